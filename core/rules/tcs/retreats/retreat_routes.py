"""Ways of a retreat with the fire that they would draw, ranked, and how far each is gone [TCS 4.01 15.2c, 17.4d, 17.4f-j].

A way is gone up to the first hex where anything can happen: somebody could fire, a barrage or mines attack. What happens there
is asked before the rest of the way.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from core.geometry.hexes import Hex
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Reason
from core.rules.kernel.watch_detail import Shot, Watched
from core.rules.operations.movement_detail import StepCost
from core.rules.operations.passage import direction_to
from core.rules.operations.zones import SIDES
from core.rules.tcs.movement.going import MARCH
from core.rules.tcs.retreats.retreat_ways import Numbers, Retreat
from core.rules.tcs.watch.entering import Entered, asked_of_who_enters, mined, shelled
from core.rules.tcs.watch.watching import watched_on


@dataclass(frozen=True, eq=False)
class Route:
    """A legal way with what happens on the part that is not gone yet, step by step: who could fire, `along` for steps that only
    a road lets them make; `shelled` and `mined` are hexes of it, by their places in the way."""

    way: Numbers
    gone: int
    covered: bool
    watched: tuple[Watched, ...]
    along: tuple[bool, ...]
    shelled: frozenset[int]
    mined: frozenset[int]
    expected: Fraction

    @property
    def rank(self) -> tuple[object, ...]:
        """Ways into cover first, the shortest of them before others, then those that cost the fewest steps. [TCS 4.01 17.4d]"""
        return not self.covered, len(self.way), self.expected, len(self.shelled) + len(self.mined), self.way

    @property
    def stop(self) -> int:
        """The place in the way up to which it is gone at once."""
        places = range(self.gone + 1, len(self.way))
        return next((n for n in places if self.happens(n)), len(self.way) - 1)

    def happens(self, n: int) -> bool:
        """Whether anything can happen in a hex that is entered, by its place in the way."""
        if n <= self.gone:
            return False
        each = self.watched[n - self.gone - 1]
        return bool(each.shots or each.unsure) or n in self.shelled or n in self.mined


@dataclass(frozen=True, eq=False)
class Dangers:
    """What a stack meets on its retreat. Steps that several ways share are looked at once."""

    retreat: Retreat
    alone: bool
    """Whether they are vehicles alone, at whom each stack fires once on the whole way. [TCS 4.01 15.3i-j]"""

    @cached_property
    def _steps(self) -> dict[tuple[int, int], tuple[Watched, bool]]:
        return {}

    @cached_property
    def shelled(self) -> frozenset[int]:
        """The hexes in or beside attack zones. [TCS 4.01 17.4g, 18.8c]"""
        return self._numbers(shelled(self.retreat.board))

    @cached_property
    def mined(self) -> frozenset[int]:
        """The hexes with mines, breached or not. [TCS 4.01 17.4h]"""
        return self._numbers(mined(self.retreat.board, retreating=True))

    def _numbers(self, places: frozenset[Hex]) -> frozenset[int]:
        index = self.retreat.board.net.index
        return frozenset(index[place] for place in places if place in index)

    def step(self, last: int, near: int) -> tuple[Watched, bool]:
        """Who could fire at a step, and whether only a road lets them make it. [TCS 4.01 15.2c, 20.1e-f]"""
        if (last, near) not in self._steps:
            board, along = self.retreat.board, self._along(last, near)
            places = board.net.hexes[last], board.net.hexes[near]
            step = StepCost(*places, (), Fraction(0), along)
            (found,), _ = watched_on(board, self.retreat.units, (step,), MARCH)
            self._steps[last, near] = found, along
        return self._steps[last, near]

    def _along(self, last: int, near: int) -> bool:
        """Who retreats keeps off roads where it can. [TCS 4.01 17.4c, 20.1e]"""
        direction = direction_to(self.retreat.board, last, near)
        assert direction is not None
        tolls = (each.tolls(SIDES * last + direction) for each in self.retreat.passage.journeys)
        return any(each.off.barred is not None for each in tolls)

    def route(self, way: Numbers) -> Route:
        """A way with its dangers."""
        gone = max(len(self.retreat.gone) - 1, 0)
        steps = [self.step(last, near) for last, near in list(pairwise(way))[gone:]]
        watched = tuple(each for each, _ in steps)
        ahead = range(gone + 1, len(way))
        return Route(
            way,
            gone,
            self.retreat.covers(way[-1]),
            watched,
            tuple(along for _, along in steps),
            frozenset(n for n in ahead if way[n] in self.shelled),
            frozenset(n for n in ahead if way[n] in self.mined),
            self._expected(watched),
        )

    def _expected(self, watched: tuple[Watched, ...]) -> Fraction:
        """The steps to be expected from fire on the whole way: one stack answers each trigger, the best; at vehicles each fires
        once, the best of the shots that are left first. [TCS 4.01 15.0, 15.3i-j, 20.1d]"""
        answers = [(_by_stack(each.shots), each.triggers) for each in watched]
        if not self.alone:
            return sum((max(some.values(), default=Fraction(0)) * count for some, count in answers), Fraction(0))
        # A bottleneck is two triggers, and the same stack does not answer both.
        triggers = [some for some, count in answers for _ in range(count)]
        shots = sorted(((worth, n, place) for n, some in enumerate(triggers) for place, worth in some.items()), reverse=True)
        taken: set[int] = set()
        fired: set[Hex] = set()
        total = Fraction(0)
        for worth, n, place in shots:
            if n not in taken and place not in fired:
                taken.add(n)
                fired.add(place)
                total += worth
        return total

    @staticmethod
    def seen(route: Route) -> int:
        """How many steps of a route draw fire."""
        return sum(1 for each in route.watched if each.shots)

    def words(self, route: Route) -> str:
        """The overwatch that a route draws, in a few words."""
        seen = self.seen(route)
        if not seen:
            return "nobody could fire"
        often = {1: "once", 2: "twice"}.get(seen, f"{seen} times")
        return f"draws fire {often}, {float(route.expected):.2f} steps to be expected"

    def told(self, route: Route) -> Reason:
        """A route in a sentence. [TCS 4.01 17.4d-h]"""
        board = self.retreat.board
        hexes = tuple(board.net.hexes[number] for number in route.way)
        labels = ", ".join(board.forces.box.label(place) for place in hexes[1:])
        seen = self.seen(route)
        told: dict[str, object] = {"way": labels, "seen": seen, "expected": f"{float(route.expected):.2f}"}
        template = "{way}: {seen} steps draw fire, {expected} steps to be expected" if seen else "{way}: nobody could fire"
        template = template.replace("{way}", "By {way}, into cover") if route.covered else template.replace("{way}", "By {way}")
        template += "; a barrage attacks" if route.shelled else ""
        template += "; mines attack" if route.mined else ""
        return Reason(board.ref("17.4d"), template, told, hexes, {"expected": route.expected})

    def then(self, route: Route, n: int) -> Iterator[Next]:
        """What is asked when a hex of a way is entered, by its place: overwatch, then barrages, then mines.
        [TCS 4.01 15.2c, 15.3j, 17.4f-i]"""
        if n <= route.gone:
            return
        watched, along = route.watched[n - route.gone - 1], route.along[n - route.gone - 1]
        before = tuple(self.retreat.board.net.hexes[number] for number in route.way[1:n]) if self.alone else ()
        step = Entered(watched.source, watched.into, along, watched, before)
        yield from asked_of_who_enters(self.retreat.board, self.retreat.units, step, retreating=True)


def _by_stack(shots: tuple[Shot, ...]) -> Mapping[Hex, Fraction]:
    """What each stack could take with all its fires at one trigger. [TCS 4.01 15.2g, 15.3f]"""
    found: dict[Hex, Fraction] = {}
    for each in shots:
        found[each.hex] = found.get(each.hex, Fraction(0)) + each.expected
    return found
