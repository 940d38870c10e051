"""What has too little room in a panel scrolls, and is never pressed together."""

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.panels.room import Room, bring_into_view


def test_it_asks_for_little_room_and_gives_words_the_lines_that_they_need(qtbot):
    inside, label = QWidget(), QLabel("A few words. " * 4)
    label.setWordWrap(True)
    QVBoxLayout(inside).addWidget(label)
    room = Room(inside)
    qtbot.addWidget(room)
    room.resize(200, 80)
    room.show()
    assert room.minimumSizeHint().height() <= 80
    label.setText("Many more words. " * 60)
    qtbot.waitUntil(lambda: label.height() >= label.heightForWidth(label.width()) > 80)
    assert room.verticalScrollBar().maximum() > 0
    label.setText("One word.")
    qtbot.waitUntil(lambda: room.verticalScrollBar().maximum() == 0)


@pytest.fixture
def page(qtbot):
    """A room with many lines above a field and below it."""
    inside = QWidget()
    column = QVBoxLayout(inside)
    above, field = QLabel("One word."), QLineEdit()
    above.setWordWrap(True)
    for widget in (above, *(QLabel(f"line {n}") for n in range(30)), field, *(QLabel(f"line {n}") for n in range(30))):
        column.addWidget(widget)
    room = Room(inside)
    qtbot.addWidget(room)
    room.resize(200, 200)
    room.show()
    room.activateWindow()
    qtbot.waitUntil(room.isActiveWindow)
    qtbot.waitUntil(lambda: room.verticalScrollBar().maximum() > 0)
    return room, above, field


def below_the_edge(room, field):
    return field.mapTo(room.viewport(), field.rect().topLeft()).y()


def test_what_gets_the_keyboard_by_itself_is_brought_into_view(page, qtbot):
    _, _, field = page
    assert field.visibleRegion().isEmpty()
    field.setFocus()
    bring_into_view(field)
    qtbot.waitUntil(lambda: not field.visibleRegion().isEmpty())


def test_what_is_written_in_stays_where_it_is_while_words_above_it_come_and_go(page, qtbot):
    room, above, field = page
    room.ensureWidgetVisible(field)
    field.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is field and not room._settling.isActive())
    at, high = below_the_edge(room, field), above.height()
    above.setText("Many more words. " * 40)
    qtbot.waitUntil(lambda: above.height() > high + 100)
    qtbot.waitUntil(lambda: below_the_edge(room, field) == at)
    above.setText("One word.")
    qtbot.waitUntil(lambda: above.height() == high)
    qtbot.waitUntil(lambda: below_the_edge(room, field) == at)


def test_who_scrolls_while_all_is_laid_out_anew_stays_there(page, qtbot):
    room, _, field = page
    room.ensureWidgetVisible(field)
    field.setFocus()
    at, bar = below_the_edge(room, field), room.verticalScrollBar()
    QApplication.sendEvent(room.widget(), QEvent(QEvent.Type.LayoutRequest))
    assert room._settling.isActive()
    bar.setValue(bar.value() + 30)
    qtbot.waitUntil(lambda: not room._settling.isActive())
    assert below_the_edge(room, field) == at - 30


def test_what_moves_while_all_is_laid_out_anew_is_nobody_scrolling(page, monkeypatch):
    room, _, _ = page
    seen = []
    monkeypatch.setattr(room, "_fit", lambda: seen.append(room._settling.isActive()))
    QApplication.sendEvent(room.widget(), QEvent(QEvent.Type.LayoutRequest))
    assert seen == [True]
