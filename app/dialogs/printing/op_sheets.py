"""Op sheets on paper: on which, how it lies, a look at every page, and the file or the printer that they go to."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.printing.paper import chooser, millimetres
from app.dialogs.printing.preview import SheetPreview
from app.export.counter_layout import MOST_PAPER_MM, SheetWish
from app.export.op_sheets.files import KINDS, FormJob
from app.export.paper import PAPERS
from app.widgets.buttons import button_row
from app.widgets.file_row import add_file_row
from core.base.errors import WrongUse

WIDTH_IN_LETTERS, HEIGHT_IN_LINES = 130, 42
"""The size of the dialog at first, in letters and lines of the system's font; most of it is the preview."""


@dataclass(frozen=True)
class FormOrder:
    """Op sheets that the user wants on paper: on which, into which file, and their pages."""

    wish: SheetWish
    file: Path
    job: FormJob

    @property
    def pages(self) -> int:
        """How many pages are printed."""
        return len(self.job.sheets)


class PrintOpSheetsDialog(QDialog):
    """Asks; `order` is the answer. `written` and `printed` tell which of the two was wanted.

    `make` lays the sheets out for a wish; `count` is how many there are, `file` the one that is proposed.
    """

    written = Signal()
    printed = Signal()

    def __init__(
        self, parent: QWidget | None, make: Callable[[SheetWish], FormJob], wish: SheetWish, file: Path, count: int
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Print this op sheet") if count == 1 else self.tr("Print op sheets"))
        self._make, self._count = make, count
        self._job: FormJob | None = None
        self.paper = chooser(
            self, {each.id: self.tr("%s, %g × %g mm") % (each.title, each.width, each.height) for each in PAPERS}, wish.paper
        )
        self.turn = chooser(
            self,
            {"fewest": self.tr("As suits the sheets"), "portrait": self.tr("Upright"), "landscape": self.tr("Across")},
            wish.turn,
        )
        self.margin = millimetres(self, wish.margin, MOST_PAPER_MM)
        self.preview = SheetPreview(self)
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.file = QLineEdit(str(file), self)
        self._file_note = QLabel(self)
        self._file_note.setWordWrap(True)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Cancel)
        self.write = buttons.addButton(self.tr("&Write the file"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.print_ = buttons.addButton(self.tr("&Print…"), QDialogButtonBox.ButtonRole.ActionRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        self.print_.clicked.connect(lambda _=False: self.printed.emit())
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self._show)
        self._lay_out(buttons)
        for choice in (self.paper, self.turn):
            choice.currentIndexChanged.connect(lambda _: self._later.start(0))
        self.margin.valueChanged.connect(lambda _: self._later.start(0))
        self.file.textChanged.connect(self._follow_file)
        self._show()
        metrics = self.fontMetrics()
        wanted = QSize(WIDTH_IN_LETTERS * metrics.averageCharWidth(), HEIGHT_IN_LINES * metrics.lineSpacing())
        self.resize(wanted.boundedTo(self.screen().availableGeometry().size()))

    @property
    def wish(self) -> SheetWish:
        """How the sheets are to be printed; they have no backs."""
        return SheetWish(
            paper=str(self.paper.currentData()),
            turn=self.turn.currentData(),
            margin=round(self.margin.value(), 2),
            backs="none",
        )

    @property
    def order(self) -> FormOrder:
        """What was chosen; only while the sheets can be laid out."""
        self._settle()
        assert self._job is not None
        return FormOrder(self.wish, self._path(), self._job)

    @property
    def whole(self) -> bool:
        """Whether all is shown that there is to show."""
        return not self._later.isActive() and self.preview.page.whole

    def say(self, words: str) -> None:
        """Says below the file why something could not be done."""
        self._file_note.setText(f"⚠ {words}")

    def _lay_out(self, buttons: QDialogButtonBox) -> None:
        form = QFormLayout()
        form.addRow(self.tr("Pap&er:"), self.paper)
        form.addRow(self.tr("&Turned:"), self.turn)
        form.addRow(self.tr("&Margin:"), self.margin)
        left = QVBoxLayout()
        left.addLayout(form)
        left.addWidget(self.note)
        left.addStretch(1)
        both = QHBoxLayout()
        both.addLayout(left, 1)
        both.addWidget(self.preview, 3)
        bottom = QFormLayout()
        add_file_row(bottom, self.tr("F&ile:"), self.file, self._browse, self.tr("Browse…"))
        column = QVBoxLayout(self)
        column.addLayout(both, 1)
        column.addLayout(bottom)
        column.addWidget(self._file_note)
        column.addWidget(buttons)

    def _settle(self) -> None:
        """Does at once what was put off."""
        if self._later.isActive():
            self._later.stop()
            self._show()

    def _show(self) -> None:
        """Lays the sheets out anew."""
        self._job = None
        try:
            self._job = self._make(self.wish)
        except WrongUse as error:
            self.note.setText(f"⚠ {error}")
        else:
            pages = len(self._job.sheets)
            self.note.setText((self.tr("%d pages.") if pages > 1 else self.tr("%d page.")) % pages)
        self.preview.show_pages(self._job)
        self._follow_file()

    def _path(self) -> Path:
        return Path(self.file.text().strip()).expanduser()

    def _follow_file(self) -> None:
        name, path = self.file.text().strip(), self._path()
        kinds = list(KINDS) if self._count == 1 else [".pdf"]
        fits = path.suffix.lower() in kinds
        words = ""
        if name and not fits:
            words = "⚠ " + self.tr("The file's name must end in %s.") % ", ".join(kinds)
        elif name and not path.parent.is_dir():
            words = "⚠ " + self.tr("There is no folder %s.") % path.parent
        elif path.is_file():
            words = self.tr("This file exists and will be replaced.")
        self._file_note.setText(words)
        self.write.setEnabled(self._job is not None and bool(name) and fits and path.parent.is_dir())
        self.print_.setEnabled(self._job is not None)

    def _accept(self) -> None:
        self._settle()
        if self.write.isEnabled():
            self.written.emit()
            self.accept()

    def _browse(self) -> None:
        kinds = " ".join(f"*{kind}" for kind in KINDS) if self._count == 1 else "*.pdf"
        chosen, _ = QFileDialog.getSaveFileName(self, self.windowTitle(), self.file.text(), f"{self.tr('Op sheets')} ({kinds})")
        if chosen:
            self.file.setText(chosen)
