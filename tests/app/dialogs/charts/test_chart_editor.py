"""The chart editor, used by its keys alone: typing, filling, pasting, undoing, jumping, keeping, and closing.

Long because all of it is one window, which every test opens in the same home with the same few helpers.
"""

import sys
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox, QPushButton
from shiboken6 import delete

from app.dialogs.charts.choice import ChartChoice
from app.dialogs.charts.editor import ChartEditor
from app.dialogs.charts.grid_model import MARK_ROLE
from app.documents.document import Document
from app.workers.jobs import start
from core.base.errors import CoreError
from core.base.steps import finish
from core.files.canonical import chart_text
from core.files.chart_drafts import draft_path, own_folder
from core.files.own_charts import read_draft, rules_in_force
from core.files.ruleset_files import load_ruleset
from core.model.new_map import NewMap
from tests.app.conftest import press

RULES = load_ruleset("tcs-4.01")
PREP = "tcs.command_prep"
Key = Qt.Key
Ctrl, Shift, Alt = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier


class Worker:
    """Answers at once, in this process, what the worker would answer."""

    def run(self, job, parameters, on_result, on_progress=None, on_refused=None, **rest):
        try:
            result = finish(start(job, None, **parameters))
        except CoreError as problem:
            assert on_refused is not None, problem
            on_refused(str(problem))
        else:
            on_result(result)
        return 1


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert own_folder().is_relative_to(tmp_path)
    return own_folder()


@pytest.fixture
def document(qapp, home):
    return Document(NewMap("t", columns=3, rows=3).box(), RULES)


@pytest.fixture
def opened(qtbot, document):
    made = []

    def open_editor(chart=PREP):
        editor = ChartEditor(None, document, Worker(), chart)
        qtbot.addWidget(editor)
        editor.show()
        editor.activateWindow()
        qtbot.waitUntil(editor.isActiveWindow)
        editor.view.setFocus()
        made.append(editor)
        return editor

    yield open_editor
    for editor in made:
        editor._leaving = True
        editor.close()


@pytest.fixture
def editor(opened):
    return opened()


def texts(editor):
    return editor.model.grid.texts


def findings(editor):
    return [each.text for each in editor.model.judged.findings]


def listed(tree, column=0):
    return [tree.topLevelItem(n).text(column) for n in range(tree.topLevelItemCount())]


def complaints(editor):
    return [editor.findings.list.item(n).text() for n in range(editor.findings.list.count())]


def wanted_source(qtbot, editor, words="my copy"):
    editor.source.setFocus()
    press(qtbot, editor, words)
    editor.view.setFocus()


def asked(editor):
    box = editor.findChild(QMessageBox)
    assert box is not None
    return box


def button(box, words):
    return next(each for each in box.findChildren(QPushButton) if each.text().replace("&", "") == words)


def test_typing_replaces_a_text_and_enter_and_tab_go_on(editor, qtbot):
    press(qtbot, editor, "53", Key.Key_Return, "54", Key.Key_Tab, "55", Key.Key_Return)
    assert (texts(editor)[0][0], texts(editor)[1][0], texts(editor)[1][1]) == ("53", "54", "55")
    assert editor.view.at == (2, 1)
    press(qtbot, editor, "1", (Key.Key_Return, Shift))
    assert editor.view.at == (1, 1)


def test_arrows_leave_a_cell_that_is_typed_into_and_move_in_one_that_is_edited(editor, qtbot):
    press(qtbot, editor, "53", Key.Key_Right, "54", Key.Key_Down)
    assert (texts(editor)[0][:2], editor.view.at) == (("53", "54"), (1, 1))
    press(qtbot, editor, Key.Key_F2, Key.Key_Home, Key.Key_Left, "1", Key.Key_Return)
    assert texts(editor)[1][1] == "156"


def test_tab_at_the_end_of_a_row_goes_to_the_next(editor, qtbot):
    editor.view.go_to((0, 10))
    press(qtbot, editor, "14", Key.Key_Tab)
    assert editor.view.at == (1, 0)


