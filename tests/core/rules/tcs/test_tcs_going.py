"""What units spend of their own on the way, how their counters lie then, and who goes along with whom."""

from fractions import Fraction
from typing import Any

import pytest
from oracles import plain_fires
from oracles.stacks import board, unit

from core.model.deployment import Mark, Piece
from core.model.oob import Counter
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.operations.movement_detail import OwnPoints

TANK = {"movement__allowance": 10, "movement__class": "tracked", "target__class": "point", "target__defence": 3}
FOOT = {"movement__allowance": 5, "movement__class": "foot", "target__class": "area"}
FLAT = plain_fires.FLAT
LIMIT = 6
"""So many steps of vehicles may stand in a hex. [TCS 4.01 5.1]"""
GUN = {"movement__class": "tow", "target__class": "both"}


def game(*placed: tuple[Counter, Piece]) -> Game:
    return board("tcs-4.01", [each for each, _ in placed], {each.id: piece for each, piece in placed})


def detail(played: Game, *units: str, **given: Any) -> Any:
    return ask("movement", played, units=[*units], **given).detail


def test_who_is_carried_is_told_with_its_carrier_and_spends_in_proportion() -> None:
    riders = unit("riders", "infantry", **FOOT), Piece("05.05", 1, mode="Move", on="tank")
    found = detail(game((unit("tank", "vehicle", **TANK), Piece("05.05", mode="Move")), riders), "tank")
    assert found.units == ("tank", "riders") and found.own == (OwnPoints("riders", Fraction(1, 2)),)


def test_what_it_has_spent_so_shortens_the_way_of_its_carrier_no_more_than_the_carrier_has_spent() -> None:
    riders = unit("riders", "infantry", **FOOT), Piece("05.05", 1, mode="Move", on="tank")
    played = game((unit("tank", "vehicle", **TANK), Piece("05.05", mode="Move")), riders)
    (own,) = detail(played, "tank").own
    before = ["tank*3*05.04", f"riders*{3 * own.share}*05.04"]
    assert detail(played, "tank", before=before).allowance == 7


def test_riders_that_were_moved_by_hand_with_a_tank_that_was_counted_have_gone_with_it() -> None:
    riders = unit("riders", "infantry", **FOOT), Piece("05.05", 1, mode="Move", on="tank")
    played = game((unit("tank", "vehicle", **TANK), Piece("05.05", mode="Move")), riders)
    assert detail(played, "tank", before=["tank*1*05.04", "riders*?*05.04"]).allowance == 9


def test_a_gun_that_is_towed_spends_of_the_two_points_that_it_is_taken_to_have() -> None:
    truck = unit("truck", "carrier", movement__allowance=12, movement__class="wheeled"), Piece("05.05", mode="Move")
    gun = unit("gun", "at_gun", **GUN), Piece("05.05", 1, mode="Move", on="truck")
    assert detail(game(truck, gun), "truck").own == (OwnPoints("gun", Fraction(1, 6)),)


@pytest.mark.parametrize(
    ("kind", "prints", "back", "piece", "own"),
    [
        ("infantry", FOOT, {}, Piece("05.05", face=1, mode="fire"), OwnPoints("one", first=Fraction(3), face=0, mode="")),
        ("infantry", FOOT, None, Piece("05.05", mode="fire"), OwnPoints("one", first=Fraction(3), face=0, mode="move")),
        ("vehicle", TANK, {}, Piece("05.05", face=1), OwnPoints("one", face=0, mode="")),
        ("infantry", FOOT, {}, Piece("05.05"), None),
    ],
)
def test_who_is_in_fire_mode_is_turned_and_pays_for_it_first(
    kind: str, prints: dict[str, Any], back: dict[str, Any] | None, piece: Piece, own: OwnPoints | None
) -> None:
    played = game((unit("one", kind, back=back, **prints), piece))
    assert detail(played, "one").own == ((own,) if own is not None else ())


@pytest.mark.parametrize(("back", "face"), [({}, 0), (None, 0)])
def test_who_leaves_its_own_carrier_stays_on_foot(back: dict[str, Any] | None, face: int) -> None:
    own = {"carrier__integrated": True, "carrier__movement_class": "wheeled", "carrier__movement_allowance": 15}
    one = unit("one", "machine_guns", back=back, **FOOT, **own)
    up = Piece("05.05", face=1) if back is not None else Piece("05.05", mode="Fire")
    (found,) = detail(game((one, up)), "one", mode="foot").own
    assert (found.face, found.mode, found.first) == (face, "move foot", 3)
    there = Piece("05.05", face=face, mode="move foot")
    assert detail(game((one, there)), "one").allowance == 5


def test_a_share_that_no_search_counts_is_held_below_it() -> None:
    truck = unit("truck", "carrier", movement__allowance=15, movement__class="wheeled"), Piece("05.05", mode="Move")
    load = unit("load", "infantry", movement__allowance=7, movement__class="foot"), Piece("05.05", 1, mode="Move", on="truck")
    played = game(truck, load)
    assert detail(played, "truck", before=["load*1*05.05"]).allowance == Fraction(771, 60)
    assert Fraction(15) * 6 / 7 - Fraction(771, 60) < Fraction(1, 60)


