"""Fields that hold several items, one a line: words are completed, and a row puts items together."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QSignalBlocker, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QCompleter, QMenu, QPlainTextEdit, QToolButton, QWidget

from app.panels.ask.builder import ItemBuilder
from app.panels.ask.fields import Field, from_map
from app.panels.ask.words import Word, list_lines, list_text, written
from app.panels.words import tr
from app.widgets.letters import is_step_of_map
from core.rules.kernel.parameters import Parameter, Words

LEAST_LINES, MOST_LINES = 2, 6
"""A list is as high as its items and a line for the next one, within these."""

_GIVEN_TO_POPUP = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab})


class Lines(QPlainTextEdit):
    """Items, one a line. What is typed is completed by words that are offered; Ctrl+Enter asks, Tab goes on.

    With `by_word` each word of a line is completed by itself, else the line as a whole.
    """

    entered = Signal()

    def __init__(self, by_word: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._by_word = by_word
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._model = QStringListModel()
        self.completer = QCompleter(self._model, self)
        popup = self.completer.popup()
        assert popup is not None
        self._popup = popup
        self.completer.setWidget(self)
        self.completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.completer.setFilterMode(Qt.MatchFlag.MatchStartsWith if by_word else Qt.MatchFlag.MatchContains)
        self.completer.activated.connect(self.complete)
        self.textChanged.connect(self._fit)
        self._fit()

    def offer(self, words: Sequence[str]) -> None:
        """Completes by these words."""
        self._model.setStringList(list(words))

    @property
    def is_choosing(self) -> bool:
        """Whether words are offered for what is being typed."""
        return self._popup.isVisible()

    def set_lines(self, text: str) -> None:
        """Shows other items, as one step that can be taken back."""
        cursor = self.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.setTextCursor(cursor)

    def add(self, item: str) -> None:
        """Adds an item below the others."""
        cursor = self.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        held = self.toPlainText()
        cursor.insertText(item if not held or held.endswith("\n") else f"\n{item}")
        self.setTextCursor(cursor)

    def complete(self, word: str) -> None:
        """Puts a word in the place of what was begun."""
        cursor = self.textCursor()
        begun = self._begun()
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, len(begun))
        cursor.insertText(word)
        self.setTextCursor(cursor)

    def event(self, event: QEvent) -> bool:
        """Leaves undo and redo to the window when nothing typed is left to take back."""
        if is_step_of_map(event, self.document().isUndoAvailable(), self.document().isRedoAvailable()):
            event.ignore()
            return True
        return super().event(event)

    def forget_steps(self) -> None:
        """Nothing that was typed is taken back any more: something else was done since."""
        self.document().clearUndoRedoStacks()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter asks; Escape is left to the panel; keys that choose a word are left to the words."""
        popup = self._popup
        if popup.isVisible() and Qt.Key(event.key()) in _GIVEN_TO_POPUP:
            event.ignore()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.entered.emit()
            return
        if event.key() == Qt.Key.Key_Escape:
            event.ignore()
            return
        super().keyPressEvent(event)
        if event.text().strip() or (popup.isVisible() and event.key() == Qt.Key.Key_Backspace):
            self._suggest()
        else:
            popup.hide()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The words go with the keyboard."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._popup.hide()

    def _begun(self) -> str:
        """What stands before the cursor of the word, or of the item, that is typed."""
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        item = before.rpartition(",")[2].lstrip()
        return item.rpartition(" ")[2] if self._by_word else item

    def _suggest(self) -> None:
        begun = self._begun()
        self.completer.setCompletionPrefix(begun)
        popup = self._popup
        known = self.completer.completionCount()
        if not begun or not known or (known == 1 and self.completer.currentCompletion().casefold() == begun.casefold()):
            popup.hide()
            return
        popup.setCurrentIndex(self.completer.completionModel().index(0, 0))
        place = self.cursorRect()
        bar = popup.verticalScrollBar().sizeHint().width()
        place.setWidth(max(popup.sizeHintForColumn(0) + bar, self.fontMetrics().averageCharWidth() * 16))
        place.translate(QPoint(0, self.fontMetrics().descent()))
        self.completer.complete(place)

    def _fit(self) -> None:
        lines = min(max(self.blockCount() + 1, LEAST_LINES), MOST_LINES)
        margins = 2 * (self.frameWidth() + round(self.document().documentMargin()))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + margins)


