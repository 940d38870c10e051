"""Rows of scenarios added, moved and removed; set-ups from the map and back on it; allotments as a matrix; whole scenarios."""

from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import boxes

from core.base.errors import Place
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Deployment, Mark, Piece
from core.model.edits.scenario_edits import (
    SECTIONS,
    added,
    allotment_lines,
    allotted,
    blank_row,
    changed,
    copied_scenario,
    governed_by,
    moved_order,
    new_scenario,
    place_of,
    removed,
    renamed_box,
    rows_of,
    set_up_now,
    set_ups_as_they_stand,
    with_allotments,
    with_line,
    with_rows,
)
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Side, Values
from core.model.orders import OpSheet
from core.model.scenario import Allotment, Arrival, Scenario, SetUp, Turn
from core.model.work import Work

FILE = "first.scenario.yaml"
OOB = Oob(
    Items([Side("de", "German")]),
    Items([Formation("rgt", "Regiment", "de"), Formation("bn", "Battalion", "de", "rgt")]),
    Items(
        [
            Counter("a", "de", formation="bn"),
            Counter("b", "de", formation="bn"),
            Counter("c", "de", Values({"arrival": "K"}), formation="rgt"),
            Counter("d", "de"),
        ]
    ),
)
HERE, THERE = Hex(0, 0), Hex(2, 1)


def box_with(scenario: Scenario, file: str = FILE) -> GameBox:
    return GameBox("Box", "", (), oob=OOB, scenarios=MappingProxyType({file: scenario}))


# Rows ---------------------------------------------------------------------------------------------------------------------


@given(st.integers(0, 8), st.sets(st.integers(0, 7)), st.sampled_from([-1, 1]))
def test_moved_rows_keep_their_order_and_nobody_is_lost(count: int, numbers: set[int], step: int) -> None:
    order = moved_order(count, numbers, step)
    assert sorted(order) == list(range(count))
    some = [n for n in order if n in numbers]
    others = [n for n in order if n not in numbers]
    assert some == sorted(some) and others == sorted(others)
    assert all(abs(order.index(n) - n) <= 1 for n in some)


@given(st.data())
def test_what_is_added_and_removed_again_was_never_there(data: st.DataObject) -> None:
    box = data.draw(boxes())
    for scenario in box.scenarios.values():
        for section in SECTIONS:
            rows = rows_of(scenario, section)
            at = data.draw(st.integers(0, len(rows)))
            more = added(rows, at, [blank_row(scenario, section)])
            assert removed(more, {at}) == rows
            assert with_rows(with_rows(scenario, section, more), section, rows) == scenario


def test_a_row_that_is_added_stands_nowhere_in_the_file() -> None:
    old = SetUp(("a",), place=Place(FILE, 7))
    assert [row.place.line for row in added((old,), 1, (old,)) if isinstance(row, SetUp)] == [7, 0]


def test_a_new_op_sheet_has_a_name_that_no_other_has() -> None:
    scenario = Scenario("x", sheets=(OpSheet("Op sheet 1", "de", "Move"),))
    assert blank_row(scenario, "sheets") == OpSheet("Op sheet 2", "", "")


# Scenarios of a box -------------------------------------------------------------------------------------------------------


def test_a_new_scenario_has_a_file_of_its_own() -> None:
    box = box_with(Scenario("First"))
    edit = new_scenario(box, "First")
    assert edit.file == "first-2.scenario.yaml"
    assert edit.apply(Work(box)).box.scenarios[edit.file] == Scenario("First")


def test_a_copy_says_the_same_under_another_title_and_stands_nowhere_in_a_file() -> None:
    start = Deployment().with_pieces({"a": Piece(HERE)})
    first = Scenario("First", set_ups=(SetUp(("a",), place=Place(FILE, 3)),), start=start)
    edit = copied_scenario(box_with(first), FILE, "Second")
    made = edit.scenario
    assert made is not None and (made.title, made.set_ups, made.start) == ("Second", first.set_ups, start)
    assert made.set_ups[0].place == Place("") and edit.file == "second.scenario.yaml"


def test_a_title_changes_and_the_file_stays() -> None:
    edit = changed(box_with(Scenario("First")), FILE, "Rename", title="Other")
    assert (edit.file, edit.scenario) == (FILE, Scenario("Other"))


def test_a_box_has_its_new_name_wherever_it_is_spoken_of() -> None:
    start = Deployment().with_pieces({"a": Piece("Off")}).with_marks({"Off": (Mark("smoke"),)})
    scenario = Scenario("x", set_ups=(SetUp(("a",), box="Off"),), off_map=("Off", "Far"), start=start)
    made = renamed_box(scenario, "Off", "Airfields")
    assert made.off_map == ("Airfields", "Far") and made.set_ups[0].box == "Airfields"
    assert made.start.pieces["a"].at == "Airfields" and dict(made.start.marks) == {"Airfields": (Mark("smoke"),)}
    assert renamed_box(scenario, "Off", "Off") == scenario


# Set-ups and the map ------------------------------------------------------------------------------------------------------


def test_the_set_up_that_names_a_counter_goes_before_its_code_and_that_before_its_formation() -> None:
    scenario = Scenario("x", set_ups=(SetUp(("rgt",)), SetUp(code="k"), SetUp(("a",))), arrivals=(Arrival(("b",), 2),))
    governs = governed_by(OOB, scenario, "arrival")
    assert [governs(counter) for counter in OOB.counters] == [2, -1, 1, -1]
    assert [governed_by(OOB, scenario)(counter) for counter in OOB.counters] == [2, -1, 0, -1]


