"""Contour-heads lines of sight over real contours: both directions, the quick answer, the field, and what 8.5a can raise."""

import random
from functools import cache

import pytest

from core.base.steps import finish
from core.files.resources import scenarios_folder
from core.questions.catalogue import ask
from core.questions.game import Game, open_game
from core.rules.tcs.sight.los import judge, sees

HEADS = ("heads_a", "heads_ab", "heads_ac", "heads_abc")
WORDS = {True: "clear", False: "blocked", None: "undecidable"}


@cache
def _example() -> Game:
    game = open_game(scenarios_folder() / "tcs-example").game
    assert game is not None
    return game


@pytest.mark.parametrize("method", HEADS)
def test_both_directions_and_the_quick_answer_agree(method: str) -> None:
    game = _example()
    dice = random.Random(method)
    for _ in range(5):
        a, b = dice.sample(game.ground.hexes, 2)
        there, back = (finish(judge(game.case, *ends, method)) for ends in ((a, b), (b, a)))
        assert (there.verdict, there.value) == (back.verdict, back.value)
        assert there.detail.blockers == back.detail.blockers[::-1]
        assert WORDS[sees(game.case, a, b, method)] == there.verdict


def test_the_highest_point_on_the_line_is_never_lower_than_the_ground_where_the_line_passes_the_centre_dot() -> None:
    game = _example()
    for row in range(2, 12):
        # Down a column of hexes the line runs through every centre dot.
        up = finish(judge(game.case, game.box.hex(f"4.{row - 1:02}"), game.box.hex(f"4.{row + 3:02}"), "heads_a"))
        standard = game.case.heights(game.case.method("standard"))
        for contention in up.detail.profile:
            centre = standard.centre(contention.hex).height
            assert centre is not None and contention.base is not None
            assert contention.base >= centre


def test_hilltops_only_rise_and_bottoms_only_fall() -> None:
    game = _example()
    flat, risen, fallen, both = (
        ask("heights", game, method=m).detail.heights for m in ("standard", "heads_ab", "heads_ac", "heads_abc")
    )
    assert all(risen[h] >= flat[h] >= fallen[h] for h in flat)
    assert all(both[h] == (risen[h] if risen[h] != flat[h] else fallen[h]) for h in flat)
    assert any(risen[h] > flat[h] for h in flat)
    assert any(fallen[h] < flat[h] for h in flat)


@pytest.mark.slow
def test_a_field_under_contour_heads_is_the_judgement_of_every_line() -> None:
    game = _example()
    start = game.box.hex("4.05")
    seen = ask("field", game, **{"from": start, "method": "heads_abc"}).detail.seen
    for target in game.ground.hexes[::8]:
        verdict = finish(judge(game.case, start, target, "heads_abc")).verdict
        assert (target in seen) == (verdict == "clear")
