from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sessions import BLUE, RED, SOFT, START, began, by_mail, move, session

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.edits.edit import IN_PLAY, Several, Touched
from core.model.edits.force_edits import ChangePieces
from core.model.edits.map_edits import ChangeBox
from core.model.edits.play_states import difference
from core.model.edits.state_edits import ChangeState, SetVisibility
from core.model.scenario import ARRIVING
from core.model.state import Declared, GameState, Moment, Trek
from core.model.work import Work
from core.play import cups
from core.play.cups_at_table import fresh_key
from core.play.event_text import entry_text, read_entry
from core.play.events import Began, Did, Entry, HandedOver, Kind, Noted, Rolled, Went
from core.play.keys import hand_over, join
from core.play.session import NeedsReason, Session


def test_a_session_begins_as_its_scenario_says() -> None:
    state = session().state
    assert state.in_play and state.deployment == START
    assert (state.light, state.visibility, state.order) == ("twilight", 4, (BLUE, RED))
    assert dict(state.points) == {(RED, "ammunition"): 12}


def test_what_is_done_is_kept_with_who_did_it() -> None:
    played = session()
    entry = played.do(move("r1", 2, 2), RED)
    assert entry is not None and (entry.number, entry.by) == (2, RED)
    assert played.state.deployment is not None and played.state.deployment.pieces["r1"].at == Hex(2, 2)
    assert played.do(move("r1", 2, 2), RED) is None
    assert played.number == 2


def test_several_edits_are_one_entry() -> None:
    played = session()
    entry = played.do(Several("Fire", (move("r1", 1, 0), Several("", (SetVisibility(2),)))), RED)
    assert entry is not None and isinstance(entry.event, Did)
    assert entry.event.label == "Fire" and len(entry.event.edits) == 2
    assert played.state.visibility == 2


def test_who_comes_onto_the_map_has_arrived_until_the_turn_is_over() -> None:
    played = session()
    played.do(ChangePieces("Set up", IN_PLAY, {"r1": Piece(Hex(2, 0)), "early": Piece(Hex(1, 0))}), RED)
    played.do(ChangeState("Go", {"moment": Moment(1, "first", RED)}), RED)
    played.do(ChangePieces("Due", IN_PLAY, {"late": Piece(ARRIVING), "other": Piece(ARRIVING), "lost": Piece("Lost")}), RED)
    assert not played.state.arrived, "who is set up, and who waits, has not come in"
    played.do(ChangeState("Go", {"moment": Moment(2, "first", RED)}), RED)
    before = played.number
    played.do(Several("In", (move("late", 2, 2), move("late", 3, 2), move("new", 4, 4), move("r1", 1, 1))), RED)
    played.do(ChangePieces("Out of a box", IN_PLAY, {"lost": Piece(Hex(6, 6)), "other": Piece("Lost")}), RED)
    assert played.state.arrived == {"late", "new"}
    played.do(ChangePieces("Back", IN_PLAY, {"new": Piece(ARRIVING), "late": replace(Piece(Hex(3, 2)), lost=1)}), RED)
    assert played.state.arrived == {"late"}
    came = played.number
    played.go(before, RED)
    assert not played.state.arrived
    played.go(came, RED)
    played.do(ChangeState("Go", {"moment": Moment(2, "second", BLUE)}), RED)
    assert played.state.arrived == {"late"}
    played.do(ChangePieces("Off", IN_PLAY, {"late": None}), RED)
    assert not played.state.arrived
    played.go(came, RED)
    played.do(ChangeState("Go", {"moment": Moment(3, "first", RED)}), RED)
    assert not played.state.arrived


