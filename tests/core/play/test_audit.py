"""The audit at the end of a phase, case by case from the rules of every series."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import immutables
import pytest
from oracles.stacks import FILE, board, unit

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Mark, Piece
from core.model.oob import Formation, Values
from core.model.orders import OpSheet
from core.model.state import Declared, GameState, Moment
from core.model.work import Work
from core.play.audit import Finding, audit, audit_steps, phase_of
from core.questions.game import Game
from core.rules.kernel.findings import WEIGHTS
from core.rules.registry import CHECKS

ALL = {id_: load_ruleset(id_) for id_ in ruleset_ids()}


def playing(game: Game, phase: str, side: str = "red", of: str = "", **said: Any) -> GameState:
    """A state of play of a made-up game, with its pieces where the scenario has them start, and with its op sheets."""
    plan = game.box.scenarios[FILE]
    moment, orders = Moment(1, phase, side, 1, of), immutables.Map({sheet.id: sheet for sheet in plan.sheets})
    return GameState(scenario=FILE, deployment=plan.start, moment=moment, order=("red", "blue"), orders=orders, **said)


def going(game: Game, state: GameState, **to: str | Piece) -> GameState:
    """The same with pieces elsewhere."""
    assert state.deployment is not None
    changes = {
        id_: replace(state.deployment.pieces[id_], at=game.box.hex(where)) if isinstance(where, str) else where
        for id_, where in to.items()
    }
    return replace(state, deployment=state.deployment.with_pieces(changes))


def codes(findings: Iterable[Finding]) -> list[tuple[str, str, str]]:
    return [(each.code, each.section, each.weight) for each in findings]


def mended(game: Game, state: GameState, findings: Iterable[Finding]) -> Deployment:
    work = Work(game.box, state)
    for finding in findings:
        for edit in finding.edits:
            work = edit.apply(work)
    return work.deployment


@pytest.mark.parametrize("id_", ALL)
def test_each_phase_names_checks_that_its_series_has_and_tasks_open_what_there_is(id_: str) -> None:
    from core.questions.catalogue import QUESTIONS
    from core.rules.kernel.sequence import DESKS

    rules = ALL[id_]
    named = set()
    for top in rules.sequence:
        for _, phase in top.walk():
            named |= set(phase.checks)
            for task in phase.tasks:
                assert not task.opens or task.opens in DESKS or task.opens in QUESTIONS[rules.series], (phase.id, task.opens)
    known = CHECKS[rules.series]
    assert named <= known.keys()
    assert known.keys() - named <= {"declared"}, "a check that no phase asks for"


# Markers ----------------------------------------

FIRED = frozenset({"fired"})


def test_fired_markers_of_the_active_side_come_off_and_those_of_the_other_stay() -> None:
    units = [unit("p", "infantry", steps=5), unit("q", "infantry", steps=5), unit("foe", "infantry", "blue", steps=5)]
    at = {"p": Piece("05.05", marks=FIRED | {"suppressed"}), "q": "06.06", "foe": Piece("08.08", marks=FIRED)}
    game = board("tcs-4.01", units, at)
    state = playing(game, "action.fired")
    found = audit(game, state, state)
    assert codes(found) == [("markers", "2.0", "mend")]
    assert found[0].text == "Fired still lies on P; it comes off in this phase."
    left = mended(game, state, found)
    assert (left.pieces["p"].marks, left.pieces["foe"].marks) == ({"suppressed"}, FIRED)
    again = replace(state, deployment=left)
    assert audit(game, state, again) == ()
    assert audit(game, replace(state, moment=Moment(1, "action.markers", "red")), state)


def test_smoke_of_level_one_goes_before_level_two_is_turned() -> None:
    game = board("tcs-4.01", [], marks={"03.03": (Mark("smoke-1"), Mark("smoke-2")), "05.05": (Mark("smoke-2"),)})
    one = playing(game, "clean_up.smoke_one", "")
    found = audit(game, one, one)
    assert found[0].text == "Smoke barrage, level 1 still lies in 03.03; it comes off in this phase."
    two = replace(one, deployment=mended(game, one, found), moment=Moment(1, "clean_up.smoke_two"))
    turned = audit(game, two, two)
    assert [each.section for each in turned] == ["19.2"]
    left = mended(game, two, turned)
    assert {mark.kind for some in left.marks.values() for mark in some} == {"smoke-1"}
    assert len(left.marks) == 2


@pytest.mark.parametrize(("side", "gone"), [("red", "03.03"), ("blue", "04.04")])
def test_mortar_smoke_is_removed_by_the_side_that_placed_it(side: str, gone: str) -> None:
    marks = {"03.03": (Mark("smoke-mortar", "red"),), "04.04": (Mark("smoke-mortar", "blue"),)}
    game = board("tcs-4.01", [], marks=marks)
    state = playing(game, "action.markers", side)
    found = audit(game, state, state)
    assert [each.spots for each in found] == [(game.box.hex(gone),)]
    assert [game.box.label(spot) for spot in mended(game, state, found).marks] == [{"03.03": "04.04"}.get(gone, "03.03")]


def test_continuous_fire_of_the_turn_before_is_removed_and_that_placed_now_stays() -> None:
    game = board("tcs-4.01", [], marks={"03.03": (Mark("continuous-barrage", "red"),)})
    start = playing(game, "artillery.place")
    now = Work(game.box, start).deployment.with_marks({game.box.hex("07.07"): (Mark("continuous-barrage", "red"),)})
    found = audit(game, start, replace(start, deployment=now))
    assert [each.spots for each in found] == [(game.box.hex("03.03"),)]


def test_barrage_markers_but_continuous_fire_are_removed() -> None:
    marks = {
        "03.03": (Mark("barrage-good", "red"), Mark("continuous-barrage", "blue")),
        "04.04": (Mark("barrage-bad", "blue"),),
    }
    game = board("tcs-4.01", [], marks=marks)
    state = playing(game, "artillery.remove", "")
    found = audit(game, state, state)
    assert [each.section for each in found] == ["18.8b"]
    assert [mark.kind for some in mended(game, state, found).marks.values() for mark in some] == ["continuous-barrage"]


FORMATIONS = (Formation("d1", "First Division", "red"), Formation("d2", "Second Division", "red"))
DG = frozenset({"disorganized"})


@pytest.mark.parametrize(("of", "freed"), [("First Division", {"a"}), ("d2", {"b"}), ("", {"a", "b"})])
def test_only_units_of_what_is_activated_lose_their_dg_markers(of: str, freed: set[str]) -> None:
    units = [
        unit("a", "combat", formation="d1", steps=2, attack=4, defence=4),
        unit("b", "combat", formation="d2", steps=2, attack=4, defence=4),
        unit("foe", "combat", "blue", steps=2, attack=4, defence=4),
    ]
    at = {"a": Piece("03.03", marks=DG), "b": Piece("04.04", marks=DG), "foe": Piece("08.08", marks=DG)}
    game = board("new-scs", units, at, formations=FORMATIONS)
    state = playing(game, "rally", of=of)
    found = audit(game, state, state)
    assert codes(found) == [("markers", "DG removal phase", "mend")]
    assert set(found[0].units) == freed


# Stacks, and what is declared ----------------------------------------


def test_steps_above_the_limit_are_found_where_stacking_is_enforced() -> None:
    units = [unit(f"p{n}", "infantry", steps=5, target__class="area") for n in range(7)]
    game = board("tcs-4.01", units, {f"p{n}": "05.05" for n in range(7)})
    state = playing(game, "action.stacking")
    found = audit(game, state, state)
    assert codes(found) == [("overstacked", "5.1", "mend")]
    assert "35 steps (infantry and weapons) in 05.05, 5 more than the limit of 30" in found[0].text
    assert not found[0].edits, "the owner chooses what goes"
    assert audit(game, state, going(game, state, p6="06.06")) == ()


def test_no_phase_of_tcs_ends_with_both_sides_in_a_hex() -> None:
    game = board(
        "tcs-4.01", [unit("p", "infantry", steps=5), unit("foe", "infantry", "blue", steps=5)], {"p": "05.05", "foe": "05.05"}
    )
    state = playing(game, "action.stacking")
    assert ("enemies", "5.2b", "mend") in codes(audit(game, state, state))


def test_a_unit_that_can_attack_lies_on_top_of_each_stack_of_scs() -> None:
    units = [unit("inf", "combat", attack=4, defence=4, steps=2), unit("gun", "artillery", barrage=3, defence=1, steps=1)]
    game = board("scs-1.6", units, {"inf": Piece("05.05", 0), "gun": Piece("05.05", 1)}, options={"stacking.limit": "4"})
    state = playing(game, "movement.stacking")
    found = [each for each in audit(game, state, state) if each.code == "top"]
    assert [each.section for each in found] == ["4.0c"]
    assert mended(game, state, found).stack(game.box.hex("05.05")) == ("gun", "inf")


def test_an_attack_that_was_declared_is_resolved_before_its_phase_ends() -> None:
    units = [unit("a", "combat", attack=4, defence=4), unit("foe", "combat", "blue", attack=2, defence=2)]
    game = board("scs-1.6", units, {"a": "05.05", "foe": "05.06"})
    target = game.box.hex("05.06")
    state = playing(game, "combat", declared=(Declared("red", ("a",), (target,)),))
    found = [each for each in audit(game, state, state) if each.code == "declared"]
    assert codes(found) == [("declared", "Fog of War", "mend")]
    assert found[0].text == "Red has declared an attack by A against 05.06, and it is not resolved."
    assert not [each for each in audit(game, state, replace(state, declared=())) if each.code == "declared"]


# TCS: orders, digging in, recovery ----------------------------------------

PLATOON = unit("p", "infantry", formation="co", steps=5, target__class="area")
FOE = unit("foe", "infantry", "blue", steps=5, target__class="area")
COMPANY = (Formation("bn", "Battalion", "red"), Formation("co", "Company", "red", "bn"))


def sheet(**said: Any) -> OpSheet:
    return OpSheet("A", "red", **{"type": "Attack", "units": ("bn",), "status": "succeeded", **said})


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


# Supply ----------------------------------------


def ring(game: Game, around: str) -> tuple[Hex, ...]:
    return tuple(game.box.hex(around).neighbours())


def surrounded(ruleset: str, **said: Any) -> Game:
    """A unit in the middle of enemies that stand two hexes away, and one at the edge of the map."""
    base = board(ruleset, [])
    middle = base.box.hex("06.06")
    far = [place for place in middle.within(2) if place.distance(middle) == 2]
    kind = "parent" if ruleset == "vcs" else "combat"
    values: dict[str, Any] = {"unit__type": "infantry"} if ruleset == "vcs" else {"attack": 4, "defence": 4}
    units = [unit(id_, kind, side, steps=2, **values) for id_, side in (("in", "red"), ("out", "red"))]
    units += [unit(f"e{n}", kind, "blue", steps=2, **values) for n in range(len(far))]
    at: dict[str, Any] = {"in": "06.06", "out": Piece("01.01", marks=frozenset({"out-of-supply"}))}
    at |= {f"e{n}": base.box.label(place) for n, place in enumerate(far)}
    return board(ruleset, units, at, **said)


def supplied_from(game: Game, words: str, side: str = "red") -> Game:
    """The same game in which a side says where its lines of supply must lead."""
    sides = game.box.oob.sides
    key, old = next((key, each) for key, each in sides.keyed() if each.id == side)
    oob = replace(game.box.oob, sides=sides.with_changes({key: replace(old, values=Values({"supply.source": words}))}))
    return Game.of(replace(game.box, oob=oob), game.ruleset)


@pytest.mark.parametrize("words", ["", "nowhere at all"])
def test_where_sources_are_not_clear_players_look_for_themselves(words: str) -> None:
    game = surrounded("scs-1.6")
    game = supplied_from(game, words) if words else game
    state = playing(game, "supply")
    found = [each for each in audit(game, state, state) if each.code == "supply"]
    assert [(set(each.units), each.weight, each.edits) for each in found] == [({"in", "out"}, "look", ())]
    assert {each.section for each in found} == {"12.0, 12.1a"}
    assert (words or "does not say") in found[0].text


@pytest.mark.parametrize(("ruleset", "phase"), [("scs-1.6", "supply"), ("new-scs", "supply")])
def test_a_unit_without_a_line_is_to_be_marked_and_one_with_a_line_is_freed(ruleset: str, phase: str) -> None:
    game = supplied_from(surrounded(ruleset), "01.02")
    state = playing(game, phase)
    found = [each for each in audit(game, state, state) if each.weight == "mend"]
    assert {(each.code, each.units) for each in found} == {("supply", ("in",)), ("supply", ("out",))}
    left = mended(game, state, found)
    assert left.pieces["in"].marks == {"out-of-supply"}
    assert left.pieces["out"].marks == frozenset()
    again = replace(state, deployment=left)
    assert not [each for each in audit(game, again, again) if each.code == "supply"]


def test_a_unit_that_enemies_cut_off_is_to_be_marked_as_isolated_in_vcs_and_loses_the_lighter_marker() -> None:
    game = supplied_from(supplied_from(surrounded("vcs"), "01.02"), "12.12", "blue")
    state = playing(game, "supply.judge")
    assert state.deployment is not None
    held = replace(state.deployment.pieces["in"], marks=frozenset({"out-of-supply", "reserve"}))
    state = replace(state, deployment=state.deployment.with_pieces({"in": held}))
    found = [each for each in audit(game, state, state) if each.code == "supply" and "in" in each.units]
    assert codes(found) == [("supply", "11.0", "mend")]
    assert mended(game, state, found).pieces["in"].marks == {"isolated 1", "reserve"}


def test_only_active_units_are_judged_in_new_scs_and_both_sides_in_vcs() -> None:
    game = surrounded("new-scs")
    state = playing(game, "supply")
    judged = {id_ for each in audit(game, state, state) if each.code == "supply" for id_ in each.units}
    assert judged == {"in", "out"}
    game = surrounded("vcs")
    state = playing(game, "supply.judge", points=immutables.Map({("red", "Support points"): 0}))
    found = audit(game, state, state)
    assert {id_ for each in found if each.code == "supply" for id_ in each.units} > {"in", "out", "e0"}
    assert [each.section for each in found if each.code == "support"] == ["12.2"]


# VCS and BCS ----------------------------------------


def test_a_reserve_that_moved_or_stands_beside_an_enemy_or_has_no_supply_is_none() -> None:
    units = [unit(id_, "parent", unit__type="infantry", steps=2) for id_ in ("a", "b", "c", "d")]
    units.append(unit("foe", "parent", "blue", unit__type="infantry", steps=2))
    held = frozenset({"reserve"})
    at = {
        "a": Piece("02.02", marks=held),
        "b": Piece("05.05", marks=held),
        "c": Piece("09.09", marks=held | {"isolated 1"}),
        "d": Piece("02.09", marks=held),
        "foe": "05.06",
    }
    game = board("vcs", units, at)
    start = playing(game, "movement")
    end = going(game, start, a="02.03")
    found = [each for each in audit(game, start, end) if each.code == "reserve"]
    assert {each.units[0]: each.text.split(" and ", 1)[1] for each in found} == {
        "a": "has moved in this phase; it is none.",
        "b": "stands beside foe; it is none.",
        "c": "is not in supply; it is none.",
    }
    assert mended(game, end, found).pieces["d"].marks == held
    assert [each.section for each in audit(game, end, replace(end, moment=Moment(1, "reserves", "red")))] == ["6.0"]


def test_a_reserve_that_went_out_and_came_back_has_moved() -> None:
    units = [unit("a", "parent", unit__type="infantry", steps=2), unit("foe", "parent", "blue", unit__type="infantry", steps=2)]
    game = board("vcs", units, {"a": Piece("05.05", marks=frozenset({"reserve"})), "foe": "11.11"})
    state = playing(game, "movement")
    way = {"a": tuple(game.box.hex(label) for label in ("05.05", "05.06", "05.05"))}
    found = [each for each in audit(game, state, state, None, way) if each.code == "reserve"]
    assert [each.text.split(" and ", 1)[1] for each in found] == ["has moved in this phase; it is none."]
    assert not [each for each in audit(game, state, state) if each.code == "reserve"]


def test_enemies_beside_a_stack_that_attacked_were_attacked_too_in_vcs() -> None:
    prints = {"unit__type": "infantry", "unit__size": "battalion", "movement": 5, "strength__fixed": 2, "steps": 1}
    units = [unit("a", "subordinate", **prints), unit("b", "subordinate", **prints)]
    units += [unit(id_, "subordinate", "blue", **prints) for id_ in ("hit", "spared", "other")]
    game = board("vcs", units, {"a": "05.05", "b": "05.09", "hit": "05.06", "spared": "06.05", "other": "05.10"})
    state = playing(game, "combat")
    one, two, far = (
        Declared("red", (by,), (game.box.hex(at),)) for by, at in (("a", "05.06"), ("a", "06.05"), ("b", "05.10"))
    )  # fmt: skip

    def spared(*done: Declared) -> list[tuple[str, ...]]:
        found = audit(game, state, going(game, replace(state, fought=done), hit="01.01"))
        return [each.units for each in found if each.code == "targets"]

    assert spared() == []
    assert spared(far) == []
    assert spared(one) == [("spared",)]
    assert spared(one, two) == []


def test_an_entrenchment_that_nobody_holds_is_removed_after_movement() -> None:
    marks = {"05.05": (Mark("entrenchment"),), "06.06": (Mark("entrenchment"), Mark("rubble")), "07.07": (Mark("building 2"),)}
    game = board("vcs", [unit("a", "parent", unit__type="infantry", steps=2)], {"a": "05.05"}, marks=marks)
    state = playing(game, "movement")
    found = [each for each in audit(game, state, state) if each.code == "entrenchment"]
    assert [each.spots for each in found] == [(game.box.hex("06.06"),)]
    left = mended(game, state, found).marks
    assert [mark.kind for mark in left[game.box.hex("06.06")]] == ["rubble"]


@pytest.mark.parametrize(("number", "made"), [(2, "building 1"), (1, "entrenchment")])
def test_engineers_finish_an_entrenchment_in_two_phases(number: int, made: str) -> None:
    units = [
        unit("eng", "subordinate", unit__type="engineers", steps=1),
        unit("inf", "parent", unit__type="infantry", steps=2),
        unit("foe", "parent", "blue", unit__type="infantry", steps=2),
    ]
    game = board("vcs", units, {"eng": "05.05", "inf": "05.05", "foe": "05.09"}, marks={"05.05": (Mark(f"building {number}"),)})
    state = playing(game, "engineering")
    found = audit(game, state, state)
    assert codes(found) == [("building", "13.4", "may")]
    assert [mark.kind for mark in mended(game, state, found).marks[game.box.hex("05.05")]] == [made]
    near = going(game, state, foe="05.08")
    assert codes(audit(game, near, near)) == [("building", "13.4", "look")]


def test_units_with_two_markers_of_isolation_roll_for_surrender() -> None:
    units = [unit(id_, "parent", unit__type="infantry", steps=2) for id_ in ("a", "b")]
    at = {"a": Piece("02.02", marks=frozenset({"isolated 2"})), "b": Piece("05.05", marks=frozenset({"isolated 1"}))}
    game = board("vcs", units, at, options={"isolation.surrender": "on"})
    state = playing(game, "supply.surrender")
    found = audit(game, state, state)
    assert {each.units for each in found} == {("a",), ("b",)} and {each.section for each in found} == {"11.2.6"}


def test_a_screen_that_ends_stacked_loses_its_marker() -> None:
    units = [unit("rec", "combat", recon=True, steps=1), unit("inf", "combat", steps=2)]
    game = board("bcs-1.1", units, {"rec": Piece("05.05", marks=frozenset({"screen"})), "inf": "05.05"})
    state = playing(game, "activation.activities")
    found = [each for each in audit(game, state, state) if each.code == "screen"]
    assert codes(found) == [("screen", "8", "mend")]
    assert mended(game, state, found).pieces["rec"].marks == frozenset()
    apart = going(game, state, inf="06.06")
    assert not [each for each in audit(game, apart, apart) if each.code == "screen"]


def test_isolation_is_looked_at_for_the_formation_that_is_active() -> None:
    units = [unit(id_, "combat", formation=of, steps=2) for id_, of in (("a", "d1"), ("b", "d2"))]
    game = board("bcs-1.1", units, {"a": "02.02", "b": "03.03"}, formations=FORMATIONS)
    state = playing(game, "activation.isolation", of="d1")
    assert [each.units for each in audit(game, state, state)] == [("a",)]


# The audit itself ----------------------------------------


def test_what_is_to_be_mended_comes_first_and_slices_say_how_far_the_audit_is() -> None:
    at = {"p": Piece("05.05", marks=frozenset({"paralyzed"}))}
    game = board("tcs-4.01", [PLATOON], at, formations=COMPANY)
    state = playing(game, "action.recovery")
    steps = list(audit_steps(game, state, state))
    assert steps and all(0 <= done < total == 2 for done, total in steps)
    assert set(WEIGHTS) == {"mend", "may", "look"}


def test_before_the_first_phase_nothing_is_audited() -> None:
    game = board("scs-1.6", [])
    assert audit(game, playing(game, ""), playing(game, "")) == ()
    assert phase_of(game, playing(game, "combat")) is not None


def test_a_check_that_the_series_does_not_have_is_named() -> None:
    game = board("scs-1.6", [])
    rules = replace(game.ruleset, sequence=(replace(game.ruleset.sequence[0], id="x", checks=("stackin",), phases=()),))
    with pytest.raises(WrongUse, match=r"checks no .stackin."):
        audit(replace(game, ruleset=rules), playing(game, "x"), playing(game, "x"))


@pytest.mark.parametrize("id_", ALL)
def test_no_audit_fails_over_pieces_places_and_names_that_there_are_not(id_: str) -> None:
    game = board(id_, [unit("a", "combat"), unit("foe", "combat", "blue")], {"a": "05.05", "foe": "05.05"})
    odd = frozenset({"fired", "unready", "isolated 2", "reserve", "dug-in", "paralyzed", "no such mark 7"})
    pieces = {
        "a": Piece(game.box.hex("04.04"), marks=odd),
        "ghost": Piece(Hex(999, 999), marks=odd),
        "boxed": Piece("Nowhere", marks=odd),
    }
    start = playing(game, "")
    assert start.deployment is not None
    now = start.deployment.with_pieces(pieces).with_marks(
        {Hex(999, 999): (Mark("building 2"),), "Nowhere": (Mark("smoke-2", "x"),)}
    )
    state = replace(start, deployment=now, declared=(Declared("nobody", ("ghost",), (Hex(999, 999), "Nowhere")),))
    for top in game.ruleset.sequence:
        for _, phase in top.walk():
            for side, of in (("red", ""), ("blue", "no such formation"), ("", ""), ("green", "ghost")):
                here = replace(state, moment=Moment(3, phase.id, side, 2, of))
                for finding in audit(game, replace(start, moment=here.moment), here):
                    assert finding.text.endswith(".") and finding.section and finding.code
                    assert all(edit.apply(Work(game.box, here)) is not None for edit in finding.edits)


def test_smoke_that_was_put_on_the_map_without_a_marker_is_for_the_players_to_judge() -> None:
    game = board("tcs-4.01", [])
    here, there = game.box.hex("03.03"), game.box.hex("05.05")
    start = playing(game, "clean_up.smoke_one", "", smoke_barrage=frozenset({here}), smoke=frozenset({there}))
    found = audit(game, start, start)
    assert [(each.code, each.section, each.spots) for each in found] == [("smoke", "19.2", (here,))]
    work = Work(game.box, start)
    for edit in found[0].edits:
        work = edit.apply(work)
    assert (work.state.smoke_barrage, work.state.smoke) == (frozenset(), {there})


# Who may not move, and what is over ----------------------------------------


def facing(ruleset: str, a: str = "05.05", foe: str | Piece = "05.06", **more: Any) -> Game:
    """A unit of each side that attacks, with a zone of control; in SCS it exploits."""
    strong = {"steps": 2, "attack": 4, "defence": 4} | ({"exploitation": True} if ruleset == "scs-1.6" else {})
    limit = {"stacking.limit": "4"} | more.pop("options", {}) if ruleset == "scs-1.6" else {}
    units = [unit("a", "combat", **strong), unit("foe", "combat", "blue", **strong)]
    return board(ruleset, units, {"a": a, "foe": foe}, options=limit, **more)


def moves(findings: Iterable[Finding]) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(each.section, each.weight, each.units) for each in findings if each.code == "moved"]


@pytest.mark.parametrize(("foe", "weight"), [("09.06", "mend"), ("05.06", "look")])
@pytest.mark.parametrize("phase", ["movement.move", "exploitation"])
def test_enemies_that_moved_in_a_phase_of_scs_are_found(phase: str, foe: str, weight: str) -> None:
    game = facing("scs-1.6", foe=foe)
    state = playing(game, phase)
    went = going(game, state, foe="02.02")
    found = audit(game, state, went)
    assert moves(found) == [("3.3b", weight, ("foe",))]
    assert mended(game, went, [each for each in found if each.code == "moved"]) == state.deployment
    own = Moment(1, phase, "blue")
    assert "3.3b" not in {each.section for each in audit(game, replace(state, moment=own), replace(went, moment=own))}


def test_where_the_other_side_came_by_an_enemy_may_have_had_to_retreat() -> None:
    game = facing("scs-1.6", foe="09.06")
    state = playing(game, "movement.move")
    far = going(game, state, foe="02.02", a="11.11")
    assert moves(audit(game, state, far)) == [("3.3b", "mend", ("foe",))]
    way = {"a": (game.box.hex("05.05"), game.box.hex("09.06"), game.box.hex("11.11"))}
    assert moves(audit(game, state, far, trails=way)) == [("3.3b", "look", ("foe",))]


def test_units_that_began_exploitation_in_an_enemy_zone_have_not_moved() -> None:
    game = facing("scs-1.6")
    state = playing(game, "exploitation")
    assert moves(audit(game, state, going(game, state, a="02.02"))) == [("2.1b, 11.0b", "mend", ("a",))]
    free = facing("scs-1.6", foe="05.08")
    start = playing(free, "exploitation")
    assert moves(audit(free, start, going(free, start, a="05.07"))) == []


def test_a_zone_that_terrain_keeps_from_a_hex_holds_nobody_back_from_exploitation() -> None:
    trucks = {"steps": 2, "attack": 4, "defence": 4, "movement": 8, "movement__class": "truck", "exploitation": True}
    units = [unit("a", "combat", **trucks), unit("foe", "combat", "blue", **trucks)]
    game = board("scs-1.6", units, {"a": "05.05", "foe": "05.06"}, sides={"major-river": ["05.05 05.06"]})
    state = playing(game, "exploitation")
    assert moves(audit(game, state, going(game, state, a="02.02"))) == []


def test_by_the_other_reading_one_hex_out_of_a_zone_is_nothing_to_be_found() -> None:
    game = facing("scs-1.6", options={"movement.minimum_hex": "minimum_wins"})
    state = playing(game, "exploitation")
    assert moves(audit(game, state, going(game, state, a="05.04"))) == []
    assert moves(audit(game, state, going(game, state, a="05.03"))) == [("2.1b, 11.0b", "mend", ("a",))]


def test_units_that_do_not_exploit_have_not_moved_in_the_exploitation_phase() -> None:
    unlike = [unit("a", "combat", steps=2, attack=4, defence=4)]
    game = board("scs-1.6", unlike, {"a": "05.05"}, options={"stacking.limit": "4"})
    state = playing(game, "exploitation")
    assert moves(audit(game, state, going(game, state, a="05.04"))) == [("11.0a", "mend", ("a",))]
    by_game = board("scs-1.6", unlike, {"a": "05.05"}, options={"exploitation.who": "game"})
    start = playing(by_game, "exploitation")
    assert moves(audit(by_game, start, going(by_game, start, a="05.04"))) == []


def test_in_the_reaction_of_new_scs_others_move_and_not_out_of_zones_nor_unready() -> None:
    game = facing("new-scs")
    state = playing(game, "reaction")
    assert moves(audit(game, state, going(game, state, foe="09.09"))) == [("Enemy reaction phase", "mend", ("foe",))]
    assert moves(audit(game, state, going(game, state, a="09.09"))) == [("Enemy reaction phase", "mend", ("a",))]
    away = facing("new-scs", foe="08.08")
    start = playing(away, "reaction")
    assert moves(audit(away, start, going(away, start, foe="09.09"))) == []
    kept = facing("new-scs", foe=Piece("08.08", marks=frozenset({"unready"})))
    start = playing(kept, "reaction")
    found = audit(kept, start, going(kept, start, foe="09.09"))
    assert moves(found) == [("Enemy reaction phase", "mend", ("foe",))] and "was marked as Unready" in found[0].text
    for phase in ("road", "movement", "exploitation"):
        start = playing(away, phase)
        assert moves(audit(away, start, going(away, start, foe="09.09"))) == [
            ("SCS 1.6 3.3b, which it builds on", "mend", ("foe",))
        ]


@pytest.mark.parametrize("phase", ["rally", "ready", "supply"])
@pytest.mark.parametrize(("side", "of"), [("", ""), ("red", "Nobody knows this")])
def test_where_nobody_said_who_is_active_nothing_is_mended(phase: str, side: str, of: str) -> None:
    marks = DG | {"unready"}
    game = facing("new-scs", "02.02", Piece("09.09", marks=marks))
    state = playing(game, phase, side, of)
    state = going(game, state, a=Piece(game.box.hex("02.02"), marks=marks))
    found = audit(game, state, state)
    assert found and {each.weight for each in found} == {"look"} and not any(each.edits for each in found)


def test_an_overstack_of_vcs_has_time_until_the_next_movement_of_its_owner() -> None:
    blue = [unit(f"b{n}", "parent", "blue", steps=2, attack=4, defence=4) for n in range(4)]
    game = board("vcs", blue, {f"b{n}": "05.05" for n in range(4)})

    def found(phase: str, side: str, start: GameState | None = None) -> list[tuple[str, str]]:
        state = playing(game, phase, side)
        every = audit(game, start or state, state)
        return [(each.section, each.weight) for each in every if each.code == "overstacked"]

    assert found("reserves", "red") == found("movement", "red") == []
    assert found("movement", "blue") == [("8.0", "mend")]
    assert found("reserves", "blue") == [("8.1", "look")]
    apart = going(game, playing(game, "reserves", "blue"), b3="06.06")
    assert found("reserves", "blue", apart) == [("8.0", "mend")], "reserves made it"


@pytest.mark.parametrize(
    ("garrison", "attacker", "gone"),
    [("", "05.06", True), ("09.09", "05.06", True), ("", "05.05", True), ("05.06", "05.05", False)],
)
def test_an_entrenchment_goes_with_its_garrison_whoever_holds_the_hex_then(garrison: str, attacker: str, gone: bool) -> None:
    units = [unit("r", "parent", steps=2), unit("b", "parent", "blue", steps=2)]
    marks = {"05.06": (Mark("entrenchment", "blue"), Mark("rubble")), "03.03": (Mark("entrenchment"),)}
    game = board("vcs", units, {"r": "05.05", "b": "05.06"}, marks=marks)
    state = playing(game, "combat")
    assert state.deployment is not None
    pieces = {"b": Piece(game.box.hex(garrison)) if garrison else None, "r": Piece(game.box.hex(attacker))}
    after = replace(state, deployment=state.deployment.with_pieces(pieces))
    found = [each for each in audit(game, state, after) if each.code == "entrenchment"]
    assert [(each.section, each.spots) for each in found] == ([("13.4", (game.box.hex("05.06"),))] if gone else [])
    if gone:
        assert [mark.kind for mark in mended(game, after, found).marks[game.box.hex("05.06")]] == ["rubble"]


def test_the_side_that_attacks_may_advance_out_of_its_entrenchment() -> None:
    units = [unit("r", "parent", steps=2), unit("b", "parent", "blue", steps=2)]
    game = board("vcs", units, {"r": "05.05", "b": "05.06"}, marks={"05.05": (Mark("entrenchment"),)})
    state = playing(game, "combat")
    after = going(game, state, r="05.06", b="09.09")
    assert [each for each in audit(game, state, after) if each.code == "entrenchment"] == []
    assert state.deployment is not None
    dead = replace(state, deployment=state.deployment.with_pieces({"r": None}))
    assert [each.section for each in audit(game, state, dead) if each.code == "entrenchment"] == ["13.4"]


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
