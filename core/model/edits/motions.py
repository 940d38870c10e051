"""Motions of items: what lies in hexes goes exactly from hex to hex, points go along.

Items are taken off their sheet into the shared plane (`Loose`), carried there, and put onto the sheet that they come to lie on.
"""

import math
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, assert_never

from core.base.steps import finish
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import LATTICE_X, LATTICE_Y, Point, SheetFrame, hex_at, plane_centre
from core.geometry.lines import middle
from core.model.box import GameBox, PlacedSheet, sheet_edge
from core.model.maps import (
    Area,
    Cell,
    Contour,
    HexContent,
    Item,
    ItemRef,
    Key,
    Low,
    Name,
    Path,
    Points,
    Section,
    SideFeature,
    Spot,
    Zone,
)

HighSide = Literal["left", "right"] | None
"""The side of the drawing direction of a contour on which the ground is higher; None where neighbours tell it."""

HEX_BOUND: frozenset[Section] = frozenset({"sides", "hexes", "zones"})
"""Sections whose items lie in hexes and between them, and so move by whole hexes."""

SLICE = 500
"""Items whose middle is looked for between two steps, a few milliseconds."""

ORIGIN = Hex(0, 0)

_HALF_ROOT = math.sqrt(3) / 2
_TURNS = ((1.0, 0.0), (0.5, _HALF_ROOT), (-0.5, _HALF_ROOT), (-1.0, 0.0), (-0.5, -_HALF_ROOT), (0.5, -_HALF_ROOT))
"""Cosine and sine of whole sixths of a turn."""

_SINGULAR: Mapping[Section, str] = {
    "contours": "contour",
    "areas": "area",
    "paths": "path",
    "sides": "hexside feature",
    "hexes": "hex",
    "spots": "spot elevation",
    "lows": "low point",
    "names": "name",
    "zones": "zone",
}


def counted(refs: Iterable[ItemRef]) -> str:
    """What and how many, for the undo history: "contour", "3 areas", "5 items"."""
    sections = [ref.section for ref in refs]
    kinds = set(sections)
    if len(kinds) != 1:
        return f"{len(sections)} items"
    word = _SINGULAR[sections[0]]
    if len(sections) == 1:
        return word
    return f"{len(sections)} {word}es" if word.endswith("x") else f"{len(sections)} {word}s"


def whole_hexes(by: Point) -> tuple[int, int]:
    """The hex vector nearest to a vector of the plane, as columns and cells.

    >>> whole_hexes((0.1, 1.9))
    (0, 2)
    """
    near = hex_at((by[0] * LATTICE_X, by[1] * LATTICE_Y))
    return near.q, near.r


@dataclass(frozen=True, slots=True)
class Motion:
    """A motion of the shared plane that brings hexes onto hexes: mirrored at the line through the centre of `about` that runs
    along the plane's y, then turned around it by `turns` sixths counter-clockwise, then moved by the hex vector `steps`.

    `off` moves points further, by a vector that need not be whole hexes; hexes do not follow it. On sheets of pointy-top hexes
    the plane is the mirror of what is seen.
    """

    about: Hex = ORIGIN
    turns: int = 0
    mirrored: bool = False
    steps: tuple[int, int] = (0, 0)
    off: Point = (0.0, 0.0)

    def hex(self, place: Hex) -> Hex:
        """Where a hex comes to lie.

        >>> Motion(Hex(0, 0), turns=1).hex(Hex(0, 1)), Motion(Hex(0, 0), mirrored=True).hex(Hex(1, 0))
        (Hex(q=-1, r=1), Hex(q=-1, r=1))
        """
        q, r = place.q - self.about.q, place.r - self.about.r
        if self.mirrored:
            q, r = -q, q + r
        for _ in range(self.turns % 6):
            q, r = -r, q + r
        return self.about.plus(q + self.steps[0], r + self.steps[1])

    def point(self, point: Point) -> Point:
        """Where a point comes to lie."""
        return self.line((point,))[0]

    def line(self, points: Points) -> Points:
        """Where the points of a line come to lie."""
        off_x, off_y = self.off
        if self.turns % 6 == 0 and not self.mirrored:
            if self.steps == (0, 0):
                return tuple([(x + off_x, y + off_y) for x, y in points])
            dx, dy = plane_centre(Hex(*self.steps))
            return tuple([(x + dx + off_x, y + dy + off_y) for x, y in points])
        fixed, goal = plane_centre(self.about), plane_centre(self.about.plus(*self.steps))
        cos, sin = _TURNS[self.turns % 6]
        side = -1.0 if self.mirrored else 1.0
        away = [(side * (x - fixed[0]), y - fixed[1]) for x, y in points]
        return tuple([(goal[0] + x * cos - y * sin + off_x, goal[1] + x * sin + y * cos + off_y) for x, y in away])


