"""A picture of the ground for the eye: elevation bands and hill shading as plain bytes. No ruling ever reads it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReliefRaster:
    """Which contour interval the ground lies in, and how light falls on it.

    Rows run from the upper edge of the map as it is printed to the lower one, pixels from left to right. `bounds` is the
    rectangle in the shared plane that the picture fills (x least, y least, x most, y most). `shade` holds one byte per pixel,
    `width` by `height` of them: 128 is level ground, 0 the darkest slope, 255 the one that faces the light. `bands` is finer
    by `detail` in both directions, so that the edges of bands look smooth: one byte per pixel, 0 for the interval that begins
    at `low` metres, 1 for the one that begins `interval` metres higher, and so on. `least` and `most` are the lowest and the
    highest height in metres.
    """

    width: int
    height: int
    detail: int
    bounds: tuple[float, float, float, float]
    low: float
    interval: float
    least: float
    most: float
    bands: bytes
    shade: bytes
