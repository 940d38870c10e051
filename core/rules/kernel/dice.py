"""Dice: how rolls are read, and the exact chance of everything that they can give."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import TypeVar

from core.base.errors import WrongUse, did_you_mean

FACES = range(1, 7)

Outcome = TypeVar("Outcome", bound=Hashable)


@dataclass(frozen=True)
class Dice:
    """One way to read dice. `chances` holds every roll, from least to greatest, with its chance; `read` makes a roll of the
    faces of the dice, from left to right."""

    id: str
    title: str
    count: int
    chances: Mapping[int, Fraction]
    read: Callable[[tuple[int, ...]], int]

    @property
    def rolls(self) -> tuple[int, ...]:
        """Every roll, from least to greatest."""
        return tuple(self.chances)

    def at_least(self, needed: int) -> Fraction:
        """The chance of a roll or more.

        >>> str(DICE["2d6"].at_least(9)), str(DICE["11..66"].at_least(52))
        ('5/18', '11/36')
        """
        return sum((chance for roll, chance in self.chances.items() if roll >= needed), Fraction(0))

    def of(self, give: Callable[[int], Outcome]) -> Mapping[Outcome, Fraction]:
        """The chance of everything that a function makes of rolls."""
        whole = len(FACES) ** self.count
        ways: dict[Outcome, int] = {}
        for roll, chance in self.chances.items():
            outcome = give(roll)
            # Whole numbers of ways are added many times faster than fractions.
            ways[outcome] = ways.get(outcome, 0) + chance.numerator * (whole // chance.denominator)
        return MappingProxyType({outcome: Fraction(count, whole) for outcome, count in ways.items()})


def _read(id_: str, title: str, count: int, read: Callable[[tuple[int, ...]], int]) -> Dice:
    found = Counter(read(faces) for faces in product(FACES, repeat=count))
    whole = len(FACES) ** count
    return Dice(id_, title, count, MappingProxyType({roll: Fraction(found[roll], whole) for roll in sorted(found)}), read)


DICE: Mapping[str, Dice] = MappingProxyType(
    {
        dice.id: dice
        for dice in (
            _read("d6", "one die", 1, lambda faces: faces[0]),
            _read("2d6", "the sum of two dice", 2, sum),
            _read("3d6", "the sum of three dice", 3, sum),
            # The red die counts tens, the white one units.
            _read("11..66", "two dice read one after the other", 2, lambda faces: 10 * faces[0] + faces[1]),
        )
    }
)
"""Every way to read dice, by its name in charts."""


def check_roll(name: str, roll: int | None, dice_: Dice, beyond: str = "") -> None:
    """Raises WrongUse for what dice cannot show, with what they can, and what else there is to say.

    >>> check_roll("roll", 13, DICE["2d6"])
    Traceback (most recent call last):
        ...
    core.base.errors.WrongUse: roll: 13 cannot be rolled with the sum of two dice (2 to 12).
    """
    if roll is not None and roll not in dice_.rolls:
        raise WrongUse(f"{name}: {roll} cannot be rolled with {dice_.title} ({dice_.rolls[0]} to {dice_.rolls[-1]}){beyond}.")


def dice(name: str) -> Dice:
    """A way to read dice by its name. Raises WrongUse."""
    found = DICE.get(name)
    if found is None:
        raise WrongUse(f'There are no dice "{name}".{did_you_mean(name, DICE)}')
    return found
