"""Stacking, set-up and reinforcements, as far as the variants and published summaries tell [BCS 1.1 4.4a, variants 5, 8].

The core book was not at hand, and the variants do not speak of blocked entries: the limit, the ways and the distances of a
displaced entry are stand-ins of charts, which a box replaces.
"""

import re
from collections.abc import Iterator, Mapping

from core.base.errors import Place
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.model.issues import Issue, Severity
from core.model.terrain import Provenance
from core.rules.bcs.counters import COMBAT, UNITS, is_recon, unit_of
from core.rules.bcs.tables import ON
from core.rules.kernel.charts import Consulted
from core.rules.kernel.force_rules import (
    Count,
    Displaced,
    ForceRules,
    Sections,
    Tally,
    enemy_in,
    first_as_said,
    is_way,
    names,
    whole_cell,
)
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.system import ForceTables

STACKING, ENTRY, WAYS = "bcs.stacking", "bcs.entry", "bcs.ways"
ANYWHERE = "no limit"
NEVER_ON = "screens.never_on"
"""The value of sides and formations that names a date on which they set up no screens."""
KEY, SUMMARIES = "Retreat Answer Key", "published summaries"


def tally(case: ForceTables, consulted: Consulted, forces: Forces, units: tuple[Unit, ...]) -> Tally:
    """The combat units of one side in a hex, and how many formations they are of. [BCS 1.1 4.4a, Retreat Answer Key]"""
    shares = tuple((unit.id, 1) for unit in units if unit.kind in ("", COMBAT))
    limit, origin = whole_cell(consulted, STACKING, "Combat units", "limit")
    firsts = {unit.counter.formation: unit.id for unit in reversed(units) if unit.counter.formation}
    formations = tuple((id_, 1) for id_ in reversed(firsts.values()))
    free = tuple((unit.id, KEY, "headquarters and trains") for unit in units if unit.kind not in ("", COMBAT))
    counts = [Count("combat units", "units", KEY, limit, shares, origin)]
    if len(formations) > 1:
        counts.append(Count("a mixed stack", "formations", "4.4a", None, formations, binds=False))
    return Tally(tuple(counts), free)


def closed(case: ForceTables, consulted: Consulted, unit: Unit, kind: str) -> Provenance | None:
    """The chart that closes a kind of terrain to a class of movement: that of the box, and the sea to all."""
    terrain = case.forces.terrain.get(kind)
    if terrain is None:
        return None
    if terrain.costs.get(unit_of(unit).movement_class or "leg") == "P":
        return terrain.provenance or Provenance(terrain.id, terrain.name, "box", "the terrain of the box")
    return Provenance(terrain.id, terrain.name, "rules text", "the sea") if terrain.sea else None


def is_road(case: ForceTables, consulted: Consulted, kind: str) -> bool:
    """Whether a way lets units into terrain that is closed to them."""
    return is_way(case, consulted, kind, WAYS)


def blocked(case: ForceTables, consulted: Consulted, forces: Forces, side: str, place: Hex) -> str:
    """Why an entry hex is closed: an enemy unit stands in it."""
    return enemy_in(forces, side, place, UNITS)


def displaced(case: ForceTables, consulted: Consulted) -> Displaced:
    """How far from a blocked entry units come in, as the box says it, else a stand-in."""
    along = consulted.cell(ENTRY, "Hexes along the edge", "number")
    return Displaced(
        edge=None if along == ANYWHERE else int(consulted.number(ENTRY, "Hexes along the edge", "number")),
        inside=int(consulted.number(ENTRY, "Hexes around a place on the map", "number")),
        delay=int(consulted.number(ENTRY, "Turns of delay", "number")),
        origin=consulted.origin(ENTRY, "Hexes along the edge", "number"),
    )


def checks(case: ForceTables, forces: Forces, file: str) -> Iterator[Issue | None]:
    """Units that begin as a screen and may not: beside others, deployed, no recon, or in a game without. [BCS 1.1 variant 8]"""
    for spot in sorted({piece.at for piece in forces.deployment.pieces.values() if isinstance(piece.at, Hex)}):
        units = forces.units(spot)
        screens = tuple(unit for unit in units if unit_of(unit).is_screen)
        for code, wrong, why in (
            ("screen-stacked", screens if len(units) > 1 else (), "beside other units; a screen stands alone"),
            *((code, *each) for code, each in _wrong_screens(case, forces, screens).items()),
        ):
            if wrong:
                text = f"{names(wrong)} begins as a screen in {forces.box.label(spot)} {why}."
                ids = tuple(unit.id for unit in wrong)
                yield Issue(Place(file), text, Severity.ERROR, "8", code, at=plane_centre(spot), units=ids)


def _wrong_screens(case: ForceTables, forces: Forces, screens: tuple[Unit, ...]) -> Mapping[str, tuple[tuple[Unit, ...], str]]:
    """The screens that are none for what they are, by the codes of issues, with why. [BCS 1.1 4.3d, variant 8]"""
    if case.choices["recon.screens"] != ON:
        return {}
    deployed = tuple(unit for unit in screens if unit.piece is not None and unit.piece.face)
    others = tuple(unit for unit in screens if not is_recon(case, unit))
    how = case.choices["recon.setup_screens"]
    never = screens if how == "never" else ()
    that_day = tuple(unit for unit in screens if how == "by_scenario" and _sets_up_none(forces, unit))
    return {
        "screen-deployed": (deployed, "on its Deployed side; it is marked on its Move side"),
        "screen-type": (others, "and is no recon unit"),
        "screen-set-up": (never, "and the game sets up no screens"),
        "screen-that-day": (that_day, "in a scenario that begins on a day on which it sets up none"),
    }


def _sets_up_none(forces: Forces, unit: Unit) -> bool:
    """Whether the side or the formation of a unit says that it sets up no screens on the day of the first turn.

    [BCS 1.1 variant 8, note]
    """
    turns = forces.scenario.turns if forces.scenario is not None else ()
    said = (forces.oob.side(unit.side), forces.oob.formation(unit.counter.formation))
    dates = (str(each.values.get(NEVER_ON) or "") for each in said if each is not None)
    return bool(turns) and any(date and re.search(rf"\b{re.escape(date)}\b", turns[0].date, re.IGNORECASE) for date in dates)


RULES = ForceRules(
    kinds=UNITS,
    sections=Sections(
        stacking=KEY,
        overstacked=KEY,
        enemies=SUMMARIES,
        within=SUMMARIES,
        zone=SUMMARIES,
        terrain=SUMMARIES,
        first=SUMMARIES,
        entry=SUMMARIES,
        unit_once=SUMMARIES,
    ),
    tally=tally,
    closed=closed,
    is_road=is_road,
    blocked=blocked,
    displaced=displaced,
    first=first_as_said,
    checks=checks,
)
"""What BCS says of units in hexes, as far as it is known."""
