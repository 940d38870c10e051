"""The tables of a scenario for Qt: texts that are wrong are kept beside the box, everything else is a step of its history."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.counters.unit_words import called
from app.dialogs.scenario.typed import At, TypedTexts, Wrong
from app.documents.document import Document
from app.widgets.icons import icon
from core.model.edits.edit import Aspect, Touched
from core.model.edits.force_edits import ChangeScenario
from core.model.edits.scenario_cells import Names
from core.model.issues import Issue, Severity
from core.model.oob import Oob
from core.model.scenario import Scenario
from core.model.scenario_findings import At as RowAt
from core.model.scenario_findings import findings_by_row

Index = QModelIndex | QPersistentModelIndex
Mark = Literal["error", "warning"]

MARK_ROLE = Qt.ItemDataRole.UserRole + 1
"""How a cell is marked: a `Mark`, or nothing."""

Choice = tuple[str, str]
"""A word that may stand in a cell, and what it means."""

SLICE = 20
"""Rows that are looked through between two looks at the clock."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("ScenarioModel", text)


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above a column, and what it is for. `letters` is how wide it is to begin with."""

    title: str
    tip: str
    letters: int = 12


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a row, or with one of its cells; `column` is -1 for the row. `sign` is its icon: error or issues."""

    row: int
    column: int
    words: str
    sign: str = "error"


class ScenarioFacts(QObject):
    """What all tables of a window share: the scenario that is shown, what units are called, and what was found wrong.

    `changed` comes when the scenario, the units or the maps have changed, `judged` with other findings; `renumbered` after a
    change of the turn track, with where the numbers of its turns have gone.
    """

    changed = Signal()
    judged = Signal()
    renumbered = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.sheet_types: tuple[str, ...] = ()
        self._names: tuple[Oob, Names] | None = None
        self._found: tuple[tuple[object, ...], tuple[Mapping[RowAt, tuple[Issue, ...]], tuple[Issue, ...]]] | None = None
        self.typed = TypedTexts(document)
        document.changed.connect(self._follow)
        document.issues_changed.connect(self.judged)
        document.undo_stack.indexChanged.connect(self.typed.follow_history)

    @property
    def file(self) -> str:
        """The file of the scenario that is shown, "" for none."""
        return self.document.state.scenario

    @property
    def scenario(self) -> Scenario | None:
        """The scenario that is shown."""
        return self.document.box.scenarios.get(self.file)

    @property
    def names(self) -> Names:
        """What counters and formations are called."""
        oob = self.document.box.oob
        if self._names is None or self._names[0] is not oob:
            rules = self.document.ruleset
            ids = {each.id: called(rules, each) for some in (oob.formations, oob.counters) for each in some}
            self._names = oob, Names(ids)
        return self._names[1]

    def issues(self, at: RowAt) -> tuple[Issue, ...]:
        """What was found wrong with a row."""
        return self._findings()[0].get(at, ())

    @property
    def whole_issues(self) -> tuple[Issue, ...]:
        """What was found wrong with the scenario as a whole."""
        return self._findings()[1]

    def side_name(self, id_: str) -> str:
        """What a side is called."""
        side = self.document.box.oob.side(id_)
        return (side.name or side.id) if side is not None else id_

    def sides(self) -> tuple[Choice, ...]:
        """The sides, for choosing one."""
        return tuple((side.id, side.name or side.id) for side in self.document.box.oob.sides)

    def do(self, label: str, scenario: Scenario) -> bool:
        """Says something else of the scenario, as a step of the history."""
        return self.document.do(ChangeScenario(label, self.file, scenario))

    def _findings(self) -> tuple[Mapping[RowAt, tuple[Issue, ...]], tuple[Issue, ...]]:
        scenario, issues, oob = self.scenario, self.document.issues, self.document.box.oob
        if scenario is None:
            return {}, ()
        key = (self.file, scenario, issues, oob)
        if self._found is None or any(a is not b for a, b in zip(self._found[0][1:], key[1:], strict=True)):
            self._found = key, findings_by_row(oob, self.file, scenario, issues)
        return self._found[1]

    def _follow(self, touched: Touched) -> None:
        if (
            touched.forces
            or touched.aspects & {Aspect.SCENARIO, Aspect.SHEETS}
            or any(ref.section == "zones" for ref in touched.items)
        ):
            self.changed.emit()


