"""A relief that is cut where lines have changed is the one that is cut afresh."""

import math
import random
from dataclasses import replace
from fractions import Fraction

import pytest
import shapely
from oracles import contour_maps
from oracles.grounds import lines_of

from core.geometry.contours import ContourLine
from core.geometry.faces import build_relief

EDGE = shapely.box(0, 0, 8, 8)


def _edited(lines, dice):
    lines = list(lines)
    at = dice.randrange(len(lines))
    line = lines[at]
    points = list(line.points)
    match dice.choice(["move", "delete", "add", "double", "height", "turn", "end", "cross"]):
        case "move":
            i = dice.randrange(len(points))
            points[i] = (points[i][0] + dice.uniform(-0.3, 0.3), points[i][1] + dice.uniform(-0.3, 0.3))
            lines[at] = replace(line, points=tuple(points))
        case "delete" if len(lines) > 2:
            del lines[at]
        case "add":
            x, y, size = dice.uniform(1, 7), dice.uniform(1, 7), dice.uniform(0.1, 0.6)
            ring = [(x + size * math.cos(k * math.tau / 6), y + size * math.sin(k * math.tau / 6)) for k in range(6)]
            lines.insert(at, ContourLine(line.height, (*ring, ring[0]), dice.choice((0, 1, -1))))
        case "double":
            lines.append(replace(line))
        case "height":
            lines[at] = replace(line, height=line.height + dice.choice((-20, 20)))
        case "turn":
            lines[at] = replace(line, points=line.points[::-1], high=-line.high)
        case "end" if len(points) > 3:
            lines[at] = replace(line, points=line.points[: len(points) // 2])
        case "cross":
            ends = (dice.uniform(0, 8), 0.0), (dice.uniform(0, 8), 8.0)
            lines.append(ContourLine(Fraction(60), ends, dice.choice((0, 1, -1))))
    return lines


def _said(relief):
    """What a relief says, whatever the order of faces and of the segments on their rims."""
    found = []
    for face in relief.faces:
        rows = zip(
            face.starts.round(6).tolist(), face.ends.round(6).tolist(), face.kinds, face.heights, face.loose, strict=True
        )
        named = sorted((*a, *b, int(kind), str(face.levels[h]) if h >= 0 else "", bool(loose)) for a, b, kind, h, loose in rows)
        firm = [row for row in named if row[4] != 0]
        found.append((round(face.polygon.area, 6), firm, sorted((str(line.height), line.points) for line in face.unknown)))
    return sorted(found)


def _ends(relief):
    return sorted((str(line.height), at) for line, at in relief.open_ends)


@pytest.mark.parametrize("seed", range(10))
def test_what_is_cut_where_lines_changed_is_what_is_cut_afresh(seed):
    dice = random.Random(seed)
    drawn = (
        contour_maps.smooth(seed)
        if seed % 3
        else (contour_maps.saddles, contour_maps.comb, contour_maps.spiral)[seed // 3 % 3]()
    )
    lines = lines_of(drawn)
    spots = [((dice.uniform(0, 8), dice.uniform(0, 8)), Fraction(dice.randrange(0, 160))) for _ in range(2)]
    relief = build_relief(lines, EDGE, spots)
    for _ in range(12):
        lines = _edited(lines, dice)
        relief = build_relief(lines, EDGE, spots, before=relief)
        afresh = build_relief(lines, EDGE, spots)
        assert relief.lines == afresh.lines
        assert _said(relief) == _said(afresh)
        assert _ends(relief) == _ends(afresh)


def test_only_faces_beside_a_changed_line_are_made_anew():
    lines = lines_of(contour_maps.smooth(1))
    before = build_relief(lines, EDGE)
    middle = max(before.faces, key=lambda face: face.polygon.area).polygon.representative_point()
    x, y = middle.x, middle.y
    ring = ((x, y), (x + 0.01, y), (x + 0.01, y + 0.01), (x, y))
    after = build_relief([*lines, ContourLine(lines[0].height, ring, 1)], EDGE, before=before)
    old = {id(face.polygon) for face in before.faces}
    assert sum(id(face.polygon) not in old for face in after.faces) == 2


def test_a_relief_inside_another_edge_is_cut_afresh():
    lines = lines_of(contour_maps.smooth(2))
    before = build_relief(lines, EDGE)
    smaller = shapely.box(1, 1, 7, 7)
    assert _said(build_relief(lines, smaller, before=before)) == _said(build_relief(lines, smaller))


def test_lines_that_go_on_in_each_other_just_inside_the_edge_are_not_drawn_on_to_it():
    west = ContourLine(Fraction(20), ((0.0, 3.0), (4.0, 0.01)), 1)
    east = ContourLine(Fraction(20), ((4.0, 0.01), (8.0, 3.0)), 1)
    relief = build_relief([west, east], EDGE)
    assert relief.lines == (west, east)
    assert len(relief.faces) == 2
    alone = build_relief([west], EDGE, before=relief)
    assert alone.lines[0].points[-1] == (4.0, 0.0)
