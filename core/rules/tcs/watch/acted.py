"""What units have done in the phase, as far as play remembers it, and what that bars.

[TCS 4.01 9.1a, 13.1b, 13.1h, 14.1c, 14.1f, 15.3i, 16.1g, 18.2a, 20.0b, 20.2a, 24.3b, 24.6c]

Fires are declared and resolved with what they do (`core.rules.kernel.proposals.Proposal.attempt`), and so the state of play
keeps who fired at which hex. What is declared and not resolved has not been fired yet. Outside play nothing is known, and
nothing is barred. Of changes of mode those into Fire Mode are kept, which alone let a unit fire that was in Move Mode; of those
that morale or a hand has made it follows from how the counter was turned.
"""

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from typing import Final

from core.geometry.hexes import Hex
from core.model.state import READIED, SMOKE_SHOT, Declared, Trek
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.fought import fought
from core.rules.operations.movement import fewest_points
from core.rules.tcs.forces.counters import are_vehicles_alone, in_move_mode, kind_of
from core.rules.tcs.forces.strength import MORTAR
from core.rules.tcs.forces.units import CARRIER, ON_MAP, PARALYZED, SUPPRESSED, VEHICLE
from core.rules.tcs.orders.timing import ACTION
from core.rules.tcs.procedures.ammunition import is_counted, store_of
from core.rules.tcs.procedures.carriers import ImpulsePoints, impulse_points
from core.rules.tcs.procedures.missions import HE
from core.rules.tcs.watch.already import is_spent

SUPPRESSIVE, ROLLS, POINT = "suppressive-fire", "at-rolls", "point-fire"
ANSWER, ANSWER_WITH_ROLLS, ANSWER_TO_ARTILLERY = "overwatch", "overwatch-at-rolls", "artillery-overwatch"
"""What fires are called where they are declared: `ROLLS` are Suppressive Fire Actions of AT rolls alone, the last three are
overwatch, with AT rolls in it and in the Aircraft & Artillery Phase."""
CLOSE = "close-fire"
"""Fire of guns on the map within an assault or overrun, whose ammunition counts; no other fire there is remembered so."""

ANSWERS = (ANSWER, ANSWER_WITH_ROLLS, ANSWER_TO_ARTILLERY)
_DIRECT = frozenset({SUPPRESSIVE, POINT, ANSWER, ANSWER_WITH_ROLLS, CLOSE})
_ARTILLERY_PHASE: Final = "artillery"


def in_artillery_phase(board: Board) -> bool:
    """Whether play stands in the Aircraft & Artillery Phase. [TCS 4.01 2.0, 18.10]"""
    return board.forces.state.moment.phase.partition(".")[0] == _ARTILLERY_PHASE


def answer_kind(board: Board, with_rolls: bool) -> str:
    """What an answer on overwatch is called where it is declared. [TCS 4.01 15.0, 24.3b]"""
    if in_artillery_phase(board):
        return ANSWER_TO_ARTILLERY
    return ANSWER_WITH_ROLLS if with_rolls else ANSWER


def bars_phase(board: Board, side: str, section: str) -> Iterator[Reason]:
    """That nobody of a side fires actions now: these are fired in the Action Phase of the own side. Nothing outside play, and
    where nobody follows the sequence of play; `section` says so. [TCS 4.01 13.1a, 14.1]"""
    moment, named = board.forces.state.moment, board.forces.side_name
    now, _, _ = moment.phase.partition(".")
    if not board.forces.state.in_play:
        return
    if moment.side and moment.side != side:
        template = "The phase is that of {side}: the others fire on overwatch alone, and actions in their own"
        yield Reason(board.ref(section), template, {"side": named(moment.side)})
    elif moment.turn and now and now != ACTION:
        title = next((each.title for each in board.case.ruleset.sequence if each.id == now), now)
        template = "Actions are fired in an Action Phase of {side}; play stands in: {now}"
        yield Reason(board.ref(section), template, {"side": named(side), "now": title})


