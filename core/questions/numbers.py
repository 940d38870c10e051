"""Numbers in answers: whole ones stay whole, fractions become decimals with their exact text beside them where it is needed."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

SHORT = 6
"""So many digits after the point a short decimal has at most."""


def plain(value: object) -> Any:
    """A value as JSON has it: a fraction is a whole number or a decimal."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value


def named(name: str, value: object) -> dict[str, Any]:
    """A value under its name, with its exact fraction beside it where no short decimal equals it.

    >>> named("odds", Fraction(5, 2)), named("chance", Fraction(5, 18))
    ({'odds': 2.5}, {'chance': 0.2777777777777778, 'chance_exact': '5/18'})
    """
    if isinstance(value, Fraction) and 10**SHORT % value.denominator:
        return {name: float(value), f"{name}_exact": str(value)}
    return {name: plain(value)}


def all_named(values: Mapping[str, object]) -> dict[str, Any]:
    """Each of some values under its name."""
    return {key: each for name, value in values.items() for key, each in named(name, value).items()}
