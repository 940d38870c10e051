"""Lines cut into pieces to be filed, so that painting a part of a long line does not stroke all of it."""

from collections.abc import Iterator

from PySide6.QtGui import QPainterPath

from app.canvas.bins import Piece
from app.canvas.polylines import chunks, lengths
from app.canvas.transform import Polyline, path_of, span_of

LinePiece = Piece[tuple[float, QPainterPath]]
"""A part of a line: the length of the line before it, and its path."""


def line_pieces(line: Polyline, dashed: bool, start: float = 0.0) -> Iterator[LinePiece]:
    """The pieces of a line that begins at a length `start`. Where a dashed line begins is seen, in a solid one it is not."""
    along = lengths(line)
    for first, part in chunks(line):
        before = start + along[first]
        yield Piece(span_of(part), (before, path_of(part)), (tuple(part), before if dashed else 0.0))
