"""The panel Resolve: leads through procedures question by question, with dice and what can be done always in sight."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QStackedLayout, QVBoxLayout, QWidget

from app.counters.unit_words import called
from app.documents.asked import NOTHING_ASKED, Asked
from app.documents.document import Document
from app.documents.procedures import Procedures
from app.panels.ask.fields import Line
from app.panels.flow import FlowBox
from app.panels.parts import Warned, push_button, words_label
from app.panels.play.pips import Pips
from app.panels.procedure.page import StepPage
from app.panels.procedure.words import side_word, title_words, typed_as, wanted_words
from app.panels.reasons_view import cited
from app.panels.room import Room
from app.panels.short_list import DIGITS, ROLLS, keeps_key
from app.widgets.rule_words import said
from app.widgets.tab_order import tab_as_read
from core.rules.kernel.dice import DICE
from core.rules.kernel.procedure import Wanted

_HINT, _STEP = range(2)


class _Dice(Line):
    """Takes what real dice show, and leaves the key that rolls to the panel."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Everything is typed but what no dice show."""
        if event.key() == ROLLS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)


class ProcedurePanel(QWidget):
    """Shows the procedure in hand, and those that were left.

    `roll_wanted` carries the `Wanted` that dice are to be rolled for, `read_wanted` with it what was typed of real ones.
    `hexes_hovered` carries the hexes of a line under the pointer, `told` why nothing happens at a key. `let_go` comes when the
    panel has the keyboard and nothing to do with it any more, `hand_over_wanted` when the other player is to have the screen,
    `chart_wanted` with the id of a chart that is to be looked at.
    """

    roll_wanted = Signal(object)
    read_wanted = Signal(object, str)
    hexes_hovered = Signal(object)
    told = Signal(str)
    let_go = Signal()
    hand_over_wanted = Signal()
    chart_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("procedure-panel")
        self.setWindowTitle(self.tr("Resolve"))
        self._procedures: Procedures | None = None
        self._document: Document | None = None
        self._keys, self._by_mail, self._known, self._combats = "", False, False, False
        self._shown: tuple[object, ...] = ()
        self._left: list[QWidget] = []
        self._rows: list[QWidget] = []
        self.dice: dict[str, QLineEdit] = {}
        self._build()
        self.refresh()

    def use(self, procedures: Procedures | None, document: Document | None) -> None:
        """Shows another document's; None for none."""
        if self._procedures is not None:
            self._procedures.changed.disconnect(self.refresh)
            self._procedures.began.disconnect(self._begin)
        self._procedures, self._document = procedures, document
        self.page.use(procedures, document)
        if procedures is not None:
            procedures.changed.connect(self.refresh)
            procedures.began.connect(self._begin)
        self.refresh()

    def name_keys(self, keys: str, known: bool, combats: bool = False) -> None:
        """Which keys take the tool, whether the series leads through anything on the map, and whether that are `combats`."""
        self._keys, self._known, self._combats = keys, known, combats
        self.refresh()

    def play_by_mail(self, by_mail: bool) -> None:
        """By mail the other side answers elsewhere."""
        self._by_mail = by_mail
        self.refresh()

    def show_faces(self, faces: Sequence[int]) -> None:
        """Shows the dice that fell last, until something else is asked."""
        self.pips.show_faces(faces)
        self.pips.setVisible(bool(faces))

    def tell(self, text: str) -> None:
        """Says what is wrong, until something else is shown."""
        self._warned.tell(text)

    @property
    def warned(self) -> str:
        """What the panel says stands in the way; "" for nothing."""
        return self._warned.text

    def refresh(self) -> None:
        """Shows what is in hand now."""
        procedures, held = self._procedures, self._held()
        self._show_left()
        if procedures is None or self._document is None or procedures.step is None:
            self._hint.setText(self._hint_words())
            self._stack.setCurrentIndex(_HINT)
            self._foot.hide()
            self.show_faces(())
            self.hexes_hovered.emit(())
            if held is not None and not held.isVisibleTo(self):
                self.let_go.emit()
            return
        step = procedures.step
        shown = (step.question, step.title, tuple(step.given.items()), len(procedures.hand.done if procedures.hand else ()))
        if shown != self._shown:
            self._shown = shown
            self.page.forget()
            self._room.verticalScrollBar().setValue(0)
        if not step.rolled:
            self.show_faces(())
        self.page.refresh()
        asked = self._now
        self._show_wanted(asked.wanted if procedures.is_ours else ())
        told = self.page.fault(procedures.told) if procedures.told else ""
        self._warned.tell(told or self._waiting())
        # It keeps its place while dice are waited for, so that a second click hits nothing else.
        self._take.setVisible(procedures.is_ours)
        self._take.setEnabled(procedures.proposal is not None and procedures.is_present)
        may = procedures.may_be_left
        idle = asked.is_idle and not asked.waits_for_hex
        fresh = procedures.hand is not None and procedures.hand.is_fresh
        self._skip.setText(self.tr("Leave o&ut"))
        if (fresh or idle) and not step.can_be_left:
            self._skip.setText(self.tr("Ca&ncel") if fresh else self.tr("Go o&n"))
        self._leave.setVisible(not fresh)
        self._skip.setVisible(may)
        self._by_hand.setVisible(not may)
        self._hand_over.setVisible(not procedures.is_ours and not self._by_mail)
        self._foot.show()
        self._stack.setCurrentIndex(_STEP)
        # Dice and what can be said come anew with every step.
        tab_as_read(self)
        self._keep_keyboard(held)

    @property
    def _now(self) -> Asked:
        """What the step in hand asks."""
        return self._procedures.asked if self._procedures is not None else NOTHING_ASKED

    def _waiting(self) -> str:
        """What is waited for, in words; "" for nothing."""
        procedures, document = self._procedures, self._document
        if procedures is None or document is None or procedures.step is None:
            return ""
        if not procedures.is_ours:
            side = side_word(procedures.step.side, document.box)
            words = self.tr("{side} answers this. Hand over, so that its player looks at the screen.")
            if self._by_mail:
                words = self.tr("{side} answers this in its own program. Say “Done by hand” once it has sent what it did.")
            return words.replace("{side}", side)
        asked = self._now
        if asked.detail.broken is not None:
            return cited(asked.detail.broken, document.box)
        if asked.missing:
            needed = ", ".join(said(each.label) for each in asked.missing)
            words = self.tr("Still needed: {what}.").replace("{what}", needed)
            return f"{words} {self.tr('Click the hex on the map.')}" if asked.place else words
        if asked.waits_for_hex:
            words = self.tr("Choose one of the hexes that are marked on the map: click it, or go there and press Enter.")
            what = said(asked.help_of(asked.place))
            return f"{what[:1].upper()}{what[1:]}. {words}" if what else words
        if asked.waits_for_place:
            return self.tr("Click on the map: {what}.").replace("{what}", said(asked.help_of(asked.place)))
        return ""

    def _hint_words(self) -> str:
        """What can be done while nothing is in hand."""
        if self._document is None:
            return self.tr("Open a box to resolve fires and what follows from them.")
        if not self._known:
            return self.tr("The rules of this series are not led through on the map here.")
        words = self.tr(
            "Nothing is being resolved.\n\nTake the tool Fire ({keys}) and click the enemies’ hex. Other things are "
            "begun by Enter or a double click: on a task of the panel Turn, or on what units can do in the panel Stack."
        )
        if self._combats:
            words = self.tr(
                "Nothing is being resolved.\n\nTake the tool Combat ({keys}) and click the hex that is attacked; from the roll "
                "on its steps stand here. Other things are begun by Enter or a double click on a task of the panel Turn."
            )
        return words.replace("{keys}", self._keys)

    # What was left ------------------------------------------------------------------------------------------------------------

    def _show_left(self) -> None:
        """A button for each procedure that was left."""
        procedures, document = self._procedures, self._document
        left = procedures.left if procedures is not None and document is not None else ()
        for button in self._left:
            self._owed.flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._left = []
        for number, each in enumerate(left):
            assert document is not None
            words = self.tr("Take up again: {what}").replace("{what}", title_words(each.step, document.box))
            tip = self.tr("%n steps are still to be answered", "", len(each.steps))
            button = push_button(words, partial(self._take_up, number), tip)
            self._owed.flow.addWidget(button)
            self._left.append(button)
        self._owed.setVisible(bool(left))

    def _take_up(self, number: int) -> None:
        if self._procedures is not None:
            self._procedures.take_up(number)

    # Dice ---------------------------------------------------------------------------------------------------------------------

    def _show_wanted(self, wanted: Sequence[Wanted]) -> None:
        """A line for each roll that is waited for: a button that rolls it, and a field for what real dice show."""
        if [each.property("wanted") for each in self._rows] == [repr(each) for each in wanted]:
            return
        for row in self._rows:
            self._dice_column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.dice.clear()
        self._rows = [self._dice_row(each, first=not number) for number, each in enumerate(wanted)]
        for row in self._rows:
            self._dice_column.addWidget(row)
            # A layout shows what is new a moment later; the keyboard may be meant for it now.
            row.show()

    def _dice_row(self, wanted: Wanted, *, first: bool) -> QWidget:
        document = self._document
        side = side_word(wanted.side, document.box) if document is not None else ""
        words = wanted_words(wanted, said(DICE[wanted.dice].title) if wanted.dice in DICE else wanted.dice, side)
        label = QLabel(words)
        label.setWordWrap(True)
        roll = push_button(self.tr("&Roll") if first else self.tr("Roll"), lambda: self.roll_wanted.emit(wanted))
        roll.setToolTip(self.tr("Roll all of these dice (R)"))
        roll.setAccessibleName(self.tr("Roll: %s") % words)
        line = _Dice()
        line.setAccessibleName(self.tr("What real dice showed: %s") % words)
        example = typed_as(wanted, DICE[wanted.dice].count if wanted.dice in DICE else 1)
        line.setPlaceholderText(self.tr("or type {example}").replace("{example}", example))
        tip = self.tr("What real dice showed, die by die, such as {example}; commas between several rolls")
        line.setToolTip(tip.replace("{example}", example))
        letters = max(6 + 3 * min(wanted.count, 6), len(line.placeholderText()) + 1)
        line.setFixedWidth(letters * line.fontMetrics().averageCharWidth() + 2 * line.fontMetrics().height())
        line.returnPressed.connect(lambda: self.read_wanted.emit(wanted, line.text()))
        read = push_button(self.tr("Read"), lambda: self.read_wanted.emit(wanted, line.text()))
        read.setAccessibleName(self.tr("Read: %s") % words)
        self.dice[wanted.parameter] = line
        flow = FlowBox()
        for part in (roll, line, read):
            flow.flow.addWidget(part)
        row = QWidget()
        row.setProperty("wanted", repr(wanted))
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(label)
        column.addWidget(flow)
        return row

    def roll(self) -> None:
        """Asks for the first dice that are waited for, or says that none are."""
        procedures = self._procedures
        wanted = self._now.wanted if procedures is not None and procedures.is_ours else ()
        if wanted:
            self.roll_wanted.emit(wanted[0])
        else:
            self.told.emit(self.tr("No dice are waited for here."))

    # Keys ---------------------------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Letters that a list looks for choose no tool; with Shift, and from a button, they do, but for the one that rolls."""
        return keeps_key(event, self.focusWidget(), self._is_under_way) or super().event(event)

    def _is_under_way(self) -> bool:
        return self._procedures is not None and self._procedures.hand is not None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter does what is picked, digits pick, R rolls, Backspace goes back, as on the map."""
        procedures = self._procedures
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if procedures is None or procedures.hand is None:
            super().keyPressEvent(event)
        elif enter and held == Qt.KeyboardModifier.ControlModifier:
            self._do()
        elif event.key() == ROLLS and not held:
            self.roll()
        elif event.key() in DIGITS and not held:
            procedures.pick(DIGITS.index(Qt.Key(event.key())))
        elif event.key() == Qt.Key.Key_Backspace and not held:
            procedures.back()
        else:
            super().keyPressEvent(event)

    def _do(self) -> None:
        if self._procedures is not None and not self._procedures.take():
            self.told.emit(self._procedures.told or self._why_not())

    def _why_not(self) -> str:
        """Why nothing can be done yet."""
        if self._now.detail.broken is not None:
            return self._waiting()
        if self._procedures is not None and self._now.proposals and self._now.wanted:
            return self.tr("Roll or type the dice first, or pick what is done without them.")
        return self.tr("There is nothing to be done yet.")

    def _held(self) -> QWidget | None:
        """What of the panel has the keyboard; None while it is elsewhere."""
        held = self.window().focusWidget()
        return held if held is not None and self.isAncestorOf(held) else None

    def _keep_keyboard(self, held: QWidget | None) -> None:
        """Who had the keyboard in something that is gone has it in what is to be done next; until that is known, the room keeps
        it, and Qt gives it to nobody else."""
        part = self._next
        # Whoever comes to the panel by its key is where something is to be done.
        self.setFocusProxy(part)
        if held is not None and (held is self._room or not held.isVisibleTo(self) or not held.isEnabled()):
            part.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def _next(self) -> QWidget:
        """What is to be done next; the room while that is not known."""
        answered = self._procedures is not None and self._procedures.ruling is not None
        last = (self._skip, self._by_hand) if answered else ()
        dice = tuple(self.dice.values())
        first = (*dice, self.page.offers) if self._now.wanted else (self.page.offers, *dice)
        parts = (*first, self.page.units, self._hand_over, *last)
        return next((each for each in parts if each.isVisibleTo(self)), self._room)

    def _begin(self) -> None:
        self._room.verticalScrollBar().setValue(0)

    # Building -----------------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._owed = FlowBox()
        self._owed.setAccessibleName(self.tr("What was left with something to be answered"))
        self._hint = words_label()
        self._hint.setMargin(12)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.page = StepPage(self._called)
        self.page.hexes_named.connect(self.hexes_hovered)
        self.page.chart_wanted.connect(self.chart_wanted)
        self.page.take_wanted.connect(self._do)
        self._room = Room(self.page)
        shown = QWidget()
        self._stack = QStackedLayout(shown)
        for page in (self._hint, self._room):
            self._stack.addWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._owed)
        whole.addWidget(shown, 1)
        whole.addWidget(self._build_foot())
        self.setFocusProxy(self.page)

    def _build_foot(self) -> QWidget:
        """What stays in sight: what stands in the way, dice, and what can be done."""
        self._warned, self.pips = Warned(), Pips()
        self.pips.hide()
        dice = QWidget()
        self._dice_column = QVBoxLayout(dice)
        self._dice_column.setContentsMargins(0, 0, 0, 0)
        self._take = push_button(self.tr("D&o it"), self._do, self.tr("Do what is picked, as one step that can be undone"))
        self._take.setToolTip(f"{self._take.toolTip()} (Ctrl+Enter)")
        self._skip = push_button(
            self.tr("Leave o&ut"), lambda: self._procedures.skip() if self._procedures is not None else None
        )
        self._by_hand = push_button(self.tr("Do&ne by hand"), self._skip_by_hand)
        self._by_hand.setToolTip(self.tr("Go on without it: it was done on the map by hand, or the players agree to leave it"))
        self._back = push_button(self.tr("Ba&ck"), lambda: self._procedures.back() if self._procedures is not None else None)
        self._back.setToolTip(self.tr("Back to before the dice, or to what was asked before (Backspace)"))
        self._leave = push_button(self.tr("&Later"), lambda: self._procedures.leave() if self._procedures is not None else None)
        self._leave.setToolTip(self.tr("Put it away; it can be taken up again here"))
        self._hand_over = push_button(self.tr("Hand &over…"), self.hand_over_wanted.emit)
        self._hand_over.setToolTip(self.tr("Let the player who answers this look at the screen"))
        buttons = FlowBox()
        for button in (self._hand_over, self._take, self._skip, self._by_hand, self._back, self._leave):
            buttons.flow.addWidget(button)
        fallen = QHBoxLayout()
        fallen.addWidget(self.pips)
        fallen.addStretch(1)
        self._foot = QWidget()
        column = QVBoxLayout(self._foot)
        column.setContentsMargins(6, 4, 6, 6)
        column.setSpacing(6)
        column.addWidget(self._warned)
        column.addLayout(fallen)
        column.addWidget(dice)
        column.addWidget(buttons)
        return self._foot

    def _skip_by_hand(self) -> None:
        if self._procedures is not None:
            self._procedures.skip(by_hand=True)

    def _called(self, unit: str) -> str:
        document = self._document
        return (called(document.ruleset, document.box.oob.counter(unit)) or unit) if document is not None else unit
