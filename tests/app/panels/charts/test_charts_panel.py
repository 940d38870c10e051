"""The panel of charts: browsed by keyboard, each with its origin, its chances and its examples; sets of charts are chosen."""

import csv
from dataclasses import replace
from fractions import Fraction

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.documents.document import Document
from app.panels.charts.badges import badge_icon
from app.panels.charts.grid import results_of
from app.panels.charts.panel import ChartsPanel
from core.base.errors import Place
from core.files.chart_drafts import chart_path, own_home
from core.files.ruleset_files import load_ruleset
from core.model.charts import STATUSES
from core.model.edits.map_edits import ChangeBox
from core.model.issues import Issue
from core.model.new_map import NewMap
from core.model.terrain import Terrain, TerrainKind

TCS, SCS = load_ruleset("tcs-4.01"), load_ruleset("scs-1.6")
PREP = TCS.charts["tcs.command_prep"]
PRINTED = replace(PREP, cells={**PREP.cells, ("5", "6"): Fraction(66)}).owned("yours", "my copy")


def document(rules, qtbot, **head):
    box = NewMap("Nowhere", columns=2, rows=2, ruleset=rules.id if rules is not None else "none-1").box()
    return Document(box.with_head(replace(box.head, **head)), rules)


@pytest.fixture
def panel(qtbot):
    made = ChartsPanel()
    qtbot.addWidget(made)
    made.resize(460, 700)
    made.show()
    yield made
    made.use(None)


def titles(panel):
    tree = panel.list.tree
    tops = [tree.topLevelItem(n) for n in range(tree.topLevelItemCount())]
    return [item.text(0) for top in tops for item in (top, *(top.child(n) for n in range(top.childCount())))]


def test_without_a_box_the_panel_says_what_to_do(panel):
    assert panel._stack.currentIndex() == 0
    assert panel._hint.text() == "Open a box to see the charts that its rules are read from."
    assert panel.chart is None


def test_rules_that_are_not_known_have_no_charts_but_the_terrain(panel, qtbot):
    panel.use(document(None, qtbot))
    assert "“none-1”" in panel._few.text()
    assert titles(panel) == ["Terrain"]
    panel.use(document(replace(TCS, charts={}), qtbot))
    assert panel._few.text() == f"{TCS.title} have no charts yet beside the terrain."
    assert panel._few.isVisible()


def test_every_chart_in_force_is_listed_with_its_badge(panel, qtbot):
    panel.use(document(TCS, qtbot))
    shown = titles(panel)
    assert {chart.title for chart in TCS.charts.values()} <= set(shown)
    assert shown[-1] == "Terrain"
    assert not panel._few.isVisible()
    assert not panel._set_row.isVisible()


def test_badges_have_shapes_of_their_own(qapp, colours):
    pictures = {}
    for status in STATUSES:
        image = badge_icon(status, colours).pixmap(32, 32).toImage()
        pictures[status] = tuple(
            image.pixelColor(x, y).alpha() > 100 for x in range(image.width()) for y in range(image.height())
        )
    assert len(set(pictures.values())) == len(STATUSES)


def test_a_chart_is_found_and_chosen_by_the_keyboard_alone(panel, qtbot):
    panel.use(document(TCS, qtbot))
    panel.list.search.setFocus()
    QTest.keyClicks(panel.list.search, "6.14 publ")
    QTest.keyClick(panel.list.search, Qt.Key.Key_Down)
    assert panel.chart is TCS.charts["tcs.command_prep"]
    assert panel.page.title.text() == "Command Prep Table"
    assert panel.page.badge.word == "Published, stand-in in parts"
    QTest.keyClick(panel.list.tree, Qt.Key.Key_Return)
    assert panel.page.table.hasFocus()
    QTest.keyClick(panel.list.search, Qt.Key.Key_Escape)
    assert panel.list.search.text() == ""
    assert panel.chart is TCS.charts["tcs.command_prep"], "what was chosen stays"
    panel.list.search.setText("fire")
    found = titles(panel)
    assert found[0] == "Fire Table", "a title that begins so comes first"
    assert all("fire" in title.casefold() for title in found[: found.index("Area fire: stacking") + 1])
    panel.list.search.setText("no such chart")
    assert panel.list._none.isVisible()


