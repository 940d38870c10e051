"""Paints control measures: strokes with a rim of paper, inked rings, letters that keep their place and stay legible."""

import math
from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtGui import QColor, QPainter, QPainterPath

from app.canvas.layers import Exposure
from app.canvas.letters import Label, text_width
from app.canvas.shapes import Graphic
from app.canvas.style import GraphicLook, Stroke
from app.canvas.transform import HEX, Polyline, Span, path_of, span_of, united, widened
from core.geometry.layout import Point
from core.geometry.lines import Line
from core.geometry.measures.parts import Letters

_CASED = 2.0
"""A casing stands out on both sides of a line."""

_MOST_GROWN = 2.0
"""Letters of a sign are drawn so many times as large as they are at most, for them to be read."""


def graphic_span(graphic: Graphic) -> Span | None:
    """The rectangle around a control measure with its letters; None when there is nothing of it."""
    spans = [span_of(_scene(line)) for line in graphic.drawn.lines() if line]
    for each in graphic.drawn.letters:
        x, y = _xy(each.seat.at)
        reach = HEX * max(each.width, each.height)
        spans.append((x - reach, y - reach, x + reach, y + reach))
    return widened(whole, HEX * 0.2) if (whole := united(spans) if spans else None) is not None else None


def paint_graphic(graphic: Graphic, look: GraphicLook, painter: QPainter, exposure: Exposure, as_text: bool = False) -> None:
    """Paints a control measure; the painter's transform is the scene's. Its letters are outlines, or text that a file keeps as
    such."""
    ink = _inked(look.line.colour, graphic.ink)
    line = replace(look.line, colour=ink)
    solid, broken = QPainterPath(), QPainterPath()
    for stroke in graphic.drawn.strokes:
        points = (*stroke.points, stroke.points[0]) if stroke.closed and stroke.points else stroke.points
        (broken if stroke.dashed else solid).addPath(path_of(_scene(points)))
    rings = path_of(*[_scene((*ring, ring[0])) for ring in graphic.drawn.rings if ring])
    casing = exposure.pen(look.casing)
    casing.setWidthF(exposure.width(line) + _CASED * exposure.width(look.casing))
    # The casing stays whole under dashes: one of the two is seen on any ground.
    for path in (solid, broken, rings):
        painter.strokePath(path, casing)
    painter.strokePath(solid, exposure.pen(line))
    painter.strokePath(broken, exposure.pen(replace(line, dash=look.broken)))
    painter.fillPath(rings, ink)
    # Tips of inked rings are as sharp as they are drawn.
    painter.strokePath(rings, exposure.pen(Stroke(ink, 0.0, 0.6)))
    for each in graphic.drawn.letters:
        _letter(each, look, ink, painter, exposure, as_text)


def _letter(letters: Letters, look: GraphicLook, ink: QColor, painter: QPainter, exposure: Exposure, as_text: bool) -> None:
    """A text at its seat; one that would be too small to be read on the screen is left out. The letters of a sign, without
    which it could be another, are drawn somewhat larger as long as that is enough."""
    tall, least = letters.height * exposure.hex_px, look.letters.least_px
    grown = max(1.0, least / tall) if letters.slot == "letters" and tall else 1.0
    if tall * grown < least or grown > _MOST_GROWN:
        return
    size = HEX * letters.height * grown
    alone = letters.slot == "letters" and len(letters.text) == 1
    font = replace(look.letters, colour=ink, families=look.signs if alone else look.letters.families)
    half = text_width(font, letters.text, size) / 2
    turn = math.radians(letters.seat.angle)
    aside = {"start": half, "middle": 0.0, "end": -half}[letters.seat.anchor]
    x, y = _xy(letters.seat.at)
    at = x + aside * math.cos(turn), y - aside * math.sin(turn)
    label = Label(font, letters.text, at, -letters.seat.angle, size)
    if as_text:
        label.write(painter)
    else:
        label.paint(painter)


def _inked(colour: QColor, ink: str) -> QColor:
    """The ink of a side, as dense as the look has it."""
    found = QColor(ink) if ink else QColor(colour)
    found.setAlphaF(colour.alphaF())
    return found


def _xy(point: Point) -> tuple[float, float]:
    return HEX * point[0], -HEX * point[1]


def _scene(points: Line | Iterable[Point]) -> Polyline:
    return [_xy(point) for point in points]