def test_who_goes_into_another_hex_has_moved_until_the_turn_of_its_side_is_over_and_was_the_last_where_it_left() -> None:
    played = session()
    played.do(ChangePieces("Set up", IN_PLAY, {"r1": Piece(Hex(2, 0)), "r2": Piece(Hex(1, 0))}), RED)
    assert not played.state.moved and not played.state.vacated, "who is set up has not moved"
    played.do(ChangeState("Go", {"moment": Moment(1, "first", RED)}), RED)
    played.do(ChangePieces("Turn", IN_PLAY, {"r2": replace(Piece(Hex(1, 0)), lost=1)}), RED)
    assert not played.state.moved and not played.state.turned
    played.do(ChangePieces("Turn", IN_PLAY, {"r2": replace(Piece(Hex(1, 0)), lost=1, mode="fire")}), RED)
    assert played.state.turned == {"r2"} and not played.state.moved
    played.do(Several("There and back", (move("r1", 3, 0), move("r1", 2, 0), move("new", 4, 4))), RED)
    assert played.state.moved == {"r1", "new"}
    assert dict(played.state.vacated) == {Hex(2, 0): "r1", Hex(3, 0): "r1"}
    ways = [(Hex(2, 0), Hex(3, 0)), (Hex(3, 0), Hex(2, 0))]
    assert played.state.treks == (*(Trek(("r1",), *way) for way in ways), Trek(("new",), None, Hex(4, 4)))
    there = played.number
    played.do(ChangeState("Go", {"moment": Moment(1, "second", RED)}), RED)
    assert played.state.moved == {"r1", "new"}, "it is the turn of the same side"
    played.do(ChangeState("Go", {"moment": Moment(1, "second", RED, 1, "one")}), RED)
    assert played.state.moved == {"r1", "new"}, "it is said later who is active"
    named = played.number
    for moment in (Moment(1, "second", RED, 1, "other"), Moment(1, "second", RED, 2, "one")):
        played.do(ChangeState("Go", {"moment": moment}), RED)
        assert not played.state.moved, "it is another activation of the same side"
        played.go(named, RED)
    played.go(there, RED)
    played.do(ChangeState("Go", {"moment": Moment(1, "first", BLUE)}), RED)
    assert not played.state.moved and not played.state.turned
    played.do(ChangePieces("Off", IN_PLAY, {"r2": None}), RED)
    assert not played.state.moved and played.state.vacated[Hex(1, 0)] == "r2"
    played.go(there, RED)
    assert played.state.moved == {"r1", "new"}


def test_the_game_itself_is_not_changed_by_playing() -> None:
    played = session()
    box = Work(played._table.box).box
    with pytest.raises(WrongUse, match="not changed while it is played"):
        played.do(ChangeBox("", box.with_head(box.head).head), RED) or played.do(
            ChangePieces("", "a.scenario.yaml", {"r1": None}), RED
        )
    assert played.number == 1


def test_undo_is_an_entry_and_nothing_is_lost() -> None:
    played = session()
    played.do(move("r1", 1, 1), RED)
    played.do(move("r1", 2, 2), RED)
    played.undo(RED)
    assert [type(entry.event).__name__ for entry in played.entries] == ["Began", "Did", "Did", "Went"]
    assert played.state == played.state_at(2) and played.redo_to() == 3
    played.do(move("b1", 0, 1), BLUE)
    assert played.redo_to() == 0
    branch = played.branches()[0]
    assert (branch.root, branch.tip, branch.steps) == (2, 3, 1)
    assert played.way() == (1, 2, 4, 5)


def test_the_way_that_play_is_on_bears_the_name_that_it_was_given() -> None:
    played = session()
    assert played.present() is None
    played.do(move("r1", 1, 1), RED)
    played.do(move("r1", 2, 2), RED)
    played.go(2, RED, "the other way", "to try it")
    played.do(move("b1", 0, 1), BLUE)
    present = played.present()
    assert present is not None
    assert (present.root, present.tip, present.steps, present.name) == (2, 5, 1, "the other way")


class Stack:
    """What players expect of undo and redo: a list of states and a place in it."""

    def __init__(self, first: GameState) -> None:
        self.states, self.at = [first], 0

    def do(self, state: GameState) -> None:
        self.states, self.at = [*self.states[: self.at + 1], state], self.at + 1


steps = st.one_of(
    st.tuples(st.just("do"), st.sampled_from(["r1", "r2", "b1", "b2", "new"]), st.integers(0, 4)),
    st.tuples(st.sampled_from(["undo", "redo", "note"]), st.just(""), st.just(0)),
)


