"""Field of view: every hex seen from one; drag the viewer and the lit hexes follow."""

from PySide6.QtCore import QTimer

from app.tools.context import ToolContext
from app.tools.latest import Latest
from app.tools.tool import NO_MODIFIER, Modifiers, Tool
from core.base.counted import agreeing
from core.geometry.hexes import Hex
from core.rules.kernel.rulings import Ruling

OLD_LIGHT_MS = 120
"""How long the hexes lit for the last place of the viewer may stay while the answer for the next is awaited."""

NONE: frozenset[Hex] = frozenset()


class FieldTool(Tool):
    """Lights what a hex sees under the method in force and within the visibility of the turn."""

    id = "field"
    icon = "field"
    keys = "V"
    asks = True
    question = "field"

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._latest = Latest(context.answers, "field", self._refuse, self)
        self._viewer: Hex | None = None
        self._dragging = False
        self._came_from: Hex | None = None
        self._seen, self._undecided = NONE, NONE
        self._answer: Ruling | None = None
        self._fresh = self._answered = False
        self._dim = QTimer(self)
        self._dim.setSingleShot(True)
        self._dim.setInterval(OLD_LIGHT_MS)
        self._dim.timeout.connect(self._forget_old_light)

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Field of view")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Click a hex to see what it sees; drag to move the viewer; with the keyboard, arrows and Enter.")

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Sets the viewer."""
        self._came_from, self._dragging = self._viewer, True
        self._move(place)

    def point_at(self, place: Hex | None) -> None:
        """Moves the viewer while it is dragged."""
        if self._dragging and place is not None and place != self._viewer:
            self._move(place)

    def release(self, place: Hex | None, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Leaves the viewer where it is and tells the ruling."""
        if self._dragging:
            self._dragging = False
            self._tell()

    def cancel_gesture(self) -> bool:
        """Puts the viewer back to where it was dragged from."""
        if not self._dragging:
            return False
        self._dragging = False
        if self._came_from is not None:
            self._move(self._came_from)
        else:
            self._wipe()
        return True

    def clear_result(self) -> bool:
        """Puts the light out."""
        if self._viewer is None:
            return False
        self._wipe()
        self.context.publish((), {})
        return True

    def refresh(self) -> None:
        """Looks again from the same hex, while it is on the map."""
        if not self.on_map(self._viewer):
            self._dragging = False
            self.clear_result()
        elif self._viewer is not None:
            self._move(self._viewer)

    def _move(self, place: Hex) -> None:
        self._viewer, self._answer, self._fresh = place, None, False
        self.context.canvas.field(place, self._seen, self._undecided, whole=bool(self._seen))
        self._dim.start()
        parameters = {"from": place, "method": self.context.document.method}
        self._latest.want("field", parameters, self._take, self._advance)

    def _advance(self, done: int, total: int, partial: object) -> None:
        seen, undecided = partial if isinstance(partial, tuple) else (NONE, NONE)
        self._forget_old_light()
        self._fresh = True
        self._seen |= seen
        self._undecided |= undecided
        self.context.canvas.field(self._viewer, self._seen, self._undecided, whole=False)
        if not self._dragging:
            self.context.publish((), {self.context.document.method: (done, total)})

    def _take(self, ruling: Ruling) -> None:
        self._dim.stop()
        self._answered = True
        self._answer, self._fresh = ruling, True
        self._seen, self._undecided = ruling.detail.seen, ruling.detail.undecidable
        self.context.canvas.field(self._viewer, self._seen, self._undecided, whole=True)
        words = agreeing(self.tr("{hex} sees {count} hexes"), {"count": len(self._seen)})
        words = words.replace("{hex}", self.context.document.box.label(ruling.detail.start))
        self.context.status(words.replace("{count}", str(len(self._seen))))
        if not self._dragging:
            self._tell()

    def _refuse(self, words: str) -> None:
        """Tells why there is no answer; a question that has never had one is let go, so that it is not asked for ever."""
        if not self._answered:
            self._dragging = False
            self.clear_result()
        self.context.status(words)

    def _tell(self) -> None:
        if self._answer is not None:
            self.context.publish((self._answer,), {})

    def _forget_old_light(self) -> None:
        self._dim.stop()
        if not self._fresh:
            self._seen, self._undecided = NONE, NONE
            self.context.canvas.field(self._viewer, NONE, NONE, whole=False)

    def _wipe(self) -> None:
        self._latest.drop()
        self._dim.stop()
        self._viewer, self._answer, self._fresh, self._answered = None, None, False, False
        self._seen, self._undecided = NONE, NONE
        self.context.canvas.field(None, NONE, NONE, whole=False)
