"""The tables of a scenario on the screen: typed into as in a spreadsheet, red where a text means nothing."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    QStringListModel,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAction, QFont, QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QComboBox,
    QCompleter,
    QHeaderView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)
from shiboken6 import isValid

from app.dialogs.scenario.model import MARK_ROLE, Choice, Index, ScenarioTable
from app.dialogs.scenario.typed import At
from app.dialogs.scenario.widths import Widths
from app.widgets.grid_cells import CLOSED, ENDS, mark_colour, meant_by, paint_corner, step_of
from app.widgets.themes import show_lines
from core.base.errors import WrongUse
from core.interop.chart_csv import MOST_CHARACTERS, block_of, table_text
from core.model.edits.scenario_cells import joined, spoken

MOST_PROPOSED = 12
"""Units that are proposed while one is typed."""

SAMPLE = 60
"""Rows whose texts decide how wide columns are."""

MOST_LETTERS = 44
"""How wide columns become by themselves."""


class _Words(QLineEdit):
    """A line with several words between commas; the last one is completed from what units are called.

    Enter in the list takes what is chosen there and is then an Enter in the cell (`entered`); a comma takes it and goes on.
    """

    entered = Signal(QKeyEvent)

    def __init__(self, parent: QWidget, proposals: Sequence[Choice], word: Callable[[str], str]) -> None:
        super().__init__(parent)
        self._word = word
        self._proposals = [(spoken(id_, name), id_) for id_, name in proposals]
        self._list = QStringListModel(self)
        self.proposing = QCompleter(self._list, self)
        self.proposing.setWidget(self)
        self.proposing.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.proposing.activated.connect(self._take)
        self._taking = False
        self.textEdited.connect(self._propose)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter, Tab and the comma take what is chosen in the list."""
        popup = self.proposing.popup()
        if popup is None or event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        key, chosen = Qt.Key(event.key()), popup.currentIndex()
        if key not in ENDS and not (key == Qt.Key.Key_Comma and chosen.isValid()):
            return super().eventFilter(watched, event)
        if chosen.isValid():
            self._take(str(chosen.data()))
        self._hide()
        if key in ENDS:
            self.entered.emit(event)
        else:
            self.insert(", ")
        return True

    def _propose(self, text: str) -> None:
        word = text[: self.cursorPosition()].rpartition(",")[2].strip().casefold()
        if self._taking:
            return
        found = [shown for shown, _ in self._proposals if word and word in shown.casefold()][:MOST_PROPOSED]
        popup = self.proposing.popup()
        if not found or popup is None:
            self._hide()
            return
        # Filters that were put in later hear first.
        popup.installEventFilter(self)
        self._list.setStringList(found)
        metrics = self.fontMetrics()
        room = popup.verticalScrollBar().sizeHint().width() + 4 * metrics.averageCharWidth()
        wide = max(metrics.horizontalAdvance(each) for each in found) + room
        self.proposing.complete(QRect(0, 0, max(wide, self.width()), self.height()))

    def _take(self, shown: str) -> None:
        id_ = next((each for words, each in self._proposals if words == shown), "")
        before, comma, _ = self.text()[: self.cursorPosition()].rpartition(",")
        behind = self.text()[self.cursorPosition() :]
        quoted = joined((self._word(id_),))
        start = f"{before}{comma} {quoted}" if comma else quoted
        self.setText(start + behind)
        self.setCursorPosition(len(start))
        self._taking = True
        self.textEdited.emit(self.text())
        self._taking = False
        self._hide()

    def _hide(self) -> None:
        popup = self.proposing.popup()
        if popup is not None:
            popup.hide()


