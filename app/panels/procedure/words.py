"""What the panel Resolve says, without a widget."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from app.panels.charts.bars import Bar
from app.panels.charts.words import percent
from app.panels.reasons_view import cited, titled
from app.panels.short_list import Row
from app.panels.words import tr
from app.widgets.rule_words import said
from core.base.counted import counted
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.play.procedures import Procedure, Step
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.procedure import Outcome, Part, Wanted

Called = Callable[[str], str]

DEEPER = "\u2003"
"""How far a step stands in that interrupts others."""

MOST_DONE = 4
"""So many of the steps that were done are listed, the latest."""

MOST_SHOWN = 2
"""So many rolls stand in an example of what is typed."""

_EXAMPLE = "345126"
"""What dice might show."""

BETWEEN = ", "
"""What stands between the units in the key of a row that is for several."""

HEX_KEY = "@"
"""What the key of a row begins with that stands for all units of a hex."""


def title_words(step: Step, box: GameBox) -> str:
    """What a step is about, with its rule."""
    return titled(step.title.reason, box)


def side_word(side: str, box: GameBox) -> str:
    """What a side is called, "" for whoever acts."""
    found = box.oob.side(side)
    return (found.name or side) if found is not None else ""


def done_lines(procedure: Procedure, box: GameBox, told: Callable[[str], bool]) -> list[str]:
    """What was done, the latest last. Of what others did, of whom nothing is `told`, it is only said that they answered."""
    lines, done = [], procedure.done[-MOST_DONE:]
    if len(procedure.done) > len(done):
        lines.append(tr("… {count} earlier").replace("{count}", str(len(procedure.done) - len(done))))
    for each in done:
        words = said(each.label) if told(each.side) else tr("{side} has answered").replace("{side}", side_word(each.side, box))
        lines.append(f"– {tr('left out: {what}').replace('{what}', words)}" if each.left else f"✓ {words}")
    return lines


def after_lines(procedure: Procedure, box: GameBox) -> list[str]:
    """What comes after the step in hand, with whose it is: the deeper one stands in, the more others it interrupts."""
    lines = []
    for number in range(len(procedure.steps) - 2, -1, -1):
        step = procedure.steps[number]
        side = side_word(step.side, box)
        parts = [title_words(step, box), *([side] if side else []), *([tr("may be left out")] if step.can_be_left else [])]
        lines.append(f"{DEEPER * procedure.level(number)}· {' · '.join(parts)}")
    return lines


def part_rows(parts: Sequence[Part], chosen: Iterable[str] | None, called: Called, box: GameBox) -> list[Row]:
    """Who can take part, by hexes: a row for all units of a hex, where there are several, and one for each. Nobody is ticked
    where there is nothing to choose, and `chosen` None."""
    taking, rows = set(chosen or ()), list[Row]()
    for place, some in _by_hex(each for each in parts if each.able):
        label = box.label(place)
        for each in some:
            if len(some) > 1 and each is some[0]:
                ticked = all(one.unit in taking for one in some) if chosen is not None else None
                words = f"{label} · {counted(len(some), tr('unit'))}"
                tip = tr("Tick all of the hex, or none") if chosen is not None else ""
                rows.append(Row(words, f"{HEX_KEY}{label}", ticked, tip))
            name = f"{DEEPER}{called(each.unit)}" if len(some) > 1 else f"{label} · {called(each.unit)}"
            told = f"\n{DEEPER}{why_words(each, box)}" if each.reason is not None else ""
            rows.append(Row(f"{name}{told}", each.unit, each.unit in taking if chosen is not None else None))
    return rows


def barred_rows(parts: Sequence[Part], called: Called, box: GameBox) -> list[Row]:
    """Who takes no part and why: a row for each reason, with all whom it keeps out, by hexes. Its key are their ids."""
    reasons: dict[str, list[Part]] = {}
    for each in parts:
        if not each.able:
            words, name = why_words(each, box), f"{called(each.unit)}: "
            if words.startswith(name):
                words = f"{words[len(name)].upper()}{words[len(name) + 1 :]}"
            reasons.setdefault(words, []).append(each)
    rows = []
    for words, kept_out in reasons.items():
        places = (f"{box.label(place)} {', '.join(called(each.unit) for each in some)}" for place, some in _by_hex(kept_out))
        rows.append(Row(f"{words}\n{DEEPER}{' · '.join(places)}", BETWEEN.join(each.unit for each in kept_out)))
    return rows


def why_words(part: Part, box: GameBox) -> str:
    """Why a unit takes no part, or what is to be said of it, with the rule."""
    return cited(part.reason, box) if part.reason is not None else ""


def _by_hex(parts: Iterable[Part]) -> list[tuple[Hex, list[Part]]]:
    found: dict[Hex, list[Part]] = {}
    for each in parts:
        found.setdefault(each.hex, []).append(each)
    return list(found.items())


def outcome_bars(outcomes: Sequence[Outcome]) -> tuple[list[Bar], list[str]]:
    """Chances as bars, one for each group, and all results in their order. What a group leaves open is told as a rest."""
    groups: dict[str, list[tuple[str, Fraction]]] = {}
    for each in outcomes:
        groups.setdefault(said(each.group), []).append((said(each.name), each.chance))
    bars, order = [], dict[str, None]()
    for group, chances in groups.items():
        left = 1 - sum((chance for _, chance in chances), Fraction(0))
        whole = [*chances, (tr("other"), left)] if left > 0 else chances
        order |= dict.fromkeys(name for name, _ in whole)
        bars.append(Bar(group, tuple(each for each in whole if each[1])))
    return bars, list(order)


def beside_tables(outcomes: Sequence[Outcome], tables: Iterable[ChartDetail]) -> tuple[Outcome, ...]:
    """Chances without the groups that a table which is shown with them tells as well."""
    told = {frozenset(each for each in table.chances if each[1]) for table in tables}
    groups: dict[str, set[tuple[str, Fraction]]] = {}
    for each in outcomes:
        groups.setdefault(each.group, set()).update({(each.name, each.chance)} if each.chance else ())
    return tuple(each for each in outcomes if frozenset(groups[each.group]) not in told)


def is_open(outcomes: Iterable[Outcome]) -> bool:
    """Whether anything is still left to chance: once the dice have fallen, what is proposed says what they did."""
    return any(each.chance not in (0, 1) for each in outcomes)


def outcome_words(outcomes: Sequence[Outcome]) -> str:
    """The same in a line for each group: what stands in bars too narrow for words can be read here."""
    bars, _ = outcome_bars(outcomes)
    return "\n".join(f"{bar.label}: " + ", ".join(f"{name} {percent(chance)}" for name, chance in bar.chances) for bar in bars)


def wanted_words(wanted: Wanted, dice: str, side: str) -> str:
    """What dice are rolled for, which, how often and by whom."""
    if wanted.count > 1:
        dice = tr("{count} rolls, each {dice}").replace("{count}", str(wanted.count)).replace("{dice}", dice)
    what = said(wanted.what)
    return f"{what[:1].upper()}{what[1:]} ({dice})" + (f", {side}" if side else "")


def typed_as(wanted: Wanted, dice: int) -> str:
    """How what real dice showed is typed, die by die, as an example: so many `dice` to a roll, commas between rolls."""
    rolls = [_EXAMPLE[at : at + dice] for at in range(0, dice * min(wanted.count, MOST_SHOWN), dice)]
    return ", ".join([*rolls, *["…"] * (wanted.count > MOST_SHOWN)])
