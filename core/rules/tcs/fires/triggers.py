"""Triggers of overwatch on the map, and who of each stack could answer them [TCS 4.01 7.1, 15.1-15.3, 24.3].

Movement, fire, recovery and the announcement of an assault or overrun each begin a cycle; what binds who answers differs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.tcs.fires.aftermath import (
    listed,
)
from core.rules.tcs.fires.firing import with_observer
from core.rules.tcs.fires.volleys import (
    Aim,
    Firer,
)
from core.rules.tcs.forces.counters import are_vehicles_alone
from core.rules.tcs.forces.strength import MORTAR
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.movement.going import MARCH
from core.rules.tcs.procedures.fire import OVERWATCH, after_firing, prohibitions
from core.rules.tcs.reckoning import NO, YES, step
from core.rules.tcs.sight.cover import classes_crossed, classes_under_fire
from core.rules.tcs.watch import acted
from core.rules.tcs.watch.lookout import Ground, Stack, Step, Watch, watch_on
from core.rules.tcs.watch.watching import as_targets, is_covered, ranged, spotted_to

MOVEMENT, FIRE, RECOVERY, FINAL = TRIGGERS = ("movement", "fire", "recovery", "final")
"""What is answered, by the cycle that it begins. [TCS 4.01 15.1]"""


@dataclass(frozen=True)
class Trigger:
    """What is answered: its kind, the hex in which it lies, the hex that was left (of final overwatch that which is attacked),
    those who gave it, whether these are on a retreat, and what fire it was. `hexside` says whether the firer takes the terrain
    of the hexside, None where he takes what is better; `before` are hexes that were entered before in the same impulse."""

    kind: str
    number: int
    source: int | None
    along: bool
    moving: tuple[Unit, ...]
    retreating: bool
    by: str
    hexside: bool | None
    second: bool
    before: tuple[Hex, ...]
    aim: Aim

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from others in one state of play."""
        ids = tuple(unit.id for unit in self.moving)
        return (self.kind, self.number, self.source, self.along, ids, self.hexside, self.second, self.before)


@dataclass(frozen=True)
class View:
    """A stack as it could answer by the terrain of some ground: each of its units, with why it may not."""

    stack: Stack
    ground: Ground
    firers: tuple[Firer, ...]

    @property
    def able(self) -> tuple[Firer, ...]:
        """Those who may fire."""
        return tuple(each for each in self.firers if not each.why)


# The trigger --------------------------------------------------------------------------------------------------------------


def trigger_of(board: Board, given: Mapping[str, Any]) -> tuple[Watch, Trigger]:
    """What is answered, and the watch on the side that gave it. Raises WrongUse. [TCS 4.01 15.1, 15.2]"""
    kind, box = given.get("trigger") or MOVEMENT, board.forces.box
    to, left = given["to"], given.get("source")
    places = given.get("places") or ()
    if places and to not in places:
        raise WrongUse(f"to: {box.label(to)} is none of the hexes with the trigger, {listed([box.label(p) for p in places])}.")
    moving = moving_now(board, given)
    if kind == FINAL:
        to, left = _attacker_first(board, to, left, moving)
    number, source = board.number(to), board.number(left) if left is not None else None
    if source is not None and kind in (MOVEMENT, FINAL) and board.net.hexes[source].distance(to) != 1:
        raise WrongUse(f"source: {board.label(source)} is not beside {box.label(to)}.")
    there = board.at.get(number, ())
    side = _side(board, kind, there, moving)
    if not side:
        raise WrongUse(f"to: nobody stands in {box.label(to)}, and so there is no trigger.")
    watch = watch_on(board, side, MARCH)
    goes = kind == MOVEMENT and bool(moving)
    targets = as_targets(watch, number, moving if goes else ())
    if not targets:
        raise WrongUse(f"to: nobody of {board.forces.side_name(side)} stands in {box.label(to)}, and so there is no trigger.")
    along = given.get("road") == YES and kind == MOVEMENT
    at = source if source is not None and kind == MOVEMENT else number
    aim = Aim(Step(at, number, along, tuple(counted for _, counted in targets)), targets)
    hexside = {YES: True, NO: False}.get(given.get("hexside") or "")
    who = moving if moving or kind == FIRE else tuple(unit for unit in there if unit.side == side)
    before = tuple(given.get("impulse") or ())
    second, retreating = given.get("second") == YES, given.get("retreating") == YES and goes
    return watch, Trigger(kind, number, source, along, who, retreating, given.get("by") or "", hexside, second, before, aim)


