"""Elevation in the formats that it comes in: ESRI ASCII, SRTM HGT, NumPy arrays and, with rasterio, GeoTIFF.

Which format a file has is told by its name. What reads it gives an `ElevationGrid`.
"""

import gzip
import io
import math
import re
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from core.base.errors import Place, WrongUse
from core.interop.elevation_grid import LARGEST_GRID, BadGrid, ElevationGrid, Progress, read_elevation_grid
from core.interop.imported import read_bytes

ASCII_SUFFIXES = (".asc", ".txt", ".grd")
HGT_SUFFIXES = (".hgt", ".hgt.gz", ".hgt.zip")
NUMPY_SUFFIXES = (".npy",)
TIFF_SUFFIXES = (".tif", ".tiff")

HGT_SIZES = (1201, 3601, 7201)
"""Heights along one side of a tile of SRTM: every 3, 1 or half a second of arc, both rims included."""

HGT_VOID = -32768
"""What a tile of SRTM says where no height was measured."""

GIS_HINT = (
    f"GeoTIFF needs rasterio (phaseline[gis]), which is not installed; install it: {sys.executable} -m pip install rasterio"
)

_DEGREE_M = 111_195.0
"""Metres in a degree of latitude, near enough for the ground that is read around a map."""

_HGT_NAME = re.compile(r"([NS])(\d{1,2})([EW])(\d{1,3})", re.IGNORECASE)
_METRES_OF_UNIT = {"": 1.0, "m": 1.0, "metre": 1.0, "meter": 1.0, "metres": 1.0, "meters": 1.0, "ft": 0.3048, "foot": 0.3048}
_METRES_OF_UNIT |= {"feet": 0.3048, "us survey foot": 1200 / 3937, "cm": 0.01, "dm": 0.1}


class NeedsGis(WrongUse):
    """A format whose library is not installed; the text says how to install it."""


@dataclass(frozen=True, slots=True)
class Around:
    """The ground that is wanted of a large file: a circle around a point, x before y, degrees or metres as `geographic`."""

    middle: tuple[float, float]
    reach_m: float
    geographic: bool

    @property
    def reach(self) -> tuple[float, float]:
        """How far it reaches to the east and to the north, in degrees or metres."""
        if not self.geographic:
            return self.reach_m, self.reach_m
        return self.reach_m / (_DEGREE_M * max(math.cos(math.radians(self.middle[1])), 0.01)), self.reach_m / _DEGREE_M


class Elsewhere(WrongUse):
    """A file that holds nothing of the ground that is wanted."""


def read_elevation(
    file: Path,
    unit: Literal["degrees", "metres"] | None = None,
    cell: float | None = None,
    around: Around | None = None,
    progress: Progress | None = None,
    one_of_several: bool = False,
    lattice: tuple[float, float] | None = None,
) -> ElevationGrid:
    """The heights of a file of any format that is known.

    `unit` says whether its coordinates are degrees or metres where the format leaves that open, and whether a GeoTIFF of
    metres is wanted in metres; without it such a one is turned to degrees. `cell` is the size of the cells of a NumPy array.
    Of several GeoTIFFs those after the first have the size of its cells as their `lattice`. Raises BadGrid for a faulty file,
    WrongUse for what the format needs or cannot have, NeedsGis, and, for a GeoTIFF that is one of several, Elsewhere.
    """
    name = file.name.lower()
    if cell is not None and not name.endswith(NUMPY_SUFFIXES):
        raise WrongUse(f"{file.name} says itself how large its cells are; give a cell size for NumPy arrays only.")
    if name.endswith(HGT_SUFFIXES):
        return read_hgt(file)
    if name.endswith(NUMPY_SUFFIXES):
        return read_numpy(file, cell, unit)
    if name.endswith(TIFF_SUFFIXES):
        return read_geotiff(file, unit, around, one_of_several, lattice)
    return read_elevation_grid(file, unit, progress)


