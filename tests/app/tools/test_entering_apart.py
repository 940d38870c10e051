"""Reinforcements that come in by different hexes: the first of them is in hand with whoever comes in with it."""

import pytest

from app.tools.entering import ENTRY, Entering
from core.rules.kernel.entry_detail import Entry, EntryDetail
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason, Ruling
from tests.app.documents.combat_bench import EAST, FAR, WEST, placed


def ruling(*hexes):
    why = Reason(RuleRef("tcs", "4.01", "27.2a"), "turn 2")
    return Ruling("entry", "tcs-4.01", "open", 1, (why,), EntryDetail((Entry((), 2, hexes, (), frozenset(hexes)),)), ())


@pytest.fixture
def entering(bench):
    placed(bench.document)
    return Entering(bench.context, lambda _: None, bench.document)


def answer(bench, *rulings):
    for asked, found in zip(bench.answers.waiting(ENTRY), rulings, strict=True):
        bench.answers.answer(asked, found)


def test_who_comes_in_elsewhere_is_left_out_and_told(bench, entering):
    entering.ask(("r1", "r2", "r3"))
    answer(bench, ruling(EAST, WEST), ruling(FAR), ruling(WEST))
    assert entering.units == bench.document.units.ids == ("r1", "r3")
    answer(bench, ruling(EAST, WEST), ruling(WEST))
    assert entering.hexes == {WEST}
    assert "click the hex" in bench.said[-1] and bench.said[-1].endswith("by other hexes: r2")
    entering.ask(("r2",))
    answer(bench, ruling(FAR))
    assert entering.hexes == {FAR} and "other hexes" not in bench.said[-1]


def test_who_comes_in_nowhere_is_told_so(bench, entering):
    entering.ask(("r1", "r2"))
    answer(bench, ruling(), ruling())
    assert entering.hexes == frozenset() and "do not come in now" in bench.said[-1]
