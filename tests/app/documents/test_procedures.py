"""A procedure from its first question to the last: what is asked, said, rolled, done, left and undone."""

from dataclasses import replace
from types import MappingProxyType

import pytest
from pytestqt.exceptions import capture_exceptions
from shiboken6 import delete

from app.documents.procedures import Procedures
from app.documents.proposals import do_for_side
from core.model.edits.piece_edits import moved, taken_off
from core.play.events import Did
from core.rules.kernel.procedure import OPEN
from core.rules.kernel.proposals import Proposal
from tests.app.documents.combat_bench import ASIDE, BEHIND, BEYOND, EAST, FAR, TARGET, WEST, Worker, made_up, why
from tests.app.documents.procedure_bench import (
    ANSWER,
    FIRE,
    HEADINGS,
    LOSSES,
    MORALE,
    RETREAT,
    answer,
    asked,
    begin,
    fire,
    hit,
    label,
    losses,
    morale,
    played,
    retreat,
    volley,
)


@pytest.fixture
def worker():
    return Worker()


@pytest.fixture
def document(qapp):
    return made_up()


@pytest.fixture
def procedures(document, worker):
    found = Procedures(document, worker)
    found.headings = MappingProxyType({each.name: each for each in HEADINGS})
    document.changed.connect(lambda _: found.follow())
    return found


@pytest.fixture
def live(document, procedures):
    return played(document)


def questions(procedures):
    """What is still to be asked, the first first."""
    return [each.question for each in reversed(procedures.hand.steps)] if procedures.hand is not None else []


def pieces(document):
    return document.work.deployment.pieces


def fired(document, procedures, worker, **more):
    """A fire whose roll is read."""
    procedures.begin(begin(to=label(document)))
    worker.answer(FIRE, fire())
    procedures.read({"roll": "34"}, more.pop("because", 0))
    worker.answer(FIRE, hit(document, **more))


# Asking -----------------------------------------------------------------------------------------------------------------------


def test_what_the_procedure_knows_is_asked_at_once(document, procedures, worker):
    procedures.begin(begin(to=label(document), fire="point"))
    assert worker.waiting(FIRE).parameters == {"to": label(document), "fire": "point"}
    worker.answer(FIRE, fire())
    assert procedures.asked.chosen == ("r1", "r2") and [each.parameter for each in procedures.asked.wanted] == ["roll"]
    assert procedures.proposal is None and not procedures.take()


def test_what_is_needed_and_not_known_is_waited_for_and_a_hex_is_taken_from_the_map(document, procedures, worker):
    procedures.begin(begin())
    assert (
        not worker.under_way and [each.name for each in procedures.asked.missing] == ["to"] and procedures.asked.place == "to"
    )
    assert procedures.press(TARGET)
    assert worker.waiting(FIRE).parameters == {"to": label(document)}


def test_fields_are_what_nobody_knows_yet_without_who_takes_part_and_without_dice(document, procedures, worker):
    procedures.begin(begin(to=label(document)))
    worker.answer(FIRE, fire())
    assert [each.name for each in procedures.asked.fields] == ["fire", "others"]
    procedures.begin(begin())
    assert next(each.name for each in procedures.asked.fields) == "to", "what is needed comes first"


def test_fields_that_mean_nothing_at_the_step_are_not_shown_unless_something_is_said_there(document, procedures, worker):
    found = fire()
    idle = replace(found, detail=replace(found.detail, idle=frozenset({"fire"})))
    procedures.begin(begin(to=label(document)))
    worker.answer(FIRE, idle)
    assert [each.name for each in procedures.asked.fields] == ["others"]
    procedures.say({"fire": "point"})
    worker.answer(FIRE, idle)
    assert [each.name for each in procedures.asked.fields] == ["fire", "others"]


def test_who_takes_part_is_turned_one_by_one_and_hex_by_hex(document, procedures, worker):
    procedures.begin(begin(to=label(document)))
    worker.answer(FIRE, fire())
    procedures.turn("r1")
    assert worker.waiting(FIRE).parameters["units"] == "r2"
    procedures.press(EAST)
    assert worker.waiting(FIRE).parameters["units"] == "r2, r3", "what was said counts before it is answered"
    worker.answer(FIRE, fire(chosen=("r2", "r3")))
    procedures.press(WEST)
    assert worker.waiting(FIRE).parameters["units"] == "r1, r2, r3"
    procedures.press(WEST)
    assert worker.waiting(FIRE).parameters["units"] == "r3"
    assert not procedures.turn("r4") and worker.waiting(FIRE).parameters["units"] == "r3"
    procedures.turn("r3")
    assert "At least one" in procedures.told and worker.waiting(FIRE).parameters["units"] == "r3"


