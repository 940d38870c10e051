"""The graphic of an op sheet: control measures are drawn point by point, picked, pulled at their handles, turned round.

The sheet in hand is that of the panel Op sheets; a gesture is one step of the history, in the scenario or in the session.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.graphics import ink_of
from app.canvas.shapes import Graphic, Handles, Shape
from app.tools.context import ToolContext
from app.tools.graphic_marks import drawn_on, handles_of, nearest_measure
from app.tools.options import Choice, Flag, Option, Words
from app.tools.shaping import LineTool
from app.tools.snapping import nearest_of, path_points
from app.tools.tool import Pointer, is_plain
from core.geometry.layout import Point, corners, hex_at, plane_centre, to_lattice, to_plane
from core.geometry.lines import Line
from core.geometry.measures.drawing import UndrawablePoints
from core.geometry.measures.marks import SIGNS
from core.model.graphics import Measure, MeasureKind, drafted, pulled, reversed_measure

PICK = ""
"""The choice by which measures are picked and none is drawn."""

GRIP_PX = 10.0
"""Pixels from a handle within which it is taken hold of, and from ink within which a measure is picked."""

BY_KEYS = 0.6
"""Hexes from the hex cursor within which handles and ink are meant by Enter: all that lies in its hex."""

REVERSE_KEY = "R"


class GraphicTool(LineTool):
    """Draws and changes control measures of the op sheet in hand."""

    id = "graphic"
    icon = "graphic"
    keys = "Shift+G"
    question = "opsheet.check"
    own_keys = (REVERSE_KEY, "Del")

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._kind, self._named, self._name = PICK, False, ""
        self._alternate, self._echelon = False, ""
        self._grip: int | None = None
        self._pulled: Measure | None = None
        self._from: Point | None = None
        self._carried = False
        self.orders = context.orders
        self.orders.changed.connect(self._follow)

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Op sheet graphic")

    @property
    def hint(self) -> str:
        """How it is used."""
        if self.orders.sheet is None:
            return self.tr("There is no op sheet yet: write one in the panel Op sheets, then its graphic is drawn here.")
        kind = self.kind
        if kind is None:
            return self.tr(
                "Click a control measure to pick it; pull its handles or all of it, R turns what has a front round, Del erases."
            )
        by_keys = self.context.canvas.cursor is not None
        if kind.most == 1:
            words = self.tr("Enter sets {points}.") if by_keys else self.tr("Click {points}.")
        elif by_keys:
            words = self.tr("Enter sets {points}; Ctrl+Enter ends it, Backspace takes a point back.")
        else:
            words = self.tr("Set {points}; Enter or a double click ends it, Backspace takes a point back.")
        return words.replace("{points}", self._asked_for(kind))

    def _asked_for(self, kind: MeasureKind) -> str:
        """The control points that are to be set, in their order."""
        roles = [each for each in kind.handles if not (kind.sets_width and each == kind.handles[-1])]
        named = [f"{each[:-1]} …" if each.endswith("*") else each for each in roles]
        return ", ".join(named)

    # What is chosen -----------------------------------------------------------------------------------------------------------

    @property
    def kind(self) -> MeasureKind | None:
        """The kind that is drawn; None while measures are picked."""
        return self.orders.kinds.kinds.get(self._kind)

    @property
    def options(self) -> tuple[Option, ...]:
        """The kind of measures, and what the next one is called."""
        kinds = self.orders.kinds
        if self.orders.sheet is None:
            return ()
        groups = [(title, kinds.of_group(group)) for group, title in kinds.groups.items()]
        drawn = tuple((kind.id, kind.title) for _, some in groups for kind in some)
        heads = {some[0].id: title for title, some in groups if some}
        kind = self.kind
        found: list[Option] = [
            Choice(
                "kind",
                self.tr("Draw:"),
                self._kind,
                ((PICK, self.tr("Nothing: pick and change")), *drawn),
                self.take_kind,
                heads=heads,
            ),
        ]
        if kind is not None and kind.can_be_named:
            found.append(Words("name", self.tr("Name:"), self.next_name, self._take_name))
        if kind is not None and kind.shows_echelon:
            sizes = (("", self.tr("no size")), *((each, each) for each in SIGNS if each))
            found.append(Choice("echelon", self.tr("Size:"), self._echelon, sizes, self._take_echelon))
        if kind is not None:
            found.append(Flag("alternate", self.tr("Alternate"), self._alternate, self._take_alternate))
        return tuple(found)

    @property
    def next_name(self) -> str:
        """What the next measure is called: as it was typed, else the next name of the motif of the sheet."""
        if self._named or self.kind is None:
            return self._name if self._named else ""
        return self.orders.suggested_name(self.kind)

    def take_kind(self, kind: str) -> None:
        """Draws measures of another kind from now on; none to pick them."""
        if kind != self._kind:
            self.cancel_gesture()
            self._kind, self._named = kind, False
            self.least = self.kind.least_set if self.kind is not None else LineTool.least
            self.orders.pick(None)
            self.context.status(self.hint)
            self.options_changed.emit()

    def _take_name(self, text: str) -> None:
        self._name, self._named = text, True
        self.redraw()

    def _take_alternate(self, on: bool) -> None:
        self._alternate = on
        self.redraw()

    def _take_echelon(self, echelon: str) -> None:
        self._echelon = echelon
        self.redraw()

    def _follow(self) -> None:
        self._let_go()
        if self._shown or self.orders.measure is not None:
            self.redraw()
        self.options_changed.emit()

    # Drawing ------------------------------------------------------------------------------------------------------------------

    def begins(self, pointer: Pointer) -> bool:
        """Whether a measure may be begun: there is a sheet, and a kind is chosen."""
        if self.orders.sheet is None:
            self.context.status(self.hint)
        return self.orders.sheet is not None and self.kind is not None

    def freehand(self) -> bool:
        """Control points are set one by one."""
        return False

    def ends(self, point: Point) -> bool:
        """Whether an outline has come back to where it began."""
        kind = self.kind
        return kind is not None and kind.handles == ("corner*",) and super().ends(point)

    def snapped(self, pointer: Pointer) -> Point:
        """The control point of a measure, or the point of the hex or of a road, that is meant at the pointer; with Alt none."""
        if pointer.modifiers & Qt.KeyboardModifier.AltModifier:
            return pointer.point
        stroke = self.stroke.points[:1] if len(self.stroke.points) >= 3 else []
        found = nearest_of((*stroke, *self._points(pointer)), pointer)
        found = found if found is not None else nearest_of(path_points(self.box, pointer), pointer)
        return found if found is not None else pointer.point

    def _points(self, pointer: Pointer) -> Iterator[Point]:
        for sheet in self.orders.sheets:
            for measure in sheet.measures:
                yield from (point for point in measure.points if measure is not self._pulled)
        place = hex_at(to_lattice(pointer.point))
        ring = [to_plane(corner) for corner in corners(place)]
        yield plane_centre(place)
        yield from ring
        yield from (((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(ring, ring[1:] + ring[:1], strict=True))

    def picture(self, line: Line, pointer: Pointer) -> tuple[Shape, ...]:
        """The measure as it would be drawn, with its control points."""
        made = self._made(line)
        return self._shapes(made) if made is not None and self.stroke else ()

    def _made(self, line: Line) -> Measure | None:
        """The measure through some points; None for what cannot be drawn."""
        kind, sheet = self.kind, self.orders.sheet
        if kind is None or sheet is None or not line:
            return None
        # The pointer stands on the last point when it was set.
        points = tuple(point for n, point in enumerate(line) if n == 0 or point != line[n - 1])
        points = points[:-1] if len(points) > 3 and points[0] == points[-1] else points
        points = points[: kind.most] if kind.most else points
        text = self.next_name if kind.can_be_named else ""
        echelon = self._echelon if kind.shows_echelon else ""
        try:
            return drafted(kind, Measure(kind.id, points, text, "", (), echelon, self._alternate))
        except UndrawablePoints:
            return None

    def _shapes(self, measure: Measure, grip: int | None = None) -> tuple[Shape, ...]:
        """A measure in hand with its handles."""
        drawn, sheet = drawn_on(self.orders, measure), self.orders.sheet
        if drawn is None or sheet is None:
            return ()
        if measure == self.orders.measure:
            # Its names stand on the map already, where they have found room.
            drawn = replace(drawn, letters=())
        handles = tuple(each.at for each in handles_of(self.orders, measure))
        held = frozenset({grip}) if grip is not None else frozenset()
        return Graphic(drawn, ink_of(self.orders.box.oob, sheet, measure), "picked"), Handles(handles, held, "end")

    def finish(self, line: Line) -> bool:
        """Puts the measure on the sheet in hand."""
        made = self._made(line)
        if made is None or not (self.orders.draw(made) or self.orders.waits):
            words = self.tr("Op sheets are changed where they stand: in a scenario, or in the session that is played.")
            self.context.status(words)
            return False
        self._named = False
        return True

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Takes hold of a handle, picks a measure, or sets a point."""
        if not self.stroke and self._take_hold(pointer):
            return
        if self.kind is None:
            self._pick(pointer)
            return
        super().pointer_pressed(pointer)
        kind = self.kind
        if kind is not None and kind.most and len(self.stroke.points) >= kind.most:
            self._finish()

    def entered(self, pointer: Pointer) -> None:
        """Enter is a click. While measures are picked it also takes hold of what is in hand, which the cursor carries from then
        on, and puts it down again."""
        if self._carried:
            self._carried = False
            self.pointer_released(pointer)
            return
        if self.kind is not None:
            super().entered(pointer)
            return
        before = self.orders.measure
        # The cursor stands on a dot, and handles seldom do.
        self.pointer_pressed(replace(pointer, held=True, reach=max(pointer.reach, BY_KEYS / GRIP_PX)))
        self._carried = self._pulled is not None and self._pulled is before
        if not self._carried:
            self.pointer_released(pointer)
            return
        words = self.tr("{what}: the arrows carry it, Enter puts it down, Escape leaves it where it was.")
        whole = self.tr("All of it")
        roles = {each.number: each.role for each in handles_of(self.orders, self._pulled)} if self._pulled is not None else {}
        role = roles.get(self._grip, whole) if self._grip is not None else whole
        self.context.status(words.replace("{what}", role[:1].upper() + role[1:]))

    def _let_go(self) -> None:
        """Nothing is pulled any more."""
        self._pulled = self._grip = None
        self._carried = False

    def _take_hold(self, pointer: Pointer) -> bool:
        """Whether a handle of the measure in hand is under the pointer, which is pulled from now on."""
        measure = self.orders.measure
        handles = handles_of(self.orders, measure) if measure is not None else ()
        near = min(handles, key=lambda each: math.dist(each.at, pointer.point), default=None)
        if measure is None or near is None or math.dist(near.at, pointer.point) > GRIP_PX * pointer.reach:
            return False
        self._grip, self._pulled, self._from = near.number, measure, pointer.point
        self.context.status(near.role[:1].upper() + near.role[1:])
        self._show_pulled(measure)
        return True

    def _pick(self, pointer: Pointer) -> None:
        """Picks the measure under the pointer, and begins to move all of it."""
        found = nearest_measure(self.orders, pointer.point, GRIP_PX * pointer.reach)
        if found is None:
            self.orders.pick(None)
            self.redraw()
            return
        self.orders.choose(found.sheet.id)
        self.orders.pick(found.number)
        self._grip, self._pulled, self._from = None, self.orders.measure, pointer.point
        measure = self.orders.measure
        if measure is not None:
            kind = self.orders.kind(measure)
            words = self.tr("{kind} of {sheet}: pull a handle or all of it; Del erases it.")
            if kind is not None and kind.can_be_turned:
                words = self.tr("{kind} of {sheet}: pull a handle or all of it; R turns it round, Del erases it.")
            title = f"{kind.title if kind is not None else measure.kind} {measure.text}".strip()
            self.context.status(words.replace("{kind}", title).replace("{sheet}", found.sheet.id))
            self._show_pulled(measure)

    def point_at(self, place: object) -> None:
        """The mouse has left the map; the handles of the measure in hand stay."""
        super().point_at(place)
        if place is None and not self.stroke:
            self.redraw()

    def pointer_moved(self, pointer: Pointer) -> None:
        """Pulls what is held, or shows what a click would draw."""
        if self._pulled is not None and (pointer.held or self._carried):
            self._show_pulled(self._as_pulled(pointer))
            return
        super().pointer_moved(pointer)

    def pointer_released(self, pointer: Pointer) -> None:
        """What was pulled stays where it is now."""
        if self._pulled is None:
            super().pointer_released(pointer)
            return
        made, held = self._as_pulled(pointer), self._pulled
        self._let_go()
        if made != held and self.orders.picked is not None:
            self.orders.draw(made, self.orders.picked)
        self.redraw()

    def _as_pulled(self, pointer: Pointer) -> Measure:
        """The measure in hand with the handle, or all of it, where the pointer is."""
        held, start = self._pulled, self._from
        assert held is not None and start is not None
        if math.dist(start, pointer.point) < 2 * pointer.reach:
            return held
        if self._grip is not None:
            at = self.snapped(pointer)
            kind = self.orders.kind(held)
            return pulled(kind, held, self._grip, at) if kind is not None else held
        dx, dy = pointer.point[0] - start[0], pointer.point[1] - start[1]
        return replace(held, points=tuple((x + dx, y + dy) for x, y in held.points))

    def _show_pulled(self, measure: Measure) -> None:
        self.preview(*self._shapes(measure, self._grip))

    def redraw(self) -> None:
        """Shows what is being drawn, else the handles of the measure in hand."""
        if self.stroke:
            super().redraw()
            return
        measure = self.orders.measure
        if measure is None:
            self.preview()
        else:
            self._show_pulled(measure)

    # Keys ---------------------------------------------------------------------------------------------------------------------

    def wants(self, event: QKeyEvent) -> bool:
        """R and Delete, whatever they do elsewhere."""
        return Qt.Key(event.key()) in (Qt.Key.Key_R, Qt.Key.Key_Delete) and is_plain(event)

    def key(self, event: QKeyEvent) -> bool:
        """R turns the measure in hand round, or what is being drawn; Delete erases it."""
        key = Qt.Key(event.key())
        if self.stroke:
            if key == Qt.Key.Key_R and is_plain(event):
                self.stroke.points.reverse()
                self.redraw()
                return True
            return super().key(event)
        measure, number = self.orders.measure, self.orders.picked
        if measure is None or number is None or not is_plain(event):
            return super().key(event)
        kind = self.orders.kind(measure)
        if key == Qt.Key.Key_R and kind is not None:
            if kind.can_be_turned:
                self.orders.draw(reversed_measure(kind, measure), number)
            else:
                self.context.status(self.tr("%s: it has no front that could be turned round.") % kind.title)
            return True
        if key == Qt.Key.Key_Delete:
            return self.orders.erase(number)
        return super().key(event)

    def start(self) -> None:
        """The tool is chosen."""
        super().start()
        self.redraw()

    def stop(self) -> None:
        """Another tool is chosen; nothing is in hand any more."""
        super().stop()
        self._let_go()
        self.orders.pick(None)
        self.preview()

    def cancel_gesture(self) -> bool:
        """Gives up what is being drawn or pulled, then lets go of the measure in hand."""
        if self._carried:
            self._let_go()
            self.redraw()
            return True
        if self._pulled is not None or (not self.stroke and self.orders.measure is not None):
            self._let_go()
            self.orders.pick(None)
            self.preview()
            return True
        return super().cancel_gesture()

    def refresh(self) -> None:
        """The box or the state of play has changed."""
        self.redraw()
