"""Overruns on the map: the odds are those of the combat of the series, and nobody learns strengths too early [SCS 1.6 6.0]."""

from dataclasses import replace

from oracles.stacks import board, unit

from core.model.state import Declared
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask
from core.questions.game import Game

PRINTS = {"defence": 3, "movement": 8, "movement__class": "leg", "steps": 2}


def game() -> Game:
    units = (
        unit("tanks", "combat", attack=8, **PRINTS),
        unit("guard", "combat", "blue", attack=3, **PRINTS),
        unit("second", "combat", "blue", attack=1, **PRINTS),
    )
    return board("scs-1.6", units, {"tanks": "05.02", "guard": "05.05", "second": "05.05"}, terrain={"05.05": "town"})


def in_play(game: Game, *declared: Declared) -> Game:
    """The same game while it is played."""
    return game.with_state(replace(game.state, deployment=game.forces.deployment, declared=declared))


def test_the_odds_are_those_of_the_combat_from_the_hex_that_it_comes_from() -> None:
    ruling = ask("overrun", game(), units="tanks", to="05.05")
    assert (ruling.verdict, ruling.detail.odds.question) == ("allowed", "combat")
    by_numbers = ask("combat", game(), attackers="8", defenders=["3", "3"], terrain="Town")
    assert ruling.detail.odds.detail.odds == by_numbers.detail.odds
    assert ruling.detail.odds.detail.tables == by_numbers.detail.tables
    answer = as_json(ruling, game().box)
    assert answer["combat"]["question"] == "combat"
    assert [each["name"] for each in answer["conditions"]] == [
        "together",
        "zone",
        "moves",
        "once",
        "points",
        "target",
        "stacking",
    ]


def test_in_play_strengths_are_added_up_once_the_overrun_is_declared() -> None:
    playing = in_play(game())
    before = ask("overrun", playing, units="tanks", to="05.05")
    assert (before.verdict, before.detail.odds) == ("allowed", None)
    assert "Strengths are added up when the overrun is declared" in as_text(before, playing.box)
    place = playing.box.hex("05.05")
    after = ask("overrun", in_play(game(), Declared("red", ("tanks",), (place,), "overrun")), units="tanks", to="05.05")
    assert after.detail.odds is not None


def test_a_hex_that_others_overrun_is_not_overrun_again() -> None:
    place = game().box.hex("05.05")
    others = Declared("red", ("others",), (place,), "overrun")
    ruling = ask("overrun", in_play(game(), others), units="tanks", to="05.05")
    assert ruling.verdict == "prohibited"
    assert [each.name for each in ruling.detail.conditions if each.met is False] == ["once"]


def test_at_the_edge_of_the_map_the_rule_is_named() -> None:
    alone = board("scs-1.6", (unit("tanks", "combat", attack=8, **PRINTS),), {"tanks": "01.01"})
    said = as_text(ask("movement", alone, units="tanks"), alone.box)
    assert "[SCS 1.6 3.3c] TANKS stands at the edge of the map" in said


def test_in_play_a_stack_overruns_once_in_a_phase_and_a_hex_is_overrun_once() -> None:
    there, elsewhere = game().box.hex("05.05"), game().box.hex("07.07")

    def once(*fought: Declared) -> tuple[bool | None, ...]:
        playing = in_play(game())
        playing = playing.with_state(replace(playing.state, fought=fought))
        ruling = ask("overrun", playing, units="tanks", to="05.05")
        assert (ruling.verdict == "prohibited") == bool(fought and fought[0].what == "overrun")
        return tuple(each.met for each in ruling.detail.conditions if each.name == "once")

    assert once() == (True,)
    assert once(Declared("red", ("tanks",), (elsewhere,), "overrun")) == (False,)
    assert once(Declared("red", ("others",), (there,), "overrun")) == (False,)
    assert once(Declared("red", ("tanks",), (there,), "overrun")) == (False, False)
    assert once(Declared("red", ("tanks",), (there,))) == (True,)
    outside = ask("overrun", game(), units="tanks", to="05.05")
    assert [each.met for each in outside.detail.conditions if each.name == "once"] == [None]
