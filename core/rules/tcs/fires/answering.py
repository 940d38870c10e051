"""Overwatch at a trigger on the map, in its four cycles: who could answer it, by what fire, and what a roll does.

[TCS 4.01 7.1, 9.1, 15.0-15.3, 16.1, 20.1d, 24.3]

Where data flows::

    trigger: hex, hex left, who moved ──> targets, ground ─┐
    each stack of enemies ──> each unit: may it answer ────┼──> the stack that answers ──> volleys (`volleys.py`)
    what was fired in the phase (`acted.py`) ──────────────┘         dice ──> losses, morale, return fire (`aftermath.py`)

One stack alone answers; without names it is the one whose fire hurts most.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.state import Declared
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import OPEN, TARGET, Outcome, Part, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Parameter
from core.rules.kernel.tables import READ
from core.rules.operations.board import Board
from core.rules.operations.fought import made_in_play
from core.rules.tcs.fires.aftermath import (
    BY_OVERWATCH,
    BY_POINTS,
    POINT,
    TRIGGERING,
    asked_then,
    listed,
    own_losses,
    result_words,
    triggered,
)
from core.rules.tcs.fires.battery_fires import spent_by
from core.rules.tcs.fires.firing import NOBODY, no_rolls, rolling_guns
from core.rules.tcs.fires.picture import picture
from core.rules.tcs.fires.triggers import (
    FINAL,
    FIRE,
    MOVEMENT,
    TRIGGERS,
    Trigger,
    View,
    moving_now,
    trigger_of,
    vehicles_alone,
    views_of,
)
from core.rules.tcs.fires.volleys import POINT as POINT_VOLLEY
from core.rules.tcs.fires.volleys import (
    ROLLS,
    Circumstances,
    Firer,
    Target,
    Volley,
    at_area,
    at_points,
    best_points,
    by_guns,
    by_rolls,
    facts_of,
    wanted,
)
from core.rules.tcs.forces.counters import FIRED_MARK, kind_of
from core.rules.tcs.forces.units import VEHICLE
from core.rules.tcs.procedures.at_roll import allowed
from core.rules.tcs.procedures.fire import NO_EFFECT, OVERWATCH
from core.rules.tcs.reckoning import NO, PROHIBITED, YES, step
from core.rules.tcs.sight.cover import classes_under_fire
from core.rules.tcs.sight.spotting import TERRAIN
from core.rules.tcs.watch import acted
from core.rules.tcs.watch.already import has_breached
from core.rules.tcs.watch.lookout import Ground, Watch
from core.rules.tcs.watch.watching import in_company, is_bottleneck, spotted_to

BOTH, AREA, POINTS, AT_ROLLS = HOW = ("both", "area", "point", "rolls")
"""How a stack answers: point firers at points and the rest at the area, all at the area, point firers alone, AT rolls alone.
[TCS 4.01 15.2g, 15.3f]"""
RETREAT = "retreat"
"""The verdict where nobody may fire, and vehicles may retreat in its place. [TCS 4.01 15.2h]"""


@dataclass(frozen=True)
class _Answer:
    """A way to answer: the stack by some ground, who of it fires and how, and who makes AT rolls beside."""

    view: View
    firers: tuple[Firer, ...]
    how: str
    rolling: tuple[Firer, ...] = ()


@dataclass(frozen=True)
class _Dice:
    """The points that are fired at, None for the best, those that are attacked by AT rolls, and what was rolled."""

    points: tuple[Target, ...] | None
    at_points: tuple[Target, ...]
    roll: int | None = None
    point_roll: int | None = None
    at_rolls: tuple[Fraction, ...] = ()
    gun_rolls: tuple[Fraction, ...] = ()


def overwatch_fire(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Who could answer a trigger, and what the fire of one stack comes to. Raises WrongUse. [TCS 4.01 15.0-15.3]"""
    if given.get("moving") and not moving_now(board, given):
        why = Reason(board.ref("15.2c"), "Nobody who has moved into {hex} is left there", {"hex": given["to"]})
        detail = ProcedureDetail(facts={}, hexes={TARGET: frozenset({given["to"]})})
        return Ruling("overwatch.fire", board.case.ruleset.id, NOBODY, 0, (why,), detail, board.consulted.charts)
    watch, trigger = trigger_of(board, given)
    views = board.kept(("views", watch.side, trigger.key), lambda: tuple(views_of(watch, trigger)))
    chosen = board.units(given["units"]) if given.get("units") else ()
    aim = trigger.aim
    points = aim.chosen(board.units(given["targets"], "targets"), "targets") if given.get("targets") else None
    at = aim.chosen(board.units(given["at_targets"], "at_targets"), "at_targets") if given.get("at_targets") else aim.points
    plain = _Dice(points, at)
    how = given.get("fire") or ""
    rolls = board.units(given["at"], "at") if given.get("at") else ()
    answer, barred = _chosen(watch, trigger, views, chosen, rolls, how, plain)
    said = list(_told(watch, trigger, views, answer))
    taking = {each.unit.id for each in (*answer.firers, *answer.rolling)} if answer is not None and not barred else set()
    parts = tuple(_parts(board, views, taking))
    retreats = tuple(_retreats(watch, trigger, views, said))
    if answer is None or barred:
        verdict = PROHIBITED if barred else RETREAT if retreats else NOBODY
        return _ruling(board, trigger, given, verdict, [*said, *barred], parts, retreats)
    dice = replace(
        plain,
        roll=given.get("roll"),
        point_roll=given.get("point_roll"),
        at_rolls=tuple(given.get("at_rolls") or ()),
        gun_rolls=tuple(given.get("gun_rolls") or ()),
    )
    volleys = _volleys(watch, trigger, answer, dice)
    if not volleys:
        section = "16.0" if answer.how == AT_ROLLS else "12.2b"
        said.append(step(watch.case, section, "Nobody of them can fire so at what is in the hex"))
        return _ruling(board, trigger, given, PROHIBITED, said, parts, retreats)
    done = not any(each.is_open for each in volleys)
    rolled = dice.roll is not None or dice.point_roll is not None or dice.at_rolls or dice.gun_rolls
    proposals = (() if rolled else retreats) + ((_proposed(watch, trigger, answer, volleys),) if done else ())
    first = volleys[0].ruling
    place = board.net.hexes[trigger.number]
    detail = ProcedureDetail(
        facts={**facts_of(volleys), "from": board.label(answer.view.stack.number)},
        tables=tuple(t for each in volleys if isinstance(each.ruling.detail, Facts) for t in each.ruling.detail.tables),
        proposals=proposals,
        parts=parts,
        units="units",
        one_stack=True,
        place="to" if given.get("places") else "",
        hexes=_hexes(place, given),
        wanted=wanted(volleys, f"overwatch at {board.forces.box.label(place)}", answer.view.stack.units[0][0].side),
        outcomes=_picture(board, trigger, answer, volleys) if first.verdict != PROHIBITED else (),
    )
    reasons = (*said, *(reason for each in volleys for reason in each.ruling.reasons))
    verdict = first.verdict if done else READ
    told = replace(first, reasons=reasons, detail=detail, charts=board.consulted.charts)
    return replace(told, question="overwatch.fire", verdict=verdict)


