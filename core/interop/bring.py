"""The one door for files of other programs, in and out: `bring` reads one for a sheet, `sent` writes a sheet as one.

The command line and the window's worker process both come through here.
"""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from threading import Thread
from types import MappingProxyType
from typing import TypeVar

from core.base.errors import WrongUse
from core.geometry.layout import Point
from core.interop import dem, geojson, megamek, osm, osm_pbf, tiled_map
from core.interop.features import place_features
from core.interop.geojson_out import geojson_text
from core.interop.ground import GroundFrame, printed_edge
from core.interop.imported import Dropped, Drops, Imported, Limits, Progress, Target, part_of, read_bytes
from core.interop.megamek_out import board_text
from core.interop.tile_pictures import tiles_png
from core.interop.tiled_out import tmj_text, tmx_text
from core.interop.wishes import PLACED, BringWish, OutFormat
from core.model.maps import Cell, MapSheet
from core.model.terrain import Terrain
from core.model.translation import Translation
from core.rules.kernel.progress import Progress as Slice

T = TypeVar("T")

SLICE_S = 0.01
"""Seconds of work between two looks at whether it is still wanted."""

STEPS = 1000
"""Steps into which progress is counted."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What a sheet is written as: files by name, the first one the map itself, and what none of them carries."""

    files: Mapping[str, bytes]
    dropped: tuple[Dropped, ...]


class Unwanted(Exception):
    """Nobody waits for the work any more."""


def bring(
    wish: BringWish, target: Target, translation: Translation, limits: Limits, progress: Progress | None = None
) -> Imported:
    """What a file gives on a sheet, of the sections that are wanted and within the limits of our own files.

    Raises CoreError in its many kinds: BadFile and BadGrid with the place of a fault, WrongUse for what cannot be, NoGround and
    ContourFault for ground that cannot be drawn.
    """
    return _read(wish, target, translation, progress).only(wish.sections).within(limits)


def _read(wish: BringWish, target: Target, translation: Translation, progress: Progress | None) -> Imported:
    if wish.interval is not None:
        target = replace(target, sheet=replace(target.sheet, contour_interval=wish.interval))
    if wish.more and wish.format != "dem":
        raise WrongUse(f"Several files together are read of elevation only; bring {wish.file.name} in by itself.")
    if wish.format == "dem":
        where = dem.Where(wish.centre, wish.origin, wish.bearing)
        rules = replace(dem.PLAIN, fill_holes=wish.fill_holes)
        return dem.read(wish.file, target, where, wish.interval, wish.cell, wish.unit, rules, progress, wish.more)
    if wish.format in PLACED:
        if wish.origin is not None and wish.centre is not None:
            raise WrongUse("Give either the centre or the origin of the map, not both.")
        where = dem.Where(wish.centre, wish.origin, wish.bearing)
        geographic = not dem.says_metres(where) and wish.unit != "metres"
        target = replace(target, sheet=dem.lying(target.sheet, where, geographic))
    name = wish.file.name
    if wish.format == "osm" and name.lower().endswith(osm_pbf.SUFFIX):
        return _packed_osm(wish.file, target, translation, progress)
    data = read_bytes(wish.file)
    if wish.format == "geojson":
        return geojson.read(data, name, target, translation, progress)
    if wish.format == "osm":
        return _osm(data, name, target, translation, progress)
    if wish.format == "tmx":
        return tiled_map.read(data, name, target, translation, lambda each: _beside(wish.file, each), progress)
    return megamek.read(data, name, target, translation, progress)


def _osm(data: bytes, name: str, target: Target, translation: Translation, progress: Progress | None) -> Imported:
    sheet = _on_globe(target, lambda: osm.middle_of(data, name))
    to_sheet = geojson.ground_to_sheet(sheet)
    return osm.read(data, name, replace(target, sheet=sheet), translation, to_sheet, progress)


