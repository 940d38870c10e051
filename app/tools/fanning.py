"""The fan: a stack that is spread out over the map, so that each of its counters can be pointed at."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.tools.context import ToolContext
from app.tools.tool import Pointer
from core.geometry.hexes import Hex

REST_MS = 450
"""How long the pointer must rest on a stack before it fans out."""


class Fanning:
    """Fans out the stack that the pointer rests on, and folds it up when it leaves. `told` names a counter; nothing fans out
    while `is_busy`."""

    def __init__(self, context: ToolContext, told: Callable[[str], str], is_busy: Callable[[], bool], parent: QObject) -> None:
        self._context, self._told, self._is_busy = context, told, is_busy
        self._over: Hex | None = None
        self.rest = QTimer(parent, singleShot=True, interval=REST_MS)
        self.rest.timeout.connect(self.open)

    def hover(self, pointer: Pointer) -> None:
        """Marks what is pointed at in the fan, folds it up beside it, and waits for the pointer to rest on a stack."""
        shown = self._context.counters
        if shown is None:
            return
        inside = shown.point_in_fan(pointer.point)
        if inside is not None:
            self.rest.stop()
            if inside:
                self._context.status(self._told(inside))
            return
        if shown.fanned is not None and shown.fanned != pointer.place:
            self.fold()
        if pointer.place != self._over or shown.fanned is None:
            self._over = pointer.place
            self.rest.stop()
            deployment = self._context.document.work.deployment
            if pointer.place is not None and len(deployment.stack(pointer.place)) > 1:
                self.rest.start()

    def leave(self) -> None:
        """The pointer is on no stack any more; what is fanned out stays so."""
        self._over = None
        self.rest.stop()

    def open(self) -> None:
        """Fans out the stack under the pointer."""
        if self._context.counters is not None and self._over is not None and not self._is_busy():
            self._context.counters.fan_out(self._over)

    def fold(self) -> None:
        """Folds up what is fanned out."""
        if self._context.counters is not None and self._context.counters.fanned is not None:
            self._context.counters.fan_out(None)
