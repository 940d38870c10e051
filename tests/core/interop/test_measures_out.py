"""Control measures as GeoJSON: lines, control points and meaning, and codes only where they are certain."""

import json
import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import measures

from core.base.errors import WrongUse
from core.files.measure_files import load_measures
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.geometry.measures.drawing import UndrawablePoints
from core.interop.imported import BadFile
from core.interop.measures_in import read_measures
from core.interop.measures_out import Plotted, measures_geojson
from core.model.box import PlacedSheet
from core.model.edits.map_edits import settled_point
from core.model.graphics import Measure, drawing, whole
from core.model.maps import Georeference, Grid, MapSheet

KINDS = load_measures()
HEX_MM = Fraction(16)
GRID = Grid(12, 10, Numbering("{column:02}.{row:02}", 12, 10), hex_m=100.0)
SAMPLES = {
    kind.id: tuple((2.0 + 1.5 * n, 3.0 + (n * n) % 5) for n in range(max(kind.least, 1))) for kind in KINDS.kinds.values()
}


def written(placed: PlacedSheet, *plotted: Plotted, **more: object):
    text, dropped = measures_geojson(plotted, KINDS, placed, HEX_MM, **more)
    return json.loads(text), [str(each) for each in dropped]


@pytest.fixture
def placed(target) -> PlacedSheet:
    return PlacedSheet(target().sheet, SheetFrame.place("even"))


@pytest.fixture
def on_paper(target) -> PlacedSheet:
    return PlacedSheet(target(place=False).sheet, SheetFrame.place("even"))


def test_every_kind_is_written_with_its_lines_and_control_points(placed):
    plotted = [Plotted(Measure(kind, points, "Trout")) for kind, points in SAMPLES.items()]
    value, _ = written(placed, *plotted)
    assert value["type"] == "FeatureCollection" and len(value["features"]) == len(KINDS.kinds)
    assert len({each["id"] for each in value["features"]}) == len(KINDS.kinds)
    for each, (kind, points) in zip(value["features"], SAMPLES.items(), strict=True):
        properties = each["properties"]
        assert properties["graphic_kind"] == kind and properties["name"] == "Trout"
        assert len(properties["control_points"]) == len(properties["control_point_roles"]) == len(points)
        geometry = each["geometry"]
        assert geometry["type"] == ("Point" if kind == "free-text" else "MultiLineString")
        lines = geometry["coordinates"] if kind != "free-text" else [[geometry["coordinates"]]]
        assert all(7.9 < x < 8.1 and 49.9 < y < 50.1 for line in lines for x, y in line)


def test_lines_are_those_of_the_drawing_in_the_units_of_the_file(on_paper):
    measure = Measure("axis-main", ((2.0, 6.0), (5.0, 2.0), (3.0, 4.5)), "Bass")
    value, _ = written(on_paper, Plotted(measure))
    frame = on_paper.frame
    assert value["phaseline"]["units"] == "paper millimetres" and "warning" in value["phaseline"]
    own = Measure("axis-main", tuple(map(frame.to_sheet, measure.points)), "Bass")
    wanted = [[(16 * x, 16 * y) for x, y in line] for line in drawing(KINDS.kinds["axis-main"], own).lines()]
    found = value["features"][0]["geometry"]["coordinates"]
    assert [len(line) for line in found] == [len(line) for line in wanted]
    assert all(math.dist(p, q) < 1e-3 for a, b in zip(found, wanted, strict=True) for p, q in zip(a, b, strict=True))
    assert found[0][0] != found[0][-1]


def test_a_measure_says_whose_it_is_and_which_sheet_it_belongs_to(placed):
    measure = Measure("boundary", ((1.0, 1.0), (5.0, 5.0)), "", "blue", ("1-123", "2-130"), "battalion", True, "until dark")
    value, dropped = written(placed, Plotted(measure, "sheet-3", planned=True), identities={"blue": "friend"})
    properties = value["features"][0]["properties"]
    assert dropped == []
    assert properties["sidc"] == "10032510161101000000"
    assert (properties["opsheet_id"], properties["side"], properties["units"]) == ("sheet-3", "blue", ["1-123", "2-130"])
    assert (properties["planned"], properties["alternate"], properties["note"]) == (True, True, "until dark")
    assert "name" not in properties


