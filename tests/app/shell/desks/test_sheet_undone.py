"""Each step of an op sheet in a session is one that Ctrl+Z takes back and Ctrl+Y does again, from its first word to its end."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.shell.desks.play import PlayDesk
from core.model.edits.state_edits import ChangeState
from core.model.state import Moment
from tests.app.tools import hand

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"
CTRL = Qt.KeyboardModifier.ControlModifier
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture(scope="module")
def window(window_of):
    yield from window_of(SCENARIOS / "cove-creek")


@pytest.fixture
def live(window, newly_opened, qtbot, folders_of_play):
    newly_opened(window, SCENARIOS / "cove-creek")
    qtbot.waitUntil(lambda: len(panel_of(window).board.rows) == 6 and bool(window.workbench.orders.orders.kinds.kinds))
    desk = next(each for each in window._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    desk.starting.dialog.kinds["solitaire"].setChecked(True)
    desk.starting.dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None and window.layouts.settled)
    window.workbench.docks.front("orders")
    yield desk.live
    desk.leave()


def panel_of(window):
    return window.workbench.docks.orders


class Undoing:
    """Does steps, takes each back by keys and does it again; the sheets are what they were, and what they became."""

    def __init__(self, window, live, qtbot):
        self.window, self.live, self.qtbot = window, live, qtbot
        self.panel, self.orders, self.done = panel_of(window), window.workbench.orders.orders, []

    def state(self):
        """The sheets with the markers of units, which steps change with them."""
        state = self.live.session.state
        return dict(state.orders), {unit: piece.marks for unit, piece in state.deployment.pieces.items()}

    def key(self, key, wanted):
        """Presses keys with Ctrl over the map; what dice have said is given up with a word where that is asked for."""
        self.window.activateWindow()
        self.qtbot.waitUntil(self.window.isActiveWindow)
        self.window.workbench.view.setFocus()
        QTest.keyClick(self.window.workbench.view, key, CTRL)
        desk = next(each for each in self.window._desks if isinstance(each, PlayDesk))
        if desk.reason_dialog is not None:
            desk.reason_dialog.line.setText("Once more")
            desk.reason_dialog.accept()
        assert self.state() == wanted, (self.done[-1], key)

    def step(self, name, do):
        """Does something, and has it taken back and done again."""
        before = self.state()
        do()
        self.qtbot.waitUntil(lambda: self.state() != before, timeout=20_000)
        after = self.state()
        self.done.append(name)
        self.key(Qt.Key.Key_Z, before)
        self.key(Qt.Key.Key_Y, after)

    def propose(self, name, words, box, units=()):
        """Does a step that is proposed."""
        if units:
            self.panel.form.organization.tree.choose(units)
        self.qtbot.waitUntil(lambda: any(words in row.text for row in box.list.rows), timeout=20_000)

        def do():
            box.list.setCurrentRow(next(n for n, row in enumerate(box.list.rows) if words in row.text))
            box.do.click()

        self.step(name, do)

    def read(self, box, dice):
        """Real dice showed something."""
        self.qtbot.waitUntil(lambda: not box.dice.isHidden(), timeout=20_000)
        box.real.setText(dice)
        box.real.returnPressed.emit()

    def turn(self, number):
        """The Command Phase of a turn."""
        self.live.do(ChangeState(f"Go to turn {number}", {"moment": Moment(number, "command.review")}))


def test_every_step_of_a_sheet_is_taken_back_and_done_again(window, live, qtbot):
    made = Undoing(window, live, qtbot)
    panel, form, orders, oob = made.panel, made.panel.form, made.orders, window.document.box.oob
    units, own = form.organization, [each.id for each in oob.all_members("b2")]
    first, second, third = own[:3]
    made.turn(1)
    window.document.units.set(own)
    made.step("draw up", panel.new.click)
    id_ = orders.sheet.id

    def write(field, text):
        field.setPlainText(text)
        field.left.emit()

    def typed(field, text):
        field.setText(text)
        field.editingFinished.emit()

    made.step("note", lambda: write(form.note, "Over the hill."))
    made.step("failure instructions", lambda: write(form.failure, "Back."))
    made.step("preliminary instructions", lambda: write(form.preliminary, "To the mill."))
    made.step("name", lambda: typed(form.name, "Over the hill"))
    id_ = orders.sheet.id
    assert id_ == "Over the hill"
    made.step("time", lambda: typed(form.time, "0840"))
    form.type.setCurrentIndex(form.type.findText("Prepared Defense"))
    made.step("type", lambda: form.type.activated.emit(form.type.currentIndex()))
    units.tree.choose(["b2"])
    made.step("rally point", lambda: typed(units.rally, "20.12"))
    units.tree.choose([first])
    made.step("group", lambda: units.group.activated.emit(1))
    units.tree.choose([second])
    made.step("hold back", units.reserve.click)
    units.tree.choose([third])
    made.step("list an alternate", units.alternate.click)
    panel.draw.click()
    tool = window.workbench.tools.current
    tool.take_kind("release-point")
    made.step("draw", lambda: hand.click(tool, 20.3, 20.2, hand.ALT))
    made.step("erase", lambda: orders.erase(0))
    window.workbench.tools.choose("select")

    made.turn(2)
    panel.gain.click()
    made.propose("gain", f"“{id_}” gains", panel.steps)
    live.do(replace_edit(orders, turns=90), ruled=True)
    made.read(panel.steps, "6 6")
    made.propose("preliminary", "Begin the preliminary", panel.steps)
    made.read(panel.steps, "6 6")
    made.propose("strike off", "Strike ", units.steps, [own[3]])
    made.read(panel.steps, "6 6")
    made.propose("implement", "into force", panel.steps)
    made.propose("send in", "Send in ", units.steps, [second])
    made.read(units.steps, "6")
    made.propose("their orders hold", "hold", units.steps, [second])
    units.tree.choose([third])
    made.read(units.steps, "6")
    made.propose("take the alternate", "take their alternate", units.steps)
    made.propose("a part fails", "a failure", units.steps, [first])
    made.propose("success", f"Declare “{id_}” a success", panel.steps)
    made.step("throw away", panel.remove.click)
    assert len(made.done) == 23 and id_ not in {each.id for each in orders.sheets}


def replace_edit(orders, **said):
    """A change of the sheet in hand, as steps make it."""
    from core.model.edits.order_edits import ChangeOrders

    return ChangeOrders("Wait long", {orders.sheet.id: replace(orders.sheet, **said)})
