"""Every action of the window, every hex and the boxes at hand, by a few letters."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from app.dialogs.goto_hex import HexFinder
from app.dialogs.popup import Match, Popup
from core.model.box import GameBox

MOST = 60
HEXES = 3
TOGETHER = 2000
"""Scores below stand for letters that occur together; titles are too long for scattered ones."""

Describe = Callable[[QAction], tuple[str, str]]
"""An action's name and the note beside it (its keys)."""

WhyNot = Callable[[QAction], str]
"""The sentence that says why an action is grey, empty when it is not."""


def score(wanted: str, name: str) -> int | None:
    """How well letters fit a name, less is better; None when they do not occur in it in that order.

    The beginning of the name is best, then the beginning of a word, then anywhere together, then scattered letters.

    >>> score("zo", "Zoom in") < score("in", "Zoom in") < score("oo", "Zoom in") < score("zi", "Zoom in")
    True
    >>> score("q", "Zoom in") is None
    True
    """
    letters, folded = wanted.casefold().strip(), name.casefold()
    at = f" {folded}".find(f" {letters}")
    if at >= 0:
        return at
    at = folded.find(letters)
    if at >= 0:
        return 1000 + at
    start = at = folded.find(letters[0])
    for letter in letters[1:]:
        if at < 0:
            return None
        at = folded.find(letter, at + 1)
    return None if at < 0 else TOGETHER + at - start


class CommandPalette(Popup):
    """A line that finds actions by name, hexes by number and boxes by title; `chosen` carries a `QAction`, `Hex` or `Path`."""

    def __init__(
        self,
        parent: QWidget,
        actions: Iterable[QAction],
        describe: Describe,
        box: GameBox | None,
        boxes: Iterable[tuple[str, Path]] = (),
        why_not: WhyNot = lambda _: "",
    ) -> None:
        super().__init__(parent, self.tr("Find an action or hex"), self.tr("Type a few letters, or a hex number"))
        self._entries = [(describe(action), action) for action in actions]
        self._boxes = tuple(boxes)
        self._why_not = why_not
        self._finder = HexFinder(box) if box is not None else None

    def matches(self, text: str) -> Sequence[Match]:
        """Hexes with that number, then actions, the best fit first; without a text all actions that can be used."""
        if not text.strip():
            usable = [entry for entry in self._entries if entry[1].isEnabled()]
            return [self._match(*entry) for entry in usable[:MOST]]
        hexes: list[Match] = []
        if self._finder is not None:
            found = self._finder.find(text, HEXES)
            hexes = [Match(self.tr("Go to hex %s") % label, "", place) for label, place in found]
        scored = [(score(text, entry[0][0]), entry) for entry in self._entries]
        fitting = sorted(
            ((points, entry) for points, entry in scored if points is not None),
            key=lambda pair: (not pair[1][1].isEnabled(), pair[0], pair[1][0][0]),
        )
        titled = [(score(text, title), title, path) for title, path in self._boxes]
        named = sorted((points, title, path) for points, title, path in titled if points is not None and points < TOGETHER)
        boxes = [Match(self.tr("Open %s") % title, path.name, path) for _, title, path in named]
        return [*hexes, *(self._match(*entry) for _, entry in fitting[:MOST]), *boxes]

    def complaint(self, text: str) -> str:
        """That nothing is called so."""
        return self.tr("No action or hex is called “%s”.") % text.strip()

    def _match(self, described: tuple[str, str], action: QAction) -> Match:
        name, note = described
        return Match(name, note, action, action.icon(), action.isEnabled(), self._why_not(action))
