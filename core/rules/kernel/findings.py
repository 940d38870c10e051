"""What is found at the end of a phase, as values that the window's process can hold: it imports no geometry."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.model.deployment import Spot
from core.model.edits.edit import Edit

MEND, MAY, LOOK = "mend", "may", "look"

WEIGHTS: Mapping[str, str] = MappingProxyType(
    {
        MEND: "the rules want it mended",
        MAY: "the rules allow it",
        LOOK: "players must look for themselves",
    }
)
"""What is meant by a finding."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found at the end of a phase: the section that speaks of it, and a sentence.

    `weight` is one of `WEIGHTS`. `units` and `spots` are what it is about. `edits` would mend it, or do what is allowed; none
    where players choose how. Nobody is forced: who goes on all the same says why.
    """

    code: str
    section: str
    text: str
    weight: str = MEND
    units: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()
    edits: tuple[Edit, ...] = ()
