"""Questions that must be answered before something goes on; the window stays alive while one is open."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QMessageBox, QWidget


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: its text on a button, and what it does. `away` marks the answer that Escape gives, and that loses nothing;
    `loses` one that loses work."""

    text: str
    do: Callable[[], object]
    away: bool = False
    loses: bool = False


def nothing() -> None:
    """What "Cancel" does."""


def ask(window: QWidget, title: str, text: str, detail: str, choices: Sequence[Choice]) -> QMessageBox:
    """Puts a question over a window. The first choice is what Enter gives."""
    box = QMessageBox(QMessageBox.Icon.Question, title, text, QMessageBox.StandardButton.NoButton, window)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(detail)
    by_button: dict[QAbstractButton, Choice] = {}
    for choice in choices:
        role = QMessageBox.ButtonRole.DestructiveRole if choice.loses else QMessageBox.ButtonRole.AcceptRole
        button = box.addButton(choice.text, QMessageBox.ButtonRole.RejectRole if choice.away else role)
        if not by_button:
            box.setDefaultButton(button)
        by_button[button] = choice
        if choice.away:
            box.setEscapeButton(button)

    def answer() -> None:
        clicked = box.clickedButton()
        box.deleteLater()
        if clicked in by_button:
            by_button[clicked].do()

    box.finished.connect(answer)
    box.open()
    return box
