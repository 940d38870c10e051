"""Spot elevations, low points of bottoms and place names."""

from collections import Counter
from collections.abc import Iterator

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath, QPen, Qt

from app.canvas.bins import Bins, Owner, Piece
from app.canvas.contours import height_text
from app.canvas.ground import Change, Ground, Printed
from app.canvas.layers import Exposure, Renderer
from app.canvas.letters import Label
from app.canvas.transform import HEX, Polyline, Span, path_of, span_of, widened
from core.model.maps import Cell


class Spots(Renderer):
    """Spot elevations as a dot with its height, and low points as an open triangle on its tip."""

    layer = "spots"

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._dots: Bins[tuple[float, float]] = Bins()
        self._heights: Bins[Label] = Bins()
        self._names: Bins[Label] = Bins()
        self._lows: Bins[QPainterPath] = Bins()
        self.version = 0
        """How often something has changed."""

    def prepare(self) -> Iterator[None]:
        """Files dots, heights and low points."""
        for printed in self._ground.items("spots"):
            self._file_spot(printed)
            yield
        for printed in self._ground.items("lows"):
            self._file_low(printed)
            yield

    def change(self, change: Change) -> list[Span]:
        """Files the changed ones anew."""
        self._ground = change.after
        spans: list[Span] = []
        for old, new in change.items("spots"):
            if old is not None:
                for bins in (self._dots, self._heights, self._names):
                    spans += bins.put(old.owner)
            if new is not None:
                spans += self._file_spot(new)
        for old, new in change.items("lows"):
            if old is not None:
                spans += self._lows.put(old.owner)
            if new is not None:
                spans += self._file_low(new)
        self.version += bool(spans)
        return spans

    def spans_in(self, span: Span) -> Iterator[Span]:
        """Where heights and names are written that touch a rectangle."""
        for bins in (self._heights, self._names):
            yield from (label.span for label in bins.within(span))

    def _file_spot(self, printed: Printed) -> list[Span]:
        style, spot, edge = self._ground.style.spots, printed.item, printed.edge
        x, y = self._ground.transform.xy(printed.placed.frame.to_plane(spot.at))
        if not _holds(edge, x, y):
            return []
        spans = self._dots.put(printed.owner, [Piece(span_of([(x, y)], style.dot), (x, y))])
        text = height_text(spot.height)
        label = Label(style.letters, text, (x + style.dot / 2 + style.gap, y), start=True)
        if label.span[2] > edge[2]:
            label = Label(style.letters, text, (2 * x - label.span[2], y), start=True)
        spans += self._heights.put(printed.owner, [Piece(label.span, label)])
        if spot.name:
            under = Label(style.name, spot.name, (x, y + style.dot + style.letters.size))
            spans += self._names.put(printed.owner, [Piece(under.span, under)])
        return spans

    def _file_low(self, printed: Printed) -> list[Span]:
        x, y = self._ground.transform.xy(printed.placed.frame.to_plane(printed.item.at))
        half = self._ground.style.spots.low_size / 2
        points = [(x, y + half), (x - half, y - half), (x + half, y - half), (x, y + half)]
        if not _holds(printed.edge, x, y):
            return []
        return self._lows.put(printed.owner, [Piece(span_of(points), path_of(points))])

    def dismantle(self) -> Iterator[None]:
        """Lets go of dots, heights and low points."""
        for bins in (self._dots, self._heights, self._names, self._lows):
            yield from bins.dismantle()

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints low points, dots and heights, and their names when close."""
        style = self._ground.style.spots
        if exposure.hex_px < style.from_px:
            return
        for path in self._lows.within(widened(exposure.span, style.low_size)):
            painter.strokePath(path, exposure.pen(style.low))
        painter.setPen(QPen(Qt.PenStyle.NoPen))
        painter.setBrush(style.letters.colour)
        for x, y in self._dots.within(exposure.span):
            painter.drawEllipse(QPointF(x, y), style.dot / 2, style.dot / 2)
        for label in self._heights.within(exposure.span):
            label.paint(painter)
        if exposure.hex_px >= style.name_from_px:
            for label in self._names.within(exposure.span):
                label.paint(painter)


class Names(Renderer):
    """Place names: on the sheet where it says, and in the hexes that have a name."""

    layer = "names"

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._labels: Bins[tuple[float, Label]] = Bins()
        self._said = [Counter[str]() for _ in ground.sheets]
        self._cells: list[dict[str, set[Cell]]] = [{} for _ in ground.sheets]
        self.version = 0
        """How often names have changed."""

    def prepare(self) -> Iterator[None]:
        """Files the names; a name that the sheet prints itself is not printed again in its hex."""
        for printed in self._ground.items("names"):
            self._said[printed.owner[0]][printed.item.text] += 1
            self._file_name(printed)
            yield
        for printed in self._ground.items("hexes"):
            self._count_cell(printed, 1)
        for number, cells in enumerate(self._cells):
            for text in cells:
                self._file_hex_name(number, text)
                yield

    def change(self, change: Change) -> list[Span]:
        """Files the changed names anew, and those of hexes for which a name of the sheet stands or has stood."""
        self._ground = change.after
        spans: list[Span] = []
        texts: set[tuple[int, str]] = set()
        for old, new in change.items("names"):
            for printed, step in ((old, -1), (new, 1)):
                if printed is not None:
                    self._said[printed.owner[0]][printed.item.text] += step
                    texts.add((printed.owner[0], printed.item.text))
            if old is not None:
                spans += self._labels.put(_of_sheet(old))
            if new is not None:
                spans += self._file_name(new)
        for old, new in change.items("hexes"):
            for printed, step in ((old, -1), (new, 1)):
                if printed is not None and printed.item.name:
                    self._count_cell(printed, step)
                    texts.add((printed.owner[0], printed.item.name))
        for number, text in sorted(texts):
            spans += self._file_hex_name(number, text)
        self.version += bool(spans)
        return spans

    def spans_in(self, span: Span) -> Iterator[Span]:
        """Where names are written that touch a rectangle."""
        for _, label in self._labels.within(span):
            yield label.span

    def corners_in(self, span: Span) -> Iterator[Polyline]:
        """The corners of the names that touch a rectangle, turned as they are."""
        for _, label in self._labels.within(span):
            yield label.corners

    def _count_cell(self, printed: Printed, step: int) -> None:
        number, cell = printed.owner
        if printed.item.name:
            cells = self._cells[number].setdefault(printed.item.name, set())
            (cells.add if step > 0 else cells.discard)(cell)

    def _file_name(self, printed: Printed) -> list[Span]:
        name, size = printed.item, printed.item.size * HEX
        at = self._ground.transform.xy(printed.placed.frame.to_plane(name.at))
        label = Label(self._ground.style.names.letters, name.text, at, -name.angle, size)
        return self._labels.put(_of_sheet(printed), [Piece(label.span, (size, label))])

    def _file_hex_name(self, number: int, text: str) -> list[Span]:
        """Prints the name of hexes once, in the first of them, unless the sheet prints it itself."""
        owner = number, 1, text
        cells = self._cells[number].get(text)
        if not cells or self._said[number][text] > 0:
            return self._labels.put(owner)
        letters = self._ground.style.names.letters
        centre = self._ground.transform.centre(self._ground.sheets[number].frame.hex(*min(cells)))
        label = Label(letters, text, centre)
        return self._labels.put(owner, [Piece(label.span, (letters.size, label))])

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints the names that are large enough to be read."""
        least = self._ground.style.names.least_letter_px
        for size, label in self._labels.within(exposure.span):
            if size / HEX * exposure.hex_px >= least:
                label.paint(painter)


def _of_sheet(printed: Printed) -> Owner:
    """The owner of a name of a sheet, which is painted before those of hexes."""
    number, key = printed.owner
    return number, 0, key


def _holds(edge: Span, x: float, y: float) -> bool:
    return edge[0] <= x <= edge[2] and edge[1] <= y <= edge[3]
