"""What can be done with op sheets, asked as the window and the command line ask: each step comes as edits that do it."""

from dataclasses import replace
from typing import Any

import pytest
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.model.deployment import Piece
from core.model.orders import Addition, Alternate, Commitment
from core.model.state import Moment
from core.questions.answers import as_text
from core.questions.catalogue import ask
from tests.core.rules.tcs.sheet_bench import WITH, asked, do, labels, waiting
from tests.core.rules.tcs.test_tcs_order_steps import FORMATIONS, UNITS, Play, sheet


def test_a_roll_that_is_high_enough_puts_a_sheet_into_force() -> None:
    play = Play(waiting(), **WITH)
    before = asked(play, sheet="Oak")
    assert labels(before) == [] and "6.9f" in {each.rule.section for each in before.reasons}
    passed = asked(play, sheet="Oak", roll=66)
    assert passed.verdict == "implemented" and labels(passed) == ["Put “Oak” into force"]
    do(play, passed)
    assert play.sheet("Oak").implemented and play.of("1-a") == "assigned"


def test_a_roll_that_is_too_low_does_nothing() -> None:
    play = Play(waiting(turns=1), **WITH)
    failed = asked(play, sheet="oak", roll=11)
    assert failed.verdict in ("fails", "too early") and labels(failed) == []


def test_where_no_roll_is_enough_what_it_takes_is_said_and_no_dice_are_offered() -> None:
    play = Play(waiting(type="Prepared Defense", turns=0), **WITH)
    early = asked(play, sheet="Oak")
    assert "dice" not in early.detail.facts and early.detail.facts["enough_from"] == 1
    assert early.reasons[-1].numbers == {"first": 1, "missing": 1}
    hard = Play(waiting(turns=9), **{"command.rating": "12"})
    far = asked(hard, sheet="Oak")
    assert "dice" not in far.detail.facts, "a column is reached, in which nothing is enough"
    first = far.detail.facts["enough_from"]
    assert far.reasons[-1].numbers == {"first": first, "missing": first - 9}
    now = Play(waiting(turns=first), **{"command.rating": "12"})
    assert asked(now, sheet="Oak").detail.facts["dice"] == "11..66"
    assert "enough_from" not in asked(now, sheet="Oak").detail.facts
    before = Play(waiting(turns=first - 1), **{"command.rating": "12"})
    assert "dice" not in asked(before, sheet="Oak").detail.facts
    hopeless = asked(Play(waiting(turns=90), **{"command.rating": "16"}), sheet="Oak")
    assert hopeless.detail.facts["enough_from"] == "never" and "dice" not in hopeless.detail.facts


def test_preliminary_instructions_alone_are_rolled_for_as_soon_as_these_can_pass() -> None:
    play = Play(waiting(turns=1, preliminary="Go to the wood"), **{"command.rating": "12"})
    first = asked(play, sheet="Oak").detail.facts["enough_from"]
    found = asked(Play(waiting(turns=first, preliminary="Go to the wood"), **{"command.rating": "12"}), sheet="Oak")
    assert found.detail.facts["dice"] == "11..66" and not found.detail.facts["chance"]


def test_no_dice_are_offered_to_units_that_no_roll_serves() -> None:
    added = Play(sheet("Oak", "1-bn", added=(Addition(("2-bn",), "Attack", elements=1, turn=3),)), **WITH)
    waits = asked(added, sheet="Oak", units=["2-bn"])
    assert "dice" not in waits.detail.facts and waits.detail.facts["enough_from"] == 1
    assert labels(waits) == ["Strike 2-123 off “Oak”"]
    committed = Commitment(("1-b",), "Attack", turn=2)
    slow = Play(sheet("Oak", "1-bn", reserve=("1-b",), committed=(committed,)), **{"command.rating": "7"})
    check = asked(slow, sheet="Oak", units=["1-b"])
    assert "dice" not in check.detail.facts and "never pass" in check.reasons[1].template


