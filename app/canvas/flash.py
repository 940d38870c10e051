"""The ring that closes in on a hex that is to be found."""

from PySide6.QtCore import QObject, QVariantAnimation, Signal

from app.canvas.shapes import FlashRing
from core.geometry.hexes import Hex

_MS = 900


class Flash(QObject):
    """One ring at a time; `changed` comes with each of its steps and when it has gone."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._hex: Hex | None = None
        self._run = QVariantAnimation(self, duration=_MS)
        self._run.setStartValue(0.0)
        self._run.setEndValue(1.0)
        self._run.valueChanged.connect(self.changed)
        self._run.finished.connect(self._end)

    def start(self, place: Hex) -> None:
        """Begins a ring around a hex."""
        self._run.stop()
        self._hex = place
        self._run.start()

    def stop(self) -> None:
        """Ends it at once."""
        self._run.stop()

    def _end(self) -> None:
        self._hex = None
        self.changed.emit()

    @property
    def rings(self) -> tuple[FlashRing, ...]:
        """The ring as it is now, if there is one."""
        return () if self._hex is None else (FlashRing(self._hex, float(self._run.currentValue() or 0.0)),)
