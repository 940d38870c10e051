"""The attacks that are declared, in the panel Turn: each is shown on the map, fought, and done with, from here."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

MOST_LINES = 11
"""So many lines of text are as high as the attacks may be; more are reached by scrolling."""


@dataclass(frozen=True, slots=True)
class AttackRow:
    """An attack as it is shown: its number among those that stand, what it says, and whether it is fought on the map."""

    number: int
    text: str
    fights: bool = False


class AttackBox(QScrollArea):
    """Lists what is declared, and what was fought. `show_wanted`, `fight_wanted` and `done_wanted` carry the number of what is
    declared. It is hidden while there is none of both."""

    show_wanted = Signal(int)
    fight_wanted = Signal(int)
    done_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[tuple[AttackRow, ...], bool, tuple[str, ...]] = ((), True, ())
        self.rows: list[QWidget] = []
        self.setAccessibleName(self.tr("Declared attacks"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    def show_attacks(self, rows: Sequence[AttackRow], usable: bool, over: Sequence[str] = ()) -> None:
        """Shows what is declared; it can be fought or done with where it is `usable`. `over` was fought and counts still."""
        wanted = tuple(rows), usable, tuple(over)
        if wanted == self._shown:
            return
        held = self.window().focusWidget()
        number = next((n for n, row in enumerate(self.rows) if held is not None and row.isAncestorOf(held)), None)
        self._shown = wanted
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        self.rows = [self._row(row, usable) for row in rows]
        if rows:
            column.addWidget(self._title(self.tr("Declared, and not resolved:")))
        for row in self.rows:
            column.addWidget(row)
        if over:
            column.addWidget(self._title(self.tr("Done so far:")))
        for words in over:
            label = QLabel(words)
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(label)
        self.setWidget(inside)
        self.setVisible(bool(rows or over))
        self._fit()
        if number is not None and self.rows:
            # Whoever goes through them by keyboard stays among them.
            self.rows[min(number, len(self.rows) - 1)].setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Takes the height that the words need in the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as what is listed, or as so many whole rows of it as there may be: none of them is cut."""
        inside = self.widget()
        column = inside.layout() if inside is not None else None
        if inside is None or column is None:
            return
        most, wide = MOST_LINES * self.fontMetrics().lineSpacing(), self.viewport().width()
        high = max(inside.heightForWidth(wide), inside.minimumSizeHint().height())
        column.setGeometry(QRect(0, 0, wide, high))
        rows = [item.geometry().bottom() + 1 for number in range(column.count()) if (item := column.itemAt(number)) is not None]
        self.setFixedHeight(max((row for row in rows if row <= most), default=most))

    def _title(self, words: str) -> QLabel:
        title = QLabel(words)
        font = title.font()
        font.setBold(True)
        title.setFont(font)
        return title

    def _row(self, row: AttackRow, usable: bool) -> QWidget:
        label = QLabel(row.text)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        made = QWidget()
        buttons = []
        fight = (
            self.tr("Resolve"),
            self.fight_wanted,
            self.tr("Lead it in the panel Combat: its odds, its roll, and the steps after it"),
        )
        for words, signal, tip in (
            (self.tr("Show"), self.show_wanted, self.tr("Bring the attack into view, and select its units")),
            *((fight,) if row.fights else ()),
            (
                self.tr("Done with"),
                self.done_wanted,
                self.tr("It was resolved otherwise, or is left: it stands here no longer"),
            ),
        ):
            button = QPushButton(words)
            button.setAutoDefault(False)
            button.setToolTip(tip)
            button.setAccessibleName(f"{words}: {row.text}")
            button.clicked.connect(lambda _=False, signal=signal: signal.emit(row.number))
            line.addWidget(button)
            buttons.append(button)
        line.addStretch(1)
        for button in buttons[1:]:
            button.setEnabled(usable)
        made.setFocusProxy(buttons[0])
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(label)
        column.addLayout(line)
        return made
