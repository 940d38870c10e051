"""Contour lines with their labels: turned along the line, never on their heads, in a gap of the line."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from PySide6.QtGui import QPainter, QPainterPath, Qt

from app.canvas.areas import OVERHANG
from app.canvas.bins import Bins
from app.canvas.ground import Ground
from app.canvas.layers import Exposure, Renderer
from app.canvas.letters import Label, text_width
from app.canvas.polylines import XY, at, chunks, clipped, cut, lengths, thinned, upright
from app.canvas.style import ContourStyle, Stroke
from app.canvas.transform import HEX, Polyline, Span, path_of, span_of, widened
from core.model.maps import Contour, MapSheet

_SQUARE = HEX / 5
"""Side of the squares in which the map remembers what labels should not stand on."""

_STEP = HEX / 7
"""How finely places for a label are tried along a line."""

_FAR = HEX / 40
"""Points of a contour that stand nearer to each other are left out when the map is seen from afar."""


@dataclass
class _Lines:
    """Contour lines of one look, whole for the view from afar and with gaps for labels."""

    stroke: Stroke
    whole: Bins[tuple[float, QPainterPath]] = field(default_factory=Bins)
    gapped: Bins[tuple[float, QPainterPath]] = field(default_factory=Bins)


class Contours(Renderer):
    """All contour lines."""

    layer = "contours"

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._style: ContourStyle = ground.style.contours
        self._lines = {name: _Lines(getattr(self._style, name)) for name in ("plain", "index", "broken")}
        self._labels: Bins[Label] = Bins()
        self._taken: dict[tuple[int, int], float] = {}

    @property
    def labels(self) -> int:
        """How many labels stand on the map."""
        return len(self._labels)

    def prepare(self) -> Iterator[None]:
        """Files the lines and finds places for their labels, away from roads, villages, spots and names."""
        for placed, edge in self._ground.placed():
            sheet = placed.sheet
            for path in sheet.paths:
                self._avoid(self._ground.line(placed, path.line), 1.0)
            for cell in sheet.hexes:
                self._avoid(self._around(self._ground.transform.centre(placed.frame.hex(*cell)), HEX / 3), 2.0)
            for spot in sheet.spots:
                x, y = self._ground.transform.xy(placed.frame.to_plane(spot.at))
                self._avoid([(x, y), (x + HEX / 3, y)], 4.0)
            for name in sheet.names:
                x, y = self._ground.transform.xy(placed.frame.to_plane(name.at))
                reach = name.size * len(name.text) * HEX * 0.3
                self._avoid([(x - reach, y), (x + reach, y)], 2.0)
            yield
            for contour in sheet.contours:
                for piece in clipped(self._ground.line(placed, contour.line), widened(edge, OVERHANG)):
                    yield from self._file(contour, sheet, piece, edge)
        self._taken.clear()

    def _around(self, centre: XY, reach: float) -> Polyline:
        x, y = centre
        return [(x - reach, y), (x + reach, y), (x, y), (x, y - reach), (x, y + reach)]

    def _avoid(self, line: Polyline, weight: float) -> None:
        along = lengths(line)
        for k in range(math.floor(along[-1] / _SQUARE) + 1):
            x, y = at(line, along, k * _SQUARE)
            square = (int(x // _SQUARE), int(y // _SQUARE))
            self._taken[square] = max(self._taken.get(square, 0.0), weight)

    def _file(self, contour: Contour, sheet: MapSheet, line: Polyline, edge: Span) -> Iterator[None]:
        index = is_index(contour.height, sheet.contour_interval, self._style.index_every)
        kind = "broken" if contour.kind == "broken" else "index" if index else "plain"
        letters = self._style.index_label if kind == "index" else self._style.label
        every = self._style.index_label_every if kind == "index" else self._style.label_every
        text = height_text(contour.height)
        room = text_width(letters, text) + 2 * self._style.label_clear
        along = lengths(line)
        lines = self._lines[kind]
        gaps: list[tuple[float, float]] = []
        for middle in self._places(line, along, room, every, edge):
            (ax, ay), (bx, by) = at(line, along, middle - room / 2), at(line, along, middle + room / 2)
            x, y = at(line, along, middle)
            # A label stands on the mean of the curve and its chord, so that it sits well in a bend.
            place = ((x + (ax + bx) / 2) / 2, (y + (ay + by) / 2) / 2)
            label = Label(letters, text, place, math.degrees(upright(math.atan2(by - ay, bx - ax))))
            self._labels.add(label.span, label)
            self._avoid([(ax, ay), (x, y), (bx, by)], 6.0)
            gaps.append((middle - room / 2, middle + room / 2))
            yield
        _keep(lines.whole, thinned(line, _FAR), 0.0)
        for start, end in _between(gaps, along[-1]):
            _keep(lines.gapped, cut(line, along, start, end), start)
            yield

    def _places(self, line: Polyline, along: list[float], room: float, every: float, edge: Span) -> Iterator[float]:
        """Lengths along a line at which labels stand best: where it is straight and nothing else is in the way."""
        whole = along[-1]
        if whole < room * 1.8:
            return
        count = max(round(whole / every), 1)
        stretch = whole / count
        inner = widened(edge, -room / 2)
        last = -math.inf
        for k in range(count):
            low, high = max(k * stretch, room * 0.6), min((k + 1) * stretch, whole - room * 0.6)
            best, best_cost = None, math.inf
            for n in range(max(int((high - low) / _STEP), 0) + 1):
                middle = low + n * _STEP
                cost = self._cost(line, along, middle, room, inner)
                # Of equal places the one in the middle of its stretch is taken.
                cost += abs(middle - (k + 0.5) * stretch) / stretch
                if cost < best_cost and middle - last > room * 2:
                    best, best_cost = middle, cost
            if best is not None:
                last = best
                yield best

    def _cost(self, line: Polyline, along: list[float], middle: float, room: float, inner: Span) -> float:
        a, b = at(line, along, middle - room / 2), at(line, along, middle + room / 2)
        x, y = at(line, along, middle)
        if not (inner[0] <= x <= inner[2] and inner[1] <= y <= inner[3]):
            return math.inf
        bend = 1 - math.dist(a, b) / room + math.dist((x, y), ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) / room
        if bend > 0.5:
            return math.inf
        in_the_way = max(self._taken.get((int(px // _SQUARE), int(py // _SQUARE)), 0.0) for px, py in (a, (x, y), b))
        return 12 * bend + in_the_way

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints the lines: near with gaps and labels, from afar whole and with fewer points."""
        near = exposure.hex_px >= self._style.labels_from_px
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for lines in self._lines.values():
            span = widened(exposure.span, exposure.width(lines.stroke))
            for start, path in (lines.gapped if near else lines.whole).within(span):
                painter.strokePath(path, exposure.pen(lines.stroke, start))
        if near:
            for label in self._labels.within(exposure.span):
                label.paint(painter)


def is_index(height: Fraction, interval: Fraction | None, every: int) -> bool:
    """Whether a line is one of those drawn stronger: every fifth, counted from sea level.

    >>> is_index(Fraction(100), Fraction(20), 5), is_index(Fraction(80), Fraction(20), 5), is_index(Fraction(100), None, 5)
    (True, False, False)
    """
    return interval is not None and interval > 0 and height % (every * interval) == 0


def height_text(height: Fraction) -> str:
    """A height as it is printed: whole metres, else one decimal.

    >>> height_text(Fraction(120)), height_text(Fraction(125, 2))
    ('120', '62.5')
    """
    return f"{float(height):.1f}".removesuffix(".0")


def _keep(bins: "Bins[tuple[float, QPainterPath]]", line: Polyline, start: float) -> None:
    along = lengths(line)
    for first, part in chunks(line):
        bins.add(span_of(part), (start + along[first], path_of(part)))


def _between(gaps: list[tuple[float, float]], whole: float) -> Iterator[tuple[float, float]]:
    start = 0.0
    for low, high in gaps:
        if low > start:
            yield start, low
        start = high
    if whole > start:
        yield start, whole
