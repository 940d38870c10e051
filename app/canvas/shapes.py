"""What tools lay over a map, as values: they compare, so that only what has changed is painted anew."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from core.geometry.hexes import Hex
from core.geometry.layout import Point
from core.geometry.measures.parts import Drawn
from core.model.maps import Points

Bounds = tuple[float, float, float, float]
"""A rectangle of the shared plane: x least, y least, x most, y most."""

LineState = Literal["clear", "blocked", "undecided", "pending"]


@dataclass(frozen=True, slots=True)
class HexFill:
    """Hexes in one of the style's looks.

    Looks: lit, unseen, undecidable, candidate, candidate-seen, selected, target, firer, differs; brush, erase and snap for what
    a tool is about to do; zone-1 to zone-3 for zones of control, range, range-1 to range-5, range-minimum and range-over for
    where units can go, supply-1 to supply-3, source, cut-zone, cut-enemy and losing for supply, on-sheet for units of an op
    sheet. Where there are rectangles of paper, only what of the hexes lies on them is filled.
    """

    hexes: frozenset[Hex]
    look: str
    paper: tuple[Bounds, ...] = ()


@dataclass(frozen=True, slots=True)
class HexRim:
    """The outline of hexes in one of the style's looks, without their wash and as thin as it is visible: over counters."""

    hexes: frozenset[Hex]
    look: str


@dataclass(frozen=True, slots=True)
class SightLine:
    """A line between two hex centres; what lies behind `blocker` is drawn as out of sight."""

    start: Hex
    end: Hex
    state: LineState
    blocker: Hex | None = None


@dataclass(frozen=True, slots=True)
class BlockMark:
    """The hex that blocks, with the outlines (in the shared plane) of the feature that does it."""

    hex: Hex
    outlines: tuple[Points, ...] = ()


@dataclass(frozen=True, slots=True)
class Rays:
    """The twelve rays around a hex, `reach` hexes long; those counted bound a sector.

    Numbers of rays are those of `core.geometry.bearings`.
    """

    target: Hex
    counted: tuple[int, ...] = ()
    reach: float = 6.0


@dataclass(frozen=True)
class HexTexts:
    """A short text on each of some hexes, in one of the style's letterings: number, note, step, supply, standing; left and
    left-over for points that are left, on free ground and over counters. `off` is how far to the right of the centres and above
    them it stands as one looks at the map, in hexes."""

    texts: Mapping[Hex, str] = field(default_factory=lambda: MappingProxyType({}))
    look: str = "number"
    off: Point = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class ChordMark:
    """A segment in the shared plane with ticks at its ends and a dot at the point that was measured.

    `words` stand beyond its low and its high end.
    """

    low_end: Point
    high_end: Point
    at: Point | None = None
    words: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class SmokeMark:
    """A cloud on a hex with a label; with `spread` a dotted line shows that the adjacent hexes are filled too."""

    hex: Hex
    label: str = ""
    spread: bool = False


@dataclass(frozen=True, slots=True)
class HexCursor:
    """The outline of the hex that the keyboard is on."""

    hex: Hex


@dataclass(frozen=True, slots=True)
class FlashRing:
    """A ring that closes in on a hex; `part` runs from 0 to 1."""

    hex: Hex
    part: float


@dataclass(frozen=True, slots=True)
class Sketch:
    """A line of the shared plane that a tool is drawing, or the outline of what it points at.

    Looks: new (what a release would draw), selected, guide (a help such as a snapped end or a spacing), erase, measure; way and
    way-barred for moves, supply-line and cut-side for supply.
    A closed one is an area; `filled` tints it.
    """

    line: Points
    look: str = "new"
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Handles:
    """Points that can be taken hold of, in the shared plane; `active` are positions in `points`. `look`: vertex, end, snap,
    error and warning, which mark what is wrong, or supply-1 to supply-3. With `share` they are no larger than such a part of a
    hex, but at least half as large as from nearby."""

    points: Points
    active: frozenset[int] = frozenset()
    look: str = "vertex"
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Caption:
    """A short text at a point of the shared plane, on a plate, such as the height of the line being drawn. It stands on
    the side of its point that `towards` leads to, in the shared plane."""

    at: Point
    text: str
    towards: Point = (1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Graphic:
    """A control measure as it is drawn, in hexes to the east and to the north as one looks at the map; `ink` is the colour of
    its side as #rrggbb. Looks: in-force, planned, over, picked."""

    drawn: Drawn
    ink: str
    look: str = "in-force"


Mark = SightLine | BlockMark | Rays | ChordMark | SmokeMark | HexCursor | FlashRing
Shape = HexFill | HexRim | HexTexts | Mark | Sketch | Graphic | Handles | Caption


def parted(shapes: Iterable[Shape]) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """Shapes in two: washes, which lie under counters, and what lies over them, the rims of washes among that."""
    ground: list[Shape] = []
    above: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, HexFill):
            ground.append(shape)
            above.append(HexRim(shape.hexes, shape.look))
        elif isinstance(shape, Sketch) and shape.filled:
            ground.append(shape)
            above.append(Sketch(shape.line, shape.look))
        else:
            above.append(shape)
    return tuple(ground), tuple(above)


def field_of_view(
    seen: frozenset[Hex], undecidable: frozenset[Hex], shown: frozenset[Hex], paper: tuple[Bounds, ...] = ()
) -> tuple[Shape, ...]:
    """A field of view: what is seen stays bright within an outline, the rest of the hexes shown is dimmed on the paper."""
    return (
        HexFill(shown - seen - undecidable, "unseen", paper),
        HexFill(undecidable, "undecidable"),
        HexFill(seen, "lit"),
    )


MOST_COMPARED = 10_000
"""Pairs of shapes that are compared, about 2 ms; where more would have to be, all shapes are painted anew."""


def changed_hexes(old: tuple[Shape, ...], new: tuple[Shape, ...]) -> tuple[set[Hex], list[Shape]]:
    """What has to be painted anew: single hexes of fills and texts, and other shapes whole."""
    hexes: set[Hex] = set()
    shapes: list[Shape] = []
    if len(old) * len(new) > MOST_COMPARED:
        return hexes, [*old, *new]
    if [each for each in old if each in new] != [each for each in new if each in old]:
        return hexes, [*old, *new]
    gone, come = [each for each in old if each not in new], [each for each in new if each not in old]
    for shape in gone:
        twin = next((other for other in come if _same_kind(shape, other)), None)
        if twin is None:
            shapes.append(shape)
            continue
        come.remove(twin)
        if isinstance(shape, HexFill) and isinstance(twin, HexFill):
            hexes |= shape.hexes ^ twin.hexes
        elif isinstance(shape, HexTexts) and isinstance(twin, HexTexts):
            hexes |= {place for place, _ in set(shape.texts.items()) ^ set(twin.texts.items())}
    return hexes, shapes + come


def _same_kind(a: Shape, b: Shape) -> bool:
    alike = isinstance(a, HexFill | HexTexts) and type(a) is type(b) and a.look == getattr(b, "look", None)
    return alike and getattr(a, "off", None) == getattr(b, "off", None)