def bars_suppressive(board: Board, unit: Unit) -> Iterator[Reason]:
    """Why a unit fires no Suppressive Fire Action, nor smoke or light in its place, by what it has done.
    [TCS 4.01 9.1a, 13.1b, 14.1c, 16.1g, 20.0a, 24.3b, 24.6c]"""
    ref, told = board.ref, {"unit": unit.name}
    yield from is_spent(board, unit)
    if times_readied(board, unit):
        yield Reason(ref("13.1b"), "{unit}: it has changed to Fire Mode in this phase", told)
    if has_moved(board, unit):
        yield Reason(ref("20.0a"), "{unit}: it has moved in this phase", told)
    if _times(board, (SUPPRESSIVE, SMOKE_SHOT), unit.id):
        yield Reason(ref("9.1a"), "{unit}: it has fired its Suppressive Fire Action", told)
    if _times(board, (POINT,), unit.id):
        yield Reason(ref("14.1c"), "{unit}: it has fired at points in this phase", told)
    if _times(board, (ROLLS, ANSWER_WITH_ROLLS), unit.id):
        section = "16.1g" if _times(board, (ROLLS,), unit.id) else "13.1b"
        yield Reason(ref(section), "{unit}: it has made AT rolls in this phase", told)
    yield from bars_any_fire(board, unit)


def bars_point(board: Board, unit: Unit) -> Iterator[Reason]:
    """Why a unit fires no Point Fire Action by what it has done: of three, or of the impulses of a vehicle, none is left.
    [TCS 4.01 9.1a, 14.1c, 14.1f, 14.1g, 20.2b, 20.2d]"""
    yield from is_spent(board, unit)
    vehicle, moved, ready = _is_vehicle(board, unit), has_moved(board, unit), times_readied(board, unit)
    if moved and not vehicle:
        yield Reason(board.ref("14.1c"), "{unit}: it has moved in this phase", {"unit": unit.name})
        return
    if ready and not vehicle:
        yield Reason(board.ref("14.1g"), "{unit}: it has changed to Fire Mode in this phase", {"unit": unit.name})
        return
    if _times(board, (SUPPRESSIVE, SMOKE_SHOT), unit.id):
        yield Reason(board.ref("9.1a"), "{unit}: it has fired its Suppressive Fire Action", {"unit": unit.name})
        return
    most, done = board.case.ruleset.whole("point_fire.actions"), _times(board, (POINT,), unit.id)
    told: dict[str, object] = {"unit": unit.name, "done": done, "most": most}
    if done >= most:
        yield Reason(board.ref("14.1c"), "{unit}: it has fired {done} of {most} Point Fire Actions", told)
    elif vehicle and done + (gone := impulses_moved(board, unit)) + ready >= impulses(board):
        template = "{unit}: it has fired {done} times at points, and has spent {spent} impulses on moving or its mode"
        yield Reason(board.ref("14.1f"), template, {**told, "spent": gone + ready})


def bars_move(board: Board, unit: Unit, needed: int, together: Collection[str] = ()) -> Iterator[Reason]:
    """Why a unit does not move by what it has done; `needed` are the impulses that it takes, 0 for movement at once, and
    `together` those who move with it, where that is known. [TCS 4.01 14.1c, 14.1f, 16.1g, 20.0b, 20.2a]"""
    yield from is_spent(board, unit)
    yield from bars_stirring(board, unit, needed)
    if not needed:
        yield from _has_finished(board, unit)
        yield from _splits_off(board, unit, together)


def _last_trek(board: Board, unit: Unit) -> tuple[Trek, tuple[Trek, ...]] | None:
    """The last way that a unit has gone in the phase of its side, with those gone since; None where it has not moved. Who comes
    onto the map is placed in a step of its own, before anybody moves. [TCS 4.01 27.2]"""
    if not has_moved(board, unit):
        return None
    treks = tuple(trek for trek in board.forces.state.treks if trek.source is not None)
    last = max((n for n, trek in enumerate(treks) if unit.id in trek.units), default=None)
    return (treks[last], treks[last + 1 :]) if last is not None else None


def _has_finished(board: Board, unit: Unit) -> Iterator[Reason]:
    """That a unit goes on no more once others of its side have begun to move: each completes its movement before the next.

    Vehicles may go in impulses between, and who is suppressed or paralyzed has been in a retreat. [TCS 4.01 20.0b, 20.2a]
    """
    found = _last_trek(board, unit)
    if found is None:
        return
    for trek in found[1]:
        since = [each for id_ in trek.units if (each := board.forces.unit(id_)) is not None and each.side == unit.side]
        others = [each for each in since if each.id not in found[0].units and not _is_shaken(each)]
        if others and not are_vehicles_alone(board.case.ruleset, since):
            template = "{unit} has moved before {others}, and its movement was over when theirs began"
            yield Reason(board.ref("20.0b"), template, {"unit": unit.name, "others": names(others)})
            return


