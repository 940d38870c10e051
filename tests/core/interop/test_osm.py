"""Extracts of OpenStreetMap: ways, closed ways and multipolygons become what they are; what is missing is listed."""

import pytest

from core.files.translation_files import shipped_translation
from core.interop import osm
from core.interop.geojson import ground_to_sheet
from core.interop.imported import BadFile

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6" generator="a test">\n'


def extract(*parts: str) -> bytes:
    return (HEAD + "\n".join(parts) + "\n</osm>").encode()


def node(id_: int, east: float, north: float, **tags: str) -> str:
    lon, lat = 8.0 + east / 111_195 / 0.64279, 50.0 + north / 111_195
    return f'<node id="{id_}" lat="{lat}" lon="{lon}">{tagged(tags)}</node>'


def tagged(tags: dict[str, str]) -> str:
    return "".join(f'<tag k="{key}" v="{value}"/>' for key, value in tags.items())


def way(id_: int, *refs: int, **tags: str) -> str:
    return f'<way id="{id_}">{"".join(f"""<nd ref="{ref}"/>""" for ref in refs)}{tagged(tags)}</way>'


def relation(id_: int, *members: tuple[int, str], **tags: str) -> str:
    listed = "".join(f'<member type="way" ref="{ref}" role="{role}"/>' for ref, role in members)
    return f'<relation id="{id_}">{listed}{tagged(tags)}</relation>'


SQUARE = [node(1, -200, -200), node(2, 200, -200), node(3, 200, 200), node(4, -200, 200)]
HOLE = [node(5, -100, -100), node(6, 100, -100), node(7, 0, 100)]


def bring(data: bytes, target):
    return osm.read(data, "a.osm", target, shipped_translation(), ground_to_sheet(target.sheet))


def test_ways_nodes_and_closed_ways_become_paths_names_and_areas(target) -> None:
    found = bring(
        extract(
            *SQUARE,
            *HOLE,
            node(9, 10, 10, place="hamlet", name="Weiler", created_by="x"),
            way(20, 1, 2, 3, highway="track"),
            way(21, 1, 2, 3, 4, 1, landuse="forest", name="Forst"),
            way(22, 5, 6, 7, 5, highway="residential"),
            way(23, 5, 6, 7, 5, building="yes"),
            way(24, 1, 3, highway="primary", tunnel="yes"),
        ),
        target(),
    )
    assert [each.feature for each in found.sheet.paths] == ["trail", "tertiary-road"]
    assert [(each.terrain, each.name) for each in found.sheet.areas] == [("woods", "Forst"), ("building", "")]
    assert [each.text for each in found.sheet.names] == ["Weiler"]
    assert [str(each) for each in found.dropped] == ["highway=primary (way 24): nobody has said what this is on a map"]


def test_what_only_reaches_the_rim_beyond_the_printed_edge_is_no_item(target) -> None:
    """The sheet is 12 columns of 100 m wide, its origin 500 m to the left of the middle of the ground."""
    beyond = [node(1, 610, 0), node(2, 620, 0), node(3, 620, 10), node(4, 610, 10)]
    across = [node(5, 300, 300), node(6, 3000, 300), node(7, 3000, 200), node(8, 300, 200)]
    found = bring(
        extract(
            *beyond,
            *across,
            way(20, 1, 2, 3, 4, 1, building="yes"),
            way(21, 5, 6, 7, 8, highway="track"),
            way(22, 5, 6, 7, 8, 5, natural="wood"),
            way(23, 1, 2, highway="track"),
        ),
        target(),
    )
    assert [each.terrain for each in found.sheet.areas] == ["woods"]
    # The track leaves the map, turns far outside and comes back: two pieces, each a little longer than the map.
    assert [len(each.line) for each in found.sheet.paths] == [2, 2]
    assert {max(x for x, _ in each.line) for each in found.sheet.paths} == {
        max(x for x, _ in found.sheet.areas[0].shape[0]),
    }
    assert {(each.what, each.why) for each in found.dropped} == {
        ("building=yes", "it lies outside the map"),
        ("highway=track", "it lies outside the map"),
    }


def test_a_multipolygon_is_put_together_of_its_ways_with_holes(target) -> None:
    found = bring(
        extract(
            *SQUARE,
            *HOLE,
            way(30, 1, 2, 3),
            way(31, 1, 4, 3),
            way(32, 5, 6, 7, 5),
            relation(40, (30, "outer"), (31, "outer"), (32, "inner"), type="multipolygon", natural="water"),
        ),
        target(),
    )
    assert [each.terrain for each in found.sheet.areas] == ["lake"]
    assert [len(ring) for ring in found.sheet.areas[0].shape] == [5, 4]
    assert found.dropped == ()


def test_what_an_extract_does_not_hold_is_listed(target) -> None:
    found = bring(
        extract(
            *SQUARE,
            way(30, 1, 2, 99, highway="track"),
            way(31, 98, 99, highway="track"),
            way(32, 1, 2, 3),
            relation(40, (32, "outer"), (77, "outer"), type="multipolygon", natural="water"),
            relation(41, (32, "outer"), type="route", route="bus"),
        ),
        target(),
    )
    assert len(found.sheet.paths) == 1
    assert {(each.what, each.why) for each in found.dropped} == {
        ("node of a way", "the extract does not say where it lies"),
        ("way", "the extract holds less than two of its nodes"),
        ("part of a multipolygon", "the extract does not hold it"),
        ("multipolygon", "no outer ring of it is whole in this extract"),
        ("relation of type route", "only multipolygons become areas"),
    }


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"<gpx></gpx>", 'it begins with "gpx"'),
        (b"<osm>", "no well-formed XML"),
        (b"", "no well-formed XML"),
        (b"PBF\x00\x01", "no well-formed XML"),
    ],
)
def test_a_faulty_file_is_refused_with_its_place(target, data: bytes, text: str) -> None:
    with pytest.raises(BadFile, match=text) as refusal:
        bring(data, target())
    assert refusal.value.place.file == "a.osm"


@pytest.mark.parametrize("lat", ["nan", "95", "", "x"])
def test_a_node_that_lies_nowhere_is_left_out_and_listed_and_the_rest_comes(target, lat: str) -> None:
    good = '<node id="1" lat="50" lon="8"/><node id="2" lat="50.002" lon="8"/>'
    bad = f'<node id="3" lat="{lat}" lon="8"><tag k="place" v="town"/></node>'
    track = '<way id="4"><nd ref="1"/><nd ref="3"/><nd ref="2"/><tag k="highway" v="track"/></way>'
    data = f"<osm>{good}{bad}{track}</osm>".encode()
    found = bring(data, target())
    assert len(found.sheet.paths) == 1
    assert [(each.what, each.where) for each in found.dropped] == [("node", "node 3, line 1"), ("node of a way", "way 4")]
    assert osm.middle_of(data, "a.osm") == [(8.0, 50.0), (8.0, 50.002)]