def test_escape_leaves_a_cell_as_it_was_and_judges_it_so(editor, qtbot):
    before = editor.model.judged.findings
    press(qtbot, editor, "77")
    assert any("77 cannot be rolled" in text for text in findings(editor))
    press(qtbot, editor, Key.Key_Escape)
    assert editor.model.judged.findings == before
    assert texts(editor) == PREP_TEXTS
    assert editor.isVisible()


PREP_TEXTS = tuple(
    tuple(str(RULES.charts[PREP].cells[(row, column)]) for column in RULES.charts[PREP].columns.labels)
    for row in RULES.charts[PREP].rows.labels
)


def test_examples_are_worked_at_every_letter(editor, qtbot):
    assert editor.findings.agreement.text() == "4 of 4 examples agree."
    editor.view.go_to((4, 5))
    press(qtbot, editor, "5")
    assert editor.findings.agreement.text() == "3 of 4 examples agree."
    shown = [item for item in listed(editor.findings.examples) if item.startswith("✗")]
    assert shown == ["✗ 6.9f"]
    assert "needed 52, result no" in listed(editor.findings.examples, 2)
    assert "needed 5, result yes" in listed(editor.findings.examples, 3)
    press(qtbot, editor, "2")
    assert editor.findings.agreement.text() == "4 of 4 examples agree."


def test_a_fault_is_marked_told_listed_and_reached(editor, qtbot):
    editor.view.go_to((2, 3))
    press(qtbot, editor, "many", Key.Key_Return)
    index = editor.model.index(2, 3)
    said = 'Row "3", column "4": "many" is no roll; write "never" where no roll succeeds.'
    assert index.data(MARK_ROLE) == "error"
    assert index.data(Qt.ItemDataRole.ToolTipRole) == said
    assert said in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said in complaints(editor)
    row = complaints(editor).index(said)
    editor.view.go_to((0, 0))
    editor.findings.list.setCurrentRow(row)
    editor.findings.list.setFocus()
    press(qtbot, editor, Key.Key_Return)
    assert editor.view.at == (2, 3)
    assert not editor.mine.isEnabled()


def test_a_missing_source_is_reached_from_the_list(editor, qtbot):
    assert findings(editor) == ["The chart says no source."]
    editor.findings.list.setCurrentRow(0)
    editor.findings.list.setFocus()
    press(qtbot, editor, Key.Key_Return, "my copy")
    assert editor.focusWidget() is editor.source
    assert findings(editor) == []
    assert editor.mine.isEnabled()


@pytest.mark.skipif(sys.platform == "darwin", reason="letters with that key are written there")
def test_the_key_of_a_grey_button_writes_nothing_and_says_why(editor, qtbot):
    press(qtbot, editor, "67", Key.Key_Return)
    wanted_source(qtbot, editor, "printed 2009")
    qtbot.keyClick(editor.source, "m", Alt)
    assert editor.source.text() == "printed 2009"
    assert "has errors and cannot be put in force" in editor.message.text()


def test_cells_are_emptied_cut_copied_and_pasted(editor, qtbot):
    press(qtbot, editor, (Key.Key_Right, Shift), (Key.Key_Down, Shift), (Key.Key_C, Ctrl))
    assert QGuiApplication.clipboard().text() == "61\t52\n63\t56"
    press(qtbot, editor, Key.Key_Delete)
    assert [row[:2] for row in texts(editor)[:2]] == [("", ""), ("", "")]
    assert editor.model.index(0, 0).data(MARK_ROLE) == "missing"
    editor.view.go_to((0, 0))
    press(qtbot, editor, (Key.Key_V, Ctrl))
    assert texts(editor) == PREP_TEXTS
    press(qtbot, editor, (Key.Key_X, Ctrl))
    assert texts(editor)[1][:2] == ("", "")
    assert editor.model.undo_stack.undoText() == "Cut"


def test_one_copied_cell_fills_all_that_are_chosen(editor, qtbot):
    QGuiApplication.clipboard().setText("never")
    press(qtbot, editor, (Key.Key_Right, Shift), (Key.Key_Down, Shift), (Key.Key_V, Ctrl))
    assert [row[:2] for row in texts(editor)[:2]] == [("never", "never")] * 2


