"""What a side may not see is nowhere in its view: searched for in everything that the view gives, by every hidden id."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.sessions import BLUE, RED, SOFT, began, move, session

from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Piece
from core.model.edits.edit import IN_PLAY, Several
from core.model.edits.force_edits import ChangePieces
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import ChangeState
from core.model.orders import OpSheet
from core.model.scenario import ARRIVING, Allotment
from core.model.state import Declared, Held, Moment
from core.play import cups, keys, seals
from core.play.events import Began, Did, Drew, Entry, HandedOver, Kind, Overruled, Ruled, Went
from core.play.session import Session
from core.play.told import Teller
from core.play.views import Unseen, View
from core.rules.kernel.findings import Finding
from core.rules.kernel.play_rules import Stacks as StackRule

UNITS = {f"{side}-{n}": (side, f"{side} {n}") for side in (RED, BLUE) for n in range(4)}
STACKED = Deployment().with_pieces(
    {id_: Piece(Hex(0, 0) if side == RED else Hex(5, 5), rank) for rank, (id_, (side, _)) in enumerate(UNITS.items())}
)


KEY = bytes(32)


def stacked(kind: Kind = "hot_seat") -> Session:
    """Four units of each side, each side in one stack; number 3 is on top."""
    first = began(kind)
    assert isinstance(first.event, Began)
    scenario = replace(first.event.scenario, start=STACKED)
    return session([Entry(1, 0, "", replace(first.event, scenario=scenario, units=UNITS))], kind, [RED, BLUE])


def with_cup() -> Session:
    """The same, with a cup of chits."""
    played = stacked()
    played.add(cups.fill(played.record, "red", {"9-4": 40}, KEY))
    return played


def draw_chit(played: Session, unit: str, by: str) -> None:
    """A chit is drawn for a unit, and lies under it."""
    drew = cups.draw(played.record, "red", unit, KEY)
    played.add(drew, by)
    played.do(ChangeState("Draw a chit", {"held": played.state.held.set(unit, Held("red", drew.seal))}), by)


def test_a_stack_of_the_enemy_shows_its_top_counter_and_how_many_lie_below() -> None:
    seen = View(stacked(), [RED], "top").state()
    assert seen.state.deployment is not None
    assert set(seen.state.deployment.pieces) == {"red-0", "red-1", "red-2", "red-3", "blue-3"}
    assert dict(seen.below) == {Hex(5, 5): 3}


def test_counters_of_one_side_do_not_cover_those_of_the_other() -> None:
    played = stacked()
    for rank, unit in enumerate(("red-0", "blue-0", "blue-1", "red-1"), start=20):
        played.do(ChangePieces("Move", IN_PLAY, {unit: Piece(Hex(9, 9), rank)}), RED)
    assert View(played, [BLUE], "top").hidden(played.state) == {"red-0", "red-2"}
    assert View(played, [RED], "top").hidden(played.state) == {"blue-0", "blue-2"}


@pytest.mark.parametrize("view", [{"eyes": [RED], "stacks": "open"}, {"eyes": [RED, BLUE], "stacks": "top"}])
def test_open_stacks_and_both_players_together_see_all(view: dict[str, Any]) -> None:
    played = stacked()
    seen = View(played, **view).state()
    assert seen.state == played.state and not seen.below


def test_an_attack_that_was_declared_shows_who_takes_part_until_it_is_resolved() -> None:
    played = stacked()
    played.declare(["red-1"], [Hex(5, 5)], RED)
    red, blue = View(played, [RED], "top"), View(played, [BLUE], "top")
    assert not red.hidden(played.state)
    assert blue.hidden(played.state) == {"red-0", "red-2"}
    played.do(ChangePieces("Move", IN_PLAY, {"blue-3": Piece(Hex(6, 6))}), BLUE)
    played.do(ChangePieces("Move", IN_PLAY, {"blue-0": Piece(Hex(6, 6), -1)}), BLUE)
    played.do(ChangePieces("Move", IN_PLAY, {"blue-3": Piece(Hex(5, 5), -2), "late": Piece(Hex(5, 5), -1)}), BLUE)
    # Who comes later is not seen, and who has gone elsewhere no longer.
    assert red.hidden(played.state) == {"late"}
    played.do(ChangePieces("Move", IN_PLAY, {"late": Piece(Hex(6, 6), 9)}), BLUE)
    assert red.hidden(played.state) == {"blue-0"}
    played.roll("2d6", RED)
    played.resolve(played.state.declared, RED)
    assert red.hidden(played.state) == {"blue-0", "blue-3", "blue-1"}


def test_what_was_fought_names_nobody_who_is_out_of_sight_again() -> None:
    played = stacked()
    played.declare(["red-1", "red-3"], [Hex(5, 5)], RED)
    played.roll("2d6", RED)
    played.resolve(played.state.declared, RED)
    red, blue = View(played, [RED], "top"), View(played, [BLUE], "top")
    assert red.hidden(played.state) == {"blue-0", "blue-1", "blue-2"} and not red.state().state.declared
    assert [(each.units, each.shown) for each in red.state().state.fought] == [(("red-1", "red-3"), ("blue-3",))]
    assert [each.units for each in blue.state().state.fought] == [("red-3",)]
    seen = red.entry(played.number).event
    assert isinstance(seen, Did) and "'blue-1'" not in repr(seen) and "'blue-3'" in repr(seen)
    told = Teller(played.record.began).told(red.entry(played.number), red.state(played.number - 1).state)
    assert told.count("is resolved") == 1
    assert [each.shown for each in View(played, [RED, BLUE]).state().state.fought] == [("blue-0", "blue-1", "blue-2", "blue-3")]


def ordered() -> Session:
    """A session whose scenario prints an op sheet for either side."""
    first = began("hot_seat")
    assert isinstance(first.event, Began)
    printed = (OpSheet("Red hill", RED, "Attack", ("red-0",)), OpSheet("Blue hill", BLUE, "Attack", ("blue-0",)))
    scenario = replace(first.event.scenario, sheets=printed)
    return session([Entry(1, 0, "", replace(first.event, scenario=scenario))], "hot_seat", [RED, BLUE])


def test_a_side_sees_its_own_op_sheets_and_those_that_the_scenario_prints() -> None:
    played = ordered()
    secret = OpSheet("Night march", BLUE, "Move", ("blue-1",), status="waiting", note="Through the wood.")
    over = replace(played.state.orders["Blue hill"], status="succeeded")
    played.do(ChangeOrders("Draw up an op sheet", {"Night march": secret}), BLUE)
    played.do(ChangeOrders("Declare a success", {"Blue hill": over}), BLUE)
    red, blue = View(played, [RED]), View(played, [BLUE])
    assert set(blue.state().state.orders) == {"Red hill", "Blue hill", "Night march"}
    assert blue.state().state.orders["Blue hill"].status == "succeeded"
    assert set(red.state().state.orders) == {"Red hill", "Blue hill"}
    assert red.state().state.orders["Blue hill"].status == "implemented"
    assert [red.entry(number).event for number in (2, 3)] == [Unseen("change"), Unseen("change")]
    assert isinstance(blue.entry(2).event, Did)
    assert View(played, [RED, BLUE]).state().state is played.state
    played.do(ChangeOrders("Throw it away", {"Blue hill": None}), BLUE)
    assert "Blue hill" in red.state().state.orders, "what is printed stays printed"


def test_what_a_roll_of_another_side_is_for_is_not_told_where_it_names_an_op_sheet_that_is_secret() -> None:
    played = ordered()
    secret = OpSheet("Night march", BLUE, "Move", ("blue-1",), status="waiting")
    played.do(ChangeOrders("Draw up an op sheet", {"Night march": secret}), BLUE)
    for purpose in ("command prep of Night march", "command prep of Blue hill", "a night marchpast"):
        played.roll("11..66", BLUE, purpose)
    seen = {side: [View(played, [side]).entry(number).event for number in (3, 4, 5)] for side in (RED, BLUE)}
    known = ["command prep of Night march", "command prep of Blue hill", "a night marchpast"]
    assert [each.purpose for each in seen[BLUE]] == known
    assert [each.purpose for each in seen[RED]] == ["", *known[1:]]
    assert [each.pips for each in seen[RED]] == [each.pips for each in seen[BLUE]]


def test_a_change_of_orders_of_both_sides_shows_each_its_own() -> None:
    played = ordered()
    more = {sheet.id: replace(sheet, turns=3) for sheet in played.state.orders.values()}
    played.do(ChangeOrders("Accrue weighted turns", more))
    seen = View(played, [RED]).entry(2).event
    assert isinstance(seen, Did) and [set(edit.sheets) for edit in seen.edits if isinstance(edit, ChangeOrders)] == [
        {"Red hill"}
    ]
    assert "Blue hill" not in repr(seen)


@pytest.mark.parametrize("side", [RED, BLUE])
def test_forged_words_of_what_is_declared_show_nothing_else(side: str) -> None:
    played = stacked()
    forged = Declared(side, tuple(UNITS), (Hex(0, 0), Hex(5, 5), "Off map"), "attack", tuple(UNITS))
    played.add(Did("Attack", (ChangeState("Attack", {"declared": (forged,)}),)), side)
    other = BLUE if side == RED else RED
    # The units of who declares, and the own ones of who is attacked; a lie about the other side shows what is attacked alone.
    moved = ChangePieces("Move", IN_PLAY, {f"{other}-0": Piece(Hex(9, 9)), f"{other}-1": Piece(Hex(9, 9), 1)})
    played.do(moved, other)
    assert View(played, [side], "top").hidden(played.state) == {f"{other}-0"}


def test_where_strength_is_shown_in_the_combat_alone_a_declaration_shows_nothing_and_names_nobody() -> None:
    played = stacked()
    played.declare(["red-1", "red-3"], [Hex(5, 5)], RED)
    rule = StackRule("top", until="resolved")
    red, blue = View(played, [RED], rule), View(played, [BLUE], rule)
    assert red.hidden(played.state) == {"blue-0", "blue-1", "blue-2"}
    assert blue.hidden(played.state) == {"red-0", "red-1", "red-2"}
    assert [each.units for each in blue.state().state.declared] == [("red-3",)]
    assert [each.shown for each in red.state().state.declared] == [("blue-3",)]
    played.do(ChangePieces("Below", IN_PLAY, {"red-3": Piece(Hex(0, 0), -1)}), RED)
    teller = Teller(played.record.began)
    assert [each.units for each in blue.state().state.declared] == [()] and blue.state(2).state.declared[0].units == ("red-3",)
    unseen = Did("Attack", (ChangeState("Attack", {"declared": blue.state().state.declared}),))
    assert "Red declares attack: units that are out of sight against" in teller.told(Entry(2, 0, RED, unseen))
    told = repr(blue.entries(2)) + repr(red.entries(2))
    assert "'red-3'" in told and "'blue-3'" in told and "'blue-1'" not in repr(red.entries(2)) + repr(red.state())
    assert "'red-1'" not in repr(blue.entries(2)) + repr(blue.state())


def test_where_nobody_takes_notes_what_was_shown_is_not_shown_again() -> None:
    played = stacked()
    at = played.declare(["red-1"], [Hex(5, 5)], RED).number
    with_notes, without = View(played, [RED], "top"), View(played, [RED], StackRule("top", until="declared", notes=False))
    assert not without.hidden(played.state)
    played.roll("2d6", RED)
    played.resolve(played.state.declared, RED)
    assert not with_notes.hidden(played.state_at(at))
    assert without.hidden(played.state_at(at)) == {"blue-0", "blue-1", "blue-2"}


def test_of_a_finding_that_the_other_side_overruled_its_section_is_told() -> None:
    played = stacked()
    played.overrule("4.0a", "Blue has 4 units (blue 0, blue 1) in 05.05", "blue 0 is small", BLUE)
    seen = View(played, [RED], "open").entry(2)
    assert seen.event == Overruled("4.0a", "", "")
    assert Teller(played.record.began).told(seen) == "Blue overrules 4.0a."
    assert View(played, [BLUE], "top").entry(2).event == played.entry(2).event == View(played, [RED, BLUE]).entry(2).event


def test_findings_are_told_to_those_who_may_see_what_they_are_about() -> None:
    played = stacked()
    there, own = Hex(5, 5), Hex(0, 0)
    mend = ChangePieces("Off", IN_PLAY, {"blue-1": None})
    told = [
        Finding("a", "1", "red 0 and red 1 lie in 00.00", units=("red-0", "red-1"), spots=(own,)),
        Finding("b", "1", "Red stands beside blue 3", units=("red-0",), spots=(own, there)),
        Finding("c", "1", "both stand in 05.05", units=("red-0", "blue-3"), spots=(there,)),
        Finding("d", "1", "blue 30 is not blue 2x", units=("red-0",)),
    ]
    kept_back = [
        Finding("e", "1", "4 units lie there", units=("blue-0", "blue-3")),
        Finding("f", "1", "4 units lie in 05.05", units=("blue-3",), spots=(there,)),
        Finding("g", "1", "Red stands beside blue 2.", units=("red-0",)),
        Finding("h", "1", "Something is mended", edits=(Several("x", (mend,)),)),
    ]
    view = View(played, [RED], "top")
    assert view.findings([*told, *kept_back], played.state) == tuple(told)
    for all_seen in (View(played, [RED], "open"), View(played, [RED, BLUE], "top")):
        assert all_seen.findings(kept_back, played.state) == tuple(kept_back)
    other = View(played, [BLUE], "top").findings([*told, *kept_back], played.state)
    assert {each.code for each in other} >= {"e", "f", "h"}, "each side is told its own"


def test_the_first_entry_tells_what_is_printed_and_neither_secret_points_nor_what_lies_below() -> None:
    first = began()
    assert isinstance(first.event, Began)
    sheet = OpSheet("s1", BLUE, "attack", ("blue-1",), (("blue-1", Hex(9, 9)),))
    plan = replace(
        first.event.scenario,
        start=STACKED,
        sheets=(sheet,),
        allotments=(Allotment(BLUE, "HE", 17), Allotment(BLUE, "air", 2), Allotment(RED, "HE", 3)),
    )
    drawing = {"blue-1": "red", "red-1": "red"}
    played = session([Entry(1, 0, "", replace(first.event, scenario=plan, units=UNITS, drawing=drawing))])
    for stacks in ("open", "top"):
        seen = View(played, [RED], stacks, lambda what: what == "HE").entry(1).event  # type: ignore[arg-type]
        assert isinstance(seen, Began)
        assert seen.scenario.allotments == plan.allotments[1:] and seen.scenario.sheets == (sheet,)
        assert ("blue-1" in seen.scenario.start.pieces) == ("blue-1" in seen.units) == (stacks == "open")
        assert ("blue-1" in seen.drawing) == (stacks == "open") and "red-1" in seen.drawing
    one = replace(plan, start=Deployment().with_pieces({"red-0": Piece(Hex(0, 0)), "blue-0": Piece(Hex(5, 5))}))
    alone = session([Entry(1, 0, "", replace(first.event, scenario=one, units=UNITS))])
    bare = View(alone, [RED], "top", lambda what: what == "HE").entry(1).event
    assert isinstance(bare, Began) and bare.scenario.allotments == plan.allotments[1:]


def test_the_chit_of_a_unit_that_left_from_below_is_in_no_view_of_the_other_side() -> None:
    played = with_cup()
    draw_chit(played, "blue-0", BLUE)
    played.do(ChangePieces("Off", IN_PLAY, {"blue-0": None}), BLUE)
    draw_chit(played, "blue-1", BLUE)
    view = View(played, [RED], "top")
    for number in range(1, played.number + 1):
        assert "blue-0" not in repr(view.state(number)) + repr(view.entry(number))
    assert view.entry(4).event == Unseen("change") == view.entry(7).event
    assert "blue-0" in repr(View(played, [BLUE], "top").state())


def test_who_came_in_beneath_others_has_come_in_for_its_own_side_alone() -> None:
    played = stacked()
    played.do(ChangeState("Go", {"moment": Moment(1, "first", BLUE)}), BLUE)
    comes = {"blue-1": Piece(ARRIVING)}
    played.do(ChangePieces("Wait", IN_PLAY, comes), BLUE)
    played.do(ChangePieces("In", IN_PLAY, {"blue-1": STACKED.pieces["blue-1"]}), BLUE)
    assert View(played, [BLUE], "top").state().state.arrived == {"blue-1"}
    assert not View(played, [RED], "top").state().state.arrived


def test_who_has_moved_beneath_others_or_is_lost_there_has_moved_for_its_own_side_alone() -> None:
    played = stacked()
    played.do(ChangeState("Go", {"moment": Moment(1, "first", BLUE)}), BLUE)
    out_and_back = (move("blue-1", 6, 5), move("blue-2", 6, 5), move("blue-3", 6, 5), move("blue-1", 5, 5))
    played.do(Several("There and back", out_and_back), BLUE)
    own, other = (View(played, [side], "top").state().state for side in (BLUE, RED))
    assert own.moved == {"blue-1", "blue-2", "blue-3"} and set(own.vacated.values()) == {"blue-1", "blue-3"}
    hidden = View(played, [RED], "top").hidden(played.state)
    assert len(own.treks) == 4 and len(other.treks) < 4
    assert other.moved == own.moved - hidden and hidden.isdisjoint(other.vacated.values())
    played.do(ChangePieces("Off", IN_PLAY, {"blue-0": None}), BLUE)
    assert played.state.vacated[Hex(5, 5)] == "blue-0"
    assert "blue-0" not in repr(View(played, [RED], "top").state())


def test_edits_in_edits_hide_nothing_from_those_who_make_a_view() -> None:
    played = stacked()
    inner = ChangePieces("x", IN_PLAY, {"blue-0": replace(STACKED.pieces["blue-0"], lost=1)})
    played.add(Did("x", (Several("x", (Several("x", (inner,)),)),)), BLUE)
    assert View(played, [RED], "top").entry(2).event == Unseen("change")


def test_what_moves_below_a_stack_is_told_as_no_more_than_a_change() -> None:
    played = stacked()
    played.do(ChangePieces("Reduce", IN_PLAY, {"blue-0": replace(STACKED.pieces["blue-0"], lost=1)}), BLUE)
    assert View(played, [RED], "top").entry(2).event == Unseen("change")
    assert isinstance(View(played, [BLUE], "top").entry(2).event, Did)


def test_why_something_out_of_sight_was_done_stands_with_it_in_the_journal_of_the_other_side() -> None:
    played = stacked()
    for words, why in (("a slip of the hand", True), ("nothing to do with it", False)):
        noted = played.note(words, BLUE, why=why)
        lost = replace(STACKED.pieces["blue-0"], lost=2 - why)
        done = played.do(ChangePieces("Reduce", IN_PLAY, {"blue-0": lost}), BLUE, noted.number)
        assert done is not None
        view, teller = View(played, [RED], "top"), Teller(played.record.began)
        because = f" (because of entry {noted.number})" if why else ""
        assert teller.told(view.entry(done.number)) == f"Blue changes something that is out of sight{because}."
        starts = "says why something is done that follows" if why else "notes"
        assert teller.told(view.entry(noted.number)) == f"Blue {starts}: {words}"
    # What was tried and undone alone, too.
    reason = played.note("the wrong one", BLUE, why=True)
    tried = played.do(move("blue-3", 6, 6), BLUE, reason.number)
    played.undo(BLUE)
    played.do(move("blue-3", 7, 7), BLUE)
    assert tried is not None and View(played, [RED], "top").entry(tried.number).event == Unseen("change", reason.number)


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
        st.tuples(st.just("undo"), st.just(""), st.sampled_from(["", RED, BLUE])),
    ),
    max_size=8,
)


@given(moves, st.sampled_from([RED, BLUE]))
def test_no_hidden_id_is_anywhere_in_the_view_of_the_other_side(some: list[tuple[str, str, Any]], eyes: str) -> None:
    played = with_cup()
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
            if unit not in played.record.under:
                draw_chit(played, unit, side)
        elif step == "ask":
            played.rule(Ruled("stacking", {"hex": unit}, unit, b"", b""), side)
        elif played.undo_to():
            played.undo(more or "", why="why not")
    view = View(played, [eyes], "top")
    always = set(UNITS)
    for number in range(1, played.number + 1):
        hidden = view.hidden(played.state_at(view.seen_at(number)))
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


def test_taking_off_what_covers_a_stack_of_the_other_side_would_bring_it_to_light() -> None:
    played = stacked()
    red, blue = View(played, [RED], "top"), View(played, [BLUE], "top")
    lift, own = move("blue-3", 7, 7), move("red-3", 7, 7)
    assert red.brought_to_light(lift) == {"blue-2"}
    assert not blue.brought_to_light(lift) and not red.brought_to_light(own)
    assert not View(played, [RED], "open").brought_to_light(lift)
    assert red.brought_to_light(move("blue-0", 7, 7)) == {"blue-0"}


# What was tried and undone ---------------------------------------------------------------------------------------------------


def blues(view: View, number: int) -> set[str]:
    deployment = view.state(number).state.deployment
    assert deployment is not None
    return {unit for unit in deployment.pieces if unit.startswith("blue")}


def test_what_a_side_tries_and_undoes_alone_is_not_in_the_film_of_the_other() -> None:
    played = stacked()
    played.do(move("red-3", 1, 0), RED)
    kept = played.do(move("blue-3", 6, 6), BLUE)
    first = played.do(move("blue-2", 7, 7), BLUE)
    second = played.do(move("blue-1", 8, 8), BLUE)
    assert kept is not None and first is not None and second is not None
    played.go(kept.number, BLUE)
    played.do(move("blue-3", 6, 7), BLUE)
    view, own = View(played, [RED], "top"), View(played, [BLUE], "top")
    for tried in (first.number, second.number):
        assert view.seen_at(tried) == kept.number and view.state(tried) == view.state(kept.number)
        assert view.entry(tried).event == Unseen("change")
        assert own.seen_at(tried) == tried and isinstance(own.entry(tried).event, Did)
    assert all(blues(view, number) <= {"blue-3", "blue-2"} for number in range(1, played.number + 1))
    assert "blue-1" not in repr(view.entries()) + repr([view.state(n) for n in range(1, played.number + 1)]).replace(
        "below", ""
    )
    # What stands is seen, each step of it.
    assert isinstance(view.entry(kept.number).event, Did) and isinstance(view.entry(played.number).event, Did)


@pytest.mark.parametrize("by", [RED, ""])
def test_what_the_other_side_had_before_its_eyes_stays_in_its_film(by: str) -> None:
    played = stacked()
    tried = played.do(move("blue-3", 6, 6), BLUE)
    assert tried is not None
    if by:
        played.note("I have seen it", by)
    played.go(1, BLUE if by else by)
    view = View(played, [RED], "top")
    assert view.seen_at(tried.number) == tried.number and blues(view, tried.number) == {"blue-3", "blue-2"}


def test_what_falls_before_both_is_seen_although_it_is_gone_back_on() -> None:
    played = stacked()
    tried = played.do(move("blue-3", 6, 6), BLUE)
    rolled = played.roll("2d6", BLUE)
    later = played.do(move("blue-2", 6, 6), BLUE)
    assert tried is not None and later is not None
    played.go(1, BLUE, why="a slip")
    view = View(played, [RED], "top")
    assert [view.seen_at(number) for number in (tried.number, rolled.number)] == [tried.number, rolled.number]
    assert view.seen_at(later.number) == rolled.number
    played.declare(["blue-1"], [Hex(0, 0)], BLUE)
    declared = played.number
    played.go(1, BLUE, why="another slip")
    assert View(played, [RED], "top").seen_at(declared) == declared


def test_what_was_undone_and_done_again_is_seen() -> None:
    played = stacked()
    tried = played.do(move("blue-3", 6, 6), BLUE)
    assert tried is not None
    played.undo(BLUE)
    assert View(played, [RED], "top").seen_at(tried.number) == 1
    played.redo(BLUE)
    assert View(played, [RED], "top").seen_at(tried.number) == tried.number


def test_by_mail_the_other_side_sees_what_was_handed_over() -> None:
    first = stacked("mail").entries[0]
    tried = Entry(2, 0, BLUE, Did("Move", (move("blue-3", 6, 6),)))
    stands = Entry(4, 0, BLUE, Did("Move", (move("blue-3", 7, 7),)))
    lines = [first, tried, Entry(3, 0, BLUE, Went(1)), stands, Entry(5, 0, BLUE, HandedOver(RED, b""))]
    played = session(lines, "mail", [RED])
    view = View(played, [RED], "top")
    assert [view.seen_at(number) for number in range(1, 6)] == [1, 1, 3, 4, 5]
    assert blues(view, 2) == {"blue-3"} and blues(view, 4) == {"blue-3", "blue-2"}


def test_a_view_of_nobody_shows_what_both_sides_know() -> None:
    played = stacked()
    played.rule(Ruled("combat", {"attackers": "blue-0"}, "2:1", b"d", b"r"), BLUE)
    played.overrule("4.0a", "Red has 4 units (red 0, red 1) in 00.00", "they are small", RED)
    played.do(ChangeState("Fire", {"points": played.state.points.set((RED, "HE"), 9).set((RED, "air"), 1)}), RED)
    tried = played.do(move("blue-3", 6, 6), BLUE)
    assert tried is not None
    played.undo(BLUE)
    both = View(played, [], "top", lambda what: what == "HE")
    seen = both.state().state
    assert seen.deployment is not None and set(seen.deployment.pieces) == {"red-3", "blue-3"}
    assert dict(both.state().below) == {Hex(0, 0): 3, Hex(5, 5): 3}
    assert (RED, "HE") not in seen.points and seen.points[RED, "air"] == 1
    assert both.entry(2).event == Unseen("question") and both.entry(3).event == Overruled("4.0a", "", "")
    assert both.seen_at(tried.number) == 4
    text = repr(both.entries(2))
    for side in (RED, BLUE):
        own = View(played, [side], "top", lambda what: what == "HE")
        assert not any(f"'{side}-{n}'" in text for n in range(3))
        assert both.hidden(played.state) >= own.hidden(played.state)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["move", "undo", "redo", "note", "roll", "go"]), st.sampled_from(["", RED, BLUE]), st.integers(0, 9)
        ),
        max_size=14,
    )
)
def test_what_is_seen_grows_and_is_closed_under_what_led_there(some: list[tuple[str, str, int]]) -> None:
    played = stacked()
    seen_before: set[int] = set()
    for step, by, more in some:
        if step == "move":
            played.do(move(f"{by or RED}-{more % 4}", more, 3), by)
        elif step == "undo" and played.undo_to():
            played.undo(by, "why")
        elif step == "redo" and played.redo_to():
            played.redo(by, "why")
        elif step == "note":
            played.note("x", by)
        elif step == "roll":
            played.roll("d6", by)
        elif step == "go":
            played.go(more % played.number + 1, by, why="why")
        view = View(played, [RED], "top")
        seen = {number for number in range(1, played.number + 1) if view.seen_at(number) == number}
        assert set(played.way()) <= seen and all(played.parent(number) in seen for number in seen if number > 1)
        lost = seen_before - seen
        assert all(played.entries[number - 1].by == BLUE for number in lost), "what a side had before its eyes stays seen"
        assert view.seen_at(played.number) == played.number
        seen_before = seen
        assert all(View(played, [RED, BLUE]).seen_at(number) == number for number in range(1, played.number + 1))
