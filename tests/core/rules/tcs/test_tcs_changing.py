"""Changes of mode and of carriers on the map: what each costs, whom it is closed to, and how the pieces lie then."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.model.deployment import Piece
from core.model.work import Work
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.proposals import Proposal

FOOT: dict[str, Any] = {"movement__class": "foot", "movement__allowance": 5, "steps": 5, "target__class": "area"}
TANK: dict[str, Any] = {"movement__class": "tracked", "movement__allowance": 10, "steps": 3, "target__class": "point"}
TANK |= {"target__defence": 3}
TRUCK: dict[str, Any] = {"movement__class": "wheeled", "movement__allowance": 18, "steps": 2, "target__class": "both"}
GUN: dict[str, Any] = {"movement__class": "tow", "steps": 1, "target__class": "both"}
OWN: dict[str, Any] = {"carrier__integrated": True, "carrier__movement_class": "wheeled", "carrier__movement_allowance": 15}
KINDS = {"infantry": FOOT, "machine_guns": {**FOOT, "steps": 2}, "vehicle": TANK, "carrier": TRUCK, "at_gun": GUN}


def stack(*units: tuple[str, str, str], back: bool = False, own: tuple[str, ...] = (), **more: Any) -> Game:
    """Units in 05.05, each an id, a kind and a mode with markers and what carries it, as "Move fired on=truck"."""
    made, places = [], {}
    for rank, (id_, kind, said) in enumerate(units):
        mode, *rest = said.split()
        on = next((word[3:] for word in rest if word.startswith("on=")), "")
        marks = frozenset(word for word in rest if not word.startswith("on="))
        face = {"Move": 0, "Fire": 1}[mode] if back else 0
        prints = {**KINDS[kind], **(OWN if id_ in own else {})}
        made.append(unit(id_, kind, back={} if back else None, **prints))
        places[id_] = Piece("05.05", rank, face, mode="" if back else mode, marks=marks, on=on)
    game = board("tcs-4.01", made, places, **more)
    return game.with_state(replace(game.state, deployment=game.forces.deployment))


def offered(game: Game, **asked: Any) -> list[str]:
    return [each.label for each in ask("mode.at", game, to="05.05", **asked).detail.proposals]


def bars(game: Game, **asked: Any) -> dict[str, str]:
    """Of those who change nothing the section of what stands against it."""
    parts = ask("mode.at", game, to="05.05", **asked).detail.parts
    return {part.unit: part.reason.rule.section for part in parts if part.reason is not None}


def after(game: Game, label: str, **asked: Any) -> dict[str, Piece]:
    (proposal,) = [each for each in ask("mode.at", game, to="05.05", **asked).detail.proposals if each.label == label]
    return pieces(game, proposal)


def pieces(game: Game, proposal: Proposal) -> dict[str, Piece]:
    work = Work(game.box, game.state)
    for edit in proposal.edits:
        work = edit.apply(work)
    return dict(work.deployment.pieces)


@pytest.mark.parametrize(
    ("kind", "mode", "label"),
    [
        ("infantry", "Fire", "ONE into Move Mode (3 points)"),
        ("infantry", "Move", "ONE into Fire Mode"),
        ("vehicle", "Fire", "ONE into Move Mode"),
        ("vehicle", "Move", "ONE into Fire Mode (3⅓ points)"),
        ("carrier", "Move", "ONE into Fire Mode (6 points)"),
        ("at_gun", "Fire", "ONE into Move Mode (1 point)"),
    ],
)
@pytest.mark.parametrize("back", [True, False])
def test_a_change_of_mode_costs_what_its_kind_says(kind: str, mode: str, label: str, back: bool) -> None:
    game = stack(("one", kind, mode), back=back)
    assert offered(game) == [label]
    turned = stack(("one", kind, "Move" if mode == "Fire" else "Fire"), back=back)
    piece, other = after(game, label)["one"], turned.forces.deployment.pieces["one"]
    assert piece.mode.casefold() == other.mode.casefold()
    assert piece.face == (1 if mode == "Move" else 0), "on the back of what is printed or drawn there in Fire Mode"


@pytest.mark.parametrize("mark", ["suppressed", "paralyzed", "fired"])
@pytest.mark.parametrize("mode", ["Move", "Fire"])
def test_who_is_marked_changes_no_mode(mark: str, mode: str) -> None:
    assert bars(stack(("one", "infantry", f"{mode} {mark}"))) == {"one": "4.1c"}


def test_who_is_carried_stays_in_move_mode_and_its_carrier_with_it() -> None:
    carried = stack(("truck", "carrier", "Move"), ("gun", "at_gun", "Move on=truck"))
    assert offered(carried) == ["GUN off TRUCK (GUN 1 point, TRUCK 3 points)"] and bars(carried) == {"truck": "24.1b"}
    # A tank is no carrier of men inside: it goes into Fire Mode under its riders.
    assert "TANK into Fire Mode (3⅓ points)" in offered(stack(("tank", "vehicle", "Move"), ("one", "infantry", "Move on=tank")))


def test_dug_in_is_lost_by_entering_move_mode_alone() -> None:
    game = stack(("one", "infantry", "Fire dug-in"))
    assert after(game, "ONE into Move Mode (3 points)")["one"].marks == frozenset()
    assert "6.16c" in {reason.rule.section for reason in ask("mode.at", game, to="05.05").reasons}


@pytest.mark.parametrize(
    ("kind", "mode", "spent", "able"),
    [
        ("infantry", "Fire", "2", True),
        ("infantry", "Fire", "5/2", False),
        ("carrier", "Move", "12", True),
        ("carrier", "Move", "13", False),
        # Two impulses are gone with 7 of 10 points: the third is one whole impulse.
        ("vehicle", "Move", "7", True),
        ("vehicle", "Move", "8", False),
    ],
)
def test_points_must_last_or_an_impulse_of_vehicles_be_left(kind: str, mode: str, spent: str, able: bool) -> None:
    game = stack(("one", kind, mode))
    assert bool(offered(game, before=[f"one*{spent}*05.04"])) == able
    assert bars(game, before=[f"one*{spent}*05.04"]) == ({} if able else {"one": "4.1a" if kind == "infantry" else "4.1b"})


def test_a_whole_impulse_is_told_of_in_the_place_of_points() -> None:
    assert offered(stack(("one", "vehicle", "Move")), before=["one*7*05.04"]) == ["ONE into Fire Mode (an impulse)"]


def test_with_a_carrier_of_its_own_a_unit_says_how_it_will_move() -> None:
    game = stack(("one", "machine_guns", "Fire"), own=("one",))
    assert offered(game) == ["ONE into Move Mode with its carrier (8 points)", "ONE into Move Mode on foot (3 points)"]
    assert after(game, "ONE into Move Mode on foot (3 points)")["one"].mode == "move foot"
    there = stack(("one", "machine_guns", "Move"), own=("one",))
    assert offered(there) == ["ONE into Fire Mode (8 points)", "ONE on foot from now on"]
    assert after(there, "ONE on foot from now on")["one"].mode == "move foot"
    assert offered(there, before=["one*2*05.04"]) == ["ONE into Fire Mode (8 points)"]


def test_mounting_costs_the_carrier_and_who_mounts_and_must_last_for_both() -> None:
    game = stack(("truck", "carrier", "Move"), ("one", "infantry", "Move"), ("gun", "at_gun", "Move"))
    labels = offered(game)
    assert (
        "ONE into TRUCK (ONE 1 point, TRUCK 3 points)" in labels and "GUN behind TRUCK (GUN 1 point, TRUCK 3 points)" in labels
    )
    assert after(game, "GUN behind TRUCK (GUN 1 point, TRUCK 3 points)")["gun"].on == "truck"
    late = offered(game, before=["truck*16*05.04"])
    assert not any("TRUCK (" in label and "into TRUCK" in label for label in late)
    tired = offered(game, before=["one*9/2*05.04"])
    assert (
        "ONE into TRUCK (ONE 1 point, TRUCK 3 points)" not in tired
        and "GUN behind TRUCK (GUN 1 point, TRUCK 3 points)" in tired
    )


def test_a_carrier_carries_or_tows_and_no_more_than_it_can() -> None:
    full = stack(("truck", "carrier", "Move"), ("in", "infantry", "Move on=truck"), ("one", "machine_guns", "Move"))
    assert not any("into TRUCK" in label for label in offered(full))
    towing = stack(("truck", "carrier", "Move"), ("gun", "at_gun", "Move on=truck"), ("one", "infantry", "Move"))
    assert not any("into TRUCK" in label for label in offered(towing))
    riders = stack(("tank", "vehicle", "Move"), ("one", "infantry", "Move"))
    assert "ONE onto TANK (ONE 1 point, TANK 3 points)" in offered(riders)
    own = stack(("truck", "carrier", "Move"), ("one", "machine_guns", "Move"), own=("one",))
    assert not any("into TRUCK" in label for label in offered(own))


@pytest.mark.parametrize("mark", ["suppressed", "paralyzed"])
def test_who_is_shaken_neither_mounts_nor_dismounts(mark: str) -> None:
    held = stack(
        ("truck", "carrier", "Move"), ("one", "infantry", f"Move {mark} on=truck"), ("two", "infantry", f"Move {mark}")
    )
    said = {(reason.rule.section, reason.values["unit"]) for reason in ask("mode.at", held, to="05.05").reasons}
    assert said >= {("24.1b", "ONE"), ("4.1c", "ONE"), ("4.1c", "TWO"), ("24.1b", "TWO")}
    assert offered(held) == []


def test_dismounting_frees_who_was_carried() -> None:
    game = stack(("truck", "carrier", "Move"), ("gun", "at_gun", "Move on=truck"))
    piece = after(game, "GUN off TRUCK (GUN 1 point, TRUCK 3 points)")["gun"]
    assert piece.on == "" and piece.mode == "Move"


def test_all_that_can_change_together_are_offered_so() -> None:
    game = stack(("one", "infantry", "Fire"), ("two", "infantry", "Fire"), ("tank", "vehicle", "Fire fired"))
    label = "All into Move Mode: ONE, TWO"
    assert offered(game)[0] == label
    turned = after(game, label)
    assert [turned[id_].mode for id_ in ("one", "two", "tank")] == ["move", "move", "Fire"]
    assert offered(game, units=["one"]) == ["ONE into Move Mode (3 points)"]


def test_what_is_told_names_price_and_rest() -> None:
    found = ask("mode.at", stack(("one", "infantry", "Fire")), to="05.05", before=["one*1*05.04"])
    (said,) = [reason for reason in found.reasons if reason.rule.section == "4.1a"]
    assert said.values["parts"] == "ONE 3 of 5 points, 1 left"


@pytest.mark.parametrize("mark", ["", "suppressed", "fired"])
@pytest.mark.parametrize("mode", ["Move", "Fire"])
@pytest.mark.parametrize("kind", ["infantry", "vehicle", "at_gun"])
def test_what_units_can_do_agrees_with_what_is_offered(kind: str, mode: str, mark: str) -> None:
    game = stack(("one", kind, f"{mode} {mark}".strip()), ("truck", "carrier", "Move"))
    (acts,) = ask("unit.acts", game, units=["one"]).detail.units
    changes = any("into" in label and "Mode" in label for label in offered(game, units=["one"]))
    assert next(act.allowed for act in acts.acts if act.name == "change mode") == changes
    mounts = [act.allowed for act in acts.acts if act.name == "mount or dismount"]
    assert (mounts == [True]) == any("TRUCK" in label for label in offered(game, units=["one"]))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"to": "01.01"}, "to: nobody stands in 01.01."),
        ({"to": "05.05", "units": ["far"]}, "units: FAR do not stand in 05.05."),
    ],
)
def test_what_cannot_be_asked_is_told(asked: dict[str, Any], message: str) -> None:
    made = [unit("one", "infantry", **FOOT), unit("far", "infantry", **FOOT)]
    with pytest.raises(WrongUse, match=message):
        ask("mode.at", board("tcs-4.01", made, {"one": "05.05", "far": "06.06"}), **asked)


def test_thirds_are_exact() -> None:
    game = stack(("one", "vehicle", "Move"))
    found = ask("mode.at", game, to="05.05", before=["one*20/3*05.04"])
    (said,) = [reason for reason in found.reasons if reason.rule.section == "4.1b"]
    assert Fraction(10) - Fraction(20, 3) == Fraction(10, 3) and "0 left" in said.values["parts"]
