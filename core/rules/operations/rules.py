"""What a series says of zones, movement, supply and combat on the map: `OperationsRules`, filled in by each.

Functions take the `Board` and give values that carry their reasons; they search nothing. Sections are those of the series'
text.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, NoReturn

from core.analysis.hex_net import Crossing
from core.base.errors import WrongUse
from core.rules.kernel.forces import Unit
from core.rules.kernel.modifiers import Item
from core.rules.kernel.rulings import Reason
from core.rules.operations.layers import Layer
from core.rules.operations.tolls import Tolls

if TYPE_CHECKING:
    from core.rules.kernel.watch_detail import Watched
    from core.rules.operations.battle import BattleRules
    from core.rules.operations.board import Board
    from core.rules.operations.movement_detail import Met, StepCost
    from core.rules.operations.supply import SupplyRules
    from core.rules.operations.zones import Zones

    Watching = Callable[[Board, Sequence[Unit], Sequence[StepCost], str], tuple[Sequence[Watched], Sequence[Reason]]]
    Telling = Callable[[Board, Sequence[Unit], Sequence[StepCost]], Iterable[Reason]]
    Meeting = Callable[[Board, Sequence[Unit], Sequence[StepCost], str, Sequence[Watched]], Iterable[Met]]

MOVEMENT, SUPPLY, RETREAT, ADVANCE = "movement", "supply", "retreat", "advance"
"""What zones of control matter for; a series may take them away for one and not for another."""


@dataclass(frozen=True, slots=True)
class Said:
    """Yes or no, and why."""

    yes: bool
    reason: Reason


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to move: its title, its section, and the phases of the sequence in which it is the one that is meant."""

    id: str
    title: str
    section: str
    phases: tuple[str, ...] = ()

    def is_of(self, phase: str) -> bool:
        """Whether it is the one that is meant in a phase, or in a part of it."""
        return any(phase == id_ or phase.startswith(f"{id_}.") for id_ in self.phases)


@dataclass(frozen=True, slots=True)
class Turned:
    """How a counter lies after a change that comes before a move: the face that is up, the word of its mode, and the points
    that the change has cost."""

    face: int
    mode: str
    points: Fraction


