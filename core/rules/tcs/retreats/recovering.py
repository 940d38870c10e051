"""Recovery on the map: which stacks may recover, who of them does, and that the other side may fire at them [TCS 4.01 17.7]."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.edits.force_edits import ChangePieces
from core.model.state import RECOVERY, Declared
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import OPEN, TARGET, Part, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.fought import fought, made_in_play
from core.rules.operations.proposals import work_of
from core.rules.tcs.forces.counters import kind_of
from core.rules.tcs.forces.units import CARRIER, PARALYZED, SUPPRESSED, VEHICLE
from core.rules.tcs.procedures.dangers import attack_zones
from core.rules.tcs.reckoning import ALLOWED, PROHIBITED, step

READ = "read"


def recover_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Who recovers in a hex, and what is asked then; without a hex the stacks that may. Raises WrongUse. [TCS 4.01 17.7]"""
    if given.get("to") is None:
        return _everywhere(board, _side(board, given))
    place = given["to"]
    there = board.at.get(board.number(place), ())
    if not there:
        raise WrongUse(f"to: nobody stands in {board.forces.box.label(place)}.")
    named = board.units(given["units"]) if given.get("units") else ()
    strange = [unit for unit in named if unit not in there]
    if strange:
        raise WrongUse(f"units: {names(strange)} do not stand in {board.forces.box.label(place)}.")
    side = named[0].side if named else given.get("side") or _own(board, there)
    stack = tuple(unit for unit in there if unit.side == side)
    judged = {unit: next(recovery_bars(board, unit), None) for unit in stack}
    chosen = [unit for unit in named or stack if judged.get(unit) is None and unit in judged]
    parts = tuple(Part(unit.id, place, why is None, unit in chosen, why) for unit, why in judged.items())
    said = [*_phase(board, side), *(why for unit, why in judged.items() if why is not None and _is_held(unit))]
    hexes = {TARGET: frozenset({place})}
    barred = [unit for unit in named if unit not in chosen]
    if barred or not chosen:
        said += [why for unit in barred if (why := judged.get(unit)) is not None and why not in said]
        if not said:
            said.append(step(board.case, "17.7", "Nobody here is Suppressed or Paralyzed"))
        return _ruling(board, PROHIBITED, 0, said, ProcedureDetail({}, parts=parts, units="units", place="to", hexes=hexes))
    template = "{units} recover: Suppressed comes off, Paralyzed becomes Suppressed"
    said.append(step(board.case, "17.7a", template, units=names(chosen)))
    said.append(step(board.case, "17.7c", "Nobody has to recover; who is left out stays as it is"))
    proposal = _recovery(board, place, chosen, stack)
    detail = ProcedureDetail({}, proposals=(proposal,), parts=parts, units="units", place="to", hexes=hexes)
    return _ruling(board, ALLOWED, len(chosen), said, detail)


def recovery_bars(board: Board, unit: Unit) -> Iterator[Reason]:
    """Why a unit does not recover. [TCS 4.01 17.0a, 17.7, 17.7b, 17.7d]"""
    case, at = board.case, unit.piece.at if unit.piece is not None else ""
    if kind_of(case.ruleset, unit).category in (VEHICLE, CARRIER):
        yield step(case, "17.0a", "{unit} has no morale of its own", unit=unit.name)
        return
    if not _is_held(unit):
        yield step(case, "17.7", "{unit} is neither Suppressed nor Paralyzed", unit=unit.name)
    if at in attack_zones(board.forces):
        yield step(case, "17.7b", "{unit} is in an attack zone", unit=unit.name)
    if any(unit.id in each.units or at in each.against for each in fought(board, RECOVERY)):
        yield step(case, "17.7d", "{unit}: its stack has recovered in this phase", unit=unit.name)


def _is_held(unit: Unit) -> bool:
    return unit.piece is not None and not unit.piece.marks.isdisjoint((SUPPRESSED, PARALYZED))


def _own(board: Board, there: Sequence[Unit]) -> str:
    """The side that is meant in a hex: the one whose phase it is, where it is there. [TCS 4.01 17.7]"""
    sides = dict.fromkeys(unit.side for unit in there)
    return board.forces.state.moment.side if board.forces.state.moment.side in sides else next(iter(sides))


