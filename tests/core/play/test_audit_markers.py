"""The audit of markers: those that come off in a phase, smoke, dug-in and entrenched places, case by case from the rules."""

from dataclasses import replace

import pytest
from auditing import DG, FORMATIONS, codes, going, mended, playing
from oracles.stacks import board, unit

from core.model.deployment import Mark, Piece
from core.model.state import Declared, Moment
from core.model.work import Work
from core.play.audit import audit

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
    gone = audit(game, near, near)
    assert codes(gone) == [("building", "13.4", "mend")]
    assert not mended(game, near, gone).marks.get(game.box.hex("05.05"))


def test_a_screen_that_ends_stacked_loses_its_marker() -> None:
    units = [unit("rec", "combat", recon=True, steps=1), unit("inf", "combat", steps=2)]
    game = board("bcs-1.1", units, {"rec": Piece("05.05", marks=frozenset({"screen"})), "inf": "05.05"})
    state = playing(game, "activation.activities")
    found = [each for each in audit(game, state, state) if each.code == "screen"]
    assert codes(found) == [("screen", "8", "mend")]
    assert mended(game, state, found).pieces["rec"].marks == frozenset()
    apart = going(game, state, inf="06.06")
    assert not [each for each in audit(game, apart, apart) if each.code == "screen"]


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
    fought = (Declared("red", ("r",), (game.box.hex("05.06"),)),)
    won = replace(after, fought=fought)
    assert [each for each in audit(game, state, won) if each.code == "entrenchment"] == []
    beaten = replace(going(game, state, r="05.03"), fought=fought)
    assert [each.section for each in audit(game, state, beaten) if each.code == "entrenchment"] == ["13.4"], "it has retreated"
    assert state.deployment is not None
    dead = replace(state, deployment=state.deployment.with_pieces({"r": None}))
    assert [each.section for each in audit(game, state, dead) if each.code == "entrenchment"] == ["13.4"]


@pytest.mark.parametrize(("side", "gone"), [("red", "03.03"), ("blue", "04.04")])
def test_interdiction_comes_off_when_its_side_is_ready_again(side: str, gone: str) -> None:
    marks = {"03.03": (Mark("air-interdiction", "red"),), "04.04": (Mark("air-interdiction", "blue"),)}
    game = board("new-scs", [unit("r", "combat"), unit("b", "combat", "blue")], {"r": "05.05", "b": "09.09"}, marks=marks)
    state = playing(game, "ready", side)
    found = audit(game, state, state)
    assert [(each.section, each.spots) for each in found] == [("Air phase", (game.box.hex(gone),))]
    assert [game.box.label(spot) for spot in mended(game, state, found).marks] == [{"03.03": "04.04"}.get(gone, "03.03")]
    assert audit(game, playing(game, "rally", side), playing(game, "rally", side)) == (), "it lies until then"
