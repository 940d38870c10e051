"""What people build along roads: single buildings, orchards beside villages, hedgerows around fields."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import shapely
from shapely import LineString, Polygon, affinity

from core.geometry.hexes import Hex
from core.geometry.layout import SheetFrame, corners, to_plane
from core.interop.ground import Edge
from core.model.maps import Cell

Place = tuple[float, float]


@dataclass(frozen=True)
class Site:
    """What is already on the map, and the slope of the ground at a place in metres per hex."""

    edge: Edge
    roads: shapely.Geometry
    water: shapely.Geometry
    taken: shapely.Geometry
    slope: Callable[[Place], float]

    def is_free(self, shape: Polygon, road_gap: float, most_slope: float) -> bool:
        """Whether a shape fits: on the map, clear of roads, water and all that is taken, on ground that is not too steep."""
        middle = shape.centroid.x, shape.centroid.y
        return (
            shapely.box(*self.edge).buffer(-0.3).covers(shape)
            and shape.distance(self.roads) >= road_gap
            and shape.distance(self.water) >= 0.15
            and shape.distance(self.taken) >= 0.04
            and self.slope(middle) <= most_slope
        )


def block(middle: Place, length: float, depth: float, angle: float) -> Polygon:
    """A rectangle around a place, `length` along the direction `angle` (degrees, counter-clockwise from east)."""
    x, y = middle
    flat = shapely.box(x - length / 2, y - depth / 2, x + length / 2, y + depth / 2)
    return affinity.rotate(flat, angle, origin=(x, y))


def buildings(site: Site, roads: Sequence[LineString], every: float, chance: random.Random) -> list[Polygon]:
    """Single houses beside roads, about one on `every` hexes of road, some with a barn behind."""
    found: list[Polygon] = []
    for road in roads:
        at = every * chance.random()
        while at < road.length:
            side = chance.choice((-1, 1))
            away = 0.15 + 0.12 * chance.random()
            size = 0.12 + 0.07 * chance.random(), 0.085 + 0.03 * chance.random()
            barn = chance.random() < 0.35
            house = _beside(road, at, side * away, size)
            if _stands(site, house, found):
                found.append(house)
                shed = _beside(road, at + 0.1, side * (away + 0.2), (size[1], size[1] * 0.8))
                if barn and _stands(site, shed, found[:-1]):
                    found.append(shed)
            at += every * (0.5 + chance.random())
    return found


def _stands(site: Site, shape: Polygon, others: Sequence[Polygon]) -> bool:
    return site.is_free(shape, 0.07, 22.0) and all(shape.distance(other) > 0.3 for other in others)


def _beside(road: LineString, at: float, aside: float, size: tuple[float, float]) -> Polygon:
    before, after = road.interpolate(max(at - 0.1, 0)), road.interpolate(min(at + 0.1, road.length))
    angle = math.atan2(after.y - before.y, after.x - before.x)
    middle = road.interpolate(min(at, road.length))
    return block(
        (middle.x - math.sin(angle) * aside, middle.y + math.cos(angle) * aside), size[0], size[1], math.degrees(angle)
    )


def orchard(site: Site, village: Place, others: Sequence[Polygon], chance: random.Random) -> Polygon | None:
    """A plot of fruit trees on easy ground near a village; None where there is no room."""
    for _ in range(200):
        angle, away = 2 * math.pi * chance.random(), 1.3 + 0.8 * chance.random()
        middle = village[0] + away * math.cos(angle), village[1] + away * math.sin(angle)
        plot = block(middle, 0.65 + 0.35 * chance.random(), 0.45 + 0.2 * chance.random(), 180 * chance.random())
        if site.is_free(plot, 0.1, 14.0) and all(plot.distance(other) > 0.4 for other in others):
            return plot
    return None


def hedgerows(
    site: Site, frame: SheetFrame, cells: Sequence[Cell], fields: int, chance: random.Random
) -> list[tuple[Cell, Cell]]:
    """Pairs of cells with a hedgerow between them: two to four neighbouring hexsides around some of the cells given."""
    found: list[tuple[Cell, Cell]] = []
    used: set[tuple[int, int]] = set()
    waiting, allowed = list(cells), set(cells)
    while waiting and fields > 0:
        cell = waiting.pop(chance.randrange(len(waiting)))
        here = frame.hex(*cell)
        first, count = chance.randrange(6), chance.randrange(2, 5)
        around = [here.neighbours()[(first + k) % 6] for k in range(count)]
        sides = [near for near in around if frame.cell(near) in allowed and _is_open(site, here, near)]
        ends = {corner for near in sides for corner in _ends(here, near)}
        # Hedges that touch those of another field would close a maze.
        if len(sides) >= 2 and not ends & used:
            used |= ends
            fields -= 1
            found += [(cell, frame.cell(near)) for near in sides]
    return sorted((min(pair), max(pair)) for pair in found)


def _ends(here: Hex, near: Hex) -> set[tuple[int, int]]:
    """The two corners on the lattice that adjacent hexes share."""
    return set(corners(here)) & set(corners(near))


def _is_open(site: Site, here: Hex, near: Hex) -> bool:
    """Whether a hedge can stand between two hexes. A sheet's own frame is the shared plane of a box with one sheet."""
    side = LineString([to_plane(corner) for corner in sorted(_ends(here, near))])
    middle = side.interpolate(0.5, normalized=True)
    return (
        side.distance(site.roads) > 0.05
        and side.distance(site.water) > 0.2
        and side.distance(site.taken) > 0.02
        and site.slope((middle.x, middle.y)) < 12.0
    )
