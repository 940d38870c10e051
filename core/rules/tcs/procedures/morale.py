"""Morale checks, battalion morale and vehicle morale [TCS 4.01 17.1-17.8]."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.charts import Consulted, find
from core.rules.kernel.combat import Facts, read_table
from core.rules.kernel.modifiers import Total
from core.rules.kernel.parameters import Words
from core.rules.kernel.proposals import Proposal, proposing
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question, Tables
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.forces.forms import CHECKER
from core.rules.tcs.forces.units import CONDITIONS, PARALYZED, READY, SUPPRESSED
from core.rules.tcs.orders.by_orders import VEHICLE_KINDS, Ordered, not_dug_in, of_formation, ordered
from core.rules.tcs.procedures.destroyed import Box, box_of, has_rolled, marked_of
from core.rules.tcs.procedures.dropping import dropped
from core.rules.tcs.procedures.tracks import Track, hits, read_track
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.reckoning import answer, at_least, checked, checked_rolls, flag, is_on, item, least, step, word_of
from core.rules.tcs.sight.spotting import TERRAIN

TABLE, MODIFIERS, PRINTED, RETREAT = "tcs.morale", "tcs.morale.modifiers", "tcs.morale.printed", "tcs.syr"
UNASSIGNED, DUG_IN = "unassigned", "dug in"
UNASSIGNED_MORE = (MODIFIERS, UNASSIGNED, "modifier")
"""Where it stands what is added to the morale of units without orders: chart, row, column. [TCS 4.01 6.3b]"""

_SECTIONS = {UNASSIGNED: "6.3b"}
"""The rules of modifiers that do not stand with the morale check itself."""
NONE, SYR, SURRENDER = "none", "syr", "surrender"
SYR_OR_STEP = "syr or a step"
PASSES, FAILS = "passes", "fails"
VEHICLES, OTHERS = "vehicles and carriers alone", "others"
MOST_LOSSES = 99


@dataclass(frozen=True, slots=True)
class Checker:
    """One unit of a stack: its printed morale, the steps it has lost, its battalion morale."""

    name: str
    printed: int
    lost: int
    battalion: int

    @property
    def total(self) -> int:
        """What decides who checks for the stack. [TCS 4.01 17.2a]"""
        return self.printed + self.lost + self.battalion


_CHECKER = re.compile(
    r"(?P<name>[^+]*?)\s*(?P<printed>\d{1,2})?\s*(?:\+\s*(?P<lost>\d{1,2}))?\s*(?:\+\s*(?P<battalion>\d{1,3}))?"
)


def read_checker(consulted: Consulted, text: str) -> Checker:
    """A unit as "platoon 4+3+1": printed morale, which guns may leave out, steps lost, battalion morale. Raises WrongUse."""
    found = _CHECKER.fullmatch(text.strip())
    if found is None:
        raise WrongUse(f'units: "{text}" is no unit such as 4+3+1, platoon 4+0+1 or AT gun+0+1.')
    name, printed = found["name"].strip(), found["printed"]
    if name.endswith(("-", "−")):
        raise WrongUse(f'units: in "{text}" no number is below 0.')
    row = consulted.book.chart(PRINTED).rows.index(name) if name else None
    if printed is None and row is None:
        raise WrongUse(f'units: "{text}" needs its printed morale, as in 4+3+1; only guns may leave it out.')
    value = int(printed) if printed is not None else int(consulted.number(PRINTED, name, "morale"))
    return Checker(name or "unit", value, int(found["lost"] or 0), int(found["battalion"] or 0))


def morale(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """The column of a morale check, its chances, and what a roll does to the stack. [TCS 4.01 17.2-17.6]"""
    consulted = Consulted(case.charts)
    units = [read_checker(consulted, text) for text in given["units"]]
    if not units:
        raise WrongUse("units: at least one unit is needed.")
    said: list[Reason] = []
    words = dict.fromkeys(word_of(consulted, "modifiers", word, MODIFIERS) for word in given.get("modifiers", ()))
    checking = ordered(case, [given["unit"]]) if given.get("unit") else ()
    if checking:
        words = by_orders_of(case, consulted, checking[0], words, said)
    elif is_on(given, "reserve"):
        words |= _of_a_reserve(case, consulted, said)
    classes = [word for word in words if word in TERRAIN]
    if len(classes) > 1:
        raise WrongUse(f"modifiers: {' and '.join(classes)} cannot hold at once; give the class of terrain that counts.")
    check = check_of(case, consulted, units, words, given.get("roll"), said)
    table, facts, said = check.table, check.facts, list(check.said)
    if not table.result:
        return answer(case, consulted, "morale", READ, check.total, said, facts, (table,))
    before, assault, artillery = given.get("before", READY), is_on(given, "assault"), is_on(given, "artillery")
    outcome, why = outcome_of(case, table.result, before, assault, artillery)
    said += why
    if outcome == SYR:
        hexes = consulted.number(RETREAT, given.get("stack", OTHERS), "hexes")
        said.append(step(case, "17.4c", "The stack retreats {hexes} hexes", hexes=hexes))
        facts["hexes"] = hexes
    return answer(case, consulted, "morale", outcome, table.result, said, facts, (table,))


@dataclass(frozen=True)
class Check:
    """A morale check of a stack: what is looked up, the column with its chances and what a roll gives, and why."""

    total: int
    table: ChartDetail
    facts: dict[str, Number | str]
    said: tuple[Reason, ...]


def check_of(
    case: Tables,
    consulted: Consulted,
    units: Sequence[Checker],
    words: Iterable[str],
    roll: int | None = None,
    said: Sequence[Reason] = (),
) -> Check:
    """The morale check of a stack by the worst of its units, with modifiers as their chart has them. [TCS 4.01 17.2, 17.2a]

    `said` are reasons for the modifiers. Raises WrongUse for a roll that its dice cannot give, NotInChart.
    """
    worst = max(units, key=lambda unit: unit.total)
    told: list[Reason] = []
    if len(units) > 1:
        told.append(step(case, "17.2a", "The worst of the stack checks: {unit}, {total}", unit=worst.name, total=worst.total))
    template = "Printed {printed}, steps lost {lost}, battalion morale {battalion}"
    told.append(step(case, "17.2", template, printed=worst.printed, lost=worst.lost, battalion=worst.battalion))
    items = tuple(
        item(case, consulted, word[0].upper() + word[1:], MODIFIERS, word, "modifier", _SECTIONS.get(word, "17.2"))
        for word in words
    )
    told += [*said, *(each.reason for each in items)]
    total = worst.total + int(Total(items).net)
    chart = consulted.book.chart(TABLE)
    rolled = checked("roll", roll, chart.dice)
    place = find(chart.columns, total)
    told.append(step(case, "17.2", "Together {total}: column {column}", total=total, column=place.label))
    table = read_table(consulted, chart, place, place, items, rolled)
    facts: dict[str, Number | str] = {"morale": total, "column": place.label}
    facts |= {f"{result}_chance": chance for result, chance in table.chances}
    if rolled is not None:
        result = table.result.upper() if table.result == SYR else table.result
        told.append(step(case, "17.2", "A roll of {roll}: {result}", roll=rolled, result=result))
    return Check(total, table, facts, tuple(told))


def by_orders_of(
    case: ForceTables, consulted: Consulted, checking: Ordered, words: dict[str, None], said: list[Reason]
) -> dict[str, None]:
    """The modifiers of a unit whose orders are known: what they make of it counts, whatever was said of it.
    [TCS 4.01 6.3a-b, 6.14a-b, 6.16d]"""
    said += checking.reasons
    unit, kept = checking.unit, {word: None for word in words if word != UNASSIGNED}
    if DUG_IN in kept and not checking.may_be_dug_in:
        del kept[DUG_IN]
        said.append(not_dug_in(case, checking))
    if unit.kind in VEHICLE_KINDS:
        if checking.is_unassigned:
            said.append(step(case, "6.3b", "{unit} is of vehicles, to whose morale nothing is added for that", unit=unit.name))
        return kept
    if checking.standing.orders == "reserve":
        return kept | _of_a_reserve(case, consulted, said)
    if checking.is_unassigned:
        return {**kept, UNASSIGNED: None}
    if UNASSIGNED in words:
        said.append(step(case, "6.3b", "{unit} has orders: nothing is added for being Unassigned", unit=unit.name))
    return kept


def _of_a_reserve(case: Tables, consulted: Consulted, said: list[Reason]) -> dict[str, None]:
    """Whether an uncommitted reserve counts as Unassigned. [TCS 4.01 6.3b, 6.14a-b]"""
    assigned = case.choices.get("reserves.state") == "assigned"
    value = consulted.book.chart(MODIFIERS).cells.get((UNASSIGNED, "modifier"), Fraction(0))
    other, outcome = ("unassigned", f"{value} added") if assigned else ("assigned", f"{value} not added")
    said.append(reading_reason(case, "reserves.state", other, outcome))
    return {} if assigned else {UNASSIGNED: None}


def outcome_of(case: Tables, result: str, before: str, assault: bool, artillery: bool) -> tuple[str, list[Reason]]:
    """What becomes of a stack: what it suffered before counts, too. [TCS 4.01 17.3d, 17.4l, 17.5d, 22.0c]"""
    if assault and before == SUPPRESSED and result == SUPPRESSED:
        said = [
            step(
                case,
                "22.0c",
                "Suppressed again in an assault: the owner retreats the stack or loses a step of its largest unit",
            )
        ]
        return SYR_OR_STEP, said
    if assault and before == PARALYZED and result == SUPPRESSED:
        return SYR, [
            step(case, "22.0c", "Suppressed while paralyzed in an assault: the stack loses half its steps, up, and retreats")
        ]
    if assault and before == PARALYZED and result == PARALYZED:
        return SURRENDER, [step(case, "22.0c", "Paralyzed again in an assault: the stack surrenders")]
    if result == SYR and assault and before == PARALYZED:
        return SYR, [step(case, "17.4", "Paralyzed units that retreat out of an assault lose half their steps, up")]
    if result == SYR and artillery:
        chosen = case.choices.get("syr.artillery")
        if chosen == PARALYZED:
            return PARALYZED, [
                step(case, "17.4l", "By an artillery mission, and by the options of the box: Paralyzed in its place")
            ]
        if chosen != "retreat":
            return SYR, [step(case, "17.4l", "By an artillery mission: the owner may take Paralyzed in its place")]
        return SYR, []
    rank = CONDITIONS.index(before)
    if result in CONDITIONS and CONDITIONS.index(result) <= rank and rank:
        section = "17.3d" if before == SUPPRESSED else "17.5d"
        return before, [step(case, section, "The stack is {before} already and stays so", before=before)]
    if result == NONE and before != READY:
        return before, [step(case, "17.7", "The stack stays {before}", before=before)]
    return result, []


def battalion_morale(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """A battalion's morale from its losses, and its chance to recover a point. [TCS 4.01 17.1a, 17.1d-e, 26.1d]"""
    by = case.ruleset.whole("battalion_morale.others")
    box = _box(case, given, by)
    start, platoons, others, value = box.start, box.platoons, box.others, box.morale
    template = "At the start {start}, infantry platoons {platoons}, other units {others} by threes: {value}"
    told = {"start": start, "platoons": platoons, "others": others, "value": value}
    if box.recovered:
        template = template.replace("by threes", "by threes, recovered {recovered}")
        told["recovered"] = box.recovered
    said = [step(case, "17.1a", template, **told)]
    chance, why = _recovery(case, given, value, night_hours=True, rules=("17.1d", "17.1e"))
    facts: dict[str, Number | str] = {"morale": value, "recovery_chance": chance}
    return _recovered(case, given, "battalion_morale", "17.1d", value, chance, [*said, *why], facts)


