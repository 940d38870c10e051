"""Changes of contour lines: drawing, joining and splitting, which side is higher, other heights.

Points are given in the shared plane. Functions that find something impossible raise WrongUse with a sentence for the user.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from core.base.errors import WrongUse
from core.geometry.layout import Point
from core.geometry.lines import Line, cut, is_closed, nearest, signed_area
from core.model.box import GameBox
from core.model.edits.joining import Drawn, high_along, why_apart, with_words_of
from core.model.edits.map_edits import ChangeItems, settled_line
from core.model.edits.motions import HighSide, NewKeys, Sheets, counted, laid_on, ordered, other_side
from core.model.edits.properties import LEAST_HEIGHT, MOST_HEIGHT
from core.model.edits.seams import MEETING, lines_ending, over_seams, sewn_items
from core.model.maps import Contour, Item, ItemRef, Path, Spot


def kind_at(height: Fraction, interval: Fraction | None) -> str:
    """How a contour of a height is printed: "broken" between two full intervals, else "solid"."""
    return "broken" if interval and height % interval else "solid"


def turned_round(contour: Contour) -> Contour:
    """The same contour drawn from its other end."""
    return replace(contour, line=contour.line[::-1], high=other_side(contour.high))


def drawn_contour(box: GameBox, line: Line, height: Fraction, broken: bool, high: HighSide = None) -> ChangeItems:
    """Draws a contour. Where it begins or ends on an open end of another one of the same height and kind, the two become one,
    and a line that comes back to its start is closed. What lies on another map is drawn on that one.
    """
    if len(line) < 2:
        raise WrongUse("A contour needs at least two points.")
    placed = Sheets(box).at(line[0])
    points = settled_line(map(placed.frame.to_sheet, line))
    if len(points) < 2:
        raise WrongUse("A contour needs at least two points that are not the same.")
    drawn = Contour(height, points, "broken" if broken else "solid", high)
    changes: dict[ItemRef, Item | None] = {}
    kept: ItemRef | None = None
    for end in (0, -1):
        if _touching(drawn.line):
            break
        for ref, other in lines_ending(box, placed, "contours", drawn.line[end]):
            assert isinstance(other, Contour)
            if ref in changes or other.height != height or other.kind != drawn.kind:
                continue
            # The high side of the first line that is extended counts for what is drawn now, but never against another line.
            if kept is None or not why_apart(drawn, other, _joint(drawn, other).turned):
                drawn = _joined(drawn, other) if kept else _joined(other, drawn)
                changes[ref] = None
                kept = kept or ref
                break
    if _touching(drawn.line):
        drawn = replace(drawn, line=(*drawn.line[:-1], drawn.line[0]))
    mine = kept if kept is not None and kept.sheet == placed.file else NewKeys(box).ref(placed.file, "contours")
    changes[mine] = drawn
    label = f"{'Extend' if kept else 'Draw'} contour {float(height):g} m"
    return over_seams(box, ChangeItems(label, changes))


def _touching(line: Line) -> bool:
    return len(line) > 3 and math.dist(line[0], line[-1]) < MEETING


def join(box: GameBox, refs: Iterable[ItemRef]) -> ChangeItems:
    """Makes one line of open contours of one height, or of open paths of one kind: the nearest ends are joined, one by one."""
    wanted = [ref for ref in ordered(box, refs) if isinstance(box.item(ref), Contour | Path)]
    wholes = sewn_items(box, wanted)
    onto = box.sheet(wanted[0].sheet) if wanted else box.sheets[0]
    lines = [item for whole in wholes if isinstance(item := laid_on(whole.loose.item, onto), Contour | Path)]
    if len(wanted) > 1 and len(lines) == 1:
        raise WrongUse("Join: these are parts of one line already; each map keeps the part that lies on it.")
    if len(lines) < 2 or len({type(item) for item in lines}) > 1:
        raise WrongUse("Join: select two or more contours, or two or more paths.")
    if any(is_closed(item.line) for item in lines):
        raise WrongUse("Join: a closed line has no end to be joined at.")
    one, *others = lines
    while others:
        near = min(others, key=lambda item: _gap(one.line, item.line))
        others.remove(near)
        why = why_apart(one, near, _joint(one, near).turned)
        if why:
            raise WrongUse(f"Join: {why}")
        one = _joined(one, near)
    changes: dict[ItemRef, Item | None] = dict.fromkeys(wanted)
    changes[wanted[0]] = one
    return over_seams(box, ChangeItems(f"Join {counted(whole.parts[0] for whole in wholes)}", changes))


def split(box: GameBox, ref: ItemRef, point: Point) -> ChangeItems:
    """Splits a line at its place nearest to a point. A closed one opens there: the segment that is nearest goes."""
    item = box.item(ref)
    if not isinstance(item, Contour | Path):
        raise WrongUse("Split: only contours and paths can be split.")
    foot = nearest(item.line, box.sheet(ref.sheet).frame.to_sheet(point))
    if is_closed(item.line):
        ring = item.line[:-1]
        start = foot.segment + 1
        opened = (*ring[start:], *ring[:start])
        return ChangeItems(f"Open {counted([ref])}", {ref: replace(item, line=opened)})
    before, after = cut(item.line, foot)
    before, after = settled_line(before), settled_line(after)
    if min(len(before), len(after)) < 2:
        raise WrongUse("Split: a line can be split between its ends only.")
    other = NewKeys(box).ref(ref.sheet, ref.section)
    return ChangeItems(f"Split {counted([ref])}", {ref: replace(item, line=before), other: replace(item, line=after)})


def close(box: GameBox, refs: Iterable[ItemRef]) -> ChangeItems:
    """Leads open lines back to their starts."""
    changes: dict[ItemRef, Item | None] = {}
    closed: list[ItemRef] = []
    for whole in sewn_items(box, ordered(box, refs)):
        first, item = whole.parts[0], whole.loose.item
        if isinstance(item, Contour | Path) and not is_closed(item.line) and len(item.line) > 2:
            changes |= dict.fromkeys(whole.parts)
            changes[first] = laid_on(replace(item, line=(*item.line, item.line[0])), box.sheet(first.sheet))
            closed.append(first)
    if not changes:
        raise WrongUse("Close: select an open line of at least three points.")
    return over_seams(box, ChangeItems(f"Close {counted(closed)}", changes))


def reverse_high(box: GameBox, refs: Iterable[ItemRef]) -> ChangeItems:
    """Makes the other side of contours the higher one; those that leave it to their neighbours still do."""
    changes: dict[ItemRef, Item | None] = {}
    for ref, contour in _contours(box, refs):
        if contour.high is not None:
            changes[ref] = replace(contour, high=other_side(contour.high))
    if not changes:
        raise WrongUse("Which side of these contours is higher is told by their neighbours; say left or right first.")
    return ChangeItems("Reverse the high side", changes)


def with_high(box: GameBox, refs: Iterable[ItemRef], high: HighSide) -> ChangeItems:
    """Says which side of contours is higher; None leaves it to neighbours and spot elevations."""
    changed = {ref: replace(contour, high=high) for ref, contour in _contours(box, refs)}
    if not changed:
        raise WrongUse("Only contours have a high side.")
    return ChangeItems("Set the high side", changed)


def high_sides(box: GameBox, ref: ItemRef) -> tuple[ChangeItems, ...]:
    """The two ways to say which side of a contour is higher, each labelled with where the ground rises; none for other items.

    A line that closes is a hilltop or a bottom; of others the label says towards which edge of the map the ground rises.
    """
    contour = box.item(ref)
    if not isinstance(contour, Contour):
        return ()
    (ax, ay), (bx, by) = contour.line[0], contour.line[-1]
    across, up = bx - ax, by - ay
    if (across, up) == (0.0, 0.0):
        left, right = "Ground rises inside: a hilltop", "Ground rises outside: a bottom"
        turned = signed_area(contour.line) < 0
    elif abs(across) >= abs(up):
        left, right = "Ground rises to the top of the map", "Ground rises to the bottom of the map"
        turned = across < 0
    else:
        left, right = "Ground rises to the left of the map", "Ground rises to the right of the map"
        turned = up < 0
    if turned:
        left, right = right, left
    return (
        ChangeItems(left, {ref: replace(contour, high="left")}),
        ChangeItems(right, {ref: replace(contour, high="right")}),
    )


def at_height(box: GameBox, refs: Iterable[ItemRef], height: Fraction) -> ChangeItems:
    """Gives contours another height, broken lines where it lies between two intervals."""
    changes: dict[ItemRef, Item | None] = {}
    for ref, contour in _contours(box, refs):
        kind = kind_at(height, box.sheet(ref.sheet).sheet.contour_interval)
        changes[ref] = replace(contour, height=_possible(height), kind="broken" if kind == "broken" else "solid")
    if not changes:
        raise WrongUse("Only contours have a height; spot elevations have one of their own.")
    return ChangeItems(f"Set height of {counted(changes)}", changes)


def raised(box: GameBox, refs: Iterable[ItemRef], by: Fraction) -> ChangeItems:
    """Raises contours and spot elevations, or lowers them by a negative height, as one step. A line that comes to lie between
    two full intervals, or onto one, changes between solid and broken.
    """
    changes: dict[ItemRef, Item | None] = {}
    for ref in ordered(box, refs):
        match box.item(ref):
            case Contour() as contour:
                interval, height = box.sheet(ref.sheet).sheet.contour_interval, contour.height + by
                flips = kind_at(height, interval) != kind_at(contour.height, interval)
                kind = ("solid" if contour.kind == "broken" else "broken") if flips else contour.kind
                changes[ref] = replace(contour, height=_possible(height), kind="broken" if kind == "broken" else "solid")
            case Spot() as spot:
                changes[ref] = replace(spot, height=_possible(spot.height + by))
            case _:
                pass
    if not changes:
        raise WrongUse("Only contours and spot elevations can be raised or lowered.")
    return ChangeItems(f"{'Raise' if by >= 0 else 'Lower'} {counted(changes)}", changes)


def interval_of(box: GameBox, refs: Iterable[ItemRef]) -> Fraction | None:
    """The contour interval of the first map that these items lie on and that has one."""
    for ref in ordered(box, refs):
        interval = box.sheet(ref.sheet).sheet.contour_interval
        if interval:
            return interval
    return None


def has_high_ground(box: GameBox, refs: Iterable[ItemRef]) -> bool:
    """Whether anything of these can be raised or lowered."""
    return any(isinstance(box.item(ref), Contour | Spot) for ref in refs)


def _contours(box: GameBox, refs: Iterable[ItemRef]) -> list[tuple[ItemRef, Contour]]:
    return [(ref, item) for ref in ordered(box, refs) if isinstance(item := box.item(ref), Contour)]


def _possible(height: Fraction) -> Fraction:
    if not LEAST_HEIGHT <= height <= MOST_HEIGHT:
        raise WrongUse(f"Heights run from {LEAST_HEIGHT:,} to {MOST_HEIGHT:,} m.")
    return height


def _gap(a: Line, b: Line) -> float:
    return min(math.dist(p, q) for p in (a[0], a[-1]) for q in (b[0], b[-1]))


@dataclass(frozen=True, slots=True)
class _Joint:
    """The nearest ends of two lines, 0 a first point and -1 a last one."""

    mine: int
    yours: int

    @property
    def turned(self) -> bool:
        """Whether the second line runs against the first."""
        return self.mine == self.yours


def _joint(first: Contour | Path, second: Contour | Path) -> _Joint:
    gaps = {_Joint(mine, yours): math.dist(first.line[mine], second.line[yours]) for mine in (-1, 0) for yours in (0, -1)}
    return min(gaps, key=lambda ends: gaps[ends])


def _joined(first: Drawn, second: Contour | Path) -> Drawn:
    """Two lines as one, joined at their nearest ends; what the first says of itself stays, and its direction."""
    joint = _joint(first, second)
    other = second.line[::-1] if joint.turned else second.line
    line = (*first.line, *other) if joint.mine == -1 else (*other, *first.line)
    one = replace(with_words_of(first, second), line=settled_line(line))
    if isinstance(one, Contour) and isinstance(second, Contour) and one.high is None:
        return replace(one, high=high_along(second, joint.turned))
    return one
