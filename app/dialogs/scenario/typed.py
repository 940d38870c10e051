"""Texts of the tables of a scenario that mean nothing: no steps of the history, but undo takes them back in their turn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtGui import QKeyEvent, QKeySequence, QUndoCommand

from app.documents.document import Document

At = tuple[int, int]
"""A row and a column of a table, from 0."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A text that is not in the box, and why."""

    text: str
    reason: str


Texts = Mapping[At, Wrong]


class HoldsTexts(Protocol):
    """A table with texts that are not in the box."""

    @property
    def wrong(self) -> dict[At, Wrong]:
        """Those of the scenario that is shown."""
        ...

    def still_holds(self, before: Texts, after: Texts) -> bool:
        """Whether any text that came or went is still as it was left."""
        ...

    def restore(self, before: Texts, after: Texts) -> At | None:
        """Has them as they were; gives the first cell that has changed."""
        ...


@dataclass(frozen=True, slots=True)
class _Typed:
    """Texts that came into a table, or went, as one thing that somebody did: those that mean nothing, before it and after.

    `index` is where the history stood then. With `in_step` a step of it, the last one, belongs to the same thing.
    """

    table: HoldsTexts
    file: str
    before: Texts
    after: Texts
    index: int
    in_step: bool


def _usual_undo_keys() -> Sequence[QKeySequence]:
    return QKeySequence.keyBindings(QKeySequence.StandardKey.Undo)


class TypedTexts:
    """What was typed last, of the tables of a window. `undo_keys` gives the keys of undo, `taken_back` hears where it was."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._typed: list[_Typed] = []
        self._undone: list[tuple[_Typed, QUndoCommand]] = []
        self.undo_keys: Callable[[], Sequence[QKeySequence]] = _usual_undo_keys
        self.taken_back: Callable[[object, At], object] = lambda table, at: None

    def keep(self, table: HoldsTexts, before: Texts, in_step: bool) -> None:
        """Remembers what became of a table's texts that mean nothing, so that undo can take it back."""
        if before != table.wrong:
            index = self._document.undo_stack.index()
            self._typed.append(_Typed(table, self._document.state.scenario, before, dict(table.wrong), index, in_step))

    def forget(self, table: HoldsTexts) -> None:
        """The texts of a table stand elsewhere now."""
        file = self._document.state.scenario
        self._typed = [each for each in self._typed if each.table is not table or each.file != file]
        self._undone = [pair for pair in self._undone if pair[0].table is not table or pair[0].file != file]

    def is_undo(self, event: QKeyEvent) -> bool:
        """Whether a key means undo, and texts that mean nothing were the last that was typed."""
        return QKeySequence(event.keyCombination()) in self.undo_keys() and self._last() is not None

    def undo(self) -> None:
        """Takes back the texts that came last."""
        last = self._last()
        if last is not None:
            self._typed.remove(last)
            at = last.table.restore(last.before, last.after)
            if at is not None:
                self.taken_back(last.table, at)

    def _last(self) -> _Typed | None:
        """The last thing typed, if it is no step of the history, came after the last one, and is still there."""
        index = self._document.undo_stack.index()
        while self._typed:
            last = self._typed[-1]
            if last.in_step or last.index != index or last.file != self._document.state.scenario:
                return None
            if last.table.still_holds(last.before, last.after):
                return last
            self._typed.pop()
        return None

    def follow_history(self, index: int) -> None:
        """Steps that are taken back take back the texts that came with them; those that are done again bring them again."""
        stack, shown = self._document.undo_stack, self._document.state.scenario
        gone = [each for each in self._typed if each.index > index]
        self._typed = [each for each in self._typed if each.index <= index]
        for each in reversed(gone):
            if each.in_step and each.file == shown:
                each.table.restore(each.before, each.after)
                if (command := stack.command(each.index - 1)) is not None:
                    self._undone.append((each, command))
        again = [(each, command) for each, command in reversed(self._undone) if each.index <= index]
        self._undone = [pair for pair in self._undone if pair[0].index > index]
        for each, command in again:
            # Another step may stand in the place of the one that was taken back.
            if stack.command(each.index - 1) is command and each.file == shown:
                each.table.restore(each.after, each.before)
                self._typed.append(each)
