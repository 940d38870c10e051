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
from core.model.maps import SECTIONS, Item, ItemRef, Key, Name, Section

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
        self._known: dict[ItemRef, tuple[Item, Loose, Bounds]] = {}

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
        for ref, loose, room in self._all():
            if room[2] < low_x or room[0] > high_x or room[3] < low_y or room[1] > high_y:
                continue
            whole = low_x <= room[0] and room[2] <= high_x and low_y <= room[1] and room[3] <= high_y
            if whole or (not wholly and self._touches(loose, (low_x, low_y, high_x, high_y))):
                found.add(ref)
        return frozenset(found)

    def everything(self) -> frozenset[ItemRef]:
        """All items on layers that may be changed."""
        return frozenset(ref for ref, _, _ in self._all())

    def alike(self, refs: frozenset[ItemRef]) -> frozenset[ItemRef]:
        """All items of the same kinds as some: the same section and the same terrain, or contours of the same height."""
        box = self._context.document.box
        kinds = {(ref.section, kind_of(item)) for ref in refs if (item := box.item(ref)) is not None}
        return frozenset(ref for ref, loose, _ in self._all() if (ref.section, kind_of(loose.item)) in kinds)

    def loose(self, ref: ItemRef) -> Loose | None:
        """An item in the shared plane."""
        known = self._measured(ref, self._context.document.box.item(ref))
        return known[1] if known is not None else None

    def _all(self) -> Iterator[tuple[ItemRef, Loose, Bounds]]:
        for section in SECTIONS:
            for ref, item in self._items(section):
                known = self._measured(ref, item)
                if known is not None and self._context.canvas.is_editable(section, kind_of(item)):
                    yield ref, known[1], known[2]

    def _near(self, section: Section, point: Point, reach: float) -> Iterator[tuple[ItemRef, Loose, Bounds]]:
        x, y = point
        for ref, item in self._items(section):
            known = self._measured(ref, item)
            if known is None:
                continue
            low_x, low_y, high_x, high_y = known[2]
            if (
                low_x - reach <= x <= high_x + reach
                and low_y - reach <= y <= high_y + reach
                and self._context.canvas.is_editable(section, kind_of(item))
            ):
                yield ref, known[1], known[2]

    def _items(self, section: Section) -> Iterator[tuple[ItemRef, Item]]:
        for placed in self._context.document.box.sheets:
            for key, item in _keyed(placed, section):
                yield ItemRef(placed.file, section, key), item

    def _measured(self, ref: ItemRef, item: Item | None) -> tuple[Item, Loose, Bounds] | None:
        """An item with its rectangle; measured again only when it has changed."""
        known = self._known.get(ref)
        if item is None:
            return None
        if known is None or known[0] is not item:
            loose = loosened(self._context.document.box, ref)
            points = _reach_of(loose) if loose is not None else ()
            if loose is None or not points:
                return None
            known = self._known[ref] = item, loose, bounds(points)
        return known

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
