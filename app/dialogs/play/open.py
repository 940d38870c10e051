"""Which side somebody plays who opens a session by mail."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QDialog, QDialogButtonBox, QLabel, QRadioButton, QVBoxLayout, QWidget

from app.widgets.buttons import button_row
from core.play.events import Player

WIDTH_LETTERS = 56


class SideDialog(QDialog):
    """Asks; `side` is the answer. `joined` are the sides that have a pass phrase already."""

    def __init__(
        self, parent: QWidget | None, game: str, players: Sequence[Player], joined: frozenset[str], likely: str
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Which side do you play?"))
        head = QLabel(self.tr("“%s” is played by mail. On this computer you play:") % game, self)
        head.setTextFormat(Qt.TextFormat.PlainText)
        head.setWordWrap(True)
        column = QVBoxLayout(self)
        column.addWidget(head)
        self._sides = QButtonGroup(self)
        self.buttons: dict[str, QRadioButton] = {}
        for player in players:
            words = f"{player.title} ({player.name})" if player.name else player.title
            more = self.tr("asks for its pass phrase") if player.side in joined else self.tr("has no pass phrase yet")
            button = QRadioButton(f"{words}: {more}".replace("&", "&&"), self)
            button.setChecked(player.side == likely)
            self._sides.addButton(button)
            self.buttons[player.side] = button
            column.addWidget(button)
        self._row = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._row.accepted.connect(self.accept)
        self._row.rejected.connect(self.reject)
        self._sides.buttonToggled.connect(lambda *_: self._judge())
        column.addWidget(self._row)
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())
        self._judge()

    @property
    def side(self) -> str:
        """The side that was chosen, "" for none."""
        return next((side for side, button in self.buttons.items() if button.isChecked()), "")

    def _judge(self) -> None:
        self._row.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(self.side))
