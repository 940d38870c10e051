"""The fields of a kind of marker, beside how it looks: what it says, where it lies, its numbers and its other side."""

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QHBoxLayout, QSpinBox, QWidget

from app.dialogs.looks.fields import CheckedLine, FaultLabel
from app.dialogs.looks.model import LooksModel
from app.widgets.rule_words import said
from core.model.looks import MARKER_PLACES, MarkerPlace

MOST_NUMBER = 99


class MarkerForm(QWidget):
    """Shows the marker and takes changes of it; that of a ruleset can only be read."""

    def __init__(self, model: LooksModel) -> None:
        super().__init__()
        self._model = model
        self.about = CheckedLine(self.tr("What it says"), self._fault)
        self.section = CheckedLine(self.tr("Rule"), self._fault)
        self.fault = FaultLabel()
        self.places: dict[MarkerPlace, QCheckBox] = {}
        words: dict[MarkerPlace, str] = {
            "unit": self.tr("Units"),
            "hex": self.tr("Hexes"),
            "formation": self.tr("Formations"),
            "side": self.tr("Sides"),
        }
        places = QWidget()
        row = QHBoxLayout(places)
        row.setContentsMargins(0, 0, 0, 0)
        for place in MARKER_PLACES:
            self.places[place] = QCheckBox(words[place])
            row.addWidget(self.places[place])
        row.addStretch(1)
        self.numbered = QCheckBox(self.tr("&Numbered"))
        self.least, self.most = QSpinBox(), QSpinBox()
        for box, name in ((self.least, self.tr("Least number")), (self.most, self.tr("Greatest number"))):
            box.setRange(0, MOST_NUMBER)
            box.setKeyboardTracking(False)
            box.setAccessibleName(name)
        numbers = QWidget()
        row = QHBoxLayout(numbers)
        row.setContentsMargins(0, 0, 0, 0)
        for part in (self.numbered, self.least, self.most):
            row.addWidget(part)
        row.addStretch(1)
        self.other = QComboBox()
        self.other.setAccessibleName(self.tr("Other side"))
        self.owned = QCheckBox(self.tr("Belongs to a si&de"))
        rows = QFormLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows.addRow(self.tr("What it sa&ys:"), self.about)
        rows.addRow(self.tr("Ru&le:"), self.section)
        rows.addRow("", self.fault)
        rows.addRow(self.tr("Lies with:"), places)
        rows.addRow("", numbers)
        rows.addRow(self.tr("Other side:"), self.other)
        rows.addRow("", self.owned)
        self._connect()

    def _connect(self) -> None:
        change = self._change
        for key in ("about", "section"):
            line: CheckedLine = getattr(self, key)
            line.told.connect(self.fault.tell)
            line.taken.connect(lambda text, key=key: change(key, **{key: text}))
        for box in self.places.values():
            box.toggled.connect(lambda _: self._take_places())
        self.numbered.toggled.connect(lambda _: self._take_numbers())
        for spin in (self.least, self.most):
            spin.valueChanged.connect(lambda _: self._take_numbers())
        self.other.activated.connect(lambda _: self._take_other())
        self.owned.toggled.connect(lambda on: change("owned", owned=on))

    def _fault(self, text: str) -> str:
        return "" if text else self.tr("A marker says what it means, and by which rule.")

    def show_marker(self) -> None:
        """Shows the marker; what is being typed stays. Hidden where a look of counters is shown."""
        kind = self._model.marker
        self.setVisible(kind is not None)
        if kind is None:
            return
        self.about.show_text(kind.about)
        self.section.show_text(kind.section)
        parts = (*self.places.values(), self.numbered, self.least, self.most, self.other, self.owned)
        holding = [QSignalBlocker(each) for each in parts]
        for place, box in self.places.items():
            box.setChecked(place in kind.on)
        self.numbered.setChecked(bool(kind.numbers))
        for spin, number in ((self.least, kind.least), (self.most, kind.most)):
            spin.setEnabled(bool(kind.numbers))
            spin.setValue(number or 0)
        self.other.clear()
        self.other.addItem(self.tr("Blank"), "")
        for id_, each in self._model.ruleset.markers.items():
            if id_ != kind.id:
                self.other.addItem(said(each.title), id_)
        self.other.setCurrentIndex(max(self.other.findData(kind.other), 0))
        self.owned.setChecked(kind.owned)
        for held in holding:
            held.unblock()

    def _change(self, key: str, **changes: object) -> None:
        self._model.change_marker(self.tr("Change marker"), key, **changes)

    def _take_places(self) -> None:
        on = tuple(place for place, box in self.places.items() if box.isChecked())
        if on:
            self._change("on", on=on)
        else:
            self.fault.tell(self.tr("A marker lies with something."))
            self.show_marker()

    def _take_numbers(self) -> None:
        if not self.numbered.isChecked():
            self._change("numbers", least=None, most=None)
            return
        least = self.least.value() if self.least.isEnabled() else 1
        most = self.most.value() if self.most.isEnabled() else MOST_NUMBER // 10
        self._change("numbers", least=min(least, most), most=max(least, most))

    def _take_other(self) -> None:
        self._model.join_sides(str(self.other.currentData() or ""))
