"""What belongs to hexes: villages and towns with their buildings, the grid, centre dots, printed numbers."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen

from app.canvas.areas import OVERHANG
from app.canvas.bins import Bins, Stamps
from app.canvas.ground import Ground
from app.canvas.layers import Exposure, Renderer
from app.canvas.letters import font_of
from app.canvas.polylines import clipped, clipped_ring, distance_to
from app.canvas.scatter import block, noise
from app.canvas.style import BlocksStyle, HexStyle
from app.canvas.transform import HEX, Polyline, Span, path_of, span_of, widened
from core.geometry.hexes import Hex
from core.model.box import GameBox, PlacedSheet

Segment = tuple[tuple[float, float], tuple[float, float], float]
"""Two points of a road and half its width."""


@dataclass
class _Kind:
    """All hexes filled by one kind of terrain."""

    style: HexStyle
    fills: Bins[QPainterPath] = field(default_factory=Bins)
    rims: Bins[QPainterPath] = field(default_factory=Bins)


class WholeHexes(Renderer):
    """Hexes that a village or town fills: a wash over each and a line around those that touch."""

    layer = "hexes"

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._kinds: dict[str, _Kind] = {}

    def prepare(self) -> Iterator[None]:
        """Files each hex and those of its sides that border on something else."""
        style, transform = self._ground.style, self._ground.transform
        contents = {
            placed.frame.hex(*cell): (content.terrain if content.terrain in style.hexes else "other", edge)
            for placed, edge in self._ground.placed()
            for cell, content in sorted(placed.sheet.hexes.items())
        }
        for place, (name, edge) in contents.items():
            kind = self._kinds.setdefault(name, _Kind(style.hexes[name]))
            over = widened(edge, OVERHANG)
            corners = transform.corners(place)
            ring = clipped_ring([*corners, corners[0]], over)
            if not ring:
                continue
            kind.fills.add(span_of(ring), path_of(ring))
            alone = [side for near, side in _sides(place, corners) if contents.get(near, ("", edge))[0] != name]
            pieces = [piece for side in alone for piece in clipped(side, over)]
            if pieces:
                kind.rims.add(span_of([p for piece in pieces for p in piece]), path_of(*pieces))
            yield

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints washes, then the lines around them."""
        for kind in self._kinds.values():
            # One path, so that hexes side by side leave no seam between them.
            fill = QPainterPath()
            for path in kind.fills.within(exposure.span):
                fill.addPath(path)
            painter.fillPath(fill, kind.style.fill)
            for path in kind.rims.within(widened(exposure.span, exposure.width(kind.style.outline))):
                painter.strokePath(path, exposure.pen(kind.style.outline))


def _sides(place: Hex, corners: Polyline) -> Iterator[tuple[Hex, Polyline]]:
    """Each neighbour with the hexside towards it."""
    # Corners run clockwise from east, neighbours from north: the north side lies between corners 4 and 5.
    for k, near in enumerate(place.neighbours()):
        yield near, [corners[(4 + k) % 6], corners[(5 + k) % 6]]


