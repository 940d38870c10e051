"""Whether letters on the map tell what orders make of units, and what they mean."""

from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from app.panels.parts import words_label


class LettersBox(QWidget):
    """A box to tick and the legend below it; nothing at all while there is nothing to tell."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ticked = QCheckBox(self.tr("&Letters for units not Assigned"))
        self.ticked.setChecked(True)
        self.legend = words_label()
        self.ticked.toggled.connect(self.legend.setVisible)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(self.ticked)
        column.addWidget(self.legend)
        self.show_legend("")

    @property
    def are_wanted(self) -> bool:
        """Whether letters are to be drawn."""
        return self.ticked.isChecked()

    def show_legend(self, words: str) -> None:
        """What the letters mean, "" where nothing is told of any unit."""
        self.legend.setText(words)
        self.setVisible(bool(words))
