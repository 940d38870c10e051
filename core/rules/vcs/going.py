"""Movement on the map [VCS 5.0-5.4, 6.0, 7.1, 8.0, 11.1.5, 11.2.5, 13.1-13.3, 13.5, 13.7].

Rivers bar armour and artillery; infantry, mechanised or not, crosses them at half its printed factor. A hex with friends costs
more to whoever comes along the road, also where the move ends. Where a text asks for rivers without a bridge, one with a road
over it has a bridge.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from core.analysis.hex_net import Crossing
from core.geometry.hexes import Hex
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.markers import parted
from core.rules.kernel.modifiers import Item
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.costs import EntryCosts, entry_tolls
from core.rules.operations.layers import Layer
from core.rules.operations.rules import Asked, Mode, Mover
from core.rules.operations.sources import road_crossings
from core.rules.operations.tolls import Toll, Tolls
from core.rules.operations.zones import SIDES
from core.rules.vcs.counters import ARTILLERY, ENGINEERS, unit_of
from core.rules.vcs.lines import BRIDGE, broken_bridges, broken_roads, enemy_depots
from core.rules.vcs.movement import CLASSES, FRIENDS, HALF, PROHIBITED, RUBBLE, of_leaving, river_crossing
from core.rules.vcs.states import state_of
from core.rules.vcs.strengths import RIVER, SECTIONS, SUPPLIED, TERRAIN
from core.rules.vcs.supply import DISTANCES, allowance

WAYS, MODES_CHART = "vcs.ways", "vcs.modes"
COSTS = EntryCosts(
    *(TERRAIN, WAYS),
    hex_section="5.4",
    side_section="5.1",
    road_section="5.1",
    closed_section="5.4",
    open="Level 1",
    preset=CLASSES[0],
)
TACTICAL, STRATEGIC, RAIL, ASSISTED = "tactical", "strategic", "rail", "assisted"
RESERVE, RESERVE_STRATEGIC = "reserve", "reserve_strategic"
PASSAGE = "passage"
"""In the place of a mode: what is open to units that retreat or advance."""
MODES = (
    Mode(TACTICAL, "Tactical movement", "5.1", ("movement",)),
    Mode(STRATEGIC, "Strategic movement", "5.2"),
    Mode(RAIL, "Movement by rail", "5.3"),
    Mode(ASSISTED, "River crossing with engineers", "13.7"),
    Mode(RESERVE, "Tactical movement of reserves", "6.0", ("reserves",)),
    Mode(RESERVE_STRATEGIC, "Strategic movement of reserves", "6.0"),
)
FAR = (STRATEGIC, RESERVE_STRATEGIC)
GUNS = "guns"
"""The class of towed artillery, which moves as what is not mechanised and crosses no river."""
RAILWAY, RAIL_OPTION, PLAYED = "Railway", "rail.movement", "played"
STRATEGIC_NEAR, NEAREST = "Strategic movement", "Nearest hex of enemies in strategic movement"
RESERVE_MARK, RUBBLE_MARK = "reserve", "rubble"
RIVERS_READING = "rivers.mechanised_infantry"
WET = ("rain", "storm")


def class_of(unit: Unit) -> str:
    """The class of movement of a unit: its column of the chart of terrain, or towed artillery. [VCS 5.1, 5.4, 13.7]"""
    held = unit_of(unit)
    return GUNS if held.kind == ARTILLERY and held.column == CLASSES[0] else held.column


def column_of(class_: str) -> str:
    """The column of the chart of terrain for a class of movement."""
    return CLASSES[0] if class_ == GUNS else class_


# What steps cost ----------------------------------------------------------------------------------------------------------


def tolls(board: Board, mover: Mover, crossing: Crossing) -> Tolls:
    """What a unit pays for a step before zones: terrain and rivers, or the road. [VCS 5.1-5.4, 13.7]"""
    return _tolls(board, mover, crossing)


def over(board: Board, mover: Mover, asked: Asked) -> Mapping[int, Tolls]:
    """What hexsides cost whose bridge is destroyed, or that lead to or from a hex whose road is. [VCS 13.1, 13.3]"""
    key = ("over", mover.mode, mover.class_, mover.printed, mover.allowance)
    return board.kept(key, lambda: _over(board, mover))


def _over(board: Board, mover: Mover) -> Mapping[int, Tolls]:
    net, roads, found = board.net, road_crossings(board), {}
    bridges = broken_bridges(board)
    edges = set(bridges)
    for number in broken_roads(board):
        for edge in range(SIDES * number, SIDES * number + SIDES):
            near = net.near[edge]
            if near >= 0 and roads[net.crossing[edge]]:
                edges |= {edge, SIDES * near + (edge % SIDES + SIDES // 2) % SIDES}
    for edge in edges:
        crossing = net.crossings[net.crossing[edge]]
        found[edge] = _tolls(board, mover, crossing, bridge=edge not in bridges, road=False)
    return found


def _tolls(board: Board, mover: Mover, crossing: Crossing, *, bridge: bool = True, road: bool = True) -> Tolls:
    if mover.mode == RAIL:
        return Tolls(*_by_rail(board, crossing, bridge=bridge))
    column = column_of(mover.class_)
    wet = is_river(board, crossing) and not (bridge and is_bridged(board, crossing))
    plain = frozenset(kind for kind in crossing.sides if _name(board, kind) not in (RIVER, BRIDGE))
    found = entry_tolls(board, COSTS, column, mover.printed, replace(crossing, sides=plain))
    off = _over_river(board, mover, crossing, found.off) if wet else found.off
    if mover.mode == ASSISTED and not wet:
        why = Reason(board.ref("13.7"), "In this way units cross a river beside them and go no further")
        return Tolls(Toll((), why))
    return Tolls(off, found.road if road and mover.mode != ASSISTED else None)


def _over_river(board: Board, mover: Mover, crossing: Crossing, off: Toll) -> Toll:
    """A step over a river without a bridge. [VCS 5.1, 5.4, 10.9, 13.7]"""
    if off.barred is not None:
        return off
    ref, class_ = board.ref, mover.class_
    if mover.mode == ASSISTED:
        return Toll((Item("River with the help of engineers, the whole allowance", mover.allowance, ref("13.7")),))
    column = column_of(class_)
    told = {"class": "Artillery" if class_ == GUNS else f"{column[:1].upper()}{column[1:]}"}
    if class_ == GUNS:
        return Toll((), Reason(ref("13.7"), "{class} crosses a river without a bridge only with the help of engineers", told))
    kind = next(kind for kind in sorted(crossing.sides) if _name(board, kind) == RIVER)
    given = board.forces.terrain[kind].costs.get(column)
    if given is not None and given != "P":
        own = entry_tolls(board, COSTS, column, mover.printed, Crossing(into=crossing.into, sides=frozenset({kind})))
        return Toll((*off.items, *(item for item in own.off.items if item not in off.items)))
    word = HALF if mover.mode == PASSAGE and class_ == CLASSES[1] else river_crossing(board.case, board.consulted, column)
    if given == "P" or word == PROHIBITED:
        return Toll((), Reason(ref("5.4"), "{class} units cross no river without a bridge", told))
    origin = board.consulted.origin(TERRAIN, RIVER, column)
    return Toll((*off.items, Item("River without a bridge", mover.printed / 2, ref("5.1"), origin)))


def _by_rail(board: Board, crossing: Crossing, *, bridge: bool) -> tuple[Toll, Toll | None]:
    """A step along a railway; `bridge` says that the bridge before the hex stands, if one was there. [VCS 5.3, 13.1]"""
    ref = board.ref("5.3")
    if not bridge:
        return Toll((), Reason(board.ref("13.1"), "The bridge is destroyed, and no railway leads over it")), None
    off = Toll((), Reason(ref, "Movement by rail goes along railways"))
    if not any(_name(board, kind) == RAILWAY for kind in crossing.ways):
        return off, None
    return off, Toll((Item("Railway", Fraction(1), ref),))


def is_river(board: Board, crossing: Crossing) -> bool:
    """Whether a river lies along a hexside, with a bridge or without. [VCS 10.1]"""
    return any(_name(board, kind) == RIVER for kind in crossing.sides)


def is_bridged(board: Board, crossing: Crossing) -> bool:
    """Whether a bridge is drawn on a hexside, or a road leads over it. [VCS 5.1, 11.0]"""
    if any(_name(board, kind) == BRIDGE for kind in crossing.sides):
        return True
    return any(board.force_rules.is_road(board.case, board.consulted, kind) for kind in crossing.ways)


def is_wet(board: Board, edge: int) -> bool:
    """Whether a river without a bridge that stands lies along a hexside, by 6 × hex + direction. [VCS 5.1, 10.9, 10.10]"""
    crossing = board.net.crossings[board.net.crossing[edge]]
    return is_river(board, crossing) and (edge in broken_bridges(board) or not is_bridged(board, crossing))


def _name(board: Board, kind: str) -> str:
    terrain = board.forces.terrain.get(kind)
    return terrain.name if terrain is not None else ""


# What lies over hexes -----------------------------------------------------------------------------------------------------


def layers(board: Board, mover: Mover, asked: Asked) -> tuple[Layer, ...]:
    """Enemies and their depots, their zones, distance from them, friends on the road, rubble. [VCS 5.1, 5.2, 7.1, 8.0, 13.5]"""
    left = _began(mover, asked) in board.enemy_zones(mover.side).hexes
    key = ("layers", mover.side, mover.mode, mover.class_, left)
    return board.kept(key, lambda: tuple(_layers(board, mover, left)))


def _layers(board: Board, mover: Mover, left: bool) -> Iterator[Layer]:
    ref, side = board.ref, mover.side
    yield Layer("enemies", board.enemies(side), Reason(ref("8.0"), "Enemies stand in {hex}"), closed=True)
    if depots := enemy_depots(board, side):
        template = "A depot of the enemy lies in {hex}, which defends itself"
        yield Layer("depots", depots, Reason(ref("11.3"), template), closed=True)
    zones = board.enemy_zones(side).hexes
    if left:
        template = "{hex} lies in an enemy zone; units that began the phase in one enter no other in it"
        yield Layer("zones", zones, Reason(ref("7.1"), template), closed=True, zone=True)
    else:
        template = "{hex} lies in an enemy zone: the move ends there"
        yield Layer("zones", zones, Reason(ref("7.1"), template), stops=True, zone=True)
    if mover.mode in FAR:
        least = nearest(board)
        told = {"least": least}
        template = "{hex} is closer than {least} hexes to an enemy"
        yield Layer("near enemies", near_enemies(board, side), Reason(ref("5.2"), template, told), closed=True)
    elif mover.mode in (TACTICAL, RESERVE):
        column = column_of(mover.class_)
        for name, row, section, hexes, by in (
            ("friends", FRIENDS, "5.1", board.held(side), "road"),
            ("rubble", RUBBLE, "13.5", marked_hexes(board, RUBBLE_MARK), "any"),
        ):
            if hexes:
                points = board.consulted.number(TERRAIN, row, column)
                item = Item(row, points, ref(section), board.consulted.origin(TERRAIN, row, column))
                template = "Friends are on the road in {hex}" if by == "road" else "Rubble lies in {hex}"
                yield Layer(name, hexes, Reason(ref(section), template), item, by="road" if by == "road" else "any")


def nearest(board: Board) -> int:
    """How close strategic movement may come to enemies, counting their hex: so many hexes are allowed. [VCS 5.2]"""
    return int(board.consulted.number(DISTANCES, NEAREST, "number"))


def near_enemies(board: Board, side: str) -> frozenset[int]:
    """The hexes closer to enemies of a side than strategic movement may come. [VCS 5.2]"""

    def found() -> frozenset[int]:
        net, radius = board.net, nearest(board) - 1
        around = (near for number in board.enemies(side) for near in net.hexes[number].within(radius))
        return frozenset(net.index[near] for near in around if near in net.index)

    return board.kept(("near enemies", side), found)


def marked_hexes(board: Board, kind: str, side: str = "") -> frozenset[int]:
    """The hexes with a marker of a kind in them, of a side where one is named; those of nobody are everybody's."""

    def found() -> frozenset[int]:
        index, marks = board.net.index, board.forces.deployment.marks
        return frozenset(
            index[spot]
            for spot, some in marks.items()
            if isinstance(spot, Hex)
            and spot in index
            and any(parted(mark.kind)[0] == kind and (not side or mark.side in ("", side)) for mark in some)
        )

    return board.kept(("marked", kind, side), found)


