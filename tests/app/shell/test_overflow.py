import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QPalette
from PySide6.QtWidgets import QMainWindow, QToolButton

from app.shell.menus import paint_overflow, tool_bar
from app.widgets.themes import palette


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("orientation", list(Qt.Orientation))
def test_the_sign_of_a_tool_bar_with_more_in_it_has_the_ink_of_the_theme(qapp, qtbot, dark, orientation):
    before = QPalette(qapp.palette())
    try:
        qapp.setPalette(palette(dark))
        window = QMainWindow()
        qtbot.addWidget(window)
        bar = tool_bar(window, "bar", "Bar", [QAction("One", window)])
        bar.setOrientation(orientation)
        paint_overflow(window)
        button = next(each for each in bar.findChildren(QToolButton) if each.objectName() == "qt_toolbar_ext_button")
        image = button.icon().pixmap(20, 20).toImage()
        points = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
        inks = {point.name() for point in points if point.alpha() == 255}
        assert inks == {palette(dark).buttonText().color().name()}
        assert button.accessibleName()
    finally:
        qapp.setPalette(before)
