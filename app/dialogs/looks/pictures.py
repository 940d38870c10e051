"""One side of a unit, large: the chosen element has a frame that is dragged with the mouse or moved by the arrows."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.counters.painter import paint_face
from app.dialogs.looks.model import LooksModel
from core.model.looks import Area, kept_area

LEAST_LINES, WANTED_LINES = 7, 14
"""How high a picture is, in lines of letters."""

FINE, COARSE = 0.001, 0.01
"""How far an arrow moves an element, as a share of the side, with and without Ctrl."""

SMALLEST = 0.005
"""How narrow an element becomes that is dragged."""

SMALL_PX = 24
"""The size that counters must be told apart at."""

HANDLES = ((0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.0, 0.5), (1.0, 1.0), (0.5, 1.0), (0.0, 1.0), (0.0, 0.5))
"""Where a frame is held to be drawn larger, in shares of it."""

_SHAPES = {
    (0.0, 0.0): Qt.CursorShape.SizeFDiagCursor,
    (1.0, 1.0): Qt.CursorShape.SizeFDiagCursor,
    (1.0, 0.0): Qt.CursorShape.SizeBDiagCursor,
    (0.0, 1.0): Qt.CursorShape.SizeBDiagCursor,
    (0.5, 0.0): Qt.CursorShape.SizeVerCursor,
    (0.5, 1.0): Qt.CursorShape.SizeVerCursor,
    (0.0, 0.5): Qt.CursorShape.SizeHorCursor,
    (1.0, 0.5): Qt.CursorShape.SizeHorCursor,
}

_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def dragged(area: Area, handle: tuple[float, float] | None, dx: float, dy: float) -> Area:
    """An area that was moved, or drawn larger at a handle; it stays on the counter and keeps some size.

    >>> dragged((0.5, 0.5, 0.5, 0.5), None, 0.25, -0.75), dragged((0.25, 0.25, 0.5, 0.5), (1.0, 0.5), 0.5, 0.5)
    ((0.5, 0.0, 0.5, 0.5), (0.25, 0.25, 0.75, 0.5))
    """
    left, top, width, height = area
    if handle is None:
        return kept_area((left + dx, top + dy, width, height))
    (x0, x1), (y0, y1) = _stretched(left, width, handle[0], dx), _stretched(top, height, handle[1], dy)
    return kept_area((x0, y0, x1 - x0, y1 - y0))


def _stretched(start: float, size: float, held: float, by: float) -> tuple[float, float]:
    end, least = start + size, min(SMALLEST, size)
    if held == 0.0:
        start = min(max(start + by, 0.0), end - least)
    elif held == 1.0:
        end = max(min(end + by, 1.0), start + least)
    return start, end


class LookPicture(QWidget):
    """One side of the unit. What is done here is done to this side."""

    def __init__(self, model: LooksModel, side: int, name: str) -> None:
        super().__init__()
        self._model, self.side, self._name = model, side, name
        self._from: tuple[QPointF, Area, tuple[float, float] | None] | None = None
        self._moved = False
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setToolTip(
            self.tr("Drag an element or its frame. Arrows move it, with Shift they change its size, with Ctrl finely.")
        )
        least = LEAST_LINES * self.fontMetrics().height()
        self.setMinimumSize(least, least)
        for signal in (model.changed, model.chosen, model.tried):
            signal.connect(self.update)

    def sizeHint(self) -> QSize:
        """A square of some lines."""
        side = WANTED_LINES * self.fontMetrics().height()
        return QSize(side, side)

    # Where things are ------------------------------------------------------------------------------------------------------

    @property
    def square(self) -> QRectF:
        """Where the counter is drawn."""
        margin = self._grip
        side = max(min(self.width(), self.height()) - 2 * margin, 1.0)
        return QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)

    @property
    def _px(self) -> float:
        """The size that it is drawn as: that of a small counter, or of one that shows everything."""
        side, full = self.square.width(), self._model.look.full_px
        return min(side, full - 1) if self._model.small else max(side, full)

    @property
    def _grip(self) -> float:
        """The size of a handle."""
        return self.fontMetrics().height() * 0.5

    def frame(self, area: Area) -> QRectF:
        """Where an area of the counter is drawn."""
        square = self.square
        left, top, width, height = (share * square.width() for share in area)
        return QRectF(square.left() + left, square.top() + top, width, height)

    def _handle_at(self, point: QPointF) -> tuple[float, float] | None:
        area = self._model.tried_area
        if area is None or self._model.side != self.side or not self._model.is_own:
            return None
        frame = self.frame(area)
        for handle in HANDLES:
            spot = QPointF(frame.left() + handle[0] * frame.width(), frame.top() + handle[1] * frame.height())
            if (spot - point).manhattanLength() <= self._grip:
                return handle
        return None

    def _element_at(self, point: QPointF) -> int:
        """The element under a point: the chosen one, if it is there, else the smallest one seen; of those alike the topmost."""
        look = self._model.look
        elements, seen = (look.front, look.back)[self.side], self._model.drawn(self.side, self._px)
        found = []
        for number, each in enumerate(elements):
            # Lines may be as thin as nothing.
            frame = self.frame(self._model.area(each)).adjusted(-2, -2, 2, 2)
            if frame.contains(point):
                if self._model.side == self.side and number == self._model.number:
                    return number
                if number not in seen:
                    continue
                found.append((frame.width() * frame.height(), -number))
        return -min(found)[1] if found else -1

    # The mouse -------------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Takes hold of an element or of its frame; with the right button, lets go of it."""
        if event.button() is not Qt.MouseButton.LeftButton:
            self.cancel()
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        point = event.position()
        handle = self._handle_at(point)
        if handle is None:
            self._model.choose_element(self.side, self._element_at(point))
        area = self._model.tried_area
        if area is not None and self._model.is_own:
            self._from, self._moved = (point, area, handle), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Shows where the element would be."""
        if self._from is None:
            handle = self._handle_at(event.position())
            self.setCursor(_SHAPES[handle] if handle is not None else Qt.CursorShape.ArrowCursor)
            return
        start, area, handle = self._from
        by = event.position() - start
        if self._moved or by.manhattanLength() >= 3:
            self._moved = True
            side = self.square.width()
            self._model.try_area(dragged(area, handle, by.x() / side, by.y() / side))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Puts the element there."""
        area, held, self._from = self._model.tried_area, self._from, None
        if held is not None and self._moved and area is not None:
            self._model.move_to(area)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Goes to the next element below the one that is chosen, where several lie over one another."""
        point, look = event.position(), self._model.look
        elements = (look.front, look.back)[self.side]
        here = [
            n for n, each in enumerate(elements) if self.frame(self._model.area(each)).adjusted(-2, -2, 2, 2).contains(point)
        ]
        if here:
            lower = [n for n in here if n < self._model.number]
            self._model.choose_element(self.side, lower[-1] if lower else here[-1])

    def cancel(self) -> None:
        """Leaves the element where it was."""
        if self._from is not None:
            self._from = None
            self._model.try_area(None)

    # Keys ------------------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the element, with Shift its right and lower edges; Page Up and Down go to the next element, and Escape
        leaves one that is dragged where it was.
        """
        key, area = Qt.Key(event.key()), self._model.tried_area
        if key == Qt.Key.Key_Escape and self._from is not None:
            self.cancel()
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            number = self._model.number if self._model.side == self.side else -1
            last = len((self._model.look.front, self._model.look.back)[self.side]) - 1
            self._model.choose_element(self.side, min(max(number + (1 if key == Qt.Key.Key_PageUp else -1), 0), last))
        elif key in _STEPS and area is not None and self._model.is_own and self._model.side == self.side:
            step = FINE if event.modifiers() & Qt.KeyboardModifier.ControlModifier else COARSE
            dx, dy = (each * step for each in _STEPS[key])
            sizing = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._model.move_to(dragged(area, (1.0, 1.0) if sizing else None, dx, dy), key="arrows")
        else:
            super().keyPressEvent(event)

    # Drawing ---------------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """The side, and the frame of the chosen element over it."""
        model, square = self._model, self.square
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_face(painter, square, model.face(self.side), px=self._px)
        area = model.tried_area
        if area is not None and model.side == self.side:
            self._paint_frame(painter, self.frame(area), can_drag=model.is_own)
        if self.hasFocus():
            pen = QPen(self.palette().highlight().color(), 1.5, Qt.PenStyle.DotLine)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _paint_frame(self, painter: QPainter, frame: QRectF, *, can_drag: bool) -> None:
        # Dark and light beside each other are seen on every colour.
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor("#ffffff"), 3))
        painter.drawRect(frame)
        painter.setPen(QPen(QColor("#0b3d91"), 1.4))
        painter.drawRect(frame)
        if not can_drag:
            return
        side = self._grip * 0.8
        painter.setBrush(QColor("#ffffff"))
        for x, y in HANDLES:
            spot = QPointF(frame.left() + x * frame.width(), frame.top() + y * frame.height())
            painter.drawRect(QRectF(spot.x() - side / 2, spot.y() - side / 2, side, side))


class SmallPictures(QWidget):
    """One side of the unit at the sizes at which it is seen on maps: each at its own size, the smallest last."""

    def __init__(self, model: LooksModel, side: int, sizes: tuple[int, ...]) -> None:
        super().__init__()
        self._model, self._side, self.sizes = model, side, sizes
        words = ", ".join(f"{each} px" for each in sizes)
        self.setAccessibleName(self.tr("As seen on maps: %s") % words)
        self.setToolTip(self.accessibleName())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for signal in (model.changed, model.chosen, model.tried):
            signal.connect(self.update)

    def sizeHint(self) -> QSize:
        """All of them in a row."""
        gap = self.fontMetrics().height()
        return QSize(sum(self.sizes) + gap * (len(self.sizes) - 1), max(self.sizes) + 2)

    def minimumSizeHint(self) -> QSize:
        """No smaller."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The side at each size, in the middle of the room."""
        hint, face = self.sizeHint(), self._model.face(self._side)
        painter = QPainter(self)
        left = (self.width() - hint.width()) // 2
        for side in self.sizes:
            paint_face(painter, QRectF(left, (self.height() - side) // 2, side, side), face)
            left += side + self.fontMetrics().height()
        painter.end()
