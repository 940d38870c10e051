"""Counter sheets: what of the box is printed, how it lies on paper, a look at every page, and what is wrong with it."""

from collections.abc import Iterator, Mapping
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
    QMessageBox,
    QPushButton,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.printing.kinds import KindForm, TestPageWords
from app.dialogs.printing.paper import BacksForm, CardsForm, PaperForm
from app.dialogs.printing.pieces import PiecesForm
from app.dialogs.printing.preview import SheetPreview
from app.export.cards import CardChoice, CardJob, card_job
from app.export.counter_layout import SheetWish, check, lay_out
from app.export.counter_pieces import LEAST_LETTERS_MM, Choice, PieceFaces, SmallText, gathered, numbered
from app.export.counter_sheets import Job
from app.widgets.buttons import button_row
from app.widgets.file_row import add_file_row
from core.base.errors import WrongUse
from core.model.box import GameBox
from core.rules.kernel.ruleset import Ruleset

WIDTH_IN_LETTERS, HEIGHT_IN_LINES = 150, 44
"""The size of the dialog at first, in letters and lines of the system's font; more than half of it is the preview."""

NAMED = 3
"""Texts that are hard to read that are named before all are counted."""

LONGEST_LIST = 400
"""The most of them that a list shows."""


@dataclass(frozen=True)
class PrintOrder:
    """What the user wants on paper: counters, the cards of a scenario where `cards` says which, or the test page of the
    printer; `job` is None for that."""

    wish: SheetWish
    choice: Choice
    file: Path
    job: Job | CardJob | None
    cards: CardChoice | None = None

    @property
    def is_test(self) -> bool:
        """Whether it is the test page."""
        return self.job is None

    @property
    def pages(self) -> int:
        """How many pages are printed."""
        match self.job:
            case Job():
                return len(self.job.plan.pages)
            case CardJob():
                return len(self.job.sheets)
            case _:
                return 2


