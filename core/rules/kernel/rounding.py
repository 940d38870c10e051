"""Rounding of exact fractions, each case by the way that its rule names; and odds."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import ceil, floor


class Rounding(Enum):
    """How a fraction becomes a whole number."""

    HALF_UP = "half up"
    UP = "up"
    DOWN = "down"
    FOR_DEFENDER = "for the defender"
    """Of odds only: down where the attacker is the stronger, up where the defender is."""


def rounded(value: Fraction | int, how: Rounding = Rounding.HALF_UP) -> int:
    """A whole number by one of the ways. Raises ValueError for `FOR_DEFENDER`, which is a way to round odds.

    >>> rounded(Fraction(5, 2)), rounded(Fraction(-5, 2)), rounded(Fraction(49, 100)), rounded(Fraction(5, 2), Rounding.DOWN)
    (3, -2, 0, 2)
    """
    if how is Rounding.HALF_UP:
        return floor(value + Fraction(1, 2))
    if how is Rounding.UP:
        return ceil(value)
    if how is Rounding.DOWN:
        return floor(value)
    raise ValueError("only odds are rounded for a side")


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds as charts print them: one of the two numbers is 1."""

    attack: int
    defence: int

    def __str__(self) -> str:
        return f"{self.attack}:{self.defence}"

    @property
    def step(self) -> int:
        """The place of these odds in the row …, 1:2, 1:1, 2:1, …, where 1:1 is 0."""
        return self.attack - self.defence


def odds(attack: Fraction | int, defence: Fraction | int, how: Rounding) -> Odds:
    """The stronger side divided by the weaker, rounded once. Both strengths must be above 0 (ValueError).

    >>> str(odds(11, 8, Rounding.HALF_UP)), str(odds(5, 2, Rounding.HALF_UP)), str(odds(3, 4, Rounding.HALF_UP))
    ('1:1', '3:1', '1:1')
    >>> str(odds(21, 6, Rounding.FOR_DEFENDER)), str(odds(6, 21, Rounding.FOR_DEFENDER))
    ('3:1', '1:4')
    """
    if attack <= 0 or defence <= 0:
        raise ValueError("odds need a strength above 0 on both sides")
    stronger = attack >= defence
    ratio = Fraction(attack) / Fraction(defence) if stronger else Fraction(defence) / Fraction(attack)
    if how is Rounding.FOR_DEFENDER:
        how = Rounding.DOWN if stronger else Rounding.UP
    whole = rounded(ratio, how)
    return Odds(whole, 1) if stronger else Odds(1, whole)
