"""What to write a map to: which sheet, which kind of file, how fine and how large, which layers, over which pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.canvas.layers import LayerState
from app.canvas.scene_map import SceneMap
from app.canvas.transform import HEX, Span
from app.dialogs.exchange.page_tiles import PageTiles
from app.export.limits import LEAST_DPI, LEAST_HEX_MM, LONGEST_SIDE, MM_PER_INCH, MOST_DPI, MOST_HEX_MM
from app.export.paper import MARK_ROOM_MM, PAPERS, TURNS, PageWish, Tiling, tile
from app.widgets.buttons import button_row
from app.widgets.file_row import add_file_row
from core.base.errors import WrongUse

FIRST_DPI = 150

MOST_TYPED_DPI, MOST_TYPED_MM = 99_999, 9_999.0
"""What the fields take; less than that can be drawn, and the dialog says so."""

WIDTH_IN_LETTERS = 120
"""The width of the dialog at first, in letters of the system's font: half of it is the preview."""


@dataclass(frozen=True, slots=True)
class ExportWish:
    """What the user wants: a sheet by its letter or id, a file, dots per inch, whether only visible layers are drawn, the
    distance between hex centres in millimetres, and the pages that the map is cut over (None for one as large as the map)."""

    sheet: str
    file: Path
    dpi: int
    as_shown: bool
    hex_mm: float | None = None
    pages: PageWish | None = None

    def arguments(self) -> list[str]:
        """The wish as `phaseline render` reads it, all but the box and the layers."""
        found = ["--map", self.sheet, "-o", str(self.file), "--dpi", str(self.dpi)]
        if self.hex_mm is not None:
            found += ["--hex-mm", f"{self.hex_mm:g}"]
        if self.pages is not None:
            pages = self.pages
            found += ["--pages", pages.paper, "--turn", pages.turn]
            found += ["--overlap", f"{pages.overlap:g}", "--margin", f"{pages.margin:g}"]
            for flag, wanted in (
                ("--no-cut-marks", pages.cut_marks),
                ("--no-labels", pages.labels),
                ("--no-overview", pages.overview),
            ):
                found += [] if wanted else [flag]
        return found


@dataclass(frozen=True, slots=True)
class SheetChoice:
    """A sheet of the box: the word by which it is found, its title, and its rectangle of the scene with its margin."""

    word: str
    title: str
    span: Span = (0.0, 0.0, HEX, HEX)