@pytest.mark.parametrize("copied", ["11\t12\n21\t22\n", "11,12\r\n21,22", "11;12\n21;22"])
def test_what_a_spreadsheet_copied_goes_in_as_one_step(editor, qtbot, copied):
    QGuiApplication.clipboard().setText(copied)
    press(qtbot, editor, (Key.Key_V, Ctrl))
    assert [row[:2] for row in texts(editor)[:2]] == [("11", "12"), ("21", "22")]
    assert editor.model.undo_stack.count() == 1


def test_what_has_no_room_is_refused_with_a_reason(editor, qtbot):
    QGuiApplication.clipboard().setText("1\t2\t3")
    editor.view.go_to((0, 9))
    press(qtbot, editor, (Key.Key_V, Ctrl))
    assert editor.message.text() == "3 columns were copied; from here on the chart has 2."
    assert texts(editor) == PREP_TEXTS


def test_cells_are_filled_down_and_right(editor, qtbot):
    press(qtbot, editor, "66", Key.Key_Return, (Key.Key_D, Ctrl))
    assert texts(editor)[1][0] == "66"
    press(qtbot, editor, Key.Key_Right, (Key.Key_R, Ctrl))
    assert texts(editor)[1][1] == "66"
    press(qtbot, editor, (Key.Key_Down, Shift), (Key.Key_Down, Shift), (Key.Key_D, Ctrl))
    assert [row[1] for row in texts(editor)[1:4]] == ["66"] * 3


def test_the_history_is_the_editors_own(editor, qtbot, document):
    press(qtbot, editor, "53", Key.Key_Return, "54", Key.Key_Return)
    press(qtbot, editor, (Key.Key_Z, Ctrl))
    assert (texts(editor)[0][0], texts(editor)[1][0]) == ("53", "63")
    press(qtbot, editor, (Key.Key_Z, Ctrl))
    assert texts(editor) == PREP_TEXTS
    press(qtbot, editor, (Key.Key_Y, Ctrl), (Key.Key_Z, Ctrl | Shift))
    assert (texts(editor)[0][0], texts(editor)[1][0]) == ("53", "54")
    assert document.undo_stack.count() == 0


def test_columns_of_numbers_are_added_named_and_removed(opened, qtbot):
    editor = opened("tcs.fire")
    press(qtbot, editor, (Key.Key_Right, Alt), "1-2", Key.Key_Tab, "3", Key.Key_Return)
    assert editor.model.grid.columns[:3] == ("0", "1-2", "3")
    assert 'Column "1-2" has a hole: nothing for 11-66.' in findings(editor)
    assert editor.view.at[1] == 1
    press(qtbot, editor, (Key.Key_Delete, Alt))
    assert editor.model.grid.columns[:2] == ("0", "3")
    press(qtbot, editor, (Key.Key_F2, Shift), Key.Key_Escape)
    press(qtbot, editor, (Key.Key_Z, Ctrl), (Key.Key_Z, Ctrl), (Key.Key_Z, Ctrl), (Key.Key_Z, Ctrl))
    assert editor.model.grid.columns == RULES.charts["tcs.fire"].columns.labels


def test_rows_are_added_named_and_removed(opened, qtbot):
    editor = opened("tcs.fire")
    editor.view.go_to((13, 19))
    press(qtbot, editor, (Key.Key_Down, Alt), "14", Key.Key_Return)
    assert editor.model.grid.rows[-2:] == ("12", "14")
    press(qtbot, editor, (Key.Key_F2, Ctrl), "13", Key.Key_Return)
    assert editor.model.grid.rows[-1] == "13"
    press(qtbot, editor, (Key.Key_Delete, Alt | Shift))
    assert editor.model.grid.rows[-1] == "12"


def test_words_that_the_rules_look_up_stay(opened, qtbot):
    editor = opened("tcs.area.terrain")
    for keys in ((Key.Key_Right, Alt), (Key.Key_F2, Shift), (Key.Key_Delete, Alt)):
        press(qtbot, editor, keys)
        assert "The columns of this chart are words that the rules look up" in editor.message.text()
    assert editor.model.undo_stack.count() == 0