def _packed_osm(file: Path, target: Target, translation: Translation, progress: Progress | None) -> Imported:
    """An extract of which only the ground of the map is read."""

    def corners() -> list[Point]:
        west, south, east, north = osm_pbf.bounds_of(file)
        return [(west, south), (east, north)]

    sheet = _on_globe(target, corners)
    to_sheet = geojson.ground_to_sheet(sheet)
    assert sheet.georeference is not None
    x0, y0, x1, y1 = printed_edge(sheet.grid)
    over = float(translation.numbers["overrun"])
    frame = GroundFrame.of(sheet.georeference, sheet.grid.hex_m)
    around = frame.ground_edge((x0 - over, y0 - over, x1 + over, y1 + over))
    drops = Drops()

    def wanted(tags: Mapping[str, str]) -> bool:
        return translation.row(tags, "area") is not None

    features = osm_pbf.read_pbf(file, around, wanted, drops, part_of(progress, 0.0, 0.8))
    placed = replace(target, sheet=sheet)
    return place_features(features, placed, translation, to_sheet, drops, part_of(progress, 0.8, 0.2))


def _on_globe(target: Target, corners: Callable[[], list[Point]]) -> MapSheet:
    """The sheet of a target where OpenStreetMap can come onto it; a new one lies over the middle of the extract."""
    sheet = target.sheet
    if sheet.georeference is None and target.grid_is_open:
        sheet = geojson.over(sheet, corners())
    if sheet.georeference is not None and sheet.georeference.unit != "degrees":
        raise WrongUse(f"Map {sheet.id} knows its place in metres, and OpenStreetMap in degrees; give its middle as LAT,LON.")
    return sheet


def _beside(file: Path, name: str) -> bytes | None:
    """A file in the folder of another, None for one elsewhere or one that is not there."""
    folder = file.resolve().parent
    try:
        path = (folder / name).resolve()
        if not path.is_relative_to(folder) or not path.is_file():
            return None
    except (OSError, ValueError, RuntimeError):
        return None
    return read_bytes(path)


def sent(
    sheet: MapSheet,
    format_: OutFormat,
    name: str,
    terrain: Mapping[str, Terrain],
    translation: Translation,
    heights: Mapping[Cell, Fraction] | None = None,
) -> Sent:
    """The files that a sheet is as another program's, the first under `name`. Raises WrongUse for what that cannot be.

    `heights` are those of the hexes in metres, where somebody has asked the rules; GeoJSON carries them.
    """
    if format_ == "geojson":
        text, dropped = geojson_text(sheet, translation.numbers["paper_hex"], heights=heights)
        return Sent(MappingProxyType({name: text.encode()}), dropped)
    if format_ == "megamek":
        text, dropped = board_text(sheet, terrain, translation)
        return Sent(MappingProxyType({name: text.encode()}), dropped)
    value, tileset, dropped = tiled_map.tiled_map(sheet, int(translation.numbers["tile_side"]))
    stem = name.rpartition(".")[0] or name
    picture = f"{stem}-tiles.png"
    write = tmj_text if name.lower().endswith((".tmj", ".json")) else tmx_text
    kinds = [kind for kind, _ in tileset]
    size = int(value.tile_width), int(value.tile_height), int(value.side)
    png = tiles_png(kinds, terrain, *size, value.stagger_axis)
    return Sent(MappingProxyType({name: write(value, tileset, picture).encode(), picture: png}), dropped)


def in_slices(work: Callable[[Progress], T]) -> Generator[Slice, None, T]:
    """Runs work that reports its progress in a thread of its own, and yields every ten milliseconds while it runs.

    Closing the generator ends the work at its next report. What it raises is raised here.
    """
    done = 0
    wanted = True
    result: list[T] = []
    fault: list[BaseException] = []

    def report(share: float, _: str) -> None:
        nonlocal done
        if not wanted:
            raise Unwanted
        done = max(done, min(STEPS, int(STEPS * share)))

    def run() -> None:
        try:
            result.append(work(report))
        except Unwanted:
            return
        except BaseException as raised:
            fault.append(raised)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(SLICE_S)
            yield Slice(done, STEPS)
    finally:
        wanted = False
    if fault:
        raise fault[0]
    return result[0]
