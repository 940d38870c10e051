"""What every tool is: one gesture, started on the map by mouse or by the hex cursor of the keyboard."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from app.tools.context import ToolContext
from app.tools.options import Option
from core.geometry.hexes import Hex
from core.geometry.layout import Point

Modifiers = Qt.KeyboardModifier
NO_MODIFIER = Qt.KeyboardModifier.NoModifier

_CHORDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


def is_plain(event: QKeyEvent) -> bool:
    """Whether a key is pressed by itself or with Shift; with Ctrl, Alt or Meta it belongs to the window and its menus."""
    return not event.modifiers() & _CHORDS


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where the mouse or the cursor of the keyboard is.

    `place` is the playable hex there, None off the map; `point` lies in the shared plane; `reach` is the length in hexes of
    one pixel of the screen, for deciding what is near; `held` says that the left button is down.
    """

    place: Hex | None
    point: Point
    reach: float = 0.01
    modifiers: Modifiers = NO_MODIFIER
    held: bool = False


@dataclass(frozen=True, slots=True)
class Writing:
    """A text that is being typed on the map: where, in the shared plane, and what stands there so far."""

    at: Point
    text: str


class Tool(QObject):
    """One tool. The tool box turns mouse and keys into these calls.

    A tool that asks about hexes overrides `point_at`, `press`, `release` and `enter`; a tool that draws overrides
    `pointer_moved`, `pointer_pressed`, `pointer_released` and `double_pressed`, which hand on to the former by preset. `group`
    is "ask" or "draw". `options` are shown beside the tool bar while the tool is in hand.

    A tool holds the state of its gesture and the question whose answer is shown, nothing else. `asks` says that it puts an
    answer on the map; that stays while other tools, which ask nothing, are used, and follows what they change.
    `name`, `icon` (of `resources/icons`), `keys` and `hint` are for menus, tool bar and status bar. `options_changed` tells
    that `options` are others now, or have other values, `done` that the tool has nothing more to do: selecting is wanted again.
    `writing_changed` tells that `writing` begins, goes on or ends.
    `has_menu` says that a right click offers what can be done with the item there. `own_keys` are those that mean something
    to the tool while it is in hand, whatever else they do, in Qt's portable writing. `question` is the one that a series must
    answer for the tool to mean anything; "" for tools that every series has.
    """

    options_changed = Signal()
    done = Signal()
    writing_changed = Signal()

    id = ""
    icon = ""
    keys = ""
    asks = False
    group = "ask"
    has_menu = False
    own_keys: tuple[str, ...] = ()
    question = ""

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

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be set while the tool is in hand."""
        return ()

    @property
    def terrains(self) -> tuple[str, ...]:
        """The kinds of terrain that can be drawn with the tool, in the order of the number keys; none for most tools."""
        return ()

    @property
    def terrain(self) -> str:
        """The kind of terrain that is drawn next."""
        return ""

    @property
    def recent_terrains(self) -> tuple[str, ...]:
        """The kinds that were drawn or chosen last, the latest first."""
        return ()

    def take_terrain(self, terrain: str) -> None:
        """Draws another one of `terrains` from now on."""

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

    def pointer_moved(self, pointer: Pointer) -> None:
        """The pointer, pressed or not, or the cursor of the keyboard has come to a point."""
        self.point_at(pointer.place)

    def pointer_left(self) -> None:
        """The pointer has left the map, and points at nothing."""

    def pointer_pressed(self, pointer: Pointer) -> None:
        """The left button goes down."""
        if pointer.place is not None:
            self.press(pointer.place, pointer.modifiers)

    def pointer_released(self, pointer: Pointer) -> None:
        """The left button goes up."""
        self.release(pointer.place, pointer.modifiers)

    def double_pressed(self, pointer: Pointer) -> None:
        """The left button goes down for the second time; by preset a press like any other."""
        self.pointer_pressed(pointer)

    def entered(self, pointer: Pointer) -> None:
        """Enter is pressed on the cursor; a tool that draws takes it as a press and a release there."""
        if self.group == "draw":
            self.pointer_pressed(replace(pointer, held=True))
            self.pointer_released(pointer)
        elif pointer.place is not None:
            self.enter(pointer.place, pointer.modifiers)

    def key(self, event: QKeyEvent) -> bool:
        """A key that the tool may know while it is in hand; False when it means nothing to it."""
        return False

    def wants(self, event: QKeyEvent) -> bool:
        """Whether a key is the tool's own at this moment, even where an action of the window has the same shortcut."""
        return False

    @property
    def writing(self) -> Writing | None:
        """The text that the keyboard goes into, also by way of an input method; None for most tools, and mostly."""
        return None

    def write(self, text: str, pending: str = "", start: int = 0, length: int = 0) -> None:
        """An input method has written a text, after taking `length` letters away, the first of them `start` from the end.

        `pending` is what it is still about: an accent that waits for its letter, a syllable that waits for its sign.
        """

    def turned(self, steps: int) -> bool:
        """The wheel is turned while Alt is held, away from the user if positive; False when that means nothing."""
        return False

    def take_back(self) -> bool:
        """Backspace: takes back the last point of a gesture; False when there is none."""
        return False

    def ask_menu(self, pointer: Pointer) -> bool:
        """A right click with no gesture under way; True when the tool offers a menu of its own."""
        return False

    def cancel_gesture(self) -> bool:
        """Gives up a gesture; False when none was under way."""
        return False

    def clear_result(self) -> bool:
        """Takes the answer off the map; False when none was there."""
        return False

    def clear_for_others(self) -> None:
        """Somebody else comes to the screen: nothing that one side has asked or begun is left for the next one to see."""
        self.cancel_gesture()
        self.clear_result()

    def on_map(self, *places: Hex | None) -> bool:
        """Whether hexes that an answer speaks of are still playable; None is no hex and is passed over."""
        cells = self.context.document.box.cells
        return all(place is None or place in cells for place in places)

    def refresh(self) -> None:
        """The state of play or the method has changed: asks again what is shown."""
