"""Panels that have nothing to show for a box are put away, and come back behind the others with one that they serve."""

from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow

from app.shell.action_table import ALL
from app.shell.actions import Actions
from app.shell.docks import Docks
from core.base.steps import finish


@dataclass
class Stand:
    window: QMainWindow
    docks: Docks

    def hidden(self, name: str) -> bool:
        return self.docks._docks[name].isHidden()

    def seen(self, name: str) -> bool:
        dock = self.docks._docks[name]
        return not dock.isHidden() and not dock.visibleRegion().isEmpty()


@pytest.fixture
def stand(qtbot) -> Stand:
    window = QMainWindow()
    qtbot.addWidget(window)
    actions = Actions(window)
    actions.add(ALL)
    docks = Docks(window, actions)
    window.resize(1200, 800)
    window.show()
    qtbot.waitExposed(window)
    finish(docks.arrange())
    return Stand(window, docks)


def test_the_stack_is_a_tab_from_the_start_behind_the_first_panel_where_there_are_counters(stand):
    stand.docks.fit_box(sights=True, counters=True)
    assert not stand.hidden("stack") and stand.seen("ruling") and not stand.seen("stack")


def test_without_counters_there_is_no_tab_and_it_comes_behind_what_is_seen_with_the_first_ones(stand):
    stand.docks.fit_box(sights=True, counters=False)
    assert stand.hidden("stack")
    stand.docks.front("layers")
    stand.docks.stack.has_counters.emit()
    assert not stand.hidden("stack")
    assert stand.seen("layers") and not stand.seen("stack")


def test_what_the_user_has_put_away_stays_away(stand):
    stand.docks._docks["stack"].hide()
    stand.docks.fit_box(sights=True, counters=False)
    stand.docks.fit_box(sights=True, counters=True)
    assert stand.hidden("stack")


def test_a_layout_is_kept_as_it_is_with_everything_to_show(stand):
    stand.docks.fit_box(sights=False, counters=False)
    state = stand.docks.layout(3)
    assert stand.hidden("stack") and stand.hidden("profile")
    assert stand.window.restoreState(state, 3)
    assert not stand.hidden("stack") and not stand.hidden("profile")
    assert stand.window.dockWidgetArea(stand.docks._docks["stack"]) == Qt.DockWidgetArea.RightDockWidgetArea
