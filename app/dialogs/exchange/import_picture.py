"""A picture of a map as an import would leave it: what is new in full colour, what was there faintly."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.canvas.looks import Looks
from core.interop.preview import ImportPreview, Stroke

FAINT = 0.35
"""How much of what was there before is seen."""


class ImportPicture(QWidget):
    """Shows a preview; nothing without one."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._preview: ImportPreview | None = None
        self._shapes: list[tuple[Stroke, QPolygonF]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Picture of the map after the import"))

    def sizeHint(self) -> QSize:
        """Room for a whole map."""
        return QSize(56 * self.fontMetrics().averageCharWidth(), 24 * self.fontMetrics().height())

    def show_preview(self, preview: ImportPreview | None) -> None:
        """Shows another preview; nothing for None."""
        self._preview = preview
        self._shapes = []
        if preview is not None:
            # North is up on paper and down in pixels.
            self._shapes = [(each, QPolygonF([QPointF(x, -y) for x, y in each.points])) for each in preview.strokes]
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints paper, areas, lines and dots."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._preview is None:
            painter.setPen(self.palette().placeholderText().color())
            text = self.tr("The picture appears when the file has been read.")
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)
            return
        x0, y0, x1, y1 = self._preview.edge
        paper = QRectF(x0, -y1, x1 - x0, y1 - y0)
        margin = self.fontMetrics().averageCharWidth()
        room = QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)
        scale = min(room.width() / paper.width(), room.height() / paper.height())
        painter.translate(room.center())
        painter.scale(scale, scale)
        painter.translate(-paper.center())
        painter.fillRect(paper, self._looks.style.paper.colour)
        painter.setClipRect(paper)
        for stroke, shape in sorted(self._shapes, key=lambda each: each[0].section != "areas"):
            painter.setOpacity(1.0 if stroke.new else FAINT)
            self._paint(painter, stroke, shape, scale)
        painter.setOpacity(1.0)
        painter.setClipping(False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_pen(self._looks.style.paper.frame.colour, 1.0))
        painter.drawRect(paper)

    def _paint(self, painter: QPainter, stroke: Stroke, shape: QPolygonF, scale: float) -> None:
        looks = self._looks
        if stroke.section == "areas":
            look = looks.area(stroke.terrain)
            painter.setPen(_pen(look.outline.colour if look.outline else look.fill, 1.0))
            painter.setBrush(look.fill)
            painter.drawPolygon(shape)
        elif stroke.section in ("contours", "paths"):
            line = looks.style.contours.plain if stroke.section == "contours" else looks.path(stroke.terrain).core
            width = 1.0 if stroke.section == "contours" else 2.0
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(_pen(line.colour, width))
            painter.drawPolyline(shape)
        else:
            colour = looks.hex(stroke.terrain).fill if stroke.section == "hexes" else looks.style.numbers.letters.colour
            radius = 0.35 if stroke.section == "hexes" else 2.0 / scale
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(shape.at(0), radius, radius)


def _pen(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    return pen
