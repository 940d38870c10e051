"""Attacks, engagements, barrages, and losses by isolation and breakdown."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.rules.bcs.tables import ACTION, ARMOUR, ON, PUBLISHED, limit, modifiers, not_played, rated, rolled
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import CombatDetail, Facts, Loss, Losses
from core.rules.kernel.dice import FACES, check_roll, dice
from core.rules.kernel.modifiers import Item, Total
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.results import NO_STEPS, STEPS_FIRST
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.kernel.tables import READ

COMBAT, MODIFIERS, ENGAGEMENT, SUPPORT = ("bcs.combat", "bcs.combat_modifiers", "bcs.engagement", "bcs.engagement_support")
BARRAGE, ISOLATION = "bcs.barrage", "bcs.isolation"
TARGETS = ("hard unit", "city or prepared defence", "all other")
BOTH, TARGET, FIRER, TARGET_LOSES, NOTHING = ("both lose", "target retreats", "firer retreats", "target loses", "no effect")


@dataclass(frozen=True, slots=True)
class Result:
    """A result of the Combat Table: steps of both sides, and the retreat: "S" situational, "R" in any case, or none."""

    attackers: int = 0
    defenders: int = 0
    retreat: str = ""
    prepared_only: bool = False


def read_result(text: str) -> Result | None:
    """A printed result such as A1p or D1S; None for what is none.

    >>> read_result("A1p"), read_result("D2R").retreat, read_result("DG")
    (Result(attackers=1, defenders=0, retreat='', prepared_only=True), 'R', None)
    """
    if text in NO_STEPS:
        return Result()
    found = STEPS_FIRST.fullmatch(text)
    if found is None:
        return None
    return Result(int(found["attackers"] or 0), int(found["defenders"] or 0), found["retreat"], bool(found["prepared"]))


def in_words(found: Result, *, spared: bool | None = None) -> str:
    """What a result does, in words. `spared` says whether attackers lose nothing by one that needs a prepared defence, None
    where nobody knows it yet.

    >>> in_words(Result(1, prepared_only=True)), in_words(Result(defenders=2, retreat="R"))
    ('attackers lose 1 step if against a prepared defence', 'defenders lose 2 steps, retreat')
    """
    condition = " if against a prepared defence" if found.prepared_only and spared is None else ""
    parts = [f"attackers lose {counted(found.attackers, 'step')}{condition}"] if found.attackers and not spared else []
    parts += ["attackers lose nothing"] if spared else []
    parts += [f"defenders lose {counted(found.defenders, 'step')}"] if found.defenders else []
    parts += ["situational retreat" if found.retreat == "S" else "retreat"] if found.retreat else []
    return ", ".join(parts) or "no effect"


def combat(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """An attack on the Combat Table: the roll, plus the attackers' rating less the defenders'. [BCS 1.1 Combat Table]"""
    consulted = Consulted(case.charts)
    if given.get("screen") == "yes":
        return _screened(case, "combat", "Screens are not attacked on the Combat Table; they fall back")
    attack = _side(case, consulted, "Attack", rated(case, "attack", given["attack"]), given.get("modifiers", ()), "attack")
    defence = _side(
        case, consulted, "Defence", rated(case, "defence", given["defence"]), given.get("defence_modifiers", ()), "defence"
    )
    # What helps the defenders lowers the roll.
    items = Total((*attack, *(Item(item.name, -item.value, item.rule, item.chart) for item in defence)))
    roll = given.get("roll")
    table, said = rolled(case, consulted, COMBAT, "result", items, roll, PUBLISHED)
    net = int(items.net)
    facts: dict[str, Number | str] = {"net": net}
    reasons = list(said)
    losses = None
    if roll is not None:
        found = read_result(table.result)
        if found is None:
            raise WrongUse(f'{table.title}: "{table.result}" is no result such as A1, A1p, D1S or D2R.')
        losses = Losses(Loss(found.attackers), Loss(found.defenders))
        if found.prepared_only and given.get("prepared") != "yes":
            losses = Losses(defender=losses.defender)
        spared = found.attackers > losses.attacker.steps
        facts |= {"modified": roll + net, "retreat": _retreat(found, given), "in_words": in_words(found, spared=spared)}
        reasons += _consequences(case, found, given, losses)
    reasons += _traffic(case, consulted, roll, net, facts)
    detail = CombatDetail(tables=(table,), losses=losses, convertible=False, facts=facts)
    verdict = table.result or READ
    return Ruling("combat", case.ruleset.id, verdict, table.result or net, tuple(reasons), detail, consulted.charts)


def _screened(case: Tables, question: str, text: str) -> Ruling:
    """Screens are neither attacked nor barraged. [BCS 1.1 variant 8]"""
    if case.choices["recon.screens"] != ON:
        return not_played(case, question, "8")
    said = (Reason(case.ruleset.ref("8"), text),)
    return Ruling(question, case.ruleset.id, "prohibited", None, said, Facts({}))


def _side(case: Tables, consulted: Consulted, side: str, printed: int, words: Iterable[str], column: str) -> tuple[Item, ...]:
    """A side's action rating and its modifiers. Raises WrongUse where two of a group of which one counts are given."""
    found = modifiers(case, consulted, MODIFIERS, words, column, PUBLISHED)
    groups: dict[str, str] = {}
    for item in found:
        group = str(consulted.cell(MODIFIERS, item.name, "use only one of"))
        if group != "-" and group in groups:
            raise WrongUse(f'Only one of "{groups[group]}" and "{item.name}" counts.')
        groups[group] = item.name
        if not item.value:
            raise WrongUse(f'"{item.name}" is no modifier of the {column}.')
    return (Item(f"{side}, action rating", Fraction(printed), case.ruleset.ref(PUBLISHED)), *found)


