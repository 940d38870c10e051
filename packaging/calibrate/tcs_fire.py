"""Derives the Fire Table of TCS and the columns at which point fires enter it. The constraints stand in `README.md`.

python packaging/calibrate/tcs_fire.py [--out FOLDER]
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import count, pairwise

from shaping import bands, filled, main

from core.model.charts import Axis, Chart, Part, read_span
from core.rules.kernel.dice import dice
from core.rules.kernel.rounding import rounded

HOME = "tcs/4.01"
SOURCE = "ours, derived by packaging/calibrate/tcs_fire.py"
ROLLS = dice("11..66").rolls

LAST, DOUBLING = 100, 3
"""The last column but one ends at this strength; so many columns double the losses (S4)."""
SHARE = Fraction(5, 100)
"""Expected steps lost for each point of strength (S1)."""
CHECK_BASE, CHECK_STEP, CHECK_AT = Fraction(25, 100), Fraction(5, 100), "4"
"""The chance of a check at least, what it rises by with each column, and the column where it begins (S2)."""
MOST = 9
"""The greatest loss (S3)."""
SPREAD = 2
"""Losses are spread as counts of a negative binomial distribution of this size, the only whole number with which all holds: the
examples do not fit with 1, and from 3 on more rolls would lose a step than cause a check."""
HARD: Mapping[str, Mapping[int, int]] = {
    "2": {62: 0, 63: 1},
    "6": {65: 1, 66: 2},
    "14-16": {65: 3},
}
"""Losses that the worked examples give (F1 to F5)."""
EXACT = {"6": "12.2", "14-16": "11.1"}
"""The rules whose examples give the very results of a column, not only their bounds."""
ONE_STEP = 4
"""The strength at whose column one firing step enters (F10)."""


def charts() -> tuple[Chart, ...]:
    """The Fire Table, and the columns of point fires."""
    fire = fire_table()
    return fire, point_columns(fire.columns)


def fire_table() -> Chart:
    """The Fire Table, column by column from the left."""
    labels = ("0", *strength_labels(), f"{LAST + 1}+")
    before = (0,) * len(ROLLS)
    columns = []
    for label, middle in zip(labels, middles(labels), strict=True):
        before = losses(label, SHARE * middle, before)
        checks = rounded(len(ROLLS) * min(Fraction(1), check_chance(labels, label)))
        if checks < sum(each > 0 for each in before):
            raise SystemExit(f"column {label}: more rolls lose a step than cause a check")
        calm = len(ROLLS) - checks
        columns.append(
            bands("11..66", [str(each) if each else "none" if n < calm else "check" for n, each in enumerate(before)])
        )
    return Chart(
        id="tcs.fire",
        title="Fire Table",
        form="dice",
        unit="steps lost; of point fires, targets destroyed",
        status="stand-in",
        source=SOURCE,
        columns=Axis("fire strength", labels, "span", below="none"),
        dice="11..66",
        bands=tuple(columns),
        order=("none", "check", *map(str, range(1, 13))),
        grammar="steps",
        words=("none", "check"),
        rules=("9.0", "11.0", "12.0"),
        parts=tuple(Part("rules text", f"TCS 4.01 {rule}", (), (label,), tuple(HARD[label])) for label, rule in EXACT.items()),
        note="Of area fires a number also causes a morale check; point fires take numbers only.",
    )


def strength_labels() -> tuple[str, ...]:
    """The columns between none and the last: their ends halve with every three columns to the left, rounded normally."""
    ends: list[int] = []
    for step in count():
        end = _end(step)
        if not ends or end < ends[-1]:
            ends.append(end)
        if end == 1:
            break
    ends.reverse()
    return ("1", *(str(end) if end == low + 1 else f"{low + 1}-{end}" for low, end in pairwise(ends)))


def _end(step: int) -> int:
    """`LAST` divided by the cube root of 2 so many times, to the nearest whole number; exact, by cubes."""
    whole = Fraction(LAST**DOUBLING, 2**step)
    return next(n for n in count(1) if Fraction(2 * n + 1, 2) ** DOUBLING > whole)


def middles(labels: Sequence[str]) -> tuple[Fraction, ...]:
    """The middle strength of each column; the last has that of the columns before it, three of which double the strength."""
    spans = [read_span(label) for label in labels]
    known = [Fraction(span.low + span.high, 2) for span in spans if span and span.low is not None and span.high is not None]
    return (*known, 2 * known[-DOUBLING])


def check_chance(labels: Sequence[str], label: str) -> Fraction:
    """The chance of a check at least (S2)."""
    return CHECK_BASE + CHECK_STEP * (labels.index(label) - labels.index(CHECK_AT))


def losses(label: str, mean: Fraction, before: Sequence[int]) -> tuple[int, ...]:
    """The loss of every roll of a column whose mean loss is to be as given, beside the column to its left."""
    hard = {ROLLS.index(roll): loss for roll, loss in HARD.get(label, {}).items()}
    return filled(ideal(mean), before, rounded(mean * len(ROLLS)), hard, MOST)


def ideal(mean: Fraction) -> tuple[Fraction, ...]:
    """The mean loss of each thirty-sixth of the distribution of losses, from the least to the greatest."""
    if not mean:
        return (Fraction(0),) * len(ROLLS)
    part = Fraction(1, len(ROLLS))
    more = mean / (mean + SPREAD)
    chance, losses_, reached = (1 - more) ** SPREAD, 0, Fraction(0)
    room = chance
    found = []
    for _ in ROLLS[:-1]:
        need, held = part, Fraction(0)
        while room < need:
            held += room * losses_
            need -= room
            chance = chance * more * Fraction(losses_ + SPREAD, losses_ + 1)
            losses_ += 1
            room = chance
        room -= need
        held += need * losses_
        reached += held
        found.append(held / part)
    # The greatest thirty-sixth has no end; it holds what the others leave of the mean.
    return (*found, (mean - reached) / part)


def point_columns(columns: Axis) -> Chart:
    """Where point fires enter: each step counts as much as the first, whose column is known."""
    spans = [(label, read_span(label)) for label in columns.labels]
    starts: dict[str, list[int]] = {}
    for steps in range(1, LAST // ONE_STEP + 2):
        label = next(label for label, span in spans if span is not None and steps * ONE_STEP in span)
        starts.setdefault(label, []).append(steps)
    labels = [str(held[0]) if len(held) == 1 else f"{held[0]}-{held[-1]}" for held in starts.values()]
    labels[-1] = f"{next(reversed(starts.values()))[0]}+"
    entered = [Fraction(held[0] * ONE_STEP) for held in starts.values()]
    return Chart(
        id="tcs.point.steps",
        title="Columns of point fires",
        form="values",
        unit="fire strength whose column is entered",
        status="stand-in",
        source=SOURCE,
        columns=Axis("firing steps", tuple(labels), "span"),
        rows=Axis("", ("column",)),
        cells={("column", label): strength for label, strength in zip(labels, entered, strict=True)},
        parts=(Part("rules text", "TCS 4.01 12.2", columns=("1",)),),
        whole=True,
        rules=("12.0", "12.2"),
        note="Steps are counted, not their fire strengths. Each step counts as a strength of 4, where one step enters.",
    )


if __name__ == "__main__":
    main(charts(), HOME)
