"""Real counters as units: what New SCS counters print, as questions count them."""

from dataclasses import dataclass
from fractions import Fraction

from core.rules.kernel.forces import Unit as Held

UNITS = frozenset({"combat", "artillery"})
"""Kinds of pieces that are units; air points never lie in a hex. [New SCS Air phase]"""

ARMOURED = frozenset({"tank", "light_armour"})
"""Classes of armour that count as armoured. [New SCS Unit types and special abilities]"""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its class of armour, its quality, its strengths on the side that is up, in strength points, and its steps."""

    id: str
    kind: str
    armour: str
    quality: int
    attack: Fraction
    defence: Fraction
    movement: int
    movement_class: str
    exploits: bool
    rating: int
    steps: int
    full: int

    @property
    def is_soft(self) -> bool:
        """Whether it is not armoured, for density and bombardment."""
        return self.armour not in ARMOURED


def unit_of(held: Held) -> Unit:
    """A counter as a unit. [New SCS Unit types and special abilities]"""
    return Unit(
        id=held.id,
        kind=held.kind,
        armour=held.word("armour") or "soft",
        quality=held.whole("quality"),
        attack=_strength(held, "attack"),
        defence=_strength(held, "defence"),
        movement=held.whole("movement"),
        movement_class=held.word("movement.class"),
        exploits=held.flag("exploitation"),
        rating=held.whole("bombardment.rating"),
        steps=held.left,
        full=held.full,
    )


def _strength(held: Held, id_: str) -> Fraction:
    value = held.values.get(id_)
    return Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else Fraction(0)
