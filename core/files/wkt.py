"""Well-known text to tuples of points and back: LINESTRING, POLYGON and POINT in hex units, with up to four decimals.

Coordinates are rounded to four decimals when read, so that what is judged now is what will be saved.
"""

import re
from typing import Final, NoReturn

from core.base.errors import CoreError
from core.geometry.layout import Point
from core.model.maps import Points, Polygon

FARTHEST: Final = 10_000
"""No coordinate lies farther than this from a sheet's origin, in hexes."""

_SHAPE = re.compile(r"\s*([A-Za-z]+)\s*\((.*)\)\s*", re.DOTALL)
_WORD = re.compile(r"\s*([A-Za-z]+(?:\s+(?:Z|M|ZM|EMPTY)\b)?)", re.IGNORECASE)
_RING = re.compile(r"\(([^()]*)\)")
_RINGS = re.compile(r"\s*\([^()]*\)(?:\s*,\s*\([^()]*\))*\s*")
_NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?"
_PAIR = re.compile(rf"\s*{_NUMBER}\s+{_NUMBER}\s*")
_SIGNS = re.compile(r"[-+0-9.eE,\s]*", re.ASCII)
_FINE = re.compile(r"\.[0-9]{5}|[eE]")


class BadShape(CoreError):
    """A shape that cannot be read; the text continues a sentence that begins with what the shape belongs to."""


def read_line(text: str) -> Points:
    """The points of a LINESTRING. Raises BadShape.

    >>> read_line("LINESTRING (0 5.35, 0.1411 5.3661)")
    ((0.0, 5.35), (0.1411, 5.3661))
    """
    points = _points(_body(text, "LINESTRING (x y, x y)"), "")
    if len(points) < 2:
        raise BadShape("has 1 point; a line needs 2 or more")
    if len(set(points)) < 2:
        raise BadShape(f"has no length: all its points are {_pair(points[0])}")
    return points


def read_polygon(text: str) -> Polygon:
    """The rings of a POLYGON, the outer one first. Raises BadShape.

    >>> read_polygon("POLYGON ((0 0, 1 0, 0 1, 0 0))")
    (((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0)),)
    """
    body = _body(text, "POLYGON ((x y, x y, x y, x y))")
    if not _RINGS.fullmatch(body):
        raise BadShape("is broken: wanted is POLYGON ((x y, …)), each ring in brackets of its own")
    rings = []
    for number, match in enumerate(_RING.finditer(body)):
        what = f" of hole {number}" if number else ""
        ring = _points(match[1], what)
        if ring[0] != ring[-1]:
            raise BadShape(
                f"has a ring that is not closed{what}: it begins at {_pair(ring[0])} and ends at {_pair(ring[-1])}; "
                "repeat the first point at the end"
            )
        if len(set(ring)) < 3:
            raise BadShape(f"has too few points{what}: a ring needs 3 or more that differ")
        rings.append(ring)
    return tuple(rings)


def read_point(text: str) -> Point:
    """The point of a POINT. Raises BadShape.

    >>> read_point("POINT (3.4641 9.5)")
    (3.4641, 9.5)
    """
    points = _points(_body(text, "POINT (x y)"), "")
    if len(points) != 1:
        raise BadShape(f"has {len(points)} points; one is wanted")
    return points[0]


def line_text(points: Points) -> str:
    """The canonical text of a line.

    >>> line_text(((0.0, 5.35), (-0.00001, 3.0)))
    'LINESTRING (0 5.35, 0 3)'
    """
    return f"LINESTRING ({_listed(points)})"


def polygon_text(rings: Polygon) -> str:
    """The canonical text of an outline with its holes."""
    return f"POLYGON ({', '.join(f'({_listed(ring)})' for ring in rings)})"


def point_text(point: Point) -> str:
    """The canonical text of a point."""
    return f"POINT ({_pair(point)})"


def decimal_text(value: float) -> str:
    """A number of a file: up to four decimals, no more than needed.

    >>> decimal_text(114.3), decimal_text(15.0), decimal_text(-0.00001)
    ('114.3', '15', '0')
    """
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _body(text: str, wanted: str) -> str:
    """What stands between the outer brackets of a shape of the wanted kind."""
    kind = wanted.partition(" ")[0]
    found = _SHAPE.fullmatch(text)
    if found and found[1].upper() == kind:
        return found[2]
    word = _WORD.match(text)
    name = " ".join(word[1].upper().split()) if word else ""
    if name == f"{kind} EMPTY":
        raise BadShape("has no points")
    if name == kind:
        raise BadShape(f"is broken: wanted is {wanted}, with both brackets")
    if name.endswith((" Z", " M", " ZM")):
        raise BadShape(f"is a {name}; points have two numbers here: {wanted}")
    if name.startswith("MULTI"):
        raise BadShape(f"is a {name}; write each part as an item of its own: {wanted}")
    shown = f'begins with "{text.strip()[:20]}"' if text.strip() else "is empty"
    raise BadShape(f"{shown}; wanted is {wanted}")


def _points(body: str, what: str) -> Points:
    """Pairs of numbers between commas; `what` names the ring that they belong to in messages."""
    if not _SIGNS.fullmatch(body):
        _explain(body, what)
    try:
        points = tuple([(float(x), float(y)) for x, y in map(str.split, body.split(","))])
    except ValueError:
        _explain(body, what)
    if _FINE.search(body):
        points = tuple([(round(x, 4), round(y, 4)) for x, y in points])
    if not all(-FARTHEST <= x <= FARTHEST and -FARTHEST <= y <= FARTHEST for x, y in points):
        number, bad = next((n, p) for n, p in enumerate(points, 1) if max(abs(p[0]), abs(p[1])) > FARTHEST)
        raise BadShape(f"is broken: point {number}{what}, {bad[0]:g} {bad[1]:g}, lies more than {FARTHEST:,} hexes away")
    return points


def _explain(body: str, what: str) -> NoReturn:
    """Raises BadShape for the first point that is no pair of numbers."""
    if not body.strip():
        raise BadShape(f"has no points{what}")
    for number, text in enumerate(body.split(","), 1):
        if not _PAIR.fullmatch(text):
            shown = f'is "{text.strip()[:40]}"' if text.strip() else "is missing"
            raise BadShape(f"is broken: point {number}{what} {shown}; two numbers are wanted, such as 3.5 12")
    raise BadShape("is broken")


def _listed(points: Points) -> str:
    return ", ".join([_pair(point) for point in points])


def _pair(point: Point) -> str:
    return f"{decimal_text(point[0])} {decimal_text(point[1])}"
