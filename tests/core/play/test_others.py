"""What a side does with what is another side's asks for a line of why, but for results of combat."""

from dataclasses import replace

import pytest
from oracles import sessions
from oracles.sessions import BLUE, RED, move

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.model.edits.edit import IN_PLAY, Edit, Several
from core.model.edits.force_edits import ChangePieces
from core.model.edits.state_edits import ChangeState
from core.model.state import Held, Moment
from core.play import cups
from core.play.driving import Desk
from core.play.events import Did, Drew, Entry, Noted
from core.play.others import barriers
from core.play.replaying import driven
from core.play.session import Session

KEY = bytes(32)


def fought(kind="hot_seat"):
    """A session of units that belong to their sides."""
    first = sessions.began(kind)
    units = {unit: (RED if unit[0] == "r" else BLUE, f"Unit {unit}") for unit in sessions.START.pieces}
    return sessions.session([replace(first, event=replace(first.event, units=units))])


def points(played: Session, side: str) -> Edit:
    return ChangeState("Spend", {"points": played.state.points.set((side, "air"), 3)})


def test_pieces_and_points_of_another_side_are_not_changed_without_a_why():
    played = fought()
    for edit, what in (
        (move("b1", 3, 3), "Unit b1"),
        (Several("x", (move("r1", 1, 1), move("b2", 3, 3))), "Unit b2"),
        (points(played, BLUE), "air"),
    ):
        (found,) = barriers(played, edit, RED)
        assert found.sentence.startswith(f"This changes what is Blue's: {what}.")
        assert barriers(played, edit, "") == ()
    assert barriers(played, move("r1", 3, 3), RED) == barriers(played, points(played, RED), RED) == ()
    assert barriers(fought("solitaire"), move("b1", 3, 3), RED) == ()
    going = Several("Go to turn 1", (ChangeState("x", {"moment": Moment(1)}), points(played, BLUE)))
    assert barriers(played, going, RED) == (), "the sequence of play gives both sides what is theirs"


def test_results_of_combat_are_done_by_whoever_sits_at_the_screen():
    played = fought()
    lost = ChangePieces("Reduce", IN_PLAY, {"b1": replace(sessions.START.pieces["b1"], lost=1)})
    played.declare(["r1"], [sessions.START.pieces["b1"].at], RED)
    assert barriers(played, lost, RED) == ()
    assert barriers(played, move("b2", 1, 1), RED), "who is not in the attack is none of its results"
    played.roll("2d6", RED)
    assert barriers(played, move("b2", 1, 1), RED) == ()
    played.do(ChangeState("Next", {"moment": Moment(1, "movement", RED)}), RED)
    assert barriers(played, move("b2", 1, 1), RED), "in the next phase nothing has fallen yet"


def test_the_chit_of_another_side_is_not_turned_without_a_why():
    played = fought()
    entries = [*played.entries, Entry(2, 0, BLUE, Drew("red", "b1", "red 1"))]
    played = sessions.session(entries)
    laid = played.state.held.set("b1", Held("red", "red 1"))
    assert barriers(played, ChangeState("Draw a chit", {"held": laid}), RED) == ()
    played.do(ChangeState("Draw a chit", {"held": laid}), BLUE)
    turned = ChangeState("Turn a chit", {"held": laid.set("b1", Held("red", "red 1", True))})
    assert barriers(played, turned, RED) and barriers(played, turned, BLUE) == ()


def test_at_one_table_a_chit_is_told_and_put_back_by_its_owner():
    played = fought()
    played.add(cups.fill(played.record, "red", {"a": 3}, KEY))
    played.add(cups.draw(played.record, "red", "b1", KEY), BLUE)
    shown = cups.reveal(played.record, "red 1", KEY)
    with pytest.raises(WrongUse, match='put back by side "blue", whose chit it is, and not by "red"'):
        played.add(shown, RED)
    played.add(shown, BLUE)
    back = cups.put_back(played.record, "red 1")
    with pytest.raises(WrongUse, match='and not by "red"'):
        played.add(back, RED)
    played.add(back, BLUE)


def test_by_words_a_why_goes_before_the_command_and_stays_in_the_journal():
    played = fought()
    desk = Desk(played, RED, None, load_ruleset("scs-1.6"))
    (answer,) = driven(desk, ["points Blue air 3"])
    assert answer.misused and 'because "WHY" COMMAND…' in answer.error and played.number == 1
    (answer,) = driven(desk, ["because 'we agreed on it' points Blue air 3"])
    assert not answer.error, answer.error
    noted, done = played.entries[-2:]
    assert noted.event == Noted("we agreed on it", why=True) and noted.by == RED
    assert isinstance(done.event, Did) and done.event.because == noted.number
    (answer,) = driven(desk, ["because 'too few words' points"])
    assert "needs more words" in answer.error and not desk.why
