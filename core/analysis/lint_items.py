"""Faults of single items of a map, whatever lies around them: points, outlines, cells, heights."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

import shapely

from core.base.errors import Place
from core.geometry.layout import Point, hex_at, plane_centre, to_lattice
from core.model.box import GameBox, PlacedSheet, sheet_edge
from core.model.edits.edit import Edit
from core.model.edits.map_edits import ChangeItems, is_ring, settled_line
from core.model.issues import Issue, Severity
from core.model.maps import (
    NOWHERE,
    Area,
    Cell,
    Contour,
    HexContent,
    Item,
    ItemRef,
    Low,
    Name,
    Path,
    Points,
    SideFeature,
    Spot,
    Zone,
)

DOUBLED = 1e-3
"""Hexes: vertices nearer to each other than this are one; ten times what files keep of a coordinate."""

SMALLEST = 1e-6
"""Square hexes: an outline around less is around nothing."""

OUTSIDE = 1e-3
"""Hexes that an item may lie beyond the printed edge before it is off the map."""


@dataclass(frozen=True)
class Sheet:
    """A sheet as its items are checked against: its printed edge in the shared plane, and what words need."""

    box: GameBox
    placed: PlacedSheet
    edge: tuple[float, float, float, float]
    names: dict[str, str]

    @classmethod
    def of(cls, box: GameBox, placed: PlacedSheet, names: dict[str, str]) -> "Sheet":
        """A placed sheet; `names` says what people call each kind of terrain."""
        return cls(box, placed, sheet_edge(placed), names)

    def has(self, cell: Cell) -> bool:
        """Whether a cell lies on the grid."""
        grid = self.placed.sheet.grid
        return 1 <= cell[0] <= grid.columns and 1 <= cell[1] <= grid.rows

    def misses(self, points: Sequence[Point]) -> bool:
        """Whether none of a line of the shared plane lies on the printed map."""
        x0, y0, x1, y1 = self.edge[0] - OUTSIDE, self.edge[1] - OUTSIDE, self.edge[2] + OUTSIDE, self.edge[3] + OUTSIDE
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        if max(xs) < x0 or min(xs) > x1 or max(ys) < y0 or min(ys) > y1:
            return True
        if any(x0 <= x <= x1 and y0 <= y <= y1 for x, y in points):
            return False
        return len(points) < 2 or not shapely.box(x0, y0, x1, y1).intersects(shapely.LineString(points))


def place_of(item: Item, ref: ItemRef) -> Place:
    """Where an item stands in the files; the whole file of its sheet before it has been saved."""
    return item.place if item.place.file else Place(ref.sheet)


def near(box: GameBox, at: Point) -> str:
    """The number of the hex around a point of the shared plane."""
    return box.label(hex_at(to_lattice(at)))


def what(item: Item, names: dict[str, str]) -> str:
    """What people call an item, without an article: "60 m contour", "secondary road", "low point from elevation data"."""
    if isinstance(item, Contour | Spot | Low) and item.source == "elevation":
        return f"{what(replace(item, source=''), names)} from elevation data"
    match item:
        case Contour():
            return f"{metres(item.height)} m contour"
        case Area() | HexContent():
            return names.get(item.terrain, item.terrain).lower()
        case Path() | SideFeature():
            return names.get(item.feature, item.feature).lower()
        case Spot():
            return f"spot elevation of {metres(item.height)} m"
        case Low():
            return "low point"
        case Name():
            return f'name "{item.text}"'
    return "zone"


def metres(height: Fraction) -> str:
    """A height as people write it.

    >>> metres(Fraction(40)), metres(Fraction(85, 2))
    ('40', '42.5')
    """
    return str(height.numerator) if height.denominator == 1 else f"{float(height):g}"


def own_findings(sheet: Sheet, ref: ItemRef, item: Item) -> Iterator[Issue]:
    """What is wrong with an item by itself."""
    match item:
        case Contour() | Path():
            yield from _line_findings(sheet, ref, item)
        case Area():
            yield from _area_findings(sheet, ref, item)
        case Spot() | Low() | Name():
            at = sheet.placed.frame.to_plane(item.at)
            if sheet.misses([at]):
                yield _off_map(sheet, ref, item, at)
        case SideFeature():
            yield from _side_findings(sheet, ref, item)
        case Zone():
            yield from _zone_findings(sheet, ref, item)
        case HexContent() if isinstance(ref.key, tuple) and not sheet.has(ref.key):
            text = (
                f"The {what(item, sheet.names)} in column {ref.key[0]}, row {ref.key[1]} lies outside the grid; no unit and no"
            )
            text += " line of sight ever meets it."
            at = plane_centre(sheet.placed.frame.hex(*ref.key))
            yield Issue(place_of(item, ref), text, Severity.WARNING, "1.1b", "hex-off-grid", (ref,), at)


def _off_map(sheet: Sheet, ref: ItemRef, item: Item, at: Point) -> Issue:
    text = f"The {what(item, sheet.names)} lies off the printed map and counts for nothing there."
    rule = "8.2" if isinstance(item, Contour) else "1.1b"
    return Issue(place_of(item, ref), text, Severity.WARNING, rule, "off-map", (ref,), at)


def _line_findings(sheet: Sheet, ref: ItemRef, item: Contour | Path) -> Iterator[Issue]:
    named = what(item, sheet.names)
    frame = sheet.placed.frame
    if not item.line:
        return
    at = frame.to_plane(item.line[len(item.line) // 2])
    if all(math.dist(item.line[0], point) < DOUBLED for point in item.line):
        fix = ChangeItems(f"Remove {named} of no length", {ref: None})
        text = f"The {named} near {near(sheet.box, at)} has no length; it counts for nothing."
        rule = "8.2" if isinstance(item, Contour) else "20.1"
        yield Issue(place_of(item, ref), text, Severity.WARNING, rule, "zero-length", (ref,), at, fix)
        return
    if sheet.misses([frame.to_plane(point) for point in item.line]):
        yield _off_map(sheet, ref, item, at)
    thinned = without_doubled(item.line)
    if len(thinned) < len(item.line):
        kept = set(thinned)
        doubled = next((frame.to_plane(p) for p in item.line if p not in kept), at)
        yield _doubled(sheet, ref, item, len(item.line) - len(thinned), doubled, replace(item, line=thinned))
    if isinstance(item, Contour):
        yield from _contour_findings(sheet, ref, item, at)


def _contour_findings(sheet: Sheet, ref: ItemRef, item: Contour, at: Point) -> Iterator[Issue]:
    named, place = what(item, sheet.names), place_of(item, ref)
    shape = shapely.LineString(item.line)
    if not shape.is_simple:
        crossing = sheet.placed.frame.to_plane(_own_crossing(item.line))
        text = (
            f"The {named} crosses itself near {near(sheet.box, crossing)}; which ground it encloses there is not decided, and"
        )
        text += " heights between contours are read wrong."
        yield Issue(place, text, Severity.ERROR, "8.2b", "self-crossing", (ref,), crossing)
    interval = sheet.placed.sheet.contour_interval
    if not interval:
        return
    if item.height % (interval / 2):
        text = (
            f"The {named} near {near(sheet.box, at)} is no multiple of the contour interval of {metres(interval)} m or of half"
        )
        text += " of it; the steps to its neighbours, which heights are parts of, are then none that the map states."
        yield Issue(place, text, Severity.WARNING, "8.1e, 8.2b", "odd-height", (ref,), at)
    elif item.height % interval and item.kind == "solid":
        text = f"The {named} near {near(sheet.box, at)} lies between two full intervals of {metres(interval)} m but is drawn"
        text += " solid; players take it for a full step."
        fix = ChangeItems("Draw half-interval contour broken", {ref: replace(item, kind="broken")})
        yield Issue(place, text, Severity.WARNING, "8.1e", "solid-half", (ref,), at, fix)


def _doubled(sheet: Sheet, ref: ItemRef, item: Item, count: int, at: Point, mended: Item) -> Issue:
    many = "a doubled vertex" if count == 1 else f"{count} doubled vertices"
    text = (
        f"The {what(item, sheet.names)} has {many} near {near(sheet.box, at)}; editing it there pulls only one of two points."
    )
    fix: Edit = ChangeItems("Drop doubled vertices", {ref: mended})
    return Issue(place_of(item, ref), text, Severity.WARNING, "", "doubled-vertex", (ref,), at, fix)


def without_doubled(line: Points) -> Points:
    """A line without vertices that repeat the one before; the ends stay, so that a ring stays closed.

    >>> without_doubled(((0.0, 0.0), (0.0, 0.0001), (1.0, 0.0), (1.0, 0.0)))
    ((0.0, 0.0), (1.0, 0.0))
    """
    kept = [line[0]]
    for point in line[1:-1]:
        if math.dist(kept[-1], point) >= DOUBLED:
            kept.append(point)
    while len(kept) > 1 and math.dist(kept[-1], line[-1]) < DOUBLED:
        kept.pop()
    return (*kept, line[-1])


def _own_crossing(line: Points) -> Point:
    """A point where a line crosses or touches itself; where segments lie upon each other, an end of them."""
    segments = [shapely.LineString(pair) for pair in pairwise(line) if pair[0] != pair[1]]
    tree = shapely.STRtree(segments)
    closed = line[0] == line[-1]
    found: list[Point] = []
    for i, j in zip(*tree.query(segments, predicate="intersects"), strict=True):
        neighbours = j - i == 1 or (closed and i == 0 and j == len(segments) - 1)
        if j <= i:
            continue
        met = shapely.get_coordinates(segments[int(i)].intersection(segments[int(j)]))
        if not neighbours or len(met) > 1:
            found.append((float(met[0][0]), float(met[0][1])))
    return min(found) if found else line[0]


def _area_findings(sheet: Sheet, ref: ItemRef, item: Area) -> Iterator[Issue]:
    named, place, frame = what(item, sheet.names), place_of(item, ref), sheet.placed.frame
    outline = item.shape[0] if item.shape else ()
    if not outline:
        return
    at = frame.to_plane(outline[0])
    if _covers_nothing(outline):
        text = f"The {named} near {near(sheet.box, at)} covers no ground; a line of sight meets nothing but a stroke there."
        fix = ChangeItems(f"Remove {named} that covers nothing", {ref: None})
        yield Issue(place, text, Severity.WARNING, "8.1h", "zero-length", (ref,), at, fix)
        return
    if sheet.misses([frame.to_plane(point) for point in outline]):
        yield _off_map(sheet, ref, item, at)
    thinned = tuple(without_doubled(ring) for ring in item.shape)
    fewer = sum(map(len, item.shape)) - sum(map(len, thinned))
    if fewer and all(map(is_ring, thinned)):
        kept = {point for ring in thinned for point in ring}
        doubled = next((frame.to_plane(p) for ring in item.shape for p in ring if p not in kept), at)
        yield _doubled(sheet, ref, item, fewer, doubled, replace(item, shape=thinned))
    rings = [ring for ring in item.shape if len(ring) > 3]
    shape = shapely.Polygon(rings[0], rings[1:]) if rings else shapely.Polygon()
    if not shape.is_valid:
        crossing = frame.to_plane(_own_crossing(outline)) if not shapely.LineString(outline).is_simple else at
        text = f"The outline of the {named} crosses itself near {near(sheet.box, crossing)}; which ground it covers there, and"
        text += " which lines of sight it blocks, may be other than it looks."
        yield Issue(
            place, text, Severity.WARNING, "8.1h", "self-crossing", (ref,), crossing, _one_ring(ref, item, shape, named)
        )


def _covers_nothing(outline: Points) -> bool:
    x0, y0 = outline[0]
    return all(abs((a[0] - x0) * (b[1] - y0) - (b[0] - x0) * (a[1] - y0)) < SMALLEST for a, b in pairwise(outline))


def _one_ring(ref: ItemRef, item: Area, shape: shapely.Polygon, named: str) -> Edit | None:
    """The edit that gives an area the one outline which is left when its crossing is undone; None when there are several."""
    mended = shapely.make_valid(shape)
    parts = [p for p in shapely.get_parts(mended) if isinstance(p, shapely.Polygon) and p.area >= SMALLEST]
    if len(parts) != 1:
        return None
    rings = [parts[0].exterior, *parts[0].interiors]
    drawn = tuple(settled_line((float(x), float(y)) for x, y in shapely.get_coordinates(ring)) for ring in rings)
    if any(len(ring) < 4 for ring in drawn) or not shapely.Polygon(drawn[0], drawn[1:]).is_valid:
        return None
    return ChangeItems(f"Mend outline of {named}", {ref: replace(item, shape=drawn)})


def _side_findings(sheet: Sheet, ref: ItemRef, item: SideFeature) -> Iterator[Issue]:
    one, two = item.between
    frame = sheet.placed.frame
    first, second = plane_centre(frame.hex(*one)), plane_centre(frame.hex(*two))
    at = ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)
    named = what(item, sheet.names)
    if frame.hex(*one).distance(frame.hex(*two)) != 1:
        text = f"The {named} is said to lie between {near(sheet.box, first)} and {near(sheet.box, second)}, which share no"
        text += " hexside; it is nowhere."
        yield Issue(place_of(item, ref), text, Severity.ERROR, "8.1h", "no-such-side", (ref,), at)
    elif not (sheet.has(one) or sheet.has(two)):
        text = f"The {named} lies on a hexside outside the grid; no unit and no line of sight ever meets it."
        fix = _on_another_map(sheet, ref, item)
        yield Issue(place_of(item, ref), text, Severity.WARNING, "1.1b", "side-off-grid", (ref,), at, fix)
    elif not (sheet.has(one) and sheet.has(two)) and not {frame.hex(*one), frame.hex(*two)} <= sheet.box.cells.keys():
        text = f"The {named} lies along the edge of the map, beyond which no other map lies; no line of sight ever crosses it."
        fix = _on_another_map(sheet, ref, item)
        yield Issue(place_of(item, ref), text, Severity.WARNING, "1.1b", "side-off-grid", (ref,), at, fix)


def _on_another_map(sheet: Sheet, ref: ItemRef, item: SideFeature) -> Edit:
    """The edit that lays a hexside feature on the first map that prints both its hexes; where none does, it goes."""
    one, two = (sheet.placed.frame.hex(*cell) for cell in item.between)
    named = what(item, sheet.names)
    for placed, cell in sheet.box.prints(one):
        other = next((cell for each, cell in sheet.box.prints(two) if each.file == placed.file), None)
        if other is not None and placed.file != ref.sheet:
            sides = placed.sheet.items("sides")
            there = {(side.feature, frozenset(side.between)) for side in sides}
            if (item.feature, frozenset((cell, other))) in there:
                break
            moved = replace(item, between=(cell, other), place=NOWHERE)
            return ChangeItems(
                f"Lay {named} on map {placed.letter}", {ref: None, ItemRef(placed.file, "sides", sides.next_key): moved}
            )
    return ChangeItems(f"Remove {named} off the map", {ref: None})


def _zone_findings(sheet: Sheet, ref: ItemRef, item: Zone) -> Iterator[Issue]:
    outside = sorted(cell for cell in item.cells if not sheet.has(cell))
    if outside:
        named = f'zone "{item.name}"' if item.name else "zone"
        text = f"The {named} names {len(outside)} {'hex' if len(outside) == 1 else 'hexes'} outside the grid, first column"
        text += f" {outside[0][0]}, row {outside[0][1]}; no unit can be set up there."
        at = plane_centre(sheet.placed.frame.hex(*outside[0]))
        fix: Edit | None = None
        if len(outside) < len(item.cells):
            fix = ChangeItems("Take hexes off the map out of the zone", {ref: replace(item, cells=item.cells - set(outside))})
        yield Issue(place_of(item, ref), text, Severity.WARNING, "1.1b", "zone-off-grid", (ref,), at, fix)


def twin_sign(item: Item) -> object | None:
    """What two items have in common when they say the same at the same place, whichever way they are drawn."""
    match item:
        case Contour():
            return "contour", item.height, _unrolled(item.line)
        case Path():
            return "path", item.feature, _unrolled(item.line)
        case Area():
            return "area", item.terrain, tuple(_unrolled(ring) for ring in item.shape)
        case Spot():
            return "spot", item.height, item.at
        case Low():
            return "low", item.at
        case Name():
            return "name", item.text, item.at
        case SideFeature():
            return "side", item.feature, frozenset(item.between)
    return None


def _unrolled(line: Points) -> Points:
    """A line in the one of its readings that comes first: either way, and a ring from any of its points."""
    if len(line) > 3 and line[0] == line[-1]:
        ring = line[:-1]
        start = ring.index(min(ring))
        turned = (*ring[start:], *ring[:start])
        return min(turned, (turned[0], *turned[:0:-1]))
    return min(line, line[::-1])


def twin_finding(sheet: Sheet, first: ItemRef, second: ItemRef, item: Item) -> Issue:
    """That an item has been drawn twice; the fix takes the later one off."""
    named = what(item, sheet.names)
    frame = sheet.placed.frame
    match item:
        case Contour() | Path():
            at = frame.to_plane(item.line[len(item.line) // 2])
        case Area():
            at = frame.to_plane(item.shape[0][0])
        case SideFeature():
            at = plane_centre(frame.hex(*item.between[0]))
        case Spot() | Low() | Name():
            at = frame.to_plane(item.at)
        case _:
            at = (0.0, 0.0)
    text = f"The {named} near {near(sheet.box, at)} is drawn twice at the same place; only one of the two will be edited."
    fix = ChangeItems(f"Remove doubled {named}", {second: None})
    return Issue(place_of(item, second), text, Severity.WARNING, "", "duplicate", (first, second), at, fix)
