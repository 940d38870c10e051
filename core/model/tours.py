"""Tours: lessons that lead through the window, each to an op sheet that is whole.

A step of a lesson says what is to be done, and its goals say when it is done: each goal is a part that the sheet of the lesson
must have. The same goal tells whether the user did it by hand, what is lacking, and what is written when the tour does it::

    resources/tours/*.yaml --> Tour --> lacking(goal, sheet) --> () when it is done
                                    --> reached(goal, sheet) --> the sheet with it, as a user would have written it
"""

from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from core.geometry.hexes import Hex
from core.model.graphics import Measure
from core.model.oob import Oob
from core.model.orders import Alternate, OpSheet, TaskGroup
from core.model.organization import gathered_at, grouped, held_back, is_held_back, put_on, with_alternate, with_group

Said = Literal["id", "type", "time", "note", "failure", "preliminary"]
"""What is written on a sheet in words, by the fields of OpSheet."""

SAID: tuple[Said, ...] = ("id", "type", "time", "note", "failure", "preliminary")

FIXED: tuple[Said, ...] = ("id", "type")
"""Words that must be those of the lesson; of the others any will do."""

TARGETS = (
    "panel",
    "new",
    "name",
    "type",
    "time",
    "units",
    "group",
    "reserve",
    "alternate",
    "rally",
    "tasks",
    "note",
    "preliminary",
    "failure",
    "draw",
    "measures",
    "check",
    "kind",
    "text",
    "map",
)
"""The parts of the window that a step may point at."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Units that are on the sheet."""

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Worded:
    """Something is written on the sheet: these words, or any where those are not fixed."""

    field: Said
    text: str


@dataclass(frozen=True, slots=True)
class Tasked:
    """Units are a group of their own, with a name, a task in words, and a type where it is not that of the sheet."""

    name: str
    units: tuple[str, ...]
    note: str
    type: str = ""


@dataclass(frozen=True, slots=True)
class Rallied:
    """Units or a formation have a rally point; ours is at this hex."""

    unit: str
    at: Hex


@dataclass(frozen=True, slots=True)
class Reserved:
    """Units are held back."""

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Alternated:
    """Units have an alternate, in words."""

    units: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A control measure stands on the graphic; any of its kind will do that stands for no other goal."""

    measure: Measure


@dataclass(frozen=True, slots=True)
class Sound:
    """The sheet is whole: all else that the lesson asks for is on it, and the rules find nothing wrong with it. Whoever asks
    them tells; nothing is written for it."""


Goal = Listed | Worded | Tasked | Rallied | Reserved | Alternated | Drawn | Sound


@dataclass(frozen=True, slots=True)
class TourStep:
    """A step: what it is called, what it says, the parts of the window and the hexes that it points at, and its goals.

    One without goals is there to be read.
    """

    title: str
    words: str
    targets: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()
    goals: tuple[Goal, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """The units that it puts on the sheet, or says the task of."""
        about = (goal for goal in self.goals if isinstance(goal, Listed | Tasked | Reserved | Alternated))
        return tuple(unit for goal in about for unit in goal.units)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A way to one sheet: the name that the sheet has at the end, and the side whose it is."""

    id: str
    title: str
    sheet: str
    side: str
    steps: tuple[TourStep, ...]

    @property
    def goals(self) -> tuple[Goal, ...]:
        """All goals of the lesson in their order."""
        return tuple(goal for step in self.steps for goal in step.goals)

    @property
    def type(self) -> str:
        """The type that the sheet has at the end."""
        return next((goal.text for goal in self.goals if isinstance(goal, Worded) and goal.field == "type"), "")


@dataclass(frozen=True, slots=True)
class Tour:
    """Lessons in one box; `scenario` is the file of the scenario that their sheets stand in."""

    id: str
    title: str
    scenario: str
    lessons: tuple[Lesson, ...]

    def sheet_of(self, lesson: Lesson, sheets: Sequence[OpSheet], in_hand: OpSheet | None) -> OpSheet | None:
        """The sheet of a lesson: the one of its name, else the one in hand if that is of its side and no other lesson's."""
        named = next((each for each in sheets if each.id.casefold() == lesson.sheet.casefold()), None)
        if named is not None or in_hand is None:
            return named
        others = {each.sheet.casefold() for each in self.lessons if each is not lesson}
        return in_hand if in_hand.side == lesson.side and in_hand.id.casefold() not in others else None


