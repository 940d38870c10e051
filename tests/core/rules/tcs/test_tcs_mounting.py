"""Who may carry or tow a unit in its hex [TCS 4.01 24.1]."""

import pytest
from oracles.stacks import FILE, board, unit

from core.model.deployment import Piece
from core.questions.catalogue import ask

TRUCK = unit("truck", "carrier", steps=2)
GUN = unit("gun", "at_gun", steps=2, movement__class="tow")
PLATOON = unit("platoon", "infantry", steps=5, target__class="area")
SECTION = unit("section", "infantry", steps=2, target__class="area")
TANK = unit("tank", "vehicle", steps=4, target__class="point", target__defence=3)
LIGHT = unit("light", "vehicle", steps=4, target__class="point", target__defence=1)
OWN = unit("own", "infantry", steps=5, carrier__integrated=True)


def judged(units, who, at=None, **pieces):
    game = board("tcs-4.01", units, {each.id: pieces.get(each.id, at or "05.05") for each in units})
    detail = ask("carriers", game, unit=who, scenario=FILE).detail
    return {each.id: (each.allowed, each.how) for each in detail.carriers}, {each.id: each.why for each in detail.carriers}


def test_a_carrier_takes_five_steps_or_two_guns():
    assert judged((TRUCK, PLATOON), "platoon")[0] == {"truck": (True, "carry")}
    assert judged((TRUCK, GUN), "gun")[0] == {"truck": (True, "tow")}


def test_a_carrier_that_lost_a_step_takes_three():
    can, why = judged((TRUCK, PLATOON), "platoon", truck=Piece("05.05", lost=1))
    assert can == {"truck": (False, "carry")} and "5 of at most 3 steps" in why["truck"] and "24.1a" in why["truck"]


def test_who_tows_does_not_carry_and_who_carries_does_not_tow():
    assert judged((TRUCK, GUN, SECTION), "section", gun=Piece("05.05", on="truck"))[0]["truck"] == (False, "carry")
    assert judged((TRUCK, GUN, SECTION), "gun", section=Piece("05.05", on="truck"))[0]["truck"] == (False, "tow")


def test_vehicles_add_up_what_they_carry_and_tow_nothing():
    assert judged((TANK, PLATOON), "platoon")[0] == {"tank": (True, "ride")}
    can, why = judged((TANK, LIGHT, GUN), "gun")
    assert not any(allowed for allowed, _ in can.values()) and "do not tow" in why["tank"]
    can, why = judged((LIGHT, SECTION), "section")
    assert can == {"light": (False, "ride")} and "too low" in why["light"]


@pytest.mark.parametrize(
    ("who", "piece"),
    [
        (OWN, Piece("05.05")),
        (PLATOON, Piece("05.05", face=1)),
        (PLATOON, Piece("05.05", marks=frozenset({"suppressed"}))),
    ],
)
def test_own_carriers_fire_mode_and_suppression_keep_a_unit_on_its_feet(who, piece):
    assert judged((TRUCK, who), who.id, **{who.id: piece})[0] == {"truck": (False, "carry")}


def test_carriers_of_the_enemy_and_of_other_hexes_are_not_offered():
    enemy = unit("theirs", "carrier", "blue", steps=2)
    assert judged((enemy, TRUCK, PLATOON), "platoon", truck=Piece("06.06"))[0] == {}