def test_a_roll_that_passes_may_begin_the_preliminary_instructions_alone() -> None:
    play = Play(waiting(preliminary="Go to the wood"), **WITH)
    passed = asked(play, sheet="Oak", roll=66)
    assert labels(passed) == ["Put “Oak” into force", "Begin the preliminary instructions of “Oak”"]
    do(play, passed, 1)
    assert play.sheet("Oak").status == "preliminary"
    again = asked(play, sheet="Oak", roll=66)
    assert labels(again) == ["Put “Oak” into force"], "they are in force already"


def test_a_sheet_in_force_is_declared_a_success_or_a_failure() -> None:
    play = Play(sheet("Oak", "1-bn"), **WITH)
    found = asked(play, sheet="Oak")
    assert labels(found) == ["Declare “Oak” a success", "Declare “Oak” a failure"]
    do(play, found, 1)
    assert play.sheet("Oak").status == "failed" and play.of("1-a") == "unassigned"


def test_reserves_and_alternates_that_wait_for_their_check_are_told_but_not_done_without_it() -> None:
    play = Play(
        sheet("Oak", "1-bn", reserve=("1-b",), committed=(Commitment(("1-b",), "Attack"),), alternates=(Alternate(("1-a",)),)),
        **WITH,
    )
    found = asked(play, sheet="Oak")
    assert labels(found) == ["Declare “Oak” a success", "Declare “Oak” a failure"]
    assert [str(reason.values["units"]) for reason in found.reasons[:2]] == ["1-B", "1-A"]
    assert [reason.rule.section for reason in found.reasons[:2]] == ["6.14d", "6.14c"]
    for name in ("1-b", "1-a"):
        do(play, asked(play, sheet="Oak", units=[name], roll=6))
    made = play.sheet("Oak")
    assert made.committed[0].holds and made.alternates[0].taken
    ends = asked(play, sheet="Oak").reasons
    assert [each.rule.section for each in ends] == ["6.11a", "6.11b"], "both are done with"
    assert "in a Command Phase" in ends[0].template and "in an Action Phase of its side" in ends[1].template


def test_all_sheets_of_a_side_gain_in_one_step() -> None:
    play = Play(waiting("Oak", turns=0), sheet("Elm", "2-bn", status="waiting", turn=1), sheet("Ash", "3-bn"), **WITH)
    found = asked(play)
    assert labels(found)[2] == "All sheets of Red gain their weighted turns"
    assert labels(found)[3:] == [f"“{name}” was fired upon and gains 1 weighted turn" for name in ("Elm", "Oak")]
    do(play, found, 2)
    assert [play.sheet(name).turns for name in ("Oak", "Elm", "Ash")] == [3, 3, 0]
    assert asked(play, side="blue").verdict == "none"


def test_sheets_of_both_sides_gain_side_by_side() -> None:
    foes = [unit(id_, "infantry", side="blue", steps=5) for id_ in ("f-1", "f-2")]
    mixed = (
        waiting("Oak", turns=0),
        replace(waiting("Fir", turns=0, units=("f-1",)), side="blue"),
        sheet("Elm", "2-bn", status="waiting", turn=1),
        replace(waiting("Yew", turns=0, units=("f-2",)), side="blue"),
    )
    play = Play(*mixed, **WITH)
    where = {each.id: Piece("05.05", mode="fire") for each in (*UNITS, *foes)}
    game = board("tcs-4.01", [*UNITS, *foes], where, formations=FORMATIONS, options=WITH)
    play.game = game.with_state(replace(play.game.state, deployment=game.box.scenarios[game.forces.file].start))
    together = {each.label: each for each in asked(play).detail.proposals if each.label.startswith("All")}
    assert set(together) == {f"All sheets of {side} gain their weighted turns" for side in ("Red", "Blue")}
    for side, own in (("Red", {"Oak", "Elm"}), ("Blue", {"Fir", "Yew"})):
        label = f"All sheets of {side} gain their weighted turns"
        assert together[label].edits[0].sheets[min(own)].side == side.lower()
        assert {name for edit in together[label].edits for name in edit.sheets} == own
    for edit in together["All sheets of Red gain their weighted turns"].edits:
        play.do(edit)
    assert [play.sheet(name).turns for name in ("Oak", "Elm", "Fir", "Yew")] == [3, 3, 0, 0]
    assert [each for each in labels(asked(play)) if each.startswith("All")] == ["All sheets of Blue gain their weighted turns"]


