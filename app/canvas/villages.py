"""The buildings strewn over hexes of village and town, along the roads where there are any.

Away from roads a hex takes one of some forms, whichever its place in the grid says. Onto pictures each form is painted once
for a zoom and then copied, so that hundreds of hexes painted with one stroke cost little more than one.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPainterPath, QPolygonF, QTransform

from app.canvas.bins import STAMP_BIN, Bins, Owner, Piece, Squares, Stamps, emptied
from app.canvas.ground import Change, Changed, Ground, Printed
from app.canvas.layers import Exposure, Renderer
from app.canvas.letters import font_of
from app.canvas.looks import OTHER
from app.canvas.painters import painting
from app.canvas.polylines import distance_to
from app.canvas.scatter import SEED, WHOLE, block, noise, shaken
from app.canvas.style import BlocksStyle
from app.canvas.transform import HEX, Span, contains, meets, widened
from core.geometry.hexes import Hex
from core.model.box import PlacedSheet

FORMS = 24
"""How many forms the buildings of a hex away from roads have; so many that no two neighbours are likely to have the same."""

_LARGEST_COPY = 192
"""Forms wider than so many dots are painted as outlines: few hexes are in view then, and copies would take much memory."""

_MOST_ZOOMS = 4
"""For how many zooms painted forms are kept."""

Segment = tuple[tuple[float, float], tuple[float, float], float]
"""Two points of a road and half its width."""


class Building(NamedTuple):
    """The middle of a building, its length and depth, the angle of its length in radians, and its outline."""

    x: float
    y: float
    length: float
    depth: float
    angle: float
    outline: QPolygonF


class Spot(NamedTuple):
    """Where a building of a form would stand around the middle of its hex, the numbers of the spots before it that it would
    cover, and whether it leaves the hex number free; one that does not is not shown, but keeps its ground free of others."""

    building: Building
    rivals: tuple[int, ...]
    shown: bool


class _Forms:
    """The forms that hexes of one look take, around the middle of the hex. `room` is what hex numbers take, across and up."""

    def __init__(self, style: BlocksStyle, number_y: float, room: tuple[float, float]) -> None:
        self.style = style
        self.reach = HEX / 2 - max(style.length) / 2 + math.hypot(max(style.length), max(style.depth)) / 2
        """How far a building may reach from the middle of its hex."""
        self._number_y, self._room = number_y, room
        self._spots: dict[int, tuple[Spot, ...]] = {}
        self._paths: dict[int, QPainterPath] = {}
        self._copies: dict[tuple[float, float], dict[int, QImage]] = {}

    def path(self, form: int) -> QPainterPath:
        """The roofs of a form."""
        path = self._paths.get(form)
        if path is None:
            path = self._paths[form] = QPainterPath()
            for building in self.buildings(form, (0.0, 0.0), ()):
                path.addPolygon(building.outline)
        return path

    def buildings(self, form: int, centre: tuple[float, float], roads: Sequence[Segment]) -> Iterator[Building]:
        """The buildings of a hex that leave its number free."""
        spots = self._spots.get(form)
        if spots is None:
            spots = self._spots[form] = tuple(spots_in(form, self.style, self._leaves_free))
        return blocks_in(spots, centre, self.style.spacing, roads)

    def _leaves_free(self, x: float, y: float, reach: float) -> bool:
        """Whether nothing that reaches so far from a place lies on the hex number."""
        return abs(x) >= reach + self._room[0] / 2 or abs(y - self._number_y) >= reach + self._room[1] / 2

    def heeds(self, road: Segment, centre: tuple[float, float]) -> bool:
        """Whether buildings around the middle of a hex could stand otherwise because of a road."""
        a, b, half = road
        return distance_to(centre, a, b) - half < HEX / 2 - max(self.style.length) / 2 + max(self.style.spacing, HEX / 10)

    def paint(self, painter: QPainter, exposure: Exposure, places: list[tuple[float, float, int]]) -> None:
        """Paints hexes, each at a middle and in a form."""
        side = self._side(exposure)
        if side > _LARGEST_COPY or not isinstance(painter.device(), QImage):
            paint_roofs([self.path(form).translated(x, y) for x, y, form in places], self.style, painter, exposure)
            return
        copies = self._copies_for(exposure)
        scale = exposure.scale
        # Half a dot is added for rounding: tiles begin at whole dots, so a form is cut at a seam and never doubled.
        left, top = painter.transform().dx() - side / 2 + 0.5, painter.transform().dy() - side / 2 + 0.5
        painter.save()
        painter.resetTransform()
        for x, y, form in places:
            copy = copies.get(form)
            if copy is None:
                copy = copies[form] = self._copy(form, side, exposure)
            painter.drawImage(math.floor(x * scale + left), math.floor(y * scale + top), copy)
        painter.restore()

    def _side(self, exposure: Exposure) -> int:
        """How many dots wide the copy of a form is."""
        return 2 * math.ceil((self.reach + self.style.shadow_step + exposure.width(self.style.outline)) * exposure.scale) + 2

    def _copies_for(self, exposure: Exposure) -> dict[int, QImage]:
        key = exposure.scale, exposure.density
        if key not in self._copies:
            while len(self._copies) >= _MOST_ZOOMS:
                del self._copies[next(iter(self._copies))]
            self._copies[key] = {}
        return self._copies[key]

    def _copy(self, form: int, side: int, exposure: Exposure) -> QImage:
        image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with painting(image, QTransform(exposure.scale, 0, 0, exposure.scale, side / 2, side / 2)) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_roofs([self.path(form)], self.style, painter, exposure)
        return image


@dataclass
class _Kind:
    """All hexes of one look on one sheet: those that take a form, with their middle and form, and the roofs of the others."""

    forms: _Forms
    plain: Squares[tuple[float, float, int]] = field(default_factory=lambda: Squares(STAMP_BIN))
    special: Stamps = field(init=False)

    def __post_init__(self) -> None:
        self.special = Stamps(2 * max(self.forms.style.length))

    def drop(self, owner: Owner) -> bool:
        """Clears a hex; whether anything stood there."""
        stood = bool(self.plain.squares_of(owner))
        self.plain.drop(owner)
        return self.special.drop(owner) or stood

    def dismantle(self) -> Iterator[None]:
        """Lets go of everything, in short steps."""
        yield from self.plain.dismantle()
        yield from self.special.dismantle()

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints the hexes that take a form, then the others."""
        near = widened(exposure.span, self.forms.reach + self.forms.style.shadow_step)
        left, top, right, bottom = near
        places = [place for place in self.plain.within(near) if left <= place[0] <= right and top <= place[1] <= bottom]
        if places:
            self.forms.paint(painter, exposure, places)
        paths = list(self.special.within(exposure.span))
        if paths:
            paint_roofs(paths, self.forms.style, painter, exposure)


