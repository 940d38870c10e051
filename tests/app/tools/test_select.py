"""Selecting items of the map, moving them, and what can be done with them."""

from fractions import Fraction

import pytest
from PySide6.QtCore import Qt

from app.canvas.shapes import HexFill, Sketch
from app.tools.command_table import COMMANDS
from core.geometry.areas import united
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.model.edits.clipboard import origin_of
from core.model.edits.map_edits import ChangeItems, ChangeSheet
from core.model.edits.shape_edits import lines_of
from core.model.maps import Area, Contour, HexContent, ItemRef, Path, SideFeature, Spot, Zone
from tests.app.tools.hand import ALT, CTRL, SHIFT, at, click, drag, key

LEFT, RIGHT, PLAIN = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def drawn(bench):
    """A wood with a road through it, two contours, a spot elevation and a village; the select tool is in hand."""
    placed = bench.document.box.sheets[0]

    def ref(section, k):
        return ItemRef(placed.file, section, k)

    def line(*points):
        return tuple(map(placed.frame.to_sheet, points))

    bench.wood, bench.road, bench.spot = ref("areas", 1), ref("paths", 1), ref("spots", 1)
    bench.low, bench.high, bench.village = ref("contours", 1), ref("contours", 2), ref("hexes", (9, 3))
    bench.document.do(
        ChangeItems(
            "Draw",
            {
                bench.wood: Area("woods", (line((3, 3), (5, 3), (5, 5), (3, 5), (3, 3)),)),
                bench.road: Path("road", line((2, 4), (6, 4))),
                bench.spot: Spot(Fraction(31), line((4.5, 4.5))[0]),
                bench.low: Contour(Fraction(20), line((2, 7), (4, 7))),
                bench.high: Contour(Fraction(20), line((4.5, 7), (6, 7)), high="left"),
                bench.village: HexContent("village"),
            },
        )
    )
    bench.document.do(ChangeSheet("Interval", placed.file, bench.document.box.sheets[0].sheet.head))
    bench.document.undo_stack.clear()
    bench.tool = bench.box.current
    bench.arrange = bench.tool.arrange
    return bench


def selected(bench):
    return bench.document.selection.refs


def item(bench, ref):
    return bench.document.box.item(ref)


def test_a_click_selects_the_hex_and_the_item_in_front(drawn):
    click(drawn.tool, 4.0, 4.01)
    assert selected(drawn) == {drawn.road}
    assert drawn.tool.place is not None
    assert any(isinstance(shape, Sketch) for shape in drawn.canvas.sketches["selection"])


def test_another_click_on_the_spot_and_tab_take_the_item_behind_and_then_none(drawn):
    click(drawn.tool, 4.0, 4.01)
    click(drawn.tool, 4.0, 4.01)
    assert selected(drawn) == {drawn.wood}
    assert drawn.tool.wants(key(Qt.Key.Key_Tab))
    drawn.tool.key(key(Qt.Key.Key_Tab))
    assert selected(drawn) == frozenset()
    drawn.tool.key(key(Qt.Key.Key_Tab))
    assert selected(drawn) == {drawn.road}
    drawn.tool.key(key(Qt.Key.Key_Backtab, SHIFT))
    assert selected(drawn) == frozenset()
    drawn.tool.pointer_moved(at(4.5, 4.5))
    assert not drawn.tool.wants(key(Qt.Key.Key_Tab))


def test_shift_adds_and_takes_away(drawn):
    click(drawn.tool, 3.2, 4.8)
    click(drawn.tool, 4.5, 4.5, SHIFT)
    assert selected(drawn) == {drawn.wood, drawn.spot}
    click(drawn.tool, 4.5, 4.5, SHIFT)
    assert selected(drawn) == {drawn.wood}


def test_a_rectangle_to_the_right_takes_what_lies_inside_and_to_the_left_what_it_touches(drawn):
    drag(drawn.tool, (2.5, 2.5), (5.5, 5.5))
    assert selected(drawn) == {drawn.wood, drawn.spot}
    drag(drawn.tool, (5.5, 2.5), (2.5, 5.5))
    assert selected(drawn) == {drawn.wood, drawn.spot, drawn.road}