@given(st.lists(steps, max_size=25))
def test_undo_and_redo_go_along_a_list_of_states(some: list[tuple[str, str, int]]) -> None:
    played, stack = session(), Stack(session().state)
    for step, unit, place in some:
        if step == "do":
            if played.do(move(unit, place, 0)) is not None:
                stack.do(played.state)
        elif step == "note":
            played.note("something")
        elif step == "undo":
            assert bool(played.undo_to()) == (stack.at > 0)
            if stack.at:
                stack.at -= 1
                played.undo()
        else:
            assert bool(played.redo_to()) == (stack.at < len(stack.states) - 1)
            if played.redo_to():
                stack.at += 1
                played.redo()
        assert played.state == stack.states[stack.at]
    assert session(played.entries).state == played.state


@given(st.lists(st.one_of(steps, st.tuples(st.just("go"), st.just(""), st.integers(1, 30))), max_size=25))
def test_any_state_can_be_taken_up_and_ways_lead_to_where_the_state_stands(some: list[tuple[str, str, int]]) -> None:
    played = session()
    for step, unit, place in some:
        if step == "do":
            played.do(move(unit, place, 0))
        elif step == "go":
            to = min(place, played.number)
            expected = played.state_at(to)
            played.go(to)
            assert played.state == expected
        elif step == "undo" and played.undo_to():
            before = played.state
            played.undo()
            played.redo()
            assert played.state == before
    for number in range(1, played.number + 1):
        way = played.way(number)
        assert way[0] == 1 and way[-1] == number and list(way) == sorted(way)
        assert all(played.parent(later) == earlier for earlier, later in pairwise(way))
        state = session().state
        for at in way:
            event = played.entry(at).event
            for edit in event.edits if isinstance(event, Did) else ():
                state = edit.apply(Work(played._table.box, state)).state
        assert state == played.state_at(number)
    own = set(played.way())
    for branch in played.branches():
        assert branch.tip not in own and branch.root in own and branch.steps


def test_dice_are_not_gone_back_over_without_a_word() -> None:
    played = session()
    played.do(move("r1", 1, 1), RED)
    played.roll("2d6", RED, "an attack")
    with pytest.raises(NeedsReason, match="Dice fell in entry 3"):
        played.undo(RED)
    entry = played.undo(RED, "the wrong unit was moved")
    assert isinstance(entry.event, Went) and entry.event.why == "the wrong unit was moved"
    assert list(played.record.rolls) == [3]


def test_what_was_declared_cannot_be_taken_back_by_mail() -> None:
    here, away = with_units(), with_units("mail")
    for played in (here, away):
        played.declare(["r1"], [Hex(5, 5)], RED)
    with pytest.raises(WrongUse, match="By mail it cannot be taken back"):
        away.undo(RED, "changed my mind")
    with pytest.raises(NeedsReason, match="was announced"):
        here.undo(RED)
    assert here.undo(RED, "both agreed").number == 3
    here.declare(["r1"], [Hex(5, 5)], RED)
    here.binding = False
    assert here.undo(RED).number == 5


def with_units(kind: Kind = "hot_seat") -> Session:
    """A session that knows whose the pieces are."""
    first = began(kind)
    assert isinstance(first.event, Began)
    units = {"r1": (RED, "First"), "r2": (RED, "Second"), "b1": (BLUE, "Guard"), "b2": (BLUE, "Horse")}
    played = session([replace(first, event=replace(first.event, units=units))], kind, [RED])
    if kind == "mail":
        played.add(join("red phrase", RED, "s-1", "mail", SOFT), RED)
    return played


