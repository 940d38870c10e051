"""Combat: strengths, odds, the column, and what a roll does; barrages; and what an overrun costs."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.model.charts import END, Chart, read_odds
from core.rules.kernel.charts import Consulted, Place, find
from core.rules.kernel.combat import (
    UNKNOWN,
    CombatDetail,
    Facts,
    Force,
    checked_roll,
    read_result,
    read_table,
    sum_reason,
    total,
)
from core.rules.kernel.modifiers import Item, Total, signed
from core.rules.kernel.rounding import Odds, Rounding, odds, rounded
from core.rules.kernel.rulings import UNDECIDABLE, Number, Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.kernel.tables import READ, origins
from core.rules.scs.losses import consequences
from core.rules.scs.strengths import (
    ATTACK,
    BARRAGE_MODIFIERS,
    COLUMNS,
    DEFENCE,
    GIVEN,
    ROLL,
    STRENGTH,
    forces,
    gun_forces,
    ignored_terrain,
    modifier_items,
    refuse_factors,
    terrain_factors,
    terrain_shifts,
)

CRT, CRT_1166, BARRAGE = "scs.crt", "scs.crt_1166", "scs.barrage"
MOVEMENT = "scs.movement_rules"


def crt(case: Tables, consulted: Consulted) -> Chart:
    """The Combat Results Table whose dice are read as the box says. [SCS 1.6 7.0, 7.4]

    Odds left of a table that does not say their effect have that of our own.
    """
    first, other = (consulted.book.chart(id_) for id_ in (CRT, CRT_1166))
    wanted = case.choices.get("crt.dice", "by_crt")
    chart = other if wanted == other.dice and wanted != first.dice else first
    if wanted not in ("by_crt", chart.dice):
        raise WrongUse(f'{chart.title} is read with "{chart.dice}"; the options of the box say "{wanted}".')
    left = case.ruleset.charts[chart.id].columns.below
    return chart if chart.columns.below != END else replace(chart, columns=replace(chart.columns, below=left))


def combat(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """An attack by strengths as they are typed. [SCS 1.6 7.0-7.4, 8.0, 9.2]"""
    consulted = Consulted(case.charts)
    terrain = given.get("terrain", ())
    attackers = forces(case, consulted, given["attackers"], ATTACK, terrain_factors(case, consulted, terrain, ATTACK))
    defenders = forces(case, consulted, given["defenders"], DEFENCE, terrain_factors(case, consulted, terrain, DEFENCE))
    return fought(case, consulted, attackers, defenders, given)


def fought(
    case: Tables, consulted: Consulted, attackers: tuple[Force, ...], defenders: tuple[Force, ...], given: Mapping[str, Any]
) -> Ruling:
    """The odds of an attack, the column that they lead to, and what a roll there does. [SCS 1.6 7.0-7.4, 8.0, 9.2]

    The strengths have all their factors; `terrain` of the defenders' hex is asked for what it shifts.
    """
    ref = case.ruleset.ref
    terrain, modifiers = given.get("terrain", ()), given.get("modifiers", ())
    refuse_factors(consulted, modifiers, "scs.modifiers", (ATTACK, DEFENCE))
    _check_attackers(case, tuple(unit.printed for unit in attackers))
    said = [sum_reason(ref(GIVEN), "Attack", attackers), sum_reason(ref(GIVEN), "Defence", defenders)]
    attack, defence = total(attackers), total(defenders)
    if attack <= 0:
        raise WrongUse("attackers: their strength together must be above 0.")
    if defence <= 0:
        said.append(Reason(ref("7.4"), "Nothing can be divided by a defence of 0, and the rules do not say what counts then"))
        sides = CombatDetail(attackers, defenders)
        return Ruling("combat", case.ruleset.id, UNDECIDABLE, None, tuple(said), sides, consulted.charts)

    ratio = odds(attack, defence, _rounding(case, "odds"))
    least = min(attack, defence)
    exact = {"attack": amount(attack / least), "defence": amount(defence / least), "odds": str(ratio)}
    said.append(
        Reason(
            ref("7.4"), "{attack} to {defence}: {odds}", exact, numbers={"attack": attack / least, "defence": defence / least}
        )
    )
    chart = crt(case, consulted)
    shifts = Total((*terrain_shifts(case, consulted, terrain, COLUMNS), *modifier_items(case, consulted, modifiers, COLUMNS)))
    shifts = _with_given(case, shifts, given.get("shifts"), "Shifts given", "7.3")
    drm = Total(modifier_items(case, consulted, modifiers, ROLL))
    drm = _with_given(case, drm, given.get("roll_modifier"), "Roll modifier given", "6.1f")
    checked_roll(chart, given.get("roll"), int(drm.net))
    start, end = _columns(case, chart, ratio, int(shifts.net))
    said += [*shifts.reasons(), *ignored_terrain(case, consulted, terrain), *drm.reasons()]
    if end.off is not None:
        said.append(
            Reason(
                ref("7.4"),
                "{odds} shifted {shift} lies left of the table: the attackers lose a step, nobody rolls",
                {"odds": str(ratio), "shift": signed(shifts.net)},
            )
        )
    else:
        moved = {"chart": chart.title, "column": end.label, "shift": signed(shifts.net)}
        said.append(Reason(ref("7.4"), "{chart}: shifts {shift}, column {column}", moved, numbers={"shift": shifts.net}))
    roll = None if end.off is not None else given.get("roll")
    table = read_table(consulted, chart, start, end, shifts.items, roll, int(drm.net))
    result = end.off or table.result
    if roll is not None:
        rolled = {"roll": roll, "modifier": signed(drm.net), "result": result}
        said.append(Reason(ref("7.1"), "A roll of {roll}, modified by {modifier}: {result}", rolled, numbers={"roll": roll}))
    losses = read_result(result)
    if losses is not None:
        said += consequences(case, losses, attackers, defenders)
    facts = {"column": end.label, "roll": roll if roll is not None else "", "result": result}
    detail = CombatDetail(attackers, defenders, str(ratio), (table,), losses, facts={k: v for k, v in facts.items() if v != ""})
    verdict = result or READ
    if result == UNKNOWN:
        said.append(Reason(ref("7.4"), "The table in force has no usable result in column {column}", {"column": end.label}))
        verdict = UNDECIDABLE
    used = origins((*consulted.charts, *(item.chart for item in shifts.items if item.chart is not None)))
    return Ruling("combat", case.ruleset.id, verdict, result or end.label, tuple(said), detail, used)


def _columns(case: Tables, chart: Chart, ratio: Odds, shift: int) -> tuple[Place, Place]:
    """The column of some odds, and the one that a shift leads to from there. [SCS 1.6 7.3, 7.4]

    By one reading odds beyond the table keep their distance from it, by the other they are held at its end before they shift.
    """
    start = find(chart.columns, str(ratio))
    steps = [step for label in chart.columns.labels if (step := read_odds(label)) is not None]
    if case.choices.get("odds.beyond_table") == "end":
        start = replace(start, index=max(start.index, -1))
        return start, start.shifted(shift)
    return start, start.shifted(shift + max(0, ratio.step - steps[-1]))


def told(ruling: Ruling) -> tuple[str, ...]:
    """What a ruling on a combat comes to."""
    return (ruling.verdict, str(ruling.value))


def _check_attackers(case: Tables, strengths: tuple[Fraction, ...]) -> None:
    """Raises WrongUse for attackers that cannot attack. [SCS 1.6 7.2e]"""
    if not any(strengths):
        raise WrongUse("attackers: at least one must have a strength above 0 (7.2e).")
    if case.choices.get("attack.zero_strength") == "never" and not all(strengths):
        raise WrongUse("attackers: by the options of the box a unit with strength 0 takes part in no attack.")


def _with_given(case: Tables, items: Total, value: int | None, name: str, section: str) -> Total:
    if not value:
        return items
    return Total((*items.items, Item(name, Fraction(value), case.ruleset.ref(section))))


def _rounding(case: Tables, what: str) -> Rounding:
    """How a case is rounded. [SCS 1.6 Standard Rounding Rule]"""
    table = case.ruleset.rounding
    found = table.get(what) or table.get("general")
    return found.how if found is not None else Rounding.HALF_UP


def barrage(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """A barrage by strengths as they are typed. Raises WrongUse. [SCS 1.6 2.0a, 6.1f]"""
    consulted = Consulted(case.charts)
    return barraged(case, consulted, gun_forces(case, consulted, given["strengths"]), given)


def barraged(case: Tables, consulted: Consulted, guns: tuple[Force, ...], given: Mapping[str, Any]) -> Ruling:
    """The column of a barrage and what a roll there does, by the game's tables. Raises WrongUse. [SCS 1.6 2.0a, 6.1f]

    The strengths have all their factors; `terrain` of the hex is asked for what it shifts and adds to the roll.
    """
    ref = case.ruleset.ref
    terrain, modifiers = given.get("terrain", ()), given.get("modifiers", ())
    refuse_factors(consulted, modifiers, BARRAGE_MODIFIERS, (STRENGTH,))
    whole = rounded(total(guns), _rounding(case, "general"))
    said = [sum_reason(ref(GIVEN), "Barrage", guns)]
    if whole != total(guns):
        exact = {"strength": str(total(guns)), "whole": whole}
        said.append(Reason(ref("Standard Rounding Rule"), "{strength} is rounded to {whole}", exact, numbers={"whole": whole}))
    chart = consulted.book.chart(BARRAGE)
    shifts = Total(
        (
            *terrain_shifts(case, consulted, terrain, f"barrage {COLUMNS}"),
            *modifier_items(case, consulted, modifiers, COLUMNS, BARRAGE_MODIFIERS),
        )
    )
    shifts = _with_given(case, shifts, given.get("shifts"), "Shifts given", "6.1f")
    drm = Total(
        (
            *terrain_shifts(case, consulted, terrain, f"barrage {ROLL}"),
            *modifier_items(case, consulted, modifiers, ROLL, BARRAGE_MODIFIERS),
        )
    )
    roll = given.get("roll")
    checked_roll(chart, roll, int(drm.net))
    start = find(chart.columns, whole)
    end = start.shifted(int(shifts.net))
    moved = {"chart": chart.title, "column": end.label, "shift": signed(shifts.net)}
    said += [*shifts.reasons(), *drm.reasons(), Reason(ref("6.1f"), "{chart}: shifts {shift}, column {column}", moved)]
    table = read_table(consulted, chart, start, end, shifts.items, roll, int(drm.net))
    if roll is not None:
        rolled = {"roll": roll, "modifier": signed(drm.net), "result": table.result}
        said.append(Reason(ref("6.1f"), "A roll of {roll}, modified by {modifier}: {result}", rolled))
    facts: dict[str, Number | str] = {"strength": whole, "column": end.label, "result": table.result}
    detail = CombatDetail(attackers=guns, tables=(table,), facts=facts)
    verdict = UNDECIDABLE if table.result == UNKNOWN else table.result or READ
    return Ruling("barrage", case.ruleset.id, verdict, table.result or end.label, tuple(said), detail, consulted.charts)


def overrun(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What an overrun costs, and whether the hex can be overrun. [SCS 1.6 6.0, 6.0c]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    target, adjacent = given["target"], given["adjacent"]
    zone, itself, most = (
        consulted.number(MOVEMENT, row, "points")
        for row in ("Enemy zone of control", "Overrun", "Most for the terrain of an overrun")
    )
    if given.get("zone") == "no":
        zone = Fraction(0)
    points = adjacent + zone + itself
    limit = {"cost": amount(target), "most": amount(most)}
    spent = {"adjacent": amount(adjacent), "zone": amount(zone), "overrun": amount(itself), "points": amount(points)}
    template = "Adjacent hex {adjacent}, zone in it {zone}, overrun {overrun}: together {points}"
    said = (
        Reason(ref("6.0c"), "Terrain of the target: {cost}; a hex that costs more than {most} cannot be overrun", limit),
        Reason(ref("6.0"), template, spent, numbers={"points": points}),
    )
    facts = Facts({"adjacent": adjacent, "zone": zone, "overrun": itself, "points": points})
    verdict = "allowed" if target <= most else "prohibited"
    return Ruling("overrun", case.ruleset.id, verdict, points, said, facts, consulted.charts)
