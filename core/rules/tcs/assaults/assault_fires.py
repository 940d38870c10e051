"""The fires of a round of assault, or of an overrun, on the map: who fires how, what a roll does, and when it is settled.

[TCS 4.01 16.0-16.1, 22.0, 22.0b, 22.0e-h, 23.0c, 23.0e]

Fires one after the other are settled at once, those of both sides at one time when both have fired: until then what they do is
kept in the words of the fight.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

from core.base.counted import agreeing
from core.base.errors import WrongUse
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import Outcome, Part, Wanted
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.stacking import OVER
from core.rules.tcs.assaults.close_combat import SIDES, Scene, ids_of
from core.rules.tcs.assaults.under_way import DONE, FIRE, LEAVE, MODES, MORALE, SETTLE, Fired, UnderWay, at_stage
from core.rules.tcs.effects.suffering import NOTIONAL
from core.rules.tcs.fires.battery_fires import spent_by
from core.rules.tcs.forces.limits import destroyed_above
from core.rules.tcs.forces.units import INFANTRY, PARALYZED
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.procedures.assault import (
    AT_ONCE,
    ATTACKERS,
    DEFENDERS,
    fires_of,
    first_to_fire,
    other_side,
    point_fire_in,
    silent,
)
from core.rules.tcs.procedures.at_roll import at_roll
from core.rules.tcs.procedures.destroyed import Toll, toll_of
from core.rules.tcs.sight.spotting import TERRAIN
from core.rules.tcs.watch.acted import CLOSE, is_on_map, lacks_ammunition
from core.rules.tcs.watch.watching import at_modifiers

AREA, POINT, ROLLS = "area", "point", "rolls"
KINDS = (AREA, POINT, ROLLS)
"""How a side fires in a round, in any order: with all area firers together, at points, with AT rolls. [TCS 4.01 22.0h]"""

ALONE = "alone"
_CALLED = {AREA: "area fire", POINT: "point fire", ROLLS: "AT rolls"}


@dataclass(frozen=True)
class Able:
    """A unit that could fire in some way: as it counts, and why it does not."""

    unit: Unit
    counted: Counted
    why: Reason | None


def fires(scene: Scene) -> Ruling:
    """The fire of one side in the round, or that it fires no more. Raises WrongUse. [TCS 4.01 22.0, 22.0b, 22.0e-h, 23.0c]"""
    if not (scene.of(ATTACKERS) and scene.of(DEFENDERS)):
        return _alone(scene)
    if (over := _above_limits(scene)) is not None:
        return over
    scene = replace(scene, fight=replace(scene.fight, order=scene.fight.order or order_of(scene)))
    fight, given = scene.fight, scene.given
    who = given.get("who") or next((each for each in sequence(fight.order) if not fight.is_done(each)), DEFENDERS)
    said = [_told_order(scene), *_told_pending(scene)]
    if fight.is_done(who):
        raise WrongUse(f"who: the {who} have fired in this round already.")
    if fight.order != AT_ONCE and who != fight.order and not fight.is_done(fight.order):
        raise WrongUse(f"who: the {fight.order} fire first in this round (22.0).")
    ways = {kind: tuple(_able(scene, who, kind)) for kind in KINDS}
    open_ = [kind for kind in KINDS if any(each.why is None for each in ways[kind]) and _hurts(scene, who, kind)]
    kind = given.get("fire") or next(iter(open_), AREA)
    if len(open_) > 1:
        template = "The {who} may fire so, one after the other: {kinds}"
        said.append(scene.said("22.0h", template, who=who, kinds=", ".join(_CALLED[each] for each in open_)))
    some = ways[kind]
    acting = _acting(scene, who, kind, some)
    taking = {each.unit.id for each in acting}
    parts = tuple(Part(each.unit.id, fight.target, each.why is None, each.unit.id in taking, each.why) for each in some)
    said += [each.why for each in some if each.why is not None and (not given.get("acting") or each.unit.id in taking)]
    more = [_no_more(scene, who), *vehicles_fail(scene, fight)]
    if not acting or kind not in open_ or any(each.why is not None for each in acting):
        template = "The {who} fire no more of this kind" if fight.by(who) else "The {who} have nothing to fire so"
        said.append(scene.said("22.0", template, who=who))
        return scene.ruling("nothing", who, said, parts=parts, units="acting", proposals=more)
    fire = _FIRES[kind](scene, who, acting)
    said += fire.ruling.reasons
    said += spent_by(scene.board, [each.unit for each in acting])[1]
    facts = fire.ruling.detail if isinstance(fire.ruling.detail, Facts) else Facts({})
    facts = Facts({**facts.facts, "first": fight.order, "who": who, "fire": kind}, facts.tables)
    proposals = [_fired(scene, fire.fired, kind)] if fire.fired is not None else more
    return scene.ruling(
        fire.ruling.verdict,
        who,
        said,
        facts=facts,
        parts=parts,
        units="acting",
        wanted=fire.wanted if fire.fired is None else (),
        outcomes=fire.outcomes,
        proposals=proposals,
    )


def _above_limits(scene: Scene) -> Ruling | None:
    """That a side has more in the hex than may be there, which its owner destroys before anybody fires; each side is counted by
    itself. None where neither has. [TCS 4.01 5.0, 5.1]"""
    for who in SIDES:
        for asked in destroyed_above(scene.board, scene.of(who), scene.fight.target):
            losses = replace(asked, given={**asked.given, "because": scene.fight.what})
            on = scene.then(scene.fight, scene.said("22.0", "The round goes on"), scene.given.get("who") or "")
            label = f"Destroy what is above the limit: {losses.given['steps']}"
            proposal = Proposal(label, scene.noted(scene.fight), then=(losses, on))
            return scene.ruling(OVER, who, (losses.title,), proposals=(proposal,))
    return None


def order_of(scene: Scene) -> str:
    """Who fires first: a side none of whose units is shaken where some of the other are, else both at once. [TCS 4.01 22.0]"""
    return first_to_fire({who: [scene.firing(unit, scene.of(who)) for unit in scene.of(who)] for who in SIDES})


def sequence(order: str) -> tuple[str, str]:
    """The sides in the order in which they fire, or roll for fires at once."""
    return (DEFENDERS, ATTACKERS) if order == DEFENDERS else (ATTACKERS, DEFENDERS)


def _told_order(scene: Scene) -> Reason:
    return scene.said("22.0", "Order of fire: {first}", first=scene.fight.order)


def _told_pending(scene: Scene) -> Iterator[Reason]:
    """The fires of the round that are rolled and not settled. [TCS 4.01 22.0]"""
    for each in scene.fight.fires if scene.fight.order == AT_ONCE else ():
        if each.kind in KINDS:
            template = "The {who} have fired ({fire}), steps lost {steps}; it is settled when both have"
            yield scene.said("22.0", template, who=each.side, fire=_CALLED[each.kind], steps=each.steps)


def _alone(scene: Scene) -> Ruling:
    """That one side is alone in the hex, or none is. [TCS 4.01 22.0]"""
    on = at_stage(scene.fight, LEAVE if scene.fight.overrun and scene.of(ATTACKERS) else MODES, fires=())
    said = (scene.said("22.0", "One side is alone in the hex: nobody fires"),)
    then = (scene.then(on, scene.said("22.0", "Modes are changed")),)
    return scene.ruling(ALONE, 0, said, proposals=(Proposal("Go on", scene.noted(on), then=then),))


# Who fires ----------------------------------------------------------------------------------------------------------------


def _able(scene: Scene, who: str, kind: str) -> Iterator[Able]:
    """The units of a side, with why they do not fire so, as far as there is a reason.
    [TCS 4.01 9.1e, 16.1a, 22.0, 22.0b, 22.0h, 23.0e, 24.1c, 24.3b]"""
    beside, overrun = scene.of(who), scene.fight.overrun
    by = scene.fight.by(who)
    at_points_or_area = {id_ for each in by if each.kind in (AREA, POINT) for id_ in each.units}
    rolled = {id_ for each in by if each.kind == ROLLS for id_ in each.units}
    for unit in beside:
        counted = scene.firing(unit, beside)
        told = {"unit": unit.name}
        why: Reason | None = None
        quiet = silent(counted, overrun)
        if kind == ROLLS:
            if counted.kind.category != INFANTRY:
                continue
            if counted.carried:
                why = scene.said("16.1a", "{unit}: mounted", **told)
            elif overrun and counted.condition == PARALYZED:
                why = scene.said("16.1a", "{unit}: paralyzed, which lets it roll in assaults alone", **told)
            elif unit.id in rolled:
                why = scene.said("16.1c", "{unit}: its steps have rolled in this round", **told)
            yield Able(unit, counted, why)
            continue
        if not counted.strength or (kind == POINT and not counted.point):
            continue
        if quiet is not None:
            why = scene.said(quiet[0], "{unit}: {why}; it does not fire", **told, why=quiet[1])
        elif unit.id in at_points_or_area:
            why = scene.said("22.0", "{unit}: it has fired in this round, at points or at the area", **told)
        elif kind == AREA and any(each.kind == AREA for each in by):
            why = scene.said("22.0h", "{unit}: all area fires of the side are one, which is made", **told)
        elif kind == POINT and counted.reach is None:
            why = scene.said("12.1b", "{unit}: its counter prints no range", **told)
        else:
            why = next(lacks_ammunition(scene.board, unit), None)
        yield Able(unit, counted, why)


def _hurts(scene: Scene, who: str, kind: str) -> bool:
    """Whether there is anything that a kind of fire can hurt. [TCS 4.01 11.1a, 12.2a, 16.0]"""
    if kind == AREA:
        others = scene.of(other_side(who))
        return any(not each.is_point_target for each in scene.as_targets(others))
    return bool(_points(scene, who))


def _points(scene: Scene, who: str) -> list[tuple[str, Counted]]:
    """What of the enemies of a side is a point target or a B-target, by the ids that losses know them by; who goes with its own
    carrier is two targets under one counter. [TCS 4.01 12.2a, 16.0, 24.2a]"""
    found = []
    others = scene.of(other_side(who))
    for unit in others:
        bodies = scene.as_targets((unit,), others)
        for id_, each in zip((unit.id, unit.id + NOTIONAL), bodies, strict=False):
            if each.target[:1] != "A":
                found.append((id_, each))
    return found


def _counter(id_: str) -> str:
    """The counter of a body that can be hit."""
    return id_.removesuffix(NOTIONAL)


def _acting(scene: Scene, who: str, kind: str, some: Sequence[Able]) -> tuple[Able, ...]:
    """Those who fire: the named ones, else all who can; point firers keep to points where there are any. Raises WrongUse."""
    if not scene.given.get("acting"):
        apart = kind == AREA and bool(_points(scene, who))
        able = [each for each in some if each.why is None]
        kept = [each for each in able if not (apart and each.counted.point and each.counted.reach is not None)]
        return tuple(kept or able)
    named = scene.board.units(scene.given["acting"], "acting")
    known = {each.unit.id: each for each in some}
    if strange := [unit for unit in named if unit.id not in known]:
        raise WrongUse(f"acting: {names(strange)} cannot fire so at all; it is for the {who} in the hex.")
    return tuple(known[unit.id] for unit in named)


def _aimed(scene: Scene, who: str) -> list[tuple[str, Counted]]:
    """The points that are fired at: those named, else all. Raises WrongUse. [TCS 4.01 12.2a, 16.0]"""
    points = _points(scene, who)
    if not scene.given.get("targets"):
        return points
    named = scene.board.units(scene.given["targets"], "targets")
    known = {_counter(id_) for id_, _ in points}
    if strange := [unit for unit in named if unit.id not in known]:
        raise WrongUse(f"targets: {names(strange)} is no point target or B-target among the enemies in the hex.")
    wanted = [unit.id for unit in named]
    return sorted((each for each in points if _counter(each[0]) in wanted), key=lambda each: wanted.index(_counter(each[0])))


# What a fire comes to -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Fire:
    """A fire: the ruling on it, the dice that it waits for, the chances, and what a roll does, None before it."""

    ruling: Ruling
    wanted: tuple[Wanted, ...]
    outcomes: tuple[Outcome, ...]
    fired: Fired | None


def _sides(scene: Scene) -> dict[str, tuple[Counted, ...]]:
    return {who: scene.as_targets(scene.of(who)) for who in SIDES}


def _area(scene: Scene, who: str, acting: Sequence[Able]) -> _Fire:
    """The one area fire of a side. [TCS 4.01 22.0e-h]"""
    board, enemy = scene.board, other_side(who)
    back = [scene.firing(unit, scene.of(enemy)) for unit in scene.of(enemy)]
    firing = {who: [each.counted for each in acting], enemy: [each for each in back if each.strength]}
    roll = scene.given.get("roll")
    asked = {**scene.circumstances, **({f"{who}_roll": roll} if roll is not None else {})}
    ruling = fires_of(board.case, board.consulted, _sides(scene), asked, scene.fight.overrun, firing, (who,))
    facts = _own_facts(ruling, who)
    ruling = replace(ruling, detail=facts)
    if "column" not in facts.facts:
        return _Fire(ruling, (), (), None)
    fired = None
    if roll is not None:
        steps, check = int(facts.facts.get("steps_lost", 0)), facts.facts.get("morale_check") == "yes"
        fired = Fired(who, AREA, tuple(each.unit.id for each in acting), steps, check)
    return _Fire(ruling, _one_roll(scene, who, "area fire"), _chances(facts), fired)


def _own_facts(ruling: Ruling, who: str) -> Facts:
    """The facts of the fire of one side alone."""
    detail = ruling.detail
    assert isinstance(detail, Facts)
    own = {name.removeprefix(f"{who}_"): value for name, value in detail.facts.items() if name.startswith(f"{who}_")}
    return Facts(own, detail.tables)


def _point(scene: Scene, who: str, acting: Sequence[Able]) -> _Fire:
    """A point fire of a side. [TCS 4.01 12.0, 22.0]"""
    board, aimed = scene.board, _aimed(scene, who)
    roll = scene.given.get("roll")
    asked = {**scene.circumstances, **({"roll": roll} if roll is not None else {})}
    counted, targets = [each.counted for each in acting], [each for _, each in aimed]
    ruling = point_fire_in(
        *(board.case, board.consulted, who, counted, targets, _sides(scene), asked, scene.fight.overrun),
    )
    facts = ruling.detail if isinstance(ruling.detail, Facts) else Facts({})
    fired = None
    if roll is not None:
        lost = tuple((id_, 0) for id_ in dict.fromkeys(_counter(id_) for id_, _ in aimed))
        ids = tuple(each.unit.id for each in acting)
        fired = Fired(who, POINT, ids, int(facts.facts.get("steps_lost", 0)), lost=lost)
    return _Fire(ruling, _one_roll(scene, who, "point fire"), _chances(facts), fired)


def _at(scene: Scene, who: str, acting: Sequence[Able]) -> _Fire:
    """The AT rolls of a side: one of each of its steps, each at one step of the targets. [TCS 4.01 16.0, 16.1c, 16.1e]"""
    board, aimed = scene.board, _aimed(scene, who)
    firing = [each.unit.id for each in acting for _ in range(each.counted.steps)]
    under_fire = [id_ for id_, each in aimed for _ in range(each.steps)]
    rolls = tuple(scene.given.get("rolls") or ())
    given: dict[str, Any] = {
        "terrain": max(scene.circumstances["terrain"], key=TERRAIN.index),
        "attackers": len(firing),
        "targets": len(under_fire),
        "modifiers": at_modifiers(scene.watch, scene.number),
        "occasion": scene.fight.what,
        "rolls": rolls,
    }
    ruling = at_roll(board.case, given)
    board.consulted.add(ruling.charts)
    facts = ruling.detail if isinstance(ruling.detail, Facts) else Facts({})
    attacks, kill = int(facts.facts.get("attacks", 0)), Fraction(facts.facts.get("kill_chance", 0))
    side = scene.side_of(who)
    wanted = (Wanted("rolls", "2d6", f"AT rolls of the {who}", side, attacks),)
    outcomes = tuple(
        Outcome("Destroyed by AT rolls", str(count), comb(attacks, count) * kill**count * (1 - kill) ** (attacks - count))
        for count in range(attacks + 1)
    )
    if not rolls:
        return _Fire(ruling, wanted, outcomes, None)
    needed, backfire = facts.facts["needed"], board.case.ruleset.whole("at_roll.backfire")
    lost: dict[str, int] = {}
    own: dict[str, int] = {}
    for roll, by, at in zip(rolls, firing, under_fire, strict=False):
        if isinstance(needed, int) and roll >= needed:
            lost[at] = lost.get(at, 0) + 1
        if roll <= backfire:
            own[by] = own.get(by, 0) + 1
    ids = tuple(each.unit.id for each in acting)
    fired = Fired(who, ROLLS, ids, sum(lost.values()), lost=tuple(lost.items()), own=tuple(own.items()))
    return _Fire(ruling, wanted, outcomes, fired)


_FIRES = {AREA: _area, POINT: _point, ROLLS: _at}


def _one_roll(scene: Scene, who: str, what: str) -> tuple[Wanted, ...]:
    return (Wanted("roll", "11..66", f"{what} of the {who}", scene.side_of(who)),)


def _chances(facts: Facts) -> tuple[Outcome, ...]:
    """The chances of each result of a fire."""
    return tuple(Outcome("Fire Table", result, chance) for table in facts.tables for result, chance in table.chances)


# What comes of it ---------------------------------------------------------------------------------------------------------


def _fired(scene: Scene, fired: Fired, kind: str) -> Proposal:
    """That a fire is made: it is settled at once, or with those of the other side; guns on the map spend what they fire. Who
    has nothing left to fire in the round is done with it. [TCS 4.01 22.0, 24.6c]"""
    fight, who = replace(scene.fight, fires=(*scene.fight.fires, fired)), fired.side
    own = sum(steps for _, steps in fired.own)
    label = f"{who.capitalize()}: {_CALLED[kind]}, steps lost {fired.steps}{f', own {own}' if own else ''}"
    firing = [unit for id_ in fired.units if (unit := scene.board.forces.unit(id_)) is not None]
    spent, _ = spent_by(scene.board, firing)
    guns = [unit for unit in firing if is_on_map(scene.board, unit)]
    attempt = scene.as_attempt(guns, CLOSE) if guns else None
    after = replace(scene, fight=fight)
    done = _no_more(after, who)
    edits, then = done.edits, done.then
    if _fires_on(after, who):
        edits, then = scene.noted(fight), (scene.then(fight, scene.said("22.0", "The round goes on"), who),)
    if fight.order == AT_ONCE:
        return Proposal(label, (*edits, *spent), attempt=attempt, then=then)
    toll = _own_losses(scene, fired)
    then = (*toll.then, *_settling(scene, fired, check=True), *then)
    return Proposal(label, (*edits, *spent, *toll.edits), attempt=attempt, then=then)


def _fires_on(scene: Scene, who: str) -> bool:
    """Whether a side can fire in some way that it has not yet in the round. [TCS 4.01 22.0h]"""
    return any(each.why is None for kind in KINDS if _hurts(scene, who, kind) for each in _able(scene, who, kind))


def _no_more(scene: Scene, who: str) -> Proposal:
    """That a side fires no more in the round, with what follows. [TCS 4.01 22.0]"""
    fight = replace(scene.fight, fires=(*scene.fight.fires, Fired(who, DONE)))
    label = f"The {who} fire no more" if scene.fight.by(who) else f"The {who} do not fire"
    if not fight.is_done(other_side(who)):
        other = other_side(who)
        on = scene.then(fight, scene.said("22.0", "The {who} fire", who=other), other)
        return Proposal(label, scene.noted(fight), then=(on,))
    if fight.order != AT_ONCE:
        fight = at_stage(fight, MODES)
        return Proposal(label, scene.noted(fight), then=(scene.then(fight, scene.said("22.0", "Modes are changed")),))
    fight = at_stage(fight, SETTLE)
    why = scene.said("22.0", "The fires of both sides are settled")
    return Proposal(label, scene.noted(fight), then=(scene.then(fight, why),))


def settle(scene: Scene) -> Ruling:
    """The losses of fires at once, one after the other, as the units are that are left by those before. [TCS 4.01 22.0]"""
    fight = scene.fight
    fired = [each for each in fight.fires if each.kind in KINDS]
    said = []
    for count, each in enumerate(fired[fight.settled :], fight.settled + 1):
        toll, then = _own_losses(scene, each), tuple(_settling(scene, each, check=False))
        if not toll.edits and not then:
            continue
        on = replace(fight, settled=count)
        template = "Losses by {fire} of the {who}: {steps} of the enemy, {own} of its own"
        own = sum(steps for _, steps in each.own)
        said.append(scene.said("22.0", template, fire=_CALLED[each.kind], who=each.side, steps=each.steps, own=own))
        said += toll.said
        more = scene.then(on, scene.said("22.0", "The fires of both sides are settled"))
        label = f"Losses by the {each.side}: {each.steps}{f', own {own}' if own else ''}"
        proposal = Proposal(label, (*scene.noted(on), *toll.edits), then=(*toll.then, *then, more))
        return scene.ruling("losses", each.side, said, proposals=(proposal,))
    checks = any(each.check for each in fired)
    on = at_stage(fight, MORALE if checks else MODES, settled=len(fired))
    template = "Morale is checked, the attackers first" if checks else "Modes are changed, the attackers first"
    said.append(scene.said("22.0", "All losses of the round are settled"))
    proposal = Proposal("Go on", scene.noted(on), then=(scene.then(on, scene.said("22.0", template)),))
    return scene.ruling("settled", 0, said, proposals=(proposal, *vehicles_fail(scene, fight)))


def _own_losses(scene: Scene, fired: Fired) -> Toll:
    """The steps that AT rolls cost those who make them; no morale is checked for them. [TCS 4.01 16.1e]"""
    standing = {unit.id: unit for unit in scene.of(fired.side)}
    lost = {id_: min(steps, standing[id_].left) for id_, steps in fired.own if id_ in standing}
    return toll_of(scene.board, lost, scene.fight.what) if lost else Toll()


def _settling(scene: Scene, fired: Fired, *, check: bool) -> Iterator[Next]:
    """What is asked for a fire to be settled: the losses of those fired at, and with `check` their morale. Nothing where all of
    them are gone. [TCS 4.01 10.0f, 10.0h, 16.0, 22.0]"""
    hit, fight = other_side(fired.side), scene.fight
    standing = {unit.id for unit in scene.of(hit)}
    if not standing:
        return
    if not fired.steps:
        if fired.check and check:
            yield morale_of(scene, hit)
        return
    targets = list(dict.fromkeys(_counter(id_) for id_, _ in fired.lost if _counter(id_) in standing))
    given = {"firers": ", ".join(fired.units), "check": "yes" if check and fired.check else "no", "steps": str(fired.steps)}
    section = "10.0f"
    if given["check"] == "yes" and (gone := gone_in_round(scene, hit)):
        given["stood"] = ", ".join(gone)
    if fired.kind == AREA:
        assaulting = ", ".join(id_ for id_ in fight.units if id_ in standing) if hit == ATTACKERS else ""
        given |= {"fire": "assault", "assaulting": assaulting}
    elif not targets:
        return
    elif fired.kind == POINT:
        section = "10.0h"
        given |= {"fire": "point", "targets": ", ".join(targets)}
    else:
        section = "16.0"
        kept = [(id_, steps) for id_, steps in fired.lost if _counter(id_) in standing]
        rest = ", ".join(f"{id_}*{steps}" for id_, steps in kept)
        steps = str(sum(steps for _, steps in kept))
        given |= {"fire": ROLLS, "targets": ", ".join(targets), "rest": rest, "steps": steps}
    side = scene.side_of(hit)
    why = scene.said(section, "{side} loses {steps} steps", side=scene.board.forces.side_name(side), steps=int(given["steps"]))
    common = {"to": scene.board.forces.box.label(fight.target), "side": side, "because": fight.what, **scene.driven(hit)}
    yield scene.asked("losses.at", why, {**common, **given}, hit)


def gone_in_round(scene: Scene, who: str) -> tuple[str, ...]:
    """Those of a side who were eliminated since the round began. [TCS 4.01 17.2a, 22.0]"""
    noted = scene.fight.units if who == ATTACKERS else scene.fight.against
    return tuple(id_ for id_ in noted if id_ not in scene.board.forces.deployment.pieces)


def morale_of(scene: Scene, who: str) -> Next:
    """The check of morale of a side within the hex, with who was eliminated since the fight was noted.
    [TCS 4.01 17.0b, 17.2a, 22.0, 22.0c]"""
    board, fight, gone = scene.board, scene.fight, gone_in_round(scene, who)
    why = scene.said("17.0b", "{side} checks morale", side=board.forces.side_name(scene.side_of(who)))
    given = {"to": board.forces.box.label(fight.target), "side": scene.side_of(who), "lost": ", ".join(gone)}
    given |= {"because": fight.what, **scene.driven(who)}
    return scene.asked("morale.at", why, given, who)


def vehicles_fail(scene: Scene, fight: UnderWay) -> list[Proposal]:
    """The vehicles of each formation that has lost any in the round: should it fail its check, they retreat, and the others
    fight on. [TCS 4.01 17.8b-c, 22.0k]"""
    board, found = scene.board, list[Proposal]()
    place = board.forces.box.label(fight.target)
    if fight.order == AT_ONCE and fight.stage == FIRE:
        return found
    for who in SIDES:
        if not any(each.kind in (POINT, ROLLS) and each.steps for each in fight.by(other_side(who))):
            continue
        formations: dict[str, list[Unit]] = {}
        for unit in scene.of(who):
            if unit.kind == "vehicle" and unit.counter.formation:
                formations.setdefault(unit.counter.formation, []).append(unit)
        for id_, units in formations.items():
            formation = board.forces.oob.formation(id_)
            name = formation.name if formation is not None else id_
            told = {"units": names(units), "formation": name}
            why = scene.said("22.0k", "{units} retreat: {formation} has failed its check", **told)
            given = {"to": place, "units": ids_of(units), "kind": "obligatory", "because": fight.what, **scene.driven(who)}
            syr = scene.asked("syr.at", why, given, who)
            back = scene.then(fight, scene.said("22.0k", "The others fight on"), scene.given.get("who") or "")
            label = agreeing("{units} retreat", told := {"units": names(units)}).format_map(told)
            found.append(Proposal(f"In case {name} has failed its check: {label}", scene.noted(fight), then=(syr, back)))
    return found
