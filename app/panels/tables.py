"""Tables of rulings: points of contention of a line of sight, pairs of firers of a cross fire."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QFont, QIcon, QPalette

from app.panels.features import feature_kind, swatch_icon
from app.panels.signs import sign_icon
from app.panels.tints import verdict_wash
from app.panels.words import contact_word, decimal, exact, margin, tr
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.rules.kernel.rulings import Ruling, metres

HEXES = Qt.ItemDataRole.UserRole + 1
"""Role of the hexes that a row names, as a tuple."""

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
_SPARE_OF_PROFILE = (7, 6, 4, 2, 3)
"""Column, contact, base, line and total: what is left, hex, margin and feature, is what the verdict is read from."""

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell: its words, what the tooltip adds, an icon, and whether it holds a number."""

    text: str
    tip: str = ""
    icon: QIcon | None = None
    number: bool = False
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row: its cells, the hexes it names, and whether it decides the verdict."""

    cells: tuple[TableCell, ...]
    hexes: tuple[Hex, ...]
    decisive: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Column heads as (word, what it means), and rows.

    `spare` are columns that are left out, the first one first, where there is no room for all of them; the tooltip of the
    first column then says what they hold.
    """

    heads: tuple[tuple[str, str], ...]
    rows: tuple[TableRow, ...]
    spare: tuple[int, ...] = ()


EMPTY = Table((), ())


