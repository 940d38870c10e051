"""What sides get, as a matrix: a line for each side and thing, a column for each turn."""

from collections.abc import Collection, Iterable, Mapping

from PySide6.QtCore import QCoreApplication, QObject, Qt

from app.dialogs.scenario.model import Choice, Head, Index, ScenarioFacts, ScenarioTable, not_taken
from app.dialogs.scenario.typed import At, Wrong
from core.base.errors import WrongUse
from core.model.edits.scenario_cells import MOST_POINTS, Cell, side_of, whole_number
from core.model.edits.scenario_edits import Line, allotment_lines, allotted, with_allotments, with_line
from core.model.edits.scenario_turns import Goes
from core.model.issues import Issue
from core.model.scenario import Scenario

SIDE, WHAT, START = 0, 1, 2
"""The columns before those of the turns; at the start is before the first turn."""

_AMOUNT = Cell("amount", "whole", -MOST_POINTS, MOST_POINTS, None)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ScenarioModel", text)


class AllotmentsModel(ScenarioTable):
    """The matrix of allotments. A line of which no amount is known yet is kept here until it has one."""

    stretches = False

    def __init__(self, facts: ScenarioFacts, parent: QObject | None = None) -> None:
        super().__init__(facts, parent)
        self.lines: list[Line] = []
        self._empty: dict[str, list[Line]] = {}
        self._take()
        facts.renumbered.connect(self._renumber)

    @property
    def scenario(self) -> Scenario | None:
        """The scenario that is shown."""
        return self.facts.scenario

    def _take(self) -> None:
        """Reads lines and turns; lines that are shown keep their places."""
        scenario = self.scenario
        there = allotment_lines(scenario) if scenario is not None else ()
        known = dict.fromkeys((*there, *self._empty.get(self._file, ())))
        kept = [line for line in self.lines if line in known]
        self.lines = [*kept, *(line for line in known if line not in kept)]
        self.heads = (
            Head(_tr("Side"), _tr("Who gets it"), 12),
            Head(_tr("What"), _tr("Ammunition, sorties, support or replacement points: in the words of the game"), 24),
            Head(_tr("Start"), _tr("What the side has before the first turn"), 6),
            *(Head(str(turn), self._turn_words(turn), 5) for turn in range(1, self._turns() + 1)),
        )

    def _turns(self) -> int:
        scenario = self.scenario
        if scenario is None:
            return 0
        return max(len(scenario.turns), max((each.turn for each in scenario.allotments), default=0))

    def _turn_words(self, turn: int) -> str:
        scenario = self.scenario
        if scenario is None or turn > len(scenario.turns):
            return _tr("Turn %d, which is not on the track") % turn
        held = scenario.turns[turn - 1]
        said = ", ".join(part for part in (held.title, held.date) if part)
        return _tr("Turn %d") % turn + (f": {said}" if said else "")

    def count(self) -> int:
        """How many lines there are."""
        return len(self.lines)

    def row_name(self, row: int) -> str:
        """A line is told by its words."""
        return str(row + 1)

    def held_text(self, at: At) -> str:
        """The side, what it gets, or how much."""
        side, what = self.lines[at[0]]
        if at[1] in (SIDE, WHAT):
            return side if at[1] == SIDE else what
        scenario = self.scenario
        there = allotted(scenario, (side, what), at[1] - START) if scenario is not None else ()
        return str(sum(each.amount for each in there)) if there else ""

    def read_text(self, at: At) -> str:
        """The side by its name."""
        text = self.held_text(at)
        return self.facts.side_name(text) if at[1] == SIDE else text

    def notes(self, at: At) -> str:
        """What is noted of an amount."""
        scenario = self.scenario
        if scenario is None or at[1] < START or at[0] >= len(self.lines):
            return ""
        return " ".join(each.note for each in allotted(scenario, self.lines[at[0]], at[1] - START) if each.note)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What stands in a cell; notes of amounts are told, and shown by a star."""
        at = (index.row(), index.column())
        note = self.notes(at) if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole) else ""
        held = super().data(index, role)
        if role == Qt.ItemDataRole.DisplayRole and note and held:
            return f"{held}*"
        if role == Qt.ItemDataRole.ToolTipRole and note:
            return self.says(at) or note
        if role == Qt.ItemDataRole.TextAlignmentRole and at[1] >= START:
            return Qt.AlignmentFlag.AlignCenter
        return held

    def named_columns(self) -> Iterable[int]:
        """The column of the sides."""
        return (SIDE,)

    def doubt(self, at: At) -> str:
        """Why a side means nothing."""
        side = self.lines[at[0]][0]
        if at[1] == SIDE and self.facts.document.box.oob.side(side) is None:
            return _tr("There is no side “%s”.") % side if side else _tr("Say which side gets it.")
        return ""

    def fault(self, at: At, text: str) -> str:
        """Why a text cannot stand in a cell."""
        try:
            if at[1] >= START:
                whole_number(_AMOUNT, text)
            else:
                self._line(at, text)
        except WrongUse as problem:
            return str(problem)
        return ""

    def _line(self, at: At, text: str) -> Line:
        """The line with another side or thing. Raises WrongUse."""
        side, what = self.lines[at[0]]
        text = text.strip()
        if at[1] == SIDE:
            if not text:
                raise WrongUse(_tr("Say which side gets it."))
            line = (side_of(self.facts.document.box, text), what)
        else:
            if not text:
                raise WrongUse(_tr("Say what the side gets."))
            line = (side, text)
        if line in self.lines and self.lines.index(line) != at[0]:
            raise WrongUse(_tr("The same side and thing stand in line %d already.") % (self.lines.index(line) + 1))
        return line

    def write(self, label: str, cells: Mapping[At, str]) -> None:
        """Puts amounts and words into cells, as one step of the history."""
        scenario = self.scenario
        if scenario is None:
            return
        before = dict(self.wrong)
        reasons, amounts = [], {}
        for at, text in sorted(cells.items()):
            if not (at[0] < len(self.lines) and at[1] < len(self.heads)):
                continue
            try:
                if at[1] >= START:
                    amounts[(self.lines[at[0]], at[1] - START)] = whole_number(_AMOUNT, text.strip())
                else:
                    old, line = self.lines[at[0]], self._line(at, text)
                    scenario = with_line(scenario, old, line)
                    empty = self._empty.setdefault(self._file, [])
                    self._empty[self._file] = [line if each == old else each for each in empty]
                    amounts = {(line if each == old else each, turn): n for (each, turn), n in amounts.items()}
                    self.lines[at[0]] = line
                self.wrong.pop(at, None)
            except WrongUse as problem:
                self.wrong[at] = Wrong(text, str(problem))
                reasons.append(str(problem))
        # A line whose last amount is taken away stays for the next one.
        self._empty[self._file] = list(dict.fromkeys((*self._empty.get(self._file, ()), *(line for line, _ in amounts))))
        done = self.facts.do(label, with_allotments(scenario, amounts))
        if not done:
            self._show_judged()
        self.facts.typed.keep(self, before, done)
        self.told.emit(not_taken(len(reasons)))

    def add_line(self) -> int:
        """Puts in a line of which nothing is known yet but a side; gives its number."""
        sides = self.facts.sides()
        side, number = sides[0][0] if sides else "", 1
        what = _tr("points")
        while (side, what) in self.lines:
            number += 1
            what = _tr("points %d") % number
        self.beginResetModel()
        self._empty.setdefault(self._file, []).append((side, what))
        self._take()
        self.endResetModel()
        return self.lines.index((side, what))

    def remove(self, numbers: Collection[int]) -> None:
        """Takes lines out with all their amounts."""
        scenario = self.scenario
        if scenario is None or not numbers:
            return
        gone = [self.lines[n] for n in numbers if n < len(self.lines)]
        for line in gone:
            scenario = with_line(scenario, line, None)
        self._empty[self._file] = [line for line in self._empty.get(self._file, ()) if line not in gone]
        kept = [n for n in range(len(self.lines)) if n not in numbers]
        self.carry([kept.index(n) if n in kept else -1 for n in range(len(self.lines))])
        if not self.facts.do(_tr("Remove rows"), scenario):
            self.follow()

    def row_issues(self, row: int) -> tuple[Issue, ...]:
        """What was found wrong with the allotments of a line."""
        scenario, line = self.scenario, self.lines[row]
        if scenario is None:
            return ()
        ours = [n for n, each in enumerate(scenario.allotments) if (each.side, each.what) == line]
        return tuple(issue for n in ours for issue in self.facts.issues(("allotments", n)))

    def column_words(self, column: int) -> str:
        """The columns of turns say so."""
        return _tr("Turn %d") % (column - START) if column > START else super().column_words(column)

    def column_key(self, column: int) -> str:
        """The columns of all turns are as wide as each other."""
        return ("side", "what", "start", "turn")[min(column, START + 1)]

    def _renumber(self, goes: Goes) -> None:
        """Texts that mean nothing go along with their turns, and back with them."""
        before = dict(self.wrong)
        moved = {(row, at if at < START else START + goes(at - START)): held for (row, at), held in before.items()}
        if moved != before:
            self.facts.typed.forget(self)
            self.wrong.clear()
            self.wrong.update(moved)
            self.facts.typed.keep(self, before, in_step=True)
            self._show_judged()

    def choices(self, column: int) -> tuple[Choice, ...]:
        """The sides."""
        return self.facts.sides() if column == SIDE else ()

    def follow(self) -> None:
        """Shows the scenario as it is now."""
        lines, turns, file = list(self.lines), len(self.heads), self._file
        if file != self.facts.file:
            self.beginResetModel()
            self._file, self.lines = self.facts.file, []
            self._take()
            self.endResetModel()
            self.judged.emit()
            return
        self._take()
        if (lines, turns) != (self.lines, len(self.heads)):
            # What was read is told as a whole: lines or turns have come or gone.
            self.beginResetModel()
            self.endResetModel()
        self._show_judged()
