"""Spot elevations and marked lows: one click each."""

from fractions import Fraction

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import Caption, Handles
from app.tools.context import ToolContext
from app.tools.drawing import DrawTool
from app.tools.options import Flag, Option, Quantity
from app.tools.tool import Pointer, is_plain
from core.geometry.hexes import Hex
from core.geometry.layout import Point, plane_centre
from core.model.edits.motions import NewKeys, Sheets
from core.model.edits.properties import LEAST_HEIGHT, MOST_HEIGHT
from core.model.maps import Item, Low, Section, Spot
from core.rules.kernel.rulings import metres

FALLBACK_INTERVAL = Fraction(10)
"""Metres by which heights are stepped on a sheet without contours."""

_STEP_KEYS = {Qt.Key.Key_BracketLeft: -1, Qt.Key.Key_BracketRight: 1}


class PointTool(DrawTool):
    """Puts one item where the pointer is, or on the centre dot of its hex."""

    section: Section

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._on_dots = False
        self._at: Pointer | None = None

    def item(self, at: Point, pointer: Pointer) -> Item:
        """What is put at a point of its sheet."""
        raise NotImplementedError

    def words(self, pointer: Pointer) -> str:
        """What the preview says beside the point."""
        return ""

    @property
    def label(self) -> str:
        """The phrase for the undo history."""
        raise NotImplementedError

    @property
    def dots_option(self) -> Option:
        """The option that keeps to centre dots."""
        return Flag("dots", self.tr("On centre dots"), self._on_dots, self._keep_to_dots)

    def pointer_moved(self, pointer: Pointer) -> None:
        """Shows what would be put."""
        self._at = pointer
        if pointer.place is None:
            self.preview()
            return
        at, words = self._point(pointer), self.words(pointer)
        self.preview(Handles((at,), frozenset({0})), *([Caption(at, words)] if words else []))

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Puts it on the map."""
        if pointer.place is None or not self.may_change(self.section):
            return
        at = self._point(pointer)
        placed = Sheets(self.box).at(at)
        item = self.item(placed.frame.to_sheet(at), pointer)
        self.put(self.label, {NewKeys(self.box).ref(placed.file, self.section): item})

    def point_at(self, place: Hex | None) -> None:
        """The pointer has left the map."""
        if place is None:
            self._at = None
            self.preview()

    def _point(self, pointer: Pointer) -> Point:
        return plane_centre(pointer.place) if self._on_dots and pointer.place is not None else pointer.point

    def _keep_to_dots(self, on: bool) -> None:
        self._on_dots = on
        self.show_again()

    def show_again(self) -> None:
        """Options are others: tells them, and shows what would be put now."""
        self.options_changed.emit()
        if self._at is not None:
            self.pointer_moved(self._at)


class SpotTool(PointTool):
    """A spot elevation: as high as the ground is known to be, or as high as is set."""

    id = "spot"
    icon = "spot"
    keys = "O"
    own_keys = ("[", "]")
    section = "spots"

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._as_ground = True
        self._height = Fraction(0)
        self._name = ""

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Spot elevation")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Click to set a spot elevation; [ and ] step its height by the interval; Ctrl+arrows aim, Enter sets.")

    @property
    def label(self) -> str:
        """The phrase for the undo history."""
        return "Set spot elevation"

    @property
    def options(self) -> tuple[Option, ...]:
        """The height, whether the ground tells it, and where it stands."""
        least, most = Fraction(LEAST_HEIGHT), Fraction(MOST_HEIGHT)
        height = Quantity("height", self.tr("Height"), self._height, least, most, Fraction(1), self._set_height, "m")
        return Flag("ground", self.tr("As the ground"), self._as_ground, self._follow_ground), height, self.dots_option

    def pointer_moved(self, pointer: Pointer) -> None:
        """Shows what would be put; the option shows the height of the ground while that is to hold."""
        height = self._height_at(pointer)
        if height != self._height:
            self._height = height
            self.options_changed.emit()
        super().pointer_moved(pointer)

    def item(self, at: Point, pointer: Pointer) -> Item:
        """A spot elevation."""
        return Spot(self._height_at(pointer), at)

    def words(self, pointer: Pointer) -> str:
        """Its height."""
        return f"{metres(self._height_at(pointer))} m"

    def wants(self, event: QKeyEvent) -> bool:
        """The keys that step the height."""
        return Qt.Key(event.key()) in _STEP_KEYS and is_plain(event)

    def key(self, event: QKeyEvent) -> bool:
        """Steps the height to the next multiple of the contour interval."""
        if not self.wants(event):
            return False
        step = _STEP_KEYS[Qt.Key(event.key())]
        height = self._height_at(self._at) if self._at is not None else self._height
        interval = self.box.sheets[0].sheet.contour_interval or FALLBACK_INTERVAL
        count = height / interval
        self._set_height((count.__floor__() + 1 if step > 0 else count.__ceil__() - 1) * interval)
        return True

    def _height_at(self, pointer: Pointer) -> Fraction:
        known = self.context.heights.known(self.context.document.method)
        ground = known.get(pointer.place) if self._as_ground and pointer.place is not None else None
        return Fraction(round(ground)) if ground is not None else self._height

    def _set_height(self, height: Fraction) -> None:
        self._height = min(max(height, Fraction(LEAST_HEIGHT)), Fraction(MOST_HEIGHT))
        self._as_ground = False
        self.show_again()

    def _follow_ground(self, on: bool) -> None:
        self._as_ground = on
        self.show_again()


class LowTool(PointTool):
    """Marks the low point of a bottom, so that a closed contour around it leads down."""

    id = "low"
    icon = "low"
    keys = "Y"
    section = "lows"

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Marked low")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Click the lowest point of a bottom; with the keyboard, Ctrl+arrows aim and Enter marks.")

    @property
    def label(self) -> str:
        """The phrase for the undo history."""
        return "Mark low"

    @property
    def options(self) -> tuple[Option, ...]:
        """Where it stands."""
        return (self.dots_option,)

    def item(self, at: Point, pointer: Pointer) -> Item:
        """A marked low."""
        return Low(at)
