"""The fields of a form: one for each kind of parameter, each with its label, its help and what is wrong with it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QRadioButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.panels.ask.words import UNLIMITED, Word, choice_word, short_help, written
from app.panels.flow import FlowBox
from app.panels.signs import Sign
from app.panels.tints import tints
from app.panels.words import tr
from app.widgets.dressing import dress_soon
from app.widgets.letters import is_step_of_map, keep_letters
from core.rules.kernel.parameters import Parameter

FEW_CHOICES, FEW_LETTERS = 3, 30
"""So many choices, of so many letters together, stand side by side; more of them in a list that opens."""

LEAST_LETTERS = 8

_ARROWS = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End})
"""Keys by which a closed list goes to another choice."""

AMOUNT = "2½"
"""An amount as an example of what can be typed."""


class Choices(QComboBox):
    """A list of choices that lets the wheel move what lies around it, and keeps letters from choosing tools. Where nothing can
    be typed, `entered` tells of Enter. One that `acts` does something for every choice: arrows open it instead of going through
    choices that are not meant.
    """

    entered = Signal()

    def __init__(self, parent: QWidget | None = None, *, acts: bool = False) -> None:
        super().__init__(parent)
        self._acts = acts
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(LEAST_LETTERS)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Left to the form."""
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter asks; the line of a list that can be typed into tells of it itself."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self.isEditable():
            self.entered.emit()
        elif self._acts and event.key() in _ARROWS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.showPopup()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Letters look for a choice."""
        return keep_letters(event) or super().event(event)


class Line(QLineEdit):
    """A line of a form. When nothing typed is left to take back, undo and redo are those of the map."""

    def event(self, event: QEvent) -> bool:
        """Leaves the steps of the map to the window."""
        if is_step_of_map(event, self.isUndoAvailable(), self.isRedoAvailable()):
            event.ignore()
            return True
        return super().event(event)

    def forget_steps(self) -> None:
        """Nothing that was typed is taken back any more: something else was done since."""
        if self.isUndoAvailable() or self.isRedoAvailable():
            at = self.cursorPosition()
            with QSignalBlocker(self):
                self.setText(self.text())
            self.setCursorPosition(at)


class Field(QWidget):
    """One parameter of a form. `changed` tells that it says something else, `entered` that the user wants an answer now.

    `text` is what questions read, empty for what was not said.
    """

    changed = Signal()
    entered = Signal()

    def __init__(self, parameter: Parameter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parameter = parameter
        needed = f" <b>({tr('needed')})</b>" if parameter.required else ""
        self.label = QLabel(f"{parameter.label}{needed}")
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setWordWrap(True)
        self.label.setToolTip(parameter.help)
        self.help = QLabel(short_help(parameter))
        self.help.setWordWrap(True)
        self.help.setToolTip(parameter.help)
        if self.help.text().casefold() == parameter.label.casefold():
            self.help.hide()
        self.fault = QLabel()
        self.fault.setWordWrap(True)
        self._sign = Sign("warning", self.fontMetrics().height())
        self._trouble = QWidget()
        trouble = QHBoxLayout(self._trouble)
        trouble.setContentsMargins(0, 0, 0, 0)
        trouble.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        trouble.addWidget(self.fault, 1)
        self._trouble.hide()
        self.head = QHBoxLayout()
        self.head.setContentsMargins(0, 0, 0, 0)
        self.head.addWidget(self.label, 1)
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setSpacing(2)
        self._dress()

    @property
    def text(self) -> str:
        """What it says, as questions read it."""
        raise NotImplementedError

    @property
    def is_choosing(self) -> bool:
        """Whether words are offered for what is being typed."""
        return False

    def set_text(self, text: str) -> None:
        """Shows what questions read; nothing is told of it."""
        raise NotImplementedError

    def offer(self, words: Sequence[Word]) -> None:
        """Offers these words; a field without any has no use for them."""

    def show_fault(self, text: str) -> None:
        """Says what is wrong with it; an empty text that nothing is."""
        self.fault.setText(text)
        self._trouble.setVisible(bool(text))
        editor = self.focusProxy()
        if editor is not None:
            editor.setAccessibleDescription(text or self.parameter.help)

    def changeEvent(self, event: QEvent) -> None:
        """Quiet words follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "rows"):
            dress_soon(self, self._dress)

    def _dress(self) -> None:
        palette = self.palette()
        palette.setColor(palette.ColorRole.WindowText, tints(self.palette()).quiet)
        self.help.setPalette(palette)

    def _set(self, editor: QWidget, beside: bool = False, after: Sequence[QWidget] = ()) -> None:
        """Puts the label over an editor, or beside it; what is `after` beside the label; the fault and the help below."""
        self.label.setBuddy(editor)
        editor.setAccessibleName(self.parameter.label)
        editor.setAccessibleDescription(self.parameter.help)
        editor.setToolTip(self.parameter.help)
        self.setFocusProxy(editor)
        for each in (*((editor,) if beside else ()), *after):
            self.head.addWidget(each, int(each is editor))
        self.rows.addLayout(self.head)
        if not beside:
            self.rows.addWidget(editor)
        self.rows.addWidget(self._trouble)
        self.rows.addWidget(self.help)


