"""Items on their way from one map to another: a text that says what they are, and what comes of it where it is put down.

The text is JSON, so that it can be mailed and looked at. Points lie in the shared plane around the centre dot of a middle hex,
hexes are counted from that hex. Nothing in it is trusted: what is wrong is said with its place.
"""

import json
import math
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from fractions import Fraction
from typing import Any, NoReturn, cast, get_args

from core.base.errors import WrongUse, did_you_mean
from core.base.steps import finish, marked
from core.base.whole_text import whole_text
from core.geometry.hexes import Hex
from core.geometry.layout import Point
from core.model.box import GameBox
from core.model.edits.map_edits import ChangeItems, kept
from core.model.edits.motions import Loose, Motion, NewKeys, Sheets, counted, middle_hex, middle_hex_steps, ordered
from core.model.edits.properties import FARTHEST, LEAST_HEIGHT, LEAST_SIZE, MOST_HEIGHT, MOST_SIZE
from core.model.edits.seams import over_seams_steps, sewn_items_steps
from core.model.maps import (
    NOWHERE,
    SECTIONS,
    Area,
    Cell,
    Contour,
    HexContent,
    Item,
    ItemRef,
    Low,
    Name,
    Path,
    Points,
    Section,
    SideFeature,
    Spot,
    Zone,
    ZoneKind,
)
from core.model.terrain import FITTING, Terrain

MIME_TYPE = "application/x-phaseline-items+json"

_HEADER = "phaseline"
_KIND = "items"
_VERSION = 1

MOST_CHARACTERS = 50_000_000
"""A longer text is no copy of ours: a map of 10,000 areas has some five million."""

SLICE = 100
"""Items that are copied or put down between two steps, a few milliseconds."""

_KINDS: Mapping[Section, type[Item]] = {
    "contours": Contour,
    "areas": Area,
    "paths": Path,
    "sides": SideFeature,
    "hexes": HexContent,
    "spots": Spot,
    "lows": Low,
    "names": Name,
    "zones": Zone,
}


@dataclass(frozen=True, slots=True)
class Clipping:
    """Items that have been copied, around the hex (0, 0) of a plane of their own. `orientation` is that of their sheets."""

    items: tuple[Loose, ...]
    orientation: str = "columns"


ClippingSteps = Generator[tuple[int, int], None, Clipping]
"""A clipping in the making, in slices that say how far they have come."""


@dataclass(frozen=True, slots=True)
class Pasted:
    """What comes of putting a clipping down: the edit, how many items would fall off the map and are left out, and how many
    zones are without the hexes that would."""

    edit: ChangeItems
    left_out: int
    cut: int = 0


def copied(box: GameBox, refs: Iterable[ItemRef]) -> str:
    """Items as a text. Raises WrongUse when there are none."""
    return text_of(clipped(box, refs))


def clipped(box: GameBox, refs: Iterable[ItemRef]) -> Clipping:
    """Items as a clipping: what `read_clipping` reads from the text of them. Raises WrongUse when there are none."""
    return finish(clipped_steps(box, refs))


def clipped_steps(box: GameBox, refs: Iterable[ItemRef]) -> ClippingSteps:
    """The same in slices."""
    refs = tuple(refs)
    wanted, total = ordered(box, refs), len(refs)
    wholes = yield from marked(sewn_items_steps(box, wanted), (0, total))
    if not wholes:
        raise WrongUse("Nothing is selected that could be copied.")
    back = yield from marked(middle_hex_steps(box, refs), (0, total))
    motion = Motion(steps=(-back.q, -back.r))
    items: list[Loose] = []
    for number, whole in enumerate(wholes):
        if number % SLICE == SLICE - 1:
            yield number, total
        there = whole.loose.moved(motion)
        items.append(replace(there, item=replace(there.item, place=NOWHERE)))
    return Clipping(tuple(items), box.sheets[0].frame.orientation)


def text_of(clipping: Clipping) -> str:
    """The text of a clipping."""
    head = {_HEADER: _KIND, "version": _VERSION, "orientation": clipping.orientation}
    return json.dumps({**head, "items": [_written(each) for each in clipping.items]}, ensure_ascii=False)


def origin_of(box: GameBox, refs: Iterable[ItemRef]) -> Hex:
    """The hex onto which a copy of items has to be put to lie where they are."""
    return middle_hex(box, refs)


def read_clipping(text: str) -> Clipping:
    """The items in a text. Raises WrongUse, which says what is wrong and where."""
    return finish(read_steps(text))


