"""Control measures as people write them: exact both ways, and every fault with its place."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.forces import a_map_of_two

from core.files.measure_files import load_measures
from core.files.measure_texts import (
    BadPlace,
    MeasureItem,
    measure_pairs,
    measure_values,
    point_text,
    read_measure,
    read_point,
    settled_points,
)
from core.files.quoting import flow
from core.files.strict_yaml import parse_document
from core.files.validation import Reader
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, plane_centre
from core.geometry.measures.marks import SIGNS
from core.model.box import GameBox, PlacedSheet
from core.model.graphics import Measure
from core.model.maps import Grid, MapSheet

KINDS = load_measures()


def one_map(orientation="columns") -> GameBox:
    grid = Grid(12, 9, Numbering("{column:02}.{row:02}", 12, 9), "even", orientation)
    return GameBox("A box", "", (PlacedSheet(MapSheet("A", grid), SheetFrame.place("even", orientation)),))


BOXES = {"one map": one_map(), "pointy hexes": one_map("rows"), "two maps": GameBox("A box", "", a_map_of_two())}
coordinates = st.integers(-60_000, 300_000).map(lambda n: n / 10_000)
points = st.tuples(coordinates, coordinates)
words = st.text(st.characters(max_codepoint=0x2000, exclude_categories=["Cc"]), max_size=12)


@st.composite
def measures(draw):
    kind = draw(st.sampled_from(list(KINDS.kinds.values())))
    given_ = draw(st.lists(points, min_size=kind.least, max_size=kind.most or kind.least + 3))
    return Measure(
        kind.id,
        settled_points(tuple(given_)),
        draw(words),
        draw(words),
        tuple(draw(st.lists(words.filter(bool), max_size=3))),
        draw(st.sampled_from(["", *SIGNS])),
        draw(st.booleans()),
        draw(words),
    )


def read(text: str, box: GameBox):
    reader = Reader(parse_document(text, "a.yaml"))
    route = ("measures", 0)
    item = reader.item(MeasureItem, route)
    measure = read_measure(reader, route, item, KINDS, box) if item else None
    return measure, [str(issue) for issue in reader.issues]


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
@settings(max_examples=60, deadline=None)
@given(measure=measures())
def test_a_measure_comes_back_as_it_was(box, measure):
    assert read(f"measures:\n- {flow(measure_pairs(measure, box))}\n", box) == (measure, [])
    # JSON is YAML, too.
    assert read(json.dumps({"measures": [measure_values(measure, box)]}, ensure_ascii=False), box) == (measure, [])


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
@settings(max_examples=200, deadline=None)
@given(point=points)
def test_a_point_comes_back_and_is_written_the_same_again(box, point):
    text = point_text(point, box)
    assert read_point(text, box) == point
    assert point_text(read_point(text, box), box) == text


def test_points_are_told_from_the_hex_that_they_lie_in():
    box = BOXES["one map"]
    dot = plane_centre(box.hex("04.05"))
    assert point_text(dot, box) == "04.05"
    assert point_text((dot[0] + 0.25, dot[1] - 0.1), box) == "04.05 +0.25 -0.1"
    assert read_point("4.5 +0.25 -0.10", box) == pytest.approx((dot[0] + 0.25, dot[1] - 0.1), abs=1e-4)
    # Two hexes beyond the edge it is told from the nearest hex of the map.
    west = plane_centre(box.hex("01.05"))
    assert point_text((west[0] - 2, west[1]), box) == "01.05 -2 +0"


def test_east_is_east_on_maps_of_pointy_hexes():
    box = BOXES["pointy hexes"]
    frame = box.sheets[0].frame
    dot, there = (frame.to_sheet(read_point(text, box)) for text in ("04.05", "04.05 +0.3 +0.1"))
    assert (there[0] - dot[0], there[1] - dot[1]) == pytest.approx((0.3, 0.1), abs=2e-4)


def test_what_is_preset_is_not_written():
    box = BOXES["one map"]
    measure = Measure("objective", tuple(plane_centre(box.hex(label)) for label in ("02.02", "03.04", "05.02")), "Tuna")
    assert flow(measure_pairs(measure, box)) == '{kind: objective, points: ["02.02", "03.04", "05.02"], text: Tuna}'
    whole = Measure("objective", measure.points, "Tuna", "blue", ("1-bn",), "company", True, "by dusk")
    assert measure_values(whole, box) == {
        "kind": "objective",
        "points": ["02.02", "03.04", "05.02"],
        "text": "Tuna",
        "side": "blue",
        "units": ["1-bn"],
        "echelon": "company",
        "alternate": True,
        "note": "by dusk",
    }


FAULTS = {
    "a kind that there is not": (
        '{kind: axis-mane, points: ["01.01", "02.02", "03.03"]}',
        'a.yaml:2:10: error: There is no kind of control measure "axis-mane". Did you mean "axis-main"?',
    ),
    "too few points": (
        '{kind: axis-main, points: ["01.01", "02.02"]}',
        'A measure of the kind "axis-main" has 3 or more points (tip, bend, rear, width), not 2.',
    ),
    "too many points": (
        '{kind: block, points: ["01.01", "02.02", "03.03", "04.04"]}',
        'A measure of the kind "block" has 3 points (left end, right end, rear), not 4.',
    ),
    "more than one point": (
        '{kind: rally-point, points: ["01.01", "02.02"]}',
        'A measure of the kind "rally-point" has 1 point (place), not 2.',
    ),
    "no points": ("{kind: block, points: []}", '"points" must hold 1 or more, not 0.'),
    "a hex that no map has": (
        '{kind: rally-point, points: ["40.01"]}',
        'a.yaml:2:32: error: There is no hex "40.01"',
    ),
    "one offset": ('{kind: rally-point, points: ["04.05 +0.25"]}', "how far east and north of its dot"),
    "an offset that is no number": ('{kind: rally-point, points: ["04.05 +a -0.1"]}', '"+a" in "04.05 +a -0.1" is no number'),
    "an offset too far": ('{kind: rally-point, points: ["04.05 +0 -1001"]}', '"-1001" in "04.05 +0 -1001" is no number'),
    "an echelon that there is not": (
        '{kind: boundary, points: ["01.01", "02.02"], echelon: batallion}',
        'There is no size of units "batallion". Did you mean "battalion"?',
    ),
    "a key that there is not": ('{kind: rally-point, points: ["01.01"], colour: red}', 'has no key "colour".'),
    "a number without quotes": ("{kind: rally-point, points: [10.05]}", "a.yaml:2:32: "),
}


@pytest.mark.parametrize("case", FAULTS)
def test_every_fault_has_its_place(case):
    text, said = FAULTS[case]
    measure, issues = read(f"measures:\n- {text}\n", BOXES["one map"])
    assert measure is None or case == "a key that there is not"
    assert len(issues) == 1 and said in issues[0] and issues[0].startswith("a.yaml:2:")


@pytest.mark.parametrize("text", ["", "   ", "+0.1 +0.2", "04.05 +0.1 +0.2 +0.3", "04.05 0.1 0.2", "04.05 +1e3 +0"])
def test_what_is_no_point_is_none(text):
    with pytest.raises(BadPlace):
        read_point(text, BOXES["one map"])
