"""Bars that tell the user something and can be answered when it suits."""

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton, QToolButton

from app.widgets.notices import Notices


@pytest.fixture
def notices(qtbot):
    notices = Notices()
    qtbot.addWidget(notices)
    return notices


def _bar(notices, key):
    return notices.findChild(QFrame, f"notice-{key}")


def test_without_a_notice_nothing_takes_room(notices):
    assert notices.isHidden()
    notices.tell("a", "Something.")
    assert not notices.isHidden()
    notices.withdraw("a")
    assert notices.isHidden()
    notices.withdraw("a")


def test_a_notice_of_the_same_key_replaces_the_one_before(notices):
    notices.tell("a", "First.")
    notices.tell("b", "Other.")
    notices.tell("a", "Second.")
    assert notices.texts == {"b": "Other.", "a": "Second."}


def test_an_answer_is_carried_out_and_takes_the_notice_away(notices):
    heard = []
    notices.tell("a", "Reload?", [("Reload", lambda: heard.append(dict(notices.texts)))])
    _bar(notices, "a").findChild(QPushButton).click()
    assert heard == [{}]


def test_a_notice_can_be_put_away_and_all_can_be_read_aloud(notices):
    notices.tell("a", "Something.", [("Do", lambda: None)])
    bar = _bar(notices, "a")
    assert bar.accessibleName() == "Something."
    away = bar.findChild(QToolButton)
    assert away.accessibleName()
    away.click()
    assert notices.texts == {}


def test_all_notices_go_at_once(notices):
    notices.tell("a", "First.")
    notices.tell("b", "Second.")
    notices.clear()
    assert notices.texts == {}
    assert notices.isHidden()


def test_the_icons_of_a_bar_follow_another_palette(notices):
    notices.tell("a", "Something.")
    sign = next(label for label in _bar(notices, "a").findChildren(QLabel) if not label.text())
    before, was = sign.pixmap().toImage(), QApplication.palette()
    other = QPalette(was)
    other.setColor(QPalette.ColorRole.ButtonText, QColor("#ff00ff"))
    QApplication.setPalette(other)
    QApplication.processEvents()
    try:
        assert sign.pixmap().toImage() != before
    finally:
        QApplication.setPalette(was)
