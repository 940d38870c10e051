"""Steps of op sheets in the phases and turns that the rules name for them, and in others, where it is told."""

from typing import Any

import pytest

from core.base.errors import WrongUse
from core.model.orders import Alternate
from core.questions.catalogue import ask
from tests.core.rules.tcs.sheet_bench import WITH, asked, do, labels, late, stands_in, waiting
from tests.core.rules.tcs.test_tcs_order_steps import Play, sheet


@pytest.mark.parametrize(
    ("phase", "side", "wanted"),
    [
        ("command.review", "", ["6.11b"]),
        ("action.actions", "red", ["6.11a"]),
        ("action.actions", "blue", ["6.11a", "6.11b"]),
        ("", "", []),
    ],
)
def test_a_sheet_is_a_success_in_a_command_phase_and_a_failure_in_an_action_phase_of_its_side(
    phase: str, side: str, wanted: list[str]
) -> None:
    play = stands_in(Play(sheet("Oak", "1-bn"), **WITH), phase, side)
    found = asked(play, sheet="Oak")
    assert late(found) == wanted and len(labels(found)) == 2, "told, and not forbidden"


def test_what_is_done_outside_of_the_command_phase_says_so() -> None:
    def at(phase: str, *sheets: Any, **given: Any) -> list[str]:
        return late(asked(stands_in(Play(*sheets, **WITH), phase, "red"), **given))

    held = sheet("Oak", "1-bn", "2-bn", reserve=("1-a",), alternates=(Alternate(("2-a",)),))
    cases: list[tuple[list[str], tuple[Any, ...], dict[str, Any]]] = [
        (["6.9f"], (waiting(),), {"sheet": "Oak"}),
        (["6.9f"], (waiting(),), {"sheet": "Oak", "roll": 66}),
        (["6.9d"] * 2, (waiting(turns=0),), {}),
        (["6.13d"], (waiting(turns=0),), {"sheet": "Oak", "units": ["2-bn"]}),
        (["6.13b"], (waiting(),), {"sheet": "Oak", "units": ["1-a"]}),
        (["6.13c"], (sheet("Oak", "1-bn"),), {"sheet": "Oak", "units": ["2-bn"]}),
        ([*["6.14b"] * 3, "6.13a"], (held,), {"sheet": "Oak", "units": ["1-a"]}),
        (["6.14d", "6.13a"], (held,), {"sheet": "Oak", "units": ["2-a"]}),
    ]
    for wanted, sheets, given in cases:
        assert at("action.actions", *sheets, **given) == wanted, given
        assert not [each for each in at("command.review", *sheets, **given) if each != "6.11d"], given
    told = asked(stands_in(Play(waiting(), **WITH), "artillery.place", "red"), sheet="Oak").reasons[-1]
    assert (told.values["when"], told.values["now"]) == ("a Command Phase", "Aircraft & Artillery Phase, Red")


def test_the_sheets_of_the_set_that_is_drawn_are_left_and_those_of_all_sets() -> None:
    sheets = (sheet("Oak", "1-bn", set="East"), sheet("Elm", "1-bn", set="West"), sheet("Ash", "2-bn"))
    play = Play(*sheets, turn=0, **{**WITH, "solitaire.sheets": "several"})
    found = ask("opsheet.draw", play.game, side="red", roll=4)
    assert labels(found) == ["Play the set “West”"]
    do(play, found)
    assert sorted(play.game.state.orders) == ["Ash", "Elm"] and play.sheet("Elm").set == ""
    late_draw = ask("opsheet.draw", Play(*sheets, turn=2, **{"solitaire.sheets": "several"}).game, side="red")
    assert "play stands in turn" in late_draw.reasons[-1].template
    with pytest.raises(WrongUse, match="one set of op sheets"):
        ask("opsheet.draw", Play(*sheets, turn=0, **WITH).game, side="red", roll=4)
    both = ask("opsheet.check", Play(*sheets, turn=0, **WITH).game, sheet="Oak")
    assert "6.7c" in {each.rule.section for each in both.reasons}, "without the option they stand beside each other"
