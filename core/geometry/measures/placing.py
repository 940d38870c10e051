"""Which place each text of many drawings takes, so that texts do not lie upon each other.

Texts are gone through in the order of their drawings; each takes the place at which least is in its way: other texts, what must
not be covered, lines, and the rim of the paper. Where none of its own places is free it is pushed aside a little. Then those
that are still in somebody's way look once more, for by now all others stand somewhere. So the same drawings always give the
same places, and one that is moved changes only those that it comes near to. Texts that stood somewhere before stay there unless
they stand clearly better elsewhere.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from core.geometry.layout import Point
from core.geometry.lines import Bounds, Line, bounds, signed_area
from core.geometry.measures.parts import Drawn, Letters, Seat
from core.geometry.measures.vectors import EAST, step, turned

_BOX = 1.1
"""The height of the box of a text, in heights of its letters."""

_ROOM = 0.4
"""How much stays free between a text and the next in its line, in heights of its letters: two names are not read as one."""

_INK = 0.36
"""How broad a line counts, in heights of the letters that it crosses, so that it can be weighed against an area."""

_LATER = 0.02
"""How much of its box may be covered at a place before the next one is as good."""

_PUSHED = 0.05
"""The same for each height of its letters that a text is pushed away from one of its places."""

_ASIDE = (0.0, 0.7, -0.7, 1.4, -1.4, 2.1, -2.1)
_ALONG = (0.0, 1.0, -1.0, 2.0, -2.0)
"""How far texts are pushed across and along their lines, in heights of their letters."""

_FARTHEST = max(map(abs, _ASIDE)) + max(map(abs, _ALONG)) + _BOX + _ROOM
"""How far the box of a text can reach beyond its width from one of its places, in heights of its letters."""

_OUTSIDE = 2.0
"""What lies beyond the rim counts so many times as much as what is covered."""

_OVER = 2.0
"""What covers a ring counts so many times as much as what covers a line: two texts upon each other are not read at all."""

_STAY = 0.2
"""How much of a text may be covered, more than elsewhere, before it leaves the place at which it stood."""

_ROUNDS = 3
"""How often texts that are in somebody's way look once more."""

_CELL = 2.0
"""Hexes: the side of the squares in which what is in the way is filed."""

_MOST_CELLS = 400
"""What meets more of these squares is looked at for every text."""

_PIECE = 12
"""Spans of a line that are filed together."""

Texts = tuple[Letters, ...]
"""The texts of one drawing, in their order."""


def box(letters: Letters, seat: Seat | None = None, room: float = 0.0) -> Line:
    """The corners of the box of a text, against the clock, where it stands or at another of its places; `room` is what is added
    before and behind it, in hexes."""
    place = seat or letters.seat
    along = turned(EAST, place.angle)
    start = {"start": 0.0, "middle": -0.5, "end": -1.0}[place.anchor] * letters.width
    half = _BOX * letters.height / 2
    first, last = start - room, start + letters.width + room
    corners = ((first, -half), (last, -half), (last, half), (first, half))
    return tuple(step(place.at, along, forward, aside) for forward, aside in corners)


def reach(drawings: Iterable[Drawn]) -> Bounds | None:
    """The rectangle of the plane within which `Placing` can put texts, in hexes; None where no text may stand elsewhere."""
    around = [
        (seat.at, letters.width + _FARTHEST * letters.height)
        for drawn in drawings
        for letters in drawn.letters
        if not letters.fixed
        for seat in (letters.seat, *letters.others)
    ]
    if not around:
        return None
    low, high = ([[at[axis] + sign * room for at, room in around] for axis in (0, 1)] for sign in (-1, 1))
    return (min(low[0]), min(low[1]), max(high[0]), max(high[1]))


def placed(drawings: Sequence[Drawn], obstacles: Sequence[Line] = (), room: Bounds | None = None) -> tuple[Texts, ...]:
    """The texts of each drawing at the places that they take; see `Placing`."""
    placing = Placing(drawings, obstacles, room)
    for _ in placing.steps():
        pass
    return placing.texts


