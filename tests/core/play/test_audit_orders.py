"""The audit of TCS: units without orders, digging in, recovery, reinforcements."""

from dataclasses import replace
from typing import Any

import pytest
from auditing import COMPANY, FOE, PLATOON, codes, going, mended, playing, sheet
from oracles.stacks import board, hexes, unit

from core.model.deployment import Mark, Piece
from core.model.oob import Formation
from core.model.orders import OpSheet
from core.model.scenario import ARRIVING, Arrival
from core.model.state import GameState, Moment
from core.play.audit import Finding, audit


def moving(start: str, end: str, foe: str, *sheets: OpSheet, rally: str = "", **said: Any) -> tuple[Finding, ...]:
    """What is found of a platoon that moves, with an enemy somewhere."""
    game = board("tcs-4.01", [PLATOON, FOE], {"p": start, "foe": foe}, formations=COMPANY, **said)
    point = (("bn", game.box.hex(rally)),) if rally else ()
    before = playing(game, "action.actions")
    return audit(game, before, going(game, before, p=end), [replace(each, rally=point) for each in sheets])


def test_unassigned_units_far_from_their_rally_point_end_no_closer_to_an_enemy_that_they_spot() -> None:
    found = moving("08.06", "08.07", "08.08", sheet(), rally="01.12")
    assert codes(found) == [("unassigned-move", "6.3c", "mend")]
    assert "P went from 08.06 to 08.07 without orders" in found[0].text
    assert "closer to an enemy that they spot, in 08.08" in found[0].text
    assert found[0].edits, "the move can be taken back"


def test_unassigned_units_end_no_further_from_their_rally_point() -> None:
    found = moving("08.06", "08.05", "08.12", sheet(), rally="08.12")
    assert codes(found) == [("unassigned-move", "6.3c", "mend")]
    assert "further from their rally point 08.12 (7 hexes after 6)" in found[0].text


@pytest.mark.parametrize(
    ("start", "end", "foe", "rally"),
    [
        # Within five hexes of the rally point they go where they like.
        ("08.06", "08.07", "08.08", "08.02"),
        # Closer to an enemy that they do not spot: beyond three hexes on open ground [7.1].
        ("08.02", "08.03", "08.12", "01.01"),
        # Away from the enemy and no further from the rally point.
        ("08.07", "07.07", "11.09", "01.12"),
    ],
)
def test_unassigned_units_may_end_elsewhere(start: str, end: str, foe: str, rally: str) -> None:
    assert moving(start, end, foe, sheet(), rally=rally) == ()


def test_units_that_failed_are_looked_at_where_they_come_no_nearer_to_their_rally_point() -> None:
    failed = sheet(status="failed")
    stays = moving("08.06", "08.06", "11.12", failed, rally="08.02")
    assert codes(stays) == [("failing", "6.11c", "look")] and "(4 hexes from it after 4)" in stays[0].text
    assert codes(moving("08.06", "07.06", "11.12", failed, rally="08.02")) == [("failing", "6.11c", "look")]
    assert moving("08.06", "08.05", "11.12", failed, rally="08.02") == ()
    assert moving("08.02", "08.02", "11.12", failed, rally="08.02") == (), "it is there"
    assert moving("08.06", "08.06", "11.12", sheet(), rally="08.02") == (), "who succeeded may stay"
    assert moving("08.06", "08.06", "11.12", failed, rally="08.02", options={"command.play": "without"}) == ()


def test_units_on_a_sheet_in_force_are_bound_by_it_and_not_by_6_3c() -> None:
    assert moving("08.06", "08.07", "08.08", sheet(status="implemented"), rally="01.12") == ()


def test_units_on_a_move_sheet_are_bound_as_the_reading_says() -> None:
    on_move = sheet(status="implemented", type="Move")
    assert moving("08.06", "08.07", "08.08", on_move, rally="01.12") == ()
    bound = moving("08.06", "08.07", "08.08", on_move, rally="01.12", options={"unassigned.move_sheets": "bound"})
    assert codes(bound) == [("unassigned-move", "6.3c", "mend")]


def test_without_the_command_rules_nobody_is_unassigned() -> None:
    assert moving("08.06", "08.07", "08.08", sheet(), rally="01.12", options={"command.play": "without"}) == ()


def test_what_is_not_known_of_orders_is_for_the_players_to_look_at() -> None:
    assert codes(moving("08.06", "08.07", "08.08")) == [("orders-unknown", "6.3c", "look")]
    without_point = moving("08.06", "08.07", "08.08", sheet())
    assert codes(without_point) == [("unassigned-move", "6.3c", "look")]
    assert "their rally point is not known" in without_point[0].text


