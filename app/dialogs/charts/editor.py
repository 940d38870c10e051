"""The chart editor: one chart as it is printed, typed into a grid, checked at every letter, kept where the user wants it."""

import logging
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPushButton,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.dialogs.charts.findings import Findings
from app.dialogs.charts.grid_model import GridModel
from app.dialogs.charts.grid_view import GridView
from app.dialogs.options.rules_now import aside_words, take_rules
from app.documents.document import Document
from app.widgets.buttons import button_row
from app.widgets.notices import Notices
from app.widgets.rule_words import said
from app.workers.answers import Answers
from core.base.atomic import write_text
from core.base.errors import CoreError
from core.base.whole_text import whole_text
from core.files.chart_drafts import keep_draft, own_home
from core.files.parcels import Broken, Draft, RulesNow
from core.interop.chart_csv import MOST_CHARACTERS, grid_from, read_table, table_file, table_of, table_text
from core.model.charts import STATUSES, Chart
from core.model.edits.edit import Aspect, Touched
from core.model.edits.map_edits import ChangeBox
from core.rules.kernel.chart_grid import At, ChartGrid, Layout, emptied, grid_of, layouts, relaid
from core.rules.kernel.chart_grid_checks import Judged, judge
from core.rules.kernel.ruleset import Ruleset

log = logging.getLogger(__name__)

_MOST_SAID = 4
"""How many lines are said of what has happened."""


