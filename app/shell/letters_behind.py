"""Letters with Alt in panels that lie behind others: such panels do not answer to them.

Qt keeps these panels visible, and their letters in force: one that a panel in front has, too, would then do nothing at all.
"""

from collections.abc import Callable, Iterable, Iterator

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget
from shiboken6 import isValid


class LettersBehind(QObject):
    """Takes a letter from what lies behind before Qt looks for who answers to it, and gives it back afterwards.

    `behind` tells which panels lie behind others just then.
    """

    def __init__(self, parent: QObject, behind: Callable[[], Iterable[QWidget]]) -> None:
        super().__init__(parent)
        self._behind = behind
        self._buttons: list[tuple[QAbstractButton, QKeySequence]] = []
        self._labels: list[tuple[QLabel, QWidget]] = []
        self._after = QTimer(self)
        self._after.setSingleShot(True)
        self._after.setInterval(0)
        self._after.timeout.connect(self._give_back)

    def hear(self, event: QKeyEvent) -> None:
        """A key is about to be looked up."""
        if event.modifiers() != Qt.KeyboardModifier.AltModifier:
            return
        # What was taken for an earlier key may be in front by now.
        self._give_back()
        letter = QKeySequence(event.keyCombination())
        for panel in self._behind():
            # Taken one by one as it is pressed: words of buttons change at any time, and bring their letters anew.
            self._buttons += [(each, letter) for each in panel.findChildren(QAbstractButton) if each.shortcut() == letter]
            self._labels += list(_labels(panel, letter))
        for button, _ in self._buttons:
            button.setShortcut(QKeySequence())
        for label, _ in self._labels:
            label.setBuddy(None)  # type: ignore[arg-type]
        if self._buttons or self._labels:
            self._after.start()

    def _give_back(self) -> None:
        self._after.stop()
        buttons, labels, self._buttons, self._labels = self._buttons, self._labels, [], []
        for button, letter in buttons:
            # Words that were changed in between have brought a letter of their own.
            if isValid(button) and button.shortcut().isEmpty() and QKeySequence.mnemonic(button.text()) == letter:
                button.setShortcut(letter)
        for label, buddy in labels:
            if isValid(label) and isValid(buddy):
                label.setBuddy(buddy)


def _labels(panel: QWidget, letter: QKeySequence) -> Iterator[tuple[QLabel, QWidget]]:
    """The labels of a panel that lead to a field by a letter, with the field."""
    for label in panel.findChildren(QLabel):
        buddy = label.buddy()
        if buddy is not None and QKeySequence.mnemonic(label.text()) == letter:
            yield label, buddy