def _box(case: ForceTables, given: Mapping[str, Any], by: int) -> Box:
    """What lies in the box of a battalion: as it is said, or as it is in play where a formation alone is named.
    [TCS 4.01 17.1, 17.1a]"""
    if given.get("formation") and not any(name in given for name in ("platoons", "others", "start")):
        return box_of(case, case.forces, case.forces.formation_named("formation", given["formation"]))
    platoons, others = (least(name, given.get(name, 0), 0) or 0 for name in ("platoons", "others"))
    start = least("start", given.get("start"), 0)
    if start is None:
        held = case.choices.get("morale.battalion_start", "0")
        start = int(held) if held.isdecimal() else 0
    return Box(start, platoons, others, 0, by)


def _recovery(
    case: ForceTables, given: Mapping[str, Any], value: int, night_hours: bool, rules: tuple[str, str]
) -> tuple[Fraction, list[Reason]]:
    """The chance to lose a point of morale in an hour, and what stands against it. [TCS 4.01 17.1d-e, 17.8d, 26.1d]

    `rules` are those on recovery, and on attacks, which forbid it.
    """
    recovering, on_attack = rules
    hour = given.get("hour")
    if hour is not None and not (0 <= hour <= 2400 and hour % 100 < 60):
        raise WrongUse(f"hour: {hour} is no time such as 800 or 2200.")
    attacking, said = _attacking(case, given, on_attack)
    if attacking:
        return Fraction(0), said
    if hour is not None and hour % 100:
        return Fraction(0), [*said, step(case, recovering, "{hour:04d} is no full hour: no recovery", hour=hour)]
    if is_on(given, "night") and hour is not None and night_hours and hour // 100 % case.ruleset.whole("night.recovery"):
        return Fraction(0), [*said, step(case, "26.1d", "{hour:04d} is no even hour of the night: no recovery", hour=hour)]
    named = case.forces.formation_named("formation", given["formation"]) if given.get("formation") else None
    if named is not None and has_rolled(case.forces, named):
        template = "{formation} has rolled in this turn, and does so once on a full hour: no recovery"
        return Fraction(0), [*said, step(case, recovering, template, formation=named.name)]
    if not value:
        return Fraction(0), [*said, step(case, recovering, "At 0 there is nothing to recover")]
    chance = 1 - at_least("d6", value + 1)
    template = "Recovers a point with a roll of {value} or less: {chance}"
    return chance, [*said, step(case, recovering, template, value=value, chance=chance)]


