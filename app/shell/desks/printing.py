"""Prints counters and scenarios of the open box: asks how, writes PDF in a process of its own, or hands pages to a printer."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMainWindow

from app.dialogs.printing.counters import PrintCountersDialog, PrintOrder
from app.documents.document import Document
from app.export.counter_sheets import write_test
from app.export.counter_wish import arguments, counts_from, counts_text, wish_from, wish_text
from app.shell.actions import Actions
from app.shell.desks.paper_desk import OpenBox, PaperDesk
from app.shell.session import Session
from app.shell.status_bar import StatusBar
from app.widgets.one_dialog import OneDialog
from app.workers.messages import Reset, encode
from core.model.state import GameState
from core.model.work import Work

TICKET = -4
"""Stands for printing where answers of the worker have their tickets."""

WISH = "print/sheets"
MARKERS = "print/markers/"
FOLDER = "print/folder"


class PrintDesk(PaperDesk):
    """Opens one dialog at a time; it goes when the box does, and so does what is being written or printed."""

    def __init__(self, window: QMainWindow, actions: Actions, open_box: OpenBox, status: StatusBar, session: Session) -> None:
        super().__init__(window, status, TICKET, QCoreApplication.translate("PrintDesk", "Print counters"))
        self._open_box, self._session = open_box, session
        self._one = OneDialog()
        self._dialog: PrintCountersDialog | None = None
        actions["file.print"].triggered.connect(lambda _=False: self.show())

    @property
    def dialog(self) -> PrintCountersDialog | None:
        """The dialog, None while it is not open."""
        return self._dialog

    def show(self) -> None:
        """Asks what of the open box is to be printed, and how."""
        document = self._open_box.document
        if document is None or self._one.is_open:
            return
        box = document.box
        wish = wish_from(self._session.text(WISH))
        counts = counts_from(self._session.text(MARKERS + box.ruleset))
        kept = Path(self._session.text(FOLDER) or Path.home())
        folder = kept if kept.is_dir() else Path.home()
        shown = document.state.scenario
        dialog = PrintCountersDialog(self._window, box, document.ruleset, folder, wish, counts, shown)
        dialog.written.connect(partial(self._write, document))
        dialog.printed.connect(lambda: self._ask_printer(dialog, dialog.say, dialog.order))
        dialog.finished.connect(self._forget)
        self._dialog = dialog
        self._one.show(dialog)

    def leave_box(self) -> None:
        """The open box is being closed; the dialog about it goes with it, and what is under way is given up."""
        self._one.reject()
        self._cancel(TICKET)

    def _forget(self) -> None:
        if self._dialog is not None:
            self._keep(self._dialog)
            self._dialog = None

    def _keep(self, dialog: PrintCountersDialog) -> None:
        """The next time begins with what was chosen, also when nothing was printed."""
        document = self._open_box.document
        self._session.keep_text(WISH, wish_text(dialog.wish))
        if document is not None:
            self._session.keep_text(MARKERS + document.box.ruleset, counts_text(dialog.pieces.choice.markers))

    # Into a file ----------------------------------------------------------------------------------------------------------

    def _write(self, document: Document) -> None:
        assert self._dialog is not None
        order = self._dialog.order
        self._session.keep_text(FOLDER, str(order.file.parent))
        if order.is_test:
            # Two pages of lines take a few milliseconds.
            self._write_test(order, document.box.title)
            return
        reset = Reset(0, Work(document.box, GameState()), document.ruleset)
        path = document.path if document.path is not None else Path()
        asked = arguments(order.wish, order.choice, order.file, order.cards)
        self._start(["render", str(path), *asked, "--progress", "--box-on-stdin"], order.file, partial(encode, reset))

    def _write_test(self, order: PrintOrder, title: str) -> None:
        try:
            write_test(order.wish, title, order.file)
        except OSError as error:
            self._failed(self.tr("The test page could not be written: %s") % error)
        else:
            self._status.show_passing(self.tr("The test page was written to %s") % order.file)
