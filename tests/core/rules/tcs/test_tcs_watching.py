"""Who could fire at units on their way: cover and lines of sight, hexsides, bottlenecks, who may fire, who observes."""

from dataclasses import replace
from typing import Any

import pytest
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.geometry.hexes import DIRECTIONS
from core.model.deployment import Mark, Piece
from core.model.oob import Counter
from core.model.orders import OpSheet
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.watch_detail import Watched
from core.rules.operations.questions import board_of
from core.rules.tcs.movement.going import OPERATIONS
from core.rules.tcs.set_up import RULES
from core.rules.tcs.sight.cover import classes_of_hex, classes_under_fire

HILL = {20: ["11.01 12.01 12.02 11.02 11.01"], 40: ["11.01+12.01 11.01+12.02 11.02+12.01+12.01 11.01+12.01"]}
"""Two rings in a corner: all the rest is flat."""
FOOT = {"steps": 5, "movement__allowance": 5, "movement__class": "foot", "target__class": "area", "morale": 4}
TANK = {"steps": 1, "movement__allowance": 9, "movement__class": "tracked", "target__class": "point", "target__defence": 3}
GUNS = {"steps": 2, "fire__strength": 3, "fire__range": 7, "fire__class": "area", "target__class": "area", "morale": 4}


def game(at: dict[str, str | Piece], *, mover: dict[str, Any] = FOOT, gun: dict[str, Any] = GUNS, **ground: Any) -> Game:
    """A red unit that goes, and what of blue is placed with it, on flat ground."""
    kind = "vehicle" if mover is TANK else "infantry"
    guns = [unit(id_, "machine_guns" if gun is GUNS else "at_gun", "blue", **gun) for id_ in at if id_ != "mover"]
    return board("tcs-4.01", [unit("mover", kind, **mover), *guns], at, contours=HILL, **ground)


def watched(played: Game, *path: str, **given: Any) -> tuple[Watched, ...]:
    places = [played.box.hex(label) for label in path]
    ruling = ask("overwatch", played, units=["mover"], path=places, **given)
    found: tuple[Watched, ...] = ruling.detail.way
    return found


def in_fire_mode(label: str, *marks: str) -> Piece:
    return Piece(label, mode="Fire", marks=frozenset(marks))


def smoke(*labels: str) -> dict[str, tuple[Mark, ...]]:
    return {label: (Mark("smoke-mortar", "red"),) for label in labels}


_MOST = "05.07+05.07+05.07+"
WOODS = {"woods": [" ".join(_MOST + each for each in ("05.08", "04.07", "04.06", "05.06", "06.06", "06.07", "05.08"))]}
"""Woods in 05.07, away from its hexsides."""


@pytest.mark.parametrize(("hidden", "stacks"), [(False, 1), (True, 0)])
def test_cover_is_looked_into_only_from_where_the_hex_that_is_left_is_seen(hidden: bool, stacks: int) -> None:
    # The gun looks along row 7 into the woods; smoke in 06.08 lies between it and the hex that is left.
    lying = smoke("05.09") if hidden else {}
    played = game({"mover": Piece("05.08", mode="Move"), "gun": in_fire_mode("05.10")}, outlines=WOODS, marks=lying)
    away = game({"mover": Piece("05.08", mode="Move"), "gun": in_fire_mode("07.06")}, outlines=WOODS, marks=smoke("06.07"))
    (step,) = watched(played, "05.07")
    assert len(step.stacks) == stacks
    assert len(watched(away, "05.07")[0].stacks) == 0


def test_smoke_before_the_hex_that_is_left_hides_nobody_who_comes_into_the_open() -> None:
    played = game({"mover": Piece("05.08", mode="Move"), "gun": in_fire_mode("07.06")}, marks=smoke("06.07"))
    bare = watched(played, "05.07")
    assert [len(step.stacks) for step in bare] == [1]


