"""In the real window: the cup of a turn of BCS is filled by what the rules answer, and an activation is one step."""

from pathlib import Path
from shutil import copytree

import pytest
from PySide6.QtWidgets import QDialog

from app.documents.proposals import do_for_side
from app.panels.play.turn import TurnPanel
from app.shell.desks.play import PlayDesk
from core.model.edits.order_edits import ChangeOrders
from core.model.graphics import Measure, MeasureKinds
from core.model.orders import OpSheet
from core.play.events import Shuffled
from core.play.turns import Course
from core.questions.answers import reason_text
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.proposals import Next
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason

AMBER = Path(__file__).resolve().parents[4] / "scenarios" / "amber-road"


@pytest.fixture(scope="module")
def amber(tmp_path_factory):
    folder = tmp_path_factory.mktemp("box") / "amber-road"
    copytree(AMBER, folder)
    file = folder / "game.yaml"
    said = [line for line in file.read_text("utf-8").splitlines() if not line.startswith("options:")]
    said.insert(4, 'options: {activation.smoothing: "on"}')
    file.write_text("\n".join(said) + "\n", "utf-8")
    return folder


@pytest.fixture(scope="module")
def amber_window(window_of, amber):
    yield from window_of(amber)


@pytest.fixture
def desk(amber_window, amber, newly_opened, qtbot, folders_of_play):
    newly_opened(amber_window, amber)
    found = next(each for each in amber_window._desks if isinstance(each, PlayDesk))
    found.starting.start()
    found.starting.dialog.kinds["solitaire"].setChecked(True)
    found.starting.dialog.go.click()
    qtbot.waitUntil(lambda: found.live is not None)
    yield found
    for box in amber_window.findChildren(QDialog):
        if box.isVisible():
            box.close()
    found.leave()


def test_the_cup_of_the_turn_is_filled_with_what_the_rules_answer(amber_window, desk, qtbot):
    amber_window.actions_["play.chits"].trigger()
    dialog, live = desk.chits.dialog, desk.live
    (name,) = (dialog.cups.topLevelItem(row).text(0) for row in range(dialog.cups.topLevelItemCount()))
    assert name == "Smoothing, 1"
    dialog.cups.setCurrentItem(dialog.cups.topLevelItem(0))
    dialog.fill.click()
    qtbot.waitUntil(lambda: desk.chits.filling is not None)
    assert dict(desk.chits.filling.contents) == {"1": 2}, "two formations of each side stand on the map"
    desk.chits.filling.go.click()
    qtbot.waitUntil(lambda: "smoothing 1" in live.session.record.cups)
    assert isinstance(live.session.entries[-1].event, Shuffled)


def test_a_chit_that_is_drawn_leads_on_to_who_is_next(amber_window, desk, qtbot):
    live, procedures = desk.live, amber_window.workbench.tools.context.procedures
    desk.chits.run({"do": "fill", "cup": "smoothing 1", "contents": {"1": 2}})
    qtbot.waitUntil(lambda: "smoothing 1" in live.session.record.cups)
    before = live.session.number
    desk.chits.run({"do": "draw", "cup": "smoothing 1", "unit": "", "draws": 1, "public": True})
    qtbot.waitUntil(lambda: bool(live.session.state.owed))
    (asked,) = live.session.state.owed
    assert (asked.question, dict(asked.given)) == ("smoothing.at", {"chit": "1"})
    assert [type(each.event).__name__ for each in live.session.entries[before:]] == ["Drew", "Opened", "Did"]
    assert procedures.step.question == "smoothing.at", "the panel Resolve has it in hand"


def test_what_is_done_against_a_hex_is_called_a_fight(amber_window, desk, qtbot):
    tools, box = amber_window.workbench.tools, desk.live.document.box
    qtbot.waitUntil(lambda: tools.context.headings is not None)
    tools.choose("fire")
    tools.tools["fire"].fire_at(box.hex("1910"))
    assert reason_text(tools.context.procedures.step.title.reason, box) == "Fight against 1910"


def test_a_proposal_activates_a_formation_as_one_step(desk):
    live = desk.live
    document = live.document
    course = Course.of(document.box, document.ruleset, live.session.record.began.file)
    for edit in course.edits_to(live.session.state, course.at(live.session.state, 1, "first")):
        live.do(edit)
    game = Game.of(document.box, document.ruleset).with_state(live.session.state)
    before = live.session.number
    (proposal,) = (each for each in ask("activation.at", game).detail.proposals if each.label == "Activate 17th Rifle Regiment")
    assert do_for_side(document, proposal, "korrin")
    state = live.session.state
    assert live.session.number == before + 1
    assert (state.moment.of, state.conditions["k17", "activation"]) == ("k17", "Active")
    assert [each.question for each in state.owed] == ["snafu.at"]


def test_the_panel_turn_asks_the_rules_who_is_activated(amber_window, desk, qtbot):
    live, procedures = desk.live, amber_window.workbench.tools.context.procedures
    qtbot.waitUntil(lambda: amber_window.workbench.tools.context.headings is not None)
    course = Course.of(live.document.box, live.document.ruleset, live.session.record.began.file)
    for edit in course.edits_to(live.session.state, course.at(live.session.state, 1, "activation.pick")):
        live.do(edit)
    box = amber_window.findChild(TurnPanel).activation
    assert not box._asking.isHidden() and box._choice.isHidden()
    box._who.click()
    qtbot.waitUntil(lambda: procedures.ruling is not None)
    assert procedures.step.question == "activation.at"
    labels = [each.label for each in procedures.ruling.detail.proposals]
    assert "Activate 17th Rifle Regiment" in labels and all("61st" not in each for each in labels)
    # Who cannot be offered is named with the reason, by its name.
    assert "Not in play yet, or no more: 3rd Guards Tank Brigade" in "\n".join(
        reason_text(each, live.document.box) for each in procedures.ruling.reasons
    )


def test_a_hex_that_a_procedure_asks_for_is_pointed_at(amber_window, desk, qtbot):
    tools, procedures = amber_window.workbench.tools, amber_window.workbench.tools.context.procedures
    qtbot.waitUntil(lambda: tools.context.headings is not None)
    title = Reason(RuleRef("bcs", "1.1", "4.3d"), "Objectives")
    amber_window.workbench.procedures.begin((Next("objectives.at", title, {"formation": "k17"}),))
    assert tools.current is tools.tools["fire"]
    qtbot.waitUntil(lambda: procedures.asked.place == "to")
    tools.current.press(desk.live.document.box.hex("1617"))
    assert procedures.step.said["to"] == "1617"


def test_the_order_of_a_formation_is_drawn_though_the_series_has_no_questions_about_sheets(
    amber_window, amber, newly_opened, qtbot
):
    newly_opened(amber_window, amber)
    orders, document, tools = amber_window.workbench.orders, amber_window.document, amber_window.workbench.tools
    qtbot.waitUntil(lambda: tools.context.headings is not None and not tools.context.means("opsheet.check"))
    # Nothing was guessed before the questions of the series were known, as where a session is opened at once.
    orders.orders.kinds = MeasureKinds({}, {})
    orders.use(document, tools)
    route = Measure("route", ((3.0, 4.0), (9.0, 8.0)), side="korrin", units=("k40",))
    sheet = OpSheet("Order of 40th", "korrin", "order", ("k40",), status="implemented", note="2014", measures=(route,))
    document.do(ChangeOrders("Write an order", {sheet.id: sheet}, document.state.scenario))
    qtbot.waitUntil(lambda: bool(orders._layer.shapes))
    document.undo_stack.undo()
    assert not orders._layer.shapes
