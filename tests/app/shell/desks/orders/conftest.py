"""The real window on Cove Creek with its panel of op sheets, and sessions of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.shell.desks.play import PlayDesk
from tests.app.shell.desks.orders.hands import later

SCENARIOS = Path(__file__).resolve().parents[5] / "scenarios"


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
    """A new sheet of a battalion, in preparation in the first turn."""
    window.actions_["play.next_phase"].trigger()
    assert live.session.state.moment.turn == 1
    window.document.units.set([each.id for each in window.document.box.oob.all_members("b2")])
    # The chances of a sheet that an earlier test had in hand stand until those of this one come.
    panel.show_chance(None, None)
    assert panel.form.chance.bars.isHidden()
    panel.new.click()
    qtbot.waitUntil(lambda: orders.sheet.in_preparation and not panel.form.chance.bars.isHidden())
    qtbot.waitUntil(lambda: "No roll is enough with fewer than" in panel.steps.told.text())
    return orders.sheet


@pytest.fixture
def rollable(panel, orders, waiting, qtbot):
    """The same with weighted turns with which a roll can pass."""
    orders.write("Wait long", replace(waiting, turns=90))
    qtbot.waitUntil(lambda: not panel.steps.dice.isHidden())
    return orders.sheet


@pytest.fixture
def why(window):
    """What is asked for before something is done against the rules; gives the answer."""
    hands = window.workbench.play.hands

    def answer(text):
        assert hands.dialog.windowTitle() == "Against the rules?"
        asked = hands.dialog.line.accessibleDescription()
        hands.dialog.line.setText(text)
        hands.dialog.accept() if text else hands.dialog.reject()
        return asked

    yield answer
    assert hands.dialog is None, "nothing is asked for any more"


@pytest.fixture
def worked(panel, orders, live, waiting, qtbot):
    """A sheet of a battalion that time has worked on."""
    orders.write("Wait", replace(waiting, turn=0, turns=30, elements=1, staff=True))
    later(live)
    qtbot.waitUntil(lambda: orders.sheet.turns == 30)
    return orders.sheet


@pytest.fixture
def hot_seat(window, panel, qtbot, folders_of_play):
    """A session of two at one table, in which Red looks."""
    desk = next(each for each in window._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    desk.starting.dialog.kinds["hot_seat"].setChecked(True)
    desk.starting.dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    desk.live.look_through(frozenset({"red"}))
    yield desk.live
    desk.leave()
