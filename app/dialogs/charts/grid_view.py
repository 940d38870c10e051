"""The table that a chart is typed into: everything by keyboard, as in a spreadsheet."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QBrush,
    QColor,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPalette,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.dialogs.charts.grid_model import MARK_ROLE, GridModel
from app.widgets.grid_cells import ENDING, REPLACING, SIDEWAYS, STEPS, mark_colour, paint_corner, step_of
from app.widgets.themes import show_lines
from core.base.errors import WrongUse
from core.interop.chart_csv import block_of, grid_from, read_table, table_of, table_text
from core.rules.kernel.chart_grid import At, ChartGrid, Line, pasted, with_line, without_line

Index = QModelIndex | QPersistentModelIndex


class _Cells(QStyledItemDelegate):
    """Lines to type into, and marks: a full corner for an error, an empty one for a warning, strokes where nothing stands."""

    def __init__(self, view: "GridView") -> None:
        super().__init__(view)
        self._view = view

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A line; the chart is judged at every letter."""
        line = QLineEdit(parent)
        line.setFrame(False)
        line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        line.setProperty(REPLACING, self._view.replacing)
        at = QPersistentModelIndex(index)
        line.textEdited.connect(lambda text: self._typed(at, text))
        line.setAccessibleName(str(index.data(Qt.ItemDataRole.AccessibleTextRole)))
        return line

    def _typed(self, at: QPersistentModelIndex, text: str) -> None:
        if at.isValid():
            self._view.widen(at.column(), text)
            self._view.grid_model.try_text((at.row(), at.column()), text)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Shows the cell's text, but never over what is being typed: marks change at every letter."""
        if isinstance(editor, QLineEdit) and not editor.isModified():
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Enter, Tab and arrows take what was typed and go on to a neighbour."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and isinstance(editor, QLineEdit):
            key = Qt.Key(event.key())
            stays = key in SIDEWAYS and not editor.property(REPLACING)
            if key in STEPS and not stays:
                self.commitData.emit(editor)
                self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)
                self._view.step(*step_of(event))
                return True
        return super().eventFilter(editor, event)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The text, and the mark over it."""
        super().paint(painter, option, index)
        mark = index.data(MARK_ROLE)
        if not mark:
            return
        area = option.rect
        painter.save()
        if mark == "missing":
            colour = QColor(self._view.palette().color(QPalette.ColorRole.PlaceholderText))
            painter.fillRect(area.adjusted(2, 2, -2, -2), QBrush(colour, Qt.BrushStyle.BDiagPattern))
        else:
            paint_corner(painter, area, mark, mark_colour(mark, self._view.palette()))
        painter.restore()


class GridView(QTableView):
    """The grid of a chart. Its actions stand in `grid_actions`, in the order of a menu, None between groups."""

    def __init__(self, model: GridModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid_model = model
        self.replacing = False
        self._label_line: QLineEdit | None = None
        self.setModel(model)
        self.setItemDelegate(_Cells(self))
        self.setAccessibleName(self.tr("Cells of the chart"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setTabKeyNavigation(True)
        self.setCornerButtonEnabled(False)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setResizeContentsPrecision(-1)
            header.setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        self.horizontalHeader().setMinimumSectionSize(self.fontMetrics().averageCharWidth() * 6)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() * 8 // 5)
        self.horizontalHeader().sectionDoubleClicked.connect(lambda n: self.edit_label("columns", n))
        self.verticalHeader().sectionDoubleClicked.connect(lambda n: self.edit_label("rows", n))
        model.dataChanged.connect(self._fit_texts)
        model.headerDataChanged.connect(self._fit_labels)
        model.modelAboutToBeReset.connect(self._remember)
        model.modelReset.connect(self._restore)
        self._at: At = (0, 0)
        self.grid_actions = self._make_actions()
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setCurrentIndex(model.index(0, 0))
        self.resizeColumnsToContents()

    def initViewItemOption(self, option: QStyleOptionViewItem) -> None:
        """How cells look, and the lines between them."""
        super().initViewItemOption(option)
        show_lines(option)

    # Moving and typing ---------------------------------------------------------------------------------------------------

    @property
    def at(self) -> At:
        """The current cell."""
        index = self.currentIndex()
        return (max(index.row(), 0), max(index.column(), 0))

    def go_to(self, at: At) -> None:
        """Makes a cell the current one, and shows it; for a label, the first cell of its row or column."""
        rows, columns = len(self.grid_model.grid.rows), len(self.grid_model.grid.columns)
        index = self.grid_model.index(min(max(at[0], 0), rows - 1), min(max(at[1], 0), columns - 1))
        self.setCurrentIndex(index)
        self.scrollTo(index)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def step(self, down: int, along: int) -> None:
        """Goes on to a neighbour; over the end of a row to the next one."""
        row, column = self.at
        rows, columns = len(self.grid_model.grid.rows), len(self.grid_model.grid.columns)
        column += along
        if not 0 <= column < columns and 0 <= row + along < rows:
            row, column = row + along, 0 if along > 0 else columns - 1
        self.go_to((row + down, column))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A letter replaces the text of the cell, Enter goes down, Delete empties."""
        key = Qt.Key(event.key())
        if key in ENDING and self.state() != QAbstractItemView.State.EditingState:
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1, 0)
            return
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and not event.modifiers():
            self.clear()
            return
        self.replacing = key != Qt.Key.Key_F2
        super().keyPressEvent(event)
        self.replacing = False

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """What was typed and given up is not judged any more."""
        super().closeEditor(editor, hint)
        self.grid_model.settle()

    # What is done to cells -----------------------------------------------------------------------------------------------

    def chosen(self) -> tuple[range, range]:
        """The rows and the columns of the selection; those of the current cell when nothing is selected."""
        picked = self.selectionModel().selection()
        if picked.isEmpty():
            row, column = self.at
            return range(row, row + 1), range(column, column + 1)
        area = picked.first()
        return range(area.top(), area.bottom() + 1), range(area.left(), area.right() + 1)

    def copy(self) -> None:
        """Copies the chosen cells, as spreadsheets read them."""
        rows, columns = self.chosen()
        held = self.grid_model.grid.texts
        QGuiApplication.clipboard().setText("\n".join("\t".join(held[row][column] for column in columns) for row in rows))

    def cut(self) -> None:
        """Copies the chosen cells and empties them."""
        self.copy()
        self._empty(self.tr("Cut"))

    def clear(self) -> None:
        """Empties the chosen cells."""
        self._empty(self.tr("Empty cells"))

    def paste(self) -> None:
        """Puts what was copied into the table from the chosen cell on; one cell fills all that are chosen.

        A whole chart that was copied with its labels goes to its own place, wherever the cursor is.
        """
        model, (rows, columns) = self.grid_model, self.chosen()
        text = QGuiApplication.clipboard().text()
        if not text:
            return
        if _has_labels(text, model.grid):
            self.paste_all()
            return
        try:
            block = block_of(text, runs=model.grid.layout == "results")
        except WrongUse as problem:
            model.refused.emit(str(problem))
            return
        if len(block) == len(block[0]) == 1:
            model.write(self.tr("Paste"), {(row, column): block[0][0] for row in rows for column in columns})
            return
        corner = (rows.start, columns.start)
        if model.change(self.tr("Paste"), lambda grid: pasted(grid, corner, block)):
            self.select(corner, len(block), len(block[0]))

    def copy_all(self) -> None:
        """Copies the whole chart with its labels."""
        QGuiApplication.clipboard().setText(table_text(table_of(self.grid_model.grid), "\t"))

    def paste_all(self) -> None:
        """Puts a whole chart, copied with its labels, into the place of this one."""
        text = QGuiApplication.clipboard().text()
        self.grid_model.change(self.tr("Paste with labels"), lambda grid: grid_from(read_table(text), grid))

    def fill(self, down: int, along: int) -> None:
        """Fills the chosen cells from their first row or column; a single one from its neighbour."""
        rows, columns = self.chosen()
        if (down and len(rows) == 1) or (along and len(columns) == 1):
            rows = range(max(rows.start - down, 0), rows.stop)
            columns = range(max(columns.start - along, 0), columns.stop)
        held = self.grid_model.grid.texts
        texts = {
            (row, column): held[rows.start if down else row][columns.start if along else column]
            for row in rows
            for column in columns
        }
        self.grid_model.write(self.tr("Fill down") if down else self.tr("Fill right"), texts)

    def select(self, corner: At, high: int, wide: int) -> None:
        """Selects a block of cells."""
        first = self.grid_model.index(*corner)
        last = self.grid_model.index(corner[0] + high - 1, corner[1] + wide - 1)
        self.setCurrentIndex(first)
        self.selectionModel().select(QItemSelection(first, last), QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _empty(self, label: str) -> None:
        rows, columns = self.chosen()
        self.grid_model.write(label, {(row, column): "" for row in rows for column in columns})

    # Rows and columns ----------------------------------------------------------------------------------------------------

    def add_line(self, line: Line) -> None:
        """Adds an empty row below, or column to the right of, the current cell, and asks for its label."""
        at = self.at[0 if line == "rows" else 1] + 1
        label = self.tr("Add row") if line == "rows" else self.tr("Add column")
        if self.grid_model.change(label, lambda grid: with_line(grid, line, at)):
            row, column = self.at
            self.go_to((at, column) if line == "rows" else (row, at))
            self.edit_label(line, at)

    def remove_line(self, line: Line) -> None:
        """Removes the row or column of the current cell."""
        at = self.at[0 if line == "rows" else 1]
        label = self.tr("Remove row") if line == "rows" else self.tr("Remove column")
        self.grid_model.change(label, lambda grid: without_line(grid, line, at))

    def edit_label(self, line: Line, at: int) -> None:
        """Opens a line over a label. Enter takes what was typed, Tab goes on to the next label, Escape leaves it as it was."""
        grid = self.grid_model.grid
        if not grid.is_open(line):
            said = self.tr("The rows of this chart are words that the rules look up; they stay as they are.")
            if line == "columns":
                said = self.tr("The columns of this chart are words that the rules look up; they stay as they are.")
            self.grid_model.refused.emit(said)
            return
        self._end_label()
        header = self.verticalHeader() if line == "rows" else self.horizontalHeader()
        self.scrollTo(self.grid_model.index(at, self.at[1]) if line == "rows" else self.grid_model.index(self.at[0], at))
        start, size = header.sectionViewportPosition(at), header.sectionSize(at)
        edit = _LabelLine(header.viewport())
        if line == "rows":
            edit.setGeometry(0, start, max(header.width(), self.fontMetrics().averageCharWidth() * 10), size)
        else:
            edit.setGeometry(start, 0, max(size, self.fontMetrics().averageCharWidth() * 8), header.height())
        edit.setText(grid.labels(line)[at])
        edit.setAccessibleName(self.tr("Label of the row") if line == "rows" else self.tr("Label of the column"))
        edit.selectAll()
        place: At = (at, -1) if line == "rows" else (-1, at)
        edit.textEdited.connect(lambda text: self.grid_model.try_text(place, text))
        edit.left.connect(lambda step: self._take_label(line, at, step))
        edit.abandoned.connect(lambda: self._take_label(line, at, 0, stay=False))
        self._label_line = edit
        edit.show()
        edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take_label(self, line: Line, at: int, step: int | None, stay: bool = True) -> None:
        """A label was typed (None: given up); `step` leads on to another one, and the keyboard stays in the table."""
        edit = self._label_line
        if edit is None:
            return
        text = edit.text()
        self._end_label()
        if step is not None:
            name = self.tr("Label of row") if line == "rows" else self.tr("Label of column")
            self.grid_model.write(name, {(at, -1) if line == "rows" else (-1, at): text})
        self.grid_model.settle()
        following = at + (step or 0)
        if step and 0 <= following < len(self.grid_model.grid.labels(line)):
            self.edit_label(line, following)
        elif stay:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _end_label(self) -> None:
        edit, self._label_line = self._label_line, None
        if edit is not None:
            if edit.hasFocus():
                # A part that is hidden passes the keyboard on by a Tab of the table, which would go to another cell.
                self.setFocus(Qt.FocusReason.OtherFocusReason)
            edit.hide()
            edit.deleteLater()

    def _remember(self) -> None:
        self._at = self.at

    def _fit_texts(self, first: QModelIndex, last: QModelIndex, roles: list[int]) -> None:
        """Makes columns as wide as their texts; marks change no width."""
        if not roles:
            for column in range(first.column(), last.column() + 1):
                self.resizeColumnToContents(column)

    def _fit_labels(self, orientation: Qt.Orientation, first: int, last: int) -> None:
        """Makes columns wide enough for marks beside their labels; none becomes narrower while somebody types."""
        if orientation is Qt.Orientation.Horizontal:
            header = self.horizontalHeader()
            for column in range(first, last + 1):
                if header.sectionSizeHint(column) > header.sectionSize(column):
                    header.resizeSection(column, header.sectionSizeHint(column))

    def widen(self, column: int, text: str) -> None:
        """Makes room for a text that is being typed."""
        wanted = self.fontMetrics().horizontalAdvance(text) + 2 * self.fontMetrics().averageCharWidth()
        if wanted > self.columnWidth(column):
            self.setColumnWidth(column, wanted)

    def _restore(self) -> None:
        self.resizeColumnsToContents()
        self.go_to(self._at)

    def _make_actions(self) -> list[QAction | None]:
        undo, redo = self.grid_model.undo_stack.createUndoAction(self), self.grid_model.undo_stack.createRedoAction(self)
        keys = QKeySequence.StandardKey
        listed: list[QAction | None] = [
            self._action(self.tr("&Undo"), (QKeySequence(keys.Undo),), undo=undo),
            self._action(self.tr("&Redo"), (QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")), undo=redo),
            None,
            self._action(self.tr("Cu&t"), (QKeySequence(keys.Cut),), self.cut),
            self._action(self.tr("&Copy"), (QKeySequence(keys.Copy),), self.copy),
            self._action(self.tr("&Paste"), (QKeySequence(keys.Paste),), self.paste),
            self._action(self.tr("Copy &whole chart with labels"), (QKeySequence("Ctrl+Shift+C"),), self.copy_all),
            self._action(self.tr("Paste whole chart with &labels"), (QKeySequence("Ctrl+Shift+V"),), self.paste_all),
            None,
            self._action(self.tr("Fill &down"), (QKeySequence("Ctrl+D"),), lambda: self.fill(1, 0)),
            self._action(self.tr("Fill &right"), (QKeySequence("Ctrl+R"),), lambda: self.fill(0, 1)),
            None,
            self._action(
                self.tr("Change c&olumn label"), (QKeySequence("Shift+F2"),), lambda: self.edit_label("columns", self.at[1])
            ),
            self._action(self.tr("Add colu&mn to the right"), (QKeySequence("Alt+Right"),), lambda: self.add_line("columns")),
            self._action(self.tr("Remo&ve column"), (QKeySequence("Alt+Delete"),), lambda: self.remove_line("columns")),
            None,
            self._action(self.tr("Ch&ange row label"), (QKeySequence("Ctrl+F2"),), lambda: self.edit_label("rows", self.at[0])),
            self._action(self.tr("Add row &below"), (QKeySequence("Alt+Down"),), lambda: self.add_line("rows")),
            self._action(self.tr("R&emove row"), (QKeySequence("Alt+Shift+Delete"),), lambda: self.remove_line("rows")),
        ]
        for action in listed:
            if action is not None:
                self.addAction(action)
            else:
                between = QAction(self)
                between.setSeparator(True)
                self.addAction(between)
        return listed

    def _action(
        self, text: str, keys: tuple[QKeySequence, ...], do: Callable[[], object] | None = None, undo: QAction | None = None
    ) -> QAction:
        action = undo or QAction(text, self)
        action.setShortcuts(list(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        if do is not None:
            action.triggered.connect(lambda _=False: do())
        return action


def _has_labels(text: str, grid: ChartGrid) -> bool:
    """Whether a text is a whole chart with just the labels of a grid."""
    try:
        lines = read_table(text)
    except WrongUse:
        return False

    def folded(labels: Iterable[str]) -> list[str]:
        return [label.strip().casefold() for label in labels]

    down, across = (line.cells[0] for line in lines[1:]), lines[0].cells[1:] if lines else ()
    return folded(down) == folded(grid.rows) and folded(across) == folded(grid.columns)


class _LabelLine(QLineEdit):
    """A line over a label. `left` carries the step to the next label, 0 for Enter, None for Escape; `abandoned` comes when it
    loses the keyboard."""

    left = Signal(object)
    abandoned = Signal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Going elsewhere takes what was typed."""
        super().focusOutEvent(event)
        self.abandoned.emit()

    def event(self, event: QEvent) -> bool:
        """Tab and Enter take what was typed, Escape does not."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {
                Qt.Key.Key_Tab: 1,
                Qt.Key.Key_Backtab: -1,
                Qt.Key.Key_Return: 0,
                Qt.Key.Key_Enter: 0,
                Qt.Key.Key_Escape: None,
            }
            key = Qt.Key(event.key())
            if key in steps:
                self.left.emit(steps[key])
                return True
        return super().event(event)
