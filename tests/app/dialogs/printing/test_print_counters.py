"""The dialog that prints counters: what is chosen, how it lies, the preview, what is wrong, what is kept."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel

from app.dialogs.printing.counters import PrintCountersDialog
from app.export.cards import CardChoice
from app.export.counter_layout import SIZES, SheetWish
from app.export.counter_pieces import Choice
from core.files.box_files import load_box
from core.model.oob import Oob

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"


@pytest.fixture(scope="module")
def river():
    return load_box(SCENARIOS / "sable-river")


@pytest.fixture
def made(qtbot, tmp_path, river):
    def make(wish=None, counts=None, box=None, ruleset=None):
        dialog = PrintCountersDialog(None, box or river.box, ruleset or river.ruleset, tmp_path, wish, counts)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


@pytest.fixture
def dialog(made, qtbot):
    dialog = made()
    qtbot.waitUntil(lambda: dialog.whole)
    return dialog


def settled(qtbot, dialog):
    qtbot.waitUntil(lambda: dialog.whole)


def pixels(dialog):
    picture = dialog.preview.page.picture
    rows = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), picture.bytesPerLine())
    return rows[:, : picture.width() * 4].reshape(picture.height(), picture.width(), 4)[..., :3].copy()


def test_at_first_all_counters_are_printed_in_the_folder(dialog, tmp_path, river):
    order = dialog.order
    assert order.choice == Choice()
    assert order.file == tmp_path / "counters.pdf"
    assert len(order.job.pieces) == sum(counter.copies for counter in river.box.oob.counters)
    assert "1 sheet of paper, 2 pages" in dialog.note.text()
    assert dialog.write.isEnabled() and dialog.print_.isEnabled()


def test_sides_and_formations_are_ticked(dialog, qtbot, river):
    dialog.pieces.tick("korrin", False)
    settled(qtbot, dialog)
    assert dialog.order.choice.only == ("veldany",)
    dialog.pieces.tick("v1", False)
    settled(qtbot, dialog)
    assert dialog.order.choice.only == ("v2", "veldany:")
    assert {piece.side.id for piece in dialog.order.job.pieces} == {"veldany"}
    dialog.pieces.tick("veldany", False)
    settled(qtbot, dialog)
    assert dialog.order.choice.only == ()
    assert "Nothing is chosen" in dialog.note.text()
    assert not dialog.write.isEnabled() and not dialog.print_.isEnabled()
    for side in river.box.oob.sides:
        dialog.pieces.tick(side.id, True)
    settled(qtbot, dialog)
    assert dialog.order.choice.only is None


def test_markers_are_counted(dialog, qtbot):
    before = len(dialog.order.job.pieces)
    dialog.pieces.count("step-loss", 2)
    settled(qtbot, dialog)
    assert dialog.order.choice.markers == {"step-loss": 2}
    assert len(dialog.order.job.pieces) == before + 18
    assert dialog.preview.words.text() == "Page 1 of 2"


def test_sets_are_counted(dialog, qtbot):
    before = len(dialog.order.job.pieces)
    dialog.pieces.sets.setValue(3)
    settled(qtbot, dialog)
    assert len(dialog.order.job.pieces) == 3 * before


def test_a_size_is_chosen_or_typed(dialog, qtbot):
    for row, (_, side) in enumerate(SIZES):
        dialog.paper.size_.setCurrentIndex(row)
        assert dialog.wish.side == side
    dialog.paper.side.setValue(20.0)
    assert dialog.paper.size_.currentText() == "Other"
    assert dialog.wish.side == 20.0
    dialog.paper.side.setValue(12.7)
    assert dialog.paper.size_.currentIndex() == 0


def test_paper_is_chosen_or_typed(dialog, qtbot):
    dialog.paper.paper.setCurrentIndex(dialog.paper.paper.findData("letter"))
    assert dialog.wish.paper == "letter" and not dialog.paper.width_.isEnabled()
    dialog.paper.paper.setCurrentIndex(dialog.paper.paper.count() - 1)
    dialog.paper.width_.setValue(200.0)
    dialog.paper.height_.setValue(260.0)
    settled(qtbot, dialog)
    assert dialog.wish.paper == "200x260"
    assert dialog.order.job.plan.page in ((200.0, 260.0), (260.0, 200.0))


def test_what_cannot_be_printed_is_said_and_cannot_be_written(dialog, qtbot):
    dialog.paper.margin.setValue(104.0)
    settled(qtbot, dialog)
    assert "do not fit on A4 paper" in dialog.note.text()
    assert not dialog.write.isEnabled()
    dialog.paper.margin.setValue(2.0)
    settled(qtbot, dialog)
    assert dialog.write.isEnabled()
    assert "no room for cut marks" in dialog.note.text()


def test_letters_that_are_too_small_are_named(dialog, qtbot):
    dialog.paper.side.setValue(9.0)
    settled(qtbot, dialog)
    assert "Letters below 0.9 mm are hard to read: “" in dialog.small_note.text()
    assert dialog.show_small.isVisible()
    dialog.paper.side.setValue(40.0)
    settled(qtbot, dialog)
    assert not dialog.small_note.text() and not dialog.show_small.isVisible()


def test_pages_are_turned_with_buttons_and_keys(dialog, qtbot):
    settled(qtbot, dialog)
    front = pixels(dialog)
    assert (front < 200).any()
    assert not dialog.preview.before.isEnabled()
    qtbot.mouseClick(dialog.preview.after, Qt.MouseButton.LeftButton)
    settled(qtbot, dialog)
    assert dialog.preview.words.text() == "Page 2 of 2"
    assert (pixels(dialog) != front).any()
    assert "backs" in dialog.preview.page.accessibleDescription()
    qtbot.keyClick(dialog.preview.page, Qt.Key.Key_PageUp)
    settled(qtbot, dialog)
    assert dialog.preview.number == 0
    assert (pixels(dialog) == front).all()


def test_the_test_page_stands_in_the_place_of_counters_and_has_a_name_of_its_own(dialog, qtbot, tmp_path):
    dialog.backs.right.setValue(1.25)
    dialog.kinds.test.setChecked(True)
    settled(qtbot, dialog)
    order = dialog.order
    assert order.is_test and order.wish.offset == (1.25, 0.0)
    assert order.file == tmp_path / "test-page.pdf"
    assert dialog.preview.words.text() == "Page 1 of 2"
    assert (pixels(dialog) < 128).any()
    dialog.backs.backs.setCurrentIndex(dialog.backs.backs.findData("fold"))
    settled(qtbot, dialog)
    assert not dialog.is_test and not dialog.kinds.test.isEnabled() and not dialog.backs.right.isEnabled()
    assert dialog.order.file == tmp_path / "counters.pdf"


def test_a_wish_that_was_kept_is_shown(made, qtbot):
    wish = SheetWish(
        side=13.25,
        paper="150x200",
        turn="landscape",
        margin=7.5,
        gutter=1.5,
        bleed=0.5,
        backs="short",
        over=True,
        offset=(-0.35, 0.2),
        group="formation",
        begin="sheet",
        marks=False,
        lines=True,
        labels=False,
    )
    dialog = made(wish, {"moved": 4})
    assert dialog.wish == wish
    assert dialog.pieces.choice.markers == {"moved": 4}


@pytest.mark.parametrize("name", ["", "counters.png", "missing-folder/counters.pdf"])
def test_a_name_that_cannot_be_written_can_still_be_printed(dialog, tmp_path, name):
    dialog.file.setText(str(tmp_path / name) if name else "")
    assert not dialog.write.isEnabled() and dialog.print_.isEnabled()


def test_a_box_without_counters_prints_its_markers(made, qtbot, river):
    dialog = made(box=replace(river.box, oob=Oob()))
    settled(qtbot, dialog)
    assert "Nothing is chosen" in dialog.note.text()
    dialog.pieces.count("moved", 5)
    settled(qtbot, dialog)
    assert len(dialog.order.job.pieces) == 5


def test_a_scenario_is_printed_in_the_place_of_counters(dialog, qtbot, tmp_path, river):
    dialog.kinds.test.setChecked(True)
    dialog.kinds.cards.setChecked(True)
    settled(qtbot, dialog)
    assert not dialog.is_test
    order = dialog.order
    assert order.cards == CardChoice(next(iter(river.box.scenarios)))
    assert order.pages == len(order.job.sheets) > 1
    assert order.file == tmp_path / "scenario.pdf"
    assert (pixels(dialog) < 128).any()
    dialog.cards.track.setChecked(False)
    dialog.cards.set_up.setChecked(False)
    settled(qtbot, dialog)
    assert "Nothing is chosen" in dialog.note.text() and not dialog.write.isEnabled()
    dialog.kinds.counters.setChecked(True)
    settled(qtbot, dialog)
    assert dialog.order.cards is None and dialog.order.file == tmp_path / "counters.pdf"


def test_a_box_without_a_scenario_has_none_to_print(made, river):
    dialog = made(box=replace(river.box, scenarios=type(river.box.scenarios)({})))
    assert not dialog.kinds.cards.isEnabled() and dialog.kinds.cards.toolTip() == "This box has no scenario."


def test_one_place_says_what_kind_is_printed_and_the_rest_is_about_that(dialog, qtbot):
    assert dialog.kinds.isVisible() and dialog.pieces.isVisible()
    dialog.kinds.cards.setChecked(True)
    assert dialog.cards.isVisible() and not dialog.pieces.isVisible()
    assert not dialog.tabs.isTabEnabled(dialog.tabs.indexOf(dialog.backs))
    assert not dialog.paper.side.isEnabled() and dialog.paper.paper.isEnabled() and dialog.paper.margin.isEnabled()
    dialog.kinds.test.setChecked(True)
    assert dialog.tabs.isTabEnabled(dialog.tabs.indexOf(dialog.backs)) and not dialog.cards.isVisible()
    dialog.kinds.counters.setChecked(True)
    assert dialog.pieces.isVisible() and dialog.paper.side.isEnabled()


def test_each_letter_leads_to_one_place_in_every_tab(dialog):
    dialog.show()
    dialog.show_small.setVisible(True)
    tabs = [dialog.tabs.tabText(n) for n in range(dialog.tabs.count())]
    places = [(kind, n) for kind in (dialog.kinds.counters, dialog.kinds.cards, dialog.kinds.test) for n in range(len(tabs))]
    for kind, n in places:
        kind.setChecked(True)
        dialog.tabs.setCurrentIndex(n)
        tab = (kind.text(), tabs[n])
        parts = [*dialog.findChildren(QAbstractButton), *dialog.findChildren(QLabel)]
        words = [*tabs, *(part.text() for part in parts if part.isVisible())]
        letters = [found.group(1).casefold() for each in words if (found := re.search(r"&(\w)", each))]
        assert sorted(letters) == sorted(set(letters)), tab
