"""What the sides keep to themselves: what is sealed, whose it is, and for its owner what it says; written, changed, opened."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.widgets.buttons import button_row
from app.widgets.rule_words import said
from core.base.counted import counted
from core.rules.kernel.play_rules import SecretKind

WIDTH_LETTERS, LIST_LINES, TEXT_LINES = 100, 9, 8
MOST_NAME, MOST_WHY = 200, 500
SHEETS = "op_sheet"
"""The kind of secrets that op sheets are."""

_ID = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Sealing:
    """Something that is sealed, as everybody may know it: its id, the id and title of its kind, its side and what that is
    called, how many versions there are, whether it is open to all, and whether who looks at the screen may read it. `name` is
    what it is called where that is not its id; `changes` that it is written elsewhere, and opened with all its changes."""

    id: str
    kind: str
    kind_title: str
    side: str
    side_title: str
    version: int
    is_open: bool
    own: bool
    name: str = ""
    changes: bool = False


class SecretsDialog(QDialog):
    """Lists what is sealed. What is wanted of it is carried by `read_wanted`, `change_wanted` and `open_wanted`, each with an
    id, and by `write_wanted` and `sheet_wanted` (for an op sheet) with a side; whoever hears them answers with
    `show_sealings`, `show_text` and `tell`.
    """

    read_wanted = Signal(str)
    change_wanted = Signal(str)
    open_wanted = Signal(str)
    write_wanted = Signal(str)
    sheet_wanted = Signal(str)

    def __init__(self, parent: QWidget | None, sides: Sequence[tuple[str, str]], kinds: Sequence[SecretKind]) -> None:
        """`sides` are those whose players look at the screen, with what they are called."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Kept secret"))
        self._kinds = {kind.id: kind for kind in kinds}
        self._sealings: dict[str, Sealing] = {}
        self._text_of = ""
        intro = QLabel(
            self.tr(
                "What a side writes here is encrypted with its keys. The other side sees that it is there, and a digest that "
                "proves later that it is what was written."
            ),
            self,
        )
        intro.setWordWrap(True)
        self.side = QComboBox(self)
        for side, title in sides:
            self.side.addItem(title, side)
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(self.tr("What is sealed"))
        self.list.setHeaderLabels([self.tr("Name"), self.tr("Kind"), self.tr("Of"), self.tr("Version"), self.tr("State")])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setMinimumHeight(LIST_LINES * self.fontMetrics().lineSpacing())
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("What it says"))
        self.text.setMinimumHeight(TEXT_LINES * self.fontMetrics().lineSpacing())
        self.version = QComboBox(self)
        self.version.setAccessibleName(self.tr("Which version is shown"))
        self.version.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.version.hide()
        self._versions: tuple[str, ...] = ()
        self.told = QLabel(self)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        self.told.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.write = self._button(self.tr("&Write…"), lambda: self.write_wanted.emit(str(self.side.currentData())))
        self.sheet = self._button(self.tr("Seal an op s&heet…"), lambda: self.sheet_wanted.emit(str(self.side.currentData())))
        self.sheet.setToolTip(self.tr("All that is written on it, and not how far it has come"))
        self.sheet.setVisible(SHEETS in self._kinds)
        self.read = self._button(self.tr("&Read"), lambda: self.read_wanted.emit(self.current))
        self.change = self._button(self.tr("&Change…"), lambda: self.change_wanted.emit(self.current))
        self.open_all = self._button(self.tr("&Open to all…"), lambda: self.open_wanted.emit(self.current))
        doing = QHBoxLayout()
        for button in (self.write, self.sheet, self.read, self.change, self.open_all):
            doing.addWidget(button)
        doing.addStretch(1)
        doing.addWidget(self.version)
        form = QFormLayout()
        form.addRow(self.tr("&Side:"), self.side)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(intro)
        layout.addLayout(form)
        layout.addWidget(self.list, 1)
        layout.addLayout(doing)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.told)
        layout.addWidget(buttons)
        self.list.currentItemChanged.connect(lambda *_: self._follow())
        self.list.itemDoubleClicked.connect(lambda *_: self.read.click())
        self.side.currentIndexChanged.connect(lambda _: self._follow())
        self.version.currentIndexChanged.connect(lambda _: self._show_version())
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())
        self._follow()

    @property
    def current(self) -> str:
        """The id of what is chosen in the list, "" for nothing."""
        item = self.list.currentItem()
        return str(item.data(0, _ID)) if item is not None else ""

    def show_sealings(self, sealings: Sequence[Sealing], chosen: str = "") -> None:
        """Shows what is sealed now."""
        chosen = chosen or self.current
        self._sealings = {each.id: each for each in sealings}
        self.list.clear()
        for each in sealings:
            state = self.tr("open to all") if each.is_open else self.tr("sealed")
            version = counted(each.version, self.tr("change")) if each.changes else str(each.version)
            words = [each.name or each.id, said(each.kind_title), each.side_title, version, state]
            item = QTreeWidgetItem(self.list, words)
            item.setData(0, _ID, each.id)
            if each.id == chosen:
                self.list.setCurrentItem(item)
        for column in range(self.list.columnCount()):
            self.list.resizeColumnToContents(column)
        self._follow()

    def show_text(self, id_: str, versions: Sequence[str]) -> None:
        """Shows what something says: its last version, and any of those before when it is chosen."""
        self._text_of, self._versions = id_, tuple(versions)
        with QSignalBlocker(self.version):
            self.version.clear()
            for number in range(1, len(versions) + 1):
                last = self.tr("Version %d, the last") if number == len(versions) else self.tr("Version %d")
                self.version.addItem(last % number)
            self.version.setCurrentIndex(len(versions) - 1)
        self.version.setVisible(len(versions) > 1)
        self._show_version()

    def _show_version(self) -> None:
        row = self.version.currentIndex()
        self.text.setPlainText(self._versions[row] if 0 <= row < len(self._versions) else "")

    def tell(self, sentences: Sequence[str]) -> None:
        """Says something about what is chosen."""
        self.told.setText("\n".join(sentences))

    def _button(self, words: str, do: object) -> QPushButton:
        button = QPushButton(words, self)
        button.setAutoDefault(False)
        button.clicked.connect(do)
        return button

    def _follow(self) -> None:
        chosen = self._sealings.get(self.current)
        if self._text_of != self.current:
            self._text_of, self._versions = "", ()
            self.version.hide()
            self.text.clear()
            self.told.clear()
        own = chosen is not None and chosen.own
        is_open = chosen is not None and chosen.is_open
        self.read.setEnabled(own or is_open)
        self.change.setEnabled(own and not is_open and chosen is not None and not chosen.changes)
        self.open_all.setEnabled(own and not is_open)
        self.write.setEnabled(self.side.count() > 0 and bool(self._kinds))
        self.sheet.setEnabled(self.side.count() > 0)


