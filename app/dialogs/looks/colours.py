"""The colours of the game by name: those of the ruleset's looks, each of which the box can have otherwise, and more."""

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QColorDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.looks.fields import FaultLabel, swatch
from app.dialogs.looks.model import LooksModel
from app.widgets.grid_cells import mark_colour
from core.base.colours import is_colour
from core.model.edits.look_edits import who_name
from core.rules.kernel.look_names import TONES
from core.rules.kernel.looks import COLOURS

OWN_COLOUR = "#808080"
"""What a colour is that has just been added."""


class ColoursPage(QWidget):
    """A table of names and colours that is typed into."""

    def __init__(self, model: LooksModel) -> None:
        super().__init__()
        self._model = model
        words = QLabel(
            self.tr("A colour that is changed here changes wherever looks name it, those of the ruleset among them.")
        )
        words.setWordWrap(True)
        self.table = QTableWidget(0, 3)
        self.table.setAccessibleName(self.tr("Colours by name"))
        self.table.setHorizontalHeaderLabels([self.tr("Name"), self.tr("Colour"), self.tr("From")])
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setTabKeyNavigation(False)
        self.fault = FaultLabel()
        self.add = QPushButton(self.tr("Add &colour"))
        self.choose = QPushButton(self.tr("C&hoose…"))
        self.remove = QPushButton(self.tr("Remo&ve"))
        self.remove.setToolTip(self.tr("Take the colour out of the game; that of the ruleset counts again"))
        row = QHBoxLayout()
        for button in (self.add, self.choose, self.remove):
            button.setAutoDefault(False)
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.addWidget(words)
        column.addWidget(self.table, 1)
        column.addWidget(self.fault)
        column.addLayout(row)
        self.add.clicked.connect(lambda _=False: self._add())
        self.choose.clicked.connect(lambda _=False: self._choose())
        self.remove.clicked.connect(lambda _=False: self._remove())
        # While a cell is being typed into, nothing is put in its place; what has changed meanwhile is shown thereafter.
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.show_colours)
        delegate = self.table.itemDelegate()
        assert delegate is not None
        delegate.closeEditor.connect(lambda *_: None if self.fault.fault else self._later.start())
        self.table.itemChanged.connect(self._typed)
        self.table.currentCellChanged.connect(lambda *_: self._allow())

    def show_colours(self) -> None:
        """Shows what there is."""
        own, ruled = self._model.book.colours, self._model.subject.ruled_colours
        rows = [(name, own.get(name, ruled.get(name, ""))) for name in dict.fromkeys((*ruled, *own))]
        if self.table.state() is QAbstractItemView.State.EditingState:
            return
        with QSignalBlocker(self.table):
            self.table.setRowCount(len(rows))
            for number, (name, colour) in enumerate(rows):
                whence = self.tr("Ruleset") if name not in own else self.tr("This game")
                if name in own and name in ruled:
                    whence = self.tr("This game, in place of %s") % ruled[name]
                for column, text in enumerate((name, colour, whence)):
                    item = QTableWidgetItem(text)
                    if column == 2 or (column == 0 and name in ruled):
                        item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
                    if column == 1:
                        item.setIcon(swatch(text, self.fontMetrics().height(), self.palette().windowText().color()))
                    item.setData(Qt.ItemDataRole.UserRole, name)
                    self.table.setItem(number, column, item)
        self._allow()

    def _current(self) -> str:
        item = self.table.item(self.table.currentRow(), 0)
        return str(item.data(Qt.ItemDataRole.UserRole)) if item is not None else ""

    def _allow(self) -> None:
        name = self._current()
        self.choose.setEnabled(bool(name))
        self.remove.setEnabled(name in self._model.book.colours)

    def _typed(self, item: QTableWidgetItem) -> None:
        name, text = str(item.data(Qt.ItemDataRole.UserRole)), item.text().strip()
        fault = self._name_fault(name, text) if item.column() == 0 else self._colour_fault(text)
        self.fault.tell(fault)
        if fault:
            with QSignalBlocker(self.table):
                item.setForeground(mark_colour("error", self.palette()))
                item.setToolTip(fault)
        elif item.column() == 1:
            self._model.change_colours({name: text.lower()})
        elif text != name:
            self._model.rename_colour(name, text)

    def _name_fault(self, before: str, name: str) -> str:
        if not name or " " in name:
            return self.tr("A colour is called by one word.")
        if name in COLOURS or name in TONES or is_colour(name):
            return self.tr("“%s” means something else in looks already.") % name
        if name != before and name in self._model.colours:
            return self.tr("There is a colour “%s” already.") % name
        return ""

    def _colour_fault(self, text: str) -> str:
        return "" if is_colour(text) else self.tr("“%s” is no colour. Write one such as #d8b23c, or choose one.") % text

    def _add(self) -> None:
        number = 1
        while (name := f"colour{number}") in self._model.colours:
            number += 1
        self._model.change_colours({name: OWN_COLOUR})
        self.table.setCurrentCell(self.table.rowCount() - 1, 0)
        self.table.setFocus()
        self.table.editItem(self.table.currentItem())

    def _choose(self) -> None:
        name = self._current()
        if not name:
            return
        dialog = QColorDialog(QColor(self._model.colours.get(name, OWN_COLOUR)), self.window())
        dialog.colorSelected.connect(lambda colour: self._model.change_colours({name: colour.name()}))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _remove(self) -> None:
        name = self._current()
        naming = who_name(self._model.book, name)
        self.fault.tell("")
        self._model.change_colours({name: ""})
        if naming and name not in self._model.colours:
            self.fault.tell(self.tr("“{name}” is gone, and named by: {looks}.").format(name=name, looks=", ".join(naming)))
