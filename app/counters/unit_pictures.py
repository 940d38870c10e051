"""Small pictures of counters and formations for lists and trees, each drawn once."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from app.counters.pixmaps import FacePixmaps
from app.counters.symbols import counter_room, paint_symbol
from core.base.colours import is_colour, legible, standing_out
from core.model.oob import Counter, Formation, Oob, Side
from core.rules.kernel.faces import Face
from core.rules.kernel.looks import NO_SIDE, face_of
from core.rules.kernel.ruleset import Ruleset

FORMATION = "10031000000000000000"
"""The symbol of a formation that has none of its own: a land unit of which nothing is known."""

MOST_BYTES = 16 * 1024 * 1024
"""The memory of the pictures of a list; two thousand of 32 pixels take 8 MB."""

FLAG = 1.4
"""How wide the picture of a side is, in heights."""


class UnitPictures:
    """Pictures under one ruleset. Faces are kept until `forget`."""

    def __init__(self, ruleset: Ruleset | None) -> None:
        self.ruleset = ruleset
        self._faces: dict[str, tuple[Counter, Face]] = {}
        self._pixmaps = FacePixmaps(MOST_BYTES)
        self._symbols: dict[tuple[str, str, str, str, int, float], QPixmap] = {}

    def forget(self) -> None:
        """Works faces out anew: a side or a formation, whose colours they show, has changed."""
        self._faces.clear()

    def face(self, oob: Oob, counter: Counter) -> Face:
        """The front of a counter."""
        known = self._faces.get(counter.id)
        if known is None or known[0] is not counter:
            self._faces[counter.id] = known = counter, face_of(self.ruleset, oob, counter)
        return known[1]

    def counter(self, oob: Oob, counter: Counter, side_px: int, ratio: float = 1.0) -> QPixmap:
        """The front of a counter as a square picture."""
        return self._pixmaps.pixmap(self.face(oob, counter), side_px, ratio)

    def formation(self, oob: Oob, formation: Formation, side_px: int, ratio: float, around: QColor) -> QPixmap:
        """The symbol of a formation in the colours of its side, with its stripe below. `around` is the ink beside its frame."""
        fill, ink = side_colours(oob.side(formation.side))
        stripe = next((each.stripe for each in oob.above(formation.id) if is_colour(each.stripe)), "")
        key = (formation.sidc, fill, stripe, around.name(), side_px, ratio)
        if key not in self._symbols:
            self._symbols[key] = _symbol(formation.sidc or FORMATION, fill, ink, stripe, side_px, ratio, around)
        return self._symbols[key]


def side_colours(side: Side | None) -> tuple[str, str]:
    """The colours of the counters of a side: ground and ink, those of nobody where it has none.

    Ink that could not be read is black or white, as on the counters.
    """
    ground = side.colour if side is not None and is_colour(side.colour) else NO_SIDE
    ink = side.ink if side is not None and is_colour(side.ink) else standing_out(ground)
    return ground, legible(ink, ground)


def side_icon(side: Side, height_px: int, ratio: float, edge: QColor) -> QIcon:
    """A flag in the colours of a side: its ground, with a bar of its ink."""
    ground, ink = side_colours(side)
    made = _empty(round(height_px * FLAG), height_px, ratio)
    painter = QPainter(made)
    area = QRectF(0, 0, height_px * FLAG, height_px).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.fillRect(area, QColor(ground))
    middle = area.adjusted(area.width() * 0.2, area.height() * 0.4, -area.width() * 0.2, -area.height() * 0.4)
    painter.fillRect(middle, QColor(ink))
    painter.setPen(edge)
    painter.drawRect(area)
    painter.end()
    return plain_icon(made)


def plain_icon(picture: QPixmap) -> QIcon:
    """A picture as an icon that keeps its colours in a selected row; Qt would tint it."""
    made = QIcon(picture)
    made.addPixmap(picture, QIcon.Mode.Selected)
    return made


def _symbol(sidc: str, fill: str, ink: str, stripe: str, side_px: int, ratio: float, around: QColor) -> QPixmap:
    made = _empty(side_px, side_px, ratio)
    painter = QPainter(made)
    band = max(side_px // 8, 2) if stripe else 0
    area = QRectF(0, 0, side_px, side_px - band)
    paint_symbol(painter, area, sidc, QColor(ink), QColor(fill), room=counter_room(sidc), around=around)
    if stripe:
        painter.fillRect(QRectF(0, side_px - band, side_px, band), QColor(stripe))
    painter.end()
    return made


def _empty(width: int, height: int, ratio: float) -> QPixmap:
    made = QPixmap(max(round(width * ratio), 1), max(round(height * ratio), 1))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    return made
