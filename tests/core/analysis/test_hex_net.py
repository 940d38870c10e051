"""The map as a graph: against plain ways to the same facts, on made-up and shipped maps, and after edits."""

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import plain_net
from oracles.laws import law

from core.analysis.hex_net import Crossing, HexNet, compile_net
from core.analysis.hex_terrain import HexTerrain
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.geometry.hex_lines import stretches
from core.geometry.hexes import DIRECTIONS, Hex
from core.geometry.layout import SheetFrame, centre, corners, to_plane
from core.geometry.rim import rim
from core.model.box import GameBox, PlacedSheet
from core.model.edits.edit import Touched
from core.model.edits.map_edits import ChangeBox, ChangeItems, ChangeSheet
from core.model.items import Items
from core.model.maps import Area, HexContent, ItemRef, Path, SideFeature
from core.model.new_map import NewMap
from core.model.work import Work

SMALL = NewMap("Net", columns=6, rows=6).box()
PLACED = SMALL.sheets[0]
FIELDS = ("hexes", "index", "near", "crossing", "crossings", "kinds", "edge")

BESIDE = PlacedSheet(
    replace(PLACED.sheet, id="B", grid=replace(PLACED.sheet.grid, columns=4, rows=4)),
    SheetFrame.place(PLACED.frame.raised, PLACED.frame.orientation, PLACED.frame, 4, 2),
    "B",
    "b.map.yaml",
)
TWO = replace(SMALL, sheets=(PLACED, BESIDE))
"""Two sheets that overlap in some of their hexes."""

FILES = tuple(placed.file for placed in TWO.sheets)
BOXES = sorted(each.name for each in scenarios_folder().iterdir() if (each / "game.yaml").exists())


def box_with(**sections: object) -> GameBox:
    """The small box with these items in the place of its own."""
    return SMALL.with_sheet(PLACED.file, replace(PLACED.sheet, **sections))


def path(*points: tuple[float, float], feature: str = "road") -> Path:
    """A line over points of the lattice."""
    return Path(feature, tuple(PLACED.frame.to_sheet(to_plane(point)) for point in points))


def dot(label: str) -> tuple[int, int]:
    return centre(SMALL.hex(label))


def between(one: str, two: str) -> list[tuple[int, int]]:
    """The corners that two adjacent hexes share."""
    return sorted(set(corners(SMALL.hex(one))) & set(corners(SMALL.hex(two))))


def half(one: str, two: str) -> tuple[int, int]:
    """The middle of the hexside between two adjacent hexes."""
    (ax, ay), (bx, by) = between(one, two)
    return (ax + bx) // 2, (ay + by) // 2


def met(net: HexNet, one: Hex, two: Hex) -> Crossing:
    number, towards = net.index[one], DIRECTIONS.index((two.q - one.q, two.r - one.r))
    return net.crossings[net.crossing[6 * number + towards]]


def ways(net: HexNet, box: GameBox = SMALL) -> set[tuple[str, str]]:
    """Between which hexes lines lead, the lower first."""
    pairs = ((one, two) for one in net.hexes for two in one.neighbours() if one < two and two in net.index)
    return {(box.label(one), box.label(two)) for one, two in pairs if met(net, one, two).ways}


def same(one: HexNet, two: HexNet) -> bool:
    return all(getattr(one, field) == getattr(two, field) for field in FIELDS)


# Made-up maps.

coordinate = st.integers(-8, 60).map(lambda n: n / 8)
knots = st.builds(
    lambda at, place, n: PLACED.frame.to_sheet(to_plane((centre(place), corners(place)[n])[at])),
    st.integers(0, 1),
    st.sampled_from(sorted(SMALL.cells)),
    st.integers(0, 5),
)
points = st.one_of(knots, knots, st.tuples(coordinate, coordinate))
cells = st.tuples(st.integers(0, 5), st.integers(0, 5))
rings = st.lists(points, min_size=3, max_size=6, unique=True).map(lambda ring: (*ring, ring[0]))
lines = st.lists(points, min_size=2, max_size=6).map(tuple)
kinds = st.sampled_from(["woods", "hills", "marsh"])
items = {
    "areas": st.builds(Area, kinds, st.lists(rings, min_size=1, max_size=2).map(tuple)),
    "paths": st.builds(Path, st.sampled_from(["road", "trail"]), lines),
    "sides": st.builds(
        SideFeature,
        st.sampled_from(["river", "bridge"]),
        st.builds(lambda cell, dc, dr: (cell, (cell[0] + dc, cell[1] + dr)), cells, st.integers(-1, 1), st.integers(-1, 1)),
    ),
    "hexes": st.builds(HexContent, st.sampled_from(["village", "woods"])),
}
keys = {section: cells if section == "hexes" else st.integers(1, 4) for section in items}
changes = st.lists(
    st.sampled_from(sorted(items)).flatmap(
        lambda section: st.tuples(
            st.builds(ItemRef, st.sampled_from(FILES), st.just(section), keys[section]), st.one_of(st.none(), items[section])
        )
    ),
    max_size=8,
).map(dict)


