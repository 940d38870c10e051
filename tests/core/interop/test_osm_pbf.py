"""Packed extracts give what the plain ones give, only around the map; bridges find the rivers of hexsides."""

import itertools
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from oracles.full_sheets import TERRAIN

from core.files.limits import within_limits
from core.files.translation_files import shipped_translation
from core.interop import osm_pbf
from core.interop.bring import bring
from core.interop.imported import BadFile
from core.interop.osm_pbf import bounds_of, read_pbf
from core.interop.raster_files import NeedsGis
from core.interop.wishes import BringWish, guessed
from core.model.maps import Georeference, SideFeature
from core.model.terrain import Terrain, TerrainKind

osmium = pytest.importorskip("osmium")
DEGREE_M = 111_195.0


class Writer:
    """Writes an extract twice: packed and as XML. Places are metres from 8 degrees east, 50 degrees north."""

    def __init__(self, folder: Path, box: bool = True) -> None:
        self.files = folder / "a.osm.pbf", folder / "a.osm"
        header = osmium.io.Header()
        if box:
            header.add_box(osmium.osm.Box(osmium.osm.Location(7.9, 49.9), osmium.osm.Location(8.1, 50.1)))
        self._writers = [osmium.SimpleWriter(str(file), header=header) for file in self.files]
        self._ids = itertools.count(1)

    def node(self, east: float, north: float, **tags: str) -> int:
        number = next(self._ids)
        place = 8.0 + east / DEGREE_M / 0.64279, 50.0 + north / DEGREE_M
        for writer in self._writers:
            writer.add_node(osmium.osm.mutable.Node(id=number, location=place, tags=tags))
        return number

    def way(self, *nodes: int, **tags: str) -> int:
        number = next(self._ids)
        for writer in self._writers:
            writer.add_way(osmium.osm.mutable.Way(id=number, nodes=nodes, tags=tags))
        return number

    def relation(self, *members: tuple[int, str], **tags: str) -> int:
        number = next(self._ids)
        listed = [("w", ref, role) for ref, role in members]
        for writer in self._writers:
            writer.add_relation(osmium.osm.mutable.Relation(id=number, members=listed, tags=tags))
        return number

    def close(self) -> tuple[Path, Path]:
        for writer in self._writers:
            writer.close()
        return self.files


@pytest.fixture
def extract(tmp_path: Path) -> tuple[Path, Path]:
    to = Writer(tmp_path)
    corner = [to.node(x, y) for x, y in ((-300, -300), (300, -300), (300, 300), (-300, 300))]
    far = [to.node(x, y) for x, y in ((30_000, -300), (30_000, 40_000), (-300, 40_000))]
    to.node(10, 20, place="hamlet", name="Weiler")
    to.node(60_000, 20, place="hamlet", name="Far away")
    away = [to.node(60_000, 0), to.node(61_000, 0)]
    to.way(*corner[:3], highway="track")
    to.way(corner[0], 999_999, corner[2], highway="primary")
    to.way(*away, highway="track")
    ring = [to.way(*corner[:2]), to.way(corner[1], *far, corner[3]), to.way(corner[3], corner[0])]
    outside = to.way(*away)
    to.relation(*((each, "outer") for each in ring), type="multipolygon", natural="wood", name="Great wood")
    to.relation(*((each, "outer") for each in ring), type="boundary", boundary="administrative")
    to.relation((outside, "outer"), type="multipolygon", natural="wood")
    return to.close()


def brought(file: Path, to):
    return bring(BringWish(file, "osm"), to, shipped_translation(), within_limits)


def test_a_packed_extract_gives_what_the_plain_one_gives_but_for_what_lies_far_away(extract, target) -> None:
    packed, plain = (brought(file, target()) for file in extract)
    assert packed.sheet == plain.sheet
    assert [each.feature for each in packed.sheet.paths] == ["trail", "primary-road"]
    assert [each.name for each in packed.sheet.areas] == ["Great wood"]
    assert [each.text for each in packed.sheet.names] == ["Weiler"]
    lost = {str(each) for each in plain.dropped} - {str(each) for each in packed.dropped}
    assert all("outside the map" in each or "multipolygon" in each for each in lost)
    assert {"node of a way", "boundary=administrative"} <= {each.what for each in packed.dropped}


