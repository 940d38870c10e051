"""Laying a scanned sheet under its grid: from points seen on the picture to the points of the sheet where they belong.

Plain floats, no numpy: the window asks for it while a point is dragged. A scan is rotated, sheared and stretched as a whole,
which one affine map undoes; paper also stretches here and there, which only a map of pieces undoes.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.base.errors import CoreError
from core.geometry.layout import Point

LEAST_POINTS = 3
"""Control points from which an affine map is found."""

PIECES_FROM = 9
"""Control points from which the map is made of pieces that pass through every point."""

FLATNESS = 1e-3
"""Points whose spread across their longest direction is a smaller share of it stand on one line, as far as a click can tell."""

FINENESS = 256
"""Steps to a pixel in which triangles are judged, so that whole numbers decide exactly."""

Triangle = tuple[int, int, int]
Pair = tuple[Point, Point]
"""A point of the picture in pixels, from the left and from the top, and the point of the sheet that is seen there."""


class BadPoints(CoreError):
    """Control points from which no map can be found."""


@dataclass(frozen=True, slots=True)
class Affine:
    """(x, y) becomes (a·x + b·y + c, d·x + e·y + f)."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def __call__(self, point: Point) -> Point:
        """Where a point comes to lie."""
        x, y = point
        return self.a * x + self.b * y + self.c, self.d * x + self.e * y + self.f

    @property
    def determinant(self) -> float:
        """By how much areas grow; negative where the map mirrors."""
        return self.a * self.e - self.b * self.d

    def inverse(self) -> "Affine":
        """The map back. Raises BadPoints for a map that makes a line of the picture.

        >>> Affine(2, 0, 1, 0, 4, 0).inverse()((5, 8))
        (2.0, 2.0)
        """
        det = self.determinant
        if not math.isfinite(det) or abs(det) < 1e-300:
            raise BadPoints("This map makes a line of the picture and has no way back.")
        a, b, d, e = self.e / det, -self.b / det, -self.d / det, self.a / det
        return Affine(a, b, -(a * self.c + b * self.f), d, e, -(d * self.c + e * self.f))


class Registration(Protocol):
    """The way from a picture to its sheet and back."""

    @property
    def straight(self) -> Affine:
        """The affine map that fits best as a whole."""
        ...

    @property
    def pieces(self) -> "tuple[Piece, ...]":
        """Triangles of the picture with an affine map each; none where the affine map holds everywhere."""
        ...

    def to_sheet(self, pixel: Point) -> Point:
        """The point of the sheet that is seen at a pixel."""
        ...

    def to_pixel(self, point: Point) -> Point:
        """The pixel at which a point of the sheet is seen."""
        ...


@dataclass(frozen=True, slots=True)
class Piece:
    """A triangle of the picture, the affine map on it, and the map back."""

    corners: tuple[Point, Point, Point]
    forth: Affine
    back: Affine


@dataclass(frozen=True, slots=True)
class Straight:
    """One affine map for the whole picture."""

    straight: Affine
    back: Affine

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """None: the affine map holds everywhere."""
        return ()

    def to_sheet(self, pixel: Point) -> Point:
        """The point of the sheet that is seen at a pixel."""
        return self.straight(pixel)

    def to_pixel(self, point: Point) -> Point:
        """The pixel at which a point of the sheet is seen."""
        return self.back(point)


@dataclass(frozen=True, slots=True)
class Piecewise:
    """A map that passes through every control point and is affine on each triangle between them; it has no jumps.

    Beyond the points it runs back to the affine map, which it is from one width of all points around them on.
    """

    straight: Affine
    back: Affine
    pieces: tuple[Piece, ...]

    def to_sheet(self, pixel: Point) -> Point:
        """The point of the sheet that is seen at a pixel."""
        for piece in self.pieces:
            if _holds(piece.corners, pixel):
                return piece.forth(pixel)
        return self.straight(pixel)

    def to_pixel(self, point: Point) -> Point:
        """The pixel at which a point of the sheet is seen."""
        for piece in self.pieces:
            pixel = piece.back(point)
            if _holds(piece.corners, pixel):
                return pixel
        return self.back(point)


