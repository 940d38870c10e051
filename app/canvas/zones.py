"""Set-up zones and entry areas: a hatch in the hexes, an outline just inside them, and whose they are.

Kinds differ by the direction of their hatch and the dashes of their outline, sides by their names. Words stand in the hex
nearest to the middle of a zone in which they lie across no name of a place and no words of another zone.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from PySide6.QtGui import QPainter, QPainterPath, Qt

from app.canvas.bins import Bins, Owner, Piece
from app.canvas.ground import Change, Ground, Printed
from app.canvas.layers import Exposure, Renderer
from app.canvas.lettering import Names, Spots
from app.canvas.letters import Label
from app.canvas.polylines import XY, clipped, joined_lines
from app.canvas.style import ZoneStyle
from app.canvas.transform import HEX, Polyline, Span, path_of, span_of
from core.geometry.hexes import Hex
from core.model.maps import Zone

_CORNER = 2 / math.sqrt(3)
"""How far the corners of an outline lie from those of the hexes, in insets: the half of every corner is 60 degrees."""


MOST_TRIED = 60
"""Hexes of a zone that are tried for its words."""


@dataclass
class _Kind:
    """All zones of one kind."""

    style: ZoneStyle
    hatches: Bins[QPainterPath] = field(default_factory=Bins)
    rims: Bins[QPainterPath] = field(default_factory=Bins)


class Zones(Renderer):
    """The zones of a map."""

    layer = "zones"

    def __init__(self, ground: Ground, written: Sequence[Names | Spots]) -> None:
        """`written` are the names of places on the same ground, prepared and changed before the zones."""
        self._ground = ground
        self._written = tuple(written)
        self._heard = self._versions
        self._zones: dict[Owner, tuple[str, Polyline, Span]] = {}
        self._kinds = {name: _Kind(style) for name, style in ground.style.zones.kinds.items()}
        self._labels: Bins[Label] = Bins()

    def prepare(self) -> Iterator[None]:
        """Files hatches, outlines and words."""
        for printed in self._ground.items("zones"):
            self._file(printed)
            yield
        for _ in self._file_words():
            yield

    def change(self, change: Change) -> list[Span]:
        """Files the changed zones anew."""
        self._ground = change.after
        spans: list[Span] = []
        spoken = False
        for old, new in change.items("zones"):
            if old is not None and (new is None or new.item.kind != old.item.kind):
                kind = self._kinds[old.item.kind]
                spans += kind.hatches.put(old.owner) + kind.rims.put(old.owner)
            if old is not None and new is None:
                spans += self._labels.put(old.owner)
                self._zones.pop(old.owner, None)
            if new is not None:
                spans += self._file(new)
            spoken = True
        if spoken or self._heard != self._versions:
            spans += [span for some in self._file_words() for span in some]
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
        text = f"{zone.name} ({zone.side})" if zone.name and zone.side else zone.name or zone.side
        centres = _from_the_middle([self._ground.transform.centre(place) for place in places])
        self._zones[printed.owner] = text, centres, printed.edge
        return spans

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

    @property
    def _versions(self) -> tuple[int, ...]:
        return tuple(each.version for each in self._written)

    def _file_words(self) -> Iterator[list[Span]]:
        """Finds places for the name of each zone and whose it is, one zone after the other in a fixed order."""
        self._heard = self._versions
        letters, said = self._ground.style.zones.letters, list[Span]()
        for owner in sorted(self._zones):
            text, centres, edge = self._zones[owner]
            if not text or not centres:
                yield self._labels.put(owner)
                continue
            words = Label(letters, text, (0.0, 0.0)).span
            tried = [_inside(centre, words, edge) for centre in centres[:MOST_TRIED]]
            label = Label(letters, text, _free(tried, words, self._written, said))
            said.append(label.span)
            yield self._labels.put(owner, [Piece(label.span, label, (text, label.span))])

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


def _from_the_middle(centres: Polyline) -> Polyline:
    """Points, those nearest to the middle of all first."""
    if not centres:
        return []
    middle = sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)
    return sorted(centres, key=lambda centre: (math.dist(centre, middle), centre))


def _inside(point: XY, words: Span, edge: Span) -> XY:
    """A point moved so that words around it do not run over the edge of the sheet."""
    left, top = edge[0] - words[0], edge[1] - words[1]
    right, bottom = edge[2] - words[2], edge[3] - words[3]
    return max(min(point[0], right), left), max(min(point[1], bottom), top)


def _free(centres: Polyline, words: Span, written: Sequence[Names | Spots], said: list[Span]) -> XY:
    """The first of some points where words of a size lie across nothing that is written; else the one where least is in the
    way."""
    least, best = math.inf, centres[0]
    for x, y in centres:
        span = words[0] + x, words[1] + y, words[2] + x, words[3] + y
        there = (other for each in written for other in each.spans_in(span))
        in_the_way = sum(_shared(span, other) for other in (*there, *said))
        if not in_the_way:
            return x, y
        if in_the_way < least:
            least, best = in_the_way, (x, y)
    return best


def _shared(a: Span, b: Span) -> float:
    """The area that two rectangles share."""
    return max(min(a[2], b[2]) - max(a[0], b[0]), 0.0) * max(min(a[3], b[3]) - max(a[1], b[1]), 0.0)


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