def test_who_was_fired_upon_is_said_of_a_sheet_by_itself() -> None:
    play = Play(waiting("Oak", turns=0), sheet("Elm", "2-bn", status="waiting", turn=1), **WITH)
    do(play, asked(play), 3)
    assert [play.sheet(name).turns for name in ("Elm", "Oak")] == [1, 0]
    assert labels(asked(play)) == ["“Oak” gains 3 weighted turns", "“Oak” was fired upon and gains 1 weighted turn"]
    play.begin(5)
    fired = {"1-a": Piece("05.05", mode="fire", marks=frozenset({"fired"}))}
    marked = Play(waiting("Oak", turns=0), at=fired, **WITH)
    assert labels(asked(marked)) == ["“Oak” gains 1 weighted turn"], "its marker says so already"


def test_what_was_added_to_a_sheet_in_force_gains_as_it_is_told() -> None:
    play = Play(sheet("Oak", "1-bn", added=(Addition(("2-bn",), "Attack", elements=1, turn=3),)), **WITH)
    assert labels(asked(play))[0] == "“Oak” gains 3 weighted turns"
    fired = {"2-a": Piece("05.05", mode="fire", marks=frozenset({"fired"}))}
    marked = Play(play.sheet("Oak"), at=fired, **WITH)
    assert labels(asked(marked)) == ["“Oak” gains 1 weighted turn"], "it has fired"


def test_who_comes_back_to_a_sheet_gains_by_what_he_does() -> None:
    again = Addition(("1-a",), "Attack", elements=1, turn=3)
    oak = sheet("Oak", "1-bn", left=(("1-a", "failed"),), added=(again,))
    fired = {"1-a": Piece("05.05", mode="fire", marks=frozenset({"fired"}))}
    assert labels(asked(Play(oak, at=fired, **WITH)))[0] == "“Oak” gains 1 weighted turn"
    tanks = replace(again, units=("t-1",))
    oak = sheet("Oak", "3-bn", left=(("t-1", "failed"),), added=(tanks,))
    assert labels(asked(Play(oak, **WITH)))[0] == "“Oak” gains 9 weighted turns"


def test_the_size_of_a_sheet_stays_when_units_are_struck_off() -> None:
    whole = waiting(units=("1-bn", "2-bn"), elements=2, staff=True, left=(("2-a", "scratched"), ("2-b", "scratched")))
    found = ask("opsheet.size", Play(whole, **WITH).game, sheet="Oak")
    assert found.value == found.detail.facts["size"] == 1 and found.reasons[-1].rule.section == "6.13b"
    assert ask("opsheet.size", Play(waiting(), **WITH).game, sheet="Oak").reasons[-1].rule.section != "6.13b"


def test_a_roll_before_the_weighted_turns_of_the_turn_is_told() -> None:
    play = Play(waiting(), **WITH)
    early = asked(play, sheet="Oak")
    assert early.detail.facts["to_gain"] == "yes" and "not gained" in early.reasons[0].template
    do(play, asked(play))
    assert "to_gain" not in asked(play, sheet="Oak").detail.facts
    joined = Play(sheet("Oak", "1-bn", added=(Addition(("2-bn",), "Attack", elements=1, turn=3),)), **WITH)
    assert asked(joined, sheet="Oak", units=["2-bn"]).detail.facts["to_gain"] == "yes"


def forecast(play: Play, ahead: int = 2) -> list[int]:
    return [each.turns for each in ask("opsheet.chance", play.game, sheet="Oak", ahead=ahead).detail.steps]


