"""How a session goes to the other player: at one screen, where they change places, and by mail, where the file is sent."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.play.files import SUFFIX, typed_file
from app.dialogs.play.phrase import PhraseLine
from app.widgets.buttons import button_row
from app.widgets.file_row import add_file_row
from core.play.events import Player

WIDTH_LETTERS = 68


def called(player: Player) -> str:
    """A side and who plays it.

    >>> called(Player("red", "Red", "Ann"))
    'Red (Ann)'
    """
    return f"{player.title} ({player.name})" if player.name else player.title


class SeatDialog(QDialog):
    """Asks who looks at the screen now. `taken` carries the side and the pass phrase that was typed, "" for everybody and
    where there is none; whoever hears it answers with `accept` or `refuse`. It cannot be put away without an answer; `left`
    comes when the session is to be left instead.
    """

    taken = Signal(str, str)
    left = Signal()

    def __init__(self, parent: QWidget | None, players: Sequence[Player], guarded: frozenset[str], likely: str) -> None:
        """`guarded` are the sides that have a pass phrase."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Change of places"))
        self.setWindowFlag(Qt.WindowType.WindowCloseButtonHint, False)
        self._guarded = guarded
        column = QVBoxLayout(self)
        head = QLabel(self.tr("The map is covered. Who looks at the screen now?"), self)
        head.setWordWrap(True)
        column.addWidget(head)
        group = QButtonGroup(self)
        self.seats: dict[str, QRadioButton] = {}
        everybody = [("", self.tr("Everybody at the table"))] if not guarded else []
        for side, words in [*((each.side, called(each)) for each in players), *everybody]:
            button = QRadioButton(words.replace("&", "&&"), self)
            button.setChecked(side == likely)
            group.addButton(button)
            self.seats[side] = button
            column.addWidget(button)
        self.line = PhraseLine(self.tr("Pass phrase"), self)
        self._label = QLabel(self.tr("&Pass phrase:"), self)
        self._label.setBuddy(self.line)
        form = QFormLayout()
        form.addRow(self._label, self.line)
        column.addLayout(form)
        self.told = QLabel(self)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        column.addWidget(self.told)
        self.show_map = QPushButton(self.tr("&Show the map"), self)
        self.show_map.setDefault(True)
        self.show_map.clicked.connect(self._take)
        self.leave = QPushButton(self.tr("&Leave the session"), self)
        self.leave.setAutoDefault(False)
        self.leave.clicked.connect(self.left)
        row = QHBoxLayout()
        row.addWidget(self.leave)
        row.addStretch(1)
        row.addWidget(self.show_map)
        column.addLayout(row)
        group.buttonToggled.connect(lambda *_: self._follow())
        self.line.textChanged.connect(lambda _: self._judge())
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())
        self._follow()
        (self.line if self._asks else self.show_map).setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def side(self) -> str:
        """The side that was chosen, "" for everybody."""
        return next((side for side, button in self.seats.items() if button.isChecked()), "")

    def refuse(self, sentence: str) -> None:
        """The pass phrase was not the right one; another may be tried."""
        self.told.setText(f"⚠ {sentence}")
        self.setEnabled(True)
        self.line.selectAll()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def reject(self) -> None:
        """Escape leads nowhere: somebody has to look."""

    @property
    def _asks(self) -> bool:
        return self.side in self._guarded

    def _follow(self) -> None:
        self.line.clear()
        self.told.clear()
        for part in (self.line, self._label):
            part.setVisible(self._asks)
        self._judge()

    def _judge(self) -> None:
        self.show_map.setEnabled(not self._asks or bool(self.line.text()))

    def _take(self) -> None:
        if self._asks:
            self.told.setText(self.tr("The keys are being opened …"))
            self.setEnabled(False)
        self.taken.emit(self.side, self.line.text())


