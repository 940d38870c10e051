"""Layers of shapes over a map: heavy ones kept as tiles, light ones that follow the mouse painted anew in every frame."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPainter

from app.canvas.layers import Exposure
from app.canvas.shape_painter import REACH_PX, ShapePainter
from app.canvas.shapes import Shape, changed_hexes
from app.canvas.tiles import TILE
from app.canvas.transform import Span, meets, widened

_ONE_BY_ONE = 64
"""Up to so many changed hexes are marked singly; more of them by the rectangle around them."""

_MOST_SPANS = 1000
"""Of so many tiles it is known whether anything is on them; then all are forgotten."""

HINTS = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing

Paint = Callable[[QPainter], None]
"""Paints one shape; the painter's transform is the scene's."""


class OverlayLayer(QObject):
    """The shapes of one layer, from the bottom up.

    `spoiled` carries the rectangle of the scene that has changed and how many device pixels marks may reach out of it.
    A `live` layer has no tiles: right for a line under the mouse, wrong for hundreds of hexes. `version` counts how often what
    is painted has become another.
    """

    spoiled = Signal(object, float)

    def __init__(self, live: bool = False, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.live = live
        self._shapes: tuple[Shape, ...] = ()
        self._spans: list[Span | None] = []
        self._painter: ShapePainter | None = None
        self._empty: dict[Span, bool] = {}
        self.version = 0

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """What the layer holds."""
        return self._shapes

    def set_shapes(self, shapes: Iterable[Shape]) -> None:
        """Replaces what the layer holds; only what differs is painted anew."""
        old, self._shapes = self._shapes, tuple(shapes)
        if old == self._shapes or self._painter is None:
            return
        # Most shapes are those of before, and large ones take long to measure.
        known = dict(zip(map(id, old), self._spans, strict=True))
        self._measure(known)
        known |= zip(map(id, self._shapes), self._spans, strict=True)
        hexes, whole = changed_hexes(old, self._shapes)
        painter = self._painter
        spans = [known[id(shape)] for shape in whole]
        if len(hexes) > _ONE_BY_ONE:
            spans.append(painter.hexes_span(hexes))
        else:
            spans.extend(painter.hexes_span((place,)) for place in hexes)
        for span in spans:
            if span is not None:
                self.spoiled.emit(span, REACH_PX)

    def clear(self) -> None:
        """Removes every shape."""
        self.set_shapes(())

    def use(self, painter: ShapePainter | None) -> None:
        """Takes the painter of another map, for `MapView`; None when there is no map."""
        self._painter = painter
        self._measure()
        self.spoiled.emit(None, 0.0)

    def _measure(self, known: Mapping[int, Span | None] = MappingProxyType({})) -> None:
        """Finds the rectangles of the shapes; those that are known by the ids of shapes are taken."""
        self.version += 1
        self._empty.clear()
        painter = self._painter
        if painter is None:
            self._spans = []
        else:
            self._spans = [known[id(each)] if id(each) in known else painter.span(each) for each in self._shapes]

    def is_empty(self, span: Span) -> bool:
        """Whether nothing of the layer is seen on the tile that shows `span`; asked in every frame of tiles that wait."""
        if self._painter is None:
            return True
        if span not in self._empty:
            if len(self._empty) >= _MOST_SPANS:
                self._empty.clear()
            self._empty[span] = self._finds_nothing(self._painter, span)
        return self._empty[span]

    def _finds_nothing(self, painter: ShapePainter, span: Span) -> bool:
        near = widened(span, REACH_PX * (span[2] - span[0]) / TILE)
        return not any(
            bounds is not None and meets(bounds, near) and painter.touches(shape, near)
            for shape, bounds in zip(self._shapes, self._spans, strict=True)
        )

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints the shapes that touch the exposure; the painter's transform is the scene's."""
        if self._painter is None:
            return
        painter.setRenderHints(HINTS)
        for paint in self.painted(exposure):
            paint(painter)

    def painted(self, exposure: Exposure) -> "Iterator[Paint]":
        """What paints each of the shapes that touch the exposure, of those that the layer holds now."""
        how = self._painter
        if how is None:
            return iter(())
        near = widened(exposure.span, REACH_PX / exposure.scale)
        held = zip(self._shapes, self._spans, strict=True)
        return (
            partial(how.paint, shape, exposure=exposure) for shape, bounds in held if bounds is not None and meets(bounds, near)
        )
