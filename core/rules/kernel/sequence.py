"""The sequence of play of a series, as a tree of phases, with what a machine needs to lead through it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Task:
    """What the rules want done in a phase, in a short sentence of ours with its section.

    `opens` is what it is done with: a question of the series by its name, or one of `DESKS`; empty for what players just do.
    `needs` are options under which it is to be done, written as those of phases.
    """

    section: str
    text: str
    opens: str = ""
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that are rolled in a phase. `dice` is a way to read them, `what` what they are rolled for, `who` one of `WHO`."""

    dice: str
    what: str
    who: str = "active"


@dataclass(frozen=True, slots=True)
class Removal:
    """Markers that come off in a phase, or are turned to the kind `to`. A kind may have a number behind a blank.

    `of` is one of `WHOSE`. With `earlier` only those are meant that lay there when the phase began.
    """

    markers: tuple[str, ...]
    section: str
    of: str = "both"
    to: str = ""
    earlier: bool = False


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase, subphase or step.

    `who` is one of `WHO`. `repeats` says what it is repeated for, in words, empty when it is done once. `needs` names options
    of the ruleset without which the phase does not exist, each as "option=value", joined by "and" and, more loosely, by "or";
    empty when it always exists. `tasks` are what the rules want done in it.

    `cycle` is one of `CYCLES`: how all of it is repeated, in a way that can be led through. `once_each` are options, written
    as `needs`, under which a cycle of activations is one activation of each side. `asks` is the question that says who is
    activated in such a cycle, "" where players agree on it. `order` is one of `ORDERS`: whether the
    order of the sides is decided in it, and how. `when` is one of `WHEN`: the turns that have it. `rolls` are dice that are
    rolled in it, `removes` markers that come off, `checks` what is looked after at its end, beside those. `declares` are the
    kinds of what is declared in it, the usual one first.
    """

    id: str
    title: str
    section: str
    who: str = "both"
    repeats: str = ""
    needs: str = ""
    tasks: tuple[Task, ...] = ()
    phases: "tuple[Phase, ...]" = ()
    cycle: str = ""
    once_each: str = ""
    asks: str = ""
    order: str = ""
    when: str = ""
    rolls: tuple[Roll, ...] = ()
    removes: tuple[Removal, ...] = ()
    checks: tuple[str, ...] = ()
    declares: tuple[str, ...] = ()

    @property
    def conditions(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Ways to bring the phase about, each as options and values that must all be in force; none when it always exists.

        >>> Phase("a", "A", "1", needs="x=on and y=off or z=on").conditions
        ((('x', 'on'), ('y', 'off')), (('z', 'on'),))
        """
        return conditions(self.needs)

    def exists(self, choices: Mapping[str, str]) -> bool:
        """Whether it is played under what is in force of every option."""
        return holds(self.needs, choices)

    def under(self, choices: Mapping[str, str]) -> "Phase":
        """The same phase with what is to be done in it under what is in force of every option.

        >>> some = Phase("a", "A", "1", tasks=(Task("1", "Always."), Task("2", "Under x.", needs="x=on")))
        >>> [task.text for task in some.under({"x": "off"}).tasks]
        ['Always.']
        """
        return replace(self, tasks=tuple(each for each in self.tasks if holds(each.needs, choices)))

    def cycles(self, choices: Mapping[str, str]) -> str:
        """How it is repeated under what is in force of every option, one of `CYCLES`."""
        return "sides" if self.once_each and holds(self.once_each, choices) else self.cycle

    def walk(self, depth: int = 0) -> "Iterator[tuple[int, Phase]]":
        """This phase and all within it, each with its depth, in the order of play."""
        yield depth, self
        for phase in self.phases:
            yield from phase.walk(depth + 1)


def conditions(needs: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    """The ways in which options may be in force, each as options and values; none where nothing is needed."""
    ways = (way.split(" and ") for way in needs.split(" or ")) if needs else ()
    return tuple(tuple((name, value) for name, _, value in (each.partition("=") for each in way)) for way in ways)


def holds(needs: str, choices: Mapping[str, str]) -> bool:
    """Whether options are in force in one of the ways that are needed.

    >>> holds("x=on and y=off", {"x": "on", "y": "on"}), holds("", {})
    (False, True)
    """
    ways = conditions(needs)
    return not ways or any(all(choices.get(name) == value for name, value in way) for way in ways)


WHO = {
    "both": "both sides at once",
    "each": "each side, in the order of the turn",
    "first": "the side that moves first",
    "second": "the side that moves second",
    "active": "the side whose turn or activation it is",
    "other": "the other side",
}
"""Who acts in a phase."""

CYCLES = {
    "": "once",
    "sides": "once for each side, in the order of the turn",
    "activation": "as often as the players want, each time for a side and what it activates",
}
"""How a phase with all that is in it is repeated."""

ORDERS = {
    "": "it stays as it is",
    "roll": "each side rolls a die, ties again; the higher says who is first",
    "game": "the game says how it is found",
}
"""How the order of the sides is decided in a phase; it holds until the next one that decides it."""

WHEN = {
    "": "in every turn",
    "full_hour": "in turns that begin on a full hour",
    "day": "in turns by day",
    "later": "in every turn but the first",
}
"""The turns that have a phase."""

WHOSE = {
    "both": "of both sides, and of nobody",
    "active": "of the side whose turn or activation it is",
    "activated": "of what is activated, or of its side where nothing is named",
}
"""Whose markers come off."""

DESKS = {
    "arrivals": "the reinforcements that are due",
    "chits": "the cups of chits",
    "dice": "the dice",
    "markers": "the markers on the map",
    "points": "what the sides have left",
    "sealed": "what a side keeps to itself",
    "weather": "the weather, the light and the visibility of the turn",
}
"""What tasks are done with, beside questions."""
