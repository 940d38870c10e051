"""Small battles of TCS made by luck: stacks of all kinds of both sides close to each other, some shaken, carried or worn, over
woods, villages, a stream with a bridge, mines, a barrage and smoke."""

from dataclasses import replace
from random import Random
from typing import Any

import immutables
from oracles.led import in_play
from oracles.plain_fires import FLAT
from oracles.stacks import board, unit

from core.model.deployment import Mark, Piece
from core.model.oob import Counter, Formation
from core.questions.game import Game

FOOT = {"movement__allowance": 6, "movement__class": "foot", "target__class": "area", "fire__class": "area", "morale": 4}
PLATOON = {**FOOT, "steps": 5, "fire__strength": 4, "fire__range": 4}
CREW = {"target__class": "both", "target__defence": 0, "morale": 3, "movement__class": "tow", "steps": 1}
OWN = {"carrier__integrated": True, "carrier__movement_class": "wheeled", "carrier__movement_allowance": 15}
WHEELS = {"steps": 2, "movement__allowance": 18, "movement__class": "wheeled", "target__class": "both", "target__defence": 0}
KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("infantry", PLATOON),
    ("infantry", {**PLATOON, **OWN, "carrier__target_class": "both", "carrier__defence": 1}),
    ("machine_guns", {**FOOT, "steps": 2, "fire__strength": 2, "fire__range": 7}),
    ("mortar", {**FOOT, "steps": 2, "fire__strength": 4, "fire__range": 16, "fire__trajectory": "high", "fire__calibre": 81}),
    ("at_gun", {**CREW, "fire__strength": 4, "fire__range": 7, "fire__class": "point"}),
    ("infantry_gun", {**CREW, "fire__strength": 6, "fire__range": 20, "fire__class": "area", "fire__calibre": 105}),
    ("aa_gun", {**CREW, "fire__strength": 4, "fire__range": 5, "fire__class": "area"}),
    ("carrier", WHEELS),
    ("carrier", {**WHEELS, "fire__strength": 2, "fire__range": 4, "movement__class": "tracked", "target__defence": 1}),
    (
        "vehicle",
        {
            "steps": 2,
            "fire__strength": 4,
            "fire__range": 7,
            "fire__class": "point",
            "movement__allowance": 9,
            "movement__class": "tracked",
            "target__class": "point",
            "target__defence": 3,
        },
    ),
)
ROWS = {"red": (4, 5), "blue": (6, 7)}


def battle(luck: Random) -> tuple[Game, str]:
    """A battle in the Action Phase of a side, and that side."""
    units: list[Counter] = []
    at: dict[str, str | Piece] = {}
    for side, rows in ROWS.items():
        spots = luck.sample([f"{column:02}.{row:02}" for column in range(4, 9) for row in rows], 3)
        for n in range(7):
            kind, prints = luck.choice(KINDS)
            id_, formation = f"{side}-{n}", f"{side}-{'tanks' if kind == 'vehicle' else 'battalion'}"
            units.append(unit(id_, kind, side, formation, **prints))
            states = ("fired",) if kind in ("vehicle", "carrier") else ("fired", "suppressed", "paralyzed")
            marks = frozenset(luck.choice(((), (), *((state,) for state in states))))
            lost = luck.choice((0, 0, 1)) if prints["steps"] > 1 else 0
            at[id_] = Piece(luck.choice(spots), n, mode=luck.choice(("Fire", "Fire", "Move")), marks=marks, lost=lost)
    _carried(luck, units, at)
    places = [f"{column:02}.{row:02}" for column in range(1, 11) for row in range(1, 11)]
    terrain = {place: luck.choice(("woods", "village")) for place in places if luck.random() < 0.25}
    near = [f"{column:02}.{row:02}" for column in range(4, 9) for row in range(3, 9)]
    marks = dict.fromkeys(luck.sample(near, 6), (Mark("minefield", "blue"),))
    marks[luck.choice(("05.03", "06.08", "06.05"))] = (Mark("continuous-barrage", "blue", "105 mm HE continuous"),)
    marks[luck.choice(("05.05", "06.06", "06.04"))] = (Mark("smoke-mortar", "red"),)
    values = {"battalion": {"morale.kind": "battalion"}, "tanks": {"morale.kind": "vehicles", "vehicle.track": "o 1 1"}}
    groups = [Formation(f"{s}-{n}", n, s, values=immutables.Map(some)) for s in ROWS for n, some in values.items()]
    sides = {"stream": ["05.05 05.06"], "bridge": ["05.05 05.06"]}
    options = {"command.play": "without"}
    made = board(
        "tcs-4.01", units, at, contours=FLAT, terrain=terrain, marks=marks, sides=sides, formations=groups, options=options
    )
    side = luck.choice(tuple(ROWS))
    return in_play(made, side), side


def _carried(luck: Random, units: list[Counter], at: dict[str, str | Piece]) -> None:
    """Puts some men into carriers of their hex, one unit into each."""
    kinds = {each.id: each.values.get("piece.kind") for each in units}
    taken: set[str] = set()
    for each in units:
        piece = at[each.id]
        assert isinstance(piece, Piece)
        if kinds[each.id] not in ("infantry", "machine_guns") or each.values.get("carrier.integrated") or luck.random() < 0.5:
            continue
        for by in units:
            carrier = at[by.id]
            assert isinstance(carrier, Piece)
            if kinds[by.id] == "carrier" and by.side == each.side and carrier.at == piece.at and by.id not in taken:
                taken.add(by.id)
                at[each.id] = replace(piece, on=by.id, mode="Move")
                at[by.id] = replace(carrier, mode="Move")
                break
