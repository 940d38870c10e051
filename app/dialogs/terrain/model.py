"""The table of terrain as Qt's views see it: cells, colours, badges, and what was typed wrongly."""

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap

from app.canvas.swatches import Swatches
from app.documents.document import Document
from core.base.errors import WrongUse
from core.model.edits.edit import Aspect, Touched
from core.model.edits.terrain_edits import COLUMNS, Column, check_kind, put_terrain, shown, with_value
from core.model.terrain import Palette, Terrain

Index = QModelIndex | QPersistentModelIndex

SOURCE = Column("source", "Source")

_ORDER = ("area", "hex", "path", "side")


class TerrainModel(QAbstractTableModel):
    """Every kind of terrain of the open box, one to a row. What is typed is the box's own from then on.

    `refused` carries the sentence that says why something was not taken, and is empty when something was.
    """

    refused = Signal(str)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._extra: list[Column] = []
        self._swatch_px = 24
        self._pictures: dict[Terrain, QIcon] = {}
        self._blank = QIcon()
        # A picture takes milliseconds to draw, and there may be a hundred: one is drawn for each turn of the event loop.
        self._drawing = QTimer(self)
        self._drawing.setInterval(0)
        self._drawing.timeout.connect(self._draw_one)
        self.rows: list[Terrain] = []
        self.columns: list[Column] = []
        self._read()
        document.changed.connect(self._follow)

    def close(self) -> None:
        """The table is not shown any more."""
        self._drawing.stop()
        self._document.changed.disconnect(self._follow)

    @property
    def palette(self) -> Palette | None:
        """The palette of the box."""
        ruleset = self._document.ruleset
        return ruleset.palettes.get(self._document.box.palette) if ruleset is not None else None

    @property
    def chart(self) -> Mapping[str, Terrain]:
        """What ruleset and palette say, under what the box says."""
        ruleset = self._document.ruleset
        return ruleset.chart(self._document.box.palette) if ruleset is not None else {}

    def use_swatches(self, size: int) -> None:
        """The size of the pictures before names, in pixels."""
        self._swatch_px = size
        blank = QPixmap(size, size)
        blank.fill(Qt.GlobalColor.transparent)
        self._blank = QIcon(blank)

    def add_column(self, title: str) -> bool:
        """Adds an empty column of costs; False when there is one of that title. It lasts when something stands in it."""
        name = title.strip()
        taken = {word.casefold() for column in (*self.columns, SOURCE) for word in (column.id, column.title)}
        if not name or name.casefold() in taken:
            return False
        self._extra.append(Column(name, name, cost=True))
        self._reset()
        return True

    def row_of(self, id_: str) -> int:
        """The row of a kind of terrain, -1 when there is none."""
        return next((row for row, each in enumerate(self.rows) if each.id == id_), -1)

    def try_text(self, index: Index, text: str) -> str:
        """Why a text cannot stand in a cell; empty when it can."""
        try:
            self._with(index.row(), index.column(), text)
        except WrongUse as problem:
            return str(problem)
        return ""

    def paste(self, top: Index, text: str) -> str:
        """Puts cells from a spreadsheet (lines of cells between tabs) into the table, from a cell on to the right and down.

        All of them become one step of the history, or none does, and the answer says why.
        """
        if not top.isValid():
            return self.tr("Choose the cell where what was copied is to begin.")
        lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
        if len(lines) > len(self.rows) - top.row():
            return self.tr("%d rows were copied; from here on the table has %d.") % (len(lines), len(self.rows) - top.row())
        changed = []
        for down, line in enumerate(lines):
            terrain = before = self.rows[top.row() + down]
            for along, cell in enumerate(line.split("\t")):
                at = top.column() + along
                if at >= len(self.columns) - 1:
                    return self.tr("%s: there is no column for the cell %d that was copied.") % (before.name, along + 1)
                try:
                    terrain = with_value(terrain, self.columns[at], cell)
                    check_kind(self._document.box, before, terrain)
                except WrongUse as problem:
                    return str(problem)
            if terrain != before:
                changed.append(terrain)
        if changed:
            self._document.do(put_terrain(self._document.box, changed))
        return ""

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own preset
        """One row for each kind."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own preset
        """What is said of each kind, its costs, and where that comes from."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles of columns, with units; rows are named by their first cell."""
        if orientation is Qt.Orientation.Vertical:
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.tr(column.title)
        if role == Qt.ItemDataRole.ToolTipRole and column.cost and self.palette is not None:
            return self.tr("Cost of movement, in %s") % self.palette.unit
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """All cells but the source can be edited."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags if self.columns[index.column()] is SOURCE else flags | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Texts; a picture of the terrain before its name; its colour behind the colour's number."""
        terrain, column = self.rows[index.row()], self.columns[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return self.badge(terrain) if column is SOURCE else shown(terrain, column)
            case Qt.ItemDataRole.DecorationRole if column.id == "name":
                return self._pictures.get(terrain, self._blank)
            case Qt.ItemDataRole.BackgroundRole if column.id == "colour" and terrain.colour:
                return QColor(terrain.colour)
            case Qt.ItemDataRole.ForegroundRole if column.id == "colour" and terrain.colour:
                dark = QColor(terrain.colour).lightnessF() < 0.55
                return QColor(Qt.GlobalColor.white if dark else Qt.GlobalColor.black)
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(terrain, column)
            case Qt.ItemDataRole.AccessibleTextRole:
                said = self.badge(terrain) if column is SOURCE else shown(terrain, column)
                return f"{terrain.name}, {self.tr(column.title)}: {said or self.tr('nothing')}"
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Takes what was typed, as one step of the history; False, and `refused`, for what cannot stand there."""
        if role != Qt.ItemDataRole.EditRole:
            return False
        before = self.rows[index.row()]
        try:
            after = self._with(index.row(), index.column(), str(value))
        except WrongUse as problem:
            self.refused.emit(str(problem))
            return False
        self.refused.emit("")
        if after != before:
            self._document.do(put_terrain(self._document.box, [after]))
        return True

    def badge(self, terrain: Terrain) -> str:
        """Who says what a row says."""
        if terrain.id in self._document.box.terrain:
            return self.tr("This box")
        palette = self.palette
        if palette is not None and terrain.id in palette.terrain:
            return self.tr("Palette, %s") % palette.provenance.status
        return self.tr("Ruleset")

    def _tip(self, terrain: Terrain, column: Column) -> str:
        if column is SOURCE:
            provenance = terrain.provenance
            return f"{provenance.title}: {provenance.source}" if provenance is not None else ""
        return terrain.note

    def _with(self, row: int, column: int, text: str) -> Terrain:
        before = self.rows[row]
        after = with_value(before, self.columns[column], text)
        check_kind(self._document.box, before, after)
        return after

    def _follow(self, touched: Touched) -> None:
        if Aspect.TERRAIN in touched.aspects:
            self._reset()

    def _reset(self) -> None:
        ids = [each.id for each in self.rows]
        columns = list(self.columns)
        terrain = self._document.terrain
        if set(ids) != set(terrain) or self._wanted() != columns:
            self.beginResetModel()
            self._read()
            self.endResetModel()
            return
        # The same rows and columns: editors and selections stay where they are.
        self.rows = [terrain[id_] for id_ in ids]
        self._drawing.start()
        self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, len(self.columns) - 1))

    def _read(self) -> None:
        terrain = self._document.terrain
        self.rows = sorted(terrain.values(), key=lambda each: (_ORDER.index(each.kind.value), each.name.casefold()))
        self.columns = self._wanted()
        self._drawing.start()

    def _draw_one(self) -> None:
        """Draws the first picture that is not there yet."""
        for row, terrain in enumerate(self.rows):
            if terrain not in self._pictures:
                self._pictures[terrain] = Swatches({terrain.id: terrain}).icon(terrain.id, self._swatch_px)
                self.dataChanged.emit(self.index(row, 0), self.index(row, 0), [Qt.ItemDataRole.DecorationRole])
                return
        self._drawing.stop()

    def _wanted(self) -> list[Column]:
        return [*COLUMNS, *_cost_columns(self.palette, self._document.box.terrain.values(), self._extra), SOURCE]


def _cost_columns(palette: Palette | None, own: Iterable[Terrain], extra: Sequence[Column]) -> list[Column]:
    """The columns of the palette, then those that only the box uses, then those that were just added."""
    columns = {id_: Column(id_, title, cost=True) for id_, title in (palette.columns if palette is not None else {}).items()}
    for terrain in own:
        for id_ in sorted(terrain.costs):
            columns.setdefault(id_, Column(id_, id_.capitalize(), cost=True))
    for column in extra:
        columns.setdefault(column.id, column)
    return list(columns.values())
