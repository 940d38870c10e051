"""The view of a ruling's table: rows name hexes, by mouse and by keyboard."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QSizePolicy, QTableView, QWidget

from app.panels.tables import HEXES, Index, TableModel

MOST_ROWS = 14
"""Rows shown before the table scrolls in itself."""

FEWEST_ROWS = 5
"""Rows for which a table has room that takes what there is."""


class RowsTable(QTableView):
    """As high as its rows, or with `fills` as high as there is room for them. `named` carries the hexes of the row under mouse
    or cursor, `activated_hexes` of a row opened; `fitted` tells that other columns are left out than before."""

    named = Signal(object)
    activated_hexes = Signal(object)
    fitted = Signal()

    def __init__(self, rows: TableModel, parent: QWidget | None = None, *, fills: bool = False) -> None:
        super().__init__(parent)
        self._rows, self._fills = rows, fills
        self._rooms: dict[tuple[object, ...], int] = {}
        self.left_out: frozenset[int] = frozenset()
        self.setModel(rows)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        high = QSizePolicy.Policy.Expanding if fills else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, high)
        self.verticalHeader().setVisible(False)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.horizontalHeader().setMinimumSectionSize(20)
        self.entered.connect(lambda index: self.named.emit(index.data(HEXES) or ()))
        self.activated.connect(lambda index: self.activated_hexes.emit(index.data(HEXES) or ()))

    def fit(self) -> None:
        """Columns as wide as their words, those that can be spared left out until all fit; as high as its rows."""
        line = self.fontMetrics().height() + 6
        self.verticalHeader().setDefaultSectionSize(line)
        left_out: set[int] = set()
        for column in range(self._rows.columnCount()):
            self.setColumnHidden(column, False)
            self.setColumnWidth(column, self._widest(column))
        for column in self._rows.table.spare:
            if self._too_wide():
                self.setColumnHidden(column, True)
                left_out.add(column)
        self._rows.leave_out(left_out)
        bar = self.horizontalScrollBar().sizeHint().height() if self._too_wide() else 0
        if self._fills:
            self.setMinimumHeight(self._height_of(FEWEST_ROWS) + bar)
            self.setMaximumHeight(self._height_of(self._rows.rowCount()) + bar)
        else:
            self.setFixedHeight(self._height_of(MOST_ROWS) + bar)
        if left_out != self.left_out:
            self.left_out = frozenset(left_out)
            self.fitted.emit()

    def _widest(self, column: int) -> int:
        """The room that the head and the cells of a column need; what looks alike needs the same, and is measured once."""
        needed = self.horizontalHeader().sectionSizeHint(column)
        for number, row in enumerate(self._rows.table.rows):
            cell = row.cells[column]
            key = (column, cell.text, cell.icon is not None, row.decisive)
            if key not in self._rooms:
                self._rooms[key] = self.sizeHintForIndex(self._rows.index(number, column)).width()
            needed = max(needed, self._rooms[key])
        return needed

    def changeEvent(self, event: QEvent) -> None:
        """Other letters need other room."""
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._rooms.clear()
        super().changeEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """The keyboard names hexes as the mouse does."""
        super().currentChanged(current, previous)
        if self.hasFocus():
            self.named.emit(current.data(HEXES) or ())

    def event(self, event: QEvent) -> bool:
        """The height follows a scroll bar that comes or goes."""
        done = super().event(event)
        if event.type() == QEvent.Type.Resize and self.model() is not None:
            self.fit()
        return done

    def viewportEvent(self, event: QEvent) -> bool:
        """Leaving the table names nothing."""
        if event.type() == QEvent.Type.Leave:
            self.named.emit(())
        return super().viewportEvent(event)

    def _height_of(self, most: int) -> int:
        """The height of its rows under the head, of so many at most."""
        rows = min(self._rows.rowCount(), most)
        return self.horizontalHeader().sizeHint().height() + rows * self.verticalHeader().defaultSectionSize() + 2

    def _too_wide(self) -> bool:
        room, every = self.width(), self._rows.rowCount()
        if every > MOST_ROWS if not self._fills else self.height() < self._height_of(every):
            room -= self.verticalScrollBar().sizeHint().width()
        # A hidden column has no width.
        return sum(self.columnWidth(column) for column in range(self._rows.columnCount())) > room
