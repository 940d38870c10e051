"""How counters lie on sheets of paper, fronts and backs: pure sums, in millimetres, that the preview, the PDF and the printer
share.

All places are from the left and from the top of the page as it is printed. Behind each front lies its back when the paper is
turned over, as a printer does it, or folded; `Turning` is that map of one side onto the other.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args, overload

from app.export.limits import MM_PER_INCH
from app.export.paper import TURNS, Paper, Part, Turn, find_paper
from core.base.errors import WrongUse, did_you_mean

Backs = Literal["long", "short", "fold", "none"]
"""Where backs go: on the other side of paper that turns over its long or its short edge, beside the fronts on paper that is
folded, or nowhere."""

BACKS: tuple[Backs, ...] = get_args(Backs)

Grouping = Literal["none", "side", "formation"]
"""By what counters are kept together."""

GROUPINGS: tuple[Grouping, ...] = get_args(Grouping)

Begin = Literal["run", "row", "sheet"]
"""Where a group begins: behind the one before, in a row of its own under its name, or on a new sheet."""

BEGINS: tuple[Begin, ...] = get_args(Begin)

Axis = Literal["upright", "level"]
"""The line around which paper is turned: from the top to the bottom, or from left to right."""

SIZES: tuple[tuple[str, float], ...] = (
    ("1/2", MM_PER_INCH / 2),
    ("9/16", MM_PER_INCH * 9 / 16),
    ("5/8", MM_PER_INCH * 5 / 8),
)
"""The sides of counters as publishers cut them, by their inches."""

LEAST_SIDE_MM, MOST_SIDE_MM = 6.0, 80.0
LEAST_PAPER_MM, MOST_PAPER_MM = 50.0, 1200.0
MOST_GAP_MM = 20.0
MOST_BLEED_MM = 5.0
MOST_OFFSET_MM = 20.0
MOST_COPIES = 50
MOST_SHEETS = 400

HEADING_MM = 4.0
"""The height of the name of a group above its rows."""

WORDS_MM = 2.4
"""The height of the words that name a page."""

UNPRINTED_MM = 3.0
"""The edge of paper on which few printers print."""

MARK_LONG_MM, MARK_SHORT_MM = 4.0, 1.5
"""How long cut marks are, and the least that is of use."""

MARK_GAP_MM = 0.6
"""What a mark keeps from the counters, and from the edge of the paper."""

FOLD_GAP_MM = 5.0
"""What counters keep from the line on which paper is folded."""

SPECK_MM = 0.001
"""Differences that come of rounding."""

_FREE_PAPER = re.compile(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SheetWish:
    """How counters are to be printed; lengths in millimetres.

    `side` is that of a counter, `gutter` lies between neighbours, `bleed` is what is printed around a counter to be cut away.
    `paper` is the name of a size or "210x297". `offset` is how far backs are moved to the right and down. Turned `over` top to
    bottom instead of sideways a counter shows its back upright. `lines` runs around each counter, `marks` stand outside.
    """

    side: float = MM_PER_INCH * 5 / 8
    paper: str = "a4"
    turn: Turn = "fewest"
    margin: float = 10.0
    gutter: float = 0.0
    bleed: float = 1.0
    backs: Backs = "long"
    over: bool = False
    offset: tuple[float, float] = (0.0, 0.0)
    group: Grouping = "side"
    begin: Begin = "row"
    marks: bool = True
    lines: bool = False
    labels: bool = True


@dataclass(frozen=True, slots=True)
class Group:
    """Counters that are kept together: what they are called, and how many they are."""

    title: str
    count: int


class Bleed(NamedTuple):
    """How much is printed beyond each side of a counter."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where one side of a counter is printed; `upturned` ones stand on their heads."""

    square: Part
    bleed: Bleed
    upturned: bool = False

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of the counter."""
        return self.square.left + self.square.width / 2, self.square.top + self.square.height / 2


@dataclass(frozen=True, slots=True)
class Cell:
    """A counter on a sheet: its number among all, and the place of its front."""

    number: int
    front: Place


class Heading(NamedTuple):
    """The name of a group and the room for it."""

    title: str
    room: Part


class Stroke(NamedTuple):
    """A straight line."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Turning:
    """How the other side of a sheet lies behind its front.

    >>> over = Turning("upright", (210.0, 297.0), (0.5, 0.0))
    >>> over.point(10.0, 20.0)
    (200.5, 20.0)
    """

    axis: Axis
    page: tuple[float, float]
    offset: tuple[float, float] = (0.0, 0.0)
    over: bool = False

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where on the page of backs a point of the page of fronts is printed."""
        if self.axis == "upright":
            return self.page[0] - x + self.offset[0], y + self.offset[1]
        return x + self.offset[0], self.page[1] - y + self.offset[1]

    def part(self, part: Part) -> Part:
        """Where a rectangle of the page of fronts is printed."""
        x, y = self.point(part.left, part.top)
        if self.axis == "upright":
            return Part(x - part.width, y, part.width, part.height)
        return Part(x, y - part.height, part.width, part.height)

    def stroke(self, stroke: Stroke) -> Stroke:
        """Where a line of the page of fronts is printed."""
        return Stroke(*self.point(stroke.x0, stroke.y0), *self.point(stroke.x1, stroke.y1))

    def place(self, front: Place) -> Place:
        """Where the back of a counter is printed: upright in the hand when the counter is turned over."""
        left, top, right, bottom = front.bleed
        if self.axis == "upright":
            return Place(self.part(front.square), Bleed(right, top, left, bottom), self.over)
        return Place(self.part(front.square), Bleed(left, bottom, right, top), not self.over)


@dataclass(frozen=True, slots=True)
class Leaf:
    """What lies on one sheet of paper, as its front is printed."""

    cells: tuple[Cell, ...]
    headings: tuple[Heading, ...]
    marks: tuple[Stroke, ...]


class Leaves(Sequence[Leaf]):
    """The sheets of a plan, each laid out when it is looked at first: a box may fill hundreds."""

    def __init__(self, count: int, made: Callable[[int], Leaf]) -> None:
        self._count, self._made = count, made
        self._kept: dict[int, Leaf] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Leaf: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Leaf, ...]: ...

    def __getitem__(self, at: int | slice) -> Leaf | tuple[Leaf, ...]:
        numbers = range(self._count)[at]
        if isinstance(numbers, range):
            return tuple(self[number] for number in numbers)
        if numbers not in self._kept:
            self._kept[numbers] = self._made(numbers)
        return self._kept[numbers]


Face = Literal["front", "back", "both"]

_FACES: Mapping[Backs, tuple[Face, ...]] = MappingProxyType({"fold": ("both",), "none": ("front",)})


class PageOf(NamedTuple):
    """A page as it is printed: which sheet from 0, and which of its sides; a folded sheet shows both on one page."""

    leaf: int
    face: Face


@dataclass(frozen=True)
class Plan:
    """Counters on sheets. `page` is the paper as it lies, `columns` and `rows` the most that find room without names."""

    wish: SheetWish
    paper: Paper
    page: tuple[float, float]
    columns: int
    rows: int
    leaves: Leaves

    @property
    def turning(self) -> Turning | None:
        """How backs lie behind fronts, None where there are none."""
        if self.wish.backs == "none":
            return None
        return turning_of(self.wish, self.page)

    @cached_property
    def pages(self) -> tuple[PageOf, ...]:
        """The pages in the order in which they are printed: a back follows its front."""
        faces = _FACES.get(self.wish.backs, ("front", "back"))
        return tuple(PageOf(number, face) for number in range(len(self.leaves)) for face in faces)

    @property
    def marked(self) -> bool:
        """Whether the margins have room for cut marks."""
        return _mark_length(self.wish) >= MARK_SHORT_MM

    @property
    def fold(self) -> Stroke | None:
        """The line on which the paper is folded."""
        if self.wish.backs != "fold":
            return None
        wide, high = self.page
        return Stroke(0, high / 2, wide, high / 2) if high > wide else Stroke(wide / 2, 0, wide / 2, high)

    def places(self, page: PageOf) -> Iterator[tuple[int, Place, bool]]:
        """What a page shows: the number of a counter, the place, and whether it is the back that lies there."""
        turning = self.turning
        for cell in self.leaves[page.leaf].cells:
            if page.face != "back":
                yield cell.number, cell.front, False
            if page.face != "front" and turning is not None:
                yield cell.number, turning.place(cell.front), True

    def marks(self, page: PageOf) -> Iterator[Stroke]:
        """The cut marks of a page."""
        turning = self.turning
        for stroke in self.leaves[page.leaf].marks:
            if page.face != "back":
                yield stroke
            if page.face != "front" and turning is not None:
                yield turning.stroke(stroke)

    def words_room(self, page: PageOf) -> Part | None:
        """Where the words that name a page stand: above or below all else, where there is more room; None for nowhere."""
        if not self.wish.labels:
            return None
        wide, high = self.page
        bleed = self.wish.bleed
        parts = [place.square for _, place, _ in self.places(page)]
        if page.face != "back":
            parts += (heading.room for heading in self.leaves[page.leaf].headings)
        tops, bottoms = [part.top - bleed for part in parts], [part.bottom + bleed for part in parts]
        for stroke in self.marks(page):
            tops.append(min(stroke.y0, stroke.y1))
            bottoms.append(max(stroke.y0, stroke.y1))
        above, below = min(tops), high - max(bottoms)
        if max(above, below) < UNPRINTED_MM + WORDS_MM / 2:
            return None
        # Near what they name, so that printers reach them.
        room = min(max(above, below), WORDS_MM + 2 * MARK_GAP_MM)
        top = high - below if below >= above else above - room
        # An upright fold parts the page; the words stand on the side of the fronts.
        right = wide / 2 - FOLD_GAP_MM if self.wish.backs == "fold" and wide >= high else wide - self.wish.margin
        return Part(self.wish.margin, top, max(right - self.wish.margin, 1.0), room)


def sheet_paper(name: str) -> Paper:
    """A size of paper by its name or by its millimetres, upright. Raises WrongUse.

    >>> sheet_paper("letter").title, sheet_paper("330 x 210")[2:]
    ('Letter', (210.0, 330.0))
    """
    free = _FREE_PAPER.fullmatch(name.strip())
    if free is None:
        return find_paper(name.strip())
    low, high = sorted((float(free[1]), float(free[2])))
    if low < LEAST_PAPER_MM or high > MOST_PAPER_MM:
        raise WrongUse(f"Paper of {low:g} × {high:g} mm cannot be used. Allowed: {LEAST_PAPER_MM:g} to {MOST_PAPER_MM:g} mm.")
    return Paper(f"{low:g}x{high:g}", f"{low:g} × {high:g} mm", low, high)


def counter_side(text: str) -> float:
    """The side of a counter in millimetres: "5/8" and its like are inches, other numbers millimetres. Raises WrongUse.

    >>> counter_side("1/2"), counter_side("14.5")
    (12.7, 14.5)
    """
    known = dict(SIZES).get(text.strip())
    if known is not None:
        return known
    try:
        return float(text.strip().removesuffix("mm"))
    except ValueError:
        named = ", ".join(name for name, _ in SIZES)
        raise WrongUse(f'"{text}" is no size of counters. Allowed: {named} inch, or millimetres such as 14.5.') from None


def turning_of(wish: SheetWish, page: tuple[float, float]) -> Turning:
    """How the other side of paper lies behind its front, for paper that is turned over or folded."""
    wide, high = page
    if wish.backs == "fold":
        return Turning("level" if high > wide else "upright", page, over=wish.over)
    # The long edges of upright paper run from the top to the bottom.
    upright = (wish.backs != "short") == (high >= wide)
    return Turning("upright" if upright else "level", page, wish.offset, wish.over)


def lay_out(groups: Sequence[Group], wish: SheetWish) -> Plan:
    """Lays counters on as few sheets as their order allows. Counters are numbered from 0 through all groups.

    Raises WrongUse for what cannot be printed.

    >>> plan = lay_out([Group("Blue", 200)], SheetWish(turn="portrait"))
    >>> plan.columns, plan.rows, len(plan.leaves), len(plan.pages)
    (11, 17, 2, 4)
    """
    paper = check(wish)
    pages = {"portrait": (paper.width, paper.height), "landscape": (paper.height, paper.width)}
    if wish.turn == "fewest":
        found = [_Table(groups, wish, paper, page) for page in pages.values() if _fits(wish, page)]
    else:
        found = [_Table(groups, wish, paper, pages[wish.turn])] if _fits(wish, pages[wish.turn]) else []
    if not found:
        raise WrongUse(
            f"Counters of {wish.side:.4g} mm with margins of {wish.margin:g} mm do not fit on {paper.title} paper. "
            "Make the margins smaller, or take larger paper."
        )
    best = min(found, key=lambda table: table.count)
    if best.count > MOST_SHEETS:
        raise WrongUse(
            f"These counters would take {best.count} sheets of {paper.title}; the most is {MOST_SHEETS}. "
            "Print fewer of them, or take larger paper."
        )
    return best.plan()


def check(wish: SheetWish) -> Paper:
    """The paper of a wish. Raises WrongUse for numbers that cannot be printed and words that say nothing."""
    for value, least, most, what in (
        (wish.side, LEAST_SIDE_MM, MOST_SIDE_MM, "Counters"),
        (wish.margin, 0.0, MOST_PAPER_MM, "Margins"),
        (wish.gutter, 0.0, MOST_GAP_MM, "Gaps between counters"),
        (wish.bleed, 0.0, MOST_BLEED_MM, "A bleed"),
        *((each, -MOST_OFFSET_MM, MOST_OFFSET_MM, "An offset of backs") for each in wish.offset),
    ):
        if not (math.isfinite(value) and least - SPECK_MM <= value <= most + SPECK_MM):
            raise WrongUse(f"{what} of {value:g} mm cannot be printed. Allowed: {least:g} to {most:g} mm.")
    for word, words, what in (
        (wish.turn, TURNS, "Paper cannot lie"),
        (wish.backs, BACKS, "Backs cannot be printed"),
        (wish.group, GROUPINGS, "Counters cannot be kept together by"),
        (wish.begin, BEGINS, "A group cannot begin on"),
    ):
        if word not in words:
            raise WrongUse(f'{what} "{word}".{did_you_mean(word, words)}')
    return sheet_paper(wish.paper)


def _area(wish: SheetWish, page: tuple[float, float]) -> Part:
    """The part of a page that fronts may cover."""
    wide, high = page
    margin = wish.margin
    if wish.backs != "fold":
        return Part(margin, margin, wide - 2 * margin, high - 2 * margin)
    inner = max(FOLD_GAP_MM, wish.bleed)
    if high > wide:
        return Part(margin, margin, wide - 2 * margin, high / 2 - inner - margin)
    return Part(margin, margin, wide / 2 - inner - margin, high - 2 * margin)


def _most(room: float, wish: SheetWish) -> int:
    return max(math.floor((room + wish.gutter + SPECK_MM) / (wish.side + wish.gutter)), 0)


def _headed(wish: SheetWish) -> bool:
    return wish.group != "none" and wish.begin != "run"


def _band(wish: SheetWish) -> float:
    """The height of a name, with what the counters above and below print around them."""
    return HEADING_MM + 2 * wish.bleed


def _fits(wish: SheetWish, page: tuple[float, float]) -> bool:
    area = _area(wish, page)
    room = area.height - (_band(wish) if _headed(wish) else 0.0)
    return _most(area.width, wish) > 0 and _most(room, wish) > 0


def _mark_length(wish: SheetWish) -> float:
    return min(MARK_LONG_MM, wish.margin - wish.bleed - 2 * MARK_GAP_MM)


@dataclass(frozen=True, slots=True)
class _Row:
    top: float
    first: int
    count: int


class _Table:
    """Counters laid into rows, and rows onto sheets."""

    def __init__(self, groups: Sequence[Group], wish: SheetWish, paper: Paper, page: tuple[float, float]) -> None:
        self.wish, self.paper, self.page = wish, paper, page
        self.area = _area(wish, page)
        self.columns = _most(self.area.width, wish)
        self._leaves: list[tuple[list[_Row], list[tuple[float, str]]]] = []
        self._fill(groups)

    @property
    def count(self) -> int:
        """The number of sheets."""
        return len(self._leaves)

    def _fill(self, groups: Sequence[Group]) -> None:
        wish = self.wish
        step = wish.side + wish.gutter
        bottom = self.area.bottom + SPECK_MM
        y, first = math.inf, 0
        if not _headed(wish):
            groups = [Group("", sum(group.count for group in groups))]
        for group in groups:
            done, heading = 0, _headed(wish)
            if heading and wish.begin == "sheet":
                y = math.inf
            while done < group.count:
                need = wish.side + (_band(wish) if heading else 0.0)
                if y + need > bottom:
                    self._leaves.append(([], []))
                    # What goes on from the sheet before is named once more.
                    y, heading = self.area.top, _headed(wish)
                rows, headings = self._leaves[-1]
                if heading:
                    headings.append((y, group.title))
                    y, heading = y + _band(wish), False
                count = min(self.columns, group.count - done)
                rows.append(_Row(y, first, count))
                done, first, y = done + count, first + count, y + step

    def plan(self) -> Plan:
        """The sheets with every place on them."""
        rows = _most(self.area.height, self.wish)
        leaves = Leaves(self.count, lambda number: self._leaf(*self._leaves[number]))
        return Plan(self.wish, self.paper, self.page, self.columns, rows, leaves)

    def _leaf(self, rows: list[_Row], headings: list[tuple[float, str]]) -> Leaf:
        wish = self.wish
        step = wish.side + wish.gutter
        width = self.columns * step - wish.gutter
        left = self.area.left + (self.area.width - width) / 2
        cells = []
        for above, row, below in zip([None, *rows], rows, [*rows[1:], None], strict=False):
            for column in range(row.count):
                square = Part(left + column * step, row.top, wish.side, wish.side)
                bleed = Bleed(
                    self._bleed(column > 0),
                    self._bleed(above is not None and self._joins(above, row, column)),
                    self._bleed(column + 1 < row.count),
                    self._bleed(below is not None and self._joins(row, below, column)),
                )
                cells.append(Cell(row.first + column, Place(square, bleed)))
        named = tuple(Heading(title, Part(left, top + wish.bleed, width, HEADING_MM)) for top, title in headings)
        return Leaf(tuple(cells), named, self._marks(cells, min(row.top for row in rows), named))

    def _joins(self, above: _Row, below: _Row, column: int) -> bool:
        """Whether counters of two rows are neighbours in a column: no name stands between them, and both are there."""
        near = below.top - above.top < self.wish.side + self.wish.gutter + SPECK_MM
        return near and column < min(above.count, below.count)

    def _bleed(self, has_neighbour: bool) -> float:
        return min(self.wish.bleed, self.wish.gutter / 2) if has_neighbour else self.wish.bleed

    def _marks(self, cells: list[Cell], top: float, headings: tuple[Heading, ...]) -> tuple[Stroke, ...]:
        """Marks in line with the sides of all counters, outside of them all; none towards a fold."""
        wish = self.wish
        long = _mark_length(wish)
        if not wish.marks or long < MARK_SHORT_MM:
            return ()
        squares = [cell.front.square for cell in cells]
        lefts, rights = min(each.left for each in squares), max(each.right for each in squares)
        tops = min(top, *(heading.room.top for heading in headings)) if headings else top
        bottoms = max(each.bottom for each in squares)
        away = wish.bleed + MARK_GAP_MM
        folded = wish.backs == "fold"
        level_fold = folded and self.page[1] > self.page[0]
        found = []
        for x in _apart(side for each in squares for side in (each.left, each.right)):
            found.append(Stroke(x, tops - away - long, x, tops - away))
            if not level_fold:
                found.append(Stroke(x, bottoms + away, x, bottoms + away + long))
        for y in _apart(side for each in squares for side in (each.top, each.bottom)):
            found.append(Stroke(lefts - away - long, y, lefts - away, y))
            if not folded or level_fold:
                found.append(Stroke(rights + away, y, rights + away + long, y))
        return tuple(found)


def _apart(values: Iterator[float]) -> list[float]:
    """Numbers in order, each once."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > SPECK_MM:
            found.append(value)
    return found


def with_offset(wish: SheetWish, right: float, down: float) -> SheetWish:
    """A wish with backs moved so far to the right and down, in millimetres."""
    return replace(wish, offset=(round(right, 2), round(down, 2)))
