"""The sequence of play of a series, as a tree of phases."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase, subphase or step.

    `who` is one of `WHO`. `repeats` says what it is repeated for, in words, empty when it is done once. `needs` names options
    of the ruleset without which the phase does not exist, each as "option=value", joined by "and" and, more loosely, by "or";
    empty when it always exists. `tasks` are short sentences of ours: what the rules want done in it, each with its section.
    """

    id: str
    title: str
    section: str
    who: str = "both"
    repeats: str = ""
    needs: str = ""
    tasks: tuple[tuple[str, str], ...] = ()
    phases: "tuple[Phase, ...]" = ()

    @property
    def conditions(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Ways to bring the phase about, each as options and values that must all be in force; none when it always exists.

        >>> Phase("a", "A", "1", needs="x=on and y=off or z=on").conditions
        ((('x', 'on'), ('y', 'off')), (('z', 'on'),))
        """
        ways = (way.split(" and ") for way in self.needs.split(" or ")) if self.needs else ()
        return tuple(tuple((name, value) for name, _, value in (each.partition("=") for each in way)) for way in ways)

    def exists(self, choices: Mapping[str, str]) -> bool:
        """Whether it is played under what is in force of every option."""
        ways = self.conditions
        return not ways or any(all(choices.get(name) == value for name, value in way) for way in ways)

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
