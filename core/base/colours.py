"""Colours as #rrggbb: how they stand out from one another, and mixtures of them.

Counters have few colours and ask for them thousands of times, so answers are kept.
"""

from functools import lru_cache

LEAST_CONTRAST = 4.5
"""The contrast that letters need on their ground, by the guidelines for reading on screens."""

BLACK, WHITE = "#000000", "#ffffff"

_HEX = frozenset("0123456789abcdef")


@lru_cache(maxsize=1024)
def is_colour(text: str) -> bool:
    """Whether a text is a colour as files write it.

    >>> is_colour("#9dbb6c"), is_colour("yellow"), is_colour("#9db")
    (True, False, False)
    """
    return len(text) == 7 and text.startswith("#") and _HEX.issuperset(text[1:].casefold())


@lru_cache(maxsize=1024)
def luminance(colour: str) -> float:
    """How light a colour is, from 0 to 1, as the guidelines for contrast measure it."""
    red, green, blue = (_linear(each) for each in _levels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=4096)
def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21.

    >>> round(contrast("#000000", "#ffffff"), 3), contrast("#336699", "#336699")
    (21.0, 1.0)
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def standing_out(ground: str) -> str:
    """Black or white, whichever stands out more from a ground; that is never below 4.5."""
    return BLACK if contrast(BLACK, ground) >= contrast(WHITE, ground) else WHITE


def legible(ink: str, ground: str) -> str:
    """An ink that can be read on a ground: the one that is asked for where it can, else black or white.

    >>> legible("#203060", "#e8e0c8"), legible("#e0e0e0", "#ffffff")
    ('#203060', '#000000')
    """
    return ink if contrast(ink, ground) >= LEAST_CONTRAST else standing_out(ground)


@lru_cache(maxsize=1024)
def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it, from 0 (none) to 1 (nothing else).

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    levels = (round(255 * (a + (b - a) * share) + 1e-9) for a, b in zip(_levels(colour), _levels(other), strict=True))
    return "#" + "".join(f"{each:02x}" for each in levels)


def _levels(colour: str) -> tuple[float, float, float]:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def _linear(level: float) -> float:
    return level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4
