"""Movement: where units can go with the points that they have, what a way costs step by step, and who reaches a hex."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import Caption, Handles, HexFill, Shape
from app.tools.context import ToolContext
from app.tools.entering import Entering, waiting
from app.tools.latest import Latest
from app.tools.movement_marks import RANGE, WAY, numbers_of, onwards, range_washes, way_marks
from app.tools.movement_words import NOT_REACHED, cost_of, moved_words, onto_words, range_words, sum_words, way_words
from app.tools.moving_now import not_now
from app.tools.operations import line_of, side_name, sides_on_map, stack_in, straight
from app.tools.options import Choice, Flag, Option, Quantity
from app.tools.spent import NOTHING
from app.tools.strokes import CTRL, SHIFT
from app.tools.tool import NO_MODIFIER, Modifiers, Pointer, Tool
from app.tools.under_fire import UnderFire
from app.tools.unit_commands import UnitCommands
from app.tools.who_reaches import WhoReaches
from app.widgets.rule_words import said
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.model.edits.piece_edits import with_carried
from core.model.scenario import ARRIVING
from core.questions.answers import reason_text
from core.rules.kernel.parameters import in_words
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Ruling
from core.rules.operations.movement_detail import AS_RULED, IGNORED, OwnPoints, RangeDetail, Reached

RANGE_OF, ONTO = "range", "onto"
"""What is asked: where units can go, or who reaches a hex."""

STOP_KEY = "O"
"""Stops for fire on overwatch."""

MOST_SPENT = Fraction(99)
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


class MovementTool(Tool):
    """A click takes a stack, whose range is then washed by the points left; a click into the range moves it there.

    The way under the pointer is drawn with what each step costs. Clicks with Shift set points that the way leads through in
    straight lines. Another click on the stack takes its units one by one. A click on another stack takes that one and moves
    nobody onto it; a way that Shift leads there does. Reinforcements are taken out of their box, and placed in a hex by which
    they come in. While a session is played the points spent in the phase count on. The
    other thing that can be asked is which enemies reach a hex.
    """

    id = "movement"
    icon = "movement"
    keys = "Shift+W"
    asks = True
    question = "movement"
    own_keys = (STOP_KEY,)

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._commands = UnitCommands(context, self)
        self._spending = context.spent
        self._ranges = Latest(context.answers, "movement", self._refuse, self)
        self._ways = Latest(context.answers, "movement way", context.status, self)
        self._fire = UnderFire(context, self._take_fire, self)
        self._onto = WhoReaches(context, self._spending, self._refuse, self)
        self._entering = Entering(context, self._refuse, self)
        self._asks = RANGE_OF
        self._mode, self._zones, self._side = "", AS_RULED, ""
        self._units: tuple[str, ...] = ()
        self._start: Hex | None = None
        self._points: tuple[Hex, ...] = ()
        self._onto_stack: Hex | None = None
        self._spent = NOTHING
        self._uncounted = False
        self._staying: tuple[str, ...] = ()
        self._end: Hex | None = None
        self._stopping = False
        self._range: Ruling | None = None
        self._way: Ruling | None = None
        self._reached: dict[Hex, Reached] = {}

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Movement")

    @property
    def hint(self) -> str:
        """How it is used."""
        if self._asks == ONTO:
            return self.tr("Click a hex to see which enemies reach it; with the keyboard, arrows and Enter")
        return self.tr(
            "Click a stack, then where it goes; again on the stack takes its units one by one, Shift sets points of the way"
            " and leads it onto other stacks; arrows and Enter do the same"
        )

    @property
    def options(self) -> tuple[Option, ...]:
        """What is asked, how they move, whether enemy zones count, and what was spent before."""
        asks = ((RANGE_OF, self.tr("Where units can go")), (ONTO, self.tr("Who reaches a hex")))
        found: list[Option] = [Choice("asks", self.tr("Show"), self._asks, asks, self._choose)]
        if self._asks == RANGE_OF:
            # First of all, so that it is seen in a narrow window, too.
            title = self.tr("Points spent before (fewest)") if self._uncounted else self.tr("Points spent before")
            found.append(Quantity("spent", title, self._spent, NOTHING, MOST_SPENT, Fraction(1, 2), self._set_spent))
        modes = self.context.choices("movement", "mode")
        if modes:
            words = [("", self.tr("By the phase")), *((mode, said(in_words(mode))) for mode in modes)]
            found.append(Choice("mode", self.tr("Mode"), self._mode, tuple(words), self._set_mode))
        if self._asks == RANGE_OF and self._fire.is_known:
            stop = self.tr("Stop for overwatch ({key})").replace("{key}", STOP_KEY)
            found.append(Flag("overwatch", stop, self._stopping, self._set_stopping))
        if self.context.choices("movement", "zones"):
            found.append(Flag("zones", self.tr("Without enemy zones"), self._zones == IGNORED, self._set_zones))
        if self._asks == ONTO:
            sides = [("", self.tr("Enemies, or all onto an empty hex"))]
            sides += [(id_, side_name(self.context.document, id_)) for id_ in sides_on_map(self.context.document)]
            found.append(Choice("side", self.tr("Whose units"), self._side, tuple(sides), self._set_side))
        return tuple(found)

    @property
    def units(self) -> tuple[str, ...]:
        """The units whose range is shown."""
        return self._units

    def start(self) -> None:
        """Takes the selected units, where they stand in one hex."""
        pieces = self.context.document.work.deployment.pieces
        chosen = self._commands.chosen
        places = {pieces[id_].at for id_ in chosen}
        if self._asks == RANGE_OF and not self._units and len(places) == 1:
            place = places.pop()
            if isinstance(place, Hex):
                self._take_units(chosen, place)
            elif waiting(self.context, chosen):
                self._take_waiting(chosen)

    # The gesture ---------------------------------------------------------------------------------------------------------

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Beside the map reinforcements that wait are taken; on it all is as for any tool that asks about hexes."""
        shown = self.context.counters
        if pointer.place is None and shown is not None and self._asks == RANGE_OF and shown.box_at(pointer.point) == ARRIVING:
            unit, chosen = shown.under(None, pointer.point), waiting(self.context, self._commands.chosen)
            self._take_waiting(chosen if unit in chosen else waiting(self.context, (unit,)))
            return
        super().pointer_pressed(pointer)

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Takes units, sets a point of the way, or moves."""
        if self._asks == ONTO:
            self._ask_onto(place)
        elif self._entering.units and not modifiers & CTRL:
            self._bring_in(place)
        elif not self._units or modifiers & CTRL:
            self._pick(place)
        elif modifiers & SHIFT and self._leads_onto(place):
            self._lead_onto(place)
        elif modifiers & SHIFT:
            self._add_point(place)
        elif place == self._start and not self._points:
            self._next_of_stack(place)
        elif not self._points and place != self._onto_stack and stack_in(self.context.document, place):
            self._pick(place)
        elif self._can_go(place) and self._stopping:
            self._stop_for_fire(place)
        elif self._can_go(place):
            self._move(place)
        else:
            self.context.status(self._why_not(place))

    def point_at(self, place: Hex | None) -> None:
        """Draws the way to the hex that is pointed at."""
        if place != self._end:
            self._end, self._onto_stack = place, None
            self._ask_way()

    def pointer_left(self) -> None:
        """Takes the way off the map; the range stays."""
        self.point_at(None)

    def take_back(self) -> bool:
        """Takes back the last point of a way that is drawn by hand."""
        if not self._points:
            return False
        self._points = self._points[:-1]
        self._ask_way()
        return True

    def cancel_gesture(self) -> bool:
        """Gives up a way that is drawn by hand."""
        if not self._points and self._onto_stack is None:
            return False
        self._points, self._onto_stack = (), None
        self._ask_way()
        return True

    def clear_result(self) -> bool:
        """Lets go of the units, or takes those who reach a hex off the map."""
        if not self._units and self._onto.place is None and not self._entering.units:
            return False
        self._wipe()
        self.context.publish((), {})
        return True

    def wants(self, event: QKeyEvent) -> bool:
        """O stops for fire on overwatch where a way is drawn."""
        return event.key() == Qt.Key.Key_O and not event.modifiers() and self._fire.is_known and bool(self._units)

    def key(self, event: QKeyEvent) -> bool:
        """O; and the first arrow begins at the stack that was taken, and not in the middle of the view."""
        if self.wants(event):
            if self._end is not None and self._can_go(self._end):
                self._stop_for_fire(self._end)
            else:
                self.context.status(self.tr("Point first at the hex of the way in which the other side fires."))
            return True
        if Qt.Key(event.key()) in _ARROWS and self._start is not None and self.context.canvas.cursor is None:
            self.context.canvas.set_cursor(self._start)
        return False

    def refresh(self) -> None:
        """Something has been moved or changed: asks again, from where the units stand now."""
        if self._onto.place is not None:
            if self.on_map(self._onto.place):
                self._ask_onto(self._onto.place)
            else:
                self.clear_result()
            return
        if self._entering.units:
            still = waiting(self.context, self._entering.units)
            if still:
                self._entering.ask(still)
            else:
                self.clear_result()
            return
        if not self._units:
            return
        pieces = self.context.document.work.deployment.pieces
        places = {pieces[id_].at if id_ in pieces else "" for id_ in self._units}
        place = places.pop() if len(places) == 1 else ""
        if not isinstance(place, Hex):
            self.clear_result()
            return
        if place != self._start:
            self._take_units(self._units, place)
        else:
            self._ask_range()

    # Reinforcements ------------------------------------------------------------------------------------------------------

    def _take_waiting(self, units: Sequence[str]) -> None:
        """Takes reinforcements that wait beside the map: the hexes are shown by which they come in."""
        if units:
            self._wipe()
            self.context.document.units.set(units)
            self._entering.ask(units)

    def _bring_in(self, place: Hex) -> None:
        """Places the reinforcements in hand, which go on from there with what their coming has left of their points."""
        units, hexes = self._entering.units, self._entering.hexes
        if hexes is None:
            return
        if place not in hexes:
            self.context.status(self._entering.why_not(place))
            return
        paid = self._entering.points(place)
        self._entering.drop()
        if self._commands.put(units, place):
            for id_, points in paid.items():
                self._spending.note(id_, points, place, points)
            self._take_units(units, place)

    # Units ---------------------------------------------------------------------------------------------------------------

    def _pick(self, place: Hex) -> None:
        """Takes what is selected in a hex, else all of its stack."""
        stack = stack_in(self.context.document, place)
        chosen = self._commands.chosen
        units = chosen if chosen and set(chosen) <= set(stack) and not self._units else stack
        if not units:
            words = self.tr("No unit stands in {hex}: click the stack that is to move.")
            self.context.status(words.format(hex=self.context.document.box.label(place)))
            return
        self._take_units(units, place)

    def _next_of_stack(self, place: Hex) -> None:
        """From all units of a stack to each by itself, from the top down, and back to all."""
        stack = stack_in(self.context.document, place)
        turns = [stack, *((id_,) for id_ in reversed(stack) if len(stack) > 1)]
        # Without those who may not move it is still all of the stack.
        now = turns.index(self._units) if self._units in turns and not self._staying else 0 if self._staying else -1
        self._take_units(turns[(now + 1) % len(turns)], place)

    def _take_units(self, units: Sequence[str], place: Hex) -> None:
        self._wipe_marks()
        self._units, self._start, self._points, self._staying = tuple(units), place, (), ()
        self._onto_stack = None
        known = [self._spending.of(id_) for id_ in self._units]
        self._spent, self._uncounted = max((each for each in known if each is not None), default=NOTHING), None in known
        self.context.document.units.set(self._units)
        self.options_changed.emit()
        self._ask_range()

    # Asking --------------------------------------------------------------------------------------------------------------

    def _asked(self) -> dict[str, object]:
        """What is asked of the units in hand, but for the way."""
        asked: dict[str, object] = {"units": list(self._units)}
        if self._zones != AS_RULED:
            asked["zones"] = self._zones
        if self._mode:
            asked["mode"] = self._mode
        if self.context.document.play is not None:
            before = self._spending.before(with_carried(self.context.document.work.deployment, self._units))
            asked |= {"before": list(before)} if before else {}
        elif self._spent:
            asked["spent"] = self._spent
        return asked

    def _ask_range(self) -> None:
        self._ranges.want("movement", self._asked(), self._take_range)
        self._ask_way()

    def _ask_way(self) -> None:
        """Asks what the way to the hex that is pointed at costs."""
        end, through = self._end, self._points
        if self._asks == ONTO or not self._units or self._start is None:
            return
        if end is None or (end == self._start and not through):
            self._ways.drop()
            self._drop_way()
            return
        asked = self._asked()
        asked |= {"path": list(self._path(end))} if through else {"to": end}
        self._ways.want("movement", asked, lambda ruling: self._take_way(end, asked, ruling))

    def _path(self, end: Hex) -> tuple[Hex, ...]:
        """The way by hand: straight from point to point, and to where the pointer is."""
        assert self._start is not None
        way = [self._start]
        for place in (*self._points, end):
            way += straight(way[-1], place)[1:]
        return tuple(way)

    def _leads_onto(self, place: Hex) -> bool:
        """Whether units are led onto another stack by their cheapest way, and not along one that is drawn by hand."""
        free = not self._points and place not in (self._start, self._onto_stack)
        return free and self._can_go(place) and bool(stack_in(self.context.document, place))

    def _lead_onto(self, place: Hex) -> None:
        """The next click on another stack moves onto it."""
        self._end, self._onto_stack = place, place
        self._ask_way()

    def _add_point(self, place: Hex) -> None:
        last = self._points[-1] if self._points else self._start
        if place != last:
            self._points = (*self._points, place)
            self._ask_way()

    def _ask_onto(self, place: Hex) -> None:
        self._onto.ask(place, self._mode, self._zones, self._side)

    # Answers -------------------------------------------------------------------------------------------------------------

    def _take_range(self, ruling: Ruling) -> None:
        self._range, detail = ruling, ruling.detail
        if self._leave_behind(detail.barred):
            return
        if self._uncounted and detail.spent_before != self._spent:
            self._spent = detail.spent_before
            self.options_changed.emit()
        self._reached = {each.hex: each for each in detail.reached}
        self.context.canvas.wash(RANGE, range_washes(detail))
        self._write_numbers()
        if self._way is None:
            self.context.publish((ruling,), {})
            self.context.status(self._range_words(detail))

    def _leave_behind(self, barred: Sequence[str]) -> bool:
        """Goes on with those of a stack who may move, where some may not."""
        going = tuple(id_ for id_ in self._units if id_ not in barred)
        if not barred or not going or self._start is None:
            return False
        self._take_units(going, self._start)
        self._staying = tuple(barred)
        return True

    def _write_numbers(self) -> None:
        """The points left, but for hexes of the way, which tell what a step costs."""
        if self._range is not None:
            way = self._way.detail.way if self._way is not None else ()
            deployment = self.context.document.work.deployment
            covered = {*deployment.stacks, *deployment.marks}
            self.context.canvas.write(RANGE, numbers_of(self._range.detail, {step.into for step in way}, covered))

    def _take_way(self, end: Hex, asked: Mapping[str, object], ruling: Ruling) -> None:
        if end != self._end:
            return
        self._way = ruling
        self._fire.ask(asked, ruling)
        barred = ruling.verdict == NOT_REACHED
        shapes: list[Shape] = way_marks(ruling.detail, barred)
        if not ruling.detail.way:
            shapes.append(HexFill(frozenset({end}), "erase"))
        words = self._way_words(end, ruling)
        if self._points:
            shapes.append(Handles(line_of(self._points), look="snap"))
        shapes.append(Caption(plane_centre(end), sum_words(ruling, self._over), onwards(ruling.detail)))
        self.context.canvas.sketch(WAY, shapes)
        self._write_numbers()
        self.context.publish((ruling,), {})
        self.context.status(words)

    def _take_fire(self, ruling: Ruling) -> None:
        """What the way costs is told once more, now with who could fire at it."""
        if self._way is None or self._end is None:
            return
        self._way = ruling
        self.context.publish((ruling,), {})
        words = self._fire.words(ruling.detail)
        self.context.status(" · ".join(filter(None, (self._way_words(self._end, ruling), words))))

    def _refuse(self, words: str) -> None:
        """Tells why there is no answer; nothing is asked again that never had one."""
        if self._range is None:
            self._wipe()
            self.context.publish((), {})
        self.context.status(words)

    # Moving --------------------------------------------------------------------------------------------------------------

    def _can_go(self, place: Hex) -> bool:
        """Whether a click moves the units to a hex: it is in their range, or the way by hand leads there, and now is a time to
        move."""
        if self._idle:
            return False
        if self._points:
            return self._way is not None and self._end == place and self._way.verdict != NOT_REACHED
        return place in self._reached

    @property
    def _idle(self) -> str:
        """That nobody moves in the phase that is played, or not these units, as sentences; "" where they do."""
        if self._range is None:
            return ""
        if phase := self._range.detail.idle:
            return self.tr("{phase}: nobody moves now. Choose a mode above to move all the same.").replace(
                "{phase}", said(phase)
            )
        reason = not_now(self._range) if not self._mode else None
        if reason is None:
            return ""
        told = f"{reason_text(reason, self.context.document.box)} [{reason.rule}]"
        return self.tr("{reason}. Choose a mode above to move all the same.").replace("{reason}", told)

    def _move(self, place: Hex, *, for_fire: bool = False) -> None:
        """Puts the units where they go, as one step of the history, and goes on with what is left; up to the first hex of the
        way in which something attacks them, or `for_fire` up to its end, where what attacks them comes first."""
        drawn = self._way is not None and self._end == place and self._way.verdict != NOT_REACHED
        then: tuple[Next, ...] = ()
        if drawn and self._way is not None:
            gone, asked = self._way.detail.gone_to_first(lambda met: met.stops)
            place, cost = gone[-1].into, cost_of(gone)
            # What the mover's own side is asked comes with the move; the others' fire only where it is stopped for.
            all_of_it = for_fire or any(not each.may for each in asked)
            mover = self.context.document.box.oob.counter(self._units[0])
            then = asked if all_of_it or mover is None else tuple(each for each in asked if each.side == mover.side)
        else:
            cost = self._reached[place].spent
        units, before, start = self._units, self._spent, self._start
        over = place in self._reached and self._reached[place].over > 0
        # What is carried goes along, and is told of as well.
        told = self._range.detail if self._range is not None else None
        others = {each.unit: each for each in told.own} if told is not None else {}
        for id_ in told.units if told is not None else units:
            own, other = self._spending.of(id_), others.get(id_, OwnPoints(id_))
            own = before if own is None else own
            self._spending.note(id_, own, place, own + other.first + cost * other.share)
        turned = {each.unit: (each.face, each.mode or "") for each in others.values() if each.face is not None}
        self._points, self._way = (), None
        self._fire.drop()
        self.context.canvas.sketch(WAY, ())
        run = partial(self.context.procedures.do, then=then) if then else None
        if not self._commands.put(units, place, turned, run) or self._start != place:
            # Nothing was moved, which the status bar tells; what would have been spent is taken back by where they stand.
            return
        assert start is not None
        self.context.status(moved_words(self.context.document, units, start, place, cost, over=over))

    def _why_not(self, place: Hex) -> str:
        box = self.context.document.box
        if self._idle and place in self._reached:
            return self._idle
        if self._way is None or self._end != place or not self._way.reasons:
            return self.tr("{hex} is out of reach.").format(hex=box.label(place))
        # What is said of the hex comes after what bars the units from moving at all, and before the range as a whole.
        of_hex = (reason for reason in reversed(self._way.reasons) if place in reason.hexes)
        told = reason_text(next(of_hex, self._way.reasons[0]), box)
        return told if box.label(place) in told else f"{box.label(place)}: {told}"

    def _stop_for_fire(self, place: Hex) -> None:
        """Moves up to a hex, as one step, and asks the other side for its fire; what is left of the points counts on after."""
        met = self._way.detail.met if self._way is not None and self._end == place else ()
        if not any(each.into == place and each.then[0].may for each in met):
            words = self.tr("Nobody could fire at {hex} on overwatch; a click moves there.")
            self.context.status(words.format(hex=self.context.document.box.label(place)))
            return
        self._set_stopping(False)
        self._move(place, for_fire=True)

    # Words ---------------------------------------------------------------------------------------------------------------

    def _range_words(self, detail: RangeDetail) -> str:
        by_hand = self._spent if self._uncounted else None
        return self._idle or range_words(self.context.document, detail, self._staying, by_hand)

    def _way_words(self, end: Hex, ruling: Ruling) -> str:
        if not ruling.detail.way:
            return self._why_not(end)
        assert self._start is not None
        words = way_words(self.context.document, self._start, end, ruling, self._over)
        if not self._can_go(end) or not stack_in(self.context.document, end):
            return words
        return f"{words} · {onto_words(bool(self._points or self._onto_stack))}"

    @property
    def _over(self) -> int:
        """What would be above the limit at the end of the way."""
        found = self._reached.get(self._end) if self._end is not None else None
        return found.over if found is not None else 0

    # Options -------------------------------------------------------------------------------------------------------------

    def _choose(self, asks: str) -> None:
        if asks != self._asks:
            self.clear_result()
            self._asks = asks
            self.options_changed.emit()
            self.context.status(self.hint)

    def _set_mode(self, mode: str) -> None:
        self._mode = mode
        self.refresh()

    def _set_zones(self, ignored: bool) -> None:
        self._zones = IGNORED if ignored else AS_RULED
        self.refresh()

    def _set_stopping(self, stopping: bool) -> None:
        if stopping != self._stopping:
            self._stopping = stopping
            self.options_changed.emit()

    def _set_side(self, side: str) -> None:
        self._side = side
        self.refresh()

    def _set_spent(self, spent: Fraction) -> None:
        self._spent, self._uncounted = spent, False
        if self._start is not None:
            for id_ in self._units:
                self._spending.note(id_, spent, self._start, spent)
        self.refresh()

    # Off the map ---------------------------------------------------------------------------------------------------------

    def _drop_way(self) -> None:
        shown, self._way = self._way is not None, None
        self._fire.drop()
        self.context.canvas.sketch(WAY, ())
        if shown and self._range is not None:
            self._write_numbers()
            self.context.publish((self._range,), {})
            self.context.status(self._range_words(self._range.detail))

    def _wipe_marks(self) -> None:
        self._ranges.drop()
        self._ways.drop()
        self._fire.drop()
        self._onto.drop()
        self._entering.drop()
        self._range = self._way = None
        self._reached = {}
        for part in (RANGE, WAY):
            self.context.canvas.wash(part, ())
            self.context.canvas.write(part, ())
            self.context.canvas.sketch(part, ())

    def _wipe(self) -> None:
        self._wipe_marks()
        self._units, self._start, self._points, self._staying = (), None, (), ()
        self._spent, self._uncounted = NOTHING, False
        self.options_changed.emit()
