"""What belongs to hexes: the washes and rims of villages and towns, the grid, centre dots, printed numbers."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from app.canvas.areas import OVERHANG
from app.canvas.bins import Bins, Owner, Piece, emptied
from app.canvas.ground import Change, Ground
from app.canvas.layers import Exposure, Renderer
from app.canvas.letters import font_of
from app.canvas.looks import OTHER
from app.canvas.polylines import clipped, clipped_ring, joined_lines
from app.canvas.scatter import Scatter
from app.canvas.style import HexStyle
from app.canvas.transform import HEX, Polyline, Span, contains, path_of, polygon, span_of, widened
from core.geometry.hexes import DIRECTIONS, Hex
from core.geometry.layout import CORNERS, LatticePoint, centre, to_plane
from core.model.box import GameBox, PlacedSheet

_LET_GO = 2000
"""Hexsides that are let go of in one step: those of the largest map together would stop the window."""

_Place = tuple[int, int]
"""A hex as its `q` and `r`, which is found faster than a `Hex` and is the owner of what is filed."""


@dataclass
class _Kind:
    """All hexes filled by one kind of terrain."""

    style: HexStyle
    fills: Bins[_Place | QPainterPath] = field(default_factory=Bins)
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

    def dismantle(self) -> Iterator[None]:
        """Lets go of everything, in short steps."""
        yield from self.fills.dismantle()
        yield from self.rims.dismantle()
        if self.scatter is not None:
            yield from self.scatter.dismantle()


class WholeHexes(Renderer):
    """Hexes that a village or town fills: a wash over each and a line around those that touch."""

    layer = "hexes"

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._order = {name: number for number, name in enumerate(ground.looks.hexes)}
        self._kinds: dict[str, _Kind] = {}
        self._names: dict[_Place, str] = {}
        (ax, ay), (bx, by) = (ground.transform.xy(to_plane(step)) for step in ((1, 0), (0, 1)))
        self._to_scene = QTransform(ax, ay, bx, by, 0.0, 0.0)

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
        changed = (each for pair in change.items("hexes") for each in pair if each is not None)
        places = {(place.q, place.r) for place in (each.placed.frame.hex(*each.owner[1]) for each in changed)}
        before = {place: self._names.pop(place) for place in places if place in self._names}
        for number in range(len(self._ground.sheets)):
            self._names.update(self._named(number, places))
        spans: list[Span] = []
        turned = {place for place in places if before.get(place) != self._names.get(place)}
        # Where sheets lie upon each other, the edge that cuts a hex may have changed alone.
        for place in sorted(turned if len(self._ground.sheets) == 1 else places):
            was, now = before.get(place), self._names.get(place)
            if was is not None and was != now:
                spans += self._kinds[was].drop(place)
            if now is not None:
                spans += self._file(place)
        around = {near for each in turned for near in _near(each)} - places
        for place in sorted(around):
            if place in self._names:
                spans += self._file_rim(place)
        return spans

    def _named(self, number: int, places: Iterable[_Place] | None = None) -> Iterator[tuple[_Place, str]]:
        """The looks of the hexes of a sheet; where hexes lie on two sheets, the later one counts."""
        placed, looks = self._ground.sheets[number], self._ground.looks.hexes
        hexes = placed.sheet.hexes
        cells = sorted(hexes) if places is None else [placed.frame.cell(Hex(*place)) for place in places]
        for cell in cells:
            content = hexes.get(cell)
            if content is not None:
                place = placed.frame.hex(*cell)
                yield (place.q, place.r), content.terrain if content.terrain in looks else OTHER

    def _file(self, place: _Place) -> list[Span]:
        """Files one hex; returns what of it differs from what was filed before."""
        name, edge = self._names[place], self._edge(place)
        if name not in self._kinds:
            self._kinds[name] = _Kind(self._ground.looks.hexes[name])
            self._kinds = {each: self._kinds[each] for each in sorted(self._kinds, key=self._order.__getitem__)}
        kind, transform, here = self._kinds[name], self._ground.transform, Hex(*place)
        over, span = widened(edge, OVERHANG), transform.hex_span(here)
        if contains(over, span):
            fill: Piece[_Place | QPainterPath] = Piece(span, place, True)
        else:
            ring = clipped_ring(transform.ring(here), over)
            if not ring:
                return kind.drop(place)
            fill = Piece(span_of(ring), path_of(ring), tuple(ring))
        spans = kind.fills.put(place, [fill])
        if kind.scatter is not None:
            kind.scatter.drop(place)
            inner = clipped_ring(transform.ring(here), edge)
            for _ in kind.scatter.strew(place, [inner]) if inner else ():
                pass
        return spans + self._file_rim(place)

    def _file_rim(self, place: _Place) -> list[Span]:
        """Files the sides of a hex that border on something else; returns where they differ from those filed before."""
        name = self._names[place]
        kind, names = self._kinds[name], self._names
        if not kind.fills.of(place):
            return []
        ends = [number for number, near in enumerate(_near(place)) if names.get(near) != name]
        if not ends:
            return kind.rims.put(place)
        over, corners = widened(self._edge(place), OVERHANG), self._ground.transform.corners(Hex(*place))
        alone = [_side(corners, number) for number in ends]
        if not contains(over, span_of(corners)):
            alone = [piece for side in alone for piece in clipped(side, over)]
        pieces = [tuple(side) for side in alone]
        rims = [Piece(span_of([p for piece in pieces for p in piece]), path_of(*pieces), tuple(pieces))] if pieces else []
        return kind.rims.put(place, rims)

    def _wash(self, fills: Iterable[_Place | QPainterPath]) -> QPainterPath:
        """What hexes cover, as one path, so that those side by side leave no seam between them; sides that two of them share
        are left out, because Qt needs much longer for many edges than for long ones."""
        wash, whole = QPainterPath(), set()
        for fill in fills:
            if isinstance(fill, QPainterPath):
                wash.addPath(fill)
            else:
                whole.add(fill)
        for outline in outlines(whole):
            wash.addPolygon(self._to_scene.map(polygon(outline)))
        return wash

    def _edge(self, place: _Place) -> Span:
        """The edge of the last sheet that says something of a hex."""
        if len(self._ground.edges) == 1:
            return self._ground.edges[0]
        held = [edge for placed, edge in self._ground.placed() if placed.frame.cell(Hex(*place)) in placed.sheet.hexes]
        return held[-1]

    def dismantle(self) -> Iterator[None]:
        """Lets go of all hexes."""
        yield from emptied(self._names)
        for kind in self._kinds.values():
            yield from kind.dismantle()

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints washes, then the lines around them."""
        for kind in self._kinds.values():
            painter.fillPath(self._wash(kind.fills.within(exposure.span)), kind.style.fill)
            if kind.scatter is not None:
                kind.scatter.paint(painter, exposure)
            pen = exposure.pen(kind.style.outline)
            for path in kind.rims.within(widened(exposure.span, exposure.width(kind.style.outline))):
                painter.strokePath(path, pen)