def changed(box: GameBox, change: dict[ItemRef, object]) -> tuple[GameBox, Touched]:
    edit, work = ChangeItems.as_kept("Change", change), Work(box)
    return edit.apply(work).box, edit.touched(work)


def assert_plain(net: HexNet, box: GameBox) -> None:
    """The net says what one finds who asks every hex of every item."""
    terrain, lines, along = HexTerrain(box, {}), {}, {}
    for placed in box.sheets:
        for each in placed.sheet.sides:
            along.setdefault(frozenset(placed.frame.hex(*cell) for cell in each.between), set()).add(each.feature)
        for each in placed.sheet.paths:
            lines.setdefault(each.feature, []).append([placed.frame.to_lattice(point) for point in each.line])
    across = {}
    for feature, found in lines.items():
        for pair in plain_net.all_led(found):
            across.setdefault(frozenset(Hex(*cell) for cell in pair), set()).add(feature)
    assert net.hexes == tuple(sorted(box.cells))
    assert net.index == {place: number for number, place in enumerate(net.hexes)}
    kinds = {place: terrain.kinds(place) for place in net.hexes}
    assert net.kinds == tuple(kinds.values())
    assert {net.hexes[number] for number in net.edge} == rim(box.cells)
    assert len(net.near) == len(net.crossing) == 6 * len(net.hexes)
    for number, place in enumerate(net.hexes):
        for towards, two in enumerate(place.neighbours()):
            side = 6 * number + towards
            assert net.near[side] == net.index.get(two, -1)
            if two in net.index:
                pair = frozenset({place, two})
                of_side = frozenset(along.get(pair, ())), frozenset(across.get(pair, ()))
                assert net.crossings[net.crossing[side]] == Crossing(kinds[place], kinds[two], *of_side)
            else:
                assert net.crossing[side] == -1
    assert {number for number in net.crossing if number >= 0} == set(range(len(net.crossings)))
    assert len(set(net.crossings)) == len(net.crossings)


@law(60)
@given(changes)
def test_a_net_says_what_every_hex_says_when_asked_of_every_item(change):
    box, _ = changed(TWO, change)
    assert_plain(compile_net(box), box)


@law(60)
@given(st.lists(changes, min_size=2, max_size=4))
def test_a_net_that_has_followed_edits_equals_one_made_anew_and_the_old_one_stays(steps):
    box = TWO
    net = first = compile_net(box)
    for change in steps:
        before = box
        box, touched = changed(box, change)
        after = net.after(box, touched)
        assert same(after, compile_net(box))
        assert same(net, compile_net(before))
        # Undone, it is what it was.
        assert same(after.after(before, touched), net)
        net = after
    assert same(first, compile_net(TWO))


@law(40)
@given(st.lists(changes, min_size=2, max_size=3))
def test_several_edits_are_followed_at_once(steps):
    box, net, touched = TWO, compile_net(TWO), Touched()
    for change in steps:
        box, each = changed(box, change)
        touched |= each
    assert same(net.after(box, touched), compile_net(box))


@law(40)
@given(changes)
def test_what_is_met_one_way_is_met_the_other_way_round(change):
    net = compile_net(changed(TWO, change)[0])
    for number, place in enumerate(net.hexes):
        for towards, near in enumerate(net.near[6 * number : 6 * number + 6]):
            if near >= 0:
                there, back = met(net, place, net.hexes[near]), net.crossings[net.crossing[6 * near + (towards + 3) % 6]]
                assert there == Crossing(back.into, back.out_of, back.sides, back.ways)


# Single cases.


def test_an_empty_map_has_one_crossing_of_nothing():
    net = compile_net(SMALL)
    assert net.crossings == (Crossing(),)
    assert len(net.hexes) == 36
    assert len(net.edge) == 20


def test_what_is_met_from_hex_to_hex():
    cell = PLACED.frame.cell
    box = box_with(
        paths=Items([path(dot("02.02"), dot("02.03"), dot("02.05"))]),
        sides=Items([SideFeature("river", (cell(SMALL.hex("02.03")), cell(SMALL.hex("02.04"))))]),
        hexes={cell(SMALL.hex("02.04")): HexContent("village")},
    )
    net = compile_net(box)
    village, river, road = frozenset({"village"}), frozenset({"river"}), frozenset({"road"})
    one, two, three = (SMALL.hex(label) for label in ("02.02", "02.03", "02.04"))
    assert met(net, one, two) == Crossing(ways=road)
    assert met(net, two, three) == Crossing(into=village, sides=river, ways=road)
    assert met(net, three, two) == Crossing(out_of=village, sides=river, ways=road)
    assert net.kinds[net.index[three]] == village