def centred(size: tuple[int, int], bounds: tuple[float, float, float, float]) -> Straight:
    """Where a picture lies that has no points yet: upright and as large as fits into the bounds of its sheet.

    >>> centred((200, 100), (0.0, 0.0, 10.0, 10.0)).to_sheet((0, 0))
    (0.0, 7.5)
    """
    width, height = max(size[0], 1), max(size[1], 1)
    x0, y0, x1, y1 = bounds
    scale = min((x1 - x0) / width, (y1 - y0) / height)
    across, down = (x0 + x1 - scale * width) / 2, (y0 + y1 + scale * height) / 2
    forth = Affine(scale, 0.0, across, 0.0, -scale, down)
    return Straight(forth, forth.inverse())


def register(pairs: Sequence[Pair]) -> Registration:
    """The best map for control points: affine by least squares from three, of pieces from nine.

    Raises BadPoints, which says what is wrong with the points and what would help.
    """
    straight = fit_affine(pairs)
    back = straight.inverse()
    return Straight(straight, back) if len(pairs) < PIECES_FROM else _piecewise(pairs, straight, back)


def residuals(pairs: Iterable[Pair], straight: Affine) -> tuple[float, ...]:
    """How far from its place on the sheet, in hexes, the affine map puts each control point.

    A map of pieces passes through all its points; how far a point strays from the affine map still tells a slip of the hand
    from paper that has stretched.
    """
    return tuple(math.dist(straight(pixel), point) for pixel, point in pairs)


def fit_affine(pairs: Sequence[Pair]) -> Affine:
    """The affine map that brings pixels nearest to their points, by least squares. Raises BadPoints."""
    if len(pairs) < LEAST_POINTS:
        raise BadPoints(f"A scan is fitted from {LEAST_POINTS} points on; there {_are(len(pairs))}.")
    count = len(pairs)
    middle = sum(p[0][0] for p in pairs) / count, sum(p[0][1] for p in pairs) / count
    goal = sum(p[1][0] for p in pairs) / count, sum(p[1][1] for p in pairs) / count
    # Around their middle the equations for x and y are two by two.
    us = [(p[0][0] - middle[0], p[0][1] - middle[1]) for p in pairs]
    vs = [(p[1][0] - goal[0], p[1][1] - goal[1]) for p in pairs]
    if _flat(us):
        raise BadPoints("All points lie on one line of the picture. Set one well away from that line.")
    if _flat(vs):
        raise BadPoints("All points are named after hexes on one line. Set one on a hex well away from that line.")
    uxx, uxy, uyy = (sum(u[i] * u[k] for u in us) for i, k in ((0, 0), (0, 1), (1, 1)))
    det = uxx * uyy - uxy * uxy
    rows = []
    for axis in (0, 1):
        xv, yv = (sum(u[i] * v[axis] for u, v in zip(us, vs, strict=True)) for i in (0, 1))
        rows.append(((uyy * xv - uxy * yv) / det, (uxx * yv - uxy * xv) / det))
    (a, b), (d, e) = rows
    if abs(a * e - b * d) * uxx < FLATNESS * FLATNESS * (a * a + b * b + d * d + e * e) * uxx:
        raise BadPoints("These points contradict each other: together they would fold the sheet into a line.")
    return Affine(a, b, goal[0] - a * middle[0] - b * middle[1], d, e, goal[1] - d * middle[0] - e * middle[1])


def _are(count: int) -> str:
    return "is one" if count == 1 else f"are {count}" if count else "is none"


def _flat(steps: Sequence[Point]) -> bool:
    """Whether points around their middle spread in one direction only."""
    xx, xy, yy = (sum(s[i] * s[k] for s in steps) for i, k in ((0, 0), (0, 1), (1, 1)))
    most = (xx + yy) / 2 + math.hypot((xx - yy) / 2, xy)
    least = (xx * yy - xy * xy) / most if most > 0 else 0.0
    return least <= FLATNESS * FLATNESS * most