def read_steps(text: str) -> ClippingSteps:
    """The same in slices."""
    if len(text) > MOST_CHARACTERS:
        raise WrongUse("What is to be pasted is too long to be items copied from a map.")
    try:
        # Numbers that are no numbers would pass every comparison with a bound.
        given = json.loads(text, parse_constant=lambda word: _wrong("", f"{word} is no number"))
    except (ValueError, RecursionError):
        raise WrongUse("What is to be pasted is no copy of items from a map.") from None
    if not isinstance(given, dict) or given.get(_HEADER) != _KIND:
        raise WrongUse("What is to be pasted is no copy of items from a map.")
    if given.get("version") != _VERSION:
        raise WrongUse("What is to be pasted was copied by another version of the program, which writes it differently.")
    orientation = _one_of("orientation", given.get("orientation"), ("columns", "rows"))
    items = given.get("items")
    if not isinstance(items, list) or not items:
        raise WrongUse("What is to be pasted holds no items.")
    read: list[Loose] = []
    for number, each in enumerate(items, start=1):
        if number % SLICE == 0:
            yield number, len(items)
        read.append(_read(f"item {number}", each))
    return Clipping(tuple(read), orientation)


def pasted(box: GameBox, terrain: Mapping[str, Terrain], clipping: Clipping, onto: Hex, turns: int, mirrored: bool) -> Pasted:
    """Puts a clipping down with its middle on a hex, turned by sixths counter-clockwise in the plane.

    Raises WrongUse when it names terrain that is unknown here, or when all of it would fall off the map.
    """
    return finish(pasted_steps(box, terrain, clipping, onto, turns, mirrored))


def pasted_steps(
    box: GameBox, terrain: Mapping[str, Terrain], clipping: Clipping, onto: Hex, turns: int, mirrored: bool
) -> Generator[tuple[int, int], None, Pasted]:
    """The same in slices that say how far they have come."""
    check_terrain(clipping, terrain)
    total = len(clipping.items)
    sheets, keys = Sheets(box), NewKeys(box)
    changes: dict[ItemRef, Item | None] = {}
    left_out = cut = 0
    motion = _stamping(box, clipping, onto, turns, mirrored)
    for number, each in enumerate(clipping.items):
        if number % SLICE == SLICE - 1:
            yield number, total
        loose = each.moved(motion)
        pieces = sheets.landed(loose)
        left_out += not pieces
        cut += 0 < sum(len(item.cells) for _, _, item in pieces if isinstance(item, Zone)) < len(set(loose.hexes))
        for placed, cell, item in pieces:
            changes[keys.ref(placed.file, loose.section, cell)] = kept(item)
    if not changes:
        raise WrongUse("All of what is to be pasted would lie off the map.")
    edit = ChangeItems.as_kept(f"Paste {counted(changes)}", changes)
    return Pasted((yield from marked(over_seams_steps(box, edit), (total, total))), left_out, cut)


def stamped(box: GameBox, clipping: Clipping, onto: Hex, turns: int, mirrored: bool) -> tuple[Loose, ...]:
    """The items of a clipping where they would come to lie.

    On a map of the other orientation hexes stay neighbours; what is seen is turned by a right angle instead of mirrored.
    """
    motion = _stamping(box, clipping, onto, turns, mirrored)
    return tuple(each.moved(motion) for each in clipping.items)


def _stamping(box: GameBox, clipping: Clipping, onto: Hex, turns: int, mirrored: bool) -> Motion:
    other = clipping.orientation != box.sheets[0].frame.orientation
    return Motion(turns=turns, mirrored=mirrored != other, steps=(onto.q, onto.r))


def check_terrain(clipping: Clipping, terrain: Mapping[str, Terrain]) -> None:
    """Raises WrongUse when a clipping names terrain that is unknown here."""
    for each in clipping.items:
        name = getattr(each.item, "terrain", "") or getattr(each.item, "feature", "")
        fitting = FITTING.get(each.section)
        # Boxes may draw what no chart knows; only where there is a chart can a name be wrong.
        if fitting is None or not name or not terrain:
            continue
        known = terrain.get(name)
        if known is None or known.kind not in fitting:
            allowed = [other.id for other in terrain.values() if other.kind in fitting]
            raise WrongUse(
                f'The terrain "{name}" of what is to be pasted is unknown in this box for {each.section}.'
                f"{did_you_mean(name, allowed)} Add it to the terrain of the box first."
            )


# Writing ---------------------------------------------------------------------------------------------------------------


def _written(loose: Loose) -> dict[str, object]:
    out: dict[str, object] = {"section": loose.section}
    if loose.place is not None:
        out["hex"] = [loose.place.q, loose.place.r]
    for each in fields(loose.item):
        value = getattr(loose.item, each.name)
        if each.name == "place" or value == each.default:
            continue
        # JSON writes tuples as lists.
        out[each.name] = _plain(value)
    return out


