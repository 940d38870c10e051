"""New maps, their numbers, and how their sheets meet."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.new_map import NewMap
from core.model.numberings import NumberScheme, numbering_fault
from core.model.placing import EDGES, frame_beside, free_letter, letter_after, overlapping, sheet_letter

parities = st.sampled_from(["odd", "even"])
orientations = st.sampled_from(["columns", "rows"])
sizes = st.integers(1, 7)


def laid(frame: SheetFrame, columns: int, rows: int) -> set[object]:
    return {frame.hex(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)}


@given(orientations, parities, sizes, sizes, st.integers(1, 3), st.integers(1, 3))
def test_maps_side_by_side_print_every_hex_once_and_leave_no_gap(orientation, raised, columns, rows, across, up):
    box = NewMap("t", columns=columns, rows=rows, orientation=orientation, raised=raised, across=across, up=up).box()
    assert len(box.cells) == columns * rows * across * up
    assert all(len(prints) == 1 for prints in box.cells.values())
    whole = columns * (across if orientation == "columns" else up), rows * (up if orientation == "columns" else across)
    low = min(place.q for place in box.cells)
    by_column = {}
    for place in box.cells:
        by_column.setdefault(place.q - low, set()).add(place.r)
    assert sorted(by_column) == list(range(whole[0]))
    assert all(max(found) - min(found) + 1 == len(found) == whole[1] for found in by_column.values())


@given(orientations, parities, sizes, sizes, sizes, sizes, st.sampled_from(EDGES))
def test_a_sheet_beside_another_touches_it_and_never_lies_on_it(orientation, raised, columns, rows, more, high, edge):
    (first,) = NewMap("t", columns=columns, rows=rows, orientation=orientation, raised=raised).box().sheets
    frame = frame_beside(first, edge, more, high)
    mine, other = laid(frame, more, high), laid(first.frame, columns, rows)
    assert not mine & other
    assert any(near in other for place in mine for near in place.neighbours())
    assert overlapping(frame, more, high, (first,)) is None


@given(parities, sizes, sizes, sizes, sizes, st.integers(-9, 9), st.integers(-18, 18))
def test_overlaps_are_those_that_counting_hexes_finds(raised, columns, rows, more, high, by_columns, half_rows):
    (first,) = NewMap("t", columns=columns, rows=rows, raised=raised).box().sheets
    frames = []
    for parity in ("odd", "even"):
        try:
            frames.append(SheetFrame.place(parity, "columns", first.frame, by_columns, half_rows))
        except ValueError:
            continue
    for frame in frames:
        lies_on = bool(laid(frame, more, high) & laid(first.frame, columns, rows))
        assert (overlapping(frame, more, high, (first,)) is first) is lies_on


@given(
    st.builds(
        NumberScheme,
        st.sampled_from(["column-row", "row-column"]),
        st.text("./- :", max_size=2),
        st.integers(1, 6),
        st.sampled_from(["none", "column", "row"]),
        st.text("AB-", max_size=2),
    )
)
def test_a_scheme_is_found_again_in_its_pattern(scheme: NumberScheme):
    found = NumberScheme.of(scheme.pattern)
    assert found is not None
    assert found.pattern == scheme.pattern


@given(st.integers(0, 800), st.integers(0, 800))
def test_letters_count_on(steps: int, more: int):
    assert letter_after(letter_after("A", steps), more) == letter_after("A", steps + more)


def test_faults_name_their_field():
    wish = NewMap("", columns=0, hex_m=Decimal(0), letter="7", across=0)
    assert [field for field, _ in wish.faults()] == ["title", "columns", "sheets", "letter", "hex_m"]
    with pytest.raises(WrongUse, match="A box needs a title"):
        wish.box()


def test_letters_of_sheets_are_letters_and_each_is_taken_once():
    (first,) = NewMap("t").box().sheets
    box = GameBox("t", "tcs-4.01", (first, PlacedSheet(first.sheet, first.frame, "b")))
    assert free_letter(box) == "C"
    assert sheet_letter(" c ", box.sheets) == "c"
    for letter in ("a", "B", "", "ABCD", "Ä", "1"):
        with pytest.raises(WrongUse):
            sheet_letter(letter, box.sheets)


@given(
    st.sampled_from(
        ["{column}{row}", "{row}{column}", "{column:02}{row}", "{row}{column:02}", "{column:02}{row:03}", "{column:A}{row}",
         "{row}{column:A}", "{column:A}{row:A}", "{column}1{row}", "{column:A}B{row:A}", "{column}.{row}"]
    ),
    st.integers(1, 40),
    st.integers(1, 40),
    st.sampled_from(["bottom-left", "top-right"]),
    st.integers(0, 120),
    st.integers(0, 120),
)  # fmt: skip
def test_a_numbering_is_refused_exactly_when_some_hex_cannot_be_told_by_its_number(pattern, columns, rows, first, low, least):
    every = Numbering(pattern, columns, rows, first, low, least)
    cells = ((column, row) for column in range(1, columns + 1) for row in range(1, rows + 1))
    wrong = any(every.cell(every.text(*cell)) != cell for cell in cells)
    assert bool(numbering_fault(pattern, columns, rows, first, low, least)) is wrong
