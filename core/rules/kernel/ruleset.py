"""A ruleset: the numbers, terrain, charts and options of one edition of one series, as read from `resources/rulesets`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from core.base.errors import did_you_mean
from core.model.box import GameBox
from core.model.charts import Chart
from core.model.looks import Look, LookBook, MarkerKind
from core.model.terrain import Palette, Terrain
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.dressing import dressed_looks, dressed_markers
from core.rules.kernel.examples import Example
from core.rules.kernel.play_rules import PlayRules
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rounding import Rounding
from core.rules.kernel.sequence import Phase


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number of a ruleset with its unit and the rule or chart it comes from."""

    value: Fraction
    unit: str
    source: str


@dataclass(frozen=True, slots=True)
class Rounded:
    """How one case is rounded, and the section that says so."""

    section: str
    title: str
    how: Rounding


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of the rules, or a place where they leave a choice.

    `kind` is one of `KINDS`. `values` maps each choice to a sentence of ours that says what it does; `preset` is the one in
    force unless a box says otherwise. Without `values` a box gives a number from `least` to `most` in `unit`, a whole one where
    both are whole, or words where those are None; an empty preset then means that the game must say. `about` is a sentence on
    the whole. `excludes` maps a choice of this option to choices of others ("option=value") that cannot stand beside it.
    `called` maps choices to what they are called where that is not their own word, such as the number of the rule that each
    stands for.
    """

    id: str
    section: str
    title: str
    preset: str
    values: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    kind: str = "reading"
    about: str = ""
    unit: str = ""
    least: Fraction | None = None
    most: Fraction | None = None
    excludes: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    called: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def name_of(self, value: str) -> str:
        """What a choice is called; a number or words that a box gives are called as they are."""
        return self.called.get(value, value.replace("_", " ") if value in self.values else value)

    def refusal(self, value: str, called: str = "") -> str:
        """Why a value cannot be chosen, as a sentence; empty when it can. `called` is the option's name in a message."""
        called = called or self.id
        if self.values:
            return "" if value in self.values else f'"{called}" cannot be "{value}".{did_you_mean(value, self.values)}'
        if self.least is None or self.most is None:
            return ""
        if value == "" == self.preset:
            return ""
        try:
            number = Fraction(value)
        except (ValueError, ZeroDivisionError):
            number = None
        if number is None or not self.least <= number <= self.most:
            return f'"{called}" must be a number from {self.least} to {self.most} {self.unit}, not "{value}".'
        if number.denominator != 1 == self.least.denominator == self.most.denominator:
            return f'"{called}" must be a whole number from {self.least} to {self.most} {self.unit}, not "{value}".'
        return ""


KINDS: Mapping[str, str] = MappingProxyType(
    {
        "optional": "optional rules, which the players agree on",
        "game": "what each game decides",
        "era": "older games, played by newer rules",
        "choice": "choices that a player makes in play",
        "reading": "readings, where the rules leave a choice",
    }
)
"""The kinds of options, each with what it is."""


