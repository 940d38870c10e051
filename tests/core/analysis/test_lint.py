"""What is found wrong with a map, that fixes mend it, and that checking what was touched finds all that is found afresh."""

import random
from dataclasses import replace
from fractions import Fraction

import immutables
import pytest

from core.analysis.ground import compile_ground
from core.analysis.lint import lint
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.files.ruleset_files import load_ruleset
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.edits.map_edits import ChangeItems, ChangeSheet
from core.model.issues import Severity
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
from core.model.new_map import NewMap
from core.model.work import Work

TERRAIN = load_ruleset("tcs-4.01").terrain
A = "a.map.yaml"


def box_of(interval=20, columns=8, rows=10, **sections):
    grid = Grid(columns, rows, Numbering("{column}.{row:02}", columns, rows), raised="even")
    sheet = MapSheet("A", grid, contour_interval=Fraction(interval), **sections)
    return GameBox("Test", "tcs-4.01", (PlacedSheet(sheet, SheetFrame.place("even"), "A", A),))


def across(y, height, x0=-1.0, x1=12.0, high="left", **more):
    return Contour(Fraction(height), ((x0, y), (x1, y)), high=high, **more)


def ring(x, y, size, height, **more):
    line = ((x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size), (x - size, y - size))
    return Contour(Fraction(height), line, **more)


def wood(*points, terrain="woods"):
    return Area(terrain, ((*points, points[0]),))


SLOPE = (across(2.0, 20), across(5.0, 40), across(8.0, 60))
SQUARE = ((2.0, 2.0), (3.0, 2.0), (3.0, 3.0), (2.0, 3.0))
BOW = ((2.0, 2.0), (4.0, 4.0), (4.0, 2.0), (2.0, 4.0))
LOOP = ((2.0, 2.0), (4.0, 2.0), (4.0, 4.0), (2.95, 1.99), (2.9, 4.0), (2.0, 4.0))
SPUR = ((2.0, 2.0), (4.0, 2.0), (4.0, 4.0), (4.0, 5.0), (4.0, 4.0), (2.0, 4.0))
ROAD = Path("primary-road", ((1.0, 3.0), (6.0, 3.0)))
DOUBLED = Path("river", ((2.0, 2.0), (3.0, 2.0), (3.0, 2.0005), (4.0, 3.0)))
STUB = Path("trail", ((3.0, 6.0), (3.0, 3.2)))

FAULTS = {
    "crossing": ({"contours": (across(4.0, 40), Contour(Fraction(60), ((1.0, -1.0), (6.0, 12.0)), high="left"))}, False),
    "self-crossing": ({"areas": (wood(*BOW),)}, False),
    "open-end": ({"contours": (*SLOPE, across(6.0, 50, 3.0, 12.0, kind="broken"))}, False),
    "step": ({"contours": (across(2.0, 20), across(6.0, 60))}, False),
    "high-sides": ({"contours": (across(2.0, 20), across(5.0, 40, high="right"), across(8.0, 60))}, True),
    "contradiction": ({"contours": (across(2.0, 60), across(5.0, 40))}, False),
    "ambiguous-ring": ({"contours": (ring(4.0, 4.0, 1.0, 40),)}, False),
    "undecided-side": ({"contours": (across(4.0, 40, high=None),)}, False),
    "spot-band": ({"contours": SLOPE, "spots": (Spot(Fraction(75), (4.0, 4.0)),)}, False),
    "odd-height": ({"contours": (across(4.0, 45),)}, False),
    "solid-half": ({"contours": (across(4.0, 50),)}, True),
    "zero-length": ({"contours": SLOPE, "paths": (Path("trail", ((2.0, 2.0), (2.0, 2.0002))),)}, True),
    "doubled-vertex": (
        {"contours": SLOPE, "paths": (Path("river", ((2.0, 2.0), (3.0, 2.0), (3.0, 2.0005), (4.0, 3.0))),)},
        True,
    ),
    "off-map": ({"contours": SLOPE, "names": (Name("Nowhere", (50.0, 50.0)),)}, False),
    "duplicate": ({"contours": SLOPE, "areas": (wood(*SQUARE), wood(*SQUARE[::-1]))}, True),
    "hex-off-grid": ({"contours": SLOPE, "hexes": immutables.Map({(40, 2): HexContent("village")})}, False),
    "side-off-grid": ({"contours": SLOPE, "sides": (SideFeature("hedgerow", ((40, 2), (40, 3))),)}, True),
    "no-such-side": ({"contours": SLOPE, "sides": (SideFeature("hedgerow", ((2, 2), (2, 5))),)}, False),
    "zone-off-grid": ({"contours": SLOPE, "zones": (Zone("setup", frozenset({(1, 1), (40, 1)})),)}, True),
    "road-stub": ({"contours": SLOPE, "paths": (ROAD, STUB)}, True),
    "no-contours": ({}, False),
}


