"""A picture of the corners of a hex grid with its numbers, as they are being set."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.canvas.letters import font_of
from app.canvas.style import load_style
from app.canvas.transform import HEX, MapTransform
from core.geometry.labels import lettered
from core.geometry.layout import CORNERS, SheetFrame, plane_centre, to_plane
from core.model.maps import Grid

WHOLE_COLUMNS, WHOLE_ROWS = 6, 4
"""A grid up to this size is shown whole; of a larger one, so many columns and rows around its four corners."""


class GridPreview(QWidget):
    """Shows the first and last columns and rows of a grid, with a gap where the others would be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid: Grid | None = None
        self._letter = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(self.sizeHint() / 2)
        self.setAccessibleName(self.tr("Picture of the grid"))

    def sizeHint(self) -> QSize:
        """Room for numbers that can be read."""
        return QSize(44 * self.fontMetrics().averageCharWidth() * 2, 26 * self.fontMetrics().height())

    def show_grid(self, grid: Grid | None, letter: str = "") -> None:
        """Shows another grid; nothing for None. The letter stands before each number."""
        self._grid, self._letter = grid, letter
        self.update()

    @property
    def shown(self) -> dict[tuple[int, int], str]:
        """The cells that are shown, with their numbers."""
        if self._grid is None:
            return {}
        text = self._grid.numbering.text
        return {
            (column, row): lettered(self._letter, text(column, row))
            for column, _ in _picked(self._grid.columns, WHOLE_COLUMNS)
            for row, _ in _picked(self._grid.rows, WHOLE_ROWS)
        }

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the paper, the hexes and the numbers in the colours of the map."""
        style = load_style()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), style.paper.colour)
        if self._grid is None:
            return
        transform = MapTransform(self._grid.orientation)
        frame = SheetFrame.place(self._grid.raised, self._grid.orientation)
        hexes = self._hexes(transform, frame)
        bounds = QRectF()
        for polygon, _, _ in hexes:
            bounds = bounds.united(polygon.boundingRect())
        room = QRectF(self.rect()).adjusted(8, 8, -8, -8)
        scale = min(room.width() / bounds.width(), room.height() / bounds.height())
        painter.translate(room.center())
        painter.scale(scale, scale)
        painter.translate(-bounds.center())
        pen = QPen(style.grid.line.colour, style.grid.line.width)
        pen.setCosmetic(True)
        painter.setPen(pen)
        for polygon, _, _ in hexes:
            painter.drawPolygon(polygon)
        painter.setPen(style.numbers.letters.colour)
        painter.setFont(_fitting(font_of(style.numbers.letters, 30), [text for _, _, text in hexes]))
        for _, middle, text in hexes:
            cell = QRectF(middle.x() - HEX / 2, middle.y() - HEX / 2, HEX, HEX)
            painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, text)

    def _hexes(self, transform: MapTransform, frame: SheetFrame) -> list[tuple[QPolygonF, QPointF, str]]:
        """Outlines, centres and numbers of the hexes, those behind a gap moved together."""
        assert self._grid is not None
        labels = self.shown
        found = []
        for column, column_at in _picked(self._grid.columns, WHOLE_COLUMNS):
            for row, row_at in _picked(self._grid.rows, WHOLE_ROWS):
                x, y = plane_centre(frame.hex(column_at, row_at))
                outline = [to_plane(corner) for corner in CORNERS]
                polygon = QPolygonF([transform.to_scene((x + dx, y + dy)) for dx, dy in outline])
                found.append((polygon, transform.to_scene((x, y)), labels[column, row]))
        return found


def _picked(count: int, whole: int) -> Sequence[tuple[int, int]]:
    """The numbers to show of 1 to `count`, each with the number in whose place it is shown.

    Columns behind the gap keep whether their number is odd, for that says which of them are raised.

    >>> _picked(3, 8)
    [(1, 1), (2, 2), (3, 3)]
    >>> _picked(40, 4)
    [(1, 1), (2, 2), (39, 5), (40, 6)]
    """
    if count <= whole:
        return [(number, number) for number in range(1, count + 1)]
    half = whole // 2
    # An even number is left out, and the one or two places that stay empty are the gap that is seen.
    left_out = (count - whole - 1) // 2 * 2
    first = [(number, number) for number in range(1, half + 1)]
    return [*first, *((number, number - left_out) for number in range(count - half + 1, count + 1))]


def _fitting(font: QFont, texts: Sequence[str]) -> QFont:
    """The font, made smaller until the longest of some texts has room in a hex."""
    widest = max((QFontMetricsF(font).horizontalAdvance(text) for text in texts), default=0.0)
    room = 0.82 * HEX
    if widest > room:
        font = QFont(font)
        font.setPixelSize(max(1, int(font.pixelSize() * room / widest)))
    return font
