"""The one door for other formats: what is wanted of a file comes, as one edit, in slices that can be given up."""

import json
import struct
import zlib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from oracles.full_sheets import TERRAIN

from core.base.errors import WrongUse
from core.base.steps import finish
from core.files.limits import within_limits
from core.files.translation_files import shipped_translation
from core.interop.bring import bring, in_slices, sent
from core.interop.imported import MANY_POINTS, BadFile, Drops, Imported, brought, in_pieces, new_box, read_bytes
from core.interop.preview import MOST_POINTS, strokes
from core.interop.tile_pictures import tiles_png
from core.interop.wishes import BringWish, guessed, guessed_out, label
from core.model.edits.edit import Aspect
from core.model.maps import Area, Contour, Georeference, HexContent, MapSheet, Underlay
from core.model.maps import Path as Way
from core.model.work import Work


@pytest.fixture
def tracks(tmp_path: Path) -> Path:
    line = {"type": "LineString", "coordinates": [[7.999, 50.0], [8.001, 50.0]]}
    square = [[8, 50], [8.001, 50], [8.001, 50.001], [8, 50]]
    features = [
        {"type": "Feature", "geometry": line, "properties": {"highway": "track"}},
        {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [square]}, "properties": {"natural": "wood"}},
    ]
    file = tmp_path / "tracks.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return file


def test_only_the_sections_that_are_wanted_come(tracks, target) -> None:
    whole = bring(BringWish(tracks, "geojson"), target(), shipped_translation(), within_limits)
    assert dict(whole.counts) == {"paths": 1, "areas": 1}
    part = bring(BringWish(tracks, "geojson", sections=frozenset({"areas"})), target(), shipped_translation(), within_limits)
    assert dict(part.counts) == {"areas": 1}
    assert part.brings == {"areas"}


def test_a_file_wholly_off_the_map_says_how_much_it_holds_where_it_lies_and_how_far(tracks, target) -> None:
    sheet = replace(target().sheet, georeference=Georeference((9.0, 50.0), (5.0, 5.0)))
    found = bring(BringWish(tracks, "geojson"), replace(target(), sheet=sheet), shipped_translation(), within_limits)
    assert not found.counts
    whole, *others = map(str, found.dropped)
    assert whole.startswith("the whole file: all of it lies outside the map; its middle is latitude 50.00050, longitude 8.0000")
    assert whole.endswith("km west of the map's")
    assert sorted(others) == [
        "highway=track (feature 1): it lies outside the map",
        "natural=wood (feature 2): it lies outside the map",
    ]
    here = bring(BringWish(tracks, "geojson"), target(), shipped_translation(), within_limits)
    assert not any("whole file" in str(each) for each in here.dropped)


def test_a_centre_beyond_all_degrees_is_meant_in_metres(tmp_path: Path, target) -> None:
    line = {"type": "LineString", "coordinates": [[500_100, 5_500_100], [500_300, 5_500_200]]}
    file = tmp_path / "metres.geojson"
    file.write_text(json.dumps({"type": "Feature", "geometry": line, "properties": {"highway": "track"}}))
    wish = BringWish(file, "geojson", centre="500200, 5500150")
    found = bring(wish, target(place=False), shipped_translation(), within_limits)
    assert dict(found.counts) == {"paths": 1}
    assert found.sheet.georeference.unit == "metres"
    with pytest.raises(WrongUse, match="LAT,LON in degrees, latitude first"):
        bring(replace(wish, centre="95, 8"), target(place=False), shipped_translation(), within_limits)


def test_replacing_takes_off_what_the_file_speaks_of_and_nothing_else(tracks, target) -> None:
    old = Way("river", ((0.0, 0.0), (3.0, 3.0)))
    lake = Area("lake", (((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0)),))
    sheet = replace(target().sheet, paths=[old], areas=[lake], title="Hills")
    box = new_box("Box", "tcs-4.01", Imported(sheet))
    wish = BringWish(tracks, "geojson", sections=frozenset({"paths"}))
    found = bring(wish, replace(target(), sheet=sheet), shipped_translation(), within_limits)
    edit = brought(box, "a.map.yaml", found, label(wish), replacing=True)
    assert edit.label == "Import tracks.geojson"
    after = edit.apply(Work(box)).box.sheet("a.map.yaml").sheet
    assert [each.feature for each in after.paths] == ["trail"]
    assert list(after.areas) == [lake]
    assert after.title == "Hills"


