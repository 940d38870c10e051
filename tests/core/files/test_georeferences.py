"""Where a sheet lies on the ground stands in its file and is read back as it was."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.files.box_files import load_box, sheet_text
from core.files.sheet_files import read_sheet
from core.files.strict_yaml import parse_document
from core.geometry.labels import Numbering
from core.model.maps import Georeference, Grid, MapSheet

SHEET = MapSheet("A", Grid(4, 4, Numbering("{column:02}.{row:02}", 4, 4)))

georeferences = st.builds(
    Georeference,
    st.tuples(st.floats(-180, 180), st.floats(-90, 90)),
    st.tuples(st.floats(-50, 500), st.floats(-50, 500)),
    st.sampled_from(["degrees", "metres"]),
    st.floats(-360, 360),
).map(lambda each: each.settled)


@given(georeferences)
def test_what_is_written_is_read_back(georeference: Georeference) -> None:
    text = sheet_text(replace(SHEET, georeference=georeference))
    loaded = read_sheet(parse_document(text, "a.map.yaml"), None)
    assert loaded.issues == ()
    assert loaded.sheet is not None
    assert loaded.sheet.georeference == georeference
    assert sheet_text(loaded.sheet) == text


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ('{longitude: 8, point: "POINT (1 1)"}', 'needs "longitude" and "latitude", or else "x" and "y"'),
        ('{longitude: 8, latitude: 50, x: 1, y: 1, point: "POINT (1 1)"}', "or else"),
        ("{longitude: 8, latitude: 50}", 'has no "point"'),
        ('{longitude: 8, latitude: 500, point: "POINT (1 1)"}', '"latitude" must be a number from -90 to 90'),
        ('{lon: 8, latitude: 50, point: "POINT (1 1)"}', 'has no key "lon"'),
    ],
)
def test_a_wrong_georeference_is_an_issue_and_the_sheet_opens_without_it(
    box_with: Callable[..., Path], written: str, text: str
) -> None:
    loaded = load_box(box_with(sheet=("grid:", f"georeference: {written}\ngrid:")))
    assert loaded.box is not None
    assert loaded.box.sheets[0].sheet.georeference is None
    assert any(text in issue.text for issue in loaded.issues)
