"""Movement on the map [TCS 4.01 4.1, 5.2b, 19.1c, 20.0-20.2, 21.2, 24.1-24.2].

Terrain that covers any part of a hex counts, the dearest of it; what is closed closes the hexes whose dot it covers. Solid
contour lines are counted from dot to dot. Who is carried moves with what carries it, in proportion to its own allowance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from core.analysis.hex_net import Crossing
from core.base.amounts import amount
from core.geometry.hexes import Hex
from core.model.state import RETREAT
from core.rules.kernel.forces import Unit
from core.rules.kernel.modifiers import Item
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Reason
from core.rules.kernel.watch_detail import Watched
from core.rules.operations.board import Board
from core.rules.operations.costs import EntryCosts, entry_tolls
from core.rules.operations.fought import fought
from core.rules.operations.layers import Layer
from core.rules.operations.movement_detail import Met, StepCost
from core.rules.operations.rules import Asked, Mode, Mover, OperationsRules, Turned
from core.rules.operations.tolls import Toll, Tolls, held
from core.rules.tcs.forces.counters import FIRED_MARK, carried_how, in_move_mode, kind_of
from core.rules.tcs.forces.limits import destroyed_above
from core.rules.tcs.forces.modes import lying
from core.rules.tcs.forces.units import INFANTRY, MOVE, PARALYZED, SUPPRESSED, VEHICLE, WEAPONS
from core.rules.tcs.forces.walking import BY_FOOT, BY_HAND, FOOT, TOW, Way, own_allowance, walks, way_of
from core.rules.tcs.movement.passing import gone
from core.rules.tcs.movement.stirring import spent_on_changes
from core.rules.tcs.orders.by_orders import orders_of_units
from core.rules.tcs.procedures.carriers import impulse_points, mode_cost
from core.rules.tcs.procedures.dangers import breaches, minefields
from core.rules.tcs.sight.case import Case
from core.rules.tcs.sight.cover import is_bridge
from core.rules.tcs.watch.acted import bars_move
from core.rules.tcs.watch.entering import met, shelled
from core.rules.tcs.watch.watching import watched_on

CHART, MINES = "tcs.terrain_effects", "tcs.minefield"
COSTS = EntryCosts(
    *(CHART, CHART),
    hex_section="20.1g",
    side_section="20.1",
    road_section="20.1e",
    closed_section="20.1f",
    preset="foot",
    counted=("counts", "road"),
)
MARCH, IMPULSE, IMPULSES = "movement", "impulse", "two_impulses"
MODES = (
    Mode(MARCH, "Movement", "20.0", ("action.actions",)),
    Mode(BY_FOOT, "Movement on foot", "24.2b"),
    Mode(IMPULSE, "One vehicle impulse", "20.2b"),
    Mode(IMPULSES, "Two vehicle impulses at once", "20.2c"),
)
IN_IMPULSES = (IMPULSE, IMPULSES)
CONTOUR, SMOKE = "Contour", "Smoke"
STEEPEST = 1
"""So many solid contour lines are crossed by vehicles, carriers and guns, or lie in a hex that they enter. [TCS 4.01 20.1c]"""
FREE_OF_COST, ADDED = "0", "points"


# What steps cost ----------------------------------------------------------------------------------------------------------


def tolls(board: Board, mover: Mover, crossing: Crossing) -> Tolls:
    """What a step costs: terrain and contour lines, or the road, which ignores both. [TCS 4.01 20.1-20.1i]"""
    if mover.class_ == TOW:
        return Tolls(Toll((), Reason(board.ref("20.0f"), "Who is only towed moves nowhere by itself")))
    column = FOOT if mover.class_ == BY_HAND else mover.class_
    bridged = any(is_bridge(board, kind) for kind in crossing.sides)
    plain = replace(crossing, sides=frozenset()) if bridged else crossing
    found = entry_tolls(board, COSTS, column, mover.printed, plain)
    return replace(found, off=_over_contours(board, mover, column, crossing, found.off))


def _over_contours(board: Board, mover: Mover, column: str, crossing: Crossing, off: Toll) -> Toll:
    """What solid contour lines add to a step across country, and whom they keep from it. [TCS 4.01 20.1b, 20.1c]"""
    if off.barred is not None:
        return off
    if mover.class_ != FOOT:
        for count, template in (
            (
                crossing.climbs,
                "{count} solid contour lines lie on the way into {hex}, and only who is on foot crosses more than one",
            ),
            (
                crossing.contours,
                "{count} solid contour lines run through {hex}, and only who is on foot enters over more than one",
            ),
        ):
            if count > STEEPEST:
                return Toll((), Reason(board.ref("20.1c"), template, {"count": count}))
    if not crossing.climbs:
        return off
    each = board.consulted.number(CHART, CONTOUR, column)
    name = CONTOUR if crossing.climbs == 1 else f"{CONTOUR} × {crossing.climbs}"
    item = Item(name, each * crossing.climbs, board.ref("20.1b"), board.consulted.origin(CHART, CONTOUR, column))
    return Toll((*off.items, item))


# What lies over hexes -----------------------------------------------------------------------------------------------------


def layers(board: Board, mover: Mover, asked: Asked) -> tuple[Layer, ...]:
    """Enemies, smoke, mines and attack zones. [TCS 4.01 5.2b, 18.8c, 19.1c, 20.0g, 21.0-21.3]"""
    column = FOOT if mover.class_ in (BY_HAND, TOW) else mover.class_
    return board.kept(("layers", mover.side, column), lambda: tuple(_layers(board, mover.side, column)))


def _layers(board: Board, side: str, column: str) -> Iterator[Layer]:
    ref, consulted, case = board.ref, board.consulted, board.case
    assert isinstance(case, Case)
    yield Layer("enemies", board.enemies(side), Reason(ref("20.0g"), "Enemies are in {hex}"), closed=True)
    if smoke := _numbers(board, case.smoke):
        item = Item(SMOKE, consulted.number(CHART, SMOKE, column), ref("19.1c"), consulted.origin(CHART, SMOKE, column))
        yield Layer("smoke", smoke, Reason(ref("19.1c"), "Smoke lies in {hex}"), item)
    mined = _numbers(board, minefields(board.forces))
    if mined:
        row = "movement points"
        points, origin = consulted.number(MINES, row, consulted.book.chart(MINES).columns.labels[0]), None
        origin = consulted.origin(MINES, row, consulted.book.chart(MINES).columns.labels[0])
        item = Item("Minefield", points, ref("21.2"), origin)
        breached = mined & _numbers(board, breaches(board.forces))
        said = Reason(ref("21.0b"), "{hex} is mined: the mines attack who enters, after overwatch and artillery (21.2)")
        yield Layer("mines", mined - breached, said, item)
        said = Reason(ref("21.3d"), "{hex} is mined and breached: the mines do not attack, and it is a bottleneck (20.1d)")
        yield Layer("breaches", breached, said, item)
    near = _numbers(board, shelled(board))
    if near:
        said = Reason(ref("18.8c"), "{hex} is in or beside an attack zone: its barrage attacks who enters, after overwatch")
        yield Layer("attack zones", near, said, warns=True)


def _numbers(board: Board, places: "frozenset[Hex]") -> frozenset[int]:
    index = board.net.index
    return frozenset(index[place] for place in places if place in index)


# Movers -------------------------------------------------------------------------------------------------------------------


def mover(board: Board, unit: Unit, asked: Asked) -> Mover:
    """A unit on the move: its points after a change of mode and what it has spent, and why it may not go.

    [TCS 4.01 4.1, 20.0-20.2, 24.1, 24.2]
    """
    # What was changed where it stood is spent as well, and remembered by the state of play.
    asked = replace(asked, spent=asked.spent + spent_on_changes(board, unit, asked.mode))
    carrier = _carrier(board, unit)
    if carrier is not None and carrier.id in asked.together:
        return _carried(board, unit, carrier, asked)
    ref, start = board.ref, board.place(unit)
    way = way_of(board.case.ruleset, unit, asked.mode)
    printed = Fraction(way.allowance)
    items = list(_allowance(board, unit, printed, asked))
    change = _change(board, unit, way, printed)
    if change is not None:
        items.append(change)
    barred = tuple(_barred(board, unit, way, carrier, asked))
    fresh = not asked.spent and asked.began.get(unit.id, start) == start
    minimum = None
    if fresh and change is None and not barred and printed > 0 and asked.mode not in IN_IMPULSES:
        template = "{unit} may always go one hex for all its movement points, into terrain that is open to it"
        minimum = Reason(ref("20.0c"), template, {"unit": unit.name})
    allowance = held(sum((item.value for item in items), Fraction(0)))
    return Mover(
        *(unit, unit.side, start, asked.mode, way.class_, printed, allowance),
        *(tuple(items), tuple(_said(board, unit, asked)), barred, minimum),
        turned=_turned(board, unit, asked.mode, -change.value if change is not None else Fraction(0)),
    )


def along(board: Board, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Units with those whom they carry or tow, who go where these go. [TCS 4.01 24.1]"""
    found = {unit.id: unit for unit in units}
    beside = [unit for place in {board.place(unit) for unit in units} for unit in board.at.get(place, ())]
    for _ in beside:
        new = [each for each in beside if each.id not in found and each.piece is not None and each.piece.on in found]
        if not new:
            break
        found |= {each.id: each for each in new}
    return tuple(found.values())


