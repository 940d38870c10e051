"""What belongs to hexes: villages and towns with their buildings, the grid, centre dots, printed numbers."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen

from app.canvas.areas import OVERHANG
from app.canvas.bins import Bins, Owner, Piece, Stamps
from app.canvas.ground import Change, Changed, Ground, Printed
from app.canvas.layers import Exposure, Renderer
from app.canvas.letters import font_of
from app.canvas.looks import OTHER
from app.canvas.polylines import clipped, clipped_ring, distance_to, joined_lines
from app.canvas.scatter import SEED, WHOLE, Scatter, block, noise, shaken
from app.canvas.style import BlocksStyle, HexStyle
from app.canvas.transform import HEX, Polyline, Span, contains, meets, path_of, span_of, widened
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
    scatter: Scatter | None = None

    def __post_init__(self) -> None:
        if self.style.scatter is not None:
            self.scatter = Scatter(self.style.scatter)

    def drop(self, owner: Owner) -> list[Span]:
        """Takes a hex out; returns where it was seen."""
        if self.scatter is not None:
            self.scatter.drop(owner)
        return self.fills.put(owner) + self.rims.put(owner)


class WholeHexes(Renderer):
    """Hexes that a village or town fills: a wash over each and a line around those that touch."""

    layer = "hexes"

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._order = {name: number for number, name in enumerate(ground.looks.hexes)}
        self._kinds: dict[str, _Kind] = {}
        self._names: dict[Hex, str] = {}

    def prepare(self) -> Iterator[None]:
        """Files each hex and those of its sides that border on something else."""
        for number in range(len(self._ground.sheets)):
            self._names.update(self._named(number))
        for place in self._names:
            self._file(place)
            yield

    def change(self, change: Change) -> list[Span]:
        """Files the changed hexes anew, and the rims of those around them."""
        self._ground = change.after
        places = {each.placed.frame.hex(*each.owner[1]) for pair in change.items("hexes") for each in pair if each is not None}
        before = {place: self._names.pop(place) for place in places if place in self._names}
        for number in range(len(self._ground.sheets)):
            self._names.update(self._named(number, places))
        spans: list[Span] = []
        turned = {place for place in places if before.get(place) != self._names.get(place)}
        for place in sorted(places):
            was, now = before.get(place), self._names.get(place)
            if was is not None and was != now:
                spans += self._kinds[was].drop(_owner(place))
            if now is not None:
                spans += self._file(place)
        around = {near for place in turned for near in place.neighbours()} - places
        for place in sorted(around):
            if place in self._names:
                spans += self._file_rim(place)
        return spans

    def _named(self, number: int, places: Iterable[Hex] | None = None) -> Iterator[tuple[Hex, str]]:
        """The looks of the hexes of a sheet; where hexes lie on two sheets, the later one counts."""
        placed, looks = self._ground.sheets[number], self._ground.looks.hexes
        hexes = placed.sheet.hexes
        cells = sorted(hexes) if places is None else [placed.frame.cell(place) for place in places]
        for cell in cells:
            content = hexes.get(cell)
            if content is not None:
                yield placed.frame.hex(*cell), content.terrain if content.terrain in looks else OTHER

    def _file(self, place: Hex) -> list[Span]:
        """Files one hex; returns what of it differs from what was filed before."""
        name, edge = self._names[place], self._edge(place)
        if name not in self._kinds:
            self._kinds[name] = _Kind(self._ground.looks.hexes[name])
            self._kinds = {each: self._kinds[each] for each in sorted(self._kinds, key=self._order.__getitem__)}
        kind, owner = self._kinds[name], _owner(place)
        corners = self._ground.transform.corners(place)
        over, ring = widened(edge, OVERHANG), [*corners, corners[0]]
        if not contains(over, span_of(corners)):
            ring = clipped_ring(ring, over)
        if not ring:
            return kind.drop(owner)
        spans = kind.fills.put(owner, [Piece(span_of(ring), path_of(ring), tuple(ring))])
        if kind.scatter is not None:
            kind.scatter.drop(owner)
            inner = clipped_ring([*corners, corners[0]], edge)
            for _ in kind.scatter.strew(owner, [inner]) if inner else ():
                pass
        return spans + self._file_rim(place)

    def _file_rim(self, place: Hex) -> list[Span]:
        """Files the sides of a hex that border on something else; returns where they differ from those filed before."""
        name = self._names[place]
        if not self._kinds[name].fills.of(_owner(place)):
            return []
        over = widened(self._edge(place), OVERHANG)
        corners = self._ground.transform.corners(place)
        alone = [side for near, side in _sides(place, corners) if self._names.get(near, "") != name]
        if not contains(over, span_of(corners)):
            alone = [piece for side in alone for piece in clipped(side, over)]
        pieces = [tuple(side) for side in alone]
        rims = [Piece(span_of([p for piece in pieces for p in piece]), path_of(*pieces), tuple(pieces))] if pieces else []
        return self._kinds[name].rims.put(_owner(place), rims)

    def _edge(self, place: Hex) -> Span:
        """The edge of the last sheet that says something of a hex."""
        held = [edge for placed, edge in self._ground.placed() if placed.frame.cell(place) in placed.sheet.hexes]
        return held[-1]

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints washes, then the lines around them."""
        for kind in self._kinds.values():
            # One path, so that hexes side by side leave no seam between them.
            fill = QPainterPath()
            for path in kind.fills.within(exposure.span):
                fill.addPath(path)
            painter.fillPath(fill, kind.style.fill)
            if kind.scatter is not None:
                kind.scatter.paint(painter, exposure)
            for path in kind.rims.within(widened(exposure.span, exposure.width(kind.style.outline))):
                painter.strokePath(path, exposure.pen(kind.style.outline))