def outlines(places: Collection[_Place]) -> Iterator[list[LatticePoint]]:
    """The closed outlines of what hexes cover together, on the shared lattice; those of holes run the other way round.

    >>> [len(outline) for outline in outlines({(0, 0), (1, 0)})]
    [11]
    """
    following: dict[LatticePoint, LatticePoint] = {}
    for place in places:
        ends = [number for number, near in enumerate(_near(place)) if near not in places]
        if ends:
            x, y = centre(Hex(*place))
            corners = [(x + dx, y + dy) for dx, dy in CORNERS]
            for number in ends:
                following[corners[(4 + number) % 6]] = corners[(5 + number) % 6]
    while following:
        start, corner = following.popitem()
        outline = [start, corner]
        while corner != start:
            corner = following.pop(corner)
            outline.append(corner)
        yield outline


def _near(place: _Place) -> list[_Place]:
    """The neighbours of a hex, clockwise from north."""
    q, r = place
    return [(q + dq, r + dr) for dq, dr in DIRECTIONS]


def _side(corners: Polyline, number: int) -> Polyline:
    """The side of a hex towards one of its neighbours."""
    # Corners run clockwise from east, neighbours from north: the north side lies between corners 4 and 5.
    return [corners[(4 + number) % 6], corners[(5 + number) % 6]]


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
            corners = transform.corners(place)
            for number, near in enumerate(place.neighbours()):
                if frozenset((place, near)) not in drawn:
                    drawn.add(frozenset((place, near)))
                    sides.extend(clipped(_side(corners, number), edge))
            if sides:
                self._sides.add((count,), span_of([p for side in sides for p in side]), path_of(*joined_lines(sides)))
            x, y = transform.centre(place)
            if edge[0] <= x <= edge[2] and edge[1] <= y <= edge[3]:
                self._dots.add((count,), (x, y, x, y), (x, y))
            if count % 60 == 59:
                yield
        while drawn:
            for _ in range(min(len(drawn), _LET_GO)):
                drawn.pop()
            yield

    def dismantle(self) -> Iterator[None]:
        """Lets go of hexsides and dots."""
        yield from self._sides.dismantle()
        yield from self._dots.dismantle()

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

    def dismantle(self) -> Iterator[None]:
        """Lets go of all numbers."""
        yield from self._some.dismantle()
        yield from self._all.dismantle()

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