def test_what_is_selected_is_moved_by_a_drag_in_one_step_and_only_previewed_until_then(drawn):
    click(drawn.tool, 3.2, 4.8)
    drawn.tool.pointer_pressed(at(3.2, 4.8, True))
    drawn.tool.pointer_moved(at(4.2, 5.3, True))
    assert drawn.document.undo_stack.count() == 0
    assert drawn.canvas.sketches["select drag"]
    drawn.tool.pointer_released(at(4.2, 5.3))
    assert drawn.document.undo_stack.undoText() == "Move area"
    assert lines_of(drawn.document.box, drawn.wood)[0][0] == pytest.approx((4, 3.5), abs=1e-3)
    assert selected(drawn) == {drawn.wood}


def test_a_drag_from_what_is_not_selected_moves_nothing(drawn):
    drag(drawn.tool, (3.2, 4.8), (9.0, 6.0))
    assert drawn.document.undo_stack.count() == 0


def test_what_lies_in_hexes_moves_by_whole_hexes(drawn):
    x, y = plane_centre(drawn.document.box.sheets[0].frame.hex(9, 3))
    click(drawn.tool, x, y)
    assert selected(drawn) == {drawn.village}
    assert any(isinstance(shape, HexFill) for shape in drawn.canvas.sketches["selection"])
    drag(drawn.tool, (x, y), (x + 0.1, y + 1.2))
    (ref,) = selected(drawn)
    assert ref.key == (9, 4)
    drawn.tool.key(key(Qt.Key.Key_Down))
    drawn.tool.key(key(Qt.Key.Key_Right, SHIFT))
    drawn.tool.key(key(Qt.Key.Key_Left, SHIFT))
    assert selected(drawn) == {drawn.village}


def test_arrows_move_by_an_eighth_and_with_shift_by_a_hex(drawn):
    drawn.document.selection.set({drawn.wood})
    assert drawn.tool.wants(key(Qt.Key.Key_Up))
    drawn.box.key(key(Qt.Key.Key_Up))
    drawn.box.key(key(Qt.Key.Key_Up, SHIFT))
    assert lines_of(drawn.document.box, drawn.wood)[0][0] == pytest.approx((3, 4.125), abs=1e-3)
    drawn.canvas.set_cursor(Hex(4, 2))
    assert not drawn.tool.wants(key(Qt.Key.Key_Up))
    assert drawn.tool.wants(key(Qt.Key.Key_Up, ALT))


def test_escape_lets_a_drag_go_and_then_the_selection(drawn):
    click(drawn.tool, 3.2, 4.8)
    drawn.tool.pointer_pressed(at(3.2, 4.8, True))
    drawn.tool.pointer_moved(at(4.2, 5.3, True))
    drawn.box.escape()
    drawn.tool.pointer_released(at(4.2, 5.3))
    assert drawn.document.undo_stack.count() == 0
    assert selected(drawn) == {drawn.wood}
    drawn.box.escape()
    assert selected(drawn) == frozenset()
    assert drawn.canvas.sketches["selection"] == ()


def test_items_on_locked_layers_are_not_there(drawn):
    drawn.canvas.locked.add("areas")
    click(drawn.tool, 3.2, 4.8)
    assert selected(drawn) == frozenset()
    drawn.arrange.run("all")
    assert drawn.wood not in selected(drawn)
    assert len(selected(drawn)) == 5


def test_enter_on_the_hex_cursor_selects_there(drawn):
    place = drawn.document.box.sheets[0].frame.hex(9, 3)
    drawn.canvas.set_cursor(place)
    drawn.box.key(key(Qt.Key.Key_Return))
    assert drawn.tool.place == place
    assert selected(drawn) == {drawn.village}


def test_a_right_click_selects_what_is_under_it_and_asks_for_the_menu(drawn, qtbot):
    with qtbot.waitSignal(drawn.box.menu_asked):
        drawn.box.pressed(None, (3.2, 4.8), RIGHT, PLAIN)
    assert selected(drawn) == {drawn.wood}
    assert drawn.arrange.at == (3.2, 4.8)


def test_every_command_of_the_table_is_known_and_fits_or_not(drawn):
    assert all(isinstance(drawn.arrange.fits(spec.id), bool) for spec in COMMANDS)
    assert [spec.id for spec in COMMANDS if drawn.arrange.fits(spec.id)] == ["all"]
    keys = [spec.keys for spec in COMMANDS if spec.keys]
    assert len(keys) == len(set(keys))


