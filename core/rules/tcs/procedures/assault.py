"""Assaults and overruns: one round of fire by both sides [TCS 4.01 22.0, 23.0]."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Facts
from core.rules.kernel.modifiers import Item
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question, Tables
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.forces.forms import AREA_OTHERS, TERRAIN_WORDS, UNIT
from core.rules.tcs.forces.strength import MORTAR, area_strength
from core.rules.tcs.forces.units import HELP, INFANTRY, MOVE, PARALYZED, READY, SUPPORT, SUPPRESSED, WEAPONS, Unit, read_units
from core.rules.tcs.orders.by_orders import UNITS, by_orders
from core.rules.tcs.procedures import point_fire
from core.rules.tcs.procedures.area_shifts import CROSSFIRE, TERRAIN, Target, exposed, other_items, stacking_item, terrain_item
from core.rules.tcs.procedures.fire import on_the_fire_table
from core.rules.tcs.reckoning import PROHIBITED, answer, class_of, flag, is_on, step

ATTACKERS, DEFENDERS, AT_ONCE = "attackers", "defenders", "both at once"


@dataclass(frozen=True)
class _Fire:
    """The fire of one side at the other, before the shifts of both are compared."""

    side: str
    firers: tuple[Unit, ...]
    target: Target
    terrain: Item | None
    others: tuple[Item, ...]
    said: tuple[Reason, ...]


def assault(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """The area fires of both sides in a round of assault, or of an overrun. [TCS 4.01 22.0b-g, 23.0c, 23.0e]"""
    consulted = Consulted(case.charts)
    overrun = is_on(given, "overrun")
    sides = {name: _in_the_hex(read_units(consulted, name, given[name])) for name in (ATTACKERS, DEFENDERS)}
    for name, units in sides.items():
        _refuse_strangers(name, units)
    if CROSSFIRE in (word.casefold() for word in given.get("others", ())):
        raise WrongUse("others: nobody makes a cross fire within a hex (11.4).")
    on_foot = [unit for unit in sides[ATTACKERS] if overrun and not unit.is_vehicle and not unit.carried]
    if on_foot:
        why = step(case, "23.0a", "{unit}: on foot; only vehicles, carriers and who rides overrun", unit=on_foot[0])
        return answer(case, consulted, "assault", PROHIBITED, None, [why])
    barred, said = by_orders(case, given.get("unit", ()), "overrun" if overrun else "assault")
    if barred:
        return answer(case, consulted, "assault", PROHIBITED, None, barred)
    said.append(_order(case, sides))
    if not overrun and any(unit.condition == SUPPRESSED for unit in sides[DEFENDERS]):
        said.append(step(case, "22.0", "Defenders lose the marker Suppressed as the assault begins; it counts from then on"))
    ruling = fires_of(case, consulted, sides, given, overrun)
    return replace(ruling, reasons=(*said, *ruling.reasons))


def fires_of(
    case: Tables,
    consulted: Consulted,
    sides: Mapping[str, Sequence[Unit]],
    given: Mapping[str, Any],
    overrun: bool,
    firing: Mapping[str, Sequence[Unit]] | None = None,
    told: Sequence[str] = (ATTACKERS, DEFENDERS),
) -> Ruling:
    """The area fires of both sides in a round, at range 0, by all of them or by those of each that are `firing`; the fires of
    the sides that are to be `told` alone. [TCS 4.01 22.0b-g, 23.0c, 23.0e]"""
    firing = sides if firing is None else firing
    said: list[Reason] = []
    fires = [
        _fire(case, consulted, name, firing[name], sides[other], given, overrun)
        for name, other in ((ATTACKERS, DEFENDERS), (DEFENDERS, ATTACKERS))
    ]
    first, second = fires
    (one, other), why = _cancelled(case, first.terrain, second.terrain, overrun)
    said += why
    shared = _shared(first.others, second.others)
    said += [step(case, "22.0f", "{name}: against both sides, ignored", name=name) for name in shared]
    facts: dict[str, Number | str] = {"order": first_to_fire(sides)}
    tables: tuple[ChartDetail, ...] = ()
    for fire, place in ((first, one), (second, other)):
        if fire.side not in told:
            continue
        found = _resolved(case, consulted, fire, place, shared, given.get(f"{fire.side}_roll"))
        said += found.reasons
        detail = found.detail
        if isinstance(detail, Facts):
            facts |= {f"{fire.side}_{key}": value for key, value in detail.facts.items()}
            tables += detail.tables
    rolled = any(given.get(f"{fire.side}_roll") is not None for fire in fires)
    return answer(case, consulted, "assault", "rolled" if rolled else READ, facts["order"], said, facts, tables)


def point_fire_in(
    case: Tables,
    consulted: Consulted,
    side: str,
    firers: Sequence[Unit],
    targets: Sequence[Unit],
    sides: Mapping[str, Sequence[Unit]],
    given: Mapping[str, Any],
    overrun: bool,
) -> Ruling:
    """A point fire of one side in a round: what terrain and circumstances do to both sides is ignored as in area fires.
    [TCS 4.01 12.0, 22.0f, 22.0g, 23.0c]"""
    enemy = other_side(side)
    terrain = tuple(given.get("terrain", ()))
    found = point_fire.shifted(case, consulted, firers, targets, terrain, given.get("others", ()))
    back = _fire(case, consulted, enemy, sides[enemy], sides[side], given, overrun)
    own_points = [unit for unit in sides[side] if unit.target[:1] != "A"]
    theirs = back.terrain
    if theirs is None and terrain and own_points:
        theirs = point_fire.terrain_item(case, consulted, own_points, terrain)
    (covered, _), why = _cancelled(case, found.terrain, theirs, overrun)
    shared = _shared(found.others, back.others)
    ignored = [step(case, "22.0f", "{name}: against both sides, ignored", name=name) for name in shared]
    items = (*((covered,) if covered is not None else ()), *(each for each in found.others if each.name not in shared))
    said = (*found.entering, *found.said, *why, *ignored)
    return point_fire.resolved(case, consulted, said, found, items, targets, given.get("roll"))


def other_side(side: str) -> str:
    """Whom a side fights."""
    return DEFENDERS if side == ATTACKERS else ATTACKERS


def _cancelled(
    case: Tables, first: Item | None, second: Item | None, overrun: bool
) -> tuple[tuple[Item | None, Item | None], list[Reason]]:
    """Both terrain shifts as they count, and why. [TCS 4.01 22.0g, 23.0c]"""
    if overrun:
        return (first, second), [step(case, "23.0c", "An overrun: terrain counts in full")]
    terrain, cancelled = cancel_terrain(first, second)
    template = "Both sides have negative terrain; of each is cancelled: {shifts}"
    return terrain, [step(case, "22.0g", template, shifts=cancelled)] if cancelled else []


def cancel_terrain(first: Item | None, second: Item | None) -> tuple[tuple[Item | None, Item | None], int]:
    """Both terrain shifts after the smaller of two negative ones is brought to 0, and by how much. [TCS 4.01 22.0g]"""
    if first is None or second is None or first.value >= 0 or second.value >= 0:
        return (first, second), 0
    by = min(-first.value, -second.value)
    return (replace(first, value=first.value + by), replace(second, value=second.value + by)), int(by)


def _in_the_hex(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Units at range 0, as all are in an assault."""
    if any(unit.range for unit in units):
        raise WrongUse("attackers, defenders: all fire at range 0; leave the range out.")
    return tuple(replace(unit, range=0) for unit in units)


