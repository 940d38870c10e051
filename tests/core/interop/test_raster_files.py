"""Elevation files of every format give the heights that were put in, at the place where they were put."""

import gzip
import io
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from core.base.errors import WrongUse
from core.interop import raster_files
from core.interop.dem import Where, read
from core.interop.elevation_grid import BadGrid
from core.interop.raster_files import Around, NeedsGis, read_elevation


def tile() -> "np.ndarray":
    heights = np.arange(1201 * 1201, dtype=np.int64).reshape(1201, 1201) % 3000
    heights[3, 5] = raster_files.HGT_VOID
    return heights.astype(">i2")


def test_a_tile_of_srtm_stands_on_the_rims_of_its_degree(tmp_path: Path) -> None:
    file = tmp_path / "S36E149.hgt"
    file.write_bytes(tile().tobytes())
    grid = read_elevation(file)
    assert grid.geographic
    assert grid.heights.shape == (1201, 1201)
    assert grid.west + grid.cell[0] / 2 == pytest.approx(149)
    assert grid.north - grid.cell[1] / 2 == pytest.approx(-35)
    assert grid.heights[0, 7] == 7
    assert np.isnan(grid.heights[3, 5])
    assert np.isnan(grid.heights).sum() == 1


def test_a_tile_of_srtm_may_be_packed(tmp_path: Path) -> None:
    data = tile().tobytes()
    with zipfile.ZipFile(tmp_path / "N36W085.hgt.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("N36W085.hgt", data)
    (tmp_path / "N36W085.hgt.gz").write_bytes(gzip.compress(data))
    for name in ("N36W085.hgt.zip", "N36W085.hgt.gz"):
        grid = read_elevation(tmp_path / name)
        assert grid.heights[1, 0] == 1201
        assert grid.west == pytest.approx(-85 - grid.cell[0] / 2)


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("hills.hgt", b"", "named after its south-west corner"),
        ("N95E010.hgt", b"", "no place N95E010"),
        ("N36W085.hgt", b"abcd", "this file holds 4"),
        ("N36W085.hgt.zip", b"abcd", "cannot be unpacked"),
        ("N36W085.hgt.gz", b"abcd", "cannot be unpacked"),
        ("hills.npy", b"abcd", "no array that NumPy has saved plainly"),
    ],
)
def test_a_faulty_file_is_refused_with_its_name(tmp_path: Path, name: str, data: bytes, text: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(BadGrid, match=text) as refusal:
        read_elevation(tmp_path / name, cell=10.0 if name.endswith(".npy") else None)
    assert str(tmp_path / name) in str(refusal.value)


def test_an_array_of_numpy_needs_a_cell_and_is_never_unpickled(tmp_path: Path) -> None:
    np.save(tmp_path / "hills.npy", np.arange(12.0).reshape(3, 4))
    with pytest.raises(WrongUse, match="how large its cells are"):
        read_elevation(tmp_path / "hills.npy")
    grid = read_elevation(tmp_path / "hills.npy", cell=30.0)
    assert (grid.west, grid.south, grid.east, grid.north, grid.geographic) == (0, 0, 120, 90, False)
    np.save(tmp_path / "evil.npy", np.array([[{}, 1]], dtype=object), allow_pickle=True)
    with pytest.raises(BadGrid, match="plainly"):
        read_elevation(tmp_path / "evil.npy", cell=30.0)
    np.save(tmp_path / "line.npy", np.arange(5.0))
    with pytest.raises(BadGrid, match="two dimensions"):
        read_elevation(tmp_path / "line.npy", cell=30.0)


def test_a_cell_size_is_refused_where_the_file_knows_it(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="says itself how large"):
        read_elevation(tmp_path / "a.asc", cell=3.0)


def test_the_absence_of_rasterio_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rasterio", None)
    with pytest.raises(NeedsGis, match=r"rasterio \(phaseline\[gis\]\), which is not installed; install it: .* -m pip install"):
        read_elevation(tmp_path / "a.tif")


def write_tiff(file: Path, heights: "np.ndarray", west: float, north: float, cell: float, crs: str) -> None:
    rasterio = pytest.importorskip("rasterio", reason="the optional library rasterio (phaseline[gis]) is not installed")
    from rasterio.transform import from_origin

    memory = io.BytesIO()
    profile = {"driver": "GTiff", "height": heights.shape[0], "width": heights.shape[1], "count": 1, "dtype": "float32"}
    with rasterio.open(
        memory, "w", **profile, crs=crs, transform=from_origin(west, north, cell, cell), nodata=-9999.0
    ) as dataset:
        dataset.write(heights.astype("float32"), 1)
    file.write_bytes(memory.getvalue())


def test_a_geotiff_in_degrees_is_read_as_it_is_and_cut_to_what_is_wanted(tmp_path: Path) -> None:
    heights = np.arange(10_000.0).reshape(100, 100)
    heights[50, 50] = -9999
    write_tiff(tmp_path / "a.tif", heights, 8.0, 50.0, 0.01, "EPSG:4326")
    grid = read_elevation(tmp_path / "a.tif")
    assert grid.geographic
    assert (grid.west, grid.north, grid.cell) == (8.0, 50.0, (0.01, 0.01))
    assert grid.heights[99, 99] == 9999
    assert np.isnan(grid.heights[50, 50])
    part = read_elevation(tmp_path / "a.tif", around=Around((8.5, 49.5), 5_000, True))
    assert part.heights.shape[0] < 20
    column = round((part.west - grid.west) / 0.01)
    row = round((grid.north - part.north) / 0.01)
    assert part.heights[0, 0] == grid.heights[row, column]


def test_a_geotiff_in_metres_is_turned_to_degrees_unless_metres_are_wanted(tmp_path: Path) -> None:
    rising = np.broadcast_to(100.0 + np.arange(60), (60, 60))
    write_tiff(tmp_path / "a.tif", rising, 500_000.0, 5_500_000.0, 100.0, "EPSG:32632")
    plain = read_elevation(tmp_path / "a.tif", "metres")
    assert not plain.geographic
    assert (plain.west, plain.north, plain.cell) == (500_000, 5_500_000, (100, 100))
    turned = read_elevation(tmp_path / "a.tif")
    assert turned.geographic
    # The zone's own meridian, 9 degrees east, is where it counts 500,000.
    assert turned.west == pytest.approx(9.0, abs=0.002)
    column = int((9.0 + 3000 / 111_195 / np.cos(np.radians(49.6)) - turned.west) / turned.cell[0])
    assert turned.heights[len(turned.heights) // 2, column] == pytest.approx(130, abs=1.5)


def test_the_middle_of_a_map_on_a_geotiff_in_metres_is_told_in_metres_or_in_degrees(tmp_path: Path, target) -> None:
    rising = np.broadcast_to(100.0 + np.arange(60), (60, 60))
    write_tiff(tmp_path / "a.tif", rising, 500_000.0, 5_500_000.0, 100.0, "EPSG:32632")
    metres = read(tmp_path / "a.tif", target(place=False, interval=5), Where("503000, 5497000")).sheet
    assert metres.georeference is not None and metres.contours
    assert (metres.georeference.unit, metres.georeference.at) == ("metres", (503_000, 5_497_000))
    # The same ground by its place on the globe: 3 km east of the zone's meridian, which is 9 degrees.
    degrees = read(tmp_path / "a.tif", target(place=False, interval=5), Where("49.6245, 9.0415")).sheet
    assert degrees.georeference is not None and degrees.georeference.unit == "degrees"
    assert {each.height for each in degrees.contours} == {each.height for each in metres.contours}


def test_a_geotiff_without_a_place_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("rasterio", reason="the optional library rasterio (phaseline[gis]) is not installed")
    (tmp_path / "b.tif").write_bytes(b"II*\0")
    with pytest.raises(BadGrid, match="cannot be read"):
        read_elevation(tmp_path / "b.tif")