def test_nothing_read_changes_nothing(target) -> None:
    box = new_box("Box", "tcs-4.01", Imported(target().sheet))
    edit = brought(box, "a.map.yaml", Imported(box.sheets[0].sheet), "Import")
    assert not edit.touched(Work(box))
    assert edit.apply(Work(box)) == Work(box)


def test_an_edit_of_many_points_speaks_of_whole_sheets_and_does_the_same(target) -> None:
    long = Contour(Fraction(20), tuple((k / 100, (k % 7) / 10) for k in range(MANY_POINTS + 1)))
    work = Work(new_box("Box", "tcs-4.01", Imported(target().sheet)))
    for contours, whole in (((long,), True), ((replace(long, line=long.line[:9]),), False)):
        edit = brought(work.box, "a.map.yaml", Imported(replace(target().sheet, contours=contours)), "Import")
        other = in_pieces(work, edit)
        assert (Aspect.SHEETS in other.touched(work).aspects) is whole
        assert other.apply(work) == edit.apply(work)


def test_where_the_map_lies_is_said_once(tracks, target) -> None:
    with pytest.raises(WrongUse, match="either the centre or the origin"):
        bring(BringWish(tracks, "geojson", centre="50,8", origin="1,1"), target(), shipped_translation(), within_limits)


def test_an_extract_makes_a_new_sheet_over_its_own_ground(tmp_path, target) -> None:
    file = tmp_path / "a.osm"
    file.write_text(
        '<osm><bounds minlat="49.9" minlon="7.9" maxlat="50.1" maxlon="8.3"/>'
        '<node id="1" lat="50" lon="8.1"><tag k="place" v="town"/><tag k="name" v="Stadt"/></node></osm>'
    )
    found = bring(BringWish(file, "osm"), target(place=False, grid_is_open=True), shipped_translation(), within_limits)
    assert found.sheet.georeference.at == (8.1, 50.0)
    assert [each.text for each in found.sheet.names] == ["Stadt"]


def test_a_tileset_is_read_from_the_folder_of_the_map_and_from_nowhere_else(tmp_path, target) -> None:
    (tmp_path / "secret.tsx").write_text('<tileset><tile id="0" class="city"/></tileset>')
    folder = tmp_path / "maps"
    folder.mkdir()
    (folder / "near.tsx").write_text('<tileset><tile id="0" class="city"/></tileset>')
    for source, count in (("near.tsx", 1), ("../secret.tsx", 0), (str(tmp_path / "secret.tsx"), 0)):
        (folder / "a.tmx").write_text(
            f'<map orientation="hexagonal" width="1" height="1" tilewidth="4" tileheight="4" hexsidelength="2" staggeraxis="x">'
            f'<tileset firstgid="1" source="{source}"/><layer><data encoding="csv">1</data></layer></map>'
        )
        found = bring(BringWish(folder / "a.tmx", "tmx"), target(grid_is_open=True), shipped_translation(), within_limits)
        assert len(found.sheet.hexes) == count
        assert (not count) is any(each.what == "tileset" for each in found.dropped)


@pytest.mark.parametrize(("name", "text"), [("none", "There is no such file"), (".", "This is a folder")])
def test_a_file_that_is_none_is_refused(tmp_path, name, text) -> None:
    with pytest.raises(BadFile, match=text):
        read_bytes(tmp_path / name)


def test_a_file_that_is_too_large_is_not_read(tmp_path) -> None:
    (tmp_path / "a").write_bytes(bytes(100))
    with pytest.raises(BadFile, match="more than 0 MB"):
        read_bytes(tmp_path / "a", 99)


