"""Small dialogs of live play: pass phrases, sides, reasons, seats, and the file to send."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton

from app.dialogs.play.hand_over import SeatDialog, SendDialog, SentDialog, called
from app.dialogs.play.open import SideDialog
from app.dialogs.play.phrase import NewPhraseDialog, PhraseDialog
from app.dialogs.play.reasons import ReasonDialog
from core.play.events import Player
from core.play.session import Barrier

RED, BLUE = Player("red", "Red", "Ann"), Player("blue", "Blue")
BARRIERS = (Barrier(4, "Dice fell in entry 4, and stay as they fell."), Barrier(5, "It was announced.", "Fog of War", True))


@pytest.fixture
def shown(qtbot):
    def show(dialog):
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return show


def test_a_phrase_is_tried_until_it_is_right(shown, qtbot):
    dialog = shown(PhraseDialog(None, "Red", "It opens what Red keeps to itself."))
    tried = []
    dialog.tried.connect(tried.append)
    qtbot.keyClick(dialog.line, Qt.Key.Key_Return)
    assert tried == []
    qtbot.keyClicks(dialog.line, "wrong")
    qtbot.keyClick(dialog.line, Qt.Key.Key_Return)
    assert tried == ["wrong"] and not dialog.line.isEnabled()
    dialog.refuse("This is not it.")
    assert "This is not it." in dialog.told.text() and dialog.line.isEnabled() and dialog.isVisible()
    qtbot.keyClicks(dialog.line, "right")
    qtbot.keyClick(dialog.line, Qt.Key.Key_Return)
    assert tried == ["wrong", "right"]


def test_who_joins_types_a_phrase_twice(shown):
    dialog = shown(NewPhraseDialog(None, "Blue", "The hill"))
    ok = dialog._buttons.button(dialog._buttons.StandardButton.Ok)
    assert not ok.isEnabled() and not dialog._fault.text()
    dialog.new.first.setText("wood")
    assert "differ" in dialog._fault.text()
    dialog.new.again.setText("wood")
    assert ok.isEnabled() and dialog.phrase == "wood"


def test_the_side_that_is_likely_is_proposed(shown):
    dialog = shown(SideDialog(None, "The hill", (RED, BLUE), frozenset({"red"}), "blue"))
    assert dialog.side == "blue"
    assert dialog.buttons["red"].text() == "Red (Ann): asks for its pass phrase"
    dialog.buttons["red"].setChecked(True)
    assert dialog.side == "red"
    assert SideDialog(dialog, "The hill", (RED, BLUE), frozenset(), "").side == ""


def test_nothing_is_gone_back_over_without_a_reason(shown):
    dialog = shown(ReasonDialog(None, BARRIERS, "Undo"))
    assert [dialog.list.item(n).text() for n in range(2)] == [BARRIERS[0].sentence, "It was announced. [Fog of War]"]
    assert not dialog._go.isEnabled() and not dialog.called.isVisible()
    dialog.line.setText("   ")
    assert not dialog._go.isEnabled()
    dialog.line.setText(" We both forgot it ")
    assert dialog._go.isEnabled() and dialog.why == "We both forgot it"


def test_a_branch_may_have_a_name_and_needs_no_reason_where_nothing_stands_against_it(shown):
    dialog = shown(ReasonDialog(None, (), "Take up", "Play goes on from entry 3."))
    assert dialog._go.isEnabled() and not dialog.line.isVisible() and dialog.called.isVisible()
    dialog.called.setText("By the river")
    assert (dialog.name, dialog.why) == ("By the river", "")


def test_a_seat_is_taken_with_the_phrase_of_its_side(shown):
    dialog = shown(SeatDialog(None, (RED, BLUE), frozenset({"blue"}), "blue"))
    taken = []
    dialog.taken.connect(lambda *what: taken.append(what))
    assert set(dialog.seats) == {"red", "blue"} and dialog.line.isVisible() and not dialog.show_map.isEnabled()
    dialog.line.setText("wood")
    dialog.show_map.click()
    assert taken == [("blue", "wood")] and not dialog.isEnabled()
    dialog.refuse("This is not it.")
    assert dialog.isEnabled()
    dialog.seats["red"].setChecked(True)
    assert not dialog.line.isVisible() and not dialog.line.text() and not dialog.told.text()
    dialog.show_map.click()
    assert taken[1] == ("red", "")


def test_a_cover_is_not_put_away_with_escape(shown, qtbot):
    dialog = shown(SeatDialog(None, (RED, BLUE), frozenset(), "blue"))
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    # Where no side has a phrase all may look together.
    assert set(dialog.seats) == {"red", "blue", ""}


def test_the_file_to_send_is_a_new_one(shown, tmp_path):
    dialog = shown(SendDialog(None, [BLUE], "blue", tmp_path / "To Blue.journal"))
    assert dialog.to == "blue" and dialog._go.isEnabled() and dialog._go.text() == "Sign and &write"
    (tmp_path / "To Blue.journal").write_text("x")
    dialog._judge()
    assert not dialog._go.isEnabled() and "exists already" in dialog._note.text()
    dialog._line.setText(str(tmp_path / "nowhere" / "x"))
    assert "no folder" in dialog._note.text() and dialog.file.name == "x.journal"
    assert shown(SendDialog(None, [BLUE], "blue", tmp_path / "again.journal", sent=True))._go.text() == "&Write"


def test_what_is_to_be_done_with_the_file_is_said(shown, tmp_path):
    file = tmp_path / "To Blue.journal"
    dialog = shown(SentDialog(None, RED, file, "12345 67890"))
    words = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert str(file) in words and "12345 67890" in words and called(RED) in words
    next(button for button in dialog.findChildren(QPushButton) if "name" in button.text()).click()
    assert QGuiApplication.clipboard().text() == str(file)


def test_the_numbers_of_both_players_are_said_as_soon_as_both_have_keys(shown, tmp_path):
    def words(*numbers):
        dialog = shown(SentDialog(None, RED, tmp_path / "a.journal", *numbers))
        return [label.text() for label in dialog.findChildren(QLabel)]

    assert any(called(RED) in each and "in return" in each for each in words("12345 67890"))
    told = words("12345 67890", "54321 09876")
    assert any(each.endswith("12345 67890") for each in told)
    assert any(called(RED) in each and each.endswith("54321 09876") for each in told)
