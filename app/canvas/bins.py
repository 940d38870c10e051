"""Squares of the scene in which prepared things are filed, so that painting a tile finds only what touches it.

Everything is filed under its owner, the item of a map that it is part of, and comes back in the order of owners: what an edit
takes out and puts in again is painted exactly as if the map had been prepared anew.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar

from PySide6.QtGui import QPainterPath, QPolygonF

from app.canvas.transform import HEX, Span, meets, widened

T = TypeVar("T")

BIN = 4 * HEX
"""The side of a square; a tile at normal zoom touches about ten."""


STAMP_BIN = 2 * HEX
"""The side of a square of small things, all of which are painted: smaller, so that little is painted beside a tile."""

Square = tuple[int, int]

Owner = tuple[Any, ...]
"""Whose a thing is: the position of its sheet, then the key of its item. All owners in one collection compare."""


class Piece(NamedTuple, Generic[T]):
    """A thing with its bounding rectangle. Pieces with equal `mark` look the same; None is like nothing else."""

    span: Span
    thing: T
    mark: Hashable = None


def squares(span: Span, side: float = BIN) -> Iterator[Square]:
    """The squares that a rectangle touches."""
    for column in range(int(span[0] // side), int(span[2] // side) + 1):
        for row in range(int(span[1] // side), int(span[3] // side) + 1):
            yield column, row


def changed_spans(old: Sequence[Piece[Any]], new: Sequence[Piece[Any]]) -> list[Span]:
    """The rectangles of the pieces that only one of two collections has.

    >>> changed_spans([Piece((0, 0, 1, 1), "a", 7), Piece((2, 2, 3, 3), "b", 8)], [Piece((0, 0, 1, 1), "c", 7)])
    [(2, 2, 3, 3)]
    """
    if not old or not new:
        return [piece.span for piece in (*old, *new)]
    before = Counter((piece.span, piece.mark) for piece in old if piece.mark is not None)
    after = Counter((piece.span, piece.mark) for piece in new if piece.mark is not None)
    marked = [span for span, _ in ((before - after) + (after - before))]
    return marked + [piece.span for piece in (*old, *new) if piece.mark is None]


_AT_ONCE = 40
"""Entries that are let go of between two steps, well below a millisecond."""


def emptied(*held: dict[Any, Any]) -> Iterator[None]:
    """Empties dicts in short steps: all that a large map has filed, let go of at once, would stop the window for long."""
    for each in held:
        while each:
            for _ in range(min(len(each), _AT_ONCE)):
                each.popitem()
            yield


@dataclass(slots=True)
class Bins(Generic[T]):
    """Things with bounding rectangles, found again in the order of their owners and then as they were filed."""

    _owned: dict[Owner, list[Piece[T]]] = field(default_factory=dict)
    _filed: dict[Square, dict[Owner, list[int]]] = field(default_factory=dict)

    def add(self, owner: Owner, span: Span, thing: T, mark: Hashable = None) -> None:
        """Files one more thing of an owner."""
        pieces = self._owned.setdefault(owner, [])
        for square in squares(span):
            self._filed.setdefault(square, {}).setdefault(owner, []).append(len(pieces))
        pieces.append(Piece(span, thing, mark))

    def put(self, owner: Owner, pieces: Iterable[Piece[T]] = ()) -> list[Span]:
        """Files all the things of an owner in place of those it had; returns the rectangles of those that differ."""
        old = self._owned.pop(owner, [])
        for square in {square for piece in old for square in squares(piece.span)}:
            held = self._filed[square]
            del held[owner]
            if not held:
                del self._filed[square]
        for piece in pieces:
            self.add(owner, *piece)
        return changed_spans(old, self._owned.get(owner, []))

    def of(self, owner: Owner) -> list[Piece[T]]:
        """What an owner has."""
        return self._owned.get(owner, [])

    def within(self, span: Span) -> Iterator[T]:
        """Things whose bounding rectangles touch `span`, in order."""
        for owner, numbers in self._found(span):
            pieces = self._owned[owner]
            for number in numbers:
                bounds, thing, _ = pieces[number]
                if meets(bounds, span):
                    yield thing

    def owners(self, span: Span) -> list[Owner]:
        """Those who have something whose bounding rectangle touches `span`, in order."""
        return [
            owner
            for owner, numbers in self._found(span)
            if any(meets(self._owned[owner][number].span, span) for number in numbers)
        ]

    def _found(self, span: Span) -> Iterator[tuple[Owner, list[int]]]:
        """Owners with the positions of their things in the squares that `span` touches, both in order."""
        found: dict[Owner, list[int]] = {}
        for square in squares(span):
            for owner, numbers in self._filed.get(square, _NOTHING).items():
                if owner in found:
                    found[owner] = sorted({*found[owner], *numbers})
                else:
                    found[owner] = numbers
        return iter(sorted(found.items(), key=_first))

    def dismantle(self) -> Iterator[None]:
        """Lets go of everything, in short steps."""
        return emptied(self._filed, self._owned)

    def __len__(self) -> int:
        return sum(map(len, self._owned.values()))


_NOTHING: dict[Owner, list[int]] = {}
_first = itemgetter(0)


@dataclass(slots=True)
class Squares(Generic[T]):
    """Small things with a place, by the square of side `side` that holds it."""

    side: float
    _things: dict[Square, dict[Owner, list[T]]] = field(default_factory=dict)
    _owned: dict[Owner, set[Square]] = field(default_factory=dict)

    def add(self, owner: Owner, x: float, y: float, thing: T) -> None:
        """Files a thing under its place."""
        square = int(x // self.side), int(y // self.side)
        self._things.setdefault(square, {}).setdefault(owner, []).append(thing)
        self._owned.setdefault(owner, set()).add(square)

    def drop(self, owner: Owner) -> None:
        """Forgets what an owner has."""
        for square in self._owned.pop(owner, ()):
            held = self._things[square]
            del held[owner]
            if not held:
                del self._things[square]

    def within(self, span: Span) -> Iterator[T]:
        """The things of all squares that touch `span`, square by square in the order of their owners."""
        for square in squares(span, self.side):
            yield from self.at(square)

    def at(self, square: Square) -> Iterator[T]:
        """The things of one square, in the order of their owners."""
        held = self._things.get(square)
        if held is not None:
            for owner in sorted(held) if len(held) > 1 else held:
                yield from held[owner]

    def squares_of(self, owner: Owner) -> Iterable[Square]:
        """Where an owner has something."""
        return self._owned.get(owner, ())

    def dismantle(self) -> Iterator[None]:
        """Lets go of everything, in short steps."""
        return emptied(self._things, self._owned)


class Stamps:
    """Small shapes of one look, painted as one path per square: the roofs of a village.

    A shape belongs to the square that holds its own point and may reach `reach` scene units out of it.
    """

    def __init__(self, reach: float) -> None:
        self._reach = reach
        self._shapes: Squares[QPolygonF] = Squares(HEX)
        self._paths: dict[Square, QPainterPath] = {}

    def add(self, owner: Owner, x: float, y: float, shape: QPolygonF) -> None:
        """Files a shape that stands at a scene point."""
        self._shapes.add(owner, x, y, shape)
        self._paths.pop((int(x // HEX), int(y // HEX)), None)

    def drop(self, owner: Owner) -> bool:
        """Forgets the shapes of an owner; whether there were any."""
        squares_of = tuple(self._shapes.squares_of(owner))
        for square in squares_of:
            self._paths.pop(square, None)
        self._shapes.drop(owner)
        return bool(squares_of)

    def within(self, span: Span) -> Iterator[QPainterPath]:
        """The paths whose shapes may touch `span`."""
        for square in squares(widened(span, self._reach), HEX):
            path = self._paths.get(square)
            if path is None:
                shapes = list(self._shapes.at(square))
                if not shapes:
                    continue
                path = self._paths[square] = QPainterPath()
                for shape in shapes:
                    path.addPolygon(shape)
            yield path

    def dismantle(self) -> Iterator[None]:
        """Lets go of everything, in short steps."""
        yield from emptied(self._paths)
        yield from self._shapes.dismantle()