def test_nobody_is_told_to_tick_another_unit_where_nobody_is_ticked(document, procedures, worker):
    procedures.begin(begin(to=label(document)))
    about = fire()
    worker.answer(FIRE, replace(about, detail=replace(about.detail, units="")))
    assert not procedures.turn_hex(WEST) and not procedures.turn("r1") and not procedures.told


def test_where_one_stack_takes_part_another_one_takes_its_place(document, procedures, worker):
    procedures.begin(begin(to=label(document)))
    worker.answer(FIRE, fire(one_stack=True))
    procedures.press(EAST)
    assert worker.waiting(FIRE).parameters["units"] == "r3"
    procedures.turn("r2")
    assert worker.waiting(FIRE).parameters["units"] == "r2"
    procedures.turn("r1")
    assert worker.waiting(FIRE).parameters["units"] == "r1, r2", "of its own stack several do"


def test_where_one_unit_takes_part_another_one_takes_its_place(document, procedures, worker):
    procedures.begin(asked(MORALE, to=label(document)))
    worker.answer(MORALE, replace(fire(chosen=("r1",), units="side", wanted=()), question=MORALE))
    procedures.press(EAST)
    assert worker.waiting(MORALE).parameters["side"] == "r3"
    procedures.turn("r2")
    assert worker.waiting(MORALE).parameters["side"] == "r2"


def test_one_unit_alone_takes_part_where_the_answer_says_so_also_of_a_list(document, procedures, worker):
    procedures.begin(begin(to=label(document)))
    worker.answer(FIRE, fire(chosen=("r1",), one_unit=True))
    assert not procedures.asked.may_be_several
    assert procedures.turn("r2") and procedures.asked.chosen == ("r2",)
    worker.answer(FIRE, fire(chosen=("r2",), one_unit=True))
    assert procedures.turn_hex(WEST) and procedures.asked.chosen == ("r1",)


def test_who_was_ticked_before_others_are_can_be_said_by_hand_again(document, procedures, worker):
    procedures.begin(begin(to=label(document)))
    worker.answer(FIRE, fire())
    assert "units" not in [each.name for each in procedures.asked.fields]
    assert procedures.choose(["r3"])
    worker.answer(FIRE, fire(units="others"))
    names = [each.name for each in procedures.asked.fields]
    assert "units" in names and "others" not in names


def test_another_hex_that_is_pressed_is_asked_about_instead(document, procedures, worker):
    procedures.begin(begin(to=label(document)))
    worker.answer(FIRE, fire())
    assert procedures.press(BEYOND)
    assert worker.waiting(FIRE).parameters["to"] == label(document, BEYOND)


def test_a_refusal_is_told_and_another_answer_takes_it_away(document, procedures, worker):
    procedures.begin(begin(to=label(document)))
    worker.refuse(FIRE, "to: nobody stands there.")
    assert procedures.told == "to: nobody stands there." and procedures.ruling is None
    procedures.say({"to": label(document, BEHIND)})
    assert not procedures.told


def test_after_a_hex_was_refused_another_is_taken_from_the_map(document, procedures, worker):
    procedures.begin(begin())
    procedures.press(TARGET)
    worker.refuse(FIRE, "to: nobody stands there.")
    assert procedures.asked.place == "to" and procedures.press(BEHIND)
    assert worker.waiting(FIRE).parameters == {"to": label(document, BEHIND)}


def test_a_question_that_the_series_does_not_know_is_said_to_be_done_by_hand(procedures):
    procedures.begin(asked("unheard.of"))
    assert "unheard.of" in procedures.told and procedures.skip()


# What follows -----------------------------------------------------------------------------------------------------------------


def test_what_is_asked_then_lies_on_top_in_its_order_and_interrupts_what_was_there(document, procedures, worker):
    fired(document, procedures, worker)
    assert [each.label for each in procedures.asked.proposals] == ["One step, and a check", "Two steps"]
    assert procedures.take()
    assert {"fired"} == pieces(document)["r1"].marks == pieces(document)["r2"].marks
    assert questions(procedures) == [LOSSES, ANSWER]
    assert worker.waiting(LOSSES).parameters == {"to": label(document), "steps": "1"}
    worker.answer(LOSSES, losses(document))
    assert procedures.take() and "b1" not in pieces(document)
    assert questions(procedures) == [MORALE, ANSWER]
    assert procedures.step.side == "blue", "who names no side is of the side before"
    assert [procedures.hand.level(number) for number in range(2)] == [0, 1]
    assert [each.label for each in procedures.hand.done] == ["One step, and a check", "b1 is lost"]


