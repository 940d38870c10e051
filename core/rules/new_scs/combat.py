"""Combat: odds and shifts, modifiers of both sides of the table, armour, ambush and surprise, and what a roll does."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from core.base.amounts import amount
from core.base.counted import counted
from core.base.errors import WrongUse
from core.model.charts import Chart
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.charts import Consulted, Place, find, result
from core.rules.kernel.combat import (
    NOTHING,
    UNKNOWN,
    CombatDetail,
    Force,
    Loss,
    Losses,
    read_result,
    read_table,
    result_text,
    sum_reason,
    total,
)
from core.rules.kernel.dice import FACES
from core.rules.kernel.modifiers import Item, Total, signed
from core.rules.kernel.rounding import odds, rounded
from core.rules.kernel.rulings import UNDECIDABLE, Number, Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.kernel.tables import READ, origins
from core.rules.new_scs.ambush import Odds, changed, likelihood
from core.rules.new_scs.armour import ATTACKER, DEFENDER, advantage
from core.rules.new_scs.strengths import ATTACK, DEFENCE, FACTOR_EFFECTS, TERRAIN, forces, most_shift, rounding, terrain_shift

MODIFIERS, LIMITS = "new_scs.modifiers", "new_scs.limits"
LEFT_SIDE, RIGHT_SIDE = "attackers' side", "defenders' side"
DRM, PROCEDURE, APPLYING = "Die roll modifiers", "Basic combat procedure", "Applying combat results"
OF_COMBAT = (
    "ambush.order",
    "armour.factors",
    "odds.left_of_table",
    "overrun.two_shifts",
    "retreat.conversion",
    "surprise.intelligence",
)
"""Readings that can decide a combat."""

OFF = "none"
"""What the defenders suffer from an attack whose odds lie left of the table."""


@dataclass(frozen=True)
class Sides:
    """The strengths that fight: of all attackers and defenders, and those among them that count in armour odds: tanks on both
    sides, and anti-tank units and tube artillery that defend."""

    attackers: tuple[Force, ...]
    defenders: tuple[Force, ...]
    tanks: tuple[Force, ...] = ()
    defending_tanks: tuple[Force, ...] = ()
    guns: tuple[Force, ...] = ()


@dataclass(frozen=True)
class _Side:
    """One side of the table: where it is read, and what is added to the roll there."""

    chart: Chart
    start: Place
    end: Place
    items: tuple[Item, ...]
    modifiers: Total

    def losses(self, roll: int) -> Losses | None:
        """What a natural roll gives; None for a result that cannot be used."""
        return read_result(result(self.chart, self.end, roll + int(self.modifiers.net)))

    def table(self, consulted: Consulted, roll: int | None) -> ChartDetail:
        """What is read there."""
        return read_table(consulted, self.chart, self.start, self.end, self.items, roll, int(self.modifiers.net))


def combat(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The odds of an attack, both columns, modifiers, and what two dice do. [New SCS Basic combat procedure]"""
    consulted = Consulted(case.charts)
    if given.get("supporter"):
        raise WrongUse("supporter: a gun is named for units on the map; by numbers say support=yes.")

    def read(name: str, side: str) -> tuple[Force, ...]:
        return forces(case, consulted, given.get(name, ()), side)

    _dice(given)
    sides = Sides(
        *(read("attackers", ATTACK), read("defenders", DEFENCE)),
        *(read("tanks", ATTACK), read("defending_tanks", DEFENCE), read("guns", DEFENCE)),
    )
    return fought(case, consulted, sides, given)


