"""The map of the Sable: a broad river that runs south through a plain, hills on both sides, 34 by 24 hexes of 4 km.

Ground, towns and names are made up.
"""

import random
from collections.abc import Mapping
from dataclasses import replace

import steady
from wide_ground import away_from, grid_of, hills
from wide_map import Country, Plan, drawn

from core.interop.elevation_grid import Heights
from core.interop.ground import Surface
from core.model.maps import Cell

GRID = grid_of(34, 24, 4000.0)
MAJOR, INFLOW = 260, 300
"""The water from which a river is a major one, and that of the Sable where it comes in over the northern edge."""

VALLEY = ((13.5, 27.0), (14.4, 20.0), (12.6, 15.5), (15.2, 11.0), (14.0, 6.0), (16.4, -2.0))
"""About where the great river runs."""

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


def relief(chance: random.Random) -> Surface:
    """Hills away from the valley of the great river, which falls to the south."""
    surface = hills(GRID, chance, ((7.0, 0.5), (3.2, 0.42), (1.4, 0.1)))
    off = away_from(surface, VALLEY)
    fall = (surface.ys[:, None] - 12.0) * 0.02
    lift: Heights = 0.7 * steady.tanh(off / 6.0) - 1.1 * steady.exp(-((off / 2.2) ** 2)) + fall
    return replace(surface, heights=surface.heights * (0.25 + steady.tanh(off / 5.0)) + lift)


def country(terrain: Mapping[str, str]) -> Country:
    """The map; `terrain` says what the box calls hills, woods, marsh, towns, rivers and ways."""
    return drawn(
        Plan(
            grid=GRID,
            seed=7,
            title="The Sable",
            relief=relief,
            terrain=terrain,
            cities={"Velmar": ((6, 12), (6, 13), (7, 12))},
            towns={name: (cell,) for name, cell in TOWNS.items()},
            villages={name: (cell,) for name, cell in VILLAGES.items()},
            roads=tuple((terrain["road"], stops) for stops in ROADS),
            railways=(
                ("west:13", "Velmar", "Harn", "Ostry", "Zelna", "east:19"),
                ("Velmar", "Tolnik", "south:10"),
                ("Zelna", "Morvec", "Stannov", "south:31"),
            ),
            river_names=(("Sable", 0.62, 0.4), ("Karska", 0.5, 0.3), ("Stanna", 0.5, 0.3), ("Velm", 0.5, 0.3)),
            flows=(12, 36, MAJOR),
            inflow=(VALLEY[0], INFLOW),
        )
    )