def _retreat(found: Result, given: Mapping[str, Any]) -> str:
    """What becomes of the defenders. [BCS 1.1 Retreat Answer Key]"""
    if not found.retreat:
        return "none"
    holds = found.retreat == "S" and "yes" in (given.get("key_terrain"), given.get("prepared"))
    return "stays" if holds else "retreats"


def _consequences(case: Tables, found: Result, given: Mapping[str, Any], losses: Losses) -> Iterator[Reason]:
    ref = case.ruleset.ref
    for who, loss in (("Attackers", losses.attacker), ("Defenders", losses.defender)):
        if loss.steps:
            yield Reason(
                ref(PUBLISHED),
                "{who}: steps lost {steps}, the first by the unit that gave the rating",
                {"who": who, "steps": loss.steps},
            )
    if found.prepared_only and not losses.attacker.steps:
        yield Reason(ref(PUBLISHED), "Attackers lose nothing, for the defenders have no prepared defence")
    words = {
        "stays": "Defenders with key terrain or a prepared defence stay and lose a step of each unit",
        "retreats": "Defenders retreat",
    }
    retreat = _retreat(found, given)
    if retreat in words:
        yield Reason(ref("Retreat Answer Key"), words[retreat])


def _traffic(
    case: Tables, consulted: Consulted, roll: int | None, net: int, facts: dict[str, Number | str]
) -> Iterator[Reason]:
    """Traffic of planned fatigue, and what middle-ground coordination makes of it. [BCS 1.1 variants 3, 5]"""
    ref = case.ruleset.ref
    middle, planned = case.choices["coordination.middle_ground"] == ON, case.choices["fatigue.planned"] == ON
    if not middle and not planned:
        return
    least = limit(consulted, "Traffic below")
    chance = 1 - dice("2d6").at_least(least - net)
    traffic = chance > 0 if roll is None else roll + net < least
    markers = limit(consulted, "Coordination of a traffic result")
    printed = "Where the printed table gives Traffic, the active formation gets {markers} coordination marker"
    alone = middle and not planned
    if alone and case.choices.get("traffic.alone", "below_thirteen") == "printed":
        yield Reason(ref("5"), printed, {"markers": markers})
        if traffic:
            yield reading_reason(case, "traffic.alone", "below_thirteen", f"Traffic on modified rolls below {least}")
        return
    told = {"least": least, "chance": str(chance)}
    by = ref("5" if alone else "3")
    yield Reason(by, "Traffic on modified rolls below {least}: chance {chance}", told, numbers={"chance": chance})
    facts["traffic_chance"] = str(chance)
    if roll is not None:
        facts["traffic"] = "yes" if traffic else "no"
    both = planned and case.choices.get("traffic.coordination") == "both"
    if traffic and roll is not None:
        if not middle or both:
            reach = {"radius": limit(consulted, "Traffic radius")}
            yield Reason(ref("3"), "Traffic: a marker, which counts as far as {radius} hex", reach)
            facts["traffic_marker"] = "yes"
        if middle:
            yield Reason(ref("5"), "The active formation gets {markers} coordination marker", {"markers": markers})
            facts["coordination"] = markers
        if middle and planned:
            other, outcome = ("coordination", "no traffic marker") if both else ("both", "a traffic marker as well")
            yield reading_reason(case, "traffic.coordination", other, outcome)
    if alone and traffic:
        yield reading_reason(case, "traffic.alone", "printed", "Traffic only where the printed table gives it")


