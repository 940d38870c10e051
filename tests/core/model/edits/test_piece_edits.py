"""Edits of pieces: no piece is lost or doubled, order is a permutation, what is carried moves along, and undo is exact."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Deployment, Mark, Piece
from core.model.edits.piece_edits import (
    first_put,
    flipped,
    hex_marked,
    hex_unmarked,
    hexes_marked,
    in_order,
    marked,
    mounted,
    moved,
    moved_each,
    ordered,
    reduced,
    shifted,
    taken_off,
    turned,
    unloaded,
    unmarked,
    with_carried,
)
from core.model.scenario import Scenario
from core.model.state import GameState
from core.model.work import Work

FILE = "a.scenario.yaml"
SPOTS = (Hex(0, 0), Hex(1, 0), Hex(4, 4), "Reserve")
IDS = tuple("abcdefgh")


def work_of(pieces, marks=None):
    start = Deployment().with_pieces(pieces).with_marks(marks or {})
    return Work(GameBox("Plain", "demo-1.0", ()).with_scenarios({FILE: Scenario("A", start=start)}), GameState(scenario=FILE))


@st.composite
def works(draw):
    """Some pieces in a few stacks; a carrier never comes after what it carries, so that nothing carries itself."""
    pieces = {}
    for n, id_ in enumerate(draw(st.lists(st.sampled_from(IDS), unique=True))):
        carriers = [each for each in list(pieces) if n and draw(st.booleans())]
        on = carriers[0] if carriers else ""
        at = pieces[on].at if on else draw(st.sampled_from(SPOTS))
        pieces[id_] = Piece(at, draw(st.integers(0, 4)), draw(st.integers(0, 1)), on=on)
    return work_of(pieces)


some_ids = st.lists(st.sampled_from(IDS), unique=True)


def deployed(work, edit):
    return edit.apply(work).deployment


def carried_together(deployment):
    return all(deployment.pieces[piece.on].at == piece.at for piece in deployment.pieces.values() if piece.on)


@given(works(), some_ids, st.sampled_from(SPOTS))
def test_a_move_loses_and_doubles_no_piece_and_takes_along_what_is_carried(work, ids, to):
    before, after = work.deployment, deployed(work, moved(work, ids, to))
    coming = with_carried(before, ids)
    assert set(after.pieces) == set(before.pieces) | set(ids)
    assert all(after.pieces[id_].at == to for id_ in coming)
    assert all(after.pieces[id_].at == piece.at for id_, piece in before.pieces.items() if id_ not in coming)
    assert sorted(id_ for stack in after.stacks.values() for id_ in stack) == sorted(after.pieces)
    assert after.stack(to)[len(after.stack(to)) - len(coming) :] == in_order(before, coming)
    assert carried_together(after)


@given(works(), some_ids, st.sampled_from(("up", "down", "top", "bottom")))
def test_shifting_permutes_each_stack_and_keeps_the_order_of_both_groups(work, ids, way):
    before, after = work.deployment, deployed(work, shifted(work, ids, way))
    assert set(before.stacks) == set(after.stacks)
    for spot, stack in before.stacks.items():
        assert sorted(after.stack(spot)) == sorted(stack)
        for group in (set(ids), set(stack) - set(ids)):
            assert [id_ for id_ in after.stack(spot) if id_ in group] == [id_ for id_ in stack if id_ in group]


@given(works(), st.data())
def test_any_permutation_of_a_stack_can_be_laid(work, data):
    for spot, stack in work.deployment.stacks.items():
        wanted = data.draw(st.permutations(stack))
        assert deployed(work, ordered(work, spot, wanted)).stack(spot) == tuple(wanted)


def test_an_order_that_names_other_counters_is_refused():
    work = work_of({"a": Piece(Hex(0, 0))})
    with pytest.raises(WrongUse):
        ordered(work, Hex(0, 0), ("a", "b"))


@given(works(), some_ids)
def test_whoever_is_taken_off_is_gone_with_what_it_carries_and_nobody_else(work, ids):
    before, after = work.deployment, deployed(work, taken_off(work, ids))
    assert set(after.pieces) == set(before.pieces) - set(with_carried(before, ids))
    assert carried_together(after)


@given(works(), some_ids)
def test_turning_over_twice_and_freeing_after_mounting_lead_back(work, ids):
    once = flipped(work, ids).apply(work)
    assert flipped(once, ids).apply(once).deployment == work.deployment
    assert all(not piece.on for id_, piece in deployed(work, unloaded(work, ids)).pieces.items() if id_ in ids)


def test_what_was_said_of_the_mode_goes_with_the_side_that_it_was_said_of():
    work = work_of({"a": Piece(SPOTS[0], face=1, mode="fire")})
    assert deployed(work, flipped(work, ["a"])).pieces["a"] == Piece(SPOTS[0])


@given(works(), some_ids)
def test_an_edit_names_only_what_becomes_other_and_its_touched_agrees(work, ids):
    for edit in (moved(work, ids, SPOTS[0]), shifted(work, ids, "top"), flipped(work, ids), unloaded(work, ids)):
        assert {id_ for _, id_ in edit.touched(work).pieces} == set(edit.pieces)


@given(works(), some_ids, st.sampled_from(IDS))
def test_riders_lie_right_under_their_carrier(work, ids, carrier):
    before = work.deployment
    if carrier not in before.pieces or carrier in with_carried(before, ids) or not ids:
        with pytest.raises(WrongUse):
            mounted(work, with_carried(before, ids) or [carrier], carrier)
        return
    after = deployed(work, mounted(work, ids, carrier))
    stack = after.stack(after.pieces[carrier].at)
    riders = in_order(before, with_carried(before, ids))
    place = stack.index(carrier)
    assert stack[place - len(riders) : place] == riders
    assert all(after.pieces[id_].on == carrier for id_ in ids) and carried_together(after)


def test_who_leaves_his_carrier_is_carried_no_longer_and_who_goes_with_it_still_is():
    here, there = Hex(0, 0), Hex(2, 2)
    work = work_of({"truck": Piece(here, 1), "gun": Piece(here, 0, on="truck")})
    assert deployed(work, moved(work, ["gun"], there)).pieces["gun"].on == ""
    both = deployed(work, moved(work, ["truck"], there))
    assert both.pieces["gun"] == Piece(there, 0, on="truck") and both.stack(there) == ("gun", "truck")


def test_the_last_step_takes_a_piece_off_and_what_it_carried_stays():
    here = Hex(0, 0)
    work = work_of({"truck": Piece(here, 1, lost=1), "gun": Piece(here, 0, on="truck")})
    assert deployed(work, reduced(work, ["truck"], {"truck": 3})).pieces["truck"].lost == 2
    after = deployed(work, reduced(work, ["truck"], {"truck": 2}))
    assert "truck" not in after.pieces and after.pieces["gun"].on == ""
    assert deployed(work, reduced(work, ["truck"], {"truck": 3}, -5)).pieces["truck"].lost == 0


def test_a_marker_takes_the_place_of_its_kind_and_is_taken_off_again():
    work = work_of({"a": Piece(Hex(0, 0), marks=frozenset({"step-loss 1", "fired"}))})
    after = marked(work, ["a"], "step-loss 2").apply(work)
    assert after.deployment.pieces["a"].marks == {"step-loss 2", "fired"}
    assert deployed(after, unmarked(after, ["a"], "fired")).pieces["a"].marks == {"step-loss 2"}


def test_markers_of_hexes_lie_upon_each_other_one_of_each_kind_and_side():
    spot = Hex(1, 1)
    work = work_of({}, {spot: (Mark("smoke 1"), Mark("mines", "red"))})
    after = hex_marked(work, [spot], Mark("smoke 2")).apply(work)
    assert after.deployment.marks[spot] == (Mark("mines", "red"), Mark("smoke 2"))
    both = hex_marked(after, [spot], Mark("mines", "blue")).apply(after)
    assert len(both.deployment.marks[spot]) == 3
    left = deployed(both, hex_unmarked(both, spot, Mark("mines", "red")))
    assert left.marks[spot] == (Mark("smoke 2"), Mark("mines", "blue"))


def test_markers_of_hexes_are_said_as_a_whole_alike_ones_too():
    spot = Hex(1, 1)
    work = work_of({}, {spot: (Mark("smoke 1"), Mark("mines", "red"))})
    after = hexes_marked(work, {spot: (Mark("mines", "red"), Mark("mines", "red"))}, "Lay").apply(work)
    assert after.deployment.marks[spot] == (Mark("mines", "red"), Mark("mines", "red"))
    assert spot not in hexes_marked(after, {spot: ()}, "Lay").apply(after).deployment.marks


def test_pieces_lie_where_they_are_with_another_face_and_mode():
    work = work_of({"a": Piece(Hex(0, 0), 3, face=1, mode="fire", marks=frozenset({"fired"}))})
    after = turned(work, {"a": (0, "move"), "b": (1, "")}, "Turn").apply(work)
    assert dict(after.deployment.pieces) == {"a": Piece(Hex(0, 0), 3, face=0, mode="move", marks=frozenset({"fired"}))}


def test_the_first_counter_on_a_map_without_a_scenario_makes_one_of_a_free_name():
    box = GameBox("Plain", "demo-1.0", ()).with_scenarios({"Set-Up.scenario.yaml": Scenario("Other")})
    file, edit = first_put(box, ["a", "b"], Hex(3, 3))
    after = edit.apply(Work(box))
    assert file == "set-up-2.scenario.yaml"
    assert after.box.scenarios[file].start.stack(Hex(3, 3)) == ("a", "b")


@given(works(), st.dictionaries(st.sampled_from(IDS), st.sampled_from(SPOTS)))
def test_pieces_sent_each_to_its_place_come_there_with_what_they_carry_and_none_is_lost(work, to):
    before = work.deployment
    to = {id_: spot for id_, spot in to.items() if id_ in before.pieces}
    after = deployed(work, moved_each(work, to))
    assert set(after.pieces) == set(before.pieces)
    for id_, piece in after.pieces.items():
        old = before.pieces[id_]
        carrier = old.on if old.on and id_ not in to else ""
        assert piece.at == (to[id_] if id_ in to else after.pieces[carrier].at if carrier else old.at)
        assert piece.on in ("", old.on) and (not piece.on or after.pieces[piece.on].at == piece.at)
    for spot in SPOTS:
        assert sorted(after.stack(spot)) == sorted(id_ for id_, piece in after.pieces.items() if piece.at == spot)


@given(works(), some_ids, st.sampled_from(SPOTS))
def test_sending_each_to_the_same_place_is_moving_all_there(work, ids, spot):
    some = [id_ for id_ in ids if id_ in work.deployment.pieces]
    each, together = (deployed(work, edit) for edit in (moved_each(work, dict.fromkeys(some, spot)), moved(work, some, spot)))
    assert each.stacks == together.stacks and all(piece.on == together.pieces[id_].on for id_, piece in each.pieces.items())


def test_after_a_flip_the_side_that_is_up_says_the_mode_and_no_word_contradicts_it():
    work = work_of({"a": Piece(SPOTS[0], face=1, mode="fire"), "b": Piece(SPOTS[0], 1, mode="move")})
    after = deployed(work, flipped(work, ["a"])).pieces
    assert (after["a"].face, after["a"].mode, after["b"].mode) == (0, "", "move")
