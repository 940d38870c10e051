"""A whole map from a plan: the relief, what stands where, and which ways lead where; the rest follows from the ground."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

import immutables
import numpy as np
from wide_ground import (
    FRAME,
    Land,
    Place,
    Rivers,
    Side,
    Ways,
    areas,
    clusters,
    filled,
    grown,
    hills,
    name_above,
    name_along,
    rivers,
    side_features,
)

from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.interop.ground import Surface
from core.model.maps import Area, Cell, Grid, HexContent, MapSheet, Name
from core.model.maps import Path as MapPath

UNBOUNDED = 10**9


@dataclass(frozen=True)
class Plan:
    """What a map is made of.

    `terrain` says what the box calls things: hills, woods, marsh, village, town, city, stream, river, major river, bridge,
    railway, sea; what it leaves out is not drawn. `levels` are kinds of terrain for whole hexes, from the lowest, with the
    share of the land that lies below the next. Ways are lists of stops: names of towns, and edges with the number of a
    column or row, as in "west:12".
    """

    grid: Grid
    seed: int
    title: str
    relief: Callable[[random.Random], Surface]
    terrain: Mapping[str, str]
    cities: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    towns: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    villages: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    roads: Sequence[tuple[str, tuple[str, ...]]] = ()
    railways: Sequence[tuple[str, ...]] = ()
    river_names: Sequence[tuple[str, float, float]] = ()
    """Names of the longest rivers in order: the name, where along its course, the height of its letters."""

    names: Sequence[Name] = ()
    levels: Sequence[tuple[str, float]] = ()
    source: float = 0.55
    flows: tuple[int, int, int] = (12, 36, UNBOUNDED)
    """The water from which there is a stream, a river, a major river."""

    inflow: tuple[Place, int] | None = None
    shares: tuple[float, float, float] = (1 / 6, 0.27, 1 / 7)
    """Shares of the land under hills and woods, and of the banks of rivers under marsh."""

    patches: tuple[float, float] = (3.0, 1.6)
    """About how large woods are, in hexes."""

    has_sea: bool = False
    """Whether ground below 0 is sea."""

    note: str = "Ground, towns and names are made up."

    @property
    def built(self) -> dict[str, tuple[Cell, ...]]:
        """All towns with their hexes."""
        return {**self.cities, **self.towns, **self.villages}


@dataclass(frozen=True)
class Country:
    """The map with what makers of boxes ask of it."""

    plan: Plan
    sheet: MapSheet
    land: Land
    water: Rivers
    hills: frozenset[Hex]
    woods: frozenset[Hex]
    marsh: frozenset[Hex]

    def hexes(self, town: str) -> tuple[Hex, ...]:
        """The hexes of a town by its name."""
        return tuple(FRAME.hex(*cell) for cell in self.plan.built[town])

    def bank(self, edge: str, least: int) -> frozenset[Hex]:
        """The hexes of an edge of the map ("west"), and all that are reached from there without crossing a river of at least
        so much water."""
        columns, rows = self.plan.grid.columns, self.plan.grid.rows
        starts = {
            "west": [(1, row) for row in range(1, rows + 1)],
            "east": [(columns, row) for row in range(1, rows + 1)],
            "south": [(column, 1) for column in range(1, columns + 1)],
            "north": [(column, rows) for column in range(1, columns + 1)],
        }
        closed = set(self.water.at_least(least))
        on_map = set(self.land.hexes)
        waiting = [FRAME.hex(*cell) for cell in starts[edge]]
        found: set[Hex] = set()
        while waiting:
            place = waiting.pop()
            if place not in found:
                found.add(place)
                waiting += [near for near in place.neighbours() if near in on_map and frozenset((place, near)) not in closed]
        return frozenset(found)


def drawn(plan: Plan) -> Country:
    """The map of a plan."""
    chance = random.Random(plan.seed)
    surface = plan.relief(chance)
    land = Land(plan.grid, surface)
    settled = frozenset(FRAME.hex(*cell) for cells in plan.built.values() for cell in cells)
    if plan.has_sea:
        low = {place for place in land.hexes if land.height(plane_centre(place)) < 0} - settled
        land = Land(plan.grid, surface, clusters(low, 4))
    water = rivers(land, plan.source, plan.inflow)
    hills_, woods, marsh = _covers(plan, land, water, settled, chance)
    sheet = _sheet(plan, land, water, (hills_, woods, marsh), chance)
    return Country(plan, sheet, land, water, hills_, woods, marsh)


def _covers(
    plan: Plan, land: Land, water: Rivers, settled: frozenset[Hex], chance: random.Random
) -> tuple[frozenset[Hex], frozenset[Hex], frozenset[Hex]]:
    """The hexes under hills, woods and marsh; of one that could be several, it is the first."""
    height = land.heights()
    dry = [place for place in land.hexes if place not in land.sea]
    rise = {place: height[place] - _around(height, place) for place in dry}
    high = sorted(dry, key=lambda place: (-rise[place], place))
    upland = clusters(frozenset(high[: int(plan.shares[0] * len(high))]) - settled, 3)
    field_ = hills(plan.grid, chance, ((plan.patches[0], 0.8), (plan.patches[1], 0.6))).at
    dense = {place: float(field_(*(np.array([each]) for each in plane_centre(place)))[0]) for place in dry}
    wooded = sorted(dry, key=lambda place: (-(dense[place] + 0.25 * height[place]), place))
    woods = filled(land, wooded[: int(plan.shares[1] * len(wooded))]) - settled - upland - land.sea
    woods = clusters(woods, 2)
    by_river = {place for side in water.at_least(plan.flows[1]) for place in side} - land.sea
    low = sorted(by_river - settled - woods, key=lambda place: (height[place] - 0.3 * dense[place], place))
    return upland, woods, clusters(low[: int(plan.shares[2] * len(low))], 2)


def _around(height: Mapping[Hex, float], place: Hex) -> float:
    """Most of the mean height of the ground around a hex: hills are what stands above it."""
    near = [height[each] for each in place.within(5) if each in height]
    return 0.75 * sum(near) / len(near)


def _sheet(
    plan: Plan, land: Land, water: Rivers, covers: tuple[frozenset[Hex], frozenset[Hex], frozenset[Hex]], chance: random.Random
) -> MapSheet:
    stream, river, major = plan.flows
    settled = frozenset(FRAME.hex(*cell) for cells in plan.built.values() for cell in cells)
    ways, bridged = _ways(plan, land, water, covers, chance)
    kinds = plan.terrain
    bridges = side_features(bridged, kinds["bridge"])
    running = (
        *(side_features(water.at_least(stream, river), kinds["stream"]) if "stream" in kinds else ()),
        *side_features(water.at_least(river, major), kinds["river"]),
        *(side_features(water.at_least(major), kinds["major river"]) if major < UNBOUNDED else ()),
    )
    outlines = (("hills", covers[0]), ("woods", covers[1]), ("marsh", covers[2]), ("sea", land.sea))
    shapes: list[Area] = []
    for kind, members in outlines:
        if kind in kinds and not (plan.levels and kind in ("hills", "woods", "marsh")):
            shapes += areas(grown(land, members, chance), kinds[kind])
    return MapSheet(
        id="A",
        grid=plan.grid,
        title=plan.title,
        areas=shapes,
        paths=ways,
        sides=(*running, *bridges),
        hexes=immutables.Map(_contents(plan, land, covers[2] - settled)),
        names=(*_names(plan, water), *plan.names),
        note=plan.note,
    )


def _contents(plan: Plan, land: Land, marsh: frozenset[Hex]) -> dict[Cell, HexContent]:
    """What fills whole hexes: levels where the plan has any, marsh among them, and towns."""
    found: dict[Cell, HexContent] = {}
    if plan.levels:
        height = land.heights()
        by_height = sorted((place for place in land.hexes if place not in land.sea), key=lambda place: (height[place], place))
        for number, place in enumerate(by_height):
            share = number / len(by_height)
            level = next(kind for kind, top in plan.levels if share < top)
            found[FRAME.cell(place)] = HexContent(plan.terrain["marsh"] if place in marsh else level)
    for kind, some in (("city", plan.cities), ("town", plan.towns), ("village", plan.villages)):
        for name, cells in some.items():
            found |= {cell: HexContent(plan.terrain[kind], name) for cell in cells}
    return found


def _ways(
    plan: Plan, land: Land, water: Rivers, covers: tuple[frozenset[Hex], frozenset[Hex], frozenset[Hex]], chance: random.Random
) -> tuple[tuple[MapPath, ...], set[Side]]:
    """Roads and railways, and the hexsides on which they cross a river."""
    height = land.heights()
    stream, river, major = plan.flows
    running = {side: flow for side, flow in water.flow.items() if flow >= river}
    upland, woods, marsh = covers
    settled = frozenset(FRAME.hex(*cell) for cells in plan.built.values() for cell in cells)

    def cost(here: Hex, there: Hex) -> float:
        ground = 1.0 + 1.6 * (there in upland) + 0.7 * (there in woods) + 1.5 * (there in marsh)
        crossing = 6.0 if running.get(frozenset((here, there)), 0) >= major else 2.2
        return ground + abs(height[here] - height[there]) * 2 + crossing * (frozenset((here, there)) in running)

    roads = Ways(land, cost, 0.16, frozenset(water.at_least(stream)), settled)
    for feature, stops in plan.roads:
        roads.lay(feature, [_stop(plan, stop) for stop in stops])

    def beside_roads(here: Hex, there: Hex) -> float:
        return cost(here, there) + (frozenset((here, there)) in roads.laid)

    rails = Ways(land, beside_roads, 0.1, frozenset(), settled)
    for stops in plan.railways:
        rails.lay(plan.terrain["railway"], [_stop(plan, stop) for stop in stops])
    drawn_ways = (*roads.paths(chance, settled), *rails.paths(chance, settled))
    return drawn_ways, (roads.laid | rails.laid) & set(running)


def _stop(plan: Plan, stop: str) -> Hex:
    """A stop of a way: a town by its name, or an edge with the number of its column or row."""
    if stop in plan.built:
        return FRAME.hex(*plan.built[stop][0])
    edge, _, number = stop.partition(":")
    columns, rows = plan.grid.columns, plan.grid.rows
    cells = {"west": (1, int(number)), "east": (columns, int(number)), "south": (int(number), 1), "north": (int(number), rows)}
    return FRAME.hex(*cells[edge])


def _names(plan: Plan, water: Rivers) -> tuple[Name, ...]:
    of_towns = (name_above(name, cells, 0.42 if name in plan.cities else 0.3) for name, cells in plan.built.items())
    courses = water.courses(plan.flows[1])
    of_rivers = (
        name_along(text, course, share, size) for (text, share, size), course in zip(plan.river_names, courses, strict=False)
    )
    return tuple(chain(of_towns, of_rivers))
