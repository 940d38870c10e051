"""Says in the status bar what lies under the pointer, and has the worker find the heights in the middle of the view first."""

from PySide6.QtCore import QObject, QTimer

from app.canvas.view import MapView
from app.documents.document import Document
from app.panels.hex_contents import contents
from app.shell.status_bar import StatusBar
from app.workers.heights import Heights
from core.geometry.hexes import Hex
from core.geometry.layout import Point, plane_centre
from core.model.edits.edit import Touched

RESTS_MS = 200
"""How long the view must rest until heights are wanted of where it has come to."""


class UnderPointer(QObject):
    """Follows the mouse and the hex cursor."""

    def __init__(self, view: MapView, status: StatusBar, heights: Heights, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._status, self._heights = view, status, heights
        self._document: Document | None = None
        self._place: Hex | None = None
        self._terrain: dict[Hex, str] = {}
        view.hovered.connect(self.point_at)
        view.moved.connect(lambda place, point, *_: self.point_at(place, point))
        view.cursor_moved.connect(self._point_at_cursor)
        view.mouse_left.connect(lambda: self.point_at(None))
        self._moved = QTimer(self)
        self._moved.setSingleShot(True)
        self._moved.setInterval(RESTS_MS)
        self._moved.timeout.connect(self.watch)
        for bar in (view.horizontalScrollBar(), view.verticalScrollBar()):
            bar.valueChanged.connect(lambda _: self._moved.start())
        heights.arrived.connect(self._arrived)

    def use(self, document: Document | None) -> None:
        """Speaks of another box; nothing lies under the pointer yet."""
        self._document = document
        self._terrain.clear()
        self.point_at(None)

    def follow(self, touched: Touched) -> None:
        """The box has changed."""
        if self._document is None or not touched.box:
            return
        self._terrain.clear()
        if self._place is not None:
            self.point_at(self._place if self._place in self._document.box.cells else None)

    def point_at(self, place: Hex | None, point: Point | None = None) -> None:
        """Something else lies under the pointer: a hex, and where in the plane."""
        self._place = place
        if self._document is None or place is None:
            self._status.show_place("", "", "")
            return
        box = self._document.box
        placed = box.prints(place)[0][0]
        where = placed.frame.to_sheet(point) if point is not None else placed.frame.to_sheet(plane_centre(place))
        self._status.show_place(box.label(place), f"{where[0]:.2f}, {where[1]:.2f}", self._terrain_of(place))
        self.show_height()

    def show_height(self) -> None:
        """Shows the height by the method in force; one that is not known is asked for."""
        if self._document is None or self._place is None or not self._document.methods:
            return
        method = self._document.method
        known = self._heights.known(method)
        self._status.show_height(self._place in known, known.get(self._place))
        if self._place not in known:
            self._heights.request(method, self._place)

    def watch(self) -> None:
        """Wants the heights of the method in force, those in the middle of the view first."""
        if self._document is not None and self._document.methods:
            middle = self._view.middle_hex()
            if middle is not None:
                self._heights.watch(self._document.method, middle)

    def _point_at_cursor(self, place: Hex | None) -> None:
        if place is not None:
            self.point_at(place)

    def _terrain_of(self, place: Hex) -> str:
        assert self._document is not None
        if place not in self._terrain:
            held = contents(place, self._document.box, self._document.terrain)
            self._terrain[place] = ", ".join(held.terrain)
        return self._terrain[place]

    def _arrived(self, method: str, places: frozenset[Hex]) -> None:
        if self._document is not None and method == self._document.method and self._place in places:
            self.show_height()
