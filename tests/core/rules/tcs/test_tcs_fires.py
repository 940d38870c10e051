"""Fires of TCS: strengths stay exact to the end, shifts come from the charts that the rules name, chances and losses add up."""

from collections import Counter
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tcs_asking import RULES, game, texts, told

from core.base.errors import WrongUse
from core.model.charts import Chart
from core.rules.kernel.charts import number_in
from core.rules.kernel.dice import dice
from core.rules.tcs.forces.units import KINDS

CLASSES = ("Billiard Table", "Open", "Partly Protective", "Protective")
POSTURES = ("Move", "Fire", "Dug In")
COLUMNS = RULES.charts["tcs.fire"].columns.labels


def area(**parameters):
    given_parameters = {"firers": "infantry 4 at 2", "posture": "Fire", "steps": 5, **parameters}
    return told("fire.area", **given_parameters)


def strength_by_hand(firers: list[tuple[str, int, int, int]]) -> int:
    """With decimals, one kind of unit after the other, as a reader works it."""
    total, guns = Decimal(0), Decimal(0)
    for kind, strength, distance, steps in firers:
        if kind == "AT gun":
            guns += Decimal(strength) * steps
        elif kind in ("vehicle", "infantry gun", "on-map artillery", "AA gun"):
            total += Decimal(strength) * steps
        elif kind in ("mortar", "carrier") and steps == 1:
            total += Decimal(strength) / 2
        else:
            total += strength
        if kind in ("infantry", "section") and distance < 2:
            total += Decimal(steps) / (distance + 1)
    total += (guns / 2).quantize(Decimal(1), ROUND_CEILING)
    return int(total.quantize(Decimal(1), ROUND_HALF_UP))


FIRERS = st.lists(
    st.tuples(
        st.sampled_from(["infantry", "section", "MG", "mortar", "AT gun", "AA gun", "infantry gun", "vehicle", "carrier"]),
        st.integers(1, 9),
        st.integers(1, 6),
        st.integers(1, 2),
    ),
    min_size=1,
    max_size=6,
)


@given(FIRERS)
def test_strengths_are_those_worked_by_hand(firers):
    written = [f"{kind} {strength} at {distance} steps {steps}" for kind, strength, distance, steps in firers]
    assert area(firers=written)["strength"] == strength_by_hand(firers)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=6))