def test_where_no_roll_is_enough_one_weighted_turn_is_one_and_when_it_is_rolled_for_is_a_sentence_of_its_own() -> None:
    play = Play(waiting(type="Prepared Defense", turns=0), **WITH)
    play.show(replace(play.game.state, moment=Moment(4, "action", "red")))
    told = as_text(asked(play, sheet="Oak"), play.game.box)
    assert "No roll is enough with fewer than 1 weighted turn; still missing: 1. It is rolled for in a Command Phase;" in told
    assert "play stands in: Action Phases, Red" in told
    struck = as_text(asked(play, sheet="Oak", units=["1-a"]), play.game.box)
    assert "the size of the sheet stays. That is done in a Command Phase; play stands in:" in struck


def test_a_forecast_counts_what_is_still_to_be_gained_in_this_turn_and_says_so() -> None:
    play = Play(waiting(turns=3, gained=3), **WITH)
    early = ask("opsheet.chance", play.game, sheet="Oak", ahead=2)
    assert forecast(play) == [6, 9, 12]
    assert early.detail.facts["to_gain"] == "yes" and "not gained" in early.reasons[0].template
    assert early.detail.facts["needed"] == ask("opsheet.steps", play.game, sheet="Oak").detail.facts["needed"]
    told = [each for each in early.reasons if each.template.startswith("This turn")]
    assert [each.numbers["turns"] for each in told] == [6]
    gain = ask("opsheet.weighted", play.game, sheet="Oak")
    assert gain.value == 6
    do(play, asked(play))
    assert forecast(play) == [6, 9, 12], "what was gained is what was foretold"
    late = ask("opsheet.chance", play.game, sheet="Oak", ahead=2)
    assert "to_gain" not in late.detail.facts and not any(each.template.startswith("This turn") for each in late.reasons)
    again = ask("opsheet.weighted", play.game, sheet="Oak")
    assert again.value == play.sheet("Oak").turns == 6 and "already" in again.reasons[0].template


def test_a_sheet_gains_nothing_in_the_turn_in_which_it_is_drawn_up_and_with_nobody_on_it() -> None:
    play = Play(sheet("Elm", "1-bn"), waiting(turn=4, turns=0), **WITH)
    new = ask("opsheet.weighted", play.game, sheet="Oak")
    assert (new.value, new.detail.facts["each_turn"]) == (0, 2) and "is new" in new.reasons[0].template
    assert forecast(play) == [0, 2, 4]
    empty = Play(sheet("Oak", status="waiting", turn=1, turns=5), **WITH)
    assert forecast(empty) == [5, 5, 5]
    nobody = ask("opsheet.weighted", empty.game, sheet="Oak")
    assert nobody.value == 5 and "Nobody" in nobody.reasons[0].template


def test_a_sheet_that_is_over_and_left_by_all_is_thrown_away() -> None:
    play = Play(sheet("Oak", "1-bn"), sheet("Elm", "1-bn", status="waiting", turn=1, turns=40), **WITH)
    do(play, asked(play, sheet="Oak"))
    assert asked(play, sheet="Oak").verdict == "none", "its units still gather by it"
    do(play, asked(play, sheet="Elm", roll=66))
    found = asked(play, sheet="Oak")
    assert labels(found) == ["Throw “Oak” away"]
    do(play, found)
    assert "Oak" not in play.game.state.orders


