"""Puts counter sheets, cards and op sheets onto a printer, a little at a time, so that the window goes on meanwhile."""

import time
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QMarginsF, QObject, QSizeF, QTimer, Signal
from PySide6.QtGui import QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

from app.dialogs.printing.order import PaperOrder
from app.export.cards import CardJob, paint_cards
from app.export.counter_layout import SheetWish, sheet_paper
from app.export.counter_sheets import Job, crosses_page, in_millimetres, paint_pages, paint_tests
from app.export.op_sheets.files import FormJob, paint_forms

SLICE_S = 0.008
"""How long is painted before the window is looked after."""

DUPLEX = {"long": QPrinter.DuplexMode.DuplexLongSide, "short": QPrinter.DuplexMode.DuplexShortSide}
"""How the printer turns paper over, by where backs go; no other backs are on the other side."""


def there_are_printers() -> bool:
    """Whether this computer knows of any printer."""
    return bool(QPrinterInfo.availablePrinterNames())


def printer_for(order: PaperOrder) -> QPrinter:
    """A printer set up for an order: paper, how it lies and is turned over, and no margins but our own."""
    wish = order.wish
    match order.job:
        case Job():
            page = order.job.plan.page
        case CardJob() | FormJob():
            page = order.job.page
        case _:
            page = crosses_page(wish)
    paper = sheet_paper(wish.paper)
    size = QPageSize(QSizeF(paper.width, paper.height), QPageSize.Unit.Millimeter, paper.title)
    across = page[0] > page[1]
    way = QPageLayout.Orientation.Landscape if across else QPageLayout.Orientation.Portrait
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setCreator("Phaseline")
    printer.setDocName(order.job.title if order.job is not None else "Phaseline")
    printer.setPageLayout(QPageLayout(size, way, QMarginsF(), QPageLayout.Unit.Millimeter))
    # What lies is measured from the corner of the paper, not of the part that this printer reaches.
    printer.setFullPage(True)
    printer.setDuplex(duplex_of(wish))
    return printer


def duplex_of(wish: SheetWish) -> QPrinter.DuplexMode:
    """How the printer turns paper over; printers that cannot do so forget it."""
    return DUPLEX.get(wish.backs, QPrinter.DuplexMode.DuplexNone)


def pages_of(printer: QPrinter, count: int) -> tuple[int, ...]:
    """The pages that the user has chosen in the dialog of the printer, from 0; none for all."""
    first, last = printer.fromPage(), printer.toPage()
    if not first and not last:
        return ()
    return tuple(range(max(first, 1) - 1, min(last or count, count)))


class SheetPrinting(QObject):
    """Prints one order at a time. `finished` and `failed` (with a sentence) end it, `advanced` tells the share done."""

    finished = Signal()
    failed = Signal(str)
    advanced = Signal(float)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._printer: QPrinter | None = None
        self._painter: QPainter | None = None
        self._steps: Iterator[float] = iter(())
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._step)

    @property
    def busy(self) -> bool:
        """Whether something is being printed."""
        return self._painter is not None

    def start(self, printer: QPrinter, order: PaperOrder, only: Sequence[int] = ()) -> None:
        """Begins to print, all pages or some by their numbers from 0; what was being printed is given up."""
        self.cancel()
        # The dialog of the printer may have brought other margins.
        printer.setFullPage(True)
        painter = QPainter()
        if not painter.begin(printer):
            self.failed.emit(self.tr("The printer did not take the pages. Is it there, and switched on?"))
            return
        self._printer, self._painter = printer, painter
        self._steps = self._paint(painter, printer, order, only)
        self._next.start(0)

    def cancel(self) -> None:
        """Gives up what is being printed; pages that the printer has already come out."""
        if self._printer is not None and self._painter is not None:
            self._next.stop()
            self._printer.abort()
            self._end()

    def _paint(self, painter: QPainter, printer: QPrinter, order: PaperOrder, only: Sequence[int]) -> Iterator[float]:
        in_millimetres(painter, printer.resolution())
        if order.job is None:
            paint_tests(painter, order.wish, crosses_page(order.wish), printer)
        elif isinstance(order.job, CardJob):
            yield from paint_cards(painter, order.job, printer, only)
        elif isinstance(order.job, FormJob):
            yield from paint_forms(painter, order.job, printer, only)
        else:
            yield from paint_pages(painter, order.job, printer, only)
        yield 1.0

    def _step(self) -> None:
        until = time.perf_counter() + SLICE_S
        try:
            for share in self._steps:
                if time.perf_counter() >= until:
                    self.advanced.emit(share)
                    self._next.start(0)
                    return
        except OSError:
            self._end()
            self.failed.emit(self.tr("The printer stopped taking pages."))
            return
        self._end()
        self.finished.emit()

    def _end(self) -> None:
        if self._painter is not None:
            self._painter.end()
        self._painter, self._printer = None, None
        self._steps = iter(())
