"""Areas, zones and hexes over the seams of a box: every map keeps its part, and all parts are one for whoever edits them."""

import math
from dataclasses import replace

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles.laws import law

from core.geometry.layout import SheetFrame, hex_at, to_lattice, to_plane
from core.geometry.outlines import hexes_within, outlines
from core.model.box import GameBox, sheet_edge
from core.model.edits.clipboard import copied, pasted, read_clipping
from core.model.edits.hex_edits import HexAreas, paint_terrain
from core.model.edits.map_edits import ChangeItems
from core.model.edits.moves import shift
from core.model.edits.properties import PROPERTIES, put
from core.model.edits.seams import continued, grouped, over_seams
from core.model.edits.shape_edits import (
    closed_ring,
    deleted,
    drawn_area,
    drawn_path,
    lines_of,
    recut,
    smooth,
    vertices,
    whole_area,
    with_hole,
    with_vertices,
    without_vertices,
)
from core.model.edits.zone_edits import paint_zone
from core.model.maps import Area, HexContent, ItemRef, Zone
from core.model.new_map import NewMap
from core.model.terrain import Terrain, TerrainKind
from core.model.work import Work

BOX = NewMap("t", columns=6, rows=5, across=2, up=2).box()
A, B = BOX.sheets[:2]
SEAM = sheet_edge(A)[2]
WOODS = Terrain("woods", "Woods", TerrainKind.AREA)
VILLAGE = Terrain("village", "Village", TerrainKind.HEX)
OVER = ((SEAM - 1.3, 1.2), (SEAM + 1.1, 1.4), (SEAM + 0.9, 3.1), (SEAM - 0.8, 3.3))


def after(box: GameBox, edit: ChangeItems) -> GameBox:
    return edit.apply(Work(box)).box


def areas(box: GameBox) -> dict[ItemRef, shapely.Polygon]:
    """The areas of a box in the plane."""
    refs = [ItemRef(placed.file, "areas", key) for placed in box.sheets for key, _ in placed.sheet.items("areas").keyed()]
    return {ref: shapely.Polygon(lines_of(box, ref)[0], lines_of(box, ref)[1:]) for ref in refs}


def with_wood(ring=OVER) -> GameBox:
    return after(BOX, drawn_area(BOX, "woods", ring, "Oaks"))


coordinates = st.integers(-20, 120).map(lambda n: n / 10 + 0.013)
rings = st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=7, unique=True)


@law(150)
@given(rings)
def test_parts_are_the_whole_and_each_lies_on_its_own_map(ring):
    whole = shapely.Polygon(ring)
    assume(whole.is_valid and whole.area > 0.5)
    parts = areas(after(BOX, drawn_area(BOX, "woods", ring)))
    assert shapely.union_all([part.buffer(0.0001) for part in parts.values()]).symmetric_difference(whole).area < 0.05
    assert abs(sum(part.area for part in parts.values()) - whole.area) < 0.05
    edges = {placed.file: shapely.box(*sheet_edge(placed)) for placed in BOX.sheets}
    for number, placed in enumerate(BOX.sheets):
        others = shapely.union_all([part for ref, part in parts.items() if ref.sheet != placed.file])
        # The ground of a map is its own as far as no map before it has it.
        own = edges[placed.file].difference(shapely.union_all([edges[each.file] for each in BOX.sheets[:number]]))
        assert others.intersection(own.buffer(-0.002)).area < 1e-6


def test_a_wood_drawn_over_a_seam_is_one_to_a_click_and_one_in_the_history():
    box = with_wood()
    refs = frozenset(areas(box))
    assert {ref.sheet for ref in refs} == {A.file, B.file}
    for ref in refs:
        assert continued(box, ref) == refs
    assert len(grouped(box, refs)) == 1
    assert deleted(box, refs).label == "Delete area"
    assert areas(after(box, deleted(box, refs))) == {}
    terrain = next(each for each in PROPERTIES["areas"] if each.id == "terrain")
    other = after(box, put(box, refs, terrain, "orchard"))
    assert {other.item(ref).terrain for ref in refs} == {"orchard"}
    assert continued(other, min(refs, key=str)) == refs


def test_a_wood_moved_off_the_seam_is_whole_again_and_moved_back_is_cut_again():
    box = with_wood()
    moved = after(box, shift(box, areas(box), (-2.0, 0.0)))
    (ref,) = areas(moved)
    assert ref.sheet == A.file
    assert len(moved.item(ref).shape[0]) == len(OVER) + 1
    assert moved.item(ref).name == "Oaks"
    back = after(moved, shift(moved, areas(moved), (2.0, 0.0)))
    assert {ref.sheet for ref in areas(back)} == {A.file, B.file}
    for one, two in zip(sorted(areas(back), key=str), sorted(areas(box), key=str), strict=True):
        assert areas(back)[one].symmetric_difference(areas(box)[two]).area < 0.001


