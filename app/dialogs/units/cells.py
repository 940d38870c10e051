"""How cells of the units grid look, and what they are typed into: lines, lists of choices, boxes to tick."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer
from PySide6.QtGui import QBrush, QColor, QFont, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QComboBox,
    QCompleter,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)
from PySide6.QtWidgets import QWidget as Widget
from shiboken6 import isValid

from app.dialogs.units.columns import kind_words
from app.dialogs.units.model import FAINT_ROLE
from app.dialogs.units.writing import Cell
from app.widgets.grid_cells import CLOSED, REPLACING, SIDEWAYS, STEPS, UP_DOWN, mark_colour, meant_by, paint_corner, step_of
from app.widgets.rule_words import said
from core.interop.counter_cells import choices_of, is_flag

if TYPE_CHECKING:
    from app.dialogs.units.view import UnitsView

Index = QModelIndex | QPersistentModelIndex

MEANING_ROLE = Qt.ItemDataRole.ToolTipRole


class UnitCells(QStyledItemDelegate):
    """A full corner and red letters for what is wrong, an empty corner for a doubt, strokes where something must be printed,
    dots where nothing is."""

    def __init__(self, view: "UnitsView") -> None:
        super().__init__(view)
        self._view = view

    def createEditor(self, parent: Widget, option: QStyleOptionViewItem, index: Index) -> Widget:
        """A list where there is a choice, else a line; what is typed is read at every letter."""
        model = self._view.units
        counter = model.counter(index.row())
        column = model.columns[index.column()].column
        choices = choices_of(column, counter, model.oob, model.ruleset) if counter is not None else ()
        at = QPersistentModelIndex(index)
        if choices:
            made: Widget = self._list(parent, at, choices)
        elif is_flag(column):
            made = self._list(parent, at, (("", ""), ("yes", ""), ("no", "")))
        else:
            line = QLineEdit(parent)
            line.setFrame(False)
            line.textEdited.connect(lambda text: self._typed(line, at, text, ()))
            made = line
        made.setProperty(REPLACING, self._view.replacing)
        made.setAccessibleName(str(index.data(Qt.ItemDataRole.AccessibleTextRole)))
        return made

    def _list(self, parent: Widget, at: QPersistentModelIndex, choices: tuple[tuple[str, str], ...]) -> QComboBox:
        column, cell = self._view.units.columns[at.column()].column, self._view.units.at(at)
        named = column.part in ("side", "formation")
        shown = kind_words if column.known is not None and column.part in ("value", "back-value") else str
        box = QComboBox(parent)
        box.setEditable(True)
        box.setFrame(False)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        for number, (word, meaning) in enumerate(choices):
            box.addItem(self._view.units.rows.name(column, word) if named else shown(word), word)
            box.setItemData(number, word if named else said(meaning), MEANING_ROLE)
        box.view().setMinimumWidth(box.view().sizeHintForColumn(0) + 4 * self._view.fontMetrics().averageCharWidth())
        completer = QCompleter(box.model(), box)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        box.setCompleter(completer)
        words = tuple(word for choice in choices for word in (choice if named else choice[:1]))
        line = box.lineEdit()
        assert line is not None
        # The binding gives up the line of a list that nothing holds.
        line.textEdited.connect(lambda text: self._typed(box.lineEdit(), at, text, words))
        box.highlighted.connect(lambda number: self._try(at, str(box.itemData(number))))
        box.activated.connect(lambda _: self._finish(box))
        # Enter in the list of what fits comes here, and not to the cell; what is lit there is taken first.
        line.returnPressed.connect(lambda: QTimer.singleShot(0, self, lambda: self._enter(box, cell)))
        if not self._view.replacing:
            QTimer.singleShot(0, box, box.showPopup)
        return box

    def _enter(self, box: QComboBox, cell: Cell) -> None:
        """Takes what stands in a list and goes on, unless that was done when the list of what fits was left."""
        if isValid(box) and not box.property(CLOSED):
            self._finish(box)
        index = self._view.currentIndex()
        if index.isValid() and self._view.units.at(index) == cell:
            self._view.step(1, 0)

    def _finish(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box, QAbstractItemDelegate.EndEditHint.NoHint)

    def _try(self, at: QPersistentModelIndex, text: str) -> str:
        return self._view.units.try_text(at, text) if at.isValid() else ""

    def _typed(self, line: QLineEdit | None, at: QPersistentModelIndex, text: str, words: tuple[str, ...]) -> None:
        """Reads what is being typed: red as soon as it is wrong, unless a choice begins so."""
        if line is None:
            return
        wanted = text.strip().casefold().replace(" ", "_")
        begun = any(word.casefold().replace(" ", "_").startswith(wanted) for word in words)
        fault = "" if begun and text.strip() not in words else self._try(at, text)
        colours = QPalette(self._view.palette())
        if fault:
            colours.setColor(QPalette.ColorRole.Text, mark_colour("error", colours))
        line.setPalette(colours)
        line.setToolTip(fault)

    def setEditorData(self, editor: Widget, index: Index) -> None:
        """Shows the cell's text, but never over what is being typed."""
        text = str(index.data(Qt.ItemDataRole.EditRole))
        if isinstance(editor, QLineEdit) and not editor.isModified():
            editor.setText(text)
        elif isinstance(editor, QComboBox):
            line = editor.lineEdit()
            assert line is not None
            if not line.isModified():
                editor.setCurrentIndex(editor.findData(text))
                known = editor.currentIndex() >= 0
                editor.setEditText(editor.itemText(editor.currentIndex()) if known else text)
                line.selectAll()

    def setModelData(self, editor: Widget, model: QAbstractItemModel, index: Index) -> None:
        """Hands over what was chosen or typed, for all chosen cells of the column."""
        # Another kind has other columns: the table is shown anew, and the editor loses the keyboard before it is closed.
        editor.setProperty(CLOSED, True)
        if isinstance(editor, QComboBox):
            text = editor.currentText()
            number = meant_by(editor, text)
            self._view.type_into(index, str(editor.itemData(number)) if number >= 0 else text)
        elif isinstance(editor, QLineEdit):
            self._view.type_into(index, editor.text())

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Enter, Tab and arrows take what was typed and go on to a neighbour."""
        if editor.property(CLOSED):
            return False
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and isinstance(editor, QLineEdit | QComboBox):
            key = Qt.Key(event.key())
            stays = key in SIDEWAYS and not editor.property(REPLACING)
            stays = stays or (key in UP_DOWN and isinstance(editor, QComboBox))
            if key in STEPS and not stays:
                self.commitData.emit(editor)
                self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)
                self._view.step(*step_of(event))
                return True
        return super().eventFilter(editor, event)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Letters of what is wrong and of what is not the cell's own look otherwise."""
        super().initStyleOption(option, index)
        mark = self._view.units.mark(index)
        colours, font = QPalette(option.palette), QFont(option.font)
        if mark == "error":
            colours.setColor(QPalette.ColorRole.Text, mark_colour("error", colours))
            font.setBold(True)
        elif index.data(FAINT_ROLE):
            colours.setColor(QPalette.ColorRole.Text, colours.color(QPalette.ColorRole.PlaceholderText))
            font.setItalic(True)
        else:
            return
        option.palette, option.font = colours, font

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The text, and the mark over it."""
        super().paint(painter, option, index)
        mark = self._view.units.mark(index)
        if not mark:
            return
        area, colours = option.rect, self._view.palette()
        painter.save()
        if mark in ("grey", "missing"):
            faint = QColor(colours.color(QPalette.ColorRole.PlaceholderText))
            pattern = Qt.BrushStyle.Dense7Pattern if mark == "grey" else Qt.BrushStyle.BDiagPattern
            if mark == "grey":
                painter.fillRect(area, colours.color(QPalette.ColorRole.Window))
                faint.setAlphaF(0.4)
            painter.fillRect(area.adjusted(2, 2, -2, -2), QBrush(faint, pattern))
        else:
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            colour = colours.color(QPalette.ColorRole.HighlightedText) if chosen else mark_colour(mark, colours)
            paint_corner(painter, area, mark, colour)
        painter.restore()
