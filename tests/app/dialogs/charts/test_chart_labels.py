"""The chart editor: rows, columns and their labels, the other layout, whole charts pasted, tables written and read."""

from PySide6.QtGui import QGuiApplication

from tests.app.conftest import press
from tests.app.dialogs.charts.editor_bench import RULES, Alt, Ctrl, Key, Shift, complaints, findings


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
