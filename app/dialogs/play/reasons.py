"""Why something is gone back over that is not lightly taken back, and what the branch is called that grows from there."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.widgets.buttons import button_row
from app.widgets.icons import icon
from core.play.session import Barrier

WIDTH_LETTERS = 64
MOST_LINES = 8
MOST_LETTERS = 500
"""The letters of the longest reason."""


class ReasonDialog(QDialog):
    """Shows what stands against it, and asks for a line; `why` is the answer. Nothing is done without one.

    Who goes on from an entry that was is asked for the `name` of the branch as well, which may be left out.
    """

    def __init__(
        self, parent: QWidget | None, barriers: Sequence[Barrier], doing: str, branch: str | None = None, about: str = ""
    ) -> None:
        """`doing` is the text of the button that goes on, such as "Undo"; `branch` says where a branch begins, `about` what is
        done otherwise."""
        super().__init__(parent)
        self._needed = bool(barriers)
        self.setWindowTitle(self.tr("Go back all the same?") if branch is None else self.tr("Take play up from here"))
        column = QVBoxLayout(self)
        self.called = QLineEdit(self)
        if branch is not None:
            column.addWidget(self._words(branch))
            self._add(column, self.called, self.tr("&Name of the branch (may be empty):"), self.tr("Name of the branch"))
        elif about:
            column.addWidget(self._words(about))
        self.called.setVisible(branch is not None)
        self.line = QLineEdit(self)
        self.list = QListWidget(self)
        self.list.setVisible(self._needed)
        if barriers:
            column.addWidget(self._words(self.tr("This goes back over what is not lightly taken back:")))
            self._fill(barriers)
            column.addWidget(self.list)
            self._add(column, self.line, self.tr("&Why it is done all the same (it stays in the journal):"), self.tr("Why"))
        self.line.setVisible(self._needed)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._go = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self._go.setText(doing)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.line.textChanged.connect(self._judge)
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())
        (self.called if branch is not None else self.line).setFocus(Qt.FocusReason.OtherFocusReason)
        self._judge()

    @property
    def why(self) -> str:
        """What was typed."""
        return self.line.text().strip()

    @property
    def name(self) -> str:
        """What the branch is called, "" for nothing."""
        return self.called.text().strip()

    def _fill(self, barriers: Sequence[Barrier]) -> None:
        self.list.setAccessibleName(self.tr("What stands against it"))
        self.list.setWordWrap(True)
        for each in barriers:
            rule = f" [{each.rule}]" if each.rule else ""
            QListWidgetItem(icon("issues"), f"{each.sentence}{rule}", self.list)
        lines = min(max(len(barriers), 2), MOST_LINES)
        self.list.setMaximumHeight((2 * lines + 1) * self.fontMetrics().lineSpacing())

    def _add(self, column: QVBoxLayout, line: QLineEdit, words: str, name: str) -> None:
        line.setMaxLength(MOST_LETTERS)
        line.setAccessibleName(name)
        label = self._words(words)
        label.setTextFormat(Qt.TextFormat.AutoText)
        label.setBuddy(line)
        column.addWidget(label)
        column.addWidget(line)

    def _words(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _judge(self) -> None:
        self._go.setEnabled(bool(self.why) or not self._needed)
