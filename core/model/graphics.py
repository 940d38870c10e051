"""Control measures as values: what a plan draws on the map, and the kinds that there are.

A `Measure` holds control points, a name and whose it is; a `MeasureKind` says how these are drawn, with which letters, and what
the control points are called. The drawing itself is made by `core.geometry.measures`, from nothing but these two::

    Measure + MeasureKind --> drawing() --> Drawn: strokes, inked rings, letters, handles --> map, print, GeoJSON

Kinds come from `resources/measures.yaml`, motifs of names from `resources/motifs.yaml` (`core.files.measure_files`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from core.geometry.layout import Point
from core.geometry.lines import Line
from core.geometry.measures.drawing import RECIPES, completed, drawn
from core.geometry.measures.parts import Drawn, Shape, Slot, pulled_alone, unmoved
from core.geometry.measures.pen import Recipe

NAME = "{text}"
"""What stands for the name of a measure in the label of its kind."""

ALTERNATE = "(ALT)"
"""What follows the name of a measure that is an alternate [TCS 4.01 6.14c]."""

WIDTH = "width"
"""What the control point is called that says how wide an arrow is."""

Naming = Literal["motif", "numbers", "none"]
"""What measures of a kind are mostly called."""

NO_NAMES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Measure:
    """A control measure on the map: its kind by id, and its control points in the plane that all sheets share.

    `units` are ids of counters or formations: those whom it concerns, or for a boundary those on its left and on its right as
    it is drawn. `echelon` is the size of a unit in words ("battalion"), empty for none. An `alternate` is drawn with broken
    lines.
    """

    kind: str
    points: Line
    text: str = ""
    side: str = ""
    units: tuple[str, ...] = ()
    echelon: str = ""
    alternate: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class MeasureKind:
    """A kind of control measures.

    `label` is what is written beside it or in it, with `{text}` for the name of the measure; `letters` belong to the sign.
    `entity` are its six digits in symbol set 25, empty where they are not certain. `names_sides` says that its units are named
    on its two sides. `naming` tells what such measures are mostly called: by a motif, by numbers, or not at all.
    """

    id: str
    title: str
    group: str
    shape: Shape
    label: str = NAME
    letters: str = ""
    entity: str = ""
    names_sides: bool = False
    naming: Naming = "motif"
    about: str = ""

    @property
    def recipe(self) -> Recipe:
        """How it is drawn."""
        return RECIPES[self.shape.recipe]

    @property
    def handles(self) -> tuple[str, ...]:
        """What its control points are called, in their order; one with an asterisk stands for as many as there are."""
        return self.recipe.roles

    @property
    def least(self) -> int:
        """How many control points it needs."""
        return self.recipe.least

    @property
    def most(self) -> int:
        """How many it may have, 0 for as many as anybody likes."""
        return self.recipe.most

    @property
    def shows_echelon(self) -> bool:
        """Whether it shows the size of a unit."""
        return "sized" in self.shape.traits

    @property
    def can_be_named(self) -> bool:
        """Whether it shows a name."""
        return NAME in self.label

    @property
    def sets_width(self) -> bool:
        """Whether the last of as many points as anybody likes is its width, which is seldom set by itself."""
        return self.recipe.most == 0 and self.recipe.roles[-1] == WIDTH

    @property
    def least_set(self) -> int:
        """How many points have to be set for it: a width is found, and so are the last ones of a fixed number."""
        return min(self.recipe.least, 2) if self.recipe.most else self.recipe.least - self.sets_width

    @property
    def can_be_turned(self) -> bool:
        """Whether it has a front, or a way that it leads, which can be turned round."""
        return self.recipe.reversed is not unmoved

    def role(self, number: int, count: int) -> str:
        """What one of so many control points is called."""
        return self.recipe.roles_of(count)[number]


@dataclass(frozen=True, slots=True, eq=False)
class MeasureKinds:
    """All kinds, in the order of a palette. `groups` are the titles of groups by their ids. There is one of it where it was
    read: it is equal to none but itself, and what is drawn by it can be kept."""

    kinds: Mapping[str, MeasureKind]
    groups: Mapping[str, str]

    def of_group(self, group: str) -> tuple[MeasureKind, ...]:
        """The kinds of a group."""
        return tuple(kind for kind in self.kinds.values() if kind.group == group)


@dataclass(frozen=True, slots=True)
class Motif:
    """Names of one kind, such as fish, for the measures of one plan."""

    id: str
    title: str
    names: tuple[str, ...]

    def next_name(self, taken: Iterable[str]) -> str:
        """The first name that is not taken; when all are, the first with the least number behind it that is free.

        >>> fish = Motif("fish", "Fish", ("Trout", "Bass"))
        >>> fish.next_name([]), fish.next_name(["TROUT"]), fish.next_name(["Bass", "Trout", "Trout 2"])
        ('Trout', 'Bass', 'Bass 2')
        """
        used = {" ".join(each.split()).casefold() for each in taken}
        free = (f"{name} {number}" if number > 1 else name for number in range(1, len(used) + 2) for name in self.names)
        return next((name for name in free if name.casefold() not in used), "")

    def holds(self, text: str) -> bool:
        """Whether a name is one of these, with a number behind it or without."""
        first = text.split()[:-1] if text.split()[-1:] and text.split()[-1].isdecimal() else text.split()
        return " ".join(first).casefold() in (name.casefold() for name in self.names)


def next_number(taken: Iterable[str]) -> str:
    """The least number from 1 that is not taken.

    >>> next_number(["1", "Trout", "3"])
    '2'
    """
    used = {each.strip() for each in taken}
    return next(text for number in range(1, len(used) + 2) if (text := str(number)) not in used)


def suggested_name(motifs: Iterable[Motif], own: Iterable[str], others: Iterable[str] = ()) -> str:
    """A name for a new measure that no measure has: of the motif that most of the `own` names of its plan come from; a plan
    without any gets the motif that `others` have least.

    >>> fish, birds = Motif("fish", "Fish", ("Trout", "Bass")), Motif("birds", "Birds", ("Hawk", "Crow"))
    >>> suggested_name([fish, birds], ["Crow", "LD"]), suggested_name([fish, birds], ["Trout"], ["Bass"])
    ('Hawk', 'Trout 2')
    >>> suggested_name([fish, birds], [], ["Trout"]), suggested_name([], [])
    ('Hawk', '')
    """
    known, mine, used = tuple(motifs), tuple(own), tuple(others)
    if not known:
        return ""
    has_motif = any(each.holds(name) for each in known for name in mine)
    sign, names = (1, mine) if has_motif else (-1, used)
    return max(known, key=lambda each: sign * sum(map(each.holds, names))).next_name((*mine, *used))


def label(kind: MeasureKind, measure: Measure) -> str:
    """What is written beside a measure.

    >>> line = MeasureKind("phase-line", "Phase line", "lines", Shape("named-line"), "PL {text}")
    >>> label(line, Measure("phase-line", (), "Trout")), label(line, Measure("phase-line", (), alternate=True))
    ('PL Trout', 'PL (ALT)')
    """
    words = kind.label.replace(NAME, measure.text)
    return " ".join(f"{words} {ALTERNATE if measure.alternate else ''}".split())


def words(kind: MeasureKind, measure: Measure, unit_names: Mapping[str, str] = NO_NAMES) -> Mapping[Slot, str]:
    """All texts of a measure by their slots; units are called by their ids where no name is known."""
    left, right = (unit_names.get(each, each) for each in (*measure.units, "", "")[:2]) if kind.names_sides else ("", "")
    texts: dict[Slot, str] = {"label": label(kind, measure), "letters": kind.letters, "left": left, "right": right}
    return {slot: text for slot, text in texts.items() if text}


def drawing(kind: MeasureKind, measure: Measure, size: float = 1.0, unit_names: Mapping[str, str] = NO_NAMES) -> Drawn:
    """A measure as it is drawn; letters and ornaments are so many times their plain size.

    Control points that are still missing are put where they most likely will be. Raises UndrawablePoints.
    """
    texts = words(kind, measure, unit_names)
    return drawn(kind.shape, measure.points, size, words=texts, echelon=measure.echelon, dashed=measure.alternate)


def whole(kind: MeasureKind, measure: Measure, size: float = 1.0) -> Measure:
    """The measure with all control points that it needs. Raises UndrawablePoints."""
    return replace(measure, points=completed(kind.shape, measure.points, size))


def drafted(kind: MeasureKind, measure: Measure, size: float = 1.0) -> Measure:
    """The measure whose points were set one after the other along it: a width is found beside the first two, whatever follows.

    Raises UndrawablePoints.
    """
    points = measure.points
    if not kind.sets_width or len(points) < 2:
        return whole(kind, measure, size)
    return replace(measure, points=(*points, completed(kind.shape, points[:2], size)[-1]))


def reversed_measure(kind: MeasureKind, measure: Measure) -> Measure:
    """The measure turned round: tip and rear change places, a width stays, a circle opens on its other side.

    One that has no front, such as an area or a point, stays as it is; so does one that is not whole.
    """
    if len(measure.points) < kind.least:
        return measure
    return replace(measure, points=kind.recipe.reversed(measure.points))


def pulled(kind: MeasureKind, measure: Measure, number: int, at: Point) -> Measure:
    """The measure with one of its control points elsewhere; a width stays what it was when another point is pulled."""
    if len(measure.points) < kind.least:
        return replace(measure, points=pulled_alone(measure.points, number, at))
    return replace(measure, points=kind.recipe.pulled(measure.points, number, at))


def mirrored(kind: MeasureKind, measure: Measure, x: float = 0.0) -> Measure:
    """The measure as its mirror at the line from south to north through `x` shows it."""
    points = tuple((2 * x - px, py) for px, py in measure.points)
    return replace(measure, points=points if len(points) < kind.least else kind.recipe.mirrored(points))


def as_printed(measure: Measure, orientation: Literal["columns", "rows"]) -> Measure:
    """The measure as the map shows it: on maps of pointy-top hexes the plane is its mirror at the diagonal.

    Drawings are made of this, so that left and letters are those of the reader. It is its own inverse.
    """
    return measure if orientation == "columns" else replace(measure, points=tuple((y, x) for x, y in measure.points))


def scaled(measure: Measure, factor: float, about: Point = (0.0, 0.0)) -> Measure:
    """The measure with all its control points so many times as far from a point."""
    x, y = about
    return replace(measure, points=tuple((x + (px - x) * factor, y + (py - y) * factor) for px, py in measure.points))


def moved(measure: Measure, east: float, north: float) -> Measure:
    """The measure somewhere else."""
    return replace(measure, points=tuple((x + east, y + north) for x, y in measure.points))
