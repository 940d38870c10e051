"""What a series says of units in hexes: what counts for stacking, who may stand where, how reinforcements come in.

A series fills in `ForceRules`; the questions (`stacking.py`, `set_up.py`, `entry.py`) and the checks of scenarios are made of
it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from core.geometry.hexes import Hex
from core.model.issues import Issue
from core.model.scenario import Scenario
from core.model.terrain import Provenance
from core.rules.kernel.charts import Consulted
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.rulings import Reason

if TYPE_CHECKING:
    from core.rules.kernel.system import ForceTables

STAND_IN = "stand-in"
"""The status of numbers that nobody has published."""


@dataclass(frozen=True, slots=True)
class Count:
    """What one limit counts of one side in a hex: steps or units, as `what` says, with the share of each unit by its id.

    `limit` is None where there is none. `origin` is where the limit comes from, None for the options of the box. What does not
    bind is only worth saying, such as how many of the units fight.
    """

    name: str
    what: str
    section: str
    limit: int | None
    shares: tuple[tuple[str, int], ...] = ()
    origin: Provenance | None = None
    binds: bool = True

    @property
    def total(self) -> int:
        """All that counts."""
        return sum(share for _, share in self.shares)

    @property
    def counted(self) -> str:
        """What is counted, in words that stand behind the total: one unit, several units."""
        head, space, rest = self.what.partition(" ")
        return f"{head.removesuffix('s')}{space}{rest}" if self.total == 1 else self.what

    @property
    def words(self) -> str:
        """All that counts as words; the name of the limit stands there when it says more than what is counted."""
        said = f"{self.total} {self.counted}"
        return said if self.name == self.what else f"{said} ({self.name})"

    @property
    def over(self) -> int:
        """How much is above the limit."""
        return max(0, self.total - self.limit) if self.limit is not None else 0


@dataclass(frozen=True, slots=True)
class Tally:
    """What counts of the units of one side, and which count for nothing, each with the section and why, as half a sentence."""

    counts: tuple[Count, ...]
    free: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Sections:
    """Where the book of a series speaks of what is common to all; "" where it does not.

    `strength` says that units begin at full strength, `losses` how those are spread that a scenario states, `displaced` where
    units come in whose entry is blocked, `column` how they come in behind each other; that of all entries without these.
    """

    stacking: str
    overstacked: str
    enemies: str
    within: str
    zone: str
    terrain: str
    first: str
    entry: str
    unit_once: str
    op_sheets: str = ""
    strength: str = ""
    losses: str = ""
    displaced: str = ""
    column: str = ""


@dataclass(frozen=True, slots=True)
class Displaced:
    """Where units come in whose entry is blocked.

    `edge` and `inside` are hexes along the edge, and around a place on the map; None for anywhere on the same edge, and for
    nowhere. `delay` are turns that they wait first. `by_any` says that one blocked hex of an entry area is enough.
    `depots` are kinds of pieces of their own, at the nearest of which they may come in as well. `origin` is where the numbers
    come from, None for the rules.
    """

    edge: int | None = None
    inside: int | None = None
    delay: int = 0
    by_any: bool = False
    depots: frozenset[str] = frozenset()
    origin: Provenance | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """How units come in by one hex one behind the other: so many of them in each stack, 0 where all come in alike, what a hex
    of the way off the map costs them, whether the entry hex itself is paid like one, and the most points that they have.

    `reading` names the reading that decides what is paid, with what it would be by the other one.
    """

    stack: int
    points: Fraction
    paid: bool
    most: Fraction
    reading: Callable[[Fraction], Reason] | None = None


NAMED_FIRST = "the scenario says so"
"""Why a side sets up first that the scenario names."""


def first_as_said(case: "ForceTables", scenario: Scenario, forces: Forces) -> tuple[str, str]:
    """The side that sets up first where a book leaves it to the scenario, and why; "" and what is missing if it is silent."""
    if scenario.sets_up_first:
        return scenario.sets_up_first, NAMED_FIRST
    return "", "The scenario does not say who sets up first"


def enemy_in(forces: Forces, side: str, place: Hex, kinds: Iterable[str]) -> str:
    """That an enemy of some kinds stands in a hex, as half a sentence; empty where none does."""
    enemy = next((unit for unit in forces.units(place) if unit.side != side and unit.kind in kinds), None)
    return f"{enemy.name} stands in it" if enemy is not None else ""


OPENED = "opened"
"""What a chart of ways says of one that lets units into terrain that is closed to them."""


def is_way(
    case: "ForceTables", consulted: Consulted, kind: str, chart: str, column: str = "terrain", opened: str = OPENED
) -> bool:
    """Whether a kind of terrain is a way of which a chart says, under its name, that it lets units into closed terrain."""
    terrain, ways = case.forces.terrain.get(kind), consulted.book.chart(chart)
    index = ways.rows.index(terrain.name) if terrain is not None else None
    if index is None or ways.cells.get((ways.rows.labels[index], column)) != opened:
        return False
    return consulted.cell(chart, ways.rows.labels[index], column) == opened


@dataclass(frozen=True)
class ForceRules:
    """A series' rules of units in hexes.

    `kinds` are the kinds of pieces that are units; others are markers, chits and the like. `tally` counts units of one side.
    `tops` are those that may lie on top, by their ids; None where any may. `closed` says which terrain a unit cannot stand on:
    the chart that closes it, or None. `roads` are ids of ways that let units stand there all the same. `blocked` says of an
    entry hex whether it is, and why, as half a sentence; `displaced` where units come in then.
    `checks` are what a series checks of a scenario beside what all of them do. `sheet_types` are the types of op sheets, none
    where there are no such sheets. `lists_strength` says whether pieces may have lost steps before play of which no set-up
    speaks, `spreads_losses` whether those that one states are spread evenly. `may_not_enter` says why some of these units may
    not come in yet, wherever their entry is. `by_sea` are the hexes by which units come in over the sea, none for those that
    the scenario names; `column` how a unit comes in behind others by a hex, over the edge of the map or not, None where all
    come in alike.
    """

    kinds: frozenset[str]
    sections: Sections
    tally: Callable[["ForceTables", Consulted, Forces, tuple[Unit, ...]], Tally]
    closed: Callable[["ForceTables", Consulted, Unit, str], Provenance | None]
    is_road: Callable[["ForceTables", Consulted, str], bool]
    blocked: Callable[["ForceTables", Consulted, Forces, str, Hex], str]
    displaced: Callable[["ForceTables", Consulted], Displaced]
    first: Callable[["ForceTables", Scenario, Forces], tuple[str, str]]
    tops: Callable[["ForceTables", tuple[Unit, ...]], tuple[str, ...] | None] = field(default=lambda case, units: None)
    top_section: str = ""
    checks: Callable[["ForceTables", Forces, str], Iterator[Issue | None]] = field(default=lambda case, forces, file: iter(()))
    may_overstack: Callable[["ForceTables"], bool] = field(default=lambda case: False)
    sheet_types: tuple[str, ...] = ()
    lists_strength: Callable[["ForceTables"], bool] = field(default=lambda case: False)
    spreads_losses: Callable[["ForceTables"], bool] = field(default=lambda case: False)
    may_not_enter: Callable[["ForceTables", Forces, tuple[Unit, ...]], tuple[Reason, ...]] = field(
        default=lambda case, forces, units: ()
    )
    by_sea: Callable[[Forces, str, tuple[Unit, ...], tuple[Hex, ...]], tuple[Hex, ...]] = field(
        default=lambda forces, side, units, hexes: ()
    )
    column: Callable[["ForceTables", Consulted, Unit, Hex, bool], Column | None] = field(
        default=lambda case, consulted, unit, place, edge: None
    )

    def is_unit(self, unit: Unit) -> bool:
        """Whether a piece is a unit, and no marker or chit; one that does not say its kind is taken for one."""
        return not unit.kind or unit.kind in self.kinds


def by_side(units: Iterable[Unit]) -> Mapping[str, tuple[Unit, ...]]:
    """Units by the sides that they belong to, in the order in which the sides first come."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        found.setdefault(unit.side, []).append(unit)
    return MappingProxyType({side: tuple(some) for side, some in found.items()})


def names(units: Iterable[Unit], most: int = 6) -> str:
    """What units are called, in one line; of many the first.

    >>> names([]), names([], 0)
    ('nobody', 'nobody')
    """
    found = [unit.name for unit in units]
    if not found:
        return "nobody"
    more = len(found) - most
    return ", ".join(found) if more <= 1 else f"{', '.join(found[:most])} and {more} more"


def whole_cell(consulted: Consulted, chart: str, row: str, column: str) -> tuple[int | None, Provenance]:
    """A limit of a chart with its origin; None where the chart has a word in its place, such as "no limit"."""
    value: Any = consulted.cell(chart, row, column)
    origin = consulted.origin(chart, row, column)
    return (None, origin) if isinstance(value, str) else (int(value), origin)
