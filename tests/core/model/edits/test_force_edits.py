import json
from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.files.value_text import decode, pieces
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.deployment import Deployment, Mark, Piece
from core.model.edits.edit import Edit
from core.model.edits.force_edits import ChangePieces, ChangeScenario, ChangeUnits
from core.model.edits.map_edits import restated
from core.model.edits.oob_edits import removed
from core.model.items import Items
from core.model.maps import Grid, MapSheet
from core.model.oob import Counter, Formation, Oob, OobRef, Side, Values
from core.model.orders import OpSheet
from core.model.scenario import Arrival, Scenario, SetUp
from core.model.work import Work

FILE = "first.scenario.yaml"
SHEET = PlacedSheet(MapSheet("a", Grid(4, 4, Numbering("{column:02}.{row:02}", 4, 4))), SheetFrame.place("odd", "columns"))
OOB = Oob(
    Items([Side("de", "Germans")]),
    Items([Formation("bn", "Battalion", "de")]),
    Items([Counter("a", "de", Values(attack=3), formation="bn"), Counter("b", "de")]),
)
START = Deployment().with_pieces({"a": Piece(Hex(0, 0)), "b": Piece(Hex(0, 0), 1, on="a")})
SCENARIO = Scenario("First", set_ups=(SetUp(("a", "b")), SetUp(("a",))), arrivals=(Arrival(("b",), 2),), start=START)
WORK = Work(GameBox("Box", "", (SHEET,), oob=OOB, scenarios=MappingProxyType({FILE: SCENARIO})))

ids = st.sampled_from("abc")
values = st.dictionaries(st.sampled_from(["attack", "defence"]), st.integers(0, 9)).map(Values)
unit_edits = st.builds(
    lambda key, some, gone: ChangeUnits("", {OobRef("counters", key): None if gone else Counter("abc"[key - 1], "de", some)}),
    st.integers(1, 3),
    values,
    st.booleans(),
)
spots = st.sampled_from([Hex(0, 0), Hex(1, 1), "Off map"])
piece_edits = st.builds(
    lambda some, marks: ChangePieces("", FILE, some, marks),
    st.dictionaries(ids, st.none() | st.builds(Piece, spots, st.integers(0, 3)), max_size=3),
    st.dictionaries(spots, st.sampled_from([(), (Mark("smoke"),)]), max_size=2),
)
scenario_edits = st.sampled_from([None, SCENARIO, Scenario("Other"), Scenario("Other", start=START)]).map(
    lambda some: ChangeScenario("", FILE, some)
)
edits = st.lists(unit_edits | piece_edits | scenario_edits, max_size=6)


@given(edits)
def test_what_was_touched_restates_every_change(steps: list[Edit]) -> None:
    work = WORK
    for edit in steps:
        before, touched = work, edit.touched(work)
        work = edit.apply(work)
        assert bool(touched) == (work.box != before.box)
        brought = before
        for each in restated(work, touched):
            brought = each.apply(brought)
        assert brought.box == work.box
        back = work
        for each in restated(before, touched):
            back = each.apply(back)
        assert back.box == before.box


@given(edits)
def test_the_recovery_log_gives_back_every_edit_and_every_box(steps: list[Edit]) -> None:
    work = WORK
    for edit in steps:
        read = decode(json.loads("".join(pieces((edit,)))))
        assert read == (edit,)
        work = edit.apply(work)
    box = decode(json.loads("".join(pieces(work.box))))
    assert box == work.box and box.oob.counters.keys == work.box.oob.counters.keys


def test_removed_counters_leave_every_scenario_and_what_they_carried_stands_on_its_own() -> None:
    edit = removed(WORK.box, [OobRef("counters", 1)])
    after = edit.apply(WORK).box
    assert [each.id for each in after.oob.counters] == ["b"]
    assert after.scenarios[FILE].set_ups == (SetUp(("b",)),)
    assert dict(after.scenarios[FILE].start.pieces) == {"b": Piece(Hex(0, 0), 1)}


def test_removed_counters_are_named_nowhere_and_what_else_is_said_stays() -> None:
    # A load whose carrier is in play no more, a rally point of a counter, a row for nobody, a formation with a counter's id.
    start = Deployment().with_pieces({"b": Piece(Hex(0, 0), on="a")})
    sheet = OpSheet("1", "de", "Attack", ("a", "b"), (("a", Hex(0, 0)), ("b", Hex(1, 1))))
    scenario = Scenario("First", set_ups=(SetUp(), SetUp(("a",))), arrivals=(Arrival(()),), sheets=(sheet,), start=start)
    work = Work(WORK.box.with_scenarios({FILE: scenario}))
    after = removed(work.box, [OobRef("counters", 1)]).apply(work).box.scenarios[FILE]
    assert dict(after.start.pieces) == {"b": Piece(Hex(0, 0))}
    assert (after.set_ups, after.arrivals) == ((SetUp(),), (Arrival(()),))
    assert after.sheets == (OpSheet("1", "de", "Attack", ("b",), (("b", Hex(1, 1)),)),)
    named = work.box.with_oob(replace(OOB, formations=Items([Formation("a", "Battalion", "de")])))
    after = removed(named, [OobRef("counters", 1)]).apply(Work(named)).box.scenarios[FILE]
    assert after.set_ups == scenario.set_ups and after.sheets == scenario.sheets
    assert dict(after.start.pieces) == {"b": Piece(Hex(0, 0))}


def test_texts_of_units_are_whole() -> None:
    made = ChangeUnits("", {OobRef("counters", 9): Counter("x", "de", Values(name="Hill \ud800"), Values(name="\ud83c\udf32"))})
    counter = made.items[OobRef("counters", 9)]
    assert isinstance(counter, Counter) and counter.back is not None
    assert (counter.values["name"], counter.back["name"]) == ("Hill \ufffd", "🌲")


@pytest.mark.parametrize("file", ["other.scenario.yaml", ""])
def test_pieces_of_a_scenario_that_is_not_there_change_nothing(file: str) -> None:
    edit = ChangePieces("", file, {"a": None})
    assert edit.apply(WORK) == WORK and not edit.touched(WORK)


def test_an_edit_of_what_is_kept_changes_what_one_that_looks_it_through_does() -> None:
    counter = WORK.box.oob.counter("a")
    assert counter is not None
    items = {OobRef("counters", 1): replace(counter, note="Seen"), OobRef("counters", 2): None}
    made, kept = ChangeUnits("Change", items), ChangeUnits.as_kept("Change", items)
    assert made == kept
    assert (made.apply(WORK), made.touched(WORK)) == (kept.apply(WORK), kept.touched(WORK))
