"""Overruns on the map: the odds are those of the combat of the series, and nobody learns strengths too early [SCS 1.6 6.0]."""

from dataclasses import replace

import pytest
from oracles.stacks import board, unit

from core.base.errors import WrongUse
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
    alone = playing.with_state(replace(playing.state, alone=True))
    assert ask("overrun", alone, units="tanks", to="05.05").detail.odds is not None, "who plays alone knows the strengths"
    place = playing.box.hex("05.05")
    after = ask("overrun", in_play(game(), Declared("red", ("tanks",), (place,), "overrun")), units="tanks", to="05.05")
    assert after.detail.odds is not None


def test_who_prints_no_attack_does_not_overrun_and_who_prints_none_above_zero_not_alone() -> None:
    units = (
        unit("tanks", "combat", attack=8, **PRINTS),
        unit("staff", "combat", attack=0, **PRINTS),
        unit("guns", "artillery", barrage=10, **PRINTS),
        unit("guard", "combat", "blue", attack=3, **PRINTS),
    )
    playing = in_play(board("scs-1.6", units, {"tanks": "05.02", "staff": "05.02", "guns": "05.02", "guard": "05.05"}))

    def verdict(named: str) -> tuple[str, list[str]]:
        ruling = ask("overrun", playing, units=named, to="05.05")
        return ruling.verdict, [str(each.reason.rule.section) for each in ruling.detail.conditions if each.met is False]

    assert verdict("tanks,staff") == ("allowed", [])
    assert verdict("guns") == verdict("tanks,guns") == ("prohibited", ["7.2e"])
    assert verdict("staff")[0] == "prohibited"
    known = ask("overrun.units", playing, to="05.05", side="red", units="guns").detail.units
    roles = {each.unit: each.role for each in known}
    assert roles == {"tanks": "attacks", "staff": "attacks", "guns": "no"}


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


def test_of_units_near_a_hex_it_is_told_why_they_do_not_overrun_it_and_of_others_only_where_they_are_asked_about() -> None:
    units = (
        unit("tanks", "combat", attack=8, **PRINTS),
        unit("beside", "combat", attack=8, **PRINTS),
        unit("slow", "combat", attack=8, **{**PRINTS, "movement": 3}),
        unit("guard", "combat", "blue", attack=3, **PRINTS),
    )
    places = {"tanks": "05.02", "beside": "05.04", "slow": "05.01", "guard": "05.05"}
    alone = board("scs-1.6", units, places)
    roles = {each.unit: each.role for each in ask("overrun.units", alone, to="05.05").detail.units}
    assert roles == {"tanks": "attacks", "beside": "no"}
    asked = ask("overrun.units", alone, to="05.05", units="slow")
    assert {each.unit: each.role for each in asked.detail.units} == {**roles, "slow": "no"}
    said = as_text(asked, alone.box)
    assert "[SCS 1.6 6.0] BESIDE began the phase in an enemy zone, in 05.04" in said
    assert "[SCS 1.6 6.0] TANKS overruns 05.05 from 05.04: 4 to come there and 2 for the overrun leave 2" in said


def test_who_may_overrun_is_who_would_be_allowed_to_alone() -> None:
    kinds = {"tanks": ("05.02", 8), "beside": ("05.04", 8), "slow": ("05.01", 3), "far": ("09.09", 6), "near": ("07.06", 2)}
    units = [unit(id_, "combat", attack=8, **{**PRINTS, "movement": points}) for id_, (_, points) in kinds.items()]
    guard = unit("guard", "combat", "blue", attack=3, **PRINTS)
    places = {id_: place for id_, (place, _) in kinds.items()} | {"guard": "05.05"}
    alone = board("scs-1.6", (*units, guard), places)
    judged = {
        each.unit: each.role == "attacks" for each in ask("overrun.units", alone, to="05.05", units=list(kinds)).detail.units
    }
    assert judged == {id_: ask("overrun", alone, units=id_, to="05.05").verdict == "allowed" for id_ in kinds}
    assert 0 < sum(judged.values()) < len(judged)


def test_a_stack_goes_to_the_hex_that_it_overruns_from_as_one_edit_and_one_beside_the_target_stays() -> None:
    alone = game()
    ruling = ask("overrun", alone, units="tanks", to="05.05")
    (edit,) = ruling.detail.approach.edits
    assert edit.pieces["tanks"].at == ruling.detail.source
    assert as_json(ruling, alone.box)["approach"] == "Move TANKS to 05.04"
    beside = board(
        "scs-1.6",
        (unit("tanks", "combat", attack=8, **PRINTS), unit("guard", "combat", "blue", attack=0, **PRINTS)),
        {"tanks": "05.04", "guard": "05.05"},
    )
    assert ask("overrun", beside, units="tanks", to="05.05").detail.approach is None


def test_what_was_spent_before_is_said_of_a_unit_with_its_points_and_its_hex() -> None:
    for wrong in ("tanks", "tanks*4", "tanks*many*05.01"):
        with pytest.raises(WrongUse, match="before"):
            ask("overrun.units", game(), to="05.05", before=wrong)
    with pytest.raises(WrongUse, match="began"):
        ask("overrun", game(), units="tanks", to="05.05", began=["05.01", "05.02"])


def test_each_unit_of_a_stack_that_is_declared_may_overrun_its_hex_and_no_others_may() -> None:
    kinds = {"tanks": "05.02", "second-tanks": "05.02", "others": "07.03"}
    units = [unit(id_, "combat", attack=8, **PRINTS) for id_ in kinds]
    guard = unit("guard", "combat", "blue", attack=3, **PRINTS)
    alone = board("scs-1.6", (*units, guard), {**kinds, "guard": "05.05"})
    place = alone.box.hex("05.05")

    def able(*declared: Declared) -> set[str]:
        ruling = ask("overrun.units", in_play(alone, *declared), to="05.05")
        return {each.unit for each in ruling.detail.units if each.role == "attacks"}

    assert able() == set(kinds)
    assert able(Declared("red", ("tanks", "second-tanks"), (place,), "overrun")) == {"tanks", "second-tanks"}
