"""The start page by keyboard: what was not saved comes first, and Enter opens what has the keyboard."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app.shell.files.offers import Offer
from app.shell.files.samples import BoxEntry
from app.shell.start_page import StartPage

SAMPLES = (BoxEntry(Path("a"), "First"), BoxEntry(Path("b"), "Second"))


@pytest.fixture
def page(qtbot):
    page = StartPage()
    qtbot.addWidget(page)
    page.show_boxes(SAMPLES, ())
    page.show()
    return page


def test_enter_opens_the_first_box(page, qtbot):
    with qtbot.waitSignal(page.chosen) as heard:
        qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Return)
    assert heard.args == [Path("a")]


def test_what_was_not_saved_has_the_keyboard_before_any_box(page, qtbot):
    page.show_offers([Offer("Test hill", "one change not saved", "offer")])
    with qtbot.waitSignal(page.recover) as heard:
        qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Return)
    assert heard.args == ["offer"]


def test_a_sentence_about_a_box_goes_over_two_lines_and_a_path_keeps_both_ends(page):
    about = "SCS: two corps cross a broad river & its marshes, in ten turns of two days"
    far = Path("/games") / ("deep/" * 30) / "hill"
    page.show_boxes(
        (BoxEntry(Path("a"), "First", about), BoxEntry(Path("b"), "Second", "long " * 200)), (BoxEntry(far, "Third"),)
    )
    whole, cut, path = (link.description() for link in page._links)
    assert whole.replace("&&", "&") == about
    assert cut.startswith("long long") and cut.endswith("…")
    assert path.startswith("/games") and path.endswith("hill") and "…" in path
