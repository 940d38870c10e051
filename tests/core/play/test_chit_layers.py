"""Locks that commute: whoever puts one on can take it off in any order, and proves it without showing it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.play.chit_layers import (
    BASE,
    PROOF,
    WIDTH,
    P,
    Q,
    encoded,
    factor_of,
    inverse,
    is_number,
    is_proved,
    packed,
    power,
    product,
    prove,
    unpacked,
    weighed,
    whole,
)

SECRETS = st.binary(min_size=32, max_size=32)
CHITS = encoded("session", "Red", 6)
WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


def is_prime(number):
    """Miller and Rabin's test, with bases that no one has chosen to be fooled by."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in WITNESSES:
        seen = pow(base, odd, number)
        if seen in (1, number - 1):
            continue
        for _ in range(twos - 1):
            seen = seen * seen % number
            if seen == number - 1:
                break
        else:
            return False
    return True


def test_the_prime_is_one_and_the_group_of_squares_has_a_prime_size():
    assert P.bit_length() == 2048
    assert is_prime(P)
    assert is_prime(Q)
    assert pow(BASE, Q, P) == 1


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
    assert len({chit for chits in several for chit in chits}) == 240
    assert all(map(is_number, CHITS))


@settings(max_examples=5)
@given(SECRETS)
def test_a_proof_holds_for_its_exponent_alone(secret):
    exponent = factor_of(secret)
    bases = BASE, CHITS[0]
    results = power(BASE, exponent), power(CHITS[0], exponent)
    proof = prove(exponent, b"this", bases)
    assert len(proof) == PROOF
    assert is_proved(proof, b"this", bases, results)
    assert not is_proved(proof, b"that", bases, results)
    assert not is_proved(proof, b"this", bases, (results[0], power(CHITS[0], exponent + 1)))
    assert not is_proved(proof, b"this", (BASE, CHITS[1]), results)


@pytest.mark.parametrize("wrong", [b"", bytes(PROOF), b"\xff" * PROOF, bytes(PROOF + 1)])
def test_a_proof_of_any_other_bytes_is_none(wrong):
    assert not is_proved(wrong, b"this", (BASE, CHITS[0]), (power(BASE, 9), power(CHITS[0], 9)))


@pytest.mark.parametrize("number", [0, 1, Q + 1, P, P + 2])
def test_numbers_that_stand_for_no_square_prove_nothing(number):
    assert not is_number(number)
    assert not is_proved(bytes(PROOF), b"this", (BASE, number), (BASE, BASE))


def test_a_weighed_product_sees_two_numbers_that_were_exchanged():
    exponent = factor_of(bytes(32))
    locked = [power(chit, exponent) for chit in CHITS]
    exchanged = [locked[1], locked[0], *locked[2:]]
    assert product(exchanged) == product(locked)
    assert weighed(b"this", locked) == power(weighed(b"this", CHITS), exponent)
    assert weighed(b"this", exchanged) != weighed(b"this", locked)


@given(st.lists(st.integers(0, P)))
def test_numbers_are_bytes_and_numbers_again(numbers):
    assert unpacked(packed(numbers)) == numbers
    assert unpacked(packed(numbers) + bytes(WIDTH - 1)) == numbers
