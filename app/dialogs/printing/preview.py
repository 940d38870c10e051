"""A sheet of counters as it will be printed, drawn between frames, a page at a time."""

import time
from collections.abc import Iterator

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.canvas.painters import painting
from app.export.cards import CardJob
from app.export.counter_layout import SheetWish
from app.export.counter_sheets import Job, crosses_page, page_words, paint_frame, paint_places, paint_test
from app.export.op_sheets.files import FormJob, paint_form
from app.export.scenario_cards import paint_sheet
from app.widgets.icons import icon

LETTERS_WIDE, LINES_HIGH = 50, 26
"""The size of a page at first, in letters and lines of the system's font."""

SLICE_S = 0.008
"""How long is painted before the window is looked after."""

PLACES_AT_ONCE = 2
"""Counters that are painted before the clock is looked at."""

Showing = Job | CardJob | FormJob | SheetWish
"""What is shown: sheets of counters, cards of a scenario, op sheets, or the test page of a printer as a wish has it."""


class PagePicture(QWidget):
    """One page of paper."""

    turned = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Preview of the pages"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._showing: Showing | None = None
        self._number = 0
        self._picture = QImage()
        self._steps: Iterator[None] = iter(())
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._step)

    @property
    def whole(self) -> bool:
        """Whether the page is finished."""
        return not self._next.isActive()

    @property
    def picture(self) -> QImage:
        """The page as far as it is painted."""
        return self._picture

    def show_page(self, showing: Showing | None, number: int) -> None:
        """Shows a page by its number from 0; None for no paper at all."""
        self._showing, self._number = showing, number
        self._begin()

    def sizeHint(self) -> QSize:
        """Room for a page in the middle of a dialog."""
        metrics = self.fontMetrics()
        return QSize(LETTERS_WIDE * metrics.averageCharWidth(), LINES_HIGH * metrics.lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draws the page anew for the other size."""
        super().resizeEvent(event)
        self._begin()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turns pages."""
        steps = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.turned.emit(step)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the page, and a frame around it where the keyboard is here."""
        painter = QPainter(self)
        place = self._place()
        if not place.isEmpty():
            painter.fillRect(place, Qt.GlobalColor.white)
            painter.drawImage(place, self._picture)
            role = QPalette.ColorRole.Highlight if self.hasFocus() else QPalette.ColorRole.PlaceholderText
            painter.setPen(QPen(self.palette().color(role), 2.0 if self.hasFocus() else 1.0))
            painter.drawRect(place)
        painter.end()

    def _page(self) -> tuple[float, float] | None:
        if self._showing is None:
            return None
        match self._showing:
            case Job():
                return self._showing.plan.page
            case CardJob() | FormJob():
                return self._showing.page
            case _:
                return crosses_page(self._showing)

    def _place(self) -> QRectF:
        page = self._page()
        if page is None:
            return QRectF()
        room = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        scale = max(min(room.width() / page[0], room.height() / page[1]), 1e-6)
        place = QRectF(0, 0, page[0] * scale, page[1] * scale)
        place.moveCenter(room.center())
        return place

    def _begin(self) -> None:
        self._steps = self._draw()
        self._next.start(0)
        self.update()

    def _step(self) -> None:
        until = time.perf_counter() + SLICE_S
        for _ in self._steps:
            if time.perf_counter() >= until:
                self._next.start(0)
                break
        self.update()

    def _draw(self) -> Iterator[None]:
        place, density, page = self._place(), self.devicePixelRatioF(), self._page()
        if page is None or self._showing is None:
            self._picture = QImage()
            return
        width, height = max(round(place.width() * density), 1), max(round(place.height() * density), 1)
        self._picture = QImage(width, height, QImage.Format.Format_RGB32)
        self._picture.fill(QColor(Qt.GlobalColor.white))
        scale = width / page[0]
        yield
        if isinstance(self._showing, SheetWish):
            with painting(self._picture) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.scale(scale, scale)
                paint_test(painter, self._showing, page, back=bool(self._number))
            return
        if isinstance(self._showing, CardJob):
            with painting(self._picture) as painter:
                painter.scale(scale, scale)
                paint_sheet(painter, self._showing.sheets[self._number])
            return
        if isinstance(self._showing, FormJob):
            for _ in self._showing.part.build():
                yield
            with painting(self._picture) as painter:
                painter.scale(scale, scale)
                paint_form(painter, self._showing, self._showing.sheets[self._number])
            return
        job = self._showing
        shown = job.plan.pages[self._number]
        places = list(job.plan.places(shown))
        for first in range(0, len(places), PLACES_AT_ONCE):
            with painting(self._picture) as painter:
                painter.scale(scale, scale)
                paint_places(painter, job, places[first : first + PLACES_AT_ONCE])
            yield
        with painting(self._picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(scale, scale)
            paint_frame(painter, job, shown)


class SheetPreview(QWidget):
    """A page with buttons to turn to the next and the one before."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._showing: Showing | None = None
        self._number = 0
        self.page = PagePicture(self)
        self.page.turned.connect(self.turn)
        self.before = self._button("up", self.tr("Page before"), -1)
        self.after = self._button("down", self.tr("Next page"), 1)
        self.words = QLabel(self)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.before)
        row.addWidget(self.words)
        row.addWidget(self.after)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.page, 1)
        layout.addLayout(row)
        self.show_pages(None)

    @property
    def number(self) -> int:
        """The page that is shown, from 0."""
        return self._number

    def show_pages(self, showing: Showing | None) -> None:
        """Shows sheets, on the page that was shown before if there is one; None for nothing."""
        self._showing = showing
        self._number = max(min(self._number, self._count() - 1), 0)
        self._show()

    def turn(self, step: int) -> None:
        """Turns so many pages."""
        number = max(min(self._number + step, self._count() - 1), 0)
        if number != self._number:
            self._number = number
            self._show()

    def _button(self, name: str, words: str, step: int) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icon(name))
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.setAutoRaise(True)
        button.clicked.connect(lambda _=False: self.turn(step))
        return button

    def _count(self) -> int:
        if self._showing is None:
            return 0
        match self._showing:
            case Job():
                return len(self._showing.plan.pages)
            case CardJob() | FormJob():
                return len(self._showing.sheets)
            case _:
                return 2

    def _show(self) -> None:
        count = self._count()
        self.before.setEnabled(self._number > 0)
        self.after.setEnabled(self._number + 1 < count)
        self.words.setText(self.tr("Page %d of %d") % (self._number + 1, count) if count else "")
        said = ""
        if isinstance(self._showing, FormJob):
            said = self._showing.sheets[self._number].title
        if isinstance(self._showing, Job):
            said = page_words(self._showing, self._showing.plan.pages[self._number])
        self.page.setAccessibleDescription(said or self.words.text())
        self.page.show_page(self._showing, self._number)