def _ruling(
    board: Board,
    trigger: Trigger,
    given: Mapping[str, Any],
    verdict: str,
    said: Sequence[Reason],
    parts: tuple[Part, ...],
    proposals: tuple[Proposal, ...],
) -> Ruling:
    place = board.net.hexes[trigger.number]
    where = "to" if given.get("places") else ""
    hexes = _hexes(place, given)
    detail = ProcedureDetail({}, parts=parts, units="units", one_stack=True, place=where, hexes=hexes, proposals=proposals)
    return Ruling("overwatch.fire", board.case.ruleset.id, verdict, 0, tuple(said), detail, board.consulted.charts)


def _hexes(place: Hex, given: Mapping[str, Any]) -> Mapping[str, frozenset[Hex]]:
    others = frozenset(given.get("places") or ()) - {place}
    return {TARGET: frozenset({place}), **({OPEN: others} if others else {})}


def _parts(board: Board, views: Sequence[View], taking: set[str]) -> Iterator[Part]:
    """Every unit that could answer or not, once: it may where it may by one ground or the other."""
    best: dict[str, Firer] = {}
    for view in views:
        for each in view.firers:
            if each.unit.id not in best or not each.why:
                best[each.unit.id] = each
    for each in best.values():
        why = each.why[0] if each.why else None
        yield Part(each.unit.id, board.net.hexes[each.number], not each.why, each.unit.id in taking, why)