class ScenarioCells(QStyledItemDelegate):
    """Lines and lists to type into. What means nothing is red, has a full corner and a line below it."""

    def __init__(self, view: "ScenarioView") -> None:
        super().__init__(view)
        self._view = view

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A list where the words are few, a line elsewhere."""
        table, at = self._view.table, QPersistentModelIndex(index)
        choices = table.choices(index.column())
        made: QWidget
        if choices:
            made = self._list(parent, choices)
            line = made.lineEdit()
            assert line is not None
            line.textEdited.connect(lambda text: self._judge(made.lineEdit(), at, text))
        else:
            made = self._words(parent) if table.names_units(index.column()) else QLineEdit(parent)
            made.setFrame(False)
            made.textEdited.connect(lambda text: self._judge(made, at, text))
        made.setAccessibleName(table.heads[index.column()].title)
        return made

    def _words(self, parent: QWidget) -> _Words:
        made = _Words(parent, self._view.proposals(), self._view.table.facts.names.word)
        made.entered.connect(lambda event: self._go_on(made, event))
        return made

    def _list(self, parent: QWidget, choices: Sequence[Choice]) -> QComboBox:
        box = QComboBox(parent)
        box.setEditable(True)
        box.setFrame(False)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        for word, meaning in choices:
            box.addItem(meaning or word, word)
        completer = box.completer()
        if completer is not None:
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        box.activated.connect(lambda _: self._finish(box))
        line = box.lineEdit()
        assert line is not None
        # Enter in the list of what fits comes here, and not to the cell; what is lit there is taken first.
        line.returnPressed.connect(lambda: QTimer.singleShot(0, self, lambda: self._enter(box)))
        return box

    def _enter(self, box: QComboBox) -> None:
        """Takes what stands in a list and goes on, unless that was done when the list of what fits was left."""
        if isValid(box) and not box.property(CLOSED):
            self._finish(box)
            self._view.step(1, 0)

    def _finish(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box, QAbstractItemDelegate.EndEditHint.NoHint)
        box.setProperty(CLOSED, True)

    def _judge(self, line: QLineEdit | None, at: QPersistentModelIndex, text: str) -> None:
        """Reads what is being typed: red as soon as it cannot stand."""
        if line is None or not at.isValid():
            return
        fault = self._view.table.fault((at.row(), at.column()), text)
        colours = QPalette(self._view.palette())
        if fault:
            colours.setColor(QPalette.ColorRole.Text, mark_colour("error", colours))
        line.setPalette(colours)
        line.setToolTip(fault)
        self._view.table.told.emit(fault)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Shows the cell's text, but never over what is being typed."""
        text = str(index.data(Qt.ItemDataRole.EditRole))
        if isinstance(editor, QComboBox):
            line = editor.lineEdit()
            if line is not None and not line.isModified():
                editor.setCurrentIndex(editor.findData(text))
                if editor.currentIndex() < 0:
                    editor.setEditText(text)
                line.selectAll()
        elif isinstance(editor, QLineEdit) and not editor.isModified():
            editor.setText(text)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Hands over what was chosen or typed."""
        if isinstance(editor, QComboBox):
            number = meant_by(editor, editor.currentText())
            text = str(editor.itemData(number)) if number >= 0 else editor.currentText()
        else:
            assert isinstance(editor, QLineEdit)
            text = editor.text()
        model.setData(index, text, Qt.ItemDataRole.EditRole)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Enter and Tab take what was typed and go on to a neighbour; several cells are pasted into several."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and isinstance(editor, QLineEdit | QComboBox):
            key = Qt.Key(event.key())
            if key in ENDS and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self._go_on(editor, event)
                return True
            if event.matches(QKeySequence.StandardKey.Paste) and "\t" in QGuiApplication.clipboard().text():
                self._paste(editor)
                return True
        return super().eventFilter(editor, event)

    def _paste(self, editor: QWidget) -> None:
        """Leaves the cell as it was, and pastes from it on."""
        self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.RevertModelCache)
        editor.setProperty(CLOSED, True)
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        chosen = self._view.selectionModel()
        chosen.select(self._view.currentIndex(), chosen.SelectionFlag.ClearAndSelect)
        self._view.paste()

    def _go_on(self, editor: QWidget, event: QKeyEvent) -> None:
        """Takes what was typed, and goes where the key leads."""
        self.commitData.emit(editor)
        self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        editor.setProperty(CLOSED, True)
        self._view.step(*step_of(event))

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Letters of what is wrong look otherwise."""
        super().initStyleOption(option, index)
        if index.data(MARK_ROLE) == "error":
            colours, font = QPalette(option.palette), QFont(option.font)
            colours.setColor(QPalette.ColorRole.Text, mark_colour("error", colours))
            font.setBold(True)
            option.palette, option.font = colours, font

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The text, and the mark over it."""
        super().paint(painter, option, index)
        if mark := index.data(MARK_ROLE):
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            colours = self._view.palette()
            colour = colours.color(QPalette.ColorRole.HighlightedText) if chosen else mark_colour(mark, colours)
            paint_corner(painter, option.rect, mark, colour)


class RowHeads(QHeaderView):
    """The numbers of rows, with signs. Qt's own asks hundreds of them how wide they are, whenever one of them has changed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setDefaultSectionSize(self.fontMetrics().height() * 8 // 5)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAccessibleName(self.tr("Rows"))

    def sizeHint(self) -> QSize:
        """Room for the largest number and a sign."""
        metrics = self.fontMetrics()
        digits = len(str(max(self.count(), 1)))
        return QSize(metrics.averageCharWidth() * (digits + 3) + metrics.height() * 3 // 2, 0)


class ScenarioView(QTableView):
    """A table of a scenario. `rows_chosen` comes when other rows are chosen, `remove_wanted` when they are to go."""

    rows_chosen = Signal()
    remove_wanted = Signal()

    def __init__(self, table: ScenarioTable, name: str, title: str, widths: Widths, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table, self._name, self._widths = table, name, widths
        self._held: At | None = None
        self._fitted: tuple[str, dict[str, int]] = ("", {})
        self._fitting = False
        self.setVerticalHeader(RowHeads(self))
        self.setModel(table)
        self.setItemDelegate(ScenarioCells(self))
        self.setAccessibleName(title)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setTabKeyNavigation(True)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setStretchLastSection(table.stretches)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        table.modelAboutToBeReset.connect(self._remember)
        table.modelReset.connect(self._restore)
        self.selectionModel().selectionChanged.connect(lambda *_: self.rows_chosen.emit())
        self._make_actions()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self.fit)
        table.dataChanged.connect(lambda *_: self._later.start() if self.isVisible() else None)
        self.horizontalHeader().sectionResized.connect(self._keep_width)
        self.horizontalHeader().sectionHandleDoubleClicked.connect(self._let_go_of_width)

    def showEvent(self, event: QShowEvent) -> None:
        """Columns are as wide as what has come to stand in them."""
        super().showEvent(event)
        self.fit()

    def initViewItemOption(self, option: QStyleOptionViewItem) -> None:
        """How cells look, and the lines between them."""
        super().initViewItemOption(option)
        show_lines(option)

    def proposals(self) -> tuple[Choice, ...]:
        """What may be typed where several units stand."""
        return tuple(self.table.facts.names.called.items())

    def chosen_rows(self) -> list[int]:
        """The rows of the chosen cells, in order; that of the current cell when nothing is chosen."""
        # Qt's own list asks of each cell whether it can be chosen; the binding hands out parts that do not outlive the whole.
        picked = self.selectionModel().selection()
        rows = {row for n in range(picked.count()) for row in range(picked.at(n).top(), picked.at(n).bottom() + 1)}
        if not rows and self.currentIndex().isValid():
            rows = {self.currentIndex().row()}
        return sorted(row for row in rows if row < self.table.count())

    def go_to(self, row: int, column: int = 0) -> None:
        """Makes a cell the current one, and shows it."""
        if not self.table.count():
            return
        index = self.table.index(min(max(row, 0), self.table.count() - 1), min(max(column, 0), len(self.table.heads) - 1))
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def choose_rows(self, rows: Sequence[int]) -> None:
        """Makes rows the chosen ones, the first of them the current one."""
        if rows:
            column = max(self.currentIndex().column(), 0)
            self.go_to(rows[0], column)
            flags = self.selectionModel().SelectionFlag
            for row in rows[1:]:
                self.selectionModel().select(self.table.index(row, column), flags.Select)

    def take_typed(self) -> None:
        """Takes what is being typed, before something else is done with the table."""
        if self.state() == QAbstractItemView.State.EditingState:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def step(self, down: int, along: int) -> None:
        """Goes on to a neighbour; over the end of a row to the next one."""
        row, column = max(self.currentIndex().row(), 0) + down, max(self.currentIndex().column(), 0) + along
        if not 0 <= column < len(self.table.heads):
            if not 0 <= row + along < self.table.count():
                return
            row, column = row + along, 0 if along > 0 else len(self.table.heads) - 1
        if 0 <= row < self.table.count():
            self.go_to(row, column)
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes down, Tab along, Delete empties, Escape takes back what is wrong before it closes the window."""
        key = Qt.Key(event.key())
        editing = self.state() == QAbstractItemView.State.EditingState
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self.table.facts.typed.is_undo(event):
            self.table.facts.typed.undo()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not editing:
            self.step(-1 if shift else 1, 0)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and not event.modifiers():
            self.clear_cells()
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            # For the tabs of the window.
            event.ignore()
        elif key == Qt.Key.Key_Escape and self.has_wrong():
            self.table.take_back(self.chosen_rows())
        else:
            super().keyPressEvent(event)

    def has_wrong(self) -> bool:
        """Whether a chosen row holds a text that is not in the box."""
        rows = self.chosen_rows()
        return any(at[0] in rows for at in self.table.wrong)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab stays in the table; Ctrl+Tab goes to the next one."""
        if self.table.count():
            return False
        return super().focusNextPrevChild(forward)

    def copy(self) -> None:
        """Copies the chosen cells, as spreadsheets read them."""
        cells = {(index.row(), index.column()) for index in self.selectedIndexes()}
        if not cells:
            return
        rows, columns = sorted({at[0] for at in cells}), sorted({at[1] for at in cells})
        lines = [[self.table.text((row, column)) if (row, column) in cells else "" for column in columns] for row in rows]
        QGuiApplication.clipboard().setText(table_text(lines, "\t"))

    def cut(self) -> None:
        """Copies the chosen cells and empties them."""
        self.copy()
        self._empty(self.tr("Cut"))

    def clear_cells(self) -> None:
        """Empties the chosen cells."""
        self._empty(self.tr("Empty cells"))

    def _empty(self, label: str) -> None:
        cells = {(index.row(), index.column()): "" for index in self.selectedIndexes()}
        if cells:
            self.table.write(label, cells)

    def paste(self) -> None:
        """Puts what was copied into the table from the chosen cell on; rows below the last one become new ones."""
        text = QGuiApplication.clipboard().text()
        if not text.strip():
            self.table.told.emit(self.tr("There is no text to paste."))
            return
        if len(text) > MOST_CHARACTERS:
            self.table.told.emit(self.tr("This is too much to paste."))
            return
        try:
            block = block_of(text) if "\t" in text else tuple((line,) for line in text.rstrip("\r\n").splitlines())
        except WrongUse as problem:
            self.table.told.emit(str(problem))
            return
        chosen = [(index.row(), index.column()) for index in self.selectedIndexes()]
        if len(block) == len(block[0]) == 1 and len(chosen) > 1:
            self.table.write(self.tr("Paste"), dict.fromkeys(chosen, block[0][0]))
            return
        top, left = min(chosen, default=(self.table.count(), 0))
        wide = len(self.table.heads)
        cells = {
            (top + down, left + along): cell
            for down, line in enumerate(block)
            for along, cell in enumerate(line)
            if left + along < wide
        }
        self.table.write(self.tr("Paste"), cells)
        lost = left + len(block[0]) - wide
        if lost > 0:
            self.table.told.emit(self.tr("%d columns stand behind the last one of the table and were not pasted.") % lost)

    def _make_actions(self) -> None:
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for text, keys, run in (
            (self.tr("Cu&t"), QKeySequence.StandardKey.Cut, self.cut),
            (self.tr("&Copy"), QKeySequence.StandardKey.Copy, self.copy),
            (self.tr("&Paste"), QKeySequence.StandardKey.Paste, self.paste),
            (self.tr("&Remove rows"), QKeySequence("Ctrl+Del"), self.remove_wanted.emit),
        ):
            action = QAction(text, self)
            action.setShortcut(keys)
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _=False, run=run: run())
            self.addAction(action)

    def fit(self) -> None:
        """Makes columns as wide as their titles and the texts of the first rows, or as the user wants them.

        They grow with what is typed and do not shrink again; another scenario begins anew.
        """
        table, metrics = self.table, self.fontMetrics()
        letter, file = metrics.averageCharWidth(), table.facts.file
        if self._fitted[0] != file:
            self._fitted = file, {}
        grown, self._fitting = self._fitted[1], True
        for column, head in enumerate(table.heads):
            key = table.column_key(column)
            chosen = self._widths.get(self._name, key)
            texts = (str(table.index(row, column).data() or "") for row in range(min(SAMPLE, table.count())))
            held = 0 if chosen is not None else max((metrics.horizontalAdvance(text) for text in texts), default=0)
            least = max(head.letters * letter, metrics.horizontalAdvance(head.title) + 3 * letter)
            grown[key] = max(grown.get(key, 0), least, min(held + 3 * letter, MOST_LETTERS * letter))
            wide = chosen * letter if chosen is not None else grown[key]
            if wide != self.columnWidth(column):
                self.setColumnWidth(column, wide)
        self._fitting = False

    def _keep_width(self, column: int, _before: int, now: int) -> None:
        # The last column takes what room is left, which nobody has chosen.
        stretched = self.table.stretches and column == len(self.table.heads) - 1
        if not self._fitting and not stretched and 0 <= column < len(self.table.heads):
            letters = round(now / self.fontMetrics().averageCharWidth())
            self._widths.keep(self._name, self.table.column_key(column), letters)

    def _let_go_of_width(self, column: int) -> None:
        """A double click at the edge of a title: as wide as what stands there."""
        key = self.table.column_key(column)
        self._widths.forget(self._name, key)
        self._fitted[1].pop(key, None)
        self.fit()

    def _remember(self) -> None:
        index = self.currentIndex()
        self._held = (index.row(), index.column()) if index.isValid() else None

    def _restore(self) -> None:
        self.fit()
        if self._held is not None and self.table.count():
            self.go_to(*self._held)
        self.rows_chosen.emit()
