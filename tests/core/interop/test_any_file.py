"""Whatever stands in a file of another program: it is read, or refused in words; nothing else is ever raised."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracles.full_sheets import TERRAIN

from core.base.errors import CoreError
from core.files.box_files import load_box
from core.files.limits import within_limits
from core.files.resources import scenarios_folder
from core.files.translation_files import shipped_translation
from core.interop.bring import bring, sent
from core.interop.imported import Target
from core.interop.wishes import BringWish

TINY = """<osm version="0.6"><node id="1" lat="50" lon="8"><tag k="place" v="town"/><tag k="name" v="x"/></node>
<node id="2" lat="50.001" lon="8"/><node id="3" lat="50.001" lon="8.001"/>
<way id="4"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/><tag k="natural" v="wood"/></way>
<relation id="5"><member type="way" ref="4" role="outer"/>
<tag k="type" v="multipolygon"/><tag k="natural" v="water"/></relation>
</osm>"""

SQUARE = [[[8.0, 50.0], [8.001, 50.0], [8.001, 50.001], [8.0, 50.0]]]

FOREIGN = {
    "type": "FeatureCollection",
    "features": [
        {"type": "Feature", "geometry": {"type": kind, "coordinates": coordinates}, "properties": values}
        for kind, coordinates, values in (
            ("Point", [8.0, 50.0], {"place": "town", "name": "x"}),
            ("LineString", [[8.0, 50.0], [8.001, 50.0]], {"highway": "primary"}),
            ("Polygon", SQUARE, {"natural": "wood"}),
            ("Polygon", SQUARE, {"q": 1, "r": 0, "terrain": "forest", "elevation_m": 31}),
            ("Polygon", SQUARE, {"q": 1, "r": 1, "terrain": "urban", "elevation_m": 71}),
        )
    ],
}

GRID = "ncols 3\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 900\n1 2 3\n40 50 60\n7 8 9\n"


def samples() -> dict[str, tuple[str, bytes]]:
    """A file of every format, with its name."""
    loaded = load_box(scenarios_folder() / "tcs-example")
    assert loaded.box is not None
    sheet = loaded.box.sheets[0].sheet
    made = {
        name: (kind, next(iter(sent(sheet, kind, name, TERRAIN, shipped_translation()).files.values())))
        for name, kind in (("a.geojson", "geojson"), ("a.tmx", "tmx"), ("a.tmj", "tmx"), ("a.board", "megamek"))
    }
    made["a.osm"] = "osm", TINY.encode()
    made["b.geojson"] = "geojson", json.dumps(FOREIGN).encode()
    made["a.asc"] = "dem", GRID.encode()
    return made


SAMPLES = samples()
PIECES = [
    b"",
    b"0",
    b"-1",
    b"9" * 30,
    b"9" * 400,
    b"1e400",
    b"NaN",
    b"null",
    b'"\\ud800"',
    b"{}",
    b"[]",
    b'"',
    b"<",
    b">",
    b"&x;",
    b"\0",
    b"\xff",
    b"\n",
]


@pytest.mark.parametrize("open_grid", [True, False], ids=["new sheet", "sheet that is there"])
@pytest.mark.parametrize("name", sorted(SAMPLES))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_file_is_read_or_refused_in_words(
    tmp_path: Path, target, name: str, open_grid: bool, data: st.DataObject
) -> None:
    kind, whole = SAMPLES[name]
    # Damage near the beginning meets the head of the file, the rest falls anywhere.
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, min(len(whole), 1500)) | st.integers(0, len(whole)))
        length = data.draw(st.integers(0, 12))
        whole = whole[:at] + data.draw(st.sampled_from(PIECES)) + whole[at + length :]
    file = tmp_path / name
    file.write_bytes(whole[: data.draw(st.integers(0, len(whole)))] if data.draw(st.booleans()) else whole)
    to: Target = target(grid_is_open=open_grid)
    try:
        found = bring(BringWish(file, kind), to, shipped_translation(), within_limits)
    except CoreError as refusal:
        assert str(refusal)
    else:
        assert all(each.what and each.why for each in found.dropped)
        # What has been brought can be saved and opened again as it is.
        assert within_limits(found.sheet) == (found.sheet, ())
