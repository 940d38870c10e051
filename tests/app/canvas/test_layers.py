import pytest
from PySide6.QtGui import QColor

from app.canvas.layers import LAYER_IDS, Exposure, LayerState, UnknownLayer
from app.canvas.style import Stroke


def test_everything_is_shown_at_first() -> None:
    assert all(LayerState().shows(layer) for layer in LAYER_IDS)


def test_a_layer_switched_off_and_on_again_leaves_the_state_as_it_was() -> None:
    state = LayerState().with_opacity("tint", 0.5)
    assert state.with_shown("grid", False).with_shown("grid", True) == state


def test_only_the_named_layers_are_shown() -> None:
    state = LayerState.only("grid", "names")
    assert [layer for layer in LAYER_IDS if state.shows(layer)] == ["grid", "names"]


def test_a_layer_without_opacity_is_not_shown() -> None:
    assert not LayerState().with_opacity("names", -3).shows("names")


def test_an_unknown_layer_is_named_with_the_nearest_one() -> None:
    with pytest.raises(UnknownLayer, match=r'no map layer "contour"\. Did you mean "contours"'):
        LayerState.only("contour")


def test_a_pen_never_gets_thinner_than_it_may_on_the_screen() -> None:
    stroke = Stroke(QColor("black"), 2.0, least_px=1.0)
    far, near = Exposure((0, 0, 1, 1), 0.1), Exposure((0, 0, 1, 1), 4.0)
    assert far.width(stroke) * far.scale == pytest.approx(1.0)
    assert near.width(stroke) == 2.0


def test_detail_depends_on_the_size_on_the_screen_and_not_on_its_density() -> None:
    assert Exposure((0, 0, 1, 1), 1.2, 2.0).hex_px == Exposure((0, 0, 1, 1), 0.6, 1.0).hex_px


def test_dashes_of_a_later_piece_go_on_where_the_earlier_piece_stopped() -> None:
    stroke = Stroke(QColor("black"), 2.0, dash=(3.0, 1.0))
    assert Exposure((0, 0, 1, 1), 4.0).pen(stroke, start=10.0).dashOffset() == 5.0
