"""What is said of the side, the formation or the counter that is chosen in the order of battle, to be changed in place."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent, QKeySequence, QPixmap, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.counters.stripe_sets import stripe_sets
from app.counters.symbol_picker import SymbolPicker, proposed
from app.counters.unit_words import called, where_sentence
from app.documents.document import Document
from app.panels.oob.colours import ColourField
from app.panels.oob.fields import LEAST_LETTERS, TreeField, ValueField
from app.panels.oob.model import OobModel, number_text
from app.widgets.rule_words import said
from core.base.colours import LEAST_CONTRAST, contrast, is_colour
from core.base.errors import CoreError
from core.interop.counter_cells import read_symbol
from core.model.edits.edit import Edit
from core.model.edits.force_edits import ChangeUnits
from core.model.edits.oob_edits import reassigned, renamed, striped, with_value
from core.model.oob import Counter, Formation, Oob, OobItem, OobRef, Side, Value
from core.model.sidc import BadSidc
from core.model.symbol_table import function_words, read_sidc, symbol_text
from core.rules.kernel.cells import Fault
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.totals import Total

PICTURE = 4.5
"""The height of the picture of a counter, in lines."""

AT_ONCE = 400
"""Counters that are added up in one go when they are chosen."""

SLICE_MS = 8
"""How long more of them are added up between two frames."""


class OobForm(QScrollArea):
    """A form for one line of the tree; for several it says what they come to.

    `changed` carries an edit. `stand_in_wanted` carries a question and the id of a formation.
    """

    changed = Signal(object)
    stand_in_wanted = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("What is chosen"))
        self._document: Document | None = None
        self._model: OobModel | None = None
        self._drawn: object = None
        self._refs: tuple[OobRef, ...] = ()
        self._stand_ins: dict[tuple[str, str], tuple[str, str]] = {}
        self._asked: dict[tuple[str, str], Oob] = {}
        self._many: tuple[Counter, ...] = ()
        self._waiting: Iterator[Counter] = iter(())
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._add_up)
        self.fields: dict[str, QWidget] = {}
        self.title, self.facts, self.problem = QLabel(), QLabel(), QLabel()
        self.picture = QLabel()
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        for words in (self.title, self.facts, self.problem):
            words.setWordWrap(True)
        self.problem.hide()
        # Titles of values are long; what stands above and below them has room for its own words all the same.
        self._forms = tuple(QFormLayout() for _ in range(3))
        self._form = self._forms[0]
        head = QHBoxLayout()
        words_beside = QVBoxLayout()
        words_beside.addWidget(self.title)
        words_beside.addWidget(self.facts)
        words_beside.addStretch(1)
        head.addLayout(words_beside, 1)
        head.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.addLayout(head)
        column.addWidget(self.problem)
        for form in self._forms:
            form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
            form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
            column.addLayout(form)
        column.addStretch(1)
        self.setWidget(inside)

    def use(self, document: Document | None, model: OobModel) -> None:
        """Shows what is chosen of another document."""
        self._document, self._model = document, model
        self._refs, self._drawn = (), None
        self._stand_ins.clear()
        self._asked.clear()
        self._clear()

    def show_refs(self, refs: tuple[OobRef, ...]) -> None:
        """Shows what is chosen now."""
        if self._model is None or self._document is None:
            return
        oob = self._model.oob
        refs = tuple(ref for ref in refs if oob.item(ref) is not None)
        if refs != self._refs:
            self._tell("")
        self._refs = refs
        item = oob.item(refs[0]) if len(refs) == 1 else None
        drawn = (refs[0], self._document.ruleset) if item is not None else len(refs)
        if drawn != self._drawn:
            self._drawn = drawn
            self._clear()
            if item is not None:
                self._draw(refs[0], item)
        self._fill(item)

    def show_stand_in(self, formation: str, question: str, words: str, source: str) -> None:
        """Shows what stands in the place of a value that the formation does not state."""
        self._stand_ins[formation, question] = words, source
        item = self._item
        if not isinstance(item, Formation) or item.id != formation:
            return
        for field in self.fields.values():
            if isinstance(field, ValueField) and field.value.asked == question:
                field.show_stand_in(words, self._marked(item, field.value), source)

    @property
    def _item(self) -> OobItem | None:
        return self._model.oob.item(self._refs[0]) if self._model is not None and len(self._refs) == 1 else None

    # Making --------------------------------------------------------------------------------------------------------------

    def _clear(self) -> None:
        for form in self._forms:
            while form.rowCount():
                form.removeRow(0)
        self._form = self._forms[0]
        self.fields = {}
        self.title.clear()
        self.facts.clear()
        self.picture.setPixmap(QPixmap())

    def _draw(self, ref: OobRef, item: OobItem) -> None:
        ruleset = self._document.ruleset if self._document is not None else None
        self._add_line("name", self.tr("&Name"), lambda text: self._rename(ref, text))
        if isinstance(item, Side):
            self._add_colour("colour", self.tr("&Colour of counters"), self.tr("none"), self.tr("None of its own"))
            whichever = self.tr("Black or white, whichever can be read on the colour")
            self._add_colour("ink", self.tr("&Ink"), self.tr("black or white"), whichever)
            self._add_values(ruleset.side_values if ruleset is not None else ())
        elif isinstance(item, Formation):
            self._add_home(self.tr("Belon&gs to"))
            self._add_symbol()
            self._add_colour("stripe", self.tr("St&ripe"), self.tr("as above"), self.tr("That of the formation above"))
            self._add_values(ruleset.formation_values if ruleset is not None else ())
        else:
            self._add_home(self.tr("Belon&gs to"))
        if not isinstance(item, Counter):
            self._add_stripes()
        self._add_line("note", self.tr("N&ote"), lambda text: self._put(self.tr("Change the note"), note=text))

    def _add(self, id_: str, title: str, field: QWidget, row: QWidget | None = None) -> None:
        """Adds a field, in a `row` of its own where something stands beside it."""
        label = QLabel(title)
        label.setBuddy(field)
        field.installEventFilter(self)
        self._form.addRow(label, row if row is not None else field)
        self.fields[id_] = field

    def _add_symbol(self) -> None:
        """A line for a code or words, and beside it what finds the symbol by its picture."""
        row, line, button = QWidget(), QLineEdit(), QToolButton()
        line.setPlaceholderText(self.tr("Code or words"))
        button.setText("…")
        button.setAccessibleName(self.tr("Choose the symbol"))
        button.setToolTip(self.tr("Choose the symbol by words and pictures (F4)"))
        button.clicked.connect(self._choose_symbol)
        # Connected by itself: a shortcut that is made with its slot forgets the context and is heard in the whole window.
        choosing = QShortcut(QKeySequence("F4"), row, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        choosing.activated.connect(self._choose_symbol)
        inside = QHBoxLayout(row)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(line, 1)
        inside.addWidget(button)
        self._add_line("sidc", self.tr("&Symbol"), self._take_symbol, line, row)

    def _add_line(
        self, id_: str, title: str, take: Callable[[str], object], line: QLineEdit | None = None, row: QWidget | None = None
    ) -> None:
        line = line if line is not None else QLineEdit()
        line.setAccessibleName(title.replace("&", ""))

        def typed() -> None:
            if line.isModified():
                line.setModified(False)
                take(line.text().strip())

        line.editingFinished.connect(typed)
        self._add(id_, title, line, row)

    def _add_colour(self, id_: str, title: str, none: str, none_words: str) -> None:
        field = ColourField(title.replace("&", ""), none, none_words)
        field.taken.connect(lambda colour: self._put(self.tr("Change: %s") % title.replace("&", ""), **{id_: colour}))
        field.refused.connect(self._tell)
        self._add(id_, title, field)

    def _add_home(self, title: str) -> None:
        field = TreeField()
        field.setAccessibleName(title.replace("&", ""))
        field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        field.setMinimumContentsLength(LEAST_LETTERS)
        field.activated.connect(lambda _: self._take_home(field.currentData()))
        self._add("home", title, field)

    def _add_values(self, values: tuple[CounterValue, ...]) -> None:
        """Fields for what a series keeps of sides or formations, in a form of their own."""
        if not values:
            return
        self._form = self._forms[1]
        for value in values:
            field = ValueField(value)
            field.taken.connect(lambda held, value=value: self._take_value(value, held))
            field.refused.connect(self._tell)
            self._add(value.id, said(value.title), field)
        self._form = self._forms[2]

    def _add_stripes(self) -> None:
        """A button that gives the formations below one colour of a set after the other."""
        choice = QComboBox()
        choice.setAccessibleName(self.tr("Set of colours"))
        for each in stripe_sets():
            choice.addItem(each.title, each.id)
            choice.setItemData(choice.count() - 1, each.source, Qt.ItemDataRole.ToolTipRole)
        do = QPushButton(self.tr("Co&lour"))
        do.setToolTip(self.tr("Give each formation directly below a stripe of its own from this set"))
        do.clicked.connect(lambda: self._stripe(str(choice.currentData())))
        row = QWidget()
        inside = QHBoxLayout(row)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(choice, 1)
        inside.addWidget(do)
        row.setFocusProxy(choice)
        self._add("stripes", self.tr("Stripes belo&w"), row)

    # Filling -------------------------------------------------------------------------------------------------------------

    def _fill(self, item: OobItem | None) -> None:
        assert self._model is not None and self._document is not None
        model, document = self._model, self._document
        self._later.stop()
        if not self._refs:
            self.title.clear()
            self.facts.setText(self.tr("Choose a side, a formation or a counter above to see what is said of it."))
            return
        if item is None:
            counters = model.counters_of(self._refs)
            self.title.setText(self.tr("%d lines are chosen") % len(self._refs))
            self._waiting = iter(counters if len(counters) > AT_ONCE else ())
            self._many = tuple(counters)
            self._add_up()
            return
        self.title.setText(called(document.ruleset, item))
        if isinstance(item, Counter):
            self.facts.setText(where_sentence(document.box, self.title.text(), model.where(item)))
            side = round(PICTURE * self.fontMetrics().height())
            self.picture.setPixmap(model.pictures.counter(model.oob, item, side, self.devicePixelRatioF()))
        else:
            node = model.nodes.by_ref.get(self._refs[0])
            self.facts.setText(_listed(model.sums(node)) if node is not None and not model.is_adding else "")
        self._show_line("name", self.title.text())
        self._show_line("note", item.note)
        for id_ in ("colour", "ink", "stripe"):
            field = self.fields.get(id_)
            if isinstance(field, ColourField):
                field.show_colour(str(getattr(item, id_)))
        if isinstance(item, Side):
            self._warn_of_contrast(item)
        if isinstance(item, Formation):
            self._show_line("sidc", symbol_text(item.sidc))
            self._show_symbol(item)
        if isinstance(item, Formation | Counter):
            self._show_home(item)
        if isinstance(item, Side | Formation):
            self._show_values(item)

    def _add_up(self) -> None:
        """Tells what the chosen counters come to; of thousands some are worked out between two frames."""
        assert self._model is not None
        timer = QElapsedTimer()
        timer.start()
        for counter in self._waiting:
            self._model.work_out(counter)
            if timer.elapsed() >= SLICE_MS:
                self.facts.setText("…")
                self._later.start()
                return
        self.facts.setText(_listed(self._model.some(self._many)))

    def _show_line(self, id_: str, text: str) -> None:
        line = self.fields.get(id_)
        if isinstance(line, QLineEdit) and not (line.hasFocus() and line.isModified()):
            with QSignalBlocker(line):
                line.setText(text)
                line.setCursorPosition(0)
                line.setModified(False)

    def _warn_of_contrast(self, side: Side) -> None:
        if is_colour(side.colour) and is_colour(side.ink) and contrast(side.colour, side.ink) < LEAST_CONTRAST:
            found = contrast(side.colour, side.ink)
            words = self.tr(
                "This ink is hard to read on this colour (%(found).1f to 1; at least %(least).1f is needed). "
                "Counters are printed in black or white instead."
            )
            self._tell(words % {"found": found, "least": LEAST_CONTRAST})
        elif self.problem.property("contrast"):
            self._tell("")
            return
        else:
            return
        self.problem.setProperty("contrast", True)

    def _show_symbol(self, item: Formation) -> None:
        line = self.fields.get("sidc")
        words = ""
        if item.sidc:
            try:
                reading = read_sidc(item.sidc)
                words = f"{reading.finding or function_words(reading.sidc)} ({item.sidc})"
            except BadSidc as problem:
                words = str(problem)
        if line is not None:
            line.setToolTip(words)
            line.setAccessibleDescription(words)
        assert self._model is not None
        side = round(PICTURE * 0.7 * self.fontMetrics().height())
        ink = self.palette().windowText().color()
        shown = self._model.pictures.formation(self._model.oob, item, side, self.devicePixelRatioF(), ink)
        self.picture.setPixmap(shown)
        self.picture.setToolTip(words)
        self.picture.setAccessibleName(words)

    def _show_home(self, item: Formation | Counter) -> None:
        field = self.fields.get("home")
        assert self._model is not None
        if not isinstance(field, QComboBox):
            return
        oob = self._model.oob
        own = {each.id for each in oob.below(item.id)} if isinstance(item, Formation) else set()
        home = item.parent if isinstance(item, Formation) else item.formation
        with QSignalBlocker(field):
            field.clear()
            for key, side in oob.sides.keyed():
                field.addItem(side.name or side.id, OobRef("sides", key))
                if not home and side.id == item.side:
                    field.setCurrentIndex(field.count() - 1)
                waiting = [(each, 1) for each in reversed(oob.children("", side.id))]
                while waiting:
                    formation, depth = waiting.pop()
                    if formation.id in own:
                        continue
                    field.addItem("    " * depth + formation.name, oob.ref("formations", formation.id))
                    if formation.id == home:
                        field.setCurrentIndex(field.count() - 1)
                    if depth <= len(oob.formations):
                        waiting += [(each, depth + 1) for each in reversed(oob.children(formation.id))]
        field.setToolTip(field.currentText().strip())

    def _show_values(self, item: Side | Formation) -> None:
        for id_, field in self.fields.items():
            if isinstance(field, ValueField):
                held = item.values.get(id_)
                field.show_value(held, self._marked(item, field.value))
                asked = field.value.asked
                if held is None and asked and isinstance(item, Formation):
                    self._show_stand_in_of(item.id, asked)

    def _show_stand_in_of(self, formation: str, question: str) -> None:
        """Shows what is known of a stand-in, and asks anew where the order of battle has changed."""
        assert self._model is not None
        key, oob = (formation, question), self._model.oob
        if key in self._stand_ins:
            self.show_stand_in(formation, question, *self._stand_ins[key])
        if self._asked.get(key) is not oob:
            self._asked[key] = oob
            self.stand_in_wanted.emit(question, formation)

    def _marked(self, item: Side | Formation, value: CounterValue) -> int:
        """How many boxes of a track are marked: what another value of the ruleset says of it."""
        marked = item.values.get(value.marked)
        return marked if isinstance(marked, int) and not isinstance(marked, bool) else 0

    # Changing ------------------------------------------------------------------------------------------------------------

    def _rename(self, ref: OobRef, name: str) -> None:
        assert self._model is not None
        model = self._model
        self._try(lambda: renamed(model.oob, ref, name, model.name_id))

    def _take_symbol(self, text: str) -> None:
        item = self._item
        was = item.sidc if isinstance(item, Formation) else ""
        read = read_symbol(text, was)
        if isinstance(read, Fault):
            self._tell(read.text)
        elif read == was:
            self._tell("")
            self._show_line("sidc", symbol_text(was))
        else:
            self._put(self.tr("Change the symbol"), sidc=read)
            self._tell(read_sidc(read).finding if read else "")

    def _choose_symbol(self) -> None:
        item = self._item
        if self._model is None or not isinstance(item, Formation):
            return
        refs = self._refs
        picker = SymbolPicker(self, proposed(self._model.oob, item))

        def done(result: int) -> None:
            if result == QDialog.DialogCode.Accepted and self._refs == refs:
                self._put(self.tr("Choose symbol"), sidc=picker.sidc)
            picker.deleteLater()

        picker.finished.connect(done)
        picker.open()

    def _take_home(self, ref: OobRef | None) -> None:
        assert self._model is not None
        model, refs = self._model, self._refs
        if ref is not None:
            self._try(lambda: reassigned(model.oob, refs, ref))

    def _take_value(self, value: CounterValue, held: Value | None) -> None:
        assert self._model is not None
        self.changed.emit(with_value(self._model.oob, self._refs, value.id, held, said(value.title)))

    def _put(self, label: str, **changes: Any) -> None:
        item = self._item
        if item is not None:
            self._tell("")
            self.changed.emit(ChangeUnits(label, {self._refs[0]: replace(item, **changes)}))

    def _stripe(self, id_: str) -> None:
        assert self._model is not None
        chosen = next(each for each in stripe_sets() if each.id == id_)
        edit = striped(self._model.oob, self._refs[0], chosen.colours.values())
        if edit.items:
            self.changed.emit(edit)
        else:
            self._tell(self.tr("There are no formations directly below."))

    def _try(self, make: Callable[[], Edit]) -> None:
        try:
            edit = make()
        except CoreError as refusal:
            self._tell(str(refusal))
            return
        self._tell("")
        self.changed.emit(edit)

    def _tell(self, sentence: str) -> None:
        self.problem.setProperty("contrast", False)
        if sentence == self.problem.text().removeprefix("⚠ "):
            return
        self.problem.setText(f"⚠ {sentence}" if sentence else "")
        self.problem.setVisible(bool(sentence))
        if sentence:
            QAccessible.updateAccessibility(QAccessibleEvent(self.problem, QAccessible.Event.Alert))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape gives up what is being typed."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and isinstance(watched, QLineEdit):
            if event.type() == QEvent.Type.ShortcutOverride and watched.isModified():
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and watched.isModified():
                watched.setModified(False)
                self._tell("")
                self._fill(self._item)
                return True
        return super().eventFilter(watched, event)


def _listed(rows: tuple[Total, ...]) -> str:
    """Sums beside each other; their titles have commas of their own."""
    return " · ".join(f"{said(row.title)} {number_text(row.number)}" for row in rows)
