"""What a phase leaves to the players: which side is first, and who is activated."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.panels.flow import FlowBox
from app.panels.play.words import side_word
from core.model.oob import Formation
from core.play.events import Player


class OrderBox(QWidget):
    """Which side is first from now on. `roll_wanted` comes when dice are to say it, `first_wanted` carries the side."""

    roll_wanted = Signal()
    first_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._told = QLabel()
        self._told.setWordWrap(True)
        self._told.setTextFormat(Qt.TextFormat.PlainText)
        self._told.setAccessibleName(self.tr("Who is first"))
        self._buttons = FlowBox()
        self._roll = QPushButton(self.tr("R&oll for initiative"))
        self._roll.setAutoDefault(False)
        self._roll.clicked.connect(self.roll_wanted)
        self._buttons.flow.addWidget(self._roll)
        self._sides: dict[str, QPushButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._told)
        column.addWidget(self._buttons)

    def show_order(
        self, players: Sequence[Player], order: Sequence[str], rolls: bool, told: str, usable: bool, decided: bool = False
    ) -> None:
        """Shows the order in force; `rolls` says whether dice decide it, `told` what they said, `decided` that they have: only
        ties are rolled again."""
        if list(self._sides) != sorted(order):
            for button in self._sides.values():
                button.hide()
                self._buttons.flow.removeWidget(button)
                button.deleteLater()
            self._sides = {}
            for side in sorted(order):
                button = QPushButton()
                button.setAutoDefault(False)
                button.clicked.connect(lambda _=False, side=side: self.first_wanted.emit(side))
                self._buttons.flow.addWidget(button)
                self._sides[side] = button
        for side, button in self._sides.items():
            button.setText(self.tr("%s first") % side_word(players, side))
            button.setEnabled(usable and bool(order) and side != order[0])
        self._roll.setVisible(rolls)
        self._roll.setEnabled(usable and not decided)
        fallen, open_yet = self.tr("The dice have fallen; only ties are rolled again"), self.tr("A die for each side")
        self._roll.setToolTip(fallen if decided else open_yet)
        now = ", ".join(side_word(players, side) for side in order)
        words = self.tr("Order of the sides: %s.") % now
        self._told.setText(f"{told}\n{words}" if told else words)


class ActivationBox(QWidget):
    """What is activated next. Where rules say it, they are asked, which `asked` comes for; else, and by hand, it is chosen:
    `activated` carries a side and what of it, "" for all; `named` the same for this activation."""

    asked = Signal()
    activated = Signal(str, str)
    named = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._formations: tuple[Formation, ...] = ()
        self._over: frozenset[str] = frozenset()
        self._asks = False
        self._shown: tuple[object, ...] = ()
        self._side, self._what = QComboBox(), QComboBox()
        self._side.setAccessibleName(self.tr("Side that is activated"))
        self._what.setAccessibleName(self.tr("What of it is activated"))
        for box in (self._side, self._what):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(8)
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._side.currentIndexChanged.connect(lambda _: self._fill())
        self._go = QPushButton(self.tr("Act&ivate"))
        self._go.setToolTip(self.tr("Begin the activation, and so the phases that belong to it"))
        self._name = QPushButton(self.tr("Chan&ge"))
        self._name.setToolTip(self.tr("It is this side and formation that is active now"))
        for button, signal in ((self._go, self.activated), (self._name, self.named)):
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, signal=signal: signal.emit(self.side, self.of))
        label = QLabel(self.tr("Ne&xt activation:"))
        label.setBuddy(self._side)
        self._who = QPushButton(self.tr("&Who is activated…"))
        self._who.setToolTip(self.tr("The rules say who may be activated now, and why not the others"))
        self._who.clicked.connect(self.asked)
        self._by_hand = QPushButton(self.tr("B&y hand"))
        self._by_hand.setCheckable(True)
        self._by_hand.setToolTip(self.tr("Say it yourselves, whatever the rules say"))
        self._by_hand.toggled.connect(lambda _: self._arrange())
        asking = FlowBox()
        for button in (self._who, self._by_hand):
            button.setAutoDefault(False)
            asking.flow.addWidget(button)
        self._asking = asking
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        for part in (self._side, self._what):
            line.addWidget(part)
        buttons = FlowBox()
        for button in (self._go, self._name):
            buttons.flow.addWidget(button)
        self._choice = QWidget()
        below = QVBoxLayout(self._choice)
        below.setContentsMargins(0, 0, 0, 0)
        below.addLayout(line)
        below.addWidget(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(label)
        column.addWidget(asking)
        column.addWidget(self._choice)
        self._arrange()

    @property
    def side(self) -> str:
        """The side that is chosen."""
        return str(self._side.currentData() or "")

    @property
    def of(self) -> str:
        """The formation that is chosen, "" for the whole side."""
        return str(self._what.currentData() or "")

    def show_choice(
        self,
        players: Sequence[Player],
        order: Sequence[str],
        likely: str,
        formations: Sequence[Formation],
        usable: bool,
        inside: bool,
        asks: bool = False,
        over: frozenset[str] = frozenset(),
    ) -> None:
        """Offers the sides and their formations; `likely` is the side that would be next. `inside` says that something is
        active now, which may be named anew. `asks` is whether rules say who is activated, which then is a formation; `over` are
        those that have been in the turn."""
        self._asks = asks
        self._arrange()
        self._who.setEnabled(usable)
        self._go.setEnabled(usable)
        self._name.setVisible(inside)
        self._name.setEnabled(usable)
        wanted = tuple(players), tuple(order), likely, tuple(formations), asks, over
        if wanted == self._shown:
            return
        self._shown, self._formations, self._over = wanted, tuple(formations), over
        with QSignalBlocker(self._side):
            self._side.clear()
            for side in order:
                self._side.addItem(side_word(players, side), side)
            self._side.setCurrentIndex(max(self._side.findData(likely), 0))
        self._fill()

    def _arrange(self) -> None:
        """Shows what is chosen by hand where no rules say it, or somebody wants it so."""
        self._asking.setVisible(self._asks)
        self._choice.setVisible(not self._asks or self._by_hand.isChecked())

    def _fill(self) -> None:
        """Offers the formations of the side that is chosen, those of the highest level first, and those that are done last."""
        self._what.clear()
        if not self._asks:
            self._what.addItem(self.tr("the whole side"), "")
        for each in sorted(self._formations, key=lambda each: each.id in self._over):
            if each.side == self.side:
                name = each.name or each.id
                self._what.addItem(self.tr("%s, done") % name if each.id in self._over else name, each.id)
