"""What orders let units do: by readings, by what the game lets, and nothing at all where nobody plays with orders."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import FILE, board, hexes, unit
from tcs_asking import texts, told

from core.base.errors import WrongUse
from core.model.deployment import Piece
from core.model.oob import Formation
from core.model.orders import OpSheet, TaskGroup
from core.questions.game import Game
from core.rules.tcs.orders.by_orders import ordered

EMPTY = board("tcs-4.01", [])
RALLY, NEAR = hexes(EMPTY, "01.05", "03.05")
KINDS = {"p1": "infantry", "p2": "infantry", "mg": "machine_guns", "gun": "artillery", "tank": "vehicle", "flak": "aa_gun"}
UNITS = [unit(id_, kind, formation="bn", steps=5) for id_, kind in KINDS.items()] + [unit("foe", "infantry", "blue", steps=5)]
OAK = OpSheet("Oak", "red", "Attack", ("bn",), (("bn", RALLY),))
STANDINGS: dict[str, tuple[OpSheet, ...]] = {
    "assigned": (OAK,),
    "unassigned": (replace(OAK, status="failed"),),
    "move sheet": (replace(OAK, type="Move"),),
    "moving to defend": (replace(OAK, type="Hasty Defense"),),
    "defending": (replace(OAK, type="Prepared Defense"),),
    "preliminary": (replace(OAK, status="preliminary"),),
    "reserve": (replace(OAK, reserve=("bn",)),),
    "none known": (),
}
SFA = {"firers": ["infantry 4 at 3"], "targets": ["infantry"]}
CALLS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("fire.area", SFA, "unit"),
    ("fire.area", {**SFA, "occasion": "overwatch"}, "unit"),
    ("fire.point", {"firers": ["vehicle 5 at 8 reach 7"], "targets": ["vehicle P-3"], "terrain": ["Open"]}, "unit"),
    ("at_roll", {"terrain": "Open", "attackers": 2, "targets": 1}, "unit"),
    ("smoke", {"firer": "mortar", "calibre": 81}, "unit"),
    ("assault", {"attackers": ["infantry 4"], "defenders": ["infantry 4"]}, "unit"),
    ("assault", {"attackers": ["vehicle 4 P-2"], "defenders": ["infantry 4"], "overrun": "yes"}, "unit"),
    ("morale", {"units": ["4+1+0"]}, "unit"),
    ("morale", {"units": ["4+1+0"], "modifiers": ["dug in", "unassigned"]}, "unit"),
    ("morale", {"units": ["4+1+0"], "reserve": "yes"}, "unit"),
    ("artillery.mission", {"mission": "HE", "printed": 8}, "unit"),
    ("artillery.direct", {"printed": 4}, "unit"),
    ("sortie", {"aa_gun": "yes"}, "unit"),
    ("fire.area", {**SFA, "targets": ["infantry dug in"]}, "target_unit"),
    ("fire.area", {"firers": ["MG 2 at 3"], "posture": "Dug In", "steps": 5}, "target_unit"),
    ("fire.point", {"firers": ["vehicle 5 at 8 reach 7"], "targets": ["vehicle P-3 dug in"]}, "target_unit"),
    ("spotting", {"targets": ["infantry dug in"], "firer_dug_in": "yes"}, "target_unit"),
    ("spotting", {"targets": ["infantry dug in"], "firer_dug_in": "yes"}, "unit"),
    ("battalion_morale", {"platoons": 3}, "formation"),
    ("battalion_morale", {"platoons": 3, "attacking": "yes"}, "formation"),
    ("vehicle_morale.recovery", {"morale": 3}, "formation"),
    ("vehicle_morale", {"track": ["1", "o"], "losses": 1, "rolls": ["1"]}, "formation"),
)


def field(*sheets: OpSheet, mode: str = "fire", **options: str) -> Game:
    chosen = {name.replace("__", "."): value for name, value in options.items()}
    at = {each.id: Piece("09.05", mode=mode) for each in UNITS}
    return board("tcs-4.01", UNITS, at, formations=[Formation("bn", "1-123", "red")], options=chosen, sheets=sheets)


def cited(found: dict[str, Any]) -> list[str]:
    return [reason["rule"].removeprefix("TCS 4.01 ") for reason in found["reasons"]]


@law(120)
@given(st.sampled_from(CALLS), st.sampled_from(sorted(STANDINGS)), st.sampled_from(sorted(KINDS)))
def test_without_command_no_ruling_changes(call: tuple[str, dict[str, Any], str], standing: str, who: str) -> None:
    question, parameters, name = call
    game = field(*STANDINGS[standing], command__play="without")
    asked = told(question, game, **parameters, **{name: "bn" if name == "formation" else who})
    assert asked == told(question, game, **parameters)


@law(60)
@given(st.sampled_from(CALLS))
def test_of_who_has_no_known_sheets_nothing_is_said(call: tuple[str, dict[str, Any], str]) -> None:
    question, parameters, name = call
    if name != "formation":
        game = field(OAK)
        assert told(question, game, **parameters, **{name: "foe"}) == told(question, game, **parameters)
    bare = field()
    assert told(question, bare, **parameters, **{name: "bn" if name == "formation" else "p1"}) == told(
        question, bare, **parameters
    )


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call[0]} {sorted(call[1])}")
def test_what_is_told_of_orders_is_told_of_every_question_that_takes_units(call: tuple[str, dict[str, Any], str]) -> None:
    question, parameters, name = call
    plain = told(question, field(OAK), **parameters)
    asked = told(question, field(OAK), **parameters, **{name: "bn" if name == "formation" else "p1"})
    assert asked["reasons"] != plain["reasons"]


@law(120)
@given(st.sampled_from(CALLS[:7]), st.sampled_from(sorted(STANDINGS)), st.sampled_from(["assigned", "unassigned"]))
def test_who_is_unassigned_begins_no_fire_and_no_fight(
    call: tuple[str, dict[str, Any], str], standing: str, reading: str
) -> None:
    question, parameters, _ = call
    game = field(*STANDINGS[standing], mode="move" if standing == "moving to defend" else "fire", reserves__state=reading)
    barred = standing in ("unassigned", "move sheet", "moving to defend", "preliminary")
    barred = barred or (standing == "reserve" and reading == "unassigned")
    barred = barred and parameters.get("occasion") != "overwatch"
    found = told(question, game, **parameters, unit="p1")
    assert (found["verdict"] == "prohibited") == barred
    decided = "Decided by the reading “Uncommitted reserves”" in texts(found)
    assert decided == (standing == "reserve" and parameters.get("occasion") != "overwatch")


@pytest.mark.parametrize(("who", "added"), [("p1", 2), ("mg", 2), ("gun", 2), ("flak", 2), ("tank", 0)])
def test_two_are_added_to_the_morale_of_infantry_and_weapons_alone(who: str, added: int) -> None:
    game = field(*STANDINGS["unassigned"])
    assert told("morale", game, units=["4+1+0"], unit=who)["value"] == 5 + added


@pytest.mark.parametrize(("reading", "added"), [("unassigned", 2), ("assigned", 0)])
def test_what_is_added_to_the_morale_of_a_reserve_is_a_reading(reading: str, added: int) -> None:
    found = told("morale", field(*STANDINGS["reserve"], reserves__state=reading), units=["4+1+0"], unit="p1")
    assert found["value"] == 5 + added and "6.14a, 6.14b" in cited(found)


@pytest.mark.parametrize(
    ("standing", "choice", "is_dug_in"),
    [
        ("defending", "never", True),
        ("assigned", "never", False),
        ("unassigned", "never", False),
        ("unassigned", "unassigned", True),
        ("preliminary", "unassigned", False),
        ("reserve", "reserves", True),
        ("reserve", "unassigned", False),
        ("assigned", "any", True),
        ("move sheet", "unassigned", False),
    ],
)
def test_who_is_dug_in_is_what_orders_and_the_game_say(standing: str, choice: str, is_dug_in: bool) -> None:
    game = field(*STANDINGS[standing], dug_in__outside_defence=choice)
    given_ = {"units": ["4+1+0"], "unit": "p1"}
    gained = told("morale", game, **given_)["value"] - told("morale", game, **given_, modifiers=["dug in"])["value"]
    assert gained == is_dug_in


@pytest.mark.parametrize("given_", [{"to": "03.05"}, {"end": 2}, {"start": 8, "end": 2}, {"start": 8, "to": "03.05"}])
def test_hexes_and_numbers_say_the_same_of_where_a_unit_ends(given_: dict[str, Any]) -> None:
    game = field(*STANDINGS["unassigned"])
    found = told("move.end", game, unit="p1", **given_)
    assert (found["verdict"], found["bound"]) == ("allowed", "yes")
    numbers = told("move.end", game, units="unassigned", start=8, end=2)
    assert found["reasons"][-len(numbers["reasons"]) :] == numbers["reasons"]
    rally = next(each for each in found["reasons"] if each["rule"] == "TCS 4.01 6.12")
    assert rally["hexes"] == ["01.05"]


def test_a_reserve_moves_as_on_preliminary_instructions_whatever_the_reading() -> None:
    for reading in ("assigned", "unassigned"):
        game = field(*STANDINGS["reserve"], reserves__state=reading)
        assert told("move.end", game, unit="p1", to="11.05")["verdict"] == "allowed"
        assert told("move.end", game, unit="p1", to="11.05", closer="yes")["verdict"] == "prohibited"


@pytest.mark.parametrize(
    ("given_", "verdict"),
    [
        ({"to": "03.05"}, "undecidable"),
        ({"to": "03.05", "retreat": "yes"}, "allowed"),
        ({"to": "03.05", "closer": "yes"}, "prohibited"),
        ({"start": 3}, "allowed"),
        ({"start": 9, "end": 10}, "prohibited"),
    ],
)
def test_a_unit_whose_rally_point_nobody_knows(given_: dict[str, Any], verdict: str) -> None:
    game = field(replace(OAK, status="failed", rally=()))
    assert told("move.end", game, unit="p1", **given_)["verdict"] == verdict


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        ({}, "units, start: both are needed, or unit=…"),
        ({"units": "unassigned"}, "units, start: both are needed"),
        ({"unit": "p1", "units": "unassigned"}, "units: the orders of the unit say it already"),
        ({"unit": "foe"}, "unit: of the orders of FOE nothing is known"),
        ({"unit": "p9"}, 'unit: there is no unit "p9" in this box'),
    ],
)
def test_what_move_end_cannot_be_asked(given_: dict[str, Any], said: str) -> None:
    with pytest.raises(WrongUse) as refused:
        told("move.end", field(OAK), **given_)
    assert said in str(refused.value)


def test_a_unit_off_the_map_must_say_where_it_began() -> None:
    game = board("tcs-4.01", UNITS, {}, formations=[Formation("bn", "1-123", "red")], sheets=STANDINGS["unassigned"])
    with pytest.raises(WrongUse, match="start: P1 stands in no hex"):
        told("move.end", game, unit="p1", to="03.05")


@pytest.mark.parametrize(("question", "given_", "name"), [call for call in CALLS if call[2] == "unit"])
def test_an_unknown_unit_is_told_with_or_without_command(question: str, given_: dict[str, Any], name: str) -> None:
    for play in ("with", "without"):
        with pytest.raises(WrongUse, match='unit: there is no unit "p9"'):
            told(question, field(OAK, command__play=play), **given_, unit="p9")


@pytest.mark.parametrize(
    ("sheet", "attacks"),
    [
        (OAK, True),
        (replace(OAK, reserve=("bn",)), False),
        (replace(OAK, groups=(TaskGroup("All", ("bn",), "Hasty Defense"),)), False),
        (replace(OAK, groups=(TaskGroup("One", ("p1",)), TaskGroup("Rest", ("p2", "mg"), "Hasty Defense"))), True),
        (replace(OAK, status="waiting"), False),
        (replace(OAK, status="preliminary"), False),
        (replace(OAK, type="Move"), False),
    ],
)
def test_who_attacks_does_not_recover(sheet: OpSheet, attacks: bool) -> None:
    for question, numbers in (("battalion_morale", {"platoons": 3}), ("vehicle_morale.recovery", {"morale": 3})):
        found = told(question, field(sheet), **numbers, formation="1-123")
        assert (found["recovery_chance"] == 0) == attacks
        # What orders say goes before what was said of them.
        assert told(question, field(sheet), **numbers, formation="bn", attacking="yes")["recovery_chance"] == (
            0 if attacks else 0.5
        )


def test_who_fails_leaves_each_of_the_sheets_that_bound_it() -> None:
    oak = replace(OAK, units=("p1", "tank"))
    elm = OpSheet("Elm", "red", "Hasty Defense", ("p2",))
    found = told("vehicle_morale", field(oak, elm), track=["1", "o"], losses=1, rolls=["1"], formation="bn")
    assert {"Dropped from Oak: P1, TANK", "Dropped from Elm: P2"} <= {reason["text"] for reason in found["reasons"]}
    held = told("vehicle_morale", field(oak, elm), track=["1", "o"], losses=1, rolls=["6"], formation="bn")
    assert "17.8c" not in cited(held)


def test_mines_are_counted_from_platoons_that_are_left_on_the_sheet() -> None:
    wall = replace(OAK, type="Prepared Defense")
    two = told("minefield.laid", field(wall), sheet="oak")
    assert (two["value"], two["reasons"][0]["text"]) == (1, "Infantry platoons 2, one minefield for each 2: 1")
    assert told("minefield.laid", field(replace(wall, left=(("p1", "failed"),))), sheet="Oak")["value"] == 0
    for given_ in ({}, {"sheet": "Oak", "platoons": 3}):
        with pytest.raises(WrongUse, match="platoons, sheet: give the one or the other"):
            told("minefield.laid", field(wall), **given_)
    with pytest.raises(WrongUse, match="command rules are not used"):
        told("minefield.laid", field(wall, command__play="without"), sheet="Oak")


def test_a_unit_that_is_named_twice_is_told_of_once() -> None:
    game = field(OAK)
    assert len(ordered(game.case, ["p1", "P1"])) == 1


def test_orders_in_play_count_and_not_those_that_the_scenario_began_with() -> None:
    game = field(OAK)
    over = replace(OAK, status="succeeded")
    state = replace(game.state, scenario=FILE, deployment=game.forces.deployment, orders=game.state.orders.set("Oak", over))
    assert told("fire.area", game, **SFA, unit="p1")["verdict"] == "read"
    assert told("fire.area", game.with_state(state), **SFA, unit="p1")["verdict"] == "prohibited"
