"""What is made new is kept when files can hold it, and listed or refused when they cannot."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import immutables
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.full_sheets import full_sheets

from core.base.errors import WrongUse
from core.files.box_files import load_box
from core.files.canonical import sheet_text
from core.files.limits import check_box, within_limits
from core.files.new_box import create_box
from core.files.sheet_files import read_sheet
from core.files.strict_yaml import parse_document
from core.geometry.labels import Numbering
from core.interop.imported import Imported, new_box
from core.model.maps import (
    Area,
    Contour,
    Georeference,
    Grid,
    HexContent,
    MapSheet,
    Name,
    SideFeature,
    Spot,
    Zone,
)
from core.model.maps import Path as Way

GRID = Grid(4, 4, Numbering("{column}.{row}", 4, 4))
SHEET = MapSheet("A", GRID, contour_interval=Fraction(20))

GOOD = Name("Hill", (1.0, 1.0))

BAD = {
    "names": (
        Name("", (1.0, 1.0)),
        Name("a", (1.0, 1.0), -5.0),
        Name("a", (1.0, 1.0), 0.35, 1e9),
        Name("a", (1e9, 1.0)),
        Name("a", (float("nan"), 1.0)),
    ),
    "contours": (
        Contour(Fraction(10**6), ((0.0, 0.0), (1.0, 0.0))),
        Contour(Fraction(20), ((1.0, 1.0), (1.00001, 1.0))),
        Contour(Fraction(20), ((1.0, 1.0),)),
    ),
    "areas": (
        Area("woods", (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),)),
        Area("woods", (((0.0, 0.0), (1.0, 0.0), (0.0, 0.0)),)),
        Area("", (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0)),)),
    ),
    "paths": (Way("trail", ((1.0, 1.0), (1.0, 1.0))),),
    "sides": (SideFeature("hedgerow", ((1, 1), (3, 1))),),
    "spots": (Spot(Fraction(99_999), (1.0, 1.0)),),
    "zones": (Zone("setup", frozenset({(1, 1), (99, 99)})), Zone("setup", frozenset())),
}


@settings(max_examples=25, deadline=None)
@given(full_sheets(), st.data())
def test_what_is_kept_reads_again_as_it_is_and_only_what_is_listed_is_left_out(sheet: MapSheet, data: st.DataObject) -> None:
    bad = {section: data.draw(st.lists(st.sampled_from(items), max_size=2)) for section, items in BAD.items()}
    mixed = replace(sheet, **{section: (*getattr(sheet, section), *items) for section, items in bad.items()})
    kept, left_out = within_limits(mixed)
    again = read_sheet(parse_document(sheet_text(kept), "a.map.yaml"), None)
    assert again.sheet == kept
    assert [tuple(kept.items(section)) for section in BAD] == [tuple(sheet.items(section)) for section in BAD]
    assert len(left_out) == sum(map(len, bad.values()))
    assert all(mixed.item(ref.section, ref.key) in bad[ref.section] for ref, _ in left_out)


@pytest.mark.parametrize("section", BAD)
def test_each_item_that_no_file_can_hold_is_left_out_with_its_reason(section: str) -> None:
    for item in BAD[section]:
        kept, left_out = within_limits(replace(SHEET, names=(GOOD,)).with_items(section, {7: item}))
        assert tuple(kept.names) == (GOOD,)
        assert [(ref.section, ref.key) for ref, _ in left_out] == [(section, 7)]
        assert left_out[0][1]
        assert not left_out[0][1].endswith(".")


def test_hexes_off_the_grid_are_left_out_and_the_others_stay() -> None:
    hexes = immutables.Map({(2, 2): HexContent("village"), (9, 9): HexContent("village")})
    kept, left_out = within_limits(replace(SHEET, hexes=hexes))
    assert set(kept.hexes) == {(2, 2)}
    assert [ref.key for ref, _ in left_out] == [(9, 9)]


@pytest.mark.parametrize(
    "sheet",
    [
        replace(SHEET, contour_interval=Fraction(1, 10**9)),
        replace(SHEET, contour_interval=Fraction(1, 3)),
        replace(SHEET, grid=replace(GRID, hex_m=1e9)),
        replace(SHEET, grid=replace(GRID, hex_m=float("nan"))),
        replace(SHEET, grid=replace(GRID, number_every=True)),
        replace(SHEET, grid=replace(GRID, edge=(500.0, 500.0, 600.0, 600.0))),
        replace(SHEET, grid=replace(GRID, numbering=Numbering("{column}{row}", 12, 12), columns=12, rows=12)),
        replace(SHEET, georeference=Georeference((8.0, 500.0), (1.0, 1.0))),
        replace(SHEET, georeference=Georeference((8.0, 50.0), (1e300, 1.0))),
        replace(SHEET, georeference=Georeference((8.0, 50.0), (1.0, 1.0), bearing=400.0)),
        replace(SHEET, georeference=Georeference((8.0, 50.0), (1.0, 1.0), bearing=float("nan"))),
        replace(SHEET, title="A\ud800"),
    ],
)
def test_a_map_whose_head_no_file_can_hold_is_refused_and_no_box_is_made(tmp_path: Path, sheet: MapSheet) -> None:
    with pytest.raises(WrongUse) as refusal:
        within_limits(sheet)
    assert str(refusal.value).endswith((".", "?", "before each."))
    with pytest.raises(WrongUse):
        create_box(tmp_path / "box", new_box("Box", "tcs-4.01", Imported(sheet)))
    assert not (tmp_path / "box").exists()


@pytest.mark.parametrize("letter", ["ABCD", "Ö", "A1"])
def test_a_box_whose_game_file_could_not_be_read_again_is_refused(tmp_path: Path, letter: str) -> None:
    box = new_box("Box", "tcs-4.01", Imported(SHEET), letter)
    with pytest.raises(WrongUse, match='"letter" must be one to three letters'):
        create_box(tmp_path / "box", box)
    with pytest.raises(WrongUse, match="The box cannot be kept"):
        check_box(replace(new_box("Box", "tcs-4.01", Imported(SHEET)), title=""))


def test_a_map_without_a_name_of_its_own_is_refused() -> None:
    with pytest.raises(WrongUse, match='"id" must not be empty'):
        within_limits(replace(SHEET, id=""))


def test_numbers_come_with_the_decimals_of_files_and_contours_need_no_interval(tmp_path: Path) -> None:
    place = Georeference((8.123456789, 50.0), (1.00001, 1.0), bearing=10.00001)
    fine = replace(SHEET, contour_interval=None, georeference=place, contours=[Contour(Fraction(20), ((0.0, 0.0), (1.0, 0.0)))])
    kept, left_out = within_limits(fine)
    assert left_out == ()
    assert kept.georeference == place.settled
    create_box(tmp_path / "box", new_box("Box", "tcs-4.01", Imported(kept)))
    loaded = load_box(tmp_path / "box")
    assert loaded.box is not None
    assert loaded.box.sheets[0].sheet == kept
