"""Prints counters and scenarios of the open box: asks how, writes PDF in a process of its own, or hands pages to a printer."""

from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QDialog, QMainWindow, QMessageBox

from app.dialogs.printing.counters import PrintCountersDialog, PrintOrder
from app.documents.document import Document
from app.export.counter_sheets import write_test
from app.export.counter_wish import arguments, counts_from, counts_text, wish_from, wish_text
from app.shell.actions import Actions
from app.shell.files.exporter import Errand
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


class OpenBox(Protocol):
    """What the window has open."""

    @property
    def document(self) -> Document | None:
        """The open box, None when there is none."""
        ...


class PrintDesk(QObject):
    """Opens one dialog at a time; it goes when the box does, and so does what is being written or printed."""

    def __init__(self, window: QMainWindow, actions: Actions, open_box: OpenBox, status: StatusBar, session: Session) -> None:
        super().__init__(window)
        self._window, self._open_box, self._status, self._session = window, open_box, status, session
        self._one = OneDialog()
        self._dialog: PrintCountersDialog | None = None
        self._errand: Errand | None = None
        self._printing: QObject | None = None
        self._file = Path()
        status.cancelled.connect(self._cancel)
        actions["file.print"].triggered.connect(lambda _=False: self.show())

    @property
    def dialog(self) -> PrintCountersDialog | None:
        """The dialog, None while it is not open."""
        return self._dialog

    @property
    def busy(self) -> bool:
        """Whether a file is being written or pages are being printed."""
        return self._errand is not None or self._printing is not None

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
        dialog.printed.connect(self._ask_printer)
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
        self._cancel(TICKET)
        self._file = order.file
        reset = Reset(0, Work(document.box, GameState()), document.ruleset)
        path = document.path if document.path is not None else Path()
        asked = arguments(order.wish, order.choice, order.file, order.cards)
        words = ["render", str(path), *asked, "--progress", "--box-on-stdin"]
        errand = Errand(self.tr("The pages could not be written."), self)
        errand.done.connect(lambda _: self._written())
        errand.failed.connect(self._failed)
        errand.advanced.connect(self._advanced)
        self._errand = errand
        self._advanced(0.0)
        # The dialog goes first.
        QTimer.singleShot(0, errand, lambda: errand.start(words, partial(encode, reset)))

    def _write_test(self, order: PrintOrder, title: str) -> None:
        try:
            write_test(order.wish, title, order.file)
        except OSError as error:
            self._failed(self.tr("The test page could not be written: %s") % error)
        else:
            self._status.show_passing(self.tr("The test page was written to %s") % order.file)

    def _written(self) -> None:
        self._drop()
        self._status.show_passing(self.tr("The pages were written to %s") % self._file)

    # To a printer ---------------------------------------------------------------------------------------------------------

    def _ask_printer(self) -> None:
        # Not needed before somebody prints.
        from PySide6.QtPrintSupport import QAbstractPrintDialog, QPrintDialog

        from app.shell.desks.sheet_printing import printer_for, there_are_printers

        assert self._dialog is not None
        if not there_are_printers():
            self._dialog.say(self.tr("This computer has no printer. Write a PDF file, and print that elsewhere at 100 %."))
            return
        order = self._dialog.order
        printer = printer_for(order)
        asking = QPrintDialog(printer, self._dialog)
        if order.job is not None:
            asking.setOption(QAbstractPrintDialog.PrintDialogOption.PrintPageRange)
            asking.setMinMax(1, order.pages)
        asking.finished.connect(partial(self._answered, printer, order))
        asking.finished.connect(asking.deleteLater)
        QDialog.open(asking)

    def _answered(self, printer: object, order: PrintOrder, answer: int) -> None:
        from PySide6.QtPrintSupport import QPrinter

        assert isinstance(printer, QPrinter)
        if answer != QDialog.DialogCode.Accepted:
            return
        if self._dialog is not None:
            self._dialog.accept()
        self.print(printer, order)

    def print(self, printer: object, order: PrintOrder) -> None:
        """Prints an order on a `QPrinter` that is set up for it."""
        from PySide6.QtPrintSupport import QPrinter

        from app.shell.desks.sheet_printing import SheetPrinting, pages_of

        assert isinstance(printer, QPrinter)
        self._cancel(TICKET)
        printing = SheetPrinting(self)
        printing.finished.connect(self._printed)
        printing.failed.connect(self._failed)
        printing.advanced.connect(self._advanced)
        self._printing = printing
        self._advanced(0.0)
        printing.start(printer, order, pages_of(printer, order.pages))

    def _printed(self) -> None:
        self._drop()
        self._status.show_passing(self.tr("The pages went to the printer."))

    # Both -----------------------------------------------------------------------------------------------------------------

    def _advanced(self, share: float) -> None:
        what = self.tr("Printing") if self._printing is not None else self.tr("Writing pages")
        self._status.show_busy(TICKET, what, round(share * 1000), 1000, background=False)

    def _failed(self, sentence: str) -> None:
        self._drop()
        box = QMessageBox(QMessageBox.Icon.Warning, self.tr("Print counters"), sentence, parent=self._window)
        box.finished.connect(box.deleteLater)
        box.open()

    def _cancel(self, ticket: int) -> None:
        if ticket != TICKET or not self.busy:
            return
        from app.shell.desks.sheet_printing import SheetPrinting

        if self._errand is not None:
            self._errand.cancel()
            for left in self._file.parent.glob(f".{self._file.name}.*.part"):
                left.unlink(missing_ok=True)
        if isinstance(self._printing, SheetPrinting):
            self._printing.cancel()
        self._drop()

    def _drop(self) -> None:
        for each in (self._errand, self._printing):
            if each is not None:
                each.deleteLater()
        self._errand, self._printing = None, None
        self._status.end_progress(TICKET)
