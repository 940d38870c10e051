"""How a map is cut over pages of a printer's paper: pure sums, in millimetres, that the dialog's preview and the PDF share."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from core.base.errors import WrongUse, did_you_mean


class Paper(NamedTuple):
    """A size of paper, upright, in millimetres, and what it is called."""

    id: str
    title: str
    width: float
    height: float


PAPERS = (
    Paper("a4", "A4", 210.0, 297.0),
    Paper("letter", "Letter", 215.9, 279.4),
    Paper("a3", "A3", 297.0, 420.0),
    Paper("legal", "Legal", 215.9, 355.6),
    Paper("tabloid", "Tabloid", 279.4, 431.8),
    Paper("a2", "A2", 420.0, 594.0),
)
"""ISO 216 and ANSI Y14.1 sizes."""

Turn = Literal["portrait", "landscape", "fewest"]
TURNS: tuple[Turn, ...] = ("portrait", "landscape", "fewest")

MARK_ROOM_MM = 5.0
"""The narrowest margin in which cut marks and the words at the foot find room."""

MOST_PAGES = 400

SEAM = "#b00020"
"""The colour of seams between pages, where they are drawn over a small picture of the map."""

_SPECK_MM = 0.01
"""What a map may be wider than its pages before one more is needed."""


@dataclass(frozen=True, slots=True)
class PageWish:
    """How the pages are to be. Neighbouring pages show `overlap` millimetres of the same map."""

    paper: str = "a4"
    turn: Turn = "fewest"
    margin: float = 10.0
    overlap: float = 10.0
    cut_marks: bool = True
    labels: bool = True
    overview: bool = True


@dataclass(frozen=True, slots=True)
class Part:
    """A rectangle in millimetres from the left and from the top."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right side."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower side."""
        return self.top + self.height


@dataclass(frozen=True, slots=True)
class PageCut:
    """One page: its label, its column and row from 0, what it shows of the map, and what of that is kept when it is cut.

    Kept parts of neighbouring pages meet in the middle of their overlap.
    """

    label: str
    column: int
    row: int
    shown: Part
    kept: Part


@dataclass(frozen=True, slots=True)
class Tiling:
    """A map over pages. `page` is the paper as it is turned, `area` the part of each page that shows the map."""

    wish: PageWish
    paper: Paper
    turn: Literal["portrait", "landscape"]
    map_size: tuple[float, float]
    columns: int
    rows: int

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of the paper as it lies."""
        return _turned(self.paper, self.turn)

    @property
    def area(self) -> tuple[float, float]:
        """Width and height of the map on one page."""
        return self.page[0] - 2 * self.wish.margin, self.page[1] - 2 * self.wish.margin

    @property
    def marks(self) -> bool:
        """Whether there is room for cut marks and words in the margins."""
        return self.wish.margin >= MARK_ROOM_MM

    def cuts(self) -> Iterator[PageCut]:
        """The pages, row by row from the top left: A1, B1, …, A2."""
        (width, height), (wide, high), lap = self.map_size, self.area, self.wish.overlap
        for row in range(self.rows):
            for column in range(self.columns):
                left, top = column * (wide - lap), row * (high - lap)
                shown = Part(left, top, min(wide, width - left), min(high, height - top))
                x0 = left + (lap / 2 if column else 0.0)
                y0 = top + (lap / 2 if row else 0.0)
                x1 = shown.right - (lap / 2 if column + 1 < self.columns else 0.0)
                y1 = shown.bottom - (lap / 2 if row + 1 < self.rows else 0.0)
                yield PageCut(page_label(column, row), column, row, shown, Part(x0, y0, x1 - x0, y1 - y0))


def find_paper(name: str) -> Paper:
    """A size of paper by its name, whatever its case. Raises WrongUse."""
    for paper in PAPERS:
        if paper.id == name.casefold():
            return paper
    raise WrongUse(f'There is no paper "{name}".{did_you_mean(name, [paper.id for paper in PAPERS])}')


def tile(map_size: tuple[float, float], wish: PageWish) -> Tiling:
    """Cuts a map of so many millimetres over pages.

    Raises WrongUse when margins and overlap leave nothing of a page, or when too many pages would be needed.

    >>> cut = tile((300.0, 200.0), PageWish("a4", "landscape", margin=10, overlap=10))
    >>> cut.columns, cut.rows, [each.label for each in cut.cuts()]
    (2, 2, ['A1', 'B1', 'A2', 'B2'])
    """
    paper = find_paper(wish.paper)
    if wish.turn not in TURNS:
        raise WrongUse(f'Paper cannot lie "{wish.turn}".{did_you_mean(wish.turn, TURNS)}')
    if wish.margin < 0 or wish.overlap < 0:
        raise WrongUse("Margin and overlap of pages cannot be less than 0 mm.")
    if wish.turn != "fewest":
        return _tiled(map_size, wish, paper, wish.turn)
    portrait, landscape = (_tiled(map_size, wish, paper, turn) for turn in ("portrait", "landscape"))
    return landscape if landscape.columns * landscape.rows < portrait.columns * portrait.rows else portrait


def _tiled(map_size: tuple[float, float], wish: PageWish, paper: Paper, turn: Literal["portrait", "landscape"]) -> Tiling:
    page = _turned(paper, turn)
    counts = []
    for size, side in zip(map_size, page, strict=True):
        room = side - 2 * wish.margin
        if room - 2 * wish.overlap <= 0:
            raise WrongUse(
                f"Margins of {wish.margin:g} mm and an overlap of {wish.overlap:g} mm leave nothing of {paper.title} paper. "
                "Make them smaller, or take larger paper."
            )
        counts.append(max(math.ceil((size - wish.overlap - _SPECK_MM) / (room - wish.overlap)), 1))
    if counts[0] * counts[1] > MOST_PAGES:
        raise WrongUse(
            f"This map would take {counts[0] * counts[1]} pages of {paper.title}; the most is {MOST_PAGES}. "
            "Take smaller hexes or larger paper."
        )
    return Tiling(wish, paper, turn, map_size, counts[0], counts[1])


def _turned(paper: Paper, turn: Literal["portrait", "landscape"]) -> tuple[float, float]:
    return (paper.width, paper.height) if turn == "portrait" else (paper.height, paper.width)


def page_label(column: int, row: int) -> str:
    """What a page is called: a letter for its column, a number for its row.

    >>> page_label(0, 0), page_label(27, 3)
    ('A1', 'AB4')
    """
    letters, left = "", column + 1
    while left > 0:
        left, rest = divmod(left - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"
