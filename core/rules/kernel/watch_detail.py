"""What a ruling carries on who fires at units on their way: values alone, which other processes take in lightly."""

from dataclasses import dataclass
from fractions import Fraction

from core.geometry.hexes import Hex


@dataclass(frozen=True, slots=True)
class Shot:
    """A fire that a stack could make at units that enter a hex: from where, by which units (their ids), how, and what comes of
    it: the column, the steps to be expected, the chances that any is lost and that morale is checked. Where it is
    `by_dice` alone `column` is what they must come to, as in "8+".

    `away` is how many hexes lie between them, the last one counted. `between` says that the terrain of the hexside counts in
    the place of that of the hex, which the firer may choose.
    """

    hex: Hex
    units: tuple[str, ...]
    how: str
    column: str
    expected: Fraction
    loss_chance: Fraction
    check_chance: Fraction
    away: int
    between: bool = False
    by_dice: bool = False


@dataclass(frozen=True, slots=True)
class Watched:
    """A step of a way, and who could fire at it: the shots of each stack, the best first. `triggers` is how many of them may be
    answered by a stack each; `unsure` are the hexes of stacks of which it cannot be decided whether they see it."""

    source: Hex
    into: Hex
    shots: tuple[Shot, ...]
    triggers: int = 1
    unsure: tuple[Hex, ...] = ()

    @property
    def stacks(self) -> tuple[Hex, ...]:
        """The hexes of those who could fire, the best shot first."""
        return tuple(dict.fromkeys(shot.hex for shot in self.shots))


@dataclass(frozen=True, slots=True)
class WatchDetail:
    """Who could fire at units, by their ids, on a way, step by step."""

    units: tuple[str, ...]
    way: tuple[Watched, ...]

    @property
    def watched(self) -> tuple[Watched, ...]:
        """The steps at which somebody could fire."""
        return tuple(each for each in self.way if each.shots)
