"""Asking: every wrong parameter is told in a sentence with what is allowed; nothing else ever comes back but a ruling."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law

from core.base.errors import CoreError, WrongUse
from core.files.resources import scenarios_folder
from core.geometry.hexes import Hex
from core.questions.answers import as_json, as_text
from core.questions.catalogue import QUESTIONS, ask, steps
from core.questions.game import Game, open_game
from core.rules.kernel.rulings import Ruling

GOOD = {
    "los": {"from": "1.04", "to": "4.05"},
    "elevation": {"hex": "4.04"},
    "field": {"from": "4.05"},
    "crossfire": {"target": "4.06", "firers": ["4.09", "6.05"]},
    "heights": {},
    "chart.lookup": {"chart": "tcs.command_prep", "column": "1", "row": "1"},
    "dice.chances": {"dice": "2d6"},
    "sequence": {},
}
GAME = open_game(scenarios_folder() / "tcs-example").game
assert GAME is not None


def test_there_is_a_good_call_for_every_question() -> None:
    assert set(GOOD) == set(QUESTIONS["tcs"])


@pytest.mark.parametrize(
    ("question", "given_", "wanted"),
    [
        ("line", {}, 'There is no question "line". Allowed: chart.lookup, crossfire, dice.chances, elevation, field, hei'),
        ("elevatoin", {}, 'There is no question "elevatoin". Did you mean "elevation"?'),
        ("los", {"from": "1.04"}, '"los" needs to=…'),
        ("los", {}, '"los" needs from=… and to=…'),
        ("los", {"from": "", "to": None}, '"los" needs from=… and to=…'),
        ("los", {"from": "1.04", "to": "4.05", "visibilty": 3}, 'takes no parameter "visibilty". Did you mean "visibility"?'),
        ("los", {"from": "1.04", "to": "4.05", "method": "simple"}, 'method: "simple" is none of its choices.'),
        ("los", {"from": "1.04", "to": "4.05", "method": "head_ab"}, 'Did you mean "heads_ab"?'),
        ("los", {"from": "1.04", "to": "4.05", "method": ["standard"]}, "is none of its choices"),
        ("los", {"from": "1.04", "to": "4.05", "visibility": -1}, 'visibility: "-1" is no whole number of hexes'),
        ("los", {"from": "1.04", "to": "4.05", "visibility": 2.5}, "is no whole number of hexes"),
        ("los", {"from": "1.04", "to": "4.05", "visibility": True}, "is no whole number of hexes"),
        ("los", {"from": "1.04", "to": "4.05", "visibility": "far"}, '"unlimited" is allowed, too'),
        ("los", {"from": "1.04", "to": "4.05", "without": "vilage"}, 'there is no terrain "vilage". Did you mean "village"?'),
        ("los", {"from": "1.04", "to": "4.05", "without": [["woods"]]}, "there is no terrain"),
        ("los", {"from": "1.04", "to": "4.05", "smoke": 3.05}, "write the hex in quotes"),
        ("los", {"from": "1.04", "to": "4.05", "smoke": ["3.05", "33.05"]}, 'There is no hex "33.05" on this map.'),
        ("los", {"from": 4.1, "to": "4.05"}, "write the hex in quotes"),
        ("los", {"from": Hex(99, 99), "to": "4.05"}, "from: 99.149 is not on the map."),
        ("los", {"from": "0.01", "to": "4.05"}, "Hexes run from 1.01 to 6.14."),
        ("los", {"from": "A1.15", "to": "4.05"}, "Hexes run from 1.01 to 6.14."),
        ("los", {"from": "1.04", "to": "4.05", "game": 1}, 'takes no parameter "game"'),
        ("los", {"from": "1.04", "to": "4.05", "question": "field"}, 'takes no parameter "question"'),
        ("elevation", {"hex": "4.04", "visibility": 3}, 'takes no parameter "visibility". Allowed: hex, method.'),
    ],
)
def test_wrong_parameters_are_told_with_what_is_allowed(
    example: Game, question: str, given_: dict[str, Any], wanted: str
) -> None:
    with pytest.raises(WrongUse) as told:
        ask(question, example, **given_)
    assert wanted in str(told.value)


def test_wrong_parameters_are_told_before_any_slice_of_an_answer_is_asked_for(example: Game) -> None:
    with pytest.raises(WrongUse, match="needs"):
        steps("los", example)


plain = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 10**30),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["1.04", "4.05", "a4.05", " 4.5 ", "4.10", "woods", "standard", "heads_a", "3.05,3.06", "unlimited", "5"]),
)
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
)


@law(400)
@given(data=st.data())
def test_any_parameters_give_a_ruling_or_a_sentence(data: st.DataObject) -> None:
    question = data.draw(st.sampled_from(["los", "elevation", "crossfire"]))
    names = [p.name for p in QUESTIONS["tcs"][question].parameters]
    given_ = dict(GOOD[question])
    for name in data.draw(st.lists(st.sampled_from([*names, "form", "", "self"]), max_size=3)):
        given_[name] = data.draw(values)
    try:
        ruling = ask(question, GAME, **given_)
    except CoreError as error:
        text = str(error)
        assert text[-1] in ".?…"
        assert text[0].isupper() or text.partition(":")[0].strip('"').isidentifier() or text.startswith('"')
    else:
        assert isinstance(ruling, Ruling)
        assert json.loads(json.dumps(as_json(ruling, GAME.box), allow_nan=False))
        assert as_text(ruling, GAME.box)


def test_hexes_and_lists_may_be_values_texts_or_sequences(example: Game) -> None:
    box = example.box
    one = ask("los", example, **{"from": "1.04", "to": "4.05", "smoke": "3.05, 3.06", "without": "woods,building"})
    two = ask(
        "los",
        example,
        **{
            "from": box.hex("1.4"),
            "to": " 04.05",
            "smoke": [box.hex("3.05"), "3.6"],
            "without": ("woods", "building"),
            "method": None,
        },
    )
    assert one == two
    assert ask("crossfire", example, target="4.06", firers="4.09,6.5") == ask(
        "crossfire", example, target="4.06", firers=["4.09", box.hex("6.05")]
    )


def test_a_what_if_takes_the_place_of_the_state_and_leaves_it_alone(example: Game) -> None:
    from core.model.state import GameState

    smoky = example.with_state(GameState(smoke=frozenset({example.box.hex("3.05")}), visibility=1))
    assert ask("los", smoky, **GOOD["los"]).verdict == "blocked"
    assert ask("los", smoky, **GOOD["los"], smoke=[], visibility="unlimited").verdict == "clear"
    assert ask("los", smoky, **GOOD["los"], smoke=[]).verdict == "blocked"
    assert ask("los", smoky, **GOOD["los"]).verdict == "blocked"
    assert ask("los", example, **GOOD["los"]).verdict == "clear"