class LineField(Field):
    """A number, a hex or a few words on a line; Enter asks. A "number" may be unlimited."""

    def __init__(self, parameter: Parameter, parent: QWidget | None = None) -> None:
        super().__init__(parameter, parent)
        self.line = Line()
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(lambda _: self.changed.emit())
        self.line.returnPressed.connect(self.entered)
        self.without_limit = QCheckBox(tr("unlimited"))
        self.without_limit.toggled.connect(self._unlimit)
        least = "" if parameter.least is None else tr("{least} or more").format(least=parameter.least)
        example = tr("such as {amount}").format(amount=AMOUNT) if parameter.kind == "fraction" else ""
        self.line.setPlaceholderText(", ".join(each for each in (least, example) if each))
        limits = (self.without_limit,) if parameter.kind == "number" else ()
        self._set(self.line, beside=True, after=limits)

    @property
    def text(self) -> str:
        """What it says."""
        return UNLIMITED if self.without_limit.isChecked() else self.line.text().strip()

    def set_text(self, text: str) -> None:
        """Shows a number or words."""
        with QSignalBlocker(self.line), QSignalBlocker(self.without_limit):
            boundless = text == UNLIMITED and self.parameter.kind == "number"
            self.without_limit.setChecked(boundless)
            self.line.setEnabled(not boundless)
            self.line.setText("" if boundless else text)

    def _unlimit(self, on: bool) -> None:
        self.line.setEnabled(not on)
        self.changed.emit()


class HexField(LineField):
    """The printed number of a hex. `hex_wanted` asks for the one that is chosen on the map."""

    hex_wanted = Signal()

    def __init__(self, parameter: Parameter, parent: QWidget | None = None) -> None:
        super().__init__(parameter, parent)
        self.line.setPlaceholderText(tr("Number of a hex"))
        button = from_map()
        button.clicked.connect(self.hex_wanted)
        self.head.addWidget(button)

    def take(self, label: str) -> None:
        """Takes a hex from the map."""
        self.line.setText(label)


def from_map() -> QToolButton:
    """The button that takes a hex from the map."""
    button = QToolButton()
    button.setText(tr("From the map"))
    button.setToolTip(tr("Take the hex that was clicked last, or that has the hex cursor"))
    return button


