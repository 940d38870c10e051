"""Turns of the track come and go, and what comes on them goes along."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model.edits.scenario_edits import moved_order
from core.model.edits.scenario_turns import (
    in_order,
    put_in,
    renumbered,
    renumbered_count,
    taken_out,
    with_turns_in,
    with_turns_moved,
    without_turns,
)
from core.model.scenario import Allotment, Arrival, Scenario, Turn

NUMBERS = st.integers(0, 9)


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Turns with titles of their own, and what comes on them or behind the end of the track."""
    turns = tuple(Turn(f"turn {n}") for n in range(draw(st.integers(1, 7))))
    arrivals = tuple(Arrival((f"unit {n}",), turn) for n, turn in enumerate(draw(st.lists(NUMBERS, max_size=5))))
    amounts = draw(st.lists(st.tuples(st.sampled_from("ab"), NUMBERS, st.integers(-3, 9)), max_size=6))
    return Scenario(
        "s", turns=turns, arrivals=arrivals, allotments=tuple(Allotment(side, "shells", n, turn) for side, turn, n in amounts)
    )


def titles(scenario: Scenario) -> list[str]:
    """The title of the turn on which each reinforcement and each amount comes, "" for none on the track."""
    there = {n: turn.title for n, turn in enumerate(scenario.turns, 1)}
    return [there.get(each.turn, "") for each in (*scenario.arrivals, *scenario.allotments)]


@given(scenarios(), st.data())
def test_what_comes_on_a_turn_still_does_when_others_are_put_in_before_it(scenario: Scenario, data: st.DataObject) -> None:
    at, more = data.draw(st.integers(0, len(scenario.turns))), data.draw(st.integers(1, 3))
    made = with_turns_in(scenario, at, [Turn("new")] * more)
    assert [turn.title for turn in made.turns] == [
        *(turn.title for turn in scenario.turns[:at]),
        *["new"] * more,
        *(turn.title for turn in scenario.turns[at:]),
    ]
    for before, after in zip(titles(scenario), titles(made), strict=True):
        # Turns that are added behind all others may be those that somebody waited for.
        assert after == before or (at == len(scenario.turns) and (before, after) == ("", "new"))


@given(scenarios(), st.data())
def test_turns_that_are_put_in_and_taken_out_again_were_never_there(scenario: Scenario, data: st.DataObject) -> None:
    at, more = data.draw(st.integers(0, len(scenario.turns))), data.draw(st.integers(1, 3))
    made = with_turns_in(scenario, at, [Turn("new")] * more)
    assert without_turns(made, range(at, at + more)) == scenario


@given(scenarios(), st.data())
def test_what_came_on_a_turn_that_is_gone_comes_on_the_next_one_that_is_left(scenario: Scenario, data: st.DataObject) -> None:
    gone = data.draw(st.sets(st.integers(0, len(scenario.turns) - 1)))
    made = without_turns(scenario, gone)
    every = [*scenario.turns]
    for old, new in zip((*scenario.arrivals, *scenario.allotments), (*made.arrivals, *made.allotments), strict=True):
        left = [turn.title for n, turn in enumerate(every, 1) if n >= old.turn and n - 1 not in gone]
        if not old.turn:
            assert not new.turn
        elif left:
            assert made.turns[new.turn - 1].title == left[0]
        else:
            assert new.turn > len(made.turns)


@given(scenarios(), st.data())
def test_nothing_that_a_side_gets_is_lost_with_its_turn(scenario: Scenario, data: st.DataObject) -> None:
    gone = data.draw(st.sets(st.integers(0, len(scenario.turns) - 1)))
    made = without_turns(scenario, gone)

    def sums(of: Scenario) -> Counter[str]:
        found: Counter[str] = Counter()
        for each in of.allotments:
            found[each.side] += each.amount
        return found

    assert sums(made) == sums(scenario)
    assert [each.units for each in made.arrivals] == [each.units for each in scenario.arrivals]


@given(scenarios(), st.data())
def test_what_comes_on_a_turn_moves_with_it_and_back(scenario: Scenario, data: st.DataObject) -> None:
    numbers = data.draw(st.sets(st.integers(0, len(scenario.turns) - 1)))
    step = data.draw(st.sampled_from([-1, 1]))
    made = with_turns_moved(scenario, numbers, step)
    assert titles(made) == titles(scenario)
    order = moved_order(len(scenario.turns), numbers, step)
    back = [order.index(n) for n in range(len(order))]
    assert renumbered(made, in_order(back)).arrivals == scenario.arrivals


def test_conditions_and_the_start_are_no_turns() -> None:
    for goes in (put_in(3, 0, 2), taken_out(3, {0}), in_order((2, 1, 0))):
        assert goes(0) == 0


@pytest.mark.parametrize(("numbers", "left"), [({2}, 3), ({0, 2}, 2), ({1, 2}, 3)])
def test_what_comes_on_the_last_turn_waits_behind_the_track_when_it_is_taken_off(numbers: set[int], left: int) -> None:
    scenario = Scenario("s", turns=(Turn("1"), Turn("2"), Turn("3")), arrivals=(Arrival(("a",), 3),))
    made = without_turns(scenario, numbers)
    assert made.arrivals[0].turn == left > len(made.turns)


def test_it_is_counted_how_many_name_another_turn() -> None:
    scenario = Scenario(
        "s",
        turns=(Turn("1"), Turn("2")),
        arrivals=(Arrival(("a",), 2), Arrival(("b",), 1)),
        allotments=(Allotment("x", "shells", 3, 2),),
    )
    assert renumbered_count(scenario, with_turns_in(scenario, 1, (Turn(),))) == 2
    assert renumbered_count(scenario, replace(scenario)) == 0
