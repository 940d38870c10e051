"""The headings of the units grid: columns below the kinds that print them, rows with the counter in front."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPalette, QPen
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionHeader, QTableView

from app.counters.pixmaps import FacePixmaps
from app.dialogs.units.model import UnitsModel
from app.widgets.themes import is_dark
from core.rules.kernel.looks import face_of

NAME_LETTERS = 14
"""Letters of names that stand beside the counters."""

MOST_BYTES = 16 * 1024 * 1024
"""Memory for pictures of the rows in view."""


class GroupedHeader(QHeaderView):
    """Titles of columns, and above them, once for all that stand together, which kinds print them."""

    def __init__(self, view: QTableView, model: UnitsModel) -> None:
        super().__init__(Qt.Orientation.Horizontal, view)
        self._units = model
        self.setSectionsClickable(True)
        self.setSortIndicatorShown(True)
        self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSectionsMovable(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setMinimumSectionSize(self.fontMetrics().averageCharWidth() * 4)

    @property
    def _band(self) -> int:
        return self.fontMetrics().height() * 5 // 4

    def _option(self, rect: QRect, section: int) -> QStyleOptionHeader:
        """How a title is drawn. Qt's own way asks all rows whether the whole column is chosen."""
        option = QStyleOptionHeader()
        self.initStyleOption(option)
        metrics, gap = self.fontMetrics(), 2 * self.fontMetrics().averageCharWidth()
        title = self._units.columns[section].title
        option.rect, option.section = rect, section
        option.text = metrics.elidedText(title, Qt.TextElideMode.ElideRight, rect.width() - gap // 2)
        option.textAlignment = self.defaultAlignment()
        option.position = QStyleOptionHeader.SectionPosition.Middle
        option.state |= QStyle.StateFlag.State_Raised
        if section == self.sortIndicatorSection():
            rising = self.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder
            arrows = QStyleOptionHeader.SortIndicator
            option.sortIndicator = arrows.SortDown if rising else arrows.SortUp
            option.text = metrics.elidedText(title, Qt.TextElideMode.ElideRight, rect.width() - 2 * gap)
        return option

    def sizeHint(self) -> QSize:
        """Room for both lines."""
        hint = super().sizeHint()
        return QSize(hint.width(), hint.height() + self._band)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """The title of a column, and its part of the heading above."""
        columns = self._units.columns
        if not 0 <= section < len(columns):
            return
        band = self._band
        painter.save()
        self.style().drawControl(
            QStyle.ControlElement.CE_Header, self._option(rect.adjusted(0, band, 0, 0), section), painter, self
        )
        painter.restore()
        group, first, last = columns[section].group, section, section
        while first > 0 and columns[first - 1].group == group:
            first -= 1
        while last + 1 < len(columns) and columns[last + 1].group == group:
            last += 1
        left = self.sectionViewportPosition(first)
        right = self.sectionViewportPosition(last) + self.sectionSize(last)
        colours = self.palette()
        ground = colours.color(QPalette.ColorRole.Midlight if is_dark(colours) else QPalette.ColorRole.Mid)
        own = QRect(rect.left(), rect.top(), rect.width(), band)
        painter.save()
        painter.setClipRect(own)
        painter.fillRect(own, ground)
        painter.setPen(QPen(colours.color(QPalette.ColorRole.Window), 1))
        painter.drawLine(right - 1, own.top(), right - 1, own.bottom())
        painter.setPen(colours.color(QPalette.ColorRole.ButtonText))
        gap = self.fontMetrics().averageCharWidth() // 2
        # A heading that begins left of what is seen stands where it is seen.
        room = QRect(max(left, 0) + gap, own.top(), right - max(left, 0) - 2 * gap, band)
        words = self.fontMetrics().elidedText(group, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()


class CounterHeader(QHeaderView):
    """The counters in front of their rows, as pictures with their names. Only those in view are drawn."""

    def __init__(self, view: QTableView, model: UnitsModel) -> None:
        super().__init__(Qt.Orientation.Vertical, view)
        self._units = model
        self._pixmaps = FacePixmaps(MOST_BYTES)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setDefaultSectionSize(self.fontMetrics().height() * 2)
        self.setSectionsClickable(True)
        self.setAccessibleName(self.tr("Counters"))

    def sizeHint(self) -> QSize:
        """Room for a picture and some letters; the rows are not asked, for there may be thousands."""
        return QSize(self.defaultSectionSize() + NAME_LETTERS * self.fontMetrics().averageCharWidth(), 0)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """The picture of a counter and its name; bold where cells of the row are chosen."""
        counter = self._units.counter(section)
        if counter is None:
            return
        colours = self.palette()
        gap = self.fontMetrics().averageCharWidth() // 2
        side = rect.height() - 2
        face = face_of(self._units.ruleset, self._units.oob, counter, 1 if self._units.back else 0)
        painter.save()
        painter.fillRect(rect, colours.color(QPalette.ColorRole.Button))
        painter.setPen(colours.color(QPalette.ColorRole.Light if is_dark(colours) else QPalette.ColorRole.Mid))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.drawLine(rect.topRight(), rect.bottomRight())
        picture = self._pixmaps.pixmap(face, side, self.devicePixelRatioF())
        painter.drawPixmap(QRectF(rect.left() + gap, rect.top() + 1, side, side).topLeft(), picture)
        font = painter.font()
        font.setBold(self.selectionModel().rowIntersectsSelection(section))
        painter.setFont(font)
        painter.setPen(colours.color(QPalette.ColorRole.ButtonText))
        room = rect.adjusted(side + 2 * gap, 0, -gap, 0)
        words = painter.fontMetrics().elidedText(self._units.called(counter), Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()