class Placing:
    """Finds the places of all texts of some drawings, in steps of a few milliseconds.

    `obstacles` are convex rings, against the clock, that should stay uncovered; `room` is what is seen of the plane, None for
    all of it. `before` are the texts of each drawing as they stood, None for one that has become another.
    """

    def __init__(
        self,
        drawings: Sequence[Drawn],
        obstacles: Sequence[Line] = (),
        room: Bounds | None = None,
        before: Sequence[Texts | None] = (),
    ) -> None:
        self._drawings, self._obstacles = drawings, obstacles
        self._way = _InTheWay(room)
        self._all: list[list[_Text]] = []
        for number, drawing in enumerate(drawings):
            stood = before[number] if number < len(before) else None
            seats = [None if each.fixed else each.seat for each in stood or ()] or [None] * len(drawing.letters)
            self._all.append([_Text(each, seat) for each, seat in zip(drawing.letters, seats, strict=True)])

    @property
    def texts(self) -> tuple[Texts, ...]:
        """The texts of each drawing where they stand now."""
        return tuple(tuple(text.now for text in some) for some in self._all)

    def steps(self) -> Iterator[None]:
        """Finds the places; rests between the steps."""
        way = self._way
        for ring in self._obstacles:
            yield
            way.keep_off(ring)
        for drawing, texts in zip(self._drawings, self._all, strict=True):
            yield
            for line in drawing.solid():
                way.keep_off_line(line)
            for each in drawing.broken:
                way.keep_off_line(each.whole.points, texts[each.number])
            for ring in drawing.taken:
                way.keep_off(ring)
            for text in texts:
                if text.letters.fixed or text.seat is not None:
                    way.add(text)
        movable = [text for some in self._all for text in some if not text.letters.fixed]
        for text in movable:
            if text.seat is None:
                yield
                text.seat = way.best(text)
                way.add(text)
        for _ in range(_ROUNDS):
            stays = True
            for text in movable:
                yield
                stays = not way.moved(text) and stays
            if stays:
                return


@dataclass(eq=False)
class _Text:
    """A text that looks for its place: where it stood before, and where it stands."""

    letters: Letters
    stood: Seat | None

    def __post_init__(self) -> None:
        self.seat = self.stood

    @property
    def now(self) -> Letters:
        """The text where it stands."""
        return self.letters if self.seat is None else self.letters.at(self.seat)

    @property
    def stays(self) -> float:
        """How much better another place must be."""
        return _STAY if self.stood is not None and self.seat == self.stood else _LATER

    def places(self) -> Iterator[tuple[Seat, float]]:
        """Its places, the preferred ones first, with what each of them costs by itself."""
        yield self.letters.seat, 0.0
        seats = (self.letters.seat, *self.letters.others)
        own = [(seat, number * _LATER) for number, seat in enumerate(seats)][1:]
        pushed = () if self.letters.tied else self._pushed(seats)
        yield from sorted((*own, *pushed), key=lambda each: each[1])

    def _pushed(self, seats: Sequence[Seat]) -> Iterator[tuple[Seat, float]]:
        tall = self.letters.height
        for number, seat in enumerate(seats):
            along = turned(EAST, seat.angle)
            for aside, forward in product(_ASIDE, _ALONG):
                if aside or forward:
                    at = step(seat.at, along, forward * tall, aside * tall)
                    yield Seat(at, seat.angle, seat.anchor), number * _LATER + _PUSHED * (abs(aside) + abs(forward))


@dataclass(frozen=True, slots=True, eq=False)
class _Thing:
    """What is in the way: a convex ring, or a piece of a line; `of` is the text for which that line has a gap."""

    around: Bounds
    points: Line
    is_ring: bool
    of: _Text | None = None


