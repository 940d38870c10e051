"""All tools, the one in hand, and what is common to them: keys, Escape, the hex cursor, the hex card, what follows changes.

While a tool that draws is in hand, Ctrl and the arrows move a fine cursor, an eighth of a hex at a time, away from the centre
dot of the hex cursor; a cross shows it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QInputMethodQueryEvent, QKeyEvent, QWheelEvent

from app.canvas.layers import COUNTERS
from app.canvas.shapes import Sketch
from app.canvas.view import MapView
from app.tools.combat import CombatTool
from app.tools.context import ToolContext
from app.tools.control import ControlTool
from app.tools.crossfire import CrossFireTool
from app.tools.drawing_tools import drawing_tools
from app.tools.field import FieldTool
from app.tools.fire import FireTool
from app.tools.leading import LeadingTool
from app.tools.los import LosTool
from app.tools.movement import MovementTool
from app.tools.rules_see import RulesSeeTool
from app.tools.select import SelectTool
from app.tools.smoke import SmokeTool
from app.tools.supply import SupplyTool
from app.tools.tool import NO_MODIFIER, Modifiers, Pointer, Tool, Writing
from app.tools.units import UnitsTool
from app.widgets.icons import icon
from core.geometry.hexes import Hex
from core.geometry.layout import LATTICE_X, LATTICE_Y, Point, hex_at, plane_centre
from core.model.edits.edit import Aspect, Touched
from core.rules.kernel.parameters import Heading
from core.rules.kernel.rulings import Ruling

_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
_CURSOR_KEYS = _ENTER | _ARROWS.keys()
_DIGITS = tuple(Qt.Key(Qt.Key.Key_1 + n) for n in range(9))
_CTRL = Qt.KeyboardModifier.ControlModifier

MAP_KEYS = ("Space", "Esc", "Backspace", "Return", "Enter", "Left", "Right", "Up", "Down")
"""Keys that the map takes for itself, whatever tool is in hand, in Qt's portable writing."""

DIGIT_KEYS = tuple("123456789")
"""Keys that choose a kind of terrain while a tool that draws terrain is in hand."""

FINE_STEP = 0.125
"""Hexes that the fine cursor moves at a time: exact in binary, so that steps there and back meet."""

FINE_MOST = 0.75
"""Hexes that the fine cursor may stand beyond the dot of a hex on the rim, so that it reaches what lies on the edge."""

CROSS_ARM = 0.16
"""Half the width of the cross that shows the fine cursor, in hexes."""

LEAST_REACH = 0.01
"""Hexes that a pixel is taken for while no map is shown."""

CARD_REST_MS = 60
"""How long the cursor must rest on a hex before its heights are asked for."""


