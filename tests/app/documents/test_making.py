"""What takes long is made between two frames, one after the other, and can be given up."""

import pytest

from app.documents.document import Document
from app.documents.making import AT_ONCE_MS
from core.base.errors import WrongUse
from core.model.edits.map_edits import ChangeItems
from core.model.maps import ItemRef, Spot


@pytest.fixture
def document(qapp, made_up_box):
    return Document(made_up_box)


@pytest.fixture
def slow(monkeypatch):
    """Every step takes longer than a slice, as the clock has it."""
    monkeypatch.setattr("app.documents.making.QElapsedTimer.elapsed", lambda self: AT_ONCE_MS + 1)


def _counted(*results):
    """Steps of their own for every result."""

    def steps(result):
        for done in range(3):
            yield done, 3
        return result

    return [lambda result=result: steps(result) for result in results]


def _fails():
    yield 0, 1
    raise WrongUse("It cannot be done.")


def test_what_is_soon_ready_is_done_at_once(document, monkeypatch):
    monkeypatch.setattr("app.documents.making.QElapsedTimer.elapsed", lambda self: 0)
    made = []
    document.making.begin("Move", *_counted("done"), made.append, made.append)
    assert made == ["done"]
    assert not document.making.busy


def test_what_takes_long_tells_how_far_it_is_and_wishes_are_met_in_turn(document, slow, qtbot):
    made, told = [], []
    document.making.advanced.connect(lambda *each: told.append(each))
    first, second = _counted("first", "second")
    document.making.begin("Move", first, made.append, made.append)
    document.making.begin("Turn", second, made.append, made.append)
    assert made == []
    with qtbot.waitSignal(document.making.ended):
        assert document.making.busy
    assert made == ["first", "second"]
    assert told[:2] == [("Move", 0, 3), ("Move", 1, 3)]
    assert ("Turn", 2, 3) in told


def test_giving_up_leaves_the_map_alone_and_drops_what_waits(document, slow, qtbot):
    made = []
    for steps in _counted("first", "second"):
        document.making.begin("Move", steps, made.append, made.append)
    with qtbot.waitSignal(document.making.ended):
        assert document.making.cancel()
    assert not document.making.cancel()
    qtbot.wait(1)
    assert made == []


def test_what_is_impossible_is_told_and_the_next_wish_is_met(document, slow, qtbot):
    made, refused = [], []
    document.making.begin("Move", _fails, made.append, refused.append)
    document.making.begin("Turn", *_counted("second"), made.append, refused.append)
    qtbot.waitUntil(lambda: not document.making.busy)
    assert (made, refused) == (["second"], ["It cannot be done."])


def test_another_change_of_the_map_ends_what_was_meant_for_the_map_before(document, slow):
    made, refused = [], []
    document.making.begin("Move", *_counted("first"), made.append, refused.append)
    document.do(_spot(document, 900))
    assert not document.making.busy
    assert made == []
    assert refused == ["“Move” was given up, for the map has changed."]


def test_the_change_that_was_made_ends_nothing(document, slow, qtbot):
    made = []

    def take(key):
        made.append(document.do(_spot(document, key)))

    for steps in _counted(901, 902):
        document.making.begin("Move", steps, take, made.append)
    qtbot.waitUntil(lambda: not document.making.busy)
    assert made == [True, True]


def _spot(document, key):
    return ChangeItems("Place spot", {ItemRef(document.box.sheets[0].file, "spots", key): Spot(key, (1.0, 1.0))})