class VillageBlocks(Renderer):
    """The buildings of all hexes of village and town.

    Places for those of a hex near a road that an edit has changed are found when they are first painted, or else between
    frames.
    """

    layer = "buildings"

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._kinds: dict[tuple[str, int], _Kind] = {}
        self._roads = [Bins[Segment]() for _ in ground.sheets]
        self._waiting: dict[Owner, Span] = {}
        self._order = {name: number for number, name in enumerate(ground.looks.hexes)}
        kinds = [look.blocks for look in ground.looks.hexes.values() if look.blocks is not None]
        self._from_px = min((blocks.from_px for blocks in kinds), default=math.inf)
        self._reach = max((2 * max(blocks.length) for blocks in kinds), default=0.0)
        metrics = QFontMetricsF(font_of(ground.style.numbers.letters))
        self._rooms = [_number_room(placed, metrics) for placed in ground.sheets]

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
            stood = [kind.drop(owner) for kind in self._kinds.values()]
            printed = self._ground.item(owner[0], "hexes", owner[1])
            self._waiting.pop(owner, None)
            built = printed is not None and self._look(printed)[1] is not None
            if any(stood) or built:
                place = self._ground.sheets[owner[0]].frame.hex(*owner[1])
                span = self._ground.transform.hex_span(place)
                spans.append(span)
                if printed is not None and built and not self._build_plain(printed, place, span):
                    self._waiting[owner] = span
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
            printed.owner, (Piece(_near_road(segment), segment, segment) for segment in segments)
        )

    def _look(self, printed: Printed) -> tuple[str, BlocksStyle | None]:
        """The name of the look of a hex, and its buildings if it has any."""
        name = printed.item.terrain if printed.item.terrain in self._ground.looks.hexes else OTHER
        return name, self._ground.looks.hexes[name].blocks

    def _kind(self, printed: Printed) -> _Kind | None:
        """The kind that a hex belongs to; None when nothing is built there."""
        name, blocks = self._look(printed)
        if blocks is None:
            return None
        key = name, printed.owner[0]
        if key not in self._kinds:
            forms = _Forms(blocks, -self._ground.style.numbers.height, self._rooms[printed.owner[0]])
            self._kinds[key] = _Kind(forms)
            self._kinds = {each: self._kinds[each] for each in sorted(self._kinds, key=lambda k: (self._order[k[0]], k[1]))}
        return self._kinds[key]

    def _build_plain(self, printed: Printed, place: Hex, span: Span) -> bool:
        """Builds on a hex with a bounding rectangle if nothing is there to go round; whether it was so."""
        kind = self._kind(printed)
        if kind is None:
            return True
        if not contains(printed.edge, widened(span, max(kind.forms.style.length))):
            return False
        x, y = self._ground.transform.centre(place)
        if any(kind.forms.heeds(segment, (x, y)) for segment in self._roads[printed.owner[0]].within(span)):
            return False
        kind.plain.add(printed.owner, x, y, (x, y, form_of(place)))
        return True

    def _build(self, printed: Printed) -> None:
        """Finds places for the buildings of a hex."""
        kind, edge, place = self._kind(printed), printed.edge, printed.placed.frame.hex(*printed.owner[1])
        span = self._ground.transform.hex_span(place)
        if kind is None or self._build_plain(printed, place, span):
            return
        centre = self._ground.transform.centre(place)
        near = [road for road in self._roads[printed.owner[0]].within(span) if kind.forms.heeds(road, centre)]
        for x, y, length, _, _, outline in kind.forms.buildings(form_of(place), centre, near):
            if edge[0] < x - length and x + length < edge[2] and edge[1] < y - length and y + length < edge[3]:
                kind.special.add(printed.owner, x, y, outline)

    def dismantle(self) -> Iterator[None]:
        """Lets go of all buildings."""
        yield from emptied(self._waiting)
        for kind in self._kinds.values():
            yield from kind.dismantle()
        for roads in self._roads:
            yield from roads.dismantle()

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints buildings; none from afar."""
        if self._waiting and exposure.hex_px >= self._from_px:
            near = widened(exposure.span, self._reach)
            for owner in [owner for owner, span in self._waiting.items() if meets(span, near)]:
                self._build_waiting(owner)
        for kind in self._kinds.values():
            if exposure.hex_px >= kind.forms.style.from_px:
                kind.paint(painter, exposure)


def paint_roofs(paths: Sequence[QPainterPath], style: BlocksStyle, painter: QPainter, exposure: Exposure) -> None:
    """Paints shadows, then roofs."""
    painter.translate(style.shadow_step, style.shadow_step)
    for path in paths:
        painter.fillPath(path, style.shadow)
    painter.translate(-style.shadow_step, -style.shadow_step)
    painter.setPen(exposure.pen(style.outline))
    painter.setBrush(style.fill)
    for path in paths:
        painter.drawPath(path)


def _near_road(segment: Segment) -> Span:
    """The rectangle in which buildings look out for a segment of a road."""
    (ax, ay), (bx, by), _ = segment
    return widened((min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)), HEX / 4)


def form_of(place: Hex) -> int:
    """Which of the forms a hex takes."""
    return int(noise(place.q, place.r, 11) * FORMS)


def spots_in(form: int, style: BlocksStyle, leaves_free: Callable[[float, float, float], bool]) -> Iterator[Spot]:
    """Where buildings of a form may stand; `leaves_free` tells whether what reaches so far from a place may be shown."""
    found: list[tuple[float, float, float]] = []
    for x, y, length, depth, angle in _places_in(form, style):
        size = math.hypot(length, depth) / 2
        rivals = (k for k, (ox, oy, other) in enumerate(found) if math.hypot(x - ox, y - oy) < (size + other) * 0.86)
        building = Building(x, y, length, depth, angle, block(x, y, length, depth, angle))
        yield Spot(building, tuple(rivals), leaves_free(x, y, size))
        found.append((x, y, size))


def _places_in(form: int, style: BlocksStyle) -> Iterator[tuple[float, float, float, float, float]]:
    """Middle, length, depth and angle of all that might stand in a form."""
    reach = HEX / 2 - max(style.length) / 2
    own_angle = noise(form, 11) * math.pi
    cos, sin = math.cos(own_angle), math.sin(own_angle)
    count = math.ceil(HEX / style.spacing / 2)
    seed = shaken(SEED, form)
    for i in range(-count, count + 1):
        column = shaken(seed, i)
        for j in range(-count, count + 1):
            spot = shaken(column, j)
            if spot > style.share * WHOLE:
                continue
            u = (i + 0.5 * (shaken(spot, 1) / WHOLE - 0.5)) * style.spacing
            v = (j + 0.5 * (shaken(spot, 2) / WHOLE - 0.5)) * style.spacing
            if math.hypot(u, v) <= reach:
                length = _between(style.length, shaken(spot, 3) / WHOLE)
                depth = _between(style.depth, shaken(spot, 4) / WHOLE)
                angle = own_angle + math.pi / 2 * (shaken(spot, 5) / WHOLE < 0.4)
                yield u * cos - v * sin, u * sin + v * cos, length, depth, angle


def blocks_in(
    spots: Sequence[Spot], centre: tuple[float, float], spacing: float, roads: Sequence[Segment]
) -> Iterator[Building]:
    """The buildings of a hex: none on a road, none on another; those nearer than `spacing` to a road stand along it.

    Where they stand follows from the spots and the roads alone.
    """
    standing: set[int] = set()
    for number, (building, rivals, shown) in enumerate(spots):
        u, v, length, depth, angle, outline = building
        x, y = centre[0] + u, centre[1] + v
        clear, along = math.inf, angle
        for a, b, half in roads:
            gap = distance_to((x, y), a, b) - half
            if gap < clear:
                clear = gap
                if gap < spacing:
                    along = math.atan2(b[1] - a[1], b[0] - a[0])
        if clear < depth / 2 + 1.5 or not standing.isdisjoint(rivals):
            continue
        standing.add(number)
        if shown:
            outline = outline.translated(*centre) if along == angle else block(x, y, length, depth, along)
            yield Building(x, y, length, depth, along, outline)


def _number_room(placed: PlacedSheet, metrics: QFontMetricsF) -> tuple[float, float]:
    """What the hex numbers of a sheet take at most, across and up, judged by those of its corners with a wide digit."""
    grid = placed.sheet.grid
    texts = [grid.numbering.text(column, row) for column in (1, grid.columns) for row in (1, grid.rows)]
    wide = ["".join("0" if letter.isdigit() else letter for letter in text) for text in texts]
    return max(metrics.horizontalAdvance(text) for text in wide), metrics.capHeight()


def _between(bounds: tuple[float, ...], part: float) -> float:
    return bounds[0] + part * (bounds[-1] - bounds[0])