def codes(box):
    return [issue.code for issue in lint(box, TERRAIN).issues]


@pytest.mark.parametrize("code", FAULTS)
def test_every_fault_is_found_with_a_sentence_and_where_it_is(code):
    sections, fixable = FAULTS[code]
    box = box_of(**sections)
    found = [issue for issue in lint(box, TERRAIN).issues if issue.code == code]
    assert found, codes(box)
    for issue in found:
        assert issue.text[0].isupper()
        assert issue.text.endswith((".", '"high: right".'))
        assert issue.place.file == A
        assert all(box.item(ref) is not None for ref in issue.subjects)
        if code != "no-contours":
            assert issue.subjects
            assert issue.at is not None
    assert any(issue.fix is not None for issue in found) is fixable


@pytest.mark.parametrize("code", ["ambiguous-ring", "undecided-side"])
def test_where_only_the_user_knows_what_is_true_every_way_mends_the_fault(code):
    box = box_of(**FAULTS[code][0])
    issue = next(each for each in lint(box, TERRAIN).issues if each.code == code)
    assert issue.fix is None and len(issue.ways) == 2 and "Higher ground" in issue.text
    for way in issue.ways:
        assert code not in codes(way.apply(Work(box)).box)


@pytest.mark.parametrize("code", [code for code, (_, fixable) in FAULTS.items() if fixable])
def test_a_fix_mends_its_fault_and_breaks_nothing(code):
    box = box_of(**FAULTS[code][0])
    before = lint(box, TERRAIN).issues
    issue = next(each for each in before if each.code == code and each.fix is not None)
    mended = issue.fix.apply(Work(box)).box
    after = lint(mended, TERRAIN).issues
    assert [each.code for each in after].count(code) < [each.code for each in before].count(code)
    assert {each.code for each in after} <= {each.code for each in before}
    assert issue.fix.label


def _sides_box(cells, **beside):
    """Map A with a hedgerow, and map B to its right; `beside` are sections of B."""
    first, second = NewMap("t", columns=4, rows=4, across=2).box().sheets
    hedge = replace(first.sheet, sides=(SideFeature("hedgerow", cells),))
    return GameBox("t", "tcs-4.01", (replace(first, sheet=hedge), replace(second, sheet=replace(second.sheet, **beside))))


def _only(box, code):
    (issue,) = (each for each in lint(box, TERRAIN).issues if each.code == code)
    return issue


def test_a_hexside_feature_with_one_cell_off_every_map_is_found_and_taken_off():
    box = _sides_box(((2, 4), (2, 5)))
    issue = _only(box, "side-off-grid")
    assert issue.subjects == (ItemRef(A, "sides", 1),)
    mended = issue.fix.apply(Work(box)).box
    assert not mended.sheet(A).sheet.sides
    assert "side-off-grid" not in codes(mended)


def test_a_hexside_feature_on_a_seam_is_well_placed():
    assert "side-off-grid" not in codes(_sides_box(((4, 2), (5, 2))))


@pytest.mark.parametrize("there", [False, True])
def test_a_hexside_feature_that_lies_on_another_map_is_kept_by_that_one_and_only_once(there):
    placed = _sides_box(((5, 2), (5, 3)))
    sides = (SideFeature("hedgerow", ((1, 2), (1, 3))),) if there else ()
    box = _sides_box(((5, 2), (5, 3)), sides=sides)
    mended = _only(box, "side-off-grid").fix.apply(Work(box)).box
    assert placed.sheet(A).sheet.sides
    assert not mended.sheet(A).sheet.sides
    assert [set(side.between) for side in mended.sheets[1].sheet.sides] == [{(1, 2), (1, 3)}]


def test_a_map_whose_edge_leaves_no_hex_is_found_and_printed_whole():
    box = box_of(contours=SLOPE)
    placed = box.sheets[0]
    for edge, told in (((0.3, 0.3, 0.31, 0.31), True), ((0.3, 0.3, 3.0, 3.0), False)):
        sheet = replace(placed.sheet, grid=replace(placed.sheet.grid, edge=edge))
        cut = GameBox("Test", "tcs-4.01", (replace(placed, sheet=sheet),))
        assert ("no-hexes" in codes(cut)) is told
        if told:
            issue = _only(cut, "no-hexes")
            assert issue.place.file == A
            assert issue.fix.apply(Work(cut)).box == box


def test_a_spot_elevation_out_of_its_band_is_a_summit_on_hilltops_only():
    slope = _only(box_of(contours=SLOPE, spots=(Spot(Fraction(75), (4.0, 4.0)),)), "spot-band")
    assert (slope.rule, "summit" in slope.text) == ("8.1i", False)
    top = _only(box_of(contours=SLOPE, spots=(Spot(Fraction(95), (4.0, 9.0)),)), "spot-band")
    assert (top.rule, "summit" in top.text) == ("8.1i, 8.5b", True)


