"""The box that the window shows: taken in turns, given up at any step of them, failing at any."""

from itertools import islice
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.shell.layouts import MAKING
from tests.app.shell.hands import act, docks, drop

EXAMPLE = Path(__file__).resolve().parents[3] / "scenarios" / "tcs-example"


def test_a_box_that_is_closed_while_it_is_being_shown_is_gone(window, qtbot, monkeypatch):
    window.close_box()
    closed = []

    def close(workbench, document):
        assert window.document is None, "not all of it is shown yet"
        closed.append(document)
        window.close_box()
        yield

    with monkeypatch.context() as patch:
        patch.setattr(window.layouts, "use", close)
        window.open_path(EXAMPLE)
        qtbot.waitUntil(lambda: bool(closed))
    qtbot.waitUntil(lambda: not closed[0].turns.busy)
    assert window.document is None and window.path is None
    assert window.pages.currentWidget() is window.start_page
    assert window.workbench.tools is None
    window.open_path(EXAMPLE)
    qtbot.waitUntil(lambda: window.document is not None)
    assert window.pages.currentWidget() is window.workbench.view


@pytest.mark.parametrize("step", range(1, 14))
def test_a_box_can_be_closed_at_every_step_of_being_shown(window, qtbot, monkeypatch, step):
    window.close_box()
    closed = []
    show = window.workbench.show_document

    def closing(document):
        for number, _ in enumerate(show(document), start=1):
            if number == step:
                closed.append(document)
                window.close_box()
            yield

    with monkeypatch.context() as patch:
        patch.setattr(window.workbench, "show_document", closing)
        window.open_path(EXAMPLE)
        qtbot.waitUntil(lambda: bool(closed))
    assert window.document is None and window.workbench.tools is None
    assert window.pages.currentWidget() is window.start_page
    assert not any(dock.isVisible() for dock in docks(window).values())


@pytest.mark.parametrize("step", [1, 7, 13])
def test_another_box_can_be_opened_at_a_step_of_showing_one(window, qtbot, monkeypatch, step):
    window.close_box()
    begun = []
    show = window.workbench.show_document

    def interrupted(document):
        begun.append(document)
        for number, _ in enumerate(show(document), start=1):
            if number == step and len(begun) == 1:
                drop(window, EXAMPLE)
            yield

    with monkeypatch.context() as patch:
        patch.setattr(window.workbench, "show_document", interrupted)
        window.open_path(EXAMPLE.parent / "sable-river")
        qtbot.waitUntil(lambda: window.document is not None)
    assert len(begun) == 2 and window.document is begun[1] and window.path == EXAMPLE
    assert window.pages.currentWidget() is window.workbench.view and window.workbench.tools is not None


@pytest.mark.parametrize("step", [1, 4, 8, 13, "layout"])
def test_a_box_that_cannot_be_shown_leaves_the_start_page(window, qtbot, monkeypatch, step):
    window.close_box()
    show, use = window.workbench.show_document, window.layouts.use

    def failing(steps, at):
        yield from islice(steps, at)
        raise ZeroDivisionError

    with monkeypatch.context() as patch, qtbot.captureExceptions() as faults:
        if step == "layout":
            patch.setattr(window.layouts, "use", lambda *args: failing(use(*args), 3))
        else:
            patch.setattr(window.workbench, "show_document", lambda document: failing(show(document), step))
        window.open_path(EXAMPLE)
        qtbot.waitUntil(lambda: bool(faults))
    assert [kind for kind, *_ in faults] == [ZeroDivisionError]
    assert window.document is None and window.path is None and window.workbench.tools is None
    assert window.pages.currentWidget() is window.start_page
    assert not any(dock.isVisible() for dock in docks(window).values())
    assert not window.actions_["file.close"].isEnabled()
    window.open_path(EXAMPLE)
    qtbot.waitUntil(lambda: window.document is not None)
    assert window.pages.currentWidget() is window.workbench.view


def test_panels_that_are_half_laid_out_are_not_remembered(window, qtbot, monkeypatch):
    window.workbench.docks.front("issues")
    window.close_box()
    before = window.layouts.all
    closed = []
    arrange = window.workbench.arrange_docks

    def closing(playing):
        for number, _ in enumerate(arrange(playing)):
            if number == 5:
                closed.append(True)
                window.close_box()
            yield

    with monkeypatch.context() as patch:
        # The layout is one of an older version.
        patch.setattr(window, "restoreState", lambda *_: False)
        patch.setattr(window.workbench, "arrange_docks", closing)
        window.open_path(EXAMPLE)
        qtbot.waitUntil(lambda: bool(closed))
    assert window.layouts.all == before


def test_a_box_is_shown_in_many_turns_of_the_event_loop(window, qtbot, monkeypatch):
    window.close_box()
    turns = []
    show = window.workbench.show_document

    def counted(document):
        for _ in show(document):
            turns.append(window.document)
            yield

    monkeypatch.setattr(window.workbench, "show_document", counted)
    window.open_path(EXAMPLE)
    qtbot.waitUntil(lambda: window.document is not None)
    assert len(turns) > 10 and set(turns) == {None}


def test_panels_are_laid_out_between_turns_of_the_event_loop_and_half_of_it_is_not_kept(window):
    act(window, "view.reset_layout")
    docks(window)["dock-oob"].setVisible(True)
    window.layouts.keep()
    before, there = window.layouts.all[MAKING], docks(window)
    window.layouts.restore()
    assert not window.layouts.settled
    there["dock-oob"].hide()
    window.layouts.keep()
    assert window.layouts.all[MAKING] == before
    while not window.layouts.settled:
        QApplication.processEvents()
    assert not there["dock-oob"].isHidden()
    window.layouts.keep()
    assert window.layouts.all[MAKING] == before
    act(window, "view.reset_layout")


def test_panels_that_are_hidden_while_they_are_laid_out_stay_hidden(window):
    act(window, "view.reset_layout")
    window.actions_["view.reset_layout"].trigger()
    act(window, "view.hide_panels")
    assert not any(dock.isVisible() for dock in docks(window).values())
    act(window, "view.hide_panels")
    assert any(dock.isVisible() for dock in docks(window).values())