def test_a_wood_over_a_seam_is_copied_as_one():
    box = with_wood()
    clipping = read_clipping(copied(box, areas(box)))
    assert len(clipping.items) == 1
    onto = hex_at(to_lattice((SEAM, -2.5)))
    made = after(box, pasted(box, {"woods": WOODS}, clipping, onto, 0, False).edit)
    assert len(areas(made)) == 4
    assert len(grouped(made, areas(made))) == 2


def test_woods_that_only_meet_at_a_corner_or_say_something_else_are_not_one():
    left = ((SEAM - 1, 1.0), (SEAM, 1.0), (SEAM, 2.0), (SEAM - 1, 2.0))
    corner = ((SEAM, 2.0), (SEAM + 1, 2.0), (SEAM + 1, 3.0))
    beside = ((SEAM, 1.0), (SEAM + 1, 1.5), (SEAM, 2.0))
    for ring, name, count in ((corner, "", 2), (beside, "", 1), (beside, "Elms", 2)):
        box = after(BOX, drawn_area(BOX, "woods", left))
        box = after(box, drawn_area(box, "woods", ring, name))
        assert len(areas(box)) == 2
        assert len(grouped(box, areas(box))) == count, (ring, name)


def test_a_wood_painted_over_a_seam_is_one_and_keeps_to_its_hexes_when_it_is_moved():
    ground = {place for place in BOX.cells if abs(place.q - 6) <= 1 and 0 < row_of(place) < 4}
    box = after(BOX, paint_terrain(BOX, WOODS, ground, HexAreas()))
    refs = frozenset(areas(box))
    assert {ref.sheet for ref in refs} == {A.file, B.file}
    assert continued(box, min(refs, key=str)) == refs
    moved = after(box, shift(box, refs, (-math.sqrt(3), 0.0)))
    held = []
    for ref in areas(moved):
        frame = moved.sheet(ref.sheet).frame
        held.append(hexes_within([frame.to_lattice(point) for point in ring] for ring in moved.item(ref).shape))
    assert all(held)
    assert len(frozenset().union(*held)) == len(ground)


def row_of(place):
    return A.frame.cell(place)[1]


def test_an_outline_along_hexsides_is_parted_by_hexes():
    ground = [place for place in BOX.cells if abs(place.q - 6) <= 1 and 1 < row_of(place) < 4]
    painted = after(BOX, paint_terrain(BOX, WOODS, ground, HexAreas()))
    ring = next(iter(areas(after(BOX, uncut_area(ground))).values())).exterior.coords
    drawn = after(BOX, drawn_area(BOX, "woods", tuple(ring)))
    assert {ref: area.area for ref, area in areas(drawn).items()} == pytest.approx(
        {ref: area.area for ref, area in areas(painted).items()}
    )


def uncut_area(ground) -> ChangeItems:
    ring = [A.frame.to_sheet(to_plane(corner)) for corner in outlines(ground)[0][0]]
    return ChangeItems("x", {ItemRef(A.file, "areas", 1): Area("woods", (closed_ring(tuple(ring)),))})


def test_a_point_at_the_seam_is_moved_and_deleted_for_both_parts():
    box = with_wood()
    refs = sorted(areas(box), key=str)
    whole = shapely.union_all([area.buffer(0.0001) for area in areas(box).values()])
    at = {vertex: point for vertex, point in vertices(box, refs[0]).items() if abs(point[0] - SEAM) < 0.001}
    vertex, point = max(at.items(), key=lambda each: each[1][1])
    goal = (point[0] + 0.4, point[1] + 0.5)
    moved = after(box, with_vertices(box, {refs[0]: {vertex: goal}}))
    union = shapely.union_all([area.buffer(0.0001) for area in areas(moved).values()])
    assert isinstance(union, shapely.Polygon)
    assert union.buffer(0.001).contains(shapely.Point(goal))
    assert whole.area < union.area
    gone = after(box, without_vertices(box, {refs[0]: [vertex]}))
    left = shapely.union_all([area.buffer(0.0001) for area in areas(gone).values()])
    assert left.symmetric_difference(whole).area < 0.01


