"""What is wrong with a chart: holes, overlaps, results that are none, and an order that is broken.

The same checks guard the files of the program, the charts of a box and the cells that somebody is typing.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from core.base.counted import counted
from core.base.errors import Place, did_you_mean
from core.model.charts import NEVER, Axis, Chart, read_odds, read_span
from core.model.issues import Issue, Severity
from core.rules.kernel.chart_grid import runs
from core.rules.kernel.charts import ChartBook, reach, rolls_of
from core.rules.kernel.dice import DICE
from core.rules.kernel.results import allowed, knows

STAND_INS = "stand-in-charts"
"""The kind of the advice that charts in force are stand-ins."""

_LEFT = "less than in the column to its left."


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a chart, at a cell where it has one; `row` is empty for `dice` tables, whose `roll` says where."""

    text: str
    row: str = ""
    column: str = ""
    roll: int | None = None
    severity: Severity = Severity.ERROR


def faults(chart: Chart) -> tuple[Fault, ...]:
    """Everything wrong with a chart, column by column. A chart with an error is not used; a broken order is a warning."""
    return tuple(_faults(chart))


def stand_in_issues(book: ChartBook, file: str) -> Iterator[Issue]:
    """The advice that charts in force are stand-ins, as a whole or in parts, with how many of them are; none where none is."""
    every = [chart for chart in book if chart.is_stand_in]
    whole = sum(chart.status == "stand-in" for chart in every)
    if every:
        holds = "holds" if len(every) == 1 else "hold"
        said = f"{counted(len(every), 'chart')} of {len(book.charts)} in force {holds} numbers that are stand-ins of ours"
        parts = f", {len(every) - whole} of them in parts" if len(every) > whole else ""
        text = f"{said}{parts}; the printed numbers can be entered in the panel Charts."
        yield Issue(Place(file), text, Severity.ADVICE, code=STAND_INS)


def gathered(chart: Chart, found: Iterable[Fault]) -> Iterator[Fault]:
    """The same faults for people who read a file: those that say the same of several rolls of a column are one."""
    alike: dict[object, list[Fault]] = {}
    for fault in found:
        alike.setdefault(_alike(chart, fault), []).append(fault)
    for held in alike.values():
        first, rolls = held[0], {fault.roll for fault in held if fault.roll is not None}
        if len(rolls) < len(held) or len(held) == 1:
            yield from held
            continue
        # The text of the first says it of the first roll alone.
        said = runs(rolls, rolls_of(chart))
        _, _, what = _alike(chart, first)
        yield replace(first, text=f'Column "{first.column}"{what.format(rolls=said)}')


def _alike(chart: Chart, fault: Fault) -> tuple[object, str, str]:
    """What faults share that are told together, and how; by itself where there is nothing of the kind."""
    at = chart.columns.index(fault.column) if fault.column else None
    if chart.form != "dice" or fault.roll is None or at is None or fault.roll not in rolls_of(chart):
        return fault, "", ""
    giving = [band.result for band in chart.bands[at] if band.low <= fault.roll <= band.high]
    if fault.severity is Severity.WARNING and fault.text.endswith(_LEFT):
        return fault.severity, fault.column, f": {{rolls}} give {_LEFT}"
    if fault.severity is Severity.WARNING or len(giving) == 1:
        return fault, "", ""
    if not giving:
        return fault.severity, fault.column, " has a hole: nothing for {rolls}."
    named = " and ".join(f'"{each}"' for each in giving).replace("{", "{{").replace("}", "}}")
    return fault.severity, fault.column, f" overlaps: {{rolls}} give {named}."


def misfits(chart: Chart, known: Mapping[str, Chart]) -> Iterator[Fault]:
    """Why a chart cannot take the place of the one with its id.

    Columns and rows of numbers may be others than ours, for the printed chart knows better; words must be those that the rules
    look up.
    """
    original = known.get(chart.id)
    if original is None:
        yield Fault(f'There is no chart "{chart.id}" to take the place of.{did_you_mean(chart.id, known)}')
        return
    if chart.form != original.form:
        yield Fault(f'"{chart.title}" is of the form "{chart.form}"; the rules read one of the form "{original.form}".')
        return
    for mine, theirs, what in ((chart.columns, original.columns, "column"), (chart.rows, original.rows, "row")):
        if mine.find != theirs.find:
            text = f'The {what}s are found by "{mine.find}"; the rules find them by "{theirs.find}".'
            yield Fault(text)
        elif theirs.find == "word" and not theirs.free:
            for label in mine.labels:
                if theirs.index(label) is None:
                    yield _at(f'There is no {what} "{label}" any more.{did_you_mean(label, theirs.labels)}', what, label)
            for label in theirs.labels:
                if mine.index(label) is None:
                    yield Fault(f'The {what} "{label}" is missing.')
    yield from _unknown(chart, original)
    yield from _strange_words(chart, original)
    yield from _strange_results(chart, original)
    yield from _no_words(chart, original)
    yield from _not_whole(chart, original)


