"""Maps of Tiled in both notations: ours come back as they were, all encodings read alike, hexes lie where Tiled draws them."""

import base64
import gzip
import json
import re
import struct
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.full_sheets import TERRAIN, full_sheets, turned_alike

from core.base.errors import Place, WrongUse
from core.files.translation_files import shipped_translation
from core.interop import tiled_map
from core.interop.hex_cells import cell_centre
from core.interop.imported import BadFile, Imported, Target
from core.interop.tiled import decode_tiles
from core.interop.tiled_map import stagger_of
from core.interop.tiled_map import tiled_map as map_of
from core.interop.tiled_out import tmj_text, tmx_text
from core.model.maps import Area, MapSheet


def nothing_beside(name: str) -> bytes | None:
    return None


def bring(data: str, target: Target, beside: Callable[[str], bytes | None] = nothing_beside) -> Imported:
    return tiled_map.read(data.encode(), "a.tmx", target, shipped_translation(), beside)


@settings(max_examples=40, deadline=None)
@given(full_sheets(), st.sampled_from([tmx_text, tmj_text]), st.integers(6, 70))
def test_what_we_export_comes_back_as_it_was(sheet: MapSheet, write: Callable[..., str], side: int) -> None:
    value, tileset, dropped = map_of(sheet, side)
    assert dropped == ()
    again = bring(write(value, tileset, "tiles.png"), Target(sheet, TERRAIN, True))
    assert again.dropped == ()
    assert turned_alike(again.sheet) == turned_alike(sheet)


@settings(max_examples=40, deadline=None)
@given(full_sheets(places=False))
def test_hexes_stand_where_tiled_draws_their_tiles(sheet: MapSheet) -> None:
    """Tiled's own rule: columns (or rows) of the stagger index are moved by half a tile down (or to the right)."""
    stagger = stagger_of(sheet.grid, 60)
    moved = 1 if stagger.index == "odd" else 0
    for column in range(1, sheet.grid.columns + 1):
        for row in range(1, sheet.grid.rows + 1):
            x, y = stagger.position((column, row))
            assert stagger.cell(x, y) == (column, row)
            if stagger.axis == "x":
                px = stagger.tile_width / 2 + x * (stagger.tile_width + stagger.side) / 2
                py = stagger.tile_height * (y + 0.5 + (0.5 if x % 2 == moved else 0))
            else:
                px = stagger.tile_width * (x + 0.5 + (0.5 if y % 2 == moved else 0))
                py = stagger.tile_height / 2 + y * (stagger.tile_height + stagger.side) / 2
            assert stagger.to_sheet((px, py)) == pytest.approx(cell_centre(sheet.grid, (column, row)))
            assert stagger.to_pixels(stagger.to_sheet((px, py))) == pytest.approx((px, py))


IDS = [0, 1, 2, 0x80000001, 0x40000002, 0x20000001, 0x10000002, 0, 1, 0xF0000002, 0, 0]


def packed(how: str) -> tuple[str, str]:
    """The cells as text, and the attributes that say how."""
    data = struct.pack(f"<{len(IDS)}I", *IDS)
    if how == "csv":
        return ",".join(map(str, IDS)), 'encoding="csv"'
    data = {"gzip": gzip.compress, "zlib": zlib.compress, "": bytes}[how](data)
    return base64.b64encode(data).decode(), f'encoding="base64" compression="{how}"' if how else 'encoding="base64"'


