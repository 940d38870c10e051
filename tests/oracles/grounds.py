"""Grounds to ask about, made from drawn maps without any file."""

from fractions import Fraction

import shapely
from oracles.fan import FanMap, Point

from core.analysis.ground import Ground
from core.geometry.contours import ContourLine
from core.geometry.hexes import Hex
from core.geometry.layout import SheetFrame


def ground_of(
    lines: list[ContourLine],
    box: tuple[float, float, float, float] = (0.0, 0.0, 8.0, 8.0),
    *,
    spots: tuple[tuple[Point, Fraction], ...] = (),
    lows: tuple[Point, ...] = (),
    sea: shapely.Geometry | None = None,
    interval: Fraction | None = Fraction(20),
    hexes: tuple[Hex, ...] | None = None,
) -> Ground:
    """A ground with these lines; its hexes are those whose centre dots lie well inside the box."""
    frame = SheetFrame.place("even")
    inside = []
    for column in range(-60, 60):
        for row in range(-60, 60):
            place = frame.hex(column, row)
            x, y = frame.to_plane((column * 3**0.5 / 2, row + (0.5 if column % 2 == 0 else 0)))
            if box[0] + 0.5 < x < box[2] - 0.5 and box[1] + 0.5 < y < box[3] - 0.5:
                inside.append(place)
    return Ground(
        hexes=tuple(sorted(inside)) if hexes is None else hexes,
        lines=tuple(lines),
        edge=shapely.box(*box),
        sea=shapely.Polygon() if sea is None else sea,
        spots=spots,
        lows=lows,
        interval=interval,
    )


def lines_of(map_: FanMap) -> list[ContourLine]:
    """The lines of a drawn map, all sides left to be settled from the heights."""
    return [ContourLine(Fraction(height), tuple(points)) for height, points in map_.lines]
