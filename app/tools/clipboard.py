"""Pasting: what was copied follows the pointer as a stamp, is turned, and put down by a click."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

from app.canvas.shapes import Caption, Handles, HexFill, Shape, Sketch
from app.tools.context import ToolContext
from app.tools.copies import clipping_of
from app.tools.picking import outline_of
from app.tools.shaping import ShapingTool
from app.tools.strokes import SHIFT
from app.tools.tool import Pointer, is_plain
from core.base.errors import WrongUse
from core.geometry.hex_clip import hex_under
from core.geometry.hexes import Hex
from core.geometry.layout import Point, plane_centre
from core.model.edits.clipboard import Clipping, Pasted, check_terrain, pasted_steps, stamped
from core.model.maps import Item

MOST_OUTLINES = 150
"""Items of a stamp that are outlined; of a larger one only the first are."""


class StampTool(ShapingTool):
    """A click or Enter puts the stamp down and ends the tool; with Shift held it stays in hand for the next one."""

    id = "stamp"
    icon = "paste"
    keys = "Ctrl+V"
    own_keys = ("R", "Shift+R", "M")

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._clipping: Clipping | None = None
        self._turns = 0
        self._mirrored = False
        self._onto: Hex | None = None
        self._trouble = ""
        self._taken = 0

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Paste")

    @property
    def hint(self) -> str:
        """How it is used, or why nothing can be pasted."""
        if self._trouble:
            return self._trouble
        return self.tr("Click or Enter puts down what was copied; R turns it by 60°, M mirrors it, Shift+click repeats.")

    def start(self) -> None:
        """Takes what lies on the clipboard in hand; says why when it cannot be pasted."""
        self._clipping, self._turns, self._mirrored, self._trouble = None, 0, False, ""
        self._taken += 1
        take, refuse = partial(self._take, self._taken), partial(self._refuse, self._taken)
        data = QGuiApplication.clipboard().mimeData()
        self.context.document.making.begin(self.tr("Read what was copied"), lambda: clipping_of(data), take, refuse)

    def _take(self, taken: int, clipping: Clipping) -> None:
        """Has the clipboard in hand, unless another tool was chosen or another clipboard taken meanwhile."""
        if taken == self._taken:
            try:
                check_terrain(clipping, self.chart)
            except WrongUse as error:
                self._refuse(taken, str(error))
                return
            self._clipping = clipping
            self._redraw()

    def _refuse(self, taken: int, trouble: str) -> None:
        if taken == self._taken:
            self._trouble = trouble
            self.preview()
            # Where it took a while the hint has been told already.
            self.context.status(self.hint)

    def stop(self) -> None:
        """Lets the stamp go."""
        self._taken += 1
        self._clipping, self._onto = None, None
        super().stop()

    def point_at(self, place: Hex | None) -> None:
        """The pointer has left the map."""
        if place is None:
            self._onto = None
            self.preview()

    def pointer_moved(self, pointer: Pointer) -> None:
        """The stamp follows the pointer from hex to hex."""
        onto = pointer.place or hex_under(pointer.point)
        if onto != self._onto:
            self._onto = onto
            self._redraw()

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Puts the stamp down."""
        clipping = self._clipping
        if clipping is None:
            return
        kinds = dict.fromkeys((each.section, _terrain(each.item)) for each in clipping.items)
        if not all(self.may_change(*kind) for kind in kinds):
            return
        onto, turns, mirrored = pointer.place or hex_under(pointer.point), self._turns, self._mirrored
        self.context.document.making.begin(
            self.name,
            lambda: pasted_steps(self.box, self.chart, clipping, onto, turns, mirrored),
            lambda result: self._put_down(result, bool(pointer.modifiers & SHIFT)),
            self.context.status,
        )

    def _put_down(self, result: Pasted, again: bool) -> None:
        if self.commit(lambda: result.edit, select=True):
            words = result.edit.label
            if result.left_out:
                words = self.tr("{done}; {count} left out, off the map").replace("{count}", str(result.left_out))
                words = words.replace("{done}", result.edit.label)
            if result.cut:
                cut = self.tr("{done}; zones cut at the edge of the map: {count}").replace("{count}", str(result.cut))
                words = cut.replace("{done}", words)
            if not again:
                self.done.emit()
            self.context.status(words)

    def wants(self, event: QKeyEvent) -> bool:
        """R and M."""
        return Qt.Key(event.key()) in (Qt.Key.Key_R, Qt.Key.Key_M) and is_plain(event)

    def key(self, event: QKeyEvent) -> bool:
        """Turns or mirrors the stamp."""
        if not self.wants(event):
            return False
        if Qt.Key(event.key()) == Qt.Key.Key_M:
            self._mirrored = not self._mirrored
        else:
            self._turn(-1 if event.modifiers() & SHIFT else 1)
        self._redraw()
        return True

    def turned(self, steps: int) -> bool:
        """The wheel turns the stamp while Alt is held."""
        self._turn(-steps)
        self._redraw()
        return True

    def _turn(self, way: int) -> None:
        # To the right is clockwise on the screen; on maps of pointy-top hexes the plane is the mirror of that.
        self._turns += -way if self.box.sheets[0].frame.orientation == "columns" else way

    def _redraw(self) -> None:
        if self._clipping is None or self._onto is None:
            self.preview()
            return
        shapes: list[Shape] = []
        hexes: set[Hex] = set()
        dots: list[Point] = []
        seen = replace(self._clipping, items=self._clipping.items[:MOST_OUTLINES])
        for loose in stamped(self.box, seen, self._onto, self._turns, self._mirrored):
            if loose.section in ("hexes", "zones"):
                hexes |= set(loose.hexes)
            elif outline_of(loose):
                shapes += [Sketch(line) for line in outline_of(loose)]
            else:
                dots.append(loose.points[0])
        if hexes:
            shapes.insert(0, HexFill(frozenset(hexes), "brush"))
        if dots:
            shapes.append(Handles(tuple(dots), look="end"))
        angle = -60 * self._turns if self.box.sheets[0].frame.orientation == "columns" else 60 * self._turns
        count = len(self._clipping.items)
        words = self.tr("1 item") if count == 1 else self.tr("{count} items").replace("{count}", str(count))
        shapes.append(Caption(plane_centre(self._onto), f"{words} · {angle % 360}°"))
        self.preview(*shapes)


def _terrain(item: Item) -> str:
    return getattr(item, "terrain", "") or getattr(item, "feature", "")