class ListField(Field):
    """Several items. `hex_wanted` asks for the hex that is chosen on the map, which is then added.

    `words_of` gives the words that stand where a part of an item says that its words stand.
    """

    hex_wanted = Signal()

    def __init__(
        self,
        parameter: Parameter,
        words_of: Callable[[Words | None], Sequence[Word]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parameter, parent)
        self._words: tuple[Word, ...] = ()
        self._words_of = words_of
        self.lines = Lines(by_word=bool(parameter.form))
        self.lines.textChanged.connect(self.changed)
        self.lines.entered.connect(self.entered)
        self.lines.setPlaceholderText(tr("One a line"))
        self._set(self.lines)
        self.builder: ItemBuilder | None = None
        self.menu_button = QToolButton()
        self.menu_button.setText(tr("Add"))
        self.menu_button.setToolTip(tr("Choose one of the words of the chart"))
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.menu_button.setMenu(self._menu)
        self.menu_button.hide()
        self.build_button = QToolButton()
        self.build_button.setText(tr("Put together…"))
        self.build_button.setToolTip(tr("Put an item together from its parts"))
        self.build_button.setCheckable(True)
        self.build_button.setVisible(bool(parameter.form))
        self.build_button.toggled.connect(self._show_builder)
        if parameter.kind == "hexes":
            button = from_map()
            button.clicked.connect(self.hex_wanted)
            self.head.addWidget(button)
        for button in (self.menu_button, self.build_button):
            button.setAccessibleName(f"{parameter.label}: {button.text()}")
            self.head.addWidget(button)
        if parameter.form:
            self.lines.offer(list(dict.fromkeys(word for part in parameter.form for word in _said(part.choices, part.before))))

    @property
    def text(self) -> str:
        """The items with commas between them."""
        items = list_text(self.lines.toPlainText())
        return ", ".join(written(item, self._words) for item in items.split(", ")) if items else ""

    @property
    def is_choosing(self) -> bool:
        """Whether words are offered for what is being typed."""
        return self.lines.is_choosing

    def set_text(self, text: str) -> None:
        """Shows items."""
        with QSignalBlocker(self.lines):
            self.lines.set_lines(list_lines(text))

    def offer(self, words: Sequence[Word]) -> None:
        """Offers words for whole items; those of parts of items are the parts' own."""
        self._words = tuple(words)
        self.menu_button.setVisible(bool(words))
        if not self.parameter.form:
            self.lines.offer([word.title for word in words])

    def take(self, label: str) -> None:
        """Adds a hex from the map."""
        self.lines.add(label)

    def _fill_menu(self) -> None:
        self._menu.clear()
        for word in self._words:
            self._menu.addAction(word.title.replace("&", "&&")).triggered.connect(
                lambda _=False, title=word.title: self.lines.add(title)
            )

    def _show_builder(self, shown: bool) -> None:
        if self.builder is None:
            self.builder = ItemBuilder(self.parameter.form, self._words_of)
            self.builder.built.connect(self._take_built)
            self.rows.insertWidget(2, self.builder)
        self.builder.setVisible(shown)
        (self.builder if shown else self.lines).setFocus(Qt.FocusReason.OtherFocusReason)

    def _take_built(self, item: str) -> None:
        self.lines.add(item)
        if self.builder is not None:
            self.builder.setFocus(Qt.FocusReason.OtherFocusReason)


def _said(choices: Sequence[str], before: str) -> tuple[str, ...]:
    """The words of a part of an item that one types: its choices, or the word before its number."""
    word = before.strip()
    return tuple(choices) or ((word,) if word.isalpha() else ())
