"""Layers, issues, the hex card, and the words they share."""

import doctest
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

import app.panels.features
import app.panels.profile.geometry
import app.panels.words
from app.panels.flow import FlowBox
from app.panels.hex_contents import contents
from app.panels.inspector_panel import InspectorPanel
from app.panels.issues_panel import IssuesPanel
from core.base.errors import Place
from core.files.ruleset_files import load_ruleset
from core.geometry.hexes import Hex
from core.model.box import GameBox, PlacedSheet
from core.model.edits.hex_edits import HexAreas, paint_terrain
from core.model.issues import Issue, Severity
from core.model.maps import Area, MapSheet, Zone
from core.model.state import GameState
from core.model.work import Work

OUTSIDE = Issue(Place("/home/ann/.local/share/phaseline/charts/tcs-4.01/tcs.at_roll.yaml", 49, 10), "A hole.")
ISSUES = (
    Issue(Place("a.map.yaml", 40, 3), "This contour crosses another one.", Severity.WARNING, "8.2b"),
    Issue(Place("a.map.yaml", 12), 'There is no terrain "wods".'),
    Issue(Place("game.yaml", 2), "The title is missing."),
)


@pytest.mark.parametrize("module", [app.panels.words, app.panels.features, app.panels.profile.geometry])
def test_examples_in_docstrings_hold(module):
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0


@pytest.fixture
def issues(qtbot):
    made = IssuesPanel()
    qtbot.addWidget(made)
    made.show_issues(ISSUES)
    return made


def shown(issues):
    return list(issues._model.shown)


def test_a_finding_in_a_file_outside_the_box_shows_the_whole_name_of_the_file(qtbot):
    panel = IssuesPanel()
    qtbot.addWidget(panel)
    panel.show_issues((OUTSIDE, *ISSUES))
    model = panel._table.model()
    places = {model.index(row, 2).data() for row in range(model.rowCount())}
    assert places == {"tcs.at_roll.yaml:49:10", "a.map.yaml:40:3", "a.map.yaml:12", "game.yaml:2"}
    tips = {model.index(row, 2).data(Qt.ItemDataRole.ToolTipRole) for row in range(model.rowCount())}
    assert str(OUTSIDE.place) in tips


def test_errors_come_first(issues):
    assert [issue.severity for issue in shown(issues)] == [Severity.ERROR, Severity.ERROR, Severity.WARNING]


def test_issues_are_filtered_by_words_file_and_severity(issues):
    issues._search.setText("wods")
    assert shown(issues) == [ISSUES[1]]
    issues._search.setText("game.yaml")
    assert shown(issues) == [ISSUES[2]]
    issues._search.clear()
    issues._severity.setCurrentIndex(2)
    assert shown(issues) == [ISSUES[0]]
    assert issues._count.text() == "1 of 3 findings"


