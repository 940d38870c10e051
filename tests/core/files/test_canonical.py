"""The one writer: its text is stable, and reading it gives the value again."""

import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.box_files import game_text, load_box, sheet_text, write_box
from core.files.sheet_files import read_sheet
from core.files.strict_yaml import parse_document
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.maps import (
    Area,
    Contour,
    ControlPoint,
    Grid,
    HexContent,
    Low,
    MapSheet,
    Name,
    SideFeature,
    Spot,
    Underlay,
    Zone,
)
from core.model.maps import Path as Way
from core.model.terrain import Provenance, Terrain, TerrainKind

WriteBox = Callable[..., Path]

texts = st.text(st.characters(codec="utf-8"), max_size=12)
words = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
coordinates = st.integers(-10_000, 600_000).map(lambda n: n / 10_000)
points = st.tuples(coordinates, coordinates)
lines = st.lists(points, min_size=2, max_size=5, unique=True).map(tuple)
rings = st.lists(points, min_size=3, max_size=5, unique=True).map(lambda ring: (*ring, ring[0]))
heights = st.integers(-1_200_000, 1_200_000).map(lambda n: Fraction(n, 100))


def decimals(least: float, most: float) -> st.SearchStrategy[float]:
    """Numbers of up to four decimals, which is what files hold."""
    return st.integers(round(least * 10_000), round(most * 10_000)).map(lambda n: n / 10_000)


zone_kinds = st.sampled_from(["setup", "entry", "exit", "sea", "other"])
numberings = st.sampled_from(["{column:02}.{row:02}", "{column}.{row:02}", "{column:A}{row}", "{row:03}-{column:03}"])
corners = st.sampled_from(["bottom-left", "top-left", "bottom-right", "top-right"])


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    columns, rows = draw(st.integers(2, 12)), draw(st.integers(2, 12))
    numbering = Numbering(draw(numberings), columns, rows, draw(corners), draw(st.integers(1, 30)), draw(st.integers(0, 30)))
    edge = draw(st.none() | st.just((0.2887, 0.5, 5.4848, 15.0)))
    return Grid(
        columns,
        rows,
        numbering,
        draw(st.sampled_from(["columns", "rows"])),
        draw(st.sampled_from(["odd", "even"])),
        draw(decimals(1, 5000)),
        edge,
        draw(st.integers(1, 10)),
    )


@st.composite
def sheets(draw: st.DrawFn) -> MapSheet:
    grid = draw(grids())
    cells = st.tuples(st.integers(1, grid.columns), st.integers(1, grid.rows))
    column, row = draw(st.integers(1, grid.columns)), draw(st.integers(1, grid.rows - 1))
    sources = st.sampled_from(["", "elevation"])
    kinds, highs = st.sampled_from(["solid", "broken"]), st.sampled_from([None, "left", "right"])
    few = {"max_size": 3}
    return MapSheet(
        id=draw(words),
        grid=grid,
        title=draw(texts),
        contour_interval=draw(st.integers(1, 400).map(lambda n: Fraction(n, 4))),
        contours=tuple(draw(st.lists(st.builds(Contour, heights, lines, kinds, highs, texts, source=sources), **few))),
        areas=tuple(
            draw(
                st.lists(
                    st.builds(Area, st.just("woods"), st.lists(rings, min_size=1, max_size=2).map(tuple), texts, texts), **few
                )
            )
        ),
        paths=tuple(draw(st.lists(st.builds(Way, st.just("river"), lines, texts, texts), **few))),
        sides=(SideFeature(draw(st.sampled_from(["hedgerow", "stream"])), ((column, row), (column, row + 1)), draw(texts)),),
        hexes=immutables.Map(draw(st.dictionaries(cells, st.builds(HexContent, st.just("village"), texts, texts), **few))),
        spots=tuple(draw(st.lists(st.builds(Spot, heights, points, texts, texts, source=sources), **few))),
        lows=tuple(draw(st.lists(st.builds(Low, points, texts, source=sources), **few))),
        names=tuple(draw(st.lists(st.builds(Name, words, points, decimals(0.01, 100), decimals(-360, 360), texts), **few))),
        zones=tuple(
            draw(
                st.lists(st.builds(Zone, zone_kinds, st.frozensets(cells, min_size=1, max_size=4), texts, texts, texts), **few)
            )
        ),
        underlay=draw(
            st.none()
            | st.builds(
                Underlay,
                st.just("scans/north sheet.png"),
                st.tuples(st.integers(1, 20_000), st.integers(1, 20_000)),
                st.lists(st.builds(ControlPoint, points, cells), **few).map(tuple),
                st.integers(1, 30),
                decimals(0, 1),
                decimals(-1, 1),
                texts,
            )
        ),
        half_lines=draw(st.booleans()),
        note=draw(texts),
    )


KNOWN = {
    id_: Terrain(id_, id_, kind)
    for id_, kind in {
        "woods": TerrainKind.AREA,
        "river": TerrainKind.PATH,
        "stream": TerrainKind.PATH,
        "hedgerow": TerrainKind.SIDE,
        "village": TerrainKind.HEX,
    }.items()
}


