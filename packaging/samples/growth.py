"""Woods that look grown: outlines where a field of chance, slope and clearings is highest."""

import random
from typing import cast

import contourpy
import numpy as np
import shapely
import steady
from shapely import Polygon

from core.interop.contour_lines import thinned
from core.interop.elevation_grid import Heights
from core.interop.ground import Edge, Surface


def patchy(xs: Heights, ys: Heights, size: float, chance: random.Random) -> Heights:
    """A smooth field of values around 0 (about -1 to 1) over a mesh, with patches of about `size` units."""
    x, y = (xs - xs[0]) / size, (ys - ys[0]) / size
    knots = np.array([[2 * chance.random() - 1 for _ in range(int(x[-1]) + 4)] for _ in range(int(y[-1]) + 4)])
    field: Heights = 1.6 * _between(_between(knots, y).T, x).T
    return field


def _between(knots: Heights, positions: Heights) -> Heights:
    """The cubic B-spline through rows of knots at each position: one row per position."""
    start = np.floor(positions).astype(int)
    u = (positions - start)[:, None]
    parts = ((1 - u) ** 3, 3 * u**3 - 6 * u**2 + 4, -3 * u**3 + 3 * u**2 + 3 * u + 1, u**3)
    result: Heights = np.zeros((len(positions), knots.shape[1]))
    # Summed by hand, since products of matrices differ from processor to processor.
    for k, part in enumerate(parts):
        result += part / 6 * knots[start + k]
    return result


def steepness(surface: Surface) -> Heights:
    """Metres of rise per hex at every point of the mesh."""
    step = float(surface.xs[1] - surface.xs[0])
    up, across = np.gradient(surface.heights, step)
    result: Heights = np.hypot(up, across)
    return result


def nearness(surface: Surface, shape: shapely.Geometry, reach: float) -> Heights:
    """1 on a shape, falling to nothing over about `reach` hexes, at every point of the mesh."""
    shapely.prepare(shape)
    xs, ys = np.meshgrid(surface.xs, surface.ys)
    away: Heights = np.asarray(shapely.distance(shapely.points(xs, ys), shape)) / reach
    return steady.exp(-(away**2))


def outlines(surface: Surface, field: Heights, cover: float, edge: Edge, overrun: float, least: float) -> list[Polygon]:
    """Outlines around the highest part of a field, which cover the share `cover` of the ground inside `edge`.

    They run `overrun` over the edge, and are cut there. Patches and gaps of less than `least` square hexes are left out.
    """
    inside = np.ix_((surface.ys >= edge[1]) & (surface.ys <= edge[3]), (surface.xs >= edge[0]) & (surface.xs <= edge[2]))
    level = float(np.quantile(field[inside], 1 - cover))
    # What lies beyond the overrun is low, so that every outline closes there.
    fits = (surface.ys >= edge[1] - overrun) & (surface.ys <= edge[3] + overrun)
    gap = field - level
    # Points of the mesh right at the level would let outlines touch there.
    bounded = np.where(np.abs(gap) < 0.004, level + np.where(gap < 0, -0.004, 0.004), field)
    bounded[~fits, :] = level - 1
    bounded[:, (surface.xs < edge[0] - overrun) | (surface.xs > edge[2] + overrun)] = level - 1
    generator = contourpy.contour_generator(x=surface.xs, y=surface.ys, z=bounded, name="serial", fill_type="OuterOffset")
    points, offsets = cast("tuple[list[Heights], list[Heights]]", generator.filled(level, float(bounded.max()) + 1))
    rings: list[Heights] = []
    shares: list[list[int]] = []
    for each, cuts in zip(points, offsets, strict=True):
        parts = [each[a:b] for a, b in zip(cuts[:-1].astype(int), cuts[1:].astype(int), strict=True)]
        if Polygon(parts[0], parts[1:]).area < least:
            continue
        kept = [parts[0], *(part for part in parts[1:] if Polygon(part).area >= least)]
        shares.append(list(range(len(rings), len(rings) + len(kept))))
        rings += kept
    thin = thinned(rings, 0.02)
    return [Polygon(thin[share[0]], [thin[k] for k in share[1:]]) for share in shares]
