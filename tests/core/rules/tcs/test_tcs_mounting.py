"""Who may carry or tow a unit in its hex [TCS 4.01 24.1]."""

import pytest
from oracles.stacks import FILE, board, found, unit

from core.model.deployment import Piece
from core.model.work import Work
from core.questions.catalogue import ask
from core.questions.game import Game

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


def begins(units, on: dict[str, str], **pieces) -> Game:
    """A box whose units begin in one hex, some of them on others."""
    at = {each.id: pieces.get(each.id, Piece("05.05", on=on.get(each.id, ""))) for each in units}
    return board("tcs-4.01", units, at)


def overloaded(game: Game) -> list[tuple[str, tuple[str, ...]]]:
    return [(issue.rule, issue.units) for issue in found(game, "cannot-carry")]


MORE = unit("more", "infantry", steps=5, target__class="area")
THIRD = unit("third", "infantry", steps=2, target__class="area")
GUN_2, GUN_3 = (unit(f"gun{n}", "at_gun", steps=2, movement__class="tow") for n in (2, 3))


@pytest.mark.parametrize(
    ("units", "told"),
    [
        ((TRUCK, PLATOON), []),
        ((TRUCK, GUN, GUN_2), []),
        ((TRUCK, SECTION, THIRD), []),
        ((TRUCK, PLATOON, SECTION), [("24.1a", ("platoon", "section"))]),
        ((TRUCK, GUN, GUN_2, GUN_3), [("24.1a", ("gun", "gun2", "gun3"))]),
        ((TRUCK, GUN, SECTION), [("24.1a", ("gun",)), ("24.1a", ("section",))]),
        ((TANK, PLATOON), []),
        ((TANK, PLATOON, MORE), [("24.1e", ("more", "platoon"))]),
        ((TANK, GUN), [("24.1e", ("gun",))]),
        ((LIGHT, SECTION), [("24.1e", ("section",))]),
        ((OWN, SECTION), [("24.1", ("section",))]),
        ((unit("theirs", "carrier", "blue", steps=2), SECTION), [("24.1", ("section",))]),
    ],
)
def test_nobody_begins_on_what_cannot_carry_all_that_begins_on_it(units, told):
    carrier, *riders = units
    game = begins(units, {each.id: carrier.id for each in riders})
    assert overloaded(game) == told
    for issue in found(game, "cannot-carry"):
        assert issue.text.endswith(".") and "05.05" in issue.text and issue.at is not None


def test_the_same_judges_who_may_mount_and_who_begins_mounted():
    full = {"platoon": Piece("05.05", on="truck"), "truck": Piece("05.05", lost=1)}
    assert overloaded(begins((TRUCK, PLATOON), {}, **full)) == [("24.1a", ("platoon",))]
    assert not judged((TRUCK, PLATOON), "platoon", **full)[0]["truck"][0]


@pytest.mark.parametrize(
    ("piece", "told"),
    [
        (Piece("05.05", face=1, on="truck"), [("24.1b", ("section",))]),
        (Piece("05.05", marks=frozenset({"suppressed"}), on="truck"), []),
        (Piece("06.06", on="truck"), []),
    ],
)
def test_who_begins_mounted_is_in_move_mode_and_may_be_suppressed_there(piece, told):
    assert overloaded(begins((TRUCK, SECTION), {}, section=piece)) == told


def test_a_unit_with_carriers_of_its_own_begins_on_no_other():
    assert overloaded(begins((TRUCK, OWN), {"own": "truck"})) == [("24.1a", ("own",))]


def test_every_way_out_puts_units_on_their_own_feet():
    game = begins((TRUCK, PLATOON, SECTION), {"platoon": "truck", "section": "truck"})
    (issue,) = found(game, "cannot-carry")
    assert [way.label for way in issue.ways] == ["Dismount", "Dismount PLATOON", "Dismount SECTION"]
    for way in issue.ways:
        assert overloaded(Game.of(way.apply(Work(game.box)).box, game.ruleset)) == []


def test_units_in_a_box_beside_the_map_are_judged_as_well():
    boxed = {"truck": Piece("Reserve"), "platoon": Piece("Reserve", on="truck"), "more": Piece("Reserve", on="truck")}
    (issue,) = found(begins((TRUCK, PLATOON, MORE), {}, **boxed), "cannot-carry")
    assert "in the box Reserve" in issue.text and issue.at is None
