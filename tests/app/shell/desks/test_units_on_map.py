"""Counters in the real window: a scenario is shown, a unit dragged, too much in a hex said with its rule, markers, dropping."""

from dataclasses import replace
from types import SimpleNamespace

import immutables
import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QMouseEvent
from PySide6.QtWidgets import QApplication

from app.counters.piece_words import mime_of
from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Piece
from core.model.edits.edit import Several
from core.model.edits.force_edits import ChangeScenario, ChangeUnits
from core.model.oob import Counter, OobRef, Side
from core.model.scenario import Scenario

FILE = "drive.scenario.yaml"
PLAIN = Qt.KeyboardModifier.NoModifier
NONE, LEFT = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton


def platoon(id_):
    values = {"piece.kind": "infantry", "piece.name": id_.upper(), "steps": 5, "target.class": "area"}
    return Counter(id_, "us", immutables.Map(values))


@pytest.fixture
def battle(window, qtbot):
    """The example map with eight platoons in one hex, one beside it, and a truck in the order of battle."""
    document, view = window.document, window.workbench.view
    cells = sorted(document.box.cells)
    middle = cells[len(cells) // 2]
    full, beside = middle, next(place for place in middle.neighbours() if place in document.box.cells)
    counters = [platoon(f"p{n}") for n in range(7)] + [
        Counter("truck", "us", immutables.Map({"piece.kind": "carrier", "steps": 2}))
    ]
    items = {OobRef("sides", 0): Side("us", "US", "#7a8450")}
    items |= {OobRef("counters", n): counter for n, counter in enumerate(counters)}
    pieces = {f"p{n}": Piece(full, n) for n in range(6)} | {"p6": Piece(beside)}
    scenario = Scenario("Drive", start=Deployment().with_pieces(pieces))
    document.do(Several("Add forces", (ChangeUnits("", items), ChangeScenario("", FILE, scenario))))
    document.show_scenario(FILE)
    view.set_hex_px(60)
    view.centre_on(full)
    QApplication.processEvents()
    tools = window.workbench.tools
    yield SimpleNamespace(
        window=window, document=document, view=view, tools=tools, full=full, beside=beside, units=window.workbench.units
    )
    tools.choose("select")
    document.units.set()
    document.show_scenario("")


def at(battle, place):
    return battle.view.viewportTransform().map(QPointF(*battle.view.map.transform.centre(place)))


def mouse(battle, kind, where, button=NONE, held=NONE):
    viewport = battle.view.viewport()
    event = QMouseEvent(kind, where, viewport.mapToGlobal(where), button, held, PLAIN)
    QApplication.sendEvent(viewport, event)


def pieces(battle):
    return battle.document.work.deployment.pieces


def test_the_tool_is_in_hand_when_a_scenario_is_shown(battle):
    assert battle.tools.current.id == "units"


def test_a_unit_dragged_into_a_full_hex_hears_the_rule_and_the_stack_says_it_too(battle, qtbot):
    said = []
    battle.tools.context.status, before = said.append, battle.tools.context.status
    start, end = at(battle, battle.beside), at(battle, battle.full)
    mouse(battle, QEvent.Type.MouseButtonPress, start, LEFT, LEFT)
    mouse(battle, QEvent.Type.MouseMove, (start + end) / 2, NONE, LEFT)
    mouse(battle, QEvent.Type.MouseMove, end, NONE, LEFT)
    qtbot.waitUntil(lambda: any("TCS 4.01 5.1" in sentence for sentence in said))
    assert any("35" in sentence and "30" in sentence for sentence in said)
    mouse(battle, QEvent.Type.MouseButtonRelease, end, LEFT)
    battle.tools.context.status = before
    assert pieces(battle)["p6"].at == battle.full
    panel = battle.window.workbench.docks.stack
    assert panel.spot == battle.full and panel.list.ids[0] == "p6"
    qtbot.waitUntil(lambda: "⚠" in panel._limits.text() and "[5.1]" in panel._limits.text())
    battle.document.undo_stack.undo()
    assert pieces(battle)["p6"].at == battle.beside


def test_counters_dropped_onto_the_map_are_put_there(battle, qtbot):
    viewport, where = battle.view.viewport(), at(battle, battle.beside)
    mime: QMimeData = mime_of(("truck",))
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    enter = QDragEnterEvent(where.toPoint(), actions, mime, LEFT, PLAIN)
    QApplication.sendEvent(viewport, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(viewport, QDropEvent(where, actions, mime, LEFT, PLAIN))
    qtbot.waitUntil(lambda: "truck" in pieces(battle))
    assert pieces(battle)["truck"].at == battle.beside and battle.document.units.ids == ("truck",)


@pytest.fixture
def reserve(battle):
    """The battle with a box beside the map, in view."""
    scenario = battle.document.box.scenarios[FILE]
    battle.document.do(ChangeScenario("", FILE, replace(scenario, off_map=("Reserve",))))
    battle.view.fit()
    battle.units.layer.show_box("Reserve")
    QApplication.processEvents()
    return battle


def box_at(battle, card=None):
    beside = battle.units.layer.box_outline("Reserve")
    x, y = (beside[0][0] + beside[2][0]) / 2, (beside[0][1] + beside[2][1]) / 2
    transform = battle.view.map.transform
    where = transform.to_scene((x, y)) if card is None else QPointF(*card_middle(battle, card))
    return battle.view.viewportTransform().map(where)


def card_middle(battle, id_):
    tiled = battle.units.layer._item.tiled
    x, y = tiled.centre("Reserve")
    card = battle.units.layer.stacks.picture("Reserve").card(id_)
    return x + card.x, y + card.y


def dragged(battle, start, end):
    mouse(battle, QEvent.Type.MouseMove, start)
    mouse(battle, QEvent.Type.MouseButtonPress, start, LEFT, LEFT)
    mouse(battle, QEvent.Type.MouseMove, (start + end) / 2, held=LEFT)
    mouse(battle, QEvent.Type.MouseMove, end, held=LEFT)
    mouse(battle, QEvent.Type.MouseButtonRelease, end, LEFT)


def test_a_unit_goes_into_a_box_beside_the_map_and_back_by_the_mouse(reserve):
    dragged(reserve, at(reserve, reserve.beside), box_at(reserve))
    assert pieces(reserve)["p6"].at == "Reserve"
    assert "Reserve" in reserve.window.workbench.docks.stack._title.text()
    dragged(reserve, box_at(reserve, "p6"), at(reserve, reserve.beside))
    assert pieces(reserve)["p6"].at == reserve.beside


def test_a_unit_goes_into_a_box_beside_the_map_and_back_by_the_keyboard(reserve, qtbot):
    view = reserve.view
    view.setFocus()
    view.set_cursor_hex(reserve.beside)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_K, Qt.Key.Key_Return):
        qtbot.keyClick(view, key)
    assert pieces(reserve)["p6"].at == "Reserve"
    for key in (Qt.Key.Key_K, Qt.Key.Key_Tab, Qt.Key.Key_Return):
        qtbot.keyClick(view, key)
    view.set_cursor_hex(reserve.beside)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert pieces(reserve)["p6"].at == reserve.beside


def test_counters_are_dropped_into_a_box_beside_the_map(reserve, qtbot):
    mime: QMimeData = mime_of(("truck",))
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    viewport, where = reserve.view.viewport(), box_at(reserve)
    QApplication.sendEvent(viewport, QDragEnterEvent(where.toPoint(), actions, mime, LEFT, PLAIN))
    QApplication.sendEvent(viewport, QDropEvent(where, actions, mime, LEFT, PLAIN))
    qtbot.waitUntil(lambda: "truck" in pieces(reserve))
    assert pieces(reserve)["truck"].at == "Reserve"


def test_a_counter_goes_from_the_order_of_battle_onto_the_map_by_the_keyboard_alone(battle, qtbot):
    battle.view.set_cursor_hex(battle.full)
    battle.tools.choose("select")
    battle.window.workbench.docks.oob.taken.emit(("truck",))
    assert battle.tools.current.id == "units" and battle.tools.units.holding == ("truck",)
    qtbot.keyClick(battle.view, Qt.Key.Key_Up)
    there = battle.view.cursor_hex
    assert there != battle.full
    qtbot.keyClick(battle.view, Qt.Key.Key_Return)
    assert pieces(battle)["truck"].at == there
    battle.document.undo_stack.undo()
    assert "truck" not in pieces(battle)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_menu_offers_the_carrier_of_the_hex_and_markers_with_their_rules(battle, qtbot):
    battle.tools.units.commands.put(("truck",), battle.beside)
    battle.document.units.set(("p6",))
    menu = battle.units.menu.pop_up(battle.tools.units.commands, battle.beside, QPoint(10, 10))
    mounts = next(action.menu() for action in menu.actions() if "Mount" in action.text())
    qtbot.waitUntil(lambda: any("truck" in action.text() for action in mounts.actions()))
    offer = next(action for action in mounts.actions() if "truck" in action.text())
    assert offer.isEnabled() and "24.1a" in offer.toolTip()
    marks = next(action.menu() for action in menu.actions() if "kers on" in action.text())
    assert any("17.3" in action.toolTip() for action in marks.actions())
    offer.trigger()
    menu.close()
    qtbot.waitUntil(lambda: pieces(battle)["p6"].on == "truck")


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_carrier_that_is_selected_with_its_riders_is_offered_and_takes_as_many_as_it_may(battle, qtbot):
    commands = battle.tools.units.commands
    commands.put(("p5", "p6", "truck"), battle.beside)
    battle.document.units.set(("truck", "p5", "p6"))
    menu = battle.units.menu.pop_up(commands, battle.beside, QPoint(10, 10), "carriers")
    qtbot.waitUntil(lambda: any("truck" in action.text() for action in menu.actions()))
    assert menu.toolTipsVisible()
    offer = next(action for action in menu.actions() if "truck" in action.text())
    assert offer.isEnabled() and "P5" in offer.text() and "P6" in offer.text()
    said = []
    battle.tools.context.status, before = said.append, battle.tools.context.status
    offer.trigger()
    menu.close()
    qtbot.waitUntil(lambda: any("24.1a" in sentence for sentence in said))
    battle.tools.context.status = before
    assert pieces(battle)["p5"].on == "truck" and pieces(battle)["p6"].on == "" and "P6" in said[-1]


def test_units_that_are_sought_come_into_view_and_the_panel_shows_them(battle):
    battle.view.centre_on(sorted(battle.document.box.cells)[0])
    battle.document.units.seek(("p3",))
    assert battle.view.viewport().rect().contains(at(battle, battle.full).toPoint())
    assert battle.window.workbench.docks.stack.spot == battle.full


def test_a_drag_that_leaves_the_map_goes_on_as_one_between_widgets(battle, monkeypatch):
    held = []
    monkeypatch.setattr(battle.units, "_start_drag", held.append)
    start = at(battle, battle.beside)
    mouse(battle, QEvent.Type.MouseButtonPress, start, LEFT, LEFT)
    mouse(battle, QEvent.Type.MouseMove, start + QPointF(15, 15), NONE, LEFT)
    mouse(battle, QEvent.Type.MouseMove, QPointF(battle.view.viewport().width() + 40.0, 100.0), NONE, LEFT)
    assert held == [("p6",)] and pieces(battle)["p6"].at == battle.beside
    assert isinstance(battle.full, Hex) and battle.tools.units.holding == ()


def test_counters_dragged_from_the_map_into_the_order_of_battle_leave_the_map(battle, qtbot):
    tree = battle.window.workbench.docks.oob.tree
    battle.units._find_tray()
    # An event does not keep what it carries.
    mime, actions = mime_of(("p6",)), Qt.DropAction.CopyAction | Qt.DropAction.MoveAction

    class FromMap(QDropEvent):
        def source(self):
            return battle.view.viewport()

    drop = FromMap(QPointF(5, 5), actions, mime, LEFT, PLAIN)
    assert battle.units.eventFilter(tree.viewport(), drop) and drop.isAccepted()
    assert "p6" not in pieces(battle)
    battle.document.undo_stack.undo()
    assert "p6" in pieces(battle)
    elsewhere = QDropEvent(QPointF(5, 5), actions, mime, LEFT, PLAIN)
    assert not battle.units.eventFilter(tree.viewport(), elsewhere)


def test_the_hex_cursor_tells_the_counters_from_the_top_down(battle):
    words = battle.window.workbench._voice.words(battle.full)
    assert words.index("P5, 5 of 5 steps") < words.index("P0, 5 of 5 steps")
