"""What is printed on the counters of a series, and what is kept of formations and sides: values, types, and who has them."""

from dataclasses import dataclass
from typing import Literal

ValueType = Literal["whole", "number", "word", "choice", "flag", "boxes"]
"""The types of values. "boxes" are a track of boxes in order, written with gaps: `o` for a circle, a number for a square."""

Role = Literal["", "kind", "name", "formation", "arrival", "steps"]
"""What the program itself needs of a value, whatever the series calls it: what kind of piece, what it is called, its formation
(held by the order of battle and not as a value), its set-up or arrival code, its steps at full strength."""

Total = Literal["", "all", "kind"]
"""Whether a value is added up: not at all, over all units of a formation, or over those of each kind."""


@dataclass(frozen=True, slots=True)
class CounterValue:
    """One value that counters of a series carry, or its formations, or its sides.

    `of` lists the kinds of pieces that carry it, none for all. A "choice" has `choices`; numbers lie from `least` to `most`.
    `sides` is 2 where the reduced or other side may print another. `about` is a sentence of ours. `total` says whether sums of
    it mean something, of all units or of those of one kind; the kinds in `by_step` print it for each of their steps.
    `asked` is the question that tells of a formation what stands in the place of one that is not stated, and `marked` the value
    that says how many of its boxes are marked. A "word" may have to name a row of a `chart`, by the id of that.
    """

    id: str
    title: str
    type: ValueType
    section: str
    unit: str
    about: str
    of: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    least: int | None = None
    most: int | None = None
    required: bool = False
    sides: int = 1
    role: Role = ""
    total: Total = ""
    by_step: tuple[str, ...] = ()
    asked: str = ""
    marked: str = ""
    chart: str = ""
