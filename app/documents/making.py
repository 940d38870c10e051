"""Making of what takes long: edits of a whole map, worked out between two frames."""

from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from core.base.errors import CoreError
from core.model.edits.edit import Touched

AT_ONCE_MS = 20
"""What is ready in so short a time is done at once."""

SLICE_MS = 10
"""How long it is worked on between two frames."""

Steps = Generator[tuple[int, int], None, Any]


@dataclass(frozen=True, slots=True)
class _Wish:
    words: str
    begin: Callable[[], Steps]
    take: Callable[[Any], object]
    refused: Callable[[str], object]


class Making(QObject):
    """Works out, one after the other, what is to become of the map; the user may change his mind meanwhile.

    `advanced` carries (what is being made, done, total); `ended` comes when nothing is left to do. A wish begins with the map
    as it is when its turn has come. Whoever changes the map otherwise, by undo for instance, ends all of them: they were meant
    for the map that is no more.
    """

    advanced = Signal(str, int, int)
    ended = Signal()

    def __init__(self, changed: Any, parent: QObject | None = None) -> None:
        """`changed` is the signal of a document that says what was touched."""
        super().__init__(parent)
        self._wishes: deque[_Wish] = deque()
        self._steps: Steps | None = None
        self._taking = False
        self._turns = QTimer(self)
        self._turns.setInterval(0)
        self._turns.timeout.connect(lambda: self._go_on(SLICE_MS))
        changed.connect(self._follow)

    @property
    def busy(self) -> bool:
        """Whether something is being made."""
        return bool(self._wishes)

    def begin(
        self, words: str, begin: Callable[[], Steps], take: Callable[[Any], object], refused: Callable[[str], object]
    ) -> None:
        """Makes something by a generator that says how far it has come, and hands it to `take`: before this returns if it
        is soon ready, else in the event loop. `words` name it while it lasts; `refused` hears why it is impossible.
        """
        self._wishes.append(_Wish(words, begin, take, refused))
        if len(self._wishes) == 1 and not self._taking:
            self._go_on(AT_ONCE_MS)

    def cancel(self) -> bool:
        """Gives up what is being made and what waits for its turn; False when there is nothing."""
        if not self._wishes:
            return False
        self._wishes.clear()
        if self._steps is not None:
            self._steps.close()
            self._steps = None
        self._turns.stop()
        self.ended.emit()
        return True

    def _follow(self, touched: Touched) -> None:
        if touched.box and not self._taking:
            wish = self._wishes[0] if self._wishes else None
            if wish is not None and self.cancel():
                wish.refused(self.tr("“%s” was given up, for the map has changed.") % wish.words)

    def _go_on(self, milliseconds: int) -> None:
        timer = QElapsedTimer()
        timer.start()
        while self._wishes:
            wish = self._wishes[0]
            try:
                if self._steps is None:
                    self._steps = wish.begin()
                done, total = next(self._steps)
            except StopIteration as end:
                self._finish(partial(wish.take, end.value))
            except CoreError as error:
                self._finish(partial(wish.refused, str(error)))
            except BaseException:
                self.cancel()
                raise
            else:
                if timer.elapsed() >= milliseconds:
                    self._turns.start()
                    self.advanced.emit(wish.words, done, total)
                    return
        if self._turns.isActive():
            self._turns.stop()
            self.ended.emit()

    def _finish(self, tell: Callable[[], object]) -> None:
        """Hands over what has been made; whoever takes it may wish for more, which then waits for its turn."""
        self._steps = None
        self._wishes.popleft()
        self._taking = True
        try:
            tell()
        finally:
            self._taking = False
