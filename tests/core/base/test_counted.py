"""Counts in words: one thing is never told as several."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.counted import SINGULARS, agreeing, counted


@given(st.integers(0, 99), st.sampled_from(sorted(SINGULARS)))
def test_what_follows_a_number_agrees_with_it(number: int, many: str) -> None:
    template = "At {where} there are {count} " + many + "."
    told = agreeing(template, {"where": 1, "count": number}).format(where=1, count=number)
    assert told == f"At 1 there are {counted(number, SINGULARS[many], many)}."


@pytest.mark.parametrize(
    ("template", "values", "told"),
    [
        ("{total} {what} of at most {limit}", {"total": 1, "what": "units", "limit": 3}, "{total} unit of at most {limit}"),
        ("{total} {what} of at most {limit}", {"total": 1, "what": "steps and guns", "limit": 3}, None),
        ("{total} {what}", {"total": 2, "what": "units"}, None),
        ("{many} unitsful", {"many": 1}, None),
        ("{count} Felder", {"count": 1}, None),
        ("{cost} movement points more", {"cost": 1}, "{cost} movement point more"),
    ],
)
def test_only_what_is_counted_changes(template: str, values: dict[str, object], told: str | None) -> None:
    assert agreeing(template, values) == (told or template)
