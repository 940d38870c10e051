"""Real counters as units: what SCS counters print, as questions count them."""

from dataclasses import dataclass
from fractions import Fraction

from core.rules.kernel.forces import Unit as Held

UNITS = frozenset({"combat", "artillery", "headquarters"})
"""Kinds of pieces that count as units in a hex; air units never lie in one. [SCS 1.6 2.0a, 4.0b]"""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its strengths on the side that is up, in strength points; its steps; its class of movement.

    `attack`, `defence` and `barrage` are None where none is printed.
    """

    id: str
    kind: str
    size: str
    attack: Fraction | None
    defence: Fraction | None
    barrage: Fraction | None
    movement: int
    movement_class: str
    exploits: bool
    steps: int
    full: int


def unit_of(held: Held) -> Unit:
    """A counter as a unit. [SCS 1.6 2.0a, 3.1b, 8.0, 11.0a]"""
    return Unit(
        id=held.id,
        kind=held.kind,
        size=held.word("unit.size"),
        attack=strength(held, "attack"),
        defence=strength(held, "defence"),
        barrage=strength(held, "barrage"),
        movement=held.whole("movement"),
        movement_class=held.word("movement.class"),
        exploits=held.flag("exploitation"),
        steps=held.left,
        full=held.full,
    )


def strength(held: Held, id_: str) -> Fraction | None:
    """A printed strength, None where none is printed."""
    value = held.values.get(id_)
    return Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else None
