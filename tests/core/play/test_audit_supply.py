"""The audit of supply: who has no line, who is freed, who is cut off."""

from dataclasses import replace
from typing import Any

import immutables
import pytest
from auditing import FORMATIONS, codes, mended, playing
from oracles.stacks import board, unit

from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.oob import Values
from core.model.state import ISOLATION, Declared
from core.play.audit import audit
from core.questions.game import Game


def ring(game: Game, around: str) -> tuple[Hex, ...]:
    return tuple(game.box.hex(around).neighbours())


def surrounded(ruleset: str, **said: Any) -> Game:
    """A unit in the middle of enemies that stand two hexes away, and one at the edge of the map."""
    base = board(ruleset, [])
    middle = base.box.hex("06.06")
    far = [place for place in middle.within(2) if place.distance(middle) == 2]
    kind = "parent" if ruleset == "vcs" else "combat"
    values: dict[str, Any] = {"unit__type": "infantry"} if ruleset == "vcs" else {"attack": 4, "defence": 4}
    units = [unit(id_, kind, side, steps=2, **values) for id_, side in (("in", "red"), ("out", "red"))]
    units += [unit(f"e{n}", kind, "blue", steps=2, **values) for n in range(len(far))]
    at: dict[str, Any] = {"in": "06.06", "out": Piece("01.01", marks=frozenset({"out-of-supply"}))}
    at |= {f"e{n}": base.box.label(place) for n, place in enumerate(far)}
    return board(ruleset, units, at, **said)


def supplied_from(game: Game, words: str, side: str = "red") -> Game:
    """The same game in which a side says where its lines of supply must lead."""
    sides = game.box.oob.sides
    key, old = next((key, each) for key, each in sides.keyed() if each.id == side)
    oob = replace(game.box.oob, sides=sides.with_changes({key: replace(old, values=Values({"supply.source": words}))}))
    return Game.of(replace(game.box, oob=oob), game.ruleset)


@pytest.mark.parametrize("words", ["", "nowhere at all"])
def test_where_sources_are_not_clear_players_look_for_themselves(words: str) -> None:
    game = surrounded("scs-1.6")
    game = supplied_from(game, words) if words else game
    state = playing(game, "supply")
    found = [each for each in audit(game, state, state) if each.code == "supply"]
    assert [(set(each.units), each.weight, each.edits) for each in found] == [({"in", "out"}, "look", ())]
    assert {each.section for each in found} == {"12.0, 12.1a"}
    assert (words or "does not say") in found[0].text


@pytest.mark.parametrize(("ruleset", "phase"), [("scs-1.6", "supply"), ("new-scs", "supply")])
def test_a_unit_without_a_line_is_to_be_marked_and_one_with_a_line_is_freed(ruleset: str, phase: str) -> None:
    game = supplied_from(surrounded(ruleset), "01.02")
    state = playing(game, phase)
    found = [each for each in audit(game, state, state) if each.weight == "mend"]
    assert {(each.code, each.units) for each in found} == {("supply", ("in",)), ("supply", ("out",))}
    left = mended(game, state, found)
    assert left.pieces["in"].marks == {"out-of-supply"}
    assert left.pieces["out"].marks == frozenset()
    again = replace(state, deployment=left)
    assert not [each for each in audit(game, again, again) if each.code == "supply"]


def test_a_unit_that_enemies_cut_off_is_to_be_marked_as_isolated_in_vcs_and_loses_the_lighter_marker() -> None:
    game = supplied_from(supplied_from(surrounded("vcs"), "01.02"), "12.12", "blue")
    state = playing(game, "supply.judge")
    assert state.deployment is not None
    held = replace(state.deployment.pieces["in"], marks=frozenset({"out-of-supply", "reserve"}))
    state = replace(state, deployment=state.deployment.with_pieces({"in": held}))
    found = [each for each in audit(game, state, state) if each.code == "supply" and "in" in each.units]
    assert codes(found) == [("supply", "11.0", "mend")]
    assert mended(game, state, found).pieces["in"].marks == {"isolated 1", "reserve"}


def test_only_active_units_are_judged_in_new_scs_and_both_sides_in_vcs() -> None:
    game = surrounded("new-scs")
    state = playing(game, "supply")
    judged = {id_ for each in audit(game, state, state) if each.code == "supply" for id_ in each.units}
    assert judged == {"in", "out"}
    game = surrounded("vcs")
    state = playing(game, "supply.judge", points=immutables.Map({("red", "Support points"): 0}))
    found = audit(game, state, state)
    assert {id_ for each in found if each.code == "supply" for id_ in each.units} > {"in", "out", "e0"}
    assert [each.section for each in found if each.code == "support"] == ["12.2"]


def test_units_with_two_markers_of_isolation_roll_for_surrender() -> None:
    units = [unit(id_, "parent", unit__type="infantry", steps=2) for id_ in ("a", "b")]
    at = {"a": Piece("02.02", marks=frozenset({"isolated 2"})), "b": Piece("05.05", marks=frozenset({"isolated 1"}))}
    game = board("vcs", units, at, options={"isolation.surrender": "on"})
    state = playing(game, "supply.surrender")
    found = audit(game, state, state)
    assert {each.units for each in found} == {("a",), ("b",)} and {each.section for each in found} == {"11.2.6"}


def test_isolation_is_looked_at_for_the_formation_that_is_active() -> None:
    units = [unit(id_, "combat", formation=of, steps=2) for id_, of in (("a", "d1"), ("b", "d2"))]
    game = board("bcs-1.1", units, {"a": "02.02", "b": "03.03"}, formations=FORMATIONS)
    state = playing(game, "activation.isolation", of="d1")
    assert [each.units for each in audit(game, state, state)] == [("a",)]


def test_isolation_is_wanted_of_those_that_are_isolated_and_have_not_rolled() -> None:
    units = [
        unit(id_, kind, formation="d1", steps=2) for id_, kind in (("hq", "headquarters"), ("a", "combat"), ("b", "combat"))
    ]
    at = {"hq": "02.02", "a": "03.03", "b": "08.08"}
    game = board("bcs-1.1", units, at, formations=FORMATIONS)
    state = playing(game, "activation.isolation", of="d1")
    assert audit(game, state, state) == ()
    away = board("bcs-1.1", units[1:], {name: at[name] for name in ("a", "b")}, formations=FORMATIONS)
    state = playing(away, "activation.isolation", of="d1")
    assert [each.units for each in audit(away, state, state)] == [("a", "b")]
    rolled = replace(state, fought=(Declared("red", ("a",), (Hex(2, 2),), ISOLATION),))
    assert [each.units for each in audit(away, rolled, rolled)] == [("b",)]