def fought(case: Tables, consulted: Consulted, sides: Sides, given: Mapping[str, Any]) -> Ruling:
    """The combat of two sides whose strengths have all their factors. [New SCS Basic combat procedure]"""
    asked = dict(given)
    ref = case.ruleset.ref
    white, red = _dice(asked)
    if _yes(asked, "overrun") and _yes(asked, "support"):
        raise WrongUse("support: no artillery supports the defenders against an overrun.")
    attackers, defenders = sides.attackers, sides.defenders
    said = [sum_reason(ref(FACTOR_EFFECTS), "Attack", attackers), sum_reason(ref(FACTOR_EFFECTS), "Defence", defenders)]
    attack, defence = total(attackers), total(defenders)
    if attack <= 0:
        raise WrongUse("attackers: their strength together must be above 0.")
    if defence <= 0:
        said.append(
            Reason(ref(PROCEDURE), "Nothing can be divided by a defence of 0, and the rules do not say what counts then")
        )
        detail = CombatDetail(attackers, defenders)
        return Ruling("combat", case.ruleset.id, UNDECIDABLE, None, tuple(said), detail, consulted.charts)

    ratio = odds(attack, defence, rounding(case, "odds"))
    said.append(Reason(ref(PROCEDURE), "{attack} to {defence}: {odds}", _exact(attack, defence, str(ratio))))
    right_chart, left_chart = _charts(case, consulted)
    terrain, shift = terrain_shift(case, consulted, asked)
    if _yes(asked, "overrun"):
        _check_overrun(case, consulted, terrain, shift)
    items = _shift_items(case, consulted, terrain, shift, _yes(asked, "engineers"))
    side, why = advantage(*(case, consulted, sides.tanks, sides.defending_tanks, sides.guns, _yes(asked, "armoured"), shift))
    left_drm, right_drm = _modifiers(case, consulted, asked, side)

    start = find(right_chart.columns, str(ratio))
    end = start.shifted(int(Total(items).net))
    if end.off is not None and case.choices.get("odds.left_of_table") == "first_column":
        end = Place(end.axis, 0)
    right = _Side(right_chart, start, end, items, right_drm)
    whole = rounded(defence, rounding(case))
    at = find(left_chart.columns, whole)
    left = _Side(left_chart, at, at, (), left_drm)
    likely, events = _likelihood(case, consulted, asked)
    said += [item.reason for item in items]
    said.append(Reason(ref(FACTOR_EFFECTS), "Defenders' side of the table: column {column}", {"column": end.label}))
    said.append(
        Reason(ref(PROCEDURE), "Attackers' side: defence {whole}, column {column}", {"whole": whole, "column": at.label})
    )
    said += [*why, *_told(case, left_drm, right_drm), *events]

    facts: dict[str, Number | str] = {
        "column": end.label,
        "attackers_column": at.label,
        "attackers_modifier": left_drm.net,
        "defenders_modifier": right_drm.net,
        "armour": side,
        "ambush_faces": likely.ambush,
        "surprise_faces": likely.surprise,
    }
    if end.off is not None:
        consulted.chances(right_chart, end)
        return _left_of_table(case, said, CombatDetail(attackers, defenders, str(ratio), facts=facts), consulted, shift)
    roll = None if white is None or red is None else white + red
    tables = (right.table(consulted, roll), left.table(consulted, roll), _together(case, left, right, likely, shift))
    detail = CombatDetail(attackers, defenders, str(ratio), tables, None, _convertible(case), facts)
    used = origins((*consulted.charts, *(each.chart for each in (*left_drm.items, *right_drm.items, *items) if each.chart)))
    if white is None or red is None:
        return Ruling("combat", case.ruleset.id, READ, end.label, tuple(said), detail, used)
    found = _resolved(case, left, right, likely, shift, white, red)
    if found is None:
        said.append(Reason(ref(PROCEDURE), "The table in force has no usable result here"))
        return Ruling("combat", case.ruleset.id, UNDECIDABLE, None, tuple(said), detail, used)
    event = likely.event(white, red)
    rolled = {"white": white, "red": red, "event": event, "right": tables[0].result, "left": tables[1].result}
    said.append(Reason(ref(PROCEDURE), "White {white}, red {red}: defenders {right}, attackers {left}; {event}", rolled))
    said += _consequences(case, found, shift, _yes(asked, "overrun"))
    detail = replace(detail, losses=found, facts={**facts, "event": event, "result": result_text(found)})
    return Ruling("combat", case.ruleset.id, event, result_text(found), tuple(said), detail, used)


def _dice(given: Mapping[str, Any]) -> tuple[int | None, int | None]:
    """Both dice, or neither. Raises WrongUse."""
    white, red = given.get("white"), given.get("red")
    if (white is None) != (red is None):
        raise WrongUse("Give both dice, white=… and red=…, or neither.")
    for name, die in (("white", white), ("red", red)):
        if die is not None and die not in FACES:
            raise WrongUse(f"{name}: a die shows 1 to 6, not {die}.")
    return white, red


def _check_overrun(case: Tables, consulted: Consulted, terrain: str, shift: int) -> None:
    """Raises WrongUse for an overrun into terrain that it is barred from. [New SCS Movement phase; Overruns]"""
    two = shift == most_shift(case) and case.choices.get("overrun.two_shifts") != "allowed"
    if two or (terrain and consulted.cell(TERRAIN, terrain, "overrun") == "no"):
        raise WrongUse(f"overrun: none is allowed into {terrain or 'terrain of two shifts'}.")


def _yes(given: Mapping[str, Any], name: str) -> bool:
    return given.get(name) == "yes"


def _exact(attack: Fraction, defence: Fraction, ratio: str) -> dict[str, str]:
    least = min(attack, defence)
    return {"attack": amount(attack / least), "defence": amount(defence / least), "odds": ratio}


