"""The table of terrain: typing, pasting, wrong values, where a row comes from, and undo."""

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from app.dialogs.terrain.table import TerrainTable, legend_of
from app.documents.document import Document
from core.files.ruleset_files import load_ruleset
from core.model.edits.map_edits import ChangeItems
from core.model.maps import HexContent, ItemRef
from core.model.new_map import NewMap


@pytest.fixture
def document(qapp):
    box = NewMap("t", columns=8, rows=6, palette="canadian-crucible").box()
    document = Document(box, load_ruleset("tcs-4.01"))
    document.do(ChangeItems("Fill", {ItemRef("a.map.yaml", "hexes", (3, 3)): HexContent("village")}))
    document.undo_stack.clear()
    return document


@pytest.fixture
def dialog(qtbot, document):
    made = TerrainTable(None, document)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


def at(dialog, id_, column):
    model = dialog.model
    return model.index(model.row_of(id_), next(n for n, each in enumerate(model.columns) if each.id == column))


def test_every_kind_has_a_row_that_says_where_it_comes_from(dialog, document):
    assert {each.id for each in dialog.model.rows} == set(document.terrain)
    badges = {each.id: dialog.model.badge(each) for each in dialog.model.rows}
    assert (badges["marsh"], badges["woods"]) == ("Ruleset", "Palette, published")
    assert at(dialog, "hedgerow", "foot").data() == "+2"
    assert "bottleneck" in at(dialog, "hedgerow", "name").data(Qt.ItemDataRole.ToolTipRole)
    assert "Canadian Crucible" in at(dialog, "hedgerow", "source").data(Qt.ItemDataRole.ToolTipRole)


def test_the_keys_of_the_table_are_for_the_table_alone(dialog, document, qtbot):
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    document.do(ChangeItems("Fill", {ItemRef("a.map.yaml", "hexes", (4, 4)): HexContent("village")}))
    dialog.name.setFocus()
    qtbot.keyClicks(dialog.name, "heath")
    dialog.name.selectAll()
    qtbot.keyClick(dialog.name, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "heath"
    qtbot.keyClick(dialog.name, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert document.undo_stack.index() == 1 and dialog.name.text() == ""
    dialog.table.setFocus()
    qtbot.keyClick(dialog.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert document.undo_stack.index() == 0


@pytest.mark.parametrize(
    ("ruleset", "palette", "offered"),
    [
        ("tcs-4.01", "", ["", "canadian-crucible"]),
        ("vcs", "", ["", "operational"]),
        ("vcs", "canadian-crucible", ["", "operational", "canadian-crucible"]),
    ],
)
def test_palettes_of_other_series_are_not_offered_but_one_that_is_chosen_stays(qtbot, qapp, ruleset, palette, offered):
    box = NewMap("t", ruleset=ruleset, palette=palette, columns=3, rows=3, interval=None).box()
    made = TerrainTable(None, Document(box, load_ruleset(ruleset)))
    qtbot.addWidget(made)
    made.show()
    assert [made.choice.itemData(row) for row in range(made.choice.count())] == offered
    assert made.choice.currentData() == palette
    made.close()


def cut_off(dialog):
    """The columns that have no room for a text of theirs."""
    table, model = dialog.table, dialog.model
    letters = table.fontMetrics()
    return [
        model.columns[column].id
        for column in range(model.columnCount())
        if any(
            letters.horizontalAdvance(str(model.index(row, column).data() or "")) >= table.columnWidth(column)
            for row in range(model.rowCount())
        )
    ]


def test_every_text_has_room_in_rows_that_are_not_seen_and_after_changes_too(dialog, document):
    assert dialog.model.rowCount() > 20
    assert cut_off(dialog) == []
    dialog.choice.setCurrentIndex(dialog.choice.findData(""))
    dialog.choice.activated.emit(0)
    assert cut_off(dialog) == []
    assert dialog.model.setData(at(dialog, "woods", "name"), "Woods along the steep northern slopes of the valley")
    assert cut_off(dialog) == []


def test_what_is_typed_is_the_boxs_own_from_then_on_and_can_be_undone(dialog, document):
    assert dialog.model.setData(at(dialog, "woods", "los_height"), "15")
    assert document.box.terrain["woods"].los_height == 15
    assert at(dialog, "woods", "source").data() == "This box"
    dialog.table.setCurrentIndex(at(dialog, "woods", "name"))
    assert dialog.reset.isEnabled()
    dialog.reset.click()
    assert "woods" not in document.box.terrain
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert at(dialog, "woods", "los_height").data() == "20"
    assert not dialog.reset.isEnabled()


def test_a_wrong_value_is_red_with_its_reason_while_it_is_typed_and_is_not_taken(dialog, document, qtbot):
    index = at(dialog, "woods", "los_height")
    dialog.table.setCurrentIndex(index)
    dialog.table.edit(index)
    editor = next(each for each in dialog.table.viewport().findChildren(QLineEdit) if each.isVisible())
    editor.clear()
    qtbot.keyClicks(editor, "tall")
    assert "must be a number from 0 to 1,000 m" in dialog.note.text()
    assert editor.palette().color(QPalette.ColorRole.Base) == QColor("#8c1d18")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    # The view takes what was typed in a turn of the event loop of its own.
    QApplication.processEvents()
    assert document.undo_stack.count() == 0
    assert "must be a number" in dialog.note.text()
    dialog.table.edit(index)
    editor = next(each for each in dialog.table.viewport().findChildren(QLineEdit) if each.isVisible())
    editor.clear()
    qtbot.keyClicks(editor, "25")
    assert dialog.note.text() == ""
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: document.terrain["woods"].los_height == 25)


def test_choices_are_lists(dialog):
    index = at(dialog, "woods", "pattern")
    delegate = dialog.table.itemDelegate()
    editor = delegate.createEditor(dialog.table.viewport(), None, index)
    assert isinstance(editor, QComboBox)
    editor.setCurrentText("trees")
    delegate.setModelData(editor, dialog.model, index)
    assert at(dialog, "woods", "pattern").data() == "trees"
    editor.deleteLater()


def test_cells_of_a_spreadsheet_are_pasted_as_one_step(dialog, document):
    dialog.table.setCurrentIndex(at(dialog, "primary-road", "foot"))
    QGuiApplication.clipboard().setText("2\t1/2\t+1\n3\tot\tP\n")
    dialog.paste()
    assert dialog.note.text() == ""
    first = dialog.model.rows[dialog.table.currentIndex().row()]
    below = dialog.model.rows[dialog.table.currentIndex().row() + 1]
    assert [first.costs[each] for each in ("foot", "tracked", "wheeled")] == ["2", "1/2", "+1"]
    assert [below.costs[each] for each in ("foot", "tracked", "wheeled")] == ["3", "ot", "P"]
    assert document.undo_stack.count() == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2\thalf", "Tracked must be a number such as 2, 1/2 or +1"),
        ("1\t2\t3\t4\t5", "there is no column for the cell"),
        ("1\n" * 90, "90 rows were copied"),
    ],
)
def test_what_cannot_be_pasted_whole_is_not_pasted_at_all(dialog, document, text, said):
    dialog.table.setCurrentIndex(at(dialog, "woods", "foot"))
    QGuiApplication.clipboard().setText(text)
    dialog.paste()
    assert said in dialog.note.text()
    assert document.undo_stack.count() == 0