def test_the_second_proposal_is_done_where_that_is_picked(document, procedures, worker):
    fired(document, procedures, worker)
    procedures.pick(1)
    procedures.pick(7)
    assert procedures.proposal.label == "Two steps" and procedures.take()
    assert not pieces(document)["r2"].marks and procedures.hand is None


@pytest.mark.parametrize("in_session", [False, True])
@pytest.mark.parametrize("place", [WEST, EAST])
def test_what_is_moot_by_what_is_done_is_not_asked_any_more(document, procedures, worker, in_session, place):
    if in_session:
        played(document)
    fired(document, procedures, worker)
    procedures.take()
    assert questions(procedures) == [LOSSES, ANSWER]
    gone = Proposal("b1 is lost", (taken_off(document.work, ["b1"]),), moot=((ANSWER, {"to": label(document, place)}),))
    worker.answer(LOSSES, answer(LOSSES, proposals=(gone,)))
    assert procedures.take()
    left = [] if place == WEST else [ANSWER]
    assert questions(procedures) == left, "only the one that is meant"
    assert not in_session or owed(document) == left


def test_the_procedure_ends_with_its_last_step_and_says_so(document, procedures, worker):
    ended = []
    procedures.ended.connect(lambda: ended.append(True))
    procedures.begin(asked(MORALE, to=label(document)))
    worker.answer(MORALE, morale())
    procedures.read({"roll": "7"})
    assert worker.waiting(MORALE).parameters["roll"] == "7"
    worker.answer(MORALE, morale(7))
    assert procedures.take(), "what changes nothing leads on"
    assert procedures.hand is None and ended == [True] and document.undo_stack.count() == 0


def test_only_what_may_be_left_is_left_and_what_is_done_by_hand_is_said_to_be(document, procedures, worker):
    fired(document, procedures, worker)
    procedures.take()
    worker.answer(LOSSES, losses(document))
    assert not procedures.may_be_left and not procedures.skip()
    assert procedures.skip(by_hand=True) and questions(procedures) == [ANSWER]
    assert procedures.hand.done[-1].left and procedures.may_be_left
    assert procedures.skip() and procedures.hand is None


def test_what_the_rules_let_be_left_is_not_left_any_more_once_dice_have_fallen(document, procedures, worker):
    procedures.begin(asked(RETREAT))
    procedures.begin(asked(ANSWER, may=True, to=label(document)), on_top=True)
    worker.answer(ANSWER, volley())
    procedures.read({"rolls": "1, 2, 3"})
    worker.answer(ANSWER, answer(ANSWER, proposals=(Proposal("They hit", ()),)))
    assert not procedures.may_be_left and not procedures.skip()
    assert procedures.back() and not procedures.may_be_left, "what they say is known"


def test_what_is_done_without_the_dice_that_are_waited_for_is_picked_by_somebody_and_by_no_key_too_many(
    document, procedures, worker
):
    procedures.begin(asked(ANSWER, to=label(document)))
    nobody = Proposal("Nobody fires", ())
    worker.answer(ANSWER, replace(volley(), detail=replace(volley().detail, proposals=(nobody,))))
    assert procedures.proposal is None and not procedures.take()
    procedures.pick(0)
    assert procedures.proposal == nobody
    procedures.read({"rolls": "1, 2, 3"})
    worker.answer(ANSWER, answer(ANSWER, proposals=(Proposal("They hit", ()), nobody)))
    assert procedures.proposal.label == "They hit", "the dice have fallen"


def test_the_title_names_the_hex_that_is_asked_about_and_not_the_one_that_was_refused(document, procedures, worker):
    procedures.begin(begin())
    procedures.say({"to": label(document)})
    worker.refuse(FIRE, "to: Nobody stands there.")
    assert procedures.press(EAST)
    assert procedures.step.parameters["to"] == label(document, EAST) and procedures.step.title.values == {"hex": EAST}
    procedures.say({"to": label(document, WEST)})
    assert procedures.step.title.values == {"hex": WEST}
    procedures.say({"to": "nowhere"})
    assert procedures.step.title.values == {"hex": WEST}, "what is no hex names none"