def _unknown(chart: Chart, original: Chart | None = None) -> Iterator[Fault]:
    """Results, and words in the place of numbers, that a chart does not know; or that the original of one does not."""
    judge = original if original is not None else chart
    for row, column, roll, held in _held(chart):
        # What a chart itself does not know is told once.
        if not knows(judge, held, row, column) and (judge is chart or knows(chart, held, row, column)):
            where = "" if row else f'Column "{column}": '
            yield Fault(f'{where}"{held}"{allowed(judge, held, row, column)}', row, column, roll)


def _held(chart: Chart) -> Iterator[tuple[str, str, int | None, str]]:
    """Every result and every word of a chart with its place."""
    if chart.form == "dice":
        for label, bands in zip(chart.columns.labels, chart.bands, strict=True):
            # A result that breaks the order of its chart is told already.
            yield from (("", label, band.low, band.result) for band in bands if not chart.order or band.result in chart.order)
    elif chart.form == "values":
        yield from ((row, column, None, cell) for (row, column), cell in chart.cells.items() if isinstance(cell, str) and cell)


def _no_words(chart: Chart, original: Chart) -> Iterator[Fault]:
    """Numbers where the original of a chart has words alone: no procedure would look for them there."""
    if chart.form != "values":
        return
    numbered = {key[1].casefold() for key, cell in original.cells.items() if isinstance(cell, Fraction)}
    for (row, column), cell in chart.cells.items():
        words = original.words_at("", column)
        if words and isinstance(cell, Fraction) and column.casefold() not in numbered:
            yield Fault(f"{cell} cannot stand here.{did_you_mean(str(cell), words)}", row, column)


def _not_whole(chart: Chart, original: Chart | None = None) -> Iterator[Fault]:
    """Parts of a column, a hex or a step, which no procedure could count."""
    judge = original if original is not None else chart
    if not judge.whole:
        return
    for (row, column), cell in chart.cells.items():
        broken = isinstance(cell, Fraction) and cell.denominator != 1
        told = judge is not chart and chart.whole and column not in chart.fractions
        if broken and column not in judge.fractions and not told:
            yield Fault(f"{cell} is no whole number.", row, column)


def _strange_results(chart: Chart, original: Chart) -> Iterator[Fault]:
    """Results of dice that can be counted, or are one of few words, stay so: a slip would be read as nothing.

    What single games print, such as DG, is free where the original does not say which results it knows.
    """
    if chart.form != "dice" or original.closed or original.grammar:
        return
    known = {band.result for bands in original.bands for band in bands} | set(original.order)
    for label, bands in zip(chart.columns.labels, chart.bands, strict=True):
        at = original.columns.index(label)
        here = known
        if original.words_at("", label) is not None:
            continue
        if at is not None and original.columns.find == "word":
            here = {band.result for band in original.bands[at]} | set(original.order)
        words = sorted(each for each in here if not each.isdecimal())
        if len(words) == len(here) or not all(each.islower() for each in words):
            continue
        for band in bands:
            told = chart.order and band.result not in chart.order
            if not told and not band.result.isdecimal() and band.result not in words:
                what = f"whole number, nor {' nor '.join(words)}" if words else "whole number"
                yield Fault(f'Column "{label}": "{band.result}" is no {what}.', column=label, roll=band.low)


