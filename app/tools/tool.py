"""What every tool is: one gesture, started on the map by mouse or by the hex cursor of the keyboard."""

from PySide6.QtCore import QObject, Qt

from app.tools.context import ToolContext
from core.geometry.hexes import Hex

Modifiers = Qt.KeyboardModifier
NO_MODIFIER = Qt.KeyboardModifier.NoModifier


class Tool(QObject):
    """One tool. It knows hexes only; the tool box turns mouse and keys into these calls.

    A tool holds the state of its gesture and the question whose answer is shown, nothing else. `asks` says that it puts an
    answer on the map; that stays while other tools, which ask nothing, are used, and follows what they change.
    `name`, `icon` (of `resources/icons`), `keys` and `hint` are for menus, tool bar and status bar.
    """

    id = ""
    icon = ""
    keys = ""
    asks = False

    def __init__(self, context: ToolContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.context = context

    @property
    def name(self) -> str:
        """What the tool is called."""
        raise NotImplementedError

    @property
    def hint(self) -> str:
        """One sentence that says how the tool is used, by mouse and by keyboard."""
        raise NotImplementedError

    def start(self) -> None:
        """The tool is chosen."""

    def stop(self) -> None:
        """Another tool is chosen; a gesture under way ends, an answer stays."""
        self.cancel_gesture()

    def point_at(self, place: Hex | None) -> None:
        """The pointer, pressed or not, or the hex cursor has come to a hex; None off the map."""

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """The left button goes down on a hex."""

    def release(self, place: Hex | None, modifiers: Modifiers = NO_MODIFIER) -> None:
        """The left button goes up."""

    def enter(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Enter is pressed on the hex cursor; by preset a press and a release on the spot."""
        self.press(place, modifiers)
        self.release(place, modifiers)

    def cancel_gesture(self) -> bool:
        """Gives up a gesture; False when none was under way."""
        return False

    def clear_result(self) -> bool:
        """Takes the answer off the map; False when none was there."""
        return False

    def refresh(self) -> None:
        """The state of play or the method has changed: asks again what is shown."""
