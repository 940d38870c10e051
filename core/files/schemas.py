"""What the keys of our files may hold (pydantic). Every model is one kind of item in a file; `noun` is what messages call it.

Values come from `strict_yaml`: numbers are int or Decimal, never float. What is wrong continues the sentence that begins
with the key: "height" must be a number ….
"""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, StringConstraints
from pydantic_core import PydanticCustomError

from core.base.errors import WrongUse, did_you_mean
from core.files.names import LOOKS_FILE, OOB_FILE
from core.files.quoting import VERSION as VERSION
from core.files.strict_yaml import Refused
from core.files.wkt import BadShape, read_line, read_point, read_polygon
from core.geometry.labels import BadPattern, First, Numbering
from core.geometry.layout import Point
from core.model.maps import Points, Polygon, ZoneKind
from core.model.terrain import PATTERNS, TerrainKind, read_colour, read_cost

SENTENCE = "sentence"
"""The type of errors whose text is already ours."""

MOST_DECIMALS = 60

T = TypeVar("T")


def refuse(text: str) -> PydanticCustomError:
    """An error whose text continues a sentence that begins with the key."""
    return PydanticCustomError(SENTENCE, "{text}", {"text": text})


def shown(value: object) -> str:
    """A value as messages quote it.

    >>> shown("forty"), shown(None), shown([1, 2])
    ('"forty"', 'nothing', 'a list')
    """
    if isinstance(value, str):
        return f'"{value[:40]}…"' if len(value) > 40 else f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | Decimal):
        return str(value)
    return {list: "a list", dict: "a group of keys", type(None): "nothing"}.get(type(value), "that")


def exact(value: object, least: float, most: float, unit: str = "") -> Fraction:
    """An int or Decimal from `least` to `most` as a Fraction; refuses all else."""
    _let_refused_pass(value)
    wanted = f"a number from {least:,} to {most:,}{f' {unit}' if unit else ''}"
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        quoted = "; leave out the quotes" if isinstance(value, str) and _is_number(value) else ""
        raise refuse(f"must be {wanted}, not {shown(value)}{quoted}")
    # Compared before it is converted, for 1E+9999 as a Fraction would be an integer of ten thousand digits; and by what was
    # written, for the float 0.01 lies above the decimal 0.01.
    if not Decimal(str(least)) <= value <= Decimal(str(most)):
        raise refuse(f"must be {wanted}, not {shown(value)}")
    if isinstance(value, Decimal) and int(value.as_tuple().exponent) < -MOST_DECIMALS:
        raise refuse(f"has more than {MOST_DECIMALS} decimals")
    return Fraction(value)


def number(least: float, most: float, unit: str = "") -> PlainValidator:
    """Accepts what `exact` accepts and gives the Fraction."""
    return PlainValidator(lambda value: exact(value, least, most, unit))


def real(least: float, most: float) -> PlainValidator:
    """Accepts what `exact` accepts and gives a float of up to four decimals, as many as are written."""
    return PlainValidator(lambda value: round(float(exact(value, least, most)), 4))


def one_of(*words: str) -> PlainValidator:
    """Accepts one of some words."""

    def read(value: object) -> str:
        _let_refused_pass(value)
        if isinstance(value, str) and value in words:
            return value
        hint = did_you_mean(value, words) if isinstance(value, str) else f" Allowed: {', '.join(sorted(words))}."
        raise refuse(f"cannot be {shown(value)}.{hint}")

    return PlainValidator(read)


def shape(reader: Callable[[str], T]) -> PlainValidator:
    """Accepts well-known text and gives its points."""

    def read(value: object) -> T:
        _let_refused_pass(value)
        if not isinstance(value, str):
            raise refuse(f"must be text such as POINT (3.5 12), not {shown(value)}")
        try:
            return reader(value)
        except BadShape as error:
            raise refuse(str(error)) from error

    return PlainValidator(read)


def _let_refused_pass(value: object) -> None:
    if isinstance(value, Refused):
        raise refuse("was refused")


def _is_number(text: str) -> bool:
    try:
        return Decimal(text).is_finite()
    except ArithmeticError:
        return False


