"""Charts: the tables of numbers and results that rules are read from, as frozen values.

A chart has one of three forms. `dice` tables give, for each column, a result to every roll. `needed` tables hold the least roll
that succeeds, by row and column. `values` tables hold numbers or words, by row and column. How a chart is read, shifted and
checked stands in `core.rules.kernel`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Literal

from core.model.terrain import Provenance

Form = Literal["dice", "needed", "values"]
Find = Literal["span", "threshold", "word", "odds"]
Grammar = Literal["", "steps", "odds", "crt", "vcs", "bcs"]
"""How a chart writes its results; `core.rules.kernel.results` reads each."""

FORMS: tuple[Form, ...] = ("dice", "needed", "values")
STATUSES: Mapping[str, str] = MappingProxyType(
    {
        "published": "printed in a published chart",
        "rules text": "stated by the rules themselves",
        "transcription": "copied from a published chart by others, not verified",
        "stand-in": "ours, until the printed chart is entered",
        "box": "of this box",
        "yours": "entered by you",
    }
)
"""Where the numbers of a chart come from, each with a sentence."""

END = "end"
"""What lies off a chart when its end column or row counts."""

NEVER = "never"
"""In the place of a needed roll: no roll succeeds."""

Cell = Fraction | str
"""A number, or a word where the chart prints one."""

_BAND = re.compile(r"\s*(?P<low>-?\d{1,3})(?:\s*[-–]\s*(?P<high>-?\d{1,3}))?\s*:?\s+(?P<result>\S.*?)\s*")
_FRACTION = re.compile(r"[+-]?\d{1,12}(?:/[1-9]\d{0,6})?|[+-]?\d{1,6}\.\d{1,6}")
_SPAN = re.compile(r"(?P<low>-?\d{1,12})(?:\s*(?:-|to)\s*(?P<high>-?\d{1,12})|(?P<open>\+|\s+or more)|(?P<less>\s+or less))?")


@dataclass(frozen=True, slots=True)
class Span:
    """Whole numbers from `low` to `high`; None where there is no end.

    >>> read_span("11-13"), read_span("101+"), read_span("-3 or less"), read_span("4"), read_span("Open")
    (Span(low=11, high=13), Span(low=101, high=None), Span(low=None, high=-3), Span(low=4, high=4), None)
    """

    low: int | None
    high: int | None

    def __contains__(self, number: Fraction | int) -> bool:
        return (self.low is None or self.low <= number) and (self.high is None or number <= self.high)


@lru_cache(4096)
def read_span(label: str) -> Span | None:
    """The numbers that a printed label such as "11-13" or "101+" means, None when it is a word."""
    found = _SPAN.fullmatch(label.strip().replace("–", "-").replace("−", "-"))
    if found is None:
        return None
    low = int(found["low"])
    if found["open"]:
        return Span(low, None)
    if found["less"]:
        return Span(None, low)
    high = int(found["high"]) if found["high"] is not None else low
    return Span(low, high) if low <= high else None


_ODDS = re.compile(r"(?P<attack>\d{1,40})\s*[:–-]\s*(?P<defence>\d{1,40})")


def read_odds(label: str) -> int | None:
    """The place of printed odds in the row …, 1:2, 1:1, 2:1, …, where 1:1 is 0; None for what is none, such as 3:2.

    >>> read_odds("1:3"), read_odds("1-1"), read_odds("5-1"), read_odds("3:2")
    (-2, 0, 4, None)
    """
    found = _ODDS.fullmatch(label.strip().replace("−", "-"))
    if found is None or min(attack := int(found["attack"]), defence := int(found["defence"])) != 1:
        return None
    return attack - defence


@dataclass(frozen=True)
class Axis:
    """The columns or the rows of a chart, in order, as they are printed.

    `by` says what they are read by. With `find` "span" a number finds the label whose span holds it, with "threshold" the last
    label that does not exceed it, with "odds" odds find the last label that does not exceed them, with "word" only the label
    itself is found. `below` and `above` say what lies off the first and the last label: `END` when that label counts, else the
    effect in the words of the results. Words that are `free` are those of one game, such as its terrain: a chart that takes the
    place of this one may have others.
    """

    by: str
    labels: tuple[str, ...]
    find: Find = "word"
    below: str = END
    above: str = END
    free: bool = False

    def index(self, label: str) -> int | None:
        """Where a label stands, whatever the case of its letters; None when there is none of that name."""
        return self._places.get(label.strip().casefold())

    @cached_property
    def _places(self) -> Mapping[str, int]:
        # Of labels that differ in the case of letters alone the first is found.
        return {label.casefold(): n for n, label in reversed([*enumerate(self.labels)])}


NO_AXIS = Axis("", ())


@dataclass(frozen=True, slots=True)
class Band:
    """The rolls from `low` to `high` of one column of dice, and what they give."""

    low: int
    high: int
    result: str

    @property
    def rolls(self) -> str:
        """Its rolls as they are written: "63", or "11-62"."""
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


def read_band(text: str) -> Band | None:
    """One roll or run of rolls with its result, None for what is none.

    >>> read_band("11-62 none"), read_band("63: A1r1"), read_band("none")
    (Band(low=11, high=62, result='none'), Band(low=63, high=63, result='A1r1'), None)
    """
    found = _BAND.fullmatch(f"{text} ")
    if found is None:
        return None
    low = int(found["low"])
    high = int(found["high"]) if found["high"] is not None else low
    return Band(low, high, found["result"]) if low <= high else None


def bands_text(bands: Iterable[Band]) -> str:
    """One column of dice results on one line. A colon keeps a result such as −1 from being read as the end of the rolls.

    >>> bands_text((Band(11, 62, "none"), Band(63, 63, "1"))), bands_text((Band(2, 2, "-3 x"),))
    ('11-62 none, 63 1', '2: -3 x')
    """
    return ", ".join(_band_text(each) for each in bands)


def _band_text(band: Band) -> str:
    text = f"{band.rolls} {band.result}"
    return text if read_band(text) == band else f"{band.rolls}: {band.result}"


def read_cell(text: str) -> Cell:
    """A cell as it is written: a number, exact, or else a word.

    >>> read_cell("1/2"), read_cell("−2"), read_cell("never")
    (Fraction(1, 2), Fraction(-2, 1), 'never')
    """
    given = text.strip().replace("−", "-")
    return Fraction(given) if _FRACTION.fullmatch(given) else text.strip()


def cell_text(cell: Cell | None) -> str:
    """A cell as it is written, empty for none.

    >>> cell_text(Fraction(1, 2)), cell_text("never"), cell_text(None)
    ('1/2', 'never', '')
    """
    return "" if cell is None else str(cell)


@dataclass(frozen=True, slots=True)
class Part:
    """Cells of a chart with an origin of their own. Empty `rows` or `columns` mean all.

    Of `dice` tables `rolls`, if given, are the only ones that have it; the rest of their column has not.
    """

    status: str
    source: str
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rolls: tuple[int, ...] = ()

    def holds(self, row: str, column: str, roll: int | None = None) -> bool:
        """Whether a cell belongs to it, or what a roll gives; without a roll, a column of dice as a whole."""
        if self.rolls and roll not in self.rolls:
            return False
        return (not self.rows or row in self.rows) and (not self.columns or column in self.columns)


@dataclass(frozen=True)
class Chart:
    """One chart.

    `unit` is that of its cells. `dice` names how rolls are read ("d6", "2d6", "11..66"), empty for `values`; `least` and `most`
    are the rolls that modifiers can make of them. `bands` of a `dice` table stand by column; `cells` of the other forms by row
    and column label, absent where the chart has a hole. `order` lists the results from least to greatest, where the chart has
    such an order.

    A chart that is `closed` knows no results, and no words in the place of numbers, but those in `order` and `words`; one with
    a `grammar` only those that it reads, and `words`. Columns or rows of `words_of` hold the words given for them there and no
    others, where none are given none at all. The numbers of one that is `whole` are whole, but in its columns of `fractions`.
    `rules` are the sections that read it, `note` and `doubts` sentences for people.
    """

    id: str
    title: str
    form: Form
    unit: str
    status: str
    source: str
    columns: Axis
    rows: Axis = NO_AXIS
    dice: str = ""
    least: int | None = None
    most: int | None = None
    bands: tuple[tuple[Band, ...], ...] = ()
    cells: Mapping[tuple[str, str], Cell] = field(default_factory=lambda: MappingProxyType({}))
    order: tuple[str, ...] = ()
    closed: bool = False
    words: tuple[str, ...] = ()
    words_of: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    grammar: Grammar = ""
    whole: bool = False
    fractions: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    rules: tuple[str, ...] = ()
    note: str = ""
    doubts: tuple[str, ...] = ()

    def provenance(self, row: str = "", column: str = "", roll: int | None = None) -> Provenance:
        """Where a cell comes from, or of `dice` tables what a roll gives; without a roll, a column as a whole."""
        for part in self.parts:
            if part.holds(row, column, roll):
                return Provenance(self.id, self.title, part.status, part.source)
        return Provenance(self.id, self.title, self.status, self.source)

    def words_at(self, row: str, column: str) -> tuple[str, ...] | None:
        """The words that may stand in a column or row, whatever the case of its letters; None where any of the chart may."""
        wanted = (column.strip().casefold(), row.strip().casefold())
        return next((words for at in wanted for label, words in self.words_of.items() if label.casefold() == at), None)

    @property
    def is_stand_in(self) -> bool:
        """Whether any of its cells is a stand-in."""
        return self.status == "stand-in" or any(part.status == "stand-in" for part in self.parts)

    def owned(self, status: str, source: str) -> "Chart":
        """The same chart as somebody's own: every cell has this origin."""
        return replace(self, status=status, source=source, parts=())
