"""How hex numbers are put together, as a group of fields; a new map and the maps of a box have it in common."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QGroupBox, QLabel, QLineEdit, QSpinBox, QWidget

from core.geometry.labels import First, Numbering
from core.model.numberings import MOST_DIGITS, NumberScheme

MOST_FIRST = 100_000
"""No numbering starts higher."""


class NumberingForm(QGroupBox):
    """Fields for a numbering. `changed` comes with every change; `pattern` can be typed as well, and counts."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Hex numbers"))
        self.order = _choices((self.tr("Column, then row"), "column-row"), (self.tr("Row, then column"), "row-column"))
        self.first = _choices(
            (self.tr("Lower left"), "bottom-left"),
            (self.tr("Upper left"), "top-left"),
            (self.tr("Lower right"), "bottom-right"),
            (self.tr("Upper right"), "top-right"),
        )
        self.separator = QLineEdit()
        self.separator.setMaxLength(4)
        self.digits = QSpinBox()
        self.digits.setRange(1, MOST_DIGITS)
        self.digits.setToolTip(self.tr("Numbers with fewer digits get zeros before them; 1 prints none"))
        self.letters = _choices((self.tr("None"), "none"), (self.tr("Columns"), "column"), (self.tr("Rows"), "row"))
        self.prefix = QLineEdit()
        self.prefix.setMaxLength(8)
        self.first_column, self.first_row = QSpinBox(), QSpinBox()
        for spin in (self.first_column, self.first_row):
            spin.setRange(0, MOST_FIRST)
        self.pattern = QLineEdit()
        self.pattern.setMinimumWidth(26 * self.fontMetrics().averageCharWidth())
        form = self._form = QFormLayout(self)
        form.addRow(self.tr("&Order:"), self.order)
        form.addRow(self.tr("Lowest nu&mbers in the:"), self.first)
        form.addRow(self.tr("B&etween them:"), self.separator)
        form.addRow(self.tr("At least so many di&gits:"), self.digits)
        form.addRow(self.tr("&In letters:"), self.letters)
        form.addRow(self.tr("In front of each:"), self.prefix)
        form.addRow(" ", self.first_column)
        form.addRow(" ", self.first_row)
        form.addRow(self.tr("&Pattern:"), self.pattern)
        self.name_axes("columns")
        self.show_numbering(Numbering(NumberScheme().pattern, 1, 1))
        for box in (self.order, self.letters):
            box.currentIndexChanged.connect(self._compose)
        for line in (self.separator, self.prefix):
            line.textEdited.connect(self._compose)
        self.digits.valueChanged.connect(self._compose)
        self.pattern.textEdited.connect(self._take_pattern)
        self.first.currentIndexChanged.connect(self.changed)
        for spin in (self.first_column, self.first_row):
            spin.valueChanged.connect(self.changed)

    @property
    def corner(self) -> First:
        """The corner of the lowest numbers."""
        chosen: First = self.first.currentData()
        return chosen

    def name_axes(self, orientation: str) -> None:
        """Calls what is counted by its name: columns and rows of flat-top hexes, lines and their hexes of pointy-top ones."""
        flat = orientation == "columns"
        lines, places = (self.tr("Columns"), self.tr("Rows")) if flat else (self.tr("Lines"), self.tr("Hexes in each line"))
        self.order.setItemText(0, self.tr("Column, then row") if flat else self.tr("Line, then hex in it"))
        self.order.setItemText(1, self.tr("Row, then column") if flat else self.tr("Hex in its line, then line"))
        self.letters.setItemText(1, lines)
        self.letters.setItemText(2, places)
        for spin, words in ((self.first_column, lines), (self.first_row, places)):
            label = self._form.labelForField(spin)
            assert isinstance(label, QLabel)
            label.setText(self.tr("%s begin at:") % words)
        tip = self.tr("{column:02} is filled with zeros to two digits, {column:A} counts in letters")
        if not flat:
            tip = self.tr("{column} counts the lines from below, {row} the hexes in each line") + "\n" + tip
        self.pattern.setToolTip(tip)

    def show_numbering(self, numbering: Numbering) -> None:
        """Fills the fields."""
        self.pattern.setText(numbering.pattern)
        self._show_scheme()
        self.first.setCurrentIndex(self.first.findData(numbering.first))
        self.first_column.setValue(numbering.first_column)
        self.first_row.setValue(numbering.first_row)

    def numbering(self, columns: int, rows: int) -> Numbering:
        """The numbering that the fields say. Raises BadPattern."""
        return Numbering(self.pattern.text(), columns, rows, self.corner, self.first_column.value(), self.first_row.value())

    def _scheme(self) -> NumberScheme:
        return NumberScheme(
            self.order.currentData(),
            self.separator.text(),
            self.digits.value(),
            self.letters.currentData(),
            self.prefix.text(),
        )

    def _compose(self) -> None:
        self.pattern.setText(self._scheme().pattern)
        self.changed.emit()

    def _take_pattern(self) -> None:
        self._show_scheme()
        self.changed.emit()

    def _show_scheme(self) -> None:
        """Shows the parts of the pattern where it has such parts."""
        scheme = NumberScheme.of(self.pattern.text())
        if scheme is None:
            return
        parts = (self.order, self.letters, self.digits)
        blocked = [part.blockSignals(True) for part in parts]
        self.order.setCurrentIndex(self.order.findData(scheme.order))
        self.letters.setCurrentIndex(self.letters.findData(scheme.letters))
        self.digits.setValue(scheme.digits)
        for part, was in zip(parts, blocked, strict=True):
            part.blockSignals(was)
        self.separator.setText(scheme.separator)
        self.prefix.setText(scheme.prefix)


def _choices(*entries: tuple[str, str]) -> QComboBox:
    box = QComboBox()
    for words, value in entries:
        box.addItem(words, value)
    return box
