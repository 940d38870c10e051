"""Chits that are not known are drawn as from the cups: every chit once, all alike."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import FILE, board, unit

from core.base.errors import WrongUse
from core.model.state import GameState
from core.questions.answers import as_json
from core.questions.catalogue import ask
from core.rules.vcs.drawn import Drawer, sums

PARENT = {"unit__size": "regiment", "unit__type": "infantry", "movement": 5, "cadre": True, "steps": 3}
PRINTED = {"strong": Fraction(7), "weak": Fraction(4), "flat": Fraction(2)}


def naive(drawers, cup):
    """The same by every order in which single chits may come out of the cup."""
    chits = [name for name, count in cup.items() for _ in range(count)]
    found = Counter()
    for drawn in permutations(range(len(chits)), len(drawers)):
        names = [chits[n] for n in drawn]
        if all(name in drawer.values for name, (drawer, _, _) in zip(names, drawers, strict=True)):
            pair = [Fraction(1), Fraction(2)]
            for name, (drawer, side, counted) in zip(names, drawers, strict=True):
                pair[side] += counted(drawer.values[name])
            found[tuple(pair)] += 1
    whole = sum(found.values())
    return {pair: Fraction(count, whole) for pair, count in found.items()}


@law(60)
@given(
    st.fixed_dictionaries({name: st.integers(0, 3) for name in PRINTED}),
    st.lists(st.tuples(st.booleans(), st.integers(0, 1), st.sampled_from((1, 2))), min_size=1, max_size=3),
)
def test_sums_have_the_chances_of_all_orders_of_drawing(cup, wanted):
    drawers = []
    for reduced, side, factor in wanted:
        values = {name: value for name, value in PRINTED.items() if name != "flat" or not reduced}
        drawers.append((Drawer(None, "red", "A", reduced, values), side, lambda value, by=factor: value * by))
    if not (expected := naive(drawers, cup) if sum(cup.values()) >= len(drawers) and _possible(drawers, cup) else None):
        with pytest.raises(WrongUse):
            sums((Fraction(1), Fraction(2)), drawers, {"red": cup})
        return
    found = sums((Fraction(1), Fraction(2)), drawers, {"red": cup})
    assert found == expected
    assert sum(found.values()) == 1


def _possible(drawers, cup):
    """Whether there are chits for all who draw one."""
    particular = sum(1 for drawer, _, _ in drawers if "flat" not in drawer.values)
    return sum(count for name, count in cup.items() if name != "flat") >= particular


def test_two_units_never_have_more_of_a_chit_than_the_cup_holds():
    cup = {"strong": 1, "weak": 1}
    drawers = [(Drawer(None, "red", "A", False, PRINTED), 0, lambda value: value)] * 2
    assert sums((Fraction(0), Fraction(1)), drawers, {"red": cup}) == {(Fraction(11), Fraction(1)): 1}


def game(**more):
    """Two regiments against one, whose chits nobody knows."""
    units = [
        unit("one", "parent", **PARENT, strength__class="red", strength__rating="B"),
        unit("two", "parent", **PARENT, strength__class="blue", strength__rating="C"),
        unit("foe", "parent", "blue", **PARENT, strength__class="red", strength__rating="A"),
    ]
    return board("vcs", units, {"one": "05.05", "two": "06.05", "foe": "05.06"}, **more)


def test_chances_of_results_over_the_cups_add_up_to_one_and_are_those_of_each_chit():
    told = as_json(ask("combat", game(), units="one, two", to="05.06"), game().box)
    mixed = {result: Fraction(chance) for result, chance in told["tables"][-1]["chances"].items()}
    assert sum(mixed.values()) == 1
    expected = Counter()
    chits = {"red": (("Red strong", 7), ("Red average", 12), ("Red weak", 4), ("Red two steps", 4))}
    chits["blue"] = (("Blue strong", 7), ("Blue average", 12), ("Blue weak", 4), ("Blue two steps", 4))
    for mine, count in chits["red"]:
        for theirs, others in chits["red"]:
            for second, number in chits["blue"]:
                weight = Fraction(count * (others - (mine == theirs)) * number, 27 * 26 * 27)
                known = f"one*{mine}, foe*{theirs}, two*{second}"
                exact = as_json(ask("combat", game(), units="one, two", to="05.06", chits=known), game().box)
                for result, chance in exact["tables"][-1]["chances"].items():
                    expected[result] += weight * Fraction(chance)
    assert mixed == {result: chance for result, chance in expected.items() if chance}


@pytest.mark.parametrize(
    ("chits", "said"),
    [
        ("one", "such as 1-1"),
        ("one*Blue strong", "draws red chits"),
        ("one*Red strng", "there is no chit"),
        ("nobody*5", "no unit"),
    ],
)
def test_what_is_known_of_chits_is_read_with_care(chits, said):
    with pytest.raises(WrongUse, match=said):
        ask("combat", game(), units="one", to="05.06", chits=chits)


def test_an_answer_names_who_draws_from_which_cup_and_what_each_chit_comes_to():
    told = as_json(ask("combat", game(), units="one, two", to="05.06", chits="two*5"), game().box)["drawing"]
    assert [(each["unit"], each["cup"], each["known"]) for each in told] == [
        ("one", "red", False),
        ("two", "blue", True),
        ("foe", "red", False),
    ]
    assert all(each["chits"] for each in told)


def test_a_roll_is_read_only_once_all_strengths_are_known():
    with pytest.raises(WrongUse, match="one, foe"):
        ask("combat", game(), units="one", to="05.06", roll=7)
    assert ask("combat", game(), units="one", to="05.06", roll=7, chits="one*6, foe*5").detail.losses is not None


def test_what_is_said_of_units_goes_with_units_alone():
    with pytest.raises(WrongUse, match="chits says something of units"):
        ask("combat", game(), attackers="5", defenders="5", chits="one*6")
    with pytest.raises(WrongUse, match="give one or the other"):
        ask("combat", game(), units="one", to="05.06", integrity=1)


def test_whoever_draws_a_chit_of_two_steps_with_a_step_lost_is_told_what_to_do():
    box = game()
    start = box.box.scenarios[FILE].start
    state = GameState(scenario=FILE, deployment=start.with_pieces({"one": replace(start.pieces["one"], lost=1)}))
    with pytest.raises(WrongUse, match=r"Lose its steps down to the last, and put the chit back into its cup \[VCS 9\.2\]"):
        ask("odds", box.with_state(state), units=["one"], to="05.06", chits=["one*Red two steps"])