# Movers -------------------------------------------------------------------------------------------------------------------


def mover(board: Board, unit: Unit, asked: Asked) -> Mover:
    """A unit on the move: its allowance, what leaving a zone costs, and why it may not. [VCS 5.0-6.0, 7.1, 11.1.5, 11.2.5]"""
    ref, start, class_ = board.ref, board.place(unit), class_of(unit)
    printed = Fraction(unit.whole("movement"))
    began = asked.began.get(unit.id, start)
    items, said = _allowance(board, unit, asked, printed)
    if asked.spent:
        items.append(Item("Spent before", -asked.spent, ref("5.0")))
    barred = tuple(_barred(board, unit, asked, start, began))
    zones = board.enemy_zones(unit.side).hexes
    leaving = None
    if start in zones and began == start and not asked.spent and asked.mode not in (RAIL, PASSAGE):
        leaving = of_leaving(board.case, board.consulted, printed, column_of(class_))
    minimum = None
    if not barred and printed > 0 and not asked.spent and began == start and asked.mode not in (RAIL, ASSISTED):
        template = "A move of one hex is allowed whatever it costs, where terrain and zones do not forbid it"
        minimum = Reason(ref("5.4"), template)
    allowed = max(Fraction(0), sum((item.value for item in items), Fraction(0)))
    return Mover(
        *(unit, unit.side, start, asked.mode, class_, printed, allowed, tuple(items)),
        *((*said, *_said(board, unit)), barred, minimum, leaving),
    )


