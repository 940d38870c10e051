"""What of a box is printed: sides and formations to be ticked, and how many of each marker."""

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSpinBox,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.counters.pixmaps import FacePixmaps
from app.export.counter_layout import MOST_COPIES
from app.export.counter_pieces import LOOSE, MOST_MARKERS, Choice, marker_pieces
from app.widgets.themes import show_lines
from core.model.oob import Formation, Oob
from core.rules.kernel.markers import marker_face
from core.rules.kernel.ruleset import Ruleset

NAME, COUNT = 0, 1

ROWS = 8
"""The lines that each list shows at least."""

ID = Qt.ItemDataRole.UserRole


class TickDelegate(QStyledItemDelegate):
    """Draws lines of a tree with boxes to tick that are seen in the dark as well."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Lends the frames of boxes a colour that stands out."""
        super().initStyleOption(option, index)
        show_lines(option)


class PiecesForm(QWidget):
    """Asks what is printed; `changed` tells that it is something else."""

    changed = Signal()

    def __init__(self, oob: Oob, ruleset: Ruleset | None, counts: Mapping[str, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._oob, self._ruleset = oob, ruleset
        self._spins: dict[str, QSpinBox] = {}
        self.tree = self._list(self.tr("Counters"), self.tr("counters"))
        self.markers = self._list(self.tr("Markers"), self.tr("of each"))
        self.sets = QSpinBox(self)
        self.sets.setRange(1, MOST_COPIES)
        self.sets.setToolTip(self.tr("How often all chosen counters are printed"))
        self._fill_tree()
        self._fill_markers(counts)
        self._lay_out()
        self.tree.itemChanged.connect(lambda _item, _column: self.changed.emit())
        self.sets.valueChanged.connect(lambda _: self.changed.emit())

    @property
    def choice(self) -> Choice:
        """What was chosen."""
        tops = _children(self.tree.invisibleRootItem())
        only = None
        if any(top.checkState(NAME) != Qt.CheckState.Checked for top in tops):
            only = tuple(id_ for top in tops for id_ in _ticked(top))
        return Choice(only, self.sets.value(), {kind: spin.value() for kind, spin in self._spins.items() if spin.value()})

    def tick(self, id_: str, wanted: bool) -> None:
        """Ticks a side or formation by its id, or takes the tick away."""
        for item in self.tree.findItems("*", Qt.MatchFlag.MatchWildcard | Qt.MatchFlag.MatchRecursive, NAME):
            if item.data(NAME, ID) == id_:
                item.setCheckState(NAME, Qt.CheckState.Checked if wanted else Qt.CheckState.Unchecked)

    def count(self, kind: str, count: int) -> None:
        """Chooses how many of a marker are printed."""
        self._spins[kind].setValue(count)

    def _list(self, title: str, counted: str) -> QTreeWidget:
        tree = QTreeWidget(self)
        tree.setAccessibleName(title)
        tree.setHeaderLabels([title, counted])
        tree.setItemDelegate(TickDelegate(tree))
        tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        header = tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(COUNT, QHeaderView.ResizeMode.ResizeToContents)
        tree.setMinimumHeight(ROWS * self.fontMetrics().lineSpacing())
        return tree

    def _lay_out(self) -> None:
        one = QPushButton(self.tr("&One of each"), self)
        one.clicked.connect(lambda _=False: self._set_all(1))
        none = QPushButton(self.tr("No &markers"), self)
        none.clicked.connect(lambda _=False: self._set_all(0))
        row = QHBoxLayout()
        row.addWidget(one)
        row.addWidget(none)
        row.addStretch(1)
        form = QFormLayout()
        form.addRow(self.tr("S&ets of counters:"), self.sets)
        layout = QVBoxLayout(self)
        layout.addWidget(self.tree, 3)
        layout.addLayout(form)
        layout.addWidget(self.markers, 2)
        layout.addLayout(row)
        has_markers = bool(self._spins)
        one.setEnabled(has_markers)
        none.setEnabled(has_markers)
        if not has_markers:
            layout.addWidget(QLabel(self.tr("The rules of this box have no markers."), self))

    def _fill_tree(self) -> None:
        with QSignalBlocker(self.tree):
            for side in self._oob.sides:
                loose = self._oob.members("", side.id)
                tops = self._oob.children("", side.id)
                root = self.tree.invisibleRootItem()
                item = self._item(root, side.id, side.name or side.id, 0 if tops else len(loose))
                for formation in tops:
                    self._add(item, formation)
                if tops and loose:
                    self._item(item, side.id + LOOSE, self.tr("in no formation"), len(loose))
                item.setExpanded(True)
            for top in _children(self.tree.invisibleRootItem()):
                _sum_up(top)

    def _add(self, above: QTreeWidgetItem, formation: Formation) -> None:
        # Formations lie a few deep; a ring of parents has no top and is not come to.
        own, inner = len(self._oob.members(formation.id)), self._oob.children(formation.id)
        item = self._item(above, formation.id, formation.name or formation.id, 0 if inner else own)
        if inner and own:
            self._item(item, formation.id + LOOSE, self.tr("directly in it"), own)
        for each in inner:
            self._add(item, each)

    def _item(self, above: QTreeWidgetItem, id_: str, words: str, count: int) -> QTreeWidgetItem:
        item = QTreeWidgetItem(above, [words, str(count)])
        item.setData(NAME, ID, id_)
        item.setData(COUNT, ID, count)
        item.setTextAlignment(COUNT, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsAutoTristate)
        item.setCheckState(NAME, Qt.CheckState.Checked)
        return item

    def _fill_markers(self, counts: Mapping[str, int]) -> None:
        if self._ruleset is None:
            return
        self.markers.setRootIsDecorated(False)
        pixmaps = FacePixmaps()
        size = round(1.7 * self.fontMetrics().height())
        self.markers.setIconSize(QSize(size, size))
        first = next(iter(self._oob.sides), None)
        for id_, kind in self._ruleset.markers.items():
            item = QTreeWidgetItem(self.markers, [kind.title, ""])
            face = marker_face(self._ruleset, kind.words()[0], first if kind.owned else None)
            item.setIcon(NAME, QIcon(pixmaps.pixmap(face, size, self.devicePixelRatioF())))
            pieces = marker_pieces(kind, len(self._oob.sides))
            tip = self.tr("%s One set is %d pieces.") % (kind.about, pieces) if pieces > 1 else kind.about
            item.setToolTip(NAME, tip)
            spin = QSpinBox(self.markers)
            spin.setRange(0, MOST_MARKERS)
            spin.setValue(counts.get(id_, 0))
            spin.setAccessibleName(kind.title)
            spin.setToolTip(tip)
            spin.valueChanged.connect(lambda _: self.changed.emit())
            self._spins[id_] = spin
            self.markers.setItemWidget(item, COUNT, spin)

    def _set_all(self, count: int) -> None:
        for spin in self._spins.values():
            with QSignalBlocker(spin):
                spin.setValue(count)
        self.changed.emit()


def _children(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    return [child for row in range(item.childCount()) if (child := item.child(row)) is not None]


def _ticked(item: QTreeWidgetItem) -> list[str]:
    """The ids by which all that is ticked in a branch is said, in the fewest words."""
    state = item.checkState(NAME)
    if state == Qt.CheckState.Checked:
        return [str(item.data(NAME, ID))]
    if state == Qt.CheckState.Unchecked:
        return []
    return [id_ for child in _children(item) for id_ in _ticked(child)]


def _sum_up(item: QTreeWidgetItem) -> int:
    """Writes how many counters a branch holds."""
    count = int(item.data(COUNT, ID)) + sum(map(_sum_up, _children(item)))
    item.setText(COUNT, str(count))
    return count
