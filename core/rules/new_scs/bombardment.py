"""Bombardment: ratings, the die that disorders, and the die that costs steps."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted, find
from core.rules.kernel.combat import UNKNOWN, CombatDetail, chart_word, read_table
from core.rules.kernel.dice import FACES
from core.rules.kernel.modifiers import Item, Total
from core.rules.kernel.rulings import UNDECIDABLE, Number, Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.kernel.tables import READ
from core.rules.new_scs.strengths import TERRAIN

RATINGS, MODIFIERS = "new_scs.bombardment.ratings", "new_scs.bombardment.modifiers"
RULE, AIR = "Bombardment", "Air phase"


def bombardment(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The rating against soft and armoured units, and what two dice do. [New SCS Bombardment]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref(RULE)
    soft, armoured = given.get("soft") or 0, given.get("armoured") or 0
    if not soft and not armoured:
        raise WrongUse("Say what is in the target hex: soft=… or armoured=… units.")
    printed, base = _printed(case, consulted, given)
    items = [base, *_group(case, consulted, given), *_moved(case, consulted, given)]
    terrain, lowered = _terrain(case, consulted, given)
    least = int(consulted.number(RATINGS, "Least", "rating"))
    against_soft = Total((*items, *lowered), least=least)
    against_armour = Total((*items, *_with_armour(case, consulted, lowered)), least=least)
    said = [Reason(base.rule, "{name}: {rating}", {"name": base.name, "rating": base.value}, numbers={"rating": base.value})]
    said += against_soft.reasons()[1:]
    if armoured:
        said += [item.reason for item in against_armour.items if item not in against_soft.items]
    facts: dict[str, Number | str] = {}
    for name, count, rating in (("soft", soft, against_soft), ("armour", armoured, against_armour)):
        if count:
            facts[f"rating_{name}"] = rating.net
            told = {"name": name, "rating": rating.net, "chance": str(_chance(rating))}
            said.append(Reason(ref, "Against {name}: rating {rating}, DG with a chance of {chance}", told))

    hitting = against_soft if soft else against_armour
    reading = case.choices.get("bombardment.step_chart", "reduced")
    first, last = (case.ruleset.whole(f"bombardment.{end}_table") for end in ("first", "last"))
    table = min(last, max(first, int(printed if reading == "printed" else hitting.net)))
    # Units in cities and the like are never soft.
    counting = 0 if terrain <= case.ruleset.whole("bombardment.city") else soft
    chart = consulted.book.chart(f"new_scs.bombardment.{table}")
    column = find(chart.columns, counting)
    white, red = given.get("white"), given.get("red")
    _check_dice(white, red)
    hit = white is not None and white <= hitting.net
    detail = read_table(consulted, chart, column, column, (), red if hit else None)
    told = {"chart": chart.title, "column": column.label}
    said.append(Reason(ref, "{chart}, column {column}", told))
    facts |= {"table": table, "column": column.label, "chance": _chance(hitting)}
    verdict: str = READ
    value: int | Fraction = hitting.net
    if white is not None:
        verdict = "hit" if hit else "miss"
        for name, count, rating in (("soft", soft, against_soft), ("armour", armoured, against_armour)):
            if count:
                facts[f"dg_{name}"] = "yes" if white <= rating.net else "no"
                told = {"white": white, "name": name, "what": "DG" if white <= rating.net else "unhurt"}
                said.append(Reason(ref, "White {white}: {name} {what}", told))
    if hit and detail.result == UNKNOWN:
        verdict = UNDECIDABLE
    elif hit and detail.result:
        value = _steps(int(detail.result), given.get("steps"))
        facts["steps"] = value
        rolled = {"red": red, "lost": counted(int(detail.result), "step")}
        said.append(Reason(ref, "Red {red}: {lost} lost", rolled, numbers={"steps": value}))
        if value < int(detail.result):
            said.append(Reason(ref, "A hex keeps its last step: {lost} lost", {"lost": counted(value, "step")}))
    found = CombatDetail(tables=(detail,), facts=facts)
    return Ruling("bombardment", case.ruleset.id, verdict, value, tuple(said), found, consulted.charts)


def _printed(case: Tables, consulted: Consulted, given: Mapping[str, Any]) -> tuple[Fraction, Item]:
    """The rating of what bombards. Raises WrongUse. [New SCS Air phase; Bombardment]"""
    ratings, points = given.get("ratings", ()), given.get("air") or 0
    if bool(ratings) == bool(points):
        raise WrongUse("Say what bombards: ratings=… of guns, or air=… points, not both.")
    group = case.ruleset.whole("bombardment.group")
    if (len(ratings) or points) not in (1, group):
        raise WrongUse(f"One unit bombards a hex, or {group} with the same rating together.")
    if points:
        row = "Air point near flak" if given.get("flak") == "yes" else "Air point"
        value = consulted.number(RATINGS, row, "rating")
        return value, Item(row, value, case.ruleset.ref(AIR), consulted.origin(RATINGS, row, "rating"))
    if len(set(ratings)) > 1:
        raise WrongUse("ratings: units that fire together need the same rating.")
    if ratings[0] < 1 or ratings[0].denominator != 1:
        raise WrongUse("ratings: a rating is a whole number from 1.")
    return ratings[0], Item("Rating", ratings[0], case.ruleset.ref(RULE))


def _group(case: Tables, consulted: Consulted, given: Mapping[str, Any]) -> tuple[Item, ...]:
    if (len(given.get("ratings", ())) or given.get("air") or 0) != case.ruleset.whole("bombardment.group"):
        return ()
    return (_modifier(case, consulted, "Three equal units"),)


def _moved(case: Tables, consulted: Consulted, given: Mapping[str, Any]) -> tuple[Item, ...]:
    """What moving costs; guns with a rating on each side pay nothing. [New SCS Bombardment]"""
    if given.get("moved") != "yes" or case.choices.get("bombardment.two_ratings") == "on":
        return ()
    if given.get("air"):
        raise WrongUse("moved: only guns move before they bombard.")
    return (_modifier(case, consulted, "Moved"),)


def _modifier(case: Tables, consulted: Consulted, name: str) -> Item:
    origin = consulted.origin(MODIFIERS, name, "rating")
    return Item(name, consulted.number(MODIFIERS, name, "rating"), case.ruleset.ref(RULE), origin)


def _terrain(case: Tables, consulted: Consulted, given: Mapping[str, Any]) -> tuple[int, tuple[Item, ...]]:
    """What the terrain of the target takes from the rating. [New SCS Bombardment]"""
    if not given.get("terrain"):
        return 0, ()
    row = chart_word(consulted, given["terrain"], (TERRAIN,))[1]
    value = consulted.number(TERRAIN, row, "bombardment")
    item = Item(row, value, case.ruleset.ref(RULE), consulted.origin(TERRAIN, row, "bombardment"))
    return int(value), (item,) if value else ()


def _with_armour(case: Tables, consulted: Consulted, lowered: tuple[Item, ...]) -> tuple[Item, ...]:
    """What armour and terrain take together, or the larger of both, as the box reads it. [New SCS Bombardment]"""
    armour = _modifier(case, consulted, "Armoured target")
    if case.choices.get("bombardment.step_chart") == "printed":
        return (min((armour, *lowered), key=lambda item: item.value),)
    return (*lowered, armour)


def _check_dice(white: int | None, red: int | None) -> None:
    for name, die in (("white", white), ("red", red)):
        if die is not None and die not in FACES:
            raise WrongUse(f"{name}: a die shows 1 to 6, not {die}.")
    if white is None and red is not None:
        raise WrongUse("red: the red die counts only beside a white one; give white=… too.")


def _chance(rating: Total) -> Fraction:
    return Fraction(min(len(FACES), int(rating.net)), len(FACES))


def _steps(lost: int, present: int | None) -> int:
    """The steps lost; the last one in the hex is safe. [New SCS Bombardment]"""
    return lost if present is None else min(lost, max(0, present - 1))


def told(ruling: Ruling) -> tuple[str, ...]:
    """What a ruling on a bombardment comes to: who is DG and what is lost, or without dice the ratings and every chance."""
    facts, detail = ruling.detail.facts, ruling.detail
    kinds = tuple(name for name in ("soft", "armour") if f"rating_{name}" in facts)
    if ruling.verdict == READ:
        found = [f"rating {facts[f'rating_{name}']} against {name}" for name in kinds]
    else:
        found = [f"{name} {'DG' if facts[f'dg_{name}'] == 'yes' else 'unhurt'}" for name in kinds]
    if "steps" in facts:
        return (*found, f"{counted(int(facts['steps']), 'step')} lost")
    if ruling.verdict in (READ, "hit"):
        found += [f"lost {lost} with a chance of {chance}" for lost, chance in detail.tables[0].chances]
    return (*found, *((ruling.verdict,) if ruling.verdict == UNDECIDABLE else ()))
