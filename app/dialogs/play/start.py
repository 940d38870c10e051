"""How a session begins: how it is played, by whom, into which file, under which options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QGridLayout,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QRadioButton,
    QScrollArea,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.play.files import SUFFIX, typed_file
from app.dialogs.play.phrase import NewPhrase
from app.widgets.buttons import button_row
from app.widgets.file_row import add_file_row
from app.widgets.icons import icon
from core.play.events import Kind

WIDTH_LETTERS = 88
OPTION_LINES, FINDING_LINES = 7, 4
MOST_ERRORS = 30
"""So many errors of a scenario are listed; words that are broken into lines take time."""

SCREEN_SHARE = 0.85


@dataclass(frozen=True, slots=True)
class StartFacts:
    """What there is to begin with: titles of box and scenario, the sides by id with their names, the options in force by title
    and choice, the findings that are errors, and the file that is proposed.
    """

    box: str
    scenario: str
    sides: Sequence[tuple[str, str]]
    options: Sequence[tuple[str, str]] = ()
    errors: Sequence[str] = ()
    file: Path = Path()


@dataclass(frozen=True, slots=True)
class StartWish:
    """What the user wants. `names` are the players by side, `yours` the side that is played here by mail, "" otherwise;
    `phrases` the pass phrases by side.
    """

    kind: Kind
    names: Mapping[str, str]
    file: Path
    yours: str = ""
    phrases: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)


class StartDialog(QDialog):
    """Asks; `wish` is the answer."""

    def __init__(self, parent: QWidget | None, facts: StartFacts) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Start a session"))
        self._facts = facts
        column = QVBoxLayout()
        head = self._words(f"{facts.scenario}\n{facts.box}" if facts.box != facts.scenario else facts.scenario)
        column.addWidget(head)
        if facts.errors:
            column.addWidget(self._findings())
        column.addWidget(self._kinds())
        column.addWidget(self._players())
        form = QFormLayout()
        self.file = QLineEdit(str(facts.file), self)
        self.file.setAccessibleName(self.tr("File of the session"))
        add_file_row(form, self.tr("&File:"), self.file, self._browse)
        column.addLayout(form)
        if facts.options:
            # What room there is beyond what the rest needs is theirs.
            column.addWidget(self._options(), 1)
        else:
            column.addStretch(1)
        inner = QWidget()
        inner.setLayout(column)
        area = QScrollArea(self)
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._note = self._words("")
        self._note.setAccessibleName(self.tr("What is still needed"))
        self._buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.go = self._buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.go.setText(self.tr("&Start"))
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        whole = QVBoxLayout(self)
        whole.addWidget(area, 1)
        whole.addWidget(self._note)
        whole.addWidget(self._buttons)
        self.file.textChanged.connect(self._judge)
        self._show_kind()
        room = self.screen().availableSize()
        width = min(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), round(SCREEN_SHARE * room.width()))
        wanted = inner.sizeHint().height() + self._buttons.sizeHint().height() + 5 * self.fontMetrics().lineSpacing()
        self.resize(width, min(wanted, round(SCREEN_SHARE * room.height())))
        self.kinds["hot_seat"].setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def kind(self) -> Kind:
        """How the session is played."""
        return next((kind for kind, button in self.kinds.items() if button.isChecked()), "hot_seat")

    @property
    def yours(self) -> str:
        """The side that is played on this computer, by mail; "" otherwise."""
        if self.kind != "mail":
            return ""
        return next((side for side, button in self.mine.items() if button.isChecked()), "")

    @property
    def wish(self) -> StartWish:
        """What was chosen."""
        phrases = {side: self.phrases[side].phrase for side in self._asked() if self.phrases[side].phrase}
        names = {side: line.text().strip() for side, line in self.names.items()}
        file = typed_file(self.file.text()) or self._facts.file
        return StartWish(self.kind, MappingProxyType(names), file, self.yours, MappingProxyType(phrases))

    def fault(self) -> str:
        """Why it cannot begin yet, as a sentence; "" when it can."""
        if self._facts.errors and not self.overrule.isChecked():
            return self.tr("Mend the errors of the scenario first, or say that it begins all the same.")
        titles = dict(self._facts.sides)
        for side in self._asked():
            told = self.phrases[side].fault(needed=self.kind == "mail")
            if told:
                return f"{titles[side]}: {told}"
        path = typed_file(self.file.text())
        if path is None:
            return self.tr("Name the file that the session is written to.")
        if path.exists():
            return self.tr("%s exists already; a new session goes into a new file.") % path.name
        if path.parent.exists() and not path.parent.is_dir():
            return self.tr("%s is no folder.") % path.parent
        return ""

    # Parts ------------------------------------------------------------------------------------------------------------------

    def _findings(self) -> QWidget:
        group = QGroupBox(self.tr("The check has found errors in this scenario"), self)
        listed = QListWidget(group)
        listed.setAccessibleName(self.tr("Errors"))
        listed.setWordWrap(True)
        sign = icon("error")
        for each in self._facts.errors[:MOST_ERRORS]:
            QListWidgetItem(sign, each, listed)
        if (more := len(self._facts.errors) - MOST_ERRORS) > 0:
            listed.addItem(self.tr("There are more, %d in all: the panel Issues lists them.") % (more + MOST_ERRORS))
        listed.setMaximumHeight(2 * FINDING_LINES * self.fontMetrics().lineSpacing())
        self.overrule = QCheckBox(self.tr("&Begin all the same"), group)
        self.overrule.toggled.connect(lambda _: self._judge())
        rows = QVBoxLayout(group)
        rows.addWidget(listed)
        rows.addWidget(self.overrule)
        return group

    def _kinds(self) -> QWidget:
        group = QGroupBox(self.tr("How it is played"), self)
        rows = QVBoxLayout(group)
        buttons = QButtonGroup(self)
        self.kinds: dict[Kind, QRadioButton] = {}
        kinds: tuple[tuple[Kind, str, str], ...] = (
            (
                "hot_seat",
                self.tr("&Hot seat"),
                self.tr("Both players sit at this computer. What one may not see is covered while they change places."),
            ),
            ("solitaire", self.tr("S&olitaire"), self.tr("One player moves both sides and sees everything.")),
            (
                "mail",
                self.tr("By &mail"),
                self.tr("Each player has a computer, and the file goes to and fro, signed. Dice are thrown by both together."),
            ),
        )
        for kind, title, sentence in kinds:
            button = QRadioButton(title, group)
            button.setAccessibleDescription(sentence)
            button.setChecked(kind == "hot_seat")
            buttons.addButton(button)
            self.kinds[kind] = button
            told = self._words(sentence)
            told.setIndent(3 * self.fontMetrics().averageCharWidth())
            rows.addWidget(button)
            rows.addWidget(told)
        buttons.buttonToggled.connect(lambda *_: self._show_kind())
        return group

    def _players(self) -> QWidget:
        group = QGroupBox(self.tr("Players"), self)
        grid = QGridLayout(group)
        self.names: dict[str, QLineEdit] = {}
        self.mine: dict[str, QRadioButton] = {}
        self.phrases: dict[str, NewPhrase] = {}
        mine = QButtonGroup(self)
        for row, (side, title) in enumerate(self._facts.sides):
            label = QLabel(self.tr("%s:") % title, group)
            label.setTextFormat(Qt.TextFormat.PlainText)
            name = QLineEdit(group)
            name.setAccessibleName(self.tr("Who plays %s") % title)
            name.setPlaceholderText(self.tr("Name of the player"))
            label.setBuddy(name)
            here = QRadioButton(self.tr("is played here"), group)
            here.setAccessibleName(self.tr("%s is played here") % title)
            here.setChecked(row == 0)
            mine.addButton(here)
            new = NewPhrase(title, group)
            new.changed.connect(self._judge)
            self.names[side], self.mine[side], self.phrases[side] = name, here, new
            grid.addWidget(label, 2 * row, 0)
            grid.addWidget(name, 2 * row, 1)
            grid.addWidget(here, 2 * row, 2)
            grid.addWidget(new, 2 * row + 1, 1)
        mine.buttonToggled.connect(lambda *_: self._show_kind())
        self.secret = QCheckBox(self.tr("Each side has a &pass phrase that is asked when players change places"), group)
        self.secret.toggled.connect(lambda _: self._show_kind())
        grid.addWidget(self.secret, 2 * len(self._facts.sides), 0, 1, 3)
        grid.setColumnStretch(1, 1)
        return group

    def _options(self) -> QWidget:
        group = QGroupBox(self.tr("Options in force"), self)
        tree = QTreeWidget(group)
        tree.setAccessibleName(self.tr("Options in force"))
        tree.setHeaderLabels([self.tr("Option"), self.tr("In force")])
        tree.setRootIsDecorated(False)
        for title, value in self._facts.options:
            item = QTreeWidgetItem(tree, [title, value])
            item.setToolTip(0, title)
            item.setToolTip(1, value)
        tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        tree.header().setStretchLastSection(False)
        tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        # Not ignored: where words wrap, the area in which all lies would count the table as having no height.
        tree.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        tree.setMinimumHeight((OPTION_LINES + 2) * self.fontMetrics().lineSpacing())
        hint = self._words(self.tr("They stay as they are while the session is played: menu Box, Options of the box."))
        rows = QVBoxLayout(group)
        rows.addWidget(tree, 1)
        rows.addWidget(hint)
        return group

    # What follows -----------------------------------------------------------------------------------------------------------

    def _asked(self) -> tuple[str, ...]:
        """The sides whose pass phrases are asked."""
        if self.kind == "mail":
            return (self.yours,)
        every = tuple(side for side, _ in self._facts.sides)
        return every if self.kind == "hot_seat" and self.secret.isChecked() else ()

    def _show_kind(self) -> None:
        asked = self._asked()
        for side, new in self.phrases.items():
            new.setVisible(side in asked)
            self.mine[side].setVisible(self.kind == "mail")
        self.secret.setVisible(self.kind == "hot_seat")
        self._judge()

    def _judge(self) -> None:
        if not hasattr(self, "go"):
            # Parts are still being made.
            return
        fault = self.fault()
        self._note.setText(f"⚠ {fault}" if fault else "")
        self._note.setVisible(bool(fault))
        self.go.setEnabled(not fault)

    def _browse(self) -> None:
        kinds = self.tr("Sessions (*%s)") % SUFFIX
        chosen, _ = QFileDialog.getSaveFileName(self, self.windowTitle(), self.file.text(), kinds)
        if chosen:
            self.file.setText(chosen)

    def _words(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label
