"""Boards: levels make plateaus and come back, terrain and roads lie where the board has them, the rest is listed."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.full_sheets import TERRAIN, full_sheets
from shapely import LineString

from core.base.errors import WrongUse
from core.files.translation_files import shipped_translation
from core.geometry.labels import Numbering
from core.interop import megamek
from core.interop.hex_cells import cell_centre
from core.interop.imported import BadFile, Imported, Target
from core.interop.megamek import read_board
from core.interop.megamek_out import board_text
from core.model.maps import Grid, MapSheet


def board(width: int, height: int, hexes: Mapping[tuple[int, int], tuple[int, str]], more: str = "") -> bytes:
    lines = ["# made for a test", f"size {width} {height}", more]
    for y in range(1, height + 1):
        for x in range(1, width + 1):
            level, terrain = hexes.get((x, y), (0, ""))
            lines.append(f'hex {x:02}{y:02} {level} "{terrain}" ""')
    return "\r\n".join([*lines, "end"]).encode()


def bring(data: bytes, target: Target) -> Imported:
    return megamek.read(data, "a.board", target, shipped_translation())


def empty(interval: int = 20) -> Target:
    grid = Grid(4, 4, Numbering("{column:02}.{row:02}", 4, 4))
    return Target(MapSheet("A", grid, contour_interval=Fraction(interval)), TERRAIN, True)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(2, 6),
    st.integers(2, 6),
    st.randoms(use_true_random=False),
    st.sampled_from([(-1, 1), (0, 1), (-3, 5)]),
)
def test_levels_come_back_after_a_round_trip(width: int, height: int, random, span: tuple[int, int]) -> None:
    levels = {(x, y): random.randint(*span) for x in range(1, width + 1) for y in range(1, height + 1)}
    sheet = bring(board(width, height, {cell: (level, "") for cell, level in levels.items()}), empty()).sheet
    lines = [LineString(each.line) for each in sheet.contours]
    assert not any(one.intersects(other) for i, one in enumerate(lines) for other in lines[:i])
    if len(set(levels.values())) > 1:
        again = read_board(board_text(sheet, TERRAIN, shipped_translation())[0].encode(), "b.board")
        assert {cell: each.level for cell, each in again.hexes.items()} == levels


def test_terrain_and_roads_lie_where_the_board_has_them() -> None:
    found = bring(
        board(
            4,
            4,
            {
                (1, 1): (0, "woods:2;foliage_elev:2"),
                (2, 1): (0, "woods:1"),
                (4, 4): (0, "building:2;bldg_elev:2;bldg_cf:40"),
                (1, 4): (0, "water:2"),
                # A road from the upper edge of column 3 down to row 3, with a branch that its hexes both name.
                (3, 1): (0, "road:1:8"),
                (3, 2): (0, "road:1:9"),
                (3, 3): (0, "road:1:1;rough:1"),
                (2, 4): (0, "bridge:1:1;bridge_cf:40"),
            },
            more='description "x"\nnote 0101 "y"',
        ),
        empty(),
    )
    sheet = found.sheet
    assert (sheet.grid.columns, sheet.grid.rows, sheet.grid.numbering.text(1, 4)) == (4, 4, "0101")
    assert sorted(each.terrain for each in sheet.areas) == ["building", "lake", "woods"]
    woods = next(each for each in sheet.areas if each.terrain == "woods")
    # Two hexes that touch are one wood: ten corners, the first again at the end.
    assert [len(ring) for ring in woods.shape] == [11]
    assert [each.feature for each in sheet.paths] == ["primary-road"]
    middle = [cell_centre(sheet.grid, (3, row)) for row in (4, 3, 2)]
    assert sorted(sheet.paths[0].line) == sorted((round(x, 4), round(y, 4)) for x, y in middle)
    assert [(each.feature, each.between) for each in sheet.sides] == [("bridge", ((2, 1), (2, 2)))]
    assert {(each.what, each.why) for each in found.dropped} == {
        ("foliage_elev", "our maps do not hold this"),
        ("bldg_elev", "our maps do not hold this"),
        ("bldg_cf", "our maps do not hold this"),
        ("bridge_cf", "our maps do not hold this"),
        ("rough", "our maps leave this ground open"),
        ("depth of water", "a map of ours does not say how deep water is"),
        ("description", "it says nothing of the ground"),
        ("note", "it says nothing of the ground"),
    }


def test_terrain_comes_back_after_a_round_trip() -> None:
    words = {
        (1, 1): (0, "woods:1"),
        (2, 2): (0, "water:1"),
        (4, 4): (0, "building:2;bldg_cf:40;bldg_elev:2"),
        (3, 1): (1, "road:2:8"),
        (3, 2): (1, "road:2:1"),
    }
    text, _ = board_text(bring(board(4, 4, words), empty()).sheet, TERRAIN, shipped_translation())
    again = read_board(text.encode(), "b.board")
    assert {
        cell: (each.level, {(w.word, w.grade) for w in each.terrain}) for cell, each in again.hexes.items() if each.terrain
    } == {
        (1, 1): (0, {("woods", 1)}),
        (2, 2): (0, {("water", 1)}),
        (4, 4): (0, {("building", 2), ("bldg_cf", 40), ("bldg_elev", 2)}),
        (3, 1): (1, {("road", 2)}),
        (3, 2): (1, {("road", 2)}),
    }
    assert again.hexes[3, 1].terrain[0].exits == frozenset({3})
    assert text.count("\r\n") == text.count("\n") == 18


@settings(max_examples=15, deadline=None)
@given(full_sheets())
def test_any_flat_topped_sheet_makes_a_board_that_can_be_read(sheet: MapSheet) -> None:
    if sheet.grid.orientation == "rows":
        with pytest.raises(WrongUse, match="pointed ones"):
            board_text(sheet, TERRAIN, shipped_translation())
        return
    text, dropped = board_text(sheet, TERRAIN, shipped_translation())
    made = read_board(text.encode(), "b.board")
    assert made.width == sheet.grid.columns + (sheet.grid.raised == "even")
    assert made.height == sheet.grid.rows
    assert (len(sheet.names) > 0) is any(each.what == "name" for each in dropped)


def test_a_board_on_a_sheet_with_other_hexes_is_refused() -> None:
    closed = replace(empty(), grid_is_open=False)
    even = replace(closed, sheet=replace(closed.sheet, grid=replace(closed.sheet.grid, raised="even")))
    with pytest.raises(WrongUse, match="the first column stands half a hex higher, on map A the second"):
        bring(board(4, 4, {}), even)
    with pytest.raises(WrongUse, match="Import the board as a new map, which then has its shape"):
        bring(board(4, 4, {}), even)
    larger = bring(board(5, 4, {(5, 1): (3, "woods:1")}), closed)
    assert [(each.what, each.count) for each in larger.dropped] == [("hex", 4)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", 'no line "size"'),
        ('hex 0101 0 "" ""', 'before the "size"'),
        ("size 2", "a.board:1: The size must be two whole numbers"),
        ("size 2 9000", "at most 500"),
        ("size 1 1\nend", "holds 0 hexes; 1 × 1 are 1"),
        ('size 1 1\nhex 0101 0 "" ""\nhex 0102 0 "" ""', "a.board:3: There are more hexes"),
        ('size 1 1\nhex 0101 high "" ""', "a.board:2: A hex must be"),
        ('size 1 1\nhex 0101 0 "woods', "a.board:2: A hex must be"),
        ('size 1 1\nhex 0101 900 "" ""', "A level lies between"),
        ('size 1 1\nhex 0101 0 "woods=1" ""', "word:grade"),
        ("size 1 1\0", "This is no text"),
    ],
)
def test_a_faulty_board_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(BadFile, match=r"a\.board") as refusal:
        bring(text.encode(), empty())
    assert said in str(refusal.value)
