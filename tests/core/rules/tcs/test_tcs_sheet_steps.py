"""What can be done with op sheets, asked as the window and the command line ask: each step comes as edits that do it."""

from typing import Any

import pytest

from core.base.errors import WrongUse
from core.model.orders import Alternate, Commitment
from core.questions.catalogue import ask
from core.rules.kernel.rulings import Ruling
from tests.core.rules.tcs.test_tcs_order_steps import Play, sheet

WITH = {"command.rating": "3"}


def asked(play: Play, **given: Any) -> Ruling:
    return ask("opsheet.steps", play.game, **given)


def labels(ruling: Ruling) -> list[str]:
    return [each.label for each in ruling.detail.proposals]


def do(play: Play, ruling: Ruling, number: int = 0) -> None:
    for edit in ruling.detail.proposals[number].edits:
        play.do(edit)


def waiting(name: str = "Oak", **said: Any) -> Any:
    return sheet(name, "1-bn", **{"status": "waiting", "turn": 1, "turns": 30, **said})


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


def test_reserves_and_alternates_that_wait_for_their_check_are_offered() -> None:
    play = Play(
        sheet("Oak", "1-bn", reserve=("1-b",), committed=(Commitment(("1-b",), "Attack"),), alternates=(Alternate(("1-a",)),)),
        **WITH,
    )
    found = asked(play, sheet="Oak")
    assert labels(found)[2:] == ["The reserve of “Oak” is committed: 1-b", "The alternate of 1-a is taken"]
    do(play, found, 2)
    do(play, asked(play, sheet="Oak"), 2)
    made = play.sheet("Oak")
    assert made.committed[0].holds and made.alternates[0].taken
    assert len(labels(asked(play, sheet="Oak"))) == 2, "both are done with"


def test_all_sheets_of_a_side_gain_in_one_step() -> None:
    play = Play(waiting("Oak", turns=0), sheet("Elm", "2-bn", status="waiting", turn=1), sheet("Ash", "3-bn"), **WITH)
    found = asked(play)
    assert labels(found)[-1] == "All sheets gain their weighted turns" and len(labels(found)) == 3
    do(play, found, 2)
    assert [play.sheet(name).turns for name in ("Oak", "Elm", "Ash")] == [3, 3, 0]
    assert asked(play, side="blue").verdict == "none"


def test_a_sheet_that_is_over_and_left_by_all_is_thrown_away() -> None:
    play = Play(sheet("Oak", "1-bn"), sheet("Elm", "1-bn", status="waiting", turn=1, turns=40), **WITH)
    do(play, asked(play, sheet="Oak"))
    assert asked(play, sheet="Oak").verdict == "none", "its units still gather by it"
    do(play, asked(play, sheet="Elm", roll=66))
    found = asked(play, sheet="Oak")
    assert labels(found) == ["Throw “Oak” away"]
    do(play, found)
    assert "Oak" not in play.game.state.orders


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