def test_an_attack_is_declared_by_own_units_on_places_that_others_hold_and_once() -> None:
    played = with_units()
    for units, against, told in (
        ([], [Hex(5, 5)], "at least one unit"),
        (["r1"], [], "against at least one hex"),
        (["b1"], [Hex(5, 5)], '"b1" is no unit of side "red"'),
        (["nobody"], [Hex(5, 5)], "only own units"),
        (["r1"], [Hex(5, 5), Hex(9, 9)], "nobody of another side lies"),
        (["r1"], [Hex(0, 0)], "nobody of another side lies"),
        (["r1", "r1"], [Hex(5, 5)], "once"),
        (["r1"], [Hex(5, 5), Hex(5, 5)], "once"),
    ):
        with pytest.raises(WrongUse, match=told):
            played.declare(units, against, RED)
    assert played.number == 1
    played.declare(["r1"], [Hex(5, 5)], RED)
    assert played.state.declared == (Declared(RED, ("r1",), (Hex(5, 5),), "attack", ("b1",)),)
    with pytest.raises(WrongUse, match="declared to attack once"):
        played.declare(["r1"], [Hex(6, 5)], RED)
    with pytest.raises(WrongUse, match="attacked once"):
        played.declare(["r2"], [Hex(5, 5)], RED)
    played.do(ChangePieces("Off", IN_PLAY, {"r2": None}), RED)
    with pytest.raises(WrongUse, match="Second is not in play"):
        played.declare(["r2"], [Hex(6, 5)], RED)


def test_an_attack_is_resolved_by_dice_and_else_with_a_reason_that_all_read() -> None:
    played = with_units()
    played.declare(["r1"], [Hex(5, 5)], RED)
    for edit in (ChangeState("x", {"declared": ()}), Several("x", (Several("x", (ChangeState("x", {"declared": ()}),)),))):
        with pytest.raises(WrongUse, match="by itself"):
            played.do(edit, RED)
    held = played.state.declared
    with pytest.raises(NeedsReason, match="in entry 2 was announced"):
        played.resolve(held, RED)
    played.resolve(held, RED, "the wrong hex")
    assert not played.state.declared and played.entry(3).event == Noted("the wrong hex", 2)
    with pytest.raises(WrongUse, match="Nothing is declared"):
        played.resolve(held, RED)
    played.declare(["r1"], [Hex(5, 5)], RED)
    played.roll("2d6", RED, "the attack")
    played.declare(["r2"], [Hex(6, 5)], RED)
    first, second = played.state.declared
    played.resolve([first], RED)
    assert played.state.declared == (second,)
    assert [each.number for each in played.barriers(played.number - 1)] == []
    with pytest.raises(NeedsReason, match="in entry 7 was announced"):
        played.resolve([second], RED)
    played.binding = False
    played.resolve([second], RED)
    away = with_units("mail")
    away.declare(["r1"], [Hex(5, 5)], RED)
    with pytest.raises(WrongUse, match="No dice have fallen"):
        away.resolve(away.state.declared, RED, "never mind")


def test_what_is_resolved_was_fought_and_undoing_takes_it_back() -> None:
    played = with_units()
    for _ in range(2):
        # That a unit attacks twice is for the rules to say: nothing is forced.
        played.declare(["r1"], [Hex(5, 5)], RED, "overrun")
        played.roll("2d6", RED, "the overrun")
        played.resolve(played.state.declared, RED)
    assert [(each.what, each.units) for each in played.state.fought] == [("overrun", ("r1",))] * 2
    last = played.entry(played.number).event
    assert isinstance(last, Did) and last.label == "Resolve an overrun"
    assert read_entry(entry_text(played.entry(played.number))).event == last
    played.undo(RED)
    assert len(played.state.fought) == len(played.state.declared) == 1
    with pytest.raises(WrongUse, match="by itself"):
        played.do(ChangeState("x", {"fought": ()}), RED)
    with pytest.raises(WrongUse, match="counts as fought"):
        played.add(Did("x", (ChangeState("x", {"fought": ()}),)), RED)
    played.do(ChangeState("Go", {"moment": Moment(1, "later"), "fought": ()}), RED)
    assert not played.state.fought


def test_edits_in_edits_are_single_ones_in_an_event() -> None:
    inner = ChangeState("Go", {"moment": Moment(3)})
    did = Did("Go", (Several("a", (move("r1", 1, 1), Several("b", (inner,)))), SetVisibility(2)))
    assert did.edits == (move("r1", 1, 1), inner, SetVisibility(2))
    assert read_entry(entry_text(Entry(2, 0, "", did))).event == did


def test_what_was_undone_before_dice_fell_is_done_again_without_a_word() -> None:
    played = session()
    played.do(move("r1", 1, 1), RED)
    played.undo(RED)
    played.roll("d6", RED, "something")
    assert played.redo(RED).event == Went(2)
    played.undo(RED)
    played.add(cups.fill(played.record, "red", {"5": 2}, fresh_key()), RED)
    with pytest.raises(NeedsReason, match="was filled in entry 7"):
        played.redo(RED)
    again = played.redo(RED, "both saw it")
    assert isinstance(again.event, Went) and again.event.why == "both saw it"


