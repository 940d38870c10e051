"""What the scripts of this folder share: exact losses and chances of results, columns filled in order, and writing charts.

A script of its own for each series or group of charts builds `Chart` values and ends in `main(charts(), "tcs/4.01")`. All of it
is exact and in a fixed order, so that the same constraints always give the same files. `README.md` says more.
"""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from pathlib import Path

from core.base.atomic import write_text
from core.files.canonical import chart_text
from core.files.chart_files import read_chart_file
from core.files.resources import rulesets_folder
from core.model.charts import Band, Chart
from core.rules.kernel.chart_checks import faults
from core.rules.kernel.dice import dice
from core.rules.kernel.rounding import rounded


def number_of(result: str) -> Fraction:
    """A result as a number; results that are words count as 0.

    >>> number_of("3"), number_of("check")
    (Fraction(3, 1), Fraction(0, 1))
    """
    return Fraction(result) if result.isdecimal() else Fraction(0)


def results_of(chart: Chart, label: str) -> tuple[str, ...]:
    """What a column gives for every roll, from the least roll to the greatest; each roll of equal chance stands once.

    Only for dice whose rolls all have the same chance.
    """
    column = chart.bands[chart.columns.labels.index(label)]
    return tuple(next(b.result for b in column if b.low <= roll <= b.high) for roll in dice(chart.dice).rolls)


def expected(results: Iterable[str]) -> Fraction:
    """The exact expected number of results that are equally likely.

    >>> expected(("none", "check", "1", "2"))
    Fraction(3, 4)
    """
    each = [number_of(result) for result in results]
    return sum(each, Fraction(0)) / len(each)


def share(results: Iterable[str], *wanted: str) -> Fraction:
    """The exact chance of some results among those that are equally likely.

    >>> share(("none", "check", "1", "2"), "1", "2")
    Fraction(1, 2)
    """
    each = list(results)
    return Fraction(sum(result in wanted for result in each), len(each))


def bands(dice_name: str, results: Sequence[str]) -> tuple[Band, ...]:
    """The bands of a column whose results stand in the order of the rolls.

    >>> bands("d6", ("none", "none", "1", "1", "1", "2"))[1]
    Band(low=3, high=5, result='1')
    """
    found: list[Band] = []
    for roll, result in zip(dice(dice_name).rolls, results, strict=True):
        if found and found[-1].result == result:
            found[-1] = Band(found[-1].low, roll, result)
        else:
            found.append(Band(roll, roll, result))
    return tuple(found)


def laddered(dice_name: str, order: Sequence[str], chances: Sequence[Fraction]) -> tuple[Band, ...]:
    """A column of results that grow worse with the roll.

    `order` goes from the mildest to the worst; `chances`, one fewer, are those of its second result or worse, of its third or
    worse, and so on. Each becomes the nearest whole number of rolls, from 0 to all. Only for dice whose rolls all have the same
    chance.

    >>> laddered("d6", ("none", "1", "2"), (Fraction(1, 2), Fraction(1, 5)))
    (Band(low=1, high=3, result='none'), Band(low=4, high=5, result='1'), Band(low=6, high=6, result='2'))
    """
    count = len(dice(dice_name).rolls)
    starts = [count - max(0, min(count, rounded(chance * count))) for chance in chances]
    return bands(dice_name, [order[sum(start <= n for start in starts)] for n in range(count)])


def filled(
    ideal: Sequence[Fraction], before: Sequence[int], total: int, fixed: Mapping[int, int], most: int
) -> tuple[int, ...]:
    """Whole numbers as near to the ideal as their order allows, with a total that holds exactly.

    They rise with their place, are nowhere below `before` (the column to the left) nor above `most`, and equal `fixed` at its
    places. Beginning with the nearest whole numbers, one after another is raised or lowered by 1 where that departs least from
    the ideal (the sum of squares), the higher place first among equals. Raises ValueError when nothing fits.

    >>> filled((Fraction(0), Fraction(1, 2), Fraction(3, 2)), (0, 0, 1), 3, {2: 2}, 9)
    (0, 1, 2)
    """
    places = range(len(ideal))
    top = [most] * len(ideal)
    held = most
    for n in reversed(places):
        held = min(held, fixed.get(n, most))
        top[n] = held
    floor = list(accumulate((max(low, fixed.get(n, 0)) for n, low in enumerate(before)), max))
    if any(low > high for low, high in zip(floor, top, strict=True)):
        raise ValueError("the fixed numbers do not fit the column to the left")
    found = [max(floor[n], min(top[n], rounded(ideal[n]))) for n in places]
    found = list(accumulate(found, max))
    while sum(found) != total:
        step = 1 if sum(found) < total else -1
        open_ = [n for n in places if _can(found, n, step, floor, top)]
        if not open_:
            raise ValueError(f"no whole numbers in this order have the total {total}")
        at = min(open_, key=lambda n: ((found[n] + step - ideal[n]) ** 2 - (found[n] - ideal[n]) ** 2, -n))
        found[at] += step
    return tuple(found)


