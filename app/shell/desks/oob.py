"""Joins the order of battle to the map, to the worker and to files: what is sought, stood in for, imported and exported."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QMainWindow, QMessageBox, QWidget

from app.counters.unit_words import called, where_sentence
from app.dialogs.exchange.export_oob import ExportOobDialog
from app.dialogs.exchange.import_units import ImportUnits
from app.dialogs.find_unit import FindUnit
from app.documents.document import Document
from app.documents.unread import unread_words
from app.shell.actions import Actions
from app.shell.docks import Docks
from app.shell.files.exporter import Errand
from app.shell.status_bar import StatusBar
from app.widgets.one_dialog import OneDialog
from app.workers.answers import Answers
from app.workers.messages import Reset, encode
from core.model.oob import Counter, Formation
from core.model.state import GameState
from core.model.work import Work
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.whereabouts import Whence

EXPORT_TICKET = -3
"""Stands for the writing of a chart where answers of the worker have their tickets."""

SLOT = "oob-stand-in"


class OpenBox(Protocol):
    """What the window has open."""

    @property
    def document(self) -> Document | None:
        """The open box, None when there is none."""
        ...


class OobDesk(QObject):
    """Finds units, and opens one dialog at a time about the order of battle; it goes when the box does."""

    def __init__(
        self,
        window: QMainWindow,
        actions: Actions,
        answers: Answers,
        open_box: OpenBox,
        status: StatusBar,
        docks: Docks,
        view: QWidget,
    ) -> None:
        """`view` is the map, over which units are sought."""
        super().__init__(window)
        self._window, self._answers, self._open_box = window, answers, open_box
        self._status, self._docks, self._view = status, docks, view
        self._dialog = OneDialog()
        self._finding: FindUnit | None = None
        self._errand: Errand | None = None
        self._file = Path()
        docks.oob.sought.connect(self.seek)
        docks.oob.told.connect(status.show_passing)
        docks.oob.grid_wanted.connect(actions["box.counters"].trigger)
        docks.oob.stand_in_wanted.connect(self._ask_stand_in)
        status.cancelled.connect(self._cancel)
        for name, do in {
            "box.find_unit": self.find,
            "file.import_units": self.bring,
            "file.export_oob": self.export,
        }.items():
            actions[name].triggered.connect(lambda _=False, do=do: do())

    # Finding -------------------------------------------------------------------------------------------------------------

    def find(self) -> None:
        """Asks for a unit, and shows it wherever it is."""
        document = self._open_box.document
        if document is None:
            return
        if not document.box.oob.counters:
            self._status.show_passing(unread_words(document) or self.tr("This box has no counters yet."))
            return
        if self._finding is not None:
            self._finding.dismiss()
        finding = FindUnit(self._view, document.box, document.ruleset, _whence(document))
        self._finding = finding
        finding.chosen.connect(self._found)
        finding.closed.connect(partial(self._forget_finding, finding))
        finding.popup()

    def seek(self, ids: Sequence[str]) -> None:
        """Lights counters up on the map, or says where they are instead."""
        document = self._open_box.document
        if document is None or not ids:
            return
        document.units.seek(ids)
        whence = _whence(document)
        there = [id_ for id_ in ids if id_ in whence.deployment.pieces]
        counter = document.box.oob.counter(ids[0])
        if len(ids) == 1 and counter is not None:
            words = where_sentence(document.box, called(document.ruleset, counter), whence.of(counter))
        else:
            words = self.tr("%(there)d of %(all)d counters are in play.") % {"there": len(there), "all": len(ids)}
        self._status.show_passing(words)

    def _found(self, item: object) -> None:
        document = self._open_box.document
        if document is None:
            return
        if isinstance(item, Formation):
            ids = tuple(each.id for each in document.box.oob.all_members(item.id))
            if not ids:
                self._status.show_passing(self.tr("%s has no counters.") % item.name)
            self.seek(ids)
        elif isinstance(item, Counter):
            self.seek((item.id,))

    def _forget_finding(self, finding: FindUnit) -> None:
        if self._finding is finding:
            self._finding = None
            self._view.setFocus()
        finding.deleteLater()

    # Stand-ins -----------------------------------------------------------------------------------------------------------

    def _ask_stand_in(self, question: str, formation: str) -> None:
        """Asks the rules what stands in the place of a value that a formation does not state."""
        document = self._open_box.document
        if document is None:
            return

        def arrived(ruling: Ruling) -> None:
            if document is self._open_box.document:
                written = ruling.value if isinstance(ruling.value, str) else ""
                sources = ", ".join(f"{each.title}: {each.source}" for each in ruling.charts)
                self._docks.oob.show_stand_in(formation, question, written, sources)

        # A question that the series has not is no fault of the user's.
        self._answers.ask(question, {"formation": formation}, arrived, on_refused=lambda _: None, slot=SLOT)

    # Files ---------------------------------------------------------------------------------------------------------------

    def bring(self, file: Path | None = None) -> None:
        """Asks which file of units is to come in, shows what it would bring, and brings it as one step of the history."""
        document = self._open_box.document
        if document is None or self._dialog.is_open:
            return
        dialog = ImportUnits(self._window, self._answers, file)

        def do() -> None:
            if dialog.edit is not None and self._open_box.document is document:
                document.do(dialog.edit)
                self._docks.front("oob")
                self._status.show_passing(self.tr("Done: %s") % dialog.edit.label)

        dialog.accepted.connect(do)
        self._dialog.show(dialog)

    def export(self) -> None:
        """Asks what the chart is to show, and writes it in a process of its own."""
        document = self._open_box.document
        if document is None or document.path is None or self._dialog.is_open:
            return
        if not document.box.oob:
            self._status.show_passing(self.tr("This box has no order of battle to be written."))
            return
        dialog = ExportOobDialog(self._window, document.box.oob, Path.home(), document.box.title)
        folder = document.path

        def write() -> None:
            wish, reset = dialog.wish, Reset(0, Work(document.box, GameState()), document.ruleset)
            self._cancel(EXPORT_TICKET)
            self._status.show_busy(EXPORT_TICKET, self.tr("Exporting"), 0, 0, background=False)
            self._file = wish.file
            errand = Errand(self.tr("The chart could not be written."), self)
            errand.done.connect(self._exported)
            errand.failed.connect(self._failed)
            self._errand = errand
            arguments = ["render", str(folder), *wish.arguments(), "--box-on-stdin"]
            QTimer.singleShot(0, errand, lambda: errand.start(arguments, partial(encode, reset)))

        dialog.accepted.connect(write)
        self._dialog.show(dialog)

    def leave_box(self) -> None:
        """The open box is being closed, and what is open about it with it."""
        self._dialog.reject()
        if self._finding is not None:
            self._finding.dismiss()
        self._cancel(EXPORT_TICKET)

    def _exported(self, _: str) -> None:
        self._end_errand()
        self._status.show_passing(self.tr("The order of battle was written to %s") % self._file)

    def _failed(self, sentence: str) -> None:
        self._end_errand()
        box = QMessageBox(QMessageBox.Icon.Warning, self.tr("Export order of battle"), sentence, parent=self._window)
        box.finished.connect(box.deleteLater)
        box.open()

    def _cancel(self, ticket: int) -> None:
        if ticket == EXPORT_TICKET and self._errand is not None:
            self._errand.cancel()
            self._end_errand()
            for left in self._file.parent.glob(f".{self._file.name}.*.part"):
                left.unlink(missing_ok=True)

    def _end_errand(self) -> None:
        self._status.end_progress(EXPORT_TICKET)
        if self._errand is not None:
            self._errand.deleteLater()
            self._errand = None


def _whence(document: Document) -> Whence:
    """Where the counters of a document are."""
    values = document.ruleset.values if document.ruleset is not None else ()
    return Whence(document.box.oob, values, document.work.scenario, document.work.deployment)
