"""Stacking: the steps that count in a hex, those in carriers that do not [TCS 4.01 5.0-5.2, 24.1e, 24.2a]."""

from core.rules.kernel.charts import Consulted
from core.rules.kernel.force_rules import Count, Tally, whole_cell
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.system import ForceTables
from core.rules.tcs.forces.counters import carried_how, integrated_steps, is_area_target, kind_of
from core.rules.tcs.forces.units import CARRIER, MOUNTED, VEHICLE

STACKING = "tcs.stacking"
ON_FOOT, ON_TRACKS = "infantry and weapons", "vehicles and carriers"
"""Rows of the chart: what each of the two limits counts."""


def tally(case: ForceTables, consulted: Consulted, forces: Forces, units: tuple[Unit, ...]) -> Tally:
    """The steps of one side in a hex that count against each limit. [TCS 4.01 5.1, 24.2a]"""
    carriers = {unit.id: unit for unit in units}
    shares: dict[str, list[tuple[str, int]]] = {ON_FOOT: [], ON_TRACKS: []}
    free = []
    for unit in units:
        notional = integrated_steps(case.ruleset, unit)
        if notional:
            shares[ON_TRACKS].append((unit.id, notional))
        if kind_of(case.ruleset, unit).category in (VEHICLE, CARRIER):
            shares[ON_TRACKS].append((unit.id, unit.left))
        elif carried_how(unit, carriers) == MOUNTED:
            free.append((unit.id, "5.1", "mounted in a carrier"))
        elif notional and is_area_target(unit):
            free.append((unit.id, "24.2a", "in its own carrier, which counts"))
        else:
            shares[ON_FOOT].append((unit.id, unit.left))
    counts = []
    for row, some in shares.items():
        limit, origin = whole_cell(consulted, STACKING, row, "limit")
        counts.append(Count(row, "steps", "5.1", limit, tuple(some), origin))
    return Tally(tuple(counts), tuple(free))