def test_a_step_that_waits_for_nothing_can_be_left(document, procedures, worker):
    procedures.begin(asked(MORALE, to=label(document)))
    procedures.read({"roll": "7"})
    worker.answer(MORALE, morale())
    assert not procedures.may_be_left
    procedures.follow()
    worker.answer(MORALE, answer(MORALE, verdict="nobody"))
    assert procedures.may_be_left


def test_the_end_of_a_way_picks_it_and_ways_to_one_hex_take_turns(document, procedures, worker):
    procedures.begin(asked(RETREAT, to=label(document)))
    worker.answer(RETREAT, retreat())
    assert procedures.press(ASIDE) and procedures.picked == 2
    assert procedures.press(BEYOND) and procedures.picked == 1
    ways = ((TARGET, BEHIND, BEYOND), (TARGET, ASIDE, BEYOND))
    worker.asked[-1].on_ruling(answer(RETREAT, ways=ways, proposals=retreat().detail.proposals[:2]))
    procedures.pick(0)
    assert procedures.press(BEYOND) and procedures.picked == 1
    assert procedures.press(BEYOND) and procedures.picked == 0
    assert not procedures.press(FAR), "nothing is to be chosen there"


def test_only_hexes_that_are_open_are_taken_where_the_answer_says_which(document, procedures, worker):
    procedures.begin(asked(RETREAT, to=label(document)))
    worker.answer(RETREAT, retreat())
    assert not procedures.aim(FAR) and procedures.aim(BEYOND)
    assert worker.waiting(RETREAT).parameters["to"] == label(document, BEYOND)


def test_of_a_hex_that_is_not_open_it_is_told_why(document, procedures, worker):
    procedures.begin(asked(RETREAT, to=label(document)))
    found = retreat()
    worker.answer(RETREAT, found)
    assert not procedures.aim(FAR)
    assert worker.waiting(RETREAT).parameters["to"] == label(document, FAR)
    worker.answer(RETREAT, replace(found, reasons=(*found.reasons, why("Enemies stand in {hex}", hex=FAR))))
    assert procedures.told == f"Enemies stand in {label(document, FAR)}"
    assert procedures.asked.ruling == found, "what is asked stays as it was"


# Going back, leaving, interrupting --------------------------------------------------------------------------------------------


def test_a_step_that_waits_for_one_of_the_open_hexes_is_not_passed_over(document, procedures, worker):
    procedures.begin(asked(MORALE, to=label(document)))
    procedures.read({"roll": "7"})
    waits = answer(MORALE, verdict="scatter", place="to", hexes={OPEN: frozenset({BEYOND})})
    worker.answer(MORALE, waits)
    assert procedures.asked.waits_for_hex and not procedures.may_be_left
    procedures.follow()
    worker.answer(MORALE, replace(waits, detail=replace(waits.detail, proposals=morale("7").detail.proposals)))
    assert not procedures.asked.waits_for_hex


def test_back_goes_to_before_the_dice_and_then_to_what_was_asked_before(document, procedures, worker):
    procedures.begin(asked(RETREAT, to=label(document)))
    procedures.begin(begin(to=label(document)))
    worker.answer(FIRE, fire())
    procedures.read({"roll": "34"})
    assert procedures.back() and "roll" not in procedures.step.parameters
    assert procedures.back() and questions(procedures) == [RETREAT]


def test_back_does_not_lead_over_what_was_done(document, procedures, worker):
    fired(document, procedures, worker)
    procedures.take()
    assert not procedures.back() and "undo" in procedures.told
    procedures.skip(by_hand=True)
    assert procedures.back() and questions(procedures) == [LOSSES, ANSWER]


def test_a_procedure_that_something_has_come_of_is_left_and_taken_up_again(document, procedures, worker):
    procedures.begin(asked(RETREAT, to=label(document)))
    procedures.begin(begin(to=label(document)))
    assert not procedures.left, "nothing had come of the first"
    worker.answer(FIRE, fire())
    procedures.read({"roll": "34"})
    worker.answer(FIRE, hit(document))
    procedures.take()
    procedures.begin(begin(to=label(document, BEHIND)))
    assert [each.steps[-1].question for each in procedures.left] == [LOSSES]
    procedures.take_up(0)
    assert questions(procedures) == [LOSSES, ANSWER] and not procedures.left
    procedures.leave()
    assert procedures.hand is None and len(procedures.left) == 1
    procedures.take_up(0)
    procedures.give_up()
    assert procedures.hand is None and not procedures.left


