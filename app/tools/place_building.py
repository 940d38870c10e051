"""Single buildings: a small rectangle, stamped."""

import math
from fractions import Fraction

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import Sketch
from app.tools.context import ToolContext
from app.tools.options import Option, Quantity
from app.tools.terrain_picks import TerrainPicks, TerrainTool
from app.tools.tool import Pointer, is_plain
from core.geometry.hexes import Hex
from core.geometry.layout import Point
from core.model.edits.motions import NewKeys, Sheets
from core.model.maps import Area

LEAST_SIZE, MOST_SIZE, SIZE_STEP = Fraction(1, 20), Fraction(3), Fraction(1, 100)
"""Hexes."""

ANGLE_STEP = 15
MOST_ANGLE = Fraction(165)
"""Degrees by which a stamp is turned, counter-clockwise; half a turn leaves it as it is."""

_TURN_KEYS = {Qt.Key.Key_Comma: 1, Qt.Key.Key_Period: -1}


class BuildingTool(TerrainTool):
    """Stamps a rectangle of some terrain; `,` and `.` or Alt and the wheel turn it."""

    id = "building"
    icon = "building"
    keys = "Shift+B"
    own_keys = (",", ".")

    def __init__(self, context: ToolContext, picks: TerrainPicks) -> None:
        super().__init__(context, picks)
        self._length, self._depth = Fraction(22, 100), Fraction(13, 100)
        self._angle = 0
        self._at: Point | None = None

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Building")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Click to stamp a building; , and . or Alt and the wheel turn it; Ctrl+arrows aim, Enter stamps.")

    @property
    def options(self) -> tuple[Option, ...]:
        """Terrain, size and angle."""
        hexes, least, most, angle = self.tr("hexes"), LEAST_SIZE, MOST_SIZE, Fraction(self._angle)
        return (
            self.terrain_option(self.tr("Terrain")),
            Quantity("length", self.tr("Length"), self._length, least, most, SIZE_STEP, self._set_length, hexes),
            Quantity("depth", self.tr("Depth"), self._depth, least, most, SIZE_STEP, self._set_depth, hexes),
            Quantity("angle", self.tr("Turned by"), angle, Fraction(0), MOST_ANGLE, Fraction(ANGLE_STEP), self._turn_to, "°"),
        )

    def pointer_moved(self, pointer: Pointer) -> None:
        """Shows the stamp."""
        self._at = pointer.point if pointer.place is not None else None
        self._show()

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Stamps."""
        current = self._picks.current
        if pointer.place is None or current is None or not self.may_change("areas", current.id):
            return
        placed = Sheets(self.box).at(pointer.point)
        ring = tuple(placed.frame.to_sheet(point) for point in self._ring(pointer.point))
        self.put(f"Stamp {current.name.lower()}", {NewKeys(self.box).ref(placed.file, "areas"): Area(current.id, (ring,))})

    def point_at(self, place: Hex | None) -> None:
        """The pointer has left the map."""
        if place is None:
            self._at = None
            self._show()

    def wants(self, event: QKeyEvent) -> bool:
        """The keys that turn the stamp."""
        return Qt.Key(event.key()) in _TURN_KEYS and is_plain(event)

    def key(self, event: QKeyEvent) -> bool:
        """Turns the stamp."""
        return self.wants(event) and self.turned(_TURN_KEYS[Qt.Key(event.key())])

    def turned(self, steps: int) -> bool:
        """Turns the stamp counter-clockwise by steps of 15°."""
        self._turn_to(Fraction(self._angle + steps * ANGLE_STEP))
        return True

    def _ring(self, at: Point) -> tuple[Point, ...]:
        """The rectangle around a point of the shared plane."""
        turn = math.radians(self._angle)
        if self.box.sheets[0].frame.orientation == "rows":
            # The shared plane is the mirror of a sheet of pointy-top hexes at the diagonal.
            turn = math.pi / 2 - turn
        along = math.cos(turn), math.sin(turn)
        half, deep = float(self._length) / 2, float(self._depth) / 2
        ring = []
        for a, b in ((-half, -deep), (half, -deep), (half, deep), (-half, deep), (-half, -deep)):
            ring.append((at[0] + a * along[0] - b * along[1], at[1] + a * along[1] + b * along[0]))
        return tuple(ring)

    def _show(self) -> None:
        if self._at is None:
            self.preview()
        else:
            self.preview(Sketch(self._ring(self._at), "new", filled=True))

    def _set_length(self, length: Fraction) -> None:
        self._length = length
        self._changed()

    def _set_depth(self, depth: Fraction) -> None:
        self._depth = depth
        self._changed()

    def _turn_to(self, angle: Fraction) -> None:
        self._angle = round(angle) % 180
        self._changed()

    def _changed(self) -> None:
        self.options_changed.emit()
        self._show()
