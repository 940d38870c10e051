"""Exports the session that is played: asks how, and has a process of its own write it."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow, QMessageBox

from app.dialogs.play.export import PICTURES, ExportSessionDialog, SessionWish
from app.documents.live_play import LivePlay
from app.shell.actions import Actions
from app.shell.files.exporter import Errand
from app.shell.session import Session as Settings
from app.shell.status_bar import StatusBar
from app.widgets.one_dialog import OneDialog
from core.play.exports import EVERYTHING, opener

TICKET = -5
"""Stands for the export of a session where answers of the worker have their tickets."""

FOLDER = "play/export folder"


class PlayExport(QObject):
    """Writes one export at a time; it is given up when the session is left."""

    def __init__(self, window: QMainWindow, actions: Actions, status: StatusBar, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._status, self._settings = window, status, settings
        self._live: LivePlay | None = None
        self._one = OneDialog()
        self._errand: Errand | None = None
        self._wish: SessionWish | None = None
        self.dialog: ExportSessionDialog | None = None
        status.cancelled.connect(self._cancel)
        actions["play.export"].triggered.connect(lambda _=False: self.show())

    @property
    def busy(self) -> bool:
        """Whether something is being written."""
        return self._errand is not None

    def use(self, live: LivePlay | None) -> None:
        """Another session is played, or none."""
        self._live = live
        self._one.reject()
        self._cancel(TICKET)

    def show(self) -> None:
        """Asks what is to be written of the session."""
        live = self._live
        if live is None or live.path is None or self._one.is_open:
            return
        kept = Path(self._settings.text(FOLDER) or live.path.parent)
        folder = kept if kept.is_dir() else live.path.parent
        dialog = ExportSessionDialog(self._window, self._readers(live), folder, live.path.stem)
        dialog.accepted.connect(lambda: self.write(dialog.wish))
        dialog.finished.connect(self._forget)
        self.dialog = dialog
        self._one.show(dialog)

    def _forget(self) -> None:
        self.dialog = None

    def _readers(self, live: LivePlay) -> list[tuple[str, str]]:
        """Who may read what is written: nobody writes down here what those who look at the screen do not see. What both sides
        know anybody may write; a player alone knows everything."""
        sides = [player.side for player in live.session.players if player.side in live.eyes]
        alone = live.kind == "solitaire"
        both = [] if alone else [("", self.tr("both sides: what both know"))]
        whole = [(EVERYTHING, self.tr("nobody in particular: everything"))] if len(sides) == len(live.session.players) else []
        own = [(side, live.session.title(side)) for side in sides]
        return [*whole, *own] if alone else [*both, *own, *whole]

    def write(self, wish: SessionWish) -> None:
        """Begins to write; what was being written is given up."""
        live = self._live
        if live is None or live.path is None or live.journal is None or live.document.path is None:
            return
        self._cancel(TICKET)
        self._settings.keep_text(FOLDER, str(wish.out.parent))
        try:
            live.journal.sync()
        except OSError as problem:
            self._failed(str(problem))
            return
        self._wish = wish
        errand = Errand(self.tr("The session could not be exported."), self)
        errand.done.connect(lambda _: self._written())
        errand.failed.connect(self._failed)
        errand.advanced.connect(self._advanced)
        self._errand = errand
        self._advanced(0.0)
        errand.start(wish.arguments(live.path, live.document.path), lambda: self._opened(live, wish.side))

    def _opened(self, live: LivePlay, side: str) -> bytes:
        """What opens the export for a side: the keys that its player has opened here."""
        sides = [player.side for player in live.session.players if side in (EVERYTHING, player.side)]
        return b"".join(opener(live.keys[each]) for each in sides if each in live.keys)

    def _advanced(self, share: float) -> None:
        self._status.show_busy(TICKET, self.tr("Exporting the session"), round(share * 1000), 1000, background=False)

    def _written(self) -> None:
        wish = self._wish
        self._drop()
        if wish is not None:
            words = self.tr("The pictures were written to %s") if wish.kind == PICTURES else self.tr("Written to %s")
            self._status.show_passing(words % wish.out)

    def _failed(self, sentence: str) -> None:
        self._drop()
        box = QMessageBox(QMessageBox.Icon.Warning, self.tr("Export the session"), sentence, parent=self._window)
        box.finished.connect(box.deleteLater)
        box.open()

    def _cancel(self, ticket: int) -> None:
        if ticket != TICKET or self._errand is None:
            return
        self._errand.cancel()
        if self._wish is not None:
            folder = self._wish.out if self._wish.kind == PICTURES else self._wish.out.parent
            name = "*" if self._wish.kind == PICTURES else self._wish.out.name
            for left in folder.glob(f".{name}.*.part"):
                left.unlink(missing_ok=True)
        self._drop()

    def _drop(self) -> None:
        if self._errand is not None:
            self._errand.deleteLater()
        self._errand = None
        self._status.end_progress(TICKET)
