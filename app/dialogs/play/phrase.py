"""Pass phrases of sides: a new one, typed twice, and one that opens what a side keeps to itself."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.widgets.buttons import button_row

MOST_LETTERS = 1024
"""The letters of the longest pass phrase, as in `core.play.keys`, which brings ciphers with it."""

WIDTH_LETTERS = 56


class PhraseLine(QLineEdit):
    """A line whose letters are not shown unless somebody wants to see them."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(MOST_LETTERS)
        self.setAccessibleName(name)
        self.show_letters(False)

    def show_letters(self, shown: bool) -> None:
        """Shows the letters, or a dot for each."""
        self.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)


class NewPhrase(QWidget):
    """A new pass phrase, typed twice. `changed` comes with every letter."""

    changed = Signal()

    def __init__(self, side: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.first = PhraseLine(self.tr("Pass phrase of %s") % side, self)
        self.again = PhraseLine(self.tr("Pass phrase of %s, once more") % side, self)
        self.letters = QCheckBox(self.tr("Show the letters"), self)
        self.letters.setAccessibleDescription(side)
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        for words, line in ((self.tr("Pass phrase:"), self.first), (self.tr("Once more:"), self.again)):
            label = QLabel(words, self)
            label.setBuddy(line)
            form.addRow(label, line)
            line.textChanged.connect(self.changed)
            self.letters.toggled.connect(line.show_letters)
        form.addRow("", self.letters)

    @property
    def phrase(self) -> str:
        """What was typed."""
        return self.first.text()

    def fault(self, needed: bool) -> str:
        """What is wrong with it, as a sentence; "" for nothing. One that is not `needed` may be left out."""
        if not self.phrase and not self.again.text():
            told = self.tr("A pass phrase is needed, else the other player can read what this side keeps to itself.")
            return told if needed else ""
        if not self.phrase.strip():
            return self.tr("A pass phrase needs letters, not only spaces.")
        if self.phrase != self.again.text():
            return self.tr("The two pass phrases differ. Upper and lower case and spaces count.")
        return ""


class NewPhraseDialog(QDialog):
    """Asks a player who joins a session for a pass phrase; `phrase` is the answer."""

    def __init__(self, parent: QWidget | None, side: str, game: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Pass phrase of %s") % side)
        head = _words(
            self.tr("You join “{game}” as {side}. Choose a pass phrase: what your side keeps to itself is encrypted with it.")
            .replace("{game}", game)
            .replace("{side}", side),
            self,
        )
        self.new = NewPhrase(side, self)
        self.new.changed.connect(self._judge)
        self._fault = _words("", self)
        hint = _words(self.tr("It is written down nowhere. A phrase that is lost cannot be found again."), self)
        self._buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("&Join"))
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for part in (head, self.new, hint, self._fault, self._buttons):
            column.addWidget(part)
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())
        self._judge()

    @property
    def phrase(self) -> str:
        """What was typed."""
        return self.new.phrase

    def _judge(self) -> None:
        fault = self.new.fault(needed=True)
        # Nobody is told of a fault before anything was typed.
        self._fault.setText(f"⚠ {fault}" if fault and self.phrase else "")
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not fault)


class PhraseDialog(QDialog):
    """Asks for the pass phrase of a side. `tried` carries what was typed; who hears it answers with `accept` or `refuse`."""

    tried = Signal(str)

    def __init__(self, parent: QWidget | None, side: str, why: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Pass phrase of %s") % side)
        self.line = PhraseLine(self.tr("Pass phrase of %s") % side, self)
        self.letters = QCheckBox(self.tr("&Show the letters"), self)
        self.letters.toggled.connect(self.line.show_letters)
        label = QLabel(self.tr("&Pass phrase:"), self)
        label.setBuddy(self.line)
        form = QFormLayout()
        form.addRow(label, self.line)
        form.addRow("", self.letters)
        self.told = _words("", self)
        self._buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._buttons.accepted.connect(self._try)
        self._buttons.rejected.connect(self.reject)
        self.line.textChanged.connect(self._judge)
        column = QVBoxLayout(self)
        column.addWidget(_words(why, self))
        column.addLayout(form)
        column.addWidget(self.told)
        column.addWidget(self._buttons)
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())
        self._judge()

    def refuse(self, sentence: str) -> None:
        """It was not the right one; another may be tried."""
        self.told.setText(f"⚠ {sentence}")
        self.line.setEnabled(True)
        self.line.selectAll()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)
        self._judge()

    def _judge(self) -> None:
        typed = bool(self.line.text()) and self.line.isEnabled()
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(typed)

    def _try(self) -> None:
        phrase = self.line.text()
        if not phrase or not self.line.isEnabled():
            return
        self.line.setEnabled(False)
        self._judge()
        self.told.setText(self.tr("The keys are being opened …"))
        self.tried.emit(phrase)


def _words(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
