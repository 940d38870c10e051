"""Opens what makes maps and changes a box as a whole: a new map, the maps of the box, its terrain, its options."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QStandardPaths, SignalInstance
from PySide6.QtWidgets import QDialog, QMainWindow, QMessageBox

from app.dialogs.maps.new_map import NewMapDialog
from app.dialogs.maps.sheets import SheetsDialog
from app.dialogs.options.window import BoxOptions
from app.dialogs.terrain.table import TerrainTable
from app.documents.document import Document
from app.shell.actions import BOX_KEYS, SAVE_KEYS, Actions
from app.workers.answers import Answers
from core.rules.kernel.ruleset import Charts

BOXES_FOLDER = "Phaseline"
"""The folder inside the user's documents where new boxes are proposed."""


class OpenBox(Protocol):
    """What the window has open."""

    @property
    def document(self) -> Document | None:
        """The open box, None when there is none."""
        ...

    def open_path(self, path: Path) -> None:
        """Opens a box."""
        ...


class MapDesk(QObject):
    """Opens one dialog of each kind at a time; those about the open box go when it does."""

    def __init__(
        self, window: QMainWindow, actions: Actions, answers: Answers, open_box: OpenBox, option_wanted: SignalInstance
    ) -> None:
        """`option_wanted` comes with the id of an option that the user wants to see."""
        super().__init__(window)
        self._window, self._actions, self._answers, self._open_box = window, actions, answers, open_box
        self._new: NewMapDialog | None = None
        self._asking = False
        self._about_box: dict[str, QDialog] = {}
        option_wanted.connect(self.show_options)
        for name, do in {
            "file.new": self.new_map,
            "map.sheets": self.show_sheets,
            "map.terrain": self.show_terrain,
            "box.options": self.show_options,
        }.items():
            actions[name].triggered.connect(lambda _=False, do=do: do())

    def new_map(self) -> None:
        """Asks what a new map shall be, writes it and opens it."""
        if self._new is not None:
            self._new.raise_()
            self._new.activateWindow()
        elif not self._asking:
            self._asking = True
            self._answers.run("charts", {}, self._ask, on_refused=self._refuse_charts)

    def show_sheets(self) -> None:
        """Shows the maps of the open box."""
        document = self._open_box.document
        if document is not None:
            self._show("sheets", lambda: SheetsDialog(self._window, document))

    def show_terrain(self) -> None:
        """Shows the terrain of the open box."""
        document = self._open_box.document
        if document is not None:
            self._show("terrain", lambda: TerrainTable(self._window, document))

    def show_options(self, option: str = "") -> None:
        """Shows the options of the open box, and one of them if it is named."""
        document = self._open_box.document
        if document is None:
            return
        dialog = self._show("options", lambda: BoxOptions(self._window, document), modal=True)
        if isinstance(dialog, BoxOptions):
            dialog.show_option(option)
            if document.ruleset is not None:
                self._answers.run("options_read", {"series": document.ruleset.series}, self._tell_reads)

    def _tell_reads(self, reads: object) -> None:
        dialog = self._about_box.get("options")
        if isinstance(dialog, BoxOptions) and isinstance(reads, frozenset):
            dialog.show_reads(reads)

    def leave_box(self) -> None:
        """The open box is being closed, and the dialogs about it with it."""
        for dialog in list(self._about_box.values()):
            dialog.close()

    def _ask(self, charts: object) -> None:
        self._asking = False
        if not isinstance(charts, Charts) or self._new is not None:
            return
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        home = (Path(documents) if documents else Path.home()) / BOXES_FOLDER
        dialog = NewMapDialog(self._window, charts, home)
        self._new = dialog
        dialog.accepted.connect(self._write)
        dialog.rejected.connect(self._forget_new)
        dialog.setModal(True)
        dialog.show()

    def _refuse_charts(self, sentence: str) -> None:
        self._asking = False
        self._warn(sentence)

    def _write(self) -> None:
        if self._new is not None:
            wish = self._new.wish
            self._answers.run("new_box", {"folder": wish.folder, "box": wish.box}, self._written, on_refused=self._not_written)

    def _written(self, folder: object) -> None:
        self._forget_new()
        if isinstance(folder, Path):
            self._open_box.open_path(folder)

    def _not_written(self, sentence: str) -> None:
        """What was filled in is shown again, so that nothing has to be typed twice."""
        if self._new is not None:
            self._new.show()
        self._warn(sentence)

    def _forget_new(self) -> None:
        if self._new is not None:
            self._new.deleteLater()
            self._new = None

    def _warn(self, sentence: str) -> None:
        box = QMessageBox(QMessageBox.Icon.Warning, self.tr("New map"), sentence, parent=self._new or self._window)
        box.finished.connect(box.deleteLater)
        box.open()

    def _show(self, name: str, make: Callable[[], QDialog], modal: bool = False) -> QDialog:
        """Shows the dialog of a name: the one that is open, or a new one."""
        held = self._about_box.get(name)
        if held is not None:
            held.raise_()
            held.activateWindow()
            return held
        dialog = make()
        self._about_box[name] = dialog
        dialog.finished.connect(lambda _: self._about_box.pop(name, None))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(modal)
        if not modal:
            # The table of terrain has keys of its own to undo and redo.
            self._actions.lend(dialog, SAVE_KEYS if name == "terrain" else BOX_KEYS)
        dialog.show()
        return dialog
