"""What runs from one map of a box to another: each map keeps the part that lies on it, and together they are edited as one.

Where printed edges overlap, the ground is that of the map that is listed first, as it is for heights. Contours, paths and areas
are cut where they are drawn or moved over a seam; a zone is one for all maps on which one says the same of itself, and what
fills a hex that two maps print stands on both. How areas are parted and put together stands in `area_seams`.
"""

import math
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from core.base.steps import finish
from core.geometry.layout import Point
from core.geometry.lines import is_closed, nearest
from core.model.box import GameBox, PlacedSheet, sheet_edge
from core.model.edits import area_seams
from core.model.edits.map_edits import ChangeItems, items_of, settled_line
from core.model.edits.motions import Loose, NewKeys, laid_on, loosened
from core.model.maps import Area, Cell, Contour, Item, ItemRef, Key, Path, Points, Section, Zone

Rectangle = tuple[float, float, float, float]

SHORTEST = 0.001
"""Hexes; what is shorter on another map is no more than rounding."""

SLICE = 200
"""Items that are cut or sewn between two steps, a few milliseconds."""

MOST_GROUPED = 1000
"""Items whose parts on several maps are looked for when they are counted, about 20 ms."""

ON_SEAM = 0.0002
"""Hexes; a point this near to a printed edge is where a line was cut: files keep four decimals."""

MEETING = 0.001
"""Hexes; ends of two maps nearer to each other than this are one point of one line."""

Piece = tuple[int, tuple[Point, ...]]
"""The position of a sheet in the box and a part of a line in the shared plane."""

Mark = tuple[ItemRef, int]
"""A point of an item, counted from 0 along its line."""


def over_seams(box: GameBox, change: ChangeItems) -> ChangeItems:
    """The change with every contour, path and area in it cut at the seams of the box; the same change on a single map."""
    return finish(over_seams_steps(box, change))


def over_seams_steps(box: GameBox, change: ChangeItems) -> Generator[None, None, ChangeItems]:
    """The same in slices."""
    if len(box.sheets) == 1:
        return change
    edges = [sheet_edge(placed) for placed in box.sheets]
    files = [placed.file for placed in box.sheets]
    keys = _FreeKeys(box, change.items)
    items: dict[ItemRef, Item | None] = {}
    for number, (ref, item) in enumerate(change.items.items()):
        if number % SLICE == SLICE - 1:
            yield
        if item is None:
            items.setdefault(ref, None)
            continue
        home = files.index(ref.sheet) if ref.sheet in files else -1
        if isinstance(item, Area) and home >= 0:
            _put_area(box, edges, home, ref, item, items, keys)
            continue
        if not isinstance(item, Contour | Path) or home < 0 or _at_home(item.line, box, edges, home):
            items[ref] = item
            continue
        pieces = list(_pieces([box.sheets[home].frame.to_plane(point) for point in item.line], edges, home))
        if all(owner == home for owner, _ in pieces):
            items[ref] = item
            continue
        # What lies on its own map keeps its key; without such a part, the item leaves that map.
        items[ref] = None
        for owner, points in pieces:
            part = _part(item, box.sheets[owner], points)
            if part is None:
                continue
            if owner == home and items[ref] is None:
                items[ref] = part
            else:
                items[keys.ref(files[owner], ref.section)] = part
    return ChangeItems.as_kept(change.label, items)


def _put_area(
    box: GameBox,
    edges: Sequence[Rectangle],
    home: int,
    ref: ItemRef,
    area: Area,
    items: dict[ItemRef, Item | None],
    keys: "_FreeKeys",
) -> None:
    """Puts an area into the items of a change, in parts where it lies on several maps."""
    items[ref] = None
    for owner, part in area_seams.parted(box, area, edges, home) or [(home, area)]:
        mine = owner == home and items[ref] is None
        items[ref if mine else keys.ref(box.sheets[owner].file, ref.section)] = part