def _refuse_strangers(side: str, units: Sequence[Unit]) -> None:
    """Raises WrongUse for a side that cannot be counted with."""
    if not units:
        raise WrongUse(f"{side}: at least one unit is needed.")
    for unit in units:
        name = unit.kind.name
        if unit.kind.category == SUPPORT:
            raise WrongUse(f"{side}: {name} cannot take part; only units in the hex fire (22.0).")
        if not unit.target:
            raise WrongUse(f"{side}: {name} needs its type of target, such as P-3 or B-1.")
        if unit.strength is None and not _never_fires(unit):
            raise WrongUse(f"{side}: {name} needs its printed fire strength, as in {name} 4.")


def _never_fires(unit: Unit) -> bool:
    return silent(unit, overrun=False) is not None


def _fire(
    case: Tables,
    consulted: Consulted,
    side: str,
    own: Sequence[Unit],
    enemy: Sequence[Unit],
    given: Mapping[str, Any],
    overrun: bool,
) -> _Fire:
    """The fire of one side: who takes part, whom it can hurt, and its shifts. [TCS 4.01 22.0b, 22.0e]"""
    said = [step(case, "22.0", "Fire of the {side}", side=side)]
    firers = []
    for unit in own:
        why = silent(unit, overrun)
        if why is None:
            firers.append(unit)
        else:
            said.append(step(case, why[0], "{unit}: {why}; it does not fire", unit=unit, why=why[1]))
    hurt, left_out = exposed(case, firers, enemy)
    axis = consulted.book.chart(TERRAIN).columns
    classes = tuple(class_of(axis, "terrain", word) for word in given.get("terrain", ()))
    target = Target(classes, hurt, tuple(enemy))
    terrain = terrain_item(case, consulted, target, bold=False)
    shifts: list[Item] = []
    for part in other_items(case, consulted, firers, target, given.get("others", ())):
        if isinstance(part, Item):
            shifts.append(part)
        else:
            left_out.append(part)
    return _Fire(side, tuple(firers), target, terrain, tuple(shifts), (*said, *left_out))


