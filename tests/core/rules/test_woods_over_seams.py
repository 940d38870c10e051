"""Woods that are cut where two maps meet block what the same woods block on one map."""

import math
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from core.files.ruleset_files import load_ruleset
from core.geometry.layout import SheetFrame
from core.model.box import GameBox
from core.model.edits.shape_edits import drawn_area
from core.model.maps import Contour
from core.model.new_map import NewMap
from core.model.work import Work
from core.questions.catalogue import ask
from core.questions.game import Game

COLUMN = math.sqrt(3) / 2
SEAM = 7 * COLUMN
"""The line through the centre dots of the seventh column."""


def flat(box: GameBox, woods) -> Game:
    """Even ground of 40 m with woods drawn on it one after the other."""
    work = Work(box)
    for ring in woods:
        work = drawn_area(work.box, "woods", ring).apply(work)
    sheets = []
    for placed in work.box.sheets:
        line = tuple(map(placed.frame.to_sheet, ((-3.0, 0.2), (30.0, 0.2))))
        sheets.append(replace(placed, sheet=replace(placed.sheet, contours=(Contour(Fraction(40), line, high="left"),))))
    return Game.of(replace(work.box, sheets=tuple(sheets)), load_ruleset("tcs-4.01"))


def woods(seed: int):
    """Woods around the seam of the seventh column, two of them with a side along the seam."""
    dice = random.Random(seed)
    for _ in range(9):
        x, y, size = SEAM + dice.uniform(-1.5, 1.5), dice.uniform(1.5, 8.5), dice.uniform(0.3, 1.5)
        reach = [size * dice.uniform(0.5, 1) for _ in range(12)]
        yield tuple(
            (round(x + r * math.cos(math.tau * n / 12), 4), round(y + r * math.sin(math.tau * n / 12), 4))
            for n, r in enumerate(reach)
        )
    yield (SEAM, 2.1), (SEAM + 0.4, 2.1), (SEAM + 0.4, 2.6), (SEAM, 2.6)
    yield (SEAM - 0.4, 6.1), (SEAM, 6.1), (SEAM, 6.6), (SEAM - 0.4, 6.6)


def side_by_side() -> GameBox:
    return NewMap("t", columns=7, rows=9, across=2).box()


def halves() -> GameBox:
    """Two maps of which each prints one half of the hexes of the column between them."""
    one, other = NewMap("t", columns=7, rows=9, across=2).box().sheets
    raised = one.frame.raised
    frame = SheetFrame.place(raised, beside=one.frame, columns=6)
    west = (round(COLUMN - 1 / math.sqrt(3), 4), 0.5, round(SEAM, 4), 10.0)
    east = (round(COLUMN, 4), 0.5, round(7 * COLUMN + 1 / math.sqrt(3), 4), 10.0)
    beside = replace(other.sheet, grid=replace(other.sheet.grid, raised=raised, edge=east))
    whole = replace(one.sheet, grid=replace(one.sheet.grid, edge=west))
    return replace(side_by_side(), sheets=(replace(one, sheet=whole), replace(other, frame=frame, sheet=beside)))


@pytest.mark.parametrize(("make", "columns"), [(side_by_side, 14), (halves, 13)])
def test_fields_over_cut_woods_are_those_of_one_map(make, columns):
    two, one = flat(make(), woods(columns)), flat(NewMap("t", columns=columns, rows=9).box(), woods(columns))
    assert sum(len(placed.sheet.areas) for placed in two.box.sheets) > 11
    assert sorted(two.ground.cells) == sorted(one.ground.cells)
    differ = []
    seen = 0
    for place in sorted(one.ground.cells):
        here = ask("field", one, **{"from": place}).detail
        seen += len(here.seen)
        differ += [(place, other) for other in here.seen ^ ask("field", two, **{"from": place}).detail.seen]
    assert differ == []
    assert 0.2 < seen / len(one.ground.cells) ** 2 < 0.9
