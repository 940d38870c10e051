"""Contours: drawn by one drag or point by point, at a height that the keys [ and ] change."""

import itertools
import math
from dataclasses import replace
from fractions import Fraction

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import Caption, Handles, Shape, Sketch
from app.tools.context import ToolContext
from app.tools.options import Choice, Flag, Option, Quantity
from app.tools.picking import Picker
from app.tools.shaping import LineTool, tidy_height
from app.tools.snapping import contour_ends, edge_point, ended_at_edge, nearest_of
from app.tools.strokes import ALT, CTRL, SHIFT
from app.tools.tool import Pointer, is_plain
from core.geometry.layout import Point
from core.geometry.lines import Line, Obstacles, dense, is_closed, kept_apart, simplified
from core.model.edits.contour_edits import drawn_contour, kind_at
from core.model.edits.motions import HighSide
from core.model.edits.properties import LEAST_HEIGHT, MOST_HEIGHT
from core.model.maps import Contour

USUAL_INTERVAL = Fraction(20)
"""Metres between contours on a map that does not say [TCS 4.01 8.1e]."""

TICK_EVERY, TICK = 0.45, 0.12
"""Hexes between the ticks that show the high side, and their length."""

_STEPS = {
    Qt.Key.Key_BracketRight: (1, False),
    Qt.Key.Key_BracketLeft: (-1, False),
    Qt.Key.Key_BraceRight: (1, True),
    Qt.Key.Key_BraceLeft: (-1, True),
}
"""Keys that step the height: which way, and whether by half an interval. Shift makes braces of brackets on most keyboards."""


def height_step(event: QKeyEvent) -> tuple[int, bool] | None:
    """Which way a key steps a height, and whether by half an interval; None for any other key."""
    step = _STEPS.get(Qt.Key(event.key()))
    if step is None or not is_plain(event):
        return None
    return step[0], step[1] or bool(event.modifiers() & SHIFT)