def test_a_feature_between_hexes_that_are_not_adjacent_or_off_the_map_lies_nowhere():
    sides = [SideFeature("river", pair) for pair in (((2, 2), (2, 4)), ((2, 2), (2, 2)), ((1, 1), (1, 0)))]
    assert compile_net(box_with(sides=Items(sides))).crossings == (Crossing(),)


def test_a_line_that_leaves_the_map_leads_only_where_there_are_hexes():
    (x, y), (_, up) = dot("02.02"), dot("02.03")
    net = compile_net(box_with(paths=Items([path((x, y - 90_000), (x, up))])))
    assert ways(net) == {("02.01", "02.02"), ("02.02", "02.03")}


def test_lines_of_one_feature_that_are_cut_on_a_hexside_lead_across_it_as_one():
    meets = half("02.02", "02.03")
    first, second = path(dot("02.02"), meets), path(meets, dot("02.03"))
    assert ways(compile_net(box_with(paths=Items([first, second])))) == {("02.02", "02.03")}
    assert ways(compile_net(box_with(paths=Items([first, replace(second, feature="trail")])))) == set()
    assert ways(compile_net(box_with(paths=Items([first])))) == set()
    assert ways(compile_net(box_with(paths=Items([first, first])))) == set()


def test_a_ring_that_closes_on_a_hexside_leads_across_it():
    meets = half("03.03", "03.04")
    ring = path(meets, dot("03.03"), half("03.03", "04.03"), dot("04.03"), half("04.03", "03.04"), dot("03.04"), meets)
    corner = {SMALL.label(place) for place in rim(frozenset({SMALL.hex("03.03")}))}
    assert corner == {"03.03"}
    assert ("03.03", "03.04") in ways(compile_net(box_with(paths=Items([ring]))))
    assert len(ways(compile_net(box_with(paths=Items([ring]))))) == 3


def test_both_of_two_sheets_that_overlap_count():
    place = next(each for each in sorted(TWO.cells) if len(TWO.prints(each)) == 2 and TWO.prints(each.plus(0, 1)))
    fills = ("village", "hill")
    box = TWO
    for (placed, cell), terrain, feature in zip(TWO.prints(place), fills, ("road", "trail"), strict=True):
        line = tuple(placed.frame.to_sheet(to_plane(centre(each))) for each in (place, place.plus(0, 1)))
        sheet = placed.sheet.with_items("hexes", {cell: HexContent(terrain)})
        box = box.with_sheet(placed.file, replace(sheet, paths=Items([Path(feature, line)])))
    net = compile_net(box)
    assert net.kinds[net.index[place]] == set(fills)
    assert met(net, place, place.plus(0, 1)).ways == {"road", "trail"}


def test_a_map_of_another_size_is_compiled_anew_and_one_that_is_called_otherwise_stays():
    work, net = Work(SMALL), compile_net(SMALL)
    larger = ChangeSheet("Larger", PLACED.file, replace(PLACED.sheet.head, grid=replace(PLACED.sheet.grid, columns=8)))
    assert same(net.after(larger.apply(work).box, larger.touched(work)), compile_net(larger.apply(work).box))
    named = ChangeBox("Name", replace(SMALL.head, title="Other"))
    assert same(net.after(named.apply(work).box, named.touched(work)), net)


def test_what_is_put_on_a_sheet_that_is_not_there_changes_nothing():
    net = compile_net(SMALL)
    box, touched = changed(SMALL, {ItemRef("none.map.yaml", "paths", 1): path(dot("02.02"), dot("02.03"))})
    assert same(net.after(box, touched), net)


def test_a_box_without_hexes_has_an_empty_net():
    net = compile_net(GameBox("", "", ()))
    assert (net.hexes, len(net.near), net.crossings, net.edge) == ((), 0, (), frozenset())


def test_a_net_is_made_without_numpy_and_shapely():
    program = "import sys, core.analysis.hex_net; print(sorted({'numpy', 'shapely', 'pydantic'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Shipped maps.


@pytest.mark.parametrize("name", BOXES)
def test_shipped_maps_are_nets_of_what_they_hold(name: str) -> None:
    box = load_box(scenarios_folder() / name).box
    assert box is not None
    net = compile_net(box)
    assert_plain(net, box)
    for placed in box.sheets:
        for each in placed.sheet.paths:
            for one, two in pairwise(stretches([placed.frame.to_lattice(point) for point in each.line])):
                if all(place in net.index for place in (*one, *two)):
                    # None of them runs along a hexside.
                    assert each.feature in met(net, *one, *two).ways, f"{each.feature} is broken at {box.label(one[0])}"
