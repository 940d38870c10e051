"""The fields of a whole look: what it is called and for, the colours of its two sides, and when it has a back."""

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.looks.fields import CheckedLine, ChosenField, ConditionsField, FaultLabel, Offer
from app.dialogs.looks.marker_form import MarkerForm
from app.dialogs.looks.model import LooksModel
from app.widgets.rule_words import said
from core.rules.kernel.looks import COLOURS
from core.rules.kernel.parameters import in_words

KINDS_SHOWN = 5
"""Kinds of pieces that are seen at a time."""

MOST_PX = 400


class LookForm(QWidget):
    """Shows the look and takes changes of it; that of a ruleset can only be read."""

    def __init__(self, model: LooksModel) -> None:
        super().__init__()
        self._model = model
        self._showing = False
        self.title = CheckedLine(self.tr("Title"), self._title_fault)
        self.title_fault = FaultLabel()
        self.id = QLabel()
        self.id.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.kinds: dict[str, QCheckBox] = {}
        inner = QWidget()
        self._kinds_column = QVBoxLayout(inner)
        self.kinds_area = QScrollArea()
        self.kinds_area.setWidgetResizable(True)
        self.kinds_area.setWidget(inner)
        self.kinds_area.setAccessibleName(self.tr("Kinds of pieces that it is for"))
        self.kinds_area.setToolTip(self.tr("Units of these kinds are drawn by this look, but for those that ask for another"))
        self.ground = ChosenField(self.tr("Front colour"), colour=True)
        self.back_ground = ChosenField(self.tr("Back colour"), colour=True)
        self.back_when = QComboBox()
        self.back_when.setAccessibleName(self.tr("Printed back"))
        for words, when in (
            (self.tr("Where the back prints other values"), "printed"),
            (self.tr("Always"), "always"),
            (self.tr("Also where…"), "where"),
        ):
            self.back_when.addItem(words, when)
        self.back_where = ConditionsField(self.tr("Printed back where"))
        self.full_px = QSpinBox()
        self.full_px.setRange(0, MOST_PX)
        self.full_px.setSuffix(" px")
        self.full_px.setKeyboardTracking(False)
        self.full_px.setToolTip(self.tr("Below this size a counter counts as small"))
        self.rows = QFormLayout()
        self.rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for words, field in (
            (self.tr("T&itle:"), self.title),
            ("", self.title_fault),
            (self.tr("Id:"), self.id),
            (self.tr("Kinds:"), self.kinds_area),
            (self.tr("&Front colour:"), self.ground),
            (self.tr("Back &colour:"), self.back_ground),
            (self.tr("&Back:"), self.back_when),
            (self.tr("Where:"), self.back_where),
            (self.tr("&Small below:"), self.full_px),
        ):
            self.rows.addRow(words, field)
        column = QVBoxLayout(self)
        column.addLayout(self.rows)
        self.marker = MarkerForm(model)
        column.addWidget(self.marker)
        column.addStretch(1)
        self._connect()

    def _connect(self) -> None:
        change = self._change
        self.title.told.connect(self.title_fault.tell)
        self.title.taken.connect(lambda text: change("title", text))
        self.ground.taken.connect(lambda chosen: change("ground", chosen))
        self.back_ground.taken.connect(lambda chosen: change("back_ground", chosen))
        self.back_when.activated.connect(lambda _: self._take_back())
        self.back_where.taken.connect(lambda conditions: change("back_when", conditions or "printed"))
        self.full_px.valueChanged.connect(lambda value: change("full_px", float(value)))

    def _title_fault(self, text: str) -> str:
        return "" if text else self.tr("A look needs a title.")

    def use_names(self) -> None:
        """Offers what looks can name now."""
        names = self._model.names
        for each in (self.ground, self.back_ground):
            each.use(names, self._colours, self._model.paint)
        self.back_where.use(names)

    def _colours(self) -> list[Offer]:
        return [*((each, each) for each in COLOURS), *((each, f"{each}  {hex_}") for each, hex_ in self._model.colours.items())]

    def show_look(self) -> None:
        """Shows the look; what is being typed stays."""
        look = self._model.look
        self.setEnabled(self._model.is_own)
        self._showing = True
        self.title.show_text(look.title)
        self.id.setText(look.id)
        self._show_kinds(look.of)
        for field in (self.kinds_area, self.back_ground, self.back_when):
            self.rows.setRowVisible(field, self._model.marker is None)
        self.marker.show_marker()
        self.ground.show_value(look.ground)
        self.back_ground.show_value(look.back_ground)
        when = look.back_when
        self.back_when.setCurrentIndex(self.back_when.findData(when if isinstance(when, str) else "where"))
        typing = self.back_where.isAncestorOf(self.focusWidget() or self)
        self.rows.setRowVisible(self.back_where, self._model.marker is None and (not isinstance(when, str) or typing))
        self.back_where.show_value(() if isinstance(when, str) else when)
        with QSignalBlocker(self.full_px):
            self.full_px.setValue(round(look.full_px))
        self._showing = False

    def _show_kinds(self, of: tuple[str, ...]) -> None:
        kinds = dict.fromkeys((*self._model.names.kinds(), *of))
        if [*self.kinds] != [*kinds]:
            for box in self.kinds.values():
                self._kinds_column.removeWidget(box)
                box.deleteLater()
            self.kinds.clear()
            for kind in kinds:
                box = QCheckBox(said(in_words(kind)))
                box.toggled.connect(lambda _: self._take_kinds())
                self.kinds[kind] = box
                self._kinds_column.addWidget(box)
            rows = min(len(kinds), KINDS_SHOWN)
            least = max((box.sizeHint().height() for box in self.kinds.values()), default=0)
            self.kinds_area.setFixedHeight(rows * (least + self._kinds_column.spacing()) + self.fontMetrics().height())
        for kind, box in self.kinds.items():
            box.setChecked(kind in of)

    def _take_kinds(self) -> None:
        if not self._showing:
            self._change("of", tuple(kind for kind, box in self.kinds.items() if box.isChecked()))

    def _take_back(self) -> None:
        when = self.back_when.currentData()
        if when != "where":
            self._change("back_when", when)
        # Until a condition is typed nothing is other than it was.
        self.rows.setRowVisible(self.back_where, when == "where")
        if when == "where":
            self.back_where.setFocus()

    def _change(self, key: str, value: object) -> None:
        if not self._showing and getattr(self._model.look, key) != value:
            self._model.change_look(self.tr("Change look"), key, **{key: value})
