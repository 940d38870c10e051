"""Selecting: click a hex to keep its card in the inspector, click items of the map to select, move and change them."""

import math
from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import Handles, HexFill, Shape, Sketch
from app.tools.arrange import Arrange
from app.tools.context import ToolContext
from app.tools.picking import Picker, outline_of
from app.tools.shaping import DRAG_PX
from app.tools.strokes import ALT, CTRL, SHIFT
from app.tools.tool import NO_MODIFIER, Modifiers, Pointer, Tool, is_plain
from core.geometry.hexes import Hex
from core.geometry.layout import Point, plane_centre
from core.geometry.lines import Line
from core.model.edits.motions import Loose, whole_hexes
from core.model.edits.seams import continued, sewn_items, things_over_seams
from core.model.maps import ItemRef
from core.rules.kernel.rulings import Ruling

NUDGE = 0.125
"""Hexes that an arrow key moves what is selected."""

SAME_PLACE_PX = 3.0
"""Pixels within which another click means the next item under the pointer."""

MOST_OUTLINES = 150
"""Items that are outlined one by one; of a larger selection only the first are."""

MOST_SEWN = 100
"""Items of which those that lie on several maps are outlined as one."""

_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
_TABS = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}


class SelectTool(Tool):
    """The tool to which Escape returns. The answer of another tool stays beside the selection.

    A click selects the hex and the item in front under the pointer, another click on the spot or Tab the one behind it; Shift
    adds and takes away. What is selected already is moved by a drag; any other drag selects by a rectangle: rightwards what
    lies wholly inside, leftwards all that it touches.
    """

    id = "select"
    icon = "select"
    keys = "Q"
    has_menu = True

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._place: Hex | None = None
        self._rulings: dict[str, Ruling] = {}
        self._round = 0
        self.picker = Picker(context)
        self.arrange = Arrange(context, self.picker, self)
        self._pressed: Pointer | None = None
        self._moving = False
        self._to: Point | None = None
        self._outlines: tuple[Line, ...] = ()
        self._pointer: Pointer | None = None
        self._clicked: Point | None = None
        context.document.selection.changed.connect(self._outline)

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Select")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Click a hex or an item to read about it; drag what is selected, or drag a rectangle; Shift adds, Tab goes deeper, "
            "R turns, arrows move."
        )

    @property
    def place(self) -> Hex | None:
        """The selected hex."""
        return self._place

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """What is known of the heights of the selected hex, the method in force first."""
        return tuple(self._rulings[each] for each in self.context.methods if each in self._rulings)

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Selects a hex."""
        self._place = place
        self.context.canvas.selected(place)
        self._ask()

    # Items ---------------------------------------------------------------------------------------------------------------

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Takes hold of what is selected, or begins a click or a rectangle."""
        self._pressed, self._pointer, self._to = pointer, pointer, None
        under = self.picker.under(pointer)
        refs = self.context.document.selection.refs
        self._moving = not pointer.modifiers & SHIFT and any(ref in refs for ref in under)
        if pointer.place is not None and not pointer.modifiers & SHIFT:
            self.press(pointer.place, pointer.modifiers)

    def pointer_moved(self, pointer: Pointer) -> None:
        """Moves what is held, or widens the rectangle."""
        self._pointer = pointer
        pressed = self._pressed
        if pressed is None or not pointer.held:
            self.point_at(pointer.place)
            return
        if self._to is None:
            if math.dist(pressed.point, pointer.point) < DRAG_PX * pointer.reach:
                return
            self._outlines = self._lines() if self._moving else ()
        self._to = pointer.point
        self._preview()

    def pointer_released(self, pointer: Pointer) -> None:
        """Ends a drag, or makes a click of it."""
        pressed, self._pressed = self._pressed, None
        self._pointer = pointer
        if pressed is None:
            return
        if self._to is None:
            self._click(pressed)
        elif self._moving:
            by = self._by(pressed.point, self._to)
            self._to = None
            self.arrange.move(by)
        else:
            wholly = self._rightwards(pressed.point, self._to)
            found = self._whole_things(self.picker.within(pressed.point, self._to, wholly), wholly)
            selection = self.context.document.selection
            selection.set(selection.refs | found if pressed.modifiers & SHIFT else found)
            self._say()
        self._to = None
        self.context.canvas.sketch("select drag", ())

    def entered(self, pointer: Pointer) -> None:
        """Enter on the hex cursor is a click there."""
        self.pointer_pressed(pointer)
        self.pointer_released(pointer)

    def take_under(self, pointer: Pointer) -> None:
        """Selects what is in front under the pointer, unless something there is selected already; lines are split there."""
        self._pointer, self.arrange.at = pointer, pointer.point
        under, selection = self.picker.under(pointer), self.context.document.selection
        if not any(ref in selection.refs for ref in under):
            selection.set(self._taken(under[:1]))

    def _taken(self, refs: Sequence[ItemRef]) -> frozenset[ItemRef]:
        """Items with the parts of them on other maps: a line over a seam is taken as one."""
        box = self.context.document.box
        return frozenset(part for ref in refs for part in continued(box, ref))

    def _click(self, pointer: Pointer) -> None:
        selection, under = self.context.document.selection, self.picker.under(pointer)
        if pointer.modifiers & SHIFT:
            if under:
                taken = self._taken(under[:1])
                selection.set(selection.refs - taken if under[0] in selection.refs else selection.refs | taken)
            self._say()
            return
        again = self._clicked is not None and math.dist(self._clicked, pointer.point) <= SAME_PLACE_PX * pointer.reach
        self._clicked = pointer.point
        if again and selection.refs and selection.refs == self._taken(sorted(selection.refs, key=str)[:1]):
            self._deeper(under, 1)
        else:
            selection.set(self._taken(under[:1]))
        self._say()

    def _deeper(self, under: list[ItemRef], way: int) -> None:
        """The next item under the pointer; after the last one none, so that the hex alone can be had, too."""
        refs = self.context.document.selection.refs
        # What two maps keep of one thing lies under the pointer twice.
        things = list(dict.fromkeys(self._taken((ref,)) for ref in under))
        now = next((n for n, thing in enumerate(things) if not thing.isdisjoint(refs)), None)
        order = [*things, frozenset[ItemRef]()]
        self.context.document.selection.set(order[((len(things) if now is None else now) + way) % len(order)])
        self._say()

    def _say(self) -> None:
        """Tells what is selected, and no longer how much was selected before."""
        told = self.arrange.counted
        self.arrange.say_selected()
        if told and not self.arrange.counted:
            self.context.status(self.hint)

    def _by(self, start: Point, end: Point) -> Point:
        """The vector of a drag; whole hexes when something that is selected lies in hexes."""
        by = end[0] - start[0], end[1] - start[1]
        return plane_centre(Hex(*whole_hexes(by))) if self.arrange.hex_bound() else by

    def _rightwards(self, start: Point, end: Point) -> bool:
        """Whether a drag goes to the right as it is seen; on maps of pointy-top hexes the plane is the mirror of that."""
        axis = 0 if self.context.document.box.sheets[0].frame.orientation == "columns" else 1
        return end[axis] >= start[axis]

    def _lines(self) -> tuple[Line, ...]:
        lines: list[Line] = []
        for loose in self._things(_first(self.arrange.refs)):
            lines += outline_of(loose) or (loose.points,)
        return tuple(lines)

    def _things(self, refs: Sequence[ItemRef]) -> list[Loose]:
        """Items in the plane; a few of several maps with their parts put together, as they were drawn."""
        box = self.context.document.box
        if 1 < len(refs) <= MOST_SEWN and len(box.sheets) > 1:
            return [whole.loose for whole in sewn_items(box, refs)]
        return [loose for ref in refs if (loose := self.picker.loose(ref)) is not None]

    def _whole_things(self, found: frozenset[ItemRef], wholly: bool) -> frozenset[ItemRef]:
        """What a rectangle takes of things on several maps: all their parts, or none where they must lie wholly inside."""
        box = self.context.document.box
        whole = things_over_seams(box, {ref.section for ref in found}) if len(box.sheets) > 1 else {}
        if wholly:
            return frozenset(ref for ref in found if whole.get(ref, found) <= found)
        return found.union(*(whole[ref] for ref in found if ref in whole))

    def _preview(self) -> None:
        if self._pressed is None or self._to is None:
            return
        start, end = self._pressed.point, self._to
        if self._moving:
            dx, dy = self._by(start, end)
            moved = [tuple((x + dx, y + dy) for x, y in line) for line in self._outlines]
            shapes: list[Shape] = [Sketch(line) for line in moved if len(line) > 1]
            dots = tuple(line[0] for line in moved if len(line) == 1)
            self.context.canvas.sketch("select drag", [*shapes, Handles(dots, look="end")] if dots else shapes)
            return
        (ax, ay), (bx, by) = start, end
        look = "selected" if self._rightwards(start, end) else "guide"
        frame = ((ax, ay), (bx, ay), (bx, by), (ax, by), (ax, ay))
        self.context.canvas.sketch("select drag", (Sketch(frame, look, filled=True),))

    def _outline(self) -> None:
        """Shows what is selected."""
        shapes: list[Shape] = []
        dots: list[Point] = []
        hexes: set[Hex] = set()
        for loose in self._things(_first(self.context.document.selection.refs)):
            if loose.section in ("hexes", "zones"):
                hexes |= set(loose.hexes)
            elif outline_of(loose):
                shapes += [Sketch(line, "selected") for line in outline_of(loose)]
            else:
                dots.append(loose.points[0])
        if dots:
            shapes.append(Handles(tuple(dots), frozenset(range(len(dots))), look="end"))
        if hexes:
            shapes.append(HexFill(frozenset(hexes), "selected"))
        self.context.canvas.sketch("selection", shapes)

    # Keys ----------------------------------------------------------------------------------------------------------------

    def _nudges(self, event: QKeyEvent) -> bool:
        """Whether an arrow moves what is selected: while no hex cursor is shown, or with Alt."""
        if Qt.Key(event.key()) not in _ARROWS or event.modifiers() & CTRL or not self.arrange.refs:
            return False
        return self.context.canvas.cursor is None or bool(event.modifiers() & ALT)

    def wants(self, event: QKeyEvent) -> bool:
        """Tab where items lie under the last click, arrows while items are selected."""
        if Qt.Key(event.key()) in _TABS and is_plain(event):
            return bool(self._under())
        return self._nudges(event)

    def _under(self) -> list[ItemRef]:
        """The items among which Tab goes on: those where the last click was, while the pointer has not left that place."""
        pointer, clicked = self._pointer, self._clicked
        if pointer is None or clicked is None or math.dist(clicked, pointer.point) > SAME_PLACE_PX * pointer.reach:
            return []
        return self.picker.under(pointer)

    def key(self, event: QKeyEvent) -> bool:
        """Tab takes the next item under the last click; arrows move what is selected by an eighth, with Shift by a hex."""
        key = Qt.Key(event.key())
        if key in _TABS and is_plain(event) and self._under():
            self._deeper(self._under(), _TABS[key])
            return True
        if self._nudges(event):
            right, up = _ARROWS[key]
            box = self.context.document.box
            dx, dy = (right, up) if box.sheets[0].frame.orientation == "columns" else (up, right)
            if event.modifiers() & SHIFT or self.arrange.hex_bound():
                # Columns stand half a hex higher or lower than their neighbours: to the right is up, to the left down.
                self.arrange.move(plane_centre(Hex(dx, dy)))
            else:
                self.arrange.move((dx * NUDGE, dy * NUDGE))
            return True
        return False

    def cancel_gesture(self) -> bool:
        """Lets a drag go."""
        under_way = self._to is not None
        self._pressed = self._to = None
        if under_way:
            self.context.canvas.sketch("select drag", ())
        return under_way

    def clear_result(self) -> bool:
        """Selects nothing."""
        held = bool(self.context.document.selection.refs)
        self.context.document.selection.set(())
        self._clicked = None
        if self._place is None:
            return held
        self._round += 1
        self._place, self._rulings = None, {}
        self.context.canvas.selected(None)
        self.context.inspect(None, ())
        self.context.publish((), {})
        return True

    def refresh(self) -> None:
        """Asks again about the selected hex; one that is no longer on the map is let go."""
        if not self.on_map(self._place):
            told, self._round = bool(self._rulings), self._round + 1
            self._place, self._rulings = None, {}
            self.context.canvas.selected(None)
            self.context.inspect(None, ())
            if told:
                self.context.publish((), {})
        elif self._place is not None:
            self._ask(again=True)

    def _ask(self, again: bool = False) -> None:
        """Asks for the heights of the selected hex; why there are none is told once, not after every change of the map."""
        assert self._place is not None
        self._round += 1
        wanted, self._rulings = self._round, {}
        if not self.context.heights_known:
            self.context.inspect(self._place, ())
            return
        for method in self.context.methods:
            self.context.answers.ask(
                "elevation",
                {"hex": self._place, "method": method},
                partial(self._take, wanted, method),
                on_refused=None if again else self.context.status,
                slot=f"selected {method}",
            )

    def _take(self, wanted: int, method: str, ruling: Ruling) -> None:
        if wanted != self._round or self._place is None:
            return
        self._rulings[method] = ruling
        self.context.inspect(self._place, self.rulings)
        self.context.publish(self.rulings, {})


def _first(refs: Iterable[ItemRef]) -> list[ItemRef]:
    """Those that are outlined of a large selection, the same each time."""
    return sorted(refs, key=lambda ref: (ref.sheet, ref.section, str(ref.key)))[:MOST_OUTLINES]
