"""What tools that draw have in common: a preview, one edit for a gesture, layers that are not to be changed."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from app.canvas.shapes import Shape
from app.tools.context import ToolContext
from app.tools.tool import Tool
from core.base.errors import WrongUse
from core.model.box import GameBox
from core.model.edits.edit import Edit
from core.model.edits.map_edits import ChangeItems
from core.model.maps import Item, ItemRef, Section
from core.model.terrain import Terrain

SLICE_MS = 6
"""How long work of a tool may take between two frames."""


class InSlices(QObject):
    """Work that is done between frames, a few milliseconds at a time, by going through an iterator."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Iterator[object] = iter(())
        self._turns = QTimer(self)
        self._turns.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether there is work left."""
        return self._turns.isActive()

    def begin(self, steps: Iterator[object]) -> None:
        """Goes through other steps; those before are given up."""
        self._steps = steps
        self._turns.start(0)

    def stop(self) -> None:
        """Gives the work up."""
        self._turns.stop()
        self._steps = iter(())

    def _go_on(self) -> None:
        timer, steps = QElapsedTimer(), self._steps
        timer.start()
        for _ in steps:
            if self._steps is not steps or timer.elapsed() >= SLICE_MS:
                return
        self._turns.stop()


class DrawTool(Tool):
    """A tool that changes the map. It shows what it would draw until a gesture ends, and then does that as one edit.

    `refresh` is called when the box has changed, by undo for instance: what is shown may be true no longer.
    """

    group = "draw"

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._shown = False

    @property
    def box(self) -> GameBox:
        """The box as it is now."""
        return self.context.document.box

    @property
    def chart(self) -> Mapping[str, Terrain]:
        """Every kind of terrain there is."""
        return self.context.document.terrain

    def preview(self, *shapes: Shape) -> None:
        """Shows what the gesture would draw, in the place of what was shown before."""
        if shapes or self._shown:
            self._shown = bool(shapes)
            self.context.canvas.sketch(self.id, shapes)

    def may_change(self, section: Section, terrain: str = "") -> bool:
        """Whether items of a section (and terrain) may be changed; if not, the status bar says why."""
        canvas = self.context.canvas
        if canvas.is_editable(section, terrain):
            return True
        words = self.tr("The layer “{layer}” is locked or hidden; the Layers panel unlocks and shows it.")
        self.context.status(words.replace("{layer}", canvas.layer_title(section, terrain)))
        return False

    def do(self, edit: Edit) -> bool:
        """Does an edit as a step of the history; False when it changes nothing."""
        return self.context.document.do(edit)

    def put(self, label: str, items: Mapping[ItemRef, Item | None]) -> bool:
        """Puts items on the map, or takes them off, as a step of the history; what cannot be kept is refused in a sentence."""
        try:
            edit = ChangeItems(label, MappingProxyType(dict(items)))
        except WrongUse as error:
            self.context.status(str(error))
            return False
        return self.do(edit)

    def stop(self) -> None:
        """Another tool is chosen; what was about to be drawn is not."""
        super().stop()
        self.preview()
