"""What tools that draw have in common: a preview, one edit for a gesture, layers that are not to be changed."""

from collections.abc import Mapping
from types import MappingProxyType

from app.canvas.shapes import Shape
from app.tools.context import ToolContext
from app.tools.tool import Tool
from core.model.box import GameBox
from core.model.edits.edit import Edit
from core.model.edits.map_edits import ChangeItems
from core.model.maps import Item, ItemRef, Section
from core.model.terrain import Terrain


class DrawTool(Tool):
    """A tool that changes the map. It shows what it would draw until a gesture ends, and then does that as one edit."""

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
        """Puts items on the map, or takes them off, as a step of the history."""
        return self.do(ChangeItems(label, MappingProxyType(dict(items))))

    def stop(self) -> None:
        """Another tool is chosen; what was about to be drawn is not."""
        super().stop()
        self.preview()