def test_the_firer_takes_the_hexside_where_that_is_barer() -> None:
    at = {"mover": Piece("06.07", mode="Move"), "gun": in_fire_mode("06.05")}
    ((shot,),) = [step.shots for step in watched(game(at, outlines=WOODS), "05.07")]
    by_hex = game(at, outlines=WOODS, options={"overwatch.hexside_terrain": "hex"})
    ((other,),) = [step.shots for step in watched(by_hex, "05.07")]
    assert shot.between and not other.between and other.expected < shot.expected


def test_a_bridge_gives_a_second_trigger() -> None:
    ground = {"sides": {"stream": ["05.07 05.08"], "bridge": ["05.07 05.08"]}}
    played = game({"mover": Piece("05.08", mode="Move"), "gun": in_fire_mode("05.05")}, **ground)
    assert [step.triggers for step in watched(played, "05.07", "05.06")] == [2, 1]


@pytest.mark.parametrize(
    ("marks", "place", "stacks"),
    [((), "05.05", 1), (("suppressed",), "05.05", 0), (("paralyzed",), "05.05", 0), (("fired",), "05.05", 1)],
)
def test_markers_keep_guns_from_firing_but_fired_machine_guns_answer(marks: tuple[str, ...], place: str, stacks: int) -> None:
    played = game({"mover": Piece("05.08", mode="Move"), "gun": in_fire_mode(place, *marks)})
    assert len(watched(played, "05.07")[0].stacks) == stacks


def test_point_fire_is_told_beside_area_fire_and_hurts_tanks_alone() -> None:
    at_gun = {"steps": 1, "fire__strength": 5, "fire__range": 7, "fire__class": "point", "target__class": "both", "morale": 3}
    at = {"mover": Piece("05.08", mode="Move"), "gun": in_fire_mode("05.05")}
    assert [shot.how for shot in watched(game(at, mover=TANK, gun=at_gun), "05.07")[0].shots] == ["point fire"]
    assert [shot.how for shot in watched(game(at, gun=at_gun), "05.07")[0].shots] == ["area fire"]
    assert [shot.how for shot in watched(game(at, mover=TANK), "05.07")[0].shots] == []


def test_the_best_shot_stands_first_and_each_stack_once() -> None:
    at = {"mover": Piece("05.08", mode="Move"), "near": in_fire_mode("05.06"), "far": in_fire_mode("08.06")}
    (step,) = watched(game(at), "05.07")
    assert [shot.expected for shot in step.shots] == sorted((shot.expected for shot in step.shots), reverse=True)
    assert len(step.stacks) == 2


@pytest.mark.parametrize("direction", range(6))
def test_hexsides_count_for_fire_that_passes_them(direction: int) -> None:
    played = game({"mover": Piece("01.12", mode="Move"), "gun": in_fire_mode("12.12")})
    target = played.box.hex("06.06")
    beside = target.plus(*DIRECTIONS[direction])
    hedged = game(
        {"mover": Piece("01.12", mode="Move"), "gun": in_fire_mode("12.12")},
        sides={"hedgerow": [f"06.06 {played.box.label(beside)}"]},
    )
    found = board_of(hedged.case, {}, OPERATIONS, RULES)
    number = found.number(target)
    near = [found.number(target.plus(*each)) for each in DIRECTIONS]
    covered = {d for d in range(6) if len(classes_under_fire(found, number, near[d])) > 1}
    assert covered == {direction}
    # Two hexes away through the corner between two hexsides, the fire passes both.
    one, other = DIRECTIONS[direction], DIRECTIONS[(direction + 1) % 6]
    corner = found.number(target.plus(one[0] + other[0], one[1] + other[1]))
    assert len(classes_under_fire(found, number, corner)) > 1
    assert classes_of_hex(found, number) == ("Open",)


