"""Spotting: every shift is on its chart, the target seen farthest counts, and nothing is seen beyond visibility."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tcs_asking import RULES, game, texts, told

from core.base.errors import WrongUse

CLASSES = ("Billiard Table", "Open", "Partly Protective", "Protective")
TARGETS = {"infantry": "Area", "vehicle P-3": "Point", "carrier": "Both, vehicles", "AT gun": "Both"}
POSTURES = {"fire": 0, "move": "target in Move Mode", "dug in": "target Dug In"}


def range_by_hand(place: int) -> float:
    """Counted along the labels of the table, as a reader moves a finger."""
    labels = [int(label) for label in RULES.charts["tcs.spotting"].columns.labels]
    if place < labels[0]:
        return 0
    if place > labels[-1]:
        return float("inf")
    return float(RULES.charts["tcs.spotting"].cells["range", str(place)])


def place_by_hand(unit: str, posture: str, fired: bool, terrain: str, firer_dug_in: bool, smoke: bool) -> int:
    shifts = RULES.charts["tcs.spotting.shifts"].cells
    place = RULES.charts["tcs.spotting.base"].cells[TARGETS[unit], "position"] + shifts[terrain, "shift"]
    rows = [POSTURES[posture]] if POSTURES[posture] else []
    rows += ["target Fired"] * fired + ["firer Dug In"] * firer_dug_in + ["smoke"] * smoke
    return int(place + sum(shifts[row, "shift"] for row in rows))


UNITS = st.tuples(st.sampled_from(list(TARGETS)), st.sampled_from(list(POSTURES)), st.booleans())


@given(st.lists(UNITS, min_size=1, max_size=4), st.sampled_from(CLASSES), st.booleans(), st.booleans(), st.integers(0, 40))
def test_the_target_that_is_seen_farthest_decides(units, terrain, firer_dug_in, smoke, distance):
    found = told(
        "spotting",
        targets=[f"{unit} {posture}{' fired' if fired else ''}" for unit, posture, fired in units],
        terrain=terrain,
        firer_dug_in="yes" if firer_dug_in else "no",
        smoke="yes" if smoke else "no",
        distance=distance,
    )
    places = [place_by_hand(*unit, terrain, firer_dug_in, smoke) for unit in units]
    assert found["place"] == max(places)
    assert found["verdict"] == ("spotted" if distance <= range_by_hand(max(places)) else "unspotted")


@given(UNITS, st.lists(st.sampled_from(CLASSES), min_size=1, max_size=4, unique=True))
def test_the_most_protective_terrain_counts(unit, terrain):
    words = f"{unit[0]} {unit[1]}{' fired' if unit[2] else ''}"
    together = told("spotting", targets=words, terrain=terrain)["place"]
    assert together == min(told("spotting", targets=words, terrain=each)["place"] for each in terrain)


@given(st.integers(0, 40), st.integers(0, 40))
def test_visibility_limits_what_is_spotted(visibility, distance):
    found = told("spotting", targets="vehicle P-3 move fired", terrain="Open", visibility=visibility, distance=distance)
    assert found["verdict"] == ("spotted" if distance <= visibility else "beyond visibility")
    assert found["value"] == visibility


def test_ranges_left_of_the_table_are_none_and_those_right_of_it_unlimited():
    far = told("spotting", targets="vehicle P-3 move fired", terrain="Open")
    assert (far["value"], far["spotting_range"]) == ("unlimited", "unlimited")
    near = told("spotting", targets="MG dug in", terrain="Protective", smoke="yes", distance=0)
    assert (near["spotting_range"], near["verdict"]) == (0, "spotted")
    assert told("spotting", targets="MG dug in", terrain="Protective", smoke="yes", distance=1)["verdict"] == "unspotted"


@pytest.mark.parametrize(
    ("options", "parameters", "visibility"),
    [
        ({}, {}, 2),
        ({"night__visibility": "3"}, {}, 3),
        ({}, {"visibility": 4}, 4),
        ({}, {"firer_lit": "yes"}, 1),
        ({}, {"firer_lit": "yes", "target_lit": "yes"}, "unlimited"),
        ({}, {"target_lit": "yes"}, "unlimited"),
        ({"illumination__from_dark": "night"}, {"target_lit": "yes"}, 2),
    ],
)
def test_night_and_light_decide_how_far_one_sees(options, parameters, visibility):
    found = told("spotting", game(**options), targets="infantry", terrain="Open", night="yes", **parameters)
    assert found["visibility"] == visibility
    dark_to_lit = "target_lit" in parameters and "firer_lit" not in parameters
    assert ("Looking from the dark" in texts(found)) is dark_to_lit


def test_movement_by_road_is_seen_of_those_who_move():
    moving, halted = (told("spotting", targets=f"infantry {posture}", road="yes")["place"] for posture in ("move", "fire"))
    assert (moving, halted) == (2, 0)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"targets": "vehicle"}, "needs its type of target"),
        ({"targets": "infantry", "firer_lit": "yes"}, "night=yes is missing"),
        ({"targets": "infantry", "terrain": "Opn"}, 'Did you mean "Open"'),
        ({"targets": "infantry", "distance": -1}, "too low"),
    ],
)
def test_what_is_put_wrongly_is_refused_in_words(parameters, said):
    with pytest.raises(WrongUse, match=said):
        told("spotting", **parameters)
