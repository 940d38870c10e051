"""Kinds of terrain as files write them: of a ruleset, of a box, of a map sheet."""

from collections.abc import Mapping
from typing import Any

from core.files.schemas import TerrainItem
from core.files.validation import Reader
from core.model.terrain import Provenance, Terrain, TerrainKind

BOX_CHART = "box.los_heights"
"""The id of every box's own chart; its title is the title of the box."""


def read_terrain(
    reader: Reader, held: dict[str, Any], known: Mapping[str, Terrain] | None, box_title: str, file: str
) -> dict[str, Terrain]:
    """The `terrain` that a box or sheet defines over the ruleset's.

    An item with `kind` is whole: what it leaves out has its preset. One without amends the item of `known` with the same id;
    when `known` is None (no ruleset) such items are left out without a word.
    """
    found: dict[str, Terrain] = {}
    for route, item in reader.items("terrain", held, TerrainItem):
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


def whole_terrain(id_: str, item: TerrainItem, provenance: Provenance | None) -> Terrain:
    """A kind of terrain from an item with `kind`. Without a name it is called by its id.

    >>> whole_terrain("stone-wall", TerrainItem(kind="side"), None).name
    'Stone wall'
    """
    name = item.name or id_.replace("-", " ").capitalize()
    return Terrain(id_, name, TerrainKind(item.kind), item.los_height_m, item.whole_hex, item.sea, provenance)


def same_terrain(one: Terrain, other: Terrain) -> bool:
    """Whether two entries say the same, wherever they come from."""
    return _told(one) == _told(other)


def _told(terrain: Terrain) -> tuple[object, ...]:
    return terrain.id, terrain.name, terrain.kind, terrain.los_height, terrain.whole_hex, terrain.sea


def _amended(base: Terrain, item: TerrainItem, provenance: Provenance) -> Terrain:
    given = item.model_fields_set
    return Terrain(
        base.id,
        item.name or base.name,
        base.kind,
        item.los_height_m if "los_height_m" in given else base.los_height,
        item.whole_hex if "whole_hex" in given else base.whole_hex,
        item.sea if "sea" in given else base.sea,
        provenance,
    )
