"""Marking units as screens, and taking the marker off: who may, when, and what the zone is then [BCS 1.1 4.3d, variant 8]."""

from collections.abc import Iterator, Mapping
from typing import Any

from core.base.errors import WrongUse
from core.model.edits.piece_edits import marked, unmarked
from core.model.state import OF_PLACES
from core.rules.bcs.counters import BY_TITLE, SCREEN, is_recon
from core.rules.bcs.formations import screen_radius
from core.rules.bcs.ground.moves import moved_themselves
from core.rules.bcs.ground.screens import STACKED, is_screen, screen_zone
from core.rules.bcs.ground.zones import MOVE_SIDE, is_marked
from core.rules.bcs.standing import FIRST, SECOND, standing_of
from core.rules.bcs.tables import ON, not_played
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import ZONE, Part, ProcedureDetail
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Parameter
from core.rules.operations.board import Board
from core.rules.operations.proposals import work_of

MARK, REMOVE = "mark", "remove"


def screen_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether units may be marked as screens or lose the marker now, and the zone then. Raises WrongUse. [BCS 1.1 variant 8]"""
    if board.case.choices["recon.screens"] != ON:
        return not_played(board.case, "screen.at", "8")
    units = board.units(given["units"])
    if not units:
        raise WrongUse("units: name the units that are to screen.")
    change = given.get("change") or (REMOVE if all(is_marked(board, unit) for unit in units) else MARK)
    bars = {REMOVE: removing_bars, STACKED: stacked_bars}.get(change, marking_bars)
    why = {unit.id: tuple(bars(board, unit)) for unit in units}
    may = not any(why.values())
    said = [reason for each in why.values() for reason in each] or list(_so(board, units, change))
    zone = frozenset(number for unit in units for number in screen_zone(board, unit))
    told = {"radius": int(screen_radius(board.case)), "hexes": len(zone)}
    said.append(Reason(board.ref("8"), "The zone of a screen there has a radius of {radius}: {hexes} hexes", told))
    label = f"{names(units)}: {'screen' if change == MARK else 'no screen any more'}"
    ids = [unit.id for unit in units]
    edit = marked if change == MARK else unmarked
    detail = ProcedureDetail(
        facts={"change": change, "radius": told["radius"]},
        proposals=(Proposal(label, (edit(work_of(board), ids, SCREEN, label),)),) if may else (),
        parts=tuple(
            Part(unit.id, board.net.hexes[board.place(unit)], not why[unit.id], True, next(iter(why[unit.id]), None))
            for unit in units
        ),
        units="units",
        hexes={ZONE: frozenset(board.net.hexes[number] for number in zone)},
    )
    verdict = "allowed" if may else "prohibited"
    return Ruling("screen.at", board.case.ruleset.id, verdict, verdict, tuple(said), detail, board.consulted.charts)


def _so(board: Board, units: tuple[Unit, ...], change: str) -> Iterator[Reason]:
    """What there is to know of a change that is allowed. [BCS 1.1 variant 8]"""
    told: dict[str, object] = {"units": names(units)}
    if change == STACKED:
        yield Reason(board.ref("8"), "{units} stand with others, and screen no more", told)
        return
    if change == REMOVE:
        yield Reason(board.ref("8"), "{units} lose the marker in either activation", told)
        return
    yield Reason(board.ref("8"), "{units} can be marked as screens, whatever the SNAFU result", told)
    for unit in units:
        if not unit.counter.formation:
            template = "{unit} is of no formation: nobody knows here whether its activation is the initial one"
            yield Reason(board.ref("8"), template, {"unit": unit.name})
        if len(board.at.get(board.place(unit), ())) > 1:
            template = "{unit} stands with others: it screens once it stands alone, and loses the marker if it ends its move so"
            yield Reason(board.ref("8"), template, {"unit": unit.name})


def marking_bars(board: Board, unit: Unit) -> Iterator[Reason]:
    """Why a unit is not marked as a screen now. [BCS 1.1 4.3d, variant 8]"""
    ref, told = board.ref, {"unit": unit.name}
    if is_marked(board, unit):
        yield Reason(ref("8"), "{unit} is marked as a screen already", told)
        return
    if not is_recon(board.case, unit):
        types = board.case.choices["recon.types"]
        template = "{unit} is no recon unit" if types == BY_TITLE else "{unit} is none of the recon types of the box: {types}"
        yield Reason(ref("4.3d"), template, {**told, "types": types})
    if unit.piece is not None and unit.piece.face != MOVE_SIDE:
        yield Reason(ref("8"), "{unit} is not on its Move side", told)
    yield from _timing(board, unit, "8", "marked")


def removing_bars(board: Board, unit: Unit) -> Iterator[Reason]:
    """Why a unit does not lose the marker of a screen by choice now. [BCS 1.1 variant 8]"""
    if not is_marked(board, unit):
        yield Reason(board.ref("8"), "{unit} is not marked as a screen", {"unit": unit.name})
        return
    formation = unit.counter.formation
    if board.forces.state.in_play and formation and not standing_of(board.forces, formation).activation:
        yield Reason(board.ref("8"), "{unit} loses the marker in an activation of its formation alone", {"unit": unit.name})


def stacked_bars(board: Board, unit: Unit) -> Iterator[Reason]:
    """Why a unit keeps the marker of a screen, in whosever activation: it stands alone. [BCS 1.1 variant 8]"""
    if not is_marked(board, unit):
        yield Reason(board.ref("8"), "{unit} is not marked as a screen", {"unit": unit.name})
    elif is_screen(board, unit):
        yield Reason(board.ref("8"), "{unit} stands alone, and keeps its marker", {"unit": unit.name})


def _timing(board: Board, unit: Unit, section: str, what: str) -> Iterator[Reason]:
    """That it is not the start of the initial activation; before play nobody asks. [BCS 1.1 variant 8]"""
    state, formation, told = board.forces.state, unit.counter.formation, {"unit": unit.name}
    if not state.in_play or not formation:
        return
    activation = standing_of(board.forces, formation).activation
    if activation == SECOND:
        yield Reason(board.ref(section), "{unit} is in a second activation: screens are marked in the initial one", told)
    elif activation != FIRST:
        yield Reason(board.ref(section), "The formation of {unit} is not active: screens are marked in its activation", told)
    else:
        moved = (board.forces.unit(id_) for id_ in sorted(moved_themselves(state)))
        first = next((each for each in moved if each is not None and each.counter.formation == formation), None)
        if first is not None:
            template = "{other} has moved: screens are marked at the start of the activation"
            yield Reason(board.ref(section), template, {**told, "other": first.name})
            return
        fired = (board.forces.unit(id_) for each in state.fought if each.what not in OF_PLACES for id_ in each.units)
        first = next((each for each in fired if each is not None and each.counter.formation == formation), None)
        if first is not None:
            template = "{other} has fought: screens are marked at the start of the activation"
            yield Reason(board.ref(section), template, {**told, "other": first.name})


PARAMETERS = (
    Parameter("units", "texts", "the units, by their ids or names", required=True),
    Parameter(
        "change",
        "choice",
        "whether they are marked, or lose the marker by choice or for being stacked; what they lack without it",
        choices=(MARK, REMOVE, STACKED),
    ),
)
