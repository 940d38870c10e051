"""What is to be brought in from another program's file or written for one: plain values of window and command line alike."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from core.model.maps import Section

Format = Literal["dem", "geojson", "osm", "tmx", "megamek"]
OutFormat = Literal["geojson", "tmx", "megamek"]

TITLES: Mapping[Format, str] = MappingProxyType(
    {
        "dem": "Elevation (GeoTIFF, SRTM HGT, ESRI ASCII, NumPy)",
        "geojson": "GeoJSON",
        "osm": "OpenStreetMap extract (.osm, .osm.pbf)",
        "tmx": "Tiled (TMX, TMJ)",
        "megamek": "MegaMek board",
    }
)

SUFFIXES: Mapping[str, Format] = MappingProxyType(
    {
        ".asc": "dem",
        ".grd": "dem",
        ".hgt": "dem",
        ".hgt.gz": "dem",
        ".hgt.zip": "dem",
        ".npy": "dem",
        ".tif": "dem",
        ".tiff": "dem",
        ".geojson": "geojson",
        ".json": "geojson",
        ".osm": "osm",
        ".osm.pbf": "osm",
        ".osm.xml": "osm",
        ".pbf": "osm",
        ".tmx": "tmx",
        ".tmj": "tmx",
        ".board": "megamek",
    }
)
"""What the end of a file's name says of its format."""

OUT_SUFFIXES: Mapping[str, OutFormat] = MappingProxyType(
    {".geojson": "geojson", ".json": "geojson", ".tmx": "tmx", ".tmj": "tmx", ".board": "megamek"}
)

BRINGS: Mapping[Format, tuple[Section, ...]] = MappingProxyType(
    {
        "dem": ("contours", "spots", "lows"),
        "geojson": ("contours", "areas", "paths", "sides", "hexes", "spots", "lows", "names", "zones"),
        "osm": ("areas", "paths", "sides", "spots", "names"),
        "tmx": ("contours", "areas", "paths", "sides", "hexes", "spots", "lows", "names", "zones"),
        "megamek": ("contours", "areas", "paths", "sides", "hexes"),
    }
)
"""The sections of a sheet that a format can bring."""

SHAPED: frozenset[Format] = frozenset({"tmx", "megamek"})
"""Formats whose files know a grid of their own, of which another map of a box can be made."""

REPLACED: frozenset[Format] = frozenset({"dem"})
"""Formats that take the place of what a map holds unless one says otherwise: contours of two sources cross each other, roads of
two sources add up."""

PLACED: frozenset[Format] = frozenset({"dem", "geojson", "osm"})
"""Formats whose data lie somewhere on earth."""


@dataclass(frozen=True, slots=True)
class BringWish:
    """A file to be brought in, and how; `more` are files of elevation that belong with it, such as the tiles next to it.

    `centre`, `origin` and `bearing` say where the sheet is to lie, as in `core.interop.dem.Where`. `interval` is the contour
    interval in metres where it is not to be the sheet's own, `cell` the size of a cell of a NumPy array, `unit` what the
    coordinates of an elevation are where its format leaves that open. `sections` are those that are wanted, None for all;
    `replacing` takes what the sheet holds in them off first, or, "generated", only what came from elevation data. `new_sheet`
    makes another map of the box, of the shape that the file has.
    """

    file: Path
    format: Format
    centre: str | None = None
    origin: str | None = None
    bearing: float = 0.0
    interval: Fraction | None = None
    cell: float | None = None
    unit: Literal["degrees", "metres"] | None = None
    fill_holes: bool = False
    sections: frozenset[Section] | None = None
    replacing: bool | Literal["generated"] = False
    more: tuple[Path, ...] = ()
    new_sheet: bool = False

    @property
    def files(self) -> tuple[Path, ...]:
        """All files."""
        return (self.file, *self.more)


def guessed(file: Path) -> Format | None:
    """The format that a file's name tells, None for a name that tells none.

    >>> guessed(Path("N36W085.hgt.zip")), guessed(Path("notes.txt"))
    ('dem', None)
    """
    name = file.name.lower()
    return next((SUFFIXES[suffix] for suffix in sorted(SUFFIXES, key=len, reverse=True) if name.endswith(suffix)), None)


def guessed_out(file: Path) -> OutFormat | None:
    """The format to write under a name, None for a name that tells none."""
    return OUT_SUFFIXES.get(file.suffix.lower())


def label(wish: BringWish) -> str:
    """The phrase of the undo history.

    >>> label(BringWish(Path("roads.osm"), "osm"))
    'Import roads.osm'
    """
    more = f" and {len(wish.more)} more" if wish.more else ""
    return f"Import {wish.file.name[:60]}{more}"