def test_where_no_line_of_sight_can_be_judged_the_players_look() -> None:
    # The map has no heights, and two hexes lie between them.
    found = moving("08.05", "08.06", "08.08", sheet(), rally="01.12")
    assert codes(found) == [("unassigned-move", "6.3c", "look")]
    assert "in 08.08, cannot be decided here" in found[0].text


def test_an_enemy_that_was_spotted_on_the_way_counts_too() -> None:
    game = board("tcs-4.01", [PLATOON, FOE], {"p": "02.02", "foe": "08.09"}, formations=COMPANY)
    point = (("bn", game.box.hex("01.12")),)
    before = playing(game, "action.actions")
    after = going(game, before, p="04.04")
    assert not [each for each in audit(game, before, after, [sheet(rally=point)]) if "closer" in each.text]
    way = {"p": (game.box.hex("08.08"),)}
    found = audit(game, before, after, [sheet(rally=point)], way)
    assert "closer to an enemy that they spot, in 08.09" in found[0].text


def test_the_sheets_of_the_scenario_are_known_to_all_unless_others_are_given() -> None:
    game = board(
        "tcs-4.01", [PLATOON, FOE], {"p": "08.06", "foe": "08.08"}, formations=COMPANY, sheets=(sheet(status="implemented"),)
    )
    before = playing(game, "action.actions")
    after = going(game, before, p="08.07")
    assert audit(game, before, after) == ()
    assert codes(audit(game, before, after, [])) == [("orders-unknown", "6.3c", "look")]
    # Who knows the sheets of the other side alone accuses nobody.
    theirs = replace(sheet(status="implemented"), side="blue")
    assert codes(audit(game, before, after, [theirs])) == [("orders-unknown", "6.3c", "look")]


def test_in_a_phase_of_both_sides_each_is_judged_by_the_sheets_that_are_known() -> None:
    game = board(
        "tcs-4.01", [PLATOON, FOE], {"p": "08.06", "foe": "08.08"}, formations=COMPANY, sheets=(sheet(status="implemented"),)
    )
    state = playing(game, "command.review", side="")
    pieces = state.deployment.pieces if state.deployment is not None else {}
    dug = going(game, state, **{id_: replace(pieces[id_], marks=frozenset({"dug-in"})) for id_ in ("p", "foe")})
    found = audit(game, dug, dug, [sheet(status="implemented")])
    assert all(each.units == ("p",) for each in found if each.section == "6.16d")
    assert codes(found) == codes(audit(game, dug, dug))


def test_who_moves_is_dug_in_no_longer() -> None:
    back = {"piece.kind": "infantry"}
    dug = unit("p", "infantry", steps=5, back=back)
    game = board("tcs-4.01", [dug], {"p": Piece("05.05", face=0, marks=frozenset({"dug-in"}))})
    state = playing(game, "action.actions")
    found = [each for each in audit(game, state, state) if each.code == "dug-in"]
    assert codes(found) == [("dug-in", "6.16c", "mend")]
    assert mended(game, state, found).pieces["p"].marks == frozenset()
    fires = going(game, state, p=Piece(game.box.hex("05.05"), face=1, marks=frozenset({"dug-in"})))
    assert not [each for each in audit(game, fires, fires) if each.section == "6.16c"]


def test_suppressed_and_paralyzed_stacks_may_recover_by_one_step() -> None:
    at = {"p": Piece("05.05", marks=frozenset({"paralyzed"})), "foe": Piece("08.08", marks=frozenset({"suppressed"}))}
    game = board("tcs-4.01", [PLATOON, FOE], at, formations=COMPANY)
    state = playing(game, "action.recovery")
    found = audit(game, state, state)
    assert codes(found) == [("recovery", "17.7a, 17.7c", "may")]
    better = mended(game, state, found)
    assert better.pieces["p"].marks == {"suppressed"}
    assert audit(game, state, replace(state, deployment=better)) == ()
    freed = going(game, state, p=Piece(game.box.hex("05.05")))
    assert codes(audit(game, state, freed)) == [("recovery", "17.7d", "mend")]


