"""What a step costs, part by part, and points as whole numbers for searches."""

from dataclasses import dataclass
from fractions import Fraction

from core.base.errors import WrongUse
from core.model.terrain import COST_PARTS
from core.rules.kernel.modifiers import Item
from core.rules.kernel.rulings import Reason

PARTS = COST_PARTS
"""So many parts make a point in searches, which count in whole numbers: halves, thirds, quarters and fifths are exact."""

CLOSED = -1
"""What searches take for a step that cannot be made."""


@dataclass(frozen=True, slots=True)
class Toll:
    """What a step across a hexside costs one kind of mover: its parts, or why it cannot be made."""

    items: tuple[Item, ...] = ()
    barred: Reason | None = None

    @property
    def points(self) -> Fraction:
        """Movement points in all; of no use where the step is barred."""
        return sum((item.value for item in self.items), Fraction(0))

    @property
    def parts(self) -> int:
        """The same for searches, `CLOSED` where it is barred."""
        return CLOSED if self.barred is not None else in_parts(self.points)


@dataclass(frozen=True, slots=True)
class Tolls:
    """Both ways to make one step: across country, and along a way that leads across the hexside; None where none does."""

    off: Toll
    road: Toll | None = None

    @property
    def parts(self) -> tuple[int, int]:
        """Both for searches."""
        return self.off.parts, CLOSED if self.road is None else self.road.parts


def in_parts(points: Fraction | int) -> int:
    """Points as whole numbers for searches. Raises WrongUse for a fraction that is not exact in them.

    >>> in_parts(Fraction(1, 2)), in_parts(2)
    (30, 120)
    """
    whole = Fraction(points) * PARTS
    if whole.denominator != 1:
        text = f"{Fraction(points)} movement points cannot be counted on the map: costs and what is spent are in halves, "
        raise WrongUse(f"{text}thirds, quarters or fifths of a point, or in {PARTS}ths.")
    return whole.numerator


def held(points: Fraction) -> Fraction:
    """As much of some points as searches can count: what is spent in proportion may be any fraction.

    >>> held(Fraction(3, 7)), held(Fraction(-1))
    (Fraction(5, 12), Fraction(0, 1))
    """
    return Fraction(max(Fraction(0), points) * PARTS // 1, PARTS)


def in_points(parts: int) -> Fraction:
    """Whole numbers of searches as points."""
    return Fraction(parts, PARTS)
