from itertools import count

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QTransform

from app.canvas.cels import Cels
from app.canvas.items import SceneSource
from app.canvas.layers import Exposure
from app.canvas.scene_map import SceneMap
from app.canvas.tiles import MEGABYTE, TILE, Allowance, Key, TileCache, TileSheet
from app.canvas.transform import HEX, Span
from core.analysis.relief_raster import relief_raster
from core.base.steps import finish
from core.model.box import GameBox
from tests.app.canvas.pictures import Pixels, changed, pixels


class Stripes:
    """A source that remembers what it was asked to paint; empty to the left of the origin."""

    def __init__(self, colour: str = "#808080") -> None:
        self.colour = QColor(colour)
        self.asked: list[Exposure] = []

    def is_empty(self, span: Span) -> bool:
        return span[2] <= 0

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        self.asked.append(exposure)
        left, top, right, bottom = exposure.span
        painter.fillRect(QRectF(left, top, right - left, bottom - top), self.colour)


def pixmap(side: int = TILE) -> QPixmap:
    return QPixmap.fromImage(QImage(side, side, QImage.Format.Format_RGB32))


def frame(sheet: TileSheet, allowance: Allowance, width: int, height: int, scale: float = 1.0, at: float = 0.0) -> Pixels:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(255, 0, 255))
    painter = QPainter(image)
    allowance.renew()
    sheet.paint(painter, QTransform(scale, 0, 0, scale, -at, 0), QRectF(0, 0, width, height), 1.0)
    painter.end()
    return pixels(image)


def test_tiles_longest_unused_go_first_when_memory_runs_out(qapp: object) -> None:
    cache = TileCache(3 * MEGABYTE)
    keys = [Key(1.0, column, 0) for column in range(4)]
    for key in keys[:3]:
        cache.put(key, pixmap())
    cache.get(keys[0])
    cache.put(keys[3], pixmap())
    assert [cache.get(key) is not None for key in keys] == [True, False, True, True]
    assert cache.bytes == 3 * MEGABYTE


def test_however_many_tiles_are_painted_memory_stays_bounded(qapp: object) -> None:
    cache = TileCache(5 * MEGABYTE)
    for column in range(40):
        cache.put(Key(1.0, column % 13, column % 7), pixmap())
        assert cache.bytes <= 5 * MEGABYTE
    cache.clear()
    assert cache.bytes == 0 and len(cache) == 0


def test_empty_tiles_take_no_memory(qapp: object) -> None:
    cache = TileCache(MEGABYTE)
    for column in range(100):
        cache.put(Key(1.0, column, 0), None)
    assert cache.bytes == 0 and len(cache) == 100


def test_only_tiles_that_touch_what_has_changed_are_out_of_date(qapp: object) -> None:
    cache = TileCache(9 * MEGABYTE)
    for column in range(3):
        cache.put(Key(1.0, column, 0), None)
    cache.spoil((600.0, 10.0, 700.0, 20.0))
    assert [cache.get(Key(1.0, column, 0)).fresh for column in range(3)] == [True, False, True]  # type: ignore[union-attr]
    cache.spoil((600.0, 10.0, 700.0, 20.0), reach_px=100.0)
    assert [cache.get(Key(1.0, column, 0)).fresh for column in range(3)] == [False, False, True]  # type: ignore[union-attr]


def test_one_cold_tile_is_painted_in_a_frame_and_a_frame_more_is_wanted(qapp: object) -> None:
    allowance, source = Allowance(lambda: 0.0), Stripes()
    sheet = TileSheet(source, allowance, 64 * MEGABYTE)
    for painted in range(1, 7):
        frame(sheet, allowance, 3 * TILE, 2 * TILE)
        assert allowance.painted == painted
        assert allowance.wanting == (painted < 6)
    frame(sheet, allowance, 3 * TILE, 2 * TILE)
    assert allowance.painted == 6


