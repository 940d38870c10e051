"""Where combat trains may stand, and whether they are ghosts there [BCS 1.1 variant 7, published summaries]."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.rules.bcs.activation import TRAINS as CHART
from core.rules.bcs.ground.moves import is_shifted_to, moved_themselves
from core.rules.bcs.ground.routes import (
    ROUTE,
    blocks_of,
    headquarters_of,
    searched,
    serving,
    trains_of,
    would_block,
    zones_but_of_screens,
)
from core.rules.bcs.ground.zones import YES
from core.rules.bcs.meant import FORMATION, meant
from core.rules.bcs.standing import standing_edit, standing_of
from core.rules.bcs.tables import PUBLISHED
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.procedure import BESIDE, OPEN, TARGET, Part, ProcedureDetail
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.proposals import going, work_of
from core.rules.operations.rules import Said
from core.rules.operations.sources import sources_of
from core.rules.operations.zones import SIDES

FOR_TRAINS, ON_ENTRY, BEST_ROW = "trains", "on entry", "best distance"
BEST, GHOSTS, ILLEGAL = "best", "ghosts", "illegal"
"""How trains stand in a hex: as they should, as ghosts, or not as they may."""


@dataclass(frozen=True, slots=True)
class Place:
    """A hex for the trains of a formation: what makes it legal, and what keeps trains there from being ghosts."""

    number: int
    legal: tuple[Said, ...]
    best: tuple[Said, ...]

    @property
    def verdict(self) -> str:
        """How they stand there."""
        if not all(each.yes for each in self.legal):
            return ILLEGAL
        return BEST if all(each.yes for each in self.best) else GHOSTS


def stands_on_way(board: Board, side: str, number: int) -> bool:
    """Whether a way leads through a hex on which trains may stand: a road, or a track where it begins at a source.

    [BCS 1.1 published summaries]
    """
    words = (YES, ON_ENTRY) if number in sources_of(board, side).hexes else (YES,)
    passes, net = serving(board, FOR_TRAINS, *words), board.net
    edges = range(SIDES * number, SIDES * number + SIDES)
    return any(net.near[edge] >= 0 and passes[net.crossing[edge]] for edge in edges)


def place_of(board: Board, formation: str, side: str, number: int) -> Place:
    """A hex for the trains of a formation, clause by clause. [BCS 1.1 variant 7, published summaries]"""
    return board.kept(
        ("trains", formation, number),
        lambda: Place(number, tuple(_legal(board, side, number)), tuple(_best(board, formation, side, number))),
    )


def _legal(board: Board, side: str, number: int) -> Iterator[Said]:
    def said(yes: bool, so: str, not_so: str, section: str = PUBLISHED) -> Said:
        return Said(yes, board.told(Reason(board.ref(section), so if yes else not_so), number))

    yield said(
        stands_on_way(board, side, number), "{hex} is on a road that serves trains", "{hex} is on no road that serves trains"
    )
    yield said(number not in board.enemies(side), "No enemies stand in {hex}", "Enemies stand in {hex}")
    template = "{hex} lies in no enemy zone of control or engagement zone but those of screens"
    not_so = "{hex} lies in an enemy zone of control or engagement zone"
    yield said(number not in zones_but_of_screens(board, side), template, not_so)
    template = "A free supply route leads from {hex} to a source"
    yield said(_is_free(board, side, number), template, "No free supply route leads from {hex} to a source")
    template = "A unit in {hex} blocks no enemy supply route"
    yield said(not would_block(board, side, number), template, "A unit in {hex} would block an enemy supply route", "7")


def _is_free(board: Board, side: str, number: int) -> bool:
    blocks = blocks_of(board, side)
    if not any(serving(board, ROUTE, YES)) or number in blocks.closed:
        return False
    return searched(board, side).far[number] >= 0


def _best(board: Board, formation: str, side: str, number: int) -> Iterator[Said]:
    """What keeps trains from being ghosts. [BCS 1.1 published summaries]"""
    ref, hexes = board.ref(PUBLISHED), board.net.hexes
    headquarters = headquarters_of(board, formation)
    if headquarters is None:
        yield Said(False, Reason(ref, "The headquarters is not on the map, so that its distance is not known"))
        return
    least, most = best_distance(board)
    distance = hexes[number].distance(hexes[headquarters[0]])
    told = {"unit": headquarters[1].name, "distance": distance, "least": least, "most": most}
    template = "{hex} is {distance} hexes from {unit}; best are {least} to {most}"
    reason = Reason(ref, template, told, numbers={"distance": distance, "least": least, "most": most})
    yield Said(least <= distance <= most, board.told(reason, number))
    goals = [hexes[each] for each in sources_of(board, side).hexes]
    if goals:
        here, there = (min(goal.distance(hexes[each]) for goal in goals) for each in (number, headquarters[0]))
        told = {"here": here, "there": there, "unit": headquarters[1].name}
        template = "{hex} is {here} hexes from the nearest source, {unit} {there}: trains stand nearer to it"
        reason = Reason(ref, template, told, numbers={"here": here, "there": there})
        yield Said(here < there, board.told(reason, number))
    trains = trains_of(board, formation)
    if trains is not None and trains[0] == number and trains[1].id in moved_themselves(board.forces.state):
        yield Said(False, Reason(ref, "{unit} have moved in this activation", {"unit": trains[1].name}))


def best_distance(board: Board) -> tuple[int, int]:
    """How far trains should be from their headquarters, at least and at most. [BCS 1.1 published summaries]"""
    least, most = (int(board.consulted.number(CHART, BEST_ROW, end)) for end in ("least", "most"))
    return least, most


# The question -------------------------------------------------------------------------------------------------------------


def trains_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """How the trains of a formation stand where they are, or in a hex, and where they may. Raises WrongUse.

    [BCS 1.1 variant 7, published summaries]
    """
    formation = meant(board, given)
    trains = trains_of(board, formation.id)
    if trains is None:
        raise WrongUse(f"formation: {formation.name} has no combat trains on the map.{board.unset}")
    here, unit = trains
    to: Hex | None = given.get("to")
    number = board.number(to) if to is not None else here
    place = place_of(board, formation.id, formation.side, number)
    ghost = standing_of(board.forces, formation.id).ghost
    said = [each.reason for each in (*place.legal, *place.best)]
    told: dict[str, object] = {"unit": unit.name, "hex": board.net.hexes[number]}
    template = {
        BEST: "{unit} stand as they should in {hex}",
        GHOSTS: "{unit} are ghosts in {hex}, which is legal but not as it should be",
        ILLEGAL: "{unit} may not stand in {hex}",
    }[place.verdict]
    said.append(Reason(board.ref(PUBLISHED), template, told, (board.net.hexes[number],)))
    if place.verdict == BEST and number != here:
        said.append(Reason(board.ref(PUBLISHED), "{unit} are ghosts once they have moved", told))
    if number == here:
        template = "{unit} are ghosts now" if ghost else "{unit} are no ghosts now"
        said.append(Reason(board.ref(PUBLISHED), template, told))
    # A soft jump has no effect on whether they are ghosts, and need not end in a legal hex.
    found = number == here and is_shifted_to(board.forces.state, unit.id, board.net.hexes[here])
    if found:
        template = "A soft jump has shifted {unit}: how they stand counts once their formation is activated"
        said.append(Reason(board.ref("7"), template, told))
    spots = board.kept(("trains anywhere", formation.id), lambda: _places(board, formation.id, formation.side))
    told = {"best": len(spots[BEST]), "ghosts": len(spots[GHOSTS])}
    template = "On the map trains stand as they should in {best} hexes, as ghosts in {ghosts}"
    said.append(Reason(board.ref(PUBLISHED), template, told))
    barred = next((each.reason for each in place.legal if not each.yes), None)
    detail = ProcedureDetail(
        facts={"formation": formation.id, "ghost": "yes" if ghost else "no"},
        proposals=() if found else tuple(_proposals(board, unit, place, here, ghost)),
        parts=(Part(unit.id, board.net.hexes[here], barred is None, True, barred),),
        place="to",
        hexes={OPEN: spots[BEST], BESIDE: spots[GHOSTS], TARGET: frozenset({board.net.hexes[number]})},
    )
    return Ruling("trains.at", board.case.ruleset.id, place.verdict, place.verdict, tuple(said), detail, board.consulted.charts)


def _places(board: Board, formation: str, side: str) -> Mapping[str, frozenset[Hex]]:
    """The hexes of the map in which the trains of a formation may stand, by how they stand there."""
    found: dict[str, set[Hex]] = {BEST: set(), GHOSTS: set(), ILLEGAL: set()}
    for number, place in enumerate(board.net.hexes):
        if stands_on_way(board, side, number):
            found[place_of(board, formation, side, number).verdict].add(place)
    return {verdict: frozenset(some) for verdict, some in found.items()}


def _proposals(board: Board, unit: Unit, place: Place, here: int, ghost: bool) -> Iterator[Proposal]:
    """That they move there, or that they are what they are to be where they stand."""
    formation, work, label = unit.counter.formation, work_of(board), board.label(place.number)
    if place.number == here:
        should = place.verdict != BEST
        if should != ghost:
            edit = standing_edit(work, formation, ghost=should)
            yield Proposal(f"{unit.name} are ghosts" if should else f"{unit.name} are no ghosts any more", (edit,))
        return
    if place.verdict == ILLEGAL:
        return
    edits: list[Edit] = [*going(work, (unit,), board.net.hexes[place.number], f"Move {unit.name}")]
    if not ghost:
        edits.append(standing_edit(edits[-1].apply(work), formation, ghost=True))
    yield Proposal(f"{unit.name} go to {label} and are ghosts", tuple(edits))


PARAMETERS = (FORMATION, Parameter("to", "hex", "a hex for its combat trains; that in which they stand without it"))