def moving_now(board: Board, given: Mapping[str, Any]) -> tuple[Unit, ...]:
    """Those who move, as far as they are left: of a second trigger in a hex those who are there still, whatever came of the
    first. [TCS 4.01 15.2c, 20.1d]"""
    named = board.units(given["moving"], "moving") if given.get("moving") else ()
    if given.get("trigger", MOVEMENT) != MOVEMENT:
        return named
    second = given.get("second") == YES
    pieces = ((unit, unit.piece) for unit in named)
    return tuple(unit for unit, piece in pieces if piece is not None and (not second or piece.at == given["to"]))


def _attacker_first(board: Board, to: Hex, left: Hex | None, moving: Sequence[Unit]) -> tuple[Hex, Hex]:
    """The hex of those who attack, where the trigger lies, and the one that they attack, in whichever order they were given.
    Raises WrongUse. [TCS 4.01 15.2f]"""
    if left is None:
        raise WrongUse("source: final overwatch needs both hexes, that of the attackers and that which they attack (15.2f).")
    active = board.forces.state.moment.side
    ids = {unit.id for unit in moving}

    def attacks(place: Hex) -> bool:
        there = board.at.get(board.number(place), ())
        return any(unit.id in ids if ids else bool(active) and unit.side == active for unit in there)

    return (left, to) if attacks(left) and not attacks(to) else (to, left)


def _side(board: Board, kind: str, there: Sequence[Unit], moving: Sequence[Unit]) -> str:
    """The side that gave a trigger: of fire that of those who fired, whom others answer. [TCS 4.01 15.1]"""
    if kind == FIRE:
        not_theirs = {unit.side for unit in moving}
        return next((unit.side for unit in there if unit.side not in not_theirs), "")
    if moving:
        return moving[0].side
    active = board.forces.state.moment.side
    return next((unit.side for unit in there if unit.side == active), there[0].side if there else "")


# Who could answer ---------------------------------------------------------------------------------------------------------


def views_of(watch: Watch, trigger: Trigger) -> Iterator[View]:
    """Each stack by each ground that its firer may choose."""
    for stack in watch.stacks:
        own = {
            unit.id: tuple(_own_reasons(watch, trigger, stack, unit, counted)) for unit, counted in _in(watch, trigger, stack)
        }
        for ground in _grounds(watch, trigger, stack.number):
            firers = tuple(
                _sighted(watch, trigger, Firer(stack.number, unit, counted, own[unit.id]), ground)
                for unit, counted in _in(watch, trigger, stack)
            )
            yield View(stack, ground, firers)


def _in(watch: Watch, trigger: Trigger, stack: Stack) -> Iterator[tuple[Unit, Counted]]:
    return ranged(watch, stack, trigger.aim.step)


