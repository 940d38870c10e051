"""What of a sheet may reach into a hex, without looking at all of the sheet: a map has tens of thousands of segments."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar

from core.model.items import Items
from core.model.maps import Area, Cell, MapSheet, Name, Path, SideFeature, Spot, Zone

T = TypeVar("T")
Part = TypeVar("Part")
Bounds = tuple[float, float, float, float]
Points = Sequence[tuple[float, float]]

SQUARE = 8.0
"""Items are filed by squares of so many hexes each way."""

STRETCH = 16
"""Lines are filed in stretches of so many segments."""

FEW = 32
"""So many items are filed in one step."""

MOST_SHEETS = 16
"""Of so many sheets it is kept what lies where: of those that were asked about last."""


class Near(Generic[T, Part]):
    """The items of a section by the places at which their parts are filed. Of an edited section only what has changed is
    filed anew."""

    def __init__(self, parts: Callable[[T], Iterable[tuple[Hashable, Part]]]) -> None:
        self._parts = parts
        self._items: Items[T] | None = Items()
        self._wanted = self._items
        self._held: dict[int, tuple[T, frozenset[Hashable]]] = {}
        self._filed: dict[Hashable, dict[int, list[Part]]] = {}

    def follow(self, items: Items[T]) -> None:
        """Takes over the items of the section as they are now."""
        for _ in self.steps(items):
            pass

    def steps(self, items: Items[T]) -> Iterator[None]:
        """Follows in steps of a few items. What is to be followed between two of them takes over what was filed by then, and
        ends the steps."""
        if items is self._items:
            return
        self._items, self._wanted = None, items
        for key in [key for key in self._held if items.get(key) is not self._held[key][0]]:
            for place in self._held.pop(key)[1]:
                del self._filed[place][key]
        for key, item in items.keyed():
            if key not in self._held:
                self._held[key] = item, self._file(key, item)
                if len(self._held) % FEW == 0:
                    yield
                    if self._wanted is not items:
                        return
        self._items = items

    def at(self, places: Iterable[Hashable]) -> Iterator[tuple[T, list[Part]]]:
        """The items that have parts at any of these places, in order, with those parts; a part may come twice."""
        found: dict[int, list[Part]] = {}
        for place in places:
            for key, parts in self._filed.get(place, {}).items():
                found.setdefault(key, []).extend(parts)
        return ((self._held[key][0], found[key]) for key in sorted(found))

    def _file(self, key: int, item: T) -> frozenset[Hashable]:
        places = set()
        for place, part in self._parts(item):
            self._filed.setdefault(place, {}).setdefault(key, []).append(part)
            places.add(place)
        return frozenset(places)


class NearSheet:
    """What of a sheet lies where, section by section."""

    def __init__(self) -> None:
        self.areas: Near[Area, Bounds] = Near(lambda area: _filed([area.shape[0]], bounds_of))
        self.paths: Near[Path, Points] = Near(lambda path: _filed(_stretches(path.line), _same))
        self.sides: Near[SideFeature, None] = Near(lambda side: ((cell, None) for cell in side.between))
        self.names: Near[Name, Points] = Near(lambda name: _filed([(name.at,)], _same))
        self.spots: Near[Spot, Points] = Near(lambda spot: _filed([(spot.at,)], _same))
        self.zones: Near[Zone, None] = Near(lambda zone: ((cell, None) for cell in zone.cells))


class NearSheets:
    """What lies where on the sheets that were asked about last, by their files."""

    def __init__(self) -> None:
        self._sheets: dict[str, NearSheet] = {}

    def steps(self, sheets: Iterable[tuple[str, MapSheet]]) -> Iterator[None]:
        """Files what lies on sheets, named by their files, in steps of a few items; of more than are kept only the first."""
        for file, sheet in islice(sheets, MOST_SHEETS):
            near = self.of(file)
            yield from near.areas.steps(sheet.items("areas"))
            yield from near.paths.steps(sheet.items("paths"))
            yield from near.sides.steps(sheet.items("sides"))
            yield from near.names.steps(sheet.items("names"))
            yield from near.spots.steps(sheet.items("spots"))
            yield from near.zones.steps(sheet.items("zones"))

    def of(self, file: str) -> NearSheet:
        """What lies where on a sheet; each of its sections has to be followed before it is asked."""
        found = self._sheets.pop(file, None) or NearSheet()
        self._sheets[file] = found
        while len(self._sheets) > MOST_SHEETS:
            del self._sheets[next(iter(self._sheets))]
        return found


def squares(bounds: Bounds) -> Iterator[Cell]:
    """The squares that a rectangle touches.

    >>> list(squares((7.0, 1.0, 9.0, 2.0)))
    [(0, 0), (1, 0)]
    """
    columns = range(int(bounds[0] // SQUARE), int(bounds[2] // SQUARE) + 1)
    rows = range(int(bounds[1] // SQUARE), int(bounds[3] // SQUARE) + 1)
    return ((column, row) for column in columns for row in rows)


def bounds_of(points: Iterable[tuple[float, float]]) -> Bounds:
    """The least rectangle around points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _filed(lines: Iterable[Points], part: Callable[[Points], Part]) -> Iterator[tuple[Cell, Part]]:
    for line in lines:
        made = part(line)
        for square in squares(bounds_of(line)):
            yield square, made


def _stretches(line: Points) -> Iterator[Points]:
    return (line[start : start + STRETCH + 1] for start in range(0, max(1, len(line) - 1), STRETCH))


def _same(line: Points) -> Points:
    return line
