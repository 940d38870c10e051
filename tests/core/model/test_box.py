"""The box as one map: hexes on seams, printed numbers, and which hexes the printed edge leaves playable."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, corners, to_plane
from core.model.box import GameBox, PlacedSheet, UnknownHex, UnknownSheet, sheet_edge
from core.model.maps import Contour, Grid, MapSheet
from core.model.scenario import Scenario

ROOT3 = math.sqrt(3)
Edge = tuple[float, float, float, float]


def sheet(columns: int = 6, rows: int = 4, edge: Edge | None = None, pattern: str = "{column:02}.{row:02}") -> MapSheet:
    return MapSheet("A", Grid(columns, rows, Numbering(pattern, columns, rows), raised="even", edge=edge))


def one_map(edge: Edge | None = None) -> GameBox:
    return GameBox("One", "none", (PlacedSheet(sheet(edge=edge), SheetFrame.place("even"), "A"),))


def two_maps(columns: int = 6) -> GameBox:
    first = SheetFrame.place("even")
    second = SheetFrame.place("even", beside=first, columns=columns, half_rows=0)
    return GameBox("Two", "none", (PlacedSheet(sheet(), first, "A"), PlacedSheet(sheet(), second, "B")))


@pytest.mark.parametrize("name", ["a-raid.scenario.yaml", "a-raid", "A-Raid", "The raid", "the raid "])
def test_a_scenario_is_called_by_its_file_with_or_without_its_ending_or_by_its_title(name: str) -> None:
    box = replace(one_map(), scenarios={"a-raid.scenario.yaml": Scenario("The raid"), "b.scenario.yaml": Scenario("Another")})
    assert box.scenario_called(name) == "a-raid.scenario.yaml"
    assert box.scenario_called("a-rai") == box.scenario_called("") == ""


def test_without_an_edge_every_hex_of_the_grid_is_playable() -> None:
    assert len(one_map().cells) == 24


def test_a_single_map_prints_its_numbers_without_a_letter_and_reads_them_with_or_without() -> None:
    box = one_map()
    place = box.hex("3.2")
    assert box.label(place) == "03.02"
    assert box.hex("A03.02") == box.hex(" a3.2 ") == place


def test_several_maps_print_their_letters_and_need_them() -> None:
    box = two_maps()
    assert box.label(box.hex("b3.2")) == "B03.02"
    with pytest.raises(UnknownHex, match=r"Hexes run from A01\.01 to A06\.04, and from B01\.01 to B06\.04\."):
        box.hex("03.02")


@given(st.integers(1, 6), st.integers(1, 4), st.sampled_from("AB"))
def test_reading_a_printed_number_gives_its_hex(column: int, row: int, letter: str) -> None:
    box = two_maps()
    label = f"{letter}{column:02}.{row:02}"
    assert box.label(box.hex(label)) == label


def test_a_number_that_begins_with_a_letter_stands_apart_from_the_letter_of_its_map() -> None:
    placed = (PlacedSheet(sheet(pattern="{column:A}.{row:02}"), each.frame, each.letter) for each in two_maps().sheets)
    box = GameBox("Two", "none", tuple(placed))
    label = box.label(box.hex("bc.2"))
    assert label == "B C.02"
    assert box.hex(label) == box.hex("BC.02")
    with pytest.raises(UnknownHex, match=r"A A\.01 to A F\.04"):
        box.hex("hill")


def test_a_number_that_two_maps_could_have_is_refused_without_its_gap() -> None:
    first, second = SheetFrame.place("even"), SheetFrame.place("even", beside=SheetFrame.place("even"), columns=30, half_rows=0)
    wide = sheet(columns=30, pattern="{column:A}{row}")
    box = GameBox("Two", "none", (PlacedSheet(wide, first, "A"), PlacedSheet(wide, second, "AA")))
    assert all(box.hex(box.label(place)) == place for place in box.cells)
    assert box.hex("A AA1") != box.hex("AA A1")
    with pytest.raises(UnknownHex, match='"AAA1" can be read as A AA1 and as AA A1; write a gap'):
        box.hex("AAA1")
    assert box.hex("AF3") == box.hex("A F3")


def test_of_maps_with_one_letter_the_first_has_its_numbers() -> None:
    one, two = two_maps().sheets
    box = GameBox("Two", "none", (one, PlacedSheet(two.sheet, two.frame, "A")))
    assert box.hex("A1.1") == one.frame.hex(1, 1)


@pytest.mark.parametrize("pattern", ["{column:A}{row}", "{row:A}{column}", "A{column}.{row}", "{column}{row:A}"])
def test_letters_of_maps_and_of_columns_are_told_apart(pattern: str) -> None:
    frames = [SheetFrame.place("even")]
    frames.append(SheetFrame.place("even", beside=frames[0], columns=30, half_rows=0))
    long = sheet(30, 30, pattern=pattern)
    box = GameBox("Two", "none", tuple(PlacedSheet(long, f, letter) for f, letter in zip(frames, ("A", "AA"), strict=True)))
    labels = {place: box.label(place) for place in box.cells}
    assert len(set(labels.values())) == len(labels)
    assert all(box.hex(label) == place for place, label in labels.items())


@pytest.mark.parametrize("label", ["", "hill", "07.01", "01.05", "00.01", "C01.01"])
def test_a_number_that_no_map_has_is_refused_with_those_there_are(label: str) -> None:
    with pytest.raises(UnknownHex, match=r"01\.01 to 06\.04"):
        one_map().hex(label)


def test_a_hex_on_a_seam_is_one_hex_with_two_numbers() -> None:
    first = SheetFrame.place("even")
    second = SheetFrame.place("odd", beside=first, columns=5, half_rows=0)
    other = MapSheet("B", Grid(6, 4, Numbering("{column:02}.{row:02}", 6, 4), raised="odd"))
    box = GameBox("Two", "none", (PlacedSheet(sheet(), first, "A"), PlacedSheet(other, second, "B")))
    seam = box.hex("A06.03")
    assert box.hex("B01.03") == seam
    assert len(box.cells[seam]) == 2
    assert box.label(seam) == "A06.03"
    assert len(box.cells) == 2 * 24 - 4


def test_a_hex_off_the_map_is_called_as_the_first_sheet_would_count_on() -> None:
    box = one_map()
    beyond = box.sheets[0].frame.hex(7, 2)
    assert beyond not in box.cells
    assert box.label(beyond) == "07.02"


def centre_of(column: int, row: int) -> tuple[float, float]:
    return column * ROOT3 / 2, row + (0.5 if column % 2 == 0 else 0.0)


def test_a_hex_cut_in_half_by_the_edge_is_playable_and_one_cut_deeper_is_not() -> None:
    x, _ = centre_of(1, 1)
    through_centres = one_map((x, 0.0, 9.0, 9.0))
    assert len(through_centres.cells) == 24, "half a hex shows of the first column"
    deeper = one_map((x + 0.01, 0.0, 9.0, 9.0))
    assert len(deeper.cells) == 20
    with pytest.raises(UnknownHex):
        deeper.hex("01.01")


def test_a_hex_in_a_corner_of_the_edge_needs_half_its_area() -> None:
    x, y = centre_of(1, 1)
    quarter = one_map((x, y, 9.0, 9.0))
    assert quarter.sheets[0].frame.hex(1, 1) not in quarter.cells
    assert quarter.sheets[0].frame.hex(1, 2) in quarter.cells


@given(st.floats(0, 3), st.floats(0, 3), st.floats(3.2, 7), st.floats(3.2, 7))
def test_the_playable_hexes_of_an_edge_are_those_that_show_half_their_area(x0: float, y0: float, x1: float, y1: float) -> None:
    box = one_map((x0, y0, x1, y1))
    for column in range(1, 7):
        for row in range(1, 5):
            place = box.sheets[0].frame.hex(column, row)
            shown = shown_part(place, box.sheets[0], (x0, y0, x1, y1))
            if abs(shown - 0.5) > 0.02:
                assert (place in box.cells) == (shown > 0.5), (column, row, shown)


def shown_part(place: Hex, placed: PlacedSheet, edge: Edge) -> float:
    """The part of a hex's area inside an edge, summed over thin vertical strips."""
    ring = [placed.frame.to_sheet(to_plane(corner)) for corner in corners(place)]
    left, right = min(x for x, _ in ring), max(x for x, _ in ring)
    strips, shown, whole = 120, 0.0, 0.0
    for number in range(strips):
        x = left + (right - left) * (number + 0.5) / strips
        ys = [
            ay + (by - ay) * (x - ax) / (bx - ax)
            for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True)
            if min(ax, bx) < x < max(ax, bx)
        ]
        low, high = min(ys), max(ys)
        whole += high - low
        if edge[0] <= x <= edge[2]:
            shown += max(0.0, min(high, edge[3]) - max(low, edge[1]))
    return shown / whole