class VillageBlocks(Renderer):
    """The buildings strewn over hexes of village and town, along the roads where there are any."""

    layer = "buildings"

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._blocks: dict[str, tuple[BlocksStyle, Stamps]] = {}

    def prepare(self) -> Iterator[None]:
        """Finds a place for every building."""
        style, transform = self._ground.style, self._ground.transform
        metrics = QFontMetricsF(font_of(style.numbers.letters))
        for placed, edge in self._ground.placed():
            roads = self._roads(placed)
            for cell, content in sorted(placed.sheet.hexes.items()):
                name = content.terrain if content.terrain in style.hexes else "other"
                blocks = style.hexes[name].blocks
                if blocks is None:
                    continue
                stamps = self._blocks.setdefault(name, (blocks, Stamps(2 * max(blocks.length))))[1]
                place = placed.frame.hex(*cell)
                place_x, place_y = transform.centre(place)
                near = list(roads.within(transform.hex_span(place)))
                for x, y, length, depth, angle in blocks_in(place, transform.centre(place), blocks, near):
                    reach = math.hypot(length, depth) / 2
                    number = placed.sheet.grid.numbering.text(*cell)
                    if _covers(
                        (x - place_x, y - (place_y - style.numbers.height)),
                        reach + metrics.horizontalAdvance(number) / 2,
                        reach + metrics.capHeight() / 2,
                    ):
                        continue
                    if edge[0] < x - length and x + length < edge[2] and edge[1] < y - length and y + length < edge[3]:
                        stamps.path_at(x, y).addPolygon(block(x, y, length, depth, angle))
                yield

    def _roads(self, placed: PlacedSheet) -> Bins[Segment]:
        found: Bins[Segment] = Bins()
        for path in placed.sheet.paths:
            look = self._ground.style.path(path.feature)
            half = (look.casing or look.core).width / 2
            line = self._ground.line(placed, path.line)
            for a, b in pairwise(line):
                found.add(span_of((a, b), HEX / 4), (a, b, half))
        return found

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints shadows, then roofs; nothing from afar."""
        for blocks, stamps in self._blocks.values():
            if exposure.hex_px < blocks.from_px:
                continue
            paths = list(stamps.within(exposure.span))
            painter.translate(blocks.shadow_step, blocks.shadow_step)
            for path in paths:
                painter.fillPath(path, blocks.shadow)
            painter.translate(-blocks.shadow_step, -blocks.shadow_step)
            painter.setPen(exposure.pen(blocks.outline))
            painter.setBrush(blocks.fill)
            for path in paths:
                painter.drawPath(path)


def blocks_in(
    place: Hex, centre: tuple[float, float], style: BlocksStyle, roads: list[Segment]
) -> Iterator[tuple[float, float, float, float, float]]:
    """Buildings of one hex as (x, y, length, depth, angle): none on a road, none on another, none out of the hex.

    Where they stand follows from the hex and the roads alone.
    """
    standing: list[tuple[float, float, float]] = []
    reach = HEX / 2 - max(style.length) / 2
    own_angle = noise(place.q, place.r, 11) * math.pi
    cos, sin = math.cos(own_angle), math.sin(own_angle)
    count = math.ceil(HEX / style.spacing / 2)
    for i in range(-count, count + 1):
        for j in range(-count, count + 1):
            if noise(place.q, place.r, i, j) > style.share:
                continue
            u = (i + 0.5 * (noise(place.q, place.r, i, j, 1) - 0.5)) * style.spacing
            v = (j + 0.5 * (noise(place.q, place.r, i, j, 2) - 0.5)) * style.spacing
            x, y = centre[0] + u * cos - v * sin, centre[1] + u * sin + v * cos
            length = _between(style.length, noise(place.q, place.r, i, j, 3))
            depth = _between(style.depth, noise(place.q, place.r, i, j, 4))
            angle = own_angle + math.pi / 2 * (noise(place.q, place.r, i, j, 5) < 0.4)
            if math.hypot(x - centre[0], y - centre[1]) > reach:
                continue
            clear = math.inf
            for a, b, half in roads:
                gap = distance_to((x, y), a, b) - half
                if gap < clear:
                    clear = gap
                    if gap < style.spacing:
                        angle = math.atan2(b[1] - a[1], b[0] - a[0])
            size = math.hypot(length, depth) / 2
            if clear < depth / 2 + 1.5 or any(math.hypot(x - ox, y - oy) < (size + other) * 0.86 for ox, oy, other in standing):
                continue
            standing.append((x, y, size))
            yield x, y, length, depth, angle


def _covers(step: tuple[float, float], across: float, along: float) -> bool:
    """Whether something at a step from a hex number could lie on it."""
    return abs(step[0]) < across and abs(step[1]) < along


def _between(bounds: tuple[float, ...], part: float) -> float:
    return bounds[0] + part * (bounds[-1] - bounds[0])


class HexGrid(Renderer):
    """Hexsides and centre dots."""

    layer = "grid"

    def __init__(self, ground: Ground, box: GameBox) -> None:
        self._ground = ground
        self._box = box
        self._sides: Bins[QPainterPath] = Bins()
        self._dots: Bins[tuple[float, float]] = Bins()

    def prepare(self) -> Iterator[None]:
        """Files every hexside once, cut at the printed edge."""
        transform = self._ground.transform
        edges = dict(zip((id(placed) for placed in self._ground.sheets), self._ground.edges, strict=True))
        drawn: set[frozenset[Hex]] = set()
        for count, place in enumerate(self._box.cells):
            printed = self._box.prints(place)
            edge = next((edges[id(placed)] for placed, _ in printed if id(placed) in edges), None)
            if edge is None:
                continue
            sides: list[Polyline] = []
            for near, side in _sides(place, transform.corners(place)):
                if frozenset((place, near)) not in drawn:
                    drawn.add(frozenset((place, near)))
                    sides.extend(clipped(side, edge))
            if sides:
                self._sides.add(span_of([p for side in sides for p in side]), path_of(*_joined(sides)))
            x, y = transform.centre(place)
            if edge[0] <= x <= edge[2] and edge[1] <= y <= edge[3]:
                self._dots.add((x, y, x, y), (x, y))
            if count % 60 == 59:
                yield

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints hexsides, and centre dots when close."""
        style = self._ground.style.grid
        if exposure.hex_px < style.from_px:
            return
        grid = QPainterPath()
        for path in self._sides.within(widened(exposure.span, exposure.width(style.line))):
            grid.addPath(path)
        painter.strokePath(grid, exposure.pen(style.line))
        if exposure.hex_px < style.dots_from_px:
            return
        painter.setPen(QPen(Qt.PenStyle.NoPen))
        painter.setBrush(style.dot_colour)
        for x, y in self._dots.within(widened(exposure.span, style.dot)):
            painter.drawEllipse(QPointF(x, y), style.dot / 2 + 0.4, style.dot / 2 + 0.4)


