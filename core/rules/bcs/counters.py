"""Real counters as units: what BCS counters print, as questions count them."""

from dataclasses import dataclass

from core.rules.kernel.forces import Unit as Held

COMBAT, HEADQUARTERS, TRAINS = "combat", "headquarters", "trains"
UNITS = frozenset({COMBAT, HEADQUARTERS, TRAINS})
"""Kinds of pieces, all of which are units."""

SCREEN = "screen"
"""The marker of a recon unit that screens. [BCS 1.1 variant 8]"""


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


def _rating(held: Held, id_: str) -> int | None:
    value = held.values.get(id_)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
