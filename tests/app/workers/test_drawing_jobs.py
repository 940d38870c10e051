"""Jobs of tools that draw are registered, do what the pure functions do, and need an open box."""

from types import SimpleNamespace

import pytest

from app.workers.jobs import start
from core.analysis.cut_areas import without_hexes
from core.base.errors import WrongUse
from core.model.edits.hex_edits import HexAreas, paint_terrain
from core.model.maps import ItemRef
from core.model.terrain import Terrain, TerrainKind

FIELD = Terrain("field", "Field", TerrainKind.AREA)


def result_of(job):
    while True:
        try:
            next(job)
        except StopIteration as end:
            return end.value


def test_the_jobs_give_the_edits_of_the_functions_that_they_run(made_up_box):
    game = SimpleNamespace(box=made_up_box)
    hexes = frozenset(made_up_box.sheets[0].frame.hex(5, 5).within(1))
    painted = result_of(start("paint_terrain", game, terrain=FIELD, hexes=hexes))
    assert painted.items == paint_terrain(made_up_box, FIELD, hexes, HexAreas()).items
    refs = [ItemRef(made_up_box.sheets[0].file, "areas", 1)]
    cut = result_of(start("cut_areas", game, refs=refs, hexes=hexes))
    assert cut.items == without_hexes(made_up_box, refs, hexes).items


@pytest.mark.parametrize(("job", "parameters"), [("paint_terrain", {"terrain": FIELD}), ("cut_areas", {"refs": ()})])
def test_without_a_box_they_are_refused(job, parameters):
    with pytest.raises(WrongUse):
        result_of(start(job, None, hexes=frozenset(), **parameters))
