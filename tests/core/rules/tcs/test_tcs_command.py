"""Command: sizes, weighted turns and rolls of op sheets are those worked by hand; readings decide where they should."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tcs_asking import RULES, game, texts, told

from core.base.errors import WrongUse

TYPES = ("Prepared Defense", "Attack", "Hasty Defense", "Move")
STATES = ("unassigned", "assigned", "preliminary")


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.booleans()), max_size=8))
def test_the_size_counts_each_formation_once_and_a_whole_one_lessens_it(parts):
    found = told("command.size", formations=[f"{name}{' whole' if all_of_it else ''}" for name, all_of_it in parts])
    names = {name for name, _ in parts}
    assert found["value"] == len(names) - any(all_of_it for _, all_of_it in parts)


def test_part_of_one_battalion_is_a_reading():
    usual, other = (told("command.size", in_, formations="1-1, 1-1") for in_ in (game(), game(staff__modifier="one_battalion")))
    assert (usual["value"], other["value"]) == (1, 0)
    assert "it would be: size 0" in texts(usual)
    assert "it would be: size 1" in texts(other)
    # With a unit of no formation beside it the sheet is not of one battalion alone.
    assert told("command.size", game(staff__modifier="one_battalion"), formations="1-1", others="AT gun")["value"] == 1


def turns_by_hand(units: str, night: bool, fired: bool, vehicles: bool, kind: str) -> int:
    base = 3
    if units != "unassigned" or night:
        base = 2
    if fired:
        base = 1
    return base * 3 if vehicles and kind != "Prepared Defense" else base


@given(st.sampled_from(STATES), st.booleans(), st.booleans(), st.booleans(), st.sampled_from(TYPES))
def test_weighted_turns_follow_the_worst_condition(units, night, fired, vehicles, kind):
    flags = {"night": night, "fired": fired, "vehicles": vehicles}
    found = told("command.turns", units=units, type=kind, **{name: "yes" if on else "no" for name, on in flags.items()})
    assert found["value"] == turns_by_hand(units, night, fired, vehicles, kind)


def test_units_on_a_move_sheet_are_a_reading_where_it_matters():
    usual, other = (told("command.turns", in_, units="move sheet") for in_ in (game(), game(weighted_turns__move_sheets="two")))
    assert (usual["value"], other["value"]) == (3, 2)
    assert "it would be: 2 weighted turns" in texts(usual)
    assert "it would be: 3 weighted turns" in texts(other)
    assert "Decided" not in texts(told("command.turns", units="move sheet", fired="yes"))


@given(st.sampled_from(TYPES), st.integers(0, 90), st.integers(1, 7), st.integers(0, 5), st.integers(1, 6), st.integers(1, 6))
def test_rolls_are_judged_as_one_reads_the_table(kind, turns, rating, size, red, white):
    roll = 10 * red + white
    sheet = {"type": kind, "turns": turns, "rating": rating, "size": size, "roll": roll}
    found = told("command.prep", **sheet, preliminary="yes")
    plain = told("command.prep", **sheet)

    def needed(row_of_turns: str):
        headings = [RULES.charts["tcs.command_prep_turns"].cells[row_of_turns, str(n)] for n in range(1, 12)]
        reached = [n for n, heading in enumerate(headings, 1) if heading <= turns]
        return RULES.charts["tcs.command_prep"].cells[str(rating + size), str(reached[-1])] if reached else "never"

    def passes(row_of_turns: str):
        return needed(row_of_turns) != "never" and roll >= needed(row_of_turns)

    assert not [name for name in plain if name.startswith("preliminary")]
    if turns < 1:
        assert found["verdict"] == plain["verdict"] == "too early"
    else:
        assert plain["verdict"] == ("implemented" if passes(kind) else "fails" if plain.get("needed") else "too early")
        assert found["verdict"] == ("implemented" if passes(kind) else "preliminary" if passes("Move") else "fails")


@given(st.sampled_from(TYPES), st.integers(1, 80), st.integers(1, 6), st.integers(0, 4), st.integers(0, 12))
def test_more_time_is_never_worse_and_a_larger_sheet_never_better(kind, turns, rating, size, more):
    def chance(**changed):
        return told("command.prep", **{"type": kind, "turns": turns, "rating": rating, "size": size, **changed})["chance"]

    assert chance(turns=turns + more) >= chance()
    assert chance(size=size + 1) <= chance()


@given(st.integers(1, 9), st.integers(0, 9), st.integers(0, 90))
def test_units_added_never_leave_more_turns_than_there_were(elements, added, turns):
    found = told("command.change", elements=elements, added=added, turns=turns)
    exact = Fraction(turns * elements, elements + added)
    assert abs(found["value"] - exact) <= Fraction(1, 2)
    assert found["value"] <= turns
    assert found["size"] == elements + added


@pytest.mark.parametrize("rating", range(1, 9))
def test_a_reserve_needs_the_rating_with_one_die(rating):
    found = told("command.reserve", rating=rating)
    assert found["chance"] == pytest.approx(max(0, 7 - rating) / 6)


def test_a_rating_of_the_box_is_used_where_none_is_given():
    assert told("command.reserve", game(command__rating="4"))["value"] == 4
    with pytest.raises(WrongUse, match="rating: the command prep rating"):
        told("command.reserve")


def test_nothing_is_asked_where_the_command_rules_are_left_out():
    for question, parameters in (
        ("command.reserve", {"rating": 3}),
        ("command.size", {}),
        ("command.turns", {"units": "assigned"}),
    ):
        with pytest.raises(WrongUse, match="are not used"):
            told(question, game(command__play="without"), **parameters)


@pytest.mark.parametrize(
    ("question", "parameters", "said"),
    [
        ("command.prep", {"type": "Attack", "turns": 5, "size": 0, "rating": 0}, "rating: 0 is too low"),
        ("command.prep", {"type": "Attack", "turns": 5, "size": -3, "rating": 2}, "size: -3 is too low"),
        ("command.prep", {"type": "Attack", "turns": 5, "size": 1, "rating": 2, "roll": 70}, "cannot be rolled"),
        ("command.prep", {"type": "Atack", "turns": 5, "size": 1, "rating": 2}, 'Did you mean "Attack"'),
        ("command.turns", {"units": "lost"}, "is none of its choices"),
        ("command.change", {"elements": -1, "added": 1, "turns": 4}, "too low"),
    ],
)
def test_what_is_put_wrongly_is_refused_in_words(question, parameters, said):
    with pytest.raises(WrongUse, match=said):
        told(question, **parameters)
