"""The op sheets of a document: which one is in hand, what it is called, who is on it, and what every change of it writes."""

from dataclasses import replace

import pytest

from app.documents.orders import Orders
from core.files.measure_files import load_measures, load_motifs
from core.model.graphics import Measure
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Side
from core.model.orders import OpSheet
from core.model.scenario import Scenario
from tests.app.documents.combat_bench import FILE, made_up

KINDS = load_measures().kinds
OBJECTIVE = KINDS["objective"]
LINE = Measure("phase-line", ((1.0, 1.0), (3.0, 1.0)), "Trout")


@pytest.fixture
def document(qapp):
    """A document with a battalion of two companies, of which the second has two units."""
    document = made_up()
    formations = [
        Formation("b", "1st Battalion", "red"),
        Formation("a", "A", "red", parent="b"),
        Formation("c", "C", "red", parent="b"),
    ]
    counters = [
        *(Counter(id_, "red", formation=home) for id_, home in (("a1", "a"), ("c1", "c"), ("c2", "c"))),
        Counter("x1", "blue"),
    ]
    oob = Oob(Items([Side("red", "Red"), Side("blue", "Blue")]), Items(formations), Items(counters))
    box = document.box.with_oob(oob).with_scenarios({FILE: Scenario("A", sheets=(OpSheet("Fish", "red", "Attack"),))})
    document.work = replace(document.work, box=box)
    return document


@pytest.fixture
def orders(document):
    orders = Orders(document)
    orders.learn(load_measures(), load_motifs().values())
    return orders


def test_the_first_sheet_is_in_hand_until_another_is_chosen(orders):
    assert orders.sheet.id == "Fish"
    orders.add("blue", "Move")
    assert orders.sheet.side == "blue" and orders.sheet.status == "implemented", "those of a scenario are in force"
    orders.choose("Fish")
    assert orders.sheet.id == "Fish"


def test_without_a_scenario_nothing_can_be_written(document, orders):
    document.show_scenario("")
    assert orders.sheets == () and orders.add("red", "Move") is None and not document.undo_stack.canUndo()


def test_a_formation_stands_for_its_units_when_all_of_it_is_named(orders):
    assert orders.gathered(["c1", "a1", "c2"]) == ("b",)
    assert orders.gathered(["c2", "c1", "x1"]) == ("c", "x1")
    assert orders.gathered(["c1"]) == ("c1",)
    assert orders.gathered([]) == ()


def test_a_measure_is_drawn_changed_and_erased_each_as_one_step(document, orders):
    assert orders.draw(LINE) and orders.measure == LINE
    assert document.undo_stack.undoText() == "Draw phase line"
    moved = replace(LINE, text="Bass")
    assert orders.draw(moved, 0) and orders.measure == moved
    assert document.undo_stack.undoText() == "Change phase line"
    assert orders.erase(0) and orders.measure is None and orders.sheet.measures == ()
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert orders.sheet.measures == (LINE,)
    document.undo_stack.undo()
    assert orders.sheet.measures == () and orders.picked is None
    assert not orders.erase(0), "nothing is there"


def test_a_sheet_keeps_its_hand_when_it_is_renamed_and_goes_when_it_is_thrown_away(document, orders):
    assert orders.rename(orders.sheet, "Salmon")
    assert [each.id for each in orders.sheets] == ["Salmon"] and orders.sheet.id == "Salmon"
    assert orders.remove(orders.sheet) and orders.sheet is None
    document.undo_stack.undo()
    assert orders.sheet.id == "Salmon"


def test_names_of_a_sheet_are_of_one_motif_and_none_stands_twice(orders):
    fish, second = orders.motifs[0], orders.motifs[1]
    assert orders.suggested_name(OBJECTIVE) == fish.names[0]
    orders.draw(replace(LINE, text=fish.names[0]))
    assert orders.suggested_name(OBJECTIVE) == fish.names[1]
    orders.add("blue", "Move")
    assert orders.suggested_name(OBJECTIVE) == second.names[0], "another sheet has another motif"
    orders.draw(replace(LINE, text=fish.names[1]))
    assert orders.suggested_name(OBJECTIVE) == fish.names[2]


def test_positions_are_numbered_and_what_seldom_has_a_name_gets_none(orders):
    position, point = KINDS["battle-position"], KINDS["target-reference-point"]
    assert orders.suggested_name(position) == "1"
    for text in ("1", "3"):
        orders.draw(Measure("battle-position", LINE.points, text))
    assert orders.suggested_name(position) == "2" and orders.suggested_name(point) == "1", "each kind by itself"
    assert orders.suggested_name(OBJECTIVE) == orders.motifs[0].names[0], "a number is of no motif"
    assert {orders.suggested_name(KINDS[each]) for each in ("line-of-departure", "screen", "boundary")} == {""}


def test_ids_of_new_sheets_are_free(orders):
    made = [orders.add("red", "Move").id for _ in range(3)]
    assert len({*made, "Fish"}) == 4


def test_who_listens_hears_of_sheets_and_not_of_other_edits(document, orders):
    heard = []
    orders.changed.connect(lambda: heard.append(orders.picked))
    orders.draw(LINE)
    assert heard
    heard.clear()
    document.set_method("heads")
    assert not heard
