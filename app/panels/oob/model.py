"""The order of battle as Qt's views show it. A change of one counter changes its line, and the sums of what it belongs to."""

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette

from app.counters.piece_words import UNITS_MIME, mime_of
from app.counters.unit_pictures import UnitPictures, plain_icon, side_icon
from app.counters.unit_words import called, where_words
from app.documents.document import Document
from app.panels.oob.nodes import Node, Nodes
from app.widgets.rule_words import said
from core.model.edits.edit import Aspect, Touched
from core.model.oob import Counter, Formation, Oob, OobItem, OobRef, Side
from core.rules.kernel.cells import fraction_text, in_role
from core.rules.kernel.looks import kind_of
from core.rules.kernel.parameters import in_words
from core.rules.kernel.tallies import Key, Tallies, key_of
from core.rules.kernel.totals import COUNTERS, STEPS, Total
from core.rules.kernel.whereabouts import Whence, Whereabouts

NAME, COUNT, STEP, STRENGTH, WHERE = range(5)

REFS_MIME = "application/x-phaseline-order-of-battle"
"""What is carried within the tree: section and key, one a line."""

REF_ROLE = Qt.ItemDataRole.UserRole

FEW_STRENGTHS = 4
"""So many sums stand in a cell as numbers alone; the head of the column says which they are."""

MANY = 200
"""So many lines that come, go or move at once make the whole tree anew."""

SLICE = 80
"""Counters that are added up in one turn of the event loop, some four milliseconds."""

Index = QModelIndex | QPersistentModelIndex

_ENABLED = Qt.ItemFlag.ItemIsEnabled
_SIDE = _ENABLED | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDropEnabled
_FORMATION = _SIDE | Qt.ItemFlag.ItemIsDragEnabled
_COUNTER = _FORMATION | Qt.ItemFlag.ItemNeverHasChildren
_NAMED_SIDE, _NAMED_FORMATION, _NAMED_COUNTER = (each | Qt.ItemFlag.ItemIsEditable for each in (_SIDE, _FORMATION, _COUNTER))


