"""Boxes of a tree laid out so that none touches another: children below their parents, each parent over the middle of its own.

Boxes may have any size. Subtrees are moved together until their outlines would come nearer than the gap, as Reingold and
Tilford do it for equal boxes. Children that have none themselves hang in a column below their parent where there are many, so
that an order of battle does not become wider than any paper. Lengths are in whatever unit the boxes have; y runs downwards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

Run = tuple[float, float, float]
"""A part of an outline: from one y to another, at an x."""


@dataclass(frozen=True, slots=True)
class TreeBox:
    """A box and those below it. `key` is what it stands for."""

    key: object
    width: float
    height: float
    children: "tuple[TreeBox, ...]" = ()


@dataclass(frozen=True, slots=True)
class PlacedBox:
    """Where a box lies. `parent` is the number of its parent among the placed boxes, -1 for none; `hangs` says that it stands
    in a column below it."""

    box: TreeBox
    x: float
    y: float
    parent: int = -1
    hangs: bool = False

    @property
    def right(self) -> float:
        """Its right side."""
        return self.x + self.box.width

    @property
    def bottom(self) -> float:
        """Its lower side."""
        return self.y + self.box.height

    @property
    def middle(self) -> float:
        """The x of its middle."""
        return self.x + self.box.width / 2


@dataclass(frozen=True, slots=True)
class TreeLook:
    """Gaps between neighbours and between generations, how far hanging boxes stand in, and from how many on they hang."""

    across: float = 4.0
    down: float = 8.0
    indent: float = 6.0
    hang_from: int = 4


@dataclass
class _Laid:
    """A subtree with the left upper corner of its root at (0, 0): its boxes relative to that, and its outlines."""

    box: TreeBox
    left: list[Run]
    right: list[Run]
    parts: "list[tuple[_Laid, float, float, bool]]" = field(default_factory=list)


def tidy_tree(root: TreeBox, look: TreeLook | None = None) -> tuple[PlacedBox, ...]:
    """All boxes of a tree, each after its parent; the left upper corner of all of them is (0, 0).

    >>> wide = TreeBox("army", 10, 4, (TreeBox("corps", 8, 4), TreeBox("brigade", 6, 4)))
    >>> [(each.box.key, each.x, each.y) for each in tidy_tree(wide, TreeLook(across=2, down=3))]
    [('army', 3.5, 0.0), ('corps', 0.0, 7.0), ('brigade', 10.0, 7.0)]
    """
    look = look or TreeLook()
    laid: dict[int, _Laid] = {}
    # Children first, without recursion: trees of bad files are as deep as they like.
    for box in reversed(list(_all(root))):
        laid[id(box)] = _lay_out(box, [laid[id(child)] for child in box.children], look)
    placed: list[PlacedBox] = []
    waiting: list[tuple[_Laid, float, float, int, bool]] = [(laid[id(root)], 0.0, 0.0, -1, False)]
    while waiting:
        part, x, y, parent, hangs = waiting.pop()
        number = len(placed)
        placed.append(PlacedBox(part.box, x, y, parent, hangs))
        waiting += [(inner, x + dx, y + dy, number, inner_hangs) for inner, dx, dy, inner_hangs in reversed(part.parts)]
    first = min(each.x for each in placed)
    return tuple(PlacedBox(each.box, each.x - first, each.y, each.parent, each.hangs) for each in placed)


def extent(placed: Sequence[PlacedBox]) -> tuple[float, float]:
    """Width and height of some boxes whose left upper corner is (0, 0)."""
    return max((each.right for each in placed), default=0.0), max((each.bottom for each in placed), default=0.0)


def connectors(placed: Sequence[PlacedBox], look: TreeLook | None = None) -> Iterator[tuple[tuple[float, float], ...]]:
    """The lines from parents to children, as points; none of them runs through a box."""
    look = look or TreeLook()
    for child in placed:
        if child.parent < 0:
            continue
        parent = placed[child.parent]
        if child.hangs:
            trunk, level = parent.x + look.indent / 2, child.y + min(child.box.height / 2, look.down)
            yield (trunk, parent.bottom), (trunk, level), (child.x, level)
        elif abs(parent.middle - child.middle) < 1e-9:
            yield (parent.middle, parent.bottom), (child.middle, child.y)
        else:
            bus = parent.bottom + look.down / 2
            yield (parent.middle, parent.bottom), (parent.middle, bus), (child.middle, bus), (child.middle, child.y)


def _all(root: TreeBox) -> Iterator[TreeBox]:
    waiting = [root]
    while waiting:
        box = waiting.pop()
        yield box
        waiting += reversed(box.children)


def _lay_out(box: TreeBox, parts: list[_Laid], look: TreeLook) -> _Laid:
    own = box.height
    if not parts:
        return _Laid(box, [(0.0, own, 0.0)], [(0.0, own, box.width)])
    if len(parts) >= look.hang_from and not any(part.parts for part in parts):
        return _hung(box, parts, look)
    # Side by side, as near as their outlines let them. What is above a child up to its parent belongs to the lines.
    offsets: list[float] = []
    right: list[Run] = []
    left: list[Run] = []
    for part in parts:
        its_left, its_right = _raised(part.left, look.down), _raised(part.right, look.down)
        shift = _apart(right, its_left) + look.across if offsets else 0.0
        offsets.append(shift)
        right = _outer(right, _moved(its_right, shift, 0.0), rightmost=True)
        left = _outer(left, _moved(its_left, shift, 0.0), rightmost=False)
    first, last = offsets[0] + parts[0].box.width / 2, offsets[-1] + parts[-1].box.width / 2
    start = (first + last) / 2 - box.width / 2
    made = _Laid(box, [], [])
    made.parts = [(part, offset - start, own + look.down, False) for part, offset in zip(parts, offsets, strict=True)]
    # Beside a parent there is room down to where its lines begin.
    made.left = _outer([(0.0, own, 0.0)], _moved(left, -start, own + look.down), rightmost=False)
    made.right = _outer([(0.0, own, box.width)], _moved(right, -start, own + look.down), rightmost=True)
    return made


def _hung(box: TreeBox, parts: list[_Laid], look: TreeLook) -> _Laid:
    """Children in a column, to the right of the trunk that they hang from."""
    made = _Laid(box, [], [])
    y = box.height
    for number, part in enumerate(parts):
        y += look.down if number == 0 else look.across
        made.parts.append((part, look.indent, y, True))
        y += part.box.height
    width = max(part.box.width for part in parts) + look.indent
    made.left = [(0.0, y, 0.0)]
    made.right = [(0.0, box.height, box.width), (box.height, y, width)]
    return made


def _raised(outline: list[Run], by: float) -> list[Run]:
    """An outline whose top reaches further up."""
    top, bottom, x = outline[0]
    return [(top - by, bottom, x), *outline[1:]]


def _moved(outline: list[Run], dx: float, dy: float) -> list[Run]:
    return [(top + dy, bottom + dy, x + dx) for top, bottom, x in outline]


def _apart(right: list[Run], left: list[Run]) -> float:
    """How far an outline must be moved so that nothing of it lies left of another's right side. Below the end of the shorter
    one nothing is in the way."""
    found = float("-inf")
    at = other = 0
    while at < len(right) and other < len(left):
        top, bottom = max(right[at][0], left[other][0]), min(right[at][1], left[other][1])
        if top < bottom:
            found = max(found, right[at][2] - left[other][2])
        if right[at][1] <= left[other][1]:
            at += 1
        else:
            other += 1
    return found


def _outer(one: list[Run], other: list[Run], *, rightmost: bool) -> list[Run]:
    """The outline of two together."""
    if not one or not other:
        return list(one or other)
    levels = sorted({y for top, bottom, _ in (*one, *other) for y in (top, bottom)})
    made: list[Run] = []
    for top, bottom in pairwise(levels):
        there = [x for each in (one, other) for run_top, run_bottom, x in each if run_top < bottom and top < run_bottom]
        if not there:
            continue
        x = max(there) if rightmost else min(there)
        if made and made[-1][2] == x and made[-1][1] == top:
            made[-1] = (made[-1][0], bottom, x)
        else:
            made.append((top, bottom, x))
    return made