@dataclass(frozen=True, slots=True)
class Loose:
    """An item off its sheet: its points lie in the shared plane, its cells are the columns and rows `q` and `r` of hexes, its
    sides and angles are those of the plane. `place` is the hex that an item of "hexes" fills.
    """

    section: Section
    item: Item
    place: Hex | None = None

    def moved(self, motion: Motion) -> "Loose":
        """The item after a motion."""
        item = _mapped(self.item, motion.line, lambda cell: _cell_of(motion.hex(Hex(*cell))))
        match item:
            case Contour() if motion.mirrored:
                item = replace(item, high=other_side(item.high))
            case Name() if motion.mirrored or motion.turns % 6:
                turned = (-item.angle if motion.mirrored else item.angle) + 60.0 * (motion.turns % 6)
                item = replace(item, angle=_upright(turned))
            case _:
                pass
        return Loose(self.section, item, None if self.place is None else motion.hex(self.place))

    @property
    def points(self) -> tuple[Point, ...]:
        """Points that tell where it is; for what lies in hexes the centre dots of these."""
        return _points(self.item) or tuple(plane_centre(place) for place in self.hexes)

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes that it fills or lies between, in order."""
        match self.item:
            case SideFeature():
                return tuple(Hex(*cell) for cell in self.item.between)
            case Zone():
                return tuple(sorted(Hex(*cell) for cell in self.item.cells))
            case _:
                return () if self.place is None else (self.place,)


def loosened(box: GameBox, ref: ItemRef) -> Loose | None:
    """An item taken off its sheet; None when it is not there any more."""
    item = box.item(ref)
    if item is None:
        return None
    placed = box.sheet(ref.sheet)
    frame = placed.frame
    place = frame.hex(*ref.key) if isinstance(ref.key, tuple) else None
    there = _mapped(item, partial(_in_plane, frame), lambda cell: _cell_of(frame.hex(*cell)))
    return Loose(ref.section, _aligned(there, placed), place)


class Sheets:
    """The sheets of a box, asked which of them something lies on."""

    def __init__(self, box: GameBox) -> None:
        self.box = box
        self._edges = [(placed, sheet_edge(placed)) for placed in box.sheets]

    def at(self, point: Point, rather: str = "") -> PlacedSheet:
        """The sheet that shows a point of the shared plane, that with the file name `rather` if it does; off all of them, the
        one wanted, else the nearest."""
        away = [(math.hypot(*_beyond(point, edge)), placed) for placed, edge in self._edges]
        least = min(distance for distance, _ in away)
        near = [placed for distance, placed in away if distance == least]
        wanted = [placed for placed in (near if least == 0.0 else self.box.sheets) if placed.file == rather]
        return (wanted or near)[0]

    def printing(self, places: Sequence[Hex], rather: str = "") -> PlacedSheet | None:
        """A sheet whose grid holds all these hexes, else one that holds some of them; None when none does."""
        best: tuple[int, bool, PlacedSheet] | None = None
        for placed in self.box.sheets:
            held = sum(on_grid(placed, placed.frame.cell(place)) for place in places)
            if held and (best is None or (held, placed.file == rather) > best[:2]):
                best = held, placed.file == rather, placed
        return best[2] if best is not None else None

    def keeping_side(self, side: Sequence[Hex], rather: str = "") -> PlacedSheet | None:
        """A sheet that can keep what lies along a hexside: one whose grid holds both hexes, or on a seam, between
        two playable hexes, one that holds the one and can name the other. None along the map's edge and beyond."""
        seam = all(place in self.box.cells for place in side)
        best: tuple[int, bool, PlacedSheet] | None = None
        for placed in self.box.sheets:
            cells = [placed.frame.cell(place) for place in side]
            held = sum(on_grid(placed, cell) for cell in cells)
            kept = held == len(cells) or (held and seam and can_name(placed.sheet.grid.numbering, cells))
            if kept and (best is None or (held, placed.file == rather) > best[:2]):
                best = held, placed.file == rather, placed
        return best[2] if best is not None else None

    def landed(self, loose: Loose, rather: str = "") -> list[tuple[PlacedSheet, Cell | None, Item]]:
        """A loose item put onto the sheets that it comes to lie on: with the sheet, its cell for an item of "hexes", and its
        value there. A zone across a seam becomes one for each sheet. What falls off the map is left out, as is a feature along
        the map's edge.
        """
        if loose.section not in HEX_BOUND:
            placed = self.at(loose.points[0], rather) if loose.points else self.box.sheets[0]
            return [(placed, None, laid_on(loose.item, placed))]
        if isinstance(loose.item, SideFeature):
            keeper = self.keeping_side(loose.hexes, rather)
            return [(keeper, None, laid_on(loose.item, keeper))] if keeper is not None else []
        out: list[tuple[PlacedSheet, Cell | None, Item]] = []
        left = list(loose.hexes)
        while left:
            on = self.printing(left, rather)
            if on is None:
                break
            if isinstance(loose.item, Zone):
                held = [place for place in left if on_grid(on, on.frame.cell(place))]
                part = replace(loose.item, cells=frozenset(_cell_of(place) for place in held))
                out.append((on, None, laid_on(part, on)))
                left = [place for place in left if place not in held]
                continue
            # What fills a hex of a seam stands on every map that prints it.
            cells = [(on, on.frame.cell(place)) for place in left]
            printed = [each for place in left for each in self.box.prints(place)]
            out += [(each, cell, laid_on(loose.item, each)) for each, cell in printed or cells]
            left = []
        return out