class _FreeKeys:
    """Keys for parts of lines: those that the change itself gives up, then new ones."""

    def __init__(self, box: GameBox, items: Mapping[ItemRef, Item | None]) -> None:
        self._new = NewKeys(box)
        self._taken = items
        self._left: dict[tuple[str, Section], list[ItemRef]] = {}
        for ref, item in items.items():
            if item is None and box.item(ref) is not None:
                self._left.setdefault((ref.sheet, ref.section), []).append(ref)

    def ref(self, file: str, section: Section) -> ItemRef:
        left = self._left.get((file, section))
        if left:
            return left.pop(0)
        found = self._new.ref(file, section)
        while found in self._taken:
            found = self._new.ref(file, section)
        return found


def _at_home(line: Points, box: GameBox, edges: Sequence[Rectangle], home: int) -> bool:
    """Whether a line lies within its own map and off those listed before it, as far as its bounds tell."""
    if not line:
        return True
    frame = box.sheets[home].frame
    xs, ys = [x for x, _ in line], [y for _, y in line]
    corners = [frame.to_plane((x, y)) for x in (min(xs), max(xs)) for y in (min(ys), max(ys))]
    x0, x1 = min(x for x, _ in corners), max(x for x, _ in corners)
    y0, y1 = min(y for _, y in corners), max(y for _, y in corners)
    left, low, right, high = edges[home]
    if x0 < left or x1 > right or y0 < low or y1 > high:
        return False
    return all(x1 < e[0] or x0 > e[2] or y1 < e[1] or y0 > e[3] for e in edges[:home])


def _part(item: Contour | Path, placed: PlacedSheet, points: Sequence[Point]) -> Contour | Path | None:
    line = settled_line(map(placed.frame.to_sheet, points))
    span = max((abs(a[axis] - b[axis]) for a, b in pairwise(line) for axis in (0, 1)), default=0.0)
    return replace(item, line=line) if span > SHORTEST else None


def _pieces(line: Sequence[Point], edges: Sequence[Rectangle], home: int) -> Iterator[Piece]:
    """The parts of a line by the map that they lie on. What lies on no map stays with the map that came before."""
    steps = [step for a, b in pairwise(line) for step in _steps(a, b, edges)]
    if not steps:
        return
    owners: list[int] = []
    for a, b, _ in steps:
        found = _owner(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), edges)
        owners.append(found if found is not None else owners[-1] if owners else home)
    runs = [[at for at, _ in group] for _, group in groupby(enumerate(owners), key=lambda each: each[1])]
    if line[0] == line[-1] and len(runs) > 1 and owners[0] == owners[-1]:
        # A ring that begins in the middle of a part.
        runs[0] = runs.pop() + runs[0]
    for run in runs:
        # Where a line crosses an edge and stays on its map, nothing is cut.
        yield owners[run[0]], (steps[run[0]][0], *(steps[at][1] for at in run if steps[at][2] or at == run[-1]))


def _steps(a: Point, b: Point, edges: Sequence[Rectangle]) -> Iterator[tuple[Point, Point, bool]]:
    """A segment in steps between which it crosses the edges of maps, not anew where it was cut before; the last one is told."""
    shares = {0.0, 1.0}
    for edge in edges:
        for axis in (0, 1):
            low, high = sorted((a[axis], b[axis]))
            crossed = [at for at in (edge[axis], edge[axis + 2]) if low + ON_SEAM < at < high - ON_SEAM]
            shares.update((at - a[axis]) / (b[axis] - a[axis]) for at in crossed)
    points = [_along(a, b, share) for share in sorted(shares)]
    for number, (start, end) in enumerate(pairwise(points), 2):
        yield start, end, number == len(points)


def _along(a: Point, b: Point, share: float) -> Point:
    if share in (0.0, 1.0):
        return b if share else a
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def _owner(point: Point, edges: Sequence[Rectangle]) -> int | None:
    x, y = point
    for number, (x0, y0, x1, y1) in enumerate(edges):
        if x0 <= x <= x1 and y0 <= y <= y1:
            return number
    return None