def test_deleting_and_duplicating_are_one_step_each(drawn):
    drawn.document.selection.set({drawn.wood, drawn.road})
    drawn.arrange.run("duplicate")
    assert len(drawn.document.box.sheets[0].sheet.areas) == 2
    assert drawn.wood not in selected(drawn)
    drawn.arrange.run("delete")
    assert len(drawn.document.box.sheets[0].sheet.areas) == 1
    assert drawn.document.undo_stack.count() == 2
    assert not drawn.arrange.run("delete")


def test_six_turns_bring_a_selection_back_around_the_same_hex(drawn):
    refs = {drawn.wood, drawn.village, drawn.spot}
    before = drawn.document.box
    drawn.document.selection.set(refs)
    for _ in range(6):
        assert drawn.arrange.run("right")
    assert dict(drawn.document.box.sheets[0].sheet.hexes) == dict(before.sheets[0].sheet.hexes)
    for old, new in zip(item(drawn, drawn.wood).shape[0], before.item(drawn.wood).shape[0], strict=True):
        assert new == pytest.approx(old, abs=2e-3)


def test_the_same_kind_is_selected_by_height_and_terrain(drawn):
    drawn.document.selection.set({drawn.low})
    drawn.arrange.run("alike")
    assert selected(drawn) == {drawn.low, drawn.high}


def test_contours_are_raised_together_in_one_step_and_stay_selected_with_the_rest(drawn):
    drawn.document.selection.set({drawn.low, drawn.high, drawn.spot, drawn.wood})
    drawn.arrange.run("raise")
    assert (item(drawn, drawn.low).height, item(drawn, drawn.spot).height) == (40, 51)
    assert drawn.document.undo_stack.count() == 1
    assert selected(drawn) == {drawn.low, drawn.high, drawn.spot, drawn.wood}
    drawn.arrange.run("lower-half")
    assert item(drawn, drawn.low).height == 30


def test_contours_are_joined_split_closed_and_turned(drawn):
    drawn.document.selection.set({drawn.low, drawn.high})
    drawn.arrange.run("join")
    (whole,) = selected(drawn)
    drawn.arrange.at = (4.25, 7)
    drawn.arrange.run("split")
    assert len(selected(drawn)) == 2
    drawn.document.selection.set({whole})
    drawn.arrange.run("reverse")
    assert item(drawn, whole).high == "right"
    drawn.arrange.run("high-none")
    drawn.arrange.run("reverse")
    assert "neighbours" in drawn.said[-1]
    drawn.arrange.run("close")
    assert item(drawn, whole).closed or len(item(drawn, whole).line) < 4


def test_a_height_is_asked_for_in_a_dialog_that_does_not_block(drawn, qtbot):
    drawn.document.selection.set({drawn.low})
    drawn.arrange.set_height(55.5)
    assert item(drawn, drawn.low).height == Fraction(111, 2)
    assert selected(drawn) == {drawn.low}


def test_lines_are_smoothed_and_made_simple(drawn):
    drawn.document.selection.set({drawn.wood})
    drawn.arrange.run("smooth")
    many = len(item(drawn, drawn.wood).shape[0])
    assert many > 5
    drawn.arrange.run("simplify")
    assert len(item(drawn, drawn.wood).shape[0]) <= many


def test_areas_of_one_kind_become_one_by_the_worker(drawn):
    drawn.document.selection.set({drawn.wood})
    drawn.arrange.run("duplicate")
    drawn.document.selection.set(selected(drawn) | {drawn.wood})
    drawn.arrange.run("merge")
    (asked,) = drawn.answers.waiting("unite_outlines")
    drawn.answers.answer(asked, united(asked.parameters["shapes"]))
    assert len(selected(drawn)) == len(drawn.document.box.sheets[0].sheet.areas) == 1
    assert drawn.document.undo_stack.undoText() == "Merge areas"


def test_what_was_copied_is_pasted_by_a_click_where_the_pointer_is(drawn, qapp):
    drawn.document.selection.set({drawn.wood, drawn.village})
    drawn.arrange.run("copy")
    drawn.box.choose("stamp")
    stamp = drawn.box.current
    stamp.pointer_moved(at(6.1, 5.0))
    assert drawn.canvas.sketches["stamp"]
    click(stamp, 6.1, 5.0)
    assert drawn.box.current.id == "select"
    assert len(drawn.document.box.sheets[0].sheet.areas) == 2
    assert len(selected(drawn)) == 2
    assert drawn.document.undo_stack.count() == 1


