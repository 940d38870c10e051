"""Sheets added, removed, reordered, lettered, numbered and resized: the ground stays where it is."""

from dataclasses import replace
from fractions import Fraction

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.box_files import load_box, write_box
from core.files.limits import check_box
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, plane_centre
from core.geometry.outlines import hexside
from core.model.box import GameBox, PlacedSheet
from core.model.edits.sheet_edits import add_sheet, move_sheet, reletter_sheet, remove_sheet, renumber_sheet, resize_sheet
from core.model.edits.side_edits import paint_sides
from core.model.maps import Area, Contour, ControlPoint, HexContent, Name, Path, SideFeature, Spot, Underlay, Zone
from core.model.new_map import NewMap
from core.model.placing import EDGES
from core.model.terrain import Terrain, TerrainKind
from core.model.work import Work

FILE = "a.map.yaml"

orientations = st.sampled_from(["columns", "rows"])
parities = st.sampled_from(["odd", "even"])
edges = st.sampled_from(EDGES)


def drawn(columns: int = 8, rows: int = 7, orientation: str = "columns", raised: str = "even") -> GameBox:
    """A box of one sheet with one item of every kind in its middle."""
    (placed,) = NewMap("t", columns=columns, rows=rows, orientation=orientation, raised=raised).box().sheets
    middle = (columns // 2, rows // 2)
    x, y = (round(part, 4) for part in placed.frame.to_sheet(plane_centre(placed.frame.hex(*middle))))
    sheet = replace(
        placed.sheet,
        contours=(Contour(Fraction(20), ((x, y), (round(x + 0.2, 4), y))),),
        areas=(Area("woods", (((x, y), (round(x + 0.2, 4), y), (x, round(y + 0.2, 4)), (x, y)),)),),
        paths=(Path("trail", ((x, y), (round(x + 0.3, 4), y))),),
        sides=(SideFeature("hedgerow", (middle, (middle[0], middle[1] + 1))),),
        hexes=immutables.Map({middle: HexContent("village", "Middle")}),
        spots=(Spot(Fraction(30), (x, y)),),
        names=(Name("Middle", (x, y)),),
        zones=(Zone("setup", frozenset({middle})),),
        underlay=Underlay("scan.png", (100, 80), (ControlPoint((50.0, 40.0), middle),)),
    )
    return GameBox("t", "tcs-4.01", (replace(placed, sheet=sheet),))


def changed(box: GameBox, edit) -> GameBox:
    return edit.apply(Work(box)).box


def places(box: GameBox) -> dict[str, object]:
    """Where in the shared plane everything lies."""
    placed = box.sheets[0]
    frame, sheet = placed.frame, placed.sheet

    def at(point):
        return tuple(round(part, 3) for part in frame.to_plane(point))

    return {
        "contours": [[at(p) for p in each.line] for each in sheet.contours],
        "areas": [[at(p) for p in each.shape[0]] for each in sheet.areas],
        "paths": [[at(p) for p in each.line] for each in sheet.paths],
        "sides": [{frame.hex(*cell) for cell in each.between} for each in sheet.sides],
        "hexes": {frame.hex(*cell): each for cell, each in sheet.hexes.items()},
        "spots": [at(each.at) for each in sheet.spots],
        "names": [at(each.at) for each in sheet.names],
        "zones": [{frame.hex(*cell) for cell in each.cells} for each in sheet.zones],
        "scan": [frame.hex(*point.cell) for point in sheet.underlay.points],
    }


def close(one: object, other: object) -> bool:
    if isinstance(one, float):
        return abs(one - other) < 0.0015
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(close, one, other))
    return one == other


@given(orientations, parities, edges, st.integers(1, 5))
def test_everything_keeps_its_place_on_the_ground_when_a_map_grows(orientation, raised, edge, steps):
    box = drawn(orientation=orientation, raised=raised)
    resized = resize_sheet(box, FILE, edge, steps)
    grown = changed(box, resized.edit)
    assert resized.lost == ()
    before, after = places(box), places(grown)
    assert all(close(before[what], after[what]) for what in before)
    assert set(box.cells) < set(grown.cells)
    # The columns that are raised and those that lie there agree.
    placed = grown.sheets[0]
    assert placed.sheet.grid.raised == placed.frame.raised


