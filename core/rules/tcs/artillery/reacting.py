"""What targets do before missions are executed: men suppress themselves, vehicles go into Move Mode [TCS 4.01 18.8a, 18.9d]."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.geometry.hexes import Hex
from core.model.edits.piece_edits import marked, turned, unmarked
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.procedure import BESIDE, ZONE, Part, ProcedureDetail
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.proposals import applied, work_of
from core.rules.tcs.artillery.barrages import falling, zones_of
from core.rules.tcs.forces.counters import DUG_IN_MARK, in_move_mode, unit_of
from core.rules.tcs.forces.units import READY, SUPPRESSED, VEHICLE
from core.rules.tcs.movement.going import MARCH, to_move_mode
from core.rules.tcs.reckoning import step

CHOICE = "artillery.reaction"
MAY, NOBODY = "may", "nobody"


@dataclass(frozen=True, slots=True)
class _Target:
    """A unit in or beside an attack zone: whether it may suppress itself or change to Move Mode, and why neither."""

    unit: Unit
    hex: Hex
    suppresses: bool = False
    moves: bool = False
    why: Reason | None = None


def react(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Which units of a side may suppress themselves, and which vehicles may change to Move Mode. Raises WrongUse.

    [TCS 4.01 18.8a, 18.9d]
    """
    case, missions = board.case, falling(board)
    side = board.forces.oob.side(given.get("side") or board.forces.state.moment.side)
    inside, beside = zones_of(board, missions)
    # Beside a zone of rockets nothing attacks, but it is beside a zone all the same [18.6c, 18.8a].
    near = frozenset(each for place in inside for each in place.neighbours()) & board.net.index.keys() - inside
    if case.choices[CHOICE] == "never":
        why = step(case, "18.8a", "By the options of the box nobody reacts")
        return _answer(board, (), (why,), (), inside, beside)
    wanted = {unit.id for unit in board.units(given["units"])} if given.get("units") else None
    found = tuple(
        target
        for place in sorted(inside | near)
        if given.get("to") in (None, place)
        for target in _targets(board, place, place in inside)
        if side is None or target.unit.side == side.id
    )
    said = [each.why for each in found if each.why is not None]
    proposals = tuple(_proposals(board, found, wanted))
    if not proposals:
        said.append(step(case, "18.8a", "Nobody in or beside an attack zone can react"))
    return _answer(board, found, tuple(said), proposals, inside, beside, wanted)


def _targets(board: Board, place: Hex, in_zone: bool) -> Iterator[_Target]:
    """The units in a hex, and what each may do. [TCS 4.01 18.8a, 18.9d]"""
    case, units = board.case, board.at.get(board.number(place), ())
    for unit in units:
        counted = unit_of(case.ruleset, unit, units)
        told = {"unit": unit.name}
        if counted.kind.category == VEHICLE:
            if not in_zone:
                yield _Target(unit, place, why=step(case, "18.9d", "{unit}: beside the zone, where points are not hit", **told))
            elif in_move_mode(unit):
                yield _Target(unit, place, why=step(case, "18.9d", "{unit}: in Move Mode already", **told))
            else:
                yield _Target(unit, place, moves=True)
        elif counted.is_vehicle or counted.is_point_target:
            yield _Target(unit, place, why=step(case, "18.8a", "{unit}: neither men nor guns", **told))
        elif in_move_mode(unit) or counted.carried:
            yield _Target(unit, place, why=step(case, "18.8a", "{unit}: in Move Mode", **told))
        elif counted.condition != READY:
            yield _Target(unit, place, why=step(case, "18.8a", "{unit}: {state} already", state=counted.condition, **told))
        else:
            yield _Target(unit, place, suppresses=True)


def _proposals(board: Board, found: tuple[_Target, ...], wanted: Collection[str] | None) -> Iterator[Proposal]:
    """All in a hex who may suppress themselves do so together, even where one of them is named; of vehicles those are that are.

    [TCS 4.01 18.8a, 18.9d]
    """
    work = work_of(board)
    for place in dict.fromkeys(each.hex for each in found):
        label = board.forces.box.label(place)
        down = [each.unit for each in found if each.hex == place and each.suppresses]
        if down and (wanted is None or any(unit.id in wanted for unit in down)):
            text = f"{label}: {names(down)} suppressed by choice"
            yield Proposal(text, (marked(work, [unit.id for unit in down], SUPPRESSED, text),))
        going = [each.unit for each in found if each.hex == place and each.moves]
        going = [unit for unit in going if wanted is None or unit.id in wanted]
        faces = {unit.id: face for unit in going if (face := to_move_mode(board, unit, MARCH)) is not None}
        if faces:
            text = f"{label}: {names(going)} to Move Mode"
            edit = turned(work, faces, text)
            # Who moves is dug in no longer [6.16c].
            dug = [unit.id for unit in going if unit.piece is not None and DUG_IN_MARK in unit.piece.marks]
            bare = (unmarked(applied(work, (edit,)), dug, DUG_IN_MARK, "Remove Dug In"),) if dug else ()
            yield Proposal(text, (edit, *bare))


def _answer(
    board: Board,
    found: tuple[_Target, ...],
    said: tuple[Reason, ...],
    proposals: tuple[Proposal, ...],
    inside: frozenset[Hex],
    beside: frozenset[Hex],
    wanted: Collection[str] | None = None,
) -> Ruling:
    hexes = {what: some for what, some in ((ZONE, inside), (BESIDE, beside)) if some}
    parts = tuple(
        Part(
            each.unit.id, each.hex, each.why is None, each.why is None and (wanted is None or each.unit.id in wanted), each.why
        )
        for each in found
    )
    able = [each for each in found if each.why is None]
    told = []
    for each in able:
        template = "{unit} in {hex} may suppress itself" if each.suppresses else "{unit} in {hex} may change to Move Mode"
        if each.hex not in inside | beside:
            template += ", though no barrage attacks there: beside rockets nothing is hit"
        section = "18.8a" if each.suppresses else "18.9d"
        reason = step(board.case, section, template, unit=each.unit.name, hex=board.forces.box.label(each.hex))
        told.append(replace(reason, hexes=(each.hex,)))
    detail = ProcedureDetail(facts={}, proposals=proposals, parts=parts, units="units", place="to", hexes=hexes)
    rule, charts = board.case.ruleset.id, board.consulted.charts
    return Ruling("artillery.react", rule, MAY if proposals else NOBODY, len(able), (*told, *said), detail, charts)


PARAMETERS = (
    Parameter("side", "text", "the side whose units react, by its id; the one whose phase it is, or both, without it"),
    Parameter("to", "hex", "a hex: those in it alone"),
    Parameter("units", "texts", "units by their ids or names; all who may without it"),
)