@given(sheets())
def test_reading_a_written_sheet_gives_the_sheet_and_writing_it_the_text(sheet: MapSheet) -> None:
    text = sheet_text(sheet)
    loaded = read_sheet(parse_document(text, "a.map.yaml"), KNOWN)
    assert loaded.issues == ()
    assert loaded.sheet == sheet
    assert sheet_text(loaded.sheet) == text


def a_sheet(id_: str = "A", raised: str = "even") -> MapSheet:
    return MapSheet(id_, Grid(6, 4, Numbering("{column:02}.{row:02}", 6, 4), raised="odd" if raised == "odd" else "even"))


def a_box(title: str = "Two maps") -> GameBox:
    first = SheetFrame.place("even")
    second = SheetFrame.place("odd", beside=first, columns=5, half_rows=2)
    provenance = Provenance("box.los_heights", title, "box", "game.yaml")
    other = Provenance("box.los_heights", title, "box", "our own count: 3 walls")
    return GameBox(
        title,
        "tcs-4.01",
        (
            PlacedSheet(a_sheet(), first, "A", "a.map.yaml"),
            PlacedSheet(a_sheet("B", "odd"), second, "B", "b.map.yaml"),
        ),
        MappingProxyType({"los.method": "heads_a", "elevation.mark_tie": "down"}),
        MappingProxyType(
            {
                "wall": Terrain("wall", "Dry wall", TerrainKind.SIDE, Fraction(3, 2), False, False, other),
                "building": Terrain("building", "Building", TerrainKind.AREA, Fraction(5), False, False, provenance),
                "village": Terrain(
                    "village",
                    "Village",
                    TerrainKind.HEX,
                    None,
                    True,
                    False,
                    provenance,
                    "#e3c4a4",
                    "blocks",
                    "Partly Protective",
                    MappingProxyType({"wheeled": "+2", "foot": "1", "tracked": "1/2", "rail": "P"}),
                ),
                "lagoon": Terrain("lagoon", "Lagoon", TerrainKind.AREA, None, False, True, provenance),
            }
        ),
        "a note: with a colon",
    )


GAME_TEXT = """\
phaseline: game
version: 1
title: Two maps
ruleset: tcs-4.01
options: {elevation.mark_tie: down, los.method: heads_a}
maps:
- {file: a.map.yaml, letter: A}
- {file: b.map.yaml, letter: B, offset: {columns: 5, half_rows: 2}}
terrain:
  building: {name: Building, kind: area, los_height_m: 5}
  lagoon: {name: Lagoon, kind: area, sea: true}
  village: {name: Village, kind: hex, whole_hex: true, colour: "#e3c4a4", pattern: blocks, \
combat_class: Partly Protective, costs: {foot: 1, rail: P, tracked: "1/2", wheeled: "+2"}}
  wall: {name: Dry wall, kind: side, los_height_m: 1.5, source: "our own count: 3 walls"}
note: "a note: with a colon"
"""


def test_a_box_of_two_maps_is_written_in_canonical_form_and_read_back(tmp_path: Path) -> None:
    box = a_box()
    assert game_text(box) == GAME_TEXT
    written = write_box(tmp_path, box)
    assert [path.name for path in written] == ["a.map.yaml", "b.map.yaml", "game.yaml"]
    loaded = load_box(tmp_path)
    assert loaded.issues == ()
    assert loaded.box == box
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {
        "game.yaml": GAME_TEXT,
        "a.map.yaml": sheet_text(a_sheet()),
        "b.map.yaml": sheet_text(a_sheet("B", "odd")),
    }


@given(words)
def test_any_title_survives(title: str) -> None:
    assert parse_document(game_text(a_box(title)), "game.yaml").value["title"] == title


def test_what_is_already_there_is_not_written_again(tmp_path: Path) -> None:
    write_box(tmp_path, a_box())
    stamps = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    (tmp_path / "game.yaml").write_text("old", encoding="utf-8")
    assert write_box(tmp_path, a_box()) == (tmp_path / "game.yaml",)
    assert (tmp_path / "a.map.yaml").stat().st_mtime_ns == stamps[tmp_path / "a.map.yaml"]


def test_the_short_form_of_an_option_and_an_amended_terrain_become_canonical(box_with: WriteBox) -> None:
    folder = box_with(game=("maps:", "options: {los: simplified}\nterrain: {woods: {los_height_m: 12.5}}\nmaps:"))
    loaded = load_box(folder)
    assert loaded.issues == ()
    assert loaded.box is not None
    assert loaded.box.options == {"los.method": "simplified"}
    woods = loaded.box.terrain["woods"]
    assert (woods.name, woods.kind, woods.los_height) == ("Woods", TerrainKind.AREA, Fraction(25, 2))
    assert woods.provenance == Provenance("box.los_heights", "A small box", "box", "game.yaml")
    assert "  woods: {name: Woods, kind: area, los_height_m: 12.5}\n" in game_text(loaded.box)


