"""Which ways let units into terrain that is closed to them stands in a chart of every series, and a box may say otherwise."""

from dataclasses import replace
from fractions import Fraction

import pytest
from oracles.stacks import board, found, hexes, unit

from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.geometry.layout import plane_centre
from core.model.maps import Path
from core.model.scenario import SetUp
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.forces import unit_of
from core.rules.tcs.forces.counters import kind_of

HERE, BESIDE = "05.05", "05.06"
CLOSED = {
    "tcs-4.01": (unit("u", "vehicle", movement__class="wheeled"), "marsh", "tcs.terrain_effects", "counts", "hex"),
    "scs-1.6": (unit("u", "combat", movement__class="truck"), "sea", "scs.ways", "terrain", "closed"),
    "new-scs": (unit("u", "combat"), "sea", "new_scs.ways", "terrain", "closed"),
    "vcs": (unit("u", "parent", unit__type="armour"), "swamp", "vcs.ways", "terrain", "closed"),
    "bcs-1.1": (unit("u", "combat"), "sea", "bcs.ways", "terrain", "closed"),
}


def on_a_way(ruleset: str, way: str) -> Game:
    """A unit that begins on terrain that is closed to it, and a way through it."""
    mover, terrain, *_ = CLOSED[ruleset]
    set_ups = (SetUp(("u",), hexes=hexes(board(ruleset, []), HERE)),)
    game = board(ruleset, [mover], {"u": HERE}, terrain={HERE: terrain}, set_ups=set_ups)
    placed = game.box.sheets[0]
    line = tuple(placed.frame.to_sheet(plane_centre(each)) for each in hexes(game, HERE, BESIDE))
    return Game.of(game.box.with_sheet(placed.file, placed.sheet.with_items("paths", {1: Path(way, line)})), game.ruleset)


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_road_opens_closed_terrain_and_a_railway_does_not(ruleset: str) -> None:
    assert not found(on_a_way(ruleset, "primary-road"), "closed-terrain")
    rail = "railway" if "railway" in load_ruleset(ruleset).terrain else "river"
    assert found(on_a_way(ruleset, rail), "closed-terrain")


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_the_ruling_names_the_chart_that_opened_the_terrain(ruleset: str) -> None:
    ruling = ask("set_up", on_a_way(ruleset, "primary-road"), unit="u", hex=HERE)
    assert ruling.verdict == "allowed"
    assert CLOSED[ruleset][2] in {each.chart for each in ruling.charts}


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_box_whose_chart_opens_no_road_closes_the_terrain(ruleset: str) -> None:
    game = on_a_way(ruleset, "primary-road")
    _, _, id_, column, word = CLOSED[ruleset]
    name, chart = game.ruleset.terrain["primary-road"].name, game.ruleset.charts[id_]
    other = replace(chart, cells={**chart.cells, (name, column): word})
    closed = Game.of(replace(game.box, charts={id_: other}), game.ruleset)
    assert [issue.units for issue in found(closed, "closed-terrain")] == [("u",)]


def test_the_steps_of_a_section_of_tcs_are_a_number_of_the_ruleset() -> None:
    rules = load_ruleset("tcs-4.01")
    other = replace(rules.numbers["infantry.section"], value=Fraction(3))
    changed = replace(rules, numbers={**rules.numbers, "infantry.section": other})
    held = unit_of(rules.values, unit("u", "infantry", steps=3))
    assert (kind_of(rules, held).name, kind_of(changed, held).name) == ("infantry", "section")
