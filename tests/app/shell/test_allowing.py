"""Every command that is grey says why, whatever is open."""

import pytest
from PySide6.QtWidgets import QMenu

from app.shell.actions import why_not
from app.tools.command_table import COMMANDS


@pytest.fixture
def closed(window, qtbot):
    box = window.path
    window.actions_["file.close"].trigger()
    qtbot.waitUntil(lambda: window.document is None)
    yield window
    window.open_path(box)
    qtbot.waitUntil(lambda: window.document is not None)


def grey(window):
    menus = [menu.menuAction() for menu in window.menuBar().findChildren(QMenu)]
    return [action for action in (*window.actions_, *menus) if not action.isEnabled()]


def test_what_is_grey_beside_an_open_box_says_why(window):
    # What other tests took back could be done again.
    window.document.undo_stack.clear()
    # What they selected could be deleted.
    window.document.selection.set()
    window.document.units.set()
    found = {action.objectName(): why_not(action) for action in grey(window)}
    assert all(found.values()), found
    assert found["edit.redo"] == "Not now, because nothing was taken back."
    assert found["item.merge"] == "Not now, because fewer than two areas are selected."
    assert found["item.delete"] in window.actions_["item.delete"].toolTip()


def test_what_is_grey_on_the_start_page_says_that_no_box_is_open(closed):
    found = {action.objectName(): why_not(action) for action in grey(closed)}
    assert all(found.values()), found
    assert found["file.import"] == "Not now, because no box is open."
    assert {found[f"item.{spec.id}"] for spec in COMMANDS} == {"Not now, because no box is open."}
    assert closed.actions_["file.import"].toolTip().endswith("\nNot now, because no box is open.")


def test_reasons_stand_at_the_end_of_a_sentence():
    for spec in COMMANDS:
        assert spec.needs[0].islower()
        assert not spec.needs.endswith(".")