def test_the_way_of_a_move_tells_it_when_it_is_asked() -> None:
    played = game({"mover": Piece("05.08", mode="Move"), "gun": in_fire_mode("05.05")})
    place = played.box.hex("05.07")
    plain, asked = (ask("movement", played, units=["mover"], to=place, watch=each) for each in ("no", "yes"))
    assert plain.detail.watched == () and asked.detail.watched == watched(played, "05.07")
    assert {str(each.rule) for each in asked.reasons} - {str(each.rule) for each in plain.reasons} == {
        "TCS 4.01 15.2c",
        "TCS 4.01 15.0",
    }


INFANTRY = {"steps": 5, "fire__strength": 4, "fire__range": 4, "fire__class": "area", "target__class": "area", "morale": 4}
HALF_TRACK = {**TANK, "steps": 2, "target__class": "both", "target__defence": 1}
AT_GUN = {"steps": 1, "fire__strength": 5, "fire__range": 7, "fire__class": "point", "target__class": "both", "morale": 3}


def shots(
    units: list[Counter], at: dict[str, str | Piece], *path: str, moving: tuple[str, ...] = ("mover",), **ground: Any
) -> Any:
    """Who could fire at red units on a way of one step."""
    played = board("tcs-4.01", units, at, contours=HILL, **ground)
    (step,) = ask("overwatch", played, units=[*moving], path=[played.box.hex(label) for label in path]).detail.way
    return step.shots


def test_infantry_stays_out_of_a_fire_at_targets_that_it_would_spare() -> None:
    units = [unit("mover", "carrier", **HALF_TRACK), unit("gun", "machine_guns", "blue", **GUNS)]
    at = {"mover": Piece("05.08", mode="Move"), "gun": in_fire_mode("05.05")}
    alone = shots(units, at, "05.07")
    beside = shots([*units, unit("men", "infantry", "blue", **INFANTRY)], {**at, "men": in_fire_mode("05.05")}, "05.07")
    assert alone == beside and [shot.units for shot in alone] == [("gun",)]


def test_point_fire_leaves_armour_out_where_others_are_easier_to_destroy() -> None:
    gun, truck = unit("gun", "at_gun", "blue", **AT_GUN), unit("truck", "carrier", **{**HALF_TRACK, "target__defence": 0})
    tank = unit("tank", "vehicle", **{**TANK, "target__defence": 8})
    at = {"truck": Piece("05.08", mode="Move"), "gun": in_fire_mode("05.06")}
    alone = shots([gun, truck], at, "05.07", moving=("truck",))
    stack = {**at, "tank": Piece("05.08", mode="Move", rank=1)}
    both = shots([gun, truck, tank], stack, "05.07", moving=("truck", "tank"))
    assert alone[0].how == "point fire" and alone[0] in both


def test_who_does_not_see_the_hex_that_is_left_fires_by_the_hex_that_is_entered_whatever_is_chosen() -> None:
    at = {"mover": Piece("05.08", mode="Move"), "gun": in_fire_mode("07.06")}
    played = game(at, marks=smoke("06.07"), options={"overwatch.hexside_terrain": "hexside"})
    ((shot,),) = [step.shots for step in watched(played, "05.07")]
    assert not shot.between


def test_without_heights_nobody_is_told_to_be_out_of_sight() -> None:
    guns = unit("gun", "machine_guns", "blue", **GUNS)
    at = {"mover": Piece("05.08", mode="Move"), "gun": in_fire_mode("05.05")}
    played = board("tcs-4.01", [unit("mover", "infantry", **FOOT), guns], at)
    place = played.box.hex("05.07")
    ruling = ask("overwatch", played, units=["mover"], path=[place], at=place)
    assert ruling.verdict == "undecidable" and ruling.detail.way[0].unsure == (played.box.hex("05.05"),)
    assert {str(each.rule) for each in ruling.reasons} == {"TCS 4.01 8.2"}


