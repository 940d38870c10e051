"""Cels: the parts of a picture painted each by itself and kept, so that an edit of one leaves the others unpainted.

A map has few of them: what lies under the hexes, what lies between hexes and buildings, and what lies over those. Hexes and
buildings, which a brush changes by hundreds, stand between them and are painted whenever something of a tile is.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QRegion, QTransform

from app.canvas.layers import Exposure
from app.canvas.painters import painting
from app.canvas.transform import Span, from_rect, meets, to_rect, united, widened

TINTED = 3
"""How many dots beside a line fine shades of it may reach."""


class Part(NamedTuple):
    """Some layers that lie directly upon each other; whether their picture is `kept`, and how it is painted."""

    layers: frozenset[str]
    kept: bool
    paint: Callable[[QPainter, Exposure], None]


@dataclass(slots=True)
class _Cel:
    """The picture of one part, and the dots of it that are up to date."""

    image: QImage
    known: QRegion

    def unknown(self, dots: QRect) -> QRect:
        """The rectangle around those of some dots that are out of date; empty when there are none."""
        return QRegion(dots).subtracted(self.known).boundingRect()


@dataclass(slots=True)
class _Stack:
    """The cels of one picture by the number of their part; `margin` is how many dots a change may reach beside itself."""

    to_image: QTransform
    span: Span
    margin: float
    cels: dict[int, _Cel] = field(default_factory=dict)


class Cels:
    """The cels of the pictures of one source. Those longest unused go first when they take more than `limit` bytes."""

    def __init__(self, parts: Callable[[], Sequence[Part]], limit: int) -> None:
        """`parts` tells the parts from the bottom up; the lowest covers everything. After they have changed, `clear`."""
        self._parts = parts
        self._limit = limit
        self._stacks: OrderedDict[Hashable, _Stack] = OrderedDict()
        self.bytes = 0

    def make_room(self, pictures: int, size: int) -> None:
        """Sees to it that the limit holds the cels of so many pictures of so many bytes."""
        kept = sum(part.kept for part in self._parts())
        self._limit = max(self._limit, pictures * size * kept)

    def clear(self) -> None:
        """Forgets everything."""
        self._stacks.clear()
        self.bytes = 0

    def spoil(self, layer: str, spans: Sequence[Span], reach_px: float) -> None:
        """Has rectangles of one layer painted anew, with so many dots around them."""
        numbers = [number for number, part in enumerate(self._parts()) if part.kept and layer in part.layers]
        if not numbers or not spans:
            return
        whole = united(spans)
        for stack in self._stacks.values():
            reach = (reach_px + stack.margin) / stack.to_image.m11()
            if not meets(widened(whole, reach), stack.span):
                continue
            spoiled = QRegion()
            for span in spans:
                if meets(wide := widened(span, reach), stack.span):
                    spoiled += stack.to_image.mapRect(to_rect(wide)).toAlignedRect()
            for number in numbers:
                if number in stack.cels:
                    stack.cels[number].known -= spoiled

    def knows_ground(self, picture: Hashable, dots: QRect) -> bool:
        """Whether the lowest part, on which there is most to paint, is up to date in some dots of a picture."""
        stack = self._stacks.get(picture)
        return stack is not None and 0 in stack.cels and stack.cels[0].unknown(dots).isEmpty()

    def paint(
        self, picture: Hashable, image: QImage, dots: QRect, to_image: QTransform, exposure: Exposure, margin: float = 0.0
    ) -> None:
        """Paints some dots of a picture, or more. `image` is as large as all of it and holds what lies under everything."""
        stack = self._stack(picture, image, to_image, margin)
        for number, part in enumerate(self._parts()):
            if not part.kept:
                with painting(image, to_image) as painter:
                    part.paint(painter, exposure)
                continue
            cel = stack.cels.get(number)
            missing = dots if cel is None else cel.unknown(dots)
            if cel is None or not missing.isEmpty():
                cel = self._painted(stack, number, part, image, missing, exposure)
            with painting(image) as painter:
                if number == 0:
                    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
                painter.drawImage(dots.topLeft(), cel.image, dots)
        self._forget_most()

    def _stack(self, picture: Hashable, image: QImage, to_image: QTransform, margin: float) -> _Stack:
        stack = self._stacks.get(picture)
        if stack is None:
            back, _ = to_image.inverted()
            stack = self._stacks[picture] = _Stack(to_image, from_rect(back.mapRect(to_rect(_whole(image)))), margin)
        self._stacks.move_to_end(picture)
        return stack

    def _painted(self, stack: _Stack, number: int, part: Part, under: QImage, dots: QRect, exposure: Exposure) -> _Cel:
        """The cel of a part with some dots painted anew."""
        if number == 0:
            fresh = under.copy()
        else:
            fresh = QImage(under.size(), QImage.Format.Format_ARGB32_Premultiplied)
            fresh.fill(Qt.GlobalColor.transparent)
        # Fine lines beside the rectangle may tint its outermost dots.
        near = dots.adjusted(-TINTED, -TINTED, TINTED, TINTED) & fresh.rect()
        back, _ = stack.to_image.inverted()
        with painting(fresh, stack.to_image) as painter:
            part.paint(painter, replace(exposure, span=from_rect(back.mapRect(QRectF(near)))))
        cel = stack.cels.get(number)
        if cel is None:
            self.bytes += fresh.sizeInBytes()
            cel = stack.cels[number] = _Cel(fresh, QRegion(dots))
            return cel
        with painting(cel.image) as painter:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.drawImage(dots.topLeft(), fresh, dots)
        cel.known += QRegion(dots)
        return cel

    def _forget_most(self) -> None:
        while self.bytes > self._limit and len(self._stacks) > 1:
            _, stack = self._stacks.popitem(last=False)
            self.bytes -= sum(cel.image.sizeInBytes() for cel in stack.cels.values())


def _whole(image: QImage) -> Span:
    return 0.0, 0.0, float(image.width()), float(image.height())
