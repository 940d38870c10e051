"""What can be said of an item of the map besides its shape, as it is shown in a form and read back from one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, Literal

from core.base.errors import WrongUse, did_you_mean
from core.model.box import GameBox
from core.model.edits.map_edits import DECIMALS, ChangeItems
from core.model.maps import Area, Contour, Item, ItemRef, Path, Section
from core.model.terrain import FITTING, Terrain

Kind = Literal["height", "text", "terrain", "choice", "point", "size", "angle"]


@dataclass(frozen=True, slots=True)
class Property:
    """One thing that an item says of itself. `id` is its attribute; `choices` are pairs of a value and what is shown."""

    id: str
    label: str
    kind: Kind
    unit: str = ""
    choices: tuple[tuple[str, str], ...] = ()


LEAST_HEIGHT, MOST_HEIGHT = -12_000, 12_000
"""Metres, as in files."""

FARTHEST = 10_000
"""No coordinate, in hexes, lies further from a sheet's corner."""

LEAST_SIZE, MOST_SIZE = Decimal("0.01"), 100
"""Hexes, the height of letters."""

_NAME = Property("name", "Name", "text")
_NOTE = Property("note", "Note", "text")
_TERRAIN = Property("terrain", "Terrain", "terrain")
_FEATURE = Property("feature", "Feature", "terrain")
_HEIGHT = Property("height", "Height", "height", "m")
_AT = Property("at", "Place (x, y)", "point")
_SOURCE = Property("source", "Origin", "choice", "", (("", "Drawn by hand"), ("elevation", "From elevation data")))

PROPERTIES: Mapping[Section, tuple[Property, ...]] = {
    "contours": (
        _HEIGHT,
        Property("kind", "Line", "choice", "", (("solid", "Solid"), ("broken", "Broken, between full intervals"))),
        Property("high", "Higher ground", "choice", "", (("", "As neighbours tell"), ("left", "Left"), ("right", "Right"))),
        _SOURCE,
        _NOTE,
    ),
    "areas": (_TERRAIN, _NAME, _NOTE),
    "paths": (_FEATURE, _NAME, _NOTE),
    "sides": (_FEATURE, _NOTE),
    "hexes": (_TERRAIN, _NAME, _NOTE),
    "spots": (_HEIGHT, _AT, _NAME, _SOURCE, _NOTE),
    "lows": (_AT, _SOURCE, _NOTE),
    "names": (
        Property("text", "Text", "text"),
        _AT,
        Property("size", "Height of letters", "size", "hexes"),
        Property("angle", "Turned by", "angle", "°"),
        _NOTE,
    ),
    "zones": (
        Property(
            "kind",
            "Kind",
            "choice",
            "",
            (("setup", "Set-up"), ("entry", "Entry"), ("exit", "Exit"), ("sea", "Sea zone"), ("other", "Other")),
        ),
        Property("side", "Side", "text"),
        _NAME,
        _NOTE,
    ),
}


def shared_properties(sections: Sequence[Section]) -> tuple[Property, ...]:
    """What items of all these sections can say, so that it can be said of all of them at once; nothing for no section."""
    if not sections:
        return ()
    return tuple(each for each in PROPERTIES[sections[0]] if all(each in PROPERTIES[other] for other in sections))


def choices(prop: Property, section: Section, terrain: Mapping[str, Terrain]) -> tuple[tuple[str, str], ...]:
    """The values that a property may take, with what is shown for each; empty for free text and numbers."""
    if prop.kind != "terrain":
        return prop.choices
    fitting = [each for each in terrain.values() if each.kind in FITTING[section]]
    return tuple((each.id, each.name) for each in sorted(fitting, key=lambda each: each.name))


def shown(item: Item, prop: Property) -> str:
    """A property's value as a form shows it.

    >>> from core.model.maps import Spot
    >>> spot = Spot(Fraction(125, 2), (3.5, 12.0))
    >>> [shown(spot, each) for each in PROPERTIES["spots"][:2]]
    ['62.5', '3.5, 12']
    """
    value: Any = getattr(item, prop.id)
    if value is None:
        return ""
    if prop.kind == "height":
        return _plain(value)
    if prop.kind == "point":
        return ", ".join(_plain(Fraction(str(part))) for part in value)
    if prop.kind in ("size", "angle"):
        return _plain(Fraction(str(value)))
    return str(value)


def read(prop: Property, text: str, allowed: Sequence[str] = ()) -> object:
    """The value that a text in a form means; `allowed` are the values of a choice. Raises WrongUse, which says what is."""
    given = text.strip()
    match prop.kind:
        case "height":
            return Fraction(_number(prop, given, LEAST_HEIGHT, MOST_HEIGHT))
        case "size":
            return float(_number(prop, given, LEAST_SIZE, MOST_SIZE))
        case "angle":
            return float(_number(prop, given, -360, 360))
        case "point":
            parts = given.split(",")
            if len(parts) != 2:
                raise WrongUse(f'{prop.label}: "{given}" is no place; write two numbers such as 3.5, 12.')
            x, y = (round(float(_number(prop, part.strip(), -FARTHEST, FARTHEST)), DECIMALS) for part in parts)
            return x, y
        case "text":
            if prop.id == "text" and not given:
                raise WrongUse(f"{prop.label}: a printed name needs some text.")
            return given
        case _:
            if given not in allowed:
                raise WrongUse(f'{prop.label}: "{given}" is none of its choices.{did_you_mean(given, allowed)}')
            # Which side of a contour is higher may stay unsaid.
            return (given or None) if prop.id == "high" else given


def put(box: GameBox, refs: Sequence[ItemRef], prop: Property, value: object) -> ChangeItems:
    """The edit that gives a property of some items a value."""
    items = {ref: box.item(ref) for ref in refs}
    changed: dict[ItemRef, Item | None] = {}
    for ref, item in items.items():
        if item is not None:
            attributes: dict[str, Any] = {prop.id: value}
            changed[ref] = replace(item, **attributes)
    return ChangeItems(f"Change {prop.label.partition(' (')[0].lower()}", changed)


def size_of(item: Item) -> tuple[int, int] | None:
    """How many points and rings the outline or line of an item has; None for an item without."""
    match item:
        case Contour() | Path():
            return len(item.line), 1
        case Area():
            return sum(len(ring) - 1 for ring in item.shape), len(item.shape)
        case _:
            return None


def _number(prop: Property, text: str, least: Decimal | int, most: Decimal | int) -> Decimal:
    unit = f" {prop.unit}" if prop.unit else ""
    try:
        value = Decimal(text.replace("−", "-"))
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or not least <= value <= most:
        raise WrongUse(f'{prop.label}: "{text}" is no number from {least:,} to {most:,}{unit}.')
    if prop.kind != "point" and -int(value.as_tuple().exponent) > DECIMALS:
        raise WrongUse(f"{prop.label}: at most {DECIMALS} decimals can be kept.")
    return value


def _plain(value: Fraction) -> str:
    """A fraction as a decimal number without needless zeros."""
    text = f"{Decimal(value.numerator) / Decimal(value.denominator):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
