"""Features along hexsides: streams, hedgerows, embankments, walls, and the bridges and fords that cross them."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from PySide6.QtGui import QPainter, QPainterPath, QPen, Qt

from app.canvas.areas import OVERHANG
from app.canvas.bins import Bins, Owner, Piece
from app.canvas.by_kind import ByKind
from app.canvas.ground import Change, Ground, Printed
from app.canvas.layers import Exposure
from app.canvas.lines import across
from app.canvas.pieces import LinePiece, line_pieces
from app.canvas.polylines import XY, clipped, lengths, rounded
from app.canvas.side_net import Ends, SideNet, chains
from app.canvas.style import SideStyle
from app.canvas.transform import HEX, Polyline, Span, path_of, span_of, widened
from core.geometry.layout import LatticePoint, corners, to_plane
from core.model.box import PlacedSheet
from core.model.maps import Key, SideFeature

_REACH = HEX / 2
"""How far the symbol of a bridge may reach from its hexside."""

_TICKS = 24
"""Ticks that are filed together."""


@dataclass
class _Tear:
    """Hexsides of one feature that an edit has taken out and put in, by key."""

    taken: dict[Key, Ends] = field(default_factory=dict)
    put: dict[Key, Ends] = field(default_factory=dict)


@dataclass
class _Kind:
    """All hexsides with one look."""

    style: SideStyle
    lines: Bins[tuple[float, QPainterPath]] = field(default_factory=Bins)
    ticks: Bins[QPainterPath] = field(default_factory=Bins)
    decks: Bins[QPainterPath] = field(default_factory=Bins)

    def put(
        self,
        owner: Owner,
        lines: Iterable[LinePiece] = (),
        ticks: Iterable[Piece[QPainterPath]] = (),
        decks: Iterable[Piece[QPainterPath]] = (),
    ) -> list[Span]:
        """Files what belongs to one line or crossing; returns where that differs from what was filed before."""
        return self.lines.put(owner, lines) + self.ticks.put(owner, ticks) + self.decks.put(owner, decks)

    @property
    def crosses(self) -> bool:
        """Whether each stands alone, across its hexside, instead of being joined to lines along it."""
        return self.style.symbol in ("bridge", "ford")

    def dismantle(self) -> Iterator[None]:
        """Lets go of everything, in short steps."""
        for bins in (self.lines, self.ticks, self.decks):
            yield from bins.dismantle()


class Sides(ByKind[SideStyle, _Kind]):
    """The hexside features of one layer: those that touch are joined to lines, bridges and fords stand one by one."""

    def __init__(self, ground: Ground, layer: str) -> None:
        super().__init__(ground, layer, ground.looks.sides, _Kind)
        self._nets: dict[tuple[int, str], SideNet] = {}
        self._roads = [Bins[Polyline]() for _ in ground.sheets]
        self._crossings = [Bins[None]() for _ in ground.sheets]

    def prepare(self) -> Iterator[None]:
        """Files hexsides joined to lines, bridges and fords one by one."""
        for printed in self._ground.items("paths"):
            self._file_road(printed)
            yield
        for printed in self._ground.items("sides"):
            kind = self._kind(printed.item.feature)
            if kind is None:
                continue
            if kind.crosses:
                self._cross(kind, printed)
            else:
                self._net(printed).add(printed.owner[1], shared_side(printed.placed, printed.item))
            yield
        for name, net in self._nets.items():
            for group in net.groups(net.corners()):
                self._file_group(name, group)
                yield

    def change(self, change: Change) -> list[Span]:
        """Joins anew the lines that changed hexsides touch, and turns bridges to changed roads."""
        self._ground = change.after
        to_cross = self._change_roads(change)
        torn: dict[tuple[int, str], _Tear] = {}
        spans: list[Span] = []
        for old, new in change.items("sides"):
            for printed in (old, new):
                kind = self._kind(printed.item.feature) if printed is not None else None
                if printed is None or kind is None:
                    continue
                number, key = printed.owner
                if not kind.crosses:
                    tear = torn.setdefault((number, printed.item.feature), _Tear())
                    (tear.put if printed is new else tear.taken)[key] = shared_side(printed.placed, printed.item)
                elif printed is new:
                    to_cross.add(printed.owner)
                else:
                    to_cross.discard(printed.owner)
                    self._crossings[number].put(printed.owner)
                    spans += kind.put(printed.owner)
        for name, tear in sorted(torn.items()):
            spans += self._mend(name, tear)
        for number, key in sorted(to_cross):
            crossing = self._ground.item(number, "sides", key)
            kind = self._kind(crossing.item.feature) if crossing is not None else None
            if crossing is not None and kind is not None:
                spans += self._cross(kind, crossing)
        return spans

    def _change_roads(self, change: Change) -> set[Owner]:
        """Takes over changed paths; returns the bridges and fords near them."""
        found: set[Owner] = set()
        for old, new in change.items("paths"):
            for printed in (old, new):
                if printed is not None:
                    roads, crossings = (each[printed.owner[0]] for each in (self._roads, self._crossings))
                    roads.put(printed.owner)
                    found.update(crossings.owners(span_of(self._ground.line(printed.placed, printed.item.line))))
            if new is not None:
                self._file_road(new)
        return found

    def _file_road(self, printed: Printed) -> None:
        if self._ground.looks.path(printed.item.feature).layer == "roads":
            line = self._ground.line(printed.placed, printed.item.line)
            self._roads[printed.owner[0]].put(printed.owner, [Piece(span_of(line), line)])

    def _net(self, printed: Printed) -> SideNet:
        return self._nets.setdefault((printed.owner[0], printed.item.feature), SideNet())

    def _mend(self, name: tuple[int, str], tear: "_Tear") -> list[Span]:
        """Joins anew what hangs together with hexsides that were put in or taken out."""
        kind, net = self._kind(name[1]), self._nets.setdefault(name, SideNet())
        assert kind is not None
        corners = {corner for ends in (*tear.taken.values(), *tear.put.values()) for corner in ends}
        before = list(net.groups(sorted(corners)))
        corners.update(corner for group in before for ends in group for corner in ends)
        for key in tear.taken:
            net.drop(key)
        for key, ends in tear.put.items():
            net.add(key, ends)
        after = list(net.groups(sorted(corners)))
        left = {_owner(name, group) for group in before} - {_owner(name, group) for group in after}
        spans = [span for owner in sorted(left) for span in kind.put(owner)]
        return spans + [span for group in after for span in self._file_group(name, group)]

    def _file_group(self, name: tuple[int, str], group: list[Ends]) -> list[Span]:
        """Files hexsides that hang together as lines; returns where that differs from what was filed before."""
        kind = self._kind(name[1])
        assert kind is not None
        over = widened(self._ground.edges[name[0]], OVERHANG)
        parts: list[Polyline] = []
        for chain in chains(group):
            line = [self._ground.transform.xy(to_plane(point)) for point in chain]
            parts += clipped(rounded(line) if kind.style.smooth else line, over)
        dashed = bool(kind.style.line.dash) or kind.style.symbol == "hedge"
        lines = [piece for part in parts for piece in line_pieces(part, dashed)]
        return kind.put(_owner(name, group), lines, [piece for part in parts for piece in _ticks(part, kind.style)])

    def _cross(self, kind: _Kind, printed: Printed) -> list[Span]:
        """Files a bridge or ford: where a road crosses the hexside, along that road; else across its middle."""
        number = printed.owner[0]
        a, b = (self._ground.transform.xy(to_plane(point)) for point in shared_side(printed.placed, printed.item))
        side = span_of((a, b))
        self._crossings[number].put(printed.owner, [Piece(side, None)])
        (x, y), angle = crossing_of(a, b, list(self._roads[number].within(side)))
        style = kind.style
        cos, sin = math.cos(angle), math.sin(angle)

        def place(along: float, aside: float) -> XY:
            return x + along * cos - aside * sin, y + along * sin + aside * cos

        half, aside = style.tick / 2, style.every
        span: Span = (x - _REACH, y - _REACH, x + _REACH, y + _REACH)
        mark = x, y, angle
        if style.symbol == "ford":
            waves = path_of(*[[place(along, -aside), place(along, aside)] for along in (-half, 0, half)])
            return kind.put(printed.owner, ticks=[Piece(span, waves, mark)])
        wing = aside * 0.6
        rails = []
        for sign in (-1, 1):
            outer = sign * (aside + wing)
            rails.append(
                [place(-half - wing, outer), place(-half, sign * aside), place(half, sign * aside), place(half + wing, outer)]
            )
        deck = path_of([place(-half, 0), place(half, 0)])
        return kind.put(printed.owner, (), [Piece(span, path_of(*rails), mark)], [Piece(span, deck, mark)])

    def dismantle(self) -> Iterator[None]:
        """Lets go of hexsides, nets and the roads that they cross."""
        yield from super().dismantle()
        for net in self._nets.values():
            yield from net.dismantle()
        for roads, crossings in zip(self._roads, self._crossings, strict=True):
            yield from roads.dismantle()
            yield from crossings.dismantle()

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
            hedge = kind.style.symbol == "hedge"
            pens = partial(self._hedge_pen, kind.style, exposure) if hedge else exposure.pens(kind.style.line)
            for start, path in kind.lines.within(span):
                painter.strokePath(path, pens(start))
            pen = exposure.pen(kind.style.line)
            for path in kind.ticks.within(span):
                painter.strokePath(path, pen)

    def _hedge_pen(self, style: SideStyle, exposure: Exposure, start: float) -> QPen:
        """Round bushes in a row: dashes without length under round caps."""
        pen, width = exposure.pen(style.line, start), exposure.width(style.line)
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


def _owner(name: tuple[int, str], group: list[Ends]) -> Owner:
    """Whose the lines of hexsides are that hang together: that of the least of their corners."""
    return (*name, min(corner for ends in group for corner in ends))


def _ticks(line: Polyline, style: SideStyle) -> Iterator[Piece[QPainterPath]]:
    """The ticks of a bank, some at a time."""
    if style.symbol != "bank" or not style.every:
        return
    along = lengths(line)
    ticks = [
        across(line, along, (n + 0.5) * style.every, style.tick * (1.0 if n % 2 else 0.6))
        for n in range(max(math.floor(along[-1] / style.every), 1))
    ]
    for k in range(0, len(ticks), _TICKS):
        points = tuple(point for tick in ticks[k : k + _TICKS] for point in tick)
        yield Piece(span_of(points), path_of(*ticks[k : k + _TICKS]), points)