def _began(mover: Mover, asked: Asked) -> int:
    return asked.began.get(mover.unit.id, mover.start)


def _allowance(board: Board, unit: Unit, asked: Asked, printed: Fraction) -> tuple[list[Item], list[Reason]]:
    """The printed factor and what supply and the way to move make of it. [VCS 5.0-5.3, 11.1.5, 11.2.5, 12.2]"""
    ref, consulted = board.ref, board.consulted
    if asked.mode == RAIL:
        row = "Movement by rail"
        origin = consulted.origin(MODES_CHART, row, "hexes")
        return [Item("Hexes by rail", consulted.number(MODES_CHART, row, "hexes"), ref("5.3"), origin)], []
    items = [Item("Movement factor", printed, ref("5.0"))]
    state, said = state_of(board, unit)
    left, readings = allowance(board.case, consulted, printed, state, column_of(class_of(unit)) != CLASSES[0])
    if left != printed:
        items.append(Item(state, left - printed, ref(SECTIONS[state])))
    if asked.mode in FAR:
        factor = consulted.number(MODES_CHART, STRATEGIC_NEAR, "factor")
        if factor != 1:
            origin = consulted.origin(MODES_CHART, STRATEGIC_NEAR, "factor")
            items.append(Item(f"Strategic movement, × {factor}", left * (factor - 1), ref("5.2"), origin))
    return items, [*said, *readings]