@dataclass(frozen=True, slots=True)
class ChartSet:
    """Charts of one game that a box can choose in the place of the ruleset's own. `doubts` are sentences about all of them."""

    id: str
    title: str
    charts: tuple[Chart, ...]
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ruleset:
    """One edition of one series, as data. `id` joins both, such as "tcs-4.01"."""

    id: str
    series: str
    edition: str
    title: str
    terrain: Mapping[str, Terrain]
    options: Mapping[str, Option]
    numbers: Mapping[str, Quantity]
    palettes: Mapping[str, Palette] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """The charts of terrain that a box under these rules can choose from, by id."""
    charts: Mapping[str, Chart] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """Every chart that these rules read, by id, in the order of the book."""
    sets: Mapping[str, ChartSet] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """Sets of charts that a box can choose, by id."""
    own: Mapping[str, Mapping[str, Chart]] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """The user's own charts by the set that they belong to, "" for none, and by id."""
    examples: tuple[Example, ...] = field(default=(), repr=False)
    """The worked examples of the rules that charts decide."""
    rounding: Mapping[str, Rounded] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """How each case is rounded, by its name; "general" is the rule for all others."""
    sequence: tuple[Phase, ...] = field(default=(), repr=False)
    play: PlayRules = field(default_factory=PlayRules, repr=False)
    """What the rules say of live play beside the sequence."""
    values: tuple[CounterValue, ...] = field(default=(), repr=False)
    """What counters print."""
    formation_values: tuple[CounterValue, ...] = field(default=(), repr=False)
    """What is kept of formations."""
    side_values: tuple[CounterValue, ...] = field(default=(), repr=False)
    """What is kept of sides."""
    looks: Mapping[str, Look] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """What counters look like, by the id of the look."""
    markers: Mapping[str, MarkerKind] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """The kinds of markers, by id."""
    bare: "Ruleset | None" = field(default=None, repr=False)
    """These rules without the looks of a box, None where they have none."""
    dice: str = ""
    """The section that says how dice are read; empty where none was seen."""

    def dressed(self, book: LookBook) -> "Ruleset":
        """These rules with the looks, colours and markers of a box over their own, and without those of any other box."""
        bare = self.bare if self.bare is not None else self
        if not book:
            return bare
        return replace(
            bare,
            looks=MappingProxyType(dressed_looks(bare.looks, book)),
            markers=MappingProxyType(dressed_markers(bare.markers, book)),
            bare=bare,
        )

    def chart(self, palette: str) -> Mapping[str, Terrain]:
        """The terrain of these rules with that of a palette over it; an id that there is not changes nothing."""
        chosen = self.palettes.get(palette)
        return {**self.terrain, **(chosen.terrain if chosen is not None else {})}

    def terrain_of(self, box: GameBox) -> Mapping[str, Terrain]:
        """Every kind of terrain of a box: of these rules, of its palette over that, and its own over both."""
        return {**self.chart(box.palette), **box.terrain}

    def book(self, box: GameBox) -> ChartBook:
        """The charts in force for a box: of these rules, of its set, and of the box, each under the user's own of its kind."""
        return ChartBook.of(*self._layers(box.chart_set), self.own_of(box.chart_set, whole=False).values(), box.charts.values())

    def _layers(self, chart_set: str) -> tuple[Iterable[Chart], ...]:
        chosen = self.sets.get(chart_set)
        if chosen is None:
            return (self.charts.values(),)
        # The printed chart of one game is no chart of another: what the user has entered without a set lies under every set.
        return self.charts.values(), self.own.get("", {}).values(), chosen.charts

    def own_of(self, chart_set: str, *, whole: bool = True) -> Mapping[str, Chart]:
        """The user's own charts that a box with a set may read, by id; not `whole`, those entered for the set alone."""
        of_set = self.own.get(chart_set if chart_set in self.sets else "", {})
        return {**self.own.get("", {}), **of_set} if whole else of_set

    def home(self, chart: Chart, chart_set: str) -> str:
        """The set that a chart in force for the boxes of a set belongs to, "" where it is no chart of a set."""
        chosen = self.sets.get(chart_set)
        of_set = (*chosen.charts, *self.own_of(chart_set, whole=False).values()) if chosen is not None else ()
        return chart_set if any(each is chart for each in of_set) else ""

    def known(self, chart_set: str) -> Mapping[str, Chart]:
        """The charts that own ones of a set, or of none, take the place of, by id.

        One of a set that does not say which results it knows knows those of the ruleset's own.
        """
        chosen = self.sets.get(chart_set)
        return {**self.charts, **{chart.id: self._with_words(chart) for chart in (chosen.charts if chosen is not None else ())}}

    def _with_words(self, chart: Chart) -> Chart:
        ours = self.charts.get(chart.id)
        if ours is None or chart.closed or chart.grammar or chart.words or chart.words_of:
            return chart
        return replace(
            chart, closed=ours.closed, grammar=ours.grammar, words=(*ours.order, *ours.words), words_of=ours.words_of
        )

    def choices(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """What is in force of every option: what a box chooses, else the preset."""
        return MappingProxyType({id_: options.get(id_, option.preset) for id_, option in self.options.items()})

    def clashes(self, options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """Options in force that exclude one another, as pairs of "option=value", each pair once."""
        chosen = self.choices(options)
        found = {
            tuple(sorted((f"{id_}={value}", other)))
            for id_, value in chosen.items()
            for other in self.options[id_].excludes.get(value, ())
            if chosen.get(other.partition("=")[0]) == other.partition("=")[2]
        }
        return tuple((first, second) for first, second in sorted(found))

    def with_own(self, own: Mapping[str, Mapping[str, Chart]]) -> "Ruleset":
        """The same rules with the user's own charts, by set and id."""
        return replace(self, own=MappingProxyType({name: MappingProxyType(dict(charts)) for name, charts in own.items()}))

    def whole(self, number: str) -> int:
        """One of the numbers, which is a whole one. Raises KeyError for a name that the rules do not have."""
        return int(self.numbers[number].value)

    def ref(self, section: str) -> RuleRef:
        """A reference into this book, or into the one that it builds on."""
        return RuleRef.of(self.series, self.edition, section)


@dataclass(frozen=True, slots=True)
class RulesetChoice:
    """A ruleset that a new box can be made for: the distance from hex to hex, and the contour interval of its maps.

    `interval` is None for a series whose maps have no contours. Both are in metres and hold until a game says otherwise.
    """

    title: str
    series: str
    hex_m: Quantity
    interval: Quantity | None = None


@dataclass(frozen=True, slots=True)
class PaletteChoice:
    """A palette of terrain that a new box can have. `series` are those that it was made for, none for any.

    A stand-in is proposed for the series that it was made for; the chart of one game is not.
    """

    title: str
    series: tuple[str, ...] = ()
    stand_in: bool = False

    def fits(self, series: str) -> bool:
        """Whether boxes of a series can use it."""
        return not self.series or series in self.series


@dataclass(frozen=True, slots=True)
class Charts:
    """What a new box can be made for: rulesets and palettes of terrain, by id."""

    rulesets: Mapping[str, RulesetChoice]
    palettes: Mapping[str, PaletteChoice]
