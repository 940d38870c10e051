"""What follows the roll of a combat, step by step, as the ruling on it says: markers, losses, retreats, advances.

Nothing here knows a series: how many steps and hexes are asked of each side stands in the ruling.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal

from core.geometry.hexes import Hex
from core.model.edits.edit import flat
from core.model.edits.force_edits import ChangePieces
from core.rules.kernel.combat import CombatDetail, Loss
from core.rules.kernel.rulings import Ruling
from core.rules.operations.battle_detail import (
    AdvanceDetail,
    FoughtDetail,
    LossesDetail,
    Proposal,
    RetreatDetail,
    RetreatWay,
    fact_of,
)
from core.rules.operations.movement_detail import OverrunDetail

MARKERS: Final = "markers"
LOSSES: Final = "losses"
RETREAT: Final = "retreat"
ADVANCE: Final = "advance"
ATTACKER, DEFENDER = "attacker", "defender"

ATTACKERS = "combat.attackers"

ATTACK, OVERRUN, BOMBARDMENT, BARRAGE = "attack", "overrun", "bombardment", "barrage"
"""What is worked out, as it is called where it is declared: an attack, one on the move, or fire at a hex from afar, which goes
by two names."""

FROM_AFAR = frozenset({BOMBARDMENT, BARRAGE})
"""Fire from afar, whose results are of those in the hex alone."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The questions that one kind of combat asks: who takes part, with what chances, and what a roll does."""

    near: str
    odds: str
    roll: str


ASKED: Mapping[str, Asked] = MappingProxyType(
    {
        ATTACK: Asked(ATTACKERS, "odds", "combat"),
        OVERRUN: Asked("overrun.units", "overrun", "overrun"),
        BOMBARDMENT: Asked("bombardment.guns", "bombardment", "bombardment"),
        BARRAGE: Asked("barrage.guns", "barrage", "barrage"),
    }
)

HOLDS = "holds"
"""What a ruling says of a result by which the hex does not fall (`core.rules.operations.battle`)."""

FOLLOWED = "defenders_advance"
"""The fact of a ruling whose defenders may follow the attackers that retreat."""


def marking(proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
    """What a combat proposes beside the steps after it, which are led through here: markers and the like."""
    return tuple(replace(each, attempt=None, then=()) for each in proposals if each.edits)


def fought_in(answer: Ruling | None) -> Ruling | None:
    """The combat of an answer: that of an overrun, as far as it is known, else the answer itself."""
    if answer is not None and isinstance(answer.detail, OverrunDetail):
        return answer.detail.odds
    return answer


@dataclass(frozen=True, slots=True)
class Step:
    """One step after the roll: what is done, by the units of which side, out of which hex, with how many steps or hexes.

    `proposals` are those of the combat itself, which need no other question.
    """

    kind: Literal["markers", "losses", "retreat", "advance"]
    side: str = ""
    units: tuple[str, ...] = ()
    place: Hex | None = None
    count: int = 0
    proposals: tuple[Proposal, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to take a step. Where only the `way` of a retreat is known, who pays for it is still to be asked."""

    proposal: Proposal | None = None
    way: RetreatWay | None = None
    paid: int = 0

    @property
    def ends(self) -> tuple[Hex, ...]:
        """The hexes that units come to stand in."""
        if self.way is not None:
            return self.way.hexes[-1:]
        return ends_of(self.proposal) if self.proposal is not None else ()


def ends_of(proposal: Proposal) -> tuple[Hex, ...]:
    """The hexes that the units of a proposal stand in afterwards, each once."""
    pieces = (piece for edit in flat(proposal.edits) if isinstance(edit, ChangePieces) for piece in edit.pieces.values())
    return tuple(dict.fromkeys(piece.at for piece in pieces if piece is not None and isinstance(piece.at, Hex)))


def steps_after(
    detail: CombatDetail,
    defenders: Mapping[Hex, tuple[str, ...]],
    attackers: Mapping[str, Hex],
    idle: Mapping[str, Hex] = MappingProxyType({}),
    label: Callable[[Hex], str] = str,
) -> tuple[Step, ...]:
    """The steps that a result asks for: the defenders' first, then the attackers', each stack of them by itself, then advances
    into each hex that may fall, and of defenders into those that attackers retreat from, where the series has that.

    `defenders` are those in each hex that was attacked, `attackers` the units that fought, with where they stand; `idle` those
    beside them that did not fight: they lose steps and retreat with their stack, and do not advance. `label` is the number of
    a hex, as facts of one among several bear it.
    """
    found: list[Step] = []
    if isinstance(detail, FoughtDetail) and (proposals := marking(detail.proposals)):
        found.append(Step(MARKERS, proposals=proposals))
    losses = detail.losses
    if losses is not None:
        found += _suffered(losses.defender, DEFENDER, defenders)
        stacks: dict[Hex, tuple[str, ...]] = {}
        for unit, place in {**attackers, **idle}.items():
            stacks[place] = (*stacks.get(place, ()), unit)
        found += _suffered(losses.attacker, ATTACKER, stacks)
        for target in defenders:
            if detail.facts.get(fact_of("hex_falls", label(target), len(defenders) > 1)) != HOLDS:
                found.append(Step(ADVANCE, ATTACKER, tuple(attackers), target, losses.defender.retreat))
        if detail.facts.get(FOLLOWED) == "yes":
            those = tuple(unit for units in defenders.values() for unit in units)
            found += [Step(ADVANCE, DEFENDER, those, place, losses.attacker.retreat) for place in stacks]
    return tuple(found)


def _suffered(loss: Loss, side: str, stacks: Mapping[Hex, tuple[str, ...]]) -> list[Step]:
    """What a result asks of one side: all its units lose steps together, each stack retreats by itself."""
    found = []
    if loss.steps:
        units = tuple(unit for some in stacks.values() for unit in some)
        found.append(Step(LOSSES, side, units, next(iter(stacks)) if len(stacks) == 1 else None, loss.steps))
    if loss.retreat:
        found += [Step(RETREAT, side, units, place, loss.retreat) for place, units in stacks.items()]
    return found


def offers_of(ruling: Ruling | None, step: Step) -> tuple[Offer, ...]:
    """The ways to take a step that an answer offers, the best first."""
    if step.kind == MARKERS:
        return tuple(Offer(each) for each in step.proposals)
    detail = ruling.detail if ruling is not None else None
    if isinstance(detail, RetreatDetail):
        return tuple(Offer(way=way, paid=option.paid) for option in detail.options for way in option.ways)
    if isinstance(detail, LossesDetail | AdvanceDetail):
        return tuple(Offer(each) for each in detail.proposals)
    return ()