class WriteSecretDialog(QDialog):
    """Asks for a text that a side keeps to itself, or for the next version of one; `kind`, `name`, `words`, `section` and `why`
    are the answer.
    """

    def __init__(
        self,
        parent: QWidget | None,
        kinds: Sequence[SecretKind],
        taken: frozenset[str],
        before: tuple[str, str] | None = None,
    ) -> None:
        """`taken` are ids that there are already; `before` is the name and the text that is changed."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Change what is kept secret") if before else self.tr("Keep something secret"))
        self._kinds, self._taken, self._before = list(kinds), taken, before
        self._kind = QComboBox(self)
        for kind in kinds:
            self._kind.addItem(f"{said(kind.title)} [{kind.section}]", kind.id)
        self._about = QLabel(self)
        self._about.setWordWrap(True)
        self._name = QLineEdit(self)
        self._name.setMaxLength(MOST_NAME)
        self._name.setToolTip(self.tr("The other side sees this name"))
        self._text = QPlainTextEdit(self)
        self._text.setTabChangesFocus(True)
        self._text.setAccessibleName(self.tr("What is kept secret"))
        self._text.setMinimumHeight(TEXT_LINES * self.fontMetrics().lineSpacing())
        self._rule = QComboBox(self)
        self._why = QLineEdit(self)
        self._why.setMaxLength(MOST_WHY)
        self._fault = QLabel(self)
        self._fault.setWordWrap(True)
        form = QFormLayout()
        if before is None:
            form.addRow(self.tr("&Kind:"), self._kind)
            form.addRow("", self._about)
            form.addRow(self.tr("&Name:"), self._name)
        form.addRow(self.tr("&Text:"), self._text)
        if before is not None:
            form.addRow(self.tr("Allowed &by:"), self._rule)
            form.addRow(self.tr("&Why:"), self._why)
        self._rule.setVisible(before is not None)
        self._why.setVisible(before is not None)
        for part in (self._kind, self._about, self._name):
            part.setVisible(before is None)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Cancel)
        self.seal = buttons.addButton(self.tr("&Seal"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self._fault)
        layout.addWidget(buttons)
        if before is not None:
            self._name.setText(before[0])
            self._text.setPlainText(before[1])
            self._fill_rules()
        self._kind.currentIndexChanged.connect(lambda _: self._judge())
        for line in (self._name, self._why):
            line.textChanged.connect(lambda _: self._judge())
        self._text.textChanged.connect(self._judge)
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())
        self._judge()

    @property
    def kind(self) -> str:
        """The id of the kind."""
        return str(self._kind.currentData())

    @property
    def name(self) -> str:
        """What it is called; the other side sees it."""
        return self._name.text().strip()

    @property
    def words(self) -> str:
        """What is kept secret."""
        return self._text.toPlainText().strip()

    @property
    def section(self) -> str:
        """The rule that allows the change, "" for none."""
        return str(self._rule.currentData() or "")

    @property
    def why(self) -> str:
        """Why it is changed."""
        return self._why.text().strip()

    def _fill_rules(self) -> None:
        for kind in self._kinds:
            for section, text in kind.changes:
                self._rule.addItem(f"[{section}] {said(text)}", section)
        self._rule.addItem(self.tr("No rule; the other side will read so when it is opened"), "")

    def _judge(self) -> None:
        kind = next((each for each in self._kinds if each.id == self.kind), None)
        self._about.setText(said(kind.about) if kind is not None else "")
        fault = ""
        if self._before is None and not self.name:
            fault = self.tr("Give it a name; the other side sees it.")
        elif self._before is None and self.name in self._taken:
            fault = self.tr("Something is called “%s” already.") % self.name
        elif not self.words:
            fault = self.tr("Write what is kept secret.")
        elif self._before is not None and self.words == self._before[1]:
            fault = self.tr("Nothing is changed yet.")
        elif self._before is not None and not self.why:
            fault = self.tr("Say in a line why; the other side reads that when it is opened.")
        self._fault.setText(fault)
        self.seal.setEnabled(not fault)
