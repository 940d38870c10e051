"""The board of formations says what the questions say that it leads to: who may be activated, and who may not and why."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from oracles.bcs_boxes import any_box
from oracles.laws import law
from oracles.stacks import board, unit

from core.model.oob import Formation, Values
from core.questions.catalogue import ask
from core.questions.game import Game
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
