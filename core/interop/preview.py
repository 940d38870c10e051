"""What the window is shown of an import before anything changes: the edit, its counts, a picture, and what was dropped."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.geometry.layout import Point
from core.interop.imported import Dropped
from core.model.edits.edit import Edit
from core.model.maps import Area, Contour, Item, ItemRef, Low, MapSheet, Name, Path, Points, Section, Spot

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


def strokes(
    sheet: MapSheet, new: Mapping[ItemRef, Item | None], middles: Mapping[tuple[int, int], Point]
) -> tuple[Stroke, ...]:
    """The picture of a sheet with its new items, thinned to what can be painted at once; `middles` are those of hexes."""
    fresh = {(ref.section, ref.key) for ref, item in new.items() if item is not None}
    found: list[Stroke] = []
    sections: tuple[Section, ...] = ("areas", "contours", "paths", "spots", "lows", "names")
    for section in sections:
        for key, item in sheet.items(section).keyed():
            is_new = (section, key) in fresh
            found += [Stroke(section, _terrain(item), points, is_new) for points in _shapes(item)]
    for cell, content in sheet.hexes.items():
        if cell in middles:
            found.append(Stroke("hexes", content.terrain, (middles[cell],), ("hexes", cell) in fresh))
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
