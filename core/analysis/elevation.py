"""The height of a point between contours, under settings that a series chooses.

The value between two lines is a mark: the next lower line plus a whole number of equal parts of the step to the next higher
one. Which mark is nearest is decided on the float `part` of the shortest span, with anything within `SAME` of the middle
between two marks counted as exactly in the middle; every height that leaves this module is an exact fraction.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Literal

import numpy as np
import shapely

from core.analysis.ground import Ground
from core.geometry.contours import HIGH, LOW, SAME, ContourLine, Face, Relief, hit
from core.geometry.hexes import Hex
from core.geometry.layout import Point, plane_centre
from core.geometry.spans import Span, shortest_span

Rim = tuple[Fraction, float, Point]
"""Height, distance and foot of the nearest contour of a kind."""

How = Literal["contour", "hilltop", "bottom", "between", "nearest", "next_lower", "sea", "undecidable"]

FINEST_STRETCH = 1 / 256
"""Length in hexes: a higher mark that holds on a shorter stretch of a line may be missed (under half a metre of ground)."""

FASTEST = 4.0
"""Ends of a span that move further than this many times the way of its point belong to two spans, not to one that turns."""

STEEPEST = 3.0
"""How many parts a point is taken to rise at most per length of its span that it moves; more than contours that bend do."""


@dataclass(frozen=True, slots=True)
class HeightSettings:
    """How a series reads contours.

    `marks` parts make a step, `marks_at_10m` a step too small for them: no mark is finer than `fine_mark` metres, which also
    separate marks on a rising hilltop or a
    falling bottom. A point at most `touch` hexes from a line lies on it. `tie_up`: a value in the middle between two marks
    takes the upper. `nearest_without_span`: where no straight line reaches both neighbouring lines, the nearest distances to
    them are used; otherwise the height is undecidable. A rising hilltop without a spot elevation rises by `rise`, a falling
    bottom falls by `fall` (metres, or parts of the contour interval where the value is negative).
    """

    between: Literal["interpolate", "next_lower"] = "interpolate"
    hilltop: Literal["flat", "rise"] = "flat"
    bottom: Literal["flat", "interval_lower", "fall"] = "flat"
    marks: int = 4
    marks_at_10m: int = 2
    fine_mark: Fraction = Fraction(5)
    touch: float = 0.001
    tie_up: bool = True
    nearest_without_span: bool = True
    rise: Fraction = Fraction(-1, 2)
    fall: Fraction = Fraction(-1, 2)


@dataclass(frozen=True, slots=True)
class Level:
    """A height and how it was found.

    `height` is None when it cannot be decided; `missing` then says why, and `line` names the contour at fault if one is.
    `span` is the line measured on. `tied` says that the value lay in the middle between two marks. What lies further than
    `reach` hexes from the point cannot change it, as long as the point's face keeps the same heights around it.
    """

    at: Point
    height: Fraction | None
    how: How
    span: Span | None = None
    reach: float = math.inf
    tied: bool = False
    missing: str = ""
    line: ContourLine | None = None


@dataclass(eq=False)
class Heights:
    """Heights of one ground under one set of settings, each computed once when first asked for."""

    ground: Ground
    settings: HeightSettings
    known: dict[Hex, Level] = field(default_factory=dict)
    _tops: dict[int, tuple[Point, Fraction]] = field(default_factory=dict, repr=False)

    def centre(self, place: Hex) -> Level:
        """The height of a hex's centre dot."""
        level = self.known.get(place)
        if level is None:
            level = self.known[place] = self.at(plane_centre(place))
        return level

    def at(self, point: Point) -> Level:
        """The height of a point of the plane."""
        ground, settings = self.ground, self.settings
        if not ground.sea.is_empty and ground.sea.intersects(shapely.Point(point)):
            return Level(point, Fraction(0), "sea")
        if ground.relief is None or not ground.has_contours:
            return Level(point, None, "undecidable", missing="the map has no contour lines")
        line = ground.relief.on_line(point, settings.touch)
        if line is not None:
            return Level(point, line.height, "contour", reach=settings.touch, line=line)
        face = ground.relief.face_at(point)
        if face is None:
            return Level(point, None, "undecidable", missing="the point lies outside the edge of the map")
        return self._in_face(point, face)

    def _in_face(self, point: Point, face: Face) -> Level:
        if face.unknown:
            missing = "nothing tells which side of a contour line is higher"
            return Level(point, None, "undecidable", missing=missing, line=face.unknown[0])
        low, high = face.nearest(point, LOW), face.nearest(point, HIGH)
        if low is None and high is None:
            return Level(point, None, "undecidable", missing="no contour line bounds this ground")
        if high is None:
            assert low is not None
            return self._on_hilltop(point, face, low)
        if low is None:
            return self._in_bottom(point, face, high)
        if self.settings.between == "next_lower":
            return Level(point, low[0], "next_lower", reach=low[1])
        return self._between(point, face)

    def _between(self, point: Point, face: Face) -> Level:
        span, reach = shortest_span(face, point)
        how: How = "between"
        if span is None:
            if not self.settings.nearest_without_span:
                missing = "no straight line through the point reaches both the next lower and the next higher contour"
                return Level(point, None, "undecidable", missing=missing)
            span, how = self._nearest_span(point, face), "nearest"
            if span is None:
                missing = "the contours around this ground contradict each other"
                return Level(point, None, "undecidable", missing=missing)
        height, tied = self._mark(span)
        return Level(point, height, how, span, reach, tied)

    def _nearest_span(self, point: Point, face: Face) -> Span | None:
        low, high = face.nearest(point, LOW), face.nearest(point, HIGH)
        if low is None or high is None or low[0] >= high[0]:
            return None
        whole = low[1] + high[1]
        return Span(low[2], high[2], low[0], high[0], low[1] / whole if whole else 0.0)

    def _marks(self, step: Fraction) -> int:
        """The parts that a step is divided into: no mark is finer than `fine_mark`."""
        settings = self.settings
        for parts in (settings.marks, settings.marks_at_10m):
            if step >= parts * settings.fine_mark:
                return parts
        return 1

    def _mark(self, span: Span) -> tuple[Fraction, bool]:
        step = span.high_height - span.low_height
        marks = self._marks(step)
        place = span.part * marks
        tied = abs(place - math.floor(place) - 0.5) <= SAME * marks
        number = math.floor(place) + (1 if self.settings.tie_up else 0) if tied else math.floor(place + 0.5)
        return span.low_height + step * Fraction(number, marks), tied

    def _on_hilltop(self, point: Point, face: Face, low: Rim) -> Level:
        if self.settings.hilltop == "flat":
            return Level(point, low[0], "hilltop", reach=low[1])
        return self._slope(point, face, LOW, low, self._summit(face), "hilltop")

    def _in_bottom(self, point: Point, face: Face, high: Rim) -> Level:
        if self.settings.bottom == "flat":
            return Level(point, high[0], "bottom", reach=high[1])
        if self.settings.bottom == "interval_lower":
            if self.ground.interval is None:
                return Level(point, None, "undecidable", missing="the map states no contour interval")
            return Level(point, high[0] - self.ground.interval, "bottom", reach=high[1])
        return self._slope(point, face, HIGH, high, self._pit(face), "bottom")

    def _slope(
        self,
        point: Point,
        face: Face,
        kind: int,
        rim: Rim,
        extreme: tuple[Point, Fraction] | None,
        how: How,
    ) -> Level:
        """The height on the straight way from the enclosing contour through the point to the top or the pit."""
        if extreme is None:
            return Level(point, None, "undecidable", missing="the map states no contour interval")
        centre, end_height = extreme
        to_centre = math.dist(point, centre)
        rim_height, rim_away, rim_foot = rim
        if to_centre <= SAME:
            part, foot = 1.0, rim_foot
        else:
            behind = (2 * point[0] - centre[0], 2 * point[1] - centre[1])
            met = hit(face, point, behind)
            if met is not None and int(face.kinds[met[0]]) == kind:
                rim_height, foot = face.levels[int(face.heights[met[0]])], met[1]
                part = met[2] / (met[2] + to_centre)
            else:
                # The way out runs off the map: its edge closes the face but has no height.
                foot, part = rim_foot, rim_away / (rim_away + to_centre)
        span = Span(foot, centre, rim_height, end_height, part)
        height, tied = self._fine_mark(rim_height, end_height, part)
        return Level(point, height, how, span, tied=tied)

    def _fine_mark(self, start: Fraction, end: Fraction, part: float) -> tuple[Fraction, bool]:
        """The nearest of the marks between two heights: every `fine_mark` from `start`, and `end` itself."""
        sign = 1 if end >= start else -1
        count = math.ceil(abs(end - start) / self.settings.fine_mark)
        marks = [start + sign * k * self.settings.fine_mark for k in range(count)] + [end]
        value = float(start) + part * float(end - start)
        size = max(float(abs(end - start)), 1.0)
        best = min(abs(float(m) - value) for m in marks)
        near = [m for m in marks if abs(float(m) - value) <= best + SAME * size]
        return (max(near) if self.settings.tie_up else min(near)), len(near) > 1

    def _summit(self, face: Face) -> tuple[Point, Fraction] | None:
        floor = face.top()
        spots = [(at, z) for at, z in self.ground.spots if z > floor and face.polygon.intersects(shapely.Point(at))]
        if spots:
            return max(spots, key=lambda s: s[1])
        rise = self._amount(self.settings.rise)
        return None if rise is None else (self._middle(face), floor + rise)

    def _pit(self, face: Face) -> tuple[Point, Fraction] | None:
        rim = face.floor()
        fall = self._amount(self.settings.fall)
        if fall is None:
            return None
        marked = [at for at in self.ground.lows if face.polygon.intersects(shapely.Point(at))]
        return (marked[0] if marked else self._middle(face)), rim - fall

    def _amount(self, metres: Fraction) -> Fraction | None:
        if metres >= 0:
            return metres
        return None if self.ground.interval is None else -metres * self.ground.interval

    def _middle(self, face: Face) -> Point:
        """The centroid of a face, or the point deepest inside it when the centroid lies outside."""
        centroid = face.polygon.centroid
        if not face.polygon.contains(centroid):
            centroid = shapely.get_point(shapely.maximum_inscribed_circle(face.polygon, tolerance=0.001), 0)
        return float(centroid.x), float(centroid.y)

    # -- along a line -------------------------------------------------------------------------------------------------------

    def bounds_along(self, start: Point, end: Point) -> tuple[Fraction, Fraction] | None:
        """Heights between which the highest point of a stretch lies for certain; None when something is undecidable."""
        parts = self._parts(start, end)
        if parts is None:
            return None
        lows = [line.height for _, line in parts.crossings]
        highs = list(lows)
        for _, _, face in parts.stretches:
            low, high = self._band(face)
            lows.append(low)
            highs.append(high)
        return max(lows), max(highs)

    def highest_along(self, start: Point, end: Point) -> Level:
        """The highest point of a stretch of a line, both ends included, at the marks.

        Contour crossings are exact. Between two crossings the ground is sampled, and stretches that may hold a higher mark,
        by their slope or because their ends are measured on different spans, are halved until they are shorter than
        `FINEST_STRETCH`. What is higher for less than that may be missed, and for less than the sampling step of 1/16 hex
        where the ground leaps up and down again between two samples that agree.
        """
        if not self.ground.sea.is_empty and self.ground.sea.covers(shapely.LineString([start, end])):
            return Level(start, Fraction(0), "sea")
        parts = self._parts(start, end)
        if parts is None:
            for point in (start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end):
                level = self.at(point)
                if level.height is None:
                    return level
            return Level(start, None, "undecidable", missing="a part of the line cannot be decided")
        best: Level | None = None
        for point, line in parts.crossings:
            if best is None or best.height is None or line.height > best.height:
                best = Level(point, line.height, "contour", line=line)
        for a, b, face in sorted(parts.stretches, key=lambda s: -self._band(s[2])[1]):
            if best is not None and best.height is not None and self._band(face)[1] <= best.height:
                break
            best = self._search(a, b, face, best)
            if best.height is None:
                return best
        return best if best is not None else self.at(start)

    def _band(self, face: Face) -> tuple[Fraction, Fraction]:
        """The least and the greatest height that this face can hold."""
        if face.loose.any():
            # Which lines are lower and which are higher depends on the point; the steps beyond them bound all that may be.
            step = self.ground.interval or face.levels[-1] - face.levels[0]
            return face.levels[0] - step, face.levels[-1] + step + self._highest_spot(face)
        if face.has_low and face.has_high:
            return face.floor(), (face.top() if self.settings.between == "interpolate" else self._highest_low(face))
        if face.has_low:
            summit = self._extreme(face, self._summit) if self.settings.hilltop == "rise" else None
            return face.floor(), max(face.top(), summit[1]) if summit else face.top()
        if self.settings.bottom == "interval_lower":
            fall = self.ground.interval or Fraction(0)
            return face.floor() - fall, face.top() - fall
        pit = self._extreme(face, self._pit) if self.settings.bottom == "fall" else None
        return (pit[1] if pit else face.floor()), face.top()

    def _highest_spot(self, face: Face) -> Fraction:
        return max((z - face.levels[-1] for _, z in self.ground.spots if z > face.levels[-1]), default=Fraction(0))

    def _highest_low(self, face: Face) -> Fraction:
        return max(face.heights_of(LOW))

    def _extreme(self, face: Face, find: Callable[[Face], tuple[Point, Fraction] | None]) -> tuple[Point, Fraction] | None:
        if id(face) not in self._tops:
            found = find(face)
            if found is None:
                return None
            self._tops[id(face)] = found
        return self._tops[id(face)]

    def _search(self, start: Point, end: Point, face: Face, best: Level | None) -> Level:
        length = math.dist(start, end)
        most = self._band(face)[1]

        def level_at(t: float) -> Level:
            return self._in_face((start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])), face)

        def value(level: Level) -> float:
            span = level.span
            if span is None:
                return float(level.height or 0)
            return float(span.low_height) + span.part * float(span.high_height - span.low_height)

        def better(level: Level) -> bool:
            if best is None or best.height is None:
                return True
            # A line that crosses a contour at a flat angle stays within its touch for longer than the hair that was left out.
            return level.height is not None and level.height > best.height and not self._on_line(level.at)

        count = max(2, math.ceil(length / (1 / 16)))
        samples = [(i / count, level_at(i / count)) for i in range(count + 1)]
        for _, level in samples:
            if level.height is None:
                return level
            if better(level):
                best = level
        assert best is not None
        flat = all(level.span is None for _, level in samples)
        pending = [] if flat else list(pairwise(samples))
        while pending and best.height is not None and best.height < most:
            (ta, la), (tb, lb) = pending.pop()
            stretch = (tb - ta) * length
            if stretch <= FINEST_STRETCH or not self._may_exceed(value(la), value(lb), la, lb, stretch, best.height):
                continue
            middle = (ta + tb) / 2
            level = level_at(middle)
            if level.height is None:
                return level
            if better(level):
                best = level
            pending += [((ta, la), (middle, level)), ((middle, level), (tb, lb))]
        return best

    def _on_line(self, point: Point) -> bool:
        relief = self.ground.relief
        return relief is not None and relief.on_line(point, self.settings.touch) is not None

    def _may_exceed(self, va: float, vb: float, la: Level, lb: Level, stretch: float, best: Fraction) -> bool:
        """Whether a point between two samples may reach the next mark above `best`."""
        if _apart(la, lb, stretch):
            return True
        slopes = []
        for level in (la, lb):
            if level.span is None:
                continue
            size = max(math.dist(level.span.low_end, level.span.high_end), FINEST_STRETCH)
            slopes.append(STEEPEST * abs(float(level.span.high_height - level.span.low_height)) / size)
        peak = (va + vb + max(slopes, default=0.0) * stretch) / 2
        return peak >= float(best) + float(self._half_mark(la))

    def _half_mark(self, level: Level) -> Fraction:
        if level.span is None or level.how in ("hilltop", "bottom"):
            # The last mark of a slope may be closer than a whole one; half a metre is nearer than any printed height.
            return Fraction(1, 2)
        step = level.span.high_height - level.span.low_height
        return step / (2 * self._marks(step))

    def _parts(self, start: Point, end: Point) -> "_Parts | None":
        """A stretch cut at every contour it touches; None when a part of it is undecidable or it leaves the map."""
        relief = self.ground.relief
        if relief is None or not self.ground.has_contours:
            return None
        shape = shapely.LineString([start, end]) if start != end else shapely.Point(start)
        length = math.dist(start, end)
        crossings: list[tuple[Point, ContourLine]] = []
        cuts: list[float] = []
        for line, drawn in relief.near(shape, self.settings.touch):
            met = shape.intersection(drawn)
            if met.is_empty:
                met = shapely.get_point(shapely.shortest_line(shape, drawn), 0)
            for x, y in shapely.get_coordinates(met):
                point = (float(x), float(y))
                crossings.append((point, line))
                if length:
                    cuts.append(min(1.0, math.dist(start, point) / length))
        stretches: list[tuple[Point, Point, Face]] = []
        # A hair inside the cuts, so that a sample never lies on the line that bounds its face.
        inset = self.settings.touch / length if length else 0.0
        free = [0.0, *(t + offset for t in sorted(set(cuts)) for offset in (-inset, inset)), 1.0] if length else []
        for a, b in zip(free[::2], free[1::2], strict=True):
            if b <= a:
                continue
            pa, pb = ((start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])) for t in (a, b))
            middle = ((pa[0] + pb[0]) / 2, (pa[1] + pb[1]) / 2)
            if self.ground.sea.intersects(shapely.Point(middle)):
                continue
            face = relief.face_at(middle)
            if face is None or face.unknown or not (face.has_low or face.has_high):
                return None
            stretches.append((pa, pb, face))
        if not stretches and not crossings:
            face = relief.face_at(start)
            if face is None or face.unknown or not (face.has_low or face.has_high):
                return None
            stretches.append((start, end, face))
        return _Parts(tuple(crossings), tuple(stretches))


