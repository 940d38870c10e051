"""Whatever is put together from the parts of a unit is read as that unit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.files.ruleset_files import load_ruleset
from core.rules.kernel.charts import ChartBook, Consulted
from core.rules.kernel.parameters import Part, item_text
from core.rules.tcs.forces.forms import CHECKER, UNIT
from core.rules.tcs.forces.units import KINDS, read_units
from core.rules.tcs.procedures.morale import read_checker

CONSULTED = Consulted(ChartBook(load_ruleset("tcs-4.01").charts))


def values(part: Part) -> st.SearchStrategy[tuple[str, ...]]:
    if part.kind == "flag":
        return st.sampled_from([(), part.choices])
    if part.kind == "word":
        return st.sampled_from([*((word,) for word in part.choices), *([] if part.required else [()])])
    return st.one_of(st.just(()), st.integers(1, 9).map(lambda number: (str(number),)))


@given(st.fixed_dictionaries({part.title: values(part) for part in UNIT}))
def test_every_unit_that_can_be_put_together_is_read(chosen):
    if chosen["Carried"]:
        chosen["Posture"] = ()
    chosen["Steps lost"] = ()
    units = read_units(CONSULTED, "units", (item_text(UNIT, chosen),))
    assert len(units) == int((chosen["How many"] or ("1",))[0])
    unit = units[0]
    assert unit.kind is KINDS[chosen["Kind"][0]]
    assert unit.strength == (int(chosen["Strength"][0]) if chosen["Strength"] else None)
    assert unit.range == (int(chosen["Range"][0]) if chosen["Range"] else None)
    assert unit.fired is bool(chosen["Has fired"])
    if chosen["Type of target"]:
        assert unit.target == chosen["Type of target"][0]


def test_steps_lost_are_those_of_the_unit():
    (unit,) = read_units(CONSULTED, "units", (item_text(UNIT, {"Kind": ("infantry",), "Steps lost": ("2",)}),))
    assert unit.steps == unit.full - 2


@pytest.mark.parametrize(
    ("chosen", "read"),
    [
        ({"Printed morale": ("4",), "Steps lost": ("3",), "Battalion morale": ("1",)}, (4, 3, 1)),
        ({"Unit": ("platoon",), "Printed morale": ("4",), "Steps lost": ("3",)}, (4, 3, 0)),
    ],
)
def test_who_checks_morale_is_read(chosen, read):
    checker = read_checker(CONSULTED, item_text(CHECKER, chosen))
    assert (checker.printed, checker.lost, checker.battalion) == read


def test_a_gun_leaves_its_printed_morale_out():
    checker = read_checker(
        CONSULTED, item_text(CHECKER, {"Unit": ("AT gun",), "Steps lost": ("0",), "Battalion morale": ("1",)})
    )
    assert (checker.name, checker.battalion) == ("AT gun", 1)