class ExportDialog(QDialog):
    """Asks; `wish` is the answer. The file's end says what is written, and choosing a kind changes it.

    `hex_mm` is the distance between hex centres that the style prints; `scene` and `layers` are for the preview.
    """

    def __init__(
        self,
        parent: QWidget | None,
        sheets: Sequence[SheetChoice],
        folder: Path,
        hex_mm: float = 16.0,
        scene: SceneMap | None = None,
        layers: LayerState | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export map"))
        self._folder, self._sheets = folder, {choice.word: choice for choice in sheets}
        self._scene, self._layers = scene, layers or LayerState()
        self._tiling: Tiling | None = None
        self._writable, self._fine = False, True
        self.sheet = QComboBox(self)
        for choice in sheets:
            self.sheet.addItem(choice.title, choice.word)
        self.kind = QComboBox(self)
        for suffix, words in (
            (".png", self.tr("PNG, a picture of pixels")),
            (".pdf", self.tr("PDF, for print")),
            (".svg", self.tr("SVG, for drawing programs")),
        ):
            self.kind.addItem(words, suffix)
        self.dpi = QSpinBox(self)
        # Anything that can be typed is shown as typed: what cannot be drawn is said, and not made into another number.
        self.dpi.setRange(1, MOST_TYPED_DPI)
        self.dpi.setValue(FIRST_DPI)
        self.dpi.setSingleStep(50)
        self.dpi.setSuffix(self.tr(" dots per inch"))
        self.hex_mm = _millimetres(self, hex_mm)
        self.as_shown = QCheckBox(self.tr("Only the &layers that are shown now"), self)
        self.as_shown.setChecked(True)
        self.file = QLineEdit(self)
        self.size_note = QLabel(self)
        self.size_note.setWordWrap(True)
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        self._buttons = button_row(self, QDialogButtonBox.StandardButton.Cancel)
        self.export = self._buttons.addButton(self.tr("&Export"), QDialogButtonBox.ButtonRole.AcceptRole)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._make_pages()
        self.preview = PageTiles(self)
        self._lay_out()
        self._connect()
        self._follow_kind()
        self._propose()
        self._show_sheet()
        self.resize(WIDTH_IN_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())

    @property
    def wish(self) -> ExportWish:
        """What was chosen."""
        file = Path(self.file.text().strip()).expanduser()
        return ExportWish(
            str(self.sheet.currentData()),
            file,
            self.dpi.value(),
            self.as_shown.isChecked(),
            round(self.hex_mm.value(), 2),
            self.page_wish,
        )

    @property
    def page_wish(self) -> PageWish | None:
        """The pages that were chosen, None where the map is not cut."""
        if not (self.paged.isEnabled() and self.paged.isChecked()):
            return None
        turn = TURNS[max(self.turn.currentIndex(), 0)]
        return PageWish(
            str(self.paper.currentData()),
            turn,
            self.margin.value(),
            self.overlap.value(),
            self.marks.isChecked(),
            self.labels.isChecked(),
            self.overview.isChecked(),
        )

    def _make_pages(self) -> None:
        preset = PageWish()
        self.paged = QGroupBox(self.tr("&Cut over pages of paper (PDF)"), self)
        self.paged.setCheckable(True)
        self.paged.setChecked(False)
        self.paper = QComboBox(self.paged)
        for paper in PAPERS:
            self.paper.addItem(self.tr("%s, %g × %g mm") % (paper.title, paper.width, paper.height), paper.id)
        self.turn = QComboBox(self.paged)
        for turn, words in {
            "portrait": self.tr("Upright"),
            "landscape": self.tr("Across"),
            "fewest": self.tr("Whichever needs fewer pages"),
        }.items():
            self.turn.addItem(words, turn)
        self.turn.setCurrentIndex(TURNS.index(preset.turn))
        self.margin = _millimetres(self.paged, preset.margin)
        self.overlap = _millimetres(self.paged, preset.overlap)
        self.marks = QCheckBox(self.tr("Cut &marks"), self.paged)
        self.labels = QCheckBox(self.tr("&Names of the pages at their foot"), self.paged)
        self.overview = QCheckBox(self.tr("A first page that shows &how they lie"), self.paged)
        for box, on in ((self.marks, preset.cut_marks), (self.labels, preset.labels), (self.overview, preset.overview)):
            box.setChecked(on)
        form = QFormLayout(self.paged)
        form.addRow(self.tr("&Paper:"), self.paper)
        form.addRow(self.tr("&Turned:"), self.turn)
        form.addRow(self.tr("Mar&gin:"), self.margin)
        form.addRow(self.tr("&Overlap:"), self.overlap)
        for box in (self.marks, self.labels, self.overview):
            form.addRow("", box)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(self.tr("M&ap:"), self.sheet)
        form.addRow(self.tr("&Kind:"), self.kind)
        form.addRow(self.tr("&Fineness:"), self.dpi)
        form.addRow(self.tr("Hex centres stan&d apart:"), self.hex_mm)
        form.addRow("", self.as_shown)
        left = QVBoxLayout()
        left.addLayout(form)
        left.addWidget(self.paged)
        left.addStretch(1)
        right = QVBoxLayout()
        right.addWidget(self.preview, 1)
        right.addWidget(self.size_note)
        both = QHBoxLayout()
        both.addLayout(left)
        both.addLayout(right, 1)
        bottom = QFormLayout()
        add_file_row(bottom, self.tr("F&ile:"), self.file, self._browse)
        layout = QVBoxLayout(self)
        layout.addLayout(both, 1)
        layout.addLayout(bottom)
        layout.addWidget(self._note)
        layout.addWidget(self._buttons)

    def _connect(self) -> None:
        self.sheet.currentIndexChanged.connect(self._propose)
        self.sheet.currentIndexChanged.connect(self._show_sheet)
        self.kind.currentIndexChanged.connect(self._follow_kind)
        self.file.textChanged.connect(self._follow_file)
        self.as_shown.toggled.connect(self._show_sheet)
        self.paged.toggled.connect(self._show_size)
        for spin in (self.dpi, self.hex_mm, self.margin, self.overlap):
            spin.valueChanged.connect(self._show_size)
        for combo in (self.paper, self.turn):
            combo.currentIndexChanged.connect(self._show_size)

    def _show_sheet(self) -> None:
        choice = self._sheets.get(str(self.sheet.currentData()))
        if choice is not None:
            layers = self._layers if self.as_shown.isChecked() else LayerState()
            self.preview.show_map(self._scene, layers, choice.span)
        self._show_size()

    def _show_size(self) -> None:
        """Says how large the map will be on paper and in pixels, and over how many pages it lies."""
        choice = self._sheets.get(str(self.sheet.currentData()))
        if choice is None:
            return
        left, top, right, bottom = choice.span
        wide, high = ((end - begin) / HEX * self.hex_mm.value() for begin, end in ((left, right), (top, bottom)))
        words = [self.tr("The map measures %.0f × %.0f mm.") % (wide, high)]
        trouble, self._tiling = "", None
        if not LEAST_DPI <= self.dpi.value() <= MOST_DPI:
            trouble = self.tr("%s dots per inch cannot be drawn; %d to %s can.") % (
                f"{self.dpi.value():,}", LEAST_DPI, f"{MOST_DPI:,}"
            )  # fmt: skip
        elif not LEAST_HEX_MM <= self.hex_mm.value() <= MOST_HEX_MM:
            trouble = self.tr("Hexes of %g mm from centre to centre cannot be drawn; of %g to %g mm they can.") % (
                self.hex_mm.value(), LEAST_HEX_MM, MOST_HEX_MM
            )  # fmt: skip
        elif self.kind.currentData() == ".png":
            across, down = (round(mm / MM_PER_INCH * self.dpi.value()) for mm in (wide, high))
            words.append(self.tr("%s × %s pixels.") % (f"{across:,}", f"{down:,}"))
            if max(across, down) > LONGEST_SIDE:
                trouble = self.tr("That is too large: the most is %s pixels on a side.") % f"{LONGEST_SIDE:,}"
        wish = self.page_wish
        if wish is not None and not trouble:
            try:
                self._tiling = tile((wide, high), wish)
            except WrongUse as error:
                trouble = str(error)
            else:
                cut = self._tiling
                pages = cut.columns * cut.rows
                told = self.tr("%d pages, %d across and %d down.") if pages > 1 else self.tr("%d page, %d across and %d down.")
                words.append(told % (pages, cut.columns, cut.rows))
                if not cut.marks and (wish.cut_marks or wish.labels):
                    words.append(self.tr("Margins below %g mm have no room for cut marks and names.") % MARK_ROOM_MM)
        self.size_note.setText(" ".join([*words, f"⚠ {trouble}" if trouble else ""]).strip())
        self.preview.show_tiling(self._tiling)
        self._fine = not trouble
        self._enable()

    def _propose(self) -> None:
        word = str(self.sheet.currentData())
        self.file.setText(str(self._folder / f"map-{word.lower()}{self.kind.currentData()}"))

    def _follow_kind(self) -> None:
        self.paged.setEnabled(self.kind.currentData() == ".pdf")
        if self.file.text().strip():
            self.file.setText(str(Path(self.file.text().strip()).with_suffix(str(self.kind.currentData()))))
        self._show_size()

    def _follow_file(self, text: str) -> None:
        name = text.strip()
        path = Path(name).expanduser()
        kinds = [str(self.kind.itemData(row)) for row in range(self.kind.count())]
        known = path.suffix.lower() in kinds
        if known:
            self.kind.setCurrentIndex(kinds.index(path.suffix.lower()))
        words = ""
        if name and not known:
            words = "⚠ " + self.tr("The file's name must end in %s.") % ", ".join(kinds)
        elif name and not path.parent.is_dir():
            words = "⚠ " + self.tr("There is no folder %s.") % path.parent
        elif path.is_file():
            words = self.tr("This file exists and will be replaced.")
        self._note.setText(words)
        self._writable = bool(name) and known and path.parent.is_dir()
        self._enable()

    def _enable(self) -> None:
        self.export.setEnabled(self._writable and self._fine)

    def _browse(self) -> None:
        chosen, _ = QFileDialog.getSaveFileName(
            self, self.tr("Export map"), self.file.text(), self.tr("Pictures (*.png *.pdf *.svg)")
        )
        if chosen:
            self.file.setText(chosen)


def _millimetres(parent: QWidget, value: float) -> QDoubleSpinBox:
    box = QDoubleSpinBox(parent)
    box.setRange(0.0, MOST_TYPED_MM)
    box.setDecimals(1)
    box.setValue(value)
    box.setSuffix(QCoreApplication.translate("ExportDialog", " mm"))
    return box
