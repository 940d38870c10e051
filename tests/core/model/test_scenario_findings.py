"""Findings go to the rows that they are about: by their line in the file, else by the units that they name."""

from core.base.errors import Place
from core.model.issues import Issue
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob
from core.model.orders import OpSheet
from core.model.scenario import Allotment, Arrival, Scenario, SetUp
from core.model.scenario_findings import counters_of, findings_by_row

FILE = "first.scenario.yaml"
OOB = Oob(
    formations=Items([Formation("bn", "Battalion", "de"), Formation("co", "Company", "de", "bn")]),
    counters=Items([Counter("a", "de", formation="co"), Counter("b", "de", formation="bn"), Counter("c", "de")]),
)
SCENARIO = Scenario(
    "First",
    set_ups=(SetUp(("bn",), place=Place(FILE, 9)), SetUp(("c",))),
    arrivals=(Arrival(("a",), 3),),
    allotments=(Allotment("xx", "sorties", 1, place=Place(FILE, 12)),),
    sheets=(OpSheet("1", "de", "Move", ("co",)),),
)


def test_a_finding_is_about_the_row_in_its_line() -> None:
    issue = Issue(Place(FILE, 12), "no side", code="no-side")
    assert findings_by_row(OOB, FILE, SCENARIO, [issue]) == ({("allotments", 0): (issue,)}, ())


def test_a_finding_without_a_line_is_about_the_rows_that_name_its_units() -> None:
    twice = Issue(Place(FILE), "twice", rule="27.0", code="unit-twice", units=("a",))
    rally = Issue(Place(FILE), "rally", rule="6.12a", code="rally-points", units=("a",))
    found, rest = findings_by_row(OOB, FILE, SCENARIO, [twice, rally])
    assert found == {("set_ups", 0): (twice,), ("arrivals", 0): (twice,), ("sheets", 0): (rally,)}
    assert rest == ()


def test_a_finding_about_no_unit_is_about_new_rows_without_units() -> None:
    arrivals = (Arrival(("a",), 3), Arrival((), 2), Arrival((), 2, place=Place(FILE, 20)))
    scenario = Scenario("First", arrivals=arrivals)
    issue = Issue(Place(FILE), "no entry hex is given", rule="27.2a", code="no-entry")
    assert findings_by_row(OOB, FILE, scenario, [issue]) == ({("arrivals", 1): (issue,)}, ())


def test_what_is_about_no_row_is_about_the_scenario_and_other_files_are_left_out() -> None:
    first = Issue(Place(FILE), "Nobody says who sets up first.", code="no-first")
    other = Issue(Place("other.scenario.yaml", 9), "twice", code="unit-twice", units=("a",))
    assert findings_by_row(OOB, FILE, SCENARIO, [first, other]) == ({}, (first,))


def test_a_formation_stands_for_all_that_is_in_it() -> None:
    assert counters_of(OOB, ("bn", "c", "gone")) == {"a", "b", "c"}