@pytest.mark.parametrize("outline", [((2.0, 2.0),), ((2.0, 2.0), (2.0, 2.0))])
def test_a_building_without_an_outline_ends_no_lint_and_stands_nowhere(outline):
    building = Area("building", (outline,))
    assert not compile_ground(box_of(contours=SLOPE, areas=(building,)), TERRAIN).obstacles
    assert "road-stub" in codes(box_of(contours=SLOPE, areas=(building,), paths=(ROAD, STUB)))


def test_a_clean_slope_has_no_issues():
    assert codes(box_of(contours=SLOPE)) == []


def test_half_interval_lines_are_no_wrong_steps():
    assert codes(box_of(contours=(*SLOPE, across(3.5, 30, kind="broken"), across(6.5, 50, kind="broken")))) == []


def test_two_half_interval_lines_without_the_full_one_between_them_are_a_wrong_step():
    assert codes(box_of(contours=(across(3.5, 30, kind="broken"), across(6.5, 50, kind="broken")))) == ["step"]


def test_open_ends_that_lie_close_are_joined():
    box = box_of(contours=(across(2.0, 20), across(5.0, 40, x1=4.0), across(5.1, 40, x0=4.2), across(8.0, 60)))
    issues = [issue for issue in lint(box, TERRAIN).issues if issue.code == "open-end"]
    assert len(issues) == 2
    assert {issue.fix.label for issue in issues} == {"Join 2 contours"}
    assert all(len(issue.subjects) == 2 for issue in issues)
    assert codes(issues[0].fix.apply(Work(box)).box) == []


def test_a_ring_left_open_is_closed():
    square = ring(4.0, 6.5, 0.8, 60, high="left").line
    box = box_of(contours=(across(2.0, 20), across(5.0, 40), Contour(Fraction(60), (*square[:-1], (3.2, 5.9)), high="left")))
    issue = next(issue for issue in lint(box, TERRAIN).issues if issue.code == "open-end")
    assert "open-end" not in codes(issue.fix.apply(Work(box)).box)


def test_an_end_near_the_edge_of_the_map_is_drawn_on_to_it():
    edge_x = 8 * 3**0.5 / 2 + 1 / 3**0.5
    box = box_of(contours=(across(2.0, 20), across(5.0, 40, x1=edge_x - 0.1), across(8.0, 60)))
    (issue,) = [issue for issue in lint(box, TERRAIN).issues if issue.code == "open-end"]
    assert issue.fix.label == "Draw contour on to the edge of the map"
    assert codes(issue.fix.apply(Work(box)).box) == []


def test_ends_are_not_joined_across_another_line():
    wall = Contour(Fraction(60), ((4.1, 3.0), (4.1, 7.0), (4.15, 7.0), (4.15, 3.0), (4.1, 3.0)), high="left")
    box = box_of(contours=(across(5.0, 40, x1=4.0), across(5.0, 40, x0=4.3), wall))
    assert all(issue.fix is None for issue in lint(box, TERRAIN).issues if issue.code == "open-end")


def test_an_outline_with_a_spur_becomes_the_ring_without_it():
    box = box_of(contours=SLOPE, areas=(wood(*SPUR),))
    (issue,) = lint(box, TERRAIN).issues
    assert issue.code == "self-crossing"
    assert issue.fix is not None
    assert codes(issue.fix.apply(Work(box)).box) == []


def test_a_road_into_a_village_or_off_the_map_or_to_a_building_is_no_stub():
    village = immutables.Map({(4, 3): HexContent("village")})
    into = replace(STUB, line=((3.4641, 6.0), (3.4641, 3.2)))
    assert "road-stub" in codes(box_of(contours=SLOPE, paths=(ROAD, into)))
    assert "road-stub" not in codes(box_of(contours=SLOPE, paths=(ROAD, into), hexes=village))
    house = wood((3.0, 3.2), (3.1, 3.2), (3.1, 3.3), (3.0, 3.3), terrain="building")
    assert "road-stub" not in codes(box_of(contours=SLOPE, paths=(ROAD, STUB), areas=(house,)))
    assert "road-stub" not in codes(box_of(contours=SLOPE, paths=(replace(ROAD, feature="river"), STUB)))


def test_a_hilltop_told_by_a_spot_or_an_inner_line_is_not_ambiguous():
    foot = ring(4.0, 4.0, 2.0, 40)
    assert codes(box_of(contours=(foot,))) == ["ambiguous-ring"]
    assert codes(box_of(contours=(foot,), spots=(Spot(Fraction(55), (4.0, 4.0)),))) == []
    assert codes(box_of(contours=(foot, ring(4.0, 4.0, 1.0, 60)))) == []


