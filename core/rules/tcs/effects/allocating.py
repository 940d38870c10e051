"""Ways to share steps out among what stands in a hex: which are legal, how many there are, and which comes first.

[TCS 4.01 10.0e-h]
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

Share = tuple[int, ...]
"""Steps lost, by the bearers in their order."""

MOST_WEIGHED = 4000
"""So many ways are weighed against each other to put the best first; of more the first ones that are found."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """What can lose steps: a unit by its id, or the notional carrier of one.

    `largest` says whether the first step may be its own. `morale` is what it would check with as it is, None for what checks
    no morale; `worth` what its destruction costs beside that, in points of morale.
    """

    id: str
    name: str
    steps: int
    largest: bool = False
    morale: int | None = None
    worth: int = 0


def ways(bearers: Sequence[Bearer], steps: int, first: bool = False, most_first: bool = False) -> Iterator[Share]:
    """Every way in which so many steps are lost: with `first` one of them by one of the largest. [TCS 4.01 10.0f]

    No bearer loses more than it has. The order goes through the bearers with few steps of each first, or many.
    """
    left = [0] * (len(bearers) + 1)
    for n in range(len(bearers) - 1, -1, -1):
        left[n] = left[n + 1] + bearers[n].steps
    has_largest = [any(each.largest and each.steps for each in bearers[n:]) for n in range(len(bearers) + 1)]

    def further(n: int, wanted: int, needs: bool) -> Iterator[Share]:
        if wanted > left[n] or (needs and (not wanted or not has_largest[n])):
            return
        if n == len(bearers):
            yield ()
            return
        here = range(max(0, wanted - left[n + 1]), min(bearers[n].steps, wanted) + 1)
        for own in reversed(here) if most_first else here:
            for rest in further(n + 1, wanted - own, needs and not (own and bearers[n].largest)):
                yield (own, *rest)

    yield from further(0, steps, first)


def count(bearers: Sequence[Bearer], steps: int, first: bool = False) -> int:
    """How many ways there are, without going through them. [TCS 4.01 10.0f]"""
    every = _count([each.steps for each in bearers], steps)
    if not first:
        return every
    # All but those of which no step is lost by one of the largest.
    return every - _count([0 if each.largest else each.steps for each in bearers], steps)


def _count(most: Sequence[int], steps: int) -> int:
    found = [1] + [0] * steps
    for own in most:
        found = [sum(found[max(0, n - own) : n + 1]) for n in range(steps + 1)]
    return found[steps]


def damage(bearers: Sequence[Bearer], share: Share) -> int:
    """What a loss does, in points of morale: the worst morale in the hex after it, and what is destroyed. [TCS 4.01 17.2a]"""
    checks = [each.morale + lost for each, lost in zip(bearers, share, strict=True) if each.morale is not None]
    gone = sum(each.worth for each, lost in zip(bearers, share, strict=True) if lost and lost == each.steps)
    return max(checks, default=0) + gone


def ranked(
    bearers: Sequence[Bearer], steps: int, first: bool, worst: bool, most: int, before: Share | None = None
) -> tuple[Share, ...]:
    """The best ways for who chooses, at most so many: that with the least damage before others, with `worst` the greatest.

    `before` are steps that are lost already; the damage is that of both together.
    """
    spare = before or (0,) * len(bearers)
    left = [_less(each, lost) for each, lost in zip(bearers, spare, strict=True)]

    def harm(share: Share) -> int:
        return damage(bearers, tuple(one + other for one, other in zip(spare, share, strict=True)))

    found = list(islice(ways(left, steps, first, most_first=worst), MOST_WEIGHED))
    key: Callable[[Share], int] = (lambda share: -harm(share)) if worst else harm
    return tuple(sorted(found, key=key)[:most])


def _less(bearer: Bearer, lost: int) -> Bearer:
    return Bearer(bearer.id, bearer.name, bearer.steps - lost, bearer.largest)
