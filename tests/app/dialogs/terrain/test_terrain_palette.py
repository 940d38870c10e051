"""The list of terrain to draw."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QWidget

from app.dialogs.terrain.palette import TerrainPalette
from core.model.terrain import Terrain, TerrainKind

CHART = {
    each.id: each
    for each in (
        Terrain("woods", "Woods", TerrainKind.AREA),
        Terrain("stream", "Stream", TerrainKind.SIDE),
        Terrain("village", "Village", TerrainKind.HEX, whole_hex=True),
        Terrain("light-woods", "Light woods", TerrainKind.AREA),
        Terrain("trail", "Trail", TerrainKind.PATH),
    )
}


def swatch(kind, size, density):
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.green)
    return QIcon(picture)


@pytest.fixture
def palette(qtbot):
    window = QWidget()
    window.resize(800, 600)
    qtbot.addWidget(window)
    window.show()
    made = TerrainPalette(window)
    made.offer(CHART, ("trail",), ("woods", "village"), swatch)
    yield made


def names(palette):
    return [palette.list.topLevelItem(row).text(0) for row in range(palette.list.topLevelItemCount())]


def test_what_was_drawn_last_comes_first_then_kind_by_kind_with_pictures_and_keys(palette):
    assert names(palette) == ["Trail", "Woods", "Light woods", "Village", "Stream"]
    assert palette.list.topLevelItem(1).text(1) == "area   1"
    assert palette.list.topLevelItem(3).text(1) == "whole hexes   2"
    assert not palette.list.topLevelItem(0).icon(0).isNull()


def test_a_few_letters_and_return_choose(palette, qtbot):
    with qtbot.waitSignal(palette.chosen) as heard:
        qtbot.keyClicks(palette.line, "light")
        qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert heard.args == ["light-woods"]


def test_a_name_that_nothing_has_is_answered_with_the_nearest(palette, qtbot):
    qtbot.keyClicks(palette.line, "villagr")
    assert "Village" in palette.message.text()
