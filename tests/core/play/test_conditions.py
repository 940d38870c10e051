"""What formations are: activations bring it and end it, a turn ends some of it, and the series says what there is."""

from dataclasses import replace

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.model.box import GameBox
from core.model.edits.state_edits import Become, ChangeState, Count
from core.model.scenario import Scenario, Turn
from core.model.state import GameState, Moment
from core.model.work import Work
from core.play.conditions import become, by_word, over_turn, passed_on
from core.play.turns import Course

BCS = load_ruleset("bcs-1.1")
KINDS = BCS.play.conditions
NONE: "immutables.Map[tuple[str, str], str]" = immutables.Map()
BOX = GameBox("Game", "bcs-1.1", ())
COURSE = Course(BCS.sequence, BCS.choices({}), Scenario("Two turns", turns=(Turn("1"), Turn("2"))), BOX, BCS.play)
ORDER = ("axis", "soviet")


def gone(state: GameState, moment: Moment) -> GameState:
    """The state after play has gone to a moment."""
    for edit in COURSE.edits_to(state, moment):
        state = edit.apply(Work(BOX, state)).state
    return state


def activated(state: GameState, side: str, of: str) -> GameState:
    """The state after something was activated."""
    return gone(state, COURSE.again(state, side, of))


def at(phase: str) -> GameState:
    """Play at a phase of the first turn."""
    start = GameState(order=ORDER)
    return gone(start, COURSE.at(start, 1, phase))


def word(state: GameState, formation: str, kind: str = "activation") -> str:
    """What a formation is."""
    return state.conditions.get((formation, kind), "")


def test_who_is_activated_is_active_and_done_when_the_next_one_is() -> None:
    state = activated(at("first"), "axis", "16th")
    assert word(state, "16th") == "Active"
    state = activated(state, "soviet", "5th")
    assert (word(state, "16th"), word(state, "5th")) == ("Done", "Active")
    state = gone(state, COURSE.at(state, 1, "admin"))
    assert (word(state, "16th"), word(state, "5th")) == ("Done", "Done")


def test_within_an_activation_nothing_changes() -> None:
    state = activated(at("first"), "axis", "16th")
    later = gone(state, COURSE.at(state, 1, "activation.snafu"))
    assert later.conditions == state.conditions


def test_going_back_takes_an_activation_back() -> None:
    state = activated(at("first"), "axis", "16th")
    state = gone(state, COURSE.at(state, 1, "first"))
    assert state.conditions == NONE


def test_what_activations_bring_is_there_only_where_something_is_activated() -> None:
    sides = Course((), {}, Scenario("Nothing is activated"), BOX, BCS.play)
    assert "activation" in COURSE.conditions(ORDER) and "activation" not in sides.conditions(ORDER)
    assert "fatigue" in sides.conditions(ORDER)


def test_a_second_activation_of_the_same_formation_keeps_it_active() -> None:
    state = activated(at("first"), "axis", "16th")
    assert word(activated(state, "axis", "16th"), "16th") == "Active"


def test_a_new_turn_ends_what_lasts_one_and_nothing_else() -> None:
    state = activated(at("first"), "axis", "16th")
    held = become(state.conditions, KINDS, "16th", "fatigue", "Fat-2")
    state = held.apply(Work(BOX, state)).state
    state = gone(state, COURSE.at(state, 2))
    assert (word(state, "16th"), word(state, "16th", "fatigue")) == ("", "Fat-2")


def test_what_is_said_before_the_first_turn_stays() -> None:
    """A scenario may begin with formations that are done."""
    start = GameState(order=ORDER, conditions=NONE.set(("16th", "activation"), "Done"))
    assert word(gone(start, COURSE.at(start, 1)), "16th") == "Done"


def test_who_was_named_wrongly_was_not_active() -> None:
    state = activated(at("first"), "axis", "16th")
    state = COURSE.edit_named(state, "axis", "17th").apply(Work(BOX, state)).state
    assert (word(state, "16th"), word(state, "17th"), state.moment.of) == ("", "Active", "17th")


@pytest.mark.parametrize(
    ("kind", "said", "told"),
    [
        ("fatigu", "Fat-1", 'Formations have no condition "fatigu". Did you mean "fatigue"?'),
        ("fatigue", "Fat-9", 'Fatigue cannot be "Fat-9". Did you mean "Fat-'),
    ],
)
def test_what_the_series_does_not_know_is_refused(kind: str, said: str, told: str) -> None:
    with pytest.raises(WrongUse) as caught:
        become(NONE, KINDS, "16th", kind, said)
    assert str(caught.value).startswith(told)


def test_a_series_without_conditions_says_so() -> None:
    with pytest.raises(WrongUse, match=r"The rules of this game name none\."):
        become(NONE, {}, "16th", "fatigue", "Fat-1")


