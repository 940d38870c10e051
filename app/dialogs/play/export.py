"""What a session is exported as: text, a page with maps, or a sequence of pictures; for whose eyes, how fine, and where to."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.export.limits import LEAST_DPI, MOST_DPI
from app.widgets.buttons import button_row
from app.widgets.file_row import add_file_row

TEXT, PAGE, PICTURES = "text", "html", "pictures"
ENDS = {TEXT: ".txt", PAGE: ".html", PICTURES: ""}
"""What the names of exports end in; pictures go into a folder."""

FIRST_DPI = 60
WIDTH_LETTERS = 76


@dataclass(frozen=True, slots=True)
class SessionWish:
    """What the user wants: one of `ENDS`, the side that is to read it ("" for both, "all" for everything), after what there is
    a picture of the map, dots to the inch, and the file or folder."""

    kind: str
    side: str
    each: str
    dpi: int
    out: Path

    def arguments(self, journal: Path, box: Path) -> list[str]:
        """The wish as `phaseline` reads it."""
        found = ["journal", str(journal), "--box", str(box)]
        if self.side:
            found += ["--side", self.side]
        if self.kind == TEXT:
            return [*found, "--text", "-o", str(self.out)]
        return [*found, f"--{self.kind}", str(self.out), "--each", self.each, "--dpi", str(self.dpi), "--progress"]


class ExportSessionDialog(QDialog):
    """Asks; `wish` is the answer. `eyes` are the readers that may be chosen, each with its words; "" stands for both sides."""

    def __init__(self, parent: QWidget | None, eyes: Sequence[tuple[str, str]], folder: Path, name: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export the session"))
        self._folder, self._name = folder, name
        self.kinds: dict[str, QRadioButton] = {}
        what = QGroupBox(self.tr("What is written"), self)
        column, group = QVBoxLayout(what), QButtonGroup(self)
        for kind, words in (
            (PAGE, self.tr("A &page to read and print, with maps, rulings and the luck of the dice (HTML)")),
            (TEXT, self.tr("Plain &text, a line for each entry")),
            (PICTURES, self.tr("&Pictures of the map, one after the other (PNG)")),
        ):
            self.kinds[kind] = QRadioButton(words, what)
            group.addButton(self.kinds[kind])
            column.addWidget(self.kinds[kind])
        self.kinds[PAGE].setChecked(True)
        self.side = QComboBox(self)
        for side, words in eyes:
            self.side.addItem(words, side)
        self.each = QComboBox(self)
        for each, words in (
            ("turn", self.tr("each turn")),
            ("phase", self.tr("each phase")),
            ("entry", self.tr("each change of the map")),
        ):
            self.each.addItem(words, each)
        self.dpi = QSpinBox(self)
        self.dpi.setRange(LEAST_DPI, MOST_DPI)
        self.dpi.setValue(FIRST_DPI)
        self.dpi.setSingleStep(10)
        self.dpi.setSuffix(self.tr(" dots per inch"))
        self.file = QLineEdit(self)
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        form = QFormLayout()
        form.addRow(self.tr("For the e&yes of:"), self.side)
        form.addRow(self.tr("A picture a&fter:"), self.each)
        form.addRow(self.tr("F&ineness:"), self.dpi)
        self._label = add_file_row(form, self.tr("Fi&le:"), self.file, self._browse)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Cancel)
        self.export = buttons.addButton(self.tr("&Export"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(what)
        layout.addLayout(form)
        layout.addWidget(self._note)
        layout.addWidget(buttons)
        group.buttonToggled.connect(lambda _, on: self._follow_kind() if on else None)
        self.file.textChanged.connect(self._judge)
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())
        self._follow_kind()

    @property
    def kind(self) -> str:
        """What is written."""
        return next(kind for kind, button in self.kinds.items() if button.isChecked())

    @property
    def wish(self) -> SessionWish:
        """What was chosen."""
        out = Path(self.file.text().strip()).expanduser()
        return SessionWish(self.kind, str(self.side.currentData()), str(self.each.currentData()), self.dpi.value(), out)

    def _follow_kind(self) -> None:
        kind = self.kind
        for part in (self.each, self.dpi):
            part.setEnabled(kind != TEXT)
        self.each.setCurrentIndex(self.each.findData("turn" if kind == PAGE else "phase"))
        self._label.setText(self.tr("Fo&lder:") if kind == PICTURES else self.tr("Fi&le:"))
        self.file.setText(str(self._folder / f"{self._name}{ENDS[kind]}"))

    def _judge(self) -> None:
        text, kind = self.file.text().strip(), self.kind
        path, fault, note = Path(text).expanduser(), "", ""
        if not text:
            fault = self.tr("Say where to.")
        elif not path.parent.is_dir():
            fault = self.tr("There is no folder %s.") % path.parent
        elif kind == PICTURES and path.exists() and not path.is_dir():
            fault = self.tr("%s is a file, and pictures go into a folder.") % path.name
        elif kind == PICTURES and path.is_dir() and any(path.iterdir()):
            note = self.tr("This folder is not empty; pictures of the same name will be replaced.")
        elif kind != PICTURES and path.is_dir():
            fault = self.tr("%s is a folder.") % path.name
        elif kind != PICTURES and path.suffix.lower() != ENDS[kind]:
            fault = self.tr("The file's name must end in %s.") % ENDS[kind]
        elif path.is_file():
            note = self.tr("This file exists and will be replaced.")
        self._note.setText(f"⚠ {fault}" if fault else note)
        self.export.setEnabled(not fault)

    def _browse(self) -> None:
        if self.kind == PICTURES:
            chosen = QFileDialog.getExistingDirectory(self, self.windowTitle(), str(self._folder))
        else:
            kinds = self.tr("Text (*.txt)") if self.kind == TEXT else self.tr("Pages (*.html)")
            chosen, _ = QFileDialog.getSaveFileName(self, self.windowTitle(), self.file.text(), kinds)
        if chosen:
            self.file.setText(chosen)
