"""Traffic markers on the map: the hexes that they fill, placing and removing them [BCS 1.1 variants 3, 5]."""

from collections.abc import Iterator, Mapping
from typing import Any

from core.base.amounts import amount
from core.geometry.hexes import Hex
from core.model.deployment import Mark
from core.model.edits.piece_edits import hex_marked, hex_unmarked
from core.rules.bcs.ground.zones import GROUND, NUMBER, around
from core.rules.bcs.tables import ON, limit
from core.rules.kernel.procedure import TARGET, ZONE, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Parameter
from core.rules.operations.board import Board
from core.rules.operations.proposals import work_of

TRAFFIC, RADIUS, COST = "traffic", "Traffic radius", "Cost of a hex with traffic"
MARKED, FREE, PROHIBITED = "marked", "free", "prohibited"


def traffic_markers(board: Board) -> tuple[int, ...]:
    """The hexes with a traffic marker, in their order. [BCS 1.1 variant 3]"""
    marks, index = board.forces.deployment.marks, board.net.index
    found = (spot for spot, some in marks.items() if isinstance(spot, Hex) and any(each.kind == TRAFFIC for each in some))
    return tuple(sorted(index[spot] for spot in found if spot in index))


def filled_by(board: Board, number: int) -> frozenset[int]:
    """The hexes that a traffic marker in a hex fills: this one and those around it. [BCS 1.1 variant 3]"""
    return frozenset(around(board, number, limit(board.consulted, RADIUS)))


def traffic_hexes(board: Board) -> frozenset[int]:
    """The hexes that traffic fills; where markers overlap nothing more happens. [BCS 1.1 variant 3]"""
    return board.kept(
        ("traffic",), lambda: frozenset(each for number in traffic_markers(board) for each in filled_by(board, number))
    )


# The question -------------------------------------------------------------------------------------------------------------


def traffic_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """The hexes that a traffic marker in a hex fills, what it costs, and placing or removing it. Raises WrongUse.

    [BCS 1.1 variants 3, 5]
    """
    ref, place = board.ref, given["to"]
    number, label = board.number(place), board.forces.box.label(place)
    markers, filled = traffic_markers(board), filled_by(board, number)
    points = board.consulted.number(GROUND, COST, NUMBER)
    told: dict[str, object] = {"hex": place, "count": len(filled), "points": amount(points)}
    said = [Reason(ref("3"), "Traffic in {hex} fills {count} hexes, each of which costs {points} more", told, (place,))]
    others = traffic_hexes(board) if number not in markers else frozenset()
    both = len(filled & others)
    if both:
        said.append(Reason(ref("3"), "In {both} of them traffic lies already, and nothing more happens", {"both": both}))
    if number in markers:
        proposals: tuple[Proposal, ...] = tuple(_removals(board, place))
        said.append(Reason(ref("3"), "A traffic marker lies in {hex}; under planned fatigue its removal is paid for", told))
    else:
        barred = _is_coordination_alone(board)
        said += barred
        label = f"Place traffic in {label}"
        mark = hex_marked(work_of(board), (place,), Mark(TRAFFIC), label)
        proposals = () if barred else (Proposal(label, (mark,)),)
    detail = ProcedureDetail(
        facts={"points": points, "hexes": len(filled)},
        proposals=proposals,
        place="to",
        hexes={TARGET: frozenset({place}), ZONE: frozenset(board.net.hexes[each] for each in filled - {number})},
    )
    verdict = MARKED if number in markers else FREE if proposals else PROHIBITED
    return Ruling("traffic.at", board.case.ruleset.id, verdict, len(filled), tuple(said), detail, board.consulted.charts)


def _removals(board: Board, place: Hex) -> Iterator[Proposal]:
    """That the marker goes: paid for by the active formation, else by hand. [BCS 1.1 variant 3]"""
    label = board.forces.box.label(place)
    if board.case.choices["fatigue.planned"] == ON:
        title = Reason(board.ref("3"), "Remove the traffic in {hex} for fatigue", {"hex": place}, (place,))
        side = board.forces.state.moment.side
        yield Proposal(f"Pay for the traffic in {label}", (), then=(Next("fatigue.at", title, {"to": label}, side),))
        return
    marks = (each for each in board.forces.deployment.marks.get(place, ()) if each.kind == TRAFFIC)
    for mark in marks:
        yield Proposal(
            f"Remove the traffic in {label}", (hex_unmarked(work_of(board), place, mark, f"Remove the traffic in {label}"),)
        )


def _is_coordination_alone(board: Board) -> tuple[Reason, ...]:
    """That no marker is placed, as its results bring coordination markers alone. [BCS 1.1 variants 3, 5]"""
    choices = board.case.choices
    if choices["coordination.middle_ground"] != ON:
        return ()
    said = Reason(board.ref("5"), "Traffic brings coordination markers to the active formation, and no traffic marker")
    if choices["fatigue.planned"] != ON:
        return (said,)
    if choices.get("traffic.coordination", "coordination") == "coordination":
        return (said, reading_reason(board.case, "traffic.coordination", "both", "a traffic marker as well"))
    return ()


PARAMETERS = (Parameter("to", "hex", "the hex of the marker", required=True),)
