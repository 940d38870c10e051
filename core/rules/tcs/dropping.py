"""Whom a formation that fails its vehicle morale takes off the op sheets in force [TCS 4.01 6.11b, 17.8c]."""

from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import ForceTables
from core.rules.tcs.by_orders import of_formation
from core.rules.tcs.order_steps import OrderSteps
from core.rules.tcs.reckoning import step
from core.rules.tcs.standing import orders_of


def dropped(case: ForceTables, formation: str) -> tuple[list[Reason], tuple[Proposal, ...]]:
    """Why the units of a formation leave the sheets that bind them, and for each sheet in force the step that has them fail.
    [TCS 4.01 17.8c]"""
    bound: dict[str, list[tuple[str, str]]] = {}
    for each in of_formation(case, formation):
        if each.standing.sheet:
            bound.setdefault(each.standing.sheet, []).append((each.unit.id, each.unit.name))
    orders = orders_of(case, case.forces)
    sheets, steps = {sheet.id: sheet for sheet in orders.sheets}, OrderSteps(case, orders)
    said, found = [], []
    for id_, units in bound.items():
        names = ", ".join(name for _, name in units)
        said.append(step(case, "17.8c", "Dropped from {sheet}: {units}", sheet=id_, units=names))
        if case.forces.state.in_play and sheets[id_].implemented:
            edit = steps.ended(sheets[id_], "failed", [unit for unit, _ in units])
            found.append(Proposal(f"{names}: fail and leave “{id_}”", (edit,)))
    return said, tuple(found)