def test_two_layers_share_the_one_cold_tile_of_a_frame(qapp: object) -> None:
    allowance = Allowance()
    sources = Stripes(), Stripes()
    sheets = [TileSheet(source, allowance, 64 * MEGABYTE) for source in sources]
    image = QImage(TILE, TILE, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    allowance.renew()
    for sheet in sheets:
        sheet.paint(painter, QTransform(), QRectF(0, 0, TILE, TILE), 1.0)
    painter.end()
    assert [bool(source.asked) for source in sources] == [True, False]
    assert allowance.wanting


def test_empty_tiles_cost_no_cold_tile(qapp: object) -> None:
    allowance, source = Allowance(), Stripes()
    sheet = TileSheet(source, allowance, 64 * MEGABYTE)
    frame(sheet, allowance, 2 * TILE, TILE, at=-4.0 * TILE)
    assert source.asked == [] and not allowance.wanting


def test_missing_tiles_are_shown_from_another_zoom_instead_of_flashing(qapp: object) -> None:
    allowance, source = Allowance(), Stripes("#336699")
    sheet = TileSheet(source, allowance, 64 * MEGABYTE)
    sheet.ground = QColor("white")
    for _ in range(4):
        frame(sheet, allowance, 2 * TILE, 2 * TILE)
    zoomed = frame(sheet, allowance, 2 * TILE, 2 * TILE, scale=1.25)
    assert allowance.wanting
    assert (zoomed[..., :3] == [0x99, 0x66, 0x33]).all()


def test_at_first_the_picture_of_the_whole_stands_in(qapp: object) -> None:
    allowance, source = Allowance(lambda: 0.0), Stripes("#336699")
    sheet = TileSheet(source, allowance, 64 * MEGABYTE, whole=(0.0, 0.0, 4.0 * TILE, 4.0 * TILE))
    sheet.ground = QColor("white")
    first = frame(sheet, allowance, 2 * TILE, 2 * TILE)
    assert allowance.painted == 1
    assert (first[..., :3] == [0x99, 0x66, 0x33]).all()


def test_a_tile_waits_for_what_cannot_be_painted_in_strips(qapp: object) -> None:
    allowance, source, there = Allowance(lambda: 0.0), Stripes("#336699"), [False]
    sheet = TileSheet(source, allowance, 64 * MEGABYTE, prepare=lambda exposure: there[0])
    sheet.ground = QColor("white")
    first = frame(sheet, allowance, TILE, TILE)
    assert allowance.wanting and source.asked == [] and (first[..., :3] == 0xFF).all()
    there[0] = True
    second = frame(sheet, allowance, TILE, TILE)
    assert not allowance.wanting and (second[..., :3] == [0x99, 0x66, 0x33]).all()


def test_nothing_is_prepared_in_a_frame_that_may_paint_nothing(qapp: object) -> None:
    asked: list[object] = []
    allowance = Allowance(lambda: 0.0)
    sheet = TileSheet(Stripes(), allowance, 64 * MEGABYTE, prepare=lambda exposure: bool(asked.append(exposure)))
    allowance.zooming = True
    frame(sheet, allowance, TILE, TILE)
    assert asked == [] and allowance.wanting


def test_what_is_out_of_date_is_seen_again_after_another_zoom_only_where_that_is_allowed(qapp: object) -> None:
    for stale_zooms, expected in ((True, 0x10), (False, 0x20)):
        allowance, source = Allowance(lambda: 0.0), Stripes("#101010")
        sheet = TileSheet(source, allowance, 64 * MEGABYTE, stale_zooms=stale_zooms)
        frame(sheet, allowance, TILE, TILE)
        source.colour = QColor("#202020")
        sheet.spoil()
        frame(sheet, allowance, TILE, TILE, scale=1.5)
        allowance.zooming = True
        assert int(frame(sheet, allowance, TILE, TILE)[5, 5, 0]) == expected


def test_what_is_out_of_date_at_another_zoom_stands_in_only_where_that_is_allowed(qapp: object) -> None:
    for stale_zooms, expected in ((True, 0x10), (False, 0xFF)):
        allowance, source = Allowance(lambda: 0.0), Stripes("#101010")
        sheet = TileSheet(source, allowance, 64 * MEGABYTE, stale_zooms=stale_zooms)
        sheet.ground = QColor("white")
        frame(sheet, allowance, TILE, TILE)
        source.colour = QColor("#202020")
        sheet.spoil()
        allowance.zooming = True
        shown = frame(sheet, allowance, TILE, TILE, scale=1.5)
        assert int(shown[5, 5, 0]) == expected


def test_a_tile_out_of_date_stays_until_its_turn_where_that_is_allowed(qapp: object) -> None:
    for stale, expected in ((True, 0x10), (False, 0xFF)):
        allowance, source = Allowance(), Stripes("#101010")
        sheet = TileSheet(source, allowance, 64 * MEGABYTE, stale=stale)
        sheet.ground = QColor("white")
        for _ in range(2):
            frame(sheet, allowance, 2 * TILE, TILE)
        source.colour = QColor("#202020")
        sheet.spoil()
        shown = frame(sheet, allowance, 2 * TILE, TILE)
        assert sorted({int(shown[5, 5, 0]), int(shown[5, -5, 0])}) == sorted({0x20, expected})


@pytest.mark.parametrize("density", [1.0, 2.0])
@pytest.mark.parametrize("hex_px", [14.0, 45.25, 107.6])
def test_tiles_side_by_side_are_the_picture_painted_at_once(
    qapp: object, made_up_box: GameBox, hex_px: float, density: float
) -> None:
    source = SceneSource()
    source.map = SceneMap.whole(made_up_box)
    source.map.show_relief(finish(relief_raster(made_up_box)))
    sheet = TileSheet(source, Allowance(), MEGABYTE)
    sheet.ground = QColor("black")
    scale = hex_px * density / HEX
    first = Key(scale, *source_corner(source.map, scale))
    tiles = [Key(scale, first.column + i, first.row + j) for j in range(2) for i in range(2)]
    apart = [pixels(sheet.image(key, density)) for key in tiles]
    together = np.vstack((np.hstack(apart[:2]), np.hstack(apart[2:])))
    once = QImage(2 * TILE, 2 * TILE, QImage.Format.Format_RGB32)
    once.fill(QColor("black"))
    painter = QPainter(once)
    painter.setTransform(QTransform(scale, 0, 0, scale, -first.column * TILE, -first.row * TILE))
    span = (*first.span[:2], *tiles[3].span[2:])
    source.paint(painter, Exposure(span, scale, density))
    painter.end()
    # Qt rounds stretched pictures and far ends of dashes a little differently at different origins.
    assert changed(together, pixels(once), by=8).mean() < 1e-3
    seam = changed(together, pixels(once), by=8)[:, TILE - 2 : TILE + 2]
    assert seam.mean() < 5e-3


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("hex_px", [14.0, 45.25])
def test_a_crowded_tile_is_painted_in_strips_over_several_frames_and_looks_the_same(
    qapp: object, made_up_box: GameBox, hex_px: float, kept: bool
) -> None:
    source = SceneSource()
    source.map = SceneMap.whole(made_up_box)
    # Every look at this clock takes longer than a frame.
    allowance, ticks = Allowance(count().__next__), []
    cels = [Cels(source.parts, 64 * MEGABYTE) if kept else None for _ in range(2)]
    sheet, again = (TileSheet(source, allowance, 64 * MEGABYTE, cels=each) for each in cels)
    sheet.ground = again.ground = QColor("black")
    scale = hex_px / HEX
    for _ in range(TILE):
        shown = frame(sheet, allowance, TILE, TILE, scale)
        ticks.append(allowance.painted)
        if not allowance.wanting:
            break
    assert ticks.count(0) > 10 and ticks[-1] == 1
    assert not changed(shown[..., :3], pixels(again.image(Key(scale, 0, 0), 1.0))[..., :3]).any()


def test_what_is_spoiled_while_its_strips_are_painted_is_begun_anew(qapp: object) -> None:
    allowance, source = Allowance(count().__next__), Stripes("#101010")
    sheet = TileSheet(source, allowance, 64 * MEGABYTE)
    sheet.ground = QColor("white")
    for _ in range(3):
        frame(sheet, allowance, TILE, TILE)
    assert allowance.wanting
    source.colour = QColor("#202020")
    sheet.spoil_parts({"paper": [(0.0, 0.0, 4.0, 4.0)]})
    while allowance.wanting:
        shown = frame(sheet, allowance, TILE, TILE)
    assert (shown[..., :3] == 0x20).all()


def source_corner(scene: SceneMap, scale: float) -> tuple[int, int]:
    side = TILE / scale
    return int(scene.bounds[0] // side), int(scene.bounds[1] // side)
