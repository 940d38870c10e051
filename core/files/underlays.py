"""The key `underlay` of a map sheet's file: the scan that lies under its grid.

underlay: {file: scans/north.png, size: [9920, 7016], points: [[412.5, 6604, "01.01"], [9480, 6610.25, "40.01"]]}

Each point is a pixel from the left and from the top, and the printed number of the hex whose centre dot is seen there.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import Annotated, ClassVar

from pydantic import Field, PlainValidator, TypeAdapter, ValidationError

from core.files.names import bad_file_name
from core.files.schemas import Item, Section, Text, Word, exact, real, refuse
from core.files.strict_yaml import Refused, Route
from core.files.validation import Reader
from core.files.wkt import decimal_text
from core.geometry.labels import Numbering
from core.model.maps import Cell, ControlPoint, Underlay

MOST_PIXELS = 1_000_000
"""No picture is wider or higher."""

KEY = "underlay"

CellOf = Callable[[Route, str], Cell | None]
"""Finds the cell with a printed number; reports at the route and gives None when there is none."""


def _size(value: object) -> tuple[int, int]:
    match value:
        case [int() as width, int() as height] if 1 <= width <= MOST_PIXELS and 1 <= height <= MOST_PIXELS:
            return width, height
    raise refuse(f"must be the picture's [width, height] in pixels, each from 1 to {MOST_PIXELS:,}")


def _point(value: object) -> tuple[float, float, str]:
    wanted = "must be [pixels from the left, pixels from the top, hex number in quotes]"
    match value:
        case [x, y, str() as label]:
            across, down = (round(float(exact(each, -MOST_PIXELS, MOST_PIXELS, "pixels")), 4) + 0.0 for each in (x, y))
            return across, down, label
        case [_, _, int() | Decimal() as label]:
            raise refuse(f'{wanted}; write "{label}" in its quotes')
    raise refuse(wanted)


class UnderlayItem(Item):
    """A scanned sheet under the grid; its points are read one by one."""

    noun: ClassVar[str] = "underlay"
    file: Word
    size: Annotated[tuple[int, int], PlainValidator(_size)]
    points: Section = Field(default_factory=list)
    page: Annotated[int, Field(ge=1, le=10_000)] = 1
    opacity: Annotated[float, real(0, 1)] = 1.0
    brightness: Annotated[float, real(-1, 1)] = 0.0
    note: Text = ""


_POINT: "TypeAdapter[tuple[float, float, str]]" = TypeAdapter(Annotated[tuple[float, float, str], PlainValidator(_point)])


def read_underlay(reader: Reader, cell_of: CellOf) -> Underlay | None:
    """The underlay of a map file, None when it has none or one that is wrong; a wrong point is left out alone."""
    if not isinstance(reader.document.value.get(KEY), dict):
        return None
    item = reader.item(UnderlayItem, (KEY,))
    if item is None:
        return None
    bad = bad_file_name(item.file)
    if bad:
        reader.report((KEY, "file"), f'"{item.file}" cannot be the picture under this map: the name {bad}.')
        return None
    points = []
    for number, held in enumerate(item.points):
        route: Route = (KEY, "points", number)
        if isinstance(held, Refused):
            continue
        try:
            x, y, label = _POINT.validate_python(held)
        except ValidationError as error:
            reader.report(route, f'Item {number + 1} of "points" {error.errors()[0]["msg"]}.')
            continue
        cell = cell_of((*route, 2), label)
        if cell is not None:
            points.append(ControlPoint((x, y), cell))
    return Underlay(item.file, item.size, tuple(points), item.page, item.opacity, item.brightness, item.note)


def underlay_pairs(
    underlay: Underlay, numbering: Numbering, text: Callable[[str], str], quoted: Callable[[str], str]
) -> list[tuple[str, str]]:
    """The keys of an underlay and their values as they are written; `text` and `quoted` write texts."""
    points = (
        f"[{decimal_text(point.pixel[0])}, {decimal_text(point.pixel[1])}, {quoted(numbering.text(*point.cell))}]"
        for point in underlay.points
    )
    return [
        ("file", text(underlay.file)),
        ("size", f"[{underlay.size[0]}, {underlay.size[1]}]"),
        ("page", str(underlay.page) if underlay.page != 1 else ""),
        ("opacity", decimal_text(underlay.opacity) if underlay.opacity != 1 else ""),
        ("brightness", decimal_text(underlay.brightness) if underlay.brightness else ""),
        ("points", f"[{', '.join(points)}]" if underlay.points else ""),
        ("note", text(underlay.note) if underlay.note else ""),
    ]
