"""Maps that are shown no more are let go of between frames, and nothing of them is left."""

import gc
import weakref

from pytestqt.qtbot import QtBot

from app.canvas.layers import Renderer
from app.canvas.scene_map import SceneMap
from app.canvas.view import MapView
from tests.app.canvas.random_edits import with_files
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
