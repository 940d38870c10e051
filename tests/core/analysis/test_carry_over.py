"""Edited contours: what is carried over equals a full survey, and most of it is carried over."""

import math
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
import shapely
from oracles import contour_maps
from oracles.fan import FanMap
from oracles.grounds import ground_of, lines_of

from core.analysis.elevation import Heights, HeightSettings, Level, carry_over, survey
from core.analysis.ground import Ground
from core.geometry.contours import ContourLine

METHODS = {
    "8.2": HeightSettings(),
    "8.4": HeightSettings(between="next_lower", bottom="interval_lower"),
    "8.5bc": HeightSettings(hilltop="rise", bottom="fall"),
}

EDITS = ("move", "end", "delete", "add", "height", "turn", "spots", "lows")


def _edited(ground: Ground, kind: str, dice: random.Random) -> Ground:
    lines = list(ground.lines)
    at = dice.randrange(len(lines))
    line = lines[at]
    points = list(line.points)
    if kind == "move":
        i = dice.randrange(1, len(points) - 1) if len(points) > 2 else 0
        far = dice.choice((0.02, 0.1, 0.3))
        points[i] = points[i][0] + dice.uniform(-far, far), points[i][1] + dice.uniform(-far, far)
        lines[at] = replace(line, points=tuple(points))
    elif kind == "end" and points[0] != points[-1]:
        points[0] = points[0][0] + dice.uniform(-0.1, 0.1), points[0][1] + dice.uniform(-0.1, 0.1)
        lines[at] = replace(line, points=tuple(points))
    elif kind == "delete":
        del lines[at]
    elif kind == "add":
        x, y, size, corners = dice.uniform(1, 7), dice.uniform(1, 7), dice.uniform(0.05, 0.5), dice.randint(3, 8)
        ring = [
            (x + size * math.cos(2 * math.pi * k / corners), y + size * math.sin(2 * math.pi * k / corners))
            for k in range(corners)
        ]
        lines.append(ContourLine(line.height, (*ring, ring[0]), dice.choice((0, 1, -1))))
    elif kind == "height":
        lines[at] = replace(line, height=line.height + dice.choice((-20, 20)))
    elif kind == "turn":
        lines[at] = replace(line, points=line.points[::-1], high=-line.high)
    elif kind == "spots":
        return replace(ground, spots=((dice.choice(ground.spots)[0], Fraction(dice.randrange(0, 160))), *ground.spots[1:]))
    elif kind == "lows":
        return replace(ground, lows=((dice.uniform(0, 8), dice.uniform(0, 8)),))
    return replace(ground, lines=tuple(lines))