def test_advice_comes_last_and_is_told_apart_by_words_and_sign(issues):
    advice = Issue(Place("a.map.yaml"), "The map is empty.", Severity.ADVICE, "8.2")
    issues.show_issues((advice, *ISSUES))
    assert shown(issues)[-1] is advice
    index = issues._model.index(3, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Advice: The map is empty. [8.2]"
    signs = [issues._model.index(row, 0).data(Qt.ItemDataRole.DecorationRole).pixmap(16).toImage() for row in (0, 2, 3)]
    assert signs[0] != signs[1] != signs[2] != signs[0]
    issues._severity.setCurrentIndex(3)
    assert shown(issues) == [advice]


def test_severity_is_told_in_words_and_by_its_sign(issues):
    index = issues._model.index(2, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).startswith("Warning: ")
    assert not index.data(Qt.ItemDataRole.DecorationRole).isNull()


class Way:
    """As much of an edit as the panel uses."""

    def __init__(self, label):
        self.label = label


def test_a_finding_that_can_be_mended_in_two_ways_offers_both(issues, qtbot):
    ways = Way("Ground rises inside"), Way("Ground rises outside")
    issues.show_issues([Issue(Place("a.map.yaml"), "Nothing tells which side is higher.", ways=ways), ISSUES[0]])
    assert not issues._fix.isEnabled()
    issues._table.selectRow(0)
    assert issues._fix.isEnabled()
    menu = issues._fix_button.menu()
    assert [action.text() for action in menu.actions()[:2]] == [way.label for way in ways]
    assert set(menu.actions()[:2]) <= set(issues._table.actions())
    with qtbot.waitSignal(issues.fix_wanted) as heard:
        menu.actions()[1].trigger()
    (mended,) = heard.args[0]
    assert mended.fix is ways[1]
    issues._table.selectRow(1)
    assert not issues._fix.isEnabled() and issues._fix in menu.actions()[:1]


def test_the_place_of_a_finding_is_its_hex_where_it_has_one(issues):
    issues.name_places(lambda issue: "BG.04" if issue is ISSUES[0] else "")
    issues.show_issues(ISSUES)
    places = [issues._model.index(row, 2).data() for row in range(3)]
    assert places == ["a.map.yaml:12", "game.yaml:2", "BG.04"]
    assert issues._model.index(2, 2).data(Qt.ItemDataRole.ToolTipRole) == "BG.04 (a.map.yaml:40:3)"
    issues._search.setText("bg.04")
    assert shown(issues) == [ISSUES[0]]


def test_copying_takes_what_is_shown_or_selected(issues):
    issues.copy()
    assert QGuiApplication.clipboard().text() == "\n".join(str(issue) for issue in shown(issues))
    issues._table.selectRow(1)
    issues.copy()
    assert QGuiApplication.clipboard().text() == str(shown(issues)[1])


def test_opening_an_issue_tells_which(issues, qtbot):
    with qtbot.waitSignal(issues.issue_activated) as heard:
        issues._table.activated.emit(issues._model.index(0, 0))
    assert heard.args[0] == shown(issues)[0]


def test_a_box_without_issues_says_so(issues, qtbot):
    with qtbot.waitSignal(issues.count_changed) as heard:
        issues.show_issues(())
    assert heard.args[0] == 0
    assert issues._stack.currentWidget() is issues._none


@pytest.fixture
def card(qtbot):
    made = InspectorPanel()
    qtbot.addWidget(made)
    return made


def test_the_card_tells_height_and_how_it_was_found_under_each_method(card, examples):
    rulings = [examples.elevation(), examples.elevation(method="heads_a", value=None)]
    card.show_hex(examples.hex("4.04"), examples.box, rulings)
    words = [card._form.itemAt(n).widget().text() for n in range(card._form.count())]
    assert words[-4:] == [
        "Standard",
        "65 m, between contour lines: 1/4 mark from 60 m to 80 m",
        "Contour-heads a",
        "not decidable",
    ]
    assert card.spoken == "Hex 4.04, open, 65 m."


def test_heights_of_another_hex_are_not_shown(card, examples):
    card.show_hex(examples.hex("3.05"), examples.box, [examples.elevation("4.04")])
    assert card.spoken == "Hex 3.05, open."


def test_the_card_is_cleared(card, examples):
    card.show_hex(examples.hex("3.05"), examples.box)
    card.clear()
    assert card.spoken == ""


def at(box, column, row):
    return box.sheets[0].frame.hex(column, row)


def test_contents_name_the_zones_of_a_hex(made_up_box):
    placed = made_up_box.sheets[0]
    zones = {1: Zone("entry", frozenset({(3, 3)}), "North", "Canada"), 2: Zone("setup", frozenset({(3, 3), (4, 4)}))}
    box = made_up_box.with_sheet(placed.file, placed.sheet.with_items("zones", zones))
    assert contents(at(box, 3, 3), box, {}).zones == ("entry area (North, Canada)", "set-up zone")
    assert contents(at(box, 4, 4), box, {}).zones == ("set-up zone",)
    assert contents(at(box, 5, 5), box, {}).zones == ()


def test_contents_name_villages_woods_hexsides_and_what_crosses(made_up_box):
    kinds = made_up_box.terrain
    assert "Village" in contents(at(made_up_box, 3, 3), made_up_box, kinds).terrain
    sides = contents(at(made_up_box, 4, 9), made_up_box, kinds).sides
    assert "Hedgerow (south)" in sides
    assert len(sides) == 3
    everything = [contents(place, made_up_box, kinds) for place in made_up_box.cells]
    assert {"Woods", "Lake", "Building", "Orchard"} <= {kind for each in everything for kind in each.terrain}
    assert {"River", "Railway"} <= {path for each in everything for path in each.paths}
    assert "Larkfield" in {name for each in everything for name in each.names}
    assert sum(len(each.spots) for each in everything) == 3


def test_an_area_that_covers_a_hex_whole_is_named_and_its_hole_is_not(made_up_box):
    placed = made_up_box.sheets[0]
    big = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0), (0.0, 0.0))
    x, y = 7 * 3**0.5 / 2, 6.0
    hole = ((x - 2, y - 2), (x + 2, y - 2), (x + 2, y + 2), (x - 2, y + 2), (x - 2, y - 2))
    sheet = MapSheet("A", placed.sheet.grid, areas=(Area("woods", (big, hole)),))
    box = GameBox("Woods", "demo-1.0", (PlacedSheet(sheet, placed.frame),))
    assert contents(at(box, 3, 3), box, {}).terrain == ("Woods",)
    assert contents(at(box, 7, 6), box, {}).terrain == ("open",)


def test_sides_of_pointy_hexes_are_named_as_they_lie_on_the_map(pointy_box):
    frame = pointy_box.sheets[0].frame
    sides = contents(frame.hex(4, 9), pointy_box, {}).sides
    assert any(side.endswith("(west)") for side in sides)


def test_smoke_in_and_beside_a_hex_is_told(examples):
    place = Hex(3, 3)
    state = GameState(smoke=frozenset({place}), smoke_barrage=frozenset({place.plus(1, 0)}))
    assert contents(place, examples.box, {}, state).smoke == ("smoke", "smoke of an adjacent barrage")


def test_a_clear_hex_beside_painted_woods_is_never_called_woods(made_up_box):
    placed = made_up_box.sheets[0]
    wooded = {placed.frame.hex(5, 5), placed.frame.hex(6, 5), placed.frame.hex(6, 7)}
    bare = GameBox("A box", "tcs-4.01", (replace(placed, sheet=MapSheet("A", placed.sheet.grid)),))
    kinds = load_ruleset("tcs-4.01").terrain
    box = paint_terrain(bare, kinds["woods"], wooded, HexAreas()).apply(Work(bare)).box
    for place in box.cells:
        assert contents(place, box, kinds).terrain == (("Woods",) if place in wooded else ("open",)), box.label(place)


def test_what_stands_in_a_line_stands_in_the_middle_of_it(qtbot):
    box = FlowBox()
    qtbot.addWidget(box)
    low, high, below = QWidget(), QWidget(), QWidget()
    for widget, size in ((low, (60, 10)), (high, (60, 30)), (below, (60, 20))):
        widget.setMinimumSize(*size)
        box.flow.addWidget(widget)
    box.resize(130, 100)
    box.flow.activate()
    assert (low.y(), high.y(), below.y()) == (10, 0, 34) and box.flow.heightForWidth(130) == 54
