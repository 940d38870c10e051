"""The maps of a box: every button is one step of the history, and nothing goes without a word."""

from fractions import Fraction

import pytest
from PySide6.QtCore import Qt

from app.dialogs.maps.sheets import RenumberDialog, SheetsDialog, items_on, lost_words
from app.documents.document import Document
from core.model.deployment import Deployment, Mark, Piece
from core.model.edits.map_edits import ChangeItems
from core.model.edits.sheet_edits import add_sheet, resize_sheet
from core.model.items import Items
from core.model.maps import HexContent, ItemRef, Name
from core.model.new_map import NewMap
from core.model.oob import Counter, Oob, Side
from core.model.scenario import Scenario, SetUp
from core.model.work import Work


@pytest.fixture
def document(qapp):
    document = Document(NewMap("t", columns=8, rows=6).box())
    document.do(ChangeItems("Fill", {ItemRef("a.map.yaml", "hexes", (8, 6)): HexContent("village", "Corner")}))
    document.do(ChangeItems("Name", {ItemRef("a.map.yaml", "names", 1): Name("The far end", (7.2, 6.5))}))
    document.undo_stack.clear()
    return document


@pytest.fixture
def asked():
    return []


@pytest.fixture
def dialog(qtbot, document, asked):
    made = SheetsDialog(None, document, lambda *words: asked.append(words) or True)
    qtbot.addWidget(made)
    made.show()
    return made


