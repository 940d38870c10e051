"""What units can do now: each act with the rule that forbids it, by modes, markers, carriers, kinds, orders and moves."""

from dataclasses import replace
from typing import Any

import pytest
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Mark, Piece
from core.model.orders import OpSheet
from core.model.state import Moment, Trek
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.acts_detail import Act

PRINTS: dict[str, dict[str, Any]] = {
    "infantry": {"movement__class": "foot", "movement__allowance": 5, "fire__strength": 4, "fire__range": 4, "steps": 5},
    "machine_guns": {"movement__class": "foot", "movement__allowance": 5, "fire__strength": 2, "fire__range": 7, "steps": 2},
    "mortar": {"movement__class": "foot", "movement__allowance": 5, "fire__strength": 4, "fire__range": 16, "steps": 2},
    "at_gun": {"movement__class": "tow", "fire__strength": 4, "fire__range": 7, "steps": 1, "target__class": "both"},
    "vehicle": {"movement__class": "tracked", "movement__allowance": 9, "fire__strength": 3, "fire__range": 7, "steps": 3},
    "carrier": {"movement__class": "wheeled", "movement__allowance": 15, "steps": 2, "target__class": "both"},
}


def made(kind: str, mode: str, *marks: str, **more: Any) -> Game:
    """One red unit of a kind in a mode with markers, alone on an empty map."""
    on = {"on": more.pop("on")} if "on" in more else {}
    piece = Piece("05.05", mode=mode, marks=frozenset(marks), **on)
    units = [unit("one", kind, **PRINTS[kind]), unit("truck", "carrier", **PRINTS["carrier"])]
    at: dict[str, str | Piece] = {"one": piece, "truck": Piece("05.05", 1, mode="Move")}
    return board("tcs-4.01", units, at, **more)


def acts(game: Game) -> dict[str, Act]:
    (found,) = ask("unit.acts", game, units=["one"]).detail.units
    return {act.name: act for act in found.acts}


def forbidden(game: Game) -> dict[str, str]:
    """What it may not do, with the section that says so."""
    return {name: act.reason.rule.section for name, act in acts(game).items() if not act.allowed and act.reason is not None}


STAYS = {"move": "4.1c", "change mode": "4.1c", "assault": "22.0a", "mount or dismount": "24.1b"}
"""What nobody does who is in Fire Mode and marked."""
SHAKEN = {**STAYS, "observe for artillery": "17.3a", "observe for mortars": "24.3a", "retreat by choice": "17.3a"}
NO_FIRE = {"suppressive fire": "9.1c", "overwatch fire": "9.1c", "observe for artillery": "18.4b"}
"""What nobody does in Move Mode."""


@pytest.mark.parametrize(
    ("kind", "mode", "marks", "expected"),
    [
        ("infantry", "Fire", (), {"assault": "22.0a", "mount or dismount": "24.1b"}),
        ("infantry", "Move", (), {**NO_FIRE, "AT rolls": "16.1a"}),
        ("infantry", "Fire", ("fired",), {**STAYS, "suppressive fire": "13.1b"}),
        ("infantry", "Fire", ("suppressed",), {**SHAKEN, "overwatch fire": "15.3a", "breach mines": "17.3a"}),
        ("machine_guns", "Fire", ("paralyzed",), {**SHAKEN, "suppressive fire": "9.1d", "overwatch fire": "9.1d"}),
        ("mortar", "Fire", ("fired",), {**STAYS, "suppressive fire": "13.1b", "overwatch fire": "24.3b"}),
        ("at_gun", "Fire", (), {"move": "20.0f", "assault": "22.0a", "mount or dismount": "24.1b"}),
        ("vehicle", "Fire", (), {"assault": "22.0a", "overrun": "23.0a"}),
        ("vehicle", "Move", (), {**NO_FIRE, "point fire": "9.1c"}),
    ],
)
def test_modes_and_markers_forbid(kind: str, mode: str, marks: tuple[str, ...], expected: dict[str, str]) -> None:
    assert forbidden(made(kind, mode, *marks)) == expected


@pytest.mark.parametrize(
    ("kind", "missing"),
    [
        ("infantry", {"point fire", "overrun", "recover"}),
        ("machine_guns", {"point fire", "AT rolls", "overrun", "breach mines", "recover"}),
        ("at_gun", {"AT rolls", "overrun", "breach mines", "recover"}),
        ("vehicle", {"AT rolls", "breach mines", "mount or dismount", "recover"}),
    ],
)
def test_of_what_a_kind_never_does_nothing_is_said(kind: str, missing: set[str]) -> None:
    every = set().union(*(acts(made(each, "Fire", "suppressed")) for each in ("infantry", "vehicle", "at_gun")))
    assert every - set(acts(made(kind, "Fire"))) == missing


def test_who_is_carried_neither_fires_nor_moves_by_itself() -> None:
    found = forbidden(made("infantry", "Move", on="truck"))
    assert {name: found[name] for name in ("move", "suppressive fire", "overwatch fire", "AT rolls", "breach mines")} == {
        "move": "24.1",
        "suppressive fire": "9.1e",
        "overwatch fire": "9.1e",
        "AT rolls": "16.1a",
        "breach mines": "21.3a",
    }
    assert acts(made("infantry", "Move", on="truck"))["mount or dismount"].allowed


