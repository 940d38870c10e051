import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow

from app.dialogs.command_palette import CommandPalette
from app.dialogs.goto_hex import GotoHex, HexFinder, plain_number
from core.model.new_map import NewMap


def _whole(box) -> HexFinder:
    finder = HexFinder(box)
    while not finder.complete:
        finder.read()
    return finder


@pytest.mark.parametrize("text", ["3.7", "03.07", " 3.07 ", "03.7"])
def test_leading_zeros_are_optional(box, text):
    label, place = _whole(box).find(text, 5)[0]
    assert label == "03.07"
    assert box.label(place) == "03.07"


def test_the_hex_that_is_named_comes_first_then_those_whose_numbers_go_on(box):
    assert [label for label, _ in _whole(box).find("1.1", 3)] == ["01.01", "01.10", "01.11"]


@pytest.mark.parametrize(("text", "first"), [("3.0", "03.01"), ("03.0", "03.01"), ("0", "01.01"), ("29.", "29.01")])
def test_a_number_half_typed_is_completed(box, text, first):
    found = [label for label, _ in _whole(box).find(text, 9)]
    assert found[0] == first
    assert len(found) == 9


def test_a_hex_is_found_by_its_whole_number_before_all_numbers_are_read(box):
    assert [label for label, _ in HexFinder(box).find("29.17", 3)] == ["29.17"]


def test_letters_of_sheets_are_completed(two_sheets):
    finder = _whole(two_sheets)
    assert [label for label, _ in finder.find("b10.20", 3)] == ["B10.20"]
    assert {label[0] for label, _ in finder.find("b", 9)} == {"B"}


def test_a_gap_behind_the_letter_of_a_map_need_not_be_typed(qapp):
    finder = _whole(NewMap("t", columns=30, rows=2, across=2, numbering="{column:A}.{row:02}").box())
    assert [label for label, _ in finder.find("bac.", 3)] == ["B AC.01", "B AC.02"]
    assert finder.find("b ac", 1)[0][0] == "B AC.01"


def test_numbers_compare_without_zeros_in_front():
    assert plain_number("b003.070") == "B3.70"


@pytest.fixture
def goto(qtbot, box):
    window = QMainWindow()
    window.resize(800, 600)
    qtbot.addWidget(window)
    goto = GotoHex(window, box)
    window.show()
    qtbot.waitExposed(window)
    goto.popup()
    yield goto


def test_typing_a_number_and_enter_chooses_the_hex(goto, qtbot, box):
    qtbot.keyClicks(goto.line, "29.17")
    with qtbot.waitSignal(goto.chosen) as chosen:
        qtbot.keyClick(goto.line, Qt.Key.Key_Return)
    assert chosen.args == [box.hex("29.17")]
    assert goto.isHidden()


def test_arrow_keys_choose_among_the_completions(goto, qtbot, box):
    qtbot.waitUntil(lambda: goto.matches("1.1")[1:] != [])
    qtbot.keyClicks(goto.line, "1.1")
    qtbot.keyClick(goto.line, Qt.Key.Key_Down)
    with qtbot.waitSignal(goto.chosen) as chosen:
        qtbot.keyClick(goto.line, Qt.Key.Key_Return)
    assert chosen.args == [box.hex("1.10")]


def test_a_number_that_no_hex_has_is_answered_with_the_numbers_there_are(goto, qtbot):
    qtbot.keyClicks(goto.line, "99.99")
    with qtbot.assertNotEmitted(goto.chosen):
        qtbot.keyClick(goto.line, Qt.Key.Key_Return)
    assert goto.message.isVisible()
    assert goto.message.text() == 'There is no hex "99.99" on this map. Hexes run from 01.01 to 30.20.'
    assert goto.isVisible()


def test_escape_closes_and_nothing_is_chosen(goto, qtbot):
    with qtbot.assertNotEmitted(goto.chosen), qtbot.waitSignal(goto.closed):
        qtbot.keyClick(goto.line, Qt.Key.Key_Escape)
    assert goto.isHidden()


def test_an_empty_line_complains_about_nothing(goto):
    assert goto.complaint("") == ""
    assert not goto.message.isVisible()


@pytest.mark.parametrize(
    ("reason", "closes"),
    [
        (Qt.FocusReason.MouseFocusReason, True),
        (Qt.FocusReason.TabFocusReason, True),
        (Qt.FocusReason.ActiveWindowFocusReason, False),
        (Qt.FocusReason.PopupFocusReason, False),
    ],
    ids=lambda each: getattr(each, "name", str(each)),
)
def test_it_closes_when_the_keyboard_goes_elsewhere_in_the_window_only(goto, reason, closes):
    QApplication.sendEvent(goto.line, QFocusEvent(QEvent.Type.FocusOut, reason))
    assert goto.isHidden() is closes


def test_it_closes_when_a_dialog_opens_over_the_window(goto, qtbot):
    dialog = QDialog(goto.window())
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    assert goto.isHidden()


def test_another_frame_takes_its_place(goto, qtbot, box):
    other = CommandPalette(goto.window(), [], lambda action: ("", ""), box, [], lambda action: "")
    other.popup()
    assert goto.isHidden()
    assert other.isVisible()
    other.dismiss()


def test_enter_does_not_reach_what_lies_under_the_frame(goto, qtbot):
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(goto, event)
    assert event.isAccepted()
