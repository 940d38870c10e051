"""Activations: the chits that order them, SNAFU rolls, and second activations."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

from core.base.amounts import amount
from core.base.counted import counted
from core.base.errors import WrongUse
from core.rules.bcs.tables import LIMITS, ON, PUBLISHED, counts, limit, modifiers, not_played, rolled, succeeded
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Facts
from core.rules.kernel.modifiers import Item, Total
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import UNDECIDABLE, Number, Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.kernel.tables import READ

SNAFU, SNAFU_MODIFIERS, EFFECTS, TRAINS, SECOND = (
    *("bcs.snafu", "bcs.snafu_modifiers", "bcs.snafu_effects", "bcs.trains"),
    "bcs.second_activation",
)
LEVELS = ("Fresh", "Fat-0", "Fat-1", "Fat-2", "Fat-3", "Fat-4")
"""Levels of fatigue, from best to worst."""
WORST = LEVELS[-1]
FULL, PARTIAL, FAIL = "Full", "Partial", "Fail"
RECOVERY = "recovery"
"""What stands for a result where no roll is made, as the formation must recover."""
STANDARD, PLANNED = "standard", "planned fatigue"
SIDES = ("first", "second")
MOST_FORMATIONS = 1000
"""So many formations a side may have; no game comes near."""
BLOCKED = ("MSR Blocked 1", "MSR Blocked 2")
BEST_TRAINS = "Trains at the best distance"


def smoothing(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The chits of activation smoothing: one for each formation of the smaller side. [BCS 1.1 variant 9]"""
    if case.choices["activation.smoothing"] != ON:
        return not_played(case, "activation.chits", "9")
    ref = case.ruleset.ref
    held = counts(given, "first", "second", "first_done", "second_done")
    said = list(clash(case))
    formations = {side: held[side] for side in SIDES}
    if max(formations.values()) > MOST_FORMATIONS:
        raise WrongUse(f"first, second: a side has {MOST_FORMATIONS} formations at most here.")
    if case.choices.get("formations.begin_done", "not_counted") == "not_counted":
        for side in SIDES:
            if held[f"{side}_done"] > held[side]:
                raise WrongUse(f"{side}_done: no more formations can be done than there are, {held[side]}.")
            formations[side] -= held[f"{side}_done"]
        if held["first_done"] or held["second_done"]:
            said.append(Reason(ref("9"), "Formations that begin Done do not count"))
    larger = max(SIDES, key=lambda side: formations[side])
    most, fewest = max(formations.values()), min(formations.values())
    difference = most - fewest
    spread = case.choices.get("smoothing.large_difference") == "larger_numbers"
    numbers, left = chit_numbers(fewest, difference, spread=spread)
    twos = sum(number > 1 for number in numbers)
    told: dict[str, object] = {"most": most, "fewest": fewest, "difference": difference, "larger": larger}
    said.append(Reason(ref("9"), "{most} formations against {fewest}: {fewest} chits", told))
    chits: dict[str, Number | str] = {
        "chits": ", ".join(str(number) for number in numbers) or "none",
        "twos": twos,
        "ones": fewest - twos,
    }
    said.append(Reason(ref("9"), "Difference {difference}: chits {chits}", {**told, **chits}))
    if left and fewest:
        said.append(Reason(ref("9"), "Activated last, as no chits are left for them: {left} formations", {"left": left}))
    if difference > fewest > 0:
        other, (otherwise, _) = "twos" if spread else "larger_numbers", chit_numbers(fewest, difference, spread=not spread)
        outcome = f"chits {', '.join(str(number) for number in otherwise)}"
        said.append(reading_reason(case, "smoothing.large_difference", other, outcome))
    draws = larger if most != fewest and fewest else "nobody"
    if draws != "nobody":
        said.append(Reason(ref("9"), "The {larger} side draws after each of its activations, but not after a second one", told))
    facts: dict[str, Number | str] = {**chits, "left_over": left, "draws": draws}
    return Ruling("activation.chits", case.ruleset.id, READ, fewest, tuple(said), Facts(facts))


