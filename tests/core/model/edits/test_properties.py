from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.edits.properties import PROPERTIES, choices, put, read, shared_properties, shown, size_of
from core.model.maps import (
    SECTIONS,
    Area,
    Contour,
    Grid,
    HexContent,
    ItemRef,
    Low,
    MapSheet,
    Name,
    Path,
    SideFeature,
    Spot,
    Zone,
)
from core.model.terrain import Terrain, TerrainKind
from core.model.work import Work

A = "a.map.yaml"
SAMPLES = {
    "contours": Contour(Fraction(40), ((0.0, 1.0), (5.0, 1.0)), "broken", "left", "a note"),
    "areas": Area("woods", (((1.0, 1.0), (2.0, 1.0), (1.0, 2.0), (1.0, 1.0)),), "Long Wood"),
    "paths": Path("river", ((0.0, 0.0), (1.0, 1.0)), "Wend"),
    "sides": SideFeature("hedgerow", ((1, 1), (1, 2))),
    "hexes": HexContent("village", "Mill"),
    "spots": Spot(Fraction(125, 2), (3.5, 12.0), "Top"),
    "lows": Low((1.0, 2.25)),
    "names": Name("Long Ridge", (4.0, 12.0), 0.4, -30.0),
    "zones": Zone("setup", frozenset({(1, 1), (2, 1)}), "North", "Blue"),
}
TERRAIN = {
    "woods": Terrain("woods", "Woods", TerrainKind.AREA),
    "river": Terrain("river", "River", TerrainKind.PATH),
    "hedgerow": Terrain("hedgerow", "Hedgerow", TerrainKind.SIDE),
    "village": Terrain("village", "Village", TerrainKind.HEX),
}


@pytest.mark.parametrize("section", SECTIONS)
def test_what_a_form_shows_of_an_item_reads_back_as_its_value(section):
    item = SAMPLES[section]
    for prop in PROPERTIES[section]:
        allowed = [value for value, _ in choices(prop, section, TERRAIN)]
        assert read(prop, shown(item, prop), allowed) == getattr(item, prop.id), prop.id


@given(st.decimals(-12_000, 12_000, places=4, allow_nan=False))
def test_a_height_is_kept_exactly(height):
    prop = PROPERTIES["spots"][0]
    assert read(prop, str(height)) == Fraction(height)
    assert read(prop, shown(Spot(Fraction(height), (0.0, 0.0)), prop)) == Fraction(height)


@pytest.mark.parametrize(
    ("section", "position", "text", "said"),
    [
        ("contours", 0, "forty", '"forty" is no number from -12,000 to 12,000 m'),
        ("contours", 0, "20000", "no number from"),
        ("contours", 0, "1.23456", "at most 4 decimals"),
        ("contours", 0, "", "no number"),
        ("spots", 1, "3.5", "write two numbers such as 3.5, 12"),
        ("spots", 1, "3.5, x", '"x" is no number'),
        ("names", 0, " ", "needs some text"),
        ("names", 2, "0", "no number from 0.01 to 100 hexes"),
        ("contours", 1, "dotted", '"dotted" is none of its choices'),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(section, position, text, said):
    prop = PROPERTIES[section][position]
    with pytest.raises(WrongUse) as refusal:
        read(prop, text, [value for value, _ in prop.choices])
    assert said in str(refusal.value)
    assert str(refusal.value).startswith(prop.label)


def test_a_choice_of_terrain_offers_what_fits_the_section_by_name():
    prop = PROPERTIES["areas"][0]
    assert choices(prop, "areas", TERRAIN) == (("woods", "Woods"),)
    assert choices(PROPERTIES["sides"][0], "sides", TERRAIN) == (("hedgerow", "Hedgerow"), ("river", "River"))


def test_items_of_several_sections_share_what_all_of_them_say():
    assert [each.id for each in shared_properties(["areas", "hexes"])] == ["terrain", "name", "note"]
    assert [each.id for each in shared_properties(["contours", "spots"])] == ["height", "source", "note"]
    assert shared_properties([]) == ()


def test_a_value_is_put_into_every_item_that_is_still_there():
    sheet = MapSheet("A", Grid(6, 6, Numbering("{column:02}.{row:02}", 6, 6)), spots=(SAMPLES["spots"], SAMPLES["spots"]))
    work = Work(GameBox("Test", "tcs-4.01", (PlacedSheet(sheet, SheetFrame.place("odd"), "A", A),)))
    refs = [ItemRef(A, "spots", 1), ItemRef(A, "spots", 2), ItemRef(A, "spots", 7)]
    edit = put(work.box, refs, PROPERTIES["spots"][0], Fraction(80))
    assert edit.label == "Change height"
    assert [spot.height for spot in edit.apply(work).box.sheets[0].sheet.spots] == [80, 80]


def test_points_are_counted_without_the_one_that_closes_a_ring():
    assert size_of(SAMPLES["areas"]) == (3, 1)
    assert size_of(SAMPLES["paths"]) == (2, 1)
    assert size_of(SAMPLES["lows"]) is None
