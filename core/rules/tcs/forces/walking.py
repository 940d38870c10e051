"""How units move by themselves: on foot, by hand, on wheels or tracks, with their own carrier [TCS 4.01 20.0f, 20.1c, 24.2]."""

from dataclasses import dataclass, replace

from core.rules.kernel.forces import Unit
from core.rules.kernel.ruleset import Ruleset
from core.rules.tcs.forces.counters import ON_FOOT, in_move_mode, is_area_target, kind_of
from core.rules.tcs.forces.units import CARRIER, KINDS, MOUNTED, MOVE, TOWED, VEHICLE, WEAPONS
from core.rules.tcs.forces.units import Unit as Counted

BY_FOOT = "foot"
"""The mode of movement of who leaves its own carrier out. [TCS 4.01 24.2b]"""
FOOT, TOW = "foot", "tow"
BY_HAND = "foot, by hand"
"""The class of guns that are moved by hand, and of carriers on foot: they pay as who walks, and go where vehicles may."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a unit moves by itself: its class of movement and the allowance that it prints for it; `own_carrier` for one that
    goes with the carrier that it has by itself."""

    class_: str
    allowance: int
    own_carrier: bool = False


def way_of(ruleset: Ruleset, unit: Unit, mode: str) -> Way:
    """How a unit moves in a mode: with its own carrier where it has one, unless it is on foot. [TCS 4.01 20.0f, 24.2b-c]"""
    printed = unit.word("movement.class") or FOOT
    on_feet = Way(_class(ruleset, unit, printed), unit.whole("movement.allowance"))
    vehicle = unit.whole("carrier.movement_allowance")
    if not unit.flag("carrier.integrated"):
        return on_feet
    on_foot = in_move_mode(unit) and unit.piece is not None and unit.piece.mode.casefold().endswith(ON_FOOT)
    if mode == BY_FOOT or on_foot:
        return on_feet
    if vehicle:
        return Way(unit.word("carrier.movement_class") or "wheeled", vehicle, own_carrier=True)
    # One allowance alone is that of the carrier, where its colour is not that of feet.
    return replace(on_feet, own_carrier=True) if on_feet.class_ not in (FOOT, BY_HAND) else on_feet


def own_allowance(ruleset: Ruleset, unit: Unit) -> int:
    """The allowance by which what a passenger spends is counted. [TCS 4.01 20.0f, 24.1]"""
    if unit.word("movement.class") == TOW:
        return ruleset.whole("towed.allowance")
    return unit.whole("movement.allowance")


def walks(unit: Unit) -> bool:
    """Whether a unit can go on foot, as those can that print so, with a carrier of their own or without. [TCS 4.01 24.2b]"""
    return (unit.word("movement.class") or FOOT) == FOOT


def _class(ruleset: Ruleset, unit: Unit, printed: str) -> str:
    """The class of movement of a unit: guns that are moved by hand have one of their own, and so have carriers on foot, such as
    wagons. [TCS 4.01 20.1c]"""
    category = kind_of(ruleset, unit).category
    is_held = category in (VEHICLE, CARRIER) or (category == WEAPONS and not is_area_target(unit))
    return BY_HAND if printed == FOOT and is_held else printed


def in_own_carrier(ruleset: Ruleset, unit: Unit, counted: Counted) -> tuple[Counted, ...]:
    """A unit in or behind the notional carrier that it has with it, and that carrier, as targets. [TCS 4.01 24.2a]"""
    is_area = is_area_target(unit)
    large = is_area and counted.steps >= ruleset.whole("carrier.own.many")
    steps = ruleset.whole("carrier.own.large" if large else "carrier.own.small")
    letter = "P" if unit.word("carrier.target_class") == "point" else "B"
    target = f"{letter}-{unit.whole('carrier.defence')}"
    carrier = Counted(KINDS[CARRIER], steps, steps, target=target, posture=MOVE)
    return replace(counted, carried=MOUNTED if is_area else TOWED, posture=MOVE), carrier