def _turned(board: Board, unit: Unit, mode: str, points: Fraction) -> Turned | None:
    """The counter of a unit in Move Mode with what it spends for it, None where it lies so. [TCS 4.01 4.0, 4.1, 24.2c]"""
    lies = to_move_mode(board, unit, mode)
    return None if lies is None else Turned(*lies, points)


def to_move_mode(board: Board, unit: Unit, mode: str) -> tuple[int, str] | None:
    """The face and the words of a unit in Move Mode, None where it lies so; they say it too where it leaves its own carrier.

    [TCS 4.01 4.0, 24.2c]
    """
    if unit.piece is None or in_move_mode(unit):
        return None
    return lying(board.case.ruleset, unit, MOVE, on_foot=mode == BY_FOOT)


def _carrier(board: Board, unit: Unit) -> Unit | None:
    """What carries or tows a unit. [TCS 4.01 24.1]"""
    return board.forces.unit(unit.piece.on) if unit.piece is not None and unit.piece.on else None


def _carried(board: Board, unit: Unit, carrier: Unit, asked: Asked) -> Mover:
    """A unit that goes with what carries it, as far as its own allowance lasts in proportion; how far that goes is told
    of it. [TCS 4.01 24.1]"""
    moving = mover(board, carrier, replace(asked, spent=Fraction(0)))
    own, printed = Fraction(own_allowance(board.case.ruleset, unit)), moving.printed
    items = [Item("Movement allowance", printed, board.ref("20.0c"))]
    if asked.spent and own > 0:
        name = f"Spent before by {unit.name}, {amount(asked.spent)} of {amount(own)}"
        items.append(Item(name, -printed * min(Fraction(1), asked.spent / own), board.ref("24.1")))
    return replace(
        moving,
        unit=unit,
        start=board.place(unit),
        items=tuple(items),
        allowance=held(sum((item.value for item in items), Fraction(0))),
        minimum=moving.minimum if not asked.spent else None,
        share=own / printed if printed else Fraction(1),
        turned=None,
    )


