"""Roads, trails, railways, rivers and streams: casings below, cores above, so that junctions of one class flow together."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtGui import QPainter, QPainterPath, Qt

from app.canvas.areas import OVERHANG
from app.canvas.bins import Bins, Piece
from app.canvas.by_kind import ByKind
from app.canvas.ground import Change, Ground, Printed
from app.canvas.layers import Exposure
from app.canvas.pieces import line_pieces
from app.canvas.polylines import at, clipped, lengths
from app.canvas.style import PathStyle, Stroke
from app.canvas.transform import Polyline, Span, path_of, span_of, widened

_TIES = 24
"""Ticks that are filed together."""


@dataclass
class _Kind:
    """All paths of one look."""

    style: PathStyle
    pieces: Bins[tuple[float, QPainterPath]] = field(default_factory=Bins)
    ties: Bins[QPainterPath] = field(default_factory=Bins)

    def dismantle(self) -> Iterator[None]:
        """Lets go of everything, in short steps."""
        yield from self.pieces.dismantle()
        yield from self.ties.dismantle()


class Paths(ByKind[PathStyle, _Kind]):
    """The paths of one layer, the least important class at the bottom."""

    def __init__(self, ground: Ground, layer: str) -> None:
        super().__init__(ground, layer, ground.looks.paths, _Kind)

    def prepare(self) -> Iterator[None]:
        """Files the paths by class."""
        for printed in (*self._ground.items("paths"), *self._ground.from_beside("paths")):
            kind = self._kind(printed.item.feature)
            if kind is not None:
                self._file(kind, printed)
                yield

    def change(self, change: Change) -> list[Span]:
        """Files the changed paths anew."""
        self._ground = change.after
        spans: list[Span] = []
        for old, new in change.items("paths"):
            was = self._kind(old.item.feature) if old is not None else None
            now = self._kind(new.item.feature) if new is not None else None
            if old is not None and was is not None and was is not now:
                spans += was.pieces.put(old.owner) + was.ties.put(old.owner)
            if new is not None and now is not None:
                spans += self._file(now, new)
        return spans

    def _file(self, kind: _Kind, printed: Printed) -> list[Span]:
        """Files a path; returns where it differs from the one filed before."""
        style = kind.style
        line = self._ground.line(printed.placed, printed.item.line)
        parts = clipped(line, widened(printed.edge, OVERHANG))
        dashed = bool(style.core.dash or (style.casing is not None and style.casing.dash))
        spans = kind.pieces.put(printed.owner, (piece for part in parts for piece in line_pieces(part, dashed)))
        if style.ties is not None:
            spans += kind.ties.put(printed.owner, (piece for part in parts for piece in _ties(part, style, style.ties)))
        return spans

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints all casings, then all cores."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for kind in self._kinds.values():
            if kind.style.casing is not None:
                _stroke(kind, kind.style.casing, painter, exposure)
        for kind in self._kinds.values():
            _stroke(kind, kind.style.core, painter, exposure)
            if kind.style.ties is not None:
                pen = exposure.pen(kind.style.ties)
                for path in kind.ties.within(exposure.span):
                    painter.strokePath(path, pen)


def _ties(line: Polyline, style: PathStyle, stroke: Stroke) -> Iterator[Piece[QPainterPath]]:
    """The ticks of a railway, some at a time."""
    along = lengths(line)
    count = math.floor(along[-1] / style.tie_every)
    for k in range(0, count, _TIES):
        ties = [across(line, along, (n + 0.5) * style.tie_every, style.tie_length) for n in range(k, min(k + _TIES, count))]
        points = tuple(point for tie in ties for point in tie)
        yield Piece(span_of(points, stroke.width), path_of(*ties), points)


def across(line: Polyline, along: list[float], length: float, size: float) -> Polyline:
    """A tick of a size across a line at a length from its start."""
    (ax, ay), (bx, by) = at(line, along, length - 1), at(line, along, length + 1)
    way = math.hypot(bx - ax, by - ay) or 1.0
    px, py = (ay - by) / way * size / 2, (bx - ax) / way * size / 2
    x, y = at(line, along, length)
    return [(x - px, y - py), (x + px, y + py)]


def _stroke(kind: _Kind, stroke: Stroke, painter: QPainter, exposure: Exposure) -> None:
    pens = exposure.pens(stroke)
    for start, path in kind.pieces.within(widened(exposure.span, exposure.width(stroke))):
        painter.strokePath(path, pens(start))