def test_errors_come_before_warnings():
    severities = [
        issue.severity for issue in lint(box_of(**FAULTS["crossing"][0], names=(Name("N", (50.0, 50.0)),)), TERRAIN).issues
    ]
    assert severities == sorted(severities, key=lambda each: each is not Severity.ERROR)
    assert len(set(severities)) == 2


# -- what was touched ---------------------------------------------------------------------------------------------------------


def _random_item(section, dice):
    x, y = dice.uniform(0, 7), dice.uniform(0, 10)

    def points(count):
        return tuple((x + dice.uniform(-1.5, 1.5), y + dice.uniform(-1.5, 1.5)) for _ in range(count))

    match section:
        case "contours":
            line = points(dice.randint(2, 5))
            line = (*line, line[0]) if len(line) > 3 and dice.random() < 0.6 else line
            kind, high = dice.choice(["solid", "broken"]), dice.choice(["left", "right", None])
            return Contour(Fraction(dice.choice([30, 40, 45, 60, 80])), line, kind, high)
        case "areas":
            return wood(*points(dice.randint(3, 6)), terrain=dice.choice(["woods", "sea", "building"]))
        case "paths":
            return Path(dice.choice(["primary-road", "trail", "river"]), points(dice.randint(2, 4)))
        case "sides":
            cell = dice.randint(1, 9), dice.randint(1, 11)
            return SideFeature("hedgerow", (cell, (cell[0], cell[1] + dice.choice([1, 2]))))
        case "hexes":
            return HexContent("village")
        case "spots":
            return Spot(Fraction(dice.randint(20, 90)), (x, y))
        case "lows":
            return Low((x, y))
        case "names":
            return Name("Here", (dice.uniform(-3, 10), y))
    return Zone("setup", frozenset({(dice.randint(1, 9), dice.randint(1, 11))}))


def _random_edit(box, dice):
    section = dice.choice(
        ["contours", "contours", "areas", "paths", "paths", "sides", "hexes", "spots", "lows", "names", "zones"]
    )
    sheet = box.sheet(A).sheet
    if section == "hexes":
        ref = ItemRef(A, section, (dice.randint(1, 9), dice.randint(1, 11)))
        return ChangeItems("Paint", {ref: None if dice.random() < 0.3 else _random_item(section, dice)})
    keys = sheet.items(section).keys
    ref = ItemRef(A, section, sheet.items(section).next_key)
    if keys and dice.random() < 0.5:
        ref = replace(ref, key=dice.choice(keys))
        if dice.random() < 0.4:
            return ChangeItems("Delete", {ref: None})
    if keys and dice.random() < 0.15:
        return ChangeItems("Copy", {ref: box.item(replace(ref, key=dice.choice(keys)))})
    return ChangeItems("Draw", {ref: _random_item(section, dice)})


@pytest.mark.parametrize("seed", range(12))
def test_checking_what_edits_touched_finds_what_checking_everything_does(seed):
    dice = random.Random(seed)
    kept = lint(box_of(contours=SLOPE) if seed % 2 else load_box(scenarios_folder() / "tcs-example").box, TERRAIN)
    for _ in range(30):
        edits = []
        box = kept.box
        for _ in range(dice.randint(1, 3)):
            edits.append(_random_edit(box, dice))
            box = edits[-1].apply(Work(box)).box
        kept = kept.after(edits)
        fresh = lint(kept.box, TERRAIN)
        assert [str(issue) for issue in kept.issues] == [str(issue) for issue in fresh.issues]
        assert [issue.subjects for issue in kept.issues] == [issue.subjects for issue in fresh.issues]
        assert [issue.fix for issue in kept.issues] == [issue.fix for issue in fresh.issues]


def test_missing_contours_are_advice_until_something_is_drawn():
    def said(of):
        return [(issue.code, issue.severity) for issue in of.issues]

    empty = lint(box_of(), TERRAIN)
    assert said(empty) == [("no-contours", Severity.ADVICE)]
    hill = ItemRef(A, "names", 1)
    named = empty.after([ChangeItems("Draw", {hill: Name("Hill", (3.0, 3.0))})])
    assert said(named) == said(lint(named.box, TERRAIN)) == [("no-contours", Severity.WARNING)]
    assert said(named.after([ChangeItems("Remove", {hill: None})])) == said(empty)
    assert said(lint(box_of(contours=SLOPE), TERRAIN)) == []


def test_another_interval_checks_everything_anew():
    kept = lint(box_of(contours=SLOPE), TERRAIN)
    head = replace(kept.box.sheet(A).sheet.head, contour_interval=Fraction(10))
    after = kept.after([ChangeSheet("Set interval", A, head)])
    assert {issue.code for issue in after.issues} == {"step"}
