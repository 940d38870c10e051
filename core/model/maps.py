"""One printed map sheet: its hex grid, contours, areas, paths, hexside features, spots and names."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

import immutables

from core.base.errors import Place
from core.geometry.labels import Numbering
from core.geometry.layout import Point

Points = tuple[Point, ...]
Polygon = tuple[Points, ...]
"""An outer ring and then its holes; every ring repeats its first point at its end."""

Cell = tuple[int, int]
"""Column and row on a sheet, counted from 1 at its bottom left."""

NOWHERE = Place("")


@dataclass(frozen=True)
class Grid:
    """The hexes of a sheet and how they are printed.

    `raised` says which columns, counted from 1 at the left, stand half a hex higher. `edge` is the printed edge of the map as
    (x least, y least, x most, y most) in sheet units; None for the bounding box of the playable hexes. `hex_m` is the distance
    between hex centres in metres. Numbers are printed on every `number_every`-th row and on every one when close.
    """

    columns: int
    rows: int
    numbering: Numbering
    orientation: Literal["columns", "rows"] = "columns"
    raised: Literal["odd", "even"] = "odd"
    hex_m: float = 114.3
    edge: tuple[float, float, float, float] | None = None
    number_every: int = 5


@dataclass(frozen=True, slots=True)
class Contour:
    """A contour line; closed when its last point repeats the first.

    `high` is the side of the drawing direction on which the ground is higher, None where neighbours and spots tell it.
    `kind` "broken" marks the lines between the full intervals.
    """

    height: Fraction
    line: Points
    kind: Literal["solid", "broken"] = "solid"
    high: Literal["left", "right"] | None = None
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def closed(self) -> bool:
        """Whether the line returns to its first point."""
        return len(self.line) > 3 and self.line[0] == self.line[-1]


@dataclass(frozen=True, slots=True)
class Area:
    """An outline of terrain: a wood, an orchard, a building, a lake, the sea."""

    terrain: str
    shape: Polygon
    name: str = ""
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Path:
    """The centre line of a road, trail, railway, river or stream."""

    feature: str
    line: Points
    name: str = ""
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class SideFeature:
    """A feature along the hexside between two adjacent cells of the sheet."""

    feature: str
    between: tuple[Cell, Cell]
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class HexContent:
    """What fills a whole hex: village, town, city; with its name."""

    terrain: str
    name: str = ""
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot elevation or benchmark in metres at a point of the sheet."""

    height: Fraction
    at: Point
    name: str = ""
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Low:
    """The marked low point of a bottom."""

    at: Point
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Name:
    """Text printed on the map; `size` is the height of its letters in hexes, `angle` turns it counter-clockwise in degrees."""

    text: str
    at: Point
    size: float = 0.35
    angle: float = 0.0
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class MapSheet:
    """One printed map. `contour_interval` is in metres, None for a map without contours."""

    id: str
    grid: Grid
    title: str = ""
    contour_interval: Fraction | None = None
    contours: tuple[Contour, ...] = ()
    areas: tuple[Area, ...] = ()
    paths: tuple[Path, ...] = ()
    sides: tuple[SideFeature, ...] = ()
    hexes: "immutables.Map[Cell, HexContent]" = field(default_factory=immutables.Map)
    spots: tuple[Spot, ...] = ()
    lows: tuple[Low, ...] = ()
    names: tuple[Name, ...] = ()
    note: str = ""
