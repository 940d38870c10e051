"""Changes of lines and outlines: new ones, their points, smoother and simpler ones, holes, what lies above what.

Points are given in the shared plane. Functions that find something impossible raise WrongUse with a sentence for the user.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.base.errors import WrongUse
from core.geometry.layout import Point
from core.geometry.lines import Line, between, crossing, drawn_by_hand, is_closed, nearest, ring_inside, simplified, smoothed
from core.model.box import GameBox, PlacedSheet
from core.model.edits.area_seams import as_one
from core.model.edits.joining import why_apart, with_words_of
from core.model.edits.map_edits import ChangeItems, is_line, is_ring, settled_line, settled_point, settled_shape
from core.model.edits.motions import Loose, NewKeys, Sheets, counted, laid_on, loosened, ordered
from core.model.edits.seams import MEETING, Whole, continued, grouped, lines_ending, over_seams, sewn_items, whole_line
from core.model.maps import Area, Contour, Item, ItemRef, Path, Points, Polygon

SHAPED = (Contour, Area, Path)
Shaped = Contour | Area | Path
"""Items that consist of a line or of rings."""

LEAST_TOLERANCE = 0.02
"""Hexes: how far a line may move when it is made simpler, by preset; less than the width of a printed contour."""


@dataclass(frozen=True, slots=True, order=True)
class Vertex:
    """A point of a line or outline: which ring of an area (0 for lines), and which point of it.

    The first point of a closed line is its last one, too; it is meant by 0.
    """

    ring: int
    position: int


def lines_of(box: GameBox, ref: ItemRef) -> tuple[Points, ...]:
    """The line of an item, or its rings, in the shared plane; nothing for an item without."""
    item = box.item(ref)
    frame = box.sheet(ref.sheet).frame if item is not None else None
    if frame is None or not isinstance(item, SHAPED):
        return ()
    return tuple(tuple(map(frame.to_plane, line)) for line in _rings(item))


def shape_on(box: GameBox, ref: ItemRef, placed: PlacedSheet) -> Polygon:
    """The rings of an area, or the line of another item, in the units of a sheet that need not be its own."""
    if ref.sheet == placed.file:
        return _rings(_shaped(box, ref))
    return tuple(tuple(map(placed.frame.to_sheet, line)) for line in lines_of(box, ref))


def vertices(box: GameBox, ref: ItemRef) -> dict[Vertex, Point]:
    """Every point of an item that can be taken hold of, in the shared plane."""
    return {
        Vertex(ring, position): point
        for ring, line in enumerate(lines_of(box, ref))
        for position, point in enumerate(line[:-1] if is_closed(line) else line)
    }


def with_vertices(box: GameBox, moved: Mapping[ItemRef, Mapping[Vertex, Point]]) -> ChangeItems:
    """Moves points of lines and outlines to other places of the plane. Where a line goes on over a seam, it stays one."""
    changes: dict[ItemRef, Item | None] = {}
    wholes = _wholes(box, moved)
    for whole in wholes:
        to = {(ref, each.position): at for ref in whole.parts for each, at in moved.get(ref, {}).items()}
        pairs = zip(_line_of(whole), whole.marks, strict=True)
        changes |= relaid(box, whole, [next((to[mark] for mark in marks if mark in to), point) for point, marks in pairs])
    for area in _whole_areas(box, moved):
        to_here = {at: moved[ref][vertex] for at, (ref, vertex) in area.marks.items()}
        changes |= area.relaid(
            box, tuple(tuple(to_here.get((n, k), point) for k, point in enumerate(ring)) for n, ring in enumerate(area.shape))
        )
    for ref, points in moved.items():
        if ref in changes:
            continue
        frame, item = box.sheet(ref.sheet).frame, _shaped(box, ref)
        lines = [list(line) for line in _rings(item)]
        for vertex, point in points.items():
            line, at = lines[vertex.ring], settled_point(frame.to_sheet(point))
            if vertex.position == 0 and is_closed(line):
                line[-1] = at
            line[vertex.position] = at
        changes[ref] = _with_rings(item, tuple(map(tuple, lines)))
    count = sum(map(len, moved.values()))
    return over_seams(box, ChangeItems("Move vertex" if count == 1 else f"Move {count} vertices", changes))


def with_new_vertex(box: GameBox, ref: ItemRef, point: Point) -> tuple[ChangeItems, Vertex]:
    """Puts one more point onto the nearest segment of a line or outline; also says which one it is now."""
    item = _shaped(box, ref)
    at = settled_point(box.sheet(ref.sheet).frame.to_sheet(point))
    lines = list(_rings(item))
    ring = min(range(len(lines)), key=lambda n: nearest(lines[n], at).distance)
    segment = nearest(lines[ring], at).segment
    lines[ring] = (*lines[ring][: segment + 1], at, *lines[ring][segment + 1 :])
    return ChangeItems("Insert vertex", {ref: _with_rings(item, tuple(lines))}), Vertex(ring, segment + 1)


def without_vertices(box: GameBox, gone: Mapping[ItemRef, Iterable[Vertex]]) -> ChangeItems:
    """Takes points out of lines and outlines. A hole of which fewer than three points are left goes, and so does an item of
    which nothing is left that could be drawn. Without the point at which it crosses a seam, a line crosses it elsewhere.
    """
    taken = {ref: set(points) for ref, points in gone.items()}
    changes: dict[ItemRef, Item | None] = {}
    for whole in _wholes(box, taken):
        out = {(ref, each.position) for ref in whole.parts for each in taken.get(ref, ())}
        item = whole.loose.item
        assert isinstance(item, SHAPED)
        left = _without(item, {Vertex(0, n) for n, marks in enumerate(whole.marks) if out.intersection(marks)})
        changes |= relaid(box, whole, _rings(left)[0]) if left is not None else dict.fromkeys(whole.parts)
    for area in _whole_areas(box, taken):
        rest = _without(Area("", area.shape), {Vertex(*at) for at in area.marks})
        changes |= area.relaid(box, _rings(rest) if rest is not None else ())
    changes |= {ref: _without(_shaped(box, ref), points) for ref, points in taken.items() if ref not in changes}
    if not any(changes.values()):
        return ChangeItems(f"Delete {counted(changes)}", changes)
    count = sum(map(len, taken.values()))
    return over_seams(box, ChangeItems("Delete vertex" if count == 1 else f"Delete {count} vertices", changes))


def _without(item: Shaped, taken: set[Vertex]) -> Shaped | None:
    kept: list[Points] = []
    for ring, line in enumerate(_rings(item)):
        closed = is_closed(line)
        body = line[:-1] if closed else line
        left = tuple(point for n, point in enumerate(body) if Vertex(ring, n) not in taken)
        if closed:
            left = (*left, left[0]) if len(left) > 2 else () if isinstance(item, Area) else left
        if not (is_ring if isinstance(item, Area) else is_line)(settled_line(left)):
            left = ()
        if not left and ring == 0:
            return None
        kept += [left] if left else []
    return _with_rings(item, tuple(kept))


def smooth(box: GameBox, refs: Iterable[ItemRef]) -> ChangeItems:
    """Rounds the corners of lines and outlines."""
    return _reshaped(box, refs, "Smooth", lambda line: simplified(smoothed(line), LEAST_TOLERANCE / 4))


def simplify(box: GameBox, refs: Iterable[ItemRef], tolerance: float = LEAST_TOLERANCE) -> ChangeItems:
    """Takes points out of lines and outlines as long as none moves by more than a tolerance in hexes."""
    return _reshaped(box, refs, "Simplify", lambda line: simplified(line, tolerance))


def deleted(box: GameBox, refs: Iterable[ItemRef], verb: str = "Delete") -> ChangeItems:
    """Takes items off the map."""
    refs = ordered(box, refs)
    return ChangeItems(f"{verb} {counted(parts[0] for parts in grouped(box, refs))}", dict.fromkeys(refs))


def to_front(box: GameBox, refs: Iterable[ItemRef]) -> ChangeItems:
    """Lays items upon all others of their section; they get other keys."""
    wanted, keys = _layered(box, refs), NewKeys(box)
    changes: dict[ItemRef, Item | None] = dict.fromkeys(wanted)
    for ref in wanted:
        changes[keys.ref(ref.sheet, ref.section)] = box.item(ref)
    return ChangeItems(f"Bring {counted(wanted)} to front", changes)


def to_back(box: GameBox, refs: Iterable[ItemRef]) -> ChangeItems:
    """Lays items under all others of their section; they get other keys."""
    wanted = _layered(box, refs)
    changes: dict[ItemRef, Item | None] = dict.fromkeys(wanted)
    lowest: dict[tuple[str, str], int] = {}
    for ref in reversed(wanted):
        first = lowest.get((ref.sheet, ref.section)) or min(1, box.sheet(ref.sheet).sheet.items(ref.section).keys[0])
        lowest[ref.sheet, ref.section] = first - 1
        changes[ItemRef(ref.sheet, ref.section, first - 1)] = box.item(ref)
    return ChangeItems(f"Send {counted(wanted)} to back", changes)


def drawn_path(box: GameBox, feature: str, line: Line, name: str = "") -> ChangeItems:
    """Draws a path along points of the plane. Where it begins or ends on an end of another of the same kind and name, the two
    become one. What lies on another map is drawn on that one.
    """
    if len(line) < 2:
        raise WrongUse("A path needs at least two points.")
    placed = Sheets(box).at(line[0])
    points = settled_line(map(placed.frame.to_sheet, line))
    if not is_line(points):
        raise WrongUse("A path needs at least two points that are not the same.")
    changes: dict[ItemRef, Item | None] = {}
    grown: tuple[ItemRef, Path] | None = None
    for end in (0, -1):
        for ref, other in lines_ending(box, placed, "paths", points[end]):
            assert isinstance(other, Path)
            if ref in changes or other.feature != feature or (name and other.name != name):
                continue
            if grown is not None and why_apart(grown[1], other, turned=False):
                continue
            if not is_closed(points):
                points = _chained(points, other.line, end)
                grown = (ref, other) if grown is None else (grown[0], with_words_of(grown[1], other))
                changes[ref] = None
                break
    if grown is not None:
        ref, other = grown
        mine = ref if ref.sheet == placed.file else NewKeys(box).ref(placed.file, "paths")
        changes[mine] = replace(other, line=points)
        return over_seams(box, ChangeItems("Extend path", changes))
    return over_seams(box, ChangeItems("Draw path", {NewKeys(box).ref(placed.file, "paths"): Path(feature, points, name)}))


def drawn_area(box: GameBox, terrain: str, ring: Line, name: str = "") -> ChangeItems:
    """Draws an area within a ring of the plane. What lies on another map is drawn on that one."""
    placed = Sheets(box).at(ring[0]) if ring else box.sheets[0]
    shape = (closed_ring(settled_line(map(placed.frame.to_sheet, ring))),)
    return over_seams(box, ChangeItems("Draw area", {NewKeys(box).ref(placed.file, "areas"): Area(terrain, shape, name)}))


def whole_area(box: GameBox, ref: ItemRef) -> tuple[tuple[ItemRef, ...], Area]:
    """An area with its parts on other maps as one, in the units of its own map; its own part alone where they make no outline.

    Raises WrongUse for an item that is no area.
    """
    item = _shaped(box, ref)
    if not isinstance(item, Area):
        raise WrongUse("Only an area can be cut and have holes.")
    parts = tuple(sorted(continued(box, ref), key=lambda each: (each != ref, str(each))))
    one = as_one([loose for each in parts if (loose := loosened(box, each)) is not None]) if len(parts) > 1 else None
    there = laid_on(one.item, box.sheet(ref.sheet)) if one is not None else item
    return (parts, there) if one is not None and isinstance(there, Area) else ((ref,), item)


def with_hole(box: GameBox, ref: ItemRef, ring: Line) -> ChangeItems | None:
    """Cuts a hole into an area, over seams, too; holes that lie within the new one go. None when the ring is not wholly inside
    the area, so that outlines have to be cut by the worker.
    """
    parts, item = whole_area(box, ref)
    hole = closed_ring(settled_line(map(box.sheet(ref.sheet).frame.to_sheet, ring)))
    outer, *holes = item.shape
    if not ring_inside(hole, outer):
        return None
    if any(ring_inside(hole, old) for old in holes):
        raise WrongUse("There is a hole in the area already.")
    swallowed = [old for old in holes if ring_inside(old, hole)]
    kept = [old for old in holes if old not in swallowed]
    if any(_meet(old, hole) for old in kept):
        return None
    made = replace(item, shape=(outer, *kept, hole))
    return over_seams(box, ChangeItems("Cut hole", {**dict.fromkeys(parts), ref: made}))


def recut(box: GameBox, shapes: Mapping[ItemRef, Sequence[Polygon]], label: str, also: Iterable[ItemRef] = ()) -> ChangeItems:
    """Gives areas other outlines, in their sheets' units: none for one that is gone, several for one that fell apart. `also`
    are other parts of them, which go. What lies on another map is put on that one.
    """
    keys = NewKeys(box)
    changes: dict[ItemRef, Item | None] = dict.fromkeys(also)
    for ref, pieces in shapes.items():
        item = _shaped(box, ref)
        assert isinstance(item, Area)
        drawn = list(filter(None, map(settled_shape, pieces)))
        changes[ref] = replace(item, shape=drawn[0]) if drawn else None
        for piece in drawn[1:]:
            changes[keys.ref(ref.sheet, ref.section)] = replace(item, shape=piece)
    return over_seams(box, ChangeItems(label, changes))


def closed_ring(ring: Line) -> Line:
    """A ring that repeats its first point at its end. Raises WrongUse for fewer than three different points."""
    if len(set(ring)) < 3:
        raise WrongUse("An area needs at least three points that are not the same.")
    return ring if ring[0] == ring[-1] else (*ring, ring[0])


def reshaped(box: GameBox, ref: ItemRef, stroke: Line, tolerance: float = LEAST_TOLERANCE) -> ChangeItems:
    """Replaces the part of a line, or of the outline of an area, between the places where a stroke begins and ends by that
    stroke. Of a closed line the part that lies nearer to the stroke is replaced. A line over a seam is one.
    """
    item, frame = _shaped(box, ref), box.sheet(ref.sheet).frame
    whole = whole_line(box, ref)
    if whole is not None and len(whole.parts) > 1:
        (line,) = _with_stroke([_line_of(whole)], drawn_by_hand(tuple(stroke), tolerance))
        return over_seams(box, ChangeItems("Reshape", relaid(box, whole, line)))
    lines = _with_stroke(_rings(item), drawn_by_hand(tuple(map(frame.to_sheet, stroke)), tolerance))
    return over_seams(box, ChangeItems("Reshape", {ref: _with_rings(item, tuple(settled_line(each) for each in lines))}))


def _with_stroke(rings: Sequence[Line], drawn: Line) -> list[Line]:
    """A line or rings with a part replaced by a stroke."""
    if len(drawn) < 2:
        raise WrongUse("To reshape a line, draw from one place on it to another.")
    lines = list(rings)
    ring = min(range(len(lines)), key=lambda n: nearest(lines[n], drawn[0]).distance + nearest(lines[n], drawn[-1]).distance)
    line = lines[ring]
    first, last = nearest(line, drawn[0]), nearest(line, drawn[-1])
    if not is_closed(line):
        if first.along > last.along:
            first, last, drawn = last, first, drawn[::-1]
        # A stroke that ends beyond the end of the line takes the line further.
        head = (*line[: first.segment + 1], first.point) if first.along > 0 else ()
        tail = (last.point, *line[last.segment + 1 :]) if last.along < len(line) - 1 else ()
        lines[ring] = (*head, *drawn[1 if head else 0 : -1 if tail else None], *tail)
        return lines
    if settled_point(first.point) == settled_point(last.point):
        raise WrongUse("To reshape an outline, draw from one place on it to another; this stroke begins and ends at the same.")
    ways = []
    for start, end, middle_part in ((first, last, drawn), (last, first, drawn[::-1])):
        replaced = between(line, start, end)
        off = sum(nearest(middle_part, point).distance for point in replaced) / len(replaced)
        rest = between(line, end, start)
        ways.append((off, (*rest[:-1], *middle_part[:-1], rest[0])))
    lines[ring] = min(ways)[1]
    return lines


def relaid(box: GameBox, whole: Whole, line: Iterable[Point]) -> dict[ItemRef, Item | None]:
    """A whole line with other points of the plane, all of it on the map of its first part; `over_seams` parts it anew."""
    first, item = whole.parts[0], whole.loose.item
    assert isinstance(item, Contour | Path)
    changes: dict[ItemRef, Item | None] = dict.fromkeys(whole.parts)
    changes[first] = laid_on(replace(item, line=tuple(line)), box.sheet(first.sheet))
    return changes


def _wholes(box: GameBox, points: Mapping[ItemRef, Iterable[Vertex]]) -> list[Whole]:
    """The lines that go on over a seam at one of some points."""
    found: dict[ItemRef, Whole] = {}
    for ref, mine in points.items():
        item = box.item(ref)
        if ref in found or not isinstance(item, Contour | Path):
            continue
        ends = {0, len(item.line) - 1}
        if ends.isdisjoint(each.position for each in mine) or (whole := whole_line(box, ref)) is None:
            continue
        here = {(ref, each.position) for each in mine}
        if any(len(marks) > 1 and here.intersection(marks) for marks in whole.marks):
            found |= dict.fromkeys(whole.parts, whole)
    return list({whole.parts: whole for whole in found.values()}.values())


@dataclass(frozen=True, slots=True)
class _WholeArea:
    """An area with its parts on several maps: its rings in the plane, and which points of the parts some of its points are."""

    parts: tuple[ItemRef, ...]
    loose: Loose
    marks: Mapping[tuple[int, int], tuple[ItemRef, Vertex]]

    @property
    def shape(self) -> Polygon:
        assert isinstance(self.loose.item, Area)
        return self.loose.item.shape

    def relaid(self, box: GameBox, shape: Polygon) -> dict[ItemRef, Item | None]:
        """The area with other rings, all of it on the map of its first part; gone without any. `over_seams` parts it anew."""
        changes: dict[ItemRef, Item | None] = dict.fromkeys(self.parts)
        if shape:
            closed = tuple(ring if ring[0] == ring[-1] else (*ring[:-1], ring[0]) for ring in shape)
            there = replace(self.loose.item, shape=closed) if isinstance(self.loose.item, Area) else self.loose.item
            changes[self.parts[0]] = laid_on(there, box.sheet(self.parts[0].sheet))
        return changes


def _whole_areas(box: GameBox, points: Mapping[ItemRef, Iterable[Vertex]]) -> list[_WholeArea]:
    """The areas that go on over a seam at one of some points, as far as their parts make one outline."""
    found: list[_WholeArea] = []
    done: set[ItemRef] = set()
    for ref in points:
        if ref in done or len(box.sheets) == 1 or not isinstance(box.item(ref), Area):
            continue
        parts = tuple(sorted(continued(box, ref), key=lambda each: (each != ref, str(each))))
        held = {each: vertices(box, each) for each in parts if len(parts) > 1}
        mine = [(each, vertex, held[each][vertex]) for each in held for vertex in points.get(each, ())]
        others = {each: [at for part in parts if part != each for at in held[part].values()] for each in held}
        if not any(math.dist(at, other) < MEETING for each, _, at in mine for other in others[each]):
            continue
        one = as_one([loose for each in parts if (loose := loosened(box, each)) is not None], plain=False)
        if one is None or not isinstance(one.item, Area):
            continue
        marks: dict[tuple[int, int], tuple[ItemRef, Vertex]] = {}
        for n, ring in enumerate(one.item.shape):
            for k, point in enumerate(ring[:-1]):
                here = next(((each, vertex) for each, vertex, at in mine if math.dist(at, point) < MEETING), None)
                if here is not None:
                    marks[n, k] = here
        done.update(parts)
        found.append(_WholeArea(parts, one, marks))
    return found


def _line_of(whole: Whole) -> Line:
    assert isinstance(whole.loose.item, Contour | Path)
    return whole.loose.item.line


def _chained(points: Line, other: Line, end: int) -> Line:
    """A line and another that shares its first (0) or last (-1) point, as one."""
    if end == 0:
        return (*(other if math.dist(other[-1], points[0]) < MEETING else other[::-1]), *points[1:])
    return (*points, *(other if math.dist(other[0], points[-1]) < MEETING else other[::-1])[1:])


def _reshaped(box: GameBox, refs: Iterable[ItemRef], verb: str, change: Callable[[Line], Line]) -> ChangeItems:
    wanted = [ref for ref in ordered(box, refs) if isinstance(box.item(ref), SHAPED)]
    if not wanted:
        raise WrongUse(f"{verb}: nothing that is selected has a line or an outline.")

    def changed(line: Line) -> Line:
        made = change(line)
        # A line so small that nothing of it would be left stays as it is.
        if len(made) > 5 or (is_ring if is_closed(line) else is_line)(settled_line(made)):
            return made
        return line

    changes: dict[ItemRef, Item | None] = {}
    wholes = sewn_items(box, wanted)
    for whole in wholes:
        ref, item = whole.parts[0], box.item(whole.parts[0])
        if len(whole.parts) > 1 and isinstance(whole.loose.item, Contour | Path):
            changes |= relaid(box, whole, changed(_line_of(whole)))
        elif len(whole.parts) > 1 and isinstance(whole.loose.item, Area):
            shape = tuple(changed(line) for line in whole.loose.item.shape)
            changes |= dict.fromkeys(whole.parts)
            changes[ref] = laid_on(replace(whole.loose.item, shape=shape), box.sheet(ref.sheet))
        elif isinstance(item, SHAPED):
            changes[ref] = _with_rings(item, tuple(changed(line) for line in _rings(item)))
    return over_seams(box, ChangeItems(f"{verb} {counted(whole.parts[0] for whole in wholes)}", changes))


def _layered(box: GameBox, refs: Iterable[ItemRef]) -> tuple[ItemRef, ...]:
    wanted = tuple(ref for ref in ordered(box, refs) if ref.section != "hexes" and box.item(ref) is not None)
    if not wanted:
        raise WrongUse("Whole hexes cannot lie above or below each other.")
    return wanted


def _shaped(box: GameBox, ref: ItemRef) -> Shaped:
    item = box.item(ref)
    if not isinstance(item, SHAPED):
        raise WrongUse("Only contours, paths and areas have points that can be changed.")
    return item


def _rings(item: Shaped) -> Polygon:
    return item.shape if isinstance(item, Area) else (item.line,)


def _with_rings(item: Shaped, lines: Polygon) -> Shaped:
    return replace(item, shape=lines) if isinstance(item, Area) else replace(item, line=lines[0])


def _meet(a: Line, b: Line) -> bool:
    return any(crossing(p, q, r, s) is not None for p, q in pairwise(a) for r, s in pairwise(b))
