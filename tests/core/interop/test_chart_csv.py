"""Charts as tables of text: what is written is read again, whatever stands between cells; faults are named by line and cell."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.interop.chart_csv import (
    DELIMITERS,
    block_of,
    grid_from,
    guessed_delimiter,
    read_table,
    table_file,
    table_of,
    table_text,
)
from core.rules.kernel.chart_grid import chart_of, emptied, grid_of, layouts, with_texts

RULES = load_ruleset("tcs-4.01")
FIRE, RANGE, PREP = (RULES.charts[id_] for id_ in ("tcs.fire", "tcs.area.range", "tcs.command_prep"))
CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0", exclude_categories=("Cs", "Cc")), max_size=6)


@pytest.mark.parametrize("chart", RULES.charts.values(), ids=lambda each: each.id)
@pytest.mark.parametrize("delimiter", DELIMITERS)
def test_every_chart_comes_back_from_a_table(chart, delimiter):
    for layout in layouts(chart):
        grid = grid_of(chart, layout)
        text = table_text(table_of(grid), delimiter)
        assert grid_from(read_table(text), emptied(grid)) == grid


@given(st.sampled_from(DELIMITERS), st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=12, max_size=12))
def test_whatever_is_typed_comes_back_from_a_table(delimiter, texts):
    held = {(row, column): text for row, cells in enumerate(texts) for column, text in enumerate(cells)}
    grid = with_texts(grid_of(FIRE), held)
    assert grid_from(read_table(table_text(table_of(grid), delimiter)), emptied(grid)) == grid


@given(st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1, max_size=4))
def test_a_block_comes_back_from_the_clipboard(rows):
    wide = max(map(len, rows))
    whole = tuple(tuple(" ".join(text.split()) for text in row) + ("",) * (wide - len(row)) for row in rows)
    copied = table_text(whole, "\t")
    assert block_of(copied.removesuffix("\n")) == whole


def test_what_stands_between_cells_is_guessed():
    assert guessed_delimiter("a\tb, c\td\n1\t2, 3\t4") == "\t"
    assert guessed_delimiter('"a, b";c\n1;2') == ";"
    assert guessed_delimiter("one") == ","


def test_a_comma_with_a_space_behind_it_belongs_to_a_cell_of_rolls():
    assert block_of("11-15, 31\n33", runs=True) == (("11-15, 31",), ("33",))
    assert block_of("11-15,31\n33", runs=True) == (("11-15", "31"), ("33", ""))
    assert block_of("none,check") == (("none", "check"),)


def test_the_corner_says_which_layout_a_table_of_dice_has():
    rolls = grid_of(FIRE, "rolls")
    read = grid_from(read_table(table_text(table_of(rolls))), grid_of(FIRE, "results"))
    assert (read.layout, read.rows, read.texts) == (rolls.layout, rolls.rows, rolls.texts)
    other = replace(read, source="my copy")
    assert chart_of(other).chart.bands == FIRE.bands


def test_words_may_stand_in_any_order_and_in_any_case():
    grid = grid_of(RANGE)
    head, *body = table_of(grid)
    body = [(label.upper(), *cells) for label, *cells in reversed(body)]
    assert grid_from(read_table(table_text([head, *body])), emptied(grid)).texts == grid.texts


def test_columns_of_numbers_are_those_of_the_file():
    read = grid_from(read_table("hexes,0-3,4+\ninfantry,0,-1\nlow trajectory,0,0\nhigh trajectory,0,0"), grid_of(RANGE))
    assert read.columns == ("0-3", "4+")
    assert chart_of(read).chart.cells[("infantry", "4+")] == Fraction(-1)


def damaged(change):
    rows = [list(row) for row in table_of(grid_of(RANGE))]
    change(rows)
    return table_text(rows)


def _to(row, column, text):
    def change(rows):
        rows[row][column] = text

    return change


def _without(line):
    return lambda rows: rows.pop(line)


def _longer(line):
    return lambda rows: rows[line].append("7")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_to(0, 3, "five"), 'card.csv:1, cell 4: "five" is no label of a column; this chart has 0-3, 4, 5-6, 7 ….'),
        (_to(0, 2, ""), "card.csv:1, cell 3: The column has no label; this chart has"),
        (_to(2, 0, "low"), 'card.csv:3, cell 1: There is no row "low". Allowed: high trajectory, infantry, low trajectory.'),
        (_to(2, 0, "infantry"), 'card.csv:3, cell 1: The row "infantry" stands twice.'),
        (_without(1), 'card.csv:3: The row "infantry" is missing.'),
        (_longer(2), "card.csv:3: This line has 14 cells; the first one, with the labels, has 13."),
    ],
)
def test_labels_that_a_chart_cannot_have_are_named_by_line_and_cell(change, said):
    with pytest.raises(WrongUse) as refused:
        grid_from(read_table(damaged(change), "card.csv"), grid_of(RANGE), "card.csv")
    assert str(refused.value).replace(", cell 14", "").startswith(said)


@pytest.mark.parametrize("chart", [RULES.charts["tcs.area.terrain"]])
def test_a_column_of_words_that_is_missing_is_named(chart):
    rows = [row[:-1] for row in table_of(grid_of(chart))]
    with pytest.raises(WrongUse, match=r'^card\.csv:1: The column "Billiard Table, vehicles" is missing\.$'):
        grid_from(read_table(table_text(rows), "card.csv"), grid_of(chart), "card.csv")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There is no table with labels"),
        ("alone", "There is no table with labels"),
        (",0-3,4", "There are no rows below the labels"),
        ('x,0-3\n"infantry,1', "This is no table of values between commas, semicolons or tabs"),
        ("x" * 1_000_001, "This is too much for a chart: 1,000,001 letters"),
        ("," + ",".join(str(n) for n in range(300)) + "\ninfantry", "There are 300 columns; a chart has at most 200."),
    ],
)
def test_what_is_no_table_is_refused(text, said):
    with pytest.raises(WrongUse, match=r"^card") as refused:
        grid_from(read_table(text, "card.csv"), grid_of(RANGE), "card.csv")
    assert said in str(refused.value)


def test_short_lines_leave_cells_empty():
    lines = table_text(table_of(grid_of(PREP))).split("\n")
    lines[3] = "3,64"
    assert grid_from(read_table("\n".join(lines)), grid_of(PREP)).texts[2] == ("64", *[""] * 10)


@pytest.mark.parametrize("kind", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_files_of_spreadsheets_are_read_whatever_letters_they_use(kind):
    assert table_file("café;½".encode(kind), "a.csv") == "café;½"


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\xff\xfe\x00"])
def test_what_is_no_text_is_refused(data):
    with pytest.raises(WrongUse, match=r"a\.csv: This is no text\."):
        table_file(data, "a.csv")
