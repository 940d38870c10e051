"""Charts for a friend, and from one: what is in them is seen before anything is kept."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from app.dialogs.charts.parcels import SUFFIX, SendCharts, SetInForce, TakeInCharts
from core.base.errors import Place
from core.files.own_charts import open_parcel, send_parcel
from core.files.parcels import Parcel
from core.files.ruleset_files import load_ruleset
from core.model.charts import STATUSES
from core.model.issues import Issue
from core.model.new_map import NewMap

RULES = load_ruleset("tcs-4.01")
BOOK = RULES.book(NewMap("t", columns=1, rows=1).box())
PREP = RULES.charts["tcs.command_prep"]
MINE = replace(PREP, cells=MappingProxyType({**PREP.cells, ("5", "6"): Fraction(53)})).owned("yours", "my copy")
BOXED = MINE.owned("box", "the game's card")
FIRE = RULES.charts["tcs.fire"].owned("box", "the game's card")


def rows(listed):
    items = [listed.topLevelItem(n) for n in range(listed.topLevelItemCount())]
    return [tuple(item.text(column) for column in range(listed.columnCount())) for item in items]


@pytest.fixture
def sending(qtbot, tmp_path):
    def make(*charts):
        dialog = SendCharts(None, charts, tmp_path, "tcs-4.01")
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


@pytest.fixture
def taking(qtbot):
    def make(parcel):
        dialog = TakeInCharts(None, parcel, Path("for-you.charts.yaml"), BOOK, RULES.examples)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


def test_the_note_of_the_sender_is_read_before_anything_is_kept(taking, tmp_path):
    file = tmp_path / "for-you.charts.yaml"
    send_parcel(file, RULES, [MINE], "for Anna <3")
    dialog = taking(open_parcel(file, RULES))
    assert dialog.note.text() == "The sender's note: for Anna <3"
    assert dialog.note.isVisible()
    send_parcel(file, RULES, [MINE])
    assert not taking(open_parcel(file, RULES)).note.isVisible()


def test_the_charts_of_the_user_and_of_the_box_can_be_sent(sending, qtbot, tmp_path):
    dialog = sending(MINE, FIRE)
    assert rows(dialog.list) == [
        ("Command Prep Table", "entered by you", "my copy"),
        ("Fire Table", "of this box", "the game's card"),
    ]
    assert dialog.path == tmp_path / f"tcs-4.01{SUFFIX}"
    qtbot.keyClicks(dialog.words, "as promised")
    assert (dialog.charts, dialog.note) == ((MINE, FIRE), "as promised")
    dialog.list.setFocus()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Space)
    assert dialog.charts == (FIRE,)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Space)
    assert not dialog.send.isEnabled()
    assert dialog._judged.text() == "⚠ No chart is ticked."


def test_what_hinders_sending_is_said(sending, tmp_path):
    dialog = sending(MINE)
    dialog.file.setText(str(tmp_path / "nowhere" / "a.yaml"))
    assert not dialog.send.isEnabled()
    assert "There is no folder" in dialog._judged.text()
    there = tmp_path / "there.yaml"
    there.write_text("")
    dialog.file.setText(str(there))
    assert dialog._judged.text() == "This file exists and will be replaced."
    assert dialog.send.isEnabled()
    empty = sending()
    assert not empty.send.isEnabled()
    assert "There is no chart of yours or of this box." in empty._judged.text()


def test_a_file_without_an_end_gets_ours(sending, tmp_path, monkeypatch):
    dialog = sending(MINE)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "for-you"), ""))
    dialog._browse()
    assert dialog.path.name == "for-you.charts.yaml"


def test_what_a_file_holds_is_shown_with_what_it_stands_over_and_its_examples(taking):
    said = Issue(Place("for-you.charts.yaml", 12), 'There is no chart "tcs.fier" to take the place of.')
    dialog = taking(Parcel("tcs-4.01", (MINE, FIRE), (said,)))
    assert rows(dialog.list) == [
        ("Command Prep Table", "printed in a published chart", "3 of 4 examples agree.", "my copy"),
        ("Fire Table", "ours, until the printed chart is entered", "10 of 10 examples agree.", "the game's card"),
    ]
    assert dialog.told.text() == "for-you.charts.yaml holds 2 charts that can be used."
    assert dialog.wrong.toPlainText() == 'for-you.charts.yaml:12: There is no chart "tcs.fier" to take the place of.'


def test_charts_are_kept_in_mine_unless_the_box_is_chosen(taking, qtbot):
    dialog = taking(Parcel("tcs-4.01", (MINE, FIRE), ()))
    assert not dialog.in_box
    dialog.where.setFocus()
    qtbot.keyClick(dialog.where, Qt.Key.Key_Down)
    assert dialog.in_box
    dialog.list.topLevelItem(1).setCheckState(0, Qt.CheckState.Unchecked)
    assert dialog.charts == (MINE,)
    dialog.list.topLevelItem(0).setCheckState(0, Qt.CheckState.Unchecked)
    assert not dialog.keep.isEnabled()


def test_charts_of_the_user_are_never_said_to_stand_over_those_of_the_box(qtbot):
    dialog = TakeInCharts(None, Parcel("tcs-4.01", (MINE,), ()), Path("a.charts.yaml"), BOOK.with_chart(BOXED), RULES.examples)
    qtbot.addWidget(dialog)
    assert rows(dialog.list)[0][1] == "nothing: that of this box stays in force"
    dialog.where.setCurrentIndex(1)
    assert rows(dialog.list)[0][1] == "of this box"


def test_a_file_without_a_usable_chart_keeps_nothing(taking):
    dialog = taking(Parcel("vcs", (), (Issue(Place("for-you.charts.yaml"), 'These charts are for the ruleset "vcs".'),)))
    assert dialog.told.text() == "for-you.charts.yaml holds no chart that can be used here."
    assert not dialog.keep.isEnabled()
    assert 'the ruleset "vcs"' in dialog.wrong.toPlainText()


SCS = load_ruleset("scs-1.6")
BOX = NewMap("t", ruleset="scs-1.6", columns=1, rows=1).box()
TABLE = next(each for each in SCS.sets["ardennes"].charts if each.id == "scs.crt").owned("yours", "my copy")
STACKING = SCS.charts["scs.stacking"].owned("yours", "my copy")


def in_force(chart_set, title):
    return SetInForce(title, SCS.book(BOX.with_head(replace(BOX.head, chart_set=chart_set))))


SETS = {"": in_force("", "every box"), "ardennes": in_force("ardennes", "Ardennes"), "gazala": in_force("gazala", "Gazala")}


def test_the_boxes_that_charts_are_for_are_seen_before_they_are_taken_in(qtbot):
    parcel = Parcel("scs-1.6", (TABLE, STACKING), (), {TABLE.id: "ardennes"})
    dialog = TakeInCharts(None, parcel, Path("a.charts.yaml"), SETS["gazala"].book, SCS.examples, SETS, "gazala")
    qtbot.addWidget(dialog)
    assert [row[1] for row in rows(dialog.list)] == ["Ardennes", "Gazala, as this box is; the file does not say"]
    covered = [set_.book.charts[id_].status for set_, id_ in ((SETS["ardennes"], TABLE.id), (SETS["gazala"], STACKING.id))]
    assert [row[2] for row in rows(dialog.list)] == [STATUSES[status] for status in covered]
    assert dialog.keep.isEnabled()


def test_a_chart_of_another_game_is_not_kept_in_this_box(qtbot):
    parcel = Parcel("scs-1.6", (TABLE, STACKING), (), {TABLE.id: "ardennes", STACKING.id: ""})
    dialog = TakeInCharts(None, parcel, Path("a.charts.yaml"), SETS["gazala"].book, SCS.examples, SETS, "gazala")
    qtbot.addWidget(dialog)
    dialog.where.setCurrentIndex(1)
    assert not dialog.keep.isEnabled()
    assert "is for Ardennes, and this box has other charts" in dialog._judged.text()
    dialog.list.topLevelItem(0).setCheckState(0, Qt.CheckState.Unchecked)
    assert (dialog.keep.isEnabled(), dialog._judged.text()) == (True, "")


def test_the_boxes_that_charts_are_for_are_seen_before_they_are_sent(qtbot, tmp_path):
    dialog = SendCharts(None, (TABLE, STACKING), tmp_path, "scs-1.6", {TABLE.id: "Ardennes", STACKING.id: "every box"})
    qtbot.addWidget(dialog)
    assert [row[1] for row in rows(dialog.list)] == ["Ardennes", "every box"]
