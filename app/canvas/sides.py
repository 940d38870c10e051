"""Features along hexsides: streams, hedgerows, embankments, walls, and the bridges and fords that cross them."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from PySide6.QtGui import QPainter, QPainterPath, QPen, Qt

from app.canvas.areas import OVERHANG
from app.canvas.bins import Bins
from app.canvas.by_kind import ByKind
from app.canvas.ground import Ground
from app.canvas.layers import Exposure
from app.canvas.lines import across
from app.canvas.polylines import XY, chunks, clipped, lengths, rounded
from app.canvas.style import SideStyle
from app.canvas.transform import HEX, Polyline, Span, path_of, span_of, widened
from core.geometry.layout import LatticePoint, corners, to_plane
from core.model.box import PlacedSheet
from core.model.maps import SideFeature

_REACH = HEX / 2
"""How far the symbol of a bridge may reach from its hexside."""


@dataclass
class _Kind:
    """All hexsides with one look."""

    style: SideStyle
    lines: Bins[tuple[float, QPainterPath]] = field(default_factory=Bins)
    ticks: Bins[QPainterPath] = field(default_factory=Bins)
    decks: Bins[QPainterPath] = field(default_factory=Bins)


class Sides(ByKind[SideStyle, _Kind]):
    """The hexside features of one layer."""

    def __init__(self, ground: Ground, layer: str) -> None:
        super().__init__(ground, layer, ground.style.sides, _Kind)

    def prepare(self) -> Iterator[None]:
        """Files hexsides joined to lines, bridges and fords one by one."""
        for placed, edge in self._ground.placed():
            by_feature: dict[str, list[SideFeature]] = {}
            for side in placed.sheet.sides:
                by_feature.setdefault(side.feature, []).append(side)
            for feature, found in by_feature.items():
                kind = self._kind(feature)
                if kind is None:
                    continue
                if kind.style.symbol in ("bridge", "ford"):
                    for crossing in found:
                        self._cross(kind, placed, crossing)
                        yield
                    continue
                for chain in chains([shared_side(placed, each) for each in found]):
                    line = [self._ground.transform.xy(to_plane(point)) for point in chain]
                    if kind.style.smooth:
                        line = rounded(line)
                    for piece in clipped(line, widened(edge, OVERHANG)):
                        _file(kind, piece)
                    yield

    def _cross(self, kind: _Kind, placed: PlacedSheet, side: SideFeature) -> None:
        """Files a bridge or ford: where a road crosses the hexside, along that road; else across its middle."""
        a, b = (self._ground.transform.xy(to_plane(point)) for point in shared_side(placed, side))
        roads = [path for path in placed.sheet.paths if self._ground.style.path(path.feature).layer == "roads"]
        (x, y), angle = crossing_of(a, b, [self._ground.line(placed, road.line) for road in roads])
        style = kind.style
        cos, sin = math.cos(angle), math.sin(angle)

        def place(along: float, aside: float) -> XY:
            return x + along * cos - aside * sin, y + along * sin + aside * cos

        half, aside = style.tick / 2, style.every
        span: Span = (x - _REACH, y - _REACH, x + _REACH, y + _REACH)
        if style.symbol == "ford":
            kind.ticks.add(span, path_of(*[[place(along, -aside), place(along, aside)] for along in (-half, 0, half)]))
            return
        wing = aside * 0.6
        rails = []
        for sign in (-1, 1):
            outer = sign * (aside + wing)
            rails.append(
                [place(-half - wing, outer), place(-half, sign * aside), place(half, sign * aside), place(half + wing, outer)]
            )
        kind.decks.add(span, path_of([place(-half, 0), place(half, 0)]))
        kind.ticks.add(span, path_of(*rails))

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints casings, then lines and ticks."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for kind in self._kinds.values():
            if kind.style.casing is not None:
                span = widened(exposure.span, exposure.width(kind.style.casing))
                pen = exposure.pen(kind.style.casing)
                for _, path in kind.lines.within(span):
                    painter.strokePath(path, pen)
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                for path in kind.decks.within(span):
                    painter.strokePath(path, pen)
        for kind in self._kinds.values():
            span = widened(exposure.span, exposure.width(kind.style.line))
            for start, path in kind.lines.within(span):
                painter.strokePath(path, self._pen(kind.style, exposure, start))
            for path in kind.ticks.within(span):
                painter.strokePath(path, exposure.pen(kind.style.line))

    def _pen(self, style: SideStyle, exposure: Exposure, start: float) -> QPen:
        pen = exposure.pen(style.line, start)
        if style.symbol == "hedge":
            # Round bushes in a row: dashes without length under round caps.
            width = exposure.width(style.line)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setDashPattern([0.01, max(style.every / width, 0.9)])
            pen.setDashOffset(start / width)
        return pen


def shared_side(placed: PlacedSheet, side: SideFeature) -> tuple[LatticePoint, LatticePoint]:
    """The two corners that both hexes of a hexside have, on the shared lattice.

    Raises ValueError when the hexes are not adjacent.
    """
    first, second = (placed.frame.hex(*cell) for cell in side.between)
    both = sorted(set(corners(first)) & set(corners(second)))
    if len(both) != 2:
        raise ValueError(f"cells {side.between[0]} and {side.between[1]} share no hexside")
    return both[0], both[1]


def chains(sides: list[tuple[LatticePoint, LatticePoint]]) -> list[list[LatticePoint]]:
    """Hexsides joined end to end into as few lines as they allow; a line ends where three meet.

    >>> chains([((0, 0), (1, 0)), ((2, 1), (1, 0)), ((5, 5), (6, 5))])
    [[(0, 0), (1, 0), (2, 1)], [(5, 5), (6, 5)]]
    """
    at: dict[LatticePoint, list[LatticePoint]] = {}
    for a, b in sides:
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    left = {frozenset(side) for side in sides}
    lines = []
    # Open ends and forks first; what is left then are rings.
    for start in sorted(at, key=lambda point: (len(at[point]) == 2, point)):
        for onward in sorted(at[start]):
            if frozenset((start, onward)) not in left:
                continue
            line = [start]
            here, there = start, onward
            while frozenset((here, there)) in left:
                left.discard(frozenset((here, there)))
                line.append(there)
                if len(at[there]) != 2:
                    break
                here, there = there, next(iter(p for p in at[there] if p != here), here)
            lines.append(line)
    return lines


def crossing_of(a: XY, b: XY, paths: list[Polyline]) -> tuple[XY, float]:
    """Where a path crosses a hexside and its direction there in radians; without one, the middle and straight across."""
    for line in paths:
        for p, q in pairwise(line):
            dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]
            turn = dx * ey - dy * ex
            if turn == 0:
                continue
            u = ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / turn
            v = ((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / turn
            if 0 <= u <= 1 and 0 <= v <= 1:
                return (a[0] + u * dx, a[1] + u * dy), math.atan2(ey, ex)
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), math.atan2(b[0] - a[0], a[1] - b[1])


def _file(kind: _Kind, line: Polyline) -> None:
    along = lengths(line)
    for first, part in chunks(line):
        kind.lines.add(span_of(part), (along[first], path_of(part)))
    style = kind.style
    if style.symbol != "bank" or not style.every:
        return
    ticks = [
        across(line, along, (n + 0.5) * style.every, style.tick * (1.0 if n % 2 else 0.6))
        for n in range(max(math.floor(along[-1] / style.every), 1))
    ]
    for k in range(0, len(ticks), 24):
        group = ticks[k : k + 24]
        kind.ticks.add(span_of([point for tick in group for point in tick]), path_of(*group))
