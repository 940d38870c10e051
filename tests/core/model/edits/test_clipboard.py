import json
from dataclasses import replace
from fractions import Fraction

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.edits.clipboard import clipped, copied, origin_of, pasted, read_clipping, text_of
from core.model.edits.map_edits import settled
from core.model.maps import (
    Area,
    Contour,
    Grid,
    HexContent,
    ItemRef,
    Low,
    MapSheet,
    Name,
    Path,
    SideFeature,
    Spot,
    Zone,
)
from core.model.terrain import Terrain, TerrainKind
from core.model.work import Work

A = "a.map.yaml"
TERRAIN = {
    "woods": Terrain("woods", "Woods", TerrainKind.AREA),
    "road": Terrain("road", "Road", TerrainKind.PATH),
    "hedge": Terrain("hedge", "Hedge", TerrainKind.SIDE),
    "village": Terrain("village", "Village", TerrainKind.HEX),
}
coordinates = st.floats(1, 8).map(lambda x: round(x, 4))
points = st.tuples(coordinates, coordinates)
lines = st.lists(points, min_size=2, max_size=6, unique=True).map(tuple)
rings = st.lists(points, min_size=3, max_size=6, unique=True).map(lambda ring: (*ring, ring[0]))
heights = st.fractions(0, 300, max_denominator=8)
words = st.text(max_size=8)
sheets = st.builds(
    MapSheet,
    st.just("A"),
    st.sampled_from(["columns", "rows"]).map(
        lambda orientation: Grid(12, 12, Numbering("{column:02}.{row:02}", 12, 12), orientation=orientation)
    ),
    contours=st.lists(
        st.builds(
            Contour, heights, lines, st.sampled_from(["solid", "broken"]), st.sampled_from(["left", "right", None]), words
        ),
        max_size=2,
    ),
    areas=st.lists(st.builds(Area, st.just("woods"), st.tuples(rings), words, words), max_size=2),
    paths=st.lists(st.builds(Path, st.just("road"), lines), max_size=2),
    sides=st.just((SideFeature("hedge", ((3, 3), (3, 4))),)),
    hexes=st.just(immutables.Map({(4, 4): HexContent("village", "Ham")})),
    spots=st.lists(st.builds(Spot, heights, points, words), max_size=2),
    lows=st.lists(st.builds(Low, points), max_size=1),
    names=st.lists(st.builds(Name, words, points, st.just(0.4), st.sampled_from([0.0, 270.0, -30.0])), max_size=1),
    zones=st.just((Zone("entry", frozenset({(2, 2), (2, 3)}), "North", "Red"),)),
)


def _box(sheet):
    frame = SheetFrame.place("odd", sheet.grid.orientation)
    return GameBox("Test", "tcs-4.01", (PlacedSheet(sheet, frame, "A", A),))


def _refs(box):
    sheet = box.sheet(A).sheet
    keyed = [
        ItemRef(A, s, key)
        for s in ("contours", "areas", "paths", "sides", "spots", "lows", "names", "zones")
        for key in sheet.items(s).keys
    ]
    return [*keyed, *(ItemRef(A, "hexes", cell) for cell in sheet.hexes)]


@given(sheets)
def test_what_is_pasted_where_it_was_copied_equals_it(sheet):
    box = _box(sheet)
    refs = _refs(box)
    clipping = read_clipping(copied(box, refs))
    result = pasted(box, TERRAIN, clipping, origin_of(box, refs), 0, False)
    assert result.left_out == 0
    made = [(ref.section, settled(item)) for ref, item in result.edit.items.items()]
    old = [(ref.section, settled(box.item(ref))) for ref in refs]
    assert sorted(made, key=repr) == sorted(old, key=repr)


@given(sheets)
def test_a_clipping_handed_over_as_it_is_equals_the_one_read_from_its_text(sheet):
    box = _box(sheet)
    clipping = clipped(box, _refs(box))
    assert read_clipping(text_of(clipping)) == clipping


@given(sheets, st.integers(0, 5), st.booleans())
def test_a_stamp_on_a_map_of_the_other_orientation_keeps_neighbours(sheet, turns, mirrored):
    box = _box(sheet)
    other = "rows" if sheet.grid.orientation == "columns" else "columns"
    target = _box(MapSheet("B", replace(sheet.grid, orientation=other)))
    clipping = read_clipping(copied(box, _refs(box)))
    result = pasted(target, {}, clipping, target.sheets[0].frame.hex(6, 6), turns, mirrored)
    after = result.edit.apply(Work(target)).box.sheets[0]
    (side,) = after.sheet.sides
    first, second = (after.frame.hex(*cell) for cell in side.between)
    assert first.distance(second) == 1


