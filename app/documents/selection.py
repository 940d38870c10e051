"""Which items of the map are selected; shared by tools, panels and actions."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from core.model.edits.edit import Touched
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
        left = frozenset(ref for ref in self._refs if work.box.item(ref) is not None)
        if left != self._refs or touched.items & left:
            self._refs = left
            self.changed.emit()
