"""Maps that are shown no more are let go of between frames, and nothing of them is left but one that may be wanted again."""

import gc
import random
import weakref
from dataclasses import replace
from types import MappingProxyType

import pytest
from pytestqt.qtbot import QtBot

from app.canvas.layers import Renderer
from app.canvas.looks import NO_TERRAIN
from app.canvas.scene_map import SceneMap
from app.canvas.view import MapView
from core.model.box import GameBox
from core.model.items import Items
from core.model.relief import ReliefRaster
from core.model.terrain import Terrain, TerrainKind
from core.model.work import Work
from tests.app.canvas.pictures import changed, paint
from tests.app.canvas.random_edits import random_edit, with_files
from tests.app.conftest import box_of, made_up_sheet


def held(thing: object, seen: set[int]) -> int:
    """How many things are filed in what a renderer alone holds."""
    if id(thing) in seen:
        return 0
    seen.add(id(thing))
    if type(thing).__name__ in ("Bins", "Squares"):
        return sum(len(getattr(thing, name)) for name in type(thing).__slots__ if isinstance(getattr(thing, name), dict))
    if isinstance(thing, dict):
        return sum(held(each, seen) for each in thing.values())
    if isinstance(thing, Renderer) or type(thing).__name__ in ("_Kind", "_Lines", "Scatter", "Stamps", "LabelPlaces"):
        return sum(held(each, seen) for each in vars(thing).values())
    return 0


def test_a_map_that_is_dismantled_holds_nothing_more(qapp: object) -> None:
    scene = SceneMap.whole(with_files(box_of(made_up_sheet(10, 8))))
    # Of zones and names no map has many.
    many = [each for each in scene._renderers if each.layer not in ("zones", "names")]
    assert sum(held(each, set()) for each in many) > 500
    for _ in scene.dismantle():
        pass
    assert [type(each).__name__ for each in many if held(each, set())] == []


def test_a_view_lets_go_of_the_map_before_without_the_collector(qtbot: QtBot) -> None:
    box = with_files(box_of(made_up_sheet(6, 5)))
    view = MapView()
    qtbot.addWidget(view)
    gc.disable()
    try:
        first, second = SceneMap.whole(box), SceneMap(box)
        gone = weakref.ref(first), weakref.ref(second)
        view.show_map(first)
        view.show_map(second, keep_view=True)
        assert view._source.map is first, "the old picture stays"
        with qtbot.waitSignal(view.prepared):
            view.show_map(SceneMap(box), keep_view=True)
        del first, second
        qtbot.waitUntil(lambda: not any(each() for each in gone))
    finally:
        gc.enable()


def closed(view: MapView, box: GameBox) -> SceneMap:
    """The whole picture of a box that was shown in a view, and is shown no more."""
    scene = SceneMap.whole(box, terrain=WILD)
    view.show_map(scene)
    view.show_map(None)
    return scene


@pytest.fixture
def view(qtbot: QtBot) -> MapView:
    view = MapView()
    qtbot.addWidget(view)
    return view


WILD = MappingProxyType({"wild": Terrain("wild", "Wild", TerrainKind.AREA, colour="#104080")})
RASTER = ReliefRaster(2, 2, 1, (0.0, 0.0, 6.0, 5.0), 0.0, 20.0, 1.0, 30.0, bytes(4), bytes(4))


def test_a_box_that_is_opened_again_has_the_picture_that_edits_have_led_to(view: MapView) -> None:
    dice = random.Random(5)
    work = Work(with_files(box_of(made_up_sheet(10, 8))))
    scene = SceneMap.whole(work.box, terrain=WILD)
    view.show_map(scene)
    for _ in range(6):
        edit = random_edit(work.box, dice)
        touched = edit.touched(work)
        work = edit.apply(work)
        view.follow(work.box, touched, WILD)
    view.show_map(None)
    box = replace(work.box, sheets=tuple(replace(each, sheet=replace(each.sheet)) for each in work.box.sheets))
    again = view.leftovers.picture_of(box, WILD)
    assert again is scene
    assert again.box is box
    assert not changed(paint(again, 20.0), paint(SceneMap.whole(box, terrain=WILD), 20.0)).any()
    edit = random_edit(box, dice)
    after = edit.apply(replace(work, box=box)).box
    again.change(after, edit.touched(replace(work, box=box)))
    for _ in again.catch_up():
        pass
    assert not changed(paint(again, 20.0), paint(SceneMap.whole(after, terrain=WILD), 20.0)).any()


def test_another_box_has_a_picture_of_its_own_and_the_one_kept_goes(view: MapView, qtbot: QtBot) -> None:
    box = with_files(box_of(made_up_sheet(6, 5)))
    (placed,) = box.sheets
    items = placed.sheet.items("areas")
    keyed = replace(placed.sheet, areas=Items.of_keys({key + 7: item for key, item in items.keyed()}))
    assert keyed == placed.sheet
    moved = replace(placed.sheet, names=placed.sheet.names[1:])
    for other, terrain in (
        (replace(box, sheets=(replace(placed, sheet=keyed),)), WILD),
        (replace(box, sheets=(replace(placed, sheet=moved),)), WILD),
        (box, NO_TERRAIN),
    ):
        kept = weakref.ref(closed(view, box))
        assert kept() is not None, "it may be wanted again"
        assert not view.leftovers.picture_of(other, terrain).ready
        qtbot.waitUntil(lambda kept=kept: kept() is None)


def test_a_picture_that_was_not_whole_goes_on_where_it_was_left(view: MapView, qtbot: QtBot) -> None:
    box = with_files(box_of(made_up_sheet(10, 8)))
    scene = SceneMap(box, terrain=WILD)
    steps = scene.build()
    come = [next(steps) for _ in range(30)]
    view.show_map(scene)
    edit = random_edit(box, random.Random(5))
    view.follow(edit.apply(Work(box)).box, edit.touched(Work(box)), WILD)
    view.show_map(None)
    del steps
    again = view.leftovers.picture_of(box, WILD)
    assert again is scene and not again.ready
    assert next(again.build()) >= come[-1] > 0
    with qtbot.waitSignal(view.prepared):
        view.show_map(again)
    assert not changed(paint(again, 20.0), paint(SceneMap.whole(box, terrain=WILD), 20.0)).any()


def test_of_closed_boxes_the_last_picture_is_kept_without_what_lies_in_its_folder(view: MapView) -> None:
    box = with_files(box_of(made_up_sheet(6, 5)))
    first, second = closed(view, box), SceneMap.whole(box, terrain=WILD)
    second.show_relief(RASTER)
    second.scans.show({"0.map.yaml": object()})  # type: ignore[dict-item]
    view.show_map(second)
    view.show_map(None)
    assert view.leftovers.picture_of(box, WILD) is second
    assert (second.relief, dict(second.scans.pyramids)) == (None, {})
    assert view.leftovers.picture_of(box, WILD) not in (first, second), "it is in use now"
