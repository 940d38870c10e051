from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtGui import QColor

from app.canvas.layers import LayerState
from app.canvas.lettering import Names
from app.canvas.scene_map import SceneMap
from app.canvas.transform import HEX, Span, meets
from app.canvas.zones import Zones
from core.geometry.layout import plane_centre
from core.model.edits.map_edits import ChangeItems
from core.model.maps import Cell, ItemRef, Name, Spot, Zone, ZoneKind
from core.model.work import Work
from tests.app.canvas.pictures import Pixels, paint
from tests.app.canvas.test_scene_map import bare_sheet
from tests.app.conftest import box_of

KINDS: tuple[ZoneKind, ...] = ("setup", "entry", "exit", "sea", "other")


def picture(*zones: Zone, hex_px: float = 60) -> Pixels:
    return paint(SceneMap.whole(box_of(replace(bare_sheet(), zones=zones))), hex_px, LayerState.only("zones"))


def zone(kind: ZoneKind = "setup", cells: frozenset[Cell] = frozenset({(3, 3), (3, 2)}), **words: str) -> Zone:
    return Zone(kind, cells, **words)


def test_kinds_of_zones_tell_themselves_apart_without_colour(qapp: object) -> None:
    inks = [picture(zone(kind))[..., 3].astype(int) for kind in KINDS]
    for k, one in enumerate(inks):
        for other in inks[k + 1 :]:
            assert np.abs(one - other)[(one > 0) | (other > 0)].mean() > 20


def test_name_and_side_of_a_zone_are_written_when_they_can_be_read(qapp: object) -> None:
    for size, differs in ((60, True), (12, False)):
        words, none = picture(zone(name="North", side="Blue"), hex_px=size), picture(zone(), hex_px=size)
        assert (words != none).any() == differs
    assert (picture(zone(name="North", side="Blue")) != picture(zone(name="North", side="Red"))).any()


def test_a_zone_stays_inside_its_hexes_and_has_no_line_between_them(qapp: object) -> None:
    scene = SceneMap.whole(box_of(replace(bare_sheet(), zones=(zone(),))))
    alpha = paint(scene, 100, LayerState.only("zones"))[..., 3]
    frame = scene.box.sheets[0].frame
    (ax, ay), (bx, by) = (scene.transform.centre(frame.hex(*cell)) for cell in ((3, 3), (3, 2)))
    middle = round((ax + bx) / 2 - scene.bounds[0]), round((ay + by) / 2 - scene.bounds[1])
    assert alpha[middle[1] - 3 : middle[1] + 4, middle[0] - 20 : middle[0] + 20].max() < 200
    rows, columns = np.nonzero(alpha)
    assert columns.max() - columns.min() <= HEX * 2 / np.sqrt(3) + 1
    assert rows.max() - rows.min() <= 2 * HEX + 1


@pytest.mark.parametrize("kind", KINDS)
def test_an_outline_is_drawn_upon_a_light_casing(qapp: object, kind: ZoneKind) -> None:
    style = SceneMap(box_of(bare_sheet())).style.zones.kinds[kind]
    assert style.casing is not None and style.casing.colour.lightnessF() > 0.9
    assert QColor(style.line.colour).lightnessF() < 0.45


def spoken(scene: SceneMap) -> list[Span]:
    """Where words of zones stand."""
    (zones,) = scene._by_layer["zones"]
    assert isinstance(zones, Zones)
    return [label.span for label in zones._labels.within((-1e5, -1e5, 1e5, 1e5))]


BLOCK = frozenset((column, row) for column in (2, 3, 4) for row in (2, 3, 4))


def place_names(scene: SceneMap) -> list[Span]:
    (names,) = scene._by_layer["names"]
    assert isinstance(names, Names)
    return list(names.spans_in((-1e5, -1e5, 1e5, 1e5)))


def test_words_of_a_zone_lie_across_no_name_of_a_place(qapp: object) -> None:
    sheet = replace(bare_sheet(), zones=(zone(cells=BLOCK, name="North"),))
    box = box_of(sheet)
    frame = box.sheets[0].frame
    at = frame.to_sheet(plane_centre(frame.hex(3, 3)))
    (at_first,) = spoken(SceneMap.whole(box))
    beside = SceneMap.whole(box_of(replace(sheet, names=(Name("Stonebridge", at),))))
    (aside,), (name,) = spoken(beside), place_names(beside)
    assert meets(at_first, name) and not meets(aside, name)
    (aside,) = spoken(SceneMap.whole(box_of(replace(sheet, spots=(Spot(Fraction(310), at, "Beacon Hill"),)))))
    assert aside != at_first


def test_words_of_a_zone_make_room_for_a_name_that_comes_and_come_back_when_it_goes(qapp: object) -> None:
    empty = box_of(replace(bare_sheet(), zones=(zone(cells=BLOCK, name="North"),)))
    frame, file = empty.sheets[0].frame, empty.sheets[0].file
    there = Name("Stonebridge", frame.to_sheet(plane_centre(frame.hex(3, 3))))
    edit = ChangeItems("Name", {ItemRef(file, "names", 0): there})
    full = edit.apply(Work(empty)).box
    touched = edit.touched(Work(empty))
    scene = SceneMap.whole(empty)
    (first,) = spoken(scene)
    for box, wanted in ((full, spoken(SceneMap.whole(full))), (empty, [first])):
        scene.change(box, touched)
        assert spoken(scene) == wanted


def test_words_of_a_zone_at_the_edge_stay_on_the_sheet(qapp: object) -> None:
    box = box_of(replace(bare_sheet(), zones=(zone(cells=frozenset({(1, 1)}), name="The roads far out in the west"),)))
    scene = SceneMap.whole(box)
    (words,) = spoken(scene)
    left, top, right, bottom = scene.edges[0]
    assert left <= words[0] and top <= words[1] and words[2] <= right and words[3] <= bottom


def test_words_of_two_zones_in_the_same_hexes_lie_apart(qapp: object) -> None:
    sheet = replace(bare_sheet(), zones=(zone(cells=BLOCK, name="North"), zone("entry", cells=BLOCK, name="Way in")))
    one, other = spoken(SceneMap.whole(box_of(sheet)))
    assert not meets(one, other)
