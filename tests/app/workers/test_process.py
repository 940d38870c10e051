"""The worker's loop without a process: whose turn it is, and what is said."""

from dataclasses import replace
from pathlib import Path

import fake_door
import pytest
from fake_door import RESTS, FakeGame

from app.workers.messages import (
    Advanced,
    Answered,
    Ask,
    Cancel,
    Change,
    Open,
    Opened,
    OpenedBox,
    Refused,
    Relief,
    Reply,
    Reset,
    Run,
    SetState,
    Stop,
    decode_reply,
    encode,
)
from app.workers.process import NOBODY, Worker, packed
from core.model.box import BoxHead
from core.model.edits.map_edits import ChangeBox
from core.model.state import GameState
from core.model.work import Work


@pytest.fixture
def said():
    return []


@pytest.fixture
def worker(said):
    worker = Worker(fake_door, said.append)
    worker.take(Open(1, Path("box")))
    _drain(worker)
    said.clear()
    return worker


def _drain(worker: Worker) -> None:
    while not worker.idle:
        worker.advance()


def _order(said: list[Reply]) -> list[int]:
    return [reply.ticket for reply in said if isinstance(reply, Answered)]


def test_a_short_question_is_answered_in_the_next_slice_while_long_ones_run(worker, said):
    worker.take(Ask(2, "long", {"slices": 5}))
    worker.take(Ask(3, "long", {"slices": 5}))
    for _ in range(4):
        worker.advance()
    worker.take(Ask(4, "echo", {"value": 7}))
    worker.advance()
    assert isinstance(said[-1], Answered)
    assert said[-1].ticket == 4


def test_what_opens_a_box_knows_the_game_that_was_open(worker, monkeypatch):
    known, open_box = [], fake_door.open_box
    monkeypatch.setattr(fake_door, "open_box", lambda path, before: known.append(before) or open_box(path, before))
    for ticket, name in ((2, "missing"), (3, "next"), (4, "last")):
        worker.take(Open(ticket, Path(name)))
    assert [{each.box.title for each in before} for before in known] == [{"box"}, set(), {"next"}]


def test_what_opens_a_box_knows_it_as_it_was_read_before_it_was_changed(worker, monkeypatch):
    known, open_box = [], fake_door.open_box
    monkeypatch.setattr(fake_door, "open_box", lambda path, before: known.append(before) or open_box(path, before))
    worker.take(Change(2, (ChangeBox("", BoxHead("Another", "fake")),)))
    worker.take(Open(3, Path("box")))
    assert [each.box.title for each in known[0]] == ["Another", "box"]
    assert worker.goes_on
    worker.take(Open(4, Path("next")))
    assert not worker.goes_on


def test_long_questions_take_turns(worker, said):
    worker.take(Ask(2, "long", {"slices": 3}))
    worker.take(Ask(3, "long", {"slices": 3}))
    _drain(worker)
    assert [reply.ticket for reply in said if isinstance(reply, Advanced)] == [2, 3, 2, 3, 2, 3]


def test_background_jobs_rest_while_another_is_under_way(worker, said):
    worker.take(Ask(2, "long", {"slices": 1}, background=True))
    worker.take(Relief(3, 8))
    worker.take(Ask(4, "long", {"slices": 4}))
    _drain(worker)
    assert _order(said) == [4, 2, 3]


def test_a_cancelled_question_says_nothing_more(worker, said):
    worker.take(Ask(2, "long", {"slices": 3}))
    worker.advance()
    worker.take(Cancel(2))
    assert worker.idle
    assert said == [Advanced(2, 0, 3, 0)]


def test_opening_another_box_drops_every_question_under_way(worker, said):
    worker.take(Ask(2, "long", {"slices": 3}))
    worker.take(Open(3, Path("other")))
    _drain(worker)
    assert [type(reply).__name__ for reply in said] == ["Opened", "Found"]


@pytest.mark.parametrize("question", ["wrong", "late_wrong"])
def test_a_question_put_wrongly_is_refused_with_its_sentence(worker, said, question):
    worker.take(Ask(2, question, {}))
    _drain(worker)
    assert said[-1] == Refused(2, "There is no hex 99.99.")


def test_a_fault_of_ours_is_refused_with_its_trace_and_the_worker_lives_on(worker, said):
    worker.take(Ask(2, "fault", {}))
    worker.take(Ask(3, "echo", {"value": 1}))
    _drain(worker)
    assert isinstance(said[0], Refused)
    assert "ZeroDivisionError" in said[0].text
    assert "fake_door" in said[0].trace
    assert _order(said) == [3]


def test_without_a_box_every_question_is_refused(said):
    worker = Worker(fake_door, said.append)
    worker.take(Ask(1, "echo", {"value": 1}))
    assert said == [Refused(1, "No game box is open.")]


def test_a_box_that_cannot_be_read_is_an_issue_not_an_end(said, capsys):
    worker = Worker(fake_door, said.append)
    for ticket, name in enumerate(["missing", "fault"]):
        worker.take(Open(ticket, Path(name)))
    missing, fault = (reply.result for reply in said)
    assert missing.box is None
    assert "There is no game box at missing." in str(missing.issues[0])
    assert "fault of its own" in str(fault.issues[0])
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_questions_are_answered_under_the_state_that_was_set_before_them(worker, said):
    worker.take(SetState(GameState(visibility=4)))
    worker.take(Ask(2, "visibility", {}))
    _drain(worker)
    assert said[-1].answer.value == 4


