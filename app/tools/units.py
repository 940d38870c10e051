"""Units: take counters in the hand, see what lies under them, move them, and do with them what can be done."""

import math
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import Caption, HexFill, Shape, Sketch
from app.tools.box_mark import BoxMark
from app.tools.context import ToolContext
from app.tools.fanning import Fanning
from app.tools.shaping import DRAG_PX
from app.tools.strokes import CTRL, SHIFT
from app.tools.tool import NO_MODIFIER, Modifiers, Pointer, Tool, is_plain
from app.tools.unit_commands import UNIT_COMMANDS, UnitCommands, command_of
from core.geometry.hexes import Hex
from core.geometry.layout import Point, plane_centre
from core.model.deployment import Spot
from core.model.edits.edit import Aspect, Touched
from core.model.edits.piece_edits import with_carried
from core.questions.sentences import fill
from core.rules.kernel.rulings import Ruling

_TABS = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}
_FAN_KEY = Qt.Key.Key_Insert
_BOX_KEY = Qt.Key.Key_K
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)

TARGET, FRAME = "units target", "units frame"

GOOD_VERDICTS = frozenset({"fits", "empty"})
"""Answers about stacking that keep to the rules."""


class UnitsTool(Tool):
    """Moves counters.

    A press takes the counter under the pointer, another click there the whole stack; Shift adds and takes away. A drag carries
    all that is selected with what it carries, each counter as far; with Ctrl into one hex. Released, it is one step of the
    history. A drag that begins beside all counters selects by a rectangle. A stack on which the pointer rests fans out, and its
    counters can be taken from the fan. Enter on the hex cursor picks up and puts down, Tab goes through the stack. A box beside
    the map is a place like a hex; `_BOX_KEY` goes through the boxes, and Enter then means the one that is marked.

    `menu_wanted` comes when a menu is wanted for a hex (or None) and the selected counters, with whether the keyboard asks;
    `stack_wanted` when a stack is to be seen counter by counter, `spot_pointed` when the keyboard comes to a box.
    """

    menu_wanted = Signal(object, bool)
    stack_wanted = Signal()
    spot_pointed = Signal(object)

    id = "units"
    icon = "units"
    keys = "U"
    own_keys = (*(spec.keys for spec in UNIT_COMMANDS), "Ins", "Menu", "K")

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self.commands = UnitCommands(context, self)
        self._pressed: Pointer | None = None
        self._taken = ""
        self._was_selected = False
        self._dragging = False
        self._held: tuple[str, ...] = ()
        self._by_keyboard = False
        self._box = BoxMark(context)
        self._target: tuple[Spot | None, frozenset[Spot]] = None, frozenset()
        self._listens = False
        self._told = False
        self._fan = Fanning(context, self.commands.told, lambda: self._pressed is not None, self)

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Units")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.commands.why_none() or self.tr(
            "Click a counter, again for its stack; drag moves it, right click tells more; Enter carries, Tab and Ins go through"
            " the stack, K through the boxes beside the map"
        )

    @property
    def holding(self) -> tuple[str, ...]:
        """The counters in the hand, with what they carry."""
        return self._held

    def start(self) -> None:
        """Follows what is done to counters elsewhere."""
        self._listen(True)

    def stop(self) -> None:
        """Another tool is chosen: what is in the hand is let go of."""
        super().stop()
        self._listen(False)

    def _listen(self, on: bool) -> None:
        if on != self._listens:
            self._listens = on
            document = self.context.document
            for signal, slot in ((document.changed, self._follow), (document.units.changed, self._tell_anew)):
                if on:
                    signal.connect(slot)
                else:
                    signal.disconnect(slot)

    # The mouse -----------------------------------------------------------------------------------------------------------

    def pointer_moved(self, pointer: Pointer) -> None:
        """Carries what is held, widens the rectangle, or waits to fan a stack out."""
        if self._by_keyboard:
            if pointer.place is not None:
                self._box.leave()
                self._carry_to(pointer.place, plane_centre(pointer.place))
            return
        pressed = self._pressed
        if pressed is None or not pointer.held:
            self._fan.hover(pointer)
            return
        if not self._dragging:
            if math.dist(pressed.point, pointer.point) < DRAG_PX * pointer.reach:
                return
            self._begin_drag()
        if self._held:
            self._carry_to(self._spot(pointer), pointer.point, bool(pointer.modifiers & CTRL))
        else:
            self._draw_frame(pressed.point, pointer.point)

    def _spot(self, pointer: Pointer) -> Spot | None:
        """The hex or the box beside the map that is pointed at."""
        shown = self.context.counters
        return pointer.place or (shown.box_at(pointer.point) if shown is not None else "") or None

    def point_at(self, place: Hex | None) -> None:
        """The pointer has left the map: no stack fans out any more."""
        if place is not None:
            self._box.leave()
        elif not self._by_keyboard:
            self._fan.leave()

    def carry_off(self) -> tuple[str, ...]:
        """The drag leaves the map: lets go of what is dragged, and says what it was. Nothing of it has been moved."""
        held = self.commands.chosen if self._dragging and self._held else ()
        if held:
            self.cancel_gesture()
        return held

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Takes the counter under the pointer, out of the fan if it is there."""
        self._box.leave()
        if self._by_keyboard:
            self._put_down(self._spot(pointer), bool(pointer.modifiers & CTRL))
            return
        shown, units = self.context.counters, self.context.document.units
        self._fan.rest.stop()
        self._pressed, self._dragging = pointer, False
        from_fan = shown.point_in_fan(pointer.point) if shown is not None else None
        if from_fan is None:
            self._fan.fold()
            self._taken = shown.under(pointer.place, pointer.point) if shown is not None else ""
        else:
            self._taken = from_fan
        self._was_selected = self._taken in units
        if not self._taken:
            return
        # One thing is selected at a time: a wash over a whole zone would hide the counters on it.
        self.context.document.selection.set(())
        if pointer.modifiers & SHIFT:
            units.toggle((self._taken,))
        elif not self._was_selected:
            units.set((self._taken,))
        self._say()

    def pointer_released(self, pointer: Pointer) -> None:
        """Puts down what is held, ends the rectangle, or makes a click of it."""
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return
        if self._dragging:
            self._dragging = False
            if self._held:
                self._put_down(self._spot(pointer), bool(pointer.modifiers & CTRL))
            else:
                self._take_frame(pressed, pointer.point)
        elif not pressed.modifiers & SHIFT:
            self._click()

    def double_pressed(self, pointer: Pointer) -> None:
        """Takes the whole stack."""
        self.pointer_pressed(pointer)
        if self._taken:
            self._take_stack(self._taken)
            self.stack_wanted.emit()
            # The release that follows is no further click.
            self._was_selected = False

    def _click(self) -> None:
        """A press and a release on the spot: beside all counters nothing is selected, again on one its stack is."""
        units = self.context.document.units
        if not self._taken:
            units.set()
            self.context.status(self.hint)
        elif self._was_selected:
            stack = self._stack_of(self._taken)
            if set(stack) <= set(units.ids):
                units.set((self._taken,))
            else:
                self._take_stack(self._taken)
        if self._taken:
            self._move_cursor(self._taken)
            self._say()

    def _move_cursor(self, id_: str) -> None:
        """Keys go on where the mouse was."""
        piece = self.commands.deployment.pieces.get(id_)
        if piece is not None and isinstance(piece.at, Hex):
            self.context.canvas.set_cursor(piece.at)

    def _stack_of(self, id_: str) -> tuple[str, ...]:
        """The counters that lie with one; where both sides share a spot, such as a box beside the map, each has its own."""
        deployment = self.commands.deployment
        piece = deployment.pieces.get(id_)
        side = self._side_of(id_)
        stack = deployment.stack(piece.at) if piece is not None else ()
        return tuple(each for each in stack if not side or self._side_of(each) in ("", side))

    def _side_of(self, id_: str) -> str:
        counter = self.context.document.box.oob.counter(id_)
        return counter.side if counter is not None else ""

    def _take_stack(self, id_: str) -> None:
        self.context.document.units.set(self._stack_of(id_))
        self._say()

    def _say(self) -> None:
        """Tells what is selected."""
        ids = self.commands.chosen
        self._told = bool(ids)
        if len(ids) == 1:
            self.context.status(self.commands.told(ids[0]))
        elif ids:
            self.context.status(self.tr("%n counters: ", "", len(ids)) + self.commands.names(ids))

    # The rectangle -------------------------------------------------------------------------------------------------------

    def _draw_frame(self, a: Point, b: Point) -> None:
        line = ((a[0], a[1]), (b[0], a[1]), (b[0], b[1]), (a[0], b[1]), (a[0], a[1]))
        self.context.canvas.sketch(FRAME, (Sketch(line, "selected", filled=True),))

    def _take_frame(self, pressed: Pointer, end: Point) -> None:
        self.context.canvas.sketch(FRAME, ())
        shown, units = self.context.counters, self.context.document.units
        found = shown.within(pressed.point, end) if shown is not None else ()
        units.set(dict.fromkeys((*units.ids, *found)) if pressed.modifiers & SHIFT else found)
        self._say()

    # The hand ------------------------------------------------------------------------------------------------------------

    def _begin_drag(self) -> None:
        self._dragging = True
        units = self.context.document.units
        if self._taken and self._taken not in units:
            # A press with Shift has let go of it; a drag means it all the same.
            units.toggle((self._taken,))
        if self._taken and self.commands.allowed():
            self.hold(self.commands.chosen)
        elif self._taken:
            self._pressed, self._dragging = None, False

    def hold(self, ids: Sequence[str]) -> None:
        """Takes counters in the hand, with what they carry."""
        self._fan.fold()
        self._held = with_carried(self.commands.deployment, ids)

    def _carry_to(self, place: Spot | None, point: Point, gather: bool = False) -> None:
        places = self._places(place, gather) if place is not None else {}
        if self.context.counters is not None:
            # Of counters that go into several hexes, those that come into this one hang under the pointer.
            here = [id_ for id_, to in places.items() if to == place]
            some = self._held if len(here) == len(places) else with_carried(self.commands.deployment, here)
            self.context.counters.carry(some, point)
        self._aim_each(place, places)

    def _places(self, place: Spot, gather: bool) -> dict[str, Spot]:
        """Where the counters in the hand go if what was taken hold of goes into a hex: those of several hexes keep their places
        to each other, unless they are to be gathered, and a box takes all of them."""
        pieces = self.commands.deployment.pieces
        chosen = [id_ for id_ in self.context.document.units.ids if id_ in self._held] or list(self._held)
        spots = {pieces[id_].at for id_ in chosen if id_ in pieces}
        home = pieces[self._taken].at if self._taken in pieces else None
        if gather or len(spots) < 2 or not isinstance(home, Hex) or isinstance(place, str):
            return dict.fromkeys(chosen, place)
        by = place.q - home.q, place.r - home.r
        return {id_: at.plus(*by) if isinstance(at := pieces[id_].at, Hex) else place for id_ in chosen}

    def aim(self, place: Spot | None, ids: Sequence[str]) -> None:
        """Lights the hex or box up into which counters would go, and asks whether they may lie there; None for none."""
        self._aim_each(place, dict.fromkeys(ids, place) if place is not None else {})

    def _aim_each(self, place: Spot | None, places: Mapping[str, Spot]) -> None:
        """The same of counters that go into several hexes: asked is what the one under the pointer would hold."""
        wanted = (place, frozenset(places.values()))
        if wanted == self._target:
            return
        self._target = wanted
        self._box.show(place if isinstance(place, str) else self._box.name)
        if place is None or isinstance(place, str):
            self.context.canvas.sketch(TARGET, ())
            if place is not None:
                self.context.status(self.tr("To %s, beside the map") % place)
            return
        label = self.context.document.box.label(place)
        away = self.commands.beside_the_map(places)
        self.context.canvas.sketch(TARGET, self._lit(place, label, good=not away))
        if away:
            self.context.status(self.tr("Off the map would be %s.") % self.commands.names(away))
            return
        several = self.tr("To %s, each as far; Ctrl gathers all in this hex")
        self.context.status((several if len(wanted[1]) > 1 else self.tr("To %s")) % label)

        def arrived(ruling: Ruling) -> None:
            if wanted == self._target:
                self._tell_stacking(place, label, ruling)

        here = list(with_carried(self.commands.deployment, [id_ for id_, to in places.items() if to == place]))
        self.context.answers.ask("stacking", {"hex": place, "with": here}, arrived, slot="stacking drag")

    def _lit(self, place: Hex, words: str, good: bool) -> tuple[Shape, ...]:
        x, y = plane_centre(place)
        box = self.context.document.box
        up = (x, y + 0.62) if box.sheets[0].frame.orientation == "columns" else (x + 0.62, y)
        others = frozenset(each for each in self._target[1] if each != place and isinstance(each, Hex)) & frozenset(box.cells)
        lit = HexFill(frozenset({place}), "brush" if good else "erase")
        return (*((HexFill(others, "brush"),) if others else ()), lit, Caption(up, words))

    def _tell_stacking(self, place: Hex, label: str, ruling: Ruling) -> None:
        """Says whether counters may lie in the hex, first by which rule: the status bar cuts off what is long."""
        good = ruling.verdict in GOOD_VERDICTS or ruling.verdict == "undecidable"
        reason = next((each for each in ruling.reasons if good or each.numbers or each.hexes), None)
        if not good:
            over = [each for each in ruling.reasons if each.numbers.get("total", 0) > each.numbers.get("limit", math.inf)]
            reason = over[0] if over else reason
        words = label if good else self.tr("%s: too much in the hex") % label
        if ruling.verdict == "enemies":
            words = self.tr("%s: the enemy is there") % label
        self.context.canvas.sketch(TARGET, self._lit(place, words, good))
        if reason is not None:
            template = QCoreApplication.translate("Words", reason.template)
            sentence = fill(template, reason.values, self.context.document.box)
            self.context.status(f"{words} [{reason.rule}] — {sentence}")

    def _put_down(self, place: Spot | None, gather: bool = False) -> None:
        """Ends the carrying in a hex or a box; beside them everything stays where it was."""
        held, self._by_keyboard = self._held, False
        places = self._places(place, gather) if place is not None else {}
        self._empty_hand()
        if place is not None and held:
            if isinstance(place, Hex):
                self.context.canvas.set_cursor(place)
            self.commands.put_down(places, place)
        else:
            self._say()

    def _empty_hand(self) -> None:
        self._held = ()
        if self.context.counters is not None:
            self.context.counters.clear_hand()
        self.aim(None, ())

    # The fan -------------------------------------------------------------------------------------------------------------

    def pointer_left(self) -> None:
        """What is fanned out folds up."""
        self._fan.leave()
        self._fan.fold()

    # The keyboard --------------------------------------------------------------------------------------------------------

    def enter(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Enter on the hex cursor: picks up what is selected there, or its top counter, and puts it down elsewhere."""
        units, stack = self.context.document.units, self.commands.deployment.stack(place)
        if self._by_keyboard:
            self._put_down(place)
        elif modifiers & SHIFT and stack:
            units.toggle((stack[-1],))
            self._say()
        elif stack:
            self._take_top(stack, place)

    def take_in_hand(self, ids: Sequence[str]) -> bool:
        """Takes counters in the hand for the keyboard, in play or not: all of them go into the hex where they are put down.

        False when there is nothing to take, or no hex to hold it over.
        """
        self.cancel_gesture()
        known = tuple(id_ for id_ in ids if self.context.document.box.oob.counter(id_) is not None)
        place = self.context.canvas.cursor or self.context.canvas.middle()
        if not known or place is None or not self.commands.allowed():
            return False
        self.context.document.units.set(known)
        self.context.canvas.set_cursor(place)
        # None of them was taken hold of, and so none keeps its place to the others.
        self._taken = ""
        self._pick_up(known, place)
        return True

    def _pick_up(self, ids: Sequence[str], place: Hex) -> None:
        self.hold(ids)
        self._by_keyboard = True
        self._carry_to(place, plane_centre(place))
        words = self.tr("%s in the hand: arrows carry, Enter puts down, Escape lets go")
        self.context.status(words % self.commands.names(ids))

    def _next_box(self) -> None:
        name = self._box.go_on()
        middle = self._box.middle(name)
        if name:
            self.spot_pointed.emit(name)
        if self._by_keyboard and middle is not None:
            self._carry_to(name, middle)

    def _enter_box(self) -> None:
        """Enter on a box: picks up what is selected there, or its top counter, or puts down what is in the hand."""
        stack = self.commands.deployment.stack(self._box.name)
        if self._by_keyboard:
            self._put_down(self._box.name)
            return
        place = self.context.canvas.cursor or self.context.canvas.middle()
        if stack and place is not None:
            self._box.leave()
            self.context.canvas.set_cursor(place)
            self._take_top(stack, place)

    def _take_top(self, stack: Sequence[str], place: Hex) -> None:
        """Takes what is selected of a stack in the hand, or else its top counter, and holds it over a hex."""
        units = self.context.document.units
        if not any(id_ in units for id_ in stack):
            units.set((stack[-1],))
        if self.commands.allowed():
            self._taken = next(id_ for id_ in reversed(stack) if id_ in units)
            self._pick_up(self.commands.chosen, place)

    def wants(self, event: QKeyEvent) -> bool:
        """Keys of its own commands, Tab on a stack, and those that fan out, open the menu and go through boxes."""
        if _command(event):
            return True
        key = Qt.Key(event.key())
        if is_plain(event) and (key == _BOX_KEY or (self._box.name and key in _ENTER)):
            return True
        own = key == _FAN_KEY or _asks_menu(event) or (key in _TABS and bool(self._stack_in_hand()))
        return own and is_plain(event)

    def key(self, event: QKeyEvent) -> bool:
        """Runs commands, goes through the stack and the boxes, fans a stack out, opens the menu."""
        if not self.wants(event):
            return False
        key = Qt.Key(event.key())
        command = _command(event)
        if key == _BOX_KEY:
            self._next_box()
        elif self._box.name and key in _ENTER:
            self._enter_box()
        elif command:
            self.commands.run(command)
        elif key in _TABS:
            self._go_through(_TABS[key])
        elif key == _FAN_KEY:
            self._switch_fan()
        else:
            self.menu_wanted.emit(self._place_in_hand(), True)
        return True

    def _place_in_hand(self) -> Spot | None:
        """The place that keys mean: a box that is marked, the hex of the cursor, else where the first selected counter is."""
        if self._box.name:
            return self._box.name
        cursor = self.context.canvas.cursor
        if cursor is not None:
            return cursor
        pieces = self.commands.deployment.pieces
        return next((pieces[id_].at for id_ in self.commands.chosen), None)

    def _stack_in_hand(self) -> tuple[str, ...]:
        place = self._place_in_hand()
        return self.commands.deployment.stack(place) if place is not None else ()

    def _go_through(self, way: int) -> None:
        """Selects the next counter of the stack, from the top down."""
        units, stack = self.context.document.units, tuple(reversed(self._stack_in_hand()))
        now = next((n for n, id_ in enumerate(stack) if id_ in units), None)
        id_ = stack[(now + way) % len(stack)] if now is not None else stack[0 if way > 0 else -1]
        units.set((id_,))
        self._say()
        shown, place = self.context.counters, self._place_in_hand()
        if shown is not None and shown.fanned is not None and not isinstance(place, str):
            shown.fan_out(place, id_)

    def _switch_fan(self) -> None:
        """Fans the stack out, or folds it up."""
        shown, place = self.context.counters, self._place_in_hand()
        if shown is None:
            return
        if shown.fanned is not None:
            self._fan.fold()
        elif isinstance(place, Hex) and shown.fan_out(place, next(iter(self.commands.chosen), "")):
            names = ", ".join(self.commands.told(id_) for id_ in reversed(self._stack_in_hand()))
            self.context.status(names)

    # What is common to tools ---------------------------------------------------------------------------------------------

    def ask_menu(self, pointer: Pointer) -> bool:
        """A right click: takes the counter under the pointer, unless it is selected, and asks for the menu."""
        shown, units = self.context.counters, self.context.document.units
        under = ""
        if shown is not None:
            under = shown.point_in_fan(pointer.point) or shown.under(pointer.place, pointer.point)
        if under:
            self.context.document.selection.set(())
        if under and under not in units:
            units.set((under,))
        elif not under:
            units.set()
        self.menu_wanted.emit(self._spot(pointer), False)
        return True

    def cancel_gesture(self) -> bool:
        """Lets go of what is in the hand; everything stays where it was."""
        under_way = self._dragging or self._by_keyboard
        self._pressed, self._dragging, self._by_keyboard = None, False, False
        self._box.leave()
        self._fan.rest.stop()
        fanned = self.context.counters is not None and self.context.counters.fanned is not None
        self.context.canvas.sketch(FRAME, ())
        self._empty_hand()
        return under_way or fanned

    def clear_result(self) -> bool:
        """Selects no counter."""
        held = bool(self.context.document.units.ids)
        self.context.document.units.set()
        return held

    def _follow(self, touched: Touched) -> None:
        """Lets go of what is in the hand when counters lie otherwise, by undo for instance, and tells of them anew."""
        if touched.forces or Aspect.SCENARIO in touched.aspects:
            if self._held:
                self.cancel_gesture()
            self._tell_anew()

    def _tell_anew(self) -> None:
        """What was told of the selected counters is told of those that are selected now, as they are now."""
        if not self._told or self._held or self._dragging:
            return
        if self.commands.chosen:
            self._say()
        else:
            self._told = False
            self.context.status(self.hint)


def _command(event: QKeyEvent) -> str:
    """The command that a key means; "" for none."""
    return command_of(event) if is_plain(event) else ""


def _asks_menu(event: QKeyEvent) -> bool:
    key = Qt.Key(event.key())
    return key == Qt.Key.Key_Menu or (key == Qt.Key.Key_F10 and bool(event.modifiers() & SHIFT))
