"""A worker process that cannot be had: what is said, who hears of it, and how it is tried again."""

import logging
from functools import partial
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest
from bad_doors import DOOR, write_door

from core.model.box import GameBox
from core.model.work import Work


@pytest.fixture
def answers_by(qapp):
    """Makes answers with a door, and ends their process."""
    from app.workers.answers import Answers

    made = []

    def by(door):
        made.append(Answers(door=door))
        return made[-1]

    yield by
    for each in made:
        each.close()


@pytest.fixture
def door_to(tmp_path, monkeypatch):
    """Writes one of the bad doors."""
    return partial(write_door, tmp_path=tmp_path, monkeypatch=monkeypatch)


@pytest.fixture(autouse=True)
def _faults_are_expected(caplog):
    with caplog.at_level(logging.CRITICAL, logger="app.workers.answers"):
        yield


@pytest.fixture
def no_memory(monkeypatch):
    """The system starts no process, until that is taken back."""

    def start(self):
        raise OSError(12, "Cannot allocate memory")

    with monkeypatch.context() as patch:
        patch.setattr(SpawnProcess, "start", start)
        yield patch


def test_whoever_opens_a_box_hears_what_could_not_be_loaded_and_where(answers_by, door_to, qtbot):
    answers = answers_by(door_to("missing"))
    with qtbot.waitSignals([answers.opened, answers.stopped]):
        answers.open(Path("box"))
    assert not answers.running
    assert "No module named 'shapely'" in answers.given_up
    assert "door_missing.py, line 1" in answers.given_up


def test_a_worker_that_can_never_load_is_not_tried_again_by_itself(answers_by, door_to, qtbot):
    answers, refused = answers_by(door_to("missing")), []
    with qtbot.assertNotEmitted(answers.restarted), qtbot.waitSignal(answers.stopped) as stopped:
        answers.run("note", {}, print, on_refused=refused.append)
    assert refused == stopped.args
    answers.ask("echo", {}, print, on_refused=refused.append)
    qtbot.waitUntil(lambda: len(refused) == 2)
    assert refused[0] == refused[1] == answers.given_up


def test_a_worker_killed_while_it_loads_is_told_of_as_such(answers_by, door_to, qtbot):
    answers = answers_by(door_to("killed"))
    with qtbot.waitSignal(answers.opened) as opened:
        answers.open(Path("box"))
    said = str(opened.args[0].issues[0])
    assert "while it was started" in said and "memory" in said


def test_without_a_box_a_worker_killed_while_it_loads_is_tried_a_few_times(answers_by, door_to, qtbot):
    answers, restarted = answers_by(door_to("killed")), []
    answers.restarted.connect(restarted.append)
    with qtbot.waitSignal(answers.stopped) as stopped:
        answers.start()
    assert len(restarted) == 2
    assert "memory" in stopped.args[0]


def test_where_no_process_can_be_started_opening_ends_with_the_reason(answers_by, no_memory, qtbot):
    answers = answers_by("fake_door")
    with qtbot.waitSignal(answers.opened) as opened:
        answers.open(Path("box"))
    assert "Cannot allocate memory" in str(opened.args[0].issues[0])
    no_memory.undo()
    with qtbot.waitSignal(answers.opened) as opened:
        answers.open(Path("box"))
    assert opened.args[0].box.title == "box"


def test_where_no_thread_can_be_started_no_process_is_left(answers_by, monkeypatch, qtbot):
    answers = answers_by("fake_door")
    started = []
    keep = SpawnProcess.start
    monkeypatch.setattr(SpawnProcess, "start", lambda self: (started.append(self), keep(self))[1])

    def start(self):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch, qtbot.waitSignal(answers.stopped) as stopped:
        patch.setattr("app.workers.answers.threading.Thread.start", start)
        answers.start()
    assert "can't start new thread" in stopped.args[0]
    assert [each.exitcode is None for each in started] == [False]


def test_another_try_gives_the_new_process_the_box_of_the_window(answers_by, no_memory, qtbot):
    answers, heard = answers_by("fake_door"), []
    answers.start()
    answers.reset(Work(GameBox("Made here", "fake", ())))
    qtbot.waitUntil(lambda: bool(answers.given_up))
    no_memory.undo()
    with qtbot.waitSignal(answers.began):
        answers.try_again()
    answers.ask("box", {}, heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    assert heard[0].value == "Made here"


def test_a_worker_that_is_stuck_is_told_of_and_another_one_opens_the_box(answers_by, door_to, qtbot, monkeypatch):
    monkeypatch.setattr("app.workers.answers.LATE_MS", 1)
    answers = answers_by(door_to("stuck"))
    with qtbot.waitSignal(answers.late), qtbot.assertNotEmitted(answers.began):
        answers.open(Path("box"))
    assert not answers.ready
    monkeypatch.setenv(DOOR, "open")
    with qtbot.waitSignal(answers.opened) as opened:
        answers.try_again()
    assert answers.ready
    assert opened.args[0].box.title == "box"


def test_a_box_that_is_given_up_is_not_opened_by_the_next_process(answers_by, door_to, qtbot, monkeypatch):
    answers, refused = answers_by(door_to("stuck")), []
    answers.open(Path("box"))
    answers.ask("echo", {}, print, on_refused=refused.append)
    monkeypatch.setenv(DOOR, "open")
    with qtbot.assertNotEmitted(answers.opened):
        answers.abandon()
        qtbot.waitUntil(lambda: answers.ready)
        answers.ask("echo", {"value": 1}, print, on_refused=refused.append)
        qtbot.waitUntil(lambda: len(refused) == 2)
    assert refused[1] == "No game box is open."
