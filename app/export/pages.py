"""A map over many pages of a PDF, with an overlap, cut marks, labels and a page that shows how they lie together."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPdfWriter, QPen, QTransform

from app.canvas.layers import Exposure
from app.canvas.painters import painting
from app.export.groups import PdfGroups
from app.export.limits import MM_PER_INCH, SCREEN_DPI
from app.export.page import OnProgress, Page, keep_groups, pdf_writer
from app.export.paper import MARK_ROOM_MM, SEAM, PageCut, PageWish, Part, Tiling, tile
from app.export.pdf import INK, WORDS_MM, write_words

MARK_MM = 0.2
"""The width of a cut mark."""

MARK_GAP_MM = 1.0
"""What a cut mark keeps from the map."""

LABEL_SHARE = 0.22
"""The height of a label on the overview as a share of the smaller side of its page there."""


def write_pages(page: Page, wish: PageWish, out: Path, on_progress: OnProgress) -> None:
    """Writes the map over pages, the overview first. Raises WrongUse as `tile` does."""
    tiling = tile((page.mm.width(), page.mm.height()), wish)
    cuts = list(tiling.cuts())
    writer = pdf_writer(out, page, QSizeF(*tiling.page))
    dots = writer.resolution() / MM_PER_INCH
    total = len(cuts) + wish.overview
    groups = PdfGroups()
    with painting(writer) as painter:
        done = 0
        if wish.overview:
            _paint_overview(painter, page, tiling, cuts, dots, groups)
            done += 1
            on_progress(done / total)
        for cut in cuts:
            if done:
                _next_page(writer)
            painter.save()
            _paint_page(painter, page, tiling, cut, dots, groups)
            painter.restore()
            done += 1
            on_progress(done / total)
    # The file is whole when its writer has gone.
    del writer
    keep_groups(out, groups)


def _next_page(writer: QPdfWriter) -> None:
    if not writer.newPage():
        raise OSError("Qt could not begin the next page of the PDF file.")


def _paint_map(
    painter: QPainter, page: Page, shown: Part, at: QPointF, mm_scale: float, dots: float, groups: PdfGroups
) -> None:
    """Paints a part of the map (in its millimetres) with its corner at a point of the paper, `mm_scale` times as large."""
    per_unit = page.mm_per_unit * mm_scale * dots
    left, top = page.scene.bounds[:2]
    x, y = left + shown.left / page.mm_per_unit, top + shown.top / page.mm_per_unit
    span = (x, y, x + shown.width / page.mm_per_unit, y + shown.height / page.mm_per_unit)
    painter.save()
    painter.setTransform(QTransform(per_unit, 0, 0, per_unit, at.x() * dots - x * per_unit, at.y() * dots - y * per_unit))
    painter.setClipRect(QRectF(x, y, span[2] - x, span[3] - y))
    page.scene.paint(painter, page.layers, Exposure(span, per_unit, dots * MM_PER_INCH / SCREEN_DPI), groups.group)
    painter.restore()


def _paint_page(painter: QPainter, page: Page, tiling: Tiling, cut: PageCut, dots: float, groups: PdfGroups) -> None:
    margin = tiling.wish.margin
    _paint_map(painter, page, cut.shown, QPointF(margin, margin), 1.0, dots, groups)
    # Layers that clip for themselves may have painted beyond the part that is shown.
    painter.scale(dots, dots)
    width, height = tiling.page
    area = QRectF(margin, margin, cut.shown.width, cut.shown.height)
    for rest in (
        QRectF(0, 0, width, area.top()),
        QRectF(0, area.bottom(), width, height - area.bottom()),
        QRectF(0, 0, area.left(), height),
        QRectF(area.right(), 0, width - area.right(), height),
    ):
        painter.fillRect(rest, Qt.GlobalColor.white)
    if not tiling.marks:
        return
    if tiling.wish.cut_marks:
        kept = QRectF(
            margin + cut.kept.left - cut.shown.left, margin + cut.kept.top - cut.shown.top, cut.kept.width, cut.kept.height
        )
        painter.setPen(QPen(INK, MARK_MM, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLines(_marks(kept, area, margin))
    if tiling.wish.labels:
        write_words(painter, QRectF(margin, area.bottom(), area.width(), height - area.bottom()), _foot(page, tiling, cut))


def _marks(kept: QRectF, area: QRectF, margin: float) -> list[QLineF]:
    """A pair of strokes in the margin at each corner of what is kept, in line with its sides."""
    long = min(margin - 2 * MARK_GAP_MM, MARK_ROOM_MM)
    found = []
    for x in (kept.left(), kept.right()):
        found.append(QLineF(x, area.top() - MARK_GAP_MM - long, x, area.top() - MARK_GAP_MM))
        found.append(QLineF(x, area.bottom() + MARK_GAP_MM, x, area.bottom() + MARK_GAP_MM + long))
    for y in (kept.top(), kept.bottom()):
        found.append(QLineF(area.left() - MARK_GAP_MM - long, y, area.left() - MARK_GAP_MM, y))
        found.append(QLineF(area.right() + MARK_GAP_MM, y, area.right() + MARK_GAP_MM + long, y))
    return found


def _foot(page: Page, tiling: Tiling, cut: PageCut) -> str:
    words = QCoreApplication.translate("Pages", "%s   ·   page %s   ·   column %d of %d, row %d of %d")
    return words % (page.title, cut.label, cut.column + 1, tiling.columns, cut.row + 1, tiling.rows)


def _paint_overview(painter: QPainter, page: Page, tiling: Tiling, cuts: list[PageCut], dots: float, groups: PdfGroups) -> None:
    """The whole map, small, with the pages' seams and labels."""
    edge = max(tiling.wish.margin, MARK_ROOM_MM)
    head = 4 * WORDS_MM
    room = QRectF(edge, edge + head, tiling.page[0] - 2 * edge, tiling.page[1] - 2 * edge - head)
    wide, high = tiling.map_size
    scale = min(room.width() / wide, room.height() / high, 1.0)
    at = QPointF(room.left() + (room.width() - wide * scale) / 2, room.top())
    _paint_map(painter, page, Part(0.0, 0.0, wide, high), at, scale, dots, groups)
    painter.save()
    painter.scale(dots, dots)
    words = QCoreApplication.translate("Pages", "%s: %d pages of %s, cut and laid edge to edge")
    write_words(
        painter, QRectF(edge, edge, room.width(), head), words % (page.title, len(cuts), tiling.paper.title), 1.4 * WORDS_MM
    )
    for cut in cuts:
        kept = QRectF(
            at.x() + cut.kept.left * scale, at.y() + cut.kept.top * scale, cut.kept.width * scale, cut.kept.height * scale
        )
        painter.setPen(QPen(QColor(SEAM), 2 * MARK_MM))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(kept)
        size = LABEL_SHARE * min(kept.width(), kept.height())
        plate = QRectF(0, 0, 2.4 * size, 1.4 * size)
        plate.moveCenter(kept.center())
        painter.fillRect(plate, QColor(255, 255, 255, 200))
        write_words(painter, plate, cut.label, size, bold=True)
    painter.restore()
