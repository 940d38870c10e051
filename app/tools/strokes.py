"""What tools that paint hexes have in common: strokes of a brush of some size, and their preview."""

from collections.abc import Collection, Iterable
from fractions import Fraction

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import HexFill
from app.tools.context import ToolContext
from app.tools.drawing import DrawTool
from app.tools.options import Option, Quantity
from app.tools.tool import NO_MODIFIER, Modifiers, Pointer, is_plain
from core.geometry.hex_clip import hex_under
from core.geometry.hexes import Hex
from core.geometry.outlines import hexes_on_line

LARGEST = 5
"""Rings of the largest brush; the smallest is one hex."""

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier

_SIZE_KEYS = {Qt.Key.Key_BracketLeft: -1, Qt.Key.Key_BracketRight: 1}


class StrokeTool(DrawTool):
    """Collects the hexes that a brush passes while the button is down; a quick move leaves no gap.

    Shift and a click go straight on from the end of the stroke before. Ctrl takes away instead of painting. With one hand on
    the keyboard `[` and `]` change the size.
    """

    own_keys: tuple[str, ...] = ("[", "]")

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self.size = 1
        self._stroke: set[Hex] | None = None
        self._removing = False
        self._last: Hex | None = None
        self._end: Hex | None = None
        self._over: Hex | None = None

    def paint(self, hexes: frozenset[Hex], removing: bool) -> None:
        """The stroke is done: paints playable hexes or takes away what is painted there."""
        raise NotImplementedError

    def ready(self, removing: bool) -> bool:
        """Whether a stroke may begin; if not, the status bar has been told why."""
        return True

    def show_stroke(self, hexes: frozenset[Hex], removing: bool) -> None:
        """Shows what a stroke over playable hexes would do."""
        if hexes:
            self.preview(HexFill(hexes, "erase" if removing else "brush"))
        else:
            self.preview()

    @property
    def size_option(self) -> Option:
        """The option for the size of the brush."""
        size, most = Fraction(self.size), Fraction(LARGEST)
        return Quantity("size", self.tr("Size"), size, Fraction(1), most, Fraction(1), self._set_size)

    def pointer_moved(self, pointer: Pointer) -> None:
        """Paints on, or shows the brush."""
        here = hex_under(pointer.point)
        if self._stroke is not None and here != self._last:
            self._pass_over(hexes_on_line(self._last or here, here))
            self._last = here
        self._over = here
        self._show(pointer.modifiers)

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Begins a stroke."""
        self._removing = bool(pointer.modifiers & CTRL)
        if not self.ready(self._removing):
            return
        here = hex_under(pointer.point)
        straight = bool(pointer.modifiers & SHIFT) and self._end is not None
        self._stroke, self._last, self._over = set(), here, here
        self._pass_over(hexes_on_line(self._end if straight and self._end is not None else here, here))
        self._show(pointer.modifiers)

    def pointer_released(self, pointer: Pointer) -> None:
        """Ends the stroke."""
        if self._stroke is None:
            return
        hexes = frozenset(self._stroke)
        self._stroke, self._end = None, self._last
        if hexes:
            self.paint(hexes, self._removing)
        self._show(NO_MODIFIER)

    def point_at(self, place: Hex | None) -> None:
        """The pointer has left the map; a stroke goes on where it comes back."""
        if place is None:
            self._over = None
            self._show(NO_MODIFIER)

    def cancel_gesture(self) -> bool:
        """Forgets the stroke."""
        if self._stroke is None:
            return False
        self._stroke = None
        self._show(NO_MODIFIER)
        return True

    def refresh(self) -> None:
        """Shows what a stroke would do to the map as it is now."""
        self._show(NO_MODIFIER)

    def wants(self, event: QKeyEvent) -> bool:
        """The keys for the size."""
        return Qt.Key(event.key()) in _SIZE_KEYS and is_plain(event)

    def key(self, event: QKeyEvent) -> bool:
        """Changes the size of the brush."""
        if not StrokeTool.wants(self, event):
            return False
        step = _SIZE_KEYS[Qt.Key(event.key())]
        self._set_size(Fraction(min(max(self.size + step, 1), LARGEST)))
        return True

    def playable(self, hexes: Collection[Hex]) -> frozenset[Hex]:
        """Those of some hexes that are on the map."""
        cells = self.box.cells
        return frozenset(place for place in hexes if place in cells)

    def _set_size(self, size: Fraction) -> None:
        self.size = int(size)
        self.options_changed.emit()
        self._show(NO_MODIFIER)

    def _pass_over(self, places: Iterable[Hex]) -> None:
        assert self._stroke is not None
        for place in places:
            self._stroke |= self.playable(tuple(place.within(self.size - 1)))

    def _show(self, modifiers: Modifiers) -> None:
        if self._stroke is not None:
            self.show_stroke(frozenset(self._stroke), self._removing)
            return
        under: set[Hex] = set()
        if self._over is not None:
            line = hexes_on_line(self._end, self._over) if modifiers & SHIFT and self._end is not None else (self._over,)
            under = {near for place in line for near in place.within(self.size - 1)}
        self.show_stroke(self.playable(under), bool(modifiers & CTRL))
