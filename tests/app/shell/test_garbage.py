"""Garbage that any thread makes is collected in the GUI thread."""

import gc
import threading
import weakref

import pytest

from app.shell.garbage import REST_ROUNDS, GuiCollector


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
    monkeypatch.setattr(gc, "get_count", lambda: (10**6, 10**6, 10**6))
    monkeypatch.setattr(gc, "collect", looked.append)
    for _ in range(REST_ROUNDS + 1):
        collector.collect()
    assert looked == [2, *[1] * (REST_ROUNDS - 1), 2]
    assert gc.get_freeze_count() > 0


def test_nothing_is_collected_before_it_is_due(collector):
    gc.collect()
    assert collector.collect() == -1
