"""Where labels of contour lines stand: on straight parts, off roads, villages, spots, names and each other.

Lines are labelled run by run, a run being what of a line lies in one square of the map, so that a line that is moved in one
place keeps its labels everywhere else. Runs choose in a fixed order, and each sees only what those before it have chosen;
hence what an edit changes can be followed from run to run until nothing moves any more.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from app.canvas.bins import Owner, Square, emptied
from app.canvas.polylines import XY, at, lengths
from app.canvas.transform import HEX, Polyline, Span, widened

SIDE = HEX / 5
"""Side of the squares in which the map remembers what labels should not stand on."""

_STEP = HEX / 7
"""How finely places for a label are tried along a line."""

_LABEL = 6.0
"""How much a label is in the way of another; what else is in the way is weighed against it."""

_SHORT = 0.4
"""Runs shorter than this share of the distance between labels get none, unless they are the longest of their line."""

RunId = Owner
"""The sheet's position, the contour's key, the run's square, and which of the line's runs in that square it is."""


class _Place(NamedTuple):
    """The middle of a label as a length along its run, what the line itself costs there, and the squares it would cover."""

    middle: float
    cost: float
    covers: tuple[Square, Square, Square]


@dataclass
class Run:
    """A part of a line between the borders of a square. `room` is the length of a label, `every` that of the stretches which
    get one each; `labelled` whether it is to get any at all."""

    line: Polyline
    room: float
    every: float
    inner: Span
    labelled: bool
    middles: list[float] = field(default_factory=list)
    """Where labels stand."""

    @cached_property
    def along(self) -> list[float]:
        """The length of the run up to each of its points."""
        return lengths(self.line)

    @cached_property
    def places(self) -> list[list[_Place]]:
        """Where labels could stand, stretch by stretch."""
        whole, room = self.along[-1], self.room
        if not self.labelled or whole < room * 1.8:
            return []
        count = max(round(whole / self.every), 1)
        stretch = whole / count
        found = []
        for k in range(count):
            low, high = max(k * stretch, room * 0.6), min((k + 1) * stretch, whole - room * 0.6)
            tried = (low + n * _STEP for n in range(max(int((high - low) / _STEP), 0) + 1))
            places = [place for middle in tried if (place := self._place(middle)) is not None]
            # Of equal places the one in the middle of its stretch is taken.
            centre = (k + 0.5) * stretch
            found.append([place._replace(cost=place.cost + abs(place.middle - centre) / stretch) for place in places])
        return found

    def spot(self, middle: float) -> tuple[XY, XY, XY]:
        """Beginning, middle and end of a label upon the line."""
        half = self.room / 2
        start, mid, end = (at(self.line, self.along, middle + step) for step in (-half, 0.0, half))
        return start, mid, end

    def _place(self, middle: float) -> _Place | None:
        a, (x, y), b = self.spot(middle)
        if not (self.inner[0] <= x <= self.inner[2] and self.inner[1] <= y <= self.inner[3]):
            return None
        bend = 1 - math.dist(a, b) / self.room + math.dist((x, y), ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) / self.room
        return None if bend > 0.5 else _Place(middle, 12 * bend, (square_of(a), square_of((x, y)), square_of(b)))


class LabelPlaces:
    """All runs of a map with the places of their labels, and what is in the way of them."""

    def __init__(self) -> None:
        self.runs: dict[RunId, Run] = {}
        self._in_the_way: dict[Square, dict[Owner, float]] = {}
        self._squares_of: dict[Owner, frozenset[Square]] = {}
        self._labels: dict[Square, set[RunId]] = {}
        self._trying: dict[Square, set[RunId]] = {}

    def avoid(self, owner: Owner, line: Polyline, weight: float) -> set[Square]:
        """Has labels keep off a line, in place of what the owner had; returns the squares in which that is something new."""
        return self.avoid_squares(owner, frozenset(_squares_along(line)), weight)

    def avoid_squares(self, owner: Owner, now: frozenset[Square], weight: float) -> set[Square]:
        """The same for some squares."""
        before = self._squares_of.pop(owner, frozenset())
        for square in before - now:
            held = self._in_the_way[square]
            del held[owner]
            if not held:
                del self._in_the_way[square]
        for square in now:
            self._in_the_way.setdefault(square, {})[owner] = weight
        if now:
            self._squares_of[owner] = now
        return set(before ^ now)

    def add(self, name: RunId, run: Run) -> None:
        """Takes a run; `settle` finds the places of its labels."""
        self.runs[name] = run
        for square in _tried(run):
            self._trying.setdefault(square, set()).add(name)

    def drop(self, name: RunId) -> set[RunId]:
        """Forgets a run; returns those that could now stand better."""
        run = self.runs.pop(name)
        for square in _tried(run):
            self._trying[square].discard(name)
        covered = _covered(run)
        for square in covered:
            self._labels[square].discard(name)
        return self._after(name, covered)

    def dismantle(self) -> Iterator[None]:
        """Lets go of everything, in short steps."""
        return emptied(self.runs, self._in_the_way, self._squares_of, self._labels, self._trying)

    def trying(self, squares: Iterable[Square]) -> set[RunId]:
        """The runs whose labels could stand on some squares."""
        return {name for square in squares for name in self._trying.get(square, ())}

    def settle(self, names: Iterable[RunId]) -> Iterator[RunId]:
        """Finds the places of labels anew for some runs and for all that have to give way or may move up because of them.

        Yields the runs whose labels have moved.
        """
        waiting = list(set(names))
        queued = set(waiting)
        heapify(waiting)
        while waiting:
            name = heappop(waiting)
            run = self.runs.get(name)
            if run is None:
                continue
            middles = self._choose(name, run)
            if middles == run.middles:
                continue
            before = _covered(run)
            run.middles = middles
            now = _covered(run)
            for square in before - now:
                self._labels[square].discard(name)
            for square in now - before:
                self._labels.setdefault(square, set()).add(name)
            yield name
            for after in self._after(name, before ^ now) - queued:
                queued.add(after)
                heappush(waiting, after)

    def _after(self, name: RunId, squares: Iterable[Square]) -> set[RunId]:
        return {other for other in self.trying(squares) if other > name}

    def _choose(self, name: RunId, run: Run) -> list[float]:
        """Lengths along a run at which labels stand best: where it is straight and nothing else is in the way."""
        chosen: list[float] = []
        own: set[Square] = set()
        weights: dict[Square, float] = {}
        for stretch in run.places:
            best, best_cost = None, math.inf
            for place in stretch:
                cost = place.cost
                if cost >= best_cost or (chosen and place.middle - chosen[-1] <= run.room * 2):
                    continue
                worst = 0.0
                for square in place.covers:
                    weight = weights.get(square)
                    if weight is None:
                        weight = weights[square] = self._weight(square, name)
                    if square in own:
                        weight = _LABEL
                    if weight > worst:
                        worst = weight
                if cost + worst < best_cost:
                    best, best_cost = place, cost + worst
            if best is not None:
                chosen.append(best.middle)
                own |= _covered_at(run, best.middle)
        return chosen

    def _weight(self, square: Square, name: RunId) -> float:
        labels = self._labels.get(square)
        if labels and any(other < name for other in labels):
            return _LABEL
        held = self._in_the_way.get(square)
        return 0.0 if held is None else max(held.values())


def runs_of(line: Polyline, side: float) -> Iterator[tuple[Square, Polyline]]:
    """A line cut where it passes from one square of side `side` into the next, each part with its square.

    >>> list(runs_of([(1, 1), (3, 1), (5, 1)], 4))
    [((0, 0), [(1, 1), (3, 1), (4.0, 1.0)]), ((1, 0), [(4.0, 1.0), (5, 1)])]
    """
    current: Polyline = [line[0]]
    for a, b in pairwise(line):
        if (a[0] // side, a[1] // side) != (b[0] // side, b[1] // side):
            for part in sorted({part for axis in (0, 1) for part in _borders(a[axis], b[axis], side)}):
                point = a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])
                if point != current[-1]:
                    current.append(point)
                if len(current) > 1:
                    yield _square_between(current, side), current
                    current = [point]
        if b != current[-1]:
            current.append(b)
    if len(current) > 1:
        yield _square_between(current, side), current


def _borders(a: float, b: float, side: float) -> Iterator[float]:
    """Where a coordinate that runs from `a` to `b` crosses multiples of `side`, as shares of the way."""
    low, high = min(a, b), max(a, b)
    for k in range(math.ceil(low / side), math.floor(high / side) + 1):
        part = (k * side - a) / (b - a) if b != a else 0.0
        if 0 < part < 1:
            yield part


def _square_between(line: Polyline, side: float) -> Square:
    (ax, ay), (bx, by) = line[0], line[1]
    return int((ax + bx) / 2 // side), int((ay + by) / 2 // side)


def contour_runs(
    pieces: Iterable[Polyline], room: float, every: float, inner: Span
) -> Iterator[tuple[tuple[Square, int], Run]]:
    """The runs of a line that the edge of its sheet has cut to pieces; `inner` is where the middle of a label may be."""
    counts: dict[Square, int] = {}
    found: list[tuple[tuple[Square, int], Polyline]] = []
    for piece in pieces:
        for square, line in runs_of(piece, every):
            counts[square] = counts.get(square, -1) + 1
            found.append(((square, counts[square]), line))
    spans = [lengths(line)[-1] for _, line in found]
    least = min(_SHORT * every, max(spans, default=0.0))
    for (name, line), length in zip(found, spans, strict=True):
        yield name, Run(line, room, every, inner, length >= least)


def square_of(point: XY) -> Square:
    """The square around a scene point."""
    return int(point[0] // SIDE), int(point[1] // SIDE)


def _squares_along(line: Polyline) -> Iterator[Square]:
    """The squares that a line passes, looked for from each of its points to the next."""
    for a, b in pairwise(line):
        steps = math.floor(math.dist(a, b) / SIDE) + 1
        for k in range(steps):
            yield square_of((a[0] + k / steps * (b[0] - a[0]), a[1] + k / steps * (b[1] - a[1])))
    if line:
        yield square_of(line[-1])


def _tried(run: Run) -> set[Square]:
    return {square for stretch in run.places for place in stretch for square in place.covers}


def _covered(run: Run) -> set[Square]:
    return {square for middle in run.middles for square in _covered_at(run, middle)}


def _covered_at(run: Run, middle: float) -> set[Square]:
    """The squares under a label."""
    return set(_squares_along(list(run.spot(middle))))


def label_room(edge: Span, room: float) -> Span:
    """Where the middle of a label may be on a sheet."""
    return widened(edge, -room / 2)
