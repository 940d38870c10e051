"""Bombardment and the costs of movement under New SCS, beside a second working by hand."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.model.new_map import NewMap
from core.questions.answers import as_json
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.charts import find, result

RULES = load_ruleset("new-scs")
BOX = NewMap("Nowhere", ruleset="new-scs", columns=1, rows=1).box()
LOWERED = {"": 0, "Clear": 0, "Village": -1, "Heavy bocage": -1, "City": -2, "Fortified": -2}
PRINTED = {"bombardment.step_chart": "printed"}


@cache
def game(**options: str) -> Game:
    return Game.of(replace(BOX, options=options), RULES)


def told(question: str, in_: Game | None = None, **parameters):
    in_ = in_ or game()
    return as_json(ask(question, in_, **parameters), in_.box)


@given(
    st.integers(1, 5),
    st.sampled_from([1, 3]),
    st.booleans(),
    st.sampled_from(sorted(LOWERED)),
    st.integers(0, 4),
    st.integers(0, 2),
    st.integers(1, 6),
    st.integers(1, 6),
    st.integers(1, 5),
)
def test_a_bombardment_comes_out_as_worked_by_hand(rating, guns, moved, terrain, soft, armoured, white, red, steps):
    if not soft and not armoured:
        return
    plain = rating + (guns == 3) - moved + LOWERED[terrain]
    against = {"soft": max(1, plain), "armour": max(1, plain - 1)}
    leading = against["soft"] if soft else against["armour"]
    table = 2 if leading <= 2 else 3 if leading == 3 else 4
    column = "0" if LOWERED[terrain] == -2 or not soft else "1-2" if soft <= 2 else "3+"
    found = told(
        "bombardment",
        ratings=[rating] * guns,
        moved="yes" if moved else "no",
        terrain=terrain,
        soft=soft,
        armoured=armoured,
        white=white,
        red=red,
        steps=steps,
    )
    assert (found["table"], found["column"]) == (table, column)
    for name, count in (("soft", soft), ("armour", armoured)):
        if count:
            assert found[f"rating_{name}"] == against[name]
            assert found[f"dg_{name}"] == ("yes" if white <= against[name] else "no")
    assert found["verdict"] == ("hit" if white <= leading else "miss")
    if white <= leading:
        chart = RULES.charts[f"new_scs.bombardment.{table}"]
        assert found["steps"] == min(steps - 1, int(result(chart, find(chart.columns, column), red)))
    else:
        assert "steps" not in found


@pytest.mark.parametrize(("steps", "lost"), [(1, 0), (2, 1), (3, 2), (9, 2)])
def test_the_last_step_in_the_hex_is_safe(steps, lost):
    assert told("bombardment", ratings="5", soft=3, white=1, red=6, steps=steps)["steps"] == lost


def test_armour_and_terrain_together_are_a_reading():
    given_ = {"ratings": "5", "terrain": "City", "armoured": 1, "soft": 1}
    assert (told("bombardment", **given_)["rating_armour"], told("bombardment", **given_)["table"]) == (2, 3)
    printed = told("bombardment", game(**PRINTED), **given_)
    assert (printed["rating_armour"], printed["rating_soft"], printed["table"]) == (3, 3, 4)
    village = told("bombardment", game(**PRINTED), **{**given_, "terrain": "Village"})
    assert village["rating_armour"] == 4


def test_guns_with_a_rating_on_each_side_pay_nothing_for_moving():
    given_ = {"ratings": "3", "moved": "yes", "soft": 1}
    assert told("bombardment", game(**{"bombardment.two_ratings": "on"}), **given_)["value"] == 3


@pytest.mark.parametrize(("points", "flak", "rating"), [(1, "no", 4), (1, "yes", 3), (3, "no", 5), (3, "yes", 4)])
def test_air_points_have_ratings_of_their_own(points, flak, rating):
    assert told("bombardment", air=points, flak=flak, soft=1)["value"] == rating


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({}, "Say what bombards"),
        ({"ratings": "3", "air": 1}, "not both"),
        ({"ratings": "3,3"}, "One unit bombards a hex, or 3 with the same rating together."),
        ({"ratings": "3,3,2"}, "need the same rating"),
        ({"ratings": "0"}, "a rating is a whole number from 1"),
        ({"ratings": "3", "soft": 0}, "Say what is in the target hex"),
        ({"air": 1, "moved": "yes"}, "only guns move before they bombard"),
        ({"ratings": "3", "white": 7}, "white: a die shows 1 to 6, not 7."),
        ({"ratings": "3", "red": 2}, "give white=… too"),
    ],
)
def test_a_bombardment_that_cannot_be_is_told(parameters, said):
    with pytest.raises(WrongUse) as error:
        ask("bombardment", game(), **{"soft": 1, **parameters})
    assert said in str(error.value)


# Costs


@given(st.integers(1, 20), st.booleans())
def test_road_movement_reaches_as_far_as_its_points(allowance, interdicted):
    found = told("movement.road", allowance=allowance, interdicted="yes" if interdicted else "no")
    assert found["value"] == 2 * allowance
    assert found["road_hexes"] == (allowance if interdicted else 4 * allowance)
    assert found["trail_hexes"] == (allowance if interdicted else 2 * allowance)


@given(st.integers(1, 12))
def test_obstacles_beside_engineers_cost_half_rounded_down(cost):
    assert told("movement.obstacle", cost=cost)["value"] == cost // 2


@given(st.fractions(Fraction(1, 2), 6, max_denominator=2), st.booleans(), st.booleans())
def test_interdiction_is_not_added_to_a_zone(cost, road, zone):
    given_ = {"cost": str(cost), "road": "yes" if road else "no", "zone": "yes" if zone else "no"}
    base = max(cost, Fraction(1)) if road else cost
    assert ask("movement.interdiction", game(), **given_).value == base + (2 if zone else 1)


@pytest.mark.parametrize(
    ("options", "target", "terrain", "verdict", "points"),
    [
        ({}, "1", "", "allowed", 3),
        ({}, "2", "Forest", "allowed", 4),
        ({}, "1", "Clear,Major river", "prohibited", 3),
        ({}, "1", "Escarpment", "prohibited", 3),
        ({}, "2", "City", "prohibited", 4),
        ({"overrun.two_shifts": "allowed"}, "2", "City", "allowed", 4),
        ({"overrun.cost": "flat"}, "2", "Forest", "allowed", 3),
    ],
)
def test_overruns_cost_and_are_barred_as_the_box_reads_the_rules(options, target, terrain, verdict, points):
    found = told("overrun", game(**options), target=target, terrain=terrain)
    assert (found["verdict"], found["value"]) == (verdict, points)


@pytest.mark.parametrize(
    ("options", "soft", "armoured", "steps"),
    [
        *(({}, 1, 0, 3), ({}, 0, 2, 1), ({}, 1, 2, 3)),
        *(({"zones.mixed_stack": "majority"}, 1, 2, 1), ({"zones.mixed_stack": "majority"}, 1, 1, 3)),
        *(({"zones.retreat_loss": "once"}, 1, 0, 1), ({"zones.retreat_loss": "once"}, 0, 1, 1)),
    ],
)
def test_zones_on_a_retreat_cost_as_the_box_reads_the_rules(options, soft, armoured, steps):
    assert told("retreat.losses", game(**options), soft=soft, armoured=armoured, zones=3, gun_zones=1)["value"] == steps


@pytest.mark.parametrize(
    ("parameters", "said"),
    [({"zones": 1}, "Say what retreats"), ({"soft": 1, "zones": 1, "gun_zones": 2}, "these are some of the hexes in zones")],
)
def test_a_retreat_that_cannot_be_is_told(parameters, said):
    with pytest.raises(WrongUse) as error:
        ask("retreat.losses", game(), **parameters)
    assert said in str(error.value)


def test_a_swamp_lowers_the_attack_out_of_it_and_is_hazardous_by_itself():
    assert told("hazard", hexes="Swamp")["verdict"] == "hazardous"
    assert told("hazard", hexes="Clear")["verdict"] == "not hazardous"
    with pytest.raises(WrongUse, match="give the terrain of each attacking hex"):
        ask("hazard", game(), hexes=",")


def test_what_lowers_the_rating_against_armour_is_told():
    answer = told("bombardment", ratings="4", soft=2, armoured=1)
    assert answer["rating_soft"] - answer["rating_armour"] == 1
    assert [reason["text"] for reason in answer["reasons"]].count("Armoured target: −1") == 1


@pytest.mark.parametrize(
    ("question", "parameters"),
    [
        ("bombardment", {"ratings": "3", "soft": -1}),
        ("bombardment", {"ratings": "3", "soft": 1, "steps": 0}),
        ("movement.road", {"allowance": -5}),
        ("movement.obstacle", {"cost": -3}),
        ("movement.interdiction", {"cost": -1}),
        ("overrun", {"target": -2}),
        ("combat", {"attackers": "4", "defenders": "1", "stack": -1}),
    ],
)
def test_what_is_counted_is_never_below_nothing(question, parameters):
    with pytest.raises(WrongUse, match="is the least"):
        ask(question, game(), **parameters)


def decided(found) -> set[str]:
    """The readings that a ruling names."""
    return {
        id_ for id_, option in RULES.options.items() if any(f"“{option.title}”" in each["text"] for each in found["reasons"])
    }


@pytest.mark.parametrize(
    ("question", "given_", "readings"),
    [
        ("bombardment", {"ratings": "5", "terrain": "City", "armoured": 1, "soft": 1}, {"bombardment.step_chart"}),
        ("bombardment", {"ratings": "5", "terrain": "City", "armoured": 1, "white": 3}, {"bombardment.step_chart"}),
        ("bombardment", {"ratings": "5", "terrain": "City", "armoured": 1, "white": 6}, set()),
        ("bombardment", {"ratings": "3", "soft": 1}, set()),
        ("retreat.losses", {"soft": 1, "zones": 3}, {"zones.retreat_loss"}),
        ("retreat.losses", {"soft": 1, "armoured": 2, "zones": 1}, {"zones.mixed_stack"}),
        ("retreat.losses", {"soft": 1, "zones": 1}, set()),
        ("overrun", {"target": 2, "terrain": "City"}, {"overrun.two_shifts"}),
        ("overrun", {"target": 2, "terrain": "Forest"}, {"overrun.cost"}),
        ("overrun", {"target": 1, "terrain": "Forest"}, set()),
    ],
)
def test_a_reading_is_named_where_it_alone_decides(question, given_, readings):
    assert decided(told(question, **given_)) == readings
    for reading in readings:
        other = next(each for each in RULES.options[reading].values if each != RULES.options[reading].preset)
        assert reading in decided(told(question, game(**{reading: other}), **given_))