def test_a_sheet_in_force_all_of_whose_units_were_taken_over_is_thrown_away() -> None:
    drawn = sheet("Elm", "1-bn", status="waiting", turn=1, turns=40)
    play = Play(sheet("Oak", "1-bn"), sheet("Ash"), drawn, **WITH)
    assert "Throw “Oak” away" not in labels(asked(play)), "it binds its units"
    do(play, asked(play, sheet="Elm", roll=66))
    found = asked(play, sheet="Oak")
    assert labels(found) == ["Throw “Oak” away"] and found.reasons[-1].rule.section == "6.10"
    # A sheet that has no units yet is still being written.
    assert [each for each in labels(asked(play)) if each.startswith("Throw")] == ["Throw “Oak” away"]
    do(play, found)
    assert "Oak" not in play.game.state.orders
    gathers = Play(sheet("Oak", "1-bn"), sheet("Elm", "1-b", status="waiting", turn=1, turns=40), **WITH)
    gathers.do(gathers.steps.ended(gathers.sheet("Oak"), "failed", ["1-a"]))
    do(gathers, asked(gathers, sheet="Elm", roll=66))
    assert "Throw “Oak” away" not in labels(asked(gathers, sheet="Oak")), "one of its units gathers by it"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"roll": 44}, "name the sheet"),
        ({"sheet": "Ash", "roll": 44}, "not in preparation"),
        ({"sheet": "Osh"}, "Did you mean"),
        ({"side": "green"}, 'no side "green"'),
        ({"sheet": "Oak", "roll": 17}, "17"),
    ],
)
def test_what_means_nothing_is_refused(given: dict[str, Any], told: str) -> None:
    play = Play(waiting(), sheet("Ash", "3-bn"), **WITH)
    with pytest.raises(WrongUse) as refused:
        asked(play, **given)
    assert told in str(refused.value)


def test_without_command_there_is_nothing_to_ask() -> None:
    with pytest.raises(WrongUse, match=r"6\.1"):
        asked(Play(waiting(), **WITH, **{"command.play": "without"}))


def test_a_sheet_gains_once_in_a_turn_and_first_in_the_one_after_it_was_drawn_up() -> None:
    play = Play(sheet("Oak", "1-bn", "2-bn", status="waiting", turn=4), **WITH)
    assert asked(play).verdict == "none"
    play.begin(5)
    do(play, asked(play))
    drawn = play.sheet("Oak")
    assert (drawn.turns, drawn.gained, drawn.elements, drawn.staff) == (3, 5, 2, True), "its size stays from now on"
    assert asked(play).verdict == "none"
    play.begin(6)
    assert labels(asked(play))[0] == "“Oak” gains 3 weighted turns"


def test_units_are_put_on_a_sheet_in_preparation_which_costs_weighted_turns() -> None:
    play = Play(sheet("Oak", "1-bn", "2-bn", status="waiting", turns=27, elements=2, staff=True), **WITH)
    found = asked(play, sheet="Oak", units=["3-123"])
    assert {"before": 27, "after": 18}.items() <= dict(found.reasons[0].values).items()
    do(play, found)
    assert play.sheet("Oak").units == ("1-bn", "2-bn", "3-bn") and play.sheet("Oak").turns == 18


def test_units_are_struck_off_a_sheet_in_preparation() -> None:
    play = Play(waiting(elements=1, staff=True), **WITH)
    found = asked(play, sheet="Oak", units=["1-b"])
    assert labels(found) == ["Strike 1-B off “Oak”"]
    do(play, found)
    assert play.sheet("Oak").left == (("1-b", "scratched"),)


def test_units_put_on_a_sheet_in_force_prepare_by_themselves_until_their_roll() -> None:
    play = Play(sheet("Oak", "1-bn", staff=True, elements=1), **WITH)
    do(play, asked(play, sheet="Oak", units=["2-a"]))
    for turn in range(5, 20):
        play.begin(turn)
        do(play, asked(play))
    waits = asked(play, sheet="Oak", units=["2-a"])
    assert labels(waits) == ["Strike 2-A off “Oak”"] and waits.detail.facts["dice"] == "11..66"
    passed = asked(play, sheet="Oak", units=["2-a"], roll=66)
    assert passed.verdict == "implemented" and labels(passed)[0] == "Put 2-A under “Oak”"
    do(play, passed)
    assert play.of("2-a") == "assigned"