def _owner(place: Hex) -> Owner:
    return place.q, place.r


def _sides(place: Hex, corners: Polyline) -> Iterator[tuple[Hex, Polyline]]:
    """Each neighbour with the hexside towards it."""
    # Corners run clockwise from east, neighbours from north: the north side lies between corners 4 and 5.
    for k, near in enumerate(place.neighbours()):
        yield near, [corners[(4 + k) % 6], corners[(5 + k) % 6]]


class VillageBlocks(Renderer):
    """The buildings strewn over hexes of village and town, along the roads where there are any.

    Places for those of a hex that an edit has changed are found when they are first painted, or else between frames.
    """

    layer = "buildings"

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._blocks: dict[str, tuple[BlocksStyle, Stamps]] = {}
        self._roads = [Bins[Segment]() for _ in ground.sheets]
        self._waiting: dict[Owner, Span] = {}
        self._order = {name: number for number, name in enumerate(ground.looks.hexes)}
        kinds = [look.blocks for look in ground.looks.hexes.values() if look.blocks is not None]
        self._from_px = min((blocks.from_px for blocks in kinds), default=math.inf)
        self._metrics = QFontMetricsF(font_of(ground.style.numbers.letters))
        self._reach = max((2 * max(blocks.length) for blocks in kinds), default=0.0)

    def prepare(self) -> Iterator[None]:
        """Finds a place for every building."""
        for printed in self._ground.items("paths"):
            self._file_road(printed)
        yield
        for printed in self._ground.items("hexes"):
            self._build(printed)
            yield

    def change(self, change: Change) -> list[Span]:
        """Clears the changed hexes and those past which a changed road goes or went."""
        self._ground = change.after
        hexes: set[Owner] = set()
        for old, new in change.items("paths"):
            number, key = Changed(old, new).owner
            for span in self._file_road(new) if new is not None else self._roads[number].put((number, key)):
                hexes.update(printed.owner for printed in self._hexes_in(number, span))
        hexes.update(changed.owner for changed in change.items("hexes"))
        spans: list[Span] = []
        for owner in sorted(hexes):
            stood = [stamps.drop(owner) for _, stamps in self._blocks.values()]
            printed = self._ground.item(owner[0], "hexes", owner[1])
            self._waiting.pop(owner, None)
            if printed is not None and self._look(printed)[1] is not None:
                self._waiting[owner] = self._span(owner)
            if any(stood) or owner in self._waiting:
                spans.append(self._span(owner))
        return spans

    def catch_up(self) -> Iterator[list[Span]]:
        """Builds what has been cleared and not been painted yet, hex by hex."""
        while self._waiting:
            self._build_waiting(next(iter(self._waiting)))
            yield []

    def _build_waiting(self, owner: Owner) -> None:
        del self._waiting[owner]
        printed = self._ground.item(owner[0], "hexes", owner[1])
        if printed is not None:
            self._build(printed)

    def _span(self, owner: Owner) -> Span:
        return self._ground.transform.hex_span(self._ground.sheets[owner[0]].frame.hex(*owner[1]))

    def _hexes_in(self, number: int, span: Span) -> Iterator[Printed]:
        """The filled hexes of a sheet that touch a rectangle."""
        frame = self._ground.sheets[number].frame
        for place in self._ground.transform.hexes_in(span):
            printed = self._ground.item(number, "hexes", frame.cell(place))
            if printed is not None:
                yield printed

    def _file_road(self, printed: Printed) -> list[Span]:
        """Files the segments of a road; returns the rectangles of those that were not filed before or are no more."""
        look = self._ground.looks.path(printed.item.feature)
        half = (look.casing or look.core).width / 2
        line = self._ground.line(printed.placed, printed.item.line)
        segments = ((a, b, half) for a, b in pairwise(line))
        return self._roads[printed.owner[0]].put(
            printed.owner, (Piece(span_of(segment[:2], HEX / 4), segment, segment) for segment in segments)
        )

    def _look(self, printed: Printed) -> tuple[str, BlocksStyle | None]:
        """The name of the look of a hex, and its buildings if it has any."""
        name = printed.item.terrain if printed.item.terrain in self._ground.looks.hexes else OTHER
        return name, self._ground.looks.hexes[name].blocks

    def _build(self, printed: Printed) -> None:
        """Finds places for the buildings of a hex."""
        style, transform, edge = self._ground.style, self._ground.transform, printed.edge
        number, cell = printed.owner
        name, blocks = self._look(printed)
        if blocks is None:
            return
        if name not in self._blocks:
            self._blocks[name] = blocks, Stamps(2 * max(blocks.length))
            self._blocks = {each: self._blocks[each] for each in sorted(self._blocks, key=self._order.__getitem__)}
        stamps = self._blocks[name][1]
        place = printed.placed.frame.hex(*cell)
        centre_x, centre_y = transform.centre(place)
        near = list(self._roads[number].within(transform.hex_span(place)))
        metrics = self._metrics
        label = metrics.horizontalAdvance(printed.placed.sheet.grid.numbering.text(*cell)), metrics.capHeight()
        for x, y, length, depth, angle in blocks_in(place, (centre_x, centre_y), blocks, near):
            reach = math.hypot(length, depth) / 2
            step = x - centre_x, y - (centre_y - style.numbers.height)
            if _covers(step, reach + label[0] / 2, reach + label[1] / 2):
                continue
            if edge[0] < x - length and x + length < edge[2] and edge[1] < y - length and y + length < edge[3]:
                stamps.add(printed.owner, x, y, block(x, y, length, depth, angle))

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints shadows, then roofs; nothing from afar."""
        if self._waiting and exposure.hex_px >= self._from_px:
            near = widened(exposure.span, self._reach)
            for owner in [owner for owner, span in self._waiting.items() if meets(span, near)]:
                self._build_waiting(owner)
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
    # A place moves by at most a quarter of the spacing each way; those that stay out of reach need no closer look.
    far = (reach / style.spacing + math.hypot(0.25, 0.25)) ** 2
    share, spacing = style.share * WHOLE, style.spacing
    seed = shaken(SEED, place.q, place.r)
    for i in range(-count, count + 1):
        column = shaken(seed, i)
        for j in range(-count, count + 1):
            if i * i + j * j > far:
                continue
            spot = shaken(column, j)
            if spot > share:
                continue
            u = (i + 0.5 * (shaken(spot, 1) / WHOLE - 0.5)) * spacing
            v = (j + 0.5 * (shaken(spot, 2) / WHOLE - 0.5)) * spacing
            x, y = centre[0] + u * cos - v * sin, centre[1] + u * sin + v * cos
            if math.hypot(x - centre[0], y - centre[1]) > reach:
                continue
            length = _between(style.length, shaken(spot, 3) / WHOLE)
            depth = _between(style.depth, shaken(spot, 4) / WHOLE)
            angle = own_angle + math.pi / 2 * (shaken(spot, 5) / WHOLE < 0.4)
            clear = math.inf
            for a, b, half in roads:
                gap = distance_to((x, y), a, b) - half
                if gap < clear:
                    clear = gap
                    if gap < style.spacing:
                        angle = math.atan2(b[1] - a[1], b[0] - a[0])
            size = math.hypot(length, depth) / 2
            if clear < depth / 2 + 1.5:
                continue
            for ox, oy, other in standing:
                if math.hypot(x - ox, y - oy) < (size + other) * 0.86:
                    break
            else:
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
                self._sides.add((count,), span_of([p for side in sides for p in side]), path_of(*joined_lines(sides)))
            x, y = transform.centre(place)
            if edge[0] <= x <= edge[2] and edge[1] <= y <= edge[3]:
                self._dots.add((count,), (x, y, x, y), (x, y))
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
                    self._all.add((count,), span, (span[0], base, text))
                    if printed_row(placed, row) % max(grid.number_every, 1) == 0:
                        self._some.add((count,), span, (span[0], base, text))
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
