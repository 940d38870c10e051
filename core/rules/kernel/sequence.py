"""The sequence of play of a series, as a tree of phases."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase, subphase or step.

    `who` is one of `WHO`. `repeats` says what it is repeated for, in words, empty when it is done once. `needs` names an option
    of the ruleset without which the phase does not exist, as "option=value"; empty when it always does. `tasks` are short
    sentences of ours: what the rules want done in it, each with its section.
    """

    id: str
    title: str
    section: str
    who: str = "both"
    repeats: str = ""
    needs: str = ""
    tasks: tuple[tuple[str, str], ...] = ()
    phases: "tuple[Phase, ...]" = ()

    def walk(self, depth: int = 0) -> "Iterator[tuple[int, Phase]]":
        """This phase and all within it, each with its depth, in the order of play."""
        yield depth, self
        for phase in self.phases:
            yield from phase.walk(depth + 1)


WHO = {
    "both": "both sides at once",
    "each": "each side, in the order of the turn",
    "first": "the side that moves first",
    "second": "the side that moves second",
    "active": "the side whose turn or activation it is",
    "other": "the other side",
}
"""Who acts in a phase."""
