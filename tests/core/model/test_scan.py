from dataclasses import replace

import pytest

from core.base.errors import WrongUse
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, plane_centre
from core.geometry.register import Affine
from core.model.box import GameBox, PlacedSheet
from core.model.maps import ControlPoint, Grid, MapSheet, Underlay
from core.model.scan import cell_named, centre_on_sheet, fit_of, guess, with_point, with_points, with_scan
from core.model.state import GameState
from core.model.work import Work

TRUE = Affine(0.011, 0.0006, 1.5, 0.0004, -0.0105, 19.0)


def placed_with(cells, orientation="columns", spoilt=None):
    grid = Grid(20, 18, Numbering("{column:02}.{row:02}", 20, 18), orientation=orientation)
    first = SheetFrame.place("odd", orientation)
    frame = SheetFrame.place("odd", orientation, first, 30)
    back = TRUE.inverse()
    points = []
    for cell in cells:
        x, y = back(centre_on_sheet(frame, cell))
        points.append(ControlPoint((x + (60.0 if cell == spoilt else 0.0), y), cell))
    return PlacedSheet(MapSheet("A", grid, underlay=Underlay("n.png", (1800, 1700), tuple(points))), frame, "A", "a.map.yaml")


CELLS = [(2, 2), (18, 3), (4, 16), (17, 15), (10, 9)]
NINE = [(c, r) for c in (2, 10, 18) for r in (2, 9, 16)]


@pytest.mark.parametrize("orientation", ["columns", "rows"])
@pytest.mark.parametrize("cells", [CELLS, NINE])
def test_every_hex_is_guessed_right_from_a_few(cells, orientation):
    placed = placed_with(cells, orientation)
    fit = fit_of(placed)
    assert fit.fitted and fit.complaint == "" and fit.worst is None
    assert fit.piecewise is (len(cells) >= 9)
    back = TRUE.inverse()
    for cell in [(1, 1), (20, 18), (7, 12)]:
        assert guess(placed, fit, back(centre_on_sheet(placed.frame, cell))) == cell
    assert guess(placed, fit, back(centre_on_sheet(placed.frame, (30, 5)))) is None


def test_the_worst_point_is_the_one_set_wrongly():
    placed = placed_with(CELLS, spoilt=(17, 15))
    fit = fit_of(placed)
    assert fit.worst == CELLS.index((17, 15))
    assert fit.strays[fit.worst] == max(fit.strays) > 0.1


def test_without_three_points_the_picture_lies_over_the_middle_of_its_sheet():
    placed = placed_with(CELLS[:2])
    fit = fit_of(placed)
    assert not fit.fitted and fit.strays == () and "there are 2" in fit.complaint
    assert guess(placed, fit, (900.0, 850.0)) is None
    x, y = placed.frame.to_plane(fit.way.to_sheet((900.0, 850.0)))
    middle = plane_centre(placed.frame.hex(10, 9))
    assert abs(x - middle[0]) < 1 and abs(y - middle[1]) < 1
    assert fit_of(replace(placed, sheet=replace(placed.sheet, underlay=None))) is None


def test_points_that_would_fold_the_sheet_leave_the_straight_fit_and_a_sentence():
    placed = placed_with(NINE)
    scan = placed.sheet.underlay
    near = replace(scan.points[4], pixel=(scan.points[4].pixel[0] + 8.0, scan.points[4].pixel[1]), cell=(8, 9))
    fit = fit_of(replace(placed, sheet=replace(placed.sheet, underlay=replace(scan, points=(*scan.points, near)))))
    assert fit.fitted and not fit.piecewise
    assert "folded over" in fit.complaint


def test_one_hex_has_one_point():
    points = (ControlPoint((1.0, 1.0), (1, 1)), ControlPoint((2.0, 2.0), (2, 2)))
    assert with_point(points, ControlPoint((5.0, 5.0), (1, 1))) == (points[1], ControlPoint((5.0, 5.0), (1, 1)))


def test_numbers_are_read_with_and_without_the_letter_of_the_sheet():
    placed = placed_with(CELLS)
    assert cell_named(placed, "07.12") == cell_named(placed, " A7.12 ") == (7, 12)
    with pytest.raises(WrongUse, match=r'no hex "21.01" on this map. Hexes run from 01.01 to 20.18'):
        cell_named(placed, "21.01")


def test_edits_of_a_scan_change_nothing_else_and_are_settled():
    placed = placed_with(CELLS)
    work = Work(GameBox("T", "demo-1.0", (placed,)), GameState())
    moved = with_points(placed, "Move", (ControlPoint((1.234567, -0.000001), (1, 1)),)).apply(work)
    sheet = moved.box.sheets[0].sheet
    assert sheet.underlay.points == (ControlPoint((1.2346, 0.0), (1, 1)),)
    assert replace(sheet, underlay=None) == replace(placed.sheet, underlay=None)
    assert with_scan(placed, "Remove", None).apply(work).box.sheets[0].sheet.underlay is None