def test_units_that_were_added_may_be_struck_off_again_or_begin_preliminary_instructions() -> None:
    play = Play(sheet("Oak", "1-bn", preliminary="To the wood."), **WITH)
    do(play, asked(play, sheet="Oak", units=["2-bn"]))
    for turn in range(5, 12):
        play.begin(turn)
        do(play, asked(play))
    passed = asked(play, sheet="Oak", units=["2-a"], roll=66)
    begun = next(n for n, each in enumerate(labels(passed)) if "preliminary" in each)
    struck = Play(*play.game.state.orders.values(), **WITH)
    do(play, passed, begun)
    assert play.of("2-a") == "preliminary"
    found = asked(struck, sheet="Oak", units=["2-bn"])
    do(struck, found, next(n for n, each in enumerate(labels(found)) if each.startswith("Strike")))
    assert struck.sheet("Oak").added == ()


def test_a_part_of_a_sheet_in_force_succeeds_or_fails_by_itself() -> None:
    play = Play(sheet("Oak", "1-bn", "2-bn"), **WITH)
    found = asked(play, sheet="Oak", units=["2-bn"])
    assert labels(found) == ["Declare 2-123 a success", "Declare 2-123 a failure"]
    assert labels(asked(play, sheet="Oak", units=["2-bn", "1-a"]))[0] == "Declare 2-123, 1-A a success"
    do(play, found, 1)
    assert (play.of("1-a"), play.of("2-a")) == ("assigned", "unassigned")
    assert play.sheet("Oak").left == (("2-a", "failed"), ("2-b", "failed"))


def test_a_reserve_is_sent_in_and_holds_its_orders_from_its_die_roll_check_on() -> None:
    play = Play(sheet("Oak", "1-bn", "2-bn", reserve=("2-bn",)), **WITH)
    found = asked(play, sheet="Oak", units=["2-a"])
    assert labels(found)[:3] == ["Send in 2-A: Attack", "Send in 2-A: Hasty Defense", "Send in 2-A: Move"]
    do(play, found)
    waits = asked(play, sheet="Oak", units=["2-a"])
    assert waits.detail.facts["dice"] == "d6" and waits.detail.facts["needed"] == 3
    failed = asked(play, sheet="Oak", units=["2-a"], roll=2)
    assert failed.verdict == "fails" and not any("hold" in each for each in labels(failed))
    passed = asked(play, sheet="Oak", units=["2-a"], roll=3)
    assert passed.verdict == "passes"
    do(play, passed)
    assert play.of("2-a") == "assigned" and play.of("2-b") == "reserve"


def test_a_reserve_that_is_more_than_half_of_what_is_left_must_be_sent_in() -> None:
    play = Play(sheet("Oak", "1-bn", "2-bn", reserve=("2-bn",), left=(("1-a", "failed"),)), **WITH)
    told = asked(play, sheet="Oak").reasons[0]
    assert told.rule.section == "6.14b" and told.values["units"] == "1 unit"


def test_units_try_for_their_alternate_turn_after_turn() -> None:
    play = Play(sheet("Oak", "1-bn", alternates=(Alternate(("1-a",), "By the road."),)), **WITH)
    failed = asked(play, sheet="Oak", units=["1-a"], roll=1)
    assert failed.verdict == "fails" and labels(failed)[0] == "1-A try again next turn"
    do(play, failed)
    assert play.sheet("Oak").alternates[0].tried and not play.sheet("Oak").alternates[0].taken
    passed = asked(play, sheet="Oak", units=["1-a"], roll=6)
    do(play, passed)
    assert play.sheet("Oak").alternates[0].taken
    assert not any("alternate" in each for each in labels(asked(play, sheet="Oak", units=["1-a"])))


def test_units_of_the_other_side_are_not_put_on_a_sheet() -> None:
    strange = replace(sheet("Oak", "1-bn"), side="blue")
    with pytest.raises(WrongUse, match="another side"):
        asked(Play(strange, **WITH), sheet="Oak", units=["2-a"])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"units": ["1-a"]}, "name the sheet"),
        ({"sheet": "Oak", "units": ["1-x"]}, "1-x"),
        ({"sheet": "Oak", "units": ["1-a"], "roll": 3}, "wait for no roll"),
        ({"sheet": "Ash", "units": ["1-a"]}, "is over"),
    ],
)
def test_what_cannot_be_done_with_units_is_refused(given: dict[str, Any], told: str) -> None:
    play = Play(waiting(), sheet("Ash", "3-bn", status="failed"), **WITH)
    with pytest.raises(WrongUse) as refused:
        asked(play, **given)
    assert told in str(refused.value)