class NewKeys:
    """Keys for items to be put behind all others, one after the other."""

    def __init__(self, box: GameBox) -> None:
        self._box = box
        self._next: dict[tuple[str, Section], int] = {}

    def ref(self, file: str, section: Section, cell: Cell | None = None) -> ItemRef:
        """A reference for one more item; one of "hexes" is known by its cell."""
        if cell is not None:
            return ItemRef(file, section, cell)
        key = self._next.get((file, section), 0) or self._box.sheet(file).sheet.items(section).next_key
        self._next[file, section] = key + 1
        return ItemRef(file, section, key)


def on_grid(placed: PlacedSheet, cell: Cell) -> bool:
    """Whether a sheet's grid has a cell."""
    return 1 <= cell[0] <= placed.sheet.grid.columns and 1 <= cell[1] <= placed.sheet.grid.rows


def can_name(numbering: Numbering, cells: Iterable[Cell]) -> bool:
    """Whether the numbers of a sheet, counted on beyond its grid, lead back to these cells."""
    return all(numbering.cell(numbering.text(*cell)) == cell for cell in cells)


def middle_hex(box: GameBox, refs: Iterable[ItemRef]) -> Hex:
    """The hex in the middle of items, around which they turn. It stays the same when they are turned around it, unless their
    middle lies on a hexside; who turns again and again keeps the hex.
    """
    return finish(middle_hex_steps(box, refs))


def middle_hex_steps(box: GameBox, refs: Iterable[ItemRef]) -> Generator[None, None, Hex]:
    """The same in slices."""
    points: list[Point] = []
    for number, ref in enumerate(refs):
        if number % SLICE == SLICE - 1:
            yield
        points += _centred(box, ref)
    if not points:
        return ORIGIN
    x, y = middle(points)
    return hex_at((x * LATTICE_X, y * LATTICE_Y))


