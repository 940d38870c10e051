"""What formations are: each of them in a list with its conditions, which are changed below it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHeaderView,
    QLabel,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.widgets.buttons import button_row
from app.widgets.rule_words import said
from core.model.edits.state_edits import counted
from core.rules.kernel.play_rules import MOST_DIGITS, ConditionKind

WIDTH_LETTERS, LIST_LINES = 92, 12
_ID = Qt.ItemDataRole.UserRole

Conditions = Mapping[tuple[str, str], str]
"""Words by the formation and the kind of condition."""


@dataclass(frozen=True, slots=True)
class FormationRow:
    """A formation, or a side that is activated as a whole: its id, what it is called, and what its side is called."""

    id: str
    name: str
    side: str


class FormationsDialog(QDialog):
    """Shows what formations are; `then` hears the conditions of all that are listed once they are taken over."""

    def __init__(
        self,
        parent: QWidget | None,
        kinds: Sequence[ConditionKind],
        rows: Sequence[FormationRow],
        conditions: Conditions,
        then: Callable[[Conditions], object],
    ) -> None:
        """`kinds` are those that the series has, `conditions` what holds now."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Formations"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._kinds, self._then = tuple(kinds), then
        listed = {row.id for row in rows}
        self._now = {key: word for key, word in conditions.items() if key[0] in listed}
        about = QLabel(self.tr("What is changed here stands in the journal."), self)
        about.setWordWrap(True)
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(self.tr("Formations"))
        self.list.setHeaderLabels([self.tr("Formation"), self.tr("Side"), *(said(kind.title) for kind in kinds)])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setMinimumHeight(LIST_LINES * self.fontMetrics().lineSpacing())
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for row in rows:
            item = QTreeWidgetItem(self.list, [row.name, row.side])
            item.setData(0, _ID, row.id)
            item.setToolTip(0, row.name)
            self._write(item)
        for column in range(1, self.list.columnCount()):
            self.list.resizeColumnToContents(column)
        form = QFormLayout()
        self.boxes: dict[str, QComboBox | QSpinBox] = {}
        for kind in kinds:
            box = self._number(kind) if kind.counted else self._words(kind)
            self.boxes[kind.id] = box
            form.addRow(self.tr("{condition} [{section}]:").format(condition=said(kind.title), section=kind.section), box)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column_ = QVBoxLayout(self)
        column_.addWidget(about)
        column_.addWidget(self.list, 1)
        column_.addLayout(form)
        column_.addWidget(buttons)
        self.list.currentItemChanged.connect(lambda *_: self._follow())
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())
        if rows:
            self.choose(rows[0].id)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self._follow()

    def _words(self, kind: ConditionKind) -> QComboBox:
        """The words that a condition may have."""
        box = QComboBox(self)
        box.addItem(self.tr("nothing said"), "")
        for word in kind.words:
            box.addItem(said(word), word)
        box.currentIndexChanged.connect(lambda: self._take(kind, str(box.currentData())))
        return box

    def _number(self, kind: ConditionKind) -> QSpinBox:
        """How many of what is counted; none at 0."""
        box = QSpinBox(self)
        box.setMaximum(10**MOST_DIGITS - 1)
        box.valueChanged.connect(lambda number: self._take(kind, str(number) if number else ""))
        return box

    @property
    def current(self) -> str:
        """The id of the formation that is chosen, "" for none."""
        item = self.list.currentItem()
        return str(item.data(0, _ID)) if item is not None else ""

    def choose(self, formation: str) -> None:
        """Chooses a formation, if it is there."""
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            if item is not None and item.data(0, _ID) == formation:
                self.list.setCurrentItem(item)

    def accept(self) -> None:
        """Takes it over."""
        super().accept()
        self._then(self._now)

    def _follow(self) -> None:
        for kind in self._kinds:
            box = self.boxes[kind.id]
            word = self._now.get((self.current, kind.id), "")
            with QSignalBlocker(box):
                if isinstance(box, QSpinBox):
                    box.setValue(counted(word))
                else:
                    box.setCurrentIndex(max(box.findData(word), 0))
            box.setEnabled(bool(self.current))

    def _take(self, kind: ConditionKind, word: str) -> None:
        item, key = self.list.currentItem(), (self.current, kind.id)
        if item is None:
            return
        if word:
            self._now[key] = word
        else:
            self._now.pop(key, None)
        self._write(item)

    def _write(self, item: QTreeWidgetItem) -> None:
        formation = str(item.data(0, _ID))
        for column, kind in enumerate(self._kinds, 2):
            item.setText(column, said(self._now.get((formation, kind.id), "")))