def clash(case: Tables) -> tuple[Reason, ...]:
    """That a box plays two ways to say who is activated next. [BCS 1.1 variants 2, 9]"""
    if case.choices["activation.smoothing"] != ON:
        return ()
    if case.choices["activation.three_chits"] == ON:
        text = "The box plays variants 2 and 9, which exclude each other: each says by itself who is activated next"
        return (Reason(case.ruleset.ref("2, 9"), text),)
    if case.choices["activation.order"] == "chits":
        text = "The box has chits drawn for activations and smooths them: activations in turns are smoothed, and those count"
        return (Reason(case.ruleset.ref("9"), text),)
    return ()


def chit_numbers(fewest: int, difference: int, *, spread: bool = False) -> tuple[tuple[int, ...], int]:
    """The numbers of the chits, and how many formations they leave over. [BCS 1.1 variant 9]

    With `spread` chits bear larger numbers where 2 is not enough.

    >>> chit_numbers(5, 3), chit_numbers(2, 5), chit_numbers(2, 5, spread=True)
    (((2, 2, 2, 1, 1), 0), ((2, 2), 3), ((4, 3), 0))
    """
    if spread and difference > fewest > 0:
        each, more = divmod(difference, fewest)
        return tuple(1 + each + (n < more) for n in range(fewest)), 0
    twos = min(fewest, difference)
    return (2,) * twos + (1,) * (fewest - twos), difference - twos