def engagement(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """An engagement: the roll, plus both ratings of the firer less those of the target. [BCS 1.1 Engagement Table]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    items = []
    for name, sign in (("firer_av", 1), ("firer_ar", 1), ("target_av", -1), ("target_ar", -1)):
        value = rated(case, name, given[name], ARMOUR if name.endswith("av") else ACTION)
        title = f"{name.split('_')[0].capitalize()}, {'armour value' if name.endswith('av') else 'action rating'}"
        items.append(Item(title, Fraction(sign * value), ref(PUBLISHED)))
    if given.get("screen") == "yes" and case.choices["recon.screens"] != ON:
        return not_played(case, "engagement", "8")
    chart = SUPPORT if given.get("support") == "yes" else ENGAGEMENT
    turned, why = _turned(case, given)
    table, said = rolled(case, consulted, chart, "result", Total(tuple(items)), given.get("roll"), PUBLISHED, turned)
    facts: dict[str, Number | str] = {"net": int(Total(tuple(items)).net)}
    detail = CombatDetail(tables=(table,), facts=facts)
    shown: Number | str = table.result or facts["net"]
    return Ruling("engagement", case.ruleset.id, table.result or READ, shown, (*why, *said), detail, consulted.charts)


def _turned(case: Tables, given: Mapping[str, Any]) -> tuple[Callable[[str], str], tuple[Reason, ...]]:
    """What variants and ranges make of results, and why. [BCS 1.1 variants 1, 8]"""
    ref = case.ruleset.ref
    distance: int = 1 if given.get("range") is None else given["range"]
    if distance < 1:
        raise WrongUse(f"range: {distance} is below 1.")
    changed: dict[str, str] = {}
    why = []
    far = distance > 1 and case.choices["engagement.ranged_fires"] == ON
    screen = given.get("screen") == "yes"
    if screen and not (far and case.choices.get("screen.both_lose") == "nothing"):
        changed[BOTH] = TARGET
        why.append(Reason(ref("8"), "Where both would lose, a screen retreats without loss"))
    elif far or screen:
        changed[BOTH] = NOTHING
        why.append(Reason(ref("1"), "At {distance} hexes, losses to both become no effect", {"distance": distance}))
    if far and screen:
        nothing = changed[BOTH] == NOTHING
        other, outcome = ("retreat", TARGET) if nothing else ("nothing", NOTHING)
        why.append(reading_reason(case, "screen.both_lose", other, outcome))
    if given.get("out_of_reach") == "yes":
        changed[FIRER] = NOTHING
        changed.setdefault(BOTH, TARGET_LOSES)
        why.append(Reason(ref(PUBLISHED), "The firer is out of the target's range: results against the firer are ignored"))
    return (lambda result: changed.get(result, result)), tuple(why)


def barrage(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """A barrage: a step for each roll in the range of its target. [BCS 1.1 Barrage Table, variant 8]"""
    if given.get("screen") == "yes":
        return _screened(case, "barrage", "Screens are not barraged")
    consulted = Consulted(case.charts)
    target, roll = given["target"], given.get("roll")
    table, said = rolled(case, consulted, BARRAGE, target, Total(()), roll, PUBLISHED)
    return Ruling("barrage", case.ruleset.id, table.result or READ, table.result or target, said, table, consulted.charts)


def isolation(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """Losses by isolation; under the Rod Miller package of units that are bracketed. [BCS 1.1 variant 4]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    package = case.choices["package.rod_miller"] == ON
    if package and given.get("bracketed") is None:
        raise WrongUse("isolation needs bracketed=yes or no: the box plays the Rod Miller package (variant 4).")
    if not package and given.get("safe_path") is None:
        raise WrongUse("isolation needs safe_path=yes or no.")
    suffers = given.get("bracketed") == "yes" if package else given.get("safe_path") == "no"
    what = ("bracketed" if suffers else "not bracketed") if package else ("no safe path" if suffers else "a safe path")
    before = Reason(ref("4"), "The unit: {what}", {"what": what})
    if not suffers:
        return Ruling("isolation", case.ruleset.id, "none", 0, (before,), Facts({}))
    table, said = rolled(case, consulted, ISOLATION, "result", Total(()), given.get("roll"), "4")
    value = table.result or "read"
    return Ruling("isolation", case.ruleset.id, table.result or READ, value, (before, *said), table, consulted.charts)


def tiger(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """A breakdown roll of a Tiger unit, and when it is rolled. [BCS 1.1 variant 4]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    on = limit(consulted, "Tiger lost on")
    when = "in the Reinforcement & Weather Phase" if case.choices["package.rod_miller"] == ON else "in each activation"
    chance = Fraction(on, len(FACES))
    said = [
        Reason(ref("4"), "Each Tiger unit rolls {when}", {"when": when}),
        Reason(ref("4"), "{on} or less loses a step: chance {chance}", {"on": on, "chance": str(chance)}),
    ]
    roll = given.get("roll")
    check_roll("roll", roll, dice("d6"))
    verdict = READ if roll is None else "lost" if roll <= on else "none"
    facts = Facts({"chance": str(chance), "when": when})
    return Ruling("tiger", case.ruleset.id, verdict, chance, tuple(said), facts, consulted.charts)
