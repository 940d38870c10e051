"""What fell against what was to be expected: for each side, each way to read dice, and each single die.

Whether dice are fair is asked with the chi-square test. Of single dice that fell less than thirty times its chance is counted
out exactly: every way in which so many dice can fall is gone through. Elsewhere neighbouring rolls are put together until five
of each are to be expected (Cochran), and the chance is that of the chi-square distribution.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Literal

from core.play.dice import fault_of_pips, value
from core.play.events import Rolled
from core.play.record import Record
from core.rules.kernel.dice import DICE, FACES

LEAST = 5
"""So many of each are to be expected before the chi-square distribution is near enough; neighbours join till then."""

UNUSUAL, VERY_UNUSUAL = 0.05, 0.01
"""Below such a chance what fell is called unusual."""

ALL = "*"
"""Stands for all sides together."""

Verdict = Literal["too few", "usual", "unusual", "very unusual"]


@dataclass(frozen=True)
class Spread:
    """How often each value fell, and how likely that is. `expected` are the chances of the values.

    `statistic` is chi-square with `freedom` degrees of freedom; `chance` that of so large a one or a larger with fair dice,
    None where too few fell to say. `exact` tells that it was counted out.
    """

    counts: Mapping[int, int]
    expected: Mapping[int, Fraction]
    statistic: Fraction
    freedom: int
    chance: float | None
    exact: bool = False

    @property
    def number(self) -> int:
        """How many fell."""
        return sum(self.counts.values())

    @property
    def mean(self) -> Fraction | None:
        """The mean of what fell, None for nothing."""
        number = self.number
        return Fraction(sum(each * count for each, count in self.counts.items()), number) if number else None

    @property
    def expected_mean(self) -> Fraction:
        """The mean that is to be expected."""
        return sum((each * chance for each, chance in self.expected.items()), Fraction(0))

    @property
    def verdict(self) -> Verdict:
        """What is to be thought of it."""
        if self.chance is None:
            return "too few"
        if self.chance >= UNUSUAL:
            return "usual"
        return "unusual" if self.chance >= VERY_UNUSUAL else "very unusual"


@dataclass(frozen=True, slots=True)
class Streak:
    """The longest run of rolls of one side and one way to read dice that were all on one side of the mean; `first` and `last`
    are their entries, `chance` that of just these rolls being so."""

    length: int
    first: int
    last: int
    chance: Fraction


NO_STREAK = Streak(0, 0, 0, Fraction(1))


@dataclass(frozen=True)
class WayLuck:
    """The luck of a side with one way to read dice: what was read, and each die by its place from the left.

    `high` and `low` are the longest runs above and below the mean.
    """

    dice: str
    title: str
    rolls: Spread
    each: tuple[Spread, ...]
    high: Streak = NO_STREAK
    low: Streak = NO_STREAK


@dataclass(frozen=True)
class SideLuck:
    """The luck of a side, `ALL` for all of them, "" for the table: every single die of it, and each way to read dice.

    `typed` of its rolls were typed in.
    """

    side: str
    number: int
    typed: int
    faces: Spread
    ways: tuple[WayLuck, ...]


def ledger(record: Record) -> tuple[SideLuck, ...]:
    """The luck of all together, then of each side in the order of the box, then of the table, as far as they rolled."""
    rolls = [(number, by, rolled) for number, (by, rolled) in sorted(record.rolls.items()) if not fault_of_pips(rolled)]
    order = [*(player.side for player in record.began.players), ""]
    found = [_side(ALL, [(number, rolled) for number, _, rolled in rolls])] if rolls else []
    for side in order:
        own = [(number, rolled) for number, by, rolled in rolls if by == side]
        if own:
            found.append(_side(side, own))
    return tuple(found)


def _side(side: str, rolls: list[tuple[int, Rolled]]) -> SideLuck:
    faces = spread((pips for _, rolled in rolls for pips in rolled.pips), DICE["d6"].chances)
    ways = [_way(way, [(number, rolled) for number, rolled in rolls if rolled.dice == way]) for way in DICE]
    typed = sum(not rolled.seed and not rolled.pledge for _, rolled in rolls)
    return SideLuck(side, len(rolls), typed, faces, tuple(way for way in ways if way.rolls.number))


def _way(way: str, rolls: list[tuple[int, Rolled]]) -> WayLuck:
    known = DICE[way]
    each = (spread((rolled.pips[place] for _, rolled in rolls), DICE["d6"].chances) for place in range(known.count))
    whole = spread((value(rolled) for _, rolled in rolls), known.chances)
    high, low = (_streak(rolls, known.chances, whole.expected_mean, above) for above in (True, False))
    return WayLuck(way, known.title, whole, tuple(each), high, low)


def _streak(rolls: list[tuple[int, Rolled]], chances: Mapping[int, Fraction], mean: Fraction, above: bool) -> Streak:
    one = sum((chance for each, chance in chances.items() if (each > mean if above else each < mean)), Fraction(0))
    best, first, length = NO_STREAK, 0, 0
    for number, rolled in rolls:
        read = value(rolled)
        if read > mean if above else read < mean:
            first, length = (first, length + 1) if length else (number, 1)
            if length > best.length:
                best = Streak(length, first, number, one**length)
        else:
            length = 0
    return best


def spread(fallen: Iterable[int], chances: Mapping[int, Fraction]) -> Spread:
    """What fell against the chances of all values.

    >>> even = spread([1, 2, 3, 4, 5, 6] * 10, DICE["d6"].chances)
    >>> even.statistic, even.freedom, even.chance, even.verdict
    (Fraction(0, 1), 5, 1.0, 'usual')
    """
    counts = dict.fromkeys(chances, 0)
    for each in fallen:
        counts[each] += 1
    number = sum(counts.values())
    kept, expected = MappingProxyType(counts), MappingProxyType(dict(chances))
    if not number:
        return Spread(kept, expected, Fraction(0), 0, None)
    if len(chances) == len(FACES) and number < LEAST * len(FACES):
        statistic = chi_square(list(counts.values()), list(chances.values()))
        return Spread(kept, expected, statistic, len(FACES) - 1, float(_exact(number, statistic)), True)
    pooled, shares = _pooled(counts, chances, number)
    statistic, freedom = chi_square(pooled, shares), len(pooled) - 1
    return Spread(kept, expected, statistic, freedom, tail(freedom, float(statistic)) if freedom else None)


def chi_square(counts: list[int], chances: list[Fraction]) -> Fraction:
    """The sum of the squares of all differences from what is expected, each by what is expected."""
    number = sum(counts)
    return sum(
        ((count - number * chance) ** 2 / (number * chance) for count, chance in zip(counts, chances, strict=True)), Fraction(0)
    )


def _pooled(counts: Mapping[int, int], chances: Mapping[int, Fraction], number: int) -> tuple[list[int], list[Fraction]]:
    """Neighbours put together, from the least value on, until enough of each are to be expected."""
    pooled: list[int] = []
    shares: list[Fraction] = []
    count, share = 0, Fraction(0)
    for each in sorted(chances):
        count, share = count + counts[each], share + chances[each]
        if number * share >= LEAST:
            pooled.append(count)
            shares.append(share)
            count, share = 0, Fraction(0)
    if share and pooled:
        pooled[-1] += count
        shares[-1] += share
    elif share:
        pooled, shares = [count], [share]
    return pooled, shares


def tail(freedom: int, statistic: float) -> float:
    """The chance of a chi-square of so much or more: the regularised incomplete gamma function, in its closed form for whole
    degrees of freedom.

    >>> round(tail(5, 11.0705), 4), round(tail(10, 18.307), 4), tail(3, 0.0)
    (0.05, 0.05, 1.0)
    """
    half = statistic / 2
    if half <= 0:
        return 1.0
    even = freedom % 2 == 0
    found = 0.0 if even else math.erfc(math.sqrt(half))
    # Logarithms keep large statistics from running out of the range of numbers.
    for step in range(freedom // 2):
        power = step if even else step + 0.5
        found += math.exp(power * math.log(half) - half - math.lgamma(power + 1))
    return min(1.0, found)


def _exact(number: int, statistic: Fraction) -> Fraction:
    """The chance that so many fair dice differ so much or more from what is expected."""
    # With equal chances the statistic is 6 / n times the sum of squares, less n.
    squares = (statistic + number) * number / len(FACES)
    return sum((chance for total, chance in _squares(number).items() if total >= squares), Fraction(0))


@cache
def _squares(number: int) -> Mapping[int, Fraction]:
    """The chance of each sum of the squares of how often the six faces fall."""
    found: dict[int, int] = {}
    for parts in _partitions(number, len(FACES), number):
        ways = math.factorial(number)
        for part in parts:
            ways //= math.factorial(part)
        arranged = math.factorial(len(FACES))
        for part in set(parts):
            arranged //= math.factorial(parts.count(part))
        total = sum(part * part for part in parts)
        found[total] = found.get(total, 0) + ways * arranged
    return MappingProxyType({total: Fraction(ways, len(FACES) ** number) for total, ways in found.items()})


def _partitions(number: int, places: int, most: int) -> Iterator[tuple[int, ...]]:
    """All ways to write a number as so many summands in falling order, zeros among them."""
    if places == 1:
        if number <= most:
            yield (number,)
        return
    for first in range(min(number, most), -1, -1):
        if first * places < number:
            return
        for rest in _partitions(number - first, places - 1, first):
            yield (first, *rest)