def test_who_has_moved_fires_no_more_but_on_overwatch() -> None:
    game = made("vehicle", "Fire")
    went = Trek(("one",), None, Hex(5, 0))
    state = replace(game.state, deployment=game.forces.deployment, moment=Moment(turn=1, side="red"), treks=(went,))
    found = forbidden(game.with_state(state))
    assert found["suppressive fire"] == "20.0a" and found["retreat by choice"] == "17.4"
    assert "point fire" not in found and "overwatch fire" not in found
    walking = made("at_gun", "Fire")
    assert forbidden(walking.with_state(replace(state, deployment=walking.forces.deployment)))["point fire"] == "14.1c"


def test_an_attack_zone_keeps_from_recovering() -> None:
    zone = {"05.05": (Mark("barrage-good", "blue"),)}
    assert acts(made("infantry", "Fire", "suppressed"))["recover"].allowed
    assert forbidden(made("infantry", "Fire", "suppressed", marks=zone))["recover"] == "17.7b"


def test_who_has_no_orders_fires_and_assaults_nobody() -> None:
    sheet = OpSheet("other", "red", "Attack", ("truck",))
    found = forbidden(made("infantry", "Move", sheets=(sheet,)))
    assert found["assault"] == "22.0j"
    assert forbidden(made("infantry", "Fire", sheets=(sheet,)))["suppressive fire"] == "13.1c"


def test_what_is_told_names_the_act_and_the_states() -> None:
    ruling = ask("unit.acts", made("infantry", "Fire", "fired"), hex="05.05")
    (one, truck) = ruling.detail.units
    assert one.states == ("Fire Mode", "Fired") and truck.states[0] == "Move Mode"
    assert any(reason.template == "No {act}: {unit}: marked as Fired; it cannot fire" for reason in ruling.reasons)
    assert ruling.value == sum(act.allowed for each in ruling.detail.units for act in each.acts)


def test_an_act_that_is_allowed_names_the_question_that_leads_through_it() -> None:
    found = acts(made("infantry", "Fire"))
    led = found["suppressive fire"].asked
    assert led is not None and (led.question, led.side) == ("fire.at", "red")
    assert dict(led.given) == {"units": "one", "fire": "suppressive"} and led.title.rule.section == "13.1"
    assert found["assault"].asked is None, "what is not allowed leads nowhere"
    retreat = found["retreat by choice"].asked
    assert retreat is not None and dict(retreat.given) == {"units": "one", "kind": "voluntary", "to": "05.05"}
    assert found["move"].asked is None, "moves have a tool of their own"


def test_units_or_a_hex_with_some_are_needed() -> None:
    with pytest.raises(WrongUse, match="units, hex: name units"):
        ask("unit.acts", made("infantry", "Fire"))
    with pytest.raises(WrongUse, match=r"hex: no unit stands in 01\.01"):
        ask("unit.acts", made("infantry", "Fire"), hex="01.01")


def told(act: Act) -> str:
    """What is said of an act."""
    assert act.reason is not None
    return act.reason.template.format(**act.reason.values)


def gone(points: str) -> Act:
    """The act of moving of a vehicle with 9 points that has spent so many."""
    (found,) = ask("unit.acts", made("vehicle", "Move"), units=["one"], before=[f"one*{points}*05.06"]).detail.units
    return next(act for act in found.acts if act.name == "move")


def test_who_has_gone_moves_with_what_is_left() -> None:
    assert told(acts(made("vehicle", "Move"))["move"]) == "ONE moves with 9 points"
    assert told(gone("4")) == "ONE moves with 5 of 9 points, the others are spent"
    assert not gone("9").allowed and gone("9").reason.rule.section == "20.0d"


def test_in_play_what_is_spent_is_known_of_the_way_that_was_gone() -> None:
    game = made("vehicle", "Move")
    far, near, here = (game.box.hex(label) for label in ("05.07", "05.06", "05.05"))
    way = (Trek(("one",), far, near), Trek(("one",), near, here))
    went = replace(game.state, deployment=game.forces.deployment, moment=Moment(1, "action.actions", "red"), treks=way)
    assert told(acts(game.with_state(went))["move"]) == "ONE moves with 7 of 9 points, the others are spent"


@pytest.mark.parametrize(("act", "first"), [("change mode", "into Fire Mode"), ("mount or dismount", "into TRUCK")])
def test_what_is_asked_for_is_what_is_proposed(act: str, first: str) -> None:
    game = made("infantry", "Move")
    asked = acts(game)[act].asked
    assert asked is not None
    given = {name: [text] if name == "units" else text for name, text in asked.given.items()}
    labels = [each.label for each in ask(asked.question, game, **given).detail.proposals]
    assert labels and all(first in label for label in labels), labels


def test_who_stands_beside_nothing_that_carries_is_told_so() -> None:
    ruling = ask("mode.at", made("vehicle", "Move"), to="05.05", units=["one"], change="carrier")
    assert (ruling.verdict, [each.rule.section for each in ruling.reasons]) == ("prohibited", ["24.1b"])