class ChartEditor(QDialog):
    """Edits one chart of the open box's ruleset. It stays open beside the map and has a history of its own.

    A chart with errors is never put in force; what was typed of it can be kept as a draft, which the next editor of the chart
    offers.
    """

    def __init__(self, parent: QWidget | None, document: Document, answers: Answers, chart: str) -> None:
        super().__init__(parent)
        assert document.ruleset is not None
        self._document, self._answers, self._id = document, answers, chart
        held = document.charts.chart(chart)
        self.setWindowTitle(self.tr("Chart: %s") % said(held.title))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        grid = grid_of(held)
        self.model = GridModel(grid, self._judge, self)
        self.view = GridView(self.model)
        self.findings = Findings()
        self.notices = Notices()
        self._kept = grid
        self._leaving = False
        self._asking: QMessageBox | None = None
        self.in_force, self.message = QLabel(), QLabel()
        for label in (self.in_force, self.message):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setAccessibleName(self.tr("What has happened"))
        self.layout_choice = self._layouts()
        self.source, self.note = QLineEdit(grid.source), QLineEdit(grid.note)
        self._show_beginnings()
        self.source.setPlaceholderText(self.tr("Where these numbers are printed, such as: my copy, 2013 printing"))
        self._lay_out()
        self.source.installEventFilter(self)
        self.note.installEventFilter(self)
        self.source.textEdited.connect(lambda _: self._say())
        self.note.textEdited.connect(lambda _: self._say())
        self.model.judged_changed.connect(self._show_judged)
        self.model.refused.connect(self._tell)
        self.model.lines_changed.connect(self._show_layout)
        self.findings.wanted.connect(self._jump)
        document.changed.connect(self._follow)
        document.ruleset_changed.connect(self._charts_changed)
        self._show_judged()
        self._show_in_force()
        self.view.setFocus()
        letter, line = self.fontMetrics().averageCharWidth(), self.fontMetrics().height()
        room = self.screen().availableSize()
        self.resize(min(150 * letter, room.width() * 19 // 20), min(46 * line, room.height() * 9 // 10))
        self._do("chart_draft", {**self._home, "chart": chart}, self._offer_draft)
        self._do("broken_chart", {**self._home, "chart": chart}, self._show_broken)

    @property
    def chart(self) -> str:
        """The id of the chart."""
        return self._id

    @property
    def is_modified(self) -> bool:
        """Whether something was typed that is kept nowhere."""
        grid, kept = self.model.grid, self._kept
        return (grid.rows, grid.columns, grid.texts, grid.source, grid.note) != (
            *(kept.rows, kept.columns, kept.texts, kept.source, kept.note),
        )

    # Keeping -------------------------------------------------------------------------------------------------------------

    def keep_mine(self) -> None:
        """Puts the chart in force as the user's own, in every box of this ruleset that has chosen the same set of charts."""
        if not self._usable():
            return
        grid = self.model.grid
        parameters = {**self._home, "keep": (self.model.judged.chart,)}
        self._run_own(parameters, lambda now: self._settled(grid, self._kept_words(now)))

    def keep_in_box(self) -> None:
        """Puts the chart in force in this box alone, as one undoable step of its history."""
        if not self._usable():
            return
        chart, head = self.model.judged.chart, self._document.box.head
        words = self.tr("Kept in this box. It is saved with the box.")
        held = MappingProxyType({**head.charts, self._id: chart.owned("box", chart.source)})
        self._document.do(ChangeBox(self.tr("Keep chart: %s") % chart.title, replace(head, charts=held)))
        self._settled(self.model.grid, words)
        if (before := head.charts.get(self._id)) is not None:
            self._run_own({**self._home, "aside": (before,)}, lambda now: self._tell(f"{words} {aside_words(now)}".strip()))

    def keep_draft(self, then: Callable[[], None] | None = None) -> None:
        """Keeps what was typed, faults and all; nothing of it is in force. `then` follows once it is written."""
        grid = self.model.grid

        def kept(_: object) -> None:
            self._kept = grid
            self.notices.withdraw("draft")
            words = self.tr("Kept as a draft. It is offered when this chart is edited again; nothing of it is in force.")
            self._tell(words)
            if then is not None:
                then()

        self._do("keep_chart_draft", {**self._home, "grid": grid}, kept)

    def use_programs(self) -> None:
        """Takes the chart of the user and that of the box out of force; both stay beside the place of the user's own."""
        head = self._document.box.head
        parameters = dict(self._home)
        if self._id in head.charts:
            parameters["aside"] = (head.charts[self._id],)
            left = MappingProxyType({id_: each for id_, each in head.charts.items() if id_ != self._id})
            self._document.do(
                ChangeBox(self.tr("Take out chart: %s") % head.charts[self._id].title, replace(head, charts=left))
            )
        if self._id in self._own:
            parameters["drop"] = (self._id,)
        self._run_own(parameters, self._begin_from_programs)

    def leave(self) -> None:
        """The box is being closed: whatever is kept nowhere becomes a draft, and nothing is asked."""
        self._leaving = True
        if self.is_modified:
            # Written here and now: the worker may be about to end, or to drop what it was given for this box.
            try:
                keep_draft(own_home(self._ruleset.id, self._document.chart_set), self.model.grid)
            except CoreError:
                log.exception("what was typed of a chart could not be kept")
        self.close()

    def reject(self) -> None:
        """Closes, once it is settled what becomes of what is kept nowhere."""
        if self._leaving or not self.is_modified:
            super().reject()
        else:
            self._ask()

    def closeEvent(self, event: QCloseEvent) -> None:
        """As `reject`: the cross of the window asks, too."""
        if self._leaving or not self.is_modified:
            super().closeEvent(event)
        else:
            event.ignore()
            self._ask()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A letter with Alt is the key of a button; of one that is grey it says why, and it writes nothing."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            writes = bool(event.text()) and event.text().isprintable()
            # On macOS that key writes letters of its own.
            if writes and event.modifiers() == Qt.KeyboardModifier.AltModifier and sys.platform != "darwin":
                self._usable()
                return True
        return super().eventFilter(watched, event)

    def _ask(self) -> None:
        if self._asking is not None:
            return
        box = QMessageBox(
            QMessageBox.Icon.Question, self.windowTitle(), self.tr("What was typed is not kept yet."), parent=self
        )
        usable = self.model.judged.is_usable
        if not usable:
            box.setInformativeText(self.tr("It has errors and cannot be put in force. As a draft nothing of it is lost."))
        mine = box.addButton(self.tr("Keep in &my charts"), QMessageBox.ButtonRole.AcceptRole) if usable else None
        draft = box.addButton(self.tr("Keep as &draft"), QMessageBox.ButtonRole.AcceptRole)
        away = box.addButton(self.tr("Do &not keep"), QMessageBox.ButtonRole.DestructiveRole)
        back = box.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setEscapeButton(back)
        box.setDefaultButton(mine or draft)
        self._asking = box

        def answered() -> None:
            self._asking = None
            clicked = box.clickedButton()
            if clicked is away:
                self._end()
            elif clicked is draft:
                self.keep_draft(self._end)
            elif mine is not None and clicked is mine:
                grid = self.model.grid
                self._run_own({**self._home, "keep": (self.model.judged.chart,)}, lambda now: self._end_kept(grid, now))
            box.deleteLater()

        box.finished.connect(answered)
        box.open()

    def _end_kept(self, grid: ChartGrid, now: RulesNow) -> None:
        self._settled(grid, self._kept_words(now))
        self._end()

    def _end(self) -> None:
        self._leaving = True
        super().reject()

    def _run_own(self, parameters: Mapping[str, object], then: Callable[[RulesNow], None]) -> None:
        document = self._document

        def arrived(now: object) -> None:
            if isinstance(now, RulesNow) and isValid(document):
                # The rules are others now, whether or not anybody still looks at the chart.
                take_rules(document, now)
                if isValid(self):
                    then(now)

        self._answers.run("own_charts", parameters, arrived, on_refused=self._tell_if_there)

    def _do(self, job: str, parameters: Mapping[str, object], then: Callable[[object], None]) -> None:
        """Runs a job; what comes of it is heard while the editor is there."""
        self._answers.run(
            job, parameters, lambda result: then(result) if isValid(self) else None, on_refused=self._tell_if_there
        )

    def _tell_if_there(self, sentence: str) -> None:
        if isValid(self):
            self._tell(sentence)

    def _settled(self, grid: ChartGrid, words: str) -> None:
        """A chart was put in force: its draft, if there is one, is done with."""
        self._kept = grid
        self.notices.withdraw("draft")
        self.notices.withdraw("broken")
        self._do("drop_chart_draft", {**self._home, "chart": self._id}, lambda _: None)
        self._show_in_force()
        self._tell(words)

    def _kept_words(self, now: RulesNow) -> str:
        words = self.tr("Kept in your charts, and in force from now on.")
        if self._id in self._document.box.charts:
            words = self.tr("Kept in your charts. In this box the box's own chart stands over it.")
        return f"{words} {aside_words(now)}".strip()

    def _begin_from_programs(self, now: RulesNow) -> None:
        self._begin(self.tr("The program's chart"), self._document.charts.chart(self._id))
        self._kept = self.model.grid
        self._show_in_force()
        words = self.tr("The program's chart is in force again.")
        self._tell(f"{words} {aside_words(now)}".strip())

    def _usable(self) -> bool:
        if not self.model.judged.is_usable:
            self._tell(self.tr("The chart has errors and cannot be put in force; as a draft nothing of it is lost."))
        return self.model.judged.is_usable

    # Beginning -----------------------------------------------------------------------------------------------------------

    def begin_from_force(self) -> None:
        """Shows the chart that is in force, in the place of what was typed."""
        self._begin(self.tr("Chart in force"), self._document.charts.chart(self._id))

    def begin_empty(self) -> None:
        """Empties every cell."""
        self.model.change(self.tr("Empty chart"), emptied)
        self.view.setFocus()

    def read_csv(self, file: Path | None = None) -> None:
        """Reads a file of values between commas, semicolons or tabs, in the place of what was typed."""
        if file is None:
            wanted = f"{self.tr('Tables')} (*.csv *.tsv *.txt);;{self.tr('All files')} (*)"
            chosen, _ = QFileDialog.getOpenFileName(self, self.tr("Read a table"), str(Path.home()), wanted)
            if not chosen:
                return
            file = Path(chosen)
        try:
            with file.open("rb") as stream:
                data = stream.read(4 * MOST_CHARACTERS + 1)
        except OSError as problem:
            self._tell(self.tr("%s cannot be read: %s.") % (file, problem.strerror or problem))
            return
        name = file.name
        if self.model.change(
            self.tr("Read %s") % name, lambda grid: grid_from(read_table(table_file(data, name), name), grid, name)
        ):
            self._tell(self.tr("%s was read.") % name)

    def write_csv(self, file: Path | None = None) -> None:
        """Writes what was typed as a file of values between commas."""
        if file is None:
            proposed = str(Path.home() / f"{self._id}.csv")
            chosen, _ = QFileDialog.getSaveFileName(self, self.tr("Write a table"), proposed, f"{self.tr('Tables')} (*.csv)")
            if not chosen:
                return
            file = Path(chosen)
        try:
            write_text(file, table_text(table_of(self.model.grid)))
        except OSError as problem:
            self._tell(self.tr("%s cannot be written: %s.") % (file, problem.strerror or problem))
        else:
            self._tell(self.tr("The chart was written to %s.") % file)

    def _begin(self, label: str, chart: Chart) -> None:
        grid = grid_of(chart, self.model.grid.layout if self.model.grid.layout in layouts(chart) else None)
        self.model.change(label, lambda _: grid)
        self._show_said(grid)
        self.view.setFocus()

    def _show_said(self, grid: ChartGrid) -> None:
        self.source.setText(grid.source)
        self.note.setText(grid.note)
        self._show_beginnings()
        self._say()

    def _show_beginnings(self) -> None:
        """Lines that are longer than their fields show how they begin."""
        for line in (self.source, self.note):
            line.setCursorPosition(0)

    def _offer_draft(self, draft: object) -> None:
        if not isinstance(draft, Draft):
            return
        words = self.tr("What was typed of this chart on %s is kept as a draft.") % draft.kept
        answers = [
            (self.tr("&Open the draft"), lambda: self._open_draft(draft)),
            (self.tr("Put it &away"), self._put_draft_away),
        ]
        self.notices.tell("draft", words, answers)

    def _show_broken(self, broken: object) -> None:
        """Says that the user's own chart cannot be used, and shows what can be read of it, to be mended."""
        if not isinstance(broken, Broken):
            return
        words = self.tr("Your own chart cannot be used, and another is in force. %s") % broken.said
        aside = self.tr("When a chart is kept in its place, the file is set aside and stays.")
        grid = broken.grid
        if grid is None:
            self.notices.tell("broken", f"{words} {aside}")
        elif self.is_modified:
            self.notices.tell("broken", f"{words} {aside}", [(self.tr("Show &yours"), lambda: self._begin_broken(grid))])
        else:
            self._begin_broken(grid)
            shown = self.tr("What can be read of it is shown here; what is wrong is marked.")
            answers = [(self.tr("Show the chart in &force"), self.begin_from_force)]
            self.notices.tell("broken", f"{words} {shown} {aside}", answers)

    def _begin_broken(self, grid: ChartGrid) -> None:
        shape = self.model.grid.shape
        self.model.change(self.tr("Your own chart"), lambda _: replace(grid, shape=shape))
        self._show_said(grid)
        self._show_layout()
        self._kept = self.model.grid
        self.view.setFocus()

    def _open_draft(self, draft: Draft) -> None:
        shape = self.model.grid.shape
        self.model.change(self.tr("Open draft"), lambda _: replace(draft.grid, shape=shape))
        self._show_said(draft.grid)
        self._kept = self.model.grid
        self.view.setFocus()

    def _put_draft_away(self) -> None:
        self._do("drop_chart_draft", {**self._home, "chart": self._id}, lambda _: None)
        self.view.setFocus()

    # Showing -------------------------------------------------------------------------------------------------------------

    @property
    def _ruleset(self) -> Ruleset:
        assert self._document.ruleset is not None
        return self._document.ruleset

    @property
    def _home(self) -> dict[str, object]:
        """Where the user's own chart belongs: to the ruleset, or to the game whose set of charts the box is played with."""
        return {"ruleset": self._ruleset.id, "chart_set": self._document.chart_set}

    @property
    def _own(self) -> Mapping[str, Chart]:
        return self._ruleset.own.get(self._document.chart_set, {})

    def _judge(self, grid: ChartGrid) -> Judged:
        return judge(grid, self._ruleset.known(self._document.chart_set), self._document.charts, self._ruleset.examples)

    def _say(self) -> None:
        given = (whole_text(" ".join(line.text().split())) for line in (self.source, self.note))
        self.model.say_source(*given)

    def _tell(self, words: str) -> None:
        """Says what has happened. Of many lines the first are shown and the rest is in the tooltip: the table keeps room."""
        lines = words.splitlines()
        more = len(lines) - _MOST_SAID
        shown = [*lines[:_MOST_SAID], self.tr("And %d more.") % more] if more > 0 else lines
        self.message.setText("\n".join(shown))
        self.message.setToolTip(words if more > 0 else "")

    def _jump(self, at: At | None) -> None:
        if at is None:
            self.source.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.view.go_to(at)
        line = "columns" if at[0] < 0 else "rows" if at[1] < 0 else None
        if line == "columns" and self.model.grid.is_open("columns") and not self.model.grid.columns[at[1]]:
            self.view.edit_label("columns", at[1])
        elif line == "rows" and self.model.grid.is_open("rows") and not self.model.grid.rows[at[0]]:
            self.view.edit_label("rows", at[0])

    def _show_judged(self) -> None:
        judged = self.model.judged
        self.findings.show_judged(judged)
        why = "" if judged.is_usable else self.tr("The chart has errors. Keep it as a draft until they are mended.")
        for button in (self.mine, self.in_box):
            button.setEnabled(judged.is_usable)
            button.setToolTip(why)

    def _follow(self, touched: Touched) -> None:
        if Aspect.HEADS in touched.aspects:
            self._charts_changed()

    def _charts_changed(self) -> None:
        if self._id in self._document.charts.charts:
            self.model.judge_anew()
            self._show_in_force()

    def _show_in_force(self) -> None:
        book = self._document.charts
        chart = book.chart(self._id)
        words = self.tr("In force: %s (%s).") % (said(STATUSES.get(chart.status, chart.status)), chart.source)
        covered = book.under.get(self._id, ())
        if covered:
            words += " " + self.tr("It stands over: %s.") % "; ".join(
                said(STATUSES.get(each.status, each.status)) for each in covered
            )
        self.in_force.setText(f"{words} {self._reading()}")
        own = self._id in self._own or self._id in self._document.box.charts
        self.programs.setEnabled(own)

    def _reading(self) -> str:
        """What the cells are, and what they are found by."""
        chart = self._document.charts.chart(self._id)
        words = self.tr("Cells: %s.") % said(chart.unit)
        if chart.columns.by:
            words += " " + self.tr("Columns: %s.") % chart.columns.by
        if chart.rows.by:
            words += " " + self.tr("Rows: %s.") % chart.rows.by
        return words

    def _layouts(self) -> QComboBox:
        named: dict[Layout, str] = {
            "results": self.tr("A row for each result, rolls in the cells"),
            "rolls": self.tr("A row for each roll, results in the cells"),
            "cells": "",
        }
        choice = QComboBox()
        choice.setAccessibleName(self.tr("Layout of the table"))
        for layout in layouts(self.model.grid.shape):
            choice.addItem(named[layout], layout)
        choice.activated.connect(lambda _: self._choose_layout(choice.currentData()))
        return choice

    def _choose_layout(self, layout: Layout) -> None:
        self.model.change(self.tr("Layout"), lambda grid: relaid(grid, layout))
        self._show_layout()

    def _show_layout(self) -> None:
        self.layout_choice.setCurrentIndex(self.layout_choice.findData(self.model.grid.layout))

    def _lay_out(self) -> None:
        title = QLabel(said(self.model.grid.shape.title))
        bold = title.font()
        bold.setBold(True)
        title.setFont(bold)
        top = QHBoxLayout()
        top.addWidget(title)
        top.addStretch(1)
        if self.layout_choice.count() > 1:
            words = QLabel(self.tr("&Layout:"))
            words.setBuddy(self.layout_choice)
            top.addWidget(words)
            top.addWidget(self.layout_choice)
        top.addWidget(self._menu(self.tr("&Cells"), self._cells_menu()))
        top.addWidget(self._menu(self.tr("B&egin from"), self._begin_menu()))
        form = QFormLayout()
        form.addRow(self.tr("&Source:"), self.source)
        form.addRow(self.tr("&Note:"), self.note)
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.view)
        split.addWidget(self.findings)
        split.setStretchFactor(0, 1)
        split.setSizes([30 * self.fontMetrics().height(), 11 * self.fontMetrics().height()])
        split.setChildrenCollapsible(False)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Close)
        self.mine = self._button(buttons, self.tr("Keep in &my charts"), self.keep_mine)
        self.in_box = self._button(buttons, self.tr("Keep in this &box"), self.keep_in_box)
        self.draft = self._button(buttons, self.tr("Keep as &draft"), lambda: self.keep_draft())
        self.programs = self._button(buttons, self.tr("&Use the program's chart again"), self.use_programs)
        for button in buttons.buttons():
            assert isinstance(button, QPushButton)
            # Enter belongs to the table.
            button.setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self, self.keep_mine)
        column = QVBoxLayout(self)
        column.addLayout(top)
        column.addWidget(self.in_force)
        column.addWidget(self.notices)
        column.addWidget(split, 1)
        column.addLayout(form)
        column.addWidget(self.message)
        column.addWidget(buttons)

    @staticmethod
    def _button(row: QDialogButtonBox, text: str, do: Callable[[], object]) -> QPushButton:
        button = row.addButton(text, QDialogButtonBox.ButtonRole.ActionRole)
        button.clicked.connect(lambda _=False: do())
        return button

    def _menu(self, text: str, menu: QMenu) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(text.replace("&", ""))
        return button

    def _cells_menu(self) -> QMenu:
        menu = QMenu(self)
        for words, keys, step in ((self.tr("&Next fault"), "F8", 1), (self.tr("Fault befo&re"), "Shift+F8", -1)):
            leading = menu.addAction(words)
            leading.setShortcut(QKeySequence(keys))
            leading.triggered.connect(lambda _=False, step=step: self.findings.go_on(step))
            self.addAction(leading)
        menu.addSeparator()
        for action in self.view.grid_actions:
            if action is None:
                menu.addSeparator()
            else:
                menu.addAction(action)
        return menu

    def _begin_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("The chart in &force")).triggered.connect(lambda _=False: self.begin_from_force())
        menu.addAction(self.tr("An &empty chart")).triggered.connect(lambda _=False: self.begin_empty())
        menu.addSeparator()
        menu.addAction(self.tr("&Read a table (CSV)…")).triggered.connect(lambda _=False: self.read_csv())
        menu.addAction(self.tr("&Write a table (CSV)…")).triggered.connect(lambda _=False: self.write_csv())
        return menu
