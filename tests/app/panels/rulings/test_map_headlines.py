"""Rulings about units on the map in the panel: headlines, the row of sides, tables; of every operational series."""

from pathlib import Path

import pytest

from app.panels.map_tables import map_table
from app.panels.rulings.headlines import headline, method_of, of_map, short
from app.panels.rulings.panel import RulingPanel
from app.widgets.themes import palette
from core.geometry.hexes import Hex
from core.questions.catalogue import ask
from core.questions.game import open_game

ROOT = Path(__file__).parents[4]
LIGHT = palette(False)

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module", params=["sable-river", "sable-raid", "cape-lorne"])
def game(request):
    opened = open_game(ROOT / "scenarios" / request.param).game
    assert opened is not None
    return opened


@pytest.fixture(scope="module")
def river():
    opened = open_game(ROOT / "scenarios" / "sable-river").game
    assert opened is not None
    return opened


def stacks(game):
    """The units of each hex, in a lasting order."""
    scenario = next(iter(game.box.scenarios.values()))
    return {spot: ids for spot, ids in sorted(scenario.start.stacks.items(), key=str) if isinstance(spot, Hex)}


def side_of(game, id_):
    counter = game.box.oob.counter(id_)
    assert counter is not None
    return counter.side


def words(game, ruling):
    """All that a headline and a table say."""
    line = headline(ruling, game.box, game.ruleset)
    table = map_table(ruling, game.box, LIGHT, game.ruleset)
    cells = [cell.text for row in table.rows for cell in row.cells]
    return [line.title, line.particulars, short(ruling, game.box), *(head for head, _ in table.heads), *cells]


def test_every_series_has_headlines_and_tables_without_names_of_the_program(game):
    place, ids = next(iter(stacks(game).items()))
    label, side = game.box.label(place), side_of(game, ids[0])
    near = game.box.label(next(each for each in place.neighbours() if each in game.box.cells))
    asked = (
        ("zoc", {"side": side}),
        ("zoc", {"side": side, "hex": label}),
        ("movement", {"units": ids[0]}),
        ("movement", {"units": ids[0], "to": near}),
        ("movement.onto", {"to": label}),
        ("supply", {"side": side}),
        ("supply", {"units": ids[0]}),
        ("supply", {"side": side, "falls": near}),
    )
    for question, given in asked:
        ruling = ask(question, game, **given)
        assert of_map(ruling)
        said = words(game, ruling)
        assert said[0] and said[1]
        assert not [text for text in said if "_" in text or "Fraction" in text or "{" in text], (question, said)


def test_a_way_is_told_step_by_step_with_what_is_spent(river):
    place, ids = next((spot, ids) for spot, ids in stacks(river).items() if len(ids) == 1)
    range_ = ask("movement", river, units=ids[0])
    goal = max((each for each in range_.detail.reached if not each.minimum), key=lambda each: (each.spent, each.hex))
    ruling = ask("movement", river, units=ids[0], to=river.box.label(goal.hex))
    table = map_table(ruling, river.box, LIGHT, river.ruleset)
    assert len(table.rows) == len(ruling.detail.way)
    assert table.rows[-1].cells[2].text == str(goal.spent)
    assert headline(ruling, river.box).title.startswith(f"Reached: {goal.spent} of")
    assert [row.hexes[0] for row in table.rows] == [step.into for step in ruling.detail.way]
    assert river.box.label(place) in headline(ruling, river.box).particulars


def test_units_are_called_by_their_names_where_the_rules_are_known(river):
    _, ids = next((spot, ids) for spot, ids in stacks(river).items() if len(ids) == 1)
    ruling = ask("movement", river, units=ids[0])
    assert ids[0] in headline(ruling, river.box).particulars
    assert ids[0] not in headline(ruling, river.box, river.ruleset).particulars


def test_zones_of_two_sides_stand_side_by_side_in_the_panel(river, qtbot):
    rulings = [ask("zoc", river, side=side) for side in river.box.oob.ids("sides")]
    panel = RulingPanel()
    qtbot.addWidget(panel)
    panel.show_rulings(rulings, river.box)
    assert [method_of(each) for each in rulings] == list(river.box.oob.ids("sides"))
    row = panel.findChild(type(panel._row))
    assert list(row.buttons) == list(river.box.oob.ids("sides"))
    row.chosen.emit(method_of(rulings[1]))
    assert panel.shown is rulings[1]


def test_those_of_two_sides_who_reach_an_empty_hex_stand_side_by_side(river, qtbot):
    sides = list(river.box.oob.ids("sides"))
    rulings = [ask("movement.onto", river, to="1811", side=side) for side in sides]
    panel = RulingPanel()
    qtbot.addWidget(panel)
    panel.show_rulings(rulings, river.box)
    assert panel.shown is rulings[0], "the first is shown, and not the last"
    assert list(panel.findChild(type(panel._row)).buttons) == sides
    told = [short(each, river.box) for each in rulings]
    assert told == ["nobody" if not each.detail.comers else f"{len(each.detail.comers)} units" for each in rulings]


def test_units_that_lose_supply_with_a_hex_are_the_rows_of_the_table():
    game = open_game(ROOT / "scenarios" / "cape-lorne").game
    assert game is not None
    ruling = ask("supply", game, side="korrin", falls="1511")
    table = map_table(ruling, game.box, LIGHT, game.ruleset)
    assert len(table.rows) == len(ruling.detail.losing) > 0
    assert headline(ruling, game.box).title.startswith("If 1511 falls, worse supplied: ")


def test_zones_of_units_that_are_named_are_theirs_and_not_of_their_side(river):
    ids, place = next((ids, place) for place, ids in stacks(river).items())
    label = river.box.label(place)
    alone = ask("zoc", river, units=[ids[0]], hex=label)
    line = headline(alone, river.box, river.ruleset)
    side = river.box.oob.side(side_of(river, ids[0])).name
    assert side not in line.title and line.title.startswith("In no zone of ")
    assert alone.detail.named == (ids[0],)
    assert "{units}" in alone.reasons[0].template and str(alone.reasons[0].values["units"])
    whole = ask("zoc", river, side=side_of(river, ids[0]), hex=label)
    assert side in headline(whole, river.box, river.ruleset).title
