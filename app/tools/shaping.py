"""What the tools that draw lines and outlines have in common: previews, one edit on release, a line under the hand."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import Shape
from app.tools.context import ToolContext
from app.tools.drawing import DrawTool
from app.tools.snapping import on_map
from app.tools.tool import Pointer
from core.base.errors import WrongUse
from core.geometry.layout import Point
from core.geometry.lines import Line, drawn_by_hand, length
from core.model.edits.edit import Edit
from core.model.maps import ItemRef

DRAG_PX = 4.0
"""Pixels that the pointer moves, held, before a press becomes a drag."""

BACK_PX = 10.0
"""Pixels from the start of a line at which it closes."""

SAMPLE_PX = 2.0
"""Pixels between two points that are kept of a drag."""

CALM_PX = 2.5
"""Pixels by which a hand trembles."""

Made = TypeVar("Made")

ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class ShapingTool(DrawTool):
    """A tool that changes items of the map: its edits go through one place, where what is impossible becomes a sentence."""

    def commit(self, make: Callable[[], Edit | None], select: bool = False) -> bool:
        """Does an edit; with `select` what it puts onto the map is selected. False when nothing could be done."""
        edit = self.made(make)
        if edit is None:
            return False
        done = self.do(edit)
        if done and select:
            self.context.document.selection.set(put_down(edit))
        return done

    def made(self, make: Callable[[], Made | None]) -> Made | None:
        """What `make` gives; None for what is impossible, and the status bar says why."""
        try:
            return make()
        except WrongUse as error:
            self.context.status(str(error))
            return None


def put_down(edit: Edit) -> frozenset[ItemRef]:
    """The items that an edit puts onto the map or changes there."""
    items = getattr(edit, "items", {})
    return frozenset(ref for ref, item in items.items() if item is not None)


class Stroke:
    """A line as it grows: point by point, or along a drag."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.trail: list[Point] = []
        self._marks: list[int] = []
        self._pressed: Point | None = None

    def __bool__(self) -> bool:
        return bool(self.points)

    @property
    def dragging(self) -> bool:
        """Whether the line follows the hand now."""
        return len(self.trail) > 1

    @property
    def clicks(self) -> int:
        """How many times a point was set or a drag begun."""
        return len(self._marks)

    def press(self, point: Point, hand: Point) -> None:
        """A point is set; `hand` is where the pointer is, which may have snapped elsewhere."""
        self._marks.append(len(self.points))
        if not self.points or self.points[-1] != point:
            self.points.append(point)
        self.trail, self._pressed = [point], hand

    def drag(self, pointer: Pointer) -> bool:
        """The pointer moves while the button is held; whether that makes the line longer."""
        if self._pressed is None:
            return False
        if not self.dragging and math.dist(self._pressed, pointer.point) < DRAG_PX * pointer.reach:
            return False
        return math.dist(self.trail[-1], pointer.point) >= SAMPLE_PX * pointer.reach

    def release(self, settle: Callable[[Line], Line], end: Point | None = None) -> bool:
        """The button goes up; `end` is where the drag snaps to. Whether it was a drag."""
        dragged = self.dragging
        if dragged:
            trail = tuple(self.trail) if end is None else (*self.trail[:-1], end)
            # A ring drawn at one go may be rounded at its start, too, and then begins elsewhere.
            self.points[-1:] = settle(trail)
        self.trail, self._pressed = [], None
        return dragged

    def line(self, end: Point | None = None) -> Line:
        """The points set and the drag under way, and on to `end`."""
        line = (*self.points, *self.trail[1:])
        return (*line, end) if end is not None and not self.dragging and (not line or line[-1] != end) else line

    def take_back(self) -> None:
        """Takes back the last point or drag."""
        del self.points[self._marks.pop() :]
        self.trail, self._pressed = [], None

    def clear(self) -> None:
        """Begins anew."""
        self.points, self.trail, self._marks, self._pressed = [], [], [], None


