"""Features of terrain as the side view and tables draw them: a pattern of its own for each kind."""

from enum import Enum

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QIcon, QPainter, QPalette, QPen

from app.panels.signs import painted_icon
from app.panels.tints import Tints, tints

_WOODS = ("wood", "forest", "orchard", "hedge", "tree", "grove", "vineyard", "bocage")
_TOWNS = ("village", "town", "city", "suburb")
_BUILDINGS = ("building", "house", "church", "factory")
_SWATCH = 12


class FeatureKind(Enum):
    """How a feature is drawn."""

    WOODS = "woods"
    TOWN = "village"
    BUILDING = "building"
    SMOKE = "smoke"
    OTHER = "other"


def feature_kind(feature: str, smoke: bool = False) -> FeatureKind:
    """The way of drawing that fits a terrain's id.

    >>> feature_kind("orchard"), feature_kind("scrub")
    (<FeatureKind.WOODS: 'woods'>, <FeatureKind.OTHER: 'other'>)
    """
    if smoke:
        return FeatureKind.SMOKE
    word = feature.casefold()
    for kind, parts in ((FeatureKind.WOODS, _WOODS), (FeatureKind.TOWN, _TOWNS), (FeatureKind.BUILDING, _BUILDINGS)):
        if any(part in word for part in parts):
            return kind
    return FeatureKind.OTHER


def feature_colour(kind: FeatureKind, colours: Tints) -> QColor:
    """The line colour of a kind."""
    return QColor(
        {
            FeatureKind.WOODS: colours.woods,
            FeatureKind.TOWN: colours.village,
            FeatureKind.BUILDING: colours.building,
            FeatureKind.SMOKE: colours.smoke,
            FeatureKind.OTHER: colours.quiet,
        }[kind]
    )


def feature_brush(kind: FeatureKind, colours: Tints) -> QBrush:
    """The hatching of a kind, in its colour."""
    pattern = {
        FeatureKind.WOODS: Qt.BrushStyle.Dense5Pattern,
        FeatureKind.TOWN: Qt.BrushStyle.DiagCrossPattern,
        FeatureKind.BUILDING: Qt.BrushStyle.HorPattern,
        FeatureKind.SMOKE: Qt.BrushStyle.Dense6Pattern,
        FeatureKind.OTHER: Qt.BrushStyle.BDiagPattern,
    }[kind]
    return QBrush(feature_colour(kind, colours), pattern)


def paint_swatch(painter: QPainter, rect: QRectF, kind: FeatureKind, palette: QPalette) -> None:
    """A small sample of a kind, for legends and tables."""
    colours = tints(palette)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(rect, QColor(colours.sky))
    painter.setBrush(feature_brush(kind, colours))
    painter.setPen(QPen(feature_colour(kind, colours), 1.0))
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.restore()


def swatch_icon(kind: FeatureKind, palette: QPalette) -> QIcon:
    """The sample as an icon."""
    return painted_icon(_SWATCH, lambda painter, rect: paint_swatch(painter, rect, kind, palette))
