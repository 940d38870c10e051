"""The counters of a document on the map: shown, found under a point, fanned out, carried in the hand, brought into view."""

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, Signal
from PySide6.QtGui import QPixmap, QTransform
from PySide6.QtWidgets import QStyle

from app.canvas.counters.hand import Fan, Ghost, HandItem, fan_places
from app.canvas.counters.items import StacksItem
from app.canvas.counters.off_map import GAP
from app.canvas.counters.stacks import Stacks
from app.canvas.layers import COUNTERS
from app.canvas.transform import HEX, MapTransform, Polyline, Span, meets, widened
from app.canvas.view import MapView
from app.documents.document import Document
from core.geometry.hexes import Hex
from core.geometry.layout import Point
from core.model.deployment import Spot
from core.model.edits.edit import Aspect, Touched

_OVER_WASHES, _OVER_ALL = 16.0, 1200.0
"""Stacks lie between the washes that tools lay over the ground and their lines and numbers, what is in the hand over all."""

FAN_LINES = 3.4
"""Counters of a fan are at least so many lines of text high."""

GHOST_STEP = 7.0
"""How far counters in the hand are laid from each other, in scene units."""

MOST_GHOSTS = 12
"""Counters in the hand that are drawn; a hundred of them would hide where they go."""


class CounterLayer(QObject):
    """Shows the counters of one document after the other on a view.

    `changed` comes when other counters lie on the map. `spoiled` is the part of the view that the last step of the hand has
    had painted anew.
    """

    changed = Signal()

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self._document: Document | None = None
        self._stacks: Stacks | None = None
        self._laid: MapTransform | None = None
        self.spoiled = QRect()
        self._item = StacksItem(_OVER_WASHES, view.allowance)
        self._item.shares = self._share
        self._hand = HandItem(_OVER_ALL, self._item.tiled.pixmaps)
        for item in (self._item, self._hand):
            view.scene().addItem(item)
        view.zoom_changed.connect(lambda _: self._moved())
        for bar in (view.horizontalScrollBar(), view.verticalScrollBar()):
            bar.valueChanged.connect(self._moved)

    def use(self, document: Document | None) -> None:
        """Shows the counters of another document; none for None."""
        if self._document is not None:
            self._document.changed.disconnect(self._follow)
            self._document.units.changed.disconnect(self._select)
            self._document.ruleset_changed.disconnect(self._renew)
        self._document = document
        self.clear_hand()
        self._stacks = None
        scene = self._view.map
        if document is not None and scene is not None:
            self._stacks = Stacks(scene.style.counters)
            self._hand.style = scene.style.counters
            document.changed.connect(self._follow)
            document.units.changed.connect(self._select)
            document.ruleset_changed.connect(self._renew)
        self._renew()

    @property
    def stacks(self) -> Stacks | None:
        """What is shown."""
        return self._stacks

    @property
    def shown(self) -> bool:
        """Whether the layer of counters is seen."""
        return self._stacks is not None and self._view.layers.shows(COUNTERS)

    def covered(self, span: Span) -> Iterator[Polyline]:
        """The squares of the scene that counters and markers on the map cover, clockwise on the screen, of all hexes whose
        centres lie in a rectangle or a hex beside it; none while counters are not shown."""
        stacks, laid = self._stacks, self._laid
        if stacks is None or laid is None or not self.shown:
            return
        low_x, low_y, high_x, high_y = widened(span, HEX)
        for place in stacks.hexes:
            x, y = laid.centre(place)
            if low_x <= x <= high_x and low_y <= y <= high_y and (half := stacks.covers(place) / 2):
                yield [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]

    def _share(self) -> float:
        return self._view.layers.opacity(COUNTERS) if self.shown else 0.0

    def _renew(self) -> None:
        """Shows everything anew."""
        document, stacks = self._document, self._stacks
        self._laid = MapTransform.of(document.box) if document is not None else MapTransform()
        if document is not None and stacks is not None:
            stacks.show(document.ruleset, document.box.oob, document.work.deployment)
        scene = self._view.map
        self._item.lay(stacks, self._laid, scene.bounds if scene is not None else None, self.boxes)
        self._view.show_beside(self._item.room)
        self._select()

    def _follow(self, touched: Touched) -> None:
        document, stacks = self._document, self._stacks
        if document is None or stacks is None:
            return
        if Aspect.SHEETS in touched.aspects and MapTransform.of(document.box) != self._laid:
            self._renew()
        elif Aspect.LOOKS in touched.aspects:
            self._renew()
            self.changed.emit()
        elif touched.forces or Aspect.SCENARIO in touched.aspects:
            document.turns.wish(self, "follow", self._show_changes, len(touched.units) + len(touched.pieces))

    def _show_changes(self) -> None:
        """Shows what lies otherwise than it is shown, however many changes have made it so."""
        document, stacks = self._document, self._stacks
        if document is None or stacks is None:
            return
        changed = stacks.show(document.ruleset, document.box.oob, document.work.deployment)
        if changed is None:
            self._renew()
        else:
            self._item.follow(changed, self.boxes)
            self._view.show_beside(self._item.room)
            self._select()
        self.changed.emit()

    def _select(self) -> None:
        """Rings around the selected counters that are on the map or beside it."""
        document = self._document
        found: dict[str, Spot] = {}
        if document is not None:
            pieces = document.work.deployment.pieces
            for id_ in document.units.ids:
                piece = pieces.get(id_)
                if piece is not None:
                    found[id_] = piece.at
        self._item.select(found)
        self._view.viewport().update()

    # What lies where -----------------------------------------------------------------------------------------------------

    @property
    def boxes(self) -> tuple[str, ...]:
        """The boxes beside the map: those that the scenario names, and others in which anything lies."""
        scenario = self._document.work.scenario if self._document is not None else None
        named = scenario.off_map if scenario is not None else ()
        return tuple(self._stacks.boxes(named)) if self._stacks is not None else ()

    def box_at(self, point: Point) -> str:
        """The box beside the map at a point of the shared plane; "" where there is none."""
        return self._item.tiled.box_at(*self._laid.xy(point)) if self.shown and self._laid is not None else ""

    def box_outline(self, name: str) -> tuple[Point, ...]:
        """The frame of a box beside the map as a closed line in the shared plane; none for an unknown one."""
        found = next((box for box in self._item.tiled.boxes if box.name == name), None)
        if found is None or self._laid is None:
            return ()
        left, top, right, bottom = found.span
        corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
        return tuple(self._laid.to_plane(x, y) for x, y in corners)

    def show_box(self, name: str) -> None:
        """Brings a box beside the map into view."""
        found = next((box for box in self._item.tiled.boxes if box.name == name), None)
        if found is not None:
            self._view.bring_in(widened(found.span, GAP / 2))

    def under(self, place: Hex | None, point: Point) -> str:
        """The counter at a point of the shared plane; beside all counters of a hex the one on top; "" where there is none."""
        stacks, transform = self._stacks, self._laid
        if not self.shown or stacks is None or transform is None:
            return ""
        if place is None:
            name = self.box_at(point)
            return self._card_at(name, point) if name else ""
        stack = stacks.deployment.stack(place)
        if not stack:
            return ""
        return self._card_at(place, point) or stack[-1]

    def covers(self, place: Hex | None, point: Point) -> bool:
        """Whether a counter is seen at a point of the shared plane."""
        spot = place or self.box_at(point)
        return self.shown and bool(spot) and bool(self._card_at(spot, point))

    def _card_at(self, place: Spot, point: Point) -> str:
        """The counter that is seen at a point of a hex or a box; "" where there is none."""
        stacks, transform = self._stacks, self._laid
        if stacks is None or transform is None or not stacks.holds(place):
            return ""
        middle = self._item.tiled.centre(place)
        if middle is None:
            return ""
        x, y = transform.xy(point)
        return stacks.picture(place).under(x - middle[0], y - middle[1])

    def within(self, a: Point, b: Point) -> tuple[str, ...]:
        """The counters of all stacks whose hexes have their centre in a rectangle of the shared plane, and those counters of
        boxes that have theirs in it."""
        stacks, transform = self._stacks, self._laid
        if not self.shown or stacks is None or transform is None:
            return ()
        (ax, ay), (bx, by) = transform.xy(a), transform.xy(b)
        left, right, top, bottom = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        near = self._item.tiled.near((left, top, right, bottom))
        places = sorted(place for place, x, y in near if left <= x <= right and top <= y <= bottom)
        found = [id_ for place in places for id_ in stacks.deployment.stack(place)]
        boxes = [box for box in self._item.tiled.boxes if meets(box.span, (left, top, right, bottom))]
        cards = [(card, *box.middle) for box in boxes for card in stacks.picture(box.name).cards if card.kind == "unit"]
        found += [card.id for card, x, y in cards if left <= x + card.x <= right and top <= y + card.y <= bottom]
        return tuple(found)

    # The fan -------------------------------------------------------------------------------------------------------------

    @property
    def fanned(self) -> Hex | None:
        """The hex whose stack is fanned out."""
        return self._hand.fan.place if self._hand.fan is not None else None

    def fan_out(self, place: Hex | None, pointed: str = "") -> bool:
        """Fans out the stack of a hex; None folds it up. False when there is nothing to fan out."""
        stacks = self._stacks
        before = self._hand.fan_plate if self._hand.fan is not None else QRect()
        self._hand.fan, self._hand.fan_rects = None, ()
        if place is not None and stacks is not None and self.shown and self._laid is not None:
            ids = tuple(reversed(stacks.deployment.stack(place)))
            cards = tuple((id_, face) for id_ in ids if (face := stacks.face(id_)) is not None)
            if cards:
                self._hand.fan = Fan(place, cards, pointed)
                view = self._view.viewportTransform()
                lines = round(FAN_LINES * self._view.fontMetrics().lineSpacing())
                side = max(lines, round(stacks.style.side * view.m11()))
                middle = view.map(QPointF(*self._laid.centre(place)))
                room = self._view.viewport().rect()
                places = fan_places(len(cards), side, middle, room, round(HEX / 2 * view.m11()))
                self._hand.fan_rects = tuple((id_, rect) for (id_, _), rect in zip(cards, places, strict=True))
        after = self._hand.fan_plate if self._hand.fan is not None else QRect()
        self._update((before, after))
        return self._hand.fan is not None

    def point_in_fan(self, point: Point) -> str | None:
        """The counter of the fan at a point of the shared plane, which is then marked; "" beside them, None beside the fan."""
        fan = self._hand.fan
        if fan is None or self._laid is None:
            return None
        at = self._view.viewportTransform().map(self._laid.to_scene(point)).toPoint()
        if not self._hand.fan_plate.contains(at):
            return None
        found = next((id_ for id_, rect in self._hand.fan_rects if rect.contains(at)), "")
        if found != fan.pointed:
            self._hand.fan = Fan(fan.place, fan.cards, found)
            self._update((self._hand.fan_plate,))
        return found

    def _moved(self) -> None:
        """Another part of the map is seen: the fan folds up."""
        if self._hand.fan is not None:
            self.fan_out(None)

    # The hand ------------------------------------------------------------------------------------------------------------

    def carry(self, ids: Sequence[str], at: Point | None) -> None:
        """Shows counters in the hand, their stack under a point of the shared plane; None for the point lays them down.

        Only the part of the view under them is painted anew.
        """
        stacks, transform = self._stacks, self._laid
        if stacks is None or transform is None:
            return
        view = self._view.viewportTransform()
        before = self._hand_rects(view)
        if at is None:
            self._hand.ghosts = ()
        else:
            faces = [face for id_ in ids[-MOST_GHOSTS:] if (face := stacks.face(id_)) is not None]
            middle = (len(faces) - 1) / 2
            ghosts = tuple(Ghost(face, GHOST_STEP * (n - middle), -GHOST_STEP * (n - middle)) for n, face in enumerate(faces))
            if ghosts != self._hand.ghosts:
                self._hand.ghosts = ghosts
            self._hand.at = transform.to_scene(at)
        self._update((*before, *self._hand_rects(view)))

    def _hand_rects(self, view: QTransform) -> list[QRect]:
        return self._hand.ghost_rects(view) if self._hand.ghosts else []

    def clear_hand(self) -> None:
        """Nothing is in the hand and nothing is fanned out."""
        if self._hand.ghosts:
            self.carry((), None)
        if self._hand.fan is not None:
            self.fan_out(None)

    def _update(self, rects: Iterable[QRect]) -> None:
        around = QRect()
        for rect in rects:
            around = around.united(rect)
        if not around.isNull():
            self.spoiled = around.adjusted(-4, -4, 4, 4)
            self._view.viewport().update(self.spoiled)

    # Bringing into view --------------------------------------------------------------------------------------------------

    def seek(self, ids: Iterable[str]) -> Spot | None:
        """Brings the first of some counters that is on the map or beside it into view and flashes its hex; None where none is.

        Where the user wants no animations, the hex cursor alone shows it.
        """
        if self._document is None:
            return None
        pieces = self._document.work.deployment.pieces
        for id_ in ids:
            piece = pieces.get(id_)
            if piece is not None and isinstance(piece.at, str):
                self.show_box(piece.at)
                return piece.at
            if piece is not None and isinstance(piece.at, Hex) and piece.at in self._document.box.cells:
                if self._view.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0:
                    self._view.go_to(piece.at)
                else:
                    self._view.centre_on(piece.at)
                    self._view.set_cursor_hex(piece.at)
                return piece.at
        return None

    def picture(self, id_: str) -> QPixmap | None:
        """A counter as large as it is on the map; None where there is none."""
        stacks = self._stacks
        face = stacks.face(id_) if stacks is not None else None
        if stacks is None or face is None:
            return None
        side = max(round(stacks.style.side * self._view.transform().m11()), self._view.fontMetrics().lineSpacing() * 2)
        return self._item.tiled.pixmaps.pixmap(face, side, self._view.devicePixelRatioF())

    def is_in_view(self, point: Point) -> bool:
        """Whether a point of the shared plane is seen."""
        transform = self._laid if self._laid is not None else MapTransform()
        at = self._view.viewportTransform().map(transform.to_scene(point))
        return QRectF(self._view.viewport().rect()).contains(at)

    def spot_at(self, position: QPointF) -> Spot | None:
        """The playable hex, or the box beside the map, at a point of the view, such as that of a drop."""
        if self._document is None or self._laid is None:
            return None
        at = self._view.viewportTransform().inverted()[0].map(position)
        place = self._laid.hex_at(at.x(), at.y())
        if place in self._document.box.cells:
            return place
        return (self._item.tiled.box_at(at.x(), at.y()) if self.shown else "") or None

    def on_screen(self, place: Spot) -> QPoint:
        """The centre of a hex or a box in pixels of the screen, where a menu that the keyboard asks for opens."""
        transform = self._laid if self._laid is not None else MapTransform()
        centre = transform.centre(place) if isinstance(place, Hex) else self._item.tiled.centre(place)
        at = self._view.viewportTransform().map(QPointF(*(centre or (0.0, 0.0))))
        return self._view.viewport().mapToGlobal(at.toPoint())
