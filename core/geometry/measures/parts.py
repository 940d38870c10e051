"""What a control measure is drawn from, as values: the shape asked for, and strokes, inked rings, letters and handles."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, get_args

from core.geometry.layout import Point
from core.geometry.lines import Line

Anchor = Literal["start", "middle", "end"]
"""Which end of a text lies at its point, as the text is read. Across, the middle of its letters always does."""

Slot = Literal["label", "letters", "left", "right"]
"""What a text is: the name of the measure, the letters of its kind, the units on either side of a line."""

SLOTS: tuple[Slot, ...] = get_args(Slot)

LETTER_WIDTH = 0.66
"""The width of a letter that gaps and placing count with, in parts of the size of the type."""

NO_WORDS: Mapping[Slot, str] = MappingProxyType({})


def text_width(text: str, height: float) -> float:
    """About how wide a text is, in hexes."""
    return LETTER_WIDTH * height * len(text)


@dataclass(frozen=True, slots=True)
class Shape:
    """How a kind of measures is drawn: a recipe by its name, its sizes in hexes where they are not the recipe's, its traits."""

    recipe: str
    sizes: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    traits: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line to be drawn. A closed one goes back to its first point, which is not repeated."""

    points: Line
    closed: bool = False
    dashed: bool = False

    @property
    def line(self) -> Line:
        """Its points; those of a closed one return to the first."""
        return (*self.points, self.points[0]) if self.closed else self.points


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a text may stand: its point, degrees against the clock from east, and which end of the text lies there."""

    at: Point
    angle: float = 0.0
    anchor: Anchor = "middle"


@dataclass(frozen=True, slots=True)
class Letters:
    """A text of a drawing.

    `height` is the size of its type in hexes, of which capitals take about three quarters. `others` are places for it that are
    nearly as good, the better ones first; one without others stands in a gap of the drawing, or inside it. One that is `tied`
    stands at its places alone, and not beside them: its line is broken there.
    """

    slot: Slot
    text: str
    seat: Seat
    height: float
    others: tuple[Seat, ...] = ()
    tied: bool = False

    @property
    def fixed(self) -> bool:
        """Whether it has no other place."""
        return not self.others

    @property
    def width(self) -> float:
        """About how long it is, in hexes."""
        return text_width(self.text, self.height)

    def at(self, seat: Seat) -> "Letters":
        """The same text at another of its places, which are then those that it had."""
        rest = tuple(each for each in (self.seat, *self.others) if each != seat)
        return replace(self, seat=seat, others=rest)


@dataclass(frozen=True, slots=True)
class Handle:
    """Where a control point is taken hold of. `number` counts control points from 0; `role` is what it does."""

    role: str
    number: int
    at: Point


@dataclass(frozen=True, slots=True)
class Broken:
    """A line with a gap for a text of its drawing, which counts texts from 0: the `whole` line, and what is left of it where
    the text stands at each of its places."""

    number: int
    whole: Stroke
    left: Mapping[Seat, tuple[Stroke, ...]]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A measure as it is drawn, in the plane: strokes, rings filled with ink, texts, and a handle for each control point.

    `taken` are convex rings, against the clock, in which a text of another measure would be read as one of this. `broken` are
    lines whose gaps go with their texts; what is left of them is among the strokes.
    """

    strokes: tuple[Stroke, ...] = ()
    rings: tuple[Line, ...] = ()
    letters: tuple[Letters, ...] = ()
    handles: tuple[Handle, ...] = ()
    taken: tuple[Line, ...] = ()
    broken: tuple[Broken, ...] = ()

    def lettered(self, letters: tuple[Letters, ...]) -> "Drawn":
        """The same drawing with its texts at others of their places."""
        strokes = self.strokes
        for each in self.broken:
            before, now = (each.left[some[each.number].seat] for some in (self.letters, letters))
            if now != before:
                strokes = (*(stroke for stroke in strokes if stroke not in before), *now)
        return replace(self, letters=letters, strokes=strokes)

    def solid(self) -> Iterator[Line]:
        """The lines of `lines` without those that are broken."""
        left = [stroke.line for each in self.broken for stroke in each.left[self.letters[each.number].seat]]
        return (line for line in self.lines() if line not in left)

    def ink(self) -> Iterator[Point]:
        """All points of its strokes and rings."""
        for stroke in self.strokes:
            yield from stroke.points
        for ring in self.rings:
            yield from ring

    def lines(self) -> Iterator[Line]:
        """Its strokes and rings as lines; closed ones return to their first point."""
        for stroke in self.strokes:
            yield stroke.line
        for ring in self.rings:
            yield (*ring, ring[0])


Move = Callable[[Line], Line]
"""Control points of a measure to those of another."""


Pull = Callable[[Line, int, Point], Line]
"""Control points of a measure, one of which by its number is pulled somewhere, to those that it has then."""


def unmoved(points: Line) -> Line:
    """The same points."""
    return points


def pulled_alone(points: Line, number: int, at: Point) -> Line:
    """The points with one of them elsewhere."""
    return (*points[:number], at, *points[number + 1 :])
