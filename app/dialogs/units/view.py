"""The table that counters are typed into: everything by keyboard, as in a spreadsheet."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QStyleOptionViewItem, QTableView, QWidget

from app.dialogs.units.cells import UnitCells
from app.dialogs.units.headers import CounterHeader, GroupedHeader
from app.dialogs.units.model import UnitsModel
from app.dialogs.units.writing import Cell
from app.widgets.grid_cells import CLOSED, ENDING, runs
from app.widgets.themes import show_lines
from core.base.errors import WrongUse
from core.interop.chart_csv import MOST_CHARACTERS, block_of, table_text
from core.interop.counter_cells import is_flag

Index = QModelIndex | QPersistentModelIndex

SAMPLE = 60
"""Rows whose texts decide how wide a column is."""

LEAST_LETTERS, MOST_LETTERS = 5, 24
"""How wide columns are to begin with."""


class UnitsView(QTableView):
    """The grid of counters. Its actions stand in `groups`, as menus show them, None between groups.

    `table_pasted` carries a text whose first line names columns, `picker_wanted` comes when a symbol is to be chosen.
    """

    table_pasted = Signal(str)
    picker_wanted = Signal()

    def __init__(self, model: UnitsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.units = model
        self.replacing = self.restoring = False
        self._widths: dict[str, int] = {}
        self._fitting = False
        self._held_cell: Cell | None = None
        self._had_keyboard = False
        self._held: dict[tuple[str, ...] | None, set[int]] = {}
        self.setModel(model)
        self.setHorizontalHeader(GroupedHeader(self, model))
        self.setVerticalHeader(CounterHeader(self, model))
        self.setItemDelegate(UnitCells(self))
        self.setAccessibleName(self.tr("Counters"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setTabKeyNavigation(True)
        self.setCornerButtonEnabled(True)
        self.setWordWrap(False)
        header = self.horizontalHeader()
        header.sectionClicked.connect(self.sort_by)
        header.sectionResized.connect(self._keep_width)
        model.modelAboutToBeReset.connect(self._remember)
        model.modelReset.connect(self._restore)
        model.headerDataChanged.connect(lambda *_: self.verticalHeader().viewport().update())
        self.groups = self._make_actions()
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.fit_columns()

    def initViewItemOption(self, option: QStyleOptionViewItem) -> None:
        """How cells look, and the lines between them."""
        super().initViewItemOption(option)
        show_lines(option)

    # Where one is ----------------------------------------------------------------------------------------------------------

    def chosen_rows(self) -> list[int]:
        """The rows of the chosen cells, in order; that of the current cell when nothing is chosen."""
        rows = {row for rows, _ in self._areas() for row in rows}
        if not rows and self.currentIndex().isValid():
            rows = {self.currentIndex().row()}
        return sorted(rows)

    def chosen_columns(self) -> list[int]:
        """The columns of the chosen cells, in order."""
        columns = {column for _, columns in self._areas() for column in columns}
        if not columns and self.currentIndex().isValid():
            columns = {self.currentIndex().column()}
        return sorted(columns)

    def go_to(self, row: int, column: int) -> None:
        """Makes a cell the current one, and shows it."""
        index = self.units.index(min(max(row, 0), self.units.rowCount() - 1), min(max(column, 0), self.units.columnCount() - 1))
        # Ctrl is still held when keys with it lead here; it must not add to what is chosen.
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.scrollTo(index)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def go_to_cell(self, at: Cell) -> bool:
        """Makes the cell of a counter the current one; False when it is not shown."""
        column = self.units.column_of(at[1])
        if self.units.row(at[0]) < 0 or column < 0:
            return False
        self.go_to(self.units.row(at[0]), column)
        return True

    def select_rows(self, rows: Iterable[int], scroll: bool = True) -> None:
        """Chooses whole rows."""
        wanted = sorted(rows)
        picked, flags = self._picked(wanted, range(self.units.columnCount())), QItemSelectionModel.SelectionFlag
        if wanted:
            column = max(self.currentIndex().column(), 0)
            self.selectionModel().setCurrentIndex(self.units.index(wanted[0], column), flags.NoUpdate)
        self.selectionModel().select(picked, flags.ClearAndSelect)
        if wanted and scroll:
            self.scrollTo(self.currentIndex())

    def _picked(self, rows: Iterable[int], columns: Iterable[int]) -> QItemSelection:
        """The cells of some rows in some columns, in as few parts as there can be."""
        picked = QItemSelection()
        wide = list(runs(columns))
        for high in runs(rows):
            for along in wide:
                picked.select(self.units.index(high[0], along[0]), self.units.index(high[-1], along[-1]))
        return picked

    def step(self, down: int, along: int) -> None:
        """Goes on to a neighbour that can be typed into; over the end of a row to the next one."""
        row, column = max(self.currentIndex().row(), 0) + down, max(self.currentIndex().column(), 0)
        rows, columns = self.units.rowCount(), self.units.columnCount()
        for _ in range(2 * columns if along else 0):
            column += along
            if not 0 <= column < columns:
                if not 0 <= row + along < rows:
                    return
                row, column = row + along, 0 if along > 0 else columns - 1
            if self.units.is_open(self.units.index(row, column)):
                break
        if 0 <= row < rows:
            self.go_to(row, column)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A letter replaces the text of the cell, Enter goes down, Tab to what is open, Delete empties, Space ticks."""
        key = Qt.Key(event.key())
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        plain = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        editing = self.state() == QAbstractItemView.State.EditingState
        if key in ENDING and not editing:
            self.step(-1 if shift else 1, 0)
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and plain and self.currentIndex().isValid():
            self.step(0, -1 if shift or key == Qt.Key.Key_Backtab else 1)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and not event.modifiers():
            self.clear()
        elif key == Qt.Key.Key_Space and plain and self._ticks():
            self.tick()
        else:
            self.replacing = key != Qt.Key.Key_F2
            super().keyPressEvent(event)
            self.replacing = False

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab stays in the table; Ctrl+Tab and F6 leave it."""
        if self.units.rowCount():
            return False
        return super().focusNextPrevChild(forward)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """What was typed and given up is not looked at any more."""
        editor.setProperty(CLOSED, True)
        super().closeEditor(editor, hint)
        self.units.tried.emit(None)

    # What is done to cells -------------------------------------------------------------------------------------------------

    def type_into(self, index: Index, text: str) -> None:
        """Takes a text into a cell, and into all that are chosen in its column."""
        if not index.isValid():
            return
        heading = self.units.columns[index.column()]
        rows = self._rows_of(index.column())
        if index.row() not in rows or len(rows) < 2:
            rows = [index.row()]
        if (
            len(rows) == 1
            and text == str(index.data(Qt.ItemDataRole.EditRole))
            and self.units.at(index) not in self.units.wrong
        ):
            self.units.told.emit("")
            return
        cells = dict.fromkeys(self.units.open_cells(index.column(), rows), text)
        self.units.write(self.tr("Change %s") % heading.title, cells)

    def tick(self) -> None:
        """Ticks the chosen boxes of the current column, or none of them where the current one is ticked."""
        index = self.currentIndex()
        on = index.data(Qt.ItemDataRole.CheckStateRole)
        ticked = on is not None and Qt.CheckState(on) == Qt.CheckState.Checked
        heading = self.units.columns[index.column()]
        cells = self.units.open_cells(index.column(), self._rows_of(index.column()) or [index.row()])
        self.units.write(self.tr("Change %s") % heading.title, dict.fromkeys(cells, "" if ticked else "yes"))

    def copy(self) -> None:
        """Copies the chosen cells, as spreadsheets read them."""
        self._copy(with_headings=False)

    def copy_with_headings(self) -> None:
        """Copies the chosen cells below a line that names the columns, with the ids of the counters in front."""
        self._copy(with_headings=True)

    def cut(self) -> None:
        """Copies the chosen cells and empties them."""
        self.copy()
        self._empty(self.tr("Cut"))

    def clear(self) -> None:
        """Empties the chosen cells."""
        self._empty(self.tr("Empty cells"))

    def paste(self) -> None:
        """Puts what was copied into the table from the chosen cell on; one cell fills all that are chosen.

        Rows below the last one become new counters. A text whose first line names columns is a table of counters.
        """
        text = QGuiApplication.clipboard().text()
        if not text.strip():
            self.units.told.emit(self.tr("There is no text to paste."))
            return
        if self.names_columns(text):
            self.table_pasted.emit(text)
            return
        if len(text) > MOST_CHARACTERS:
            self.units.told.emit(self.tr("This is too much to paste; write it to a file and import that."))
            return
        try:
            block = block_of(text) if "\t" in text else tuple((line,) for line in text.rstrip("\r\n").splitlines())
        except WrongUse as problem:
            self.units.told.emit(str(problem))
            return
        self._paste(block)

    def names_columns(self, text: str) -> bool:
        """Whether the first line of a text names columns and others stand below it."""
        first, _, rest = text.strip("\ufeff\r\n").partition("\n")
        between = next((sign for sign in "\t;,|" if sign in first), "\t")
        words = [word.strip().strip('"') for word in first.split(between)]
        known = sum(self.units.meant(word) is not None for word in words if word)
        return bool(rest.strip()) and known >= 2 and 2 * known >= len(words)

    def _paste(self, block: tuple[tuple[str, ...], ...]) -> None:
        units = self.units
        if not units.rowCount():
            said = self.tr("The first line must name the columns, such as side, formation, kind and name.")
            units.told.emit(said)
            return
        rows, columns = self.chosen_rows() or [0], self.chosen_columns() or [0]
        if len(block) == len(block[0]) == 1:
            text = block[0][0]
            chosen = (units.open_cells(column, self._rows_of(column) or rows[:1]) for column in columns)
            units.write(self.tr("Paste"), {at: text for some in chosen for at in some})
            return
        top, left = rows[0], columns[0]
        new = max(0, top + len(block) - units.rowCount())
        keys = [*units.keys[top:], *(units.oob.counters.next_key + n for n in range(new))]
        cells = {
            (key, units.columns[left + along].heading): text
            for key, line in zip(keys, block, strict=False)
            for along, text in enumerate(line)
            if left + along < units.columnCount()
        }
        lost = left + len(block[0]) - units.columnCount()
        if new:
            units.add(new, units.counter(units.rowCount() - 1), cells)
        else:
            units.write(self.tr("Paste"), cells)
        if lost > 0:
            units.told.emit(self.tr("Columns behind the last one of the table were not pasted: %d.") % lost)
        self._select_block(top, left, len(block), len(block[0]))

    def fill_down(self) -> None:
        """Fills the chosen cells from the uppermost one of each column; a single one from the one above."""
        units = self.units
        cells: dict[Cell, str] = {}
        for column in self.chosen_columns():
            rows = self._rows_of(column) or [self.currentIndex().row()]
            if len(rows) == 1 and rows[0] > 0:
                rows = [rows[0] - 1, rows[0]]
            text = str(units.index(rows[0], column).data(Qt.ItemDataRole.EditRole) or "")
            cells |= dict.fromkeys(units.open_cells(column, rows[1:]), text)
        units.write(self.tr("Fill down"), cells)

    def sort_by(self, column: int) -> None:
        """Sorts by a column: upwards, then downwards, then as the box has them."""
        heading = self.units.columns[column].heading
        now = self.units.rows.sorted_by
        if now is None or now[0] != heading:
            self.sort_column(column, Qt.SortOrder.AscendingOrder)
        elif not now[1]:
            self.sort_column(column, Qt.SortOrder.DescendingOrder)
        else:
            self.sort_column(-1, Qt.SortOrder.AscendingOrder)

    def sort_column(self, column: int, order: Qt.SortOrder) -> None:
        """Sorts by a column, -1 for the order of the box."""
        self.units.sort(column, order)
        self._show_sorting()

    def add_row(self) -> None:
        """Adds a counter like the current one, and asks what it is called."""
        units = self.units
        keys = units.add(1, units.counter(self.currentIndex().row()))
        self._show_new(keys)

    def duplicate_rows(self) -> None:
        """Puts the chosen counters behind all others once more."""
        self._show_new(self.units.duplicate(self.chosen_rows()))

    def remove_rows(self) -> None:
        """Takes the chosen counters out of the order of battle and all scenarios."""
        rows, column = self.chosen_rows(), self.currentIndex().column()
        gone = self.units.remove(rows)
        if gone:
            self.units.told.emit(self.tr("Removed counters: %d. Undo brings them back.") % gone)
            if self.units.rowCount():
                self.go_to(rows[0], column)

    def take_back(self) -> None:
        """Gives up what was typed into the chosen cells and is wrong; what the box holds stays."""
        for row in self.chosen_rows():
            for column in self.chosen_columns():
                self.units.forget_wrong(self.units.at(self.units.index(row, column)))
        self.units.told.emit("")

    def _show_new(self, keys: list[int]) -> None:
        rows = [row for key in keys if (row := self.units.row(key)) >= 0]
        if rows:
            self.select_rows(rows)
            name = self.units.name_column
            self.selectionModel().setCurrentIndex(
                self.units.index(rows[0], max(self.units.column_of(name), 0)),
                QItemSelectionModel.SelectionFlag.NoUpdate
                if len(rows) > 1
                else QItemSelectionModel.SelectionFlag.ClearAndSelect,
            )
            self.scrollTo(self.currentIndex())
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _areas(self) -> list[tuple[range, range]]:
        """The rows and columns of each area that is chosen."""
        # The binding hands out parts of the selection that do not outlive it.
        picked = self.selectionModel().selection()
        areas = []
        for n in range(picked.count()):
            area = picked.at(n)
            areas.append((range(area.top(), area.bottom() + 1), range(area.left(), area.right() + 1)))
        return areas

    def _ticks(self) -> bool:
        index = self.currentIndex()
        return index.isValid() and bool(index.flags() & Qt.ItemFlag.ItemIsUserCheckable)

    def _rows_of(self, column: int) -> list[int]:
        """The rows that are chosen in a column."""
        return sorted({row for rows, columns in self._areas() if column in columns for row in rows})

    def _empty(self, label: str) -> None:
        chosen = (self.units.open_cells(column, self._rows_of(column)) for column in self.chosen_columns())
        self.units.write(label, {at: "" for some in chosen for at in some})

    def _copy(self, *, with_headings: bool) -> None:
        units, rows, columns = self.units, self.chosen_rows(), self.chosen_columns()
        if with_headings:
            columns = [0, *(column for column in columns if column)]
        lines = units.texts(rows, columns)
        if with_headings:
            lines.insert(0, [units.columns[column].heading for column in columns])
        QGuiApplication.clipboard().setText(table_text(lines, "\t").removesuffix("\n"))

    def _select_block(self, top: int, left: int, high: int, wide: int) -> None:
        units = self.units
        last = units.index(min(top + high, units.rowCount()) - 1, min(left + wide, units.columnCount()) - 1)
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(units.index(top, left), flag)
        self.selectionModel().select(QItemSelection(units.index(top, left), last), flag)

    # How it looks ----------------------------------------------------------------------------------------------------------

    def fit_columns(self) -> None:
        """Makes columns as wide as their titles and the texts of the first rows when they are shown for the first time.

        They keep that width, or the one that the user has chosen, whatever is sought.
        """
        self._fitting = True
        metrics, units = self.fontMetrics(), self.units
        letter = metrics.averageCharWidth()
        for number, column in enumerate(units.columns):
            wide = self._widths.get(column.heading, 0)
            if not wide:
                texts = [str(units.data(units.index(row, number)) or "") for row in range(min(SAMPLE, units.rowCount()))]
                wide = max((metrics.horizontalAdvance(text) for text in texts), default=0)
                wide = min(max(wide, LEAST_LETTERS * letter), MOST_LETTERS * letter)
                title = metrics.horizontalAdvance(column.title) + (3 * letter if is_flag(column.column) else 2 * letter)
                wide = max(wide, min(title, MOST_LETTERS * letter)) + 2 * letter
                # Few rows say little of those that come with the next word that is sought.
                if units.rowCount() >= max(min(SAMPLE, len(units.oob.counters)), 1):
                    self._widths[column.heading] = wide
            self.setColumnWidth(number, wide)
        self._fitting = False

    def _keep_width(self, column: int, _before: int, now: int) -> None:
        if not self._fitting and 0 <= column < len(self.units.columns):
            self._widths[self.units.columns[column].heading] = now

    def _remember(self) -> None:
        """Notes what is current and chosen, before other rows or columns are shown: whole rows (None), or columns of them."""
        index, wide = self.currentIndex(), self.units.columnCount()
        self._held_cell = self.units.at(index) if index.isValid() else None
        held = self.focusWidget()
        # An editor that is open goes with the rows, and would take the keyboard along.
        self._had_keyboard = held is not None and held is not self and held.hasFocus()
        self._held = {}
        for rows, columns in self._areas():
            headings = tuple(self.units.columns[column].heading for column in columns) if len(columns) < wide else None
            self._held.setdefault(headings, set()).update(self.units.keys[rows[0] : rows[-1] + 1])

    def _restore(self) -> None:
        """Puts widths, the current cell and the chosen rows back after other rows or columns are shown."""
        self.fit_columns()
        self._show_sorting()
        self.restoring = True
        self._choose_again()
        self.restoring = False
        if self._had_keyboard:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose_again(self) -> None:
        at = self._held_cell
        if at is None or not self.units.rowCount():
            return
        column, flags = max(self.units.column_of(at[1]), 0), QItemSelectionModel.SelectionFlag
        chosen = {headings: [row for key in keys if (row := self.units.row(key)) >= 0] for headings, keys in self._held.items()}
        rows = {row for some in chosen.values() for row in some}
        if self.units.row(at[0]) >= 0:
            index = self.units.index(self.units.row(at[0]), column)
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect if len(rows) < 2 else flags.NoUpdate)
        elif rows:
            self.selectionModel().setCurrentIndex(self.units.index(min(rows), column), flags.NoUpdate)
        if len(rows) > 1:
            picked = QItemSelection()
            for headings, some in chosen.items():
                columns: Iterable[int] = range(self.units.columnCount())
                if headings is not None:
                    left = (self.units.column_of(heading) for heading in headings)
                    columns = [each for each in left if each >= 0] or [column]
                picked.merge(self._picked(some, columns), flags.Select)
            self.selectionModel().select(picked, flags.ClearAndSelect)
        self.scrollTo(self.currentIndex())

    def _show_sorting(self) -> None:
        now = self.units.rows.sorted_by
        order = Qt.SortOrder.DescendingOrder if now is not None and now[1] else Qt.SortOrder.AscendingOrder
        self.horizontalHeader().setSortIndicator(self.units.column_of(now[0]) if now is not None else -1, order)

    def _make_actions(self) -> dict[str, list[QAction | None]]:
        keys = QKeySequence.StandardKey
        rising, falling = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
        groups: dict[str, list[QAction | None]] = {
            "cells": [
                self._action(self.tr("&Undo"), QKeySequence(keys.Undo), self.units.undo),
                self._action(self.tr("&Redo"), QKeySequence("Ctrl+Shift+Z"), self.units.document.undo_stack.redo, "Ctrl+Y"),
                None,
                self._action(self.tr("Cu&t"), QKeySequence(keys.Cut), self.cut),
                self._action(self.tr("&Copy"), QKeySequence(keys.Copy), self.copy),
                self._action(self.tr("Copy with &headings"), QKeySequence("Ctrl+Shift+C"), self.copy_with_headings),
                self._action(self.tr("&Paste"), QKeySequence(keys.Paste), self.paste),
                None,
                self._action(self.tr("&Fill down"), QKeySequence("Ctrl+D"), self.fill_down),
                self._action(self.tr("Choose s&ymbol…"), QKeySequence("F4"), self.picker_wanted.emit),
                self._action(self.tr("Give up &wrong texts"), QKeySequence("Ctrl+Backspace"), self.take_back),
            ],
            "rows": [
                self._action(self.tr("&Add counter"), QKeySequence("Ctrl+Ins"), self.add_row, "Ctrl+Return"),
                self._action(self.tr("D&uplicate counters"), QKeySequence("Ctrl+Shift+D"), self.duplicate_rows),
                self._action(self.tr("&Remove counters"), QKeySequence("Ctrl+Del"), self.remove_rows),
                None,
                self._action(
                    self.tr("&Sort by this column"),
                    QKeySequence("Alt+Down"),
                    lambda: self.sort_column(self.currentIndex().column(), rising),
                ),
                self._action(
                    self.tr("Sort &downwards by this column"),
                    QKeySequence("Alt+Up"),
                    lambda: self.sort_column(self.currentIndex().column(), falling),
                ),
                self._action(self.tr("&Order of the box"), QKeySequence("Alt+Home"), lambda: self.sort_column(-1, rising)),
            ],
        }
        for some in groups.values():
            for action in some:
                if action is not None:
                    self.addAction(action)
                else:
                    between = QAction(self)
                    between.setSeparator(True)
                    self.addAction(between)
        return groups

    def _action(self, text: str, keys: QKeySequence, do: Callable[[], object], other: str = "") -> QAction:
        action = QAction(text, self)
        action.setShortcuts([keys, QKeySequence(other)] if other else [keys])
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setShortcutVisibleInContextMenu(True)
        action.triggered.connect(lambda _=False: do())
        return action
