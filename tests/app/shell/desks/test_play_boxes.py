"""A session opens on the box that it was begun on, wherever that lies; where several could be it, the player is asked."""

from pathlib import Path
from shutil import copytree, rmtree

import pytest
from PySide6.QtWidgets import QDialog, QMessageBox

from app.shell.desks.play import PlayDesk
from app.shell.desks.play_boxes import candidates
from core.cli.main import main

AMBER = Path(__file__).resolve().parents[4] / "scenarios" / "amber-road"


def changed_copy(folder, options):
    """A copy of the sample under its title that plays other options."""
    copytree(AMBER, folder)
    game = folder / "game.yaml"
    said = [line for line in game.read_text("utf-8").splitlines() if not line.startswith("options:")]
    said.insert(4, f"options: {options}")
    game.write_text("\n".join(said) + "\n", "utf-8")
    return folder


def begun(monkeypatch, box, path):
    """A session that was begun on the command line."""
    monkeypatch.setattr("sys.stdin", iter(()))
    monkeypatch.setattr("core.cli.play._lines", lambda: iter(["jump 1 activation.pick"]))
    assert main(["play", str(box), "--new", str(path), "--kind", "solitaire"]) == 0
    return path


@pytest.fixture(scope="module")
def amber_window(window_of):
    yield from window_of(AMBER)


@pytest.fixture
def desk(amber_window, newly_opened, folders_of_play):
    newly_opened(amber_window, AMBER)
    found = next(each for each in amber_window._desks if isinstance(each, PlayDesk))
    yield found
    for box in amber_window.findChildren(QDialog):
        if box.isVisible():
            box.close()
    found.opening.drop()
    found.leave()


def test_what_is_remembered_comes_first_and_each_folder_once(tmp_path):
    mine, near = changed_copy(tmp_path / "a" / "mine", "{}"), changed_copy(tmp_path / "b" / "near", "{}")
    found = candidates("The Amber Road", tmp_path / "b" / "x.journal", ("", str(mine), str(mine)), near, [mine, AMBER])
    assert found.last == (mine,)
    assert found.folders == (mine, near, AMBER)
    assert not candidates("Another game", tmp_path / "b" / "x.journal", (str(tmp_path / "gone"),), None, [AMBER]).folders


def test_a_session_of_the_command_line_opens_on_its_own_box_and_not_on_the_sample_of_the_title(
    desk, qtbot, monkeypatch, tmp_path
):
    box = changed_copy(tmp_path / "games" / "mine", '{activation.order: "chits"}')
    path = begun(monkeypatch, box, tmp_path / "play.journal")
    desk.opening.open(path)
    qtbot.waitUntil(lambda: desk.live is not None)
    assert desk._open_box.document.path == box
    assert desk._open_box.document.box.options == {"activation.order": "chits"}


def test_where_several_could_be_it_the_player_says_which(amber_window, desk, qtbot, monkeypatch, tmp_path):
    box = changed_copy(tmp_path / "games" / "mine", '{activation.three_chits: "on"}')
    (tmp_path / "play").mkdir()
    path = begun(monkeypatch, box, tmp_path / "play" / "a.journal")
    rmtree(box)
    other = changed_copy(tmp_path / "play" / "other", '{recon.screens: "on"}')
    desk.opening.open(path)
    shown = lambda: next((each for each in amber_window.findChildren(QMessageBox) if each.isVisible()), None)  # noqa: E731
    qtbot.waitUntil(lambda: shown() is not None)
    assert shown().text() == "Which box “The Amber Road” is it?"
    next(each for each in shown().buttons() if each.text().endswith("other")).click()
    qtbot.waitUntil(lambda: desk.live is not None)
    assert desk._open_box.document.path == other
    desk.leave()
    # It is not asked once more.
    desk.opening.open(path)
    qtbot.waitUntil(lambda: desk.live is not None)
    assert desk._open_box.document.path == other
