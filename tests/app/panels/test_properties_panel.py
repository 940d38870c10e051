from fractions import Fraction

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit

from app.documents.document import Document
from app.panels.properties_panel import PropertiesPanel
from core.model.maps import ItemRef


@pytest.fixture
def document(qapp, made_up_box):
    return Document(made_up_box)


@pytest.fixture
def panel(qtbot, document):
    panel = PropertiesPanel()
    qtbot.addWidget(panel)
    panel.use(document)
    panel.show()
    return panel


def refs_of(document, section, *keys):
    return [ItemRef(document.box.sheets[0].file, section, key) for key in keys]


def select(document, qtbot, panel, *refs):
    document.selection.set(refs)
    qtbot.waitUntil(lambda: not panel._following.isActive())


def typed(qtbot, field, text):
    assert isinstance(field, QLineEdit)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_a_contour_shows_its_height_and_takes_another_in_one_step(qtbot, document, panel):
    (ref,) = refs_of(document, "contours", 1)
    select(document, qtbot, panel, ref)
    assert panel.title.text() == "1 contour"
    typed(qtbot, panel.fields["height"], "62.5")
    assert document.box.item(ref).height == Fraction(125, 2)
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    qtbot.waitUntil(lambda: not panel._following.isActive())
    assert panel.fields["height"].text() == str(document.box.item(ref).height)


def test_a_wrong_height_is_refused_in_words_and_nothing_changes(qtbot, document, panel):
    (ref,) = refs_of(document, "contours", 1)
    before = document.work
    select(document, qtbot, panel, ref)
    typed(qtbot, panel.fields["height"], "forty")
    assert document.work is before
    assert panel.problem.isVisible()
    assert '"forty" is no number' in panel.problem.text()
    assert panel.fields["height"].text() == "forty"
    assert panel.fields["height"].accessibleDescription()


def test_several_items_change_together(qtbot, document, panel):
    refs = refs_of(document, "contours", 1, 2, 3)
    select(document, qtbot, panel, *refs)
    assert panel.title.text() == "3 contours"
    typed(qtbot, panel.fields["height"], "140")
    assert {document.box.item(ref).height for ref in refs} == {Fraction(140)}
    assert document.undo_stack.count() == 1


def test_values_that_differ_are_said_to_differ(qtbot, document, panel):
    heights = {ref: document.box.item(ref).height for ref in refs_of(document, "spots", 1, 2, 3)}
    assert len(set(heights.values())) > 1
    select(document, qtbot, panel, *heights)
    assert panel.fields["height"].text() == ""
    assert panel.fields["height"].placeholderText() == "several values"


def test_terrain_that_nobody_knows_keeps_its_own_word(qtbot, document, panel):
    pit = next(ref for ref in refs_of(document, "areas", *range(1, 9)) if document.box.item(ref).terrain == "gravel-pit")
    select(document, qtbot, panel, pit)
    field = panel.fields["terrain"]
    assert isinstance(field, QComboBox)
    assert field.currentText() == "gravel-pit"


def test_items_that_go_leave_the_form_empty(qtbot, document, panel):
    from core.model.edits.map_edits import ChangeItems

    (ref,) = refs_of(document, "lows", 1)
    select(document, qtbot, panel, ref)
    assert panel.title.text() == "1 low point"
    document.do(ChangeItems("Erase", {ref: None}))
    qtbot.waitUntil(lambda: not panel.fields or not panel.title.isVisible())
    assert not panel.title.isVisible()


def test_looking_through_a_form_changes_nothing(qtbot, document, panel):
    before = document.work
    select(document, qtbot, panel, *refs_of(document, "names", 1))
    for field in panel.fields.values():
        field.setFocus()
        qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert document.work is before


def test_return_gives_the_keyboard_back_unless_what_was_typed_is_refused(qtbot, document, panel):
    (ref,) = refs_of(document, "contours", 1)
    select(document, qtbot, panel, ref)
    with qtbot.waitSignal(panel.left):
        typed(qtbot, panel.fields["height"], "155")
    assert document.box.item(ref).height == 155
    assert document.undo_stack.count() == 1
    with qtbot.assertNotEmitted(panel.left):
        typed(qtbot, panel.fields["height"], "high")


def test_escape_gives_up_what_was_typed_and_the_keyboard_back(qtbot, document, panel):
    (ref,) = refs_of(document, "contours", 1)
    select(document, qtbot, panel, ref)
    field, before = panel.fields["height"], document.work
    shown = field.text()
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "high")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert panel.problem.text()
    with qtbot.waitSignal(panel.left):
        qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == shown
    assert panel.problem.text() == ""
    assert document.work is before