def _map(seed: int) -> FanMap:
    if seed % 4 == 3:
        return (contour_maps.saddles, contour_maps.comb, contour_maps.spiral)[seed // 4 % 3]()
    return contour_maps.smooth(seed)


def _surveyed(ground: Ground, settings: HeightSettings) -> Heights:
    heights = Heights(ground, settings)
    assert sum(1 for _ in survey(heights)) == len(ground.hexes)
    return heights


@pytest.mark.parametrize("seed", range(8))
def test_carried_heights_equal_a_full_survey(seed: int) -> None:
    dice = random.Random(seed)
    spots = tuple(((dice.uniform(0, 8), dice.uniform(0, 8)), Fraction(dice.randrange(-40, 160))) for _ in range(3))
    ground = ground_of(lines_of(_map(seed)), spots=spots)
    before = {name: _surveyed(ground, settings) for name, settings in METHODS.items()}
    for kind in EDITS:
        edited = _edited(ground, kind, dice)
        for name, settings in METHODS.items():
            after, full = carry_over(before[name], edited), Heights(edited, settings)
            for place, level in after.known.items():
                anew = full.centre(place)
                assert (level.height, level.how, level.span) == (anew.height, anew.how, anew.span), (kind, name, place)


def _with_open_lines(dice: random.Random) -> Ground:
    """One or two lines from edge to edge, and around them lines that end inside the faces between them."""
    ways = [0.5 + 7 * k / 2 for k in range(dice.randint(1, 2))]
    lines = []
    for number, y in enumerate(ways):
        points = tuple((x, y + dice.uniform(-0.2, 0.2)) for x in (-0.5, 4.0, 8.5))
        lines.append(ContourLine(Fraction(20 * number), points, dice.choice((1, 1, -1))))
    for _ in range(dice.randint(1, 4)):
        x, y, way = dice.uniform(1, 6), dice.uniform(1.5, 7), dice.uniform(0, 2 * math.pi)
        bends = dice.randint(1, 3)
        points = tuple(
            (x + k * 1.3 * math.cos(way) + dice.uniform(0, 0.3), y + k * 1.3 * math.sin(way)) for k in range(bends + 1)
        )
        lines.append(ContourLine(Fraction(dice.choice((0, 20, 20, 40))), points, dice.choice((1, -1, 0))))
    spots = tuple(((dice.uniform(0, 8), dice.uniform(0, 8)), Fraction(dice.randrange(-40, 160))) for _ in range(2))
    return ground_of(lines, spots=spots)


@pytest.mark.parametrize("seed", range(21))
def test_heights_between_lines_that_end_inside_faces_are_those_of_a_full_survey(seed: int) -> None:
    dice = random.Random(seed)
    ground = _with_open_lines(dice)
    methods = METHODS | {"edges": HeightSettings(between="next_lower", hilltop="rise", nearest_without_span=False)}
    known = {name: _surveyed(ground, settings) for name, settings in methods.items()}
    for _ in range(6):
        if len(ground.lines) < 2:
            break
        kind = dice.choice(EDITS)
        ground = _edited(ground, kind, dice)
        for name, settings in methods.items():
            after, full = carry_over(known[name], ground), Heights(ground, settings)
            for place in ground.hexes:
                level, anew = after.centre(place), full.centre(place)
                assert (level.height, level.how) == (anew.height, anew.how), (kind, name, place)
                # A far corner splits a sector of the sweep, and the last bit of a span with it.
                assert _rounded(level) == _rounded(anew), (kind, name, place)
            known[name] = after


def _rounded(level: Level) -> object:
    span = level.span
    return span and (span.low_height, span.high_height, [round(x, 9) for x in (*span.low_end, *span.high_end, span.part)])


def test_a_far_line_that_turns_over_inside_a_face_changes_all_heights_that_rest_on_it() -> None:
    edge = ContourLine(Fraction(0), ((-0.5, 2.0), (8.5, 2.0)), 1)
    loose = ContourLine(Fraction(20), ((0.5, 7.5), (7.5, 7.5)), -1)
    for one, two in ((loose, replace(loose, high=1)), (replace(loose, high=1), loose)):
        for settings in METHODS.values():
            before, edited = _surveyed(ground_of([edge, one]), settings), ground_of([edge, two])
            after, full = carry_over(before, edited), Heights(edited, settings)
            assert [after.centre(h).height for h in edited.hexes] == [full.centre(h).height for h in edited.hexes]


def test_most_heights_are_carried_over_an_edit_of_one_corner() -> None:
    kept: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for seed in range(3):
        ground = ground_of(lines_of(_map(seed)))
        for name, settings in METHODS.items():
            before = _surveyed(ground, settings)
            for edit in range(5):
                after = carry_over(before, _edited(ground, "move", random.Random(edit)))
                kept[name] += len(after.known)
                asked[name] += len(ground.hexes)
    shares = {name: kept[name] / asked[name] for name in METHODS}
    assert shares["8.2"] > 0.75
    assert shares["8.4"] > 0.85
    assert shares["8.5bc"] > 0.5


def test_a_line_drawn_the_other_way_round_changes_nothing_and_carries_everything() -> None:
    ground = ground_of(lines_of(_map(1)))
    turned = replace(ground, lines=tuple(replace(line, points=line.points[::-1]) for line in ground.lines))
    for settings in METHODS.values():
        before = _surveyed(ground, settings)
        decided = {h for h, level in before.known.items() if level.height is not None}
        assert set(carry_over(before, turned).known) == decided


def test_nothing_is_carried_to_another_interval_edge_or_sea() -> None:
    ground = ground_of(lines_of(_map(1)))
    before = _surveyed(ground, METHODS["8.2"])
    for other in (
        replace(ground, interval=Fraction(10)),
        replace(ground, edge=shapely.box(0, 0, 8, 8.5)),
        replace(ground, sea=shapely.box(0, 0, 1, 1)),
        replace(ground, lines=()),
    ):
        assert carry_over(before, other).known == {}


def test_what_was_undecidable_is_asked_again() -> None:
    ring = ContourLine(Fraction(40), ((2.1, 2.1), (5.9, 2.1), (5.9, 5.9), (2.1, 5.9), (2.1, 2.1)))
    before = _surveyed(ground_of([ring]), METHODS["8.2"])
    assert all(level.height is None for level in before.known.values())
    told = carry_over(before, ground_of([replace(ring, high=1)]))
    assert told.known == {}
    assert all(told.centre(place).height == 40 for place in told.ground.hexes)
