"""The bar that shows what can be set of the tool in hand. It knows kinds of options and no tool by name."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QValidator
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLabel, QLineEdit, QToolBar, QWidget

from app.tools.options import Choice, Flag, Option, Quantity, Words
from app.tools.tool import Tool
from app.widgets.sought_combo import SoughtCombo
from app.widgets.turns import Turns
from core.base.amounts import GLYPHS, amount

WORDS_LETTERS = 18
"""The width of a field for words, in letters of the system's font."""

LIST_LETTERS = 34
"""The width of a list that is looked through by typing."""

MOST_DECIMALS = 4

HALF = Fraction(1, 2)
SIGN = GLYPHS[HALF]

Swatch = Callable[[str, int, float], QIcon]
"""Gives the picture of a kind of terrain: its id, the size in pixels, the density of the screen."""


@dataclass(frozen=True, slots=True)
class _Row:
    """An option as it is shown, the widget that shows it, and the actions of the bar that hold both and a label."""

    option: Option
    widget: QWidget
    actions: tuple[QAction, ...]


class _Halves(QDoubleSpinBox):
    """A number in halves, written as the map and the rulings write it; typed that way or with a decimal point."""

    def textFromValue(self, value: float) -> str:
        """The number as people read it."""
        return amount(_fraction(value))

    def valueFromText(self, text: str) -> float:
        """What was typed."""
        return float(text.replace(SIGN, "") or 0) + float(HALF) if text.endswith(SIGN) else super().valueFromText(text)

    def validate(self, text: str, pos: int) -> tuple[QValidator.State, str, int]:
        """A whole number may stand before the sign of a half."""
        if text.endswith(SIGN) and (text == SIGN or text[:-1].isdecimal()):
            fits = self.minimum() <= self.valueFromText(text) <= self.maximum()
            return (QValidator.State.Acceptable if fits else QValidator.State.Invalid), text, pos
        return super().validate(text, pos)


