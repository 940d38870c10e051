"""Where a file lies that holds nothing of a map, and how far from it: words for the list of what was dropped."""

import math
from collections.abc import Iterable

from core.geometry.layout import Point
from core.interop.ground import EARTH_RADIUS_M

WHOLE_FILE = "the whole file"
"""What the line about a file that lies elsewhere is called in the list of what was dropped."""

POINTS_OF_COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")

KILOMETRES_FROM_M = 10_000
"""Distances from this on are told in whole kilometres."""


class Reach:
    """The smallest upright rectangle on the ground around what was met, x before y, degrees or metres."""

    def __init__(self) -> None:
        self._low, self._high = (math.inf, math.inf), (-math.inf, -math.inf)

    def note(self, points: Iterable[Point]) -> None:
        """Takes points in."""
        for x, y in points:
            self._low = min(self._low[0], x), min(self._low[1], y)
            self._high = max(self._high[0], x), max(self._high[1], y)

    @property
    def middle(self) -> Point | None:
        """The middle of the rectangle, None while there is none."""
        if self._low[0] > self._high[0]:
            return None
        return (self._low[0] + self._high[0]) / 2, (self._low[1] + self._high[1]) / 2


def elsewhere_words(there: Point, here: Point, geographic: bool) -> str:
    """Where the middle of a file lies, seen from the middle of a map; both x before y, in degrees or in metres.

    >>> elsewhere_words((12.0, 50.0), (10.0, 50.0), True)
    "all of it lies outside the map; its middle is latitude 50.00000, longitude 12.00000, 143 km east of the map's"
    >>> elsewhere_words((0.0, -3000.0), (0.0, 0.0), False)
    "all of it lies outside the map; its middle is x 0 m, y -3,000 m, 3,000 m south of the map's"
    """
    right, up = there[0] - here[0], there[1] - here[1]
    if geographic:
        place = f"latitude {there[1]:.5f}, longitude {there[0]:.5f}"
        # East and west by the shorter way around, as the crow flies.
        right = (right + 180) % 360 - 180
        across = right * math.cos(math.radians((there[1] + here[1]) / 2))
        metres, direction = _on_globe(there, here), math.degrees(math.atan2(across, up))
    else:
        place = f"x {there[0]:,.0f} m, y {there[1]:,.0f} m"
        metres, direction = math.hypot(right, up), math.degrees(math.atan2(right, up))
    far = f"{metres / 1000:,.0f} km" if metres >= KILOMETRES_FROM_M else f"{metres:,.0f} m"
    compass = POINTS_OF_COMPASS[round(direction / 45) % 8]
    return f"all of it lies outside the map; its middle is {place}, {far} {compass} of the map's"


def _on_globe(there: Point, here: Point) -> float:
    """Metres between two places in degrees along the surface of the globe."""
    (x0, y0), (x1, y1) = (tuple(map(math.radians, place)) for place in (here, there))
    half = math.sin((y1 - y0) / 2) ** 2 + math.cos(y0) * math.cos(y1) * math.sin((x1 - x0) / 2) ** 2
    return 2 * EARTH_RADIUS_M * math.asin(min(math.sqrt(half), 1.0))