def _attacking(case: ForceTables, given: Mapping[str, Any], rule: str) -> tuple[bool, list[Reason]]:
    """Whether a formation attacks: as its orders say where they are known, else as was said. [TCS 4.01 17.1e, 17.8d]"""
    known = of_formation(case, given["formation"]) if given.get("formation") else ()
    if not known:
        template = "A unit is on an Attack sheet with an attack mission: no recovery"
        return is_on(given, "attacking"), [step(case, rule, template)] if is_on(given, "attacking") else []
    sheets: dict[str, list[str]] = {}
    for each in known:
        if each.attacks:
            sheets.setdefault(each.standing.sheet, []).append(each.unit.name)
    if not sheets:
        return False, [step(case, rule, "No unit of it is on an attack mission in force")]
    template = "On an attack mission by {sheet}: {units}; no recovery"
    return True, [step(case, rule, template, sheet=sheet, units=", ".join(some)) for sheet, some in sheets.items()]


def _recovered(
    case: Tables,
    given: Mapping[str, Any],
    question: str,
    rule: str,
    value: int,
    chance: Fraction,
    said: list[Reason],
    facts: dict[str, Number | str],
) -> Ruling:
    roll = checked("roll", given.get("roll"), "d6")
    verdict = READ
    if roll is not None:
        recovers = bool(chance) and roll <= value
        verdict = "recovers" if recovers else "stays"
        facts["after"] = value - recovers
        said.append(step(case, rule, "A roll of {roll}: morale {after}", roll=roll, after=value - recovers))
    return answer(case, Consulted(case.charts), question, verdict, value, said, facts)


