"""Opens the windows Counters and Counter looks, one of each for the open box."""

from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow, QMessageBox

from app.dialogs.looks.window import LooksWindow
from app.dialogs.units.window import UnitsWindow
from app.documents.document import Document
from app.shell.actions import SAVE_KEYS, Actions
from app.workers.answers import Answers


class OpenBox(Protocol):
    """What the window has open."""

    @property
    def document(self) -> Document | None:
        """The open box, None when there is none."""
        ...


class UnitsDesk(QObject):
    """Shows the counters of the open box; the window goes when the box does."""

    def __init__(self, window: QMainWindow, actions: Actions, answers: Answers, open_box: OpenBox) -> None:
        super().__init__(window)
        self._window, self._actions, self._answers, self._open_box = window, actions, answers, open_box
        self._units: UnitsWindow | None = None
        self._looks: LooksWindow | None = None
        actions["box.counters"].triggered.connect(lambda _=False: self.show())
        actions["box.looks"].triggered.connect(lambda _=False: self.show_looks())

    @property
    def units(self) -> UnitsWindow | None:
        """The window Counters, None while it is not open."""
        return self._units

    @property
    def looks(self) -> LooksWindow | None:
        """The window Counter looks, None while it is not open."""
        return self._looks

    def show_looks(self) -> None:
        """Opens the window Counter looks, or brings it to the front; a box whose rules are not known has none."""
        document = self._open_box.document
        if document is None:
            return
        if document.ruleset is None:
            words = self.tr("The ruleset of this box is not known, and looks say which of its values stand where.")
            box = QMessageBox(QMessageBox.Icon.Information, self.tr("Counter looks"), words, parent=self._window)
            box.finished.connect(box.deleteLater)
            box.open()
            return
        if self._looks is not None:
            self._looks.raise_()
            self._looks.activateWindow()
            return
        self._looks = LooksWindow(self._window, document, document.ruleset)
        self._actions.lend(self._looks, SAVE_KEYS)
        self._looks.finished.connect(self._forget_looks)
        self._looks.show()

    def _forget_looks(self) -> None:
        if self._looks is not None:
            self._looks.deleteLater()
            self._looks = None

    def show(self) -> None:
        """Opens the window, or brings it to the front."""
        document = self._open_box.document
        if document is None:
            return
        if self._units is not None:
            self._units.raise_()
            self._units.activateWindow()
            return
        units = UnitsWindow(self._window, document, self._answers)
        self._units = units
        self._actions.lend(units, SAVE_KEYS)
        units.finished.connect(self._forget)
        units.show()

    def leave_box(self) -> None:
        """The open box is being closed; what was typed and never went into it is said, so that nothing is lost unseen."""
        if self._looks is not None:
            self._looks.reject()
        if self._units is None:
            return
        lost = self._units.leave()
        if lost and self._window.isVisible():
            words = self.tr("The window Counters held texts that were wrong and not in the box: %d.") % len(lost)
            box = QMessageBox(QMessageBox.Icon.Information, self.tr("Counters"), words, parent=self._window)
            box.setDetailedText("\n".join(lost))
            box.finished.connect(box.deleteLater)
            box.open()

    def _forget(self) -> None:
        if self._units is not None:
            self._units.deleteLater()
            self._units = None