def _strange_words(chart: Chart, original: Chart) -> Iterator[Fault]:
    """Words in the place of numbers: the rules know those words alone that the original has beside its numbers."""
    if chart.form != "values":
        return
    words = {cell for cell in original.cells.values() if isinstance(cell, str)}
    known = {word.casefold() for word in words}
    for (row, column), cell in chart.cells.items():
        if not isinstance(cell, str) or not cell or cell.casefold() in known or not knows(original, cell):
            continue
        at = original.columns.index(column)
        like = {
            key: each for key, each in original.cells.items() if at is None or key[1] == original.columns.labels[at]
        } or original.cells
        if any(isinstance(each, Fraction) for each in like.values()):
            beside = {each for each in like.values() if isinstance(each, str)}
            yield Fault(f'"{cell}" is no number.{did_you_mean(cell, beside)}', row, column)


def _faults(chart: Chart) -> Iterator[Fault]:
    if not chart.unit.strip():
        yield Fault("The chart says no unit.")
    if not chart.source.strip():
        yield Fault("The chart says no source.")
    if chart.form != "values" and chart.dice not in DICE:
        yield Fault(f'There are no dice "{chart.dice}".{did_you_mean(chart.dice, DICE)}')
        return
    if chart.form != "dice" and chart.dice and chart.dice not in DICE:
        yield Fault(f'There are no dice "{chart.dice}".{did_you_mean(chart.dice, DICE)}')
        return
    yield from _reach_faults(chart)
    yield from _axis_faults(chart)
    yield from _part_faults(chart)
    for label in chart.fractions:
        if chart.columns.index(label) is None:
            yield Fault(f'Fractions may stand in the column "{label}", which the chart has not.')
    for label in chart.words_of:
        if chart.columns.index(label) is None and chart.rows.index(label) is None:
            labels = (*chart.columns.labels, *chart.rows.labels)
            yield Fault(f'Words are given for "{label}", which is no column and no row.{did_you_mean(label, labels)}')
    yield from _unknown(chart)
    yield from _not_whole(chart)
    if chart.form == "dice":
        yield from _coverage(chart)
        yield from _dice_order(chart)
    else:
        yield from _holes(chart)


def _reach_faults(chart: Chart) -> Iterator[Fault]:
    """Modifiers widen what can be rolled; they take no natural roll away."""
    if chart.least is None and chart.most is None:
        return
    if not chart.dice:
        yield Fault("Only charts with dice have a least and a most.")
        return
    read = DICE[chart.dice]
    if chart.dice == "11..66":
        yield Fault(f"Nothing is added to {read.title}; leave least and most out.")
    elif reach(chart)[0] > read.rolls[0] or reach(chart)[1] < read.rolls[-1]:
        yield Fault(f"Least and most must hold all of {read.rolls[0]} to {read.rolls[-1]}, which {read.title} can give.")


def _part_faults(chart: Chart) -> Iterator[Fault]:
    """Parts name cells that there are, as they are printed."""
    rolls = rolls_of(chart) if chart.form == "dice" else ()
    for part in chart.parts:
        for named, there, what in (
            (part.rows, chart.rows.labels, "row"),
            (part.columns, chart.columns.labels, "column"),
            (part.rolls, rolls, "roll"),
        ):
            for each in named:
                if each not in there:
                    hint = did_you_mean(str(each), map(str, there))
                    yield Fault(f'A part names the {what} "{each}", which the chart has not.{hint}')


def _axis_faults(chart: Chart) -> Iterator[Fault]:
    for axis, what in ((chart.columns, "column"), (chart.rows, "row")):
        if not axis.labels and (what == "column" or chart.form != "dice"):
            yield Fault(f"The chart has no {what}s.")
        seen: set[str] = set()
        for label in axis.labels:
            if not label:
                yield Fault(f"A {what} has no label.")
            if label.casefold() in seen:
                yield _at(f'There are two {what}s "{label}".', what, label)
            seen.add(label.casefold())
        if axis.find == "odds":
            yield from _odds_faults(axis, what)
        if axis.find in ("word", "odds"):
            continue
        spans = [read_span(label) for label in axis.labels]
        for label, span in zip(axis.labels, spans, strict=True):
            if span is None:
                yield _at(f'"{label}" is no number and no range of numbers, such as 4, 11-13 or 101+.', what, label)
        for (_, before), (label, after) in pairwise(zip(axis.labels, spans, strict=True)):
            if before is None or after is None:
                continue
            if axis.find == "threshold":
                if before.low is not None and after.low is not None and after.low <= before.low:
                    yield _at(f'The {what}s must rise; "{label}" does not.', what, label)
            elif before.high is None or after.low is None or after.low <= before.high:
                yield _at(f'The {what} "{label}" overlaps the one before it.', what, label)
            elif after.low > before.high + 1:
                gap = before.high + 1
                yield _at(f'No {what} holds {gap}, which lies before "{label}".', what, label)