@pytest.mark.parametrize("place", ["05.08", "05.07"])
def test_a_counter_without_a_class_of_target_is_named(place: str) -> None:
    bare = unit("bare", "vehicle", movement__allowance=9, movement__class="tracked")
    units = [unit("mover", "infantry", **FOOT), bare, unit("gun", "machine_guns", "blue", **GUNS)]
    at = {"mover": Piece("05.08", mode="Move"), "bare": Piece(place, mode="Move"), "gun": in_fire_mode("05.05")}
    moving = ("mover", "bare") if place == "05.08" else ("mover",)
    with pytest.raises(WrongUse, match="class of target: BARE"):
        shots(units, at, "05.07", moving=moving)


def test_by_night_who_is_lit_is_seen_from_the_dark_and_sees_nobody_there() -> None:
    # Both sides go to a friend: red into the light of a marker, seen from the dark; blue in the dark, three hexes from it.
    kinds = {"mover": ("infantry", "red", FOOT), "men": ("machine_guns", "red", GUNS)}
    kinds |= {"comer": ("infantry", "blue", FOOT), "gun": ("machine_guns", "blue", GUNS)}
    at = {"mover": Piece("02.08", mode="Move"), "men": in_fire_mode("03.08")}
    at |= {"comer": Piece("08.08", mode="Move"), "gun": in_fire_mode("07.08")}
    units = [unit(id_, kind, side, **prints) for id_, (kind, side, prints) in kinds.items()]
    day = board("tcs-4.01", units, at, contours=HILL, marks={"01.08": (Mark("illum-mortar", "blue"),)})
    night = day.with_state(replace(day.state, light="night"))
    into_light, into_dark = (
        ask("overwatch", night, units=[id_], path=[day.box.hex(label)]).verdict
        for id_, label in (("mover", "03.08"), ("comer", "07.08"))
    )
    assert (into_light, into_dark) == ("watched", "unwatched")


def test_who_goes_with_a_carrier_of_its_own_is_inside_it_and_the_carrier_is_the_target() -> None:
    own = {"carrier__integrated": True, "carrier__movement_class": "tracked", "carrier__movement_allowance": 12}
    mounted = {**FOOT, **own, "carrier__target_class": "both", "carrier__defence": 1}
    men, gun = unit("gun", "infantry", "blue", **INFANTRY), unit("pak", "at_gun", "blue", **AT_GUN)
    at = {"mover": Piece("05.08", mode="Move"), "gun": in_fire_mode("05.06"), "pak": in_fire_mode("06.06")}
    played = board("tcs-4.01", [unit("mover", "infantry", **mounted), men, gun], at, contours=HILL)
    found = {}
    for mode in ("movement", "foot"):
        (step,) = ask("overwatch", played, units=["mover"], path=[played.box.hex("05.07")], mode=mode).detail.way
        found[mode] = {(shot.units, shot.how) for shot in step.shots}
    assert found["foot"] == {(("gun",), "area fire"), (("pak",), "area fire")}, "on foot its carrier is not with it"
    of_gun = {(("pak",), "area fire"), (("pak",), "point fire")}
    assert found["movement"] == {*of_gun, (("gun",), "AT rolls")}, "infantry spares a B-1 target but for its AT rolls"


@pytest.mark.parametrize(("type_", "stacks"), [("Prepared Defense", 1), ("Attack", 0)])
def test_guns_look_from_prepared_fields_of_fire_only_where_their_orders_let_them_be_dug_in(type_: str, stacks: int) -> None:
    # Who moves over open ground is spotted four hexes away, and six from Dug In units.
    at = {"mover": Piece("05.10", mode="Move"), "gun": in_fire_mode("05.04", "dug-in")}
    played = game(at, sheets=(OpSheet("Wall", "blue", type_, ("gun",)),))
    assert len(watched(played, "05.09")[0].stacks) == stacks