def test_terrain_without_kind_amends_the_ruleset_and_terrain_with_kind_stands_alone(box_with: WriteBox) -> None:
    loaded = load_box(box_with(game=("maps:", "terrain: {village: {name: Hamlet}, town: {kind: hex}}\nmaps:")))
    assert loaded.box is not None
    assert loaded.issues == ()
    hamlet, town = loaded.box.terrain["village"], loaded.box.terrain["town"]
    assert (hamlet.name, hamlet.los_height, hamlet.whole_hex) == ("Hamlet", 20, True)
    assert (town.name, town.los_height, town.whole_hex) == ("Town", None, False)


def test_terrain_that_a_map_defines_belongs_to_the_box(box_with: WriteBox) -> None:
    own = ("areas:\n", "terrain: {vineyard: {kind: area, los_height_m: 2}}\nareas:\n- {terrain: vineyard, shape: \"POLYGON ((3 1, 4 1, 4 2, 3 1))\"}\n")  # fmt: skip  # noqa: E501
    folder = box_with(sheet=own)
    loaded = load_box(folder)
    assert loaded.issues == ()
    assert loaded.box is not None
    assert loaded.box.terrain["vineyard"].provenance == Provenance("box.los_heights", "A small box", "box", "a.map.yaml")
    write_box(folder, loaded.box)
    assert load_box(folder).box == loaded.box


def test_a_map_cannot_say_otherwise_than_its_box(box_with: WriteBox) -> None:
    folder = box_with(
        game=("maps:", "terrain: {woods: {los_height_m: 12}}\nmaps:"),
        sheet=("areas:\n", "terrain: {woods: {los_height_m: 8}}\nareas:\n"),
    )
    loaded = load_box(folder)
    assert [str(issue) for issue in loaded.issues] == [
        'a.map.yaml:9:11: error: The box already says something else about "woods"; that counts.'
    ]
    assert loaded.box is not None
    assert loaded.box.terrain["woods"].los_height == 12


def test_a_sheet_without_a_file_name_is_called_by_its_letter(tmp_path: Path) -> None:
    box = GameBox("One", "tcs-4.01", (PlacedSheet(a_sheet(), SheetFrame.place("even"), "C"),))
    assert [path.name for path in write_box(tmp_path, box)] == ["c.map.yaml", "game.yaml"]


@pytest.mark.parametrize("name", ["../a.map.yaml", "/a.map.yaml", "a\\b.map.yaml", "C:a.map.yaml"])
def test_no_file_is_written_outside_the_folder(name: str, tmp_path: Path) -> None:
    box = GameBox("One", "tcs-4.01", (PlacedSheet(a_sheet(), SheetFrame.place("even"), "A", name),))
    with pytest.raises(WrongUse, match="cannot be saved"):
        write_box(tmp_path / "box", box)
    assert list(tmp_path.iterdir()) == []


def test_two_maps_are_not_written_into_one_file(tmp_path: Path) -> None:
    placed = PlacedSheet(a_sheet(), SheetFrame.place("even"), "A", "a.map.yaml")
    with pytest.raises(WrongUse, match="file of its own"):
        write_box(tmp_path, GameBox("One", "tcs-4.01", (placed, placed)))
    assert list(tmp_path.iterdir()) == []


def test_a_height_that_no_decimal_equals_is_not_written() -> None:
    third = MapSheet("A", a_sheet().grid, spots=(Spot(Fraction(1, 3), (1.0, 1.0)),))
    with pytest.raises(WrongUse, match="1/3 m cannot be written"):
        sheet_text(third)


def test_a_height_is_read_from_its_decimals_and_not_through_a_float(box_with: WriteBox) -> None:
    loaded = load_box(box_with(sheet=("height: 44.5", "height: 0.1")))
    assert loaded.box is not None
    assert loaded.box.sheets[0].sheet.spots[0].height == Fraction(1, 10)
    assert Fraction(0.1) != Fraction(1, 10), "or this test could not fail"


def test_items_know_their_place_in_the_file(box_with: WriteBox) -> None:
    loaded = load_box(box_with())
    assert loaded.box is not None
    sheet = loaded.box.sheets[0].sheet
    places = (sheet.contours[1].place, sheet.hexes[2, 3].place, sheet.names[0].place)
    assert [str(place) for place in places] == ["a.map.yaml:8:3", "a.map.yaml:16:3", "a.map.yaml:22:3"]


def test_a_second_sheet_lies_where_its_offset_says(tmp_path: Path) -> None:
    write_box(tmp_path, a_box())
    box = load_box(tmp_path).box
    assert box is not None
    seam = box.hex("A06.02")
    assert box.hex("B01.01") == seam
    assert math.dist(box.sheets[1].frame.to_plane((0, 0)), box.sheets[0].frame.to_plane((5 * math.sqrt(3) / 2, 1))) < 1e-9
