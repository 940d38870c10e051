"""GeoJSON: our own files come back as they were, those of others become what the table says, and faults have a place."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from oracles.full_sheets import TERRAIN, full_sheets, turned_alike

from core.base.errors import CoreError, WrongUse
from core.files.limits import within_limits
from core.files.translation_files import shipped_translation
from core.geometry.labels import Numbering
from core.interop import geojson
from core.interop.geojson_out import geojson_text
from core.interop.imported import BadFile, Target
from core.model.maps import MapSheet, Name, SideFeature

HEX_MM = Fraction(16)
DEGREE = 111_195.08


def bring(value: object, target: Target):
    return geojson.read(json.dumps(value).encode(), "a.geojson", target, shipped_translation())


def collection(*features: dict) -> dict:
    return {"type": "FeatureCollection", "features": list(features)}


def feature(kind: str, coordinates: object, **properties: object) -> dict:
    return {"type": "Feature", "geometry": {"type": kind, "coordinates": coordinates}, "properties": properties}


@settings(max_examples=30, deadline=None)
@given(full_sheets())
def test_what_we_export_comes_back_as_it_was(sheet: MapSheet) -> None:
    text, dropped = geojson_text(sheet, HEX_MM)
    assert dropped == ()
    again = geojson.read(text.encode(), "a.geojson", Target(sheet, TERRAIN, True), shipped_translation())
    assert again.dropped == ()
    assert turned_alike(again.sheet) == turned_alike(sheet)


@settings(max_examples=20, deadline=None)
@given(full_sheets())
def test_what_we_export_is_geojson_as_the_standard_wants_it(sheet: MapSheet) -> None:
    value = json.loads(geojson_text(sheet, HEX_MM)[0])
    assert value["type"] == "FeatureCollection"
    lies = sheet.georeference
    units = "paper millimetres" if lies is None else lies.unit
    assert value["phaseline"]["units"] == units
    assert ("warning" in value["phaseline"]) is (units != "degrees")
    hexes = [each for each in value["features"] if each["id"].startswith("grid/")]
    assert len(hexes) == sheet.grid.columns * sheet.grid.rows
    assert len({each["id"] for each in value["features"]}) == len(value["features"])
    for each in value["features"]:
        if each["geometry"]["type"] == "Polygon":
            for number, ring in enumerate(each["geometry"]["coordinates"]):
                assert ring[0] == ring[-1]
                twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring))
                assert twice >= 0 if number == 0 else twice <= 0


def test_roads_waters_woods_and_houses_become_what_the_table_says(target) -> None:
    def here(east: float, north: float) -> list[float]:
        return [8.0 + east / DEGREE / 0.6427876, 50.0 + north / DEGREE]

    square = [here(0, 0), here(200, 0), here(200, 200), here(0, 200), here(0, 0)]
    house = [here(300, 300), here(312, 300), here(312, 312), here(300, 312), here(300, 300)]
    found = bring(
        collection(
            feature("LineString", [here(-100, 0), here(300, 0)], highway="primary", name="B 8"),
            feature("LineString", [here(-9000, 0), here(9000, 100)], waterway="stream"),
            feature("Polygon", [square], natural="wood"),
            feature("MultiPolygon", [[house]], building="yes"),
            feature("Point", here(50, 50), natural="peak", ele="312.5", name="Kopf"),
            feature("Point", here(60, 60), place="village", name="Dorf"),
            feature("LineString", [here(-100, 50), here(100, 80)], elevation_m=62.5),
            feature("LineString", [here(0, 0), here(10, 0)], power="line"),
            feature("Point", here(99_000, 0), place="town", name="Away"),
            feature("Polygon", None, natural="wood"),
            {"type": "Feature", "geometry": None, "properties": {"natural": "wood"}},
        ),
        target(),
    )
    sheet = found.sheet
    assert [(each.feature, each.name) for each in sheet.paths] == [("primary-road", "B 8"), ("stream", "")]
    assert sheet.paths[0].line[0] == pytest.approx((4.0, 5.0), abs=2e-4)
    assert sheet.paths[0].line[-1] == pytest.approx((8.0, 5.0), abs=2e-4)
    assert [each.terrain for each in sheet.areas] == ["woods", "building"]
    assert [(each.height, each.name) for each in sheet.spots] == [(Fraction(625, 2), "Kopf")]
    assert [(each.text, each.size) for each in sheet.names] == [("Dorf", 0.45)]
    assert [each.height for each in sheet.contours] == [Fraction(125, 2)]
    assert {(each.what, each.why) for each in found.dropped} == {
        ("power=line", "nobody has said what this is on a map"),
        ("place=town", "it lies outside the map"),
        ("area", "its coordinates are missing or no numbers"),
        ("natural=wood", "it has no geometry"),
    }
    # The stream runs far beyond the map and is cut a little beyond its edge.
    assert max(x for x, _ in sheet.paths[1].line) < 12
    assert found.brings == {"paths", "areas", "spots", "names", "contours"}


def test_terrain_that_the_box_does_not_know_is_listed(target) -> None:
    bare = replace(target(), terrain={})
    found = bring(collection(feature("LineString", [[8, 50], [8.001, 50]], highway="track")), bare)
    assert [str(each) for each in found.dropped] == ['highway=track (feature 1): this box has no terrain "trail"']


def test_a_new_sheet_lies_over_the_middle_of_the_data(target) -> None:
    found = bring(
        collection(feature("LineString", [[7.99, 49.99], [8.01, 50.01]], highway="track")),
        target(place=False, grid_is_open=True),
    )
    assert found.sheet.georeference.at == (8.0, 50.0)
    assert len(found.sheet.paths) == 1


def test_a_sheet_that_lies_nowhere_asks_where(target) -> None:
    with pytest.raises(WrongUse, match="does not say where on earth it lies"):
        bring(collection(feature("Point", [8, 50], place="town", name="x")), target(place=False))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "a.geojson:1:2: This is no JSON"),
        ('{"type": 1e999999999999999999999}', "too large or too small for a number"),
        ("[]", "holds no object"),
        ('{"type": "Topology"}', '"type" is "Topology"'),
        ('{"type": "FeatureCollection"}', 'has a list of "features"'),
        ('{"type": "Point", "coordinates": [NaN, 1]}', "NaN is no number"),
        ('{"type": "Point", "coordinates": [432000, 5500000]}', "are no longitude and latitude"),
        (
            '{"type": "FeatureCollection", "features": [], "crs": {"properties": {"name": "urn:ogc:def:crs:EPSG::25832"}}}',
            "Its coordinates are in urn:ogc:def:crs:EPSG::25832",
        ),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_faulty_file_is_refused_with_its_place(target, text: str, said: str) -> None:
    with pytest.raises(BadFile, match=r"a\.geojson") as refusal:
        geojson.read(text.encode(), "a.geojson", target(), shipped_translation())
    assert said in str(refusal.value)


def test_coordinates_that_are_no_numbers_drop_their_feature_alone(target) -> None:
    bad = [None, [], [None, None], ["a", 1], [True, 1], [[8, 50]], [8]]
    found = bring(collection(*(feature("Point", each, place="town", name="x") for each in bad)), target())
    assert found.counts == {}
    assert [(each.what, each.count) for each in found.dropped] == [("point", len(bad))]


def axial_hex(q: int, r: int, **more: object) -> dict:
    """A hex of 1 km whose rows count southwards."""
    lon, lat = 8 + q * 0.012, 50 - (r + q / 2) * 1000 / DEGREE
    ring = [[lon + 0.001, lat], [lon, lat + 0.001], [lon - 0.001, lat], [lon + 0.001, lat]]
    return feature("Polygon", [ring], q=q, r=r, hex_number=f"{q}{r}", center_lon=lon, center_lat=lat, **more)


def test_a_map_of_hexes_brings_its_own_grid_terrain_and_plateaus(target) -> None:
    cells = {(q, row): (q, row - q // 2) for q in range(4) for row in range(5)}
    hexes = [
        axial_hex(q, r, terrain="forest" if place == (1, 2) else "urban" if place == (0, 0) else "clear", elevation_m=q * 21)
        for place, (q, r) in cells.items()
    ]
    found = bring(collection(*hexes), target(place=False, grid_is_open=True))
    grid = found.sheet.grid
    assert (grid.columns, grid.rows, grid.raised) == (4, 5, "odd")
    assert grid.hex_m == pytest.approx(1000, abs=0.1)
    # The upper left hex of the file is the uppermost of our first column.
    assert {cell: each.terrain for cell, each in found.sheet.hexes.items()} == {(1, 5): "town"}
    assert [each.terrain for each in found.sheet.areas] == ["woods"]
    assert sorted({each.height for each in found.sheet.contours}) == [20, 40, 60]
    assert found.sheet.georeference is not None


def test_a_map_of_hexes_onto_a_sheet_that_lies_there(target) -> None:
    there = target()
    found = bring(collection(axial_hex(0, 0, terrain="urban"), axial_hex(30, 0, terrain="urban")), there)
    assert len(found.sheet.hexes) == 1
    assert [(each.what, each.why) for each in found.dropped] == [("hex", "it lies off the map")]


def own(sheet: MapSheet) -> dict:
    return json.loads(geojson_text(sheet, HEX_MM)[0])


def read_own(value: object, target: Target):
    return geojson.read(json.dumps(value).encode(), "a.geojson", target, shipped_translation()).within(within_limits)


def test_an_empty_map_of_ours_comes_back_as_it_was(target) -> None:
    sheet = replace(target(place=False).sheet, title="Empty")
    found = read_own(own(sheet), target(place=False, columns=3, grid_is_open=True))
    assert found.sheet == sheet
    assert found.dropped == ()


def test_a_feature_on_a_seam_comes_back_and_one_beyond_the_map_is_left_out(target) -> None:
    seam, far = SideFeature("hedgerow", ((12, 4), (13, 4))), SideFeature("hedgerow", ((13, 4), (13, 5)))
    sheet = replace(target(place=False).sheet, sides=(seam, far))
    found = read_own(own(sheet), target(place=False))
    assert tuple(found.sheet.sides) == (seam,)
    assert len(found.dropped) == 1


def test_a_feature_on_a_seam_whose_numbers_tell_nothing_is_found_by_its_line(target) -> None:
    # Counted from A, the hex to the west of the first column has no number.
    plain = target(place=False)
    grid = replace(plain.sheet.grid, numbering=Numbering("{column:A}{row:02}", 12, 10))
    lettered = replace(plain, sheet=replace(plain.sheet, grid=grid))
    seam = SideFeature("hedgerow", ((1, 3), (0, 3)))
    text, _ = geojson_text(replace(lettered.sheet, sides=(seam,)), HEX_MM)
    found = read_own(json.loads(text), plain)
    assert [set(each.between) for each in found.sheet.sides] == [set(seam.between)]
    refused = read_own(json.loads(text), lettered)
    assert not len(refused.sheet.sides)
    assert [each.why for each in refused.dropped] == ["the numbers of this map cannot name the hex beyond"]


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("hex_m", 10**400, None),
        ("number_every", True, None),
        ("edge", [10**400, 0, 1, 1], None),
        ("edge", [500, 500, 600, 600], "No hex lies inside this edge"),
        ("contour_interval_m", 1e-9, "must be a number from 0.1"),
        ("georeference", {"at": [8, 500], "point": [1, 1], "unit": "degrees"}, "from -90 to 90"),
        ("georeference", {"at": [8, 50], "point": [1e300, 1], "unit": "degrees"}, "lies more than 10,000 hexes away"),
        ("georeference", {"at": [8, 50], "point": [1, 1], "bearing": 400}, "from -360 to 360"),
        ("georeference", {"at": [10**400, 50], "point": [1, 1]}, "no pair of numbers"),
        ("first_column", True, "whole number"),
    ],
)
def test_a_head_of_ours_out_of_the_limits_of_files_is_mended_or_refused(target, key: str, value: object, said: str) -> None:
    sheet = target(place=False).sheet
    written = own(sheet)
    written["phaseline"]["sheet"][key] = value
    if key == "georeference":
        written["phaseline"]["units"] = "degrees"
    if said is None:
        assert read_own(written, target(place=False, grid_is_open=True)).sheet.grid.number_every == 5
    else:
        with pytest.raises(CoreError, match=said):
            read_own(written, target(place=False, grid_is_open=True))


@pytest.mark.parametrize("hex_mm", [10**400, 0, -3, "16", None, True, 1e-320])
def test_a_paper_map_whose_hexes_have_no_size_is_refused(target, hex_mm: object) -> None:
    written = own(target(place=False).sheet)
    written["phaseline"]["hex_mm"] = hex_mm
    with pytest.raises(BadFile, match="does not say how large a hex is"):
        read_own(written, target(place=False))


def test_items_of_ours_out_of_the_limits_of_files_are_left_out_and_listed(target) -> None:
    names = (Name("good", (1.0, 1.0)), Name("small", (1.0, 1.0)), Name("turned", (2.0, 1.0)), Name("huge", (3.0, 1.0)))
    written = own(replace(target(place=False).sheet, names=names))
    for each in written["features"]:
        text = each["properties"].get("text")
        each["properties"] |= {"small": {"size": -5}, "turned": {"angle": 1e9}, "huge": {"size": 10**400}}.get(text, {})
    found = read_own(written, target(place=False))
    assert [each.text for each in found.sheet.names] == ["good", "huge"]
    assert [(each.what, each.where) for each in found.dropped] == [("name", "small"), ("name", "turned")]


def test_a_name_with_half_of_a_character_is_read_whole(target) -> None:
    text = json.dumps(own(replace(target(place=False).sheet, names=(Name("A?", (1.0, 1.0)),))))
    found = geojson.read(text.replace("A?", "A\\ud800").encode(), "a.geojson", target(place=False), shipped_translation())
    assert [each.text for each in found.sheet.names] == ["A\ufffd"]


@pytest.mark.parametrize(
    ("geometry", "why"),
    [
        ({"type": "Point", "coordinates": [8, 50]}, "nobody has said what this is on a map"),
        ({"type": "MultiLineString", "coordinates": 5}, "its coordinates are missing or no numbers"),
        ({"type": "MultiPoint", "coordinates": []}, "its coordinates are missing or no numbers"),
        ({"type": "GeometryCollection", "geometries": None}, "it has no list of geometries"),
        ({"type": "GeometryCollection", "geometries": [7]}, "it is no object"),
        ({"type": ["x"], "coordinates": [8, 50]}, "there is no geometry of the type"),
        ({"type": {}}, "there is no geometry of the type"),
        (None, "it has no geometry"),
    ],
)
def test_whatever_becomes_no_item_is_listed(target, geometry: object, why: str) -> None:
    found = bring(collection({"type": "Feature", "geometry": geometry, "properties": None}), target())
    assert [each.why.partition(' "')[0] for each in found.dropped] == [why]
    assert not found.counts


def test_collections_inside_each_other_end(target) -> None:
    geometry: dict = {"type": "Point", "coordinates": [8, 50]}
    for _ in range(7):
        geometry = {"type": "GeometryCollection", "geometries": [geometry]}
    found = bring(collection({"type": "Feature", "geometry": geometry, "properties": {}}), target())
    assert [each.why for each in found.dropped] == ["it is nested too deeply"]


@pytest.mark.parametrize("kind", [["x"], {}, 7, None])
def test_a_file_of_no_kind_is_refused(target, kind: object) -> None:
    with pytest.raises(BadFile, match="This is no GeoJSON"):
        bring({"type": kind}, target())


@pytest.mark.parametrize("centre", [("abc", 50), ([8], 50), (8, 500), (8, "nan"), (10**400, 50)])
def test_a_hex_that_states_no_place_on_earth_lies_where_its_ring_lies(target, centre: tuple) -> None:
    square = [[[8.0, 50.0], [8.002, 50.0], [8.002, 50.002], [8.0, 50.002], [8.0, 50.0]]]
    values = {"q": 1, "r": 1, "terrain": "forest"}
    plain = bring(collection(feature("Polygon", square, **values)), target(grid_is_open=True))
    stated = values | {"center_lon": centre[0], "center_lat": centre[1]}
    found = bring(collection(feature("Polygon", square, **stated)), target(grid_is_open=True))
    assert found.sheet == plain.sheet
    assert found.sheet.georeference is not None
    assert found.sheet.georeference.at == (8.001, 50.001)
