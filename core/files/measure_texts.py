"""Control measures as people write them in files, and back: `{kind: objective, points: ["14.05", "14.05 +0.25 -0.1"], …}`.

A point is the printed number of a hex, and behind it how many hexes east and north of its centre dot the point lies, if it is
not the dot itself. A point off the map is told from the hex of the map that is nearest to it. Points keep four decimals.
"""

import math
import re
from typing import Annotated, Any, ClassVar

from pydantic import Field

from core.base.errors import did_you_mean
from core.files.quoting import Pair, plain_text, quoted, row
from core.files.schemas import Item, Text, Word
from core.files.strict_yaml import Route
from core.files.validation import Reader
from core.geometry.hexes import Hex
from core.geometry.layout import Point, hex_at, plane_centre, to_lattice
from core.geometry.lines import Line
from core.geometry.measures.marks import SIGNS
from core.model.box import GameBox, UnknownHex
from core.model.edits.map_edits import settled_point
from core.model.graphics import Measure, MeasureKind, MeasureKinds

MOST_POINTS = 500
"""Control points of a measure."""

FARTHEST = 1000
"""Hexes that a point may lie from the hex that it is told from."""

_POINT = re.compile(r"(?P<hex>.*?)(?:\s+(?P<east>[-+]\S*)\s+(?P<north>[-+]\S*))?\s*", re.DOTALL)
_OFFSET = re.compile(r"[-+](?:[0-9]+(?:\.[0-9]{0,9})?|\.[0-9]{1,9})")

_DECIMALS = (2, 3, 4, 5)
"""Decimals of an offset; the fewest that lead back to its point are written."""


class BadPlace(ValueError):
    """A text that is no point on or near the map; it says why."""


class MeasureItem(Item):
    """A control measure."""

    noun: ClassVar[str] = "control measure"
    kind: Word
    points: Annotated[list[Word], Field(min_length=1, max_length=MOST_POINTS)]
    text: Text = ""
    side: Text = ""
    units: list[Word] = Field(default_factory=list)
    echelon: Text = ""
    alternate: bool = False
    note: Text = ""


def point_text(point: Point, box: GameBox) -> str:
    """A point as the number of a hex and, where it is not its centre dot, the way from there in hexes."""
    place = hex_at(to_lattice(point))
    if place not in box.cells:
        place = _nearest(point, box)
    wanted = settled_point(point)
    if settled_point(plane_centre(place)) == wanted:
        return box.label(place)
    dot, there = _printed(plane_centre(place), box), _printed(wanted, box)
    for decimals in _DECIMALS:
        east, north = (round(there[axis] - dot[axis], decimals) + 0.0 for axis in (0, 1))
        if _from_dot(place, east, north, box) == wanted:
            break
    return f"{box.label(place)} {_signed(east, decimals)} {_signed(north, decimals)}"


def read_point(text: str, box: GameBox) -> Point:
    """The point that a text says. Raises BadPlace, which says what is wrong with it."""
    found = _POINT.fullmatch(text)
    assert found is not None
    try:
        place = box.hex(found["hex"])
    except UnknownHex as error:
        more = found["east"] is None and " " in text.strip()
        hint = ' Behind a number may stand how far east and north of its dot, as in "14.05 +0.25 -0.1".' if more else ""
        raise BadPlace(f"{error}{hint}") from error
    if found["east"] is None:
        return settled_point(plane_centre(place))
    for part in (found["east"], found["north"]):
        if not _OFFSET.fullmatch(part) or abs(float(part)) > FARTHEST:
            said = f'"{part}" in "{text}" is no number of hexes with a sign, from -{FARTHEST} to +{FARTHEST}, such as +0.25.'
            raise BadPlace(said)
    return _from_dot(place, float(found["east"]), float(found["north"]), box)


def measure_values(measure: Measure, box: GameBox) -> dict[str, Any]:
    """A measure as plain values, for YAML or JSON; what is preset is left out."""
    values = {
        "kind": measure.kind,
        "points": [point_text(point, box) for point in measure.points],
        "text": measure.text,
        "side": measure.side,
        "units": list(measure.units),
        "echelon": measure.echelon,
        "alternate": measure.alternate,
        "note": measure.note,
    }
    return {key: value for key, value in values.items() if value}


def measure_pairs(measure: Measure, box: GameBox) -> list[Pair]:
    """The keys and values of a measure as a file of ours writes them."""
    return [(key, _written(key, value)) for key, value in measure_values(measure, box).items()]


def read_measure(reader: Reader, route: Route, item: MeasureItem, kinds: MeasureKinds, box: GameBox) -> Measure | None:
    """The measure that an item of a document says; None, and issues with their places, when it is wrong in any part."""
    before = reader.count
    kind = kinds.kinds.get(item.kind)
    if kind is None:
        said = f'There is no kind of control measure "{item.kind}".{did_you_mean(item.kind, kinds.kinds)}'
        reader.report((*route, "kind"), said)
    else:
        _check_count(reader, route, len(item.points), kind)
    if item.echelon and item.echelon not in SIGNS:
        reader.report((*route, "echelon"), f'There is no size of units "{item.echelon}".{did_you_mean(item.echelon, SIGNS)}')
    points: list[Point] = []
    for number, text in enumerate(item.points):
        try:
            points.append(read_point(text, box))
        except BadPlace as error:
            reader.report((*route, "points", number), str(error))
    if reader.count > before:
        return None
    return Measure(item.kind, tuple(points), item.text, item.side, tuple(item.units), item.echelon, item.alternate, item.note)


def settled_points(points: Line) -> Line:
    """Control points as files keep them."""
    return tuple(map(settled_point, points))


def _check_count(reader: Reader, route: Route, count: int, kind: MeasureKind) -> None:
    if kind.least <= count and (not kind.most or count <= kind.most):
        return
    wanted = f"{kind.least} to {kind.most}" if kind.most else f"{kind.least} or more"
    wanted = str(kind.least) if kind.least == kind.most else wanted
    roles = ", ".join(role.removesuffix("*") for role in kind.handles)
    many = "point" if wanted == "1" else "points"
    reader.report((*route, "points"), f'A measure of the kind "{kind.id}" has {wanted} {many} ({roles}), not {count}.')


def _nearest(point: Point, box: GameBox) -> Hex:
    """The hex of the map whose dot is nearest to a point; of several the first."""
    return min(box.cells, key=lambda place: (math.dist(plane_centre(place), point), place))


def _printed(point: Point, box: GameBox) -> Point:
    """A point as the first sheet counts: east and north as it is printed."""
    return box.sheets[0].frame.to_sheet(point)


def _from_dot(place: Hex, east: float, north: float, box: GameBox) -> Point:
    x, y = _printed(plane_centre(place), box)
    return settled_point(box.sheets[0].frame.to_plane((x + east, y + north)))


def _signed(number: float, decimals: int) -> str:
    """An offset with its sign and no more zeros than it needs."""
    written = f"{number:+.{decimals}f}"
    whole, _, part = written.partition(".")
    part = part.rstrip("0")
    return f"{whole}.{part}" if part else whole


def _written(key: str, value: Any) -> str:
    if key == "points":
        return row(map(quoted, value))
    if isinstance(value, list):
        return row(map(plain_text, value))
    return str(value).lower() if isinstance(value, bool) else plain_text(value)
