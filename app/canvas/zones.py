"""Set-up zones and entry areas: a hatch in the hexes, an outline just inside them, and whose they are.

Kinds differ by the direction of their hatch and the dashes of their outline, sides by their names.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtGui import QPainter, QPainterPath, Qt

from app.canvas.bins import Bins, Piece
from app.canvas.ground import Change, Ground, Printed
from app.canvas.layers import Exposure, Renderer
from app.canvas.letters import Label
from app.canvas.polylines import XY, clipped, joined_lines
from app.canvas.style import ZoneStyle
from app.canvas.transform import HEX, Polyline, Span, path_of, span_of
from core.geometry.hexes import Hex
from core.model.maps import Zone

_CORNER = 2 / math.sqrt(3)
"""How far the corners of an outline lie from those of the hexes, in insets: the half of every corner is 60 degrees."""


@dataclass
class _Kind:
    """All zones of one kind."""

    style: ZoneStyle
    hatches: Bins[QPainterPath] = field(default_factory=Bins)
    rims: Bins[QPainterPath] = field(default_factory=Bins)


class Zones(Renderer):
    """The zones of a map."""

    layer = "zones"

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._kinds = {name: _Kind(style) for name, style in ground.style.zones.kinds.items()}
        self._labels: Bins[Label] = Bins()

    def prepare(self) -> Iterator[None]:
        """Files hatches, outlines and words."""
        for printed in self._ground.items("zones"):
            self._file(printed)
            yield

    def change(self, change: Change) -> list[Span]:
        """Files the changed zones anew."""
        self._ground = change.after
        spans: list[Span] = []
        for old, new in change.items("zones"):
            if old is not None and (new is None or new.item.kind != old.item.kind):
                kind = self._kinds[old.item.kind]
                spans += kind.hatches.put(old.owner) + kind.rims.put(old.owner) + self._labels.put(old.owner)
            if new is not None:
                spans += self._file(new)
        return spans

    def _file(self, printed: Printed) -> list[Span]:
        zone: Zone = printed.item
        kind = self._kinds[zone.kind]
        places = [printed.placed.frame.hex(*cell) for cell in sorted(zone.cells)]
        among = frozenset(places)
        spans = kind.hatches.put(
            printed.owner, (piece for place in places for piece in self._hatch(place, kind.style, printed.edge))
        )
        spans += kind.rims.put(printed.owner, (piece for place in places for piece in self._rim(place, among, printed.edge)))
        return spans + self._labels.put(printed.owner, self._words(zone, places))

    def _hatch(self, place: Hex, style: ZoneStyle, edge: Span) -> Iterator[Piece[QPainterPath]]:
        """The lines of the hatch in one hex; they run on from hex to hex."""
        ring = self._ground.transform.corners(place)
        angles = (style.angle, style.angle + 90) if style.crossed else (style.angle,)
        lines = [line for angle in angles for line in lines_in(ring, style.hatch_every, math.radians(angle))]
        parts = [tuple(part) for line in lines for part in clipped(line, edge)]
        if parts:
            yield Piece(span_of(point for part in parts for point in part), path_of(*parts), tuple(parts))

    def _rim(self, place: Hex, among: frozenset[Hex], edge: Span) -> Iterator[Piece[QPainterPath]]:
        """The outline along those sides of a hex behind which the zone ends."""
        transform, inset = self._ground.transform, self._ground.style.zones.inset * _CORNER
        corners, centre = transform.corners(place), transform.centre(place)
        # The hexside towards the k-th neighbour, clockwise from north, lies between corners 4 + k and 5 + k.
        ends = [near not in among for near in place.neighbours()]
        parts: list[Polyline] = []
        for k in range(6):
            if ends[k]:
                first, last = corners[(4 + k) % 6], corners[(5 + k) % 6]
                start = _moved(first, centre if ends[k - 1] else corners[(3 + k) % 6], inset)
                stop = _moved(last, centre if ends[(k + 1) % 6] else corners[k % 6], inset)
                parts += clipped([start, stop], edge)
        if parts:
            joined = tuple(map(tuple, joined_lines(parts)))
            yield Piece(span_of(point for part in joined for point in part), path_of(*joined), joined)

    def _words(self, zone: Zone, places: list[Hex]) -> Iterator[Piece[Label]]:
        """The name of a zone and whose it is, in the hex nearest to its middle."""
        text = f"{zone.name} ({zone.side})" if zone.name and zone.side else zone.name or zone.side
        if text and places:
            centres = [self._ground.transform.centre(place) for place in places]
            middle = sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)
            at = min(centres, key=lambda centre: (math.dist(centre, middle), centre))
            label = Label(self._ground.style.zones.letters, text, at)
            yield Piece(label.span, label, (text, at))

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints hatches, outlines and, when they can be read, words."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for kind in self._kinds.values():
            for path in kind.hatches.within(exposure.around(kind.style.hatch)):
                painter.strokePath(path, exposure.pen(kind.style.hatch))
        for kind in self._kinds.values():
            for stroke in (kind.style.casing, kind.style.line):
                if stroke is not None:
                    for path in kind.rims.within(exposure.around(stroke)):
                        painter.strokePath(path, exposure.pen(stroke))
        style = self._ground.style.zones
        if style.letters.size / HEX * exposure.hex_px >= style.least_letter_px:
            for label in self._labels.within(exposure.span):
                label.paint(painter)


def lines_in(ring: Polyline, every: float, turn: float) -> Iterator[Polyline]:
    """Parallel lines inside a convex ring, `every` scene units apart at an angle; at the same places of the scene for all
    rings.

    >>> list(lines_in([(0, 1), (4, 1), (4, 9), (0, 9)], 5, 0.0))
    [[(0.0, 5.0), (4.0, 5.0)]]
    """
    cos, sin = math.cos(turn), -math.sin(turn)
    aside = [y * cos - x * sin for x, y in ring]
    for k in range(math.ceil(min(aside) / every), math.floor(max(aside) / every) + 1):
        level = k * every
        ends = []
        for n, (x, y) in enumerate(ring):
            (before_x, before_y), was, here = ring[n - 1], aside[n - 1], aside[n]
            if (was <= level) != (here <= level):
                part = (level - was) / (here - was)
                ends.append((before_x + part * (x - before_x), before_y + part * (y - before_y)))
        if len(ends) == 2:
            yield sorted(ends)


def _moved(point: XY, towards: XY, by: float) -> XY:
    """A point moved so many scene units towards another."""
    way = math.dist(point, towards)
    return point[0] + by / way * (towards[0] - point[0]), point[1] + by / way * (towards[1] - point[1])
