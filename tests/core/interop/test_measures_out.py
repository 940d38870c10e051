"""Control measures as GeoJSON: lines, control points and meaning, and codes only where they are certain."""

import json
import math
from fractions import Fraction

import pytest

from core.files.measure_files import load_measures
from core.geometry.layout import SheetFrame
from core.interop.measures_out import Plotted, measures_geojson
from core.model.box import PlacedSheet
from core.model.graphics import Measure, drawing

KINDS = load_measures()
HEX_MM = Fraction(16)
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
