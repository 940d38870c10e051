"""In the real window: letters over the hexes of units that are not Assigned follow sheets, units and those who look."""

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


def test_letters_are_hidden_where_they_are_not_wanted(letters, panel):
    panel.letters.ticked.setChecked(False)
    assert letters() == {} and panel.letters.legend.isHidden() and not panel.letters.isHidden()
    panel.letters.ticked.setChecked(True)
    assert letters() and not panel.letters.legend.isHidden()


def test_who_looks_for_one_side_is_told_of_its_units_alone(window, letters, panel, monkeypatch):
    for side, told in (("red", False), ("blue", True)):
        monkeypatch.setattr(window.document, "play", SimpleNamespace(eyes=frozenset({side})))
        window.workbench.orders.letters.draw()
        assert bool(letters()) == told and panel.letters.isHidden() != told
    monkeypatch.undo()
    window.workbench.orders.letters.draw()


def test_a_series_without_op_sheets_has_no_letters(window, letters, newly_opened, panel, qtbot):
    newly_opened(window, SCENARIOS / "sable-river")
    qtbot.waitUntil(lambda: letters() == {} and panel.letters.isHidden())
