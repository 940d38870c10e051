"""Which map to write for another program, as which kind of file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.widgets.buttons import button_row
from app.widgets.file_row import add_file_row
from core.interop.wishes import OutFormat, guessed_out
from core.model.box import PlacedSheet
from core.model.placing import sheet_words


@dataclass(frozen=True, slots=True)
class SendWish:
    """What the user wants: a sheet by its file, a format, and the file to write."""

    sheet: str
    format: OutFormat
    file: Path


class SendDialog(QDialog):
    """Asks; `wish` is the answer. The file's end says what is written, and choosing a kind changes it."""

    def __init__(self, parent: QWidget | None, sheets: Sequence[PlacedSheet], folder: Path) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export for other programs"))
        self._folder = folder
        self.sheet = QComboBox(self)
        for placed in sheets:
            self.sheet.addItem(sheet_words(placed), placed.file)
        self.kind = QComboBox(self)
        for suffix, words in (
            (".geojson", self.tr("GeoJSON, for maps and geography")),
            (".tmx", self.tr("TMX, for Tiled")),
            (".tmj", self.tr("TMJ, for Tiled, as JSON")),
            (".board", self.tr("Board of MegaMek")),
        ):
            self.kind.addItem(words, suffix)
        self.file = QLineEdit(self)
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        self._buttons = button_row(self, QDialogButtonBox.StandardButton.Cancel)
        self.send = self._buttons.addButton(self.tr("&Export"), QDialogButtonBox.ButtonRole.AcceptRole)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.addRow(self.tr("&Map:"), self.sheet)
        form.addRow(self.tr("&Kind:"), self.kind)
        add_file_row(form, self.tr("F&ile:"), self.file, self._browse)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self._note)
        layout.addStretch(1)
        layout.addWidget(self._buttons)
        self.kind.currentIndexChanged.connect(self._follow_kind)
        self.file.textChanged.connect(self._judge)
        self.file.setText(str(folder / f"map{self.kind.currentData()}"))
        self.resize(72 * self.fontMetrics().averageCharWidth(), self.sizeHint().height())

    @property
    def wish(self) -> SendWish | None:
        """What was chosen; None while the file's name says no kind."""
        file = Path(self.file.text().strip()).expanduser()
        format_ = guessed_out(file)
        return None if format_ is None else SendWish(str(self.sheet.currentData()), format_, file)

    def _follow_kind(self) -> None:
        if self.file.text().strip():
            self.file.setText(str(Path(self.file.text().strip()).with_suffix(str(self.kind.currentData()))))

    def _judge(self, text: str) -> None:
        wish = self.wish if text.strip() else None
        words = ""
        if text.strip() and wish is None:
            ends = ", ".join(str(self.kind.itemData(row)) for row in range(self.kind.count()))
            words = "⚠ " + self.tr("The file's name must end in %s.") % ends
        elif wish is not None and not wish.file.parent.is_dir():
            words = "⚠ " + self.tr("There is no folder %s.") % wish.file.parent
        elif wish is not None and wish.file.is_file():
            words = self.tr("This file exists and will be replaced.")
        row = self.kind.findData(Path(text.strip()).suffix.lower())
        if row >= 0:
            self.kind.setCurrentIndex(row)
        self._note.setText(words)
        self.send.setEnabled(wish is not None and wish.file.parent.is_dir())

    def _browse(self) -> None:
        ends = " ".join(f"*{self.kind.itemData(row)}" for row in range(self.kind.count()))
        chosen, _ = QFileDialog.getSaveFileName(
            self, self.windowTitle(), self.file.text(), f"{self.tr('Maps for other programs')} ({ends})"
        )
        if chosen:
            self.file.setText(chosen)
