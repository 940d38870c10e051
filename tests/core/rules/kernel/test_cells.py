"""Cells: what may stand in one, what it means, and that nothing that is wrong becomes something near it."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import RULESETS, printed, rulesets, values_of

from core.model.oob import Values
from core.rules.kernel.cells import (
    Fault,
    carried,
    fault_of,
    in_role,
    kind_of,
    missing,
    name_of,
    plain_value,
    read_value,
    sound_values,
    value_text,
)
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.ruleset import Ruleset

WHOLE = CounterValue("steps", "Steps", "whole", "1", "steps", "", least=1, most=1200)
NUMBER = CounterValue("attack", "Attack strength", "number", "1", "points", "", least=0, most=99)
FREE = CounterValue("free", "Free number", "number", "1", "points", "")
CHOICE = CounterValue("class", "Class", "choice", "1", "class", "", choices=(("light_armour", ""), ("tank", "")))
FLAG = CounterValue("flak", "Flak", "flag", "1", "yes or no", "")
BOXES = CounterValue("boxes", "Morale boxes", "boxes", "1", "boxes", "")
WORD = CounterValue("name", "Designation", "word", "1", "name", "", role="name")


@given(st.data(), rulesets)
def test_the_text_of_a_value_reads_as_the_value(data: st.DataObject, ruleset: Ruleset) -> None:
    every = (*carried(ruleset.values), *ruleset.formation_values, *ruleset.side_values, BOXES, FREE)
    value = data.draw(st.sampled_from(every))
    held = data.draw(values_of(value))
    read = read_value(value, value_text(value, held))
    assert read == held
    assert type(read) is type(held)
    assert fault_of(value, held) is None


@pytest.mark.parametrize(
    ("value", "text", "read"),
    [
        (WHOLE, " 5 ", 5),
        (WHOLE, "5.0", 5),
        (WHOLE, "+5", 5),
        (NUMBER, "2,5", Fraction(5, 2)),
        (NUMBER, "2.50", Fraction(5, 2)),
        (NUMBER, ".5", Fraction(1, 2)),
        (NUMBER, "1 / 3", Fraction(1, 3)),
        (FREE, "−2", Fraction(-2)),
        (FREE, "-0,5", Fraction(-1, 2)),
        (CHOICE, "Light armour", "light_armour"),
        (CHOICE, "TANK", "tank"),
        (FLAG, "Yes", True),
        (FLAG, "0", False),
        (BOXES, " o  O 03 ", "o o 3"),
        (WORD, " A/1 ", "A/1"),
        (WORD, "4.10", "4.10"),
        (WORD, "  ", None),
        (WHOLE, "", None),
    ],
)
def test_what_people_and_spreadsheets_write_is_read(value: CounterValue, text: str, read: object) -> None:
    found = read_value(value, text)
    assert found == read
    assert type(found) is type(read)


@pytest.mark.parametrize(
    ("value", "text", "said"),
    [
        (WHOLE, "five", 'Steps must be a whole number from 1 to 1200, not "five".'),
        (WHOLE, "0", 'Steps must be a whole number from 1 to 1200, not "0".'),
        (WHOLE, "2.5", 'Steps must be a whole number from 1 to 1200, not "2.5".'),
        (WHOLE, "1,000", 'Steps must be a whole number from 1 to 1200, not "1,000"; write 1000 without a sign between.'),
        (NUMBER, "1/0", 'Attack strength must be a number from 0 to 99, not "1/0".'),
        (NUMBER, "1e3", 'Attack strength must be a number from 0 to 99, not "1e3".'),
        (NUMBER, "9" * 60, f'Attack strength must be a number from 0 to 99, not "{"9" * 40}…".'),
        (FREE, "nan", 'Free number must be a number, not "nan".'),
        (CHOICE, "tnak", 'Class cannot be "tnak". Did you mean "tank"?'),
        (CHOICE, "Tank platoon", 'Class cannot be "Tank platoon". Did you mean "tank"?'),
        (CHOICE, "q", 'Class cannot be "q". Allowed: light armour, tank.'),
        (FLAG, "perhaps", 'Flak must be yes or no, not "perhaps".'),
        (
            BOXES,
            "o x 3",
            "Morale boxes must be boxes in their order with gaps between them, o for a circle and a number for a square; "
            '"x" is none.',
        ),
    ],
)
def test_what_is_no_value_is_told_with_what_is_allowed(value: CounterValue, text: str, said: str) -> None:
    assert read_value(value, text) == Fault(said)


@given(st.text(max_size=20), st.sampled_from([WHOLE, NUMBER, FREE, CHOICE, FLAG, BOXES, WORD]))
def test_any_text_is_a_value_that_reads_as_itself_or_a_sentence(text: str, value: CounterValue) -> None:
    read = read_value(value, text)
    if isinstance(read, Fault):
        assert read.text.endswith((".", "?"))
    elif read is not None:
        assert read_value(value, value_text(value, read)) == read


@given(st.data(), rulesets)
def test_sound_values_stay_the_very_same(data: st.DataObject, ruleset: Ruleset) -> None:
    held = data.draw(printed(carried(ruleset.values), back=True))
    assert sound_values(ruleset.values, held) is held


def test_values_under_another_ruleset_become_of_its_types_or_are_left_out() -> None:
    held = Values({"steps": "7", "attack": 3, "class": "plane", "flak": False, "other": "kept", "name": ""})
    made = sound_values((WHOLE, NUMBER, CHOICE, FLAG, WORD), held)
    assert dict(made) == {"steps": 7, "attack": Fraction(3), "flak": False, "other": "kept", "name": ""}
    assert isinstance(made["attack"], Fraction)


def test_without_a_ruleset_plain_numbers_are_numbers_and_all_else_is_text() -> None:
    assert [plain_value(text) for text in ("5", "-5", "2.5", "05", "2.50", "1/2", "1e5", "")] == [
        *(5, -5, Fraction(5, 2), "05", "2.50", "1/2", "1e5", None)
    ]


def test_a_kind_of_piece_prints_its_own_values_and_misses_those_that_it_must_print() -> None:
    values = RULESETS["tcs-4.01"].values
    sortie = [value.id for value in carried(values, "sortie")]
    assert sortie == ["piece.kind", "piece.name", "sortie.area_rating", "sortie.kill_number"]
    assert "formation" not in {value.id for value in carried(values)}
    held = Values({"piece.kind": "barrage", "barrage.size": "battery"})
    assert [value.id for value in missing(values, held)] == ["piece.name", "barrage.good_shoot"]
    assert [value.id for value in missing(values)] == ["piece.kind", "piece.name"]
    assert (kind_of(values, held), name_of(values, held)) == ("barrage", "")
    assert in_role(values, "steps") == next(value for value in values if value.id == "steps")


def test_a_leading_word_is_meant_before_one_that_is_nearer_letter_by_letter() -> None:
    kinds = replace(CHOICE, choices=(("infantry_gun", ""), ("infantry", ""), ("mortar", "")))
    for text, meant in (("Infantry platoon", "infantry"), ("INFANTRY-GUN platoon", "infantry gun"), ("infntry", "infantry")):
        fault = read_value(kinds, text)
        assert isinstance(fault, Fault) and str(fault).endswith(f'Did you mean "{meant}"?')
