"""Small shapes strewn over areas, the same at every run: trees, orchard rows, ripples, tufts.

Where a shape stands and which of its forms it takes follows from its place alone, never from the order of drawing, so that
two woods that touch grow together and an edit leaves the trees of its neighbours alone.
"""

import math
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from app.canvas.bins import STAMP_BIN, Owner, Squares
from app.canvas.layers import Exposure
from app.canvas.painters import painting
from app.canvas.polylines import XY, row_spans
from app.canvas.style import ScatterStyle
from app.canvas.transform import Polyline, widened

FORMS = 12
"""How many forms of one shape there are."""

SEED = 0x9E3779B9
WHOLE = 0x100000000
"""Where `noise` begins, and how many states it has."""

_MOST_ZOOMS = 6
"""For how many zooms painted forms are kept."""

_ROW = 0.87
"""Distance of rows in spacings, so that shapes stand like the corners of triangles."""


def noise(*numbers: int) -> float:
    """A number from 0 to 1 that looks random and follows from its arguments alone.

    >>> noise(3, 4) == noise(3, 4), noise(3, 4) == noise(4, 3)
    (True, False)
    """
    return shaken(SEED, *numbers) / WHOLE


def shaken(state: int, *numbers: int) -> int:
    """What `noise` makes of numbers before it is put between 0 and 1, from what it has made of those before them.

    >>> shaken(shaken(SEED, 3), 4) / WHOLE == noise(3, 4)
    True
    """
    for number in numbers:
        state = ((state ^ (number & 0xFFFFFFFF)) * 0x85EBCA6B) & 0xFFFFFFFF
        state = ((state ^ (state >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF
        state ^= state >> 16
    return state


def _common(first: list[XY], second: list[XY]) -> list[XY]:
    both = [(max(a[0], b[0]), min(a[1], b[1])) for a in first for b in second]
    return [(low, high) for low, high in both if low < high]


def places(rings: Sequence[Polyline], style: ScatterStyle) -> Iterator[list[tuple[float, float, int]]]:
    """Row by row, where shapes stand in an area and which form each takes: (x, y, form).

    Shapes keep `style.inset` away from the outline; straight rows are set in a frame turned by `style.angle` degrees.
    """
    turn = math.radians(style.angle) if style.rows else 0.0
    cos, sin = math.cos(turn), math.sin(turn)
    level = [[(x * cos + y * sin, y * cos - x * sin) for x, y in ring] for ring in rings]
    step = style.spacing * (1.0 if style.rows else _ROW)
    ys = [y for ring in level for _, y in ring]
    first = math.ceil(min(ys) / step)
    rows = range(first, math.floor(max(ys) / step) + 1)
    if not rows:
        return
    inset = style.inset
    heights = [[row * step + shift for row in rows] for shift in (0.0, -inset, inset)]
    spans = [row_spans(level, each) for each in heights]
    for k, row in enumerate(rows):
        inside = _common(_common(spans[0][k], spans[1][k]), spans[2][k])
        found = []
        for low, high in inside:
            for x, y, form in _row(row, step, low + inset, high - inset, style):
                found.append((x * cos - y * sin, x * sin + y * cos, form))
        yield found


def _row(row: int, step: float, low: float, high: float, style: ScatterStyle) -> Iterator[tuple[float, float, int]]:
    spacing = style.spacing
    shift = 0.0 if style.rows else spacing * (row % 2 / 2 + 0.4 * noise(row, 17))
    for column in range(math.floor((low - shift) / spacing), math.ceil((high - shift) / spacing) + 1):
        x, y = column * spacing + shift, row * step
        # Thousands of places: what `noise` makes of the place is worked out once for all that hangs on it.
        at = shaken(SEED, column, row)
        form = int(shaken(at, 3) / WHOLE * FORMS)
        if not style.rows:
            # Shapes of one path must not overlap: not every file format fills overlaps.
            size = style.size * _share(form)
            x += (shaken(at, 1) / WHOLE - 0.5) * max(spacing - size, 0.0)
            y += (shaken(at, 2) / WHOLE - 0.5) * max(step - size, 0.0)
        if low <= x <= high:
            yield x, y, form


def _share(form: int) -> float:
    """How large a form is, as a share of the largest."""
    return 0.58 + 0.42 * form / (FORMS - 1)


def _crown(form: int, size: float) -> QPainterPath:
    lobes = 5 + form % 2
    size *= _share(form)
    turn = noise(form, 7) * math.tau
    points = []
    for k in range(lobes * 2):
        reach = size / 2 * ((0.99 if k % 2 == 0 else 0.78) - 0.16 * noise(form, k, 5))
        points.append(QPointF(reach * math.cos(turn + k * math.pi / lobes), reach * math.sin(turn + k * math.pi / lobes)))
    path = QPainterPath()
    middle = [(points[k] + points[(k + 1) % len(points)]) / 2 for k in range(len(points))]
    path.moveTo(middle[-1])
    for corner, end in zip(points, middle, strict=True):
        path.quadTo(corner, end)
    path.closeSubpath()
    return path


def _ripple(form: int, size: float) -> QPainterPath:
    path = QPainterPath()
    half = size / 2 * (0.75 + 0.25 * noise(form, 1))
    rise = size / 7
    path.moveTo(-half, 0)
    path.quadTo(-half / 2, -rise, 0, 0)
    path.quadTo(half / 2, rise, half, 0)
    return path


def _tuft(form: int, size: float) -> QPainterPath:
    path = QPainterPath()
    half = size / 2
    path.moveTo(-half, 0)
    path.lineTo(half, 0)
    for share in (-0.5, 0.0, 0.5):
        path.moveTo(share * half, 0)
        path.lineTo(share * half * 1.7, -half * (0.8 + 0.3 * noise(form, round(share * 4), 3)))
    return path


def _cross(form: int, size: float) -> QPainterPath:
    path = QPainterPath()
    half = size / 2
    path.moveTo(-half, -half)
    path.lineTo(half, half)
    path.moveTo(-half, half)
    path.lineTo(half, -half)
    return path


def _dot(form: int, size: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), size / 2, size / 2)
    return path


def _slash(form: int, size: float) -> QPainterPath:
    path = QPainterPath(QPointF(-size / 2, size / 2))
    path.lineTo(size / 2, -size / 2)
    return path


def _dash(form: int, size: float) -> QPainterPath:
    path = QPainterPath(QPointF(-size / 2, 0))
    path.lineTo(size / 2, 0)
    return path


def _pair(form: int, size: float) -> QPainterPath:
    path = QPainterPath()
    for y in (-size / 7, size / 7):
        path.moveTo(-size / 2, y)
        path.lineTo(size / 2, y)
    return path


def _block(form: int, size: float) -> QPainterPath:
    path = QPainterPath()
    path.addRect(-size / 2, -size / 3, size, size * 2 / 3)
    return path


def _tooth(form: int, size: float) -> QPainterPath:
    path = QPainterPath(QPointF(-size / 2, size / 2))
    path.lineTo(size / 2, size / 2)
    path.lineTo(0, -size / 2)
    path.closeSubpath()
    return path


SHAPES = {
    "crown": _crown,
    "ripple": _ripple,
    "tuft": _tuft,
    "cross": _cross,
    "dot": _dot,
    "slash": _slash,
    "dash": _dash,
    "pair": _pair,
    "block": _block,
    "tooth": _tooth,
}


class Scatter:
    """All shapes of one scatter style on a map.

    Thousands of them may stand on a tile. Onto pictures each form is painted once for a zoom and then copied; files of lines
    get their outlines.
    """

    def __init__(self, style: ScatterStyle) -> None:
        self.style = style
        self._forms = [SHAPES[style.shape](form, style.size) for form in range(FORMS)]
        self._places: Squares[tuple[float, float, int]] = Squares(STAMP_BIN)
        self._copies: dict[tuple[float, float], list[QImage]] = {}

    def strew(self, owner: Owner, rings: Sequence[Polyline]) -> Iterator[None]:
        """Fills an area, row by row."""
        for row in places(rings, self.style):
            for place in row:
                self._places.add(owner, place[0], place[1], place)
            yield

    def drop(self, owner: Owner) -> None:
        """Takes away what stands in an area."""
        self._places.drop(owner)

    def dismantle(self) -> Iterator[None]:
        """Lets go of everything, in short steps."""
        return self._places.dismantle()

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints the shapes that touch the exposure; none from too far away."""
        if exposure.hex_px < self.style.from_px:
            return
        near = self._places.within(widened(exposure.span, self.style.size))
        if isinstance(painter.device(), QImage):
            self._paint_copies(painter, exposure, near)
        else:
            outlines = QPainterPath()
            for x, y, form in near:
                outlines.addPath(self._forms[form].translated(x, y))
            self._paint_path(outlines, painter, exposure)

    def _paint_copies(self, painter: QPainter, exposure: Exposure, near: Iterator[tuple[float, float, int]]) -> None:
        copies = self._copies_for(exposure)
        half = copies[0].width() / 2
        scale = exposure.scale
        # Half a dot is added for rounding: tiles begin at whole dots, so a shape is cut at a seam and never doubled.
        left, top = painter.transform().dx() - half + 0.5, painter.transform().dy() - half + 0.5
        painter.save()
        painter.resetTransform()
        for x, y, form in near:
            painter.drawImage(math.floor(x * scale + left), math.floor(y * scale + top), copies[form])
        painter.restore()

    def _copies_for(self, exposure: Exposure) -> list[QImage]:
        key = exposure.scale, exposure.density
        copies = self._copies.get(key)
        if copies is None:
            while len(self._copies) >= _MOST_ZOOMS:
                del self._copies[next(iter(self._copies))]
            copies = self._copies[key] = [self._copy(form, exposure) for form in self._forms]
        return copies

    def _copy(self, form: QPainterPath, exposure: Exposure) -> QImage:
        style = self.style
        reach = style.size / 2 + style.shadow_step + (exposure.width(style.line) if style.line is not None else 0.0)
        side = 2 * math.ceil(reach * exposure.scale) + 2
        image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with painting(image, QTransform(exposure.scale, 0, 0, exposure.scale, side / 2, side / 2)) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_path(form, painter, exposure)
        return image

    def _paint_path(self, path: QPainterPath, painter: QPainter, exposure: Exposure) -> None:
        style = self.style
        if style.shadow is not None:
            painter.fillPath(path.translated(style.shadow_step, style.shadow_step), style.shadow)
        painter.setPen(exposure.pen(style.line) if style.line is not None else QPen(Qt.PenStyle.NoPen))
        painter.setBrush(style.fill if style.fill is not None else Qt.BrushStyle.NoBrush)
        painter.drawPath(path)


_RECTANGLE = QPolygonF([QPointF(-1, 1), QPointF(1, 1), QPointF(1, -1), QPointF(-1, -1), QPointF(-1, 1)])


def block(x: float, y: float, length: float, depth: float, angle: float) -> QPolygonF:
    """A closed rectangle around a scene point, its length along `angle` in radians."""
    cos, sin = math.cos(angle) / 2, math.sin(angle) / 2
    return QTransform(length * cos, length * sin, depth * sin, -depth * cos, x, y).map(_RECTANGLE)
