"""What all tools share: the hex card, the keys, answers that stay."""

from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.tools.context import ToolContext
from app.widgets.icons import names
from core.base.errors import Place
from core.geometry.hexes import Hex
from core.model.issues import OOB_UNREAD, Issue
from core.questions.catalogue import QUESTIONS

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
A, B, C = Hex(2, 2), Hex(4, 2), Hex(5, 3)
OFF = Hex(90, 90)


def key(which, held=PLAIN):
    return QKeyEvent(QKeyEvent.Type.KeyPress, which, held)


def draw_line(bench, start=A, end=C):
    bench.box.choose("los")
    bench.box.pressed(start, None, LEFT, PLAIN)
    bench.box.pointed(end)
    bench.box.released(end, None, LEFT, PLAIN)


def test_every_tool_has_a_name_a_hint_an_icon_that_exists_and_a_key_of_its_own(bench):
    tools = list(bench.box.tools.values())
    assert all(tool.name and tool.hint and tool.id for tool in tools)
    assert {tool.icon for tool in tools} <= names()
    assert all(tool.keys for tool in tools)
    for one, other in combinations(tools, 2):
        if one.keys == other.keys:
            # Tools that no series has together may share a key.
            assert one.question and other.question
            assert not any({one.question, other.question} <= set(questions) for questions in QUESTIONS.values())


@pytest.mark.parametrize("series", QUESTIONS)
def test_no_two_tools_of_a_box_have_the_same_key_before_its_questions_are_known(bench, series, monkeypatch):
    heights = "los" in QUESTIONS[series]
    monkeypatch.setattr(ToolContext, "heights_known", property(lambda _: heights))
    meant = [tool.keys for tool in bench.box.tools.values() if bench.context.means(tool.question)]
    assert len(set(meant)) == len(meant)


def test_choosing_a_tool_tells_and_gives_its_hint(bench, qtbot):
    with qtbot.waitSignal(bench.box.tool_changed) as heard:
        bench.box.choose("field")
    assert heard.args[0] is bench.box.current is bench.box.tools["field"]
    assert bench.said[-1] == bench.box.current.hint


def test_another_asking_tool_takes_the_answer_off_the_map(bench):
    draw_line(bench)
    bench.box.choose("field")
    assert bench.canvas.shown["line"][0] is None


def test_the_answer_stays_when_going_back_to_selecting_and_escape_takes_it_then(bench):
    draw_line(bench)
    bench.box.choose("select")
    assert bench.canvas.shown["line"][0] == A
    bench.box.escape()
    assert bench.canvas.shown["line"][0] is None


def test_pointing_shows_the_card_at_once_and_its_heights_after_a_rest(bench, qtbot):
    bench.box.pointed(A)
    assert bench.inspected[-1] == (A, ())
    assert bench.answers.waiting("elevation") == []
    qtbot.waitUntil(lambda: len(bench.answers.waiting("elevation")) == 2)
    for asked in bench.answers.waiting("elevation"):
        bench.answers.answer(asked, bench.elevation(asked))
    place, rulings = bench.inspected[-1]
    assert place == A
    assert [each.detail.method for each in rulings] == ["standard", "simplified"]


def test_heights_of_a_hex_left_behind_are_not_shown(bench, qtbot):
    bench.box.pointed(A)
    qtbot.waitUntil(lambda: bool(bench.answers.waiting("elevation")))
    asked = bench.answers.waiting("elevation")[0]
    bench.box.pointed(B)
    bench.answers.answer(asked, bench.elevation(asked))
    assert bench.inspected[-1] == (B, ())


def test_a_selected_hex_keeps_its_card_when_the_mouse_leaves_the_map(bench):
    bench.box.pressed(A, None, LEFT, PLAIN)
    for asked in bench.answers.waiting("elevation"):
        bench.answers.answer(asked, bench.elevation(asked))
    assert bench.canvas.shown["selected"] == (A,)
    assert [each.detail.method for each in bench.published[-1][0]] == ["standard", "simplified"]
    bench.box.pointed(B)
    bench.box.pointed(None)
    place, rulings = bench.inspected[-1]
    assert place == A
    assert len(rulings) == 2


def test_escape_lets_go_of_the_selection(bench):
    bench.box.pressed(A, None, LEFT, PLAIN)
    bench.box.escape()
    assert bench.canvas.shown["selected"] == (None,)
    assert bench.inspected[-1] == (None, ())


def test_hexes_off_the_map_mean_nothing(bench):
    bench.box.pressed(OFF, None, LEFT, PLAIN)
    assert bench.answers.asked == []


@pytest.mark.parametrize("which", [Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Return])
def test_the_first_key_shows_the_hex_cursor_in_the_middle_of_the_view(bench, which):
    assert bench.box.key(key(which))
    assert bench.canvas.cursor == bench.canvas.middle()
    assert bench.inspected[-1][0] == bench.canvas.cursor


def test_arrows_are_left_to_the_map_once_there_is_a_cursor(bench):
    bench.canvas.set_cursor(A)
    assert not bench.box.key(key(Qt.Key.Key_Left))


def test_enter_selects_the_hex_under_the_cursor(bench):
    bench.canvas.set_cursor(B)
    assert bench.box.key(key(Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier))
    assert bench.canvas.shown["selected"] == (B,)


def test_the_last_escape_takes_the_hex_cursor_away(bench):
    bench.canvas.set_cursor(B)
    assert bench.box.key(key(Qt.Key.Key_Escape))
    assert bench.canvas.cursor is None


def test_rows_of_panels_light_their_hexes(bench):
    bench.box.light([A, B])
    assert bench.canvas.shown["light"] == ((A, B),)


def test_other_methods_side_by_side_ask_what_is_shown_again(bench):
    draw_line(bench)
    bench.box.set_methods(("standard", "heads_a", "heads_ab"))
    methods = [each.parameters["method"] for each in bench.answers.waiting("los")[-3:]]
    assert methods == ["standard", "heads_a", "heads_ab"]


def test_a_closed_box_hears_nothing_any_more(bench):
    draw_line(bench)
    bench.box.close()
    asked = len(bench.answers.asked)
    bench.document.set_method("simplified")
    assert len(bench.answers.asked) == asked
    assert bench.canvas.shown["line"][0] is None


def test_escape_that_puts_a_tool_down_says_what_is_in_hand_instead(bench):
    bench.box.choose("units")
    bench.box.escape()
    assert bench.box.current is bench.box.select
    assert bench.said[-1].startswith("Units is put down, Select is in hand. ")
    bench.box.escape()
    assert bench.said[-1] == bench.box.select.hint


def test_units_says_why_there_is_nothing_to_move(bench):
    bench.box.choose("units")
    assert "no counters yet" in bench.said[-1]
    cause = Issue(Place("counters.yaml", 39), "This is not YAML.", code=OOB_UNREAD)
    bench.document.show_issues((cause,))
    bench.box.choose("units")
    assert "cannot be read" in bench.said[-1] and "counters.yaml:39" in bench.said[-1]
