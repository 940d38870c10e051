"""What the panel Op sheets says, without a widget."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.documents.orders import Orders
from app.panels.charts.words import chance_words
from app.panels.words import tr
from core.base.counted import counted
from core.model.graphics import Measure, MeasureKinds
from core.model.oob import Oob
from core.model.orders import Addition, Alternate, Commitment, Left, OpSheet
from core.model.organization import parts_of
from core.rules.kernel.rulings import Ruling


def state_word(sheet: OpSheet) -> str:
    """How far a sheet has come."""
    return {
        "waiting": tr("in preparation"),
        "preliminary": tr("preliminary instructions in force"),
        "implemented": tr("in force"),
        "succeeded": tr("succeeded"),
        "failed": tr("failed"),
    }[sheet.status]


def sheet_words(sheet: OpSheet, side: str, needed: str = "") -> str:
    """A sheet in two lines: its name, and whose it is, what it is and how far it has come; `needed` is what it must roll."""
    parts = [part for part in (side, sheet.type or tr("no type yet"), state_word(sheet)) if part]
    if sheet.in_preparation and sheet.turns:
        parts.append(counted(sheet.turns, tr("weighted turn")))
    if sheet.in_preparation and needed:
        parts.append(needed)
    return f"{sheet.id}\n{' · '.join(parts)}"


def needed_words(chance: Ruling) -> str:
    """What a sheet must roll now and how likely that is; "" where no roll is enough."""
    facts = chance.detail.facts
    likely = Fraction(facts.get("chance", 0))
    if not likely:
        return ""
    words = tr("{needed} or more: {chance}").replace("{needed}", str(facts["needed"]))
    return words.replace("{chance}", chance_words(likely))


def preliminary_words(chance: Ruling) -> str:
    """What the preliminary instructions of a sheet must roll now, by themselves; "" where it has none, or no roll is enough."""
    facts = chance.detail.facts
    likely = Fraction(facts.get("preliminary_chance", 0))
    if not likely:
        return ""
    words = tr("Preliminary instructions alone: {needed} or more: {chance}")
    return words.replace("{needed}", str(facts["preliminary_needed"])).replace("{chance}", chance_words(likely))


def measure_words(measure: Measure, kinds: MeasureKinds) -> str:
    """A control measure in a line."""
    kind = kinds.kinds.get(measure.kind)
    title = kind.title if kind is not None else measure.kind
    return f"{title} {measure.text}".strip()


def clash(name: str, sheet: OpSheet, others: Sequence[OpSheet]) -> str:
    """Why a sheet cannot have a name; "" where it can."""
    if not name:
        return tr("An op sheet needs a name.")
    if any(each.id.casefold() == name.casefold() for each in others if each is not sheet):
        return tr("Another op sheet has this name: %s. This one keeps its own.") % name
    return ""


@dataclass(frozen=True, slots=True)
class Line:
    """A unit or formation on a sheet: its id and name, its task, where it gathers, whether it has left, and its parts."""

    id: str
    name: str
    task: str = ""
    rally: str = ""
    has_left: bool = False
    parts: tuple["Line", ...] = ()


def organization_lines(orders: Orders, sheet: OpSheet) -> tuple[Line, ...]:
    """The task organization of a sheet, with what was added to it."""
    oob, tasks = orders.box.oob, _tasks(orders.box.oob, sheet)
    added = frozenset(oob.counters_meant(name for addition in sheet.added for name in addition.units))
    rally = {name: orders.box.label(place) for name, place in sheet.rally}

    def line(name: str, above: str, seen: frozenset[str]) -> Line:
        counters = oob.counters_meant((name,))
        found = {tasks.get(each, "") for each in counters}
        task = next(iter(found)) if len(found) == 1 else tr("divided") if found else ""
        inside = seen | {name}
        parts = tuple(line(each, task, inside) for each in parts_of(oob, name) if each not in inside)
        gone = bool(counters) and (sheet.gone - added).issuperset(counters)
        return Line(name, orders.called(name), task if task != above else "", rally.get(name, ""), gone, parts)

    names = (*sheet.units, *(name for addition in sheet.added for name in addition.units))
    return tuple(line(name, "", frozenset()) for name in dict.fromkeys(names))


def _tasks(oob: Oob, sheet: OpSheet) -> dict[str, str]:
    """What each counter of a sheet does on it, in words; those without a part of their own are left out."""
    said: dict[str, list[str]] = {}

    def say(names: Iterable[str], words: str) -> None:
        for each in oob.counters_meant(names):
            said.setdefault(each, []).append(words)

    for group in sheet.groups:
        say(group.units, group.name)
    sent_in = set(oob.counters_meant(name for each in sheet.committed for name in each.units))
    say((each for each in oob.counters_meant(sheet.reserve) if each not in sent_in), tr("in reserve"))
    for sent in sheet.committed:
        say(sent.units, sent_words(sent))
    for alternate in sheet.alternates:
        say(alternate.units, alternate_words(alternate))
    for unit, why in sheet.left:
        said[unit] = [left_word(why)]
    for addition in sheet.added:
        # Who was added has come back, whatever became of it before.
        said |= {each: [addition_words(addition)] for each in oob.counters_meant(addition.units)}
    return {unit: ", ".join(words) for unit, words in said.items()}


def left_word(why: Left) -> str:
    """Why a unit is on a sheet no longer."""
    return {
        "scratched": tr("struck off"),
        "recalled": tr("struck off"),
        "reassigned": tr("on a newer sheet"),
        "succeeded": tr("succeeded"),
        "failed": tr("failed"),
    }[why]


def sent_words(sent: Commitment) -> str:
    """How far a reserve that is sent in has come."""
    words = tr("sent in: {type}") if sent.holds else tr("sent in: {type}, no orders yet")
    return words.replace("{type}", sent.type)


def alternate_words(alternate: Alternate) -> str:
    """How far a switch to an alternate has come."""
    if alternate.taken:
        return tr("on the alternate")
    return tr("tries for the alternate") if alternate.tried else tr("has an alternate")


def addition_words(addition: Addition) -> str:
    """How far units that were added have come."""
    if addition.status == "preliminary":
        return tr("added, preliminary instructions")
    if addition.in_preparation:
        return tr("added, {turns}").replace("{turns}", counted(addition.turns, tr("weighted turn")))
    return tr("added")
