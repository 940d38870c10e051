"""The view follows edits: what it shows then is what a new view would show, and little of it is painted anew."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QPainter
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.canvas.cels import Part
from app.canvas.layers import Exposure
from app.canvas.measure import warm_up
from app.canvas.scene_map import MOST_ITEMS, SceneMap
from app.canvas.view import MapView
from core.model.box import GameBox
from core.model.edits.edit import Aspect, Edit, Touched
from core.model.edits.map_edits import ChangeBox, ChangeItems, ChangeSheet
from core.model.maps import Contour, HexContent, ItemRef, Spot
from core.model.terrain import Terrain, TerrainKind
from core.model.work import Work
from tests.app.canvas.pictures import Pixels, changed, pixels
from tests.app.canvas.random_edits import random_edit, with_files
from tests.app.conftest import box_of, made_up_sheet


@pytest.fixture(scope="module")
def box(qapp: object) -> GameBox:
    return with_files(box_of(made_up_sheet(10, 8)))


def open_view(box: GameBox, hex_px: float) -> MapView:
    view = MapView()
    view.resize(620, 540)
    view.show_map(SceneMap.whole(box))
    look_at(view, hex_px)
    return view


def put_away(view: MapView) -> None:
    """Lets go of a view and its pictures; those of all examples together would fill the memory."""
    view.close()
    delete(view)


def look_at(view: MapView, hex_px: float) -> None:
    view.set_hex_px(hex_px)
    view.centre_on(view.map.box.hex("05.04"))  # type: ignore[union-attr]


def shown(view: MapView) -> Pixels:
    warm_up(view)
    return pixels(view.viewport().grab().toImage())


def edit_in(view: MapView, edit: Edit) -> Touched:
    assert view.map is not None
    work = Work(view.map.box)
    touched = edit.touched(work)
    view.follow(edit.apply(work).box, touched)
    return touched


@given(seed=st.integers(0, 10**6))
@settings(max_examples=6, deadline=None)
def test_after_edits_the_view_shows_what_a_new_view_would(box: GameBox, seed: int) -> None:
    dice = random.Random(seed)
    view = open_view(box, dice.choice((12.0, 40.0, 90.0)))
    shown(view)
    for _ in range(4):
        edit_in(view, random_edit(view.map.box, dice))  # type: ignore[union-attr]
        again = open_view(view.map.box, view.hex_px)  # type: ignore[union-attr]
        assert not changed(shown(view), shown(again)).any()
        put_away(again)
    put_away(view)


def test_a_small_edit_paints_a_small_part_anew_in_one_frame(qtbot: QtBot, box: GameBox) -> None:
    view = open_view(box, 90.0)
    qtbot.addWidget(view)
    shown(view)
    asked = listened(view)
    edit_in(view, ChangeItems("Add", MappingProxyType({ItemRef("0.map.yaml", "spots", 99): Spot(Fraction(7), (4.0, 4.0))})))
    frames = warm_up(view)
    assert frames <= 2
    assert 0 < max(asked.values()) < 0.015 * area(view.map.bounds)  # type: ignore[union-attr]


def test_an_edit_of_one_layer_leaves_those_under_and_over_the_hexes_unpainted(qtbot: QtBot, box: GameBox) -> None:
    view = open_view(box, 90.0)
    qtbot.addWidget(view)
    shown(view)
    asked = listened(view)
    edit_in(view, ChangeItems("Paint", MappingProxyType({ItemRef("0.map.yaml", "hexes", (6, 5)): HexContent("town")})))
    shown(view)
    assert asked["hexes"] > 0 and asked["buildings"] > 0
    assert asked["areas"] == 0 and asked["grid"] == 0


def listened(view: MapView) -> Counter[str]:
    """How much of the map each layer is asked to paint from now on, in square scene units."""
    asked: Counter[str] = Counter()
    source, parts = view._source, view._source.parts

    def heard(part: Part, painter: QPainter, exposure: Exposure) -> None:
        asked.update(dict.fromkeys(part.layers, area(exposure.span)))
        part.paint(painter, exposure)

    source.parts = lambda: tuple(part._replace(paint=partial(heard, part)) for part in parts())  # type: ignore[method-assign]
    view._sheet.cels._parts = source.parts  # type: ignore[union-attr]
    return asked


def area(span: tuple[float, float, float, float]) -> float:
    return (span[2] - span[0]) * (span[3] - span[1])


def test_an_edit_that_changes_nothing_drawn_paints_nothing(qtbot: QtBot, box: GameBox) -> None:
    view = open_view(box, 60.0)
    qtbot.addWidget(view)
    shown(view)
    painted = view.allowance.painted
    edit_in(view, ChangeBox("Retitle", replace(box.head, title="Other hills")))
    warm_up(view)
    assert view.allowance.painted == painted
    assert view.map is not None and view.map.box.title == "Other hills"


def test_other_terrain_is_drawn_anew_between_frames_while_the_old_picture_stays(qtbot: QtBot, box: GameBox) -> None:
    view = open_view(box, 40.0)
    qtbot.addWidget(view)
    before = shown(view)
    pit = Terrain("gravel-pit", "Gravel pit", TerrainKind.AREA, colour="#4040ff", pattern="hatch")
    edit = ChangeBox("Colour", replace(box.head, terrain=MappingProxyType({"gravel-pit": pit})))
    with qtbot.waitSignal(view.prepared):
        assert edit_in(view, edit).aspects == {Aspect.TERRAIN}
        assert not changed(before, shown(view)).any()
    after = shown(view)
    assert changed(before, after).any()
    blue = QColor("#4040ff")
    seen = after[changed(before, after)].astype(int)
    assert (seen[:, 0] > seen[:, 2] + 40).sum() > 100 and blue.isValid()


def test_edits_that_come_while_a_map_is_prepared_are_taken_over_at_its_end(qtbot: QtBot, box: GameBox) -> None:
    view = MapView()
    qtbot.addWidget(view)
    view.resize(620, 540)
    with qtbot.waitSignal(view.prepared):
        view.show_map(SceneMap(box))
        for key in (90, 91):
            ref = ItemRef("0.map.yaml", "spots", key)
            edit_in_box = ChangeItems("Add", MappingProxyType({ref: Spot(Fraction(key), (key - 86.0, 3.0))}))
            box = edit_in_box.apply(Work(box)).box
            view.follow(box, Touched(items=frozenset({ref})))
    look_at(view, 40.0)
    assert view.map is not None and view.map.box is box
    assert not changed(shown(view), shown(open_view(box, view.hex_px))).any()


def test_another_contour_interval_and_very_many_items_are_drawn_anew_too(qtbot: QtBot, box: GameBox) -> None:
    view = open_view(box, 20.0)
    qtbot.addWidget(view)
    head = replace(box.sheets[0].sheet.head, contour_interval=Fraction(10))
    with qtbot.waitSignal(view.prepared):
        edit_in(view, ChangeSheet("Interval", "0.map.yaml", head))
    fresh = open_view(view.map.box, view.hex_px)  # type: ignore[union-attr]
    assert not changed(shown(view), shown(fresh)).any()
    many = {ItemRef("0.map.yaml", "spots", 100 + k): Spot(Fraction(k), (k % 9, k // 60)) for k in range(MOST_ITEMS + 1)}
    with qtbot.waitSignal(view.prepared):
        edit_in(view, ChangeItems("Scatter", MappingProxyType(many)))
    fresh = open_view(view.map.box, view.hex_px)  # type: ignore[union-attr]
    assert not changed(shown(view), shown(fresh)).any()


def test_the_bands_of_elevation_come_with_the_first_contour_of_a_sheet(qtbot: QtBot, box: GameBox) -> None:
    from core.analysis.relief_raster import relief_raster
    from core.base.steps import finish

    raster = finish(relief_raster(box))
    placed = box.sheets[0]
    flat = replace(box, sheets=(replace(placed, sheet=replace(placed.sheet, contours=())),))
    view = open_view(flat, 40.0)
    qtbot.addWidget(view)
    view.show_relief(raster)
    before = shown(view)
    line = ((0.5, 0.5), (1.5, 0.5))
    edit_in(view, ChangeItems("Draw", MappingProxyType({ItemRef("0.map.yaml", "contours", 1): Contour(Fraction(20), line)})))
    assert changed(before, shown(view)).mean() > 0.2


def test_a_brush_stroke_over_hexes_keeps_the_rims_of_their_neighbours_right(qtbot: QtBot, box: GameBox) -> None:
    view = open_view(box, 40.0)
    qtbot.addWidget(view)
    shown(view)
    for cells in ([(2, 2), (3, 2), (4, 2)], [(3, 3), (3, 1)], [(3, 2)]):
        changes = {ItemRef("0.map.yaml", "hexes", cell): HexContent("town") for cell in cells}
        edit_in(view, ChangeItems("Paint", MappingProxyType(changes)))
    edit_in(view, ChangeItems("Erase", MappingProxyType({ItemRef("0.map.yaml", "hexes", (3, 2)): None})))
    assert not changed(shown(view), shown(open_view(view.map.box, view.hex_px))).any()  # type: ignore[union-attr]
