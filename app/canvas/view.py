"""The view of a map: scrolls, zooms at the mouse, says which hex is under it. Holds no state of any tool."""

import math
from collections.abc import Iterator, Mapping
from typing import Final

from PySide6.QtCore import QElapsedTimer, QEvent, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from app.canvas.cels import Cels
from app.canvas.flash import Flash
from app.canvas.items import LiveItem, SceneSource, TiledItem
from app.canvas.layers import LayerState
from app.canvas.leftovers import Leftovers
from app.canvas.overlays import OverlayLayer
from app.canvas.scans import Pyramid
from app.canvas.scene_map import Changes, SceneMap
from app.canvas.shape_painter import ShapePainter
from app.canvas.shapes import HexCursor
from app.canvas.tiles import MEGABYTE, Allowance, TileSheet
from app.canvas.transform import HEX, Span, from_rect, to_rect, united
from core.geometry.hexes import Hex
from core.geometry.layout import Point
from core.model.box import GameBox
from core.model.edits.edit import Touched
from core.model.relief import ReliefRaster
from core.model.terrain import Terrain

ZOOM_STEPS: Final = 16
"""Zooms lie this many steps to a doubling, so that tiles are found again on the way back."""

NOTCH: Final = 4
"""Zoom steps for one notch of the wheel; with Ctrl it is one."""

LEAST_HEX_PX: Final = 3.0
MOST_HEX_PX: Final = 320.0

MAP_CACHE: Final = 256 * MEGABYTE
CEL_CACHE: Final = 96 * MEGABYTE
OVERLAY_CACHE: Final = 96 * MEGABYTE

_SLICE_MS = 8

_PEN_PX = 4.0
"""Pens that are kept visible from afar reach no further than this beyond what they draw."""
_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}


