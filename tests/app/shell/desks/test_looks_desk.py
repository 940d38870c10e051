"""The window Counter looks of the real window: what is drawn there is on the map, in the tree and in the grid at once."""

import immutables
import pytest

from app.shell.desks.units import UnitsDesk
from core.model.deployment import Deployment, Piece
from core.model.edits.force_edits import ChangeScenario, ChangeUnits
from core.model.edits.look_edits import ChangeLooks
from core.model.looks import Chosen, LookBook
from core.model.oob import Counter, OobRef, Side, Values
from core.model.scenario import Scenario
from core.rules.kernel.looks import face_of


@pytest.fixture
def desk(window):
    found = next(each for each in window._desks if isinstance(each, UnitsDesk))
    yield found
    found.leave_box()


def test_a_look_of_the_game_is_drawn_everywhere(window, desk, qtbot):
    document = window.document
    values = Values({"piece.kind": "infantry", "piece.name": "A/1", "fire.class": "area", "steps": 4})
    document.do(
        ChangeUnits(
            "Add",
            {
                OobRef("sides", 1): Side("us", "US", "#7a8450"),
                OobRef("counters", 1): Counter("a", "us", values),
            },
        )
    )
    start = Deployment(immutables.Map({"a": Piece(next(iter(document.box.cells)))}))
    document.do(ChangeScenario("Add scenario", "s.scenario.yaml", Scenario("s", start=start)))
    document.show_scenario("s.scenario.yaml")
    window.actions_["box.looks"].trigger()
    qtbot.waitUntil(lambda: desk.looks is not None and desk.looks.isVisible())
    looks = desk.looks
    window.actions_["box.counters"].trigger()
    qtbot.waitUntil(lambda: desk.units is not None and desk.units.isVisible())
    before = desk.units.preview.front.face
    own = next(id_ for id_, look in document.ruleset.looks.items() if "infantry" in look.of)
    looks.model.choose(own)
    looks.copy.click()
    looks.model.change_look("Change look", ground=Chosen("#123456"))
    counter = document.box.oob.counter("a")
    drawn = face_of(document.ruleset, document.box.oob, counter)
    assert drawn.fill == "#123456"
    oob_model = window.workbench.docks.oob.model
    assert oob_model.pictures.face(document.box.oob, counter) == drawn
    desk.units.view.selectRow(0)
    qtbot.waitUntil(lambda: desk.units.preview.front.face == drawn != before)
    stacks = window.workbench.units.layer.stacks
    assert stacks.face("a") == drawn
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert stacks.face("a") != drawn
    assert not document.box.looks


def test_the_worker_says_what_looks_name_and_there_is_not(window, qtbot):
    document = window.document
    look = next(iter(document.ruleset.looks.values()))
    wrong = LookBook(looks={look.id: look.__class__(look.id, look.title, look.of, Chosen("sandd"))})
    document.do(ChangeLooks("Change look", wrong))
    qtbot.waitUntil(lambda: any(issue.code == "look-name" for issue in document.issues))
    said = next(issue.text for issue in document.issues if issue.code == "look-name")
    assert 'There is no colour "sandd".' in said


def test_the_window_goes_with_its_box(window, desk, qtbot):
    window.actions_["box.looks"].trigger()
    qtbot.waitUntil(lambda: desk.looks is not None)
    desk.leave_box()
    qtbot.waitUntil(lambda: desk.looks is None)