class ChoiceField(Field):
    """One of a few words: side by side where there is room, else in a list; what was not said is a choice of its own."""

    def __init__(self, parameter: Parameter, parent: QWidget | None = None) -> None:
        super().__init__(parameter, parent)
        words = [Word("", tr("not said")), *(Word(each, choice_word(each)) for each in parameter.choices)]
        few = len(words) - 1 <= FEW_CHOICES and sum(len(word.title) for word in words) <= FEW_LETTERS
        self.buttons: dict[str, _Radio] = {}
        self.choices: Choices | None = None
        if few:
            box = FlowBox(gap=10)
            for word in words:
                button = _Radio(word.title)
                button.setChecked(not word.text)
                button.toggled.connect(self._toggled)
                button.entered.connect(self.entered)
                box.flow.addWidget(button)
                self.buttons[word.text] = button
            self._set(box)
            self.setFocusProxy(self.buttons[""])
            for button in self.buttons.values():
                button.setAccessibleName(f"{parameter.label}: {button.text()}")
                button.setAccessibleDescription(parameter.help)
        else:
            self.choices = Choices()
            for word in words:
                self.choices.addItem(word.title, word.text)
            self.choices.currentIndexChanged.connect(lambda _: self.changed.emit())
            self.choices.entered.connect(self.entered)
            self._set(self.choices, beside=True)

    @property
    def text(self) -> str:
        """The word that is chosen."""
        if self.choices is not None:
            return str(self.choices.currentData() or "")
        return next((word for word, button in self.buttons.items() if button.isChecked()), "")

    def set_text(self, text: str) -> None:
        """Chooses a word; one that there is not is not said."""
        if self.choices is not None:
            with QSignalBlocker(self.choices):
                self.choices.setCurrentIndex(max(0, self.choices.findData(text)))
            return
        chosen = self.buttons.get(text, self.buttons[""])
        for button in self.buttons.values():
            button.blockSignals(True)
        chosen.setChecked(True)
        for button in self.buttons.values():
            button.blockSignals(False)
        self.setFocusProxy(chosen)

    def _toggled(self, on: bool) -> None:
        # The one that is left tells of the change, too.
        if on:
            self.setFocusProxy(self.buttons[self.text])
            self.changed.emit()


class _Radio(QRadioButton):
    """A choice beside others; Enter asks, and letters do not choose tools."""

    entered = Signal()

    def event(self, event: QEvent) -> bool:
        """Letters mean nothing here."""
        return keep_letters(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter asks."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class WordField(Field):
    """A word of a chart, chosen or typed; the words that are offered follow the charts in force."""

    def __init__(self, parameter: Parameter, parent: QWidget | None = None) -> None:
        super().__init__(parameter, parent)
        self._words: tuple[Word, ...] = ()
        self.choices = Choices()
        self.choices.setEditable(True)
        self.choices.setLineEdit(Line())
        self.choices.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.choices.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        completer = self.choices.completer()
        assert completer is not None
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        line = self.choices.lineEdit()
        assert line is not None
        line.setClearButtonEnabled(True)
        line.returnPressed.connect(self.entered)
        self.choices.editTextChanged.connect(lambda _: self.changed.emit())
        self._set(self.choices)

    @property
    def text(self) -> str:
        """The word, as it is written."""
        return written(self.choices.currentText(), self._words)

    @property
    def is_choosing(self) -> bool:
        """Whether words are offered for what is being typed."""
        completer = self.choices.completer()
        popup = completer.popup() if completer is not None else None
        return popup is not None and popup.isVisible()

    def set_text(self, text: str) -> None:
        """Shows a word, by the title that it is offered by."""
        shown = next((word.title for word in self._words if word.text == text), text)
        with QSignalBlocker(self.choices):
            self.choices.setCurrentText(shown)

    def offer(self, words: Sequence[Word]) -> None:
        """Offers other words; what is typed stays."""
        if tuple(words) == self._words:
            return
        text = self.text
        self._words = tuple(words)
        with QSignalBlocker(self.choices):
            self.choices.clear()
            self.choices.addItems([word.title for word in words])
            self.choices.setCurrentIndex(-1)
        self.set_text(text)
