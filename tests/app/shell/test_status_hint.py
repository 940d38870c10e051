import pytest

from app.shell.status_bar import StatusBar

LONG = "Drag, or click point by point and double-click to end; [ and ] change the height, with Shift by half an interval."


@pytest.fixture
def bar(qtbot):
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show_hint(LONG)
    bar.show()
    return bar


def test_a_hint_that_has_no_room_ends_in_dots_and_is_told_whole(bar, qtbot):
    bar.resize(60 * bar.fontMetrics().averageCharWidth(), bar.sizeHint().height())
    qtbot.waitUntil(lambda: bar._hint.elided.endswith("…"))
    assert LONG.startswith(bar._hint.elided.removesuffix("…"))
    assert bar._hint.toolTip() == LONG and bar.hint == LONG
    bar.resize(300 * bar.fontMetrics().averageCharWidth(), bar.sizeHint().height())
    qtbot.waitUntil(lambda: bar._hint.elided == LONG)


def test_a_long_hint_does_not_keep_the_window_wide(bar):
    assert bar._hint.minimumSizeHint().width() == 0
