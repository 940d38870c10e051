"""Control measures of op sheets as shapes, for the map on the screen and for paper alike."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from app.canvas.shapes import Graphic
from app.canvas.transform import HEX, MapTransform, Polyline, Span
from app.counters.unit_pictures import side_colours
from core.geometry.lines import Bounds, Line
from core.geometry.measures.drawing import UndrawablePoints
from core.geometry.measures.parts import Drawn
from core.geometry.measures.placing import placed
from core.model.graphics import NO_NAMES, Measure, MeasureKinds, drawing
from core.model.oob import Oob
from core.model.orders import OpSheet

NO_SIZES: Mapping[str, float] = MappingProxyType({})

Looked = tuple[Drawn, str, str]
"""A drawing, its ink and its look."""


def look_of(sheet: OpSheet) -> str:
    """How the graphic of a sheet looks: as what is planned, in force or over."""
    return "over" if sheet.is_over else "in-force" if sheet.implemented else "planned"


def ink_of(oob: Oob, sheet: OpSheet, measure: Measure) -> str:
    """The colour in which a measure of a sheet is drawn: that of the side whose it is."""
    return side_colours(oob.side(measure.side or sheet.side))[0]


def drawn_as(
    kinds: MeasureKinds,
    transform: MapTransform,
    measure: Measure,
    names: Mapping[str, str] = NO_NAMES,
    size: float = 1.0,
    sizes: Mapping[str, float] = NO_SIZES,
) -> Drawn | None:
    """A measure as it is drawn, in hexes as one looks at the map; None for one that cannot be drawn. Letters and ornaments are
    so many times their plain `size`; `sizes` take the place of some of those that its kind has."""
    kind = kinds.kinds.get(measure.kind)
    if kind is None:
        return None
    if sizes:
        kind = replace(kind, shape=replace(kind.shape, sizes={**kind.shape.sizes, **sizes}))
    try:
        return drawing(kind, replace(measure, points=tuple(map(transform.looked_at, measure.points))), size, names)
    except UndrawablePoints:
        return None


def lettered(looked: Iterable[Looked], obstacles: Sequence[Line] = (), room: Span | None = None) -> tuple[Graphic, ...]:
    """Drawings as shapes, their names where they keep clear of each other, of rings in hexes, and inside what is seen of the
    scene."""
    known = list(looked)
    drawings = [drawn for drawn, _, _ in known]
    seen = (room[0] / HEX, -room[3] / HEX, room[2] / HEX, -room[1] / HEX) if room is not None else None
    return tuple(
        Graphic(drawn.lettered(letters), ink, look)
        for (drawn, ink, look), letters in zip(known, placed(drawings, obstacles, seen), strict=True)
    )


def span_of(around: Bounds) -> Span:
    """The rectangle of the scene that a rectangle of the plane in hexes is."""
    low_x, low_y, high_x, high_y = around
    return (low_x * HEX, -high_y * HEX, high_x * HEX, -low_y * HEX)


def as_obstacle(ring: Polyline) -> Line:
    """A convex ring of the scene, clockwise on the screen, as names of measures keep off it: in hexes, against the clock."""
    return tuple((x / HEX, -y / HEX) for x, y in reversed(ring))
