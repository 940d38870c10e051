"""The counters of a box as a table for Qt: typed columns, texts that are wrong kept beside the box, steps of its history."""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QUndoCommand
from shiboken6 import isValid

from app.dialogs.units.columns import GridColumn, kind_words, title_of
from app.dialogs.units.filter import Filter
from app.dialogs.units.rows import UnitRows
from app.dialogs.units.writing import Cell, Wrong, duplicates, empty_counters, missing_names, not_carried, taken, with_symbols
from app.documents.document import Document
from app.documents.edit_command import Ready, worked_out
from core.base.steps import finish
from core.interop.counter_cells import held_fault, is_carried, is_flag, symbol_words
from core.interop.counter_csv import Column, Finding, cell_text
from core.model.edits.edit import Aspect, Touched
from core.model.edits.force_edits import ChangeUnits
from core.model.edits.oob_edits import removed
from core.model.oob import Counter, Formation, Oob, OobRef, Side
from core.model.symbol_checks import symbol_faults
from core.rules.kernel.cells import in_role, kind_of
from core.rules.kernel.ruleset import Ruleset

Index = QModelIndex | QPersistentModelIndex
Mark = Literal["error", "warning", "missing", "grey"]

MARK_ROLE = Qt.ItemDataRole.UserRole + 1
"""How a cell is marked: a `Mark`, or nothing."""

FAINT_ROLE = Qt.ItemDataRole.UserRole + 2
"""Whether what a cell shows is not its own: a back that prints what the front does."""

ANSWERED = frozenset(
    int(role)
    for role in (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.EditRole,
        Qt.ItemDataRole.CheckStateRole,
        Qt.ItemDataRole.TextAlignmentRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
        MARK_ROLE,
        FAINT_ROLE,
    )
)
"""What cells tell of themselves; a table that is painted asks each of them for as much again."""

AT_ONCE = 400
"""Cells that are read in one go; more are read between two frames."""


_Made = tuple[ChangeUnits | None, Mapping[Cell, Wrong | None], Ready | None]


@dataclass(frozen=True)
class _Step:
    """What a step of the history made of the texts that are wrong."""

    command: QUndoCommand | None
    before: Mapping[Cell, Wrong | None]
    after: Mapping[Cell, Wrong | None]


