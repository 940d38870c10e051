"""Which counters are selected: one selection for the map, the order of battle, the units grid and the stack."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from core.model.edits.edit import Touched
from core.model.work import Work


class UnitSelection(QObject):
    """The selected counters by their ids, in the order in which they were chosen.

    `changed` comes when others are selected, or when a selected one has changed, has been moved, or is gone. `sought` carries
    the ids of units that the user wants to see, wherever they are.
    """

    changed = Signal()
    sought = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ids: dict[str, None] = {}
        self._order: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The selected counters: the very same tuple until others are selected."""
        return self._order

    def _keep(self, ids: dict[str, None]) -> None:
        self._ids, self._order = ids, tuple(ids)

    def __contains__(self, id_: str) -> bool:
        return id_ in self._ids

    def set(self, ids: Iterable[str] = ()) -> None:
        """Selects these counters and no others."""
        wanted = dict.fromkeys(ids)
        if tuple(wanted) != self._order:
            self._keep(wanted)
            self.changed.emit()

    def toggle(self, ids: Iterable[str]) -> None:
        """Adds counters to the selection; those that are all in it already leave it."""
        given = tuple(ids)
        if all(id_ in self._ids for id_ in given):
            self.set(id_ for id_ in self._ids if id_ not in given)
        else:
            self.set((*self._ids, *given))

    def seek(self, ids: Iterable[str]) -> None:
        """Selects counters, and asks whoever shows them to bring them into view."""
        wanted = tuple(ids)
        self.set(wanted)
        self.sought.emit(wanted)

    def follow(self, before: Work, work: Work, touched: Touched) -> None:
        """Lets go of counters that a change has taken away. For the document only."""
        if not touched.forces or not self._ids:
            return
        oob, moved = before.box.oob, {id_ for _, id_ in touched.pieces}
        gone = self._ids.keys() - work.box.oob.ids("counters") if touched.units else frozenset()
        # Thousands may be selected and have changed: the first that is found is enough.
        if gone or not moved.isdisjoint(self._ids) or any(oob.ref("counters", id_) in touched.units for id_ in self._ids):
            if gone:
                self._keep({id_: None for id_ in self._ids if id_ not in gone})
            self.changed.emit()
