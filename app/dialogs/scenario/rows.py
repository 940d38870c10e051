"""The tables of a scenario whose rows stand one below the other: set-ups, turns, reinforcements, victory and op sheets."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication, QObject

from app.dialogs.scenario.model import Choice, Head, ScenarioFacts, ScenarioTable, not_taken
from app.dialogs.scenario.typed import At, Wrong
from core.base.errors import WrongUse
from core.model.edits.scenario_cells import (
    CELLS,
    LIGHTS,
    STATUSES,
    Cell,
    CellKind,
    cell_text,
    doubts,
    shown_text,
    with_cell,
    zone_names,
)
from core.model.edits.scenario_edits import Row, Section, added, blank_row, moved_order, removed, rows_of, with_rows
from core.model.edits.scenario_turns import Goes, in_order, put_in, renumbered, renumbered_count, taken_out
from core.model.issues import Issue
from core.model.scenario import Scenario, SetUp

NAMED: frozenset[CellKind] = frozenset({"units", "rally", "side", "zone", "box"})
"""Kinds of cells that hold names, which may mean nothing any more."""

PLACES = "places"
"""Stands for the part of a set-up that says where its units are."""

ABOUT: Mapping[str, str] = MappingProxyType(
    {
        "outside-set-up": PLACES,
        "closed-terrain": PLACES,
        "off-the-map": PLACES,
        "overstacked": PLACES,
        "enemies-together": PLACES,
        "not-placed": "units",
        "losses-differ": "losses",
        "losses-uneven": "losses",
        "losses-unsaid": "losses",
        "cannot-carry": "units",
        "unit-twice": "units",
        "no-entry": "hexes",
        "entry-inside": "hexes",
        "arrives-late": "turn",
        "no-condition": "condition",
        "price-unknown": "price",
        "sheet-type": "type",
        "sheet-empty": "units",
        "sheet-side": "side",
        "sheet-waits": "status",
        "rally-points": "rally",
        "sheet-artillery": "units",
        "sheet-groups": "units",
        "sheet-reserve": "units",
        "sheet-alternates": "units",
        "rally-forward": "rally",
        "sheet-graphic": "type",
        "sheet-line": "type",
        "sheet-night": "type",
        "sheets-of-unit": "units",
    }
)
"""The part of a row that findings are about, by their lasting names."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("ScenarioModel", text)


