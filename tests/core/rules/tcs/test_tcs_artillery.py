"""Artillery and aircraft: missions by their multiples, ammunition by its reading, adjustment, scatter and point rolls."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tcs_asking import RULES, game, texts, told

from core.base.errors import WrongUse


@given(st.integers(0, 60), st.booleans(), st.booleans(), st.sampled_from(["battery", "battalion"]))
def test_missions_are_worth_what_their_words_say(printed, fast, continuous, size):
    found = told(
        "artillery.mission",
        mission="HE",
        printed=printed,
        size=size,
        fast="yes" if fast else "no",
        continuous="yes" if continuous else "no",
    )
    strength, ammunition = printed, 1
    if not continuous:
        strength += printed
    if fast:
        strength, ammunition = strength * 2, ammunition * 3
    if size == "battalion":
        ammunition *= 3
    assert (found["strength"], found["ammunition"]) == (strength, ammunition)
    assert found["beside"] == pytest.approx(strength / 2)
    assert found["zone"] == (7 if size == "battalion" else 1)


def test_ammunition_of_a_battalion_is_a_reading():
    given_parameters = {"mission": "HE", "size": "battalion", "printed": 10, "fast": "yes", "batteries": 4}
    usual = told("artillery.mission", **given_parameters)
    other = told("artillery.mission", game(ammunition__battalion="batteries"), **given_parameters)
    assert (usual["ammunition"], other["ammunition"]) == (9, 12)
    assert "it would be: 12 battery fires" in texts(usual)
    assert "it would be: 9 battery fires" in texts(other)
    with pytest.raises(WrongUse, match="batteries"):
        told("artillery.mission", game(ammunition__battalion="batteries"), mission="HE", size="battalion", printed=10)


def test_mixed_battalions_fire_with_their_smallest_calibre():
    mixed = told("artillery.mission", mission="HE", size="battalion", calibre="155, 105, 150")
    alone = told("artillery.mission", mission="HE", size="battalion", calibre="105")
    assert mixed["strength"] == alone["strength"]
    bad = told("artillery.mission", mission="HE", size="battalion", calibre="105", shoot="bad shoot")
    assert bad["strength"] < alone["strength"]


@pytest.mark.parametrize(
    ("parameters", "rule"),
    [
        ({"mission": "smoke", "size": "battalion"}, "18.5b"),
        ({"mission": "illumination", "size": "battalion"}, "18.5b"),
        ({"mission": "smoke", "fast": "yes"}, "18.6"),
        ({"mission": "rocket", "continuous": "yes", "printed": 40}, "18.6c"),
        ({"mission": "HE", "fast": "yes", "calibre": 123}, "18.6a"),
    ],
)
def test_missions_that_there_are_not(parameters, rule):
    found = told("artillery.mission", **parameters)
    assert found["verdict"] == "prohibited"
    assert found["reasons"][0]["rule"] == f"TCS 4.01 {rule}"


def test_rockets_of_the_first_games_follow_the_options_of_the_box():
    assert told("artillery.mission", game(rockets__zones="omaha"), mission="rocket")["radius"] == 8
    assert told("artillery.mission", game(rockets__zones="bloody_110"), mission="rocket")["radius"] == 5
    assert told("artillery.mission", mission="rocket", printed=44)["strength"] == 44
    with pytest.raises(WrongUse, match="name a rocket"):
        told("artillery.mission", mission="rocket")


def test_rockets_of_the_first_five_games_are_named_unless_the_box_says_otherwise():
    first = {"counters__coding": "first_five"}
    for given_ in ({}, {"printed": 40}):
        with pytest.raises(WrongUse, match="listed by name: Nebelwerfer, Bloody 110; LCT"):
            told("artillery.mission", game(**first), mission="rocket", **given_)
    assert told("artillery.mission", game(**first), mission="rocket", rocket="LCT(R), Omaha")["strength"] == 60
    assert told("artillery.mission", game(**first, rockets__zones="printed"), mission="rocket", printed=40)["strength"] == 40
    assert told("artillery.mission", game(counters__coding="pre_4"), mission="rocket", printed=40)["strength"] == 40


@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6))
def test_higher_adjustment_values_never_shoot_worse(value, red, white):
    order = RULES.charts["tcs.artillery.adjustment"].order
    low, high = (told("artillery.adjustment", value=n, roll=10 * red + white)["verdict"] for n in (value, min(6, value + 1)))
    assert order.index(low) <= order.index(high)


@pytest.mark.parametrize("value", range(1, 7))
def test_smoke_fails_only_by_no_shoot(value):
    found = told("artillery.adjustment", value=value, mission="smoke")
    chances = {result: Fraction(chance) for result, chance in found["tables"][0]["chances"].items()}
    assert sum(chances.values()) == 1
    assert found["smoke_chance"] == pytest.approx(float(1 - chances["no shoot"]))


def test_nationality_gives_the_value_as_the_box_says():
    assert told("artillery.adjustment", nationality="German")["value"] == 5
    assert told("artillery.adjustment", nationality="German", value=2)["value"] == 2
    assert (
        told("artillery.adjustment", game(artillery__adjustment_row="nationality"), nationality="German", value=2)["value"] == 5
    )
    with pytest.raises(WrongUse, match="only a printed value"):
        told("artillery.adjustment", game(artillery__adjustment_row="printed"), nationality="German")


def test_a_scatter_roll_is_read_with_its_die():
    found = told("artillery.adjustment", value=5, roll=23, die=6)
    assert (found["verdict"], found["hexes"], found["direction"]) == ("scatter", 3, "opponent")


@given(st.integers(20, 250), st.integers(1, 8), st.booleans())
def test_point_rolls_have_one_chance_for_each_step(calibre, targets, fast):
    found = told("artillery.point_fire", calibre=calibre, targets=targets, fast="yes" if fast else "no")
    assert found["expected_losses"] == pytest.approx(found["chance"] * targets)
    larger = told("artillery.point_fire", calibre=calibre + 60, targets=targets, fast="yes" if fast else "no")
    assert larger["chance"] >= found["chance"]


@pytest.mark.parametrize(("distance", "worse"), [(1, 0), (7, 0), (8, 1), (14, 1)])
def test_infantry_guns_hit_worse_from_far(distance, worse):
    plain = told("artillery.point_fire", calibre=150)["needed"]
    assert told("artillery.point_fire", calibre=150, infantry_gun=distance)["needed"] == plain + worse


@pytest.mark.parametrize(("calibre", "distance"), [(75, 3), (150, 15)])
def test_light_and_distant_infantry_guns_attack_no_points(calibre, distance):
    assert told("artillery.point_fire", calibre=calibre, infantry_gun=distance)["verdict"] == "prohibited"


def test_guns_on_the_map_have_printed_strengths_or_those_of_their_calibre():
    assert told("artillery.direct", printed=5, steps=3)["value"] == 15
    assert told("artillery.direct", printed=5, calibre=150)["value"] == 5
    assert told("artillery.direct", game(artillery__gun_strengths="calibre"), printed=5, calibre=150)["value"] == 8
    with pytest.raises(WrongUse, match="the strength on the counter"):
        told("artillery.direct", game(artillery__gun_strengths="printed"), calibre=150)


@pytest.mark.parametrize(
    ("options", "fires"),
    [
        ({}, 40),
        ({"counters__coding": "first_five"}, 10),
        ({"ammunition__allotment": "quartered"}, 10),
        ({"counters__coding": "first_five", "ammunition__allotment": "as_given"}, 40),
    ],
)
def test_allotments_are_quartered_for_the_first_games_alone(options, fires):
    found = told("artillery.ammunition", game(**options), he=40, illumination=7)
    assert (found["he"], found["illumination"]) == (fires, 7)


@pytest.mark.parametrize(
    ("firer", "calibre", "allowed"),
    [("mortar", 75, False), ("mortar", 76, True), ("infantry gun", 99, False), ("infantry gun", 100, True)],
)
def test_smoke_and_light_take_a_large_enough_calibre(firer, calibre, allowed):
    assert (told("smoke", firer=firer, calibre=calibre)["verdict"] != "prohibited") is allowed
    light = told("smoke", firer=firer, calibre=calibre, marker="illumination")
    assert light["verdict"] == ("read" if allowed else "prohibited")
    assert light["value"] == (3 if allowed else None)


def test_smoke_of_a_mortar_is_rolled_for():
    needed = int(RULES.charts["tcs.smoke.mortar_gun"].cells["mortar", "smoke"])
    assert told("smoke", firer="mortar", calibre=81, roll=needed)["verdict"] == "yes"
    assert told("smoke", firer="mortar", calibre=81, roll=needed - 1)["verdict"] == "no"


# ---------------------------------------------------------------- Sorties


@given(st.booleans(), st.booleans(), st.booleans(), st.integers(1, 6))
def test_sorties_come_through_as_their_modifiers_let_them(observer, aa_gun, woods, roll):
    found = told(
        "sortie",
        observer="yes" if observer else "no",
        aa_gun="yes" if aa_gun else "no",
        full_woods="yes" if woods else "no",
        roll=roll,
    )
    cells = RULES.charts["tcs.sortie.modifiers"].cells
    rows = ["no observer"] * (not observer) + ["AA gun"] * aa_gun + ["full woods"] * woods
    modified = roll + sum(cells[row, "modifier"] for row in rows)
    needed = RULES.charts["tcs.sortie.success"].cells["sortie", "needed"]
    assert found["verdict"] == ("executed" if modified >= needed else "fails")


@given(st.integers(3, 12), st.integers(2, 12), st.sampled_from(["Open", "Protective"]), st.sampled_from(["Move", "Dug In"]))
def test_point_attacks_of_sorties_add_terrain_and_posture(kill, roll, terrain, posture):
    found = told("sortie", roll=6, kill=kill, terrain=terrain, posture=posture, kill_roll=roll)
    cells = RULES.charts["tcs.sortie.point"].cells
    modified = roll + cells[terrain, "modifier"] + cells[posture, "modifier"]
    assert found["verdict"] == ("destroyed" if modified >= kill else "missed")
    assert found["overall_chance"] == pytest.approx(found["chance"] * found["kill_chance"])


def test_a_sortie_that_fails_attacks_nobody():
    assert told("sortie", roll=1, kill=2, kill_roll=12)["verdict"] == "fails"


@pytest.mark.parametrize("light", ["twilight", "night"])
def test_there_are_no_sorties_without_daylight(light):
    assert told("sortie", light=light)["verdict"] == "prohibited"


def test_area_attacks_of_sorties_are_area_fires_at_high_trajectory():
    found = told(
        "fire.area",
        firers="sortie 20",
        targets="infantry move, vehicle P-3 move",
        terrain="Open",
        others="smoke, road movement",
    )
    assert [each["chart"] for each in found["tables"][0]["shifts"]] == ["tcs.area.terrain", "tcs.area.stacking"]


@pytest.mark.parametrize(
    ("question", "parameters", "said"),
    [
        ("artillery.mission", {"mission": "HE"}, "the strength of the barrage marker"),
        ("artillery.mission", {"mission": "HE", "calibre": "0"}, "too low"),
        ("artillery.adjustment", {}, "the adjustment value is needed"),
        ("artillery.adjustment", {"nationality": "Germn"}, 'Did you mean "German"'),
        ("artillery.scatter", {"die": 7}, "cannot be rolled"),
        ("artillery.ammunition", {}, "at least one allotment"),
        ("sortie", {"kill_roll": 9}, "is missing"),
    ],
)
def test_what_is_put_wrongly_is_refused_in_words(question, parameters, said):
    with pytest.raises(WrongUse, match=said):
        told(question, **parameters)


def test_every_gun_of_a_mixed_battalion_must_be_small_enough_for_fast_fire():
    mixed = {"mission": "HE", "size": "battalion", "fast": "yes", "printed": 10}
    assert told("artillery.mission", **mixed, calibre="105, 155")["verdict"] == "prohibited"
    assert told("artillery.mission", **mixed, calibre="105, 122")["strength"] == 40


@pytest.mark.parametrize(
    ("question", "parameters"),
    [
        ("artillery.mission", {"mission": "rocket", "printed": -40}),
        ("artillery.mission", {"mission": "HE", "calibre": "1/2"}),
        ("artillery.direct", {"printed": -5}),
        ("artillery.direct", {"printed": 5, "reach": -3}),
        ("artillery.point_fire", {"calibre": 105, "infantry_gun": -1}),
        ("artillery.point_fire", {"calibre": 105, "infantry_gun": 3, "fast": "yes"}),
        ("fire.bands", {"reach": 7, "distance": -1}),
        ("spotting", {"targets": "infantry", "visibility": -3}),
        ("command.change", {"elements": 0, "added": 0, "turns": 5}),
        ("command.size", {"formations": "whole"}),
        ("morale", {"units": "-4"}),
        ("vehicle_morale", {"track": "1", "losses": 1000}),
        ("minefield", {"steps": 3, "rolls": 7}),
    ],
)
def test_numbers_that_cannot_be_are_refused(question, parameters):
    with pytest.raises(WrongUse):
        told(question, **parameters)


def test_an_adjustment_value_beyond_the_table_says_where_it_is_read():
    assert "Read in the column 6" in texts(told("artillery.adjustment", value=7))
    assert "Read in the column" not in texts(told("artillery.adjustment", value=6))
