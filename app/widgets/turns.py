"""What a change of thousands makes others do: one after the other, between the events of the window, so that it never waits."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QElapsedTimer, QObject, QTimer
from shiboken6 import isValid

TURN_MS = 8
"""When so much time has gone, what else there is waits for the next turn."""

FEW = 400
"""So many counters, pieces or findings are followed at once."""

Work = Callable[[], Iterator[None] | None]

_Key = tuple[QObject, str]
_OVER = object()


class Turns(QObject):
    """Does what is wished, one after the other: in one turn only what is short.

    A wish is a call, or a generator that rests wherever it may be interrupted. One that is wished again begins anew, behind all
    others; it ends with the object that has wished it.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wishes: dict[_Key, Work] = {}
        self._begun: tuple[_Key, Iterator[None]] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether something is still to be done."""
        return bool(self._wishes) or self._begun is not None

    def wish(self, owner: QObject, name: str, work: Work, count: int = FEW + 1) -> None:
        """Does something soon that `owner` calls by a name; at once where it is about a small `count` of things."""
        key = owner, name
        self._wishes.pop(key, None)
        if self._begun is not None and self._begun[0] == key:
            self._begun = None
        if count <= FEW:
            for _ in work() or ():
                pass
            return
        self._wishes[key] = work
        self._timer.start()

    def waits(self, owner: QObject, name: str) -> bool:
        """Whether what `owner` calls by a name is still to be done, or not done with."""
        return (owner, name) in self._wishes or (self._begun is not None and self._begun[0] == (owner, name))

    def close(self) -> None:
        """Gives up all that is wished: nobody wants it any more."""
        self._wishes.clear()
        self._begun = None
        self._timer.stop()

    def _go_on(self) -> None:
        timer = QElapsedTimer()
        timer.start()
        while self.busy and timer.elapsed() < TURN_MS:
            if self._begun is None:
                self._begin()
            else:
                self._advance(*self._begun)
        if not self.busy:
            self._timer.stop()

    def _begin(self) -> None:
        key = next(iter(self._wishes))
        work = self._wishes.pop(key)
        steps = work() if isValid(key[0]) else None
        if steps is not None:
            self._begun = key, steps

    def _advance(self, key: _Key, steps: Iterator[None]) -> None:
        goes_on = False
        try:
            goes_on = isValid(key[0]) and next(steps, _OVER) is not _OVER
        finally:
            # What was done may have made the same be wished once more.
            if not goes_on and self._begun is not None and self._begun[1] is steps:
                self._begun = None
