"""The fields of one element of a look."""

from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QFormLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from app.counters.symbol_picker import SymbolPicker
from app.dialogs.looks.fields import AreaField, ChosenField, ConditionsField, Offer, share_box, values_offered
from app.dialogs.looks.model import LooksModel
from core.model.looks import NO_LIMIT, NOTHING, Align, Area, Chosen, Element, Form
from core.model.sidc import BadSidc, Sidc
from core.rules.kernel.looks import COLOURS
from core.rules.kernel.signs import SIGNS

MOST_PX = 2000
"""A counter that is larger than this shows everything."""

FORMS: tuple[Form, ...] = ("text", "symbol", "sign", "box", "oval", "line")
LETTERED: tuple[Form, ...] = ("text", "symbol", "sign")
LINED: tuple[Form, ...] = ("box", "oval", "line")


class _TextField(ChosenField):
    """The letters, the sign or the symbol of an element."""

    form: Form = "text"

    def check(self, text: str) -> str:
        """What the text names and there is not."""
        if not text:
            return ""
        if self.form == "symbol":
            try:
                Sidc.parse(text)
            except BadSidc as error:
                return str(error)
            return ""
        element = Element(self.form, (0, 0, 1, 1), text=Chosen(text))
        return next((fault for key, fault in self.names.faults(element) if key == "text"), "")


