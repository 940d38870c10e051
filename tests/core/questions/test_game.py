"""Games: opened without writing, shared by all states of play, and filled from the store of heights."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import WrongUse
from core.files import height_store
from core.files.resources import scenarios_folder
from core.model.state import GameState
from core.questions.catalogue import ask
from core.questions.game import Game, open_game

EXAMPLE = scenarios_folder() / "tcs-example"


@pytest.fixture
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setattr(height_store, "cache_folder", lambda: folder)
    return folder


def _listing(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(p): (p.stat().st_mtime_ns, p.stat().st_size) for p in sorted(folder.rglob("*"))}


def test_opening_and_asking_write_nothing_beside_the_box(_own_store: Path) -> None:
    before = _listing(EXAMPLE)
    game = open_game(EXAMPLE).game
    assert game is not None
    ask("heights", game)
    ask("field", game, **{"from": "4.05"})
    assert _listing(EXAMPLE) == before


def test_a_second_run_finds_the_heights_of_the_first(_own_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = open_game(EXAMPLE).game
    assert first is not None
    wanted = ask("heights", first)
    assert len(list(_own_store.iterdir())) == 1
    second = open_game(EXAMPLE).game
    assert second is not None
    monkeypatch.setattr("core.analysis.elevation.Heights.at", lambda self, point: pytest.fail("computed again"))
    assert ask("heights", second) == wanted


def test_a_few_heights_are_not_worth_a_file(_own_store: Path) -> None:
    game = open_game(EXAMPLE).game
    assert game is not None
    ask("elevation", game, hex="4.04")
    assert not _own_store.exists()


def test_states_of_play_share_what_was_computed(_own_store: Path) -> None:
    game = open_game(EXAMPLE).game
    assert game is not None
    other = game.with_state(GameState(visibility=3))
    ask("elevation", game, hex="4.04")
    assert other.ground is game.ground
    method = other.case.method("standard")
    assert game.box.hex("4.04") in other.case.heights(method).known
    assert other.case.state.visibility == 3
    assert game.case.state.visibility is None


def test_the_order_of_questions_does_not_change_their_answers(_own_store: Path) -> None:
    asked = [
        ("field", {"from": "4.05", "without": "woods"}),
        ("field", {"from": "4.05"}),
        ("los", {"from": "1.04", "to": "4.05", "method": "heads_abc"}),
        ("field", {"from": "4.05", "method": "simplified", "smoke": "3.05"}),
        ("crossfire", {"target": "4.06", "firers": "4.09,6.05", "method": "standard"}),
    ]
    fresh = []
    for name, given in asked:
        game = open_game(EXAMPLE).game
        assert game is not None
        fresh.append(ask(name, game, **given))
    game = open_game(EXAMPLE).game
    assert game is not None
    for order in (asked, asked[::-1], asked):
        answers = {str(each): ask(each[0], game, **each[1]) for each in order}
        assert [answers[str(each)] for each in asked] == fresh


def test_a_series_that_cannot_be_judged_is_said_so(example: Game) -> None:
    foreign = Game.of(example.box, replace(example.ruleset, series="abc", title="Another series"))
    with pytest.raises(WrongUse, match="Questions about Another series cannot be answered yet"):
        ask("los", foreign, **{"from": "1.04", "to": "4.05"})


def test_a_box_that_is_not_there_opens_as_a_list_of_problems(tmp_path: Path) -> None:
    opened = open_game(tmp_path / "none")
    assert opened.game is None
    assert opened.box is None
    assert [str(issue.place) for issue in opened.issues] == [str(tmp_path / "none")]
