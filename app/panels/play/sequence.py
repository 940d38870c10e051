"""The sequence of play of one turn as a tree, with the step that play stands at."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeWidget, QTreeWidgetItem, QWidget

from app.panels.play.words import side_word
from app.widgets.rule_words import said
from core.model.state import Moment
from core.play.events import Player
from core.play.turns import Step

_PLACE = Qt.ItemDataRole.UserRole

SIGN = "▶ "
"""Stands before the step that play stands at."""


class SequenceTree(QTreeWidget):
    """Steps in the phases that they lie in. `step_wanted` carries the `Step` that the user wants to go to."""

    step_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Sequence of play"))
        self.setToolTip(self.tr("Enter or a double click goes to a step"))
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(False)
        self._steps: tuple[Step, ...] = ()
        self._players: tuple[Player, ...] = ()
        self._items: list[QTreeWidgetItem] = []
        self._here = -1
        self.itemDoubleClicked.connect(lambda item, _: self._want(item))

    @property
    def here(self) -> str:
        """The step that play stands at, as it is written; "" for none."""
        return self._items[self._here].text(0) if 0 <= self._here < len(self._items) else ""

    def show_steps(self, steps: Sequence[Step], players: Sequence[Player], moment: Moment, here: Step | None) -> None:
        """Shows the steps of a turn; `here` is the one that play stands at, None for none of them."""
        if tuple(steps) != self._steps or tuple(players) != self._players:
            self._steps, self._players = tuple(steps), tuple(players)
            self._fill()
        place = next((number for number, step in enumerate(self._steps) if here is not None and step == here), -1)
        self._mark(place)

    def _fill(self) -> None:
        self.clear()
        self._items, self._here = [], -1
        open_: list[tuple[str, QTreeWidgetItem]] = []
        for number, step in enumerate(self._steps):
            shared = 0
            while shared < min(len(open_), len(step.path)) and open_[shared][0] == step.path[shared]:
                shared += 1
            del open_[shared:]
            for title in step.path[shared:]:
                group = QTreeWidgetItem([said(title)])
                self._add(group, open_[-1][1] if open_ else None)
                group.setExpanded(True)
                open_.append((title, group))
            words = said(step.title)
            if step.side:
                words = f"{words} · {side_word(self._players, step.side)}"
            item = QTreeWidgetItem([words])
            item.setData(0, _PLACE, number)
            tip = f"{words} [{step.phase.section}]"
            item.setToolTip(0, f"{tip}\n{said(step.phase.repeats)}" if step.phase.repeats else tip)
            self._add(item, open_[-1][1] if open_ else None)
            self._items.append(item)

    def _add(self, item: QTreeWidgetItem, parent: QTreeWidgetItem | None) -> None:
        if parent is not None:
            parent.addChild(item)
        else:
            self.addTopLevelItem(item)

    def _mark(self, place: int) -> None:
        """Writes the step that play stands at in bold letters behind a sign, so that nobody needs to see the letters well."""
        if place == self._here:
            return
        for number, here in ((self._here, False), (place, True)):
            if not 0 <= number < len(self._items):
                continue
            item = self._items[number]
            font = item.font(0)
            font.setBold(here)
            item.setFont(0, font)
            item.setText(0, f"{SIGN}{item.text(0)}" if here else item.text(0).removeprefix(SIGN))
        self._here = place
        if place >= 0:
            self.setCurrentItem(self._items[place])
            self.scrollToItem(self._items[place], QAbstractItemView.ScrollHint.PositionAtCenter)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the step that has the keyboard."""
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            self._want(item)
            return
        super().keyPressEvent(event)

    def _want(self, item: QTreeWidgetItem) -> None:
        place = item.data(0, _PLACE)
        if isinstance(place, int):
            self.step_wanted.emit(self._steps[place])
        else:
            item.setExpanded(not item.isExpanded())