def test_a_stamp_shows_at_once_where_the_mouse_rests(drawn, qapp):
    drawn.document.selection.set({drawn.wood})
    drawn.arrange.run("copy")
    pointer = at(6.1, 5.0)
    drawn.box.pointed(pointer.place, pointer.point)
    drawn.box.choose("stamp")
    assert drawn.canvas.sketches["stamp"]
    drawn.box.choose("select")
    drawn.box.left()
    drawn.box.choose("stamp")
    assert not drawn.canvas.sketches.get("stamp")


def test_a_stamp_is_turned_and_repeated_with_shift(drawn, qapp):
    drawn.document.selection.set({drawn.village})
    drawn.arrange.run("cut")
    assert len(drawn.document.box.sheets[0].sheet.hexes) == 0
    drawn.box.choose("stamp")
    stamp = drawn.box.current
    stamp.pointer_moved(at(6.1, 5.0))
    assert stamp.key(key(Qt.Key.Key_R))
    assert any("60°" in getattr(shape, "text", "") for shape in drawn.canvas.sketches["stamp"])
    assert stamp.key(key(Qt.Key.Key_M))
    click(stamp, 6.1, 5.0, SHIFT)
    click(stamp, 3.1, 3.0, SHIFT)
    assert drawn.box.current is stamp
    assert len(drawn.document.box.sheets[0].sheet.hexes) == 2
    drawn.box.escape()
    assert drawn.box.current.id == "select"


def test_what_does_not_fit_on_the_map_is_told_when_a_stamp_is_put_down(drawn, qapp):
    placed = drawn.document.box.sheets[0]
    rows = placed.sheet.grid.rows
    side, zone = ItemRef(placed.file, "sides", 1), ItemRef(placed.file, "zones", 1)
    pair = ((4, 3), (4, 4))
    drawn.document.do(ChangeItems("Draw", {side: SideFeature("hedge", pair), zone: Zone("entry", frozenset(pair))}))
    drawn.document.selection.set({side, zone})
    drawn.arrange.run("copy")
    drawn.box.choose("stamp")
    held = origin_of(drawn.document.box, (side, zone))
    # The lower of the two hexes comes to lie in the uppermost row, the other beyond it.
    click(drawn.box.current, *plane_centre(held.plus(0, rows - 3)))
    assert drawn.said[-1].endswith("; 1 left out, off the map; zones cut at the edge of the map: 1")
    drawn.document.selection.set({zone})
    before = drawn.document.box
    x, y = plane_centre(held)
    drag(drawn.tool, (x, y), (x, y + rows))
    assert drawn.document.box == before
    assert "off the map" in drawn.said[-1]


def test_what_is_no_copy_cannot_be_pasted_and_says_so(drawn, qapp):
    qapp.clipboard().setText("hello")
    drawn.box.choose("stamp")
    assert "no copy of items" in drawn.said[-1]
    click(drawn.box.current, 5, 5)
    assert drawn.document.undo_stack.count() == 0


def test_the_tools_say_nothing_when_control_is_held_without_a_gesture(drawn):
    assert not drawn.tool.key(key(Qt.Key.Key_Up, CTRL))


def test_the_status_counts_what_is_selected_now(drawn):
    drawn.arrange.run("all")
    count = len(selected(drawn))
    assert drawn.said[-1] == f"{count} items selected"
    drawn.document.selection.set({drawn.low})
    drawn.arrange.run("alike")
    assert drawn.said[-1] == "2 items selected"
    click(drawn.tool, 4.0, 4.01)
    assert selected(drawn) == {drawn.road}
    assert drawn.said[-1] == drawn.tool.hint


def test_one_line_cannot_be_joined_and_the_status_says_what_can_be_done(drawn):
    drawn.document.selection.set({drawn.low})
    before = drawn.document.box
    assert drawn.arrange.run("join")
    assert "two or more lines" in drawn.said[-1]
    assert drawn.document.box is before
    drawn.document.selection.set({drawn.wood})
    assert not drawn.arrange.run("join")
