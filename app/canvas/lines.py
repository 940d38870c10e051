"""Roads, trails, railways, rivers and streams: casings below, cores above, so that junctions of one class flow together."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtGui import QPainter, QPainterPath, Qt

from app.canvas.areas import OVERHANG
from app.canvas.bins import Bins
from app.canvas.by_kind import ByKind
from app.canvas.ground import Ground
from app.canvas.layers import Exposure
from app.canvas.polylines import at, chunks, clipped, lengths
from app.canvas.style import PathStyle, Stroke
from app.canvas.transform import Polyline, path_of, span_of, widened


@dataclass
class _Kind:
    """All paths of one look."""

    style: PathStyle
    pieces: Bins[tuple[float, QPainterPath]] = field(default_factory=Bins)
    ties: Bins[QPainterPath] = field(default_factory=Bins)


class Paths(ByKind[PathStyle, _Kind]):
    """The paths of one layer, the least important class at the bottom."""

    def __init__(self, ground: Ground, layer: str) -> None:
        super().__init__(ground, layer, ground.style.paths, _Kind)

    def prepare(self) -> Iterator[None]:
        """Files the paths by class, ordered by importance."""
        for placed, edge in self._ground.placed():
            for path in placed.sheet.paths:
                kind = self._kind(path.feature)
                if kind is None:
                    continue
                for piece in clipped(self._ground.line(placed, path.line), widened(edge, OVERHANG)):
                    _file(kind, piece)
                yield
        self._kinds = dict(sorted(self._kinds.items(), key=lambda each: each[1].style.order))

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints all casings, then all cores."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for kind in self._kinds.values():
            if kind.style.casing is not None:
                _stroke(kind, kind.style.casing, painter, exposure)
        for kind in self._kinds.values():
            _stroke(kind, kind.style.core, painter, exposure)
            if kind.style.ties is not None:
                for path in kind.ties.within(exposure.span):
                    painter.strokePath(path, exposure.pen(kind.style.ties))


def _file(kind: _Kind, line: Polyline) -> None:
    along = lengths(line)
    for first, part in chunks(line):
        kind.pieces.add(span_of(part), (along[first], path_of(part)))
    style = kind.style
    if style.ties is None:
        return
    count = math.floor(along[-1] / style.tie_every)
    for k in range(0, count, 24):
        ties = [across(line, along, (n + 0.5) * style.tie_every, style.tie_length) for n in range(k, min(k + 24, count))]
        kind.ties.add(span_of([point for tie in ties for point in tie], style.ties.width), path_of(*ties))


def across(line: Polyline, along: list[float], length: float, size: float) -> Polyline:
    """A tick of a size across a line at a length from its start."""
    (ax, ay), (bx, by) = at(line, along, length - 1), at(line, along, length + 1)
    way = math.hypot(bx - ax, by - ay) or 1.0
    px, py = (ay - by) / way * size / 2, (bx - ax) / way * size / 2
    x, y = at(line, along, length)
    return [(x - px, y - py), (x + px, y + py)]


def _stroke(kind: _Kind, stroke: Stroke, painter: QPainter, exposure: Exposure) -> None:
    for start, path in kind.pieces.within(widened(exposure.span, exposure.width(stroke))):
        painter.strokePath(path, exposure.pen(stroke, start))
