"""Real counters as units: what BCS counters print, as questions count them."""

from dataclasses import dataclass

from core.rules.kernel.forces import Unit as Held
from core.rules.kernel.system import Tables

COMBAT, HEADQUARTERS, TRAINS = "combat", "headquarters", "trains"
UNITS = frozenset({COMBAT, HEADQUARTERS, TRAINS})
"""Kinds of pieces, all of which are units."""

SCREEN = "screen"
"""The marker of a recon unit that screens. [BCS 1.1 variant 8]"""

BY_TITLE = "by title"
"""What the options of a box say where its counters, and no list of types, say who is recon. [BCS 1.1 variant 8]"""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its ratings on the side that is up, None where none is printed; its class of movement; its steps."""

    id: str
    kind: str
    formation: str
    action: int | None
    armour: int | None
    movement: int
    movement_class: str
    is_recon: bool
    is_screen: bool
    steps: int
    full: int


def unit_of(held: Held) -> Unit:
    """A counter as a unit. [BCS 1.1 published summaries, variants 1, 3, 8]"""
    return Unit(
        id=held.id,
        kind=held.kind,
        formation=held.counter.formation,
        action=_rating(held, "action"),
        armour=_rating(held, "armour"),
        movement=held.whole("movement"),
        movement_class=held.word("movement.class"),
        is_recon=held.flag("recon"),
        is_screen=held.piece is not None and SCREEN in held.piece.marks,
        steps=held.left,
        full=held.full,
    )


def is_recon(case: Tables, held: Held) -> bool:
    """Whether a unit is recon: of a type that the box names, else by its counter. [BCS 1.1 4.3d, variant 8]"""
    types = case.choices["recon.types"]
    if held.kind not in ("", COMBAT):
        return False
    if types == BY_TITLE:
        return held.flag("recon")
    return held.word("unit.type").casefold() in {each.strip().casefold() for each in types.split(",")}


def _rating(held: Held, id_: str) -> int | None:
    value = held.values.get(id_)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
