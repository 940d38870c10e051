"""The key `georeference` of a map sheet's file: where the sheet lies on the ground.

georeference: {longitude: -84.155, latitude: 36.516, point: "POINT (17.3205 15.25)", bearing: 0}
georeference: {x: 431200, y: 5461800.5, point: "POINT (0.2887 0.5)"}
"""

from typing import Annotated, ClassVar

from pydantic import PlainValidator

from core.files.schemas import Item, Spot, exact, real
from core.files.validation import Reader
from core.files.wkt import point_text
from core.model.maps import Georeference

DECIMALS = 7
"""What files keep of a place on the ground: a centimetre in degrees, far less in metres."""

FARTHEST_M = 100_000_000
"""No national grid counts farther than this, in metres."""


def _place(most: float) -> PlainValidator:
    return PlainValidator(lambda value: round(float(exact(value, -most, most)), DECIMALS) + 0.0)


class GeoreferenceItem(Item):
    """Where a sheet lies on the ground."""

    noun: ClassVar[str] = "georeference"
    point: Spot
    longitude: Annotated[float, _place(360)] | None = None
    latitude: Annotated[float, _place(90)] | None = None
    x: Annotated[float, _place(FARTHEST_M)] | None = None
    y: Annotated[float, _place(FARTHEST_M)] | None = None
    bearing: Annotated[float, real(-360, 360)] = 0.0


def read_georeference(reader: Reader) -> Georeference | None:
    """The georeference of a map file, None when it has none or one that is wrong, which is then reported."""
    if reader.document.value.get("georeference") is None:
        return None
    item = reader.item(GeoreferenceItem, ("georeference",))
    if item is None:
        return None
    degrees, metres = (item.longitude, item.latitude), (item.x, item.y)
    if None not in degrees and metres == (None, None):
        at, unit = degrees, "degrees"
    elif None not in metres and degrees == (None, None):
        at, unit = metres, "metres"
    else:
        reader.report(("georeference",), 'A georeference needs "longitude" and "latitude", or else "x" and "y" in metres.')
        return None
    assert at[0] is not None and at[1] is not None
    return Georeference((at[0], at[1]), item.point, "degrees" if unit == "degrees" else "metres", item.bearing)


def georeference_pairs(georeference: Georeference) -> list[tuple[str, str]]:
    """The keys of a georeference and their values as they are written."""
    names = ("longitude", "latitude") if georeference.unit == "degrees" else ("x", "y")
    places = [(name, _text(value, DECIMALS)) for name, value in zip(names, georeference.at, strict=True)]
    bearing = [("bearing", _text(georeference.bearing, 4))] if georeference.bearing else []
    return [*places, ("point", f'"{point_text(georeference.pin)}"'), *bearing]


def _text(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