class RowsModel(ScenarioTable):
    """A section of a scenario whose rows stand one below the other."""

    def __init__(self, facts: ScenarioFacts, section: Section, heads: Sequence[Head], parent: QObject | None = None) -> None:
        super().__init__(facts, parent)
        self.section = section
        self.cells: tuple[Cell, ...] = CELLS[section]
        self.heads = tuple(heads)
        assert len(self.heads) == len(self.cells)
        self.rows: tuple[Row, ...] = self._now()
        self._doubts: dict[At, tuple[Row, str]] = {}
        self._doubted_by: tuple[object, ...] = ()
        self.said = ""
        self._named = tuple(n for n, cell in enumerate(self.cells) if cell.kind in NAMED)

    def column_key(self, column: int) -> str:
        """The part of the row that stands in a column."""
        return self.cells[column].id

    def column_about(self, row: int, issue: Issue) -> int:
        """The column of what a finding is about; where units stand wrongly, that which says where they are set up."""
        part, held = ABOUT.get(issue.code, ""), self.rows[row]
        if part == PLACES and isinstance(held, SetUp):
            part = next((each for each in ("hexes", "zone", "box") if getattr(held, each)), "units")
        return next((n for n, cell in enumerate(self.cells) if cell.id == part), -1)

    def _now(self) -> tuple[Row, ...]:
        scenario = self.facts.scenario
        return rows_of(scenario, self.section) if scenario is not None else ()

    def count(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def held_text(self, at: At) -> str:
        """What the box holds, as it is typed."""
        return cell_text(self.facts.document.box, self.rows[at[0]], self.cells[at[1]], self.facts.names)

    def read_text(self, at: At) -> str:
        """What the box holds: units and sides by what they are called."""
        cell, row = self.cells[at[1]], self.rows[at[0]]
        if cell.kind == "side":
            return self.facts.side_name(str(getattr(row, cell.id)))
        return shown_text(self.facts.document.box, row, cell, self.facts.names)

    def named_columns(self) -> Iterable[int]:
        """The columns that hold names."""
        return self._named

    def doubt(self, at: At) -> str:
        """Why a name in a cell means nothing."""
        scenario = self.facts.scenario
        if scenario is None or self.cells[at[1]].kind not in NAMED:
            return ""
        row, held = self.rows[at[0]], self._doubts.get(at)
        if held is None or held[0] is not row:
            # Most rows stay as they are when one of them changes; thousands of names are looked for once only.
            held = row, doubts(self.facts.document.box, scenario, row, self.cells[at[1]], self.facts.names)
            self._doubts[at] = held
        return held[1]

    def fault(self, at: At, text: str) -> str:
        """Why a text cannot stand in a cell."""
        scenario = self.facts.scenario
        if scenario is None or at[0] >= len(self.rows):
            return ""
        try:
            with_cell(self.facts.document.box, scenario, self.rows[at[0]], self.cells[at[1]], text, self.facts.names)
        except WrongUse as problem:
            return str(problem)
        return ""

    def write(self, label: str, cells: Mapping[At, str]) -> None:
        """Puts texts into cells; those below the last row make new ones."""
        scenario = self.facts.scenario
        if scenario is None:
            return
        box, names, before = self.facts.document.box, self.facts.names, dict(self.wrong)
        rows, now, reasons = list(self.rows), scenario, []
        for at, text in sorted(cells.items()):
            while at[0] >= len(rows):
                rows.append(blank_row(now, self.section))
                now = with_rows(now, self.section, rows)
            try:
                rows[at[0]] = with_cell(box, now, rows[at[0]], self.cells[at[1]], text, names)
                self.wrong.pop(at, None)
            except WrongUse as problem:
                self.wrong[at] = Wrong(text, str(problem))
                reasons.append(str(problem))
        done = self.facts.do(label, with_rows(scenario, self.section, rows))
        if not done:
            self._show_judged()
        self.facts.typed.keep(self, before, done)
        self.told.emit(not_taken(len(reasons)))

    def add(self, label: str, more: Iterable[Row], at: int | None = None) -> int:
        """Puts rows before the one at a number, by preset behind all; gives the number of the first."""
        scenario = self.facts.scenario
        if scenario is None:
            return -1
        new, place = tuple(more), len(self.rows) if at is None else at
        self.carry([n if n < place else n + len(new) for n in range(len(self.rows))])
        made = with_rows(scenario, self.section, added(self.rows, place, new))
        self._do(label, scenario, made, put_in(len(self.rows), place, len(new)))
        return place

    def add_blank(self, at: int | None = None) -> int:
        """Puts in a row that says nothing yet."""
        scenario = self.facts.scenario
        return self.add(_tr("Add row"), (blank_row(scenario, self.section),), at) if scenario is not None else -1

    def remove(self, numbers: Collection[int]) -> None:
        """Takes rows out."""
        scenario = self.facts.scenario
        if scenario is None or not numbers:
            return
        kept = [n for n in range(len(self.rows)) if n not in numbers]
        self.carry([kept.index(n) if n in kept else -1 for n in range(len(self.rows))])
        made = with_rows(scenario, self.section, removed(self.rows, numbers))
        self._do(_tr("Remove rows"), scenario, made, taken_out(len(self.rows), numbers))

    def shift(self, numbers: Collection[int], step: int) -> tuple[int, ...]:
        """Moves rows past the next one, up (-1) or down (1); gives where they are then."""
        scenario = self.facts.scenario
        if scenario is None:
            return ()
        order = moved_order(len(self.rows), numbers, step)
        self.carry([order.index(n) for n in range(len(order))])
        made = with_rows(scenario, self.section, [self.rows[n] for n in order])
        self._do(_tr("Move rows"), scenario, made, in_order(order))
        return tuple(order.index(n) for n in sorted(numbers))

    def _do(self, label: str, before: Scenario, made: Scenario, goes: Goes) -> None:
        """Has rows come, go or move; what comes on turns of the track goes along with them, in the same step."""
        self.said = ""
        if self.section == "turns":
            made = renumbered(made, goes)
            count = renumbered_count(before, made)
            self.said = _tr("Reinforcements and amounts that follow their turns: %d.") % count if count else ""
        if self.facts.do(label, made) and self.section == "turns":
            self.facts.renumbered.emit(goes)
        if self.said:
            self.told.emit(self.said)

    def change(self, label: str, row: int, new: Row) -> None:
        """Replaces a row."""
        scenario = self.facts.scenario
        if scenario is not None:
            rows = [new if n == row else each for n, each in enumerate(self.rows)]
            self.facts.do(label, with_rows(scenario, self.section, rows))

    def row_issues(self, row: int) -> tuple[Issue, ...]:
        """What was found wrong with a row."""
        return self.facts.issues((self.section, row))

    def flag(self, at: At) -> bool | None:
        """Whether a box is ticked."""
        cell = self.cells[at[1]]
        return bool(getattr(self.rows[at[0]], cell.id)) if cell.kind == "flag" else None

    def names_units(self, column: int) -> bool:
        """Whether units are named there."""
        return self.cells[column].kind in ("units", "rally")

    def choices(self, column: int) -> tuple[Choice, ...]:
        """The words that may stand in a column: zones, boxes, sides, kinds of light, types and states of op sheets."""
        cell, box, scenario = self.cells[column], self.facts.document.box, self.facts.scenario
        match cell.kind:
            case "light":
                return tuple((light, "") for light in LIGHTS)
            case "status":
                return tuple((status, "") for status in STATUSES)
            case "side":
                return (("", ""), *self.facts.sides())
            case "zone":
                kind = "entry" if cell.id == "area" else ""
                return (("", ""), *((name, "") for name in zone_names(box, kind) or zone_names(box)))
            case "box":
                return (("", ""), *((name, "") for name in (scenario.off_map if scenario is not None else ())))
        if (self.section, cell.id) == ("sheets", "type"):
            return tuple((word, "") for word in self.facts.sheet_types)
        return ()

    def follow(self) -> None:
        """Shows the scenario as it is now; texts that are wrong stay with their rows as far as these are there."""
        rows, other = self._now(), self._file != self.facts.file
        box, scenario = self.facts.document.box, self.facts.scenario
        decide = (box.oob, box.sheets, scenario.off_map if scenario is not None else ())
        if other or any(a is not b for a, b in zip(decide, self._doubted_by or (None,) * len(decide), strict=True)):
            self._doubts.clear()
            self._doubted_by = decide
        if other or len(rows) != len(self.rows):
            self.beginResetModel()
            self.rows, self._file = rows, self.facts.file
            gone = [at for at in self.wrong if at[0] >= len(rows)]
            for at in gone:
                del self.wrong[at]
            self.endResetModel()
            self.judged.emit()
        else:
            self.rows = rows
            self._show_judged()