def test_letters_typed_in_the_list_look_for_a_chart_and_choose_no_tool(panel, qtbot):
    panel.use(document(TCS, qtbot))
    panel.list.search.setText("fire table")
    QTest.keyClick(panel.list.search, Qt.Key.Key_Return)
    assert panel.list.tree.hasFocus() or not panel.isActiveWindow()
    panel.list.search.clear()
    QTest.keyClick(panel.list.tree, Qt.Key.Key_M)
    QTest.keyClicks(panel.list.search, "orale")
    assert panel.list.search.text() == "morale"
    QTest.keyClick(panel.list.tree, Qt.Key.Key_Backspace)
    assert panel.list.search.text() == "moral"
    assert not is_left_to_tools(panel.list.tree, Qt.Key.Key_E, "e")
    assert not is_left_to_tools(panel.page._button, Qt.Key.Key_E, "e")
    assert is_left_to_tools(panel.list.tree, Qt.Key.Key_E, "", Qt.KeyboardModifier.ControlModifier)


def is_left_to_tools(widget, key, text, modifiers=Qt.KeyboardModifier.NoModifier):
    """Whether a key typed at a widget can be the shortcut of an action of the window."""
    event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers, text)
    event.ignore()
    QApplication.sendEvent(widget, event)
    return not event.isAccepted()


def test_a_chart_says_where_it_comes_from_and_what_reads_it(panel, qtbot):
    panel.use(document(TCS, qtbot))
    panel.show_readers({"tcs.fire": ("fire.area", "fire.point")})
    assert panel.show_chart("tcs.fire")
    fire = TCS.charts["tcs.fire"]
    assert panel.page.unit.text() == f"Unit: {fire.unit}"
    assert panel.page.source.text() == f"Source: {fire.source}"
    about = panel.page.about.text()
    assert "TCS 4.01 9.0, 11.0, 12.0" in about
    assert "fire.area, fire.point" in about
    assert fire.note in about
    assert panel.page.legend.text().startswith("ᵃ Rules text: ")


def test_the_users_own_chart_covers_the_programs_and_says_so(panel, qtbot):
    opened = document(TCS, qtbot)
    panel.use(opened)
    panel.show_chart("tcs.command_prep")
    assert panel.page.examples_head.text() == "4 of 4 examples agree"
    opened.set_ruleset(TCS.with_own({"": {PRINTED.id: PRINTED}}))
    assert panel.page.badge.word == "Yours"
    assert "Published below yours" in panel.page.about.text()
    assert panel.page.examples_head.text() == "3 of 4 examples agree"
    assert "3/4" in panel.page.tabs.tabText(2)
    assert panel.page.tabs.tabText(2).startswith("✗")
    first = panel.page.examples.lines.index(0, 0).data()
    assert "The charts give a roll of 66 or more" in first


def test_an_own_chart_that_cannot_be_used_is_told_with_the_one_in_force_in_its_place(panel, qtbot):
    held = document(TCS, qtbot)
    panel.use(held)
    panel.show_chart("tcs.fire")
    file = chart_path(own_home(TCS.id), "tcs.fire")
    other = Issue(Place("game.yaml", 3), "The title is missing.")
    held.show_issues((other, Issue(Place(str(file), 49, 10), 'Fire Table (tcs.fire): Column "5" has a hole.')))
    assert panel.page._flag.isVisible()
    assert 'Column "5" has a hole.' in panel.page._warning.toolTip() + panel.page._warning.text()
    held.show_issues((other,))
    assert "hole" not in panel.page._warning.toolTip() + panel.page._warning.text()


def test_a_set_of_charts_is_chosen_in_one_step_that_can_be_undone(panel, qtbot):
    opened = document(SCS, qtbot)
    panel.use(opened)
    panel.show_chart("scs.crt")
    assert panel._set_row.isVisible()
    assert panel.page.badge.word == "Stand-in"
    number = panel.sets.findData("gazala")
    panel.sets.setCurrentIndex(number)
    panel.sets.activated.emit(number)
    assert opened.box.chart_set == "gazala"
    assert panel.page.title.text() == "Combat Results Table of Gazala"
    assert panel.page.badge.word == "Transcription, unverified"
    assert panel.doubts.text() == " ".join(SCS.sets["gazala"].doubts)
    assert SCS.sets["gazala"].doubts[0] in panel.page.about.text()
    assert "Stand-in below transcription, unverified" in panel.page.about.text()
    assert opened.undo_stack.count() == 1
    opened.undo_stack.undo()
    assert panel.sets.currentData() == ""
    assert panel.page.badge.word == "Stand-in"
    assert not panel._flag.isVisible()


def test_a_set_that_is_not_known_here_is_still_named(panel, qtbot):
    panel.use(document(SCS, qtbot, chart_set="lost-game"))
    assert panel.sets.currentText() == "lost-game (not known here)"


