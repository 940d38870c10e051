"""A laid out chart in a view: cells with their origins, the chance of success where a roll is needed, and copies for others."""

import csv
import io
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QAction, QBrush, QColor, QGuiApplication, QKeySequence, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.panels.charts.grid import Grid, GridCell
from app.panels.charts.words import percent
from app.panels.tints import tints
from app.widgets.themes import show_lines

CELL = Qt.ItemDataRole.UserRole
"""Role of the GridCell itself."""

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
_EMPTY = Grid("", (), (), ())
_PAD = 4
_MOST_LABEL_LETTERS, _MOST_LABEL_SHARE = 30, 0.45
"""How wide the labels of rows may be: in letters, and as a share of the whole."""


class ChartModel(QAbstractTableModel):
    """A laid out chart for a view. Cells of another origin carry its letter and a wash: one for what the rules vouch for, one
    for what they do not.
    """

    def __init__(self) -> None:
        super().__init__()
        self.grid = _EMPTY
        self._firm = self._doubtful = QBrush()

    def show_grid(self, grid: Grid, palette: QPalette) -> None:
        """Replaces everything."""
        self.beginResetModel()
        own, self.grid = tints(palette), grid
        self._firm, self._doubtful = QBrush(QColor(own.chip)), QBrush(QColor(own.undecided_wash))
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        """Rows of the chart."""
        return 0 if parent.isValid() else len(self.grid.rows)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        """Columns of the chart."""
        return 0 if parent.isValid() else len(self.grid.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What the view asks for."""
        if not index.isValid():
            return None
        cell = self.grid.cells[index.row()][index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{cell.text}{cell.mark}"
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return cell.tip
            case Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignCenter
            case Qt.ItemDataRole.BackgroundRole if cell.mark:
                return self._doubtful if cell.doubtful else self._firm
            case role if role == CELL:
                return cell
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The labels of columns and rows."""
        labels = self.grid.columns if orientation == Qt.Orientation.Horizontal else self.grid.rows
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole) and 0 <= section < len(labels):
            return labels[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and orientation == Qt.Orientation.Vertical:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None


def shown_text(cell: GridCell) -> str:
    """What a cell shows: its text with its letter, and the chance in percent where a roll is needed."""
    chance = "" if cell.chance is None else f"  {percent(cell.chance)}"
    return f"{cell.text}{cell.mark}{chance}"


class _NeededDelegate(QStyledItemDelegate):
    """Cells that say what must be rolled have the chance of it in percent, and as a bar at their foot."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell = index.data(CELL)
        super().paint(painter, option, index)
        if not isinstance(cell, GridCell) or cell.chance is None:
            return
        rect, palette = QRectF(option.rect), option.palette
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        colour = palette.color(QPalette.ColorRole.HighlightedText) if selected else QColor(tints(palette).accent)
        height = max(3.0, rect.height() * 0.12)
        foot = QRectF(rect.left() + _PAD, rect.bottom() - height - 2, rect.width() - 2 * _PAD, height)
        painter.save()
        painter.setPen(colour)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(foot)
        painter.fillRect(QRectF(foot.left(), foot.top(), foot.width() * float(cell.chance), foot.height()), colour)
        painter.restore()

    def displayText(self, value: Any, locale: Any) -> str:
        return str(value)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        cell = index.data(CELL)
        if isinstance(cell, GridCell) and cell.chance is not None:
            option.text = shown_text(cell)
            option.displayAlignment = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop


class ChartTable(QTableView):
    """The view. Ctrl+C copies the selected cells with their heads, the whole chart when one cell or none is selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart = ChartModel()
        self.setModel(self.chart)
        self.setItemDelegate(_NeededDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setAlternatingRowColors(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setCornerButtonEnabled(False)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
            header.setMinimumSectionSize(header.fontMetrics().height())
            # What is cut is told whole as a tooltip.
            header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.copy_action = QAction(self.tr("Copy as text"), self)
        self.copy_action.setShortcut(QKeySequence.StandardKey.Copy)
        self.copy_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.copy_action.triggered.connect(self.copy_text)
        self.csv_action = QAction(self.tr("Copy as CSV"), self)
        self.csv_action.triggered.connect(self.copy_csv)
        self.addActions([self.copy_action, self.csv_action])
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Labels of rows leave the columns more than half of the room."""
        letters = self.fontMetrics().averageCharWidth() * _MOST_LABEL_LETTERS
        self.verticalHeader().setMaximumWidth(min(letters, round(_MOST_LABEL_SHARE * self.width())))
        super().resizeEvent(event)

    def initViewItemOption(self, option: QStyleOptionViewItem) -> None:
        """How cells look, and the lines between them."""
        super().initViewItemOption(option)
        show_lines(option)

    def show_grid(self, grid: Grid, name: str) -> None:
        """Shows another table under a name for screen readers."""
        self.chart.show_grid(grid, self.palette())
        self.setAccessibleName(name)
        self.fit()

    def fit(self) -> None:
        """Columns as wide and rows as high as their words ask; Qt would ask the delegate of every cell twice, which is slow."""
        grid, metrics = self.chart.grid, self.fontMetrics()
        heads = self.horizontalHeader().fontMetrics()
        for number, label in enumerate(grid.columns):
            widths = [metrics.horizontalAdvance(shown_text(row[number])) for row in grid.cells]
            self.setColumnWidth(number, max([heads.horizontalAdvance(label), *widths]) + 4 * _PAD)
        needed = any(cell.chance is not None for row in grid.cells for cell in row)
        self.verticalHeader().setDefaultSectionSize(round(metrics.height() * (1.75 if needed else 1.35)))

    def lines(self) -> list[list[str]]:
        """What is copied: the selected cells with their heads, or all."""
        chosen = self.selectionModel().selectedIndexes()
        if len(chosen) < 2:
            return list(self.chart.grid.lines())
        rows, columns = sorted({each.row() for each in chosen}), sorted({each.column() for each in chosen})
        grid = self.chart.grid
        head = [grid.corner, *(grid.columns[column] for column in columns)]
        return [head, *([grid.rows[row], *(grid.cells[row][column].text for column in columns)] for row in rows)]

    def copy_text(self) -> None:
        """Puts the table on the clipboard as lines with tabs, which every spreadsheet takes."""
        text = "\n".join("\t".join(line) for line in self.lines())
        QGuiApplication.clipboard().setText(text)

    def copy_csv(self) -> None:
        """Puts the table on the clipboard as comma-separated values."""
        written = io.StringIO()
        csv.writer(written, lineterminator="\n").writerows(self.lines())
        QGuiApplication.clipboard().setText(written.getvalue())
