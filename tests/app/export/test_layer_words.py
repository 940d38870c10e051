import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.canvas.layers import LAYER_IDS, LayerState, UnknownLayer
from app.export.command import _parser
from app.export.layer_words import arranged, layer_arguments, parse_layers
from core.base.errors import WrongUse


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("all", LayerState()),
        ("contours, grid", LayerState.only("contours", "grid")),
        ("-tint,-shading", LayerState(frozenset({"tint", "shading"}))),
    ],
)
def test_layers_are_read_as_users_write_them(text: str, state: LayerState) -> None:
    assert parse_layers(text) == state


def test_a_layer_to_leave_out_must_be_one() -> None:
    with pytest.raises(UnknownLayer):
        parse_layers("-sky")
    with pytest.raises(WrongUse):
        parse_layers("grid,-tint")


@given(
    st.frozensets(st.sampled_from(LAYER_IDS[1:])),
    st.dictionaries(st.sampled_from(LAYER_IDS), st.integers(0, 100).map(lambda share: share / 100)),
    st.permutations(LAYER_IDS),
)
def test_what_the_window_shows_is_what_the_command_draws(hidden, opacities, order) -> None:
    state = LayerState(hidden).with_order(order)
    for layer, share in opacities.items():
        state = state.with_opacity(layer, share)
    asked = _parser().parse_args(["box", "-o", "map.png", *layer_arguments(state)])
    assert arranged(parse_layers(asked.layers), asked.opacity, asked.order) == state


@pytest.mark.parametrize(
    ("opacity", "order", "said"),
    [
        ("shading", "", "a number from 0 to 1"),
        ("shading=2", "", "a number from 0 to 1"),
        ("shadng=0.5", "", 'Did you mean "shading"'),
        ("", "paper,tnt", 'Did you mean "tint"'),
    ],
)
def test_a_slip_of_the_hand_is_told(opacity: str, order: str, said: str) -> None:
    with pytest.raises(WrongUse, match=said):
        arranged(LayerState(), opacity, order)