class OptionsBar(QToolBar):
    """Shows `Tool.options` and passes changes on. Escape and Return in it ask with `left` for the map to have the keyboard."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("options-tool-bar")
        self.setWindowTitle(self.tr("Tool options"))
        self.setAccessibleName(self.tr("Options of the tool"))
        self._tool: Tool | None = None
        self._rows: list[_Row] = []
        self._swatch: Swatch | None = None
        self._turns = Turns(self)
        self._undrawn: list[QComboBox] = []

    def use_swatches(self, swatch: Swatch | None) -> None:
        """Sets what gives the pictures of kinds of terrain."""
        self._swatch = swatch
        self._rebuild()

    def show_tool(self, tool: Tool | None) -> None:
        """Shows the options of another tool, None for none."""
        if self._tool is not None:
            self._tool.options_changed.disconnect(self._refresh)
        self._tool = tool
        if tool is not None:
            tool.options_changed.connect(self._refresh)
        self._refresh()

    def widget_of(self, option: str) -> QWidget | None:
        """The widget that shows the option with an id."""
        return next((row.widget for row in self._rows if row.option.id == option), None)

    def take_up(self, option: str) -> None:
        """Gives the keyboard to the widget of an option, if there is one."""
        widget = self.widget_of(option)
        if widget is not None:
            widget.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Gives the keyboard back to the map."""
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _refresh(self) -> None:
        options = self._tool.options if self._tool is not None else ()
        shown = [row.option for row in self._rows]
        if [_shape(each) for each in options] != [_shape(each) for each in shown]:
            self._rebuild()
            return
        for number, option in enumerate(options):
            row = self._rows[number]
            self._rows[number] = _Row(option, row.widget, row.actions)
            with QSignalBlocker(row.widget):
                _set(row.widget, option)

    def _rebuild(self) -> None:
        for row in self._rows:
            for action in row.actions:
                self.removeAction(action)
                action.deleteLater()
        self._rows, self._undrawn = [], []
        for option in self._tool.options if self._tool is not None else ():
            self._add(option)
        if self._undrawn:
            self._turns.wish(self, "pictures", self._draw)

    def _draw(self) -> Iterator[None]:
        """Draws the pictures of kinds of terrain: those of a chart together would hold up the window."""
        swatch, size = self._swatch, self.fontMetrics().height()
        if swatch is None:
            return
        mine = self._undrawn
        for combo in mine:
            current = combo.currentIndex()
            for number in sorted(range(combo.count()), key=lambda number: number != current):
                combo.setItemIcon(number, swatch(combo.itemData(number), size, self.devicePixelRatioF()))
                yield
                if mine is not self._undrawn:
                    # Another tool is in hand, and its options have taken the place of these.
                    return

    def _add(self, option: Option) -> None:
        widget = self._widget(option)
        widget.setObjectName(f"option-{option.id}")
        widget.setAccessibleName(option.label)
        widget.setToolTip(option.label)
        with QSignalBlocker(widget):
            _set(widget, option)
        actions = []
        if not isinstance(option, Flag):
            label = QLabel(option.label, self)
            label.setBuddy(widget)
            label.setIndent(self.fontMetrics().averageCharWidth())
            actions.append(self.addWidget(label))
        actions.append(self.addWidget(widget))
        self._rows.append(_Row(option, widget, tuple(actions)))

    def _widget(self, option: Option) -> QWidget:
        match option:
            case Choice():
                return self._choice(option)
            case Quantity():
                number = _Halves(self) if option.step == HALF else QDoubleSpinBox(self)
                number.setDecimals(_decimals(option))
                number.setRange(float(option.least), float(option.most))
                number.setSingleStep(float(option.step))
                number.setSuffix(f" {option.unit}" if option.unit else "")
                number.setKeyboardTracking(False)
                number.valueChanged.connect(lambda value: self._change(option.id, _fraction(value)))
                return number
            case Flag():
                box = QCheckBox(option.label, self)
                box.toggled.connect(lambda on: self._change(option.id, on))
                return box
            case Words():
                line = QLineEdit(self)
                line.setFixedWidth(WORDS_LETTERS * self.fontMetrics().averageCharWidth())
                line.textEdited.connect(lambda text: self._change(option.id, text))
                return line

    def _choice(self, option: Choice) -> QComboBox:
        if option.heads:
            sought = SoughtCombo(option.choices, option.heads, self)
            sought.setMinimumWidth(LIST_LETTERS * self.fontMetrics().averageCharWidth())
            sought.currentIndexChanged.connect(lambda _: self._change(option.id, sought.currentData()))
            sought.left.connect(self.left)
            return sought
        combo = QComboBox(self)
        size = self.fontMetrics().height()
        combo.setIconSize(QSize(size, size))
        for id_, words in option.choices:
            combo.addItem(words, id_)
        if option.swatch:
            self._undrawn.append(combo)
        combo.currentIndexChanged.connect(lambda _: self._change(option.id, combo.currentData()))
        return combo

    def _change(self, option: str, value: object) -> None:
        """Tells the tool, which may then have other options."""
        row = next(row for row in self._rows if row.option.id == option)
        match row.option, value:
            case Choice(change=choose), str():
                choose(value)
            case Quantity(change=count), Fraction():
                count(value)
            case Flag(change=switch), bool():
                switch(value)
            case Words(change=write), str():
                write(value)


def _shape(option: Option) -> tuple[object, ...]:
    """What of an option cannot be changed in a widget that is there already."""
    match option:
        case Choice():
            return Choice, option.id, option.label, option.choices, option.swatch, *option.heads.items()
        case Quantity():
            return Quantity, option.id, option.label, option.least, option.most, option.step, option.unit
        case _:
            return type(option), option.id, option.label


def _set(widget: QWidget, option: Option) -> None:
    match widget, option:
        case QComboBox(), Choice():
            widget.setCurrentIndex(widget.findData(option.value))
        case QDoubleSpinBox(), Quantity():
            widget.setValue(float(option.value))
        case QCheckBox(), Flag():
            widget.setChecked(option.value)
        case QLineEdit(), Words():
            # Writing the same text again would move the cursor.
            if widget.text() != option.value:
                widget.setText(option.value)


def _decimals(option: Quantity) -> int:
    """Digits after the point that a quantity needs."""
    for digits in range(MOST_DECIMALS):
        if all((each * 10**digits).denominator == 1 for each in (option.step, option.least, option.value)):
            return digits
    return MOST_DECIMALS


def _fraction(value: float) -> Fraction:
    """The exact value of what is shown in a field, such as 1/10 for 0.1."""
    return Fraction(f"{value:.{MOST_DECIMALS}f}")