# The stack that answers ---------------------------------------------------------------------------------------------------


def _chosen(
    watch: Watch,
    trigger: Trigger,
    views: Sequence[View],
    chosen: Sequence[Unit],
    rolling: Sequence[Unit],
    how: str,
    dice: _Dice,
) -> tuple[_Answer | None, list[Reason]]:
    """The answer that is meant: of the units that are named, else the one that hurts most; and why some of them may not.
    Raises WrongUse for units of several stacks. [TCS 4.01 15.0, 15.2g]"""
    if not chosen and not rolling:
        key = ("answer", watch.side, trigger.key, how, dice.points, dice.at_points)
        return watch.board.kept(key, lambda: _best(watch, trigger, views, how, dice)), []
    meant = {unit.id: unit for unit in (*chosen, *rolling)}
    homes = {view.stack.number for view in views for each in view.firers if each.unit.id in meant}
    known = {each.unit.id for view in views for each in view.firers}
    if strange := [unit for id_, unit in meant.items() if id_ not in known]:
        raise WrongUse(f"units: {names(strange)} cannot answer at all; armed enemies of those who gave the trigger do.")
    if len(homes) > 1:
        raise WrongUse("units: one stack alone answers a trigger, and these stand in several hexes (15.0).")
    found, reasons = list[_Answer](), list[Reason]()
    for view in (each for each in views if each.stack.number in homes):
        ways, why = _named(watch, trigger, view, chosen, rolling, how)
        found += ways
        reasons = reasons or why
    best = max(found, key=lambda each: _worth(watch, trigger, each, dice), default=None)
    return best, [] if best is not None else reasons


def _named(
    watch: Watch, trigger: Trigger, view: View, chosen: Sequence[Unit], rolling: Sequence[Unit], how: str
) -> tuple[list[_Answer], list[Reason]]:
    """The ways in which units of a stack that are named answer by some ground, and why they do not, where they may not. Those
    who make no AT rolls, such as machine guns, are left out of them. [TCS 4.01 15.2g, 15.3f, 16.1a]"""
    known = {each.unit.id: each for each in view.firers}
    firers = tuple(known[unit.id] for unit in chosen)
    beside = tuple(_rolls(watch, known[unit.id]) for unit in rolling)
    found = list[_Answer]()
    why = [reason for each in (*(firers if how != AT_ROLLS else ()), *beside) for reason in each.why[:1]]
    if not why and firers and how != AT_ROLLS:
        found += [_Answer(view, firers, manner, beside) for manner in _manners(trigger, firers, how)]
    if rolling and (how == AT_ROLLS or not firers):
        found += [_Answer(view, beside, AT_ROLLS)] if not why else []
    elif not rolling and (how == AT_ROLLS or not (how or why or not trigger.aim.points)):
        each_rolls = [_rolls(watch, each) for each in firers]
        able = tuple(each for each in each_rolls if not each.why)
        found += [_Answer(view, able, AT_ROLLS)] if able else []
        why = why or [reason for each in each_rolls for reason in each.why[:1]]
    return found, why


