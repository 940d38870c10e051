"""Control measures as shapes on the map, and which of them lies under the pointer."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from app.canvas.graphic_painter import graphic_span
from app.canvas.graphics import drawn_as
from app.canvas.shapes import Graphic, HexRim
from app.canvas.transform import HEX, MapTransform, Span, united, widened
from app.documents.orders import Orders
from core.geometry.layout import Point
from core.geometry.lines import nearest
from core.geometry.measures.parts import Drawn, Handle
from core.model.graphics import Measure, MeasureKinds
from core.model.orders import OpSheet

ON_SHEET = "on-sheet"
"""The look of the hexes in which units of the sheet in hand stand."""

PICKED = "picked"
"""The look of the measure in hand."""

BESIDE = 1.2
"""So many hexes around what a sheet is about are seen, too."""

LEAST_HEXES = 6.0
"""However little a sheet is about, so much of the map is seen."""


MOST_KEPT = 1024
"""So many drawings are kept: those of several large plans."""


@dataclass(frozen=True, slots=True)
class Found:
    """A measure of a sheet by its number, and how far from it a point is, in hexes."""

    sheet: OpSheet
    number: int
    distance: float


def seen_sheets(orders: Orders) -> tuple[OpSheet, ...]:
    """The sheets whose graphics are on the map: all that may be seen, or the one in hand alone."""
    held = orders.sheet
    return (held,) if orders.alone and held is not None else orders.sheets


def area_of(orders: Orders) -> Span | None:
    """The part of the scene that the sheet in hand is about: its graphic and rally points, else its units; None for none."""
    sheet, transform = orders.sheet, MapTransform.of(orders.box)
    if sheet is None:
        return None
    drawn = (drawn_on(orders, each) for each in sheet.measures)
    spans = [span for each in drawn if each is not None and (span := graphic_span(Graphic(each, "", ""))) is not None]
    places = {place for _, place in sheet.rally} if spans else orders.places_of(sheet)
    spans += map(transform.hex_span, places)
    whole = united(spans) if spans else None
    if whole is None:
        return None
    lacking = max(LEAST_HEXES * HEX - min(whole[2] - whole[0], whole[3] - whole[1]), 0.0)
    return widened(whole, BESIDE * HEX + lacking / 2)


def halo_of(orders: Orders) -> tuple[HexRim, ...]:
    """A rim around the hexes in which the units of the sheet in hand stand."""
    places = orders.places_of(orders.sheet) if orders.sheet is not None else frozenset()
    return (HexRim(places, ON_SHEET),) if places else ()


def drawn_on(orders: Orders, measure: Measure) -> Drawn | None:
    """A measure as it is drawn, in hexes as one looks at the map; None for one that cannot be drawn. Drawings are kept."""
    return _drawn(orders.kinds, MapTransform.of(orders.box), measure, names_on(orders, measure))


def names_on(orders: Orders, measure: Measure) -> tuple[str, ...]:
    """What the units of a measure are called on it."""
    return tuple(map(orders.called, measure.units))


@lru_cache(maxsize=MOST_KEPT)
def _drawn(kinds: MeasureKinds, transform: MapTransform, measure: Measure, units: tuple[str, ...]) -> Drawn | None:
    return drawn_as(kinds, transform, measure, dict(zip(measure.units, units, strict=True)))


def handles_of(orders: Orders, measure: Measure) -> tuple[Handle, ...]:
    """The handles of a measure, in the shared plane."""
    drawn, transform = drawn_on(orders, measure), MapTransform.of(orders.box)
    return tuple(replace(each, at=transform.looked_at(each.at)) for each in drawn.handles) if drawn is not None else ()


def nearest_measure(orders: Orders, point: Point, within: float) -> Found | None:
    """The measure whose ink or letters lie nearest to a point of the shared plane, no farther than `within` hexes; of those
    that are as near, one of the sheet in hand."""
    at = MapTransform.of(orders.box).looked_at(point)
    held = orders.sheet
    found = [
        Found(sheet, number, min(_distances(drawn, at), default=math.inf))
        for sheet in seen_sheets(orders)
        for number, measure in enumerate(sheet.measures)
        if (drawn := drawn_on(orders, measure)) is not None
    ]
    best = min(found, key=lambda each: (each.distance, each.sheet is not held), default=None)
    return best if best is not None and best.distance <= within else None


def _distances(drawn: Drawn, at: Point) -> Iterator[float]:
    """How far a point is from each line and each text of a drawing."""
    for line in drawn.lines():
        yield nearest(line, at).distance
    for each in drawn.letters:
        x, y = each.seat.at
        wide, high = each.width / 2, each.height / 2
        yield max(abs(at[0] - x) - wide, abs(at[1] - y) - high, 0.0)
