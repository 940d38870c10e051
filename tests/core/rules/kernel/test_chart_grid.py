"""Charts as grids of texts: what is typed comes back as it is, in every layout, and every change gives another grid."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.canonical import chart_text
from core.files.chart_files import parse_charts
from core.files.ruleset_files import load_ruleset
from core.model.charts import NEVER, Axis, Band, Chart
from core.model.issues import Severity
from core.rules.kernel.chart_grid import (
    MOST_LABELS,
    chart_of,
    emptied,
    grid_of,
    layouts,
    pasted,
    relaid,
    runs,
    with_line,
    with_texts,
    without_line,
)
from core.rules.kernel.chart_grid_checks import judge
from core.rules.kernel.charts import ChartBook, rolls_of
from core.rules.kernel.dice import DICE
from core.rules.kernel.examples import Entry, Example

FIRE = Chart(
    id="demo.fire",
    title="Fire",
    form="dice",
    unit="steps",
    status="stand-in",
    source="ours",
    columns=Axis("strength", ("0", "1", "2-4"), "span", below="none"),
    dice="11..66",
    bands=(
        (Band(11, 66, "none"),),
        (Band(11, 55, "none"), Band(56, 64, "check"), Band(65, 66, "1")),
        (Band(11, 45, "none"), Band(46, 61, "check"), Band(62, 65, "1"), Band(66, 66, "2")),
    ),
    order=("none", "check", "1", "2"),
)
CRT = Chart(
    id="demo.crt",
    title="CRT",
    form="dice",
    unit="result",
    status="stand-in",
    source="ours",
    columns=Axis("odds", ("1:2", "1:1", "2:1"), "odds"),
    dice="2d6",
    bands=tuple((Band(2, middle, "A1"), Band(middle + 1, 9, "NE"), Band(10, 12, "D1r1")) for middle in (7, 6, 5)),
)
PREP = Chart(
    id="demo.prep",
    title="Prep",
    form="needed",
    unit="roll or more",
    status="published",
    source="card",
    columns=Axis("column", ("1", "2")),
    rows=Axis("rating", ("1", "2+"), "span"),
    dice="11..66",
    cells={("1", "1"): Fraction(61), ("1", "2"): Fraction(52), ("2+", "1"): NEVER, ("2+", "2"): Fraction(56)},
)
COSTS = Chart(
    id="demo.costs",
    title="Costs",
    form="values",
    unit="points",
    status="stand-in",
    source="ours",
    columns=Axis("class", ("foot", "wheeled")),
    rows=Axis("terrain", ("Open", "Woods"), free=True),
    cells={
        ("Open", "foot"): Fraction(1),
        ("Open", "wheeled"): Fraction(1, 2),
        ("Woods", "foot"): Fraction(2),
        ("Woods", "wheeled"): "P",
    },
)
CHARTS = (FIRE, CRT, PREP, COSTS)


def told(grid, *known):
    """What is wrong with a grid, as pairs of text and cells."""
    book = ChartBook.of(known or (grid.shape,))
    return [(each.text, each.cells) for each in judge(grid, book.charts, book, ()).findings]


def with_source(grid):
    return replace(grid, source="my copy")


RESULTS = ("none", "check", "1", "2")


@st.composite
def tables(draw):
    """Charts with whole columns."""
    dice = draw(st.sampled_from(["d6", "2d6", "11..66"]))
    rolls = DICE[dice].rolls
    width = draw(st.integers(1, 4))
    columns = []
    for _ in range(width):
        given_to = draw(st.lists(st.sampled_from(RESULTS), min_size=len(rolls), max_size=len(rolls)))
        bands = [Band(roll, roll, result) for roll, result in zip(rolls, given_to, strict=True)]
        columns.append(tuple(bands))
    labels = tuple(str(n) for n in range(width))
    return replace(FIRE, dice=dice, columns=Axis("strength", labels, "span"), bands=tuple(columns))


def by_roll(chart):
    """What every roll gives in every column, without a thought of how the bands are cut."""
    return [
        [next(band.result for band in bands if band.low <= roll <= band.high) for roll in rolls_of(chart)]
        for bands in chart.bands
    ]


@given(tables(), st.sampled_from(["rolls", "results"]), st.sampled_from(["rolls", "results"]))
def test_a_table_of_dice_comes_back_from_every_layout_and_from_its_file(chart, layout, other):
    read = chart_of(with_source(relaid(grid_of(chart, layout), other)))
    assert read.slips == ()
    assert by_roll(read.chart) == by_roll(chart)
    (kept,) = parse_charts(chart_text(read.chart), "a.yaml")[1]
    assert by_roll(kept) == by_roll(chart)


@pytest.mark.parametrize("chart", CHARTS, ids=lambda each: each.id)
def test_a_chart_comes_back_as_it_was_but_for_its_origin(chart):
    for layout in layouts(chart):
        read = chart_of(with_source(grid_of(chart, layout)))
        assert read.slips == ()
        assert read.chart == replace(chart, status="yours", source="my copy")


def test_the_layout_most_like_the_printed_form_comes_first():
    assert [layouts(chart)[0] for chart in CHARTS] == ["results", "rolls", "cells", "cells"]


def test_a_grid_reads_like_the_printed_table():
    grid = grid_of(FIRE)
    assert grid.rows == FIRE.order
    assert grid.texts[1] == ("", "56-64", "46-61")
    rolls = grid_of(CRT)
    assert rolls.rows == tuple(str(roll) for roll in range(2, 13))
    assert rolls.texts[5] == ("A1", "NE", "NE")


@pytest.mark.parametrize(
    ("typed", "bands"),
    [
        ("11-16, 23", (Band(11, 16, "none"), Band(23, 23, "none"))),
        ("11–16; 21", (Band(11, 21, "none"),)),
        ("62+", (Band(62, 66, "none"),)),
        ("11 - 12 and 14", (Band(11, 12, "none"), Band(14, 14, "none"))),
        ("–", ()),
        ("", ()),
    ],
)
def test_runs_of_rolls_are_read_as_people_write_them(typed, bands):
    assert chart_of(with_texts(emptied(grid_of(FIRE)), {(0, 0): typed})).chart.bands[0] == bands


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("½", Fraction(1, 2)),
        ("1½", Fraction(3, 2)),
        ("1 1/2", Fraction(3, 2)),
        ("−2", Fraction(-2)),
        ("p", "P"),
        ("0.5", Fraction(1, 2)),
    ],
)
def test_numbers_are_read_as_they_are_printed(typed, read):
    assert chart_of(with_texts(grid_of(COSTS), {(0, 0): typed})).chart.cells[("Open", "foot")] == read


@pytest.mark.parametrize("typed", ["–", "-", "NEVER", "never"])
def test_a_stroke_says_that_no_roll_succeeds(typed):
    assert chart_of(with_texts(grid_of(PREP), {(0, 0): typed})).chart.cells[("1", "1")] == NEVER


def test_a_text_that_cannot_be_read_is_a_slip_at_its_cell_and_a_hole():
    read = chart_of(with_texts(grid_of(FIRE), {(1, 1): "56-6x"}))
    assert [(slip.at, slip.text) for slip in read.slips] == [
        ((1, 1), '"56-6x" is no roll and no run of rolls, such as 63 or 11-62.')
    ]
    assert read.chart.bands[1] == (Band(11, 55, "none"), Band(65, 66, "1"))


@pytest.mark.parametrize("typed", ["A1, D1", "-3 losses", "– 3 x"])
def test_what_could_not_be_written_behind_its_rolls_is_no_result(typed):
    (slip,) = chart_of(with_texts(grid_of(CRT), {(0, 0): typed})).slips
    assert slip.at == (0, 0)


def test_printed_numbers_that_the_order_did_not_know_join_it_and_words_do_not():
    grid = with_texts(with_line(grid_of(FIRE), "rows", 4), {(4, -1): "7", (4, 2): "66", (3, 2): ""})
    chart = chart_of(with_source(grid)).chart
    assert chart.order == ("none", "check", "1", "2", "7")
    assert told(with_source(grid)) == []
    worded = with_texts(grid, {(4, -1): "rout"})
    assert [text for text, _ in told(with_source(worded))] == ['"rout" is no result of this chart. Allowed: 1, 2, check, none.']


def test_results_of_parts_may_be_put_together_otherwise_and_then_have_no_order():
    ordered = replace(CRT, order=("A1", "NE", "D1r1"))
    other = chart_of(with_texts(with_source(grid_of(ordered)), {(10, 0): "D2r3"}))
    assert other.chart.order == ()
    assert told(with_texts(with_source(grid_of(ordered)), {(10, 0): "A1D2r3"})) == []
    for wrong in ("D2x1", "Dr", "rout"):
        grid = with_texts(with_source(grid_of(ordered)), {(10, 0): wrong})
        assert chart_of(grid).chart.order == ordered.order
        assert told(grid)[0][0].startswith(f'"{wrong}" is no result of this chart.')


def test_sums_of_dice_may_go_on_to_what_modifiers_make_of_them():
    grid = with_texts(with_line(grid_of(CRT), "rows", 11), {(11, -1): "13-14", **{(11, n): "D2" for n in range(3)}})
    chart = chart_of(with_source(grid)).chart
    assert (chart.least, chart.most) == (None, 14)
    assert told(with_source(grid)) == []
    assert chart_of(with_source(without_line(grid, "rows", 11))).chart == chart_of(with_source(grid_of(CRT))).chart


def test_a_slip_of_the_finger_does_not_become_a_roll():
    grid = with_texts(grid_of(CRT), {(10, -1): "122"})
    assert any("122 cannot be rolled" in text for text, _ in told(with_source(grid)))


def test_columns_and_rows_of_numbers_come_and_go_and_words_stay():
    grid = with_texts(with_line(grid_of(FIRE), "columns", 3), {(-1, 3): "5+"})
    assert grid.columns == ("0", "1", "2-4", "5+")
    assert without_line(grid, "columns", 3) == grid_of(FIRE)
    for line in ("columns", "rows"):
        held = grid_of(PREP)
        if held.is_open(line):
            continue
        with pytest.raises(WrongUse, match="words that the rules look up"):
            with_line(held, line, 0)
        with pytest.raises(WrongUse, match="words that the rules look up"):
            without_line(held, line, 0)
    assert with_line(grid_of(COSTS), "rows", 2).rows == ("Open", "Woods", "")


def test_a_chart_keeps_one_line_and_has_no_more_than_can_be_read():
    grid = without_line(grid_of(PREP), "rows", 0)
    with pytest.raises(WrongUse, match="at least one row"):
        without_line(grid, "rows", 0)
    long = replace(grid_of(FIRE), columns=("1",) * MOST_LABELS, texts=(("",) * MOST_LABELS,) * 4)
    with pytest.raises(WrongUse, match="at most 200 columns"):
        with_line(long, "columns", 0)


def test_a_block_is_pasted_where_there_is_room_for_it():
    grid = pasted(grid_of(PREP), (0, 0), (("11", "12"), ("21", "22")))
    assert grid.texts == (("11", "12"), ("21", "22"))
    with pytest.raises(WrongUse, match="2 columns were copied; from here on the chart has 1"):
        pasted(grid, (0, 1), (("11", "12"),))
    with pytest.raises(WrongUse, match="3 rows were copied; from here on the chart has 2"):
        pasted(grid, (0, 0), (("1",), ("2",), ("3",)))


def test_the_layout_does_not_change_over_what_it_has_no_place_for():
    with pytest.raises(WrongUse, match="when every cell can be read"):
        relaid(with_texts(grid_of(FIRE), {(0, 0): "eleven"}), "rolls")
    with pytest.raises(WrongUse, match='when no roll gives two results, as 66 does in column "0"'):
        relaid(with_texts(grid_of(FIRE), {(1, 0): "66"}), "rolls")
    holed = relaid(with_texts(grid_of(FIRE), {(0, 0): "11-65"}), "rolls")
    assert holed.texts[-1][0] == ""


def test_halves_of_characters_and_breaks_of_lines_become_what_a_file_can_hold():
    grid = with_texts(grid_of(COSTS), {(0, 0): "a\ud800\n b", (1, -1): " Deep\twoods "})
    assert (grid.texts[0][0], grid.rows[1]) == ("a\ufffd b", "Deep woods")


def test_rolls_are_said_as_runs():
    rolls = DICE["11..66"].rolls
    assert runs([16, 21, 22, 31, 66], rolls) == "16-22, 31, 66"


# What is said of a grid --------------------------------------------------------------------------------------------------


def test_a_hole_is_one_finding_at_the_label_of_its_column():
    grid = with_source(with_texts(grid_of(FIRE), {(1, 1): "61-64"}))
    assert told(grid) == [('Column "1" has a hole: nothing for 56.', ((-1, 1),))]
    rolls = with_source(with_texts(grid_of(CRT), {(3, 1): "", (4, 1): ""}))
    assert told(rolls) == [('Column "1:1" has a hole: nothing for 5-6.', ((3, 1), (4, 1)))]


def test_what_cannot_be_read_is_told_with_the_labels_of_its_cell():
    grid = with_source(with_texts(grid_of(FIRE), {(1, 1): "56-6x"}))
    assert told(grid)[0] == ('Row "check", column "1": "56-6x" is no roll and no run of rolls, such as 63 or 11-62.', ((1, 1),))


def test_an_overlap_is_seen_in_both_cells():
    grid = with_source(with_texts(grid_of(FIRE), {(1, 1): "55-64"}))
    assert told(grid) == [('Column "1" overlaps: more than one result for 55.', ((0, 1), (1, 1)))]


def test_what_is_out_of_order_is_a_warning_and_hinders_nothing():
    grid = with_source(with_texts(grid_of(FIRE), {(1, 0): "11-12", (0, 0): "13-66"}))
    book = ChartBook.of((FIRE,))
    judged = judge(grid, book.charts, book, ())
    assert {each.severity for each in judged.findings} == {Severity.WARNING}
    assert judged.is_usable
    assert judged.findings[0].text == 'Column "0": less than for the roll before it at 13.'
    assert judged.findings[1].text == 'Column "1": less than in the column to its left for 11-12.'


def test_a_hole_leads_to_the_cell_next_to_it_or_to_the_empty_one_between():
    fire = load_ruleset("tcs-4.01").charts["tcs.fire"]
    grid = with_source(grid_of(fire))
    column = grid.columns.index("5")
    (first, _), (second, high) = [(row, cells[column]) for row, cells in enumerate(grid.texts) if cells[column]][:2]
    assert second == first + 1

    def near(texts):
        typed = with_texts(grid, {(row, column): text for row, text in texts.items()})
        judged = judge(typed, {fire.id: fire}, ChartBook.of([fire]), ())
        return next(each.near for each in judged.findings if "has a hole" in each.text)

    begins, ends = high.split("-")
    assert near({second: f"{int(begins) + 1}-{ends}"}) == (second, column)
    assert near({first: ""}) == (first, column)
    assert near({second: ""}) == (second, column)


def test_empty_cells_are_counted_by_row_and_an_empty_grid_at_once():
    grid = with_source(with_texts(grid_of(PREP), {(0, 0): "", (0, 1): ""}))
    assert told(grid) == [('Row "1": 2 cells are empty.', ((0, 0), (0, 1)))]
    every = tuple((row, column) for row in range(2) for column in range(2))
    assert told(with_source(emptied(grid_of(PREP)))) == [("No cell holds anything yet.", every)], "all of them are hatched"


def test_what_cannot_be_rolled_or_counted_is_said_at_its_cell():
    grid = with_source(with_texts(grid_of(PREP), {(0, 1): "67", (1, 0): "many"}))
    assert told(grid) == [
        ('Row "1", column "2": 67 cannot be rolled with two dice read one after the other.', ((0, 1),)),
        ('Row "2+", column "1": "many" is no roll; write "never" where no roll succeeds.', ((1, 0),)),
    ]
    costs = with_source(with_texts(grid_of(COSTS), {(0, 0): "x2"}))
    assert told(costs) == [('Row "Open", column "foot": "x2" is no number.', ((0, 0),))]


def test_a_word_of_another_column_is_said_at_its_cell_with_what_may_stand_there():
    weather = replace(
        COSTS,
        columns=Axis("effect", ("sky", "cost"), "word"),
        rows=Axis("weather", ("Fair",), "word"),
        cells={("Fair", "sky"): "clear", ("Fair", "cost"): Fraction(1)},
        words_of={"sky": ("clear", "cloudy"), "cost": ()},
    )
    typed = with_source(with_texts(grid_of(weather), {(0, 0): "CLOUDY", (0, 1): "2"}))
    assert told(typed, weather) == []
    assert chart_of(typed).chart.cells[("Fair", "sky")] == "cloudy"
    typed = with_source(with_texts(grid_of(weather), {(0, 0): "claer", (0, 1): "cloudy"}))
    assert told(typed, weather) == [
        ('Row "Fair", column "sky": "claer" cannot stand here. Did you mean "clear"?', ((0, 0),)),
        ('Row "Fair", column "cost": "cloudy" is no number.', ((0, 1),)),
    ]
    typed = with_source(with_texts(grid_of(weather), {(0, 0): "3"}))
    assert told(typed, weather) == [('Row "Fair", column "sky": 3 cannot stand here. Allowed: clear, cloudy.', ((0, 0),))]


def test_labels_that_are_missing_twice_or_none_are_said_at_the_label():
    twice = with_source(with_texts(grid_of(FIRE), {(-1, 1): "0"}))
    assert ('There are two columns "0".', ((-1, 1),)) in told(twice)
    nameless = with_source(with_line(grid_of(FIRE), "columns", 0))
    assert ("The column has no label.", ((-1, 0),)) in told(nameless)
    word = with_source(with_texts(grid_of(FIRE), {(-1, 1): "one"}))
    assert told(word)[0] == (
        '"one" is no number and no range of numbers, such as 4, 11-13 or 101+.',
        ((-1, 1),),
    )
    rows = with_source(with_texts(grid_of(FIRE), {(2, -1): "check"}))
    assert ('There are two rows "check".', ((2, -1),)) in told(rows)


def test_words_of_the_rules_are_missed_in_a_chart_of_another_shape():
    other = replace(PREP, columns=Axis("column", ("1", "two")), cells={("1", "1"): Fraction(61)})
    grid = with_source(grid_of(other))
    said = [text for text, _ in told(grid, PREP)]
    assert 'There is no column "two" any more. Allowed: 1, 2.' in said
    assert 'The column "2" is missing.' in said


def test_the_source_has_to_be_said():
    assert told(grid_of(FIRE)) == [("The chart says no source.", ())]
    assert grid_of(replace(FIRE, status="yours", source="my copy")).source == "my copy"


def test_worked_examples_are_worked_with_the_chart_as_it_is_typed():
    example = Example("a", "1.1", "Strength 3", Entry(FIRE.id, 3), (), {"result": "check"}, roll=50)
    book = ChartBook.of((FIRE,))
    grid = with_source(grid_of(FIRE))
    agreed = judge(grid, book.charts, book, (example,))
    assert (agreed.agreeing, agreed.covered, agreed.wanted) == (1, 3, 3)
    typed = with_texts(grid, {(1, 2): "51-61", (0, 2): "11-46"})
    (outcome,) = judge(typed, book.charts, book, (example,)).outcomes
    assert not outcome.agrees
    assert outcome.fault == 'Fire: column "2-4" says nothing for 50.'


@given(st.sampled_from(CHARTS), st.data())
def test_whatever_is_typed_is_judged_and_only_what_can_be_read_again_is_usable(chart, data):
    grid = with_source(grid_of(chart, data.draw(st.sampled_from(layouts(chart)))))
    for _ in range(data.draw(st.integers(1, 4))):
        row = data.draw(st.integers(-1, len(grid.rows) - 1))
        column = data.draw(st.integers(-1 if row >= 0 else 0, len(grid.columns) - 1))
        line = "columns" if row < 0 else "rows" if column < 0 else None
        if line is not None and not grid.is_open(line):
            continue
        grid = with_texts(grid, {(row, column): data.draw(st.text('16-+,;.:/½– aneDA1r"#{', max_size=6) | st.text(max_size=3))})
    book = ChartBook.of((chart,))
    judged = judge(grid, book.charts, book, ())
    for finding in judged.findings:
        for row, column in finding.cells:
            assert -1 <= row < len(grid.rows) and -1 <= column < len(grid.columns)
    if judged.is_usable:
        ((kept,), issues) = parse_charts(chart_text(judged.chart), "a.yaml", book.charts)[1:]
        assert kept == judged.chart
        assert all(issue.severity is Severity.WARNING for issue in issues)
