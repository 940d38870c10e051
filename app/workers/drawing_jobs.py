"""Jobs of tools that draw: what needs shapely, or takes too long between two frames."""

from collections.abc import Collection, Generator, Sequence
from typing import Any

from core.analysis.cut_areas import without_hexes
from core.base.errors import WrongUse
from core.geometry.areas import Outline, united, without
from core.geometry.hexes import Hex
from core.model.edits.hex_edits import HexAreas
from core.model.edits.hex_edits import paint_terrain as paint
from core.model.edits.map_edits import ChangeItems
from core.model.maps import ItemRef
from core.model.terrain import Terrain
from core.rules.kernel.progress import Progress


def cut_areas(game: Any, /, refs: Collection[ItemRef], hexes: Collection[Hex]) -> Generator[Progress, None, ChangeItems]:
    """Areas without what of them lies in some hexes."""
    if game is None:
        raise WrongUse("Areas can be cut only while a box is open.")
    yield Progress(0, 1)
    return without_hexes(game.box, refs, hexes)


def cut_outline(game: Any, /, shape: Outline, taken: Sequence[Outline]) -> Generator[Progress, None, tuple[Outline, ...]]:
    """What is left of an outline when others are cut out of it."""
    yield Progress(0, 1)
    return without(shape, taken)


def unite_outlines(game: Any, /, shapes: Sequence[Outline]) -> Generator[Progress, None, tuple[Outline, ...]]:
    """Outlines as one, or as several where they do not touch."""
    yield Progress(0, 1)
    return united(shapes)


def paint_terrain(game: Any, /, terrain: Terrain, hexes: Collection[Hex]) -> Generator[Progress, None, ChangeItems]:
    """Terrain painted in many hexes."""
    if game is None:
        raise WrongUse("Terrain can be painted only while a box is open.")
    yield Progress(0, 1)
    return paint(game.box, terrain, hexes, HexAreas())
