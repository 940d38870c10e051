"""Contour lines with their labels: turned along the line, never on their heads, in a gap of the line."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from PySide6.QtGui import QPainter, QPainterPath, Qt

from app.canvas.areas import OVERHANG
from app.canvas.bins import Bins, Piece, Square, emptied
from app.canvas.ground import Change, Changed, Ground, Printed
from app.canvas.label_places import LabelPlaces, Run, RunId, contour_runs, label_room, square_of
from app.canvas.layers import Exposure, Renderer
from app.canvas.letters import Label, text_width
from app.canvas.pieces import LinePiece, line_pieces
from app.canvas.polylines import clipped, cut, thinned, upright
from app.canvas.style import ContourStyle, Lettering, Stroke
from app.canvas.transform import HEX, Span, to_rect, widened
from app.canvas.underlay import scan_rooms
from core.model.maps import Contour, Section

_FAR = HEX / 40
"""Points of a contour that stand nearer to each other are left out when the map is seen from afar."""

_IN_THE_WAY: tuple[Section, ...] = ("paths", "hexes", "spots", "names")
"""The sections whose items labels keep off."""


_VILLAGE = [(k * HEX / 6, 0.0) for k in range(-2, 3)] + [(0.0, k * HEX / 6) for k in (-2, -1, 1, 2)]
"""What labels keep off in a village: points around its middle."""


@dataclass
class _Lines:
    """Contour lines of one look, whole for the view from afar and with gaps for labels."""

    stroke: Stroke
    whole: Bins[tuple[float, QPainterPath]] = field(default_factory=Bins)
    gapped: Bins[tuple[float, QPainterPath]] = field(default_factory=Bins)

    def dismantle(self) -> Iterator[None]:
        """Lets go of everything, in short steps."""
        yield from self.whole.dismantle()
        yield from self.gapped.dismantle()


@dataclass(frozen=True)
class _Print:
    """How a contour is printed: the name of its look, and the text and letters of its labels."""

    look: str
    text: str
    letters: Lettering


class Contours(Renderer):
    """All contour lines."""

    layer = "contours"

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._style: ContourStyle = ground.style.contours
        self._lines = {name: _Lines(getattr(self._style, name)) for name in ("plain", "index", "broken")}
        self._labels: Bins[Label] = Bins()
        self._places = LabelPlaces()
        self._runs: dict[tuple[int, int], tuple[_Print, list[RunId]]] = {}

    @property
    def labels(self) -> int:
        """How many labels stand on the map."""
        return len(self._labels)

    def prepare(self) -> Iterator[None]:
        """Files the lines and finds places for their labels, away from roads, villages, spots and names."""
        for section in _IN_THE_WAY:
            for printed in self._ground.items(section):
                self._avoid(section, printed)
                yield
        for printed in (*self._ground.items("contours"), *self._ground.from_beside("contours")):
            names, _ = self._take(printed.owner, printed)
            for _ in self._places.settle(names):
                yield
            for name in sorted(names):
                self._file(name)
                yield

    def change(self, change: Change) -> list[Span]:
        """Files the changed lines anew, and finds other places for the labels to which something else is in the way now."""
        self._ground = change.after
        squares: set[Square] = set()
        for section in _IN_THE_WAY:
            for changed in change.items(section):
                if changed.new is not None:
                    squares |= self._avoid(section, changed.new)
                else:
                    squares |= self._places.avoid((section, *changed.owner), [], 0.0)
        unsettled: set[RunId] = set()
        unfiled: set[RunId] = set()
        spans: list[Span] = []
        for old, new in change.items("contours"):
            names, gone = self._take(Changed(old, new).owner, new, spans)
            unfiled |= names
            unsettled |= names | gone
        unsettled |= self._places.trying(squares)
        moved = set(self._places.settle(unsettled))
        for name in sorted(unfiled | moved):
            spans += self._file(name) if name in unfiled else self._file_labels(name)
        return spans

    def _avoid(self, section: Section, printed: Printed) -> set[Square]:
        """Has labels keep off an item; returns the squares in which that is something new."""
        placed, item, transform = printed.placed, printed.item, self._ground.transform
        owner = (section, *printed.owner)
        match section:
            case "paths":
                return self._places.avoid(owner, self._ground.line(placed, item.line), 1.0)
            case "hexes":
                x, y = transform.centre(placed.frame.hex(*printed.owner[1]))
                return self._places.avoid_squares(owner, frozenset(square_of((x + dx, y + dy)) for dx, dy in _VILLAGE), 2.0)
            case "spots":
                x, y = transform.xy(placed.frame.to_plane(item.at))
                return self._places.avoid(owner, [(x, y), (x + HEX / 3, y)], 4.0)
            case _:
                x, y = transform.xy(placed.frame.to_plane(item.at))
                reach = item.size * len(item.text) * HEX * 0.3
                return self._places.avoid(owner, [(x - reach, y), (x + reach, y)], 2.0)

    def _take(
        self, owner: tuple[int, int], printed: Printed | None, spans: list[Span] | None = None
    ) -> tuple[set[RunId], set[RunId]]:
        """Takes the runs of a line in place of those it had, as far as they differ; `spans` gets what is seen no more.

        Returns the runs that are new, and those of other lines whose labels may stand better now.
        """
        look, held = self._runs.pop(owner, (None, []))
        runs: dict[RunId, Run] = {}
        now = None
        if printed is not None:
            now = self._print(printed)
            runs = {(*owner, *name): run for name, run in self._cut(printed, now)}
            self._runs[owner] = now, sorted(runs)
        freed: set[RunId] = set()
        for name in held:
            run, other = self._places.runs[name], runs.get(name)
            if other is not None and look == now and _alike(run, other):
                del runs[name]
                continue
            freed |= self._places.drop(name)
            if look is not None and (other is None or now is None or look.look != now.look):
                gone = self._unfile(name, look)
                if spans is not None:
                    spans += gone
        for name, run in runs.items():
            self._places.add(name, run)
        return set(runs), freed

    def _print(self, printed: Printed) -> _Print:
        contour: Contour = printed.item
        index = is_index(contour.height, printed.placed.sheet.contour_interval, self._style.index_every)
        look = "broken" if contour.kind == "broken" else "index" if index else "plain"
        letters = self._style.index_label if look == "index" else self._style.label
        return _Print(look, height_text(contour.height), letters)

    def _cut(self, printed: Printed, look: _Print) -> Iterator[tuple[tuple[Square, int], Run]]:
        line = self._ground.line(printed.placed, printed.item.line)
        room = text_width(look.letters, look.text) + 2 * self._style.label_clear
        every = self._style.index_label_every if look.look == "index" else self._style.label_every
        pieces = clipped(line, widened(printed.edge, OVERHANG))
        return contour_runs(pieces, room, every, label_room(printed.edge, room))

    def _file(self, name: RunId) -> list[Span]:
        """Files one run with its labels; returns where it differs from what was filed before."""
        lines = self._lines[self._runs[name[:2]][0].look]
        far = line_pieces(thinned(self._places.runs[name].line, _FAR), bool(lines.stroke.dash))
        return lines.whole.put(name, far) + self._file_labels(name)

    def _file_labels(self, name: RunId) -> list[Span]:
        """Files the labels of a run and the line between them; returns where that differs from what was filed before."""
        run = self._places.runs[name]
        look = self._runs[name[:2]][0]
        lines = self._lines[look.look]
        half = run.room / 2
        gaps = [(middle - half, middle + half) for middle in run.middles]
        spans = lines.gapped.put(name, _with_gaps(run, gaps, bool(lines.stroke.dash)))
        return spans + self._labels.put(name, [_label(run, middle, look) for middle in run.middles])

    def _unfile(self, name: RunId, look: _Print) -> list[Span]:
        lines = self._lines[look.look]
        return lines.gapped.put(name) + lines.whole.put(name) + self._labels.put(name)

    def dismantle(self) -> Iterator[None]:
        """Lets go of lines and labels."""
        yield from emptied(self._runs)
        for lines in self._lines.values():
            yield from lines.dismantle()
        yield from self._labels.dismantle()
        yield from self._places.dismantle()

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints the lines: near with gaps and labels, from afar whole and with fewer points."""
        near = exposure.hex_px >= self._style.labels_from_px
        painter.setBrush(Qt.BrushStyle.NoBrush)
        self._paint_lines(painter, exposure, near)
        seen = to_rect(exposure.span)
        for room in scan_rooms(self._ground) if exposure.scans else ():
            if room.intersects(seen):
                painter.save()
                painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
                self._paint_lines(painter, exposure, near, self._style.scan_casing)
                self._paint_lines(painter, exposure, near, factor=self._style.scan_factor)
                painter.restore()
        if near:
            for label in self._labels.within(exposure.span):
                label.paint(painter)

    def _paint_lines(
        self, painter: QPainter, exposure: Exposure, near: bool, casing: Stroke | None = None, factor: float = 1.0
    ) -> None:
        """Paints all lines in their own strokes, so many times as wide, or all with the same stroke."""
        for lines in self._lines.values():
            own = lines.stroke
            stroke = casing or replace(own, width=own.width * factor, least_px=own.least_px * factor)
            span = widened(exposure.span, exposure.width(stroke))
            # One by one: Qt strokes many short lines faster than one path of them all.
            pens = exposure.pens(stroke)
            for start, path in (lines.gapped if near else lines.whole).within(span):
                painter.strokePath(path, pens(start))