def test_sides_that_nobody_knows_are_unknown_and_sizes_are_told_where_they_are_shown(placed):
    value, _ = written(placed, Plotted(Measure("objective", SAMPLES["objective"], "Tuna", "red", echelon="company")))
    assert value["features"][0]["properties"]["sidc"] == "10012500001517000000"


def test_kinds_without_a_certain_code_are_listed_as_left_out(placed):
    route = Plotted(Measure("route", SAMPLES["route"], "Pike"))
    value, dropped = written(placed, route, route, Plotted(Measure("free-line", SAMPLES["free-line"])))
    assert dropped == ["2 × symbol code of route (Pike): it is not certain"]
    assert value["phaseline"]["left_out"] == dropped
    assert all("sidc" not in each["properties"] for each in value["features"])


def test_a_kind_that_is_not_known_and_points_that_are_nowhere_are_left_out(placed):
    value, dropped = written(
        placed, Plotted(Measure("axis-mane", ((0.0, 0.0),), "Bass")), Plotted(Measure("objective", (), "Tuna"))
    )
    assert value["features"] == []
    assert dropped == [
        'control measure (Bass): there is no kind "axis-mane"',
        "objective (Tuna): A control measure needs a point",
    ]


@given(st.lists(measures(), min_size=1, max_size=4), st.booleans(), st.sampled_from(["", "Oak"]))
def test_measures_come_back_as_they_were(plain, planned, sheet):
    """Of whole measures nothing is lost, on a map that knows its place and on one that does not."""
    on_earth = MapSheet("A", GRID, georeference=Georeference((8.0, 50.0), (5.0, 5.0)))
    for place in (PlacedSheet(each, SheetFrame.place("even")) for each in (MapSheet("A", GRID), on_earth)):
        plotted = []
        for each in plain:
            try:
                made = whole(KINDS.kinds[each.kind], each)
            except UndrawablePoints:
                continue
            points = tuple(map(settled_point, made.points))
            plotted.append(Plotted(replace(made, points=points), sheet, planned, "" if each.side or not sheet else "red"))
        text, _ = measures_geojson(plotted, KINDS, place, HEX_MM)
        found, dropped = read_measures(text.encode(), "a.geojson", KINDS, place)
        assert not dropped and found == tuple(plotted)


def test_what_is_no_measure_of_ours_is_listed(placed):
    value, _ = written(placed, Plotted(Measure("objective", SAMPLES["objective"], "Tuna")))
    good = value["features"][0]
    bad = [
        {**good, "properties": {**good["properties"], "graphic_kind": "objectiv"}},
        {**good, "properties": {**good["properties"], "control_points": [[8.0, 50.0]]}},
        {**good, "properties": {**good["properties"], "control_points": [[8.0, 50.0], [8.0, None], [8.1, 50.1]]}},
        {**good, "properties": {**good["properties"], "control_points": [[80.0, 50.0], [8.0, 50.0], [8.1, 50.1]]}},
        {**good, "properties": {"name": "x"}},
        7,
    ]
    text = json.dumps({**value, "features": [good, *bad]})
    found, dropped = read_measures(text.encode(), "a.geojson", KINDS, placed)
    assert [each.measure.text for each in found] == ["Tuna"]
    said = "\n".join(map(str, dropped))
    assert 'there is no kind "objectiv" (Did you mean "objective"?)' in said
    assert "its control points are not those of its kind (3 or more)" in said and "it is no control measure" in said


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("{}", BadFile, "no GeoJSON with a list"),
        ('{"type": "FeatureCollection", "features": []}', BadFile, "does not say that Phaseline has written it"),
        (
            '{"type": "FeatureCollection", "features": [], "phaseline": {"units": "paper millimetres"}}',
            BadFile,
            "how large a hex",
        ),
        (
            '{"type": "FeatureCollection", "features": [], "phaseline": {"units": "metres"}}',
            WrongUse,
            "do not know their place",
        ),
    ],
)
def test_files_that_cannot_be_placed_are_refused(on_paper, text, error, said):
    with pytest.raises(error, match=said):
        read_measures(text.encode(), "a.geojson", KINDS, on_paper)