def test_halves_of_at_guns_add_up_before_they_are_rounded(guns):
    found = area(firers=[f"AT gun {gun} at 3" for gun in guns])
    assert found["strength"] == -(-sum(guns) // 2)


@pytest.mark.parametrize(("distance", "added"), [(0, 3), (1, 2), (2, 0)])
def test_infantry_adds_its_steps_near_its_target(distance, added):
    # 3/2 at range 1 is rounded once, with the rest.
    assert area(firers=f"infantry 4 at {distance} steps 3")["strength"] == 4 + added


def test_two_halves_make_a_whole():
    assert area(firers="2x infantry 4 at 1 steps 3")["strength"] == 11
    assert area(firers="mortar 5 at 6 lost 1, infantry 4 at 1 steps 3")["strength"] == 8


def terrain_by_hand(chart: str, terrain: list[str], targets: list[tuple[str, bool]]) -> int:
    """Every cell that could count, the lowest of each posture, the highest of those."""
    table: Chart = RULES.charts[chart]
    found = []
    for posture, vehicle in targets:
        cells = []
        for kind in terrain:
            label = "Billiard Table, vehicles" if vehicle and kind == "Billiard Table" else kind
            cells.append(table.cells[posture, label])
        found.append(min(cells))
    return int(max(found))


@given(
    st.lists(st.sampled_from(CLASSES), min_size=1, max_size=3, unique=True),
    st.lists(st.tuples(st.sampled_from(POSTURES), st.booleans()), min_size=1, max_size=3),
    st.booleans(),
)
def test_the_best_terrain_and_the_worst_posture_of_the_target_count(terrain, targets, spotted):
    words = [f"{'carrier' if vehicle else 'MG'} {posture.lower()}" for posture, vehicle in targets]
    found = told(
        "fire.area",
        firers="MG 2 at 1",
        targets=words,
        terrain=terrain,
        spotted="yes" if spotted else "no",
    )
    chart = "tcs.area.terrain" if spotted else "tcs.area.terrain_unspotted"
    shifts = {each["chart"]: each["value"] for each in found["tables"][0]["shifts"]}
    assert shifts[chart] == terrain_by_hand(chart, terrain, targets)


@given(st.sampled_from(CLASSES), st.sampled_from(POSTURES), st.integers(1, 40), st.integers(1, 30))
def test_what_is_not_spotted_is_never_hit_better(terrain, posture, strength, steps):
    seen, unseen = (
        told("fire.area", firers="MG at 2", strength=strength, terrain=terrain, posture=posture, steps=steps, spotted=spotted)
        for spotted in ("yes", "no")
    )
    assert unseen["shift"] <= seen["shift"]
    assert unseen["expected_losses"] <= seen["expected_losses"]


def test_high_trajectories_alone_do_not_mind_what_is_not_spotted():
    for firers, bold in (("mortar 4 at 9", False), ("mortar 4 at 9, MG 2 at 3", True), ("vehicle 4 at 3 high", False)):
        found = area(firers=firers, terrain="Open", spotted="no")
        charts = {each["chart"] for each in found["tables"][0]["shifts"]}
        assert ("tcs.area.terrain_unspotted" in charts) is bold
        assert ("tcs.area.stacking_unspotted" in charts) is bold


@given(FIRERS, st.integers(0, 30))
def test_a_further_firer_never_makes_the_range_better(firers, distance):
    written = [f"{kind} {strength} at {far}" for kind, strength, far, _ in firers]

    def shift(units):
        found = area(firers=units)
        return next(each["value"] for each in found["tables"][0]["shifts"] if each["chart"] == "tcs.area.range")

    assert shift([*written, f"MG 2 at {distance}"]) <= shift(written)


@settings(max_examples=20)
@given(st.integers(0, 120), st.integers(1, 30), st.sampled_from(CLASSES), st.sampled_from(POSTURES))
def test_chances_add_up_to_one_and_expected_losses_are_their_sum(strength, steps, terrain, posture):
    found = area(firers="MG at 5", strength=strength, steps=steps, terrain=terrain, posture=posture)
    chances = {result: Fraction(chance) for result, chance in found["tables"][0]["chances"].items()}
    assert sum(chances.values()) == 1
    losses = Counter()
    for roll in dice("11..66").rolls:
        rolled = area(firers="MG at 5", strength=strength, steps=steps, terrain=terrain, posture=posture, roll=roll)
        losses[rolled.get("steps_lost", 0)] += 1
    assert found["expected_losses"] == pytest.approx(sum(lost * count for lost, count in losses.items()) / 36)
    assert max(losses) <= steps


@given(st.integers(0, 100), st.integers(0, 60))
def test_more_strength_never_loses_less(strength, more):
    weak, strong = (area(firers="MG at 2", strength=n)["expected_losses"] for n in (strength, strength + more))
    assert weak <= strong


def test_fire_left_of_the_table_does_nothing_whatever_is_rolled():
    found = area(firers="MG at 2", strength=1, terrain="Protective", posture="Dug In", roll=66)
    assert (found["verdict"], found["expected_losses"]) == ("no effect", 0)
    assert found["tables"][0]["roll"] is None


def test_columns_beyond_the_last_are_the_last():
    assert area(firers="MG at 2", strength=500, terrain="Open", posture="Move")["column"] == COLUMNS[-1] == "101+"


@pytest.mark.parametrize(
    ("firers", "targets", "steps"),
    [
        ("infantry 4 at 2", "vehicle steps 3 P-3, infantry", 5),
        ("infantry 4 at 2", "carrier B-1, infantry mounted, AT gun towed", 1),
        ("MG 2 at 2", "carrier B-1, infantry mounted, AT gun towed", 3),
        ("MG 2 at 2", "carrier B-1 lost 1, section", 3),
        ("mortar 4 at 9", "on-map artillery steps 4, MG", 6),
        ("infantry 4 at 2", "carrier, MG", 4),
    ],
)
def test_only_what_the_fire_can_hurt_is_stacked(firers, targets, steps):
    assert told("fire.area", firers=firers, targets=targets)["stacking_steps"] == steps


def test_fire_that_can_hurt_nobody_has_no_effect():
    found = told("fire.area", firers="infantry 4 at 2", targets="vehicle P-3, carrier B-1, section mounted", roll=66)
    assert found["verdict"] == "no effect"
    assert "tables" not in found


def test_riders_are_hit_or_not_by_the_reading_and_it_is_said():
    given_parameters = {"firers": "MG 2 at 2", "targets": "vehicle P-3, infantry riding move, section"}
    usual = told("fire.area", **given_parameters)
    other = told("fire.area", game(riders__on_vehicles="in_carriers"), **given_parameters)
    assert (usual["stacking_steps"], other["stacking_steps"]) == (7, 2)
    assert "Riders on vehicles" in texts(usual)
    assert "Riders on vehicles" in texts(other)


@pytest.mark.parametrize(
    ("firers", "targets", "present"),
    [
        ("MG 2 at 2", "vehicle P-2, section", True),
        ("MG 2 at 2", "vehicle P-1, section", False),
        ("MG 2 at 2", "vehicle B-1, section", False),
        ("mortar 2 at 8", "vehicle P-2, section", False),
    ],
)
def test_armour_in_the_hex_hinders_low_trajectories(firers, targets, present):
    found = told("fire.area", firers=firers, targets=targets)
    names = [each["name"] for each in found["tables"][0]["shifts"]]
    assert ("Armoured vehicle in the hex" in names) is present


def test_weather_and_light_do_nothing_to_artillery():
    found = area(firers="artillery 20", others="night, smoke, illumination, attack zone")
    assert found["shift"] == 0
    assert texts(found).count("nothing to artillery") == 4


def test_light_counts_only_at_night():
    dark, lit, day = (
        area(firers="MG 2 at 2", others=others)["shift"] for others in ("night", "night, illumination", "illumination")
    )
    assert dark < lit < day == 0


def test_twilight_is_that_of_the_chart_or_night_by_the_reading():
    usual = area(firers="MG 2 at 2", others="twilight")
    other = told("fire.area", game(twilight__area_fire="night"), firers="MG 2 at 2", posture="Fire", steps=5, others="twilight")
    night = area(firers="MG 2 at 2", others="night")
    assert usual["shift"] == 0
    assert other["shift"] == night["shift"]
    assert "it would be: shift -3" in texts(usual)
    assert "it would be: shift 0" in texts(other)


def test_suppressed_targets_leave_range_zero_out():
    ready, shaken = (
        told("fire.area", firers="MG 2 at 0", targets=f"infantry {state}", terrain="Open")["shift"]
        for state in ("", "suppressed")
    )
    assert (ready, shaken) == (2, 0)


def test_a_suppressed_firer_is_found_by_itself():
    assert area(firers="MG 2 at 2 suppressed")["shift"] == -2


@pytest.mark.parametrize(
    ("firers", "rule"),
    [
        ("MG 2 at 2 paralyzed", "9.1d"),
        ("MG 2 at 2 move", "9.1c"),
        ("infantry 4 at 2 mounted", "9.1e"),
        ("MG 2 at 2 fired", "13.1b"),
        ("mortar 4 at 0", "24.3b"),
        ("infantry 4 at 5 reach 4", "11.1a"),
        ("vehicle 4 at 15 reach 7", "11.1a"),
    ],
)
def test_who_cannot_fire_is_told_with_the_rule(firers, rule):
    found = area(firers=firers)
    assert found["verdict"] == "prohibited"
    assert found["reasons"][0]["rule"] == f"TCS 4.01 {rule}"


@pytest.mark.parametrize(
    ("parameters", "rule"),
    [
        ({"firers": "infantry 4 at 2 riding"}, "9.1e"),
        ({"firers": "infantry 4 at 2", "spotted": "no", "occasion": "overwatch"}, "7.1b"),
        ({"firers": "mortar 4 at 8 fired", "occasion": "overwatch"}, "24.3b"),
        ({"firers": "artillery 12", "occasion": "overwatch"}, "15.3g"),
        ({"firers": "sortie 12", "others": "night"}, "26.1g"),
        ({"firers": "sortie 12", "others": "twilight"}, "26.0"),
    ],
)
def test_what_no_fire_can_be_is_told_with_the_rule(parameters, rule):
    found = area(**parameters)
    assert (found["verdict"], found["reasons"][0]["rule"]) == ("prohibited", f"TCS 4.01 {rule}")


def test_point_firers_that_cannot_fire_are_told_with_the_rules_of_point_fire():
    for firer, rule in (("vehicle 5 at 8 reach 7 fired", "14.1i"), ("vehicle 5 at 15 reach 7", "12.1b")):
        found = told("fire.point", firers=firer, targets="vehicle P-3")
        assert (found["verdict"], found["reasons"][0]["rule"]) == ("prohibited", f"TCS 4.01 {rule}")


@pytest.mark.parametrize(("firer", "bound"), [("infantry 4 at 2", True), ("infantry 4 at 1", False), ("MG 2 at 2", False)])
def test_overwatch_of_units_that_fired_says_what_they_may_answer(firer, bound):
    assert ("it answers recoveries alone" in texts(area(firers=f"{firer} fired", occasion="overwatch"))) is bound


@pytest.mark.parametrize(
    ("firers", "others", "occasion"),
    [("artillery 12, infantry 4 at 2", "", None), ("2x sortie 12", "", None), ("2x MG 2 at 2", "crossfire", "overwatch")],
)
def test_fires_that_do_not_combine_are_refused(firers, others, occasion):
    parameters = {"firers": firers} | ({"others": others} if others else {}) | ({"occasion": occasion} if occasion else {})
    with pytest.raises(WrongUse):
        area(**parameters)


def test_what_is_towed_or_rides_is_in_move_mode():
    for unit in ("AT gun towed", "infantry riding"):
        found = told("fire.area", firers="MG 2 at 2", targets=unit, terrain="Open")
        assert found["shift"] == RULES.charts["tcs.area.terrain"].cells["Move", "Open"]
    with pytest.raises(WrongUse, match="is in Move Mode"):
        told("fire.area", firers="MG 2 at 2", targets="AT gun towed dug in")


def test_vehicles_alone_check_no_morale():
    found = told("fire.area", firers="mortar 8 at 2", targets="carrier B-0", terrain="Open", roll=66)
    assert (found["steps_lost"], found["morale_check"], found["check_chance"]) == (2, "no", 0)
    found = told("fire.area", firers="mortar 8 at 2", targets="carrier B-0, infantry mounted", terrain="Open", roll=66)
    assert found["morale_check"] == "yes"


def test_point_firers_reach_twice_their_printed_range():
    assert area(firers="vehicle 4 at 14 reach 7")["verdict"] == "read"
    assert area(firers="MG 2 at 2 fired", occasion="overwatch")["verdict"] == "read"
    assert area(firers="MG 2 at 2 suppressed", occasion="overwatch")["verdict"] == "prohibited"


def test_the_hexside_crossed_counts_as_the_box_says():
    given_parameters = {"firers": "MG 2 at 2", "posture": "Fire", "steps": 5, "terrain": "Protective", "hexside": "Open"}
    hexside = told("fire.area", game(overwatch__hexside_terrain="hexside"), **given_parameters)
    of_hex = told("fire.area", game(overwatch__hexside_terrain="hex"), **given_parameters)
    asked = told("fire.area", **given_parameters)
    assert (hexside["shift"], of_hex["shift"], asked["shift"]) == (0, -3, -3)
    assert "the firer may choose" in texts(asked)


# ---------------------------------------------------------------- Point fire


@given(st.integers(1, 30), st.integers(0, 70))
def test_bands_of_range_follow_one_another_without_a_gap(reach, distance):
    found = told("fire.bands", reach=reach, distance=distance)
    # Half of an odd range is rounded up.
    close = (reach + 1) // 2
    bands = ["close"] * (close + 1) + ["nominal"] * (reach - close) + ["long"] * reach
    assert found["verdict"] == (bands[distance] if distance < len(bands) else "out of range")


def point_shift_by_hand(firers, targets, terrain):
    """Each shift looked up by itself, the worst for the firer of each."""
    charts = RULES.charts
    ranges = []
    for _, distance, reach in firers:
        close = int((Decimal(reach) / 2).quantize(Decimal(1), ROUND_CEILING))
        band = "close" if distance <= close else "nominal" if distance <= reach else "long"
        ranges.append(charts["tcs.point.range"].cells["shift", band])
    attack, defence = min(strength for strength, _, _ in firers), max(defence for defence, _ in targets)
    differential = number_in(charts["tcs.point.differential"], "shift", attack - defence)
    postures = [charts["tcs.point.terrain"].cells[posture, terrain] for _, posture in targets]
    return int(min(ranges) + differential + max(postures))


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 14), st.integers(7, 9)), min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0, 6), st.sampled_from(POSTURES)), min_size=1, max_size=4),
    st.sampled_from(CLASSES),
)
def test_point_fire_has_the_lowest_attack_the_best_defence_and_the_worst_range(firers, targets, terrain):
    found = told(
        "fire.point",
        firers=[f"vehicle {strength} at {distance} reach {reach}" for strength, distance, reach in firers],
        targets=[f"vehicle P-{defence} {posture.lower()}" for defence, posture in targets],
        terrain=terrain,
    )
    assert found["shift"] == point_shift_by_hand(firers, targets, terrain)
    assert found["steps"] == len(firers)


