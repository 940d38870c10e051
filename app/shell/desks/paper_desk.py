"""Pages that are written by a process of their own or handed to a printer: one at a time, and cancellable."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QDialog, QMainWindow, QMessageBox

from app.dialogs.printing.order import PaperOrder
from app.documents.document import Document
from app.shell.files.exporter import Errand
from app.shell.status_bar import StatusBar


class OpenBox(Protocol):
    """What the window has open."""

    @property
    def document(self) -> Document | None:
        """The open box, None when there is none."""
        ...


class PaperDesk(QObject):
    """What desks have in common that put pages on paper; `ticket` stands for theirs among those of the worker."""

    def __init__(self, window: QMainWindow, status: StatusBar, ticket: int, title: str) -> None:
        super().__init__(window)
        self._window, self._status, self._ticket, self._title = window, status, ticket, title
        self._errand: Errand | None = None
        self._printing: QObject | None = None
        self._file = Path()
        status.cancelled.connect(self._cancel)

    @property
    def busy(self) -> bool:
        """Whether a file is being written or pages are being printed."""
        return self._errand is not None or self._printing is not None

    # Into a file ----------------------------------------------------------------------------------------------------------

    def _start(self, words: Sequence[str], file: Path, given: Callable[[], bytes]) -> None:
        """Has the command line write a file; `given` makes what it reads."""
        self._cancel(self._ticket)
        self._file = file
        errand = Errand(self.tr("The pages could not be written."), self)
        errand.done.connect(lambda _: self._written())
        errand.failed.connect(self._failed)
        errand.advanced.connect(self._advanced)
        self._errand = errand
        self._advanced(0.0)
        # The dialog goes first.
        QTimer.singleShot(0, errand, lambda: errand.start(words, given))

    def _written(self) -> None:
        self._drop()
        self._status.show_passing(self.tr("The pages were written to %s") % self._file)

    # To a printer ---------------------------------------------------------------------------------------------------------

    def _ask_printer(self, dialog: QDialog, say: Callable[[str], None], order: PaperOrder) -> None:
        """Asks for a printer over a dialog that says what is printed."""
        # Not needed before somebody prints.
        from PySide6.QtPrintSupport import QAbstractPrintDialog, QPrintDialog

        from app.shell.desks import sheet_printing

        if not sheet_printing.there_are_printers():
            say(self.tr("This computer has no printer. Write a PDF file, and print that elsewhere at 100 %."))
            return
        printer = sheet_printing.printer_for(order)
        asking = QPrintDialog(printer, dialog)
        if order.job is not None:
            asking.setOption(QAbstractPrintDialog.PrintDialogOption.PrintPageRange)
            asking.setMinMax(1, order.pages)
        asking.finished.connect(partial(self._answered, printer, order, dialog))
        asking.finished.connect(asking.deleteLater)
        QDialog.open(asking)

    def _answered(self, printer: object, order: PaperOrder, dialog: QDialog, answer: int) -> None:
        from PySide6.QtPrintSupport import QPrinter

        assert isinstance(printer, QPrinter)
        if answer != QDialog.DialogCode.Accepted:
            return
        dialog.accept()
        self.print(printer, order)

    def print(self, printer: object, order: PaperOrder) -> None:
        """Prints an order on a `QPrinter` that is set up for it."""
        from PySide6.QtPrintSupport import QPrinter

        from app.shell.desks.sheet_printing import SheetPrinting, pages_of

        assert isinstance(printer, QPrinter)
        self._cancel(self._ticket)
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
        self._status.show_busy(self._ticket, what, round(share * 1000), 1000, background=False)

    def _failed(self, sentence: str) -> None:
        self._drop()
        box = QMessageBox(QMessageBox.Icon.Warning, self._title, sentence, parent=self._window)
        box.finished.connect(box.deleteLater)
        box.open()

    def _cancel(self, ticket: int) -> None:
        if ticket != self._ticket or not self.busy:
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
        self._status.end_progress(self._ticket)
