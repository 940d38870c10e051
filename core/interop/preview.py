"""What the window is shown of an import before anything changes: the edit, its counts, a picture, and what was dropped."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.geometry.layout import Point
from core.interop.imported import Dropped
from core.model.edits.edit import Edit
from core.model.maps import Area, Cell, Contour, Item, Low, MapSheet, Name, Path, Points, Section, Spot

MOST_POINTS = 12_000
"""Points of a picture, few enough to be painted between two frames."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A shape of the picture in sheet units: points of a line, or one ring or dot; `new` where the import brings it."""

    section: Section
    terrain: str
    points: Points
    new: bool


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What an import would do: `edit` does it, `counts` say what comes and `removed` how many items go.

    `edge` is the printed edge of the sheet in its own units.
    """

    edit: Edit
    counts: Mapping[Section, int]
    removed: int
    dropped: tuple[Dropped, ...]
    edge: Box
    strokes: tuple[Stroke, ...]
    place: str = ""
    """Where on the ground the sheet will lie, in words; empty where nobody knows."""

    new_map: str = ""
    """The letter and the size of the map that the file makes; empty where it comes onto one that is there."""


def strokes(sheet: MapSheet, before: MapSheet, middles: Mapping[Cell, Point]) -> tuple[Stroke, ...]:
    """The picture of a sheet, thinned to what can be painted at once, and what of it was not there before.

    `middles` are the centre dots of its hexes in sheet units.
    """
    found: list[Stroke] = []
    sections: tuple[Section, ...] = ("areas", "contours", "paths", "spots", "lows", "names")
    for section in sections:
        for key, item in sheet.items(section).keyed():
            is_new = before.item(section, key) is not item
            found += [Stroke(section, _terrain(item), points, is_new) for points in _shapes(item)]
    for cell, content in sheet.hexes.items():
        if cell in middles:
            found.append(Stroke("hexes", content.terrain, (middles[cell],), before.hexes.get(cell) is not content))
    total = sum(len(each.points) for each in found)
    every = -(-total // MOST_POINTS)
    return tuple(found) if every < 2 else tuple(_thinned(found, every))


def _thinned(found: Iterable[Stroke], every: int) -> Iterable[Stroke]:
    for number, each in enumerate(found):
        if len(each.points) > 2:
            yield Stroke(each.section, each.terrain, (*each.points[:-1:every], each.points[-1]), each.new)
        elif number % every == 0:
            yield each


def _shapes(item: Item) -> tuple[Points, ...]:
    match item:
        case Contour() | Path():
            return (item.line,)
        case Area():
            return item.shape
        case Spot() | Low() | Name():
            return ((item.at,),)
        case _:
            return ()


def _terrain(item: Item) -> str:
    match item:
        case Area():
            return item.terrain
        case Path():
            return item.feature
        case _:
            return ""
