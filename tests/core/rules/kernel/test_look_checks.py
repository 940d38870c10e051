"""What asks for a look or marker that the rules do not have is told, with the nearest match."""

import immutables
import pytest
from hypothesis import given
from oracles.forces import RULESETS, rulesets

from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Mark, Piece
from core.model.items import Items
from core.model.oob import Counter, Oob
from core.model.scenario import Scenario
from core.rules.kernel.look_checks import look_issues, marker_issues
from core.rules.kernel.ruleset import Ruleset

TCS = RULESETS["tcs-4.01"]


def told(on_unit: str = "", in_hex: str = "", ruleset: Ruleset = TCS) -> list[str]:
    pieces = immutables.Map({"a": Piece(Hex(0, 0), marks=frozenset({on_unit}))}) if on_unit else immutables.Map()
    marks = immutables.Map({Hex(1, 0): (Mark(in_hex),)}) if in_hex else immutables.Map()
    scenario = Scenario("s", start=Deployment(pieces, marks))
    return [str(issue) for issue in marker_issues(scenario, ruleset, "s.scenario.yaml")]


@given(rulesets)
def test_every_marker_of_the_rules_may_lie_where_it_belongs(ruleset: Ruleset) -> None:
    for kind in ruleset.markers.values():
        for word in kind.words():
            assert "unit" not in kind.on or told(on_unit=word, ruleset=ruleset) == []
            assert "hex" not in kind.on or told(in_hex=word, ruleset=ruleset) == []


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("supressed", 'starts with the marker "supressed": the rules have no such marker. Did you mean "suppressed"?'),
        ("minefield", 'starts with the marker "minefield": Minefield lies with a hex.'),
        ("step-loss 12", 'starts with the marker "step-loss 12": Step Loss has a number from 1 to 9.'),
        ("step-loss", 'starts with the marker "step-loss": Step Loss has a number from 1 to 9.'),
        ("fired 2", 'starts with the marker "fired 2": Fired has no number.'),
    ],
)
def test_a_marker_that_a_unit_cannot_have_is_told(word: str, said: str) -> None:
    assert told(on_unit=word) == [f's.scenario.yaml: warning: The unit "a" {said}']


def test_a_marker_that_cannot_lie_on_the_map_is_told_once() -> None:
    assert told(in_hex="fired") == ['s.scenario.yaml: warning: The marker "fired" lies on the map: Fired lies with a unit.']


def test_a_look_that_there_is_not_is_told() -> None:
    oob = Oob(counters=Items([Counter("a", "us", look="vehicel"), Counter("b", "us", look="vehicle"), Counter("c", "us")]))
    assert [(str(issue.place), issue.text, issue.units) for issue in look_issues(oob, TCS, "counters.yaml")] == [
        (
            "counters.yaml",
            'The counter "a" asks for the look "vehicel", and there is none of that name. Did you mean "vehicle"?',
            ("a",),
        )
    ]