def _side(board: Board, given: Mapping[str, Any]) -> str:
    side = given.get("side") or board.forces.state.moment.side
    if not side:
        raise WrongUse("side: say whose stacks are meant, or to=… for those in a hex; no phase of a side is being played.")
    if board.forces.oob.side(side) is None:
        raise WrongUse(f'side: there is no side "{side}".')
    return side


def _phase(board: Board, side: str) -> Iterator[Reason]:
    moment = board.forces.state.moment
    if moment.side and moment.side != side:
        told = board.forces.side_name(moment.side)
        yield step(board.case, "17.7", "The phase is that of {side}: others recover at the end of their own", side=told)


def _recovery(board: Board, place: Hex, chosen: Sequence[Unit], stack: Sequence[Unit]) -> Proposal:
    """That units recover, and the trigger that this is; the stack counts as one that has. [TCS 4.01 15.1c, 17.7a, 17.7d]"""
    pieces: dict[str, Piece | None] = {}
    for unit in chosen:
        assert unit.piece is not None
        left = unit.piece.marks - {SUPPRESSED, PARALYZED}
        pieces[unit.id] = replace(unit.piece, marks=left | {SUPPRESSED} if PARALYZED in unit.piece.marks else left)
    edit = ChangePieces("Recover", work_of(board).moved, MappingProxyType(pieces))
    label = board.forces.box.label(place)
    ids = tuple(unit.id for unit in stack if unit in chosen)
    attempt = made_in_play(board, Declared(chosen[0].side, ids, (place,), RECOVERY))
    enemy = next((side for side in board.sides if side != chosen[0].side), "")
    title = Reason(board.ref("17.7a"), "Overwatch at who recovers in {hex}", {"hex": place}, (place,))
    given = {"to": label, "trigger": RECOVERY, "moving": ", ".join(ids)}
    fire = (Next("overwatch.fire", title, given, enemy, may=True),) if enemy else ()
    then = (*fire, *_others(board, chosen[0].side, place))
    return Proposal(f"Recover in {label}: {names(chosen)}", (edit,), attempt=attempt, then=then)


def _others(board: Board, side: str, place: Hex) -> Iterator[Next]:
    """That other stacks of a side can recover after the one in a hex, for it goes stack by stack. [TCS 4.01 17.7a, 17.7c]"""
    number = board.number(place)
    if any(here != number and next(recovery_bars(board, unit), None) is None for here, unit in board.of(side)):
        title = Reason(board.ref("17.7a"), "Other stacks of {side} can recover", {"side": board.forces.side_name(side)})
        yield Next(f"{RECOVERY}.at", title, {"side": side}, side, may=True)


def _everywhere(board: Board, side: str) -> Ruling:
    """The stacks of a side that may recover, each as a step that leads on to it. [TCS 4.01 17.7, 17.7b, 17.7d]"""
    hexes, label = board.net.hexes, board.forces.box.label
    able: dict[Hex, list[Unit]] = {}
    said = list(_phase(board, side))
    for number, unit in board.of(side):
        why = next(recovery_bars(board, unit), None)
        if why is None:
            able.setdefault(hexes[number], []).append(unit)
        elif _is_held(unit):
            said.append(replace(why, hexes=(hexes[number],)))
    parts = tuple(Part(unit.id, place, True, False) for place, some in able.items() for unit in some)
    proposals = []
    for place, some in able.items():
        said.append(Reason(board.ref("17.7"), "{hex} may recover: {units}", {"hex": place, "units": names(some)}, (place,)))
        title = Reason(board.ref("17.7"), "Recovery in {hex}", {"hex": place}, (place,))
        then = (Next(f"{RECOVERY}.at", title, {"to": label(place), "side": side}, side),)
        proposals.append(Proposal(f"Recover in {label(place)}: {names(some)}", (), then=then))
    if not able:
        said.append(step(board.case, "17.7", "No stack of {side} may recover", side=board.forces.side_name(side)))
    found = {OPEN: frozenset(able)} if able else {}
    # One stack recovers at a time: the hex is chosen here, and who takes part once it is.
    detail = ProcedureDetail({}, proposals=tuple(proposals), parts=parts, place="to", hexes=found)
    return _ruling(board, READ if able else PROHIBITED, len(able), said, detail)


def _ruling(board: Board, verdict: str, value: int, said: Sequence[Reason], detail: ProcedureDetail) -> Ruling:
    return Ruling("recovery.at", board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)
