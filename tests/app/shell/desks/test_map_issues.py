"""Findings on the map and in their panel, and mending them."""

import inspect
import math
from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow

from app.canvas.scene_map import SceneMap
from app.canvas.view import MapView
from app.documents.document import Document
from app.panels.issue_kinds import KINDS, kind_title
from app.panels.issues_panel import IssuesPanel
from app.shell.desks.map_issues import MapIssues
from app.shell.session import Session
from core.analysis import lint_ground, lint_items, lint_paths, lint_sheets
from core.base.errors import Place
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, hex_at, plane_centre, to_lattice
from core.model import follow_ons, issues, name_checks, symbol_checks
from core.model.box import GameBox, PlacedSheet
from core.model.deployment import Deployment, Piece
from core.model.edits.edit import Aspect, Touched
from core.model.edits.force_edits import ChangePieces, ChangeScenario
from core.model.edits.map_edits import ChangeItems
from core.model.issues import Issue, Severity
from core.model.items import Items
from core.model.maps import Grid, ItemRef, MapSheet, Spot
from core.model.oob import Counter, Oob, Side
from core.model.scenario import Scenario
from core.model.work import Work
from core.rules.bcs import stacking as bcs_stacking
from core.rules.kernel import chart_checks, force_checks, look_checks, start_losses, value_checks
from core.rules.kernel.chart_checks import STAND_INS
from core.rules.scs import stacking as scs_stacking
from core.rules.tcs.forces import mounting
from core.rules.tcs.orders import graphic_checks, op_sheets, sheet_checks

A = "a.map.yaml"
ONE, TWO = ItemRef(A, "spots", 1), ItemRef(A, "spots", 2)


RESTING = "Click a hex."

CHECKS = (name_checks, symbol_checks, look_checks, value_checks, chart_checks, follow_ons, issues)

FORCES = (force_checks, start_losses, op_sheets, sheet_checks, graphic_checks, mounting, scs_stacking, bcs_stacking)

FINDERS = (*(lint_ground, lint_items, lint_paths, lint_sheets), *FORCES, *CHECKS)
"""Where findings are made."""


class Status:
    """As much of the status bar as findings use."""

    def __init__(self, hints):
        self.show_hint, self._hints = hints.append, hints

    @property
    def hint(self):
        return self._hints[-1]


def _issue(ref, text, code="duplicate", severity=Severity.WARNING, fix=True, at=(2.0, 2.0)):
    mended = ChangeItems("Remove spot", {ref: None}) if fix else None
    return Issue(Place(A), text, severity, "8.2", code, (ref,), at, mended)


@pytest.fixture
def document(qapp):
    sheet = MapSheet("A", Grid(5, 5, Numbering("{column}.{row:02}", 5, 5)), spots=(Spot(20, (1.0, 1.0)), Spot(40, (2.0, 2.0))))
    box = GameBox("Test", "", (PlacedSheet(sheet, SheetFrame.place("odd"), "A", A),))
    issues = (
        _issue(ONE, "The first is wrong."),
        _issue(TWO, "The second is wrong."),
        _issue(TWO, "It crosses.", "crossing", Severity.ERROR, fix=False),
        Issue(Place(A, 3), "A file is wrong.", Severity.ERROR),
    )
    return Document(box, issues=issues)


