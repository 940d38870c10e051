"""What follows the roll of a combat, step by step, as the ruling on it says: markers, losses, retreats, advances.

Nothing here knows a series: how many steps and hexes are asked of each side stands in the ruling.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from core.geometry.hexes import Hex
from core.model.edits.edit import flat
from core.model.edits.force_edits import ChangePieces
from core.rules.kernel.combat import CombatDetail
from core.rules.kernel.rulings import Ruling
from core.rules.operations.aftermath_detail import ADVANCE as ADVANCE
from core.rules.operations.aftermath_detail import LOSSES as LOSSES
from core.rules.operations.aftermath_detail import RETREAT as RETREAT
from core.rules.operations.aftermath_detail import Fighting, after_result
from core.rules.operations.battle_detail import ATTACKER as ATTACKER
from core.rules.operations.battle_detail import DEFENDER as DEFENDER
from core.rules.operations.battle_detail import (
    AdvanceDetail,
    FoughtDetail,
    LossesDetail,
    Proposal,
    RetreatDetail,
    RetreatWay,
)
from core.rules.operations.movement_detail import OverrunDetail

MARKERS: Final = "markers"

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

    kind: str
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
    """The steps that a result asks for (`core.rules.operations.aftermath_detail`), behind what the combat leaves besides.

    `defenders` are those in each hex that was attacked, `attackers` the units that fought, with where they stand; `idle` those
    beside them that did not fight: they lose steps and retreat with their stack, and do not advance. `label` is the number of
    a hex, as facts of one among several bear it.
    """
    found: list[Step] = []
    if isinstance(detail, FoughtDetail) and (proposals := marking(detail.proposals)):
        found.append(Step(MARKERS, proposals=proposals))
    if detail.losses is not None:
        standing = {unit: place for place, units in defenders.items() for unit in units}
        fighting = Fighting(ATTACK, tuple(defenders), attackers, standing, idle)
        steps = after_result(fighting, detail, detail.losses, label).steps
        found += [Step(each.kind, each.side, each.units, each.place, each.count) for each in steps]
    return tuple(found)


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
