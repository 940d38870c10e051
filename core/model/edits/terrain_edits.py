"""Edits of a box's own chart of terrain, over the chart of its ruleset and palette."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from core.base.errors import WrongUse, did_you_mean
from core.model.box import GameBox
from core.model.edits.map_edits import ChangeBox
from core.model.maps import Section
from core.model.terrain import PATTERNS, Provenance, Terrain, TerrainKind, read_colour, read_cost

BOX_CHART = "box.los_heights"
"""The id of every box's own chart."""

GAME_FILE = "game.yaml"

MOST_HEIGHT = 1_000
"""Metres above the ground, as in files."""

_HEIGHT = re.compile(r"[0-9]{1,4}(?:[.,][0-9]{1,4})?")
_YES, _NO = ("yes", "true", "x", "1"), ("no", "false", "", "-", "0")
_NO_ID = re.compile(r"[^a-z0-9]+")

Chart = Mapping[str, Terrain]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table of terrain: an attribute of `Terrain`, or with `cost` a column of movement costs."""

    id: str
    title: str
    cost: bool = False


COLUMNS = (
    Column("name", "Name"),
    Column("kind", "Drawn as"),
    Column("colour", "Colour"),
    Column("pattern", "Pattern"),
    Column("los_height", "LOS height (m)"),
    Column("whole_hex", "Whole hex"),
    Column("combat_class", "Combat class"),
)


def shown(terrain: Terrain, column: Column) -> str:
    """What a cell of the table says."""
    if column.cost:
        return terrain.costs.get(column.id, "")
    value = getattr(terrain, column.id)
    if isinstance(value, TerrainKind):
        return value.value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return f"{float(value):.4f}".rstrip("0").rstrip(".")
    return "" if value is None else str(value)


def with_value(terrain: Terrain, column: Column, text: str) -> Terrain:
    """The terrain after something was typed into a cell. Raises WrongUse, which says what is allowed there."""
    given = text.strip()
    try:
        if column.cost:
            costs = {**terrain.costs, column.id: read_cost(given)} if given else {**terrain.costs}
            if not given:
                costs.pop(column.id, None)
            return replace(terrain, costs=MappingProxyType(costs))
        return _WITH[column.id](terrain, given)
    except WrongUse as problem:
        said = str(problem)
        raise WrongUse(said if said.startswith(terrain.name) else f"{terrain.name}: {column.title} {said}") from problem


def _with_name(terrain: Terrain, text: str) -> Terrain:
    if not text:
        raise WrongUse("must not be empty.")
    return replace(terrain, name=text)


def _with_kind(terrain: Terrain, text: str) -> Terrain:
    words = [kind.value for kind in TerrainKind]
    if text not in words:
        raise WrongUse(f'cannot be "{text}".{did_you_mean(text, words)}')
    kind = TerrainKind(text)
    if kind is TerrainKind.PATH and terrain.los_height:
        raise WrongUse('cannot be "path" while there is a LOS height; a path has none.')
    return replace(terrain, kind=kind)


def _with_colour(terrain: Terrain, text: str) -> Terrain:
    return replace(terrain, colour=read_colour(text))


def _with_pattern(terrain: Terrain, text: str) -> Terrain:
    if text and text not in PATTERNS:
        raise WrongUse(f'cannot be "{text}".{did_you_mean(text, PATTERNS)}')
    return replace(terrain, pattern=text)


def _with_height(terrain: Terrain, text: str) -> Terrain:
    if not text:
        return replace(terrain, los_height=None)
    height = Fraction(text.replace(",", ".")) if _HEIGHT.fullmatch(text) else None
    if height is None or height > MOST_HEIGHT:
        raise WrongUse(f'must be a number from 0 to {MOST_HEIGHT:,} m, not "{text}".')
    if height and terrain.kind is TerrainKind.PATH:
        raise WrongUse("cannot be given to a path; draw it as an area, or along hexsides as a side.")
    return replace(terrain, los_height=height)


def _with_whole_hex(terrain: Terrain, text: str) -> Terrain:
    word = text.casefold()
    if word not in (*_YES, *_NO):
        raise WrongUse(f'must be yes or no, not "{text}".')
    return replace(terrain, whole_hex=word in _YES)


def _with_class(terrain: Terrain, text: str) -> Terrain:
    return replace(terrain, combat_class=text)


_WITH = {
    "name": _with_name,
    "kind": _with_kind,
    "colour": _with_colour,
    "pattern": _with_pattern,
    "los_height": _with_height,
    "whole_hex": _with_whole_hex,
    "combat_class": _with_class,
}


def used(box: GameBox, id_: str) -> Counter[tuple[str, Section]]:
    """How often a kind of terrain is drawn, by the letter (or id) of the sheet and its section."""
    found: Counter[tuple[str, Section]] = Counter()
    for placed in box.sheets:
        sheet, name = placed.sheet, placed.letter or placed.sheet.id
        found[name, "areas"] += sum(each.terrain == id_ for each in sheet.areas)
        found[name, "hexes"] += sum(each.terrain == id_ for each in sheet.hexes.values())
        found[name, "paths"] += sum(each.feature == id_ for each in sheet.paths)
        found[name, "sides"] += sum(each.feature == id_ for each in sheet.sides)
    return +found


def used_ids(box: GameBox) -> frozenset[str]:
    """Every kind of terrain that is drawn."""
    sheets = [placed.sheet for placed in box.sheets]
    found: set[str] = set()
    for sheet in sheets:
        found.update(each.feature for each in sheet.paths)
        found.update(each.feature for each in sheet.sides)
        found.update(each.terrain for each in sheet.areas)
        found.update(each.terrain for each in sheet.hexes.values())
    return frozenset(found)


def put_terrain(box: GameBox, changed: Iterable[Terrain], label: str = "") -> ChangeBox:
    """The edit that makes some kinds of terrain the box's own.

    Raises WrongUse when one of them would be drawn otherwise than it is used on the maps.
    """
    own = dict(box.terrain)
    names = []
    for terrain in changed:
        names.append(terrain.name)
        own[terrain.id] = replace(terrain, provenance=Provenance(BOX_CHART, box.title, "box", GAME_FILE))
    said = label or f"Change terrain {names[0] if len(names) == 1 else f'of {len(names)} kinds'}"
    return _changed(box, own, said)


def check_kind(box: GameBox, before: Terrain, after: Terrain) -> None:
    """Raises WrongUse when a kind of terrain that is on the maps would be drawn otherwise."""
    if before.kind is not after.kind and used(box, before.id):
        raise WrongUse(
            f"{before.name} is drawn as {before.kind.value} on the maps ({where_used(box, before.id)}) and stays so."
        )


def add_terrain(box: GameBox, chart: Chart, name: str, kind: TerrainKind) -> tuple[str, ChangeBox]:
    """The id of a new kind of terrain of the box, and the edit that adds it. Raises WrongUse for a name that is taken."""
    given = name.strip()
    if not given:
        raise WrongUse("A kind of terrain needs a name.")
    known = {**chart, **box.terrain}
    if any(each.name.casefold() == given.casefold() for each in known.values()):
        raise WrongUse(f'There is already a kind of terrain called "{given}".')
    stem = _NO_ID.sub("-", given.lower()).strip("-") or "terrain"
    number = 1
    id_ = stem
    while id_ in known:
        number += 1
        id_ = f"{stem}-{number}"
    return id_, put_terrain(box, [Terrain(id_, given, kind)], f"Add terrain {given}")


def reset_terrain(box: GameBox, chart: Chart, id_: str) -> ChangeBox:
    """The edit that takes back what the box says of a kind: it is as the ruleset and the palette have it, or gone.

    Raises WrongUse when the box says nothing of it, and for a kind of the box's own that is on the maps.
    """
    own = box.terrain.get(id_)
    if own is None:
        raise WrongUse("The box says nothing of this kind of terrain; there is nothing to take back.")
    known = chart.get(id_)
    if used(box, id_):
        if known is None:
            raise WrongUse(f"{own.name} is on the maps and cannot go: {where_used(box, id_)}.")
        check_kind(box, own, known)
    rest = {key: each for key, each in box.terrain.items() if key != id_}
    return _changed(box, rest, f"{'Delete' if known is None else 'Reset'} terrain {own.name}")


def choose_palette(box: GameBox, before: Chart, after: Chart, palette: str) -> ChangeBox:
    """The edit that puts another palette under the box's own chart.

    What is on the maps and is not the same kind of drawing there becomes the box's own, so that nothing on the maps is lost.
    """
    own = dict(box.terrain)
    for id_ in used_ids(box):
        old, new = before.get(id_), after.get(id_)
        if id_ not in own and old is not None and (new is None or new.kind is not old.kind):
            own[id_] = old
    made = _changed(box, own, "Choose terrain palette")
    return replace(made, head=replace(made.head, palette=palette))


def where_used(box: GameBox, id_: str) -> str:
    """Where a kind of terrain is drawn, for people: "2 areas and 1 hex on map A"; empty for nowhere.

    At most the first four sheets are named.
    """
    by_sheet: dict[str, list[str]] = {}
    for (sheet, section), count in used(box, id_).items():
        one = {"areas": "area", "hexes": "hex", "paths": "path", "sides": "hexside"}[section]
        many = {"areas": "areas", "hexes": "hexes", "paths": "paths", "sides": "hexsides"}[section]
        by_sheet.setdefault(sheet, []).append(f"{count} {one if count == 1 else many}")
    said = [f"{' and '.join(parts)} on map {sheet}" for sheet, parts in list(by_sheet.items())[:4]]
    return ", ".join(said) + (", …" if len(by_sheet) > 4 else "")


def _changed(box: GameBox, own: Mapping[str, Terrain], label: str) -> ChangeBox:
    return ChangeBox(label, replace(box.head, terrain=MappingProxyType(dict(own))))
