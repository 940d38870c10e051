"""Contours are seen from afar, and over a scanned sheet."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from app.canvas.layers import LayerState
from app.canvas.scene_map import SceneMap
from core.model.maps import Contour, MapSheet, Underlay
from tests.app.canvas.pictures import Pixels, changed, paint
from tests.app.canvas.test_scene_map import bare_sheet
from tests.app.conftest import box_of


def with_line(sheet: MapSheet) -> MapSheet:
    return replace(sheet, contours=(Contour(Fraction(20), ((0.5, 3.2), (5.5, 3.2))),))


def ink(picture: Pixels) -> float:
    """How dark the darkest pixels of a layer painted on nothing are, 0 to 255 times their cover."""
    light = picture[..., :3].astype(int).mean(axis=2)
    cover = picture[..., 3].astype(int)
    return float(np.sort((cover - light).ravel())[-40:].mean())


@pytest.mark.parametrize("hex_px", [12.0, 20.0, 30.0, 60.0])
def test_a_contour_is_no_fainter_than_the_grid_however_far_away(qapp: object, hex_px: float) -> None:
    scene = SceneMap.whole(box_of(with_line(bare_sheet())))
    line = paint(scene, hex_px, LayerState.only("contours"))
    grid = paint(scene, hex_px, LayerState.only("grid"))
    rows = line[:, line.shape[1] // 2, 3].astype(int)
    across = grid[:, :, 3].astype(int)
    assert ink(line) >= 0.9 * ink(grid)
    # A column of the picture crosses the contour once: its whole cover is at least that of a line of the grid.
    assert rows.sum() >= np.median(across.max(axis=0))


def test_a_contour_over_a_scanned_sheet_is_wider_and_cased(qapp: object) -> None:
    sheet = replace(with_line(bare_sheet()), underlay=Underlay("scan.png", (600, 600)))
    scene = SceneMap.whole(box_of(sheet))
    plain = paint(SceneMap.whole(box_of(with_line(bare_sheet()))), 30.0, LayerState.only("contours"))
    hidden = paint(scene, 30.0, LayerState.only("contours"))
    assert not changed(plain, hidden).any()
    # The outline that stands for a scan without its picture is the same in both.
    over = paint(scene, 30.0, LayerState.only("contours", "underlay"))
    without = paint(scene, 30.0, LayerState.only("underlay"))
    wide = (over[..., 3].astype(int) - without[..., 3]).clip(0).sum()
    assert wide > 2 * plain[..., 3].astype(int).sum()
    light = (over[..., :3].min(axis=2) > 180) & (without[..., 3] == 0)
    assert light.any(), "no casing"