def test_what_is_copied_can_be_pasted(dialog, document):
    dialog.table.setCurrentIndex(at(dialog, "woods", "combat_class"))
    dialog.copy()
    assert QGuiApplication.clipboard().text() == "Partly Protective"


def test_new_kinds_are_added_and_deleted_unless_they_are_on_the_maps(dialog, document, qtbot):
    dialog.name.setText("Vineyard")
    dialog.kind.setCurrentText("area")
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    assert dialog.model.rows[dialog.table.currentIndex().row()].id == "vineyard"
    qtbot.mouseClick(dialog.reset, Qt.MouseButton.LeftButton)
    assert "vineyard" not in document.terrain
    dialog.model.setData(at(dialog, "village", "kind"), "area")
    assert "Village is drawn as hex on the maps (1 hex on map A) and stays so." in dialog.note.text()
    dialog.name.setText("village")
    dialog.add.click()
    assert 'already a kind of terrain called "village"' in dialog.note.text()


def test_a_column_of_costs_is_added_and_lasts_when_it_is_used(dialog, document):
    dialog.add_column("Ski")
    assert dialog.model.setData(at(dialog, "woods", "Ski"), "2")
    assert document.box.terrain["woods"].costs["Ski"] == "2"
    dialog.add_column("Foot")
    assert "needs a title of its own" in dialog.note.text()


def test_a_colour_is_chosen_or_typed(dialog, document):
    dialog.table.setCurrentIndex(at(dialog, "woods", "name"))
    dialog.put_colour(QColor("#123456"))
    assert document.terrain["woods"].colour == "#123456"
    assert at(dialog, "woods", "colour").data(Qt.ItemDataRole.BackgroundRole) == QColor("#123456")


def test_pictures_are_drawn_one_after_the_other(dialog, qtbot):
    qtbot.waitUntil(lambda: not dialog.model._drawing.isActive())
    assert not at(dialog, "woods", "name").data(Qt.ItemDataRole.DecorationRole).isNull()


def test_another_palette_changes_rows_and_legend(dialog, document):
    assert "P = prohibited" in dialog.legend.text()
    assert "Open: Open; Foot 1, Tracked 1, Wheeled 2" in dialog.legend.text()
    dialog.choice.setCurrentIndex(dialog.choice.findData(""))
    dialog.choice.activated.emit(0)
    assert document.box.palette == ""
    assert dialog.legend.text() == ""
    assert dialog.model.row_of("north-mue") == -1
    document.undo_stack.undo()
    assert dialog.model.row_of("north-mue") >= 0
    assert legend_of(None) == ""


def test_cells_are_read_out_with_their_row_and_column(dialog):
    assert at(dialog, "woods", "los_height").data(Qt.ItemDataRole.AccessibleTextRole) == "Forest, LOS height (m): 20"
    assert not dialog.model.flags(at(dialog, "woods", "source")) & Qt.ItemFlag.ItemIsEditable
    assert dialog.model.try_text(QPersistentModelIndex(at(dialog, "woods", "name")), "") != ""


def test_a_box_whose_ruleset_is_not_known_has_a_table_as_well(qtbot):
    document = Document(NewMap("t", ruleset="tcs-9").box())
    table = TerrainTable(None, document)
    qtbot.addWidget(table)
    table.show()
    assert table.model.rowCount() == 0
    QGuiApplication.clipboard().setText("1")
    table.paste()
    assert "Choose the cell" in table.note.text()
    table.name.setText("Wood")
    table.add.click()
    assert [each.name for each in table.model.rows] == ["Wood"]
    document.undo_stack.undo()
    assert table.model.rowCount() == 0
    table.close()
