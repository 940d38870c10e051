"""The maps of the open box: their order, letters, titles, numbers and sizes, and which lie side by side."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.counters.unit_words import called
from app.dialogs.maps.grid_preview import GridPreview
from app.dialogs.maps.numbering_form import NumberingForm
from app.documents.document import Document
from app.widgets.buttons import button_row
from core.base.errors import WrongUse
from core.geometry.labels import BadPattern, Numbering
from core.model.box import PlacedSheet
from core.model.edits.edit import Edit, Touched
from core.model.edits.map_edits import ChangeSheet
from core.model.edits.sheet_edits import (
    Lost,
    add_sheet,
    measure_sheets,
    move_sheet,
    reletter_sheet,
    renumber_sheet,
    resize_sheet,
    taken_out,
)
from core.model.edits.sheet_forces import Left
from core.model.maps import SECTIONS, Grid
from core.model.new_map import LEAST_HEX_M, LEAST_INTERVAL, MOST_HEX_M, MOST_HEXES, MOST_INTERVAL
from core.model.numberings import corner_numbers, numbering_fault
from core.model.placing import EDGES, Edge, free_letter

Confirm = Callable[[str, str], bool]
"""Asks whether to go on; the second text is a list of what would go."""

_FILE = Qt.ItemDataRole.UserRole

MOST_NAMED = 20
"""Things that go and are told by name."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("SheetsDialog", text)


