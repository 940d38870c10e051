from pathlib import Path

import pytest
from fake_door import open_box
from PySide6.QtCore import QObject, Signal

from app.documents.document import Document
from app.workers.follower import Follower
from core.base.errors import Place
from core.files.ruleset_files import load_ruleset
from core.model.box import BoxHead
from core.model.edits.force_edits import ChangeScenario
from core.model.edits.map_edits import ChangeBox
from core.model.follow_ons import FOLLOWED
from core.model.issues import OOB_UNREAD, Issue
from core.model.scenario import Scenario
from core.model.work import Work


class _Asker(QObject):
    """Stands in for Answers: plays every edit on a box of its own, as the worker does."""

    found = Signal(int, object)

    def __init__(self, work):
        super().__init__()
        self.work, self.serial, self.resets = work, 0, 0

    @property
    def box(self):
        return None if self.work is None else self.work.box

    def reset(self, work, ruleset=None):
        self.work, self.resets = work, self.resets + 1

    def change(self, edits, box=None):
        self.serial += 1
        for edit in edits:
            self.work = edit.apply(self.work)
        assert box is None or self.work.box == box


@pytest.fixture
def document(qapp):
    return Document(open_box(Path("box"))[1].box)


@pytest.fixture
def asker(document):
    return _Asker(Work(document.box))


@pytest.fixture
def follower(asker, document):
    return Follower(asker, document)


def _rename(document, title):
    document.do(ChangeBox("Rename box", BoxHead(title, "fake")))


def test_the_worker_hears_of_what_is_done_undone_and_redone(follower, asker, document):
    _rename(document, "one")
    _rename(document, "two")
    document.undo_stack.undo()
    assert asker.work.box == document.box
    document.undo_stack.redo()
    assert asker.work.box == document.box
    assert asker.serial == 4


def test_a_box_that_the_worker_has_not_read_itself_is_given_to_it(document):
    asker = _Asker(None)
    Follower(asker, document)
    assert asker.box is document.box
    assert asker.resets == 1


def test_a_box_that_the_worker_has_read_is_not_sent_back(follower, asker):
    assert asker.resets == 0


def test_issues_are_shown_when_they_are_about_the_box_as_it_is_now(follower, asker, document):
    issue = Issue(Place("a.map.yaml"), "Something is wrong.")
    _rename(document, "one")
    asker.found.emit(0, (issue,))
    assert document.issues == ()
    asker.found.emit(1, (issue,))
    assert document.issues == (issue,)


def test_other_charts_of_the_user_reach_the_worker(follower, asker, document):
    rules = load_ruleset("tcs-4.01")
    document.set_ruleset(rules)
    assert document.ruleset is rules
    assert asker.resets == 1


def test_a_closed_document_is_not_followed(follower, asker, document):
    follower.close()
    _rename(document, "one")
    document.set_ruleset(load_ruleset("tcs-4.01"))
    assert (asker.serial, asker.resets) == (0, 0)


def test_an_order_of_battle_that_could_not_be_read_stays_told_and_what_follows_is_one_line(document, asker, follower):
    cause = Issue(Place("counters.yaml", 3), "This is not YAML.", code=OOB_UNREAD)
    document.do(ChangeScenario("Add scenario", "a.scenario.yaml", Scenario("A")))
    document.show_issues((cause,))
    names = [Issue(Place("a.scenario.yaml", n), "There is no counter.", code="no-unit") for n in range(3)]
    for _ in range(2):
        asker.found.emit(asker.serial, tuple(names))
        assert [each.code for each in document.issues] == [OOB_UNREAD, FOLLOWED]