def read_hgt(file: Path) -> ElevationGrid:
    """A tile of SRTM: 16-bit heights by row from the north, its south-west corner in its name (N36W085.hgt).

    Heights stand on the rims of the tile, so its cells reach half a cell beyond. May be packed with gzip or zip.
    """
    place = Place(str(file))
    found = _HGT_NAME.match(file.name)
    if found is None:
        raise BadGrid(place, "A tile of SRTM is named after its south-west corner, such as N36W085.hgt; this name says none.")
    south = int(found[2]) * (-1 if found[1].upper() == "S" else 1)
    west = int(found[4]) * (-1 if found[3].upper() == "W" else 1)
    if not (-90 <= south < 90 and -180 <= west < 180):
        raise BadGrid(place, f"There is no place {found[0]} on earth.")
    data = _unpacked(file)
    side = math.isqrt(len(data) // 2)
    if side not in HGT_SIZES or side * side * 2 != len(data):
        sizes = " or ".join(f"{2 * each * each:,}" for each in HGT_SIZES)
        raise BadGrid(place, f"A tile of SRTM holds {sizes} bytes; this file holds {len(data):,}.")
    heights = np.frombuffer(data, dtype=">i2").reshape(side, side).astype(np.float64)
    heights[heights == HGT_VOID] = np.nan
    step = 1 / (side - 1)
    return _grid(heights, west - step / 2, south - step / 2, (step, step), True, file)


def read_numpy(file: Path, cell: float | None, unit: Literal["degrees", "metres"] | None = None) -> ElevationGrid:
    """A NumPy array of two dimensions, rows from the north; its lower left corner is the origin. Never unpickles."""
    place = Place(str(file))
    if cell is None:
        raise WrongUse(f"{file.name} does not say how large its cells are; give the size of a cell in metres.")
    if not (math.isfinite(cell) and cell > 0):
        raise WrongUse(f"The size of a cell must be more than 0, not {cell:g}.")
    try:
        # Mapped, so that the header can be judged before any memory is asked for.
        array = np.load(file, mmap_mode="r", allow_pickle=False)
    except FileNotFoundError as error:
        raise BadGrid(place, "There is no such file.") from error
    except (OSError, ValueError, EOFError) as error:
        raise BadGrid(place, f"This is no array that NumPy has saved plainly: {error}.") from error
    if not isinstance(array, np.ndarray) or array.ndim != 2 or array.dtype.kind not in "iuf":
        raise BadGrid(place, "An elevation needs an array of numbers with two dimensions, rows and columns.")
    _check_size(array.shape, place)
    heights = np.array(array, dtype=np.float64)
    return _grid(heights, 0.0, 0.0, (cell, cell), unit == "degrees", file)


def read_geotiff(
    file: Path,
    unit: Literal["degrees", "metres"] | None = None,
    around: Around | None = None,
    one_of_several: bool = False,
    lattice: tuple[float, float] | None = None,
) -> ElevationGrid:
    """The first band of a GeoTIFF, which is cut to the ground that is wanted; one of several may lie elsewhere.

    What has to be turned comes onto cells of the size of `lattice`, counted from 0, so that several go on into each other.

    Coordinates in metres are turned to degrees (WGS 84), so that other data come with the same georeference, unless metres are
    asked for. Raises NeedsGis without rasterio, and Elsewhere.
    """
    try:
        import rasterio
        from rasterio.enums import Resampling
        from rasterio.errors import RasterioError
        from rasterio.vrt import WarpedVRT
    except ImportError as error:
        raise NeedsGis(GIS_HINT) from error
    place = Place(str(file))
    if not file.is_file():
        raise BadGrid(place, "There is no such file.")
    try:
        with rasterio.Env(GDAL_DISABLE_READDIR_ON_OPEN="EMPTY_DIR"), rasterio.open(file, driver="GTiff") as dataset:
            if dataset.crs is None:
                raise BadGrid(place, "This TIFF does not say where on earth it lies.")
            if dataset.crs.is_geographic and unit == "metres":
                raise WrongUse(f"{file.name} is in degrees; give the middle of the map as LAT,LON.")
            askew = dataset.transform.b != 0 or dataset.transform.d != 0 or dataset.transform.e > 0
            if askew or (unit != "metres" and not (dataset.crs.is_geographic and dataset.crs.to_epsg() == 4326)):
                wanted = dataset.crs if unit == "metres" else "EPSG:4326"
                # Where the turned rectangle goes beyond the file there is no height; without a word for that it would be 0 m.
                more: dict[str, Any] = {"src_nodata": dataset.nodata, "nodata": math.nan, "dtype": "float64"}
                if one_of_several:
                    more |= _on_lattice(dataset, wanted, lattice)
                with WarpedVRT(dataset, crs=wanted, resampling=Resampling.cubic, **more) as turned:
                    return _of_dataset(turned, file, unit != "metres", around, one_of_several)
            return _of_dataset(dataset, file, dataset.crs.is_geographic, around, one_of_several)
    except RasterioError as error:
        raise BadGrid(place, f"This GeoTIFF cannot be read: {error}.") from error


def _on_lattice(dataset: Any, wanted: Any, lattice: tuple[float, float] | None) -> dict[str, Any]:
    """How a raster is to be turned so that its cells are those of a lattice that begins at 0; of its own size if None."""
    from rasterio.transform import Affine
    from rasterio.warp import calculate_default_transform

    own, width, height = calculate_default_transform(
        dataset.crs, wanted, dataset.width, dataset.height, *dataset.bounds, resolution=lattice
    )
    wide, high = lattice or (own.a, -own.e)
    left, top = math.floor(own.c / wide), math.ceil(own.f / high)
    right = math.ceil((own.c + own.a * width) / wide)
    bottom = math.floor((own.f + own.e * height) / high)
    transform = Affine(wide, 0.0, left * wide, 0.0, -high, top * high)
    return {"transform": transform, "width": right - left, "height": top - bottom}


def _of_dataset(dataset: Any, file: Path, geographic: bool, around: Around | None, one_of_several: bool) -> ElevationGrid:
    """The first band of a raster that lies upright."""
    place = Place(str(file))
    window, transform = _window(dataset, around), dataset.transform
    if window is None and around is not None and one_of_several:
        raise Elsewhere(f"{file.name} holds no ground of the map.")
    if window is not None:
        transform = dataset.window_transform(window)
    shape = (dataset.height, dataset.width) if window is None else (int(window.height), int(window.width))
    _check_size(shape, place)
    unit = (dataset.units[0] or "").strip().lower()
    if unit not in _METRES_OF_UNIT:
        raise BadGrid(place, f'Its heights are in "{unit}"; metres or feet are read.')
    if not geographic and abs(dataset.crs.linear_units_factor[1] - 1) > 1e-9:
        raise BadGrid(place, f"Its coordinates are in {dataset.crs.linear_units}, not in metres; place it by LAT,LON.")
    band = dataset.read(1, window=window, masked=True)
    heights = np.ma.filled(band.astype(np.float64), np.nan) * _METRES_OF_UNIT[unit]
    cell = abs(transform.a), abs(transform.e)
    return _grid(heights, transform.c, transform.f - cell[1] * shape[0], cell, geographic, file)


def _window(dataset: Any, around: Around | None) -> Any:
    """The part of a raster that is wanted, None for all of it."""
    from rasterio.windows import Window, from_bounds

    if around is None:
        return None
    x, y = around.middle
    reach_x, reach_y = around.reach
    wanted = from_bounds(x - reach_x, y - reach_y, x + reach_x, y + reach_y, dataset.transform)
    left, top = math.floor(max(wanted.col_off, 0)), math.floor(max(wanted.row_off, 0))
    right = math.ceil(min(wanted.col_off + wanted.width, dataset.width))
    bottom = math.ceil(min(wanted.row_off + wanted.height, dataset.height))
    # A map that lies elsewhere is told so with what the file holds, by those who need the ground.
    return Window(left, top, right - left, bottom - top) if right - left > 1 and bottom - top > 1 else None


def _unpacked(file: Path) -> bytes:
    most = 2 * max(HGT_SIZES) ** 2
    place = Place(str(file))
    data = read_bytes(file, most)
    name = file.name.lower()
    try:
        if name.endswith(".gz"):
            with gzip.open(io.BytesIO(data)) as stream:
                return stream.read(most + 1)
        if name.endswith(".zip"):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                inside = [each for each in archive.infolist() if each.filename.lower().endswith(".hgt")]
                if len(inside) != 1:
                    raise BadGrid(place, f"The archive holds {len(inside)} tiles; one is wanted.")
                with archive.open(inside[0]) as member:
                    return member.read(most + 1)
    except (OSError, EOFError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise BadGrid(place, f"The archive cannot be unpacked: {error}.") from error
    return data


def _check_size(shape: tuple[int, ...], place: Place) -> None:
    if min(shape) < 2:
        raise BadGrid(place, "An elevation needs two rows and two columns at least.")
    if shape[0] * shape[1] > LARGEST_GRID:
        text = (
            f"{shape[1]} × {shape[0]} heights are too many (at most {LARGEST_GRID:,}); cut the file, or say where the map lies."
        )
        raise BadGrid(place, text)


def _grid(heights: Any, west: float, south: float, cell: tuple[float, float], geographic: bool, file: Path) -> ElevationGrid:
    heights[~np.isfinite(heights)] = np.nan
    if np.isnan(heights).all():
        raise BadGrid(Place(str(file)), f"No cell has a height: all {heights.size} say that they know none.")
    heights.setflags(write=False)
    return ElevationGrid(heights, west, south, cell, geographic, str(file))
