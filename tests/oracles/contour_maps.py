"""Contour maps to try: smooth, spiral, combed, straight, and few-cornered rings; each knows the ground it was drawn from."""

import math
import random

import numpy as np
import shapely
from oracles.fan import FanMap, Ground, Point, draw

LEVELS = range(-100, 300, 20)


def smooth(seed: int) -> FanMap:
    """Hills and hollows."""
    dice = random.Random(seed)
    mounds = [
        (dice.uniform(0, 8), dice.uniform(0, 8), dice.choice((1, 1, 1, -1)) * dice.uniform(20, 90), dice.uniform(0.5, 2.5))
        for _ in range(7)
    ]

    def ground(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return 30 + sum(h * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / w**2) for cx, cy, h, w in mounds)

    return draw(ground, LEVELS)


def spiral() -> FanMap:
    """Bands that wind around a middle, so that lines of one height lie side by side."""

    def ground(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return 50 + 35 * np.sin(2.5 * np.hypot(x - 4, y - 4) + np.arctan2(y - 4.03, x - 4.01))

    return draw(ground, LEVELS)


def comb() -> FanMap:
    """Long spurs and re-entrants, teeth of a comb into each other."""
    return draw(lambda x, y: 50 + 45 * np.tanh(np.sin(4 * x) * 3 + (y - 4)), LEVELS)


def saddles() -> FanMap:
    """A chessboard of hills and hollows with a pass between every four."""
    return draw(lambda x, y: 50 + 38 * np.sin(1.9 * x + 0.3) * np.sin(1.7 * y + 0.2), LEVELS)


def slope(angle: float) -> FanMap:
    """Straight lines of two points each."""
    across: Ground = lambda x, y: 20 * ((x - 4) * np.cos(angle) + (y - 4) * np.sin(angle)) + 70  # noqa: E731
    return draw(across, LEVELS, step=8.0)


def rings(seed: int) -> tuple[FanMap, shapely.Polygon]:
    """A ring of 20 m with few and far corners, rings of 40 m inside it, and the ground between them."""
    dice = random.Random(seed)
    while True:
        outer = shapely.Polygon(_star(dice, 4, 4, 1.5, 7, dice.randint(3, 9)))
        if outer.is_valid and outer.area > 4:
            break
    tops: list[shapely.Polygon] = []
    for _ in range(60):
        top = shapely.Polygon(_star(dice, dice.uniform(1, 7), dice.uniform(1, 7), 0.1, 1.5, dice.randint(3, 7)))
        apart = all(other.distance(top) > 0.02 for other in tops)
        if top.is_valid and apart and outer.buffer(-0.02).contains(top) and len(tops) < 4:
            tops.append(top)
    if not tops:
        return rings(seed + 1_000_000)
    between = outer.intersection(shapely.box(0, 0, 8, 8))
    for top in tops:
        between = between.difference(top)
    lines = [(20, list(outer.exterior.coords)), *((40, list(top.exterior.coords)) for top in tops)]
    flat = [(height, [(float(x), float(y)) for x, y in points]) for height, points in lines]
    return FanMap(flat, (0.0, 0.0, 8.0, 8.0), lambda x, y: 30.0 if between.contains(shapely.Point(x, y)) else 40.0), between


def _star(dice: random.Random, x: float, y: float, least: float, most: float, corners: int) -> list[Point]:
    angles = sorted(dice.uniform(0, 2 * math.pi) for _ in range(corners))
    sizes = [dice.uniform(least, most) for _ in angles]
    return [(x + size * math.cos(a), y + size * math.sin(a)) for a, size in zip(angles, sizes, strict=True)]
