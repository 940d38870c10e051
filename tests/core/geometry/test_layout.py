"""Points and hexes: nearest centres, frames of sheets, both orientations, sheets laid side by side."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law

from core.geometry.hexes import Hex
from core.geometry.layout import SheetFrame, centre, corners, hex_at, holds, plane_centre, to_lattice, to_plane

hexes = st.builds(Hex, st.integers(-80, 80), st.integers(-80, 80))
lattice = st.tuples(st.integers(-200_000, 200_000), st.integers(-200_000, 200_000))
frames = st.builds(SheetFrame.place, st.sampled_from(["odd", "even"]), st.sampled_from(["columns", "rows"]))
cells = st.tuples(st.integers(-5, 60), st.integers(-5, 60))


def _squared(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Twelve times the true squared distance in half hexes of 1024 lattice units: x is stretched by √3."""
    return (a[0] - b[0]) ** 2 + 3 * (a[1] - b[1]) ** 2


@law(200)
@given(place=hexes)
def test_the_hex_around_a_centre_dot_is_that_hex(place: Hex) -> None:
    assert hex_at(centre(place)) == place
    assert to_lattice(plane_centre(place)) == centre(place)


@law(400)
@given(point=lattice)
def test_the_hex_around_a_point_has_the_nearest_centre_and_holds_it(point: tuple[int, int]) -> None:
    found = hex_at(point)
    assert holds(found, point)
    assert all(_squared(centre(found), point) <= _squared(centre(near), point) for near in found.within(2))


@law(200)
@given(point=lattice)
def test_a_closed_hex_holds_exactly_the_points_for_which_no_other_centre_is_nearer(point: tuple[int, int]) -> None:
    here = hex_at(point)
    for place in here.within(2):
        nearest = all(_squared(centre(place), point) <= _squared(centre(near), point) for near in here.within(3))
        assert holds(place, point) == nearest


@law(100)
@given(place=hexes)
def test_corners_are_shared_by_three_hexes_and_hexsides_by_two(place: Hex) -> None:
    around = [set(corners(near)) for near in place.neighbours()]
    for corner in corners(place):
        assert sum(corner in other for other in around) == 2
        assert holds(place, corner)
    assert all(len(other & set(corners(place))) == 2 for other in around)


def test_hexes_are_one_unit_high_and_regular() -> None:
    ring = [to_plane(corner) for corner in corners(Hex(0, 0))]
    assert all(math.dist(p, (0, 0)) == pytest.approx(1 / math.sqrt(3)) for p in ring)
    assert all(math.dist(p, q) == pytest.approx(1 / math.sqrt(3)) for p, q in zip(ring, ring[1:] + ring[:1], strict=True))
    assert all(math.dist(plane_centre(near), (0, 0)) == pytest.approx(1) for near in Hex(0, 0).neighbours())


@law(200)
@given(frame=frames, cell=cells)
def test_frames_give_back_the_cell_they_were_given(frame: SheetFrame, cell: tuple[int, int]) -> None:
    assert frame.cell(frame.hex(*cell)) == cell
    assert centre(frame.hex(*cell)) == frame.to_lattice_of_cell(*cell)


@law(200)
@given(frame=frames, cell=cells)
def test_the_readings_formula_for_centres_names_the_same_hex(frame: SheetFrame, cell: tuple[int, int]) -> None:
    column, row = cell
    raised = column % 2 == (1 if frame.raised == "odd" else 0)
    across, up = column * math.sqrt(3) / 2, row + (0.5 if raised else 0.0)
    printed = (across, up) if frame.orientation == "columns" else (up, across)
    place = frame.hex(*cell)
    assert math.dist(frame.to_plane(printed), plane_centre(place)) < 1e-9
    assert frame.to_lattice((round(printed[0], 4), round(printed[1], 4))) == centre(place)


@law(200)
@given(frame=frames, point=st.tuples(st.floats(-100, 100), st.floats(-100, 100)))
def test_points_go_to_the_shared_plane_and_back(frame: SheetFrame, point: tuple[float, float]) -> None:
    assert math.dist(frame.to_sheet(frame.to_plane(point)), point) < 1e-9
    assert math.dist(to_plane(frame.to_lattice(point)), frame.to_plane(point)) < 1 / 2048


@law(200)
@given(
    first=st.sampled_from(["odd", "even"]),
    second=st.sampled_from(["odd", "even"]),
    columns=st.integers(-40, 40),
    half_rows=st.integers(-40, 40),
    cell=cells,
)
def test_a_sheet_beside_another_shares_its_hexes_or_is_refused(
    first: str, second: str, columns: int, half_rows: int, cell: tuple[int, int]
) -> None:
    base = SheetFrame.place(first)
    # Moved by the offset, the hexes meet when its parity agrees with whether column 1 is raised on either sheet.
    lift = (columns % 2 + half_rows + (first != second)) % 2
    if lift:
        with pytest.raises(ValueError, match="hexes do not meet"):
            SheetFrame.place(second, beside=base, columns=columns, half_rows=half_rows)
        return
    frame = SheetFrame.place(second, beside=base, columns=columns, half_rows=half_rows)
    assert frame.cell(frame.hex(*cell)) == cell
    up = frame.to_lattice_of_cell(*cell)[1] - base.to_lattice_of_cell(*cell)[1]
    assert centre(frame.hex(*cell)) == frame.to_lattice_of_cell(*cell)
    assert up == 1024 * (half_rows + frame.is_raised(cell[0]) - base.is_raised(cell[0]))


def test_sheets_of_different_orientation_do_not_lie_side_by_side() -> None:
    with pytest.raises(ValueError, match="do not meet"):
        SheetFrame.place("odd", "rows", beside=SheetFrame.place("odd"))
