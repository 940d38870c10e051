from types import MappingProxyType

import pytest

from app.documents.document import Document
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.deployment import Piece
from core.model.edits.edit import Aspect
from core.model.edits.force_edits import ChangePieces, ChangeUnits
from core.model.edits.oob_edits import removed
from core.model.items import Items
from core.model.maps import Grid, MapSheet
from core.model.oob import Counter, Oob, OobRef, Side, Values
from core.model.scenario import Scenario

FIRST, SECOND = "a.scenario.yaml", "b.scenario.yaml"


@pytest.fixture
def document(qapp):
    sheet = MapSheet("A", Grid(5, 5, Numbering("{column:02}.{row:02}", 5, 5)))
    oob = Oob(Items([Side("de", "Germans")]), counters=Items([Counter("a", "de"), Counter("b", "de"), Counter("c", "de")]))
    scenarios = MappingProxyType({FIRST: Scenario("First"), SECOND: Scenario("Second")})
    return Document(GameBox("Test", "", (PlacedSheet(sheet, SheetFrame.place("odd")),), oob=oob, scenarios=scenarios))


def heard(signal):
    calls = []
    signal.connect(lambda *given: calls.append(given))
    return calls


def test_units_join_the_selection_and_leave_it(document):
    changes = heard(document.units.changed)
    document.units.set(["a", "b"])
    document.units.toggle(["c"])
    assert document.units.ids == ("a", "b", "c")
    document.units.toggle(["a", "c"])
    assert document.units.ids == ("b",) and "a" not in document.units
    document.units.set(["b"])
    assert len(changes) == 3


def test_seeking_selects_and_tells_where_to_look(document):
    sought = heard(document.units.sought)
    document.units.seek(["b"])
    assert document.units.ids == ("b",) and sought == [(("b",),)]


def test_removed_units_leave_the_selection(document):
    document.units.set(["a", "b"])
    document.do(removed(document.box, [document.box.oob.ref("counters", "a")]))
    assert document.units.ids == ("b",)


@pytest.mark.parametrize(
    "edit",
    [
        ChangeUnits("Rename", {OobRef("counters", 1): Counter("a", "de", Values(name="A"))}),
        ChangePieces("Move", FIRST, {"a": Piece(Hex(1, 1))}),
    ],
)
def test_a_change_of_a_selected_unit_is_told_and_of_another_is_not(document, edit):
    document.units.set(["b"])
    changes = heard(document.units.changed)
    document.do(edit)
    assert not changes
    document.undo_stack.undo()
    document.units.set(["a"])
    document.undo_stack.redo()
    assert len(changes) == 2


def test_the_scenario_that_is_shown_is_no_step_of_the_history_and_undo_shows_where_it_happens(document):
    told = heard(document.changed)
    document.show_scenario(FIRST)
    assert document.undo_stack.count() == 0 and told[-1][0].aspects == {Aspect.SCENARIO}
    document.do(ChangePieces("Move", FIRST, {"a": Piece(Hex(1, 1))}))
    document.show_scenario(SECOND)
    assert not document.work.deployment
    document.undo_stack.undo()
    assert document.state.scenario == FIRST and Aspect.SCENARIO in told[-1][0].aspects
    document.undo_stack.redo()
    assert document.work.deployment.pieces["a"] == Piece(Hex(1, 1))
