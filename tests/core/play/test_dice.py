"""Dice from seeds: whoever has the seed has the pips, and no face is likelier than another."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.play.dice import SEED, check, fall, fault, roll, typed, typed_value, value
from core.play.events import Rolled
from core.rules.kernel.dice import DICE

WAYS = st.sampled_from(sorted(DICE))
SEEDS = st.binary(min_size=1, max_size=64)

CRITICAL = {5: 20.515, 35: 66.619}
"""Chi-square that fair dice go beyond once in a thousand times, by degrees of freedom, from printed tables."""


@given(SEEDS, WAYS, st.integers(0, 1000))
def test_a_seed_always_gives_the_same_pips_and_each_is_on_a_die(seed, way, place):
    pips = fall(seed, way, place)
    assert pips == fall(seed, way, place)
    assert len(pips) == DICE[way].count
    assert set(pips) <= {1, 2, 3, 4, 5, 6}


@given(WAYS)
def test_a_roll_of_the_program_can_be_checked_and_its_value_is_one_of_the_dice(way):
    rolled = roll(way, "Fire")
    assert len(rolled.seed) == SEED
    assert check(rolled)
    assert value(rolled) in DICE[way].rolls


@given(SEEDS, WAYS, st.integers(0, 2), st.integers(1, 6))
def test_pips_that_the_seed_does_not_give_are_found(seed, way, place, other):
    pips = list(fall(seed, way))
    pips[place % len(pips)] = other
    assert check(Rolled(way, tuple(pips), seed=seed)) == (tuple(pips) == fall(seed, way))


def test_two_rolls_of_the_program_have_seeds_of_their_own():
    assert len({roll("2d6").seed for _ in range(50)}) == 50


def test_every_face_comes_as_often_as_fair_dice_show_it():
    faces = Counter(pips for place in range(2000) for pips in fall(b"chi-square", "3d6", place))
    expected = 6000 / 6
    assert sum((count - expected) ** 2 / expected for count in faces.values()) < CRITICAL[5]


def test_a_die_says_nothing_of_the_one_beside_it():
    pairs = Counter(fall(b"pairs", "11..66", place) for place in range(7200))
    assert len(pairs) == 36
    assert sum((count - 200) ** 2 / 200 for count in pairs.values()) < CRITICAL[35]


def test_the_next_roll_of_a_seed_says_nothing_of_the_one_before():
    pairs = Counter((fall(b"after", "d6", place)[0], fall(b"after", "d6", place + 1)[0]) for place in range(0, 14400, 2))
    assert sum((count - 200) ** 2 / 200 for count in pairs.values()) < CRITICAL[35]


def test_dice_are_typed_in_as_digits_with_or_without_spaces():
    assert typed_value("11..66", "34").pips == typed_value("11..66", " 3, 4 ").pips == (3, 4)
    assert value(typed("3d6", (6, 1, 2))) == 9
    assert typed("d6", (4,)).seed == b""


@pytest.mark.parametrize(
    ("way", "text", "said"),
    [
        ("d6", "7", "No die shows 7; a die shows 1 to 6."),
        ("2d6", "3", "write 2 digits from 1 to 6, one for each die"),
        ("d6", "", "write one digit from 1 to 6"),
        ("2d6", "³4", "write 2 digits"),
        ("2d7", "34", 'There are no dice "2d7". Did you mean "2d6"?'),
    ],
)
def test_what_dice_cannot_show_is_refused_with_what_is_allowed(way, text, said):
    with pytest.raises(WrongUse) as caught:
        typed_value(way, text)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("rolled", "said"),
    [
        (Rolled("9d6", (1,) * 9), 'There are no dice "9d6". Allowed: d6, 2d6, 3d6, 11..66.'),
        (Rolled("2d6", (1,)), "A roll of the sum of two dice needs 2 dice; 1 are given."),
        (Rolled("d6", ()), "A roll of one die needs one die; 0 are given."),
        (Rolled("d6", (0,)), "No die shows 0"),
        (Rolled("d6", (1,), seed=b"x", pledge=4), "no seed of their own"),
        (Rolled("d6", (1,), seed=bytes(65)), "at most 64 bytes"),
        (Rolled("d6", (1,), seed=b"x", place=-1), "no place of a roll"),
        (Rolled("d6", (1,), seed=b"x", place=1 << 80), "no place of a roll"),
    ],
)
def test_what_a_file_says_of_dice_that_cannot_be_is_told_as_a_sentence(rolled, said):
    assert said in fault(rolled)
    assert not check(rolled)


def test_a_wrong_roll_is_told_with_what_its_seed_gives():
    pips = fall(b"seed", "2d6")
    other = (pips[0] % 6 + 1, pips[1])
    told = fault(Rolled("2d6", other, seed=b"seed"))
    assert told == f"The seed of this roll gives {pips[0]} {pips[1]}, and not {other[0]} {other[1]}."
