"""What to write the order of battle to: which kind of file, what is shown, which sides, on which paper."""

from pathlib import Path
from typing import cast

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.export.limits import LEAST_DPI, MOST_DPI
from app.export.oob_chart import KINDS, ChartWish, Show, Turn
from app.export.paper import PAPERS
from app.widgets.buttons import button_row
from app.widgets.file_row import add_file_row
from core.model.oob import Oob

WIDTH_IN_LETTERS = 72
FIRST_DPI = 150


class ExportOobDialog(QDialog):
    """Asks; `wish` is the answer. The file's end says what is written, and choosing a kind changes it."""

    def __init__(self, parent: QWidget | None, oob: Oob, folder: Path, title: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export order of battle"))
        self.file = QLineEdit(self)
        name = "".join(sign if sign.isalnum() or sign in " -" else "-" for sign in title).strip() or "box"
        self.file.setText(str(folder / f"{name} - order of battle.pdf"))
        self.kind = _choice(
            self,
            ((self.tr("PDF, for print"), ".pdf"), (self.tr("SVG, for drawing"), ".svg"), (self.tr("PNG, a picture"), ".png")),
        )
        self.shown = _choice(
            self,
            (
                (self.tr("Counters as they are printed"), "counters"),
                (self.tr("Symbols with names"), "symbols"),
                (self.tr("Formations alone"), "formations"),
            ),
        )
        sides = ((side.name or side.id, side.id) for side in oob.sides)
        self.side = _choice(self, ((self.tr("All sides"), ""), *sides))
        self.per_side = QCheckBox(self.tr("A &page for each side"), self)
        self.paper = _choice(self, ((self.tr("As large as the chart"), ""), *((each.title, each.id) for each in PAPERS)))
        self.turn = _choice(
            self,
            (
                (self.tr("However it becomes larger"), "fewest"),
                (self.tr("Upright"), "portrait"),
                (self.tr("Across"), "landscape"),
            ),
        )
        self.dpi = QSpinBox(self)
        self.dpi.setRange(LEAST_DPI, MOST_DPI)
        self.dpi.setValue(FIRST_DPI)
        self.dpi.setSuffix(self.tr(" dots per inch"))
        self.problem = QLabel(self)
        self.problem.setWordWrap(True)
        self._buttons = button_row(self, QDialogButtonBox.StandardButton.Cancel)
        self.export = self._buttons.addButton(self.tr("&Export"), QDialogButtonBox.ButtonRole.AcceptRole)
        self._lay_out()
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.file.textChanged.connect(self._follow_file)
        self.kind.currentIndexChanged.connect(self._follow_kind)
        for choice in (self.side, self.paper):
            choice.currentIndexChanged.connect(self._follow)
        self._follow_file()

    @property
    def wish(self) -> ChartWish:
        """What was chosen."""
        side = str(self.side.currentData())
        return ChartWish(
            Path(self.file.text().strip()).expanduser(),
            cast(Show, self.shown.currentData()),
            (side,) if side else (),
            self.per_side.isEnabled() and self.per_side.isChecked(),
            str(self.paper.currentData()),
            cast(Turn, self.turn.currentData()),
            dpi=float(self.dpi.value()),
        )

    def _lay_out(self) -> None:
        form = QFormLayout()
        add_file_row(form, self.tr("Fi&le:"), self.file, self._browse)
        form.addRow(self.tr("&Kind:"), self.kind)
        form.addRow(self.tr("Sho&w:"), self.shown)
        form.addRow(self.tr("&Side:"), self.side)
        form.addRow("", self.per_side)
        form.addRow(self.tr("Pap&er:"), self.paper)
        form.addRow(self.tr("&Turned:"), self.turn)
        form.addRow(self.tr("&Resolution:"), self.dpi)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.problem)
        column.addStretch(1)
        column.addWidget(self._buttons)
        self.resize(WIDTH_IN_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())

    def _browse(self) -> None:
        wanted = " ".join(f"*{kind}" for kind in KINDS)
        chosen, _ = QFileDialog.getSaveFileName(self, self.windowTitle(), self.file.text(), f"{self.tr('Pictures')} ({wanted})")
        if chosen:
            self.file.setText(chosen)

    def _follow_kind(self) -> None:
        file = self.file.text().strip()
        suffix = str(self.kind.currentData())
        if file and Path(file).suffix.lower() != suffix:
            self.file.setText(str(Path(file).with_suffix(suffix)))
        self._follow()

    def _follow_file(self) -> None:
        at = self.kind.findData(Path(self.file.text().strip() or "x").suffix.lower())
        if at >= 0 and at != self.kind.currentIndex():
            self.kind.setCurrentIndex(at)
        self._follow()

    def _follow(self) -> None:
        """What means something for this file, and what keeps it from being written."""
        suffix = Path(self.file.text().strip() or "x").suffix.lower()
        self.per_side.setEnabled(suffix == ".pdf" and not self.side.currentData())
        self.turn.setEnabled(bool(self.paper.currentData()))
        self.dpi.setEnabled(suffix == ".png")
        problem = ""
        if not self.file.text().strip():
            problem = self.tr("Name a file.")
        elif suffix not in KINDS:
            problem = self.tr("The name of the file must end in %s.") % ", ".join(KINDS)
        self.problem.setText(f"⚠ {problem}" if problem else "")
        self.export.setEnabled(not problem)


def _choice(parent: QWidget, entries: tuple[tuple[str, str], ...]) -> QComboBox:
    made = QComboBox(parent)
    for words, value in entries:
        made.addItem(words, value)
    return made