def test_the_picker_and_the_bars_follow_one_another(panel, qtbot):
    panel.use(document(TCS, qtbot))
    panel.show_chart("tcs.fire")
    page = panel.page
    page.picker.column.setCurrentText("18")
    page.picker.shifts.setValue(-2)
    page.picker.roll.setCurrentIndex(page.picker.roll.findData(65))
    assert page.picker.answer.text().startswith("From 17-20 to column 11-13. A roll of 65 gives 2, whose chance is ")
    assert page.bars.accessibleDescription().startswith("11-13: 2, ")
    page.picker.column.setCurrentText("heavy")
    assert page.picker.answer.text().startswith('"heavy" is no fire strength of the chart.')
    page.bars.setFocus()
    page.bars.show_pick(0)
    QTest.keyClick(page.bars, Qt.Key.Key_Down)
    assert page.picker.column.currentText() == "1"
    assert page.picker.shifts.value() == 0


def test_the_bars_of_a_needed_table_are_those_of_the_row_that_is_picked(panel, qtbot):
    panel.use(document(TCS, qtbot))
    panel.show_chart("tcs.command_prep")
    page = panel.page
    page.picker.row.setCurrentText("5")
    page.picker.column.setCurrentText("6")
    assert dict(page.bars.bars[5].chances) == {"yes": Fraction(11, 36), "no": Fraction(25, 36)}
    assert page.picker.answer.text() == "Column 6. 52 or more succeeds: 11/36 (30.6 %)."
    panel.show_chart("tcs.area.range")
    assert not page.tabs.isTabVisible(1), "a table of numbers has no chances"


def test_copies_go_to_spreadsheets(panel, qtbot):
    panel.use(document(TCS, qtbot))
    panel.show_chart("tcs.command_prep")
    table = panel.page.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 1 + len(PREP.rows.labels)
    assert lines[5].split("\t")[6] == "52"
    model, select = table.model(), QItemSelectionModel.SelectionFlag.Select
    for row, column in ((4, 5), (4, 6)):
        table.selectionModel().select(model.index(row, column), select)
    table.csv_action.trigger()
    found = list(csv.reader(QGuiApplication.clipboard().text().splitlines()))
    assert found == [["rating plus sheet size \\ column of weighted turns", "6", "7"], ["5", "52", "45"]]


def test_the_layout_that_was_chosen_is_kept_for_its_chart(panel, qtbot):
    panel.use(document(TCS, qtbot))
    panel.show_chart("tcs.fire")
    page = panel.page
    assert page.table.model().headerData(0, Qt.Orientation.Vertical) == "none"
    page._layout.setCurrentIndex(page._layout.findData("rolls"))
    assert page.table.model().headerData(0, Qt.Orientation.Vertical).startswith("11")
    panel.show_chart("tcs.command_prep")
    panel.show_chart("tcs.fire")
    assert page._layout.currentData() == "rolls"


def test_the_terrain_of_the_box_is_one_of_its_charts(panel, qtbot):
    opened = document(TCS, qtbot)
    panel.use(opened)
    assert panel.show_chart("tcs.los_heights"), "rulings call it so"
    assert panel.page.title.text() == "Terrain"
    with qtbot.waitSignal(panel.terrain_wanted):
        panel.page._button.click()
    bog = Terrain("bog", "Bog", TerrainKind.AREA)
    opened.do(ChangeBox("Add bog", replace(opened.box.head, terrain={"bog": bog})))
    assert "Bog" in panel.page.table.chart.grid.rows
    assert panel.page.badge.word == "Of this box"


def test_the_editor_is_asked_for_by_the_id_of_the_chart(panel, qtbot):
    panel.use(document(TCS, qtbot))
    panel.show_chart("tcs.fire")
    with qtbot.waitSignal(panel.edit_wanted) as heard:
        panel.page._button.click()
    assert heard.args == ["tcs.fire"]


def test_a_chart_that_is_not_in_force_is_not_shown(panel, qtbot):
    panel.use(document(TCS, qtbot))
    before = panel.chart
    assert not panel.show_chart("tcs.lost")
    assert panel.chart is before


def test_a_panel_that_is_not_seen_catches_up_when_it_is(panel, qtbot):
    opened = document(SCS, qtbot)
    panel.use(opened)
    panel.hide()
    opened.do(ChangeBox("Choose", replace(opened.box.head, chart_set="gazala")))
    assert panel.sets.currentData() == ""
    panel.show()
    qtbot.waitUntil(lambda: panel.sets.currentData() == "gazala")


