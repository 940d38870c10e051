"""What a new box can be made for, as the program ships it."""

from collections.abc import Generator
from typing import TypeVar

from app.workers.map_jobs import charts, options_read
from core.rules.kernel.progress import Progress
from core.rules.kernel.ruleset import Charts

T = TypeVar("T")


def end_of(job: Generator[Progress, None, T]) -> T:
    while True:
        try:
            next(job)
        except StopIteration as end:
            return end.value


def made() -> Charts:
    return end_of(charts(None))


def test_what_a_series_asks_for_is_told_and_nothing_of_one_that_is_not_known() -> None:
    assert {"los.method", "crossfire.measure"} <= end_of(options_read(None, series="tcs"))
    assert end_of(options_read(None, series="chess")) == frozenset()


def test_every_ruleset_says_its_scale_with_a_source_and_only_the_tactical_series_has_contours() -> None:
    rulesets = made().rulesets
    assert {"tcs-4.01", "vcs", "scs-1.6", "new-scs", "bcs-1.1"} <= set(rulesets)
    assert all(book.hex_m.unit == "m" and book.hex_m.source for book in rulesets.values())
    assert {id_ for id_, book in rulesets.items() if book.interval is not None} == {"tcs-4.01"}
    assert (float(rulesets["tcs-4.01"].hex_m.value), rulesets["tcs-4.01"].interval.value) == (114.3, 20)


def test_the_chart_of_a_tactical_game_is_not_for_operational_ones_and_the_other_way_round() -> None:
    palettes = made().palettes
    assert palettes["canadian-crucible"].fits("tcs")
    assert not palettes["canadian-crucible"].stand_in
    assert not palettes["canadian-crucible"].fits("vcs")
    assert all(palettes["operational"].fits(series) for series in ("bcs", "scs", "new-scs", "vcs"))
    assert palettes["operational"].stand_in