class ContourTool(LineTool):
    """Draws contours one after the other. Ends snap to open ends of the same height, which they join, and to the map's edge;
    Ctrl held lets them lie anywhere. Lines may be kept at a spacing from their neighbours.
    """

    id = "contour"
    icon = "contour"
    keys = "C"
    own_keys = ("[", "]", "{", "}", "X")

    def __init__(self, context: ToolContext, picker: Picker) -> None:
        super().__init__(context)
        self._picker = picker
        self.height = self.interval
        self.high: HighSide = None
        self.climbs = self.follows = False
        self.spacing = Fraction(1, 4)
        self._obstacles = Obstacles((), 1.0)

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Contour")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Drag, or click point by point and double-click to end; [ and ] change the height, with Shift by half an interval; "
            "X turns the high side, Ctrl does not snap, Alt+click takes the height of a line."
        )

    @property
    def interval(self) -> Fraction:
        """The contour interval in metres of the first map that has one."""
        intervals = [placed.sheet.contour_interval for placed in self.context.document.box.sheets]
        return next((each for each in intervals if each), USUAL_INTERVAL)

    @property
    def broken(self) -> bool:
        """Whether a line of the present height is a broken one, between two full intervals."""
        return kind_at(self.height, self.interval) == "broken"

    @property
    def options(self) -> tuple[Option, ...]:
        """Height, high side, climbing, following."""
        sides = (("", self.tr("As neighbours tell")), ("left", self.tr("Left")), ("right", self.tr("Right")))
        least, most, step = Fraction(LEAST_HEIGHT), Fraction(MOST_HEIGHT), self.interval / 2
        spacings = (Fraction(1, 20), Fraction(3), Fraction(1, 20))
        return (
            Quantity("height", self.tr("Height"), self.height, least, most, step, self.set_height, "m"),
            Choice("high", self.tr("Higher ground"), self.high or "", sides, self._set_high),
            Flag("climb", self.tr("Next line one interval higher"), self.climbs, self._set_climbs),
            Flag("follow", self.tr("Follow at spacing"), self.follows, self._set_follows),
            Quantity("spacing", self.tr("Spacing"), self.spacing, *spacings, self._set_spacing, self.tr("hexes")),
        )

    def set_height(self, height: Fraction) -> None:
        """Draws at another height from now on."""
        self.height = min(max(height, Fraction(LEAST_HEIGHT)), Fraction(MOST_HEIGHT))
        kind = self.tr("broken line") if self.broken else self.tr("solid line")
        self.context.status(f"{self.name}: {tidy_height(self.height)}, {kind}")
        self._changed()

    def _set_high(self, side: str) -> None:
        self.high = "left" if side == "left" else "right" if side == "right" else None
        self._changed()

    def _set_climbs(self, on: bool) -> None:
        self.climbs = on
        self._changed()

    def _set_follows(self, on: bool) -> None:
        self.follows = on
        self._changed()

    def _set_spacing(self, spacing: Fraction) -> None:
        self.spacing = spacing
        self._changed()

    def _changed(self) -> None:
        self.options_changed.emit()
        self.redraw()

    def begins(self, pointer: Pointer) -> bool:
        """Takes a height with Alt held, else begins a line; its neighbours are looked up once."""
        if not self.may_change("contours"):
            return False
        box = self.context.document.box
        if pointer.modifiers & ALT:
            for ref in self._picker.under(pointer, ("contours",)):
                item = box.item(ref)
                if isinstance(item, Contour):
                    self.set_height(item.height)
                    break
            return False
        if self.follows:
            lines = [
                tuple(map(placed.frame.to_plane, contour.line))
                for placed in box.sheets
                for contour in placed.sheet.contours
                if contour.height != self.height
            ]
            self._obstacles = Obstacles(lines, 1.5 * float(self.spacing))
        return True

    def snapped(self, pointer: Pointer) -> Point:
        """The start of the line, an open end of the same height, the map's edge, or just the point."""
        if self.follows and self.stroke.dragging:
            # The line ends where it was pushed to, which is not under the hand.
            pointer = replace(pointer, point=self.stroke.trail[-1])
        if pointer.modifiers & CTRL:
            return pointer.point
        start = self.near_start(pointer)
        if start is not None:
            return start
        box, kind = self.context.document.box, "broken" if self.broken else "solid"
        ends = contour_ends(box, lambda each: each.height == self.height and each.kind == kind)
        end = nearest_of(ends, pointer)
        if end is not None:
            return end
        edge = edge_point(box, pointer)
        return edge if edge is not None else pointer.point

    def way(self, last: Point, point: Point) -> Line:
        """Straight on, or around the neighbours that the line has to keep away from."""
        if not self.follows:
            return (point,)
        spacing = float(self.spacing)
        kept = kept_apart(dense((last, point), spacing / 2), self._obstacles, spacing)
        meant = self._pointer is not None and point != self._pointer.point
        # An end that has snapped is where it is, however near to others that may be.
        return (*kept[1:], point) if meant else kept[1:] or (last,)

    def hand_way(self, last: Point, point: Point) -> Line:
        """Along the hand, pushed away from neighbours."""
        if not self.follows:
            return (point,)
        return kept_apart((last, point), self._obstacles, self._roomy())[1:]

    def settled(self, pointer: Pointer, trail: Line) -> Line:
        """What is kept of a drag; a line at a spacing may only move by the room that was left for it."""
        if not self.follows:
            return super().settled(pointer, trail)
        return simplified(trail, self._slack())

    def _slack(self) -> float:
        return float(self.spacing) / 16

    def _roomy(self) -> float:
        return float(self.spacing) + self._slack()

    def picture(self, line: Line, pointer: Pointer) -> tuple[Shape, ...]:
        """The line, ticks on its high side, its points, and the height at the pointer."""
        end = line[-1] if line else pointer.point
        shapes: list[Shape] = [Sketch(line)] if len(line) > 1 else []
        ticks = self._ticks(line, self.context.document.box.sheets[0].frame.orientation == "rows")
        shapes += [Sketch(tick, "guide") for tick in ticks]
        if self.stroke:
            shapes.append(Handles(tuple(self.stroke.points[:1]) if self.stroke.dragging else tuple(self.stroke.points)))
        if end != pointer.point or self.near_start(pointer) is not None:
            shapes.append(Handles((end,), look="end"))
        words = tidy_height(self.height)
        if self.broken:
            words = self.tr("{height}, broken").replace("{height}", words)
        if self.follows:
            words = f"{words} · ≥ {float(self.spacing):g}"
        shapes.append(Caption(end if line else pointer.point, words))
        return tuple(shapes)

    def _ticks(self, line: Line, mirrored: bool) -> list[Line]:
        if self.high is None or len(line) < 2:
            return []
        left = (self.high == "left") != mirrored
        ticks: list[Line] = []
        gone, wanted = 0.0, TICK_EVERY / 2
        for a, b in itertools.pairwise(line):
            step = math.dist(a, b)
            while step and wanted <= gone + step:
                part = (wanted - gone) / step
                x, y = a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])
                turn = (TICK if left else -TICK) / step
                ticks.append(((x, y), (x - turn * (b[1] - a[1]), y + turn * (b[0] - a[0]))))
                wanted += TICK_EVERY
            gone += step
        return ticks

    def finish(self, line: Line) -> bool:
        """Puts the line onto the map; ends that were led beyond its edge end there."""
        box, line = self.box, ended_at_edge(self.box, line)
        if not self.commit(lambda: drawn_contour(box, line, self.height, self.broken, self.high)):
            return False
        kind = self.tr("closed") if is_closed(line) else self.tr("open")
        self.context.status(f"{self.name}: {tidy_height(self.height)}, {kind}")
        if self.climbs:
            self.set_height(self.height + self.interval)
        return True

    def wants(self, event: QKeyEvent) -> bool:
        """Brackets always, X while a line is drawn."""
        return height_step(event) is not None or (self._flips(event) and bool(self.stroke))

    @staticmethod
    def _flips(event: QKeyEvent) -> bool:
        return Qt.Key(event.key()) == Qt.Key.Key_X and is_plain(event)

    def key(self, event: QKeyEvent) -> bool:
        """Steps the height, turns the high side."""
        step = height_step(event)
        if step is not None:
            way, half = step
            self.set_height(self.height + way * (self.interval / 2 if half else self.interval))
            return True
        if self._flips(event) and self.stroke:
            self._set_high("right" if self.high == "left" else "left")
            return True
        return super().key(event)