def test_a_word_is_found_whatever_its_case_and_none_takes_it_away() -> None:
    edit = become(NONE, KINDS, "16th", "fatigue", "fat-1")
    assert isinstance(edit, ChangeState)
    held = edit.said["conditions"]
    assert dict(held) == {("16th", "fatigue"): "Fat-1"}
    assert [(kind.id, word, who) for kind, word, who in by_word(held, KINDS)] == [("fatigue", "Fat-1", ("16th",))]
    back = become(held, KINDS, "16th", "fatigue", "")
    assert isinstance(back, ChangeState)
    assert back.said["conditions"] == NONE


NAMES = st.sampled_from(["", "16th", "17th", "5th"])


@given(st.lists(st.tuples(NAMES, st.booleans()), max_size=8))
def test_at_most_one_formation_is_active_however_play_goes(steps: list[tuple[str, bool]]) -> None:
    held, was = NONE, ""
    for active, onward in steps:
        held = passed_on(held, KINDS, was, active, onward)
        assert [who for (who, _), says in held.items() if says == "Active"] == ([active] if active else [])
        was = active
    assert {who for who, _ in over_turn(held, KINDS, was)} <= {was}


TCS = load_ruleset("tcs-4.01").play.conditions


def counted(state: GameState, **more: int) -> GameState:
    return Count("Count", {("bn", kind): number for kind, number in more.items()}).apply(Work(BOX, state)).state


def test_what_is_counted_is_counted_up_and_down_and_never_below_nothing() -> None:
    state = counted(GameState(), platoons=2, others=1)
    assert word(counted(state, platoons=1), "bn", "platoons") == "3"
    assert counted(state, platoons=-2, others=-5).conditions == NONE
    edit = Count("Count", {("bn", "others"): -1})
    assert edit.touched(Work(BOX, state)) and not edit.touched(Work(BOX, GameState()))


def test_two_who_count_at_once_do_not_lose_what_the_other_has_counted() -> None:
    one = Count("One", {("bn", "platoons"): 1})
    other = Count("Other", {("bn", "platoons"): 1})
    work = other.apply(one.apply(Work(BOX, GameState())))
    assert word(work.state, "bn", "platoons") == "2"


def test_a_number_is_said_by_hand_as_a_whole_number() -> None:
    state = become(NONE, TCS, "bn", "platoons", "012").apply(Work(BOX, GameState())).state
    assert word(state, "bn", "platoons") == "12"
    assert become(state.conditions, TCS, "bn", "platoons", "0").apply(Work(BOX, state)).state.conditions == NONE
    for wrong in ("-1", "many", "1000", "½"):
        with pytest.raises(WrongUse, match="is no whole number from 0 to 999"):
            become(NONE, TCS, "bn", "platoons", wrong)


def test_numbers_are_told_the_greatest_first() -> None:
    state = counted(counted(GameState(), platoons=2, steps=1), platoons=0)
    state = Count("Count", {("a", "platoons"): 11, ("b", "platoons"): 2}).apply(Work(BOX, state)).state
    told = [(kind.id, number, formations) for kind, number, formations in by_word(state.conditions, TCS)]
    assert told == [("platoons", "11", ("a",)), ("platoons", "2", ("b", "bn")), ("steps", "1", ("bn",))]


def test_what_lasts_for_an_activation_goes_with_it_whichever_way_play_goes() -> None:
    state = activated(at("first"), "axis", "16th")
    held = state.conditions.set(("16th", "snafu"), "SNAFU Partial").set(("16th", "objectives"), "2")
    held = held.set(("16th", "fatigue"), "Fat-1")
    state = replace(state, conditions=held)
    later = gone(state, COURSE.at(state, 1, "activation.activities"))
    assert later.conditions == held
    left = activated(later, "soviet", "5th").conditions
    assert ("16th", "snafu") not in left and ("16th", "objectives") not in left and left["16th", "fatigue"] == "Fat-1"
    named = COURSE.edit_named(later, "axis", "17th").apply(Work(BOX, later)).state.conditions
    assert ("16th", "snafu") not in named
    over = gone(later, COURSE.at(later, 2, "weather"))
    assert dict(over.conditions) == {("16th", "fatigue"): "Fat-1"}


def test_what_a_formation_becomes_leaves_others_as_they_are() -> None:
    state = GameState(conditions=NONE.set(("16th", "fatigue"), "Fat-1").set(("5th", "fatigue"), "Fat-2"))
    edit = Become("Tire", {("16th", "fatigue"): "Fat-3", ("16th", "prepared"): "in prepared defence"})
    other = Become("Rest", {("5th", "fatigue"): ""})
    both = other.apply(edit.apply(Work(BOX, state)))
    assert both.state == edit.apply(other.apply(Work(BOX, state))).state
    assert dict(both.state.conditions) == {("16th", "fatigue"): "Fat-3", ("16th", "prepared"): "in prepared defence"}
    assert edit.touched(Work(BOX, state)) and not edit.touched(both) and not other.touched(both)
    assert Become("Nothing", {("7th", "fatigue"): ""}).apply(both).state is not None
