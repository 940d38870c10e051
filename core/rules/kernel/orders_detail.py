"""What a ruling on the orders of units carries, so that windows can show it beside counters."""

from dataclasses import dataclass

from core.geometry.hexes import Hex
from core.model.deployment import Spot
from core.rules.kernel.combat import Facts

STATES = ("assigned", "unassigned", "move sheet", "moving to defend", "preliminary", "reserve", "committing")
"""What orders can make of a unit: bound by them, without any, and what lies between."""

LETTERS = ("A", "U", "M", "W", "P", "R", "C")
"""A letter for each of these, as maps show it."""


@dataclass(frozen=True, slots=True)
class UnitOrders:
    """What orders make of a unit: one of `STATES`, the type of its mission, the sheet that says so, and where it gathers.

    `counts_as_unassigned` says whether it counts as such for fire, assaults and morale. `barred` are the words of what it may
    not do.
    """

    unit: str
    name: str
    at: Spot | None
    state: str
    type: str = ""
    sheet: str = ""
    rally: Hex | None = None
    counts_as_unassigned: bool = False
    barred: tuple[str, ...] = ()

    @property
    def letter(self) -> str:
        """The letter of its state."""
        return LETTERS[STATES.index(self.state)]


@dataclass(frozen=True)
class OrdersDetail(Facts):
    """The units that were asked about, in the order of the order of battle."""

    units: tuple[UnitOrders, ...] = ()
