import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Literal

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from core.analysis.relief_raster import relief_raster
from core.base.steps import finish
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet, sheet_edge
from core.model.maps import Contour, Grid, MapSheet, Points, Spot
from core.model.relief import ReliefRaster


def circle(x: float, y: float, radius: float, points: int = 60) -> Points:
    turns = [k / points * math.tau for k in range(points)]
    ring = tuple((x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns)
    return (*ring, ring[0])


def box_with(
    *contours: tuple[int, Points], spots: tuple[Spot, ...] = (), orientation: Literal["columns", "rows"] = "columns"
) -> GameBox:
    sheet = MapSheet(
        id="A",
        grid=Grid(14, 12, Numbering("{column}.{row}", 14, 12), orientation=orientation),
        contour_interval=Fraction(20),
        contours=tuple(Contour(Fraction(height), line) for height, line in contours),
        spots=spots,
    )
    return GameBox("Test", "demo-1.0", (PlacedSheet(sheet, SheetFrame.place("odd", orientation)),))


def cone(orientation: Literal["columns", "rows"] = "columns", spots: tuple[Spot, ...] = ()) -> GameBox:
    return box_with(*((20 * k, circle(6.0, 6.0, 5.5 - k)) for k in range(1, 5)), orientation=orientation, spots=spots)


def raster_of(box: GameBox, resolution: int = 8) -> ReliefRaster:
    raster = finish(relief_raster(box, resolution))
    assert raster is not None
    return raster


def bands(raster: ReliefRaster) -> NDArray[np.uint8]:
    return np.frombuffer(raster.bands, dtype=np.uint8).reshape(raster.height * raster.detail, raster.width * raster.detail)


def shade(raster: ReliefRaster) -> NDArray[np.uint8]:
    return np.frombuffer(raster.shade, dtype=np.uint8).reshape(raster.height, raster.width)


def at(box: GameBox, raster: ReliefRaster, picture: NDArray[np.uint8], x: float, y: float) -> int:
    """The pixel at a point of the sheet, in the sheet's own units."""
    left, low, right, top = raster.bounds
    east, north = box.sheets[0].frame.to_plane((x, y))
    if box.sheets[0].frame.orientation == "rows":
        left, low, right, top, east, north = low, left, top, right, north, east
    column = int((east - left) / (right - left) * picture.shape[1])
    row = int((top - north) / (top - low) * picture.shape[0])
    return int(picture[row, column])


def test_a_map_without_contours_has_no_relief() -> None:
    assert finish(relief_raster(box_with())) is None


@pytest.mark.parametrize("orientation", ["columns", "rows"])
def test_bands_begin_and_end_at_contours(orientation: Literal["columns", "rows"]) -> None:
    box = cone(orientation)
    raster = raster_of(box)
    for k in range(1, 4):
        for turn in range(12):
            dx, dy = math.cos(turn * math.tau / 12), math.sin(turn * math.tau / 12)
            radius = 5.5 - k - 0.5
            band = at(box, raster, bands(raster), 6 + radius * dx, 6 + radius * dy)
            assert raster.low + raster.interval * band == 20 * k


def test_a_band_ends_within_a_sixth_of_a_hex_of_its_contour() -> None:
    box = cone()
    raster = raster_of(box)
    for turn in range(24):
        dx, dy = math.cos(turn * math.tau / 24), math.sin(turn * math.tau / 24)
        inner, outer = (at(box, raster, bands(raster), 6 + r * dx, 6 + r * dy) for r in (3.5 - 0.17, 3.5 + 0.17))
        assert (raster.low + raster.interval * inner, raster.low + raster.interval * outer) == (40, 20)


def test_contours_are_held_in_place_where_a_slope_suddenly_ends() -> None:
    box = box_with(*((height, ((x, -1.0), (x, 14.0))) for height, x in ((20, 6.0), (40, 6.5), (60, 7.0), (80, 11.0))))
    raster = raster_of(box)
    below, above = (raster.low + raster.interval * at(box, raster, bands(raster), x, 6.3) for x in (6.85, 7.15))
    assert (below, above) == (40, 60)


@pytest.mark.parametrize("orientation", ["columns", "rows"])
def test_light_comes_from_the_north_west_of_the_map_as_printed(orientation: Literal["columns", "rows"]) -> None:
    box = cone(orientation)
    raster = raster_of(box)

    def light(x: float, y: float) -> int:
        return at(box, raster, shade(raster), x, y)

    assert light(6 - 2, 6 + 2) > 160
    assert light(6 + 2, 6 - 2) < 96
    assert abs(light(6 + 2, 6 + 2) - light(6 - 2, 6 - 2)) < 12


@pytest.mark.parametrize("beyond", [0.0, 0.5, 9.0])
def test_a_hill_that_goes_on_beyond_the_map_has_no_blots_at_its_edge(beyond: float) -> None:
    """Its contours end at the edge, half a hex beyond it, or nowhere near: light falls on the edge as it does inside."""
    low = box_with((20, circle(7.0, 6.0, 4.0))).sheets[0]
    left, bottom, right, top = sheet_edge(low)
    paper = shapely.box(left - beyond, bottom - beyond, right + beyond, top + beyond)
    lines: list[tuple[int, Points]] = []
    for k in range(1, 9):
        whole = shapely.LineString([low.frame.to_plane(point) for point in circle(7.0, 6.0, 10.5 - k, 240)])
        merged = shapely.line_merge(whole.intersection(paper))
        parts = [tuple(low.frame.to_sheet((x, y)) for x, y in part.coords) for part in shapely.get_parts(merged)]
        lines += [(20 * k, points) for points in parts]
    light = shade(raster_of(box_with(*lines))).astype(int)
    # A cone is as steep everywhere: along a ray from its top there is one light.
    inside, rows, columns = light[8:-8, 8:-8], slice(10, -10), slice(10, -10)
    for rim, within in (
        (light[0, columns], inside[2, 2:-2]),
        (light[-1, columns], inside[-3, 2:-2]),
        (light[rows, 0], inside[2:-2, 2]),
        (light[rows, -1], inside[2:-2, -3]),
    ):
        assert np.abs(rim - within).max() < 45
        assert np.abs(rim - within).mean() < 15


def test_level_ground_is_neither_light_nor_dark() -> None:
    box = box_with((20, ((0.0, 3.0), (14.0, 3.0))), (20, ((0.0, 9.0), (14.0, 9.0))))
    sheet = replace(box.sheets[0].sheet, contour_interval=Fraction(20))
    level = replace(box, sheets=(replace(box.sheets[0], sheet=sheet),))
    picture = shade(raster_of(level))
    assert abs(int(np.median(picture)) - 128) <= 40
    assert picture.shape == (raster_of(level).height, raster_of(level).width)


def test_a_hilltop_rises_above_its_last_contour_by_half_an_interval() -> None:
    raster = raster_of(cone())
    assert 85 < raster.most < 92


def test_a_spot_elevation_raises_its_hilltop_to_its_height() -> None:
    raster = raster_of(cone(spots=(Spot(Fraction(98), (6.0, 6.0)),)))
    assert 92 < raster.most <= 99


def test_a_spot_lower_than_its_hilltop_is_left_to_the_eye() -> None:
    assert raster_of(cone(spots=(Spot(Fraction(70), (6.0, 6.0)),))) == raster_of(cone())


def test_a_bottom_sinks_below_its_last_contour() -> None:
    box = box_with(*((100 - 20 * k, circle(6.0, 6.0, 5.5 - k)) for k in range(1, 5)))
    raster = raster_of(box)
    assert 8 < raster.least < 15
    assert at(box, raster, bands(raster), 6, 6) < at(box, raster, bands(raster), 6, 8)


def test_ground_beyond_the_last_contour_goes_on_falling() -> None:
    box = box_with((60, ((4.0, -1.0), (4.0, 14.0))), (40, ((7.0, -1.0), (7.0, 14.0))), (20, ((10.0, -1.0), (10.0, 14.0))))
    raster = raster_of(box)
    assert raster.least < 15
    assert raster.most > 62


def test_the_raster_fills_the_printed_edges_of_all_sheets() -> None:
    first = cone().sheets[0]
    second = replace(first, frame=SheetFrame.place("odd", beside=first.frame, columns=14), letter="B")
    raster = raster_of(GameBox("Two", "demo-1.0", (first, second)))
    edges = sheet_edge(first), sheet_edge(second)
    assert raster.bounds[0] == pytest.approx(min(e[0] for e in edges)) and raster.bounds[3] == pytest.approx(edges[0][3])
    assert 0 <= raster.bounds[2] - edges[1][2] < 1 / 8 and 0 <= edges[0][1] - raster.bounds[1] < 1 / 8
    assert len(raster.shade) == raster.width * raster.height
    assert len(raster.bands) == raster.width * raster.height * raster.detail**2


def test_the_raster_comes_in_steps_whose_count_never_passes_the_total() -> None:
    steps = list(relief_raster(cone()))
    assert len(steps) > 15
    assert all(0 < done <= total for done, total in steps)
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    assert steps[-1][0] > 0.8 * steps[-1][1]


@pytest.mark.parametrize("height", [3, 400])
def test_more_intervals_than_a_byte_can_count_share_bands(height: int) -> None:
    box = box_with((0, ((3.0, -1.0), (3.0, 14.0))), (20 * height, ((9.0, -1.0), (9.0, 14.0))))
    raster = raster_of(box)
    assert raster.interval == (20 if height == 3 else 40)
    assert max(raster.bands) <= 255 and max(raster.bands) * raster.interval + raster.low <= raster.most


def test_contours_that_lie_off_the_map_make_no_relief() -> None:
    assert finish(relief_raster(box_with((20, circle(60.0, 60.0, 2.0))))) is None


@pytest.mark.parametrize("resolution", [2, 8, 13])
def test_every_resolution_shows_the_same_ground(resolution: int) -> None:
    box = cone()
    raster = raster_of(box, resolution)
    assert raster.width == pytest.approx(resolution * (raster.bounds[2] - raster.bounds[0]))
    assert raster.low + raster.interval * at(box, raster, bands(raster), 6.0, 8.0) == 60


def test_the_window_can_hold_a_raster_without_numpy() -> None:
    raster = raster_of(cone())
    kinds: list[Callable[[object], bool]] = [lambda value: type(value) in (int, float, bytes, tuple)]
    assert all(kinds[0](getattr(raster, name)) for name in raster.__slots__)
