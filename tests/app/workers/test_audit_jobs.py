"""The jobs of a session that is played."""

from pathlib import Path

import pytest

from app.workers import jobs
from core.base.errors import WrongUse
from core.base.steps import finish
from core.model.state import GameState, Moment
from core.play.events import Ruled
from core.questions.game import Game, open_game

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"


@pytest.fixture(scope="module")
def game() -> Game:
    found = open_game(SCENARIOS / "sable-river").game
    assert found is not None
    return found


def playing(game: Game, phase: str, side: str) -> GameState:
    file, scenario = next(iter(game.box.scenarios.items()))
    order = tuple(each.id for each in game.box.oob.sides)
    return GameState(scenario=file, deployment=scenario.start, moment=Moment(1, phase, side), order=order)


def test_a_phase_is_looked_through_as_it_stands(game: Game) -> None:
    checked = next(phase for top in game.ruleset.sequence for _, phase in top.walk() if "stacking" in phase.checks)
    state = playing(game, checked.id, game.box.oob.sides[0].id)
    found = finish(jobs.start("audit_phase", game, start=state, state=state, trails={}))
    assert isinstance(found, tuple) and all(finding.section and finding.text for finding in found)
    assert finish(jobs.start("audit_phase", game, start=state, state=GameState(), trails={})) == ()


def test_a_ruling_is_noted_under_the_state_that_is_given(game: Game) -> None:
    state = playing(game, "", "")
    ruled = finish(jobs.start("note_ruling", game, question="sequence", parameters={}, state=state))
    assert isinstance(ruled, Ruled) and ruled.question == "sequence" and ruled.verdict


@pytest.mark.parametrize("name", ["audit_phase", "note_ruling"])
def test_without_rules_there_is_nothing_to_ask(name: str) -> None:
    given = {
        "audit_phase": {"start": GameState(), "state": GameState(), "trails": {}},
        "note_ruling": {"question": "los", "parameters": {}, "state": GameState()},
    }
    with pytest.raises(WrongUse, match="rules of this box"):
        finish(jobs.start(name, None, **given[name]))