def _renamed(title: str) -> ChangeBox:
    return ChangeBox("", BoxHead(title, "fake"))


def test_questions_are_answered_for_the_box_that_was_changed_before_them(worker, said):
    worker.take(Change(1, (_renamed("first"), _renamed("second"))))
    worker.take(Ask(2, "box", {}))
    _drain(worker)
    assert next(reply for reply in said if isinstance(reply, Answered)).answer.value == "second"


def test_what_is_under_way_is_answered_for_the_changed_box(worker, said):
    worker.take(Ask(2, "long_box", {"slices": 3}))
    worker.take(Relief(3, 8))
    worker.advance()
    worker.take(Change(1, (_renamed("changed"),)))
    _drain(worker)
    answers = {reply.ticket: reply.answer for reply in said if isinstance(reply, Answered)}
    assert answers[2].value == "changed"
    assert answers[3] == ("raster", "changed", 8)


def test_a_changed_box_is_checked_when_nothing_is_asked_and_only_the_latest(worker, said):
    worker.take(Change(1, (_renamed("first"),)))
    worker.take(Ask(2, "long", {"slices": 2}))
    worker.advance()
    worker.take(Change(3, (_renamed("second"),)))
    _drain(worker)
    kinds = [type(reply).__name__ for reply in said]
    assert kinds[-1] == "Found"
    assert kinds.count("Found") == 1
    assert said[-1].serial == 3
    assert str(said[-1].issues[0].text) == "Something is wrong with second."


def test_a_box_of_the_window_takes_the_place_of_what_was_open(worker, said):
    box = fake_door.open_box(Path("drawn"))[1].box
    worker.take(Reset(5, Work(box, GameState(visibility=3))))
    worker.take(Ask(2, "box", {}))
    worker.take(Ask(3, "visibility", {}))
    _drain(worker)
    assert [reply.answer.value for reply in said if isinstance(reply, Answered)] == ["drawn", 3]


def test_a_box_whose_ruleset_nobody_knows_leaves_nothing_to_ask(worker, said):
    box = replace(fake_door.open_box(Path("drawn"))[1].box, ruleset="unknown")
    worker.take(Ask(2, "long", {"slices": 3}))
    worker.take(Reset(5, Work(box)))
    worker.take(Change(6, (_renamed("changed"),)))
    assert said == [Refused(2, "No game box is open.")]
    assert worker.idle


def test_a_job_runs_with_no_box_open(said):
    worker = Worker(fake_door, said.append)
    worker.take(Run(1, "title", {"slices": 1}))
    worker.take(Run(2, "wrong", {}))
    _drain(worker)
    assert said == [Refused(2, "There is no such job."), Advanced(1, 0, 1, None), Answered(1, None)]


def test_a_job_goes_on_with_the_box_that_it_began_with(worker, said):
    worker.take(Run(2, "title", {"slices": 2}, background=True))
    worker.advance()
    worker.take(Change(1, (_renamed("changed"),)))
    _drain(worker)
    assert Answered(2, "box") in said


def test_the_relief_is_a_background_job(worker, said):
    worker.take(Relief(2, 8))
    _drain(worker)
    assert said == [Advanced(2, 1, 2, None), Answered(2, ("raster", "box", 8))]


def test_stop_drops_everything(worker):
    worker.take(Ask(2, "long", {"slices": 3}))
    worker.take(Stop())
    assert worker.idle


def test_a_box_survives_the_pipe_with_its_read_only_mappings():
    game, result = fake_door.open_box(Path("box"))
    assert isinstance(game, FakeGame)
    _ = result.box.cells
    back = decode_reply(encode(Opened(1, result)))
    assert back == Opened(1, result)
    assert back.result.box.cells == result.box.cells
    with pytest.raises(TypeError):
        back.result.box.options["los"] = "simplified"


def test_what_was_computed_is_stored_once_after_questions_were_answered(worker):
    RESTS.clear()
    worker.rest()
    worker.take(Ask(2, "echo", {"value": 1}))
    _drain(worker)
    worker.rest()
    worker.rest()
    assert RESTS == ["box"]


def test_what_was_computed_is_stored_after_the_box_was_saved(worker):
    RESTS.clear()
    worker.take(Run(2, "title", {}))
    _drain(worker)
    worker.rest()
    assert RESTS == []
    worker.take(Run(3, "save_box", {}))
    _drain(worker)
    worker.rest()
    assert RESTS == ["box"]


def test_a_store_that_fails_is_a_fault_without_a_question(said):
    worker = Worker(fake_door, said.append)
    worker.take(Open(1, Path("full disk")))
    worker.take(Ask(2, "echo", {"value": 1}))
    _drain(worker)
    said.clear()
    worker.rest()
    worker.rest()
    (fault,) = said
    assert fault.ticket == NOBODY
    assert "No space left" in fault.trace


def test_what_cannot_be_pickled_becomes_a_fault_of_the_same_question():
    for reply in (Answered(2, lambda: None), Advanced(2, 1, 2, lambda: None)):
        back = decode_reply(packed(reply))
        assert isinstance(back, Refused)
        assert back.ticket == 2
        assert back.trace


def test_a_box_that_cannot_be_pickled_is_one_that_could_not_be_read():
    back = decode_reply(packed(Opened(3, OpenedBox(Path("box"), lambda: None, None, GameState(), ()))))
    assert isinstance(back, Opened)
    assert (back.ticket, back.result.box) == (3, None)
    assert "fault of its own" in str(back.result.issues[0])
