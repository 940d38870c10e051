"""Garbage that any thread makes is collected in the GUI thread."""

import gc
import threading
import weakref

import pytest

from app.shell.garbage import MOST, REST_ROUNDS, SET_ASIDE, GuiCollector


class _Node:
    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector(qapp):
    collector = GuiCollector()
    yield collector
    collector.close()
    assert gc.isenabled()


def test_a_cycle_made_in_a_thread_dies_in_the_gui_thread(collector):
    died = []
    left = []

    def work():
        node = _Node()
        weakref.finalize(node, lambda: died.append(threading.current_thread()))
        del node
        # More objects than Python would let be made without collecting.
        left.extend([number] for number in range(5 * gc.get_threshold()[0]))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert died == []
    assert collector.collect() >= 0
    assert died == [threading.current_thread()]


def test_everything_is_looked_at_seldom_and_what_outlives_the_start_never_again(collector, monkeypatch):
    looked = []
    gc.collect()
    gc.freeze()
    monkeypatch.setattr(gc, "get_count", lambda: tuple(most + 1 for most in gc.get_threshold()))
    monkeypatch.setattr(gc, "collect", looked.append)
    for _ in range(REST_ROUNDS + 1):
        collector.collect()
    assert looked == [2, *[1] * (REST_ROUNDS - 1), 2]
    assert gc.get_freeze_count() > 0


def test_what_has_become_so_much_at_once_is_set_aside_and_looked_at_when_the_user_has_turned_away(collector):
    gc.collect()
    node = _Node()
    gone = weakref.ref(node)
    much = [[number] for number in range(MOST)]
    del node
    assert collector.collect() == SET_ASIDE
    assert collector.collect() == -1
    assert gone() is not None and len(much) == MOST
    assert collector.look_at_all() > 0
    assert gone() is None
    assert collector.look_at_all() == 0


def test_what_a_collection_leaves_is_counted_at_the_next(collector):
    gc.collect()
    young = [[number] for number in range(MOST // 2)]
    assert collector.collect() in (0, 1, 2)
    young += [[number] for number in range(MOST)]
    assert collector.collect() == SET_ASIDE


def test_nothing_is_collected_before_it_is_due(collector):
    gc.collect()
    assert collector.collect() == -1


def test_what_is_set_aside_is_not_counted_while_the_window_is_used(collector, monkeypatch):
    def count():
        raise AssertionError("Python counts millions of objects one by one")

    gc.collect()
    gc.freeze()
    other = GuiCollector()
    monkeypatch.setattr(gc, "get_freeze_count", count)
    kept = []
    for _ in range(3):
        other._rest = 0
        kept += [[number] for number in range(2 * gc.get_threshold()[0])]
        assert other.collect() >= 0
    assert other.look_at_all() == 0
    other.close()
    gc.disable()
