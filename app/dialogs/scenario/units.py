"""Units picked from the order of battle: formations and counters with a tick each, found by a few letters."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

from app.widgets.buttons import button_row
from app.widgets.seeking import finds
from core.model.edits.scenario_cells import Names, spoken
from core.model.oob import Oob

Index = QModelIndex | QPersistentModelIndex

INDENT = 4
"""Blanks before the words of a line for each step below the side."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A side (which cannot be ticked), a formation or a counter."""

    id: str
    words: str
    depth: int
    kind: str


def _lines(oob: Oob, names: Names) -> Iterator[_Line]:
    """The order of battle from its top to its bottom; every counter is in it once."""
    sides = [side.id for side in oob.sides]
    strangers = {*(each.side for each in oob.formations), *(each.side for each in oob.counters)} - set(sides)
    for side in (*sides, *sorted(strangers)):
        held = oob.side(side)
        yield _Line("", (held.name or held.id) if held is not None else side, 0, "side")
        for top in oob.children("", side):
            depths = {top.id: 1}
            for formation in oob.below(top.id):
                depth = depths.setdefault(formation.id, depths.get(formation.parent, 0) + 1)
                yield _Line(formation.id, formation.name or formation.id, depth, "formation")
                for counter in oob.members(formation.id):
                    yield _Line(counter.id, names.name(counter.id), depth + 1, "counter")
        for counter in oob.members("", side):
            yield _Line(counter.id, names.name(counter.id), 1, "counter")


class _UnitsModel(QAbstractListModel):
    """The lines that fit what is sought, each with its tick."""

    def __init__(self, oob: Oob, names: Names, ticked: Collection[str]) -> None:
        super().__init__()
        self._all = tuple(_lines(oob, names))
        self._shown = self._all
        # Those that are there already keep their order, and those that the order of battle has not are not lost.
        self.ticked = dict.fromkeys(ticked)

    def seek(self, wanted: str) -> None:
        """Shows only what fits; sides and formations above it stay away."""
        self.beginResetModel()
        self._shown = tuple(
            line for line in self._all if not wanted.strip() or (line.id and finds(wanted, f"{line.words} {line.id}"))
        )
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own preset
        """One for each line that is shown."""
        return 0 if parent.isValid() else len(self._shown)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Everything but a side can be ticked."""
        held = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return held | Qt.ItemFlag.ItemIsUserCheckable if self._shown[index.row()].id else held

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a unit is called, with its id where that is something else."""
        line = self._shown[index.row()]
        said = spoken(line.id, line.words) if line.id else line.words
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return " " * (INDENT * line.depth) + said
            case Qt.ItemDataRole.AccessibleTextRole:
                kinds = {"side": self.tr("side"), "formation": self.tr("formation"), "counter": self.tr("counter")}
                return f"{said}, {kinds[line.kind]}"
            case Qt.ItemDataRole.CheckStateRole if line.id:
                return Qt.CheckState.Checked if line.id in self.ticked else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ticks a line, or takes its tick away."""
        line = self._shown[index.row()]
        if role != Qt.ItemDataRole.CheckStateRole or not line.id:
            return False
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self.ticked[line.id] = None
        else:
            self.ticked.pop(line.id, None)
        at = self.index(index.row())
        self.dataChanged.emit(at, at)
        return True


class UnitPicker(QDialog):
    """Lets units be ticked. `ids` are those that are ticked, in the order in which they were."""

    def __init__(self, parent: QWidget | None, oob: Oob, names: Names, ticked: Collection[str], title: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.units = _UnitsModel(oob, names, ticked)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("A few letters of a name or id"))
        self.filter.setAccessibleName(self.tr("Show only units with these letters"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self.units.seek)
        self.filter.installEventFilter(self)
        self.list = QListView()
        self.list.setModel(self.units)
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName(self.tr("Order of battle"))
        self.count = QLabel()
        buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.units.dataChanged.connect(lambda *_: self._say())
        whole = QVBoxLayout(self)
        for part in (self.filter, self.list, self.count, buttons):
            whole.addWidget(part)
        metrics = self.fontMetrics()
        self.resize(64 * metrics.averageCharWidth(), 32 * metrics.height())
        self._say()
        self.filter.setFocus()

    @property
    def ids(self) -> tuple[str, ...]:
        """The units that are ticked."""
        return tuple(self.units.ticked)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down and Return lead from the line to the list, and close nothing on the way."""
        keys = (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        pressed = event.key() if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) else None
        if watched is self.filter and pressed in keys:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
            if self.units.rowCount() and not self.list.currentIndex().isValid():
                self.list.setCurrentIndex(self.units.index(0))
            return True
        return False

    def _say(self) -> None:
        self.count.setText(self.tr("Ticked: %n. A formation stands for all that is in it.", "", len(self.units.ticked)))
