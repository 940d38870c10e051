"""Zones of control on the map [SCS 1.6 2.0-2.1h]."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from core.analysis.hex_net import Crossing
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import Tables
from core.rules.operations.board import Board
from core.rules.operations.rules import SUPPLY, Said
from core.rules.scs.counters import strength
from core.rules.scs.movement import class_of, entered

NOTHING = Fraction(0)
BARRAGE_UNITS, GIVEN = "zones.barrage_units", "zone"
FIXED_UNITS, NONE, AS_OTHERS = "zones.fixed_units", "no_zone", "as_others"


def has_zone(case: Tables, unit: Unit) -> bool:
    """Whether a unit has a zone of control: one that attacks with 1 or more, or any where the game says so.

    [SCS 1.6 2.0a, 2.0b]
    """
    return not is_held(case, unit) and is_strong(case, unit)


def is_strong(case: Tables, unit: Unit) -> bool:
    """Whether the strengths of a unit give it a zone of control, wherever it could move. [SCS 1.6 2.0a]"""
    least = case.ruleset.numbers["zones.attack"].value
    attack = strength(unit, "attack")
    if attack is not None:
        return attack >= least
    others = max(strength(unit, "barrage") or 0, strength(unit, "defence") or 0)
    return case.choices.get(BARRAGE_UNITS) == GIVEN and others >= least


def is_held(case: Tables, unit: Unit) -> bool:
    """Whether a unit has no zone because it could move nowhere, where the game reads it so. [SCS 1.6 2.0b, 3.1e]"""
    return is_fixed(unit) and case.choices.get(FIXED_UNITS) == NONE


def is_fixed(unit: Unit) -> bool:
    """Whether a unit never moves. [SCS 1.6 3.1e]"""
    return unit.whole("movement") <= 0


def by_reading(board: Board, units: Iterable[Unit]) -> Iterator[Reason]:
    """That the zones of units which never move rest on a reading. [SCS 1.6 2.0b, 3.1e]"""
    some = [unit for unit in units if is_fixed(unit) and is_strong(board.case, unit)]
    if some:
        held = is_held(board.case, some[0])
        outcome = f"{'a' if held else 'no'} zone of {names(some)}"
        yield reading_reason(board.case, FIXED_UNITS, AS_OTHERS if held else NONE, outcome)


def zone(board: Board, unit: Unit) -> Said:
    """Whether a unit has a zone of control, and why. [SCS 1.6 2.0a]"""
    attack = strength(unit, "attack")
    told = {"unit": unit.name, "attack": str(attack), "least": str(board.case.ruleset.numbers["zones.attack"].value)}
    yes = has_zone(board.case, unit)
    if is_held(board.case, unit):
        template = "{unit} never moves and has no zone, by the options of the box"
    elif attack is None:
        template = "{unit} has no attack strength and so no zone"
        template = "{unit} has a zone without an attack strength, by the options of the box" if yes else template
    else:
        template = "{unit} has a zone: it attacks with {attack}"
        template = template if yes else "{unit} has no zone: it attacks with {attack}, and {least} is needed"
    return Said(yes, Reason(board.ref("2.0a"), template, told))


def zone_class(unit: Unit) -> str:
    """Zones go where units of a class of movement could move. [SCS 1.6 2.0b]"""
    return class_of(unit)


def reaches(board: Board, class_: str, crossing: Crossing) -> bool:
    """Whether a unit of a class could move into the next hex in regular movement, whatever it costs. [SCS 1.6 2.0b, 3.1e]"""
    tolls = entered(board, class_, NOTHING, crossing)
    return tolls.off.barred is None or tolls.road is not None


def negated_for_supply(board: Board) -> Reason:
    """Own units take enemy zones away from their hexes for supply alone. [SCS 1.6 2.1h]"""
    return Reason(board.ref("2.1h"), "For supply, and for nothing else, the units of a side take enemy zones from their hexes")


NEGATED: Mapping[str, Callable[[Board], Reason]] = MappingProxyType({SUPPLY: negated_for_supply})
"""What own units take enemy zones away for. [SCS 1.6 2.1g, 2.1h]"""
