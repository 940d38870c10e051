"""Real counters as the procedures count them."""

from dataclasses import replace
from fractions import Fraction

import pytest
from oracles.stacks import board, unit

from core.files.ruleset_files import load_ruleset
from core.model.deployment import Mark, Piece
from core.rules.kernel.forces import Unit as Held
from core.rules.kernel.forces import unit_of as held_of
from core.rules.tcs.forces.counters import PIECES, UNITS, integrated_steps, kind_of, unit_of
from core.rules.tcs.forces.units import DUG_IN, FIRE, KINDS, MOUNTED, MOVE, PARALYZED, READY, RIDING, SUPPRESSED, TOWED

TCS = load_ruleset("tcs-4.01")
VALUES = TCS.values
KINDS_OF_PIECES = dict(next(value for value in VALUES if value.role == "kind").choices)


def held(kind: str, piece: Piece | None = None, **values) -> Held:
    return held_of(VALUES, unit("u", kind, **values), piece)


def at(**said) -> Piece:
    return Piece("box", **said)


def test_every_kind_of_piece_is_a_kind_of_unit() -> None:
    assert set(PIECES) == set(KINDS_OF_PIECES)
    assert set(PIECES.values()) == set(KINDS) - {"section"}
    assert set(KINDS_OF_PIECES) > UNITS


def test_a_section_is_told_from_a_platoon_by_its_steps() -> None:
    assert (kind_of(TCS, held("infantry", steps=5)).name, kind_of(TCS, held("infantry", steps=2)).name) == (
        "infantry",
        "section",
    )


def test_what_is_printed_is_what_the_procedures_count_with() -> None:
    printed = {"fire.class": "point", "fire.strength": 9, "fire.range": 12, "target.class": "point", "target.defence": 3}
    tank = unit_of(TCS, held("vehicle", at(face=1, lost=1), steps=4, **printed))
    assert (tank.kind.name, tank.steps, tank.full, tank.strength, tank.reach) == ("vehicle", 3, 4, 9, 12)
    assert (tank.target, tank.point, tank.high, tank.posture) == ("P-3", True, False, FIRE)
    mortar = unit_of(TCS, held("mortar", steps=2, **{"fire.trajectory": "high", "target.class": "area"}))
    assert (mortar.high, mortar.target, mortar.point, mortar.strength) == (True, "A", False, None)
    assert unit_of(TCS, held("at_gun", steps=1)).target == "B-0"


@pytest.mark.parametrize(
    ("piece", "posture", "condition", "fired"),
    [
        (None, FIRE, READY, False),
        (at(), MOVE, READY, False),
        (at(face=1), FIRE, READY, False),
        (at(mode="fire"), FIRE, READY, False),
        (at(mode="move", face=1), MOVE, READY, False),
        (at(face=1, marks=frozenset({"dug-in", "fired"})), DUG_IN, READY, True),
        (at(face=1, marks=frozenset({"suppressed"})), FIRE, SUPPRESSED, False),
        (at(face=1, marks=frozenset({"paralyzed", "step-loss 2"})), FIRE, PARALYZED, False),
    ],
)
def test_mode_and_markers_say_posture_and_condition(piece, posture, condition, fired) -> None:
    found = unit_of(TCS, held("infantry", piece, steps=5))
    assert (found.posture, found.condition, found.fired) == (posture, condition, fired)


def test_the_side_that_is_up_says_the_mode_of_a_counter_with_two() -> None:
    for face, posture in ((0, MOVE), (1, FIRE)):
        turned = held("infantry", at(face=face, mode="fire" if posture == MOVE else "move"), steps=5, back={})
        assert unit_of(TCS, turned).posture == posture


@pytest.mark.parametrize(
    ("passenger", "carrier", "how"),
    [
        ("infantry", "carrier", MOUNTED),
        ("at_gun", "carrier", TOWED),
        ("infantry", "vehicle", RIDING),
        ("mortar", "carrier", MOUNTED),
    ],
)
def test_area_targets_ride_inside_and_guns_are_towed(passenger, carrier, how) -> None:
    target = "both" if passenger == "at_gun" else "area"
    inside = held(passenger, at(face=1, on="c"), steps=2, **{"target.class": target})
    beside = held_of(VALUES, unit("c", carrier, steps=2), at())
    assert unit_of(TCS, inside, [beside]).carried == how
    assert unit_of(TCS, inside, [beside]).posture == MOVE
    assert unit_of(TCS, inside).carried == ""


@pytest.mark.parametrize(
    ("steps", "lost", "target", "notional"),
    [(5, 0, "area", 2), (5, 3, "area", 1), (2, 0, "area", 1), (1, 0, "both", 1), (5, 5, "area", 0)],
)
def test_a_notional_carrier_has_two_steps_for_three_or_more_of_men(steps, lost, target, notional) -> None:
    own = held("infantry", at(lost=lost), steps=steps, **{"target.class": target, "carrier.integrated": True})
    assert integrated_steps(TCS, own) == notional


@pytest.mark.parametrize(("number", "value", "steps"), [("large", 5, 5), ("many", 9, 1), ("small", 4, 2)])
def test_the_steps_of_notional_carriers_are_those_of_the_ruleset(number, value, steps) -> None:
    name = f"carrier.own.{number}"
    changed = replace(TCS, numbers={**TCS.numbers, name: replace(TCS.numbers[name], value=Fraction(value))})
    own = held("infantry", at(), steps=5, **{"target.class": "area", "carrier.integrated": True})
    assert integrated_steps(changed, own) == steps


@pytest.mark.parametrize(
    ("kind", "filled", "blocked"),
    [("smoke-2", 7, 7), ("smoke-1", 7, 7), ("smoke-mortar", 1, 1), ("continuous-barrage", 0, 1), ("illum", 0, 0)],
)
def test_markers_of_smoke_on_the_map_fill_their_hexes_and_continuous_fire_blocks_alone(
    kind: str, filled: int, blocked: int
) -> None:
    game = board("tcs-4.01", [], marks={"05.05": (Mark(kind, "red"),)})
    assert (len(game.case.smoke), len(game.case.blocking)) == (filled, blocked)
    assert not blocked or game.box.hex("05.05") in game.case.blocking