def _odds_faults(axis: Axis, what: str) -> Iterator[Fault]:
    steps = [read_odds(label) for label in axis.labels]
    for label, step in zip(axis.labels, steps, strict=True):
        if step is None:
            yield _at(f'"{label}" is no odds, such as 1:2 or 5:1.', what, label)
    for before, (after, label) in pairwise(zip(steps, axis.labels, strict=True)):
        if before[0] is not None and after is not None and after <= before[0]:
            yield _at(f'The {what}s must rise; "{label}" does not.', what, label)


def _at(text: str, what: str, label: str) -> Fault:
    return Fault(text, column=label) if what == "column" else Fault(text, row=label)


def _coverage(chart: Chart) -> Iterator[Fault]:
    """Every roll must have exactly one result in every column."""
    wanted = rolls_of(chart)
    for label, bands in zip(chart.columns.labels, chart.bands, strict=True):
        for roll in wanted:
            found = [band.result for band in bands if band.low <= roll <= band.high]
            if not found:
                yield Fault(f'Column "{label}" has a hole: nothing for {roll}.', column=label, roll=roll)
            elif len(found) > 1:
                said = " and ".join(f'"{each}"' for each in found)
                yield Fault(f'Column "{label}" overlaps: {roll} gives {said}.', column=label, roll=roll)
        for band in bands:
            if not any(band.low <= roll <= band.high for roll in wanted):
                text = f'Column "{label}": {_rolls(band.low, band.high)} cannot be rolled with {DICE[chart.dice].title}.'
                yield Fault(text, column=label, roll=band.low)
            if not band.result:
                yield Fault(f'Column "{label}" says nothing for {_rolls(band.low, band.high)}.', column=label, roll=band.low)
            elif chart.order and band.result not in chart.order:
                text = f'"{band.result}" is no result of this chart.{did_you_mean(band.result, chart.order)}'
                yield Fault(text, column=label, roll=band.low)


def _rolls(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _dice_order(chart: Chart) -> Iterator[Fault]:
    """Where results have an order, they rise with the roll and from column to column."""
    if not chart.order:
        return
    rank = {result: n for n, result in enumerate(chart.order)}
    wanted = rolls_of(chart)
    before: dict[int, int] = {}
    for label, bands in zip(chart.columns.labels, chart.bands, strict=True):
        ranks = {
            roll: rank[band.result]
            for roll in wanted
            for band in bands
            if band.low <= roll <= band.high and band.result in rank
        }
        for low, high in pairwise(sorted(ranks)):
            if ranks[high] < ranks[low]:
                text = f'Column "{label}": {high} gives less than {low}.'
                yield Fault(text, column=label, roll=high, severity=Severity.WARNING)
        for roll, here in ranks.items():
            if roll in before and here < before[roll]:
                text = f'Column "{label}": {roll} gives {_LEFT}'
                yield Fault(text, column=label, roll=roll, severity=Severity.WARNING)
        before = ranks


def _holes(chart: Chart) -> Iterator[Fault]:
    for row in chart.rows.labels:
        for column in chart.columns.labels:
            value = chart.cells.get((row, column))
            if value is None or value == "":
                yield Fault("Nothing stands here.", row, column)
            elif chart.form == "needed":
                yield from _needed_fault(chart, row, column, value)
    for row, column in chart.cells:
        if chart.rows.index(row) is None:
            yield Fault(f'There is no row "{row}".{did_you_mean(row, chart.rows.labels)}', row, column)
        if chart.columns.index(column) is None:
            yield Fault(f'There is no column "{column}".{did_you_mean(column, chart.columns.labels)}', row, column)


def _needed_fault(chart: Chart, row: str, column: str, value: Fraction | str) -> Iterator[Fault]:
    if isinstance(value, str):
        if value != NEVER:
            yield Fault(f'"{value}" is no roll; write "{NEVER}" where no roll succeeds.', row, column)
        return
    rolls = rolls_of(chart)
    if value not in rolls:
        title = DICE[chart.dice].title
        yield Fault(f"{value} cannot be rolled with {title}.", row, column)
