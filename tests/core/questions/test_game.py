"""Games: opened without writing, shared by all states of play, and filled from the store of heights."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import WrongUse
from core.files import height_store
from core.files.box_files import write_box
from core.files.resources import scenarios_folder
from core.model.edits.map_edits import ChangeItems
from core.model.maps import ItemRef
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


def test_heights_of_an_edited_box_are_stored_when_it_has_been_saved(
    _own_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(shutil.copytree(EXAMPLE, tmp_path / "box"))
    game = open_game(folder).game
    assert game is not None
    ask("heights", game)
    stored = _listing(_own_store)
    edited = game.with_edits([ChangeItems("", {ItemRef(game.box.sheets[0].file, "contours", 1): None})])
    wanted = ask("heights", edited)
    edited.compiled.keep_heights()
    assert _listing(_own_store) == stored
    write_box(folder, edited.box)
    edited.compiled.tell_saved()
    edited.compiled.keep_heights()
    assert len(_listing(_own_store)) == len(stored) + 1
    again = open_game(folder).game
    assert again is not None
    monkeypatch.setattr("core.analysis.elevation.Heights.at", lambda self, point: pytest.fail("computed again"))
    assert ask("heights", again).detail.heights == wanted.detail.heights


def test_a_box_that_says_the_same_again_is_not_worked_out_again(_own_store: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(EXAMPLE, tmp_path / "box"))
    first = open_game(folder).game
    assert first is not None
    first = first.with_state(GameState(visibility=3))
    wanted = ask("heights", first)
    again = open_game(folder, [first]).game
    assert again is not None and again.compiled is first.compiled
    assert again.checked is not None and first.checked is not None and again.checked.lint is first.checked.lint
    assert again.state == GameState() and again.issues == first.issues
    assert ask("heights", again) == wanted
    write_box(folder, first.with_edits([ChangeItems("", {ItemRef(first.box.sheets[0].file, "contours", 1): None})]).box)
    other = open_game(folder, [again]).game
    assert other is not None and other.compiled is not first.compiled
    assert ask("heights", other).detail.heights != wanted.detail.heights


def test_changes_that_are_given_up_leave_nothing_to_be_worked_out_again(_own_store: Path) -> None:
    read = open_game(EXAMPLE).game
    assert read is not None
    edited = read.with_edits([ChangeItems("", {ItemRef(read.box.sheets[0].file, "contours", 1): None})])
    assert edited.compiled is not read.compiled
    again = open_game(EXAMPLE, [edited, read]).game
    assert again is not None and again.compiled is read.compiled


def test_what_was_found_in_equal_items_under_other_keys_is_not_taken_over(_own_store: Path) -> None:
    read = open_game(EXAMPLE).game
    assert read is not None
    (placed,) = read.box.sheets
    last = placed.sheet.items("contours").keys[-1]
    other = {ItemRef(placed.file, "contours", key): placed.sheet.item("contours", last) for key in (last + 1,)}
    moved = read.with_edits([ChangeItems("", {ItemRef(placed.file, "contours", last): None, **other})])
    assert moved.box == read.box
    again = open_game(EXAMPLE, [moved]).game
    assert again is not None and again.compiled is not moved.compiled


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