def test_a_mirrored_contour_is_high_on_its_other_side():
    grid = Grid(12, 12, Numbering("{column:02}.{row:02}", 12, 12))
    box = _box(MapSheet("A", grid, contours=(Contour(Fraction(20), ((3.0, 3.0), (4.0, 5.0)), high="left"),)))
    clipping = read_clipping(copied(box, [ItemRef(A, "contours", 1)]))
    for mirrored, high in ((False, "left"), (True, "right")):
        (made,) = pasted(box, {}, clipping, Hex(5, 1), 2, mirrored).edit.items.values()
        assert made.high == high


def _village(terrain="village"):
    grid = Grid(12, 12, Numbering("{column:02}.{row:02}", 12, 12))
    return _box(MapSheet("A", grid, hexes=immutables.Map({(4, 4): HexContent(terrain)})))


def test_unknown_terrain_is_named_with_its_nearest_match():
    box = _village("vilage")
    clipping = read_clipping(copied(box, [ItemRef(A, "hexes", (4, 4))]))
    with pytest.raises(WrongUse, match=r'"vilage".*Did you mean "village"\?'):
        pasted(box, TERRAIN, clipping, Hex(3, 3), 0, False)


def test_what_falls_off_the_map_is_counted_and_all_of_it_is_refused():
    box = _village()
    clipping = read_clipping(copied(box, [ItemRef(A, "hexes", (4, 4))]))
    with pytest.raises(WrongUse, match="off the map"):
        pasted(box, TERRAIN, clipping, Hex(90, 0), 0, False)
    both = replace(clipping, items=(*clipping.items, replace(clipping.items[0], place=Hex(50, 0))))
    assert pasted(box, TERRAIN, both, box.sheets[0].frame.hex(4, 4), 0, False).left_out == 1


def test_what_lies_along_the_edge_is_left_out_and_a_zone_over_it_is_cut_and_counted():
    grid = Grid(12, 12, Numbering("{column:02}.{row:02}", 12, 12))
    sheet = MapSheet(
        "A",
        grid,
        sides=(SideFeature("hedge", ((6, 6), (6, 7))),),
        zones=(Zone("entry", frozenset({(6, 6), (6, 7)})), Zone("exit", frozenset({(6, 6)}))),
    )
    box = _box(sheet)
    refs = _refs(box)
    clipping = read_clipping(copied(box, refs))
    onto = origin_of(box, refs)
    there = onto.plus(0, 12 - 6)
    result = pasted(box, {}, clipping, there, 0, False)
    assert (result.left_out, result.cut) == (1, 1)
    assert sorted(len(item.cells) for item in result.edit.items.values()) == [1, 1]
    inside = pasted(box, {}, clipping, there.plus(0, -1), 0, False)
    assert (inside.left_out, inside.cut) == (0, 0)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda given: given.update(phaseline="map"), "no copy"),
        (lambda given: given.update(version=9), "another version"),
        (lambda given: given.update(items=[]), "no items"),
        (lambda given: given["items"][0].update(section="hexen"), 'Did you mean "hexes"'),
        (lambda given: given["items"][0].update(terain="x"), 'Did you mean "terrain"'),
        (lambda given: given["items"][0].pop("terrain"), "its terrain"),
        (lambda given: given["items"][0].update(hex=[1.5, 2]), "whole numbers"),
        (lambda given: given["items"][0].update(name=7), "a text"),
        (lambda given: given.update(items=[{"section": "spots", "height": "1e9", "at": [0, 0]}]), "12,000"),
        (lambda given: given.update(items=[{"section": "paths", "feature": "road", "line": [[0, 0]]}]), "at least 2"),
        (lambda given: given.update(items=[{"section": "lows", "at": [1e99, 0]}]), "number from"),
        (lambda given: given.update(items=[{"section": "lows", "at": [0, 0], "kind": "x"}]), "unknown"),
        (lambda given: given.update(items=[{"section": "sides", "feature": "x", "between": [[0, 0], [5, 5]]}]), "adjacent"),
        (lambda given: given.update(items=[{"section": "zones", "kind": "setpu", "cells": [[0, 0]]}]), "setup"),
        (
            lambda given: given.update(
                items=[{"section": "areas", "terrain": "x", "shape": [[[0, 0], [1, 0], [1, 1], [2, 2]]]}]
            ),
            "first point",
        ),
        (lambda given: given.update(items=[3]), "an item"),
    ],
)
def test_a_text_that_is_no_copy_is_refused_with_what_is_wrong(change, words):
    box = _village()
    given = json.loads(copied(box, [ItemRef(A, "hexes", (4, 4))]))
    change(given)
    with pytest.raises(WrongUse, match=words):
        read_clipping(json.dumps(given))


@given(st.text())
def test_any_other_text_is_refused(text):
    with pytest.raises(WrongUse):
        read_clipping(text)
    with pytest.raises(WrongUse):
        read_clipping('{"phaseline": NaN}')


def test_nothing_cannot_be_copied():
    with pytest.raises(WrongUse, match="Nothing"):
        copied(_village(), [])
