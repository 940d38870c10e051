"""Brings files of other programs onto maps, and writes maps for them."""

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow, QMessageBox

from app.canvas.looks import Looks
from app.canvas.style import load_style
from app.dialogs.exchange.import_map import ImportDialog
from app.dialogs.exchange.send_map import SendDialog
from app.documents.document import Document
from app.shell.actions import Actions
from app.shell.status_bar import StatusBar
from app.widgets.one_dialog import OneDialog
from app.workers.answers import Answers
from core.interop.imported import in_pieces


class OpenBox(Protocol):
    """What the window has open."""

    @property
    def document(self) -> Document | None:
        """The open box, None when there is none."""
        ...


class Exchange(QObject):
    """Opens one dialog at a time; it goes when the box does."""

    def __init__(self, window: QMainWindow, actions: Actions, answers: Answers, open_box: OpenBox, status: StatusBar) -> None:
        super().__init__(window)
        self._window, self._answers, self._open_box, self._status = window, answers, open_box, status
        self._dialog = OneDialog()
        actions["file.import"].triggered.connect(lambda _=False: self.bring())
        actions["file.send"].triggered.connect(lambda _=False: self.send())

    def bring(self, file: Path | None = None) -> None:
        """Asks which file is to come onto a map, shows what it would do, and does it as one step of the history."""
        document = self._open_box.document
        if document is None or self._dialog.is_open:
            return
        looks = Looks(load_style(), document.terrain)
        dialog = ImportDialog(self._window, document.box, looks, self._answers, file)

        def do() -> None:
            if dialog.edit is not None:
                document.do(in_pieces(document.work, dialog.edit))
                self._status.show_passing(self.tr("Done: %s") % dialog.edit.label)

        dialog.accepted.connect(do)
        self._dialog.show(dialog)

    def send(self) -> None:
        """Asks which map is to be written for another program, and writes it in the worker process."""
        document = self._open_box.document
        if document is None or self._dialog.is_open:
            return
        dialog = SendDialog(self._window, document.box.sheets, Path.home())
        dialog.accepted.connect(lambda: self._write(dialog))
        self._dialog.show(dialog)

    def leave_box(self) -> None:
        """The open box is being closed, and the dialog about it with it."""
        self._dialog.reject()

    def _write(self, dialog: SendDialog) -> None:
        wish = dialog.wish
        if wish is None:
            return
        file = wish.file

        def told(dropped: object) -> None:
            self._status.show_passing(self.tr("The map was written to %s") % file)
            if isinstance(dropped, tuple) and dropped:
                listed = "\n".join(f"• {each}" for each in dropped)
                self._tell(QMessageBox.Icon.Information, self.tr("The map was written to %s") % file, listed)

        def refused(sentence: str) -> None:
            self._tell(QMessageBox.Icon.Warning, sentence, "")

        parameters = {"sheet": wish.sheet, "format": wish.format, "file": file}
        self._answers.run("send_map", parameters, told, on_refused=refused)

    def _tell(self, kind: QMessageBox.Icon, text: str, dropped: str) -> None:
        box = QMessageBox(kind, self.tr("Export for other programs"), text, parent=self._window)
        if dropped:
            box.setInformativeText(self.tr("This could not go along:") + "\n" + dropped)
        box.finished.connect(box.deleteLater)
        box.open()
