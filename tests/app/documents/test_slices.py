import pytest

from app.documents.slices import Slices
from core.base.errors import CoreError


def count(to, closed):
    try:
        for number in range(to):
            yield number, to
    finally:
        closed.append(to)
    return "done"


def test_what_takes_long_is_done_between_events_and_handed_over(qtbot):
    slices, taken, closed = Slices(), [], []
    slices.run(count(100_000, closed), taken.append, pytest.fail)
    assert slices.busy and not taken
    with qtbot.waitSignal(slices.advanced):
        pass
    qtbot.waitUntil(lambda: taken == ["done"])
    assert not slices.busy and closed


def test_what_is_given_up_is_closed_and_never_handed_over(qtbot):
    slices, closed = Slices(), []
    slices.run(count(1_000_000, closed), pytest.fail, pytest.fail)
    with qtbot.waitSignal(slices.advanced):
        pass
    slices.cancel()
    assert closed == [1_000_000] and not slices.busy


def test_another_wish_takes_the_place_of_the_first(qtbot):
    slices, taken, closed = Slices(), [], []
    slices.run(count(1_000_000, closed), pytest.fail, pytest.fail)
    with qtbot.waitSignal(slices.advanced):
        pass
    slices.run(count(3, closed), taken.append, pytest.fail)
    qtbot.waitUntil(lambda: taken == ["done"])
    assert closed == [1_000_000, 3]


@pytest.mark.parametrize("error", [CoreError("It cannot be."), OSError("No disk.")])
def test_refusals_are_told(qtbot, error):
    def fail():
        yield 0, 1
        raise error

    slices, told = Slices(), []
    slices.run(fail(), pytest.fail, told.append)
    qtbot.waitUntil(lambda: told == [error])
    assert not slices.busy