def _barred(board: Board, unit: Unit, asked: Asked, start: int, began: int) -> Iterator[Reason]:
    """Why a unit does not move at all in a mode."""
    ref, place = board.ref, board.net.hexes[start]
    told: dict[str, object] = {"unit": unit.name, "hex": place}
    if not board.force_rules.is_unit(unit):
        yield Reason(ref("5.0"), "{unit} is no combat unit; ships and depots move in the Air and Sea Stage", told)
        return
    if start != began and start in board.enemy_zones(unit.side).hexes:
        yield Reason(ref("7.1"), "{unit} has entered an enemy zone in {hex} and moves no further in the phase", told, (place,))
    if asked.mode in FAR and start in near_enemies(board, unit.side):
        told["least"] = nearest(board)
        yield Reason(ref("5.2"), "{unit} stands closer than {least} hexes to an enemy, in {hex}", told, (place,))
    if asked.mode == RAIL:
        yield from _no_rail(board, unit, start)
    if asked.mode == ASSISTED:
        yield from _no_help(board, unit, asked, start, began)
    if asked.mode in (RESERVE, RESERVE_STRATEGIC):
        yield from no_reserve(board, unit, start, moved=start != began or bool(asked.spent))
        if board.forces.state.in_play and unit.piece is not None and RESERVE_MARK not in unit.piece.marks:
            yield Reason(ref("6.0"), "{unit} is not marked as a reserve", told)