def test_list_and_chart_stand_side_by_side_where_there_is_room(panel, qtbot):
    panel.use(document(TCS, qtbot))
    assert panel._splitter.orientation() == Qt.Orientation.Vertical
    panel.resize(1100, 500)
    assert panel._splitter.orientation() == Qt.Orientation.Horizontal
    assert panel.minimumSizeHint().height() < 420, "it fits into a window of 900 by 600"
    assert panel.minimumSizeHint().width() < 300


def test_letters_at_the_sets_look_for_a_game_and_choose_no_tool(panel, qtbot):
    panel.use(document(SCS, qtbot))
    for key, taken in ((Qt.Key.Key_D, True), (Qt.Key.Key_Down, False)):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier, "d" if taken else "")
        event.ignore()
        QApplication.sendEvent(panel.sets, event)
        assert event.isAccepted() is taken


def test_a_low_panel_keeps_its_lines_for_the_table(panel, qtbot):
    panel.use(document(TCS, qtbot))
    panel.show_chart("tcs.command_prep")
    page = panel.page
    assert page.source.isVisible()
    assert page.legend.wordWrap()
    panel.resize(276, 500)
    QApplication.processEvents()
    assert not page.source.isVisible(), "About says it"
    assert page.legend.height() <= 1.5 * page.legend.fontMetrics().lineSpacing()
    assert page.table.height() > 5 * page.table.fontMetrics().lineSpacing()


def test_the_tab_of_examples_gives_way_in_a_narrow_panel_and_keeps_its_name_for_screen_readers(panel, qtbot):
    panel.use(document(TCS, qtbot))
    panel.show_chart("tcs.command_prep")
    bar, number = panel.page.tabs.tabBar(), panel.page.tabs.indexOf(panel.page._examples_tab)
    assert bar.tabText(number) == "Examples 4/4"
    panel.resize(260, 500)
    QApplication.processEvents()
    assert bar.tabText(number) == "✓ 4/4"
    assert bar.accessibleTabName(number) == "Examples 4/4"
    assert bar.tabToolTip(number) == "4 of 4 examples agree"
    panel.show_chart("tcs.terrain_effects")
    assert not panel.page.tabs.isTabVisible(number), "no example reads it"
    assert "No example reads this chart." in panel.page.about.text()


def test_cells_that_nobody_vouches_for_are_washed_unlike_those_of_the_rules(panel, qtbot):
    panel.use(document(TCS, qtbot))
    panel.show_chart("tcs.command_prep")
    model, grid = panel.page.table.chart, panel.page.table.chart.grid
    wash = {}
    for row, cells in enumerate(grid.cells):
        for column, cell in enumerate(cells):
            brush = model.index(row, column).data(Qt.ItemDataRole.BackgroundRole)
            assert (brush is not None) == bool(cell.mark)
            if brush is not None:
                wash.setdefault(cell.doubtful, set()).add(brush.color().name())
            origin = PREP.provenance(grid.rows[row], grid.columns[column])
            assert cell.doubtful == (origin.status == "stand-in")
    assert wash[True].isdisjoint(wash[False])
    assert all(cell.mark and cell.doubtful for cells in grid.cells[9:] for cell in cells), "rows 10 and on are nobody's"


def test_results_without_an_order_stand_by_their_rolls():
    table = load_ruleset("new-scs").charts["new_scs.crt_attacker"]
    assert not table.order
    assert results_of(table) == ("A3", "A2", "A1", "none")


def test_in_a_low_panel_the_bars_come_before_their_legend_and_every_field_is_seen(panel, qtbot):
    panel.use(document(SCS, qtbot))
    panel.resize(276, 500)
    panel.show_chart("scs.crt")
    panel.page.show_part("chances")
    QApplication.processEvents()
    page = panel.page
    assert page.bar_legend.parent() is page.bars.parent()
    assert page.bar_legend.y() > page.bars.y()
    assert page.picker.height() >= page.picker.heightForWidth(page.picker.width())
    panel.resize(460, 900)
    QApplication.processEvents()
    assert page.bar_legend.parent() is page.picker.parent()
    assert page.bar_legend.y() > page.picker.y()


def test_labels_of_rows_leave_the_columns_more_than_half_of_a_narrow_panel(panel, qtbot):
    panel.use(document(TCS, qtbot))
    panel.show_chart("tcs.area.other")
    panel.resize(240, 600)
    QApplication.processEvents()
    header, table = panel.page.table.verticalHeader(), panel.page.table
    assert header.width() <= table.width() / 2
    model = panel.page.table.chart
    longest = max(model.grid.rows, key=len)
    row = model.grid.rows.index(longest)
    assert model.headerData(row, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole) == longest