def silent(unit: Unit, overrun: bool) -> tuple[str, str] | None:
    """The rule by which a unit does not fire in an assault, and why; None when it does. [TCS 4.01 9.1e, 22.0b, 23.0e, 24.3b]"""
    if unit.kind.name == MORTAR:
        return "22.0b", "a mortar"
    if unit.carried and unit.kind.category != INFANTRY:
        return "9.1e", "mounted or towed"
    if unit.kind.category == WEAPONS and unit.posture == MOVE:
        return "22.0b", "a weapon in Move Mode"
    if overrun and unit.condition == PARALYZED:
        return "23.0e", "paralyzed"
    return None


def _resolved(
    case: Tables, consulted: Consulted, fire: _Fire, terrain: Item | None, shared: Sequence[str], roll: int | None
) -> Ruling:
    """One side's fire on the Fire Table."""
    if not fire.firers or not fire.target.units:
        template = "None of the {side} fires" if not fire.firers else "The {side} can hurt nobody by area fire"
        said = (*fire.said, step(case, "22.0e", template, side=fire.side))
        return answer(case, consulted, "assault", READ, None, said)
    strength = area_strength(case, fire.firers)
    stacking = stacking_item(case, consulted, fire.target, starred=False)
    others = tuple(each for each in fire.others if each.name not in shared)
    items = (*((terrain,) if terrain is not None else ()), stacking, *others)
    facts: dict[str, Number | str] = {"strength": strength.whole, "stacking_steps": fire.target.stacked}
    if terrain is not None:
        facts["terrain"] = terrain.value
    said = (*fire.said, *strength.reasons)
    return on_the_fire_table(case, consulted, "assault", said, strength.whole, items, roll, facts, fire.target.stacked)


def _shared(first: Sequence[Item], second: Sequence[Item]) -> tuple[str, ...]:
    """Negative shifts that both sides have alike; they are ignored. [TCS 4.01 22.0f]"""
    one, other = ({each.name: each.value for each in shifts if each.value < 0} for shifts in (first, second))
    return tuple(name for name, value in one.items() if other.get(name) == value)


def first_to_fire(sides: Mapping[str, Sequence[Unit]]) -> str:
    """Who fires first: a side all of whose units are ready, if any of the other side is not. [TCS 4.01 22.0]"""
    shaken = {name: any(unit.condition != READY for unit in units) for name, units in sides.items()}
    if shaken[ATTACKERS] == shaken[DEFENDERS]:
        return AT_ONCE
    return DEFENDERS if shaken[ATTACKERS] else ATTACKERS


def _order(case: Tables, sides: Mapping[str, Sequence[Unit]]) -> Reason:
    return step(case, "22.0", "Order of fire: {first}", first=first_to_fire(sides))


QUESTIONS: tuple[Question, ...] = (
    Question(
        "assault",
        "the area fires of both sides in a round of assault, or of an overrun",
        "6.3a, 22.0, 23.0",
        (
            Parameter("attackers", "texts", f"all units that assault: {HELP}", required=True, form=UNIT),
            Parameter("defenders", "texts", "all units in the target hex, in the same way", required=True, form=UNIT),
            Parameter("terrain", "texts", "combat classes of the target hex; the most protective counts", words=TERRAIN_WORDS),
            Parameter(
                "others",
                "texts",
                "other circumstances of both sides, as on the chart tcs.area.other, such as night",
                words=AREA_OTHERS,
            ),
            flag("overrun", "whether it is an overrun"),
            replace(
                UNITS, help="the units of the game that begin it, by their ids or names: their orders say whether they may"
            ),
            Parameter("attackers_roll", "whole", "the roll of the attackers' fire, 11 to 66"),
            Parameter("defenders_roll", "whole", "the roll of the defenders' fire, 11 to 66"),
        ),
        at_once(assault),
    ),
)