def _piecewise(pairs: Sequence[Pair], straight: Affine, back: Affine) -> Piecewise:
    at = [(round(p[0][0] * FINENESS), round(p[0][1] * FINENESS)) for p in pairs]
    if len(set(at)) < len(at):
        raise BadPoints("Two points lie on one spot of the picture. Move one of them, or delete it.")
    xs, ys = [p[0] for p in at], [p[1] for p in at]
    wide = max(max(xs) - min(xs), max(ys) - min(ys), FINENESS)
    left, right, top, bottom = min(xs) - wide, max(xs) + wide, min(ys) - wide, max(ys) + wide
    frame = [(left, top), (right, top), (right, bottom), (left, bottom)]
    pixels: list[Point] = [*(p[0] for p in pairs), *((x / FINENESS, y / FINENESS) for x, y in frame)]
    points = [*(p[1] for p in pairs), *map(straight, pixels[len(pairs) :])]
    pieces = []
    for i, j, k in delaunay([*at, *frame]):
        corners = pixels[i], pixels[j], pixels[k]
        forth = _through(corners, (points[i], points[j], points[k]))
        if forth.determinant * straight.determinant <= 0:
            raise BadPoints("Points close to each other contradict each other: between them the sheet would be folded over.")
        pieces.append(Piece(corners, forth, forth.inverse()))
    return Piecewise(straight, back, tuple(pieces))


def delaunay(points: Sequence[tuple[int, int]]) -> list[Triangle]:
    """Triangles between points of which the last four are the corners of a rectangle that holds all others inside.

    No point lies in the circle around a triangle. Whole numbers: what is told is exact.
    """
    first = len(points) - 4
    a, b, c, d = range(first, first + 4)
    triangles = [_turned(points, (a, b, c)), _turned(points, (a, c, d))]
    for new in range(first):
        hit = [triangle for triangle in triangles if _in_circle(points, triangle, new)]
        edges = {(t[n], t[(n + 1) % 3]) for t in hit for n in range(3)}
        triangles = [triangle for triangle in triangles if triangle not in hit]
        triangles += [(i, k, new) for i, k in sorted(edges) if (k, i) not in edges]
    return triangles


def _turned(points: Sequence[tuple[int, int]], triangle: Triangle) -> Triangle:
    i, j, k = triangle
    (ax, ay), (bx, by), (cx, cy) = points[i], points[j], points[k]
    return triangle if (bx - ax) * (cy - ay) > (by - ay) * (cx - ax) else (i, k, j)


def _in_circle(points: Sequence[tuple[int, int]], triangle: Triangle, new: int) -> bool:
    x, y = points[new]
    (ax, ay), (bx, by), (cx, cy) = ((points[n][0] - x, points[n][1] - y) for n in triangle)
    aa, bb, cc = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    return aa * (bx * cy - by * cx) - bb * (ax * cy - ay * cx) + cc * (ax * by - ay * bx) > 0


def _through(pixels: Sequence[Point], points: Sequence[Point]) -> Affine:
    """The affine map that brings three pixels to three points."""
    (x0, y0), (x1, y1), (x2, y2) = pixels
    det = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    rows = []
    for axis in (0, 1):
        v0, v1, v2 = points[0][axis], points[1][axis], points[2][axis]
        a = ((v1 - v0) * (y2 - y0) - (v2 - v0) * (y1 - y0)) / det
        b = ((v2 - v0) * (x1 - x0) - (v1 - v0) * (x2 - x0)) / det
        rows.append((a, b, v0 - a * x0 - b * y0))
    return Affine(*rows[0], *rows[1])


def _holds(corners: tuple[Point, Point, Point], point: Point) -> bool:
    """Whether a triangle holds a point, its rim included as far as floats can tell."""
    x, y = point
    signs = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        long = math.hypot(bx - ax, by - ay)
        signs.append(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / long)
    slack = 1e-7 * max(abs(value) for corner in corners for value in (*corner, 1.0))
    return min(signs) >= -slack or max(signs) <= slack
