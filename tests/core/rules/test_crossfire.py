"""Cross fires counted by turning bearings, and the hexes that would complete one found by trying every hex."""

import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.battlefields import Battlefield, battlefield, set_heights
from oracles.laws import law
from oracles.plain_bearings import Step, at_least_120, ray_counts
from oracles.plain_hexes import Cell

from core.geometry.hexes import Hex
from core.questions.catalogue import ask
from core.questions.game import Game

FIELD = battlefield(31, 14, 13)
CELLS = sorted(FIELD.plain.cells)
cells = st.sampled_from(CELLS)


def _step(target: Hex, other: Hex) -> Step:
    return other.q - target.q, other.r - target.r


def _lines(target: Hex, one: Hex, two: Hex) -> int:
    return len(ray_counts(_step(target, one), _step(target, two))[0])


def _by_angle(base: Battlefield) -> Battlefield:
    game = Game.of(replace(base.game.box, options={"crossfire.measure": "angle"}), base.game.ruleset)
    return replace(base, game=game)


@law(60)
@given(target=cells, firers=st.lists(cells, max_size=5))
def test_the_count_is_that_of_the_best_pair(target: Cell, firers: list[Cell]) -> None:
    at, from_ = FIELD.hex(target), [FIELD.hex(cell) for cell in firers]
    ruling = ask("crossfire", FIELD.game, target=at, firers=from_)
    counted = list(dict.fromkeys(h for h in from_ if h != at))
    best = max((_lines(at, a, b) for a, b in combinations(counted, 2)), default=0)
    assert ruling.value == ruling.detail.lines == best
    assert ruling.verdict == ("crossfire" if best >= 5 else "no_crossfire")
    assert {frozenset((p.first, p.second)) for p in ruling.detail.pairs} == {frozenset(c) for c in combinations(counted, 2)}
    for pair in ruling.detail.pairs:
        assert set(pair.rays) in ray_counts(_step(at, pair.first), _step(at, pair.second))
        assert pair.qualifies == (len(pair.rays) >= 5)


@law(25)
@given(target=cells, firers=st.lists(cells, min_size=1, max_size=3, unique=True))
def test_the_completing_hexes_are_all_that_make_one_when_a_firer_stands_there(target: Cell, firers: list[Cell]) -> None:
    at, from_ = FIELD.hex(target), [FIELD.hex(cell) for cell in firers]
    ruling = ask("crossfire", FIELD.game, target=at, firers=from_)
    counted = [h for h in from_ if h != at]
    expected = {
        place
        for place in map(FIELD.hex, CELLS)
        if place != at and place not in counted and any(_lines(at, place, firer) >= 5 for firer in counted)
    }
    assert ruling.detail.completing == expected
    assert ruling.detail.completing_seen is None or ruling.detail.completing_seen <= expected


@law(25)
@given(target=cells, one=cells, two=cells)
def test_measured_by_angle_120_degrees_are_enough_however_many_lines_they_hold(target: Cell, one: Cell, two: Cell) -> None:
    field = _by_angle(FIELD)
    at, a, b = (field.hex(c) for c in (target, one, two))
    ruling = ask("crossfire", field.game, target=at, firers=[a, b])
    if len({at, a, b}) == 3:
        assert (ruling.verdict == "crossfire") == at_least_120(_step(at, a), _step(at, b))
        by_lines = ask("crossfire", FIELD.game, target=at, firers=[a, b])
        differs = by_lines.verdict != ruling.verdict
        assert any("reading" in reason.values for reason in by_lines.reasons) == differs
    else:
        assert ruling.verdict == "no_crossfire"


def test_between_120_and_150_degrees_off_the_lines_four_are_no_cross_fire() -> None:
    found = 0
    at = FIELD.hex((7, 7))
    for one, two in combinations(map(FIELD.hex, CELLS), 2):
        if at in (one, two):
            continue
        if at_least_120(_step(at, one), _step(at, two)) and _lines(at, one, two) == 4:
            found += 1
            if found % 50 == 1:
                assert ask("crossfire", FIELD.game, target=at, firers=[one, two]).verdict == "no_crossfire"
    assert found > 100


@pytest.mark.parametrize("method", ["standard", "simplified"])
def test_the_completing_hexes_that_see_the_target_are_those_with_a_clear_line(method: str) -> None:
    game = Game.of(FIELD.game.box, FIELD.game.ruleset)
    field = replace(FIELD, game=game)
    set_heights(field, dict(FIELD.plain.heights))
    dice = random.Random(4)
    at = field.hex((7, 7))
    firer = field.hex(dice.choice(CELLS))
    ruling = ask("crossfire", game, target=at, firers=[firer], method=method)
    seen = {
        p for p in ruling.detail.completing if ask("los", game, **{"from": p, "to": at, "method": method}).verdict == "clear"
    }
    assert ruling.detail.completing_seen == seen
