"""What kind of thing is printed: counters, the cards of a scenario, or the test page of the printer. Chosen in one place."""

from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QGroupBox, QLabel, QRadioButton, QVBoxLayout, QWidget

Kind = Literal["counters", "cards", "test"]


class KindForm(QGroupBox):
    """Asks for the kind; `changed` tells that it is another."""

    changed = Signal()

    def __init__(self, has_scenarios: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("What kind"))
        self.counters = QRadioButton(self.tr("Cou&nters on sheets, with their backs"), self)
        self.cards = QRadioButton(self.tr("Cards o&f a scenario: turn track and set-up"), self)
        self.test = QRadioButton(self.tr("A test page, to tr&y how backs lie behind fronts"), self)
        self._buttons: dict[Kind, QRadioButton] = {"counters": self.counters, "cards": self.cards, "test": self.test}
        group, column = QButtonGroup(self), QVBoxLayout(self)
        for button in self._buttons.values():
            group.addButton(button)
            column.addWidget(button)
            button.toggled.connect(lambda on: self.changed.emit() if on else None)
        self.counters.setChecked(True)
        self.cards.setEnabled(has_scenarios)
        self.cards.setToolTip("" if has_scenarios else self.tr("This box has no scenario."))

    @property
    def kind(self) -> Kind:
        """The kind that is chosen."""
        return next(kind for kind, button in self._buttons.items() if button.isChecked())

    def allow_test(self, allowed: bool) -> None:
        """Offers the test page, or not: where backs are not on the other side of the paper, it would tell nothing."""
        self.test.setEnabled(allowed)
        self.test.setToolTip("" if allowed else self.tr("For backs on the other side of the paper only; see “Backs”"))
        if not allowed and self.test.isChecked():
            self.counters.setChecked(True)


class TestPageWords(QLabel):
    """What is done with a test page, in the place of what would be chosen to be printed."""

    __test__ = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(
            self.tr(
                "Print the test page once on paper that turns over as chosen under “Backs”. On its back, against the light, "
                "read where the crosses of the front stand, and add that to the two numbers under “Backs”. They are kept for "
                "this computer."
            )
        )
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.setMargin(self.fontMetrics().averageCharWidth())
