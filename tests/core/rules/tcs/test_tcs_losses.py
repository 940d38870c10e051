"""Losses: the shares of both sides are all there is, and they are dealt out as people do it, step by step."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tcs_asking import game, texts, told

from core.base.errors import WrongUse


def dealt(losses: int) -> tuple[int, int, int]:
    """The first, then in turn, the defender ahead: what half, rounded up, comes to."""
    first, defender, attacker = 0, 0, 0
    for n in range(losses):
        if n == 0:
            first += 1
        elif n % 2:
            defender += 1
        else:
            attacker += 1
    return first, defender, attacker


@given(st.integers(0, 60))
def test_the_shares_are_all_the_losses(losses):
    for in_ in (game(), game(losses__halves="of_all")):
        found = told("losses", in_, losses=losses)
        assert found["first"] + found["defender"] + found["attacker"] == losses
        assert found["defender"] - found["attacker"] in ((0, 1) if in_ is game() else (-1, 0))


@given(st.integers(0, 60))
def test_the_shares_are_those_dealt_out_by_hand(losses):
    found = told("losses", losses=losses)
    assert (found["first"], found["defender"], found["attacker"]) == dealt(losses)


@given(st.integers(0, 60))
def test_the_other_reading_is_told_just_where_it_differs(losses):
    usual, other = (told("losses", in_, losses=losses) for in_ in (game(), game(losses__halves="of_all")))
    differs = [usual[name] for name in ("first", "defender", "attacker")] != [
        other[n] for n in ("first", "defender", "attacker")
    ]
    assert ("Losses that the defender chooses" in texts(usual)) is differs
    assert differs == (losses > 0 and losses % 2 == 0)


@given(st.integers(0, 60))
def test_of_point_fires_both_choose_in_turn_the_firer_first(losses):
    found = told("losses", losses=losses, kind="point")
    turns = ["attacker" if n % 2 == 0 else "defender" for n in range(losses)]
    assert (found["attacker"], found["defender"]) == (turns.count("attacker"), turns.count("defender"))


@given(st.integers(0, 40), st.lists(st.integers(1, 5), min_size=1, max_size=5))
def test_no_more_is_lost_than_there_is(losses, steps):
    found = told("losses", losses=losses, targets=[f"infantry steps {n}" for n in steps])
    assert found["lost"] == min(losses, sum(steps))
    assert found["lost"] + found["ignored"] == losses
    if losses:
        assert found["first_from"] == f"infantry of {max(steps)}"


def test_those_inside_carriers_are_not_the_largest():
    found = told("losses", losses=1, targets="infantry mounted, MG, carrier")
    assert found["first_from"] == "MG of 2, carrier of 2"
    assert "as the defender chooses" in texts(found)


def test_nothing_is_lost_where_nothing_can_be():
    found = told("losses", losses=3, targets="vehicle P-3")
    assert (found["lost"], found["ignored"]) == (0, 3)


@given(st.integers(1, 2), st.integers(0, 2), st.integers(0, 10))
def test_carried_steps_are_lost_in_proportion_rounded_up(carrier, lost, carried):
    lost = min(lost, carrier)
    found = told("losses.carried", carrier=carrier, lost=lost, carried=carried)
    exact = Fraction(carried * lost, carrier)
    assert exact <= found["value"] < exact + 1
    assert found["value"] + found["left"] == carried


def test_who_chooses_carried_losses_is_a_reading():
    usual, other = (
        told("losses.carried", in_, carrier=2, lost=1, carried=5) for in_ in (game(), game(losses__carried="owner"))
    )
    assert "it would be: all chosen by the owner" in texts(usual)
    assert "it would be: the largest unit first" in texts(other)
    assert "Decided" not in texts(told("losses.carried", carrier=2, lost=2, carried=5))


def test_paralyzed_units_lose_half_of_each_rounded_up():
    found = told("losses.paralyzed", units="infantry, MG, AT gun, infantry steps 3")
    assert (found["lost"], found["left"]) == (3 + 1 + 1 + 2, 4)


@pytest.mark.parametrize(
    ("question", "parameters", "said"),
    [
        ("losses", {"losses": -1}, "too low"),
        ("losses.carried", {"carrier": 2, "lost": 3, "carried": 5}, "is not from 0 to the 2 steps"),
        ("losses.carried", {"carrier": 0, "lost": 0, "carried": 5}, "too low"),
        ("losses.paralyzed", {"units": "tank"}, "begins with no kind of unit"),
    ],
)
def test_what_is_put_wrongly_is_refused_in_words(question, parameters, said):
    with pytest.raises(WrongUse, match=said):
        told(question, **parameters)


def test_readings_of_carried_losses_are_told_only_where_they_decide():
    assert "Decided by the reading" not in texts(told("losses.carried", carrier=2, lost=1, carried=1))
    told_of = texts(told("losses.carried", carrier=2, lost=1, carried=9))
    assert "Losses among carried units" in told_of
    assert "Losses that the defender chooses" not in told_of
    assert "Losses that the defender chooses" in texts(told("losses.carried", carrier=2, lost=1, carried=12))


def test_in_an_assault_the_largest_of_the_assaulting_stack_is_hit_first():
    hex_ = {"losses": 3, "targets": "2x infantry, MG lost 1, section"}
    found = told("losses", **hex_, assaulting="section, MG lost 1")
    assert (told("losses", **hex_)["first_from"], found["first_from"]) == ("infantry of 5", "section of 2")
    assert [found[name] for name in ("lost", "first", "defender", "attacker")] == [3, 1, 1, 1]
    # A stack of vehicles alone is not hurt by area fire.
    beside = told("losses", losses=1, targets="infantry, vehicle P-3", assaulting="vehicle P-3")
    assert beside["first_from"] == "infantry of 5"
    assert "Nothing of the assaulting stack can be hurt" in texts(beside)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"assaulting": "section"}, "assaulting: section of 2 is not among the targets"),
        ({"assaulting": "2x infantry"}, "assaulting: infantry of 5 is not among the targets"),
        ({"assaulting": "infantry", "kind": "point"}, "assaulting: of point fires"),
    ],
)
def test_an_assaulting_stack_that_cannot_be_is_refused(parameters, said):
    with pytest.raises(WrongUse, match=said):
        told("losses", losses=2, targets="infantry, MG", **parameters)
