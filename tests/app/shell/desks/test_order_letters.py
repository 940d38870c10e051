"""In the real window: letters over the hexes of units that are not Assigned follow sheets, units and those who look."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.canvas.shapes import HexTexts

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"


@pytest.fixture(scope="module")
def window(window_of):
    yield from window_of(SCENARIOS / "cove-creek")


@pytest.fixture
def letters(window, newly_opened, qtbot):
    newly_opened(window, SCENARIOS / "cove-creek")
    layer = window.workbench.orders.letters._layer

    def drawn():
        return {place: text for shape in layer.shapes if isinstance(shape, HexTexts) for place, text in shape.texts.items()}

    qtbot.waitUntil(lambda: set(drawn().values()) == {"W"})
    return drawn


@pytest.fixture
def panel(window):
    return window.workbench.docks.orders


def test_who_has_no_orders_bears_a_letter_and_what_it_means_stands_in_the_panel(window, letters, panel, qtbot):
    document, sheet = window.document, window.workbench.orders.orders.sheet
    assert panel.letters.legend.text() == "W on the way to defend 3"
    held = {each.id for unit in sheet.units for each in document.box.oob.all_members(unit)}
    panel.form.type.setCurrentIndex(panel.form.type.findText("Move"))
    panel.form.type.activated.emit(panel.form.type.currentIndex())
    qtbot.waitUntil(lambda: "M" in letters().values())
    marked = {place for place, letter in letters().items() if letter == "M"}
    assert marked and all(held & set(document.work.deployment.stack(place)) for place in marked)
    panel.remove.click()
    qtbot.waitUntil(lambda: "U" in letters().values())
    assert {letters().get(place) for place in marked} == {"U"}
    document.undo_stack.undo()
    qtbot.waitUntil(lambda: "M" in letters().values())
    document.undo_stack.undo()
    qtbot.waitUntil(lambda: set(letters().values()) == {"W"})


def test_what_is_written_below_stays_where_it_is_when_the_last_letter_goes(window, letters, panel, qtbot):
    desk = window.workbench.orders.letters
    assert not panel.letters.isHidden()
    high = panel.letters.heightForWidth(400)
    found = desk._found
    assert found is not None
    desk._found = replace(found, units=tuple(replace(each, state="assigned") for each in found.units))
    desk.draw()
    assert letters() == {} and not panel.letters.isHidden() and panel.letters.heightForWidth(400) == high
    desk._found = found
    desk.draw()


def test_letters_are_hidden_where_they_are_not_wanted(letters, panel):
    panel.letters.ticked.setChecked(False)
    assert letters() == {} and panel.letters.legend.isHidden() and not panel.letters.isHidden()
    panel.letters.ticked.setChecked(True)
    assert letters() and not panel.letters.legend.isHidden()


def test_who_looks_for_one_side_is_told_of_its_units_alone(window, letters, panel, monkeypatch):
    for side, told in (("red", "All units on the map are Assigned."), ("blue", "W on the way to defend 3")):
        monkeypatch.setattr(window.document, "play", SimpleNamespace(eyes=frozenset({side})))
        window.workbench.orders.letters.draw()
        assert bool(letters()) == (side == "blue") and panel.letters.legend.text() == told
    monkeypatch.undo()
    window.workbench.orders.letters.draw()


def test_a_series_without_op_sheets_has_no_letters(window, letters, newly_opened, panel, qtbot):
    newly_opened(window, SCENARIOS / "sable-river")
    qtbot.waitUntil(lambda: letters() == {} and panel.letters.isHidden())
