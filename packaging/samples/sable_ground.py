"""The map of the Sable: a broad river that runs south through a plain, hills on both sides, 34 by 24 hexes of 4 km.

Two boxes play on it, `make_sable_river.py` and `make_sable_raid.py`; ground, towns and names are made up.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

import immutables
import numpy as np
from wide_ground import (
    FRAME,
    Land,
    Rivers,
    Ways,
    areas,
    away_from,
    clusters,
    filled,
    grid_of,
    grown,
    hills,
    name_above,
    name_along,
    rivers,
    side_features,
)

from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.interop.elevation_grid import Heights
from core.model.maps import Cell, HexContent, MapSheet

SEED = 7
GRID = grid_of(34, 24, 4000.0)
SOURCE, STREAM, RIVER, MAJOR, INFLOW = 0.55, 12, 36, 260, 300
"""The height above which springs give more; the flow from which water is a stream, a river, a major river; and the water that
comes in over the northern edge."""

VALLEY = ((13.5, 27.0), (14.4, 20.0), (12.6, 15.5), (15.2, 11.0), (14.0, 6.0), (16.4, -2.0))
"""About where the great river runs."""

CITIES: dict[str, tuple[Cell, ...]] = {"Velmar": ((6, 12), (6, 13), (7, 12))}
TOWNS: dict[str, Cell] = {
    "Sablebridge": (16, 12),
    "Ostry": (15, 19),
    "Lower Ford": (18, 4),
    "Harn": (9, 18),
    "Tolnik": (10, 7),
    "Greyfield": (4, 4),
    "Northgate": (4, 20),
    "Karsk": (22, 14),
    "Dubrin": (26, 9),
    "Zelna": (24, 20),
    "Morvec": (30, 15),
    "Stannov": (30, 5),
}
VILLAGES: dict[str, Cell] = {
    "Pell": (12, 13),
    "Ivern": (19, 17),
    "Brod": (20, 9),
    "Kallen": (11, 22),
    "Osmar": (9, 3),
    "Vint": (2, 9),
    "Rudno": (27, 17),
    "Lisk": (28, 22),
    "Tamar": (24, 3),
}

ROADS: tuple[tuple[str, ...], ...] = (
    ("west:12", "Velmar", "Pell", "Sablebridge", "Karsk", "Morvec", "east:15"),
    ("north:4", "Northgate", "Harn", "Velmar", "Tolnik", "Greyfield", "west:4"),
    ("Harn", "Ostry", "Ivern", "Karsk", "Dubrin", "Stannov", "east:5"),
    ("Tolnik", "Lower Ford", "Tamar", "Stannov"),
    ("Lower Ford", "south:17"),
    ("Zelna", "Karsk"),
    ("north:24", "Zelna", "Rudno", "Morvec"),
    ("Dubrin", "Brod", "Sablebridge"),
    ("Kallen", "Harn"),
    ("Osmar", "Tolnik"),
    ("Vint", "Velmar"),
    ("Zelna", "Lisk", "east:22"),
)
RAILWAYS: tuple[tuple[str, ...], ...] = (
    ("west:13", "Velmar", "Harn", "Ostry", "Zelna", "east:19"),
    ("Velmar", "Tolnik", "south:10"),
    ("Zelna", "Morvec", "Stannov", "south:31"),
)


@dataclass(frozen=True)
class Country:
    """The map with what makers of boxes ask of it."""

    sheet: MapSheet
    hills: frozenset[Hex]
    woods: frozenset[Hex]
    marsh: frozenset[Hex]
    west_bank: frozenset[Hex]
    """The hexes west of the great river."""

    towns: Mapping[str, tuple[Cell, ...]]

    def hexes(self, town: str) -> tuple[Hex, ...]:
        """The hexes of a town by its name."""
        return tuple(FRAME.hex(*cell) for cell in self.towns[town])


def sheet_of(terrain: Mapping[str, str], chance: random.Random | None = None) -> Country:
    """The map, with kinds of terrain by what the box calls them: hills, woods, marsh, village, town, city, stream, river,
    major river, bridge, road, railway; "" for what it leaves out."""
    chance = chance or random.Random(SEED)
    surface = hills(GRID, chance, ((7.0, 0.5), (3.2, 0.42), (1.4, 0.1)))
    off = away_from(surface, VALLEY)
    fall = (surface.ys[:, None] - 12.0) * 0.02
    lift: Heights = 0.7 * np.tanh(off / 6.0) - 1.1 * np.exp(-((off / 2.2) ** 2)) + fall
    surface = replace(surface, heights=surface.heights * (0.25 + np.tanh(off / 5.0)) + lift)
    land = Land(GRID, surface)
    water = rivers(land, SOURCE, (VALLEY[0], INFLOW))
    height = land.heights()
    built: dict[str, tuple[Cell, ...]] = {**CITIES, **{name: (cell,) for name, cell in (TOWNS | VILLAGES).items()}}
    settled = frozenset(FRAME.hex(*cell) for cells in built.values() for cell in cells)
    rise = {place: height[place] - _mean(height, place) for place in land.hexes}
    high = sorted(land.hexes, key=lambda place: (-rise[place], place))
    upland = clusters(frozenset(high[: len(high) // 6]) - settled, 3)
    patches = hills(GRID, chance, ((3.0, 0.8), (1.6, 0.6))).at
    dense = {place: float(patches(*(np.array([each]) for each in plane_centre(place)))[0]) for place in land.hexes}
    wooded = sorted(land.hexes, key=lambda place: -(dense[place] + 0.25 * height[place]))
    woods = clusters(filled(land, wooded[: int(0.27 * len(wooded))]) - settled - upland, 2)
    by_river = {place for side in water.at_least(RIVER) for place in side}
    low = sorted(by_river - settled - woods, key=lambda place: (height[place] - 0.3 * dense[place], place))
    marsh = clusters(low[: len(low) // 7], 2)
    sheet = _drawn(terrain, land, water, built, (upland, woods, marsh), chance)
    return Country(sheet, upland, woods, marsh, _west_of(land, water), built)


def _west_of(land: Land, water: Rivers) -> frozenset[Hex]:
    """The hexes that can be reached from the western edge without crossing the great river, or going round its spring."""
    great = set(water.at_least(MAJOR))
    on_map = set(land.hexes)
    waiting = [FRAME.hex(1, row) for row in range(1, land.grid.rows + 1)]
    found: set[Hex] = set()
    while waiting:
        place = waiting.pop()
        if place not in found:
            found.add(place)
            waiting += [near for near in place.neighbours() if near in on_map and frozenset((place, near)) not in great]
    return frozenset(found)


def _mean(height: Mapping[Hex, float], place: Hex) -> float:
    """Most of the mean height of the ground around a hex: hills are what stands above it."""
    near = [height[each] for each in place.within(5) if each in height]
    return 0.75 * sum(near) / len(near)


def _drawn(
    terrain: Mapping[str, str],
    land: Land,
    water: Rivers,
    built: Mapping[str, tuple[Cell, ...]],
    kinds: tuple[frozenset[Hex], frozenset[Hex], frozenset[Hex]],
    chance: random.Random,
) -> MapSheet:
    upland, woods, marsh = kinds
    height = land.heights()
    running = {side: flow for side, flow in water.flow.items() if flow >= RIVER}

    def cost(here: Hex, there: Hex) -> float:
        ground = 1.0 + 1.6 * (there in upland) + 0.7 * (there in woods) + 1.5 * (there in marsh)
        crossing = 6.0 if running.get(frozenset((here, there)), 0) >= MAJOR else 2.2
        return ground + abs(height[here] - height[there]) + crossing * (frozenset((here, there)) in running)

    straight = frozenset(water.at_least(STREAM))
    settled = frozenset(FRAME.hex(*cell) for cells in built.values() for cell in cells)
    roads = Ways(land, cost, 0.16, straight, settled)
    for stops in ROADS:
        roads.lay(terrain["road"], [_stop(land, built, stop) for stop in stops])
    rails = Ways(
        land, lambda here, there: cost(here, there) + (frozenset((here, there)) in roads.laid), 0.1, frozenset(), settled
    )
    if terrain["railway"]:
        for stops in RAILWAYS:
            rails.lay(terrain["railway"], [_stop(land, built, stop) for stop in stops])
    bridged = (roads.laid | rails.laid) & set(running)
    hexes = {
        FRAME.hex(*cell): HexContent(terrain["city" if name in CITIES else "town" if name in TOWNS else "village"], name)
        for name, cells in built.items()
        for cell in cells
    }
    courses = water.courses(RIVER)
    return MapSheet(
        id="A",
        grid=GRID,
        title="The Sable",
        areas=(
            *areas(grown(land, upland, chance), terrain["hills"]),
            *areas(grown(land, woods, chance), terrain["woods"]),
            *areas(grown(land, marsh, chance), terrain["marsh"]),
        ),
        paths=(*roads.paths(chance, settled), *rails.paths(chance, settled)),
        sides=(
            *side_features(water.at_least(STREAM, RIVER), terrain["stream"]),
            *side_features(water.at_least(RIVER, MAJOR), terrain["river"]),
            *side_features(water.at_least(MAJOR), terrain["major river"]),
            *side_features(bridged, terrain["bridge"]),
        ),
        hexes=immutables.Map({FRAME.cell(place): content for place, content in hexes.items()}),
        names=(
            *(name_above(name, cells, 0.42 if name in CITIES else 0.3) for name, cells in built.items()),
            *(
                name_along(text, course, share, size)
                for text, course, share, size in zip(
                    ("Sable", "Karska", "Stanna", "Velm"), courses, (0.62, 0.5, 0.5, 0.5), (0.4, 0.3, 0.3, 0.3), strict=False
                )
            ),
        ),
        note="Ground, towns and names are made up.",
    )


def _stop(land: Land, built: Mapping[str, tuple[Cell, ...]], stop: str) -> Hex:
    """A stop of a way: a town by its name, or an edge with the number of its column or row."""
    if stop in built:
        return FRAME.hex(*built[stop][0])
    edge, _, number = stop.partition(":")
    columns, rows = land.grid.columns, land.grid.rows
    cells = {"west": (1, int(number)), "east": (columns, int(number)), "south": (int(number), 1), "north": (int(number), rows)}
    return FRAME.hex(*cells[edge])
