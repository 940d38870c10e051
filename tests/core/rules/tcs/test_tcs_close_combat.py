"""AT rolls, minefields and assaults: attacks are counted, own losses too, and both sides are shifted as the rules say."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tcs_asking import RULES, game, texts, told

from core.base.errors import WrongUse

CLASSES = ("Billiard Table", "Open", "Partly Protective", "Protective")
POSTURES = ("move", "fire", "dug in")


@given(
    st.sampled_from(CLASSES),
    st.sampled_from(["in hex", "one hex"]),
    st.booleans(),
    st.booleans(),
    st.integers(1, 10),
    st.integers(1, 10),
)
def test_chances_of_at_rolls_are_those_of_all_throws(terrain, distance, smoke, night, attackers, targets):
    modifiers = ["target in smoke"] * smoke + ["night"] * night
    found = told("at_roll", terrain=terrain, range=distance, modifiers=modifiers, attackers=attackers, targets=targets)
    cells = RULES.charts["tcs.at_roll.modifiers"].cells
    added = sum(cells[each, "modifier"] for each in modifiers)
    base = RULES.charts["tcs.at_roll"].cells[terrain, distance]
    throws = Counter(red + white for red, white in product(range(1, 7), repeat=2))
    kills = sum(count for total, count in throws.items() if total + added >= base)
    assert found["kill_chance"] == pytest.approx(kills / 36)
    assert found["loss_chance"] == pytest.approx(3 / 36)
    assert found["attacks"] == min(attackers, targets)
    assert found["expected_kills"] == pytest.approx(found["attacks"] * kills / 36)


def test_the_lowest_rolls_cost_the_attacker_a_step_whatever_modifies_them():
    found = told("at_roll", terrain="Protective", attackers=3, targets=3, modifiers="target in smoke, night", rolls=[2, 3, 4])
    assert (found["kills"], found["losses"]) == (0, 2)


@pytest.mark.parametrize(
    ("state", "occasion", "allowed"),
    [
        ("paralyzed", "suppressive", False),
        ("paralyzed", "overrun", False),
        ("paralyzed", "assault", True),
        ("suppressed", "suppressive", True),
        ("suppressed", "assault", True),
        ("suppressed", "overwatch", False),
        ("ready", "overwatch", True),
    ],
)
def test_who_may_make_at_rolls(state, occasion, allowed):
    found = told("at_roll", terrain="Open", attackers=1, targets=1, state=state, occasion=occasion)
    assert (found["verdict"] != "prohibited") is allowed
    if state == "suppressed" and occasion == "overwatch":
        other = told(
            "at_roll",
            game(at_roll__suppressed_overwatch="allowed"),
            terrain="Open",
            attackers=1,
            targets=1,
            state=state,
            occasion=occasion,
        )
        assert other["verdict"] == "read"
        assert "AT rolls of suppressed units" in texts(found)
        assert "AT rolls of suppressed units" in texts(other)


@given(st.integers(1, 40))
def test_minefields_shift_for_stacking_alone(steps):
    found = told("minefield", steps=steps)
    shifts = found["tables"][0]["shifts"]
    assert [each["chart"] for each in shifts] == ["tcs.area.stacking"]
    assert found["entered"] == "17-20"


@given(st.integers(1, 12))
def test_each_vehicle_step_rolls_for_itself(steps):
    found = told("minefield", vehicles=steps)
    assert found["expected_losses"] == pytest.approx(steps * 15 / 36)


def test_breaches_are_attacked_at_nine_and_moving_in_is_a_reading():
    assert told("minefield.breach", steps=5)["entered"] == "9-10"
    usual = told("minefield.breach", steps=5, **{"from": "adjacent"})
    other = told("minefield.breach", game(breaching__movement="none"), steps=5, **{"from": "adjacent"})
    assert (usual["verdict"], other["verdict"]) == ("read", "prohibited")
    assert "Movement of a unit that breaches" in texts(usual)
    assert "Movement of a unit that breaches" in texts(other)


@given(st.integers(0, 40))
def test_two_platoons_lay_one_minefield(platoons):
    assert told("minefield.laid", platoons=platoons)["value"] == platoons // 2


@given(st.sampled_from(CLASSES), st.sampled_from(POSTURES), st.sampled_from(POSTURES))
def test_in_an_assault_the_smaller_of_two_negative_terrains_is_brought_to_zero(terrain, attacker, defender):
    cells = RULES.charts["tcs.area.terrain"].cells
    posture = {"move": "Move", "fire": "Fire", "dug in": "Dug In"}
    on_attacker, on_defender = (cells[posture[each], terrain] for each in (attacker, defender))
    # Columns are taken away one by one as long as both sides have one.
    while on_attacker < 0 and on_defender < 0:
        on_attacker, on_defender = on_attacker + 1, on_defender + 1
    found = told("assault", attackers=f"infantry 4 {attacker}", defenders=f"infantry 4 {defender}", terrain=terrain)
    assert (found["attackers_terrain"], found["defenders_terrain"]) == (on_defender, on_attacker)


def test_what_hinders_both_sides_alike_is_ignored():
    found = told("assault", attackers="infantry 4", defenders="infantry 4", others="night, smoke")
    charts = [[each["name"] for each in table["shifts"]] for table in found["tables"]]
    assert not any("Night" in names or "Smoke" in names for names in charts)
    assert "Night: against both sides, ignored" in texts(found)


def test_a_hindrance_of_one_side_counts():
    found = told("assault", attackers="infantry 4 suppressed", defenders="infantry 4")
    attackers, defenders = ([each["name"] for each in table["shifts"]] for table in found["tables"])
    assert "A firer is suppressed" in attackers
    assert "A firer is suppressed" not in defenders
    assert found["order"] == "defenders"


@pytest.mark.parametrize(
    ("attackers", "defenders", "order"),
    [
        ("infantry 4", "infantry 4", "both at once"),
        ("infantry 4", "infantry 4 suppressed, MG 2", "attackers"),
        ("infantry 4 paralyzed", "infantry 4 suppressed", "both at once"),
    ],
)
def test_a_ready_side_fires_before_a_shaken_one(attackers, defenders, order):
    assert told("assault", attackers=attackers, defenders=defenders)["order"] == order


@pytest.mark.parametrize(
    ("unit", "overrun", "fires"),
    [
        ("mortar 4", "no", False),
        ("MG 2 move", "no", False),
        ("MG 2", "no", True),
        ("MG 2 mounted", "no", False),
        ("infantry 4 mounted", "no", True),
        ("AT gun 4 towed", "no", False),
        ("infantry 4 paralyzed", "no", True),
        ("infantry 4 paralyzed", "yes", False),
        ("vehicle 4 P-3 move", "no", True),
    ],
)
def test_who_fires_in_assaults_and_overruns(unit, overrun, fires):
    found = told("assault", attackers=[unit], defenders="section 1", overrun=overrun)
    assert ("attackers_strength" in found) is fires


def test_each_side_is_stacked_by_itself_and_infantry_adds_its_steps():
    found = told("assault", attackers="2x infantry 4 steps 4", defenders="MG 2, section 1")
    assert (found["attackers_strength"], found["defenders_strength"]) == (16, 5)
    assert (found["attackers_stacking_steps"], found["defenders_stacking_steps"]) == (4, 8)
    assert sum(Fraction(chance) for chance in found["tables"][0]["chances"].values()) == 1


def test_rolls_of_both_sides_are_read():
    found = told("assault", attackers="infantry 9", defenders="infantry 4", attackers_roll=66, defenders_roll=11)
    assert found["verdict"] == "rolled"
    assert (found["attackers_morale_check"], found["defenders_morale_check"]) == ("yes", "no")


@pytest.mark.parametrize(
    ("question", "parameters", "said"),
    [
        ("at_roll", {"terrain": "Opn", "attackers": 1, "targets": 1}, 'Did you mean "Open"'),
        ("at_roll", {"terrain": "Open", "attackers": 0, "targets": 1}, "too low"),
        ("at_roll", {"terrain": "Open", "attackers": 1, "targets": 2, "rolls": "7, 8"}, "only 1 to roll"),
        ("at_roll", {"terrain": "Open", "attackers": 1, "targets": 2, "rolls": "1"}, "cannot be rolled"),
        ("minefield", {}, "give the one or the other"),
        ("minefield", {"vehicles": 2, "roll": 8}, "give rolls"),
        ("assault", {"attackers": "infantry 4 at 2", "defenders": "MG 2"}, "leave the range out"),
    ],
)
def test_what_is_put_wrongly_is_refused_in_words(question, parameters, said):
    with pytest.raises(WrongUse, match=said):
        told(question, **parameters)


def test_at_rolls_of_assaults_are_made_in_the_hex():
    for occasion in ("assault", "overrun"):
        found = told("at_roll", terrain="Protective", attackers=1, targets=1, occasion=occasion)
        assert found["needed"] == RULES.charts["tcs.at_roll"].cells["Protective", "in hex"]
        with pytest.raises(WrongUse, match="fought in the hex"):
            told("at_roll", terrain="Protective", attackers=1, targets=1, occasion=occasion, range="one hex")


def test_nobody_overruns_on_foot():
    found = told("assault", attackers="vehicle 4 P-3 move, infantry 4", defenders="infantry 4", overrun="yes")
    assert (found["verdict"], found["reasons"][0]["rule"]) == ("prohibited", "TCS 4.01 23.0a")
    found = told("assault", attackers="vehicle 4 P-3 move, infantry 4 riding", defenders="infantry 4", overrun="yes")
    assert found["attackers_strength"] == 13


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"attackers": "artillery 20"}, "attackers: artillery cannot take part"),
        ({"attackers": "vehicle 4"}, "attackers: vehicle needs its type of target"),
        ({"attackers": "infantry"}, "attackers: infantry needs its printed fire strength"),
        ({"attackers": "2x infantry 4", "others": "crossfire"}, "nobody makes a cross fire"),
    ],
)
def test_assaults_that_cannot_be_are_refused_by_their_own_words(parameters, said):
    with pytest.raises(WrongUse, match=said):
        told("assault", defenders="2x infantry 4", **parameters)