@pytest.mark.parametrize(("kind", "climbs"), [("carrier", False), ("infantry", True)])
def test_a_carrier_on_foot_climbs_no_more_than_others(kind: str, climbs: bool) -> None:
    lines = {height: ["02.03+03.03+03.04+03.03 03.03+03.04 04.03+03.03+03.04+03.03"] for height in (20, 40)}
    walker = unit("one", kind, **FOOT)
    played = board("tcs-4.01", [walker], {"one": Piece("03.03", mode="Move")}, contours=lines)
    ruling = ask("movement", played, units=["one"], path=[played.box.hex("03.04")])
    assert ruling.verdict == ("reached" if climbs else "not_reached")


def meeting(*marks: tuple[str, Mark], **given: Any) -> list[tuple[str, tuple[str, ...]]]:
    """What is asked of a unit on its way from 05.05 into 05.03, hex by hex, where an enemy tank may watch from 05.01."""
    prints = {**TANK, "fire__strength": 3, "fire__range": 7, "fire__class": "point", "steps": 3}
    units = [unit("one", "infantry", **FOOT, morale=4, steps=4), unit("enemy", "vehicle", "blue", **prints)]
    at = {"one": Piece("05.05", mode="Move"), "enemy": Piece("05.01", mode="Fire")}
    placed = {place: tuple(mark for where, mark in marks if where == place) for place, _ in marks}
    played = board("tcs-4.01", units, at, marks=placed, contours=FLAT)
    found = detail(played, "one", path=[played.box.hex(each) for each in ("05.05", "05.04", "05.03")], **given).met
    return [(played.box.label(each.into), tuple(asked.question for asked in each.then)) for each in found]


def test_who_moves_is_asked_hex_by_hex_what_retreats_are_asked_but_that_breaches_serve() -> None:
    mines, breach, fire = Mark("minefield", "blue"), Mark("breach", "red"), Mark("barrage-good", "blue")
    assert meeting() == []
    assert meeting(("05.04", mines)) == [("05.04", ("mines.at",))]
    assert meeting(("05.04", mines), ("05.04", breach)) == []
    assert meeting(("05.03", mines), ("05.02", fire)) == [("05.03", ("barrage.at", "mines.at"))]
    assert meeting(("05.03", mines), watch="yes") == [
        ("05.04", ("overwatch.fire",)),
        ("05.03", ("overwatch.fire", "mines.at")),
    ]


def test_what_is_asked_of_who_moves_can_be_asked() -> None:
    mines = Mark("minefield", "blue")
    units = [unit("one", "infantry", **FOOT, morale=4, steps=4), unit("enemy", "infantry", "blue", **FOOT, morale=4, steps=4)]
    at = {"one": Piece("05.05", mode="Move"), "enemy": Piece("05.02", mode="Fire")}
    marks = {"05.04": (mines, Mark("barrage-good", "blue", "105 mm HE"))}
    played = board("tcs-4.01", units, at, marks=marks, contours=FLAT)
    (first, *_) = detail(played, "one", to=played.box.hex("05.04"), watch="yes").met
    there = board("tcs-4.01", units, at | {"one": Piece("05.04", mode="Move")}, marks=marks, contours=FLAT)
    assert [ask(each.question, there, **each.given).question for each in first.then][-2:] == ["barrage.at", "mines.at"]


def test_vehicles_in_an_impulse_are_watched_with_what_they_entered_before_in_it() -> None:
    prints = {**TANK, "fire__strength": 3, "fire__range": 7, "fire__class": "point", "steps": 3}
    units = [unit("one", "vehicle", **prints), unit("enemy", "vehicle", "blue", **prints)]
    played = board("tcs-4.01", units, {"one": Piece("05.05", mode="Move"), "enemy": Piece("05.01", mode="Fire")}, contours=FLAT)

    def before(mode: str) -> list[str | None]:
        found = detail(played, "one", to=played.box.hex("05.03"), watch="yes", mode=mode).met
        return [asked.given.get("impulse") for each in found for asked in each.then]

    assert before("impulse") == [None, "05.04"] and before("movement") == [None, None]


@pytest.mark.parametrize(
    ("mode", "steps", "asked"), [("impulse", 5, ["1"]), ("two_impulses", 5, ["1"]), ("impulse", 4, []), ("", 5, [])]
)
def test_at_the_end_of_an_impulse_the_owner_destroys_what_is_above_the_limit(mode: str, steps: int, asked: list[str]) -> None:
    there = unit("there", "vehicle", steps=steps, **TANK), Piece("05.04", mode="Move")
    rider = unit("rider", "infantry", steps=30, **FOOT), Piece("05.05", 1, mode="Move", on="one")
    one = unit("one", "vehicle", steps=LIMIT - 4, **TANK), Piece("05.05", mode="Move")
    met = detail(game(there, one, rider), "one", to="05.04", **({"mode": mode} if mode else {})).met
    found = [then for place in met for then in place.then]
    assert [(then.question, then.given["steps"], then.may) for then in found] == [("losses.at", each, True) for each in asked]


@pytest.mark.parametrize(("words", "asked"), [("rockets of R, radius 1", ["05.06"]), ("105 mm HE", ["05.07", "05.06"])])
def test_beside_a_zone_of_rockets_nothing_attacks_who_goes_there(words: str, asked: list[str]) -> None:
    one, at = unit("one", "infantry", **FOOT, morale=4, steps=4), {"one": Piece("05.09", mode="Move")}
    place = "05.05" if words.startswith("rockets") else "05.06"
    played = board("tcs-4.01", [one], at, marks={place: (Mark("barrage-good", "blue", words),)}, contours=FLAT)
    met = detail(played, "one", to=played.box.hex("05.06")).met
    assert [played.box.label(each.into) for each in met] == asked
    assert all([then.question for then in each.then] == ["barrage.at"] for each in met)
