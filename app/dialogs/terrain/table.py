"""The terrain of the open box as a table: names, looks, heights, classes and costs, each with where it comes from."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication, QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QColorDialog,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.canvas.looks import Looks
from app.canvas.style import load_style
from app.dialogs.terrain.model import TerrainModel
from app.documents.document import Document
from app.widgets.buttons import button_row
from core.base.errors import WrongUse
from core.model.edits.terrain_edits import add_terrain, choose_palette, reset_terrain
from core.model.terrain import PATTERNS, Palette, TerrainKind

Index = QModelIndex | QPersistentModelIndex

_CHOICES = {
    "kind": tuple(kind.value for kind in TerrainKind),
    "pattern": ("", *PATTERNS),
    "whole_hex": ("yes", "no"),
}


class _CellEditor(QStyledItemDelegate):
    """Editors for cells: lists where there is a choice, lines that turn red while what stands in them is wrong."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A list or a line."""
        model = index.model()
        assert isinstance(model, TerrainModel)
        choices = _CHOICES.get(model.columns[index.column()].id)
        if choices is not None:
            box = QComboBox(parent)
            box.addItems(list(choices))
            return box
        line = QLineEdit(parent)
        at = QPersistentModelIndex(index)
        plain = line.palette()
        line.textEdited.connect(lambda text: self._judge(line, plain, model, at, text))
        return line

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Shows the cell's value."""
        if isinstance(editor, QComboBox):
            editor.setCurrentText(str(index.data(Qt.ItemDataRole.EditRole)))
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Hands over what was chosen or typed."""
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentText(), Qt.ItemDataRole.EditRole)
        elif isinstance(editor, QLineEdit):
            model.setData(index, editor.text(), Qt.ItemDataRole.EditRole)

    @staticmethod
    def _judge(line: QLineEdit, plain: QPalette, model: TerrainModel, at: QPersistentModelIndex, text: str) -> None:
        fault = model.try_text(at, text) if at.isValid() else ""
        model.refused.emit(fault)
        line.setToolTip(fault)
        line.setAccessibleDescription(fault)
        colours = QPalette(plain)
        if fault:
            colours.setColor(QPalette.ColorRole.Base, QColor("#8c1d18"))
            colours.setColor(QPalette.ColorRole.Text, QColor(Qt.GlobalColor.white))
        line.setPalette(colours)


class TerrainTable(QDialog):
    """Shows and changes all kinds of terrain. It stays open beside the map; every change is one step of the history."""

    def __init__(self, parent: QWidget | None, document: Document) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Terrain"))
        self._document = document
        self.model = TerrainModel(document, self)
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setItemDelegate(_CellEditor(self.table))
        self.table.setAccessibleName(self.tr("Kinds of terrain"))
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() * 8 // 5)
        self.table.setTabKeyNavigation(True)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.table.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.model.use_swatches(QFontMetrics(self.font()).height())
        self.choice = QComboBox()
        self.choice.addItem(self.tr("None: the ruleset's own terrain"), "")
        ruleset = document.ruleset
        for id_, palette in (ruleset.palettes if ruleset is not None else {}).items():
            fits = not palette.series or (ruleset is not None and ruleset.series in palette.series)
            if fits:
                self.choice.addItem(palette.title, id_)
        self.note, self.legend = QLabel(), QLabel()
        for label in (self.note, self.legend):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setAccessibleName(self.tr("What is wrong"))
        self.name, self.kind = QLineEdit(), QComboBox()
        self.name.setPlaceholderText(self.tr("Name of a new kind"))
        self.name.setAccessibleName(self.tr("Name of a new kind of terrain"))
        self.kind.addItems(list(_CHOICES["kind"]))
        self.kind.setAccessibleName(self.tr("What a new kind is drawn as"))
        self.add = self._button(self.tr("&Add kind"), self._add)
        self.colour = self._button(self.tr("&Colour…"), self._pick_colour)
        self.reset = self._button(self.tr("&Reset or delete"), self._reset)
        self.reset.setToolTip(self.tr("Takes back what the box says of a kind; a kind of the box's own goes"))
        self.column = self._button(self.tr("Add c&olumn…"), self._add_column)
        self._lay_out()
        for keys, do in (
            (QKeySequence(QKeySequence.StandardKey.Paste), self.paste),
            (QKeySequence(QKeySequence.StandardKey.Copy), self.copy),
            (QKeySequence(QKeySequence.StandardKey.Undo), document.undo_stack.undo),
            (QKeySequence(QKeySequence.StandardKey.Redo), document.undo_stack.redo),
        ):
            # Connected by itself: a shortcut that is made with its slot forgets the context and is heard in the whole window.
            QShortcut(keys, self.table, context=Qt.ShortcutContext.WidgetShortcut).activated.connect(do)
        self.name.returnPressed.connect(self._add)
        self.model.refused.connect(self._say)
        self.choice.activated.connect(self._choose)
        self.table.selectionModel().currentChanged.connect(lambda *_: self._follow())
        document.changed.connect(self._follow)
        self.finished.connect(self._closed)
        self._follow()
        self.table.setCurrentIndex(self.model.index(0, 0))
        header = self.table.horizontalHeader()
        # All rows count, not only those that are seen.
        header.setResizeContentsPrecision(-1)
        self.table.resizeColumnsToContents()
        self.model.modelReset.connect(self.table.resizeColumnsToContents)
        self.model.dataChanged.connect(self._widen)
        self.resize(150 * self.fontMetrics().averageCharWidth(), 42 * self.fontMetrics().height())

    def paste(self) -> None:
        """Puts what was copied from a spreadsheet into the table, from the current cell on."""
        text = QGuiApplication.clipboard().text()
        if text:
            self._say(self.model.paste(self.table.currentIndex(), text))

    def copy(self) -> None:
        """Copies the chosen cells, as spreadsheets read them."""
        chosen = self.table.selectionModel().selection()
        if chosen.isEmpty():
            return
        area = chosen.first()
        lines = [
            "\t".join(str(self.model.index(row, column).data() or "") for column in range(area.left(), area.right() + 1))
            for row in range(area.top(), area.bottom() + 1)
        ]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def put_colour(self, colour: QColor) -> None:
        """Gives the current kind a colour."""
        row = self.table.currentIndex().row()
        column = next(n for n, each in enumerate(self.model.columns) if each.id == "colour")
        self.model.setData(self.model.index(row, column), colour.name())

    def _pick_colour(self) -> None:
        terrain = self.model.rows[self.table.currentIndex().row()]
        dialog = QColorDialog(Looks(load_style(), self.model.chart).colour(terrain), self)
        dialog.setWindowTitle(self.tr("Colour of %s") % terrain.name)
        dialog.colorSelected.connect(self.put_colour)
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(True)
        dialog.show()

    def _add(self) -> None:
        kind = TerrainKind(self.kind.currentText())
        try:
            id_, edit = add_terrain(self._document.box, self.model.chart, self.name.text(), kind)
        except WrongUse as problem:
            self._say(str(problem))
            return
        self._document.do(edit)
        self._say("")
        self.name.clear()
        self._go_to(id_)

    def _reset(self) -> None:
        row = self.table.currentIndex().row()
        try:
            edit = reset_terrain(self._document.box, self.model.chart, self.model.rows[row].id)
        except WrongUse as problem:
            self._say(str(problem))
            return
        self._say("")
        self._document.do(edit)

    def _choose(self) -> None:
        ruleset, box = self._document.ruleset, self._document.box
        wanted = str(self.choice.currentData())
        if ruleset is not None and wanted != box.palette:
            self._document.do(choose_palette(box, ruleset.chart(box.palette), ruleset.chart(wanted), wanted))

    def _add_column(self) -> None:
        dialog = QInputDialog(self)
        dialog.setWindowTitle(self.tr("Add a column of movement costs"))
        dialog.setLabelText(self.tr("Title of the column:"))
        dialog.textValueSelected.connect(self.add_column)
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(True)
        dialog.show()

    def add_column(self, title: str) -> None:
        """Adds a column of movement costs; it lasts when something stands in it."""
        fault = "" if self.model.add_column(title) else self.tr('A column needs a title of its own, and "%s" is none.') % title
        self._say(fault)

    def _say(self, fault: str) -> None:
        self.note.setText(f"⚠ {fault}" if fault else "")

    def _go_to(self, id_: str) -> None:
        row = self.model.row_of(id_)
        if row >= 0:
            index = self.model.index(row, 0)
            self.table.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.table.scrollTo(index)

    def _follow(self) -> None:
        held = self.model.palette
        if held is not None and self.choice.findData(held.id) < 0:
            # The history brought back one that is not offered.
            self.choice.addItem(held.title, held.id)
        at = self.choice.findData(self._document.box.palette)
        self.choice.setCurrentIndex(max(at, 0))
        row = self.table.currentIndex().row()
        own = 0 <= row < len(self.model.rows) and self.model.rows[row].id in self._document.box.terrain
        self.reset.setEnabled(own)
        self.colour.setEnabled(row >= 0)
        self.legend.setText(legend_of(self.model.palette))

    def _widen(self, top: QModelIndex, bottom: QModelIndex, roles: Sequence[int] = ()) -> None:
        """Makes room for what stands in columns now; none becomes narrower than it was made by hand."""
        if Qt.ItemDataRole.DecorationRole in roles:
            return
        for column in range(top.column(), bottom.column() + 1):
            wanted = self.table.sizeHintForColumn(column) + 1
            if wanted > self.table.columnWidth(column):
                self.table.setColumnWidth(column, wanted)

    def _closed(self) -> None:
        self._document.changed.disconnect(self._follow)
        self.model.close()

    def _button(self, text: str, do: object) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(do)
        return button

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(self.tr("&Palette:"), self.choice)
        row = QHBoxLayout()
        for part in (self.name, self.kind, self.add):
            row.addWidget(part, 1 if part is self.name else 0)
        row.addStretch(1)
        for part in (self.colour, self.reset, self.column):
            row.addWidget(part)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        for button in buttons.buttons():
            if isinstance(button, QPushButton):
                button.setAutoDefault(False)
        whole = QVBoxLayout(self)
        whole.addLayout(form)
        whole.addWidget(self.table, 1)
        whole.addWidget(self.note)
        whole.addWidget(self.legend)
        whole.addLayout(row)
        whole.addWidget(buttons)


def legend_of(palette: Palette | None) -> str:
    """What the words in the columns of costs mean, and the rows of the chart for what is not drawn."""
    if palette is None:
        return ""
    parts = [f"{word} = {meaning}" for word, meaning in palette.legend.items()]
    lines = ["; ".join(parts)] if parts else []
    for row in palette.others:
        costs = ", ".join(f"{palette.columns[column]} {row.costs[column]}" for column in palette.columns if column in row.costs)
        said = "; ".join(part for part in (row.combat_class, costs, row.note) if part)
        lines.append(f"{row.name}: {said}")
    lines.append(f"{palette.title} ({palette.provenance.status}): {palette.provenance.source}")
    return "\n".join(lines)
