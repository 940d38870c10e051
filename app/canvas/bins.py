"""Squares of the scene in which prepared things are filed, so that painting a tile finds only what touches it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from PySide6.QtGui import QPainterPath

from app.canvas.transform import HEX, Span, meets, widened

T = TypeVar("T")

BIN = 4 * HEX
"""The side of a square; a tile at normal zoom touches about ten."""


STAMP_BIN = 2 * HEX
"""The side of a square of small things, all of which are painted: smaller, so that little is painted beside a tile."""


def _squares(span: Span, side: float = BIN) -> Iterator[tuple[int, int]]:
    for column in range(int(span[0] // side), int(span[2] // side) + 1):
        for row in range(int(span[1] // side), int(span[3] // side) + 1):
            yield column, row


@dataclass(slots=True)
class Bins(Generic[T]):
    """Things with bounding rectangles, found again in the order in which they were added."""

    _items: list[tuple[Span, T]] = field(default_factory=list)
    _filed: dict[tuple[int, int], list[int]] = field(default_factory=dict)

    def add(self, span: Span, item: T) -> None:
        """Files an item under its bounding rectangle."""
        number = len(self._items)
        self._items.append((span, item))
        for square in _squares(span):
            self._filed.setdefault(square, []).append(number)

    def within(self, span: Span) -> Iterator[T]:
        """Items whose bounding rectangles touch `span`, in the order in which they were added."""
        numbers: set[int] = set()
        for square in _squares(span):
            numbers.update(self._filed.get(square, ()))
        for number in sorted(numbers):
            bounds, item = self._items[number]
            if meets(bounds, span):
                yield item

    def __len__(self) -> int:
        return len(self._items)


@dataclass(slots=True)
class Squares(Generic[T]):
    """Small things with a place, by the square of side `side` that holds it."""

    side: float
    _things: dict[tuple[int, int], list[T]] = field(default_factory=dict)

    def add(self, x: float, y: float, thing: T) -> None:
        """Files a thing under its place."""
        self._things.setdefault((int(x // self.side), int(y // self.side)), []).append(thing)

    def within(self, span: Span) -> Iterator[T]:
        """The things of all squares that touch `span`."""
        for square in _squares(span, self.side):
            yield from self._things.get(square, ())


@dataclass(slots=True)
class Stamps:
    """Small shapes of one look, kept as one path per square: the roofs of a village.

    A shape belongs to the square that holds its own point and may reach `reach` scene units out of it.
    """

    reach: float
    _paths: dict[tuple[int, int], QPainterPath] = field(default_factory=dict)

    def path_at(self, x: float, y: float) -> QPainterPath:
        """The path that collects what stands at a scene point."""
        return self._paths.setdefault((int(x // STAMP_BIN), int(y // STAMP_BIN)), QPainterPath())

    def within(self, span: Span) -> Iterator[QPainterPath]:
        """The paths whose shapes may touch `span`."""
        for square in _squares(widened(span, self.reach), STAMP_BIN):
            path = self._paths.get(square)
            if path is not None:
                yield path
