"""The panel Turn: where play stands, what may be done now, and how it goes on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.panels.play.attacks import AttackBox
from app.panels.play.choices import ActivationBox, OrderBox
from app.panels.play.findings import FindingsPage
from app.panels.play.sequence import SequenceTree
from app.panels.play.tasks import TaskList
from app.panels.play.words import group_words, sides_word, sky_words, step_words, turn_words
from app.panels.room import Room
from app.widgets.rule_words import said
from core.base.errors import WrongUse
from core.model.oob import Formation
from core.model.state import GameState
from core.play.events import Player
from core.play.turns import Course

_HINT, _TURN, _FINDINGS = range(3)


@dataclass(frozen=True)
class TurnShown:
    """What the panel shows: a state of a course. `points` are lines that say what sides have left, as far as the eyes may know.

    `initiative` is what dice for the order of the sides have said, "" for nothing. `why_not` says why nothing can be done here,
    such as that the map shows how it was; "" when it can. `conditions` are lines that say what formations are. `decided` says
    that the dice for the order have said who decides it, and are not rolled again. `sights` is whether the series knows lines
    of sight. `present` are the formations that have anything on the map or about to come in, `over` those that have been active
    in the turn.
    """

    course: Course
    state: GameState
    players: tuple[Player, ...]
    formations: tuple[Formation, ...] = ()
    points: tuple[str, ...] = ()
    initiative: str = ""
    why_not: str = ""
    conditions: tuple[str, ...] = ()
    decided: bool = False
    sights: bool = True
    present: frozenset[str] = frozenset()
    over: frozenset[str] = frozenset()


class TurnPanel(QWidget):
    """Shows where play stands. `step_wanted` carries the `Step` to go to, `ticked` a task and whether it is done, `opened` what
    a task is done with; `next_wanted`, `back_wanted` and `jump_wanted` come from the buttons, `roll_wanted` and `first_wanted`
    from the order of the sides, `activated` and `named` from the activations."""

    step_wanted = Signal(object)
    ticked = Signal(str, bool)
    opened = Signal(str)
    next_wanted = Signal()
    back_wanted = Signal()
    jump_wanted = Signal()
    roll_wanted = Signal()
    first_wanted = Signal(str)
    activated = Signal(str, str)
    named = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("turn-panel")
        self.setWindowTitle(self.tr("Turn"))
        self.findings = FindingsPage()
        self.sequence = SequenceTree()
        self.tasks = TaskList()
        self.order = OrderBox()
        self.activation = ActivationBox()
        self.attacks = AttackBox()
        self._shown: TurnShown | None = None
        self._hint = _label(self.tr("While a session is played, this shows whose turn it is and what may be done."))
        self._hint.setMargin(12)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._stack = QStackedLayout(self)
        for page in (self._hint, self._build(), self._build_findings()):
            self._stack.addWidget(page)
        self.sequence.step_wanted.connect(self.step_wanted)
        self.tasks.ticked.connect(self.ticked)
        self.tasks.opened.connect(self.opened)
        self.order.roll_wanted.connect(self.roll_wanted)
        self.order.first_wanted.connect(self.first_wanted)
        self.activation.asked.connect(self._ask_who)
        self.activation.activated.connect(self.activated)
        self.activation.named.connect(self.named)
        self.setFocusProxy(self._next)

    @property
    def at_end(self) -> bool:
        """Whether what was found at the end of the phase is shown."""
        return self._stack.currentIndex() == _FINDINGS

    @property
    def told(self) -> str:
        """What the panel says of the moment, for tests and for those who hear it."""
        return "\n".join(
            label.text()
            for label in (self._turn, self._date, self._sky, self._phase, self._who, self._points, self._formations)
            if label.text()
        )

    def clear(self) -> None:
        """No session is played."""
        self._shown = None
        self._stack.setCurrentIndex(_HINT)

    def show_turn(self, shown: TurnShown) -> None:
        """Shows a state of play; findings that are shown stay, since what is mended changes the state, too."""
        self._shown = shown
        course, state = shown.course, shown.state
        moment, step = state.moment, course.step(state)
        usable = not shown.why_not
        self._turn.setText(turn_words(course, moment.turn))
        turn = course.turn(moment.turn)
        self._date.setText("\n".join(part for part in (turn.date, turn.note) if part))
        self._date.setVisible(bool(self._date.text()))
        self._sky.setText(sky_words(state, shown.sights))
        self._sky.setVisible(bool(self._sky.text()))
        of = next((each.name or each.id for each in shown.formations if each.id == moment.of), moment.of)
        if step is None:
            self._path.setText("")
            self._phase.setText(self.tr("Set-up and what comes before the first turn"))
            self._who.setText(self.tr("Go on when both sides are ready."))
        else:
            self._path.setText(group_words(step))
            self._phase.setText(step_words(step, shown.players, moment.side, of, moment.round))
            acting = step.acting(state.order, moment.side)
            words = self.tr("May act now: %s.") % sides_word(shown.players, acting)
            if step.phase.repeats:
                words += " " + self.tr("Done for: %s.") % said(step.phase.repeats)
            self._who.setText(f"{words} [{step.phase.section}]")
        self._path.setVisible(bool(self._path.text()))
        self._points.setText("\n".join(shown.points))
        self._points.setVisible(bool(shown.points))
        self._formations.setText("\n".join(shown.conditions))
        self._formations.setVisible(bool(shown.conditions))
        self._why_not.setText(shown.why_not)
        self._why_not.setVisible(bool(shown.why_not))
        number = moment.turn if moment.turn else 1
        self.sequence.show_steps(course.steps(number, state.order), shown.players, moment, step)
        tasks = (*step.notes, *step.phase.tasks) if step is not None else ()
        self.tasks.show_tasks(tasks, state.ticked, usable)
        self._tasks_part.setVisible(bool(tasks))
        decides = step is not None and bool(step.phase.order)
        self.order.setVisible(decides)
        if decides and step is not None:
            rolls = step.phase.order == "roll"
            self.order.show_order(shown.players, state.order, rolls, shown.initiative, usable, shown.decided)
        self._show_activation(shown, usable)
        self._next.setEnabled(usable and course.next(state) is not None)
        self._back.setEnabled(usable and moment.turn > 0)
        self._jump.setEnabled(usable)
        if self._stack.currentIndex() == _HINT:
            self._stack.setCurrentIndex(_TURN)

    def show_findings(self) -> None:
        """Shows what is found at the end of the phase in the place of the phase."""
        held = self.isAncestorOf(self.window().focusWidget()) if self.window().focusWidget() is not None else False
        self._stack.setCurrentIndex(_FINDINGS)
        self.setFocusProxy(self.findings)
        if held:
            self.findings.hand_over_keyboard()

    def show_phase(self) -> None:
        """Shows the phase again."""
        held = self.isAncestorOf(self.window().focusWidget()) if self.window().focusWidget() is not None else False
        self._stack.setCurrentIndex(_TURN if self._shown is not None else _HINT)
        self.setFocusProxy(self._next)
        if held and self._shown is not None:
            self._next.setFocus(Qt.FocusReason.OtherFocusReason)

    def name_keys(self, keys: Callable[[str], str]) -> None:
        """Writes the keys of the actions behind the buttons into their tips; `keys` gives those of an action."""
        for button, name, words in (
            (self._next, "play.next_phase", self.tr("End the phase: it is looked through, and the next one begins")),
            (self._back, "play.previous_phase", self.tr("Back to the phase before; what was done in between stays")),
            (self._jump, "play.jump", self.tr("Go to any phase of any turn")),
        ):
            found = keys(name)
            button.setToolTip(f"{words} ({found})" if found else words)

    def _show_activation(self, shown: TurnShown, usable: bool) -> None:
        course, state = shown.course, shown.state
        likely = course.likely(state)
        try:
            course.again(state, likely)
        except WrongUse:
            self.activation.hide()
            return
        step = course.step(state)
        inside = step is not None and bool(step.cycle) and not step.side
        asks = bool(course.asks(state))
        some = tuple(each for each in shown.formations if each.id in shown.present) if asks else shown.formations
        self.activation.show_choice(shown.players, state.order, likely, some, usable, inside, asks, shown.over)
        self.activation.show()

    def _ask_who(self) -> None:
        """The rules are asked who is activated."""
        if self._shown is not None and (question := self._shown.course.asks(self._shown.state)):
            self.opened.emit(question)

    # Building ------------------------------------------------------------------------------------------------------------

    def _build(self) -> QWidget:
        self._turn, self._phase = _label(larger=1.2), _label(larger=1.1)
        self._date, self._sky, self._path, self._who = (_label() for _ in range(4))
        self._points, self._formations, self._why_not = (_label() for _ in range(3))
        for label, name in (
            (self._turn, self.tr("Turn")),
            (self._date, self.tr("Date of the turn, and what the scenario says of it")),
            (self._sky, self.tr("Light, sight and weather")),
            (self._path, self.tr("Part of the turn")),
            (self._phase, self.tr("Phase")),
            (self._who, self.tr("What may be done now")),
            (self._points, self.tr("What the sides have left")),
            (self._formations, self.tr("What formations are")),
            (self._why_not, self.tr("Why nothing can be done here")),
        ):
            label.setAccessibleName(name)
        head = QWidget()
        inner = QVBoxLayout(head)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(3)
        parts: Sequence[QWidget] = (
            self._turn,
            self._date,
            self._sky,
            self._points,
            self._formations,
            _line(),
            self._path,
            self._phase,
            self._who,
            self._why_not,
            self.order,
            self.activation,
            self.attacks,
        )
        for part in parts:
            inner.addWidget(part)
        self._tasks_title = _label(self.tr("To be done in this phase:"))
        self._tasks_part = QWidget()
        below = QVBoxLayout(self._tasks_part)
        below.setContentsMargins(0, 0, 0, 0)
        below.addWidget(self._tasks_title)
        below.addWidget(self.tasks, 1)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        for part in (self._tasks_part, self.sequence):
            part.setMinimumHeight(4 * self.fontMetrics().lineSpacing())
            splitter.addWidget(part)
            splitter.setStretchFactor(splitter.count() - 1, 1)
        self._next = self._button(self.tr("&Next phase"), self.next_wanted)
        self._back = self._button(self.tr("Ba&ck"), self.back_wanted)
        self._jump = self._button(self.tr("&Jump to…"), self.jump_wanted)
        buttons = QHBoxLayout()
        for button in (self._next, self._back, self._jump):
            buttons.addWidget(button, 2 if button is self._next else 1)
        above = QWidget()
        inside = QVBoxLayout(above)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(head)
        inside.addWidget(splitter, 1)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(Room(above), 1)
        column.addLayout(buttons)
        return page

    def _build_findings(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.findings)
        return page

    def _button(self, words: str, signal: object) -> QPushButton:
        button = QPushButton(words)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: signal.emit())  # type: ignore[attr-defined]
        return button


def _label(text: str = "", larger: float = 0.0) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if larger:
        font = label.font()
        font.setPointSizeF(font.pointSizeF() * larger)
        font.setBold(True)
        label.setFont(font)
    return label


def _line() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Sunken)
    return line