def test_a_hole_over_the_seam_is_cut_out_of_both_parts():
    box = with_wood()
    ref = min(areas(box), key=str)
    hole = ((SEAM - 0.3, 2.0), (SEAM + 0.3, 2.0), (SEAM + 0.3, 2.6), (SEAM - 0.3, 2.6))
    edit = with_hole(box, ref, hole)
    assert edit is not None
    cut = areas(after(box, edit))
    assert {each.sheet for each in cut} == {A.file, B.file}
    assert abs(sum(each.area for each in areas(box).values()) - sum(each.area for each in cut.values()) - 0.36) < 0.001
    parts, whole = whole_area(box, ref)
    assert set(parts) == set(areas(box))
    bitten = recut(box, {ref: [whole.shape]}, "Cut area", also=parts)
    assert {ref: area.area for ref, area in areas(after(box, bitten)).items()} == pytest.approx(
        {ref: area.area for ref, area in areas(box).items()}, abs=0.001
    )


def test_a_wood_over_a_seam_is_smoothed_as_one():
    box = with_wood()
    smoothed = after(box, smooth(box, areas(box)))
    uncut = Area("woods", (closed_ring(tuple(map(A.frame.to_sheet, OVER))),))
    alone = after(BOX, ChangeItems("x", {ItemRef(A.file, "areas", 1): uncut}))
    plain = areas(after(alone, smooth(alone, areas(alone))))
    union = shapely.union_all([area.buffer(0.0001) for area in areas(smoothed).values()])
    assert union.symmetric_difference(shapely.union_all([area.buffer(0.0001) for area in plain.values()])).area < 0.01


def test_a_zone_of_two_maps_is_one():
    ground = [place for place in BOX.cells if abs(place.q - 6) <= 1 and row_of(place) == 3]
    box = after(BOX, paint_zone(BOX, Zone("setup", frozenset(), "North"), ground))
    keyed = [(placed.file, key) for placed in box.sheets for key, _ in placed.sheet.items("zones").keyed()]
    refs = frozenset(ItemRef(file, "zones", key) for file, key in keyed)
    assert {ref.sheet for ref in refs} == {A.file, B.file}
    assert continued(box, min(refs, key=str)) == refs
    assert len(grouped(box, refs)) == 1
    moved = after(box, shift(box, refs, (-2 * math.sqrt(3), 0.0)))
    held = [(placed.file, zone) for placed in moved.sheets for zone in placed.sheet.zones]
    assert [(file, len(zone.cells)) for file, zone in held] == [(A.file, len(ground))]
    other = after(moved, paint_zone(moved, Zone("setup", frozenset(), "South"), [B.frame.hex(3, 3)]))
    assert continued(other, ItemRef(B.file, "zones", 1)) == {ItemRef(B.file, "zones", 1)}


HALVES = NewMap("t", columns=6, rows=5, across=2).box()


def shared_box() -> GameBox:
    """Two maps that both print the hexes of the column between them."""
    a, b = HALVES.sheets
    raised = "odd" if a.frame.raised == "even" else "even"
    frame = SheetFrame.place(raised, beside=a.frame, columns=5)
    beside = replace(b.sheet, grid=replace(b.sheet.grid, raised=raised))
    return replace(HALVES, sheets=(a, replace(b, frame=frame, sheet=beside)))


def test_what_fills_a_hex_that_two_maps_print_is_one_entry_to_a_click_and_stays_so():
    box = shared_box()
    place = next(place for place in box.cells if len(box.prints(place)) == 2)
    box = after(box, paint_terrain(box, VILLAGE, [place], HexAreas()))
    refs = frozenset(ItemRef(placed.file, "hexes", cell) for placed, cell in box.prints(place))
    assert all(continued(box, ref) == refs for ref in refs)
    assert len(grouped(box, refs)) == 1
    inland = after(box, shift(box, refs, (-2 * math.sqrt(3), 0.0)))
    assert [len(placed.sheet.hexes) for placed in inland.sheets] == [1, 0]
    here = [ItemRef(inland.sheets[0].file, "hexes", cell) for cell in inland.sheets[0].sheet.hexes]
    back = after(inland, shift(inland, here, (2 * math.sqrt(3), 0.0)))
    assert {ref: back.item(ref) for ref in refs} == dict.fromkeys(refs, HexContent("village"))


def test_a_road_over_a_seam_counts_once():
    box = after(BOX, drawn_path(BOX, "trail", ((SEAM - 2, 2.0), (SEAM + 2, 2.1))))
    refs = [ItemRef(placed.file, "paths", key) for placed in box.sheets for key, _ in placed.sheet.items("paths").keyed()]
    assert len(refs) == 2
    assert grouped(box, refs) == [tuple(refs)]
    assert deleted(box, refs).label == "Delete path"


def test_on_a_single_map_nothing_is_parted():
    single = NewMap("t", columns=6, rows=5).box()
    change = drawn_area(single, "woods", OVER)
    assert over_seams(single, change) is change
    assert len(change.items) == 1
