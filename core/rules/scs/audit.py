"""What SCS wants looked after at the end of phases, beside stacks [SCS 1.6 2.0a, 2.1b, 2.1f, 2.1h, 3.3b, 11.0b, 12.0, 12.1]."""

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType

from core.rules.kernel.findings import Finding
from core.rules.kernel.forces import Unit as Held
from core.rules.kernel.move_checks import out_of_zones, strangers
from core.rules.kernel.phase_checks import Check, PhaseEnd
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.supply_checks import judged, source_words
from core.rules.scs.counters import unit_of


def has_zone(ruleset: Ruleset, held: Held) -> bool:
    """Whether a unit has a zone of control: one that attacks with 1 or more. [SCS 1.6 2.0a]"""
    attack = unit_of(held).attack
    return attack is not None and attack >= ruleset.numbers["zones.attack"].value


def supply(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units of the side whose phase it is, judged for supply. [SCS 1.6 12.0, 12.1a]"""
    units = [unit for _, unit in end.standing(end.side)]
    yield from judged(end, "12.0, 12.1a", units, partial(has_zone, end.case.ruleset), source_words(end))


def movers(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units that have moved in a phase of the other side. [SCS 1.6 3.3b]"""
    yield from strangers(end, "3.3b")


def exploiters(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units that have moved and began the Exploitation Phase in a zone of the enemy. [SCS 1.6 2.1b, 11.0b]"""
    yield from out_of_zones(
        end, list(end.moved(end.side)) if end.side else [], partial(has_zone, end.case.ruleset), "2.1b, 11.0b"
    )


CHECKS: Mapping[str, Check] = MappingProxyType({"supply": supply, "movers": movers, "exploiters": exploiters})
"""The checks of the series, by their names in its sequence of play."""