def is_index(height: Fraction, interval: Fraction | None, every: int) -> bool:
    """Whether a line is one of those drawn stronger: every fifth, counted from sea level.

    >>> is_index(Fraction(100), Fraction(20), 5), is_index(Fraction(80), Fraction(20), 5), is_index(Fraction(100), None, 5)
    (True, False, False)
    """
    return interval is not None and interval > 0 and height % (every * interval) == 0


def height_text(height: Fraction) -> str:
    """A height as it is printed: whole metres, else one decimal.

    >>> height_text(Fraction(120)), height_text(Fraction(125, 2))
    ('120', '62.5')
    """
    return f"{float(height):.1f}".removesuffix(".0")


def _alike(a: Run, b: Run) -> bool:
    """Whether two runs have the same line and ask for the same labels."""
    return (a.room, a.every, a.inner, a.labelled) == (b.room, b.every, b.inner, b.labelled) and a.line == b.line


def _label(run: Run, middle: float, look: _Print) -> Piece[Label]:
    (ax, ay), (x, y), (bx, by) = run.spot(middle)
    # A label stands on the mean of the curve and its chord, so that it sits well in a bend.
    place = ((x + (ax + bx) / 2) / 2, (y + (ay + by) / 2) / 2)
    label = Label(look.letters, look.text, place, math.degrees(upright(math.atan2(by - ay, bx - ax))))
    return Piece(label.span, label, (look.text, place, ax, ay, bx, by))


def _with_gaps(run: Run, gaps: Iterable[tuple[float, float]], dashed: bool) -> Iterator[LinePiece]:
    """The pieces of a run outside its labels."""
    for start, end in _between(list(gaps), run.along[-1]):
        yield from line_pieces(cut(run.line, run.along, start, end), dashed, start)


def _between(gaps: list[tuple[float, float]], whole: float) -> Iterator[tuple[float, float]]:
    start = 0.0
    for low, high in gaps:
        if low > start:
            yield start, low
        start = high
    if whole > start:
        yield start, whole
