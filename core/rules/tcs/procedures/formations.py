"""Formations of the order of battle: the vehicle morale track of each [TCS 4.01 17.8].

A track that the box does not state is a stand-in of a chart, by the steps of the vehicles in the formation.
"""

from collections.abc import Mapping
from typing import Any

from core.base.errors import WrongUse
from core.model.oob import Oob
from core.rules.kernel.charts import Consulted
from core.rules.kernel.forces import Forces
from core.rules.kernel.rulings import Number, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.procedures.tracks import read_track
from core.rules.tcs.reckoning import answer, step

TRACK, BOXES, MARKED = "tcs.vehicle_track", "vehicle.track", "vehicle.marked"
VEHICLE = "vehicle"


def vehicle_steps(forces: Forces, formation: str) -> int:
    """The steps at full strength of all vehicles of a formation; carriers are none. [TCS 4.01 17.8a, 3.1d]"""
    members = (forces.unit(each.id) for each in forces.oob.all_members(formation))
    return sum(unit.full for unit in members if unit is not None and unit.kind == VEHICLE)


def track_of(case: ForceTables, consulted: Consulted, formation: str) -> tuple[tuple[int, ...], str]:
    """The boxes of a formation's track, 0 for a circle, and where they come from: box, chart, or nowhere without vehicles.

    Raises WrongUse for boxes that are none. [TCS 4.01 17.8a]
    """
    stated = stated_track(case.forces.oob, formation)
    if stated:
        return read_track(stated), "box"
    steps = vehicle_steps(case.forces, formation)
    return (stand_in_track(consulted, steps), "chart") if steps else ((), "")


def stated_track(oob: Oob, formation: str) -> tuple[str, ...]:
    """The boxes that the box states, as they are written; none where it does not."""
    found = oob.formation(formation)
    value = found.values.get(BOXES) if found is not None else None
    return tuple(value.split()) if isinstance(value, str) else ()


def stand_in_track(consulted: Consulted, steps: int) -> tuple[int, ...]:
    """The boxes of the chart for a formation of so many steps. Raises NotInChart. [TCS 4.01 17.8a]"""
    return read_track(str(consulted.cell(TRACK, steps, "track")).split())


def track(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """The vehicle morale track of a formation, or that of a size. [TCS 4.01 17.8a]"""
    consulted = Consulted(case.charts)
    name, steps = given.get("formation") or "", given.get("steps")
    facts: dict[str, Number | str] = {}
    said = []
    if name:
        found = case.forces.formation_named("formation", name)
        boxes, source = track_of(case, consulted, found.id)
        counted = vehicle_steps(case.forces, found.id)
        said.append(step(case, "17.8a", "{formation} has {steps} steps of vehicles", formation=found.name, steps=counted))
        marked = found.values.get(MARKED)
        facts |= {"steps": counted} | ({"marked": marked} if isinstance(marked, int) else {})
        if not boxes:
            said.append(step(case, "17.8f", "It has no vehicles, and so no track"))
            return answer(case, consulted, "vehicle_morale.track", "no_track", None, said, facts)
    elif steps:
        boxes, source = stand_in_track(consulted, steps), "chart"
        facts |= {"steps": steps}
    else:
        raise WrongUse("vehicle_morale.track needs formation=… or steps=….")
    written = " ".join(str(box) if box else "o" for box in boxes)
    template = "Its track, as the box states it: {track}" if source == "box" else "A track for that size: {track}"
    said.append(step(case, "17.8a", template, track=written))
    facts |= {"boxes": len(boxes), "points": sum(boxes), "source": source}
    return answer(case, consulted, "vehicle_morale.track", READ, written, said, facts)


QUESTIONS = (
    Question(
        "vehicle_morale.track",
        "the vehicle morale track of a formation",
        "17.8a, 17.8f",
        (
            Parameter("formation", "text", "the formation, by its id or name"),
            Parameter("steps", "whole", "steps of vehicles, for the track of a size", least=1),
        ),
        at_once(track),
        title="Vehicle morale track",
    ),
)
