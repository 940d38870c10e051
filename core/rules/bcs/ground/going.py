"""Movement on the map: sides up, SNAFU results, forced marches, minimal movement, zones [BCS 1.1 variants 3, 7, 8].

What a formation may do in its activation is kept of it (`../standing.py`): a result that was rolled and a march that was
paid for count in the usual way to move. The other ways suppose them, whatever was rolled.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from core.analysis.hex_net import Crossing
from core.geometry.hexes import Hex
from core.rules.bcs.activation import EFFECTS, FAIL, minimal_movement
from core.rules.bcs.counters import HEADQUARTERS, TRAINS
from core.rules.bcs.fatigue import MARCH, Allowance, allowance_of, without_combat
from core.rules.bcs.formations import SCREEN_EFFECTS
from core.rules.bcs.formations import ZONES as ZONES_CHART
from core.rules.bcs.ground.objectives import objective_zones
from core.rules.bcs.ground.screens import STACKED, enemy_screens, screen_zone, screen_zones, screens_of
from core.rules.bcs.ground.supplying import SUPPLY_RULES
from core.rules.bcs.ground.traffic import COST, traffic_hexes
from core.rules.bcs.ground.zones import (
    COSTS,
    DEPLOYED_SIDE,
    GROUND,
    IN_ENGAGEMENT_ZONES,
    IN_ZONES,
    LEG,
    MOVE_SIDE,
    NUMBER,
    enemy_engagement_zones,
    engagement_zones,
    engagement_zones_by,
    is_combat,
    is_marked,
    reaches,
    zone,
    zone_class,
)
from core.rules.bcs.standing import Standing, standing_of_unit
from core.rules.bcs.tables import ON, PUBLISHED
from core.rules.kernel.forces import Unit
from core.rules.kernel.modifiers import Item
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Reason
from core.rules.kernel.watch_detail import Watched
from core.rules.operations.board import Board
from core.rules.operations.costs import entry_tolls
from core.rules.operations.layers import Layer
from core.rules.operations.movement_detail import Met, StepCost
from core.rules.operations.rules import Asked, FurtherZones, Mode, Mover, OperationsRules, Turned
from core.rules.operations.tolls import Toll, Tolls, held
from core.rules.operations.zones import SIDES, Zones

AS_IT_LIES, ON_MOVE_SIDE, DEPLOYED, FORCED_MARCH, MINIMAL = "movement", "move_side", "deployed", "forced_march", "minimal"
MODES = (
    Mode(AS_IT_LIES, "Movement", PUBLISHED, ("activation.activities",)),
    Mode(ON_MOVE_SIDE, "Movement on the Move side", PUBLISHED),
    Mode(DEPLOYED, "Movement on the Deployed side", PUBLISHED),
    Mode(FORCED_MARCH, "Forced march", "3"),
    Mode(MINIMAL, "Minimal movement", "3"),
)
TURNS = {ON_MOVE_SIDE: (MOVE_SIDE, "Turning to the Move side"), DEPLOYED: (DEPLOYED_SIDE, "Turning to the Deployed side")}
"""The ways to move in which counters are turned first: the face that is up then, and the row that says what it costs."""

STOPPED = "stop"
"""The marker of a unit that moves no further. [BCS 1.1 variant 8]"""

UNPREPARED_CHART, UNPREPARED = "bcs.unprepared", "unprepared"
FACES = {MOVE_SIDE: "move", DEPLOYED_SIDE: "deployed"}
"""The sides of counters as the chart of unprepared units calls them, which is a stand-in for 1.2d."""

ZONE_COST = "Cost of a hex of the zone"


# What steps cost ----------------------------------------------------------------------------------------------------------


def tolls(board: Board, mover: Mover, crossing: Crossing) -> Tolls:
    """What a step costs a class of movement before zones: hex and hexside, or the road. [BCS 1.1 published summaries]"""
    return entry_tolls(board, COSTS, mover.class_, mover.printed, crossing)


def zone_tolls(board: Board, mover: Mover, asked: Asked) -> Mapping[int, Tolls]:
    """The hexsides over which nobody goes on who was stopped by the zone of a screen alone: all but those into its hex, which
    deployed units on foot may go into. [BCS 1.1 variant 8]"""
    if not _enters_screens(mover):
        return {}
    only = board.kept(("screened", mover.side), lambda: _screened(board, mover.side))
    if not only:
        return {}
    away = mover.start if mover.start in only else -1
    return board.kept(("out of screened", mover.side, mover.printed, away), lambda: _out_of(board, only, away))


def _screened(board: Board, side: str) -> Mapping[int, frozenset[int]]:
    """The hexes that lie in zones of control of enemy screens alone, with the hexes of these."""
    screens = {unit.id: number for number, unit in enemy_screens(board, side)}
    zones = board.enemy_zones(side).by_hex if screens else {}
    return {
        number: frozenset(screens[id_] for id_ in ids) for number, ids in zones.items() if all(id_ in screens for id_ in ids)
    }


def _out_of(board: Board, screened: Mapping[int, frozenset[int]], away: int) -> Mapping[int, Tolls]:
    net, found = board.net, {}
    why = Reason(board.ref("8"), "Who is in the zone of a screen goes on into its hex alone, not into {hex}")
    for number, screens in screened.items():
        for edge in range(SIDES * number, SIDES * number + SIDES) if number != away else ():
            # Beside two screens the zone of the other one still stops whoever goes on into the hex of one.
            if net.near[edge] >= 0 and screens != {net.near[edge]}:
                found[edge] = Tolls(Toll((), why))
    return found


# What lies over hexes -----------------------------------------------------------------------------------------------------


def layers(board: Board, mover: Mover, asked: Asked) -> tuple[Layer, ...]:
    """Enemies, screens, zones and traffic, by what the mover is and the side that is up. [BCS 1.1 variants 3, 7, 8]"""
    unit, face = mover.unit, face_of(mover)
    key = ("layers", mover.side, mover.class_, face, is_combat(unit), is_marked(board, unit))
    return board.kept(key, lambda: tuple(_layers(board, mover)))


def _layers(board: Board, mover: Mover) -> Iterator[Layer]:
    yield from _enemies(board, mover)
    yield from _zones(board, mover)
    if face_of(mover) == MOVE_SIDE:
        yield from _screen_zones(board, mover)
    filled = traffic_hexes(board)
    if filled:
        said = Reason(board.ref("3"), "Traffic fills {hex}")
        yield Layer("traffic", filled, said, _item(board, "Traffic", GROUND, COST, "3"))


def _enemies(board: Board, mover: Mover) -> Iterator[Layer]:
    """Hexes with enemies, which are closed but for two: that of a screen to deployed units on foot, and that of headquarters
    and trains alone to combat units. [BCS 1.1 variants 7, 8, published summaries]"""
    ref, side = board.ref, mover.side
    screens = frozenset(number for number, _ in enemy_screens(board, side))
    fighting = frozenset(n for n in board.enemies(side) if any(is_combat(each) and each.side != side for each in board.at[n]))
    alone = board.enemies(side) - fighting
    yield Layer("enemies", fighting - screens, Reason(ref(PUBLISHED), "Enemy units stand in {hex}"), closed=True)
    if screens:
        if _enters_screens(mover):
            said = Reason(ref("8"), "A screen stands in {hex} and retreats before deployed units on foot")
            yield Layer("screens", screens, said, warns=True)
        else:
            template = "A screen stands in {hex}, which only deployed units on foot enter, not a {class_} unit on its {up} side"
            told = {"class_": mover.class_, "up": "Deployed" if face_of(mover) == DEPLOYED_SIDE else "Move"}
            yield Layer("screens", screens, Reason(ref("8"), template, told), closed=True)
    if not alone:
        return
    bar = jump_bar(board, mover.unit, mover.class_, face_of(mover))
    if bar is None:
        said = Reason(ref("7"), "Headquarters or trains stand in {hex} without a combat unit, and jump when one enters it")
        yield Layer("headquarters", alone, said, warns=True)
    else:
        yield Layer("headquarters", alone, bar, closed=True)


def jump_bar(board: Board, unit: Unit, class_: str, face: int) -> Reason | None:
    """Why a unit of a class of movement, with a face up, makes no headquarters and trains jump; None where it does.

    [BCS 1.1 1.2d, 9.1f, variants 7, 8]
    """
    if not is_combat(unit):
        return Reason(board.ref("7"), "Only combat units make headquarters and trains jump")
    if is_marked(board, unit):
        return Reason(board.ref("8"), "Screens make no headquarters and trains jump")
    if board.consulted.cell(UNPREPARED_CHART, class_, FACES[face]) == UNPREPARED:
        template = "Units of class {class_} are unprepared on their {up} side, and make no headquarters and trains jump"
        return Reason(board.ref("1.2d"), template, {"class_": class_, "up": FACES[face].capitalize()})
    return None


def lying(unit: Unit, mode: str) -> tuple[str, int]:
    """The class of movement of a unit on its way in some mode, and the face that is up then."""
    face, _ = _turning(unit, mode)
    return str(unit.counter.face(face).get("movement.class") or COSTS.preset), face


def _zones(board: Board, mover: Mover) -> Iterator[Layer]:
    """What enemy zones do to a class of movement, by the chart; screens stop before they would have to engage.

    [BCS 1.1 variant 8, published summaries]
    """
    ref, side = board.ref, mover.side
    effect = board.consulted.cell(ZONES_CHART, mover.class_, "effect")
    control, engagement = board.enemy_zones(side), enemy_engagement_zones(board, side)
    if effect == IN_ZONES:
        screened = board.kept(("screened", side), lambda: _screened(board, side)) if _enters_screens(mover) else {}
        said = Reason(
            ref(PUBLISHED), "{hex} lies in an enemy zone of control: who is of class {class_} stops there", _class(mover)
        )
        yield Layer("zones", control.hexes - screened.keys(), said, stops=True, zone=True)
        said = Reason(
            ref("8"), "{hex} lies in the zone of control of a screen: the move ends there, or in the hex of the screen"
        )
        yield Layer("zones of screens", frozenset(screened), said, zone=True, warns=True)
    elif effect == IN_ENGAGEMENT_ZONES:
        said = Reason(ref(PUBLISHED), "{hex} lies in an engagement zone: who is of class {class_} stops there", _class(mover))
        yield Layer("engagement zones", engagement.hexes, said, stops=True, zone=True)
    else:
        said = Reason(
            ref(PUBLISHED), "{hex} lies in an enemy zone of control, which does not stop class {class_}", _class(mover)
        )
        yield Layer("zones", control.hexes, said, zone=True, warns=True)
    if is_marked(board, mover.unit):
        template = "{hex} lies in an engagement zone: a screen cannot begin an engagement that would stop it, and stops itself"
        yield Layer("stops of screens", engagement.hexes, Reason(ref("8"), template), stops=True, zone=True)


def _class(mover: Mover) -> dict[str, object]:
    return {"class_": mover.class_}


def _screen_zones(board: Board, mover: Mover) -> Iterator[Layer]:
    """What zones of enemy screens cost whoever moves on its Move side. [BCS 1.1 variant 8]"""
    hexes = frozenset(each for other in board.sides if other != mover.side for each in screen_zones(board, other))
    if hexes:
        said = Reason(board.ref("8"), "{hex} lies in the zone of a screen; units on their Move side pay for it")
        yield Layer("screen zones", hexes, said, _item(board, "Zone of a screen", SCREEN_EFFECTS, ZONE_COST, "8"))


def _item(board: Board, name: str, chart: str, row: str, section: str) -> Item:
    points = board.consulted.number(chart, row, NUMBER)
    return Item(name, points, board.ref(section), board.consulted.origin(chart, row, NUMBER))


# Movers -------------------------------------------------------------------------------------------------------------------


def _turning(unit: Unit, mode: str) -> tuple[int, str]:
    """The face that is up on the way in some mode, and the row that says what turning over costs, "" for none.

    The back of combat trains is that of ghosts, and no Deployed side. [BCS 1.1 published summaries]
    """
    up = unit.piece.face if unit.piece is not None else MOVE_SIDE
    return TURNS.get(mode, (up, "")) if unit.kind != TRAINS else (up, "")


def face_of(mover: Mover) -> int:
    """The side of a mover that is up on its way; combat trains are always on the move. [BCS 1.1 published summaries]"""
    if mover.unit.kind == TRAINS:
        return MOVE_SIDE
    if mover.turned is not None:
        return mover.turned.face
    return mover.unit.piece.face if mover.unit.piece is not None else MOVE_SIDE


def _enters_screens(mover: Mover) -> bool:
    """Whether a mover enters the hexes of screens: a deployed combat unit on foot. [BCS 1.1 variant 8]"""
    return mover.class_ == LEG and face_of(mover) == DEPLOYED_SIDE and is_combat(mover.unit)


def mover(board: Board, unit: Unit, asked: Asked) -> Mover:
    """A unit on the move: what its side up allows it after the SNAFU result of its formation, and why it may not go.

    [BCS 1.1 variants 3, 8, published summaries]
    """
    ref, start = board.ref, board.place(unit)
    up = unit.piece.face if unit.piece is not None else MOVE_SIDE
    face, row = _turning(unit, asked.mode)
    values = unit.counter.face(face)
    printed = values.get("movement")
    whole = printed if isinstance(printed, int) and not isinstance(printed, bool) else 0
    class_ = str(values.get("movement.class") or COSTS.preset)
    standing = standing_of_unit(board.forces, unit)
    snafu, marching = _result(asked.mode, standing), _marches(asked.mode, standing)
    items = [Item("Movement allowance", Fraction(whole), ref(PUBLISHED))]
    found = allowance_of(board.case, board.consulted, whole, class_, snafu, marching=marching)
    items += _multiplied(board, found, class_, snafu)
    minimum = None
    if snafu == FAIL and _is_planned(board):
        least = board.case.ruleset.whole("movement.minimal")
        items.append(Item("Minimal movement", max(Fraction(0), least - Fraction(found.whole)), ref("3")))
        if not asked.spent and asked.began.get(unit.id, start) == start:
            minimum = minimal_movement(board.case)
    turned = None
    if row and face != up:
        points = board.consulted.number(GROUND, row, NUMBER)
        items.append(Item(row, -points, ref(PUBLISHED), board.consulted.origin(GROUND, row, NUMBER)))
        turned = Turned(face, "", points)
    if asked.spent:
        items.append(Item("Spent before", -asked.spent, ref(PUBLISHED)))
    barred = tuple(_barred(board, unit, asked, whole, snafu, face))
    return Mover(
        *(unit, unit.side, start, asked.mode, class_, Fraction(whole), held(sum((item.value for item in items), Fraction(0)))),
        *(tuple(items), tuple(_said(board, unit, standing, marching)), barred, minimum if not barred else None),
        turned=turned,
    )


def _is_planned(board: Board) -> bool:
    return board.case.choices["fatigue.planned"] == ON


def _result(mode: str, standing: Standing | None) -> str:
    """The SNAFU result that counts for a move, "" for none; recovery counts as a failed roll. [BCS 1.1 variant 3]"""
    if mode == MINIMAL or (standing is not None and standing.recovered):
        return FAIL
    return standing.snafu if standing is not None else ""


def _marches(mode: str, standing: Standing | None) -> bool:
    """Whether a move is a forced march. [BCS 1.1 variant 3]"""
    return mode == FORCED_MARCH or (standing is not None and standing.marched)


def _multiplied(board: Board, found: Allowance, class_: str, snafu: str) -> Iterator[Item]:
    """What a SNAFU result and a forced march make of an allowance, part by part. [BCS 1.1 variant 3]"""
    ref, exact = board.ref, found.printed * found.after
    if found.after != 1:
        origin = board.consulted.origin(EFFECTS, snafu, "factor")
        yield Item(f"SNAFU result {snafu}, × {found.after}", exact - found.printed, ref(PUBLISHED), origin)
    if found.factor != 1:
        origin = board.consulted.origin(MARCH, class_, "factor")
        yield Item(f"Forced march, × {found.factor}", found.exact - exact, ref("3"), origin)
    if found.whole != found.exact:
        yield Item("Rounded", found.whole - found.exact, ref("general"))


def _barred(board: Board, unit: Unit, asked: Asked, printed: int, snafu: str, face: int) -> Iterator[Reason]:
    """Why a unit does not move at all. [BCS 1.1 variants 3, 8, published summaries]"""
    ref, told = board.ref, {"unit": unit.name, "up": "Deployed" if face == DEPLOYED_SIDE else "Move"}
    if printed <= 0:
        yield Reason(ref(PUBLISHED), "{unit} prints no movement allowance on its {up} side", told)
    if unit.piece is not None and STOPPED in unit.piece.marks:
        yield Reason(ref("8"), "{unit} has been stopped and moves no further", told)
    if asked.mode in (FORCED_MARCH, MINIMAL) and not _is_planned(board):
        yield Reason(ref("3"), "The box does not play variant {variant}; its options can", {"variant": "3"})
    elif snafu == FAIL and unit.kind == HEADQUARTERS and _is_planned(board):
        yield Reason(ref("3"), "{unit} is a headquarters and has no minimal movement after a failed roll", told)


def _said(board: Board, unit: Unit, standing: Standing | None, marching: bool) -> Iterator[Reason]:
    """What else there is to know of a unit that moves. [BCS 1.1 variants 3, 8, published summaries]"""
    ref, state, told = board.ref, board.forces.state, {"unit": unit.name}
    if state.moment.side and state.moment.side != unit.side:
        side = board.forces.side_name(state.moment.side)
        template = "The phase is that of {side}; {unit} moves in the activations of its own side"
        yield Reason(ref(PUBLISHED), template, {**told, "side": side})
    if standing is not None and state.in_play and not standing.activation:
        yield Reason(ref(PUBLISHED), "{formation} is not active", {"formation": _name(board, standing.formation)})
    if standing is not None and standing.activation and not standing.snafu and not standing.recovered:
        yield Reason(ref(PUBLISHED), "No SNAFU roll was made yet; told is what a full result allows")
    if marching:
        yield without_combat(board.case)
    if unit.kind == TRAINS:
        yield Reason(ref(PUBLISHED), "{unit} are ghosts once they have moved", told)
    if is_marked(board, unit):
        yield Reason(ref("8"), "{unit} loses its marker if it ends its move with another unit", told)


# What is asked on the way -------------------------------------------------------------------------------------------------


def _met(board: Board, units: Sequence[Unit], way: Sequence[StepCost], mode: str, watched: Sequence[Watched]) -> Iterator[Met]:
    """What is asked of units that enter hexes: that a screen retreats, that headquarters and trains jump; and where they stop
    for it or end, what came of the way: stacks of several formations, markers of screens that are lost, how own trains stand.

    [BCS 1.1 4.4a, 9.1f, variants 5, 7, 8, published summaries]
    """
    mixed: dict[str, list[str]] = {}
    for each in way:
        for formation, others in _mixing(board, units, board.number(each.into)):
            mixed.setdefault(formation, []).extend(others)
        then = tuple(asked_of_who_enters(board, units, each, mode))
        if not then and each is not way[-1]:
            continue
        then += (*_of_mixed(board, units, mixed), *_of_stacked(board, units, each.into), *_of_trains(board, units))
        mixed.clear()
        if then:
            yield Met(each.into, then)


def _mixing(board: Board, units: Sequence[Unit], number: int) -> Iterator[tuple[str, list[str]]]:
    """The formations of units that enter a hex, each with the others whose units it is stacked with there, if for a moment.

    [BCS 1.1 4.4a, variant 5]
    """
    coming = {unit.id for unit in units}
    there = [unit for unit in board.at.get(number, ()) if unit.side == units[0].side and unit.id not in coming]
    found = dict.fromkeys(unit.counter.formation for unit in there if is_combat(unit) and unit.counter.formation)
    for formation in dict.fromkeys(unit.counter.formation for unit in units if is_combat(unit) and unit.counter.formation):
        others = [each for each in found if each != formation]
        if others:
            yield formation, others


def _of_mixed(board: Board, units: Sequence[Unit], mixed: Mapping[str, Sequence[str]]) -> Iterator[Next]:
    """That stacks of several formations on a way bring coordination markers. [BCS 1.1 4.4a, variant 5]"""
    for formation, others in mixed.items():
        told = {"formation": _name(board, formation), "others": ", ".join(_name(board, each) for each in dict.fromkeys(others))}
        title = Reason(board.ref("4.4a"), "{formation} was stacked with {others}", told)
        given = {"formation": formation, "mixed": ", ".join(others), "lasting": "no"}
        yield Next("coordination.at", title, given, units[0].side, may=True)


def _name(board: Board, id_: str) -> str:
    formation = board.forces.oob.formation(id_)
    return formation.name if formation is not None else id_


def _of_stacked(board: Board, units: Sequence[Unit], end: Hex) -> Iterator[Next]:
    """That screens lose their markers which end a move stacked, or with which others do. [BCS 1.1 variant 8]"""
    side, coming = units[0].side, {unit.id for unit in units}
    there = [unit for unit in board.at.get(board.number(end), ()) if unit.side == side and unit.id not in coming]
    screens = [unit for unit in (*units, *there) if is_marked(board, unit)]
    if screens and len(units) + len(there) > 1:
        told = {"units": ", ".join(unit.name for unit in screens), "hex": end}
        title = Reason(board.ref("8"), "{units} end a move stacked in {hex}: no screen any more", told, (end,))
        given = {"units": ", ".join(unit.id for unit in screens), "change": STACKED}
        yield Next("screen.at", title, given, side)


def _of_trains(board: Board, units: Sequence[Unit]) -> Iterator[Next]:
    """That it is looked at how trains stand that have moved: they are ghosts then. [BCS 1.1 published summaries]"""
    for unit in units:
        if unit.kind == TRAINS and unit.counter.formation:
            title = Reason(board.ref(PUBLISHED), "How {unit} stand", {"unit": unit.name})
            yield Next("trains.at", title, {"formation": unit.counter.formation}, unit.side, may=True)


def asked_of_who_enters(board: Board, units: Sequence[Unit], step: StepCost, mode: str) -> Iterator[Next]:
    """What is asked when units enter a hex with enemies. [BCS 1.1 9.1f, variants 7, 8]"""
    number, label = board.number(step.into), board.forces.box.label
    side = units[0].side
    there = [unit for unit in board.at.get(number, ()) if unit.side != side]
    if not there:
        return
    given = {"to": label(step.into)}
    screens = [unit for _, unit in enemy_screens(board, side) if unit in there]
    for unit in screens:
        told = {"unit": unit.name, "hex": step.into}
        title = Reason(board.ref("8"), "{unit} retreats out of {hex}", told, (step.into,))
        yield Next("retreat.at", title, {**given, "units": unit.id, "result": "automatic"}, unit.side)
    if not any(map(is_combat, there)):
        title = Reason(board.ref("7"), "Headquarters and trains jump in {hex}", {"hex": step.into}, (step.into,))
        by = ", ".join(unit.id for unit in units if jump_bar(board, unit, *lying(unit, mode)) is None)
        yield Next("jump.at", title, {**given, "trigger": "entered", "by": by}, there[0].side)


def _engagement(board: Board, side: str, units: Sequence[Unit], whole: bool) -> Zones:
    """The engagement zones of some units. [BCS 1.1 variant 7, published summaries]"""
    return engagement_zones(board, side) if whole else engagement_zones_by(board, units)


def _screens(board: Board, side: str, units: Sequence[Unit], whole: bool) -> Zones:
    """The zones of those of some units that screen. [BCS 1.1 variant 8]"""
    found: dict[int, tuple[str, ...]] = {}
    for _, unit in screens_of(board, side):
        if any(unit.id == each.id for each in units):
            found |= {number: (*found.get(number, ()), unit.id) for number in screen_zone(board, unit)}
    return Zones(found)


def _objectives(board: Board, side: str, units: Sequence[Unit], whole: bool) -> Zones:
    """The zones of the objectives of a side, which no unit has. [BCS 1.1 4.3d]"""
    some = objective_zones(board, side).values() if whole else ()
    return Zones(dict.fromkeys((number for zone in some for number in zone), ()))


FURTHER_ZONES: Mapping[str, FurtherZones] = MappingProxyType(
    {
        "engagement": FurtherZones("Engagement zones", PUBLISHED, _engagement),
        "screen": FurtherZones("Screen zones", "8", _screens),
        "objective": FurtherZones("Objective zones", "4.3d", _objectives, of_units=False),
    }
)
"""Zones beside those of control. [BCS 1.1 4.3d, variants 7, 8]"""

GOING = OperationsRules(
    modes=MODES,
    zone=zone,
    zone_class=zone_class,
    zone_of_unit_alone=True,
    reaches=reaches,
    zone_section=PUBLISHED,
    zone_rules="4.3d, 7, 8, published summaries",
    further_zones=FURTHER_ZONES,
    movement_section=PUBLISHED,
    movement_rules="3, 7, 8, published summaries",
    mover=mover,
    tolls=tolls,
    layers=layers,
    zone_over=zone_tolls,
    met=_met,
    supply=SUPPLY_RULES,
)
"""What BCS says of zones, movement and supply on the map, but for orders, which ways may lead away from (`on_the_map`)."""