def test_a_whole_chart_is_copied_and_pasted_with_its_labels(opened, qtbot):
    editor = opened("tcs.fire")
    press(qtbot, editor, (Key.Key_C, Ctrl | Shift))
    copied = QGuiApplication.clipboard().text()
    assert copied.split("\n")[0].split("\t")[:3] == ["result", "0", "1"]
    before = editor.model.grid
    editor.begin_empty()
    press(qtbot, editor, (Key.Key_V, Ctrl | Shift))
    assert editor.model.grid == before
    QGuiApplication.clipboard().setText(copied.replace("\t1\t", "\tone\t", 1))
    press(qtbot, editor, (Key.Key_V, Ctrl | Shift))
    assert editor.message.text().startswith('Line 1, cell 3: "one" is no label of a column')
    assert editor.model.grid == before


def test_a_whole_chart_with_its_labels_finds_its_place_wherever_the_cursor_is(opened, qtbot):
    editor = opened("tcs.fire")
    press(qtbot, editor, (Key.Key_C, Ctrl | Shift))
    copied, before = QGuiApplication.clipboard().text(), editor.model.grid
    editor.begin_empty()
    press(qtbot, editor, Key.Key_Down, Key.Key_Right, (Key.Key_V, Ctrl))
    assert editor.model.grid == before
    QGuiApplication.clipboard().setText(copied.replace("\t1\t", "\tone\t", 1))
    press(qtbot, editor, (Key.Key_V, Ctrl))
    assert "were copied; from here on the chart has" in editor.message.text(), "other labels are not taken for these"
    assert editor.model.grid == before


def test_long_lines_show_how_they_begin(opened):
    editor = opened("tcs.fire")
    assert (editor.note.cursorPosition(), editor.source.cursorPosition()) == (0, 0)


def test_it_opens_no_larger_than_the_screen(opened):
    editor = opened("tcs.fire")
    room = editor.screen().availableSize()
    assert (editor.width() <= room.width(), editor.height() <= room.height()) == (True, True)


def test_the_other_layout_shows_the_same_chart(opened, qtbot):
    editor = opened("tcs.fire")
    editor.layout_choice.setFocus()
    press(qtbot, editor, Key.Key_Down)
    assert (editor.model.grid.layout, len(editor.model.grid.rows)) == ("rolls", 36)
    assert editor.view.model().index(35, 19).data() == RULES.charts["tcs.fire"].bands[-1][-1].result
    editor.view.setFocus()
    press(qtbot, editor, (Key.Key_Z, Ctrl))
    assert editor.model.grid.layout == "results"
    assert editor.layout_choice.currentData() == "results"


def test_a_layout_that_has_no_place_for_what_is_typed_is_refused(opened, qtbot):
    editor = opened("tcs.fire")
    press(qtbot, editor, "eleven", Key.Key_Return)
    editor.layout_choice.setFocus()
    press(qtbot, editor, Key.Key_Down)
    assert editor.message.text().startswith("The layout can be changed when every cell can be read.")
    assert (editor.model.grid.layout, editor.layout_choice.currentData()) == ("results", "results")


def test_a_table_is_written_and_read(opened, qtbot, tmp_path):
    editor = opened("tcs.fire")
    file = tmp_path / "fire.csv"
    editor.write_csv(file)
    before = editor.model.grid
    editor.begin_empty()
    assert complaints(editor)[0] == "No cell holds anything yet."
    editor.read_csv(file)
    assert (editor.model.grid, editor.message.text()) == (before, "fire.csv was read.")
    file.write_text(file.read_text().replace("result,0,", "result,0,0,", 1))
    editor.read_csv(file)
    assert editor.model.judged.findings
    editor.read_csv(tmp_path / "nowhere.csv")
    assert "cannot be read" in editor.message.text()


