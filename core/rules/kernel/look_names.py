"""What looks name and there is not: values, words of values, colours, signs, kinds of pieces. Each with the nearest match."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from core.base.colours import is_colour
from core.base.errors import did_you_mean
from core.model.looks import Chosen, Condition, Form
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.looks import COLOURS, SPECIAL, is_whole, slots
from core.rules.kernel.signs import SIGNS

TONES = ("pale", "deep")
"""What can stand before the name of a colour."""

Key = Literal["", "text", "echelon", "fill", "ink", "bar", "when"]
"""Which part of an element is meant, "" for the whole of it."""

Fault = tuple[Key, str]
"""A part of an element and what is wrong with it, as a sentence."""


class Naming(Protocol):
    """What of an element can name something."""

    @property
    def form(self) -> Form:
        """What it is."""

    @property
    def text(self) -> Chosen:
        """Its letters, its symbol or its sign."""

    @property
    def echelon(self) -> Chosen:
        """The sign of size of its symbol."""

    @property
    def fill(self) -> Chosen:
        """The colour of its surface."""

    @property
    def ink(self) -> Chosen:
        """The colour of its letters or lines."""

    @property
    def bar(self) -> Chosen:
        """Whether a stroke runs under its letters."""

    @property
    def when(self) -> tuple[Condition, ...]:
        """On what it is drawn."""


@dataclass(frozen=True, slots=True)
class Names:
    """What looks can name: the values that counters print, and colours beside those that differ from counter to counter."""

    values: Mapping[str, CounterValue]
    colours: Collection[str] = ()

    @classmethod
    def of(cls, values: Iterable[CounterValue], colours: Collection[str] = ()) -> "Names":
        """The names of the values of a ruleset."""
        return cls({value.id: value for value in values}, colours)

    def kinds(self) -> tuple[str, ...]:
        """The kinds of pieces."""
        return next((tuple(word for word, _ in value.choices) for value in self.values.values() if value.role == "kind"), ())

    def kind_fault(self, kind: str) -> str:
        """What is wrong with a kind of piece, "" where there is one."""
        known = self.kinds()
        return "" if kind in known else f'There is no kind of piece "{kind}".{did_you_mean(kind, known)}'

    def value_fault(self, id_: str) -> str:
        """What is wrong with the name of a value, "" where there is one."""
        if id_ in self.values or id_ in SPECIAL:
            return ""
        return f'Nothing that counters print is called "{id_}".{did_you_mean(id_, (*self.values, *SPECIAL))}'

    def word_faults(self, id_: str, words: Iterable[str]) -> Iterator[str]:
        """What is wrong with a value and with words that it is to be."""
        if fault := self.value_fault(id_):
            yield fault
        value = self.values.get(id_)
        if value is None or value.type not in ("choice", "flag"):
            return
        known = ("true", "false") if value.type == "flag" else tuple(choice for choice, _ in value.choices)
        for word in words:
            if word not in known:
                yield f'"{id_}" cannot be "{word}".{did_you_mean(word, known)}'

    def by_faults(self, chosen: Chosen) -> Iterator[str]:
        """What is wrong with the value that decides, and with what it is to be."""
        if chosen.by:
            yield from self.word_faults(chosen.by, (word for word, _ in chosen.choices))

    def condition_faults(self, conditions: Iterable[Condition]) -> Iterator[str]:
        """What is wrong with conditions."""
        for each in conditions:
            yield from self.word_faults(each.value, each.among)

    def colour_faults(self, chosen: Chosen) -> Iterator[str]:
        """What is no colour here."""
        yield from self.by_faults(chosen)
        for text in chosen.words:
            tone, _, name = text.rpartition(" ")
            if tone and tone not in TONES:
                yield f'A colour cannot be "{tone}".{did_you_mean(tone, TONES)}'
            elif name and not is_colour(name) and name not in self.colours and name not in COLOURS:
                yield f'There is no colour "{name}".{did_you_mean(name, (*self.colours, *COLOURS))}'

    def faults(self, element: Naming) -> Iterator[Fault]:
        """Everything that an element names and there is not, and what it lacks."""
        yield from (("when", each) for each in self.condition_faults(element.when))
        yield from (("text", each) for each in self.by_faults(element.text))
        yield from (("echelon", each) for each in self.by_faults(element.echelon))
        yield from (("bar", each) for each in self.by_faults(element.bar))
        yield from (("fill", each) for each in self.colour_faults(element.fill))
        yield from (("ink", each) for each in self.colour_faults(element.ink))
        if element.form in ("text", "symbol", "sign") and not element.text:
            yield "", f'A look element of the form "{element.form}" needs a "text".'
        for text in element.text.words:
            if element.form == "sign" and text and text not in SIGNS:
                yield "text", f'There is no sign "{text}".{did_you_mean(text, SIGNS)}'
            if element.form == "text" and not is_whole(text):
                yield "text", f'"{text}" holds a brace alone; a value stands between two, such as "{{name}}" or "{{name|–}}".'
            yield from (("text", fault) for id_ in slots(text) if (fault := self.value_fault(id_)))
