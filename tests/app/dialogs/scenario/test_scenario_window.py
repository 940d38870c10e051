"""The window Scenario, used by its keys: typing, pasting, wrong texts, the map and back, findings, and closing."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QInputDialog, QMessageBox
from shiboken6 import delete, isValid

from app.dialogs.scenario.model import MARK_ROLE
from app.dialogs.scenario.series import TurnSeries
from app.dialogs.scenario.units import UnitPicker
from app.dialogs.scenario.window import ScenarioWindow
from app.documents.document import Document
from core.base.errors import Place
from core.model.deployment import Deployment, Piece
from core.model.edits.force_edits import ChangeScenario
from core.model.issues import Issue, Severity
from core.model.orders import OpSheet
from core.model.scenario import Allotment, Arrival, Scenario, SetUp, Turn, Victory
from core.rules.kernel.scenario_rules import ScenarioRules
from tests.app.dialogs.scenario.scenario_bench import (
    FILE,
    RULES,
    TCS,
    Alt,
    Ctrl,
    Key,
    at,
    cell,
    label,
    scenario_of,
    the_box,
    type_into,
)

# Set-up -------------------------------------------------------------------------------------------------------------------


def test_units_and_hexes_are_typed_and_each_cell_is_a_step_of_the_history(opened, qtbot):
    window = opened(Scenario("First"), "set_ups")
    page = window.set_ups
    page.add()
    type_into(qtbot, page, 0, 0, "1st battalion, c")
    type_into(qtbot, page, 0, 2, label(window, 3, 3))
    type_into(qtbot, page, 0, 3, "2")
    assert scenario_of(window).set_ups == (SetUp(("bn", "c"), hexes=(at(window, 3, 3),), within=2),)
    assert cell(page, 0, 0) == "1st Battalion, C/2"
    window.kept.undo_stack.undo()
    window.kept.undo_stack.undo()
    assert scenario_of(window).set_ups == (SetUp(("bn", "c")),)
    window.kept.undo_stack.setIndex(0)
    assert page.table.count() == 0


def test_a_wrong_text_stays_red_with_its_reason_and_never_goes_into_the_box(opened, qtbot):
    window = opened(Scenario("First", set_ups=(SetUp(("bn",)),)), "set_ups")
    page = window.set_ups
    type_into(qtbot, page, 0, 4, "West bonk")
    assert scenario_of(window).set_ups == (SetUp(("bn",)),)
    assert cell(page, 0, 4) == "West bonk" and cell(page, 0, 4, MARK_ROLE) == "error"
    assert 'Did you mean "West bank"?' in cell(page, 0, 4, Qt.ItemDataRole.ToolTipRole)
    qtbot.waitUntil(lambda: any("West bank" in text for text in page.findings.texts))
    assert "not in the scenario: 1" in window.message.text()
    assert page.table.row_sign(0) == "error"
    qtbot.waitUntil(lambda: not window.tabs.tabIcon(window.tabs.indexOf(page)).isNull())
    type_into(qtbot, page, 0, 4, "West bank")
    assert scenario_of(window).set_ups == (SetUp(("bn",), zone="West bank"),)
    qtbot.waitUntil(lambda: not page.findings.isVisible())
    assert not page.table.wrong


def test_a_wrong_text_goes_with_its_row_and_is_taken_back_by_escape(opened, qtbot):
    window = opened(Scenario("First", set_ups=(SetUp(("a",)), SetUp(("b",)))), "set_ups")
    page = window.set_ups
    type_into(qtbot, page, 1, 3, "many")
    page.view.choose_rows([1])
    page.view.setFocus()
    qtbot.keyClick(page.view, Key.Key_Up, Alt)
    qtbot.waitUntil(lambda: page.table.wrong.keys() == {(0, 3)})
    assert scenario_of(window).set_ups[0] == SetUp(("b",))
    page.view.go_to(0, 3)
    qtbot.keyClick(page.view, Key.Key_Escape)
    assert not page.table.wrong and window.isVisible()


def test_a_chosen_row_lights_its_hexes_and_where_its_units_stand(opened):
    row = SetUp(("bn",), zone="West bank")
    window = opened(Scenario("First", set_ups=(SetUp(("c",)), row)), "set_ups")
    start = Deployment().with_pieces({"a": Piece(at(window, 4, 4)), "b": Piece("Off"), "c": Piece(at(window, 5, 5))})
    window.facts.do("x", replace(scenario_of(window), start=start))
    lit = []
    window.lit.connect(lambda hexes, standing: lit.append((hexes, standing)))
    window.set_ups.view.go_to(1)
    assert lit[-1] == ({at(window, 1, 1), at(window, 1, 2)}, {at(window, 4, 4)})
    window.set_ups.view.go_to(0)
    assert lit[-1] == (frozenset(), {at(window, 5, 5)})
    window.tabs.setCurrentWidget(window.general)
    assert lit[-1] == (frozenset(), frozenset())


def test_hexes_are_picked_on_the_map_and_taken_out_again(opened):
    window = opened(Scenario("First", set_ups=(SetUp(("bn",)),)), "set_ups")
    told = []
    window.picking.connect(lambda on, words: told.append((on, words)))
    window.set_ups.view.go_to(0)
    window.set_ups.pick_button.setChecked(True)
    for place in (at(window, 2, 2), at(window, 3, 3), at(window, 2, 2)):
        window.pick(place)
    assert scenario_of(window).set_ups == (SetUp(("bn",), hexes=(at(window, 3, 3),)),)
    window.tabs.setCurrentWidget(window.turns)
    assert [on for on, _ in told] == [True, False] and "row 1" in told[0][1]


def test_selected_units_go_into_the_row(opened):
    window = opened(Scenario("First", set_ups=(SetUp(("a",)),)), "set_ups")
    page = window.set_ups
    page.view.go_to(0)
    window.kept.units.set(())
    page.take_units()
    assert "No unit is selected" in window.message.text()
    window.kept.units.set(("c", "a"))
    page.take_units()
    assert scenario_of(window).set_ups == (SetUp(("a", "c")),)


def test_units_are_ticked_in_the_order_of_battle(opened, qtbot):
    window = opened(Scenario("First", set_ups=(SetUp(("gone", "a")),)), "set_ups")
    page = window.set_ups
    page.view.go_to(0)
    page.ask_units()
    picker = page.findChild(UnitPicker)
    picker.filter.setText("2nd")
    assert picker.units.rowCount() == 1
    qtbot.keyClick(picker.filter, Key.Key_Return)
    assert picker.isVisible()
    qtbot.keyClick(picker.list, Key.Key_Space)
    picker.accept()
    # What the order of battle has not is not lost by looking at it.
    assert scenario_of(window).set_ups == (SetUp(("gone", "a", "bn2")),)
    assert "no counter and no formation" in page.table.row_says(0)[0]


def test_as_they_stand_and_set_up_now_lead_to_each_other(opened):
    window = opened(Scenario("First", start=Deployment().with_pieces({"a": Piece("Off")})), "set_ups")
    page = window.set_ups
    page.as_they_stand()
    assert scenario_of(window).set_ups == (SetUp(("a",), box="Off"),)
    page.as_they_stand()
    assert "in a row already" in window.message.text()
    page.add()
    page.table.write("x", {(1, 0): "b", (1, 2): label(window, 4, 4)})
    page.view.choose_rows([0, 1])
    page.set_up()
    assert scenario_of(window).start.pieces["b"].at == at(window, 4, 4)
    page.set_up()
    assert window.message.text() == "They stand there already."
    window.kept.undo_stack.undo()
    assert "b" not in scenario_of(window).start.pieces


# Turn track ---------------------------------------------------------------------------------------------------------------


def test_turns_are_pasted_from_a_spreadsheet_and_copied_into_one(opened, qtbot):
    window = opened(Scenario("First"), "turns")
    page = window.turns
    QGuiApplication.clipboard().setText("0600\t16 Dec\tTwilight\t6\n0620\t16 Dec\tdusk\n")
    page.view.paste()
    assert scenario_of(window).turns == (Turn("0600", "16 Dec", "twilight", 6), Turn("0620", "16 Dec"))
    assert cell(page, 1, 2) == "dusk" and cell(page, 1, 2, MARK_ROLE) == "error"
    window.kept.undo_stack.undo()
    assert page.table.count() == 0 and not page.table.wrong
    window.kept.undo_stack.redo()
    page.view.selectAll()
    page.view.copy()
    assert QGuiApplication.clipboard().text().startswith("0600\t16 Dec\ttwilight\t6")


def test_a_series_of_turns_is_shown_before_it_is_made(opened, qtbot):
    window = opened(Scenario("First", turns=(Turn("x", "16 Dec 1944"),)), "turns")
    window.turns.ask_series()
    asking = window.turns.findChild(TurnSeries)
    assert asking.date.text() == "16 Dec 1944"
    asking.first.setText("25:00")
    assert not asking.ok.isEnabled() and "hours run to 23" in asking.refusal.text()
    asking.by_parts.setChecked(True)
    asking.count.setValue(4)
    assert asking.preview.item(2).text() == "3. Night, 16 Dec 1944, night"
    asking.replacing_box.setChecked(True)
    asking.accept()
    assert [turn.title for turn in scenario_of(window).turns] == ["AM", "PM", "Night", "AM"]
    assert window.kept.undo_stack.count() == 1


# Reinforcements, allotments, victory, op sheets ------------------------------------------------------------------------------


def test_reinforcements_are_typed_ticked_and_the_rule_of_blocked_entries_is_said(opened, qtbot):
    window = opened(Scenario("First", arrivals=(Arrival(("c",), 2),)), "arrivals")
    page = window.arrivals
    assert "27.2a" in page.rule.text() and "within 10 along the edge" in page.rule.text()
    type_into(qtbot, page, 0, 0, "VAR")
    type_into(qtbot, page, 0, 2, "East road")
    edge = page.table.index(0, 4)
    assert page.table.setData(edge, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert scenario_of(window).arrivals == (Arrival(("c",), 0, (), "East road", edge=False),)


def test_amounts_are_typed_into_a_matrix_of_turns(opened, qtbot):
    rows = (Allotment("de", "sorties", 1, 2, "if clear"), Allotment("us", "smoke", 4))
    window = opened(Scenario("First", turns=(Turn("0600"), Turn("0620")), allotments=rows), "allotments")
    page = window.allotments
    assert [head.title for head in page.table.heads] == ["Side", "What", "Start", "1", "2"]
    assert cell(page, 0, 4) == "1*" and cell(page, 1, 0) == "American"
    type_into(qtbot, page, 0, 3, "3")
    type_into(qtbot, page, 1, 2, "lots")
    assert cell(page, 1, 2, MARK_ROLE) == "error"
    type_into(qtbot, page, 1, 2, "")
    assert scenario_of(window).allotments == (Allotment("de", "sorties", 3, 1), Allotment("de", "sorties", 1, 2, "if clear"))
    # The line stays where it is for another amount.
    assert page.lines.lines == [("de", "sorties"), ("us", "smoke")]
    page.view.go_to(0, 4)
    assert page.note.text() == "if clear"
    page.note.setText("in any weather")
    page.note.editingFinished.emit()
    assert scenario_of(window).allotments[1].note == "in any weather"


def test_lines_of_the_matrix_come_go_and_are_never_there_twice(opened, qtbot):
    window = opened(Scenario("First", turns=(Turn(),), allotments=(Allotment("de", "sorties", 1),)), "allotments")
    page = window.allotments
    page.lines.add_line()
    type_into(qtbot, page, 1, 1, "sorties")
    assert "line 1 already" in page.table.says((1, 1))
    type_into(qtbot, page, 1, 1, "rockets")
    type_into(qtbot, page, 1, 3, "2")
    assert scenario_of(window).allotments == (Allotment("de", "sorties", 1), Allotment("de", "rockets", 2, 1))
    page.view.choose_rows([0])
    page.view.setFocus()
    qtbot.keyClick(page.view, Key.Key_Delete, Ctrl)
    assert scenario_of(window).allotments == (Allotment("de", "rockets", 2, 1),)


def test_rally_points_are_picked_for_one_formation_after_the_other(opened):
    sheet = OpSheet("Hold", "de", "Prepared Defense", ("bn", "c"))
    window = opened(Scenario("First", sheets=(sheet,)), "sheets")
    page = window.sheets
    page.view.go_to(0)
    page.pick_button.setChecked(True)
    assert page.rallying.currentData() == "bn"
    window.pick(at(window, 2, 2))
    assert page.rallying.currentData() == "bn2"
    window.pick(at(window, 5, 5))
    assert scenario_of(window).sheets[0].rally == (("bn", at(window, 2, 2)), ("bn2", at(window, 5, 5)))
    assert page.table.choices(2) == (("Prepared Defense", ""), ("Attack", ""))


def test_conditions_of_victory_have_a_side_points_and_words(opened, qtbot):
    window = opened(Scenario("First", victory=(Victory("Hold the bridge."),)), "victory")
    type_into(qtbot, window.victory, 0, 0, "German")
    type_into(qtbot, window.victory, 0, 1, "-2")
    assert scenario_of(window).victory == (Victory("Hold the bridge.", "de", -2),)


# General, scenarios of the box, findings ------------------------------------------------------------------------------------


def test_what_is_said_of_the_whole_is_kept_when_it_is_left(opened, qtbot):
    window = opened(Scenario("First", off_map=("Airfields",)))
    page = window.general
    page.title.setText("The bridges")
    page.title.editingFinished.emit()
    page.first.setCurrentIndex(page.first.findData("us"))
    page.first.activated.emit(page.first.currentIndex())
    page.note.setPlainText("A turn is 20 minutes.")
    page.note.left.emit()
    page.put_box_in("Port")
    page.put_box_in("Port")
    assert "already" in window.message.text()
    page.boxes.item(0).setText("Fields")
    said = scenario_of(window)
    assert (said.title, said.sets_up_first, said.note, said.off_map) == (
        *("The bridges", "us", "A turn is 20 minutes.", ("Fields", "Port")),
    )
    assert window.windowTitle() == "Scenario: The bridges"
    page.title.setText(" ")
    page.title.editingFinished.emit()
    assert page.title.text() == "The bridges"


def test_a_box_that_somebody_is_in_is_not_removed(opened):
    scenario = Scenario("First", set_ups=(SetUp(("a",), box="Off"),), off_map=("Off", "Port"))
    window = opened(scenario)
    window.general.boxes.setCurrentRow(0)
    window.general.take_box_out()
    assert scenario_of(window) == scenario and "put them elsewhere first" in window.message.text()
    window.general.boxes.setCurrentRow(1)
    window.general.take_box_out()
    assert scenario_of(window).off_map == ("Off",)


def test_scenarios_are_made_copied_renamed_and_removed(opened):
    window = opened(None)
    assert window.stack.currentIndex() == 1 and not window.actions_["copy"].isEnabled()
    window.ask_new()
    window.findChild(QInputDialog).textValueSelected.emit("Dawn")
    assert window.kept.state.scenario == "dawn.scenario.yaml" and window.stack.currentIndex() == 0
    window.make_copy("Dusk")
    window.rename("Late dusk")
    assert [each.title for each in window.kept.box.scenarios.values()] == ["Dawn", "Late dusk"]
    assert window.chooser.currentText() == "Late dusk"
    window.chooser.setCurrentIndex(0)
    window.chooser.activated.emit(0)
    assert window.kept.state.scenario == "dawn.scenario.yaml"
    window.remove()
    assert window.kept.state.scenario == "dusk.scenario.yaml"
    window.kept.undo_stack.undo()
    assert set(window.kept.box.scenarios) == {"dawn.scenario.yaml", "dusk.scenario.yaml"}


def test_findings_of_the_check_stand_at_their_rows_with_their_rules(opened):
    row = SetUp(("bn",), place=Place(FILE, 9))
    window = opened(Scenario("First", set_ups=(row, SetUp(("c",)))), "set_ups")
    late = Issue(Place(FILE, 9), "A/1 begins too far away.", Severity.ERROR, "27.1a", "outside-set-up", units=("a",))
    whole = Issue(Place(FILE), "Nobody says who sets up first.", Severity.WARNING, "27.0", "no-first")
    window.kept.show_issues((late, whole))
    page = window.set_ups
    assert page.table.row_says(0) == ("A/1 begins too far away. [27.1a]",) and page.table.row_says(1) == ()
    page.view.go_to(0)
    QApplication.processEvents()
    assert page.findings.isVisible() and page.findings.texts == ["Row 1: A/1 begins too far away. [27.1a]"]
    assert cell(page, 0, 0, MARK_ROLE) == "error" and "too far" in cell(page, 0, 0, Qt.ItemDataRole.ToolTipRole)
    assert page.table.headerData(0, Qt.Orientation.Vertical, Qt.ItemDataRole.DecorationRole) is not None
    assert "27.1a" in page.table.headerData(0, Qt.Orientation.Vertical, Qt.ItemDataRole.AccessibleTextRole)
    window.tabs.setCurrentWidget(window.general)
    assert "27.0" in window.general.findings.text()


def test_what_others_change_is_followed(opened):
    window = opened(Scenario("First"), "set_ups")
    window.kept.do(ChangeScenario("x", FILE, Scenario("Other", set_ups=(SetUp(("a",)),))))
    assert window.set_ups.table.count() == 1 and window.chooser.currentText() == "Other"
    window.kept.show_scenario("")
    assert window.stack.currentIndex() == 1 and window.set_ups.table.count() == 0


def test_op_sheets_are_offered_where_the_series_has_them(opened):
    window = opened(Scenario("First"))
    assert window.tabs.isTabVisible(window.tabs.indexOf(window.sheets))
    window.show_rules(ScenarioRules())
    assert not window.tabs.isTabVisible(window.tabs.indexOf(window.sheets))
    assert not window.arrivals.rule.isVisible()


def test_wrong_texts_are_told_before_the_window_closes(opened, qtbot):
    window = opened(Scenario("First", set_ups=(SetUp(("bn",)),)), "set_ups")
    type_into(qtbot, window.set_ups, 0, 3, "two")
    window.close()
    asking = window.findChild(QMessageBox)
    assert window.isVisible() and asking is not None
    asking.button(QMessageBox.StandardButton.Cancel).click()
    assert window.isVisible()
    window.set_ups.table.take_back({0})
    window.close()
    assert not window.isVisible() and window.result() == QDialog.DialogCode.Rejected


def test_rules_that_come_when_the_window_is_gone_are_nobodys(qtbot):
    class Slow:
        def run(self, job, parameters, on_result, on_progress=None, on_refused=None, **rest):
            self.answer = on_result
            return 1

    worker = Slow()
    window = ScenarioWindow(None, Document(the_box(Scenario("First")), TCS), worker)
    delete(window)
    worker.answer(RULES)
    assert not isValid(window)