def test_a_table_without_a_column_is_refused_and_nothing_changes(opened, tmp_path):
    editor = opened("tcs.area.terrain")
    before = editor.model.grid
    file = tmp_path / "card.csv"
    editor.write_csv(file)
    file.write_text("\n".join(line.rpartition(",")[0] for line in file.read_text().split("\n")))
    editor.read_csv(file)
    assert editor.message.text() == 'card.csv:1: The column "Billiard Table, vehicles" is missing.' or (
        "card.csv:1" in editor.message.text()
    )
    assert editor.model.grid == before


# Keeping -----------------------------------------------------------------------------------------------------------------


def test_a_chart_kept_as_mine_is_in_force_in_every_box(editor, qtbot, document, home):
    wanted_source(qtbot, editor)
    press(qtbot, editor, "64", (Key.Key_Tab, Shift), (Key.Key_S, Ctrl))
    chart = document.charts.chart(PREP)
    assert (chart.status, chart.source, chart.cells[("1", "1")]) == ("yours", "my copy", Fraction(64))
    assert (home / "tcs-4.01" / f"{PREP}.yaml").is_file()
    assert editor.message.text() == "Kept in your charts, and in force from now on."
    assert not editor.is_modified
    assert "entered by you (my copy)" in editor.in_force.text()
    assert "It stands over: printed in a published chart." in editor.in_force.text()
    editor.reject()
    assert not editor.isVisible()


def test_a_chart_kept_in_the_box_is_one_step_of_its_history(editor, qtbot, document):
    wanted_source(qtbot, editor)
    press(qtbot, editor, "64", Key.Key_Return)
    editor.in_box.click()
    assert document.box.charts[PREP].status == "box"
    assert document.undo_stack.undoText() == "Keep chart: Command Prep Table"
    assert not editor.is_modified
    document.undo_stack.undo()
    assert PREP not in document.box.charts
    assert "In force: printed in a published chart" in editor.in_force.text()


def test_a_chart_of_the_box_stands_over_mine_and_that_is_said(editor, qtbot, document):
    wanted_source(qtbot, editor)
    editor.in_box.click()
    editor.mine.click()
    assert editor.message.text() == "Kept in your charts. In this box the box's own chart stands over it."


def test_a_chart_with_errors_is_not_put_in_force_and_is_kept_as_a_draft(editor, qtbot, document, home, opened):
    wanted_source(qtbot, editor)
    press(qtbot, editor, "67", Key.Key_Return, (Key.Key_S, Ctrl))
    assert editor.message.text() == "The chart has errors and cannot be put in force; as a draft nothing of it is lost."
    assert rules_in_force("tcs-4.01")[0].own == {}
    editor.draft.click()
    assert not editor.is_modified
    assert document.charts.chart(PREP) is RULES.charts[PREP]
    editor.reject()
    assert not editor.isVisible()

    again = opened()
    assert "is kept as a draft" in again.notices.texts["draft"]
    button(again.notices, "Open the draft").click()
    assert texts(again)[0][0] == "67"
    assert again.source.text() == "my copy"
    assert not again.is_modified
    press(qtbot, again, "61", Key.Key_Return)
    again.mine.click()
    assert document.charts.chart(PREP).status == "yours"
    assert read_draft(RULES, PREP) is None


def test_a_draft_can_be_put_away(editor, qtbot, opened, home):
    press(qtbot, editor, "67", Key.Key_Return)
    editor.draft.click()
    again = opened()
    button(again.notices, "Put it away").click()
    assert "draft" not in opened().notices.texts
    assert list((home / "tcs-4.01").glob("*.draft.old"))


def test_a_draft_that_cannot_be_read_is_said_and_hinders_nothing(document, home, opened):
    path = draft_path("tcs-4.01", PREP)
    path.parent.mkdir(parents=True)
    path.write_text("phaseline: chart-draft\nversion: 9\n")
    editor = opened()
    assert "This draft of a chart is version 9; this Phaseline reads up to 1." in editor.message.text()
    assert f"{PREP}.yaml.draft:2:" in editor.message.text()


