"""The bar of tool options, on a tool made for it."""

from fractions import Fraction

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QDoubleSpinBox

from app.shell.options_bar import OptionsBar
from app.tools.options import Choice, Flag, Quantity, Words
from app.tools.tool import Tool


class Sampler(Tool):
    """A tool with one option of each kind."""

    id = "sampler"
    group = "draw"

    def __init__(self):
        super().__init__(None)
        self.kind, self.size, self.exact, self.title = "woods", Fraction(1, 10), False, ""
        self.kinds = (("woods", "Woods"), ("lake", "Lake"))

    @property
    def options(self):
        return (
            Choice("terrain", "Terrain", self.kind, self.kinds, self.set_terrain, swatch=True),
            Quantity("size", "Size", self.size, Fraction(0), Fraction(2), Fraction(1, 10), self.set_size, "hexes"),
            Flag("exact", "Exactly", self.exact, lambda on: setattr(self, "exact", on)),
            Words("title", "Name", self.title, lambda text: setattr(self, "title", text)),
        )

    def set_terrain(self, terrain):
        self.kind = terrain
        self.options_changed.emit()

    def set_size(self, size):
        self.size = size
        self.options_changed.emit()


@pytest.fixture
def bar(qtbot):
    made = OptionsBar()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def tool(qapp, bar):
    made = Sampler()
    bar.show_tool(made)
    yield made
    bar.show_tool(None)


def test_every_option_has_a_widget_with_a_name_and_its_value(bar, tool):
    assert [bar.widget_of(each.id).accessibleName() for each in tool.options] == ["Terrain", "Size", "Exactly", "Name"]
    assert bar.widget_of("terrain").currentText() == "Woods"
    assert bar.widget_of("size").text() == "0.1 hexes"


def test_what_is_changed_in_the_bar_reaches_the_tool_exactly(bar, tool, qtbot):
    bar.widget_of("terrain").setCurrentIndex(1)
    bar.widget_of("size").stepUp()
    bar.widget_of("exact").setChecked(True)
    qtbot.keyClicks(bar.widget_of("title"), "Hill")
    assert (tool.kind, tool.size, tool.exact, tool.title) == ("lake", Fraction(1, 5), True, "Hill")


def test_what_the_tool_changes_is_shown_without_new_widgets(bar, tool):
    combo = bar.widget_of("terrain")
    tool.set_terrain("lake")
    assert bar.widget_of("terrain") is combo
    assert combo.currentText() == "Lake"


def test_other_choices_are_shown(bar, tool):
    tool.kinds = (*tool.kinds, ("marsh", "Marsh"))
    tool.set_terrain("marsh")
    assert bar.widget_of("terrain").currentText() == "Marsh"


def test_terrain_has_its_picture_soon_that_of_what_is_chosen_first(bar, tool, qtbot):
    picture, drawn = QPixmap(8, 8), []
    picture.fill(Qt.GlobalColor.green)

    def swatch(kind, size, density):
        drawn.append(kind)
        return QIcon(picture)

    tool.set_terrain(tool.kinds[-1][0])
    bar.use_swatches(swatch)
    combo = bar.widget_of("terrain")
    assert drawn == []
    qtbot.waitUntil(lambda: len(drawn) == len(tool.kinds))
    assert drawn[0] == combo.currentData()
    assert not any(combo.itemIcon(number).isNull() for number in range(combo.count()))


def test_pictures_of_terrain_that_is_no_longer_offered_are_not_drawn(bar, tool, qtbot):
    drawn = []

    def swatch(kind, size, density):
        drawn.append(kind)
        return QIcon()

    bar.use_swatches(swatch)
    tool.kinds = (("marsh", "Marsh"),)
    tool.set_terrain("marsh")
    qtbot.waitUntil(lambda: not bar._turns.busy)
    assert drawn == ["marsh"]


@pytest.mark.parametrize("option", ["terrain", "size", "exact", "title"])
def test_escape_gives_the_keyboard_back_to_the_map(bar, tool, qtbot, option):
    with qtbot.waitSignal(bar.left):
        qtbot.keyClick(bar.widget_of(option), Qt.Key.Key_Escape)


def test_without_a_tool_the_bar_is_empty(bar, tool):
    bar.show_tool(None)
    assert bar.widget_of("terrain") is None
    assert bar.actions() == []


class Halves(Sampler):
    """A tool whose number goes in halves."""

    @property
    def options(self):
        return (Quantity("size", "Points", self.size, Fraction(0), Fraction(99), Fraction(1, 2), self.set_size),)


def test_a_number_in_halves_is_written_and_read_as_rulings_write_it(qtbot):
    tool, bar = Halves(), OptionsBar()
    qtbot.addWidget(bar)
    tool.size = Fraction(0)
    bar.show_tool(tool)
    field = bar.findChild(QDoubleSpinBox)
    assert field.text() == "0"
    field.stepUp()
    assert (field.text(), tool.size) == ("½", Fraction(1, 2))
    for typed, wanted, shown in (("3½", Fraction(7, 2), "3½"), ("2.5", Fraction(5, 2), "2½"), ("4", Fraction(4), "4")):
        field.lineEdit().setText(typed)
        assert field.hasAcceptableInput()
        field.interpretText()
        assert (tool.size, field.text()) == (wanted, shown)
    field.lineEdit().setText("100½")
    assert not field.hasAcceptableInput()