def test_point_fires_take_numbers_alone():
    found = told("fire.point", firers="vehicle 5 at 3 reach 7", targets="3x vehicle P-3")
    assert "check" not in found["tables"][0]["chances"]
    assert "check_chance" not in found
    assert sum(Fraction(chance) for chance in found["tables"][0]["chances"].values()) == 1
    rolled = told("fire.point", firers="vehicle 5 at 8 reach 7", targets="vehicle P-5", roll=54)
    assert (rolled["verdict"], rolled["tables"][0]["result"]) == ("none", "check")


def test_no_more_is_destroyed_than_was_fired_at():
    found = told("fire.point", firers="vehicle 5 at 8 reach 7", targets="vehicle P-3", roll=66)
    assert (found["verdict"], found["steps_lost"]) == ("2", 1)


def test_more_firing_steps_never_enter_further_left():
    places = [
        COLUMNS.index(told("fire.point", firers=f"vehicle 5 steps {n} at 8 reach 7", targets="vehicle P-3")["entered"])
        for n in range(1, 31)
    ]
    assert places == sorted(places)
    assert COLUMNS[places[0]] == "4"


@pytest.mark.parametrize(
    ("firers", "targets", "said"),
    [
        ("infantry 4 at 2 reach 4", "vehicle P-3", "infantry cannot take part"),
        ("AA gun 4 at 2 reach 4", "vehicle P-3", "AA gun cannot take part"),
        ("vehicle 5 at 2 reach 7", "infantry", "infantry cannot take part"),
        ("vehicle 5 at 2 reach 7", "vehicle", "needs its type of target"),
        ("vehicle 5 at 2", "vehicle P-3", "needs its range and its printed range"),
        ("vehicle at 2 reach 7", "vehicle P-3", "needs its printed fire strength"),
    ],
)
def test_point_fire_that_cannot_be_is_refused_in_words(firers, targets, said):
    with pytest.raises(WrongUse, match=said):
        told("fire.point", firers=firers, targets=targets)