class SheetsDialog(QDialog):
    """Lists the maps of a box; every button is one step of the history."""

    def __init__(self, parent: QWidget | None, document: Document, confirm: Confirm | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Maps of this box"))
        self._document = document
        self._confirm = confirm or self._ask
        self.list = QTreeWidget()
        self.list.setHeaderLabels(
            [self.tr("Letter"), self.tr("Title"), self.tr("Wide × high"), self.tr("Hexes"), self.tr("File")]
        )
        self.list.setRootIsDecorated(False)
        self.list.setAccessibleName(self.tr("Maps of this box"))
        self.letter, self.title = QLineEdit(), QLineEdit()
        self.letter.setMaxLength(3)
        self.edge, self.size_edge = _edges(), _edges()
        self.new_letter = QLineEdit()
        self.new_letter.setMaxLength(3)
        self.columns, self.rows = _count(40), _count(30)
        self.steps = _count(1)
        self.hex_m, self.interval = QDoubleSpinBox(), QDoubleSpinBox()
        self.hex_m.setRange(float(LEAST_HEX_M), float(MOST_HEX_M))
        self.interval.setRange(0, float(MOST_INTERVAL))
        self.interval.setSpecialValueText(self.tr("No contours"))
        for spin in (self.hex_m, self.interval):
            spin.setDecimals(2)
            spin.setSuffix(self.tr(" m"))
            spin.setKeyboardTracking(False)
        self.half_lines = QCheckBox(self.tr("&Broken lines at half intervals"))
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.note.setAccessibleName(self.tr("What is wrong"))
        self.add = _button(self.tr("&Add"), self._add)
        self.remove = _button(self.tr("&Remove"), self._remove)
        self.up = _button(self.tr("Move &up"), lambda: self._move(-1))
        self.down = _button(self.tr("Move &down"), lambda: self._move(1))
        self.numbers = _button(self.tr("Hex &numbers…"), self._renumber)
        self.enlarge = _button(self.tr("&Enlarge"), lambda: self._resize(1))
        self.cut = _button(self.tr("&Cut off"), lambda: self._resize(-1))
        self._lay_out()
        self.letter.editingFinished.connect(self._reletter)
        self.title.editingFinished.connect(self._retitle)
        self.list.currentItemChanged.connect(lambda *_: self._show_current())
        self.hex_m.valueChanged.connect(self._measure)
        self.interval.valueChanged.connect(self._measure)
        self.half_lines.toggled.connect(self._measure)
        document.changed.connect(self._follow)
        self.finished.connect(lambda _: document.changed.disconnect(self._follow))
        self._fill()
        self.resize(96 * self.fontMetrics().averageCharWidth(), self.sizeHint().height())

    @property
    def current(self) -> PlacedSheet:
        """The map that the buttons are about."""
        sheets = self._document.box.sheets
        item = self.list.currentItem()
        file = item.data(0, _FILE) if item is not None else ""
        return next((placed for placed in sheets if placed.file == file), sheets[0])

    def _fill(self) -> None:
        wanted = self.current.file
        with QSignalBlocker(self.list):
            self.list.clear()
            for placed in self._document.box.sheets:
                grid = placed.sheet.grid
                low, *_, high = corner_numbers(grid.numbering)
                counts = (grid.columns, grid.rows) if grid.orientation == "columns" else (grid.rows, grid.columns)
                size = self.tr("%d × %d") % counts
                words = [placed.letter, placed.sheet.title, size, self.tr("%s to %s") % (low, high), placed.file]
                item = QTreeWidgetItem(self.list, words)
                item.setData(0, _FILE, placed.file)
                if placed.file == wanted:
                    self.list.setCurrentItem(item)
            for column in range(self.list.columnCount()):
                self.list.resizeColumnToContents(column)
        self._show_current()

    def _show_current(self) -> None:
        placed = self.current
        sheets = self._document.box.sheets
        at = sheets.index(placed)
        self.letter.setText(placed.letter)
        self.title.setText(placed.sheet.title)
        self.new_letter.setText(free_letter(self._document.box))
        flat = placed.sheet.grid.orientation == "columns"
        self.columns_label.setText(self.tr("C&olumns:") if flat else self.tr("Lines, &one above the other:"))
        self.rows_label.setText(self.tr("Ro&ws:") if flat else self.tr("Hexes in each l&ine:"))
        self.columns.setValue(placed.sheet.grid.columns)
        self.rows.setValue(placed.sheet.grid.rows)
        with QSignalBlocker(self.hex_m), QSignalBlocker(self.interval), QSignalBlocker(self.half_lines):
            self.hex_m.setValue(placed.sheet.grid.hex_m)
            self.interval.setValue(float(placed.sheet.contour_interval or 0))
            self.half_lines.setChecked(placed.sheet.half_lines)
        self.half_lines.setEnabled(placed.sheet.contour_interval is not None)
        self.remove.setEnabled(len(sheets) > 1)
        self.up.setEnabled(at > 0)
        self.down.setEnabled(at < len(sheets) - 1)
        self.note.setText("")

    def _follow(self, touched: Touched) -> None:
        if touched.box:
            self._fill()

    def _try(self, make: Callable[[], Edit]) -> bool:
        """Does what an edit says, or shows why there is none."""
        try:
            edit = make()
        except WrongUse as problem:
            self.note.setText(f"⚠ {problem}")
            return False
        self._document.do(edit)
        return True

    def _add(self) -> None:
        placed, edge = self.current, self.edge.currentData()
        columns, rows, letter = self.columns.value(), self.rows.value(), self.new_letter.text()
        self._try(lambda: add_sheet(self._document.box, placed.file, edge, columns, rows, letter))

    def _remove(self) -> None:
        placed = self.current
        try:
            removed = taken_out(self._document.box, placed.file)
        except WrongUse as problem:
            self.note.setText(f"⚠ {problem}")
            return
        held = "\n".join(filter(None, (items_on(placed), self._left_words(removed.left))))
        what = self.tr("Map %s holds these and they go with it. You can undo this.") % placed.letter
        if not held or self._confirm(what, held):
            self._document.do(removed.edit)

    def _left_words(self, left: Left) -> str:
        """What scenarios said of hexes that go, with the first of the units by name; "" for nothing."""
        if not left:
            return ""
        oob, rules = self._document.box.oob, self._document.ruleset
        units = (oob.counter(id_) for id_ in left.counters[:MOST_NAMED])
        named = ", ".join(called(rules, each) for each in units if each is not None)
        more = ", …" if len(left.counters) > MOST_NAMED else ""
        said = self.tr("In scenarios: %s") % left.words
        return f"{said}: {named}{more}" if named else said

    def _move(self, steps: int) -> None:
        self._try(lambda: move_sheet(self._document.box, self.current.file, steps))

    def _reletter(self) -> None:
        placed, text = self.current, self.letter.text()
        if text != placed.letter and not self._try(lambda: reletter_sheet(self._document.box, placed.file, text)):
            self.letter.setText(placed.letter)

    def _retitle(self) -> None:
        placed, text = self.current, self.title.text().strip()
        if text != placed.sheet.title:
            head = replace(placed.sheet.head, title=text)
            self._try(lambda: ChangeSheet(self.tr("Title map %s") % placed.letter, placed.file, head))

    def _resize(self, sign: int) -> None:
        placed, edge = self.current, self.size_edge.currentData()
        try:
            resized = resize_sheet(self._document.box, placed.file, edge, sign * self.steps.value())
        except WrongUse as problem:
            self.note.setText(f"⚠ {problem}")
            return
        what = self.tr("What lies on the hexes that are cut off goes with them. You can undo this.")
        lost = lost_words(placed, resized.lost) if resized.lost else ""
        held = "\n".join(filter(None, (lost, self._left_words(resized.left))))
        if held and not self._confirm(what, held):
            return
        self._document.do(resized.edit)
        if resized.moved:
            self.note.setText(self.tr("Moved along with the edge: map %s.") % ", ".join(resized.moved))

    def _measure(self) -> None:
        metres = Fraction(f"{self.interval.value():.{self.interval.decimals()}f}")
        if 0 < metres < Fraction(LEAST_INTERVAL):
            self.note.setText("⚠ " + self.tr("A contour interval is %s m or more.") % LEAST_INTERVAL)
            return
        half_lines = self.half_lines.isChecked() and bool(metres)
        self._try(lambda: measure_sheets(self._document.box, self.hex_m.value(), metres or None, half_lines))

    def _renumber(self) -> None:
        placed = self.current
        dialog = RenumberDialog(self, placed)
        dialog.accepted.connect(lambda: self._try(lambda: renumber_sheet(self._document.box, placed.file, dialog.numbering)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(True)
        dialog.show()

    def _ask(self, sentence: str, held: str) -> bool:
        box = QMessageBox(QMessageBox.Icon.Warning, self.windowTitle(), sentence, parent=self)
        box.setInformativeText(held)
        go_on = box.addButton(self.tr("&Go on"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        return box.clickedButton() is go_on

    def _lay_out(self) -> None:
        chosen = QGroupBox(self.tr("The chosen map"))
        form = QFormLayout(chosen)
        form.addRow(self.tr("&Letter:"), self.letter)
        form.addRow(self.tr("&Title:"), self.title)
        form.addRow(_row(self.up, self.down, self.numbers, self.remove))
        size = QGroupBox(self.tr("Its size"))
        sizes = QFormLayout(size)
        sizes.addRow(self.tr("Ed&ge:"), self.size_edge)
        sizes.addRow(self.tr("&Hexes:"), self.steps)
        sizes.addRow(_row(self.enlarge, self.cut))
        more = QGroupBox(self.tr("Another map beside it"))
        adding = QFormLayout(more)
        adding.addRow(self.tr("&Side:"), self.edge)
        self.columns_label, self.rows_label = QLabel(), QLabel()
        for name, spin in ((self.columns_label, self.columns), (self.rows_label, self.rows)):
            name.setBuddy(spin)
            adding.addRow(name, spin)
        adding.addRow(self.tr("Letter o&f the new map:"), self.new_letter)
        adding.addRow(self.add)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        measures = QGroupBox(self.tr("Measures of all maps"))
        measured = QFormLayout(measures)
        measured.addRow(self.tr("From he&x to hex:"), self.hex_m)
        measured.addRow(self.tr("Contours e&very:"), self.interval)
        measured.addRow(self.half_lines)
        boxes = QGridLayout()
        for place, part in enumerate((chosen, more, size, measures)):
            boxes.addWidget(part, place // 2, place % 2)
        whole = QVBoxLayout(self)
        whole.addWidget(self.list, 1)
        whole.addLayout(boxes)
        whole.addWidget(self.note)
        whole.addWidget(buttons)


class RenumberDialog(QDialog):
    """Asks for other hex numbers of one map, with a picture of its corners."""

    def __init__(self, parent: QWidget | None, placed: PlacedSheet) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Hex numbers of map %s") % (placed.letter or placed.sheet.id))
        self._grid: Grid = placed.sheet.grid
        self.form, self.preview, self.fault = NumberingForm(), GridPreview(), QLabel()
        self.fault.setWordWrap(True)
        self.fault.setAccessibleName(self.tr("What is wrong"))
        buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.accept_button = buttons.button(QDialogButtonBox.StandardButton.Ok)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        halves = QHBoxLayout()
        halves.addWidget(self.form)
        halves.addWidget(self.preview, 1)
        whole = QVBoxLayout(self)
        whole.addLayout(halves, 1)
        whole.addWidget(self.fault)
        whole.addWidget(buttons)
        self.form.name_axes(self._grid.orientation)
        self.form.show_numbering(self._grid.numbering)
        self.form.changed.connect(self._follow)
        self._follow()

    @property
    def numbering(self) -> Numbering:
        """What was chosen. Raises BadPattern for what the button to accept does not let through."""
        return self.form.numbering(self._grid.columns, self._grid.rows)

    def _follow(self) -> None:
        columns, rows = self._grid.columns, self._grid.rows
        try:
            numbering = self.numbering
        except BadPattern:
            self.preview.show_grid(None)
            fault = numbering_fault(self.form.pattern.text(), columns, rows)
        else:
            self.preview.show_grid(replace(self._grid, numbering=numbering))
            corner, first_column, first_row = numbering.first, numbering.first_column, numbering.first_row
            fault = numbering_fault(numbering.pattern, columns, rows, corner, first_column, first_row)
        self.fault.setText(f"⚠ {fault}" if fault else "")
        self.accept_button.setEnabled(not fault)


def items_on(placed: PlacedSheet) -> str:
    """What lies on a map, counted; empty for an empty map."""
    counts = {section: len(placed.sheet.items(section)) for section in SECTIONS}
    return ", ".join(_counted(section, count) for section, count in counts.items() if count)


def lost_words(placed: PlacedSheet, lost: Sequence[Lost]) -> str:
    """What a smaller map has no room for: counted, then by name where it has one."""
    counts = Counter(each.section for each in lost)
    counted = ", ".join(_counted(section, counts[section]) for section in SECTIONS if counts[section])
    number = placed.sheet.grid.numbering.text
    named = []
    for each in lost:
        name = getattr(each.item, "name", "") or getattr(each.item, "text", "")
        if name:
            named.append(f"{number(*each.cell)} {name}" if each.cell is not None else name)
    return f"{counted}: {', '.join(named[:MOST_NAMED])}{', …' if len(named) > MOST_NAMED else ''}" if named else counted


def _counted(section: str, count: int) -> str:
    words = {
        "contours": _tr("contours: %d"),
        "areas": _tr("areas: %d"),
        "paths": _tr("paths: %d"),
        "sides": _tr("features along hexsides: %d"),
        "hexes": _tr("hexes of terrain: %d"),
        "spots": _tr("spot elevations: %d"),
        "lows": _tr("low points: %d"),
        "names": _tr("names: %d"),
        "zones": _tr("zones: %d"),
    }
    return words[section] % count


def _edges() -> QComboBox:
    words: dict[Edge, str] = {
        "right": _tr("Right"),
        "left": _tr("Left"),
        "above": _tr("Above"),
        "below": _tr("Below"),
    }
    box = QComboBox()
    for edge in EDGES:
        box.addItem(words[edge], edge)
    return box


def _count(value: int) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(1, MOST_HEXES)
    spin.setValue(value)
    return spin


def _button(text: str, do: Callable[[], None]) -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.clicked.connect(lambda: do())
    return button


def _row(*widgets: QWidget) -> QWidget:
    whole = QWidget()
    row = QHBoxLayout(whole)
    row.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        row.addWidget(widget)
    return whole
