"""Combat tables as ladders: what SCS and New SCS share.

A roll and its column give one score: a column is worth so many places of the roll, and the score says how far up the list of
results one stands. So results never fall as column or roll rise, a shift of one column does what a fixed step of the roll does,
and no result of the list is jumped over from one place to the next. What is left to find is where on the ladder each result
begins. `Ladder.fitted` chooses it so that, over all columns together, the mean losses come as near as they can to given laws.
Everything is counted in whole 36ths, so that the same laws always give the same table.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from core.model.charts import Band
from core.rules.kernel.combat import Losses, read_result
from core.rules.kernel.dice import dice
from core.rules.kernel.rounding import rounded

WHOLE = 36

Measure = Callable[[Losses], int]
Law = Callable[[int], Fraction]


def attackers_steps(losses: Losses) -> int:
    """Steps that the attackers lose."""
    return losses.attacker.steps


def defenders_steps(losses: Losses) -> int:
    """Steps that the defenders lose."""
    return losses.defender.steps


def retreat(losses: Losses) -> int:
    """Hexes that the defenders retreat."""
    return losses.defender.retreat


def growing(start: Fraction, by: Fraction) -> Law:
    """A mean that is multiplied with each column."""
    return lambda step: start * by**step


def rising(start: Fraction, by: Fraction) -> Law:
    """A mean that rises by the same with each column."""
    return lambda step: start + by * step


MIDDLE: Mapping[Measure, Law] = {
    attackers_steps: growing(Fraction(9, 10), Fraction(3, 4)),
    defenders_steps: rising(Fraction(17, 20), Fraction(1, 4)),
    retreat: growing(Fraction(1, 2), Fraction(27, 20)),
}
"""Laws about the middle of fourteen published tables of SCS, by the step of the odds, which is 0 at 1:1 and 2 at 3:1."""


def places(name: str) -> tuple[tuple[int, int], ...]:
    """The rolls of dice as places, sums as they are and others counted through, each with its chance in 36ths."""
    chances = dice(name).chances.items()
    return tuple((roll if name == "2d6" else n, int(chance * WHOLE)) for n, (roll, chance) in enumerate(chances))


def runs(results: Sequence[tuple[int, str]]) -> tuple[Band, ...]:
    """Rolls with their results as the bands of a column.

    >>> runs(((2, "A1"), (3, "A1"), (4, "D1")))
    (Band(low=2, high=3, result='A1'), Band(low=4, high=4, result='D1'))
    """
    found = [(result, [roll for roll, _ in run]) for result, run in groupby(results, key=lambda each: each[1])]
    return tuple(Band(rolls[0], rolls[-1], result) for result, rolls in found)


def odds_label(step: int, sign: str) -> str:
    """The label of a column of odds.

    >>> odds_label(-2, ":"), odds_label(0, ":"), odds_label(4, "-")
    ('1:3', '1:1', '5-1')
    """
    return f"{step + 1}{sign}1" if step >= 0 else f"1{sign}{1 - step}"


@dataclass(frozen=True)
class Ladder:
    """A table to be found: its results in order, its columns by step, its rolls as `places`, and the width of a column."""

    order: tuple[str, ...]
    steps: Sequence[int]
    places: tuple[tuple[int, int], ...]
    width: int
    laws: Mapping[Measure, Law]

    @property
    def lowest(self) -> int:
        """The lowest score."""
        return self.places[0][0] + self.width * self.steps[0]

    @property
    def length(self) -> int:
        """How many scores there are."""
        return self.places[-1][0] + self.width * self.steps[-1] - self.lowest + 1

    def means(self, measure: Measure, ranks: Sequence[int]) -> list[int]:
        """The mean of something in every column, in 36ths."""
        return self._means([measure(read_result(result) or Losses()) for result in self.order], ranks)

    def _means(self, worth: Sequence[int], ranks: Sequence[int]) -> list[int]:
        starts = [self.width * step - self.lowest for step in self.steps]
        return [sum(chance * worth[ranks[start + place]] for place, chance in self.places) for start in starts]

    def fitted(self) -> tuple[int, ...]:
        """For every score the number of its result in the order. No ladder is better that differs at one score, and where
        needed at those beside it.
        """
        aims = [
            (
                [measure(read_result(result) or Losses()) for result in self.order],
                [rounded(WHOLE * law(step)) for step in self.steps],
            )
            for measure, law in self.laws.items()
        ]

        def miss(ranks: Sequence[int]) -> int:
            return sum(
                (found - aim) ** 2
                for worth, wanted in aims
                for found, aim in zip(self._means(worth, ranks), wanted, strict=True)
            )

        ranks = tuple(n * len(self.order) // self.length for n in range(self.length))
        least = miss(ranks)
        while True:
            missed, other = min((miss(other), other) for other in self._others(ranks))
            if missed >= least:
                return ranks
            least, ranks = missed, other

    def _others(self, ranks: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Every ladder with another result at one score; those before and after it follow, so that none falls or jumps."""
        for at in range(len(ranks)):
            for rank in range(len(self.order)):
                if rank != ranks[at]:
                    yield tuple(
                        max(min(each, rank), rank - (at - n)) if n < at else min(max(each, rank), rank + (n - at))
                        for n, each in enumerate(ranks)
                    )

    def result(self, ranks: Sequence[int], place: int, step: int) -> str:
        """What stands at a place of a column; beyond the ends of the ladder its ends count."""
        score = place + self.width * step - self.lowest
        return self.order[ranks[max(0, min(len(ranks) - 1, score))]]
