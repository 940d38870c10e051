"""The roll picker: choose a row, a column, shifts and a roll of a chart, and read what they give."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from app.panels.charts.lookup import Finding, look_up
from app.panels.flow import FlowBox
from core.base.amounts import MINUS
from core.model.charts import Chart
from core.rules.kernel.charts import rolls_of

MOST_SHIFTS = 30
_LEAST_LETTERS = 5


class _Shifts(QSpinBox):
    """Columns to the right, or to the left where negative, always with their sign."""

    def textFromValue(self, value: int) -> str:
        """The number as it is printed."""
        return f"{value:+d}".replace("-", MINUS) if value else "0"

    def valueFromText(self, text: str) -> int:
        """What was typed, with either sign of minus."""
        try:
            return int(text.replace(MINUS, "-"))
        except ValueError:
            return 0


class RollPicker(QWidget):
    """Fields for one chart, and a sentence. `found` carries a `Finding` whenever they say something else."""

    found = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chart: Chart | None = None
        self.row = QComboBox()
        self.column = QComboBox()
        self.column.setEditable(True)
        self.column.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.column.setToolTip(self.tr("Choose a column, or type a number that finds one"))
        self.shifts = _Shifts()
        self.shifts.setRange(-MOST_SHIFTS, MOST_SHIFTS)
        self.shifts.setToolTip(self.tr("Columns to the right, or to the left where negative"))
        self.roll = QComboBox()
        self.answer = QLabel()
        self.answer.setWordWrap(True)
        self.answer.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        font = self.answer.font()
        font.setBold(True)
        self.answer.setFont(font)
        for box in (self.row, self.column, self.roll):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(_LEAST_LETTERS)
        self._row_field = self._field(self.tr("&Row"), self.row)
        self._column_field = self._field(self.tr("&Column"), self.column)
        shifts = self._field(self.tr("&Shifts"), self.shifts)
        self._roll_field = self._field(self.tr("R&oll"), self.roll)
        fields = FlowBox(gap=8)
        for field in (self._row_field, self._column_field, shifts, self._roll_field):
            fields.flow.addWidget(field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(fields)
        column.addWidget(self.answer)
        self.row.currentIndexChanged.connect(self._ask)
        self.column.currentTextChanged.connect(self._ask)
        self.shifts.valueChanged.connect(self._ask)
        self.roll.currentIndexChanged.connect(self._ask)

    def use(self, chart: Chart) -> None:
        """Takes another chart; what still fits stays as it was chosen."""
        before = self.column.currentText(), self.row.currentText(), self.roll.currentData()
        same = self._chart is not None and self._chart.id == chart.id
        self._chart = chart
        with QSignalBlocker(self.row), QSignalBlocker(self.column), QSignalBlocker(self.roll), QSignalBlocker(self.shifts):
            self._fill(self.row, chart.rows.labels, before[1] if same else "")
            self._fill(self.column, chart.columns.labels, before[0] if same else "")
            self.roll.clear()
            self.roll.addItem(self.tr("any"), None)
            for roll in rolls_of(chart) if chart.dice else ():
                self.roll.addItem(str(roll).replace("-", MINUS), roll)
            self.roll.setCurrentIndex(max(0, self.roll.findData(before[2])) if same else 0)
            if not same:
                self.shifts.setValue(0)
        self._row_field.setVisible(chart.form != "dice")
        self._roll_field.setVisible(bool(chart.dice))
        self._ask()

    def set_column(self, number: int) -> None:
        """Chooses a column without shifts, as a click on its bar does."""
        with QSignalBlocker(self.column), QSignalBlocker(self.shifts):
            self.column.setCurrentIndex(number)
            self.shifts.setValue(0)
        self._ask()

    @property
    def finding(self) -> Finding:
        """What the fields say now."""
        if self._chart is None:
            return Finding()
        return look_up(
            self._chart, self.column.currentText(), self.row.currentText(), self.shifts.value(), self.roll.currentData()
        )

    def _ask(self) -> None:
        finding = self.finding
        said = finding.fault or finding.words
        if said != self.answer.text():
            self.answer.setText(said)
            QAccessible.updateAccessibility(QAccessibleEvent(self.answer, QAccessible.Event.NameChanged))
        self.found.emit(finding)

    @staticmethod
    def _fill(box: QComboBox, labels: tuple[str, ...], wanted: str) -> None:
        box.clear()
        box.addItems(list(labels))
        if (wanted and box.isEditable()) or wanted in labels:
            box.setCurrentText(wanted)

    @staticmethod
    def _field(title: str, field: QWidget) -> QWidget:
        label = QLabel(title)
        label.setBuddy(field)
        field.setAccessibleName(title.replace("&", ""))
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label)
        row.addWidget(field)
        return both
