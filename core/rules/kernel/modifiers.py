"""Sums and products that name every one of their parts, with the rule or chart of each."""

from dataclasses import dataclass
from fractions import Fraction

from core.base.amounts import amount
from core.model.terrain import Provenance
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason


@dataclass(frozen=True, slots=True)
class Item:
    """One part of a sum: what it is for, how much, which rule wants it, and the chart that holds the number, if one does."""

    name: str
    value: Fraction
    rule: RuleRef
    chart: Provenance | None = None

    @property
    def reason(self) -> Reason:
        """It as a step of an argument, as in "Open, Move Mode: +2"."""
        return self._told(signed(self.value))

    @property
    def plain(self) -> Reason:
        """It as that to which others are added, as in "Movement allowance: 9"."""
        return self._told(amount(self.value))

    def _told(self, value: str) -> Reason:
        return Reason(self.rule, "{name}: {value}", {"name": self.name, "value": value}, numbers={"value": self.value})


@dataclass(frozen=True, slots=True)
class Total:
    """A sum of items. `least` and `most` cap it, where a rule does."""

    items: tuple[Item, ...]
    least: int | None = None
    most: int | None = None

    @property
    def sum(self) -> Fraction:
        """The items added, uncapped."""
        return sum((item.value for item in self.items), Fraction(0))

    @property
    def net(self) -> Fraction:
        """What counts."""
        net = self.sum
        if self.most is not None:
            net = min(net, Fraction(self.most))
        return net if self.least is None else max(net, Fraction(self.least))

    def reasons(self) -> tuple[Reason, ...]:
        """One reason for each item."""
        return tuple(item.reason for item in self.items)


def signed(value: Fraction | int) -> str:
    """A modifier as charts print it.

    >>> signed(2), signed(Fraction(-1, 2)), signed(0)
    ('+2', '−½', '0')
    """
    return f"+{amount(value)}" if value > 0 else amount(value)


@dataclass(frozen=True, slots=True)
class Factor:
    """One multiplier of a strength, exact: halves stay halves until the end."""

    name: str
    value: Fraction
    rule: RuleRef


def product(strength: Fraction | int, factors: tuple[Factor, ...]) -> Fraction:
    """A strength with all its multipliers, exact."""
    result = Fraction(strength)
    for factor in factors:
        result *= factor.value
    return result
