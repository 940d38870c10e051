"""In the real window: what is begun in a panel comes forward in the panel Resolve, and its end leads back there."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractItemView

from core.rules.kernel.proposals import Next
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason

CREEK = Path(__file__).resolve().parents[4] / "scenarios" / "cove-creek"
HERE = Next("mode.at", Reason(RuleRef("tcs", "4.01", "9.1"), "Change of mode"), {"units": "1-6-933"})


@pytest.fixture(scope="module")
def creek(window_of):
    yield from window_of(CREEK)


@pytest.fixture
def desk(creek, newly_opened, qtbot):
    newly_opened(creek, CREEK)
    creek.actions_["tool.units"].trigger()
    creek.workbench.docks.front("stack")
    qtbot.waitUntil(lambda: creek.workbench.docks.is_seen("stack"))
    return creek.workbench.procedures


def begin(creek, desk, qtbot):
    """A change of mode is begun, as from the panel Stack; it is in hand, and its panel is seen."""
    desk.begin((HERE,))
    procedures = creek.workbench.tools.context.procedures
    assert creek.workbench.tools.current.id == "fire" and procedures.step.question == "mode.at"
    qtbot.waitUntil(lambda: creek.workbench.docks.is_seen("procedure"))
    return procedures


def test_the_end_of_what_was_begun_in_a_panel_leads_back_to_it_and_to_the_tool_of_then(creek, desk, qtbot):
    procedures = begin(creek, desk, qtbot)
    assert procedures.skip()
    assert creek.workbench.tools.current.id == "units"
    qtbot.waitUntil(lambda: creek.workbench.docks.is_seen("stack"))


def test_the_keyboard_goes_along_from_a_panel_that_stays_in_sight_and_back_to_it(creek, desk, qtbot):
    docks, procedures = creek.workbench.docks, creek.workbench.tools.context.procedures
    creek.activateWindow()
    docks.front("formations")
    table = docks.formations.table
    qtbot.waitUntil(table.isVisible)
    table.setFocus()
    begin(creek, desk, qtbot)
    assert docks.procedure.isAncestorOf(creek.focusWidget()), "a key pressed again begins it no second time"
    assert procedures.skip() and creek.focusWidget() is table
    begin(creek, desk, qtbot)
    creek.workbench.view.setFocus()
    assert procedures.skip() and creek.focusWidget() is creek.workbench.view, "whoever went on on the map stays there"
    creek.workbench.view.setFocus()
    begin(creek, desk, qtbot)
    assert creek.focusWidget() is creek.workbench.view, "what is begun from the map is gone on with there"
    procedures.skip()


def test_whoever_took_another_tool_or_panel_meanwhile_is_left_there(creek, desk, qtbot):
    procedures = begin(creek, desk, qtbot)
    creek.actions_["tool.measure"].trigger()
    assert procedures.skip() and creek.workbench.tools.current.id == "measure"
    creek.actions_["tool.units"].trigger()
    creek.workbench.docks.front("stack")
    qtbot.waitUntil(lambda: creek.workbench.docks.is_seen("stack"))
    procedures = begin(creek, desk, qtbot)
    creek.workbench.docks.front("ask")
    qtbot.waitUntil(lambda: creek.workbench.docks.is_seen("ask"))
    assert procedures.skip() and creek.workbench.tools.current.id == "units"
    assert creek.workbench.docks.is_seen("ask")


@pytest.mark.parametrize(("given", "where"), [({}, "map"), ({"units": "1-6-933", "to": "17.32"}, "panel")])
def test_whoever_begins_something_by_keys_goes_on_with_it_and_not_in_the_panel_behind(creek, desk, qtbot, given, where):
    docks, view = creek.workbench.docks, creek.workbench.view
    next(each for each in docks.stack.findChildren(QAbstractItemView) if each.isVisibleTo(docks.stack)).setFocus()
    assert docks.has_keyboard("stack")
    question = "mode.at" if given else "smoke.at"
    desk.begin((replace(HERE, question=question, given=given),))
    assert creek.workbench.tools.context.procedures.step.question == question
    held = view.hasFocus if where == "map" else partial(docks.has_keyboard, "procedure")
    qtbot.waitUntil(held)
