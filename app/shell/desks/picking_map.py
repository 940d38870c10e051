"""Hexes that are lit and picked on the map, beside all tools."""

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from app.canvas.shapes import HexFill
from app.canvas.view import MapView
from core.geometry.hexes import Hex

ORDER = 13.0


class PickingMap(QObject):
    """Hexes of the map that are lit, and hexes that are picked there, for the window Scenario or a step of play.

    While something is `picking`, a click and Return upon the hex cursor are for it and for no tool; Escape gives it up.
    """

    def __init__(self, view: MapView, layer: str) -> None:
        """`layer` is the name of the layer in which hexes are lit."""
        super().__init__(view)
        self._view = view
        self._layer = view.overlay(layer, ORDER)
        self._picking = self._pressed = False
        self.picked = _nothing
        self.given_up = _no_more
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    @property
    def picking(self) -> bool:
        """Whether hexes are being picked."""
        return self._picking

    @picking.setter
    def picking(self, on: bool) -> None:
        if on and not self._picking:
            # Filters that were put in later hear first: tools come with each box.
            for part in (self._view, self._view.viewport()):
                part.removeEventFilter(self)
                part.installEventFilter(self)
        self._picking = on
        if on:
            self._view.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self._view.viewport().unsetCursor()

    def light(self, hexes: object, standing: object) -> None:
        """Lights up hexes, and otherwise those where units stand, until others are lit."""
        assert isinstance(hexes, frozenset) and isinstance(standing, frozenset)
        self.show(HexFill(hexes, "selected"), HexFill(standing, "snap"))

    def show(self, *fills: HexFill) -> None:
        """Lights up hexes in looks of their own, until others are lit."""
        self._layer.set_shapes(tuple(fill for fill in fills if fill.hexes))

    def stop(self) -> None:
        """Nothing is lit or picked any more."""
        if self._picking:
            self.picking = False
        self._layer.clear()
        self.picked, self.given_up = _nothing, _no_more

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes clicks and keys of the map while hexes are picked; the other buttons and the wheel still move it."""
        if not self._picking and not self._pressed:
            return False
        kind = event.type()
        if watched is self._view and kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._picking:
            return self._key(event)
        if watched is self._view.viewport() and isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
            if kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick) and self._picking:
                self._pressed = True
                place = self._under(event.position())
                if place is not None:
                    self.picked(place)
                return True
            if kind == QEvent.Type.MouseButtonRelease and self._pressed:
                self._pressed = False
                return True
        return False

    def _key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            self.given_up()
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._view.cursor_hex is not None:
            self.picked(self._view.cursor_hex)
            return True
        return False

    def _under(self, at: QPointF) -> Hex | None:
        shown = self._view.map
        if shown is None:
            return None
        spot = self._view.viewportTransform().inverted()[0].map(at)
        place = shown.transform.hex_at(spot.x(), spot.y())
        return place if place in shown.box.cells else None


def _nothing(place: Hex) -> None:
    """Nobody wants a hex."""


def _no_more() -> None:
    """Nobody is to be told."""
