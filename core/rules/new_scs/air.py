"""Air points: how many a side has left, what spending them changes, and interdiction on the map [New SCS Air phase]."""

from collections.abc import Iterator, Mapping
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Mark
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import hex_marked, mark_kind
from core.model.edits.state_edits import ChangeState
from core.rules.kernel.combat import Facts
from core.rules.kernel.proposals import Proposal, proposing
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.new_scs.going import INTERDICTS, OWN_PHASE
from core.rules.new_scs.movement import AIR
from core.rules.operations.battle import PROHIBITED
from core.rules.operations.board import Board
from core.rules.operations.fought import BOMBARDMENT, declared
from core.rules.operations.points import points_key
from core.rules.operations.proposals import work_of
from core.rules.operations.zones import one_side

POINTS, ALLOWED = "air", "allowed"
"""The kind of points, and the phase, that is called so."""


def air_key(board: Board, side: str) -> tuple[str, str] | None:
    """Under which words the state of play counts the air points of a side; None where it counts none. [New SCS Air phase]"""
    return points_key(board.forces, board.case.ruleset.play, side, POINTS)


def too_few(board: Board, side: str, flights: int) -> Iterator[Reason]:
    """That a side has fewer air points left than some missions take; nothing where nobody counts them. [New SCS Air phase]"""
    key = air_key(board, side)
    if key is None or flights <= (left := board.forces.state.points[key]):
        return
    told = {"side": board.forces.side_name(side), "left": counted(left, "air point"), "flights": flights}
    template = "{side} has {left} left in this turn; this takes {flights}" if left > 0 else "{side} has no air points left"
    yield Reason(board.ref(AIR), template, told)


def without_mission(board: Board, side: str, flights: int) -> Iterator[Reason]:
    """That air points of a side have no mission yet beside those that fly one and those that are declared for one.

    [New SCS Air phase]
    """
    key = air_key(board, side)
    if key is None:
        return
    of_side = (each for each in declared(board, BOMBARDMENT) if each.by == side)
    flying = sum(unit.kind == POINTS for each in of_side for unit in board.forces.units_named(each.units))
    left = board.forces.state.points[key] - max(flights, flying)
    if left > 0:
        told = {"side": board.forces.side_name(side), "left": counted(left, "air point")}
        template = "{side} has {left} without a mission; all of them get one before any bombardment is resolved"
        yield Reason(board.ref(AIR), template, told, numbers={"without_mission": left})


def spending(board: Board, side: str, flights: int) -> tuple[tuple[Edit, ...], str]:
    """What spending air points of a side changes, and a phrase for it; nothing where nobody counts them. [New SCS Air phase]"""
    key = air_key(board, side)
    if key is None:
        return (), ""
    points = board.forces.state.points
    edit = ChangeState("Spend air points", {"points": points.set(key, points[key] - flights)})
    return (edit,), f"spend {counted(flights, 'air point')}"


def interdicting(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether an air point of a side interdicts a hex, and what that does: the marker, and one point less. Raises WrongUse.

    [New SCS Air phase]
    """
    if given.get("to") is None:
        raise WrongUse("Give the hex that is interdicted, to=…")
    number = board.number(given["to"])
    place = board.net.hexes[number]
    side, ref = one_side(board, given.get("side") or ""), board.ref(AIR)
    reach = board.case.ruleset.whole("interdiction.reach")
    told: dict[str, object] = {"side": board.forces.side_name(side), "hex": place, "reach": reach}
    barred = tuple(_bars(board, side, place))
    if barred:
        return Ruling("interdiction", board.case.ruleset.id, PROHIBITED, None, barred, Facts({}), board.consulted.charts)
    work, (spent, phrase) = work_of(board), spending(board, side, 1)
    label = "; ".join(filter(None, (f"Interdict {board.label(number)}", phrase)))
    said = [Reason(ref, "An air point of {side} interdicts {hex} and the hexes within {reach} of it", told, (place,))]
    if _lies_near(board, side, place, reach):
        said.append(Reason(ref, "Interdiction of {side} lies near already; where both cover a hex it does no more", told))
    key = air_key(board, side)
    facts = Facts({"left": board.forces.state.points[key] - 1} if key is not None else {})
    proposal = Proposal(label, (hex_marked(work, (place,), Mark(INTERDICTS, side)), *spent))
    detail = proposing(facts, proposal)
    return Ruling("interdiction", board.case.ruleset.id, ALLOWED, None, tuple(said), detail, board.consulted.charts)


def _bars(board: Board, side: str, place: Hex) -> Iterator[Reason]:
    """Why a side does not interdict a hex."""
    state, ref, told = board.forces.state, board.ref(AIR), {"side": board.forces.side_name(side), "hex": place}
    moment = state.moment
    if state.in_play and moment.phase and moment.phase != POINTS:
        yield Reason(ref, "Air points get their missions in the Air Phase")
    if moment.side and moment.side != side:
        other = {**told, "owner": board.forces.side_name(moment.side)}
        yield Reason(board.ref(OWN_PHASE), "The phase is that of {owner}; {side} interdicts in those of its own", other)
    if Mark(INTERDICTS, side) in board.forces.deployment.marks.get(place, ()):
        yield Reason(ref, "{side} interdicts {hex} already", told, (place,))
    yield from too_few(board, side, 1)


def _lies_near(board: Board, side: str, place: Hex, reach: int) -> bool:
    """Whether interdiction of a side covers hexes that this one would."""
    marks = board.forces.deployment.marks.items()
    theirs = (spot for spot, some in marks if any(mark_kind(each.kind) == INTERDICTS and each.side == side for each in some))
    return any(isinstance(spot, Hex) and spot.distance(place) <= 2 * reach for spot in theirs)
