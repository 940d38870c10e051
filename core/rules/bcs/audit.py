"""What BCS wants looked after at the end of phases, as far as it is known [BCS 1.1 variants 4, 6, 8, published summaries]."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from core.model.edits.piece_edits import unmarked
from core.rules.bcs.counters import COMBAT, SCREEN, unit_of
from core.rules.kernel.findings import LOOK, MEND, Finding
from core.rules.kernel.force_rules import names
from core.rules.kernel.phase_checks import Check, PhaseEnd, nobody_active

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
    """Units of the formation that are to be looked at for isolation: the core book, which says how, was not at hand."""
    yield None
    if not end.knows("activated"):
        yield nobody_active(end, SUMMARIES)
        return
    units = tuple(unit for _, unit in end.standing(end.side) if unit.id in end.activated and unit_of(unit).kind == COMBAT)
    if units:
        bracketed = end.case.choices.get("package.rod_miller") == "on"
        how = "those that are bracketed take the losses of a missing safe path" if bracketed else "for a safe path"
        text = f"Isolation is looked at, {how}: {names(units)}."
        yield Finding("supply", "4" if bracketed else SUMMARIES, text, LOOK, tuple(unit.id for unit in units))


CHECKS: Mapping[str, Check] = MappingProxyType({"screens": screens, "supply": supply})
"""The checks of the series, by their names in its sequence of play."""