def lacking(goal: Goal, lesson: Lesson, oob: Oob, sheet: OpSheet | None) -> tuple[str, ...]:
    """What a goal still lacks: the ids of units, or a word for what it is of; empty when it is reached."""
    if sheet is None:
        return ("sheet",)
    match goal:
        case Listed(units):
            on = set(oob.counters_meant(sheet.units))
            return tuple(unit for unit in units if not on.issuperset(oob.counters_meant((unit,))))
        case Worded(field, text):
            said: str = getattr(sheet, field)
            return () if said and (field not in FIXED or said.casefold() == text.casefold()) else (field,)
        case Tasked():
            return _lacking_task(goal, oob, sheet)
        case Rallied(unit, _):
            return () if _has_rally(oob, sheet, unit) else (unit,)
        case Reserved(units):
            return tuple(unit for unit in units if not is_held_back(oob, sheet, unit))
        case Alternated():
            held = _alternate_of(oob, sheet, goal.units)
            return goal.units if held is None else () if held.note else ("task",)
        case Drawn():
            return () if goal in drawn_goals(lesson, sheet) else (goal.measure.kind,)
        case Sound():
            others = (each for each in lesson.goals if not isinstance(each, Sound))
            return ("steps",) if any(lacking(each, lesson, oob, sheet) for each in others) else ()


def reached(goal: Goal, lesson: Lesson, oob: Oob, sheet: OpSheet) -> OpSheet:
    """The sheet with what a goal lacks on it; itself where it lacks nothing, or nothing can be written for it."""
    if not lacking(goal, lesson, oob, sheet):
        return sheet
    match goal:
        case Listed(units):
            return put_on(oob, sheet, units)
        case Worded(field, text):
            return replace(sheet, **{field: text})  # type: ignore[arg-type]
        case Tasked():
            return _with_task(goal, oob, sheet)
        case Rallied(unit, at):
            return gathered_at(sheet, (unit,), at)
        case Reserved(units):
            return held_back(oob, sheet, units, True)
        case Alternated(units, note):
            made = sheet if _alternate_of(oob, sheet, units) is not None else with_alternate(oob, sheet, units)
            meant = _alternate_of(oob, made, units)
            told = tuple(replace(each, note=each.note or note) if each == meant else each for each in made.alternates)
            return replace(made, alternates=told)
        case Drawn(measure):
            return replace(sheet, measures=(*sheet.measures, measure))
        case Sound():
            return sheet


def drawn_goals(lesson: Lesson, sheet: OpSheet) -> tuple[Drawn, ...]:
    """The measures of a lesson that its sheet has: those of its name, and for others as many as there are of a kind."""
    wanted = [goal for goal in lesson.goals if isinstance(goal, Drawn)]
    free = Tally((each.kind, each.text.casefold()) for each in sheet.measures)
    found: set[int] = set()
    for n, goal in enumerate(wanted):
        key = goal.measure.kind, goal.measure.text.casefold()
        if free[key] > 0:
            free[key] -= 1
            found.add(n)
    left = Tally[str]()
    for (kind, _), count in free.items():
        left[kind] += count
    for n, goal in enumerate(wanted):
        if n not in found and left[goal.measure.kind] > 0:
            left[goal.measure.kind] -= 1
            found.add(n)
    return tuple(goal for n, goal in enumerate(wanted) if n in found)


def _group_of(oob: Oob, sheet: OpSheet, units: Iterable[str]) -> TaskGroup | None:
    """The group that holds just these units."""
    meant = set(oob.counters_meant(units))
    return next((each for each in sheet.groups if set(oob.counters_meant(each.units)) == meant), None)


def _alternate_of(oob: Oob, sheet: OpSheet, units: Iterable[str]) -> Alternate | None:
    meant = set(oob.counters_meant(units))
    return next((each for each in sheet.alternates if meant <= set(oob.counters_meant(each.units))), None)


def _lacking_task(goal: Tasked, oob: Oob, sheet: OpSheet) -> tuple[str, ...]:
    group = _group_of(oob, sheet, goal.units)
    if group is None:
        return goal.units
    lacks = []
    if group.name.casefold() != goal.name.casefold():
        lacks.append("name")
    if not group.note:
        lacks.append("task")
    if goal.type and group.type != goal.type:
        lacks.append("type")
    return tuple(lacks)


def _with_task(goal: Tasked, oob: Oob, sheet: OpSheet) -> OpSheet:
    number = next((n for n, each in enumerate(sheet.groups) if each.name.casefold() == goal.name.casefold()), None)
    if _group_of(oob, sheet, goal.units) is not None:
        made = sheet
    elif number is not None:
        # Who is in it beside those of the goal has another task.
        groups = tuple(replace(each, units=()) if n == number else each for n, each in enumerate(sheet.groups))
        made = grouped(oob, replace(sheet, groups=groups), goal.units, number)
    else:
        made = with_group(oob, sheet, goal.units)
    meant = _group_of(oob, made, goal.units)
    return replace(
        made,
        groups=tuple(
            replace(each, name=goal.name, note=each.note or goal.note, type=goal.type or each.type) if each is meant else each
            for each in made.groups
            if each.units or each is meant
        ),
    )


def _has_rally(oob: Oob, sheet: OpSheet, unit: str) -> bool:
    """Whether all of a unit or formation has a rally point, its own or that of a formation above it."""
    meant = set(oob.counters_meant((unit,)))
    return bool(meant) and any(meant <= set(oob.counters_meant((name,))) for name, _ in sheet.rally)
