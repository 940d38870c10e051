"""Real counters as units: what VCS counters print, as questions count them."""

from dataclasses import dataclass

from core.rules.kernel.forces import Unit as Held

PARENT, ARTILLERY, DEPOT, WARSHIP = "parent", "artillery", "depot", "warship"
UNITS = frozenset({PARENT, "subordinate", ARTILLERY, "headquarters"})
"""Kinds of pieces that are combat units; warships, depots and chits are none. [VCS 2.3, 8.0]"""

MECHANISED = frozenset({"self_propelled_artillery", "armour", "armoured_engineers", "reconnaissance"})
MECHANISED_INFANTRY = frozenset({"mechanised_infantry"})
"""Types of units by their column in the chart of terrain; all others are not mechanised. [VCS 2.33, 5.1, 5.4]"""
ENGINEERS = frozenset({"engineers", "armoured_engineers"})
"""Types of units that build, assault entrenchments and help others over rivers. [VCS 13.0]"""
BUILDERS = frozenset({"infantry", *MECHANISED_INFANTRY})
"""Types of parents with which engineers entrench. [VCS 13.4]"""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its kind, size and type; its fixed strength, None for one that draws a chit; its steps."""

    id: str
    kind: str
    size: str
    type: str
    nation: str
    strength: int | None
    movement: int
    steps: int
    full: int
    is_cadre: bool

    @property
    def column(self) -> str:
        """Its column in the chart of terrain."""
        if self.type in MECHANISED_INFANTRY:
            return "mechanised infantry"
        return "mechanised" if self.type in MECHANISED else "non-mechanised"

    @property
    def has_zone(self) -> bool:
        """Whether it has a zone of control: parents that are no cadre have. [VCS 2.33, 7.0]"""
        return self.kind == PARENT and not self.is_cadre and self.steps > 0


def unit_of(held: Held) -> Unit:
    """A counter as a unit. [VCS 2.3, 9.2, 9.3]"""
    fixed = held.values.get("strength.fixed")
    return Unit(
        id=held.id,
        kind=held.kind,
        size=held.word("unit.size"),
        type=held.word("unit.type"),
        nation=held.word("nationality"),
        strength=fixed if isinstance(fixed, int) else None,
        movement=held.whole("movement"),
        steps=held.left,
        full=held.full,
        is_cadre=held.flag("cadre") and held.left == 1 and held.full > 1,
    )
