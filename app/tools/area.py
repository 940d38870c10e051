"""Areas: woods, lakes and the like, point by point, by a drag, or along hexsides; and holes cut out of them."""

from collections.abc import Mapping
from functools import partial

from app.canvas.shapes import Caption, Handles, Shape, Sketch
from app.tools.context import ToolContext
from app.tools.options import Choice, Flag, Option, Words
from app.tools.picking import Picker, kind_of
from app.tools.shaping import LineTool
from app.tools.strokes import ALT, CTRL
from app.tools.terrain_picks import TerrainPicks, TerrainTool
from app.tools.tool import Pointer
from core.geometry.layout import LatticePoint, Point, to_lattice, to_plane
from core.geometry.lines import Line, crosses_itself, dense, signed_area, untangled, without_spikes
from core.geometry.outlines import chain, ends_of, nearest_corner
from core.model.edits.shape_edits import closed_ring, drawn_area, recut, whole_area, with_hole
from core.model.maps import Area, Item, ItemRef, Polygon

FREE, SIDES = "free", "sides"

LOOK_EVERY = 0.2
"""Hexes along the outline between two looks for the area that it is to be cut out of."""

CUT = "cut_outline"
"""The job that cuts outlines out of another one (app.workers.jobs)."""


class AreaTool(TerrainTool, LineTool):
    """Draws areas. With Alt held at the start, or the option on, what is drawn is cut out of the area under it: a ring wholly
    inside becomes a hole at once, any other is cut by the worker process.
    """

    id = "area"
    icon = "area"
    keys = "A"
    least = 3

    def __init__(self, context: ToolContext, picks: TerrainPicks, picker: Picker) -> None:
        super().__init__(context, picks)
        self._picker = picker
        self._name = ""
        self._cuts = self._cutting = False
        self.mode = FREE

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Area")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Drag around, or click point by point and double-click to end; along hexsides the points are corners; "
            "with Alt it is cut out of the area under it."
        )

    @property
    def options(self) -> tuple[Option, ...]:
        """Terrain, course, cutting, name."""
        modes = ((FREE, self.tr("Free")), (SIDES, self.tr("Along hexsides")))
        return (
            self.terrain_option(self.tr("Terrain")),
            Choice("mode", self.tr("Outline"), self.mode, modes, self._set_mode),
            Flag("cut", self.tr("Cut out"), self._cuts, self._set_cuts),
            Words("name", self.tr("Name"), self._name, self._set_name),
        )

    def _set_mode(self, mode: str) -> None:
        self.cancel_gesture()
        self.mode = SIDES if mode == SIDES else FREE
        self._changed()

    def _set_cuts(self, on: bool) -> None:
        self._cuts = on
        self._changed()

    def _set_name(self, name: str) -> None:
        self._name = name
        self._changed()

    def terrain_taken(self) -> None:
        """What is being drawn is shown in the kind that was chosen."""
        self._changed()

    def _changed(self) -> None:
        self.options_changed.emit()
        self.redraw()

    def begins(self, pointer: Pointer) -> bool:
        """An area can be begun where there are kinds of them and their layer can be changed."""
        self._cutting = self._cuts or bool(pointer.modifiers & ALT)
        if self._cutting:
            return True
        if not self.terrain:
            self.context.status(self.tr("The terrain of this box knows no areas. Add woods or lakes to it first."))
            return False
        return self.may_change("areas", self.terrain)

    def snapped(self, pointer: Pointer) -> Point:
        """The start of the ring, the nearest corner of a hex, or just the point."""
        if self.mode == SIDES:
            return to_plane(_corner(pointer.point))
        if pointer.modifiers & CTRL:
            return pointer.point
        start = self.near_start(pointer)
        return start if start is not None else pointer.point

    def way(self, last: Point, point: Point) -> Line:
        """Straight on, or along hexsides from corner to corner."""
        if self.mode == FREE:
            return (point,)
        return _along_sides(last, point) or (point,)

    def hand_way(self, last: Point, point: Point) -> Line:
        """Along the hand, or along the hexsides nearest to it."""
        return (point,) if self.mode == FREE else _along_sides(last, point)

    def settled(self, pointer: Pointer, trail: Line) -> Line:
        """What is kept of a drag; corners stay what they are."""
        return super().settled(pointer, trail) if self.mode == FREE else trail

    def picture(self, line: Line, pointer: Pointer) -> tuple[Shape, ...]:
        """The ring with what it encloses, its points, and its size."""
        end = line[-1] if line else pointer.point
        ring = self._ring(line) if len(line) > 2 else line
        look = "erase" if self._cutting and self.stroke else "new"
        shapes: list[Shape] = [Sketch(ring, look, filled=len(ring) > 3)] if len(ring) > 1 else []
        if self.stroke:
            shapes.append(Handles(tuple(self.stroke.points)))
        if end != pointer.point:
            shapes.append(Handles((end,), look="end"))
        words = self.tr("Cut out") if self._cutting and self.stroke else self._picks.current.name if self._picks.current else ""
        if len(ring) > 3:
            words = f"{words} · {abs(signed_area(ring)):.1f}²"
        shapes.append(Caption(end, words))
        return tuple(shapes)

    def _ring(self, line: Line) -> Line:
        """The line closed: straight, or along hexsides."""
        ring = line if line[0] == line[-1] else (*line, *self.way(line[-1], line[0]))
        return untangled(ring) if self.mode == FREE else without_spikes(ring)

    def finish(self, line: Line) -> bool:
        """Puts the area onto the map, or cuts it out of the one under it."""
        ring = self._ring(line)
        if len(ring) < 4 or crosses_itself(ring) is not None:
            self.context.status(self.tr("The outline crosses itself or encloses nothing; take points back with Backspace."))
            return False
        if self._cutting:
            return self._cut(ring)
        return self.commit(lambda: drawn_area(self.box, self.terrain, ring, self._name))

    def _cut(self, ring: Line) -> bool:
        ref = self._under(ring)
        if ref is None:
            self.context.status(self.tr("There is no area under the outline that could be cut."))
            return False
        item = self.box.item(ref)
        if not isinstance(item, Area) or not self.may_change("areas", kind_of(item)):
            return False
        if self.commit(lambda: with_hole(self.box, ref, ring)):
            return True
        frame = self.box.sheet(ref.sheet).frame
        taken = (closed_ring(tuple(map(frame.to_sheet, ring))),)
        parts, whole = whole_area(self.box, ref)
        were = {part: self.box.item(part) for part in parts}
        parameters = {"shape": whole.shape, "taken": (taken,)}
        self.context.answers.run(CUT, parameters, partial(self._take, ref, were), on_refused=self.context.status, slot=CUT)
        return True

    def _take(self, ref: ItemRef, were: Mapping[ItemRef, Item | None], pieces: tuple[Polygon, ...]) -> None:
        if any(self.box.item(part) is not item for part, item in were.items()):
            self.context.status(self.tr("The area has changed while it was cut; cut it again."))
            return
        self.commit(lambda: recut(self.box, {ref: pieces}, "Cut area", also=were))

    def _under(self, ring: Line) -> ItemRef | None:
        """The area in front that lies under a point of the ring."""
        for point in dense(ring, LOOK_EVERY):
            found = self._picker.under(Pointer(None, point, 0.0), ("areas",))
            if found:
                return found[0]
        return None


def _corner(point: Point) -> LatticePoint:
    return nearest_corner(to_lattice(point))


def _along_sides(last: Point, point: Point) -> Line:
    """The corners from the one nearest to the last point on to the one nearest to the next; none when they are the same."""
    here, end = _corner(last), _corner(point)
    way = []
    for side in chain(here, end):
        first, second = ends_of(side)
        here = second if first == here else first
        way.append(to_plane(here))
    return tuple(way)
