"""Morale: sums and columns, what a stack suffered before, tracks of vehicles marked box by box, recovery by the hour."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tcs_asking import RULES, game, texts, told

from core.base.errors import WrongUse

UNITS = st.lists(st.tuples(st.integers(1, 6), st.integers(0, 5), st.integers(0, 6)), min_size=1, max_size=5)
RANK = RULES.charts["tcs.morale"].order


@given(UNITS, st.lists(st.sampled_from(["night", "unassigned", "crossfire", "dug in"]), unique=True))
def test_the_worst_unit_of_the_stack_checks_with_all_modifiers(units, modifiers):
    found = told("morale", units=["+".join(map(str, unit)) for unit in units], modifiers=modifiers)
    cells = RULES.charts["tcs.morale.modifiers"].cells
    assert found["morale"] == max(map(sum, units)) + sum(cells[each, "modifier"] for each in modifiers)
    assert sum(Fraction(chance) for chance in found["tables"][0]["chances"].values()) == 1


@given(st.integers(1, 13), st.integers(1, 6), st.integers(1, 6))
def test_worse_morale_and_higher_rolls_never_have_a_better_result(morale, red, white):
    def rank(units, roll):
        return RANK.index(told("morale", units=units, roll=roll)["value"])

    roll = 10 * red + white
    assert rank(f"{morale}+1", roll) >= rank(f"{morale}", roll)
    if white < 6:
        assert rank(f"{morale}", roll + 1) >= rank(f"{morale}", roll)


def test_guns_have_the_morale_of_their_chart():
    for gun, printed in (("AT gun", 3), ("infantry gun", 3), ("AA gun", 3), ("on-map artillery", 6)):
        assert told("morale", units=f"{gun}+1+2")["morale"] == printed + 3


@pytest.mark.parametrize(
    ("roll", "parameters", "verdict"),
    [
        # Column 9: 16 suppresses, 46 is a retreat, 66 paralyzes.
        (16, {}, "suppressed"),
        (16, {"before": "suppressed"}, "suppressed"),
        (16, {"before": "suppressed", "assault": "yes"}, "syr or a step"),
        (16, {"before": "paralyzed"}, "paralyzed"),
        (16, {"before": "paralyzed", "assault": "yes"}, "syr"),
        (46, {}, "syr"),
        (46, {"before": "paralyzed"}, "syr"),
        (66, {}, "paralyzed"),
        (66, {"before": "suppressed"}, "paralyzed"),
        (66, {"before": "paralyzed"}, "paralyzed"),
        (66, {"before": "paralyzed", "assault": "yes"}, "surrender"),
        (11, {"before": "suppressed"}, "suppressed"),
        (11, {}, "none"),
    ],
)
def test_what_a_stack_suffered_before_decides_what_becomes_of_it(roll, parameters, verdict):
    assert told("morale", units="4+3+2", roll=roll, **parameters)["verdict"] == verdict


@pytest.mark.parametrize(("choice", "verdict"), [("ask", "syr"), ("retreat", "syr"), ("paralyzed", "paralyzed")])
def test_retreats_from_artillery_follow_the_choice_of_the_box(choice, verdict):
    found = told("morale", game(syr__artillery=choice), units="4+3+2", roll=46, artillery="yes")
    assert found["verdict"] == verdict
    assert ("the owner may take" in texts(found)) is (choice == "ask")


def test_vehicles_and_carriers_alone_retreat_farther():
    assert told("morale", units="4+3+2", roll=46, stack="vehicles and carriers alone")["hexes"] == 6
    assert told("morale", units="4+3+2", roll=46)["hexes"] == 3


def test_reserves_are_unassigned_by_the_reading():
    usual, other = (
        told("morale", in_, units="4", reserve="yes")["morale"] for in_ in (game(), game(reserves__state="assigned"))
    )
    assert (usual, other) == (6, 4)
    assert told("morale", units="4", reserve="yes", modifiers="unassigned")["morale"] == 6


@given(st.integers(0, 9), st.integers(0, 20), st.integers(0, 9))
def test_every_third_unit_that_is_no_infantry_counts(platoons, others, start):
    found = told("battalion_morale", platoons=platoons, others=others, start=start)
    assert found["morale"] == start + platoons + len(range(3, others + 1, 3))
    assert found["recovery_chance"] == pytest.approx(min(found["morale"], 6) / 6)


@pytest.mark.parametrize("hour", range(0, 2500, 100))
def test_at_night_battalions_recover_in_even_hours_and_vehicles_by_the_reading(hour):
    even = hour // 100 % 2 == 0
    battalion = told("battalion_morale", platoons=2, hour=hour, night="yes")
    vehicles = told("vehicle_morale.recovery", morale=2, hour=hour, night="yes")
    hourly = told(
        "vehicle_morale.recovery", game(morale__vehicle_recovery_night="every_hour"), morale=2, hour=hour, night="yes"
    )
    assert (battalion["recovery_chance"] > 0) is (vehicles["recovery_chance"] > 0) is even
    assert hourly["recovery_chance"] > 0
    assert ("Recovery of vehicle morale" in texts(vehicles)) is ("Recovery of vehicle morale" in texts(hourly)) is not even


def test_those_who_attack_do_not_recover_and_nothing_falls_below_zero():
    assert told("battalion_morale", platoons=3, attacking="yes", roll=1)["after"] == 3
    assert told("battalion_morale", platoons=0, roll=1)["after"] == 0
    assert told("battalion_morale", game(morale__battalion_start="2"))["morale"] == 2


def marked_by_hand(track: list[int], losses: int, steps: int, gone: int) -> tuple[int, int, list[int]]:
    """A pencil that goes along the track."""
    morale, box, checks = 0, 0, []
    for _ in range(losses):
        number = track[box]
        if gone * 2 >= steps:
            number *= 2
        gone += 1
        morale += number
        checks += [morale] * number
        box += 1
        if box == len(track):
            box = 0
    return morale, box, checks


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6), st.integers(0, 12), st.integers(0, 8))
def test_tracks_are_marked_box_by_box(track, losses, gone):
    steps = losses + gone + 2
    words = ["o" if number == 0 else str(number) for number in track]
    found = told("vehicle_morale", track=words, losses=losses, steps=steps, gone=gone) if losses else None
    if found is None:
        return
    morale, box, checks = marked_by_hand(track, losses, steps, gone)
    assert (found["morale"], found["marked"], found["checks"]) == (morale, box, ", ".join(map(str, checks)))
    holds = Fraction(1)
    for each in checks:
        holds *= Fraction(max(0, 6 - each), 6)
    assert found["fail_chance"] == pytest.approx(float(1 - holds))


def test_squares_count_twice_once_half_of_the_formation_is_lost():
    assert told("vehicle_morale", track="1, 1, 1", losses=1, steps=4, gone=1)["morale"] == 1
    assert told("vehicle_morale", track="1, 1, 1", losses=1, steps=4, gone=2)["morale"] == 2


@pytest.mark.parametrize(
    ("question", "parameters", "said"),
    [
        ("morale", {"units": "platoon"}, "needs its printed morale"),
        ("morale", {"units": "4+x"}, "is no unit such as"),
        ("morale", {"units": "4", "modifiers": "Open, Protective"}, "cannot hold at once"),
        ("morale", {"units": "4", "modifiers": "nigt"}, 'Did you mean "night"'),
        ("battalion_morale", {"platoons": 1, "hour": 2560}, "is no time"),
        ("vehicle_morale", {"track": "o, x", "losses": 1}, "is no box"),
        ("vehicle_morale", {"track": "o, 1", "losses": 1, "marked": 2}, "is cleared"),
        ("vehicle_morale", {"track": "o, 1", "losses": 3, "steps": 4, "gone": 2}, "only 2 of its 4"),
        ("vehicle_morale", {"track": "o, 1", "losses": 1, "rolls": "3"}, "only 0 to roll"),
    ],
)
def test_what_is_put_wrongly_is_refused_in_words(question, parameters, said):
    with pytest.raises(WrongUse, match=said):
        told(question, **parameters)