@given(orientations, parities, edges, st.integers(1, 5))
def test_what_was_added_and_is_taken_away_again_leaves_the_map_as_it_was(orientation, raised, edge, steps):
    box = drawn(orientation=orientation, raised=raised)
    grown = changed(box, resize_sheet(box, FILE, edge, steps).edit)
    back = changed(grown, resize_sheet(grown, FILE, edge, -steps).edit)
    assert set(back.cells) == set(box.cells)
    assert back.sheets[0].frame == box.sheets[0].frame
    assert back.sheets[0].sheet.grid == box.sheets[0].sheet.grid
    assert all(close(places(box)[what], places(back)[what]) for what in places(box))


@given(orientations, edges)
def test_what_a_smaller_map_has_no_room_for_is_listed_and_goes(orientation, edge):
    box = drawn(orientation=orientation)
    placed = box.sheets[0]
    across = edge in ("left", "right")
    whole = placed.sheet.grid.columns if across is (orientation == "columns") else placed.sheet.grid.rows
    resized = resize_sheet(box, FILE, edge, 1 - whole)
    after = changed(box, resized.edit)
    assert {lost.section for lost in resized.lost} >= {"hexes", "zones"}
    left = sum(len(after.sheets[0].sheet.items(section)) for section in ("contours", "areas", "paths", "spots", "names"))
    gone = sum(lost.section in ("contours", "areas", "paths", "spots", "names") for lost in resized.lost)
    assert left + gone == 5
    assert after.sheets[0].sheet.underlay.points == ()


@given(orientations, parities, edges, st.integers(1, 6), st.integers(1, 6))
def test_a_sheet_added_beside_prints_only_new_hexes_and_the_box_is_read_back(
    tmp_path_factory, orientation, raised, edge, columns, rows
):
    box = drawn(orientation=orientation, raised=raised)
    grown = changed(box, add_sheet(box, FILE, edge, columns, rows, "B"))
    assert len(grown.cells) == len(box.cells) + columns * rows
    folder = tmp_path_factory.mktemp("box")
    write_box(folder, grown)
    (folder / "scan.png").write_bytes(b"")
    loaded = load_box(folder)
    assert [issue.text for issue in loaded.issues] == []
    assert loaded.box == grown


def test_no_sheet_is_laid_where_one_lies():
    box = drawn()
    grown = changed(box, add_sheet(box, FILE, "right", 8, 7, "B"))
    with pytest.raises(WrongUse, match="There is no room: map B lies where"):
        add_sheet(grown, FILE, "right", 2, 2, "C")
    with pytest.raises(WrongUse, match='The letter "b" is already taken'):
        add_sheet(grown, FILE, "left", 2, 2, "b")


@given(orientations, parities, edges, edges, st.integers(1, 3))
def test_a_map_that_changes_at_a_seam_takes_the_map_behind_it_along(orientation, raised, edge, cut, steps):
    box = drawn(orientation=orientation, raised=raised)
    grown = changed(box, add_sheet(box, FILE, edge, 8, 7, "B"))
    for by in (-steps, steps):
        resized = resize_sheet(grown, FILE, cut, by)
        after = changed(grown, resized.edit)
        one, two = after.sheets
        gained = one.sheet.grid.columns * one.sheet.grid.rows - 8 * 7
        # No hex is printed twice, and none is missing between the two.
        assert len(after.cells) == len(grown.cells) + gained
        assert _neighbours(one, two) > 2
        assert two.sheet == grown.sheets[1].sheet
        if cut == edge:
            assert "map B behind it" in resized.edit.label
            assert changed(after, resize_sheet(after, FILE, cut, -by).edit).sheets[1] == grown.sheets[1]
        else:
            assert two == grown.sheets[1]


def _neighbours(one: PlacedSheet, two: PlacedSheet) -> int:
    """How many hexes of one sheet lie beside a hex of another."""
    grid, other = one.sheet.grid, two.sheet.grid
    cells = [one.frame.hex(column, row) for column in range(1, grid.columns + 1) for row in range(1, grid.rows + 1)]
    beyond = {two.frame.hex(column, row) for column in range(1, other.columns + 1) for row in range(1, other.rows + 1)}
    return sum(not beyond.isdisjoint(place.neighbours()) for place in cells)