def _splits_off(board: Board, unit: Unit, together: Collection[str]) -> Iterator[Reason]:
    """That a unit leaves others behind with whom it has moved as one stack, and who could go on; who carries others, and whom
    it carries, may part. [TCS 4.01 20.0b, 24.1]"""
    found = _last_trek(board, unit)
    if found is None or not together or _carries(board, unit):
        return
    mates = (each for id_ in found[0].units if id_ not in together and (each := board.forces.unit(id_)) is not None)
    left = [each for each in mates if _goes_on(each, unit) and not _carries(board, each)]
    if left:
        template = "{unit} has come with {others} as one stack, and does not split off on the way"
        yield Reason(board.ref("20.0b"), template, {"unit": unit.name, "others": names(left)})


def _goes_on(other: Unit, unit: Unit) -> bool:
    """Whether another unit stands with one, in Move Mode and unshaken. [TCS 4.01 20.0a, 20.0b]"""
    together = other.piece is not None and unit.piece is not None and other.piece.at == unit.piece.at
    return together and in_move_mode(other) and not _is_shaken(other)


def _carries(board: Board, unit: Unit) -> bool:
    """Whether a unit is a carrier, or is on another one."""
    return kind_of(board.case.ruleset, unit).category == CARRIER or (unit.piece is not None and bool(unit.piece.on))


def _is_shaken(unit: Unit) -> bool:
    return unit.piece is not None and not unit.piece.marks.isdisjoint((SUPPRESSED, PARALYZED))


def bars_stirring(board: Board, unit: Unit, needed: int, *, anew: bool = False) -> Iterator[Reason]:
    """Why a unit neither moves nor changes its mode, which is moving, by what it has fired; what begins `anew` takes whole
    impulses, and all else may go on in the last one. [TCS 4.01 14.1c, 14.1f-g, 16.1g, 20.2b]"""
    ref, told = board.ref, {"unit": unit.name}
    if _times(board, (SUPPRESSIVE, SMOKE_SHOT), unit.id):
        section = "20.2a" if needed else "13.0"
        yield Reason(ref(section), "{unit} has fired a Suppressive Fire Action, and moves no more in this phase", told)
    if _times(board, (ROLLS,), unit.id):
        yield Reason(ref("16.1g"), "{unit} has made AT rolls as an action, and moves no more in this phase", told)
    done = _times(board, (POINT,), unit.id)
    if not done:
        return
    if not _is_vehicle(board, unit):
        yield Reason(ref("14.1c"), "{unit} has fired at points, and moves no more in this phase", told)
    elif not needed:
        yield Reason(ref("14.1c"), "{unit} has fired at points in this phase, and moves in impulses alone", told)
    elif done + needed + impulses_moved(board, unit, over=not anew) + times_readied(board, unit) > impulses(board):
        template = "{unit} has fired {done} times at points, each in an impulse, and has too few of them left"
        yield Reason(ref("14.1f"), template, {**told, "done": done})


def bars_any_fire(board: Board, unit: Unit) -> Iterator[Reason]:
    """What keeps a unit from firing by itself as an action or on overwatch: a mortar has fired in this phase, as it does once,
    at whatever; the battery of a gun on the map has nothing left to fire. [TCS 4.01 9.1a, 18.2a, 24.3b, 24.6c]"""
    yield from lacks_ammunition(board, unit)
    if kind_of(board.case.ruleset, unit).name != MORTAR:
        return
    kinds = (ANSWER_TO_ARTILLERY,) if in_artillery_phase(board) else (SUPPRESSIVE, SMOKE_SHOT, ANSWER, ANSWER_WITH_ROLLS)
    if _times(board, kinds, unit.id):
        yield Reason(board.ref("24.3b"), "{unit}: a mortar fires once in the phase, and it has", {"unit": unit.name})


def lacks_ammunition(board: Board, unit: Unit) -> Iterator[Reason]:
    """That the battery of a gun on the map has nothing left to fire direct. [TCS 4.01 18.2a, 24.6c]"""
    if not is_on_map(board, unit) or battery_of(unit) in fired_direct(board) or not is_counted(board, unit.side):
        return
    what = store_of(board, unit.side, HE, unit.whole("fire.calibre") or None)
    if what is None or board.forces.state.points[unit.side, what] < 1:
        yield Reason(board.ref("18.2a"), "{unit}: its battery has no battery fire left", {"unit": unit.name})