def press(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def letters(document):
    return [placed.letter for placed in document.box.sheets]


def test_maps_are_added_moved_and_removed_each_as_one_step(dialog, document, qtbot):
    press(qtbot, dialog.add)
    assert letters(document) == ["A", "B"]
    dialog.list.setCurrentItem(dialog.list.topLevelItem(1))
    press(qtbot, dialog.up)
    assert letters(document) == ["B", "A"]
    assert dialog.current.letter == "B"
    press(qtbot, dialog.remove)
    assert letters(document) == ["A"]
    assert not dialog.remove.isEnabled()
    assert document.undo_stack.count() == 3
    for _ in range(3):
        document.undo_stack.undo()
    assert letters(document) == ["A"]


def test_a_map_with_something_on_it_goes_after_a_question_only(dialog, document, asked, qtbot):
    press(qtbot, dialog.add)
    dialog.list.setCurrentItem(dialog.list.topLevelItem(0))
    dialog._confirm = lambda *words: asked.append(words) or False
    press(qtbot, dialog.remove)
    assert letters(document) == ["A", "B"]
    assert asked[0][1] == "hexes of terrain: 1, names: 1"


@pytest.fixture
def manned(qtbot, asked):
    """Two maps side by side, units and a marker on the left edge of the first one, and the dialog."""
    box = NewMap("t", columns=8, rows=6).box()
    box = add_sheet(box, box.sheets[0].file, "right", 8, 6, "B").apply(Work(box)).box
    here = box.sheets[0].frame.hex(1, 2)
    oob = Oob(Items([Side("us", "American")]), counters=Items([Counter("a", "us"), Counter("b", "us")]))
    start = Deployment().with_pieces({"a": Piece(here), "b": Piece(here, 1)}).with_marks({here: (Mark("smoke 1"),)})
    scenario = Scenario("First", set_ups=(SetUp(("a", "b"), hexes=(here,)),), start=start)
    document = Document(box.with_oob(oob).with_scenarios({"first.scenario.yaml": scenario}))
    dialog = SheetsDialog(None, document, lambda *words: asked.append(words) or len(asked) > 1)
    dialog.kept = document
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_a_map_with_units_on_it_goes_after_a_question_and_undo_brings_all_back(manned, asked, qtbot):
    before = manned.kept.box
    press(qtbot, manned.remove)
    assert manned.kept.box is before
    assert asked[0][1] == "In scenarios: 2 units, 1 marker and 1 set-up: a, b"
    press(qtbot, manned.remove)
    assert letters(manned.kept) == ["B"] and not manned.kept.box.scenarios["first.scenario.yaml"].start
    manned.kept.undo_stack.undo()
    assert manned.kept.box == before


def test_hexes_with_units_are_cut_off_after_a_question_and_undo_brings_all_back(manned, asked, qtbot):
    before = manned.kept.box
    manned.size_edge.setCurrentIndex(manned.size_edge.findData("left"))
    press(qtbot, manned.cut)
    assert manned.kept.box is before and "2 units" in asked[0][1]
    press(qtbot, manned.cut)
    assert manned.kept.box.sheets[0].sheet.grid.columns == 7
    assert not manned.kept.box.scenarios["first.scenario.yaml"].start
    manned.kept.undo_stack.undo()
    assert manned.kept.box == before


def test_letters_and_titles_are_taken_when_they_are_typed(dialog, document, qtbot):
    press(qtbot, dialog.add)
    dialog.list.setCurrentItem(dialog.list.topLevelItem(0))
    dialog.letter.setText("N")
    dialog.letter.editingFinished.emit()
    dialog.title.setText("North")
    dialog.title.editingFinished.emit()
    assert letters(document) == ["N", "B"]
    assert document.box.sheets[0].sheet.title == "North"
    dialog.letter.setText("b")
    dialog.letter.editingFinished.emit()
    assert "already taken" in dialog.note.text()
    assert dialog.letter.text() == "N"


def test_what_is_cut_off_is_listed_before_it_goes(dialog, document, asked, qtbot):
    press(qtbot, dialog.enlarge)
    assert asked == []
    assert document.box.sheets[0].sheet.grid.columns == 9
    dialog.steps.setValue(3)
    press(qtbot, dialog.cut)
    assert asked[0][1] == "hexes of terrain: 1, names: 1: 08.06 Corner, The far end"
    assert document.box.sheets[0].sheet.grid.columns == 6
    assert not document.box.sheets[0].sheet.hexes
    document.undo_stack.undo()
    assert document.box.sheets[0].sheet.hexes


def test_what_cannot_be_is_said_and_nothing_happens(dialog, document, qtbot):
    dialog.steps.setValue(500)
    press(qtbot, dialog.enlarge)
    assert "A map has 1 to 500 columns, not 508." in dialog.note.text()
    assert document.undo_stack.count() == 0


def test_other_numbers_are_shown_before_they_are_taken(dialog, document, qtbot):
    press(qtbot, dialog.numbers)
    (asking,) = dialog.findChildren(RenumberDialog)
    asking.form.first_column.setValue(10)
    assert asking.preview.shown[1, 1] == "10.01"
    asking.form.pattern.setText("{row}{row}")
    asking.form.pattern.textEdited.emit("{row}{row}")
    assert not asking.accept_button.isEnabled()
    asking.form.pattern.setText("{row:02}-{column:02}")
    asking.form.pattern.textEdited.emit("")
    asking.accept()
    assert document.box.sheets[0].sheet.grid.numbering.text(1, 1) == "01-10"
    assert document.box.label(document.box.hex("6-17")) == "06-17"


def test_all_maps_are_measured_alike(dialog, document, qtbot):
    press(qtbot, dialog.add)
    dialog.interval.setValue(12.5)
    dialog.half_lines.setChecked(True)
    dialog.hex_m.setValue(200)
    assert {(p.sheet.contour_interval, p.sheet.half_lines, p.sheet.grid.hex_m) for p in document.box.sheets} == {
        (Fraction(25, 2), True, 200.0)
    }
    dialog.interval.setValue(0)
    assert {(p.sheet.contour_interval, p.sheet.half_lines) for p in document.box.sheets} == {(None, False)}
    assert not dialog.half_lines.isEnabled()
    dialog.interval.setValue(0.05)
    assert "0.1 m or more" in dialog.note.text()
    document.undo_stack.undo()
    assert dialog.interval.value() == 12.5


def test_pointy_top_maps_are_told_in_lines_and_as_wide_and_high_as_they_are_seen(qtbot, qapp):
    document = Document(NewMap("t", columns=12, rows=10, orientation="rows").box())
    dialog = SheetsDialog(None, document, lambda *_: True)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.list.headerItem().text(2) == "Wide × high"
    assert dialog.list.topLevelItem(0).text(2) == "10 × 12"
    assert dialog.columns_label.text().replace("&", "") == "Lines, one above the other:"
    assert (dialog.columns.value(), dialog.rows.value()) == (12, 10)
    dialog.steps.setValue(500)
    press(qtbot, dialog.enlarge)
    assert "A map has 1 to 500 hexes in each line, not 510." in dialog.note.text()
    press(qtbot, dialog.numbers)
    (asking,) = dialog.findChildren(RenumberDialog)
    assert asking.form.letters.itemText(1) == "Lines"


def test_words_for_what_lies_on_a_map(document):
    placed = document.box.sheets[0]
    assert items_on(placed) == "hexes of terrain: 1, names: 1"
    lost = resize_sheet(document.box, placed.file, "right", -3).lost
    assert lost_words(placed, lost) == "hexes of terrain: 1, names: 1: 08.06 Corner, The far end"


def test_a_map_behind_the_edge_moves_along_and_that_is_said(dialog, document, qtbot):
    press(qtbot, dialog.add)
    dialog.list.setCurrentItem(dialog.list.topLevelItem(0))
    before = len(document.box.cells)
    dialog.steps.setValue(2)
    press(qtbot, dialog.enlarge)
    assert dialog.note.text() == "Moved along with the edge: map B."
    assert len(document.box.cells) == before + 2 * document.box.sheets[0].sheet.grid.rows
    document.undo_stack.undo()
    assert len(document.box.cells) == before
