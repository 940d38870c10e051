"""Widgets that draw signs and washes in the colours of the palette, when there is another one: a few per turn of the event
loop, since all of them in the turn of the change would hold the window up."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.widgets.turns import Turns, Work

_NAME = "dressing"


def dress_soon(widget: QWidget, dress: Work) -> None:
    """Has `dress` draw a widget anew, in a turn that is free; once, however often it is wished before."""
    application = QCoreApplication.instance()
    assert application is not None
    turns = application.findChild(Turns, _NAME)
    if turns is None:
        turns = Turns(application)
        turns.setObjectName(_NAME)
    turns.wish(widget, "dress", dress)