class PrintCountersDialog(QDialog):
    """Asks; `order` is the answer. `written` and `printed` tell which of the two was wanted."""

    written = Signal()
    printed = Signal()

    def __init__(
        self,
        parent: QWidget | None,
        box: GameBox,
        ruleset: Ruleset | None,
        folder: Path,
        wish: SheetWish | None = None,
        counts: Mapping[str, int] | None = None,
        scenario: str = "",
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Print counters and cards"))
        self._box, self._ruleset, self._folder = box, ruleset, folder
        self._faces = PieceFaces(box.oob, ruleset)
        self._job: Job | CardJob | None = None
        self._wish = wish or SheetWish()
        self._small: tuple[SmallText, ...] = ()
        self._fine, self._writable = False, False
        self.pieces = PiecesForm(box.oob, ruleset, counts or {}, self)
        self.paper = PaperForm(self._wish, self)
        self.backs = BacksForm(self._wish, self)
        self.cards = CardsForm(box.scenarios, scenario, self)
        self.kinds = KindForm(bool(box.scenarios), self)
        self.what = QStackedWidget(self)
        for page in (self.pieces, self.cards, TestPageWords(self)):
            self.what.addWidget(page)
        self.tabs = QTabWidget(self)
        self.tabs.addTab(self.what, self.tr("&What"))
        self.tabs.addTab(self.paper, self.tr("&Sheets"))
        self.tabs.addTab(self.backs, self.tr("Bac&ks"))
        self.preview = SheetPreview(self)
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.small_note = QLabel(self)
        self.small_note.setWordWrap(True)
        self.show_small = QPushButton(self.tr("All of t&hem…"), self)
        self.show_small.clicked.connect(lambda _=False: self.list_small())
        self.file = QLineEdit(self)
        self._file_note = QLabel(self)
        self._file_note.setWordWrap(True)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Cancel)
        self.write = buttons.addButton(self.tr("Write P&DF"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.print_ = buttons.addButton(self.tr("&Print…"), QDialogButtonBox.ButtonRole.ActionRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        self.print_.clicked.connect(lambda _=False: self.printed.emit())
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._show)
        self._searching: Iterator[None] = iter(())
        self._search = QTimer(self)
        self._search.setSingleShot(True)
        self._search.timeout.connect(self._look_on)
        self._lay_out(buttons)
        self.file.textChanged.connect(self._follow_file)
        self.kinds.changed.connect(self._follow_kind)
        self.backs.changed.connect(lambda: self.kinds.allow_test(self.backs.turned))
        self.kinds.allow_test(self.backs.turned)
        self._follow_kind()
        for form in (self.kinds, self.pieces, self.paper, self.backs, self.cards):
            form.changed.connect(lambda: self._later.start(0))
        self._propose()
        self._show()
        metrics = self.fontMetrics()
        wanted = QSize(WIDTH_IN_LETTERS * metrics.averageCharWidth(), HEIGHT_IN_LINES * metrics.lineSpacing())
        self.resize(wanted.boundedTo(self.screen().availableGeometry().size()))

    @property
    def order(self) -> PrintOrder:
        """What was chosen."""
        self._settle()
        job = None if self.is_test else self._job
        cards = self.cards.choice if self.kinds.kind == "cards" else None
        return PrintOrder(self._wish, self.pieces.choice, self._path(), job, cards)

    @property
    def wish(self) -> SheetWish:
        """How counters are to be printed."""
        return self.backs.part_of(self.paper.part_of(self._wish))

    @property
    def is_test(self) -> bool:
        """Whether the test page is wanted in the place of counters."""
        return self.kinds.kind == "test"

    @property
    def whole(self) -> bool:
        """Whether all is shown that there is to show."""
        return not (self._later.isActive() or self._search.isActive()) and self.preview.page.whole

    def say(self, words: str) -> None:
        """Says below the file why something could not be done."""
        self._file_note.setText(f"⚠ {words}")

    def list_small(self) -> None:
        """Shows every text that is hard to read at this size."""
        lines = [self.tr("%.2f mm   “%s” on %s") % (each.height, each.text, each.piece) for each in self._small[:LONGEST_LIST]]
        box = QMessageBox(QMessageBox.Icon.Information, self.windowTitle(), self.small_note.text(), parent=self)
        box.setDetailedText("\n".join(lines))
        box.finished.connect(box.deleteLater)
        box.open()

    def _lay_out(self, buttons: QDialogButtonBox) -> None:
        small = QHBoxLayout()
        small.addWidget(self.small_note, 1)
        small.addWidget(self.show_small)
        right = QVBoxLayout()
        right.addWidget(self.preview, 1)
        right.addWidget(self.note)
        right.addLayout(small)
        left = QVBoxLayout()
        left.addWidget(self.kinds)
        left.addWidget(self.tabs, 1)
        both = QHBoxLayout()
        both.addLayout(left, 2)
        both.addLayout(right, 3)
        bottom = QFormLayout()
        add_file_row(bottom, self.tr("F&ile:"), self.file, self._browse, self.tr("Browse…"))
        layout = QVBoxLayout(self)
        layout.addLayout(both, 1)
        layout.addLayout(bottom)
        layout.addWidget(self._file_note)
        layout.addWidget(buttons)

    def _follow_kind(self) -> None:
        """Shows what can be said of the kind that is printed, and nothing of the others."""
        kind = self.kinds.kind
        self.what.setCurrentIndex(("counters", "cards", "test").index(kind))
        self.paper.use_kind(kind)
        self.tabs.setTabEnabled(self.tabs.indexOf(self.backs), kind != "cards")
        self.tabs.setTabToolTip(
            self.tabs.indexOf(self.backs),
            self.tr("Cards have no backs") if kind == "cards" else self.tr("How backs are printed"),
        )

    def _settle(self) -> None:
        """Does at once what was put off."""
        if self._later.isActive():
            self._later.stop()
            self._show()

    def _show(self) -> None:
        """Lays everything out anew."""
        self._wish = self.wish
        self._propose()
        self._show_small(())
        self._search.stop()
        self._job, self._fine = None, False
        try:
            if self.is_test:
                check(self._wish)
                self._fine = True
                self.preview.show_pages(self._wish)
                self.note.setText(self.tr("The test page, no counters: two pages, a front and a back of one sheet."))
            elif self.kinds.kind == "cards":
                self._show_cards(self.cards.choice)
            else:
                self._show_sheets()
        except WrongUse as error:
            self.preview.show_pages(None)
            self.note.setText(f"⚠ {error}")
        self._enable()

    def _show_cards(self, choice: CardChoice) -> None:
        job = card_job(self._box, self._ruleset, choice, self._wish)
        if not job.sheets:
            self.preview.show_pages(None)
            self.note.setText(self.tr("Nothing is chosen, or the scenario has nothing of it."))
            return
        self._job, self._fine = job, True
        pages = self.tr("%d pages.") if len(job.sheets) > 1 else self.tr("%d page.")
        said = self.tr("The cards of a scenario, no counters:")
        self.note.setText(f"{said} {pages % len(job.sheets)}")
        self.preview.show_pages(job)

    def _show_sheets(self) -> None:
        groups = gathered(self._box.oob, self._ruleset, self.pieces.choice, self._wish.group)
        pieces = numbered(groups)
        if not pieces:
            self.preview.show_pages(None)
            self.note.setText(self.tr("Nothing is chosen: tick a side or a formation, or choose markers."))
            return
        plan = lay_out([group.group for group in groups], self._wish)
        job = Job(self._box.title, plan, pieces, self._faces)
        self._job, self._fine = job, True
        sheets = len(plan.leaves)
        paper = (self.tr("%d sheets of paper") if sheets > 1 else self.tr("%d sheet of paper")) % sheets
        pages = (self.tr("%d pages") if len(plan.pages) > 1 else self.tr("%d page")) % len(plan.pages)
        numbers = (paper, pages, len(pieces), plan.columns, plan.rows)
        said = [self.tr("%s, %s, %d pieces; %d × %d fill a sheet.") % numbers]
        if self._wish.marks and not plan.marked:
            said.append("⚠ " + self.tr("Margins so narrow have no room for cut marks."))
        if self._wish.labels and plan.words_room(plan.pages[0]) is None:
            said.append("⚠ " + self.tr("The pages have no room for their names."))
        self.note.setText(" ".join(said))
        self.preview.show_pages(job)
        self._searching = self._look(job)
        self._search.start(0)

    def _look(self, job: Job) -> Iterator[None]:
        wish = job.plan.wish
        found = yield from self._faces.small_texts(job.pieces, wish.side, wish.backs != "none")
        self._show_small(found)

    def _look_on(self) -> None:
        """Looks at some more faces for what could not be read."""
        for _ in self._searching:
            self._search.start(0)
            return

    def _show_small(self, small: tuple[SmallText, ...]) -> None:
        self._small = small
        self.show_small.setVisible(len(small) > 1)
        words = ""
        if small:
            # The same word on many counters is named once.
            once = list({each.text: each for each in reversed(small)}.values())[::-1][:NAMED]
            named = ", ".join(self.tr("“%s” on %s") % (each.text, each.piece) for each in once)
            words = "⚠ " + self.tr("Letters below %g mm are hard to read: %s") % (LEAST_LETTERS_MM, named)
            rest = len(small) - len(once)
            words += self.tr(", and %d more.") % rest if rest > 0 else "."
        self.small_note.setText(words)

    def _path(self) -> Path:
        return Path(self.file.text().strip()).expanduser()

    def _propose(self) -> None:
        """Other names for the test page and for cards, unless the user has given one."""
        names = [f"{name}.pdf" for name in (self.tr("counters"), self.tr("test-page"), self.tr("scenario"))]
        name = names[{"counters": 0, "test": 1, "cards": 2}[self.kinds.kind]]
        given = self.file.text().strip()
        if not given:
            self.file.setText(str(self._folder / name))
        elif self._path().name in names and self._path().name != name:
            self.file.setText(str(self._path().with_name(name)))

    def _follow_file(self) -> None:
        name, path = self.file.text().strip(), self._path()
        pdf = path.suffix.lower() == ".pdf"
        words = ""
        if name and not pdf:
            words = "⚠ " + self.tr("The file's name must end in %s.") % ".pdf"
        elif name and not path.parent.is_dir():
            words = "⚠ " + self.tr("There is no folder %s.") % path.parent
        elif path.is_file():
            words = self.tr("This file exists and will be replaced.")
        self._file_note.setText(words)
        self._writable = bool(name) and pdf and path.parent.is_dir()
        self._enable()

    def _enable(self) -> None:
        self.write.setEnabled(self._fine and self._writable)
        self.print_.setEnabled(self._fine)

    def _accept(self) -> None:
        self._settle()
        if self._fine and self._writable:
            self.written.emit()
            self.accept()

    def _browse(self) -> None:
        chosen, _ = QFileDialog.getSaveFileName(self, self.tr("Print counters"), self.file.text(), self.tr("PDF files (*.pdf)"))
        if chosen:
            self.file.setText(chosen)
