"""Routes of supply: from the combat trains of a formation over roads to a source, and what blocks them.

[BCS 1.1 variants 6, 7, 8, published summaries]
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.analysis.traces import Cut, Cuts, Element, Traced, least_cuts
from core.model.oob import Formation
from core.rules.bcs.counters import HEADQUARTERS, TRAINS
from core.rules.bcs.ground.screens import enemy_screens
from core.rules.bcs.ground.zones import YES, enemy_engagement_zones
from core.rules.bcs.tables import PUBLISHED
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.sources import Sources, sources_of
from core.rules.operations.supply import ENEMY, SIDE, ZONE, Fallen, search_on

MSR, WAYS, LEVEL, ROUTE = "bcs.msr", "bcs.msr_ways", "level", "route"
ZONES_ALONE, BY_UNITS, NO_ROAD, LIFTED = "Zones alone", "Enemy units", "No road", "Own units lift zones"


@dataclass(frozen=True, slots=True)
class Route:
    """The route of supply of a formation: hexes by their numbers, from its trains to a source.

    `blocked` is what blocks it, as sentences and as `cut`; `way` is then what comes nearest to a route. `level` is 0 for a free
    one, else that of the chart bcs.snafu_modifiers. `why` are all reasons, what blocks it among them. `is_known` says
    whether it can be judged: a side may not say where its lines must lead.
    """

    formation: str
    way: tuple[int, ...] = ()
    blocked: tuple[Reason, ...] = ()
    level: int = 0
    is_complete: bool = False
    why: tuple[Reason, ...] = ()
    cut: tuple[Element, ...] = ()
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class Blocks:
    """What blocks the routes of a side: hexes with enemy units, and those in their zones."""

    enemies: frozenset[int]
    zones: frozenset[int]
    closed: frozenset[int]
    """The hexes that no free route enters, which are all of these."""


def piece_of(board: Board, formation: str, kind: str) -> tuple[int, Unit] | None:
    """The headquarters or the trains of a formation on the map with the number of their hex. [BCS 1.1 variant 7]"""
    return _piece(board, formation, _side(board, formation), kind)


def _piece(board: Board, formation: str, side: str, kind: str) -> tuple[int, Unit] | None:
    unit = next((unit for unit in units_of(board, formation) if unit.kind == kind and unit.side == side), None)
    return (board.place(unit), unit) if unit is not None else None


def units_of(board: Board, formation: str) -> tuple[Unit, ...]:
    """The units of a formation that stand in hexes, in the order of these. [BCS 1.1 variant 9]"""
    return board.kept("units of formations", lambda: _by_formation(board)).get(formation, ())


def _by_formation(board: Board) -> Mapping[str, tuple[Unit, ...]]:
    found: dict[str, list[Unit]] = {}
    at = board.at
    for number in sorted(at):
        for unit in at[number]:
            found.setdefault(unit.counter.formation, []).append(unit)
    return {id_: tuple(some) for id_, some in found.items()}


def formation_of(board: Board, id_: str) -> Formation | None:
    """A formation by its id, None for none. [BCS 1.1 variant 9]"""
    return formations_by_id(board).get(id_)


def formations_by_id(board: Board) -> Mapping[str, Formation]:
    """The formations by their ids: one value for as long as none of them changes."""

    def found() -> Mapping[str, Formation]:
        some = board.forces.oob.formations
        # Of several with one id the first is meant.
        return board.again(("formations",), some, lambda: {each.id: each for each in reversed(some)})

    return board.kept("formations by id", found)


def _side(board: Board, formation: str) -> str:
    found = formation_of(board, formation)
    return found.side if found is not None else ""


def _facing(board: Board, side: str) -> object:
    """Who stands where against a side, and who with them: one value for as long as nobody of them moves or changes."""

    def found() -> object:
        at, enemies = board.at, board.enemies(side)
        units = tuple(tuple(board.of(other)) for other in board.sides if other != side)
        terms = units, tuple((number, at[number]) for number in sorted(enemies) if len(at[number]) > 1)
        return board.again(("facing", side), terms, lambda: terms)

    return board.kept(("facing", side), found)


def blocks_of(board: Board, side: str, fallen: Fallen | None = None) -> Blocks:
    """What blocks the routes of a side: enemies and their zones, those of screens left out, perhaps as if a hex had fallen.

    [BCS 1.1 variant 8, published summaries]
    """

    def kept() -> Blocks:
        if fallen is not None:
            return _blocks(board, side, fallen)
        found = board.again(
            ("route blocks", side), (_facing(board, side), board.held(side)), lambda: _blocks(board, side, None)
        )
        # Most moves change nothing of them: then they are the same value as before.
        return board.again(("route blocks, found", side), found, lambda: found)

    return board.kept(("route blocks", side, fallen), kept)


def _blocks(board: Board, side: str, fallen: Fallen | None) -> Blocks:
    # A screen stands alone in its hex.
    enemies = board.enemies(side).difference(number for number, _ in enemy_screens(board, side))
    zones, own = zones_but_of_screens(board, side), board.held(side)
    if fallen is not None:
        enemies, zones, own = enemies | {fallen.number}, zones | fallen.zone, own - {fallen.number}
    if board.consulted.cell(MSR, LIFTED, LEVEL) == YES:
        zones -= own
    return Blocks(enemies, zones, enemies | zones)


def zones_but_of_screens(board: Board, side: str) -> frozenset[int]:
    """The hexes in zones of control and engagement zones of enemies of a side that are no screens. [BCS 1.1 variant 8]"""

    def found() -> frozenset[int]:
        screens = {unit.id for _, unit in enemy_screens(board, side)}
        some = board.enemy_zones(side), enemy_engagement_zones(board, side)
        if not screens:
            return some[0].hexes | some[1].hexes
        return frozenset(n for zones in some for n, ids in zones.by_hex.items() if not screens.issuperset(ids))

    return board.kept(("zones but of screens", side), found)


def serving(board: Board, column: str, *words: str) -> tuple[bool, ...]:
    """Along which crossings of the net a way leads that serves for routes, or for trains. [BCS 1.1 published summaries]"""

    def found() -> tuple[bool, ...]:
        kinds = {kind for each in board.net.crossings for kind in each.ways}
        serves = {kind for kind in kinds if _serves(board, kind, column, words)}
        return tuple(not each.ways.isdisjoint(serves) for each in board.net.crossings)

    return board.for_map(("serving", column, words), found)


def _serves(board: Board, kind: str, column: str, words: Sequence[str]) -> bool:
    terrain, chart = board.forces.terrain.get(kind), board.consulted.book.chart(WAYS)
    row = chart.rows.index(terrain.name) if terrain is not None else None
    return row is not None and board.consulted.cell(WAYS, chart.rows.labels[row], column) in words


def route_of(board: Board, formation_id: str, fallen: Fallen | None = None) -> Route:
    """The route of supply of a formation, perhaps as if a hex had fallen. [BCS 1.1 variant 8, published summaries]"""

    def kept() -> Route:
        if fallen is not None:
            return _route(board, formation_id, fallen)
        formation = formation_of(board, formation_id)
        side = formation.side if formation is not None else ""
        trains = _piece(board, formation_id, side, TRAINS)
        # All that it hangs on beside the map, the charts and the options; the charts that are read for the side are among it.
        of_side = board.kept(("hang routes on", side), lambda: board.heard(lambda: _of_side(board, side)))
        terms = formation, trains and trains[0], of_side
        return board.again(("route", formation_id), terms, lambda: _route(board, formation_id, None))

    return board.kept(("route", formation_id, fallen), kept)


def _of_side(board: Board, side: str) -> tuple[object, ...]:
    """What all routes of a side hang on."""
    return sources_of(board, side), blocks_of(board, side), _facing(board, side)


def routes_of(board: Board, side: str) -> tuple[Route, ...]:
    """The routes of the formations of a side that have trains on the map. [BCS 1.1 published summaries]"""
    return board.kept(("routes", side), lambda: _routes(board, side))


def _routes(board: Board, side: str) -> tuple[Route, ...]:
    formations = {unit.counter.formation for _, unit in board.of(side) if unit.kind == TRAINS}
    return tuple(route_of(board, each.id) for each in board.forces.oob.formations if each.id in formations)


def would_block(board: Board, side: str, number: int) -> bool:
    """Whether a unit of a side would block an enemy route in a hex: make one worse than it is. [BCS 1.1 variant 7]"""
    return board.kept(("would block", side, number), lambda: any(_worsened(board, side, number)))


def _worsened(board: Board, side: str, number: int) -> Iterator[bool]:
    for other in board.sides:
        for route in routes_of(board, other) if other != side else ():
            # A route that does not lead through the hex need not change for it.
            if number in route.way:
                yield route_of(board, route.formation, Fallen(number, frozenset())).level > route.level


def sharing(board: Board, formation_id: str) -> tuple[str, ...]:
    """The formations of its side whose routes go a part of the way of its route. [BCS 1.1 published summaries]"""
    side = _side(board, formation_id)
    return shared(board, side).get(formation_id, ())


def shared(board: Board, side: str) -> Mapping[str, tuple[str, ...]]:
    """The formations of a side that share routes, by the formation with which they do. [BCS 1.1 published summaries]"""

    def found() -> Mapping[str, tuple[str, ...]]:
        ways = tuple((route.formation, route.way) for route in routes_of(board, side))
        return board.again(("routes that are shared", side), ways, lambda: _on_the_way(ways))

    return board.kept(("routes that are shared", side), found)


def _on_the_way(ways: Iterable[tuple[str, tuple[int, ...]]]) -> Mapping[str, tuple[str, ...]]:
    # By the hexes on both sides of it, the lower number first, the formations that cross a hexside, in their order.
    crossing: dict[tuple[int, int], list[int]] = {}
    sides = [[pair if pair[0] < pair[1] else pair[::-1] for pair in pairwise(way)] for _, way in ways]
    for place, some in enumerate(sides):
        for pair in some:
            crossing.setdefault(pair, []).append(place)
    names = [formation for formation, _ in ways]
    met = [set().union(*(crossing[pair] for pair in some)) - {place} for place, some in enumerate(sides)]
    return {names[place]: tuple(names[other] for other in sorted(some)) for place, some in enumerate(met)}


def _route(board: Board, formation_id: str, fallen: Fallen | None) -> Route:
    formation, ref = formation_of(board, formation_id), board.ref(PUBLISHED)
    side = formation.side if formation is not None else ""
    told: dict[str, object] = {"formation": formation.name if formation is not None else formation_id}
    trains = _piece(board, formation_id, side, TRAINS)
    if trains is None:
        level = _level(board, NO_ROAD)
        why = (Reason(ref, "{formation} has no combat trains on the map, from which its supply route leads", told),)
        return Route(formation_id, blocked=why, level=level, why=why)
    start = trains[0]
    sources = sources_of(board, side)
    if sources.unclear:
        unclear = tuple(Reason(ref, "{text}", {"text": text}) for text in sources.unclear)
        return Route(formation_id, why=unclear, is_known=False)
    blocks = blocks_of(board, side, fallen)
    free = _search(board, side, sources, blocks.closed, "free", fallen)
    if start not in blocks.closed and free.far[start] >= 0:
        way = free.line(start)
        return Route(formation_id, way, (), 0, True, (_leads(board, told, way),))
    past_zones = _search(board, side, sources, blocks.enemies, "past zones", fallen)
    if past_zones.far[start] >= 0:
        way = past_zones.line(start)
        cut: tuple[Element, ...] = tuple((ZONE, number) for number in way if number in blocks.zones)
        row, nearest = ZONES_ALONE, Cut(cut, way)
    else:
        cuts = board.kept(("route cuts", side, fallen), lambda: _cuts(board, side, sources.hexes, blocks, fallen))
        thinkable = cuts.of(start)
        row = NO_ROAD if thinkable is None or any(each[0] == SIDE for each in thinkable.elements) else BY_UNITS
        nearest = thinkable or Cut((), ())
    blocked = tuple(_said_of(board, side, each) for each in nearest.elements)
    if not nearest.line:
        blocked = (Reason(ref, "No way on the map leads from the trains of {formation} to a source", told),)
    level = _level(board, row)
    said = Reason(
        ref, "The supply route of {formation} is blocked, level {level} ({row})", {**told, "level": level, "row": row}
    )
    return Route(formation_id, nearest.line, blocked, level, False, (said, *blocked), nearest.elements)


def _level(board: Board, row: str) -> int:
    return board.for_map(("route level", row), lambda: int(board.consulted.number(MSR, row, LEVEL)))


def _search(board: Board, side: str, sources: Sources, closed: frozenset[int], what: str, fallen: Fallen | None) -> Traced:
    """Lines over serving roads to sources, for all formations of a side at once."""
    # What is supposed for a moment is no search that the next state of play goes on with.
    key = ("route", side, what, fallen is not None)
    return board.kept((*key, fallen), lambda: search_on(board, key, sources.hexes, closed, serving(board, ROUTE, YES)))


def _cuts(board: Board, side: str, sources: frozenset[int], blocks: Blocks, fallen: Fallen | None) -> Cuts:
    """The least that cuts off the hexes of the map from sources over serving roads, for all formations of a side at once."""
    passes = serving(board, ROUTE, YES)
    by_hex = {**dict.fromkeys(blocks.zones, (ZONE,)), **dict.fromkeys(blocks.enemies, (ENEMY,))}
    before: dict[str, Cuts] = board.for_map(("route cuts",), dict)
    known = before.get(side)
    found = least_cuts(board.net, sources, by_hex, passes) if known is None or known.sources != sources else known.after(by_hex)
    if fallen is None:
        before[side] = found
    return found


def searched(board: Board, side: str) -> Traced:
    """The free routes of a side, of any hex. [BCS 1.1 published summaries]"""
    return _search(board, side, sources_of(board, side), blocks_of(board, side).closed, "free", None)


def _leads(board: Board, told: dict[str, object], way: Sequence[int]) -> Reason:
    hexes = tuple(board.net.hexes[number] for number in way)
    values = {**told, "hex": hexes[0], "source": hexes[-1], "length": len(way) - 1}
    text = "The supply route of {formation} leads over {length} hexes of road from its trains in {hex} to {source}"
    if len(way) == 1:
        text = "The trains of {formation} stand on a source, {hex}"
    return Reason(board.ref(PUBLISHED), text, values, hexes, {"length": len(way) - 1})


def _said_of(board: Board, side: str, element: Element) -> Reason:
    """One thing that blocks a route."""
    if element[0] == SIDE:
        return board.for_map(("blocks a route", element), lambda: _told_of(board, side, element))
    return board.kept(("blocks a route", side, element), lambda: _told_of(board, side, element))


def _told_of(board: Board, side: str, element: Element) -> Reason:
    word, places = element[0], tuple(board.net.hexes[number] for number in element[1:])
    ref, number = board.ref(PUBLISHED), element[1]
    if word == SIDE:
        return Reason(ref, "From {hex} to {near} leads no road that serves", {"hex": places[0], "near": places[1]}, places)
    if word == ENEMY:
        there = [each for each in board.at.get(number, ()) if each.side != side]
        return Reason(ref, "{units} stand in {hex}", {"hex": places[0], "units": names(there) if there else "enemies"}, places)
    ids = (*board.enemy_zones(side).into(number), *enemy_engagement_zones(board, side).into(number))
    by = [unit for id_ in dict.fromkeys(ids) if (unit := board.forces.unit(id_)) is not None]
    return Reason(ref, "{hex} lies in zones of {units}", {"hex": places[0], "units": names(by)}, places)


def headquarters_of(board: Board, formation: str) -> tuple[int, Unit] | None:
    """The headquarters of a formation on the map. [BCS 1.1 variant 7]"""
    return piece_of(board, formation, HEADQUARTERS)


def trains_of(board: Board, formation: str) -> tuple[int, Unit] | None:
    """The combat trains of a formation on the map. [BCS 1.1 variant 7]"""
    return piece_of(board, formation, TRAINS)
