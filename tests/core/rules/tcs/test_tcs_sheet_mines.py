"""Minefields of a Prepared Defense: when its sheet lays them, where, and which of its platoons [TCS 4.01 21.1]."""

from dataclasses import replace
from typing import Any

import pytest
from oracles.stacks import board, hexes, unit

from core.base.errors import WrongUse
from core.model.deployment import Mark, Piece
from core.model.edits.edit import IN_PLAY
from core.model.edits.force_edits import ChangePieces
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.piece_edits import hex_unmarked
from core.model.work import Work
from core.questions.catalogue import ask
from core.rules.kernel.rulings import Ruling
from tests.core.rules.tcs.sheet_bench import WITH, asked, do, labels, late, stands_in
from tests.core.rules.tcs.test_tcs_order_steps import FORMATIONS, UNITS, Play, sheet


def defending(**options: str) -> Play:
    """Two battalions in preparation for a Prepared Defense, four platoons in one hex; the enemy seven hexes away."""
    play = Play(sheet("Hold", "1-bn", "2-bn", type="Prepared Defense", status="waiting", turn=1, turns=60), **WITH)
    units = [*UNITS, unit("foe", "infantry", side="blue", steps=5)]
    where = {each.id: Piece("05.05", mode="fire") for each in UNITS} | {"foe": Piece("12.05", mode="fire")}
    game = board("tcs-4.01", units, where, formations=FORMATIONS, options={**WITH, **options})
    play.game = game.with_state(replace(play.game.state, deployment=game.box.scenarios[game.forces.file].start))
    return play


def lay(play: Play, hex_: str) -> Ruling:
    return ask("minefield.lay", play.game, to=hex_, side="red")


def test_mines_are_told_and_laid_when_a_prepared_defense_comes_into_force_and_in_no_other_turn() -> None:
    play = defending()
    assert lay(play, "07.05").verdict == "prohibited", "it is in preparation"
    do(play, asked(play, sheet="Hold", roll=66))
    told = next(each for each in asked(play, sheet="Hold").reasons if each.rule.section == "21.1")
    assert told.values["mines"] == "2 minefields"
    far, near_enemy = lay(play, "01.05"), lay(play, "08.05")
    assert (far.verdict, near_enemy.verdict) == ("allowed", "prohibited")
    assert near_enemy.reasons[0].numbers == {"far": 4, "least": 5}
    assert near_enemy.reasons[0].values["hex"] == "08.05"
    assert all("Hold" not in map(str, each.values.values()) for each in far.reasons), "the other side may read it"
    assert lay(play, "05.10").reasons[0].numbers["near"] == 0
    for hex_ in ("07.05", "06.05"):
        found = lay(play, hex_)
        assert labels(found) == [f"Lay a minefield in {hex_}"]
        do(play, found)
    assert lay(play, "05.06").reasons[0].numbers["lie"] == 2, "both lie there"
    assert "21.1" not in {each.rule.section for each in asked(play, sheet="Hold").reasons}
    again = defending()
    do(again, asked(again, sheet="Hold", roll=66))
    again.begin(5)
    assert lay(again, "07.05").verdict == "prohibited"
    assert "21.1" not in {each.rule.section for each in asked(again, sheet="Hold").reasons}


def test_mines_of_an_earlier_sheet_count_against_no_other_one() -> None:
    play = defending()
    do(play, asked(play, sheet="Hold", roll=66))
    for hex_ in ("07.05", "06.05"):
        do(play, lay(play, hex_))
    play.begin(8)
    later = sheet("Stay", "1-bn", "2-bn", type="Prepared Defense", status="waiting", turn=5, turns=60)
    play.do(ChangeOrders("Write", {"Stay": later}))
    do(play, asked(play, sheet="Stay", roll=66))
    assert next(each for each in asked(play, sheet="Stay").reasons if each.rule.section == "21.1").values["mines"] == (
        "2 minefields"
    )
    do(play, lay(play, "05.07"))
    assert play.sheet("Stay").mines == hexes(play.game, "05.07")
    assert play.sheet("Hold").mines == hexes(play.game, "07.05", "06.05")


