"""Declaring an attack: which units, against which hexes; what is declared is said to be for good before it is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.widgets.buttons import button_row
from core.base.errors import CoreError
from core.model.deployment import Spot

WIDTH_LETTERS = 60
LEAST_LINES = 5
_TARGET = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Target:
    """A place that may be attacked, and what is seen to lie there."""

    spot: Spot
    text: str


class AttackDialog(QDialog):
    """Stands beside the map, on which places are clicked as well. `declared` comes when the attack is to be declared against
    `targets`; the dialog is closed by who has done it. `looked` carries a place that is gone through in the list, `turned` the
    kind of what is declared when another one is chosen."""

    declared = Signal()
    looked = Signal(object)
    turned = Signal(str)

    def __init__(
        self,
        parent: QWidget,
        attackers: str,
        offered: Sequence[Target],
        find: Callable[[str], Target],
        warning: str,
        kinds: Sequence[tuple[str, str]] = (),
        kind: str = "",
    ) -> None:
        """`find` gives the place that a word means; it raises CoreError. `kinds` are what may be declared, each with its title,
        `kind` that which is chosen; there is no choice where they are fewer than two."""
        super().__init__(parent)
        self._find = find
        self.setWindowTitle(self.tr("Declare an attack"))
        self.attackers = self._words(self.tr("Units: %s") % attackers)
        self.kinds = QComboBox(self)
        self.kinds.setAccessibleName(self.tr("What is declared"))
        for each, title in kinds:
            self.kinds.addItem(title, each)
        self.kinds.setCurrentIndex(max(0, self.kinds.findData(kind)))
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Places against which it is declared"))
        self.list.setToolTip(self.tr("Space chooses a place; a click on the map chooses or leaves it, too"))
        self.list.setWordWrap(True)
        self.list.setMinimumHeight(LEAST_LINES * self.fontMetrics().lineSpacing())
        self.line = QLineEdit(self)
        self.line.setAccessibleName(self.tr("Another hex or box"))
        self.more = QPushButton(self.tr("A&dd"), self)
        self.more.setAutoDefault(False)
        self.warning = self._words(warning)
        font = self.warning.font()
        font.setBold(True)
        self.warning.setFont(font)
        self.told = self._words("")
        self.told.hide()
        buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.go = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.go.setText(self.tr("D&eclare"))
        for button in buttons.buttons():
            assert isinstance(button, QPushButton)
            button.setAutoDefault(False)
        column = QVBoxLayout(self)
        column.addWidget(self.attackers)
        what = self._label(self.tr("&What is declared:"), self.kinds)
        column.addWidget(what)
        column.addWidget(self.kinds)
        what.setVisible(len(kinds) > 1)
        self.kinds.setVisible(len(kinds) > 1)
        column.addWidget(self._label(self.tr("A&gainst (Space chooses, or click on the map):"), self.list))
        column.addWidget(self.list, 1)
        column.addWidget(self._label(self.tr("&Another hex or box:"), self.line))
        typed = QHBoxLayout()
        typed.addWidget(self.line, 1)
        typed.addWidget(self.more)
        column.addLayout(typed)
        for part in (self.warning, self.told, buttons):
            column.addWidget(part)
        self._fill(offered)
        self.kinds.currentIndexChanged.connect(lambda _: self.turned.emit(self.kind))
        self.list.itemChanged.connect(lambda _: self._judge())
        self.list.currentItemChanged.connect(lambda item, _: self.looked.emit(item.data(_TARGET)) if item is not None else None)
        self.line.returnPressed.connect(self._take_line)
        self.more.clicked.connect(lambda _=False: self._take_line())
        buttons.accepted.connect(self.declared)
        buttons.rejected.connect(self.reject)
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())
        (self.list if offered else self.line).setFocus(Qt.FocusReason.OtherFocusReason)
        self._judge()

    def showEvent(self, event: QShowEvent) -> None:
        """Lets no button be the one that Enter presses: in the line it adds a place, and never declares."""
        super().showEvent(event)
        self.go.setDefault(False)

    @property
    def kind(self) -> str:
        """The kind of what is declared, "" where there is no choice."""
        return str(self.kinds.currentData() or "")

    def offer(self, offered: Sequence[Target]) -> None:
        """Offers other places, for what is declared now."""
        self.list.clear()
        self._fill(offered)
        self._judge()

    @property
    def targets(self) -> tuple[Spot, ...]:
        """The places that are chosen."""
        items = (self.list.item(row) for row in range(self.list.count()))
        return tuple(item.data(_TARGET) for item in items if item.checkState() == Qt.CheckState.Checked)

    def turn(self, target: Target) -> None:
        """Chooses a place, or leaves it when it is chosen."""
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(_TARGET) == target.spot:
                on = item.checkState() == Qt.CheckState.Checked
                item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)
                self.list.setCurrentRow(row)
                return
        self._add(target, True)
        self.list.setCurrentRow(self.list.count() - 1)
        self._judge()

    def tell(self, sentence: str) -> None:
        """Says why something is not done; "" for nothing."""
        self.told.setText(sentence)
        self.told.setVisible(bool(sentence))

    def _fill(self, offered: Sequence[Target]) -> None:
        for target in offered:
            self._add(target, False)
        if len(offered) == 1:
            self.list.item(0).setCheckState(Qt.CheckState.Checked)

    def _add(self, target: Target, chosen: bool) -> None:
        item = QListWidgetItem(target.text)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if chosen else Qt.CheckState.Unchecked)
        item.setData(_TARGET, target.spot)
        self.list.addItem(item)

    def _take_line(self) -> None:
        word = self.line.text().strip()
        if not word:
            return
        try:
            target = self._find(word)
        except CoreError as problem:
            self.tell(str(problem))
            return
        if target.spot not in self.targets:
            self.turn(target)
        self.line.clear()

    def _judge(self) -> None:
        self.tell("")
        self.go.setEnabled(bool(self.targets))

    def _label(self, words: str, buddy: QWidget) -> QLabel:
        label = QLabel(words, self)
        label.setBuddy(buddy)
        return label

    def _words(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label
