"""One printed map sheet: its hex grid, contours, areas, paths, hexside features, spots and names."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal, cast, get_args

import immutables

from core.base.errors import Place
from core.geometry.labels import Numbering
from core.geometry.layout import Point
from core.model.items import Items

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


Source = Literal["", "elevation"]
"""What an item of the ground was drawn from: data of elevation, or, empty, what somebody saw on a map."""


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
    source: Source = ""

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
    source: Source = ""


@dataclass(frozen=True, slots=True)
class Low:
    """The marked low point of a bottom."""

    at: Point
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)
    source: Source = ""


@dataclass(frozen=True, slots=True)
class Name:
    """Text printed on the map; `size` is the height of its letters in hexes, `angle` turns it counter-clockwise in degrees."""

    text: str
    at: Point
    size: float = 0.35
    angle: float = 0.0
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)


ZoneKind = Literal["setup", "entry", "exit", "sea", "other"]


@dataclass(frozen=True, slots=True)
class Zone:
    """Hexes with a purpose of their own: where a side sets up, where reinforcements enter, which sea ships fire over.

    `side` names whose zone it is, empty for everybody's.
    """

    kind: ZoneKind
    cells: frozenset[Cell]
    name: str = ""
    side: str = ""
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ControlPoint:
    """A point of a scan, in its pixels from the left and from the top, and the hex whose centre dot is seen there."""

    pixel: Point
    cell: Cell


@dataclass(frozen=True, slots=True)
class Underlay:
    """A scanned sheet under the grid.

    `file` is relative to the folder of the box, with `/`; `page` counts the pages of a PDF from 1. `size` is that of the
    picture in pixels when the points were set. `opacity` runs from 0 to 1, `brightness` from -1 (black) over 0 to 1 (white).
    """

    file: str
    size: tuple[int, int]
    points: tuple[ControlPoint, ...] = ()
    page: int = 1
    opacity: float = 1.0
    brightness: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Georeference:
    """Where a sheet lies on the ground.

    The point `pin` of the sheet, in its own units, lies on the point `at` of the ground, x before y: longitude and latitude
    (WGS 84) where `unit` is "degrees", metres of some national grid where it is "metres". `bearing` is the direction in which
    the sheet's upper edge lies, in degrees clockwise from north. One unit of the sheet is its grid's `hex_m` metres.
    """

    at: Point
    pin: Point
    unit: Literal["degrees", "metres"] = "degrees"
    bearing: float = 0.0

    @property
    def settled(self) -> "Georeference":
        """The georeference as files keep it: seven decimals of the ground, a centimetre in degrees, four of the rest."""
        at, pin = (round(self.at[0], 7) + 0.0, round(self.at[1], 7) + 0.0), (round(self.pin[0], 4), round(self.pin[1], 4))
        return Georeference(at, (pin[0] + 0.0, pin[1] + 0.0), self.unit, round(self.bearing, 4) + 0.0)


Item = Contour | Area | Path | SideFeature | HexContent | Spot | Low | Name | Zone
"""Anything that is drawn on a sheet."""

Section = Literal["contours", "areas", "paths", "sides", "hexes", "spots", "lows", "names", "zones"]
"""The sections of a sheet's file. Items of "hexes" are known by their cell, all others by a whole number."""

SECTIONS: tuple[Section, ...] = get_args(Section)

Key = int | Cell


@dataclass(frozen=True, slots=True)
class ItemRef:
    """Which item of a box is meant: the sheet by its file name, the section, and the key, which lasts while it is edited."""

    sheet: str
    section: Section
    key: Key


@dataclass(frozen=True, slots=True)
class SheetHead:
    """All that a sheet says of itself beside its items. `half_lines` as with `MapSheet`."""

    id: str
    grid: Grid
    title: str = ""
    contour_interval: Fraction | None = None
    underlay: Underlay | None = None
    note: str = ""
    georeference: Georeference | None = None
    half_lines: bool = False


@dataclass(frozen=True)
class MapSheet:
    """One printed map. `contour_interval` is in metres, None for a map without contours; `half_lines` says that broken lines
    may stand half an interval between its contours.

    Sections may be given as any sequence; they are kept as `Items`, which `items` hands out.
    """

    id: str
    grid: Grid
    title: str = ""
    contour_interval: Fraction | None = None
    contours: Sequence[Contour] = ()
    areas: Sequence[Area] = ()
    paths: Sequence[Path] = ()
    sides: Sequence[SideFeature] = ()
    hexes: "immutables.Map[Cell, HexContent]" = field(default_factory=immutables.Map)
    spots: Sequence[Spot] = ()
    lows: Sequence[Low] = ()
    names: Sequence[Name] = ()
    zones: Sequence[Zone] = ()
    underlay: Underlay | None = None
    note: str = ""
    georeference: Georeference | None = None
    half_lines: bool = False

    def __post_init__(self) -> None:
        for section in SECTIONS:
            given = getattr(self, section)
            if section != "hexes" and not isinstance(given, Items):
                object.__setattr__(self, section, Items(given))

    @property
    def head(self) -> SheetHead:
        """What the sheet says of itself."""
        return SheetHead(
            self.id,
            self.grid,
            self.title,
            self.contour_interval,
            self.underlay,
            self.note,
            self.georeference,
            self.half_lines,
        )

    def with_head(self, head: SheetHead) -> "MapSheet":
        """The sheet with other words about itself; its items stay."""
        return replace(
            self,
            id=head.id,
            grid=head.grid,
            title=head.title,
            contour_interval=head.contour_interval,
            underlay=head.underlay,
            note=head.note,
            georeference=head.georeference,
            half_lines=head.half_lines,
        )

    def items(self, section: Section) -> Items[Any]:
        """The items of a section under their keys; those of "hexes" stand under their cells in `hexes`."""
        return cast("Items[Any]", getattr(self, section))

    def is_keyed_like(self, other: "MapSheet") -> bool:
        """Whether equal items of an equal sheet have the same keys, so that an edit of one means the same of the other."""
        return all(self.items(section).keys == other.items(section).keys for section in SECTIONS if section != "hexes")

    def item(self, section: Section, key: Key) -> Item | None:
        """One item, None when there is none."""
        if isinstance(key, tuple):
            return self.hexes.get(key)
        return cast("Item | None", self.items(section).get(key))

    def with_items(self, section: Section, changes: "dict[Key, Item | None]") -> "MapSheet":
        """The sheet with items of one section put in, replaced or (None) taken out, by key."""
        if section != "hexes":
            by_number = {key: item for key, item in changes.items() if isinstance(key, int)}
            kept: dict[str, Any] = {section: self.items(section).with_changes(by_number)}
            return replace(self, **kept)
        hexes = self.hexes
        with hexes.mutate() as changing:
            for key, item in changes.items():
                if isinstance(key, tuple) and isinstance(item, HexContent):
                    changing[key] = item
                elif isinstance(key, tuple) and key in changing:
                    del changing[key]
            hexes = changing.finish()
        return replace(self, hexes=hexes)
