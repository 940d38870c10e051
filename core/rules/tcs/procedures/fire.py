"""Area fire and the Fire Table: strength, column, shifts, chances and expected losses [TCS 4.01 9.0, 11.0-11.4]."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import NO_RESULT, read_table
from core.rules.kernel.modifiers import Item, Total, signed
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question, Tables
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.forces.forms import AREA_OTHERS, TERRAIN_WORDS, UNIT
from core.rules.tcs.forces.strength import MORTAR, area_strength, close_infantry, greatest_range, out_of_reach
from core.rules.tcs.forces.units import (
    DUG_IN,
    HELP,
    INFANTRY,
    KINDS,
    MG,
    MOVE,
    PARALYZED,
    POSTURES,
    SUPPORT,
    SUPPRESSED,
    WEAPONS,
    Unit,
    read_units,
)
from core.rules.tcs.orders.by_orders import TARGETS, UNITS, Act, as_dug_in, by_orders
from core.rules.tcs.procedures.area_shifts import (
    CROSSFIRE,
    NIGHT,
    SORTIE,
    TERRAIN,
    TERRAIN_BOLD,
    TWILIGHT,
    Target,
    exposed,
    is_low,
    other_items,
    range_item,
    stacking_item,
    terrain_item,
)
from core.rules.tcs.reckoning import HEXSIDE, NO, PROHIBITED, YES, answer, checked, least, step, terrain_of

FIRE_TABLE = "tcs.fire"
NO_EFFECT = "no effect"
SUPPRESSIVE, OVERWATCH, ACTION = "suppressive", "overwatch", "action"
_ACTS: Mapping[str, Act] = MappingProxyType({SUPPRESSIVE: "suppressive", OVERWATCH: "overwatch"})


def area_fire(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """The column of an area fire by units that are told of, and what a roll does. [TCS 4.01 6.3a, 11.0, 13.1c]"""
    consulted = Consulted(case.charts)
    firers = read_units(consulted, "firers", given.get("firers", ()))
    everybody = read_units(consulted, "targets", given.get("targets", ()))
    return area_fire_of(case, consulted, firers, everybody, given)


def area_fire_of(
    case: ForceTables, consulted: Consulted, firers: Sequence[Unit], everybody: Sequence[Unit], given: Mapping[str, Any]
) -> Ruling:
    """The column of an area fire, its chances and expected losses, and what a roll does. [TCS 4.01 6.3a, 11.0, 13.1c]"""
    everybody = tuple(everybody)
    posture = given.get("posture", "")
    _refuse_doubles(given, firers, everybody)
    occasion = given.get("occasion", SUPPRESSIVE)
    barred, said = by_orders(case, given.get("unit", ()), _ACTS[occasion])
    forbidden = prohibitions(case, firers, occasion) + _of_the_hex(case, firers, occasion, given) + barred
    if forbidden:
        return answer(case, consulted, "fire.area", PROHIBITED, None, forbidden)
    if given.get("target_unit"):
        everybody, posture, above_ground = _dug_in(case, given["target_unit"], everybody, posture)
        said += above_ground
    hurt, spared = exposed(case, firers, everybody)
    said += [*spared, *after_firing(case, firers, occasion)]
    bold = given.get("spotted") == NO and any(is_low(unit) for unit in firers)
    terrain, chosen = terrain_of(case, given, consulted.book.chart(TERRAIN_BOLD if bold else TERRAIN).columns)
    said += chosen
    target = Target(terrain, hurt, everybody, posture, given.get("steps"))
    facts: dict[str, Number | str] = {}
    if (strength := least("strength", given.get("strength"), 0)) is None:
        found = area_strength(case, firers)
        strength = found.whole
        said += found.reasons
    else:
        said.append(step(case, "11.0", "Strength as given: {strength}", strength=strength))
        if near := close_infantry(case, firers):
            template = "Infantry at range 0 and 1: its {added} must be in the strength given; nothing is added"
            said.append(step(case, "11.3d", template, added=near))
    facts |= {"strength": strength, "stacking_steps": target.stacked}
    if everybody and not hurt:
        said.append(step(case, "11.1", "Nothing in the hex can be hurt by this fire"))
        return answer(case, consulted, "fire.area", NO_EFFECT, NO_EFFECT, said, facts)
    if given.get("spotted") == NO:
        template = "Not spotted, with low trajectories: bold terrain columns and starred stacking"
        said.append(step(case, "7.1d", template if bold else "Not spotted, by high trajectories alone: no difference"))
    shifts: list[Item] = []
    others = given.get("others", ())
    refuse_crossfire_of_one_stack(others, occasion)
    for part in _area_shifts(case, consulted, firers, target, bold, others):
        if isinstance(part, Item):
            shifts.append(part)
        else:
            said.append(part)
    known = target.stacked if everybody or target.steps is not None else None
    checks = not everybody or any(unit.kind.category in (INFANTRY, WEAPONS) for unit in everybody)
    roll = given.get("roll")
    return on_the_fire_table(case, consulted, "fire.area", said, strength, tuple(shifts), roll, facts, known, checks=checks)


def _dug_in(
    case: ForceTables, names: Sequence[str], targets: tuple[Unit, ...], posture: str
) -> tuple[tuple[Unit, ...], str, list[Reason]]:
    """The targets, or the posture in their place, as the orders of the units that are meant let them be. [TCS 4.01 6.3a]"""
    if targets or posture != DUG_IN:
        targets, said = as_dug_in(case, names, targets)
        return targets, posture, said
    (stand_in,), said = as_dug_in(case, names, (Unit(KINDS["infantry"], 1, 1, posture=DUG_IN),))
    return targets, stand_in.posture, said


def _area_shifts(
    case: Tables, consulted: Consulted, firers: Sequence[Unit], target: Target, bold: bool, others: Sequence[str]
) -> Iterable[Item | Reason]:
    """Every shift of an area fire, each with the rule that wants it. [TCS 4.01 11.3]"""
    found = (
        terrain_item(case, consulted, target, bold),
        range_item(case, consulted, firers),
        stacking_item(case, consulted, target, bold),
    )
    yield from (each for each in found if each is not None)
    yield from other_items(case, consulted, firers, target, others)


def on_the_fire_table(
    case: Tables,
    consulted: Consulted,
    question: str,
    said: Iterable[Reason],
    entered: int,
    items: tuple[Item, ...],
    roll: int | None,
    facts: Mapping[str, Number | str],
    steps: int | None = None,
    point: bool = False,
    checks: bool = True,
) -> Ruling:
    """The column that shifts lead to, its chances, and what a roll does. [TCS 4.01 11.0, 12.2e-g, 17.0b]

    `steps` are all that can be lost, where that is known. Point fires take numbers alone; area fires check morale, too, unless
    `checks` says that nobody in the hex can.
    """
    section = "12.0" if point else "11.0"
    chart, start = consulted.column(FIRE_TABLE, entered)
    checked("roll", roll, chart.dice)
    shift = int(Total(items).net)
    end = start.shifted(shift)
    reasons = [*said, step(case, section, "{entered} enters column {column}", entered=entered, column=start.label)]
    reasons += [each.reason for each in items]
    template = "Together {shift}: left of the table, no effect" if end.off is not None else "Together {shift}: column {column}"
    reasons.append(step(case, section, template, shift=signed(shift), column=end.label))
    table = read_table(consulted, chart, start, end, items, roll if end.off is None else None)
    if point:
        table = replace(table, chances=_numbers_alone(table.chances))
    expected = sum((chance * _losses(result, steps) for result, chance in table.chances), Fraction(0))
    numbered = sum((chance for result, chance in table.chances if result.isdecimal()), Fraction(0))
    found: dict[str, Number | str] = {
        **facts,
        "entered": start.label,
        "shift": shift,
        "column": end.label,
        "expected_losses": expected,
        "loss_chance": numbered,
    }
    if not point:
        checking = (chance for result, chance in table.chances if checks and result not in NO_RESULT)
        found["check_chance"] = sum(checking, Fraction(0))
    if end.off is not None:
        return answer(case, consulted, question, NO_EFFECT, end.label, reasons, found, (table,))
    if roll is None:
        template = "To be expected: {expected} destroyed" if point else "To be expected: {expected} steps lost"
        reasons.append(step(case, section, template, expected=f"{float(expected):.2f}"))
        return answer(case, consulted, question, READ, end.label, reasons, found, (table,))
    lost = _losses(table.result, steps)
    template = "A roll of {roll}: {result}" if table.result in NO_RESULT else "A roll of {roll}: {result}, steps lost {lost}"
    reasons.append(step(case, "12.2e" if point else "11.1c", template, roll=roll, result=table.result, lost=lost))
    if table.result.isdecimal() and lost < int(table.result):
        reasons.append(step(case, "10.0e", "Losses beyond the steps of the stack are ignored"))
    found["steps_lost"] = lost
    if not point:
        hit = table.result not in NO_RESULT
        found["morale_check"] = YES if hit and checks else NO
        if hit:
            section, template = ("17.0b", "The stack checks morale") if checks else ("17.0a", "Only vehicles: no morale check")
            reasons.append(step(case, section, template))
    elif lost == 0:
        reasons.append(step(case, "12.2e", "No number: nothing is destroyed"))
    verdict = table.result if not point or table.result.isdecimal() else NO_RESULT[0]
    return answer(case, consulted, question, verdict, verdict, reasons, found, (table,))


def _numbers_alone(chances: Iterable[tuple[str, Fraction]]) -> tuple[tuple[str, Fraction], ...]:
    """The chances of a point fire, of which only numbers do anything. [TCS 4.01 12.2e, 12.2f]"""
    found: dict[str, Fraction] = {}
    for result, chance in chances:
        name = result if result.isdecimal() else NO_RESULT[0]
        found[name] = found.get(name, Fraction(0)) + chance
    return tuple(found.items())


def _losses(result: str, steps: int | None) -> int:
    """The steps that a result takes, none for words. [TCS 4.01 10.0e, 11.1c]"""
    if not result.isdecimal():
        return 0
    return int(result) if steps is None else min(int(result), steps)


def prohibitions(case: Tables, firers: Iterable[Unit], occasion: str) -> list[Reason]:
    """Why units cannot take part in a fire; empty when all can. [TCS 4.01 9.1c-e, 11.1a, 13.1b, 14.1i, 15.3a, 24.3b]"""
    found = []
    for unit in firers:
        mortar = unit.kind.name == MORTAR
        farthest = None if unit.reach is None else greatest_range(case, unit)
        reasons = (
            (bool(unit.carried), "9.1e", "{unit}: {carried}"),
            (unit.condition == PARALYZED, "9.1d", "{unit}: paralyzed"),
            (unit.condition == SUPPRESSED and occasion == OVERWATCH, "15.3a", "{unit}: suppressed, and this is overwatch"),
            (unit.posture == MOVE and not unit.carried, "9.1c", "{unit}: in Move Mode"),
            (unit.fired and occasion == SUPPRESSIVE, "13.1b", "{unit}: marked as Fired"),
            (unit.fired and occasion == ACTION, "14.1i", "{unit}: marked as Fired"),
            (unit.fired and occasion == OVERWATCH and mortar, "24.3b", "{unit}: marked as Fired, even on overwatch"),
            (mortar and unit.range == 0, "24.3b", "{unit}: no mortar fires at range 0"),
            (
                out_of_reach(case, unit),
                _REACH.get(occasion, "11.1a"),
                "{unit}: range {range} lies beyond the farthest, {farthest}",
            ),
        )
        found += [
            step(
                case,
                section,
                f"{template}; it cannot fire",
                unit=unit,
                carried=unit.carried,
                range=unit.range,
                farthest=farthest,
            )
            for is_so, section, template in reasons
            if is_so
        ]
    return found


_REACH: Mapping[str, str] = MappingProxyType({ACTION: "12.1b"})
"""The rule on how far fires reach, where it is not that of area fires."""


def after_firing(case: Tables, firers: Iterable[Unit], occasion: str) -> list[Reason]:
    """What binds units that are marked as Fired on overwatch beyond range 1. [TCS 4.01 15.3b, 15.3c]"""
    template = "{unit}: marked as Fired; beyond range 1 it answers recoveries alone"
    return [
        step(case, "15.3b", template, unit=unit)
        for unit in firers
        if occasion == OVERWATCH and unit.fired and unit.kind.name != MG and unit.range is not None and unit.range > 1
    ]


def refuse_crossfire_of_one_stack(others: Iterable[str], occasion: str) -> None:
    """Raises WrongUse for a cross fire on overwatch, where one stack alone fires. [TCS 4.01 11.4, 15.0]"""
    if occasion == OVERWATCH and CROSSFIRE in (word.casefold() for word in others):
        raise WrongUse("others: on overwatch one stack fires, and one stack makes no cross fire (11.4, 15.0).")


def _of_the_hex(case: Tables, firers: Iterable[Unit], occasion: str, given: Mapping[str, Any]) -> list[Reason]:
    """Why there is no such fire, whoever makes it. [TCS 4.01 7.1b, 15.3g, 26.0, 26.1g]"""
    found = []
    if occasion == OVERWATCH and given.get("spotted") == NO:
        found.append(step(case, "7.1b", "Overwatch needs a target that is spotted"))
    if occasion == OVERWATCH and any(unit.kind.category == SUPPORT for unit in firers):
        found.append(step(case, "15.3g", "Neither artillery nor aircraft fire on overwatch"))
    others = [word.casefold() for word in given.get("others", ())]
    if any(unit.kind.name == SORTIE for unit in firers):
        found += [step(case, section, f"No sorties at {word}") for word, section in _NO_SORTIES.items() if word in others]
    return found


_NO_SORTIES: Mapping[str, str] = MappingProxyType({NIGHT: "26.1g", TWILIGHT: "26.0"})


def _refuse_doubles(given: Mapping[str, Any], firers: Sequence[Unit], targets: Sequence[Unit]) -> None:
    """Raises WrongUse for what is given in two ways or in none."""
    if not firers:
        raise WrongUse("firers: at least one unit is needed; its kind and its range decide shifts.")
    sorties = sum(unit.kind.name == SORTIE for unit in firers)
    supporting = sum(unit.kind.category == SUPPORT for unit in firers)
    if supporting not in (0, len(firers)) or sorties > 1 or (sorties and len(firers) > 1):
        raise WrongUse("firers: artillery fires by itself, and so does each sortie (18.3, 25.2).")
    if given.get("strength") is not None and any(unit.strength is not None for unit in firers):
        raise WrongUse("strength: give it, or the printed strength of each firer, not both.")
    for name in ("posture", "steps"):
        if targets and given.get(name) is not None:
            raise WrongUse(f"{name}: the targets say it already.")
    if not targets and (given.get("steps") is None or not given.get("posture")):
        raise WrongUse("targets: the units in the hex are needed, or both steps=… and posture=…")
    least("steps", given.get("steps"), 0)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "fire.area",
        "the column of an area fire, the chance of each result, expected losses, and what a roll does",
        "6.3a, 7.1d, 9.0, 10.0b, 11.0-11.4, 13.1c, 26.1f",
        (
            Parameter("firers", "texts", f"all units that fire: {HELP}", required=True, form=UNIT),
            Parameter("targets", "texts", "all units in the target hex, in the same way", form=UNIT),
            Parameter(
                "terrain",
                "texts",
                "combat classes of the hex fired at and of hexsides crossed; the most protective counts",
                words=TERRAIN_WORDS,
            ),
            HEXSIDE,
            Parameter("posture", "choice", "posture of the targets, in the place of targets", choices=POSTURES),
            Parameter("steps", "whole", "steps that count for stacking, in the place of targets", least=0),
            Parameter(
                "strength",
                "whole",
                "fire strength of all together, steps at range 0 and 1 in it, in the place of the printed ones",
                least=0,
            ),
            Parameter("spotted", "choice", "whether a unit in the hex is spotted (7.1d); yes without it", choices=(YES, NO)),
            Parameter(
                "others",
                "texts",
                "other circumstances, as on the chart tcs.area.other, such as crossfire, night",
                words=AREA_OTHERS,
            ),
            Parameter("occasion", "choice", "what fire it is; suppressive without it", choices=(SUPPRESSIVE, OVERWATCH)),
            UNITS,
            TARGETS,
            Parameter("roll", "whole", "the roll, 11 to 66"),
        ),
        at_once(area_fire),
        title="Area fire",
        also=("area fire",),
    ),
)