def _allowance(board: Board, unit: Unit, printed: Fraction, asked: Asked) -> Iterator[Item]:
    """What a unit may spend in a mode, and has spent. [TCS 4.01 20.0c, 20.2b, 20.2c]"""
    ref = board.ref
    yield Item("Movement allowance", printed, ref("20.0c"))
    if asked.mode not in IN_IMPULSES:
        if asked.spent:
            yield Item("Spent before", -asked.spent, ref("20.0d"))
        return
    points = impulse_points(board.case, printed)
    left = printed - asked.spent
    if asked.mode == IMPULSES:
        now, section, name = min(Fraction(points.two), left), "20.2c", "Two of three impulses"
    elif points.used(asked.spent) < points.count - 1:
        now, section, name = min(points.each, left), "20.2b", "One of three impulses"
    else:
        now, section, name = min(points.last, left), "20.2b", "The last impulse, with what was left over"
    yield Item(name, now - printed, ref(section))


def _change(board: Board, unit: Unit, way: Way, printed: Fraction) -> Item | None:
    """What changing to Move Mode costs first, where that costs anything. [TCS 4.01 4.1a, 4.1b, 24.2d]"""
    if in_move_mode(unit):
        return None
    vehicle = kind_of(board.case.ruleset, unit).category not in (INFANTRY, WEAPONS)
    cost, section = mode_cost(board.case, printed, MOVE, vehicle=vehicle, integrated=way.own_carrier)
    return Item("Into Move Mode", -Fraction(cost), board.ref(section)) if cost else None


