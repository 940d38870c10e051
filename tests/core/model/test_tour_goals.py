"""Goals of a tour: what is lacking, what is written for them, and which sheet is that of a lesson."""

from dataclasses import replace

import pytest

from core.geometry.hexes import Hex
from core.model.graphics import Measure
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Side
from core.model.orders import Alternate, OpSheet, TaskGroup
from core.model.tours import (
    Alternated,
    Drawn,
    Lesson,
    Listed,
    Rallied,
    Reserved,
    Sound,
    Tasked,
    Tour,
    TourStep,
    Worded,
    drawn_goals,
    lacking,
    reached,
)

OOB = Oob(
    sides=Items((Side("red", "Red"), Side("blue", "Blue"))),
    formations=Items(
        (Formation("bn", "Bn", "red"), Formation("a", "A", "red", parent="bn"), Formation("b", "B", "red", parent="bn"))
    ),
    counters=Items(
        Counter(id_, "red", formation=formation) for id_, formation in (("a1", "a"), ("a2", "a"), ("b1", "b"), ("b2", "b"))
    ),
)
BARE = OpSheet("Op sheet 1", "red", "Move")
HERE, THERE = Hex(0, 0), Hex(3, 0)
TUNA, PIKE = (Measure("objective", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)), name) for name in ("Tuna", "Pike"))
TROUT = Measure("phase-line", ((0.0, 0.0), (1.0, 0.0)), "Trout")


def lesson(*goals, name="Fish", side="red"):
    return Lesson(name.casefold(), name, name, side, (TourStep("All", "of it", goals=goals),))


GOALS = {
    "units": (Listed(("bn",)), BARE, ("bn",)),
    "a part of them": (Listed(("bn", "a1")), replace(BARE, units=("a",)), ("bn",)),
    "a name": (Worded("id", "Fish"), BARE, ("id",)),
    "a type": (Worded("type", "Attack"), BARE, ("type",)),
    "any words": (Worded("note", "Go."), BARE, ("note",)),
    "a group": (Tasked("West", ("a",), "Go."), replace(BARE, units=("bn",)), ("a",)),
    "the name of a group": (
        Tasked("West", ("a",), "Go."),
        replace(BARE, groups=(TaskGroup("Group 1", ("a1", "a2"), note="x"),)),
        ("name",),
    ),
    "the task of a group": (Tasked("West", ("a",), "Go."), replace(BARE, groups=(TaskGroup("west", ("a",)),)), ("task",)),
    "a group with others in it": (
        Tasked("West", ("a",), "Go."),
        replace(BARE, groups=(TaskGroup("West", ("a", "b1")),)),
        ("a",),
    ),
    "the type of a group": (
        Tasked("West", ("a",), "Go.", "Hasty Defense"),
        replace(BARE, groups=(TaskGroup("West", ("a",), note="x"),)),
        ("type",),
    ),
    "a rally point": (Rallied("a", HERE), BARE, ("a",)),
    "a reserve": (Reserved(("a1", "b1")), replace(BARE, reserve=("b",)), ("a1",)),
    "an alternate": (Alternated(("a",), "Left."), BARE, ("a",)),
    "the words of an alternate": (Alternated(("a",), "Left."), replace(BARE, alternates=(Alternate(("a",)),)), ("task",)),
    "a measure": (Drawn(TUNA), replace(BARE, measures=(TROUT,)), ("objective",)),
}


@pytest.mark.parametrize(("goal", "sheet", "lacks"), GOALS.values(), ids=GOALS)
def test_a_goal_says_what_is_lacking_and_lacks_nothing_once_it_is_reached(goal, sheet, lacks) -> None:
    its = lesson(goal)
    assert lacking(goal, its, OOB, sheet) == lacks
    made = reached(goal, its, OOB, sheet)
    assert lacking(goal, its, OOB, made) == ()
    assert reached(goal, its, OOB, made) is made, "what is there is not written again"


def test_without_a_sheet_every_goal_lacks_it() -> None:
    assert {lacking(goal, lesson(goal), OOB, None) for goal, _, _ in GOALS.values()} == {("sheet",)}
    assert lacking(Sound(), lesson(Sound()), OOB, BARE) == ()


def test_a_sheet_is_not_whole_before_all_else_is_on_it() -> None:
    its = lesson(Listed(("a",)), Sound())
    assert lacking(Sound(), its, OOB, BARE) == ("steps",)
    assert reached(Sound(), its, OOB, BARE) is BARE
    assert lacking(Sound(), its, OOB, replace(BARE, units=("bn",))) == ()


def test_words_of_the_user_stay_as_they_are() -> None:
    own = replace(BARE, note="My own.", rally=(("bn", THERE),), groups=(TaskGroup("West", ("a",), note="Mine."),))
    for goal in (Worded("note", "Go."), Rallied("a", HERE), Tasked("West", ("a",), "Go.")):
        assert lacking(goal, lesson(goal), OOB, own) == ()
    half = Tasked("West", ("a",), "Go.", "Attack")
    assert reached(half, lesson(half), OOB, own).groups == (TaskGroup("West", ("a",), "Attack", "Mine."),)


def test_units_that_get_a_task_leave_the_group_that_they_were_in() -> None:
    sheet = replace(BARE, units=("bn",), groups=(TaskGroup("East", ("bn",), note="x"),))
    goal = Tasked("West", ("a",), "Go.")
    made = reached(goal, lesson(goal), OOB, sheet)
    assert made.groups == (TaskGroup("East", ("b",), note="x"), TaskGroup("West", ("a",), note="Go."))


def test_a_measure_of_the_kind_does_whatever_its_name_but_only_for_one_goal() -> None:
    tuna, pike = Drawn(TUNA), Drawn(PIKE)
    its = lesson(tuna, pike)
    other = replace(TUNA, text="Cod")
    assert drawn_goals(its, replace(BARE, measures=(other,))) == (tuna,)
    assert drawn_goals(its, replace(BARE, measures=(PIKE,))) == (pike,), "the one of its name first"
    assert drawn_goals(its, replace(BARE, measures=(PIKE, other))) == (tuna, pike)
    assert drawn_goals(its, replace(BARE, measures=(TROUT,))) == ()


def test_the_sheet_of_a_lesson_has_its_name_or_is_in_hand_and_no_other_lessons() -> None:
    fish, oak = lesson(name="Fish"), lesson(name="Oak")
    tour = Tour("t", "T", "s", (fish, oak))
    named, in_hand, blue = replace(BARE, id="FISH"), BARE, replace(BARE, side="blue")
    assert tour.sheet_of(fish, (in_hand, named), in_hand) is named
    assert tour.sheet_of(fish, (in_hand,), in_hand) is in_hand
    assert tour.sheet_of(oak, (named,), named) is None
    assert tour.sheet_of(fish, (blue,), blue) is None
    assert tour.sheet_of(fish, (), None) is None
