"""Find a unit anywhere in the order of battle: by its name, its formation or its kind."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QWidget

from app.counters.unit_pictures import UnitPictures, plain_icon
from app.counters.unit_words import called, where_words
from app.dialogs.popup import Match, Popup
from app.widgets.rule_words import said
from app.widgets.seeking import fit, sought
from core.model.box import GameBox
from core.model.oob import Counter, Formation, Oob
from core.rules.kernel.looks import kind_of
from core.rules.kernel.parameters import in_words
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.whereabouts import Whence

MOST = 40

PICTURE = 1.7
"""The height of a picture, in heights of the font."""

SLICE = 300
"""Counters that are read in one go of the event loop, a few milliseconds."""


@dataclass(frozen=True, slots=True)
class _Entry:
    title: str
    words: str
    within: str
    item: Counter | Formation


class UnitFinder:
    """Finds counters and formations by words in their names, formations and kinds; they are read in slices."""

    def __init__(self, oob: Oob, ruleset: Ruleset | None) -> None:
        self._oob, self._ruleset = oob, ruleset
        self._entries: list[_Entry] = []
        self._rest: Iterator[Counter | Formation] | None = chain(oob.formations, oob.counters)
        self._chains: dict[tuple[str, str], tuple[str, str]] = {}

    @property
    def complete(self) -> bool:
        """Whether all have been read."""
        return self._rest is None

    def read(self, count: int = SLICE) -> None:
        """Reads some more."""
        for _ in range(count):
            item = next(self._rest, None) if self._rest is not None else None
            if item is None:
                self._rest = None
                return
            title = called(self._ruleset, item)
            above, nearest = self._chain(item)
            kind = kind_of(self._ruleset, item) if isinstance(item, Counter) else "formation"
            words = f"{title} {item.id} {above} {in_words(kind)} {said(in_words(kind))}".casefold()
            self._entries.append(_Entry(title, words, nearest, item))

    def find(self, wanted: str, most: int = MOST) -> list[tuple[str, str, Counter | Formation]]:
        """What has all words, the best fit first: its name, the formation that it is in, and itself."""
        patterns = [sought(word) for word in wanted.casefold().split()]
        if not patterns:
            return []
        found = [entry for entry in self._entries if all(each.search(entry.words) for each in patterns)]
        found.sort(key=lambda entry: (fit(wanted, entry.title), isinstance(entry.item, Formation)))
        return [(entry.title, entry.within, entry.item) for entry in found[:most]]

    def _chain(self, item: Counter | Formation) -> tuple[str, str]:
        """The names of all that something belongs to, and that of the nearest."""
        above = item.formation if isinstance(item, Counter) else item.parent
        key = above, item.side
        if key not in self._chains:
            names = [each.name for each in self._oob.above(above)]
            side = self._oob.side(item.side)
            names += [side.name] if side is not None else []
            self._chains[key] = " ".join(names), names[0] if names else ""
        return self._chains[key]


class FindUnit(Popup):
    """A line that finds counters and formations; `chosen` carries a `Counter` or a `Formation`."""

    def __init__(self, parent: QWidget, box: GameBox, ruleset: Ruleset | None, whence: Whence) -> None:
        super().__init__(parent, self.tr("Find a unit"), self.tr("A name, a formation or a kind of unit"))
        self._box, self._ruleset, self._whence = box, ruleset, whence
        self._finder = UnitFinder(box.oob, ruleset)
        self._pictures = UnitPictures(ruleset)
        side = round(PICTURE * self.fontMetrics().height())
        self.list.setIconSize(QSize(side, side))
        self._reading = QTimer(self)
        self._reading.setInterval(0)
        self._reading.timeout.connect(self._read)
        self._reading.start()

    def matches(self, text: str) -> Sequence[Match]:
        """The units that have these words."""
        return [self._match(*found) for found in self._finder.find(text)]

    def complaint(self, text: str) -> str:
        """That nothing has these words."""
        if not text.strip():
            return self.tr("Type a part of a name, of a formation, or a kind such as artillery.")
        if not self._finder.complete:
            return self.tr("Looking …")
        return self.tr("No unit has the words “%s”.") % text.strip()

    def _read(self) -> None:
        self._finder.read()
        if self._finder.complete:
            self._reading.stop()
            if self.line.text():
                self._refill()

    def _match(self, title: str, within: str, item: Counter | Formation) -> Match:
        side = self.list.iconSize().height()
        ratio = self.devicePixelRatioF()
        if isinstance(item, Counter):
            picture = self._pictures.counter(self._box.oob, item, side, ratio)
            where = where_words(self._box, self._whence.of(item))
        else:
            picture = self._pictures.formation(self._box.oob, item, side, ratio, self.palette().text().color())
            where = self.tr("formation")
        return Match(f"{title} · {within}" if within else title, where, item, plain_icon(picture))
