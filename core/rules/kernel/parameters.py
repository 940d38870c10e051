"""What a question asks for: its parameters, where their words stand, and how the items of a list are written.

Frozen values that know no game: a form is built from them, and the command line lists them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

ParameterKind = Literal["hex", "hexes", "choice", "number", "whole", "fraction", "fractions", "text", "texts", "terrains"]
"""What a parameter holds. A "number" is a whole one from 0, or "unlimited"; a "whole" one may have a sign."""

LISTS: tuple[ParameterKind, ...] = ("hexes", "fractions", "texts", "terrains")
"""Kinds that hold several items, written with commas between them."""


@dataclass(frozen=True, slots=True)
class Words:
    """Where the words of a parameter stand: the rows or the columns of charts in force, the ids of all of them, or the sides,
    formations or counters of the order of battle.

    With `of` it is the chart that another parameter names.
    """

    charts: tuple[str, ...] = ()
    axis: Literal["rows", "columns", "ids", "sides", "formations", "counters"] = "rows"
    of: str = ""


SIDES, FORMATIONS, COUNTERS = Words(axis="sides"), Words(axis="formations"), Words(axis="counters")
"""Words that the order of battle has."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an item of a list, as it is written: `before`, what was chosen, `after`; nothing where nothing was.

    A "word" is one of `choices`, or of those that `words` finds; "words" are several of them, each written alike; a "flag" is
    its one choice or nothing.
    """

    title: str
    kind: Literal["word", "words", "flag", "whole", "fraction", "text"]
    choices: tuple[str, ...] = ()
    before: str = " "
    after: str = ""
    required: bool = False
    words: Words | None = None


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a question. `help` says what it means and its unit; `choices` lists the words of a choice; no number is
    below `least`.

    `title` is what a form calls it, its name in words where it is empty. `words` says where the words that it knows stand, and
    `form` how one item of a list is put together. `only` says that it belongs to questions about units on the map, or to those
    about numbers alone, where a question answers both. `at_hand` says that it is what players choose, and no circumstance: a
    form that leads through a procedure shows it at once. `private` says that a side keeps what it says to itself: it never
    stands in a file that the other one reads.
    """

    name: str
    kind: ParameterKind
    help: str
    required: bool = False
    choices: tuple[str, ...] = ()
    least: int | None = None
    title: str = ""
    words: Words | None = None
    form: tuple[Part, ...] = ()
    only: Literal["", "map", "numbers"] = ""
    at_hand: bool = False
    private: bool = False

    @property
    def label(self) -> str:
        """What a form calls it.

        >>> Parameter("firer_dug_in", "choice", "").label, Parameter("he", "whole", "", title="HE").label
        ('Firer dug in', 'HE')
        """
        return self.title or in_words(self.name)

    @property
    def is_list(self) -> bool:
        """Whether it holds several items."""
        return self.kind in LISTS


@dataclass(frozen=True, slots=True)
class Heading:
    """What there is to know of a question without answering it: all that a list, a form and the manual need. `leads` says that
    it is a step of a procedure (`core.rules.kernel.procedure`), which is led through rather than asked once. `at_hex` is what
    it is called once it is asked about a `{hex}`, "" for as a tool calls it."""

    name: str
    title: str
    summary: str
    rules: str
    parameters: tuple[Parameter, ...]
    leads: bool = False
    at_hex: str = ""

    @property
    def topic(self) -> str:
        """What it is listed under: the part of its name before the first dot."""
        return self.name.partition(".")[0]


def texts_of(heading: Heading) -> tuple[str, ...]:
    """All that a form and a list say of a question, each once: what a translation of it has to hold."""
    parts = (part.title for parameter in heading.parameters for part in parameter.form)
    said = ((parameter.label, parameter.help) for parameter in heading.parameters)
    texts = (heading.title, in_words(heading.topic), heading.summary, *(text for both in said for text in both), *parts)
    return tuple(dict.fromkeys((*texts, *((heading.at_hex,) if heading.at_hex else ()))))


def reworded(heading: Heading, word: Callable[[str], str]) -> Heading:
    """The same question with all its texts said otherwise. What is written into its parameters stays as it is."""
    return replace(
        heading,
        title=word(heading.title),
        summary=word(heading.summary),
        at_hex=word(heading.at_hex) if heading.at_hex else "",
        parameters=tuple(
            replace(
                each,
                title=word(each.label),
                help=word(each.help),
                form=tuple(replace(part, title=word(part.title)) for part in each.form),
            )
            for each in heading.parameters
        ),
    )


def in_words(name: str) -> str:
    """A name of the program in words.

    >>> in_words("fire.area"), in_words("battalion_morale")
    ('Fire: area', 'Battalion morale')
    """
    topic, _, rest = name.replace("_", " ").partition(".")
    text = f"{topic}: {rest.replace('.', ', ')}" if rest else topic
    return text[:1].upper() + text[1:]


def item_text(form: tuple[Part, ...], chosen: Mapping[str, tuple[str, ...]]) -> str:
    """An item as it is written, from what was chosen for its parts by their titles; empty values count as not chosen.

    >>> form = (Part("Kind", "word", ("infantry", "MG"), required=True), Part("Range", "whole", before=" at "))
    >>> item_text(form, {"Kind": ("MG",), "Range": ("4",)}), item_text(form, {"Kind": ("infantry",), "Range": ("",)})
    ('MG at 4', 'infantry')
    """
    values = ((part, value.strip()) for part in form for value in chosen.get(part.title, ()))
    return "".join(f"{part.before}{value}{part.after}" for part, value in values if value).strip()
