"""Which items of the map lie under the pointer or within a rectangle."""

import itertools
import math
from collections.abc import Iterator

from app.tools.context import ToolContext
from app.tools.tool import Pointer
from core.geometry.hexes import Hex
from core.geometry.layout import Point, corners, to_plane
from core.geometry.lines import Bounds, Line, bounds, crossing, inside, nearest
from core.model.box import PlacedSheet
from core.model.edits.motions import Loose, loosened
from core.model.maps import SECTIONS, Area, Contour, Item, ItemRef, Key, Name, Path, Section

REACH_PX = 7.0
"""Pixels from the pointer within which a line or a point is under it."""

_FRONT: tuple[Section, ...] = ("spots", "lows", "names", "paths", "contours", "sides", "areas", "zones", "hexes")
"""What is taken first when several lie under the pointer: the small before the large."""

_NAME_REACH = 0.5
"""Hexes around the middle of a name that belong to it, times the height of its letters and half their number."""


class Picker:
    """Finds items of the open box. Items on layers that are hidden or locked are not there for it."""

    def __init__(self, context: ToolContext) -> None:
        self._context = context
        self._rooms: dict[ItemRef, tuple[Item, Bounds]] = {}
        self._loose: dict[ItemRef, tuple[Item, Loose]] = {}

    def under(self, pointer: Pointer, sections: tuple[Section, ...] = _FRONT) -> list[ItemRef]:
        """The items under the pointer, what lies in front first, the nearer before the further."""
        reach = REACH_PX * pointer.reach
        found: list[tuple[int, float, int, ItemRef]] = []
        for rank, section in enumerate(sections):
            for ref, loose, room in self._near(section, pointer.point, reach):
                away = self._away(loose, pointer.point, room)
                if away <= reach:
                    # Of outlines that hold the point the smaller one is the harder to hit elsewhere.
                    size = (room[2] - room[0]) * (room[3] - room[1]) if section in ("areas", "zones") else away
                    found.append((rank, size, -(ref.key if isinstance(ref.key, int) else 0), ref))
        return [ref for *_, ref in sorted(found, key=lambda each: each[:3])]

    def within(self, a: Point, b: Point, wholly: bool) -> frozenset[ItemRef]:
        """The items in the rectangle between two corners: those wholly inside, or all that it touches."""
        low_x, high_x = sorted((a[0], b[0]))
        low_y, high_y = sorted((a[1], b[1]))
        found = set()
        for ref, room in self._editable():
            if room[2] < low_x or room[0] > high_x or room[3] < low_y or room[1] > high_y:
                continue
            whole = low_x <= room[0] and room[2] <= high_x and low_y <= room[1] and room[3] <= high_y
            if not whole and not wholly:
                loose = self.loose(ref)
                whole = loose is not None and self._touches(loose, (low_x, low_y, high_x, high_y))
            if whole:
                found.add(ref)
        return frozenset(found)

    def everything(self) -> frozenset[ItemRef]:
        """All items on layers that may be changed."""
        allowed: dict[tuple[Section, str], bool] = {}
        found = []
        for section in SECTIONS:
            for placed, ref, item in self._items(section):
                kind = section, kind_of(item)
                if kind not in allowed:
                    allowed[kind] = self._context.canvas.is_editable(*kind)
                # Lines and outlines are somewhere as soon as they have a point; nothing has to be measured.
                drawn = item.line if isinstance(item, Contour | Path) else isinstance(item, Area) and item.shape
                if allowed[kind] and (drawn or self._room(placed, ref, item) is not None):
                    found.append(ref)
        return frozenset(found)

    def alike(self, refs: frozenset[ItemRef]) -> frozenset[ItemRef]:
        """All items of the same kinds as some: the same section and the same terrain, or contours of the same height."""
        box = self._context.document.box
        kinds = {(ref.section, kind_of(item)) for ref in refs if (item := box.item(ref)) is not None}
        items = ((ref, box.item(ref)) for ref, _ in self._editable())
        return frozenset(ref for ref, item in items if item is not None and (ref.section, kind_of(item)) in kinds)

    def loose(self, ref: ItemRef) -> Loose | None:
        """An item in the shared plane; None when it is not there any more."""
        item = self._context.document.box.item(ref)
        known = self._loose.get(ref)
        if known is not None and known[0] is item:
            return known[1]
        loose = loosened(self._context.document.box, ref)
        if item is not None and loose is not None:
            self._loose[ref] = item, loose
        return loose

    def _editable(self) -> Iterator[tuple[ItemRef, Bounds]]:
        for section in SECTIONS:
            for placed, ref, item in self._items(section):
                room = self._room(placed, ref, item)
                if room is not None and self._context.canvas.is_editable(section, kind_of(item)):
                    yield ref, room

    def _near(self, section: Section, point: Point, reach: float) -> Iterator[tuple[ItemRef, Loose, Bounds]]:
        x, y = point
        for placed, ref, item in self._items(section):
            room = self._room(placed, ref, item)
            if (
                room is not None
                and room[0] - reach <= x <= room[2] + reach
                and room[1] - reach <= y <= room[3] + reach
                and self._context.canvas.is_editable(section, kind_of(item))
            ):
                loose = self.loose(ref)
                if loose is not None:
                    yield ref, loose, room

    def _items(self, section: Section) -> Iterator[tuple[PlacedSheet, ItemRef, Item]]:
        for placed in self._context.document.box.sheets:
            for key, item in _keyed(placed, section):
                yield placed, ItemRef(placed.file, section, key), item

    def _room(self, placed: PlacedSheet, ref: ItemRef, item: Item) -> Bounds | None:
        """The rectangle around an item, measured again only when it has changed; None for an item that is nowhere."""
        known = self._rooms.get(ref)
        if known is not None and known[0] is item:
            return known[1]
        match item:
            case Contour() | Path():
                points: Line = item.line
            case Area():
                points = item.shape[0] if item.shape else ()
            case _:
                loose = self.loose(ref)
                points = tuple(map(placed.frame.to_sheet, _reach_of(loose))) if loose is not None else ()
        if not points:
            return None
        low_x, low_y, high_x, high_y = bounds(points)
        # Frames only move and swap axes, so that corners tell the rectangle in the plane.
        room = bounds((placed.frame.to_plane((low_x, low_y)), placed.frame.to_plane((high_x, high_y))))
        self._rooms[ref] = item, room
        return room

    @staticmethod
    def _away(loose: Loose, point: Point, room: Bounds) -> float:
        match loose.section:
            case "contours" | "paths" | "sides":
                return nearest(outline_of(loose)[0], point).distance
            case "areas":
                rings = outline_of(loose)
                within = inside(rings[0], point) and not any(inside(ring, point) for ring in rings[1:])
                return 0.0 if within else min(nearest(ring, point).distance for ring in rings)
            case "hexes" | "zones":
                return 0.0 if any(inside(ring, point) for ring in outline_of(loose)) else math.inf
            case "names":
                low_x, low_y, high_x, high_y = room
                return 0.0 if low_x <= point[0] <= high_x and low_y <= point[1] <= high_y else math.inf
            case _:
                return math.dist(loose.points[0], point)

    @staticmethod
    def _touches(loose: Loose, room: Bounds) -> bool:
        low_x, low_y, high_x, high_y = room
        frame = ((low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y), (low_x, low_y))
        for line in outline_of(loose) or (loose.points,):
            if any(low_x <= x <= high_x and low_y <= y <= high_y for x, y in line):
                return True
            if any(_meets(a, b, frame) for a, b in itertools.pairwise(line)):
                return True
        return loose.section in ("areas", "zones", "hexes") and any(inside(ring, frame[0]) for ring in outline_of(loose))


