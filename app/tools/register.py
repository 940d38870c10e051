"""Register scan: click a hex centre on the scanned sheet and say which hex it is; drag a point to move it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import Caption, Handles, Shape, Sketch
from app.tools.context import ToolContext
from app.tools.tool import Pointer, Tool, is_plain
from core.geometry.layout import Point
from core.model.box import PlacedSheet
from core.model.edits.edit import Aspect, Touched
from core.model.maps import Cell, ControlPoint, Underlay
from core.model.scan import ScanFit, centre_on_sheet, fit_of, guess, with_point, with_points

GRASP_PX = 9.0
"""How near to a point a press must be to take hold of it, in pixels of the screen."""

_DELETE = frozenset({Qt.Key.Key_Delete, Qt.Key.Key_Backspace})
SKETCH = "scan"
LAYER = "underlay"


class RegisterTool(Tool):
    """Sets the control points of one sheet's scan.

    A click on a free place asks with `naming` (carries the pixel and the cell that the fit guesses, or None) which hex is seen
    there; whoever hears it answers with `name_point`, or with `forget_pending`. `sheet` is the file of the sheet whose scan
    is meant; while that has none it is the first sheet that has one.
    """

    id = "register"
    icon = "register"
    keys = "J"
    group = "draw"

    naming = Signal(object, object)

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self.sheet = ""
        self._active: int | None = None
        self._dragged: int | None = None
        self._pixel: Point | None = None
        self._pending: Point | None = None

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Register scan")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Click the centre of a hex on the scanned sheet, or move the cursor there and press Enter, and type its number. "
            "Drag a point to move it; Delete takes it away."
        )

    @property
    def target(self) -> PlacedSheet | None:
        """The sheet whose scan is registered, None when no sheet has one."""
        with_scan = [placed for placed in self.context.document.box.sheets if placed.sheet.underlay is not None]
        return next((placed for placed in with_scan if placed.file == self.sheet), with_scan[0] if with_scan else None)

    @property
    def active(self) -> int | None:
        """The position of the point in hand among the scan's points."""
        return self._active

    def take_hold(self, position: int | None) -> None:
        """Makes a point the one in hand, as a click on it does."""
        if position != self._active:
            self._active = position
            self._show()

    def start(self) -> None:
        """Shows the points."""
        self.context.document.changed.connect(self._follow)
        if self.target is None:
            self.context.status(self.tr("No map of this box has a scanned sheet. Choose one first: Map, Scanned sheet…"))
        self._show()

    def stop(self) -> None:
        """Takes the points off the map."""
        super().stop()
        self.context.document.changed.disconnect(self._follow)
        self._active = None
        self.context.canvas.sketch(SKETCH, ())

    def pointer_moved(self, pointer: Pointer) -> None:
        """Moves the point in hand, and says which hex the fit sees here."""
        found = self._seen(pointer)
        if found is None:
            return
        placed, scan, fit, pixel = found
        if pointer.held and self._dragged is not None:
            self._pixel = pixel
            self._show()
        elif self._pending is None and _inside(scan, pixel):
            cell = guess(placed, fit, pixel)
            where = self.tr("pixel %.0f, %.0f") % pixel
            label = placed.sheet.grid.numbering.text(*cell) if cell is not None else ""
            self.context.status(self.tr("%s: hex %s by the present fit") % (where, label) if label else where)

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Takes hold of a point, or marks where a new one will be."""
        found = self._seen(pointer)
        if found is None:
            self.context.status(self.tr("No map of this box has a scanned sheet. Choose one first: Map, Scanned sheet…"))
            return
        placed, scan, fit, pixel = found
        if not self.context.canvas.allows(LAYER):
            self.context.status(
                self.tr("The layer “Scanned sheet” is hidden or locked. Show and unlock it in the panel “Layers”.")
            )
            return
        if not _inside(scan, pixel):
            self.context.status(self.tr("This place is beside the scanned sheet. Click a hex centre on it."))
            return
        near = self._near(placed, scan, fit, pointer)
        self._active = self._dragged = near
        self._pending = pixel if near is None else None
        self._show()

    def pointer_released(self, pointer: Pointer) -> None:
        """Puts a moved point down, or asks which hex a new one is."""
        dragged, pixel, self._dragged, self._pixel = self._dragged, self._pixel, None, None
        placed = self.target
        if placed is None or placed.sheet.underlay is None:
            return
        points = placed.sheet.underlay.points
        if dragged is not None and pixel is not None and dragged < len(points):
            moved = ControlPoint(pixel, points[dragged].cell)
            points = (*points[:dragged], moved, *points[dragged + 1 :])
            self.context.document.do(with_points(placed, self.tr("Move point of scan"), points))
        elif self._pending is not None:
            fit = fit_of(placed)
            assert fit is not None
            self.naming.emit(self._pending, guess(placed, fit, self._pending))
        self._show()

    def name_point(self, pixel: Point, cell: Cell) -> None:
        """Sets a control point; another one of the same hex goes."""
        placed, self._pending = self.target, None
        if placed is None or placed.sheet.underlay is None:
            return
        points = with_point(placed.sheet.underlay.points, ControlPoint(pixel, cell))
        self._active = len(points) - 1
        self.context.document.do(with_points(placed, self.tr("Set point of scan"), points))
        self._show()

    def forget_pending(self) -> None:
        """The new point is not wanted."""
        self._pending = None
        self._show()

    def cancel_gesture(self) -> bool:
        """Gives up a point that is being moved or named."""
        under_way = self._dragged is not None or self._pending is not None
        self._dragged = self._pixel = self._pending = None
        if under_way:
            self._show()
        return under_way

    def wants(self, event: QKeyEvent) -> bool:
        """Delete and Backspace are the tool's own while a point is in hand."""
        return event.key() in _DELETE and is_plain(event) and self._active is not None

    def key(self, event: QKeyEvent) -> bool:
        """Delete or Backspace takes the point in hand away."""
        return event.key() in _DELETE and is_plain(event) and self.delete_active()

    def delete_active(self) -> bool:
        """Takes the point in hand away; False when there is none."""
        placed, active = self.target, self._active
        if placed is None or placed.sheet.underlay is None or active is None or active >= len(placed.sheet.underlay.points):
            return False
        points = placed.sheet.underlay.points
        self._active = None
        self.context.document.do(with_points(placed, self.tr("Delete point of scan"), points[:active] + points[active + 1 :]))
        self._show()
        return True

    def _seen(self, pointer: Pointer) -> tuple[PlacedSheet, Underlay, ScanFit, Point] | None:
        placed = self.target
        fit = fit_of(placed) if placed is not None else None
        if placed is None or placed.sheet.underlay is None or fit is None:
            return None
        return placed, placed.sheet.underlay, fit, fit.way.to_pixel(placed.frame.to_sheet(pointer.point))

    def _near(self, placed: PlacedSheet, scan: Underlay, fit: ScanFit, pointer: Pointer) -> int | None:
        found, least = None, GRASP_PX * pointer.reach
        for position, point in enumerate(scan.points):
            x, y = placed.frame.to_plane(fit.way.to_sheet(point.pixel))
            away = ((x - pointer.point[0]) ** 2 + (y - pointer.point[1]) ** 2) ** 0.5
            if away <= least:
                found, least = position, away
        return found

    def _follow(self, touched: Touched) -> None:
        if touched.aspects & {Aspect.UNDERLAY, Aspect.SHEETS}:
            placed = self.target
            count = len(placed.sheet.underlay.points) if placed is not None and placed.sheet.underlay is not None else 0
            if self._active is not None and self._active >= count:
                self._active = None
            self._show()

    def _show(self) -> None:
        placed = self.target
        fit = fit_of(placed) if placed is not None else None
        if placed is None or placed.sheet.underlay is None or fit is None:
            self.context.canvas.sketch(SKETCH, ())
            return
        points = placed.sheet.underlay.points
        shapes: list[Shape] = []
        places = []
        for position, point in enumerate(points):
            pixel = self._pixel if position == self._dragged and self._pixel is not None else point.pixel
            at = placed.frame.to_plane(fit.way.to_sheet(pixel))
            places.append(at)
            if fit.fitted:
                # From where the fit puts the point to the centre dot that it should be on.
                goal = placed.frame.to_plane(centre_on_sheet(placed.frame, point.cell))
                straight = placed.frame.to_plane(fit.way.straight(pixel))
                shapes.append(Sketch((straight, goal), "guide"))
            shapes.append(Caption(at, self._caption(placed, fit, position, point.cell)))
        held = [n for n in (self._active,) if n is not None]
        if self._pending is not None:
            held = [len(places)]
            places.append(placed.frame.to_plane(fit.way.to_sheet(self._pending)))
        if places:
            shapes.append(Handles(tuple(places), frozenset(held)))
        self.context.canvas.sketch(SKETCH, shapes)

    def _caption(self, placed: PlacedSheet, fit: ScanFit, position: int, cell: Cell) -> str:
        label = placed.sheet.grid.numbering.text(*cell)
        if position >= len(fit.strays):
            return label
        text = f"{label}  {fit.strays[position]:.2f}"
        return f"⚠ {text}" if position == fit.worst else text


def _inside(scan: Underlay, pixel: Point) -> bool:
    return 0 <= pixel[0] <= scan.size[0] and 0 <= pixel[1] <= scan.size[1]
