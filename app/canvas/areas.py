"""Outlines of terrain: woods, orchards, fields, lakes, the sea, single buildings."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPainterPath

from app.canvas.bins import Bins
from app.canvas.by_kind import ByKind
from app.canvas.ground import Ground
from app.canvas.layers import Exposure
from app.canvas.polylines import chunks, clipped, clipped_ring, lengths
from app.canvas.scatter import Scatter
from app.canvas.style import AreaStyle, Stroke
from app.canvas.transform import Span, path_of, span_of, to_rect, widened

OVERHANG = 10.0
"""How far lines run over a sheet's edge under its margin, so that their round ends do not show."""


@dataclass
class _Kind:
    """All areas of one look."""

    style: AreaStyle
    fills: Bins[tuple[QPainterPath, Span]] = field(default_factory=Bins)
    outlines: Bins[tuple[float, QPainterPath]] = field(default_factory=Bins)
    scatter: Scatter | None = None

    def __post_init__(self) -> None:
        if self.style.scatter is not None:
            self.scatter = Scatter(self.style.scatter)


class Areas(ByKind[AreaStyle, _Kind]):
    """The areas of one layer: fills first, then what is strewn over them, then their outlines."""

    def __init__(self, ground: Ground, layer: str) -> None:
        super().__init__(ground, layer, ground.style.areas, _Kind)

    def prepare(self) -> Iterator[None]:
        """Files fills and outlines, and strews what stands in them."""
        for placed, edge in self._ground.placed():
            over = widened(edge, OVERHANG)
            for area in placed.sheet.areas:
                kind = self._kind(area.terrain)
                if kind is None:
                    continue
                lines = [self._ground.line(placed, ring) for ring in area.shape]
                rings = [ring for ring in (clipped_ring(line, over) for line in lines) if ring]
                if not rings:
                    continue
                kind.fills.add(span_of(rings[0]), (path_of(*rings), edge))
                for line in lines:
                    for piece in clipped(line, over):
                        along = lengths(piece)
                        for first, part in chunks(piece):
                            kind.outlines.add(span_of(part), (along[first], path_of(part)))
                yield
                if kind.scatter is not None:
                    inner = [ring for ring in (clipped_ring(line, edge) for line in lines) if ring]
                    if inner:
                        yield from kind.scatter.strew(inner)

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints kind by kind."""
        for kind in self._kinds.values():
            self._paint(kind, painter, exposure)

    def _paint(self, kind: _Kind, painter: QPainter, exposure: Exposure) -> None:
        style = kind.style
        fills = list(kind.fills.within(widened(exposure.span, style.shadow_step)))
        if style.shadow is not None:
            painter.translate(style.shadow_step, style.shadow_step)
            for path, _ in fills:
                painter.fillPath(path, style.shadow)
            painter.translate(-style.shadow_step, -style.shadow_step)
        for path, _ in fills:
            painter.fillPath(path, style.fill)
        if style.shore is not None:
            _paint_shore(fills, style.shore, painter, exposure)
        if kind.scatter is not None:
            kind.scatter.paint(painter, exposure)
        if style.outline is not None:
            reach = exposure.width(style.outline)
            for start, path in kind.outlines.within(widened(exposure.span, reach)):
                painter.strokePath(path, exposure.pen(style.outline, start))


def _paint_shore(fills: list[tuple[QPainterPath, Span]], shore: Stroke, painter: QPainter, exposure: Exposure) -> None:
    """A bright rim inside an outline. SVG pictures go without: Qt writes no clips into them."""
    if painter.paintEngine().type() == QPaintEngine.Type.SVG:
        return
    for path, edge in fills:
        painter.save()
        painter.setClipRect(to_rect(edge))
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.strokePath(path, exposure.pen(shore))
        painter.restore()
