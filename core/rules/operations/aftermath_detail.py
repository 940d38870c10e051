"""A combat after its roll as values alone: what its result asks for, step by step, and whom each step is about.

Nothing here knows a series, nor asks anything: how many steps and hexes are asked of each side stands in the ruling.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from core.geometry.hexes import Hex
from core.model.deployment import Piece, hex_of
from core.rules.kernel.combat import CombatDetail, Loss, Losses
from core.rules.operations.battle_detail import ATTACKER, DEFENDER, HOLDS, fact_of

QUESTION: Final = "combat.after"
"""The question that asks for the next step."""

LOSSES, RETREAT, ADVANCE = "losses", "retreat", "advance"
"""The kinds of steps."""

FOLLOWED = "defenders_advance"
"""The fact of a combat whose defenders may follow attackers that retreat."""
YES, NO = "yes", "no"

Where = Mapping[str, Hex]
"""Hexes that units stood in when dice fell, by their ids."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its kind, whose it is, the units that it is about, out of which hex or into which, how many steps or hexes."""

    kind: str
    side: str
    units: tuple[str, ...]
    place: Hex | None
    count: int


@dataclass(frozen=True, slots=True)
class Flight:
    """How those of a stack have retreated: their way, how many hexes of it were paid for, the hexes in enemy zones that were
    entered, and who stood fast and paid for all of them."""

    way: tuple[Hex, ...] = ()
    paid: int = 0
    entered: tuple[Hex, ...] = ()
    stood: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Aftermath:
    """A combat after its roll: its kind and the hexes that were attacked; who attacked, defended, and stood beside the
    attackers to suffer with them, with where they stood; what is asked of both sides and the result as it is printed; the hexes
    that do not fall, whether defenders may follow, whether it is a breakthrough, and whether dice fell at all. `done` is the
    number of the step that is next; `flights` are the retreats so far by the hexes that were left, `lost` the steps that units
    have lost since the roll. `as_one` says that hexes which are paid for are so for all units of a side, wherever they
    stand."""

    kind: str
    targets: tuple[Hex, ...]
    attackers: Where
    defenders: Where
    beside: Where
    asked: Losses
    printed: str = ""
    holds: frozenset[Hex] = frozenset()
    followed: bool = False
    breakthrough: bool = False
    diced: bool = True
    done: int = 0
    flights: Mapping[Hex, Flight] = field(default_factory=lambda: MappingProxyType({}))
    lost: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    as_one: bool = False

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps that the result asks for, in their order."""
        found = [*_suffered(self.asked.defender, DEFENDER, self.defenders)]
        found += _suffered(self.asked.attacker, ATTACKER, self.those(ATTACKER))
        for target in self.targets:
            if target not in self.holds:
                found.append(Step(ADVANCE, ATTACKER, tuple(self.those(ATTACKER)), target, self.asked.defender.retreat))
        if self.followed:
            left, those = dict.fromkeys(self.those(ATTACKER).values()), tuple(self.defenders)
            found += [Step(ADVANCE, DEFENDER, those, place, self.asked.attacker.retreat) for place in left]
        return tuple(found)

    def present(self, step: Step, pieces: Mapping[str, Piece]) -> tuple[str, ...]:
        """The units of a step that it can still be about, by where their pieces are: of a retreat those that have neither left
        nor paid for standing fast, of an advance those that have not stirred, and nobody into a hex in which some of the others
        still are."""

        def at(unit: str) -> Hex | None:
            return hex_of(pieces.get(unit))

        if step.kind == LOSSES:
            return tuple(unit for unit in step.units if at(unit) is not None)
        if step.kind == RETREAT:
            stood = self.flight(step).stood
            some = step.units if self.left(step) else ()
            return tuple(unit for unit in some if at(unit) == step.place and unit not in stood)
        ours, others = self.those(step.side), self.those(DEFENDER if step.side == ATTACKER else ATTACKER)
        if any(at(unit) == step.place for unit in others):
            return ()
        return tuple(unit for unit in step.units if at(unit) == ours[unit])

    def those(self, side: str) -> Where:
        """The units of one side that suffer the result, with where they stood."""
        return self.defenders if side == DEFENDER else {**self.attackers, **self.beside}

    def settled(self, step: Step) -> int | None:
        """How many hexes of a retreat are paid for already, by others of the side who did so for all; None where nobody has
        gone yet, and where each stack pays for itself."""
        ours = frozenset(self.those(step.side).values())
        gone = (flight for start, flight in self.flights.items() if start in ours) if self.as_one else iter(())
        return next((flight.paid for flight in gone), None)

    def left(self, step: Step) -> int:
        """How many steps are still to be lost, or hexes to be retreated, of those that a step asks for."""
        done = sum(self.lost.get(unit, 0) for unit in step.units) if step.kind == LOSSES else self.settled(step) or 0
        return max(0, step.count - done)

    def flight(self, step: Step) -> Flight:
        """How those of the hex of a step have retreated so far."""
        return self.flights.get(step.place, Flight()) if step.place is not None else Flight()

    def now(self, pieces: Mapping[str, Piece]) -> int | None:
        """The number of the step that comes next; None where nobody is left for any."""
        steps = self.steps
        return next((n for n in range(self.done, len(steps)) if self.present(steps[n], pieces)), None)


def _suffered(loss: Loss, side: str, those: Where) -> Iterator[Step]:
    """What a result asks of one side: all its units lose steps together, each stack retreats by itself."""
    stacks: dict[Hex, list[str]] = {}
    for unit, place in those.items():
        stacks.setdefault(place, []).append(unit)
    if loss.steps:
        everybody = tuple(unit for units in stacks.values() for unit in units)
        yield Step(LOSSES, side, everybody, next(iter(stacks)) if len(stacks) == 1 else None, loss.steps)
    if loss.retreat:
        for place, units in stacks.items():
            yield Step(RETREAT, side, tuple(units), place, loss.retreat)


@dataclass(frozen=True, slots=True)
class Fighting:
    """Who was in a combat when its dice fell: its kind, the hexes that were attacked, those who attacked, defended, and stood
    beside the attackers, with where they stood."""

    kind: str
    targets: tuple[Hex, ...]
    attackers: Where
    defenders: Where
    beside: Where = field(default_factory=lambda: MappingProxyType({}))


def after_result(fighting: Fighting, detail: CombatDetail, losses: Losses, label: Callable[[Hex], str]) -> Aftermath:
    """A combat after its roll, by what the ruling says of its result; `label` is the number of a hex, as facts of one among
    several bear it."""
    several = len(fighting.targets) > 1
    falls = {place: detail.facts.get(fact_of("hex_falls", label(place), several)) for place in fighting.targets}
    return Aftermath(
        *(fighting.kind, fighting.targets, fighting.attackers, fighting.defenders, fighting.beside),
        asked=losses,
        printed=str(detail.facts.get("result") or ""),
        # What retreats may leave it in another way than was reckoned, such as one unit of several.
        holds=frozenset(place for place, how in falls.items() if how == HOLDS and not losses.defender.retreat),
        followed=detail.facts.get(FOLLOWED) == YES,
        breakthrough=detail.facts.get("breakthrough") == YES,
        diced=any(table.roll is not None for table in detail.tables),
    )
