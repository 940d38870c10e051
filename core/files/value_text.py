"""Values of the model as plain JSON and back, exactly: the same numbers, the same lasting keys, nothing executed.

What our own files keep is for people to read (`canonical`); this is for the program alone: the recovery log.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from enum import Enum
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any

import immutables

from core.base.errors import CoreError, Place
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import BoxHead, GameBox, PlacedSheet
from core.model.charts import Axis, Band, Chart, Part
from core.model.deployment import Deployment, Mark, Piece
from core.model.edits.edit import Several
from core.model.edits.force_edits import ChangePieces, ChangeScenario, ChangeUnits
from core.model.edits.look_edits import ChangeLooks
from core.model.edits.map_edits import ChangeBox, ChangeItems, ChangeSheet, ChangeSheets
from core.model.graphics import Measure
from core.model.items import Items
from core.model.looks import Chosen, Condition, Element, Look, LookBook, MarkerKind
from core.model.maps import (
    Area,
    Contour,
    ControlPoint,
    Georeference,
    Grid,
    HexContent,
    ItemRef,
    Low,
    MapSheet,
    Name,
    Path,
    SheetHead,
    SideFeature,
    Spot,
    Underlay,
    Zone,
)
from core.model.oob import Counter, Formation, Oob, OobRef, Side
from core.model.orders import Addition, Alternate, Commitment, OpSheet, TaskGroup
from core.model.scenario import Allotment, Arrival, Scenario, SetUp, Turn, Victory
from core.model.terrain import Provenance, Terrain, TerrainKind

CLASSES: Mapping[str, type[Any]] = MappingProxyType(
    {
        made.__name__: made
        for made in (
            *(GameBox, BoxHead, PlacedSheet, SheetFrame, MapSheet, SheetHead, Grid, Numbering, Georeference),
            *(Contour, Area, Path, SideFeature, HexContent, Spot, Low, Name, Zone, Underlay, ControlPoint),
            *(Chart, Axis, Band, Part, Terrain, Provenance, Place),
            *(Oob, Side, Formation, Counter, OobRef, Deployment, Piece, Mark, Hex),
            *(LookBook, Look, Element, Chosen, Condition, MarkerKind, ChangeLooks),
            *(Scenario, Turn, SetUp, Arrival, Allotment, Victory),
            *(Measure, OpSheet, TaskGroup, Alternate, Commitment, Addition),
            *(ItemRef, ChangeItems, ChangeSheet, ChangeSheets, ChangeBox, ChangeUnits, ChangeScenario, ChangePieces, Several),
        )
    }
)
"""The classes whose values can be written, by name; no other is ever made from a text."""

ENUMS: Mapping[str, type[Enum]] = MappingProxyType({"TerrainKind": TerrainKind})

_PLAIN = (str, int, float, bool, type(None))

_LONG = (
    *(GameBox, PlacedSheet, MapSheet, Oob, LookBook, Scenario, Deployment),
    *(ChangeItems, ChangeSheets, ChangeUnits, ChangeScenario, ChangePieces, ChangeLooks, Several),
)
"""Classes whose values may hold thousands of others."""


class NoValue(CoreError):
    """A text that is no value of the model that this version knows."""


def encode(value: object) -> Any:
    """A value as what `json` writes: a class becomes {"is": its name, …}, and what JSON has no word for {"/": …} and its like.

    Raises TypeError for a class that is not in `CLASSES`.

    >>> encode(Spot(Fraction(125, 2), (3.5, 12.0)))
    {'is': 'Spot', 'height': {'/': '125/2'}, 'at': [3.5, 12.0]}
    """
    match value:
        case _ if type(value) in _PLAIN:
            return value
        case Hex():
            return {"is": "Hex", "q": value.q, "r": value.r}
        case tuple() | list():
            # A list stands where a tuple belongs; work is not lost for that.
            return [each if type(each) in _PLAIN else encode(each) for each in value]
        case Fraction():
            return {"/": str(value)}
        case Enum():
            return {"enum": type(value).__name__, "value": value.value}
        case frozenset() | set():
            return {"set": [encode(each) for each in value]}
        case Items():
            return {"items": [[key, encode(item)] for key, item in value.keyed()]}
        case immutables.Map():
            return {"cells": [[encode(key), encode(each)] for key, each in value.items()]}
        case Mapping():
            return {"pairs": [[encode(key), encode(each)] for key, each in value.items()]}
        case _ if CLASSES.get(type(value).__name__) is type(value):
            name = type(value).__name__
            given = [(field, getattr(value, field), preset) for field, preset in _fields(name)]
            return {"is": name, **{field: encode(each) for field, each, preset in given if preset is MISSING or each != preset}}
        case _:
            raise TypeError(f"a {type(value).__name__} cannot be written as a value of the model")


def pieces(value: object) -> Iterator[str]:
    """What `json` writes of `encode(value)`, in pieces each of which is soon made: a map has thousands of items.

    >>> "".join(pieces((Spot(Fraction(1), (3.5, 12.0)),)))
    '[{"is":"Spot","height":{"/":"1"},"at":[3.5,12.0]}]'
    """
    match value:
        case tuple() | list() if not isinstance(value, Hex) and any(type(each) not in _PLAIN for each in value[:1]):
            yield from _listed("[", "]", (pieces(each) for each in value))
        case Items():
            yield from _listed('{"items":[', "]}", (iter((_text([key, encode(item)]),)) for key, item in value.keyed()))
        case immutables.Map():
            yield from _listed('{"cells":[', "]}", (iter((_text([encode(k), encode(v)]),)) for k, v in value.items()))
        case Mapping():
            yield from _listed('{"pairs":[', "]}", (iter((_text([encode(k), encode(v)]),)) for k, v in value.items()))
        case _ if isinstance(value, _LONG):
            name = type(value).__name__
            yield f'{{"is":"{name}"'
            for field, preset in _fields(name):
                each = getattr(value, field)
                if preset is MISSING or each != preset:
                    yield f',"{field}":'
                    yield from pieces(each)
            yield "}"
        case _:
            yield _text(encode(value))


def _listed(start: str, end: str, entries: Iterable[Iterator[str]]) -> Iterator[str]:
    """Entries with commas between them."""
    yield start
    for number, entry in enumerate(entries):
        if number:
            yield ","
        yield from entry
    yield end


def _text(plain: Any) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def decode(plain: Any) -> Any:
    """The value that `encode` has written. Raises NoValue when it is none that this version knows."""
    try:
        return _decode(plain)
    except (TypeError, ValueError, KeyError, LookupError, ArithmeticError, AttributeError, RecursionError) as error:
        raise NoValue(f"This is no value that this version of Phaseline knows: {error}.") from None


@cache
def _fields(name: str) -> tuple[tuple[str, object], ...]:
    return tuple((each.name, each.default) for each in fields(CLASSES[name]))


def _decode(plain: Any) -> Any:
    if isinstance(plain, list):
        return tuple(each if type(each) in _PLAIN else _decode(each) for each in plain)
    if not isinstance(plain, dict):
        return plain
    match plain:
        case {"is": str(name)}:
            return CLASSES[name](**{key: _decode(each) for key, each in plain.items() if key != "is"})
        case {"/": str(text)}:
            return Fraction(text)
        case {"enum": str(name), "value": each}:
            return ENUMS[name](each)
        case {"set": list(each)}:
            return frozenset(_decode(each))
        case {"items": list(each)}:
            return Items.of_keys({int(key): _decode(item) for key, item in each})
        case {"cells": list(each)}:
            return immutables.Map({_decode(key): _decode(item) for key, item in each})
        case {"pairs": list(each)}:
            return MappingProxyType({_decode(key): _decode(item) for key, item in each})
    raise NoValue(f"Nothing is known of a value with {', '.join(sorted(plain))}.")