def test_who_has_left_a_sheet_waits_for_no_check_on_it() -> None:
    said = {"committed": (Commitment(("1-b",), "Attack"),), "alternates": (Alternate(("1-bn",)),)}
    play = Play(sheet("Oak", "1-bn", reserve=("1-b",), left=(("1-b", "reassigned"),), **said), **WITH)
    found = asked(play, sheet="Oak")
    told = [(reason.rule.section, str(reason.values["units"])) for reason in found.reasons if "units" in reason.values]
    assert told == [("6.14c", "1-A")]


def test_a_part_of_what_was_added_is_struck_off_by_itself() -> None:
    play = Play(sheet("Oak", "1-bn"), **WITH)
    do(play, asked(play, sheet="Oak", units=["2-bn"]))
    found = asked(play, sheet="Oak", units=["2-a"])
    assert labels(found) == ["Strike 2-A off “Oak”"]
    do(play, found)
    (left,) = play.sheet("Oak").added
    assert (left.units, left.elements) == (("2-b",), 1)
    do(play, asked(play, sheet="Oak", units=["2-b"]))
    assert not play.sheet("Oak").added


@pytest.mark.parametrize(
    ("said", "of_all"),
    [
        ({"added": (Addition(("2-bn",), "Attack", elements=1, turns=90, turn=1),)}, "Put 2-123 under “Oak”"),
        ({"reserve": ("2-bn",), "committed": (Commitment(("2-bn",), "Move"),)}, "The orders of 2-123 hold"),
        ({"alternates": (Alternate(("2-a", "2-b")),)}, "2-A, 2-B take their alternate"),
    ],
)
def test_what_a_roll_does_is_told_of_all_whom_it_is_for(said: dict[str, Any], of_all: str) -> None:
    units = ("1-bn",) if "added" in said else ("1-bn", "2-bn")
    play = Play(sheet("Oak", *units, **said), **WITH)
    roll = 66 if "added" in said else 6
    assert labels(asked(play, sheet="Oak", units=["2-a"], roll=roll))[0] == of_all


def test_a_reserve_that_failed_and_was_added_again_is_neither_sent_in_nor_owed() -> None:
    back = Addition(("1-a", "1-b"), "Attack", status="implemented")
    oak = sheet(
        "Oak",
        *("1-bn", "2-bn"),
        reserve=("1-bn", "2-a"),
        committed=(Commitment(("1-b",), "Move", turn=2),),
        left=(("1-a", "failed"), ("1-b", "failed")),
        added=(back,),
    )
    play = Play(oak, **WITH)
    assert [play.of(id_) for id_ in ("1-a", "1-b", "2-a", "2-b")] == ["assigned", "assigned", "reserve", "assigned"]
    for one in ("1-a", "1-b"):
        found = asked(play, sheet="Oak", units=[one])
        assert "dice" not in found.detail.facts and not [each for each in labels(found) if each.startswith("Send in")]
    assert not [each for each in asked(play, sheet="Oak").reasons if each.rule.section.startswith("6.14")]
    assert play.steps.must_commit(oak) == 0 and play.steps.preparation(oak).rolled_as == "Attack"