def _pattern(value: object) -> str:
    _let_refused_pass(value)
    if not isinstance(value, str):
        raise refuse(f'must be a pattern in quotes such as "{{column:02}}.{{row:02}}", not {shown(value)}')
    try:
        Numbering(value, 1, 1)
    except BadPattern as error:
        raise refuse(
            f"must name {{column}} and {{row}} once each, plain, as {{column:02}} or as {{column:A}}, not {shown(value)}"
        ) from error
    return value


def _edge(value: object) -> tuple[float, float, float, float]:
    _let_refused_pass(value)
    if not isinstance(value, list) or len(value) != 4:
        raise refuse(f"must be four numbers [x least, y least, x most, y most], not {shown(value)}")
    x0, y0, x1, y1 = (round(float(exact(each, -1000, 1000)), 4) for each in value)
    if x0 >= x1 or y0 >= y1:
        raise refuse("must be [x least, y least, x most, y most]; a least number here is not below its most")
    return x0, y0, x1, y1


def told(reader: Callable[[str], str]) -> PlainValidator:
    """Accepts text that a function of core.model reads; what that refuses is refused here. Whole numbers are text, too."""

    def read(value: object) -> str:
        _let_refused_pass(value)
        if isinstance(value, bool) or not isinstance(value, str | int | Decimal):
            raise refuse(f"must be text, not {shown(value)}")
        try:
            return reader(str(value))
        except WrongUse as error:
            raise refuse(str(error)) from error

    return PlainValidator(read)


def _nothing_is_empty(empty: Callable[[], object]) -> BeforeValidator:
    return BeforeValidator(lambda value: empty() if value is None else value)


def _version(value: object) -> int:
    _let_refused_pass(value)
    if value is True or value != VERSION:
        raise refuse(f"cannot be {shown(value)}; this Phaseline reads version {VERSION}")
    return VERSION


Version = Annotated[int, PlainValidator(_version)]
Text = str
Word = Annotated[str, StringConstraints(min_length=1)]
Section = Annotated[list[Any], _nothing_is_empty(list)]
Group = Annotated[dict[str, Any], _nothing_is_empty(dict)]
Height = Annotated[Fraction, number(-12_000, 12_000, "m")]
FeatureHeight = Annotated[Fraction, number(0, 1_000, "m")]
Line = Annotated[Points, shape(read_line)]
Outline = Annotated[Polygon, shape(read_polygon)]
Spot = Annotated[Point, shape(read_point)]
Kind = Annotated[str, one_of(*(kind.value for kind in TerrainKind))]


Colour = Annotated[str, told(read_colour)]
Cost = Annotated[str, told(read_cost)]


