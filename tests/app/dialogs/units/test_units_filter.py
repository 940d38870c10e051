"""What is typed to find counters, against a plain reading of every cell."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.dialogs.units.columns import grid_columns, group_words, kind_words, title_of
from app.dialogs.units.filter import column_words, read_filter
from core.files.ruleset_files import load_ruleset
from core.interop.counter_csv import cell_text, csv_columns
from core.model.items import Items
from core.model.oob import Counter, Oob, Side, Values
from core.rules.kernel.counter_values import CounterValue

TCS = load_ruleset("tcs-4.01")
OOB = Oob(Items([Side("de", "German")]))
COLUMNS = csv_columns(OOB, TCS)
WORDS = column_words(COLUMNS, title_of)


def counter(id_="a", **values):
    return Counter(id_, "de", Values({key.replace("__", "."): value for key, value in values.items()}))


def shows(typed, held, text=""):
    return read_filter(typed, WORDS, lambda column, _: "German" if column.part == "side" else "").shows(held, text)


@pytest.mark.parametrize(
    ("typed", "fits"),
    [
        ("", True),
        ("grena", True),
        ('"2nd company"', True),
        ('"2nd', True),
        ("9 grena", True),
        ("panzer", False),
        ("steps:4", True),
        ("steps:>4", False),
        ("steps:>=4", True),
        ("steps:<5 side:de", True),
        ("STEPS:=4", True),
        ("fire.range:-", True),
        ("steps:-", False),
        ("side:german", True),
        ("side:us", False),
        ("kind:machine_guns", True),
        ('kind:"machine guns"', True),
        ("kind:guns", True),
        ("kind:achine", False),
        ("designation:gren", True),
        ("strength:2", True),
        ("steps:", True),
    ],
)
def test_words_mean_what_they_say(typed, fits):
    held = counter(piece__kind="machine_guns", piece__name="9/Gren", steps=4, fire__strength=2)
    assert shows(typed, held, "9/grenadiers\n2nd company") is fits


def test_a_column_that_is_not_there_is_said_and_sought_as_it_stands():
    found = read_filter("stepps:4", WORDS, lambda *_: "")
    assert found.faults == ('There is no column "stepps". Did you mean "steps"?',)
    assert found.shows(counter(), "x stepps:4") and not found.shows(counter(), "steps")


@given(st.integers(-3, 12), st.sampled_from(["<", "<=", ">", ">=", "=", ""]), st.integers(0, 9))
def test_numbers_are_compared_by_their_worth(held, sign, limit):
    allowed = {"<": held < limit, "<=": held <= limit, ">": held > limit, ">=": held >= limit}.get(sign, held == limit)
    assert shows(f"steps:{sign}{limit}", counter(steps=held)) is allowed
    assert shows(f"copies:{sign}{limit}", Counter("a", "de", copies=max(held, 1))) is (
        {"<": max(held, 1) < limit, "<=": max(held, 1) <= limit, ">": max(held, 1) > limit, ">=": max(held, 1) >= limit}.get(
            sign, max(held, 1) == limit
        )
    )


@given(st.lists(st.text(alphabet="ab1 /", max_size=8), max_size=8), st.text(alphabet="ab1/", min_size=1, max_size=2))
def test_names_are_found_where_a_word_begins_so(names, wanted):
    column = WORDS["name"]
    found = [name for name in names if shows(f"name:{wanted}", counter(piece__name=name))]
    begins = rf"(?<![a-z0-9]){re.escape(wanted)}"
    if not re.fullmatch(r"-?\d+", wanted) or column.known.type == "word":
        assert found == [name for name in names if re.search(begins, cell_text(column, counter(piece__name=name)))]


def test_columns_are_those_of_the_kinds_in_view_with_what_all_print_in_front():
    def headings(kinds, held=(), back=False):
        return [column.heading for column in grid_columns(COLUMNS, TCS, kinds, held, back)]

    of_sortie = headings({"sortie"})
    assert of_sortie[:5] == ["id", "side", "formation", "piece.kind", "piece.name"]
    assert "sortie.kill_number" in of_sortie and "steps" not in of_sortie
    assert "steps" in headings({"sortie"}, {"steps"}) and "steps" in headings({"sortie", "infantry"})
    assert of_sortie[-4:] == ["copies", "look", "sidc", "note"]
    assert "back" in headings({"sortie"}, back=True)
    every = headings(())
    assert len(every) == len(set(every)) and set(every) >= {value.id for value in TCS.values if value.role != "formation"}


def test_values_that_nobody_knows_stand_below_a_heading_of_their_own():
    strange = csv_columns(Oob(counters=Items([counter(colour="red", size=Fraction(1, 2))])), None)
    columns = grid_columns(strange, None, (), ("colour",), False)
    assert [column.heading for column in columns if column.group == "Unknown to the ruleset"] == ["colour", "size"]


def test_groups_are_called_by_the_kinds_that_print_them():
    kinds = ("infantry", "machine_guns", "mortar", "vehicle", "carrier", "sortie")

    def words(*of):
        return group_words(CounterValue("x", "X", "whole", "", "", "", of=of), kinds)

    assert words() == "All kinds" and words(*kinds) == "All kinds"
    assert words("machine_guns", "mortar") == "Machine guns, mortar"
    assert words(*kinds[:-1]) == "All but sortie"
    assert group_words(CounterValue("x", "X", "whole", "", "", "", of=kinds[:4]), (*kinds, "barrage")) == (
        "Infantry, machine guns, mortar and 1 more"
    )
    assert words("air") == "No kind in view" and kind_words("at_gun") == "at gun"
