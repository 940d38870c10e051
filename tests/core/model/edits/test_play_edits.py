"""Edits of a game that is being played change its state alone: never the box, what is saved of it, or what is lint of it."""

from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Deployment, Mark, Piece
from core.model.edits.edit import IN_PLAY, Aspect
from core.model.edits.force_edits import ChangePieces
from core.model.edits.map_edits import restated
from core.model.edits.piece_edits import flipped, moved
from core.model.edits.state_edits import SAID, ChangeState
from core.model.scenario import Scenario
from core.model.state import GameState, Moment
from core.model.work import Work

FILE = "first.scenario.yaml"
START = Deployment().with_pieces({"a": Piece(Hex(0, 0)), "b": Piece(Hex(0, 0), 1)})
BOX = GameBox("Box", "", (), scenarios=MappingProxyType({FILE: Scenario("First", start=START)}))
WRITTEN = Work(BOX, GameState(scenario=FILE))
PLAYED = Work(BOX, GameState(scenario=FILE, deployment=START))

spots = st.sampled_from([Hex(0, 0), Hex(1, 1), "Off map"])
changes = st.dictionaries(st.sampled_from("abc"), st.none() | st.builds(Piece, spots, st.integers(0, 3)), max_size=3)
marks = st.dictionaries(spots, st.sampled_from([(), (Mark("smoke"),)]), max_size=2)


@given(changes, marks)
def test_pieces_in_play_leave_the_box_alone(some: dict[str, Piece | None], lying: dict[Hex | str, tuple[Mark, ...]]) -> None:
    edit = ChangePieces("", IN_PLAY, some, lying)
    touched, after = edit.touched(PLAYED), edit.apply(PLAYED)
    assert after.box is BOX
    assert after.deployment == START.with_pieces(some).with_marks(lying)
    assert not touched.box and not touched.map
    assert bool(touched) == bool(touched.forces) == (after.deployment != START)
    assert restated(after, touched) == ()


@given(changes)
def test_nothing_is_in_play_before_play(some: dict[str, Piece | None]) -> None:
    edit = ChangePieces("", IN_PLAY, some)
    assert edit.apply(WRITTEN) is WRITTEN
    assert not edit.touched(WRITTEN)


@pytest.mark.parametrize(("work", "file"), [(WRITTEN, FILE), (PLAYED, IN_PLAY)])
def test_the_same_gestures_move_what_is_written_and_what_is_played(work: Work, file: str) -> None:
    for edit in (moved(work, ["a"], Hex(3, 3)), flipped(work, ["a"])):
        assert edit.file == file
        assert edit.apply(work).deployment.pieces["a"] != START.pieces["a"]
    assert moved(PLAYED, ["a"], Hex(3, 3)).apply(PLAYED).box.scenarios[FILE].start is START


def test_what_is_said_of_play_is_touched_where_it_differs() -> None:
    edit = ChangeState("", {"moment": Moment(2, "movement", "red"), "visibility": 7})
    after = edit.apply(PLAYED)
    assert after == replace(PLAYED, state=replace(PLAYED.state, moment=Moment(2, "movement", "red"), visibility=7))
    assert edit.touched(PLAYED).aspects == {Aspect.PLAY, Aspect.VISIBILITY}
    assert not edit.touched(after)
    assert not edit.touched(PLAYED).box


def test_only_some_of_the_state_can_be_said() -> None:
    assert set(SAID) <= set(GameState.__slots__)
    with pytest.raises(ValueError, match="deployment"):
        ChangeState("", {"deployment": None})
