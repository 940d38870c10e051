"""Finding a unit: by its name, its formation or its kind, with what fits its name best first."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.dialogs.find_unit import FindUnit, UnitFinder
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.rules.kernel.whereabouts import Whence


@pytest.fixture(scope="module")
def sable():
    return load_box(scenarios_folder() / "sable-river")


def found(sable, wanted):
    finder = UnitFinder(sable.box.oob, sable.ruleset)
    while not finder.complete:
        finder.read(7)
    return [item.id for _, _, item in finder.find(wanted)]


def test_units_are_found_by_name_formation_and_kind(sable):
    assert found(sable, "3 tank")[0] == "3-tank"
    assert set(found(sable, "9th division")) >= {"v9d", "25-rgt-9", "9-art"}
    assert set(found(sable, "artillery korrin")) >= {"12-art", "14-art", "k3a"}
    assert found(sable, "korrin headquarters 3rd") == ["3-corps-hq"]
    assert found(sable, "zzz") == found(sable, " ") == []


def test_a_name_that_begins_so_comes_first(sable):
    names = found(sable, "12")
    assert names[0] == "12-art"


@pytest.fixture
def popup(qtbot, sable):
    parent = QWidget()
    parent.resize(700, 500)
    qtbot.addWidget(parent)
    parent.show()
    (scenario,) = sable.box.scenarios.values()
    whence = Whence(sable.box.oob, sable.ruleset.values, scenario, scenario.start)
    made = FindUnit(parent, sable.box, sable.ruleset, whence)
    made.popup()
    qtbot.waitUntil(lambda: made._finder.complete)
    yield made


def test_each_line_says_where_the_unit_is_and_enter_chooses_it(qtbot, popup):
    qtbot.keyClicks(popup.line, "3 tank")
    (first, *_) = [popup.list.topLevelItem(row) for row in range(popup.list.topLevelItemCount())]
    assert first.text(0) == "3 Tank · 2nd Tank Brigade"
    assert first.text(1) == "turn 4"
    assert not first.icon(0).isNull()
    with qtbot.waitSignal(popup.chosen) as heard:
        qtbot.keyClick(popup.line, Qt.Key.Key_Return)
    assert heard.args[0].id == "3-tank"


def test_nothing_that_fits_is_said(qtbot, popup):
    assert "Type a part of a name" in popup.message.text()
    qtbot.keyClicks(popup.line, "qqq")
    assert "No unit has the words “qqq”" in popup.message.text()
