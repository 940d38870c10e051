"""Stacking of SCS: the limit is each game's own, in units, in steps or in points by size [SCS 1.6 4.0]."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import board, found, unit

from core.model.deployment import Piece
from core.model.issues import Severity
from core.model.oob import Counter
from core.questions.answers import as_text
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.rulings import Ruling

HERE = "05.05"
STRENGTHS: dict[str, Any] = {"attack": 3, "defence": 3, "movement": 4}
DIVISION = unit("div", "combat", steps=2, unit__size="division", **STRENGTHS)
REGIMENT = unit("regt", "combat", steps=2, unit__size="regiment", **STRENGTHS)
UNSIZED = unit("band", "combat", steps=1, **STRENGTHS)
GUNS = unit("guns", "artillery", steps=2, unit__size="regiment", barrage=4, defence=1, movement=3)
STAFF = unit("hq", "headquarters", steps=1, unit__size="corps", defence=1, movement=5)
SIZES = ("company", "battalion", "regiment", "brigade", "division", "corps")


def stacked(*units: Counter, measure: str, limit: str = "", **pieces: Piece) -> Game:
    options = {"stacking.measure": measure} | ({"stacking.limit": limit} if limit else {})
    return board("scs-1.6", units, {each.id: pieces.get(each.id, HERE) for each in units}, options=options)


def judged(game: Game) -> tuple[str, int, int | None]:
    """The verdict, what counts, and the limit."""
    ruling = ask("stacking", game, hex=HERE)
    (count,) = ruling.detail.sides[0].counts
    return ruling.verdict, count.total, count.limit


def with_points(game: Game, **cells: object) -> Game:
    """The same box with a chart of points of its own."""
    chart = game.ruleset.charts["scs.stacking.points"]
    made = {
        (row.replace("_", " "), "points"): Fraction(value) if isinstance(value, int) else value for row, value in cells.items()
    }
    return Game.of(replace(game.box, charts={chart.id: replace(chart, cells={**chart.cells, **made})}), game.ruleset)


def test_a_division_counts_3_a_regiment_1_and_artillery_and_headquarters_nothing() -> None:
    game = stacked(DIVISION, REGIMENT, GUNS, STAFF, measure="points", limit="4")
    assert judged(game) == ("fits", 4, 4)
    ruling = ask("stacking", game, hex=HERE)
    assert {id_ for id_, _, _ in ruling.detail.sides[0].free} == {"guns", "hq"}
    said = as_text(ruling, game.box)
    assert "by size: 4 points of at most 4 (DIV: 3, REGT: 1), by the options of the box" in said
    assert "Not counted, of no points: GUNS, HQ" in said
    assert "4.0" in said
    assert {each.chart for each in ruling.charts} == {"scs.stacking.points"}


def test_what_is_above_the_limit_of_points_is_found_at_the_start_with_its_rule() -> None:
    (issue,) = found(stacked(DIVISION, REGIMENT, measure="points", limit="3"), "overstacked")
    assert (issue.rule, issue.severity) == ("Set Up Notes 2", Severity.ERROR)
    assert "4 points (by size) there, and 3 are allowed" in issue.text


def test_the_points_of_a_box_take_the_place_of_the_stand_in() -> None:
    game = with_points(stacked(DIVISION, GUNS, measure="points", limit="4"), division=2, artillery="by size", regiment=1)
    assert judged(game) == ("fits", 3, 4)


def test_steps_count_as_many_as_are_left() -> None:
    assert judged(stacked(DIVISION, REGIMENT, measure="steps", limit="4")) == ("fits", 4, 4)
    worn = stacked(DIVISION, REGIMENT, measure="steps", limit="3", div=Piece(HERE, face=1, lost=1))
    assert judged(worn) == ("fits", 3, 3)


@pytest.mark.parametrize(("measure", "limit"), [("units", 3), ("steps", 6), ("points", 3)])
def test_without_a_limit_of_the_box_that_of_the_chart_holds_as_a_stand_in(measure: str, limit: int) -> None:
    game = stacked(*(unit(f"u{n}", "combat", steps=2, unit__size="battalion") for n in range(7)), measure=measure)
    verdict, _, held = judged(game)
    assert (verdict, held) == ("over", limit)
    (issue,) = found(game, "overstacked")
    assert issue.severity is Severity.WARNING
    assert "stand-in" in issue.text


def test_a_unit_without_a_size_has_the_points_of_its_row_and_of_a_size_that_nobody_states_nobody_can_say() -> None:
    assert judged(stacked(UNSIZED, measure="points", limit="1")) == ("fits", 1, 1)
    strange = unit("army", "combat", unit__size="army", **STRENGTHS)
    assert judged(stacked(REGIMENT, strange, measure="points", limit="2")) == ("undecidable", 1, None)
    # What is known is too much already.
    assert judged(stacked(DIVISION, strange, measure="points", limit="2"))[0] == "over"


def test_an_own_chart_of_limits_that_knows_no_points_leaves_the_limit_open() -> None:
    game = stacked(DIVISION, measure="points")
    chart = game.ruleset.charts["scs.stacking"]
    rows = replace(chart.rows, labels=("Combat units", "Markers"))
    cells = {key: value for key, value in chart.cells.items() if key[0] in rows.labels}
    own = replace(chart, rows=rows, cells=cells, parts=())
    assert judged(Game.of(replace(game.box, charts={chart.id: own}), game.ruleset)) == ("undecidable", 3, None)


@law(40)
@given(st.lists(st.tuples(st.sampled_from(SIZES), st.integers(1, 4), st.integers(0, 3)), min_size=1, max_size=5))
def test_every_measure_is_the_sum_of_its_parts(made: list[tuple[str, int, int]]) -> None:
    units = [unit(f"u{n}", "combat", steps=steps, unit__size=size) for n, (size, steps, _) in enumerate(made)]
    pieces = {f"u{n}": Piece(HERE, lost=lost) for n, (_, _, lost) in enumerate(made)}
    points = {"company": 1, "battalion": 1, "regiment": 1, "brigade": 2, "division": 3, "corps": 4}
    sums = {
        "units": len(made),
        "steps": sum(max(0, steps - lost) for _, steps, lost in made),
        "points": sum(points[size] for size, _, _ in made),
    }
    for measure, total in sums.items():
        assert judged(stacked(*units, measure=measure, limit="9", **pieces))[1] == total


def test_a_measure_that_there_is_not_counts_units() -> None:
    ruling: Ruling = ask("stacking", stacked(DIVISION, measure="weight", limit="2"), hex=HERE)
    assert ruling.detail.sides[0].counts[0].what == "units"
