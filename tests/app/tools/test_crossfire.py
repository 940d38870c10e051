"""Cross fire: target first, then firers that come and go."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt

from core.geometry.hexes import Hex
from core.rules.kernel.rulings import Ruling

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
TARGET, A, B, C = Hex(5, 3), Hex(2, 4), Hex(8, 2), Hex(5, 6)


@pytest.fixture(autouse=True)
def crossfire_in_hand(bench):
    bench.box.choose("crossfire")


def click(bench, *places):
    for place in places:
        bench.box.pressed(place, None, LEFT, PLAIN)
        bench.box.released(place, None, LEFT, PLAIN)


def ruling(firers):
    pairs = (SimpleNamespace(first=A, second=B, rays=(0, 1, 2, 3, 4), qualifies=True),) if len(firers) > 1 else ()
    detail = SimpleNamespace(
        target=TARGET,
        firers=tuple(firers),
        method="standard",
        lines=5 if pairs else 0,
        pairs=pairs,
        completing=frozenset({C}),
        completing_seen=None,
    )
    return Ruling("crossfire", "demo-1.0", "crossfire" if pairs else "no_crossfire", detail.lines, (), detail)


def test_the_first_click_is_the_target_and_asks_nothing_yet(bench):
    click(bench, TARGET)
    assert bench.answers.waiting("crossfire") == []
    assert bench.canvas.shown["cross fire"] == (TARGET, (), (), ())


def test_firers_come_and_go_with_clicks(bench):
    click(bench, TARGET, A, B, A)
    assert bench.canvas.shown["cross fire"][1] == (B,)


def test_counted_rays_the_best_pair_and_the_candidates_are_shown(bench):
    click(bench, TARGET, A)
    (first,) = bench.answers.waiting("crossfire")
    click(bench, B)
    bench.answers.answer(first, ruling([A]))
    assert bench.canvas.shown["cross fire"] == (TARGET, (A, B), (), ()), "one firer's answer is stale by now"
    (second,) = bench.answers.waiting("crossfire")
    assert second.parameters == {"target": TARGET, "firers": [A, B], "method": "standard"}
    bench.answers.answer(second, ruling([A, B]))
    assert bench.canvas.shown["cross fire"] == (TARGET, (A, B), (0, 1, 2, 3, 4), (A, B))
    assert bench.canvas.shown["candidates"] == (frozenset(), frozenset()), "it is a cross fire without a third firer"
    assert bench.published[-1][0][0].verdict == "crossfire"


def test_hexes_for_one_more_firer_are_lit_while_it_is_no_cross_fire(bench):
    click(bench, TARGET, A)
    (question,) = bench.answers.waiting("crossfire")
    bench.answers.answer(question, ruling([A]))
    assert bench.canvas.shown["candidates"] == ({C}, frozenset())


def test_a_click_on_the_target_is_explained(bench):
    click(bench, TARGET, TARGET)
    assert "target hex do not count" in bench.said[-1]


def test_escape_takes_everything_away_and_the_next_click_is_a_target(bench):
    click(bench, TARGET, A)
    bench.box.escape()
    assert bench.canvas.shown["cross fire"][0] is None
    click(bench, B)
    assert bench.canvas.shown["cross fire"][:2] == (B, ())
