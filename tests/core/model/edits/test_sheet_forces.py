"""Sheets moved, cut and taken out: what scenarios say of hexes follows them, or goes and is told."""

from dataclasses import replace

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st
from oracles.forces import boxes

from core.base.errors import WrongUse
from core.files.box_files import load_box, write_box
from core.model.box import GameBox
from core.model.deployment import Deployment, Mark, Piece
from core.model.edits.map_edits import restated
from core.model.edits.sheet_edits import remove_sheet, resize_sheet
from core.model.items import Items
from core.model.new_map import NewMap
from core.model.oob import Counter, Oob, Side
from core.model.orders import OpSheet
from core.model.placing import EDGES
from core.model.scenario import Arrival, Scenario, SetUp, Victory
from core.model.work import Work

FILE, PLAN = "b.map.yaml", "dawn.scenario.yaml"


def game() -> GameBox:
    """Maps A and B side by side; in each one unit, one of which on map B carries another."""
    box = NewMap("t", ruleset="tcs-4.01", columns=6, rows=6, across=2).box()
    west, east = box.hex("A03.03"), box.hex("B01.02")
    pieces = {"w": Piece(west), "e": Piece(east), "load": Piece(east, on="e"), "away": Piece("Pool")}
    start = Deployment().with_pieces(pieces)
    start = start.with_marks({east: (Mark("minefield", "red"),), west: (Mark("smoke"),)})
    scenario = Scenario(
        "Dawn",
        set_ups=(SetUp(("e",), hexes=(east,), within=2), SetUp(("w",), hexes=(west, east)), SetUp(("away",), box="Pool")),
        arrivals=(Arrival(("w",), 2, (east, west)),),
        victory=(Victory("Hold it.", hexes=(east,)),),
        sheets=(OpSheet("1", "red", "Attack", ("w",), (("w", west), ("e", east)), mines=(west, east)),),
        off_map=("Pool",),
        start=start,
    )
    oob = Oob(Items([Side("red", "Red")]), counters=Items(Counter(id_, "red") for id_ in ("w", "e", "load", "away")))
    return replace(box, oob=oob, scenarios={PLAN: scenario})


def said(box: GameBox) -> tuple[object, ...]:
    """All that the scenario says of hexes, by the numbers that are printed in them."""
    plan = box.scenarios[PLAN]

    def labels(hexes) -> list[str]:
        return [box.label(place) for place in hexes]

    return (
        [labels(each.hexes) for some in (plan.set_ups, plan.arrivals, plan.victory) for each in some],
        [[(name, box.label(place)) for name, place in each.rally] for each in plan.sheets],
        [labels(each.mines) for each in plan.sheets],
        {id_: p.at if isinstance(p.at, str) else box.label(p.at) for id_, p in plan.start.pieces.items()},
        {box.label(spot): marks for spot, marks in plan.start.marks.items()},
    )


@pytest.mark.parametrize("steps", [3, 1, -2])
def test_units_and_all_that_is_said_of_hexes_follow_a_map_that_moves(steps) -> None:
    box = game()
    resized = resize_sheet(box, "a.map.yaml", "right", steps)
    after = resized.edit.apply(Work(box)).box
    assert after.sheet(FILE).frame != box.sheet(FILE).frame
    assert said(after) == said(box)
    assert not resized.left


def test_hexes_keep_what_is_said_of_them_when_they_get_other_numbers() -> None:
    box = game()
    after = resize_sheet(box, FILE, "left", 1).edit.apply(Work(box)).box
    pieces = {id_: each.at if isinstance(each.at, str) else after.label(each.at)
              for id_, each in after.scenarios[PLAN].start.pieces.items()}  # fmt: skip
    assert pieces == {"w": "A03.03", "e": "B02.02", "load": "B02.02", "away": "Pool"}


def test_what_stands_on_a_map_that_is_taken_out_goes_and_the_rest_stays(tmp_path) -> None:
    box = game()
    edit = remove_sheet(box, FILE)
    assert edit.label == "Remove map B and what stands there: 2 units, 1 marker, 1 set-up and 5 hexes of scenarios"
    after = edit.apply(Work(box))
    plan = after.box.scenarios[PLAN]
    west = box.hex("A03.03")
    assert dict(plan.start.pieces) == {"w": Piece(west), "away": Piece("Pool")}
    assert dict(plan.start.marks) == {west: (Mark("smoke"),)}
    assert [each.hexes for each in plan.set_ups] == [(west,), ()]
    assert plan.arrivals[0].hexes == (west,)
    assert plan.sheets[0].rally == (("w", west),) and plan.sheets[0].mines == (west,)
    # It is undone and heard of by others like any other change, and nothing of it is unreadable in its file.
    before = Work(box)
    for each in restated(after, edit.touched(before)):
        before = each.apply(before)
    assert before.box.scenarios == after.box.scenarios
    write_box(tmp_path, after.box)
    loaded = load_box(tmp_path)
    assert [issue.text for issue in loaded.issues] == []
    assert loaded.box.scenarios == after.box.scenarios


def test_units_on_hexes_that_are_cut_off_go_and_are_told() -> None:
    box = game()
    resized = resize_sheet(box, FILE, "left", -1)
    assert set(resized.left.counters) == {"e", "load"}
    after = resized.edit.apply(Work(box)).box
    # Map A has moved onto the hexes that are gone, and its units with it.
    pieces = after.scenarios[PLAN].start.pieces
    assert set(pieces) == {"w", "away"}
    assert after.label(pieces["w"].at) == "A03.03"


@given(boxes(), st.sampled_from(["a.map.yaml", FILE]), st.sampled_from(EDGES), st.integers(-2, 2).filter(bool))
def test_whatever_is_said_of_a_hex_is_said_of_the_same_printed_one_or_has_gone(box, file, edge, steps) -> None:
    try:
        resized = resize_sheet(box, file, edge, steps)
    except WrongUse:
        reject()
    after = resized.edit.apply(Work(box)).box
    shift = steps if edge in ("left", "below") else 0
    gone = set()
    for name, plan in box.scenarios.items():
        made = after.scenarios[name]
        for id_, piece in plan.start.pieces.items():
            if isinstance(piece.at, str):
                assert made.start.pieces[id_].at == piece.at
            elif id_ in made.start.pieces:
                then, now = box.prints(piece.at), after.prints(made.start.pieces[id_].at)
                by = (shift, 0) if edge in ("left", "right") else (0, shift)
                there = {(each.file, (cell[0] + by[0], cell[1] + by[1]) if each.file == file else cell) for each, cell in then}
                assert there & {(each.file, cell) for each, cell in now}
            else:
                gone.add(id_)
    assert gone <= set(resized.left.counters)
