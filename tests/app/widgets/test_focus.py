from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.widgets.focus import first_focusable


def _pane(qtbot, *parts: QWidget) -> QWidget:
    window = QWidget()
    pane = QWidget(window)
    layout = QVBoxLayout(pane)
    for part in parts:
        layout.addWidget(part)
    qtbot.addWidget(window)
    window.show()
    window.kept = pane
    return window


def test_labels_hidden_and_disabled_widgets_are_passed_over(qtbot):
    hidden, disabled, wanted = QLineEdit(), QLineEdit(), QPushButton()
    window = _pane(qtbot, QLabel("words"), hidden, disabled, wanted, QLineEdit())
    hidden.hide()
    disabled.setEnabled(False)
    assert first_focusable(window.kept) is wanted


def test_a_pane_that_takes_the_keyboard_itself_comes_first(qtbot):
    window = _pane(qtbot, QLineEdit())
    window.kept.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    assert first_focusable(window.kept) is window.kept


def test_a_pane_without_anything_to_type_into_has_none(qtbot):
    window = _pane(qtbot, QLabel("words"))
    QLineEdit(window).show()
    assert first_focusable(window.kept) is None


def test_a_pane_can_have_one_of_its_parts_speak_for_it(qtbot):
    wanted = QLineEdit()
    window = _pane(qtbot, QPushButton(), wanted)
    window.kept.setFocusProxy(wanted)
    assert first_focusable(window.kept) is wanted
    wanted.hide()
    assert isinstance(first_focusable(window.kept), QPushButton)