class Item(BaseModel):
    """One group of keys in a file; any other key is an error."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    noun: ClassVar[str] = "group of keys"


class TerrainItem(Item):
    """A kind of terrain. With `kind` it is whole; without, it amends the one of the same id that is already known."""

    noun: ClassVar[str] = "kind of terrain"
    name: Word | None = None
    kind: Kind | None = None
    los_height_m: FeatureHeight | None = None
    whole_hex: bool = False
    sea: bool = False
    colour: Colour = ""
    pattern: Annotated[str, one_of("", *PATTERNS)] = ""
    combat_class: Text = ""
    costs: dict[Word, Cost] = {}
    note: Text = ""
    source: Word | None = None


class OffsetItem(Item):
    """Where a sheet lies beside the first one."""

    noun: ClassVar[str] = "offset"
    columns: Annotated[int, Field(ge=-2000, le=2000)] = 0
    half_rows: Annotated[int, Field(ge=-4000, le=4000)] = 0


class SheetEntry(Item):
    """A map sheet of a box."""

    noun: ClassVar[str] = "map entry"
    file: Word
    letter: Annotated[str, StringConstraints(pattern="^[A-Za-z]{0,3}$")] = ""
    offset: OffsetItem = OffsetItem()


class GameFile(Item):
    """The keys of `game.yaml`."""

    noun: ClassVar[str] = "game file"
    phaseline: str
    version: Version
    title: Word
    ruleset: Text
    palette: Text = ""
    options: Group = {}
    maps: Section
    terrain: Group = {}
    charts: Section = []
    chart_set: Text = ""
    looks: Annotated[str, one_of("", LOOKS_FILE)] = ""
    oob: Annotated[str, one_of("", OOB_FILE)] = ""
    scenarios: Section = []
    note: Text = ""


class GridItem(Item):
    """The hex grid of a sheet."""

    noun: ClassVar[str] = "grid"
    columns: Annotated[int, Field(ge=1, le=500)]
    rows: Annotated[int, Field(ge=1, le=500)]
    orientation: Annotated[Literal["columns", "rows"], one_of("columns", "rows")] = "columns"
    raised: Annotated[Literal["odd", "even"], one_of("odd", "even")] = "odd"
    numbering: Annotated[str, PlainValidator(_pattern)] = "{column:02}.{row:02}"
    first: Annotated[First, one_of("bottom-left", "top-left", "bottom-right", "top-right")] = "bottom-left"
    first_column: Annotated[int, Field(ge=0, le=100_000)] = 1
    first_row: Annotated[int, Field(ge=0, le=100_000)] = 1
    hex_m: Annotated[float, real(0.01, 1_000_000)] = 114.3
    edge: Annotated[tuple[float, float, float, float], PlainValidator(_edge)] | None = None
    number_every: Annotated[int, Field(ge=1, le=1000)] = 5


class MapFile(Item):
    """The keys of a map sheet's file; its sections are read item by item."""

    noun: ClassVar[str] = "map file"
    phaseline: str
    version: Version
    id: Word
    grid: dict[str, Any]
    title: Text = ""
    contour_interval_m: Annotated[Fraction, number(0.1, 1_000, "m")] | None = None
    half_interval_lines: bool = False
    terrain: Group = {}
    contours: Section = []
    areas: Section = []
    paths: Section = []
    sides: Section = []
    hexes: Group = {}
    spots: Section = []
    lows: Section = []
    names: Section = []
    zones: Section = []
    underlay: dict[str, Any] | None = None
    georeference: dict[str, Any] | None = None
    note: Text = ""


Source = Annotated[Literal["", "elevation"], one_of("elevation")]
"""What an item of the ground was drawn from."""


class ContourItem(Item):
    """A contour line."""

    noun: ClassVar[str] = "contour"
    height: Height
    line: Line
    kind: Annotated[Literal["solid", "broken"], one_of("solid", "broken")] = "solid"
    high: Annotated[Literal["left", "right"], one_of("left", "right")] | None = None
    source: Source = ""
    note: Text = ""


class AreaItem(Item):
    """An outline of terrain."""

    noun: ClassVar[str] = "area"
    terrain: Word
    shape: Outline
    name: Text = ""
    note: Text = ""


class PathItem(Item):
    """A centre line."""

    noun: ClassVar[str] = "path"
    feature: Word
    line: Line
    name: Text = ""
    note: Text = ""


class SideItem(Item):
    """A feature along a hexside."""

    noun: ClassVar[str] = "side"
    feature: Word
    between: Annotated[list[str], Field(min_length=2, max_length=2)]
    note: Text = ""


class HexItem(Item):
    """What fills a hex."""

    noun: ClassVar[str] = "hex"
    terrain: Word
    name: Text = ""
    note: Text = ""


class SpotItem(Item):
    """A spot elevation."""

    noun: ClassVar[str] = "spot"
    height: Height
    at: Spot
    name: Text = ""
    source: Source = ""
    note: Text = ""


class LowItem(Item):
    """A marked low point."""

    noun: ClassVar[str] = "low"
    at: Spot
    source: Source = ""
    note: Text = ""


class NameItem(Item):
    """Printed text."""

    noun: ClassVar[str] = "name"
    text: Word
    at: Spot
    size: Annotated[float, real(0.01, 100)] = 0.35
    angle: Annotated[float, real(-360, 360)] = 0.0
    note: Text = ""


class ZoneItem(Item):
    """Hexes with a purpose of their own."""

    noun: ClassVar[str] = "zone"
    kind: Annotated[ZoneKind, one_of(*get_args(ZoneKind))] = "setup"
    hexes: Annotated[list[str], Field(min_length=1)]
    name: Text = ""
    side: Text = ""
    note: Text = ""


def key_of(value: object) -> str | int:
    """What a column or row of a chart is looked up by: a whole number or its printed label."""
    _let_refused_pass(value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise refuse(f"must be a whole number or a label in quotes, not {shown(value)}")
    return value
