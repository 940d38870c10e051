"""What is printed on the counters of a series: the values, their types, and which pieces carry them."""

from dataclasses import dataclass
from typing import Literal

ValueType = Literal["whole", "number", "word", "choice", "flag"]


@dataclass(frozen=True, slots=True)
class CounterValue:
    """One value that counters of a series carry.

    `of` lists the classes of pieces that carry it, none for all. A "choice" has `choices`; numbers lie from `least` to `most`.
    `sides` is 2 where the reduced or other side may print another. `about` is a sentence of ours.
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
