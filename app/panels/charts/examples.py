"""The worked examples of the rules that read a chart: what each expects, and whether the charts in force give it."""

from collections.abc import Sequence
from fractions import Fraction

from app.panels.charts.words import cell_text
from app.panels.reasons_view import ReasonLine
from app.panels.words import listed, tr
from app.widgets.rule_words import said
from core.rules.kernel.examples import SUM, Entry, Example, Outcome

AGREES, DIFFERS = "✓", "✗"


def examples_title(outcomes: Sequence[Outcome]) -> str:
    """How many of the examples agree, such as "7 of 7 examples agree"."""
    agreeing = sum(outcome.agrees for outcome in outcomes)
    if not outcomes:
        return tr("No example reads this chart.")
    text = tr("{agreeing} of {whole} examples agree") if len(outcomes) > 1 else tr("{agreeing} of {whole} example agrees")
    return text.format(agreeing=agreeing, whole=len(outcomes))


def example_lines(outcomes: Sequence[Outcome]) -> tuple[ReasonLine, ...]:
    """The examples as lines, those that disagree first."""
    ordered = sorted(outcomes, key=lambda outcome: outcome.agrees)
    return tuple(
        ReasonLine(
            chip=outcome.example.rule,
            text=_text(outcome),
            note="" if outcome.agrees else f"{DIFFERS} {tr('Does not agree')}",
            tip=_entry(outcome.example),
        )
        for outcome in ordered
    )


def _text(outcome: Outcome) -> str:
    example = outcome.example
    expects = tr("{sign} {title}: the rules give {wanted}.").format(
        sign=AGREES if outcome.agrees else DIFFERS, title=said(example.title), wanted=_wanted(example)
    )
    if outcome.agrees:
        return expects
    if outcome.fault:
        return f"{expects} {outcome.fault}"
    found = {name: outcome.found[name] for name in example.expect if name in outcome.found}
    missing = [name for name in example.expect if name not in outcome.found]
    given = tr("The charts give {found}.").format(found=listed(_said(name, value) for name, value in found.items()))
    return f"{expects} {given}" if not missing else f"{expects} {tr('The charts do not say it.')}"


def _wanted(example: Example) -> str:
    return listed(_expected(name, value) for name, value in example.expect.items())


def _expected(name: str, value: int | str | Fraction) -> str:
    limits = {"at least": tr("{value} or more"), "at most": tr("{value} or less")}
    return limits[name].format(value=_text_of(value)) if name in limits else _said(name, value)


def _said(name: str, value: int | str | Fraction) -> str:
    words = {
        "column": tr("column {value}"),
        "shift": tr("a shift of {value}"),
        "result": tr("the result {value}"),
        "value": tr("{value}"),
        "needed": tr("a roll of {value} or more"),
    }
    return words.get(name, "{value}").format(value=_text_of(value))


def _text_of(value: int | str | Fraction) -> str:
    return value if isinstance(value, str) else cell_text(Fraction(value))


def _entry(example: Example) -> str:
    """Where an example looks, a line each."""
    said = []
    if example.enter is not None:
        said.append(tr("Looks up: {entry}").format(entry=_place(example.enter)))
    said += [tr("Shift: {shift}").format(shift=_shift(each)) for each in example.shifts]
    if example.roll is not None:
        said.append(tr("Roll: {roll}").format(roll=example.roll))
    return "\n".join(said)


def _place(entry: Entry) -> str:
    if entry.column != SUM:
        return str(entry)
    row = f', row "{entry.row}"' if entry.row != "" else ""
    return tr("{chart}{row}, the column that the sum of the shifts finds").format(chart=entry.chart, row=row)


def _shift(shift: int | Entry) -> str:
    return str(shift) if isinstance(shift, Entry) else cell_text(Fraction(shift))
