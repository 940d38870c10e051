"""A frame around a part of a window that is spoken of; it takes neither clicks nor the keyboard."""

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

WIDE, GAP = 3, 1
"""How wide the frame is, and how far from what it is around, in pixels: not so far that it covers words beside that."""

_STIRS = frozenset(
    {
        QEvent.Type.Move,
        QEvent.Type.Resize,
        QEvent.Type.Show,
        QEvent.Type.Hide,
        QEvent.Type.ParentChange,
        QEvent.Type.ZOrderChange,
    }
)


class PointingFrame(QWidget):
    """Lies over a window around one of its widgets, as far as that is seen, wherever it goes."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._target: QWidget | None = None
        self._watched: list[QWidget] = []
        self.hide()

    @property
    def target(self) -> QWidget | None:
        """What it is around."""
        return self._target

    def point_at(self, target: QWidget | None) -> None:
        """Goes around another widget; None for none."""
        if target is not self._target:
            self._watch(target)
        self._place()

    def _watch(self, target: QWidget | None) -> None:
        for each in self._watched:
            each.removeEventFilter(self)
        if self._target is not None:
            self._target.destroyed.disconnect(self._forget)
        self._target, self._watched = target, []
        if target is not None:
            target.destroyed.connect(self._forget)
        above = target
        while above is not None:
            above.installEventFilter(self)
            self._watched.append(above)
            above = None if above.isWindow() else above.parentWidget()

    def _forget(self) -> None:
        """What it was around is gone; what that stood in may be gone with it."""
        self._target, self._watched = None, []
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follows what moves, what scrolls, and what is shown or hidden."""
        if event.type() in _STIRS:
            self._place()
        return False

    def _place(self) -> None:
        seen = self._seen()
        if seen.isEmpty():
            self.hide()
            return
        room = self._window.rect()
        self.setGeometry(seen.adjusted(-WIDE - GAP, -WIDE - GAP, WIDE + GAP, WIDE + GAP) & room)
        self.show()
        self.raise_()

    def _seen(self) -> QRect:
        """The part of the target that is seen, in the window."""
        target, window = self._target, self._window
        if target is None or not target.isVisible() or target.window() is not window:
            return QRect()
        seen = target.rect()
        inner, outer = target, target.parentWidget()
        while inner is not window and outer is not None:
            seen = seen.translated(inner.pos()) & outer.rect()
            inner, outer = outer, outer.parentWidget()
        return seen

    def paintEvent(self, event: QPaintEvent) -> None:
        """A bright line in a dark one, which is seen on light and dark ground and without colours."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dark = self.palette().color(QPalette.ColorRole.Window).lightness() < 128
        outer, inner = (QColor("#101418"), QColor("#ffd24a")) if dark else (QColor("#ffffff"), QColor("#b3261e"))
        for colour, width in ((outer, WIDE + 2), (inner, WIDE - 1)):
            painter.setPen(QPen(colour, width))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2.5, 2.5, -2.5, -2.5), 4, 4)
