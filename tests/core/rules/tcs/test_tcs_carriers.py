"""Carriers and modes: passengers spend in proportion, halves are rounded where the rules say so."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tcs_asking import told

from core.base.errors import WrongUse


@given(st.integers(1, 40), st.fractions(0, 1, max_denominator=12), st.integers(0, 20))
def test_passengers_spend_the_same_share(carrier, share, passenger):
    found = told("carrier.movement", carrier=carrier, spent=str(carrier * share), passenger=passenger)
    assert found["spent"] == pytest.approx(float(passenger * share))
    assert found["spent"] + found["left"] == pytest.approx(passenger)


@given(st.integers(0, 30))
def test_half_an_allowance_is_rounded_at_once(allowance):
    half = floor(Fraction(allowance, 2) + Fraction(1, 2))
    for kind, to in (("foot", "Move"), ("integrated", "Move"), ("integrated", "Fire")):
        assert told("mode.change", kind=kind, to=to, allowance=allowance)["cost"] == half
    for kind, to in (("foot", "Fire"), ("vehicle", "Move")):
        assert told("mode.change", kind=kind, to=to, allowance=allowance)["cost"] == 0
    assert told("mode.change", kind="vehicle", to="Fire", allowance=allowance)["cost"] == pytest.approx(allowance / 3)


def test_tow_only_units_have_an_allowance_of_two():
    assert told("mode.change", kind="tow only", to="Move")["cost"] == 1
    assert told("carrier.movement", carrier=18, spent=9)["spent"] == 1


@given(st.integers(0, 40))
def test_three_impulses_are_the_whole_allowance(allowance):
    found = told("vehicle.impulses", allowance=allowance)
    assert found["each"] == allowance // 3
    assert 2 * found["each"] + found["last"] == allowance


@pytest.mark.parametrize(
    ("parameters", "allowed"),
    [
        ({"carrier": 2, "steps": 5}, True),
        ({"carrier": 2, "steps": 6}, False),
        ({"carrier": 2, "guns": 2}, True),
        ({"carrier": 2, "steps": 1, "guns": 1}, False),
        ({"carrier": 1, "steps": 3}, True),
        ({"carrier": 1, "guns": 2}, False),
        ({"vehicles": 3, "defence": 3, "steps": 6}, True),
        ({"vehicles": 3, "defence": 2, "steps": 4}, False),
        ({"vehicles": 3, "defence": 1, "steps": 1}, False),
        ({"vehicles": 3, "defence": 5, "guns": 1}, False),
    ],
)
def test_what_carriers_and_vehicles_can_take(parameters, allowed):
    assert told("carrier.capacity", **parameters)["verdict"] == ("allowed" if allowed else "prohibited")


def test_mounting_costs_both():
    found = told("carrier.mounting")
    assert (found["carrier"], found["unit"]) == (3, 1)


@pytest.mark.parametrize(
    ("question", "parameters", "said"),
    [
        ("carrier.movement", {"carrier": 6, "spent": 7, "passenger": 6}, "more than the allowance"),
        ("carrier.movement", {"carrier": 0, "spent": 0, "passenger": 6}, "above 0"),
        ("mode.change", {"kind": "foot", "to": "Move"}, "the movement allowance is needed"),
        ("carrier.capacity", {"steps": 3}, "give the steps of one carrier"),
        ("carrier.capacity", {"carrier": 3}, "not 1 or 2"),
        ("carrier.capacity", {"vehicles": 3}, "the defence strength"),
        ("vehicle.impulses", {"allowance": -1}, "too low"),
    ],
)
def test_what_is_put_wrongly_is_refused_in_words(question, parameters, said):
    with pytest.raises(WrongUse, match=said):
        told(question, **parameters)