class LineTool(ShapingTool):
    """A tool that draws a line or a ring: point by point until a double click or Enter, or by one drag.

    Subclasses say where a point snaps to (`snapped`), what is drawn of the line (`picture`), and what becomes of it (`finish`).
    """

    least = 2
    """Points of the shortest line."""

    measures = False
    """Whether the tool leaves the map as it is, so that its line may lie anywhere."""

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self.stroke = Stroke()
        self._pointer: Pointer | None = None

    def begins(self, pointer: Pointer) -> bool:
        """Whether a line may be begun."""
        return True

    def snapped(self, pointer: Pointer) -> Point:
        """The point that is meant at the pointer."""
        return pointer.point

    def picture(self, line: Line, pointer: Pointer) -> tuple[Shape, ...]:
        """What is seen of the line as it is now."""
        raise NotImplementedError

    def finish(self, line: Line) -> bool:
        """Puts the line onto the map; False when that could not be done."""
        raise NotImplementedError

    def ends(self, point: Point) -> bool:
        """Whether a point ends the line, such as the one where it began."""
        return len(self.stroke.points) >= 3 and point == self.stroke.points[0]

    def freehand(self) -> bool:
        """Whether a drag draws."""
        return True

    def way(self, last: Point, point: Point) -> Line:
        """The points from the last one on to a new one."""
        return (point,)

    def hand_way(self, last: Point, point: Point) -> Line:
        """The points from the last one of a drag on to where the hand is now."""
        return (point,)

    def settled(self, pointer: Pointer, trail: Line) -> Line:
        """What is kept of a drag; its ends stay."""
        return drawn_by_hand(trail, CALM_PX * pointer.reach)

    def near_start(self, pointer: Pointer) -> Point | None:
        """The first point of the line, when the pointer has come back to it."""
        stroke = self.stroke
        far = stroke.dragging and length(stroke.line()) > 4 * BACK_PX * pointer.reach
        if not stroke or not (far or len(stroke.points) >= 3):
            return None
        start = stroke.points[0]
        return start if math.dist(start, pointer.point) <= BACK_PX * pointer.reach else None

    def point_at(self, place: object) -> None:
        """The mouse has left the map: nothing is about to be drawn there."""
        if place is None and not self.stroke:
            self._pointer = None
            self.preview()

    def pointer_moved(self, pointer: Pointer) -> None:
        """Shows what a click would draw, or draws along a drag."""
        self._pointer = pointer
        if pointer.held and self.stroke and self.freehand() and self.stroke.drag(pointer):
            self.stroke.trail += self.hand_way(self.stroke.trail[-1], pointer.point)
        self.redraw()

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Sets a point."""
        self._pointer = pointer
        if not self.stroke and not self.begins(pointer):
            return
        point = self.snapped(pointer)
        if self.stroke and self.ends(point):
            self._extend(point, pointer)
            if self.stroke.points[-1] != point:
                self.stroke.points.append(point)
            self._finish()
            return
        self._extend(point, pointer)
        self.redraw()

    def _extend(self, point: Point, pointer: Pointer) -> None:
        if self.stroke and self.stroke.points[-1] != point:
            way = self.way(self.stroke.points[-1], point)
            self.stroke.press(way[0], pointer.point)
            self.stroke.points += way[1:]
            self.stroke.trail = [self.stroke.points[-1]]
        else:
            self.stroke.press(point, pointer.point)

    def pointer_released(self, pointer: Pointer) -> None:
        """Ends a drag; a line that was begun by it is finished."""
        self._pointer = pointer
        if not self.stroke:
            return
        whole = self.stroke.clicks == 1
        end = self.snapped(pointer) if self.stroke.dragging else None
        if end == pointer.point and self.near_start(pointer) is None:
            # Nothing is there to snap to: the line ends where it was led, which need not be under the hand.
            end = None
        if self.stroke.release(partial(self.settled, pointer), end) and (whole or (end is not None and self.ends(end))):
            self._finish()
        else:
            self.redraw()

    def double_pressed(self, pointer: Pointer) -> None:
        """Ends a line of points."""
        if not self.stroke:
            self.pointer_pressed(pointer)
            return
        point = self.snapped(pointer)
        if math.dist(point, self.stroke.points[-1]) > DRAG_PX * pointer.reach:
            self._extend(point, pointer)
        self._finish()

    def key(self, event: QKeyEvent) -> bool:
        """Enter ends a line that is drawn with the mouse; with the keyboard it sets points, and Ctrl+Enter ends."""
        if Qt.Key(event.key()) in ENTER and self.stroke and self.context.canvas.cursor is None:
            self._finish()
            return True
        return False

    def take_back(self) -> bool:
        """Takes back the last point."""
        if not self.stroke:
            return False
        self.stroke.take_back()
        self.redraw()
        return True

    def cancel_gesture(self) -> bool:
        """Gives the line up."""
        if not self.stroke:
            self.preview()
            return False
        self.stroke.clear()
        self.preview()
        return True

    def stop(self) -> None:
        """Another tool is chosen."""
        super().stop()
        self._pointer = None

    def redraw(self) -> None:
        """Shows the line as it is now."""
        if self._pointer is None:
            return
        end = self.snapped(self._pointer)
        if self.stroke.points and not self.stroke.dragging:
            line = (*self.stroke.points, *self.way(self.stroke.points[-1], end))
        else:
            line = self.stroke.line(end)
        self.preview(*self.picture(line, self._pointer))

    def _finish(self) -> None:
        line = tuple(self.stroke.points)
        if len(line) >= self.least and not self.measures and not on_map(self.box, line):
            self.context.status(self.tr("What is drawn lies off the map; take it back with Backspace or Escape."))
            self.redraw()
        elif len(line) >= self.least and self.finish(line):
            self.stroke.clear()
            self.redraw()
        else:
            if len(line) < self.least:
                self.context.status(self.tr("Set at least {count} points.").replace("{count}", str(self.least)))
            if self.stroke.clicks == 1 and len(line) > 1:
                # Nothing of a single drag can be taken back but all of it.
                self.stroke.clear()
            self.redraw()


def tidy_height(height: Fraction) -> str:
    """A height in metres as it is printed: no needless decimals."""
    return f"{float(height):g} m"
