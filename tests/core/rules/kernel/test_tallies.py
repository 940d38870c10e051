"""Sums that are kept while the order of battle changes are those that adding everything up anew gives."""

from dataclasses import replace

import immutables
from hypothesis import given
from hypothesis import strategies as st

from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, OobRef, Side
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.tallies import Tallies
from core.rules.kernel.totals import totals

KINDS = (("foot", ""), ("guns", ""))
VALUES = (
    CounterValue("kind", "Kind", "choice", "1", "kind", "", choices=KINDS, role="kind"),
    CounterValue("attack", "Attack", "whole", "1", "points", "", total="all"),
    CounterValue("fire", "Fire", "whole", "1", "points", "", total="kind"),
    CounterValue("steps", "Steps", "whole", "1", "steps", "", role="steps"),
)
PARENTS = {"corps": "", "first": "corps", "second": "corps", "company": "first"}


def counters():
    printed = st.fixed_dictionaries(
        {"kind": st.sampled_from(["foot", "guns"])},
        optional={"attack": st.integers(0, 9), "fire": st.integers(1, 9), "steps": st.integers(1, 4)},
    )
    homes = st.sampled_from([*PARENTS, ""])
    return st.lists(st.tuples(printed, homes, st.integers(0, 2)), min_size=1, max_size=12)


def oob_of(drawn):
    made = [Counter(f"u{n}", "red", immutables.Map(held), formation=home, copies=copies) for n, (held, home, copies) in drawn]
    formations = [Formation(id_, id_, "red", parent) for id_, parent in PARENTS.items()]
    return Oob(Items([Side("red", "Red")]), Items(formations), Items(made))


@given(counters())
def test_sums_are_those_of_adding_everything_up(drawn):
    oob = oob_of(enumerate(drawn))
    tallies = Tallies(VALUES, oob)
    for id_ in PARENTS:
        assert tallies.formation(id_) == totals(VALUES, oob.all_members(id_))
    assert tallies.side("red") == totals(VALUES, oob.counters)
    assert tallies.some(oob.counters) == totals(VALUES, oob.counters)


@given(counters(), st.data())
def test_after_any_changes_sums_are_those_of_adding_everything_up(drawn, data):
    oob = oob_of(enumerate(drawn))
    tallies = Tallies(VALUES, oob)
    tallies.advance(5)
    tallies.side("red")
    for _ in range(4):
        key = data.draw(st.sampled_from(oob.counters.keys))
        was = oob.counters.get(key)
        home = data.draw(st.sampled_from([*PARENTS, ""]))
        made = replace(was, formation=home, values=was.values.set("attack", data.draw(st.integers(0, 9))))
        oob = oob.with_items({OobRef("counters", key): made})
        tallies.follow(oob, {was.formation, home})
        assert tallies.side("red") == totals(VALUES, oob.counters)
        for id_ in PARENTS:
            assert tallies.formation(id_) == totals(VALUES, oob.all_members(id_))


def test_counters_are_worked_out_in_slices():
    oob = oob_of(enumerate([({"kind": "foot"}, "corps", 1)] * 5))
    tallies = Tallies(VALUES, oob)
    tallies.advance(3)
    assert tallies.is_due
    tallies.advance(3)
    assert not tallies.is_due