def test_units_are_set_up_just_where_they_stand() -> None:
    start = Deployment().with_pieces(
        {"a": Piece(HERE, lost=1), "b": Piece(HERE, 1, lost=2), "c": Piece("Off"), "d": Piece(THERE)}
    )
    scenario = Scenario("x", set_ups=(SetUp(("a",), zone="West"), SetUp(("b", "d")), SetUp(("c",), code="K")), start=start)
    made = set_ups_as_they_stand(scenario, start, ("a", "b", "c"))
    assert made.set_ups == (
        SetUp(("d",)),
        SetUp((), code="K"),
        SetUp(("a", "b"), hexes=(HERE,), losses=3),
        SetUp(("c",), box="Off"),
    )
    assert made.off_map == ("Off",) and made.start == start


@given(st.data())
def test_what_was_taken_from_the_map_leads_back_to_it(data: st.DataObject) -> None:
    spots = st.sampled_from([HERE, THERE, "Off"])
    placed = data.draw(st.dictionaries(st.sampled_from("abcd"), spots))
    pieces = {id_: Piece(spot, rank) for rank, (id_, spot) in enumerate(sorted(placed.items()))}
    scenario = set_ups_as_they_stand(Scenario("x"), Deployment().with_pieces(pieces), tuple(pieces))
    box = box_with(scenario)
    edit = set_up_now(box, FILE, range(len(scenario.set_ups)), governed_by(OOB, scenario))
    start = edit.apply(Work(box)).box.scenarios[FILE].start
    assert {id_: piece.at for id_, piece in start.pieces.items()} == placed


def test_a_row_that_leaves_a_choice_puts_nobody_anywhere() -> None:
    assert place_of(SetUp(("a",), hexes=(HERE,))) == HERE
    assert place_of(SetUp(("a",), box="Off")) == "Off"
    for row in (
        SetUp(("a",)),
        SetUp(("a",), hexes=(HERE, THERE)),
        SetUp(("a",), hexes=(HERE,), within=1),
        SetUp(("a",), hexes=(HERE,), zone="West"),
        SetUp(("a",), hexes=(HERE,), box="Off"),
    ):
        assert place_of(row) is None


def test_units_are_put_on_top_of_what_is_there_and_leave_their_riders() -> None:
    start = Deployment().with_pieces({"d": Piece(HERE, 4), "c": Piece(THERE), "b": Piece(THERE, 1, on="c")})
    scenario = Scenario("x", set_ups=(SetUp(("c", "bn"), hexes=(HERE,), losses=1),), start=start)
    box = box_with(scenario)
    edit = set_up_now(box, FILE, {0}, governed_by(OOB, scenario))
    assert dict(edit.pieces) == {"a": Piece(HERE, 5), "b": Piece(HERE, 6), "c": Piece(HERE, 7)}
    only_c = with_rows(scenario, "set_ups", (SetUp(("c",), hexes=(HERE,), losses=1),))
    edit = set_up_now(box_with(only_c), FILE, {0}, governed_by(OOB, only_c))
    assert dict(edit.pieces) == {"c": Piece(HERE, 5, lost=1), "b": Piece(THERE, 1)}


# Allotments ---------------------------------------------------------------------------------------------------------------

lines = st.sampled_from([("de", "sorties"), ("us", "sorties"), ("us", "105 mm")])
amounts = st.dictionaries(st.tuples(lines, st.integers(0, 5)), st.none() | st.integers(-3, 20))
allotments = st.lists(
    st.builds(lambda line, amount, turn: Allotment(*line, amount, turn), lines, st.integers(0, 9), st.integers(0, 5)),
    max_size=6,
)


@given(allotments, amounts)
def test_the_matrix_holds_what_was_written_into_it_and_nothing_else_changes(rows, written) -> None:
    before = Scenario("x", allotments=tuple(rows))
    after = with_allotments(before, written)
    for line in {*allotment_lines(before), *(line for line, _ in written)}:
        for turn in range(6):
            now = [each.amount for each in allotted(after, line, turn)]
            if (line, turn) in written:
                amount = written[(line, turn)]
                assert now == ([] if amount is None else [amount])
            else:
                assert now == [each.amount for each in allotted(before, line, turn)]


def test_a_new_amount_stands_with_its_line_and_its_note_stays() -> None:
    rows = (Allotment("de", "sorties", 1, 1, "if clear"), Allotment("de", "sorties", 1, 4), Allotment("us", "sorties", 2, 2))
    made = with_allotments(Scenario("x", allotments=rows), {(("de", "sorties"), 3): 5, (("de", "sorties"), 1): 2})
    assert [(each.side, each.turn, each.amount) for each in made.allotments] == [
        ("de", 1, 2),
        ("de", 3, 5),
        ("de", 4, 1),
        ("us", 2, 2),
    ]
    assert made.allotments[0].note == "if clear"


def test_a_line_is_of_another_side_or_goes() -> None:
    scenario = Scenario("x", allotments=(Allotment("de", "sorties", 1), Allotment("us", "sorties", 2)))
    assert allotment_lines(with_line(scenario, ("de", "sorties"), ("de", "air points"))) == (
        ("de", "air points"),
        ("us", "sorties"),
    )
    assert with_line(scenario, ("de", "sorties"), None).allotments == (Allotment("us", "sorties", 2),)


@pytest.mark.parametrize("section", SECTIONS)
def test_blank_rows_are_of_their_section(section) -> None:
    scenario = Scenario("x", turns=(Turn(),))
    assert rows_of(with_rows(scenario, section, (blank_row(scenario, section),)), section)
