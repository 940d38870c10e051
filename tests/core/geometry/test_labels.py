"""Printed numbers: what a sheet prints, it reads back, however it numbers its hexes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law

from core.geometry.labels import BadPattern, Numbering

CORNERS = ("bottom-left", "top-left", "bottom-right", "top-right")

PARTED = [
    "{column:02}.{row:02}",
    "{column}.{row}",
    "{row}-{column}",
    "x{column:A}_{row:03}",
    "{row:A}/{column}",
    "({column}|{row})",
]
TOUCHING = [
    "{column:03}{row:03}",
    "{column:A}{row}",
    "{row:03}{column:A}",
    "{column}{row:03}",
    "{row:03}{column}",
    "{row}{column:A}",
]

numberings = st.builds(
    Numbering,
    pattern=st.sampled_from(PARTED + TOUCHING),
    columns=st.integers(1, 120),
    rows=st.integers(1, 120),
    first=st.sampled_from(CORNERS),
    first_column=st.integers(1, 40),
    first_row=st.integers(1, 40),
)


@law(400)
@given(numbers=numberings, data=st.data())
def test_every_scheme_reads_back_what_it_prints(numbers: Numbering, data: st.DataObject) -> None:
    cell = data.draw(st.tuples(st.integers(1, numbers.columns), st.integers(1, numbers.rows)))
    assert numbers.cell(numbers.text(*cell)) == cell


@law(150)
@given(numbers=numberings, data=st.data())
def test_no_two_hexes_share_a_number(numbers: Numbering, data: st.DataObject) -> None:
    cells = data.draw(
        st.lists(st.tuples(st.integers(1, numbers.columns), st.integers(1, numbers.rows)), unique=True, max_size=30)
    )
    assert len({numbers.text(*cell) for cell in cells}) == len(cells)


@law(150)
@given(cell=st.tuples(st.integers(1, 99), st.integers(1, 99)), column_zeros=st.integers(0, 3), row_zeros=st.integers(0, 3))
def test_leading_zeros_and_blanks_around_are_as_you_like(cell: tuple[int, int], column_zeros: int, row_zeros: int) -> None:
    typed = f"  {'0' * column_zeros}{cell[0]}.{'0' * row_zeros}{cell[1]} "
    assert Numbering("{column:02}.{row:02}", 99, 99).cell(typed) == cell
    assert Numbering("{column}.{row}", 99, 99).cell(typed) == cell


@pytest.mark.parametrize(
    ("first", "lowest_at"), [("bottom-left", (1, 1)), ("top-left", (1, 9)), ("bottom-right", (7, 1)), ("top-right", (7, 9))]
)
def test_the_first_corner_holds_the_lowest_numbers(first: str, lowest_at: tuple[int, int]) -> None:
    numbers = Numbering("{column}.{row}", 7, 9, first, first_column=10, first_row=20)
    assert numbers.text(*lowest_at) == "10.20"
    opposite = 8 - lowest_at[0], 10 - lowest_at[1]
    assert numbers.text(*opposite) == "16.28"


def test_letters_run_on_after_z_as_in_a_spreadsheet() -> None:
    numbers = Numbering("{column:A}{row}", 800, 9)
    shown = [numbers.text(column, 1) for column in (1, 26, 27, 52, 53, 702, 703)]
    assert shown == ["A1", "Z1", "AA1", "AZ1", "BA1", "ZZ1", "AAA1"]
    assert numbers.cell("aaa1") == (703, 1)


@pytest.mark.parametrize("typed", ["", ".", "3.", ".7", "3,7", "3.7.1", "-3.7", "3.-7", "3 7", "A3.7", "3.7x", "3..7", "²3.7"])
def test_what_is_no_number_is_told_apart(typed: str) -> None:
    assert Numbering("{column:02}.{row:02}", 40, 30).cell(typed) is None


def test_a_pattern_is_never_given_to_a_formatter() -> None:
    signs = Numbering("{column}.{row}%s\\d[x]*", 9, 9)
    assert signs.cell(signs.text(3, 4)) == (3, 4)
    for pattern in (
        "{column.real}.{row}",
        "{column!r}.{row}",
        "{column}",
        "{column}{column}{row}",
        "{column:09999}.{row}",
        "{}.{row}",
    ):
        with pytest.raises(BadPattern, match="must name"):
            Numbering(pattern, 9, 9)


@law(150)
@given(
    pattern=st.sampled_from(
        [*PARTED, *TOUCHING, "{column}{row}", "{row}{column:02}", "{column:A}{row:A}", "{column}0{row}", "{row:A}x{column:A}"]
    ),
    columns=st.integers(1, 30),
    rows=st.integers(1, 30),
    first=st.sampled_from(CORNERS),
    first_column=st.integers(0, 99),
    first_row=st.integers(0, 12),
)
def test_a_scheme_that_cannot_read_every_number_of_its_own_says_so(
    pattern: str, columns: int, rows: int, first: str, first_column: int, first_row: int
) -> None:
    numbers = Numbering(pattern, columns, rows, first, first_column, first_row)
    cells = [(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)]
    wrong = [cell for cell in cells if numbers.cell(numbers.text(*cell)) != cell]
    assert (numbers.mistaken() is not None) == bool(wrong)
