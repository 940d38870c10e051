"""What New SCS wants looked after at the end of phases, beside stacks and markers [New SCS Supply phase; else SCS 1.6 12.1]."""

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType

from core.rules.kernel.findings import Finding
from core.rules.kernel.forces import Unit as Held
from core.rules.kernel.phase_checks import Check, PhaseEnd
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.supply_checks import judged, source_words
from core.rules.new_scs.counters import unit_of

DISORGANIZED = "disorganized"


def has_zone(ruleset: Ruleset, held: Held) -> bool:
    """Whether a unit has a zone of control: one that attacks with 1 or more and is not DG.

    [New SCS Factor effects and column shifts; SCS 1.6 2.0a]
    """
    is_dg = held.piece is not None and DISORGANIZED in held.piece.marks
    return unit_of(held).attack >= ruleset.numbers["zones.attack"].value and not is_dg


def supply(end: PhaseEnd) -> Iterator[Finding | None]:
    """Active units, judged for supply; no others are. [New SCS Supply phase]"""
    units = [unit for _, unit in end.standing(end.side) if unit.id in end.activated]
    yield from judged(end, "Supply phase", units, partial(has_zone, end.case.ruleset), source_words(end))


CHECKS: Mapping[str, Check] = MappingProxyType({"supply": supply})
"""The checks of the series, by their names in its sequence of play."""
