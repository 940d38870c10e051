from fractions import Fraction
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Signal

from app.workers.heights import CLOSE_ENOUGH, Heights
from core.geometry.hexes import Hex

HERE, THERE = Hex(0, 0), Hex(20, 0)


class _Asker(QObject):
    """Remembers what is asked; answers come when the test says so."""

    restarted = Signal(str)

    def __init__(self):
        super().__init__()
        self.asked = []

    def ask(self, question, parameters, on_ruling, on_progress=None, on_refused=None, slot="", background=False):
        self.asked.append(SimpleNamespace(question=question, parameters=parameters, ruling=on_ruling, progress=on_progress))
        return len(self.asked)


@pytest.fixture
def asker(qapp):
    return _Asker()


@pytest.fixture
def heights(asker):
    return Heights(asker)


def _finish(asked, heights):
    asked.ruling(SimpleNamespace(detail=SimpleNamespace(heights=heights)))


def test_heights_become_known_in_pieces_and_each_is_told_once(asker, heights):
    told = []
    heights.arrived.connect(lambda method, hexes: told.append((method, hexes)))
    heights.watch("standard", HERE)
    asker.asked[0].progress(1, 2, {HERE: Fraction(20)})
    _finish(asker.asked[0], {HERE: Fraction(20), THERE: None})
    assert told == [("standard", frozenset({HERE})), ("standard", frozenset({THERE}))]
    assert heights.known("standard") == {HERE: Fraction(20), THERE: None}


def test_a_complete_method_is_not_asked_again(asker, heights):
    heights.watch("standard", HERE)
    _finish(asker.asked[0], {HERE: Fraction(20)})
    heights.watch("standard", THERE)
    assert len(asker.asked) == 1


def test_a_small_move_of_the_view_asks_nothing_a_large_one_asks_once_the_view_rests(asker, heights, qtbot):
    heights.watch("standard", HERE)
    heights.watch("standard", HERE.plus(CLOSE_ENOUGH, 0))
    for step in range(5):
        heights.watch("standard", THERE.plus(step, 0))
    assert len(asker.asked) == 1
    qtbot.waitUntil(lambda: len(asker.asked) == 2)
    assert asker.asked[1].parameters == {"method": "standard", "near": THERE.plus(4, 0)}


def test_another_method_is_asked_at_once(asker, heights):
    heights.watch("standard", HERE)
    heights.watch("simplified", HERE)
    assert [each.parameters["method"] for each in asker.asked] == ["standard", "simplified"]


def test_a_single_height_is_asked_only_when_it_is_not_known(asker, heights):
    heights.request("standard", HERE)
    asker.asked[0].ruling(SimpleNamespace(detail=SimpleNamespace(height=Fraction(40))))
    heights.request("standard", HERE)
    assert len(asker.asked) == 1
    assert heights.known("standard")[HERE] == 40


def test_an_answer_about_the_last_box_is_dropped(asker, heights):
    heights.watch("standard", HERE)
    heights.forget()
    asker.asked[0].progress(1, 2, {HERE: Fraction(20)})
    _finish(asker.asked[0], {HERE: Fraction(20)})
    assert heights.known("standard") == {}


def test_after_the_worker_was_restarted_the_missing_heights_are_asked_again(asker, heights):
    heights.watch("standard", HERE)
    asker.restarted.emit("")
    assert len(asker.asked) == 2


def test_heights_of_changed_ground_are_forgotten_and_asked_for_again(asker, heights):
    heights.watch("standard", HERE)
    _finish(asker.asked[0], {HERE: Fraction(20)})
    heights.outdate()
    assert heights.known("standard") == {}
    _finish(asker.asked[1], {HERE: Fraction(40)})
    assert heights.known("standard") == {HERE: Fraction(40)}


def test_an_answer_about_the_ground_as_it_was_is_dropped(asker, heights):
    heights.watch("standard", HERE)
    heights.outdate()
    asker.asked[0].progress(1, 2, {HERE: Fraction(20)})
    assert heights.known("standard") == {}