def test_a_gun_against_aircraft_may_be_a_point_firer():
    assert told("fire.point", firers="AA gun 5 point at 8 reach 7", targets="vehicle P-3")["entered"] == "4"


# ---------------------------------------------------------------- Words


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_unit_can_be_written(name):
    target = "" if KINDS[name].target else "P-3"
    assert told("losses", losses=1, targets=[f"{name} 4 at 3 {target}"], kind="point")["lost"] == 1


@pytest.mark.parametrize(
    ("firers", "said"),
    [
        ("infantri 4 at 2", 'Did you mean "infantry"'),
        ("infantry 4 at", 'a whole number must follow "at"'),
        ("infantry 4 at 2 dug", 'the word "in" must follow "dug"'),
        ("infantry 4 at 2 suppresed", 'Did you mean "suppressed"'),
        ("infantry 4 at 2 lost 5", "at least one step left"),
        ("infantry 4", "needs its range"),
        ("infantry at 4", "needs its printed fire strength"),
        ("", "needs firers"),
    ],
)
def test_words_that_are_not_understood_are_named(firers, said):
    with pytest.raises(WrongUse, match=said):
        area(firers=firers)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"strength": 4}, "not both"),
        ({"steps": None}, "the units in the hex are needed"),
        ({"targets": "MG"}, "the targets say it already"),
        ({"others": "crossfire"}, "takes two firers"),
        ({"others": "night, twilight"}, "twilight is none of night"),
        ({"others": "range zero"}, "cannot be given here"),
        ({"others": "nigt"}, 'Did you mean "night"'),
        ({"roll": 17}, "cannot be rolled"),
        ({"strength": -1, "firers": "MG at 2"}, "too low"),
    ],
)
def test_fires_that_are_put_wrongly_are_refused_in_words(parameters, said):
    with pytest.raises(WrongUse, match=said):
        area(**parameters)