# Lines as one ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Whole:
    """An item with all its parts on several maps, in the shared plane.

    `marks` says of every point of the line which points of which parts it is, two where the parts meet.
    """

    parts: tuple[ItemRef, ...]
    loose: Loose
    marks: tuple[tuple[Mark, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class _Ends:
    """What a line says of itself, and where it begins and ends in the plane. `high` is +1 where its left is higher."""

    ref: ItemRef
    says: tuple[object, ...]
    high: int
    at: tuple[Point, Point]


def sewn(parts: Iterable[tuple[ItemRef, Loose]], edges: Mapping[str, Rectangle] | None = None) -> list[Whole]:
    """Items off their sheets, those that go on in each other over a seam as one. A whole stands in the place of its first
    part, runs its way and says what that says. `edges` are those of the maps, by file; without them only lines are sewn.
    """
    given = list(parts)
    lines = [n for n, (_, loose) in enumerate(given) if _open_line(loose.item)]
    ends = [_ends(*given[n]) for n in lines]
    found: dict[int, Whole] = {}
    inner: set[int] = set()
    for chain, ring in _chains(ends):
        members = [(lines[at], backwards) for at, backwards in chain]
        first = min(n for n, _ in members)
        inner.update(n for n, _ in members)
        found[first] = _whole(*given[first], [(*given[n], backwards) for n, backwards in members], ring)
    for group in _groups(given, edges or {}):
        one = _as_one([given[n][1] for n in group])
        if one is not None:
            inner.update(group)
            found[group[0]] = Whole(tuple(given[n][0] for n in group), one)
    return [
        found[n] if n in found else Whole((ref,), loose, _marks(ref, loose))
        for n, (ref, loose) in enumerate(given)
        if n in found or n not in inner
    ]


def sewn_items(box: GameBox, refs: Iterable[ItemRef]) -> list[Whole]:
    """Items of a box as wholes; those that are not there any more are left out. On a single map nothing is to be sewn."""
    return finish(sewn_items_steps(box, refs))


def sewn_items_steps(box: GameBox, refs: Iterable[ItemRef]) -> Generator[None, None, list[Whole]]:
    """The same in slices."""
    loose: list[tuple[ItemRef, Loose]] = []
    for number, ref in enumerate(refs):
        if number % SLICE == SLICE - 1:
            yield
        there = loosened(box, ref)
        if there is not None:
            loose.append((ref, there))
    if len(box.sheets) == 1:
        return [Whole((ref,), each) for ref, each in loose]
    wholes: list[Whole] = []
    for whole in sewn(loose, _edges(box)):
        wholes.append(_unmarked(whole))
        if len(wholes) % SLICE == SLICE - 1:
            yield
    return wholes


def grouped(box: GameBox, refs: Iterable[ItemRef]) -> list[tuple[ItemRef, ...]]:
    """Items of a box as people count them: the parts of one thing on several maps together, in the order given.

    Of more than `MOST_GROUPED` each counts by itself, so that selecting everything keeps nobody waiting.
    """
    known = [ref for ref, item in items_of(box, refs) if item is not None]
    if len(box.sheets) == 1 or len(known) > MOST_GROUPED:
        return [(ref,) for ref in known]
    given = [(ref, loose) for ref in known if (loose := loosened(box, ref)) is not None]
    group_of = {ref: whole.parts for whole in sewn(given) for ref in whole.parts}
    for members in _groups(given, _edges(box)):
        parts = tuple(given[n][0] for n in members)
        group_of.update(dict.fromkeys(parts, parts))
    return list(dict.fromkeys(group_of[ref] for ref, _ in given))


def things_over_seams(box: GameBox, sections: Collection[Section]) -> dict[ItemRef, frozenset[ItemRef]]:
    """Every item of some sections that goes on on another map, with all its parts."""
    edges = _edges(box)
    if len(edges) < 2:
        return {}
    given: list[tuple[ItemRef, Loose]] = []
    for placed in box.sheets:
        reaches = area_seams.reaching(placed, edges)
        for section in sections:
            for key, item in _keyed(placed, section):
                if isinstance(item, Area) and not reaches(item):
                    continue
                if isinstance(key, tuple) and len(box.cells.get(placed.frame.hex(*key), ())) < 2:
                    continue
                ref = ItemRef(placed.file, section, key)
                loose = loosened(box, ref)
                given += [(ref, loose)] if loose is not None else []
    groups = [frozenset(whole.parts) for whole in sewn(given) if len(whole.parts) > 1]
    groups += [frozenset(given[n][0] for n in members) for members in _groups(given, edges)]
    return {ref: group for group in groups for ref in group}


def _keyed(placed: PlacedSheet, section: Section) -> Iterable[tuple[Key, Item]]:
    return placed.sheet.hexes.items() if section == "hexes" else placed.sheet.items(section).keyed()


def _edges(box: GameBox) -> dict[str, Rectangle]:
    return {placed.file: sheet_edge(placed) for placed in box.sheets}


def _groups(given: Sequence[tuple[ItemRef, Loose]], edges: Mapping[str, Rectangle]) -> list[list[int]]:
    """Which areas, zones and contents of hexes are parts of one on several maps: their places, two or more each."""
    if len(edges) < 2:
        return []
    areas = [n for n, (ref, loose) in enumerate(given) if isinstance(loose.item, Area)]
    parts = [(given[n][0].sheet, given[n][1]) for n in areas]
    found = [[areas[n] for n in members] for members in area_seams.groups(parts, edges)]
    alike: dict[object, list[int]] = {}
    for n, (_, loose) in enumerate(given):
        if isinstance(loose.item, Zone):
            alike.setdefault(_zone_says(loose.item), []).append(n)
        elif loose.place is not None:
            alike.setdefault(loose.place, []).append(n)
    return found + [members for members in alike.values() if len({given[n][0].sheet for n in members}) > 1]


def _as_one(parts: Sequence[Loose]) -> Loose | None:
    """Parts on several maps as one item; None for areas that do not make one outline."""
    first = parts[0].item
    if isinstance(first, Area):
        return area_seams.as_one(parts)
    if isinstance(first, Zone):
        cells: frozenset[Cell] = frozenset().union(*(each.item.cells for each in parts if isinstance(each.item, Zone)))
        return replace(parts[0], item=replace(first, cells=cells))
    return parts[0]


def _zone_says(zone: Zone) -> tuple[str, ...]:
    return zone.kind, zone.name, zone.side


def _unmarked(whole: Whole) -> Whole:
    """A line without the points at which it is cut, as far as it runs straight through them."""
    item = whole.loose.item
    if not isinstance(item, Contour | Path) or len(whole.parts) == 1:
        return whole
    line = list(item.line)
    ring = is_closed(line)
    if ring and len(whole.marks[0]) > 1:
        # It may begin anywhere but where it was cut.
        turn = next((n for n, marks in enumerate(whole.marks) if len(marks) == 1), 0)
        line = [*line[turn:-1], *line[: turn + 1]]
        marks = [*whole.marks[turn:-1], *whole.marks[: turn + 1]]
    else:
        marks = list(whole.marks)
    cut = [n for n in range(1, len(line) - 1) if len(marks[n]) > 1]
    straight = {n for n in cut if nearest((line[n - 1], line[n + 1]), line[n]).distance <= ON_SEAM}
    kept = tuple(point for n, point in enumerate(line) if n not in straight)
    return Whole(whole.parts, replace(whole.loose, item=replace(item, line=kept)))


def whole_line(box: GameBox, ref: ItemRef) -> Whole | None:
    """The line of which an item is a part, over all seams; None when it is not there any more."""
    refs = sorted(continued(box, ref), key=lambda each: each != ref)
    parts = [(each, loose) for each in refs if (loose := loosened(box, each)) is not None]
    return sewn(parts)[0] if parts else None


def lines_ending(box: GameBox, placed: PlacedSheet, section: Section, at: Point) -> Iterator[tuple[ItemRef, Contour | Path]]:
    """The open contours or paths of all maps that begin or end at a point of one of them, as that map would keep them; those
    of the map itself first, and of lines that go on over a seam only the other ends."""
    plane = placed.frame.to_plane(at)
    for each in sorted(box.sheets, key=lambda other: other is not placed):
        near = each.frame.to_sheet(plane)
        for key, item in each.sheet.items(section).keyed():
            if not isinstance(item, Contour | Path) or not _open_line(item):
                continue
            ends = [end for end in (0, -1) if math.dist(item.line[end], near) < MEETING]
            ref = ItemRef(each.file, section, key)
            loose = loosened(box, ref) if ends else None
            if loose is None or (len(box.sheets) > 1 and _goes_on_from(box, ref, ends[0])):
                continue
            there = item if each is placed else laid_on(loose.item, placed)
            assert isinstance(there, Contour | Path)
            yield ref, there


def _goes_on_from(box: GameBox, ref: ItemRef, end: int) -> bool:
    """Whether a line goes on over a seam at its first (0) or last (-1) point."""
    whole = whole_line(box, ref)
    if whole is None:
        return False
    mine = [marks for marks in whole.marks if any(mark[0] == ref for mark in marks)]
    numbers = [number for marks in mine for each, number in marks if each == ref]
    wanted = max(numbers) if end else 0
    return any(len(marks) > 1 and (ref, wanted) in marks for marks in mine)


def continued(box: GameBox, ref: ItemRef) -> frozenset[ItemRef]:
    """An item and the parts on other maps in which it goes on."""
    item = box.item(ref)
    if len(box.sheets) == 1 or item is None:
        return frozenset({ref})
    if not isinstance(item, Contour | Path):
        return _with_other_parts(box, ref, item)
    if not _open_line(item):
        return frozenset({ref})
    says = _says(item)
    ends = []
    for placed in box.sheets:
        for key, other in placed.sheet.items(ref.section).keyed():
            assert isinstance(other, Contour | Path)
            if _open_line(other) and _says(other) == says:
                at = placed.frame.to_plane(other.line[0]), placed.frame.to_plane(other.line[-1])
                ends.append(_Ends(ItemRef(placed.file, ref.section, key), says, _sign(other), at))
    for chain, _ in _chains(ends):
        refs = frozenset(ends[n].ref for n, _ in chain)
        if ref in refs:
            return refs
    return frozenset({ref})


def _with_other_parts(box: GameBox, ref: ItemRef, item: Item) -> frozenset[ItemRef]:
    """An item that is no line, and its parts on other maps."""
    if isinstance(ref.key, tuple):
        place = box.sheet(ref.sheet).frame.hex(*ref.key)
        same = [ItemRef(placed.file, "hexes", placed.frame.cell(place)) for placed in box.sheets]
        return frozenset(each for each in same if box.item(each) is not None)
    alike: list[tuple[ItemRef, Loose]] = []
    if isinstance(item, Area | Zone):
        words, edges = _words_of(item), _edges(box)
        if isinstance(item, Area) and not area_seams.reaching(box.sheet(ref.sheet), edges)(item):
            return frozenset({ref})
        for placed in box.sheets:
            others = [(key, other) for key, other in placed.sheet.items(ref.section).keyed() if _words_of(other) == words]
            if isinstance(item, Area):
                reaches = area_seams.reaching(placed, edges)
                others = [(key, other) for key, other in others if reaches(other)]
            refs = [ItemRef(placed.file, ref.section, key) for key, _ in others]
            alike += [(each, loose) for each in refs if (loose := loosened(box, each)) is not None]
    for members in _groups(alike, _edges(box)):
        if any(alike[n][0] == ref for n in members):
            return frozenset(alike[n][0] for n in members)
    return frozenset({ref})


def _words_of(item: Area | Zone) -> tuple[str, ...]:
    return _zone_says(item) if isinstance(item, Zone) else (item.terrain, item.name, item.note)


def _open_line(item: Item) -> bool:
    return isinstance(item, Contour | Path) and len(item.line) > 1 and not is_closed(item.line)


def _says(item: Contour | Path) -> tuple[object, ...]:
    if isinstance(item, Contour):
        return item.height, item.kind, item.note
    return item.feature, item.name, item.note


def _sign(item: Contour | Path) -> int:
    return {"left": 1, "right": -1, None: 0}[item.high] if isinstance(item, Contour) else 0


def _ends(ref: ItemRef, loose: Loose) -> _Ends:
    assert isinstance(loose.item, Contour | Path)
    return _Ends(ref, _says(loose.item), _sign(loose.item), (loose.item.line[0], loose.item.line[-1]))


def _marks(ref: ItemRef, loose: Loose) -> tuple[tuple[Mark, ...], ...]:
    return tuple(((ref, n),) for n in range(len(loose.item.line))) if isinstance(loose.item, Contour | Path) else ()


def _chains(lines: Sequence[_Ends]) -> Iterator[tuple[list[tuple[int, bool]], bool]]:
    """Lines that go on in each other, two or more each: their places with whether they run backwards, and whether they come
    back to where they began. The first of them runs its own way.
    """
    next_of = _joints(lines)
    seen: set[int] = set()
    for start in range(len(lines)):
        if start in seen or ((start, 0) not in next_of and (start, 1) not in next_of):
            continue
        chain: list[tuple[int, bool]] = [(start, False)]
        ring = False
        for forwards in (True, False):
            at = (start, 1 if forwards else 0)
            while not ring and at in next_of:
                number, end = next_of[at]
                if number == start:
                    ring = True
                    break
                backwards = (end == 1) == forwards
                chain.insert(len(chain) if forwards else 0, (number, backwards))
                at = number, 1 - end
        seen.update(number for number, _ in chain)
        yield chain, ring


def _joints(lines: Sequence[_Ends]) -> dict[tuple[int, int], tuple[int, int]]:
    """Which end of which line (0 its beginning, 1 its end) goes on in which, both ways; none where more than two meet."""
    squares: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for n, line in enumerate(lines):
        for end, (x, y) in enumerate(line.at):
            squares.setdefault((math.floor(x / MEETING), math.floor(y / MEETING)), []).append((n, end))
    meets: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for (column, row), here in squares.items():
        near = [each for dx in (-1, 0, 1) for dy in (-1, 0, 1) for each in squares.get((column + dx, row + dy), ())]
        if len(near) > 1:
            for n, end in here:
                meets[n, end] = [(m, other) for m, other in near if _goes_on(lines[n], end, lines[m], other)]
    return {
        end: others[0]
        for end, others in meets.items()
        if len(others) == 1 and meets.get(others[0]) == [end] and end != others[0]
    }


def _goes_on(one: _Ends, end: int, other: _Ends, at: int) -> bool:
    if one.ref.sheet == other.ref.sheet or one.says != other.says or math.dist(one.at[end], other.at[at]) > MEETING:
        return False
    return one.high == (-other.high if end == at else other.high)


def _whole(first: ItemRef, loose: Loose, members: Sequence[tuple[ItemRef, Loose, bool]], ring: bool) -> Whole:
    points: list[Point] = []
    marks: list[tuple[Mark, ...]] = []
    for ref, part, backwards in members:
        assert isinstance(part.item, Contour | Path)
        numbered = list(enumerate(part.item.line))
        for number, (position, point) in enumerate(reversed(numbered) if backwards else numbered):
            if points and number == 0:
                marks[-1] = (*marks[-1], (ref, position))
            else:
                points.append(point)
                marks.append(((ref, position),))
    if ring:
        marks[0] = marks[-1] = (*marks[0], *marks[-1])
        points[-1] = points[0]
    assert isinstance(loose.item, Contour | Path)
    refs = (first, *(ref for ref, _, _ in members if ref != first))
    return Whole(refs, replace(loose, item=replace(loose.item, line=tuple(points))), tuple(marks))
