"""Exact numbers as people read them: points, strengths, modifiers. Files and JSON have forms of their own."""

import re
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

MINUS = "\u2212"

GLYPHS: Mapping[Fraction, str] = MappingProxyType(
    {
        Fraction(1, 2): "½",
        Fraction(1, 4): "¼",
        Fraction(3, 4): "¾",
        Fraction(1, 3): "⅓",
        Fraction(2, 3): "⅔",
    }
)
"""The parts of a whole that have a sign of their own."""

_PARTS: Mapping[str, Fraction] = MappingProxyType({glyph: part for part, glyph in GLYPHS.items()})

_DIGITS = "[0-9]{1,6}"
_PART = f"{_DIGITS}/[1-9][0-9]{{0,3}}"
_WRITTEN = re.compile(
    rf"(?P<sign>[+\-{MINUS}]?)(?:(?P<number>{_DIGITS}\.{_DIGITS}|{_PART}|{_DIGITS})"
    rf"|(?P<whole>{_DIGITS})? ?(?P<glyph>[{''.join(_PARTS)}])|(?P<full>{_DIGITS}) (?P<part>{_PART}))"
)
"""A sign, then a number in one piece, or a whole one with a part of a whole behind it."""

_HUNDRED = 100
"""Parts that make whole hundredths are told as decimals."""

_MOST_PARTS = 12
"""Fractions in smaller parts than these nobody can picture: they are told as decimals, too."""


def amount(number: Fraction | int) -> str:
    """A number as short as it can be read without losing anything: halves, thirds and quarters as counters print them, what two
    decimals tell as a decimal number, all else as a mixed number, or with its decimals before it.

    >>> [amount(Fraction(each)) for each in ("3", "7/2", "1/2", "-7/2", "7/5", "12/7", "5/9", "107/27")]
    ['3', '3½', '½', '−3½', '1.4', '1 5/7', '5/9', '3.96 (107/27)']
    """
    whole, part = divmod(abs(Fraction(number)), 1)
    if not part or part in GLYPHS or _HUNDRED % part.denominator == 0:
        return short(number)
    sign = MINUS if number < 0 else ""
    if part.denominator > _MOST_PARTS:
        return f"{short(number)} ({sign}{whole + part})"
    return f"{sign}{whole} {part}" if whole else f"{sign}{part}"


def percent(chance: Fraction | int, below: str = "below 0.1", above: str = "above 99.9") -> str:
    """A chance in percent, with one decimal; one that is neither nothing nor all never reads as either, but as the words given.

    >>> percent(Fraction(11, 36)), percent(1), percent(Fraction(1, 216)), percent(Fraction(1, 46656))
    ('30.6 %', '100 %', '0.5 %', 'below 0.1 %')
    """
    text = f"{float(100 * chance):.1f}".removesuffix(".0")
    if text == "0" and chance:
        text = below
    if text == "100" and chance < 1:
        text = above
    return f"{text} %"


def read_amount(text: str) -> Fraction | None:
    """The number that people write: whole, as a decimal, as a fraction, or with one of the glyphs; None for any other text.

    >>> [str(read_amount(each)) for each in ("4", "2.5", "5/2", "2½", "½", "2 1/2", "−1¾", "+3")]
    ['4', '5/2', '5/2', '5/2', '1/2', '5/2', '-7/4', '3']
    >>> [read_amount(each) for each in ("", "two", "½2", "1/0", "2 5/2", "1e5", "²", "½½", "- 1")]
    [None, None, None, None, None, None, None, None, None]
    """
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        return None
    part = Fraction(found["part"] or 0)
    if part >= 1:
        return None
    number = Fraction(found["number"] or found["whole"] or found["full"] or 0) + part + _PARTS.get(found["glyph"] or "", 0)
    return number if found["sign"] in ("", "+") else -number


def short(number: Fraction | int) -> str:
    """The same where there is no room: what has no sign of its own is rounded to two decimals, or two digits that count.

    >>> [short(Fraction(each)) for each in ("5/2", "-1/2", "107/27", "1/216", "1/1000")]
    ['2½', '−½', '3.96', '0.0046', '0.001']
    """
    whole, part = divmod(abs(Fraction(number)), 1)
    sign = MINUS if number < 0 else ""
    if not part:
        return f"{sign}{whole}"
    if part in GLYPHS:
        return f"{sign}{whole or ''}{GLYPHS[part]}"
    return f"{sign}{float(part):.2g}" if not whole else f"{sign}{float(whole + part):.2f}".rstrip("0").rstrip(".")
