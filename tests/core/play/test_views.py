"""What a side may not see is nowhere in its view: searched for in everything that the view gives, by every hidden id."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sessions import BLUE, RED, SOFT, began, move, session

from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Piece
from core.model.edits.edit import IN_PLAY
from core.model.edits.force_edits import ChangePieces
from core.model.edits.state_edits import ChangeState
from core.model.state import Declared, Held
from core.play import keys, seals
from core.play.events import Began, Did, Drew, Entry, Ruled
from core.play.session import Session
from core.play.views import Unseen, View

UNITS = {f"{side}-{n}": (side, f"{side} {n}") for side in (RED, BLUE) for n in range(4)}
STACKED = Deployment().with_pieces(
    {id_: Piece(Hex(0, 0) if side == RED else Hex(5, 5), rank) for rank, (id_, (side, _)) in enumerate(UNITS.items())}
)


def stacked() -> Session:
    """Four units of each side, each side in one stack; number 3 is on top."""
    first = began()
    assert isinstance(first.event, Began)
    scenario = replace(first.event.scenario, start=STACKED)
    return session([Entry(1, 0, "", replace(first.event, scenario=scenario, units=UNITS))])


def test_a_stack_of_the_enemy_shows_its_top_counter_and_how_many_lie_below() -> None:
    seen = View(stacked(), [RED], "top").state()
    assert seen.state.deployment is not None
    assert set(seen.state.deployment.pieces) == {"red-0", "red-1", "red-2", "red-3", "blue-3"}
    assert dict(seen.below) == {Hex(5, 5): 3}


@pytest.mark.parametrize("view", [{"eyes": [RED], "stacks": "open"}, {"eyes": [RED, BLUE], "stacks": "top"}])
def test_open_stacks_and_both_players_together_see_all(view: dict[str, Any]) -> None:
    played = stacked()
    seen = View(played, **view).state()
    assert seen.state == played.state and not seen.below


def test_an_attack_that_was_declared_shows_who_takes_part_until_it_is_resolved() -> None:
    played = stacked()
    attack = Declared(RED, ("red-1",), (Hex(5, 5),))
    played.do(ChangeState("Attack", {"declared": (attack,)}), RED)
    red, blue = View(played, [RED], "top"), View(played, [BLUE], "top")
    assert not red.hidden(played.state)
    assert blue.hidden(played.state) == {"red-0", "red-2"}
    played.do(ChangeState("Resolved", {"declared": ()}), RED)
    assert red.hidden(played.state) == {"blue-0", "blue-1", "blue-2"}


def test_what_moves_below_a_stack_is_told_as_no_more_than_a_change() -> None:
    played = stacked()
    played.do(ChangePieces("Reduce", IN_PLAY, {"blue-0": replace(STACKED.pieces["blue-0"], lost=1)}), BLUE)
    assert View(played, [RED], "top").entry(2).event == Unseen("change")
    assert isinstance(View(played, [BLUE], "top").entry(2).event, Did)


def test_a_counter_that_comes_to_light_is_seen_from_then_on() -> None:
    played = stacked()
    played.do(move("blue-3", 7, 7), BLUE)
    event = View(played, [RED], "top").entry(2).event
    assert isinstance(event, Did) and set(event.edits[0].pieces) == {"blue-3"}  # type: ignore[attr-defined]
    assert "blue-2" in View(played, [RED], "top").state().state.deployment.pieces  # type: ignore[union-attr]


def test_questions_of_the_other_side_are_its_own() -> None:
    played = stacked()
    played.rule(Ruled("combat", {"attackers": "blue-0"}, "2:1", b"d", b"r"), BLUE)
    assert View(played, [RED], "top").entry(2).event == Unseen("question")
    assert isinstance(View(played, [BLUE]).entry(2).event, Ruled)


def test_seals_and_keys_show_that_they_are_there_and_nothing_of_what_they_hold() -> None:
    played = stacked()
    joined = keys.join("phrase", BLUE, "s-1", "hot_seat", SOFT)
    played.add(joined, BLUE)
    sealed = seals.seal(
        keys.unlock(joined, "phrase", BLUE, "s-1"), "s1", "op_sheet", seals.content_text({"type": "attack"}), 1, "Op sheet 1"
    )
    played.add(sealed, BLUE)
    text = repr(View(played, [RED]).entries())
    assert "Op sheet 1" in text and repr(joined.public) in text and repr(sealed.digest) in text
    for hidden in (joined.wrapped, joined.salt, sealed.box):
        assert repr(hidden) not in text


moves = st.lists(
    st.one_of(
        st.tuples(st.just("move"), st.sampled_from(sorted(UNITS)), st.integers(0, 3)),
        st.tuples(st.just("under"), st.sampled_from(sorted(UNITS)), st.sampled_from(sorted(UNITS))),
        st.tuples(st.just("chit"), st.sampled_from(sorted(UNITS)), st.just(0)),
        st.tuples(st.just("ask"), st.sampled_from(sorted(UNITS)), st.just(0)),
        st.tuples(st.just("undo"), st.just(""), st.just(0)),
    ),
    max_size=8,
)


@given(moves, st.sampled_from([RED, BLUE]))
def test_no_hidden_id_is_anywhere_in_the_view_of_the_other_side(some: list[tuple[str, str, Any]], eyes: str) -> None:
    played = stacked()
    for step, unit, more in some:
        side = UNITS.get(unit, ("", ""))[0]
        if step == "move":
            at = Hex(more, 1 if side == RED else 6)
            played.do(ChangePieces("Move", IN_PLAY, {unit: Piece(at, more)}), side)
        elif step == "under":
            assert played.state.deployment is not None
            carrier = played.state.deployment.pieces[more]
            if side == UNITS[more][0] and unit != more:
                played.do(ChangePieces("Mount", IN_PLAY, {unit: Piece(carrier.at, carrier.rank - 1, on=more)}), side)
        elif step == "chit":
            played.do(ChangeState("", {"held": played.state.held.set(unit, Held("red", f"seal of {unit}"))}), side)
        elif step == "ask":
            played.rule(Ruled("stacking", {"hex": unit}, unit, b"", b""), side)
        elif played.undo_to():
            played.undo()
    view = View(played, [eyes], "top")
    always = set(UNITS)
    for number in range(1, played.number + 1):
        hidden = view.hidden(played.state_at(number))
        always &= hidden
        seen = repr(view.state(number))
        assert not any(unit in seen for unit in hidden)
    everything = repr(view.entries())
    assert not any(unit in everything for unit in always)


def test_points_that_are_secret_are_in_no_view_of_the_other_side() -> None:
    played = stacked()
    before = {key: amount for key, amount in played.state.points.items() if key[0] == RED}
    assert before == {(RED, "ammunition"): 12}
    fired = played.do(ChangeState("Fire", {"points": played.state.points.set((RED, "ammunition"), 9)}), RED)
    both = played.state.points.set((RED, "ammunition"), 6).set((RED, "sorties"), 2)
    more = played.do(ChangeState("Fire", {"points": both}), RED)
    assert fired is not None and more is not None
    view = View(played, [BLUE], secret_points=lambda what: what == "ammunition")
    assert view.entry(fired.number).event == Unseen("change")
    seen = view.entry(more.number).event
    assert isinstance(seen, Did) and isinstance(seen.edits[0], ChangeState)
    assert dict(seen.edits[0].said["points"]) == {(RED, "sorties"): 2} == dict(view.state().state.points)
    own = View(played, [RED], secret_points=lambda what: what == "ammunition")
    assert own.state().state.points[RED, "ammunition"] == 6


def test_a_chit_for_a_unit_that_is_out_of_sight_does_not_name_it() -> None:
    played = stacked()
    kept = [
        *played.entries,
        Entry(2, 0, BLUE, Drew("red", "blue-1", "red 1")),
        Entry(3, 0, BLUE, Drew("red", "blue-3", "red 2")),
    ]
    again = session(kept)
    view = View(again, [RED], "top")
    assert view.entry(2).event == Unseen("chit")
    assert view.entry(3).event == Drew("red", "blue-3", "red 2")