def test_the_programs_chart_comes_back_and_the_other_is_not_lost(editor, qtbot, document, home):
    assert not editor.programs.isEnabled()
    wanted_source(qtbot, editor)
    press(qtbot, editor, "64", Key.Key_Return)
    editor.mine.click()
    editor.in_box.click()
    editor.programs.click()
    assert document.charts.chart(PREP) == RULES.charts[PREP]
    assert texts(editor) == PREP_TEXTS
    assert (editor.source.text(), editor.is_modified, editor.programs.isEnabled()) == ("", False, False)
    aside = [home / "tcs-4.01" / f"{PREP}.yaml{end}" for end in (".old", ".2.old")]
    assert ["provenance: box" in path.read_text() for path in aside] == [True, False]
    assert all(str(path) in editor.message.text() for path in aside)
    document.undo_stack.undo()
    assert document.charts.chart(PREP).status == "box"


def test_closing_asks_about_what_is_not_kept(editor, qtbot, document):
    press(qtbot, editor, "67", Key.Key_Return)
    press(qtbot, editor, Key.Key_Escape)
    box = asked(editor)
    assert editor.isVisible()
    assert "cannot be put in force" in box.informativeText()
    button(box, "Cancel").click()
    QApplication.processEvents()
    assert editor.isVisible()
    editor.close()
    button(asked(editor), "Keep as draft").click()
    assert not editor.isVisible()
    draft = read_draft(RULES, PREP)
    assert draft is not None and draft.grid.texts[0][0] == "67"


def test_what_is_not_kept_can_be_given_up_or_kept_at_the_end(editor, qtbot, document, opened):
    press(qtbot, editor, "64", Key.Key_Return)
    editor.reject()
    button(asked(editor), "Do not keep").click()
    assert not editor.isVisible()
    assert document.charts.chart(PREP).status == "published"
    again = opened()
    wanted_source(qtbot, again)
    press(qtbot, again, "64", Key.Key_Return)
    again.reject()
    button(asked(again), "Keep in my charts").click()
    assert not again.isVisible()
    assert document.charts.chart(PREP).status == "yours"


def test_leaving_the_box_keeps_what_was_typed_as_a_draft_and_asks_nothing(editor, qtbot, home):
    press(qtbot, editor, "67", Key.Key_Return)
    editor.leave()
    assert not editor.isVisible()
    assert editor.findChild(QMessageBox) is None
    assert read_draft(RULES, PREP) is not None


def test_nothing_typed_leaves_no_draft_and_asks_nothing(editor, home):
    editor.leave()
    assert not editor.isVisible()
    assert read_draft(RULES, PREP) is None


def test_a_draft_that_cannot_be_written_is_said_and_the_editor_stays(editor, qtbot, home):
    home.parent.mkdir(parents=True, exist_ok=True)
    home.write_text("no folder")
    press(qtbot, editor, "67", Key.Key_Return)
    editor.reject()
    button(asked(editor), "Keep as draft").click()
    assert editor.isVisible()
    assert "cannot be written" in editor.message.text()


def test_other_charts_in_force_beside_it_are_seen_in_the_examples(opened, document):
    editor = opened("tcs.fire")
    before = editor.findings.agreement.text()
    shifts = document.charts.chart("tcs.area.terrain")
    other = replace(shifts, cells=MappingProxyType({key: Fraction(9) for key in shifts.cells}))
    document.set_ruleset(RULES.with_own({"": {shifts.id: other.owned("yours", "mine")}}))
    assert editor.findings.agreement.text() != before


def test_what_was_wrong_with_a_chart_of_mine_is_not_said_any_more_once_it_is_mended(editor, qtbot, document, home):
    folder = home / "tcs-4.01"
    folder.mkdir(parents=True)
    (folder / f"{PREP}.yaml").write_text("phaseline: chart\nversion: 1\n")
    document.show_issues(rules_in_force("tcs-4.01")[1])
    assert document.issues
    wanted_source(qtbot, editor)
    editor.mine.click()
    assert document.issues == ()
    aside = folder / f"{PREP}.yaml.old"
    assert aside.read_text() == "phaseline: chart\nversion: 1\n"
    assert f"What was there before is kept as {aside}." in editor.message.text()


