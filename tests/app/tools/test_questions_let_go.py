"""Questions whose hexes have left the map, and questions that nobody can answer."""

import pytest
from PySide6.QtCore import Qt

from core.geometry.hexes import Hex
from core.model.edits.map_edits import ChangeItems
from core.model.edits.sheet_edits import resize_sheet
from core.model.edits.state_edits import PlaceSmoke
from core.model.maps import ItemRef, Low
from tests.app.tools.hand import PLAIN, key

LEFT = Qt.MouseButton.LeftButton
NEAR, FAR = Hex(2, 2), Hex(11, 3)
NO_RULES = "Questions about this series cannot be answered yet."


def click(bench, *places):
    for place in places:
        bench.box.pressed(place, None, LEFT, PLAIN)
        bench.box.released(place, None, LEFT, PLAIN)


def cut_off(bench):
    """Takes the far columns off the map."""
    placed = bench.document.box.sheets[0]
    bench.document.do(resize_sheet(bench.document.box, placed.file, "right", -4).edit)
    assert FAR not in bench.document.box.cells
    assert NEAR in bench.document.box.cells


def refuse_all(bench, question):
    while bench.answers.waiting(question):
        asked = bench.answers.waiting(question)[0]
        bench.answers.under_way.remove(asked)
        if asked.on_refused is not None:
            asked.on_refused(NO_RULES)


def change(bench):
    bench.document.do(PlaceSmoke(Hex(4, 4)))


def test_a_line_of_sight_goes_with_the_hexes_that_it_ends_in(bench):
    bench.box.choose("los")
    click(bench, NEAR, FAR)
    for asked in bench.answers.waiting("los"):
        bench.answers.answer(asked, bench.los(asked))
    cut_off(bench)
    assert bench.canvas.shown["line"][:2] == (None, None)
    assert bench.published[-1] == ((), {})
    count = len(bench.answers.asked)
    change(bench)
    assert len(bench.answers.asked) == count


def test_half_a_line_goes_with_the_hex_that_it_starts_in(bench):
    bench.box.choose("los")
    click(bench, FAR)
    cut_off(bench)
    assert bench.canvas.shown["line"][:2] == (None, None)
    bench.box.choose("select")
    assert bench.answers.waiting("los") == []


def test_a_viewer_whose_hex_is_gone_sees_nothing(bench):
    bench.box.choose("field")
    click(bench, FAR)
    cut_off(bench)
    assert bench.canvas.shown["field"][0] is None
    assert bench.answers.waiting("field") == []


def test_cross_fire_goes_on_without_the_firers_that_are_gone_and_ends_without_its_target(bench):
    bench.box.choose("crossfire")
    click(bench, NEAR, FAR, Hex(4, 4))
    cut_off(bench)
    assert bench.canvas.shown["cross fire"][:2] == (NEAR, (Hex(4, 4),))
    bench.document.undo_stack.undo()
    bench.box.escape()
    click(bench, FAR, NEAR)
    cut_off(bench)
    assert bench.canvas.shown["cross fire"][0] is None


def test_the_selected_hex_and_the_cursor_are_let_go_when_they_are_gone(bench):
    click(bench, FAR)
    bench.canvas.set_cursor(FAR)
    cut_off(bench)
    assert bench.box.select.place is None
    assert bench.canvas.shown["selected"] == (None,)
    assert bench.canvas.cursor is None
    assert bench.inspected[-1] == (None, ())


@pytest.mark.parametrize(
    ("tool", "question", "places"),
    [("los", "los", (NEAR, FAR)), ("field", "field", (NEAR,)), ("crossfire", "crossfire", (NEAR, FAR))],
)
def test_a_question_that_was_never_answered_is_refused_once_and_leaves_no_ghost(bench, tool, question, places):
    bench.box.choose(tool)
    click(bench, *places)
    refuse_all(bench, question)
    assert bench.said[-1] == NO_RULES
    assert not bench.box.tools[tool].clear_result(), "nothing of the question is left"
    bench.box.choose("brush")
    said = len(bench.said)
    change(bench)
    refuse_all(bench, question)
    assert NO_RULES not in bench.said[said:]


@pytest.mark.parametrize("tool", ["select", "rules_see"])
def test_a_hex_whose_height_nobody_knows_is_told_once(bench, tool):
    bench.box.choose(tool)
    click(bench, NEAR)
    refuse_all(bench, "elevation")
    assert bench.said[-1] == NO_RULES
    bench.box.choose("brush")
    said = len(bench.said)
    change(bench)
    refuse_all(bench, "elevation")
    assert NO_RULES not in bench.said[said:]


def test_escape_takes_the_cursor_away_before_the_selection_so_that_arrows_move_it(bench):
    low = ItemRef(bench.document.box.sheets[0].file, "lows", 1)
    bench.document.do(ChangeItems("Mark low", {low: Low((2.0, 2.0))}))
    bench.document.selection.set({low})
    bench.canvas.set_cursor(NEAR)
    assert not bench.box.select.wants(key(Qt.Key.Key_Left))
    bench.box.escape()
    assert bench.canvas.cursor is None
    assert bench.document.selection.refs
    assert bench.box.select.wants(key(Qt.Key.Key_Left))
    bench.box.escape()
    assert not bench.document.selection.refs
