"""Measuring: the length of a line, the range from hex to hex, what a ring encloses. Nothing is changed."""

import math

from app.canvas.shapes import Caption, Handles, Shape, Sketch
from app.tools.context import ToolContext
from app.tools.options import Flag, Option
from app.tools.shaping import LineTool
from app.tools.strokes import CTRL
from app.tools.tool import Pointer
from core.geometry.hex_clip import hex_under
from core.geometry.layout import Point, plane_centre
from core.geometry.lines import Line, is_closed, length, signed_area
from core.model.edits.motions import Sheets

HEX_AREA = math.sqrt(3) / 2
"""Square hex distances that one hex covers."""

KILOMETRE = 1000


class MeasureTool(LineTool):
    """Measures along points or along the hand. The last measurement stays until the next one or Escape."""

    id = "measure"
    icon = "measure"
    keys = "M"
    measures = True

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._centres = False
        self._done: Line = ()

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Measure")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Click point by point, or drag, and double-click to end; back at the start it measures what lies inside. "
            "Ctrl takes the centre dots of hexes."
        )

    @property
    def options(self) -> tuple[Option, ...]:
        """Whether points snap to centre dots."""
        return (Flag("centres", self.tr("From centre dot to centre dot"), self._centres, self._set_centres),)

    def _set_centres(self, on: bool) -> None:
        self._centres = on
        self.options_changed.emit()
        self.redraw()

    def begins(self, pointer: Pointer) -> bool:
        """Another measurement takes the place of the last one."""
        self._done = ()
        return True

    def snapped(self, pointer: Pointer) -> Point:
        """A centre dot, the start, or just the point."""
        if self._centres != bool(pointer.modifiers & CTRL):
            return plane_centre(pointer.place or hex_under(pointer.point))
        start = self.near_start(pointer)
        return start if start is not None else pointer.point

    def picture(self, line: Line, pointer: Pointer) -> tuple[Shape, ...]:
        """The line and its measures; the last measurement while no other is begun."""
        shown = line if self.stroke else self._done
        if len(shown) < 2:
            return ()
        shapes: list[Shape] = [Sketch(shown, "measure", filled=is_closed(shown))]
        if not self.stroke or not self.stroke.dragging:
            shapes.append(Handles(tuple(self.stroke.points) if self.stroke else (shown[0], shown[-1])))
        shapes.append(Caption(shown[-1], self.words(shown)))
        return tuple(shapes)

    def words(self, line: Line) -> str:
        """What was measured, as a line of text."""
        hexes, metre = length(line), self._hex_m(line[0])
        parts = [self.tr("{hexes} hexes").replace("{hexes}", f"{hexes:.2f}"), _ground(hexes * metre)]
        if is_closed(line):
            inside = abs(signed_area(line))
            parts.append(self.tr("encloses {hexes} hexes").replace("{hexes}", f"{inside / HEX_AREA:.1f}"))
            parts.append(f"{inside * metre * metre / KILOMETRE**2:.3g} km²")
        else:
            far = hex_under(line[0]).distance(hex_under(line[-1]))
            parts.append(self.tr("range {hexes}").replace("{hexes}", str(far)))
        return " · ".join(parts)

    def _hex_m(self, point: Point) -> float:
        return Sheets(self.box).at(point).sheet.grid.hex_m

    def redraw(self) -> None:
        """Shows the line and says its measures in the status bar, too."""
        super().redraw()
        if self.stroke and self._pointer is not None:
            line = (*self.stroke.line(), self.snapped(self._pointer))
            if len(line) > 1:
                self.context.status(self.words(line))

    def finish(self, line: Line) -> bool:
        """Keeps the measurement on the map."""
        self._done = line
        self.context.status(self.words(line))
        return True

    def stop(self) -> None:
        """Another tool is chosen: the measurement goes."""
        self._done = ()
        super().stop()

    def clear_result(self) -> bool:
        """Takes the last measurement off the map."""
        if not self._done:
            return False
        self._done = ()
        self.preview()
        return True


def _ground(metres: float) -> str:
    return f"{metres:,.0f} m" if metres < 10 * KILOMETRE else f"{metres / KILOMETRE:,.1f} km"