class MapView(QGraphicsView):
    """Shows a `SceneMap` and overlays upon it.

    Tools listen to `hovered` (the hex or None, the point of the shared plane) and to `pressed`, `moved`, `released` and
    `double_pressed` (hex or None, point, button, modifiers). The middle button, and the left one while Space is held, move
    the map and are not heard of. `cursor_moved` tells of the hex that the arrow keys have come to, `cursor_activated` of
    Return upon it. `zoom_changed` carries the pixels from hex centre to hex centre. `prepared` comes when a map is drawn
    whole.
    """

    hovered = Signal(object, object)
    pressed = Signal(object, object, object, object)
    moved = Signal(object, object, object, object)
    released = Signal(object, object, object, object)
    double_pressed = Signal(object, object, object, object)
    mouse_left = Signal()
    zoom_changed = Signal(float)
    cursor_moved = Signal(object)
    cursor_activated = Signal(object)
    prepared = Signal()

    _ready = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # every frame fills all of it
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Map"))
        self.allowance = Allowance()
        self._map: SceneMap | None = None
        self._layers = LayerState()
        self._source = SceneSource()
        cels = Cels(self._source.parts, CEL_CACHE)
        self._sheet = TileSheet(self._source, self.allowance, MAP_CACHE, cels=cels)
        self.scene().addItem(TiledItem(self._sheet, 0.0))
        self._overlays: dict[str, OverlayLayer] = {}
        self._own = self.overlay("the view's own", order=1000.0, live=True)
        self._cursor_hex: Hex | None = None
        self._flash = Flash(self)
        self._flash.changed.connect(self._show_own)
        self._beside: Span | None = None
        self._building = QTimer(self)
        self._building.timeout.connect(self._build)
        self._steps: Iterator[float] = iter(())
        self._wanted: tuple[GameBox, Mapping[str, Terrain] | None] | None = None
        self._beginning = QTimer(self, singleShot=True)
        self._beginning.timeout.connect(self._begin_anew)
        self._late: tuple[GameBox, Touched, Mapping[str, Terrain] | None] | None = None
        self._catching_up = QTimer(self)
        self._catching_up.timeout.connect(self.catch_up)
        self._late_steps: Iterator[Changes] = iter(())
        self._late_spans: Changes = {}
        self.leftovers = Leftovers(self)
        self._pan_from: QPoint | None = None
        self._space = False
        self._wheel = 0.0
        self._fit_wanted = False
        self._ready = True
        self._apply_palette()

    # What is shown -----------------------------------------------------------------------------------------------------

    @property
    def map(self) -> SceneMap | None:
        """The map shown."""
        return self._map

    def show_map(self, scene_map: SceneMap | None, keep_view: bool = False) -> None:
        """Shows a map, preparing it between frames if that is not done yet; with `keep_view` the view stays where it is.

        A map that was shown is of no use afterwards, unless `leftovers` hand it out again when its box is opened once more.
        """
        self._stop()
        self._late, self._late_spans, self._wanted, self._steps, self._late_steps = None, {}, None, iter(()), iter(())
        before, self._map = self._map, scene_map
        self._leave(before)
        if not keep_view:
            self._change_map(None)
            self._sheet.forget()
            self.set_cursor_hex(None)
        elif scene_map is not None and self._cursor_hex is not None and self._cursor_hex not in scene_map.box.cells:
            self.set_cursor_hex(None)
        self._apply_palette()
        painter = ShapePainter(scene_map.transform, scene_map.style.overlay) if scene_map else None
        for layer in self._overlays.values() if not (keep_view and scene_map and scene_map.is_laid_like(before)) else ():
            layer.use(painter)
        self._set_room()
        if scene_map is None or scene_map.ready:
            self._change_source()
        else:
            # The old picture stays until the new one is whole.
            self._steps = scene_map.build()
            self._building.start(0)
        if scene_map is not None and not keep_view:
            self.fit()
        self.viewport().update()

    def show_relief(self, raster: ReliefRaster | None) -> None:
        """Sets the raster behind elevation tint and hill shading of the map shown."""
        if self._map is not None:
            self._map.show_relief(raster)
            self._sheet.spoil()
            self.viewport().update()

    def show_scans(self, pyramids: Mapping[str, Pyramid]) -> None:
        """Sets the pictures of scanned sheets by the file names of their sheets."""
        if self._map is not None:
            self._map.scans.show(pyramids)
            self._sheet.spoil()
            self.viewport().update()

    def follow(self, box: GameBox, touched: Touched, terrain: Mapping[str, Terrain] | None = None) -> None:
        """Shows an edited box: only what an edit has touched is prepared and painted anew.

        After an edit that changes the sheets, the looks of terrain or very many items, the whole map is prepared anew between
        frames, and its old picture stays until then. `terrain` holds every kind of terrain in force.
        """
        scene = self._map
        if scene is None:
            return
        if not self._beginning.isActive() and scene.can_follow(box, touched):
            self._spoil_parts(scene.change(box, touched))
            self._late_steps = scene.catch_up()
            self._catching_up.start(0)
        elif self._beginning.isActive() or scene.ready or scene.must_rebuild(touched):
            self._late, self._wanted = None, (box, terrain)
            if touched.aspects:
                self._begin_anew()
            else:
                scene.box = box  # The edit has taken long enough; all hexes stay where they are.
                self._beginning.start()
        else:
            # The map is still being prepared; what it lacks is taken over then.
            self._late = box, touched | (self._late[1] if self._late is not None else Touched()), terrain

    def _begin_anew(self) -> None:
        """Begins the map of the last of the edits that have asked for another."""
        if self._wanted is not None and self._map is not None:
            anew = SceneMap(self._wanted[0], self._map.style, terrain=self._wanted[1])
            anew.take_pictures(self._map)
            self.show_map(anew, keep_view=True)

    def _spoil_parts(self, changes: Changes) -> None:
        if changes:
            self._sheet.spoil_parts(changes, _PEN_PX * self.devicePixelRatioF())
            self.viewport().update()

    @property
    def catching_up(self) -> bool:
        """Whether something that the last edits have changed is still to be prepared."""
        return self._catching_up.isActive()

    def catch_up(self) -> None:
        """Prepares, for a few milliseconds, what edits have put off; it is painted when all of it is there.

        What is seen comes first: nothing is prepared while tiles are missing.
        """
        if self.allowance.wanting:
            return
        timer = QElapsedTimer()
        timer.start()
        for changes in self._late_steps:
            for layer, spans in changes.items():
                self._late_spans.setdefault(layer, []).extend(spans)
            if timer.elapsed() >= _SLICE_MS:
                return
        self._catching_up.stop()
        late, self._late_spans = self._late_spans, {}
        self._spoil_parts(late)

    @property
    def layers(self) -> LayerState:
        """Which layers are shown."""
        return self._layers

    def set_layers(self, layers: LayerState) -> None:
        """Shows and hides layers of the map."""
        if layers != self._layers:
            self._layers = self._source.layers = layers
            self._sheet.spoil()
            self.viewport().update()

    def overlay(self, name: str, order: float = 0.0, live: bool = False, lasting: bool = False) -> OverlayLayer:
        """The layer of that name, made by the first call. Higher `order` lies above; `lasting` ones stay until painted anew."""
        layer = self._overlays.get(name)
        if layer is None:
            layer = self._overlays[name] = OverlayLayer(live, self)
            if live:
                self.scene().addItem(LiveItem(layer, 1.0 + order))
                layer.spoiled.connect(lambda span, reach: self.viewport().update())
            else:
                sheet = TileSheet(layer, self.allowance, OVERLAY_CACHE, stale=lasting, stale_zooms=False)
                self.scene().addItem(TiledItem(sheet, 1.0 + order))
                layer.spoiled.connect(lambda span, reach: self._spoil(sheet, span, reach))
            if self._map is not None:
                layer.use(ShapePainter(self._map.transform, self._map.style.overlay))
        return layer

    def _spoil(self, sheet: TileSheet, span: object, reach: float) -> None:
        assert span is None or isinstance(span, tuple)
        sheet.spoil(span, reach * self.devicePixelRatioF())
        self.viewport().update()

    def _build(self) -> None:
        """Prepares the map for a few milliseconds; it is painted when it is whole."""
        timer = QElapsedTimer()
        timer.start()
        for _ in self._steps:
            if timer.elapsed() >= _SLICE_MS:
                return
        self._building.stop()
        late, self._late = self._late, None
        if late is not None:
            self.follow(*late)
            if self._building.isActive() or self._beginning.isActive():
                return
        self._change_source()
        self.prepared.emit()

    def _change_map(self, scene_map: SceneMap | None) -> None:
        """Changes what tiles are painted from; what was shown until now is not painted again."""
        before, self._source.map = self._source.map, scene_map
        self._leave(before)

    def _leave(self, scene_map: SceneMap | None) -> None:
        """Lets go of a map unless it is shown or to be shown; that of a box which is closed may be wanted again."""
        if scene_map is not None and scene_map is not self._map and scene_map is not self._source.map:
            (self.leftovers.keep if self._map is None else self.leftovers.add)(scene_map)

    def _stop(self) -> None:
        for turns in (self._building, self._catching_up, self._beginning):
            turns.stop()

    def _change_source(self) -> None:
        self._change_map(self._map)
        self._sheet.whole = self._map.bounds if self._map else None
        self._sheet.spoil()
        self.viewport().update()

    # Where it is shown -------------------------------------------------------------------------------------------------

    @property
    def hex_px(self) -> float:
        """Pixels from hex centre to hex centre."""
        return self.transform().m11() * HEX

    def fit(self) -> None:
        """Shows the whole map, as large as it fits; it stays so in a window of another size until the map is moved."""
        if self._map is not None:
            self.show_span(self._room(), whole=True)

    def show_span(self, span: Span, whole: bool = False) -> None:
        """Shows a rectangle of the scene, as large as it fits; the `whole` map stays fitted in a window of another size."""
        self._fit_wanted = whole
        place, room = to_rect(span), self.viewport().size()
        self._set_zoom(math.floor(_level(HEX * min(room.width() / place.width(), room.height() / place.height())) + 1e-9))
        self._centre_on_point(place.center())

    def show_beside(self, span: Span | None) -> None:
        """Makes room for something that lies beside the map; None for nothing."""
        if span != self._beside:
            self._beside = span
            self._set_room()
            if self._fit_wanted:
                self.fit()

    def _room(self) -> Span:
        """What can be seen: the map and what lies beside it."""
        assert self._map is not None
        return united((self._map.bounds, self._beside)) if self._beside is not None else self._map.bounds

    def bring_in(self, span: Span) -> None:
        """Brings a rectangle of the scene into view, as far as that is not so already."""
        box = self.viewportTransform().mapRect(to_rect(span))
        room = QRectF(self.viewport().rect())
        across = min(box.left() - room.left(), 0) or max(box.right() - room.right(), 0)
        down = min(box.top() - room.top(), 0) or max(box.bottom() - room.bottom(), 0)
        self._scroll(across, down)

    def centre_on(self, place: Hex) -> None:
        """Brings a hex to the middle."""
        if self._map is not None:
            self._fit_wanted = False
            self._centre_on_point(QPointF(*self._map.transform.centre(place)))

    def go_to(self, place: Hex) -> None:
        """Brings a hex to the middle, close enough to be read, sets the cursor on it and flashes a ring around it."""
        if self._map is None:
            return
        if self.hex_px < self._map.style.numbers.from_px:
            self._set_zoom(math.ceil(_level(self._map.style.numbers.from_px)))
        self.centre_on(place)
        self.set_cursor_hex(place)
        self.flash(place)

    def flash(self, place: Hex) -> None:
        """Draws a ring that closes in on a hex."""
        self._flash.start(place)

    def zoom(self, steps: int, at: QPointF | None = None) -> None:
        """Zooms by steps, in if positive, keeping the point of the viewport `at` (the middle if None) where it is."""
        self._fit_wanted = False
        anchor = at if at is not None else QRectF(self.viewport().rect()).center()
        fixed = self.viewportTransform().inverted()[0].map(anchor)
        self._set_zoom(round(_level(self.hex_px)) + steps)
        off = self.viewportTransform().map(fixed) - anchor
        self._scroll(off.x(), off.y())

    def set_hex_px(self, hex_px: float) -> None:
        """Zooms so that hex centres stand about so many pixels apart; the nearest step is taken."""
        self.zoom(round(_level(hex_px)) - round(_level(self.hex_px)))

    def _set_zoom(self, level: int) -> None:
        level = min(max(level, math.ceil(_level(LEAST_HEX_PX))), math.floor(_level(MOST_HEX_PX)))
        scale = 2.0 ** (level / ZOOM_STEPS) / HEX
        if scale != self.transform().m11():
            self.setTransform(QTransform.fromScale(scale, scale))
            self.allowance.zooming = bool(self._sheet.cache)
            self._set_room()
            self.zoom_changed.emit(self.hex_px)

    def _set_room(self) -> None:
        """Lets every point of the map come to the middle of the view."""
        if self._map is None:
            return
        scale = self.transform().m11()
        across, down = self.viewport().width() / 2 / scale, self.viewport().height() / 2 / scale
        self.setSceneRect(to_rect(self._room()).adjusted(-across, -down, across, down))

    def _centre_on_point(self, point: QPointF) -> None:
        off = self.viewportTransform().map(point) - QRectF(self.viewport().rect()).center()
        self._scroll(off.x(), off.y())

    def _scroll(self, across: float, down: float) -> None:
        for bar, step in ((self.horizontalScrollBar(), across), (self.verticalScrollBar(), down)):
            bar.setValue(bar.value() + round(step))

    # The hex cursor ----------------------------------------------------------------------------------------------------

    @property
    def cursor_hex(self) -> Hex | None:
        """The hex that the keyboard is on."""
        return self._cursor_hex

    def set_cursor_hex(self, place: Hex | None) -> None:
        """Sets the hex cursor or, with None, removes it; arrow keys then move the map."""
        if place != self._cursor_hex:
            self._cursor_hex = place
            self._show_own()
            self.cursor_moved.emit(place)

    def _show_own(self) -> None:
        shapes = [HexCursor(self._cursor_hex)] if self._cursor_hex is not None else []
        self._own.set_shapes((*shapes, *self._flash.rings))

    def _step_cursor(self, right: int, up: int) -> None:
        assert self._map is not None and self._cursor_hex is not None
        frame = self._map.box.sheets[0].frame
        column, row = frame.cell(self._cursor_hex)
        # Columns of a sheet of pointy-top hexes run upwards and its rows to the right.
        step = (right, up) if frame.orientation == "columns" else (up, right)
        place = frame.hex(column + step[0], row + step[1])
        if place in self._map.box.cells:
            self.set_cursor_hex(place)
            self.bring_in(self._map.transform.hex_span(place))

    # Events ------------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints a frame with at most one cold tile, none right after a zoom, and asks for the next while tiles are missing."""
        self.allowance.renew()
        super().paintEvent(event)
        if self.allowance.wanting:
            QTimer.singleShot(0, self.viewport(), self.viewport().update)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the middle of the map in the middle, and a map that was fitted whole."""
        super().resizeEvent(event)
        self._set_room()
        if self._fit_wanted:
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms at the mouse: a notch at a time, finer with Ctrl, sideways with Shift."""
        turn = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._scroll(-(turn.y() or turn.x()), 0)
        else:
            fine = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self._wheel += turn.y() / 120 * (1 if fine else NOTCH)
            steps = math.trunc(self._wheel)
            self._wheel -= steps
            if steps:
                self.zoom(steps, event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins to move the map, or tells the tools."""
        if event.button() == Qt.MouseButton.MiddleButton or (self._space and event.button() == Qt.MouseButton.LeftButton):
            self._pan_from = event.position().toPoint()
            self._fit_wanted = False
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        else:
            self._tell(self.pressed, event, event.button())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Moves the map, or tells the tools."""
        if self._pan_from is not None:
            here = event.position().toPoint()
            off = self._pan_from - here
            self._pan_from = here
            self._scroll(off.x(), off.y())
        else:
            place, point = self._under(event.position())
            self.hovered.emit(place, point)
            if event.buttons() != Qt.MouseButton.NoButton:
                self._tell(self.moved, event, event.buttons())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends the moving of the map, or tells the tools."""
        if self._pan_from is not None and event.button() in (Qt.MouseButton.MiddleButton, Qt.MouseButton.LeftButton):
            self._pan_from = None
            self._show_hand()
        else:
            self._tell(self.released, event, event.button())
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Tells of a second press soon after the first; one that is to move the map is a press like any other."""
        if event.button() == Qt.MouseButton.LeftButton and not self._space:
            self._tell(self.double_pressed, event, event.button())
            event.accept()
        else:
            self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space for moving the map; arrow keys and Return for the hex cursor."""
        key = Qt.Key(event.key())
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if key == Qt.Key.Key_Space and plain:
            self._space = True
            self._show_hand()
        elif key in _ARROWS and plain and self._map is not None:
            right, up = _ARROWS[key]
            if self._cursor_hex is not None:
                self._step_cursor(right, up)
            else:
                self._fit_wanted = False
                self._scroll(right * self.viewport().width() / 8, -up * self.viewport().height() / 8)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor_hex is not None:
            self.cursor_activated.emit(self._cursor_hex)
        else:
            # Escape and the like belong to the window.
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Lets go of Space."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self._show_hand()
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        """Tells when the mouse leaves the map."""
        if event.type() == QEvent.Type.Leave:
            self.mouse_left.emit()
        return super().viewportEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follows the window into a dark or light theme; the paper stays paper."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._apply_palette()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stops what runs between frames."""
        self._stop()
        self._flash.stop()
        self.leftovers.close()
        super().closeEvent(event)

    def _apply_palette(self) -> None:
        if not self._ready:
            # Qt tells of the palette while the view is still being made.
            return
        palette = self.palette()
        if self._map is None:
            self.setBackgroundBrush(palette.brush(QPalette.ColorRole.Window))
            return
        paper = self._map.style.paper
        dark = palette.color(QPalette.ColorRole.Window).lightnessF() < 0.5
        colour = paper.dark_surround if dark else paper.light_surround
        self.setBackgroundBrush(Qt.BrushStyle.NoBrush)  # the tiles leave no gap
        if colour != self._sheet.ground:
            self._sheet.ground = colour
            self._sheet.spoil()

    def _show_hand(self) -> None:
        if self._space:
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.viewport().unsetCursor()

    def _under(self, position: QPointF) -> tuple[Hex | None, Point | None]:
        """The playable hex and the plane point under a point of the viewport."""
        if self._map is None:
            return None, None
        spot = self.viewportTransform().inverted()[0].map(position)
        place = self._map.transform.hex_at(spot.x(), spot.y())
        return place if place in self._map.box.cells else None, self._map.transform.to_plane(spot.x(), spot.y())

    def _tell(self, signal: object, event: QMouseEvent, button: object) -> None:
        place, point = self._under(event.position())
        signal.emit(place, point, button, event.modifiers())  # type: ignore[attr-defined]

    def visible_hexes(self) -> tuple[Hex, ...]:
        """The playable hexes in view, those nearest to its middle first."""
        if self._map is None:
            return ()
        span = from_rect(self.viewportTransform().inverted()[0].mapRect(QRectF(self.viewport().rect())))
        return self._map.transform.from_middle(span, self._map.box.cells)

    def middle_hex(self) -> Hex | None:
        """The playable hex in view that is nearest to its middle."""
        place, _ = self._under(QRectF(self.viewport().rect()).center())
        return place or next(iter(self.visible_hexes()), None)


def _level(hex_px: float) -> float:
    return math.log2(hex_px) * ZOOM_STEPS
