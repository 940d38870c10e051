"""In the real window: the tour of op sheets works in a copy, knows what was done by hand, does what is lacking, can be left."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from app.canvas.shapes import Caption, Graphic, HexRim
from app.shell.desks.tour import TourDesk
from app.tools.graphic_marks import ON_SHEET
from app.widgets.pointing import GAP, WIDE, PointingFrame
from core.model.tours import TARGETS
from tests.app.tools import hand

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"
BOX = SCENARIOS / "cove-creek"


@pytest.fixture(scope="module")
def window(window_of):
    yield from window_of(BOX)


def begun(window, qtbot):
    desk = next(each for each in window._desks if isinstance(each, TourDesk))
    window.actions_["help.tour"].trigger()
    qtbot.waitUntil(lambda: desk.tour is not None and bool(window.workbench.orders.orders.kinds.kinds))
    return desk


@pytest.fixture
def desk(window, newly_opened, tmp_path, qtbot):
    newly_opened(window, BOX)
    desk = next(each for each in window._desks if isinstance(each, TourDesk))
    desk.folder = tmp_path / "tours"
    window._session.keep_text("tour/op-sheets", "")
    yield begun(window, qtbot)
    window.document.undo_stack.setIndex(0)
    desk.leave()


def at(desk, title):
    while desk.step.title != title:
        desk.next()
    return desk.step


def buttons(desk):
    return {each.text().replace("&", ""): each for each in desk.card.buttons}


def test_it_opens_a_copy_without_op_sheets_and_says_where_it_is(window, desk):
    assert window.path == desk.folder / "op-sheets" and window.document.work.orders == ()
    assert desk.card.isVisible() and desk.card.number.text().startswith("Step 1 of")
    assert [desk.card.lessons.itemText(n)[:1] for n in range(desk.card.lessons.count())] == ["1", "2", "3"]
    assert buttons(desk)["Next"].isEnabled() and not buttons(desk)["Back"].isEnabled()
    assert window.workbench.docks.orders.isVisible() and not window.workbench.docks.orders.tour.isEnabled()
    assert desk.card in window.workbench.panes(), "F6 goes there"


def test_every_lesson_can_be_shown_step_by_step_and_ends_soundly_and_each_step_can_be_undone(window, desk, qtbot):
    stack = window.document.undo_stack
    for lesson in desk.tour.lessons:
        assert desk.lesson is lesson
        while True:
            if desk.step.goals:
                before = stack.index()
                assert (not desk.is_done and desk.card.state.text().startswith("To do: ")) or desk._verdict == "sound"
                desk.show_me()
                qtbot.waitUntil(lambda: desk.is_done)
                assert desk.card.state.text() == "✓ Done." and not buttons(desk)["Show me"].isEnabled()
                assert stack.index() > before or desk.step is lesson.steps[-1]
            if desk.step is lesson.steps[-1]:
                break
            desk.next()
        assert desk.sheet.id == lesson.sheet and desk._verdict == "sound"
        desk.next()
    assert [sheet.id for sheet in window.document.work.orders] == [lesson.sheet for lesson in desk.tour.lessons]
    assert not buttons(desk)["Next"].isEnabled()
    stack.setIndex(0)
    assert window.document.work.orders == () and not desk.is_done


def test_what_the_user_does_by_hand_is_known(window, desk, qtbot):
    panel, document = window.workbench.docks.orders, window.document
    at(desk, "Begin a sheet with its units")
    assert "a sheet with these units" in desk.card.state.text()
    document.units.set(document.box.oob.counters_meant(("r2",)))
    panel.new.click()
    assert "2./Panzer 116" in desk.card.state.text() and not desk.is_done
    document.units.set(document.box.oob.counters_meant(("rp",)))
    panel.form.organization.put_on.click()
    assert desk.is_done and desk.card.state.text() == "✓ Done."
    at(desk, "Name it")
    panel.form.name.setText("two axes on northend")
    panel.form.name.editingFinished.emit()
    assert desk.is_done
    at(desk, "Type and time")
    panel.form.time.setText("0600")
    panel.form.time.editingFinished.emit()
    assert desk.card.state.text() == "To do: the type"
    at(desk, "Rally points")
    panel.form.organization.tree.choose(["r2", "rp"])
    panel.form.organization.rally.setText("19.34")
    panel.form.organization.rally.editingFinished.emit()
    assert desk.is_done, "any hex will do"
    at(desk, "The objective")
    assert any(isinstance(each, Graphic) for each in desk._layer.shapes)
    assert [each.text for each in desk._layer.shapes if isinstance(each, Caption)] == ["1", "2", "3", "4"]
    window.workbench.tools.choose("graphic")
    tool = window.workbench.tools.current
    tool.take_kind("objective")
    for x, y in ((13.0, 27.0), (16.0, 27.0), (15.0, 30.0), (13.0, 27.0)):
        hand.click(tool, x, y, hand.ALT)
    assert desk.is_done and not any(isinstance(each, Graphic) for each in desk._layer.shapes)
    desk.show_me()
    assert desk.sheet.time == "0600" and len(desk.sheet.measures) == 1, "what is there stays as it is"


def test_it_is_left_and_goes_on_where_it_was(window, desk, qtbot, newly_opened):
    at(desk, "Rally points")
    buttons(desk)["Leave"].click()
    assert not desk.card.isVisible() and desk._layer.shapes == () and not any(each.isVisible() for each in desk.frames)
    assert not window.actions_["help.tour_next"].isEnabled()
    begun(window, qtbot)
    assert desk.step.title == "Rally points" and desk.card.isVisible()
    newly_opened(window, BOX)
    assert not desk.card.isVisible()
    window.open_now(desk.box)
    qtbot.waitUntil(lambda: desk.tour is not None)
    assert desk.step.title == "Rally points", "it was not left, so that its box goes on with it"


def test_a_lesson_is_chosen_and_begun_again(window, desk):
    desk.card.lessons.setCurrentIndex(2)
    desk.card.lessons.activated.emit(2)
    assert desk.lesson.id == "night-attack" and desk._number == 0
    at(desk, "Name, type and time")
    desk.show_me()
    assert [sheet.id for sheet in window.document.work.orders] == ["Millbrook by night"]
    desk.begin_again()
    assert window.document.work.orders == () and desk._number == 0
    window.document.undo_stack.undo()
    assert [sheet.id for sheet in window.document.work.orders] == ["Millbrook by night"]


def test_every_target_is_a_part_of_the_window(window, desk):
    at(desk, "Name it")
    desk.show_me()
    assert [name for name in TARGETS if desk.widget(name) is None] == ["kind", "text"]
    window.workbench.tools.choose("graphic")
    window.workbench.tools.current.take_kind("objective")
    assert [name for name in TARGETS if desk.widget(name) is None] == ["draw"]


def test_what_the_step_is_about_is_framed_and_takes_clicks(window, desk, qtbot):
    at(desk, "Begin a sheet with its units")
    (frame,) = (each for each in desk.frames if each.target is not None)
    new = window.workbench.docks.orders.new
    assert frame.target is new and frame.isVisible()
    middle = new.mapTo(window, new.rect().center())
    assert frame.geometry().contains(middle) and window.childAt(middle) is new


def test_the_panel_is_framed_with_its_title(window, desk):
    (frame,) = (each for each in desk.frames if each.target is not None)
    panel = window.workbench.docks.orders
    assert frame.target is window.workbench.docks.dock_of("orders") and frame.target.isAncestorOf(panel)
    assert frame.geometry().top() < panel.mapTo(window, QPoint()).y() - panel.fontMetrics().height()


def test_all_hexes_of_the_units_of_a_step_are_rimmed_and_not_as_those_of_a_sheet(window, desk):
    at(desk, "Begin a sheet with its units")
    box, pieces = window.document.box, window.document.work.deployment.pieces
    standing = {pieces[unit].at for unit in box.oob.counters_meant(("r2", "rp"))}
    (rim,) = (each for each in desk._layer.shapes if isinstance(each, HexRim))
    assert rim.hexes == standing and rim.look != ON_SHEET
    at(desk, "The group West")
    (rim,) = (each for each in desk._layer.shapes if isinstance(each, HexRim))
    assert rim.hexes == {pieces[unit].at for unit in box.oob.counters_meant(("r2-5", "pioniere-933"))}


def test_the_card_fits_a_small_window(window, desk, qtbot):
    size = window.size()
    window.resize(1024, 700)
    try:
        for lesson, _ in enumerate(desk.tour.lessons):
            desk._choose_lesson(lesson)
            for _ in desk.lesson.steps:
                qtbot.waitUntil(lambda: desk.card.words.height() >= desk.card.words.heightForWidth(desk.card.words.width()))
                assert desk.card.height() < window.workbench.view.height(), desk.step.title
                if desk.step is not desk.lesson.steps[-1]:
                    desk.next()
        assert window.width() <= 1024 and window.height() <= 700
    finally:
        window.resize(size)


def test_buttons_stay_where_they_are_from_step_to_step(window, desk):
    places = set()
    for _ in desk.lesson.steps:
        QCoreApplication.processEvents()
        places.add((buttons(desk)["Next"].mapTo(window, QPoint()).toTuple(), desk.card.words.height()))
        desk.next()
    assert len(places) == 1


def test_a_frame_follows_what_scrolls_and_goes_with_it(qtbot):
    top = QWidget()
    qtbot.addWidget(top)
    area, page = QScrollArea(top), QWidget()
    column = QVBoxLayout(page)
    labels = [QLabel(f"Line {n}") for n in range(60)]
    for label in labels:
        column.addWidget(label)
    area.setWidget(page)
    area.setGeometry(0, 0, 200, 150)
    top.resize(300, 200)
    top.show()
    frame = PointingFrame(top)
    frame.point_at(labels[2])
    there = labels[2].mapTo(top, QPoint())
    assert frame.isVisible() and frame.pos() == there - QPoint(WIDE + GAP, WIDE + GAP)
    area.verticalScrollBar().setValue(15)
    assert frame.pos() == there - QPoint(WIDE + GAP, WIDE + GAP + 15)
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    assert not frame.isVisible(), "what is not seen has no frame"
    frame.point_at(labels[-1])
    assert frame.isVisible() and frame.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    labels[-1].hide()
    assert not frame.isVisible()
    frame.point_at(None)
    assert frame.target is None