class _InTheWay:
    """What texts should not lie on."""

    def __init__(self, room: Bounds | None) -> None:
        self._room = _corners(room) if room is not None else None
        self._filed: dict[tuple[int, int], dict[_Thing, None]] = {}
        self._large: dict[_Thing, None] = {}
        self._of: dict[_Text, _Thing] = {}

    def keep_off(self, ring: Line) -> _Thing:
        """Has texts keep off a convex ring."""
        thing = _Thing(bounds(ring), ring, True)
        self._file(thing)
        return thing

    def keep_off_line(self, line: Line, of: _Text | None = None) -> None:
        """Has texts keep off a line, all but the one for which it has a gap."""
        for piece in _pieces(line):
            self._file(_Thing(bounds(piece), piece, False, of))

    def add(self, text: _Text) -> None:
        """A text where it stands."""
        letters = text.now
        self._of[text] = self.keep_off(box(letters, room=_ROOM * letters.height))

    def _file(self, thing: _Thing) -> None:
        for filed in self._files(thing.around):
            filed[thing] = None

    def _take(self, text: _Text) -> None:
        thing = self._of.pop(text)
        for filed in self._files(thing.around):
            del filed[thing]

    def _files(self, around: Bounds) -> Iterator[dict[_Thing, None]]:
        """Where what lies within a rectangle is filed."""
        low_x, low_y, high_x, high_y = (math.floor(each / _CELL) for each in around)
        if (high_x - low_x + 1) * (high_y - low_y + 1) > _MOST_CELLS:
            yield self._large
            return
        for cell in product(range(low_x, high_x + 1), range(low_y, high_y + 1)):
            yield self._filed.setdefault(cell, {})

    def _near(self, around: Bounds) -> dict[_Thing, None]:
        """What may lie within a rectangle."""
        files = list(self._files(around))
        if files[0] is self._large:
            files += self._filed.values()
        elif self._large:
            files.append(self._large)
        return {thing: None for filed in files for thing in filed if _meet(around, thing.around)}

    def moved(self, text: _Text) -> bool:
        """Has a text stand elsewhere if that is clearly better; whether it does."""
        self._take(text)
        before = text.now.seat
        if (now := self._cost(text, before, math.inf)) > text.stays:
            text.seat = self.best(text, before, now - text.stays)
        self.add(text)
        return text.seat != before

    def best(self, text: _Text, kept: Seat | None = None, least: float = math.inf) -> Seat:
        """The place of a text that costs least; the one that is kept unless another costs less than is said."""
        best = kept or text.letters.seat
        for seat, own in text.places():
            if own >= least:
                break
            if (cost := own + self._cost(text, seat, least - own)) < least:
                best, least = seat, cost
        return best

    def _cost(self, text: _Text, seat: Seat, most: float) -> float:
        """How much of the box of a text is covered at a place, as a share of it that counts by what covers it; where that is
        more than `most`, anything above."""
        corners = box(text.letters, seat)
        around, ink = bounds(corners), _INK * text.letters.height
        area = max(abs(signed_area(corners)), 1e-9)
        covered = 0.0
        if self._room is not None:
            covered = _OUTSIDE * (area - overlap(corners, self._room))
        for thing in self._near(around):
            if covered > most * area:
                break
            if thing.of is text:
                continue
            if thing.is_ring:
                covered += _OVER * overlap(corners, thing.points)
            else:
                covered += ink * _length_inside(corners, around, thing.points)
        return covered / area


def overlap(one: Line, other: Line) -> float:
    """The area that two convex rings share; both run against the clock.

    >>> overlap(((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)), ((1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0)))
    1.0
    """
    rest: Sequence[Point] = one
    for a, b in pairwise((*other, other[0])):
        rest = list(_left_of(rest, a, b))
        if len(rest) < 3:
            return 0.0
    return max(0.0, signed_area(rest))


def _left_of(ring: Sequence[Point], a: Point, b: Point) -> Iterator[Point]:
    """The part of a ring to the left of a line."""
    sides = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for x, y in ring]
    for number, point in enumerate(ring):
        before, side, last = sides[number - 1], sides[number], ring[number - 1]
        if (before < 0) != (side < 0):
            part = before / (before - side)
            yield last[0] + part * (point[0] - last[0]), last[1] + part * (point[1] - last[1])
        if side >= 0:
            yield point


def _length_inside(corners: Line, around: Bounds, line: Line) -> float:
    """How much of a line lies within a convex ring."""
    total = 0.0
    for a, b in pairwise(line):
        if not _meet(around, (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))):
            continue
        first, last = 0.0, 1.0
        for c, d in pairwise((*corners, corners[0])):
            at_a = (d[0] - c[0]) * (a[1] - c[1]) - (d[1] - c[1]) * (a[0] - c[0])
            at_b = (d[0] - c[0]) * (b[1] - c[1]) - (d[1] - c[1]) * (b[0] - c[0])
            if at_a < 0 and at_b < 0:
                first = last
            elif at_a < 0:
                first = max(first, at_a / (at_a - at_b))
            elif at_b < 0:
                last = min(last, at_a / (at_a - at_b))
        total += max(0.0, last - first) * math.dist(a, b)
    return total


def _pieces(line: Line) -> Iterator[Line]:
    """A line in pieces of a few spans each."""
    for start in range(0, len(line) - 1, _PIECE):
        yield line[start : start + _PIECE + 1]


def _corners(each: Bounds) -> Line:
    low_x, low_y, high_x, high_y = each
    return (low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y)


def _meet(one: Bounds, other: Bounds) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]