def outline_of(loose: Loose) -> tuple[Line, ...]:
    """The lines of an item in the plane, as it is shown when it is selected; nothing for a mere point."""
    match loose.section:
        case "contours" | "paths":
            return (loose.points,)
        case "areas":
            return tuple(getattr(loose.item, "shape", ()))
        case "sides":
            return (side_line(*loose.hexes),)
        case "hexes" | "zones":
            return tuple(_ring(place) for place in loose.hexes)
        case _:
            return ()


def kind_of(item: Item) -> str:
    """The terrain of an item, or the height of a contour, else nothing."""
    for name in ("terrain", "feature", "height"):
        value = getattr(item, name, None)
        if value is not None and (name != "height" or hasattr(item, "line")):
            return str(value)
    return ""


def side_line(a: Hex, b: Hex) -> Line:
    """The hexside between two adjacent hexes."""
    around = corners(a)
    k = a.neighbours().index(b)
    return to_plane(around[(4 + k) % 6]), to_plane(around[(5 + k) % 6])


def _ring(place: Hex) -> Line:
    around = [to_plane(corner) for corner in corners(place)]
    return (*around, around[0])


def _reach_of(loose: Loose) -> tuple[Point, ...]:
    """Points whose rectangle holds all of an item."""
    if isinstance(loose.item, Name):
        x, y = loose.item.at
        across = _NAME_REACH * loose.item.size * max(len(loose.item.text), 2)
        return (x - across, y - loose.item.size), (x + across, y + loose.item.size)
    return tuple(point for line in outline_of(loose) for point in line) or loose.points


def _keyed(placed: PlacedSheet, section: Section) -> Iterator[tuple[Key, Item]]:
    if section == "hexes":
        yield from placed.sheet.hexes.items()
    else:
        yield from placed.sheet.items(section).keyed()


def _meets(a: Point, b: Point, frame: Line) -> bool:
    return any(crossing(a, b, c, d) is not None for c, d in itertools.pairwise(frame))