def _own_reasons(watch: Watch, trigger: Trigger, stack: Stack, unit: Unit, counted: Counted) -> Iterator[Reason]:
    """Why a unit does not answer, whatever it sees.
    [TCS 4.01 9.1c-e, 11.1a, 15.2c, 15.2e, 15.2f, 15.3a-c, 15.3i, 24.3b, 24.6c]"""
    board, told = watch.board, {"unit": unit.name}
    if trigger.kind == FINAL and stack.number != trigger.source:
        yield Reason(board.ref("15.2f"), "{unit}: it is not in the hex that is attacked", told)
        return
    if trigger.kind == FIRE and unit.id in {each.id for each in trigger.moving}:
        yield Reason(board.ref("15.2c"), "{unit}: it drew this fire by moving, and does not answer it", told)
    barring = prohibitions(watch.case, (counted,), OVERWATCH)
    if trigger.kind in (MOVEMENT, FIRE):
        barring += after_firing(watch.case, (counted,), OVERWATCH)
    for each in barring:
        yield Reason(each.rule, each.template, {**each.values, **told}, numbers=each.numbers)
    yield from acted.bars_any_fire(board, unit)
    if trigger.kind == MOVEMENT and vehicles_alone(watch, trigger) and not trigger.second:
        ids = [each.id for each in trigger.moving]
        for fire in acted.answered(board, [each for each, _ in stack.units], ids):
            if not set(trigger.before).isdisjoint(fire.against):
                yield Reason(board.ref("15.3i"), "{unit}: its stack has fired at these vehicles in this impulse", told)
                return


def vehicles_alone(watch: Watch, trigger: Trigger) -> bool:
    """Whether those who move are vehicles with what they carry. [TCS 4.01 15.3i, 20.2a]"""
    return are_vehicles_alone(watch.case.ruleset, trigger.moving)


def _grounds(watch: Watch, trigger: Trigger, here: int) -> Iterator[Ground]:
    """The ground by which a fire may be judged: that of the hex, or of the hexside, as the firer likes who sees the hex that
    was left; of final overwatch always. [TCS 4.01 15.2c, 15.2f]"""
    source = trigger.source if trigger.kind in (MOVEMENT, FINAL) else None
    may = source is not None and (trigger.kind == FINAL or watch.sees(here, source) is True)
    option = watch.case.choices.get("overwatch.hexside_terrain", "ask")
    wants = trigger.hexside if trigger.hexside is not None else {"hexside": True, "hex": False}.get(option)
    if not may or wants is not True:
        yield Ground(classes_under_fire(watch.board, trigger.number, here))
    if source is not None and may and wants is not False:
        yield Ground(classes_crossed(watch.board, source, trigger.number), between=True)


def _sighted(watch: Watch, trigger: Trigger, firer: Firer, ground: Ground) -> Firer:
    """A unit with why it cannot fire for what it or its observer sees. [TCS 4.01 7.1b, 8.2, 9.1b, 15.2b, 15.2c, 24.3a]"""
    if firer.why:
        return firer
    number, aimed, board = firer.number, trigger.aim.step, watch.board
    # The hexside of final overwatch counts on the Fire Table and for morale, and the trigger is spotted where it stands.
    seen_by = Ground(classes_under_fire(board, aimed.into, number)) if trigger.kind == FINAL else ground
    if firer.counted.kind.name == MORTAR:
        return with_observer(watch, firer, aimed, seen_by, spotting=True)
    unit, into = firer.unit.name, watch.sees(number, aimed.into)
    if into is not True:
        unsure = "{unit}: whether it sees the trigger cannot be decided, for want of heights"
        section, template = ("9.1b", "{unit}: it does not see the trigger") if into is False else ("8.2", unsure)
        return replace(firer, why=(step(watch.case, section, template, unit=unit),))
    spotted, away = spotted_to(watch, aimed, seen_by, (firer.counted,)), watch.away(number, aimed.into)
    if spotted is not None and away > spotted:
        template = "{unit}: the trigger is spotted to {range} hexes only, not to {away}"
        return replace(firer, why=(step(watch.case, "7.1b", template, unit=unit, range=amount(spotted), away=away),))
    if away > 1 and aimed.source != aimed.into and is_covered(watch, aimed) and watch.sees(number, aimed.source) is not True:
        template = "{unit}: the trigger has cover, and the hex that was left is not seen"
        return replace(firer, why=(step(watch.case, "15.2c", template, unit=unit),))
    return replace(firer, spots=True, others=watch.others(number, aimed.into))
