"""What lies behind the present of a session."""

from dataclasses import replace
from types import MappingProxyType

import pytest
from oracles.sessions import BLUE, RED, START, began, move, session

from core.files.ruleset_files import load_ruleset
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Piece
from core.model.edits.edit import IN_PLAY
from core.model.edits.force_edits import ChangePieces
from core.model.edits.state_edits import ChangeState
from core.model.items import Items
from core.model.oob import Counter, Oob, Side
from core.model.scenario import Allotment, Arrival, Scenario, Turn
from core.model.state import Moment
from core.play.events import Began, Went
from core.play.passage import back_to, begun_at, forced, go_to, passed, trails, turns
from core.play.session import NeedsReason, Session
from core.play.turns import Course


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
    # Also where players have gone on to what follows, and back.
    go(played, 1, "rally", RED)
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


def test_units_are_forced_that_results_of_dice_alone_have_put_elsewhere() -> None:
    played = session()
    since = go(played, 1, "movement", RED)
    roll = played.roll("2d6", RED).number
    played.do(move("b1", 4, 4), BLUE, roll)
    assert forced(played, since) == {"b1"}
    assert forced(played, played.number) == frozenset()
    noted = played.note("We agreed", RED).number
    played.do(move("r1", 2, 2), RED, noted)
    assert forced(played, since) == {"b1"}
    played.do(move("b1", 4, 3), BLUE)
    assert forced(played, since) == frozenset()


def test_who_has_lost_a_step_by_dice_where_he_stands_is_not_forced_elsewhere() -> None:
    played = session()
    since = go(played, 1, "movement", RED)
    place = START.pieces["b1"].at
    assert isinstance(place, Hex)
    lost = ChangePieces("Lose a step", IN_PLAY, {"b1": Piece(place, lost=1)})
    played.do(lost, BLUE, played.roll("2d6", RED).number)
    assert forced(played, since) == frozenset()


def test_a_phase_of_one_side_begins_after_that_of_the_other() -> None:
    played = session()
    go(played, 1, "artillery.place", RED)
    blue = go(played, 1, "artillery.place", BLUE)
    assert begun_at(played) == blue
    assert begun_at(session()) == 1


def test_further_phases_may_belong_to_one_that_has_begun() -> None:
    played = session()
    go(played, 1, "fired", BLUE)
    first = go(played, 1, "fired", RED)
    go(played, 1, "actions", RED)
    last = go(played, 1, "recovery", RED)
    assert (begun_at(played), begun_at(played, 0, {"fired", "actions", "recovery"})) == (last, first)


def test_steps_of_one_phase_of_the_rules_may_be_counted_as_one() -> None:
    played = session()
    first = go(played, 1, "movement.move", RED)
    last = go(played, 1, "movement.stacking", RED)
    assert (begun_at(played), begun_at(played, in_whole=True)) == (last, first)
    other = go(played, 1, "combat", RED)
    assert begun_at(played, in_whole=True) == other


# Over the beginning of a turn ------------------------------------------------------------------------------------------

PLAN = Scenario(
    "A battle",
    turns=(Turn("06:00"), Turn("07:00", weather="fog"), Turn("08:00")),
    allotments=(
        *(Allotment(RED, "HE", 10), Allotment(RED, "HE", 5, 2)),
        *(Allotment(RED, "Sorties", 2, 1), Allotment(RED, "Sorties", 3, 2)),
    ),
    arrivals=(Arrival(("new",), 2),),
    start=START,
)
OOB = Oob(sides=Items((Side(RED, "Red"), Side(BLUE, "Blue"))), counters=Items((Counter("new", RED),)))


def of_tcs() -> tuple[Session, Course]:
    first = began()
    assert isinstance(first.event, Began)
    box = GameBox("A game", "tcs-4.01", (), oob=OOB, scenarios=MappingProxyType({"a.scenario.yaml": PLAN}))
    played = session([replace(first, event=replace(first.event, scenario=PLAN))])
    return played, Course.of(box, load_ruleset("tcs-4.01"), "a.scenario.yaml")


def to_turn(played: Session, way: Course, turn: int, phase: str = "", why: str = "") -> list[int]:
    return [each.number for each in go_to(played, way, way.at(played.state, turn, phase), RED, why)]


def left(played: Session) -> dict[str, int]:
    return {what: amount for (_, what), amount in played.state.points.items()}


def test_back_over_the_beginning_of_a_turn_everything_is_as_it_was() -> None:
    played, way = of_tcs()
    to_turn(played, way, 1)
    played.do(ChangeState("Fly", {"points": played.state.points.set((RED, "Sorties"), 1)}), RED)
    before = played.state
    to_turn(played, way, 2)
    assert left(played) == {"HE": 15, "Sorties": 3} and played.state.weather == "fog"
    spent = played.state.points.set((RED, "HE"), 1).set((RED, "Sorties"), 0)
    played.do(ChangeState("Fire", {"points": spent}), RED)
    played.do(ChangePieces("Lost", IN_PLAY, {"new": None}), RED)
    moment = way.previous(played.state, passed(played))
    assert moment is not None and moment.turn == 1
    added = go_to(played, way, moment, RED)
    assert [type(each.event).__name__ for each in added] == ["Went", "Did"]
    assert left(played) == {"HE": 10, "Sorties": 1} and played.state.deployment == before.deployment
    assert played.state.moment == moment and played.state.weather == ""
    # What was done in the turn stays in the journal as a branch.
    assert played.branches()[0].steps == 3
    to_turn(played, way, 3)
    assert left(played) == {"HE": 15, "Sorties": 0}
    to_turn(played, way, 0)
    assert played.state.moment == Moment() and left(played) == {"HE": 10}


def test_a_turn_is_gone_back_over_as_entries_are() -> None:
    played, way = of_tcs()
    to_turn(played, way, 1)
    to_turn(played, way, 2)
    played.roll("d6", RED)
    with pytest.raises(NeedsReason, match="Dice fell in entry 4"):
        to_turn(played, way, 1)
    assert to_turn(played, way, 1, "action.fired", "nobody was ready") == [5, 6]
    assert played.entry(5).event == Went(2, why="nobody was ready")
    assert to_turn(played, way, 1, "action.fired") == []


def test_where_play_stood_in_no_earlier_turn_it_goes_back_to_before_them() -> None:
    played, way = of_tcs()
    played.do(move("b1", 4, 4))
    to_turn(played, way, 3)
    assert back_to(played, 2) == 2
    to_turn(played, way, 2)
    assert left(played) == {"HE": 15, "Sorties": 3} and played.state.moment.turn == 2
