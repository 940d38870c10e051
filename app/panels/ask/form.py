"""The form of one question, built from what its parameters say; it knows no series."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.documents.document import Document
from app.panels.ask.fields import ChoiceField, Field, HexField, Line, LineField, WordField
from app.panels.ask.lists import Lines, ListField
from app.panels.ask.words import NOTHING_NAMED, Word, named_words, words_of
from core.model.terrain import Terrain
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.parameters import Heading, Parameter, Words


class AskForm(QWidget):
    """Fields for the parameters of a question, those that are needed first.

    `changed` tells that it says something else, `entered` that the user wants an answer now. `place` gives the printed number
    of the hex that is chosen on the map, empty for none; `no_place` tells that one was wanted, and there is none.
    """

    changed = Signal()
    entered = Signal()
    no_place = Signal()

    def __init__(self, heading: Heading, place: Callable[[], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = heading
        self._place = place
        self._charts = ChartBook()
        self._terrain: Mapping[str, Terrain] = {}
        self._named = NOTHING_NAMED
        self.fields: dict[str, Field] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for parameter in sorted(heading.parameters, key=lambda each: not each.required):
            field = self._made(parameter)
            field.changed.connect(self._follow)
            field.entered.connect(self.entered)
            self.fields[parameter.name] = field
            column.addWidget(field)
        column.addStretch(1)
        # Qt goes by what was made first; a builder that is made later belongs to its list.
        if self.fields:
            self.setFocusProxy(next(iter(self.fields.values())))

    def minimumSizeHint(self) -> QSize:
        """As wide as its fields need. How high it is hangs on the width: Qt would take it for narrow, and leave a gap below."""
        return QSize(super().minimumSizeHint().width(), 0)

    @property
    def values(self) -> dict[str, str]:
        """What the form says, by the names of parameters, in their order; what was not said is left out."""
        said = {each.name: self.fields[each.name].text for each in self.heading.parameters}
        return {name: text for name, text in said.items() if text}

    @property
    def is_choosing(self) -> bool:
        """Whether words are offered for what is being typed."""
        return any(field.is_choosing for field in self.fields.values())

    def set_values(self, values: Mapping[str, str]) -> None:
        """Shows what was said before; nothing is told of it."""
        for name, field in self.fields.items():
            field.set_text(values.get(name, ""))
            field.show_fault("")
        self._offer()

    def use(self, document: Document) -> None:
        """Offers the words of the charts in force, the kinds of terrain that there are, and names of the order of battle."""
        self._charts, self._terrain = document.charts, document.terrain
        self._named = named_words(document.ruleset, document.box.oob, self.heading.parameters)
        self._offer()

    def forget_steps(self) -> None:
        """Something else was done since anything was typed here, and is what undo takes back first."""
        for line in self.findChildren(Line):
            line.forget_steps()
        for lines in self.findChildren(Lines):
            lines.forget_steps()

    def show_fault(self, name: str, text: str) -> None:
        """Says what is wrong at the field that it is about, and brings it into sight; an empty name says that nothing is."""
        for each, field in self.fields.items():
            field.show_fault(text if each == name else "")

    def _made(self, parameter: Parameter) -> Field:
        if parameter.is_list:
            listed = ListField(parameter, self._words)
            listed.hex_wanted.connect(partial(self._take_hex, listed))
            return listed
        if parameter.kind == "hex":
            field = HexField(parameter)
            field.hex_wanted.connect(partial(self._take_hex, field))
            return field
        if parameter.kind == "choice":
            return ChoiceField(parameter)
        return WordField(parameter) if parameter.words is not None else LineField(parameter)

    def _take_hex(self, field: HexField | ListField) -> None:
        label = self._place()
        if label:
            field.take(label)
            field.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.no_place.emit()

    def _follow(self) -> None:
        self._offer()
        self.changed.emit()

    def _offer(self) -> None:
        """Offers words anew where they hang on what was chosen before."""
        for field in self.fields.values():
            parameter = field.parameter
            if parameter.kind == "terrains":
                field.offer([Word(id_, kind.name) for id_, kind in self._terrain.items()])
            elif parameter.words is not None:
                field.offer(self._words(parameter.words, single=not parameter.is_list))

    def _words(self, words: Words | None, single: bool = False) -> Sequence[Word]:
        given = {words.of: self.fields[words.of].text} if words is not None and words.of in self.fields else {}
        return words_of(words, self._charts, given, single, named=self._named)
