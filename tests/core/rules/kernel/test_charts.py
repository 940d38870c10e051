"""Charts: columns are found and shifted as printed, every roll has one result, and what is wrong is told at its cell."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.files.canonical import bands_text, chart_text, share_text
from core.files.chart_files import parse_charts
from core.model.charts import Axis, Band, Chart, Part, read_band, read_span
from core.model.issues import Severity
from core.rules.kernel.chart_checks import faults, misfits
from core.rules.kernel.charts import ChartBook, Consulted, NotInChart, cell, chances, find, result, rolls_of, succeeds
from core.rules.kernel.dice import dice
from core.rules.kernel.examples import Entry, Example, try_out

FIRE = Chart(
    "demo.fire",
    "Fire",
    "dice",
    "steps lost",
    "stand-in",
    "made up",
    Axis("strength", ("0", "1-3", "4", "5-7", "8+"), "span", below="none"),
    dice="11..66",
    order=("none", "check", "1", "2"),
    bands=(
        (Band(11, 66, "none"),),
        (Band(11, 56, "none"), Band(61, 66, "check")),
        (Band(11, 46, "none"), Band(51, 66, "check")),
        (Band(11, 46, "none"), Band(51, 65, "check"), Band(66, 66, "1")),
        (Band(11, 36, "none"), Band(41, 62, "check"), Band(63, 65, "1"), Band(66, 66, "2")),
    ),
)
SHIFTS = Chart(
    "demo.shifts",
    "Shifts",
    "values",
    "columns",
    "rules text",
    "made up",
    Axis("posture", ("Move", "Fire")),
    Axis("terrain", ("Open", "Woods")),
    cells={
        ("Open", "Move"): Fraction(2),
        ("Open", "Fire"): Fraction(0),
        ("Woods", "Move"): Fraction(-1),
        ("Woods", "Fire"): Fraction(-1, 2),
    },
    parts=(Part("stand-in", "guessed", ("Woods",)),),
)
PREP = Chart(
    "demo.prep",
    "Prep",
    "needed",
    "roll",
    "published",
    "made up",
    Axis("turns", ("1", "6", "9"), "threshold", below="never"),
    Axis("rating", ("1", "2"), "span"),
    dice="11..66",
    cells={
        ("1", "1"): Fraction(61),
        ("1", "6"): Fraction(52),
        ("1", "9"): Fraction(44),
        ("2", "1"): "never",
        ("2", "6"): Fraction(63),
        ("2", "9"): Fraction(55),
    },
)
BOOK = ChartBook.of((FIRE, SHIFTS, PREP))


@pytest.mark.parametrize(
    ("key", "label"), [(0, "0"), (2, "1-3"), (4, "4"), (7, "5-7"), (300, "8+"), ("5-7", "5-7"), ("6", "5-7")]
)
def test_a_number_or_a_label_finds_its_column(key, label):
    assert find(FIRE.columns, key).label == label


def test_what_lies_left_of_the_chart_is_what_the_chart_says_and_the_right_end_counts():
    assert find(FIRE.columns, "0").shifted(-1).label == "none"
    assert find(FIRE.columns, "8+").shifted(3).label == "8+"
    assert result(FIRE, find(FIRE.columns, 4).shifted(-9), 66) == "none"


def test_a_threshold_column_is_the_last_that_is_not_exceeded():
    assert [find(PREP.columns, n).label for n in (1, 5, 6, 8, 9, 50)] == ["1", "1", "6", "6", "9", "9"]
    assert cell(PREP, 1, 0) == "never"


@given(st.integers(-9, 9), st.integers(-9, 9), st.sampled_from(FIRE.columns.labels))
def test_shifts_to_one_side_add_up(first, second, start):
    if first * second >= 0:
        place = find(FIRE.columns, start)
        assert place.shifted(first).shifted(second).label == place.shifted(first + second).label


@pytest.mark.parametrize("label", FIRE.columns.labels)
def test_the_chances_of_a_column_are_those_of_counting_every_roll(label):
    column = find(FIRE.columns, label)
    rolls = dice("11..66").rolls
    counted = {each: Fraction(sum(result(FIRE, column, r) == each for r in rolls), 36) for each in FIRE.order}
    assert chances(FIRE, column) == {each: chance for each, chance in counted.items() if chance}


def test_what_no_roll_reaches_has_no_chance():
    assert succeeds(PREP, cell(PREP, 2, 1)) == 0
    assert succeeds(PREP, cell(PREP, 1, 9)) == dice("11..66").at_least(44)


ODDS = Axis("odds", ("1:2", "1:1", "2:1", "3:1", "5:1"), "odds", below="A1")


@pytest.mark.parametrize(
    ("odds", "shift", "label"),
    [
        *(("1:1", 0, "1:1"), ("3-1", 0, "3:1"), ("4:1", 0, "3:1"), ("9:1", 0, "5:1"), ("9:1", -2, "2:1")),
        *(("1:3", 0, "A1"), ("1:2", -1, "A1"), ("1:3", 1, "1:2"), ("1:5", 2, "A1")),
    ],
)
def test_odds_find_the_last_column_that_they_reach(odds, shift, label):
    assert find(ODDS, odds).shifted(shift).label == label


@pytest.mark.parametrize("key", ["3:2", "0:1", "A1", 3])
def test_what_is_no_odds_finds_no_column(key):
    with pytest.raises(NotInChart):
        find(ODDS, key)


def test_columns_of_odds_must_be_odds_and_rise():
    chart = replace(FIRE, columns=replace(ODDS, labels=("1:2", "1:1", "1-2", "3:2", "5:1")))
    said = [fault.text for fault in faults(chart)]
    assert said == ['"3:2" is no odds, such as 1:2 or 5:1.', 'The columns must rise; "1-2" does not.']


def test_words_of_one_game_may_be_others_in_an_override():
    free = replace(SHIFTS, rows=replace(SHIFTS.rows, free=True))
    other = replace(free, rows=replace(free.rows, labels=("Open", "Sand")))
    assert list(misfits(other, {free.id: free})) == []
    text = chart_text(free)
    assert parse_charts(text, "a.yaml") == ("", (free,), ())


def test_single_rolls_of_a_column_may_have_an_origin_of_their_own():
    known = replace(FIRE, parts=(Part("rules text", "1.2", (), ("4",), (66,)),))
    column = find(known.columns, 4)
    for roll, statuses in ((66, ["stand-in", "rules text"]), (65, ["stand-in"])):
        consulted = Consulted(ChartBook.of((known,)))
        consulted.chances(known, column)
        consulted.result(known, column, roll)
        assert [each.status for each in consulted.charts] == statuses
    assert parse_charts(chart_text(known), "a.yaml") == ("", (known,), ())


def test_the_origin_of_a_cell_is_kept_with_what_was_read():
    consulted = Consulted(BOOK)
    assert consulted.number("demo.shifts", "open", "move") == 2
    assert consulted.number("demo.shifts", "Woods", "Fire") == Fraction(-1, 2)
    assert [each.status for each in consulted.charts] == ["rules text", "stand-in"]


@pytest.mark.parametrize(
    ("chart", "row", "column", "said"),
    [
        ("demo.shits", "Open", "Move", 'There is no chart "demo.shits" here. Did you mean "demo.shifts"?'),
        ("demo.shifts", "Opne", "Move", '"Opne" is no terrain of the chart. Did you mean "Open"?'),
        ("demo.shifts", "Open", 3, "3 is no posture of the chart. There are: Move, Fire."),
    ],
)
def test_what_a_chart_does_not_have_is_told_with_the_nearest(chart, row, column, said):
    with pytest.raises(NotInChart) as told:
        Consulted(BOOK).cell(chart, row, column)
    assert str(told.value) == said


def _with_column(label: str, *bands: Band) -> Chart:
    at = FIRE.columns.index(label)
    return replace(FIRE, bands=tuple(bands if n == at else each for n, each in enumerate(FIRE.bands)))


def _with_labels(*labels: str) -> Chart:
    return replace(FIRE, columns=replace(FIRE.columns, labels=labels))


def _with_cell(cell: Fraction | str) -> Chart:
    return replace(PREP, cells={**PREP.cells, ("1", "6"): cell})


@pytest.mark.parametrize(
    ("chart", "said"),
    [
        (_with_column("4", Band(11, 45, "none"), Band(51, 66, "check")), 'Column "4" has a hole: nothing for 46.'),
        (
            _with_column("4", Band(11, 51, "none"), Band(51, 66, "check")),
            'Column "4" overlaps: 51 gives "none" and "check".',
        ),
        (
            _with_column("4", Band(11, 46, "none"), Band(51, 66, "chekc")),
            '"chekc" is no result of this chart. Did you mean "check"?',
        ),
        (
            _with_column("4", Band(11, 46, "none"), Band(47, 50, "none"), Band(51, 66, "check")),
            'Column "4": 47-50 cannot be rolled with two dice read one after the other.',
        ),
        (replace(FIRE, unit=""), "The chart says no unit."),
        (replace(FIRE, source=""), "The chart says no source."),
        (replace(FIRE, dice="2d7"), 'There are no dice "2d7". Did you mean "2d6"?'),
        (_with_labels("0", "1-3", "4", "5-7", "9+"), 'No column holds 8, which lies before "9+".'),
        (_with_labels("0", "1-4", "4", "5-7", "8+"), 'The column "4" overlaps the one before it.'),
        (replace(SHIFTS, cells={k: v for k, v in SHIFTS.cells.items() if k != ("Open", "Fire")}), "Nothing stands here."),
        (_with_cell(Fraction(57)), "57 cannot be rolled with two dice read one after the other."),
        (_with_cell("?"), '"?" is no roll; write "never" where no roll succeeds.'),
    ],
)
def test_what_is_wrong_with_a_chart_is_told(chart, said):
    assert said in [fault.text for fault in faults(chart) if fault.severity is Severity.ERROR]


def test_the_charts_of_these_tests_are_right():
    assert [faults(chart) for chart in BOOK] == [(), (), ()]


def test_a_broken_order_is_a_warning_at_its_roll():
    found = faults(_with_column("8+", Band(11, 46, "none"), Band(51, 62, "check"), Band(63, 64, "none"), Band(65, 66, "1")))
    assert {(fault.roll, fault.severity) for fault in found} == {(63, Severity.WARNING), (64, Severity.WARNING)}


def test_an_override_may_have_other_columns_of_numbers_but_not_other_words():
    known = BOOK.charts
    wider = replace(FIRE, columns=replace(FIRE.columns, labels=("0", "1-9", "10", "11", "12+")))
    assert list(misfits(wider, known)) == []
    other = replace(SHIFTS, rows=replace(SHIFTS.rows, labels=("Open", "Wood")))
    assert [fault.text for fault in misfits(other, known)] == [
        'There is no row "Wood" any more. Did you mean "Woods"?',
        'The row "Woods" is missing.',
    ]
    assert [f.text for f in misfits(replace(FIRE, id="demo.fier"), known)] == [
        'There is no chart "demo.fier" to take the place of. Did you mean "demo.fire"?'
    ]


def test_later_layers_lie_over_earlier_ones_and_what_they_cover_is_kept():
    mine = FIRE.owned("yours", "the printed card")
    book = ChartBook.of((FIRE, SHIFTS), (), (mine,))
    assert book.chart("demo.fire") is mine
    assert book.under == {"demo.fire": (FIRE,)}


@pytest.mark.parametrize("chart", [FIRE, SHIFTS, PREP], ids=lambda chart: chart.id)
def test_a_chart_comes_back_from_its_file_as_it_was(chart):
    text = chart_text(chart)
    ruleset, charts, issues = parse_charts(text, "a.yaml")
    assert (ruleset, charts, issues) == ("", (chart,), ())
    assert chart_text(charts[0]) == text


def test_charts_for_somebody_else_come_back_as_they_were():
    text = share_text("demo-1", (FIRE, SHIFTS, PREP), "from the printed cards")
    assert parse_charts(text, "a.yaml") == ("demo-1", (FIRE, SHIFTS, PREP), ())


bands = st.lists(st.sampled_from(["none", "1", "A1r1", "D2 r1"]), min_size=1, max_size=36).map(
    lambda results: tuple(Band(roll, roll, each) for roll, each in zip(dice("11..66").rolls, results, strict=False))
)


@given(bands)
def test_columns_of_results_are_read_as_they_are_written(column):
    chart = replace(FIRE, columns=Axis("x", ("a",)), bands=(column,), order=())
    _, charts, issues = parse_charts(chart_text(chart), "a.yaml")
    whole = len(column) == 36
    assert [each.bands for each in charts] == ([(column,)] if whole else [])
    assert (not issues) == whole
    assert bands_text(column)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"4": "11-46 none', '"4": "11-45 none', 'a.yaml:15:8: error: Column "4" has a hole: nothing for 46.'),
        ('"4": "11-46 none', '"4": "11to46 none', 'a.yaml:15:8: error: Column "4": "11to46 none" is no roll with its result'),
        ('"4": "11-46', '"3": "11-46', 'a.yaml:15:3: error: The chart has no column "3". Allowed: 0, 1-3, 4, 5-7, 8+.'),
        ("version: 1", "version: 2", "a.yaml:2:10: error: This chart is version 2; this Phaseline reads up to 1. Nothing"),
        ("form: dice", "form: dcie", 'a.yaml:5:7: error: "form" cannot be "dcie". Did you mean "dice"?'),
        ("provenance: stand-in", "provenance: mine", 'a.yaml:8:13: error: "provenance" cannot be "mine"'),
    ],
)
def test_a_fault_in_a_file_is_told_with_its_place(old, new, said):
    text = chart_text(FIRE)
    assert old in text
    _, charts, issues = parse_charts(text.replace(old, new), "a.yaml")
    assert charts == ()
    assert str(issues[0]).startswith(said), [str(issue) for issue in issues]


def test_examples_come_out_or_say_why_not():
    net = (Entry("demo.shifts", "Move", "Open"), -1)
    good = Example("a", "1.1", "One shift right", Entry("demo.fire", 4), net, {"column": "5-7", "shift": 1, "result": "1"}, 66)
    assert try_out(good, BOOK).agrees
    assert not try_out(replace(good, roll=65), BOOK).agrees
    lost = try_out(replace(good, enter=Entry("demo.fire", "11-13")), BOOK)
    assert not lost.agrees
    assert lost.fault == '"11-13" is no strength of the chart. Did you mean "1-3"?'
    prep = Example("b", "1.2", "Nine turns", Entry("demo.prep", 9, 1), (1,), {"needed": 43, "result": "yes"}, 43)
    assert try_out(prep, BOOK).agrees


def test_an_example_may_find_its_column_by_a_sum_and_bound_a_result():
    net = (Entry("demo.shifts", "Move", "Open"), 2)
    summed = Example("a", "1.1", "Two and two", Entry("demo.fire", "sum"), net, {"column": "4", "shift": 4, "at most": 0}, 66)
    assert try_out(summed, BOOK).agrees
    assert try_out(replace(summed, shifts=(*net, 4), expect={"column": "8+", "at least": 2}), BOOK).agrees
    assert not try_out(replace(summed, shifts=(*net, 4)), BOOK).agrees
    assert not try_out(replace(summed, expect={"at least": 1}), BOOK).agrees
    turns = Example("b", "1.2", "Turns", Entry("demo.prep", "sum", 1), (4, 3), {"needed": 52, "column": "6"})
    assert try_out(turns, BOOK).agrees


@given(st.integers(-40, 40), st.integers(0, 40))
def test_a_printed_range_holds_just_its_numbers(low, more):
    span = read_span(f"{low}-{low + more}" if more else f"{low}")
    assert span is not None
    assert [low - 1 in span, low in span, low + more in span, low + more + 1 in span] == [False, True, True, False]


def test_modifiers_reach_beyond_natural_rolls_of_sums_only():
    wide = replace(FIRE, dice="2d6", least=0, most=14)
    assert rolls_of(wide) == tuple(range(15))
    assert rolls_of(FIRE) == dice("11..66").rolls


@pytest.mark.parametrize("result_", ["-", "-3 x", "-1 drm", "–3 x", ": x", "-7"])
def test_a_result_that_begins_like_a_range_of_rolls_is_read_back(result_):
    column = (Band(2, 2, result_), Band(3, 12, "none"))
    assert tuple(read_band(part) for part in bands_text(column).split(",")) == column


@pytest.mark.parametrize(("key", "label"), [(10**9, "8+"), (str(10**9), "8+")])
def test_a_huge_number_finds_the_last_column(key, label):
    assert find(FIRE.columns, key).label == label


def test_huge_odds_find_the_end_columns():
    axis = Axis("odds", ("1:2", "1:1", "2:1"), "odds", below="A1")
    assert find(axis, "5000:1").label == "2:1"
    assert find(axis, "1:5000").label == "A1"


@pytest.mark.parametrize(
    "part",
    [
        Part("stand-in", "ours", rows=("Swamp",)),
        Part("stand-in", "ours", columns=("move",)),
        Part("stand-in", "ours", rolls=(7,)),
    ],
)
def test_a_part_names_cells_that_there_are(part):
    assert any("A part names" in fault.text for fault in faults(replace(SHIFTS, parts=(part,))))


def test_least_and_most_take_no_natural_roll_away():
    sums = replace(FIRE, dice="2d6", bands=((Band(2, 12, "none"),),) * 5, order=())
    assert not faults(replace(sums, least=2, most=12))
    assert "must hold all" in faults(replace(sums, least=5))[0].text
    assert "must hold all" in faults(replace(sums, most=5))[0].text
    assert "Nothing is added" in faults(replace(FIRE, most=70))[0].text
    assert "Only charts with dice" in faults(replace(SHIFTS, most=70))[0].text


def test_a_label_must_not_be_empty_nor_a_unit_blank():
    assert "has no label" in faults(replace(SHIFTS, columns=Axis("posture", ("Move", "Fire", ""))))[0].text
    assert "says no unit" in faults(replace(SHIFTS, unit="  "))[0].text


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"Open": [2, 0]', '"Open": [2, 0]\n  "OPEN": [1, 1]', 'Row "Open" stands here again'),
        ('"Open": [2, 0]', '"Open": [2, 1234567890123]', "has too many digits"),
    ],
)
def test_rows_by_two_spellings_and_numbers_beyond_reach_are_named(old, new, said):
    text = chart_text(SHIFTS)
    assert old in text
    _, charts, issues = parse_charts(text.replace(old, new), "a.yaml")
    assert charts == ()
    assert any(said in issue.text for issue in issues)


def test_a_result_that_cannot_be_counted_takes_the_place_of_none_that_can():
    wrong = replace(FIRE, order=(), bands=(*FIRE.bands[:4], (Band(11, 36, "none"), Band(41, 65, "-1"), Band(66, 66, "two"))))
    said = [(fault.text, fault.roll) for fault in misfits(wrong, {FIRE.id: FIRE})]
    assert said == [
        ('Column "8+": "-1" is no whole number, nor check nor none.', 41),
        ('Column "8+": "two" is no whole number, nor check nor none.', 66),
    ]
    printed = replace(FIRE, order=(), bands=((Band(11, 66, "A1"),),) * 5)
    assert not list(misfits(replace(printed, bands=((Band(11, 66, "A1*Dr2"),),) * 5), {FIRE.id: printed}))


def test_columns_by_two_spellings_are_named():
    lettered = replace(FIRE, columns=Axis("x", ("a", "b", "c", "d", "e")))
    _, charts, issues = parse_charts(chart_text(lettered).replace('  "b":', '  "A": "11-66 none"\n  "b":'), "a.yaml")
    assert charts == ()
    assert any('Column "a" stands here again' in issue.text for issue in issues)


@pytest.mark.parametrize(
    ("written", "value"), [("1e3", Fraction(1000)), ("0.12345", Fraction(2469, 20000)), ("1234567", 1234567)]
)
def test_a_number_in_any_notation_is_a_number_and_is_read_back(written, value):
    text = chart_text(SHIFTS).replace('"Open": [2, 0]', f'"Open": [2, {written}]')
    _, (chart,), issues = parse_charts(text, "a.yaml")
    assert issues == ()
    assert chart.cells["Open", "Fire"] == value
    assert parse_charts(chart_text(chart), "a.yaml")[1] == (chart,)