def test_what_interrupts_comes_first_and_the_rest_goes_on(document, procedures, worker):
    procedures.begin(asked(RETREAT, to=label(document)))
    procedures.begin(asked(ANSWER, to=label(document)), on_top=True)
    assert questions(procedures) == [ANSWER, RETREAT] and procedures.hand.level(1) == 1
    procedures.skip(by_hand=True)
    assert questions(procedures) == [RETREAT] and worker.waiting(RETREAT)


# The history ------------------------------------------------------------------------------------------------------------------


def test_undo_and_redo_outside_a_session_bring_back_what_was_asked(document, procedures, worker):
    fired(document, procedures, worker)
    procedures.take()
    document.undo_stack.undo()
    assert questions(procedures) == [FIRE] and procedures.step.parameters["roll"] == "34"
    document.undo_stack.redo()
    assert questions(procedures) == [LOSSES, ANSWER]
    document.undo_stack.undo()
    document.do(moved(document.work, ["r4"], BEHIND))
    assert questions(procedures) == [FIRE], "what was undone is not what is asked after something else"


def test_undo_and_redo_of_a_session_bring_back_what_was_asked(document, procedures, worker, live):
    fired(document, procedures, worker)
    procedures.take()
    worker.answer(LOSSES, losses(document))
    procedures.take()
    assert questions(procedures) == [MORALE, ANSWER]
    live.undo()
    assert questions(procedures) == [LOSSES, ANSWER] and "b1" in pieces(document)
    live.undo()
    assert questions(procedures) == [FIRE] and procedures.step.parameters["roll"] == "34"
    live.redo()
    live.redo()
    assert questions(procedures) == [MORALE, ANSWER]
    live.undo()
    document.do(moved(document.work, ["r4"], BEHIND))
    assert questions(procedures) == [LOSSES, ANSWER], "a move beside it takes nothing away"


def test_what_is_done_rests_on_its_roll_and_is_one_step_with_its_attempt(document, procedures, worker, live):
    rolled = live.session.roll("11..66", "red", "the fire")
    live.follow(rolled)
    fired(document, procedures, worker, attempt=True, because=rolled.number)
    before = live.session.number
    assert procedures.take() and [each.what for each in document.state.fought] == ["fire"]
    done = [entry.event for entry in live.session.entries[before:] if isinstance(entry.event, Did)]
    assert any(event.label == "One step, and a check" and event.because == rolled.number for event in done)
    live.undo()
    assert live.session.entry(live.session.number).event.to == before and not document.state.fought
    assert questions(procedures) == [FIRE] and not pieces(document)["r1"].marks


def test_after_dice_have_fallen_in_a_session_nothing_else_is_said(document, procedures, worker, live):
    fired(document, procedures, worker)
    assert not procedures.turn("r1") and "Dice have fallen" in procedures.told
    assert procedures.back() and procedures.step.because == 0
    worker.answer(FIRE, fire())
    assert procedures.turn("r1")


def test_the_past_is_looked_at_and_not_changed(document, procedures, worker, live):
    fired(document, procedures, worker)
    at = live.session.number
    procedures.take()
    worker.answer(LOSSES, losses(document))
    live.look_at(at)
    assert questions(procedures) == [FIRE]
    worker.answer(FIRE, hit(document))
    for tried in (procedures.take, procedures.back, procedures.skip, lambda: procedures.say({"to": "01.01"})):
        assert not tried() and (tried == procedures.skip or "how it was" in procedures.told)
    live.look_at_present()
    assert questions(procedures) == [LOSSES, ANSWER]


def test_whose_step_it_is_not_is_neither_told_nor_asked_of_them(document, procedures, worker, live):
    procedures.whose = lambda: live.eyes
    live.look_through(frozenset({"red"}))
    fired(document, procedures, worker)
    procedures.take()
    assert procedures.step.side == "blue" and not procedures.is_ours
    assert procedures.ruling is None and not worker.under_way
    assert not procedures.take() and not procedures.press(TARGET)
    live.look_through(frozenset({"blue"}))
    assert procedures.is_ours and worker.waiting(LOSSES)
    worker.answer(LOSSES, losses(document))
    live.look_through(frozenset({"red"}))
    assert procedures.ruling is None, "what was told to blue is gone"