def test_a_strength_that_is_given_has_the_steps_of_close_infantry_in_it():
    given_parameters = {"targets": "MG", "terrain": "Open", "strength": 9}
    near = told("fire.area", firers="infantry at 0, infantry at 1 lost 2, MG at 1", **given_parameters)
    assert near["strength"] == 9
    assert "its 6½ must be in the strength given" in texts(near)
    assert "must be in the strength given" not in texts(told("fire.area", firers="infantry at 2, MG at 1", **given_parameters))


@pytest.mark.parametrize(
    ("question", "parameters"),
    [
        ("fire.area", {"firers": "MG 4 at 1", "targets": "infantry, carrier"}),
        ("fire.area", {"firers": "MG 4 at 1", "targets": "infantry, carrier", "spotted": "no"}),
        ("fire.point", {"firers": "vehicle 5 at 8 reach 7", "targets": "AT gun"}),
        ("assault", {"attackers": "infantry 4", "defenders": "MG 2"}),
        ("at_roll", {"attackers": 1, "targets": 1}),
        ("spotting", {"targets": "infantry, carrier"}),
    ],
)
def test_a_class_of_terrain_that_there_is_not_is_refused_with_those_that_can_be_typed(question, parameters):
    allowed = "Billiard Table, Open, Partly Protective, Protective."
    for name in ("terrain", "hexside") if question.startswith("fire") else ("terrain",):
        with pytest.raises(WrongUse) as refused:
            told(question, **parameters, **{name: "Swamp"})
        assert str(refused.value) == f'{name}: "Swamp" is no combat class of terrain. Allowed: {allowed}'
    for word in ("Billiard Table, vehicles", "smoke"):
        with pytest.raises(WrongUse, match="is no combat class of terrain"):
            told(question, **parameters, terrain=word)
    # Capitals do not matter, and what is typed is shown as it is printed.
    assert told(question, **parameters, terrain="open") == told(question, **parameters, terrain="Open")


@pytest.mark.parametrize(
    ("targets", "shifts", "decided"),
    [
        ("infantry suppressed, MG paralyzed", (0, 0), False),
        ("infantry suppressed, carrier", (2, 0), True),
        ("infantry, carrier", (2, 2), False),
        # What cannot be hurt counts for nothing.
        ("infantry suppressed, vehicle P-1", (0, 0), False),
        ("infantry suppressed, MG mounted", (0, 0), False),
    ],
)
def test_range_zero_against_targets_some_of_which_are_shaken_is_a_reading(targets, shifts, decided):
    asked = {"firers": "infantry 4 at 0", "targets": targets}
    found = [told("fire.area", in_, **asked) for in_ in (game(), game(range_zero__mixed="all_ready"))]
    assert tuple(each["shift"] for each in found) == shifts
    assert ["Decided by the reading “Range 0" in texts(each) for each in found] == [decided, decided]
