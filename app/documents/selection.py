"""Which items of the map are selected; shared by tools, panels and actions."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from core.model.edits.edit import Aspect, Touched
from core.model.edits.map_edits import items_of
from core.model.maps import ItemRef
from core.model.work import Work


class Selection(QObject):
    """The selected items. `changed` comes when others are selected, or when a selected one has changed or is gone."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._refs: frozenset[ItemRef] = frozenset()

    @property
    def refs(self) -> frozenset[ItemRef]:
        """The selected items."""
        return self._refs

    def set(self, refs: Iterable[ItemRef] = ()) -> None:
        """Selects these items and no others."""
        wanted = frozenset(refs)
        if wanted != self._refs:
            self._refs = wanted
            self.changed.emit()

    def follow(self, work: Work, touched: Touched) -> None:
        """Lets go of items that a change has taken away. For the document only."""
        sheets = Aspect.SHEETS in touched.aspects
        gone = {ref for ref, item in items_of(work.box, self._refs if sheets else self._refs & touched.items) if item is None}
        if gone or not self._refs.isdisjoint(touched.items):
            self._refs -= gone
            self.changed.emit()