def tmx(layers: str, axis: str = "x", index: str = "odd", size: str = 'width="4" height="3"', more: str = "") -> str:
    sides = (
        'tilewidth="40" tileheight="35" hexsidelength="20"'
        if axis == "x"
        else 'tilewidth="35" tileheight="40" hexsidelength="20"'
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="hexagonal" {size} {sides} staggeraxis="{axis}" staggerindex="{index}" {more}>
<tileset firstgid="1" name="t" tilewidth="40" tileheight="35" tilecount="3">
<tile id="0"><properties><property name="terrain" value="forest"/></properties></tile>
<tile id="1" type="urban"/>
<tile id="2"/>
</tileset>
{layers}</map>"""


@pytest.mark.parametrize("how", ["csv", "", "gzip", "zlib"])
def test_every_encoding_gives_the_same_tiles_with_their_flags_masked(how: str, target) -> None:
    text, said = packed(how)
    found = bring(tmx(f'<layer name="l" width="4" height="3"><data {said}>{text}</data></layer>'), target(grid_is_open=True))
    assert (found.sheet.grid.columns, found.sheet.grid.rows, found.sheet.grid.raised) == (4, 3, "odd")
    # Rows of the file run downwards: 0 1 2 1 / 2 1 2 0 / 1 2 0 0.
    assert sorted(found.sheet.hexes) == [(1, 2), (2, 1), (3, 2), (3, 3)]
    assert {each.terrain for each in found.sheet.hexes.values()} == {"town"}
    assert {each.terrain for each in found.sheet.areas} == {"woods"}


def test_the_oldest_encoding_has_an_element_for_every_tile(target) -> None:
    tiles = "".join(f'<tile gid="{id_}"/>' for id_ in IDS)
    found = bring(tmx(f'<layer name="l"><data>{tiles}</data></layer>'), target(grid_is_open=True))
    assert len(found.sheet.hexes) == 4


def test_json_reads_as_xml_does(target) -> None:
    value = {
        "type": "map",
        "orientation": "hexagonal",
        "width": 4,
        "height": 3,
        "tilewidth": 40,
        "tileheight": 35,
        "hexsidelength": 20,
        "staggeraxis": "x",
        "staggerindex": "odd",
        "tilesets": [
            {
                "firstgid": 1,
                "tiles": [
                    {"id": 0, "properties": [{"name": "terrain", "type": "string", "value": "forest"}]},
                    {"id": 1, "type": "urban"},
                ],
            }
        ],
        "layers": [
            {"type": "group", "layers": [{"type": "tilelayer", "name": "l", "data": IDS}]},
            {"type": "imagelayer", "name": "i"},
        ],
    }
    found = bring(json.dumps(value), target(grid_is_open=True))
    text, said = packed("csv")
    other = bring(tmx(f'<layer name="l"><data {said}>{text}</data></layer>'), target(grid_is_open=True))
    assert found.sheet == other.sheet
    assert [str(each) for each in found.dropped] == ["layer of pictures (i): pictures are not read from here"]


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("index", ["odd", "even"])
def test_infinite_maps_are_as_large_as_their_chunks_reach_and_keep_their_stagger(axis: str, index: str, target) -> None:
    chunk = '<chunk x="{x}" y="{y}" width="2" height="2">{ids}</chunk>'
    layers = '<layer name="l"><data encoding="csv">{}</data></layer>'
    inside = chunk.format(x=-2, y=-2, ids="2,0,0,2") + chunk.format(x=2, y=0, ids="0,2,0,0")
    found = bring(tmx(layers.format(inside), axis, index, more='infinite="1"'), target(grid_is_open=True))
    flat = "2,0,0,0,0,0,0,2,0,0,0,0,0,0,0,0,0,2"
    plain = bring(tmx(layers.format(flat), axis, index, 'width="6" height="3"'), target(grid_is_open=True))
    assert found.sheet.grid == plain.sheet.grid
    assert found.sheet.hexes == plain.sheet.hexes


def test_objects_become_roads_waters_woods_contours_and_names(target) -> None:
    objects = """<objectgroup name="Roads">
<object id="1" name="High St" x="20" y="17.5"><polyline points="0,0 60,0"/></object></objectgroup>
<objectgroup name="contours"><object id="2" x="0" y="50">
<properties><property name="elevation_m" type="float" value="62.5"/></properties>
<polyline points="0,0 100,3"/></object></objectgroup>
<objectgroup name="any"><object id="3" type="forest" x="10" y="10" width="30" height="30"/>
<object id="4" type="lake" x="60" y="60" width="30" height="30"><ellipse/></object>
<object id="5" x="20" y="20"><text>Here</text></object>
<object id="6" gid="1" x="3" y="3"/><object id="7" type="dragon" x="3" y="3"><point/></object></objectgroup>"""
    found = bring(tmx(objects), target(grid_is_open=True))
    assert [(each.feature, each.name) for each in found.sheet.paths] == [("secondary-road", "High St")]
    # From the centre of the upper left hex two columns to the right.
    assert found.sheet.paths[0].line[0] == pytest.approx((0.866, 3.5), abs=1e-4)
    assert found.sheet.paths[0].line[-1] == pytest.approx((0.866 * 3, 3.5), abs=1e-3)
    assert [(float(each.height)) for each in found.sheet.contours] == [62.5]
    assert [each.terrain for each in found.sheet.areas] == ["woods", "lake"]
    assert [each.text for each in found.sheet.names] == ["Here"]
    assert {each.what for each in found.dropped} == {"picture of a tile as an object", "class=dragon"}


def test_tiles_with_levels_make_plateaus(target) -> None:
    text = tmx('<layer name="l"><data encoding="csv">1,1,1,1,1,3,1,1,1,1,1,1</data></layer>')
    text = text.replace(
        '<tile id="2"/>', '<tile id="2"><properties><property name="level" type="int" value="1"/></properties></tile>'
    )
    text = text.replace('value="forest"/>', 'value="clear"/><property name="level" type="int" value="0"/>')
    found = bring(text, target(grid_is_open=True))
    assert [(each.height, each.closed, each.high) for each in found.sheet.contours] == [(20, True, "left")]
    assert found.dropped == ()


def test_a_tileset_beside_the_map_is_read_and_a_missing_one_listed(target) -> None:
    layer = '<layer name="l"><data encoding="csv">1,0,0,0,0,0,0,0,0,0,0,0</data></layer>'
    text = tmx(layer).split("<tileset")[0] + '<tileset firstgid="1" source="a.tsx"/>' + layer + "</map>"
    tsx = b'<tileset name="t"><tile id="0" class="city"/></tileset>'
    found = bring(text, target(grid_is_open=True), {"a.tsx": tsx}.get)
    assert [each.terrain for each in found.sheet.hexes.values()] == ["city"]
    lost = bring(text, target(grid_is_open=True))
    assert [each.what for each in lost.dropped] == ["tileset", "tile 1"]


def test_hexes_that_do_not_agree_with_the_sheet_are_refused(target) -> None:
    layer = '<layer name="l"><data encoding="csv">0,0,0,0,0,0,0,0,0,0,0,0</data></layer>'
    with pytest.raises(WrongUse, match="have pointed tops, those of map A flat ones"):
        bring(tmx(layer, "y"), target())
    with pytest.raises(WrongUse, match="shifts the even columns"):
        bring(tmx(layer, "x", "even"), target())


def test_onto_a_larger_sheet_the_upper_left_corners_meet(target) -> None:
    found = bring(tmx('<layer name="l"><data encoding="csv">2,0,0,0,0,0,0,0,0,0,0,0</data></layer>'), target())
    assert list(found.sheet.hexes) == [(1, 10)]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("<tileset/>", 'begins with "tileset"'),
        ('<map orientation="orthogonal" width="1" height="1" tilewidth="1" tileheight="1"/>', "This map is orthogonal"),
        ('<map width="x" height="1"/>', '"width" must be a whole number, not "x"'),
        (tmx('<layer name="l"><data encoding="csv">1,2</data></layer>'), "holds 2 cells where the map has 12"),
        (tmx('<layer name="l"><data encoding="csv">1,a</data></layer>'), "no numbers between commas"),
        (tmx('<layer name="l"><data encoding="base64">!!</data></layer>'), "cannot be unpacked"),
        (tmx('<layer name="l"><data encoding="base64" compression="zlib">AAAA</data></layer>'), "cannot be unpacked"),
        (tmx('<layer name="l"><data encoding="base64" compression="rar">AAAA</data></layer>'), "Allowed: gzip, zlib, zstd"),
        (tmx('<layer name="l"><data encoding="hex">AAAA</data></layer>'), "Allowed: base64, csv"),
        (tmx("", size='width="100000" height="100000"'), "too many"),
        ('{"layers": [], "width": 1}', '"height" must be a whole number'),
        ("{}", 'has no "layers"'),
    ],
)
def test_a_faulty_map_is_refused_with_its_place(data: str, text: str, target) -> None:
    with pytest.raises(BadFile, match=r"a\.tmx") as refusal:
        bring(data, target())
    assert text in str(refusal.value)


def test_a_bomb_of_zeros_is_not_unpacked() -> None:
    bomb = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()
    with pytest.raises(BadFile, match="unpack to 49 bytes; 48"):
        decode_tiles(bomb, "base64", "zlib", 12, Place("a.tmx"))


def test_what_tiled_packs_with_zstd_is_unpacked_and_a_bomb_of_it_is_not() -> None:
    zstandard = pytest.importorskip("zstandard")
    cells = struct.pack("<3I", 1, 2, 0x80000003)
    for packer in (zstandard.ZstdCompressor(), zstandard.ZstdCompressor(write_content_size=False)):
        packed = base64.b64encode(packer.compress(cells)).decode()
        assert decode_tiles(packed, "base64", "zstd", 3, Place("a.tmx")) == [1, 2, 3]
    bomb = base64.b64encode(zstandard.ZstdCompressor().compress(bytes(50_000_000))).decode()
    with pytest.raises(BadFile, match="unpack to 49 bytes; 48"):
        decode_tiles(bomb, "base64", "zstd", 12, Place("a.tmx"))
    with pytest.raises(BadFile, match="cannot be unpacked"):
        decode_tiles("AAAA", "base64", "zstd", 1, Place("a.tmx"))


def test_without_its_library_a_packing_is_refused_with_both_ways_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(BadFile, match=r"needs zstandard \(phaseline\[gis\]\).*pip install zstandard, or save .* such as CSV"):
        decode_tiles("AAAA", "base64", "zstd", 1, Place("a.tmx"))


def test_terrain_that_the_box_lacks_is_listed(target) -> None:
    bare = replace(target(grid_is_open=True), terrain={})
    found = bring(tmx('<layer name="l"><data encoding="csv">1,1,0,0,0,0,0,0,0,0,0,3</data></layer>'), bare)
    assert [(each.what, each.count) for each in found.dropped] == [("tile 3", 1), ('terrain "forest"', 2)]


def test_a_shape_of_ours_without_points_is_left_out_and_listed(target) -> None:
    areas = (Area("woods", (((1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 1.0)),)),)
    value, tileset, _ = map_of(replace(target().sheet, areas=areas), 28)
    text = re.sub('<polygon points="[^"]*"', '<polygon points=""', tmx_text(value, tileset, "tiles.png"))
    found = bring(text, target())
    assert not found.counts
    assert [each.why for each in found.dropped] == ["its shape has no points"]


def test_a_head_of_ours_with_a_number_beyond_all_bounds_is_read(target) -> None:
    value, tileset, _ = map_of(target(place=False).sheet, 28)
    text = tmx_text(value, tileset, "tiles.png")
    found = bring(re.sub("(hex_m[^0-9]*)100.0", r"\g<1>1" + "0" * 400, text), target(grid_is_open=True))
    assert found.sheet.grid.hex_m == 114.3


@pytest.mark.parametrize("number", ["1" + "0" * 400, "1e400", "true", '"x"'])
def test_a_size_beyond_all_bounds_is_refused_in_words(target, number: str) -> None:
    value, tileset, _ = map_of(target().sheet, 28)
    text = re.sub('"tilewidth": *[0-9.]+', f'"tilewidth": {number}', tmj_text(value, tileset, "tiles.png"), count=1)
    with pytest.raises(BadFile, match='"tilewidth" must be a number'):
        bring(text, target())


@pytest.mark.parametrize("points", ["1,1 inf,2", "1,1 2", "nan,nan 1,1"])
def test_points_that_lie_nowhere_are_refused_in_words(target, points: str) -> None:
    with pytest.raises(BadFile, match="no pairs of numbers"):
        bring(
            tmx(f'<objectgroup name="roads"><object id="1" x="0" y="0"><polyline points="{points}"/></object></objectgroup>'),
            target(),
        )
