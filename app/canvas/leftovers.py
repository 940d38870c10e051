"""Leftovers: pictures of maps that are shown no more, let go of between frames.

All that the largest map has prepared takes a fourth of a second to let go of, in which the window would do nothing else.
"""

from collections import deque
from collections.abc import Iterator

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from app.canvas.scene_map import SceneMap

_SLICE_MS = 4


class Leftovers(QObject):
    """Lets go of pictures of maps, those that came first first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[Iterator[None]] = deque()
        self._turns = QTimer(self)
        self._turns.setInterval(0)
        self._turns.timeout.connect(self._go_on)

    def add(self, scene: SceneMap) -> None:
        """Takes a picture that nobody will paint again."""
        self._waiting.append(scene.dismantle())
        self._turns.start()

    def close(self) -> None:
        """Leaves the rest to Python."""
        self._turns.stop()
        self._waiting.clear()

    def _go_on(self) -> None:
        timer = QElapsedTimer()
        timer.start()
        while self._waiting:
            for _ in self._waiting[0]:
                if timer.elapsed() >= _SLICE_MS:
                    return
            self._waiting.popleft()
        self._turns.stop()
