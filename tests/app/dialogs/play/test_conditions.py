"""The window of what the sides have left."""

from app.dialogs.play.conditions import PointsDialog


def test_what_could_be_written_for_something_new_is_read_whole(qtbot):
    dialog = PointsDialog(None, {("red", "support points"): 2}, (("red", "The Alliance of the North"),), lambda points: None)
    qtbot.addWidget(dialog)
    dialog.show()
    line = dialog._what
    assert line.width() >= line.fontMetrics().horizontalAdvance(line.placeholderText()) > 0