def _joined(sides: list[Polyline]) -> list[Polyline]:
    """Sides that follow each other as one line, so that their joins are painted once."""
    lines: list[Polyline] = []
    for side in sides:
        if lines and math.dist(lines[-1][-1], side[0]) < 1e-6:
            lines[-1].extend(side[1:])
        else:
            lines.append(list(side))
    return lines


class HexNumbers(Renderer):
    """Printed hex numbers: on every so many rows, and on all hexes when close."""

    layer = "numbers"

    def __init__(self, ground: Ground, box: GameBox) -> None:
        self._ground = ground
        self._box = box
        self._some: Bins[tuple[float, float, str]] = Bins()
        self._all: Bins[tuple[float, float, str]] = Bins()

    def prepare(self) -> Iterator[None]:
        """Files the numbers that fit on their sheet."""
        style = self._ground.style.numbers
        metrics = QFontMetricsF(font_of(style.letters))
        shown = {id(placed): edge for placed, edge in self._ground.placed()}
        for count, place in enumerate(self._box.cells):
            printed = self._box.prints(place)
            found = next(((placed, cell) for placed, cell in printed if id(placed) in shown), None)
            if found is not None:
                placed, (column, row) = found
                grid = placed.sheet.grid
                text = grid.numbering.text(column, row)
                x, y = self._ground.transform.centre(place)
                width, base = metrics.horizontalAdvance(text), y - style.height + metrics.capHeight() / 2
                span: Span = (x - width / 2, base - metrics.ascent(), x + width / 2, base + metrics.descent())
                edge = shown[id(placed)]
                if span[1] > edge[1] and edge[0] < x < edge[2] and base < edge[3]:
                    self._all.add(span, (span[0], base, text))
                    if printed_row(placed, row) % max(grid.number_every, 1) == 0:
                        self._some.add(span, (span[0], base, text))
            if count % 200 == 199:
                yield

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints as many numbers as the zoom allows."""
        style = self._ground.style.numbers
        if exposure.hex_px < style.from_px or exposure.hex_px / HEX * style.letters.size < style.least_letter_px:
            return
        painter.setFont(font_of(style.letters))
        painter.setPen(style.letters.colour)
        for x, y, text in (self._all if exposure.hex_px >= style.all_from_px else self._some).within(exposure.span):
            painter.drawText(QPointF(x, y), text)


def printed_row(placed: PlacedSheet, row: int) -> int:
    """The number that a sheet prints for one of its rows, counted from 1 at its bottom."""
    numbering = placed.sheet.grid.numbering
    along = numbering.rows + 1 - row if numbering.first.startswith("top") else row
    return along - 1 + numbering.first_row