def vehicle_morale(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """Steps lost by a formation of vehicles, marked box by box, and the checks that they cause. [TCS 4.01 17.8a-c, 17.8e]"""
    lost = least("losses", given["losses"], 0) or 0
    if lost > MOST_LOSSES:
        raise WrongUse(f"losses: {lost} is too many; {MOST_LOSSES} steps at once are the most.")
    track, steps, gone = _track(case, given)
    if steps is not None and gone + lost > steps:
        raise WrongUse(f"losses: the formation has only {steps - gone} of its {steps} steps left.")
    checks = vehicle_checks(case, track, lost, gone, steps, given.get("rolls", ()))
    said = list(checks.said)
    proposals: tuple[Proposal, ...] = ()
    if checks.verdict == FAILS and given.get("formation"):
        left, proposals = dropped(case, given["formation"])
        said += left
    ruling = answer(case, Consulted(case.charts), "vehicle_morale", checks.verdict, checks.track.morale, said, checks.facts)
    detail = ruling.detail
    assert isinstance(detail, Facts)
    return replace(ruling, detail=proposing(detail, *proposals)) if proposals else ruling


def _track(case: ForceTables, given: Mapping[str, Any]) -> tuple[Track, int | None, int]:
    """A track with the steps of its formation and those lost before: as they are said, or as they are in play where a formation
    alone is named. Raises WrongUse. [TCS 4.01 17.8a, 17.8e]"""
    said = ("track", "marked", "morale", "steps", "gone")
    if given.get("formation") and not any(name in given for name in said):
        return in_play_of(case, given["formation"])
    if "track" not in given:
        raise WrongUse("vehicle_morale needs track=… or formation=….")
    boxes = read_track(given["track"])
    marked, value, gone = (least(name, given.get(name, 0), 0) or 0 for name in ("marked", "morale", "gone"))
    if marked >= len(boxes):
        raise WrongUse(f"marked: the track has {len(boxes)} boxes and is cleared when all are marked.")
    return Track(boxes, marked, value), least("steps", given.get("steps"), 1), gone


def in_play_of(case: ForceTables, name: str) -> tuple[Track, int, int]:
    """The track of a formation as it is in play, its steps at full strength and those lost. Raises WrongUse. [TCS 4.01 17.8]"""
    formation = case.forces.formation_named("formation", name)
    found = marked_of(case, Consulted(case.charts), case.forces, formation)
    if found is None:
        raise WrongUse(f"formation: {formation.name} has no vehicles, and so no track (17.8f).")
    return found.track, found.steps, found.gone


@dataclass(frozen=True)
class VehicleChecks:
    """What steps lost do to a track and to the formation: the checks that are needed, each against the morale that it is rolled
    against, and whether all are passed as far as they are rolled."""

    track: Track
    needed: tuple[int, ...]
    verdict: str
    holds: Fraction
    said: tuple[Reason, ...]

    @property
    def facts(self) -> dict[str, Number | str]:
        """Its numbers and words, by their names."""
        checks = ", ".join(map(str, self.needed))
        return {"morale": self.track.morale, "marked": self.track.marked, "checks": checks, "fail_chance": 1 - self.holds}


def vehicle_checks(
    case: Tables, track: Track, lost: int, gone: int, steps: int | None, rolled: Iterable[Fraction] = ()
) -> VehicleChecks:
    """Steps lost, marked box by box, and the checks that they cause, with the rolls of these. [TCS 4.01 17.8a-c, 17.8e]

    `gone` of the formation's `steps` were lost before. Raises WrongUse for more rolls than checks.
    """
    said: list[Reason] = []
    tests: list[int] = []
    for loss, hit in enumerate(hits(track, lost, gone, steps), 1):
        track = hit.track
        name = f"{hit.points} on a square" if hit.points else "circle"
        template = "Loss {loss}, box {box}: {name}, doubled because half of the steps were lost before; morale {morale}"
        if not hit.doubled:
            template = "Loss {loss}, box {box}: {name}; morale {morale}"
        section = "17.8e" if hit.doubled else "17.8a"
        said.append(step(case, section, template, loss=loss, box=hit.box, name=name, morale=track.morale))
        if track.marked == 0:
            template = "The track is full: morale {morale} is kept, the boxes are cleared"
            said.append(step(case, "17.8a", template, morale=track.morale))
        tests += [track.morale] * hit.points
    rolls = checked_rolls("rolls", rolled, "d6", len(tests))
    holds = Fraction(1)
    failed = False
    for n, needed in enumerate(tests):
        passes = at_least("d6", needed + 1)
        holds *= passes
        template = "Check at {morale}: fails with {morale} or less, {chance}"
        said.append(step(case, "17.8b", template, morale=needed, chance=1 - passes))
        if n < len(rolls):
            fails = rolls[n] <= needed
            failed = failed or fails
            said.append(step(case, "17.8b", "A roll of {roll}: {verdict}", roll=rolls[n], verdict=FAILS if fails else PASSES))
    if failed:
        said.append(step(case, "17.8c", "All units of the formation are Unassigned and follow their failure instructions"))
    verdict = FAILS if failed else PASSES if rolls and len(rolls) == len(tests) else READ
    return VehicleChecks(track, tuple(tests), verdict, holds, tuple(said))


def vehicle_recovery(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """The chance of a formation of vehicles to recover a point of morale. [TCS 4.01 17.8d, 26.1d]"""
    value = least("morale", given.get("morale"), 0)
    if value is None:
        if not given.get("formation"):
            raise WrongUse("vehicle_morale.recovery needs morale=… or formation=….")
        value = in_play_of(case, given["formation"])[0].morale
    even_hours = case.choices.get("morale.vehicle_recovery_night") != "every_hour"
    rules = ("17.8d", "17.8d")
    chance, said = _recovery(case, given, value, night_hours=even_hours, rules=rules)
    other_chance, _ = _recovery(case, given, value, night_hours=not even_hours, rules=rules)
    if other_chance != chance:
        other = "every_hour" if even_hours else "even_hours"
        said.append(reading_reason(case, "morale.vehicle_recovery_night", other, f"a chance of {other_chance}"))
    facts: dict[str, Number | str] = {"morale": value, "recovery_chance": chance}
    return _recovered(case, given, "vehicle_morale.recovery", "17.8d", value, chance, said, facts)


_HOUR = Parameter("hour", "whole", "the time of the turn, such as 800; a full hour without it", least=0)
_NIGHT = flag("night", "whether it is a night turn")
_ATTACKING = flag("attacking", "whether any of its units is on an Attack sheet in force with an attack mission (17.1e)")
_DIE = Parameter("roll", "whole", "the roll of one die")
_FORMATION = Parameter(
    "formation",
    "text",
    "the formation of the game, by its id or name: whether it attacks is then what the orders of its units say, and alone it "
    "has what it has suffered in play",
)

QUESTIONS: tuple[Question, ...] = (
    Question(
        "morale",
        "the column of a morale check, the chance of each result, and what a roll does",
        "6.3b, 17.2-17.6, 22.0c",
        (
            Parameter(
                "units",
                "texts",
                "each unit of the stack as printed morale, steps lost and battalion morale: 4+3+1 or platoon 4+3+1; guns may "
                "leave the printed morale out: AT gun+0+1",
                required=True,
                form=CHECKER,
            ),
            Parameter(
                "modifiers",
                "texts",
                "modifiers, as on the chart tcs.morale.modifiers, such as night, unassigned",
                words=Words((MODIFIERS,)),
            ),
            flag("reserve", "whether the stack is an uncommitted reserve (6.14b)"),
            Parameter(
                "unit",
                "text",
                "the unit of the game that checks, by its id or name: whether it is Unassigned, in reserve, or not Dug In, is "
                "then what its orders say (6.3b)",
            ),
            Parameter("before", "choice", "state of the stack before; ready without it", choices=CONDITIONS),
            flag("assault", "whether it is a check of an assault"),
            flag("artillery", "whether an artillery mission of the Aircraft & Artillery Phase caused it"),
            Parameter("stack", "choice", "what retreats; others without it", choices=(VEHICLES, OTHERS)),
            Parameter("roll", "whole", "the roll, 11 to 66"),
        ),
        at_once(morale),
        title="Morale check",
    ),
    Question(
        "battalion_morale",
        "a battalion's morale from its losses, and its chance to recover a point",
        "17.1, 26.1d",
        (
            Parameter("platoons", "whole", "infantry platoons in its box", least=0),
            Parameter("others", "whole", "other units in its box", least=0),
            Parameter("start", "whole", "its morale at the start; that of the box without it", least=0),
            _HOUR,
            _NIGHT,
            _ATTACKING,
            _FORMATION,
            _DIE,
        ),
        at_once(battalion_morale),
    ),
    Question(
        "vehicle_morale",
        "what steps lost do to a vehicle morale track, and the checks that they cause",
        "17.8a-c, 17.8e",
        (
            Parameter(
                "track", "texts", "its boxes in order: o for a circle, the number of a square; with a formation alone its own"
            ),
            Parameter("losses", "whole", "steps lost now", required=True, least=0),
            Parameter("marked", "whole", "boxes marked before", least=0),
            Parameter("morale", "whole", "vehicle morale before", least=0),
            Parameter("steps", "whole", "steps of the formation at full strength, for doubled boxes (17.8e)", least=1),
            Parameter("gone", "whole", "steps lost before", least=0),
            Parameter(
                "formation", "text", "the formation of the game, by its id or name, for the sheets that its units leave (17.8c)"
            ),
            Parameter("rolls", "fractions", "the rolls of one die, one for each check, in order"),
        ),
        at_once(vehicle_morale),
    ),
    Question(
        "vehicle_morale.recovery",
        "the chance of a formation of vehicles to recover a point of morale",
        "17.8d, 26.1d",
        (
            Parameter("morale", "whole", "its vehicle morale; that of the formation in play without it", least=0),
            _HOUR,
            _NIGHT,
            _ATTACKING,
            _FORMATION,
            _DIE,
        ),
        at_once(vehicle_recovery),
        title="Recovery of vehicle morale",
    ),
)
