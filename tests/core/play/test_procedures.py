"""What is under way, as values: the order of questions, and what of them a session wants asked."""

from core.geometry.hexes import Hex
from core.model.state import Owed
from core.play.procedures import (
    NOTHING_UNDER_WAY,
    Done,
    Procedure,
    Standing,
    Step,
    kept_at,
    over_owed,
    step_of,
    titled,
)
from core.rules.kernel.proposals import Next
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason

REASON = Reason(RuleRef("demo", "1.0", "13.1"), "{count} steps are lost in {hex}", {"count": 1, "hex": Hex(2, 3)})


def asked(question, **more):
    return Next(question, REASON, {"to": "02.03"}, **more)


def under_way():
    fire = step_of(asked("fire.at", side="red"))
    hand = Procedure((fire.saying({"units": "a, b"}).reading("roll", "34", 7),))
    then = (step_of(asked("losses.at"), "blue"), step_of(asked("overwatch.fire", side="red", may=True), "blue"))
    after = hand.after(Done("A step is lost", "red"), then)
    return Standing(after, (hand,))


def test_what_is_asked_then_comes_before_what_was_asked_and_first_what_is_named_first():
    hand = under_way().hand
    assert [each.question for each in hand.steps] == ["overwatch.fire", "losses.at"]
    assert hand.steps[0].side == "red" and hand.steps[0].may
    nested = hand.after(Done("b1 is lost", "blue"), (step_of(asked("morale.at")),))
    assert [nested.level(number) for number in range(2)] == [0, 1]


def test_a_title_says_the_same_as_the_reason_that_it_was():
    title = titled(REASON)
    assert dict(title.values) == {"count": "1", "hex": Hex(2, 3)} and title.reason.hexes == (Hex(2, 3),)


def test_dice_are_taken_away_without_what_was_said_before_them():
    step = under_way().left[0].step
    assert step.parameters == {"to": "02.03", "units": "a, b", "roll": "34"} and step.because == 7
    assert step.unrolled().parameters == {"to": "02.03", "units": "a, b"} and not step.unrolled().because


def test_what_may_be_left_out_is_left_before_its_dice_fall_and_not_after_even_where_play_goes_back_to_before_them():
    may, must = (step_of(asked("overwatch.fire", may=may)) for may in (True, False))
    assert may.can_be_left and not must.can_be_left
    assert may.saying({"units": "a"}).can_be_left
    rolled = may.reading("roll", "34", 7)
    assert not rolled.can_be_left and not rolled.unrolled().can_be_left


def owed(question, **more):
    return Owed(question, (("to", "02.03"),), section="13.1", title="Fire at {hex}", told=(("hex", "02.03"),), **more)


def over(standing, *waiting):
    return over_owed(standing, waiting, lambda section: RuleRef("demo", "1.0", section))


def asked_first(procedure):
    return [each.question for each in reversed(procedure.steps)]


def test_all_that_a_session_wants_asked_waits_in_its_order_with_what_was_said_for_it():
    losses, answer = owed("losses.at", side="blue"), owed("overwatch.fire", may=True)
    found = over(NOTHING_UNDER_WAY, losses, answer)
    assert asked_first(found.hand) == ["losses.at", "overwatch.fire"] and not found.hand.is_fresh
    step = found.hand.step
    assert (step.side, step.may, step.parameters) == ("blue", False, {"to": "02.03"})
    assert str(step.title.rule) == "DEMO 1.0 13.1" and step.title.reason.values == {"hex": "02.03"}
    said = found.go_on(found.hand.with_step(step.reading("roll", "34", 7)))
    again = over(said, owed("morale.at"), losses, answer)
    assert asked_first(again.hand) == ["morale.at", "losses.at", "overwatch.fire"]
    assert again.hand.steps[1].parameters["roll"] == "34" and over(again, losses, answer) == said
    assert over(again) == NOTHING_UNDER_WAY


def test_two_alike_that_are_wanted_are_two_steps():
    same = owed("overwatch.fire")
    found = over(NOTHING_UNDER_WAY, same, same)
    assert len(found.hand.steps) == 2 and len(over(found, same).hand.steps) == 1


def test_what_was_left_stays_left_until_more_is_wanted():
    left = over(NOTHING_UNDER_WAY, owed("losses.at")).leave()
    assert left.hand is None and over(left, owed("losses.at")) == left
    assert over(left, owed("morale.at"), owed("losses.at")).hand is not None


def test_what_is_begun_by_hand_lies_on_top_and_gives_way_to_another_of_which_nothing_has_come():
    fire = step_of(asked("fire.at"))
    waiting = over(NOTHING_UNDER_WAY, owed("losses.at"))
    begun = waiting.begin_over(fire)
    assert asked_first(begun.hand) == ["fire.at", "losses.at"] and over(begun, owed("losses.at")) == begun
    assert asked_first(begun.begin_over(fire).hand) == ["fire.at", "losses.at"]
    assert asked_first(begun.begin_over(fire, on_top=True).hand) == ["fire.at", "fire.at", "losses.at"]
    rolled = begun.go_on(begun.hand.with_step(begun.hand.step.reading("roll", "34")))
    assert asked_first(rolled.begin_over(fire).hand) == ["fire.at", "fire.at", "losses.at"]
    assert asked_first(NOTHING_UNDER_WAY.begin_over(fire).hand) == ["fire.at"]
    assert asked_first(waiting.leave().begin_over(fire).hand) == ["fire.at", "losses.at"]


def test_at_a_point_without_anything_kept_what_stood_before_it_stands():
    early, late = Standing(Procedure((Step("a", titled(REASON)),))), NOTHING_UNDER_WAY
    parents = {9: 4, 4: 3, 3: 2, 2: 1, 1: 0}
    kept = {2: early, 8: late}
    assert kept_at(kept, 9, parents.__getitem__) is early, "what lies on another branch does not count"
    assert kept_at(kept, 1, parents.__getitem__) == NOTHING_UNDER_WAY