def _rolls(watch: Watch, firer: Firer) -> Firer:
    """A unit with why it makes no AT rolls in an answer. [TCS 4.01 15.3f, 16.1a, 16.1d, 21.3]"""
    forbidden, said = allowed(watch.case, firer.counted.condition, OVERWATCH)
    why = [*no_rolls(watch, firer.unit, firer.counted), *(said if forbidden else ()), *has_breached(watch.board, firer.unit)]
    # A suppressed unit may be let to roll though it cannot fire; what else keeps it from firing keeps it from rolling.
    others = () if said and not forbidden else firer.why
    return replace(firer, why=(*why, *others))


def _best(watch: Watch, trigger: Trigger, views: Sequence[View], how: str, dice: _Dice) -> _Answer | None:
    """The answer that destroys most, among those of all stacks; AT rolls where nothing else hurts. [TCS 4.01 15.0, 15.2g]"""
    best: tuple[tuple[bool, Fraction, Fraction], _Answer] | None = None
    for each in _ways(watch, trigger, views, how):
        worth = _worth(watch, trigger, each, dice)
        if best is None or worth > best[0]:
            best = worth, each
    return _useful(watch, trigger, best[1], dice) if best is not None else None


def _useful(watch: Watch, trigger: Trigger, answer: _Answer, dice: _Dice) -> _Answer:
    """An answer without those whose fire does nothing to anybody, where others' does."""
    volleys = _volleys(watch, trigger, answer, dice)
    idle = {each.unit.id for volley in volleys if not volley.is_open for each in volley.firers}
    idle -= {each.unit.id for volley in volleys if volley.is_open for each in volley.firers}
    firers = tuple(each for each in answer.firers if each.unit.id not in idle)
    return replace(answer, firers=firers) if firers else answer


def _ways(watch: Watch, trigger: Trigger, views: Sequence[View], how: str) -> Iterator[_Answer]:
    points = trigger.aim.points
    for view in views:
        able = view.able
        some = in_company([(each.unit, each.counted) for each in able]) if able else ()
        for company in some:
            ids = {unit.id for unit, _ in company}
            firers = tuple(each for each in able if each.unit.id in ids)
            for manner in _manners(trigger, firers, how):
                if manner != AT_ROLLS:
                    yield _Answer(view, firers, manner)
        if how in ("", AT_ROLLS) and points:
            rolling = tuple(each for each in (_rolls(watch, firer) for firer in view.firers) if not each.why)
            if rolling:
                yield _Answer(view, rolling, AT_ROLLS)


def _manners(trigger: Trigger, firers: Sequence[Firer], how: str) -> tuple[str, ...]:
    """How some units may fire: as it is said, else also with point firers at the area, where there are points to choose."""
    if how:
        return (how,)
    return (BOTH, AREA) if trigger.aim.points and any(each.counted.point for each in firers) else (BOTH,)


def _worth(watch: Watch, trigger: Trigger, answer: _Answer, dice: _Dice) -> tuple[bool, Fraction, Fraction]:
    """How good an answer is: whether it costs no rolls that may backfire, the steps that it destroys, and the chance of a
    morale check. Where nothing else destroys anything, AT rolls do better than nothing."""
    volleys = _volleys(watch, trigger, answer, dice)
    expected = sum((each.expected() for each in volleys), Fraction(0))
    check = max((Fraction(each.facts.get("check_chance", 0)) for each in volleys), default=Fraction(0))
    return answer.how != AT_ROLLS and bool(expected or check), expected, check


