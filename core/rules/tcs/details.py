"""What TCS rulings carry beyond the common head: the numbers that panels draw and that JSON repeats."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from core.geometry.hexes import Hex
from core.geometry.layout import Point
from core.geometry.sightlines import Contact


@dataclass(frozen=True, slots=True)
class Chord:
    """The shortest line through a point from the next lower contour to the next higher one, in the shared plane.

    `part` is how far up that line the point lies, 0 at the lower end, 1 at the upper.
    """

    low_end: Point
    high_end: Point
    low_height: Fraction
    high_height: Fraction
    part: float


@dataclass(frozen=True, slots=True)
class ElevationDetail:
    """The height of one hex. `how` is one of contour, hilltop, bottom, between, nearest, next_lower, sea, undecidable.

    `at` is the point that was measured, in the shared plane.
    """

    hex: Hex
    method: str
    how: str
    height: Fraction | None
    at: Point
    chord: Chord | None = None


@dataclass(frozen=True, slots=True)
class HeightsDetail:
    """The heights of many hexes under one method; None where a height cannot be decided."""

    method: str
    heights: Mapping[Hex, Fraction | None]


@dataclass(frozen=True, slots=True)
class ProfileRow:
    """One point of contention.

    `column` is its distance in hexes from the lower end, as on the LOS grid. Heights are in metres; `height` is base and
    feature together, `sight` the height of the sight line in that column, `margin` is `sight` less `height` (negative:
    blocked). None where an input is missing. `at` is the point of the line that gave the base, in the shared plane.
    """

    hex: Hex
    contact: Contact
    column: int
    base: Fraction | None
    feature: str
    feature_name: str
    feature_height: Fraction
    height: Fraction | None
    sight: Fraction | None
    margin: Fraction | None
    blocks: bool
    smoke: bool
    at: Point


@dataclass(frozen=True, slots=True)
class LosDetail:
    """A line of sight with every point of contention, from `start` to `end`.

    `low_end` is the end that stands at the left of the LOS grid: the lower one, `start` when both are equally high.
    `blockers` are the hexes that block, in order from `start`.
    """

    start: Hex
    end: Hex
    method: str
    distance: int
    visibility: int | None
    start_height: Fraction | None
    end_height: Fraction | None
    low_end: Hex
    profile: tuple[ProfileRow, ...]
    blockers: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class FieldDetail:
    """All hexes seen from `start`. `undecidable` are those for which an input is missing."""

    start: Hex
    method: str
    visibility: int | None
    seen: frozenset[Hex]
    undecidable: frozenset[Hex]


@dataclass(frozen=True, slots=True)
class CrossFirePair:
    """Two firers and the numbers (0 to 11, counter-clockwise from east) of the rays on or between them."""

    first: Hex
    second: Hex
    rays: tuple[int, ...]
    qualifies: bool


@dataclass(frozen=True, slots=True)
class CrossFireDetail:
    """Cross fire on `target`. `lines` is the count of the best pair, `pairs` hold all pairs, best first.

    `completing` are the hexes from which one more firer would make a cross fire with one of `firers`; `completing_seen`
    those of them that see the target (None when that was not asked or cannot be decided).
    """

    target: Hex
    firers: tuple[Hex, ...]
    lines: int
    pairs: tuple[CrossFirePair, ...]
    completing: frozenset[Hex]
    completing_seen: frozenset[Hex] | None
