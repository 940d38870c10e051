"""By night the answers of fires show which hexes are lit, and those that a marker would light up [TCS 4.01 26.2b]."""

from dataclasses import replace

import immutables
import pytest

from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.files.ruleset_files import load_ruleset
from core.model.deployment import Mark
from core.model.state import GameState, Moment
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.procedure import LIT

PLACE, LIGHT = "24.20", "20.18"


@pytest.fixture(scope="module")
def creek():
    """Cove Creek in the Action Phase of Blue, with the light of a mortar over 20.18."""
    box = load_box(scenarios_folder() / "cove-creek").box
    file, scenario = next(iter(box.scenarios.items()))
    marks = scenario.start.marks.set(box.hex(LIGHT), (Mark("illum-mortar", "red"),))
    start = replace(scenario.start, marks=marks)
    points = immutables.Map({("blue", each.what): 9 for each in scenario.allotments if each.side == "blue"})
    state = GameState(scenario=file, deployment=start, moment=Moment(1, "action.actions", "blue"), points=points)
    return Game.of(box, load_ruleset("tcs-4.01")).with_state(state)


def lit(game, question, light="night", **given):
    found = ask(question, game.with_state(replace(game.state, light=light)), to=PLACE, **given)
    return found.detail.hexes.get(LIT, frozenset())


def around(game, label, radius):
    return {place for place in game.box.hex(label).within(radius) if place in game.box.cells}


@pytest.mark.parametrize(
    ("question", "given", "radius"),
    [
        ("fire.at", {}, None),
        ("smoke.at", {"marker": "smoke"}, None),
        ("smoke.at", {"marker": "illumination"}, 3),
        ("artillery.place", {"battery": "a-907-fa"}, None),
        ("artillery.place", {"battery": "a-907-fa", "mission": "illumination"}, 5),
    ],
)
def test_what_is_lit_is_shown_and_what_the_light_in_hand_would_add(creek, question, given, radius):
    more = around(creek, PLACE, radius) if radius else set()
    assert lit(creek, question, **given) == around(creek, LIGHT, 3) | more
    assert lit(creek, question, "day", **given) == frozenset()
