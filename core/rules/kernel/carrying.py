"""What the answer says to the question which units may carry or tow another: the one who asks need know no series."""

from dataclasses import dataclass

QUESTION = "carriers"
"""The name of the question in every series that has it: a `unit`, and what is beside it."""


@dataclass(frozen=True, slots=True)
class Carrier:
    """A unit beside the one that is meant, whether it may carry it, and why or why not, as a sentence with its section.

    `how` is "carry", "ride" or "tow".
    """

    id: str
    name: str
    allowed: bool
    how: str
    why: str


@dataclass(frozen=True, slots=True)
class CarryDetail:
    """Who may carry a unit, by the hex that it is in; those that may come first. `on` carries it already, "" for nobody."""

    unit: str
    carriers: tuple[Carrier, ...]
    on: str = ""
