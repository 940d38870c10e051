"""A new box with an empty map, or with several edge to edge: what it shall be, with a picture of its grid."""

import re
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.maps.grid_preview import GridPreview
from app.dialogs.maps.numbering_form import NumberingForm
from app.widgets.buttons import button_row
from app.widgets.rule_words import said
from core.files.names import why_taken
from core.geometry.labels import BadPattern, lettered
from core.model.box import GameBox
from core.model.maps import Grid
from core.model.new_map import MOST_HEXES, MOST_SHEETS, NewMap
from core.model.numberings import corner_numbers
from core.model.placing import letter_after
from core.rules.kernel.ruleset import Charts

FRAME_LINES = 3
"""Lines of text for which the frame of a window has room."""

_NO_NAME = re.compile(r"[^\w-]+")


@dataclass(frozen=True, slots=True)
class NewBox:
    """What the user wants: a box and the folder to write it into."""

    folder: Path
    box: GameBox


class _Page(QScrollArea):
    """Fields that are scrolled where the screen has no room for all of them; as large as they are where it has."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self._inside = inside
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setWidget(inside)

    def sizeHint(self) -> QSize:
        """Room for everything inside."""
        return self._inside.sizeHint()


def from_home(path: Path) -> str:
    """A path as a person writes it: from "~" on when it lies in the home of the user.

    >>> from_home(Path.home() / "Documents").replace("\\\\", "/"), from_home(Path("/mnt/maps")).replace("\\\\", "/")
    ('~/Documents', '/mnt/maps')
    """
    home = Path.home()
    return str(Path("~") / path.relative_to(home)) if path.is_relative_to(home) and path != home else str(path)


def folder_name(title: str) -> str:
    """The folder's name that a title suggests.

    >>> folder_name("The Hill: 1944!"), folder_name("…")
    ('the-hill-1944', 'new-box')
    """
    return _NO_NAME.sub("-", title.strip().lower()).strip("-_") or "new-box"


class NewMapDialog(QDialog):
    """Asks; `wish` is the answer. `charts` is what a box can be made for; new boxes are proposed inside `home`.

    Scale, contours and palette follow the ruleset as far as they have not been set by hand.
    """

    def __init__(self, parent: QWidget | None, charts: Charts, home: Path) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("New map"))
        self._charts, self._home = charts, home
        self._own_folder = False
        self.title = QLineEdit(self.tr("New map"))
        self.folder = QLineEdit()
        self.ruleset, self.chart = QComboBox(), QComboBox()
        for id_, book in charts.rulesets.items():
            self.ruleset.addItem(said(book.title), id_)
        self.ruleset.setCurrentIndex(max(0, self.ruleset.findData("tcs-4.01")))
        self.hexes, self.raised = QComboBox(), QComboBox()
        self.hexes.addItem(self.tr("Flat-top, in columns"), "columns")
        self.hexes.addItem(self.tr("Pointy-top, in lines"), "rows")
        self.raised.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.raised.addItem("", "even")
        self.raised.addItem("", "odd")
        self.columns, self.rows = _count(40, MOST_HEXES), _count(30, MOST_HEXES)
        self.across, self.up = _count(1, MOST_SHEETS), _count(1, MOST_SHEETS)
        self.letter = QLineEdit("A")
        self.letter.setMaxLength(3)
        self.hex_m = QDoubleSpinBox()
        self.hex_m.setRange(0.01, 1_000_000)
        self.hex_m.setDecimals(2)
        self.hex_m.setSuffix(self.tr(" m"))
        self.contours = QCheckBox(self.tr("Contours e&very"))
        self.interval = QDoubleSpinBox()
        self.interval.setRange(0.1, 1_000)
        self.interval.setDecimals(2)
        self.interval.setValue(20)
        self.interval.setSuffix(self.tr(" m"))
        self.interval.setAccessibleName(self.tr("Contour interval"))
        self.half_lines = QCheckBox(self.tr("&Broken lines at half intervals"))
        self.numbers = NumberingForm()
        self.preview = GridPreview()
        # It takes the height that is left over, and no more where the fields have to be scrolled.
        self.preview.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.corners, self.levels, self.fault, self.scale_source = QLabel(), QLabel(), QLabel(), QLabel()
        for label in (self.corners, self.levels, self.fault, self.scale_source):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.fault.setAccessibleName(self.tr("What is wrong"))
        buttons = button_row(self, QDialogButtonBox.StandardButton.Cancel)
        self.create_box = buttons.addButton(self.tr("&Create"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.create_box.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._lay_out(buttons)
        self._connect()
        self._name_axes()
        self._proposed: dict[QWidget, object] = {}
        self._follow_ruleset()
        self.title.setFocus()
        self.title.selectAll()
        # Qt's own first size takes two thirds of the screen at most, which is too little on a small one.
        screen = self.screen().availableGeometry().size()
        wanted = self.sizeHint() + QSize(0, self.preview.sizeHint().height() // 2)
        self.resize(wanted.boundedTo(screen - QSize(0, FRAME_LINES * self.fontMetrics().height())))

    @property
    def wish(self) -> NewBox:
        """What was chosen. Raises WrongUse when something is wrong with it, which the button to create tells beforehand."""
        return NewBox(self._path, self._values().box())

    @property
    def _path(self) -> Path:
        return Path(self.folder.text().strip()).expanduser()

    def _values(self) -> NewMap:
        numbers = self.numbers
        return NewMap(
            title=self.title.text(),
            ruleset=self.ruleset.currentData() or "",
            palette=self.chart.currentData() or "",
            columns=self.columns.value(),
            rows=self.rows.value(),
            orientation=self.hexes.currentData(),
            raised=self.raised.currentData(),
            numbering=numbers.pattern.text(),
            first=numbers.corner,
            first_column=numbers.first_column.value(),
            first_row=numbers.first_row.value(),
            hex_m=_decimal(self.hex_m),
            interval=_decimal(self.interval) if self.contours.isChecked() else None,
            half_lines=self.contours.isChecked() and self.half_lines.isChecked(),
            letter=self.letter.text(),
            across=self.across.value(),
            up=self.up.value(),
        )

    def faults(self) -> list[str]:
        """Everything that is wrong, as sentences."""
        values = self._values()
        found = [fault for _, fault in values.faults()]
        if not self.folder.text().strip():
            found.append(self.tr("A box needs a folder."))
        elif not self._path.is_absolute():
            found.append(self.tr("Name the folder from the top of the disk on, or from your home as ~/…"))
        elif not found:
            try:
                taken = why_taken(self._path, [placed.file for placed in values.box().sheets])
            except OSError as error:
                taken = self.tr("The folder cannot be looked into: %s.") % error.strerror
            found += [taken] if taken else []
        return found

    def _follow(self) -> None:
        """Shows the numbers, the levels and what is wrong."""
        found = self.faults()
        self.fault.setText("\n".join(f"⚠ {fault}" for fault in found))
        self.fault.setVisible(bool(found))
        self.create_box.setEnabled(not found)
        self.interval.setEnabled(self.contours.isChecked())
        self.half_lines.setEnabled(self.contours.isChecked())
        self._show_grid()
        self._show_levels()

    def _show_grid(self) -> None:
        values = self._values()
        several = values.across * values.up > 1
        letter = values.letter.strip() if several else ""
        try:
            numbering = self.numbers.numbering(values.columns, values.rows)
        except BadPattern:
            self.preview.show_grid(None)
            self.corners.setText("")
            return
        self.preview.show_grid(Grid(values.columns, values.rows, numbering, values.orientation, values.raised), letter)
        low, right, upper, high = (lettered(letter, number) for number in corner_numbers(numbering))
        if values.orientation == "rows":
            right, upper = upper, right
        words = self.tr("Lower left %s, lower right %s, upper left %s, upper right %s.") % (low, right, upper, high)
        if several and values.letter.strip().isascii() and values.letter.strip().isalpha():
            last = letter_after(letter, values.across * values.up - 1)
            words += " " + self.tr("Maps %s to %s, lettered as one reads.") % (letter.upper(), last)
        self.corners.setText(words)

    def _show_levels(self) -> None:
        interval = _decimal(self.interval)
        if not self.contours.isChecked():
            words = self.tr("A map without contours has no heights.")
        elif self.half_lines.isChecked():
            words = self.tr("Contours at 0, %s, %s m …; broken ones at %s, %s m …") % (
                _plain(interval), _plain(2 * interval), _plain(interval / 2), _plain(3 * interval / 2)
            )  # fmt: skip
        else:
            words = self.tr("Contours at 0, %s, %s m …") % (_plain(interval), _plain(2 * interval))
        self.levels.setText(words)

    def _name_axes(self) -> None:
        """What is called a column of flat-top hexes runs upwards as a line of pointy-top ones."""
        flat = self.hexes.currentData() == "columns"
        even, odd = (
            (self.tr("2nd, 4th, … column stands higher"), self.tr("1st, 3rd, … column stands higher"))
            if flat
            else (self.tr("2nd, 4th, … line further right"), self.tr("1st, 3rd, … line further right"))
        )
        self.raised.setItemText(0, even)
        self.raised.setItemText(1, odd)
        self.columns_label.setText(self.tr("Colum&ns:") if flat else self.tr("Li&nes, one above the other:"))
        self.rows_label.setText(self.tr("&Rows:") if flat else self.tr("Hexe&s in each line:"))
        self.numbers.name_axes(self.hexes.currentData())

    def _follow_ruleset(self) -> None:
        """Offers what the ruleset has for its boxes, and proposes it where nothing else was set by hand."""
        book = self._charts.rulesets.get(self.ruleset.currentData() or "")
        series = book.series if book is not None else ""
        fitting = {id_: palette for id_, palette in self._charts.palettes.items() if palette.fits(series)}
        chosen = self.chart.currentData() or ""
        fields = (self.chart, self.hex_m, self.contours, self.interval)
        untouched = {field for field in fields if self._proposed.get(field, _shown(field)) == _shown(field)}
        with QSignalBlocker(self.chart):
            self.chart.clear()
            self.chart.addItem(self.tr("None: the ruleset's own terrain"), "")
            for id_, palette in fitting.items():
                self.chart.addItem(palette.title, id_)
            proposed = next((id_ for id_, palette in fitting.items() if palette.series and palette.stand_in), "")
            self.chart.setCurrentIndex(max(0, self.chart.findData(proposed if self.chart in untouched else chosen)))
        if book is not None:
            with QSignalBlocker(self.hex_m), QSignalBlocker(self.contours), QSignalBlocker(self.interval):
                if self.hex_m in untouched:
                    self.hex_m.setValue(float(book.hex_m.value))
                if self.contours in untouched:
                    self.contours.setChecked(book.interval is not None)
                if self.interval in untouched and book.interval is not None:
                    self.interval.setValue(float(book.interval.value))
            self.scale_source.setText(book.hex_m.source)
        self._proposed.update({field: _shown(field) for field in untouched})
        self._follow()

    def _propose_folder(self) -> None:
        if not self._own_folder:
            self.folder.setText(from_home(self._home / folder_name(self.title.text())))
        self._follow()

    def _take_folder(self) -> None:
        self._own_folder = bool(self.folder.text().strip())
        self._follow()

    def _browse(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Folder for the new box"), str(self._home))
        if chosen:
            path = Path(chosen)
            if path.is_dir() and any(path.iterdir()):
                path = path / folder_name(self.title.text())
            self.folder.setText(from_home(path))
            self._own_folder = True
            self._follow()

    def _connect(self) -> None:
        self.title.textEdited.connect(self._propose_folder)
        self.folder.textEdited.connect(self._take_folder)
        self.folder.setText(from_home(self._home / folder_name(self.title.text())))
        self.letter.textChanged.connect(self._follow)
        self.hexes.currentIndexChanged.connect(self._name_axes)
        self.ruleset.currentIndexChanged.connect(self._follow_ruleset)
        for box in (self.hexes, self.raised, self.chart):
            box.currentIndexChanged.connect(self._follow)
        for spin in (self.columns, self.rows, self.across, self.up, self.hex_m, self.interval):
            spin.valueChanged.connect(self._follow)
        for tick in (self.contours, self.half_lines):
            tick.toggled.connect(self._follow)
        self.numbers.changed.connect(self._follow)

    def _lay_out(self, buttons: QDialogButtonBox) -> None:
        browse = QPushButton(self.tr("Bro&wse…"))
        browse.setAutoDefault(False)
        browse.clicked.connect(self._browse)
        folder = _row(self.folder, browse)
        head = QFormLayout()
        head.addRow(self.tr("&Title:"), self.title)
        label = QLabel(self.tr("&Folder:"))
        label.setBuddy(self.folder)
        head.addRow(label, folder)
        head.addRow(self.tr("R&uleset:"), self.ruleset)
        head.addRow(self.tr("Terrain p&alette:"), self.chart)
        grid = QGroupBox(self.tr("Grid"))
        form = QFormLayout(grid)
        form.addRow(self.tr("&Hexes:"), self.hexes)
        self.columns_label, self.rows_label = QLabel(), QLabel()
        for name, spin in ((self.columns_label, self.columns), (self.rows_label, self.rows)):
            name.setBuddy(spin)
            form.addRow(name, spin)
        form.addRow(self.tr("Raise&d:"), self.raised)
        form.addRow(self.tr("From he&x to hex:"), self.hex_m)
        form.addRow("", self.scale_source)
        form.addRow(_row(self.contours, self.interval))
        form.addRow(self.half_lines)
        sheets = QGroupBox(self.tr("Maps edge to edge"))
        maps = QFormLayout(sheets)
        maps.addRow(self.tr("Side b&y side:"), self.across)
        maps.addRow(self.tr("One below the other:"), self.up)
        maps.addRow(self.tr("&Letter of the first:"), self.letter)
        left = QVBoxLayout()
        left.addLayout(head)
        left.addWidget(grid)
        left.addWidget(sheets)
        left.addStretch(1)
        right = QVBoxLayout()
        right.addWidget(self.preview, 1)
        right.addWidget(self.corners)
        right.addWidget(self.levels)
        right.addWidget(self.numbers)
        inside = QWidget()
        halves = QHBoxLayout(inside)
        halves.setContentsMargins(0, 0, 0, 0)
        halves.addLayout(left, 1)
        halves.addLayout(right, 1)
        self.page = _Page(inside)
        whole = QVBoxLayout(self)
        whole.addWidget(self.page, 1)
        whole.addWidget(self.fault)
        whole.addWidget(buttons)


def _shown(field: QWidget) -> object:
    """The value that a field shows."""
    match field:
        case QComboBox():
            return field.currentData()
        case QDoubleSpinBox():
            return field.value()
        case QCheckBox():
            return field.isChecked()
    return None


def _count(value: int, most: int) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(1, most)
    spin.setValue(value)
    return spin


def _row(*widgets: QWidget) -> QWidget:
    whole = QWidget()
    row = QHBoxLayout(whole)
    row.setContentsMargins(0, 0, 0, 0)
    for number, widget in enumerate(widgets):
        row.addWidget(widget, 0 if number else 1)
    return whole


def _decimal(spin: QDoubleSpinBox) -> Decimal:
    return Decimal(f"{spin.value():.{spin.decimals()}f}")


def _plain(value: Decimal) -> str:
    """A number without needless zeros.

    >>> _plain(Decimal("10.00")), _plain(Decimal("2.50"))
    ('10', '2.5')
    """
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
