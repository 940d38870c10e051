"""The map of the Amber Road: a wooded valley between two ranges of hills, 36 by 26 hexes of 1 km. All of it is made up."""

import random
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import steady
from wide_ground import away_from, grid_of, hills
from wide_map import Country, Plan, drawn

from core.interop.elevation_grid import Heights
from core.interop.ground import Surface
from core.model.maps import Cell
from core.model.terrain import Terrain, TerrainKind

GRID = grid_of(36, 26, 1000.0)
VALLEY = ((-4.0, 12.5), (5.0, 13.6), (11.0, 11.2), (17.5, 13.4), (24.0, 10.8), (35.0, 12.5))
"""About where the river Halm runs, from the west to the east."""

TOWNS: dict[str, tuple[Cell, ...]] = {
    "Torrin": ((19, 14), (20, 14)),
    "Upper Halm": ((6, 14),),
    "Brennet": ((18, 4), (18, 5)),
    "Steinau": ((30, 12),),
    "Amberg": ((14, 22), (14, 23)),
}
VILLAGES: dict[str, tuple[Cell, ...]] = {
    name: (cell,)
    for name, cell in {
        "Lindow": (10, 18),
        "Kessel": (21, 19),
        "Marn": (27, 20),
        "Oster": (33, 17),
        "Hohen": (4, 20),
        "Weiler": (13, 11),
        "Grund": (24, 9),
        "Seefeld": (10, 6),
        "Alten": (4, 8),
        "Rotheim": (26, 4),
        "Dorn": (33, 6),
        "Neudorf": (14, 15),
        "Furt": (25, 13),
    }.items()
}
MAIN, MINOR = "primary-road", "secondary-road"
ROADS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (MAIN, ("north:14", "Amberg", "Neudorf", "Torrin", "Brennet", "south:18")),
    (MAIN, ("west:14", "Upper Halm", "Torrin", "Furt", "Steinau", "east:12")),
    (MINOR, ("north:26", "Marn", "Kessel", "Torrin")),
    (MINOR, ("Marn", "Oster", "Steinau", "Dorn", "south:33")),
    (MINOR, ("Amberg", "Kessel")),
    (MINOR, ("Amberg", "Lindow", "Upper Halm", "Alten", "Seefeld", "Brennet", "Rotheim", "Dorn")),
    (MINOR, ("north:4", "Hohen", "Lindow")),
    (MINOR, ("Weiler", "Torrin")),
    (MINOR, ("Seefeld", "Weiler")),
    (MINOR, ("Furt", "Grund", "Rotheim", "south:26")),
    (MINOR, ("Hohen", "Upper Halm")),
)


def _kind(id_: str, name: str, kind: TerrainKind, costs: tuple[str, str, str], colour: str = "", pattern: str = "") -> Terrain:
    """A kind of terrain with what it costs on foot, on wheels, and tactical."""
    by_class = MappingProxyType(dict(zip(("leg", "truck", "tactical"), costs, strict=True)))
    return Terrain(id_, name, kind, colour=colour, pattern=pattern, costs=by_class)


TERRAIN: Mapping[str, Terrain] = MappingProxyType(
    {
        each.id: each
        for each in (
            _kind("hills", "Hills", TerrainKind.AREA, ("2", "4", "3"), "#d8c59a", "grain"),
            _kind("woods", "Woods", TerrainKind.AREA, ("2", "4", "3")),
            _kind("village", "Village", TerrainKind.HEX, ("1", "2", "1")),
            _kind("town", "Town", TerrainKind.HEX, ("1", "2", "2")),
            _kind("river", "River", TerrainKind.SIDE, ("+3", "P", "P")),
            _kind("stream", "Stream", TerrainKind.SIDE, ("+1", "+4", "+2")),
            _kind(MAIN, "Primary road", TerrainKind.PATH, ("1", "1/2", "1/2")),
            _kind(MINOR, "Secondary road", TerrainKind.PATH, ("1", "1", "1")),
        )
    }
)
"""What the terrain of this map costs, in movement points by class of movement; BCS leaves it to the chart of each game."""


def relief(chance: random.Random) -> Surface:
    """Ranges north and south of the valley, which falls to the east."""
    surface = hills(GRID, chance, ((6.0, 0.5), (2.8, 0.45), (1.3, 0.12)))
    off = away_from(surface, VALLEY)
    fall = (16.0 - surface.xs[None, :]) * 0.02
    lift: Heights = 0.9 * steady.tanh(off / 5.0) - 1.0 * steady.exp(-((off / 1.9) ** 2)) + fall
    return replace(surface, heights=surface.heights * (0.2 + steady.tanh(off / 4.0)) + lift)


def country() -> Country:
    """The map."""
    kinds = ("hills", "woods", "village", "town", "stream", "river", "bridge")
    return drawn(
        Plan(
            grid=GRID,
            seed=12,
            title="The Amber Road",
            relief=relief,
            terrain={kind: kind for kind in kinds},
            towns=TOWNS,
            villages=VILLAGES,
            roads=ROADS,
            river_names=(("Halm", 0.6, 0.42), ("Osterbach", 0.5, 0.3), ("Torr", 0.5, 0.3)),
            source=0.9,
            flows=(12, 40, 10**9),
            inflow=((-4.0, 12.5), 90),
            shares=(0.16, 0.34, 0.0),
            patches=(2.6, 1.4),
        )
    )
