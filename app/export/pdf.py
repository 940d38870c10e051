"""Pages of PDF files, and words in their margins; light enough for the window."""

from pathlib import Path

from PySide6.QtCore import QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPageLayout, QPageSize, QPainter, QPdfWriter

WORDS_MM = 2.6
"""The height of the words in the margins."""

INK = QColor(0, 0, 0)

_FONT_PX = 100


def pdf_file(out: Path, title: str, dpi: int, mm: QSizeF) -> QPdfWriter:
    """A PDF file of pages of so many millimetres without margins of its own. Fonts are embedded by what is used of them."""
    writer = QPdfWriter(str(out))
    writer.setResolution(dpi)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(mm, QPageSize.Unit.Millimeter, title, QPageSize.SizeMatchPolicy.ExactMatch),
            QPageLayout.Orientation.Portrait,
            QMarginsF(),
        )
    )
    writer.setTitle(title)
    writer.setCreator("Phaseline")
    return writer


def _font(mm: float, bold: bool = False) -> QFont:
    """A font whose letters are so many millimetres high where one unit is one millimetre; Qt wants whole pixels."""
    font = QFont("DejaVu Sans")
    font.setPixelSize(_FONT_PX)
    font.setBold(bold)
    return font


def write_words(
    painter: QPainter, room: QRectF, words: str, mm: float = WORDS_MM, bold: bool = False, left: bool = False
) -> None:
    """Words in the middle of a room or at its left, in one line, as high as asked or as fits; one unit is one millimetre."""
    painter.save()
    painter.setPen(INK)
    painter.setFont(_font(mm, bold))
    needed = painter.fontMetrics().horizontalAdvance(words) / _FONT_PX
    size = min(mm, room.width() / needed if needed > 0 else mm)
    painter.translate(room.center())
    painter.scale(size / _FONT_PX, size / _FONT_PX)
    wide, high = room.width() / size * _FONT_PX, room.height() / size * _FONT_PX
    across = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignHCenter
    painter.drawText(QRectF(-wide / 2, -high / 2, wide, high), Qt.AlignmentFlag.AlignVCenter | across, words)
    painter.restore()
