"""Turns put in, taken out and moved on the track of a scenario: what comes on a turn goes along with it.

Reinforcements and amounts name their turn by its number. A change of the track says where each number goes (`Goes`); numbers
behind the end of the track, which a scenario may name before it has that many turns, stay as far from its end as they were
unless turns are added or taken off just there.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from core.model.edits.scenario_edits import added, moved_order, removed, with_rows
from core.model.scenario import Scenario, Turn

Goes = Callable[[int], int]
"""The number of a turn, from 1, as it is afterwards; 0, which is no turn (a condition, the start), stays 0."""


def put_in(count: int, at: int, more: int) -> Goes:
    """Where numbers go when more turns come before the one at a place, from 0, on a track of so many.

    >>> [put_in(3, 1, 2)(turn) for turn in range(6)], [put_in(3, 3, 2)(turn) for turn in range(6)]
    ([0, 1, 4, 5, 6, 7], [0, 1, 2, 3, 4, 5])
    """
    return lambda turn: turn + more if at < count and turn > at else turn


def taken_out(count: int, numbers: Collection[int]) -> Goes:
    """Where numbers go when the turns at some places, from 0, are taken out: what came on one of them comes on the next.

    Where none is left behind it, it waits behind the end of the track, and the check of the scenario finds it there.

    >>> [taken_out(4, {1})(turn) for turn in range(6)], [taken_out(4, {3})(turn) for turn in range(6)]
    ([0, 1, 2, 2, 3, 4], [0, 1, 2, 3, 4, 5])
    """
    last = max((n for n in range(count) if n not in numbers), default=-1)
    inner = sorted(n for n in numbers if n < last)
    return lambda turn: turn - sum(n + 1 < turn for n in inner)


def in_order(order: Sequence[int]) -> Goes:
    """Where numbers go when the turns stand in another order of their places, from 0.

    >>> [in_order((1, 0, 2))(turn) for turn in range(5)]
    [0, 2, 1, 3, 4]
    """
    places = {old + 1: new + 1 for new, old in enumerate(order)}
    return lambda turn: places.get(turn, turn)


def renumbered(scenario: Scenario, goes: Goes) -> Scenario:
    """The scenario whose reinforcements and amounts come on other turns."""
    return replace(
        scenario,
        arrivals=tuple(
            each if goes(each.turn) == each.turn else replace(each, turn=goes(each.turn)) for each in scenario.arrivals
        ),
        allotments=tuple(
            each if goes(each.turn) == each.turn else replace(each, turn=goes(each.turn)) for each in scenario.allotments
        ),
    )


def with_turns_in(scenario: Scenario, at: int, more: Iterable[Turn]) -> Scenario:
    """The scenario with more turns before the one at a place."""
    new = tuple(more)
    moved = renumbered(scenario, put_in(len(scenario.turns), at, len(new)))
    return with_rows(moved, "turns", added(scenario.turns, at, new))


def without_turns(scenario: Scenario, numbers: Collection[int]) -> Scenario:
    """The scenario without the turns at some places."""
    moved = renumbered(scenario, taken_out(len(scenario.turns), numbers))
    return with_rows(moved, "turns", removed(scenario.turns, numbers))


def with_turns_moved(scenario: Scenario, numbers: Collection[int], step: int) -> Scenario:
    """The scenario whose turns at some places have moved past the next one, up (-1) or down (1), with what comes on them."""
    order = moved_order(len(scenario.turns), numbers, step)
    return with_rows(renumbered(scenario, in_order(order)), "turns", (scenario.turns[n] for n in order))


def renumbered_count(before: Scenario, after: Scenario) -> int:
    """How many reinforcements and amounts name another turn than they did."""
    arrivals = zip(before.arrivals, after.arrivals, strict=True)
    allotments = zip(before.allotments, after.allotments, strict=True)
    return sum(old.turn != new.turn for old, new in arrivals) + sum(old.turn != new.turn for old, new in allotments)
