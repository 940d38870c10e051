"""What tests of the window do with it."""

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QDockWidget


def act(window, name):
    """Triggers an action and waits until panels stand where it puts them."""
    window.actions_[name].trigger()
    while not window.layouts.settled:
        QApplication.processEvents()


def docks(window) -> dict[str, QDockWidget]:
    """The panels of the window by name."""
    return {dock.objectName(): dock for dock in window.findChildren(QDockWidget)}


def drop(window, path) -> QDropEvent:
    """Drops a file or folder on the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(10, 10), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(event)
    return event