class TableModel(QAbstractTableModel):
    """A table for a view. Decisive rows are bold, carry an icon and a wash, and say so to a screen reader."""

    def __init__(self) -> None:
        super().__init__()
        self._table = EMPTY
        self._left_out: frozenset[int] = frozenset()
        self._wash = QBrush()

    def show_table(self, table: Table, palette: QPalette) -> None:
        """Shows another table; where it has as many rows under the same heads, only those that are others are new."""
        before, wash = self._table, QBrush(verdict_wash("blocked", palette))
        if (before.heads, len(before.rows), self._wash) == (table.heads, len(table.rows), wash):
            self._table = table
            for number, (old, new) in enumerate(zip(before.rows, table.rows, strict=True)):
                if old is not new:
                    self.dataChanged.emit(self.index(number, 0), self.index(number, len(table.heads) - 1))
            return
        self.beginResetModel()
        self._table, self._wash = table, wash
        self.endResetModel()

    def leave_out(self, columns: Collection[int]) -> None:
        """The view has no room for some columns."""
        self._left_out = frozenset(columns)

    @property
    def table(self) -> Table:
        """What is shown."""
        return self._table

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        """Rows of the table."""
        return 0 if parent.isValid() else len(self._table.rows)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        """Columns of the table."""
        return 0 if parent.isValid() else len(self._table.heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What the view asks for."""
        if not index.isValid():
            return None
        row = self._table.rows[index.row()]
        cell = row.cells[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return cell.text
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(row, index.column()) or None
            case Qt.ItemDataRole.DecorationRole:
                return cell.icon
            case Qt.ItemDataRole.TextAlignmentRole:
                return _RIGHT if cell.number else _LEFT
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{self._table.heads[index.column()][0]} {cell.spoken or cell.text}"
            case Qt.ItemDataRole.FontRole if row.decisive:
                font = QFont()
                font.setBold(True)
                return font
            case Qt.ItemDataRole.BackgroundRole if row.decisive:
                return self._wash
            case role if role == HEXES:
                return row.hexes
        return None

    def _tip(self, row: TableRow, column: int) -> str:
        """What the tooltip adds to a cell; that of the first one names what there is no room for, a line each."""
        tip = row.cells[column].tip
        if column or not self._left_out:
            return tip
        said = [tip] if tip else []
        for number in sorted(self._left_out):
            cell = row.cells[number]
            said.append(f"{self._table.heads[number][0]}: {cell.spoken or cell.text}")
        return "\n".join(said)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The word at the head of a column and what it means."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._table.heads):
            return None
        word, meaning = self._table.heads[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return word
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole}:
            return meaning
        if role == Qt.ItemDataRole.TextAlignmentRole:
            numbers = bool(self._table.rows) and self._table.rows[0].cells[section].number
            return _RIGHT if numbers else _LEFT
        return None


def table_of(ruling: Ruling, box: GameBox, palette: QPalette) -> Table:
    """The table that goes with a ruling; an empty one for questions without."""
    if ruling.question == "los":
        return _profile_table(ruling.detail.profile, box, palette)
    if ruling.question == "crossfire":
        return _pairs_table(ruling.detail.pairs, box, palette)
    return EMPTY


def _profile_table(rows: Sequence[Any], box: GameBox, palette: QPalette) -> Table:
    heads = (
        (tr("Hex"), tr("Point of contention; the sign marks those that block")),
        (tr("Margin"), tr("Line less total in metres: below zero the line is blocked")),
        (tr("Line"), tr("Height of the sight line in this column in metres")),
        (tr("Total"), tr("Ground and feature together in metres")),
        (tr("Base"), tr("Height of the ground in metres")),
        (tr("Feature"), tr("Highest feature that the line meets in the hex, and its height in metres")),
        (tr("Met"), tr("How the line meets the hex: through it, along its hexside, or at a corner")),
        (tr("Col."), tr("Distance in hexes from the lower end: the column on the LOS grid")),
    )
    return Table(heads, tuple(_profile_row(row, box, palette) for row in rows), _SPARE_OF_PROFILE)


def _profile_row(row: Any, box: GameBox, palette: QPalette) -> TableRow:
    label = box.label(row.hex)
    blocks = tr("{hex}, blocks").format(hex=label)
    if row.blocks:
        sign = sign_icon("blocked", palette)
    elif row.height is None and not row.smoke:
        sign = sign_icon("undecidable", palette)
    else:
        sign = None
    met = contact_word(row.contact)
    kind = feature_kind(row.feature, row.smoke)
    if row.smoke:
        feature = TableCell(tr("Smoke"), tr("Smoke has no top"), swatch_icon(kind, palette))
    elif row.feature:
        words = f"{row.feature_name} +{metres(row.feature_height)}"
        feature = TableCell(words, exact(row.feature_height), swatch_icon(kind, palette))
    else:
        feature = TableCell("–", tr("The line meets no feature here"), spoken=tr("none"))
    return TableRow(
        (
            TableCell(label, icon=sign, spoken=blocks if row.blocks else label),
            TableCell(margin(row.margin), exact(row.margin), number=True),
            TableCell(decimal(row.sight), exact(row.sight), number=True),
            TableCell(metres(row.height), exact(row.height), number=True),
            TableCell(metres(row.base), exact(row.base), number=True),
            feature,
            TableCell("", met, sign_icon(row.contact.value, palette), spoken=met),
            TableCell(str(row.column), number=True),
        ),
        (row.hex,),
        row.blocks,
    )


def _pairs_table(pairs: Sequence[Any], box: GameBox, palette: QPalette) -> Table:
    heads = (
        (tr("Firers"), tr("Two firers seen from the target")),
        (tr("Lines"), tr("Lines of the twelve on or between them, by the smaller angle")),
        (tr("Cross fire"), tr("Whether the count is high enough")),
    )
    rows = []
    for pair in pairs:
        both = tr("{first} and {second}").format(first=box.label(pair.first), second=box.label(pair.second))
        icon = sign_icon("crossfire" if pair.qualifies else "no_crossfire", palette)
        cells = (
            TableCell(both, icon=icon),
            TableCell(str(len(pair.rays)), number=True),
            TableCell(tr("yes") if pair.qualifies else tr("no")),
        )
        rows.append(TableRow(cells, (pair.first, pair.second), pair.qualifies))
    return Table(heads, tuple(rows))
