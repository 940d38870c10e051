"""Conditions as they are typed, and units that are made up for looks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import RULESETS, rulesets
from oracles.printed_counters import FORCES

from core.base.errors import WrongUse
from core.model.looks import Condition
from core.rules.kernel.look_cells import conditions_text, read_conditions
from core.rules.kernel.look_names import Names
from core.rules.kernel.look_samples import sample_counter
from core.rules.kernel.looks import face_of, has_back, look_of
from core.rules.kernel.ruleset import Ruleset

TCS = Names.of(RULESETS["tcs-4.01"].values)
FIRE = RULESETS["tcs-4.01"].values


def conditions() -> st.SearchStrategy[tuple[Condition, ...]]:
    plain = st.builds(lambda value, printed: Condition(value.id, (), printed), st.sampled_from(FIRE), st.booleans())
    among = st.sampled_from([value for value in FIRE if value.choices]).flatmap(
        lambda value: st.lists(st.sampled_from([word for word, _ in value.choices]), min_size=1, max_size=3).map(
            lambda words: Condition(value.id, tuple(words))
        )
    )
    return st.lists(st.one_of(plain, among), max_size=4).map(tuple)


@given(conditions())
def test_conditions_read_as_they_were_written(some: tuple[Condition, ...]) -> None:
    assert read_conditions(conditions_text(some), TCS) == some


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("fire.clas", 'Nothing that counters print is called "fire.clas". Did you mean "fire.class"?'),
        ("fire.class = aera", '"fire.class" cannot be "aera". Did you mean "area"?'),
        ("fire.class =", 'Behind "fire.class =" there must be a word, or several with commas between them.'),
    ],
)
def test_what_is_wrong_with_a_condition_is_said(typed: str, said: str) -> None:
    with pytest.raises(WrongUse, match="^" + said.replace("?", r"\?").replace(".", r"\.") + "$"):
        read_conditions(typed, TCS)


@given(rulesets)
def test_a_unit_that_is_made_up_for_a_look_is_drawn_by_it_and_shows_something(ruleset: Ruleset) -> None:
    for look in ruleset.looks.values():
        counter = sample_counter(ruleset, look, FORCES)
        assert look_of(ruleset, counter) is look
        assert face_of(ruleset, FORCES, counter).parts
        assert has_back(ruleset, counter)
