"""Kinds of terrain as files write them: of a ruleset, of a box, of a map sheet."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from core.files.schemas import TerrainItem
from core.files.strict_yaml import Route
from core.files.validation import Reader
from core.model.terrain import Provenance, Terrain, TerrainKind, read_cost

BOX_CHART = "box.los_heights"
"""The id of every box's own chart; its title is the title of the box."""


_AMENDABLE: Mapping[str, str] = MappingProxyType(
    {
        "los_height_m": "los_height",
        "whole_hex": "whole_hex",
        "sea": "sea",
        "colour": "colour",
        "pattern": "pattern",
        "combat_class": "combat_class",
        "note": "note",
    }
)
"""Keys of an item that amend a kind of terrain where they are given, and its attributes."""


def read_terrain(
    reader: Reader, held: dict[str, Any], known: Mapping[str, Terrain] | None, box_title: str, file: str
) -> dict[str, Terrain]:
    """The `terrain` that a box or sheet defines over the ruleset's.

    An item with `kind` is whole: what it leaves out has its preset. One without amends the item of `known` with the same id;
    when `known` is None (no ruleset) such items are left out without a word.
    """
    found: dict[str, Terrain] = {}
    for route, item in terrain_items(reader, held):
        id_ = str(route[-1])
        provenance = Provenance(BOX_CHART, box_title, "box", item.source or file)
        if item.kind is not None:
            found[id_] = whole_terrain(id_, item, provenance)
        elif known is not None and id_ in known:
            found[id_] = _amended(known[id_], item, provenance)
        elif known is not None:
            allowed = ", ".join(kind.value for kind in TerrainKind)
            reader.report(route, f'"{id_}" is new to the ruleset; say its "kind". Allowed: {allowed}.', at_key=True)
        read = found.get(id_)
        if read is not None and read.kind is TerrainKind.PATH and read.los_height:
            del found[id_]
            text = f'"{id_}" is a path and cannot have a LOS height; draw it as an area, or along hexsides as a side.'
            reader.report((*route, "los_height_m"), text, at_key=True)
    return found


def terrain_items(reader: Reader, held: dict[str, Any]) -> Iterator[tuple[Route, TerrainItem]]:
    """The good items of a file's `terrain`. Costs are as they are written, for +2 without quotes is more than the number 2."""
    for route, item in reader.items("terrain", held, TerrainItem):
        written = {column: read_cost(reader.document.text((*route, "costs", column))) for column in item.costs}
        yield route, item.model_copy(update={"costs": written})


def whole_terrain(id_: str, item: TerrainItem, provenance: Provenance | None) -> Terrain:
    """A kind of terrain from an item with `kind`. Without a name it is called by its id.

    >>> whole_terrain("stone-wall", TerrainItem(kind="side"), None).name
    'Stone wall'
    """
    name = item.name or id_.replace("-", " ").capitalize()
    return Terrain(
        id_,
        name,
        TerrainKind(item.kind),
        item.los_height_m,
        item.whole_hex,
        item.sea,
        provenance,
        item.colour,
        item.pattern,
        item.combat_class,
        MappingProxyType(dict(item.costs)),
        item.note,
    )


def same_terrain(one: Terrain, other: Terrain) -> bool:
    """Whether two entries say the same, wherever they come from."""
    return replace(one, provenance=None) == replace(other, provenance=None)


def _amended(base: Terrain, item: TerrainItem, provenance: Provenance) -> Terrain:
    """What the item says over what was known; of costs, column by column."""
    said: dict[str, Any] = {
        attribute: getattr(item, key) for key, attribute in _AMENDABLE.items() if key in item.model_fields_set
    }
    costs = MappingProxyType({**base.costs, **item.costs})
    return replace(base, **said, name=item.name or base.name, costs=costs, provenance=provenance)
