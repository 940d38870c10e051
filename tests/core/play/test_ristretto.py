"""The group of the locks: the test vectors of RFC 9496, and the laws of a group against plain adding."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.play.ristretto import FIELD, NEUTRAL, ORDER, UNIFORM, from_uniform, is_element, multiple, multiples, total

MULTIPLES = (
    "0000000000000000000000000000000000000000000000000000000000000000",
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
    "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
)
"""The first multiples of the generator [RFC 9496, A.1]."""

GENERATOR = bytes.fromhex(MULTIPLES[1])
UNIFORM_BYTES = (
    "5d1be09e3d0c82fc538112490e35701979d99e06ca3e2b5b54bffe8b4dc772c1"
    "4d98b696a1bbfb5ca32c436cc61c16563790306c79eaca7705668b47dffe5bb6"
)
NO_ELEMENTS = (
    "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
)
"""Not below the prime, odd, or of no square [RFC 9496, A.2]."""

NUMBERS = st.integers(0, ORDER - 1)
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


def test_the_field_and_the_group_have_a_prime_size():
    assert is_prime(FIELD) and is_prime(ORDER)
    assert ORDER.bit_length() == 253


def test_the_published_multiples_of_the_generator_are_found():
    for number, name in enumerate(MULTIPLES):
        assert multiple(GENERATOR, number).hex() == name
        assert total([GENERATOR] * number).hex() == name
    assert multiple(GENERATOR, ORDER) == NEUTRAL


def test_the_published_element_of_uniform_bytes_is_found():
    shown = "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46"
    assert from_uniform(bytes.fromhex(UNIFORM_BYTES)).hex() == shown


@pytest.mark.parametrize("name", NO_ELEMENTS)
def test_published_bytes_that_name_no_element_are_refused(name):
    assert not is_element(bytes.fromhex(name))
    with pytest.raises(ValueError, match="name no element"):
        multiple(bytes.fromhex(name), 2)


def test_the_neutral_element_changes_nothing_and_is_no_chit():
    assert not is_element(NEUTRAL)
    assert total([GENERATOR, NEUTRAL]) == GENERATOR
    assert multiple(NEUTRAL, 5) == NEUTRAL
    assert total([]) == multiples([]) == NEUTRAL


@settings(max_examples=20)
@given(NUMBERS, NUMBERS)
def test_multiples_add_as_their_numbers_do(one, other):
    element = from_uniform(b"x" * UNIFORM)
    assert total([multiple(element, one), multiple(element, other)]) == multiple(element, one + other)
    assert multiple(multiple(element, one), other) == multiple(element, one * other)
    assert multiples([(element, one), (GENERATOR, other)]) == total([multiple(element, one), multiple(GENERATOR, other)])
    assert multiples([(element, one), (element, -one)]) == NEUTRAL


@settings(max_examples=20)
@given(st.binary(min_size=UNIFORM, max_size=UNIFORM))
def test_every_element_goes_by_one_name(data):
    element = from_uniform(data)
    assert is_element(element) or element == NEUTRAL
    assert multiple(element, 1) == element
    turned = bytearray(element)
    turned[31] ^= 0x80
    assert not is_element(bytes(turned))