@pytest.fixture
def desk(qtbot, document, tmp_path):
    window = QMainWindow()
    qtbot.addWidget(window)
    view, panel = MapView(window), IssuesPanel(window)
    view.show_map(SceneMap(document.box))
    hints = []
    status = Status(hints)
    session = Session(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    actions = SimpleNamespace(adopt=lambda action, name: action)
    made = MapIssues(view, panel, actions, status, session, window, lambda: RESTING)
    made.use(document)
    yield SimpleNamespace(issues=made, view=view, panel=panel, hints=hints, session=session)
    made.use(None)


def _rows(panel):
    return list(panel._model.shown)


def _select(panel, text):
    row = next(row for row, issue in enumerate(_rows(panel)) if issue.text == text)
    panel._table.selectRow(row)


def test_opening_a_finding_goes_there_selects_what_it_is_about_and_says_it(desk, document):
    desk.issues.go_to(document.issues[0])
    assert document.selection.refs == {ONE}
    assert desk.hints[-1] == "The first is wrong."


def test_a_finding_about_units_shows_their_scenario_and_selects_those_that_are_there(desk, document):
    box = document.box.with_oob(Oob(counters=Items([Counter("a", "de")]))).with_scenarios({"s.scenario.yaml": Scenario("S")})
    document.show(replace(document.work, box=box), Touched(frozenset({Aspect.HEADS})))
    desk.issues.go_to(Issue(Place("s.scenario.yaml"), "It is nowhere.", code="unit-nowhere", units=("a", "gone")))
    assert (document.state.scenario, document.units.ids) == ("s.scenario.yaml", ("a",))


def test_advice_on_charts_that_are_stand_ins_leads_to_them_and_is_not_counted(desk, document):
    wanted, counts = [], []
    desk.issues.charts_wanted.connect(lambda: wanted.append(True))
    desk.panel.count_changed.connect(counts.append)
    advice = Issue(Place("game.yaml"), "3 charts stand in.", Severity.ADVICE, code=STAND_INS)
    desk.panel.show_issues((*document.issues, advice))
    assert counts == [len(document.issues)] and _rows(desk.panel)[-1] == advice
    desk.issues.go_to(document.issues[0])
    assert not wanted
    _select(desk.panel, advice.text)
    QTest.keyClick(desk.panel._table, Qt.Key.Key_Return)
    assert wanted == [True]


def test_fixing_is_one_step_of_the_history_named_by_what_it_does(desk, document):
    _select(desk.panel, "The first is wrong.")
    assert desk.panel._fix.isEnabled()
    desk.panel._fix.trigger()
    assert document.undo_stack.undoText() == "Remove spot"
    assert document.box.item(ONE) is None
    document.undo_stack.undo()
    assert document.box.item(ONE) is not None


def test_all_of_a_kind_are_mended_in_one_step(desk, document):
    _select(desk.panel, "The first is wrong.")
    desk.panel._fix_kind.trigger()
    assert document.undo_stack.count() == 1
    assert document.box.item(ONE) is None
    assert document.box.item(TWO) is None


def test_what_cannot_be_mended_safely_offers_no_fix(desk):
    _select(desk.panel, "It crosses.")
    assert not desk.panel._fix.isEnabled()
    assert not desk.panel._fix_kind.isEnabled()


def test_two_fixes_of_one_item_are_not_done_at_once(desk, document):
    desk.issues.fix((_issue(ONE, "a"), _issue(ONE, "b")))
    assert document.undo_stack.undoText() == "Remove spot"


def test_nothing_is_mended_by_what_was_found_in_an_earlier_box(desk, document):
    stale = document.issues[0]
    document.do(ChangeItems("Move", {ONE: Spot(20, (1.5, 1.0))}))
    desk.issues.fix((stale,))
    assert document.undo_stack.count() == 1
    assert "being checked" in desk.hints[-1]


def test_every_finding_with_a_place_is_marked_and_marks_can_be_hidden(desk, document):
    assert sorted(shape.look for shape in desk.issues._layer.shapes) == ["error", "warning"]
    desk.issues.action.setChecked(False)
    assert desk.issues._layer.shapes == ()
    assert desk.session.text("issue_marks") == "hidden"
    desk.issues.action.setChecked(True)
    document.show_issues(())
    assert desk.issues._layer.shapes == ()
    assert desk.panel._stack.currentWidget() is desk.panel._none


def test_a_mark_goes_aside_where_counters_lie_and_its_words_go_with_it(desk, document, monkeypatch):
    place = hex_at(to_lattice((2.0, 2.0)))
    middle = plane_centre(place)
    document.show_issues((_issue(ONE, "Too much.", at=middle),))
    told = []
    monkeypatch.setattr("app.shell.desks.map_issues.QToolTip.showText", lambda at, words, view: told.append(words))
    assert desk.issues._layer.shapes[0].points == (middle,)
    oob = Oob(Items([Side("us", "US")]), counters=Items([Counter("gun", "us")]))
    scenario = Scenario("A", start=Deployment().with_pieces({"gun": Piece(place)}))
    document.work = Work(document.box.with_oob(oob).with_scenarios({"a.scenario.yaml": scenario}), document.state)
    document.show_scenario("a.scenario.yaml")
    ((at,),) = (shape.points for shape in desk.issues._layer.shapes)
    assert 0.3 < math.dist(at, middle) < 0.6 and hex_at(to_lattice(at)) == place
    desk.issues._point_at(place, at)
    assert told == ["Too much. [8.2]"]


def test_the_panel_is_filtered_by_kind_and_shows_the_rule(desk):
    panel = desk.panel
    titles = [panel._kind.itemText(number) for number in range(panel._kind.count())]
    assert titles == ["All kinds", "Crossing contours (1)", "Files (1)", "Items drawn twice (2)"]
    panel._kind.setCurrentIndex(1)
    assert [issue.text for issue in _rows(panel)] == ["It crosses."]
    assert panel._model.index(0, 1).data() == "8.2"
    panel._kind.setCurrentIndex(2)
    assert [issue.text for issue in _rows(panel)] == ["A file is wrong."]


def test_the_row_stays_when_what_stood_in_it_is_mended(desk, document):
    _select(desk.panel, "The first is wrong.")
    row = desk.panel._table.currentIndex().row()
    document.show_issues(tuple(issue for issue in document.issues if issue.text != "The first is wrong."))
    assert desk.panel._table.currentIndex().row() == row
    assert _rows(desk.panel)[row].text == "The second is wrong."


def test_the_pointer_on_a_mark_is_told_what_is_wrong(desk, document, monkeypatch):
    told = []
    bubble = SimpleNamespace(showText=lambda at, words, view: told.append(words), hideText=lambda: told.append(""))
    monkeypatch.setattr("app.shell.desks.map_issues.QToolTip", bubble)
    desk.view.moved.emit(None, (2.0, 2.0), None, None)
    desk.view.moved.emit(None, (4.0, 4.0), None, None)
    assert told == ["The first is wrong. [8.2]\nThe second is wrong. [8.2]\nIt crosses. [8.2]", ""]


def test_every_kind_that_is_found_has_a_heading():
    texts = "".join(inspect.getsource(module) for module in FINDERS)
    assert all(f'"{code}"' in texts for code in KINDS if code)
    assert kind_title("other-thing") == "Other thing"


def test_of_two_fixes_that_say_the_same_scenario_anew_the_second_waits_for_the_next_check(desk, document):
    document.do(ChangeScenario("New scenario", "s.scenario.yaml", Scenario("S")))
    held = document.box.scenarios["s.scenario.yaml"]
    fixes = [ChangeScenario("Mend", "s.scenario.yaml", replace(held, **{part: "x"})) for part in ("title", "note")]
    found = [Issue(Place("s.scenario.yaml"), "It is wrong.", code="sheet-artillery", fix=fix) for fix in fixes]
    document.show_issues(tuple(found))
    document.checked = document.box
    desk.issues.fix(tuple(found))
    mended = document.box.scenarios["s.scenario.yaml"]
    assert (mended.title, mended.note) == ("x", "")


@pytest.mark.parametrize("turned", [False, True])
def test_a_fix_of_pieces_and_one_that_says_their_scenario_anew_are_two_steps(desk, document, turned):
    file = "s.scenario.yaml"
    document.do(
        ChangeScenario("New scenario", file, Scenario("S", start=Deployment().with_pieces({"a": Piece("Box", lost=1)})))
    )
    held = document.box.scenarios[file]
    fixes = [ChangePieces("Mend", file, {"a": Piece("Box")}), ChangeScenario("Mend", file, replace(held, title="T"))]
    found = tuple(Issue(Place(file), "It is wrong.", fix=fix) for fix in (reversed(fixes) if turned else fixes))
    document.checked = document.box
    desk.issues.fix(found)
    mended = document.box.scenarios[file]
    assert (mended.title, mended.start.pieces["a"].lost) == (("T", 1) if turned else ("S", 0))


def test_a_finding_leaves_no_hex_cursor_where_it_selects_something(desk, document):
    desk.issues.go_to(document.issues[0])
    assert document.selection.refs == {ONE}
    assert desk.view.cursor_hex is None


def test_the_status_bar_forgets_a_finding_that_is_no_more(desk, document):
    desk.issues.go_to(document.issues[0])
    assert desk.hints[-1] == document.issues[0].text
    document.show_issues(document.issues[1:])
    assert desk.hints[-1] == RESTING


def test_what_was_said_after_a_finding_stays_when_it_is_mended(desk, document):
    desk.issues.go_to(document.issues[0])
    desk.hints.append("Painting woods.")
    document.show_issues(document.issues[1:])
    assert desk.hints[-1] == "Painting woods."


def test_the_place_of_a_finding_on_the_map_is_its_hex(desk, document):
    panel = desk.panel
    places = {panel._model.shown[row].text: panel._model.index(row, 2).data() for row in range(len(_rows(panel)))}
    assert places["The first is wrong."] == "2.02"
    assert places["A file is wrong."] == "a.map.yaml:3"


@pytest.fixture
def two_scenarios(document):
    """The document with two scenarios, with the same finding in each, and one of the map, in three hexes."""
    scenarios = {"raid.scenario.yaml": Scenario("The raid"), "siege.scenario.yaml": Scenario("The siege")}
    document.work = Work(document.box.with_scenarios(scenarios), document.state)
    raid, siege, ground = (plane_centre(place) for place in sorted(document.box.cells)[::6][:3])
    found = _issue(ONE, "Too much there.", fix=False)
    of_raid, of_siege = (replace(found, place=Place(file), at=at) for file, at in zip(scenarios, (raid, siege), strict=True))
    document.show_issues((of_raid, of_siege, _issue(TWO, "Of the map.", at=ground)))
    return SimpleNamespace(document=document, raid=raid, siege=siege, ground=ground)


def test_of_several_scenarios_the_place_of_a_finding_says_which_one(desk, two_scenarios):
    panel, label = desk.panel, two_scenarios.document.box.label
    raid, siege, ground = (
        label(hex_at(to_lattice(at))) for at in (two_scenarios.raid, two_scenarios.siege, two_scenarios.ground)
    )
    places = [panel._model.index(row, 2).data() for row in range(len(_rows(panel)))]
    assert sorted(places) == sorted([f"{raid}, The raid", f"{siege}, The siege", ground])
    panel._search.setText("siege")
    assert [issue.place.file for issue in _rows(panel)] == ["siege.scenario.yaml"]


def test_findings_of_a_scenario_are_marked_while_it_is_shown(desk, two_scenarios, monkeypatch):
    told = []
    bubble = SimpleNamespace(showText=lambda at, words, view: told.append(words), hideText=lambda: None)
    monkeypatch.setattr("app.shell.desks.map_issues.QToolTip", bubble)
    for file, at in (("raid.scenario.yaml", two_scenarios.raid), ("siege.scenario.yaml", two_scenarios.siege)):
        two_scenarios.document.show_scenario(file)
        points = {point for shape in desk.issues._layer.shapes for point in shape.points}
        assert points == {at, two_scenarios.ground}
    desk.view.set_hex_px(60.0)
    for point in (two_scenarios.raid, two_scenarios.siege):
        desk.view.moved.emit(None, point, None, None)
    assert told == ["Too much there. [8.2]"]
