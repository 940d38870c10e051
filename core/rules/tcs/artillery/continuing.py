"""Whether continuous fire goes on after guns on the map that fire it were fired at [TCS 4.01 18.10b, 24.6f]."""

from collections.abc import Mapping
from typing import Any

from core.model.deployment import Mark, Spot
from core.model.edits.piece_edits import hexes_marked
from core.rules.kernel.force_rules import names
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.procedure import TARGET, ProcedureDetail
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Ruling
from core.rules.operations.board import Board
from core.rules.operations.proposals import work_of
from core.rules.tcs.artillery.batteries import broken_fires, continuous_of
from core.rules.tcs.reckoning import step

GOES_ON, ENDS, NOBODY = "goes on", "ends", "nobody"


def continuing(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Which continuous fires of some guns end for want of steps that are fit, and which go on. Raises WrongUse.

    [TCS 4.01 18.10b, 24.6f]
    """
    guns = board.units(given["units"])
    fires = tuple(continuous_of(board.forces, guns))
    broken = {each: steps for each, steps in broken_fires(board.case) if each in fires}
    said, label = [], board.forces.box.label
    changed: dict[Spot, tuple[Mark, ...]] = {}
    for each in fires:
        told = {"mission": each.mission.words, "hex": label(each.hex)}
        if each not in broken:
            said.append(step(board.case, "18.10b", "{mission} in {hex} goes on: enough of its battery is fit", **told))
            continue
        template = "{mission} in {hex} ends: its battery has {steps} steps that are neither suppressed nor paralyzed"
        said.append(step(board.case, "18.10b", template, steps=broken[each], **told))
        marks = list(changed.get(each.hex, board.forces.deployment.marks[each.hex]))
        marks.remove(each.mark)
        changed[each.hex] = tuple(marks)
    if not fires:
        said.append(step(board.case, "18.10b", "{guns} fire nothing continuously", guns=names(guns)))
    text = f"Remove the continuous fire in {', '.join(label(each.hex) for each in broken)}" if broken else "Nothing ends"
    edits = (hexes_marked(work_of(board), changed, text),) if changed else ()
    detail = ProcedureDetail(
        facts={"fires": len(fires), "broken": len(broken)},
        proposals=(Proposal(text, edits),),
        hexes={TARGET: frozenset(each.hex for each in fires)} if fires else {},
    )
    verdict = ENDS if broken else GOES_ON if fires else NOBODY
    rule, charts = board.case.ruleset.id, board.consulted.charts
    return Ruling("artillery.continues", rule, verdict, len(broken), tuple(said), detail, charts)


PARAMETERS = (Parameter("units", "texts", "the guns on the map that were fired at, by their ids or names", required=True),)
