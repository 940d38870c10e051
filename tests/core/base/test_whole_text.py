"""Halves of characters become signs that files can hold, wherever they come in."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.base.whole_text import whole_text, whole_texts, with_whole_texts
from core.files.canonical import sheet_text
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.interop.safe_json import read_json
from core.model.box import BoxHead, PlacedSheet
from core.model.edits.clipboard import read_clipping
from core.model.edits.map_edits import ChangeBox, ChangeItems, ChangeSheet, ChangeSheets
from core.model.maps import Grid, ItemRef, MapSheet, Name, Underlay

HALF = "A\ud800"
GRID = Grid(3, 3, Numbering("{column}.{row}", 3, 3))

TEXTS = st.text(st.characters(exclude_categories=())) | st.text("a\ud83c\udf32\ud800")


@given(TEXTS)
def test_every_text_becomes_one_that_a_file_can_hold_and_good_ones_stay(text: str) -> None:
    whole = whole_text(text)
    assert whole.encode().decode() == whole
    assert whole_text(whole) == whole
    if not any("\ud800" <= sign <= "\udfff" for sign in text):
        assert whole == text


def test_json_of_any_depth_and_a_clipping_come_whole() -> None:
    assert whole_texts({HALF: [HALF, {"a": HALF, "b": 3}]}) == {"A\ufffd": ["A\ufffd", {"a": "A\ufffd", "b": 3}]}
    assert read_json(b'{"name": "A\\ud800", "tree": "\\ud83c\\udf32"}', "a") == {"name": "A\ufffd", "tree": "\U0001f332"}
    item = {"section": "names", "text": HALF, "at": [1.0, 1.0]}
    clipping = {"phaseline": "items", "version": 1, "orientation": "columns", "items": [item]}
    assert read_clipping(json.dumps(clipping)).items[0].item == Name("A\ufffd", (1.0, 1.0))


def test_what_edits_put_on_a_map_or_say_of_it_is_whole() -> None:
    ref = ItemRef("a.map.yaml", "names", 1)
    assert ChangeItems("", {ref: Name(HALF, (1.0, 1.0))}).items[ref] == Name("A\ufffd", (1.0, 1.0))
    grid = Grid(3, 3, Numbering("{column}\udfff{row}", 3, 3))
    sheet = MapSheet("A", grid, HALF, underlay=Underlay("a.png", (9, 9), note=HALF))
    head = ChangeSheet("", "a.map.yaml", sheet.head).head
    assert (head.title, head.grid.numbering.pattern, head.underlay.note) == ("A\ufffd", "{column}\ufffd{row}", "A\ufffd")
    assert ChangeBox("", BoxHead(HALF, "tcs-4.01", {}, {}, "", "")).head.title == "A\ufffd"
    placed = PlacedSheet(sheet, SheetFrame.place("odd"), "A", "a.map.yaml")
    assert ChangeSheets("", (placed,)).sheets[0].sheet.title == "A\ufffd"
    good = Name("A", (1.0, 1.0))
    assert with_whole_texts(good) is good


def test_the_writer_of_files_refuses_what_could_not_be_read_again() -> None:
    with pytest.raises(WrongUse, match="half of a character"):
        sheet_text(MapSheet("A", GRID, HALF))
