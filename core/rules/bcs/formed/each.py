"""What formations do in a phase that is no activation, where a question is asked of all of them [BCS 1.1 variant 6]."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from core.rules.bcs.ground.routes import units_of
from core.rules.bcs.meant import ALLOWED, PROHIBITED, active, formations, sides
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board

Answer = Callable[[Board, Mapping[str, Any]], Ruling]


def nobody_meant(board: Board, given: Mapping[str, Any]) -> bool:
    """Whether no formation is named and none is active in play, so that a question is one of all formations."""
    return board.forces.state.in_play and not given.get("formation") and active(board) is None


def for_each(board: Board, question: str, given: Mapping[str, Any], answer: Answer, title: Reason) -> Ruling:
    """What can be done with each formation on the map, and why not with the others. It is asked again then.

    [BCS 1.1 variant 6]
    """
    proposals: list[Proposal] = []
    said: list[Reason] = []
    may: list[str] = []
    for formation in (each for side in sides(board) for each in formations(board, side) if units_of(board, each.id)):
        ruling = answer(board, {**given, "formation": formation.id})
        detail = ruling.detail
        assert isinstance(detail, ProcedureDetail)
        again = (Next(question, title, {}, may=True),)
        proposals += (replace(each, then=(*each.then, *again)) for each in detail.proposals)
        if detail.proposals:
            may.append(formation.name)
        else:
            said += ruling.reasons
    verdict, value = ALLOWED if proposals else PROHIBITED, len(proposals)
    made = ProcedureDetail(facts={}, proposals=tuple(proposals))
    template = "Formations that may now: {formations}" if may else "No formation on the map may now"
    said.insert(0, Reason(title.rule, template, {"formations": ", ".join(may)}))
    reasons = tuple(reason for number, reason in enumerate(said) if reason not in said[:number])
    return Ruling(question, board.case.ruleset.id, verdict, value, reasons, made, board.consulted.charts)