class OobModel(QAbstractItemModel):
    """Sides, formations and counters, with what they add up to and where they are.

    `refreshed` comes when cells show something else that no line tells of by itself: sums, places. `renamed` carries the ref of
    a line and the name that was typed for it.
    """

    refreshed = Signal()
    renamed = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document: Document | None = None
        self._nodes = Nodes(Oob())
        self._pictures = UnitPictures(None)
        self._name_id = ""
        self._tallies = Tallies((), Oob())
        self._whence = Whence(Oob())
        self._cut: frozenset[OobRef] = frozenset()
        self._side_px, self._ratio = 24, 1.0
        self._adding = QTimer(self)
        self._adding.setInterval(0)
        self._adding.timeout.connect(self._add_up)

    # What is shown -------------------------------------------------------------------------------------------------------

    @property
    def oob(self) -> Oob:
        """The order of battle that is shown."""
        return self._nodes.oob

    @property
    def pictures(self) -> UnitPictures:
        """The pictures of its counters."""
        return self._pictures

    @property
    def nodes(self) -> Nodes:
        """The lines as nodes."""
        return self._nodes

    def use(self, document: Document | None) -> None:
        """Shows the order of battle of another document; whoever uses the model passes its changes on with `follow`."""
        self._document = document
        ruleset = document.ruleset if document is not None else None
        self._pictures = UnitPictures(ruleset)
        name = in_role(ruleset.values, "name") if ruleset is not None else None
        self._name_id = name.id if name is not None else ""
        self._make(document.box.oob if document is not None else Oob())

    def set_size(self, side_px: int, ratio: float) -> None:
        """Draws pictures of so many pixels."""
        if (side_px, ratio) != (self._side_px, self._ratio):
            self._side_px, self._ratio = side_px, ratio
            self.refreshed.emit()

    def set_cut(self, refs: Iterable[OobRef]) -> None:
        """Marks what was cut and is about to be put elsewhere."""
        self._cut = frozenset(refs)
        self.refreshed.emit()

    def follow(self, touched: Touched) -> None:
        """Takes a change of the document."""
        if self._document is None:
            return
        moved = touched.pieces or touched.scenarios or Aspect.SCENARIO in touched.aspects
        if Aspect.LOOKS in touched.aspects:
            self._pictures.ruleset = self._document.ruleset
            self._pictures.forget()
            self.refreshed.emit()
        if touched.units:
            self._follow_units(touched.units)
        if touched.units or moved:
            self._whence = self._make_whence()
            self.refreshed.emit()

    def where(self, counter: Counter) -> Whereabouts:
        """Where a counter is in the scenario that is shown."""
        return self._whence.of(counter)

    def sums(self, node: Node) -> tuple[Total, ...]:
        """What a line adds up to."""
        match node.item:
            case Counter():
                return self._tallies.counter(node.item)
            case Formation():
                return self._tallies.formation(node.item.id)
            case Side():
                return self._tallies.side(node.item.id)
            case _:
                return self._tallies.some(each.item for each in node.below() if isinstance(each.item, Counter))

    def work_out(self, counter: Counter) -> None:
        """Works out what one counter adds, so that `some` finds it ready."""
        self._tallies.counter(counter)

    def some(self, counters: Iterable[Counter]) -> tuple[Total, ...]:
        """What some counters come to."""
        return self._tallies.some(counters)

    @property
    def is_adding(self) -> bool:
        """Whether counters are still being added up."""
        return self._adding.isActive()

    def counters_of(self, refs: Iterable[OobRef]) -> list[Counter]:
        """The counters that are meant: those themselves, and all of formations and sides."""
        found: dict[str, Counter] = {}
        for ref in refs:
            node = self._nodes.by_ref.get(ref)
            if node is not None and isinstance(node.item, Counter):
                found[node.item.id] = node.item
            elif node is not None:
                found |= {inner.item.id: inner.item for inner in node.below() if isinstance(inner.item, Counter)}
        return list(found.values())

    def ids_of(self, refs: Iterable[OobRef]) -> list[str]:
        """The ids of the counters that are meant."""
        return [each.id for each in self.counters_of(refs)]

    def index_of(self, ref: OobRef, column: int = NAME) -> QModelIndex:
        """Where something stands; no index when it is not there."""
        node = self._nodes.by_ref.get(ref)
        return self._index(node, column) if node is not None else QModelIndex()

    def index_at(self, node: Node, column: int = NAME) -> QModelIndex:
        """The index of a line; none for the root."""
        return self._index(node, column)

    def node(self, index: Index) -> Node:
        """The line of an index, the root for none."""
        held = index.internalPointer() if index.isValid() else None
        return held if isinstance(held, Node) else self._nodes.root

    # Qt's questions ------------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """How many lines stand under one."""
        return len(self.node(parent).children) if parent.column() <= 0 else 0

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        """Whether anything stands under a line; the view asks this of every line that is expanded."""
        return parent.column() <= 0 and bool(self.node(parent).children)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """How many columns there are."""
        return 5

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        """The index of a line under another."""
        children = self.node(parent).children
        if not 0 <= row < len(children) or not 0 <= column < 5:
            return QModelIndex()
        return self.createIndex(row, column, children[row])

    def parent(self, child: Any = None) -> Any:
        """The index of the line above; without a child the object that owns the model."""
        if child is None:
            return super().parent()
        node = self.node(child).parent
        return self._index(node) if node is not None else QModelIndex()

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What stands above the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            titles = (self.tr("Name"), self.tr("Units"), self.tr("Steps"), self.tr("Strength"), self.tr("Where"))
            return titles[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            tips = (
                self.tr("Sides, their formations, and the counters in each"),
                self.tr("How many counters there are in all"),
                self.tr("Their steps at full strength"),
                self._strength_tip(),
                self.tr("Where they are in the scenario that is shown"),
            )
            return tips[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section in (COUNT, STEP):
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def _strength_tip(self) -> str:
        words = self.tr("What their strengths come to, where adding them up means something")
        titles = [said(title) for title, _, _ in self._tallies.values]
        return f"{words}: {' / '.join(titles)}" if titles else words

    def flags(self, index: Index) -> Qt.ItemFlag:
        """What can be done with a cell; the view asks this of every line that is expanded."""
        item = self.node(index).item
        if isinstance(item, Counter):
            return _NAMED_COUNTER if self.name_id and index.column() == NAME else _COUNTER
        if isinstance(item, Formation):
            return _NAMED_FORMATION if index.column() == NAME else _FORMATION
        if isinstance(item, Side):
            return _NAMED_SIDE if index.column() == NAME else _SIDE
        return _ENABLED if index.isValid() else Qt.ItemFlag.NoItemFlags

    @property
    def name_id(self) -> str:
        """The value that says what a counter is called, "" where the ruleset has none."""
        return self._name_id

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows."""
        node, column = self.node(index), index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(node, column)
            case Qt.ItemDataRole.EditRole if column == NAME:
                return self._name(node.item) if node.item is not None else ""
            case Qt.ItemDataRole.DecorationRole if column == NAME:
                return self._picture(node)
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(node)
            case Qt.ItemDataRole.AccessibleTextRole if column == STRENGTH and not self.is_adding:
                return ", ".join(f"{said(row.title)} {number_text(row.number)}" for row in self.sums(node) if row.value)
            case Qt.ItemDataRole.AccessibleTextRole if column == NAME:
                return f"{self._kind_words(node)} {self._text(node, NAME)}, {self._text(node, WHERE)}".strip(" ,")
            case Qt.ItemDataRole.TextAlignmentRole if column in (COUNT, STEP):
                return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            case Qt.ItemDataRole.SizeHintRole if column == NAME:
                # All rows are as high as the picture of a counter.
                return QSize(self._side_px, self._side_px + 2)
            case Qt.ItemDataRole.FontRole:
                return self._font(node)
            case Qt.ItemDataRole.ForegroundRole if node.ref in self._cut or (column == WHERE and not self._is_placed(node)):
                return QGuiApplication.palette().color(QPalette.ColorRole.PlaceholderText)
            case _ if role == REF_ROLE:
                return node.ref
            case _:
                return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Asks for another name."""
        node = self.node(index)
        if role != Qt.ItemDataRole.EditRole or node.ref is None or str(value).strip() == self._name(node.item):
            return False
        self.renamed.emit(node.ref, str(value))
        return True

    def mimeTypes(self) -> list[str]:
        """What lines are carried as."""
        return [REFS_MIME, UNITS_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """The lines that are carried: within the tree themselves, to the map their counters."""
        refs = list(dict.fromkeys(ref for index in indexes if (ref := self.node(index).ref) is not None))
        made = mime_of(self.ids_of(refs))
        made.setData(REFS_MIME, "\n".join(f"{ref.section} {ref.key}" for ref in refs).encode())
        return made

    def supportedDropActions(self) -> Qt.DropAction:
        """What is carried is moved."""
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction

    # The cells -----------------------------------------------------------------------------------------------------------

    def _name(self, item: OobItem | None) -> str:
        return called(self._pictures.ruleset, item)

    def _text(self, node: Node, column: int) -> str:
        if column == NAME:
            return self._name(node.item) if node.item is not None else self.tr("Without a side")
        if column == WHERE:
            return self._where_text(node)
        if self.is_adding and not isinstance(node.item, Counter):
            return "…"
        if column == COUNT and isinstance(node.item, Counter):
            return f"× {node.item.copies}" if node.item.copies > 1 else ""
        rows = self.sums(node)
        if column == STRENGTH:
            return strength_text(rows, self._tallies.values)
        title = COUNTERS if column == COUNT else STEPS
        return str(next(row.number for row in rows if row.title == title and not row.value))

    def _where_text(self, node: Node) -> str:
        if self._document is None:
            return ""
        if isinstance(node.item, Counter):
            return where_words(self._document.box, self.where(node.item))
        if self.is_adding:
            return ""
        inner = [each.item for each in node.below() if isinstance(each.item, Counter)]
        there = sum(counter.id in self._whence.deployment.pieces for counter in inner)
        if not inner or self._whence.scenario is None:
            return ""
        return self.tr("%(there)d of %(all)d") % {"there": there, "all": len(inner)}

    def _is_placed(self, node: Node) -> bool:
        return not isinstance(node.item, Counter) or node.item.id in self._whence.deployment.pieces

    def _picture(self, node: Node) -> Any:
        match node.item:
            case Counter():
                return plain_icon(self._pictures.counter(self.oob, node.item, self._side_px, self._ratio))
            case Formation():
                around = QGuiApplication.palette().color(QPalette.ColorRole.Text)
                return plain_icon(self._pictures.formation(self.oob, node.item, self._side_px, self._ratio, around))
            case Side():
                edge = QColor(QGuiApplication.palette().color(QPalette.ColorRole.Text))
                return side_icon(node.item, self._side_px * 5 // 8, self._ratio, edge)
            case _:
                return None

    def _font(self, node: Node) -> QFont | None:
        if isinstance(node.item, Side) or node.ref in self._cut:
            font = QFont(QGuiApplication.font())
            font.setBold(isinstance(node.item, Side))
            font.setItalic(node.ref in self._cut)
            return font
        return None

    def _kind_words(self, node: Node) -> str:
        match node.item:
            case Counter():
                return said(in_words(kind_of(self._pictures.ruleset, node.item))) or self.tr("Counter")
            case Formation():
                return self.tr("Formation")
            case Side():
                return self.tr("Side")
            case _:
                return ""

    def _tip(self, node: Node) -> str:
        if node.item is None:
            return self.tr("These name no side that there is.")
        lines = [f"{self._kind_words(node)}: {self._name(node.item)}"]
        if not self.is_adding:
            rows = (f"{said(row.title)}: {number_text(row.number)}" for row in self.sums(node))
            lines += rows if not isinstance(node.item, Counter) else (where for where in (self._where_text(node),) if where)
        return "\n".join((*lines, node.item.note) if node.item.note else lines)

    # Changes -------------------------------------------------------------------------------------------------------------

    def _index(self, node: Node, column: int = NAME) -> QModelIndex:
        return QModelIndex() if node.parent is None else self.createIndex(node.row, column, node)

    def _make(self, oob: Oob) -> None:
        self.beginResetModel()
        self._nodes = Nodes(oob)
        ruleset = self._pictures.ruleset
        self._tallies = Tallies(ruleset.values if ruleset is not None else (), oob)
        self._whence = self._make_whence()
        self._adding.start()
        self.endResetModel()

    def _make_whence(self) -> Whence:
        if self._document is None:
            return Whence(Oob())
        work, ruleset = self._document.work, self._pictures.ruleset
        return Whence(work.box.oob, ruleset.values if ruleset is not None else (), work.scenario, work.deployment)

    def _add_up(self) -> None:
        self._tallies.advance(SLICE)
        if not self._tallies.is_due:
            self._adding.stop()
            self.refreshed.emit()

    def _follow_units(self, refs: frozenset[OobRef]) -> None:
        assert self._document is not None
        oob, nodes = self._document.box.oob, self._nodes
        come: dict[OobRef, OobItem] = {}
        gone: list[Node] = []
        stay: list[tuple[Node, OobItem]] = []
        counters = oob.counters
        for ref in refs:
            node, item = nodes.by_ref.get(ref), counters.get(ref.key) if ref.section == "counters" else oob.item(ref)
            if node is not None and item is not None:
                stay.append((node, item))
            elif node is not None:
                gone.append(node)
            elif item is not None:
                come[ref] = item
        left = [node.item for node in gone if node.item is not None]
        items = [*come.values(), *left, *(node.item for node, _ in stay if node.item is not None), *(item for _, item in stay)]
        if not all(isinstance(item, Counter) for item in items):
            self._pictures.forget()
        if len(come) + len(gone) > MANY or any(isinstance(item, Side) for item in (*come.values(), *left)):
            self._make(oob)
            return
        nodes.oob = oob
        formations = {item.formation if isinstance(item, Counter) else item.id for item in items if not isinstance(item, Side)}
        parents = {item.parent for item in items if isinstance(item, Formation)}
        self._tallies.follow(oob, formations | parents)
        loose: set[OobRef] = set()
        for item in (*come.values(), *left):
            if isinstance(item, Formation):
                loose |= nodes.depends(item.id)
        movable = [node for node, item in stay if _belongs_otherwise(node.item, item)]
        for node, item in stay:
            node.item = item
        by_depth = sorted((ref for ref in come if ref.section == "formations"), key=lambda ref: self._depth(come[ref]))
        for ref in by_depth:
            self._insert(ref, come[ref])
        movable += [nodes.by_ref[ref] for ref in loose if ref in nodes.by_ref]
        if not self._move_home([node for node in dict.fromkeys(movable) if node not in gone]):
            self._make(oob)
            return
        for ref, item in come.items():
            if ref.section == "counters":
                self._insert(ref, item)
        for node in sorted(gone, key=lambda node: -len(list(node.above()))):
            self._remove(node)
        self._place_strays()
        self._tell_changed([*(node for node, _ in stay), *(nodes.by_ref[ref] for ref in come)])

    def _tell_changed(self, changed: Iterable[Node]) -> None:
        """Tells that lines, and those above them, say something else: all between the first and the last of a place at once,
        for thousands may have changed.
        """
        rows: dict[Node, list[int]] = {}
        for node in changed:
            if node.parent is not None:
                rows.setdefault(node.parent, []).append(node.row)
        for parent in tuple(rows):
            for node in parent.above():
                if node.parent is not None:
                    rows.setdefault(node.parent, []).append(node.row)
        for parent, numbers in rows.items():
            first, last = parent.children[min(numbers)], parent.children[max(numbers)]
            self.dataChanged.emit(self._index(first), self._index(last, WHERE))

    def _depth(self, item: OobItem | None) -> int:
        return len(list(self.oob.above(item.id))) if isinstance(item, Formation) else 0

    def _insert(self, ref: OobRef, item: OobItem | None) -> None:
        node = Node(ref, item, None)
        self._nodes.by_ref[ref] = node
        self._put(node, self._nodes.home(node))

    def _put(self, node: Node, home: Node) -> None:
        node.parent = home
        row = home.place_of(node)
        shown = self._is_shown(home)
        if shown:
            self.beginInsertRows(self._index(home), row, row)
        home.children.insert(row, node)
        home.number(row)
        if shown:
            self.endInsertRows()

    def _remove(self, node: Node) -> None:
        home = node.parent
        assert home is not None
        shown = self._is_shown(home)
        if shown:
            self.beginRemoveRows(self._index(home), node.row, node.row)
        del home.children[node.row]
        home.number(node.row)
        if node.ref is not None:
            self._nodes.by_ref.pop(node.ref, None)
        if shown:
            self.endRemoveRows()

    def _is_shown(self, home: Node) -> bool:
        """Whether what is put under a node is in the tree: not while nothing stood without a side."""
        strays = self._nodes.strays
        return home is not strays or strays in self._nodes.root.children

    def _move_home(self, nodes: list[Node]) -> bool:
        """Moves nodes to where they belong now; False when that cannot be done one by one."""
        waiting = [node for node in nodes if node.parent is not self._nodes.home(node)]
        if len(waiting) > MANY:
            return False
        while waiting:
            later = []
            for node in waiting:
                home = self._nodes.home(node)
                if node in home.above() or not self._is_shown(home):
                    later.append(node)
                else:
                    self._move(node, home)
            if len(later) == len(waiting):
                return False
            waiting = later
        return True

    def _move(self, node: Node, home: Node) -> None:
        left = node.parent
        assert left is not None
        if left is home:
            return
        row = home.place_of(node)
        self.beginMoveRows(self._index(left), node.row, node.row, self._index(home), row)
        del left.children[node.row]
        left.number(node.row)
        node.parent = home
        home.children.insert(row, node)
        home.number(row)
        self.endMoveRows()

    def _place_strays(self) -> None:
        """What has no side has a line of its own while there is anything of the kind."""
        strays, root = self._nodes.strays, self._nodes.root
        there = strays in root.children
        if strays.children and not there:
            self._put(strays, root)
        elif there and not strays.children:
            self._remove(strays)


def _belongs_otherwise(was: OobItem | None, item: OobItem) -> bool:
    """Whether an item may have come under another line: a counter says so itself, a formation may be in a ring of parents."""
    if isinstance(was, Counter) and isinstance(item, Counter):
        return was.formation != item.formation or was.side != item.side
    return isinstance(item, Formation)


def number_text(number: Any) -> str:
    """A sum as it is shown."""
    return str(number) if isinstance(number, int) else fraction_text(number)


def strength_text(rows: Iterable[Total], keys: Sequence[Key]) -> str:
    """The sums of strengths, as short as a cell needs them: a few as numbers in their order, more each with its title."""
    sums = {key_of(row): row for row in rows if row.value}
    if not sums:
        return ""
    if len(keys) <= FEW_STRENGTHS:
        return " / ".join(number_text(sums[key].number) if key in sums else "–" for key in keys)
    return " · ".join(f"{said(row.title)} {number_text(row.number)}" for row in sums.values())