def _barred(board: Board, unit: Unit, way: Way, carrier: Unit | None, asked: Asked) -> Iterator[Reason]:
    """Why a unit does not move. [TCS 4.01 4.1c, 14.1c, 14.1f, 16.1g, 20.0f, 20.2a, 24.1, 24.1b]"""
    ref, told = board.ref, {"unit": unit.name}
    if asked.mode == BY_FOOT and carrier is None and not walks(unit):
        yield Reason(ref("24.2b"), "{unit} prints no movement on foot", told)
    if carrier is not None:
        how = carried_how(unit, {carrier.id: carrier})
        template = "{unit} is {how} and moves with {carrier}; to go by itself it dismounts first (24.1b)"
        yield Reason(ref("24.1"), template, {**told, "how": how, "carrier": carrier.name})
        return
    if way.class_ == TOW:
        yield Reason(ref("20.0f"), "{unit} moves only when it is towed", told)
    elif way.allowance <= 0:
        yield Reason(ref("20.0c"), "{unit} prints no movement allowance", told)
    if any(unit.id in each.units for each in fought(board, RETREAT)):
        yield Reason(ref("17.4"), "{unit} has retreated in this phase in the place of a move", told)
    marks = unit.piece.marks if unit.piece is not None else frozenset()
    held = next((each for each in (PARALYZED, SUPPRESSED, FIRED_MARK) if each in marks), "")
    if held and not in_move_mode(unit):
        template = "{unit} is in Fire Mode and {state}, so that only a retreat lets it change its mode"
        yield Reason(ref("4.1c"), template, {**told, "state": "marked Fired" if held == FIRED_MARK else held})
    yield from bars_move(board, unit, {IMPULSE: 1, IMPULSES: 2}.get(asked.mode, 0), asked.together)
    if asked.mode in IN_IMPULSES:
        if kind_of(board.case.ruleset, unit).category != VEHICLE:
            yield Reason(ref("20.2a"), "{unit} is no vehicle, and only vehicles move in impulses", told)
        else:
            points = impulse_points(board.case, Fraction(way.allowance))
            needed = 2 if asked.mode == IMPULSES else 1
            if points.used(asked.spent) + needed > points.count:
                template = "{unit} has spent {spent} of its {allowance} points, and with them its impulses"
                told_points = {"spent": str(asked.spent), "allowance": way.allowance}
                yield Reason(ref("20.2a"), template, {**told, **told_points})


def _said(board: Board, unit: Unit, asked: Asked) -> Iterator[Reason]:
    """What else there is to know of a unit that moves. [TCS 4.01 3.3b, 6.3c, 20.0a, 20.1c]"""
    moment = board.forces.state.moment
    if moment.side and moment.side != unit.side:
        told = {"unit": unit.name, "side": board.forces.side_name(moment.side)}
        yield Reason(board.ref("20.0"), "The phase is that of {side}; {unit} moves in that of its own side", told)
    for each in orders_of_units(board.case, board.forces, (unit,)):
        if each.is_unassigned:
            yield from each.reasons
            rally = each.standing.rally
            where = (rally,) if rally is not None else ()
            template = "{unit} is Unassigned: where its move may end hangs on its rally point and on enemies that it spots"
            yield Reason(board.ref("6.3c"), template, {"unit": unit.name}, where)


def _met(board: Board, units: Sequence[Unit], way: Sequence[StepCost], mode: str, watched: Sequence[Watched]) -> Iterator[Met]:
    """What is asked of units that move, and where an impulse ends. [TCS 4.01 5.0, 15.2, 18.8c, 21.2]"""
    asked = {each.into: each.then for each in met(board, units, way, watched, in_impulses=mode in IN_IMPULSES)}
    if way and mode in IN_IMPULSES:
        end = way[-1].into
        if too_many := tuple(_above_there(board, units, end)):
            asked[end] = (*asked.get(end, ()), *too_many)
    yield from (Met(into, then) for into, then in asked.items())


def _above_there(board: Board, units: Sequence[Unit], place: Hex) -> Iterator[Next]:
    """What is asked where units would stand above the limits of stacking with those who are there; it is left out where the
    impulse goes on from there. [TCS 4.01 5.0]"""
    number, side = board.number(place), units[0].side
    friends = [unit for unit in board.at.get(number, ()) if unit.side == side]
    if not friends:
        return
    riding = (id_ for unit in units for id_ in board.forces.deployment.carried(unit.id))
    there = board.with_units(dict.fromkeys([*(unit.id for unit in units), *riding], number))
    for asked in destroyed_above(there, [unit for unit in there.at[number] if unit.side == side], place):
        yield replace(asked, may=True)


OPERATIONS = OperationsRules(
    modes=MODES,
    movement_section="20.0",
    movement_rules="4.1, 19.1c, 20.0-20.2, 21.2, 24.1-24.2",
    mover=mover,
    tolls=tolls,
    layers=layers,
    along=along,
    watched=watched_on,
    met=_met,
    gone=gone,
)
"""What TCS says of movement on the map."""