def test_what_a_newer_version_has_written_outlives_keeping_and_the_programs_chart(editor, qtbot, document, home):
    folder = home / "tcs-4.01"
    folder.mkdir(parents=True)
    newer = f"phaseline: chart\nversion: 9\nid: {PREP}\n"
    (folder / f"{PREP}.yaml").write_text(newer)
    wanted_source(qtbot, editor)
    editor.mine.click()
    editor.programs.click()
    wanted_source(qtbot, editor)
    editor.mine.click()
    editor.programs.click()
    assert newer in [path.read_text() for path in folder.glob("*.old")]


def own_file(home, old="", new=""):
    path = home / "tcs-4.01" / f"{PREP}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = chart_text(RULES.charts[PREP].owned("yours", "my copy"))
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_an_own_chart_with_a_fault_is_shown_to_be_mended_and_not_typed_again(document, home, opened, qtbot):
    path = own_file(home, '"5": [66, 65', '"5": [66, null')
    editor = opened()
    assert texts(editor)[4][:3] == ("66", "", "64")
    assert editor.source.text() == "my copy"
    assert 'Row "5", column "2": Nothing stands here.' in editor.notices.texts["broken"]
    assert str(path) in editor.notices.texts["broken"]
    assert not editor.mine.isEnabled() and not editor.is_modified
    assert "In force: printed in a published chart" in editor.in_force.text()
    assert editor.model.index(4, 1).data(MARK_ROLE)
    press(qtbot, editor, Key.Key_F8, "65", Key.Key_Return)
    editor.mine.click()
    assert document.charts.chart(PREP).status == "yours"
    assert editor.notices.texts == {}
    assert "null" in path.with_name(f"{path.name}.old").read_text()
    assert opened().notices.texts == {}


def test_the_chart_in_force_can_be_shown_in_the_place_of_the_broken_one(document, home, opened, qtbot):
    own_file(home, '"5": [66, 65', '"5": [66, many')
    editor = opened()
    assert texts(editor)[4][1] == "many"
    button(editor.notices, "Show the chart in force").click()
    assert texts(editor) == PREP_TEXTS
    press(qtbot, editor, (Key.Key_Z, Ctrl))
    assert texts(editor)[4][1] == "many"


def test_an_own_chart_that_cannot_be_read_at_all_is_said(document, home, opened):
    path = own_file(home, "version: 1", "version: 9")
    editor = opened()
    assert texts(editor) == PREP_TEXTS
    assert "This chart is version 9" in editor.notices.texts["broken"]
    assert f"{path}:2:" in editor.notices.texts["broken"]
    assert "set aside and stays" in editor.notices.texts["broken"]


def test_a_chart_of_the_box_that_another_takes_the_place_of_is_kept(editor, qtbot, document, home):
    wanted_source(qtbot, editor)
    editor.in_box.click()
    press(qtbot, editor, "64", Key.Key_Return)
    editor.in_box.click()
    aside = home / "tcs-4.01" / f"{PREP}.yaml.old"
    assert "provenance: box" in aside.read_text()
    assert str(aside) in editor.message.text()
    assert "Kept in this box." in editor.message.text()


def test_everything_in_the_editor_has_a_name(opened):
    editor = opened("tcs.fire")
    for part in (editor.view, editor.findings.list, editor.findings.examples, editor.layout_choice):
        assert part.accessibleName()
    for button_ in editor.findChildren(QPushButton):
        assert not button_.autoDefault()
    assert editor.model.headerData(0, Qt.Orientation.Horizontal, Qt.ItemDataRole.AccessibleTextRole) == "0"
    editor.view.edit_label("columns", 2)
    line = next(each for each in editor.view.findChildren(QLineEdit) if each.isVisible())
    assert line.accessibleName() == "Label of the column"


