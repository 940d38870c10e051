"""What answers carry that were read from charts and other data of a ruleset."""

from dataclasses import dataclass
from fractions import Fraction

from core.rules.kernel.modifiers import Item


@dataclass(frozen=True)
class ChartDetail:
    """What an answer read from a chart.

    `entered` is the column where one began, `items` what moved it, `column` where it ended; `chances` are those of every result
    there, and `roll` and `result` what was rolled, if it was.
    """

    chart: str
    title: str
    unit: str
    entered: str
    items: tuple[Item, ...]
    column: str
    chances: tuple[tuple[str, Fraction], ...] = ()
    row: str = ""
    roll: int | None = None
    result: str = ""


@dataclass(frozen=True)
class PhaseRow:
    """One phase of a sequence of play with its depth in the tree, and whether the options in force leave it out.

    `tasks` are what the rules want done in it, each with its section.
    """

    depth: int
    id: str
    title: str
    section: str
    who: str
    repeats: str
    left_out: bool
    tasks: tuple[tuple[str, str], ...] = ()