def is_on_map(board: Board, unit: Unit) -> bool:
    """Whether a unit is artillery that stands on the map. [TCS 4.01 24.6]"""
    return kind_of(board.case.ruleset, unit).name == ON_MAP


def battery_of(unit: Unit) -> str:
    """What a gun on the map belongs to: its formation, or itself where it is in none."""
    return unit.counter.formation or unit.id


def fired_direct(board: Board) -> frozenset[str]:
    """The batteries of which guns on the map have fired direct in this phase. [TCS 4.01 24.6c]"""
    kinds = frozenset({ANSWER_TO_ARTILLERY}) if in_artillery_phase(board) else _DIRECT
    some = (each for each in board.forces.state.fought if each.what in kinds)
    known = (unit for each in some for id_ in each.units if (unit := board.forces.unit(id_)) is not None)
    return frozenset(battery_of(unit) for unit in known if is_on_map(board, unit))


def bars_hex(board: Board, place: Hex, side: str) -> Iterator[Reason]:
    """That a side has fired a Suppressive Fire Action at a hex already; AT rolls alone are none. [TCS 4.01 13.1h]"""
    if any(each.by == side and place in each.against for each in fought(board, SUPPRESSIVE)):
        template = "{hex} was the target of a Suppressive Fire Action in this phase"
        yield Reason(board.ref("13.1h"), template, {"hex": place}, (place,))


def answered(board: Board, stack: Iterable[Unit], moving: Iterable[str]) -> tuple[Declared, ...]:
    """The answers on overwatch that units of a stack have fired in the phase at some that move. [TCS 4.01 15.3i]"""
    ids, gone = {unit.id for unit in stack}, frozenset(moving)
    known = (each for kind in ANSWERS for each in fought(board, kind))
    return tuple(each for each in known if not ids.isdisjoint(each.units) and not gone.isdisjoint(each.shown))


def has_moved(board: Board, unit: Unit) -> bool:
    """Whether a unit has gone into another hex in the phase of its side."""
    state = board.forces.state
    return state.moment.side == unit.side and unit.id in state.moved


def impulses_moved(board: Board, unit: Unit, *, over: bool = False) -> int:
    """How many impulses a vehicle has spent at least on the ways that it has gone in the phase, by the fewest points that lead
    there; `over` counts those alone that are over, for it may go on in the last one. [TCS 4.01 14.1f, 20.2a-c]"""
    if not has_moved(board, unit):
        return 0
    points, spent = board.kept(("points gone", unit.id), lambda: _points_gone(board, unit))
    if over:
        full = (points.each, 2 * points.each, 2 * points.each + points.last)
        return sum(each <= spent for each in full)
    return max(1, points.used(spent))


def _points_gone(board: Board, unit: Unit) -> tuple[ImpulsePoints, Fraction]:
    """The points of the impulses of a vehicle, and the fewest that it has spent on its ways as far as these are known."""
    allowance = Fraction(unit.whole("movement.allowance"))
    ways = (trek for trek in board.forces.state.treks if unit.id in trek.units and trek.source is not None)
    known = (fewest_points(board, unit, trek.source, trek.into) for trek in ways if trek.source is not None)
    spent = sum((points for points in known if points is not None), Fraction(0))
    return impulse_points(board.case, allowance), min(spent, allowance)


def times_readied(board: Board, unit: Unit) -> int:
    """How often a unit has come into Fire Mode in the phase of its side: of its own will, else once where its counter was
    turned by a result of morale or by hand, and lies in Fire Mode now. [TCS 4.01 13.1b, 14.1g, 20.2d]"""
    times, state = _times(board, (READIED,), unit.id), board.forces.state
    was_turned = state.moment.side == unit.side and unit.id in state.turned and not in_move_mode(unit)
    return times or int(was_turned)


def impulses(board: Board) -> int:
    """How many impulses a vehicle has in a phase. [TCS 4.01 20.2a]"""
    return board.case.ruleset.whole("vehicle.impulses")


def _times(board: Board, kinds: Iterable[str], unit: str) -> int:
    """How often a unit has fired in some ways since its side's phase began, or as long as these count."""
    return sum(unit in each.units for kind in kinds for each in fought(board, kind))


def _is_vehicle(board: Board, unit: Unit) -> bool:
    return kind_of(board.case.ruleset, unit).category == VEHICLE
