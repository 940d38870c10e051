import logging
from pathlib import Path

import pytest

from core.model.box import BoxHead
from core.model.edits.map_edits import ChangeBox
from core.model.state import GameState
from core.model.work import Work


@pytest.fixture
def opened(answers, qtbot):
    with qtbot.waitSignal(answers.opened):
        answers.open(Path("box"))
    return answers


def _value(answers, qtbot, question, **parameters):
    heard = []
    answers.ask(question, parameters, heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    return heard[0].value


def test_opening_a_box_delivers_it(answers, qtbot):
    with qtbot.waitSignal(answers.opened) as opened:
        answers.open(Path("box"))
    assert opened.args[0].box.title == "box"


def test_questions_asked_before_the_process_runs_are_answered_when_it_does(answers, qtbot):
    heard = []
    answers.open(Path("box"))
    answers.ask("echo", {"value": 3}, heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    assert heard[0].value == 3


def test_a_closed_question_is_refused_with_its_reason_and_never_reaches_the_worker(opened, qtbot):
    heard = []
    opened.closed = lambda question, parameters: "Not before an attack is declared." if question == "echo" else ""
    ticket = opened.ask("echo", {"value": 3}, heard.append, on_refused=heard.append)
    assert not heard and opened.subject(ticket) == "echo"
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == ["Not before an attack is declared."]
    opened.closed = lambda question, parameters: ""
    assert _value(opened, qtbot, "echo", value=3) == 3


def test_the_worker_process_imports_no_qt(opened, qtbot):
    modules = _value(opened, qtbot, "modules").split()
    assert "app.workers.process" in modules
    assert not [name for name in modules if name.startswith(("PySide6", "shiboken6"))]


def test_a_short_question_overtakes_a_long_one(opened, qtbot):
    order = []
    opened.ask("long", {"slices": 100}, lambda ruling: order.append("long"), lambda *progress: order.append("progress"))
    qtbot.waitUntil(lambda: "progress" in order)
    opened.ask("echo", {"value": 1}, lambda ruling: order.append("short"))
    qtbot.waitUntil(lambda: "short" in order)
    assert "long" not in order


def test_a_later_question_in_the_same_slot_supersedes_the_earlier(opened, qtbot):
    heard = []
    for value in range(5):
        opened.ask("long", {"slices": 3}, lambda ruling, value=value: heard.append(value), slot="los")
    qtbot.waitUntil(lambda: bool(heard))
    _value(opened, qtbot, "echo", value=1)
    assert heard == [4]


def test_a_cancelled_question_is_never_answered(opened, qtbot):
    heard, progress = [], []
    ticket = opened.ask("long", {"slices": 20}, heard.append, lambda *each: progress.append(each))
    qtbot.waitUntil(lambda: bool(progress))
    with qtbot.waitSignal(opened.settled) as settled:
        opened.cancel(ticket)
    assert settled.args == [ticket]
    count = len(progress)
    _value(opened, qtbot, "long", slices=5)
    assert heard == []
    assert len(progress) == count


def test_progress_is_told_with_what_is_newly_known(opened, qtbot):
    heard, progress, busy = [], [], []
    opened.busy.connect(lambda *each: busy.append(each))
    ticket = opened.ask("long", {"slices": 3}, heard.append, lambda *each: progress.append(each))
    assert opened.subject(ticket) == "long"
    qtbot.waitUntil(lambda: bool(heard))
    assert progress == [(0, 3, 0), (1, 3, 1), (2, 3, 2)]
    assert busy == [(ticket, 0, 3), (ticket, 1, 3), (ticket, 2, 3)]
    assert opened.subject(ticket) == ""


def test_a_refusal_reaches_the_asker(opened, qtbot):
    heard = []
    opened.ask("wrong", {}, heard.append, on_refused=heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == ["There is no hex 99.99."]


def test_a_fault_in_the_worker_is_logged_and_told(opened, qtbot, caplog):
    heard = []
    with caplog.at_level(logging.CRITICAL, logger="app.workers.answers"):
        opened.ask("fault", {}, heard.append, on_refused=heard.append)
        qtbot.waitUntil(lambda: bool(heard))
    assert "ZeroDivisionError" in heard[0]


def test_the_state_of_play_holds_for_what_is_asked_after_it(opened, qtbot):
    opened.set_state(GameState(visibility=4))
    assert _value(opened, qtbot, "visibility") == 4


def test_opening_another_box_forgets_every_question(opened, qtbot):
    heard = []
    opened.ask("long", {"slices": 3}, heard.append)
    with qtbot.waitSignal(opened.opened):
        opened.open(Path("other"))
    assert _value(opened, qtbot, "box") == "other"
    assert heard == []


def test_a_worker_that_dies_is_started_again_with_its_box_and_state(opened, qtbot):
    first = _value(opened, qtbot, "pid")
    opened.set_state(GameState(visibility=6))
    refused = []
    with qtbot.waitSignal(opened.restarted), qtbot.assertNotEmitted(opened.opened):
        opened.ask("crash", {}, refused.append, on_refused=refused.append)
    assert refused == ["The calculating process ended before it had an answer."]
    assert _value(opened, qtbot, "pid") != first
    assert _value(opened, qtbot, "box") == "box"
    assert _value(opened, qtbot, "visibility") == 6


@pytest.fixture
def given_up(opened, qtbot):
    """A worker that has died too often, and the sentence that said so."""
    for _ in range(2):
        with qtbot.waitSignal(opened.restarted):
            opened.ask("crash", {}, lambda ruling: None)
    with qtbot.waitSignal(opened.stopped) as stopped:
        opened.ask("crash", {}, lambda ruling: None)
    return opened, stopped.args[0]


def test_a_worker_that_keeps_dying_is_left_alone_until_a_box_is_opened(given_up, qtbot):
    opened, words = given_up
    refused = []
    opened.set_state(GameState(visibility=4))
    opened.start()
    opened.ask("echo", {"value": 1}, refused.append, on_refused=refused.append)
    opened.relief(refused.append)
    assert refused == [], "the asker has its ticket before it is refused"
    qtbot.waitUntil(lambda: bool(refused))
    assert refused == [words]
    assert not opened.running
    with qtbot.waitSignal(opened.opened):
        opened.open(Path("box"))
    assert _value(opened, qtbot, "box") == "box"


def test_a_question_superseded_after_the_worker_was_given_up_is_not_refused(given_up, qtbot):
    opened, _ = given_up
    refused = []
    for value in range(3):
        opened.ask("echo", {"value": value}, print, on_refused=lambda text, n=value: refused.append(n), slot="los")
    qtbot.waitUntil(lambda: bool(refused))
    assert refused == [2]


def test_a_reply_that_cannot_be_read_counts_as_a_dead_worker(opened, qtbot, caplog):
    first = _value(opened, qtbot, "pid")
    refused = []
    with caplog.at_level(logging.CRITICAL, logger="app.workers.answers"), qtbot.waitSignal(opened.restarted):
        opened.ask("unreadable", {}, refused.append, on_refused=refused.append)
    assert refused == ["The calculating process ended before it had an answer."]
    assert _value(opened, qtbot, "pid") != first


def test_an_answer_that_cannot_be_sent_is_refused_and_the_worker_lives_on(opened, qtbot, caplog):
    first = _value(opened, qtbot, "pid")
    refused = []
    with caplog.at_level(logging.CRITICAL, logger="app.workers.answers"):
        opened.ask("unsendable", {}, refused.append, on_refused=refused.append)
        qtbot.waitUntil(lambda: bool(refused))
    assert "fault of its own" in refused[0]
    assert _value(opened, qtbot, "pid") == first


def test_a_store_that_fails_is_logged_and_the_worker_lives_on(answers, qtbot, caplog):
    with qtbot.waitSignal(answers.opened):
        answers.open(Path("full disk"))
    first = _value(answers, qtbot, "pid")
    qtbot.waitUntil(lambda: "No space left" in caplog.text)
    assert _value(answers, qtbot, "pid") == first


def test_a_box_that_kills_the_worker_is_reported_as_unreadable(answers, qtbot):
    with qtbot.waitSignal(answers.opened) as opened:
        answers.open(Path("crash"))
    assert opened.args[0].box is None
    assert "ended while it read this one" in str(opened.args[0].issues[0])


def test_closing_ends_the_process_even_while_it_works(opened, qtbot):
    progress = []
    opened.ask("long", {"slices": 500}, lambda ruling: None, lambda *each: progress.append(each))
    qtbot.waitUntil(lambda: bool(progress))
    opened.close()
    assert not opened.running


def test_closing_twice_or_before_anything_was_asked_is_fine(answers):
    answers.close()
    answers.close()
    assert not answers.running


def _renamed(title):
    return ChangeBox("", BoxHead(title, "fake"))


def test_a_change_of_the_box_holds_for_what_is_asked_after_it(opened, qtbot):
    before = opened.serial
    assert opened.change([_renamed("changed")]) == opened.serial != before
    assert opened.box.title == "changed"
    assert _value(opened, qtbot, "box") == "changed"


def test_what_is_wrong_with_the_changed_box_is_told_with_its_serial(opened, qtbot):
    found = {}
    opened.found.connect(found.__setitem__)
    serial = opened.change([_renamed("changed")])
    # What was found in the box before the change may still be under way.
    qtbot.waitUntil(lambda: serial in found)
    assert "changed" in found[serial][0].text


def test_a_worker_started_again_has_the_box_as_it_is_in_the_window(opened, qtbot):
    opened.change([_renamed("changed")])
    with qtbot.waitSignal(opened.restarted):
        opened.ask("crash", {}, lambda ruling: None)
    assert _value(opened, qtbot, "box") == "changed"


def test_a_box_of_the_window_is_asked_about_without_any_file(answers, qtbot):
    from fake_door import open_box

    box = open_box(Path("drawn"))[1].box
    answers.reset(Work(box, GameState(visibility=3)))
    assert _value(answers, qtbot, "box") == "drawn"
    assert _value(answers, qtbot, "visibility") == 3


def test_a_question_that_cannot_be_sent_is_refused_and_the_next_is_answered(opened, qtbot, caplog):
    refused = []
    with caplog.at_level(logging.CRITICAL, logger="app.workers.answers"):
        opened.ask("echo", {"value": lambda: None}, refused.append, on_refused=refused.append)
        assert _value(opened, qtbot, "echo", value=2) == 2
    assert "fault of its own" in refused[0]


def test_changes_and_questions_are_heard_in_the_order_in_which_they_were_made(opened, qtbot):
    heard = []
    for number in range(30):
        opened.change([_renamed(f"box {number}")])
        opened.ask("box", {}, lambda ruling: heard.append(ruling.value), slot=f"title {number}")
        opened.set_state(GameState(visibility=number + 1))
    assert _value(opened, qtbot, "visibility") == 30
    qtbot.waitUntil(lambda: len(heard) == 30)


def test_a_change_with_no_box_open_is_passed_over(answers):
    assert answers.change([_renamed("changed")]) == answers.serial
    assert not answers.running


def test_a_job_gives_its_result_with_or_without_a_box(answers, qtbot):
    heard, refused = [], []
    answers.run("title", {"slices": 2}, lambda result: heard.append(("without", result)))
    answers.run("wrong", {}, heard.append, on_refused=refused.append)
    answers.open(Path("box"))
    qtbot.waitUntil(lambda: answers.box is not None)
    answers.run("title", {}, lambda result: heard.append(("with", result)))
    qtbot.waitUntil(lambda: ("with", "box") in heard)
    assert "without" not in dict(heard), "a job of the box before is dropped as its questions are"
    assert refused == []


def test_the_relief_arrives_as_it_was_made(opened, qtbot):
    heard = []
    opened.relief(heard.append, resolution=4)
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == [("raster", "box", 4)]