@dataclass(frozen=True, slots=True)
class Mover:
    """A unit that moves in some mode, as far as costs go. Movers that differ in `unit` alone are searched for once.

    `allowance` is what it may spend now, the sum of `items` held at 0 and more; `printed` is what its counter prints.
    `class_` is its class of movement. `barred` are reasons for which it does not move at all in this mode. `minimum` says
    that it may always go one hex, by `minimum_rule`. `leaving` is paid once with the first step. `share` is what it spends of
    its own points with each point of the way, other than one where another unit carries it; `turned` is how its counter lies on
    the way, None for as it lies now.
    """

    unit: Unit
    side: str
    start: int
    mode: str
    class_: str
    printed: Fraction
    allowance: Fraction
    items: tuple[Item, ...] = ()
    reasons: tuple[Reason, ...] = ()
    barred: tuple[Reason, ...] = ()
    minimum: Reason | None = None
    leaving: Item | None = None
    share: Fraction = Fraction(1)
    turned: Turned | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of units on their way: the mode, what they have spent in the phase before, and the hex where each stood
    when the phase began, by its id, as its number on the net; those that have not moved stand there still. `moved` are ids of
    units that move, or have moved in the phase, `together` those of all that move together now."""

    mode: str
    spent: Fraction = Fraction(0)
    began: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    moved: frozenset[str] = frozenset()
    together: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class FurtherZones:
    """Zones of another kind than those of control: what they are called, their section, and those of some units of a side.

    `zones` is told whether these are all units of the side. Where they are not `of_units`, markers of the side have them.
    """

    title: str
    section: str
    zones: Callable[["Board", str, Sequence[Unit], bool], "Zones"]
    of_units: bool = True


@dataclass(frozen=True, slots=True)
class Gone:
    """A way that a unit has gone in the phase, from hex to hex by their numbers, None for who came onto the map, and the points
    of its own that this has cost; None where the fewest count that lead there."""

    source: int | None
    into: int
    points: Fraction | None = None


def _unsaid(board: "Board", *asked: object) -> NoReturn:
    """What is asked of a series without modes. Raises WrongUse."""
    raise WrongUse(f"{board.case.ruleset.title} moves nobody on the map here.")


def _no_zone(board: "Board", unit: Unit) -> Said:
    """What is asked of a series without zones of control."""
    told = {"unit": unit.name}
    return Said(False, Reason(board.ref(board.rules.movement_section), "{unit} has no zone of control; nobody has one", told))


@dataclass(frozen=True, kw_only=True)
class OperationsRules:
    """A series' rules of zones and movement.

    `modes` are its ways to move, the usual one first, none where it leaves movement on the map out. `zone_section` is "" for a
    series without zones of control. `zone` says whether a unit has a zone of control, `zone_readings` for which of some units a
    reading decides that, and `reaches` whether that of a class of units goes across a hexside into the next hex; `zone_class`
    is the class of one, "" for all alike. `further_zones` are those of other kinds by their ids. `negated` are purposes for
    which own units take enemy zones away from their hex, each with its reason. `mover` is a unit on the move, `tolls` what it
    pays for a step by what it meets, which depends on its mode, class, printed and present allowance alone; `layers` what lies
    over hexes for it, `over` what single hexsides cost in the place of that, by 6 × hex + direction, `zone_over` the same where
    zones of control say it. `afterwards` is what becomes of a mover that has spent so much on a way, `told_of_way` what else is
    to be said of units that go one, whatever it costs. `heeds_moved` says that it
    matters which other units have moved. `along` are some units with all that they take along. `watched` tells who could fire
    at units on a way, step by step, with why, None where nobody fires at who moves; `met` what is asked of them there, where it
    is known by then who could fire. `gone` are the ways that a unit has gone in the phase as far as the state of play knows
    them, the first one first, for series whose phase of movement is all of a side's turn.
    `supply` is what it says of lines of supply, `battle` of combat between units. `heeded` are the options on which zones,
    movement and supply rest, None for any: what a board keeps is the same under all others.
    """

    modes: tuple[Mode, ...]
    movement_section: str
    zone: Callable[["Board", Unit], Said] = field(default=_no_zone)
    zone_class: Callable[[Unit], str] = field(default=lambda unit: "")
    reaches: Callable[["Board", str, Crossing], bool] = field(default=lambda board, class_, crossing: False)
    zone_section: str = ""
    further_zones: Mapping[str, FurtherZones] = field(default_factory=lambda: MappingProxyType({}))
    mover: Callable[["Board", Unit, Asked], Mover] = field(default=_unsaid)
    tolls: Callable[["Board", Mover, Crossing], Tolls] = field(default=_unsaid)
    layers: Callable[["Board", Mover, Asked], Iterable[Layer]] = field(default=_unsaid)
    zone_readings: Callable[["Board", Iterable[Unit]], Iterable[Reason]] = field(default=lambda board, units: ())
    zone_rules: str = ""
    movement_rules: str = ""
    over: Callable[["Board", Mover, Asked], Mapping[int, Tolls]] = field(default=lambda board, mover, asked: {})
    zone_over: Callable[["Board", Mover, Asked], Mapping[int, Tolls]] = field(default=lambda board, mover, asked: {})
    negated: Mapping[str, Callable[["Board"], Reason]] = field(default_factory=lambda: MappingProxyType({}))
    afterwards: Callable[["Board", Mover, Fraction], Iterable[Reason]] = field(default=lambda board, mover, spent: ())
    told_of_way: "Telling" = field(default=lambda board, units, way: ())
    along: Callable[["Board", tuple[Unit, ...]], tuple[Unit, ...]] = field(default=lambda board, units: units)
    heeds_moved: bool = False
    zone_of_unit_alone: bool = False
    heeded: frozenset[str] | None = None
    passage: str = ""
    watched: "Watching | None" = None
    gone: Callable[["Board", Unit, Asked], Sequence[Gone]] = field(default=lambda board, unit, asked: ())
    met: "Meeting" = field(default=lambda board, units, way, mode, watched: ())
    supply: "SupplyRules | None" = None
    battle: "BattleRules | None" = None

    def heeded_of(self, choices: Mapping[str, str]) -> frozenset[tuple[str, str]]:
        """Those of the choices in force on which that rests what a board keeps."""
        return frozenset(each for each in choices.items() if self.heeded is None or each[0] in self.heeded)