class ElementForm(QWidget):
    """Shows the chosen element and takes changes of it; that of a ruleset can only be read."""

    def __init__(self, model: LooksModel) -> None:
        super().__init__()
        self._model = model
        self.form = QComboBox()
        for form in FORMS:
            self.form.addItem(self.form_words(form), form)
        self.area = AreaField()
        self.elsewhere = QCheckBox(self.tr("Else&where on small counters"))
        self.small = AreaField()
        self.text = _TextField(self.tr("Text"))
        self.echelon = ChosenField(self.tr("Sign of size"))
        self.fill = ChosenField(self.tr("Fill"), colour=True)
        self.ink = ChosenField(self.tr("Ink"), colour=True)
        self.bar = ChosenField(self.tr("Stroke below"))
        self.when = ConditionsField(self.tr("Drawn where"))
        self.width_, self.round = share_box(self.tr("Width of the line")), share_box(self.tr("Round corners"))
        self.width_.setSingleStep(0.5)
        self.dashed, self.bold = QCheckBox(self.tr("&Dashed")), QCheckBox(self.tr("&Bold"))
        self.align = QComboBox()
        aligns: tuple[tuple[Align, str], ...] = (
            ("left", self.tr("Left")),
            ("middle", self.tr("Middle")),
            ("right", self.tr("Right")),
        )
        for align, words in aligns:
            self.align.addItem(words, align)
        self.turn = QSpinBox()
        self.turn.setRange(-180, 180)
        self.turn.setSuffix("°")
        self.turn.setKeyboardTracking(False)
        self.from_px, self.below_px = _pixels(self.tr("any size")), _pixels(self.tr("any size"))
        self.rows = QFormLayout()
        self.rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._lay_out()
        self._connect()
        column = QVBoxLayout(self)
        self.fields = QWidget()
        self.fields.setLayout(self.rows)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.none = QLabel(self.tr("Choose an element in the list or in the picture."))
        self.none.setWordWrap(True)
        column.addWidget(self.none)
        column.addWidget(self.fields)
        column.addStretch(1)

    def form_words(self, form: Form) -> str:
        """What a form is called."""
        return {
            "text": self.tr("Letters"),
            "symbol": self.tr("Unit symbol"),
            "sign": self.tr("Sign"),
            "box": self.tr("Box"),
            "oval": self.tr("Oval"),
            "line": self.tr("Line"),
        }[form]

    def _lay_out(self) -> None:
        for words, field in (
            (self.tr("&Form:"), self.form),
            (self.tr("Place:"), self.area),
            ("", self.elsewhere),
            (self.tr("When small:"), self.small),
            (self.tr("&Text:"), self.text),
            (self.tr("Sign of si&ze:"), self.echelon),
            (self.tr("Fi&ll:"), self.fill),
            (self.tr("&Ink:"), self.ink),
            (self.tr("Dra&wn where:"), self.when),
            (self.tr("Line:"), self.width_),
            ("", self.dashed),
            (self.tr("Corners:"), self.round),
            (self.tr("&Align:"), self.align),
            ("", self.bold),
            (self.tr("T&urned:"), self.turn),
            (self.tr("Stroke below:"), self.bar),
            (self.tr("Seen from:"), self.from_px),
            (self.tr("Seen below:"), self.below_px),
        ):
            self.rows.addRow(words, field)
            if not field.accessibleName():
                field.setAccessibleName(words.replace("&", "").rstrip(":"))
        self.turn.setToolTip(self.tr("Degrees to the right, around the middle"))
        self.bar.setToolTip(self.tr("Letters have a stroke below them where this says anything"))
        self.from_px.setToolTip(self.tr("Pixels of the counter's side from which this is drawn"))
        self.below_px.setToolTip(self.tr("Pixels of the counter's side below which this is drawn"))

    def _connect(self) -> None:
        change = self._change
        self.form.activated.connect(lambda _: self._take_form())
        self.area.taken.connect(lambda area: change("area", area))
        self.small.taken.connect(lambda area: change("small", area))
        self.elsewhere.toggled.connect(self._take_elsewhere)
        for key in ("text", "echelon", "fill", "ink", "bar", "when"):
            getattr(self, key).taken.connect(lambda value, key=key: change(key, value))
        self.width_.valueChanged.connect(lambda value: change("width", round(value / 100, 4)))
        self.round.valueChanged.connect(lambda value: change("round", round(value / 100, 4)))
        self.dashed.toggled.connect(lambda on: change("dashed", on))
        self.bold.toggled.connect(lambda on: change("bold", on))
        self.align.activated.connect(lambda _: change("align", self.align.currentData()))
        self.turn.valueChanged.connect(lambda value: change("turn", float(value)))
        self.from_px.valueChanged.connect(lambda value: change("from_px", float(value)))
        self.below_px.valueChanged.connect(lambda value: change("below_px", float(value) if value else NO_LIMIT))

    # Showing ---------------------------------------------------------------------------------------------------------------

    def use_names(self) -> None:
        """Offers what elements can name now."""
        names = self._model.names
        for each in (self.text, self.echelon, self.bar):
            each.use(names, self._texts if each is self.text else tuple)
        for each in (self.fill, self.ink):
            each.use(names, self._colours, self._model.paint)
        self.when.use(names)

    def show_element(self) -> None:
        """Shows the chosen element; what is being typed stays."""
        element = self._model.element
        self.none.setVisible(element is None)
        self.fields.setVisible(element is not None)
        self.fields.setEnabled(self._model.is_own)
        if element is None:
            return
        self.text.form = element.form
        self.text.asking = (self.tr("&Choose symbol…"), self.choose_symbol) if element.form == "symbol" else None
        self.text.button.setVisible(True)
        blocked = [self.form, self.elsewhere, self.width_, self.round, self.dashed, self.bold, self.align, self.turn]
        holding = [QSignalBlocker(each) for each in (*blocked, self.from_px, self.below_px)]
        self.form.setCurrentIndex(self.form.findData(element.form))
        self.elsewhere.setChecked(element.small is not None)
        self.width_.setValue(element.width * 100)
        self.round.setValue(element.round * 100)
        self.dashed.setChecked(element.dashed)
        self.bold.setChecked(element.bold)
        self.align.setCurrentIndex(self.align.findData(element.align))
        self.turn.setValue(round(element.turn))
        self.from_px.setValue(round(element.from_px))
        self.below_px.setValue(round(element.below_px) if element.below_px != NO_LIMIT else 0)
        for each in holding:
            each.unblock()
        self.area.show_area(element.area)
        self.small.show_area(element.small if element.small is not None else element.area)
        for key in ("text", "echelon", "fill", "ink", "bar"):
            getattr(self, key).show_value(getattr(element, key))
        self.when.show_value(element.when)
        self._show_rows(element)

    def show_tried(self, area: Area, *, small: bool) -> None:
        """Shows where the element is being dragged."""
        element = self._model.element
        if element is not None:
            (self.small if small and element.small is not None else self.area).show_area(area)

    def _show_rows(self, element: Element) -> None:
        """Only what the form of the element has a use for; what it holds all the same stays seen."""
        form = element.form
        for field, shown in (
            (self.small, element.small is not None),
            (self.text, form in LETTERED),
            (self.echelon, form == "symbol"),
            (self.fill, form in ("box", "oval", "symbol", "sign") or element.fill != NOTHING),
            (self.width_, form in LINED),
            (self.dashed, form in LINED),
            (self.round, form == "box"),
            (self.align, form == "text"),
            (self.bold, form == "text"),
            (self.turn, form in ("text", "sign") or bool(element.turn)),
            (self.bar, form == "text"),
        ):
            self.rows.setRowVisible(field, shown)

    def _texts(self) -> list[Offer]:
        """What the menu puts into the text."""
        if self.text.form == "sign":
            return [(sign, sign) for sign in sorted(SIGNS)]
        if self.text.form == "symbol":
            return []
        return [(f"{{{id_}}}", f"{words}  {{{id_}}}") for id_, words in values_offered(self._model.names)]

    def _colours(self) -> list[Offer]:
        named = [*COLOURS, "pale side", "deep side"]
        return [*((each, each) for each in named), *((name, f"{name}  {each}") for name, each in self._model.colours.items())]

    # Changing --------------------------------------------------------------------------------------------------------------

    def _change(self, key: str, value: Any) -> None:
        element = self._model.element
        if element is not None and getattr(element, key) != value:
            self._model.change_element(self.tr("Change element"), key, **{key: value})

    def _take_form(self) -> None:
        form = self.form.currentData()
        element = self._model.element
        if element is None or element.form == form:
            return
        # Letters are no sign, and a sign is no code of a symbol.
        text = element.text if form not in LETTERED else self._model.fresh(form).text
        fill = element.fill if element.fill or element.ink else self._model.fresh(form).fill
        self._model.change_element(self.tr("Change element"), form=form, text=text, fill=fill)

    def _take_elsewhere(self, on: bool) -> None:
        element = self._model.element
        if element is not None:
            small: Area | None = element.area if on else None
            self._model.change_element(self.tr("Change element"), small=small)

    def choose_symbol(self) -> None:
        """Asks for the symbol that units without one of their own show."""
        element = self._model.element
        if element is None or element.form != "symbol" or not self._model.is_own:
            return
        try:
            shown = Sidc.parse(element.text.other)
        except BadSidc:
            shown = Sidc()
        picker = SymbolPicker(self, shown)

        def done(result: int) -> None:
            if result == QDialog.DialogCode.Accepted:
                self.text.put(picker.sidc)
            picker.deleteLater()

        picker.finished.connect(done)
        picker.open()


def _pixels(none: str) -> QSpinBox:
    box = QSpinBox()
    box.setRange(0, MOST_PX)
    box.setSuffix(" px")
    box.setSpecialValueText(none)
    box.setKeyboardTracking(False)
    return box
