"""What a ruling on the entry of reinforcements carries: plain values, also for who asks from elsewhere."""

from dataclasses import dataclass
from fractions import Fraction

from core.geometry.hexes import Hex
from core.rules.kernel.proposals import Proposal

READ, OPEN, BLOCKED, NOBODY, WAITS = "read", "open", "blocked", "none_coming", "waits"
"""The verdicts: of a scenario, of a unit whose entry is open, is blocked, that comes in nowhere later, and that has to wait."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One arrival: its units as the scenario names them, its turn (0 for one on a condition), its entry hexes, those of them
    that are blocked, where the units come in as things are, and the turns that they must wait. `points` are what coming in by a
    hex costs the unit that was asked about, where that is anything.
    """

    units: tuple[str, ...]
    turn: int
    hexes: tuple[Hex, ...]
    blocked: tuple[Hex, ...]
    open: frozenset[Hex]
    delay: int = 0
    points: tuple[tuple[Hex, Fraction], ...] = ()


@dataclass(frozen=True, slots=True)
class EntryDetail:
    """What a ruling on entry carries; what is proposed has units come that come on a condition, at their price."""

    entries: tuple[Entry, ...]
    proposals: tuple[Proposal, ...] = ()

    @property
    def hexes(self) -> frozenset[Hex]:
        """Every hex where any of the units may come in."""
        return frozenset().union(*(entry.open for entry in self.entries))