def test_a_chart_is_chosen_by_a_few_letters(qtbot, qapp, document):
    from PySide6.QtWidgets import QWidget

    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 400)
    window.show()
    choice = ChartChoice(window, tuple(document.charts.charts.values()))
    heard = []
    choice.chosen.connect(heard.append)
    choice.popup()
    qtbot.keyClicks(choice.line, "command prep t")
    qtbot.keyClick(choice.line, Key.Key_Return)
    assert heard == [PREP]
    assert "No chart is called “xyzzy”." in choice.complaint("xyzzy")


def test_a_key_goes_from_one_fault_to_the_next(editor, qtbot):
    editor.model.write("", {(2, 3): "many", (4, 5): "67"})
    editor.findings.list.setCurrentRow(-1)
    press(qtbot, editor, Key.Key_F8)
    assert editor.view.at == (2, 3)
    press(qtbot, editor, Key.Key_F8)
    assert editor.view.at == (4, 5)
    press(qtbot, editor, Key.Key_F8)
    assert editor.focusWidget() is editor.source, "what is no cell's comes last"
    press(qtbot, editor, (Key.Key_F8, Shift))
    assert editor.view.at == (4, 5)
    editor.model.undo_stack.undo()
    editor.source.setText("my copy")
    editor._say()
    press(qtbot, editor, Key.Key_F8)
    assert findings(editor) == []


@pytest.mark.parametrize("chart", ["tcs.fire", PREP])
def test_no_two_parts_have_the_same_access_key(opened, chart):
    from PySide6.QtWidgets import QAbstractButton, QLabel

    editor = opened(chart)
    worded = [each.text() for each in (*editor.findChildren(QAbstractButton), *editor.findChildren(QLabel)) if each.text()]
    keys = [text[text.index("&") + 1].lower() for text in worded if "&" in text]
    assert sorted(keys) == sorted(set(keys))
    assert len(keys) >= 8


def test_answers_for_an_editor_that_is_gone_are_heard_by_the_document_alone(qtbot, document):
    class Late(Worker):
        """Answers when it is told to."""

        def __init__(self):
            self.waiting = []

        def run(self, *asked, **rest):
            self.waiting.append((asked, rest))
            return 1

        def answer(self):
            for asked, rest in self.waiting:
                Worker.run(self, *asked, **rest)

    late = Late()
    editor = ChartEditor(None, document, late, PREP)
    editor.source.setText("my copy")
    editor._say()
    editor.keep_mine()
    editor.keep_draft()
    editor._run_own({"ruleset": "nowhere"}, lambda: None)
    delete(editor)
    late.answer()
    assert document.charts.chart(PREP).status == "yours"


def test_a_block_of_a_spreadsheet_with_a_hole_is_named_mended_kept_and_there_the_next_time(opened, document, home, qtbot):
    editor = opened("tcs.fire")
    held = [list(row) for row in texts(editor)]
    hole = next(row for row, cells in enumerate(held) if cells[3])
    missing, held[hole][3] = held[hole][3], ""
    QGuiApplication.clipboard().setText("\n".join("\t".join(row) for row in held) + "\n")
    press(qtbot, editor, (Key.Key_V, Ctrl))
    assert f'Column "3" has a hole: nothing for {missing}.' in findings(editor)
    assert not editor.mine.isEnabled()
    press(qtbot, editor, Key.Key_F8)
    assert editor.view.at[1] == 3, "the hole comes before the source, which is typed last"
    press(qtbot, editor, *[Key.Key_Down] * (hole - editor.view.at[0]), *missing, Key.Key_Return)
    press(qtbot, editor, (Key.Key_S, Alt), "my copy, 2013")
    assert findings(editor) == []
    press(qtbot, editor, (Key.Key_M, Alt))
    # The button that the keys press is seen to go down for a moment.
    qtbot.waitUntil(lambda: editor.message.text() == "Kept in your charts, and in force from now on.")
    assert document.charts.chart("tcs.fire").status == "yours"
    assert "entered by you (my copy, 2013)" in editor.in_force.text()
    rules, issues = rules_in_force(RULES.id)
    assert not issues
    again = Document(NewMap("t", columns=3, rows=3).box(), rules)
    assert (again.charts.chart("tcs.fire").status, again.charts.chart("tcs.fire").source) == ("yours", "my copy, 2013")
