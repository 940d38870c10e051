"""Faults of contours among each other: open ends, crossings, steps, sides, and spot elevations that do not fit them."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
import shapely

from core.analysis.ground import Ground
from core.analysis.lint_items import metres, near
from core.base.errors import CoreError, Place
from core.geometry.contours import HIGH, LOW, SAME, ContourLine, Face
from core.geometry.layout import Point
from core.model.box import GameBox
from core.model.edits.contour_edits import close, high_sides, join, with_high
from core.model.edits.edit import Edit
from core.model.edits.map_edits import ChangeItems, settled_line
from core.model.issues import Issue, Severity
from core.model.maps import SECTIONS, Contour, ItemRef

NO_CONTOURS = "no-contours"
"""The code of a finding: nothing tells the heights of a map."""

_SAY_HIGH = 'choose it under "Higher ground" (in a file "high: left" or "high: right")'
"""What to do about a line of which nothing tells the high side, in the window and in a file."""

CLOSE = 0.5
"""Hexes: open ends that come so near to each other, or to the map's edge, were meant to meet."""


@dataclass(frozen=True, eq=False)
class Band:
    """What the lines around a face say of its ground: the heights below it and above it, and what contradicts them."""

    face: Face
    lows: tuple[Fraction, ...]
    highs: tuple[Fraction, ...]

    @classmethod
    def of(cls, face: Face) -> "Band":
        """The band of a face. Lines that end inside it have two sides and bound nothing."""
        firm = ~face.loose
        found = []
        for kind in (LOW, HIGH):
            rows = np.unique(face.heights[firm & (face.kinds == kind)])
            found.append(tuple(sorted(face.levels[int(i)] for i in rows)))
        return cls(face, found[0], found[1])

    @property
    def contradicts(self) -> bool:
        """Whether this ground would have to lie above and below one height."""
        return bool(self.lows and self.highs) and self.lows[0] >= self.highs[-1]

    def leaps(self, interval: Fraction) -> bool:
        """Whether a full contour is missing between two lines that bound this ground."""
        heights = sorted({*self.lows, *self.highs})
        least, most = heights[0], heights[-1]
        return bool(self.lows and self.highs) and not self.face.unknown and (least // interval + 1) * interval < most

    def is_one_sided(self, interval: Fraction) -> bool:
        """Whether this ground lies above two lines, or below two, that are a full step or more apart.

        A summit or a bottom is bounded by one height only, but for half-interval lines that end at full ones.
        """
        heights = sorted({*self.lows, *self.highs})
        one_kind = bool(self.lows) != bool(self.highs)
        return one_kind and not self.face.unknown and heights[-1] - heights[0] >= interval

    def rows(self, height: Fraction) -> shapely.MultiLineString:
        """The rims of one height."""
        level = self.face.levels.index(height)
        rows = np.flatnonzero(self.face.heights == level)
        ends = np.stack([self.face.starts[rows], self.face.ends[rows]], axis=1)
        return shapely.MultiLineString(sorted(ends.tolist()))

    def between(self, one: Fraction, two: Fraction) -> Point:
        """The point of the plane in the middle between the rims of two heights, where they come nearest to each other."""
        found = self._between.get((one, two))
        if found is None:
            found = self._between[one, two] = _middle(shapely.shortest_line(self.rows(one), self.rows(two)))
        return found

    @cached_property
    def _between(self) -> dict[tuple[Fraction, Fraction], Point]:
        """What `between` has found: a fault that stays is told again after every edit."""
        return {}

    def lines(self, height: Fraction) -> list[ContourLine]:
        """The lines of one height around the face."""
        return [line for line in self.face.lines if line.height == height]


def nothing_tells_heights(box: GameBox, ground: Ground) -> Iterator[Issue]:
    """That nothing tells the heights of a box: on maps on which nothing is drawn yet, that is no fault."""
    if ground.relief is not None:
        return
    place = Place(box.sheets[0].file)
    if any(placed.sheet.items(section) for placed in box.sheets for section in SECTIONS):
        yield Issue(place, "The map has no contours; its heights are left undecided.", Severity.WARNING, "8.2", NO_CONTOURS)
    else:
        text = "The map is empty; until contours are drawn or brought in, its heights are left undecided."
        yield Issue(place, text, Severity.ADVICE, "8.2", NO_CONTOURS)


class GroundFindings:
    """Finds what is wrong with the contours of a ground. What is known of faces and crossings that have stayed the very same
    is taken from the findings `before`."""

    def __init__(self, box: GameBox, ground: Ground, before: "GroundFindings | None" = None) -> None:
        self._box, self._ground = box, ground
        self._relief = ground.relief
        self._faces: dict[int, tuple[Band, Issue | None, bool]] = {}
        self._crossed: dict[tuple[int, int], Point] = {}
        if self._relief is not None:
            self._know_crossings(before)
            self._know_faces(before)

    def issues(self) -> Iterator[Issue]:
        """Everything that is wrong; nothing where there is no contour and no sea."""
        stated = {p.sheet.contour_interval for p in self._box.sheets if p.sheet.contours}
        if len(stated) > 1:
            names = ", ".join(f"{metres(i)} m" for i in sorted(i for i in stated if i is not None))
            text = f"The sheets state different contour intervals ({names}); heights that need the interval are left undecided."
            yield self._of_map(text, Severity.ERROR, "8.4b, 8.5", "intervals")
        if self._relief is None:
            return
        if not self._ground.has_contours:
            text = "The map has a sea but no contours; the height of its land is left undecided."
            yield self._of_map(text, Severity.WARNING, "8.2", NO_CONTOURS)
        yield from self._open_ends()
        yield from self._crossings()
        yield from self._bands()
        yield from self._spots()

    def _of_map(self, text: str, severity: Severity, rule: str, code: str) -> Issue:
        return Issue(Place(self._box.sheets[0].file), text, severity, rule, code)

    def _issue(
        self,
        lines: Sequence[ContourLine],
        text: str,
        at: Point,
        severity: Severity,
        rule: str,
        code: str,
        fix: Edit | None = None,
    ) -> Issue:
        refs = tuple(dict.fromkeys(line.source for line in lines if isinstance(line.source, ItemRef)))
        item = self._box.item(refs[0]) if refs else None
        place = Place(refs[0].sheet if refs else self._box.sheets[0].file)
        if item is not None and item.place.file:
            place = item.place
        return Issue(place, text, severity, rule, code, refs, (round(at[0], 4), round(at[1], 4)), fix)

    # -- ends -----------------------------------------------------------------------------------------------------------

    def _open_ends(self) -> Iterator[Issue]:
        assert self._relief is not None
        ends = sorted(
            ((line, at) for line, at in self._relief.open_ends if isinstance(line.source, ItemRef)),
            key=lambda end: (_order(end[0]), end[1]),
        )
        partners = _partners(ends)
        for number, (line, at) in enumerate(ends):
            text = f"The {metres(line.height)} m contour ends inside the map, near {near(self._box, at)}; ground at its end is"
            text += " read from lines further off."
            other = ends[partners[number]] if number in partners else None
            fix = self._end_fix(line, at, other)
            lines = [line] if other is None or fix is None or other[0].source == line.source else [line, other[0]]
            if fix is not None and fix.label == _TO_EDGE:
                lines = [line]
            yield self._issue(lines, text, at, Severity.WARNING, "8.2b", "open-end", fix)

    def _end_fix(self, line: ContourLine, at: Point, other: tuple[ContourLine, Point] | None) -> Edit | None:
        """Draws an open end on to the map's edge or to another open end, whichever is nearer and free of other lines."""
        relief = self._relief
        assert relief is not None
        rim = relief.edge.boundary
        foot = rim.interpolate(rim.project(shapely.Point(at)))
        to_edge = math.dist(at, (foot.x, foot.y))
        to_other = math.dist(at, other[1]) if other is not None else math.inf
        if to_edge <= min(to_other, CLOSE) and self._is_free(at, (foot.x, foot.y), (line,)):
            return self._drawn_on(line, at, (foot.x, foot.y))
        if other is None or not self._is_free(at, other[1], (line, other[0])):
            return None
        one, two = line.source, other[0].source
        if not isinstance(one, ItemRef) or not isinstance(two, ItemRef):
            return None
        items = self._box.item(one), self._box.item(two)
        if not all(isinstance(item, Contour) for item in items) or items[0].kind != items[1].kind:  # type: ignore[union-attr]
            return None
        try:
            edit = close(self._box, [one]) if one == two else join(self._box, [one, two])
        except CoreError:
            return None
        made = [item for item in edit.items.values() if isinstance(item, Contour)]
        return edit if all(shapely.LineString(item.line).is_simple for item in made) else None

    def _drawn_on(self, line: ContourLine, at: Point, foot: Point) -> Edit | None:
        ref = line.source
        item = self._box.item(ref) if isinstance(ref, ItemRef) else None
        if not isinstance(ref, ItemRef) or not isinstance(item, Contour):
            return None
        frame = self._box.sheet(ref.sheet).frame
        own, end = frame.to_sheet(foot), frame.to_sheet(at)
        first = math.dist(item.line[0], end) < math.dist(item.line[-1], end)
        drawn = settled_line((own, *item.line) if first else (*item.line, own))
        changed = replace(item, line=drawn)
        return ChangeItems(_TO_EDGE, {ref: changed})

    def _is_free(self, start: Point, end: Point, own: Iterable[ContourLine]) -> bool:
        """Whether nothing but the lines themselves lies between two points."""
        assert self._relief is not None
        way = shapely.LineString([start, end])
        allowed = {id(line) for line in own}
        met = [(line, shape) for line, shape in self._relief.near(way, SAME) if id(line) not in allowed]
        if met:
            return False
        shapes = [shape for line, shape in self._relief.near(way, SAME) if id(line) in allowed]
        tips = shapely.MultiPoint([start, end])
        return all(
            shape.intersection(way).distance(tips) <= SAME and shape.intersection(way).length <= SAME for shape in shapes
        )

    # -- crossings ------------------------------------------------------------------------------------------------------

    def _know_crossings(self, before: "GroundFindings | None") -> None:
        relief = self._relief
        assert relief is not None
        now = {id(line): i for i, line in enumerate(relief.lines)}
        old: set[int] = set()
        if before is not None and before._relief is not None:
            old = {id(line) for line in before._relief.lines} & now.keys()
            self._crossed = {pair: at for pair, at in before._crossed.items() if pair[0] in old and pair[1] in old}
        new = [i for i, line in enumerate(relief.lines) if id(line) not in old]
        for i, j in relief.meeting(new):
            lower, higher = sorted((i, j), key=lambda n: relief.lines[n].height)
            if relief.lines[lower].height < relief.lines[higher].height:
                met = shapely.get_coordinates(relief.shapes[lower].intersection(relief.shapes[higher]))
                x, y = min(met.tolist())
                self._crossed[id(relief.lines[lower]), id(relief.lines[higher])] = (float(x), float(y))

    def _crossings(self) -> Iterator[Issue]:
        assert self._relief is not None
        by_id = {id(line): line for line in self._relief.lines}
        for (one, two), at in self._crossed.items():
            line, other = by_id[one], by_id[two]
            text = f"The {metres(line.height)} m contour meets the {metres(other.height)} m contour near {near(self._box, at)};"
            text += " the ground there would have both heights."
            yield self._issue([line, other], text, at, Severity.ERROR, "8.2b", "crossing")

    # -- faces ----------------------------------------------------------------------------------------------------------

    def _know_faces(self, before: "GroundFindings | None") -> None:
        assert self._relief is not None
        old = before._faces if before is not None and before._ground.interval == self._ground.interval else {}
        for face in self._relief.faces:
            known = old.get(id(face))
            if known is None or known[0].face is not face:
                band = Band.of(face)
                one_sided = bool(self._ground.interval) and band.is_one_sided(self._ground.interval or Fraction(1))
                known = band, self._step(band), one_sided
            self._faces[id(face)] = known

    def _step(self, band: Band) -> Issue | None:
        interval = self._ground.interval
        if not interval or not (band.lows or band.highs) or band.contradicts or not band.leaps(interval):
            return None
        heights = sorted({*band.lows, *band.highs})
        one, two = heights[0], heights[-1]
        x, y = band.between(one, two)
        text = (
            f"The {metres(one)} m and the {metres(two)} m contour are neighbours near {near(self._box, (x, y))}, though a full"
        )
        text += f" step is {metres(interval)} m; heights between them are parts of {metres(two - one)} m."
        lines = [*band.lines(one)[:1], *band.lines(two)[:1]]
        return self._issue(lines, text, (x, y), Severity.WARNING, "8.2b", "step")

    def _bands(self) -> Iterator[Issue]:
        told: set[int] = set()
        for band, step, one_sided in self._faces.values():
            if step is not None:
                yield step
            if band.contradicts and not band.face.unknown:
                yield self._contradiction(band)
            elif one_sided:
                yield self._one_sided(band)
            for line in band.face.unknown:
                if id(line) not in told:
                    told.add(id(line))
                    yield self._undecided(line)

    def _contradiction(self, band: Band) -> Issue:
        one, two = band.lows[0], band.highs[-1]
        x, y = band.between(one, two)
        text = (
            f"The contours around {near(self._box, (x, y))} contradict each other: this ground would lie above {metres(one)} m"
        )
        text += f" and below {metres(two)} m."
        lines = band.lines(one) + [line for line in band.lines(two) if line not in band.lines(one)]
        lines.sort(key=_order)
        return self._issue(lines, text, (x, y), Severity.ERROR, "8.2b", "contradiction", self._turned(band))

    def _one_sided(self, band: Band) -> Issue:
        heights = sorted({*band.lows, *band.highs})
        one, two = heights[0], heights[-1]
        x, y = band.between(one, two)
        side = "above" if band.lows else "below"
        text = f"The ground near {near(self._box, (x, y))} lies {side} both the {metres(one)} m and the {metres(two)} m"
        text += " contour, and nothing parts them: the high side of one is wrong, or a contour is missing."
        lines = sorted([*band.lines(one), *band.lines(two)], key=_order)
        return self._issue(lines, text, (x, y), Severity.ERROR, "8.2b", "high-sides", self._turned(band))

    def _turned(self, band: Band) -> Edit | None:
        """Turns the high side of the one line whose other side fits its neighbours on both its sides, if there is just one."""
        assert self._relief is not None
        fits: list[ItemRef] = []
        for ref in {line.source for line in band.face.lines if isinstance(line.source, ItemRef)}:
            item = self._box.item(ref)
            pieces = self._pieces.get(ref, [])
            if not isinstance(item, Contour) or item.high is None or any(len(self._beside(line)) != 2 for line in pieces):
                continue
            around = {id(each): each for line in pieces for each in self._beside(line)}
            if all(_fits_turned(each, ref, self._ground.interval) for each in around.values()):
                fits.append(ref)
        if len(fits) != 1:
            return None
        turned = self._box.item(fits[0])
        assert isinstance(turned, Contour)
        return with_high(self._box, fits, "left" if turned.high == "right" else "right")

    def _beside(self, line: ContourLine) -> list[Band]:
        return self._around.get(id(line), [])

    @cached_property
    def _pieces(self) -> dict[object, list[ContourLine]]:
        """The pieces that every contour was cut into at the edge of the map."""
        assert self._relief is not None
        found: dict[object, list[ContourLine]] = {}
        for line in self._relief.lines:
            found.setdefault(line.source, []).append(line)
        return found

    @cached_property
    def _around(self) -> dict[int, list[Band]]:
        found: dict[int, list[Band]] = {}
        for band, *_ in self._faces.values():
            for line in band.face.lines:
                found.setdefault(id(line), []).append(band)
        return found

    def _undecided(self, line: ContourLine) -> Issue:
        ring = line.points[0] == line.points[-1]
        # The middle of an open line: its ends often lie on the edge of the map, in hexes that are not there.
        at = line.points[0 if ring else len(line.points) // 2]
        if ring:
            text = (
                f"Nothing tells whether the closed {metres(line.height)} m contour near {near(self._box, at)} is the foot of a"
            )
            text += f" hilltop or the rim of a bottom; {_SAY_HIGH}, or add a spot elevation or an inner line."
            issue = self._issue([line], text, at, Severity.ERROR, "8.2a, 8.2c", "ambiguous-ring")
        else:
            text = f"Nothing tells which side of the {metres(line.height)} m contour near {near(self._box, at)} is higher;"
            text += f" {_SAY_HIGH}."
            issue = self._issue([line], text, at, Severity.ERROR, "8.2", "undecided-side")
        ways = high_sides(self._box, issue.subjects[0]) if issue.subjects else ()
        return replace(issue, ways=ways)

    def _spots(self) -> Iterator[Issue]:
        assert self._relief is not None
        interval = self._ground.interval
        for placed in self._box.sheets:
            for key, spot in placed.sheet.items("spots").keyed():
                at = placed.frame.to_plane(spot.at)
                face = self._relief.face_at(at)
                if face is None or face.unknown or self._relief.on_line(at, 0.01) is not None:
                    continue
                band = self._faces[id(face)][0]
                least = band.lows[-1] if band.lows else (band.highs[0] - interval if band.highs and interval else None)
                most = band.highs[0] if band.highs else (band.lows[-1] + interval if band.lows and interval else None)
                if (least is None or spot.height >= least) and (most is None or spot.height <= most):
                    continue
                if least is None or most is None or least > most:
                    continue
                ref = ItemRef(placed.file, "spots", key)
                text = (
                    f"The spot elevation of {metres(spot.height)} m near {near(self._box, at)} lies on ground that its contours"
                )
                text += f" put between {metres(least)} m and {metres(most)} m"
                if band.lows and not band.highs:
                    text, rule = f"{text}; contour-heads players read the summit from it.", "8.1i, 8.5b"
                else:
                    text, rule = f"{text}; no height is read from it, but it misleads who reads the map.", "8.1i"
                place = spot.place if spot.place.file else Place(placed.file)
                yield Issue(place, text, Severity.WARNING, rule, "spot-band", (ref,), at)


_TO_EDGE = "Draw contour on to the edge of the map"


def _order(line: ContourLine) -> tuple[str, str, int]:
    ref = line.source
    return (ref.sheet, ref.section, int(str(ref.key))) if isinstance(ref, ItemRef) else ("", str(ref), 0)


def _middle(way: shapely.LineString) -> Point:
    (x0, y0), (x1, y1) = shapely.get_coordinates(way)[[0, -1]].tolist()
    return (x0 + x1) / 2, (y0 + y1) / 2


def _partners(ends: Sequence[tuple[ContourLine, Point]]) -> dict[int, int]:
    """Open ends of one height that are each other's nearest within `CLOSE`, of lines of one sheet."""
    if len(ends) < 2:
        return {}
    spots = shapely.points([at for _, at in ends])
    nearest: dict[int, tuple[float, int]] = {}
    for i, j in zip(*shapely.STRtree(spots).query(spots, predicate="dwithin", distance=CLOSE), strict=True):
        (line, at), (other, there) = ends[int(i)], ends[int(j)]
        if i == j or line.height != other.height or _order(line)[:2] != _order(other)[:2]:
            continue
        if line.source == other.source and (line is not other or len(line.points) < 4):
            continue
        away = math.dist(at, there), int(j)
        nearest[int(i)] = min(nearest.get(int(i), away), away)
    return {i: j for i, (_, j) in nearest.items() if nearest.get(j, (0.0, -1))[1] == i}


def _fits_turned(band: Band, ref: ItemRef, interval: Fraction | None) -> bool:
    """Whether a face would make sense if one contour around it were higher on its other side."""
    own = np.isin(band.face.owners, [i for i, line in enumerate(band.face.lines) if line.source == ref])
    if band.face.loose[own].any():
        return False
    kinds = np.where(own, np.where(band.face.kinds == LOW, HIGH, LOW), band.face.kinds)
    sides: dict[int, Counter[Fraction]] = {LOW: Counter(), HIGH: Counter()}
    for kind, level in {(int(k), int(h)) for k, h in zip(kinds, band.face.heights, strict=True) if k in (LOW, HIGH)}:
        sides[kind][band.face.levels[level]] += 1
    turned = Band(band.face, tuple(sorted(sides[LOW])), tuple(sorted(sides[HIGH])))
    return not (turned.lows and turned.highs and turned.lows[-1] >= turned.highs[0]) and not (
        interval and (turned.lows or turned.highs) and (turned.leaps(interval) or turned.is_one_sided(interval))
    )
