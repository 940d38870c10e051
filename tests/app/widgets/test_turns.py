"""What is wished is done between events: the last wish of a name once, in order, and never for what is gone."""

import pytest
from PySide6.QtCore import QObject
from shiboken6 import delete

from app.widgets.turns import FEW, Turns


@pytest.fixture
def turns(qapp):
    return Turns()


def test_few_things_are_done_at_once_and_many_later(qtbot, turns):
    owner, done = QObject(), []
    turns.wish(owner, "few", lambda: done.append("few"), FEW)
    turns.wish(owner, "many", lambda: done.append("many"), FEW + 1)
    assert done == ["few"]
    assert turns.busy
    qtbot.waitUntil(lambda: not turns.busy)
    assert done == ["few", "many"]


def test_the_same_wish_is_done_once_behind_the_others_as_it_was_wished_last(qtbot, turns):
    owner, done = QObject(), []
    for word in ("a", "b", "c"):
        turns.wish(owner, "mark" if word != "b" else "list", lambda word=word: done.append(word))
    qtbot.waitUntil(lambda: not turns.busy)
    assert done == ["b", "c"]


def test_what_waits_or_is_not_done_with_is_told(qtbot, turns):
    owner, told = QObject(), []

    def steps():
        told.append(turns.waits(owner, "mark"))
        yield

    turns.wish(owner, "mark", steps)
    assert turns.waits(owner, "mark") and not turns.waits(owner, "list") and not turns.waits(QObject(), "mark")
    qtbot.waitUntil(lambda: not turns.busy)
    assert told == [True] and not turns.waits(owner, "mark")


def test_a_wish_for_few_takes_the_place_of_one_that_waits(qtbot, turns):
    owner, done = QObject(), []
    turns.wish(owner, "mark", lambda: done.append("many"))
    turns.wish(owner, "mark", lambda: done.append("few"), 1)
    assert done == ["few"]
    assert not turns.busy


def test_what_rests_on_the_way_goes_on_to_its_end_and_then_comes_the_next(qtbot, turns):
    owner, done = QObject(), []

    def steps():
        for number in range(3):
            done.append(number)
            yield

    turns.wish(owner, "steps", steps)
    turns.wish(owner, "next", lambda: done.append("next"))
    qtbot.waitUntil(lambda: not turns.busy)
    assert done == [0, 1, 2, "next"]


def test_steps_that_are_wished_again_on_the_way_begin_anew(qtbot, turns):
    owner, done = QObject(), []

    def steps():
        done.append("first")
        yield
        if done.count("first") == 1:
            turns.wish(owner, "steps", steps)
        yield
        done.append("last")

    turns.wish(owner, "steps", steps)
    qtbot.waitUntil(lambda: not turns.busy)
    assert done == ["first", "first", "last"]


def test_nothing_is_done_for_an_object_that_is_gone(qtbot, turns):
    gone, owner, done = QObject(), QObject(), []

    def steps():
        done.append("begun")
        delete(gone)
        yield
        done.append("never")

    turns.wish(gone, "steps", steps)
    turns.wish(gone, "more", lambda: done.append("never"))
    turns.wish(owner, "other", lambda: done.append("other"))
    qtbot.waitUntil(lambda: not turns.busy)
    assert done == ["begun", "other"]


def test_steps_that_fail_are_given_up_and_the_others_come_all_the_same(qtbot, turns):
    owner, done = QObject(), []

    def steps():
        yield
        raise ValueError("It fails.")

    turns.wish(owner, "steps", steps)
    turns.wish(owner, "next", lambda: done.append("next"))
    with qtbot.captureExceptions() as failed:
        qtbot.waitUntil(lambda: not turns.busy)
    assert [str(error) for _, error, _ in failed] == ["It fails."]
    assert done == ["next"]
