"""Stacks of one side that retreat from others, made in a line, and the ways that they have, for tests of retreats."""

from dataclasses import replace
from typing import Any

from oracles.stacks import board, unit

from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.questions.catalogue import ask
from core.questions.game import Game

INFANTRY = {"movement__class": "foot", "movement__allowance": 5, "fire__strength": 4, "fire__range": 4, "steps": 5}
INFANTRY |= {"target__class": "area", "morale": 4}
TANK = {"movement__class": "tracked", "movement__allowance": 9, "fire__strength": 3, "fire__range": 7, "steps": 3}
TANK |= {"target__class": "point", "target__defence": 3, "fire__class": "point"}
TRUCK = {"movement__class": "wheeled", "movement__allowance": 18, "steps": 2, "target__class": "both", "target__defence": 0}
GUN = {"movement__class": "tow", "fire__strength": 4, "fire__range": 7, "steps": 1, "target__class": "both"}
MORTAR = {"movement__class": "foot", "movement__allowance": 4, "fire__strength": 4, "fire__range": 16, "steps": 2}
MACHINE_GUNS = {**INFANTRY, "steps": 2, "fire__strength": 2}
OWN = {"carrier__integrated": True, "carrier__movement_class": "wheeled", "carrier__movement_allowance": 15}
OWN |= {"carrier__target_class": "both"}
PRINTS: dict[str, dict[str, Any]] = {
    "infantry": INFANTRY,
    "vehicle": TANK,
    "carrier": TRUCK,
    "at_gun": GUN,
    "mortar": MORTAR,
    "machine_guns": MACHINE_GUNS,
}
FLAT = {
    20: ["11.01 12.01 12.02 11.02 11.01"],
    40: ["11.01+12.01 11.01+12.02 11.02+12.01+12.01 11.01+12.01"],
}
"""Contour lines in a corner, so that all else lies at one known height; vehicles do not cross both [20.1c]."""
COVERED = {"woods": "Partly Protective", "village": "Protective"}


def stack(
    at: str, *units: tuple[str, str, Piece], enemies: dict[str, str] | None = None, enemy: str = "infantry", **ground: Any
) -> Game:
    """A stack of red in a hex, each unit with its kind, and enemies of one kind in hexes, each in its mode."""
    made = [unit(id_, kind, **PRINTS[kind]) for id_, kind, _ in units]
    places = {id_: replace(piece, at=at, rank=n) for n, (id_, _, piece) in enumerate(units)}
    for n, (place, mode) in enumerate((enemies or {}).items()):
        made.append(unit(f"enemy-{n}", enemy, "blue", **PRINTS[enemy]))
        places[f"enemy-{n}"] = Piece(place, mode=mode)
    return board("tcs-4.01", made, places, contours=FLAT, **ground)


def fire(*marks: str, **more: Any) -> Piece:
    return Piece("", mode="Fire", marks=frozenset(marks), **more)


def move(*marks: str, **more: Any) -> Piece:
    return Piece("", mode="Move", marks=frozenset(marks), **more)


def labels(game: Game, way: tuple[Hex, ...]) -> tuple[str, ...]:
    return tuple(game.box.label(place) for place in way)


def ways(game: Game, **given: Any) -> set[tuple[str, ...]]:
    return {labels(game, way) for way in ask("syr.at", game, **given).detail.ways}
