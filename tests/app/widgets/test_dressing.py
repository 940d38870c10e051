"""Drawing widgets anew in other colours, in turns of the event loop."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.widgets.dressing import dress_soon


def test_a_widget_is_drawn_anew_once_in_a_turn_that_is_free(qtbot: QtBot) -> None:
    widget, other = QWidget(), QWidget()
    qtbot.addWidget(widget)
    qtbot.addWidget(other)
    drawn: list[str] = []
    dress_soon(widget, lambda: drawn.append("first"))
    dress_soon(other, lambda: drawn.append("other"))
    dress_soon(widget, lambda: drawn.append("second"))
    assert drawn == []
    qtbot.waitUntil(lambda: len(drawn) == 2)
    assert drawn == ["other", "second"]


def test_what_is_closed_before_its_turn_is_not_drawn(qtbot: QtBot) -> None:
    gone, other = QWidget(), QWidget()
    qtbot.addWidget(other)
    drawn: list[str] = []
    dress_soon(gone, lambda: drawn.append("gone"))
    dress_soon(other, lambda: drawn.append("other"))
    gone.deleteLater()
    qtbot.waitUntil(lambda: drawn != [])
    assert drawn == ["other"]
