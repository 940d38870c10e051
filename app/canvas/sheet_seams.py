"""How sheets lie side by side: the outline of all of them together, and the lines along which they meet within it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from PySide6.QtGui import QPainterPath

from app.canvas.transform import Polyline, Span, path_of, to_rect

NEAR = 2.0
"""Scene units: edges of sheets that come this near to each other are one, as files state them to a few decimals only."""


def around(edges: Iterable[Span]) -> QPainterPath:
    """The outline of everything within the printed edges of sheets; edges that nearly meet leave no gap."""
    out = QPainterPath()
    for left, top, right, bottom in laid_together(tuple(edges)):
        sheet = QPainterPath()
        sheet.addRect(to_rect((left, top, right, bottom)))
        out = sheet if out.isEmpty() else out.united(sheet)
    return out.simplified()


def seams(edges: Sequence[Span]) -> list[Polyline]:
    """The lines along which sheets meet. Where they overlap, the ground is that of the one listed first.

    >>> seams([(0, 0, 100, 50), (70, 0, 170, 50)])
    [[(100, 0), (100, 50)]]
    """
    laid = laid_together(tuple(edges))
    xs = sorted({x for edge in laid for x in (edge[0], edge[2])})
    ys = sorted({y for edge in laid for y in (edge[1], edge[3])})
    owners = [[_owner((a + b) / 2, (c + d) / 2, laid) for c, d in pairwise(ys)] for a, b in pairwise(xs)]
    found: list[Polyline] = []
    for at, (left, right) in zip(xs[1:-1], pairwise(owners), strict=True):
        found += [[(at, a), (at, b)] for a, b in _parted(ys, left, right)]
    for number, at in enumerate(ys[1:-1]):
        above, below = ([column[row] for column in owners] for row in (number, number + 1))
        found += [[(a, at), (b, at)] for a, b in _parted(xs, above, below)]
    return found


def seam_path(edges: Sequence[Span]) -> QPainterPath:
    """All seams as one path; empty for a single sheet."""
    return path_of(*seams(edges))


def laid_together(edges: Sequence[Span]) -> list[Span]:
    """The edges of sheets, those that nearly meet made the same."""
    across = _settled([x for edge in edges for x in (edge[0], edge[2])])
    down = _settled([y for edge in edges for y in (edge[1], edge[3])])
    return [(across[left], down[top], across[right], down[bottom]) for left, top, right, bottom in edges]


def _settled(bounds: Iterable[float]) -> dict[float, float]:
    settled: dict[float, float] = {}
    last: float | None = None
    for bound in sorted(bounds):
        last = bound if last is None or bound - last > NEAR else last
        settled[bound] = last
    return settled


def _parted(bounds: Sequence[float], one: Sequence[int | None], other: Sequence[int | None]) -> Iterator[tuple[float, float]]:
    """Where two rows of sheets are not of one sheet, as lengths between the bounds that are as long as can be."""
    start: float | None = None
    for low, a, b in zip(bounds[:-1], one, other, strict=True):
        if a is not None and b is not None and a != b:
            start = low if start is None else start
        elif start is not None:
            yield start, low
            start = None
    if start is not None:
        yield start, bounds[-1]


def _owner(x: float, y: float, edges: Sequence[Span]) -> int | None:
    return next((n for n, (left, top, right, bottom) in enumerate(edges) if left < x < right and top < y < bottom), None)
