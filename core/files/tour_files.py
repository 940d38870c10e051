"""Reads tours, `resources/tours/<id>.yaml`: which box they are for, and their lessons for that box. A tour is used whole or not
at all. The copy of a box that a tour works in is made here, too; the box that came with the program is only read."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import Field

from core.base.errors import CoreError, WrongUse, did_you_mean
from core.files.box_files import load_box
from core.files.broken import BrokenFile
from core.files.measure_files import load_measures
from core.files.measure_texts import MeasureItem, read_measure
from core.files.names import GAME_FILE
from core.files.new_box import create_box
from core.files.resources import resources_folder, scenarios_folder
from core.files.schemas import Item, Section, Text, Version, Word, one_of
from core.files.strict_yaml import Route, read_document
from core.files.validation import Reader
from core.geometry.hexes import Hex
from core.model.box import GameBox, UnknownHex
from core.model.tours import (
    SAID,
    TARGETS,
    Alternated,
    Drawn,
    Goal,
    Lesson,
    Listed,
    Rallied,
    Reserved,
    Said,
    Sound,
    Tasked,
    Tour,
    TourStep,
    Worded,
)

FOLDER = "tours"

Does = Literal["list", "say", "group", "rally", "reserve", "alternate", "draw", "check"]

_NEEDS: dict[str, tuple[str, ...]] = {
    "list": ("units",),
    "say": ("field", "text"),
    "group": ("units", "name", "text"),
    "rally": ("units", "at"),
    "reserve": ("units",),
    "alternate": ("units", "text"),
    "draw": ("kind", "points"),
    "check": (),
}
"""The keys that each sort of goal has beside `does`."""


class BrokenTour(BrokenFile):
    """A tour that is wrong, or does not fit its box."""


class TourFile(Item):
    """The keys of a tour."""

    noun: ClassVar[str] = "tour"
    phaseline: str
    version: Version
    title: Word
    box: Word
    box_title: Word
    scenario: Word
    lessons: Annotated[list[Any], Field(min_length=1)]


class LessonItem(Item):
    """A lesson."""

    noun: ClassVar[str] = "lesson"
    id: Word
    title: Word
    sheet: Word
    side: Word
    steps: Annotated[list[Any], Field(min_length=1)]


class StepItem(Item):
    """A step of a lesson."""

    noun: ClassVar[str] = "step"
    title: Word
    words: Word
    targets: list[Annotated[str, one_of(*TARGETS)]] = Field(default_factory=list)
    hexes: list[Word] = Field(default_factory=list)
    goals: Section = Field(default_factory=list)


class GoalItem(Item):
    """What is to be reached in a step; which keys it has depends on what it does."""

    noun: ClassVar[str] = "goal"
    does: Annotated[Does, one_of(*get_args(Does))]
    units: list[Word] = Field(default_factory=list)
    field: Annotated[Said | Literal[""], one_of("", *SAID)] = ""
    name: Text = ""
    type: Text = ""
    text: Text = ""
    at: Text = ""
    kind: Text = ""
    points: list[Word] = Field(default_factory=list)
    echelon: Text = ""
    alternate: bool = False


def tour_names() -> tuple[str, ...]:
    """The tours that there are."""
    return tuple(sorted(path.stem for path in (resources_folder() / FOLDER).glob("*.yaml")))


def copy_for_tour(name: str, folder: Path) -> Path:
    """The folder of the box of a tour, a copy without op sheets, which is made unless it is there already.

    Raises WrongUse for a tour that there is not, BrokenTour, and CoreError when the box cannot be read or copied.
    """
    if (folder / GAME_FILE).is_file():
        return folder
    _, head = _opened(name)
    loaded = load_box(scenarios_folder() / head.box)
    if loaded.box is None:
        raise CoreError("\n".join(str(issue) for issue in loaded.issues))
    bare = {file: replace(scenario, sheets=()) for file, scenario in loaded.box.scenarios.items()}
    box = loaded.box.with_scenarios(bare)
    made = folder.with_name(f".{folder.name}.new")
    try:
        shutil.rmtree(made, ignore_errors=True)
        create_box(made, box.with_head(replace(box.head, title=head.box_title)))
        # The folder comes into being with a whole box in it.
        made.replace(folder)
    except OSError as error:
        raise CoreError(f"The box of the tour cannot be written to {folder}: {error.strerror or error}.") from error
    return folder


def load_tour(name: str, box: GameBox, path: Path | None = None) -> Tour:
    """A tour for its box; `path` is a file other than the program's own.

    Raises WrongUse for a tour that there is not, and BrokenTour when it is wrong or the box has not what it names.
    """
    reader, head = _opened(name, path)
    if head.scenario not in box.scenarios:
        reader.report(("scenario",), f'The box has no scenario "{head.scenario}".{did_you_mean(head.scenario, box.scenarios)}')
    lessons = tuple(_lessons(reader, box, head))
    if reader.issues:
        raise BrokenTour(reader.issues)
    return Tour(name, head.title, head.scenario, lessons)


def _opened(name: str, path: Path | None = None) -> tuple[Reader, TourFile]:
    if path is None and name not in tour_names():
        raise WrongUse(f'There is no tour "{name}".{did_you_mean(name, tour_names())}')
    path = path or resources_folder() / FOLDER / f"{name}.yaml"
    reader = Reader(read_document(path, path.name))
    head = reader.head(TourFile) if reader.accepts("tour", "tour") else None
    if head is None:
        raise BrokenTour(reader.issues)
    return reader, head


def _lessons(reader: Reader, box: GameBox, head: TourFile) -> Iterator[Lesson]:
    for route, item in reader.items("lessons", head.lessons, LessonItem):
        if box.oob.side(item.side) is None:
            near = did_you_mean(item.side, [each.id for each in box.oob.sides])
            reader.report((*route, "side"), f'The box has no side "{item.side}".{near}')
        yield Lesson(item.id, item.title, item.sheet, item.side, tuple(_steps(reader, box, route, item)))


def _steps(reader: Reader, box: GameBox, above: Route, lesson: LessonItem) -> Iterator[TourStep]:
    for number in range(len(lesson.steps)):
        route = (*above, "steps", number)
        item = reader.item(StepItem, route)
        if item is not None:
            places = [_hex(reader, box, (*route, "hexes", n), text) for n, text in enumerate(item.hexes)]
            goals = tuple(_goals(reader, box, route, item))
            kept = tuple(place for place in places if place is not None)
            yield TourStep(item.title, item.words, tuple(item.targets), kept, goals)


def _goals(reader: Reader, box: GameBox, above: Route, step: StepItem) -> Iterator[Goal]:
    for number in range(len(step.goals)):
        route = (*above, "goals", number)
        item = reader.item(GoalItem, route)
        if item is None:
            continue
        lacks = [key for key in _NEEDS[item.does] if not getattr(item, key)]
        for key in lacks:
            reader.report(route, f'A goal that does "{item.does}" needs "{key}".')
        for n, unit in enumerate(item.units):
            _check_unit(reader, box, (*route, "units", n), unit)
        if not lacks:
            yield from _goal(reader, box, route, item)


def _goal(reader: Reader, box: GameBox, route: Route, item: GoalItem) -> Iterator[Goal]:
    units = tuple(item.units)
    match item.does:
        case "list":
            yield Listed(units)
        case "say":
            assert item.field
            yield Worded(item.field, item.text)
        case "group":
            yield Tasked(item.name, units, item.text, item.type)
        case "rally":
            place = _hex(reader, box, (*route, "at"), item.at)
            yield from (Rallied(unit, place) for unit in units if place is not None)
        case "reserve":
            yield Reserved(units)
        case "alternate":
            yield Alternated(units, item.text)
        case "draw":
            said = MeasureItem(
                kind=item.kind,
                points=item.points,
                text=item.text,
                units=item.units,
                echelon=item.echelon,
                alternate=item.alternate,
            )
            measure = read_measure(reader, route, said, load_measures(), box)
            if measure is not None:
                yield Drawn(measure)
        case "check":
            yield Sound()


def _hex(reader: Reader, box: GameBox, route: Route, text: str) -> Hex | None:
    try:
        return box.hex(text)
    except UnknownHex as error:
        reader.report(route, str(error))
        return None


def _check_unit(reader: Reader, box: GameBox, route: Route, unit: str) -> None:
    oob = box.oob
    if oob.formation(unit) is None and oob.counter(unit) is None:
        known = [*(each.id for each in oob.formations), *(each.id for each in oob.counters)]
        reader.report(route, f'The box has no unit "{unit}".{did_you_mean(unit, known)}')