def _no_rail(board: Board, unit: Unit, start: int) -> Iterator[Reason]:
    if board.case.choices.get(RAIL_OPTION) != PLAYED:
        yield Reason(board.ref("5.3"), "By the options of the box there is no movement by rail", {})
    else:
        net = board.net
        edges = range(SIDES * start, SIDES * start + SIDES)
        ways = (kind for edge in edges if net.near[edge] >= 0 for kind in net.crossings[net.crossing[edge]].ways)
        if not any(_name(board, kind) == RAILWAY for kind in ways):
            told = {"unit": unit.name, "hex": net.hexes[start]}
            yield Reason(board.ref("5.3"), "{unit} stands on no railway, in {hex}", told, (net.hexes[start],))


def _no_help(board: Board, unit: Unit, asked: Asked, start: int, began: int) -> Iterator[Reason]:
    """Why engineers do not help a unit over a river. [VCS 13.7]"""
    ref, told = board.ref("13.7"), {"unit": unit.name, "hex": board.net.hexes[start]}
    if began != start or asked.spent:
        yield Reason(ref, "{unit} has moved; the whole allowance is needed", told)
    if not any(unit_of(each).type in ENGINEERS and each.side == unit.side for each in board.at.get(start, ())):
        yield Reason(ref, "No engineers are stacked with {unit} in {hex}", told)
    if not any(board.net.near[edge] >= 0 and is_wet(board, edge) for edge in range(SIDES * start, SIDES * start + SIDES)):
        yield Reason(ref, "{unit} is beside no river without a bridge", told)
    weather = board.forces.state.weather.casefold()
    if weather in WET:
        yield Reason(ref, "No river is crossed so in turns of {weather}", {"weather": weather})


def no_reserve(board: Board, unit: Unit, start: int, *, moved: bool) -> Iterator[Reason]:
    """Why a unit does not qualify as a reserve: it has moved, stands beside enemies, or is not in supply. [VCS 6.0]"""
    ref, told = board.ref("6.0"), {"unit": unit.name}
    if moved:
        yield Reason(ref, "{unit} has moved and is no reserve", told)
    near = board.net.near[SIDES * start : SIDES * start + SIDES]
    beside = [each for number in near if number >= 0 for each in board.at.get(number, ()) if each.side != unit.side]
    if beside:
        yield Reason(ref, "{unit} is no reserve, with enemies beside it: {units}", {**told, "units": names(beside)})
    state, _ = state_of(board, unit)
    if state != SUPPLIED:
        yield Reason(ref, "{unit} is no reserve: {state}", {**told, "state": state})


def _said(board: Board, unit: Unit) -> Iterator[Reason]:
    """What else there is to know of a unit that moves. [VCS 4.3, 5.1, 5.4]"""
    moment = board.forces.state.moment
    if moment.side and moment.side != unit.side:
        told = {"unit": unit.name, "side": board.forces.side_name(moment.side)}
        yield Reason(board.ref("4.3"), "The phase is that of {side}; {unit} moves in those of its own side", told)
