"""Vehicle morale tracks: their boxes, and what each step that is lost does to them [TCS 4.01 17.8a, 17.8e]."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.base.errors import WrongUse

LONGEST_TRACK = 60


@dataclass(frozen=True, slots=True)
class Track:
    """A vehicle morale track: the number of each square, 0 for a circle; how many are marked; the morale reached."""

    boxes: tuple[int, ...]
    marked: int = 0
    morale: int = 0

    def hit(self, doubled: bool) -> tuple["Track", int]:
        """The track after one more step is lost, and the points of morale gained; a full track is cleared. [TCS 4.01 17.8a]"""
        gained = self.boxes[self.marked] * (2 if doubled else 1)
        marked = (self.marked + 1) % len(self.boxes)
        return Track(self.boxes, marked, self.morale + gained), gained


def read_track(texts: Sequence[str]) -> tuple[int, ...]:
    """The boxes of a track: o for a circle, the number of each square. Raises WrongUse."""
    boxes = []
    for text in texts:
        if text.casefold() not in ("o", "0") and not re.fullmatch(r"[1-9]", text):
            raise WrongUse(f'track: "{text}" is no box; write o for a circle, or the number of a square.')
        boxes.append(int(text) if text.isdecimal() else 0)
    if not 0 < len(boxes) <= LONGEST_TRACK:
        raise WrongUse(f"track: it must have 1 to {LONGEST_TRACK} boxes.")
    return tuple(boxes)


@dataclass(frozen=True, slots=True)
class Hit:
    """One more step lost: the box that it marks, counted from 1, the points gained, whether these are doubled, the track."""

    box: int
    points: int
    doubled: bool
    track: Track


def hits(track: Track, lost: int, gone: int, steps: int | None) -> Iterator[Hit]:
    """What steps that are lost one after the other do to a track; `gone` of the formation's `steps` were lost before, None for
    steps that nobody knows. [TCS 4.01 17.8a, 17.8e]"""
    for number in range(lost):
        doubled = steps is not None and 2 * (gone + number) >= steps
        box = track.marked + 1
        track, points = track.hit(doubled)
        yield Hit(box, points, doubled and points > 0, track)
