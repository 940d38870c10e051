"""What a series says of live play beside its sequence: what is hidden, what points there are, what chits are drawn."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from core.base.errors import WrongUse, did_you_mean
from core.model.oob import Oob
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.sequence import holds

SEEN = {
    "open": "all of it",
    "top": "what lies on top",
}
"""What of a stack the other side may see."""

UNTIL = {
    "": "ever",
    "declared": "the side that looks has declared an attack on it",
    "resolved": "a combat is resolved in which it takes part",
}
"""Until when what lies below the top is hidden."""

MOST_DIGITS = 3
"""What is counted of formations has no more digits."""

LASTS = {
    "game": "until they are spent, or something else is said",
    "turn": "for the turn in which they come",
}
"""How long points and conditions last."""

CONDITIONS_LAST = {**LASTS, "activation": "until the formation is active no longer"}
"""How long conditions of formations last."""

COUNTS = {
    "phase": "in the phase in which it was fought",
    "activation": "in the activation, or the side's turn",
    "turn": "in the turn",
}
"""How long it counts that something was declared and fought."""

CHITS = {
    "chart": "those that a chart lists",
    "formations": "one for each formation that has not been active in the turn",
    "sides": "one for each side and formation that the game activates",
    "asked": "those that an answer of the rules names",
}
"""What the chits of a cup are."""

DRAWN_IN = {
    "": "whenever the sequence of play has it",
    "combat": "an attack that is declared, for a unit that attacks or is attacked",
}
"""When a chit of a cup is drawn."""


@dataclass(frozen=True, slots=True)
class Stacks:
    """What of a stack the other side may see.

    `seen` is one of `SEEN`, `until` one of `UNTIL`. With `binding` an attack that was declared is not taken back. `notes` says
    whether players may write down what they have seen. `shut` are the questions that add up strengths of units, and that nobody
    asks in a session before an attack is declared.
    """

    seen: str = "open"
    section: str = ""
    about: str = ""
    until: str = ""
    binding: bool = False
    notes: bool = True
    shut: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WhenWritten:
    """That something is written whole in one `phase` with all its steps, and stays as it is from then on. `followed` is the
    section by which what is in force binds until it is over. `lines` are options under which it is begun as a line of text,
    `sets` those under which a side may have several sets of it, both written as the `needs` of phases; "" for none.
    """

    phase: str
    section: str
    about: str
    followed: str
    lines: str = ""
    sets: str = ""


@dataclass(frozen=True, slots=True)
class SecretKind:
    """A kind of thing that a side keeps to itself. `needs` are options under which there is any, written as those of phases.

    `changes` are what may be changed of it after it was written, each as a sentence with its section; none for nothing. `free`
    are the fields of a content that may be changed at will, `grows` those that only get more, `follows` those that get more
    together with one of these; all others stay as they are. `written` says when it is written; None for whenever.
    """

    id: str
    title: str
    section: str
    about: str
    needs: str = ""
    changes: tuple[tuple[str, str], ...] = ()
    free: tuple[str, ...] = ()
    grows: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    written: WhenWritten | None = None


@dataclass(frozen=True, slots=True)
class PointKind:
    """A kind of points that sides have. `lasts` is one of `LASTS`. A `secret` one is not told to the other side.

    `below_zero` says whether there may be fewer than none. `words` are further words by which scenarios call them. `of_side` is
    the value of sides that says how many they get in a turn for which the scenario allots none; "" for none.
    """

    id: str
    title: str
    section: str
    unit: str
    lasts: str = "game"
    secret: bool = False
    below_zero: bool = False
    words: tuple[str, ...] = ()
    of_side: str = ""


@dataclass(frozen=True, slots=True)
class DeclaredKind:
    """A kind of what sides declare, such as an attack. `lasts` is one of `COUNTS`: what is done once, is done once in it.

    `prints` is a value of counters: only a game of which some counter prints it knows the kind; "" where every game does.
    `whole_turn` are options, written as the `needs` of phases, under which it lasts for the game turn all the same.
    """

    id: str
    title: str
    section: str
    lasts: str = "phase"
    prints: str = ""
    whole_turn: str = ""

    def counts_for(self, choices: Mapping[str, str]) -> str:
        """How long it counts under what is in force of every option, one of `COUNTS`."""
        return "turn" if self.whole_turn and holds(self.whole_turn, choices) else self.lasts


@dataclass(frozen=True, slots=True)
class ConditionKind:
    """A kind of condition that formations are in: one of its `words` at a time, or none; of one that is `counted`, which has no
    words, a whole number from 1. `lasts` is one of `CONDITIONS_LAST`.

    A formation whose activation begins gets the word `begins`, and `ends` when play goes on to another one or leaves the
    activations; "" where players say it themselves.
    """

    id: str
    title: str
    section: str
    words: tuple[str, ...]
    lasts: str = "game"
    begins: str = ""
    ends: str = ""
    counted: bool = False

    def word_of(self, said: str) -> str:
        """The word that somebody means, "" for none; of what is counted nothing stands for 0. Raises WrongUse."""
        if self.counted and said.isascii() and said.isdecimal() and len(said) <= MOST_DIGITS:
            return str(int(said)) if int(said) else ""
        meant = next((each for each in self.words if each.casefold() == said.casefold()), "")
        if said and self.counted:
            raise WrongUse(f'{self.title} cannot be "{said}", which is no whole number from 0 to {10**MOST_DIGITS - 1}.')
        if said and not meant:
            raise WrongUse(f'{self.title} cannot be "{said}".{did_you_mean(said, self.words)}')
        return meant


@dataclass(frozen=True, slots=True)
class CupRule:
    """A cup that chits are drawn from. `of` is one of `CHITS`, `drawn` so many are drawn at once. `asks` is the question whose
    answer names those that lie in it, and `tells` its parameter that takes what those say that were drawn, "" where nothing
    follows a draw. With `each_turn` there is a fresh cup in each turn, called by its number.

    Of those that a `chart` lists, `column` holds which cup a row belongs to, `word` which of them this is, and `count` how many
    there are of a row. `prints` is the printed value that says which cup a unit draws from; `secret` that only its owner looks
    at a chit that is drawn. `drawn_in` is one of `DRAWN_IN`. `returns` is the section by which a chit goes back when the steps
    are lost that it stands for, so many `steps`; "" where it goes back at will. `reduced` is the column of its other side, with
    printed values of its unit in braces.
    """

    id: str
    title: str
    section: str
    about: str
    of: str
    needs: str = ""
    chart: str = ""
    column: str = ""
    word: str = ""
    count: str = ""
    prints: str = ""
    secret: bool = False
    drawn: int = 1
    drawn_in: str = ""
    returns: str = ""
    reduced: str = ""
    steps: int = 0
    asks: str = ""
    each_turn: bool = False
    tells: str = ""

    def in_turn(self, turn: int) -> "CupRule":
        """The cup of a turn, the first before play.

        >>> CupRule("smoothing", "Smoothing", "9", "", "asked", each_turn=True).in_turn(3).id
        'smoothing 3'
        """
        number = max(turn, 1)
        return replace(self, id=f"{self.id} {number}", title=f"{self.title}, {number}") if self.each_turn else self

    def chits(self, charts: ChartBook) -> Mapping[str, int]:
        """How many chits of each row its chart lists; none where it goes by no chart. Raises WrongUse for a chart that does not
        say it.
        """
        if not self.chart:
            return MappingProxyType({})
        chart = charts.chart(self.chart)
        for label in (self.column, self.count):
            if label not in chart.columns.labels:
                raise WrongUse(f'{chart.title} has no column "{label}".{did_you_mean(label, chart.columns.labels)}')
        found: dict[str, int] = {}
        for row in chart.rows.labels:
            if chart.cells.get((row, self.column)) != self.word:
                continue
            number = chart.cells.get((row, self.count))
            if not isinstance(number, Fraction) or number.denominator != 1 or number < 0:
                raise WrongUse(f'{chart.title}, row "{row}": the number of chits is no whole number from 0.')
            found[row] = int(number)
        return MappingProxyType(found)


@dataclass(frozen=True, slots=True)
class Night:
    """The option that says how far one sees in turns of night that do not say it themselves."""

    section: str
    option: str


@dataclass(frozen=True)
class PlayRules:
    """What a series says of live play: what is seen of stacks, what is secret, the kinds of points, what is declared, the
    conditions of formations, the cups of chits. `laid` are kinds of markers that lie in hexes after something was done, each
    with the question that says whether it may be, and what it costs.
    """

    stacks: Stacks = Stacks()
    secrets: Mapping[str, SecretKind] = field(default_factory=lambda: MappingProxyType({}))
    points: Mapping[str, PointKind] = field(default_factory=lambda: MappingProxyType({}))
    conditions: Mapping[str, ConditionKind] = field(default_factory=lambda: MappingProxyType({}))
    cups: Mapping[str, CupRule] = field(default_factory=lambda: MappingProxyType({}))
    declared: Mapping[str, DeclaredKind] = field(default_factory=lambda: MappingProxyType({}))
    night: Night | None = None
    laid: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def secrets_in(self, choices: Mapping[str, str]) -> tuple[SecretKind, ...]:
        """The kinds of secrets that there are under what is in force of every option."""
        return tuple(each for each in self.secrets.values() if holds(each.needs, choices))

    def as_lines(self, choices: Mapping[str, str]) -> bool:
        """Whether op sheets are begun as lines of text under what is in force of every option. [TCS 4.01 6.15]"""
        whens = (each.written for each in self.secrets.values() if each.written is not None)
        return any(each.lines and holds(each.lines, choices) for each in whens)

    def in_sets(self, choices: Mapping[str, str]) -> bool:
        """Whether a side may have several sets of op sheets under what is in force of every option. [TCS 4.01 27.3]"""
        whens = (each.written for each in self.secrets.values() if each.written is not None)
        return any(each.sets and holds(each.sets, choices) for each in whens)

    def cups_in(self, choices: Mapping[str, str], turn: int = 0) -> tuple[CupRule, ...]:
        """The cups that there are in a turn under what is in force of every option."""
        return tuple(each.in_turn(turn) for each in self.cups.values() if holds(each.needs, choices))

    def is_known(self, what: str, oob: Oob) -> bool:
        """Whether a game with these counters knows a kind of what is declared."""
        kind = self.declared.get(what)
        return kind is None or not kind.prints or kind.prints in oob.printed

    def title_of(self, what: str) -> str:
        """What a kind of what is declared is called."""
        kind = self.declared.get(what)
        return kind.title if kind is not None else what

    def condition_title(self, kind: str) -> str:
        """What a kind of condition is called."""
        known = self.conditions.get(kind)
        return known.title if known is not None else kind

    def kind_of(self, what: str) -> PointKind | None:
        """The kind of points that a scenario calls by some words, None for one that the rules do not name.

        >>> smoke = PointKind("smoke", "Smoke", "18.2", "battery fires")
        >>> PlayRules(points={"smoke": smoke}).kind_of("105 mm smoke").id
        'smoke'
        """
        folded = what.casefold()
        if folded in self.points:
            return self.points[folded]
        words = set(_words((folded,)))
        for kind in self.points.values():
            if any(set(_words((name,))) <= words for name in (kind.id, kind.title, *kind.words)):
                return kind
        return None

    def are_secret(self, what: str) -> bool:
        """Whether a side does not tell the other how many of these points it has left; a scenario calls them so."""
        kind = self.kind_of(what)
        return kind is not None and kind.secret


def _words(texts: Iterable[str]) -> tuple[str, ...]:
    spaced = ("".join(sign if sign.isalnum() else " " for sign in text.casefold()) for text in texts)
    return tuple(word for text in spaced for word in text.split())
