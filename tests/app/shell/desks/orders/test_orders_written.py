"""In the real window: op sheets are listed, written, checked and drawn on the map."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent

from app.counters.piece_words import UNITS_MIME
from core.model.edits.map_edits import ChangeBox
from tests.app.shell.desks.orders.hands import click, graphics
from tests.app.tools import hand

SCENARIOS = Path(__file__).resolve().parents[5] / "scenarios"


def test_the_sheets_of_the_scenario_are_listed_and_the_one_in_hand_is_checked(panel, orders, qtbot):
    assert panel.board.rows[0].text == "Hold the valley\nBlue · Prepared Defense · in force"
    qtbot.waitUntil(lambda: not panel.form.chance.sound.isHidden())
    assert [(line.name, line.rally) for line in panel.form.organization.tree.lines] == [
        ("2nd Battalion, 71st Infantry", "20.12"),
        ("C Company, 781st Tank Battalion", "22.09"),
    ]
    panel.board.setCurrentRow(4)
    assert orders.sheet.id == "Mill Brook" and panel.form.name.text() == "Mill Brook"


def test_a_new_sheet_has_the_selected_units_on_it_and_is_checked_at_once(window, panel, orders, qtbot):
    document = window.document
    members = [each.id for each in document.box.oob.all_members("b2")]
    document.units.set(members)
    panel.new.click()
    assert orders.sheet.units == ("b2",) and orders.sheet.side == "blue", "all of the battalion, by its name"
    qtbot.waitUntil(lambda: bool(panel.form.chance.faults.isVisibleTo(panel)))
    found = [panel.form.chance.faults.lines.index(row).data() for row in range(panel.form.chance.faults.lines.rowCount())]
    assert any("Hold the valley" in str(line) for line in found), "the battalion is on two sheets in force"
    document.undo_stack.undo()
    assert len(panel.board.rows) == 6


def test_units_are_dropped_taken_off_and_held_back(window, panel, orders):
    panel.new.click()
    unit = "1-5-933"
    mime = QMimeData()
    mime.setData(UNITS_MIME, unit.encode())
    drop = QDropEvent(
        QPointF(QPoint(5, 5)), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    panel.dropEvent(drop)
    assert orders.sheet.units[-1:] == (unit,)
    organization = panel.form.organization
    organization.tree.choose([unit])
    organization.reserve.click()
    assert orders.sheet.reserve == (unit,) and organization.reserve.isChecked()
    assert [line.task for line in organization.tree.lines] == ["in reserve"]
    panel.form.organization.take_off.click()
    assert unit not in orders.sheet.units and orders.sheet.reserve == ()


def test_units_that_this_box_does_not_have_are_put_on_no_sheet(panel, orders):
    panel.new.click()
    before = orders.sheet
    for names in (("3-nobody",), ("1-5-933", "3-nobody")):
        panel.form.organization.put(names)
        assert orders.sheet == before
        assert panel.form.organization.warned.text == "In the order of battle of this box there is no unit: 3-nobody"


def test_the_units_of_the_sheet_in_hand_are_marked_while_the_panel_is_seen(window, panel, orders, qtbot):
    halo = window.workbench.orders._halo
    window.workbench.docks.front("orders")
    qtbot.waitUntil(lambda: panel.isVisible())
    box, deployment = window.document.box, window.document.work.deployment
    standing = {deployment.pieces[each.id].at for each in box.oob.all_members("b2") if each.id in deployment.pieces}
    assert {place for place in standing if not isinstance(place, str)} <= halo.shapes[0].hexes
    panel.board.setCurrentRow(2)
    assert halo.shapes[0].hexes.isdisjoint(place for place in standing if not isinstance(place, str))
    panel.form.marks.setChecked(False)
    assert halo.shapes == ()
    panel.form.marks.setChecked(True)
    assert halo.shapes
    window.workbench.docks._docks["orders"].hide()
    assert halo.shapes == ()


def test_a_rally_point_is_typed_or_taken_from_the_map(window, panel, orders, qtbot):
    panel.form.organization.tree.choose(["b2"])
    assert panel.form.organization.rally.text() == "20.12"
    panel.form.organization.rally.setText("21.13")
    panel.form.organization.rally.editingFinished.emit()
    assert dict(orders.sheet.rally)["b2"] == window.document.box.hex("21.13")
    assert panel.form.organization.tree.lines[0].rally == "21.13"
    window.workbench.view.set_cursor_hex(window.document.box.hex("22.14"))
    panel.form.organization.here.click()
    assert dict(orders.sheet.rally)["b2"] == window.document.box.hex("22.14")
    panel.form.organization.rally.setText("99.99")
    panel.form.organization.rally.editingFinished.emit()
    assert "99.99" in panel.form.organization.warned.text and panel.form.organization.rally.text() == "22.14"
    panel.form.organization.rally.setText("")
    panel.form.organization.rally.editingFinished.emit()
    assert "b2" not in dict(orders.sheet.rally)


def test_here_without_a_hex_in_hand_says_so_and_takes_no_rally_point_away(panel, orders, monkeypatch):
    organization = panel.form.organization
    organization.tree.choose(["b2"])
    monkeypatch.setattr(organization, "place_in_hand", str)
    organization.here.click()
    assert dict(orders.sheet.rally)["b2"] is not None and organization.rally.text() == "20.12"
    assert "click one on the map" in organization.warned.text


def test_words_are_written_when_they_are_left_and_a_name_stands_once(panel, orders, qtbot):
    panel.form.note.setPlainText("Hold the bridge.")
    panel.form.note.left.emit()
    assert orders.sheet.note == "Hold the bridge."
    panel.form.name.setText("Down the road")
    panel.form.name.editingFinished.emit()
    assert orders.sheet.id == "Hold the valley" and "has this name: Down the road" in panel.form.warned.text
    panel.form.name.setText("Hold the bridges")
    panel.form.name.editingFinished.emit()
    assert orders.sheet.id == "Hold the bridges"
    panel.form.type.setCurrentIndex(panel.form.type.findText("Move"))
    panel.form.type.activated.emit(panel.form.type.currentIndex())
    assert orders.sheet.type == "Move"


def test_a_measure_is_drawn_on_the_map_and_picked_in_the_panel(window, panel, orders, qtbot):
    qtbot.waitUntil(lambda: len(graphics(window)) == 16)
    panel.new.click()
    panel.draw.click()
    tool = window.workbench.tools.current
    assert tool.id == "graphic"
    tool.take_kind("objective")
    click(window, (30.0, 20.0), (33.0, 20.0), (32.0, 23.0), (30.0, 20.0))
    assert [each.text.split()[0] for each in panel.form.measures.list.rows] == ["Objective"]
    assert [each.look for each in graphics(window)].count("picked") == 1 and graphics(window)[-1].look == "picked"
    window.workbench.tools.choose("select")
    assert {each.look for each in graphics(window)} == {"in-force"}
    panel.form.measures.list.setCurrentRow(0)
    assert orders.picked == 0 and graphics(window)[-1].look == "picked"
    panel.board.setCurrentRow(2)
    assert len(graphics(window)) == 17 and {each.look for each in graphics(window)} == {"in-force"}, "all stay on the map"


def test_a_series_without_op_sheets_says_so(window, newly_opened, qtbot):
    newly_opened(window, SCENARIOS / "sable-river")
    panel = window.workbench.docks.orders
    qtbot.waitUntil(lambda: "no op sheets" in panel._hint.text() and panel._stack.currentIndex() == 0)
    qtbot.waitUntil(lambda: not window.actions_["tool.graphic"].isEnabled())


def test_chosen_units_form_a_group_with_a_task_and_a_type_of_its_own(panel, orders):
    organization, tasks = panel.form.organization, panel.form.tasks
    assert tasks.isHidden()
    organization.tree.choose(["c781"] if "c781" in orders.sheet.units else orders.sheet.units[1:2])
    (unit,) = organization.units
    organization.group.setCurrentIndex(1)
    organization.group.activated.emit(1)
    assert [(each.name, each.units) for each in orders.sheet.groups] == [("Group 1", (unit,))]
    assert not tasks.isHidden() and tasks.list.currentRow() == 0
    tasks.name.setText("Support")
    tasks.name.editingFinished.emit()
    tasks.type.setCurrentIndex(tasks.type.findText("Attack"))
    tasks.type.activated.emit(tasks.type.currentIndex())
    tasks.words.setPlainText("Fire on the mill.")
    tasks.words.left.emit()
    group = orders.sheet.groups[0]
    assert (group.name, group.type, group.note) == ("Support", "Attack", "Fire on the mill.")
    assert tasks.list.rows[0].text.startswith("Support (Attack): ") and tasks.list.rows[0].text.endswith("\nFire on the mill.")
    assert organization.tree.lines[1].task == "Support" and organization.group.currentText() == "Support"
    tasks.remove.click()
    assert orders.sheet.groups == () and tasks.isHidden()


def test_a_part_of_a_battalion_is_grouped_by_itself(panel, orders):
    organization = panel.form.organization
    company = panel._document.box.oob.all_members("b2")
    first = next(iter(company)).id
    organization.tree.choose([first])
    organization.group.activated.emit(1)
    line = organization.tree.lines[0]
    assert line.task == "divided"
    organization.tree.choose(["b2", first])
    assert organization.units == ("b2",), "what stands below it goes with it"
    organization.group.activated.emit(1)
    assert orders.sheet.groups[0].units == ("b2",)
    assert organization.tree.lines[0].task == "Group 1"


def test_going_through_the_groups_by_keys_joins_none_of_them_and_a_divided_battalion_says_so(panel, orders, qtbot, monkeypatch):
    organization, group = panel.form.organization, panel.form.organization.group
    organization.tree.choose(["b2e"])
    group.activated.emit(group.count() - 1)
    organization.tree.choose(["b2f"])
    before, opened = orders.sheet, []
    monkeypatch.setattr(group, "showPopup", lambda: opened.append(group.currentText()))
    qtbot.keyClick(group, Qt.Key.Key_Down)
    assert orders.sheet == before and opened == ["none"]
    organization.tree.choose(["b2"])
    assert group.currentIndex() == -1 and group.placeholderText() == "divided"
    organization.tree.choose(["b2e"])
    assert group.currentText() == orders.sheet.groups[0].name


def test_chosen_units_get_an_alternate_that_says_where_it_leads(panel, orders):
    organization, tasks = panel.form.organization, panel.form.tasks
    organization.tree.choose(["b2"])
    organization.alternate.click()
    tasks.words.setPlainText("By the mill road.")
    tasks.words.left.emit()
    assert [(each.units, each.note) for each in orders.sheet.alternates] == [(("b2",), "By the mill road.")]
    assert organization.tree.lines[0].task == "has an alternate"
    tasks.remove.click()
    assert orders.sheet.alternates == ()


def test_a_group_needs_a_name_that_no_other_has(panel, orders):
    organization, tasks = panel.form.organization, panel.form.tasks
    for unit in orders.sheet.units:
        organization.tree.choose([unit])
        organization.group.activated.emit(organization.group.count() - 1)
    tasks.name.setText("group 1")
    tasks.name.editingFinished.emit()
    assert "has this name" in tasks.warned.text and tasks.name.text() == "Group 2"
    tasks.name.setText(" ")
    tasks.name.editingFinished.emit()
    assert "needs a name" in tasks.warned.text


def test_a_line_of_orders_has_no_graphic_to_draw_and_is_offered_where_it_is_agreed_on(window, panel, orders):
    panel.new.click()
    assert not orders.sheet.line and panel.form.line.isHidden() and not panel.draw.isHidden()
    head = window.document.box.head
    agreed = replace(head, options={**head.options, "command.line_entry": "on"})
    window.document.do(ChangeBox("Agree on line entry", agreed))
    panel.new.click()
    assert orders.sheet.line and not panel.form.line.isHidden()
    assert panel.draw.isHidden() and panel.form.measures.isHidden()
    panel.form.line.click()
    assert not orders.sheet.line and not panel.draw.isHidden()


def test_a_sheet_is_put_into_a_set_where_there_are_several(window, panel, orders):
    panel.new.click()
    assert panel.form.set.isHidden()
    head = window.document.box.head
    several = replace(head, options={**head.options, "solitaire.sheets": "several"})
    window.document.do(ChangeBox("Write several sets", several))
    panel.new.click()
    assert not panel.form.set.isHidden()
    panel.form.set.setText("By night")
    panel.form.set.editingFinished.emit()
    assert orders.sheet.set == "By night"


def test_a_boundary_says_its_size_and_who_is_on_its_sides(window, panel, orders):
    panel.new.click()
    panel.draw.click()
    window.workbench.tools.current.take_kind("boundary")
    click(window, (10.0, 10.0), (14.0, 12.0))
    window.workbench.tools.current.key(hand.key(Qt.Key.Key_Return))
    measures = panel.form.measures
    measures.echelon.setCurrentIndex(measures.echelon.findData("battalion"))
    measures.echelon.activated.emit(measures.echelon.currentIndex())
    for choices, unit in zip(measures.units, ("b1", "b2"), strict=True):
        choices.setCurrentIndex(choices.findData(unit))
        choices.activated.emit(choices.currentIndex())
    drawn = orders.sheet.measures[0]
    assert (drawn.echelon, drawn.units) == ("battalion", ("b1", "b2"))
    before = drawn.points
    measures.turn.click()
    assert orders.sheet.measures[0].points == before[::-1]


def test_a_measure_is_named_copied_and_erased_in_the_panel(window, panel, orders):
    panel.new.click()
    panel.draw.click()
    window.workbench.tools.current.take_kind("release-point")
    click(window, (10.0, 10.0))
    measures = panel.form.measures
    measures.name.setText("Perch")
    measures.name.editingFinished.emit()
    measures.is_alternate.click()
    assert (orders.measure.text, orders.measure.alternate) == ("Perch", True)
    copies = next(each for each in measures.findChildren(type(panel.new)) if each.text().replace("&", "") == "Copy")
    copies.click()
    assert len(orders.sheet.measures) == 2 and orders.picked == 1 and orders.measure.text not in ("", "Perch")
    orders.erase(1)
    assert [each.text for each in orders.sheet.measures] == ["Perch"]


def test_units_are_marked_on_the_map_only_while_the_panel_is_in_front(window, panel, qtbot):
    halo, docks = window.workbench.orders._halo, window.workbench.docks
    docks.front("orders")
    qtbot.waitUntil(lambda: bool(halo.shapes))
    docks.front("oob")
    qtbot.waitUntil(lambda: not halo.shapes)
    docks.front("orders")
    qtbot.waitUntil(lambda: bool(halo.shapes))
