"""Elevation of several files: as if it were one, wherever it was cut, and what is missing is named."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString

from core.base.errors import WrongUse
from core.interop import dem
from core.interop.dem import DrawingRules, Where
from core.interop.elevation_grid import BadGrid, ElevationGrid
from core.interop.ground import NoGround
from core.interop.mosaic import check_cover, cropped, joined
from core.interop.raster_files import Around, read_elevation

AS_IT_IS = DrawingRules(smoothing=0.0)


def metric(
    heights: np.ndarray, west: float = 0.0, south: float = 0.0, cell: float = 10.0, file: str = "a.asc"
) -> ElevationGrid:
    return ElevationGrid(np.array(heights, dtype=float), west, south, (cell, cell), False, file)


def hills(rows: int, columns: int) -> np.ndarray:
    y, x = np.mgrid[0:rows, 0:columns]
    return 100 + 40 * np.sin(x / 7) + 30 * np.cos(y / 5) + 0.5 * x


@given(
    rows=st.integers(4, 30),
    columns=st.integers(4, 30),
    cut=st.floats(0.2, 0.8),
    overlap=st.integers(0, 2),
    nudge=st.floats(-1e-4, 1e-4),
)
def test_a_grid_that_was_cut_in_four_comes_together_again_as_it_was(
    rows: int, columns: int, cut: float, overlap: int, nudge: float
) -> None:
    whole = metric(hills(rows, columns), 500.0, 700.0)
    row, column = max(1, int(rows * cut)), max(1, int(columns * cut))
    parts = []
    for top, bottom in ((0, min(row + overlap, rows)), (row, rows)):
        for left, right in ((0, min(column + overlap, columns)), (column, columns)):
            heights = whole.heights[top:bottom, left:right]
            if heights.size:
                parts.append(metric(heights, 500.0 + 10 * left + nudge, 700.0 + 10 * (rows - bottom)))
    again = joined(parts)
    assert again.grid.heights.shape == whole.heights.shape
    assert np.allclose(again.grid.heights, whole.heights)
    assert (again.grid.west, again.grid.south) == pytest.approx((500, 700), abs=0.01)
    assert again.differing == 0


def test_a_coarse_grid_fills_what_a_fine_one_does_not_hold_and_lies_on_its_cells() -> None:
    coarse = metric(np.add.outer(np.zeros(20), 3.0 * (np.arange(20) + 0.5) * 40), cell=40.0, file="coarse.tif")
    fine = metric(np.add.outer(np.zeros(20), 3.0 * ((np.arange(20) + 0.5) * 10 + 200)), 200.0, 300.0, file="fine.tif")
    mosaic = joined([fine, coarse])
    assert (mosaic.grid.cell, mosaic.differing) == ((10.0, 10.0), 0)
    assert mosaic.grid.heights.shape == (80, 80)
    wanted = 3.0 * (np.arange(80) + 0.5) * 10
    # The outermost half of a coarse cell has nothing beyond it to slope towards.
    assert np.allclose(mosaic.grid.heights[:, 2:-2], np.broadcast_to(wanted[2:-2], (80, 76)))
    assert mosaic.grid.file == "fine.tif and 1 more"


def test_where_two_files_disagree_the_first_counts_and_holes_are_closed_by_the_next() -> None:
    one, other = np.full((5, 5), 10.0), np.full((5, 5), 20.0)
    one[2, 2] = np.nan
    mosaic = joined([metric(one), metric(other)])
    assert mosaic.differing == 24
    assert mosaic.grid.heights[2, 2] == 20 and (mosaic.grid.heights == 10).sum() == 24


def test_degrees_and_metres_do_not_come_together_nor_does_half_the_world() -> None:
    with pytest.raises(WrongUse, match=r"a\.asc is in metres, and b\.asc is in degrees"):
        joined([metric(np.zeros((3, 3))), replace(metric(np.zeros((3, 3)), file="b.asc"), geographic=True)])
    with pytest.raises(BadGrid, match="heights, which are too many"):
        joined([metric(np.zeros((3, 3))), metric(np.zeros((3, 3)), 1e6, 1e6)])


def test_a_grid_is_cropped_to_whole_cells_around_the_map() -> None:
    grid = metric(hills(50, 40))
    part = cropped(grid, Around((200.0, 250.0), 55.0, False))
    assert part is not None
    assert part.heights.shape == (12, 12)
    assert part.heights[0, 0] == grid.heights[19, 14]
    assert cropped(grid, Around((2000.0, 250.0), 55.0, False)) is None


def test_missing_ground_is_named_and_the_tile_that_holds_it() -> None:
    tile = ElevationGrid(np.zeros((11, 11)), -85.05, 35.95, (0.1, 0.1), True, "x/N36W085.hgt")
    check_cover([tile], (-84.9, 36.1, -84.2, 36.9))
    with pytest.raises(NoGround, match=r"longitude -83\.95 to -83\.8, latitude 36\.1 to 36\.9\. Bring in N36W084 as well\."):
        check_cover([tile], (-84.9, 36.1, -83.8, 36.9))
    with pytest.raises(NoGround, match=r"lack ground of the map: x 50 to 60, y 10 to 20\.$"):
        check_cover([metric(np.zeros((5, 5))), metric(np.zeros((5, 5)), 60.0)], (20.0, 10.0, 80.0, 20.0))


def tiles(folder: Path, *names: str) -> list[Path]:
    """Tiles of SRTM at 3 seconds that go on into each other."""
    files = []
    for name in names:
        south, west = int(name[1:3]), -int(name[4:7])
        at_y, at_x = south + 1 - np.arange(1201) / 1200, west + np.arange(1201) / 1200
        heights = 300 + 150 * np.sin(60 * at_x)[None, :] + 100 * np.cos(50 * at_y)[:, None]
        (folder / f"{name}.hgt").write_bytes(np.round(heights).astype(">i2").tobytes())
        files.append(folder / f"{name}.hgt")
    return files


def test_a_map_over_the_corner_of_four_tiles_is_drawn_as_over_one_grid(tmp_path: Path, target) -> None:
    files = tiles(tmp_path, "N36W085", "N36W084", "N35W085", "N35W084", "N38W085")
    sheet = replace(target(place=False).sheet, grid=replace(target().sheet.grid, hex_m=200.0))
    to = replace(target(), sheet=sheet)
    where = Where("36.0,-84.0")
    found = dem.read(files[0], to, where, rules=AS_IT_IS, more=files[1:])
    whole = joined([read_elevation(file) for file in files[:4]]).grid
    drawn = dem.import_dem(whole, sheet.grid, Fraction(20), (-84.0, 36.0), rules=AS_IT_IS)
    assert [each.height for each in found.sheet.contours] == [each.height for each in drawn.sheet.contours]
    assert len(found.sheet.contours) > 5
    for one, other in zip(found.sheet.contours, drawn.sheet.contours, strict=True):
        # The one lies where files can say that it lies, to four decimals of a hex.
        assert LineString(one.line).hausdorff_distance(LineString(other.line)) < 0.005
    assert [str(each) for each in found.dropped if each.what == "file"] == [
        "file (N38W085.hgt): it holds no ground of this map"
    ]
    with pytest.raises(NoGround, match=r"Bring in N35W084 as well"):
        dem.read(files[0], to, where, rules=AS_IT_IS, more=files[1:3])
    with pytest.raises(NoGround, match="None of the 2 files holds any ground of the map"):
        dem.read(files[0], to, Where("10,10"), rules=AS_IT_IS, more=files[1:2])


def test_a_map_that_says_nothing_of_its_place_lies_in_the_middle_of_all_files(tmp_path: Path, target) -> None:
    files = tiles(tmp_path, "N36W085", "N36W084")
    found = dem.read(files[0], target(place=False), rules=AS_IT_IS, more=files[1:])
    assert found.sheet.georeference is not None
    assert found.sheet.georeference.at == pytest.approx((-84.0, 36.5), abs=1e-6)


def test_several_geotiffs_of_metres_come_together_and_those_elsewhere_are_dropped(tmp_path: Path, target) -> None:
    rasterio = pytest.importorskip("rasterio")
    heights = hills(300, 300)
    files = []
    cuts = ((0, 0, 150), (0, 150, 150), (150, 0, 150), (150, 150, 150), (5000, 5000, 150), (0, 0, 300))
    for number, (row, column, size) in enumerate(cuts):
        file = tmp_path / f"{number}.tif"
        part = heights[row : row + size, column : column + size] if row < 300 else np.zeros((size, size))
        transform = rasterio.transform.from_origin(450_000 + 20 * column, 5_600_000 - 20 * row, 20, 20)
        with rasterio.open(
            file, "w", driver="GTiff", width=size, height=size, count=1, dtype="float64", crs="EPSG:32632", transform=transform
        ) as out:
            out.write(part, 1)
        files.append(file)
    *parts, whole = files
    where = Where(origin="452500,5596500")
    found = dem.read(parts[0], target(place=False), where, rules=AS_IT_IS, more=parts[1:])
    assert [each.where for each in found.dropped if each.what == "file"] == ["4.tif"]
    assert found.sheet.contours == dem.read(whole, target(place=False), where, rules=AS_IT_IS).sheet.contours
    # Turned to degrees every file has cells of its own, which come together all the same.
    turned = dem.read(parts[0], target(place=False), rules=AS_IT_IS, more=parts[1:4]).sheet
    here = replace(target(), sheet=replace(target().sheet, georeference=turned.georeference))
    once = dem.read(whole, here, rules=AS_IT_IS).sheet
    assert [each.height for each in turned.contours] == [each.height for each in once.contours]
    for one, other in zip(turned.contours, once.contours, strict=True):
        assert LineString(one.line).hausdorff_distance(LineString(other.line)) < 0.1