def test_what_is_another_sides_to_do_is_offered_to_those_who_look_for_it_alone(document, procedures, worker, live, qtbot):
    procedures.whose = lambda: live.eyes
    gone = (taken_off(document.work, ["b1"]),)
    ways = ((WEST, TARGET), (EAST, TARGET), (FAR, TARGET))
    each = answer(FIRE, proposals=tuple(Proposal(of, gone, side=of) for of in ("blue", "red", "")), ways=ways)
    alone = answer(FIRE, proposals=(Proposal("blue", gone, side="blue"),))
    live.look_through(frozenset({"red"}))
    procedures.begin(begin(to=label(document)))
    worker.answer(FIRE, each)
    assert [one.label for one in procedures.asked.proposals] == ["red", ""]
    assert procedures.asked.detail.ways == ways[1:] and not procedures.told
    procedures.say({"units": "r1"})
    worker.answer(FIRE, alone)
    assert not procedures.asked.proposals and procedures.told == "This is for Blue army to do. Hand over first."
    with qtbot.waitSignal(live.refused) as refused:
        assert not do_for_side(document, alone.detail.proposals[0], "")
    assert refused.args == ["This is for Blue army to do. Hand over first."] and "b1" in pieces(document)
    live.look_through(frozenset({"red", "blue"}))
    worker.answer(FIRE, each)
    assert [one.label for one in procedures.asked.proposals] == ["blue", "red", ""]
    # It is done in the name of whose it is, whoever has begun it.
    assert procedures.take() and live.session.entry(live.session.number).by == "blue" and "b1" not in pieces(document)


def owed(document):
    return [each.question for each in document.state.owed]


def test_what_is_still_to_be_asked_stands_in_the_journal_of_a_session(document, procedures, worker, live):
    fired(document, procedures, worker)
    procedures.take()
    assert owed(document) == questions(procedures) == [LOSSES, ANSWER]
    worker.answer(LOSSES, losses(document))
    procedures.take()
    worker.answer(MORALE, morale("34"))
    before = live.session.number
    assert procedures.take() and live.session.number > before, "nothing changes but what is asked, and that is written"
    assert owed(document) == questions(procedures) == [ANSWER] and procedures.skip()
    assert not owed(document) and procedures.hand is None
    live.undo()
    assert owed(document) == questions(procedures) == [ANSWER]


def test_what_a_session_wants_asked_is_in_hand_for_whoever_comes_to_it(document, procedures, worker, live):
    fired(document, procedures, worker)
    procedures.take()
    other = Procedures(document, Worker())
    assert questions(other) == [LOSSES, ANSWER]
    assert (other.step.parameters, other.step.side) == (procedures.step.parameters, "blue")
    assert other.step.title.reason.template == "A step is lost in {hex}"
    other.learn(HEADINGS)
    assert other.skip(by_hand=True) and questions(other) == questions(procedures) == [ANSWER]
    procedures.leave()
    assert procedures.hand is None and questions(other) == [ANSWER]
    other.give_up()
    assert not owed(document) and not procedures.left and other.hand is None


def test_what_is_begun_in_a_session_lies_over_what_it_wants_asked(document, procedures, worker, live):
    fired(document, procedures, worker)
    procedures.take()
    procedures.begin(begin(to=label(document, BEHIND)))
    procedures.begin(begin(to=label(document, BEYOND)))
    assert questions(procedures) == [FIRE, LOSSES, ANSWER], "nothing had come of the first"
    document.do(moved(document.work, ["r4"], BEHIND))
    assert questions(procedures) == [FIRE, LOSSES, ANSWER] and procedures.step.given["to"] == label(document, BEYOND)
    assert procedures.skip() and questions(procedures) == [LOSSES, ANSWER]


def test_nothing_is_under_way_in_another_session_nor_after_it(document, procedures, worker):
    procedures.begin(begin(to=label(document)))
    live = played(document)
    assert procedures.hand is None
    procedures.begin(begin(to=label(document)))
    live.end()
    assert procedures.hand is None


def test_a_document_goes_without_being_asked_for_its_history(qapp, worker):
    document = made_up()
    found = Procedures(document, worker, document)
    found.begin(asked(RETREAT, to=label(document)))
    document.do(moved(document.work, ["r4"], BEHIND))
    with capture_exceptions() as raised:
        delete(document)
    assert not raised
