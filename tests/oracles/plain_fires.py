"""A naive judge of who may fire on flat open ground by day, written from the rules alone.

[TCS 4.01 9.1b-e, 11.1a, 11.1e, 12.0, 12.1b, 13.1b, 14.1i, 15.2f, 15.3a-c, 16.1a, 16.1d, 24.3a-b]

It knows neither charts nor lines of sight: on flat ground everybody sees everybody, and how far a target is spotted is given.
"""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from oracles.stacks import board, unit

from core.model.deployment import Piece
from core.model.oob import Formation
from core.questions.game import Game

FLAT = {20: ["11.01 12.01 12.02 11.02 11.01"], 40: ["11.01+12.01 11.01+12.02 11.02+12.01+12.01 11.01+12.01"]}
"""Two rings in a corner: all the rest is flat."""

_MEN = {"fire__class": "area", "target__class": "area", "morale": 4}
PRINTS: Mapping[str, dict[str, Any]] = {
    "infantry": {"fire__strength": 4, "fire__range": 4, "steps": 5, **_MEN},
    "machine_guns": {"fire__strength": 2, "fire__range": 7, "steps": 2, **_MEN},
    "mortar": {"fire__strength": 4, "fire__range": 9, "steps": 2, **_MEN},
    "at_gun": {"fire__strength": 4, "fire__range": 3, "fire__class": "point", "steps": 1, "target__class": "both", "morale": 3},
    "vehicle": {"fire__strength": 4, "fire__range": 4, "fire__class": "point", "steps": 3, "target__class": "point"},
}
POINT_FIRERS = ("at_gun", "vehicle")
MARKS = ("fired", "suppressed", "paralyzed")
PLACES = [f"{column:02}.{row:02}" for column in range(1, 11) for row in range(3, 12)]


@dataclass(frozen=True)
class PlainUnit:
    """A blue unit as the judge knows it."""

    id: str
    kind: str
    place: str
    mode: str
    marks: frozenset[str]
    company: str = ""


@dataclass(frozen=True)
class Skirmish:
    """Red units in one hex and blue ones around it, as a game and as the judge knows them."""

    game: Game
    target: str
    blue: tuple[PlainUnit, ...]
    away: Mapping[str, int] = field(default_factory=dict)

    def distance(self, place: str) -> int:
        """How far a hex lies from the target."""
        return self.game.box.hex(self.target).distance(self.game.box.hex(place))


def skirmish(seed: int) -> Skirmish:
    """Random units on flat ground."""
    dice = random.Random(seed)
    target = dice.choice(PLACES)
    counters, at, blue = [], {}, []
    for n, kind in enumerate(("infantry", "vehicle", "at_gun")[: dice.randint(1, 3)]):
        counters.append(unit(f"red-{n}", kind, **_printed(kind)))
        at[f"red-{n}"] = Piece(target, n, mode=dice.choice(("Fire", "Move")))
    beside = [label for label in PLACES if label != target]
    for n in range(10):
        kind = dice.choice(tuple(PRINTS))
        marks = frozenset(dice.sample(MARKS, dice.choice((0, 0, 0, 1))))
        place = dice.choice(beside)
        known = PlainUnit(f"blue-{n}", kind, place, dice.choice(("Fire", "Fire", "Move")), marks, dice.choice(("a", "b", "")))
        counters.append(unit(known.id, kind, "blue", known.company, **_printed(kind)))
        at[known.id] = Piece(place, n, mode=known.mode, marks=marks)
        blue.append(known)
    formations = [Formation(name, name, "blue") for name in ("a", "b")]
    return Skirmish(board("tcs-4.01", counters, at, contours=FLAT, formations=formations), target, tuple(blue))


def _printed(kind: str) -> dict[str, Any]:
    return {**PRINTS[kind], "target__defence": 3 if kind == "vehicle" else 0}


def _reach(kind: str) -> int:
    printed = int(PRINTS[kind]["fire__range"])
    return 2 * printed if kind in POINT_FIRERS else printed


def _fires_at_all(each: PlainUnit, away: int) -> bool:
    return each.mode == "Fire" and "paralyzed" not in each.marks and away <= _reach(each.kind)


def suppressive(battle: Skirmish) -> set[str]:
    """Who may take part in a Suppressive Fire Action; of mortars those for which anybody observes, for all see the hex."""
    return {
        each.id for each in battle.blue if _fires_at_all(each, battle.distance(each.place)) and "fired" not in each.marks
    } - _blind(battle)


def point(battle: Skirmish, spotted: int | None) -> set[str]:
    """Who may take part in a Point Fire Action at a target that is spotted so far, None for without a limit."""
    some = {each.id for each in battle.blue if each.kind in POINT_FIRERS} & suppressive(battle)
    return {id_ for id_ in some if spotted is None or battle.distance(_place(battle, id_)) <= spotted}


def rolls(battle: Skirmish) -> set[str]:
    """Who may make AT rolls in an action."""
    return {
        each.id
        for each in battle.blue
        if each.kind == "infantry"
        and each.mode == "Fire"
        and not each.marks & {"paralyzed", "fired"}
        and battle.distance(each.place) <= 1
    }


def answering(battle: Skirmish, spotted: int | None, *, recovering: bool) -> set[str]:
    """Who may answer a fire, or a recovery, of the target."""
    found = set()
    for each in battle.blue:
        away = battle.distance(each.place)
        if not _fires_at_all(each, away) or "suppressed" in each.marks:
            continue
        if "fired" in each.marks and (each.kind == "mortar" or (not recovering and away > 1 and each.kind != "machine_guns")):
            continue
        sees = [away] if each.kind != "mortar" else [battle.distance(place) for place in _eyes(battle, each)]
        if any(spotted is None or far <= spotted for far in sees):
            found.add(each.id)
    return found


def _eyes(battle: Skirmish, mortar: PlainUnit) -> Iterable[str]:
    """Where those stand who observe for a mortar: its company, or itself where it is in none."""
    some = [each for each in battle.blue if each.company == mortar.company] if mortar.company else [mortar]
    return [each.place for each in some if not each.marks & {"suppressed", "paralyzed"}]


def _blind(battle: Skirmish) -> set[str]:
    return {each.id for each in battle.blue if each.kind == "mortar" and not list(_eyes(battle, each))}


def _place(battle: Skirmish, id_: str) -> str:
    return next(each.place for each in battle.blue if each.id == id_)
