"""Values that do not fit the ruleset are told, whether they came from a file, an edit or another ruleset."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import RULESETS, oobs, rulesets

from core.model.issues import Severity
from core.model.items import Items
from core.model.new_map import NewMap
from core.model.oob import Counter, Formation, Oob, Side, Value, Values
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.value_checks import SLICE, row_issues, value_issues

SCS = RULESETS["scs-1.6"]

GOOD: dict[str, Value] = {
    "piece.kind": "combat",
    "piece.name": "A",
    "attack": Fraction(4),
    "defence": Fraction(4),
    "movement": 6,
    "steps": 2,
}


def told(oob: Oob, ruleset: Ruleset = SCS) -> list[tuple[str, str]]:
    found = [issue for issue in value_issues(oob, ruleset, "counters.yaml") if issue is not None]
    return [(issue.code, issue.text) for issue in found]


def of(**changes: Value) -> Oob:
    values = {**GOOD, **{id_.replace("__", "."): value for id_, value in changes.items()}}
    return Oob(counters=Items([Counter("a", "blue", Values(values))]))


def test_a_good_counter_has_no_issue() -> None:
    assert told(of()) == []


def test_wrong_values_are_told_with_what_is_allowed() -> None:
    assert told(of(steps=40, movement="fast")) == [
        ("wrong-value", 'The counter "a": Movement allowance must be a whole number from 0 to 99, not "fast".'),
        ("wrong-value", 'The counter "a": Steps must be a whole number from 1 to 12, not "40".'),
    ]


def test_values_that_nobody_reads_are_told() -> None:
    assert told(of(atack=4)) == [
        (
            "strange-value",
            'The counter "a" has a value "atack", which the ruleset does not know; nobody reads it. Did you mean "attack"?',
        )
    ]
    assert told(of(formation="bde"))[0][1] == (
        'The counter "a" has a value "formation", which nobody reads: say its formation beside the values.'
    )
    assert told(of(barrage=Fraction(3))) == [
        ("value-of-another-kind", 'The counter "a" is of the kind "combat", which does not print: Barrage strength.')
    ]
    oob = Oob(formations=Items([Formation("f", "F", "blue", values=Values({"glory": 3}))]))
    assert [code for code, _ in told(oob)] == ["strange-value"]


def test_values_that_are_missing_are_one_finding_each() -> None:
    counters = [Counter(f"c{n}", "blue", Values({**GOOD}).delete("steps").delete("attack")) for n in range(7)]
    found = [issue for issue in value_issues(Oob(counters=Items(counters)), SCS, "counters.yaml") if issue is not None]
    assert [(issue.code, issue.severity) for issue in found] == [("missing-value", Severity.WARNING)] * 2
    named = "A (c0), A (c1), A (c2), A (c3) and 3 more"
    assert found[1].text == f'Steps ("steps") must be said of each counter of its kind; {named} have none.'
    assert found[1].units == tuple(f"c{n}" for n in range(7))


def test_counters_without_a_value_are_named_as_they_are_called() -> None:
    lacking = Values(GOOD).delete("steps")
    counters = [Counter("a", "blue", lacking.set("piece.name", "1 Inf")), Counter("b", "blue", lacking.delete("piece.name"))]
    texts = [text for _, text in told(Oob(counters=Items(counters)))]
    assert 'Steps ("steps") must be said of each counter of its kind; 1 Inf, b have none.' in texts


def test_the_back_is_checked_and_blank_there_is_right() -> None:
    counter = Counter("a", "blue", Values(GOOD), Values({"attack": "", "movement": 400}))
    assert told(Oob(counters=Items([counter]))) == [
        ("wrong-value", 'The counter "a", on its back: Movement allowance must be a whole number from 0 to 99, not "400".')
    ]


def test_long_checks_rest_between_slices() -> None:
    counters = Items(Counter(f"c{n}", "blue", Values(GOOD)) for n in range(2 * SLICE))
    assert list(value_issues(Oob(counters=counters), SCS, "")) == [None, None]


@given(st.data(), rulesets)
def test_values_of_their_kinds_are_never_wrong(data: st.DataObject, ruleset: Ruleset) -> None:
    oob = data.draw(oobs(ruleset))
    found = [issue for issue in value_issues(oob, ruleset, "counters.yaml") if issue is not None]
    assert {issue.code for issue in found} <= {"missing-value", "value-of-another-kind"}


def of_nations(*nations: str) -> list[tuple[str, str, str]]:
    tcs = RULESETS["tcs-4.01"]
    sides = Items(Side(f"s{n}", "Side", values=Values({"nationality": nation})) for n, nation in enumerate(nations))
    issues = row_issues(Oob(sides=sides), tcs, tcs.book(NewMap("Made up", ruleset="tcs-4.01").box()), "oob.yaml")
    return [(issue.place.file, issue.rule, issue.text) for issue in issues]


def test_a_nationality_that_no_row_of_its_chart_names_is_told_with_the_nearest_and_all_that_there_are() -> None:
    rows = "American, British, Commonwealth, German, Finnish, French, Italian, Japanese, Soviet"
    chart = 'no row of the chart "Adjustment values of older games" (tcs.artillery.nationality)'
    assert of_nations("Amercan", "soviet", "Zzz") == [
        ("oob.yaml", "18.7a", f'The side "s0": Nationality "Amercan" is {chart}. Did you mean "American"? Allowed: {rows}.'),
        ("oob.yaml", "18.7a", f'The side "s2": Nationality "Zzz" is {chart}. Allowed: {rows}.'),
    ]
    assert of_nations("German", "") == []
