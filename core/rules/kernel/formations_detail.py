"""What a ruling carries on formations as a whole, the board of them: values alone, which other processes take in lightly."""

from dataclasses import dataclass
from typing import Final

from core.geometry.hexes import Hex
from core.rules.kernel.procedure import Outcome
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Reason

FORMATIONS: Final = "formations"
"""The question that is answered by a board."""

GOOD, WARNED, BAD = "good", "warned", "bad"
"""What a cell is a sign of, beside its words; "" for neither."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its short head, and what it says as a sentence with its rule."""

    title: str
    about: Reason


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a column, in words of ours or as a number; `units` are those that it is about, `hexes` where, `reason`
    says why, None where there is nothing to say."""

    text: str
    sign: str = ""
    reason: Reason | None = None
    units: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()


@dataclass(frozen=True, slots=True)
class FormationRow:
    """A formation by its id, with a cell for each column. `ways` are ways on the map that matter for it, such as its supply
    route. `outcomes` are the chances of what it rolls for next, by groups, `reasons` what they are made of, and `asked` what
    can be begun with it."""

    formation: str
    side: str
    cells: tuple[Cell, ...]
    ways: tuple[tuple[Hex, ...], ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    reasons: tuple[Reason, ...] = ()
    asked: tuple[Next, ...] = ()


@dataclass(frozen=True, slots=True)
class FormationsDetail:
    """The formations of a box in the order of their series, against its columns."""

    columns: tuple[Column, ...]
    rows: tuple[FormationRow, ...]
