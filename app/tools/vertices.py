"""Vertices: the points of the selected lines and outlines, taken hold of one by one or together."""

import math
from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import Handles, Shape, Sketch
from app.tools.context import ToolContext
from app.tools.picking import Picker
from app.tools.shaping import DRAG_PX, ShapingTool, put_down
from app.tools.snapping import SNAP_PX, edge_point
from app.tools.strokes import CTRL, SHIFT
from app.tools.tool import Pointer, is_plain
from core.geometry.layout import Point
from core.geometry.lines import nearest
from core.model.edits.seams import MEETING
from core.model.edits.shape_edits import Vertex, lines_of, vertices, with_new_vertex, with_vertices, without_vertices
from core.model.maps import ItemRef

TAKE_PX = 9.0
"""Pixels from a vertex within which it is taken hold of."""

MOST_HANDLES = 4000
"""Vertices that are shown at once; of a larger selection only those of the item under the hand."""

NUDGE = 0.125
"""Hexes that an arrow key moves vertices."""

Held = tuple[ItemRef, Vertex]

_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}


class VerticesTool(ShapingTool):
    """Moves, inserts and deletes vertices. A click on a line or area that is not selected selects it; a drag from empty ground
    takes the vertices in a rectangle. While a vertex is dragged only its preview follows; letting go is one step.
    """

    id = "vertices"
    icon = "vertices"
    keys = "I"
    has_menu = True

    def __init__(self, context: ToolContext, picker: Picker) -> None:
        super().__init__(context)
        self._picker = picker
        self._active: frozenset[Held] = frozenset()
        self._from: Point | None = None
        self._grip: Held | None = None
        self._to: Point | None = None
        self._box_from: Point | None = None
        self._pointer: Pointer | None = None
        self._in_hand = False

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Edit vertices")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Click a line or area, then drag its points; double-click a segment to insert one, Delete takes out, Shift adds to "
            "the selected points, a drag from empty ground selects several; Ctrl does not snap."
        )

    @property
    def active(self) -> frozenset[Held]:
        """The vertices that are selected."""
        return self._active

    def start(self) -> None:
        """Shows the handles of what is selected."""
        if not self._in_hand:
            self._in_hand = True
            self.context.document.selection.changed.connect(self._follow)
        self._redraw()

    def stop(self) -> None:
        """Lets go of everything."""
        if self._in_hand:
            self._in_hand = False
            self.context.document.selection.changed.disconnect(self._follow)
        self._active = frozenset()
        super().stop()

    def _follow(self) -> None:
        """Other items are selected, or the selected ones have changed."""
        known = self._points()
        self._active = frozenset(each for each in self._active if each in known)
        if self._grip is not None and self._grip not in known:
            self._grip = self._from = self._to = None
        self._redraw()

    def _points(self) -> dict[Held, Point]:
        """Every vertex that can be taken hold of."""
        found: dict[Held, Point] = {}
        for ref in sorted(self.context.document.selection.refs, key=lambda ref: (ref.sheet, ref.section, str(ref.key))):
            mine = vertices(self.box, ref) if ref.section in ("contours", "areas", "paths") else {}
            if len(found) + len(mine) > MOST_HANDLES and found:
                break
            found |= {(ref, vertex): point for vertex, point in mine.items()}
        return found

    def _nearest(self, pointer: Pointer) -> Held | None:
        points = self._points()
        best = min(points, key=lambda held: math.dist(points[held], pointer.point), default=None)
        if best is not None and math.dist(points[best], pointer.point) <= TAKE_PX * pointer.reach:
            return best
        return None

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Takes hold of a vertex, selects an item, or begins a rectangle."""
        self._pointer = pointer
        held = self._nearest(pointer)
        if held is not None:
            if not self._may_change(held[0]):
                return
            if pointer.modifiers & SHIFT:
                self._active = self._active ^ {held}
            elif held not in self._active:
                self._active = frozenset({held})
            if held in self._active:
                self._grip, self._from, self._to = held, pointer.point, None
            self._redraw()
            return
        under = self._picker.under(pointer, ("paths", "contours", "areas"))
        selection = self.context.document.selection
        if under and under[0] not in selection.refs:
            selection.set(selection.refs | {under[0]} if pointer.modifiers & SHIFT else {under[0]})
            return
        self._box_from = pointer.point

    def pointer_moved(self, pointer: Pointer) -> None:
        """Drags, or widens the rectangle."""
        self._pointer = pointer
        if self._from is not None and self._grip is not None:
            if self._to is not None or math.dist(self._from, pointer.point) >= DRAG_PX * pointer.reach:
                self._to = self._snapped(pointer)
                self._redraw()
        elif self._box_from is not None:
            self._redraw()

    def pointer_released(self, pointer: Pointer) -> None:
        """Moves the vertices, or selects those in the rectangle."""
        self._pointer = pointer
        if self._grip is not None and self._to is not None:
            moved = self._moved()
            self._grip = self._from = self._to = None
            self._change(moved)
        elif self._box_from is not None:
            (ax, ay), (bx, by) = self._box_from, pointer.point
            within = {
                held
                for held, (x, y) in self._points().items()
                if min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)
            }
            clicked = math.dist(self._box_from, pointer.point) < DRAG_PX * pointer.reach
            if not clicked:
                self._active = self._active | within if pointer.modifiers & SHIFT else frozenset(within)
            elif not pointer.modifiers & SHIFT:
                self._active = frozenset()
        self._grip = self._from = self._to = self._box_from = None
        self._redraw()

    def double_pressed(self, pointer: Pointer) -> None:
        """Inserts a vertex on the nearest segment of what is selected."""
        self._grip = self._from = self._box_from = None
        if self._nearest(pointer) is not None:
            return
        best: tuple[float, ItemRef] | None = None
        for ref in {each for each, _ in self._points()}:
            away = min(nearest(line, pointer.point).distance for line in lines_of(self.box, ref))
            if away <= TAKE_PX * pointer.reach and (best is None or away < best[0]):
                best = away, ref
        if best is not None and self._may_change(best[1]):
            ref = best[1]
            made = self.made(lambda: with_new_vertex(self.box, ref, pointer.point))
            self._active = frozenset()
            if made is not None and self.do(made[0]):
                self._active = frozenset({(ref, made[1])})
            self._redraw()

    def _snapped(self, pointer: Pointer) -> Point:
        """Another vertex of any line nearby, the map's edge, or just the point."""
        if pointer.modifiers & CTRL:
            return pointer.point
        own, best = self._active, None
        reach = SNAP_PX * pointer.reach
        for ref in self._picker.under(pointer, ("paths", "contours", "areas")):
            for vertex, point in vertices(self.box, ref).items():
                away = math.dist(point, pointer.point)
                if away <= reach and (ref, vertex) not in own:
                    reach, best = away, point
        if best is None:
            best = edge_point(self.box, pointer)
        return best if best is not None else pointer.point

    def _moved(self) -> Mapping[ItemRef, dict[Vertex, Point]]:
        """Where the active vertices would come to lie."""
        if self._grip is None or self._to is None:
            return {}
        points = self._points()
        fixed = points[self._grip]
        return self._shifted((self._to[0] - fixed[0], self._to[1] - fixed[1]), points)

    def _shifted(self, by: Point, points: Mapping[Held, Point]) -> dict[ItemRef, dict[Vertex, Point]]:
        moved: dict[ItemRef, dict[Vertex, Point]] = {}
        for ref, vertex in self._active:
            x, y = points[ref, vertex]
            moved.setdefault(ref, {})[vertex] = (x + by[0], y + by[1])
        return moved

    def _change(self, moved: Mapping[ItemRef, dict[Vertex, Point]]) -> None:
        edit = self.made(lambda: with_vertices(self.box, moved)) if moved else None
        if edit is not None and self.do(edit) and not edit.items.keys() <= moved.keys():
            # Lines that were led over a seam have parts on other maps now; what was in hand is still in hand.
            selection = self.context.document.selection
            selection.set(selection.refs | put_down(edit))
            goals = [point for points in moved.values() for point in points.values()]
            points = self._points()
            self._active = frozenset(held for held in points if any(math.dist(points[held], goal) < MEETING for goal in goals))
            self._redraw()

    def _may_change(self, ref: ItemRef) -> bool:
        item = self.box.item(ref)
        return self.may_change(ref.section, getattr(item, "terrain", "") or getattr(item, "feature", ""))

    def wants(self, event: QKeyEvent) -> bool:
        """Delete while vertices are selected, Ctrl+A and Tab while some are shown."""
        key, some = Qt.Key(event.key()), bool(self.context.document.selection.refs)
        if key == Qt.Key.Key_Delete:
            return is_plain(event) and bool(self._active)
        return some and (self._steps_on(event) or self._is_all(event))

    @staticmethod
    def _steps_on(event: QKeyEvent) -> bool:
        return Qt.Key(event.key()) in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and is_plain(event)

    @staticmethod
    def _is_all(event: QKeyEvent) -> bool:
        return Qt.Key(event.key()) == Qt.Key.Key_A and event.modifiers() == CTRL

    def key(self, event: QKeyEvent) -> bool:
        """Delete takes the vertices out, arrows move them, Tab goes from one to the next, Ctrl+A takes all."""
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Delete and is_plain(event) and self._active:
            gone: dict[ItemRef, list[Vertex]] = {}
            for ref, vertex in self._active:
                gone.setdefault(ref, []).append(vertex)
            self._active = frozenset()
            self.commit(lambda: without_vertices(self.box, gone))
            return True
        if key in _ARROWS and self._active and is_plain(event):
            right, up = _ARROWS[key]
            step = 1.0 if event.modifiers() & SHIFT else NUDGE
            dx, dy = (right, up) if self.box.sheets[0].frame.orientation == "columns" else (up, right)
            self._change(self._shifted((dx * step, dy * step), self._points()))
            return True
        if self._steps_on(event) and self._points():
            self._next(-1 if key == Qt.Key.Key_Backtab else 1)
            return True
        if self._is_all(event) and self._points():
            self._active = frozenset(self._points())
            self._redraw()
            return True
        return False

    def _next(self, way: int) -> None:
        order = list(self._points())
        if order:
            now = next((order.index(each) for each in order if each in self._active), -1 if way > 0 else 0)
            self._active = frozenset({order[(now + way) % len(order)]})
            self._redraw()

    def cancel_gesture(self) -> bool:
        """Lets a drag or rectangle go."""
        under_way = self._to is not None or self._box_from is not None
        self._grip = self._from = self._to = self._box_from = None
        if under_way:
            self._redraw()
        return under_way

    def clear_result(self) -> bool:
        """Lets go of the vertices that are selected."""
        if not self._active:
            return False
        self._active = frozenset()
        self._redraw()
        return True

    def _redraw(self) -> None:
        if not self._in_hand:
            self.preview()
            return
        shapes: list[Shape] = []
        points = self._points()
        changed = self._moved()
        after = {**points, **{(ref, vertex): at for ref, each in changed.items() for vertex, at in each.items()}}
        for ref in {each for each, _ in points}:
            shapes += [Sketch(line, "selected") for line in lines_of(self.box, ref)]
        for ref in changed:
            shapes += [Sketch(line) for line in _lines_with(self, ref, changed[ref])]
        order = list(after)
        if order:
            active = frozenset(n for n, held in enumerate(order) if held in self._active)
            shapes.append(Handles(tuple(after[held] for held in order), active))
        if self._box_from is not None and self._pointer is not None:
            (ax, ay), (bx, by) = self._box_from, self._pointer.point
            shapes.append(Sketch(((ax, ay), (bx, ay), (bx, by), (ax, by), (ax, ay)), "guide"))
        self.preview(*shapes)


def _lines_with(tool: VerticesTool, ref: ItemRef, moved: Mapping[Vertex, Point]) -> tuple[tuple[Point, ...], ...]:
    """The lines of an item with some vertices elsewhere."""
    out = []
    for ring, line in enumerate(lines_of(tool.box, ref)):
        points = [moved.get(Vertex(ring, n), point) for n, point in enumerate(line)]
        if len(line) > 3 and line[0] == line[-1]:
            points[-1] = points[0]
        out.append(tuple(points))
    return tuple(out)
