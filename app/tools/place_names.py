"""Names and other labels: click, type, Enter."""

import math
from fractions import Fraction

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence

from app.canvas.shapes import Caption, Sketch
from app.tools.context import ToolContext
from app.tools.drawing import DrawTool
from app.tools.options import Option, Quantity, Words
from app.tools.tool import Pointer, Writing, is_plain
from core.geometry.hexes import Hex
from core.geometry.layout import Point
from core.model.edits.motions import NewKeys, Sheets
from core.model.maps import Name

LEAST_SIZE, MOST_SIZE, SIZE_STEP = Fraction(1, 20), Fraction(5), Fraction(1, 20)
"""Hexes, the height of letters."""

MOST_ANGLE, ANGLE_STEP = Fraction(180), Fraction(5)
"""Degrees, counter-clockwise."""

LETTER_WIDTH, LEAST_LETTERS = 0.6, 3
"""The usual width of a letter as a share of its height, and for how many letters room is shown at least."""

CURSOR = "\N{BOX DRAWINGS LIGHT VERTICAL}"
"""What stands behind the letters typed so far."""


class NamesTool(DrawTool):
    """A click says where, the keyboard what. A text typed in the bar of options is put by the click itself."""

    id = "names"
    icon = "names"
    keys = "N"

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._text = self._pending = ""
        self._size, self._angle = Fraction(7, 20), Fraction(0)
        self._at: Point | None = None
        self._over: Point | None = None

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Names")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Click where the name is to stand, type it, and press Enter; Alt and the wheel turn it.")

    @property
    def options(self) -> tuple[Option, ...]:
        """The text, the height of its letters, and its angle."""
        return (
            Words("text", self.tr("Text"), self._text, self._set_text),
            Quantity(
                "size", self.tr("Letters"), self._size, LEAST_SIZE, MOST_SIZE, SIZE_STEP, self._set_size, self.tr("hexes")
            ),
            Quantity("angle", self.tr("Turned by"), self._angle, -MOST_ANGLE, MOST_ANGLE, ANGLE_STEP, self._set_angle, "°"),
        )

    @property
    def typing(self) -> bool:
        """Whether letters of the keyboard go into the name."""
        return self._at is not None

    @property
    def writing(self) -> Writing | None:
        """The name that is being typed."""
        return Writing(self._at, self._text) if self._at is not None else None

    def write(self, text: str, pending: str = "", start: int = 0, length: int = 0) -> None:
        """Letters with accents, signs of several keys; and what was copied elsewhere."""
        if not self.typing:
            return
        self._pending = pending
        first = max(0, len(self._text) + start) if length else len(self._text)
        self._set_text(self._text[:first] + self._text[first + length :] + text)

    def pointer_moved(self, pointer: Pointer) -> None:
        """Shows where the name would stand."""
        if self.typing:
            return
        self._over = pointer.point if pointer.place is not None else None
        if self._over is None:
            self.preview()
        else:
            self._show(self._over)

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Begins to type there; what has been typed elsewhere is put on the map first."""
        if self.typing:
            self._finish()
            return
        if pointer.place is None or not self.may_change("names"):
            return
        self._at = pointer.point
        if self._text.strip():
            self._finish()
            return
        self.context.status(self.tr("Type the name; Enter puts it on the map, Escape gives it up."))
        self._show(self._at)
        self.writing_changed.emit()

    def point_at(self, place: Hex | None) -> None:
        """The pointer has left the map."""
        if place is None and not self.typing:
            self._over = None
            self.preview()

    def wants(self, event: QKeyEvent) -> bool:
        """Every key that writes, while a name is typed."""
        edits = event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Space, Qt.Key.Key_Tab) and is_plain(event)
        return self.typing and (edits or _letters(event) != "" or event.matches(QKeySequence.StandardKey.Paste))

    def key(self, event: QKeyEvent) -> bool:
        """Types."""
        if not self.typing:
            return False
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._finish()
        elif event.key() == Qt.Key.Key_Backspace:
            self._set_text(self._text[:-1])
        elif _letters(event):
            self.write(_letters(event))
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.write(" ".join(QGuiApplication.clipboard().text().split()))
        else:
            return False
        return True

    def turned(self, steps: int) -> bool:
        """Turns the name."""
        self._set_angle(min(max(self._angle + steps * ANGLE_STEP, -MOST_ANGLE), MOST_ANGLE))
        return True

    def cancel_gesture(self) -> bool:
        """Gives the name up."""
        if not self.typing:
            return False
        self._at = self._over = None
        self._pending = ""
        self.preview()
        self._set_text("")
        return True

    def _finish(self) -> None:
        at, text = self._at, " ".join(self._text.split())
        self._at, self._text, self._pending = None, "", ""
        self.preview()
        self.options_changed.emit()
        self.writing_changed.emit()
        if at is None or not text:
            return
        placed = Sheets(self.box).at(at)
        name = Name(text, placed.frame.to_sheet(at), float(self._size), float(self._angle))
        self.put("Write name", {NewKeys(self.box).ref(placed.file, "names"): name})
        self.context.status(self.hint)

    def _show(self, at: Point) -> None:
        self.preview(Sketch(self._plate(at), "new"), Caption(at, self._text + self._pending + (CURSOR if self.typing else "")))

    def _plate(self, at: Point) -> tuple[Point, ...]:
        """About where the letters will stand, as a rectangle of the shared plane."""
        turn = math.radians(float(self._angle))
        if self.box.sheets[0].frame.orientation == "rows":
            # The shared plane is the mirror of a sheet of pointy-top hexes at the diagonal.
            turn = math.pi / 2 - turn
        along, high = (math.cos(turn), math.sin(turn)), float(self._size) / 2
        wide = high * LETTER_WIDTH * max(len(self._text), LEAST_LETTERS)
        corners = ((-wide, -high), (wide, -high), (wide, high), (-wide, high), (-wide, -high))
        return tuple((at[0] + a * along[0] - b * along[1], at[1] + a * along[1] + b * along[0]) for a, b in corners)

    def _changed(self) -> None:
        self.options_changed.emit()
        at = self._at or self._over
        if at is not None:
            self._show(at)

    def _set_text(self, text: str) -> None:
        self._text = text
        self._changed()
        self.writing_changed.emit()

    def _set_size(self, size: Fraction) -> None:
        self._size = size
        self._changed()

    def _set_angle(self, angle: Fraction) -> None:
        self._angle = angle
        self._changed()


def _letters(event: QKeyEvent) -> str:
    """What a key writes, nothing for keys held with Ctrl and for those that write no letters."""
    held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier)
    return event.text() if not held and event.text().isprintable() else ""
