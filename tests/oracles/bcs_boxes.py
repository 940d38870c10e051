"""Boxes of BCS in which anything may be: any options, formations without headquarters or trains, units off the map, stacked."""

from dataclasses import replace
from random import Random
from typing import Any

import immutables
from oracles.stacks import board, unit

from core.files.ruleset_files import load_ruleset
from core.model.deployment import Mark, Piece
from core.model.oob import Counter, Formation
from core.model.state import Moment
from core.questions.game import Game
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.system import Question

HEXES = tuple(f"{column:02}.{row:02}" for column in range(1, 13) for row in range(1, 13))
CROWDED = ("04.05", "05.05", "05.06", "06.05", "06.06")
"""Hexes in which most units stand, so that they meet."""

WAYS = {
    "primary-road": ["01.06 02.06 03.06 04.06 05.06 06.06 07.06 08.06"],
    "secondary-road": ["05.02 05.03 05.04 05.05 05.06"],
}
SIDES, LEVELS = ("red", "blue"), ("Fresh", "Fat-0", "Fat-2", "Fat-4")
KEPT = {
    "activation": ("Active", "Done"),
    "snafu": ("SNAFU Full", "SNAFU Partial", "SNAFU Fail"),
    "recovery": ("recovering",),
    "second": ("in its second activation", "without a second activation"),
    "paid.forced_march": ("1",),
    "drawn": ("1", "2"),
    "orders": ("with orders written",),
}
"""What may be kept of formations."""


def any_box(luck: Random) -> tuple[Game, tuple[Formation, ...], tuple[Counter, ...]]:
    """A box in some state of play, or before it, with its formations and counters."""
    formations = tuple(_formation(luck, number) for number in range(luck.choice((0, 1, 2, 4, 7))))
    units = tuple(each for formation in (*formations, None) for each in _units(luck, formation))
    at = {each.id: piece for each in units if (piece := _piece(luck)) is not None}
    marks: dict[str, tuple[Mark, ...]] = {place: (Mark("traffic"),) for place in luck.sample(HEXES, 2)}
    marks |= {place: (Mark("objective", luck.choice(SIDES)),) for place in luck.sample(HEXES, 3)}
    sources = luck.choice((None, {"red": "01.06", "blue": "12.06"}, {"red": "west edge"}, {"red": "nowhere at all"}))
    made = board("bcs-1.1", units, at, formations=formations, options=_options(luck), marks=marks, ways=WAYS, sources=sources)
    return (_played(luck, made, formations) if luck.random() < 0.8 else made), formations, units


def _options(luck: Random) -> dict[str, str]:
    rules = load_ruleset("bcs-1.1")
    named = [(id_, tuple(each.values)) for id_, each in rules.options.items() if each.values]
    return {id_: luck.choice(values) for id_, values in named if luck.random() < 0.6}


def _formation(luck: Random, number: int) -> Formation:
    values: dict[str, Any] = {"fatigue": luck.choice(LEVELS), "coordination": luck.randint(0, 3)}
    values |= {name: True for name in ("prepared", "done", "trains.ghost") if luck.random() < 0.3}
    return Formation(f"f{number}", f"F {number}", luck.choice(SIDES), values=immutables.Map(values))


def _units(luck: Random, formation: Formation | None) -> list[Counter]:
    """What there is of a formation, or independent units."""
    side, id_ = (formation.side, formation.id) if formation is not None else (luck.choice(SIDES), "")
    staff = {"movement": 16, "movement__class": "truck"}
    found = []
    if id_ and luck.random() < 0.75:
        found.append(unit(f"{id_}-hq", "headquarters", side, id_, artillery__points=luck.choice((0, 3)), **staff))
    if id_ and luck.random() < 0.75:
        found.append(unit(f"{id_}-trains", "trains", side, id_, **staff))
    for number in range(luck.randint(0, 3)):
        prints: dict[str, Any] = {
            "action": luck.randint(0, 5),
            "movement": luck.choice((0, 4, 13)),
            "steps": luck.randint(1, 4),
        }
        prints["movement__class"] = luck.choice(("leg", "truck", "tactical"))
        if luck.random() < 0.5:
            prints |= {
                "armour": luck.randint(0, 5),
                "armour__class": luck.choice(("red", "other")),
                "range": luck.choice((1, 2)),
            }
        prints |= {name: True for name in ("recon", "tiger", "support") if luck.random() < 0.3}
        found.append(unit(f"{id_ or 'alone'}-{number}", "combat", side, id_, **prints))
    return found


def _piece(luck: Random) -> Piece | None:
    where = luck.random()
    if where < 0.1:
        return None
    if where < 0.2:
        return Piece("Reinforcements")
    marks = luck.choice(((), (), ("screen",), ("fire-event 1",), ("stop",)))
    return Piece(luck.choice(HEXES if where < 0.5 else CROWDED), face=luck.randint(0, 1), marks=frozenset(marks))


def _played(luck: Random, made: Game, formations: tuple[Formation, ...]) -> Game:
    """The same in the middle of some turn."""
    conditions = {
        (each.id, kind): luck.choice(words) for each in formations for kind, words in KEPT.items() if luck.random() < 0.25
    }
    conditions |= {(side, "smoothing.chits"): "with smoothing chits: 2 1/2" for side in SIDES if luck.random() < 0.1}
    phases = [each.id for top in made.ruleset.sequence for _, each in top.walk()]
    side = luck.choice(("", *SIDES))
    of = luck.choice(formations).id if formations and side else ""
    moment = Moment(luck.randint(1, 3), luck.choice(phases), side, 1, of)
    state = replace(made.state, deployment=made.forces.deployment, moment=moment, order=tuple(luck.sample(SIDES, 2)))
    return made.with_state(replace(state, conditions=immutables.Map(conditions)))


def anything(
    luck: Random, question: Question, formations: tuple[Formation, ...], units: tuple[Counter, ...]
) -> dict[str, str | int]:
    """Something for each parameter that is required, and for some of the others."""
    wanted = [each for each in question.parameters if each.name != "scenario" and (each.required or luck.random() < 0.4)]
    return {each.name: _said(luck, each, formations, units) for each in wanted}


def _said(luck: Random, parameter: Parameter, formations: tuple[Formation, ...], units: tuple[Counter, ...]) -> str | int:
    match parameter.kind:
        case "choice":
            return luck.choice(tuple(parameter.choices))
        case "hex":
            return luck.choice(CROWDED)
        case "hexes":
            return ", ".join(luck.sample(CROWDED, 2))
        case "whole":
            return luck.randint(0, 12)
    named = [*SIDES, *(each.id for each in formations), *(each.id for each in units)]
    own = [each for each in named if each.startswith("f") and "-" not in each]
    return luck.choice(own if parameter.name == "formation" and own else named)
