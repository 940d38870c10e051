"""What New SCS wants looked after at the end of phases, beside stacks and markers.

[New SCS Supply phase, Enemy reaction phase; else SCS 1.6 3.3b, 12.1]
"""

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType

from core.rules.kernel.findings import Finding
from core.rules.kernel.forces import Unit as Held
from core.rules.kernel.markers import marker_title
from core.rules.kernel.move_checks import of_others, out_of_zones, strangers, told
from core.rules.kernel.phase_checks import Check, PhaseEnd, nobody_active
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.supply_checks import OUT, judged, source_words
from core.rules.new_scs.counters import unit_of

DISORGANIZED = "disorganized"
REACTION = "Enemy reaction phase"
KEPT_BACK = ("unready", DISORGANIZED, OUT)
"""Markers with which no unit reacts."""


def has_zone(ruleset: Ruleset, held: Held) -> bool:
    """Whether a unit has a zone of control: one that attacks with 1 or more and is not DG.

    [New SCS Factor effects and column shifts; SCS 1.6 2.0a]
    """
    is_dg = held.piece is not None and DISORGANIZED in held.piece.marks
    return unit_of(held).attack >= ruleset.numbers["zones.attack"].value and not is_dg


def supply(end: PhaseEnd) -> Iterator[Finding | None]:
    """Active units, judged for supply; no others are. [New SCS Supply phase]"""
    if not end.knows("activated"):
        yield nobody_active(end, "Supply phase")
        return
    units = [unit for _, unit in end.standing(end.side) if unit.id in end.activated]
    yield from judged(end, "Supply phase", units, partial(has_zone, end.case.ruleset), source_words(end))


def movers(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units that have moved in a phase of the other side. [SCS 1.6 3.3b, which it builds on]"""
    yield from strangers(end, "SCS 1.6 3.3b, which it builds on")


def reaction(end: PhaseEnd) -> Iterator[Finding | None]:
    """Active units that have moved in the reaction of the enemy, and enemies that do not react. [Enemy reaction phase]"""
    for each in end.moved(end.side) if end.side else ():
        yield told(end, [each], REACTION, "in the reaction of the other side, in which no active unit moves")
    others = of_others(end)
    yield from out_of_zones(end, others, partial(has_zone, end.case.ruleset), REACTION)
    was = end.before.deployment.pieces
    for each in others:
        held = [marker_title(end.case.ruleset, word) for word in KEPT_BACK if word in was[each[0].id].marks]
        if held:
            yield told(end, [each], REACTION, f"and was marked as {' and '.join(held)}; who is does not react")
    yield None


CHECKS: Mapping[str, Check] = MappingProxyType({"supply": supply, "movers": movers, "reaction": reaction})
"""The checks of the series, by their names in its sequence of play."""