def _charts(case: Tables, consulted: Consulted) -> tuple[Chart, Chart]:
    """The right and the left side of the table; odds left of it have their effect. [New SCS Combat Results Table]"""
    end = "_divisional" if case.choices.get("crt.scale") == "divisional" else ""
    right, left = (consulted.book.chart(f"new_scs.crt_{side}{end}") for side in ("defender", "attacker"))
    return replace(right, columns=replace(right.columns, below=OFF)), left


def _shift_items(case: Tables, consulted: Consulted, terrain: str, shift: int, engineers: bool) -> tuple[Item, ...]:
    """The shifts of the odds. [New SCS Factor effects and column shifts; Unit types and special abilities]"""
    if not shift:
        return ()
    origin = consulted.origin("new_scs.terrain", terrain, "shift left") if terrain else None
    found = [Item(terrain or "Terrain", Fraction(-shift), case.ruleset.ref(FACTOR_EFFECTS), origin)]
    if engineers:
        columns = case.ruleset.numbers["engineers.columns"].value
        found.append(Item("Engineers", columns, case.ruleset.ref("Unit types and special abilities")))
    return tuple(found)


def _modifiers(case: Tables, consulted: Consulted, given: Mapping[str, Any], armour: str) -> tuple[Total, Total]:
    """What is added to the roll on the attackers' and on the defenders' side, capped. [New SCS Die roll modifiers]"""
    dense = consulted.number(LIMITS, "Units of a dense hex", "limit")
    held = (
        ("Attacker armour advantage", armour == ATTACKER),
        ("Defender armour advantage", armour == DEFENDER),
        ("Defensive artillery support", _yes(given, "support")),
        ("Dense defenders", (given.get("defending_units") or 0) >= dense),
        ("Dense attackers", max(given.get("stack") or 0, given.get("soft_stack") or 0) >= dense),
        ("Dense soft attackers", (given.get("soft_stack") or 0) >= dense),
        ("Better attackers", given.get("better") == "attackers"),
        ("Better defenders", given.get("better") == "defenders"),
    )
    most = int(consulted.number(LIMITS, "Net modifier of a side", "limit"))
    sides = []
    for side in (LEFT_SIDE, RIGHT_SIDE):
        items = [
            Item(name, consulted.number(MODIFIERS, name, side), case.ruleset.ref(DRM), consulted.origin(MODIFIERS, name, side))
            for name, holds in held
            if holds
        ]
        sides.append(Total(tuple(item for item in items if item.value), -most, most))
    return sides[0], sides[1]


def _told(case: Tables, left: Total, right: Total) -> list[Reason]:
    said = []
    for name, total_ in (("Attackers' side", left), ("Defenders' side", right)):
        parts = ", ".join(f"{item.name} {signed(item.value)}" for item in total_.items) or "nothing"
        told = {"side": name, "parts": parts, "net": signed(total_.net)}
        said.append(Reason(case.ruleset.ref(DRM), "{side}: {parts}; counts as {net}", told, numbers={"net": total_.net}))
    return said


def _likelihood(case: Tables, consulted: Consulted, given: Mapping[str, Any]) -> tuple[Odds, tuple[Reason, ...]]:
    favours = given.get("intelligence") or case.choices.get("ambush.intelligence", "none")
    better, dg = given.get("better") or "none", given.get("dg") or "none"
    return likelihood(case, consulted, better, dg, _yes(given, "hazardous"), favours)


def _left_of_table(case: Tables, said: list[Reason], detail: CombatDetail, consulted: Consulted, shift: int) -> Ruling:
    """Odds below the first column cost the attackers a step, and nobody rolls; they fall back as whenever they alone lose some.

    [New SCS Basic combat procedure, Applying combat results; SCS 1.6 7.4]
    """
    steps = case.ruleset.whole("odds.left_of_table")
    losses = _applied(case, Losses(Loss(steps), NOTHING), shift)
    rule = case.ruleset.ref(PROCEDURE)
    lost, template = {"lost": counted(steps, "step")}, "Left of the table: the attackers lose {lost}, nobody rolls (SCS 7.4)"
    said.append(Reason(rule, template, lost, numbers={"steps": steps}))
    said += _consequences(case, losses, shift, overrun=False)
    detail = replace(detail, losses=losses, facts={**detail.facts, "result": result_text(losses)})
    return Ruling("combat", case.ruleset.id, result_text(losses), result_text(losses), tuple(said), detail, consulted.charts)


