"""Heights that an edit leaves alone are kept, and only those."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from core.analysis.elevation import Heights, HeightSettings, carry_over
from core.analysis.ground import Ground
from core.files.resources import scenarios_folder
from core.questions.game import open_game

STANDARD = HeightSettings()
HEADS = HeightSettings(hilltop="rise", bottom="fall")


def ground_of(name: str) -> Ground:
    game = open_game(scenarios_folder() / name).game
    assert game is not None
    return game.ground


EXAMPLE = ground_of("tcs-example")


def edited(ground: Ground, dice: random.Random) -> Ground:
    """The ground after one edit of a contour: a point moved, a line gone, lifted or turned round, or a ring more."""
    lines = list(ground.lines)
    number = dice.randrange(len(lines))
    line = lines[number]
    match dice.choice(("move", "move", "move", "drop", "lift", "turn", "ring")):
        case "move":
            at = dice.randrange(1, len(line.points) - 1)
            x, y = line.points[at]
            moved = (x + dice.uniform(-0.15, 0.15), y + dice.uniform(-0.15, 0.15))
            lines[number] = replace(line, points=(*line.points[:at], moved, *line.points[at + 1 :]))
        case "drop":
            del lines[number]
        case "lift":
            lines[number] = replace(line, height=line.height + dice.choice((-5, 5)))
        case "turn":
            lines[number] = replace(line, points=line.points[::-1], high=-line.high)
        case "ring":
            x, y = dice.uniform(1.5, 4.5), dice.uniform(2, 13)
            ring = tuple((x + dx, y + dy) for dx, dy in ((0, 0), (0.4, 0), (0.4, 0.4), (0, 0.4), (0, 0)))
            lines.append(replace(line, points=ring, height=dice.choice((Fraction(30), Fraction(50), Fraction(70)))))
    return replace(ground, lines=tuple(lines))


@pytest.mark.parametrize("settings", [STANDARD, HEADS], ids=["standard", "heads"])
@pytest.mark.parametrize("seed", range(20))
def test_heights_kept_through_an_edit_are_those_of_the_edited_ground(seed, settings):
    before = Heights(EXAMPLE, settings)
    for place in EXAMPLE.hexes:
        before.centre(place)
    after_edit = edited(EXAMPLE, random.Random(seed))
    kept = carry_over(before, after_edit)
    anew = Heights(after_edit, settings)
    for place, level in kept.known.items():
        fresh = anew.centre(place)
        assert (level.height, level.how) == (fresh.height, fresh.how), place


def test_moving_one_point_of_a_contour_keeps_most_heights_of_a_large_map():
    ground = ground_of("cove-creek")
    before = Heights(ground, STANDARD)
    sample = ground.hexes[::3]
    for place in sample:
        before.centre(place)
    number = max(range(len(ground.lines)), key=lambda i: len(ground.lines[i].points))
    line = ground.lines[number]
    at = len(line.points) // 2
    (x, y), (x1, y1) = line.points[at - 1], line.points[at + 1]
    points = (*line.points[:at], ((x + x1) / 2, (y + y1) / 2), *line.points[at + 1 :])
    lines = (*ground.lines[:number], replace(line, points=points), *ground.lines[number + 1 :])
    kept = carry_over(before, replace(ground, lines=lines))
    assert len(kept.known) > 0.8 * len(sample)
    anew = Heights(kept.ground, STANDARD)
    assert all(anew.centre(place).height == level.height for place, level in kept.known.items())


def test_an_edit_of_something_else_keeps_every_height():
    before = Heights(EXAMPLE, STANDARD)
    for place in EXAMPLE.hexes:
        before.centre(place)
    assert set(carry_over(before, replace(EXAMPLE, obstacles={})).known) == set(EXAMPLE.hexes)
