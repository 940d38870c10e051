"""Exact numbers as people read them: points, strengths, modifiers. Files and JSON have forms of their own."""

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
