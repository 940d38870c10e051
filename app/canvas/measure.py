"""How long the view takes for a frame, as a ratio that holds on any machine."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPoint
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from app.canvas.painters import painting
from app.canvas.view import MapView


@dataclass(frozen=True, slots=True)
class Repaint:
    """Seconds for one frame of the warm view and for one blit of a picture as large as its viewport; medians."""

    hex_px: float
    frame_s: float
    blit_s: float

    @property
    def ratio(self) -> float:
        """The frame in blits."""
        return self.frame_s / self.blit_s


def warm_up(view: MapView, most_frames: int = 1000) -> int:
    """Paints frames until no tile is missing; returns how many it took. Raises RuntimeError when there is no end."""
    while view.catching_up:
        view.catch_up()
    target = _picture(view.viewport())
    for frame in range(1, most_frames + 1):
        view.viewport().render(target, QPoint())
        if not view.allowance.wanting:
            return frame
    raise RuntimeError(f"tiles are still missing after {most_frames} frames")


def warm_repaint(view: MapView, rounds: int = 40) -> Repaint:
    """Times the warm view at its present zoom against one blit of its viewport, both into a picture off the screen."""
    warm_up(view)
    target, source = _picture(view.viewport()), _picture(view.viewport())

    def frame() -> None:
        view.viewport().render(target, QPoint())

    def blit() -> None:
        with painting(target) as painter:
            painter.drawPixmap(0, 0, source)

    return Repaint(view.hex_px, _median(frame, rounds), _median(blit, rounds))


def _median(work: Callable[[], None], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2]


def _picture(widget: QWidget) -> QPixmap:
    density = widget.devicePixelRatioF()
    picture = QPixmap(widget.size() * density)
    picture.setDevicePixelRatio(density)
    picture.fill(widget.palette().window().color())
    return picture