class ToolBox(QObject):
    """The tools of one open box. `tool_changed` carries the Tool that is in hand now; `menu_asked` comes when a right click
    asks what can be done with what is selected (`select.arrange`).

    `listen_to` joins it to the map; the window calls `choose` from its actions. `learned` comes when the questions of the
    series are known.
    """

    tool_changed = Signal(object)
    menu_asked = Signal()
    learned = Signal()

    def __init__(self, context: ToolContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.select = SelectTool(context)
        asking = (LosTool(context), FieldTool(context), CrossFireTool(context), RulesSeeTool(context))
        operational = (ControlTool(context), MovementTool(context), SupplyTool(context))
        self.combat, self.fire = CombatTool(context), FireTool(context)
        self.units = UnitsTool(context)
        drawing = drawing_tools(context, self.select.picker)
        asked = (*asking, *operational, self.combat, self.fire)
        tools: tuple[Tool, ...] = (self.select, self.units, *asked, SmokeTool(context), *drawing)
        self.tools: Mapping[str, Tool] = MappingProxyType({tool.id: tool for tool in tools})
        for tool in tools:
            tool.setParent(self)
            tool.done.connect(partial(self.choose, self.select.id))
            tool.writing_changed.connect(self._follow_writing)
        self._current: Tool = self.select
        self._answering: Tool | None = None
        self._pointed: Hex | None = None
        self._hover: tuple[object, ...] = ()
        self._card: dict[str, Ruling] = {}
        self._view: MapView | None = None
        self._held = False
        self._fine: Point | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(CARD_REST_MS)
        self._rest.timeout.connect(self._ask_card)
        context.document.changed.connect(self._state_changed)
        context.document.method_changed.connect(self._refresh)
        context.answers.set_state(context.document.state)
        context.canvas.smoke(context.document.state)
        context.status(self._current.hint)

    def listen_to(self, view: MapView) -> None:
        """Hears the mouse and the keys of a map."""
        view.hovered.connect(self.pointed)
        view.mouse_left.connect(self.left)
        view.cursor_moved.connect(self.cursor_moved)
        view.pressed.connect(self.pressed)
        view.released.connect(self.released)
        view.double_pressed.connect(self.double_pressed)
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)
        self._view = view

    @property
    def current(self) -> Tool:
        """The tool in hand."""
        return self._current

    def learn(self, headings: tuple[Heading, ...]) -> None:
        """The questions of the series are known: a tool in hand whose question is not among them is put down."""
        self.context.headings = headings
        self.context.procedures.learn(headings)
        if not self.context.means(self._current.question):
            self.choose(self.select.id)
        self._current.options_changed.emit()
        self.learned.emit()

    def choose(self, name: str) -> None:
        """Takes another tool in hand. An answer on the map stays until another tool that asks is taken."""
        tool = self.tools[name]
        if tool is not self._current:
            self._current.stop()
            # What a row of a panel lit up belongs to what was done before.
            self.context.canvas.light(())
            if tool.asks and self._answering is not None and self._answering is not tool:
                self._answering.clear_result()
            if tool.asks:
                self.select.clear_result()
                self._answering = tool
            self._current = tool
            self._set_fine(None)
            self.tool_changed.emit(tool)
        tool.start()
        if self._hover and tool.group == "draw":
            # What the tool would do shows at once, and not only when the mouse moves.
            self.pointed(*self._hover)
        self.context.status(tool.hint)

    @property
    def leading(self) -> LeadingTool:
        """The tool that leads through procedures in the series of the box."""
        return self.combat if self.context.means(self.combat.question) else self.fire

    @property
    def recent_terrains(self) -> tuple[str, ...]:
        """The kinds of terrain that were drawn last, those of the tool in hand first."""
        tools = (self._current, *self.tools.values())
        return tuple(dict.fromkeys(terrain for tool in tools for terrain in tool.recent_terrains))

    def take_terrain(self, terrain: str) -> None:
        """Draws another kind of terrain, with the tool in hand if it can, else with the first one that does."""
        if terrain not in self._current.terrains:
            able = [tool for tool in self.tools.values() if terrain in tool.terrains]
            if not able:
                return
            self.choose(able[0].id)
        self._current.take_terrain(terrain)

    def set_methods(self, methods: Iterable[str]) -> None:
        """Which methods stand side by side."""
        self.context.chosen = tuple(methods)
        self._refresh()

    def light(self, places: Iterable[Hex]) -> None:
        """Lights up the hexes that a row of a panel names."""
        self.context.canvas.light(tuple(places))

    def escape(self) -> None:
        """Gives up the gesture, else leaves the arrows to what is selected, else takes the answer away, else goes back to
        selecting.
        """
        current = self._current
        if self.context.document.making.cancel():
            self.context.status(self.tr("Given up; the map is as it was."))
            return
        # What the bar says of an answer goes with the answer.
        if current.cancel_gesture():
            self.context.status(current.hint)
            return
        if current is self.select and self.context.document.selection.refs and self.context.canvas.cursor is not None:
            # Only then do the arrows move what is selected.
            self.context.canvas.set_cursor(None)
            self.context.status(current.hint)
            return
        if current.clear_result():
            self.context.status(current.hint)
            if current is self.select and self._answering is not None:
                self._answering.refresh()
            return
        if self._answering is not None and self._answering is not current and self._answering.clear_result():
            self._answering = None
            self.context.status(current.hint)
            return
        self.context.canvas.set_cursor(None)
        self.context.canvas.light(())
        self.choose(self.select.id)
        if current is not self.select:
            # A press on the map means something else now, which nobody should find out by it.
            words = self.tr("{tool} is put down, {select} is in hand. {hint}")
            self.context.status(words.format(tool=current.name, select=self.select.name, hint=self.select.hint))

    def close(self) -> None:
        """The box is being closed: takes everything off the map and stops listening."""
        self.context.document.changed.disconnect(self._state_changed)
        self.context.document.method_changed.disconnect(self._refresh)
        self._rest.stop()
        if self._view is not None:
            self._view.hovered.disconnect(self.pointed)
            self._view.mouse_left.disconnect(self.left)
            self._view.cursor_moved.disconnect(self.cursor_moved)
            self._view.pressed.disconnect(self.pressed)
            self._view.released.disconnect(self.released)
            self._view.double_pressed.disconnect(self.double_pressed)
            self._view.removeEventFilter(self)
            self._view.viewport().removeEventFilter(self)
        self._current.stop()
        self._set_fine(None)
        for tool in self.tools.values():
            tool.clear_result()
        self.context.canvas.set_cursor(None)
        self.context.canvas.light(())

    def pointed(self, place: object, *where: object) -> None:
        """The mouse or the hex cursor has come to a hex; None off the map. `where` is the point, by preset the centre dot."""
        self._hover = (place, *where)
        here = self._playable(place)
        self._point_at(here)
        if where or here is not None:
            heeded = self._held or self._current.group == "draw"
            modifiers = QGuiApplication.keyboardModifiers() if heeded else NO_MODIFIER
            pointer = self._pointer(here, where[0] if where else None, modifiers)
            self.select.arrange.at = pointer.point
            self._current.pointer_moved(pointer)
        else:
            self._current.point_at(None)

    def cursor_moved(self, place: Hex | None) -> None:
        """The hex cursor has come to another hex, onto its centre dot."""
        self._set_fine(None)
        self.pointed(place)

    def left(self) -> None:
        """The mouse has left the map."""
        self._hover = ()
        self._point_at(None)
        self._current.point_at(None)
        self._current.pointer_left()

    def pressed(self, place: object, where: object, button: Qt.MouseButton, modifiers: Modifiers) -> None:
        """A mouse button goes down."""
        if button == Qt.MouseButton.RightButton:
            if not self._current.cancel_gesture():
                self._ask_menu(self._pointer(self._playable(place), where, modifiers))
        elif button == Qt.MouseButton.LeftButton:
            if self._current.writing is not None:
                # What an input method is still about is written before the click ends the text.
                QGuiApplication.inputMethod().commit()
            self._held = True
            pointer = self._pointer(self._playable(place), where, modifiers)
            self._take_units(pointer)
            self._current.pointer_pressed(pointer)

    def _take_units(self, pointer: Pointer) -> None:
        """Counters are the business of the tool Units: whoever points at one while selecting has it in hand."""
        shown, place = self.context.counters, pointer.place
        if self._current is not self.select or shown is None or place is None or not shown.covers(place, pointer.point):
            return
        if self.context.canvas.allows(COUNTERS):
            self.choose(self.units.id)

    def _ask_menu(self, pointer: Pointer) -> None:
        """A right click with no gesture under way asks for what can be done with the item under it."""
        self._take_units(pointer)
        if self._current.ask_menu(pointer):
            return
        if self._current.has_menu:
            self.select.take_under(pointer)
            self.menu_asked.emit()

    def double_pressed(self, place: object, where: object, button: Qt.MouseButton, modifiers: Modifiers) -> None:
        """The left mouse button goes down for the second time."""
        if button == Qt.MouseButton.LeftButton:
            self._held = True
            self._current.double_pressed(self._pointer(self._playable(place), where, modifiers))

    def released(self, place: object, where: object, button: Qt.MouseButton, modifiers: Modifiers) -> None:
        """A mouse button goes up."""
        if button == Qt.MouseButton.LeftButton:
            self._held = False
            self._current.pointer_released(self._pointer(self._playable(place), where, modifiers))

    def key(self, event: QKeyEvent) -> bool:
        """Escape, Backspace, Enter and the arrows; False for keys that mean nothing here."""
        if self._current.key(event):
            return True
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.escape()
            return True
        if key == Qt.Key.Key_Backspace:
            return self._current.take_back()
        if key in _DIGITS and event.modifiers() in (NO_MODIFIER, Qt.KeyboardModifier.KeypadModifier):
            number, kinds = _DIGITS.index(key), self._current.terrains
            if number < len(kinds):
                self._current.take_terrain(kinds[number])
            return bool(kinds)
        canvas = self.context.canvas
        if key in _CURSOR_KEYS and canvas.cursor is None:
            # The first press shows the cursor where the eye is; from then on the map moves it.
            canvas.set_cursor(self._pointed or canvas.middle())
            return True
        if key in _ENTER and canvas.cursor is not None:
            self._enter(canvas.cursor, event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier)
            return True
        if key in _ARROWS and event.modifiers() & _CTRL and self._current.group == "draw" and canvas.cursor is not None:
            self._step_fine(canvas.cursor, *_ARROWS[key])
            return True
        return False

    def _enter(self, cursor: Hex, modifiers: Modifiers) -> None:
        pointer = self._pointer(cursor, self._fine, modifiers)
        if self._current.group == "draw" and modifiers & _CTRL:
            self._current.double_pressed(replace(pointer, modifiers=modifiers & ~_CTRL, held=True))
            self._current.pointer_released(replace(pointer, modifiers=modifiers & ~_CTRL))
        else:
            self._current.entered(pointer)

    def _step_fine(self, cursor: Hex, right: int, up: int) -> None:
        """Moves the fine cursor by a step; the hex cursor follows it into another playable hex."""
        box = self.context.document.box
        # On sheets of pointy-top hexes the shared plane is the mirror of what is seen.
        dx, dy = (right, up) if box.sheets[0].frame.orientation == "columns" else (up, right)
        x, y = self._fine or plane_centre(cursor)
        point = (x + dx * FINE_STEP, y + dy * FINE_STEP)
        under = hex_at((point[0] * LATTICE_X, point[1] * LATTICE_Y))
        middle = plane_centre(cursor)
        if under in box.cells and under != cursor:
            self.context.canvas.set_cursor(under)
        elif max(abs(point[0] - middle[0]), abs(point[1] - middle[1])) > FINE_MOST:
            return
        self._set_fine(point)
        # Ctrl is held for the arrows and means nothing to the tool.
        self._current.pointer_moved(self._pointer(self.context.canvas.cursor, point, NO_MODIFIER))

    def _set_fine(self, point: Point | None) -> None:
        if point == self._fine:
            return
        self._fine = point
        if point is None:
            self.context.canvas.sketch("fine cursor", ())
            return
        x, y = point
        across = Sketch(((x - CROSS_ARM, y), (x + CROSS_ARM, y)), "new")
        self.context.canvas.sketch("fine cursor", (across, Sketch(((x, y - CROSS_ARM), (x, y + CROSS_ARM)), "new")))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes the keys of the map, and the wheel while Alt is held, before the map scrolls by them."""
        if isinstance(event, QWheelEvent) and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            # Qt turns the wheel sideways while Alt is held.
            turn = event.angleDelta().x() or event.angleDelta().y()
            return bool(turn) and self._current.turned(1 if turn > 0 else -1)
        if self._current.writing is not None and isinstance(event, QInputMethodEvent):
            start, length = event.replacementStart(), event.replacementLength()
            self._current.write(event.commitString(), event.preeditString(), start, length)
            event.accept()
            return True
        if self._current.writing is not None and isinstance(event, QInputMethodQueryEvent):
            self._tell_input_method(event, self._current.writing)
            return True
        if not isinstance(event, QKeyEvent):
            return False
        if event.type() == QEvent.Type.ShortcutOverride and self._current.wants(event):
            event.accept()
            return True
        return event.type() == QEvent.Type.KeyPress and self.key(event)

    def _follow_writing(self) -> None:
        """Lets input methods in while a text is typed on the map, and only then: letters are shortcuts else."""
        if self._view is None:
            return
        writes = self._current.writing is not None
        if self._view.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled) != writes:
            self._view.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, writes)
        elif writes:
            QGuiApplication.inputMethod().update(Qt.InputMethodQuery.ImQueryInput)

    def _tell_input_method(self, event: QInputMethodQueryEvent, writing: Writing) -> None:
        """Where the text stands, for the window of suggestions, and what it is; its cursor is always at its end."""
        line = QSizeF(1.0, self._view.fontMetrics().height() if self._view is not None else 1.0)
        answers = {
            Qt.InputMethodQuery.ImEnabled: True,
            Qt.InputMethodQuery.ImCursorRectangle: QRectF(self._on_screen(writing.at), line),
            Qt.InputMethodQuery.ImSurroundingText: writing.text,
            Qt.InputMethodQuery.ImCursorPosition: len(writing.text),
            Qt.InputMethodQuery.ImAnchorPosition: len(writing.text),
            Qt.InputMethodQuery.ImCurrentSelection: "",
        }
        for query, answer in answers.items():
            if event.queries() & query:
                event.setValue(query, answer)
        event.accept()

    def _on_screen(self, point: Point) -> QPointF:
        """A point of the shared plane in pixels of the view."""
        if self._view is None or self._view.map is None:
            return QPointF()
        return self._view.viewportTransform().map(self._view.map.transform.to_scene(point))

    def _playable(self, place: object) -> Hex | None:
        return place if isinstance(place, Hex) and place in self.context.document.box.cells else None

    def _point_at(self, place: Hex | None) -> None:
        if place != self._pointed:
            self._pointed, self._card = place, {}
            self.context.inspect(place if place is not None else self.select.place, self._known(place))
            self._rest.start()

    def _pointer(self, place: Hex | None, where: object, modifiers: Modifiers) -> Pointer:
        """The pointer at a point of the shared plane, by preset at the centre dot of a hex."""
        if isinstance(where, tuple):
            point: Point = where
        else:
            point = plane_centre(place) if place is not None else (0.0, 0.0)
        reach = 1.0 / self._view.hex_px if self._view is not None else LEAST_REACH
        return Pointer(place, point, reach, modifiers, self._held)

    def _known(self, place: Hex | None) -> tuple[Ruling, ...]:
        return self.select.rulings if place is None or place == self.select.place else ()

    def _ask_card(self) -> None:
        place = self._pointed
        if place is None or place == self.select.place or not self.context.heights_known:
            return
        for method in self.context.methods:
            parameters = {"hex": place, "method": method}
            self.context.answers.ask("elevation", parameters, partial(self._take_card, place, method), slot=f"card {method}")

    def _take_card(self, place: Hex, method: str, ruling: Ruling) -> None:
        if place == self._pointed:
            self._card[method] = ruling
            self.context.inspect(place, [self._card[each] for each in self.context.methods if each in self._card])

    def _state_changed(self, touched: Touched) -> None:
        self.context.answers.set_state(self.context.document.state)
        if Aspect.SMOKE in touched.aspects:
            self.context.canvas.smoke(self.context.document.state)
        if touched.box:
            self._leave_what_is_gone()
            self._current.options_changed.emit()
            if self._current.group == "draw":
                self._current.refresh()
        self._refresh()
        self.context.procedures.follow()

    def _leave_what_is_gone(self) -> None:
        """Takes the cursor and the card off hexes that are no longer on the map."""
        cells = self.context.document.box.cells
        if self.context.canvas.cursor is not None and self.context.canvas.cursor not in cells:
            self.context.canvas.set_cursor(None)
        if self._pointed is not None and self._pointed not in cells:
            self._point_at(None)

    def _refresh(self, *_method: str) -> None:
        if self._answering is not None:
            self._answering.refresh()
        self.select.refresh()
        if self._pointed is not None:
            self._rest.start()


def draw_icons() -> Iterator[None]:
    """Draws the icons of all tools, one in each step: they are kept, and a box that is opened need not wait for them."""
    kinds = [Tool]
    for kind in kinds:
        kinds += kind.__subclasses__()
        if kind.icon:
            icon(kind.icon)
            yield
