"""Areas of free outline cut along hexsides: polygons minus hexes."""

from collections.abc import Collection
from dataclasses import replace
from itertools import count
from types import MappingProxyType

import shapely

from core.geometry.hexes import Hex
from core.geometry.layout import corners, to_plane
from core.model.box import GameBox
from core.model.edits.map_edits import ChangeItems, settled_shape
from core.model.maps import Area, Item, ItemRef

LEAST_AREA = 1e-4
"""Square hexes; a smaller piece is what rounding leaves over, and is dropped."""


def without_hexes(box: GameBox, refs: Collection[ItemRef], hexes: Collection[Hex]) -> ChangeItems:
    """Areas without what of them lies in some hexes. The largest piece keeps the key of the area; areas that are no more, and
    what is no area, are left out."""
    taken = shapely.union_all([shapely.Polygon([to_plane(corner) for corner in corners(place)]) for place in hexes])
    free: dict[str, count[int]] = {}
    changes: dict[ItemRef, Item | None] = {}
    for ref in sorted(refs, key=lambda each: (each.sheet, each.key)):
        area = box.item(ref)
        if not isinstance(area, Area):
            continue
        placed = box.sheet(ref.sheet)
        rings = [[placed.frame.to_plane(point) for point in ring] for ring in area.shape]
        rest = shapely.make_valid(shapely.Polygon(rings[0], rings[1:])).difference(taken)
        pieces = [part for part in shapely.get_parts(rest) if isinstance(part, shapely.Polygon) and part.area >= LEAST_AREA]
        pieces.sort(key=lambda part: part.area, reverse=True)
        changes[ref] = None
        keys = free.setdefault(ref.sheet, count(placed.sheet.items("areas").next_key))
        shapes = (
            settled_shape(
                [placed.frame.to_sheet((x, y)) for x, y in ring.coords] for ring in (piece.exterior, *piece.interiors)
            )
            for piece in pieces
        )
        for number, shape in enumerate(filter(None, shapes)):
            own = ItemRef(ref.sheet, "areas", next(keys)) if number else ref
            changes[own] = replace(area, shape=shape)
    return ChangeItems("Erase", MappingProxyType(changes))
