import pytest

from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Grid, MapSheet


@pytest.fixture
def box():
    sheet = MapSheet("A", Grid(30, 20, Numbering("{column:02}.{row:02}", 30, 20)))
    return GameBox("Test", "tcs-4.01", (PlacedSheet(sheet, SheetFrame.place("odd"), "A"),))


@pytest.fixture
def two_sheets():
    first = MapSheet("A", Grid(10, 20, Numbering("{column:02}.{row:02}", 10, 20)))
    second = MapSheet("B", Grid(10, 20, Numbering("{column:02}.{row:02}", 10, 20)))
    frame = SheetFrame.place("odd")
    beside = SheetFrame.place("odd", beside=frame, columns=10)
    return GameBox("Test", "tcs-4.01", (PlacedSheet(first, frame, "A"), PlacedSheet(second, beside, "B")))