@pytest.mark.parametrize(
    ("place", "marks", "hows"),
    [
        ("05.06", (), ["AT rolls"]),
        ("05.06", ("fired",), ["AT rolls"]),
        ("05.06", ("suppressed",), []),
        ("05.05", (), []),
    ],
)
def test_infantry_beside_the_hex_makes_at_rolls_at_tanks(place: str, marks: tuple[str, ...], hows: list[str]) -> None:
    units = [unit("mover", "vehicle", **{**TANK, "steps": 3}), unit("men", "infantry", "blue", **{**INFANTRY, "steps": 2})]
    at = {"mover": Piece("05.08", mode="Move"), "men": in_fire_mode(place, *marks)}
    found = shots(units, at, "05.07", outlines=WOODS)
    assert [shot.how for shot in found] == hows
    for shot in found:
        kill = ask("at_roll", board("tcs-4.01", []), terrain="Partly Protective", attackers=2, targets=3).detail.facts[
            "kill_chance"
        ]
        assert (shot.expected, shot.loss_chance) == (2 * kill, 1 - (1 - kill) ** 2)


def test_what_was_asked_between_changes_no_answer() -> None:
    """What is kept of a range, of who may answer and of fires alike is that of the same units, steps and markers alone."""
    at = {"mover": Piece("05.09", mode="Move"), "gun": in_fire_mode("05.05"), "idle": in_fire_mode("06.05", "suppressed")}
    played = game(at)
    first = ask("movement", played, units=["mover"], path=[played.box.hex(label) for label in ("05.08", "05.07")], watch="yes")
    for label in ("04.09", "05.08", "06.08"):
        ask("movement", played, units=["mover"], to=played.box.hex(label), watch="yes")
    ask("movement", played, units=["gun"], to=played.box.hex("05.06"))
    again = ask("movement", played, units=["mover"], path=[played.box.hex(label) for label in ("05.08", "05.07")], watch="yes")
    fresh = game(at)
    anew = ask("movement", fresh, units=["mover"], path=[fresh.box.hex(label) for label in ("05.08", "05.07")], watch="yes")
    assert first == again == anew
    assert {unit for each in first.detail.watched for shot in each.shots for unit in shot.units} == {"gun"}
    assert again.detail.reached == anew.detail.reached


INFANTRY_GUN = {"steps": 1, "fire__strength": 6, "fire__class": "area", "fire__trajectory": "high", "fire__range": 20}
INFANTRY_GUN |= {"target__class": "both", "target__defence": 0, "morale": 3}


@pytest.mark.parametrize(("calibre", "start", "shoots"), [(105, "05.06", True), (100, "05.11", True), (99, "05.06", False)])
def test_guns_that_roll_at_vehicles_are_seen_before_and_come_to_what_their_answer_does(
    calibre: int, start: str, shoots: bool
) -> None:
    guns = [unit(id_, "infantry_gun", "blue", **INFANTRY_GUN, fire__calibre=calibre) for id_ in ("one", "two")]
    at = {"mover": Piece(start, mode="Move"), "one": Piece("05.02", mode="Fire"), "two": Piece("05.02", 1, mode="Fire")}
    played = board("tcs-4.01", [unit("mover", "vehicle", **{**TANK, "steps": 2}), *guns], at, contours=HILL)
    into = f"05.{int(start[3:]) - 1:02d}"
    (step,) = watched(played, into)
    assert [shot.how for shot in step.shots] == (["guns at points"] if shoots else [])
    if shoots:
        (shot,) = step.shots
        there = board(
            *("tcs-4.01", [unit("mover", "vehicle", **{**TANK, "steps": 2}), *guns], {**at, "mover": Piece(into, mode="Move")}),
            contours=HILL,
        )
        answer = ask("overwatch.fire", there, to=into, source=start, trigger="movement", moving="mover", units="one, two")
        lost = {each.name: each.chance for each in answer.detail.outcomes if each.group == "Steps lost"}
        assert shot.units == ("one", "two") and 1 - shot.loss_chance == lost["0"]
        assert shot.expected == sum(int(steps) * chance for steps, chance in lost.items())
