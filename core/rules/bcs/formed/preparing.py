"""Prepared defence, which is marked in activations, under orders in the Assignment Phase [BCS 1.1 variants 3, 6]."""

from collections.abc import Mapping
from typing import Any

from core.model.edits.edit import Edit
from core.rules.bcs.formed.each import for_each, nobody_meant
from core.rules.bcs.formed.orders import has_order, order_of, withdrawn
from core.rules.bcs.formed.recovering import is_assigning, marking_bars
from core.rules.bcs.meant import ALLOWED, PROHIBITED, meant, say, standing
from core.rules.bcs.standing import standing_edit
from core.rules.bcs.tables import ON, PUBLISHED
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.proposals import work_of

MARK, KEEP_OFF = "mark", "remove"
"""What is done with a prepared defence."""


def prepared_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether a formation may go into prepared defence now, or out of it; each of them where none is named and none is active.
    Raises WrongUse. [BCS 1.1 variants 3, 6]"""
    if nobody_meant(board, given):
        title = say(board, "6", "Further prepared defences")
        return for_each(board, "prepared.at", given, prepared_at, title)
    formation = meant(board, given)
    now, state = standing(board, formation.id), board.forces.state
    told = {"formation": formation.name}
    wanted = given.get("do") or (KEEP_OFF if now.prepared else MARK)
    orders = board.case.choices["orders.written"] == ON
    bars: list[Reason] = []
    if wanted == MARK and now.prepared:
        bars.append(say(board, "6", "{formation} is in prepared defence already", **told))
    if wanted == KEEP_OFF and not now.prepared:
        bars.append(say(board, "6", "{formation} is in no prepared defence", **told))
    if wanted == MARK and now.recovered:
        bars.append(say(board, "3, 6", "{formation} recovers from fatigue: it has no prepared defence in this turn", **told))
    if orders and not is_assigning(board):
        bars.append(say(board, "6", "Prepared defence is marked, kept and taken off in the Assignment Phase"))
    elif orders:
        bars += marking_bars(board)
        if bars and wanted == KEEP_OFF and now.prepared and state.moment.turn <= 1:
            bars.append(
                say(board, "6", "{formation} begins in prepared defence and leaves it in turn 2 at the earliest", **told)
            )
    elif state.in_play and not now.activation:
        bars.append(say(board, PUBLISHED, "{formation} is not active", **told))
    said = list(bars)
    if not bars and wanted == MARK and orders:
        said.append(say(board, "6", "It has no orders while it is in it, and no second activation"))
    if not bars and wanted == MARK:
        said.append(say(board, PUBLISHED, "Its best SNAFU result is Partial"))
    if not bars and wanted == KEEP_OFF:
        said.append(say(board, "6" if orders else PUBLISHED, "{formation} leaves it, and does all that others do", **told))
    label = "goes into prepared defence" if wanted == MARK else "leaves its prepared defence"
    edits: tuple[Edit, ...] = (standing_edit(work_of(board), formation.id, prepared=wanted == MARK),)
    if wanted == MARK and orders and not bars and has_order(board, formation.id):
        said.append(say(board, "6", "The order of {formation} is withdrawn with it", **told))
        edits += withdrawn(formation, order_of(board, formation))
    proposals = () if bars else (Proposal(f"{formation.name} {label}", edits, side=formation.side),)
    detail = ProcedureDetail(facts={"prepared": "yes" if now.prepared else "no"}, proposals=proposals)
    verdict = PROHIBITED if bars else ALLOWED
    return Ruling("prepared.at", board.case.ruleset.id, verdict, wanted, tuple(said), detail, board.consulted.charts)