def _can(found: Sequence[int], at: int, step: int, floor: Sequence[int], top: Sequence[int]) -> bool:
    """Whether a number can be moved by a step without leaving its bounds or the order."""
    moved = found[at] + step
    if not floor[at] <= moved <= top[at]:
        return False
    if step > 0:
        return at + 1 == len(found) or moved <= found[at + 1]
    return at == 0 or moved >= found[at - 1]


def added(
    rows: Sequence[str],
    columns: Sequence[str],
    known: Mapping[tuple[str, str], int],
    effects: Mapping[str, int],
) -> Mapping[tuple[str, str], Fraction]:
    """The cells of a table in which each is the effect of its row plus that of its column.

    Known cells, by row and column, fix the effects that are not given. Raises ValueError when they contradict one another or
    leave an effect open.

    >>> {at: int(cell) for at, cell in added(("a", "b"), ("x", "y"), {("a", "y"): 2, ("b", "y"): 5}, {"a": 0, "x": 1}).items()}
    {('a', 'x'): 1, ('a', 'y'): 2, ('b', 'x'): 4, ('b', 'y'): 5}
    """
    found = dict(effects)
    for _ in range(len(rows) + len(columns)):
        for (row, column), cell in known.items():
            if row in found and found.setdefault(column, cell - found[row]) != cell - found[row]:
                raise ValueError(f"row {row}, column {column} cannot be {cell}")
            if column in found:
                found.setdefault(row, cell - found[column])
    still = [label for label in (*rows, *columns) if label not in found]
    if still:
        raise ValueError(f"nothing fixes {', '.join(still)}")
    return {(row, column): Fraction(found[row] + found[column]) for row in rows for column in columns}


def runs(values: Sequence[tuple[int, object]], alone: Iterable[int] = ()) -> tuple[tuple[str, int], ...]:
    """Labels such as "5-7" for runs of numbers with equal values, each with its first number; the last run is open.

    The numbers rise by 1. Those in `alone` have a label of their own.

    >>> runs([(0, "a"), (1, "a"), (2, "a"), (3, "b"), (4, "b")], alone=(2,))
    (('0-1', 0), ('2', 2), ('3+', 3))
    """
    apart = set(alone)
    starts = [n for at, (n, value) in enumerate(values) if not at or value != values[at - 1][1] or n in apart or n - 1 in apart]
    ends = [start - 1 for start in starts[1:]]
    closed = [(str(low) if low == high else f"{low}-{high}", low) for low, high in zip(starts, ends, strict=False)]
    return (*closed, (f"{starts[-1]}+", starts[-1]))


def known_chart(home: str, id_: str) -> Chart:
    """A chart as the program has it, of a ruleset's folder such as "tcs/4.01", for what is derived from it.

    Raises SystemExit when it cannot be read.
    """
    chart, issues = read_chart_file(rulesets_folder() / home / "charts" / f"{id_}.yaml", f"{id_}.yaml")
    if chart is None:
        raise SystemExit("\n".join(str(issue) for issue in issues))
    return chart


def main(charts: Iterable[Chart], home: str) -> None:
    """Writes charts into a ruleset's folder, such as "tcs/4.01"; `--out` names another folder in the place of the rulesets.

    Raises SystemExit, with nothing written, when a chart has a fault of any kind.
    """
    parser = argparse.ArgumentParser(description="Derives stand-in charts from their constraints and writes their files.")
    parser.add_argument("--out", type=Path, default=rulesets_folder(), help="the folder of rulesets to write into")
    out: Path = parser.parse_args().out
    made = list(charts)
    wrong = [f"{chart.id}: {fault.text}" for chart in made for fault in faults(chart)]
    if wrong:
        raise SystemExit("\n".join(wrong))
    for chart in made:
        path = out / home / "charts" / f"{chart.id}.yaml"
        text = chart_text(chart)
        same = path.is_file() and path.read_text("utf-8") == text
        if not same:
            write_text(path, text)
        print(f"{chart.id}: {'as it was' if same else 'written'}")
