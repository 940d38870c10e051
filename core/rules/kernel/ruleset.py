"""A ruleset: the numbers, terrain and readings of one edition of one series, as read from `resources/rulesets`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from core.model.box import GameBox
from core.model.terrain import Palette, Terrain
from core.rules.kernel.refs import RuleRef


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number of a ruleset with its unit and the rule or chart it comes from."""

    value: Fraction
    unit: str
    source: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A place where the rules leave a choice or name an option.

    `values` maps each choice to a sentence of ours that says what it does; `preset` is the one in force unless a box says
    otherwise.
    """

    id: str
    section: str
    title: str
    preset: str
    values: Mapping[str, str]


@dataclass(frozen=True)
class Ruleset:
    """One edition of one series, as data. `id` joins both, such as "tcs-4.01"."""

    id: str
    series: str
    edition: str
    title: str
    terrain: Mapping[str, Terrain]
    readings: Mapping[str, Reading]
    numbers: Mapping[str, Quantity]
    palettes: Mapping[str, Palette] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """The charts of terrain that a box under these rules can choose from, by id."""

    def chart(self, palette: str) -> Mapping[str, Terrain]:
        """The terrain of these rules with that of a palette over it; an id that there is not changes nothing."""
        chosen = self.palettes.get(palette)
        return {**self.terrain, **(chosen.terrain if chosen is not None else {})}

    def terrain_of(self, box: GameBox) -> Mapping[str, Terrain]:
        """Every kind of terrain of a box: of these rules, of its palette over that, and its own over both."""
        return {**self.chart(box.palette), **box.terrain}

    def ref(self, section: str) -> RuleRef:
        """A reference into this book."""
        return RuleRef(self.series, self.edition, section)


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