def _apart(one: Level, two: Level, stretch: float) -> bool:
    """Whether the spans of two points near each other are no neighbours: between the points the height may leap."""
    if one.how != two.how or one.span is None or two.span is None:
        return one.how != two.how
    moved = max(math.dist(one.span.low_end, two.span.low_end), math.dist(one.span.high_end, two.span.high_end))
    return moved > FASTEST * stretch


@dataclass(frozen=True, slots=True)
class _Parts:
    crossings: tuple[tuple[Point, ContourLine], ...]
    stretches: tuple[tuple[Point, Point, Face], ...]


def nearest_first(hexes: Iterable[Hex], near: Hex | None) -> list[Hex]:
    """Hexes by their distance from `near`, or in order without it."""
    return sorted(hexes, key=lambda h: (h.distance(near), h)) if near is not None else sorted(hexes)


def survey(heights: Heights, near: Hex | None = None) -> Iterator[tuple[Hex, Level]]:
    """Computes the centre heights of all hexes that are not known yet, nearest first; each is yielded as it is found."""
    for place in nearest_first(heights.ground.hexes, near):
        if place not in heights.known:
            yield place, heights.centre(place)


def carry_over(before: Heights, ground: Ground) -> Heights:
    """Heights of an edited ground that keep every value which the edit cannot change.

    A value is kept when no part of a line that was added, removed or changed comes within its reach, and when the point's
    face is bounded by lines of the same heights as before. Where lines end inside the face, only a span keeps its value: which
    of those lines are lower and which are higher depends on where the point lies, however far off they are. Everything else
    is computed again when asked for.
    """
    after = Heights(ground, before.settings)
    old, new = before.ground, ground
    spots_moved = old.spots != new.spots or old.lows != new.lows
    if old.relief is new.relief and old.interval == new.interval and old.sea is new.sea and not spots_moved:
        # Nothing that heights depend on is another: what one of the two learns holds for both.
        after.known = before.known
        return after
    if old.relief is None or new.relief is None or old.interval != new.interval or not old.sea.equals(new.sea):
        return after
    if old.edge != new.edge:
        return after
    changed = _changed_parts(old.relief, new.relief)
    staying = [
        (place, level)
        for place, level in before.known.items()
        if level.how not in ("undecidable", "sea") and not (spots_moved and level.how in ("hilltop", "bottom"))
    ]
    if changed:
        staying = [each for each in staying if not math.isinf(each[1].reach)]
        reach = np.array([level.reach for _, level in staying]) + 2 * before.settings.touch
        spots = shapely.points(np.array([level.at for _, level in staying]).reshape(-1, 2))
        reached = set(shapely.STRtree(changed).query(spots, predicate="dwithin", distance=reach)[0].tolist())
        # Most faces are the very same ones; the others are compared by the heights on their rims.
        faces = {id(face) for face in new.relief.faces}
        same = {id(face) for face in old.relief.faces if id(face) in faces}
        staying = [
            (place, level)
            for number, (place, level) in enumerate(staying)
            if number not in reached and (level.how == "contour" or _same_face(old.relief, new.relief, level, same))
        ]
    after.known.update(staying)
    return after


def _same_face(old: Relief, new: Relief, level: Level, same: set[int]) -> bool:
    before = old.face_at(level.at)
    return id(before) in same or _same_band(before, new.face_at(level.at), level.how)


def _same_band(before: Face | None, after: Face | None, how: How) -> bool:
    if before is None or after is None or after.unknown:
        return False
    if how != "between" and (before.loose.any() or after.loose.any()):
        return False
    return all(before.heights_of(kind) == after.heights_of(kind) for kind in (LOW, HIGH))


def _changed_parts(before: Relief, after: Relief) -> list[shapely.LineString]:
    """Segments of lines that only one of two reliefs has, or whose line now says something else of its height or sides."""

    kept = {id(line) for line in before.lines} & {id(line) for line in after.lines}

    def drawn(relief: Relief) -> set[tuple[Fraction, Point, Point, int]]:
        # A segment drawn the other way round, with the other side higher, is the same.
        return {
            (line.height, a, b, line.high) if a < b else (line.height, b, a, -line.high)
            for line in relief.lines
            if id(line) not in kept
            for a, b in pairwise(line.points)
        }

    return [shapely.LineString([a, b]) for _, a, b, _ in drawn(before) ^ drawn(after)]
