"""Colours of new sides: told apart by hue and by lightness, each given once before any is given again."""

from itertools import pairwise

import pytest

from core.base.colours import contrast, is_colour
from core.model.edits.oob_edits import added_side
from core.model.oob import Oob
from core.model.side_colours import colour_for, side_colours


def test_every_colour_is_one_and_is_lighter_or_darker_than_the_one_before():
    colours = tuple(side_colours().values())
    assert all(is_colour(each) for each in colours)
    assert all(contrast(one, other) > 2 for one, other in pairwise(colours))


@pytest.mark.parametrize(("name", "colour"), [("Blue", "blue"), ("The Red Army", "red"), ("Veldany", "blue")])
def test_a_side_that_is_called_by_a_colour_gets_it(name, colour):
    assert colour_for(name) == side_colours()[colour]


def test_each_colour_is_given_once_before_any_is_given_again():
    taken: list[str] = []
    for number in range(2 * len(side_colours())):
        taken.append(colour_for(f"Side {number}", taken))
    assert taken == [*side_colours().values()] * 2


def test_a_colour_that_another_side_has_is_not_given_for_a_name():
    red = side_colours()["red"]
    assert colour_for("Red Guards", [red.upper()]) not in (red, "")


def test_a_side_that_is_added_has_a_colour():
    (side,) = added_side(Oob(), "Side 1").items.values()
    assert side.colour == side_colours()["blue"]
