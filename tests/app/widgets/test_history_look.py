import pytest
from PySide6.QtGui import QPalette, QUndoCommand, QUndoStack
from PySide6.QtWidgets import QStyleOptionViewItem, QUndoView

from app.widgets.history_look import HistoryLook


@pytest.fixture
def view(qtbot):
    view = QUndoView()
    qtbot.addWidget(view)
    view.setItemDelegate(HistoryLook(view))
    stack = QUndoStack(view)
    view.setStack(stack)
    for text in ("Draw contour", "Move 2 items", "Fill"):
        stack.push(QUndoCommand(text))
    return view


def looks(view):
    shown = []
    for row in range(view.model().rowCount()):
        option = QStyleOptionViewItem()
        view.itemDelegate().initStyleOption(option, view.model().index(row, 0))
        shown.append((option.font.italic(), option.palette.color(QPalette.ColorRole.Text).rgba()))
    return shown


def test_steps_that_were_undone_look_other_than_those_that_were_done(view):
    assert len(set(looks(view))) == 1
    view.stack().undo()
    view.stack().undo()
    before, first, *undone = looks(view)
    assert before == first and not first[0]
    assert undone[0] == undone[1] and undone[0][0] and undone[0][1] != first[1]
    view.stack().redo()
    assert looks(view)[2] == first


def test_a_list_without_a_stack_has_nothing_undone(qtbot):
    view = QUndoView()
    qtbot.addWidget(view)
    assert not HistoryLook(view).is_undone(1)
