"""What rulings on zones, movement, reach and overruns carry: values alone, which other processes take in lightly."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from core.geometry.hexes import Hex
from core.rules.kernel.modifiers import Item
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.watch_detail import Watched
from core.rules.operations.battle_detail import Proposal

AS_RULED, IGNORED = "as_ruled", "ignored"
ZONES = (AS_RULED, IGNORED)
"""What is done with enemy zones: they count, or are left out to see what they cost."""

UNCOUNTED = "?"
"""Stands for points that nobody has counted: the fewest that lead from where the phase began to where the unit stands."""


@dataclass(frozen=True, slots=True)
class ZoneHex:
    """A hex in zones of control: who exerts them, by their ids, and the purposes for which units in it take them away."""

    hex: Hex
    units: tuple[str, ...]
    negated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ZonesDetail:
    """What a ruling on zones carries: whose they are, hex by hex, which of the units that were asked about have none, and who
    was asked about where it was not all of the side. `kind` is what zones are called that are not those of control."""

    side: str
    hexes: tuple[ZoneHex, ...]
    without: tuple[str, ...]
    named: tuple[str, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class StepCost:
    """One step of a way: from a hex into the next, its parts, the points in all (None where it cannot be made), whether it
    goes along a road, and what else is to be said of it."""

    source: Hex
    into: Hex
    items: tuple[Item, ...]
    points: Fraction | None
    along: bool
    said: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Reached:
    """A hex that can be reached: the points spent on the way and left there; `minimum` says that only the one-hex minimum
    leads there; `over` how much the stack would be above its limit if the units ended there."""

    hex: Hex
    spent: Fraction
    left: Fraction
    minimum: bool = False
    over: int = 0


@dataclass(frozen=True, slots=True)
class OwnPoints:
    """What a unit, by its id, spends of its own on a way: `share` with each point of the way, `first` before it goes, with the
    change after which its counter lies with `face` up, its mode called `mode`; None for as it lies now."""

    unit: str
    share: Fraction = Fraction(1)
    first: Fraction = Fraction(0)
    face: int | None = None
    mode: str | None = None


@dataclass(frozen=True, slots=True)
class Met:
    """A hex of a way with what is asked of units when they enter it, in its order."""

    into: Hex
    then: tuple[Next, ...]

    @property
    def stops(self) -> bool:
        """Whether something of it is not left to anybody, so that nobody goes on before it is answered."""
        return any(not each.may for each in self.then)


@dataclass(frozen=True, slots=True)
class RangeDetail:
    """What a ruling on movement carries: who moves, where from, in which mode, on how many points; every hex that all of them
    can reach; and the way to the hex that was asked for, hex by hex. `idle` is the title of the phase that is played, where
    nobody moves in it and no mode was named. `spent_before` are the most points that one of them has spent in the phase
    already, `barred` those who may not move at all. `own` are those who spend otherwise than one point for each of the way.
    `watched` are the steps of the way with who could fire at them, where that was asked; `met` are its hexes in which units are
    asked something, and who could fire is asked there where it is known."""

    units: tuple[str, ...]
    start: Hex
    mode: str
    allowance: Fraction
    reached: tuple[Reached, ...]
    way: tuple[StepCost, ...] = ()
    zones: str = AS_RULED
    idle: str = ""
    spent_before: Fraction = Fraction(0)
    barred: tuple[str, ...] = ()
    watched: tuple[Watched, ...] = ()
    own: tuple[OwnPoints, ...] = ()
    met: tuple[Met, ...] = ()

    def gone_to_first(self, stops: Callable[[Met], bool]) -> tuple[tuple[StepCost, ...], tuple[Next, ...]]:
        """The way up to the first hex of it in which units are asked something that stops them, else all of it, with what is
        asked of them where it ends."""
        met = {each.into: each for each in self.met}
        last = next((n for n, each in enumerate(self.way) if each.into in met and stops(met[each.into])), len(self.way) - 1)
        gone = self.way[: last + 1]
        return gone, met[gone[-1].into].then if gone and gone[-1].into in met else ()


@dataclass(frozen=True, slots=True)
class Comer:
    """A unit, by its id, that reaches a hex: from where, into which hex, the points that the cheapest way costs and what is
    left; `minimum` says that only the one-hex minimum leads there."""

    unit: str
    start: Hex
    into: Hex
    spent: Fraction
    left: Fraction
    minimum: bool = False


@dataclass(frozen=True, slots=True)
class OntoDetail:
    """What a ruling on reach onto a hex carries: the hex, whether hexes beside it count, the sides that were asked about, how
    they move, who comes (most points left first), and the way of the first."""

    hex: Hex
    beside: bool
    sides: tuple[str, ...]
    mode: str
    comers: tuple[Comer, ...]
    way: tuple[StepCost, ...] = ()
    zones: str = AS_RULED
    idle: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of an overrun, by a word of ours: whether it is met, None where the state does not tell, and why."""

    name: str
    met: bool | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class OverrunDetail:
    """What a ruling on an overrun on the map carries: who overruns what from where, each condition, the way there, the points
    spent on it, on the overrun itself, and left after it; the ruling on the combat, None where there is none; proposals; and
    the `approach`, which goes that way, None where they stand beside the target. `spent_before` are the most points that one of
    them has spent in the phase before."""

    units: tuple[str, ...]
    target: Hex
    source: Hex | None
    mode: str
    conditions: tuple[Condition, ...]
    way: tuple[StepCost, ...] = ()
    spent: Fraction = Fraction(0)
    cost: Fraction = Fraction(0)
    left: Fraction = Fraction(0)
    odds: Ruling | None = None
    proposals: tuple[Proposal, ...] = ()
    approach: Proposal | None = None
    spent_before: Fraction = Fraction(0)


def combat_in(answer: Ruling | None) -> Ruling | None:
    """The combat of an answer: that of an overrun, as far as it is known, else the answer itself."""
    return answer.detail.odds if answer is not None and isinstance(answer.detail, OverrunDetail) else answer