def test_by_mail_a_program_acts_for_its_own_side_while_it_has_the_file() -> None:
    played, secret = by_mail()
    with pytest.raises(WrongUse, match="Blue is played by somebody else"):
        played.do(move("b1", 0, 0), BLUE)
    with pytest.raises(WrongUse, match="By mail dice are declared"):
        played.roll("d6", RED)
    with pytest.raises(WrongUse, match="signature"):
        played.add(HandedOver(BLUE, bytes(64)), RED)
    played.add(hand_over(secret, BLUE, played.entries[-1].link), RED)
    with pytest.raises(WrongUse, match="handed over to Blue"):
        played.do(move("r1", 0, 1), RED)


def test_a_side_that_is_not_in_play_does_nothing() -> None:
    with pytest.raises(WrongUse, match='no side "green"'):
        session().do(move("r1", 1, 1), "green")


def test_notes_comments_and_bookmarks_survive_going_back() -> None:
    played = session()
    played.do(move("r1", 1, 1), RED)
    played.note("daring", BLUE, on=2)
    played.bookmark(2, "The crossing")
    played.go(1, why="again")
    assert played.record.bookmarks[2] == "The crossing"
    assert [played.entry(at).event for at in played.record.comments[2]] == [Noted("daring", 2)]
    played.bookmark(2, "")
    played.bookmark(2, "")
    assert not played.record.bookmarks
    with pytest.raises(WrongUse, match="no entry 99"):
        played.note("?", on=99)
    with pytest.raises(WrongUse, match="needs words"):
        played.note("  ")


def test_overruling_asks_why() -> None:
    with pytest.raises(WrongUse, match="Say in a line why"):
        session().overrule("4.0a", "Four steps lie in 05.05.", " ")


def test_trails_follow_the_way_and_leave_out_what_was_undone() -> None:
    played = session()
    played.do(move("r1", 1, 1), RED)
    played.do(ChangeState("", {"moment": Moment(2, "movement", BLUE)}))
    played.do(move("b1", 4, 4), BLUE)
    played.undo(BLUE)
    played.do(ChangePieces("", "", {"b1": Piece(Hex(3, 3)), "b2": None, "b3": Piece("Off map")}), BLUE)
    assert [(leg.turn, leg.unit, leg.start, leg.end) for leg in played.trails()] == [
        (0, "r1", Hex(0, 0), Hex(1, 1)),
        (2, "b1", Hex(5, 5), Hex(3, 3)),
        (2, "b2", Hex(6, 5), None),
        (2, "b3", None, "Off map"),
    ]
    assert {leg.unit for leg in played.trails(2)} == {"b1", "b2", "b3"}
    assert [leg.unit for leg in played.trails(units=["r1"])] == ["r1"]


@given(
    st.lists(st.tuples(st.sampled_from(["r1", "b1", "new"]), st.integers(0, 3)), max_size=6),
    st.integers(0, 9),
    st.integers(0, 9),
)
def test_the_difference_of_two_states_is_what_led_from_one_to_the_other(
    some: list[tuple[str, int]], one: int, other: int
) -> None:
    played: Session = session()
    touched = {}
    for unit, place in some:
        edit = move(unit, place, 0)
        told = edit.touched(Work(played._table.box, played.state))
        if played.do(edit) is not None:
            touched[played.number] = told
    first, last = sorted((min(one, played.number - 1) + 1, min(other, played.number - 1) + 1))
    found = difference(played.state_at(first), played.state_at(last))
    most = Touched()
    for number in range(first + 1, last + 1):
        most |= touched[number]
    assert found.pieces <= most.pieces and not found.aspects
    assert bool(found) == (played.state_at(first) != played.state_at(last))


def test_a_typed_roll_counts_as_any_other() -> None:
    played = session()
    played.add(Rolled("2d6", (3, 4)), RED)
    assert played.record.rolls[2][1].pips == (3, 4)