def _volleys(watch: Watch, trigger: Trigger, answer: _Answer, dice: _Dice) -> tuple[Volley, ...]:
    """The parts of an answer: one area fire, one point fire, what guns roll against points, AT rolls.
    [TCS 4.01 15.2g, 15.3f, 24.5b]"""
    aim, ground = trigger.aim, answer.view.ground
    around = Circumstances(OVERWATCH, tuple(sorted(ground.classes, key=TERRAIN.index)))
    found: list[Volley] = []
    direct = [each for each in answer.firers if each.counted.point and answer.how in (BOTH, POINTS) and aim.points]
    area = [each for each in answer.firers if each not in direct] if answer.how in (BOTH, AREA) else []
    if area:
        found.append(at_area(watch, aim, area, around, dice.roll))
    if direct:
        points = dice.points or best_points(watch, aim, direct, around)
        found.append(at_points(watch, aim, direct, points, around, dice.point_roll, "point_roll"))
    hard = tuple(each for each in (dice.points or aim.points) if each[1].is_point_target)
    if hard:
        found += by_guns(watch, aim, rolling_guns(watch, aim, area), hard, dice.gun_rolls)
    rolling = answer.firers if answer.how == AT_ROLLS else answer.rolling
    if rolling and dice.at_points:
        found.append(by_rolls(watch, aim, rolling, dice.at_points, OVERWATCH, dice.at_rolls))
    # What cannot do anything to anybody comes last, so that what can gives the answer.
    return tuple(sorted(found, key=lambda each: each.ruling.verdict in (NO_EFFECT, PROHIBITED)))


# What is said and proposed ------------------------------------------------------------------------------------------------


def _told(watch: Watch, trigger: Trigger, views: Sequence[View], answer: _Answer | None) -> Iterator[Reason]:
    """Who answers, by what ground, and of every other stack why it does not. [TCS 4.01 15.0, 15.2c, 15.3i]"""
    board, hexes = watch.board, watch.board.net.hexes
    place = hexes[trigger.number]
    if answer is not None:
        here = hexes[answer.view.stack.number]
        told: dict[str, object] = {
            "from": here,
            "away": here.distance(place),
            "units": names(dict.fromkeys(each.unit for each in (*answer.firers, *answer.rolling))),
        }
        yield Reason(board.ref("15.0"), "{from}, {away} hexes away, answers: {units}", told, (here,))
        if trigger.source is not None and trigger.kind in (MOVEMENT, FINAL):
            section = "15.2f" if trigger.kind == FINAL else "15.2c"
            chosen = {"classes": ", ".join(answer.view.ground.classes)}
            template = "The terrain of the hex counts: {classes}"
            if answer.view.ground.between:
                template = "The firer takes the terrain of the hexside: {classes}"
            yield Reason(board.ref(section), template, chosen, (place,))
        if trigger.kind == MOVEMENT and vehicles_alone(watch, trigger) and not trigger.before:
            stack = [unit for unit, _ in answer.view.stack.units]
            if acted.answered(board, stack, [unit.id for unit in trigger.moving]):
                template = "{from} has fired at these vehicles in this phase; it does so once in each of their impulses"
                yield Reason(board.ref("15.3i"), template, {"from": here}, (here,))
    able = {view.stack.number for view in views if view.able}
    seen: set[int] = set()
    for view in views:
        number = view.stack.number
        if number in able or number in seen:
            continue
        seen.add(number)
        for reason in dict.fromkeys((each.why[0].rule.section, each.why[0].template) for each in view.firers):
            first = next(each for each in view.firers if (each.why[0].rule.section, each.why[0].template) == reason)
            yield replace(first.why[0], hexes=(hexes[number],))


def _between(board: Board, trigger: Trigger, answer: _Answer) -> Hex | None:
    """The hex that was left, where the terrain of the hexside counts. [TCS 4.01 15.2c]"""
    return board.net.hexes[trigger.source] if answer.view.ground.between and trigger.source is not None else None


def _picture(board: Board, trigger: Trigger, answer: _Answer, volleys: Sequence[Volley]) -> tuple[Outcome, ...]:
    """What an answer may do, at one glance."""
    retreating = tuple(unit.id for unit in trigger.moving) if trigger.retreating else ()
    return picture(board, trigger.aim, volleys, between=_between(board, trigger, answer), retreating=retreating)


