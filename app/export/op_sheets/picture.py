"""The graphic of an op sheet over the part of the map that it is about, as large as its room on the form lets it be."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.canvas.graphic_painter import paint_graphic
from app.canvas.graphics import Looked, as_obstacle, drawn_as, ink_of, lettered
from app.canvas.layers import Exposure, LayerState
from app.canvas.scene_map import SceneMap
from app.canvas.shape_painter import ShapePainter
from app.canvas.shapes import Graphic, HexRim
from app.canvas.style import ScatterStyle, Style, load_style
from app.canvas.transform import HEX, Span, united, widened
from app.export.limits import MM_PER_INCH, SCREEN_DPI
from app.export.scenario_cards import Room
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.geometry.lines import bounds
from core.geometry.measures.drawing import RECIPES
from core.geometry.measures.parts import Drawn
from core.geometry.measures.pen import LETTER_HEIGHT
from core.geometry.measures.placing import box as box_of
from core.geometry.measures.points import leans
from core.model.box import GameBox
from core.model.graphics import Measure, MeasureKinds
from core.model.orders import OpSheet
from core.model.terrain import Terrain

MARGIN_HEXES = 1.2
"""What is shown around all measures and rally points."""

LEAST_HEXES = 7.0
"""The least that is shown across, however small a graphic is."""

MOST_HEX_MM = 16.0
"""No hex becomes larger than that of a printed map."""

LETTERS_MM = 3.2
"""The size of the type of names on paper."""

MOST_SIZE = 4.0
"""Letters and ornaments become so many times as large at most."""

WASH = QColor(255, 255, 255, 110)
"""Lies between the map and the graphic, which so stands out from it."""

MOST_LEAN = 1.1
"""Signs at one point that would cover each other lean apart by so much of their width at most."""

LINE = 1.3
"""Room for a line of names around what is drawn, in heights of its letters."""

SHRINKS = 16
"""How often the scale is made smaller until letters of one size have room beside what is drawn."""

FITS = 1.005
"""So much too large a picture may be, which its margin makes up for."""

LEAST_PX = 4.0
"""Letters on paper may be smaller than on a screen."""

THINNER = 1.9
"""Signs of woods and the like stand so many times as far apart as on a map, and are larger: pages stay small files."""

BETWEEN = 0.12
"""Hexes between signs that lean apart, at the plain size."""

FLAG = "flag"
"""How signs are drawn that are boxes on a point."""

RALLY = "rally-point"
"""The kind of control measures that shows where rally points are."""

UNITS = "on-sheet"
"""The look of the hexes in which units of a sheet stand."""

BAR_MM, BAR_TICK_MM = 30.0, 1.6
"""The longest bar of the scale, and how high its ends are."""

_LEFT_OUT = ("underlay", "tint", "shading", "zones", "counters")
_INK = QColor(20, 20, 24)


@dataclass(frozen=True)
class Placing:
    """How a graphic lies in a room: what of the scene is shown, millimetres to a unit of the scene, and its shapes."""

    span: Span
    mm_per_unit: float
    graphics: tuple[Graphic, ...]

    @property
    def hex_mm(self) -> float:
        """Millimetres from hex centre to hex centre."""
        return HEX * self.mm_per_unit


class MapPart:
    """The maps of a box with graphics of op sheets over them. It is empty until `build` has prepared it.

    `names` are what units are called, `places` the hexes in which the units of a sheet stand, by the ids of sheets.
    """

    def __init__(
        self,
        box: GameBox,
        terrain: Mapping[str, Terrain] | None,
        kinds: MeasureKinds,
        names: Mapping[str, str],
        places: Mapping[str, Iterable[Hex]],
    ) -> None:
        self._box, self._kinds, self._names = box, kinds, names
        self._places = {id_: frozenset(each) for id_, each in places.items()}
        self._placings: dict[tuple[OpSheet, Room], Placing] = {}
        self._scene = SceneMap(box, _reduced(load_style()), None, terrain)
        self._layers = LayerState()
        for layer in _LEFT_OUT:
            self._layers = self._layers.with_shown(layer, False)

    def build(self) -> Iterator[float]:
        """Prepares the map in short steps; each yields the share that is done. Once begun it goes on where it was left."""
        if not self._scene.ready:
            # What is delegated to would end with this, and could not go on.
            for share in self._scene.build():  # noqa: UP028
                yield share
            # Where names of the map stand is known only now.
            self._placings.clear()

    def shows(self, sheet: OpSheet) -> bool:
        """Whether a sheet has a graphic on a map, be it one that is still to be drawn: all but line entries have."""
        return not sheet.line and bool(self._box.sheets)

    def placing(self, sheet: OpSheet, room: Room) -> Placing:
        """How a sheet lies in a room."""
        if (sheet, room) not in self._placings:
            self._placings[sheet, room] = self._placed(sheet, room)
        return self._placings[sheet, room]

    def _placed(self, sheet: OpSheet, room: Room) -> Placing:
        scale = MOST_HEX_MM / HEX
        needed, looked = self._needed(sheet, _size_at(scale))
        for _ in range(SHRINKS):
            span = _with_margin(needed)
            over = max((span[2] - span[0]) * scale / room.width, (span[3] - span[1]) * scale / room.height)
            if over <= FITS:
                break
            # Letters keep their size on paper: what is left when they have theirs is found little by little.
            scale /= over
            needed, looked = self._needed(sheet, _size_at(scale))
        seen = self._filling(_with_margin(needed), needed, room, scale)
        names = [as_obstacle(ring) for ring in self._scene.names_in(seen)]
        return Placing(seen, scale, lettered(looked, names, seen))

    def _needed(self, sheet: OpSheet, size: float) -> tuple[Span, list[Looked]]:
        """What of the scene a sheet needs, and what is drawn with letters of a size."""
        transform = self._scene.transform
        looked = self._looked(sheet, size)
        spans = [span for drawn, _, _ in looked if (span := _span(drawn)) is not None]
        if not spans:
            spans = [transform.hex_span(place) for place in self._places.get(sheet.id, ())]
        # What tells of no place may be about any: the whole map is there to be drawn on.
        return united(spans or [self._scene.bounds]), looked

    def _looked(self, sheet: OpSheet, size: float) -> list[Looked]:
        marked = {measure.text for measure in sheet.measures if measure.kind == RALLY}
        labels: dict[Hex, str] = {place: self._box.label(place) for _, place in sheet.rally}
        rally = [
            Measure(RALLY, (plane_centre(place),), label) for place, label in labels.items() if label and label not in marked
        ]
        looked: list[Looked] = []
        for measure, lean in zip((*sheet.measures, *rally), self._leans((*sheet.measures, *rally), size), strict=True):
            sizes = {"lean": lean} if lean else {}
            drawn = drawn_as(self._kinds, self._scene.transform, measure, self._names, size, sizes)
            if drawn is not None:
                # What is in preparation is told in words; on paper only alternates are broken.
                look = "over" if sheet.is_over else "in-force"
                looked.append((drawn, ink_of(self._box.oob, sheet, measure), look))
        return looked

    def _leans(self, measures: Sequence[Measure], size: float) -> list[float]:
        """How far the sign of each measure leans aside, in hexes at the plain size; 0 for one that is no box on a point."""
        sizes = RECIPES[FLAG].sizes
        wide, high = (sizes[name] + BETWEEN for name in ("width", "height"))
        flags = [
            n for n, each in enumerate(measures) if (kind := self._kinds.kinds.get(each.kind)) and kind.shape.recipe == FLAG
        ]
        places = [self._scene.transform.looked_at(measures[n].points[0]) for n in flags]
        found = [0.0] * len(measures)
        for n, lean in zip(flags, leans([(x / size, y / size) for x, y in places], wide, high, MOST_LEAN * wide), strict=True):
            found[n] = lean
        return found

    def _filling(self, span: Span, inner: Span, room: Room, scale: float) -> Span:
        """As much of the scene as fills a room, with what is shown in its middle; on the map as far as it has so much, but for
        what is needed."""
        left, top, right, bottom = self._scene.bounds
        wide, high = room.width / scale, room.height / scale
        x = _kept((span[0] + span[2] - wide) / 2, wide, left, right, inner[0], inner[2])
        y = _kept((span[1] + span[3] - high) / 2, high, top, bottom, inner[1], inner[3])
        return x, y, x + wide, y + high

    def paint(self, painter: QPainter, sheet: OpSheet, room: Room) -> None:
        """Paints a sheet's graphic over its map; one unit of the painter is a millimetre. What lies around the room on the
        paper may be painted over, and has to come later."""
        placing = self.placing(sheet, room)
        dots = math.hypot(painter.worldTransform().m11(), painter.worldTransform().m12())
        span, scale = placing.span, placing.mm_per_unit
        exposure = Exposure(span, scale * dots, dots * MM_PER_INCH / SCREEN_DPI)
        painter.save()
        painter.setClipRect(room.rect)
        painter.translate(room.left, room.top)
        painter.scale(scale, scale)
        painter.translate(-span[0], -span[1])
        self._scene.paint(painter, self._layers, exposure)
        painter.setClipRect(QRectF(span[0], span[1], span[2] - span[0], span[3] - span[1]))
        painter.fillRect(QRectF(span[0], span[1], span[2] - span[0], span[3] - span[1]), WASH)
        if not placing.graphics:
            # Nothing is drawn of the plan: who is on it is seen at least.
            rim = HexRim(self._places.get(sheet.id, frozenset()), UNITS)
            ShapePainter(self._scene.transform, self._scene.style.overlay).paint(rim, painter, exposure)
        looks = self._scene.style.overlay.graphics
        for graphic in placing.graphics:
            look = looks[graphic.look]
            on_paper = replace(look, letters=replace(look.letters, least_px=LEAST_PX))
            paint_graphic(graphic, on_paper, painter, exposure, as_text=True)
        painter.restore()

    def scale_words(self, placing: Placing) -> tuple[float, str]:
        """The length of a bar for the scale in millimetres, and how many hexes and metres it stands for."""
        hexes = max(int(BAR_MM // placing.hex_mm), 1)
        count = next(each for each in (20, 10, 5, 4, 3, 2, 1) if each <= hexes)
        metres = self._box.sheets[0].sheet.grid.hex_m * count
        far = f"{metres:,.0f} m" if metres < 10_000 else f"{metres / 1000:g} km"
        return count * placing.hex_mm, f"{count} hexes, {far}" if count > 1 else f"1 hex, {far}"


def _size_at(scale: float) -> float:
    """How large letters and ornaments are, so that names are as large on paper as they should be."""
    return min(max(LETTERS_MM / (LETTER_HEIGHT * HEX * scale), 1.0), MOST_SIZE)


def _span(drawn: Drawn) -> Span | None:
    """The rectangle of the scene around what is drawn, with room for a line of names around it; None when there is nothing."""
    # Names find places inside; only those that have no other place need theirs.
    points = [*drawn.ink(), *(corner for letters in drawn.letters if letters.fixed for corner in box_of(letters))]
    points += [letters.seat.at for letters in drawn.letters if not points]
    if not points:
        return None
    low_x, low_y, high_x, high_y = bounds(points)
    line = HEX * LINE * max((letters.height for letters in drawn.letters if not letters.fixed), default=0.0)
    return widened((HEX * low_x, -HEX * high_y, HEX * high_x, -HEX * low_y), line)


def _with_margin(span: Span) -> Span:
    """What is shown of what is needed: with a margin, and never less than a few hexes across."""
    left, top, right, bottom = widened(span, MARGIN_HEXES * HEX)
    least = LEAST_HEXES * HEX
    across, down = max(least - (right - left), 0.0) / 2, max(least - (bottom - top), 0.0) / 2
    return left - across, top - down, right + across, bottom + down


def _reduced(style: Style) -> Style:
    """A style for maps that are reduced: with fewer and larger signs in areas, and none of their shadows."""
    areas = {id_: replace(each, scatter=_thinned(each.scatter)) for id_, each in style.areas.items()}
    return replace(style, areas=MappingProxyType(areas))


def _thinned(scatter: ScatterStyle | None) -> ScatterStyle | None:
    if scatter is None:
        return None
    plain = scatter.shape == "crown"
    size = scatter.size * (0.8 if plain else math.sqrt(THINNER))
    return replace(scatter, shape="dot" if plain else scatter.shape, spacing=scatter.spacing * THINNER, size=size, shadow=None)


def _kept(first: float, long: float, least: float, most: float, need_first: float, need_last: float) -> float:
    """Where a stretch begins that should stay within bounds, and must show what is needed."""
    if long <= most - least:
        first = min(max(first, least), most - long)
    return max(min(first, need_first), need_last - long)


def paint_scale(painter: QPainter, room: Room, long: float) -> None:
    """A bar at the left of a room, as long as is said."""
    painter.setPen(QPen(_INK, 0.3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    middle = room.top + room.height / 2
    painter.drawLine(QLineF(room.left, middle, room.left + long, middle))
    for x in (room.left, room.left + long):
        painter.drawLine(QLineF(x, middle - BAR_TICK_MM / 2, x, middle + BAR_TICK_MM / 2))
