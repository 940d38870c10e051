"""What players may have to set themselves: the weather, the light and the sight of a turn, and what sides have left."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.widgets.buttons import button_row
from core.model.state import GameState

LIGHTS = ("day", "twilight", "night")
FURTHEST = 999
"""The furthest sight that can be set, in hexes."""

MOST_POINTS = 99_999
WIDTH_LETTERS = 50

Points = Mapping[tuple[str, str], int]


class SkyDialog(QDialog):
    """Light, sight and weather of the turn; `then` hears what was set, by the names of the state of play."""

    def __init__(self, parent: QWidget | None, state: GameState, then: Callable[[Mapping[str, object]], object]) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Weather, light and sight of the turn"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._then = then
        self.light, self.sight, self.limit, self.weather = QComboBox(), QSpinBox(), QCheckBox(), QLineEdit(state.weather)
        for light, words in zip(LIGHTS, (self.tr("Day"), self.tr("Twilight"), self.tr("Night")), strict=True):
            self.light.addItem(words, light)
        self.light.setCurrentIndex(max(self.light.findData(state.light), 0))
        self.limit.setText(self.tr("One sees no further &than"))
        self.limit.setChecked(state.visibility is not None)
        self.sight.setRange(0, FURTHEST)
        self.sight.setSuffix(self.tr(" hexes"))
        self.sight.setAccessibleName(self.tr("How far one sees, in hexes"))
        self.sight.setValue(state.visibility if state.visibility is not None else 0)
        self.sight.setEnabled(self.limit.isChecked())
        self.limit.toggled.connect(self.sight.setEnabled)
        self.weather.setPlaceholderText(self.tr("nothing special"))
        form = QFormLayout()
        form.addRow(self.tr("&Light:"), self.light)
        form.addRow(self.limit, self.sight)
        form.addRow(self.tr("&Weather:"), self.weather)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(buttons)

    def accept(self) -> None:
        """Sets it."""
        super().accept()
        sight = self.sight.value() if self.limit.isChecked() else None
        self._then({"light": self.light.currentData(), "visibility": sight, "weather": self.weather.text().strip()})


class PointsDialog(QDialog):
    """What sides have left, to be changed; `then` hears the new amounts of what is shown. Something new may be added."""

    def __init__(
        self,
        parent: QWidget | None,
        points: Points,
        sides: Sequence[tuple[str, str]],
        then: Callable[[Points], object],
    ) -> None:
        """`points` are those that may be seen, `sides` the sides that may be changed, each with what it is called."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("What the sides have left"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._then, self._sides = then, dict(sides)
        self.amounts: dict[tuple[str, str], QSpinBox] = {}
        self._form = QFormLayout()
        for key in sorted(points):
            if key[0] in self._sides:
                self._add(key, points[key])
        self._whose, self._what = QComboBox(), QLineEdit()
        for side, title in sides:
            self._whose.addItem(title, side)
        self._whose.setAccessibleName(self.tr("Side that gets something new"))
        self._what.setPlaceholderText(self.tr("something new, such as ammunition"))
        # What could be written is read whole.
        room = self._what.fontMetrics().horizontalAdvance(self._what.placeholderText())
        self._what.setMinimumWidth(room + 2 * self._what.fontMetrics().averageCharWidth())
        self._what.setAccessibleName(self.tr("What it gets"))
        new = QPushButton(self.tr("&Add"))
        new.setAutoDefault(False)
        new.clicked.connect(self._add_new)
        line = QHBoxLayout()
        for part in (self._whose, self._what, new):
            line.addWidget(part, 1 if part is self._what else 0)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        about = QLabel(self.tr("What is changed here stands in the journal."), self)
        about.setWordWrap(True)
        column.addWidget(about)
        column.addLayout(self._form)
        column.addLayout(line)
        column.addWidget(buttons)
        self.resize(WIDTH_LETTERS * self.fontMetrics().averageCharWidth(), self.sizeHint().height())

    def accept(self) -> None:
        """Sets what is left."""
        super().accept()
        self._then({key: box.value() for key, box in self.amounts.items()})

    def _add(self, key: tuple[str, str], amount: int) -> QSpinBox:
        box = QSpinBox()
        box.setRange(-MOST_POINTS, MOST_POINTS)
        box.setValue(amount)
        self.amounts[key] = box
        self._form.addRow(f"{self._sides[key[0]]} · {key[1]}:", box)
        return box

    def _add_new(self) -> None:
        key = str(self._whose.currentData()), self._what.text().strip()
        if not key[1]:
            self._what.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        box = self.amounts.get(key) or self._add(key, 0)
        self._what.clear()
        box.setFocus(Qt.FocusReason.OtherFocusReason)
        box.selectAll()