def _proposed(watch: Watch, trigger: Trigger, answer: _Answer, volleys: Sequence[Volley]) -> Proposal:
    """What is done by an answer that is rolled, and what is asked then: losses and morale, return fire at a stack that has
    answered who moves, the second trigger of a bottleneck. [TCS 4.01 15.1a, 15.2a, 15.2d, 15.3k, 16.1e, 20.1d, 24.6c]"""
    board, place = watch.board, watch.board.net.hexes[trigger.number]
    here, side = board.net.hexes[answer.view.stack.number], answer.view.stack.units[0][0].side
    moving = tuple(unit.id for unit in trigger.moving)
    between, retreating = _between(board, trigger, answer), moving if trigger.retreating else ()
    then = list(asked_then(board, trigger.aim, volleys, between=between, retreating=retreating))
    fired = [each for each in volleys if each.how != ROLLS]
    if trigger.kind == MOVEMENT and fired:
        by = BY_POINTS if any(each.how == POINT_VOLLEY for each in fired) else BY_OVERWATCH
        then.append(triggered(board, (here,), by, side, moving))
    stepped = trigger.kind == MOVEMENT and not trigger.second and trigger.source is not None
    if stepped and is_bottleneck(board, trigger.aim.step):
        title = Reason(board.ref("20.1d"), "The second trigger of the bottleneck at {hex}", {"hex": place}, (place,))
        then.append(Next("overwatch.fire", title, {**_again(board, trigger), "second": YES}, side, may=True))
    own, counts, told = own_losses(board, volleys)
    spent, _ = spent_by(board, [each.unit for each in answer.firers])
    units = tuple(dict.fromkeys(each.unit.id for each in (*answer.firers, *answer.rolling)))
    kind = acted.answer_kind(board, with_rolls=any(each.how == ROLLS for each in volleys))
    label = f"Overwatch from {board.forces.box.label(here)} at {board.forces.box.label(place)}: {result_words(volleys)}"
    label = f"{label}; lost by own rolls: {told}" if told else label
    attempt = made_in_play(board, Declared(side, units, (place,), kind))
    return Proposal(label, (*own, *spent), attempt=attempt, then=(*counts, *then))


def _again(board: Board, trigger: Trigger) -> dict[str, str]:
    """What a trigger is known by, as forms take it."""
    found = {"to": board.label(trigger.number), "trigger": trigger.kind}
    found |= {"source": board.label(trigger.source)} if trigger.source is not None else {}
    found |= {"road": YES} if trigger.along else {}
    found |= {"moving": listed([unit.id for unit in trigger.moving])} if trigger.moving else {}
    found |= {"retreating": YES} if trigger.retreating else {}
    found |= {"impulse": listed([board.forces.box.label(place) for place in trigger.before])} if trigger.before else {}
    return found | ({"by": trigger.by} if trigger.by else {})


def _retreats(watch: Watch, trigger: Trigger, views: Sequence[View], said: list[Reason]) -> Iterator[Proposal]:
    """The retreats that vehicles may make in the place of an answer, stack by stack; others of the stack may answer then.
    [TCS 4.01 15.2h, 17.4]"""
    if trigger.kind != FIRE or trigger.by not in (POINT, BY_POINTS):
        return
    board, case = watch.board, watch.case
    by_any = case.choices.get("vehicle_syr.trigger") == "any_point_fire"
    seeing = [(number, some) for number in sorted(board.enemies(watch.side)) if (some := _vehicles(watch, trigger, number))]
    if not by_any and trigger.by == BY_POINTS:
        if seeing:
            said.append(reading_reason(case, "vehicle_syr.trigger", "any_point_fire", "vehicles may retreat"))
        return
    place = board.net.hexes[trigger.number]
    for number, vehicles in seeing:
        marked = [unit for unit in vehicles if unit.piece is not None and FIRED_MARK in unit.piece.marks]
        going = vehicles if by_any else [unit for unit in vehicles if unit not in marked]
        if marked and not by_any:
            told = {"units": names(marked)}
            said.append(Reason(board.ref("17.4"), "{units}: marked Fired, and so they do not retreat from it", told))
        if not going:
            continue
        here, side, ids = board.net.hexes[number], going[0].side, {unit.id for unit in going}
        given = {"to": board.label(number), "units": listed([unit.id for unit in going]), "kind": "vehicle"}
        given |= {"away": board.forces.box.label(place), "because": "fire"}
        title = Reason(board.ref("15.2h"), "{units} retreat from {hex}", {"units": names(going), "hex": here}, (here,))
        then = [Next("syr.at", title, given, side)]
        stay = dict.fromkeys(each.unit.id for view in views if view.stack.number == number for each in view.able)
        left = [id_ for id_ in stay if id_ not in ids]
        if left:
            title = Reason(board.ref("15.2h"), "The others in {hex} may answer all the same", {"hex": here}, (here,))
            then.append(Next("overwatch.fire", title, {**_again(board, trigger), "units": listed(left)}, side, may=True))
        yield Proposal(f"Retreat from {board.label(number)} instead: {names(going)}", (), then=tuple(then))