def ordered(box: GameBox, refs: Iterable[ItemRef]) -> tuple[ItemRef, ...]:
    """References in the order in which their items are drawn and written."""
    files = {placed.file: number for number, placed in enumerate(box.sheets)}
    return tuple(sorted(refs, key=lambda ref: (files.get(ref.sheet, len(files)), ref.section, _order(ref.key))))


def _order(key: Key) -> Cell:
    return key if isinstance(key, tuple) else (key, 0)


def _centred(box: GameBox, ref: ItemRef) -> Points:
    item = box.item(ref)
    if item is None:
        return ()
    own = _points(item)
    loose = loosened(box, ref) if not own else None
    points = loose.points if loose is not None else _in_plane(box.sheet(ref.sheet).frame, own)
    return points[:-1] if len(points) > 3 and points[0] == points[-1] else points


def _points(item: Item) -> tuple[Point, ...]:
    match item:
        case Contour() | Path():
            return item.line
        case Area():
            return item.shape[0] if item.shape else ()
        case Spot() | Low() | Name():
            return (item.at,)
        case _:
            return ()


def _in_plane(frame: SheetFrame, points: Points) -> Points:
    """Points of a sheet in the shared plane: what `frame.to_plane` says of each, for many."""
    off_x, off_y = frame.to_plane((0.0, 0.0))
    if frame.orientation == "columns":
        return tuple([(x + off_x, y + off_y) for x, y in points])
    return tuple([(y + off_x, x + off_y) for x, y in points])


def _in_sheet(frame: SheetFrame, points: Points) -> Points:
    """Points of the shared plane in a sheet's own units: what `frame.to_sheet` says of each, for many."""
    off_x, off_y = frame.to_plane((0.0, 0.0))
    if frame.orientation == "columns":
        return tuple([(x - off_x, y - off_y) for x, y in points])
    return tuple([(y - off_y, x - off_x) for x, y in points])


def _mapped(item: Item, line: Callable[[Points], Points], cell: Callable[[Cell], Cell]) -> Item:
    match item:
        case Contour() | Path():
            return replace(item, line=line(item.line))
        case Area():
            return replace(item, shape=tuple(map(line, item.shape)))
        case Spot() | Low() | Name():
            return replace(item, at=line((item.at,))[0])
        case SideFeature():
            return replace(item, between=(cell(item.between[0]), cell(item.between[1])))
        case Zone():
            return replace(item, cells=frozenset(map(cell, item.cells)))
        case HexContent():
            return item
        case _:
            assert_never(item)


def _aligned(item: Item, placed: PlacedSheet) -> Item:
    """Sides and angles of a sheet as those of the plane, or back: sheets of pointy-top hexes lie mirrored in it."""
    if placed.frame.orientation == "rows":
        if isinstance(item, Contour):
            return replace(item, high=other_side(item.high))
        if isinstance(item, Name):
            return replace(item, angle=-item.angle + 0.0)
    return item


def laid_on(item: Item, placed: PlacedSheet) -> Item:
    """An item of the shared plane as a sheet keeps it, wherever it lies."""
    frame = placed.frame
    return _aligned(_mapped(item, partial(_in_sheet, frame), lambda cell: frame.cell(Hex(*cell))), placed)


def _cell_of(place: Hex) -> Cell:
    return place.q, place.r


def other_side(side: HighSide) -> HighSide:
    """The other side of a contour; None stays None."""
    if side is None:
        return None
    return "right" if side == "left" else "left"


def _upright(angle: float) -> float:
    """An angle above -180 and up to 180 degrees, never a negative zero."""
    while angle > 180.0:
        angle -= 360.0
    while angle <= -180.0:
        angle += 360.0
    return angle + 0.0


def _beyond(point: Point, edge: tuple[float, float, float, float]) -> Point:
    """How far a point lies beyond a rectangle, in both directions; 0 within it."""
    return max(edge[0] - point[0], 0.0, point[0] - edge[2]), max(edge[1] - point[1], 0.0, point[1] - edge[3])
