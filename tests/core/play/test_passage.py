"""What lies behind the present of a session."""

from oracles.sessions import BLUE, RED, move, session

from core.geometry.hexes import Hex
from core.model.edits.state_edits import ChangeState
from core.model.state import Moment
from core.play.passage import begun_at, passed, trails, turns
from core.play.session import Session


def go(played: Session, turn: int, phase: str, side: str = "", round_: int = 1) -> int:
    entry = played.do(ChangeState("Go", {"moment": Moment(turn, phase, side, round_)}))
    assert entry is not None
    return entry.number


def test_the_moments_of_the_way_are_known_the_oldest_first() -> None:
    played = session()
    go(played, 1, "movement", BLUE)
    played.do(move("b1", 4, 4))
    go(played, 1, "combat", BLUE)
    assert passed(played) == (Moment(1, "movement", BLUE), Moment(1, "combat", BLUE))


def test_what_was_gone_back_over_is_no_part_of_it() -> None:
    played = session()
    go(played, 1, "movement", BLUE)
    go(played, 1, "combat", BLUE)
    played.undo()
    assert passed(played) == (Moment(1, "movement", BLUE),)
    assert begun_at(played) == 2


def test_a_phase_begins_where_it_was_gone_to_and_not_where_its_side_was_named() -> None:
    played = session()
    assert begun_at(played) == 1
    go(played, 1, "movement")
    began = go(played, 1, "activation")
    played.do(move("b1", 4, 4))
    go(played, 1, "activation", RED)
    assert begun_at(played) == began
    again = go(played, 1, "activation", BLUE, 2)
    assert begun_at(played) == again


def test_each_turn_is_told_once_with_the_entry_that_went_to_it() -> None:
    played = session()
    first = go(played, 1, "movement")
    go(played, 1, "combat")
    second = go(played, 2, "movement")
    assert turns(played) == ((1, first), (2, second))


def test_trails_run_from_where_a_unit_stood_over_all_hexes_into_which_it_was_put() -> None:
    played = session()
    played.do(move("r1", 1, 1))
    since = go(played, 1, "movement", RED)
    played.do(move("r1", 2, 1))
    played.do(move("r1", 2, 2))
    played.do(move("b1", 5, 4))
    assert trails(played, since) == {"r1": (Hex(1, 1), Hex(2, 1), Hex(2, 2)), "b1": (Hex(5, 5), Hex(5, 4))}
