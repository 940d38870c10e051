"""Whom a formation that fails its vehicle morale takes off the op sheets in force [TCS 4.01 6.11b, 17.8c]."""

from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import ForceTables
from core.rules.tcs.orders.by_orders import of_formation
from core.rules.tcs.orders.order_steps import OrderSteps
from core.rules.tcs.orders.standing import orders_of
from core.rules.tcs.reckoning import step


def dropped(case: ForceTables, formation: str) -> tuple[list[Reason], tuple[Proposal, ...]]:
    """Why the units of a formation leave the sheets in force that bind them, and for each of these the step that has them fail.

    Preliminary instructions are none of a sheet in force: who follows some stays on that sheet. [TCS 4.01 6.5c, 6.14a, 17.8c]
    """
    bound: dict[tuple[str, bool], list[tuple[str, str]]] = {}
    for each in of_formation(case, formation):
        if each.standing.sheet:
            held = each.standing.sheet, each.standing.orders != "preliminary"
            bound.setdefault(held, []).append((each.unit.id, each.unit.name))
    orders = orders_of(case, case.forces)
    sheets, steps = {sheet.id: sheet for sheet in orders.sheets}, OrderSteps(case, orders)
    said, found = [], []
    for (id_, in_force), units in bound.items():
        names = ", ".join(name for _, name in units)
        if not in_force:
            template = "{units}: on preliminary instructions of {sheet}, whose orders are not in force; they stay on it"
            said.append(step(case, "17.8c", template, sheet=id_, units=names))
            template = "{units}: the failure instructions that they carry out are those of {sheet}"
            said.append(step(case, "6.14a", template, sheet=id_, units=names))
            continue
        said.append(step(case, "17.8c", "Dropped from {sheet}: {units}", sheet=id_, units=names))
        if case.forces.state.in_play:
            edit = steps.ended(sheets[id_], "failed", [unit for unit, _ in units])
            found.append(Proposal(f"{names}: fail and leave “{id_}”", (edit,)))
    return said, tuple(found)
