"""A file that knows its own grid becomes another map: beside the others, no hex on two, whatever stands higher on it."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.full_sheets import TERRAIN

from core.base.errors import WrongUse
from core.geometry.labels import Numbering
from core.interop.imported import Imported
from core.interop.new_sheet import beside_all, open_target
from core.model.box import GameBox
from core.model.maps import Grid, MapSheet
from core.model.new_map import NewMap
from core.model.work import Work


def box_of(**more: object) -> GameBox:
    return NewMap(title="Box", **{"columns": 6, "rows": 5, **more}).box()


def found(box: GameBox, columns: int, rows: int, raised: str = "odd", **more: object) -> Imported:
    numbering = Numbering("{column:02}{row:02}", columns, rows, "top-left")
    grid = Grid(columns, rows, numbering, box.sheets[0].frame.orientation, raised)
    return Imported(MapSheet(open_target(box, TERRAIN).sheet.id, replace(grid, **more), contour_interval=Fraction(20)))


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["columns", "rows"]),
    st.sampled_from(["odd", "even"]),
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9), st.sampled_from(["odd", "even"])), min_size=1, max_size=4),
    st.sampled_from([(1, 1), (2, 2), (1, 3)]),
)
def test_no_hex_lies_on_two_maps_and_each_has_the_shape_of_its_file(orientation, raised, shapes, laid) -> None:
    box = box_of(orientation=orientation, raised=raised, across=laid[0], up=laid[1])
    for columns, rows, higher in shapes:
        before = len(box.cells)
        work = beside_all(box, found(box, columns, rows, higher), "Import").apply(Work(box))
        box = work.box
        assert len(box.cells) == before + columns * rows
        assert all(len(prints) == 1 for prints in box.cells.values())
        made = box.sheets[-1]
        assert (made.sheet.grid.columns, made.sheet.grid.rows, made.sheet.grid.raised) == (columns, rows, higher)
        assert made.frame.raised == higher
    assert len({each.letter for each in box.sheets}) == len({each.file for each in box.sheets}) == len(box.sheets)


def test_hexes_of_another_direction_and_heights_in_other_steps_are_refused() -> None:
    box = box_of()
    with pytest.raises(WrongUse, match="The hexes of this box have flat tops, those of the file pointed ones"):
        beside_all(box, found(box, 3, 3, orientation="rows"), "Import")
    other = found(box, 3, 3)
    with pytest.raises(WrongUse, match="this box has one of 20 m, the file none"):
        beside_all(box, replace(other, sheet=replace(other.sheet, contour_interval=None)), "Import")
    with pytest.raises(WrongUse, match="letter"):
        open_target(box, TERRAIN, "a")
