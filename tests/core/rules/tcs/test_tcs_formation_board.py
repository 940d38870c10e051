"""The board of formations: what it says is what the questions of single formations say, and what pieces show."""

from dataclasses import replace

import pytest

from core.base.errors import WrongUse
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.files.ruleset_files import load_ruleset
from core.model.state import GameState, Moment
from core.questions.answers import reason_text
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.formations_detail import BAD, GOOD, WARNED


@pytest.fixture(scope="module")
def creek():
    """Cove Creek on its fifth turn, a full hour by day."""
    box = load_box(scenarios_folder() / "cove-creek").box
    file, scenario = next(iter(box.scenarios.items()))
    state = GameState(scenario=file, deployment=scenario.start, moment=Moment(5, "command.morale"))
    return Game.of(box, load_ruleset("tcs-4.01")).with_state(state)


def board(game, **given):
    """The rows of the board by their formations, their cells by columns."""
    detail = ask("formations", game, **given).detail
    titles = [each.title for each in detail.columns]
    return {row.formation: (row, dict(zip(titles, row.cells, strict=True))) for row in detail.rows}


def counted(game, **numbers):
    conditions = {(formation, what): str(n) for formation, told in numbers.items() for what, n in told.items()}
    return game.with_state(replace(game.state, conditions=game.state.conditions.update(conditions)))


def test_every_formation_with_a_box_or_a_track_has_a_row_those_of_each_side_together(creek):
    found = board(creek)
    assert list(found) == ["b2", "bt", "br", "b1", "bd", "r2", "rp", "rg", "rs", "rr"]
    assert list(board(creek, side="Red")) == ["r2", "rp", "rg", "rs", "rr"]
    with pytest.raises(WrongUse, match="there is no side"):
        board(creek, side="Green")


@pytest.mark.parametrize(("phase", "says"), [("command.morale", False), ("action.actions", True)])
def test_a_recovery_that_is_begun_outside_a_command_phase_says_when_it_is_rolled_for(creek, phase, says):
    game = counted(creek, b2={"platoons": 2, "others": 4})
    game = game.with_state(replace(game.state, moment=Moment(5, phase, "red")))
    (asked,) = board(game)["b2"][0].asked
    offered = next(each.then[0] for each in ask("battalion_morale.at", game).detail.proposals)
    for title in (asked.title, offered.title):
        told = reason_text(title, game.box)
        assert ("It is rolled for in a Command Phase; play stands in: Action Phases, Red" in told) is says, told


def test_morale_is_that_of_the_formation_alone_with_what_it_is_made_of(creek):
    fresh = board(creek)["b2"]
    assert fresh[1]["Morale"].text == "0" and fresh[1]["Morale"].sign == GOOD
    assert fresh[1]["Box or track"].text == "empty" and not fresh[0].asked
    game = counted(creek, b2={"platoons": 2, "others": 4}, bt={"steps": 3})
    found = board(game)
    for formation in ("b2", "bt"):
        alone = ask("battalion_morale.at", game, formation=formation)
        row, cells = found[formation]
        assert cells["Morale"].text == str(alone.detail.facts["morale"]) != "0" and cells["Morale"].sign == WARNED
        assert row.outcomes == alone.detail.outcomes and row.reasons == alone.reasons
        assert [each.given["formation"] for each in row.asked] == [formation]
        assert ask(row.asked[0].question, game, **row.asked[0].given).verdict
    assert found["b2"][1]["Box or track"].text == "2 + 4"
    assert found["bt"][1]["Box or track"].text == "3 of 5"


def test_units_steps_and_states_are_those_of_the_pieces(creek):
    pieces = creek.state.deployment.pieces
    first = next(id_ for id_ in pieces if creek.box.oob.counter(id_).formation == "rp")
    changed = {first: replace(pieces[first], lost=1, marks=frozenset({"suppressed", "fired"}))}
    game = creek.with_state(replace(creek.state, deployment=creek.state.deployment.with_pieces(changed)))
    _, cells = board(game)["rp"]
    assert cells["Units"].text == "3 of 3" and cells["Steps"].text == "11 of 12"
    assert cells["State"].text == "1 suppressed, 1 fired" and cells["State"].sign == BAD
    assert set(cells["State"].units) == {first} and cells["State"].hexes == (pieces[first].at,)
    gone = game.with_state(replace(game.state, deployment=game.state.deployment.with_pieces({first: None})))
    _, cells = board(gone)["rp"]
    assert cells["Units"].text == "2 of 3" and cells["Steps"].text == "8 of 12" and not cells["State"].text


def test_orders_name_the_sheets_and_whoever_is_on_none(creek):
    # In play sheets are those of the session; before it those of the scenario.
    creek = creek.with_state(GameState(scenario=creek.state.scenario))
    _, cells = board(creek)["b2"]
    orders = cells["Orders"]
    assert orders.text == "Hold the valley, 3 unassigned" and orders.sign == WARNED and len(orders.units) == 3
    bare = {each.unit for each in ask("opsheet.units", creek).detail.units if each.counts_as_unassigned}
    assert set(orders.units) <= bare
    assert board(creek)["r2"][1]["Orders"].text == "Down the road"
