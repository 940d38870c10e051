"""Strengths as they are typed, results as they are printed, and what both sides are asked."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.rules.kernel.combat import Loss, Losses, read_force, read_result, result_text
from core.rules.kernel.modifiers import Factor
from core.rules.kernel.refs import RuleRef

RULE = RuleRef("demo", "1", "1.1")
FACTORS = {"River": Fraction(1, 2), "DG": Fraction(1, 3)}

losses = st.builds(Loss, st.integers(0, 9), st.integers(0, 6))


def named(word: str) -> Factor:
    return Factor(word, FACTORS[word], RULE)


@given(losses, losses)
def test_a_result_is_read_as_it_is_written(attacker, defender):
    both = Losses(attacker, defender)
    assert read_result(result_text(both)) == both


@pytest.mark.parametrize(
    ("text", "attacker", "defender"),
    [
        ("A1*Dr1*", Loss(1, 0, "*"), Loss(0, 1, "*")),
        ("A*D3r2@", Loss(0, 0, "*"), Loss(3, 2, "@")),
        ("[A2]D1", Loss(2, 0, "[]"), Loss(1)),
        ("Ar1", Loss(0, 1), Loss()),
        ("NR", Loss(), Loss()),
        ("NE", Loss(), Loss()),
        ("-", Loss(), Loss()),
    ],
)
def test_signs_of_single_games_are_kept(text, attacker, defender):
    assert read_result(text) == Losses(attacker, defender)


@pytest.mark.parametrize("text", ["", "DG", "DG+Loss", "1", "Reduced", "unknown", "A1A1", "[A1", "A1]", "D1 r1", "a1"])
def test_what_is_no_result_of_combat_is_none(text):
    assert read_result(text) is None


@given(losses)
def test_every_way_to_meet_a_retreat_adds_up_to_the_result(loss):
    assert len(loss.ways) == loss.retreat + 1
    assert all(hexes + steps == loss.retreat + loss.steps and hexes >= 0 for hexes, steps in loss.ways)


@given(st.integers(0, 999), st.lists(st.sampled_from(["1/2", "2", "River", "DG", "0.25"]), max_size=5), st.randoms())
def test_factors_count_exactly_in_any_order(strength, factors, random):
    wanted = Fraction(strength)
    for each in factors:
        wanted *= FACTORS[each] if each in FACTORS else Fraction(each)
    random.shuffle(factors)
    assert read_force("*".join([str(strength), *factors]), named, RULE).strength == wanted


@pytest.mark.parametrize("text", ["", "River", "4**2", "4*", "-3", "1e3", "4/0", "four"])
def test_what_is_no_strength_is_told(text):
    with pytest.raises(WrongUse, match="is no strength such as"):
        read_force(text, named, RULE)
