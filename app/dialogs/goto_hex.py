"""Go to a hex by its printed number, completed while typing."""

import re
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from app.dialogs.popup import ROWS, Match, Popup
from core.geometry.hexes import Hex
from core.model.box import GameBox, UnknownHex

SLICE = 1500
"""Labels that are read in one go of the event loop, a few milliseconds."""

_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
_FIRST_ZEROS = re.compile(r"^(\D*)0+(?=\d)")


def plain_number(label: str) -> str:
    """A hex number without its leading zeros and in capital letters, for comparing.

    >>> plain_number("b03.07"), plain_number("10.30")
    ('B3.7', '10.30')
    """
    return _ZEROS.sub("", label.strip()).upper()


def _begun_number(label: str) -> str:
    """A hex number without the zeros at its beginning only: "3.0" begins "03.07", whose second zero is being typed."""
    return _FIRST_ZEROS.sub(r"\1", label.strip()).upper()


def _closed_up(label: str) -> str:
    """A hex number without gaps, as it is typed in haste: "A A.01" begins with "aa"."""
    return "".join(label.split()).upper()


class HexFinder:
    """Finds hexes of a box by the beginning of their printed numbers; the numbers are read in slices."""

    def __init__(self, box: GameBox) -> None:
        self._box = box
        self._labels: list[tuple[str, str, str, Hex]] = []
        self._rest: Iterator[Hex] | None = iter(box.cells)

    @property
    def complete(self) -> bool:
        """Whether every number has been read."""
        return self._rest is None

    def read(self, count: int = SLICE) -> None:
        """Reads some more numbers."""
        if self._rest is None:
            return
        for place in self._rest:
            label = self._box.label(place)
            self._labels.append((plain_number(label), _begun_number(label), label, place))
            count -= 1
            if not count:
                return
        self._labels.sort(key=lambda entry: (len(entry[0]), entry[0]))
        self._rest = None

    def find(self, text: str, most: int) -> list[tuple[str, Hex]]:
        """Hexes whose number is or begins with a text: first the one that it names, then the shortest numbers."""
        wanted, begun, typed = plain_number(text), _begun_number(text), _closed_up(text)
        if not wanted:
            return []
        found: dict[Hex, str] = {}
        try:
            exact = self._box.hex(text)
            found[exact] = self._box.label(exact)
        except UnknownHex:
            pass
        for plain, whole, label, place in self._labels:
            if len(found) >= most:
                break
            if plain.startswith(wanted) or whole.startswith(begun) or _closed_up(label).startswith(typed):
                found.setdefault(place, label)
        return [(label, place) for place, label in found.items()]

    def why_not(self, text: str) -> str:
        """The sentence that says there is no such hex; empty when there is one."""
        try:
            self._box.hex(text)
        except UnknownHex as problem:
            return str(problem)
        return ""


class GotoHex(Popup):
    """A line over the map that takes "29.17" or "B29.17"; `chosen` carries the `Hex`."""

    def __init__(self, parent: QWidget, box: GameBox) -> None:
        super().__init__(parent, self.tr("Go to hex"), self.tr("Hex number, such as %s") % _example(box))
        self._finder = HexFinder(box)
        self._slices = QTimer(self)
        self._slices.timeout.connect(self._read_on)
        self._slices.start(0)

    def matches(self, text: str) -> Sequence[Match]:
        """The hexes whose numbers begin with the text."""
        return [Match(label, "", place) for label, place in self._finder.find(text, ROWS)]

    def complaint(self, text: str) -> str:
        """That no hex has this number, and which numbers there are."""
        return self._finder.why_not(text) if text.strip() else ""

    def _read_on(self) -> None:
        self._finder.read()
        if self._finder.complete:
            self._slices.stop()
            if self.isVisible():
                self._refill()


def _example(box: GameBox) -> str:
    cells = list(box.cells)
    return box.label(cells[len(cells) // 2]) if cells else ""
