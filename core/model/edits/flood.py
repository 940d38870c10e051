"""Hexes that are alike and lie together, for filling: spread from one hex over all that hold the same terrain."""

from collections import deque
from collections.abc import Iterator

from core.geometry.hexes import Hex
from core.geometry.layout import Point, plane_centre
from core.geometry.lines import inside
from core.model.box import GameBox
from core.model.edits.barriers import Barriers
from core.model.maps import Area, MapSheet, Polygon

Look = tuple[str, frozenset[str]]
"""What fills a hex, and the kinds of area that its centre dot lies in."""

_STRIP = 2.0
"""Hexes, the width of the strips by which areas are found."""


class HexLooks:
    """What terrain hexes hold. Areas are sorted into strips once for each value of a sheet's areas."""

    def __init__(self, box: GameBox) -> None:
        self._box = box
        self._strips: dict[str, dict[int, list[tuple[float, float, Area]]]] = {}
        self._looks: dict[Hex, Look] = {}

    def prepare(self) -> Iterator[None]:
        """Sorts the areas of the box, an area a step; what is sorted already is not again."""
        for placed in self._box.sheets:
            if placed.file in self._strips:
                continue
            strips: dict[int, list[tuple[float, float, Area]]] = {}
            for area in placed.sheet.areas:
                ys = [y for _, y in area.shape[0]]
                xs = [x for x, _ in area.shape[0]]
                for strip in range(int(min(xs) // _STRIP), int(max(xs) // _STRIP) + 1):
                    strips.setdefault(strip, []).append((min(ys), max(ys), area))
                yield
            self._strips[placed.file] = strips

    def of(self, place: Hex) -> Look:
        """What fills a playable hex on the first sheet that prints it, and the areas there. Everything must be prepared."""
        look = self._looks.get(place)
        if look is None:
            placed, cell = self._box.prints(place)[0]
            look = self._looks[place] = _content(placed.sheet, cell), frozenset(self._kinds(place))
        return look

    def _kinds(self, place: Hex) -> Iterator[str]:
        for placed in self._box.sheets:
            x, y = placed.frame.to_sheet(plane_centre(place))
            for low, high, area in self._strips.get(placed.file, {}).get(int(x // _STRIP), ()):
                if low <= y <= high and _holds(area.shape, (x, y)):
                    yield area.terrain


def _content(sheet: MapSheet, cell: tuple[int, int]) -> str:
    content = sheet.hexes.get(cell)
    return content.terrain if content is not None else ""


def _holds(shape: Polygon, point: Point) -> bool:
    return inside(shape[0], point) and not any(inside(hole, point) for hole in shape[1:])


def terrain_at(box: GameBox, place: Hex) -> str:
    """What fills a playable hex, else the kind of the uppermost area that its centre dot lies in; empty for open ground."""
    for placed, cell in box.prints(place):
        content = _content(placed.sheet, cell)
        if content:
            return content
    for placed in box.sheets:
        dot = placed.frame.to_sheet(plane_centre(place))
        for area in reversed(placed.sheet.areas):
            if _holds(area.shape, dot):
                return area.terrain
    return ""


def spread(looks: HexLooks, box: GameBox, start: Hex, barriers: Barriers | None = None) -> Iterator[frozenset[Hex]]:
    """All playable hexes that hold what `start` holds and are reached from it through such hexes and past no barrier.

    From hexes on the rim that barriers make it goes no further, unless it starts there. Yields an empty set after every step
    of preparation and of spreading, and the hexes at the end.
    """
    for _ in looks.prepare():
        yield frozenset()
    if barriers is not None:
        for _ in barriers.prepare(box):
            yield frozenset()
    wanted = looks.of(start)
    found, rim = {start}, deque([start])
    while rim:
        here = rim.popleft()
        if barriers is not None and here != start and barriers.is_rim(here):
            continue
        for near in here.neighbours():
            if near in found or near not in box.cells or looks.of(near) != wanted:
                continue
            if barriers is None or not barriers.bars(here, near):
                found.add(near)
                rim.append(near)
        yield frozenset()
    yield frozenset(found)
