"""Exact numbers as people read them."""

import re
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from core.base.amounts import GLYPHS, MINUS, amount, short

NUMBERS = st.fractions(-999, 999, max_denominator=300)


def read(text: str) -> Fraction:
    """The number that a text tells, read as naively as can be."""
    if text.startswith(MINUS):
        return -read(text[1:].replace(MINUS, ""))
    exact = re.search(r"\((.*)\)", text)
    if exact:
        return Fraction(exact[1])
    for part, glyph in GLYPHS.items():
        if text.endswith(glyph):
            return Fraction(text.removesuffix(glyph) or 0) + part
    return sum((Fraction(each) for each in text.split(" ")), Fraction(0))


@given(NUMBERS)
def test_no_amount_loses_anything(number):
    assert read(amount(number)) == number


@given(NUMBERS)
def test_a_short_number_is_near(number):
    assert abs(read(short(number)) - number) <= Fraction(1, 200)
    assert number == 0 or read(short(number)) != 0


@given(st.integers())
def test_whole_numbers_are_as_they_are(number):
    assert amount(number) == str(number).replace("-", MINUS) == short(number)


@given(NUMBERS)
def test_a_number_and_its_opposite_are_told_alike(number):
    assert amount(-number).replace(MINUS, "") == amount(number).replace(MINUS, "")