def _vehicles(watch: Watch, trigger: Trigger, number: int) -> list[Unit]:
    """The vehicles of a stack that see and spot a trigger, whatever their mode. [TCS 4.01 15.2b, 15.2h]"""
    board, aimed = watch.board, trigger.aim.step
    if watch.sees(number, aimed.into) is not True:
        return []
    beside = [unit for unit in board.at[number] if unit.side != watch.side]
    found = [unit for unit in beside if kind_of(board.case.ruleset, unit).category == VEHICLE and unit.left]
    ground = Ground(classes_under_fire(board, aimed.into, number))
    spotted = spotted_to(watch, aimed, ground, [watch.counted(unit, beside) for unit in found])
    return found if spotted is None or watch.away(number, aimed.into) <= spotted else []


PARAMETERS = (
    Parameter("to", "hex", "the hex of the trigger", required=True),
    Parameter("trigger", "choice", "what is answered; movement without it", choices=TRIGGERS),
    Parameter("source", "hex", "the hex that was left; of final overwatch that which is attacked (15.2c, 15.2f)"),
    Parameter("road", "choice", "whether they move along a road; no without it", choices=(YES, NO)),
    Parameter(
        "moving",
        "texts",
        "those who gave the trigger, by their ids or names; of a return fire those who drew it by moving, and so do not answer "
        "(15.2c)",
    ),
    Parameter("retreating", "choice", "whether those who move are on a retreat; no without it (17.4i)", choices=(YES, NO)),
    Parameter("by", "choice", "what fire it was that is answered", choices=TRIGGERING),
    Parameter("places", "hexes", "the hexes with the trigger, of which one is answered (13.1d, 14.1e)"),
    Parameter("units", "texts", "those of one stack who answer; the stack that hurts most without it"),
    Parameter(
        "fire",
        "choice",
        "how they answer: point firers at points and all others at the area, all at the area, point firers alone, or by AT "
        "rolls alone; what hurts most without it (15.2g)",
        choices=HOW,
        at_hand=True,
    ),
    Parameter("targets", "texts", "the targets of point fire; those that it hurts most without it (15.2g, 15.3e)"),
    Parameter("at", "texts", "infantry of the stack that makes AT rolls beside its fire (15.3f)"),
    Parameter(
        "at_targets", "texts", "the targets of AT rolls in the order of the rolls; all that there are without it (16.1c)"
    ),
    Parameter(
        "hexside",
        "choice",
        "whether the firer takes the terrain of the hexside; the better without it (15.2c)",
        choices=(YES, NO),
    ),
    Parameter("impulse", "hexes", "hexes that the vehicles entered before in the same impulse (15.3i)"),
    Parameter("second", "choice", "whether it is the second trigger of a bottleneck (20.1d)", choices=(YES, NO)),
    Parameter("roll", "whole", "the roll of the area fire, 11 to 66"),
    Parameter("point_roll", "whole", "the roll of the point fire, 11 to 66"),
    Parameter("at_rolls", "fractions", "the sums of two dice of AT rolls, one for each attack, before modifiers"),
    Parameter("gun_rolls", "fractions", "the sums of two dice of guns at point targets, one for each gun (24.5b)"),
)
