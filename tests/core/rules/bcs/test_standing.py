"""What is kept of formations in play: read from words, written as words, and gone with the activation or the turn."""

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.model.box import GameBox
from core.model.items import Items
from core.model.oob import NO_VALUES, Formation, Oob, Values
from core.model.state import GameState, Moment
from core.model.work import Work
from core.play.conditions import over_turn, passed_on
from core.rules.bcs.activation import LEVELS
from core.rules.bcs.fatigue import BOUGHT
from core.rules.bcs.standing import FIRST, SECOND, Standing, standing_edit, standing_of
from core.rules.kernel.forces import Forces

BCS = load_ruleset("bcs-1.1")


def box(**values: Any) -> GameBox:
    held: Values = NO_VALUES.update(values)
    oob = Oob(formations=Items([Formation("a", "Alpha", "red", values=held), Formation("b", "Bravo", "red")]))
    return replace(GameBox("", "", ()), oob=oob)


def stands(work: Work, formation: str = "a") -> Standing:
    return standing_of(Forces(work.box, work.state), formation)


def changed(work: Work, **changes: Any) -> Work:
    return standing_edit(work, "a", **changes).apply(work)


def activated(work: Work, was: str, active: str) -> Work:
    conditions = passed_on(work.state.conditions, BCS.play.conditions, was, active, True)
    return replace(work, state=replace(work.state, conditions=conditions))


def test_a_formation_is_as_it_begins_until_something_is_said() -> None:
    work = Work(box(fatigue="Fat-2", prepared=True, coordination=2, done=True, snafu="Partial", **{"trains.ghost": True}))
    assert stands(work) == Standing("a", "Fat-2", 2, prepared=True, ghost=True, done=True, snafu="Partial")
    later = replace(work, state=replace(work.state, moment=Moment(2)))
    assert stands(later) == Standing("a", "Fat-2", 2, prepared=True, ghost=True)


def test_what_a_formation_began_as_does_not_come_back_once_it_was_taken_away() -> None:
    work = changed(
        Work(box(prepared=True, coordination=2, **{"trains.ghost": True})), prepared=False, coordination=0, ghost=False
    )
    assert stands(work) == Standing("a")
    assert stands(changed(work, prepared=True, coordination=1)) == Standing("a", coordination=1, prepared=True)


def test_nothing_is_said_of_what_goes_without_saying() -> None:
    work = changed(changed(Work(box()), prepared=True, coordination=3), prepared=False, coordination=0)
    assert not work.state.conditions


STANDINGS = st.builds(
    Standing,
    formation=st.just("a"),
    fatigue=st.sampled_from(LEVELS),
    coordination=st.integers(0, 3),
    prepared=st.booleans(),
    ghost=st.booleans(),
    done=st.booleans(),
    recovered=st.booleans(),
    snafu=st.sampled_from(["", "Full", "Partial", "Fail"]),
    tired=st.booleans(),
    refused=st.booleans(),
    paid=st.lists(st.sampled_from(list(BOUGHT)), max_size=4).map(lambda some: tuple(sorted(some, key=list(BOUGHT).index))),
    objectives=st.integers(0, 4),
    artillery=st.integers(0, 9),
)


@given(STANDINGS, STANDINGS)
def test_what_is_written_is_read(one: Standing, other: Standing) -> None:
    work = Work(box(fatigue="Fat-1", prepared=True, coordination=1))
    for wanted in (one, other):
        work = changed(work, **{each.name: getattr(wanted, each.name) for each in fields(wanted) if each.name != "formation"})
        assert stands(work) == wanted
        kinds = BCS.play.conditions
        said = {kind: word for (_, kind), word in work.state.conditions.items()}
        assert all(kinds[kind].word_of(word) == word for kind, word in said.items())
    assert stands(work, "b") == Standing("b")


def test_what_lasts_for_an_activation_ends_with_it_and_fatigue_stays() -> None:
    work = activated(Work(box(), GameState(moment=Moment(1, "activation.snafu", "red", 1, "a"))), "", "a")
    assert stands(work).activation == FIRST
    work = changed(work, snafu="Partial", fatigue="Fat-1", objectives=2, paid=("distant", "traffic", "traffic"), coordination=1)
    work = changed(work, activation=SECOND)
    assert (stands(work).activation, stands(work).paid) == (SECOND, ("distant", "traffic", "traffic"))
    after = activated(work, "a", "b")
    assert stands(after) == Standing("a", "Fat-1", 1, done=True)
    assert stands(after, "b").activation == FIRST


def test_what_lasts_for_a_turn_ends_with_it() -> None:
    work = changed(Work(box()), done=True, recovered=True, artillery=2, fatigue="Fat-0")
    work = replace(work, state=replace(work.state, conditions=over_turn(work.state.conditions, BCS.play.conditions, "")))
    assert stands(work) == Standing("a", "Fat-0")


def test_a_forced_march_is_one_that_was_paid_for() -> None:
    assert not stands(Work(box())).marched and stands(changed(Work(box()), paid=("forced_march",))).marched


def test_what_no_word_stands_for_is_refused() -> None:
    with pytest.raises(WrongUse, match="from 0 to 3 coordination markers, not 4"):
        standing_edit(Work(box()), "a", coordination=4)
    with pytest.raises(WrongUse, match="The course of play says who is active"):
        standing_edit(Work(box()), "a", activation=FIRST)
