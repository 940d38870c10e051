"""The audit of air points: New SCS gives all of them missions in one phase; SCS leaves to its games what a barrage takes."""

import immutables
import pytest
from auditing import codes, playing
from oracles.stacks import board, unit

from core.model.deployment import Piece
from core.model.state import Declared
from core.model.work import Work
from core.play.audit import audit
from core.questions.answers import as_text
from core.questions.catalogue import ask

AIR = ("red", "air points")
FOE = unit("foe", "combat", "blue", attack=2, defence=2, steps=2, movement=5, movement__class="leg")


def points(left: int) -> immutables.Map[tuple[str, str], int]:
    return immutables.Map({AIR: left, ("blue", "air points"): 3})


@pytest.mark.parametrize(("left", "words"), [(2, "Red has 2 air points left"), (1, "Red has 1 air point left"), (0, "")])
def test_no_air_point_of_new_scs_is_left_without_a_mission(left: int, words: str) -> None:
    game = board("new-scs", [FOE], {"foe": "05.05"})
    state = playing(game, "air", points=points(left))
    found = audit(game, state, state)
    assert codes(found) == ([("missions", "Air phase", "mend")] if words else [])
    assert all(each.text.startswith(words) for each in found)
    # In other phases, and where nobody counts them, nothing is said.
    assert not audit(game, playing(game, "road", points=points(left)), playing(game, "road", points=points(left)))
    assert not audit(game, playing(game, "air"), playing(game, "air"))


@pytest.mark.parametrize(("left", "declared", "without"), [(3, (), 2), (3, ("a", "b"), 1), (2, ("a", "b"), 0), (1, (), 0)])
def test_a_bombardment_says_how_many_air_points_wait_for_a_mission(left: int, declared: tuple[str, ...], without: int) -> None:
    planes = [unit(id_, "air", bombardment__rating=4) for id_ in ("a", "b")]
    game = board("new-scs", [*planes, FOE], {"a": Piece("Airfield"), "b": Piece("Airfield", 1), "foe": "05.05"})
    held = tuple(Declared("red", (id_,), (game.box.hex("05.05"),), "bombardment") for id_ in declared)
    state = playing(game, "air", points=points(left), declared=held)
    asked = game.with_state(state)
    told = as_text(ask("bombardment", asked, units=["a"], to="05.05"), game.box, game.ruleset)
    assert (f"Red has {without} air point" in told and "without a mission" in told) is bool(without)


@pytest.mark.parametrize(("spent", "left"), [(0, 1), (1, 1), (2, None)])
def test_air_units_of_scs_that_barraged_have_their_points_looked_at(spent: int, left: int | None) -> None:
    planes = [unit(id_, "air", barrage=3) for id_ in ("a", "b")]
    gun = unit("gun", "artillery", barrage=3, defence=1, steps=1, movement=4)
    at = {"a": Piece("Airfield"), "b": Piece("Airfield", 1), "gun": "05.04", "foe": "05.05"}
    game = board("scs-1.6", [*planes, gun, FOE], at)
    target = (game.box.hex("05.05"),)
    fought = tuple(Declared("red", (id_,), target, "barrage") for id_ in ("a", "b", "gun"))
    before = playing(game, "barrage", points=points(3))
    now = playing(game, "barrage", points=points(3 - spent), fought=fought)
    found = audit(game, before, now)
    assert codes(found) == ([("flights", "6.1f", "look")] if left is not None else [])
    for each in found:
        paid = "1 air point is spent" if spent == 1 else "0 air points are spent"
        assert each.units == ("a", "b") and f"A, B have barraged, and {paid}; the game" in each.text
        (edit,) = each.edits
        done = edit.apply(Work(game.box, now)).state
        assert done is not None and done.points[AIR] == left
    # Guns take none, and where nobody counts points nobody owes any.
    assert not audit(game, before, playing(game, "barrage", points=points(3), fought=fought[2:]))
    assert not audit(game, playing(game, "barrage"), playing(game, "barrage", fought=fought))
