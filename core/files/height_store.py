"""Computed heights, kept between two runs in the user's cache folder by a digest of what they depend on.

The first line of a file is the digest of all that follows, so that a damaged file is known as such. A file that is missing,
damaged or of other ground is no error: the heights are then computed again. Nothing is ever written beside a box.
"""

import hashlib
import json
import math
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from platformdirs import user_cache_path

from core.analysis.elevation import Heights, HeightSettings, Level
from core.base import atomic
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.geometry.spans import Span

_OTHER_WAYS = frozenset({"undecidable"})


def cache_folder() -> Path:
    """Where computed heights are kept."""
    return user_cache_path("phaseline", appauthor=False) / "heights"


def recall(heights: Heights, folder: Path | None = None) -> int:
    """Fills in stored heights of this ground under these settings; returns how many were found."""
    path = _path(heights, folder)
    try:
        seal, _, body = path.read_text(encoding="utf-8").partition("\n")
        if seal != _seal(body):
            return 0
        stored = json.loads(body)
        levels = {Hex(int(q), int(r)): _level(Hex(int(q), int(r)), row) for q, r, *row in stored["levels"]}
    except (OSError, ValueError, KeyError, TypeError, ArithmeticError, RecursionError):
        return 0
    for place, level in levels.items():
        if place in heights.ground.cells:
            heights.known.setdefault(place, level)
    return len(levels)


def keep(heights: Heights, folder: Path | None = None) -> None:
    """Stores all heights known so far. A cache that cannot be written is passed over: it only saves time."""
    rows = [[place.q, place.r, *_row(level)] for place, level in sorted(heights.known.items()) if level.how not in _OTHER_WAYS]
    body = json.dumps({"levels": rows}, separators=(",", ":"))
    try:
        atomic.write_text(_path(heights, folder), f"{_seal(body)}\n{body}")
    except OSError:
        return


def _path(heights: Heights, folder: Path | None) -> Path:
    digest = hashlib.sha256(f"{heights.ground.key} {_named(heights.settings)}".encode()).hexdigest()
    return (folder or cache_folder()) / f"{digest[:40]}.json"


def _seal(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def _named(settings: HeightSettings) -> Mapping[str, str]:
    return {name: str(getattr(settings, name)) for name in HeightSettings.__dataclass_fields__}


def _row(level: Level) -> list[object]:
    span = level.span
    drawn = None
    if span is not None:
        drawn = [*span.low_end, *span.high_end, str(span.low_height), str(span.high_height), span.part]
    reach = None if math.isinf(level.reach) else level.reach
    return [str(level.height), level.how, reach, int(level.tied), drawn]


def _level(place: Hex, row: list[object]) -> Level:
    height, how, reach, tied, drawn = row
    span = None
    if isinstance(drawn, list):
        x0, y0, x1, y1, low, high, part = drawn
        span = Span((float(x0), float(y0)), (float(x1), float(y1)), _fraction(low), _fraction(high), float(part))
    if how not in ("contour", "hilltop", "bottom", "between", "nearest", "next_lower", "sea"):
        raise ValueError(f"unknown way to find a height: {how}")
    return Level(
        plane_centre(place),
        _fraction(height),
        how,
        span,
        math.inf if reach is None else float(str(reach)),
        bool(tied),
    )


def _fraction(text: object) -> Fraction:
    """A fraction as it was written; read without exponents, which could ask for numbers of any size."""
    above, _, below = str(text).partition("/")
    return Fraction(int(above), int(below or 1))
