"""Locks that commute: whoever puts one on can take it off in any order, and proves it without showing it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.play.chit_layers import (
    ASKED,
    BASE,
    PROOF,
    are_elements,
    encoded,
    factor_of,
    inverse,
    is_proved,
    power,
    product,
    prove,
    unpacked,
    weighed,
    whole,
)
from core.play.ristretto import NEUTRAL, ORDER, WIDTH

SECRETS = st.binary(min_size=32, max_size=32)
CHITS = encoded("session", "Red", 6)


@settings(max_examples=8)
@given(SECRETS, SECRETS)
def test_two_locks_come_off_in_any_order(one, other):
    red, blue = factor_of(one), factor_of(other)
    for chit in CHITS[:2]:
        locked = power(power(chit, red), blue)
        assert locked == power(power(chit, blue), red) == power(chit, whole([red, blue]))
        assert power(power(locked, inverse(red)), inverse(blue)) == chit
        assert power(power(locked, inverse(blue)), inverse(red)) == chit


def test_chits_are_all_different_and_others_in_each_session_and_cup():
    several = {encoded(session, cup, 60) for session in ("a", "b") for cup in ("Red", "Blue")}
    assert len({chit for chits in several for chit in chits} | {BASE}) == 241
    assert are_elements(CHITS) and are_elements([BASE])


@given(SECRETS)
def test_a_lock_is_a_number_that_has_an_inverse(secret):
    factor = factor_of(secret)
    assert 1 <= factor < ORDER
    assert whole([factor, inverse(factor)]) == 1


@settings(max_examples=5)
@given(SECRETS)
def test_a_proof_holds_for_its_lock_alone(secret):
    factor = factor_of(secret)
    bases = BASE, CHITS[0]
    results = power(BASE, factor), power(CHITS[0], factor)
    proof = prove(factor, b"this", bases)
    assert len(proof) == PROOF
    assert is_proved(proof, b"this", bases, results)
    assert not is_proved(proof, b"that", bases, results)
    assert not is_proved(proof, b"this", bases, (results[0], power(CHITS[0], factor + 1)))
    assert not is_proved(proof, b"this", (BASE, CHITS[1]), results)
    again = int.from_bytes(proof[ASKED:]) + ORDER
    assert not is_proved(proof[:ASKED] + again.to_bytes(WIDTH), b"this", bases, results), "each proof has one form"


@pytest.mark.parametrize("wrong", [b"", bytes(PROOF), b"\xff" * PROOF, bytes(PROOF + 1)])
def test_a_proof_of_any_other_bytes_is_none(wrong):
    assert not is_proved(wrong, b"this", (BASE, CHITS[0]), (power(BASE, 9), power(CHITS[0], 9)))


@pytest.mark.parametrize("name", [b"", NEUTRAL, b"\xff" * WIDTH, bytes(WIDTH - 1) + b"\x80", BASE + b"\x00"])
def test_bytes_that_name_no_element_prove_nothing(name):
    assert not are_elements([name])
    assert not is_proved(bytes(PROOF), b"this", (BASE, name), (BASE, BASE))


def test_a_weighed_sum_sees_two_elements_that_were_exchanged():
    factor = factor_of(bytes(32))
    locked = [power(chit, factor) for chit in CHITS]
    exchanged = [locked[1], locked[0], *locked[2:]]
    assert product(exchanged) == product(locked) == power(product(CHITS), factor)
    assert weighed(b"this", locked) == power(weighed(b"this", CHITS), factor)
    assert weighed(b"this", exchanged) != weighed(b"this", locked)


@given(st.lists(st.binary(min_size=WIDTH, max_size=WIDTH)))
def test_elements_stand_one_after_the_other(codes):
    assert unpacked(b"".join(codes)) == codes
    assert unpacked(b"".join(codes) + bytes(WIDTH - 1)) == codes
