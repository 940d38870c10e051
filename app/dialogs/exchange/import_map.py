"""What a file of another program would bring onto a map: which file, how, a picture, and the list of what is dropped."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.canvas.looks import Looks
from app.dialogs.exchange.file_preview import FilePreviewDialog, Runner
from app.dialogs.exchange.import_picture import ImportPicture
from app.widgets.file_row import add_file_row
from core.interop.preview import ImportPreview
from core.interop.wishes import BRINGS, PLACED, REPLACED, SHAPED, SUFFIXES, TITLES, BringWish, Format, guessed
from core.model.box import GameBox
from core.model.edits.edit import Edit
from core.model.maps import Section
from core.model.placing import sheet_words

"""Milliseconds without typing after which the file is read again."""

PARTS = 1000

WIDTH_IN_LETTERS = 130
"""The width of the dialog at first, in letters of the system's font: more than half of it is the picture."""

CHOICE_LETTERS = 26
"""Letters of a choice that are seen on the narrowest screen."""

PICTURE_LETTERS = 40
"""The least width of the picture and of the list under it."""

NEW_MAP = "/"
"""Stands among the files of sheets, none of which has such a name, for a map that is to be made."""


_QUOTED = re.compile(r'"([^"]*)"')


class ImportDialog(FilePreviewDialog):
    """Asks; `edit` is the answer, which changes the map when it is done. The file is read in the worker process."""

    pause_ms = 400

    def __init__(self, parent: QWidget | None, box: GameBox, looks: Looks, runner: Runner, file: Path | None = None) -> None:
        super().__init__(parent, runner)
        self.setWindowTitle(self.tr("Import"))
        self._box = box
        self._preview: ImportPreview | None = None
        self.file = QLineEdit(self)
        self.file.setToolTip(self.tr('Several files of elevation, such as tiles, stand in quotation marks: "a" "b"'))
        self.format = QComboBox(self)
        for format_, title in TITLES.items():
            self.format.addItem(title, format_)
        self.sheet = QComboBox(self)
        for placed in box.sheets:
            self.sheet.addItem(sheet_words(placed), placed.file)
        self.make_new = QPushButton(self.tr("Ma&ke a new map of the file's own shape"), self)
        self.make_new.clicked.connect(lambda: self.sheet.setCurrentIndex(self.sheet.findData(NEW_MAP)))
        self.make_new.hide()
        self.where = QComboBox(self)
        for words, id_ in (
            (self.tr("Where the map says that it lies"), ""),
            (self.tr("Middle at latitude, longitude (or X, Y in metres)"), "centre"),
            (self.tr("Lower left corner at X, Y in metres"), "origin"),
        ):
            self.where.addItem(words, id_)
        self.place = QLineEdit(self)
        self.place.setPlaceholderText("36.515, -84.155")
        self.place.setAccessibleName(self.tr("Two numbers for the place of the map"))
        self.bearing = QDoubleSpinBox(self)
        self.bearing.setRange(-360, 360)
        self.bearing.setSuffix(self.tr("° from north"))
        self.interval = QDoubleSpinBox(self)
        self.interval.setRange(0, 1000)
        self.interval.setSuffix(self.tr(" m"))
        self.interval.setSpecialValueText(self.tr("The map's own"))
        self.cell = QDoubleSpinBox(self)
        self.cell.setRange(0, 100_000)
        self.cell.setSuffix(self.tr(" m"))
        self.cell.setSpecialValueText(self.tr("As the file says"))
        self.fill = QCheckBox(self.tr("&Fill cells that have no height"), self)
        self.replacing = QCheckBox(self.tr("&Replace what the map holds of these kinds"), self)
        self.generated = QCheckBox(self.tr("&Keep what was drawn by hand"), self)
        self.generated.setToolTip(self.tr("Only what came from elevation data is replaced."))
        self.kinds: dict[Section, QCheckBox] = {}
        self.picture = ImportPicture(looks, self)
        self.counts, self.state = QLabel(self), QLabel(self)
        self.dropped = QListWidget(self)
        self.dropped.setAccessibleName(self.tr("What is dropped"))
        self.dropped.setWordWrap(True)
        self.dropped.setResizeMode(QListView.ResizeMode.Adjust)
        self.dropped.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.progress = QProgressBar(self)
        self.progress.setRange(0, PARTS)
        self.progress.setAccessibleName(self.tr("Reading the file"))
        self._lay_out()
        self._connect()
        self._follow_format()
        self._show_nothing("")
        if file is not None:
            self.file.setText(str(file))

    @property
    def edit(self) -> Edit | None:
        """The change that the user has seen the picture of; None while there is none."""
        return self._preview.edit if self._preview is not None else None

    @property
    def wish(self) -> BringWish:
        """What is asked for now."""
        chosen: Format = self.format.currentData()
        place = self.place.text().strip()
        where = str(self.where.currentData()) if chosen in PLACED and place else ""
        sections = frozenset(section for section, box in self.kinds.items() if box.isChecked())
        whole = len(sections) == len(self.kinds)
        file, *more = self.files or (Path(),)
        return BringWish(
            file,
            chosen,
            centre=place if where == "centre" else None,
            origin=place if where == "origin" else None,
            bearing=self.bearing.value() if where else 0.0,
            interval=Fraction(str(self.interval.value())) if self.interval.value() else None,
            cell=self.cell.value() or None if chosen == "dem" else None,
            fill_holes=chosen == "dem" and self.fill.isChecked(),
            sections=None if whole else sections,
            replacing=self._replacing(chosen),
            more=tuple(more),
            new_sheet=self.sheet.currentData() == NEW_MAP,
        )

    def _replacing(self, chosen: Format) -> bool | Literal["generated"]:
        if not self.replacing.isChecked():
            return False
        return "generated" if chosen == "dem" and self.generated.isChecked() else True

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that are named: several stand in quotation marks, as in the system's own dialogs."""
        return tuple(Path(name).expanduser() for name in named_files(self.file.text()))

    def read_now(self) -> None:
        """Reads the file as asked for, in the worker process, and shows what it would bring."""
        self._stop_reading()
        if not self.files:
            self._show_nothing("")
            return
        self._show_nothing(self.tr("Reading…"))
        self.progress.show()
        self._ticket = self._runner.run(
            "preview_import",
            {"wish": self.wish, "sheet": str(self.sheet.currentData())},
            self._show,
            self._show_progress,
            self._refuse,
            slot="import",
        )

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        add_file_row(self._form, self.tr("Fi&le:"), self.file, self._browse)
        self._form.addRow(self.tr("F&ormat:"), self.format)
        self._form.addRow(self.tr("&Map:"), self.sheet)
        self._form.addRow(self.tr("&Where:"), self.where)
        self._form.addRow("", self.place)
        self._form.addRow(self.tr("&Upper edge:"), self.bearing)
        self._form.addRow(self.tr("Contour in&terval:"), self.interval)
        self._form.addRow(self.tr("&Cell:"), self.cell)
        self._form.addRow("", self.fill)
        self._kinds_box = QGroupBox(self.tr("What is wanted"), self)
        # In two columns: files of some formats bring nine kinds, and screens are low.
        self._kinds_layout = QGridLayout(self._kinds_box)
        left = QVBoxLayout()
        left.addLayout(self._form)
        left.addWidget(self._kinds_box)
        left.addWidget(self.replacing)
        left.addWidget(self.generated)
        left.addStretch(1)
        right = QVBoxLayout()
        right.addWidget(self.picture, 1)
        right.addWidget(self.counts)
        dropped = QLabel(self.tr("&Dropped:"), self)
        dropped.setBuddy(self.dropped)
        right.addWidget(dropped)
        right.addWidget(self.dropped)
        self.dropped.setMaximumHeight(8 * self.fontMetrics().height())
        both = QHBoxLayout()
        both.addLayout(left, 3)
        both.addLayout(right, 4)
        layout = QVBoxLayout(self)
        layout.addLayout(both, 1)
        layout.addWidget(self.state)
        layout.addWidget(self.make_new, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.progress)
        layout.addWidget(self._buttons)
        for words in (self.counts, self.state):
            words.setWordWrap(True)
        for choice in (self.format, self.sheet, self.where):
            # Long words of a choice must not take the room from the picture.
            choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            choice.setMinimumContentsLength(CHOICE_LETTERS)
        self.picture.setMinimumWidth(PICTURE_LETTERS * self.fontMetrics().averageCharWidth())
        # Qt's own first size takes two thirds of the screen at most, which is too little on a small one.
        wanted = QSize(WIDTH_IN_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())
        self.resize(wanted.boundedTo(self.screen().availableGeometry().size()))

    def _connect(self) -> None:
        self.file.textChanged.connect(self._guess)
        self.format.currentIndexChanged.connect(self._follow_format)
        for signal in (
            self.sheet.currentIndexChanged,
            self.where.currentIndexChanged,
            self.place.textChanged,
            self.bearing.valueChanged,
            self.interval.valueChanged,
            self.cell.valueChanged,
            self.fill.toggled,
            self.replacing.toggled,
            self.generated.toggled,
        ):
            signal.connect(self._soon)
        self.replacing.toggled.connect(self.generated.setEnabled)

    def _guess(self, text: str) -> None:
        names = named_files(text)
        format_ = guessed(Path(names[0])) if names else None
        if format_ is not None:
            self.format.setCurrentIndex(self.format.findData(format_))
        self._soon()

    def _follow_format(self) -> None:
        """Shows the settings that the format has, and its kinds."""
        chosen: Format = self.format.currentData()
        for row, shown in (
            (self.where, chosen in PLACED),
            (self.place, chosen in PLACED),
            (self.bearing, chosen in PLACED),
            (self.cell, chosen == "dem"),
            (self.fill, chosen == "dem"),
        ):
            self._form.setRowVisible(row, shown)
        self._offer_new_map(chosen in SHAPED)
        with QSignalBlocker(self.replacing):
            self.replacing.setChecked(chosen in REPLACED)
        self.generated.setVisible(chosen == "dem")
        self.generated.setEnabled(self.replacing.isChecked())
        titles = self._section_titles()
        for box in self.kinds.values():
            self._kinds_layout.removeWidget(box)
            box.deleteLater()
        self.kinds = {}
        for number, section in enumerate(BRINGS[chosen]):
            box = QCheckBox(titles[section], self._kinds_box)
            with QSignalBlocker(box):
                box.setChecked(True)
            box.toggled.connect(self._soon)
            self._kinds_layout.addWidget(box, number // 2, number % 2)
            self.kinds[section] = box
        self._soon()

    def _offer_new_map(self, offered: bool) -> None:
        """A format that knows a grid of its own can make another map of the box."""
        at = self.sheet.findData(NEW_MAP)
        if offered and at < 0:
            self.sheet.addItem(self.tr("A new map, of the file's own shape"), NEW_MAP)
        elif not offered and at >= 0:
            self.sheet.removeItem(at)

    def _section_titles(self) -> dict[Section, str]:
        return {
            "contours": self.tr("Contours"),
            "areas": self.tr("Areas"),
            "paths": self.tr("Roads, rails and waters"),
            "sides": self.tr("Hexside features"),
            "hexes": self.tr("Terrain of whole hexes"),
            "spots": self.tr("Spot elevations"),
            "lows": self.tr("Low points"),
            "names": self.tr("Names"),
            "zones": self.tr("Zones"),
        }

    def _forget(self) -> None:
        """Lets go of what was seen."""
        self._preview = None

    def _give_up(self) -> None:
        super()._give_up()
        self.progress.hide()

    def _show_progress(self, done: int, total: int, partial: object) -> None:
        self.progress.setValue(PARTS * done // max(total, 1))

    def _show(self, preview: object) -> None:
        if not isinstance(preview, ImportPreview):
            return
        self._ticket = 0
        self._preview = preview
        self.progress.hide()
        titles = self._section_titles()
        parts = [f"{titles[section]}: {count}" for section, count in preview.counts.items()]
        lines = [", ".join(parts) + "." if parts else self.tr("This file brings nothing onto this map.")]
        if preview.new_map:
            lines.insert(0, self.tr("It becomes map %s.") % preview.new_map)
        if preview.removed == 1:
            lines.append(self.tr("1 item of the map is replaced."))
        elif preview.removed:
            lines.append(self.tr("%d items of the map are replaced.") % preview.removed)
        if preview.place:
            lines.append(self.tr("The map will lie at %s.") % preview.place)
        self.counts.setText("\n".join(lines))
        self.state.clear()
        self.picture.show_preview(preview)
        self.dropped.clear()
        self.dropped.addItems([str(each) for each in preview.dropped] or [self.tr("Nothing is dropped.")])
        self.do_import.setEnabled(bool(preview.counts) or preview.removed > 0 or bool(preview.new_map))

    def _refuse(self, sentence: str) -> None:
        self._ticket = 0
        self.progress.hide()
        self._show_nothing(f"⚠ {sentence}")
        can_be_new = self.sheet.findData(NEW_MAP) >= 0 and self.sheet.currentData() != NEW_MAP
        self.make_new.setVisible(can_be_new)

    def _show_nothing(self, words: str) -> None:
        self._preview = None
        self.make_new.hide()
        self.do_import.setEnabled(False)
        self.picture.show_preview(None)
        self.counts.clear()
        self.dropped.clear()
        self.state.setText(words)
        self.progress.setValue(0)
        self.progress.hide()

    def _browse(self) -> None:
        known = " ".join(sorted({f"*{suffix}" for suffix in SUFFIXES}))
        filters = f"{self.tr('Files that can be imported')} ({known});;{self.tr('All files')} (*)"
        folder = str(self.files[0].parent) if self.files else ""
        chosen, _ = QFileDialog.getOpenFileNames(self, self.tr("Import"), folder, filters)
        if chosen:
            self.file.setText(chosen[0] if len(chosen) == 1 else " ".join(f'"{each}"' for each in chosen))


def named_files(text: str) -> tuple[str, ...]:
    """The names of files in a field: one, or several in quotation marks.

    >>> named_files(" a b.osm "), named_files('"a.hgt" "b c.hgt"'), named_files(" ")
    (('a b.osm',), ('a.hgt', 'b c.hgt'), ())
    """
    given = text.strip()
    if given.startswith('"'):
        return tuple(name for name in _QUOTED.findall(given) if name.strip())
    return (given,) if given else ()
