"""The box beside the map that the keyboard means, marked by a frame."""

from PySide6.QtCore import QCoreApplication

from app.canvas.shapes import Sketch
from app.tools.context import ToolContext
from core.geometry.layout import Point

MARK = "box beside the map"


class BoxMark:
    """Goes through the boxes beside the map of the scenario, and marks one of them."""

    def __init__(self, context: ToolContext) -> None:
        self._context = context
        self.name = ""
        """The box that is meant, "" for none."""

    def go_on(self) -> str:
        """Comes to the next box and brings it into view; "" where there is none, which is said."""
        shown = self._context.counters
        names = shown.boxes if shown is not None else ()
        if shown is None or not names:
            self._context.status(QCoreApplication.translate("BoxMark", "This scenario has no boxes beside the map."))
            return ""
        self.name = names[(names.index(self.name) + 1) % len(names)] if self.name in names else names[0]
        shown.show_box(self.name)
        self.show(self.name)
        words = QCoreApplication.translate(
            "BoxMark", "%s, beside the map: Tab goes through its counters, Enter carries, K goes on"
        )
        self._context.status(words % self.name)
        return self.name

    def show(self, name: str) -> None:
        """Marks a box; none for ""."""
        line = self._outline(name)
        self._context.canvas.sketch(MARK, (Sketch(line, "selected", filled=True),) if line else ())

    def middle(self, name: str) -> Point | None:
        """The middle of a box; None for one that is not shown."""
        line = self._outline(name)
        return ((line[0][0] + line[2][0]) / 2, (line[0][1] + line[2][1]) / 2) if line else None

    def leave(self) -> None:
        """The keyboard means the hex cursor again."""
        self.name = ""
        self._context.canvas.sketch(MARK, ())

    def _outline(self, name: str) -> tuple[Point, ...]:
        shown = self._context.counters
        return shown.box_outline(name) if shown is not None and name else ()
