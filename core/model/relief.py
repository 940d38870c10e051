"""A picture of the ground for the eye: tint and hill shading as plain bytes. No ruling ever reads it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReliefRaster:
    """Heights between contours, smoothed and rounded for drawing, and how light falls on them.

    Rows run from the upper edge of the map as it is printed to the lower one, pixels from left to right. `bounds` is the
    rectangle in the shared plane that the picture fills (x least, y least, x most, y most). `levels` holds one byte per
    pixel: level 1 begins at `low` metres, each further one is `step` metres higher, `per_band` of them fill one contour
    interval. `shade` holds one byte per pixel: 128 is level ground, 0 the darkest slope, 255 the one that faces the light.
    `least` and `most` are the lowest and the highest height in metres.
    """

    width: int
    height: int
    bounds: tuple[float, float, float, float]
    low: float
    step: float
    per_band: int
    least: float
    most: float
    levels: bytes
    shade: bytes

    @property
    def bands(self) -> int:
        """How many contour intervals the picture spans."""
        return (max(self.levels, default=1) - 1) // self.per_band + 1
