"""Opens what changes charts: the editor of one, charts for a friend, and charts from one."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from PySide6.QtCore import QObject, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMessageBox

from app.dialogs.charts.choice import ChartChoice
from app.dialogs.charts.editor import ChartEditor
from app.dialogs.charts.parcels import SUFFIX, SendCharts, SetInForce, TakeInCharts
from app.dialogs.options.rules_now import aside_words, take_rules
from app.documents.document import Document
from app.panels.charts.panel import ChartsPanel
from app.shell.actions import Actions
from app.shell.status_bar import StatusBar
from app.widgets.one_dialog import OneDialog
from app.workers.answers import Answers
from core.files.parcels import Parcel, RulesNow
from core.model.charts import Chart
from core.model.edits.map_edits import ChangeBox
from core.rules.kernel.ruleset import Ruleset


class OpenBox(Protocol):
    """What the window has open."""

    @property
    def document(self) -> Document | None:
        """The open box, None when there is none."""
        ...


class ChartDesk(QObject):
    """Opens one editor for each chart, and one dialog of each other kind; they go when the box does."""

    def __init__(
        self,
        window: QMainWindow,
        actions: Actions,
        answers: Answers,
        open_box: OpenBox,
        status: StatusBar,
        charts: ChartsPanel,
    ) -> None:
        """`charts` tells which chart the user wants to change."""
        super().__init__(window)
        self._window, self._answers, self._open_box, self._status = window, answers, open_box, status
        self._editors: dict[str, ChartEditor] = {}
        self._dialog = OneDialog()
        charts.edit_wanted.connect(self.edit)
        actions["box.edit_chart"].triggered.connect(lambda _=False: self.choose())
        actions["box.take_in_charts"].triggered.connect(lambda _=False: self.take_in())
        actions["box.send_charts"].triggered.connect(lambda _=False: self.send())

    def choose(self) -> None:
        """Asks which chart is to be edited."""
        document = self._ruled()
        if document is None:
            return
        choice = ChartChoice(self._window, tuple(document.charts.charts.values()))
        choice.chosen.connect(self.edit)
        choice.closed.connect(choice.deleteLater)
        choice.popup()

    def edit(self, chart: str) -> None:
        """Opens the editor of a chart."""
        document = self._ruled()
        if document is None or chart not in document.charts.charts:
            return
        held = self._editors.get(chart)
        if held is not None:
            held.raise_()
            held.activateWindow()
            return
        editor = ChartEditor(self._window, document, self._answers, chart)
        self._editors[chart] = editor
        editor.finished.connect(lambda _: self._editors.pop(chart, None))
        editor.finished.connect(editor.deleteLater)
        editor.show()

    def take_in(self, file: Path | None = None) -> None:
        """Asks for a file of charts, shows what is in it, and keeps what the user wants of it."""
        document = self._ruled()
        if document is None or document.ruleset is None or self._dialog.is_open:
            return
        if file is None:
            wanted = f"{self.tr('Files of charts')} (*{SUFFIX} *.yaml *.yml);;{self.tr('All files')} (*)"
            chosen, _ = QFileDialog.getOpenFileName(self._window, self.tr("Take in charts"), str(_documents()), wanted)
            if not chosen:
                return
            file = Path(chosen)
        read_from = file

        def arrived(parcel: object) -> None:
            if isinstance(parcel, Parcel) and self._open_box.document is document:
                self._preview(document, parcel, read_from)

        parameters = {"ruleset": document.ruleset.id, "file": file}
        self._answers.run("take_in_charts", parameters, arrived, on_refused=self._warn)

    def send(self) -> None:
        """Asks which charts go to a friend, and writes them into one file."""
        document = self._ruled()
        if document is None or document.ruleset is None or self._dialog.is_open:
            return
        ruleset = document.ruleset
        own = {**ruleset.own_of(document.chart_set), **document.box.charts}
        of_set = {*ruleset.own_of(document.chart_set, whole=False), *document.box.charts}
        sets = {id_: document.chart_set if id_ in of_set else "" for id_ in own} if ruleset.sets else {}
        titles = {id_: self._title(ruleset, set_) for id_, set_ in sets.items()}
        dialog = SendCharts(self._window, tuple(own.values()), _documents(), ruleset.id, titles)

        def write() -> None:
            file = dialog.path
            words = self.tr("The charts were written to %s") % file
            self._answers.run(
                "send_charts",
                {"ruleset": ruleset.id, "file": file, "charts": dialog.charts, "note": dialog.note, "sets": sets},
                lambda _: self._status.show_passing(words),
                on_refused=self._warn,
            )

        dialog.accepted.connect(write)
        self._dialog.show(dialog)

    def leave_box(self) -> None:
        """The open box is being closed, and every dialog about it with it; what is typed and not kept becomes a draft."""
        for editor in list(self._editors.values()):
            editor.leave()
        self._dialog.reject()

    def _ruled(self) -> Document | None:
        """The open box, when its rules are known."""
        document = self._open_box.document
        if document is not None and document.ruleset is None:
            self._status.show_passing(self.tr("The ruleset of this box is not known, hence it has no charts."))
            return None
        return document

    def _preview(self, document: Document, parcel: Parcel, file: Path) -> None:
        if document.ruleset is None or self._dialog.is_open:
            return
        rules, head = document.ruleset, document.box.head
        named = dict.fromkeys((*parcel.sets.values(), document.chart_set)) if rules.sets else {}
        boxes = {set_: document.box.with_head(replace(head, chart_set=set_, charts=MappingProxyType({}))) for set_ in named}
        sets = {set_: SetInForce(self._title(rules, set_), rules.book(box)) for set_, box in boxes.items()}
        dialog = TakeInCharts(self._window, parcel, file, document.charts, rules.examples, sets, document.chart_set)
        dialog.accepted.connect(lambda: self._keep(document, dialog.charts, dialog.in_box, parcel.sets))
        self._dialog.show(dialog)

    def _title(self, ruleset: Ruleset, chart_set: str) -> str:
        """The boxes that a set of charts is for, in words."""
        held = ruleset.sets.get(chart_set)
        return held.title if held is not None else self.tr("every box of these rules")

    def _keep(self, document: Document, charts: tuple[Chart, ...], in_box: bool, sets: Mapping[str, str]) -> None:
        words = self.tr("%d charts were taken in.") % len(charts)
        if len(charts) == 1:
            words = self.tr("The chart “%s” was taken in.") % charts[0].title
        if in_box:
            held = {**document.box.charts, **{chart.id: chart.owned("box", chart.source) for chart in charts}}
            head = replace(document.box.head, charts=MappingProxyType(held))
            before = tuple(document.box.charts[chart.id] for chart in charts if chart.id in document.box.charts)
            document.do(ChangeBox(self.tr("Take in charts"), head))
            self._status.show_passing(words)
            if not before:
                return
        else:
            before = ()

        def arrived(now: object) -> None:
            if isinstance(now, RulesNow) and self._open_box.document is document:
                take_rules(document, now)
                self._status.show_passing(f"{words} {aside_words(now)}".strip())

        assert document.ruleset is not None
        parameters = {"ruleset": document.ruleset.id, "chart_set": document.chart_set, "aside": before, "sets": sets}
        parameters["keep"] = () if in_box else charts
        self._answers.run("own_charts", parameters, arrived, on_refused=self._warn)

    def _warn(self, sentence: str) -> None:
        box = QMessageBox(QMessageBox.Icon.Warning, self.tr("Charts"), sentence, parent=self._window)
        box.finished.connect(box.deleteLater)
        box.open()


def _documents() -> Path:
    place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    # On some systems the folder has a name before anybody has made it.
    return Path(place) if place and Path(place).is_dir() else Path.home()