def test_what_lies_on_a_map_that_moves_along_keeps_its_hexes_on_it(tmp_path):
    box = drawn()
    beside = changed(box, add_sheet(box, FILE, "left", 8, 7, "B"))
    # Map A lies east of map B, which grows there by an odd number of columns.
    resized = resize_sheet(beside, "b.map.yaml", "right", 3)
    after = changed(beside, resized.edit)
    assert after.sheet(FILE).sheet == beside.sheet(FILE).sheet
    assert resized.lost == ()
    assert after.label(after.sheet(FILE).frame.hex(4, 3)) == beside.label(beside.sheet(FILE).frame.hex(4, 3))
    write_box(tmp_path, after)
    (tmp_path / "scan.png").write_bytes(b"")
    loaded = load_box(tmp_path)
    assert [issue.text for issue in loaded.issues] == []
    assert {loaded.box.label(place) for place in loaded.box.cells} == {after.label(place) for place in after.cells}
    apart = [[each.frame.origin[axis] - other.sheets[0].frame.origin[axis] for axis in (0, 1)]
             for other in (loaded.box, after) for each in other.sheets]  # fmt: skip
    assert apart[:2] == apart[2:]


def test_maps_beyond_the_one_behind_the_edge_move_along_too():
    box = drawn()
    row = changed(box, add_sheet(box, FILE, "right", 4, 7, "B"))
    row = changed(row, add_sheet(row, "b.map.yaml", "right", 4, 7, "C"))
    row = changed(row, add_sheet(row, FILE, "left", 4, 7, "D"))
    resized = resize_sheet(row, FILE, "right", 2)
    assert resized.edit.label == "Enlarge map A, with maps B, C behind it"
    after = changed(row, resized.edit)
    assert after.sheet("d.map.yaml") == row.sheet("d.map.yaml")
    assert len(after.cells) == len(row.cells) + 2 * 7
    moved = [after.sheet(file).frame.origin[0] - row.sheet(file).frame.origin[0] for file in ("b.map.yaml", "c.map.yaml")]
    assert moved == [2 * 3072, 2 * 3072]


def test_a_map_that_would_be_torn_off_another_edge_does_not_move_along():
    square = NewMap("t", columns=4, rows=4, across=2, up=2).box()
    with pytest.raises(WrongUse, match=r"Map [A-D] would have to move along, and cannot"):
        resize_sheet(square, FILE, "right", 3)


def test_a_map_does_not_grow_beyond_what_its_numbers_can_name():
    box = NewMap("t", columns=12, rows=8, numbering="{column}{row}").box()
    with pytest.raises(WrongUse, match=r"The numbers of map A cannot name the hexes of a map of that size\. The number"):
        resize_sheet(box, FILE, "above", 4)


def test_a_map_that_shares_its_seam_with_the_one_beside_it_can_lose_that_seam():
    box = drawn()
    grown = changed(box, add_sheet(box, FILE, "right", 8, 7, "B"))
    one, other = grown.sheets
    # The first column of map B lies on the last one of map A, as where both print one half of each hex.
    onto = SheetFrame.place("odd", "columns", one.frame, 7, 0)
    shared = replace(other, frame=onto, sheet=replace(other.sheet, grid=replace(other.sheet.grid, raised="odd")))
    seamed = replace(grown, sheets=(one, shared))
    assert set(changed(seamed, resize_sheet(seamed, FILE, "right", -1).edit).cells) == set(seamed.cells)
    further = changed(seamed, resize_sheet(seamed, FILE, "right", -2).edit)
    assert len(further.cells) == len(seamed.cells) - 2 * 7
    assert further.sheets[1].frame.cell(further.sheets[0].frame.hex(6, 3)) == (1, 3)


def seamed(numbering: str = "{column:02}.{row:02}") -> GameBox:
    """Two maps of 4 by 4 hexes side by side, with one feature on the seam, which the first of them keeps."""
    box = NewMap("t", columns=4, rows=4, across=2, numbering=numbering).box()
    west, east = box.sheets
    hedge = Terrain("hedgerow", "Hedgerow", TerrainKind.SIDE)
    near = next(place for place in west.frame.hex(4, 2).neighbours() if east.frame.cell(place)[0] == 1 and place in box.cells)
    return changed(box, paint_sides(box, hedge, [hexside(west.frame.hex(4, 2), near)]))


@pytest.mark.parametrize("edge", ["above", "below", "left"])
def test_a_feature_on_a_seam_stays_there_when_a_map_grows_or_is_cut_elsewhere(edge):
    box = seamed()
    (side,) = box.sheet(FILE).sheet.sides
    ground = {box.sheet(FILE).frame.hex(*cell) for cell in side.between}
    grown = resize_sheet(box, FILE, edge, 1)
    assert not grown.lost
    after = changed(box, grown.edit)
    (side,) = after.sheet(FILE).sheet.sides
    assert {after.sheet(FILE).frame.hex(*cell) for cell in side.between} == ground
    back = resize_sheet(after, FILE, edge, -1)
    assert changed(after, back.edit).sheet(FILE).sheet.sides == box.sheet(FILE).sheet.sides


