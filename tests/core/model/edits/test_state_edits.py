from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.edits.edit import Aspect, Edit, Touched
from core.model.edits.state_edits import (
    MARKERS,
    ClearSmoke,
    PlaceSmoke,
    RemoveSmoke,
    SetVisibility,
    SetWithout,
    marked,
)
from core.model.state import GameState
from core.model.work import Work

hexes = st.builds(Hex, st.integers(-3, 3), st.integers(-3, 3))
edits: st.SearchStrategy[Edit] = st.one_of(
    st.builds(PlaceSmoke, hexes, st.sampled_from(MARKERS)),
    st.builds(RemoveSmoke, hexes),
    st.just(ClearSmoke()),
    st.builds(SetVisibility, st.none() | st.integers(0, 40)),
    st.builds(SetWithout, st.frozensets(st.sampled_from(["woods", "building"]))),
)
works = st.lists(edits, max_size=8).map(lambda changes: _after(changes))
EMPTY = Work(GameBox("Test", "tcs-4.01", ()))


def _after(changes: list[Edit]) -> Work:
    work = EMPTY
    for change in changes:
        work = change.apply(work)
    return work


@given(works, edits)
def test_an_edit_touches_something_exactly_when_it_changes_the_state(work, edit):
    assert bool(edit.touched(work)) == (edit.apply(work) != work)


@given(works, edits)
def test_an_edit_applied_twice_changes_nothing_the_second_time(work, edit):
    once = edit.apply(work)
    assert edit.apply(once) == once
    assert not edit.touched(once)


@given(works, hexes, st.sampled_from(MARKERS))
def test_a_hex_holds_one_marker_of_smoke_at_most(work, place, marker):
    after = PlaceSmoke(place, marker).apply(work)
    assert [m for m in MARKERS if place in marked(after.state, m)] == [marker]


@given(works, hexes, st.sampled_from(MARKERS))
def test_removing_smoke_undoes_placing_it_in_a_free_hex(work, place, marker):
    free = RemoveSmoke(place).apply(work)
    assert RemoveSmoke(place).apply(PlaceSmoke(place, marker).apply(free)) == free


def test_clearing_smoke_touches_every_marked_hex_and_leaves_the_rest_alone():
    a, b, c = Hex(0, 0), Hex(1, 0), Hex(2, 0)
    state = GameState(frozenset({a}), frozenset({b}), frozenset({c}), visibility=7)
    assert ClearSmoke().touched(replace(EMPTY, state=state)) == Touched(frozenset({Aspect.SMOKE}), frozenset({a, b, c}))
    assert ClearSmoke().apply(replace(EMPTY, state=state)).state == GameState(visibility=7)


def test_visibility_of_fewer_than_no_hexes_is_refused():
    with pytest.raises(ValueError, match="-1"):
        SetVisibility(-1)


@pytest.mark.parametrize("marker", MARKERS)
def test_every_marker_has_its_own_phrase_in_the_history(marker):
    labels = {PlaceSmoke(Hex(0, 0), m).label for m in MARKERS}
    assert len(labels) == len(MARKERS)
    assert PlaceSmoke(Hex(0, 0), marker).label.startswith("Place ")
