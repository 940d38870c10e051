"""Leftovers: pictures of maps that are shown no more, let go of between frames.

All that the largest map has prepared takes a fourth of a second to let go of, in which the window would do nothing else; to
prepare it anew takes many times as long. The picture of the box that was closed last is therefore kept until another is opened:
a box is often closed to be opened again, to give up changes or to begin a session of it.
"""

from collections import deque
from collections.abc import Iterator, Mapping

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from app.canvas.scene_map import SceneMap
from core.model.box import GameBox
from core.model.terrain import Terrain

_SLICE_MS = 4


class Leftovers(QObject):
    """Lets go of pictures of maps, those that came first first, and keeps one."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[Iterator[None]] = deque()
        self._kept: SceneMap | None = None
        self._turns = QTimer(self)
        self._turns.setInterval(0)
        self._turns.timeout.connect(self._go_on)

    def add(self, scene: SceneMap) -> None:
        """Takes a picture that nobody will paint again."""
        self._waiting.append(scene.dismantle())
        self._turns.start()

    def keep(self, scene: SceneMap) -> None:
        """Takes the picture of a box that is closed, in place of the one kept so far; it need not be whole yet."""
        if self._kept is not None:
            self.add(self._kept)
        # Scans and heights are asked for whenever a box is opened.
        scene.show_relief(None)
        scene.scans.show({})
        self._kept = scene

    def picture_of(self, box: GameBox, terrain: Mapping[str, Terrain]) -> SceneMap:
        """The picture of a box that is opened, to be prepared: the one that was kept, as far as it has come, where it is of the
        same map, else a new one."""
        kept, self._kept = self._kept, None
        if kept is not None and kept.take_over(box, terrain):
            return kept
        if kept is not None:
            self.add(kept)
        return SceneMap(box, terrain=terrain)

    def close(self) -> None:
        """Leaves the rest to Python."""
        self._turns.stop()
        self._waiting.clear()
        self._kept = None

    def _go_on(self) -> None:
        timer = QElapsedTimer()
        timer.start()
        while self._waiting:
            for _ in self._waiting[0]:
                if timer.elapsed() >= _SLICE_MS:
                    return
            self._waiting.popleft()
        self._turns.stop()
