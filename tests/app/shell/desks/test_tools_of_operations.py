"""In the real window: the tools for zones, movement and supply bring what they answer to the front; the map keeps its keys."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDockWidget

RIVER = Path(__file__).resolve().parents[4] / "scenarios" / "sable-river"
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture(scope="module")
def river(window_of):
    yield from window_of(RIVER)


@pytest.fixture
def bench(river, qtbot):
    """The workbench with nothing selected and another panel in front of what is ruled."""
    qtbot.waitUntil(lambda: river.document is not None)
    bench = river.workbench
    qtbot.waitUntil(lambda: bench.tools.context.headings is not None)
    qtbot.waitUntil(lambda: bool(bench.panes()))
    bench.tools.choose("select")
    river.document.units.set()
    hide(river, qtbot)
    yield bench
    bench.tools.escape()
    bench.tools.choose("select")
    river.document.undo_stack.setIndex(0)


def hide(window, qtbot):
    window.workbench.docks.front("oob")
    qtbot.waitUntil(lambda: in_front(window, "oob") and not in_front(window, "ruling"))
    window.workbench.view.setFocus()


def in_front(window, name):
    dock = window.findChild(QDockWidget, f"dock-{name}")
    return dock.isVisible() and not dock.visibleRegion().isEmpty()


def click(bench, place):
    bench.tools.pressed(place, None, LEFT, PLAIN)
    bench.tools.released(place, None, LEFT, PLAIN)


@pytest.mark.parametrize("tool", ["control", "movement", "supply"])
def test_what_is_ruled_comes_to_the_front_with_the_tool_and_the_map_keeps_the_keyboard(river, bench, qtbot, tool):
    river.actions_[f"tool.{tool}"].trigger()
    qtbot.waitUntil(lambda: in_front(river, "ruling"))
    assert QApplication.focusWidget() in (bench.view, bench.view.viewport(), None)


def test_the_range_of_another_stack_comes_to_the_front_and_no_way_under_the_pointer_does(river, bench, qtbot):
    box = river.document.box
    river.actions_["tool.movement"].trigger()
    click(bench, box.hex("2012"))
    qtbot.waitUntil(lambda: bench.docks.ruling.shown is not None)
    hide(river, qtbot)
    bench.tools.pointed(box.hex("2111"))
    qtbot.waitUntil(lambda: "2111" in river.status.hint)
    assert not in_front(river, "ruling"), "a panel that was put in front stays there while the pointer moves"
    bench.tools.current.clear_result()
    click(bench, box.hex("1812"))
    qtbot.waitUntil(lambda: in_front(river, "ruling"))
