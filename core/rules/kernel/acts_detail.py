"""What a ruling carries on what units can do now: values alone, which other processes take in lightly."""

from dataclasses import dataclass

from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Reason


@dataclass(frozen=True, slots=True)
class Act:
    """Something that a unit may do or not, in words of ours such as "move", and why not, or what goes with it; None for an act
    of which nothing is to be said. `asked` is the question that leads through it, for this unit; None where it is done by hand,
    or not allowed."""

    name: str
    allowed: bool
    reason: Reason | None = None
    asked: Next | None = None


@dataclass(frozen=True, slots=True)
class UnitActs:
    """A unit, by its id and what it is called; what it is in words, such as its mode and its markers; and what it can do."""

    unit: str
    name: str
    states: tuple[str, ...]
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class ActsDetail:
    """What each of some units can do now."""

    units: tuple[UnitActs, ...]