class ScenarioTable(QAbstractTableModel):
    """What a view needs of a table of a scenario. `told` carries a sentence on what has happened, "" when all is well.

    `wrong` holds the texts that mean nothing, of the scenario that is shown; they stay until they are mended or taken back.
    """

    told = Signal(str)
    judged = Signal()
    stretches = True
    """Whether the last column takes all the room that there is."""

    def __init__(self, facts: ScenarioFacts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.facts = facts
        self.heads: tuple[Head, ...] = ()
        self._held: dict[str, dict[At, Wrong]] = {}
        self._found: dict[int, tuple[Finding, ...]] = {}
        self._file = facts.file
        # Kept until something changes: what is wrong is asked for by heads, cells, tabs and the list below the table.
        self.modelAboutToBeReset.connect(self._found.clear)
        self.modelReset.connect(self._found.clear)
        facts.judged.connect(self._show_judged)
        facts.changed.connect(self.follow)

    @property
    def wrong(self) -> dict[At, Wrong]:
        """The texts that are not in the box, of the scenario that is shown."""
        return self._held.setdefault(self._file, {})

    @property
    def wrong_files(self) -> tuple[str, ...]:
        """The files of scenarios that have texts which are not in the box."""
        there = self.facts.document.box.scenarios
        return tuple(file for file, wrong in self._held.items() if wrong and file in there)

    def held_wrong(self, file: str) -> Mapping[At, Wrong]:
        """The texts of one scenario that are not in the box."""
        return self._held.get(file, {})

    # What a table says of itself ------------------------------------------------------------------------------------------

    def count(self) -> int:
        """How many rows there are."""
        raise NotImplementedError

    def held_text(self, at: At) -> str:
        """What the box holds, as it is typed."""
        raise NotImplementedError

    def read_text(self, at: At) -> str:
        """What the box holds, as it is read."""
        return self.held_text(at)

    def doubt(self, at: At) -> str:
        """Why what the box holds in a cell means nothing."""
        return ""

    def named_columns(self) -> Iterable[int]:
        """The columns whose cells may be in doubt."""
        return range(len(self.heads))

    def fault(self, at: At, text: str) -> str:
        """Why a text cannot stand in a cell, "" where it can."""
        raise NotImplementedError

    def write(self, label: str, cells: Mapping[At, str]) -> None:
        """Puts texts into cells, as one step of the history; what means nothing stays in the table and is red."""
        raise NotImplementedError

    def row_issues(self, row: int) -> tuple[Issue, ...]:
        """What was found wrong with a row."""
        return ()

    def row_name(self, row: int) -> str:
        """What a row is called in its head."""
        return str(row + 1)

    def flag(self, at: At) -> bool | None:
        """Whether a box is ticked, None where there is none."""
        return None

    def choices(self, column: int) -> tuple[Choice, ...]:
        """The words that may stand in a column, where they are few."""
        return ()

    def column_words(self, column: int) -> str:
        """What a column is called in a sentence."""
        return self.heads[column].title

    def column_key(self, column: int) -> str:
        """The word under which the width of a column is kept."""
        raise NotImplementedError

    def names_units(self, column: int) -> bool:
        """Whether units are named in a column, which are then proposed while somebody types."""
        return False

    def follow(self) -> None:
        """Shows the scenario as it is now."""
        raise NotImplementedError

    # For Qt ---------------------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own preset
        """One for each row."""
        return 0 if parent.isValid() else self.count()

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own preset
        """One for each head."""
        return 0 if parent.isValid() else len(self.heads)

    def text(self, at: At) -> str:
        """What stands in a cell: what was typed and is wrong, else what the box holds."""
        held = self.wrong.get(at)
        return held.text if held is not None else self.held_text(at)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles of columns; numbers of rows, with a sign where something is wrong."""
        if orientation is Qt.Orientation.Horizontal:
            if not 0 <= section < len(self.heads):
                return None
            head = self.heads[section]
            said = {Qt.ItemDataRole.DisplayRole: head.title, Qt.ItemDataRole.ToolTipRole: head.tip}
            return said.get(Qt.ItemDataRole(role)) if role in said else None
        if not 0 <= section < self.count():
            return None
        found = self.row_says(section)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.row_name(section)
            case Qt.ItemDataRole.DecorationRole:
                return icon(self.row_sign(section)) if found else None
            case Qt.ItemDataRole.ToolTipRole:
                return "\n".join(found) or None
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join([self.row_name(section), *found])
        return None

    def row_sign(self, row: int) -> str:
        """The icon of what is wrong with a row."""
        return "error" if any(each.sign == "error" for each in self.row_findings(row)) else "issues"

    def row_says(self, row: int) -> tuple[str, ...]:
        """What is wrong with a row, each with its rule."""
        return tuple(dict.fromkeys(each.words for each in self.row_findings(row)))

    def row_findings(self, row: int) -> tuple[Finding, ...]:
        """What is wrong with a row: texts that mean nothing, names that do so no more, and what the check has found."""
        if row not in self._found:
            typed = [
                Finding(row, at[1], f"{self.column_words(at[1])}: {held.reason}")
                for at, held in sorted(self.wrong.items())
                if at[0] == row and at[1] < len(self.heads)
            ]
            named = [
                Finding(row, column, said)
                for column in self.named_columns()
                if (row, column) not in self.wrong and (said := self.doubt((row, column)))
            ]
            # What the check says of names, the cells have said already.
            issues = [issue for issue in self.row_issues(row) if not named or issue.code not in NAMES]
            found = [
                Finding(
                    row,
                    self.column_about(row, issue),
                    with_rule(issue),
                    "error" if issue.severity is Severity.ERROR else "issues",
                )
                for issue in issues
            ]
            self._found[row] = tuple(dict.fromkeys((*typed, *named, *found)))
        return self._found[row]

    def look_through(self) -> Iterator[None]:
        """Looks what is wrong with each row, and rests on the way; it is kept, so that `findings` has it at hand."""
        for row in range(self.count()):
            if row % SLICE == 0:
                yield
            if row < self.count():
                self.row_findings(row)

    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with all rows, from the first one on."""
        return tuple(each for row in range(self.count()) for each in self.row_findings(row))

    def column_about(self, row: int, issue: Issue) -> int:
        """The column that something found of a row is about, -1 where it is about the row."""
        return -1

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every cell can be typed into or ticked."""
        held = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        at = (index.row(), index.column())
        if self.flag(at) is not None and at not in self.wrong:
            return held | Qt.ItemFlag.ItemIsUserCheckable
        return held | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Texts as the box holds them or as they were typed, and what is wrong with them."""
        at = (index.row(), index.column())
        if not (0 <= at[0] < self.count() and 0 <= at[1] < len(self.heads)):
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.wrong[at].text if at in self.wrong else self.read_text(at)
            case Qt.ItemDataRole.EditRole:
                return self.text(at)
            case Qt.ItemDataRole.CheckStateRole:
                ticked = self.flag(at) if at not in self.wrong else None
                return None if ticked is None else Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.ToolTipRole:
                return self.says(at) or self.read_text(at) or None
            case Qt.ItemDataRole.AccessibleTextRole:
                text = self.wrong[at].text if at in self.wrong else self.read_text(at)
                ticked = self.flag(at)
                if ticked is not None:
                    text = _tr("yes") if ticked else _tr("no")
                parts = (self.heads[at[1]].title, self.row_name(at[0]), text or _tr("empty"), self.says(at))
                return ", ".join(part for part in parts if part)
        if role == MARK_ROLE:
            return self.mark(at)
        return None

    def says(self, at: At) -> str:
        """What is wrong with a cell."""
        held = self.wrong.get(at)
        if held is None:
            return "\n".join(each.words for each in self.row_findings(at[0]) if each.column == at[1])
        return f"{held.reason} {_tr('In the box: %s.') % (self.held_text(at) or _tr('nothing'))}"

    def mark(self, at: At) -> Mark | None:
        """How a cell is marked."""
        signs = {each.sign for each in self.row_findings(at[0]) if each.column == at[1]}
        return "error" if "error" in signs else "warning" if signs else None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Takes what was typed into one cell, or ticked."""
        at = (index.row(), index.column())
        if role == Qt.ItemDataRole.CheckStateRole:
            value = "yes" if Qt.CheckState(value) == Qt.CheckState.Checked else "no"
        elif role != Qt.ItemDataRole.EditRole:
            return False
        if at not in self.wrong and str(value) == self.held_text(at):
            self.told.emit("")
            return True
        self.write(_tr("Change %s") % self.heads[at[1]].title, {at: str(value)})
        return True

    def still_holds(self, before: Mapping[At, Wrong], after: Mapping[At, Wrong]) -> bool:
        """Whether any text that came or went is still as it was left."""
        return bool(self._differing(before, after))

    def restore(self, before: Mapping[At, Wrong], after: Mapping[At, Wrong]) -> At | None:
        """Has texts that mean nothing as they were, but for cells that were typed into since; gives the first such cell."""
        changed = self._differing(before, after)
        for at in changed:
            self.wrong.pop(at, None)
            if at in before:
                self.wrong[at] = before[at]
        self.told.emit("")
        self._show_judged()
        return min(changed, default=None)

    def _differing(self, before: Mapping[At, Wrong], after: Mapping[At, Wrong]) -> list[At]:
        cells = (at for at in {*before, *after} if before.get(at) is not after.get(at))
        return [at for at in cells if self.wrong.get(at) is after.get(at) and at[0] < self.count()]

    def take_back(self, rows: Collection[int]) -> None:
        """Gives up what was typed into rows and is wrong; what the box holds stays."""
        for at in [each for each in self.wrong if each[0] in rows]:
            del self.wrong[at]
        self.told.emit("")
        self._show_judged()

    def carry(self, goes: Sequence[int]) -> None:
        """Has texts that are wrong go with their rows; those of rows that go (-1) go, too."""
        self.facts.typed.forget(self)
        moved = {(goes[at[0]], at[1]): held for at, held in self.wrong.items() if at[0] < len(goes) and goes[at[0]] >= 0}
        self.wrong.clear()
        self.wrong.update(moved)

    def _show_judged(self) -> None:
        self._found.clear()
        if self.count():
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, self.count() - 1)
            self.dataChanged.emit(self.index(0, 0), self.index(self.count() - 1, len(self.heads) - 1))
        self.judged.emit()


NAMES = frozenset({"no-unit", "no-formation", "no-side", "no-zone", "no-box"})
"""What the check finds of names; cells say the same at once."""


def not_taken(count: int) -> str:
    """How many texts have not gone into the scenario; each says why where it stands."""
    return _tr("Texts that mean nothing stay red and are not in the scenario: %d.") % count if count else ""


def with_rule(issue: Issue) -> str:
    """A finding with the number of its rule."""
    return f"{issue.text} [{issue.rule}]" if issue.rule else issue.text
