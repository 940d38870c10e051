"""What has too little room in a panel scrolls, and is never pressed together."""

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.panels.room import Room


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
