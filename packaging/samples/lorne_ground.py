"""The map of Cape Lorne: a gulf with beaches, a plain behind them, mountains inland, 34 by 25 hexes of 2 km. All made up."""

import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import steady
from wide_ground import away_from, grid_of, hills
from wide_map import Country, Plan, drawn

from core.interop.elevation_grid import Heights
from core.interop.ground import Surface
from core.model.maps import Cell, Name

GRID = grid_of(34, 25, 2000.0)
COAST = ((-4.0, 18.5), (1.0, 17.0), (4.0, 12.5), (8.0, 9.6), (13.0, 8.4), (18.0, 8.2), (21.5, 6.4), (22.5, 2.6), (25.5, -4.0))
"""The shore, from the west to the south; the sea lies south-west of it."""

VALLEYS = (
    ((9.4, 9.0), (10.2, 13.0), (9.0, 17.5), (11.5, 22.0), (11.0, 28.0)),
    ((19.5, 7.0), (20.5, 11.0), (23.5, 14.0), (27.0, 16.5), (33.0, 18.0)),
)
"""Where two rivers come down to the sea."""

TOWNS: dict[str, Cell] = {
    "Lorne": (25, 5),
    "Sandry": (12, 11),
    "Altona": (19, 10),
    "Montero": (6, 20),
    "Castel": (14, 18),
    "Ferrano": (23, 15),
    "Vigna": (30, 9),
    "Passo": (30, 21),
}
ROADS: tuple[tuple[str, ...], ...] = (
    ("north:4", "Montero", "Porta", "Altona", "Lorne", "south:29"),
    ("Sandry", "Castel", "north:16"),
    ("Altona", "Ferrano", "Passo", "north:31"),
    ("Lorne", "Vigna", "east:10"),
    ("Vigna", "Ferrano", "Castel", "Montero"),
    ("Sandry", "Porta"),
)


def relief(chance: random.Random) -> Surface:
    """Ground that rises from the shore to the mountains; below 0 lies the sea."""
    surface = hills(GRID, chance, ((5.5, 0.55), (2.6, 0.4), (1.2, 0.1)))
    off = away_from(surface, COAST)
    xs, ys = np.meshgrid(surface.xs, surface.ys)
    # The sea lies to the right of the shore as it runs: on the side of its nearest stretch that looks south-west.
    side = _side_of(xs, ys)
    inland = off * side
    base: Heights = 0.16 * steady.tanh(inland / 0.7) + 0.95 * steady.tanh(np.maximum(inland - 1.5, 0) / 8.0)
    rough = surface.heights * np.clip((inland - 1.0) / 6.0, 0, 1)
    heights = base + rough * (rough > 0) + 0.5 * rough * (rough < 0)
    for valley in VALLEYS:
        away = away_from(surface, valley)
        cut = steady.exp(-((away / 1.5) ** 2)) * np.clip(inland / 2.0, 0, 1)
        heights = heights * (1 - 0.75 * cut)
    land = np.where(inland > 0, np.maximum(heights, 0.03 + 0.004 * inland), heights)
    return replace(surface, heights=np.where(inland > 0, land, np.minimum(heights, -0.05)))


def _side_of(xs: Heights, ys: Heights) -> Heights:
    """1 for points inland of the shore, -1 for those at sea."""
    nearest = np.full(xs.shape, np.inf)
    found = np.ones(xs.shape)
    for (ax, ay), (bx, by) in pairwise(COAST):
        dx, dy = bx - ax, by - ay
        along = np.clip(((xs - ax) * dx + (ys - ay) * dy) / (dx * dx + dy * dy), 0, 1)
        away = np.hypot(xs - ax - along * dx, ys - ay - along * dy)
        cross = dx * (ys - ay) - dy * (xs - ax)
        closer = away < nearest - 1e-9
        nearest = np.where(closer, away, nearest)
        found = np.where(closer, np.where(cross >= 0, 1.0, -1.0), found)
    return found


def country() -> Country:
    """The map."""
    kinds = {"marsh": "swamp", "village": "town", "town": "town", "city": "city", "river": "river", "bridge": "bridge"}
    return drawn(
        Plan(
            grid=GRID,
            seed=5,
            title="Cape Lorne",
            relief=relief,
            terrain={**kinds, "railway": "railway", "sea": "sea"},
            cities={"Porta": ((15, 11), (16, 11))},
            towns={name: (cell,) for name, cell in TOWNS.items()},
            roads=tuple(("primary-road", stops) for stops in ROADS),
            railways=(("north:10", "Castel", "Porta", "Altona", "Lorne", "Vigna", "east:7"),),
            river_names=(("Ferro", 0.5, 0.32), ("Sandra", 0.5, 0.32)),
            names=(
                Name("Gulf of Lorne", (8.0, 5.0), 0.75, -8.0),
                Name("Red Beach", (9.2, 8.9), 0.3, -14.0),
                Name("White Beach", (17.2, 7.4), 0.3),
            ),
            levels=(
                ("level-1", 0.34),
                ("level-2", 0.56),
                ("level-3", 0.74),
                ("level-4", 0.87),
                ("level-5", 0.95),
                ("level-6", 2.0),
            ),
            source=0.7,
            flows=(12, 34, 10**9),
            shares=(0.0, 0.0, 0.12),
            has_sea=True,
        )
    )