def _plain(value: object) -> object:
    match value:
        case Fraction():
            return str(value)
        case frozenset():
            return sorted(value)
        case _:
            return value


# Reading ---------------------------------------------------------------------------------------------------------------


def _wrong(where: str, what: str) -> NoReturn:
    raise WrongUse(f"What is to be pasted cannot be read{f' at {where}' if where else ''}: {what}.")


def _one_of(where: str, value: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise WrongUse(
            f'What is to be pasted cannot be read at {where}: "{value}" is unknown.{did_you_mean(str(value), allowed)}'
        )
    return value


def _number(where: str, value: object, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or not least <= value <= most:
        _wrong(where, f"a number from {least:,} to {most:,} is wanted")
    return float(value)


def _height(where: str, value: object) -> Fraction:
    try:
        height = Fraction(value) if isinstance(value, str) and len(value) < 40 else None
    except (ValueError, ZeroDivisionError):
        height = None
    if height is None or not LEAST_HEIGHT <= height <= MOST_HEIGHT:
        _wrong(where, f"a height from {LEAST_HEIGHT:,} to {MOST_HEIGHT:,} m is wanted")
    return height


def _text(where: str, value: object) -> str:
    if not isinstance(value, str):
        _wrong(where, "a text is wanted")
    return whole_text(value)


def _list(where: str, value: object, least: int) -> list[object]:
    if not isinstance(value, list) or len(value) < least:
        _wrong(where, f"a list of at least {least} is wanted")
    return value


def _point(where: str, value: object) -> Point:
    x, y = (_number(where, each, -FARTHEST, FARTHEST) for each in _pair(where, value))
    return x, y


def _pair(where: str, value: object) -> list[object]:
    if not isinstance(value, list) or len(value) != 2:
        _wrong(where, "a pair of numbers is wanted")
    return value


def _cell(where: str, value: object) -> Cell:
    pair = _pair(where, value)
    if any(isinstance(each, bool) or not isinstance(each, int) or abs(each) > FARTHEST for each in pair):
        _wrong(where, "a hex is two whole numbers")
    return cast("Cell", tuple(pair))


def _line(where: str, value: object) -> Points:
    return tuple(_point(where, each) for each in _list(where, value, 2))


def _ring(where: str, value: object) -> Points:
    line = tuple(_point(where, each) for each in _list(where, value, 4))
    if line[0] != line[-1]:
        _wrong(where, "an outline returns to its first point")
    return line


def _between(where: str, value: object) -> tuple[Cell, Cell]:
    first, second = (_cell(where, each) for each in _pair(where, value))
    if Hex(*first).distance(Hex(*second)) != 1:
        _wrong(where, "a hexside lies between two adjacent hexes")
    return first, second


_READERS: Mapping[str, Callable[[str, object], object]] = {
    "height": _height,
    "line": _line,
    "kind": _text,
    "high": lambda where, value: _one_of(where, value, ("left", "right")),
    "source": lambda where, value: _one_of(where, value, ("elevation",)),
    "terrain": _text,
    "feature": _text,
    "shape": lambda where, value: tuple(_ring(where, each) for each in _list(where, value, 1)),
    "between": _between,
    "cells": lambda where, value: frozenset(_cell(where, each) for each in _list(where, value, 1)),
    "at": _point,
    "text": _text,
    "size": lambda where, value: _number(where, value, float(LEAST_SIZE), MOST_SIZE),
    "angle": lambda where, value: _number(where, value, -360, 360),
    "name": _text,
    "side": _text,
    "note": _text,
}

_WORDS: Mapping[Section, tuple[str, ...]] = {"contours": ("solid", "broken"), "zones": get_args(ZoneKind)}


def _read(where: str, given: object) -> Loose:
    if not isinstance(given, dict):
        _wrong(where, "an item is wanted")
    section = cast("Section", _one_of(f"{where}, section", given.get("section"), SECTIONS))
    kind = _KINDS[section]
    known = {each.name: each for each in fields(kind) if each.name != "place"}
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name in ("section", "hex"):
            continue
        if name not in known:
            _one_of(where, name, tuple(known))
        values[name] = _READERS[name](f"{where}, {name}", value)
        if name == "kind":
            _one_of(f"{where}, kind", value, _WORDS[section])
    place = Hex(*_cell(f"{where}, hex", given.get("hex"))) if section == "hexes" else None
    try:
        return Loose(section, kind(**values), place)
    except TypeError:
        missing = [name for name, each in known.items() if name not in values and _is_needed(kind, name)]
        _wrong(where, f"it does not say its {' and '.join(missing)}")


def _is_needed(kind: type[Item], name: str) -> bool:
    each = next(each for each in fields(kind) if each.name == name)
    return each.default is MISSING and each.default_factory is MISSING
