"""A layout that sets widgets in lines, each in the middle of its line, and breaks the line when it is full."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget


class FlowLayout(QLayout):
    """Widgets side by side from the left, in as many lines as the width asks for."""

    def __init__(self, parent: QWidget | None = None, gap: int = 4) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(gap)

    def addItem(self, item: QLayoutItem) -> None:
        """Takes an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem:
        """The item at a place, None beyond the last, as Qt asks."""
        return self._items[index] if 0 <= index < len(self._items) else None  # type: ignore[return-value]

    def takeAt(self, index: int) -> QLayoutItem:
        """Gives an item away, None beyond the last, as Qt asks."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None  # type: ignore[return-value]

    def expandingDirections(self) -> Qt.Orientation:
        """It never asks for more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """A narrow layout is a high one."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines at a width."""
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Places all items."""
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        """The widest item in one line."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """The room for the widest item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, rect: QRect, move: bool) -> int:
        y = rect.y()
        lines = self._lines(rect.width())
        for number, line in enumerate(lines):
            x, high = rect.x(), max(size.height() for _, size in line)
            y += self.spacing() if number else 0
            for item, size in line:
                if move:
                    item.setGeometry(QRect(QPoint(x, y + (high - size.height()) // 2), size))
                x += size.width() + self.spacing()
            y += high
        return y - rect.y()

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """What stands in each line, with its size."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        right = 0
        for item in self._items:
            widget = item.widget()
            if widget is not None and widget.isHidden():
                continue
            size = item.sizeHint().boundedTo(QSize(max(width, 1), 1 << 16))
            if not lines or right + self.spacing() + size.width() > width:
                lines.append([])
                right = -self.spacing()
            lines[-1].append((item, size))
            right += self.spacing() + size.width()
        return lines


class FlowBox(QWidget):
    """A widget around such a layout, in `flow`, that is as high as its lines at the width that it is given."""

    def __init__(self, parent: QWidget | None = None, gap: int = 4) -> None:
        super().__init__(parent)
        self.flow = FlowLayout(self, gap)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
