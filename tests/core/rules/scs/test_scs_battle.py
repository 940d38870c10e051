"""Attacks that the chart of a game prohibits, and bridges [SCS 1.6 7.3]; who has overrun moves no more [SCS 1.6 6.2a]."""

from dataclasses import replace
from fractions import Fraction

import pytest
from oracles.stacks import board, unit

from core.model.state import Declared, Moment
from core.questions.answers import as_text
from core.questions.catalogue import ask
from core.questions.game import Game

PRINTS = {"attack": 4, "defence": 4, "movement": 6, "movement__class": "leg", "steps": 2, "exploitation": True}


def over_a_river(*features: str) -> Game:
    """Two units beside a hexside with some features, in a game whose chart lets nobody attack over a river."""
    units = (unit("near", "combat", **PRINTS), unit("foe", "combat", "blue", **PRINTS))
    sides = {feature: ["05.05 05.06"] for feature in features}
    game = board("scs-1.6", units, {"near": "05.05", "foe": "05.06"}, sides=sides)
    chart = game.ruleset.charts["scs.terrain"]
    own = replace(chart, cells={**chart.cells, ("River", "attack factor"): Fraction(0)})
    return Game.of(replace(game.box, charts={chart.id: own}), game.ruleset)


def test_over_a_river_that_the_chart_closes_to_attacks_nobody_attacks() -> None:
    game = over_a_river("river")
    assert ask("odds", game, units="near", to="05.06").verdict == "prohibited"
    assert "River prohibits an attack on 05.06" in as_text(ask("combat.attackers", game, to="05.06"), game.box)


def test_a_bridge_counts_in_the_place_of_the_river_that_it_crosses() -> None:
    ruling = ask("odds", over_a_river("river", "bridge"), units="near", to="05.06")
    assert (ruling.verdict, ruling.detail.attackers[0].strength) == ("read", 2)


def test_terrain_that_the_chart_closes_to_attacks_is_not_attacked() -> None:
    units = (unit("near", "combat", **PRINTS), unit("foe", "combat", "blue", **PRINTS))
    game = board("scs-1.6", units, {"near": "05.05", "foe": "05.06"}, terrain={"05.06": "fortification"})
    assert ask("odds", game, units="near", to="05.06").verdict == "read"
    chart = game.ruleset.charts["scs.terrain"]
    own = replace(chart, cells={**chart.cells, ("Fortification", "attack factor"): Fraction(0)})
    closed = Game.of(replace(game.box, charts={chart.id: own}), game.ruleset)
    assert ask("odds", closed, units="near", to="05.06").verdict == "prohibited"
    assert "Fortification prohibits an attack on 05.06" in as_text(ask("combat.attackers", closed, to="05.06"), closed.box)


@pytest.mark.parametrize(
    ("attackers", "by", "strengths", "column"),
    [
        # Both cross: 4 to twice 2, a column to the left.
        ("one,two", "multiplier", (4, 4), "1:1"),
        ("one,two", "", (4, 4), "1:2"),
        ("one,two", "shift", (8, 2), "3:1"),
        # One of them does not: he is not lowered, and nobody shelters behind it.
        ("one,two,dry", "multiplier", (8, 2), "4:1"),
        ("one,two,dry", "", (8, 2), "4:1"),
        ("one,two,dry", "shift", (12, 2), "6:1"),
    ],
)
def test_a_hexside_shelters_defenders_whom_all_attack_across_it(attackers, by, strengths, column) -> None:
    units = [unit(id_, "combat", **PRINTS) for id_ in ("one", "two", "dry")]
    units.append(unit("foe", "combat", "blue", **{**PRINTS, "defence": 2}))
    at = {"one": "05.05", "two": "06.05", "dry": "05.07", "foe": "05.06"}
    options = {"combat.terrain": by} if by else {}
    game = board("scs-1.6", units, at, sides={"river": ["05.05 05.06", "06.05 05.06"]}, options=options)
    chart = game.ruleset.charts["scs.terrain"]
    cells = {**chart.cells, ("River", "defence factor"): Fraction(2), ("River", "columns"): Fraction(-1)}
    own = Game.of(replace(game.box, charts={chart.id: replace(chart, cells=cells)}), game.ruleset)
    ruling = ask("odds", own, units=attackers, to="05.06")
    sides = (ruling.detail.attackers, ruling.detail.defenders)
    assert tuple(sum(each.strength for each in side) for side in sides) == strengths
    assert ruling.detail.facts["column"] == column


@pytest.mark.parametrize("phase", ["movement.move", "exploitation"])
def test_an_overrun_that_is_resolved_ends_the_movement_of_its_units_in_the_phase(phase: str) -> None:
    units = (unit("tanks", "combat", **PRINTS), unit("foe", "combat", "blue", **PRINTS))
    game = board("scs-1.6", units, {"tanks": "05.02", "foe": "05.08"})
    over = Declared("red", ("tanks",), (game.box.hex("05.03"),), "overrun")
    begun = replace(game.state, deployment=game.forces.deployment, moment=Moment(1, phase, "red"))
    assert ask("movement", game.with_state(begun), units="tanks").verdict == "reaches"
    assert ask("movement", game.with_state(replace(begun, declared=(over,))), units="tanks").verdict == "reaches"
    done = game.with_state(replace(begun, fought=(over,)))
    assert ask("movement", done, units="tanks").verdict == "may_not_move"
    assert "[SCS 1.6 6.2a] TANKS has overrun 05.03 in this phase" in as_text(ask("movement", done, units="tanks"), done.box)
    # It still retreats and advances: that is no movement.
    assert ask("retreat", done, units="tanks", hexes=1).verdict == "free"
    assert ask("movement.onto", done, to="05.03", side="red").value == 0
