"""What formations add up to, and that it is the sum of their parts."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import RULESETS, oobs
from oracles.laws import law
from oracles.stacks import unit

from core.model.deployment import Piece
from core.model.oob import Counter
from core.rules.kernel.totals import COUNTERS, STEPS, Total, totals


def rows(found: tuple[Total, ...]) -> dict[str, int | Fraction]:
    return {row.title: row.number for row in found}


def test_strengths_of_tcs_are_those_of_each_kind_and_of_vehicles_for_each_step() -> None:
    counters = [
        unit("p1", "infantry", steps=5, fire__strength=4),
        unit("p2", "infantry", steps=5, fire__strength=3),
        unit("tanks", "vehicle", steps=3, fire__strength=6),
        unit("trucks", "carrier", steps=2),
    ]
    values = RULESETS["tcs-4.01"].values
    assert rows(totals(values, counters)) == {
        "Counters": 4,
        "Steps": 15,
        "Infantry": 2,
        "Vehicle": 1,
        "Carrier": 1,
        "Fire strength, infantry": 7,
        "Fire strength, vehicle": 18,
    }
    hurt = {"tanks": Piece("off", lost=2), "p1": Piece("off", lost=5)}
    assert rows(totals(values, counters, hurt)) == {
        "Counters": 3,
        "Steps": 8,
        "Infantry": 1,
        "Vehicle": 1,
        "Carrier": 1,
        "Fire strength, infantry": 3,
        "Fire strength, vehicle": 6,
    }


def test_strengths_of_scs_are_added_over_all_kinds_by_the_side_that_is_up() -> None:
    values = RULESETS["scs-1.6"].values
    counters = [
        unit("a", "combat", attack=Fraction(5, 2), defence=4, steps=2, back={"attack": 1}),
        unit("b", "artillery", barrage=12, defence=1, steps=1),
    ]
    assert rows(totals(values, counters))["Attack strength"] == Fraction(5, 2)
    found = rows(totals(values, counters, {"a": Piece("off", face=1)}))
    assert (found["Attack strength"], found["Defence strength"], found["Barrage strength"]) == (1, 5, 12)


def test_a_counter_of_which_none_is_printed_does_not_count() -> None:
    values = RULESETS["vcs"].values
    assert rows(totals(values, [Counter("a", "red", copies=0)])) == {"Counters": 0, "Steps": 0}


@law(60)
@given(st.sampled_from(sorted(RULESETS)).flatmap(lambda id_: st.tuples(st.just(RULESETS[id_]), oobs(RULESETS[id_]))), st.data())
def test_the_totals_of_all_are_the_sums_of_the_totals_of_parts_and_no_counter_lowers_a_count(made, data) -> None:
    ruleset, oob = made
    counters = list(oob.counters)
    cut = data.draw(st.integers(0, len(counters)))
    first, second = (rows(totals(ruleset.values, some)) for some in (counters[:cut], counters[cut:]))
    whole = rows(totals(ruleset.values, counters))
    assert whole == {title: first.get(title, 0) + second.get(title, 0) for title in {**first, **second}}
    assert all(whole[title] >= first[title] for title in (COUNTERS, STEPS))
