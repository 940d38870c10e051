"""Outlines of terrain: woods, orchards, fields, lakes, the sea, single buildings."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPainterPath

from app.canvas.bins import Bins, Owner, Piece
from app.canvas.by_kind import ByKind
from app.canvas.ground import Change, Ground, Printed, lines_change
from app.canvas.layers import Exposure
from app.canvas.pieces import line_pieces
from app.canvas.polylines import clipped, clipped_ring
from app.canvas.scatter import Scatter
from app.canvas.style import AreaStyle, Stroke
from app.canvas.transform import Polyline, Span, path_of, span_of, to_rect, widened

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

    def drop(self, owner: Owner) -> None:
        """Takes away fill and scatter of an area."""
        self.fills.put(owner)
        if self.scatter is not None:
            self.scatter.drop(owner)

    def dismantle(self) -> Iterator[None]:
        """Lets go of everything, in short steps."""
        yield from self.fills.dismantle()
        yield from self.outlines.dismantle()
        if self.scatter is not None:
            yield from self.scatter.dismantle()


class Areas(ByKind[AreaStyle, _Kind]):
    """The areas of one layer: fills first, then what is strewn over them, then their outlines."""

    def __init__(self, ground: Ground, layer: str) -> None:
        super().__init__(ground, layer, ground.looks.areas, _Kind)

    def prepare(self) -> Iterator[None]:
        """Files fills and outlines, and strews what stands in them."""
        for printed in (*self._ground.items("areas"), *self._ground.from_beside("areas")):
            kind = self._kind(printed.item.terrain)
            if kind is not None:
                lines = self._lines(printed)
                self._file(kind, printed, lines)
                yield
                yield from self._strew(kind, printed, lines)

    def change(self, change: Change) -> list[Span]:
        """Files the changed areas anew; of an area that keeps its kind only what lies around the moved points is told."""
        self._ground = change.after
        spans: list[Span] = []
        for old, new in change.items("areas"):
            was = self._kind(old.item.terrain) if old is not None else None
            now = self._kind(new.item.terrain) if new is not None else None
            before = self._lines(old) if old is not None and was is not None else []
            after = self._lines(new) if new is not None and now is not None else []
            if old is not None and was is not None and was is not now:
                spans += was.outlines.put(old.owner)
                was.drop(old.owner)
            if new is not None and now is not None:
                now.drop(new.owner)
                spans += self._file(now, new, after)
                for _ in self._strew(now, new, after):
                    pass
            if was is now:
                reach = 0.0 if now is None or now.style.scatter is None else now.style.scatter.inset + now.style.scatter.size
                spans += [widened(span, reach) for span in lines_change(before, after)]
            else:
                spans += lines_change(before, []) + lines_change([], after)
        return spans

    def _lines(self, printed: Printed) -> list[Polyline]:
        return [self._ground.line(printed.placed, ring) for ring in printed.item.shape if ring]

    def _file(self, kind: _Kind, printed: Printed, lines: list[Polyline]) -> list[Span]:
        """Files fill and outline; returns where the outline differs from the one filed before.

        What lies on the neighbour of its sheet is drawn there, too: only the margin cuts an area.
        """
        room = self._ground.room
        over = widened(room, OVERHANG)
        rings = [ring for ring in (clipped_ring(line, over) for line in lines) if ring]
        outline: list[Piece[tuple[float, QPainterPath]]] = []
        if rings:
            kind.fills.add(printed.owner, span_of(rings[0]), (path_of(*rings), room))
            dashed = kind.style.outline is not None and bool(kind.style.outline.dash)
            outline = [piece for line in lines for part in clipped(line, over) for piece in line_pieces(part, dashed)]
        return kind.outlines.put(printed.owner, outline)

    def _strew(self, kind: _Kind, printed: Printed, lines: list[Polyline]) -> Iterator[None]:
        if kind.scatter is not None:
            inner = [ring for ring in (clipped_ring(line, self._ground.room) for line in lines) if ring]
            if inner:
                yield from kind.scatter.strew(printed.owner, inner)

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
            reach, pens = exposure.width(style.outline), exposure.pens(style.outline)
            for start, path in kind.outlines.within(widened(exposure.span, reach)):
                painter.strokePath(path, pens(start))


def _paint_shore(fills: list[tuple[QPainterPath, Span]], shore: Stroke, painter: QPainter, exposure: Exposure) -> None:
    """A bright rim inside an outline. SVG pictures go without: Qt writes no clips into them."""
    if painter.paintEngine().type() == QPaintEngine.Type.SVG:
        return
    pen = exposure.pen(shore)
    for path, edge in fills:
        painter.save()
        painter.setClipRect(to_rect(edge), Qt.ClipOperation.IntersectClip)
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.strokePath(path, pen)
        painter.restore()
