"""The board of formations says what the questions say that it leads to: who may be activated, and who may not and why."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.bcs_boxes import any_box
from oracles.laws import law
from oracles.stacks import board, unit

from core.model.oob import Formation, Values
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.bcs.formed.coordinating import WITHIN
from core.rules.kernel.formations_detail import FormationRow

STAFF = {"movement": 16, "movement__class": "truck"}


def rows(game: Game) -> dict[str, FormationRow]:
    return {row.formation: row for row in ask("formations", game).detail.rows}


def made(fatigue: str, **options: str) -> Game:
    """A box of two formations of red and one of blue, each with a headquarters, trains and a battalion."""
    units = [
        unit(f"{of}-{kind[:2]}", kind, side, of, **STAFF, **({"action": 3, "steps": 4} if kind == "combat" else {}))
        for of, side in (("a", "red"), ("b", "red"), ("x", "blue"))
        for kind in ("headquarters", "trains", "combat")
    ]
    at = {
        each.id: f"{2 + 4 * place:02}.{3 + number:02}"
        for place, of in enumerate("abx")
        for number, each in enumerate(units)
        if each.formation == of
    }
    some = [
        Formation(of, of.upper(), side, values=Values({"fatigue": fatigue}))
        for of, side in (("a", "red"), ("b", "red"), ("x", "blue"))
    ]
    return board("bcs-1.1", units, at, formations=some, options=options, sources={"red": "01.06", "blue": "12.06"})


@law(60)
@given(st.integers(0, 100_000))
def test_the_board_offers_those_who_may_be_activated_and_says_why_not_the_others(seed: int) -> None:
    game, *_ = any_box(Random(seed))
    for formation, row in rows(game).items():
        ruling = ask("activation.at", game, formation=formation)
        may = ruling.verdict == "allowed"
        assert may == (row.cells[0].text == "may be next")
        assert may == any(each.question == "activation.at" for each in row.asked)
        if row.cells[0].text == "waits":
            assert row.cells[0].reason in ruling.reasons


@law(60)
@given(st.integers(0, 100_000))
def test_without_a_formation_those_are_offered_who_may_be_activated(seed: int) -> None:
    game, *_ = any_box(Random(seed))
    proposals = ask("activation.at", game).detail.proposals
    offered = {each.activates.of for each in proposals if each.activates is not None}
    assert offered == {of for of, row in rows(game).items() if row.cells[0].text == "may be next"}


def test_who_must_recover_has_no_chance_of_a_second_activation() -> None:
    (row, *_), (other, *_) = (rows(made(level, **{"fatigue.planned": "on"})).values() for level in ("Fat-4", "Fat-3"))
    assert [each.chance for each in row.outcomes if each.name == "yes"] == [0]
    assert [each.chance for each in other.outcomes if each.name == "yes"] != [0]


def test_trains_that_are_ghosts_are_told_with_their_hex() -> None:
    game = board(
        "bcs-1.1",
        [unit("a-trains", "trains", "red", "a", **STAFF)],
        {"a-trains": "04.05"},
        formations=[Formation("a", "A", "red", values=Values({"trains.ghost": True}))],
    )
    (row,) = rows(game).values()
    assert "04.05, ghost" in [cell.text for cell in row.cells]


def test_what_planned_fatigue_does_not_decide_cites_it_not() -> None:
    plain, planned = made("Fat-1"), made("Fat-1", **{"fatigue.planned": "on"})
    for game, cites in ((plain, False), (planned, True)):
        said = [ask("snafu.at", game, formation="a"), ask("snafu.at", game, formation="a", roll=7)]
        said += [ask("objectives.at", game, formation="a", to=game.box.hex("12.12"))]
        assert all(any(each.rule.section == "3" for each in ruling.reasons) == cites for ruling in said)
    assert all(each.rule.section != "3" for each in ask("fatigue.at", plain, formation="a", roll=6).reasons)


def apart(rows_between: int, within: int | None = None) -> Game:
    """The headquarters of two formations of red so many hexes apart, in a box that may have a limit of its own."""
    units = [unit(f"{of}-hq", "headquarters", side, of, **STAFF) for of, side in (("a", "red"), ("b", "red"), ("x", "blue"))]
    at = {"a-hq": "06.02", "b-hq": f"06.{2 + rows_between:02}", "x-hq": "06.01"}
    some = [Formation(of, of.upper(), side) for of, side in (("a", "red"), ("b", "red"), ("x", "blue"))]
    game = board("bcs-1.1", units, at, formations=some, sources={"red": "01.06", "blue": "12.06"})
    if within is None:
        return game
    chart = game.case.charts.chart("bcs.limits")
    own = replace(chart, cells={**chart.cells, (WITHIN, "number"): Fraction(within)})
    return Game.of(replace(game.box, charts={chart.id: own}), game.ruleset)


@pytest.mark.parametrize(
    ("far", "within", "markers"), [(2, None, 1), (3, None, 0), (3, 3, 1), (4, 3, 0), (1, 0, 0), (0, 0, 0), (0, 1, 1)]
)
def test_headquarters_are_near_each_other_by_the_limit_of_the_chart(far: int, within: int | None, markers: int) -> None:
    game = apart(far, within)
    ruling = ask("coordination.at", game, formation="a")
    assert ruling.value == markers
    assert any(each.question == "coordination.at" for each in rows(game)["a"].asked) == bool(markers)
    # The other side's headquarters beside it never counts.
    assert ask("coordination.at", game, formation="x").value == 0
    said = [each for each in ruling.reasons if "length" in each.numbers]
    places = [game.box.hex("06.02"), game.box.hex(f"06.{2 + far:02}")]
    assert [(each.numbers["length"], list(each.hexes)) for each in said] == [(far, places)] * markers
    assert ask("coordination.at", game, formation="a", lasting="no").value == 0


def test_the_limit_of_near_headquarters_says_that_it_comes_from_summaries() -> None:
    charts = ask("coordination.at", apart(2), formation="a").charts
    assert any((each.chart, each.status) == ("bcs.limits", "transcription") for each in charts)


def test_the_row_of_a_formation_follows_the_headquarters_of_others_that_move() -> None:
    game = apart(2)
    for far, asked in ((2, True), (3, False), (2, True)):
        after = game.with_state(replace(game.state, deployment=apart(far).forces.deployment))
        assert any(each.question == "coordination.at" for each in rows(after)["a"].asked) == asked