def draw(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """Which side picks the formation when three chits are drawn, and the chance of it. [BCS 1.1 variant 2]"""
    if case.choices["activation.three_chits"] != ON:
        return not_played(case, "activation.draw", "2")
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    held = counts(given, *SIDES)
    whole = sum(held.values())
    if not whole:
        raise WrongUse("activation.draw needs chits in the cup: first=… and second=….")
    drawn = min(limit(consulted, "Chits drawn"), whole)
    chances = majority(held["first"], held["second"], drawn)
    said = [
        *clash(case),
        Reason(ref("2"), "{drawn} of {whole} chits are drawn; the others go back", {"drawn": drawn, "whole": whole}),
    ]
    told = {side: str(chances[side]) for side in SIDES}
    said.append(Reason(ref("2"), "The first side has most of them: {first}; the second: {second}", told))
    if chances["tie"]:
        said.append(Reason(ref("2"), "Both have as many: {tie}; nothing is said of it", {"tie": str(chances["tie"])}))
    verdict = READ
    mine = given.get("drawn_first")
    if mine is not None:
        if not max(0, drawn - held["second"]) <= mine <= min(drawn, held["first"]):
            raise WrongUse(f"drawn_first: {mine} of the first side's chits cannot be among {drawn} from this cup.")
        verdict = "first" if 2 * mine > drawn else "second" if 2 * mine < drawn else UNDECIDABLE
        if verdict != UNDECIDABLE:
            said.append(Reason(ref("2"), "The {side} side picks any of its formations", {"side": verdict}))
    detail = ChartDetail("", "Draw of chits", "chance", "", (), "", tuple((k, v) for k, v in chances.items() if v))
    return Ruling("activation.draw", case.ruleset.id, verdict, chances["first"], tuple(said), detail, consulted.charts)


def majority(first: int, second: int, drawn: int) -> Mapping[str, Fraction]:
    """The chances that either side has most of some chits drawn from a cup, and that none has.

    >>> {side: str(chance) for side, chance in majority(3, 2, 3).items()}
    {'first': '7/10', 'second': '3/10', 'tie': '0'}
    """
    whole = comb(first + second, drawn)
    found = dict.fromkeys((*SIDES, "tie"), Fraction(0))
    for mine in range(max(0, drawn - second), min(first, drawn) + 1):
        side = "first" if 2 * mine > drawn else "second" if 2 * mine < drawn else "tie"
        found[side] += Fraction(comb(first, mine) * comb(second, drawn - mine), whole)
    return found


def snafu(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The SNAFU roll of a formation and what it may do after it. [BCS 1.1 SNAFU Table, variants 3, 5, 6]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    planned = case.choices["fatigue.planned"] == ON
    column = PLANNED if planned else STANDARD
    level = given["fatigue"]
    if planned and level == WORST and given.get("activation") == "first":
        return _must_recover(case, given)
    items = list(modifiers(case, consulted, SNAFU_MODIFIERS, (level,), column, "3" if planned else PUBLISHED))
    said = []
    markers = counts(given, "coordination")["coordination"]
    if markers:
        middle = case.choices["coordination.middle_ground"] == ON
        most = limit(consulted, f"Coordination, {'middle ground' if middle else STANDARD}")
        if markers > most:
            section = "5" if middle else "4.4a"
            said.append(Reason(ref(section), "{n} coordination markers, of which {most} count", {"n": markers, "most": most}))
        each, count = consulted.number(SNAFU_MODIFIERS, "Coordination", column), min(markers, most)
        origin = consulted.origin(SNAFU_MODIFIERS, "Coordination", column)
        section = "5" if count > limit(consulted, f"Coordination, {STANDARD}") else "4.4a"
        items.append(Item(f"Coordination × {count}", each * count, ref(section), origin))
    others = modifiers(case, consulted, SNAFU_MODIFIERS, given.get("modifiers", ()), column, PUBLISHED)
    named = [item.name for item in others]
    for name in named:
        if name in (*LEVELS, "Coordination"):
            raise WrongUse(f'modifiers: "{name}" is given by fatigue=… or coordination=….')
    if all(name in named for name in BLOCKED):
        raise WrongUse(f'modifiers: only one of "{BLOCKED[0]}" and "{BLOCKED[1]}" counts.')
    if BEST_TRAINS in named and given.get("trains") is not None:
        raise WrongUse(f'modifiers: trains=… already says whether "{BEST_TRAINS}" counts.')
    items += others
    distance = given.get("trains")
    if distance is not None:
        least, most_far = (consulted.number(TRAINS, "best distance", end) for end in ("least", "most"))
        if least <= distance <= most_far:
            items += modifiers(case, consulted, SNAFU_MODIFIERS, (BEST_TRAINS,), column, PUBLISHED)
        else:
            told = {"distance": distance, "least": str(least), "most": str(most_far)}
            said.append(Reason(ref(PUBLISHED), "Trains at {distance} hexes, not {least} to {most}: nothing", told))
    prepared = given.get("prepared") == "yes"
    if prepared:
        said.append(Reason(ref(PUBLISHED), "In prepared defence the best result is Partial"))

    def turned(result: str) -> str:
        return PARTIAL if prepared and result == FULL else result

    total = Total(tuple(items))
    roll = given.get("roll")
    table, rolls = rolled(case, consulted, SNAFU, "result", total, roll, PUBLISHED, turned)
    said += rolls
    if roll is not None:
        said += _allowed(case, consulted, table.result, planned)
    value: Number | str = table.result or total.net
    return Ruling("snafu", case.ruleset.id, table.result or READ, value, tuple(said), table, consulted.charts)


def _allowed(case: Tables, consulted: Consulted, result: str, planned: bool) -> list[Reason]:
    """What a formation may do after its SNAFU roll. [BCS 1.1 variant 3]"""
    ref = case.ruleset.ref
    ending = f", {PLANNED}" if planned else ""
    objectives = consulted.number(EFFECTS, result, f"objectives{ending}")
    fires = consulted.number(EFFECTS, result, f"fire events{ending}")
    factor = consulted.number(EFFECTS, result, "factor")
    told = {"objectives": amount(objectives), "fires": amount(fires), "factor": amount(factor)}
    said = [
        Reason(
            ref("3" if planned else PUBLISHED),
            "Objectives {objectives}; fire events of a unit {fires}",
            told,
            numbers={"objectives": objectives},
        ),
        Reason(ref(PUBLISHED), "Movement and artillery × {factor}", told, numbers={"factor": factor}),
    ]
    if planned and result == FAIL:
        said.append(minimal_movement(case))
    return said


def minimal_movement(case: Tables) -> Reason:
    """What units of a formation may move after a failed roll all the same. [BCS 1.1 variant 3]"""
    least = case.ruleset.whole("movement.minimal")
    told = {"hexes": counted(least, "hex", "hexes"), "points": counted(least, "movement point")}
    text = "All but the headquarters may move {hexes} or {points}, whichever is further"
    return Reason(case.ruleset.ref("3"), text, told, numbers={"least": least})


def _must_recover(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """A formation at Fat-4 recovers in its first activation, if it may. [BCS 1.1 variants 3, 6]"""
    ref = case.ruleset.ref
    said = [Reason(ref("3"), "Fat-4 in a first activation: the formation must recover, before any SNAFU roll")]
    orders = case.choices["orders.written"] == ON
    if orders and given.get("cut_off") == "yes":
        if case.choices.get("recovery.cut_off", "failure") == "failure":
            text = "Without a supply route, or with isolated units: a failed roll, and nothing is recovered"
            said += [Reason(ref("6"), text), reading_reason(case, "recovery.cut_off", "recovers", "recovery")]
            return Ruling("snafu", case.ruleset.id, FAIL, FAIL, tuple(said), Facts({}))
        said.append(reading_reason(case, "recovery.cut_off", "failure", "a failed roll without recovery"))
    said.append(Reason(ref("3"), "It counts as a failed roll, and there is no prepared defence"))
    if orders and case.choices.get("recovery.timing", "assignment") == "assignment":
        said.append(Reason(ref("6"), "It is marked in the Assignment Phase"))
        said.append(reading_reason(case, "recovery.timing", "activation", "recovery chosen in the activation"))
    elif orders:
        said.append(reading_reason(case, "recovery.timing", "assignment", "recovery marked in the Assignment Phase"))
    return Ruling("snafu", case.ruleset.id, RECOVERY, RECOVERY, tuple(said), Facts({}))


def second(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """Whether a formation gets a second activation, and the chance of it. [BCS 1.1 variants 3, 6]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    planned = case.choices["fatigue.planned"] == ON
    barred = (
        (given.get("recovered") == "yes", PUBLISHED, "After fatigue recovery there is no second activation"),
        (planned and given.get("marched") == "yes", "3", "After a forced march there is no second activation"),
        (
            case.choices["orders.written"] == ON and given.get("prepared") == "yes",
            "6",
            "Under orders a formation in prepared defence has none",
        ),
    )
    for applies, section, text in barred:
        if applies:
            return Ruling("activation.second", case.ruleset.id, "prohibited", None, (Reason(ref(section), text),), Facts({}))
    bonus, said = 0, []
    if given.get("paid") == "yes":
        if not planned:
            return not_played(case, "activation.second", "3")
        bonus = limit(consulted, "Second activation modifier")
        origin = consulted.origin(LIMITS, "Second activation modifier", "number")
        said.append(Item("Fatigue paid", Fraction(bonus), ref("3"), origin).reason)
    chances, verdict, least = succeeded(consulted, SECOND, "second activation", bonus, given.get("roll"))
    told = {"least": least, "chance": str(chances["yes"])}
    said.append(Reason(ref(PUBLISHED), "A natural {least} or more: chance {chance}", told, numbers={"chance": chances["yes"]}))
    facts = Facts({"bonus": bonus, "needed": least, "chance": str(chances["yes"])})
    return Ruling("activation.second", case.ruleset.id, verdict, chances["yes"], tuple(said), facts, consulted.charts)
