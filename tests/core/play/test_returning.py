"""A chit goes back into its cup with the last step that it stands for [VCS 9.2]."""

from dataclasses import replace

import pytest
from oracles import sessions

from core.files.ruleset_files import load_ruleset
from core.model.box import GameBox
from core.model.state import GameState, Held
from core.play.record import Drawn, Record
from core.play.returning import barrier, lost, steps_of

VCS = load_ruleset("vcs")
RULE = VCS.play.cups["red"]


def standing(steps: int, reduced: bool = False) -> tuple[Record, GameState]:
    """A unit with a chit that has lost steps."""
    start = sessions.START
    state = GameState(deployment=start.with_pieces({"r1": replace(start.pieces["r1"], lost=steps)}))
    state = replace(state, held=state.held.set("r1", Held("red", "red 1", reduced)))
    record = Record(sessions.began().event)  # type: ignore[arg-type]
    return replace(record, chits=record.chits.set("red 1", Drawn("red", "r1", "red"))), state


@pytest.mark.parametrize(
    ("steps", "reduced", "stands_for", "due"),
    [
        (0, False, 2, False),
        (0, True, 2, False),
        (1, True, 2, False),
        (2, True, 2, True),
        (1, False, 1, True),
        (0, False, 1, False),
    ],
)
def test_it_is_due_when_as_many_steps_are_lost_as_it_stands_for(steps: int, reduced: bool, stands_for: int, due: bool) -> None:
    record, state = standing(steps, reduced)
    found = barrier(record, state, "red 1", RULE.returns, stands_for)
    assert (found is None) is due
    assert found is None or (found.rule == "9.2" and f"has lost {max(steps, int(reduced)) or 'no'} step" in found.sentence)
    assert barrier(record, state, "red 1", "", stands_for) is None, "without a rule it goes back at will"


def test_the_chit_of_a_unit_that_is_in_play_no_more_goes_back() -> None:
    record, state = standing(0)
    gone = replace(state, deployment=sessions.START.with_pieces({"r1": None}))
    assert lost(gone, "r1") is None and barrier(record, gone, "red 1", "9.2", RULE.steps) is None


def test_a_chit_whose_other_side_is_none_stands_for_one_step() -> None:
    book = VCS.book(GameBox("Made up", "", ()))
    prints = {"strength.rating": "b"}
    assert RULE.steps == 2
    assert steps_of(RULE, book, prints, "Red two steps") == 1
    assert steps_of(replace(RULE, steps=3), book, prints, "Red strong") == 3
    assert steps_of(RULE, book, prints, "Red strong") == RULE.steps
    for other, value in (({}, "Red two steps"), (prints, "Made up")):
        assert steps_of(RULE, book, other, value) == RULE.steps, "the chart does not say it"
    assert steps_of(replace(RULE, reduced=""), book, prints, "Red two steps") == RULE.steps
