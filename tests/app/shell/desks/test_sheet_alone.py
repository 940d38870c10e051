"""The op sheet in hand by itself: a pale map, no counters, no other graphics, in view; and back again."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.canvas.layers import COUNTERS, LayerState
from app.canvas.shapes import Graphic
from app.canvas.transform import MapTransform
from app.shell.desks.sheet_alone import PALE, pale

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"


@pytest.fixture(scope="module")
def window(window_of):
    yield from window_of(SCENARIOS / "cove-creek")


@pytest.fixture
def orders(window, newly_opened, qtbot):
    newly_opened(window, SCENARIOS / "cove-creek")
    desk = window.workbench.orders
    qtbot.waitUntil(lambda: len(window.workbench.docks.orders.board.rows) == 6 and bool(desk.orders.kinds.kinds))
    qtbot.waitUntil(lambda: window.workbench.view.map is not None and window.workbench.view.map.ready)
    window.workbench.docks.front("orders")
    qtbot.waitUntil(lambda: drawn(window) > 0)
    yield desk.orders
    desk.show_alone(False)


def drawn(window):
    return sum(isinstance(each, Graphic) for each in window.workbench.orders._layer.shapes)


def test_what_a_user_has_hidden_or_faded_is_so_all_the_more():
    state = pale(LayerState().with_shown("water", False).with_opacity("roads", 0.5))
    assert not state.shows("water") and not state.shows(COUNTERS) and state.shows("paper")
    assert (state.opacity("roads"), state.opacity("contours"), state.opacity("paper")) == (PALE / 2, PALE, 1.0)


def test_one_sheet_is_seen_alone_and_all_of_them_again(window, orders, qtbot):
    view, action = window.workbench.view, window.actions_["view.sheet_alone"]
    layers, others = view.layers, drawn(window)
    assert action.isEnabled() and not action.isChecked()
    with_graphic = next(each for each in orders.sheets if each.measures)
    orders.choose(with_graphic.id)
    view.fit()
    whole = view.hex_px
    action.trigger()
    form = window.workbench.docks.orders.form
    assert action.isChecked() and form.alone.isChecked()
    assert drawn(window) == len(with_graphic.measures) < others
    assert not view.layers.shows(COUNTERS) and view.layers.opacity("contours") == PALE
    assert window.workbench.docks.layers.state == layers, "what the user has chosen is not changed"
    assert view.hex_px > whole
    room = view.viewport().rect()
    for measure in with_graphic.measures:
        for point in measure.points:
            assert room.contains(view.mapFromScene(MapTransform.of(orders.box).to_scene(point))), measure.kind
    form.alone.click()
    assert not action.isChecked() and drawn(window) == others and view.layers == layers


def test_another_sheet_takes_its_place_and_without_any_the_map_is_as_it_was(window, orders, qtbot):
    view, action = window.workbench.view, window.actions_["view.sheet_alone"]
    action.trigger()
    orders.choose("Mill Brook")
    assert drawn(window) == len(orders.sheet.measures)
    middle = view.mapToScene(view.viewport().rect().center())
    orders.choose("Hold the valley")
    assert view.mapToScene(view.viewport().rect().center()) != middle
    window.document.show_scenario("")
    assert not orders.sheets and not action.isEnabled() and not action.isChecked()
    assert view.layers.shows(COUNTERS)


def test_letters_and_picks_are_those_of_the_sheet_alone(window, orders, qtbot):
    from app.tools.graphic_marks import nearest_measure

    letters = window.workbench.orders.letters
    other = next(each for each in orders.sheets if each.measures)
    alone = next(each for each in orders.sheets if each is not other and each.measures)
    point = other.measures[0].points[0]
    assert nearest_measure(orders, point, 1.0) is not None
    qtbot.waitUntil(lambda: letters._found is not None)
    orders.choose(alone.id)
    window.actions_["view.sheet_alone"].trigger()
    found = nearest_measure(orders, point, 1.0)
    assert found is None or found.sheet is alone
    assert letters._layer.shapes == ()


def test_the_map_looks_as_before_when_all_sheets_are_seen_again(window, orders, qtbot):
    view, action = window.workbench.view, window.actions_["view.sheet_alone"]
    action.trigger()
    action.trigger()

    def settled():
        QApplication.processEvents()
        return not view.allowance.wanting and window.workbench.view.map.ready

    qtbot.waitUntil(settled)
    with_all = view.viewport().grab().toImage()
    action.trigger()
    qtbot.waitUntil(settled)
    qtbot.waitUntil(lambda: view.viewport().grab().toImage() != with_all)
    action.trigger()
    qtbot.waitUntil(lambda: view.viewport().grab().toImage() == with_all)
