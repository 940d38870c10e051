"""Cells of a table of counters: what is shown is read again as it was, what is wrong is said, and columns sort by worth."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.forces import RULESETS, oobs

from core.interop.counter_cells import choices_of, held_fault, is_carried, is_flag, natural, sort_key, with_cell
from core.interop.counter_csv import Column, cell_text, csv_columns
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Side, Values
from core.rules.kernel.cells import Fault

SCS = RULESETS["scs-1.6"]
OOB = Oob(
    Items([Side("blue", "Blue"), Side("red", "Red Army")]),
    Items([Formation("1-bde", "1st Brigade", "blue"), Formation("2-bde", "1st Brigade", "red")]),
    Items([Counter("a", "blue", Values({"piece.kind": "combat", "attack": Fraction(4)}), None, "1-bde")]),
)
A = OOB.counters[0]
COLUMNS = {column.heading: column for column in csv_columns(OOB, SCS)}


def typed(heading, text, counter=A, oob=OOB):
    return with_cell(COLUMNS[heading], counter, text, oob, SCS)


def test_a_back_that_is_named_with_a_dash_is_typed_with_one_more():
    named = replace(A, back=Values({"piece.name": "-"}))
    column = next(each for each in csv_columns(replace(OOB, counters=Items([named])), SCS) if each.heading == "back:piece.name")
    assert cell_text(column, named) == "--"
    assert with_cell(column, A, "--", OOB, SCS).back == Values({"piece.name": "-"})
    assert with_cell(column, A, "-", OOB, SCS).back == Values({"piece.name": ""})


def fault(heading, text, counter=A):
    made = typed(heading, text, counter)
    assert isinstance(made, Fault), made
    return made.text


@given(st.data(), st.sampled_from(sorted(RULESETS)))
@settings(max_examples=60)
def test_what_a_cell_shows_can_be_typed_into_an_empty_one(data, series):
    ruleset = RULESETS[series]
    oob = data.draw(oobs(ruleset))
    for column in csv_columns(oob, ruleset):
        for counter in oob.counters:
            text = cell_text(column, counter)
            assert with_cell(column, counter, text, oob, ruleset) is counter
            if column.part in ("value", "back-value", "copies", "note", "back"):
                made = with_cell(column, Counter("new", ""), text, oob, ruleset)
                # What the ruleset does not allow may be in a box all the same, and is then said of what is held.
                assert isinstance(made, Fault) == (held_fault(column, counter) is not None)
                assert isinstance(made, Fault) or cell_text(column, made) == text


@given(st.lists(st.text(alphabet="aB1 20/.-", max_size=6)))
def test_names_sort_by_the_numbers_in_them(names):
    assert sorted(names, key=natural) == sorted(sorted(names), key=natural) or len({*map(natural, names)}) < len(names)
    assert natural("A/10") > natural("a/9") and natural("") < natural("a")


def test_sides_and_formations_are_named_by_id_or_name():
    assert typed("side", "red army").side == "red"
    assert typed("formation", "1ST BRIGADE").formation == "1-bde"
    assert typed("formation", "1st brigade", replace(A, side="red", formation="")).formation == "2-bde"
    homeless = replace(A, side="", formation="")
    assert (typed("formation", "2-bde", homeless).side, typed("formation", "2-bde", homeless).formation) == ("red", "2-bde")
    assert fault("formation", "1st brigade", homeless).startswith('There is no formation "1st brigade".')
    assert typed("side", "").side == "" and typed("formation", " ").formation == ""
    assert fault("side", "rad") == 'There is no side "rad". Did you mean "Red Army"?'
    assert "no formations yet" in with_cell(COLUMNS["formation"], A, "x", Oob(), SCS).text


def test_an_id_never_changes():
    assert typed("id", " a ") == A
    assert "never changes" in fault("id", "b")


def test_copies_and_backs_are_read_like_other_values():
    assert typed("copies", "12").copies == 12 and typed("copies", "").copies == 1
    assert fault("copies", "0").startswith("Copies must be a whole number from 1 to")
    assert typed("back", "yes").back == Values() and typed("back", "no").back is None
    assert "yes or no" in fault("back", "perhaps")


def test_a_value_on_the_back_makes_a_back_and_an_empty_one_does_not():
    assert typed("back:attack", "2").back == Values({"attack": Fraction(2)})
    assert typed("back:attack", "").back is None
    assert typed("back:attack", "-").back == Values({"attack": ""})
    assert typed("back:attack", "", typed("back:attack", "2")).back == Values()
    assert "must be" in fault("back:attack", "x")


def test_looks_are_those_of_the_series():
    assert typed("look", "artillery").look == "artillery" and typed("look", "").look == ""
    assert typed("look", SCS.looks["artillery"].title.upper()).look == "artillery"
    assert fault("look", "artilery") == 'There is no look "artilery". Did you mean "artillery"?'
    assert with_cell(COLUMNS["look"], A, "any", OOB, None).look == "any"


@pytest.mark.parametrize(
    ("text", "sidc"),
    [
        ("10031000151211020000", "10031000151211020000"),
        ("1003 1000 1512 1102 0000", "10031000151211020000"),
        ("armoured infantry company", "10031000151211020000"),
        ("", ""),
    ],
)
def test_symbols_are_codes_or_words(text, sidc):
    assert typed("sidc", text).sidc == sidc


def test_what_is_no_symbol_is_said():
    assert "has 5 digits" in fault("sidc", "12345")
    assert fault("sidc", "infantri").startswith('There is no symbol for "infantri".')
    assert typed("sidc", "x", replace(A, sidc="x")).sidc == "x"


def test_what_a_kind_does_not_print_is_told_by_its_column():
    assert is_carried(COLUMNS["attack"], "combat") and not is_carried(COLUMNS["attack"], "air")
    assert is_carried(COLUMNS["attack"], "") and is_carried(COLUMNS["side"], "air")
    assert is_flag(COLUMNS["back"]) and is_flag(COLUMNS["exploitation"]) and not is_flag(COLUMNS["attack"])


def test_choices_are_sides_formations_of_the_side_looks_and_words():
    def words(heading, counter=A):
        return [word for word, _ in choices_of(COLUMNS[heading], counter, OOB, SCS)]

    assert words("side") == ["blue", "red"]
    assert words("formation") == ["", "1-bde"] and words("formation", replace(A, side="")) == ["", "1-bde", "2-bde"]
    assert "artillery" in words("look") and "combat" in words("piece.kind") and words("attack") == []
    assert choices_of(COLUMNS["look"], A, OOB, None) == ()


def test_a_value_of_another_ruleset_is_said():
    odd = replace(A, values=A.values.set("attack", "strong"))
    assert held_fault(COLUMNS["attack"], odd) is not None and held_fault(COLUMNS["attack"], A) is None
    assert held_fault(COLUMNS["side"], A) is None and held_fault(COLUMNS["back:attack"], A) is None


def test_columns_sort_by_worth_and_empty_cells_come_last():
    def order(column, held):
        counters = [Counter(str(n), "blue", Values({column.value: each} if each != "" else {})) for n, each in enumerate(held)]
        return [held[int(each.id)] for each in sorted(counters, key=lambda each: sort_key(column, each))]

    assert order(COLUMNS["attack"], [Fraction(10), "", Fraction(5, 2), 9]) == [Fraction(5, 2), 9, Fraction(10), ""]
    kinds = [word for word, _ in next(value for value in SCS.values if value.role == "kind").choices]
    assert order(COLUMNS["piece.kind"], [*reversed(kinds), "odd"]) == [*kinds, "odd"]
    assert order(Column("value", "x"), ["b", "A/10", "a/9", True]) == [True, "a/9", "A/10", "b"]
    assert sort_key(COLUMNS["copies"], A) < sort_key(COLUMNS["copies"], replace(A, copies=2))
    assert sort_key(COLUMNS["back:attack"], A)[0] == 2
