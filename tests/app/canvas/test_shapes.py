from types import MappingProxyType

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from app.canvas.layers import Exposure
from app.canvas.overlays import OverlayLayer
from app.canvas.shape_painter import REACH_PX, ShapePainter
from app.canvas.shapes import (
    BlockMark,
    Caption,
    ChordMark,
    FlashRing,
    HexCursor,
    HexFill,
    HexTexts,
    Rays,
    Shape,
    SightLine,
    SmokeMark,
    changed_hexes,
    field_of_view,
)
from app.canvas.style import load_style
from app.canvas.transform import HEX, MapTransform, Span
from app.shell.workbench import FULL_SIZE_HEX_PX
from core.base.colours import LEAST_CONTRAST, contrast
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from tests.app.canvas.pictures import Pixels, pixels

HERE, THERE = Hex(2, -3), Hex(5, -4)
SHAPES: list[Shape] = [
    HexFill(frozenset({HERE, THERE}), "candidate"),
    HexFill(frozenset({HERE}), "unseen"),
    SightLine(HERE, THERE, "clear"),
    SightLine(HERE, THERE, "blocked", Hex(3, -3)),
    SightLine(HERE, THERE, "undecided"),
    SightLine(HERE, THERE, "pending"),
    BlockMark(HERE, (((1.5, -2.0), (2.0, -2.0), (2.0, -1.5), (1.5, -2.0)),)),
    Rays(HERE, (11, 0, 1, 2), 3.0),
    HexTexts(MappingProxyType({HERE: "120", THERE: "96"})),
    ChordMark((1.0, -1.0), (2.5, -0.5), (1.7, -0.8)),
    SmokeMark(HERE, "Smoke", spread=True),
    HexCursor(HERE),
    FlashRing(HERE, 0.3),
]
ROOM: Span = (-500.0, -300.0, 1000.0, 900.0)
SCALE = 0.6

LEAST_LETTER_PX = 7
"""A digit of so many pixels is read at arm's length."""


@pytest.fixture(scope="module")
def shape_painter(qapp: object) -> ShapePainter:
    return ShapePainter(MapTransform(), load_style().overlay)