class UnitsModel(QAbstractTableModel):
    """The counters of the open box that fit a filter, in the order of the box or of a column.

    A text that is a value goes into the box at once, as a step of its history; one that is none stays in `wrong`, with the
    reason, until it is mended or taken back. `told` carries a sentence on what has happened, empty when all is well;
    `tried` the counter as it would be with what is being typed, None when nothing is; `wrong_changed` comes with other texts
    that are wrong, `shown_changed` with other rows or columns.
    """

    told = Signal(str)
    tried = Signal(object)
    wrong_changed = Signal()
    shown_changed = Signal()
    looks_changed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.back = False
        self.typed_filter = ""
        self.wrong: dict[Cell, Wrong] = {}
        self.rows = UnitRows(document)
        self._steps: dict[int, _Step] = {}
        self._loose: list[tuple[int, Mapping[Cell, Wrong | None]]] = []
        self._position = document.undo_stack.index()
        self._keys: list[int] = []
        self._places: dict[int, int] = {}
        self.keys = self.rows.keys()
        self.columns: tuple[GridColumn, ...] = self._columns_for(self.keys)
        document.changed.connect(self._follow)
        document.ruleset_changed.connect(self.show_anew)
        document.undo_stack.indexChanged.connect(self._follow_history)

    # What there is ---------------------------------------------------------------------------------------------------------

    @property
    def oob(self) -> Oob:
        """The order of battle of the open box."""
        return self.document.box.oob

    @property
    def ruleset(self) -> Ruleset | None:
        """The rules of the open box."""
        return self.document.ruleset

    @property
    def keys(self) -> list[int]:
        """The keys of the counters that are shown, in order."""
        return self._keys

    @keys.setter
    def keys(self, keys: list[int]) -> None:
        self._keys = keys
        self._places = {key: row for row, key in enumerate(keys)}

    def row(self, key: int) -> int:
        """The row of the counter with a key, -1 when it is not shown."""
        return self._places.get(key, -1)

    def counter(self, row: int) -> Counter | None:
        """The counter of a row."""
        return self.oob.counters.get(self.keys[row]) if 0 <= row < len(self.keys) else None

    def kind(self, counter: Counter) -> str:
        """What kind of piece a counter is."""
        return kind_of(self.ruleset.values, counter.values) if self.ruleset is not None else ""

    def row_of(self, id_: str) -> int:
        """The row of a counter, -1 when it is not shown."""
        ref = self.oob.ref("counters", id_)
        return self.row(ref.key) if ref is not None else -1

    @property
    def name_column(self) -> str:
        """The heading of the column that says what counters are called, "" when the rules know none."""
        name = in_role(self.ruleset.values, "name") if self.ruleset is not None else None
        return name.id if name is not None else ""

    def column_of(self, heading: str) -> int:
        """The column below a heading, -1 when it is not shown."""
        return next((n for n, column in enumerate(self.columns) if column.heading == heading), -1)

    def place_of(self, at: Cell) -> tuple[bool, int, int]:
        """What orders cells as they are read; those that are not shown come last."""
        row, column = self.row(at[0]), self.column_of(at[1])
        return (False, row, column) if row >= 0 and column >= 0 else (True, at[0], column)

    def at(self, index: Index) -> Cell:
        """The key of the counter and the heading of the column of a cell."""
        return self.keys[index.row()], self.columns[index.column()].heading

    @property
    def wrong_cells(self) -> dict[Cell, Wrong]:
        """The texts that are not in the box, of counters that are there, in the order of the box."""
        counters = self.oob.counters
        there = {at: held for at, held in self.wrong.items() if (each := counters.get(at[0])) and each.id == held.counter}
        return dict(sorted(there.items()))

    def meant(self, heading: str) -> Column | None:
        """The column that a word means, as the first line of a table names it."""
        word = heading.strip().casefold()
        return self.rows.words.get(word) or self.rows.words.get(word.replace(" ", "_"))

    def is_open(self, index: Index) -> bool:
        """Whether a cell can be typed into: not the id, nor what a counter of this kind does not print."""
        return bool(self.open_cells(index.column(), (index.row(),)))

    def open_cells(self, column: int, rows: Iterable[int]) -> list[Cell]:
        """The cells of a column that can be typed into, of some rows: thousands are asked for at once."""
        if not 0 <= column < len(self.columns) or self.columns[column].column.part == "id":
            return []
        asked, counters, keys = self.columns[column].column, self.oob.counters, self.keys
        kind, carrying = self.rows.kind_column, dict[object, bool]()
        found: list[Cell] = []
        for row in rows:
            counter = counters.get(keys[row]) if 0 <= row < len(keys) else None
            if counter is None:
                continue
            of, at = counter.values.get(kind, ""), (keys[row], asked.heading)
            if of not in carrying:
                carrying[of] = is_carried(asked, str(of))
            if carrying[of] or cell_text(asked, counter) or at in self.wrong:
                found.append(at)
        return found

    # For Qt ----------------------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own preset
        """One for each counter that is shown."""
        return 0 if parent.isValid() else len(self.keys)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own preset
        """One for each column that is shown."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles of columns; names of counters."""
        if orientation is Qt.Orientation.Horizontal:
            return self._heading(section, role) if 0 <= section < len(self.columns) else None
        counter = self.counter(section)
        if counter is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.called(counter)
        return None

    def _heading(self, section: int, role: int) -> object:
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{column.title}, {column.group}"
        if role == Qt.ItemDataRole.ToolTipRole:
            known = column.column.known
            about = [known.about, self.tr("Rule %s") % known.section] if known is not None else []
            return "\n".join([f"{column.title} ({column.heading})", column.group, *about])
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """What can be done with a cell."""
        held = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if not self.is_open(index):
            return held
        ticked = is_flag(self.columns[index.column()].column) and self.at(index) not in self.wrong
        return held | Qt.ItemFlag.ItemIsEditable | (Qt.ItemFlag.ItemIsUserCheckable if ticked else Qt.ItemFlag.NoItemFlags)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Texts as they stand in the box or were typed, and what is wrong with them."""
        if role not in ANSWERED:
            return None
        counter = self.counter(index.row())
        if counter is None or not 0 <= index.column() < len(self.columns):
            return None
        column = self.columns[index.column()].column
        at = (self.keys[index.row()], column.heading)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._shown(at, column, counter)
            case Qt.ItemDataRole.EditRole:
                return self.text(at, column, counter)
            case Qt.ItemDataRole.CheckStateRole:
                return self._ticked(at, column, counter)
            case Qt.ItemDataRole.TextAlignmentRole:
                numbers = column.part == "copies" or (column.known is not None and column.known.type in ("whole", "number"))
                side = Qt.AlignmentFlag.AlignHCenter if numbers else Qt.AlignmentFlag.AlignLeft
                return side | Qt.AlignmentFlag.AlignVCenter
            case Qt.ItemDataRole.ToolTipRole:
                return self._judged(at, column, counter)[1] or None
            case Qt.ItemDataRole.AccessibleTextRole:
                text = self._shown(at, column, counter) or self.text(at, column, counter) or self.tr("empty")
                said = (self.called(counter), self.columns[index.column()].title, text, self._judged(at, column, counter)[1])
                return ", ".join(each for each in said if each)
        if role == MARK_ROLE:
            return self._judged(at, column, counter)[0]
        return column.part == "back-value" and not self.text(at, column, counter)

    def mark(self, index: Index) -> Mark | None:
        """How a cell that is shown is marked."""
        counter, column = self.counter(index.row()), self.columns[index.column()].column
        return self._judged((self.keys[index.row()], column.heading), column, counter)[0] if counter is not None else None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Takes what was typed into one cell, or ticked."""
        if not self.is_open(index):
            return False
        if role == Qt.ItemDataRole.CheckStateRole:
            value = "yes" if Qt.CheckState(value) == Qt.CheckState.Checked else ""
        elif role != Qt.ItemDataRole.EditRole:
            return False
        column = self.columns[index.column()]
        self.write(self.tr("Change %s") % column.title, {(self.keys[index.row()], column.heading): str(value)})
        return True

    def called(self, counter: Counter) -> str:
        """The name of a counter, its id when it has none."""
        return str(counter.values.get(self.name_column, "")) or counter.id

    def text(self, at: Cell, column: Column, counter: Counter) -> str:
        """What stands in a cell: what was typed and is wrong, else what the box holds."""
        held = self.wrong.get(at)
        return held.text if held is not None else cell_text(column, counter)

    def texts(self, rows: Iterable[int], columns: Iterable[int]) -> list[list[str]]:
        """What stands in some cells of some rows: of all of them soon, for most are empty."""
        shown = [(held, held.value if held.part == "value" else "") for held in (self.columns[n].column for n in columns)]
        lines: list[list[str]] = []
        for row in rows:
            key, counter = self.keys[row], self.counter(row)
            if counter is not None:
                values = counter.values
                lines.append(["" if id_ and id_ not in values else cell_text(held, counter) for held, id_ in shown])
                if self.wrong:
                    lines[-1] = [self.text((key, held.heading), held, counter) for held, _ in shown]
        return lines

    def _shown(self, at: Cell, column: Column, counter: Counter) -> str:
        text = self.text(at, column, counter)
        if at in self.wrong:
            return text
        if column.part in ("side", "formation"):
            return self.rows.name(column, text)
        if is_flag(column) and text in ("yes", "no", ""):
            return ""
        if column.part == "back-value" and not text and counter.back is not None and column.value in counter.values:
            return cell_text(Column("value", column.value, column.known), counter)
        is_word = column.known is not None and column.known.type == "choice"
        return kind_words(text) if is_word else text

    def _ticked(self, at: Cell, column: Column, counter: Counter) -> Qt.CheckState | None:
        if (
            not is_flag(column)
            or at in self.wrong
            or not (is_carried(column, self.kind(counter)) or cell_text(column, counter))
        ):
            return None
        text = cell_text(column, counter)
        if text not in ("yes", "no", ""):
            return None
        return Qt.CheckState.Checked if text == "yes" else Qt.CheckState.Unchecked

    def _judged(self, at: Cell, column: Column, counter: Counter) -> tuple[Mark | None, str]:
        """How a cell is marked, and why."""
        held = self.wrong.get(at)
        if held is not None:
            was = self.tr("In the box: %s.") % (held.was or self.tr("nothing"))
            return "error", f"{held.reason} {was}"
        text = cell_text(column, counter)
        kind = self.kind(counter)
        if not is_carried(column, kind):
            return ("warning", not_carried(column, kind)) if text else ("grey", not_carried(column, kind))
        if (fault := held_fault(column, counter)) is not None:
            return "error", fault.text
        return self._judged_names(column, counter, text)

    def _judged_names(self, column: Column, counter: Counter, text: str) -> tuple[Mark | None, str]:
        match column.part:
            case "side" if not text:
                return "missing", self.tr("A counter belongs to a side.")
            case "side" if self.oob.side(text) is None:
                return "error", self.tr("There is no side “%s”.") % text
            case "formation" if text and self.oob.formation(text) is None:
                return "error", self.tr("There is no formation “%s”.") % text
            case "formation" if text and all(each.side != counter.side for each in (self.oob.formation(text),) if each):
                return "warning", self.tr("The formation “%s” is of another side.") % text
            case "sidc" if text and (faults := symbol_faults(text)):
                return "warning", " ".join(faults)
            case "value" if not text and column.known is not None and column.known.required and self.ruleset is not None:
                return "missing", self.tr("%s must be printed.") % title_of(column)
        # Where a name is shown, this is the id.
        if column.part in ("side", "formation"):
            return None, text
        return None, symbol_words(text) if column.part == "sidc" else text if column.part == "note" else ""

    # Writing ---------------------------------------------------------------------------------------------------------------

    def write(self, label: str, cells: Mapping[Cell, str], fresh: Mapping[int, Counter] = MappingProxyType({})) -> None:
        """Puts texts into cells, as one step of the history; many are read between two frames, as one step all the same."""
        if not cells and not fresh:
            return
        work, ruleset, every = self.document.work, self.ruleset, self.rows.columns

        def steps() -> Generator[tuple[int, int], None, _Made]:
            made = yield from taken(work.box.oob, ruleset, every, cells, fresh)
            edit = ChangeUnits(label, dict(made.counters)) if made.counters else None
            # An edit of thousands takes a slice by itself, and so does all that it brings; doing it is the last.
            yield len(cells), len(cells)
            ready = (yield from worked_out(edit, work, len(cells))) if edit is not None else None
            return edit, made.wrong, ready

        if len(cells) <= AT_ONCE:
            self._commit(*finish(steps()))
        else:
            self.document.making.begin(label, steps, lambda made: self._commit(*made), self.told.emit)

    def _commit(self, edit: ChangeUnits | None, wrong: Mapping[Cell, Wrong | None], ready: Ready | None = None) -> None:
        """Changes the box, and notes what cannot go into it: with the step of the history, where there is one."""
        before = {at: self.wrong.get(at) for at in wrong}
        stack = self.document.undo_stack
        if edit is not None and self.document.do(edit, ready=ready):
            place = stack.index() - 1
            self._steps = {at: step for at, step in self._steps.items() if at < place}
            self._loose = [each for each in self._loose if each[0] <= place]
            if before != wrong:
                self._steps[place] = _Step(stack.command(place), before, wrong)
        elif any(before[at] != held for at, held in wrong.items()):
            self._loose.append((stack.index(), before))
        self._show_wrong(wrong)
        reasons = [held.reason for held in wrong.values() if held is not None]
        more = " " + self.tr("Further cells that are not taken: %d.") % (len(reasons) - 1) if len(reasons) > 1 else ""
        self.told.emit(f"{reasons[0]}{more}" if reasons else "")

    def take_table(self, edit: ChangeUnits, findings: Iterable[Finding]) -> list[Finding]:
        """Takes what a table makes of the counters, and keeps the cells that are no values. Gives what is of no cell."""
        after = self.oob.with_items(edit.items)
        wrong: dict[Cell, Wrong | None] = {}
        for ref, item in edit.items.items():
            if isinstance(item, Counter):
                # What the table says stands over what was typed before.
                wrong |= {at: None for at in self.wrong if at[0] == ref.key}
        others: list[Finding] = []
        for each in findings:
            at, counter = after.ref("counters", each.counter), after.counter(each.counter)
            column = self.rows.columns.get(each.heading)
            if at is None or counter is None or column is None or not each.written:
                others.append(each)
            else:
                wrong[at.key, each.heading] = Wrong(counter.id, each.written, each.text, cell_text(column, counter))
        self._commit(edit, wrong)
        return others

    @property
    def missing_names(self) -> list[str]:
        """The sides and formations that cells name and that are not there."""
        made, _ = missing_names(self.oob, self.wrong_cells)
        return [item.name for item in made.values() if isinstance(item, Side | Formation)]

    def make_names(self) -> None:
        """Makes the sides and formations that cells name, and takes these cells: one step of the history."""
        made, cells = missing_names(self.oob, self.wrong_cells)
        oob = self.oob.with_items(made)
        written = finish(taken(oob, self.ruleset, self.rows.columns, cells))
        named = with_symbols(oob.with_items(written.counters), self.ruleset, made)
        self._commit(ChangeUnits(self.tr("Make sides and formations"), {**named, **written.counters}), written.wrong)

    def forget_wrong(self, at: Cell) -> None:
        """Gives up what was typed into a cell; what the box holds stays."""
        if at in self.wrong:
            self._loose.append((self.document.undo_stack.index(), {at: self.wrong[at]}))
            self._show_wrong({at: None})

    def try_text(self, index: Index, text: str) -> str:
        """What is wrong with a text that is being typed, empty when nothing is; `tried` shows the counter that it makes."""
        key, heading = self.keys[index.row()], self.columns[index.column()].heading
        made = finish(taken(self.oob, self.ruleset, self.rows.columns, {(key, heading): text}))
        held = made.wrong.get((key, heading))
        reason = held.reason if held is not None else ""
        self.tried.emit(made.counters.get(OobRef("counters", key), self.oob.counters.get(key)))
        self.told.emit(reason)
        return reason

    def add(self, count: int = 1, like: Counter | None = None, cells: Mapping[Cell, str] = MappingProxyType({})) -> list[int]:
        """Adds counters behind all others, of the side, formation and kind of another one; their keys."""
        fresh = empty_counters(count, self.oob, like, self.ruleset)
        self.write(self.tr("Add counters") if count > 1 else self.tr("Add counter"), cells, fresh)
        return list(fresh)

    def duplicate(self, rows: Iterable[int]) -> list[int]:
        """Puts the counters of some rows behind all others once more; their keys."""
        made = duplicates([each for row in rows if (each := self.counter(row)) is not None], self.oob)
        self.document.do(ChangeUnits(self.tr("Duplicate counters"), made))
        return [ref.key for ref in made]

    def remove(self, rows: Iterable[int]) -> int:
        """Takes the counters of some rows out of the order of battle and out of all scenarios; how many."""
        # By their keys and not by their ids, which two may share.
        refs = [OobRef("counters", self.keys[row]) for row in rows if self.counter(row) is not None]
        if refs:
            self.document.do(replace(removed(self.document.box, refs), label=self.tr("Remove counters")))
        return len(refs)

    def undo(self) -> None:
        """Takes back what was typed last: a text that is wrong, or a step of the history."""
        stack = self.document.undo_stack
        if self._loose and self._loose[-1][0] == stack.index():
            self._show_wrong(self._loose.pop()[1])
            self.told.emit("")
        else:
            stack.undo()

    def _show_wrong(self, changes: Mapping[Cell, Wrong | None]) -> None:
        changed = {at for at, held in changes.items() if self.wrong.get(at) != held}
        for at in changed:
            held = changes[at]
            if held is None:
                self.wrong.pop(at, None)
            else:
                self.wrong[at] = held
        if changed:
            self._tell_changed({key for key, _ in changed})
            self.wrong_changed.emit()

    def _follow_history(self, position: int) -> None:
        """A step that is taken back takes back the texts that came with it, and doing it again brings them again."""
        was, self._position = self._position, position
        place = min(was, position)
        step = self._steps.get(place) if abs(position - was) == 1 and isValid(self.document.undo_stack) else None
        if step is not None and self.document.undo_stack.command(place) is step.command:
            self._show_wrong(step.before if position < was else step.after)

    # Which rows and columns -------------------------------------------------------------------------------------------------

    def set_filter(self, typed: str) -> None:
        """Shows the counters that fit what was typed."""
        self.typed_filter = typed
        self.told.emit(" ".join(self.rows.use_filter(typed).faults))
        self._show(self.rows.keys())

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sorts by a column; those that are alike stay as they stand. -1 for the order of the box."""
        chosen = 0 <= column < len(self.columns)
        self.rows.sorted_by = (self.columns[column].heading, order is Qt.SortOrder.DescendingOrder) if chosen else None
        self._show(self.rows.in_order(self.keys) if chosen else self.rows.keys())

    def show_back(self, back: bool) -> None:
        """Shows what is printed on backs, or on fronts."""
        if back != self.back:
            self.back = back
            self._show(self.keys)

    def show_anew(self) -> None:
        """Shows everything anew, for the rules are others."""
        self.rows.take_columns()
        self.rows.forget_texts()
        self.beginResetModel()
        self.keys = self.rows.keys()
        self.columns = self._columns_for(self.keys)
        self.endResetModel()
        self.shown_changed.emit()

    def fits(self, row: int, filter_: Filter) -> bool:
        """Whether the counter of a row fits what is sought."""
        counter = self.counter(row)
        return counter is not None and self.rows.fits(self.keys[row], counter, filter_)

    # Following the box -----------------------------------------------------------------------------------------------------

    def _follow(self, touched: Touched) -> None:
        if Aspect.LOOKS in touched.aspects:
            self._take_looks()
        if not touched.units:
            return
        counters = self.oob.counters
        changed = {ref.key: counters.get(ref.key) for ref in touched.units if ref.section == "counters"}
        for at in [at for at in self.wrong if at[0] in changed]:
            self._settle(at, changed[at[0]])
        if any(ref.section != "counters" for ref in touched.units):
            self.rows.forget_texts()
            self._tell_changed(set(self.keys))
        if not self.rows.knows(each for each in changed.values() if each is not None):
            self.rows.take_columns()
        gone = {key for key, each in changed.items() if each is None}
        new = sorted(changed.keys() - self._places.keys() - gone)
        left = [key for key in self.keys if key not in gone] if gone else self.keys
        # What has just come is seen, whatever is sought; undo puts it where it was.
        self._show([*left, *new] if self.rows.sorted_by is not None or not new else sorted((*left, *new)))
        self._tell_changed(set(changed))

    def _take_looks(self) -> None:
        """Other looks can be chosen, and counters are drawn otherwise; cells and what is selected stay."""
        self.rows.take_columns()
        self.rows.forget_texts()
        self.columns = self._columns_for(self.keys)
        self._tell_changed(set(self.keys))
        self.looks_changed.emit()

    def _settle(self, at: Cell, counter: Counter | None) -> None:
        """A text that is wrong goes when something else was said in its cell; that of a counter that is gone waits for it."""
        held = self.wrong[at]
        if counter is not None and (counter.id != held.counter or cell_text(self.rows.columns[at[1]], counter) != held.was):
            del self.wrong[at]
            self.wrong_changed.emit()

    def _show(self, keys: list[int]) -> None:
        """Shows these rows, and the columns for them; rows that come behind all others leave the others selected."""
        columns = self._columns_for(keys)
        added = len(keys) - len(self.keys)
        if columns == self.columns and added > 0 and keys[:-added] == self.keys:
            self.beginInsertRows(QModelIndex(), len(self.keys), len(keys) - 1)
            self.keys = keys
            self.endInsertRows()
        elif columns != self.columns or keys != self.keys:
            self.beginResetModel()
            self.keys, self.columns = keys, columns
            self.endResetModel()
        else:
            return
        self.shown_changed.emit()

    def _columns_for(self, keys: Iterable[int]) -> tuple[GridColumn, ...]:
        typed = {heading.removeprefix("back:") for _, heading in self.wrong}
        return self.rows.columns_for(keys, self.back, typed)

    def _tell_changed(self, keys: set[int]) -> None:
        rows = [row for key in keys if (row := self.row(key)) >= 0]
        if rows and self.columns:
            first, last = self.index(min(rows), 0), self.index(max(rows), len(self.columns) - 1)
            self.dataChanged.emit(first, last)
            self.headerDataChanged.emit(Qt.Orientation.Vertical, min(rows), max(rows))
