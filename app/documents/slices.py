"""Work of this process that takes longer than a frame, done in slices between the events of the window."""

from collections.abc import Callable, Generator
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from core.base.errors import CoreError

SLICE_MS = 10
"""How long is worked between two frames."""


class Slices(QObject):
    """Runs one generator at a time, which says how far it has come. `advanced` carries (done, total)."""

    advanced = Signal(int, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Generator[tuple[int, int], None, Any] | None = None
        self._take: Callable[[Any], object] = _nothing
        self._refused: Callable[[Exception], object] = _nothing
        self._turns = QTimer(self)
        self._turns.setInterval(0)
        self._turns.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether something is under way."""
        return self._steps is not None

    def run(
        self,
        steps: Generator[tuple[int, int], None, Any],
        take: Callable[[Any], object],
        refused: Callable[[Exception], object],
    ) -> None:
        """Works through a generator and hands what it returns to `take`; `refused` hears of a CoreError or OSError.

        What was under way is given up.
        """
        self.cancel()
        self._steps, self._take, self._refused = steps, take, refused
        self._turns.start()

    def cancel(self) -> None:
        """Gives up what is under way."""
        steps, self._steps = self._steps, None
        self._turns.stop()
        if steps is not None:
            steps.close()

    def _go_on(self) -> None:
        steps = self._steps
        if steps is None:
            return
        timer = QElapsedTimer()
        timer.start()
        try:
            while True:
                done, total = next(steps)
                if timer.elapsed() >= SLICE_MS:
                    break
        except StopIteration as end:
            self.cancel()
            self._take(end.value)
        except (CoreError, OSError) as error:
            self.cancel()
            self._refused(error)
        except BaseException:
            self.cancel()
            raise
        else:
            self.advanced.emit(done, total)


def _nothing(_: object) -> None:
    """Nobody is to be told."""
