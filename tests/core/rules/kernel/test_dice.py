"""Dice: every roll has its exact chance."""

from fractions import Fraction
from itertools import product

import pytest

from core.base.errors import WrongUse
from core.rules.kernel.dice import DICE, dice


@pytest.mark.parametrize("name", DICE)
def test_the_chances_of_all_rolls_make_one(name):
    assert sum(dice(name).chances.values()) == 1
    assert list(dice(name).rolls) == sorted(dice(name).rolls)


def test_two_dice_read_one_after_the_other_know_36_rolls_of_one_chance():
    assert dice("11..66").rolls == tuple(10 * a + b for a, b in product(range(1, 7), repeat=2))
    assert set(dice("11..66").chances.values()) == {Fraction(1, 36)}


def test_the_sum_of_two_dice_has_the_well_known_chances():
    assert [chance * 36 for chance in dice("2d6").chances.values()] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("name", DICE)
def test_the_least_roll_or_more_is_certain_and_beyond_the_greatest_impossible(name):
    rolls = dice(name).rolls
    assert dice(name).at_least(rolls[0]) == 1
    assert dice(name).at_least(rolls[-1] + 1) == 0
    # One roll more to reach never makes it likelier.
    chances = [dice(name).at_least(roll) for roll in rolls]
    assert chances == sorted(chances, reverse=True)


def test_published_shares_of_an_engagement_come_out_exactly():
    # At +2, 9 or more comes in 58 % and 6 to 8 in 33 %.
    shares = dice("2d6").of(lambda roll: "retreat" if roll + 2 >= 9 else "both" if roll + 2 >= 6 else "low")
    assert shares == {"retreat": Fraction(21, 36), "both": Fraction(12, 36), "low": Fraction(3, 36)}


def test_unknown_dice_are_told_with_the_nearest():
    with pytest.raises(WrongUse, match=r'There are no dice "2d7"\. Did you mean "2d6"\?'):
        dice("2d7")