class SendDialog(QDialog):
    """Asks whom the file goes to, and where the copy to send is written; `to` and `file` are the answer."""

    def __init__(self, parent: QWidget | None, players: Sequence[Player], likely: str, file: Path, sent: bool = False) -> None:
        """`players` are the others; what was `sent` is only written once more."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Hand over"))
        first = self.tr(
            "Your lines are signed, and a copy of the session is written for the other player. What you have done so far "
            "cannot be taken back then, and nothing can be done until the file comes back."
        )
        again = self.tr("The file was handed over already. It is written once more, in case it did not arrive.")
        head = QLabel(again if sent else first, self)
        head.setWordWrap(True)
        self._proposed = file
        self._to = QComboBox(self)
        for player in players:
            self._to.addItem(called(player), player.side)
        self._to.setCurrentIndex(max(self._to.findData(likely), 0))
        self._line = QLineEdit(str(file), self)
        self._line.setAccessibleName(self.tr("File to send"))
        self._line.textChanged.connect(self._judge)
        self._note = QLabel(self)
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._note.setWordWrap(True)
        form = QFormLayout()
        form.addRow(self.tr("&To:"), self._to)
        add_file_row(form, self.tr("File to &send:"), self._line, self._browse)
        self._buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._go = self._buttons.button(QDialogButtonBox.StandardButton.Ok)
        self._go.setText(self.tr("&Write") if sent else self.tr("Sign and &write"))
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(head)
        column.addLayout(form)
        column.addWidget(self._note)
        column.addWidget(self._buttons)
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())
        self._judge()

    @property
    def to(self) -> str:
        """The side that the file goes to."""
        return str(self._to.currentData())

    @property
    def file(self) -> Path:
        """The file to send."""
        return typed_file(self._line.text()) or self._proposed

    def _judge(self) -> None:
        fault = ""
        if typed_file(self._line.text()) is None:
            fault = self.tr("Name the file that is sent.")
        elif not self.file.parent.is_dir():
            fault = self.tr("There is no folder %s.") % self.file.parent
        elif self.file.exists():
            fault = self.tr("%s exists already.") % self.file.name
        self._note.setText(f"⚠ {fault}" if fault else "")
        self._go.setEnabled(not fault)

    def _browse(self) -> None:
        kinds = self.tr("Sessions (*%s)") % SUFFIX
        chosen, _ = QFileDialog.getSaveFileName(self, self.windowTitle(), self._line.text(), kinds)
        if chosen:
            self._line.setText(chosen)


class SentDialog(QDialog):
    """Says what is to be done with the file that was written, and which numbers the two players compare."""

    def __init__(self, parent: QWidget | None, player: Player, file: Path, own: str, other: str = "") -> None:
        """`own` is the fingerprint of one's own key, `other` the one of the key that the file has for `player`, "" for none."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Ready to be sent"))
        column = QVBoxLayout(self)
        steps = (
            self.tr("1. Send this file to {player}, by mail or however you like:").replace("{player}", called(player)),
            str(file),
            self.tr("2. When it has been played on, the other player sends you a file in return."),
            self.tr("3. Open that one: menu Play, Open a session. It is checked against what you have here, line by line."),
            self.tr("So that nobody can send a file in another's name, read the numbers out to each other once."),
            self.tr("Your numbers: %s") % own,
            self._numbers_of(player, other),
        )
        for number, sentence in enumerate(steps):
            label = QLabel(sentence, self)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            if number == 1:
                label.setTextInteractionFlags(
                    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
                )
                label.setAccessibleName(self.tr("File to send"))
                label.setIndent(3 * self.fontMetrics().averageCharWidth())
            column.addWidget(label)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Close)
        copy = QPushButton(self.tr("&Copy its name"), self)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(str(file)))
        folder = QPushButton(self.tr("Open its &folder"), self)
        folder.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(file.parent))))
        for button in (copy, folder):
            button.setAutoDefault(False)
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())

    def _numbers_of(self, player: Player, other: str) -> str:
        if not other:
            return self.tr("The numbers of %s come with the first file in return.") % called(player)
        return self.tr("The numbers of {player}, as they are in this file: {numbers}").format(
            player=called(player), numbers=other
        )
