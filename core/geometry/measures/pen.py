"""What recipes draw with: the control points and sizes of one drawing, and the parts that many of them share."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.geometry.layout import Point
from core.geometry.lines import Line
from core.geometry.measures.curves import Way, angular, curve
from core.geometry.measures.parts import (
    NO_WORDS,
    Anchor,
    Broken,
    Drawn,
    Handle,
    Letters,
    Move,
    Pull,
    Seat,
    Slot,
    Stroke,
    pulled_alone,
    text_width,
    unmoved,
)
from core.geometry.measures.vectors import back, forward_and_aside, half_way, step, unit, upright

TOLERANCE = 0.006
"""Hexes that a chord may stray from its curve at the plain size."""

LETTER_HEIGHT = 0.42
"""Hexes: the height of the letters of a name at the plain size."""

DASH = 0.3
"""Hexes: the dashes that a dashed line is meant to have, for whoever paints it."""

LEAST_IN_GAP = 0.6
"""Letters that would have to be smaller than this part of their size to stand in a line stand beside it, so large."""

_STRAY = 0.4
"""A line that strays no farther from a text than this part of the height of its letters may have its gap there."""

LEVEL = 0.35
"""A line that climbs more steeply than this part of its length to the side is upright to a text at its end."""


@dataclass
class Pen:
    """One drawing while it is made. Sizes are in hexes, those of the recipe and kind times the size of the drawing."""

    points: Line
    sizes: Mapping[str, float]
    traits: frozenset[str] = frozenset()
    size: float = 1.0
    words: Mapping[Slot, str] = field(default_factory=lambda: NO_WORDS)
    echelon: str = ""
    strokes: list[Stroke] = field(default_factory=list)
    rings: list[Line] = field(default_factory=list)
    letters: list[Letters] = field(default_factory=list)
    handles: dict[int, Point] = field(default_factory=dict)
    taken: list[Line] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)

    @property
    def tolerance(self) -> float:
        """How far chords may stray."""
        return TOLERANCE * self.size

    @property
    def height(self) -> float:
        """The height of the letters of a name."""
        return LETTER_HEIGHT * self.size

    def hexes(self, name: str, most: float = math.inf) -> float:
        """One of the sizes of the recipe, but not more than there is room for."""
        return min(self.sizes[name] * self.size, most)

    def line(self, points: Sequence[Point]) -> Line:
        """The line through control points: a curve, or straight from one to the next where the kind is angular."""
        return angular(points) if "angular" in self.traits else curve(points, self.tolerance)

    def ring(self, points: Sequence[Point]) -> Line:
        """The closed line through control points; its first point is repeated."""
        return angular(points, closed=True) if "angular" in self.traits else curve(points, self.tolerance, closed=True)

    def stroke(self, points: Iterable[Point], *, closed: bool = False, dashed: bool | None = None) -> None:
        """Draws a line, dashed where the kind is unless it is said."""
        line = tuple(points)
        if len(line) > 1:
            self.strokes.append(Stroke(line, closed, "dashed" in self.traits if dashed is None else dashed))

    def fill(self, ring: Line) -> None:
        """Fills a ring with ink."""
        self.rings.append(ring)

    def take(self, ring: Line) -> None:
        """Keeps a convex ring, against the clock, for what belongs to this measure."""
        self.taken.append(ring)

    def write(self, slot: Slot, seats: Sequence[Seat], height: float = 0.0, *, tied: bool = False) -> None:
        """Writes the text of a slot at the first of its places, nothing where there is none."""
        text = self.words.get(slot, "")
        if text:
            self.letters.append(Letters(slot, text, seats[0], height or self.height, tuple(seats[1:]), tied))

    def width(self, slot: Slot, height: float = 0.0) -> float:
        """How long the text of a slot is."""
        return text_width(self.words.get(slot, ""), height or self.height)

    def done(self, roles: Sequence[str]) -> Drawn:
        """What has been drawn, with a handle at every control point, or where the recipe has put it."""
        handles = tuple(
            Handle(role, number, self.handles.get(number, point))
            for number, (role, point) in enumerate(zip(roles, self.points, strict=True))
        )
        return Drawn(
            tuple(self.strokes), tuple(self.rings), tuple(self.letters), handles, tuple(self.taken), tuple(self.broken)
        )

    def lettered(
        self,
        way: Way,
        slot: Slot,
        middle: float,
        height: float,
        room: float = math.inf,
        most: float = math.inf,
        others: Iterable[float] = (),
    ) -> None:
        """Draws a line with a gap for the text of a slot around a distance along it, or around one of some `others` where it
        does not stray far from the text; without the gap where the text needs more than the room that there is, or can be no
        higher than `most`, which is too little: it stands beside the line then."""
        is_small = most < LEAST_IN_GAP * height
        height = LEAST_IN_GAP * height if is_small else min(height, most)
        gap = self.width(slot, height) + height * 0.6
        if not self.words.get(slot):
            self.stroke(way.line)
        elif gap <= room and not is_small:
            fit = (at for at in others if gap < at < way.length - gap and _bulge(way, at, gap) < _STRAY * height)
            left = {self._in_gap(way, slot, at, gap): self._without(way, at, gap) for at in (middle, *fit)}
            self.strokes += left[next(iter(left))]
            self.write(slot, list(left), height, tied=True)
            if len(left) > 1:
                self.broken.append(Broken(len(self.letters) - 1, self._line(way.line), left))
        else:
            self.stroke(way.line)
            self.write(slot, self.along(way, slot, (middle,), height), height)

    def _in_gap(self, way: Way, slot: Slot, middle: float, gap: float) -> Seat:
        # Between the ends of the gap, for the line may bend there.
        start, end = way.at(middle - gap / 2), way.at(middle + gap / 2)
        # One letter alone stands level: an I that lies down is a stroke, and an N is a Z.
        alone = len(self.words[slot]) == 1
        return Seat(half_way(start, end), 0.0 if alone else upright(unit(start, end, way.direction(middle))))

    def _without(self, way: Way, middle: float, gap: float) -> tuple[Stroke, ...]:
        return tuple(map(self._line, way.without(middle - gap / 2, middle + gap / 2)))

    def _line(self, line: Line) -> Stroke:
        return Stroke(line, dashed="dashed" in self.traits)

    def straightest(self, way: Way, slot: Slot, height: float, start: float, end: float) -> Seat:
        """The place upon a stretch of a line from which it strays least along the text of a slot; the middle, unless another is
        clearly better."""
        half = self.width(slot, height) / 2
        least, most = start + half, end - half
        best = Seat(way.at((start + end) / 2)), math.inf
        for part in (0.5, 0.4, 0.6, 0.25, 0.75, 0.1, 0.9):
            at = least + part * (most - least)
            bulge = _bulge(way, at, 2 * half)
            if bulge < best[1] - 0.1 * height:
                first, last = way.at(at - half), way.at(at + half)
                best = Seat(half_way(first, last), upright(unit(first, last))), bulge
        return best[0]

    def along(self, way: Way, slot: Slot, middles: Iterable[float], height: float = 0.0, lift: float = 0.0) -> list[Seat]:
        """Places for the text of a slot beside a line at some distances along it, clear of its bends: above it, then below.

        `lift` keeps it farther away.
        """
        tall = height or self.height
        half = self.width(slot, tall) / 2
        spans = [(way.at(at - half), way.at(at + half), way.part(at - half, at + half)) for at in middles]
        seats = []
        for up in (1.0, -1.0):
            for start, end, line in spans:
                heading = unit(start, end)
                side = up * above(heading)
                bulge = max(side * forward_and_aside(start, heading, point)[1] for point in line)
                away = side * (max(bulge, 0.0) + lift + 0.75 * tall)
                seats.append(Seat(step(half_way(start, end), heading, 0.0, away), upright(heading)))
        return seats


@dataclass(frozen=True)
class Recipe:
    """A way of drawing that kinds of measures share.

    `roles` name the control points in their order; one with an asterisk stands for as many as there are. `sizes` are all that
    it knows, in hexes, `traits` all that change it. `completed` adds the control points that are still missing. `reversed`
    turns a measure round; `mirrored` puts the control points of a mirrored measure in their order again. `pulled` has what
    depends on a control point follow when that is pulled.
    """

    draw: Callable[[Pen], None]
    roles: tuple[str, ...]
    least: int
    completed: Callable[[Line, float], Line]
    sizes: Mapping[str, float] = field(default_factory=dict)
    traits: frozenset[str] = frozenset()
    reversed: Move = unmoved
    mirrored: Move = unmoved
    pulled: Pull = pulled_alone

    @property
    def most(self) -> int:
        """How many control points there may be, 0 for as many as anybody likes."""
        return 0 if any(role.endswith("*") for role in self.roles) else len(self.roles)

    def roles_of(self, count: int) -> tuple[str, ...]:
        """The role of each of so many control points."""
        many = next((number for number, role in enumerate(self.roles) if role.endswith("*")), None)
        if many is None:
            return self.roles[:count]
        role, before, after = self.roles[many][:-1], self.roles[:many], self.roles[many + 1 :]
        return (*before, *[role] * (count - len(before) - len(after)), *after)[-count:]


def _bulge(way: Way, middle: float, length: float) -> float:
    """How far a line strays from the straight line between the ends of a stretch of it."""
    first, last = way.at(middle - length / 2), way.at(middle + length / 2)
    heading = unit(first, last)
    return max(abs(forward_and_aside(first, heading, point)[1]) for point in way.part(middle - length / 2, middle + length / 2))


def end_seats(way: Way, height: float, *, last: bool) -> list[Seat]:
    """Places for a text at an end of a line: beyond it, and along the line on either side."""
    end = way.length if last else 0.0
    out = way.direction(end) if last else back(way.direction(0.0))
    at = way.at(end)
    if abs(out[0]) < LEVEL:
        beyond = Seat(step(at, out, 0.8 * height))
    else:
        beyond = Seat(step(at, out, 0.35 * height), 0.0, "start" if out[0] > 0 else "end")
    angle = upright(out)
    # The text reads towards the end of the line where that is its right, and from there where it is its left.
    anchor: Anchor = "end" if above(out) > 0 else "start"
    inside = step(at, out, -0.3 * height)
    return [beyond, *(Seat(step(inside, out, 0.0, side * above(out) * 0.75 * height), angle, anchor) for side in (1.0, -1.0))]


def above(heading: Point) -> float:
    """Which side of a way is above a text along it: 1 for its left, -1 for its right."""
    angle = math.radians(upright(heading))
    return 1.0 if heading[0] * math.cos(angle) + heading[1] * math.sin(angle) > 0 else -1.0


def around_seats(at: Point, right: float, up: float, height: float) -> list[Seat]:
    """Places for a text beside a sign that reaches so far to the side and up: right, left, above, below."""
    gap = 0.3 * height
    x, y = at
    return [
        Seat((x + right + gap, y), 0.0, "start"),
        Seat((x - right - gap, y), 0.0, "end"),
        Seat((x, y + up + gap + height / 2)),
        Seat((x, y - up - gap - height / 2)),
    ]


def open_head(tip: Point, heading: Point, length: float, half: float) -> Line:
    """An open arrowhead: from one wing over the tip to the other."""
    return step(tip, heading, -length, half), tip, step(tip, heading, -length, -half)


def arrowed(pen: Pen, line: Line, most: float = math.inf) -> float:
    """Draws an open arrowhead at the last point of a line, at most a third as long as the line; gives its length."""
    way = Way(line)
    length = pen.hexes("head", min(most, way.length / 3))
    tip = way.at(way.length)
    # Where the line curves, the head lies along its last stretch and not along its very end.
    heading = unit(way.at(way.length - length), tip, way.direction(way.length))
    pen.stroke(open_head(tip, heading, length, length * 0.6), dashed=False)
    return length
