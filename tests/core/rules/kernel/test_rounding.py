"""Rounding is exact, once, and by the way that its case names."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rules.kernel.rounding import Odds, Rounding, odds, rounded

fractions = st.fractions(-50, 50, max_denominator=16)
strengths = st.fractions(Fraction(1, 8), 60, max_denominator=8)


@given(fractions)
def test_down_is_never_above_and_up_never_below(value):
    assert rounded(value, Rounding.DOWN) <= value <= rounded(value, Rounding.UP)
    assert rounded(value, Rounding.UP) - rounded(value, Rounding.DOWN) in (0, 1)


@given(fractions)
def test_the_nearest_whole_number_is_at_most_a_half_away_and_a_half_goes_up(value):
    nearest = rounded(value)
    assert abs(nearest - value) <= Fraction(1, 2)
    if (value * 2) % 2 == 1:
        assert nearest > value


@pytest.mark.parametrize(
    ("attack", "defence", "wanted"),
    [("3", "4", "1:1"), ("5", "2", "3:1"), ("9", "6", "2:1"), ("11", "8", "1:1"), ("11", "6", "2:1"), ("79/8", "17/8", "5:1")],
)
def test_odds_are_rounded_to_the_nearest_with_the_half_up(attack, defence, wanted):
    assert str(odds(Fraction(attack), Fraction(defence), Rounding.HALF_UP)) == wanted


@given(strengths, strengths)
def test_odds_for_the_defender_never_flatter_the_attacker(attack, defence):
    found = odds(attack, defence, Rounding.FOR_DEFENDER)
    assert Fraction(found.attack, found.defence) <= attack / defence


@given(strengths, strengths, st.sampled_from(Rounding))
def test_a_stronger_attacker_never_gets_worse_odds(attack, defence, how):
    assert odds(attack, defence, how).step <= odds(attack + 1, defence, how).step


def test_odds_need_two_strengths():
    with pytest.raises(ValueError, match="both sides"):
        odds(3, 0, Rounding.HALF_UP)


def test_steps_of_odds_count_on_from_even():
    assert [Odds(1, 3).step, Odds(1, 1).step, Odds(4, 1).step] == [-2, 0, 3]
