"""What of movement is drawn on the map: a range by the points left, a way with its costs, those who reach a hex."""

from collections.abc import Collection, Iterable
from fractions import Fraction
from types import MappingProxyType

from app.canvas.shapes import HexFill, HexTexts, Shape
from app.tools.operations import way_of
from core.base.amounts import amount
from core.geometry.hexes import Hex
from core.geometry.layout import Point, plane_centre
from core.model.deployment import Spot
from core.rules.operations.movement_detail import OntoDetail, OverrunDetail, RangeDetail

RANGE, WAY = "movement", "movement way"
"""The parts of the map that movement is marked on."""

STEPS = 5
"""So many washes of one colour tell how many points are left."""

ABOVE = (0.0, 0.38)
"""Where a number stands above the counters of its hex: markers stand beside them, and the number of a stack below."""

OVERSTACKED, MINIMUM = "!", "·"
"""What stands behind the number in a hex that would be above its limit, and in one that only the minimum leads to."""


def range_washes(detail: RangeDetail) -> tuple[Shape, ...]:
    """The hexes that are reached, darker with more points left, within a rim; what is special has a hatch of its own."""
    others = [each for each in detail.reached if each.hex != detail.start]
    most = max((each.left for each in others), default=Fraction(0)) or Fraction(1)
    washes: list[set[Hex]] = [set() for _ in range(STEPS)]
    for each in others:
        if not each.minimum:
            washes[min(STEPS - 1, int(STEPS * each.left / most))].add(each.hex)
    fills = [
        *((frozenset(hexes), f"range-{number}") for number, hexes in enumerate(washes, 1)),
        (frozenset(each.hex for each in others if each.minimum), "range-minimum"),
        (frozenset(each.hex for each in others if each.over), "range-over"),
        (frozenset(each.hex for each in others) | {detail.start}, "range"),
    ]
    return tuple(HexFill(hexes, look) for hexes, look in fills if hexes)


def numbers_of(detail: RangeDetail, way: Collection[Hex], covered: Collection[Spot]) -> tuple[Shape, ...]:
    """The points left in each hex that is reached, but for those of a way; above the counters where hexes are covered."""
    free: dict[Hex, str] = {}
    over: dict[Hex, str] = {}
    for each in detail.reached:
        if each.hex not in way and each.hex != detail.start:
            number = MINIMUM if each.minimum else amount(each.left)
            (over if each.hex in covered else free)[each.hex] = f"{number}{OVERSTACKED}" if each.over else number
    return (*_texts(free, "left"), *_texts(over, "left-over", ABOVE))


def _texts(words: dict[Hex, str], look: str, off: Point = (0.0, 0.0)) -> tuple[Shape, ...]:
    return (HexTexts(MappingProxyType(words), look, off),) if words else ()


def way_marks(detail: RangeDetail | OntoDetail | OverrunDetail, barred: bool) -> list[Shape]:
    """A way as a line, with what each step costs in the hex that it leads into; broken from where it cannot be gone."""
    if not detail.way:
        return []
    places = [detail.way[0].source, *(step.into for step in detail.way)]
    shapes: list[Shape] = [*way_of(places, "way-barred" if barred else "way")]
    costs = {step.into: "–" if step.points is None else amount(step.points) for step in detail.way}
    shapes.append(HexTexts(MappingProxyType(costs), "step"))
    return shapes


def onto_marks(details: Iterable[OntoDetail]) -> tuple[Shape, ...]:
    """The hexes from which a hex is reached, those by the one-hex minimum alone by themselves."""
    comers = [each for detail in details for each in detail.comers]
    usual = frozenset(each.start for each in comers if not each.minimum)
    least = frozenset(each.start for each in comers if each.minimum) - usual
    fills = ((usual, "range-3"), (usual, "range"), (least, "range-minimum"))
    return tuple(HexFill(hexes, look) for hexes, look in fills if hexes)


def onto_numbers(details: Iterable[OntoDetail]) -> tuple[Shape, ...]:
    """The points left of the unit in each hex that has most of them, above its counter."""
    best: dict[Hex, Fraction] = {}
    for each in (each for detail in details for each in detail.comers):
        best[each.start] = max(best.get(each.start, each.left), each.left)
    return _texts({place: amount(left) for place, left in best.items()}, "left-over", ABOVE)


def onwards(detail: RangeDetail) -> Point:
    """Where the last step of a way leads, so that what is told there covers nothing of it; up and right without a way."""
    if not detail.way:
        return 1.0, 1.0
    (x0, y0), (x1, y1) = (plane_centre(place) for place in (detail.way[-1].source, detail.way[-1].into))
    return x1 - x0, y1 - y0