def test_a_feature_on_a_seam_goes_with_its_hexes():
    box = seamed()
    cut = resize_sheet(box, FILE, "below", -2)
    assert [each.section for each in cut.lost] == ["sides"]
    assert not len(changed(box, cut.edit).sheet(FILE).sheet.sides)


def test_a_feature_on_a_seam_goes_with_the_hex_of_the_other_map():
    box = seamed()
    (side,) = box.sheet(FILE).sheet.sides
    (beyond,) = [box.sheet(FILE).frame.hex(*cell) for cell in side.between if cell[0] == 5]
    row = box.sheets[1].frame.cell(beyond)[1]
    cut = resize_sheet(box, box.sheets[1].file, "above", row - 1 - 4) if row > 1 else None
    if cut is None:
        cut = resize_sheet(box, box.sheets[1].file, "below", -1)
    assert [lost.item for lost in cut.lost] == [side]
    after = changed(box, cut.edit)
    assert not len(after.sheet(FILE).sheet.sides)
    assert not len(changed(box, remove_sheet(box, box.sheets[1].file)).sheets[0].sheet.sides)


def test_numbers_that_cannot_name_the_hex_beyond_a_seam_are_refused():
    box = seamed("{column:A}.{row}")
    numbering = box.sheet(FILE).sheet.grid.numbering
    with pytest.raises(WrongUse, match="hexside between it and another map"):
        renumber_sheet(box, FILE, replace(numbering, first="bottom-right"))
    check_box(changed(box, renumber_sheet(box, FILE, replace(numbering, first="bottom-right", first_column=2))))
    renumber_sheet(box, "b.map.yaml", replace(numbering, first="bottom-right"))


def test_files_of_new_sheets_are_their_own():
    box = drawn()
    grown = changed(box, add_sheet(box, FILE, "right", 8, 7, "B"))
    lettered = changed(grown, reletter_sheet(grown, "b.map.yaml", "C"))
    more = changed(lettered, add_sheet(lettered, FILE, "left", 8, 7, "B"))
    assert [placed.file for placed in more.sheets] == ["a.map.yaml", "b.map.yaml", "b1.map.yaml"]
    assert [placed.letter for placed in more.sheets] == ["A", "C", "B"]


def test_sheets_change_their_order_but_not_their_place():
    box = drawn()
    grown = changed(box, add_sheet(box, FILE, "right", 8, 7, "B"))
    moved = changed(grown, move_sheet(grown, "b.map.yaml", -1))
    assert [placed.letter for placed in moved.sheets] == ["B", "A"]
    assert {moved.label(place) for place in moved.cells} == {grown.label(place) for place in grown.cells}
    assert changed(moved, move_sheet(moved, "b.map.yaml", 9)).sheets == grown.sheets


def test_a_sheet_goes_but_never_the_last_one():
    box = drawn()
    grown = changed(box, add_sheet(box, FILE, "above", 8, 7, "B"))
    assert [placed.letter for placed in changed(grown, remove_sheet(grown, FILE)).sheets] == ["B"]
    with pytest.raises(WrongUse, match="at least one map"):
        remove_sheet(box, FILE)


def test_other_numbers_leave_every_item_in_its_hex_and_bad_ones_are_refused():
    box = drawn()
    after = changed(box, renumber_sheet(box, FILE, Numbering("{row:A}{column}", 1, 1, "top-left", 5, 1)))
    assert places(after) == places(box)
    assert after.sheets[0].sheet.grid.numbering == Numbering("{row:A}{column}", 8, 7, "top-left", 5, 1)
    with pytest.raises(WrongUse, match="more than one hex"):
        big = drawn(20, 20)
        renumber_sheet(big, FILE, Numbering("{column}{row}", 1, 1))


def test_sizes_stay_within_what_a_sheet_can_be():
    box = drawn()
    with pytest.raises(WrongUse, match=r"A map has 1 to 500 columns, not 501\."):
        resize_sheet(box, FILE, "right", 493)
    with pytest.raises(WrongUse, match=r"A map has 1 to 500 rows, not 0\."):
        resize_sheet(box, FILE, "above", -7)