def test_a_new_map_lies_in_the_middle_of_the_ground_that_an_extract_covers(extract, tmp_path: Path, target) -> None:
    assert bounds_of(extract[0]) == pytest.approx((7.9, 49.9, 8.1, 50.1))
    found = brought(extract[0], target(place=False, grid_is_open=True))
    assert found.sheet.georeference is not None
    assert found.sheet.georeference.at == pytest.approx((8.0, 50.0))
    silent = Writer(tmp_path / "..", box=False)
    silent.node(0, 0)
    with pytest.raises(Exception, match="does not say what ground it covers"):
        bounds_of(silent.close()[0])


def test_large_extracts_keep_the_places_of_nodes_on_disk(extract, monkeypatch: pytest.MonkeyPatch, target) -> None:
    once = brought(extract[0], target())
    monkeypatch.setattr(osm_pbf, "LARGE", 0)
    assert brought(extract[0], target()) == once


def test_work_that_nobody_wants_any_more_ends(extract, target) -> None:
    class Enough(Exception):
        pass

    def stop(share: float, what: str) -> None:
        if what == "looking for the map":
            raise Enough

    with pytest.raises(Enough):
        bring(BringWish(extract[0], "osm"), target(), shipped_translation(), within_limits, stop)


def test_what_is_no_extract_is_refused_and_nothing_but_packed_ones_is_read(extract, tmp_path: Path, target) -> None:
    bad = tmp_path / "bad.osm.pbf"
    bad.write_bytes(b"no extract at all")
    for file in (bad, tmp_path / "none.osm.pbf"):
        with pytest.raises(BadFile):
            brought(file, target())
    bad.write_bytes(extract[1].read_bytes())
    with pytest.raises(BadFile, match="no extract of OpenStreetMap that can be read"):
        brought(bad, target())
    assert guessed(Path("berlin-latest.osm.pbf")) == guessed(Path("a.pbf")) == "osm"


def test_without_osmium_the_way_out_is_said(extract, monkeypatch: pytest.MonkeyPatch, target) -> None:
    monkeypatch.setitem(sys.modules, "osmium", None)
    with pytest.raises(NeedsGis, match=r"needs osmium \(phaseline\[gis\]\).*pip install osmium.*osmium extract --bbox"):
        read_pbf(extract[0], (7, 49, 9, 51), lambda tags: True, None)


def test_a_bridge_of_a_road_stands_on_the_nearest_hexside_of_a_river(tmp_path: Path, target) -> None:
    kinds = {"river": TerrainKind.SIDE, "bridge": TerrainKind.SIDE, "road": TerrainKind.PATH}
    terrain = {**TERRAIN, **{id_: Terrain(id_, id_.title(), kind) for id_, kind in kinds.items()}}
    to = target()
    # The map lies with its (5, 5), between columns 5 and 6, on 8 degrees east, 50 degrees north.
    rivers = (SideFeature("river", ((6, 4), (6, 5))), SideFeature("river", ((6, 5), (7, 5))))
    to = replace(to, terrain=terrain, sheet=replace(to.sheet, sides=rivers))
    out = Writer(tmp_path)
    out.way(out.node(20, -70), out.node(20, -30), highway="primary", bridge="yes")
    out.way(out.node(22, -70), out.node(22, -30), railway="rail", bridge="viaduct")
    out.way(out.node(-400, -70), out.node(-400, -30), highway="track", bridge="yes")
    out.way(out.node(-400, -70), out.node(-380, -30), highway="track", bridge="no")
    files = out.close()
    for file in files:
        found = brought(file, to)
        assert [(each.feature, each.between) for each in found.sheet.sides] == [("bridge", ((6, 4), (6, 5)))]
        told = [str(each) for each in found.dropped if each.what == "bridge"]
        assert len(told) == 3
        assert "it stands on the river's hexside between 06.04 and 06.05" in told[0]
        assert "there is one already between 06.04 and 06.05" in told[1]
        assert "no river along hexsides of this map lies near it" in told[2]
        assert "sides" not in found.brings, "replacing must not take the rivers off"


def test_an_extract_wholly_off_the_map_says_how_much_it_holds_and_how_far_away(extract, target) -> None:
    far = target()
    far = replace(far, sheet=replace(far.sheet, georeference=Georeference((8.0, 20.0), (5.0, 5.0))))
    found = brought(extract[0], far)
    whole, *others = map(str, found.dropped)
    assert not found.counts
    assert whole.startswith("the whole file: all of it lies outside the map; its middle is latitude ")
    assert whole.endswith("km north of the map's")
    assert any("× way: it lies outside the map" in each for each in others)
