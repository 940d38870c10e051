"""Colours: contrast as the guidelines measure it, and inks that can always be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.colours import BLACK, LEAST_CONTRAST, WHITE, contrast, is_colour, legible, luminance, mixed, standing_out

colours = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@given(colours, colours)
def test_contrast_has_no_direction_and_lies_between_1_and_21(one: str, other: str) -> None:
    assert contrast(one, other) == contrast(other, one)
    assert 1 <= contrast(one, other) <= 21.0001


@given(colours)
def test_black_or_white_can_be_read_on_every_ground(ground: str) -> None:
    assert contrast(standing_out(ground), ground) >= LEAST_CONTRAST


@given(colours, colours)
def test_an_ink_is_kept_where_it_can_be_read_and_exchanged_where_not(ink: str, ground: str) -> None:
    found = legible(ink, ground)
    assert contrast(found, ground) >= LEAST_CONTRAST
    assert found == ink or contrast(ink, ground) < LEAST_CONTRAST


@given(colours, colours)
def test_a_mixture_begins_with_one_colour_and_ends_with_the_other(one: str, other: str) -> None:
    assert mixed(one, other, 0) == one
    assert mixed(one, other, 1) == other


@pytest.mark.parametrize(
    ("colour", "known"), [("#808080", 0.2159), ("#00ff00", 0.7152), ("#ffffff", 1.0), ("#000000", 0.0), ("#ff0000", 0.2126)]
)
def test_luminance_is_that_of_the_guidelines(colour: str, known: float) -> None:
    assert luminance(colour) == pytest.approx(known, abs=2e-3)


@pytest.mark.parametrize("text", ["", "#fff", "red", "#gggggg", "77ac30", "#77ac3", "#77ac300"])
def test_other_texts_are_no_colours(text: str) -> None:
    assert not is_colour(text)


def test_black_and_white_stand_out_most_from_each_other() -> None:
    assert standing_out(WHITE) == BLACK
    assert standing_out(BLACK) == WHITE
