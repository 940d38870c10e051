"""Letters on the map: fonts from the style, outlines with a halo that look the same at every zoom and in every file."""

from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QTransform,
)

from app.canvas.style import Lettering
from app.canvas.transform import Polyline, Span

_DRAWN_AT = 100.0
"""Pixel size at which outlines are taken from the font; they are scaled from there."""


@lru_cache(maxsize=1)
def _installed() -> frozenset[str]:
    return frozenset(QFontDatabase.families())


@lru_cache(maxsize=64)
def _font(families: tuple[str, ...], bold: bool, italic: bool, spacing: float, size: float) -> QFont:
    present = [family for family in families if family in _installed()]
    font = QFont(present or [QFont().family()])
    font.setPixelSize(max(round(size), 1))
    font.setBold(bold)
    font.setItalic(italic)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, spacing)
    return font


def font_of(letters: Lettering, size: float | None = None) -> QFont:
    """The font in scene units; Qt rounds its size to whole units."""
    return _font(letters.families, letters.bold, letters.italic, letters.spacing, size or letters.size)


@lru_cache(maxsize=4096)
def _outline(
    families: tuple[str, ...], bold: bool, italic: bool, spacing: float, text: str
) -> tuple[QPainterPath, float, float]:
    font = _font(families, bold, italic, spacing, _DRAWN_AT)
    metrics = QFontMetricsF(font)
    path = QPainterPath()
    path.addText(0, 0, font, text)
    return path, metrics.horizontalAdvance(text) - spacing, metrics.capHeight()


@lru_cache(maxsize=4096)
def _sign_halo(families: tuple[str, ...], bold: bool, italic: bool, sign: str, width: float) -> QPainterPath:
    """The halo of one sign. Its many overlaps are merged once: filling it is ten times as fast as stroking the sign again."""
    path = QPainterPath()
    path.addText(0, 0, _font(families, bold, italic, 0.0, _DRAWN_AT), sign)
    stroker = QPainterPathStroker()
    stroker.setWidth(2 * width)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return stroker.createStroke(path).simplified()


@lru_cache(maxsize=4096)
def _halo(families: tuple[str, ...], bold: bool, italic: bool, spacing: float, text: str, width: float) -> QPainterPath:
    metrics = QFontMetricsF(_font(families, bold, italic, spacing, _DRAWN_AT))
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for k, sign in enumerate(text):
        if not sign.isspace():
            path.addPath(_sign_halo(families, bold, italic, sign, width).translated(metrics.horizontalAdvance(text[:k]), 0))
    return path


def text_width(letters: Lettering, text: str, size: float | None = None) -> float:
    """The width of a text in scene units."""
    share = (size or letters.size) / _DRAWN_AT
    return _outline(letters.families, letters.bold, letters.italic, letters.spacing / share, text)[1] * share


class Label:
    """A text at a place, centred on it or starting there, turned by an angle, with its bounding rectangle and the corners of
    the turned one, clockwise on the screen."""

    __slots__ = ("_halo", "_letters", "_path", "_start", "_text", "corners", "span")

    def __init__(
        self,
        letters: Lettering,
        text: str,
        at: tuple[float, float],
        angle: float = 0.0,
        size: float | None = None,
        start: bool = False,
    ) -> None:
        """`angle` is in degrees clockwise on the screen; with `start` the text begins at the place instead of being centred."""
        share = (size or letters.size) / _DRAWN_AT
        outline, width, height = _outline(letters.families, letters.bold, letters.italic, letters.spacing / share, text)
        turn = QTransform().translate(*at).rotate(angle).scale(share, share)
        turn.translate(0 if start else -width / 2, height / 2)
        self._path = turn.map(outline)
        self._letters, self._start, self._text = letters, turn, text
        own = outline.boundingRect()
        found = (turn.map(corner) for corner in (own.topLeft(), own.topRight(), own.bottomRight(), own.bottomLeft()))
        self.corners: Polyline = [(corner.x(), corner.y()) for corner in found]
        self._halo = QPainterPath()
        if letters.halo > 0 and letters.halo_colour is not None:
            look = letters.families, letters.bold, letters.italic, letters.spacing / share
            self._halo = turn.map(_halo(*look, text, letters.halo / share))
        reach = max(letters.halo, 1.0)
        bounds = self._path.boundingRect().adjusted(-reach, -reach, reach, reach)
        self.span: Span = (bounds.left(), bounds.top(), bounds.right(), bounds.bottom())

    def write(self, painter: QPainter) -> None:
        """Paints the halo, and writes the letters as text: a file can be searched for it."""
        letters = self._letters
        self._paint_halo(painter)
        painter.save()
        painter.setTransform(self._start, True)
        painter.setFont(_font(letters.families, letters.bold, letters.italic, letters.spacing, _DRAWN_AT))
        painter.setPen(letters.colour)
        painter.drawText(QPointF(0.0, 0.0), self._text)
        painter.restore()

    def paint(self, painter: QPainter, halo: bool = True) -> None:
        """Paints the halo and then the letters."""
        if halo:
            self._paint_halo(painter)
        painter.fillPath(self._path, self._letters.colour)

    def _paint_halo(self, painter: QPainter) -> None:
        letters = self._letters
        if letters.halo_colour is not None:
            # SVG knows no winding fill as Qt writes it: halos that overlap would leave holes.
            plain = painter.paintEngine().type() == QPaintEngine.Type.SVG
            painter.fillPath(self._halo.simplified() if plain else self._halo, letters.halo_colour)
