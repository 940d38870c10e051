"""The real worker follows a document that is edited: its rulings and its findings are those of the box in the window."""

from dataclasses import replace
from fractions import Fraction

import pytest

from app.documents.document import Document
from app.workers import core_door
from app.workers.answers import Answers
from app.workers.follower import Follower
from core.analysis.relief_raster import relief_raster
from core.base.steps import finish
from core.files.resources import scenarios_folder
from core.geometry.layout import plane_centre
from core.model.edits.map_edits import ChangeItems
from core.model.maps import Area, Contour, ItemRef
from core.model.state import GameState

EXAMPLE = scenarios_folder() / "tcs-example"
A = "a.map.yaml"


@pytest.fixture
def followed(qapp, qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    answers = Answers()
    with qtbot.waitSignal(answers.opened) as opened:
        answers.open(EXAMPLE)
    result = opened.args[0]
    document = Document(result.box, result.ruleset, result.path, result.issues, result.state)
    follower = Follower(answers, document)
    yield answers, document
    follower.close()
    answers.close()


def _ask(answers, qtbot, question, **parameters):
    heard = []
    answers.ask(question, parameters, heard.append, on_refused=heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    return heard[0]


def _draw(document, section, item):
    sheet = document.box.sheet(A).sheet
    ref = ItemRef(A, section, sheet.items(section).next_key)
    document.do(ChangeItems("Draw", {ref: item}))
    return ref


def test_rulings_are_those_of_the_box_as_it_was_drawn_undone_and_redone(followed, qtbot):
    answers, document = followed
    before = _ask(answers, qtbot, "elevation", hex="4.05", method="simplified").value
    placed = document.box.sheet(A)
    x, y = placed.frame.to_sheet(plane_centre(placed.frame.hex(4, 5)))
    ring = tuple((x + a / 20, y + b / 20) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)))
    _draw(document, "contours", Contour(Fraction(120), ring, high="left"))
    assert _ask(answers, qtbot, "elevation", hex="4.05", method="simplified").value == 120
    document.undo_stack.undo()
    assert _ask(answers, qtbot, "elevation", hex="4.05", method="simplified").value == before
    document.undo_stack.redo()
    assert _ask(answers, qtbot, "elevation", hex="4.05", method="simplified").value == 120


def test_findings_follow_every_edit_and_a_fix_takes_its_finding_away(followed, qtbot):
    _, document = followed
    assert document.issues == ()
    square = ((1.0, 1.0), (1.5, 1.0), (1.5, 1.5), (1.0, 1.5), (1.0, 1.0))
    with qtbot.waitSignal(document.issues_changed):
        _draw(document, "areas", Area("woods", (square,)))
        _draw(document, "areas", Area("woods", (square,)))
    (issue,) = document.issues
    assert issue.code == "duplicate"
    assert document.checked is document.box
    with qtbot.waitSignal(document.issues_changed):
        document.do(issue.fix)
    assert document.issues == ()
    with qtbot.waitSignal(document.issues_changed):
        document.undo_stack.undo()
    assert [replace(each, fix=None) for each in document.issues] == [replace(issue, fix=None)]


def test_the_relief_is_worked_out_once_for_each_state_of_the_map(monkeypatch):
    worked = []
    monkeypatch.setattr(core_door, "relief_raster", lambda *given: worked.append(given) or relief_raster(*given))
    game, _ = core_door.open_box(EXAMPLE)
    first = finish(core_door.relief(game, 2))
    assert first is not None
    assert finish(core_door.relief(game.with_state(GameState(visibility=3)), 2)) is first
    assert finish(core_door.relief(game, 3)).width > first.width
    bare = {ItemRef(A, "contours", key): None for key in game.box.sheet(A).sheet.items("contours").keys}
    assert finish(core_door.relief(core_door.with_edits(game, [ChangeItems("", bare)]), 2)) is None
    assert len(worked) == 3