@pytest.mark.parametrize(
    ("name", "kind", "out"),
    [
        ("a.TIF", "dem", None),
        ("N50E008.hgt.gz", "dem", None),
        ("a.geojson", "geojson", "geojson"),
        ("a.osm.xml", "osm", None),
        ("a.tmj", "tmx", "tmx"),
        ("a.board", "megamek", "megamek"),
        ("a.png", None, None),
    ],
)
def test_the_name_of_a_file_tells_its_format(name, kind, out) -> None:
    assert guessed(Path(name)) == kind
    assert guessed_out(Path(name)) == out


def test_work_in_slices_reports_and_gives_its_result() -> None:
    going = Event()

    def work(progress):
        progress(0.5, "half")
        going.wait(10)
        return "done"

    slices = in_slices(work)
    seen = [next(slices)]
    while seen[-1].done < 500:
        seen.append(next(slices))
    going.set()
    assert finish(slices) == "done"


def test_work_in_slices_raises_what_the_work_raises() -> None:
    def work(progress):
        raise WrongUse("No.")

    with pytest.raises(WrongUse, match="No"):
        finish(in_slices(work))


def test_work_that_is_given_up_ends_at_its_next_report() -> None:
    going, ended = Event(), Event()

    def work(progress):
        try:
            going.wait(10)
            progress(0.1, "on")
        finally:
            ended.set()

    slices = in_slices(work)
    next(slices)
    slices.close()
    going.set()
    assert ended.wait(10)


def test_equal_reasons_are_one_line_with_their_number_and_first_places() -> None:
    drops = Drops()
    for number in range(9):
        drops.add("road", "it is no road", f"way {number}")
    assert [str(each) for each in drops.listed] == ["9 × road (way 0, way 1, way 2, …): it is no road"]


def test_a_picture_is_thinned_to_what_can_be_painted_at_once(target) -> None:
    long = Contour(Fraction(20), tuple((k / 1000, 0.0) for k in range(3 * MOST_POINTS)))
    before = target().sheet
    after = replace(before, contours=(long,)).with_items("hexes", {(1, 1): HexContent("village")})
    found = strokes(after, before, {(1, 1): (0.9, 1.5)})
    assert sum(len(each.points) for each in found) <= MOST_POINTS + 1
    line = next(each for each in found if each.section == "contours")
    assert (line.points[0], line.points[-1], line.new) == (long.line[0], long.line[-1], True)


def pixels(png: bytes) -> "np.ndarray":
    """The pixels of a picture whose rows are all stored plainly."""
    width, height = struct.unpack(">II", png[16:24])
    start = png.index(b"IDAT") + 4
    size = struct.unpack(">I", png[start - 8 : start - 4])[0]
    rows = np.frombuffer(zlib.decompress(png[start : start + size]), dtype=np.uint8).reshape(height, 1 + 4 * width)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 4)


def test_tiles_have_a_picture_of_their_own(target) -> None:
    sheet = target().sheet.with_items("hexes", {(1, 1): HexContent("village"), (2, 2): HexContent("town")})
    made = sent(sheet, "tmx", "a.tmx", TERRAIN, shipped_translation())
    assert list(made.files) == ["a.tmx", "a-tiles.png"]
    picture = pixels(made.files["a-tiles.png"])
    assert picture.shape == (111, 2 * 128, 4)
    assert picture[0, 0, 3] == 0
    assert tuple(picture[55, 64]) != tuple(picture[55, 192])
    pointed = pixels(tiles_png(["village"], TERRAIN, 111, 128, 64, "y"))
    assert (pointed[2, 2, 3], pointed[64, 55, 3]) == (0, 255)


def test_a_scan_under_the_map_is_listed_as_left_behind(target) -> None:
    sheet: MapSheet = replace(target().sheet, underlay=Underlay("scan.png", (10, 10)))
    for kind in ("geojson", "tmx", "megamek"):
        made = sent(sheet, kind, f"a.{kind}", TERRAIN, shipped_translation())
        assert any(each.what == "scanned sheet" and each.where == "scan.png" for each in made.dropped)
