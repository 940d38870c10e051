"""In the real window: op sheets are listed, written, checked, drawn on the map, and prepared in a session."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent

from app.canvas.shapes import Graphic
from app.counters.piece_words import UNITS_MIME
from app.shell.desks.play import PlayDesk
from core.play.events import Rolled
from tests.app.tools import hand

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"


@pytest.fixture(scope="module")
def window(window_of):
    yield from window_of(SCENARIOS / "cove-creek")


@pytest.fixture
def panel(window, newly_opened, qtbot):
    newly_opened(window, SCENARIOS / "cove-creek")
    panel, desk = window.workbench.docks.orders, window.workbench.orders
    qtbot.waitUntil(lambda: len(panel.board.rows) == 6 and bool(desk.orders.kinds.kinds))
    return panel


@pytest.fixture
def orders(window, panel):
    return window.workbench.orders.orders


def graphics(window):
    return [each for each in window.workbench.orders._layer.shapes if isinstance(each, Graphic)]


def click(window, *points):
    tool = window.workbench.tools.tools["graphic"]
    for point in points:
        hand.click(tool, *point, hand.ALT)


def test_the_sheets_of_the_scenario_are_listed_and_the_one_in_hand_is_checked(panel, orders, qtbot):
    assert panel.board.rows[0].text == "Hold the valley\nBlue · Prepared Defense · in force"
    qtbot.waitUntil(lambda: not panel._sound.isHidden())
    assert [row.text for row in panel.units.rows] == [
        "2nd Battalion, 71st Infantry · rally point 20.12",
        "C Company, 781st Tank Battalion · rally point 22.09",
    ]
    panel.board.setCurrentRow(4)
    assert orders.sheet.id == "Mill Brook" and panel.name.text() == "Mill Brook"


def test_a_new_sheet_has_the_selected_units_on_it_and_is_checked_at_once(window, panel, orders, qtbot):
    document = window.document
    members = [each.id for each in document.box.oob.all_members("b2")]
    document.units.set(members)
    panel._new.click()
    assert orders.sheet.units == ("b2",) and orders.sheet.side == "blue", "all of the battalion, by its name"
    qtbot.waitUntil(lambda: bool(panel.faults.isVisibleTo(panel)))
    found = [panel.faults.lines.index(row).data() for row in range(panel.faults.lines.rowCount())]
    assert any("Hold the valley" in str(line) for line in found), "the battalion is on two sheets in force"
    document.undo_stack.undo()
    assert len(panel.board.rows) == 6


def test_units_are_dropped_taken_off_and_held_back(window, panel, orders):
    panel._new.click()
    unit = "1-5-933"
    mime = QMimeData()
    mime.setData(UNITS_MIME, unit.encode())
    drop = QDropEvent(
        QPointF(QPoint(5, 5)), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    panel.dropEvent(drop)
    assert orders.sheet.units[-1:] == (unit,)
    panel._turn_reserve(unit)
    assert orders.sheet.reserve == (unit,)
    panel.units.setCurrentRow(len(orders.sheet.units) - 1)
    panel._take_off.click()
    assert unit not in orders.sheet.units and orders.sheet.reserve == ()


def test_the_units_of_the_sheet_in_hand_are_marked_while_the_panel_is_seen(window, panel, orders, qtbot):
    halo = window.workbench.orders._halo
    window.workbench.docks.front("orders")
    qtbot.waitUntil(lambda: panel.isVisible())
    box, deployment = window.document.box, window.document.work.deployment
    standing = {deployment.pieces[each.id].at for each in box.oob.all_members("b2") if each.id in deployment.pieces}
    assert {place for place in standing if not isinstance(place, str)} <= halo.shapes[0].hexes
    panel.board.setCurrentRow(2)
    assert halo.shapes[0].hexes.isdisjoint(place for place in standing if not isinstance(place, str))
    panel.marks.setChecked(False)
    assert halo.shapes == ()
    panel.marks.setChecked(True)
    assert halo.shapes
    window.workbench.docks._docks["orders"].hide()
    assert halo.shapes == ()


def test_a_rally_point_is_typed_or_taken_from_the_map(window, panel, orders, qtbot):
    panel.units.setCurrentRow(0)
    assert panel.rally.text() == "20.12"
    panel.rally.setText("21.13")
    panel.rally.editingFinished.emit()
    assert dict(orders.sheet.rally)["b2"] == window.document.box.hex("21.13")
    assert panel.units.rows[0].text.endswith("rally point 21.13")
    window.workbench.view.set_cursor_hex(window.document.box.hex("22.14"))
    panel._here.click()
    assert dict(orders.sheet.rally)["b2"] == window.document.box.hex("22.14")
    told = []
    panel.told.connect(told.append)
    panel.rally.setText("99.99")
    panel.rally.editingFinished.emit()
    assert "99.99" in told[-1] and panel.rally.text() == "22.14"
    panel.rally.setText("")
    panel.rally.editingFinished.emit()
    assert "b2" not in dict(orders.sheet.rally)


def test_words_are_written_when_they_are_left_and_a_name_stands_once(panel, orders, qtbot):
    told = []
    panel.told.connect(told.append)
    panel.note.setPlainText("Hold the bridge.")
    panel.note.left.emit()
    assert orders.sheet.note == "Hold the bridge."
    panel.name.setText("Down the road")
    panel.name.editingFinished.emit()
    assert orders.sheet.id == "Hold the valley" and "has this name" in told[-1]
    panel.name.setText("Hold the bridges")
    panel.name.editingFinished.emit()
    assert orders.sheet.id == "Hold the bridges"
    panel.type.setCurrentIndex(panel.type.findText("Move"))
    panel.type.activated.emit(panel.type.currentIndex())
    assert orders.sheet.type == "Move"


def test_a_measure_is_drawn_on_the_map_and_picked_in_the_panel(window, panel, orders, qtbot):
    assert len(graphics(window)) == 16, "those that ship are drawn"
    panel._new.click()
    panel._draw.click()
    tool = window.workbench.tools.current
    assert tool.id == "graphic"
    tool.take_kind("objective")
    click(window, (30.0, 20.0), (33.0, 20.0), (32.0, 23.0), (30.0, 20.0))
    assert [each.text.split()[0] for each in panel.measures.rows] == ["Objective"]
    assert [each.look for each in graphics(window)].count("picked") == 1 and graphics(window)[-1].look == "picked"
    window.workbench.tools.choose("select")
    assert {each.look for each in graphics(window)} == {"in-force"}
    panel.measures.setCurrentRow(0)
    assert orders.picked == 0 and graphics(window)[-1].look == "picked"
    panel.board.setCurrentRow(2)
    assert len(graphics(window)) == 17 and {each.look for each in graphics(window)} == {"in-force"}, "all stay on the map"


@pytest.fixture
def live(window, panel, qtbot, folders_of_play):
    """A session played alone."""
    desk = next(each for each in window._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    desk.starting.dialog.kinds["solitaire"].setChecked(True)
    desk.starting.dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    yield desk.live
    desk.leave()


@pytest.fixture
def waiting(window, panel, orders, live, qtbot):
    """A new sheet of a battalion, in preparation."""
    window.document.units.set([each.id for each in window.document.box.oob.all_members("b2")])
    panel._new.click()
    qtbot.waitUntil(lambda: orders.sheet.in_preparation and bool(panel.bars.bars))
    return orders.sheet


def test_in_a_session_a_sheet_is_prepared_with_its_size_and_its_chances(window, panel, orders, waiting):
    assert "in preparation" in panel.board.rows[orders.sheets.index(waiting)].text
    assert panel._chance.text() == "Size 0; no roll is enough now"
    assert len(panel.bars.bars) == 9, "now, and eight turns ahead"
    tool = window.workbench.tools.tools["graphic"]
    panel._draw.click()
    tool.take_kind("rally-point")
    click(window, (20.3, 20.2))
    assert graphics(window)[-1].look == "picked"
    window.workbench.tools.choose("select")
    assert [each.look for each in graphics(window)].count("planned") == 1


def test_sheets_gain_their_weighted_turns_as_one_entry(panel, orders, live, waiting, qtbot):
    assert not panel._gain.isHidden()
    panel._gain.click()
    qtbot.waitUntil(lambda: any("gains" in row.text for row in panel.steps.rows))
    before = live.session.number
    panel._do.click()
    assert orders.sheet.turns > 0 and live.session.number == before + 1
    qtbot.waitUntil(lambda: "weighted turn" in panel.board.rows[orders.sheets.index(orders.sheet)].text)


def test_a_roll_that_passes_offers_to_put_the_sheet_into_force(window, panel, orders, live, waiting, qtbot):
    orders.write("Wait long", replace(waiting, turns=90))
    panel.real.setText("1 1")
    panel.real.returnPressed.emit()
    qtbot.waitUntil(lambda: "11" in panel._step_told.text())
    assert not panel.steps.rows, "it is too low"
    panel.real.setText("6 6")
    panel.real.returnPressed.emit()
    qtbot.waitUntil(lambda: [row.text for row in panel.steps.rows][:1] == [f"Put “{waiting.id}” into force"])
    rolled = live.session.number
    assert isinstance(live.session.entry(rolled).event, Rolled)
    panel._do.click()
    qtbot.waitUntil(lambda: orders.sheet.implemented)
    assert orders.sheet.id == waiting.id and live.session.entry(rolled + 1).event.because == rolled
    qtbot.waitUntil(lambda: [row.text for row in panel.steps.rows][:1] == [f"Declare “{waiting.id}” a success"])
    old = next(each for each in orders.sheets if each.id == "Hold the valley")
    assert {why for _, why in old.left} == {"reassigned"}, "its units have left the old sheet"


def test_the_program_rolls_and_the_journal_keeps_what_for(panel, live, waiting, qtbot):
    before = live.session.number
    panel.roll_wanted.emit()
    entry = live.session.entry(before + 1)
    assert isinstance(entry.event, Rolled) and waiting.id in entry.event.purpose
    qtbot.waitUntil(lambda: bool(panel._step_told.text()))


def test_dice_that_cannot_be_are_told(panel, waiting):
    panel.real.setText("7 1")
    panel.real.returnPressed.emit()
    assert "7" in panel._step_told.text()


def test_a_series_without_op_sheets_says_so(window, newly_opened, qtbot):
    newly_opened(window, SCENARIOS / "sable-river")
    panel = window.workbench.docks.orders
    qtbot.waitUntil(lambda: "no op sheets" in panel._hint.text() and panel._stack.currentIndex() == 0)
    qtbot.waitUntil(lambda: not window.actions_["tool.graphic"].isEnabled())
