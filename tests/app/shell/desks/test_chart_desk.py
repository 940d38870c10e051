"""Charts from the menu: the editor of the one that is chosen, charts for a friend and from one."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest
from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMessageBox

from app.dialogs.charts.choice import ChartChoice
from app.dialogs.charts.editor import ChartEditor
from app.dialogs.charts.parcels import SendCharts, TakeInCharts
from app.documents.document import Document
from app.panels.charts.panel import ChartsPanel
from app.shell.action_table import ALL
from app.shell.actions import Actions
from app.shell.desks.charts import ChartDesk, _documents
from app.shell.status_bar import StatusBar
from app.workers.jobs import start
from core.base.errors import CoreError
from core.base.steps import finish
from core.files.own_charts import open_parcel, read_draft, rules_in_force, send_parcel
from core.files.ruleset_files import load_ruleset
from core.model.new_map import NewMap

RULES = load_ruleset("tcs-4.01")
PREP = RULES.charts["tcs.command_prep"]
PRINTED = replace(PREP, cells=MappingProxyType({**PREP.cells, ("5", "6"): Fraction(53)})).owned("yours", "my copy")


class Worker:
    """Answers at once, in this process, what the worker would answer."""

    def run(self, job, parameters, on_result, on_progress=None, on_refused=None, **rest):
        try:
            result = finish(start(job, None, **parameters))
        except CoreError as problem:
            on_refused(str(problem))
        else:
            on_result(result)
        return 1


class Desk:
    """A window with nothing but what the desk needs."""

    def __init__(self):
        self.window = QMainWindow()
        self.window.resize(900, 600)
        self.actions = Actions(self.window)
        self.actions.add(ALL)
        self.status = StatusBar(self.window)
        self.panel = ChartsPanel()
        self.document = Document(NewMap("t", columns=3, rows=3).box(), RULES)
        self.desk = ChartDesk(self.window, self.actions, Worker(), self, self.status, self.panel)
        self.window.show()

    def shown(self, kind):
        return next(each for each in self.window.findChildren(kind) if each.isVisible())

    def any_shown(self, kind):
        return any(each.isVisible() for each in self.window.findChildren(kind))


@pytest.fixture
def held(qtbot, qapp, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    made = Desk()
    qtbot.addWidget(made.window)
    qtbot.addWidget(made.panel)
    yield made
    made.desk.leave_box()


@pytest.fixture
def parcel(tmp_path):
    file = tmp_path / "for-you.charts.yaml"
    send_parcel(file, RULES, [PRINTED], "as promised")
    return file


def test_a_chart_is_chosen_from_the_menu_and_edited(held, qtbot):
    held.actions["box.edit_chart"].trigger()
    choice = held.shown(ChartChoice)
    qtbot.keyClicks(choice.line, "command prep t")
    qtbot.keyClick(choice.line, Qt.Key.Key_Return)
    assert held.shown(ChartEditor).chart == PREP.id


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_the_panel_leads_to_one_editor_for_each_chart(held):
    held.panel.edit_wanted.emit("tcs.fire")
    held.panel.edit_wanted.emit("tcs.fire")
    held.panel.edit_wanted.emit("tcs.morale")
    held.panel.edit_wanted.emit("tcs.nowhere")
    assert [each.chart for each in held.window.findChildren(ChartEditor)] == ["tcs.fire", "tcs.morale"]


def test_closing_the_box_keeps_what_was_typed_as_a_draft(held):
    held.desk.edit(PREP.id)
    editor = held.shown(ChartEditor)
    editor.model.write("", {(0, 0): "many"})
    held.desk.leave_box()
    assert not editor.isVisible()
    draft = read_draft(RULES, PREP.id)
    assert draft is not None and draft.grid.texts[0][0] == "many"


def test_charts_of_a_friend_are_seen_and_then_in_force(held, parcel):
    held.desk.take_in(parcel)
    dialog = held.shown(TakeInCharts)
    assert rules_in_force("tcs-4.01")[0].own == {}
    dialog.keep.click()
    assert held.document.charts.chart(PREP.id) == PRINTED
    assert rules_in_force("tcs-4.01")[0].own == {"": {PREP.id: PRINTED}}
    assert "Command Prep Table" in held.status.hint


def test_charts_of_a_friend_can_be_for_this_box_alone(held, parcel):
    held.desk.take_in(parcel)
    dialog = held.shown(TakeInCharts)
    dialog.where.setCurrentIndex(1)
    dialog.keep.click()
    assert held.document.box.charts[PREP.id].status == "box"
    assert held.document.undo_stack.undoText() == "Take in charts"
    held.document.undo_stack.undo()
    assert held.document.charts.chart(PREP.id) == PREP


def test_charts_of_a_friend_are_kept_for_the_game_that_they_belong_to(held, tmp_path):
    scs = load_ruleset("scs-1.6")
    box = NewMap("t", ruleset="scs-1.6", columns=3, rows=3).box()
    held.document = Document(box.with_head(replace(box.head, chart_set="gazala")), scs)
    table = next(each for each in scs.sets["ardennes"].charts if each.id == "scs.crt").owned("yours", "my copy")
    file = tmp_path / "a.charts.yaml"
    send_parcel(file, scs, [table], sets={table.id: "ardennes"})
    before = held.document.charts.chart(table.id)
    held.desk.take_in(file)
    dialog = held.shown(TakeInCharts)
    assert scs.sets["ardennes"].title in dialog.list.topLevelItem(0).text(1)
    dialog.keep.click()
    assert rules_in_force("scs-1.6")[0].own == {"ardennes": {table.id: table}}
    assert held.document.charts.chart(table.id) == before


def test_what_is_sent_says_the_game_that_it_belongs_to(held, tmp_path):
    scs = load_ruleset("scs-1.6")
    table = next(each for each in scs.sets["gazala"].charts if each.id == "scs.crt").owned("yours", "my copy")
    stacking = scs.charts["scs.stacking"].owned("yours", "my copy")
    box = NewMap("t", ruleset="scs-1.6", columns=3, rows=3).box()
    rules = scs.with_own({"gazala": {table.id: table}, "": {stacking.id: stacking}})
    held.document = Document(box.with_head(replace(box.head, chart_set="gazala")), rules)
    held.desk.send()
    dialog = held.shown(SendCharts)
    dialog.file.setText(str(tmp_path / "a.charts.yaml"))
    dialog.send.click()
    assert open_parcel(tmp_path / "a.charts.yaml", scs).sets == {table.id: "gazala", stacking.id: ""}


def test_giving_up_keeps_nothing(held, parcel):
    held.desk.take_in(parcel)
    held.shown(TakeInCharts).reject()
    assert held.document.charts.chart(PREP.id) == PREP
    assert rules_in_force("tcs-4.01")[0].own == {}


def test_a_file_that_cannot_be_read_is_told(held, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "nowhere.yaml"), ""))
    held.actions["box.take_in_charts"].trigger()
    told = held.shown(QMessageBox)
    assert "cannot be read" in told.text()
    told.accept()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    held.actions["box.take_in_charts"].trigger()
    assert not held.any_shown(TakeInCharts)


def test_charts_are_sent_and_can_be_taken_in(held, tmp_path):
    held.document.set_ruleset(RULES.with_own({"": {PREP.id: PRINTED}}))
    held.actions["box.send_charts"].trigger()
    dialog = held.shown(SendCharts)
    file = tmp_path / "mine.charts.yaml"
    dialog.file.setText(str(file))
    dialog.send.click()
    assert "mine.charts.yaml" in held.status.hint
    held.desk.take_in(file)
    assert held.shown(TakeInCharts).charts == (PRINTED,)


def test_without_known_rules_there_is_no_chart_to_edit(held):
    held.document = Document(NewMap("t", columns=3, rows=3).box(), None)
    for name in ("box.edit_chart", "box.take_in_charts", "box.send_charts"):
        held.actions[name].trigger()
    assert "The ruleset of this box is not known" in held.status.hint
    assert not any(held.any_shown(kind) for kind in (ChartChoice, TakeInCharts, SendCharts))
    held.document = None
    held.actions["box.edit_chart"].trigger()


def test_the_panel_of_the_real_window_leads_to_the_editor(window, qtbot):
    window.workbench.docks.charts.edit_wanted.emit("tcs.fire")
    qtbot.waitUntil(lambda: any(each.isVisible() for each in window.findChildren(ChartEditor)))
    (editor,) = window.findChildren(ChartEditor)
    assert editor.model.grid.shape.id == "tcs.fire"
    editor.close()
    qtbot.waitUntil(lambda: not window.findChildren(ChartEditor))


def test_files_are_proposed_in_a_folder_that_there_is(monkeypatch, tmp_path):
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(tmp_path / "Documents"))
    assert _documents() == Path.home()
    (tmp_path / "Documents").mkdir()
    assert _documents() == tmp_path / "Documents"
