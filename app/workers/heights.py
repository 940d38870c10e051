"""What the window knows of the height of each hex so far: asked in the background, the hexes in view first."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from PySide6.QtCore import QObject, QTimer, Signal

from app.workers.answers import Answers
from core.geometry.hexes import Hex
from core.rules.kernel.rulings import Ruling

CLOSE_ENOUGH = 4
"""Hexes that the middle of the view may move before the order of the hexes still unknown is asked for anew."""

REST_MS = 300
"""How long the view must rest before that."""

BACKGROUND_SLOT = "heights"
HOVER_SLOT = "height under the pointer"


class Heights(QObject):
    """Heights by method and hex; None for a hex whose height cannot be decided.

    `arrived` carries the method and the hexes (a frozenset) whose heights have become known.
    """

    arrived = Signal(str, object)

    def __init__(self, answers: Answers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answers = answers
        self._known: dict[str, dict[Hex, Fraction | None]] = {}
        self._complete: set[str] = set()
        self._wanted: tuple[str, Hex] | None = None
        self._asked: tuple[str, Hex] | None = None
        self._generation = 0
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._ask)
        answers.restarted.connect(self._ask_again)

    def known(self, method: str) -> Mapping[Hex, Fraction | None]:
        """The heights that are known under a method."""
        return MappingProxyType(self._known.get(method, {}))

    def forget(self) -> None:
        """Forgets everything: another box is open, or none."""
        self._known.clear()
        self._complete.clear()
        self._wanted = self._asked = None
        self._generation += 1
        self._rest.stop()

    def outdate(self) -> None:
        """Forgets all heights, for the ground has changed, and asks for those that were wanted."""
        wanted = self._wanted
        self.forget()
        if wanted is not None:
            self.watch(*wanted)

    def watch(self, method: str, near: Hex) -> None:
        """Wants all heights under a method, those around `near` first. The last call counts."""
        self._wanted = method, near
        if method in self._complete:
            return
        if self._asked is None or self._asked[0] != method:
            self._ask()
        elif self._asked[1].distance(near) > CLOSE_ENOUGH:
            self._rest.start()

    def request(self, method: str, place: Hex) -> None:
        """Wants one height now; a later request supersedes this one."""
        if place in self._known.get(method, {}):
            return
        generation = self._generation

        def take(ruling: Ruling) -> None:
            if generation == self._generation:
                self._take(method, {place: ruling.detail.height})

        self._answers.ask("elevation", {"hex": place, "method": method}, take, slot=HOVER_SLOT)

    def _ask(self) -> None:
        if self._wanted is None:
            return
        method, near = self._asked = self._wanted
        generation = self._generation

        def advance(done: int, total: int, partial: object) -> None:
            if generation == self._generation and isinstance(partial, Mapping):
                self._take(method, partial)

        def finish(ruling: Ruling) -> None:
            if generation == self._generation:
                self._complete.add(method)
                self._take(method, ruling.detail.heights)

        parameters = {"method": method, "near": near}
        self._answers.ask("heights", parameters, finish, advance, slot=BACKGROUND_SLOT, background=True)

    def _ask_again(self) -> None:
        if self._wanted is not None and self._wanted[0] not in self._complete:
            self._ask()

    def _take(self, method: str, heights: Mapping[Hex, Fraction | None]) -> None:
        known = self._known.setdefault(method, {})
        new = frozenset(place for place in heights if place not in known)
        if new:
            known.update(heights)
            self.arrived.emit(method, new)
