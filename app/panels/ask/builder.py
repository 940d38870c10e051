"""A row that puts one item of a list together from its parts, as the question's own data say them."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.panels.ask.fields import Choices, Line
from app.panels.ask.menu import WordsButton
from app.panels.ask.words import Word
from app.panels.flow import FlowBox
from app.panels.words import tr
from core.rules.kernel.parameters import Part, Words, item_text

NUMBER_LETTERS, TEXT_LETTERS = 5, 12

Offered = Callable[[Words | None], Sequence[Word]]


class ItemBuilder(QFrame):
    """Fields for the parts of an item, what they come to, and a button that adds it. `built` carries the item as it is written.

    Enter in any of them adds the item, too.
    """

    built = Signal(str)

    def __init__(self, form: tuple[Part, ...], offered: Offered, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._form, self._offered = form, offered
        self.parts: dict[str, QWidget] = {}
        box = FlowBox(gap=6)
        for part in form:
            box.flow.addWidget(self._made(part))
        self.shown = QLabel()
        self.shown.setWordWrap(True)
        self.shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.add = QPushButton(tr("Add"))
        self.add.setAutoDefault(False)
        self.add.clicked.connect(self.build)
        foot = QHBoxLayout()
        foot.addWidget(self.shown, 1)
        foot.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(box)
        column.addLayout(foot)
        self.setFocusProxy(next(iter(self.parts.values())))
        self._show()

    @property
    def text(self) -> str:
        """The item as it is written; empty while it lacks what it must have."""
        chosen = {part.title: self._chosen(part) for part in self._form}
        lacking = any(part.required and not any(chosen[part.title]) for part in self._form)
        return "" if lacking else item_text(self._form, chosen)

    def build(self) -> None:
        """Adds the item and begins another."""
        text = self.text
        if text:
            self.clear()
            self.built.emit(text)

    def clear(self) -> None:
        """Nothing is chosen."""
        for part in self.parts.values():
            if isinstance(part, QLineEdit):
                part.clear()
            elif isinstance(part, Choices):
                part.setCurrentIndex(0)
            elif isinstance(part, QCheckBox):
                part.setChecked(False)
            elif isinstance(part, WordsButton):
                part.choose(())
        self._show()

    def set_part(self, title: str, *values: str) -> None:
        """Chooses the values of a part, as the user would."""
        part = self.parts[title]
        if isinstance(part, QLineEdit):
            part.setText("".join(values))
        elif isinstance(part, Choices):
            part.setCurrentIndex(max(0, part.findData("".join(values))))
        elif isinstance(part, QCheckBox):
            part.setChecked(bool(values))
        elif isinstance(part, WordsButton):
            part.choose(values)
        self._show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter adds the item."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            popup = isinstance(watched, Choices) and watched.view().isVisible()
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not popup:
                self.build()
                return True
        return super().eventFilter(watched, event)

    def _made(self, part: Part) -> QWidget:
        editor: QWidget
        if part.kind == "flag":
            editor = QCheckBox(part.title)
            editor.toggled.connect(self._show)
        elif part.kind == "word":
            editor = Choices()
            editor.addItem("", "")
            for word in self._words(part):
                editor.addItem(word.title, word.text)
            editor.currentIndexChanged.connect(self._show)
        elif part.kind == "words":
            editor = WordsButton(partial(self._words, part))
            editor.changed.connect(self._show)
        else:
            editor = Line()
            letters = TEXT_LETTERS if part.kind == "text" else NUMBER_LETTERS
            editor.setFixedWidth(letters * editor.fontMetrics().horizontalAdvance("0") + editor.fontMetrics().height())
            editor.textChanged.connect(self._show)
        editor.setAccessibleName(part.title)
        editor.installEventFilter(self)
        self.parts[part.title] = editor
        # A box to tick says its title itself, and stands in line with the others.
        label = QLabel("" if part.kind == "flag" else part.title)
        label.setBuddy(editor)
        both = QWidget()
        column = QVBoxLayout(both)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(label)
        column.addWidget(editor)
        return both

    def _words(self, part: Part) -> tuple[Word, ...]:
        return (*(Word(each, each) for each in part.choices), *self._offered(part.words))

    def _chosen(self, part: Part) -> tuple[str, ...]:
        editor = self.parts[part.title]
        if isinstance(editor, QLineEdit):
            return (editor.text(),)
        if isinstance(editor, Choices):
            return (str(editor.currentData() or ""),)
        if isinstance(editor, WordsButton):
            return editor.chosen
        assert isinstance(editor, QCheckBox)
        return part.choices if editor.isChecked() else ()

    def _show(self) -> None:
        text = self.text
        self.shown.setText(text)
        self.add.setEnabled(bool(text))