@pytest.mark.parametrize(
    ("kind", "at", "bound"),
    [("barrage-good", "05.05", True), ("barrage-good", "05.06", False), ("battalion-barrage", "05.06", True)],
)
def test_nobody_recovers_in_an_attack_zone(kind: str, at: str, bound: bool) -> None:
    game = board(
        "tcs-4.01",
        [PLATOON],
        {"p": Piece("05.05", marks=frozenset({"suppressed"}))},
        formations=COMPANY,
        marks={at: (Mark(kind, "blue"),)},
    )
    state = playing(game, "action.recovery")
    assert bool(audit(game, state, state)) != bound
    freed = going(game, state, p=Piece(game.box.hex("05.05")))
    found = audit(game, state, freed)
    assert codes(found) == ([("recovery", "17.7b", "mend")] if bound else [])
    if bound:
        assert mended(game, freed, found).pieces["p"].marks == {"suppressed"}


@pytest.mark.parametrize("phase", ["action.reinforcements", "action.actions"])
def test_reinforcements_do_not_enter_without_orders(phase: str) -> None:
    units = [unit(id_, "infantry", formation=of, steps=5, target__class="area") for id_, of in (("p", "co"), ("q", "d2"))]
    formations = (Formation("bn", "Battalion", "red"), Formation("co", "Company", "red", "bn"), Formation("d2", "Two", "red"))
    game = board("tcs-4.01", units, {"p": Piece("Reinforcements")}, formations=formations)
    state = playing(game, phase)
    here = going(game, state, p="08.07", q=Piece(game.box.hex("08.07")))

    def found(*sheets: OpSheet, **options: str) -> list[tuple[str, tuple[str, ...]]]:
        every = audit(game, state, here, sheets)
        return [(each.weight, each.units) for each in every if each.code == "entered"]

    waiting = OpSheet("A", "red", "Attack", ("bn",), (), "waiting")
    force = replace(waiting, status="implemented")
    both = replace(force, units=("bn", "d2"))
    assert found(both) == [] and found() == [("look", ("p", "q"))]
    assert found(force) == [("mend", ("q",))]
    assert found(waiting) == [("mend", ("q",)), ("look", ("p",))]
    off = [each for each in audit(game, state, here, [replace(force, units=("d2",))]) if each.code == "entered"]
    assert mended(game, here, off).pieces["p"].at == "Reinforcements"


def test_a_stack_that_recovered_in_the_actions_does_not_once_more() -> None:
    game = board("tcs-4.01", [unit("p", "infantry", steps=5, target__class="area")], {"p": "05.05"})
    first, last = playing(game, "action.fired"), playing(game, "action.recovery")
    place = game.box.hex("05.05")

    def with_marks(state: GameState, *marks: str) -> GameState:
        return going(game, state, p=Piece(place, marks=frozenset(marks)))

    begun, now = with_marks(first, "paralyzed"), with_marks(last, "suppressed")
    assert codes(audit(game, now, now)) == [("recovery", "17.7a, 17.7c", "may")]
    assert audit(game, now, now, around=begun) == ()
    again = audit(game, now, with_marks(last), around=begun)
    assert codes(again) == [("recovery", "17.7d", "mend")]
    assert mended(game, with_marks(last), again).pieces["p"].marks == {"suppressed"}
    assert codes(audit(game, now, now, around=with_marks(first))) == [("recovery", "17.7a, 17.7c", "may")]


@pytest.mark.parametrize(
    ("choice", "turn", "wanted"), [("allowed", 2, []), ("forbidden", 2, ["arrivals"]), ("forbidden", 3, [])]
)
def test_reinforcements_may_wait_unless_the_game_says_that_they_enter_in_their_turn(
    choice: str, turn: int, wanted: list[str]
) -> None:
    game = board(
        "tcs-4.01",
        [PLATOON, FOE],
        {"p": Piece(ARRIVING), "foe": "08.08"},
        formations=COMPANY,
        sheets=(sheet(status="implemented"),),
        arrivals=(Arrival(("p",), turn, hexes(board("tcs-4.01", []), "01.05")),),
        options={"reinforcements.late": choice},
    )
    state = replace(playing(game, "action.actions"), moment=Moment(2, "action.actions", "red"))
    assert [each.code for each in audit(game, state, state)] == wanted


@pytest.mark.parametrize(("choice", "wanted"), [("several", [("sets", "27.3", "look")]), ("one", [])])
def test_a_side_that_has_drawn_none_of_its_sets_is_told(choice: str, wanted: list[tuple[str, str, str]]) -> None:
    both = tuple(replace(sheet(status="implemented"), id=name, set=name) for name in ("East", "West"))
    game = board("tcs-4.01", [PLATOON], {"p": "08.06"}, formations=COMPANY, sheets=both, options={"solitaire.sheets": choice})
    state = playing(game, "command.review", side="")
    assert codes(audit(game, state, state)) == wanted
