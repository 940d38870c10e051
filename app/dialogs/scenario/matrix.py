"""What sides get, as a matrix: a line for each side and thing, a column for each turn."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby

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
        self._pasted: dict[str, set[Line]] = {}
        """Lines that came with amounts or with texts that mean nothing: they go again when undo takes all of that back."""
        self._take()
        facts.renumbered.connect(self._renumber)

    @property
    def scenario(self) -> Scenario | None:
        """The scenario that is shown."""
        return self.facts.scenario

    def _take(self) -> None:
        """Reads lines and turns. Lines that are shown keep their places; one that has come stands where one has gone."""
        scenario = self.scenario
        there = allotment_lines(scenario) if scenario is not None else ()
        self._drop_pasted(there)
        known = dict.fromkeys((*there, *self._empty.get(self._file, ())))
        shown = set(self.lines)
        come = iter([line for line in known if line not in shown])
        held = [line if line in known else next(come, None) for line in self.lines]
        self.lines = [*(line for line in held if line is not None), *come]
        self.heads = (
            Head(_tr("Side"), _tr("Who gets it"), 12),
            Head(_tr("What"), _tr("Ammunition, sorties, support or replacement points: in the words of the game"), 24),
            Head(_tr("Start"), _tr("What the side has before the first turn"), 6),
            *(Head(str(turn), self._turn_words(turn), 5) for turn in range(1, self._turns() + 1)),
        )

    def _drop_pasted(self, there: Collection[Line]) -> None:
        """Takes out the last lines that were pasted, as far as nothing of them is left."""
        pasted, said = self._pasted.get(self._file, set()), {row for row, _ in self.wrong}
        while self.lines and (line := self.lines[-1]) in pasted and line not in there and len(self.lines) - 1 not in said:
            self.lines.pop()
            pasted.discard(line)
            self._empty[self._file] = [each for each in self._empty.get(self._file, ()) if each != line]

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
        if at[1] >= START:
            try:
                whole_number(_AMOUNT, text.strip())
            except WrongUse as problem:
                return str(problem)
            return ""
        return self._said(at[0], {at[1]: text})[1].get(at[1], "")

    def _said(self, row: int, texts: Mapping[int, str]) -> tuple[Line, dict[int, str]]:
        """A line with what of its side and thing can stand, and why the rest cannot, by columns."""
        (side, what), reasons = self.lines[row], dict[int, str]()
        old_side, old_what = side, what
        if SIDE in texts:
            try:
                side = side_of(self.facts.document.box, texts[SIDE].strip())
            except WrongUse as problem:
                reasons[SIDE] = str(problem)
            if not texts[SIDE].strip():
                side, reasons[SIDE] = old_side, _tr("Say which side gets it.")
        if WHAT in texts:
            what = texts[WHAT].strip() or what
            if not texts[WHAT].strip():
                reasons[WHAT] = _tr("Say what the side gets.")
        for column in (WHAT, SIDE):
            twin = next((n for n, line in enumerate(self.lines) if n != row and line == (side, what)), -1)
            if twin >= 0 and column in texts:
                reasons.setdefault(column, _tr("The same side and thing stand in line %d already.") % (twin + 1))
                side, what = (side, old_what) if column == WHAT else (old_side, what)
        return (side, what), reasons

    def write(self, label: str, cells: Mapping[At, str]) -> None:
        """Puts amounts and words into cells, as one step of the history; those below the last line make new ones."""
        scenario = self.scenario
        if scenario is None:
            return
        before, count = dict(self.wrong), len(self.lines)
        amounts: dict[tuple[Line, int], int | None] = {}
        bad = 0
        for row, given in self._by_rows(cells):
            # What was wrong here may mean something now.
            wrong = {at[1]: held.text for at, held in self.wrong.items() if at[0] == row and at[1] < len(self.heads)}
            texts = wrong | given
            old = self.lines[row]
            line, reasons = self._said(row, texts)
            if line != old:
                scenario = with_line(scenario, old, line)
                self._rename(row, line)
            known = (bool(line[0]) and not reasons) or line in allotment_lines(scenario)
            for column, text in texts.items():
                if column < START:
                    continue
                try:
                    number = whole_number(_AMOUNT, text.strip())
                    if known:
                        amounts[(line, column - START)] = number
                    elif number is not None:
                        reasons[column] = _tr("Say first who gets it, and what it is.")
                except WrongUse as problem:
                    reasons[column] = str(problem)
            for column, text in texts.items():
                self._keep((row, column), Wrong(text, reasons[column]) if column in reasons else None)
            bad += len(reasons.keys() & given.keys())
            self._know(line, row >= count, bool(reasons) or any(each == line for each, _ in amounts))
        if len(self.lines) > count:
            self.beginResetModel()
            self.endResetModel()
        # A line whose last amount is taken away stays for the next one.
        emptied = (line for (line, _), number in amounts.items() if number is None)
        self._empty[self._file] = list(dict.fromkeys((*self._empty.get(self._file, ()), *emptied)))
        done = self.facts.do(label, with_allotments(scenario, amounts))
        if not done:
            self._show_judged()
        self.facts.typed.keep(self, before, done)
        self.told.emit(not_taken(bad))

    def _by_rows(self, cells: Mapping[At, str]) -> Iterator[tuple[int, dict[int, str]]]:
        """The texts of each row by columns; a line is put in for what stands below the last one, if it says anything."""
        within = ((at, text) for at, text in sorted(cells.items()) if at[1] < len(self.heads))
        for row, each in groupby(within, key=lambda cell: cell[0][0]):
            texts = {at[1]: text for at, text in each}
            if row < len(self.lines):
                yield row, texts
            elif any(text.strip() for text in texts.values()):
                self.lines.append(("", self._new_thing()))
                yield len(self.lines) - 1, texts

    def _new_thing(self) -> str:
        """What nobody gets yet."""
        taken, number = {what for _, what in self.lines}, 1
        thing = _tr("points")
        while thing in taken:
            number += 1
            thing = _tr("points %d") % number
        return thing

    def _rename(self, row: int, line: Line) -> None:
        old, self.lines[row] = self.lines[row], line
        self._empty[self._file] = [line if each == old else each for each in self._empty.get(self._file, ())]

    def _know(self, line: Line, new: bool, held: bool) -> None:
        """Keeps in mind that a line was written into: a new one is shown, whether anything of it is in the box or not."""
        pasted, empty = self._pasted.setdefault(self._file, set()), self._empty.setdefault(self._file, [])
        if not new:
            pasted.discard(line)
            return
        empty.append(line)
        if held:
            pasted.add(line)

    def _keep(self, at: At, wrong: Wrong | None) -> None:
        """Has a text that means nothing in a cell, None for none; one that was there stays the same one."""
        if wrong is None:
            self.wrong.pop(at, None)
        elif self.wrong.get(at) != wrong:
            self.wrong[at] = wrong

    def take_back(self, rows: Collection[int]) -> None:
        """Gives up what was typed into rows and is wrong; lines that were nothing else go."""
        super().take_back(rows)
        self.follow()

    def restore(self, before: Mapping[At, Wrong], after: Mapping[At, Wrong]) -> At | None:
        """Has texts that mean nothing as they were; lines that came with them go."""
        at = super().restore(before, after)
        self.follow()
        return at if at is None or at[0] < self.count() else None

    def add_line(self) -> int:
        """Puts in a line of which nothing is known yet but a side; gives its number."""
        sides = self.facts.sides()
        line = (sides[0][0] if sides else "", self._new_thing())
        self.beginResetModel()
        self._empty.setdefault(self._file, []).append(line)
        self._take()
        self.endResetModel()
        return self.lines.index(line)

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