def test_the_edge_of_a_sheet_is_as_stated_or_the_box_around_its_hexes() -> None:
    stated = one_map((0.2887, 0.5, 5.0, 4.5))
    assert sheet_edge(stated.sheets[0]) == pytest.approx((0.2887, 0.0, 5.0, 4.0)), "the shared plane begins half a hex higher"
    around = sheet_edge(one_map().sheets[0])
    width = (6 - 1) * ROOT3 / 2 + 2 / ROOT3
    assert around[2] - around[0] == pytest.approx(width)
    assert around[3] - around[1] == pytest.approx(4.5)


def test_a_sheet_of_pointy_hexes_counts_its_columns_upwards() -> None:
    grid = Grid(6, 4, Numbering("{column:02}.{row:02}", 6, 4), orientation="rows", raised="even")
    box = GameBox("Rows", "none", (PlacedSheet(MapSheet("A", grid), SheetFrame.place("even", "rows"), "A"),))
    assert len(box.cells) == 24
    frame = box.sheets[0].frame
    x, y = frame.to_sheet(to_plane(tuple(map(float, frame.to_lattice_of_cell(1, 2)))))  # type: ignore[arg-type]
    assert (x, y) == pytest.approx((2.0, ROOT3 / 2))


@pytest.mark.parametrize(
    ("line", "closed"),
    [
        (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0)), True),
        (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)), False),
        (((0.0, 0.0), (1.0, 0.0), (0.0, 0.0)), False),
    ],
)
def test_a_contour_is_closed_when_it_returns_around_an_area(line: tuple[tuple[float, float], ...], closed: bool) -> None:
    assert Contour(Fraction(20), line).closed == closed


def named_maps() -> GameBox:
    placed = zip(two_maps().sheets, ("north", "south"), strict=True)
    return GameBox("Two", "none", tuple(replace(each, sheet=replace(each.sheet, id=name)) for each, name in placed))


def test_sheets_are_found_by_letter_or_id_in_any_case() -> None:
    box = named_maps()
    assert box.sheet_called("B") is box.sheet_called("b") is box.sheet_called("South") is box.sheets[1]
    with pytest.raises(UnknownSheet, match=r'no map "sooth"\. Did you mean "south"'):
        box.sheet_called("sooth")
    with pytest.raises(UnknownSheet, match="2 maps; say which one: A, north, B, south"):
        box.sheet_called()


def test_the_only_sheet_of_a_box_needs_no_name_and_a_box_without_one_says_so() -> None:
    box = named_maps()
    alone = replace(box, sheets=box.sheets[1:])
    assert alone.sheet_called() is box.sheets[1]
    with pytest.raises(UnknownSheet, match="has no map"):
        replace(box, sheets=()).sheet_called("A")
