"""Luck: what fell is counted by side, way and die, and its chance is what tables print."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_sessions import began

from core.play.dice import fall
from core.play.events import Entry, Rolled
from core.play.luck import ALL, chi_square, ledger, spread, tail
from core.play.record import Record
from core.rules.kernel.dice import DICE

TABLES = [(1, 3.841, 0.05), (2, 9.210, 0.01), (3, 7.815, 0.05), (5, 15.086, 0.01), (10, 18.307, 0.05), (35, 49.802, 0.05)]


def record_of(rolls):
    record = Record(began())
    for number, (by, rolled) in enumerate(rolls, 2):
        record = record.after(Entry(number, 0, by, rolled))
    return record


@pytest.mark.parametrize(("freedom", "statistic", "chance"), TABLES)
def test_the_chances_are_those_of_printed_tables(freedom, statistic, chance):
    assert tail(freedom, statistic) == pytest.approx(chance, abs=2e-4)


@given(st.integers(1, 60), st.floats(0, 1e6), st.floats(0, 1e6))
def test_a_larger_statistic_is_never_likelier(freedom, one, other):
    low, high = sorted((one, other))
    assert 0 <= tail(freedom, high) <= tail(freedom, low) + 1e-12 <= 1 + 1e-9


@settings(max_examples=20)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=4))
def test_the_chance_of_few_dice_is_that_of_going_through_all_of_them(fallen):
    def statistic(faces):
        counts = Counter(faces)
        return chi_square([counts[face] for face in range(1, 7)], [Fraction(1, 6)] * 6)

    every = list(product(range(1, 7), repeat=len(fallen)))
    naive = Fraction(sum(statistic(faces) >= statistic(fallen) for faces in every), len(every))
    found = spread(fallen, DICE["d6"].chances)
    assert found.exact
    assert found.statistic == statistic(fallen)
    assert found.chance == pytest.approx(float(naive))


def test_counted_out_and_approximate_chances_meet_where_one_gives_way_to_the_other():
    fallen = [1] * 9 + [2] * 4 + [3] * 4 + [4] * 4 + [5] * 4 + [6] * 4
    exact, near = spread(fallen, DICE["d6"].chances), spread([*fallen, 6], DICE["d6"].chances)
    assert exact.exact
    assert not near.exact
    assert exact.chance == pytest.approx(near.chance, abs=0.1)


@given(st.lists(st.sampled_from(DICE["2d6"].rolls), max_size=80))
def test_rolls_are_put_together_only_until_enough_are_expected_and_none_is_lost(fallen):
    found = spread(fallen, DICE["2d6"].chances)
    assert found.number == len(fallen)
    assert found.freedom <= 10
    assert found.statistic >= 0
    if len(fallen) < 10:
        assert found.verdict == "too few"


@given(
    st.lists(st.tuples(st.sampled_from(["red", "blue", ""]), st.sampled_from(sorted(DICE)), st.integers(0, 500)), max_size=40)
)
def test_sides_ways_and_dice_all_count_the_same_dice(rolls):
    record = record_of([(by, Rolled(way, fall(b"luck", way, place), seed=b"luck", place=place)) for by, way, place in rolls])
    found = ledger(record)
    dice = sum(len(fall(b"luck", way)) for _, way, _ in rolls)
    everybody = [luck for luck in found if luck.side == ALL]
    assert sum(luck.number for luck in everybody) == len(rolls)
    assert sum(luck.faces.number for luck in everybody) == dice
    assert sum(luck.faces.number for luck in found if luck.side != ALL) == dice
    for luck in found:
        assert sum(each.number for way in luck.ways for each in way.each) == luck.faces.number
        assert luck.typed == 0


def test_a_side_that_rolls_sixes_alone_is_very_unusual_and_its_streak_says_where():
    rolls = [("red", Rolled("d6", (6,)))] * 12 + [("blue", Rolled("2d6", (3, 4)))]
    everybody, red, blue = ledger(record_of(rolls))
    assert (everybody.side, red.side, blue.side) == (ALL, "red", "blue")
    assert red.faces.verdict == "very unusual"
    assert red.faces.mean == 6
    assert red.faces.expected_mean == Fraction(7, 2)
    assert red.typed == 12
    streak = red.ways[0].high
    assert (streak.length, streak.first, streak.last, streak.chance) == (12, 2, 13, Fraction(1, 2**12))
    assert red.ways[0].low.length == 0
    assert blue.ways[0].rolls.mean == 7
    assert blue.ways[0].high.length == 0


def test_the_red_die_and_the_white_die_are_told_apart():
    (_, red) = ledger(record_of([("red", Rolled("11..66", (1, white))) for white in (1, 2, 3, 4, 5, 6)]))
    tens, units = red.ways[0].each
    assert tens.counts[1] == 6
    assert units.statistic == 0
    assert tens.chance == pytest.approx(6 / 6**6)


def test_dice_that_cannot_have_fallen_are_not_counted():
    assert ledger(record_of([("red", Rolled("d6", (9,))), ("red", Rolled("d9", (1,)))])) == ()


def test_nothing_fell_before_the_first_roll():
    assert ledger(Record(began())) == ()
    assert spread([], DICE["d6"].chances).mean is None
