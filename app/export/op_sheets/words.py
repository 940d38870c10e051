"""What stands on the form of an op sheet, in words: pure data, nothing of how it is drawn."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.counters.unit_words import called, spot_words
from core.model.box import GameBox
from core.model.orders import Left, OpSheet, Status
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Ruling

Columns = tuple[tuple[int, int | None], ...]
"""Weighted turns with which a sheet reaches a column of the table, and the roll that is enough there, None for none."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("OpSheetForm", text)


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """What the rules say of a sheet: its size with what it is made of, and the columns of weighted turns; nothing where they
    cannot say it."""

    size: int | None = None
    elements: int | None = None
    staff: bool = False
    columns: Columns = ()


def facts_of(size: Ruling | None, chance: Ruling | None) -> SheetFacts:
    """The facts of two answers, None for one that was refused."""
    columns: Columns = tuple(getattr(chance.detail, "columns", ())) if chance is not None else ()
    if size is None:
        return SheetFacts(columns=columns)
    facts = getattr(size.detail, "facts", {})
    return SheetFacts(_whole(size.value), _whole(facts.get("elements")), bool(facts.get("staff")), columns)


def _whole(value: object) -> int | None:
    try:
        return int(str(value))
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a part: `head` stands before it, bold; `level` is how far it is set in. One that is `gone` counts no more."""

    text: str
    head: str = ""
    level: int = 0
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Lines below a title."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class SheetForm:
    """The form of one sheet. `fields` are its time, type, size and state with their names; `organization` is its task
    organization, `notes` what is written, `failure` what to do when it fails. `marks` are the weighted turns that it has,
    `columns` those that it waits for, none where it need not be prepared. `units` and `mission` are those of a line entry.
    """

    id: str
    side: str
    colour: str
    game: str
    fields: tuple[tuple[str, str], ...]
    organization: Part
    notes: tuple[Part, ...]
    failure: tuple[Part, ...]
    waits: bool = False
    marks: int = 0
    columns: Columns = ()
    line: bool = False
    size: str = ""
    type: str = ""
    units: str = ""
    mission: str = ""
    in_force: bool = False


def state_words(status: Status) -> str:
    """How far a sheet has come."""
    return {
        "waiting": _tr("in preparation"),
        "preliminary": _tr("preliminary instructions in force"),
        "implemented": _tr("in force"),
        "succeeded": _tr("succeeded"),
        "failed": _tr("failed"),
    }[status]


def _left_words(why: Left) -> str:
    return {
        "scratched": _tr("scratched"),
        "recalled": _tr("scratched"),
        "reassigned": _tr("on another sheet"),
        "succeeded": _tr("succeeded"),
        "failed": _tr("failed"),
    }[why]


def sheet_form(box: GameBox, ruleset: Ruleset | None, sheet: OpSheet, facts: SheetFacts, title: str = "") -> SheetForm:
    """The form of a sheet; `title` is that of the scenario, "" where it is not known."""
    return _Written(box, ruleset, sheet, facts, title).form()


class _Written:
    def __init__(self, box: GameBox, ruleset: Ruleset | None, sheet: OpSheet, facts: SheetFacts, title: str) -> None:
        self._box, self._ruleset, self._sheet, self._facts = box, ruleset, sheet, facts
        self._title = title

    def form(self) -> SheetForm:
        """All of it."""
        sheet, side = self._sheet, self._box.oob.side(self._sheet.side)
        waits = sheet.in_preparation
        return SheetForm(
            sheet.id,
            called(self._ruleset, side) or sheet.side,
            side.colour if side is not None else "",
            " · ".join(dict.fromkeys(part for part in (self._box.title, self._title) if part)),
            tuple(self._fields()),
            Part(_tr("Task organization"), tuple(self._organization())),
            _to_be_filled(self._notes(), _tr("Written notes")),
            _to_be_filled(self._failure(), _tr("Failure instructions")),
            waits,
            sheet.turns,
            self._facts.columns if waits else (),
            sheet.line,
            str(self._facts.size) if self._facts.size is not None else "",
            sheet.type,
            self._names(sheet.units),
            " ".join(sheet.note.split()),
            sheet.implemented,
        )

    def _name(self, name: str) -> str:
        oob = self._box.oob
        return called(self._ruleset, oob.formation(name) or oob.counter(name)) or name

    def _names(self, names: Iterable[str]) -> str:
        return ", ".join(map(self._name, names))

    def _fields(self) -> Iterator[tuple[str, str]]:
        sheet, facts = self._sheet, self._facts
        turn = _tr("turn %d") % sheet.turn if sheet.turn else ""
        yield _tr("Time"), ", ".join(part for part in (sheet.time, turn) if part) or _tr("before play")
        yield _tr("Type"), sheet.type or "–"
        if facts.size is not None:
            made = _elements(facts)
            yield _tr("Size"), f"{facts.size}  ({made})" if made else str(facts.size)
        yield _tr("State"), state_words(sheet.status)

    # Task organization ----------------------------------------------------------------------------------------------------

    def _organization(self) -> Iterator[Line]:
        sheet = self._sheet
        grouped: set[str] = set()
        held = set(sheet.reserve)
        for group in sheet.groups:
            grouped.update(group.units)
            type_ = f" ({group.type})" if group.type and group.type != sheet.type else ""
            yield Line(type_.strip(), f"{group.name}:" if group.name else _tr("Group:"))
            yield from self._units(group.units, 1)
        placed = frozenset(self._box.oob.counters_meant((*grouped, *held)))
        rest = [unit for unit in sheet.units if unit not in grouped and unit not in held and self._is_left(unit, placed)]
        if sheet.groups and rest:
            yield Line("", _tr("In no group:"))
        yield from self._units(rest, 1 if sheet.groups else 0, placed)
        waiting = [unit for unit in sheet.reserve if unit not in grouped]
        if waiting:
            yield Line("", _tr("Reserve:"))
            yield from self._units(waiting, 1)
        for added in sheet.added:
            yield Line(f"({added.type or sheet.type}, {state_words(added.status)})", _tr("Added:"))
            yield from self._units(added.units, 1)
        listed = {*sheet.units, *(unit for added in sheet.added for unit in added.units)}
        for unit, why in sheet.left:
            # One that is listed by itself says so where it stands.
            if unit not in listed:
                yield Line(f"{self._name(unit)} ({_left_words(why)})", gone=True)

    def _is_left(self, name: str, placed: frozenset[str]) -> bool:
        """Whether a name means anybody who does not stand in a group or in the reserve already."""
        meant = self._box.oob.counters_meant((name,))
        return not meant or not placed.issuperset(meant)

    def _units(self, units: Sequence[str], level: int, placed: frozenset[str] = frozenset()) -> Iterator[Line]:
        left: Mapping[str, Left] = dict(self._sheet.left)
        for unit in units:
            words = self._name(unit)
            if not placed.isdisjoint(self._box.oob.counters_meant((unit,))):
                words = _tr("the rest of %s") % words
            if unit in left:
                words = f"{words} ({_left_words(left[unit])})"
            elif unit in self._sheet.reserve and self._in_group(unit):
                words = _tr("%s (in reserve)") % words
            yield Line(words, level=level, gone=unit in left)

    def _in_group(self, unit: str) -> bool:
        return any(unit in group.units for group in self._sheet.groups)

    # What is written --------------------------------------------------------------------------------------------------------

    def _notes(self) -> Iterator[Part]:
        sheet = self._sheet
        yield Part(_tr("Preliminary instructions"), tuple(_paragraphs(sheet.preliminary)))
        groups = (Line(group.note.strip(), f"{group.name}:") for group in sheet.groups if group.note.strip())
        yield Part(_tr("Written notes"), (*_paragraphs(sheet.note), *groups))
        alternates = []
        for each in sheet.alternates:
            state = _tr("taken") if each.taken else _tr("being tried") if each.tried else ""
            alternates.append(self._for_units(each.units, each.note, state))
        yield Part(_tr("Alternates"), tuple(alternates))
        sent = []
        for sending in sheet.committed:
            turn = _tr("turn %d") % sending.turn if sending.turn else ""
            state = ", ".join(part for part in (sending.type, turn, "" if sending.holds else _tr("waits for its die")) if part)
            sent.append(self._for_units(sending.units, sending.note, state))
        yield Part(_tr("Sent in from the reserve"), tuple(sent))
        added = tuple(self._for_units(each.units, each.note, "") for each in sheet.added if each.note.strip())
        yield Part(_tr("Of units that were added"), added)

    def _for_units(self, units: Sequence[str], note: str, state: str) -> Line:
        head = self._names(units) + (f" ({state})" if state else "")
        return Line(note.strip(), f"{head}:" if note.strip() else head)

    def _failure(self) -> Iterator[Part]:
        yield Part(_tr("Failure instructions"), tuple(_paragraphs(self._sheet.failure)))
        lines = (Line(self._name(unit), spot_words(self._box, place)) for unit, place in self._sheet.rally)
        yield Part(_tr("Rally points") if len(self._sheet.rally) > 1 else _tr("Rally point"), tuple(lines))


def _to_be_filled(parts: Iterable[Part], title: str) -> tuple[Part, ...]:
    """The parts that say something, and the one of a title, for whose words there is room on every form."""
    return tuple(part for part in parts if part.lines or part.title == title)


def _elements(facts: SheetFacts) -> str:
    """What a size is made of."""
    if facts.elements is None:
        return ""
    elements = (_tr("%d element") if facts.elements == 1 else _tr("%d elements")) % facts.elements
    return _tr("%s, less the staff modifier") % elements if facts.staff else elements


def _paragraphs(text: str) -> Iterator[Line]:
    return (Line(line.strip()) for line in text.splitlines() if line.strip())


FactsOf = Callable[[OpSheet], SheetFacts]
"""Tells what the rules say of a sheet."""
