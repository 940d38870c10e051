"""What to write a map to: which sheet, which kind of file, how fine, which layers."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.widgets.buttons import button_row

FIRST_DPI, LEAST_DPI, MOST_DPI = 150, 20, 1200


@dataclass(frozen=True, slots=True)
class ExportWish:
    """What the user wants: a sheet by its letter or id, a file, dots per inch, and whether only visible layers are drawn."""

    sheet: str
    file: Path
    dpi: int
    as_shown: bool


@dataclass(frozen=True, slots=True)
class SheetChoice:
    """A sheet of the box: the word by which it is found, and its title."""

    word: str
    title: str


class ExportDialog(QDialog):
    """Asks; `wish` is the answer. The file's end says what is written, and choosing a kind changes it."""

    def __init__(self, parent: QWidget, sheets: Sequence[SheetChoice], folder: Path) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export map"))
        self._folder = folder
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
        self.dpi.setRange(LEAST_DPI, MOST_DPI)
        self.dpi.setValue(FIRST_DPI)
        self.dpi.setSingleStep(50)
        self.dpi.setSuffix(self.tr(" dots per inch"))
        self.as_shown = QCheckBox(self.tr("Only the &layers that are shown now"), self)
        self.as_shown.setChecked(True)
        self.file = QLineEdit(self)
        browse = QPushButton(self.tr("&Browse…"), self)
        browse.clicked.connect(self._browse)
        self._buttons = button_row(self, QDialogButtonBox.StandardButton.Cancel)
        self.export = self._buttons.addButton(self.tr("&Export"), QDialogButtonBox.ButtonRole.AcceptRole)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(self.file, 1)
        row.addWidget(browse)
        form = QFormLayout()
        form.addRow(self.tr("&Map:"), self.sheet)
        form.addRow(self.tr("&Kind:"), self.kind)
        form.addRow(self.tr("&Fineness:"), self.dpi)
        form.addRow("", self.as_shown)
        label = QLabel(self.tr("F&ile:"), self)
        label.setBuddy(self.file)
        form.addRow(label, row)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self._note)
        layout.addStretch(1)
        layout.addWidget(self._buttons)
        self.sheet.currentIndexChanged.connect(self._propose)
        self.kind.currentIndexChanged.connect(self._follow_kind)
        self.file.textChanged.connect(self._follow_file)
        self._propose()
        self.resize(72 * self.fontMetrics().averageCharWidth(), self.sizeHint().height())

    @property
    def wish(self) -> ExportWish:
        """What was chosen."""
        file = Path(self.file.text().strip()).expanduser()
        return ExportWish(str(self.sheet.currentData()), file, self.dpi.value(), self.as_shown.isChecked())

    def _propose(self) -> None:
        word = str(self.sheet.currentData())
        self.file.setText(str(self._folder / f"map-{word.lower()}{self.kind.currentData()}"))

    def _follow_kind(self) -> None:
        if self.file.text().strip():
            self.file.setText(str(Path(self.file.text().strip()).with_suffix(str(self.kind.currentData()))))

    def _follow_file(self, text: str) -> None:
        name = text.strip()
        path = Path(name).expanduser()
        kinds = [str(self.kind.itemData(row)) for row in range(self.kind.count())]
        known = path.suffix.lower() in kinds
        if known:
            self.kind.setCurrentIndex(kinds.index(path.suffix.lower()))
        words = ""
        if name and not known:
            words = self.tr("The file's name must end in %s.") % ", ".join(kinds)
        elif name and not path.parent.is_dir():
            words = self.tr("There is no folder %s.") % path.parent
        elif path.is_file():
            words = self.tr("This file exists and will be replaced.")
        self._note.setText(words)
        self.export.setEnabled(bool(name) and known and path.parent.is_dir())

    def _browse(self) -> None:
        chosen, _ = QFileDialog.getSaveFileName(
            self, self.tr("Export map"), self.file.text(), self.tr("Pictures (*.png *.pdf *.svg)")
        )
        if chosen:
            self.file.setText(chosen)
