"""Terrain painted and erased hex by hex, against plain sets."""

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.files.box_files import load_box
from core.files.canonical import write_box
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, plane_centre, to_plane
from core.geometry.outlines import hexside, outlines
from core.model.box import GameBox, PlacedSheet
from core.model.edits.erasing import erase
from core.model.edits.flood import HexLooks, spread, terrain_at
from core.model.edits.hex_edits import HexAreas, paint_terrain
from core.model.edits.map_edits import ChangeItems
from core.model.edits.side_edits import paint_sides, remove_sides
from core.model.edits.zone_edits import paint_zone, unpaint_zone, zones_of
from core.model.maps import (
    SECTIONS,
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
from core.model.new_map import NewMap
from core.model.terrain import Terrain, TerrainKind
from core.model.work import Work

WOODS = Terrain("woods", "Woods", TerrainKind.AREA)
FIELD = Terrain("field", "Field", TerrainKind.AREA)
VILLAGE = Terrain("village", "Village", TerrainKind.HEX, whole_hex=True)
HEDGE = Terrain("hedgerow", "Hedgerow", TerrainKind.SIDE)
STREAM = Terrain("stream", "Stream", TerrainKind.SIDE)


def sheet(**sections):
    return MapSheet("A", Grid(8, 7, Numbering("{column:02}.{row:02}", 8, 7), raised="even"), **sections)


def box_of(orientation="columns", sheets=1, **sections):
    frames = [SheetFrame.place("even", orientation)]
    if sheets == 2:
        frames.append(SheetFrame.place("even", orientation, frames[0], columns=6))
    grid = Grid(8, 7, Numbering("{column:02}.{row:02}", 8, 7), orientation=orientation, raised="even")
    return GameBox(
        "Plain",
        "demo-1.0",
        tuple(
            PlacedSheet(MapSheet("AB"[n], grid, **(sections if n == 0 else {})), frame, "AB"[n], f"{'ab'[n]}.map.yaml")
            for n, frame in enumerate(frames)
        ),
    )


def done(box, edit):
    return edit.apply(Work(box)).box


def all_may(section, terrain):
    return True


def ground_of(box, terrain):
    """The hexes under the areas of a kind, which must all run along hexsides, must not overlap and must not touch."""
    areas = HexAreas()
    found = set()
    for placed in box.sheets:
        here = set()
        for area in placed.sheet.areas:
            if area.terrain != terrain:
                continue
            ground = areas.hexes(placed, area)
            assert ground
            assert here.isdisjoint(ground)
            assert not any(near in here for place in ground for near in place.neighbours())
            here |= ground
        found |= here
    return found


strokes = st.lists(
    st.tuples(st.sampled_from(["woods", "field", "erase"]), st.integers(1, 8), st.integers(1, 7), st.integers(0, 2)),
    max_size=12,
)


@pytest.mark.parametrize("orientation", ["columns", "rows"])
@pytest.mark.parametrize("sheets", [1, 2])
@given(strokes)
def test_strokes_of_the_brush_do_what_plain_sets_of_hexes_do(orientation, sheets, given_strokes):
    box, areas = box_of(orientation, sheets), HexAreas()
    oracle = {"woods": set(), "field": set()}
    for what, column, row, radius in given_strokes:
        hexes = set(box.sheets[-1].frame.hex(column, row).within(radius))
        playable = hexes & set(box.cells)
        if what == "erase":
            box = done(box, erase(box, hexes, ("areas",), areas, all_may).edit)
        else:
            box = done(box, paint_terrain(box, {"woods": WOODS, "field": FIELD}[what], hexes, areas))
        for terrain, ground in oracle.items():
            ground -= playable
            if terrain == what:
                ground |= playable
    for terrain, ground in oracle.items():
        assert ground_of(box, terrain) == ground


def test_painting_what_is_there_already_changes_nothing():
    box, areas = box_of(), HexAreas()
    place = box.sheets[0].frame.hex(4, 4)
    box = done(box, paint_terrain(box, WOODS, set(place.within(1)), areas))
    assert not paint_terrain(box, WOODS, {place}, areas).touched(Work(box))


def test_a_wood_with_a_name_keeps_it_when_it_grows_and_does_not_swallow_another_name():
    box, areas = box_of(), HexAreas()
    frame = box.sheets[0].frame
    for column in (2, 6):
        box = done(box, paint_terrain(box, WOODS, {frame.hex(column, 4)}, areas))
    named = {1: "Larkwood", 2: "Oakwood"}
    changes = {key: Area(area.terrain, area.shape, named[key]) for key, area in box.sheets[0].sheet.items("areas").keyed()}
    box = box.with_sheet("a.map.yaml", box.sheets[0].sheet.with_items("areas", changes))
    box = done(box, paint_terrain(box, WOODS, {frame.hex(column, 4) for column in range(1, 8)}, areas))
    names = {area.name: areas.hexes(box.sheets[0], area) for area in box.sheets[0].sheet.areas}
    assert {name: len(ground) for name, ground in names.items()} == {"Larkwood": 5, "Oakwood": 1, "": 1}
    assert names["Oakwood"] == {frame.hex(6, 4)}


def test_an_area_that_is_cut_in_two_stays_under_its_key_and_its_piece_gets_a_new_one():
    box, areas = box_of(), HexAreas()
    frame = box.sheets[0].frame
    box = done(box, paint_terrain(box, WOODS, {frame.hex(column, 4) for column in range(2, 7)}, areas))
    box = done(box, erase(box, {frame.hex(4, 4)}, ("areas",), areas, all_may).edit)
    assert box.sheets[0].sheet.items("areas").keys == (1, 2)


def test_areas_of_free_outline_are_left_alone_by_the_brush():
    triangle = ((2.0, 2.0), (5.0, 2.0), (3.0, 5.0), (2.0, 2.0))
    box, areas = box_of(areas=(Area("field", (triangle,)),)), HexAreas()
    box = done(box, paint_terrain(box, WOODS, set(box.sheets[0].frame.hex(4, 4).within(1)), areas))
    assert box.sheets[0].sheet.areas[0].shape == (triangle,)
    assert len(box.sheets[0].sheet.areas) == 2


def test_a_village_is_painted_as_the_contents_of_hexes_and_keeps_its_name():
    box, areas = box_of(hexes=immutables.Map({(3, 3): HexContent("town", "Larkfield")})), HexAreas()
    frame = box.sheets[0].frame
    edit = paint_terrain(box, VILLAGE, {frame.hex(3, 3), frame.hex(4, 3), Hex(90, 90)}, areas)
    box = done(box, edit)
    assert dict(box.sheets[0].sheet.hexes) == {(3, 3): HexContent("village", "Larkfield"), (4, 3): HexContent("village")}


def test_every_sheet_that_prints_a_hex_is_painted():
    box, areas = box_of(sheets=2), HexAreas()
    shared = next(place for place, prints in box.cells.items() if len(prints) == 2)
    box = done(box, paint_terrain(box, VILLAGE, {shared}, areas))
    assert all(len(placed.sheet.hexes) == 1 for placed in box.sheets)


def everything():
    return box_of(
        hexes=immutables.Map({(4, 4): HexContent("village")}),
        areas=(Area("woods", (((3.3, 4.3), (3.6, 4.3), (3.5, 4.6), (3.3, 4.3)),)),),
        contours=(Contour(20, ((3.46, 1.0), (3.46, 7.0))),),
        paths=(Path("trail", ((3.4, 1.0), (3.4, 7.0))),),
        sides=(SideFeature("hedgerow", ((4, 4), (4, 5))),),
        spots=(Spot(30, (3.46, 4.5)),),
        lows=(Low((3.46, 4.5)),),
        names=(Name("Mill", (3.46, 4.5)),),
        zones=(Zone("setup", frozenset({(4, 4), (5, 5)})),),
    )


def test_erasing_everything_takes_or_cuts_everything_in_the_hexes():
    box = everything()
    place = box.sheets[0].frame.hex(4, 4)
    assert plane_centre(place)[0] == pytest.approx(3.46, abs=0.01)
    erased = erase(box, {place}, SECTIONS, HexAreas(), all_may)
    left = done(box, erased.edit).sheets[0].sheet
    assert [len(left.items(each)) for each in ("areas", "sides", "spots", "lows", "names")] == [0, 0, 0, 0, 0]
    assert not left.hexes
    assert len(left.contours) == len(left.paths) == 2
    assert left.zones[0].cells == {(5, 5)}


def test_what_may_not_be_changed_stays():
    box = everything()
    place = box.sheets[0].frame.hex(4, 4)
    edit = erase(box, {place}, SECTIONS, HexAreas(), lambda section, terrain: section == "names").edit
    assert {ref.section for ref in edit.touched(Work(box)).items} == {"names"}


def test_an_area_of_free_outline_that_lies_only_partly_in_the_hexes_is_named():
    big = ((1.0, 1.0), (6.0, 1.0), (6.0, 6.0), (1.0, 6.0), (1.0, 1.0))
    box = box_of(areas=(Area("woods", (big,)),))
    for column, row in ((4, 4), (1, 1)):
        erased = erase(box, {box.sheets[0].frame.hex(column, row)}, ("areas",), HexAreas(), all_may)
        assert erased.crossing == (ItemRef("a.map.yaml", "areas", 1),)
        assert not erased.edit.items


def test_a_hexside_holds_a_feature_once_and_loses_it_again():
    box = box_of()
    frame = box.sheets[0].frame
    side = hexside(frame.hex(4, 4), frame.hex(4, 5))
    box = done(box, paint_sides(box, HEDGE, [side, side]))
    assert not paint_sides(box, HEDGE, [side]).touched(Work(box))
    box = done(box, paint_sides(box, STREAM, [side]))
    assert {each.feature for each in box.sheets[0].sheet.sides} == {"hedgerow", "stream"}
    box = done(box, remove_sides(box, [side], ["hedgerow"]))
    assert [each.feature for each in box.sheets[0].sheet.sides] == ["stream"]
    assert not len(done(box, remove_sides(box, [side])).sheets[0].sheet.sides)


def test_no_feature_lies_along_the_rim_of_the_map():
    box = box_of()
    frame = box.sheets[0].frame
    assert not paint_sides(box, HEDGE, [hexside(frame.hex(1, 1), frame.hex(0, 1))]).items


def seam_of(box):
    """The hexsides between two hexes that no sheet prints both of."""
    return [
        hexside(place, near)
        for place in box.cells
        for near in place.neighbours()
        if near in box.cells and not {p.file for p, _ in box.prints(place)} & {p.file for p, _ in box.prints(near)}
    ]


@pytest.mark.parametrize("orientation", ["columns", "rows"])
def test_a_hexside_on_a_seam_is_kept_by_one_map_and_painted_and_taken_away_like_any_other(tmp_path, orientation):
    box = NewMap("t", columns=4, rows=3, across=2, up=2, orientation=orientation).box()
    sides = sorted(set(seam_of(box)))
    painted = done(box, paint_sides(box, HEDGE, sides))
    kept = [(placed, side) for placed in painted.sheets for side in placed.sheet.sides]
    assert sorted(hexside(*(placed.frame.hex(*cell) for cell in side.between)) for placed, side in kept) == sides
    write_box(tmp_path, painted)
    loaded = load_box(tmp_path)
    assert loaded.box is not None
    assert not loaded.issues
    assert [set(placed.sheet.sides) for placed in loaded.box.sheets] == [set(placed.sheet.sides) for placed in painted.sheets]
    for placed, side in kept:
        numbers = placed.sheet.grid.numbering
        assert all(numbers.cell(numbers.text(*cell)) == cell for cell in side.between)
    assert not paint_sides(painted, HEDGE, sides).items
    assert not any(len(placed.sheet.sides) for placed in done(painted, remove_sides(painted, sides)).sheets)
    for place in sides[0]:
        erased = done(painted, erase(painted, {place}, ("sides",), HexAreas(), all_may).edit)
        left = sum(len(placed.sheet.sides) for placed in erased.sheets)
        assert left == sum(place not in side for side in sides)


def test_a_hexside_that_two_maps_print_is_one():
    box = box_of(sheets=2)
    side = next(
        hexside(place, near)
        for place, prints in box.cells.items()
        for near in place.neighbours()
        if len(prints) == 2 and len(box.prints(near)) == 2
    )
    painted = done(box, paint_sides(box, HEDGE, [side]))
    assert [len(placed.sheet.sides) for placed in painted.sheets] == [1, 1]
    assert not paint_sides(painted, HEDGE, [side]).items
    assert not any(len(placed.sheet.sides) for placed in done(painted, remove_sides(painted, [side])).sheets)
    erased = done(painted, erase(painted, {side[0]}, ("sides",), HexAreas(), all_may).edit)
    assert not any(len(placed.sheet.sides) for placed in erased.sheets)


def test_an_area_that_reaches_over_the_seam_is_erased_and_found_on_the_other_map():
    box = NewMap("t", columns=4, rows=3, across=2).box()
    a, b = box.hex("A4.2"), box.hex("B1.2")
    frame = box.sheets[0].frame
    rings = tuple(tuple(frame.to_sheet(to_plane(corner)) for corner in ring) for ring in next(iter(outlines({a, b}))))
    wood = ItemRef(box.sheets[0].file, "areas", 1)
    box = done(box, ChangeItems("x", {wood: Area("woods", tuple((*ring, ring[0]) for ring in rings))}))
    assert terrain_at(box, a) == terrain_at(box, b) == "woods"
    *_, found = spread(HexLooks(box), box, b)
    assert found == {a, b}
    left = done(box, erase(box, {b}, ("areas",), HexAreas(), all_may).edit)
    assert (terrain_at(left, a), terrain_at(left, b)) == ("woods", "")


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 8), st.integers(1, 7)), max_size=20))
def test_a_zone_grows_and_shrinks_like_a_set(moves):
    box, zone = box_of(sheets=2), Zone("entry", frozenset(), "North", "Canada")
    oracle = set()
    for adding, column, row in moves:
        place = box.sheets[0].frame.hex(column, row)
        box = done(box, (paint_zone if adding else unpaint_zone)(box, zone, {place}))
        (oracle.add if adding else oracle.discard)(place)
    there = {placed.frame.hex(*cell) for placed in box.sheets for each in placed.sheet.zones for cell in each.cells}
    assert there == oracle
    assert len(zones_of(box)) == bool(oracle)