def test_a_side_whose_rating_no_die_reaches_is_told_why_nobody_is_sent_in_or_switches() -> None:
    oak = sheet("Oak", "1-bn", "2-bn", reserve=("1-bn",), alternates=(Alternate(("2-bn",)),))
    able, slow = Play(oak, **{"command.rating": "6"}), Play(oak, **{"command.rating": "7"})
    assert [each for each in labels(asked(able, sheet="Oak", units=["1-a"])) if each.startswith("Send in")]
    held = asked(slow, sheet="Oak", units=["1-a"])
    assert labels(held) == ["Declare 1-A a success", "Declare 1-A a failure"]
    assert held.detail.facts["enough_from"] == "never" and "never pass" in held.reasons[0].template
    assert [each.rule.section for each in held.reasons] == ["6.14d", "6.13a", "6.11d"]
    switch = asked(slow, sheet="Oak", units=["2-bn"], roll=6)
    assert [each for each in labels(switch) if "alternate" in each or "again" in each] == []
    told = asked(slow, sheet="Oak").reasons
    assert [(each.rule.section, str(each.values.get("units", ""))) for each in told[:3]] == [
        ("6.14c", "2-123"),
        ("6.14d", "1-123"),
        ("6.14d", ""),
    ]
    assert "must be sent in" not in " ".join(each.template for each in told)
    sent = Play(replace(oak, committed=(Commitment(("1-bn",), "Move", turn=2),)), **{"command.rating": "7"})
    assert "Unassigned as long as this sheet" in asked(sent, sheet="Oak").reasons[0].template


def gathering(choice: str) -> Play:
    """A sheet on preliminary instructions, and a battalion under another one that is put on it."""
    elm = sheet("Elm", "2-bn")
    play = Play(waiting(preliminary="To the ford", status="preliminary"), elm, **{**WITH, "preliminary.added": choice})
    do(play, asked(play, sheet="Oak", units=["2-bn"]))
    return play


def test_who_is_put_on_a_sheet_on_preliminary_instructions_follows_them_at_once() -> None:
    play = gathering("at_once")
    assert play.sheet("Oak").turns == 15 and not play.sheet("Oak").joined
    assert dict(play.sheet("Elm").left) == {"2-a": "reassigned", "2-b": "reassigned"}
    assert [play.of(each) for each in ("1-a", "2-a")] == ["preliminary"] * 2
    told = asked(play, sheet="Oak", units=["3-bn"]).reasons
    assert [each.rule.section for each in told] == ["6.14a", "6.13d, 6.14a", "6.13d"]
    assert told[1].values["reading"] == "preliminary.added"


def test_or_follows_them_after_a_roll_as_the_reading_has_it() -> None:
    play = gathering("roll")
    assert play.sheet("Oak").joined == ("2-a", "2-b") and not play.sheet("Elm").left
    assert [play.of(each) for each in ("1-a", "2-a")] == ["preliminary", "assigned"]
    rolled = asked(play, sheet="Oak", roll=66)
    assert labels(rolled) == ["Put “Oak” into force", "Begin the preliminary instructions of “Oak”"]
    do(play, rolled, 1)
    assert [play.of(each) for each in ("1-a", "2-a")] == ["preliminary"] * 2 and not play.sheet("Oak").joined
    assert labels(asked(play, sheet="Oak", roll=66)) == ["Put “Oak” into force"]
    again = gathering("roll")
    do(again, asked(again, sheet="Oak", roll=66))
    assert not again.sheet("Oak").joined and again.of("2-a") == "assigned"


@pytest.mark.parametrize(("choice", "state"), [("assigned", "assigned"), ("unassigned", "committing")])
def test_who_tries_for_his_alternate_has_his_orders_or_none_as_the_reading_has_it(choice: str, state: str) -> None:
    play = Play(sheet("Oak", "1-bn", alternates=(Alternate(("1-a",)),)), **{**WITH, "alternates.trying": choice})
    do(play, asked(play, sheet="Oak", units=["1-a"], roll=1))
    assert [play.of(each) for each in ("1-a", "1-b")] == [state, "assigned"]
    told = ask("opsheet.units", play.game, unit=["1-a"])
    assert "alternates.trying" in {each.values.get("reading") for each in told.reasons}
    others = ask("opsheet.units", play.game, unit=["1-b"]).reasons
    assert "alternates.trying" not in {each.values.get("reading") for each in others}
    do(play, asked(play, sheet="Oak", units=["1-a"], roll=6))
    assert play.of("1-a") == "assigned" and play.sheet("Oak").alternates[0].taken
