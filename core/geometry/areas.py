"""Outlines put together and cut out of each other, whatever their shape. Needs shapely, hence not for the window."""

from collections.abc import Iterator, Sequence

import shapely

from core.geometry.layout import Point

Ring = tuple[Point, ...]
Outline = tuple[Ring, ...]
"""An outer ring and then its holes; every ring repeats its first point at its end."""

LEAST_AREA = 1e-6
"""Square hexes: slivers of less are left over by rounding, not drawn."""


def united(shapes: Sequence[Outline]) -> tuple[Outline, ...]:
    """All that lies in any of some outlines; several outlines where they do not touch."""
    return _outlines(shapely.union_all([_polygon(each) for each in shapes]))


def without(shape: Outline, taken: Sequence[Outline]) -> tuple[Outline, ...]:
    """What is left of an outline when others are cut out of it: nothing, one, or the parts into which it falls."""
    return _outlines(shapely.difference(_polygon(shape), shapely.union_all([_polygon(each) for each in taken])))


def _polygon(shape: Outline) -> shapely.Geometry:
    polygon = shapely.Polygon(shape[0], shape[1:])
    return polygon if polygon.is_valid else shapely.make_valid(polygon)


def _outlines(geometry: shapely.Geometry) -> tuple[Outline, ...]:
    return tuple(sorted(_read(geometry)))


def _read(geometry: shapely.Geometry) -> Iterator[Outline]:
    for part in shapely.get_parts(geometry):
        if isinstance(part, shapely.Polygon) and part.area > LEAST_AREA:
            rings = (part.exterior, *part.interiors)
            yield tuple(tuple((float(x), float(y)) for x, y in ring.coords) for ring in rings)
        elif isinstance(part, shapely.MultiPolygon):
            yield from _read(part)
