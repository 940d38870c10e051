"""Many live shapes are painted over several frames, and look then as if they had been painted at once."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QTransform

from app.canvas import live_picture
from app.canvas.layers import Exposure
from app.canvas.live_picture import LivePicture, Place
from app.canvas.overlays import OverlayLayer
from app.canvas.painters import painting
from app.canvas.shape_painter import ShapePainter
from app.canvas.shapes import Sketch
from app.canvas.style import load_style
from app.canvas.transform import HEX, MapTransform
from tests.app.canvas.pictures import pixels

SIZE = QSize(200, 160)


def sketches(many: int, shift: float = 0.0) -> list[Sketch]:
    return [Sketch(((0.1, 0.1 * k + shift), (1.5, 0.1 * k + 0.2)), "selected") for k in range(many)]


@pytest.fixture
def layer(qapp: object) -> OverlayLayer:
    layer = OverlayLayer(live=True)
    layer.use(ShapePainter(MapTransform(), load_style().overlay))
    return layer


def place(dx: float = 0.0) -> Place:
    return Place(QTransform(1, 0, 0, 1, 10 + dx, 155), SIZE, 1.0)


def frame(picture: LivePicture, where: Place) -> tuple[QImage, bool]:
    image = QImage(SIZE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with painting(image) as painter:
        return image, picture.paint(painter, where)


def at_once(layer: OverlayLayer, where: Place) -> QImage:
    image = QImage(SIZE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with painting(image, where.view) as painter:
        layer.paint(painter, Exposure((-5 * HEX, -5 * HEX, 5 * HEX, 5 * HEX), where.view.m11()))
    return image


def finished(picture: LivePicture, where: Place) -> QImage:
    for _ in range(100):
        image, whole = frame(picture, where)
        if whole:
            return image
    raise AssertionError("it never becomes whole")


def test_the_picture_is_that_of_all_shapes_painted_at_once(layer: OverlayLayer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_picture, "FRAME_S", 0.0)
    layer.set_shapes(sketches(35))
    picture = LivePicture(layer)
    assert not frame(picture, place())[1]
    assert (pixels(finished(picture, place())) == pixels(at_once(layer, place()))).all()
    assert frame(picture, place())[1], "the next frame finds it whole"


def test_the_last_picture_stays_until_the_next_is_whole_unless_the_map_has_moved(
    layer: OverlayLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_picture, "FRAME_S", 0.0)
    layer.set_shapes(sketches(35))
    picture = LivePicture(layer)
    before = finished(picture, place())
    layer.set_shapes(sketches(35, 0.4))
    shown, whole = frame(picture, place())
    assert not whole and shown == before
    layer.set_shapes(sketches(35, 0.6))
    assert (pixels(finished(picture, place())) == pixels(at_once(layer, place()))).all()
    shown, whole = frame(picture, place(30.0))
    assert not whole and shown != before
    assert (pixels(finished(picture, place(30.0))) == pixels(at_once(layer, place(30.0)))).all()
