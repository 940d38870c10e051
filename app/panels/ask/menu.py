"""A button with a menu of words, of which several may be chosen."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from app.panels.ask.words import Word
from app.panels.words import tr


class WordsButton(QToolButton):
    """Shows which words are chosen. `changed` tells that others are; the words are asked for whenever the menu opens."""

    changed = Signal()

    def __init__(self, offered: Callable[[], Sequence[Word]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered = offered
        self.chosen: tuple[str, ...] = ()
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._show()

    def choose(self, words: Sequence[str]) -> None:
        """Chooses these words and no others."""
        if tuple(words) != self.chosen:
            self.chosen = tuple(words)
            self._show()
            self.changed.emit()

    def _fill(self) -> None:
        self._menu.clear()
        for word in self._offered():
            action = self._menu.addAction(word.title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(word.text in self.chosen)
            action.toggled.connect(lambda on, text=word.text: self._toggle(text, on))

    def _toggle(self, text: str, on: bool) -> None:
        rest = tuple(word for word in self.chosen if word != text)
        self.choose((*rest, text) if on else rest)

    def _show(self) -> None:
        self.setText(", ".join(self.chosen) or tr("none"))
