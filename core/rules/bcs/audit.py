"""What BCS wants looked after as phases and turns end, as far as it is known.

[BCS 1.1 variants 3, 4, 8, published summaries]
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import cast

from core.model.edits.piece_edits import unmarked
from core.model.state import ISOLATION
from core.rules.bcs.counters import COMBAT, SCREEN, unit_of
from core.rules.bcs.fights.fire_events import renewing, used_by
from core.rules.bcs.formed.isolated import settled, suffers
from core.rules.bcs.ground.paths import safe_path
from core.rules.bcs.on_the_map import OPERATIONS
from core.rules.bcs.standing import standing_of
from core.rules.bcs.tables import ON
from core.rules.kernel.findings import LOOK, MEND, Finding
from core.rules.kernel.force_rules import names
from core.rules.kernel.phase_checks import Check, PhaseEnd, nobody_active
from core.rules.operations.board import Board, NetTables

SUMMARIES = "published summaries"


def screens(end: PhaseEnd) -> Iterator[Finding | None]:
    """Screens that have ended stacked lose their marker. [BCS 1.1 variant 8]"""
    for place in end.hexes:
        units = tuple(unit for unit in end.forces.units(place) if end.rules.is_unit(unit))
        some = tuple(unit for unit in units if unit_of(unit).is_screen)
        if some and len(units) > 1:
            text = f"{names(some)} screens in {end.label(place)} beside other units; who ends stacked loses the marker."
            ids = tuple(unit.id for unit in some)
            yield Finding("screen", "8", text, MEND, ids, (place,), (unmarked(end.work, ids, SCREEN, "Remove screens"),))
    yield None


def supply(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units of the formation that are isolated and have not rolled for it; those of which nobody knows are to be looked at.

    [BCS 1.1 variant 4, published summaries]
    """
    yield None
    if not end.knows("activated"):
        yield nobody_active(end, SUMMARIES)
        return
    board = Board(cast(NetTables, end.case), end.rules, OPERATIONS, end.forces)
    package, rolled = end.case.choices["package.rod_miller"] == ON, settled(end.forces.state, ISOLATION)
    section = "4" if package else SUMMARIES
    active = (unit for _, unit in end.standing(end.side) if unit.id in end.activated and unit_of(unit).kind == COMBAT)
    units = tuple(unit for unit in active if unit.id not in rolled)
    missing = tuple(unit for unit in units if suffers(board, unit, package=package))
    if missing:
        why = "bracketed" if package else "without a safe path"
        text = f"These are {why} and have not rolled for isolation: {names(missing)}."
        yield Finding("supply", section, text, LOOK, tuple(unit.id for unit in missing))
    unclear = () if package else tuple(unit for unit in units if not safe_path(board, unit).is_known)
    if unclear:
        text = f"Isolation is looked at, for a safe path: {names(unclear)}."
        yield Finding("supply", section, text, LOOK, tuple(unit.id for unit in unclear))


def fire_events(end: PhaseEnd) -> Iterator[Finding | None]:
    """Markers of fire events that were used in the activation that ends; they go. [BCS 1.1 variant 3, published summaries]"""
    yield None
    marked = tuple(unit for _, unit in end.standing() if used_by(unit))
    if end.knows("activated"):
        marked = tuple(unit for unit in marked if unit.id in end.activated)
    if marked:
        text = f"Fire events count in one activation, which ends: their markers go from {names(marked)}."
        ids = tuple(unit.id for unit in marked)
        yield Finding("fire_events", SUMMARIES, text, MEND, ids, edits=tuple(renewing(end.work, ids)))


def activations(end: PhaseEnd) -> Iterator[Finding | None]:
    """Formations with anything on the map that were not activated in the turn that ends. [BCS 1.1 published summaries]"""
    yield None
    oob, standing = end.forces.oob, {unit.id for _, unit in end.standing()}
    for side in oob.sides:
        waiting: dict[str, tuple[str, ...]] = {}
        for formation in oob.formations:
            now = standing_of(end.forces, formation.id)
            there = tuple(each.id for each in oob.members(formation.id) if each.id in standing)
            if formation.side == side.id and there and not (now.done or now.recovered or now.activation):
                waiting[formation.name] = there
        if waiting:
            text = f"{side.name or side.id} has not activated in this turn: {', '.join(waiting)}."
            yield Finding("activations", SUMMARIES, text, LOOK, tuple(id_ for ids in waiting.values() for id_ in ids))


CHECKS: Mapping[str, Check] = MappingProxyType(
    {"screens": screens, "supply": supply, "fire_events": fire_events, "activations": activations}
)
"""The checks of the series, by their names in its sequence of play."""
