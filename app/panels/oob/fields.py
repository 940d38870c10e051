"""A field for one value of a formation or of a side, of the kind that the ruleset says."""

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QStyleOptionComboBox, QVBoxLayout, QWidget

from app.panels.charts.badges import Badge
from app.panels.oob.boxes import BoxTrack
from app.widgets.rule_words import said
from core.model.oob import Value
from core.rules.kernel.cells import Fault, read_value, value_text
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.parameters import in_words

LEAST_LETTERS = 8
STAND_IN = "stand-in"


class TreeField(QComboBox):
    """A list of what stands in a tree, set in by its depth; what is chosen stands without that, and whole in the tip."""

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Shows what is chosen from its first letter on."""
        super().initStyleOption(option)
        option.currentText = option.currentText.strip()


class ValueField(QWidget):
    """Shows a value and takes another. `taken` carries it, None for none; `refused` a sentence, "" when nothing is wrong."""

    taken = Signal(object)
    refused = Signal(str)

    def __init__(self, value: CounterValue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.value = value
        self._held: Value | None = None
        title = said(value.title)
        self.flag: QCheckBox | None = None
        self.choice: QComboBox | None = None
        self.line: QLineEdit | None = None
        self.track: BoxTrack | None = None
        self.badge: Badge | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        part: QWidget
        if value.type == "flag":
            part = self.flag = QCheckBox()
            self.flag.toggled.connect(lambda on: self._take(True if on else None))
        elif value.type == "choice":
            part = self.choice = QComboBox()
            self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            self.choice.setMinimumContentsLength(LEAST_LETTERS)
            self.choice.addItem(self.tr("not stated"), "")
            for number, (word, about) in enumerate(value.choices, 1):
                self.choice.addItem(said(in_words(word)), word)
                self.choice.setItemData(number, said(about), 3)
            self.choice.activated.connect(lambda _: self._take(str(self.choice_word) or None))
        else:
            part = self.line = QLineEdit()
            self.line.setPlaceholderText(said(value.unit))
            self.line.editingFinished.connect(self._typed)
        tip = f"{said(value.about)} [{value.section}]"
        part.setAccessibleName(title)
        part.setAccessibleDescription(said(value.about))
        part.setToolTip(tip)
        column.addWidget(part)
        self.setFocusProxy(part)
        if value.type == "boxes":
            self.track, self.badge = BoxTrack(), Badge()
            column.addWidget(self.track)
            column.addWidget(self.badge)
            self.track.hide()
            self.badge.hide()

    @property
    def choice_word(self) -> str:
        """The word that is chosen, "" for none."""
        return str(self.choice.currentData() or "") if self.choice is not None else ""

    @property
    def is_stated(self) -> bool:
        """Whether the box states a value."""
        return self._held is not None

    def show_value(self, held: Value | None, marked: int = 0) -> None:
        """Shows what is held; what is being typed stays."""
        self._held = held
        if self.flag is not None:
            with QSignalBlocker(self.flag):
                self.flag.setChecked(held is True)
        elif self.choice is not None:
            with QSignalBlocker(self.choice):
                at = self.choice.findData("" if held is None else str(held))
                if at < 0:
                    # A word that the ruleset does not know keeps its place until another is chosen.
                    self.choice.addItem(str(held), str(held))
                    at = self.choice.count() - 1
                self.choice.setCurrentIndex(at)
        elif self.line is not None and not (self.line.hasFocus() and self.line.isModified()):
            with QSignalBlocker(self.line):
                self.line.setText(value_text(self.value, held) if held is not None else "")
                self.line.setModified(False)
        if self.track is not None and self.badge is not None:
            self.track.show_boxes(str(held) if isinstance(held, str) else "", marked)
            self.badge.hide()

    def show_stand_in(self, written: str, marked: int, source: str) -> None:
        """Draws what stands in the place of a track that nobody has stated, and says that it does."""
        if self.track is not None and self.badge is not None and self._held is None:
            self.track.show_boxes(written, marked, stand_in=True)
            self.badge.show_badge(STAND_IN, self.tr("stand-in"), source)
            self.badge.setVisible(bool(written))

    def _typed(self) -> None:
        assert self.line is not None
        if not self.line.isModified():
            return
        read = read_value(self.value, self.line.text())
        if isinstance(read, Fault):
            self.refused.emit(read.text)
            return
        self.line.setModified(False)
        self._take(read)

    def _take(self, value: Value | None) -> None:
        self.refused.emit("")
        if value != self._held:
            self.taken.emit(value)
