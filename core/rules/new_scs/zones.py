"""Zones of control on the map [New SCS Movement phase, Applying combat results; else SCS 1.6 2.0-2.1h].

The text speaks of zones and does not say who has one, so that the rules that it builds on do. What halves a unit, such as
DG, takes nothing from its raw strength and so nothing from its zone.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType

from core.analysis.hex_net import Crossing
from core.rules.kernel.forces import Unit
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Reason
from core.rules.new_scs.counters import unit_of
from core.rules.new_scs.going import class_of, entered
from core.rules.operations.board import Board
from core.rules.operations.rules import SUPPLY, Said

RAW = "SCS 1.6 2.0a, which it builds on"
AROUND = "SCS 1.6 2.0b, which it builds on"
FOR_SUPPLY = "SCS 1.6 2.1h, which it builds on"
NOTHING = Fraction(0)


def has_zone(ruleset: Ruleset, unit: Unit) -> bool:
    """Whether a unit has a zone of control: one that attacks with 1 or more, DG or not. [SCS 1.6 2.0a]"""
    return unit_of(unit).attack >= ruleset.numbers["zones.attack"].value


def zone(board: Board, unit: Unit) -> Said:
    """Whether a unit has a zone of control, and why. [SCS 1.6 2.0a]"""
    ruleset = board.case.ruleset
    told = {"unit": unit.name, "attack": str(unit_of(unit).attack), "least": str(ruleset.numbers["zones.attack"].value)}
    yes = has_zone(ruleset, unit)
    template = "{unit} has a zone: it attacks with {attack}"
    template = template if yes else "{unit} has no zone: it attacks with {attack}, and {least} is needed"
    return Said(yes, Reason(board.ref(RAW), template, told))


def zone_class(unit: Unit) -> str:
    """Zones go where units of a class of movement could move. [SCS 1.6 2.0b]"""
    return class_of(unit)


def reaches(board: Board, class_: str, crossing: Crossing) -> bool:
    """Whether a unit of a class could move into the next hex in the Movement Phase, whatever it costs. [SCS 1.6 2.0b]"""
    tolls = entered(board, class_, NOTHING, crossing)
    return tolls.off.barred is None or tolls.road is not None


def negated_for_supply(board: Board) -> Reason:
    """Own units take enemy zones away from their hexes for supply alone. [SCS 1.6 2.1h]"""
    template = "For supply, and for nothing else, the units of a side take enemy zones from their hexes"
    return Reason(board.ref(FOR_SUPPLY), template)


NEGATED: Mapping[str, Callable[[Board], Reason]] = MappingProxyType({SUPPLY: negated_for_supply})
"""What own units take enemy zones away for. [SCS 1.6 2.1g, 2.1h]"""
