"""Draws counter sheets, into a PDF file, on a printer, or for a preview: the faces that play, as lines, at their size in
millimetres.

Painters that come here have one unit to the millimetre (`in_millimetres`). Pages are painted in slices, so that a window can
go on between them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPagedPaintDevice, QPainter, QPen

from app.canvas.painters import painting
from app.counters.painter import paint_face
from app.export.counter_layout import WORDS_MM, PageOf, Place, Plan, SheetWish, Stroke, check, turning_of
from app.export.counter_pieces import Piece, PieceFaces
from app.export.limits import MM_PER_INCH
from app.export.paper import Part
from app.export.pdf import INK, pdf_file, write_words
from core.base.atomic import replaced
from core.rules.kernel.faces import Face
from core.rules.kernel.faces import Part as FacePart

DPI = 1200
"""Dots to the inch of the PDF, by which its lines are placed; nothing is made of dots."""

MARK_MM = 0.15
"""The width of cut marks and lines."""

LINE = QColor(110, 110, 110)

SLICE = 6
"""Counters that are painted between two rests of a window."""

AT_EDGE = 0.004
"""What ends so near to the edge of a counter, as a share of its side, goes on in the bleed."""

CROSS_MM = 10.0
"""How far the arms of a cross of the test page reach."""

TICK_MM = 0.5
"""The marks of its rulers are so far apart."""

NUMBERS_MM = (-8.0, -4.0, 4.0, 8.0)
"""What is written on them."""

INSET_MM = 32.0
"""How far the outer crosses stand from the edges of the paper."""


@dataclass(frozen=True)
class Job:
    """What is printed: a title, the plan, every piece by its number, and the faces."""

    title: str
    plan: Plan
    pieces: Sequence[Piece]
    faces: PieceFaces


def _tr(text: str) -> str:
    return QCoreApplication.translate("CounterSheets", text)


def in_millimetres(painter: QPainter, dots_per_inch: float) -> None:
    """Makes one unit of a painter one millimetre."""
    painter.scale(dots_per_inch / MM_PER_INCH, dots_per_inch / MM_PER_INCH)


def write_sheets(job: Job, out: Path, on_progress: Callable[[float], None]) -> None:
    """Writes all pages as PDF; the old file stays until the new one is whole. Raises OSError."""
    with replaced(out) as temporary:
        writer = pdf_file(temporary, job.title, DPI, QSizeF(*job.plan.page))
        with painting(writer) as painter:
            in_millimetres(painter, DPI)
            for done in paint_pages(painter, job, writer):
                on_progress(done)
        # The file is whole when its writer has gone.
        del writer
    on_progress(1.0)


def write_test(wish: SheetWish, title: str, out: Path) -> None:
    """Writes the two pages that show how far fronts and backs of a printer are apart. Raises WrongUse and OSError."""
    page = crosses_page(wish)
    with replaced(out) as temporary:
        writer = pdf_file(temporary, title, DPI, QSizeF(*page))
        with painting(writer) as painter:
            in_millimetres(painter, DPI)
            paint_tests(painter, wish, page, writer)
        del writer


def crosses_page(wish: SheetWish) -> tuple[float, float]:
    """The paper of a test page as it lies. Raises WrongUse."""
    paper = check(wish)
    return (paper.height, paper.width) if wish.turn == "landscape" else (paper.width, paper.height)


def paint_pages(painter: QPainter, job: Job, device: QPagedPaintDevice, only: Sequence[int] = ()) -> Iterator[float]:
    """Paints the pages one after the other, all of them or some; yields the share done. Raises OSError."""
    pages = [job.plan.pages[number] for number in only] if only else list(job.plan.pages)
    for number, page in enumerate(pages):
        if number:
            next_page(device)
        for share in paint_page(painter, job, page):
            yield (number + share) / len(pages)


def next_page(device: QPagedPaintDevice) -> None:
    """Begins a page. Raises OSError."""
    if not device.newPage():
        raise OSError("Qt could not begin the next page.")


def paint_page(painter: QPainter, job: Job, page: PageOf) -> Iterator[float]:
    """Paints one page; yields the share done now and then."""
    places = list(job.plan.places(page))
    for first in range(0, len(places), SLICE):
        paint_places(painter, job, places[first : first + SLICE])
        yield first / len(places)
    paint_frame(painter, job, page)
    yield 1.0


def paint_places(painter: QPainter, job: Job, places: Sequence[tuple[int, Place, bool]]) -> None:
    """Paints some counters of a page."""
    for number, place, back in places:
        paint_place(painter, place, job.faces.face(job.pieces[number], back))
        if job.plan.wish.lines:
            painter.setPen(QPen(LINE, MARK_MM))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(_rect(place.square))


def paint_place(painter: QPainter, place: Place, face: Face) -> None:
    """Paints one side of a counter where it is printed, and what of it goes on around it."""
    square, bleed = place.square, place.bleed
    painter.save()
    painter.translate(*place.middle)
    if place.upturned:
        painter.rotate(180)
        bleed = type(bleed)(bleed.right, bleed.bottom, bleed.left, bleed.top)
    inner = QRectF(-square.width / 2, -square.height / 2, square.width, square.height)
    if any(bleed):
        outer = inner.adjusted(-bleed.left, -bleed.top, bleed.right, bleed.bottom)
        paint_face(painter, outer, _around(face, inner, outer), px=float("inf"), trimmed=True)
    paint_face(painter, inner, face, px=float("inf"), trimmed=True)
    painter.restore()


def _around(face: Face, inner: QRectF, outer: QRectF) -> Face:
    """What is printed around a counter: its ground, and bands that reach its edge."""
    parts = []
    for part in face.parts:
        left, top, width, height = part.area
        right, bottom = left + width, top + height
        if part.form != "box" or not part.fill or part.turn or part.round:
            continue
        if min(left, top) > AT_EDGE and max(right, bottom) < 1 - AT_EDGE:
            continue
        x0 = outer.left() if left <= AT_EDGE else inner.left() + left * inner.width()
        y0 = outer.top() if top <= AT_EDGE else inner.top() + top * inner.height()
        x1 = outer.right() if right >= 1 - AT_EDGE else inner.left() + right * inner.width()
        y1 = outer.bottom() if bottom >= 1 - AT_EDGE else inner.top() + bottom * inner.height()
        area = (
            (x0 - outer.left()) / outer.width(),
            (y0 - outer.top()) / outer.height(),
            (x1 - x0) / outer.width(),
            (y1 - y0) / outer.height(),
        )
        parts.append(FacePart("box", area, fill=part.fill))
    return replace(face, parts=tuple(parts))


def paint_frame(painter: QPainter, job: Job, page: PageOf) -> None:
    """Paints what stands around the counters of a page: marks, the fold, names of groups, what the page is."""
    plan = job.plan
    painter.setPen(QPen(INK, MARK_MM, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawLines([_line(stroke) for stroke in plan.marks(page)])
    if plan.fold is not None:
        pen = QPen(INK, MARK_MM, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
        # Dashes are measured in widths of the pen.
        pen.setDashPattern([2.0 / MARK_MM, 1.5 / MARK_MM])
        painter.setPen(pen)
        painter.drawLine(_line(plan.fold))
    if page.face != "back":
        for heading in plan.leaves[page.leaf].headings:
            write_words(painter, _rect(heading.room), heading.title, 0.8 * heading.room.height, bold=True, left=True)
    room = plan.words_room(page)
    if room is not None:
        write_words(painter, _rect(room), page_words(job, page), WORDS_MM)


def page_words(job: Job, page: PageOf) -> str:
    """What a page is: the title, which sheet, which side."""
    faces = {"front": _tr("fronts"), "back": _tr("backs"), "both": _tr("fold on the dashed line")}
    parts = (job.title, page.leaf + 1, len(job.plan.leaves), faces[page.face])
    return _tr("%s   ·   sheet %d of %d   ·   %s") % parts


def _rect(part: Part) -> QRectF:
    return QRectF(part.left, part.top, part.width, part.height)


def _line(stroke: Stroke) -> QLineF:
    return QLineF(stroke.x0, stroke.y0, stroke.x1, stroke.y1)


# The test page ------------------------------------------------------------------------------------------------------------


def cross_points(page: tuple[float, float]) -> dict[str, tuple[float, float]]:
    """Where crosses stand on the front of the test page, by their letters."""
    wide, high = page
    x, y = min(INSET_MM, wide / 4), min(INSET_MM, high / 4)
    return {"A": (x, y), "B": (wide - x, y), "C": (wide / 2, high / 2), "D": (x, high - y), "E": (wide - x, high - y)}


def paint_tests(painter: QPainter, wish: SheetWish, page: tuple[float, float], device: QPagedPaintDevice) -> None:
    """Paints both pages of the test. Raises OSError."""
    paint_test(painter, wish, page, back=False)
    next_page(device)
    paint_test(painter, wish, page, back=True)


def paint_test(painter: QPainter, wish: SheetWish, page: tuple[float, float], *, back: bool) -> None:
    """Paints one page of the test: crosses with rulers, those of the back as far off as backs are moved now."""
    turning = turning_of(replace(wish, backs="long" if wish.backs not in ("long", "short") else wish.backs), page)
    for letter, (x, y) in cross_points(page).items():
        _paint_cross(painter, QPointF(*(turning.point(x, y) if back else (x, y))), letter)
    for number, words in enumerate(cross_words(wish, back=back)):
        high = 2 * WORDS_MM
        top = page[1] / 2 + 1.6 * CROSS_MM + number * 1.2 * high
        write_words(painter, QRectF(page[0] * 0.08, top, page[0] * 0.84, high), words, 1.3 * WORDS_MM, bold=not number)


def cross_words(wish: SheetWish, *, back: bool) -> tuple[str, ...]:
    """What the test page says to whoever holds it."""
    edge = _tr("the short edge") if wish.backs == "short" else _tr("the long edge")
    if not back:
        return (
            _tr("Front"),
            _tr("Print both pages on one sheet that turns over %s, at 100 %%, and read on at the back.") % edge,
        )
    right, down = (f"{each:g}".replace("-", "−") for each in wish.offset)
    return (
        _tr("Back"),
        _tr("Look at this side against the light: where do the crosses of the front stand on these rulers?"),
        _tr("To the right and down counts as plus. Add the millimetres to the offset of the backs."),
        _tr("The offset is now %(right)s mm to the right and %(down)s mm down.") % {"right": right, "down": down},
    )


def _paint_cross(painter: QPainter, at: QPointF, letter: str) -> None:
    painter.save()
    painter.translate(at)
    painter.setPen(QPen(INK, MARK_MM, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    lines = [QLineF(-CROSS_MM, 0, CROSS_MM, 0), QLineF(0, -CROSS_MM, 0, CROSS_MM)]
    steps = round(CROSS_MM / TICK_MM)
    for step in range(-steps + 1, steps):
        long = 1.6 if step % 4 == 0 else 1.0 if step % 2 == 0 else 0.6
        where = step * TICK_MM
        if step:
            lines += (QLineF(where, 0, where, long), QLineF(0, where, long, where))
    painter.drawLines(lines)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(0, 0), TICK_MM, TICK_MM)
    for where in NUMBERS_MM:
        words = f"{where:+g}".replace("-", "−")
        write_words(painter, QRectF(where - 1.6, 1.7, 3.2, 1.6), words, 1.5)
        write_words(painter, QRectF(1.8, where - 0.8, 3.2, 1.6), words, 1.5)
    write_words(painter, QRectF(-CROSS_MM, -CROSS_MM, CROSS_MM - 2, CROSS_MM - 2), letter, 4.0, bold=True)
    painter.restore()
