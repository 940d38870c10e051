"""The panel Dice: what is rolled and what for, how likely it is, what fell, and by mail what was declared."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.panels.flow import FlowBox
from app.panels.play.dice_words import ANY, JUST, LEAST, MOST, chance_words, pledge_words, way_words
from app.panels.play.pips import Pips
from app.panels.room import Room
from core.play.dice import value
from core.play.events import Player, Rolled
from core.play.pledges import MOST_WORDS, OpenPledge
from core.rules.kernel.dice import DICE, dice

MOST_SHOWN = 30
"""So many of the last rolls are listed."""

MOST_DIGITS = 9
"""So many letters are read in the line for real dice."""

_PLEDGE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class DiceShown:
    """What the panel shows. `planned` are dice and purposes of the phase; `rolls` the last rolls as (side, roll), the latest
    first. By mail, `open` are the batches that are not done with, and `mine` the sides that this program acts for."""

    planned: tuple[tuple[str, str], ...]
    rolls: tuple[tuple[str, Rolled], ...]
    players: tuple[Player, ...]
    by_mail: bool = False
    open: tuple[OpenPledge, ...] = ()
    mine: frozenset[str] = frozenset()
    why_not: str = ""


class DicePanel(QWidget):
    """Rolls dice. `roll_wanted` carries a way to read dice, a purpose and the chance as it was shown; `typed_wanted` the same
    with the digits that real dice showed before the chance. By mail `declare_wanted` carries (dice, purpose) of a batch,
    `answer_wanted` and `disclose_wanted` the entry that declared one. `luck_wanted` comes for the statistics.
    """

    roll_wanted = Signal(str, str, str)
    typed_wanted = Signal(str, str, str, str)
    declare_wanted = Signal(object)
    answer_wanted = Signal(int)
    disclose_wanted = Signal(int)
    luck_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("dice-panel")
        self.setWindowTitle(self.tr("Dice"))
        self._shown: DiceShown | None = None
        self._planned: tuple[tuple[str, str], ...] = ()
        self._batch: list[tuple[str, str]] = []
        self._filled = ""
        hint = QLabel(self.tr("While a session is played, dice are rolled here."))
        hint.setWordWrap(True)
        hint.setMargin(12)
        hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._stack = QStackedLayout(self)
        for page in (hint, self._build()):
            self._stack.addWidget(page)
        self.setFocusProxy(self._way)

    def clear(self) -> None:
        """No session is played."""
        self._shown = None
        self._batch.clear()
        self._stack.setCurrentIndex(0)

    def show_dice(self, shown: DiceShown) -> None:
        """Shows the dice of a phase and what fell."""
        self._shown = shown
        if shown.planned != self._planned or not self._way.count():
            self._planned = shown.planned
            self._fill_ways()
        self._show_rolls(shown)
        self._mail.setVisible(shown.by_mail)
        self._at_table.setVisible(not shown.by_mail)
        if shown.by_mail:
            self._show_mail(shown)
        usable = not shown.why_not
        for part in (self._roll, self._typed, self._note, self._declare, self._add):
            part.setEnabled(usable)
        self._why_not.setText(shown.why_not)
        self._why_not.setVisible(bool(shown.why_not))
        self._stack.setCurrentIndex(1)

    def roll(self) -> None:
        """Rolls what is chosen; by mail it is added to the batch."""
        if self._shown is None or self._shown.why_not:
            return
        if self._shown.by_mail:
            self._add_to_batch()
        else:
            self.roll_wanted.emit(self.way, self.purpose, self.chance)

    def put_into_batch(self, way: str, purpose: str) -> None:
        """Puts a roll into the batch that is to be declared, once."""
        if (way, purpose) not in self._batch:
            self._batch.append((way, purpose))
            self._show_batch()

    def tell(self, sentence: str) -> None:
        """Says why something was not done."""
        self._told.setText(f"⚠ {sentence}" if sentence else "")
        self._told.setVisible(bool(sentence))

    def declared(self) -> None:
        """The batch was declared; another can be made."""
        self._batch.clear()
        self._show_batch()

    @property
    def way(self) -> str:
        """The way to read dice that is chosen."""
        return str(self._way.currentData()[0]) if self._way.currentData() else next(iter(DICE))

    @property
    def purpose(self) -> str:
        """What the dice are for."""
        return self._purpose.text().strip()

    @property
    def chance(self) -> str:
        """The chance of what is wanted, as it is shown; "" where nothing particular is wanted."""
        number = self._number.currentData()
        return chance_words(self.way, str(self._wanted.currentData()), int(number)) if number is not None else ""

    def name_keys(self, keys: Callable[[str], str]) -> None:
        """Writes the keys of rolling into the tip of its button; `keys` gives those of an action."""
        found, words = keys("play.roll"), self.tr("Have the program roll")
        self._roll.setToolTip(f"{words} ({found})" if found else words)

    # What is chosen ------------------------------------------------------------------------------------------------------

    def _fill_ways(self) -> None:
        """Offers the dice of the phase first, then all others."""
        with QSignalBlocker(self._way):
            self._way.clear()
            for way, what in self._planned:
                self._way.addItem(f"{way} — {what}", (way, what))
            for way in DICE:
                self._way.addItem(f"{way} ({way_words(way)})", (way, ""))
        self._choose_way()

    def _choose_way(self) -> None:
        chosen = self._way.currentData()
        planned = str(chosen[1]) if chosen else ""
        # What somebody has typed stays; what the last phase wanted does not.
        if planned or self.purpose == self._filled:
            self._purpose.setText(planned)
        self._filled = planned
        rolls, before = dice(self.way).rolls, self._number.currentData()
        with QSignalBlocker(self._number):
            self._number.clear()
            for roll in rolls:
                self._number.addItem(str(roll), roll)
            self._number.setCurrentIndex(max(self._number.findData(before), 0) if before in rolls else len(rolls) // 2)
        count = dice(self.way).count
        self._typed.setPlaceholderText(self.tr("one digit") if count == 1 else self.tr("%d digits") % count)
        self._show_chance()

    def _show_chance(self) -> None:
        wants = self._wanted.currentData() != ANY
        self._number.setVisible(wants)
        self._chance.setText(self.chance if wants else "")
        self._chance.setToolTip(self._chance.text())

    def _note_typed(self) -> None:
        if self._typed.text().strip():
            self.typed_wanted.emit(self.way, self._typed.text(), self.purpose, self.chance)

    def typed_taken(self) -> None:
        """What was typed is noted."""
        self._typed.clear()

    # What fell -----------------------------------------------------------------------------------------------------------

    def _show_rolls(self, shown: DiceShown) -> None:
        if shown.rolls:
            side, rolled = shown.rolls[0]
            self._pips.show_faces(rolled.pips)
            self._value.setText(str(value(rolled)))
            self._about.setText(self._roll_words(side, rolled))
        else:
            self._pips.show_faces(())
            self._value.clear()
            self._about.setText(self.tr("No dice have fallen yet."))
        self._last.clear()
        self._last.addItems([self._roll_words(side, rolled) for side, rolled in shown.rolls[:MOST_SHOWN]])
        self._luck.setEnabled(bool(shown.rolls))

    def _roll_words(self, side: str, rolled: Rolled) -> str:
        assert self._shown is not None
        title = next((player.title for player in self._shown.players if player.side == side), side) or self.tr("Table")
        pips = " ".join(map(str, rolled.pips))
        words = f"{title}: {value(rolled)}" if len(rolled.pips) == 1 else f"{title}: {value(rolled)} ({pips})"
        if rolled.purpose:
            words += f" · {rolled.purpose}"
        if rolled.chance:
            words += f" · {rolled.chance}"
        return words if rolled.seed or rolled.pledge else words + " · " + self.tr("real dice")

    # By mail -------------------------------------------------------------------------------------------------------------

    def _add_to_batch(self) -> None:
        if not self.purpose:
            self.tell(self.tr("Say what the dice are for before they are declared."))
            self._purpose.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.tell("")
        self._batch.append((self.way, self.purpose))
        self._show_batch()

    def _show_batch(self) -> None:
        self._batch_list.clear()
        self._batch_list.addItems([f"{way}: {purpose}" if purpose else way for way, purpose in self._batch])
        self._declare.setEnabled(bool(self._batch) and self._shown is not None and not self._shown.why_not)
        self._drop.setEnabled(bool(self._batch))

    def _drop_from_batch(self) -> None:
        row = self._batch_list.currentRow()
        if self._batch:
            del self._batch[row if row >= 0 else -1]
            self._show_batch()

    def _show_mail(self, shown: DiceShown) -> None:
        row = self._open.currentRow()
        self._open.clear()
        for pledge in shown.open:
            item = QListWidgetItem(pledge_words(pledge, shown.players), self._open)
            item.setData(_PLEDGE, pledge)
        self._open.setCurrentRow(min(max(row, 0), self._open.count() - 1))
        if not shown.open:
            self._open_title.setText(self.tr("No declared rolls are open."))
        elif any(pledge.waits_on in shown.mine for pledge in shown.open):
            self._open_title.setText(self.tr("Declared rolls that are open; it is your move:"))
        else:
            self._open_title.setText(self.tr("Declared rolls that are open; it is the move of the other side:"))
        self._open.setVisible(bool(shown.open))
        self._show_batch()
        self._judge_open()

    def _judge_open(self) -> None:
        pledge, shown = self._pledge, self._shown
        mine = pledge is not None and shown is not None and pledge.waits_on in shown.mine and not shown.why_not
        self._answer.setEnabled(mine and pledge is not None and pledge.waits_for == "answer")
        self._disclose.setEnabled(mine and pledge is not None and pledge.waits_for in ("disclosure", "rolls"))

    @property
    def _pledge(self) -> OpenPledge | None:
        item = self._open.currentItem()
        found: OpenPledge | None = item.data(_PLEDGE) if item is not None else None
        return found

    # Building ------------------------------------------------------------------------------------------------------------

    def _build(self) -> QWidget:
        self._way, self._purpose, self._wanted, self._number = QComboBox(), QLineEdit(), QComboBox(), QComboBox()
        self._way.setAccessibleName(self.tr("Dice"))
        self._way.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._way.setMinimumContentsLength(12)
        self._way.currentIndexChanged.connect(lambda _: self._choose_way())
        self._purpose.setMaxLength(MOST_WORDS)
        self._purpose.setPlaceholderText(self.tr("what the dice are for"))
        self._purpose.returnPressed.connect(self.roll)
        for word, words in (
            (ANY, self.tr("nothing particular")),
            (LEAST, self.tr("at least")),
            (MOST, self.tr("at most")),
            (JUST, self.tr("just")),
        ):
            self._wanted.addItem(words, word)
        self._wanted.setAccessibleName(self.tr("What is wanted of the dice"))
        for box in (self._wanted, self._number):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(4)
        self._number.setAccessibleName(self.tr("Number that is wanted"))
        self._wanted.currentIndexChanged.connect(lambda _: self._show_chance())
        self._number.currentIndexChanged.connect(lambda _: self._show_chance())
        self._chance = _words(self.tr("Chance"))
        # Its one line is there while it is empty, and so is the room of the number: nothing jumps away under the pointer.
        self._chance.setWordWrap(False)
        self._chance.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._chance.setMinimumWidth(1)
        self._chance.setFixedHeight(self.fontMetrics().lineSpacing())
        policy = self._number.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._number.setSizePolicy(policy)
        wanted = QHBoxLayout()
        wanted.addWidget(self._wanted, 2)
        wanted.addWidget(self._number, 1)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow(self.tr("D&ice:"), self._way)
        form.addRow(self.tr("F&or:"), self._purpose)
        label = QLabel(self.tr("&Wanted:"))
        label.setBuddy(self._wanted)
        form.addRow(label, wanted)
        form.addRow("", self._chance)
        self._why_not, self._told = _words(self.tr("Why nothing can be rolled")), _words(self.tr("Why it was not done"))
        self._told.hide()
        self._pips = Pips()
        self._value = QLabel()
        self._value.setAccessibleName(self.tr("What the dice say"))
        font = self._value.font()
        font.setPointSizeF(font.pointSizeF() * 2.2)
        font.setBold(True)
        self._value.setFont(font)
        self._about = _words(self.tr("The last roll"))
        fell = QHBoxLayout()
        fell.addWidget(self._value)
        fell.addWidget(self._pips)
        fell.addStretch(1)
        self._last = QListWidget()
        self._last.setAccessibleName(self.tr("Rolls, the latest first"))
        self._last.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._last.setMinimumHeight(3 * self.fontMetrics().lineSpacing())
        self._luck = self._button(self.tr("&Luck so far…"), self.luck_wanted.emit)
        self._luck.setToolTip(self.tr("What fell against what was to be expected, for each side"))
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(6, 6, 6, 6)
        column.addLayout(form)
        column.addWidget(self._why_not)
        column.addWidget(self._build_table())
        column.addWidget(self._build_mail())
        column.addWidget(self._told)
        column.addLayout(fell)
        column.addWidget(self._about)
        column.addWidget(self._last, 1)
        column.addWidget(self._luck, 0, Qt.AlignmentFlag.AlignLeft)
        return Room(page)

    def _build_table(self) -> QWidget:
        """Rolling at one table: by the program, or with real dice."""
        self._at_table = FlowBox()
        self._roll = self._button(self.tr("&Roll"), self.roll)
        label = QLabel(self.tr("Real di&ce:"))
        self._typed = QLineEdit()
        self._typed.setAccessibleName(self.tr("What real dice showed"))
        self._typed.returnPressed.connect(self._note_typed)
        label.setBuddy(self._typed)
        self._note = self._button(self.tr("&Note"), self._note_typed)
        self._note.setToolTip(self.tr("Write down what real dice showed; the journal says so"))
        self._typed.setFixedWidth(MOST_DIGITS * self.fontMetrics().averageCharWidth() + 2 * self.fontMetrics().height())
        typing = QWidget()
        line = QHBoxLayout(typing)
        line.setContentsMargins(0, 0, 0, 0)
        for part in (label, self._typed, self._note):
            line.addWidget(part)
        for whole in (self._roll, typing):
            self._at_table.flow.addWidget(whole)
        return self._at_table

    def _build_mail(self) -> QWidget:
        """Rolling by mail: declared, answered, opened."""
        self._mail = QWidget()
        column = QVBoxLayout(self._mail)
        column.setContentsMargins(0, 0, 0, 0)
        about = _words(self.tr("Rolls by mail"))
        about.setText(
            self.tr("By mail a batch of rolls is declared, the other side answers, and you open it: nobody can choose a roll.")
        )
        self._batch_list, self._open = QListWidget(), QListWidget()
        self._batch_list.setAccessibleName(self.tr("Rolls to be declared"))
        self._open.setAccessibleName(self.tr("Declared rolls that are open"))
        self._open.setWordWrap(True)
        for list_ in (self._batch_list, self._open):
            list_.setMaximumHeight(5 * self.fontMetrics().lineSpacing())
        self._add = self._button(self.tr("Add to the bat&ch"), self._add_to_batch)
        self._drop = self._button(self.tr("Take out"), self._drop_from_batch)
        self._declare = self._button(self.tr("Decla&re"), lambda: self.declare_wanted.emit(tuple(self._batch)))
        self._answer = self._button(self.tr("An&swer"), lambda: self._emit(self.answer_wanted))
        self._disclose = self._button(self.tr("Ope&n"), lambda: self._emit(self.disclose_wanted))
        self._open_title = _words(self.tr("Whose move it is"))
        self._open.currentRowChanged.connect(lambda _: self._judge_open())
        batch, done = FlowBox(), FlowBox()
        for button in (self._add, self._drop, self._declare):
            batch.flow.addWidget(button)
        for button in (self._answer, self._disclose):
            done.flow.addWidget(button)
        for part in (about, self._batch_list, batch, self._open_title, self._open, done):
            column.addWidget(part)
        return self._mail

    def _emit(self, signal: object) -> None:
        pledge = self._pledge
        if pledge is not None:
            signal.emit(pledge.number)  # type: ignore[attr-defined]

    def _button(self, words: str, do: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _=False: do())
        return button


def _words(name: str) -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAccessibleName(name)
    return label
