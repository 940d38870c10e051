"""What rulings on op sheets, and on the orders of units, carry, so that windows can show it and offer dice for it."""

from dataclasses import dataclass

from core.geometry.hexes import Hex
from core.model.deployment import Spot
from core.rules.kernel.combat import Facts
from core.rules.kernel.proposals import Proposed
from core.rules.kernel.rulings import Reason, Ruling

STATES = ("assigned", "unassigned", "move sheet", "moving to defend", "preliminary", "reserve", "committing")
"""What orders can make of a unit: bound by them, without any, and what lies between."""

LETTERS = ("A", "U", "M", "W", "P", "R", "C")
"""A letter for each of these, as maps show it."""


SOUND, FAULTY = "sound", "faulty"
"""The verdicts on a sheet: it can stand as it is written, or not."""

DICE, TWO_DICE, ONE_DIE = "dice", "11..66", "d6"
"""The fact that says what is rolled for steps, and how its dice are read: for a sheet, or for some units of it."""

ENOUGH_FROM = "enough_from"
"""The fact that no roll is enough now, so that there are no dice: from how many weighted turns on one is, or "never"."""

LAYS = "lays"
"""The fact that says which marker is laid on the map now, by its kind, because of what a sheet has become."""

TO_GAIN = "to_gain"
"""The fact that says that weighted turns of this turn are still to come, before anything is rolled."""


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


def said_before(ruling: Ruling) -> tuple[Reason, ...]:
    """The reasons of an answer about steps before those that say what each of its proposals does, one for each, at the end."""
    proposals = ruling.detail.proposals if isinstance(ruling.detail, Proposed) else ()
    return ruling.reasons[: len(ruling.reasons) - len(proposals)]
