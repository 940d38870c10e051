"""Paths: roads, trails, railways, rivers, from centre dot to centre dot or free."""

from app.canvas.shapes import Caption, Handles, Shape, Sketch
from app.tools.context import ToolContext
from app.tools.options import Choice, Option, Words
from app.tools.shaping import LineTool
from app.tools.snapping import edge_point, ended_at_edge, nearest_of, path_points
from app.tools.strokes import CTRL
from app.tools.terrain_picks import TerrainPicks, TerrainTool
from app.tools.tool import Pointer
from core.geometry.hex_clip import hex_under
from core.geometry.layout import Point, plane_centre
from core.geometry.lines import Line, length
from core.geometry.outlines import hexes_on_line
from core.model.edits.shape_edits import drawn_path

CENTRES, FREE = "centres", "free"


class PathTool(TerrainTool, LineTool):
    """Draws paths. Between two clicks a path through centre dots takes a shortest way; a free one runs straight, or along the
    hand. Both snap to paths that are there, and what begins at the end of a path of its kind takes it further.
    """

    id = "path"
    icon = "path"
    keys = "P"

    def __init__(self, context: ToolContext, picks: TerrainPicks) -> None:
        super().__init__(context, picks)
        self._name = ""
        self.mode = CENTRES

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Path")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Click hex after hex, or drag through them, and double-click to end; begin at an end of a path to take it further; "
            "Ctrl does not snap."
        )

    @property
    def options(self) -> tuple[Option, ...]:
        """Kind, way, name."""
        modes = ((CENTRES, self.tr("Through centre dots")), (FREE, self.tr("Free")))
        return (
            self.terrain_option(self.tr("Kind")),
            Choice("mode", self.tr("Course"), self.mode, modes, self._set_mode),
            Words("name", self.tr("Name"), self._name, self._set_name),
        )

    def terrain_taken(self) -> None:
        """Tells the options, and the preview its new name."""
        self._changed()

    def _set_mode(self, mode: str) -> None:
        self.cancel_gesture()
        self.mode = FREE if mode == FREE else CENTRES
        self._changed()

    def _set_name(self, name: str) -> None:
        self._name = name
        self._changed()

    def _changed(self) -> None:
        self.options_changed.emit()
        self.redraw()

    def begins(self, pointer: Pointer) -> bool:
        """A path can be begun where there are kinds of them and their layer can be changed."""
        if not self.terrain:
            self.context.status(self.tr("The terrain of this box knows no paths. Add roads or rivers to it first."))
            return False
        return self.may_change("paths", self.terrain)

    def snapped(self, pointer: Pointer) -> Point:
        """A point of a path that is there, the map's edge, the centre dot of the hex, or just the point."""
        if self.mode == CENTRES:
            return plane_centre(pointer.place or hex_under(pointer.point))
        if pointer.modifiers & CTRL:
            return pointer.point
        box = self.context.document.box
        start = self.near_start(pointer)
        near = nearest_of(path_points(box, pointer), pointer) if start is None else start
        if near is None:
            near = edge_point(box, pointer)
        return near if near is not None else pointer.point

    def way(self, last: Point, point: Point) -> Line:
        """Over the centre dots of a shortest way, or straight on."""
        if self.mode == FREE:
            return (point,)
        return self.hand_way(last, point) or (point,)

    def hand_way(self, last: Point, point: Point) -> Line:
        """Along the hand, or over the centre dots of the hexes that it passes."""
        if self.mode == FREE:
            return (point,)
        return tuple(plane_centre(place) for place in hexes_on_line(hex_under(last), hex_under(point)))[1:]

    def settled(self, pointer: Pointer, trail: Line) -> Line:
        """What is kept of a drag; centre dots stay what they are."""
        return super().settled(pointer, trail) if self.mode == FREE else trail

    def picture(self, line: Line, pointer: Pointer) -> tuple[Shape, ...]:
        """The path, its points, and at the pointer what it is and how long."""
        end = line[-1] if line else pointer.point
        shapes: list[Shape] = [Sketch(line)] if len(line) > 1 else []
        if self.stroke:
            shapes.append(Handles(tuple(self.stroke.points)))
        if end != pointer.point:
            shapes.append(Handles((end,), look="end"))
        words = self._picks.current.name if self._picks.current is not None else ""
        if len(line) > 1:
            words = f"{words} · {length(line):.1f}"
        shapes.append(Caption(end, words))
        return tuple(shapes)

    def finish(self, line: Line) -> bool:
        """Puts the path onto the map; ends that were led beyond its edge end there."""
        line = ended_at_edge(self.box, line)
        return self.commit(lambda: drawn_path(self.box, self.terrain, line, self._name))