def test_each_platoon_lays_one_minefield_together_with_one_other() -> None:
    play = defending()
    do(play, asked(play, sheet="Hold", roll=66))
    far = {"2-a": Piece("05.12", mode="fire"), "2-b": Piece("05.12", mode="fire")}
    play.do(ChangePieces("Move", IN_PLAY, {id_: replace(piece, at=hexes(play.game, "05.12")[0]) for id_, piece in far.items()}))
    do(play, lay(play, "05.04"))
    near, there = lay(play, "05.03"), lay(play, "05.11")
    assert (near.verdict, there.verdict) == ("prohibited", "allowed")
    assert near.reasons[0].numbers["near"] == 2 and "have laid none" in near.reasons[0].template
    assert there.reasons[0].values["units"] == "2-A, 2-B"
    both = lay(play, "05.08")
    assert both.verdict == "allowed" and both.reasons[0].values["units"] == "2-A, 2-B", "all four are near, and two are left"


def test_a_minefield_that_is_taken_away_again_is_laid_anew() -> None:
    play = defending()
    do(play, asked(play, sheet="Hold", roll=66))
    for hex_ in ("07.05", "06.05"):
        do(play, lay(play, hex_))
    work = Work(play.game.box, play.game.state)
    play.do(hex_unmarked(work, hexes(play.game, "07.05")[0], Mark("minefield", "red")))
    assert lay(play, "06.05").verdict == "prohibited", "one lies there"
    do(play, lay(play, "05.08"))
    assert play.sheet("Hold").mines == hexes(play.game, "06.05", "05.08")


def test_what_is_added_to_a_prepared_defense_later_does_not_let_it_lay_mines_again() -> None:
    play = defending()
    do(play, asked(play, sheet="Hold", roll=66))
    do(play, asked(play, sheet="Hold", units=["3-a"]))
    play.begin(5)
    do(play, asked(play))
    assert play.sheet("Hold").added[0].turns > 0
    assert lay(play, "07.05").verdict == "prohibited"


def test_where_mines_may_be_laid_is_every_hex_in_which_they_may_and_no_other() -> None:
    play = defending()
    box = play.game.box

    def places() -> frozenset[Any]:
        return ask("minefield.lay", play.game, side="red").detail.places

    assert not places(), "nothing has come into force"
    assert "lays" not in asked(play, sheet="Hold").detail.facts
    do(play, asked(play, sheet="Hold", roll=66))
    assert asked(play, sheet="Hold").detail.facts["lays"] == "minefield"
    found = places()
    assert found == {place for place in box.cells if lay(play, box.label(place)).verdict == "allowed"}
    assert 0 < len(found) < len(box.cells)
    for hex_ in ("07.05", "06.05"):
        do(play, lay(play, hex_))
    assert not places() and "lays" not in asked(play, sheet="Hold").detail.facts
    play.begin(0)
    assert places() == set(box.cells), "the scenario says where"


def test_before_play_and_without_the_command_rules_no_sheet_says_when_mines_are_laid() -> None:
    play = defending()
    play.begin(0)
    assert lay(play, "07.05").verdict == "allowed"
    free = lay(defending(**{"command.play": "without"}), "07.05")
    assert (free.verdict, free.reasons[0].rule.section) == ("allowed", "6.1")
    with pytest.raises(WrongUse, match="no side"):
        ask("minefield.lay", play.game, to="07.05", side="green")


def test_mines_that_are_laid_after_the_command_phase_are_told() -> None:
    play = defending()
    do(play, asked(play, sheet="Hold", roll=66))
    assert not late(lay(play, "07.05"))
    assert late(lay(stands_in(play, "action.actions", "red"), "07.05")) == ["21.1"]
    assert "21.1" in late(asked(play, sheet="Hold"))
