"""The model of the units grid by itself: every text is in the box or beside it, undo leads back, and rows follow the box."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.dialogs.units.model import MARK_ROLE, UnitsModel
from app.dialogs.units.writing import duplicates, empty_counters, missing_names, told_of, with_symbols
from app.documents.document import Document
from core.files.ruleset_files import load_ruleset
from core.interop.counter_csv import cell_text
from core.model.edits.force_edits import ChangeUnits
from core.model.items import Items
from core.model.new_map import NewMap
from core.model.oob import Counter, Formation, Oob, OobRef, Side, Values

SCS = load_ruleset("scs-1.6")
OOB = Oob(
    Items([Side("blue", "Blue"), Side("red", "Red")]),
    Items([Formation("1-bde", "1st Brigade", "blue")]),
    Items(
        [
            Counter("a", "blue", Values({"piece.kind": "combat", "piece.name": "A", "attack": 4}), None, "1-bde"),
            Counter("b", "blue", Values({"piece.kind": "combat", "piece.name": "B", "attack": 10})),
            Counter("c", "red", Values({"piece.kind": "artillery", "piece.name": "C", "barrage": 3})),
        ]
    ),
)
HEADINGS = ("side", "formation", "piece.kind", "piece.name", "attack", "barrage", "copies", "look", "sidc", "note", "back")
TEXTS = ("", "4", "2,5", "x", "blue", "red", "1-bde", "combat", "artillery", "air", "yes", "infantry", "-1")


@pytest.fixture
def model(qapp):
    return a_model()


def a_model(oob=OOB, ruleset=SCS):
    document = Document(NewMap("t", columns=3, rows=3).box().with_oob(oob), ruleset)
    return UnitsModel(document)


WRITES = st.dictionaries(
    st.tuples(st.integers(1, 3), st.sampled_from(HEADINGS)), st.sampled_from(TEXTS), min_size=1, max_size=5
)


@given(st.lists(WRITES, max_size=6))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_text_is_in_the_box_or_beside_it_and_undo_leads_back(qapp, writes):
    model = a_model()
    for cells in writes:
        model.write("x", cells)
        for at, text in cells.items():
            counter, column = model.oob.counters.get(at[0]), model.rows.columns[at[1]]
            if at in model.wrong:
                assert model.wrong[at].text == text and model.wrong[at].reason
                assert model.wrong[at].was == cell_text(column, counter)
            elif text.strip():
                again = UnitsModel(model.document)
                again.write("x", {at: text})
                assert not again.wrong and again.oob.counters.get(at[0]) == counter
    for _ in range(2 * len(writes)):
        model.undo()
    assert model.oob == OOB and not model.wrong


def test_a_value_that_a_kind_does_not_print_is_kept_with_a_doubt(model):
    model.write("x", {(1, "piece.kind"): "artillery"})
    column = model.column_of("attack")
    index = model.index(0, column)
    assert index.data(MARK_ROLE) == "warning" and index.data() == "4"
    model.write("x", {(1, "attack"): ""})
    assert model.column_of("attack") >= 0 and model.index(0, model.column_of("attack")).data(MARK_ROLE) == "grey"


def test_a_text_for_a_value_that_a_kind_does_not_print_is_wrong(model):
    model.write("x", {(3, "attack"): "5"})
    assert [held.reason for held in model.wrong.values()] == ["Artillery does not print Attack strength."]


def test_the_kind_is_read_before_what_depends_on_it(model):
    model.write("x", {(3, "attack"): "5", (3, "piece.kind"): "combat", (3, "barrage"): ""})
    assert not model.wrong and model.oob.counter("c").values["attack"] == 5


def test_sides_and_formations_that_are_not_there_are_marked(model):
    lost = replace(OOB.counter("b"), side="green", formation="9-bde")
    odd = replace(OOB.counter("c"), formation="1-bde")
    made = {OobRef("counters", 2): lost, OobRef("counters", 3): odd}
    model.document.do(ChangeUnits("x", made))
    side, formation = model.column_of("side"), model.column_of("formation")
    assert model.index(1, side).data(MARK_ROLE) == "error" and model.index(1, formation).data(MARK_ROLE) == "error"
    assert model.index(2, formation).data(MARK_ROLE) == "warning"


def test_rows_follow_the_box_whatever_is_sought_and_sorted(model):
    model.set_filter("side:blue")
    assert model.keys == [1, 2]
    model.sort(model.column_of("attack"))
    model.document.do(ChangeUnits("x", {OobRef("counters", 4): Counter("d", "red"), OobRef("counters", 1): None}))
    assert model.keys == [2, 4]
    model.document.undo_stack.undo()
    assert set(model.keys) == {1, 2}


def test_sorting_is_stable_and_empty_cells_come_last_both_ways(model):
    from PySide6.QtCore import Qt

    column = model.column_of("attack")
    model.sort(column)
    assert model.keys == [1, 2, 3]
    model.sort(column, Qt.SortOrder.DescendingOrder)
    assert model.keys == [2, 1, 3]
    model.sort(model.column_of("side"))
    assert model.keys == [2, 1, 3]
    model.sort(-1)
    assert model.keys == [1, 2, 3]


def test_a_counter_that_is_gone_takes_its_wrong_texts_with_it_until_it_is_back(model):
    model.write("x", {(2, "attack"): "many"})
    model.remove([1])
    assert not model.wrong_cells
    model.undo()
    assert [held.text for held in model.wrong_cells.values()] == ["many"]


def test_duplicates_have_ids_and_nothing_else_of_their_own(model):
    made = duplicates([OOB.counter("a"), replace(OOB.counter("a"), id="a-1")], OOB)
    assert [each.id for each in made.values()] == ["a-2", "a-3"]
    assert all(replace(each, id="a") == OOB.counter("a") for each in made.values())


def test_new_counters_are_like_the_current_one():
    made = list(empty_counters(2, OOB, OOB.counter("a"), SCS).values())
    assert all((each.side, each.formation, dict(each.values)) == ("blue", "1-bde", {"piece.kind": "combat"}) for each in made)
    alone = Oob(Items([Side("blue", "Blue")]))
    assert next(iter(empty_counters(1, alone, None, SCS).values())).side == "blue"
    assert next(iter(empty_counters(1, OOB, None, None).values())).side == ""


def test_names_that_are_not_there_are_made_once_for_each_side(model):
    cells = {
        (1, "side"): "Green",
        (2, "side"): "green",
        (1, "formation"): "2nd",
        (2, "formation"): "2nd",
        (3, "formation"): "2nd",
    }
    model.write("x", cells)
    made, taken = missing_names(model.oob, model.wrong_cells)
    assert [(item.name, getattr(item, "side", "")) for item in made.values()] == [
        ("Green", ""),
        ("2nd", "green"),
        ("2nd", "red"),
    ]
    assert set(taken) == set(cells)
    model.make_names()
    assert not model.wrong and {each.side for each in model.oob.counters} == {"green", "red"}
    formations = [model.oob.formation(each.formation) for each in model.oob.counters]
    assert [(each.name, each.side) for each in formations] == [("2nd", "green"), ("2nd", "green"), ("2nd", "red")]
    model.undo()
    assert len(model.wrong) == 5 and len(model.oob.sides) == 2


def test_a_formation_that_is_made_shows_what_its_counters_are_and_the_size_in_its_name():
    from core.model.symbol_table import describe, read_sidc

    tcs = load_ruleset("tcs-4.01")
    oob = Oob(
        Items([Side("blue", "Blue")]),
        counters=Items(Counter(f"p{n}", "blue", Values({"piece.kind": "infantry"}), formation="b") for n in range(3)),
    )
    made = {OobRef("formations", 1): Formation("b", "2nd Battalion", "blue"), OobRef("sides", 2): Side("red", "Red")}
    shown = with_symbols(oob.with_items(made), tcs, made)
    assert shown[OobRef("sides", 2)] == Side("red", "Red")
    assert describe(read_sidc(shown[OobRef("formations", 1)].sidc).sidc) == "infantry battalion"


def test_every_cell_has_words_for_those_who_do_not_see_it(model):
    from PySide6.QtCore import Qt

    role = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(0, model.column_of("attack")).data(role) == "A, Attack strength, 4"
    assert "does not print" in model.index(2, model.column_of("attack")).data(role)
    assert model.headerData(0, Qt.Orientation.Horizontal, role) == "Id, Counter"
    assert "Rule" in model.headerData(model.column_of("attack"), Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)


def test_a_wrong_text_and_its_reason_are_told_once_and_in_one_kind_of_quotation_marks():
    assert (
        told_of("1/9", 'There is no formation "1/9". Did you mean "1/8"?') == "There is no formation “1/9”. Did you mean “1/8”?"
    )
    assert told_of("", "A name must have letters.") == "“”. A name must have letters."
