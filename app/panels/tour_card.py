"""The card of a tour above the map: the lesson, the step, what is still to be done, and the way on."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.documents.orders import Orders
from app.panels.ask.fields import Choices
from app.panels.parts import bold_label, words_label
from app.panels.words import tr
from core.model.orders import OpSheet
from core.model.tours import (
    Alternated,
    Drawn,
    Goal,
    Lesson,
    Listed,
    Rallied,
    Reserved,
    Sound,
    Tasked,
    TourStep,
    Worded,
    lacking,
)
from core.rules.kernel.orders_detail import SOUND


class TourCard(QFrame):
    """Shows one step. `lesson_chosen` carries the number of a lesson that is wanted; the buttons are actions of the window."""

    lesson_chosen = Signal(int)

    def __init__(self, actions: Sequence[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tour-card")
        self.setAccessibleName(self.tr("Tour"))
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.lessons = Choices()
        self.lessons.setAccessibleName(self.tr("Lesson"))
        self.lessons.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.lessons.setMinimumContentsLength(10)
        self.lessons.activated.connect(self.lesson_chosen)
        self.number, self.title, self.words, self.state = QLabel(), bold_label(), words_label(), words_label()
        self.state.setAccessibleName(self.tr("What is still to be done"))
        self.buttons = tuple(self._button(action) for action in actions)
        self._texts: tuple[str, ...] = ()
        top = QHBoxLayout()
        top.addWidget(self.lessons, 1)
        top.addWidget(self.number)
        for button in self.buttons:
            top.addWidget(button)
        column = QVBoxLayout(self)
        margin = self.fontMetrics().height() // 2
        column.setContentsMargins(margin, margin // 2, margin, margin // 2)
        column.setSpacing(margin // 2)
        column.addLayout(top)
        column.addWidget(self.title)
        column.addWidget(self.words)
        column.addWidget(self.state)
        self.hide()

    def show_lessons(self, titles: Sequence[str], at: int) -> None:
        """The lessons that there are, and which one is shown."""
        with QSignalBlocker(self.lessons):
            if [self.lessons.itemText(n) for n in range(self.lessons.count())] != list(titles):
                self.lessons.clear()
                self.lessons.addItems(list(titles))
            self.lessons.setCurrentIndex(at)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Finds the room for words anew."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Words have as much room in each step, so that neither buttons nor the map move from one to the next."""
        metrics, whole = self.words.fontMetrics(), QRect(0, 0, max(self.words.width(), 1), 1 << 16)
        wraps = int(Qt.TextFlag.TextWordWrap)
        lines = max((metrics.boundingRect(whole, wraps, text).height() for text in self._texts), default=0)
        self.words.setMinimumHeight(lines)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)

    def show_step(self, step: TourStep, number: int, count: int, texts: Sequence[str] = ()) -> None:
        """Another step; `texts` are the words of all steps of its lesson."""
        self._texts = tuple(texts)
        self._make_room()
        words = self.tr("Step {number} of {count}").replace("{number}", str(number)).replace("{count}", str(count))
        self.number.setText(words)
        self.title.setText(step.title)
        self.words.setText(step.words)

    def give_keyboard(self, action: QAction) -> None:
        """Sets the keyboard on the button of an action."""
        for button in self.buttons:
            if button.defaultAction() is action:
                button.setFocus()

    def show_state(self, words: str) -> None:
        """What is still to be done."""
        self.state.setText(words)

    def _button(self, action: QAction) -> QToolButton:
        button = QToolButton()
        button.setDefaultAction(action)
        button.setAutoRaise(False)
        button.setIconSize(QSize())
        return button


def state_words(step: TourStep, lesson: Lesson, orders: Orders, sheet: OpSheet | None, verdict: str) -> str:
    """What a step still lacks, in a line; `verdict` is what the rules say of the sheet, "" while they are asked."""
    if not step.goals:
        return tr("Read on with Next.")
    missing = [words for goal in step.goals for words in _missing(goal, lesson, orders, sheet, verdict)]
    if not missing:
        return tr("✓ Done.")
    return tr("To do: {what}").replace("{what}", "; ".join(dict.fromkeys(missing)))


def _missing(goal: Goal, lesson: Lesson, orders: Orders, sheet: OpSheet | None, verdict: str) -> list[str]:
    lacks = lacking(goal, lesson, orders.box.oob, sheet)
    if not lacks and not isinstance(goal, Sound):
        return []
    if sheet is None and not isinstance(goal, Listed):
        return [tr("first a sheet with its units on it")]
    units = ", ".join(orders.called(each) for each in lacks)
    match goal:
        case Listed():
            return [tr("a sheet with these units") if sheet is None else tr("on the sheet: {units}").replace("{units}", units)]
        case Worded(field, _):
            return [_field_words(field)]
        case Tasked(name):
            return [_task_words(name, lacks)]
        case Rallied(unit, at):
            words = tr("a rally point for {unit}, such as {hex}").replace("{unit}", orders.called(unit))
            return [words.replace("{hex}", orders.box.label(at))]
        case Reserved():
            return [tr("in reserve: {units}").replace("{units}", units)]
        case Alternated():
            return [
                tr("what the alternate is") if lacks == ("task",) else tr("an alternate for {units}").replace("{units}", units)
            ]
        case Drawn(measure):
            kind = orders.kind(measure)
            return [f"{kind.title if kind is not None else measure.kind} {measure.text}".strip()]
        case Sound():
            if lacks:
                return [tr("what steps before this one ask for")]
            return [] if verdict == SOUND else [tr("a sheet without faults")]


def _field_words(field: str) -> str:
    return {
        "id": tr("the name"),
        "type": tr("the type"),
        "time": tr("the time"),
        "note": tr("notes"),
        "failure": tr("failure instructions"),
        "preliminary": tr("preliminary instructions"),
    }[field]


def _task_words(name: str, lacks: tuple[str, ...]) -> str:
    what = {"name": tr("the name of the group {name}"), "task": tr("the task of {name}"), "type": tr("the type of {name}")}
    found = [what[each] for each in lacks if each in what] or [tr("the group {name}")]
    return ", ".join(found).replace("{name}", name)
