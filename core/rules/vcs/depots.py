"""Depots: they move by transfer to a port, and those that were eliminated come back as reinforcements [VCS 4.23, 11.3].

A depot that is taken off the map is laid among the reinforcements, with a marker that says on which turn it comes back. It
comes in where it was set up.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from core.base.comma_parts import comma_parts
from core.base.errors import WrongUse, did_you_mean
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit, Several
from core.model.edits.piece_edits import marked, moved, unmarked
from core.model.scenario import ARRIVING
from core.model.scenario_places import zone_hexes
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Facts
from core.rules.kernel.findings import MEND, Finding
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.markers import parted
from core.rules.kernel.phase_checks import PhaseEnd
from core.rules.kernel.proposals import Proposal, proposing
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import ForceTables
from core.rules.operations.board import Board
from core.rules.operations.proposals import applied, work_of
from core.rules.vcs.counters import DEPOT

LIMITS, BACK = "vcs.limits", "Turns until an eliminated depot is back"
PORTS, STAGE = "supply.ports", "preparation.ships"
"""What a side says of its ports, and the phase in which depots move."""
ALLOWED, PROHIBITED = "allowed", "prohibited"
PORT_OUT = "port-destroyed"
"""The marker of a port that was demolished."""
RETURNS = "returns"
"""The marker that says on which turn a piece comes back."""


def due(unit: Unit) -> int:
    """The turn on which a piece comes back, 0 where no marker says one."""
    marks = unit.piece.marks if unit.piece is not None else frozenset()
    return max((parted(word)[1] or 0 for word in marks if parted(word)[0] == RETURNS), default=0)


def may_not_enter(case: ForceTables, forces: Forces, units: tuple[Unit, ...]) -> tuple[Reason, ...]:
    """Why pieces do not come in yet: they were eliminated, and wait. [VCS 11.3]"""
    now = forces.state.moment.turn
    template = "{unit} was eliminated, and comes back on turn {turn}"
    waiting = ((unit, due(unit)) for unit in units)
    ref = case.ruleset.ref("11.3")
    return tuple(Reason(ref, template, {"unit": unit.name, "turn": turn}) for unit, turn in waiting if turn > now)


def ports(board: Board, side: str) -> frozenset[int]:
    """The hexes of the ports of a side, which the box names by hexes and zones. Raises WrongUse. [VCS 11.3]"""
    box, index = board.forces.box, board.net.index
    known = board.forces.oob.side(side)
    words = str(known.values.get(PORTS, "")) if known is not None else ""
    found: set[int] = set()
    for word in comma_parts(words):
        zone = zone_hexes(box, word)
        try:
            found |= {index[place] for place in zone or (box.hex(word),) if place in index}
        except WrongUse:
            zones = [each.name for placed in box.sheets for each in placed.sheet.zones if each.name]
            whose = board.forces.side_name(side)
            raise WrongUse(f'Ports of {whose}: "{word}" is no hex and no zone.{did_you_mean(word, zones)}') from None
    return frozenset(found)


def transfer(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether a depot moves to a port, in the Air and Sea Stage alone. Raises WrongUse. [VCS 4.23, 11.3]"""
    units = board.units(given["units"])
    if len(units) != 1 or units[0].kind != DEPOT:
        raise WrongUse("units: name the one depot that is to move.")
    unit, number = units[0], board.number(given["to"])
    place, ref, moment = board.net.hexes[number], board.ref("11.3"), board.forces.state.moment
    told: dict[str, object] = {"unit": unit.name, "hex": place, "side": board.forces.side_name(unit.side)}
    bars: list[Reason] = []
    if moment.phase and moment.phase != STAGE:
        bars.append(Reason(ref, "Depots move in the Air and Sea Stage alone, while ships go from port to port", told))
    open_to = ports(board, unit.side)
    if number not in open_to:
        where = ", ".join(board.label(each) for each in sorted(open_to)) or "none; the box names no port"
        template = "{hex} is no port of {side}; its ports: {ports}"
        bars.append(Reason(ref, template, {**told, "ports": where}, (place,)))
    if others := [each for each in board.forces.units(place) if each.side != unit.side]:
        bars.append(Reason(ref, "{hex} is held by others: {units}", {**told, "units": names(others)}, (place,)))
    if board.place(unit) == number:
        bars.append(Reason(ref, "{unit} lies in {hex} already", told, (place,)))
    if bars:
        facts = Facts({})
        return Ruling("transfer", board.case.ruleset.id, PROHIBITED, None, tuple(bars), facts, board.consulted.charts)
    said = (Reason(ref, "{unit} may move to the port in {hex}", told, (place,)), *_demolished(board, place))
    label = f"{unit.name} moves to {board.label(number)}"
    detail = proposing(Facts({}), Proposal(label, (moved(work_of(board), [unit.id], place, label),)))
    return Ruling("transfer", board.case.ruleset.id, ALLOWED, None, said, detail, board.consulted.charts)


def _demolished(board: Board, place: Hex) -> Iterator[Reason]:
    """That a port is demolished, which keeps nobody from it: the text states no effect. [VCS 4.22]"""
    if any(parted(mark.kind)[0] == PORT_OUT for mark in board.forces.deployment.marks.get(place, ())):
        template = "The port in {hex} is demolished; no effect of that is stated, and the game may say one"
        yield Reason(board.ref("4.22"), template, {"hex": place}, (place,))


def depots_of(forces: Forces) -> Iterator[tuple[Hex, Unit]]:
    """The depots on the map, with the hexes in which they lie; they are no combat units. [VCS 11.3]"""
    for id_, piece in sorted(forces.deployment.pieces.items()):
        unit = forces.unit(id_)
        if unit is not None and unit.kind == DEPOT and isinstance(piece.at, Hex):
            yield piece.at, unit


def lost_depots(end: PhaseEnd) -> Iterator[Finding | None]:
    """Depots that were eliminated in the phase, and those that are back and still bear their marker. [VCS 11.3]"""
    yield None
    turn = end.forces.state.moment.turn + int(Consulted(end.case.charts).number(LIMITS, BACK, "number"))
    for place, unit in depots_of(end.before):
        if unit.id in end.forces.deployment.pieces:
            continue
        label = "Have a depot come back"
        edits: tuple[Edit, ...] = (moved(end.work, [unit.id], ARRIVING, label),)
        edits = (*edits, marked(applied(end.work, edits), (unit.id,), f"{RETURNS} {turn}", label))
        text = f"{unit.name} was eliminated in {end.label(place)}; it comes back as a reinforcement on turn {turn}."
        yield Finding("depot", "11.3", text, MEND, (unit.id,), (place,), (Several(label, edits),))
    for place, unit in depots_of(end.forces):
        if back := due(unit):
            text = f"{unit.name} is back in {end.label(place)}: its marker comes off."
            edit = unmarked(end.work, (unit.id,), f"{RETURNS} {back}", "Take a marker off")
            yield Finding("depot", "11.3", text, MEND, (unit.id,), (place,), (edit,))
