import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.geometry.hexes import Hex
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

hexes = st.builds(Hex, st.integers(-3, 3), st.integers(-3, 3))
edits: st.SearchStrategy[Edit] = st.one_of(
    st.builds(PlaceSmoke, hexes, st.sampled_from(MARKERS)),
    st.builds(RemoveSmoke, hexes),
    st.just(ClearSmoke()),
    st.builds(SetVisibility, st.none() | st.integers(0, 40)),
    st.builds(SetWithout, st.frozensets(st.sampled_from(["woods", "building"]))),
)
states = st.lists(edits, max_size=8).map(lambda changes: _after(GameState(), changes))


def _after(state: GameState, changes: list[Edit]) -> GameState:
    for change in changes:
        state = change.apply(state)
    return state


@given(states, edits)
def test_an_edit_touches_something_exactly_when_it_changes_the_state(state, edit):
    assert bool(edit.touched(state)) == (edit.apply(state) != state)


@given(states, edits)
def test_an_edit_applied_twice_changes_nothing_the_second_time(state, edit):
    once = edit.apply(state)
    assert edit.apply(once) == once
    assert not edit.touched(once)


@given(states, hexes, st.sampled_from(MARKERS))
def test_a_hex_holds_one_marker_of_smoke_at_most(state, place, marker):
    after = PlaceSmoke(place, marker).apply(state)
    assert [m for m in MARKERS if place in marked(after, m)] == [marker]


@given(states, hexes, st.sampled_from(MARKERS))
def test_removing_smoke_undoes_placing_it_in_a_free_hex(state, place, marker):
    free = RemoveSmoke(place).apply(state)
    assert RemoveSmoke(place).apply(PlaceSmoke(place, marker).apply(free)) == free


def test_clearing_smoke_touches_every_marked_hex_and_leaves_the_rest_alone():
    a, b, c = Hex(0, 0), Hex(1, 0), Hex(2, 0)
    state = GameState(frozenset({a}), frozenset({b}), frozenset({c}), visibility=7)
    assert ClearSmoke().touched(state) == Touched(frozenset({Aspect.SMOKE}), frozenset({a, b, c}))
    assert ClearSmoke().apply(state) == GameState(visibility=7)


def test_visibility_of_fewer_than_no_hexes_is_refused():
    with pytest.raises(ValueError, match="-1"):
        SetVisibility(-1)


@pytest.mark.parametrize("marker", MARKERS)
def test_every_marker_has_its_own_phrase_in_the_history(marker):
    labels = {PlaceSmoke(Hex(0, 0), m).label for m in MARKERS}
    assert len(labels) == len(MARKERS)
    assert PlaceSmoke(Hex(0, 0), marker).label.startswith("Place ")
