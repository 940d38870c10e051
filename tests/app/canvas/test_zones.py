from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QColor

from app.canvas.layers import LayerState
from app.canvas.scene_map import SceneMap
from app.canvas.transform import HEX
from core.model.maps import Cell, Zone, ZoneKind
from tests.app.canvas.pictures import Pixels, paint
from tests.app.canvas.test_scene_map import bare_sheet
from tests.app.conftest import box_of

KINDS: tuple[ZoneKind, ...] = ("setup", "entry", "exit", "other")


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
