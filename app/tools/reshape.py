"""Reshaping: a part of the selected line or outline is drawn anew."""

from app.canvas.shapes import Caption, Handles, Shape, Sketch
from app.tools.context import ToolContext
from app.tools.picking import Picker
from app.tools.shaping import CALM_PX, LineTool
from app.tools.strokes import CTRL
from app.tools.tool import Pointer
from core.geometry.layout import Point
from core.geometry.lines import Line, nearest
from core.model.edits.shape_edits import lines_of, reshaped
from core.model.maps import ItemRef

ON_LINE_PX = 12.0
"""Pixels from the line within which a stroke begins or ends on it."""


class ReshapeTool(LineTool):
    """A stroke from one place of a line to another takes the place of what lay between them; of a ring the part that lies
    nearer to the stroke goes. The line is the selected one, else that under the beginning of the stroke.
    """

    id = "reshape"
    icon = "reshape"
    keys = "W"

    def __init__(self, context: ToolContext, picker: Picker) -> None:
        super().__init__(context)
        self._picker = picker
        self._ref: ItemRef | None = None
        self._calm = 0.02

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Reshape")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Draw over a part of a contour, path or outline, from one place on it to another, to replace that part.")

    def begins(self, pointer: Pointer) -> bool:
        """A stroke begins on a line; that is selected if it was not."""
        selection = self.context.document.selection
        mine = [ref for ref in selection.refs if ref.section in ("contours", "paths", "areas")]
        near = Pointer(pointer.place, pointer.point, pointer.reach * ON_LINE_PX / 7)
        reach = ON_LINE_PX * pointer.reach
        self._ref = next((ref for ref in mine if self._away(ref, pointer.point) <= reach), None)
        if self._ref is None:
            under = [
                ref
                for ref in self._picker.under(near, ("contours", "paths", "areas"))
                if self._away(ref, pointer.point) <= reach
            ]
            self._ref = under[0] if under else None
        if self._ref is None:
            self.context.status(self.tr("Begin on a contour, a path or the outline of an area."))
            return False
        item = self.box.item(self._ref)
        if not self.may_change(self._ref.section, getattr(item, "terrain", "") or getattr(item, "feature", "")):
            return False
        selection.set({self._ref})
        self._calm = CALM_PX * pointer.reach
        return True

    def _away(self, ref: ItemRef, point: Point) -> float:
        return min((nearest(line, point).distance for line in lines_of(self.box, ref)), default=float("inf"))

    def snapped(self, pointer: Pointer) -> Point:
        """The nearest place of the line, or just the point."""
        if self._ref is None or pointer.modifiers & CTRL:
            return pointer.point
        feet = [nearest(line, pointer.point) for line in lines_of(self.box, self._ref)]
        best = min(feet, key=lambda foot: foot.distance, default=None)
        return best.point if best is not None and best.distance <= ON_LINE_PX * pointer.reach else pointer.point

    def ends(self, point: Point) -> bool:
        """A stroke ends with a double click or a drag only; it may cross the line on its way."""
        return False

    def near_start(self, pointer: Pointer) -> Point | None:
        """A stroke does not close."""
        return None

    def settled(self, pointer: Pointer, trail: Line) -> Line:
        """The stroke is calmed when it becomes part of the line."""
        return trail

    def picture(self, line: Line, pointer: Pointer) -> tuple[Shape, ...]:
        """The line that is reshaped, and the stroke."""
        if self._ref is None or not self.stroke:
            return ()
        shapes: list[Shape] = [Sketch(each, "selected") for each in lines_of(self.box, self._ref)]
        shapes += [Sketch(line)] if len(line) > 1 else []
        shapes.append(Handles((self.stroke.points[0],), look="end"))
        shapes.append(Caption(line[-1] if line else pointer.point, self.name))
        return tuple(shapes)

    def finish(self, line: Line) -> bool:
        """Puts the stroke into the line."""
        ref = self._ref
        if ref is None:
            return True
        return self.commit(lambda: reshaped(self.box, ref, line, self._calm))
