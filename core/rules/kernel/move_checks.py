"""Who has moved in a phase that is not his to move in: what series have in common there."""

from collections.abc import Iterator, Sequence

from core.geometry.hexes import Hex
from core.model.edits.piece_edits import moved
from core.rules.kernel.findings import LOOK, MEND, Finding
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.phase_checks import PhaseEnd

Went = tuple[Unit, Hex, Hex]
"""A unit that stood in one hex when the phase began, and stands in another one."""


def of_others(end: PhaseEnd) -> tuple[Went, ...]:
    """The units that moved of themselves and are not of the side whose phase it is; none where nobody knows whose it is."""
    went = (each for each in end.moved() if each[0].side != end.side and each[0].id not in end.forced)
    return tuple(went) if end.side else ()


def strangers(end: PhaseEnd, section: str) -> Iterator[Finding | None]:
    """Units of others that have moved in a phase of a side. Those of which the side came near may have had to retreat."""
    by_hex: dict[tuple[Hex, Hex], list[Went]] = {}
    for each in of_others(end):
        by_hex.setdefault(each[1:], []).append(each)
    for (start, _), some in by_hex.items():
        yield None
        if _was_reached(end, start):
            yield told(end, some, section, "in a phase of the other side; only a retreat that a combat forces may", LOOK)
        else:
            yield told(end, some, section, "in a phase of the other side, which has come nowhere near")


def told(end: PhaseEnd, some: Sequence[Went], section: str, why: str, weight: str = MEND) -> Finding:
    """That units have moved between two hexes and may not have, with the edit that takes it back unless enemies stand there."""
    units, (_, start, place) = [each[0] for each in some], some[0]
    ids = tuple(unit.id for unit in units)
    text = f"{names(units)} went from {end.label(start)} to {end.label(place)} {why}."
    taken = any(end.rules.is_unit(each) and each.side != units[0].side for each in end.forces.units(start))
    back = () if taken else (moved(end.work, ids, start, "Take the move back"),)
    return Finding("moved", section, text, weight, ids, (start, place), back)


def _was_reached(end: PhaseEnd, start: Hex) -> bool:
    """Whether the side whose phase it is has come into a hex or one beside it, so that it may have fought."""
    near = {start, *start.neighbours()}
    if any(unit.side == end.side for place in near for unit in (*end.forces.units(place), *end.before.units(place))):
        return True
    mine = (id_ for id_ in end.trails if (unit := end.forces.unit(id_)) is not None and unit.side == end.side)
    return any(not near.isdisjoint(end.trails[id_]) for id_ in mine)
