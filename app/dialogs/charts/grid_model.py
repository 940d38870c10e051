"""The grid of a chart for Qt: texts, marks of what is wrong with them, and a history of its own."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QIcon, QUndoCommand, QUndoStack

from app.widgets.icons import icon
from core.base.errors import WrongUse
from core.model.issues import Severity
from core.rules.kernel.chart_grid import At, ChartGrid, with_texts
from core.rules.kernel.chart_grid_checks import Finding, Judged

Index = QModelIndex | QPersistentModelIndex
Mark = Literal["error", "warning", "missing"]

MARK_ROLE = Qt.ItemDataRole.UserRole + 1
"""How a cell is marked: a `Mark`, or nothing."""

_WEIGHT: dict[Mark, int] = {"missing": 0, "warning": 1, "error": 2}


def mark_of(finding: Finding) -> Mark:
    """How the cells of a finding are marked."""
    if finding.missing:
        return "missing"
    return "error" if finding.severity is Severity.ERROR else "warning"


class _Change(QUndoCommand):
    """One step of the history of a grid: what it was and what it is. Source and note have a history of their own."""

    def __init__(self, model: "GridModel", label: str, before: ChartGrid, after: ChartGrid) -> None:
        super().__init__(label)
        self._model, self._before, self._after = model, before, after

    def redo(self) -> None:
        """Shows the grid as it is after the step."""
        self._model.show_grid(self._after)

    def undo(self) -> None:
        """Shows the grid as it was before the step."""
        self._model.show_grid(self._before)


class GridModel(QAbstractTableModel):
    """The texts of a grid. Every change is one step of `undo_stack`, and is judged at once.

    `judged_changed` comes whenever there is something else to say of the chart, `refused` with a sentence (or none, when all
    is well) for a change that cannot be made, `lines_changed` when rows, columns or labels are others.
    """

    judged_changed = Signal()
    refused = Signal(str)
    lines_changed = Signal()

    def __init__(self, grid: ChartGrid, judge: Callable[[ChartGrid], Judged], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.grid = grid
        self.undo_stack = QUndoStack(self)
        self._judge = judge
        self._trial: ChartGrid | None = None
        self.judged = judge(grid)
        self._marks: dict[At, tuple[Mark, list[str]]] = {}
        self._read_marks()

    def change(self, label: str, make: Callable[[ChartGrid], ChartGrid]) -> bool:
        """Does what `make` does of the grid, as one step; False, and `refused`, when it cannot be done."""
        try:
            after = make(self.grid)
        except WrongUse as problem:
            self.refused.emit(str(problem))
            return False
        self.refused.emit("")
        if after != self.grid:
            self.undo_stack.push(_Change(self, label, self.grid, after))
        return True

    def write(self, label: str, texts: Mapping[At, str]) -> bool:
        """Puts texts into cells or labels, as one step."""
        return self.change(label, lambda grid: with_texts(grid, texts))

    def say_source(self, source: str, note: str) -> None:
        """Takes what is said of the chart as a whole."""
        self.grid = replace(self.grid, source=source, note=note)
        self.judge_anew()

    def try_text(self, at: At, text: str) -> None:
        """Judges the chart as it would be with a text that is being typed."""
        self._trial = with_texts(self.grid, {at: text})
        self._judge_now(self._trial)

    def settle(self) -> None:
        """Nothing is being typed any more."""
        if self._trial is not None and self._trial != self.grid:
            self.judge_anew()
        self._trial = None

    def judge_anew(self) -> None:
        """Judges the chart again, for example because other charts are in force beside it."""
        self._trial = None
        self._judge_now(self.grid)

    def show_grid(self, grid: ChartGrid) -> None:
        """Replaces the grid; what was said of the chart as a whole stays. For the history only."""
        before, self.grid = self.grid, replace(grid, source=self.grid.source, note=self.grid.note)
        self._trial = None
        if (before.rows, before.columns, before.layout) != (grid.rows, grid.columns, grid.layout):
            self.beginResetModel()
            self._take(self._judge(self.grid))
            self.endResetModel()
            self.lines_changed.emit()
            self.judged_changed.emit()
            return
        changed = [
            (row, column)
            for row, (old, new) in enumerate(zip(before.texts, grid.texts, strict=True))
            if old != new
            for column in range(len(new))
            if old[column] != new[column]
        ]
        if changed:
            rows, columns = [at[0] for at in changed], [at[1] for at in changed]
            self.dataChanged.emit(self.index(min(rows), min(columns)), self.index(max(rows), max(columns)), [])
        self._judge_now(self.grid)

    def findings_at(self, at: At) -> list[str]:
        """What is wrong with a cell or label."""
        return self._marks[at][1] if at in self._marks else []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own preset
        """One for each row of the chart."""
        return 0 if parent.isValid() else len(self.grid.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own preset
        """One for each column of the chart."""
        return 0 if parent.isValid() else len(self.grid.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The labels, with what is wrong with them."""
        across = orientation is Qt.Orientation.Horizontal
        labels = self.grid.columns if across else self.grid.rows
        if not 0 <= section < len(labels):
            return None
        at = (-1, section) if across else (section, -1)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return labels[section] or self.tr("?")
            case Qt.ItemDataRole.ToolTipRole:
                return "\n".join([labels[section], *self.findings_at(at)])
            case Qt.ItemDataRole.DecorationRole:
                return self._sign(at)
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join([labels[section] or self.tr("no label"), *self.findings_at(at)])
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every cell can be typed into."""
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Texts, and what is wrong with them."""
        at = (index.row(), index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return self.grid.texts[at[0]][at[1]]
            case Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignCenter
            case Qt.ItemDataRole.ToolTipRole:
                return "\n".join(self.findings_at(at)) or None
            case Qt.ItemDataRole.AccessibleTextRole:
                row, column = self.grid.rows[at[0]], self.grid.columns[at[1]]
                text = self.grid.texts[at[0]][at[1]] or self.tr("empty")
                return ", ".join([row, column, text, *self.findings_at(at)])
        if role == MARK_ROLE:
            return self._marks[at][0] if at in self._marks else None
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Takes what was typed into one cell."""
        if role != Qt.ItemDataRole.EditRole:
            return False
        row, column = self.grid.rows[index.row()], self.grid.columns[index.column()]
        return self.write(self.tr("Row %s, column %s") % (row, column), {(index.row(), index.column()): str(value)})

    def _judge_now(self, grid: ChartGrid) -> None:
        before = self._marks
        self._take(self._judge(grid))
        # Only what is marked otherwise is painted anew: this runs at every letter.
        others = [at for at in before.keys() | self._marks.keys() if before.get(at) != self._marks.get(at)]
        cells = [at for at in others if at[0] >= 0 and at[1] >= 0]
        if cells:
            rows, columns = [at[0] for at in cells], [at[1] for at in cells]
            self.dataChanged.emit(self.index(min(rows), min(columns)), self.index(max(rows), max(columns)), [MARK_ROLE])
        across, down = [at[1] for at in others if at[0] < 0], [at[0] for at in others if at[1] < 0]
        for orientation, labels in ((Qt.Orientation.Horizontal, across), (Qt.Orientation.Vertical, down)):
            if labels:
                self.headerDataChanged.emit(orientation, min(labels), max(labels))
        self.judged_changed.emit()

    def _take(self, judged: Judged) -> None:
        self.judged = judged
        self._read_marks()

    def _read_marks(self) -> None:
        self._marks = {}
        for finding in self.judged.findings:
            mark = mark_of(finding)
            for at in finding.cells:
                held = self._marks.get(at)
                if held is None:
                    self._marks[at] = (mark, [finding.text])
                else:
                    self._marks[at] = (max(held[0], mark, key=lambda each: _WEIGHT[each]), [*held[1], finding.text])

    def _sign(self, at: At) -> QIcon | None:
        mark = self._marks[at][0] if at in self._marks else None
        if mark is None:
            return None
        return icon("issues" if mark == "warning" else "error")