def picture(painter: ShapePainter, *shapes: Shape) -> Pixels:
    image = QImage(round(1500 * SCALE), round(1200 * SCALE), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    layer = OverlayLayer()
    layer.use(painter)
    layer.set_shapes(shapes)
    inner = QPainter(image)
    inner.setTransform(QTransform(SCALE, 0, 0, SCALE, -ROOM[0] * SCALE, -ROOM[1] * SCALE))
    layer.paint(inner, Exposure(ROOM, SCALE))
    inner.end()
    return pixels(image)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_every_shape_is_seen_and_stays_within_what_it_says_of_its_size(shape_painter: ShapePainter, shape: Shape) -> None:
    ink = picture(shape_painter, shape)[..., 3] > 0
    span = shape_painter.span(shape)
    assert ink.any() and span is not None
    rows, columns = np.nonzero(ink)
    left, top, right, bottom = ((bound - ROOM[k % 2]) * SCALE for k, bound in enumerate(span))
    assert columns.min() >= left - REACH_PX and columns.max() <= right + REACH_PX
    assert rows.min() >= top - REACH_PX and rows.max() <= bottom + REACH_PX


def test_states_of_a_line_differ_in_form_and_not_only_in_colour(shape_painter: ShapePainter) -> None:
    inks = []
    for state in ("clear", "blocked", "undecided", "pending"):
        ink = picture(shape_painter, SightLine(HERE, THERE, state))[..., 3] > 100  # type: ignore[arg-type]
        inks.append(ink)
    for k, first in enumerate(inks):
        for second in inks[k + 1 :]:
            assert (first ^ second).sum() > 30


def test_hatches_of_neighbouring_looks_differ_without_colour(shape_painter: ShapePainter) -> None:
    area = frozenset(HERE.within(1))
    greys = [
        picture(shape_painter, HexFill(area, look))[..., :3].mean(axis=2) for look in ("unseen", "undecidable", "candidate")
    ]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert np.abs((greys[a] - greys[a].mean()) - (greys[b] - greys[b].mean())).max() > 20


def test_a_field_of_view_dims_what_is_not_seen_and_leaves_the_rest_bright(shape_painter: ShapePainter) -> None:
    playable = frozenset(HERE.within(2))
    seen = frozenset({HERE, Hex(3, -3)})
    ink = picture(shape_painter, *field_of_view(seen, frozenset(), playable))

    def at(place: Hex) -> int:
        x, y = MapTransform().centre(place)
        column, row = round((x - ROOM[0]) * SCALE), round((y - ROOM[1]) * SCALE)
        return int(ink[row - 6 : row + 6, column - 6 : column + 6, 3].mean())

    assert [at(place) for place in sorted(seen)] == [0, 0]
    assert all(at(place) > 60 for place in playable - seen)


def test_the_rays_are_thirty_degrees_apart_on_the_screen(shape_painter: ShapePainter) -> None:
    ink = picture(shape_painter, Rays(HERE, (), 3.0))[..., 3] > 0
    x, y = MapTransform().centre(HERE)
    middle = np.array([(y - ROOM[1]) * SCALE, (x - ROOM[0]) * SCALE])
    turns = np.radians(np.arange(0, 360, 1.0))
    hits = np.zeros(360)
    for reach in range(60, 150):
        points = (middle[:, None] + reach * np.array([-np.sin(turns), np.cos(turns)])).round().astype(int)
        hits += ink[points[0], points[1]]
    rays = set(np.nonzero(hits > 30)[0])
    assert {0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330} <= rays
    assert not rays & {15, 45, 75, 105, 135, 165, 195, 225, 255, 285, 315, 345}


@pytest.mark.parametrize("look", ["left", "left-over", "step", "supply", "standing"])
@pytest.mark.parametrize("percent", [50, 100, 200])
def test_what_answers_write_is_large_enough_to_be_read(shape_painter: ShapePainter, look: str, percent: int) -> None:
    scale = FULL_SIZE_HEX_PX / HEX * percent / 100
    image = QImage(300, 300, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    x, y = MapTransform().centre(HERE)
    left, top = x - 150 / scale, y - 150 / scale
    inner = QPainter(image)
    inner.setTransform(QTransform(scale, 0, 0, scale, -left * scale, -top * scale))
    span: Span = (left, top, left + 300 / scale, top + 300 / scale)
    shape_painter.paint(HexTexts({HERE: "4"}, look), inner, Exposure(span, scale))
    inner.end()
    found = pixels(image).astype(int)
    ink = load_style().overlay.texts[look].colour
    letters = (np.abs(found[..., :3] - [ink.blue(), ink.green(), ink.red()]).sum(axis=2) < 60) & (found[..., 3] > 200)
    rows, _ = np.nonzero(letters)
    assert rows.max() - rows.min() + 1 >= LEAST_LETTER_PX


@pytest.mark.parametrize("look", ["left", "left-over", "step"])
@pytest.mark.parametrize("ground", ["#000000", "#ffffff", "#6f9b52", "#a33f00"])
def test_what_answers_write_is_read_on_any_ground(look: str, ground: str) -> None:
    letters = load_style().overlay.texts[look]
    under = letters.plate or letters.halo_colour
    assert under is not None
    share = under.alphaF()
    mixed = [share * a + (1 - share) * b for a, b in zip(under.getRgbF()[:3], QColor(ground).getRgbF()[:3], strict=True)]
    assert contrast(letters.colour.name(), QColor.fromRgbF(*mixed).name()) >= LEAST_CONTRAST


@pytest.mark.parametrize("towards", [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)])
def test_a_caption_stands_where_it_covers_nothing_of_the_way_there(
    shape_painter: ShapePainter, towards: tuple[float, float]
) -> None:
    at = plane_centre(Hex(3, -4))
    rows, columns = np.nonzero(picture(shape_painter, Caption(at, "4 of 4", towards))[..., 3])
    x, y = MapTransform().xy(at)
    middle = (x - ROOM[0]) * SCALE, (y - ROOM[1]) * SCALE
    assert (columns.min() > middle[0]) if towards[0] > 0 else (columns.max() < middle[0])
    assert (rows.max() < middle[1]) if towards[1] > 0 else (rows.min() > middle[1])


def test_only_hexes_that_differ_are_painted_anew() -> None:
    old, new = HexFill(frozenset({Hex(0, 0), Hex(1, 0)}), "lit"), HexFill(frozenset({Hex(1, 0), Hex(2, 0)}), "lit")
    assert changed_hexes((old,), (new,)) == ({Hex(0, 0), Hex(2, 0)}, [])
    texts = HexTexts({Hex(0, 0): "1", Hex(1, 0): "2"}), HexTexts({Hex(0, 0): "1", Hex(1, 0): "3"})
    assert changed_hexes((texts[0],), (texts[1],)) == ({Hex(1, 0)}, [])


def test_shapes_that_come_go_or_change_places_are_painted_anew() -> None:
    line, cursor = SightLine(HERE, THERE, "clear"), HexCursor(HERE)
    assert changed_hexes((line, cursor), (cursor,)) == (set(), [line])
    assert changed_hexes((cursor,), (cursor, line)) == (set(), [line])
    assert changed_hexes((line, cursor), (cursor, line))[1] == [line, cursor, cursor, line]
    assert changed_hexes((line,), (line,)) == (set(), [])


def test_a_layer_tells_what_has_changed_and_nothing_when_nothing_has(shape_painter: ShapePainter) -> None:
    layer = OverlayLayer()
    layer.use(shape_painter)
    told: list[object] = []
    layer.spoiled.connect(lambda span, reach: told.append(span))
    layer.set_shapes([HexFill(frozenset({HERE, THERE}), "lit")])
    told.clear()
    layer.set_shapes([HexFill(frozenset({HERE}), "lit")])
    assert told == [shape_painter.hexes_span([THERE])]
    layer.set_shapes([HexFill(frozenset({HERE}), "lit")])
    assert len(told) == 1


def test_a_layer_is_empty_where_none_of_its_hexes_lies(shape_painter: ShapePainter) -> None:
    layer = OverlayLayer()
    layer.use(shape_painter)
    far = Hex(40, -20)
    layer.set_shapes([HexFill(frozenset({HERE, far}), "lit")])
    x, y = MapTransform().centre(HERE)
    near: Span = (x - HEX, y - HEX, x + HEX, y + HEX)
    between = MapTransform().centre(Hex(20, -11))
    gap: Span = (between[0] - HEX, between[1] - HEX, between[0] + HEX, between[1] + HEX)
    assert not layer.is_empty(near)
    assert layer.is_empty(gap)
    layer.clear()
    assert layer.is_empty(near)