def _resolved(case: Tables, left: _Side, right: _Side, likely: Odds, shift: int, white: int, red: int) -> Losses | None:
    """What two dice do to both sides; None where the table says nothing usable."""
    theirs, ours = right.losses(white + red), left.losses(white + red)
    if theirs is None or ours is None:
        return None
    losses = Losses(ours.attacker, theirs.defender)
    event = likely.event(white, red)
    if case.choices.get("ambush.order") == "last":
        return changed(case, _applied(case, losses, shift), event)
    return _applied(case, changed(case, losses, event), shift)


def _applied(case: Tables, losses: Losses, shift: int) -> Losses:
    """The exemption from one hex, and the retreat of attackers who achieved nothing. [New SCS Applying combat results]"""
    attacker, defender = losses.attacker, losses.defender
    if attacker.steps and not defender.steps and not defender.retreat:
        attacker = replace(attacker, retreat=max(case.ruleset.whole("retreat.fall_back"), attacker.retreat))
    if may_stay(case, shift, defender.retreat) and case.choices.get("retreat.one_hex") == "stay":
        defender = replace(defender, retreat=0)
    return Losses(attacker, defender)


def may_stay(case: Tables, shift: int, hexes: int) -> bool:
    """Whether a retreat may be ignored: a short one, out of terrain that shifts most. [New SCS Applying combat results]"""
    return shift == most_shift(case) and 0 < hexes <= case.ruleset.whole("retreat.ignored")


def _together(case: Tables, left: _Side, right: _Side, likely: Odds, shift: int) -> ChartDetail:
    """The exact chance of what both sides suffer, ambush and surprise included, from all 36 rolls of both dice."""
    found: dict[Losses | None, Fraction] = {}
    for white, red in product(FACES, FACES):
        losses = _resolved(case, left, right, likely, shift, white, red)
        found[losses] = found.get(losses, Fraction(0)) + Fraction(1, len(FACES) ** 2)
    ranked = sorted(found.items(), key=lambda each: _rank(each[0]))
    chances = tuple((UNKNOWN if losses is None else result_text(losses), chance) for losses, chance in ranked)
    unit = "steps lost and hexes retreated by both sides"
    return ChartDetail("", "Both sides, with ambush and surprise", unit, "", (), right.end.label, chances)


def _rank(losses: Losses | None) -> tuple[int, ...]:
    """The worst for the attackers first."""
    if losses is None:
        return ()
    attacker, defender = losses.attacker, losses.defender
    return defender.steps - attacker.steps, -attacker.retreat, defender.retreat, defender.steps


def _convertible(case: Tables) -> bool:
    return case.choices.get("retreat.conversion") == "convertible"


def _consequences(case: Tables, losses: Losses, shift: int, overrun: bool) -> list[Reason]:
    """What both sides do. [New SCS Applying combat results]"""
    ref = case.ruleset.ref(APPLYING)
    said = []
    for who, loss in (("Defenders", losses.defender), ("Attackers", losses.attacker)):
        if loss.steps:
            lost = {"who": who, "steps": counted(loss.steps, "step")}
            said.append(Reason(ref, "{who} lose {steps}; the enemy chooses the first unit, the owner all others", lost))
        if loss.retreat:
            said.append(Reason(ref, "{who} retreat {hexes}", {"who": who, "hexes": counted(loss.retreat, "hex", "hexes")}))
    if may_stay(case, shift, losses.defender.retreat) and case.choices.get("retreat.one_hex", "ask") == "ask":
        said.append(Reason(ref, "Terrain of two shifts: the defenders may stay"))
    if overrun:
        said.append(Reason(ref, "The attackers enter the hex once it is empty"))
    elif losses.defender.retreat:
        hexes = {"hexes": counted(losses.defender.retreat, "hex", "hexes")}
        said.append(Reason(ref, "The attackers may advance {hexes}, first into the hex of the defenders", hexes))
    return said


def told(ruling: Ruling) -> tuple[str, ...]:
    """What a ruling on a combat comes to: the result, or without dice the column, the faces and every chance."""
    facts, losses = ruling.detail.facts, ruling.detail.losses
    if losses is not None:
        ways: tuple[str, ...] = ()
        if losses.attacker.retreat or losses.defender.retreat:
            ways = ("steps in the place of hexes" if ruling.detail.convertible else "a retreat that must be made",)
        return (*dict.fromkeys((ruling.verdict, str(ruling.value))), *ways)
    if "column" not in facts:
        return (ruling.verdict,)
    events = ("ambush", "surprise")
    faces = tuple(f"{event} on {counted(int(facts[f'{event}_faces']), 'face')}" for event in events)
    chances = tuple(f"{result} with a chance of {chance}" for result, chance in ruling.detail.tables[-1].chances)
    return (f"column {facts['column']}", *faces, *chances)
